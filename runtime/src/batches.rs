//! The kinds of [`Batch`] that generated code emits. What it needs besides to make moves is re-exported here.

mod gating;
mod make;
mod walling;

pub use crate::bookkeeping::{key, keys};
pub use crate::rays::{before, first_on, hop, hop_behind, hopper_behind, slide, span};
pub use gating::Gated;
pub use make::{Make, Ordinary, make, make_into};
pub use walling::{Bare, Walled, Walling};

use crate::journeys::{Arrival, Carried};
use crate::{Batch, Bits, Cpu, Move, MoveKind, PieceId, Shove, Side, Square};
use core::marker::PhantomData;

/// Where the moves of a batch start.
pub trait Origin: Copy {
    /// Do all start on one square?
    const SHARED: bool;
    /// Start of the move to `to`.
    fn of(self, to: usize) -> usize;
}

/// All start on this square.
#[derive(Clone, Copy, Debug)]
pub struct At(pub usize);

/// Each starts this many squares before its target: a whole set of pieces shifted at once.
#[derive(Clone, Copy, Debug)]
pub struct Shifted(pub i32);

impl Origin for At {
    const SHARED: bool = true;
    #[inline(always)]
    fn of(self, _: usize) -> usize {
        self.0
    }
}

impl Origin for Shifted {
    const SHARED: bool = false;
    #[inline(always)]
    fn of(self, to: usize) -> usize {
        (to as i32).wrapping_sub(self.0) as usize
    }
}

/// What a batch that is no wrapper of another answers about itself.
macro_rules! own_piece_and_targets {
    () => {
        #[inline(always)]
        fn piece(self) -> PieceId {
            self.piece as PieceId
        }
        #[inline(always)]
        fn targets(self) -> P::Set {
            self.targets
        }
    };
}

macro_rules! batch {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty, $what:literal;)* } $kind:ident,
     |$b:ident, $to:ident| from $from:expr, aux $aux:expr, into $into:expr,
     |$p:ident, $cpu:ident, $c:ident| captures $captures:expr, begin $begin:expr,
     |$capture:ident| complete $complete:expr, |$r:ident, $before:ident| restore $restore:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<S, O, W> {
            /// Type of the moving piece.
            pub piece: usize,
            /// Where it starts.
            pub origin: O,
            $(#[doc = $what] pub $field: $type,)*
            /// Where it arrives.
            pub targets: W,
            side: PhantomData<S>,
        }

        impl<S, O, W> $name<S, O, W> {
            /// The moves of a piece of type `piece` to `targets`.
            #[inline(always)]
            pub fn new(piece: usize, origin: O, $($field: $type,)* targets: W) -> Self {
                $name { piece, origin, $($field,)* targets, side: PhantomData }
            }
        }

        #[allow(unused_variables, reason = "not every kind of move uses all it is given")]
        impl<S: Side, O: Origin, P: Make> Batch<P> for $name<S, O, P::Set> {
            const KIND: MoveKind = MoveKind::$kind;
            own_piece_and_targets!();
            #[inline(always)]
            fn from(self, $to: usize) -> Option<usize> {
                let $b = self;
                $from
            }
            #[inline(always)]
            fn leaving(self, squares: P::Set) -> P::Set {
                let leaves = |to: usize| Batch::<P>::from(self, to).is_some_and(|from| squares.has(from));
                if O::SHARED {
                    return if leaves(0) { self.targets } else { P::Set::EMPTY };
                }
                let targets = self.targets.into_iter();
                targets.filter(|&to| leaves(to)).fold(P::Set::EMPTY, |set, to| set | P::Set::single(to))
            }
            #[inline(always)]
            fn with(mut self, targets: P::Set) -> Self {
                self.targets = targets;
                self
            }
            #[inline(always)]
            fn mv(self, $to: usize) -> Move {
                let $b = self;
                let from = $from.unwrap_or($to) as Square;
                Move::new(MoveKind::$kind, $b.piece as PieceId, from, $to as Square, $aux as Square, $into as PieceId)
            }
            #[inline(always)]
            fn captures(self, $p: &P) -> P::Set {
                let $b = self;
                $captures
            }
            #[inline(always)]
            fn begin(self, $p: &P, $c: &mut P) {
                let $b = self;
                $begin
            }
            #[inline(always)]
            fn complete<C: Cpu>(self, $cpu: C, $p: &P, $c: &mut P, $to: usize, $capture: bool) {
                let $b = self;
                $complete
            }
            #[inline(always)]
            fn restore(self, $r: &mut P, $before: &P) {
                let $b = self;
                $restore
            }
        }
    };
}

batch!(
    /// Ordinary moves and captures.
    Step {} Step, |b, to| from Some(b.origin.of(to)), aux 0, into 0,
    |p, cpu, c| captures b.targets & p.enemies::<S>(), begin begin::<S, O, P>(p, c, b.piece, b.origin), |capture| complete {
        let step = Ordinary { piece: b.piece, into: b.piece, from: b.origin.of(to), promotes: false };
        land::<S, O, P, C>(p, c, cpu, step, to, capture);
    }, |c, before| restore c.restore::<S>(before, b.piece, b.piece)
);

batch!(
    /// Steps that leave an en passant square, `passed` squares after their start.
    Passing { passed: i32, "From the start to the square passed over, in squares."; } Passing,
    |b, to| from Some(b.origin.of(to)), aux (b.origin.of(to) as i32 + b.passed), into 0,
    |p, cpu, c| captures b.targets & p.enemies::<S>(), begin begin::<S, O, P>(p, c, b.piece, b.origin), |capture| complete {
        let from = b.origin.of(to);
        let step = Ordinary { piece: b.piece, into: b.piece, from, promotes: false };
        land::<S, O, P, C>(p, c, cpu, step, to, capture);
        P::pass_over::<S>(c, to, (from as i32).wrapping_add(b.passed) as usize);
    }, |c, before| restore c.restore::<S>(before, b.piece, b.piece)
);

batch!(
    /// En passant captures.
    EnPassant { victim: usize, "The captured piece's square."; } EnPassant,
    |b, to| from Some(b.origin.of(to)), aux b.victim, into 0,
    |p, cpu, c| captures P::Set::EMPTY, begin (), |capture| complete {
        *c = p.make_en_passant::<S, C>(cpu, b.piece, b.origin.of(to), to, b.victim);
    }, |c, before| restore ()
);

batch!(
    /// Moves that promote.
    Promotion { into: usize, "The type it becomes."; } Promotion,
    |b, to| from Some(b.origin.of(to)), aux 0, into b.into,
    |p, cpu, c| captures b.targets & p.enemies::<S>(), begin begin::<S, O, P>(p, c, b.piece, b.origin), |capture| complete {
        let step = Ordinary { piece: b.piece, into: b.into, from: b.origin.of(to), promotes: true };
        land::<S, O, P, C>(p, c, cpu, step, to, capture);
    }, |c, before| restore c.restore::<S>(before, b.piece, b.into)
);

batch!(
    /// Drops from the hand or from an endless supply. The origin is not used.
    Drop {} Drop, |b, to| from None::<usize>, aux 0, into 0,
    |p, cpu, c| captures P::Set::EMPTY, begin {
        p.hand_over::<S>(c);
        p.take_in_hand::<S>(c, b.piece);
    }, |capture| complete {
        p.drop_onto::<S, C>(c, cpu, b.piece, to);
    }, |c, before| restore c.restore::<S>(before, b.piece, b.piece)
);

batch!(
    /// Drops of a piece of the opponent's hand, for which another is given. The origin is not used.
    Exchange { paid: usize, "The type that is given."; } Drop, |b, to| from None::<usize>, aux (b.paid + 1), into 0,
    |p, cpu, c| captures P::Set::EMPTY, begin {
        p.hand_over::<S>(c);
        p.trade_in_hand::<S>(c, b.piece, b.paid);
    }, |capture| complete {
        p.drop_onto::<S, C>(c, cpu, b.piece, to);
    }, |c, before| restore c.restore::<S>(before, b.piece, b.piece)
);

batch!(
    /// Castling with one partner; its only target is where the king arrives.
    Castling { partner: usize, "The partner's square."; } Castling,
    |b, to| from Some(b.origin.of(to)), aux b.partner, into 0,
    |p, cpu, c| captures P::Set::EMPTY, begin (), |capture| complete {
        *c = p.make_castling::<S, C>(cpu, b.origin.of(to), to, b.partner);
    }, |c, before| restore ()
);

batch!(
    /// Exchanges of places with the pieces on its targets.
    Swap {} Swap, |b, to| from Some(b.origin.of(to)), aux 0, into 0,
    |p, cpu, c| captures P::Set::EMPTY, begin (), |capture| complete {
        *c = p.make_swap::<S, C>(cpu, b.piece, b.origin.of(to), to);
    }, |c, before| restore ()
);

batch!(
    /// A pass; its only target is the square that its text names.
    Pass {} Pass, |b, to| from Some(to), aux 0, into 0,
    |p, cpu, c| captures P::Set::EMPTY, begin (), |capture| complete {
        *c = p.make_pass::<S, C>(cpu);
    }, |c, before| restore ()
);

/// A batch of one move that is made from the position itself, and whose captures are not all on its target.
macro_rules! single {
    ($name:ident, $b:ident, |$to:ident| mv $mv:expr, capturing $capturing:expr, |$cpu:ident, $p:ident| made $made:expr, $($more:item)*) => {
        impl<S: Side, P: Make> Batch<P> for $name<S, P::Set> {
            const KIND: MoveKind = MoveKind::$name;
            own_piece_and_targets!();
            #[inline(always)]
            fn from(self, _: usize) -> Option<usize> {
                Some(self.from)
            }
            #[inline(always)]
            fn with(self, targets: P::Set) -> Self {
                $name { targets, ..self }
            }
            #[inline(always)]
            fn mv(self, $to: usize) -> Move {
                let $b = self;
                $mv
            }
            #[inline(always)]
            fn captures(self, _: &P) -> P::Set {
                P::Set::EMPTY
            }
            #[inline(always)]
            fn capturing(self, _: &P) -> P::Set {
                let $b = self;
                if $capturing { self.targets } else { P::Set::EMPTY }
            }
            #[inline(always)]
            fn begin(self, _: &P, _: &mut P) {}
            #[inline(always)]
            fn complete<C: Cpu>(self, $cpu: C, $p: &P, child: &mut P, $to: usize, _: bool) {
                let $b = self;
                *child = $made;
            }
            #[inline(always)]
            fn restore(self, _: &mut P, _: &P) {}
            $($more)*
        }
    };
}

/// One move of several legs that is more than a move to another square, empty or an enemy's; its only target is where it arrives.
#[derive(Clone, Copy, Debug)]
pub struct Journey<S, W> {
    piece: usize,
    from: usize,
    arrival: Arrival<W>,
    into: Option<usize>,
    targets: W,
    side: PhantomData<S>,
}

impl<S, W: Bits> Journey<S, W> {
    /// The journey of a piece of type `piece` from `from`, which then becomes an `into` where that is given.
    #[inline(always)]
    pub fn new(piece: usize, from: usize, arrival: Arrival<W>, into: Option<usize>) -> Self {
        Journey { piece, from, arrival, into, targets: W::single(arrival.to), side: PhantomData }
    }
}

single!(Journey, b, |to| mv {
        let into = b.into.map(|into| into as PieceId);
        Move::journey(b.piece as PieceId, b.from as Square, to as Square, b.arrival.victims(), into)
    }, capturing b.arrival.captures || b.arrival.taken.any(),
    |cpu, p| made p.make_journey::<S, C>(cpu, b.piece, (b.from, to), b.arrival.taken, b.into),
    #[inline(always)]
    fn taken_on_the_way(self) -> P::Set {
        self.arrival.taken
    }
    #[inline(always)]
    fn noisy(self, position: &P) -> P::Set {
        if self.into.is_some() { self.targets } else { self.capturing(position) }
    }
);

/// One journey that carries a piece; its only target is where it arrives.
#[derive(Clone, Copy, Debug)]
pub struct Carry<S, W> {
    piece: usize,
    from: usize,
    carried: Carried<W>,
    targets: W,
    side: PhantomData<S>,
}

impl<S, W: Bits> Carry<S, W> {
    /// The journey of a piece of type `piece` from `from`.
    #[inline(always)]
    pub fn new(piece: usize, from: usize, carried: Carried<W>) -> Self {
        Carry { piece, from, carried, targets: W::single(carried.arrival.to), side: PhantomData }
    }
}

single!(Carry, b, |to| mv {
        let (picked, put) = b.carried.load;
        Move::carry(b.piece as PieceId, b.from as Square, to as Square, (picked as Square, put as Square))
    }, capturing b.carried.arrival.captures,
    |cpu, p| made p.make_carry::<S, C>(cpu, b.piece, (b.from, to), b.carried.load),
);

/// One push; its only target is where the row begins.
#[derive(Clone, Copy, Debug)]
pub struct Push<S, W> {
    piece: usize,
    from: usize,
    shove: Shove,
    named: bool,
    targets: W,
    side: PhantomData<S>,
}

impl<S, W: Bits> Push<S, W> {
    /// The push of a piece of type `piece` on `from`; `named`: its text tells what is pushed where.
    #[inline(always)]
    pub fn new(piece: usize, from: usize, shove: Shove, named: bool) -> Self {
        Push { piece, from, shove, named, targets: W::single(shove.first as usize), side: PhantomData }
    }
}

single!(Push, b, |_to| mv Move::push(b.piece as PieceId, b.from as Square, b.shove, b.named), capturing b.shove.lost,
    |cpu, p| made p.make_push::<S, C>(cpu, b.piece, b.from, b.shove),
);

/// The same moves, with something done to each child.
macro_rules! noting {
    ($(#[$doc:meta])* $name:ident, |$child:ident, $cpu:ident| $note:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<S, B>(B, PhantomData<S>);

        impl<S, B> $name<S, B> {
            /// These moves.
            #[inline(always)]
            pub fn new(batch: B) -> Self {
                $name(batch, PhantomData)
            }
        }

        impl<S: Side, P: Make, B: Batch<P>> Batch<P> for $name<S, B> {
            const KIND: MoveKind = B::KIND;
            #[inline(always)]
            fn piece(self) -> PieceId {
                self.0.piece()
            }
            #[inline(always)]
            fn targets(self) -> P::Set {
                self.0.targets()
            }
            #[inline(always)]
            fn from(self, to: usize) -> Option<usize> {
                self.0.from(to)
            }
            #[inline(always)]
            fn with(self, targets: P::Set) -> Self {
                $name(self.0.with(targets), PhantomData)
            }
            #[inline(always)]
            fn mv(self, to: usize) -> Move {
                self.0.mv(to)
            }
            #[inline(always)]
            fn captures(self, position: &P) -> P::Set {
                self.0.captures(position)
            }
            #[inline(always)]
            fn capturing(self, position: &P) -> P::Set {
                self.0.capturing(position)
            }
            #[inline(always)]
            fn noisy(self, position: &P) -> P::Set {
                self.0.noisy(position)
            }
            #[inline(always)]
            fn begin(self, position: &P, child: &mut P) {
                self.0.begin(position, child);
            }
            #[inline(always)]
            fn complete<C: Cpu>(self, $cpu: C, position: &P, $child: &mut P, to: usize, capture: bool) {
                self.0.complete($cpu, position, $child, to, capture);
                $note
            }
            #[inline(always)]
            fn restore(self, child: &mut P, begun: &P) {
                self.0.restore(child, begun);
            }
        }
    };
}

noting!(
    /// Moves that are known to give check, in a game that counts checks.
    Checking, |child, cpu| child.note_check::<S>()
);

noting!(
    /// Moves of which it is not known whether they give check, in a game that counts checks.
    PerhapsChecking, |child, cpu| child.note_any_check::<S, C>(cpu)
);

/// The part of an ordinary move that all moves of a batch share.
#[inline(always)]
fn begin<S: Side, O: Origin, P: Make>(position: &P, child: &mut P, piece: usize, origin: O) {
    position.hand_over::<S>(child);
    if O::SHARED {
        position.lift::<S>(child, piece, origin.of(0));
    }
}

/// The rest of it.
#[inline(always)]
fn land<S: Side, O: Origin, P: Make, C: Cpu>(
    position: &P,
    child: &mut P,
    cpu: C,
    step: Ordinary,
    to: usize,
    capture: bool,
) {
    if !O::SHARED {
        position.lift::<S>(child, step.piece, step.from);
    }
    position.land::<S, C>(child, cpu, step, to, capture);
}
