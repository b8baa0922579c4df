//! Games on paper: PGN, FEN, KIF, CSA and SFEN.

use super::Asked;
use crate::{App, Playable, Problem, Whose, limits::MOST_MOVES, problem::sentence};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use wazir_notation::{
    csa, kif, names,
    pgn::{Reader, Record, Scores},
    sfen,
};
use wazir_runtime::{Style, Variant};

/// What somebody has pasted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Paper {
    text: String,
    /// The game, where the text does not say.
    game: Option<String>,
}

/// The game it is.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Found {
    game: String,
    fen: String,
    moves: Vec<String>,
    format: &'static str,
    result: Option<String>,
}

/// Reads a game on paper.
pub(super) async fn read(State(app): State<App>, Asked(paper): Asked<Paper>) -> Result<Json<Found>, Problem> {
    let of = app.clone();
    app.work().run(Whose::Ours, move || found(&of, &paper)).await?.map(Json)
}

/// What a text looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Pgn,
    Kif,
    Csa,
    Sfen,
    Fen,
}

fn format(text: &str) -> Format {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    let is_csa = |line: &str| {
        line.starts_with("V2") || line.starts_with("V3") || line.starts_with("PI") || line.starts_with("P1")
    };
    let japanese = |line: &str| {
        let begins = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        line.contains("手数")
            || line.contains("手合割")
            || line.contains("先手：")
            || begins.trim_start().starts_with(['▲', '△', '☗', '☖'])
    };
    if first.starts_with("sfen ") || first.starts_with("position sfen ") || first.starts_with("position startpos") {
        return Format::Sfen;
    }
    if text.lines().any(is_csa) {
        return Format::Csa;
    }
    if text.lines().any(japanese) {
        return Format::Kif;
    }
    let word = first.split_whitespace().next().unwrap_or("");
    let is_board = word.contains('/') && !word.starts_with('[') && text.trim().lines().count() == 1;
    match is_board {
        true if is_bare_sfen(first) => Format::Sfen,
        true => Format::Fen,
        false => Format::Pgn,
    }
}

/// Is this SFEN without its name, as programs of shogi copy it? `b` is the first side there, and the second one in FEN: read as FEN, it would be a position of the other side.
/// SFEN has four fields, of which the last is the number of the move, where FEN has the square of en passant.
fn is_bare_sfen(line: &str) -> bool {
    let line = line.split_once(" moves").map_or(line, |(place, _)| place);
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        [_, "b" | "w", hands, number] => {
            let is_hand = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+');
            hands.chars().all(is_hand) && number.bytes().all(|byte| byte.is_ascii_digit())
        }
        _ => false,
    }
}

/// The game with which PGN begins where it does not say which, and that of Japanese files.
fn usual(app: &App, japanese: bool) -> Result<Arc<Playable>, Problem> {
    let name = if japanese { names::OF_JAPANESE_FILES } else { names::OF_PGN };
    app.games()
        .game(name)
        .map_err(|_| Problem::wrong("The text does not say which game it is.").hint("Choose the game."))
}

fn found(app: &App, paper: &Paper) -> Result<Found, Problem> {
    let text = paper.text.trim();
    if text.is_empty() {
        return Err(
            Problem::wrong("There is nothing to read.").hint("Paste a game (PGN, KIF, CSA) or a position (FEN, SFEN).")
        );
    }
    let chosen = paper.game.as_deref().map(|name| app.games().game(name)).transpose()?;
    let format = format(text);
    let game = |japanese| chosen.clone().map_or_else(|| usual(app, japanese), Ok);
    let wrong = |what: &dyn std::fmt::Display| Problem::wrong(sentence(what));
    match format {
        Format::Fen => {
            let game = game(false)?;
            let position = game.opened.variant.from_fen(text, Style::Game).map_err(|error| wrong(&error))?;
            Ok(Found {
                game: game.id.clone(),
                fen: position.fen(Style::Game),
                moves: Vec::new(),
                format: "fen",
                result: None,
            })
        }
        Format::Sfen => {
            let game = game(true)?;
            read_sfen(&game, text)
        }
        Format::Kif => {
            let game = game(true)?;
            let record = kif::read(text, &*game.opened.variant).map_err(|fault| wrong(&fault))?;
            told(&game, &record, "kif")
        }
        Format::Csa => {
            let game = game(true)?;
            let Some((line, text)) = csa::games(text).next() else { return Err(wrong(&"There is no game.")) };
            let record = csa::read(text, &*game.opened.variant, 1, line).map_err(|fault| wrong(&fault))?;
            told(&game, &record, "csa")
        }
        Format::Pgn => {
            let read = Reader::new(text.as_bytes()).next().ok_or_else(|| wrong(&"There is no game."))?;
            let read = read.map_err(|error| wrong(&error))?.map_err(|fault| wrong(&fault))?;
            let game = match (&chosen, read.tags.get("Variant")) {
                (Some(game), _) => game.clone(),
                (None, Some(name)) => {
                    let id = names::from_pgn(name).map_or_else(|| name.to_lowercase(), str::to_string);
                    app.games().game(&id)?
                }
                (None, None) => usual(app, false)?,
            };
            let record = read.play(&*game.opened.variant).map_err(|fault| wrong(&fault))?;
            told(&game, &record, "pgn")
        }
    }
}

/// `sfen BOARD SIDE HANDS NUMBER moves ...`, also as engines are told it.
fn read_sfen(game: &Playable, text: &str) -> Result<Found, Problem> {
    let text = text.trim_start_matches("position ").trim();
    let (place, moves) = match text.split_once(" moves ") {
        Some((place, moves)) => (place.trim(), moves),
        None => (text.trim_end_matches(" moves"), ""),
    };
    let variant = &*game.opened.variant;
    let mut position = match place {
        "startpos" => variant.start(),
        _ => {
            let place = place.strip_prefix("sfen ").unwrap_or(place);
            let setup = sfen::read(variant.info(), place).map_err(|error| Problem::wrong(sentence(&error)))?;
            variant.start().at(&setup).map_err(|error| Problem::wrong(sentence(&error)))?
        }
    };
    let fen = position.fen(Style::Game);
    let mut told = Vec::new();
    for (number, text) in (1..).zip(moves.split_whitespace().take(MOST_MOVES)) {
        let read = wazir_notation::Notation::Usi.read(&*position, text);
        let mv = read.map_err(|error| Problem::wrong(sentence(&format!("Move {number}: {error}"))))?;
        told.push(position.move_text(mv, Style::Game));
        position.play(mv).map_err(|error| Problem::wrong(sentence(&format!("Move {number}: {error}"))))?;
    }
    Ok(Found { game: game.id.clone(), fen, moves: told, format: "sfen", result: None })
}

fn told(game: &Playable, record: &Record, format: &'static str) -> Result<Found, Problem> {
    let variant: &dyn Variant = &*game.opened.variant;
    let mut position = variant.start().at(&record.start).map_err(|error| Problem::wrong(sentence(&error)))?;
    let fen = position.fen(Style::Game);
    let mut moves = Vec::new();
    for play in record.line.plays.iter().take(MOST_MOVES) {
        moves.push(position.move_text(play.mv, Style::Game));
        position.play(play.mv).map_err(|error| Problem::wrong(sentence(&error)))?;
    }
    let result = record.scores.as_ref().map(Scores::to_string);
    Ok(Found { game: game.id.clone(), fen, moves, format, result })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_apart() {
        let fen = "8/8/8/8/8/8/8/8 w - - 0 1";
        assert_eq!(format(fen), Format::Fen);
        assert_eq!(format("[Event \"x\"]\n\n1. e4 *"), Format::Pgn);
        assert_eq!(format("1. e4 e5 2. Nf3"), Format::Pgn);
        assert_eq!(format("position startpos moves 7g7f"), Format::Sfen);
        assert_eq!(format("sfen 9/9 b - 1"), Format::Sfen);
        assert_eq!(format("9/9 b 2Pp 12"), Format::Sfen);
        assert_eq!(format("9/9 b - 1 moves 7g7f"), Format::Sfen);
        assert_eq!(format("8/8/8/8/8/8/8/8 b KQkq -"), Format::Fen);
        assert_eq!(format("8/8/8/8/8/8/8/8 b - e3"), Format::Fen);
        assert_eq!(format("手合割：平手\n手数----指手"), Format::Kif);
        assert_eq!(format("V2.2\nN+A\nPI\n+\n+7776FU"), Format::Csa);
    }
}
