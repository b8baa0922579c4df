//! What is told of each move that was played: what it took from the board.

use crate::session::Session;
use wazir_runtime::{Cell, Move, PieceId, Setup, SideId};
use wazir_variant_spec::rules::Rules;

/// A piece that has left the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    /// Whose it was.
    of: SideId,
    /// Who has it to his credit.
    by: SideId,
    /// What it was.
    piece: PieceId,
}

/// A move that was played.
struct Note {
    mv: Move,
    taken: Vec<Taken>,
}

/// The moves that were played.
#[derive(Default)]
pub(super) struct Notes {
    notes: Vec<Note>,
}

impl Notes {
    /// Takes in what has been played, or taken back, since.
    pub(super) fn follow(&mut self, session: &Session) {
        let played = session.played();
        let known = self.notes.iter().zip(played).take_while(|(note, mv)| note.mv == **mv).count();
        self.notes.truncate(known);
        for (ply, &mv) in played.iter().enumerate().skip(known) {
            let (before, after) = (session.position(ply), session.position(ply + 1));
            let taken = taken(&session.opened().rules, &before.setup(), &after.setup(), mv);
            self.notes.push(Note { mv, taken });
        }
    }

    /// What a side has captured in so many plies and has not got in hand: whose, what, and how many of it; in the order of sides and pieces.
    pub(super) fn taken_by(&self, side: SideId, plies: usize) -> Vec<(SideId, PieceId, usize)> {
        let taken = self.notes.iter().take(plies).flat_map(|note| &note.taken).filter(|taken| taken.by == side);
        let mut all: Vec<(SideId, PieceId)> = taken.map(|taken| (taken.of, taken.piece)).collect();
        all.sort_unstable();
        all.chunk_by(|a, b| a == b).map(|same| (same[0].0, same[0].1, same.len())).collect()
    }
}

/// Can something be captured for good, without going to a hand?
pub(super) fn takes_for_good(rules: &Rules) -> bool {
    let mut pieces = rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten());
    pieces.any(|piece| !piece.royal && piece.captured_as.is_none())
}

/// What a move has taken from the board, other than into a hand. What one loses by one's own move (in an explosion, say) is to the other's credit where there are two sides.
fn taken(rules: &Rules, before: &Setup, after: &Setup, mv: Move) -> Vec<Taken> {
    let sides = rules.sides.len();
    let (old, new) = (census(rules, before), census(rules, after));
    let total = |census: &[Vec<usize>]| census.iter().flatten().sum::<usize>();
    // Pieces that turn into others, or change sides, are still there.
    let gone = total(&old).saturating_sub(total(&new));
    let mover = before.turn;
    let mut taken = Vec::new();
    for of in 0..sides as SideId {
        let by = match sides {
            2 => 1 - of,
            _ if of != mover => mover,
            _ => continue,
        };
        let (old, new) = (&old[of as usize], &new[of as usize]);
        let mut appeared: usize = old.iter().zip(new).map(|(old, new)| new.saturating_sub(*old)).sum();
        let mut lost: Vec<PieceId> = Vec::new();
        for (piece, (old, new)) in old.iter().zip(new).enumerate() {
            lost.extend(std::iter::repeat_n(piece as PieceId, old.saturating_sub(*new)));
        }
        // The piece that moved comes first among those that have turned into others.
        lost.sort_by_key(|&piece| piece != mv.piece());
        lost.retain(|_| {
            let is_lost = appeared == 0;
            appeared = appeared.saturating_sub(1);
            is_lost
        });
        let is_for_good = |piece: &PieceId| {
            let own = rules.pieces.get(*piece as usize).and_then(|piece| piece.sides.get(of as usize)?.as_ref());
            own.is_none_or(|own| own.captured_as.is_none())
        };
        taken.extend(lost.into_iter().filter(is_for_good).map(|piece| Taken { of, by, piece }));
    }
    taken.truncate(gone);
    taken
}

/// How many pieces of each type each side has on the board.
fn census(rules: &Rules, setup: &Setup) -> Vec<Vec<usize>> {
    let mut census = vec![vec![0; rules.pieces.len()]; rules.sides.len()];
    for cell in &setup.board {
        if let Cell::Piece { side, piece, .. } = *cell
            && let Some(count) = census.get_mut(side as usize).and_then(|own| own.get_mut(piece as usize))
        {
            *count += 1;
        }
    }
    census
}
