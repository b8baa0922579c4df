//! The kinds of [`Batch`] that generated code emits, and [`Make`], the moves it has to be able to make.

use crate::journeys::Arrival;
use crate::{Batch, Bits, Cpu, Move, MoveKind, PieceId, Position, Shove, Side, Square, Visitor};
use core::marker::PhantomData;

/// How a game makes each kind of move for side `S`. A game implements the kinds it has; the others never occur.
///
/// An ordinary move is made in three parts, so that a batch does once what all its moves share: [`Make::handed_over`] copies the position,
/// [`Make::lift`] takes the piece off its start, [`Make::land`] puts it down.
pub trait Make: Position {
    /// The squares of the opponent of `S`.
    fn enemies<S: Side>(&self) -> Self::Set;
    /// A copy on which what every move of `S` changes is changed: the turn has passed on, no en passant square is left.
    fn handed_over<S: Side>(&self) -> Self;
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

macro_rules! batch {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty, $what:literal;)* } $kind:ident,
     |$b:ident, $to:ident| from $from:expr, aux $aux:expr, into $into:expr,
     |$p:ident, $cpu:ident| captures $captures:expr, begun $begun:expr,
     |$c:ident, $capture:ident| complete $complete:expr, |$r:ident, $before:ident| restore $restore:expr) => {
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
            #[inline(always)]
            fn piece(self) -> PieceId {
                self.piece as PieceId
            }
            #[inline(always)]
            fn targets(self) -> P::Set {
                self.targets
            }
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
            fn begun(self, $p: &P) -> P {
                let $b = self;
                $begun
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
    |p, cpu| captures b.targets & p.enemies::<S>(), begun begun::<S, O, P>(p, b.piece, b.origin), |c, capture| complete {
        let step = Ordinary { piece: b.piece, into: b.piece, from: b.origin.of(to), promotes: false };
        land::<S, O, P, C>(p, c, cpu, step, to, capture);
    }, |c, before| restore c.restore::<S>(before, b.piece, b.piece)
);
batch!(
    /// Steps that leave an en passant square, `passed` squares after their start.
    Passing { passed: i32, "From the start to the square passed over, in squares."; } Passing,
    |b, to| from Some(b.origin.of(to)), aux (b.origin.of(to) as i32 + b.passed), into 0,
    |p, cpu| captures b.targets & p.enemies::<S>(), begun begun::<S, O, P>(p, b.piece, b.origin), |c, capture| complete {
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
    |p, cpu| captures P::Set::EMPTY, begun *p, |c, capture| complete {
        *c = p.make_en_passant::<S, C>(cpu, b.piece, b.origin.of(to), to, b.victim);
    }, |c, before| restore ()
);
batch!(
    /// Moves that promote.
    Promotion { into: usize, "The type it becomes."; } Promotion,
    |b, to| from Some(b.origin.of(to)), aux 0, into b.into,
    |p, cpu| captures b.targets & p.enemies::<S>(), begun begun::<S, O, P>(p, b.piece, b.origin), |c, capture| complete {
        let step = Ordinary { piece: b.piece, into: b.into, from: b.origin.of(to), promotes: true };
        land::<S, O, P, C>(p, c, cpu, step, to, capture);
    }, |c, before| restore c.restore::<S>(before, b.piece, b.into)
);
batch!(
    /// Drops from the hand or from an endless supply. The origin is not used.
    Drop {} Drop, |b, to| from None::<usize>, aux 0, into 0,
    |p, cpu| captures P::Set::EMPTY, begun {
        let mut c = p.handed_over::<S>();
        p.take_in_hand::<S>(&mut c, b.piece);
        c
    }, |c, capture| complete {
        p.drop_onto::<S, C>(c, cpu, b.piece, to);
    }, |c, before| restore c.restore::<S>(before, b.piece, b.piece)
);
batch!(
    /// Drops of a piece of the opponent's hand, for which another is given. The origin is not used.
    Exchange { paid: usize, "The type that is given."; } Drop, |b, to| from None::<usize>, aux (b.paid + 1), into 0,
    |p, cpu| captures P::Set::EMPTY, begun {
        let mut c = p.handed_over::<S>();
        p.trade_in_hand::<S>(&mut c, b.piece, b.paid);
        c
    }, |c, capture| complete {
        p.drop_onto::<S, C>(c, cpu, b.piece, to);
    }, |c, before| restore c.restore::<S>(before, b.piece, b.piece)
);
batch!(
    /// Castling with one partner; its only target is where the king arrives.
    Castling { partner: usize, "The partner's square."; } Castling,
    |b, to| from Some(b.origin.of(to)), aux b.partner, into 0,
    |p, cpu| captures P::Set::EMPTY, begun *p, |c, capture| complete {
        *c = p.make_castling::<S, C>(cpu, b.origin.of(to), to, b.partner);
    }, |c, before| restore ()
);
batch!(
    /// Exchanges of places with the pieces on its targets.
    Swap {} Swap, |b, to| from Some(b.origin.of(to)), aux 0, into 0,
    |p, cpu| captures P::Set::EMPTY, begun *p, |c, capture| complete {
        *c = p.make_swap::<S, C>(cpu, b.piece, b.origin.of(to), to);
    }, |c, before| restore ()
);
batch!(
    /// A pass; its only target is the square that its text names.
    Pass {} Pass, |b, to| from Some(to), aux 0, into 0,
    |p, cpu| captures P::Set::EMPTY, begun *p, |c, capture| complete {
        *c = p.make_pass::<S, C>(cpu);
    }, |c, before| restore ()
);

/// A batch of one move that is made from the position itself, and whose captures are not all on its target.
macro_rules! single {
    ($name:ident, $b:ident, |$to:ident| mv $mv:expr, capturing $capturing:expr, |$cpu:ident, $p:ident| made $made:expr, $($more:item)*) => {
        impl<S: Side, P: Make> Batch<P> for $name<S, P::Set> {
            const KIND: MoveKind = MoveKind::$name;
            #[inline(always)]
            fn piece(self) -> PieceId {
                self.piece as PieceId
            }
            #[inline(always)]
            fn targets(self) -> P::Set {
                self.targets
            }
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
            fn begun(self, position: &P) -> P {
                *position
            }
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
            fn begun(self, position: &P) -> P {
                self.0.begun(position)
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

/// One move, after which a wall is placed: its targets are the squares of the wall.
#[derive(Clone, Copy, Debug)]
pub struct Walled<S, P: Position, B> {
    batch: B,
    to: usize,
    moved: P,
    walls: P::Set,
    side: PhantomData<S>,
}

impl<S: Side, P: Make, B: Batch<P>> Walled<S, P, B> {
    /// The move of `batch` to `to`, which leads to the position `moved`, with each of the `walls`.
    #[inline(always)]
    pub fn new(batch: B, to: usize, moved: P, walls: P::Set) -> Self {
        Walled { batch, to, moved, walls, side: PhantomData }
    }
}

impl<S: Side, P: Make, B: Batch<P>> Batch<P> for Walled<S, P, B> {
    const KIND: MoveKind = B::KIND;
    #[inline(always)]
    fn piece(self) -> PieceId {
        self.batch.piece()
    }
    #[inline(always)]
    fn targets(self) -> P::Set {
        self.walls
    }
    #[inline(always)]
    fn from(self, _: usize) -> Option<usize> {
        self.batch.from(self.to)
    }
    #[inline(always)]
    fn with(self, walls: P::Set) -> Self {
        Walled { walls, ..self }
    }
    #[inline(always)]
    fn mv(self, wall: usize) -> Move {
        self.batch.mv(self.to).with_wall(wall as Square)
    }
    #[inline(always)]
    fn captures(self, _: &P) -> P::Set {
        P::Set::EMPTY
    }
    #[inline(always)]
    fn noisy(self, _: &P) -> P::Set {
        self.walls
    }
    #[inline(always)]
    fn begun(self, _: &P) -> P {
        self.moved
    }
    #[inline(always)]
    fn complete<C: Cpu>(self, _: C, _: &P, child: &mut P, wall: usize, _: bool) {
        child.place_wall::<S>(wall);
    }
    #[inline(always)]
    fn restore(self, child: &mut P, begun: &P) {
        child.restore::<S>(begun, 0, 0);
    }
}

/// Passes on the moves of `S` with every wall that may be placed after them.
#[derive(Debug)]
pub struct Walling<'v, S, V, C> {
    /// The consumer.
    pub inner: &'v mut V,
    /// The processor.
    pub cpu: C,
    /// Are moves passed on without a wall as well: always, where no square was left, or never?
    pub bare: Bare,
    /// Whose moves.
    pub side: PhantomData<S>,
}

/// Which moves are made without placing a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bare {
    /// All may be.
    All,
    /// Those after which there is no square for a wall.
    Unwalled,
    /// None.
    None,
}

impl<S: Side, P: Make, V: Visitor<P>, C: Cpu> Visitor<P> for Walling<'_, S, V, C> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        let mut bare = if self.bare == Bare::All { batch.targets() } else { P::Set::EMPTY };
        for to in batch.targets() {
            let moved = batch.child(self.cpu, position, to);
            let walls = moved.wall_squares::<S, C>(self.cpu, batch.from(to), to);
            if self.bare == Bare::Unwalled && walls.is_empty() {
                bare |= P::Set::single(to);
            }
            self.inner.batch(position, Walled::<S, P, B>::new(batch, to, moved, walls));
        }
        if self.bare != Bare::None {
            self.inner.batch(position, batch.with(bare));
        }
    }
}

/// The same moves, which also put a piece of the hand on a square they leave.
#[derive(Clone, Copy, Debug)]
pub struct Gated<S, B> {
    moves: B,
    piece: usize,
    square: usize,
    by_partner: bool,
    side: PhantomData<S>,
}

impl<S, B> Gated<S, B> {
    /// These moves with a piece of type `piece` on `square`: the one they leave or, `by_partner`, the one that a castling partner leaves.
    #[inline(always)]
    pub fn new(moves: B, piece: usize, square: usize, by_partner: bool) -> Self {
        Gated { moves, piece, square, by_partner, side: PhantomData }
    }
}

impl<S: Side, P: Make, B: Batch<P>> Batch<P> for Gated<S, B> {
    // Unpacked as drops are: such moves are seldom.
    const KIND: MoveKind = MoveKind::Drop;
    #[inline(always)]
    fn piece(self) -> PieceId {
        self.moves.piece()
    }
    #[inline(always)]
    fn targets(self) -> P::Set {
        self.moves.targets()
    }
    #[inline(always)]
    fn from(self, to: usize) -> Option<usize> {
        self.moves.from(to)
    }
    #[inline(always)]
    fn with(self, targets: P::Set) -> Self {
        Gated { moves: self.moves.with(targets), ..self }
    }
    #[inline(always)]
    fn mv(self, to: usize) -> Move {
        self.moves.mv(to).with_gating(self.piece as PieceId, self.by_partner)
    }
    #[inline(always)]
    fn captures(self, position: &P) -> P::Set {
        self.moves.captures(position)
    }
    #[inline(always)]
    fn noisy(self, position: &P) -> P::Set {
        self.moves.noisy(position)
    }
    #[inline(always)]
    fn begun(self, position: &P) -> P {
        self.moves.begun(position)
    }
    #[inline(always)]
    fn complete<C: Cpu>(self, cpu: C, position: &P, child: &mut P, to: usize, capture: bool) {
        self.moves.complete(cpu, position, child, to, capture);
        child.gate::<S>(self.piece, self.square);
    }
    #[inline(always)]
    fn restore(self, child: &mut P, begun: &P) {
        self.moves.restore(child, begun);
        child.restore_gated(begun, self.piece);
    }
}

/// The part of an ordinary move that all moves of a batch share.
#[inline(always)]
fn begun<S: Side, O: Origin, P: Make>(position: &P, piece: usize, origin: O) -> P {
    let mut child = position.handed_over::<S>();
    if O::SHARED {
        position.lift::<S>(&mut child, piece, origin.of(0));
    }
    child
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

/// Makes a move of `S` by its kind.
#[inline(always)]
pub fn make<S: Side, P: Make, C: Cpu>(cpu: C, position: &P, mv: Move) -> P {
    let (piece, from, to) = (mv.piece() as usize, mv.from() as usize, mv.to() as usize);
    let goal = P::Set::single(to);
    let mut child = match mv.kind() {
        MoveKind::Step => Step::<S, _, _>::new(piece, At(from), goal).child(cpu, position, to),
        MoveKind::Passing => {
            let passed = mv.aux() as i32 - from as i32;
            Passing::<S, _, _>::new(piece, At(from), passed, goal).child(cpu, position, to)
        }
        MoveKind::EnPassant => position.make_en_passant::<S, C>(cpu, piece, from, to, mv.aux() as usize),
        MoveKind::Promotion => {
            Promotion::<S, _, _>::new(piece, At(from), mv.promotion() as usize, goal).child(cpu, position, to)
        }
        MoveKind::Drop => match mv.price() {
            Some(paid) => Exchange::<S, _, _>::new(piece, At(to), paid as usize, goal).child(cpu, position, to),
            None => Drop::<S, _, _>::new(piece, At(to), goal).child(cpu, position, to),
        },
        MoveKind::Castling => position.make_castling::<S, C>(cpu, from, to, mv.aux() as usize),
        MoveKind::Pass => position.make_pass::<S, C>(cpu),
        MoveKind::Swap => position.make_swap::<S, C>(cpu, piece, from, to),
        MoveKind::Push => match mv.shove() {
            Some(shove) => position.make_push::<S, C>(cpu, piece, from, shove),
            None => *position,
        },
        MoveKind::Journey | MoveKind::JourneyPromotion => {
            let taken = mv.victims().fold(P::Set::EMPTY, |taken, square| taken | P::Set::single(square as usize));
            let into = (mv.kind() == MoveKind::JourneyPromotion).then(|| mv.promotion() as usize);
            position.make_journey::<S, C>(cpu, piece, (from, to), taken, into)
        }
    };
    if let Some(wall) = mv.wall() {
        child.place_wall::<S>(wall as usize);
    }
    if let Some((piece, square)) = mv.gating() {
        child.gate::<S>(piece as usize, square as usize);
    }
    child.note_any_check::<S, C>(cpu);
    child
}

/// The Zobrist key of feature number `index`: a bijective mix (splitmix64), so that different features have different keys.
#[inline(always)]
pub const fn key(index: usize) -> u64 {
    let mut z = (index as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// All squares from `a` to `b`, both included, where all squares between them are consecutive (a rank).
#[inline(always)]
pub fn span<W: Bits>(a: usize, b: usize) -> W {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    W::single(low).from_last() & W::single(high).through_first()
}

/// How far a slider gets along `ray`: through the empty squares up to and including the first occupied one. `ascending`: the ray's
/// squares ascend with the distance.
#[inline(always)]
pub fn slide<W: Bits>(ray: W, occupied: W, ascending: bool) -> W {
    let blockers = ray & occupied;
    ray & if ascending { blockers.through_first() } else { blockers.from_last() }
}

/// What a hopper reaches along `ray`: the squares behind the first occupied one (the hurdle), up to and including the next occupied one.
#[inline(always)]
pub fn hop<W: Bits>(ray: W, occupied: W, ascending: bool) -> W {
    let hurdle = first_on(ray, occupied, ascending);
    slide(ray, occupied, ascending) ^ slide(ray, occupied ^ hurdle, ascending)
}

/// The square just behind the first occupied one on `ray`.
#[inline(always)]
pub fn hop_behind<W: Bits>(ray: W, occupied: W, ascending: bool) -> W {
    let beyond = hop(ray, occupied, ascending);
    first_on(beyond, beyond, ascending)
}

/// Where a hopper along the reverse of `ray` stands that lands, where `ray` starts, just behind its hurdle: the second occupied square of
/// the ray when the nearest square is occupied too.
#[inline(always)]
pub fn hopper_behind<W: Bits>(ray: W, occupied: W, ascending: bool) -> W {
    let nearest = first_on(ray, ray, ascending);
    let hopper = first_on(ray, occupied & !nearest, ascending);
    if (nearest & occupied).is_empty() { W::EMPTY } else { hopper }
}

/// The first occupied square along `ray`.
#[inline(always)]
pub fn first_on<W: Bits>(ray: W, occupied: W, ascending: bool) -> W {
    let blockers = ray & occupied;
    if ascending { blockers.lowest() } else { blockers.highest() }
}

/// The squares of `ray` before `end`, which is one of them.
#[inline(always)]
pub fn before<W: Bits>(ray: W, end: usize, ascending: bool) -> W {
    let end = W::single(end);
    ray & !end & if ascending { end.through_first() } else { end.from_last() }
}
