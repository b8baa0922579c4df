//! Which rows a piece can push, and what that does: see [`Push`] for the meaning of its parts.

use crate::position::Position;
use wazir_runtime::{Cell, Move, MoveKind, PieceId, Shove, SideId, Square};
use wazir_variant_spec::rules::{Movement, PieceRules, Push, Ride, Step};

impl Position {
    /// The pushes of the piece of `side` on `from` by this movement, each once. Those that are captures like any other are among them.
    pub(crate) fn shoves(&self, side: SideId, from: Square, rules: &PieceRules, movement: &Movement) -> Vec<Shove> {
        let mut shoves = Vec::new();
        let Some(push) = movement.push else { return shoves };
        let pusher = Pusher { position: self, side, from, rules, movement, push };
        for ride in &movement.rides {
            self.landings(ride, from, |to, _| {
                let Some(shove) = pusher.shove(ride, to).filter(|_| movement.to.contains(to)) else { return };
                if !shoves.contains(&shove) {
                    shoves.push(shove);
                }
            });
        }
        shoves
    }

    /// Is the push a capture like any other: does the mover stand then where the piece stood that is lost?
    pub(crate) fn is_plain_capture(shove: Shove) -> bool {
        shove.lost && shove.last == shove.first && !shove.stays
    }

    /// As a move of the piece of type `piece` on `from`.
    pub(crate) fn as_push(&self, side: SideId, piece: PieceId, from: Square, shove: Shove) -> Move {
        let rules = self.rules();
        let named = rules.piece_rules(piece, side).is_some_and(|own| own.names_pushes(&rules.board));
        Move::push(piece, from, shove, named)
    }

    /// The squares of the row that a move pushes, in its order, and where its last piece goes. Nothing of other moves.
    pub(crate) fn pushed_by(&self, mv: Move) -> Vec<Square> {
        let (Some(shove), Some((_, rules))) = (mv.shove(), self.own_rules(mv.from(), self.setup.turn)) else {
            return Vec::new();
        };
        let mut squares = vec![shove.first];
        let steps = rules.movements.iter().filter(|m| m.push.is_some()).flat_map(|m| &m.rides).map(|ride| ride.step);
        let leads = |step: &Step| self.shift(shove.first, *step) == Some(shove.next);
        let Some(step) = steps.into_iter().find(leads) else { return squares };
        let mut at = shove.first;
        while at != shove.last {
            let Some(next) = self.shift(at, step) else { return squares };
            at = next;
            squares.push(at);
        }
        if !shove.lost {
            squares.extend(self.shift(at, step));
        }
        squares
    }

    /// A push. Returns whether something was captured.
    pub(crate) fn push(&mut self, side: SideId, mv: Move) -> bool {
        let Some(shove) = mv.shove() else { return false };
        let squares = self.pushed_by(mv);
        let captured = shove.lost && self.capture(side, shove.last);
        let mover = self.cell(mv.from());
        if !shove.stays {
            self.setup.board[mv.from() as usize] = Cell::Empty;
        }
        // From the far end, so that each piece goes to a square that has become empty.
        for pair in squares.windows(2).rev() {
            self.setup.board[pair[1] as usize] = self.cell(pair[0]);
            self.setup.board[pair[0] as usize] = Cell::Empty;
        }
        if !shove.stays {
            self.setup.board[mv.to() as usize] = mover;
        }
        captured
    }

    /// Is the square one where a push begins, goes on or ends?
    pub(crate) fn is_pushed_through(&self, square: Square, mv: Move) -> bool {
        mv.kind() == MoveKind::Push && self.pushed_by(mv).contains(&square)
    }
}

/// A piece that pushes.
struct Pusher<'p> {
    position: &'p Position,
    side: SideId,
    from: Square,
    rules: &'p PieceRules,
    movement: &'p Movement,
    push: Push,
}

impl Pusher<'_> {
    /// The push of the row that begins on `first`, where the ride ends.
    fn shove(&self, ride: &Ride, first: Square) -> Option<Shove> {
        if !self.can_push(first) {
            return None;
        }
        let (mut last, mut length) = (first, 1);
        let lost = loop {
            let Some(behind) = self.position.shift(last, ride.step) else {
                break self.can_lose(last, self.push.over_edge).then_some(true)?;
            };
            let is_left = behind == self.from && !self.push.stays;
            if is_left || self.position.cell(behind) == Cell::Empty {
                break false;
            }
            if length == self.push.most || !self.can_push(behind) {
                break self.can_lose(last, self.push.crushed).then_some(true)?;
            }
            (last, length) = (behind, length + 1);
        };
        let gone = lost && first == last;
        let next = if gone { first } else { self.position.shift(first, ride.step)? };
        Some(Shove { first, next, last, lost, stays: self.push.stays })
    }

    /// Can the piece on this square be part of the row?
    fn can_push(&self, square: Square) -> bool {
        let Some((owner, piece)) = self.position.piece_on(square).filter(|_| square != self.from) else { return false };
        let named = if owner == self.side { self.push.friends } else { self.push.enemies && self.is_enemy(owner) };
        named && self.movement.takes(piece)
    }

    /// Can what stands on this square be lost, where pieces of these sides can?
    fn can_lose(&self, square: Square, whom: wazir_variant_spec::rules::Whom) -> bool {
        let Some((owner, piece)) = self.position.piece_on(square) else { return false };
        let is_royal = self.position.own_rules(square, owner).is_some_and(|(_, rules)| rules.royal);
        self.rules.victims.contains(&piece)
            && if owner == self.side { whom.friends && !is_royal } else { whom.enemies && self.is_enemy(owner) }
    }

    fn is_enemy(&self, owner: SideId) -> bool {
        self.position.is_enemy(self.side, owner)
    }
}
