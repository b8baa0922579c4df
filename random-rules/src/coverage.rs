//! Which words of the language rule files use: to see what the chance of their making leaves out.

use crate::value::Value;
use std::collections::BTreeMap;

/// In how many files each field, word and letter of movements occurs.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    files: BTreeMap<String, usize>,
}

impl Coverage {
    /// Adds a file.
    pub fn add(&mut self, file: &Value) {
        let mut names = Vec::new();
        file.each_name("", &mut |name| names.push(name));
        file.each_text("", &mut |field, text| {
            if field == "moves" {
                names.extend(text.chars().filter(char::is_ascii_alphabetic).map(|letter| format!("moves: `{letter}`")));
                names.extend(text.contains('[').then(|| "moves: `[ ]`".to_string()));
                names.extend(text.contains("(a").then(|| "moves: `( )`".to_string()));
            }
        });
        let squares = |field: &str| match file.get("board").and_then(|board| board.get(field)) {
            Some(Value::Word(number)) => number.parse().unwrap_or(0),
            _ => 0_usize,
        };
        let words = (squares("files") * squares("ranks")).div_ceil(64).next_power_of_two();
        names.push(format!("board: {words} words of 64 squares"));
        names.sort();
        names.dedup();
        names.into_iter().for_each(|name| *self.files.entry(name).or_default() += 1);
    }

    /// Each name with the number of files.
    pub fn names(&self) -> impl Iterator<Item = (&str, usize)> {
        self.files.iter().map(|(name, &files)| (name.as_str(), files))
    }
}

impl std::fmt::Display for Coverage {
    /// All names in one paragraph.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<String> = self.names().map(|(name, files)| format!("{name} {files}")).collect();
        write!(f, "{} words: {}", names.len(), names.join(", "))
    }
}
