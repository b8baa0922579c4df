//! Repetition inside the search: by hashes, and by the game's own rules as far as hashes and checks can tell.

use crate::search::{Past, WIN, Worker};
use wazir_runtime::{AllAlong, RepetitionRule, RepetitionVerdict, SideId};

impl Worker<'_> {
    /// What it is worth to the side to move that the position has occurred before, if that ends the game.
    ///
    /// A position that comes again within the search counts as if it had come as often as it takes: who can repeat it once can do so again. Chases are seen at
    /// the root only ([`crate::root`]).
    pub(crate) fn repeated(&self, ply: usize) -> Option<i32> {
        let rules = &self.shared.info.repetition;
        let last = self.past.len() - 1;
        let now = self.past[last];
        if rules.is_empty() || now.since < 2 || last == 0 || ply == 0 {
            return None;
        }
        let first = last.saturating_sub(now.since as usize);
        let earlier = (first..last).rev().find(|&index| self.past[index].hash == now.hash)?;
        let in_search = earlier >= self.root;
        let occurrences = 1 + self.past[first..last].iter().filter(|past| past.hash == now.hash).count();
        let mut holding = rules.iter().filter(|rule| in_search || occurrences >= rule.times as usize);
        holding.find_map(|rule| self.ruling(rule, earlier, ply))
    }

    /// The score by one rule, if it holds.
    fn ruling(&self, rule: &RepetitionRule, earlier: usize, ply: usize) -> Option<i32> {
        let now = self.past[self.past.len() - 1];
        let subject = match &rule.all_along {
            AllAlong::Anything if rule.verdict == RepetitionVerdict::Illegal => self.past[self.past.len() - 2].turn,
            AllAlong::Anything => now.turn,
            AllAlong::Checking => self.only_checker(&self.past[earlier..])?,
            AllAlong::Chasing(_) => return None,
        };
        if rule.of.is_some_and(|side| side != subject) {
            return None;
        }
        let wins = |side: SideId| {
            let together = side == now.turn || !self.shared.nature.two && self.shared.nature.are_allied(side, now.turn);
            if together { WIN - ply as i32 } else { -WIN + ply as i32 }
        };
        let by_pieces = |sign: i32| {
            let mine = self.accumulator.sums.pieces[now.turn as usize] as i32;
            let others = (0..self.accumulator.weights.sides).filter(|&side| side != now.turn as usize);
            let most = others.map(|side| self.accumulator.sums.pieces[side] as i32).max().unwrap_or(0);
            (sign * (mine - most)).signum() * (WIN - ply as i32)
        };
        Some(match rule.verdict {
            RepetitionVerdict::Wins => wins(subject),
            RepetitionVerdict::Loses => -wins(subject),
            // Whoever may not make the move has, if it is made all the same, as good as lost.
            RepetitionVerdict::Illegal => -wins(subject),
            RepetitionVerdict::Draw => 0,
            RepetitionVerdict::WinFor(side) => wins(side),
            RepetitionVerdict::MorePieces => by_pieces(1),
            RepetitionVerdict::FewerPieces => by_pieces(-1),
            RepetitionVerdict::MorePoints => self.still().signum() * (WIN - ply as i32),
        })
    }

    /// The one side that has given check with each of its moves between these positions.
    fn only_checker(&self, past: &[Past]) -> Option<SideId> {
        let sides = 0..self.accumulator.weights.sides as SideId;
        let checks = |&side: &SideId| {
            let mut moves = past.windows(2).filter(|pair| pair[0].turn == side).peekable();
            moves.peek().is_some() && moves.all(|pair| pair[1].check)
        };
        let mut checkers = sides.filter(checks);
        checkers.next().filter(|_| checkers.next().is_none())
    }
}
