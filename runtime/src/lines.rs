//! [`Lines`]: which moves keep a royal safe from pieces that attack along lines, hoppers and lame leapers included. [`within_pins`]: the same for a pinned
//! piece, where only ordinary sliders attack.

use crate::Bits;
use arrayvec::ArrayVec;

/// Where a piece on `from` may go without leaving any of the pins that hold it: pinned pieces, each with the squares that keep its line closed.
#[inline(always)]
pub fn within_pins<W: Bits>(pins: &[(W, W)], from: usize) -> W {
    let mut inside = !W::EMPTY;
    for (pinned, line) in pins {
        if pinned.has(from) {
            inside &= *line;
        }
    }
    inside
}

/// What keeps a royal safe.
///
/// Each attacker has a line: the squares between it and the royal whose occupancy decides whether it attacks (for a lame leaper, its leg). It
/// attacks while exactly `hurdles` of them are occupied: none for sliders, lame leapers and facing royals, one for hoppers. A move of another
/// piece takes one occupied square away, brings one, or both; so, line by line, it is known which moves leave the royal safe:
///
/// | occupied | leaving the line | arriving on an empty square of it | anything else |
/// |---|---|---|---|
/// | `hurdles` | safe | safe | only by capturing the attacker |
/// | `hurdles + 1` | only to stay on it, or to capture the attacker | safe | safe |
/// | `hurdles - 1` | - | not safe, except from another square of it | safe |
///
/// Where not every piece can be jumped ([`Lines::add_over`]), an attack is over one that can, and it matters as well of what kind the piece is that moves.
///
/// `N` is the number of lines that can have blockers which matter at the same time.
#[derive(Debug)]
pub struct Lines<W, const N: usize> {
    safe: W,
    loose: W,
    steady: W,
    held: ArrayVec<Held<W>, N>,
}

/// A line with pieces on it that hold it open or closed.
#[derive(Clone, Copy, Debug)]
struct Held<W> {
    /// The pieces.
    blockers: W,
    /// Where these may go.
    inside: W,
    /// Where all others may go.
    outside: W,
}

impl<W: Bits, const N: usize> Lines<W, N> {
    /// No attacker yet.
    #[inline(always)]
    #[must_use]
    #[allow(clippy::new_without_default, reason = "nobody needs a default")]
    pub fn new() -> Self {
        let all = !W::EMPTY;
        Lines { safe: all, loose: W::EMPTY, steady: all, held: ArrayVec::new() }
    }

    /// Adds the attackers of `other`.
    #[inline(always)]
    pub fn join(&mut self, other: &Self) {
        self.safe &= other.safe;
        self.steady &= other.steady;
        self.loose |= other.loose;
        self.held.extend(other.held.iter().copied());
    }

    /// Adds an attacker that gives check from where it stands, whatever is in between: only its capture helps.
    #[inline(always)]
    pub fn leap(&mut self, attacker: usize) {
        self.keep(W::single(attacker));
    }

    /// Adds an attacker that attacks along `line` while `hurdles` (0 or 1) of its squares are occupied.
    #[inline(always)]
    pub fn add(&mut self, line: W, attacker: usize, hurdles: u32, occupied: W) {
        let blockers = line & occupied;
        let empty = line ^ blockers;
        let count = blockers.count();
        if count == hurdles {
            let answers = empty | W::single(attacker);
            if hurdles == 0 { self.keep(answers) } else { self.hold(blockers, !empty, answers) }
        } else if count == hurdles + 1 {
            self.hold(blockers, empty | W::single(attacker), !W::EMPTY);
        } else if count + 1 == hurdles {
            self.keep(!empty);
        }
    }

    /// Adds a hopper that attacks along `line` while exactly one of its squares is occupied, and that by one of `hurdles`, the pieces that it
    /// can jump. What moves is one of these where it arrives, or (`as_hurdle` false) is not.
    #[inline(always)]
    pub fn add_over(&mut self, line: W, attacker: usize, hurdles: W, as_hurdle: bool, occupied: W) {
        let blockers = line & occupied;
        let (jumped, firm) = (blockers & hurdles, blockers & !hurdles);
        let answers = (line ^ blockers) | W::single(attacker);
        match (jumped.count(), firm.count()) {
            (0, 0) if as_hurdle => self.keep(!line),
            (1, 0) if as_hurdle => self.hold(jumped, !(line ^ blockers), answers),
            // What cannot be jumped may also take the place of what can.
            (1, 0) => self.keep(answers | jumped),
            (0, 1) if as_hurdle => self.keep(!firm),
            (2, 0) if as_hurdle => self.hold(jumped, answers, !W::EMPTY),
            (1, 1) if as_hurdle => self.hold(jumped, !firm, !W::EMPTY),
            (1, 1) => self.hold(firm, answers | jumped, !W::EMPTY),
            _ => {}
        }
    }

    /// Adds a hopper that lands just behind its hurdle: it attacks while `near`, the square of `line` next to the royal, is occupied and no
    /// other square of it.
    #[inline(always)]
    pub fn add_behind(&mut self, line: W, near: W, attacker: usize, occupied: W) {
        if near.is_empty() {
            return;
        }
        let rest = line ^ near;
        let blockers = rest & occupied;
        let answers = rest & !occupied | W::single(attacker);
        match ((near & occupied).any(), blockers.count()) {
            (true, 0) => self.hold(near, !W::EMPTY, answers),
            (true, 1) => self.hold(blockers, answers, !W::EMPTY),
            (false, 0) => self.keep(!near),
            (false, 1) => self.hold(blockers, !near, !W::EMPTY),
            _ => {}
        }
    }

    /// Where a piece may go that stands on no line, or is dropped.
    #[inline(always)]
    pub fn safe(&self) -> W {
        self.safe
    }

    /// Pieces on lines: where they may go has to be asked one by one.
    #[inline(always)]
    pub fn loose(&self) -> W {
        self.loose
    }

    /// Where the piece on `from` may go.
    #[inline(always)]
    pub fn targets(&self, from: usize) -> W {
        if !self.loose.has(from) {
            return self.safe;
        }
        let mut targets = self.steady;
        for held in &self.held {
            targets &= if held.blockers.has(from) { held.inside } else { held.outside };
        }
        targets
    }

    /// Is there no room for another line with blockers that matter?
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.held.is_full()
    }

    #[inline(always)]
    fn keep(&mut self, targets: W) {
        self.safe &= targets;
        self.steady &= targets;
    }

    #[inline(always)]
    fn hold(&mut self, blockers: W, inside: W, outside: W) {
        self.safe &= outside;
        self.loose |= blockers;
        let kept = self.held.try_push(Held { blockers, inside, outside });
        debug_assert!(kept.is_ok(), "more lines than the game has attackers");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Set64;
    use alloc::vec::Vec;

    /// The same for a hopper that lands just behind its hurdle.
    #[test]
    fn targets_keep_hoppers_without_a_landing() {
        // The royal stands on 7, the hopper on 1.
        let (line, near, attacker) = (0b0111_1100_u64, 0b0100_0000, 1);
        for occupied in 0..1_u64 << 7 {
            let occupied = (occupied << 2 | 1 << attacker) & !(1 << 7);
            let mut lines = Lines::<Set64, 1>::new();
            lines.add_behind(Set64(line), Set64(near), attacker, Set64(occupied));
            for from in (2..9).filter(|from| occupied >> from & 1 == 1) {
                for to in (0..9).filter(|&to| to != 7 && to != from) {
                    let after = occupied & !(1 << from) | 1 << to;
                    let attacked = to != attacker && line & after == near;
                    assert_eq!(lines.targets(from).has(to), !attacked, "{from} to {to}, occupied {occupied:b}");
                }
            }
        }
    }

    /// The same for a hopper that cannot jump everything, and for moves of both kinds of pieces.
    #[test]
    fn targets_tell_hurdles_from_other_pieces() {
        // The royal stands on 7, the hopper on 0; two squares off the line are free to come from and to go to. Each square is empty (0) or holds a
        // piece that can be jumped (1) or one that cannot (2).
        let (line, attacker) = (0b0111_1110_u64, 0);
        for code in 0..3_u64.pow(8) {
            let held = |square: usize| match square {
                1..=6 => code / 3_u64.pow(square as u32 - 1) % 3,
                8 | 9 => code / 3_u64.pow(square as u32 - 2) % 3,
                _ => 0,
            };
            let those = |kind: u64| (0..10).filter(|&s| held(s) == kind).fold(0_u64, |set, s| set | 1 << s);
            let (hurdles, others) = (those(1), those(2));
            for (kind, movers) in [(1, hurdles), (2, others)] {
                let mut lines = Lines::<Set64, 2>::new();
                let occupied = Set64(hurdles | others | 1 << attacker | 1 << 7);
                lines.add_over(Set64(line), attacker, Set64(hurdles), kind == 1, occupied);
                for from in (1..10).filter(|from| movers >> from & 1 == 1) {
                    for to in (0..10).filter(|&to| to != 7 && to != from) {
                        let after = |square: usize| match square {
                            _ if square == to => kind,
                            _ if square == from => 0,
                            _ => held(square),
                        };
                        let on_line: Vec<u64> = (1..7).map(after).filter(|&kind| kind != 0).collect();
                        let attacked = to != attacker && on_line == [1];
                        assert_eq!(lines.targets(from).has(to), !attacked, "{from} to {to}, position {code}");
                    }
                }
            }
        }
    }

    /// Every move on boards of a few squares against counting what is occupied afterwards.
    #[test]
    fn targets_are_those_that_leave_no_attack() {
        // Two attackers on one line of six squares (royal on 7), one with a line of its own.
        let attackers = [(0_usize, 0b0111_1110_u64), (3, 0b0111_0000), (12, 1 << 9)];
        for occupied in 0..1_u64 << 10 {
            for hurdles in 0..8_u32 {
                let hurdles_of = |i: usize| hurdles >> i & 1;
                let mut occupied = occupied & !(1 << 7) | 1 << 12 | 1;
                occupied |= 1 << 3;
                let mut lines = Lines::<Set64, 6>::new();
                for (i, &(at, line)) in attackers.iter().enumerate() {
                    lines.add(Set64(line), at, hurdles_of(i), Set64(occupied));
                }
                for from in (0..12).filter(|from| occupied >> from & 1 == 1 && ![0, 3].contains(from)) {
                    for to in (0..13).filter(|&to| to != 7 && to != from) {
                        let after = occupied & !(1 << from) | 1 << to;
                        let attacked = attackers
                            .iter()
                            .enumerate()
                            .any(|(i, &(at, line))| at != to && (line & after).count_ones() == hurdles_of(i));
                        assert_eq!(
                            lines.targets(from).has(to),
                            !attacked,
                            "{from} to {to}, occupied {occupied:b}, hurdles {hurdles:b}"
                        );
                    }
                }
            }
        }
    }
}
