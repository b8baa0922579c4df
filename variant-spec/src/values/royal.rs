//! [`Standings`]: where pieces stand as seen from a royal, which is what lists of weights are about.

use super::places::rank_and_file;
use crate::{
    Rules,
    rules::{SideId, Square},
};

/// Ranks and files that are told apart, as seen from a royal. What is farther off counts as if it were as far as that.
pub const FAR: u8 = 2;

/// Numbers of a list by where a piece stands as seen from a royal: rank by rank from behind the royal to before it, in each by how many files they are apart.
pub const STANDINGS: usize = (2 * FAR as usize + 1) * (FAR as usize + 1);

/// How pieces stand to royals, as each side of a game sees it.
#[derive(Clone, Debug)]
pub struct Standings {
    /// By side, the royal's square, and the piece's.
    seen: Vec<u8>,
    squares: usize,
}

impl Standings {
    /// Those of a game.
    pub fn new(rules: &Rules) -> Standings {
        let board = &rules.board;
        let round = |joined: bool, count: u8| if joined { count } else { 0 };
        let (ranks, files) = (round(board.joined.ranks, board.ranks), round(board.joined.files, board.files));
        let mut seen = Vec::new();
        for side in 0..rules.sides.len() as SideId {
            let places: Vec<(u8, u8)> = (0..board.squares()).map(|square| rank_and_file(rules, side, square)).collect();
            let rounds = match rules.sides[side as usize].orientation.is_sideways() {
                true => (files, ranks),
                false => (ranks, files),
            };
            for &royal in &places {
                seen.extend(places.iter().map(|&place| standing(place, royal, rounds)));
            }
        }
        Standings { seen, squares: board.squares() as usize }
    }

    /// Which number of a list, below [`STANDINGS`], is about a piece on a square and a royal on another one, as a side sees them. Over joined edges the shorter way counts.
    #[inline]
    pub fn of(&self, side: SideId, square: Square, royal: Square) -> usize {
        usize::from(self.seen[(side as usize * self.squares + royal as usize) * self.squares + square as usize])
    }
}

/// The number of a rank and file and a royal's, where one comes back after so many ranks and files; 0 where one does not.
fn standing((rank, file): (u8, u8), royal: (u8, u8), rounds: (u8, u8)) -> u8 {
    let far = i16::from(FAR);
    let apart = |at: u8, royal: u8, round: u8| {
        let (apart, round) = (i16::from(at) - i16::from(royal), i16::from(round));
        let shorter = match apart {
            _ if round == 0 => apart,
            _ if 2 * apart > round => apart - round,
            _ if 2 * apart < -round => apart + round,
            _ => apart,
        };
        shorter.clamp(-far, far)
    };
    let ranks = apart(rank, royal.0, rounds.0) + far;
    let files = apart(file, royal.1, rounds.1).abs();
    (ranks * (far + 1) + files) as u8
}
