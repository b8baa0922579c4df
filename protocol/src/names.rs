//! What protocols call games, where that is not the name of the rule file; and the game each protocol was made for.

/// A protocol, as far as names go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// UCI and UGI.
    Uci,
    /// USI.
    Usi,
    /// UCCI and UCI-cyclone.
    Ucci,
    /// CECP (XBoard).
    Cecp,
}

/// A name: who uses it, what they say, and the name of the rule file.
struct Name {
    family: Family,
    theirs: &'static str,
    ours: &'static str,
    /// We say it as well, and do not only understand it.
    said: bool,
}

const fn said(family: Family, theirs: &'static str, ours: &'static str) -> Name {
    Name { family, theirs, ours, said: true }
}

const fn heard(family: Family, theirs: &'static str, ours: &'static str) -> Name {
    Name { family, theirs, ours, said: false }
}

/// Names that differ.
const NAMES: &[Name] = &[
    said(Family::Cecp, "normal", "chess"),
    said(Family::Cecp, "sho", "shoshogi"),
    said(Family::Cecp, "mini", "minishogi"),
    heard(Family::Cecp, "5x5+5_shogi", "minishogi"),
    heard(Family::Cecp, "9x9+0_shogi", "shoshogi"),
    heard(Family::Uci, "chess960", "fischerandom"),
    heard(Family::Uci, "standard", "chess"),
    heard(Family::Uci, "threeCheck", "3check"),
    heard(Family::Uci, "kingOfTheHill", "kingofthehill"),
    heard(Family::Uci, "racingKings", "racingkings"),
];

/// Games that XBoard plays by itself, by its own names: it needs to be told nothing of their pieces.
const XBOARD_KNOWS: &[&str] = &[
    "normal",
    "nocastle",
    "fischerandom",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "kriegspiel",
    "atomic",
    "3check",
    "xiangqi",
    "shogi",
    "capablanca",
    "gothic",
    "caparandom",
    "janus",
    "knightmate",
    "shatranj",
    "courier",
    "makruk",
    "asean",
    "berolina",
    "seirawan",
    "grand",
    "chu",
    "sho",
    "cylinder",
];

/// Does XBoard know the pieces of the game it calls so?
pub fn is_known_to_xboard(theirs: &str) -> bool {
    XBOARD_KNOWS.contains(&theirs)
}

/// What the protocol calls the game of this rule file.
pub fn theirs(family: Family, ours: &str) -> &str {
    NAMES.iter().find(|name| name.said && name.family == family && name.ours == ours).map_or(ours, |name| name.theirs)
}

/// The rule file of the game that the protocol calls so.
pub fn ours(family: Family, theirs: &str) -> &str {
    NAMES.iter().find(|name| name.family == family && name.theirs == theirs).map_or(theirs, |name| name.ours)
}

/// The game that a protocol was made for, with which it begins.
pub fn first_game(family: Family) -> &'static str {
    match family {
        Family::Uci | Family::Cecp => "chess",
        Family::Usi => "shogi",
        Family::Ucci => "xiangqi",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_there_and_back() {
        assert_eq!(theirs(Family::Cecp, "chess"), "normal");
        assert_eq!(ours(Family::Cecp, "normal"), "chess");
        assert_eq!(theirs(Family::Cecp, "minishogi"), "mini");
        assert_eq!(ours(Family::Cecp, "5x5+5_shogi"), "minishogi");
        assert_eq!(theirs(Family::Usi, "shogi"), "shogi");
        assert_eq!(theirs(Family::Uci, "fischerandom"), "fischerandom");
        for name in NAMES {
            assert_eq!(ours(name.family, theirs(name.family, name.ours)), name.ours);
        }
    }
}
