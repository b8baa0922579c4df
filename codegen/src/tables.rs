//! Tables of generated code, as text: they never pass through `syn` or a formatter, which are slow on them.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeMap;
use std::fmt::Write;
use wazir_program::Word;
use wazir_program::tables::{PackedRows, steps_to};
use wazir_variant_spec::rules::{Board, SquareSet, Step};

/// Collects the tables of a module; equal tables are stored once.
pub(crate) struct Tables {
    word: Word,
    sides: Vec<String>,
    entries: Vec<(Ident, Vec<Vec<SquareSet>>, String)>,
    packed: Vec<Packed>,
    /// What else the module has constants for: no table can be called so.
    taken: Vec<Ident>,
}

/// Two tables that belong together.
struct Packed {
    names: (Ident, Ident),
    about: (String, String),
    rows: PackedRows,
}

impl Tables {
    /// No tables yet, in a module with constants of these names. `sides`: what names begin with that are about one side.
    pub(crate) fn new(word: Word, sides: Vec<String>, taken: impl Iterator<Item = Ident>) -> Tables {
        Tables { word, sides, entries: Vec::new(), packed: Vec::new(), taken: taken.collect() }
    }

    /// The name of a table without the side that it is about.
    fn whichever_side(&self, ident: &Ident) -> String {
        let name = ident.to_string();
        let rest = self.sides.iter().find_map(|side| name.strip_prefix(&side.to_uppercase())?.strip_prefix('_'));
        rest.map_or_else(|| name.clone(), str::to_string)
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
        let ident = self.free(name);
        self.entries.push((ident.clone(), rows, about.to_string()));
        ident
    }

    /// The names of two tables: of the squares whose occupancy matters, and of what the packed occupancy leads to.
    pub(crate) fn packed(
        &mut self,
        squares: &str,
        entries: &str,
        about_squares: &str,
        about_entries: &str,
        rows: PackedRows,
    ) -> (Ident, Ident) {
        if let Some(known) = self.packed.iter().find(|known| known.rows == rows) {
            return known.names.clone();
        }
        let names = (self.free(squares), self.free(entries));
        let about = (about_squares.to_string(), about_entries.to_string());
        self.packed.push(Packed { names: names.clone(), about, rows });
        names
    }

    /// A name that no table has.
    fn free(&self, name: &str) -> Ident {
        let taken = |ident: &Ident| {
            let packed = self.packed.iter().any(|Packed { names: (a, b), .. }| a == ident || b == ident);
            packed || self.taken.contains(ident) || self.entries.iter().any(|(known, ..)| known == ident)
        };
        let mut ident = format_ident!("{}", name.to_uppercase());
        let mut next = 2_u32;
        while taken(&ident) {
            ident = format_ident!("{}_{}", name.to_uppercase(), next);
            next += 1;
        }
        ident
    }

    /// All tables as Rust text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for Packed { names, about, rows } in &self.packed {
            let names = (names.0.to_string(), names.1.to_string());
            write_packed(&mut text, self.word, "", (&names.0, &names.1), (&about.0, &about.1), rows);
        }
        // The tables of which code takes one or the other, by side, have rows of one length.
        let mut longest: BTreeMap<String, usize> = BTreeMap::new();
        for (ident, rows, _) in &self.entries {
            let known = longest.entry(self.whichever_side(ident)).or_default();
            *known = rows.first().map_or(0, Vec::len).max(*known);
        }
        for (ident, rows, about) in &self.entries {
            let width = longest[&self.whichever_side(ident)];
            let word = word_type(self.word);
            let element = if width == 1 { word.to_string() } else { format!("[{word}; {width}]") };
            let _ = writeln!(text, "\n/// {about}");
            let _ = writeln!(text, "#[rustfmt::skip]\nstatic {ident}: [{element}; {}] = [", rows.len());
            for row in rows {
                let fill = core::iter::repeat_n(&SquareSet::EMPTY, width - row.len());
                let cells: Vec<String> = row.iter().chain(fill).map(|set| literal_text(self.word, set)).collect();
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

/// Writes the two tables of a lookup by packed occupancy.
pub(crate) fn write_packed(
    text: &mut String,
    word: Word,
    visibility: &str,
    names: (&str, &str),
    about: (&str, &str),
    rows: &PackedRows,
) {
    let set_type = word_type(word);
    let width = rows.first().map_or(0, Vec::len);
    let mut starts = String::new();
    let mut entries = Vec::new();
    for row in rows {
        let mut cells = Vec::new();
        for (squares, reached) in row {
            cells.push(format!("({}, {})", literal_text(word, squares), entries.len()));
            entries.extend(reached);
        }
        let _ = writeln!(starts, "    [{}],", cells.join(", "));
    }
    let (squares, reached) = names;
    let _ = writeln!(
        text,
        "\n/// {}\n#[rustfmt::skip]\n{visibility}static {squares}: [[({set_type}, u32); {width}]; {}] = [\n{starts}];",
        about.0,
        rows.len()
    );
    // A slice, so that the tables of both sides have one type.
    let head = format!("{visibility}static {reached}: &[{set_type}] = &[");
    write_sets(text, word, &head, about.1, &entries);
}

/// Writes a table of sets, eight a line; `head` is its first line.
pub(crate) fn write_sets(text: &mut String, word: Word, head: &str, about: &str, sets: &[&SquareSet]) {
    let _ = writeln!(text, "\n/// {about}\n#[rustfmt::skip]\n{head}");
    for row in sets.chunks(8) {
        let cells: Vec<String> = row.iter().map(|set| literal_text(word, set)).collect();
        let _ = writeln!(text, "    {},", cells.join(", "));
    }
    let _ = writeln!(text, "];");
}

/// Writes a table of where each of `steps` leads from each square: 65,535 for nowhere.
pub(crate) fn write_steps(text: &mut String, board: &Board, name: &str, about: &str, steps: &[Step]) {
    let _ = writeln!(text, "\n/// {about}\n#[rustfmt::skip]\nstatic {name}: [[u16; SQUARES]; {}] = [", steps.len());
    for &step in steps {
        let leads: Vec<String> =
            steps_to(board, step).into_iter().map(|to| to.unwrap_or(u16::MAX).to_string()).collect();
        let _ = writeln!(text, "    [{}],", leads.join(", "));
    }
    let _ = writeln!(text, "];");
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
