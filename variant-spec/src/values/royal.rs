//! Where pieces stand as seen from a royal: what lists of weights by that are about.

use crate::{Rules, rules::SideId};

/// Ranks and files of squares that are told apart, as seen from a royal. What is farther off counts as if it were as far as that.
pub const FAR: u8 = 2;

/// Numbers of a list by where a piece stands as seen from a royal: rank by rank from behind the royal to before it, in each by how many files they are apart.
pub const STANDINGS: usize = (2 * FAR as usize + 1) * (FAR as usize + 1);

/// Which number of a list by standings is about a piece, where both it and the royal are told by [`super::rank_and_file`] of the side that looks. `round` is how many ranks, and files, there are, where the first one is next
/// to the last, else 0 ([`rounds`]).
pub fn standing((rank, file): (u8, u8), royal: (u8, u8), round: (u8, u8)) -> usize {
    let far = i16::from(FAR);
    let apart = |at: u8, royal: u8, round: u8| {
        let (apart, round) = (i16::from(at) - i16::from(royal), i16::from(round));
        let shorter = match apart {
            _ if 2 * apart > round => apart - round,
            _ if 2 * apart < -round => apart + round,
            _ => apart,
        };
        (if round == 0 { apart } else { shorter }).clamp(-far, far)
    };
    let ranks = apart(rank, royal.0, round.0) + far;
    let files = apart(file, royal.1, round.1).abs();
    (ranks * (far + 1) + files) as usize
}

/// How many ranks and files, as a side sees them, one goes over to come back where edges of the board are joined; 0 where they are not.
pub fn rounds(rules: &Rules, side: SideId) -> (u8, u8) {
    let board = &rules.board;
    let round = |joined: bool, count: u8| if joined { count } else { 0 };
    let (ranks, files) = (round(board.joined.ranks, board.ranks), round(board.joined.files, board.files));
    if rules.sides[side as usize].orientation.is_sideways() { (files, ranks) } else { (ranks, files) }
}
