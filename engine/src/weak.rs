//! Playing worse than one could, so that people can win: few plies, few nodes, and misjudgement that gets smaller with the level.

use crate::{Level, root::RootMove};
use wazir_runtime::Random;

/// How a level plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weakness {
    /// Plies it looks ahead.
    pub(crate) depth: Option<u32>,
    /// Positions it looks at.
    pub(crate) nodes: u64,
    /// By how many centipawns it misjudges a move, at most.
    pub(crate) error: i32,
    /// Of a hundred moves, how many are made without looking.
    pub(crate) careless: usize,
}

impl Weakness {
    /// Of a level; none of the best.
    pub(crate) fn of(level: Level) -> Option<Weakness> {
        let (depth, nodes, error, careless) = match level.number() {
            1 => (Some(1), 2_000, 300, 25),
            2 => (Some(1), 4_000, 180, 12),
            3 => (Some(2), 8_000, 140, 6),
            4 => (Some(3), 15_000, 100, 3),
            5 => (Some(4), 30_000, 70, 0),
            6 => (Some(5), 60_000, 45, 0),
            7 => (Some(7), 120_000, 25, 0),
            8 => (None, 60_000, 0, 0),
            9 => (None, 400_000, 0, 0),
            _ => return None,
        };
        Some(Weakness { depth, nodes, error, careless })
    }

    /// Does it need to know what every move is worth?
    pub(crate) fn misjudges(self) -> bool {
        self.error > 0 || self.careless > 0
    }

    /// Brings the move it makes to the front.
    pub(crate) fn choose(self, moves: &mut [RootMove], random: &mut Random) {
        if moves.is_empty() || !self.misjudges() {
            return;
        }
        let chosen = if random.below(100) < self.careless {
            random.below(moves.len())
        } else {
            let width = 2 * self.error as usize + 1;
            let judged = moves.iter().map(|root| root.score.saturating_add(random.below(width) as i32 - self.error));
            let judged: Vec<i32> = judged.collect();
            (0..moves.len()).max_by_key(|&index| (judged[index], std::cmp::Reverse(index))).unwrap_or(0)
        };
        moves[..=chosen].rotate_right(1);
    }
}
