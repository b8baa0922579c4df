//! What attacks the royals of the side to move, and what that leaves to its pieces: found once a position.

use crate::link::{Attack, HopTable, MOST_RAYS, NOWHERE, RayTable, Tables, WalkTable, Watch};
use crate::state::At;
use arrayvec::ArrayVec;
use wazir_program::{Kinds, Legality};
use wazir_runtime::batches::{before, first_on};
use wazir_runtime::{Bits, Cpu, Lines, Portable, Task};
use wazir_variant_spec::rules::Guard as Guarding;

/// So many lines to royals are remembered on which something stands that matters. Where there are more, moves are made and tested.
const MOST_HELD: usize = 16;

/// So many ways to give check are remembered. Where there are more, moves are made and tested.
const MOST_WAYS: usize = 12;

/// As many as there are types in any game.
const MOST_KINDS: usize = 64;

/// What is found once a position about the safety of the royals of the side to move. (It is made for every position, so that nothing of it is anywhere but here.)
pub(crate) struct Guard<W> {
    /// Squares that answer a check; all where there is none.
    pub(crate) answers: W,
    /// Pieces that may only move along a line, with that line.
    pub(crate) pinned: W,
    pub(crate) pins: ArrayVec<(W, W), MOST_RAYS>,
    /// The royal that may not move to attacked squares; `NOWHERE` where none has to be guarded.
    pub(crate) royal: usize,
    /// It is attacked.
    pub(crate) checked: bool,
    /// It is attacked by several pieces at once: nothing but its own moves helps.
    pub(crate) twice: bool,
    /// Moves that leave one of these squares or arrive there are made, and the position after them is tested; all moves of which more than that is to be known are.
    pub(crate) doubtful: W,
    /// Where moves are tested: which of the others keep the royals safe, by the lines along which these are attacked.
    pub(crate) lines: Lines<W, MOST_HELD>,
    /// Of moves by which a piece that is not royal leaves a square and arrives on another, `lines` tells all.
    pub(crate) told: bool,
    /// Where moves are tested: the only royal, of which it is asked target by target where it would be safe; else `NOWHERE`.
    pub(crate) lone: usize,
    /// By type, where it matters whether moves give check: where a piece of the type would.
    pub(crate) checking: ArrayVec<W, MOST_KINDS>,
    /// The same, where checks are forbidden: where a piece of the type gives one for certain.
    pub(crate) forbidden: ArrayVec<W, MOST_KINDS>,
    /// Of moves that are otherwise legal, it has to be known whether they give check.
    pub(crate) minds_checks: bool,
    /// Where it has: where pieces of these types would give check by arriving there.
    pub(crate) arriving: ArrayVec<(Kinds, W), MOST_WAYS>,
    /// Pieces that open a line to the enemy's royal by leaving it, with that line.
    pub(crate) opening: ArrayVec<(W, W), MOST_RAYS>,
    /// There may be moves to be tested.
    pub(crate) tests: bool,
    /// Drops are kept from giving check or mate where they are found.
    pub(crate) minds_drops: bool,
}

impl<W: Bits> Guard<W> {
    /// Nothing to guard.
    #[inline(always)]
    pub(crate) fn none() -> Guard<W> {
        Guard {
            answers: !W::EMPTY,
            pinned: W::EMPTY,
            pins: ArrayVec::new(),
            royal: NOWHERE as usize,
            checked: false,
            twice: false,
            doubtful: W::EMPTY,
            lines: Lines::new(),
            told: false,
            lone: NOWHERE as usize,
            checking: ArrayVec::new(),
            forbidden: ArrayVec::new(),
            minds_checks: false,
            arriving: ArrayVec::new(),
            opening: ArrayVec::new(),
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

/// The work of [`At::find_dangers`].
struct FindDangers<'a, 'g, W, const K: usize, const S: usize> {
    at: At<'a, W, K, S>,
    guard: &'g mut Guard<W>,
}

impl<W: Bits, const K: usize, const S: usize> Task for FindDangers<'_, '_, W, K, S> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        self.at.find_dangers(self.guard);
    }
}

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// Adds what decides the legality of the mover's moves. (To a guard of the caller's: it is large, and moved slowly.)
    #[inline(always)]
    pub(crate) fn guard<C: Cpu>(&self, cpu: C, guard: &mut Guard<W>) {
        let me = self.me();
        match self.game.sides[me].legality {
            Legality::Free => guard.minds_drops = true,
            Legality::Masks { royal } => {
                guard.minds_drops = true;
                let royals = self.s.kinds[(royal as usize).min(K - 1)] & self.s.sides[me];
                if royals.any() {
                    guard.royal = royals.first();
                    self.find_checks(&self.game.sides[me].watch, guard);
                }
                if self.game.sides[me].minds_checks {
                    guard.tests = true;
                    guard.minds_checks = self.finds_checks_given(guard);
                    guard.doubtful = if guard.minds_checks { W::EMPTY } else { !W::EMPTY };
                }
            }
            Legality::Test => {
                let side = &self.game.sides[me];
                guard.tests = true;
                guard.minds_drops = side.calm;
                cpu.perform(FindDangers { at: *self, guard });
                if side.minds_checks && side.calm {
                    self.find_checking(guard);
                }
                guard.told = side.calm && !side.odd_captures && guard.doubtful.is_empty() && guard.checking.is_empty();
            }
        }
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

    /// Finds where moves would check the enemy's royal, which is attacked by leaps and along plain rays only. False where it is in check already, or there are too
    /// many ways to check it.
    #[inline(never)]
    fn finds_checks_given(&self, guard: &mut Guard<W>) -> bool {
        let (s, me) = (self.s, self.me());
        let (side, other) = (&self.game.sides[me], &self.game.sides[1 - me]);
        let royals = self.royals(1 - me);
        if royals.is_empty() {
            return true;
        }
        if other.watch.leaps.len() + other.watch.rays.len() > MOST_WAYS {
            return false;
        }
        let (square, own, occupied) = (royals.first(), s.sides[me], s.occupied());
        for (kinds, table) in &other.watch.leaps {
            let kinds = kinds & side.minded_checks;
            if kinds == 0 {
                continue;
            }
            if (table[square] & own & s.of_kinds(kinds)).any() {
                return false;
            }
            guard.arriving.push((kinds, table[square]));
        }
        for group in &other.watch.rays {
            let kinds = group.kinds & side.minded_checks;
            if kinds == 0 {
                continue;
            }
            let pieces = group.cover[square] & own & s.of_kinds(kinds);
            let mut seen = W::EMPTY;
            for ray in &group.rays {
                seen |= ray.slide(square, occupied);
                let squares = ray.squares[square];
                if (squares & pieces).is_empty() {
                    continue;
                }
                let first = first_on(squares, occupied, ray.ascending);
                if (first & pieces).any() {
                    return false;
                }
                let rest = occupied & !first;
                if (first & own).any() && (first_on(squares, rest, ray.ascending) & pieces).any() {
                    guard.pinned |= first;
                    guard.opening.push((first, ray.slide(square, rest)));
                }
            }
            guard.arriving.push((kinds, seen));
        }
        true
    }

    /// The same of many targets: it is faster to look where each enemy attacks.
    #[inline(always)]
    pub(crate) fn unwatched_of_many<C: Cpu>(&self, cpu: C, mut targets: W, left: W) -> W {
        let (s, me) = (self.s, self.me());
        let enemies = s.sides[1 - me];
        for &(kind, kernel, starts, ends) in &self.game.sides[me].watch.forwards {
            for from in s.kinds[kind.min(K - 1)] & enemies & starts {
                targets &= !(self.reach(cpu, kernel, from, left, 1 - me) & ends);
            }
        }
        targets
    }

    /// The targets of a guarded royal on which it would not be attacked, these squares being occupied by others.
    #[inline(always)]
    pub(crate) fn unwatched(&self, targets: W, left: W) -> W {
        self.unwatched_from(None, targets, left)
    }

    /// The same of targets of moves from this square.
    #[inline(always)]
    pub(crate) fn unwatched_near(&self, royal: usize, targets: W, left: W) -> W {
        self.unwatched_from(Some(royal), targets, left)
    }

    #[inline(always)]
    fn unwatched_from(&self, royal: Option<usize>, mut targets: W, left: W) -> W {
        let (s, me) = (self.s, self.me());
        let watch = &self.game.sides[me].watch;
        let enemies = s.sides[1 - me];
        for ((kinds, table), near) in watch.leaps.iter().zip(&watch.leaps_near) {
            let near = royal.map_or(enemies, |royal| near[royal] & enemies);
            let pieces = if near.any() { s.of_kinds(*kinds) & near } else { near };
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

    /// What the side's moves have to respect so that its royals are safe, where that is told by squares and lines.
    #[inline(always)]
    fn find_dangers(&self, guard: &mut Guard<W>) {
        let (me, all) = (self.me(), !W::EMPTY);
        let side = &self.game.sides[me];
        if !side.calm {
            guard.doubtful = all;
            return;
        }
        let royals = self.royals(me);
        if !side.may_not_remain || royals.is_empty() {
            return;
        }
        if royals.is_single() {
            // Where checks may not be fled from, it matters whether there is one.
            if !side.may_not_flee || !self.is_attacked(me) {
                guard.lone = royals.first();
            }
        } else if side.guarding != Guarding::Each {
            // What is attacked may stay so as long as another royal is not.
            guard.doubtful = if self.is_attacked(me) { all } else { self.on_lines_to(royals) };
            return;
        }
        for opponent in self.opponents(me) {
            for royal in royals {
                self.find_lines(opponent, royal, guard);
            }
        }
        guard.pinned = guard.lines.loose();
    }

    /// The squares that matter to whether one of these royals, which are not attacked, will be.
    #[inline(never)]
    fn on_lines_to(&self, royals: W) -> W {
        let mut matter = W::EMPTY;
        for opponent in self.opponents(self.me()) {
            for royal in royals {
                matter |= self.on_lines(opponent, royal);
            }
        }
        matter
    }

    /// Adds the lines along which `by` attacks the royal on a square, or would if something left them or came there. Where that is more than a matter of how many
    /// pieces stand on a line, the squares that matter are doubtful.
    #[inline(always)]
    fn find_lines(&self, by: usize, royal: usize, guard: &mut Guard<W>) {
        let (s, occupied) = (self.s, self.s.occupied());
        let other = &self.game.sides[by];
        let kind = s.kind_at(royal);
        let add = |guard: &mut Guard<W>, line: W, attacker: usize, hurdles: u32| {
            if guard.lines.is_full() {
                guard.doubtful = !W::EMPTY;
            } else {
                guard.lines.add(line, attacker, hurdles, occupied);
            }
        };
        // Of each of these pieces on a ray, what stands before it.
        let along = |guard: &mut Guard<W>, ray: &RayTable<W>, pieces: W, hurdles: u32| {
            let squares = ray.squares[royal];
            for attacker in squares & pieces {
                add(guard, before(squares, attacker, ray.ascending), attacker, hurdles);
            }
        };
        for attack in &other.attacks {
            let near = s.kinds[attack.kind.min(K - 1)] & s.sides[by] & self.game.covers[attack.kernel][royal];
            if near.is_empty() || attack.victims >> kind & 1 == 0 || !attack.to.has(royal) {
                continue;
            }
            let pieces = self.without_losers(near & attack.from, by, royal);
            match &self.game.kernels[attack.kernel] {
                Tables::Leaps(_) if attack.exact => pieces.into_iter().for_each(|attacker| guard.lines.leap(attacker)),
                Tables::Rays { rays, .. } if attack.counts => {
                    rays.iter().for_each(|ray| along(guard, ray, pieces, 0));
                }
                Tables::Hops { hops, .. } if attack.counts => {
                    hops.iter().for_each(|hop| along(guard, &hop.ray, pieces, 1));
                }
                Tables::Lame { ways, .. } if attack.counts => {
                    for &(from, path, filled) in &ways[royal] {
                        if (from & pieces).any() {
                            add(guard, path, from.first(), u32::from(filled));
                        }
                    }
                }
                Tables::Leaps(_) if attack.always && self.find_lines_from(attack, by, royal, pieces, guard) => {}
                _ => {
                    guard.doubtful |= self.doubt(attack, by, royal, pieces);
                }
            }
        }
        if !other.facing.is_empty() {
            let royals = self.without_losers(self.royals(by), by, royal);
            other.facing.iter().for_each(|ray| along(guard, ray, royals, 0));
        }
    }

    /// Adds the lines along which pieces attack the royal on a square by rides that are not told from there, but from where they stand: over joined edges, and by hops
    /// that end just behind the hurdle. False, and nothing done, where they depend on more than how many pieces stand on a line.
    #[inline(never)]
    fn find_lines_from(&self, attack: &Attack<W>, by: usize, royal: usize, pieces: W, guard: &mut Guard<W>) -> bool {
        let Some(piece) = &self.game.sides[by].pieces[attack.kind] else { return false };
        let occupied = self.s.occupied();
        let has_room = |guard: &mut Guard<W>| {
            if guard.lines.is_full() {
                guard.doubtful = !W::EMPTY;
            }
            !guard.lines.is_full()
        };
        match &self.game.kernels[piece.terms[attack.term].kernel] {
            Tables::Hops { hops, .. } if hops.iter().all(HopTable::ends_behind_anything) => {
                for attacker in pieces {
                    for hop in hops.iter().filter(|hop| hop.ray.squares[attacker].has(royal)) {
                        let line = before(hop.ray.squares[attacker], royal, hop.ray.ascending);
                        let near = if hop.ray.ascending { line.highest() } else { line.lowest() };
                        if has_room(guard) {
                            guard.lines.add_behind(line, near, attacker, occupied);
                        }
                    }
                }
                true
            }
            Tables::Walk { walks, .. } if walks.iter().all(WalkTable::slides) => {
                for attacker in pieces {
                    for walk in walks {
                        let mut line = W::EMPTY;
                        for (_, at) in walk.steps(attacker) {
                            if at == royal {
                                if has_room(guard) {
                                    guard.lines.add(line, attacker, 0, occupied);
                                }
                                break;
                            }
                            line |= W::single(at);
                        }
                    }
                }
                true
            }
            _ => false,
        }
    }

    /// Where moves might give check: by what arrives there, and by what they open.
    #[inline(never)]
    fn find_checking(&self, guard: &mut Guard<W>) {
        let (me, s) = (self.me(), self.s);
        if self.gives_check(me) {
            guard.doubtful = !W::EMPTY;
            return;
        }
        guard.checking.extend([W::EMPTY; K]);
        let side = &self.game.sides[me];
        let forbids = self.rules().play[me].check.may_not_be_given && !side.risks_royals;
        if forbids {
            guard.forbidden.extend([W::EMPTY; K]);
        }
        let occupied = s.occupied();
        for opponent in self.opponents(me) {
            let royals = self.royals(opponent);
            let counts = forbids && (royals.is_single() || self.game.sides[opponent].guarding == Guarding::Each);
            for royal in royals {
                guard.doubtful |= self.on_lines(me, royal);
                let kind = s.kind_at(royal);
                for attack in self.game.sides[me].attacks.iter().filter(|attack| attack.victims >> kind & 1 == 1) {
                    // What leaves a line that it enters again is on it before: its start counts as empty.
                    let seen = match &self.game.kernels[attack.kernel] {
                        Tables::Leaps(table) => table[royal],
                        Tables::Rays { rays, .. } => {
                            rays.iter().fold(W::EMPTY, |seen, ray| seen | through(ray, royal, occupied, s.sides[me]))
                        }
                        _ => !W::EMPTY,
                    };
                    guard.checking[attack.kind.min(K - 1)] |= seen;
                    if counts && attack.exact && attack.always && attack.to.has(royal) {
                        let certain = match &self.game.kernels[attack.kernel] {
                            Tables::Leaps(table) => table[royal],
                            Tables::Rays { rays, .. } => {
                                rays.iter().fold(W::EMPTY, |seen, ray| seen | ray.slide(royal, occupied))
                            }
                            _ => W::EMPTY,
                        };
                        guard.forbidden[attack.kind.min(K - 1)] |= certain & attack.from;
                    }
                }
            }
        }
    }

    /// The squares that matter to attacks by these pieces in a way of which lines do not tell all: where there is such an attack now, all.
    #[inline(never)]
    fn doubt(&self, attack: &Attack<W>, by: usize, royal: usize, pieces: W) -> W {
        let attackers = self.seen_by(Portable, attack, royal, pieces, self.s.occupied(), by);
        if attackers.any() { !W::EMPTY } else { self.on_way(attack, by, royal, pieces) }
    }

    /// The squares that matter to whether `by` attacks the royal on a square, which it does not now: whatever is moved otherwise changes nothing about that, but for a
    /// piece of `by` that arrives somewhere.
    fn on_lines(&self, by: usize, royal: usize) -> W {
        let s = self.s;
        let other = &self.game.sides[by];
        let kind = s.kind_at(royal);
        let mut matter = W::EMPTY;
        for attack in other.attacks.iter().filter(|attack| attack.victims >> kind & 1 == 1) {
            let pieces = s.kinds[attack.kind.min(K - 1)] & s.sides[by];
            if pieces.any() {
                matter |= self.on_way(attack, by, royal, pieces);
            }
        }
        for ray in &other.facing {
            if (ray.squares[royal] & self.royals(by)).any() {
                matter |= ray.squares[royal];
            }
        }
        matter
    }

    /// The same of attacks by these pieces, in one way.
    fn on_way(&self, attack: &Attack<W>, by: usize, royal: usize, pieces: W) -> W {
        let (occupied, mut matter) = (self.s.occupied(), W::EMPTY);
        match &self.game.kernels[attack.kernel] {
            Tables::Leaps(_) if attack.exact => {}
            Tables::Leaps(cover) => {
                let term =
                    self.game.sides[by].pieces[attack.kind].as_ref().map(|piece| piece.terms[attack.term].kernel);
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
            Tables::Hops { hops, .. } => {
                for hop in hops {
                    let squares = hop.ray.squares[royal];
                    if (squares & pieces).any() {
                        matter |= over_hurdles(&hop.ray, squares, pieces, occupied);
                    }
                }
            }
            Tables::Lame { ways, .. } => {
                for &(from, path, _) in &ways[royal] {
                    if (from & pieces).any() {
                        matter |= path;
                    }
                }
            }
            Tables::Walk { .. } => return !W::EMPTY,
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
            Tables::Hops { hops, .. } => {
                for hop in hops.iter().filter(|hop| hop.ray.squares[from].has(target)) {
                    way |= hop.ray.squares[from];
                }
            }
            Tables::Lame { ways, .. } => {
                for &(to, path, _) in ways[from].iter().filter(|(to, ..)| to.has(target)) {
                    way |= path & !to;
                }
            }
            Tables::Walk { walks, .. } => {
                for walk in walks {
                    let mut passed = W::EMPTY;
                    for (path, at) in walk.steps(from) {
                        passed |= path;
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
