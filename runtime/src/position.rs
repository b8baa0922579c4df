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
    /// The position after the move to `to`.
    fn child<C: Cpu>(self, cpu: C, position: &P, to: usize) -> P;
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
        let mut lister = Lister { moves: MoveList::new() };
        self.visit(Portable, &mut lister);
        lister.moves
    }
    /// Calls `f` with each legal move and the position after it.
    fn children(&self, f: impl FnMut(Move, &Self)) {
        self.visit(Portable, &mut Children { f });
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

    // The recursive functions are methods so that each game's instances are compiled with its own module.
    #[doc(hidden)]
    #[inline(never)]
    fn count_portable(&self) -> u64 {
        count(self, Portable)
    }
    #[doc(hidden)]
    #[inline(never)]
    fn perft_portable(&self, depth: u32, leaf: bool) -> u64 {
        perft(self, Portable, depth, leaf)
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
    unsafe fn perft_bmi2(&self, cpu: Bmi2, depth: u32, leaf: bool) -> u64 {
        perft(self, cpu, depth, leaf)
    }
}

/// How the recursive functions are entered on each kind of processor.
trait Enter: Cpu {
    fn count<P: Position>(self, position: &P) -> u64;
    fn perft<P: Position>(self, position: &P, depth: u32, leaf: bool) -> u64;
}

impl Enter for Portable {
    #[inline(always)]
    fn count<P: Position>(self, position: &P) -> u64 {
        position.count_portable()
    }
    #[inline(always)]
    fn perft<P: Position>(self, position: &P, depth: u32, leaf: bool) -> u64 {
        position.perft_portable(depth, leaf)
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "entering functions with target features")]
impl Enter for Bmi2 {
    #[inline(always)]
    fn count<P: Position>(self, position: &P) -> u64 {
        // SAFETY: `self` exists only where the features do. Safe twin: the portable instance.
        unsafe { position.count_bmi2(self) }
    }
    #[inline(always)]
    fn perft<P: Position>(self, position: &P, depth: u32, leaf: bool) -> u64 {
        // SAFETY: `self` exists only where the features do. Safe twin: the portable instance.
        unsafe { position.perft_bmi2(self, depth, leaf) }
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Enter for Bmi2 {
    fn count<P: Position>(self, position: &P) -> u64 {
        position.count_portable()
    }
    fn perft<P: Position>(self, position: &P, depth: u32, leaf: bool) -> u64 {
        position.perft_portable(depth, leaf)
    }
}

#[inline(always)]
fn count<P: Position>(position: &P, cpu: impl Cpu) -> u64 {
    let mut counter = Count { moves: 0 };
    position.visit(cpu, &mut counter);
    counter.moves
}

#[inline(always)]
fn perft<P: Position>(position: &P, cpu: impl Enter, depth: u32, leaf: bool) -> u64 {
    if depth == 1 && !leaf {
        return cpu.count(position);
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
        batch.targets().for_each(|to| {
            let child = batch.child(self.cpu, position, to);
            self.nodes += match self.below {
                0 => {
                    core::hint::black_box(&child);
                    1
                }
                1 if !self.leaf => self.cpu.count(&child),
                below => self.cpu.perft(&child, below, self.leaf),
            };
        });
    }
}

/// Lists moves.
struct Lister {
    moves: MoveList,
}

impl<P: Position> Visitor<P> for Lister {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, _: &P, batch: B) {
        batch.targets().for_each(|to| self.moves.push(batch.mv(to)));
    }
}

/// Calls a function with each move and its child.
struct Children<F> {
    f: F,
}

impl<P: Position, F: FnMut(Move, &P)> Visitor<P> for Children<F> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        batch.targets().for_each(|to| (self.f)(batch.mv(to), &batch.child(Portable, position, to)));
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
        batch.targets().for_each(|to| {
            if batch.child(self.cpu, position, to).lawful(self.cpu) {
                kept |= P::Set::single(to);
            }
        });
        self.inner.batch(position, batch.with(kept));
    }
}
