//! [`Position`]: the static interface of generated code, and the visitors that consume its moves.
//!
//! A generated module has one source of moves, [`Position::visit`], which calls a [`Visitor`] once for each *batch*: a piece (or a hand, or
//! a whole set of alike pieces) with all its target squares. Counting, listing and making children are small visitors.

use crate::{
    Bits, Bmi2, Cpu, FenError, Info, Move, MoveError, MoveKind, Outcome, Perft, PieceId, Portable, Setup, SideId,
    Square, Style,
};
use alloc::string::String;
use core::fmt::Debug;
use smallvec::SmallVec;

/// Moves on the stack: allocates only in positions with more than 256 moves.
pub type MoveList = SmallVec<[Move; 256]>;

/// Moves of one kind that differ only in their targets (and, for shifted batches, their origins).
pub trait Batch<P: Position>: Copy {
    /// What kind of move.
    const KIND: MoveKind;
    /// Type of the moving or dropped piece.
    fn piece(self) -> PieceId;
    /// The squares the moves arrive on.
    fn targets(self) -> P::Set;
    /// Where the move to `to` starts; `None` for a drop.
    fn from(self, to: usize) -> Option<usize>;
    /// The same batch with other targets (a subset).
    #[must_use]
    fn with(self, targets: P::Set) -> Self;
    /// The move to `to`.
    fn mv(self, to: usize) -> Move;
    /// The targets on which something is captured.
    fn captures(self, position: &P) -> P::Set;
    /// A copy of the position with what all moves of the batch change.
    fn begun(self, position: &P) -> P;
    /// Makes what [`Batch::begun`] returned the position after the move to `to`.
    fn complete<C: Cpu>(self, cpu: C, position: &P, child: &mut P, to: usize, capture: bool);
    /// Makes a child completed without a capture what it was before.
    fn restore(self, child: &mut P, begun: &P);

    /// The position after the move to `to`.
    #[inline(always)]
    fn child<C: Cpu>(self, cpu: C, position: &P, to: usize) -> P {
        let capture = self.captures(position).has(to);
        let mut child = self.begun(position);
        self.complete(cpu, position, &mut child, to, capture);
        child
    }
    /// Calls `f` with every target and the position after the move to it.
    ///
    /// Children of quiet moves share one copy, on which only what differs between them is changed.
    #[inline(always)]
    fn children<C: Cpu>(self, cpu: C, position: &P, mut f: impl FnMut(usize, &P)) {
        let targets = self.targets();
        if targets.is_empty() {
            return;
        }
        let begun = self.begun(position);
        let captures = self.captures(position);
        let mut child = begun;
        for to in targets & !captures {
            self.complete(cpu, position, &mut child, to, false);
            f(to, &child);
            self.restore(&mut child, &begun);
        }
        for to in captures {
            child = begun;
            self.complete(cpu, position, &mut child, to, true);
            f(to, &child);
        }
    }
}

/// A consumer of moves.
pub trait Visitor<P: Position> {
    /// Takes a batch; its target set may be empty.
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B);
}

/// A position of a compiled game: a plain value, copied instead of unmade.
pub trait Position: Copy + Eq + Debug + Send + Sync + 'static {
    /// Set of squares of this board.
    type Set: Bits;
    /// The same position without hash and clocks, for perft and other counting.
    type Lean: Position<Set = Self::Set>;

    /// Names, board, letters.
    fn info() -> &'static Info;
    /// From the neutral form.
    ///
    /// # Errors
    /// When no game could have such a position, e.g. without a royal: says what is wrong.
    fn from_setup(setup: &Setup) -> Result<Self, FenError>;
    /// To the neutral form.
    fn setup(&self) -> Setup;
    /// Without hash and clocks.
    fn lean(&self) -> Self::Lean;
    /// The side to move.
    fn turn(&self) -> SideId;
    /// What stands on a square: side and type. `None` for an empty square, and for one off the board.
    fn piece_at(&self, square: Square) -> Option<(SideId, PieceId)>;
    /// Pieces of a type in a side's hand.
    fn in_hand(&self, side: SideId, piece: PieceId) -> u16;
    /// All legal moves, in batches. Nothing when the position is over.
    fn visit<C: Cpu, V: Visitor<Self>>(&self, cpu: C, visitor: &mut V);
    /// The position after a legal move. For any other move the result is unspecified (but a valid value).
    #[must_use]
    fn play_unchecked(&self, mv: Move) -> Self;
    /// Enemy pieces that attack a royal of the side to move.
    fn checkers(&self) -> Self::Set;
    /// Zobrist hash: equal for equal positions; does not cover the clocks. 0 for [`Position::Lean`] positions.
    fn hash(&self) -> u64;
    /// The result, when the position by itself ends the game (all but repetition).
    fn outcome(&self) -> Option<Outcome>;
    /// Whether the side that has just moved was allowed to, as far as royals go. For games whose legality is decided on the child.
    #[doc(hidden)]
    fn lawful<C: Cpu>(&self, _cpu: C) -> bool {
        true
    }

    /// The start position.
    fn start() -> Self {
        match Self::from_fen(&Self::info().start_fen, Style::Game) {
            Ok(position) => position,
            // The build checks every start position; a module edited by hand is told what is wrong.
            Err(error) => panic!("start position of {}: {error}", Self::info().id),
        }
    }
    /// From FEN.
    ///
    /// # Errors
    /// Names the field, the place and what was expected.
    fn from_fen(fen: &str, style: Style) -> Result<Self, FenError> {
        Self::from_setup(&crate::fen::parse(Self::info(), fen, style)?)
    }
    /// FEN.
    fn fen(&self, style: Style) -> String {
        crate::fen::print(Self::info(), &self.setup(), style)
    }
    /// Number of legal moves, without making a list.
    fn count(&self) -> u64 {
        let lean = self.lean();
        match Bmi2::detect() {
            Some(cpu) => cpu.count(&lean),
            None => Portable.count(&lean),
        }
    }
    /// Every legal move, once.
    fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        match Bmi2::detect() {
            Some(cpu) => cpu.list(self, &mut moves),
            None => Portable.list(self, &mut moves),
        }
        moves
    }
    /// Calls `f` with each legal move and the position after it.
    fn children(&self, f: impl FnMut(Move, &Self)) {
        match Bmi2::detect() {
            Some(cpu) => cpu.children(self, f),
            None => Portable.children(self, f),
        }
    }
    /// Is the move legal here?
    fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }
    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// [`MoveError::Illegal`]; the position is unchanged then.
    fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        if !self.is_legal(mv) {
            let text = crate::move_text(Self::info(), mv, Style::Game);
            return Err(MoveError::Illegal { text, near: alloc::vec::Vec::new() });
        }
        *self = self.play_unchecked(mv);
        Ok(())
    }
    /// The legal move with this UCI text.
    ///
    /// # Errors
    /// When it is no move, or not legal here.
    fn parse_move(&self, text: &str, style: Style) -> Result<Move, MoveError> {
        crate::parse_move(Self::info(), &self.legal_moves(), text, style)
    }
    /// UCI text of one of this position's moves.
    fn move_text(&self, mv: Move, style: Style) -> String {
        crate::move_text(Self::info(), mv, style)
    }
    /// Leaf nodes `depth` plies below.
    fn perft(&self, depth: u32, mode: Perft) -> u64 {
        let leaf = mode == Perft::Leaf;
        match (depth, Bmi2::detect()) {
            (0, _) => 1,
            (_, Some(cpu)) => cpu.perft(&self.lean(), depth, leaf),
            (_, None) => Portable.perft(&self.lean(), depth, leaf),
        }
    }

    // Work on a batch that need not be inlined at every batch: one instance for each kind of batch keeps the machine code small.
    #[doc(hidden)]
    #[inline(never)]
    fn list_batch<B: Batch<Self>>(batch: B, moves: &mut MoveList) {
        for to in batch.targets() {
            moves.push(batch.mv(to));
        }
    }
    #[doc(hidden)]
    #[inline(never)]
    fn leaves_of_batch<B: Batch<Self>, C: Cpu>(&self, cpu: C, batch: B) -> u64 {
        unpack_leaves(self, cpu, batch)
    }
    #[doc(hidden)]
    #[inline(never)]
    #[allow(private_bounds, reason = "hidden")]
    fn walk_batch<B: Batch<Self>, C: Enter>(&self, cpu: C, batch: B, below: u32, leaf: bool) -> u64 {
        walk(self, cpu, batch, below, leaf)
    }

    // The functions that generate moves are methods so that each game's instances are compiled with its own module.
    #[doc(hidden)]
    #[inline(never)]
    fn count_portable(&self) -> u64 {
        count(self, Portable)
    }
    #[doc(hidden)]
    #[inline(never)]
    fn leaves_portable(&self) -> u64 {
        leaves(self, Portable)
    }
    #[doc(hidden)]
    #[inline(never)]
    fn perft_portable(&self, depth: u32, leaf: bool) -> u64 {
        perft(self, Portable, depth, leaf)
    }
    #[doc(hidden)]
    #[inline(never)]
    fn list_portable(&self, moves: &mut MoveList) {
        self.visit(Portable, &mut Lister { moves });
    }
    #[doc(hidden)]
    #[inline(never)]
    fn children_portable<F: FnMut(Move, &Self)>(&self, f: F) {
        self.visit(Portable, &mut Children { cpu: Portable, f });
    }
    /// # Safety
    /// The processor has the features; the argument proves it.
    #[doc(hidden)]
    #[inline(never)]
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    #[allow(
        unsafe_code,
        reason = "measured kernel: without target features the inner loops lose a third of their speed"
    )]
    unsafe fn count_bmi2(&self, cpu: Bmi2) -> u64 {
        count(self, cpu)
    }
    /// # Safety
    /// The processor has the features; the argument proves it.
    #[doc(hidden)]
    #[inline(never)]
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    #[allow(
        unsafe_code,
        reason = "measured kernel: without target features the inner loops lose a third of their speed"
    )]
    unsafe fn leaves_bmi2(&self, cpu: Bmi2) -> u64 {
        leaves(self, cpu)
    }
    /// # Safety
    /// The processor has the features; the argument proves it.
    #[doc(hidden)]
    #[inline(never)]
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    #[allow(
        unsafe_code,
        reason = "measured kernel: without target features the inner loops lose a third of their speed"
    )]
    unsafe fn perft_bmi2(&self, cpu: Bmi2, depth: u32, leaf: bool) -> u64 {
        perft(self, cpu, depth, leaf)
    }
    /// # Safety
    /// The processor has the features; the argument proves it.
    #[doc(hidden)]
    #[inline(never)]
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    #[allow(
        unsafe_code,
        reason = "measured kernel: without target features the inner loops lose a third of their speed"
    )]
    unsafe fn list_bmi2(&self, cpu: Bmi2, moves: &mut MoveList) {
        self.visit(cpu, &mut Lister { moves });
    }
    /// # Safety
    /// The processor has the features; the argument proves it.
    #[doc(hidden)]
    #[inline(never)]
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
    #[allow(
        unsafe_code,
        reason = "measured kernel: without target features the inner loops lose a third of their speed"
    )]
    unsafe fn children_bmi2<F: FnMut(Move, &Self)>(&self, cpu: Bmi2, f: F) {
        self.visit(cpu, &mut Children { cpu: cpu, f });
    }
}

/// How the functions that generate moves are entered on each kind of processor.
trait Enter: Cpu {
    fn count<P: Position>(self, position: &P) -> u64;
    fn leaves<P: Position>(self, position: &P) -> u64;
    fn perft<P: Position>(self, position: &P, depth: u32, leaf: bool) -> u64;
    fn list<P: Position>(self, position: &P, moves: &mut MoveList);
    fn children<P: Position, F: FnMut(Move, &P)>(self, position: &P, f: F);
}

macro_rules! enter {
    ($cpu:ident, |$self:ident| $count:ident $leaves:ident $perft:ident $list:ident $children:ident ($($proof:expr)?)) => {
        #[allow(unsafe_code, unused_unsafe, reason = "entering functions with target features")]
        impl Enter for $cpu {
            #[inline(always)]
            fn count<P: Position>($self, position: &P) -> u64 {
                // SAFETY (all of them): a `Bmi2` exists only where its features do. Safe twin: the portable instance.
                unsafe { position.$count($($proof)?) }
            }
            #[inline(always)]
            fn leaves<P: Position>($self, position: &P) -> u64 {
                // SAFETY: as above.
                unsafe { position.$leaves($($proof)?) }
            }
            #[inline(always)]
            fn perft<P: Position>($self, position: &P, depth: u32, leaf: bool) -> u64 {
                // SAFETY: as above.
                unsafe { position.$perft($($proof,)? depth, leaf) }
            }
            #[inline(always)]
            fn list<P: Position>($self, position: &P, moves: &mut MoveList) {
                // SAFETY: as above.
                unsafe { position.$list($($proof,)? moves) }
            }
            #[inline(always)]
            fn children<P: Position, F: FnMut(Move, &P)>($self, position: &P, f: F) {
                // SAFETY: as above.
                unsafe { position.$children($($proof,)? f) }
            }
        }
    };
}

enter!(Portable, |self| count_portable leaves_portable perft_portable list_portable children_portable ());
#[cfg(target_arch = "x86_64")]
enter!(Bmi2, |self| count_bmi2 leaves_bmi2 perft_bmi2 list_bmi2 children_bmi2 (self));
// No value of `Bmi2` exists on other processors.
#[cfg(not(target_arch = "x86_64"))]
enter!(Bmi2, |self| count_portable leaves_portable perft_portable list_portable children_portable ());

#[inline(always)]
fn count<P: Position>(position: &P, cpu: impl Cpu) -> u64 {
    let mut counter = Count { moves: 0 };
    position.visit(cpu, &mut counter);
    counter.moves
}

#[inline(always)]
fn leaves<P: Position>(position: &P, cpu: impl Cpu) -> u64 {
    let mut leaves = Leaves { cpu, nodes: 0 };
    position.visit(cpu, &mut leaves);
    leaves.nodes
}

#[inline(always)]
fn perft<P: Position>(position: &P, cpu: impl Enter, depth: u32, leaf: bool) -> u64 {
    if depth == 1 {
        return if leaf { cpu.leaves(position) } else { cpu.count(position) };
    }
    let mut walker = Walker { cpu, below: depth - 1, leaf, nodes: 0 };
    position.visit(cpu, &mut walker);
    walker.nodes
}

/// Counts moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// Moves so far.
    pub moves: u64,
}

impl<P: Position> Visitor<P> for Count {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, _: &P, batch: B) {
        self.moves += batch.targets().count() as u64;
    }
}

/// Makes every child and looks no further.
struct Leaves<C> {
    cpu: C,
    nodes: u64,
}

impl<P: Position, C: Cpu> Visitor<P> for Leaves<C> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        if C::USUAL {
            self.nodes += unpack_leaves(position, self.cpu, batch);
        } else if batch.targets().any() {
            self.nodes += position.leaves_of_batch(self.cpu, batch);
        }
    }
}

/// Makes every child of a batch; how many they are.
#[inline(always)]
fn unpack_leaves<P: Position>(position: &P, cpu: impl Cpu, batch: impl Batch<P>) -> u64 {
    let mut nodes = 0;
    batch.children(cpu, position, |_, child| {
        core::hint::black_box(child);
        nodes += 1;
    });
    nodes
}

/// Makes every child and counts what lies below it.
struct Walker<C> {
    cpu: C,
    below: u32,
    leaf: bool,
    nodes: u64,
}

impl<P: Position, C: Enter> Visitor<P> for Walker<C> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        if C::USUAL {
            self.nodes += walk(position, self.cpu, batch, self.below, self.leaf);
        } else if batch.targets().any() {
            self.nodes += position.walk_batch(self.cpu, batch, self.below, self.leaf);
        }
    }
}

/// What lies below the children of a batch.
#[inline(always)]
fn walk<P: Position>(position: &P, cpu: impl Enter, batch: impl Batch<P>, below: u32, leaf: bool) -> u64 {
    let mut nodes = 0;
    batch.children(cpu, position, |_, child| {
        nodes += match below {
            1 if leaf => cpu.leaves(child),
            1 => cpu.count(child),
            below => cpu.perft(child, below, leaf),
        };
    });
    nodes
}

/// Lists moves.
struct Lister<'m> {
    moves: &'m mut MoveList,
}

impl<P: Position> Visitor<P> for Lister<'_> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, _: &P, batch: B) {
        if batch.targets().any() {
            P::list_batch(batch, self.moves);
        }
    }
}

/// Calls a function with each move and its child.
struct Children<C, F> {
    cpu: C,
    f: F,
}

impl<P: Position, C: Cpu, F: FnMut(Move, &P)> Visitor<P> for Children<C, F> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        batch.children(self.cpu, position, |to, child| (self.f)(batch.mv(to), child));
    }
}

/// Passes batches on and remembers whether there was any move.
#[derive(Debug)]
pub struct Watch<'v, V> {
    /// The consumer.
    pub inner: &'v mut V,
    /// Was there a move?
    pub any: bool,
}

impl<P: Position, V: Visitor<P>> Visitor<P> for Watch<'_, V> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        self.any |= batch.targets().any();
        self.inner.batch(position, batch);
    }
}

/// Passes on the moves after which the position is [`Position::lawful`]: make-and-test.
#[derive(Debug)]
pub struct Lawful<'v, V, C> {
    /// The consumer.
    pub inner: &'v mut V,
    /// The processor.
    pub cpu: C,
}

impl<P: Position, V: Visitor<P>, C: Cpu> Visitor<P> for Lawful<'_, V, C> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        let mut kept = P::Set::EMPTY;
        for to in batch.targets() {
            if batch.child(self.cpu, position, to).lawful(self.cpu) {
                kept |= P::Set::single(to);
            }
        }
        self.inner.batch(position, batch.with(kept));
    }
}
