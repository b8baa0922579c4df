//! Pointing at squares and hands until a move has been chosen, and why nothing can be done with what was pointed at.

use super::{Happening, Player, Table};
use crate::{selection::Step, session::side_name};
use wazir_runtime::{Move, PieceId, Square};

impl Table {
    /// Points at a square.
    pub fn point(&mut self, square: Square) -> Option<Happening> {
        self.cursor = square;
        if !self.may_move() {
            return None;
        }
        self.message = None;
        let step = self.selection.square(square, self.session.legal());
        if step == Step::Nothing {
            self.explain(square);
        }
        self.follow(step)
    }

    /// Points at a piece in the hand of the side to move.
    pub fn point_at_hand(&mut self, piece: PieceId) -> Option<Happening> {
        if !self.may_move() {
            return None;
        }
        let step = self.selection.hand(piece, self.session.legal());
        if step == Step::Nothing {
            self.complain("it cannot be dropped now");
        }
        self.follow(step)
    }

    /// Takes up the moves that a typed text leaves open: one is made, of several one is to be chosen.
    pub fn given(&mut self, moves: Vec<Move>) -> Option<Happening> {
        if !self.may_move() {
            return None;
        }
        self.message = None;
        let step = self.selection.given(moves);
        self.follow(step)
    }

    /// Chooses one of the moves that [`Happening::Choose`] has offered.
    pub fn choose(&mut self, body: Move) -> Option<Happening> {
        let step = self.selection.choose(body, self.session.legal());
        self.follow(step)
    }

    fn follow(&mut self, step: Step) -> Option<Happening> {
        match step {
            Step::Nothing | Step::Dropped => None,
            Step::Chosen => {
                if self.selection.is_walling() {
                    self.note("now choose the square that is closed");
                }
                None
            }
            Step::Choose(moves) => Some(Happening::Choose(moves)),
            Step::Play(mv) => self.play(mv),
        }
    }

    fn may_move(&mut self) -> bool {
        if self.view.is_some() {
            // Whoever looks at an earlier position and wants to move wants to see the present one first.
            self.view = None;
            return false;
        }
        if self.session.ending().is_some() {
            self.complain("the game is over; n begins another, u takes the last move back");
            return false;
        }
        let player = self.player();
        if player != Player::Human {
            let whose = side_name(self.session.info(), self.session.turn()).to_string();
            self.complain(format!("{whose} is to move, and is not played here"));
        }
        if player == Player::Human && self.waits {
            self.complain("the other side has been asked, and has not answered yet");
        }
        player == Player::Human && !self.waits
    }

    /// Why nothing can be done with a square.
    fn explain(&mut self, square: Square) {
        let info = self.session.info();
        let name = self.session.writing().square(info, square);
        let turn = self.session.turn();
        let text = match self.session.game().piece_at(square) {
            _ if self.selection.is_walling() => format!("{name} cannot be closed"),
            Some((side, _)) if side != turn => format!("{} is to move", side_name(info, turn)),
            Some((_, piece)) => {
                let piece = info.pieces.get(piece as usize).map_or("piece", |piece| &*piece.name).to_lowercase();
                let check =
                    if self.session.game().checkers().is_empty() { "" } else { ": there is a check to be answered" };
                format!("the {piece} on {name} has no legal move{check}")
            }
            None => format!("nothing of yours stands on {name}"),
        };
        self.complain(text);
    }
}
