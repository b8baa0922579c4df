//! [`Move`]: one move, packed into 64 bits.

use crate::{PieceId, Square};
use core::fmt;

/// A move. It says by itself all that its text needs and all that making it needs.
///
/// Packed (low bits first): from 10, to 10, aux 10, piece 8, into 8, kind 4, then one of three: wall 11 (its square and one, 0 for none); for a journey the
/// second victim, likewise; or type gated and 1 in 8 bits, gated on the partner's square in one, and the mark 1 << 61. A push has the end of its row there in 10
/// bits, and the marks of [`Shove`] in bits 60, 62 and 63; a carry the square where it puts down what it carries, as other moves a wall. A move is only meaningful in the position it was generated for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u64);

/// The mark of a move that gates.
const GATES: u64 = 1 << 61;

/// What a push does to a row of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shove {
    /// Where the row begins.
    pub first: Square,
    /// Where its first piece goes; `first` itself if it goes nowhere, being lost.
    pub next: Square,
    /// Where its last piece stands.
    pub last: Square,
    /// The last piece is lost: captured.
    pub lost: bool,
    /// The piece that pushes stays where it is; else it arrives on `first`.
    pub stays: bool,
}

/// The mark of a push by which a piece is lost.
const LOSES: u64 = 1 << 60;
/// The mark of a push whose mover stays.
const STAYS: u64 = 1 << 62;
/// The mark of a push whose text tells all.
const NAMED: u64 = 1 << 63;

/// What a move is, besides its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece goes `from` -> `to`, capturing what stands there.
    Step = 0,
    /// A step that leaves en passant squares behind. Compiled games put the square passed over in `aux`, the interpreter 0: compare moves of
    /// different backends by their text.
    Passing = 1,
    /// An en passant capture: to the empty square `to`; `aux` is the victim's square.
    EnPassant = 2,
    /// A step after which the piece becomes an `into`.
    Promotion = 3,
    /// A piece of type `piece` is dropped on `to` (`from` == `to`); see [`Move::price`].
    Drop = 4,
    /// Castling: the king goes `from` -> `to`; `aux` is the square of its partner.
    Castling = 5,
    /// The turn is given up; `from` == `to` is the square that its text names: that of the side's first royal, else of its first piece
    /// (lowest square), else 0.
    Pass = 6,
    /// A piece goes `from` -> `to`, which may be the same square, and captures on its way what stands on the squares of [`Move::victims`], and what stands on
    /// `to`, of whatever side.
    Journey = 7,
    /// A journey after which the piece becomes an `into`.
    JourneyPromotion = 8,
    /// The pieces on `from` and `to` exchange places.
    Swap = 9,
    /// The piece on `from` pushes those that stand in a row from `to`, and arrives there or stays: see [`Move::shove`].
    Push = 10,
    /// A piece goes `from` -> `to`, which may be the same square, captures what stands there, and carries another piece: see [`Move::load`].
    Carry = 11,
}

/// A set of kinds of moves.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct MoveKinds(u16);

impl MoveKinds {
    /// All of them.
    pub const ALL: MoveKinds = MoveKinds::of(&MoveKind::ALL);
    /// These.
    pub const fn of(kinds: &[MoveKind]) -> Self {
        let (mut set, mut i) = (0, 0);
        while i < kinds.len() {
            set |= 1 << kinds[i] as u16;
            i += 1;
        }
        MoveKinds(set)
    }
    /// Those whose bits, by their numbers, are set.
    pub const fn from_bits(bits: u16) -> Self {
        MoveKinds(bits)
    }
    /// See [`MoveKinds::from_bits`].
    pub const fn bits(self) -> u16 {
        self.0
    }
    /// Are there none but steps, drops and passes?
    pub const fn are_simple(self) -> bool {
        self.0 & !MoveKinds::of(&[MoveKind::Step, MoveKind::Drop, MoveKind::Pass]).0 == 0
    }
    /// Is it one of them?
    pub const fn has(self, kind: MoveKind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }
    /// Are there journeys among them?
    pub const fn has_journeys(self) -> bool {
        self.has(MoveKind::Journey) || self.has(MoveKind::JourneyPromotion)
    }
}

impl MoveKind {
    /// By their numbers, which are of 4 bits: no move has one of the last four, but finding a kind needs no check that it has not.
    const ALL: [MoveKind; 16] = [
        MoveKind::Step,
        MoveKind::Passing,
        MoveKind::EnPassant,
        MoveKind::Promotion,
        MoveKind::Drop,
        MoveKind::Castling,
        MoveKind::Pass,
        MoveKind::Journey,
        MoveKind::JourneyPromotion,
        MoveKind::Swap,
        MoveKind::Push,
        MoveKind::Carry,
        MoveKind::Step,
        MoveKind::Step,
        MoveKind::Step,
        MoveKind::Step,
    ];

    /// Is it one of the two kinds of journeys?
    #[inline]
    pub const fn is_journey(self) -> bool {
        matches!(self, MoveKind::Journey | MoveKind::JourneyPromotion)
    }
}

impl Move {
    /// A move from its parts; parts that the kind does not use are to be 0 (`from` == `to` for drops and passes).
    #[inline(always)]
    pub const fn new(kind: MoveKind, piece: PieceId, from: Square, to: Square, aux: Square, into: PieceId) -> Move {
        Move(
            from as u64 & 1023
                | (to as u64 & 1023) << 10
                | (aux as u64 & 1023) << 20
                | (piece as u64) << 30
                | (into as u64) << 38
                | (kind as u64) << 46,
        )
    }

    /// A journey, which promotes the piece where `into` is given. The victims are those on the way, ascending, at most two.
    #[inline(always)]
    pub const fn journey(
        piece: PieceId,
        from: Square,
        to: Square,
        victims: (Option<Square>, Option<Square>),
        into: Option<PieceId>,
    ) -> Move {
        let (kind, into) = match into {
            Some(into) => (MoveKind::JourneyPromotion, into),
            None => (MoveKind::Journey, 0),
        };
        // No piece is captured where the mover has started: that square stands for no victim.
        let first = match victims.0 {
            Some(square) => square,
            None => from,
        };
        let second = match victims.1 {
            Some(square) => (square as u64 & 1023) + 1,
            None => 0,
        };
        Move(Move::new(kind, piece, from, to, first, into).0 | second << 50)
    }

    /// A journey that carries what stands on the first square of `load` to the second.
    #[inline(always)]
    pub const fn carry(piece: PieceId, from: Square, to: Square, load: (Square, Square)) -> Move {
        Move(Move::new(MoveKind::Carry, piece, from, to, load.0, 0).0 | ((load.1 as u64 & 1023) + 1) << 50)
    }

    /// Of a carry: where the piece that is carried stood, and where it is put down. Where it stood on the square of arrival, nothing is captured there.
    #[inline(always)]
    pub const fn load(self) -> Option<(Square, Square)> {
        match self.kind() {
            MoveKind::Carry => Some((self.aux(), ((self.0 >> 50 & 2047) as Square).saturating_sub(1))),
            _ => None,
        }
    }

    /// A push of the piece on `from`. `named`: its text tells what is pushed where.
    #[inline(always)]
    pub const fn push(piece: PieceId, from: Square, shove: Shove, named: bool) -> Move {
        let mut packed = Move::new(MoveKind::Push, piece, from, shove.first, shove.next, 0).0;
        packed |= (shove.last as u64 & 1023) << 50;
        if shove.lost {
            packed |= LOSES;
        }
        if shove.stays {
            packed |= STAYS;
        }
        if named {
            packed |= NAMED;
        }
        Move(packed)
    }

    /// Of a push: what it does.
    #[inline(always)]
    pub const fn shove(self) -> Option<Shove> {
        match self.kind() {
            MoveKind::Push => Some(Shove {
                first: self.to(),
                next: self.aux(),
                last: (self.0 >> 50 & 1023) as Square,
                lost: self.0 & LOSES != 0,
                stays: self.0 & STAYS != 0,
            }),
            _ => None,
        }
    }

    /// Of a push: does its text tell what is pushed where?
    #[inline(always)]
    pub const fn is_named(self) -> bool {
        matches!(self.kind(), MoveKind::Push) && self.0 & NAMED != 0
    }

    /// The squares on which something is captured on the way, ascending: of a journey, and of a capture en passant. Not the square of arrival. Of a push: where the
    /// piece stands that is lost by it.
    #[inline]
    pub fn victims(self) -> impl Iterator<Item = Square> {
        let first = match self.kind() {
            MoveKind::EnPassant => Some(self.aux()),
            kind if kind.is_journey() && self.aux() != self.from() => Some(self.aux()),
            MoveKind::Push => self.shove().filter(|shove| shove.lost).map(|shove| shove.last),
            _ => None,
        };
        let second = match self.0 >> 50 & 2047 {
            after if self.kind().is_journey() && after > 0 => Some((after - 1) as Square),
            _ => None,
        };
        first.into_iter().chain(second)
    }

    /// Does it capture what stands on its square of arrival, if anything does? Not an exchange of places, a push, or a carry of what stands there; nor a move that ends where
    /// it began.
    #[inline]
    pub const fn captures_on_arrival(self) -> bool {
        match self.kind() {
            MoveKind::Drop | MoveKind::Castling | MoveKind::Pass | MoveKind::Swap | MoveKind::Push => false,
            MoveKind::Carry if self.aux() == self.to() => false,
            _ => self.to() != self.from(),
        }
    }

    /// A drop for which a piece of type `paid` is given out of the hand.
    #[inline(always)]
    pub const fn exchange(piece: PieceId, to: Square, paid: PieceId) -> Move {
        Move::new(MoveKind::Drop, piece, to, to, paid as Square + 1, 0)
    }

    /// Of a drop: the type of the piece that is given for it out of the hand, if it is exchanged.
    #[inline(always)]
    pub const fn price(self) -> Option<PieceId> {
        match (self.kind(), self.aux()) {
            (MoveKind::Drop, 1..) => Some((self.aux() - 1) as PieceId),
            _ => None,
        }
    }

    /// The same move, which then places a wall on `square` (of a move without a wall).
    #[inline(always)]
    #[must_use]
    pub const fn with_wall(self, square: Square) -> Move {
        Move(self.0 | ((square as u64 & 1023) + 1) << 50)
    }

    /// The same move, with a piece of this type put on the square it leaves; of a castling that leaves two, on the partner's with `by_partner`.
    #[inline(always)]
    pub const fn with_gating(self, piece: PieceId, by_partner: bool) -> Move {
        Move(self.0 & ((1 << 50) - 1) | (piece as u64 + 1) << 50 | (by_partner as u64) << 58 | GATES)
    }

    /// The same move without a piece that is put on the square it leaves.
    #[inline(always)]
    pub const fn without_gating(self) -> Move {
        Move(self.0 & ((1 << 50) - 1))
    }

    /// The type of the piece that is put on a square this move leaves, and that square.
    #[inline(always)]
    pub const fn gating(self) -> Option<(PieceId, Square)> {
        let piece = self.0 >> 50 & 255;
        if self.0 & GATES == 0 || matches!(self.kind(), MoveKind::Push) {
            return None;
        }
        let square = if self.0 >> 58 & 1 == 0 { self.from() } else { self.aux() };
        Some((piece as PieceId - 1, square))
    }

    /// A number that orders the moves of a position, the same whichever backend has generated them.
    #[inline(always)]
    pub const fn order(self) -> u64 {
        match self.kind() {
            MoveKind::Passing => self.0 & !(1023 << 20),
            _ => self.0,
        }
    }

    /// The square by which moves are chosen: where it places a wall, if it does, else where it arrives.
    #[inline(always)]
    pub const fn target(self) -> Square {
        match self.wall() {
            Some(square) => square,
            None => self.to(),
        }
    }

    /// All of it, packed.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// A move that was packed.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> Move {
        Move(bits)
    }

    /// What kind of move.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        MoveKind::ALL[(self.0 >> 46 & 15) as usize]
    }
    /// Where the moving piece starts (for a drop: where it lands).
    #[inline(always)]
    pub const fn from(self) -> Square {
        (self.0 & 1023) as Square
    }
    /// Where the moving piece arrives; of a push, where the row begins that it pushes.
    #[inline(always)]
    pub const fn to(self) -> Square {
        (self.0 >> 10 & 1023) as Square
    }
    /// En passant: the victim's square. Castling: the partner's square. Passing: see [`MoveKind::Passing`]. A journey: the first victim's square, or where there
    /// is none that of its start. A carry: see [`Move::load`]. A drop: see [`Move::price`]. A push: see [`Shove::next`]. Else 0.
    #[inline(always)]
    pub const fn aux(self) -> Square {
        (self.0 >> 20 & 1023) as Square
    }
    /// Type of the moving (or dropped) piece before the move. For a pass: of the piece on its square.
    #[inline(always)]
    pub const fn piece(self) -> PieceId {
        (self.0 >> 30) as PieceId
    }
    /// Type the piece is promoted to, else 0.
    #[inline(always)]
    pub const fn promotion(self) -> PieceId {
        (self.0 >> 38) as PieceId
    }
    /// Where the move then places a wall, if it does.
    #[inline(always)]
    pub const fn wall(self) -> Option<Square> {
        match self.0 >> 50 & 2047 {
            _ if self.0 & GATES != 0 => None,
            _ if self.kind().is_journey() || matches!(self.kind(), MoveKind::Push | MoveKind::Carry) => None,
            0 => None,
            after => Some((after - 1) as Square),
        }
    }
    /// The same move without a wall.
    #[inline(always)]
    #[must_use]
    pub const fn without_wall(self) -> Move {
        Move(self.0 & !(2047 << 50))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Move")
            .field("kind", &self.kind())
            .field("piece", &self.piece())
            .field("from", &self.from())
            .field("to", &self.to())
            .field("aux", &self.aux())
            .field("promotion", &self.promotion())
            .field("wall", &self.wall())
            .field("gating", &self.gating())
            .field("shove", &self.shove())
            .field("load", &self.load())
            .finish()
    }
}
