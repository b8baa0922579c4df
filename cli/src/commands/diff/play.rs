//! The comparison of two games' play: random games from both starts, searched for a position whose legal moves differ.

use crate::{
    commands::moves::outcome_text,
    screen::{Failure, Progress, Screen},
};
use serde_json::{Value, json};
use std::{collections::BTreeSet, io::Write};
use wazir_runtime::{Cell, Game, Info, Outcome, Setup, Style, Variant, fen};

/// Random games are cut off here.
const LONGEST: usize = 300;

/// What the search found.
pub(super) enum Found {
    /// A position in which the games differ.
    Difference(Box<Difference>),
    /// None.
    Same { positions: u64 },
    /// Positions of one cannot be set up in the other.
    Incomparable { reason: String },
}

/// A position in which two games differ.
pub(super) struct Difference {
    /// The game whose start position the moves lead from: 0 or 1.
    origin: usize,
    moves: Vec<String>,
    /// How each game writes the position.
    fens: [String; 2],
    /// Legal in the second game only.
    gained: Vec<String>,
    /// Legal in the first game only.
    lost: Vec<String>,
    outcomes: [Option<String>; 2],
}

/// Plays random games from both starts.
pub(super) fn search(a: &dyn Variant, b: &dyn Variant, games: u32, seed: u64) -> Found {
    let both = [a, b];
    let style = if both.iter().any(|game| game.info().chess960) { Style::Chess960 } else { Style::Standard };
    let mut best: Option<Difference> = None;
    let mut positions = 0;
    let mut refused = None;
    let progress = Progress::new("random games", 2 * u64::from(games));
    for origin in [0, 1] {
        for number in 0..u64::from(games) {
            progress.advance();
            let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number << 1 ^ origin as u64);
            // A difference nearer to the start is easier to understand.
            let most = best.as_ref().map_or(LONGEST, |best| best.moves.len());
            match random_game(both, origin, style, most, &mut random, &mut positions) {
                Ok(Some(difference)) => best = Some(difference),
                Ok(None) => {}
                Err(reason) => {
                    refused.get_or_insert(reason);
                }
            }
        }
    }
    match (best, refused) {
        (Some(difference), _) => Found::Difference(Box::new(difference)),
        (None, Some(reason)) => Found::Incomparable { reason },
        (None, None) => Found::Same { positions },
    }
}

/// One random game of fewer than `most` moves, until the games differ. The error says why they cannot be compared.
fn random_game(
    both: [&dyn Variant; 2],
    origin: usize,
    style: Style,
    most: usize,
    random: &mut Random,
    positions: &mut u64,
) -> Result<Option<Difference>, String> {
    let other = both[1 - origin];
    let mut game = both[origin].start();
    let mut moves = Vec::new();
    while moves.len() < most {
        let setup = translated(game.info(), other.info(), &game.setup())?;
        let their_fen = fen::print(other.info(), &setup, style);
        let theirs = other
            .from_fen(&their_fen, style)
            .map_err(|error| format!("{} does not take the position {their_fen}: {error}", other.info().name))?;
        *positions += 1;
        let pair: [&dyn Game; 2] = if origin == 0 { [&*game, &*theirs] } else { [&*theirs, &*game] };
        if let Some(difference) = difference(pair, origin, style, &moves) {
            return Ok(Some(difference));
        }
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.below(legal.len())];
        moves.push(game.move_text(mv, style));
        if game.play(mv).is_err() {
            break;
        }
    }
    Ok(None)
}

fn difference([a, b]: [&dyn Game; 2], origin: usize, style: Style, moves: &[String]) -> Option<Difference> {
    let texts = |game: &dyn Game| -> BTreeSet<String> {
        game.legal_moves().into_iter().map(|mv| game.move_text(mv, style)).collect()
    };
    let outcome = |game: &dyn Game| game.outcome().map(|outcome: Outcome| outcome_text(game.info(), outcome));
    let (old, new) = (texts(a), texts(b));
    let outcomes = [outcome(a), outcome(b)];
    let same_end = a.outcome().map(|o| o.winner) == b.outcome().map(|o| o.winner);
    if old == new && same_end {
        return None;
    }
    Some(Difference {
        origin,
        moves: moves.to_vec(),
        fens: [a.fen(style), b.fen(style)],
        gained: new.difference(&old).cloned().collect(),
        lost: old.difference(&new).cloned().collect(),
        outcomes,
    })
}

/// A position of one game as a position of another: pieces by their letters; what the other's positions cannot hold (hands,
/// check counters, promotion marks) is left out.
fn translated(from: &Info, to: &Info, setup: &Setup) -> Result<Setup, String> {
    if (from.files, from.ranks) != (to.files, to.ranks) || from.sides.len() != to.sides.len() {
        return Err("the boards differ in size, so no position is common to both".to_string());
    }
    let piece = |id: u8| {
        let symbol = &from.pieces[id as usize].symbol;
        to.piece_by_symbol(symbol).ok_or_else(|| format!("{} has no piece {symbol}", to.name))
    };
    let mut result = setup.clone();
    for cell in &mut result.board {
        if let Cell::Piece { side, piece: id, promoted } = *cell {
            *cell = Cell::Piece { side, piece: piece(id)?, promoted: promoted && to.promoted_marks };
        }
    }
    result.hands = vec![vec![0; to.pieces.len()]; to.sides.len()];
    if to.hands {
        for (side, hand) in setup.hands.iter().enumerate() {
            for (id, &count) in hand.iter().enumerate().filter(|(_, count)| **count > 0) {
                result.hands[side][piece(id as u8)? as usize] = count;
            }
        }
    }
    result.checks = if from.checks == to.checks { setup.checks.clone() } else { to.checks.to_vec() };
    if to.castlings.is_empty() {
        result.castling.clear();
    }
    if to.en_passant.is_empty() {
        result.en_passant.clear();
    }
    Ok(result)
}

impl Found {
    pub(super) fn differs(&self) -> bool {
        !matches!(self, Found::Same { .. })
    }

    pub(super) fn json(&self) -> Value {
        match self {
            Found::Same { positions } => json!({"differs": false, "positions": positions}),
            Found::Incomparable { reason } => json!({"differs": true, "reason": reason}),
            Found::Difference(found) => json!({
                "differs": true, "from_start_of": (["a", "b"][found.origin]), "moves": found.moves, "fens": found.fens,
                "gained": found.gained, "lost": found.lost, "outcomes": found.outcomes,
            }),
        }
    }

    pub(super) fn print(&self, screen: &mut Screen, a: &str, b: &str) -> Result<(), Failure> {
        let found = match self {
            Found::Same { positions } => {
                writeln!(screen, "  no difference in {positions} positions of random games")?;
                return Ok(());
            }
            Found::Incomparable { reason } => {
                writeln!(screen, "  not comparable: {reason}")?;
                return Ok(());
            }
            Found::Difference(found) => found,
        };
        let path = match found.moves.as_slice() {
            [] => String::new(),
            moves => format!(" after {}", moves.join(" ")),
        };
        writeln!(screen, "  from the start of {}{path}:", [a, b][found.origin])?;
        writeln!(screen, "  {}", found.fens[0])?;
        if found.fens[0] != found.fens[1] {
            writeln!(screen, "  (in {b}: {})", found.fens[1])?;
        }
        for (label, code, moves) in [("gained", "32", &found.gained), ("lost", "31", &found.lost)] {
            if !moves.is_empty() {
                let label = screen.paint(code, &format!("{} {label}", moves.len()));
                writeln!(screen, "    {label}: {}", moves.join(" "))?;
            }
        }
        if found.outcomes[0] != found.outcomes[1] {
            let told = |outcome: &Option<String>| outcome.clone().unwrap_or_else(|| "goes on".to_string());
            writeln!(screen, "    outcome: {} -> {}", told(&found.outcomes[0]), told(&found.outcomes[1]))?;
        }
        Ok(())
    }
}

/// A small reproducible generator (splitmix64); equal seeds play equal games everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}
