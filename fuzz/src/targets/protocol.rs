//! Any bytes as what a GUI says, line by line: it is answered, or complained about, to the end.

use crate::games::Few;
use std::{io::Cursor, sync::Arc};

/// Takes an input.
pub fn run(data: &[u8]) {
    let lines: Vec<u8> =
        data.split_inclusive(|&byte| byte == b'\n').filter(|line| is_short_work(line)).flatten().copied().collect();
    let mut said = Vec::new();
    let served = wazir_protocol::serve(Arc::new(Few), None, Cursor::new(lines), &mut said);
    assert_eq!(served, Ok(()));
    let said = String::from_utf8(said).expect("what is said is text");
    assert!(said.is_empty() || said.ends_with('\n'), "a line is not finished: {said:?}");
}

/// Counting leaves takes as long as one asks for, which is no defect: no more than two plies here.
fn is_short_work(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line);
    let mut depths = line.split_whitespace().skip_while(|word| *word != "perft").skip(1);
    depths.all(|word| word.parse::<f64>().is_ok_and(|depth| depth <= 2.0))
}
