//! Moves that shift what stands in their way: [`Push`].

use super::{Board, Movement, PieceRules, Ride, Step};

/// What a ride does that ends where a piece stands: it pushes it one step on, the way the ride goes, and arrives where that piece stood.
///
/// What is pushed is a row of pieces, which begins where the ride ends and goes on along its step without a gap, over pieces that may be pushed: those of the
/// sides named here whose types the movement takes ([`Movement::takes`]), whether the mover could capture them or not. The row ends with the first square that does
/// not hold such a piece, or when it has as many as it may have. Each piece of the row goes one step on; where that is does not depend on what it could do itself. (If the mover leaves its start,
/// that counts as empty.)
///
/// If the square behind the row is not empty, its last piece is lost or the move cannot be made: see `over_edge` and `crushed`. A lost piece is captured, with
/// all that follows from a capture. Of enemies only those can be lost that the mover can capture ([`PieceRules::victims`]); of friends those that it could
/// capture as enemies, other than royal ones. A push attacks a royal only where it would be lost.
///
/// All that are pushed count as moved. Nothing that is pushed arrives anywhere, for what looks at arrivals, nor promotes. A push after which the piece
/// that stood where the ride ends is lost, and the mover stands in its place, is a capture like any other: the mover promotes by it. Other pushes promote nobody.
///
/// Pushes of a piece that begin and end on the same squares and do the same are one move; so are a push that is a capture and a capture by another movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Push {
    /// It pushes enemies (Betza `c`).
    pub enemies: bool,
    /// It pushes pieces of its own side (Betza `d`).
    pub friends: bool,
    /// Most pieces in a row, at least 1; [`Ride::UNLIMITED`] for as many as there are.
    pub most: u16,
    /// Whose last piece may be pushed over the edge: where the next square is off the board, or a hole.
    pub over_edge: Whom,
    /// Whose last piece may be pushed against something: a wall, or a piece that is not part of the row.
    pub crushed: Whom,
    /// The mover stays where it is.
    pub stays: bool,
}

/// Whose pieces are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Whom {
    /// Those of enemies.
    pub enemies: bool,
    /// Those of the mover's own side.
    pub friends: bool,
}

impl Whom {
    /// Is anybody meant?
    pub fn any(self) -> bool {
        self.enemies || self.friends
    }
}

impl Push {
    /// Can anything be lost by it?
    pub fn captures(&self) -> bool {
        self.over_edge.any() || self.crushed.any()
    }
}

impl Movement {
    /// Might a ride of this movement end where one of the other does (or a journey), both having started on one square, as far as their steps tell?
    pub fn may_meet(&self, other: &Movement, board: &Board) -> bool {
        if !other.legs.is_empty() || board.joined.any() {
            return true;
        }
        self.rides.iter().any(|ride| other.rides.iter().any(|more| may_meet(ride, more)))
    }
}

/// Do two rides lead the same way? (Not if one of them is the other.)
fn may_meet(one: &Ride, other: &Ride) -> bool {
    let (a, b): (Step, Step) = (one.step, other.step);
    let cross = i32::from(a.dx) * i32::from(b.dy) - i32::from(a.dy) * i32::from(b.dx);
    let dot = i32::from(a.dx) * i32::from(b.dx) + i32::from(a.dy) * i32::from(b.dy);
    cross == 0 && dot > 0
}

impl PieceRules {
    /// Do its pushes have to be told apart, by what is pushed where, from other moves between the same squares? (So they do where one stays behind, and where other movements capture or push
    /// along the same lines.)
    pub fn names_pushes(&self, board: &Board) -> bool {
        let pushes = |movement: &&Movement| movement.push.is_some();
        let ends_on_pieces = |movement: &Movement| {
            movement.to_enemy || movement.swap.is_some() || movement.push.is_some() || !movement.legs.is_empty()
        };
        let movements = || self.movements.iter().enumerate();
        movements().filter(|(_, movement)| pushes(movement)).any(|(place, pushing)| {
            let others = movements().filter(|&(other, movement)| other != place && ends_on_pieces(movement));
            let mut rides = pushing.rides.iter().enumerate();
            pushing.push.is_some_and(|push| push.stays)
                || board.joined.any()
                || rides.any(|(at, ride)| pushing.rides[at + 1..].iter().any(|more| may_meet(ride, more)))
                || others.into_iter().any(|(_, other)| pushing.may_meet(other, board))
        })
    }
}
