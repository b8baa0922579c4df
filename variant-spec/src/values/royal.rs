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
    /// Rank and file of each square, by side.
    places: Vec<Vec<(u8, u8)>>,
    /// How many ranks, and files, one goes over to come back where edges of the board are joined, by side; 0 where they are not.
    rounds: Vec<(u8, u8)>,
}

impl Standings {
    /// Those of a game.
    pub fn new(rules: &Rules) -> Standings {
        let board = &rules.board;
        let round = |joined: bool, count: u8| if joined { count } else { 0 };
        let (ranks, files) = (round(board.joined.ranks, board.ranks), round(board.joined.files, board.files));
        let sides = 0..rules.sides.len() as SideId;
        let places = |side| (0..board.squares()).map(|square| rank_and_file(rules, side, square)).collect();
        let rounds = |side: SideId| match rules.sides[side as usize].orientation.is_sideways() {
            true => (files, ranks),
            false => (ranks, files),
        };
        Standings { places: sides.clone().map(places).collect(), rounds: sides.map(rounds).collect() }
    }

    /// Which number of a list, below [`STANDINGS`], is about a piece on a square and a royal on another one, as a side sees them. Over joined edges the shorter way counts.
    pub fn of(&self, side: SideId, square: Square, royal: Square) -> usize {
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
        let (places, round) = (&self.places[side as usize], self.rounds[side as usize]);
        let ((rank, file), royal) = (places[square as usize], places[royal as usize]);
        let ranks = apart(rank, royal.0, round.0) + far;
        let files = apart(file, royal.1, round.1).abs();
        (ranks * (far + 1) + files) as usize
    }
}
