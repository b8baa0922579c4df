//! What other programs call games: the values of PGN's tag `Variant`.

/// The game of PGN that names none, which was made for it.
pub const OF_PGN: &str = "chess";
/// The game of KIF and CSA, which name none.
pub const OF_JAPANESE_FILES: &str = "shogi";

/// Names of others and ours, one pair a line, separated by a tab. The first name of a game is the one that is written.
const TABLE: &str = include_str!("../data/names.tsv");

fn pairs() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'))
}

/// A name as it is compared: letters and digits, lower case.
fn key(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The id of the game that PGN's tag `Variant` calls so, by the names that others use; a name that none of them uses may be an id itself.
///
/// ```
/// assert_eq!(wazir_notation::names::from_pgn("Three-check"), Some("3check"));
/// assert_eq!(wazir_notation::names::from_pgn("my own game"), None);
/// ```
pub fn from_pgn(name: &str) -> Option<&'static str> {
    let wanted = key(name);
    pairs().find(|(theirs, _)| key(theirs) == wanted).map(|(_, ours)| ours)
}

/// What PGN's tag `Variant` calls the game of this id: the id itself where others have no name for it.
pub fn to_pgn(id: &str) -> &str {
    pairs().find(|(_, ours)| *ours == id).map_or(id, |(theirs, _)| theirs)
}
