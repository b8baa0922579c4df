//! Going back and forth in a game: moves that are taken back and made again, and earlier positions that are looked at.

use super::{Player, Table};

impl Table {
    /// Takes moves back until somebody at this keyboard is to move again.
    pub fn undo(&mut self) {
        if self.is_remote() {
            self.complain("moves over the network cannot be taken back");
            return;
        }
        if !self.session.undo() {
            self.complain("there is no move to take back");
            return;
        }
        if self.players.contains(&Player::Human) {
            while self.player() != Player::Human && self.session.undo() {}
            // The engine, which moved first, does not do so again at once.
            self.paused = self.player() != Player::Human;
        } else {
            self.paused = true;
        }
        self.rewound();
    }

    /// Makes moves again that were taken back.
    pub fn redo(&mut self) {
        if self.is_remote() {
            self.complain("moves over the network are made once");
            return;
        }
        if !self.session.redo() {
            self.complain("there is no move to make again");
            return;
        }
        if self.players.contains(&Player::Human) {
            while self.player() != Player::Human && self.session.redo() {}
        }
        self.rewound();
    }

    /// Takes moves back until so many are left.
    pub fn rewind(&mut self, ply: usize) {
        while self.session.ply() > ply && self.session.undo() {}
        self.offer = None;
        self.rewound();
    }

    fn rewound(&mut self) {
        if let (Some(clocks), Some(stood)) = (self.clocks.as_mut(), self.clock_log.get(self.session.ply())) {
            clocks.set(stood);
        }
        self.evaluation = None;
        self.best_line = None;
        self.changed();
        let ply = self.session.ply();
        self.note(format!("after {ply} {}", if ply == 1 { "move" } else { "moves" }));
    }

    /// Looks at another position of the game, without changing it: so many plies further, or back.
    pub fn walk(&mut self, by: isize) {
        let last = self.session.ply();
        let ply = self.viewed().saturating_add_signed(by).min(last);
        self.look_at(ply);
    }

    /// Looks at the position after so many plies.
    pub fn look_at(&mut self, ply: usize) {
        self.selection.clear();
        self.message = None;
        self.view = (ply < self.session.ply()).then_some(ply);
    }
}
