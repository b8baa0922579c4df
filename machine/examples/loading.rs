//! How long it takes to open rule files: `cargo run --release -p wazir-machine --example loading -- variants trials/rules` opens every file of these folders, from reading
//! it to the first position, tables included (the best of three), and says which take longer than they may: 30 ms for boards of up to 10 by 10 squares, else 300.

use std::path::{Path, PathBuf};
use std::time::Instant;
use wazir_machine::Machine;
use wazir_runtime::Variant;
use wazir_variant_spec::{Folder, Source, compile};

/// Opens a game; its squares, and the milliseconds that this took.
fn open(file: &Path) -> Result<(u16, f64), String> {
    let began = Instant::now();
    let source = Source::read(file).map_err(|error| error.to_string())?;
    let folder = Folder(file.parent().unwrap_or(Path::new(".")).to_path_buf());
    let rules = compile(&source, &folder).map_err(|wrong| wrong.render(false))?.rules;
    let machine = Machine::load(&rules)?;
    drop(machine.start());
    let took = began.elapsed().as_secs_f64() * 1e3;
    Ok((machine.info().squares() as u16, took))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in std::env::args().skip(1) {
        let entries = std::fs::read_dir(&folder)?.collect::<Result<Vec<_>, _>>()?;
        files.extend(
            entries.into_iter().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "ron")),
        );
    }
    files.sort();
    let mut opened = Vec::new();
    for file in &files {
        let mut best = f64::INFINITY;
        let mut squares = 0;
        for _ in 0..3 {
            let (of, took) = open(file).map_err(|what| format!("{}: {what}", file.display()))?;
            (squares, best) = (of, best.min(took));
        }
        opened.push((best, squares, file.display().to_string()));
    }
    opened.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (took, squares, file) in opened.iter().take(15) {
        println!("{took:8.1} ms  {squares:4} squares  {file}");
    }
    let late = |(took, squares, _): &&(f64, u16, String)| *took > if *squares <= 100 { 30.0 } else { 300.0 };
    println!("{} files opened, {} of them took longer than they may", opened.len(), opened.iter().filter(late).count());
    Ok(())
}
