//! What scores say of a window, and how they are kept in the table.

use super::{FORCED, WIN};
use crate::table::{Kind, Known};

impl Kind {
    /// What a search with this window has found out by its score.
    pub(super) fn of(score: i32, alpha: i32, beta: i32) -> Kind {
        match score {
            _ if score >= beta => Kind::Lower,
            _ if score > alpha => Kind::Exact,
            _ => Kind::Upper,
        }
    }
}

impl Known {
    /// The score of an earlier search, where it says all that a search with this window can.
    pub(super) fn settles(&self, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let score = from_table(self.score, ply);
        let settles = match self.kind {
            Kind::None => false,
            Kind::Exact => true,
            Kind::Lower => score >= beta,
            Kind::Upper => score <= alpha,
        };
        settles.then_some(score)
    }

    /// A static evaluation, or the score of an earlier search where that is known to be nearer to the truth.
    pub(super) fn better(&self, still: i32, ply: usize) -> i32 {
        let score = from_table(self.score, ply);
        let nearer = match self.kind {
            Kind::None => false,
            Kind::Exact => true,
            Kind::Lower => score > still,
            Kind::Upper => score < still,
        };
        if nearer && score.abs() < FORCED { score } else { still }
    }
}

/// A score as it is stored: forced ends are counted from the position, not from the root.
pub(super) fn to_table(score: i32, ply: usize) -> i16 {
    let score = match score {
        _ if score >= FORCED => score + ply as i32,
        _ if score <= -FORCED => score - ply as i32,
        _ => score,
    };
    score.clamp(-WIN - 1, WIN) as i16
}

/// The way back.
fn from_table(score: i16, ply: usize) -> i32 {
    match score as i32 {
        score if score >= FORCED => score - ply as i32,
        score if score <= -FORCED => score + ply as i32,
        score => score,
    }
}
