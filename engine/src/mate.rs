//! The mate search: whether the side to move wins by force, which it proves or refutes, and by which line.
//!
//! Depth-first proof-number search (df-pn; A. Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, 2002, after L. V. Allis, M. van der Meulen
//! and J. van den Herik, *Proof-number search*, 1994) with a transposition table, and the cures of its ailments:
//!
//! | ailment | cure | where |
//! |---|---|---|
//! | what one path refutes by a repetition is no refutation on another (graph history interaction) | such refutations hold for the path they were found on (A. Kishimoto and M. Müller, *A general solution to the graph history interaction problem*, 2004) | `tree` |
//! | positions reached on several ways are counted several times, so that disproof numbers explode | of those of checks the greatest, and one for each other check (weak proof numbers: T. Ueda, T. Hashimoto, J. Hashimoto and H. Iida, *Weak proof-number search*, 2008) | `tree` |
//! | loops in which no node is ever expanded | thresholds grow where an old node is looked at again (A. Kishimoto, *Dealing with infinite loops, underestimation, and overestimation of depth-first proof-number search*, 2010) | `tree` |
//! | positions that differ in hands only are searched each for itself | what is settled of one holds for those with more, or less, in hand | `hands` |
//! | to put each type of piece in between is a move of its own | drops on one square count as one | `tree` |
//! | going to and fro between two children | thresholds an eighth above the second-best child (J. Pawlewicz and Ł. Lew, *Improving depth-first PN-search: 1 + ε trick*, 2006) | `tree` |
//!
//! It knows positions as the search does, by [`Board`], and asks only whose turn it is, whether that is check, and who has won: so it solves drops, several royals,
//! compulsory captures and turns of several moves alike. A repetition is no win for anybody; a rule by which one would be is left out.
//!
//! | module | concept |
//! |---|---|
//! | `hands` | what more or less in hand changes |
//! | `table` | what is known of positions |
//! | `tree` | the search |
//! | `line` | the line by which a proven win is won |

mod hands;
mod line;
mod table;
mod tree;

use crate::{board::Board, limits::Mate, played::Played, shared::Shared};
use tree::{Task, Tree};
use wazir_runtime::Move;

/// What has come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The win, and the line by which it is won.
    Won(Vec<Move>),
    /// There is no such win.
    Refuted,
    /// Time, nodes or memory were not enough.
    Open,
}

/// Nodes that are spent on wins by checks alone before all moves are looked at: most mates are won so, and they are found at once.
const BY_CHECKS: u64 = 20_000;
/// How many more nodes than the win has taken, and so many times as many, are spent on making it shorter.
const SHORTER: (u64, u64) = (20_000, 2);

/// Looks for the win that is asked for, from the last position of `board`, up to which was `played`, with these moves to choose from.
/// `tell` is called with each line that is found: later ones are shorter.
pub(crate) fn solve(
    shared: &Shared<'_>,
    board: &dyn Board,
    played: &Played,
    moves: &[Move],
    goal: Mate,
    mebibytes: usize,
    tell: &mut dyn FnMut(&[Move], usize),
) -> Outcome {
    let mut tree = Tree::new(shared, board.copy(), played, moves, mebibytes);
    match goal {
        Mate::ByChecks => {
            let first = Task { by_checks: shared.nature.has_royals, plies: None, most: None };
            let outcome = tree.look_for(first);
            let Outcome::Won(mut line) = outcome else { return outcome };
            tell(&line, tree.reached);
            let most = SHORTER.0 + SHORTER.1 * tree.nodes;
            let began = tree.nodes;
            while line.len() > 2 && tree.nodes - began < most {
                let most = Some(most - (tree.nodes - began));
                let task = Task { plies: Some(line.len() as u16 - 1), most, ..first };
                let Outcome::Won(shorter) = tree.look_for(task) else { break };
                if shorter.len() >= line.len() {
                    break;
                }
                line = shorter;
                tell(&line, tree.reached);
            }
            Outcome::Won(line)
        }
        Mate::Within(moves) => {
            let moves = moves.min(u32::from(tree::DEEPEST) / 2);
            // In a turn of several moves the last ones need not be followed by an answer.
            let plies = |moves: u32| (2 * moves) as u16 - u16::from(!shared.nature.several_moves);
            let mut won = None;
            let mut most = moves;
            if shared.nature.has_royals && moves > 1 {
                let task = Task { by_checks: true, plies: Some(plies(moves)), most: Some(BY_CHECKS) };
                if let Outcome::Won(line) = tree.look_for(task) {
                    tell(&line, tree.reached);
                    most = (line.len() as u32).div_ceil(2) - 1;
                    won = Some(line);
                }
            }
            for moves in 1..=most {
                let task = Task { by_checks: false, plies: Some(plies(moves)), most: None };
                match tree.look_for(task) {
                    Outcome::Won(line) => {
                        tell(&line, tree.reached);
                        return Outcome::Won(line);
                    }
                    Outcome::Refuted => {}
                    Outcome::Open => return won.map_or(Outcome::Open, Outcome::Won),
                }
            }
            won.map_or(Outcome::Refuted, Outcome::Won)
        }
    }
}
