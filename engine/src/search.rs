//! [`Worker`]: one thread's search. Principal variation search with the usual prunings, over any [`Board`].
//!
//! The score of a node is that of its side to move. Where a move does not end the turn, or the next side is an ally, the child's score is taken as it is;
//! else it is negated. With more than two sides, all that are no allies of the side that thinks are taken for one team that plays against it (paranoid
//! search, N. Sturtevant and R. Korf 2000), so that everything stays a game of two teams.

mod bounds;
mod node;
mod ordering;
mod quiescence;

pub(crate) use ordering::gain;

use crate::{
    Technique, Term,
    board::Board,
    eval::{Accumulator, MOST},
    nature::Nature,
    order::{Before, Histories, Scored},
    shared::Shared,
    table::Known,
};
use std::{ops::ControlFlow, time::Duration};
use wazir_runtime::{Move, MoveKind, Outcome, SideId};
use wazir_variant_spec::rules::MOST_SIDES;

/// The score of having won; a win in n plies is n less.
pub(crate) const WIN: i32 = 30_000;

/// Scores beyond that are forced ends.
pub(crate) const FORCED: i32 = 29_000;

/// What it is worth to be the one to move, where having to is no harm.
const INITIATIVE: i32 = 10;

/// Evaluations are seldom off by more than so many times as much as they are in the mean.
const FAR: i32 = 2;

/// A thread that has not looked at the clock for so long looks more often.
const SELDOM: Duration = Duration::from_millis(2);

/// No line gets longer.
pub(crate) const MOST_PLIES: usize = 240;

/// A position of the game or of the line that is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past {
    /// Its hash.
    pub(crate) hash: u64,
    /// The side to move.
    pub(crate) turn: SideId,
    /// Its side to move is in check.
    pub(crate) check: bool,
    /// How many positions before it could be equal to later ones.
    pub(crate) since: u32,
    /// Plies without progress.
    pub(crate) quiet: u32,
    /// Checks given so far, by side.
    pub(crate) given: [u8; MOST_SIDES],
    /// How many moves there are, where that has been found out and matters.
    pub(crate) choice: Option<u16>,
}

/// What belongs to a ply.
#[derive(Clone, Default)]
struct Frame {
    moves: Vec<Scored>,
    killers: [Option<Move>; 2],
    /// Static evaluation, for the side to move; `None` in check.
    still: Option<i32>,
    /// As much of it as attacks say, before it is corrected.
    attacks: Option<i32>,
    /// The best line from here.
    line: Vec<Move>,
    /// Index of the move that is being searched.
    index: Option<usize>,
    /// It gains nothing at once.
    quiet: bool,
    /// It is the first one that is searched.
    first: bool,
}

/// A move after which attacks may say something else.
#[derive(Clone, Copy, Debug)]
struct LastMove {
    /// What they said before it, for the side that is to move after it.
    attacks: i32,
    /// [`Frame::index`].
    index: usize,
    /// [`Frame::quiet`].
    quiet: bool,
}

/// One thread's search.
pub(crate) struct Worker<'s> {
    pub(crate) shared: &'s Shared<'s>,
    pub(crate) board: Box<dyn Board>,
    pub(crate) accumulator: Accumulator,
    /// The positions of the game, then those of the line that is looked at.
    pub(crate) past: Vec<Past>,
    /// The root's index in `past`.
    pub(crate) root: usize,
    /// The side that thinks.
    me: SideId,
    pub(crate) histories: Histories,
    frames: Vec<Frame>,
    /// Nodes not yet told to others.
    pub(crate) fresh: u64,
    /// When it has last looked at the clock, after the search began.
    looked: Duration,
    /// After so many nodes it looks again.
    patience: u64,
    /// Longest line looked at in this iteration.
    pub(crate) reached: usize,
    pub(crate) stopped: bool,
    /// The score of the last node is a foreseen one, or comes of such.
    guessed: bool,
    /// Moves left out since the audit has looked at one; `None` while it does.
    unaudited: Option<u64>,
    list: Vec<Move>,
}

impl<'s> Worker<'s> {
    /// A search from the last position of `board`, after the positions of `past`, of which it is the last.
    /// `histories` is what earlier searches have learnt.
    pub(crate) fn new(
        shared: &'s Shared<'s>,
        board: Box<dyn Board>,
        past: Vec<Past>,
        histories: Histories,
    ) -> Worker<'s> {
        let weights = shared.weights;
        Worker {
            accumulator: Accumulator::new(weights, &*board),
            root: past.len().saturating_sub(1),
            me: board.turn(),
            past,
            histories,
            frames: vec![Frame::default(); MOST_PLIES + 2],
            fresh: 0,
            looked: Duration::ZERO,
            patience: shared.patience,
            reached: 0,
            stopped: false,
            guessed: false,
            unaudited: Some(0),
            list: Vec::new(),
            shared,
            board,
        }
    }

    /// Does the search use this technique?
    pub(crate) fn uses(&self, technique: Technique) -> bool {
        self.shared.techniques.has(technique)
    }

    fn nature(&self) -> &'s Nature {
        self.shared.nature
    }

    /// Do these sides play together, as this search sees it?
    fn together(&self, a: SideId, b: SideId) -> bool {
        let nature = self.nature();
        nature.two && a == b || !nature.two && nature.are_allied(a, self.me) == nature.are_allied(b, self.me)
    }

    /// What the position is worth to its side to move, without any search.
    pub(crate) fn still(&self) -> i32 {
        (self.by_pieces() + self.by_attacks()).clamp(-MOST, MOST)
    }

    /// [`Worker::still`] without what attacks say.
    fn by_pieces(&self) -> i32 {
        let turn = self.board.turn();
        let score = self.accumulator.by_pieces(self.nature(), self.me);
        let score = if self.together(turn, self.me) { score } else { -score };
        let initiative = if self.nature().passing_harms { INITIATIVE } else { 0 };
        score + initiative + self.by_checks(turn) + self.by_choice()
    }

    /// What attacks say for the side to move.
    fn by_attacks(&self) -> i32 {
        let turn = self.board.turn();
        let score = self.accumulator.by_attacks(self.me, turn);
        if self.together(turn, self.me) { score } else { -score }
    }

    /// What a node of which the table knows this or nothing is worth without any search ([`Worker::still`]); `None` in check. Where `enough` is given and what is foreseen will be as much, nobody weighs
    /// the position: `Break` with what is expected of it.
    ///
    /// Attacks are expected to say what they said before the last move, and what such a move has changed in other positions. That is learnt here.
    fn standing(&mut self, known: Option<Known>, ply: usize, enough: Option<i32>) -> ControlFlow<i32, Option<i32>> {
        self.frames[ply].attacks = None;
        if self.past.last().is_some_and(|now| now.check) {
            return ControlFlow::Continue(None);
        }
        if !self.accumulator.weighs_attacks() {
            return ControlFlow::Continue(Some(known.map_or_else(|| self.still(), |known| known.still as i32)));
        }
        let (pieces, before) = (self.by_pieces(), self.attacks_before(ply));
        if let Some(enough) = enough.filter(|_| known.is_none() && self.uses(Technique::ForeseenEvaluations))
            && let Some(LastMove { attacks, index, quiet }) = before
        {
            let (surprise, deviation) = self.histories.surprises.after(index, quiet);
            let expected = self.corrected((pieces + attacks + surprise).clamp(-MOST, MOST));
            if expected - FAR * deviation >= enough {
                self.guessed = true;
                return ControlFlow::Break(expected);
            }
        }
        let weigh = || (pieces + self.by_attacks()).clamp(-MOST, MOST);
        let still = known.map_or_else(weigh, |known| known.still as i32);
        self.frames[ply].attacks = Some(still - pieces);
        if let Some(LastMove { attacks, index, quiet }) = before {
            self.histories.surprises.learn(index, quiet, still - pieces - attacks);
        }
        ControlFlow::Continue(Some(still))
    }

    /// The last move, and what attacks said before it; `None` where that is not known, or the turn was passed.
    fn attacks_before(&self, ply: usize) -> Option<LastMove> {
        let &Frame { attacks: Some(attacks), index: Some(index), quiet, .. } = &self.frames[ply.checked_sub(1)?] else {
            return None;
        };
        let [.., before, now] = &self.past[..] else { return None };
        let attacks = if self.together(before.turn, now.turn) { attacks } else { -attacks };
        Some(LastMove { attacks, index, quiet })
    }

    /// The parts of [`Worker::still`], as they are worth to the side to move.
    pub(crate) fn terms(&self) -> Vec<Term> {
        let turn = self.board.turn();
        let sign = if self.together(turn, self.me) { 1 } else { -1 };
        let mut terms = self.accumulator.terms(self.nature(), self.me, turn);
        terms.iter_mut().for_each(|term| term.worth *= sign);
        let initiative = if self.nature().passing_harms { INITIATIVE } else { 0 };
        terms.extend([
            Term { name: "checks", about: "checks given so far, of those that win", worth: self.by_checks(turn) },
            Term { name: "choice", about: "having more moves to choose from", worth: self.by_choice() },
            Term { name: "the move", about: "being the one to move", worth: initiative },
        ]);
        terms.retain(|term| term.worth != 0);
        terms
    }

    /// The same, corrected by what searches of like positions have found.
    fn corrected(&self, still: i32) -> i32 {
        if !self.uses(Technique::Corrections) {
            return still;
        }
        let off = self.histories.corrections.of(self.board.turn(), self.accumulator.sums.likeness);
        (still + off).clamp(-MOST, MOST)
    }

    /// What the checks given so far are worth to the side to move, where they win in the end.
    fn by_checks(&self, turn: SideId) -> i32 {
        let Some(now) = self.past.last().filter(|_| self.nature().two) else { return 0 };
        self.accumulator.by_checks(now.given[turn as usize], now.given[1 - turn.min(1) as usize])
    }

    /// What having more moves to choose from than the opponent has had is worth to the side to move, where choice is what the game is about.
    fn by_choice(&self) -> i32 {
        let [.., before, now] = &self.past[..] else { return 0 };
        let (Some(mine), Some(theirs)) = (now.choice, before.choice) else { return 0 };
        if before.turn == now.turn { 0 } else { self.accumulator.by_choice(mine, theirs) }
    }

    /// What a game that is over is worth to the side to move, `ply` plies from the root.
    fn verdict(&self, outcome: Option<Outcome>, ply: usize) -> i32 {
        let Some(winner) = outcome.and_then(|outcome| outcome.winner) else { return 0 };
        if self.together(winner, self.board.turn()) { WIN - ply as i32 } else { -WIN + ply as i32 }
    }

    /// Makes a move. True when the next side to move plays with the mover.
    pub(crate) fn play(&mut self, mv: Move) -> bool {
        let side = self.board.turn();
        let pieces = self.accumulator.sums.pieces;
        self.board.play(mv);
        // It takes as long as all that is done before the table is asked.
        let hash = self.board.hash();
        self.shared.table.prefetch(self.key(hash));
        self.accumulator.follow(&*self.board);
        let taken = pieces.iter().sum::<u16>() > self.accumulator.sums.pieces.iter().sum::<u16>();
        let progress = taken || mv.kind() != MoveKind::Pass && self.nature().resets(side, mv.piece());
        let returns = self.nature().captures_return;
        let last = self.past.last().copied();
        let (since, quiet) = last.map_or((0, 0), |last| (last.since, last.quiet));
        self.past.push(Past {
            hash,
            turn: self.board.turn(),
            check: self.board.in_check(),
            since: if progress && !returns { 0 } else { since + 1 },
            quiet: if progress { 0 } else { quiet + 1 },
            given: last.map_or([0; MOST_SIDES], |last| last.given),
            choice: None,
        });
        if let Some(now) = self.past.last_mut()
            && now.check
            && now.turn != side
        {
            now.given[side as usize] = now.given[side as usize].saturating_add(1);
        }
        self.together(side, self.board.turn())
    }

    /// Has the turn pass without a move; false where that cannot be.
    fn pass(&mut self) -> bool {
        if !self.board.pass() {
            return false;
        }
        self.accumulator.follow(&*self.board);
        // No position before it can come again after what nobody could play.
        self.past.push(Past {
            hash: self.board.hash(),
            turn: self.board.turn(),
            check: self.board.in_check(),
            since: 0,
            quiet: 0,
            given: self.past.last().map_or([0; MOST_SIDES], |last| last.given),
            choice: None,
        });
        true
    }

    /// Takes the last move back.
    pub(crate) fn undo(&mut self) {
        self.board.undo();
        self.accumulator.undo();
        self.past.pop();
    }

    /// Counts a node; from time to time looks whether the search is over.
    fn count_node(&mut self) {
        self.fresh += 1;
        if self.fresh >= self.patience {
            self.tell();
        }
    }

    /// Tells how many nodes there were, and looks whether the search is over.
    pub(crate) fn tell(&mut self) {
        self.stopped |= self.shared.count(std::mem::take(&mut self.fresh));
        let now = self.shared.began.elapsed();
        let gone = now.saturating_sub(self.looked);
        self.shared.looked_after(gone);
        self.looked = now;
        // With a limit of nodes it depends on the positions alone when they are counted.
        if self.shared.most_nodes.is_none() {
            let more = (self.patience * 2).min(self.shared.patience);
            self.patience = if gone >= SELDOM { (self.patience / 2).max(1) } else { more };
        }
    }

    /// The best line found from the root's child at this ply.
    pub(crate) fn line(&self, ply: usize) -> &[Move] {
        &self.frames[ply].line
    }

    /// Remembers which move is searched at a ply: its index, whether it is quiet, and the first one.
    pub(crate) fn enter(&mut self, ply: usize, index: usize, quiet: bool, first: bool) {
        let frame = &mut self.frames[ply];
        (frame.index, frame.quiet, frame.first) = (Some(index), quiet, first);
    }

    /// The moves before those of a ply.
    fn before(&self, ply: usize) -> Before {
        let index = |back: usize| ply.checked_sub(back).and_then(|before| self.frames[before].index);
        Before { last: index(1), own: index(2) }
    }

    /// The score of the position after a move that has just been made, for its mover.
    pub(crate) fn child(&mut self, same: bool, alpha: i32, beta: i32, depth: i32, ply: usize, cut: bool) -> i32 {
        if same { self.search(alpha, beta, depth, ply, cut) } else { -self.search(-beta, -alpha, depth, ply, cut) }
    }

    /// The key of a position in the table: what a position is worth depends on who thinks, with more than two sides.
    fn key(&self, hash: u64) -> u64 {
        if self.nature().two { hash } else { hash ^ (self.me as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) }
    }

    /// The score of a game that has gone on too long without progress, or in which a count has run out.
    fn over_by_clock(&self, now: Past, ply: usize) -> Option<i32> {
        let asks = self.nature().counts || self.nature().quiet_plies.is_some_and(|plies| now.quiet >= plies);
        let outcome = if asks { self.board.outcome() } else { None };
        outcome.map(|outcome| self.verdict(Some(outcome), ply))
    }

    /// Have the moves to be known before anything is said of the position? Where the game can be over at any time, and where their number counts.
    fn lists_first(&self) -> bool {
        let count = |side: SideId, piece| self.accumulator.counts[self.accumulator.weights.index(side, piece)];
        let goals = &self.accumulator.weights.goals;
        let given = |now: &Past| goals.checks > 0 && now.given.iter().any(|&given| given >= goals.checks);
        let reached = self.accumulator.sums.finished > 0 || self.past.last().is_some_and(given);
        self.nature().sudden || goals.choice || reached || self.nature().may_lack(count)
    }
}

/// Evaluations never look like forced ends.
const _: () = assert!(MOST < FORCED);
