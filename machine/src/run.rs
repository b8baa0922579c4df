//! Work on positions: listing, counting, making.

use crate::guard::Guard;
use crate::link::Counting;
use crate::sieve::{Counted, Filled, Sieve};
use crate::state::{At, State};
use alloc::vec::Vec;
use core::mem::ManuallyDrop;
use wazir_runtime::{Bits, Bmi2, Cpu, MoveKind, MoveSets, Portable, Task};
use wazir_variant_spec::rules::{Pass, WallDuty, Walling};

/// Does a task in code for this processor.
pub(crate) fn perform<T: Task>(task: T) -> T::Output {
    wazir_runtime::perform(Bmi2::detect(), task)
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    /// The legal ones, with what else they do.
    Legal,
    /// The same without what else they do, and whatever duties there are.
    WithoutRest,
    /// What pieces can do, whatever comes of it.
    Possible,
}

/// Moves in sets, added to a buffer that was empty.
struct Fill<'a, 'm, W, const K: usize, const S: usize> {
    at: At<'a, W, K, S>,
    sets: &'m mut MoveSets<W>,
    wanted: Wanted,
}

impl<W: Bits, const K: usize, const S: usize> Task for Fill<'_, '_, W, K, S> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let (at, wanted) = (self.at, self.wanted);
        // There is nothing to free.
        let mut guard = ManuallyDrop::new(Guard::none());
        let (mut late, mut is_due) = (false, false);
        if wanted != Wanted::Possible {
            at.guard(cpu, &mut guard);
            late = guard.tests && at.tests_late();
            guard.tests &= !late;
            is_due = at.has_to_drop();
        }
        let mut sieve = Sieve { sink: Filled(self.sets), guard: &guard };
        // Here alone, for whatever is wanted: each place is another copy of the generator.
        if !is_due {
            at.generate(cpu, &guard, &mut sieve);
        } else if !guard.twice {
            at.drops(&guard, &mut sieve);
        }
        if wanted == Wanted::Possible {
            return;
        }
        let side = &at.game.sides[at.me()];
        if wanted == Wanted::Legal && !side.direct && (is_due || side.counting != Counting::DropsFirst) {
            at.finish(self.sets, late);
        }
        if at.may_pass(guard.checked, self.sets.is_empty()) {
            self.sets.add_one(at.pass());
        }
    }
}

/// The number of legal moves, or only whether it is more than 0. `scratch` is room for them.
struct Count<'a, 'm, W, const K: usize, const S: usize> {
    at: At<'a, W, K, S>,
    scratch: &'m mut MoveSets<W>,
    one_is_enough: bool,
}

impl<W: Bits, const K: usize, const S: usize> Task for Count<'_, '_, W, K, S> {
    type Output = u64;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> u64 {
        let (at, sets) = (self.at, self.scratch);
        let mut filled = |wanted| {
            sets.clear();
            cpu.perform(Fill { at, sets, wanted });
        };
        let is_counted = match at.game.sides[at.me()].counting {
            Counting::Walled => {
                filled(Wanted::Possible);
                return at.count_walled(sets);
            }
            Counting::Gated => {
                filled(Wanted::WithoutRest);
                return at.count_gated(sets);
            }
            Counting::Found => true,
            Counting::DropsFirst => !at.has_to_drop(),
            Counting::Listed => false,
        };
        // The generator that counts is compiled for usual processors only.
        if const { C::USUAL } && is_counted {
            return at.counted(cpu, self.one_is_enough);
        }
        filled(Wanted::Legal);
        sets.count()
    }
}

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// May the side to move pass, which is `checked`, or `stuck` otherwise?
    #[inline(always)]
    fn may_pass(&self, checked: bool, stuck: bool) -> bool {
        let may = match self.rules().play[self.me()].pass {
            Pass::Never => false,
            Pass::WhenStuck => stuck,
            Pass::Always => true,
        };
        may && self.has_a_pass() && (!checked && self.passes_lawfully() || self.accepts_facing())
    }

    /// The number of legal moves, or only whether it is more than 0, counted as they are generated.
    #[inline(always)]
    fn counted<C: Cpu>(&self, cpu: C, one_is_enough: bool) -> u64 {
        // There is nothing to free.
        let mut guard = ManuallyDrop::new(Guard::none());
        self.guard(cpu, &mut guard);
        let mut sieve = Sieve { sink: Counted { count: 0, one_is_enough }, guard: &guard };
        self.generate(cpu, &guard, &mut sieve);
        let count = sieve.sink.count;
        count + u64::from(self.may_pass(guard.checked, count == 0))
    }

    /// The legal moves in sets, added to an empty buffer.
    #[inline(always)]
    pub(crate) fn fill<C: Cpu>(&self, cpu: C, sets: &mut MoveSets<W>) {
        if self.game.may_be_over && self.is_over_so_far(cpu) {
            return;
        }
        cpu.perform(Fill { at: *self, sets, wanted: Wanted::Legal });
        if self.game.ends_when_stuck && self.s.is_stuck_by(sets) && self.is_over_with_moves_left() {
            sets.clear();
        }
    }

    /// The number of legal moves.
    #[inline(always)]
    fn count<C: Cpu>(&self, cpu: C, scratch: &mut MoveSets<W>) -> u64 {
        if self.game.may_be_over && self.is_over_so_far(cpu) {
            return 0;
        }
        let count = cpu.perform(Count { at: *self, scratch, one_is_enough: false });
        // One move may be a pass.
        if self.game.ends_when_stuck && count <= 1 && self.is_over_with_moves_left() { 0 } else { count }
    }

    /// What pieces can do, whatever comes of it.
    pub(crate) fn collected(&self) -> MoveSets<W> {
        let mut sets = MoveSets::with_capacity(32);
        perform(Fill { at: *self, sets: &mut sets, wanted: Wanted::Possible });
        sets
    }
}

impl<'a, W: Bits, const K: usize, const S: usize> At<'a, W, K, S> {
    /// How walls are placed after moves, where moves are those that pieces can make, each with its walls, and no side goes out by them.
    #[inline(always)]
    fn walls_each_move(&self) -> Option<&'a Walling> {
        let side = self.me();
        if self.game.sides[side].counting != Counting::Walled || self.game.multiplayer {
            return None;
        }
        self.rules().play[side].walling.as_ref().filter(|walling| walling.duty != WallDuty::Instead)
    }
}

impl<W: Bits, const K: usize, const S: usize> State<W, K, S> {
    /// Is there nothing but a pass among these moves?
    fn is_stuck_by(&self, sets: &MoveSets<W>) -> bool {
        sets.sets().iter().all(|set| set.kind() == MoveKind::Pass)
    }
}

/// The legal moves.
pub(crate) fn moves<W: Bits, const K: usize, const S: usize>(at: At<'_, W, K, S>) -> MoveSets<W> {
    let mut sets = MoveSets::with_capacity(32);
    fill(at, &mut sets);
    sets
}

/// The legal moves, in a buffer that is used again.
pub(crate) fn fill<W: Bits, const K: usize, const S: usize>(at: At<'_, W, K, S>, sets: &mut MoveSets<W>) {
    sets.clear();
    match Bmi2::detect() {
        Some(cpu) => at.fill(cpu, sets),
        None => at.fill(Portable, sets),
    }
}

/// The legal moves, whether or not the game is over.
pub(crate) fn moves_by_rule<W: Bits, const K: usize, const S: usize>(at: At<'_, W, K, S>) -> MoveSets<W> {
    let mut sets = MoveSets::with_capacity(32);
    perform(Fill { at, sets: &mut sets, wanted: Wanted::Legal });
    sets
}

/// Is there a move?
pub(crate) fn any<W: Bits, const K: usize, const S: usize>(at: At<'_, W, K, S>) -> bool {
    !at.is_over_with_moves_left() && any_by_rule(at)
}

/// The same, whether or not the game is over.
pub(crate) fn any_by_rule<W: Bits, const K: usize, const S: usize>(at: At<'_, W, K, S>) -> bool {
    perform(Count { at, scratch: &mut MoveSets::new(), one_is_enough: true }) > 0
}

/// Buffers of moves, which are used again.
struct Buffers<W> {
    leaf: bool,
    /// Those that nobody uses at the moment.
    free: Vec<MoveSets<W>>,
    scratch: MoveSets<W>,
}

/// Leaf nodes `depth` plies (at least one) below.
struct Below<'a, 'b, W, const K: usize, const S: usize> {
    at: At<'a, W, K, S>,
    depth: u32,
    buffers: &'b mut Buffers<W>,
}

impl<W: Bits, const K: usize, const S: usize> Task for Below<'_, '_, W, K, S> {
    type Output = u64;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> u64 {
        let Below { at, depth, buffers } = self;
        if depth == 1 && !buffers.leaf {
            return at.count(cpu, &mut buffers.scratch);
        }
        if let Some(walling) = at.walls_each_move() {
            return cpu.perform(BelowWalls { at, walling, depth, buffers });
        }
        let mut sets = buffers.take();
        at.fill(cpu, &mut sets);
        let mut nodes = 0;
        let mut child = at.begun();
        for set in sets.sets() {
            let first = set.mv(set.targets().first());
            if at.game.quick && at.is_quick(first) && first.wall().is_none() {
                let rest = if at.game.quick_on_empty { at.capturing(set) } else { W::EMPTY };
                for target in rest {
                    let next = at.after(set.mv(target));
                    nodes += buffers.below(cpu, At { game: at.game, s: &next }, depth - 1);
                }
                for target in set.targets() & !rest {
                    let undo = at.complete::<false>(&mut child, set.mv(target));
                    nodes += buffers.below(cpu, At { game: at.game, s: &child }, depth - 1);
                    at.take_back(&mut child, undo);
                }
            } else {
                for target in set.targets() {
                    let mut next = at.after(set.mv(target));
                    at.game.eliminate_sides(&mut next);
                    nodes += buffers.below(cpu, At { game: at.game, s: &next }, depth - 1);
                }
            }
        }
        buffers.free.push(sets);
        nodes
    }
}

/// The same where moves are those that pieces can make, each with its walls, and nothing else has to be asked.
struct BelowWalls<'a, 'b, W, const K: usize, const S: usize> {
    at: At<'a, W, K, S>,
    walling: &'a Walling,
    depth: u32,
    buffers: &'b mut Buffers<W>,
}

impl<W: Bits, const K: usize, const S: usize> Task for BelowWalls<'_, '_, W, K, S> {
    type Output = u64;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> u64 {
        let BelowWalls { at, walling, depth, buffers } = self;
        let game = at.game;
        if game.may_be_over && at.is_over_so_far(cpu) {
            return 0;
        }
        let mut sets = buffers.take();
        cpu.perform(Fill { at, sets: &mut sets, wanted: Wanted::Possible });
        let (mut nodes, mut child) = (0, at.begun());
        at.each_walled(walling, &sets, |mv, walls, bare| {
            let mut below = |next: &State<W, K, S>| nodes += buffers.below(cpu, At { game, s: next }, depth - 1);
            if game.quick && !game.quick_on_empty && at.is_quick(mv) {
                at.with_each_wall(&mut child, mv, walls, bare, below);
                return;
            }
            if bare {
                below(&at.after(mv));
            }
            walls.into_iter().for_each(|wall| below(&at.after(mv.with_wall(wall as u16))));
        });
        buffers.free.push(sets);
        nodes
    }
}

impl<W: Bits> Buffers<W> {
    /// An empty buffer, to be given back.
    #[inline(always)]
    fn take(&mut self) -> MoveSets<W> {
        let mut sets = self.free.pop().unwrap_or_else(|| MoveSets::with_capacity(64));
        sets.clear();
        sets
    }

    #[inline(always)]
    fn below<C: Cpu, const K: usize, const S: usize>(&mut self, cpu: C, at: At<'_, W, K, S>, depth: u32) -> u64 {
        match depth {
            0 => {
                core::hint::black_box(at.s);
                1
            }
            _ => cpu.perform(Below { at, depth, buffers: self }),
        }
    }
}

/// Leaf nodes `depth` plies below.
pub(crate) fn perft<W: Bits, const K: usize, const S: usize>(at: At<'_, W, K, S>, depth: u32, leaf: bool) -> u64 {
    let mut buffers = Buffers { leaf, free: Vec::new(), scratch: MoveSets::new() };
    match depth {
        0 => 1,
        _ => perform(Below { at, depth, buffers: &mut buffers }),
    }
}
