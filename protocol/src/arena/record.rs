//! Games of a match in PGN.

use super::{game::Ending, tournament::Finished};
use wazir_engine::Opened;
use wazir_notation::pgn::{Layout, Line, Play, Record, Scores, Tags};

/// The text of a game, with an empty line behind it. `event` is what it was played for, `date` its date (`2026.11.22`), `control` how much a move had.
///
/// # Errors
/// When a move cannot be written: a mistake of the game's backend.
pub fn pgn(finished: &Finished, opened: &Opened, event: &str, date: &str, control: &str) -> Result<String, String> {
    let game = &finished.game;
    let info = game.play.info();
    let mut tags = Tags::new();
    let set = [
        ("Event", event),
        ("Site", "?"),
        ("Date", date),
        ("TimeControl", control),
        ("Termination", game.ending.termination()),
    ];
    set.into_iter().for_each(|(name, value)| tags.set(name, value));
    for (side, name) in finished.names.iter().enumerate() {
        let tag = match side {
            _ if info.has_many_sides() => &*info.sides[side].name,
            0 => "White",
            _ => "Black",
        };
        tags.set(tag, &**name);
    }
    tags.set("Round", (finished.number + 1).to_string());
    tags.set("PlyCount", game.play.moves().len().to_string());
    let comments = game.comments.iter().map(|comment| &**comment);
    let comments = std::iter::repeat_n("opening", game.opening).chain(comments).chain(std::iter::repeat(""));
    let mut plays: Vec<Play<_>> = game.play.moves().iter().map(|&mv| Play::new(mv)).collect();
    for (play, comment) in plays.iter_mut().zip(comments).filter(|(_, comment)| !comment.is_empty()) {
        play.comments.push(comment.to_string());
    }
    let mut line = Line { comments: Vec::new(), plays };
    // How it ended stands behind the last move.
    let last = line.plays.last_mut().map_or(&mut line.comments, |play| &mut play.comments);
    last.push(game.ending.to_string().replace(['{', '}'], ""));
    let scores = match &game.ending {
        Ending::Rules(outcome) => Scores::of(info, *outcome),
        Ending::Stuck | Ending::TooLong => Scores::drawn(info),
        Ending::Resigned(side) | Ending::Time(side) | Ending::Fault(side, _) => Scores::lost_by(info, *side),
    };
    let record = Record { tags, start: game.play.first().setup(), line, scores: Some(scores) };
    record.write(&*opened.variant, &Layout::default()).map_err(|error| format!("cannot write the game as PGN: {error}"))
}
