//! Where pieces get, and who attacks what.

use crate::link::{Attack, HopTable, NOWHERE, Piece, Tables, Term, is_passable, passable};
use crate::state::{At, State};
use wazir_program::{Kinds, When};
use wazir_runtime::{Bits, Cpu, Portable};
use wazir_variant_spec::rules::{Attacks, Capturer, Facing, Guard, PromotionTarget, Step};

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// Where a kernel leads from here when these squares are occupied, for a piece of `side`.
    #[inline(always)]
    pub(crate) fn reach<C: Cpu>(&self, cpu: C, kernel: usize, from: usize, occupied: W, side: usize) -> W {
        let kernel = &self.game.kernels[kernel];
        match kernel {
            Tables::Leaps(table) => table[from],
            Tables::Rays { packed, .. }
            | Tables::Hops { packed, .. }
            | Tables::Lame { packed, .. }
            | Tables::Walk { packed, .. }
                if C::PEXT && packed.lines > 0 =>
            {
                packed.reach(cpu, &self.game.packed, from, occupied)
            }
            Tables::Rays { rays, .. } => rays.iter().fold(W::EMPTY, |reached, ray| reached | ray.slide(from, occupied)),
            other => self.reach_oddly(other, from, occupied, side),
        }
    }

    /// The same for kernels that are rare.
    #[inline(never)]
    fn reach_oddly(&self, kernel: &Tables<W>, from: usize, occupied: W, side: usize) -> W {
        let mut reached = W::EMPTY;
        match kernel {
            Tables::Hops { hops, .. } => {
                for hop in hops {
                    reached |= self.hop(hop, from, occupied, side);
                }
            }
            Tables::Lame { ways, .. } => reached = passable(&ways[from], occupied),
            Tables::Walk { walks, .. } => {
                for walk in walks {
                    let hurdles = |over, friendly| self.hurdles(over, friendly, occupied, side);
                    reached |= walk.walk(from, occupied, self.s.walls, hurdles);
                }
            }
            Tables::Leaps(table) => reached = table[from],
            Tables::Rays { rays, .. } => {
                for ray in rays {
                    reached |= ray.slide(from, occupied);
                }
            }
        }
        reached
    }

    /// Where a hop leads from here.
    #[inline(always)]
    fn hop(&self, hop: &HopTable<W>, from: usize, occupied: W, side: usize) -> W {
        let hurdle = wazir_runtime::batches::first_on(hop.ray.squares[from], occupied, hop.ray.ascending);
        if (hurdle & self.hurdles(hop.over, hop.friendly, occupied, side)).is_empty() {
            return W::EMPTY;
        }
        hop.ray.hop(from, occupied, hop.just_behind)
    }

    /// What can be jumped as a hurdle.
    #[inline(always)]
    fn hurdles(&self, over: Option<Kinds>, friendly: bool, occupied: W, side: usize) -> W {
        let kinds = match over {
            Some(kinds) => self.s.of_kinds(kinds),
            None => occupied,
        };
        if friendly { kinds & self.s.sides[side] } else { kinds }
    }

    /// Does what a movement asks for hold for the piece of `side` on `from`, of what can be told without looking for attacks?
    pub(crate) fn holds(&self, when: &When, from: usize, side: usize) -> bool {
        if let Some(condition) = &when.last_moved {
            let last = (self.s.last_moved != NOWHERE).then_some(self.s.last_moved as u8);
            if !condition.holds(last) {
                return false;
            }
        }
        if let Some((beside, kinds, kernels)) = &when.beside {
            let friends = self.s.of_kinds(*kinds) & self.s.sides[side];
            let occupied = self.s.occupied();
            let met = kernels.iter().any(|&kernel| {
                (self.game.covers[kernel][from] & friends).any()
                    && (self.reach(Portable, kernel, from, occupied, side) & friends).any()
            });
            if met != beside.wanted {
                return false;
            }
        }
        true
    }

    /// The pieces of `side` that could capture an enemy of one of these types on `target` when these squares are occupied. Which pieces there are is what the position says.
    #[inline(always)]
    pub(crate) fn capturers<C: Cpu>(&self, cpu: C, side: usize, target: usize, victims: Kinds, occupied: W) -> W {
        let (mut found, own) = (W::EMPTY, self.s.sides[side] & occupied);
        for attack in &self.game.sides[side].attacks {
            let pieces = self.s.kinds[attack.kind] & own;
            let near = pieces & self.game.covers[attack.kernel][target];
            if near.is_empty() || attack.victims & victims == 0 || !attack.to.has(target) {
                continue;
            }
            found |= self.seen_by(cpu, attack, target, near & attack.from, occupied, side);
        }
        for &kind in &self.game.sides[side].travellers {
            let Some(piece) = &self.game.sides[side].pieces[kind] else { continue };
            if piece.victims & victims == 0 {
                continue;
            }
            for from in self.s.kinds[kind] & own & !found {
                if self.takes_on_journeys(side, piece, from, target) || self.takes_by_pushing(side, piece, from, target)
                {
                    found |= W::single(from);
                }
            }
        }
        found
    }

    /// Those of some pieces of `side` that capture on `target` in one way.
    #[inline(always)]
    pub(crate) fn seen_by<C: Cpu>(
        &self,
        cpu: C,
        attack: &Attack<W>,
        target: usize,
        pieces: W,
        occupied: W,
        side: usize,
    ) -> W {
        let there = self.attackers(cpu, attack.kernel, target, pieces, occupied, side);
        if there.is_empty() || attack.exact && attack.always {
            return there;
        }
        self.capture_indeed(attack.kind, attack.term, attack.exact, there, target, occupied, side)
    }

    /// The targets of the only royal of the side to move on which it would not be attacked, if what stands there were taken.
    #[inline(never)]
    pub(crate) fn unattacked(&self, royal: usize, targets: W) -> W {
        let (me, victims) = (self.me(), 1 << self.s.kind_at(royal));
        let rest = self.s.occupied() & !W::single(royal);
        let mut safe = targets;
        for to in targets {
            let end = W::single(to);
            let occupied = rest | end;
            for opponent in self.opponents(me) {
                let mut theirs = self.capturers(Portable, opponent, to, victims, occupied);
                theirs |= self.royals_facing(opponent, to, occupied);
                if self.without_losers(theirs & !end, opponent, to).any() {
                    safe &= !end;
                }
            }
        }
        safe
    }

    /// Those of some pieces of `side` to which a kernel leads: along rays on which none of them stands nobody looks.
    #[inline(always)]
    fn attackers<C: Cpu>(&self, cpu: C, kernel: usize, target: usize, pieces: W, occupied: W, side: usize) -> W {
        let mut found = W::EMPTY;
        match &self.game.kernels[kernel] {
            Tables::Leaps(table) => found = table[target] & pieces,
            Tables::Rays { rays, packed } if !C::PEXT || packed.lines == 0 => {
                for ray in rays {
                    if (ray.squares[target] & pieces).any() {
                        found |= ray.slide(target, occupied) & pieces;
                    }
                }
            }
            Tables::Hops { hops, .. } => {
                let near = |hop: &&HopTable<W>| (hop.ray.squares[target] & pieces).any();
                for hop in hops.iter().filter(near) {
                    found |= self.hop(hop, target, occupied, side) & pieces;
                }
            }
            Tables::Lame { ways, .. } => {
                for &(to, path, filled) in &ways[target] {
                    if (to & pieces).any() && is_passable(path, filled, occupied) {
                        found |= to;
                    }
                }
            }
            _ => found = self.reach(cpu, kernel, target, occupied, side) & pieces,
        }
        found
    }

    #[inline(never)]
    #[allow(clippy::too_many_arguments, reason = "one call, of what is rare")]
    fn capture_indeed(
        &self,
        kind: usize,
        term: usize,
        exact: bool,
        there: W,
        target: usize,
        occupied: W,
        side: usize,
    ) -> W {
        let Some(piece) = &self.game.sides[side].pieces[kind] else { return W::EMPTY };
        let term = &piece.terms[term];
        let mut kept = W::EMPTY;
        for from in there {
            let leads = exact || self.reach(Portable, term.kernel, from, occupied, side).has(target);
            if leads && self.holds(&term.when, from, side) && self.can_be_ransomed(piece, kind, from, target, side) {
                kept |= W::single(from);
            }
        }
        kept
    }

    /// May the piece of `side` make this capture, as far as promotions go: none has to be made, or one can be had?
    fn can_be_ransomed(&self, piece: &Piece<W>, kind: usize, from: usize, to: usize, side: usize) -> bool {
        if !piece.ransomed || piece.capturer == Capturer::StaysBehind {
            return true;
        }
        let possible = || {
            let here = piece.promotions.iter().filter(|promotion| promotion.targets[from].has(to));
            here.filter(|promotion| self.has_few_enough(promotion, kind, side))
        };
        !possible().any(|promotion| promotion.forced.has(to))
            || possible().flat_map(|promotion| &promotion.rule.to).any(|target| self.is_ransomed(target, side))
    }

    /// Is what a promotion to this target takes out of the opponent's hand to be had?
    pub(crate) fn is_ransomed(&self, target: &PromotionTarget, side: usize) -> bool {
        target
            .ransom
            .is_none_or(|ransom| self.opponents(side).any(|other| self.s.hands[other][ransom.taken as usize] > 0))
    }

    /// The pieces of `side` that could capture the enemy piece that stands on `target`, a ransom that has to be paid for it included.
    pub(crate) fn capturers_of(&self, side: usize, target: usize) -> W {
        let victims = 1 << self.s.kind_at(target);
        self.capturers(Portable, side, target, victims, self.s.occupied())
    }

    /// The enemy pieces that attack the royal of `side` on `royal`.
    pub(crate) fn attackers_of_royal(&self, royal: usize, side: usize) -> W {
        let mut attackers = W::EMPTY;
        for opponent in self.opponents(side) {
            let mut theirs = self.capturers_of(opponent, royal);
            theirs |= self.royals_facing(opponent, royal, self.s.occupied());
            attackers |= self.without_losers(theirs, opponent, royal);
        }
        attackers
    }

    /// Without those that would lose a royal of their own by capturing there.
    #[inline(always)]
    pub(crate) fn without_losers(&self, attackers: W, side: usize, target: usize) -> W {
        if !self.game.sides[side].risks_royals || attackers.is_empty() {
            return attackers;
        }
        self.without_losers_indeed(attackers, side, target)
    }

    #[inline(never)]
    fn without_losers_indeed(&self, attackers: W, side: usize, target: usize) -> W {
        let game = &self.game.sides[side];
        let royals = self.royals(side);
        let mut kept = W::EMPTY;
        for from in attackers {
            let kind = self.s.kind_at(from);
            let is_royal = royals.has(from);
            let lost = game.pieces[kind].as_ref().is_some_and(|piece| piece.capturer.is_lost());
            let blown = game.blast.as_ref().is_some_and(|blast| {
                let around = blast.around[target] & !self.s.of_kinds(blast.spares) & !W::single(from);
                blast.capturers >> kind & 1 == 1 && is_royal || (around & royals).any()
            });
            if !(is_royal && lost || blown) {
                kept |= W::single(from);
            }
        }
        kept
    }

    /// Royals of `side` that attack a royal on `square` by facing it when these squares are occupied.
    #[inline(always)]
    fn royals_facing(&self, side: usize, square: usize, occupied: W) -> W {
        let mut facing = W::EMPTY;
        if self.game.joined && !self.game.sides[side].facing.is_empty() {
            return self.royals_seen(side, square, &self.rules().play[side].check.facing, occupied);
        }
        for ray in &self.game.sides[side].facing {
            let squares = ray.squares[square];
            let royals = self.royals(side) & squares;
            if royals.any() {
                facing |= wazir_runtime::batches::first_on(squares, occupied, ray.ascending) & royals;
            }
        }
        facing
    }

    /// Royals of `side` that are joined to `square` by one of these lines, with nothing between.
    #[inline(never)]
    fn royals_seen(&self, side: usize, square: usize, along: &[Step], occupied: W) -> W {
        let board = &self.rules().board;
        let mut seen = W::EMPTY;
        for step in along.iter().flat_map(|&step| [step, step.reversed()]) {
            if let Some(first) = board.ray(square as u16, step).find(|&at| occupied.has(at as usize)) {
                seen |= W::single(first as usize);
            }
        }
        seen & self.royals(side)
    }

    /// Does a royal of `side` face one of an opponent?
    pub(crate) fn faces(&self, side: usize, facing: &Facing) -> bool {
        self.royals(side).into_iter().any(|royal| {
            self.opponents(side).any(|other| self.royals_seen(other, royal, &facing.along, self.s.occupied()).any())
        })
    }

    /// Are royals of `side` attacked that it has to guard?
    pub(crate) fn is_attacked(&self, side: usize) -> bool {
        if self.game.attacks_in_turns && self.opponents(side).any(|other| self.attacks_in_a_turn(other, side)) {
            return true;
        }
        let royals = self.royals(side);
        let attacked = |royal: usize| self.attackers_of_royal(royal, side).any();
        match self.rules().play[side].check.guard {
            Guard::Each => royals.into_iter().any(attacked),
            Guard::Last => royals.is_single() && attacked(royals.first()),
            Guard::All => royals.any() && royals.into_iter().all(attacked),
        }
    }

    /// Could `other` capture a royal of `side` within a turn, where that is what it attacks?
    pub(crate) fn attacks_in_a_turn(&self, other: usize, side: usize) -> bool {
        if self.rules().play[other].turn.attacks == Attacks::InOneMove || self.royals(side).is_empty() {
            return false;
        }
        let mut state = *self.s;
        if self.me() != other {
            state.turn = other as u8;
            (state.passed, state.waiting, state.victim) = (W::EMPTY, W::EMPTY, NOWHERE);
            state.length = self.turn_length(other, state.length);
            (state.left, state.with) = (state.length, NOWHERE);
        }
        At { game: self.game, s: &state }.could_capture_royal(side)
    }

    /// Could the side to move capture a royal of `of` by one of the moves of its turn?
    fn could_capture_royal(&self, of: usize) -> bool {
        if self.royals(of).into_iter().any(|royal| self.attackers_of_royal(royal, of).any()) {
            return true;
        }
        if self.s.left <= 1 {
            return false;
        }
        self.collected().iter().any(|mv| {
            let next = self.after(mv);
            next.turn == self.s.turn && At { game: self.game, s: &next }.could_capture_royal(of)
        })
    }

    /// The enemy pieces that attack a royal of `side` while its guard does not hold.
    pub(crate) fn checkers_of(&self, side: usize) -> W {
        let royals = self.royals(side);
        if royals.is_single() && !self.game.attacks_in_turns {
            return self.attackers_of_royal(royals.first(), side);
        }
        if !self.is_attacked(side) {
            return W::EMPTY;
        }
        let mut checkers = W::EMPTY;
        for royal in royals {
            checkers |= self.attackers_of_royal(royal, side);
        }
        checkers
    }

    /// Does `side` attack royals of others that these have to guard?
    pub(crate) fn gives_check(&self, side: usize) -> bool {
        self.opponents(side).any(|other| self.is_attacked(other))
    }

    /// The squares on which the side could capture en passant, leaving checks aside.
    pub(crate) fn takeable(&self, side: usize) -> W {
        let s = self.s;
        let mut takeable = W::EMPTY;
        if s.passed.is_empty() || !self.game.sides[side].has_en_passant {
            return takeable;
        }
        let (own, empty) = (s.sides[side], self.game.all & !s.occupied());
        for &(kind, term) in &self.game.sides[side].takers {
            let Some(piece) = &self.game.sides[side].pieces[kind] else { continue };
            let term = &piece.terms[term];
            let takers = own & s.kinds[kind] & term.from;
            for square in s.passed & term.to & empty & !takeable {
                let near = self.reach(Portable, term.takers, square, s.occupied(), side) & takers;
                if near.is_empty() {
                    continue;
                }
                let victim = self.victim_on(square);
                if !self.enemies(side).has(victim) || term.victims >> s.kind_at(victim) & 1 == 0 {
                    continue;
                }
                let takes = |from: usize| {
                    self.reach(Portable, term.kernel, from, s.occupied(), side).has(square)
                        && self.is_available(term, from, side)
                };
                if near.into_iter().any(takes) {
                    takeable |= W::single(square);
                }
            }
        }
        takeable
    }

    /// Where pieces stand that might capture en passant, as far as the board alone tells.
    #[inline(never)]
    pub(crate) fn near_passed(&self, side: usize) -> W {
        let mut near = W::EMPTY;
        for &(kind, term) in &self.game.sides[side].takers {
            let Some(piece) = &self.game.sides[side].pieces[kind] else { continue };
            for square in self.s.passed {
                near |= self.reach(Portable, piece.terms[term].takers, square, self.s.occupied(), side);
            }
        }
        near
    }

    /// Does everything hold that a movement asks for?
    pub(crate) fn is_available(&self, term: &Term<W>, from: usize, side: usize) -> bool {
        self.is_available_when(&term.when, from, side)
    }

    pub(crate) fn is_available_when(&self, when: &When, from: usize, side: usize) -> bool {
        (!when.unmoved || self.s.rights.has(from))
            && self.holds(when, from, side)
            && !(when.unchecked && self.is_attacked(side))
    }

    /// Would the royal of `side` on `royal` be unattacked on `square`, all other pieces standing where they are? True of what is not royal.
    pub(crate) fn is_safe_at(&self, royal: usize, square: usize, side: usize) -> bool {
        let kind = self.s.kind_at(royal);
        let is_royal = self.game.sides[side].royals >> kind & 1 == 1;
        if !is_royal || !self.game.sides[side].may_not_remain {
            return true;
        }
        let mut there: State<W, K, S> = *self.s;
        there.clear(royal);
        there.clear(square);
        there.put(side, kind, square);
        let at = At { game: self.game, s: &there };
        at.attackers_of_royal(square, side).is_empty()
    }
}
