//! In which order the moves of a node are searched, and what they gain.

use super::Worker;
use crate::{
    eval::{Accumulator, MOST, VITAL, becomes},
    order::{Before, Scored, mark},
};
use wazir_runtime::{Move, MoveKind, SideId};

/// Ranks of captures, and of killers, begin here.
const CAPTURE: i32 = 200_000;
pub(super) const KILLER: i32 = 100_000;

/// Captures that lose more than they gain come after everything else.
const BAD_CAPTURE: i32 = -400_000;

/// Ranks below that are such captures.
pub(super) const BAD: i32 = -100_000;

/// The moves of a node are sorted when so many have been tried.
const SORTED: usize = 4;

impl Worker<'_> {
    /// Lists the legal moves, with what they gain.
    pub(super) fn list(&mut self, moves: &mut Vec<Scored>) {
        self.list.clear();
        self.board.moves(&mut self.list);
        if let Some(now) = self.past.last_mut() {
            now.choice = Some(self.list.len().min(u16::MAX as usize) as u16);
        }
        moves.extend(self.scored());
        self.gain_once(moves);
    }

    /// Of moves that differ only in where they place a wall, which are listed one after the other, the one whose wall has done best gains what all do: the others are taken for quiet,
    /// or every capture would be looked at as often as there are empty squares.
    fn gain_once(&self, moves: &mut [Scored]) {
        if moves.first().is_none_or(|scored| scored.mv.wall().is_none()) {
            return;
        }
        let turn = self.board.turn();
        let told = |mv: Move| (mv.kind(), mv.piece(), mv.from(), mv.to(), mv.promotion());
        for alike in moves.chunk_by_mut(|a, b| told(a.mv) == told(b.mv)) {
            let done = |scored: &Scored| self.histories.of(self.histories.index(turn, scored.mv), Before::default());
            let best = (0..alike.len()).max_by_key(|&place| done(&alike[place]));
            for (place, scored) in alike.iter_mut().enumerate() {
                scored.gain = if Some(place) == best { scored.gain } else { 0 };
            }
        }
    }

    /// What a move is worth at first sight, for its mover: the position after it, less the piece where that is lost.
    pub(crate) fn glance(&mut self, mv: Move) -> i32 {
        let side = self.board.turn();
        let gain = gain(&self.accumulator, side, mv);
        let loses = match gain {
            VITAL.. => return gain.min(MOST),
            1.. => self.accumulator.is_bad_capture(side, mv, gain),
            _ => self.accumulator.is_lost(side, mv, 0),
        };
        let risk =
            if loses { self.accumulator.weights.prize[self.accumulator.weights.index(side, mv.piece())] } else { 0 };
        let same = self.play(mv);
        let still = if same { self.still() } else { -self.still() };
        self.undo();
        (still - risk).max(-MOST)
    }

    /// Lists the legal moves that gain something, where quiet ones never do.
    pub(super) fn list_gains(&mut self, moves: &mut Vec<Scored>) {
        self.list.clear();
        self.board.noisy_moves(&mut self.list);
        moves.extend(self.scored().filter(|scored| scored.gain > 0));
        self.gain_once(moves);
        moves.retain(|scored| scored.gain > 0);
    }

    /// The moves just listed, each with what it gains.
    fn scored(&self) -> impl Iterator<Item = Scored> + '_ {
        let side = self.board.turn();
        self.list.iter().map(move |&mv| Scored { mv, rank: 0, gain: gain(&self.accumulator, side, mv), unsure: false })
    }

    /// The best of the moves from `number` on, brought to that place. Captures are judged no sooner than here: most nodes end before the doubtful ones; and
    /// most end before their moves are worth sorting.
    pub(super) fn next(&self, moves: &mut [Scored], number: usize) -> Scored {
        let rest = &mut moves[number..];
        match number {
            ..SORTED => pick(rest),
            SORTED => rest.sort_unstable_by_key(|scored| std::cmp::Reverse(scored.rank)),
            _ => {}
        }
        loop {
            let unsure = std::mem::take(&mut rest[0].unsure);
            if !(unsure && self.accumulator.is_bad_capture(self.board.turn(), rest[0].mv, rest[0].gain)) {
                return rest[0];
            }
            rest[0].rank += BAD_CAPTURE - CAPTURE;
            if number < SORTED {
                pick(rest);
            } else {
                let rank = rest[0].rank;
                let place = rest[1..].iter().take_while(|scored| scored.rank > rank).count();
                rest[..=place].rotate_left(1);
            }
        }
    }

    /// Ranks moves: the table's, captures by what they gain, killers, refutations, and quiet moves by history.
    pub(super) fn rank(&self, moves: &mut [Scored], hash_move: u32, ply: usize) {
        let turn = self.board.turn();
        let before = self.before(ply);
        let refutation = before.last.and_then(|before| self.histories.refutation(before));
        let killers = self.frames[ply].killers;
        for scored in moves {
            let mv = scored.mv;
            scored.unsure = false;
            scored.rank = if hash_move != 0 && mark(mv) == hash_move {
                i32::MAX
            } else if scored.gain > 0 {
                let mover = self.accumulator.weights.prize[self.accumulator.weights.index(turn, mv.piece())];
                let promotes = matches!(mv.kind(), MoveKind::Promotion | MoveKind::JourneyPromotion);
                scored.unsure = promotes || mover > scored.gain;
                CAPTURE + 16 * scored.gain - mover.min(2000)
            } else if killers[0] == Some(mv) {
                KILLER + 2
            } else if killers[1] == Some(mv) || refutation == Some(mv) {
                KILLER + 1
            } else {
                self.histories.of(self.histories.index(turn, mv), before)
            };
        }
    }
}

/// What a move gains at once: the pieces it captures and what it promotes to; 0 of a quiet move.
pub(crate) fn gain(accumulator: &Accumulator, side: SideId, mv: Move) -> i32 {
    if accumulator.weights.goals.races
        && mv.kind() != MoveKind::Pass
        && accumulator.wins_by_arriving(side, becomes(mv), mv.to())
    {
        return VITAL;
    }
    if accumulator.weights.goals.captures_only {
        return 0;
    }
    let mut gain = if mv.captures_on_arrival() { accumulator.prize(mv.to()) } else { 0 };
    gain += mv.victims().map(|victim| accumulator.prize(victim)).sum::<i32>();
    if matches!(mv.kind(), MoveKind::Promotion | MoveKind::JourneyPromotion) {
        gain += accumulator.gained_by_promoting(mv);
    }
    gain
}

/// Brings the highest-ranked move to the front.
fn pick(moves: &mut [Scored]) {
    if let Some((best, _)) = moves.iter().enumerate().rev().max_by_key(|(_, scored)| scored.rank) {
        moves.swap(0, best);
    }
}
