//! The consumers of generated moves: counting, perft, listing, making children, and filters that stand before another consumer.

use crate::move_sets::Filler;
use crate::position::Work;
use crate::{Batch, Bits, Cpu, Move, MoveKind, MoveList, MoveSets, Position, Visitor};

/// Is all work of a game done by one instance of the generator ([`run_job`]) on this kind of processor? Each kind of work has an instance of its own elsewhere.
pub(crate) const fn in_one<P: Position, C: Cpu>() -> bool {
    P::COMPACT || P::FRUGAL || !C::USUAL
}

/// Number of moves.
#[inline(always)]
pub fn count<P: Position, C: Cpu>(position: &P, cpu: C) -> u64 {
    if const { in_one::<P, C>() } {
        return run_job(position, cpu, Job::Count);
    }
    let mut counter = Count::default();
    cpu.enter(position, &mut counter);
    counter.moves
}

/// All moves, from an instance of the generator for this processor.
#[inline(always)]
pub fn list<P: Position, C: Cpu>(position: &P, cpu: C) -> MoveList {
    unpacked(position, cpu, false)
}

/// All moves that capture or promote: [`Position::noisy_moves`].
#[inline(always)]
pub fn noisy<P: Position, C: Cpu>(position: &P, cpu: C) -> MoveList {
    unpacked(position, cpu, true)
}

fn unpacked<P: Position, C: Cpu>(position: &P, cpu: C, noisy: bool) -> MoveList {
    let mut sets = MoveSets::with_capacity(32);
    fill(position, cpu, &mut sets, noisy);
    sets.iter().collect()
}

/// Fills a buffer, which is empty, with all moves; with `noisy`, with those that capture or promote.
#[inline(never)]
pub(crate) fn fill<P: Position, C: Cpu>(position: &P, cpu: C, into: &mut MoveSets<P::Set>, noisy: bool) {
    if const { in_one::<P, C>() } {
        run_job(position, cpu, Job::Fill { into, noisy });
    } else {
        cpu.enter(position, &mut Filler { into, noisy });
    }
}

/// [`fill`] in the function that calls it, which is one for this processor.
#[inline(always)]
pub(crate) fn fill_inlined<P: Position, C: Cpu>(position: &P, cpu: C, into: &mut MoveSets<P::Set>) {
    if const { in_one::<P, C>() } {
        fill(position, cpu, into, false);
    } else {
        position.visit(cpu, &mut Filler { into, noisy: false });
    }
}

/// Leaf nodes `depth` plies (at least one) below; with `leaf`, each of them is made.
#[inline(always)]
pub fn perft<P: Position, C: Cpu>(position: &P, cpu: C, depth: u32, leaf: bool) -> u64 {
    match depth {
        1 if leaf => leaves(position, cpu),
        1 => count(position, cpu),
        _ => walk(position, cpu, depth - 1, leaf),
    }
}

/// The sum of the hashes of all children.
#[inline(always)]
pub(crate) fn hashes<P: Position, C: Cpu>(position: &P, cpu: C) -> u64 {
    let mut hashes = 0;
    run_job(position, cpu, Job::Leaves { hashes: &mut hashes });
    hashes
}

/// Makes every child; how many they are.
#[inline(always)]
fn leaves<P: Position, C: Cpu>(position: &P, cpu: C) -> u64 {
    if const { in_one::<P, C>() } {
        return run_job(position, cpu, Job::Leaves { hashes: &mut 0 });
    }
    let mut leaves = Leaves { cpu, nodes: 0 };
    cpu.enter(position, &mut leaves);
    leaves.nodes
}

/// Leaf nodes `below` plies below the children.
#[inline(always)]
fn walk<P: Position, C: Cpu>(position: &P, cpu: C, below: u32, leaf: bool) -> u64 {
    if const { in_one::<P, C>() } {
        return run_job(position, cpu, Job::Walk { below, leaf });
    }
    let mut walker = Walker { cpu, below, leaf, nodes: 0 };
    cpu.enter(position, &mut walker);
    walker.nodes
}

/// Counts moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// Moves so far.
    pub moves: u64,
}

impl<P: Position> Visitor<P> for Count {
    const ALIKE: bool = true;
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, _: &P, batch: B) {
        self.moves += batch.targets().count() as u64;
    }
}

/// Asks whether there is any move.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyMove {
    /// Was there one?
    pub found: bool,
}

impl<P: Position> Visitor<P> for AnyMove {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, _: &P, batch: B) {
        self.found |= batch.targets().any();
    }
    #[inline(always)]
    fn is_content(&self) -> bool {
        self.found
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
        if const { is_frequent::<P, B>() } {
            self.nodes += unpack_leaves(position, self.cpu, batch, &mut 0);
        } else if batch.targets().any() {
            self.nodes += position.serve_batch(self.cpu, batch, &mut Job::Leaves { hashes: &mut 0 });
        }
    }
}

/// Are batches of this kind common enough, and their children few enough, to be unpacked where they are generated? The others have one function
/// for all batches of their kind: a third of the machine code, at no loss that could be measured.
const fn is_frequent<P: Position, B: Batch<P>>() -> bool {
    matches!(B::KIND, MoveKind::Step | MoveKind::Passing)
}

#[inline(always)]
fn unpack_leaves<P: Position>(position: &P, cpu: impl Cpu, batch: impl Batch<P>, hashes: &mut u64) -> u64 {
    let mut nodes = 0;
    batch.children(cpu, position, |_, child| {
        without_eliminated(child, |child| {
            core::hint::black_box(child);
            *hashes = hashes.wrapping_add(child.hash());
        });
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

impl<P: Position, C: Cpu> Visitor<P> for Walker<C> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        if const { is_frequent::<P, B>() } {
            self.nodes += unpack_walk(position, self.cpu, batch, self.below, self.leaf);
        } else if batch.targets().any() {
            let mut job = Job::Walk { below: self.below, leaf: self.leaf };
            self.nodes += position.serve_batch(self.cpu, batch, &mut job);
        }
    }
}

#[inline(always)]
fn unpack_walk<P: Position>(position: &P, cpu: impl Cpu, batch: impl Batch<P>, below: u32, leaf: bool) -> u64 {
    let mut nodes = 0;
    batch
        .children(cpu, position, |_, child| without_eliminated(child, |child| nodes += perft(child, cpu, below, leaf)));
    nodes
}

/// Takes a child as it is when the turn has really passed: without the sides that go out by the move. (Whether the move is legal is asked before that.)
#[inline(always)]
fn without_eliminated<P: Position, T>(child: &P, take: impl FnOnce(&P) -> T) -> T {
    if P::ELIMINATES { take(&child.without_eliminated()) } else { take(child) }
}

/// Calls a function with each move and its child.
pub(crate) struct Children<C, F> {
    /// The processor.
    pub(crate) cpu: C,
    /// The function.
    pub(crate) f: F,
}

impl<P: Position, C: Cpu, F: FnMut(Move, &P)> Visitor<P> for Children<C, F> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        if P::FRUGAL {
            for to in batch.targets() {
                let mv = batch.mv(to);
                without_eliminated(&position.after(mv), |child| (self.f)(mv, child));
            }
        } else {
            batch.children(self.cpu, position, |to, child| {
                without_eliminated(child, |child| (self.f)(batch.mv(to), child))
            });
        }
    }
}

/// What a [`Server`] is asked for.
#[doc(hidden)]
#[derive(Debug)]
pub enum Job<'m, S> {
    /// The number of moves.
    Count,
    /// Making every child.
    Leaves {
        /// The sum of the children's hashes, where positions keep them.
        hashes: &'m mut u64,
    },
    /// The leaf nodes `below` plies below the children.
    Walk {
        /// Plies.
        below: u32,
        /// Is every leaf made?
        leaf: bool,
    },
    /// Filling a buffer with all moves.
    Fill {
        /// The buffer.
        into: &'m mut MoveSets<S>,
        /// Only with moves that capture or promote?
        noisy: bool,
    },
}

/// Does any job in one instance of the generated code, batch by batch: for processors that are not [`Cpu::USUAL`], and games that are [`Position::FRUGAL`].
struct Server<'j, 'm, C, S> {
    cpu: C,
    job: &'j mut Job<'m, S>,
    nodes: u64,
}

impl<P: Position, C: Cpu> Visitor<P> for Server<'_, '_, C, P::Set> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        if let Job::Count = self.job {
            self.nodes += batch.targets().count() as u64;
        } else if let Job::Fill { into, noisy } = self.job {
            Filler { into, noisy: *noisy }.batch(position, batch);
        } else if P::FRUGAL {
            for to in batch.targets() {
                self.nodes += serve_move(position, self.cpu, batch.mv(to), self.job);
            }
        } else if batch.targets().any() {
            self.nodes += position.serve_batch(self.cpu, batch, self.job);
        }
    }
}

#[inline(always)]
fn run_job<P: Position, C: Cpu>(position: &P, cpu: C, mut job: Job<'_, P::Set>) -> u64 {
    let mut server = Server { cpu, job: &mut job, nodes: 0 };
    cpu.enter(position, &mut server);
    server.nodes
}

/// One batch of a job.
#[inline(always)]
pub(crate) fn serve<P: Position, C: Cpu>(position: &P, cpu: C, batch: impl Batch<P>, job: &mut Job<'_, P::Set>) -> u64 {
    match job {
        Job::Count => batch.targets().count() as u64,
        Job::Leaves { hashes } => unpack_leaves(position, cpu, batch, hashes),
        Job::Walk { below, leaf } => unpack_walk(position, cpu, batch, *below, *leaf),
        Job::Fill { into, noisy } => {
            Filler { into, noisy: *noisy }.batch(position, batch);
            0
        }
    }
}

/// One move of a job, for games that are [`Position::FRUGAL`].
#[inline(never)]
fn serve_move<P: Position, C: Cpu>(position: &P, cpu: C, mv: Move, job: &mut Job<'_, P::Set>) -> u64 {
    match job {
        Job::Count => 1,
        Job::Leaves { hashes } => without_eliminated(&position.after(mv), |child| {
            core::hint::black_box(child);
            **hashes = hashes.wrapping_add(child.hash());
            1
        }),
        Job::Walk { below, leaf } => without_eliminated(&position.after(mv), |child| perft(child, cpu, *below, *leaf)),
        Job::Fill { .. } => 0,
    }
}

/// Passes batches on and remembers whether there was any move.
#[derive(Debug)]
pub struct Watch<'v, V, S> {
    inner: &'v mut V,
    /// All targets so far: adding those of a batch is less work than asking whether it has any.
    targets: S,
}

impl<'v, V, S: Bits> Watch<'v, V, S> {
    /// Passes on to a consumer.
    #[inline(always)]
    pub fn new(inner: &'v mut V) -> Self {
        Watch { inner, targets: S::EMPTY }
    }
    /// Was there a move?
    #[inline(always)]
    pub fn any(&self) -> bool {
        self.targets.any()
    }
}

impl<P: Position, V: Visitor<P>> Visitor<P> for Watch<'_, V, P::Set> {
    const COUNTS_ARRIVALS: bool = V::COUNTS_ARRIVALS;
    const HAS_GOAL: bool = V::HAS_GOAL;
    #[inline(always)]
    fn arrivals<const N: usize>(&mut self, targets: [P::Set; N]) {
        for set in targets {
            self.targets |= set;
        }
        self.inner.arrivals(targets);
    }
    #[inline(always)]
    fn goal(&self) -> usize {
        self.inner.goal()
    }
    #[inline(always)]
    fn steps_to_goal<C: Cpu>(&mut self, cpu: C, piece: usize, from: P::Set) {
        // Any square will do: it is asked whether there is a move.
        self.targets |= from;
        self.inner.steps_to_goal(cpu, piece, from);
    }
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        self.targets |= batch.targets();
        self.inner.batch(position, batch);
    }
}

/// Passes on all moves or, when a piece has to go on capturing, its captures.
#[derive(Debug)]
pub struct GoingOn<'v, V> {
    /// The consumer.
    pub inner: &'v mut V,
    /// Where the piece stands.
    pub from: Option<usize>,
}

impl<V> GoingOn<'_, V> {
    #[inline(always)]
    fn kept<P: Position, B: Batch<P>>(&self, position: &P, batch: B) -> B {
        let Some(from) = self.from else { return batch };
        let mut kept = P::Set::EMPTY;
        for to in batch.capturing(position) {
            if batch.from(to) == Some(from) {
                kept |= P::Set::single(to);
            }
        }
        batch.with(kept)
    }
}

impl<P: Position, V: Visitor<P>> Visitor<P> for GoingOn<'_, V> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        self.inner.batch(position, self.kept(position, batch));
    }
    #[inline(always)]
    fn granted<B: Batch<P>>(&mut self, position: &P, batch: B, lawful: bool) {
        self.inner.granted(position, self.kept(position, batch), lawful);
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
        self.granted(position, batch, false);
    }
    #[inline(always)]
    fn granted<B: Batch<P>>(&mut self, position: &P, batch: B, lawful: bool) {
        if self.inner.is_content() {
            return;
        }
        let sifts = !lawful && batch.targets().any();
        let kept = if !sifts {
            batch.targets()
        } else if P::FRUGAL {
            sift_moves(position, self.cpu, batch)
        } else {
            self.cpu.enter(position, Sift(batch))
        };
        self.inner.batch(position, batch.with(kept));
    }
    #[inline(always)]
    fn is_content(&self) -> bool {
        self.inner.is_content()
    }
}

/// [`Lawful`] that knows which moves need no test: those that neither start, end nor take anything off the board on certain squares.
#[derive(Debug)]
pub struct Filtered<'v, V, C, W> {
    /// The consumer.
    pub inner: &'v mut V,
    /// The processor.
    pub cpu: C,
    /// Moves that take a piece from one of these squares, their own or another, are tested.
    pub left: W,
    /// Moves to one of these squares are tested.
    pub entered: W,
    /// Promotions are tested: what becomes a royal by them has to be safe.
    pub promotions: bool,
}

impl<P: Position, V: Visitor<P>, C: Cpu> Visitor<P> for Filtered<'_, V, C, P::Set> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        if self.inner.is_content() {
            return;
        }
        let targets = batch.targets();
        let doubtful = match B::KIND {
            MoveKind::Promotion if self.promotions => targets,
            MoveKind::Step | MoveKind::Promotion | MoveKind::Journey | MoveKind::Drop => {
                let entered = targets & self.entered;
                if (batch.taken_on_the_way() & self.left).any() { targets } else { entered | batch.leaving(self.left) }
            }
            // What they change besides is not told.
            _ => targets,
        };
        let kept = if doubtful.any() {
            targets & !doubtful | sift_moves(position, self.cpu, batch.with(doubtful))
        } else {
            targets
        };
        self.inner.batch(position, batch.with(kept));
    }
    #[inline(always)]
    fn is_content(&self) -> bool {
        self.inner.is_content()
    }
}

/// Passes on all moves or, when the side is bound to end something, those after which the position is [`Position::relieved`] of it.
#[derive(Debug)]
pub struct Dutiful<'v, V, C> {
    /// The consumer.
    pub inner: &'v mut V,
    /// The processor.
    pub cpu: C,
    /// Is the side bound?
    pub bound: bool,
}

impl<P: Position, V: Visitor<P>, C: Cpu> Visitor<P> for Dutiful<'_, V, C> {
    #[inline(always)]
    fn batch<B: Batch<P>>(&mut self, position: &P, batch: B) {
        let sifts = self.bound && batch.targets().any();
        let kept = if sifts { self.cpu.enter(position, SiftRelieved(batch)) } else { batch.targets() };
        self.inner.batch(position, batch.with(kept));
    }
}

/// The lawful targets of a batch. Compiled once for each kind of batch, not once more for every consumer: making and testing every
/// move takes too long for the call to matter, and its machine code is what such a game consists of.
struct Sift<B>(B);

impl<P: Position, B: Batch<P>> Work<P> for Sift<B> {
    type Output = P::Set;
    #[inline(always)]
    fn run<C: Cpu>(self, position: &P, cpu: C) -> P::Set {
        sift(position, cpu, self.0, |child| child.lawful(position, cpu))
    }
}

/// The lawful targets of a batch, move by move: where games are [`Position::FRUGAL`], making and testing is one function for all kinds of moves.
#[inline(always)]
fn sift_moves<P: Position, B: Batch<P>>(position: &P, cpu: impl Cpu, batch: B) -> P::Set {
    let mut kept = P::Set::EMPTY;
    for to in batch.targets() {
        if cpu.enter(position, IsLawful(batch.mv(to))) {
            kept |= P::Set::single(to);
        }
    }
    kept
}

/// Whether a move is lawful.
struct IsLawful(Move);

impl<P: Position> Work<P> for IsLawful {
    type Output = bool;
    #[inline(always)]
    fn run<C: Cpu>(self, position: &P, cpu: C) -> bool {
        position.after(self.0).lawful(position, cpu)
    }
}

/// The targets of a batch that end what the side is bound to end; compiled apart as [`Sift`] is.
struct SiftRelieved<B>(B);

impl<P: Position, B: Batch<P>> Work<P> for SiftRelieved<B> {
    type Output = P::Set;
    #[inline(always)]
    fn run<C: Cpu>(self, position: &P, cpu: C) -> P::Set {
        sift(position, cpu, self.0, |child| child.relieved(cpu))
    }
}

/// The targets of a batch after which the position passes.
#[inline(always)]
fn sift<P: Position>(position: &P, cpu: impl Cpu, batch: impl Batch<P>, passes: impl Fn(&P) -> bool) -> P::Set {
    let mut kept = P::Set::EMPTY;
    for to in batch.targets() {
        if passes(&batch.child(cpu, position, to)) {
            kept |= P::Set::single(to);
        }
    }
    kept
}
