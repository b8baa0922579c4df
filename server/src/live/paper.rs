//! A live game on paper: PGN, KIF, CSA, FEN, SFEN.

use crate::{Problem, problem::sentence};
use wazir_live::{Room, record::Sitter};
use wazir_notation::{
    csa, kif,
    pgn::{Layout, Line, Play, Record, Scores, Tags},
    sfen,
};
use wazir_runtime::{SideId, Style};
use wazir_session::session::{Ending, side_name};

/// The ways to write a game, with the names they are asked for by.
const FORMATS: [&str; 5] = ["pgn", "kif", "csa", "fen", "sfen"];

/// A game as it stands, in this format.
///
/// # Errors
/// When there is no such format, or the game cannot be written so.
pub(crate) fn write(room: &Room, format: &str) -> Result<String, Problem> {
    let session = room.session();
    let variant = &*session.opened().variant;
    let unfit = |why: &dyn std::fmt::Display| Problem::wrong(sentence(why));
    match format {
        "pgn" => record(room).write(variant, &Layout::default()).map_err(|error| unfit(&error)),
        "kif" => kif::write(&record(room), variant, kif::Form::Kif).map_err(|error| unfit(&error)),
        "csa" => csa::write(&record(room), variant).map_err(|error| unfit(&error)),
        "fen" => Ok(session.game().fen(Style::Game)),
        "sfen" => sfen::write(session.game()).ok_or_else(|| unfit(&"SFEN has no letters for this game")),
        _ => {
            Err(Problem::wrong("There is no such format.").hint(format!("`format` is one of {}.", FORMATS.join(", "))))
        }
    }
}

/// The game with what is known about it.
fn record(room: &Room) -> Record {
    let session = room.session();
    let info = session.info();
    let mut tags = Tags::new();
    tags.set("Event", "Live game");
    tags.set("Date", date(room.began().0));
    for (side, seat) in (0..).zip(room.summary().seats) {
        let name = match seat.sitter {
            Sitter::Engine(level) => format!("wazir, level {level}"),
            Sitter::Person | Sitter::Open if seat.name.is_empty() => "?".to_string(),
            Sitter::Person | Sitter::Open => seat.name,
        };
        tags.set(&tag(side_name(info, side), side, info.sides.len()), name);
    }
    if let Some(control) = room.created().control {
        tags.set("TimeControl", control.pgn());
    }
    let scores = session.ending().and_then(|ending| {
        tags.set("Termination", ending.text(info));
        match ending {
            Ending::Rules(outcome) => Some(Scores::of(info, outcome)),
            Ending::Resigned(side) | Ending::Timeout(side) | Ending::Left(side) => Some(Scores::lost_by(info, side)),
            Ending::Agreed => Some(Scores::drawn(info)),
            Ending::Stuck(_) => None,
        }
    });
    let line = Line { comments: Vec::new(), plays: session.played().iter().map(|&mv| Play::new(mv)).collect() };
    Record { tags, start: session.line().start, line, scores }
}

/// The tag with a player's name: of two sides those of PGN, else as the side is called.
fn tag(name: &str, side: SideId, sides: usize) -> String {
    match (sides, side) {
        (2, 0) => "White".to_string(),
        (2, _) => "Black".to_string(),
        _ => name.chars().filter(char::is_ascii_alphanumeric).collect(),
    }
}

/// A day as PGN writes it, from milliseconds since 1970, UTC.
fn date(ms: u64) -> String {
    // Howard Hinnant's algorithm (public domain): years begin in March, so that leap days come last.
    let days = (ms / 86_400_000).cast_signed() + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_have_their_dates() {
        let day = 86_400_000;
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(day - 1), "1970.01.01");
        assert_eq!(date(951_782_400_000), "2000.02.29");
        assert_eq!(date(951_782_400_000 + day), "2000.03.01");
        assert_eq!(date(1_795_478_400_000), "2026.11.24");
        assert_eq!(date(4_107_542_400_000), "2100.03.01", "2100 is no leap year");
    }
}
