//! Which names rule files may have: a file's name is the game's, in features, modules, `extends` and on the command line.

use std::fmt::{self, Display};

/// Longest name, in bytes: some file systems take no more than 255 for a name that builds add to.
pub const LONGEST_NAME: usize = 64;

/// Names of devices, which no file can have on Windows, with or without an ending.
const DEVICES: [&str; 22] = [
    "aux", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "con", "lpt1", "lpt2", "lpt3",
    "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "nul", "prn",
];

/// Why a name cannot be a rule file's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongName {
    /// The name, without folder and ending.
    pub name: String,
    /// One that is like it and can be.
    pub better: String,
    is_device: bool,
}

impl Display for WrongName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrongName { name, better, is_device } = self;
        if *is_device {
            return write!(f, "`{name}` is no name for a game: Windows keeps it for a device (what about `{better}`?)");
        }
        write!(
            f,
            "`{}` is no name for a game: it begins with a lower-case letter or a digit and holds lower-case letters, digits, `-` and `_`, {LONGEST_NAME} at \
             most (what about `{better}`?)",
            shown(name)
        )
    }
}

/// A name in which nothing is a command to a terminal.
fn shown(name: &str) -> String {
    let of = |c: char| if wazir_runtime::is_command(c) { c.escape_default().to_string() } else { c.to_string() };
    name.chars().map(of).collect()
}

impl std::error::Error for WrongName {}

/// Can this be the name of a rule file (without folder and `.ron`)? Then a build makes a feature and a module of it: see [`module_name`].
///
/// # Errors
/// When it cannot, with one that can.
pub fn check_name(name: &str) -> Result<(), WrongName> {
    let begins = name.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
    let holds = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    let is_device = DEVICES.contains(&name);
    if begins && name.chars().all(holds) && name.len() <= LONGEST_NAME && !is_device {
        return Ok(());
    }
    Err(WrongName { name: name.to_string(), better: better(name), is_device })
}

/// A name like this one that can be a rule file's.
fn better(name: &str) -> String {
    let words =
        name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-').filter(|word| !word.is_empty());
    let joined = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    let joined = joined.trim_start_matches(['-', '_']);
    let mut better = if joined.is_empty() { "mygame".to_string() } else { joined.to_string() };
    if DEVICES.contains(&better.as_str()) {
        better.push_str("-game");
    }
    better.truncate(LONGEST_NAME);
    better
}

/// The name of the module that is generated for a game of this name: `-` becomes `_`, and before a digit or a word of Rust stands `_`, with which no game's name
/// begins.
pub fn module_name(name: &str) -> String {
    let name = name.replace('-', "_");
    if name.starts_with(|c: char| c.is_ascii_digit()) || KEYWORDS.contains(&name.as_str()) {
        return format!("_{name}");
    }
    name
}

/// The words that no module can be called, strict and reserved, of all editions (The Rust Reference, "Keywords").
const KEYWORDS: [&str; 52] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "_",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_can_be() {
        for name in ["chess", "3check", "king-of-the-hill", "my_game", "board_8x8", "wazir_runtime", "self", "0", "a-"]
        {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        assert_eq!(check_name(&"a".repeat(LONGEST_NAME)), Ok(()));
    }

    #[test]
    fn names_are_shown_as_they_are_but_for_commands() {
        let told = |name: &str| check_name(name).expect_err(name).to_string();
        assert!(told("x'y\"").starts_with("`x'y\"` is no name"), "{}", told("x'y\""));
        assert!(told("a\u{1b}[31m").starts_with("`a\\u{1b}[31m` is no name"), "{}", told("a\u{1b}[31m"));
    }

    #[test]
    fn names_that_cannot_and_what_to_call_them_instead() {
        let long = "a".repeat(LONGEST_NAME + 1);
        for (name, expected) in [
            ("My Game", "my-game"),
            ("Chess", "chess"),
            ("_x", "x"),
            ("-x", "x"),
            ("", "mygame"),
            ("将棋", "mygame"),
            ("Schach für zwei", "schach-f-r-zwei"),
            ("a.b", "a-b"),
            ("con", "con-game"),
            ("CON", "con-game"),
            ("a\u{1b}[31m", "a-31m"),
            (long.as_str(), &long[..LONGEST_NAME]),
        ] {
            let wrong = check_name(name).expect_err(name);
            assert_eq!(wrong.better, expected, "{name}");
            assert_eq!(check_name(&wrong.better), Ok(()), "{name}");
            assert!(!wrong.to_string().contains('\u{1b}'), "{wrong}");
        }
    }

    #[test]
    fn modules() {
        for (name, module) in
            [("chess", "chess"), ("3check", "_3check"), ("ai-wok", "ai_wok"), ("match", "_match"), ("gen", "_gen")]
        {
            assert_eq!(module_name(name), module);
        }
    }
}
