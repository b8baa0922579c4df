//! [`History`]: what a game remembers beyond its position, to decide repetition, perpetual check and perpetual chase; as simply as it can be had, for backends that have nothing faster.

use crate::repetition::{AllAlong, Occurred, Past, RepetitionRule, RepetitionVerdict, forbids_some};
use crate::{Game, Move, Outcome, Reason, Setup, SideId};
use alloc::{borrow::Cow, vec::Vec};

/// The positions of a game so far. Works with any backend; hashes of different backends must not be mixed.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    positions: Vec<Occurrence>,
}

/// One position of the game.
#[derive(Clone, Debug)]
struct Occurrence {
    hash: u64,
    turn: SideId,
    /// The side to move is in check: the move that led here gave it.
    check: bool,
    /// The position itself, in games in which it matters what was attacked.
    setup: Option<Setup>,
}

impl History {
    /// The history of a game that starts at `game`'s position.
    pub(super) fn new(game: &dyn Game) -> History {
        let mut history = History { positions: Vec::new() };
        history.push(game);
        history
    }

    /// Adds the position after a move.
    pub(super) fn push(&mut self, game: &dyn Game) {
        let looks_back = |rule: &RepetitionRule| matches!(rule.all_along, AllAlong::Chasing(_));
        let setup = game.info().repetition.iter().any(looks_back).then(|| game.setup());
        let (hash, turn, check) = (game.hash(), game.turn(), !game.checkers().is_empty());
        self.positions.push(Occurrence { hash, turn, check, setup });
    }

    /// Takes the last position back, if there is one.
    pub(super) fn pop(&mut self) {
        self.positions.pop();
    }

    /// Has a position with this hash occurred?
    pub(super) fn knows(&self, hash: u64) -> bool {
        self.positions.iter().any(|position| position.hash == hash)
    }

    /// How often the last position has occurred, itself included.
    pub(super) fn occurrences(&self) -> usize {
        let Some(last) = self.positions.last() else { return 0 };
        self.positions.iter().filter(|position| position.hash == last.hash).count()
    }

    /// The result of the game at its last position, which is `game`'s: what the position says by itself, else what the
    /// repetition rules say.
    pub(super) fn outcome(&self, game: &dyn Game) -> Option<Outcome> {
        game.outcome().or_else(|| self.repetition(game)).or_else(|| self.stuck(game))
    }

    /// Every legal move of the last position, which is `game`'s: those of the position but for the ones by which a position would be repeated that may not be.
    pub(super) fn legal_moves(&self, game: &dyn Game) -> Vec<Move> {
        let mut moves = game.legal_moves();
        if forbids_some(game.info()) {
            moves.retain(|&mv| !self.forbids(game, mv));
        }
        moves
    }

    /// Is this legal move of the last position, which is `game`'s, illegal for what it would repeat?
    fn forbids(&self, game: &dyn Game, mv: Move) -> bool {
        let mut next = game.boxed();
        if !forbids_some(game.info()) || next.play(mv).is_err() {
            return false;
        }
        let hash = next.hash();
        if !self.knows(hash) {
            return false;
        }
        let mut after = self.clone();
        after.push(&*next);
        let ruling = after.ruling(&*next);
        ruling.is_some_and(|(rule, subject, _)| rule.verdict == RepetitionVerdict::Illegal && subject == game.turn())
    }

    /// The loss of a side whose moves would all repeat what may not be repeated.
    fn stuck(&self, game: &dyn Game) -> Option<Outcome> {
        if !forbids_some(game.info()) {
            return None;
        }
        let moves = game.legal_moves();
        let is_stuck = !moves.is_empty() && moves.iter().all(|&mv| self.forbids(game, mv));
        is_stuck.then(|| Outcome { winner: Some(1 - game.turn()), reason: Reason::Repetition })
    }

    /// The last position, as far as it has occurred before.
    fn occurred(&self) -> Occurred<'_> {
        let last = self.positions.len().saturating_sub(1);
        let hash = self.positions.last().map(|position| position.hash);
        let same = |position: &Occurrence| Some(position.hash) == hash;
        let first = self.positions.iter().position(same).unwrap_or(last);
        Occurred { past: self, first, last, times: self.occurrences() }
    }

    /// The first repetition rule that holds, of whom, and how that is called.
    fn ruling<'g>(&self, game: &'g dyn Game) -> Option<(&'g RepetitionRule, SideId, Reason)> {
        self.occurred().ruling(game)
    }

    /// The result by the repetition rules.
    fn repetition(&self, game: &dyn Game) -> Option<Outcome> {
        self.occurred().outcome(game)
    }
}

impl Past for History {
    fn turn(&self, number: usize) -> SideId {
        self.positions.get(number).map_or(0, |position| position.turn)
    }
    fn check(&self, number: usize) -> bool {
        self.positions.get(number).is_some_and(|position| position.check)
    }
    fn setup(&self, number: usize) -> Option<Cow<'_, Setup>> {
        self.positions.get(number)?.setup.as_ref().map(Cow::Borrowed)
    }
}
