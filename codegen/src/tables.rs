//! Tables of generated code, as text: they never pass through `syn` or a formatter, which are slow on them.

use crate::plan::Word;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use std::fmt::Write;
use wazir_variant_spec::rules::SquareSet;

/// Collects the tables of a module; equal tables are stored once.
pub(crate) struct Tables {
    word: Word,
    entries: Vec<(Ident, Vec<Vec<SquareSet>>, String)>,
}

impl Tables {
    /// No tables yet.
    pub(crate) fn new(word: Word) -> Tables {
        Tables { word, entries: Vec::new() }
    }

    /// The name of a table with one set a square; `name` is used when there is no equal one.
    pub(crate) fn sets(&mut self, name: &str, about: &str, sets: Vec<SquareSet>) -> Ident {
        self.rows(name, about, sets.into_iter().map(|set| vec![set]).collect())
    }

    /// The name of a table with a row of sets a square, all rows equally long.
    pub(crate) fn rows(&mut self, name: &str, about: &str, rows: Vec<Vec<SquareSet>>) -> Ident {
        if let Some((ident, ..)) = self.entries.iter().find(|(_, known, _)| *known == rows) {
            return ident.clone();
        }
        let taken = |ident: &Ident| self.entries.iter().any(|(known, ..)| known == ident);
        let mut ident = format_ident!("{}", name.to_uppercase());
        let mut next = 2_u32;
        while taken(&ident) {
            ident = format_ident!("{}_{}", name.to_uppercase(), next);
            next += 1;
        }
        self.entries.push((ident.clone(), rows, about.to_string()));
        ident
    }

    /// All tables as Rust text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (ident, rows, about) in &self.entries {
            let width = rows.first().map_or(0, Vec::len);
            let word = word_type(self.word);
            let element = if width == 1 { word.to_string() } else { format!("[{word}; {width}]") };
            let _ = writeln!(text, "\n/// {about}");
            let _ = writeln!(text, "#[rustfmt::skip]\nstatic {ident}: [{element}; {}] = [", rows.len());
            for row in rows {
                let cells: Vec<String> = row.iter().map(|set| literal_text(self.word, set)).collect();
                let _ = match width {
                    1 => writeln!(text, "    {},", cells[0]),
                    _ => writeln!(text, "    [{}],", cells.join(", ")),
                };
            }
            let _ = writeln!(text, "];");
        }
        text
    }
}

/// The integer type behind a set.
pub(crate) fn word_type(word: Word) -> String {
    match word {
        Word::One => "u64".into(),
        Word::Two => "u128".into(),
        Word::Many(n) => format!("[u64; {n}]"),
    }
}

/// A set as the text of an integer.
pub(crate) fn literal_text(word: Word, set: &SquareSet) -> String {
    let w = set.words();
    match word {
        Word::One => format!("{:#x}", w[0]),
        Word::Two => format!("{:#x}", w[0] as u128 | (w[1] as u128) << 64),
        Word::Many(n) => {
            let words: Vec<String> = w[..n].iter().map(|word| format!("{word:#x}")).collect();
            format!("[{}]", words.join(", "))
        }
    }
}

/// A set as an expression of type `Set`.
pub(crate) fn set(word: Word, set: &SquareSet) -> TokenStream {
    if set.is_empty() {
        return quote!(Set::EMPTY);
    }
    let w = set.words();
    let hex = |text: String| text.parse::<Literal>().unwrap_or_else(|_| Literal::u64_unsuffixed(0));
    match word {
        Word::One | Word::Two => {
            let value = hex(literal_text(word, set));
            quote!(Set(#value))
        }
        Word::Many(n) => {
            let words = w[..n].iter().map(|word| hex(format!("{word:#x}")));
            quote!(Set([#(#words),*]))
        }
    }
}
