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
    /// By type, where it matters whether moves give check: where a piece of the type would.
    pub(crate) checking: SmallVec<[W; 2]>,
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
            checking: SmallVec::new(),
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
                if self.game.sides[me].minds_checks && guard.minds_drops {
                    self.find_checking(&mut guard);
                }
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

    /// The targets of a guarded royal on which it would not be attacked, these squares being occupied by others.
    #[inline(always)]
    pub(crate) fn unwatched(&self, mut targets: W, left: W) -> W {
        let (s, me) = (self.s, self.me());
        let watch = &self.game.sides[me].watch;
        let enemies = s.sides[1 - me];
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
        let (me, all) = (self.me(), !W::EMPTY);
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
        let mut doubtful = W::EMPTY;
        for opponent in self.opponents(me) {
            for royal in royals {
                doubtful |= self.on_lines(opponent, royal);
            }
        }
        doubtful
    }

    /// Where moves might give check: by what arrives there, and by what they open.
    #[inline(never)]
    fn find_checking(&self, guard: &mut Guard<W>) {
        let (me, s) = (self.me(), self.s);
        if self.gives_check(me) {
            guard.doubtful = !W::EMPTY;
            return;
        }
        guard.checking.resize(K, W::EMPTY);
        let occupied = s.occupied();
        for opponent in self.opponents(me) {
            for royal in self.royals(opponent) {
                guard.doubtful |= self.on_lines(me, royal);
                let kind = s.kind_at(royal);
                for look in self.game.sides[me].looks.iter().filter(|look| look.victims >> kind & 1 == 1) {
                    // What leaves a line that it enters again is on it before: its start counts as empty.
                    let seen = match &self.game.kernels[look.kernel] {
                        Tables::Leaps(table) => table[royal],
                        Tables::Rays { rays, .. } => {
                            rays.iter().fold(W::EMPTY, |seen, ray| seen | through(ray, royal, occupied, s.sides[me]))
                        }
                        _ => !W::EMPTY,
                    };
                    guard.checking[look.kind.min(K - 1)] |= seen;
                }
            }
        }
    }

    /// The squares that matter to whether `by` attacks the royal on a square, which it does not now: whatever is moved otherwise changes nothing about that, but for a
    /// piece of `by` that arrives somewhere.
    #[inline(always)]
    fn on_lines(&self, by: usize, royal: usize) -> W {
        let (s, occupied) = (self.s, self.s.occupied());
        let other = &self.game.sides[by];
        let kind = s.kind_at(royal);
        let mut matter = W::EMPTY;
        for look in other.looks.iter().filter(|look| look.victims >> kind & 1 == 1) {
            let pieces = s.kinds[look.kind.min(K - 1)] & s.sides[by];
            if pieces.is_empty() {
                continue;
            }
            match &self.game.kernels[look.kernel] {
                Tables::Leaps(_) if look.exact => {}
                Tables::Leaps(cover) => {
                    let term = other.pieces[look.kind].as_ref().map(|piece| piece.terms[look.term].kernel);
                    for from in cover[royal] & pieces {
                        matter |= term.map_or(!W::EMPTY, |kernel| self.way_to(kernel, from, royal));
                    }
                }
                Tables::Rays { rays, .. } => {
                    for ray in rays {
                        let squares = ray.squares[royal];
                        if (squares & pieces).any() {
                            let first = first_on(squares, occupied, ray.ascending);
                            let second = first_on(squares, occupied & !first, ray.ascending);
                            if ray.near.is_some() {
                                matter |= squares;
                            } else if (second & pieces).any() {
                                matter |= first;
                            }
                        }
                    }
                }
                Tables::Hops(hops) => {
                    for hop in hops {
                        let squares = hop.ray.squares[royal];
                        if (squares & pieces).any() {
                            matter |= over_hurdles(&hop.ray, squares, pieces, occupied);
                        }
                    }
                }
                Tables::Lame(ways) => {
                    for &(from, path, _) in &ways[royal] {
                        if (from & pieces).any() {
                            matter |= path;
                        }
                    }
                }
                Tables::Walk(_) => return !W::EMPTY,
            }
        }
        for ray in &other.facing {
            if (ray.squares[royal] & self.royals(by)).any() {
                matter |= ray.squares[royal];
            }
        }
        matter
    }

    /// The squares that rides of a kernel from here pass which may lead to the target.
    #[inline(never)]
    fn way_to(&self, kernel: usize, from: usize, target: usize) -> W {
        let mut way = W::EMPTY;
        match &self.game.kernels[kernel] {
            Tables::Leaps(_) => {}
            Tables::Rays { rays, .. } => {
                for ray in rays.iter().filter(|ray| ray.squares[from].has(target)) {
                    way |= ray.squares[from];
                }
            }
            Tables::Hops(hops) => {
                for hop in hops.iter().filter(|hop| hop.ray.squares[from].has(target)) {
                    way |= hop.ray.squares[from];
                }
            }
            Tables::Lame(ways) => {
                for &(to, path, _) in ways[from].iter().filter(|(to, ..)| to.has(target)) {
                    way |= path & !to;
                }
            }
            Tables::Walk(walks) => {
                for walk in walks {
                    let (mut at, mut passed) = (from, W::EMPTY);
                    for _ in 1..=walk.max {
                        if let Some((paths, _)) = &walk.via {
                            match paths[at] {
                                Some(path) => passed |= path,
                                None => break,
                            }
                        }
                        let next = walk.next[at];
                        if next == NOWHERE || next as usize == from {
                            break;
                        }
                        at = next as usize;
                        if at == target {
                            way |= passed;
                        }
                        passed |= W::single(at);
                    }
                }
            }
        }
        way
    }
}

/// Where a slider along the reverse of a ray sees the square that it starts from, or would if one of these pieces were away.
fn through<W: Bits>(ray: &RayTable<W>, square: usize, occupied: W, own: W) -> W {
    let seen = ray.slide(square, occupied);
    let first = first_on(ray.squares[square], occupied, ray.ascending);
    if (first & own).any() { seen | ray.slide(square, occupied & !first) } else { seen }
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
