//! The line by which a proven win is won: the winner takes the shortest way that is known, the loser the longest.

use super::tree::{Thresholds, Tree};
use wazir_runtime::Move;

impl Tree<'_> {
    /// The line from the root of a win that has been proven within so many plies. It is shorter than the win where the search is stopped meanwhile and what has been found
    /// out of a position has had to make room.
    pub(super) fn line(&mut self, mut left: u16) -> Vec<Move> {
        let mut line = Vec::new();
        while left > 0 {
            let attacks = self.attacks(self.board.turn());
            let won = self.won_children(attacks, left);
            let shortest = || won.iter().min_by_key(|(_, plies)| *plies);
            let next = if attacks { shortest() } else { won.iter().max_by_key(|(_, plies)| *plies) };
            let Some(&(mv, plies)) = next else { break };
            self.enter(&self.held());
            self.board.play(mv);
            line.push(mv);
            left -= 1;
            if plies == 0 {
                break;
            }
        }
        for _ in &line {
            self.board.undo();
            self.leave();
        }
        line
    }

    /// The moves of the present position that are known to be won, with the plies to the end; what is not known any more is found out again.
    fn won_children(&mut self, attacks: bool, left: u16) -> Vec<(Move, u16)> {
        let moves = self.moves();
        let won = self.known_to_win(attacks, left, &moves);
        let enough = if attacks { 1 } else { moves.len() };
        if won.len() >= enough {
            return won;
        }
        if attacks {
            self.search(&self.held(), Thresholds::NONE, left, false);
        } else {
            self.enter(&self.held());
            for &mv in &moves {
                self.board.play(mv);
                let held = self.held();
                if !self.look(&held, left - 1).0.is_won() {
                    self.search(&held, Thresholds::NONE, left - 1, false);
                }
                self.board.undo();
            }
            self.leave();
        }
        self.known_to_win(attacks, left, &moves)
    }

    fn known_to_win(&mut self, attacks: bool, left: u16, moves: &[Move]) -> Vec<(Move, u16)> {
        let mut won = Vec::new();
        self.enter(&self.held());
        for &mv in moves {
            self.board.play(mv);
            if !attacks || self.is_allowed() {
                let (state, _) = self.look(&self.held(), left - 1);
                won.extend(state.is_won().then_some((mv, state.plies)));
            }
            self.board.undo();
        }
        self.leave();
        won
    }
}
