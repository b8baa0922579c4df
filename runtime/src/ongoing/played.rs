//! [`Ongoing`]: a game in progress over positions that can be copied.

use super::{GameInProgress, copy_from};
use crate::choice::{Multiplicity, NO_MOVES, USUAL, Usual};
use crate::occurrences::Occurrences;
use crate::playout::RandomGame;
use crate::repetition::{Occurred, Past, RepetitionVerdict, forbids_some};
use crate::{Bits, Bmi2, Cpu, Ending, Game, Move, MoveSets, Outcome, Reason, Setup, SideId, Task, choose, perform};
use alloc::{borrow::Cow, boxed::Box, vec::Vec};

/// A position that can be copied and knows its moves in sets: what [`Ongoing`] asks of positions.
pub trait Playable: Game + Clone + 'static {
    /// Sets of its squares.
    type Set: Bits;
    /// Adds all legal moves to an empty buffer, in the function that calls it, which is one for this processor.
    fn fill<C: Cpu>(&self, cpu: C, moves: &mut MoveSets<Self::Set>);
    /// Makes `next`, a position of the same game, the one after a legal move.
    fn after_into(&self, mv: Move, next: &mut Self);
    /// [`GameInProgress::play_out`].
    #[doc(hidden)]
    fn play_out(game: &mut Ongoing<Self>, random_game: RandomGame<'_>) -> Option<Ending> {
        play_out(game, random_game)
    }
    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        self.after_into(mv, &mut next);
        next
    }
    /// What [`Game::outcome`] is where there are so many legal moves, at least one: nobody has to look for one.
    fn outcome_with_moves(&self, moves: u64) -> Option<Outcome>;
    /// Is a royal of the side to move attacked?
    fn in_check(&self) -> bool;
}

/// A game in progress over positions that can be copied. A step allocates nothing once the buffers have grown to the longest game.
#[derive(Clone)]
pub struct Ongoing<P: Playable> {
    /// What this processor has, asked once.
    pub(crate) cpu: Option<Bmi2>,
    pub(crate) line: Line<P>,
    /// The moves of the last one.
    moves: MoveSets<P::Set>,
    /// How many of them go to each square.
    pub(crate) many: Multiplicity<P::Set>,
    /// The lowest planes of that.
    usual: Usual<P::Set, USUAL>,
    /// How many may be made.
    count: u64,
    outcome: Option<Outcome>,
    /// The positions by their hashes, where rules look back.
    occurrences: Option<Occurrences>,
    /// The moves that may be made, where some may not be for what they would repeat.
    pub(crate) allowed: Option<Vec<Move>>,
}

/// The positions of a game, from the start on.
#[derive(Clone)]
pub(crate) struct Line<P> {
    /// Those after the last one are moves taken back: room for the next ones, which are written to their places instead of being copied there.
    positions: Vec<P>,
    /// The number of the last one, from 0.
    last: usize,
}

impl<P: Playable> Line<P> {
    #[inline(always)]
    pub(crate) fn last(&self) -> &P {
        &self.positions[self.last]
    }
    fn positions(&self) -> &[P] {
        &self.positions[..=self.last]
    }
    /// Adds the position after a legal move.
    #[inline(always)]
    fn play(&mut self, mv: Move) {
        self.play_by(mv, P::after_into);
    }
    /// [`Line::play`] by a function that is [`Playable::after_into`] or does the same.
    #[inline(always)]
    pub(crate) fn play_by(&mut self, mv: Move, after_into: impl FnOnce(&P, Move, &mut P)) {
        match &mut self.positions[self.last..] {
            [last, next, ..] => after_into(last, mv, next),
            _ => self.grow(mv),
        }
        self.last += 1;
    }
    #[cold]
    fn grow(&mut self, mv: Move) {
        let next = self.last().after(mv);
        self.positions.push(next);
    }
    /// Takes the last one back; there is another one.
    fn take_back(&mut self) {
        self.last -= 1;
    }
}

impl<P: Playable> Ongoing<P> {
    /// The game that begins at this position.
    pub fn new(start: P) -> Self {
        let info = start.info();
        let (occurrences, allowed) =
            ((!info.repetition.is_empty()).then(Occurrences::default), forbids_some(info).then(Vec::new));
        let mut ongoing = Ongoing {
            cpu: Bmi2::detect(),
            line: Line { positions: Vec::from([start]), last: 0 },
            moves: MoveSets::new(),
            many: Multiplicity::new(),
            usual: Usual::new([P::Set::EMPTY; USUAL]),
            count: 0,
            outcome: None,
            occurrences,
            allowed,
        };
        ongoing.note();
        ongoing.look();
        ongoing
    }

    /// The position.
    #[inline]
    pub fn last(&self) -> &P {
        self.line.last()
    }

    /// Remembers the last position.
    #[inline]
    pub(crate) fn note(&mut self) {
        if let Some(occurrences) = &mut self.occurrences {
            occurrences.push(self.line.last().hash());
        }
    }

    /// Adds the position after a legal move.
    #[inline(always)]
    fn advance(&mut self, mv: Move) {
        self.line.play(mv);
        self.note();
    }

    /// Finds out what can be done in the last position.
    pub(crate) fn look(&mut self) {
        perform(self.cpu, Look(self));
    }

    #[inline(always)]
    pub(crate) fn look_in<C: Cpu>(&mut self, cpu: C) {
        // Not through `Ongoing::last`, which would borrow the buffer as well.
        let position = self.line.last();
        self.moves.clear();
        position.fill(cpu, &mut self.moves);
        self.usual = self.many.count(&self.moves);
        self.judge(self.many.total(&self.usual));
    }

    /// Finds out what comes of so many moves.
    #[inline(always)]
    pub(crate) fn judge(&mut self, moves: u64) {
        let position = self.line.last();
        self.count = moves;
        self.outcome = if self.count == 0 { position.outcome() } else { position.outcome_with_moves(self.count) };
        let Some(occurrences) = &self.occurrences else { return };
        let (times, first) = occurrences.last();
        if self.outcome.is_none() && times > 1 {
            self.outcome = self.occurred(times, first).outcome(self.last());
        }
        if self.allowed.is_some() {
            self.forbid();
        }
    }

    #[inline(always)]
    fn nth_in<C: Cpu>(&self, cpu: C, number: u64) -> Option<Move> {
        match &self.allowed {
            Some(allowed) => choose(&mut allowed.clone(), number),
            // Not by `bool::then`, in which it would be a function of its own, for any processor.
            None if number < self.count => {
                let place = self.many.find(&self.usual, cpu, number);
                Some(self.moves.at(place, &mut NO_MOVES.clone()))
            }
            None => None,
        }
    }

    fn occurred(&self, times: u32, first: u32) -> Occurred<'_> {
        Occurred { past: self, first: first as usize, last: self.line.last, times: times as usize }
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
        let Some(occurrences) = &mut self.occurrences else { return false };
        self.line.play(mv);
        let hash = self.line.last().hash();
        if !occurrences.knows(hash) {
            self.line.take_back();
            return false;
        }
        occurrences.push(hash);
        let (times, first) = occurrences.last();
        let ruling = self.occurred(times, first).ruling(self.last());
        let forbids =
            ruling.is_some_and(|(rule, subject, _)| rule.verdict == RepetitionVerdict::Illegal && subject == turn);
        self.take_back();
        forbids
    }

    fn take_back(&mut self) {
        self.line.take_back();
        if let Some(occurrences) = &mut self.occurrences {
            occurrences.pop();
        }
    }
}

impl<P: Playable> Past for Ongoing<P> {
    fn turn(&self, number: usize) -> SideId {
        self.line.positions[number].turn()
    }
    fn check(&self, number: usize) -> bool {
        self.line.positions[number].in_check()
    }
    fn setup(&self, number: usize) -> Option<Cow<'_, Setup>> {
        Some(Cow::Owned(self.line.positions[number].setup()))
    }
}

impl<P: Playable> GameInProgress for Ongoing<P> {
    fn position(&self) -> &dyn Game {
        self.last()
    }
    fn position_after(&self, plies: usize) -> Option<&dyn Game> {
        self.line.positions().get(plies).map(|position| position as &dyn Game)
    }
    fn occurrences(&self) -> usize {
        match &self.occurrences {
            Some(occurrences) => occurrences.last().0 as usize,
            // Nobody has counted where no rule looks back.
            None => self.line.positions().iter().filter(|position| position.hash() == self.last().hash()).count(),
        }
    }
    fn repeats(&self, mv: Move) -> bool {
        let hash = self.last().after(mv).hash();
        match &self.occurrences {
            Some(occurrences) => occurrences.knows(hash),
            None => self.line.positions().iter().any(|position| position.hash() == hash),
        }
    }
    fn plies(&self) -> usize {
        self.line.last
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
    fn list_from(&self, number: u64, moves: &mut [Move]) -> usize {
        match &self.allowed {
            Some(allowed) => copy_from(allowed, number, moves),
            None => self.moves.list_from(number, moves),
        }
    }
    fn is_legal(&self, mv: Move) -> bool {
        match &self.allowed {
            Some(allowed) => allowed.contains(&mv),
            None => self.moves.contains(mv),
        }
    }
    fn nth(&self, number: u64) -> Option<Move> {
        perform(self.cpu, Nth { game: self, number })
    }
    #[inline]
    fn play_listed(&mut self, mv: Move) {
        self.advance(mv);
        self.look();
    }
    fn play_out(&mut self, random_game: RandomGame<'_>) -> Option<Ending> {
        P::play_out(self, random_game)
    }
    fn undo(&mut self) -> bool {
        if self.line.last == 0 {
            return false;
        }
        self.take_back();
        self.look();
        true
    }
    fn restart(&mut self) {
        self.line.last = 0;
        if let Some(occurrences) = &mut self.occurrences {
            occurrences.truncate(1);
        }
        self.look();
    }
    fn boxed(&self) -> Box<dyn GameInProgress> {
        Box::new(self.clone())
    }
}

/// [`Ongoing::look`].
struct Look<'g, P: Playable>(&'g mut Ongoing<P>);

impl<P: Playable> Task for Look<'_, P> {
    type Output = ();
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        self.0.look_in(cpu);
    }
}

/// [`GameInProgress::nth`].
struct Nth<'g, P: Playable> {
    game: &'g Ongoing<P>,
    number: u64,
}

impl<P: Playable> Task for Nth<'_, P> {
    type Output = Option<Move>;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Option<Move> {
        self.game.nth_in(cpu, self.number)
    }
}

/// [`GameInProgress::play_out`] of any game.
pub(crate) fn play_out<P: Playable>(game: &mut Ongoing<P>, random_game: RandomGame<'_>) -> Option<Ending> {
    perform(game.cpu, PlayOut { game, random_game })
}

/// [`play_out`]: all of a game in one function, since a call for each step takes a tenth to a third of its time.
pub(crate) struct PlayOut<'g, P: Playable> {
    pub(crate) game: &'g mut Ongoing<P>,
    pub(crate) random_game: RandomGame<'g>,
}

impl<P: Playable> Task for PlayOut<'_, P> {
    type Output = Option<Ending>;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Option<Ending> {
        self.random_game.run(
            self.game,
            |_| {},
            #[inline(always)]
            |game, (), number| {
                let mv = game.nth_in(cpu, number)?;
                game.advance(mv);
                game.look_in(cpu);
                Some(mv)
            },
        )
    }
}
