//! shakmaty: chess and the lichess variants.

use super::{Counter, Mode, Peer, Perft};
use crate::{measure::timed, positions::Position};
use shakmaty::{
    CastlingMode, Chess, FromSetup, PositionError,
    fen::Fen,
    variant::{Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck},
};
use std::hint::black_box;

/// The peer.
pub(crate) struct Shakmaty;

impl Peer for Shakmaty {
    fn name(&self) -> &str {
        "shakmaty"
    }
    fn plays(&self, position: &Position) -> bool {
        opener(&position.variant).is_some()
    }
    fn open<'a>(&'a mut self, position: &Position) -> Result<Box<dyn Counter + 'a>, String> {
        let open = opener(&position.variant).ok_or("it does not play this game")?;
        let fen = Fen::from_ascii(position.fen.as_bytes()).map_err(|e| e.to_string())?;
        open(fen, CastlingMode::from_chess960(position.chess960))
    }
}

type Open = fn(Fen, CastlingMode) -> Result<Box<dyn Counter>, String>;

/// One monomorphised perft for each game.
fn opener(variant: &str) -> Option<Open> {
    Some(match variant {
        "chess" | "fischerandom" => open::<Chess>,
        "crazyhouse" => open::<Crazyhouse>,
        "atomic" => open::<Atomic>,
        "antichess" => open::<Antichess>,
        "3check" => open::<ThreeCheck>,
        "kingofthehill" => open::<KingOfTheHill>,
        "horde" => open::<Horde>,
        "racingkings" => open::<RacingKings>,
        _ => return None,
    })
}

fn open<P: FromSetup + shakmaty::Position + Clone + 'static>(
    fen: Fen,
    mode: CastlingMode,
) -> Result<Box<dyn Counter>, String> {
    // Perft asks for moves, not for plausibility: positions that could not arise in a game are welcome.
    let position: P = fen
        .into_position(mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .map_err(|e| e.to_string())?;
    Ok(Box::new(Perft(move |depth, mode| {
        Ok(timed(|| match mode {
            Mode::Bulk => shakmaty::perft(&position, depth),
            Mode::Leaf => play(&position, depth),
        }))
    })))
}

fn play<P: shakmaty::Position + Clone>(position: &P, depth: u32) -> u64 {
    let mut nodes = 0;
    for &mv in &position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(mv);
        nodes += if depth == 1 {
            black_box(&child);
            1
        } else {
            play(&child, depth - 1)
        };
    }
    nodes
}
