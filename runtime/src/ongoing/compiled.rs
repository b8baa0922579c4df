//! [`Ongoing`]: a game in progress over positions of a compiled game.

use super::GameInProgress;
use crate::compiled::Handle;
use crate::move_sets::{CountTargets, Find, Multiplicity};
use crate::occurrences::Occurrences;
use crate::repetition::{Occurred, Past, RepetitionVerdict, forbids_some};
use crate::{
    Bits, Bmi2, Cpu, Game, Move, MoveSets, Outcome, Portable, Position, Reason, Setup, SideId, choose, visitors,
};
use alloc::{borrow::Cow, boxed::Box, vec::Vec};

/// A game in progress over positions of a compiled game. A step allocates nothing once the buffers have grown to the longest game.
#[derive(Clone)]
pub struct Ongoing<P: Position> {
    /// What this processor has, asked once.
    cpu: Option<Bmi2>,
    /// From the start on; there is always one.
    positions: Vec<Handle<P>>,
    /// The moves of the last one.
    moves: MoveSets<P::Set>,
    /// How many of them go to each square.
    many: Multiplicity<P::Set>,
    /// How many may be made.
    count: u64,
    outcome: Option<Outcome>,
    /// The positions by their hashes, where rules look back.
    occurrences: Option<Occurrences>,
    /// The moves that may be made, where some may not be for what they would repeat.
    allowed: Option<Vec<Move>>,
}

impl<P: Position> Ongoing<P> {
    /// The game that begins at this position.
    pub fn new(start: P) -> Self {
        let info = P::info();
        let mut ongoing = Ongoing {
            cpu: Bmi2::detect(),
            positions: Vec::from([Handle(start)]),
            moves: MoveSets::new(),
            many: Multiplicity::new(),
            count: 0,
            outcome: None,
            occurrences: (!info.repetition.is_empty()).then(Occurrences::default),
            allowed: forbids_some(info).then(Vec::new),
        };
        ongoing.note();
        ongoing.look();
        ongoing
    }

    /// The position.
    #[inline]
    pub fn last(&self) -> &P {
        &self.handle().0
    }

    #[inline]
    fn handle(&self) -> &Handle<P> {
        &self.positions[self.positions.len() - 1]
    }

    /// Remembers the last position.
    #[inline]
    fn note(&mut self) {
        let hash = self.last().hash();
        if let Some(occurrences) = &mut self.occurrences {
            occurrences.push(hash);
        }
    }

    /// Finds out what can be done in the last position.
    #[inline]
    fn look(&mut self) {
        // Not through `last`, which would borrow the buffer as well.
        let position = &self.positions[self.positions.len() - 1].0;
        self.moves.clear();
        match self.cpu {
            Some(cpu) => {
                visitors::fill(&position.lean(), cpu, &mut self.moves, false);
                cpu.enter(position, CountTargets { moves: &self.moves, into: &mut self.many });
            }
            None => {
                visitors::fill(&position.lean(), Portable, &mut self.moves, false);
                Portable.enter(position, CountTargets { moves: &self.moves, into: &mut self.many });
            }
        }
        self.count = self.many.total();
        self.outcome = if self.count == 0 { position.outcome() } else { position.outcome_with_moves(self.count) };
        let Some(occurrences) = &self.occurrences else { return };
        let (times, first) = occurrences.last();
        if self.outcome.is_none() && times > 1 {
            self.outcome = self.occurred(times, first).outcome(self.handle());
        }
        if self.allowed.is_some() {
            self.forbid();
        }
    }

    fn occurred(&self, times: u32, first: u32) -> Occurred<'_> {
        Occurred { past: self, first: first as usize, last: self.positions.len() - 1, times: times as usize }
    }

    /// Leaves out the moves that would repeat what may not be repeated. A side that has no others has lost.
    #[cold]
    fn forbid(&mut self) {
        let listed: Vec<Move> = self.moves.iter().collect();
        let allowed: Vec<Move> = listed.iter().copied().filter(|&mv| !self.forbids(mv)).collect();
        if self.outcome.is_none() && allowed.is_empty() && !listed.is_empty() {
            let winner = Some(1 - self.last().turn());
            self.outcome = Some(Outcome { winner, reason: Reason::Repetition });
        }
        self.count = allowed.len() as u64;
        self.allowed = Some(allowed);
    }

    /// Is this move illegal for what it repeats?
    fn forbids(&mut self, mv: Move) -> bool {
        let turn = self.last().turn();
        let next = self.last().play_unchecked(mv);
        let Some(occurrences) = &mut self.occurrences else { return false };
        if !occurrences.knows(next.hash()) {
            return false;
        }
        occurrences.push(next.hash());
        let (times, first) = occurrences.last();
        self.positions.push(Handle(next));
        let ruling = self.occurred(times, first).ruling(self.handle());
        let forbids =
            ruling.is_some_and(|(rule, subject, _)| rule.verdict == RepetitionVerdict::Illegal && subject == turn);
        self.take_back();
        forbids
    }

    fn take_back(&mut self) {
        self.positions.pop();
        if let Some(occurrences) = &mut self.occurrences {
            occurrences.pop();
        }
    }
}

impl<P: Position> Past for Ongoing<P> {
    fn turn(&self, number: usize) -> SideId {
        self.positions[number].0.turn()
    }
    fn check(&self, number: usize) -> bool {
        self.positions[number].0.checkers().any()
    }
    fn setup(&self, number: usize) -> Option<Cow<'_, Setup>> {
        Some(Cow::Owned(self.positions[number].0.setup()))
    }
}

impl<P: Position> GameInProgress for Ongoing<P> {
    fn position(&self) -> &dyn Game {
        self.handle()
    }
    fn plies(&self) -> usize {
        self.positions.len() - 1
    }
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }
    #[inline]
    fn count(&self) -> u64 {
        self.count
    }
    fn list(&self, moves: &mut Vec<Move>) {
        moves.clear();
        match &self.allowed {
            Some(allowed) => moves.extend_from_slice(allowed),
            None => moves.extend(self.moves.iter()),
        }
    }
    fn is_legal(&self, mv: Move) -> bool {
        match &self.allowed {
            Some(allowed) => allowed.contains(&mv),
            None => self.moves.contains(mv),
        }
    }
    fn nth(&self, number: u64) -> Option<Move> {
        match &self.allowed {
            Some(allowed) => choose(&mut allowed.clone(), number),
            None if number < self.count => {
                let find = Find { moves: &self.moves, many: &self.many, number };
                Some(match self.cpu {
                    Some(cpu) => cpu.enter(self.last(), find),
                    None => Portable.enter(self.last(), find),
                })
            }
            None => None,
        }
    }
    #[inline]
    fn play_listed(&mut self, mv: Move) {
        let next = self.last().play_unchecked(mv);
        self.positions.push(Handle(next));
        self.note();
        self.look();
    }
    fn undo(&mut self) -> bool {
        if self.positions.len() == 1 {
            return false;
        }
        self.take_back();
        self.look();
        true
    }
    fn restart(&mut self) {
        self.positions.truncate(1);
        if let Some(occurrences) = &mut self.occurrences {
            occurrences.truncate(1);
        }
        self.look();
    }
    fn boxed(&self) -> Box<dyn GameInProgress> {
        Box::new(self.clone())
    }
}
