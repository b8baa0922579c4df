//! [`Position`]: the static interface of generated code, and the visitors that consume its moves.
//!
//! A generated module has one source of moves, [`Position::visit`], which calls a [`Visitor`] once for each *batch*: a piece (or a hand, or
//! a whole set of alike pieces) with all its target squares. Counting, listing and making children are small visitors.

use crate::visitors::{self, Children, Job};
use crate::{
    Bits, Bmi2, Cpu, FenError, Info, Move, MoveError, MoveKind, MoveKinds, MoveSets, Outcome, Perft, PieceId, Portable,
    Setup, SideId, Square, Style,
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
    /// The targets of moves that capture something, wherever it stands. (En passant captures are not told.)
    #[inline(always)]
    fn capturing(self, position: &P) -> P::Set {
        self.captures(position)
    }
    /// The squares on which its moves capture before they arrive.
    #[inline(always)]
    fn taken_on_the_way(self) -> P::Set {
        P::Set::EMPTY
    }
    /// The targets of moves that start on one of these squares.
    #[inline(always)]
    fn leaving(self, squares: P::Set) -> P::Set {
        let mut leaving = P::Set::EMPTY;
        for to in self.targets() {
            if self.from(to).is_some_and(|from| squares.has(from)) {
                leaving |= P::Set::single(to);
            }
        }
        leaving
    }
    /// The targets of moves that may change material: captures and promotions, but neither drops nor exchanges of places.
    #[inline(always)]
    fn noisy(self, position: &P) -> P::Set {
        match Self::KIND {
            MoveKind::Step | MoveKind::Passing | MoveKind::Journey | MoveKind::Push | MoveKind::Carry => {
                self.capturing(position)
            }
            MoveKind::EnPassant | MoveKind::Promotion | MoveKind::JourneyPromotion => self.targets(),
            MoveKind::Drop | MoveKind::Castling | MoveKind::Pass | MoveKind::Swap => P::Set::EMPTY,
        }
    }
    /// Changes on `child`, a copy of the position, what all moves of the batch change.
    fn begin(self, position: &P, child: &mut P);
    /// Such a copy.
    #[inline(always)]
    fn begun(self, position: &P) -> P {
        let mut child = *position;
        self.begin(position, &mut child);
        child
    }
    /// Makes what [`Batch::begin`] has changed the position after the move to `to`.
    fn complete<C: Cpu>(self, cpu: C, position: &P, child: &mut P, to: usize, capture: bool);
    /// Makes a child completed without a capture what it was before.
    fn restore(self, child: &mut P, begun: &P);

    /// The position after the move to `to`.
    #[inline(always)]
    fn child<C: Cpu>(self, cpu: C, position: &P, to: usize) -> P {
        let mut child = *position;
        self.make_on(cpu, position, &mut child, to);
        child
    }
    /// Makes `child`, a copy of the position, the one after the move to `to`.
    #[inline(always)]
    fn make_on<C: Cpu>(self, cpu: C, position: &P, child: &mut P, to: usize) {
        let capture = self.captures(position).has(to);
        self.begin(position, child);
        self.complete(cpu, position, child, to, capture);
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
    /// Does it know that the game goes on, so that nobody has to ask?
    const GOING_ON: bool = false;
    /// Are moves that give check like the others to it, where checks count?
    const ALIKE: bool = false;
    /// Does it ask for nothing but how many moves lead to each square? Then it may be handed [arrivals](Visitor::arrivals) instead of batches.
    const COUNTS_ARRIVALS: bool = false;
    /// Takes moves by where they lead, one to each square of each set, if it [asks for nothing else](Visitor::COUNTS_ARRIVALS).
    #[inline(always)]
    fn arrivals<const N: usize>(&mut self, targets: [P::Set; N]) {
        let _ = targets;
        debug_assert!(Self::COUNTS_ARRIVALS, "only who counts arrivals is handed them");
    }
    /// Does it look for moves to one square only, its [goal](Visitor::goal)? Then it may be handed [steps](Visitor::steps_to_goal) there instead of batches.
    const HAS_GOAL: bool = false;
    /// That square.
    #[inline(always)]
    fn goal(&self) -> usize {
        debug_assert!(Self::HAS_GOAL, "only who has a goal is asked for it");
        0
    }
    /// Takes the steps of pieces of one type from each of these squares to its goal, if it [has one](Visitor::HAS_GOAL).
    #[inline(always)]
    fn steps_to_goal<C: Cpu>(&mut self, cpu: C, piece: usize, from: P::Set) {
        let _ = (cpu, piece, from);
        debug_assert!(Self::HAS_GOAL, "only who has a goal is handed steps to it");
    }
    /// Takes a batch; its target set may be empty.
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B);
    /// Takes a batch of which the moves to `part` are of another kind, which `other` makes of a batch of them: those that give check where checks count.
    /// Consumers to which they are [alike](Visitor::ALIKE) take one batch, the others two.
    #[inline(always)]
    fn split<B: Batch<P>, O: Batch<P>>(&mut self, position: &P, batch: B, part: P::Set, other: impl FnOnce(B) -> O) {
        if Self::ALIKE {
            return self.batch(position, batch);
        }
        let targets = batch.targets();
        self.batch(position, batch.with(targets & !part));
        self.batch(position, other(batch.with(targets & part)));
    }
    /// Takes a batch; `lawful`: its moves are known to be legal, for whoever would test them.
    #[inline(always)]
    fn granted<B: Batch<P>>(&mut self, position: &P, batch: B, lawful: bool) {
        let _ = lawful;
        self.batch(position, batch);
    }
    /// Does it care for no more batches? Whoever has work to do before passing one on may spare it.
    #[inline(always)]
    fn is_content(&self) -> bool {
        false
    }
}

/// Work that is compiled as one function for each kind of processor, with its instructions: whatever it calls has to be inlined into it.
#[doc(hidden)]
pub trait Work<P: Position> {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run<C: Cpu>(self, position: &P, cpu: C) -> Self::Output;
}

/// The work of having a position's moves consumed.
impl<P: Position, V: Visitor<P>> Work<P> for &mut V {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, position: &P, cpu: C) {
        position.visit(cpu, self);
    }
}

/// A position of a compiled game: a plain value, copied instead of unmade.
pub trait Position: Copy + Eq + Debug + Send + Sync + 'static {
    /// Set of squares of this board.
    type Set: Bits;
    /// The same position without hash and clocks, for perft and other counting.
    type Lean: Position<Set = Self::Set>;
    /// Can a move put sides out of a game that goes on without them? Then [`Position::without_eliminated`] does something.
    #[doc(hidden)]
    const ELIMINATES: bool = false;
    /// Does one instance of the generator, for each processor, do all kinds of work?
    #[doc(hidden)]
    const COMPACT: bool = false;
    /// Does one instance of the generator do all kinds of work, and one function make moves of every kind ([`Position::after`])? Such a game compiles in a
    /// fraction of the time, and is slower.
    #[doc(hidden)]
    const FRUGAL: bool = false;
    /// The kinds of moves that there are in the game.
    #[doc(hidden)]
    const KINDS_OF_MOVES: MoveKinds = MoveKinds::ALL;
    /// Do random games generate a position's moves twice, to count them and to find the chosen one, instead of storing them? For games whose moves take no longer to generate
    /// than to store.
    #[doc(hidden)]
    const REGENERATES: bool = false;
    /// So many binary digits, 2 to 4, has the number of moves to one square as a rule, where they are generated twice.
    #[doc(hidden)]
    const USUAL_DIGITS: usize = 3;
    /// Do the moves to each square come in the order of [`Move::order`]?
    #[doc(hidden)]
    const IN_ORDER: bool = false;

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
    /// The squares of a side's pieces; none for a side that there is not.
    fn of_side(&self, side: SideId) -> Self::Set;
    /// The squares of the pieces of a type, whoever owns them; none for a type that there is not.
    fn of_type(&self, piece: PieceId) -> Self::Set;
    /// The squares of walls.
    fn walls(&self) -> Self::Set {
        Self::Set::EMPTY
    }
    /// Pieces of a type in a side's hand.
    fn in_hand(&self, side: SideId, piece: PieceId) -> u16;
    /// All legal moves, in batches. Nothing when the position is over.
    #[doc(hidden)]
    fn visit<C: Cpu, V: Visitor<Self>>(&self, cpu: C, visitor: &mut V);
    /// Makes `child` the position after a legal move. For any other move the result is unspecified (but a valid value).
    fn play_into(&self, mv: Move, child: &mut Self);
    /// [`Position::play_into`] in the function that calls it, which is one for this processor. For games that are [`Position::REGENERATES`].
    #[doc(hidden)]
    #[inline(always)]
    fn play_into_inlined<C: Cpu>(&self, cpu: C, mv: Move, child: &mut Self) {
        let _ = cpu;
        self.play_into(mv, child);
    }
    /// The position after a legal move, as [`Position::play_into`] has it.
    #[must_use]
    #[inline]
    fn play_unchecked(&self, mv: Move) -> Self {
        let mut child = *self;
        self.play_into(mv, &mut child);
        child
    }
    /// Enemy pieces that attack a royal of the side to move.
    fn checkers(&self) -> Self::Set;
    /// Zobrist hash: equal for equal positions; does not cover the clocks. 0 for [`Position::Lean`] positions.
    fn hash(&self) -> u64;
    /// The result, when the position by itself ends the game (all but repetition).
    fn outcome(&self) -> Option<Outcome>;
    /// What [`Position::outcome`] is where there are legal moves, so many of them: nobody has to look for one.
    fn outcome_with_moves(&self, moves: u64) -> Option<Outcome> {
        let _ = moves;
        self.outcome()
    }
    /// Whether the side that has just moved from `before` to this position was allowed to, as far as royals go. For games whose legality is decided on the child.
    #[doc(hidden)]
    fn lawful<C: Cpu>(&self, _before: &Self, _cpu: C) -> bool {
        true
    }

    /// The position after a move, before [`Position::without_eliminated`]. For games that are [`Position::FRUGAL`].
    #[doc(hidden)]
    #[must_use]
    fn after(&self, mv: Move) -> Self {
        self.play_unchecked(mv)
    }

    /// A position that a move has just been made to, without the sides that go out by it.
    #[doc(hidden)]
    #[must_use]
    fn without_eliminated(&self) -> Self {
        *self
    }

    /// Whether the side that has just moved has ended what it was obliged to end.
    #[doc(hidden)]
    fn relieved<C: Cpu>(&self, _cpu: C) -> bool {
        true
    }

    /// The start position.
    fn start() -> Self {
        match Self::from_fen(&Self::info().start_fen, Style::Game) {
            Ok(position) => position,
            // Modules are generated from games only whose start the interpreter has found right (`wazir_codegen::emit`); one edited by hand is told what is wrong.
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
            Some(cpu) => visitors::count(&lean, cpu),
            None => visitors::count(&lean, Portable),
        }
    }
    /// Every legal move, once.
    fn legal_moves(&self) -> MoveList {
        let lean = self.lean();
        match Bmi2::detect() {
            Some(cpu) => visitors::list(&lean, cpu),
            None => visitors::list(&lean, Portable),
        }
    }
    /// Fills a buffer with every legal move, in sets that are not unpacked.
    fn fill(&self, moves: &mut MoveSets<Self::Set>) {
        moves.clear();
        let lean = self.lean();
        match Bmi2::detect() {
            Some(cpu) => visitors::fill(&lean, cpu, moves, false),
            None => visitors::fill(&lean, Portable, moves, false),
        }
    }
    /// Fills a buffer with the moves of [`Position::noisy_moves`].
    fn fill_noisy(&self, moves: &mut MoveSets<Self::Set>) {
        moves.clear();
        let lean = self.lean();
        match Bmi2::detect() {
            Some(cpu) => visitors::fill(&lean, cpu, moves, true),
            None => visitors::fill(&lean, Portable, moves, true),
        }
    }
    /// The legal moves that capture or promote, once each, in the order of [`Position::legal_moves`]. Where every move is made by a rule of its own (with a
    /// wall, say), others may be among them; steps to empty squares that capture elsewhere (by enclosing, say) are not.
    fn noisy_moves(&self) -> MoveList {
        let lean = self.lean();
        match Bmi2::detect() {
            Some(cpu) => visitors::noisy(&lean, cpu),
            None => visitors::noisy(&lean, Portable),
        }
    }
    /// Calls `f` with each legal move and the position after it.
    fn children(&self, f: impl FnMut(Move, &Self)) {
        match Bmi2::detect() {
            Some(cpu) => cpu.enter(self, &mut Children { cpu, f }),
            None => Portable.enter(self, &mut Children { cpu: Portable, f }),
        }
    }
    /// Is the move legal here?
    fn is_legal(&self, mv: Move) -> bool {
        let mut moves = MoveSets::new();
        self.fill(&mut moves);
        moves.contains(mv)
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
        let (lean, leaf) = (self.lean(), mode == Perft::Leaf);
        match (depth, Bmi2::detect()) {
            (0, _) => 1,
            (_, Some(cpu)) => visitors::perft(&lean, cpu, depth, leaf),
            (_, None) => visitors::perft(&lean, Portable, depth, leaf),
        }
    }

    // The two entries to generated code are methods so that each game's machine code is compiled with its own module.
    #[doc(hidden)]
    #[inline(never)]
    fn enter_portable<W: Work<Self>>(&self, work: W) -> W::Output {
        work.run(self, Portable)
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
    unsafe fn enter_bmi2<W: Work<Self>>(&self, cpu: Bmi2, work: W) -> W::Output {
        work.run(self, cpu)
    }
    /// Work on a batch that need not be compiled for every batch of the game.
    #[doc(hidden)]
    #[inline(never)]
    fn serve_batch<B: Batch<Self>, C: Cpu>(&self, cpu: C, batch: B, job: &mut Job<'_, Self::Set>) -> u64 {
        visitors::serve(self, cpu, batch, job)
    }
}
