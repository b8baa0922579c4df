//! What attacks the royals of the side to move, and what that leaves to its pieces: found once a position.

use crate::link::{NOWHERE, RayTable, Tables, Watch};
use crate::state::At;
use smallvec::SmallVec;
use wazir_program::Judge;
use wazir_runtime::Bits;
use wazir_runtime::batches::first_on;

/// What is found once a position about the safety of the royals of the side to move.
pub(crate) struct Guard<W> {
    /// Squares that answer a check; all where there is none.
    pub(crate) answers: W,
    /// Pieces that may only move along a line, with that line.
    pub(crate) pinned: W,
    pub(crate) pins: SmallVec<[(W, W); 8]>,
    /// The royal that may not move to attacked squares; `NOWHERE` where none has to be guarded.
    pub(crate) royal: usize,
    /// It is attacked.
    pub(crate) checked: bool,
    /// It is attacked by several pieces at once: nothing but its own moves helps.
    pub(crate) twice: bool,
    /// Moves that leave one of these squares or arrive there are made, and the position after them is tested; all moves of which more than that is to be known are.
    pub(crate) doubtful: W,
    /// There may be moves to be tested.
    pub(crate) tests: bool,
    /// Drops are kept from giving check or mate where they are found.
    pub(crate) minds_drops: bool,
}

impl<W: Bits> Guard<W> {
    /// Nothing to guard.
    pub(crate) fn none() -> Guard<W> {
        Guard {
            answers: !W::EMPTY,
            pinned: W::EMPTY,
            pins: SmallVec::new(),
            royal: NOWHERE as usize,
            checked: false,
            twice: false,
            doubtful: W::EMPTY,
            tests: false,
            minds_drops: false,
        }
    }

    /// Where the piece on `from` may go, as far as pins go.
    #[inline(always)]
    pub(crate) fn line(&self, from: usize) -> W {
        if self.pinned.has(from) { wazir_runtime::within_pins(&self.pins, from) } else { !W::EMPTY }
    }
}

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// What the judge of the side to move says.
    #[inline(always)]
    pub(crate) fn guard(&self) -> Guard<W> {
        let me = self.me();
        let mut guard = Guard::none();
        match self.game.sides[me].judge {
            Judge::Free => guard.minds_drops = true,
            Judge::Masks { royal } => {
                guard.minds_drops = true;
                let royals = self.s.kinds[(royal as usize).min(K - 1)] & self.s.sides[me];
                if royals.any() {
                    guard.royal = royals.first();
                    self.find_checks(&self.game.sides[me].watch, &mut guard);
                }
            }
            Judge::Test => {
                guard.tests = true;
                guard.doubtful = self.doubtful();
                guard.minds_drops = self.game.sides[me].calm;
            }
        }
        guard
    }

    #[inline(always)]
    fn find_checks(&self, watch: &Watch<W>, guard: &mut Guard<W>) {
        let (s, me, square) = (self.s, self.me(), guard.royal);
        let (own, enemies, occupied) = (s.sides[me], s.sides[1 - me], s.occupied());
        let mut answers = W::EMPTY;
        let mut checks = 0;
        for (kinds, table) in &watch.leaps {
            let there = table[square] & enemies;
            if there.is_empty() {
                continue;
            }
            // By a piece that attacks in several ways there is one check.
            let there = there & s.of_kinds(*kinds) & !answers;
            checks += there.count();
            answers |= there;
        }
        for group in &watch.rays {
            let near = group.cover[square] & enemies;
            if near.is_empty() {
                continue;
            }
            let pieces = near & s.of_kinds(group.kinds);
            if pieces.is_empty() {
                continue;
            }
            for ray in &group.rays {
                let squares = ray.squares[square];
                if (squares & pieces).is_empty() {
                    continue;
                }
                let first = first_on(squares, occupied, ray.ascending);
                if (first & pieces).any() {
                    if (first & answers).is_empty() {
                        checks += 1;
                    }
                    answers |= ray.slide(square, occupied);
                } else if (first & own).any() {
                    let rest = occupied & !first;
                    let second = first_on(squares, rest, ray.ascending);
                    if (second & pieces).any() {
                        guard.pinned |= first;
                        guard.pins.push((first, ray.slide(square, rest)));
                    }
                }
            }
        }
        if checks > 0 {
            guard.checked = true;
            guard.twice = checks > 1;
            guard.answers = if guard.twice { W::EMPTY } else { answers };
        }
    }

    /// The targets of a guarded royal on which it would not be attacked.
    #[inline(always)]
    pub(crate) fn unwatched(&self, from: usize, mut targets: W) -> W {
        let (s, me) = (self.s, self.me());
        let watch = &self.game.sides[me].watch;
        let enemies = s.sides[1 - me];
        let left = s.occupied() & !W::single(from);
        for (kinds, table) in &watch.leaps {
            let pieces = s.of_kinds(*kinds) & enemies;
            if pieces.is_empty() {
                continue;
            }
            for to in targets {
                if (table[to] & pieces & !W::single(to)).any() {
                    targets &= !W::single(to);
                }
            }
        }
        for group in &watch.rays {
            let pieces = s.of_kinds(group.kinds) & enemies;
            if pieces.is_empty() {
                continue;
            }
            for to in targets {
                let there = pieces & !W::single(to);
                if (group.cover[to] & there).any() && is_seen(&group.rays, to, left, there) {
                    targets &= !W::single(to);
                }
            }
        }
        targets
    }

    /// The squares that matter to the safety of the side's royals, where all moves are tested that change one of them.
    #[inline(never)]
    fn doubtful(&self) -> W {
        let (me, s, all) = (self.me(), self.s, !W::EMPTY);
        let side = &self.game.sides[me];
        let royals = self.royals(me);
        if !side.calm {
            return all;
        }
        if !side.may_not_remain || royals.is_empty() {
            return W::EMPTY;
        }
        if self.is_attacked(me) {
            return all;
        }
        let occupied = s.occupied();
        let mut doubtful = W::EMPTY;
        for opponent in self.opponents(me) {
            let other = &self.game.sides[opponent];
            for royal in royals {
                let kind = s.kind_at(royal);
                for look in other.looks.iter().filter(|look| look.victims >> kind & 1 == 1) {
                    let pieces = s.kinds[look.kind.min(K - 1)] & s.sides[opponent];
                    if pieces.is_empty() {
                        continue;
                    }
                    match &self.game.kernels[look.kernel] {
                        Tables::Leaps(table) if look.exact => {
                            let _ = table;
                        }
                        Tables::Leaps(table) => {
                            if (table[royal] & pieces).any() {
                                return all;
                            }
                        }
                        Tables::Rays { rays, .. } => {
                            for ray in rays {
                                let squares = ray.squares[royal];
                                if (squares & pieces).any() {
                                    let first = first_on(squares, occupied, ray.ascending);
                                    let second = first_on(squares, occupied & !first, ray.ascending);
                                    if ray.near.is_some() {
                                        doubtful |= squares;
                                    } else if (second & pieces).any() {
                                        doubtful |= first;
                                    }
                                }
                            }
                        }
                        Tables::Hops(hops) => {
                            for hop in hops {
                                let squares = hop.ray.squares[royal];
                                if (squares & pieces).any() {
                                    doubtful |= over_hurdles(&hop.ray, squares, pieces, occupied);
                                }
                            }
                        }
                        Tables::Lame(ways) => {
                            for &(from, path, _) in &ways[royal] {
                                if (from & pieces).any() {
                                    doubtful |= path;
                                }
                            }
                        }
                        Tables::Walk(_) => return all,
                    }
                }
                for ray in &other.facing {
                    if (ray.squares[royal] & self.royals(opponent)).any() {
                        doubtful |= ray.squares[royal];
                    }
                }
            }
        }
        doubtful
    }
}

/// Is one of these pieces the first on a ray from here?
#[inline(always)]
fn is_seen<W: Bits>(rays: &[alloc::sync::Arc<RayTable<W>>], from: usize, occupied: W, pieces: W) -> bool {
    rays.iter().any(|ray| {
        let squares = ray.squares[from];
        (squares & pieces).any() && (first_on(squares, occupied, ray.ascending) & pieces).any()
    })
}

/// The squares of a ray from a royal that matter to whether hoppers on it attack the royal, which they do not now.
fn over_hurdles<W: Bits>(ray: &RayTable<W>, squares: W, pieces: W, occupied: W) -> W {
    let first = first_on(squares, occupied, ray.ascending);
    let second = first_on(squares, occupied & !first, ray.ascending);
    let third = first_on(squares, occupied & !(first | second), ray.ascending);
    let mut matter = W::EMPTY;
    if (first & pieces).any() {
        // Nothing to jump, until something gets there.
        matter |= wazir_runtime::batches::slide(squares, occupied, ray.ascending);
    }
    if (second & pieces).any() {
        // What stands there cannot be jumped.
        matter |= wazir_runtime::batches::slide(squares, occupied & !first, ray.ascending);
    }
    if (third & pieces).any() {
        matter |= first | second;
    }
    matter
}
