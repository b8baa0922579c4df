//! [`Make`]: the moves that generated code has to be able to make, by their kinds.

use super::{At, Drop, Exchange, Passing, Promotion, Step};
use crate::{Batch, Bits, Cpu, Move, MoveKind, Position, Shove, Side};

/// How a game makes each kind of move for side `S`. A game implements the kinds it has; the others never occur.
///
/// An ordinary move is made in three parts, so that a batch does once what all its moves share: [`Make::hand_over`] changes a copy of the position,
/// [`Make::lift`] takes the piece off its start, [`Make::land`] puts it down.
pub trait Make: Position {
    /// The squares of the opponent of `S`.
    fn enemies<S: Side>(&self) -> Self::Set;
    /// Changes on `child`, a copy, what every move of `S` changes: the turn passes on, no en passant square is left.
    fn hand_over<S: Side>(&self, child: &mut Self);
    /// Such a copy.
    #[inline(always)]
    fn handed_over<S: Side>(&self) -> Self {
        let mut child = *self;
        self.hand_over::<S>(&mut child);
        child
    }
    /// Takes a piece of type `piece` off `from`, with the rights that end by that.
    fn lift<S: Side>(&self, child: &mut Self, piece: usize, from: usize);
    /// Puts the piece lifted from `from` down on `to` as an `into`, capturing what stands there if it is a `capture`; the move is complete then.
    fn land<S: Side, C: Cpu>(&self, child: &mut Self, cpu: C, ordinary: Ordinary, to: usize, capture: bool);
    /// Undoes on `self` what lifting, landing without a capture, passing over and dropping have changed of `begun`: cheaper than another copy.
    fn restore<S: Side>(&mut self, begun: &Self, piece: usize, into: usize);
    /// After a step over the square `passed`: it becomes an en passant square.
    #[inline(always)]
    fn pass_over<S: Side>(child: &mut Self, to: usize, passed: usize) {
        let _ = (child, to, passed);
    }
    /// Where checks are counted: `S` has just given one.
    #[inline(always)]
    fn note_check<S: Side>(&mut self) {}
    /// Where checks are counted: notes it if `S`, who has just moved, gives check.
    #[inline(always)]
    fn note_any_check<S: Side, C: Cpu>(&mut self, cpu: C) {
        let _ = cpu;
    }
    /// An en passant capture of the piece on `victim`.
    #[inline(always)]
    fn make_en_passant<S: Side, C: Cpu>(&self, cpu: C, piece: usize, from: usize, to: usize, victim: usize) -> Self {
        let _ = (cpu, piece, from, to, victim);
        *self
    }
    /// Takes a piece of type `piece` out of the hand (or the endless supply) of `S`.
    #[inline(always)]
    fn take_in_hand<S: Side>(&self, child: &mut Self, piece: usize) {
        let _ = (child, piece);
    }
    /// Takes a piece of type `piece` out of the opponent's hand, for one of type `paid` of the hand of `S`.
    #[inline(always)]
    fn trade_in_hand<S: Side>(&self, child: &mut Self, piece: usize, paid: usize) {
        let _ = (child, piece, paid);
    }
    /// Puts a piece taken in hand down on `to`; the drop is complete then.
    #[inline(always)]
    fn drop_onto<S: Side, C: Cpu>(&self, child: &mut Self, cpu: C, piece: usize, to: usize) {
        let _ = (child, cpu, piece, to);
    }
    /// Castling of the king on `from` with the partner.
    #[inline(always)]
    fn make_castling<S: Side, C: Cpu>(&self, cpu: C, from: usize, to: usize, partner: usize) -> Self {
        let _ = (cpu, from, to, partner);
        *self
    }
    /// The piece of type `piece` on `from` and the one on `to` exchange places.
    #[inline(always)]
    fn make_swap<S: Side, C: Cpu>(&self, cpu: C, piece: usize, from: usize, to: usize) -> Self {
        let _ = (cpu, piece, from, to);
        *self
    }
    /// The piece of type `piece` on `from` pushes a row.
    #[inline(always)]
    fn make_push<S: Side, C: Cpu>(&self, cpu: C, piece: usize, from: usize, shove: Shove) -> Self {
        let _ = (cpu, piece, from, shove);
        *self
    }
    /// A journey of a piece from `from` to `to`, capturing on the way what stands on `taken`, and what stands on `to`; it becomes an `into` where that is given.
    #[inline(always)]
    fn make_journey<S: Side, C: Cpu>(
        &self,
        cpu: C,
        piece: usize,
        (from, to): (usize, usize),
        taken: Self::Set,
        into: Option<usize>,
    ) -> Self {
        let _ = (cpu, piece, from, to, taken, into);
        *self
    }
    /// A journey of a piece from `from` to `to`, capturing what stands there, that carries what stands on the first square of `load` to the second.
    #[inline(always)]
    fn make_carry<S: Side, C: Cpu>(
        &self,
        cpu: C,
        piece: usize,
        (from, to): (usize, usize),
        load: (usize, usize),
    ) -> Self {
        let _ = (cpu, piece, from, to, load);
        *self
    }
    /// Where walls may be placed: the squares on which `S` may place one after a move from `from` (`None`: nothing was left) to `to`, in
    /// the position after that move.
    #[inline(always)]
    fn wall_squares<S: Side, C: Cpu>(&self, cpu: C, from: Option<usize>, to: usize) -> Self::Set {
        let _ = (cpu, from, to);
        Self::Set::EMPTY
    }
    /// Where walls may be placed: `S`, who has just moved, places one on `square`.
    #[inline(always)]
    fn place_wall<S: Side>(&mut self, square: usize) {
        let _ = square;
    }
    /// Puts a piece of type `piece` from the hand of `S`, who has just moved, on the empty `square`: the last part of a move that gates.
    #[inline(always)]
    fn gate<S: Side>(&mut self, piece: usize, square: usize) {
        let _ = (piece, square);
    }
    /// Undoes on `self` what [`Make::gate`] has changed of `begun` besides what [`Make::restore`] undoes.
    #[inline(always)]
    fn restore_gated(&mut self, begun: &Self, piece: usize) {
        let _ = (begun, piece);
    }
    /// A pass.
    #[inline(always)]
    fn make_pass<S: Side, C: Cpu>(&self, cpu: C) -> Self {
        let _ = cpu;
        *self
    }
}

/// What lands: a piece of type `piece` that comes from `from`, as an `into` (the same type unless it promotes).
#[derive(Clone, Copy, Debug)]
pub struct Ordinary {
    /// Its type before the move.
    pub piece: usize,
    /// Its type after the move.
    pub into: usize,
    /// Where it started.
    pub from: usize,
    /// Does it promote? (A piece may promote to its own type in name only: a mark may be set.)
    pub promotes: bool,
}

/// The position after a move of `S`, by its kind.
#[inline(always)]
pub fn make<S: Side, P: Make, C: Cpu>(cpu: C, position: &P, mv: Move) -> P {
    let mut child = *position;
    make_into::<S, P, C>(cpu, position, mv, &mut child);
    child
}

/// Makes `child` the position after a move of `S`, by its kind: in its place, since big positions that are put together elsewhere have to be copied there.
#[inline(always)]
pub fn make_into<S: Side, P: Make, C: Cpu>(cpu: C, position: &P, mv: Move, child: &mut P) {
    let (piece, from, to) = (mv.piece() as usize, mv.from() as usize, mv.to() as usize);
    let goal = P::Set::single(to);
    *child = *position;
    match mv.kind() {
        MoveKind::Passing if const { P::KINDS_OF_MOVES.has(MoveKind::Passing) } => {
            let passed = mv.aux() as i32 - from as i32;
            Passing::<S, _, _>::new(piece, At(from), passed, goal).make_on(cpu, position, child, to);
        }
        MoveKind::EnPassant if const { P::KINDS_OF_MOVES.has(MoveKind::EnPassant) } => {
            *child = position.make_en_passant::<S, C>(cpu, piece, from, to, mv.aux() as usize)
        }
        MoveKind::Promotion if const { P::KINDS_OF_MOVES.has(MoveKind::Promotion) } => {
            let promotion = Promotion::<S, _, _>::new(piece, At(from), mv.promotion() as usize, goal);
            promotion.make_on(cpu, position, child, to);
        }
        MoveKind::Drop if const { P::KINDS_OF_MOVES.has(MoveKind::Drop) } => match mv.price() {
            Some(paid) => {
                Exchange::<S, _, _>::new(piece, At(to), paid as usize, goal).make_on(cpu, position, child, to);
            }
            None => Drop::<S, _, _>::new(piece, At(to), goal).make_on(cpu, position, child, to),
        },
        MoveKind::Castling if const { P::KINDS_OF_MOVES.has(MoveKind::Castling) } => {
            *child = position.make_castling::<S, C>(cpu, from, to, mv.aux() as usize)
        }
        MoveKind::Pass if const { P::KINDS_OF_MOVES.has(MoveKind::Pass) } => *child = position.make_pass::<S, C>(cpu),
        MoveKind::Swap if const { P::KINDS_OF_MOVES.has(MoveKind::Swap) } => {
            *child = position.make_swap::<S, C>(cpu, piece, from, to)
        }
        MoveKind::Push if const { P::KINDS_OF_MOVES.has(MoveKind::Push) } => {
            if let Some(shove) = mv.shove() {
                *child = position.make_push::<S, C>(cpu, piece, from, shove);
            }
        }
        MoveKind::Carry if const { P::KINDS_OF_MOVES.has(MoveKind::Carry) } => {
            if let Some((picked, put)) = mv.load() {
                *child = position.make_carry::<S, C>(cpu, piece, (from, to), (picked as usize, put as usize));
            }
        }
        MoveKind::Journey | MoveKind::JourneyPromotion if const { P::KINDS_OF_MOVES.has_journeys() } => {
            let taken = mv.victims().fold(P::Set::EMPTY, |taken, square| taken | P::Set::single(square as usize));
            let into = (mv.kind() == MoveKind::JourneyPromotion).then(|| mv.promotion() as usize);
            *child = position.make_journey::<S, C>(cpu, piece, (from, to), taken, into);
        }
        _ => Step::<S, _, _>::new(piece, At(from), goal).make_on(cpu, position, child, to),
    }
    if let Some(wall) = mv.wall() {
        child.place_wall::<S>(wall as usize);
    }
    if let Some((piece, square)) = mv.gating() {
        child.gate::<S>(piece as usize, square as usize);
    }
    child.note_any_check::<S, C>(cpu);
}
