//! [`KingSafety`]: how much danger a side's only royal is in, by what attacks the squares around it and what could give check next.

use super::{attack_cache::AttackCache, attacks::Attacks, words::Word};
use wazir_runtime::Square;

/// What an attacked square beside the royal weighs that nothing but the royal defends.
const WEAK: i32 = 3;

/// What it weighs that a piece could give check from where it cannot be taken, besides its own weight.
const CHECK: i32 = 4;

/// The same of a piece in hand.
const DROPPED_CHECK: i32 = 3;

/// No danger costs more.
const MOST: i32 = 1200;

/// What stands around a royal. Whoever attacks it is the enemy here.
pub(crate) struct KingSafety<W> {
    /// Where it is.
    pub(crate) royal: Square,
    /// The squares beside it, and its own.
    pub(crate) zone: W,
    /// Enemy pieces that attack some of them.
    pub(crate) attackers: i32,
    /// What these weigh together.
    pub(crate) weight: i32,
}

/// Everything a side attacks.
#[derive(Clone, Copy, Default)]
pub(crate) struct Attacked<W> {
    /// With any piece.
    pub(crate) by_any: W,
    /// With any piece that is not royal.
    pub(crate) by_others: W,
    /// With two pieces.
    pub(crate) twice: W,
}

impl<W: Word> Attacked<W> {
    /// Adds what one piece attacks.
    #[inline(always)]
    pub(crate) fn add(&mut self, hits: W, royal: bool) {
        self.twice = self.twice | self.by_any & hits;
        self.by_any = self.by_any | hits;
        if !royal {
            self.by_others = self.by_others | hits;
        }
    }

    /// How often a square is attacked, up to twice.
    #[inline(always)]
    pub(crate) fn times(&self, square: Square) -> usize {
        usize::from(self.by_any.has(square)) + usize::from(self.twice.has(square))
    }
}

/// A piece that may give check: its type and side, where it stands, what it attacks, and what it weighs.
#[derive(Clone, Copy)]
pub(crate) struct Attacker<W> {
    pub(crate) kind: usize,
    pub(crate) square: Square,
    pub(crate) hits: W,
    pub(crate) weight: i32,
}

/// What both sides have around a royal.
pub(crate) struct Field<'a, W> {
    pub(crate) attacks: &'a Attacks<W>,
    pub(crate) cache: &'a AttackCache,
    pub(crate) occupied: W,
    /// The squares of the enemy's own pieces.
    pub(crate) enemies: W,
    pub(crate) defended: &'a Attacked<W>,
    pub(crate) attacked: &'a Attacked<W>,
    /// Checks win by their number, so that one attacker is danger enough: mate takes two.
    pub(crate) checks_win: bool,
}

impl<W: Word> KingSafety<W> {
    /// Adds a piece that attacks `hits`.
    #[inline(always)]
    pub(crate) fn add(&mut self, hits: W, weight: i32) {
        let near = hits & self.zone;
        if near.any() {
            self.attackers += 1;
            self.weight += near.count() as i32 * weight;
        }
    }

    /// What the danger costs, in centipawns, while the enemy has all its force. `held` are the types in its hand, with what each weighs. `checks` hears of what could give check next where nothing takes it.
    #[inline(always)]
    pub(crate) fn cost(
        mut self,
        field: &Field<'_, W>,
        attackers: &[Attacker<W>],
        held: impl Iterator<Item = (usize, i32)>,
        checks: &mut impl FnMut(usize),
    ) -> i32 {
        let Field { attacks, occupied, enemies, defended, attacked, checks_win, .. } = field;
        self.weight += WEAK * (self.zone & attacked.by_others & !defended.by_others).count() as i32;
        // Where nothing takes the piece that gives check: not even the royal, if the piece is supported.
        let safe = !*enemies & (!defended.by_any | attacked.twice & !defended.by_others);
        for attacker in attackers {
            let from = attacker.hits & safe & attacks.sources(attacker.kind, self.royal);
            let left = *occupied & !W::bit(attacker.square);
            if self.is_hit_from(field, attacker.kind, from, left) {
                self.weight += CHECK + attacker.weight;
                checks(attacker.kind);
            }
        }
        // What is dropped has to be supported by one piece only.
        let safe = !*occupied & (!defended.by_any | attacked.by_any & !defended.by_others);
        for (kind, weight) in held {
            let from = safe & attacks.sources(kind, self.royal);
            if self.is_hit_from(field, kind, from, *occupied) {
                self.attackers += 1;
                self.weight += DROPPED_CHECK + weight;
                checks(kind);
            }
        }
        if self.attackers < 2 && !checks_win {
            self.weight /= 3;
        }
        (self.weight * self.weight / 4).min(MOST)
    }

    /// Would a piece attack the royal from any of these squares?
    #[inline(always)]
    fn is_hit_from(&self, field: &Field<'_, W>, kind: usize, mut from: W, occupied: W) -> bool {
        while from.any() {
            let square = from.lowest();
            if field.attacks.known(kind, square, occupied, field.cache).has(self.royal) {
                return true;
            }
            from = from & !W::bit(square);
        }
        false
    }
}
