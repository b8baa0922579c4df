//! `wazir moves`: the legal moves of a position.

use crate::{
    position::{BackendChoice, PositionArgs, backend_name},
    screen::{Failure, Screen, Status},
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, io::Write};
use wazir::games;
use wazir_notation::Notation;
use wazir_runtime::{Game, Info, Move, MoveKind, Outcome, Style};

/// List the legal moves of a position, one UCI text a line
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir moves chess
  wazir moves shogi --moves \"P-7f 3c3d\"
  wazir moves xiangqi --notation san,wxf
  wazir moves my.ron --fen \"k7/8/8/8/8/8/8/K7 w - - 0 1\" --json")]
pub(crate) struct Args {
    /// Name of a game, path of a RON file, or `-`
    game: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Who plays; by default compiled code where this build has it
    #[arg(long, value_enum)]
    backend: Option<BackendChoice>,
    /// How moves are written besides UCI: san, lan, hodges, hodges-numbers, hosking, usi, wxf, iccs, janggi or thai, several with commas
    #[arg(long, value_name = "NOTATIONS", value_delimiter = ',')]
    notation: Vec<Notation>,
    /// Print JSON: an object with variant, fen, turn, checkers, outcome, backend, count and moves (with a field for each notation)
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        let entry = games::find(&self.game)?;
        let variant = entry.open(self.backend.map(Into::into))?;
        let game = self.position.open(&entry, &*variant)?;
        let style = self.position.style();
        let mut moves: Vec<(String, Move)> =
            game.legal_moves().into_iter().map(|mv| (game.move_text(mv, style), mv)).collect();
        moves.sort();
        let texts = self.texts(&*game)?;
        if self.json {
            screen.json(&report(&*game, &moves, &texts, style))?;
            return Ok(Status::Fine);
        }
        for (text, mv) in &moves {
            let others = texts.iter().filter_map(|(_, texts)| texts.get(mv)).map(|other| format!("  {other:<8}"));
            writeln!(screen, "{}", (format!("{text:<8}") + &others.collect::<String>()).trim_end())?;
        }
        if let Some(outcome) = game.outcome() {
            screen.note(&format!("the game is over: {}", outcome_text(game.info(), outcome)));
        }
        Ok(Status::Fine)
    }
}

impl Args {
    /// The moves' texts in the notations that are asked for.
    fn texts(&self, game: &dyn Game) -> Result<Vec<Texts>, Failure> {
        let of = |&notation: &Notation| {
            notation.fits(game.info()).map_err(Failure::Input)?;
            Ok((notation, notation.all(game).into_iter().collect()))
        };
        self.notation.iter().map(of).collect()
    }
}

/// A notation, and each move's text in it.
type Texts = (Notation, BTreeMap<Move, String>);

/// Who won, and why: `White wins (checkmate)`.
pub(crate) fn outcome_text(info: &Info, outcome: Outcome) -> String {
    let winners: Vec<String> =
        outcome.winners(info).iter().map(|&side| info.sides[side as usize].name.to_string()).collect();
    match &winners[..] {
        [] => format!("a draw ({})", outcome.reason),
        [winner] => format!("{winner} wins ({})", outcome.reason),
        _ => format!("{} win ({})", wazir_describe::description::all_of(&winners), outcome.reason),
    }
}

/// The outcome as JSON: null while the game goes on.
pub(crate) fn outcome_json(info: &Info, outcome: Option<Outcome>) -> Value {
    let Some(outcome) = outcome else { return Value::Null };
    json!({
        "winner": outcome.winner.map(|side| &info.sides[side as usize].name),
        "reason": outcome.reason.text(),
    })
}

fn report(game: &dyn Game, moves: &[(String, Move)], texts: &[Texts], style: Style) -> Value {
    let info = game.info();
    let name = |square| info.square_name(square);
    let describe = |(text, mv): &(String, Move)| {
        let mut value = json!({
            "uci": text,
            "kind": kind_name(mv.kind()),
            "piece": info.pieces[mv.piece() as usize].name,
            "symbol": info.pieces[mv.piece() as usize].symbol,
            "to": name(mv.to()),
        });
        for (notation, texts) in texts {
            value[notation.name()] = json!(texts.get(mv));
        }
        if let Some(paid) = mv.price().and_then(|paid| info.pieces.get(paid as usize)) {
            value["price"] = json!(paid.symbol);
        }
        if mv.kind() != MoveKind::Drop {
            value["from"] = json!(name(mv.from()));
        }
        let victim = match mv.kind() {
            MoveKind::EnPassant => Some(mv.aux()),
            MoveKind::Step | MoveKind::Promotion => Some(mv.to()),
            _ => None,
        };
        if let Some((_, piece)) = victim.and_then(|square| game.piece_at(square)) {
            value["captures"] = json!(info.pieces[piece as usize].name);
        }
        let arrival = Some(mv.to()).filter(|&to| mv.captures_on_arrival() && game.piece_at(to).is_some());
        match mv.kind() {
            MoveKind::Journey | MoveKind::JourneyPromotion => {
                value["victims"] = json!(mv.victims().chain(arrival).map(name).collect::<Vec<_>>());
                if mv.kind() == MoveKind::JourneyPromotion {
                    value["promotion"] = json!(info.pieces[mv.promotion() as usize].name);
                }
            }
            MoveKind::Promotion => value["promotion"] = json!(info.pieces[mv.promotion() as usize].name),
            MoveKind::Push => {
                if let Some(shove) = mv.shove() {
                    value["pushes"] = json!({
                        "to": name(shove.next),
                        "last": name(shove.last),
                        "lost": shove.lost,
                        "stays": shove.stays,
                    });
                }
            }
            MoveKind::Carry => {
                if let Some((picked, put)) = mv.load() {
                    value["carries"] = json!({"from": name(picked), "to": name(put)});
                    value["victims"] = json!(arrival.map(name).into_iter().collect::<Vec<_>>());
                }
            }
            MoveKind::Castling => value["partner"] = json!(name(mv.aux())),
            _ => {}
        }
        value
    };
    json!({
        "variant": info.id,
        "fen": game.fen(style),
        "turn": info.sides[game.turn() as usize].name,
        "checkers": game.checkers().into_iter().map(name).collect::<Vec<_>>(),
        "outcome": outcome_json(info, game.outcome()),
        "backend": backend_name(game.backend()),
        "count": moves.len(),
        "moves": moves.iter().map(describe).collect::<Vec<_>>(),
    })
}

fn kind_name(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Step | MoveKind::Passing => "step",
        MoveKind::EnPassant => "en passant",
        MoveKind::Promotion => "promotion",
        MoveKind::Drop => "drop",
        MoveKind::Castling => "castling",
        MoveKind::Pass => "pass",
        MoveKind::Swap => "swap",
        MoveKind::Push => "push",
        MoveKind::Carry => "carry",
        MoveKind::Journey | MoveKind::JourneyPromotion => "journey",
    }
}
