//! [`Worker`]: one thread's search. Principal variation search with the usual prunings, over any [`Board`].
//!
//! The score of a node is that of its side to move. Where a move does not end the turn, or the next side is an ally, the child's score is taken as it is;
//! else it is negated. With more than two sides, all that are no allies of the side that thinks are taken for one team that plays against it (paranoid
//! search, N. Sturtevant and R. Korf 2000), so that everything stays a game of two teams.

mod ordering;
mod quiescence;

pub(crate) use ordering::gain;

use self::ordering::{BAD, KILLER};
use crate::{
    Technique,
    board::Board,
    eval::{MOST, Scene},
    nature::Nature,
    order::{Histories, Scored, mark},
    shared::Shared,
    table::{Kind, Known},
};
use wazir_runtime::{Move, MoveKind, Outcome, SideId};
use wazir_variant_spec::rules::MOST_SIDES;

/// The score of having won; a win in n plies is n less.
pub(crate) const WIN: i32 = 30_000;

/// Scores beyond that are forced ends.
pub(crate) const FORCED: i32 = 29_000;

/// What it is worth to be the one to move, where having to is no harm.
const INITIATIVE: i32 = 10;

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
    /// The best line from here.
    line: Vec<Move>,
    /// Index of the move that is being searched.
    index: Option<usize>,
    /// Whoever gave up the move here would lose by force.
    threatened: bool,
}

/// One thread's search.
pub(crate) struct Worker<'s> {
    pub(crate) shared: &'s Shared<'s>,
    pub(crate) board: Box<dyn Board>,
    pub(crate) scene: Scene,
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
    /// Longest line looked at in this iteration.
    pub(crate) reached: usize,
    pub(crate) stopped: bool,
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
            scene: Scene::new(weights, &*board),
            root: past.len().saturating_sub(1),
            me: board.turn(),
            past,
            histories,
            frames: vec![Frame::default(); MOST_PLIES + 2],
            fresh: 0,
            reached: 0,
            stopped: false,
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
        let turn = self.board.turn();
        let score = self.scene.evaluate(self.nature(), self.me);
        let score = if self.together(turn, self.me) { score } else { -score };
        let initiative = if self.nature().passing_harms { INITIATIVE } else { 0 };
        (score + initiative + self.by_checks(turn) + self.by_choice()).clamp(-MOST, MOST)
    }

    /// What the checks given so far are worth to the side to move, where they win in the end.
    fn by_checks(&self, turn: SideId) -> i32 {
        let Some(now) = self.past.last().filter(|_| self.nature().two) else { return 0 };
        self.scene.by_checks(now.given[turn as usize], now.given[1 - turn.min(1) as usize])
    }

    /// What having more moves to choose from than the opponent has had is worth to the side to move, where choice is what the game is about.
    fn by_choice(&self) -> i32 {
        let [.., before, now] = &self.past[..] else { return 0 };
        let (Some(mine), Some(theirs)) = (now.choice, before.choice) else { return 0 };
        if before.turn == now.turn { 0 } else { self.scene.by_choice(mine, theirs) }
    }

    /// What a game that is over is worth to the side to move, `ply` plies from the root.
    fn verdict(&self, outcome: Option<Outcome>, ply: usize) -> i32 {
        let Some(winner) = outcome.and_then(|outcome| outcome.winner) else { return 0 };
        if self.together(winner, self.board.turn()) { WIN - ply as i32 } else { -WIN + ply as i32 }
    }

    /// Makes a move. True when the next side to move plays with the mover.
    pub(crate) fn play(&mut self, mv: Move) -> bool {
        let side = self.board.turn();
        let pieces = self.scene.sums.pieces;
        self.board.play(mv);
        self.scene.follow(&*self.board);
        let taken = pieces.iter().sum::<u16>() > self.scene.sums.pieces.iter().sum::<u16>();
        let progress = taken || mv.kind() != MoveKind::Pass && self.nature().resets(side, mv.piece());
        let returns = self.nature().captures_return;
        let last = self.past.last().copied();
        let (since, quiet) = last.map_or((0, 0), |last| (last.since, last.quiet));
        self.past.push(Past {
            hash: self.board.hash(),
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
        self.scene.follow(&*self.board);
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
        self.scene.undo();
        self.past.pop();
    }

    /// Counts a node; from time to time looks whether the search is over.
    fn count_node(&mut self) {
        self.fresh += 1;
        if self.fresh >= self.shared.patience {
            self.tell();
        }
    }

    /// Tells how many nodes there were, and looks whether the search is over.
    pub(crate) fn tell(&mut self) {
        self.stopped |= self.shared.count(std::mem::take(&mut self.fresh));
    }

    /// The best line found from the root's child at this ply.
    pub(crate) fn line(&self, ply: usize) -> &[Move] {
        &self.frames[ply].line
    }

    /// Remembers which move is searched at a ply.
    pub(crate) fn enter(&mut self, ply: usize, mv: Move) {
        self.frames[ply].index = Some(self.histories.index(self.board.turn(), mv));
    }

    /// The score of the position after a move that has just been made, for its mover.
    pub(crate) fn child(&mut self, same: bool, alpha: i32, beta: i32, depth: i32, ply: usize, cut: bool) -> i32 {
        if same { self.search(alpha, beta, depth, ply, cut) } else { -self.search(-beta, -alpha, depth, ply, cut) }
    }

    /// The score of the position, between `alpha` and `beta`, by a search of `depth` plies.
    pub(crate) fn search(&mut self, mut alpha: i32, mut beta: i32, depth: i32, ply: usize, cut: bool) -> i32 {
        if depth <= 0 {
            return self.quiesce(alpha, beta, ply, 0);
        }
        self.count_node();
        self.frames[ply].line.clear();
        if self.stopped {
            return 0;
        }
        self.reached = self.reached.max(ply);
        let is_main = beta - alpha > 1;
        if let Some(score) = self.repeated(ply) {
            return score;
        }
        if ply >= MOST_PLIES {
            return self.still();
        }
        // Nothing here can be better or worse than an end already found nearer to the root.
        alpha = alpha.max(-WIN + ply as i32);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let now = self.past[self.past.len() - 1];
        let key = self.key(now.hash);
        let known = self.shared.table.get(key);
        let deep = known.filter(|known| !is_main && known.depth as i32 >= depth);
        if let Some(score) = deep.and_then(|known| known.settles(alpha, beta, ply)) {
            return score;
        }
        let hash_move = known.map_or(0, |known| known.best);
        if let Some(score) = self.over_by_clock(now, ply) {
            return score;
        }
        let checked = now.check;
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        moves.clear();
        let mut listed = false;
        // Where the game can be over at any time, that has to be known first.
        if self.lists_first() {
            self.list(&mut moves);
            listed = true;
            if moves.is_empty() {
                self.frames[ply].moves = moves;
                return self.verdict(self.board.outcome(), ply);
            }
        }
        let still = if checked { None } else { Some(known.map_or_else(|| self.still(), |known| known.still as i32)) };
        self.frames[ply].still = still;
        self.frames[ply].threatened = false;
        // What a search has found is better than what the position looks like.
        let likely = still.map(|still| known.map_or(still, |known| known.better(still, ply)));
        let improving =
            still.is_some_and(|still| ply >= 2 && self.frames[ply - 2].still.is_none_or(|before| still > before));
        // Where one quiet move can win, nothing but a look at the moves tells.
        let dashes = self.scene.weights.goals.dashes;
        // Where the last move wins, a count of moves tells little of who will have it.
        let tells = !self.scene.weights.goals.choice;
        if let Some(still) = likely.filter(|_| tells && !is_main && beta.abs() < FORCED) {
            // Nobody sees how this much could be lost in so few plies.
            let ahead = depth <= 7 && still - 85 * (depth - improving as i32) >= beta && still < FORCED;
            if ahead && !dashes && self.uses(Technique::ReverseFutility) {
                self.frames[ply].moves = moves;
                return still;
            }
            if depth <= 2 && still + 280 * depth < alpha && self.uses(Technique::Razoring) {
                let score = self.quiesce(alpha, beta, ply, 0);
                if score <= alpha {
                    self.frames[ply].moves = moves;
                    return score;
                }
            }
            if let Some(score) = self.try_passing(still, beta, depth, ply, cut) {
                self.frames[ply].moves = moves;
                return score;
            }
        }
        if !listed {
            self.list(&mut moves);
            if moves.is_empty() {
                self.frames[ply].moves = moves;
                return self.verdict(self.board.outcome(), ply);
            }
        }
        // Without a move to begin with, a shallower search finds one sooner.
        let unknown = depth >= 5 && hash_move == 0 && (is_main || cut);
        let depth = if unknown && self.uses(Technique::InternalIterativeReduction) { depth - 1 } else { depth };
        self.rank(&mut moves, hash_move, ply);
        let node = Node { alpha, beta, depth, ply, is_main, cut, checked, improving, still, likely, key };
        let score = self.try_moves(&node, &mut moves);
        self.frames[ply].moves = moves;
        score
    }

    /// Searches the moves of a node, best first.
    fn try_moves(&mut self, node: &Node, moves: &mut [Scored]) -> i32 {
        let Node { mut alpha, beta, depth, ply, is_main, cut, checked, improving, still, likely, key } = *node;
        let turn = self.board.turn();
        let before = ply.checked_sub(1).and_then(|before| self.frames[before].index);
        let (mut best, mut best_move) = (-WIN - 1, None);
        let first_alpha = alpha;
        let threatened = self.frames[ply].threatened;
        // Which moves give check is not known before they are made; nor who will have the last move.
        let unclear = self.scene.weights.goals.checks > 0 || self.scene.weights.goals.choice;
        let mut quiets_tried: [usize; 64] = [0; 64];
        let mut quiets = 0;
        for number in 0..moves.len() {
            let Scored { mv, gain, rank, .. } = self.next(moves, number);
            let quiet = gain == 0;
            let index = self.histories.index(turn, mv);
            if !is_main && !checked && quiet && best > -FORCED && rank < KILLER && !unclear && !threatened {
                let still = likely.unwrap_or(0);
                let enough = (4 + depth * depth) / if improving { 1 } else { 2 };
                let hopeless = depth <= 6 && still + 120 + 90 * depth <= alpha;
                let late = depth <= 7 && number as i32 > enough;
                if late && self.uses(Technique::LateMovePruning) || hopeless && self.uses(Technique::Futility) {
                    continue;
                }
                let looks = depth <= 6 && self.uses(Technique::QuietSee);
                if looks && self.scene.is_lost(turn, mv, 25 * depth * depth) {
                    continue;
                }
            }
            let bad = !is_main && !checked && rank < BAD && depth <= 4 && best > -FORCED;
            if bad && self.uses(Technique::CaptureSee) {
                continue;
            }
            self.frames[ply].index = Some(index);
            let same = self.play(mv);
            let gives_check = self.past.last().is_some_and(|now| now.check);
            let extends = gives_check && ply < 2 * self.shared.depth() && (depth > 3 || is_main);
            let extension = (extends && self.uses(Technique::CheckExtensions)) as i32;
            let below = depth - 1 + extension;
            let mut score;
            if number == 0 {
                score = self.child(same, alpha, beta, below, ply + 1, !is_main && !cut);
            } else {
                let mut less = 0;
                let reduces = depth >= 3 && self.uses(Technique::LateMoveReductions);
                if reduces && number >= 2 + is_main as usize && quiet && !checked && extension == 0 {
                    less = self.shared.reductions.less(depth, number);
                    less -= is_main as i32 + improving as i32 + (rank >= KILLER) as i32;
                    less += cut as i32 - threatened as i32;
                    less -= self.histories.of(index, before) / 6000;
                    less = less.clamp(0, below - 1);
                } else if reduces && rank < BAD && !is_main && extension == 0 {
                    less = 1;
                }
                score = self.child(same, alpha, alpha + 1, below - less, ply + 1, true);
                if score > alpha && less > 0 {
                    score = self.child(same, alpha, alpha + 1, below, ply + 1, !cut);
                }
                if score > alpha && is_main {
                    score = self.child(same, alpha, beta, below, ply + 1, false);
                }
            }
            self.undo();
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.extend_line(ply, mv);
                    if score >= beta {
                        if quiet {
                            self.learn(ply, turn, mv, before, &quiets_tried[..quiets], depth);
                        }
                        break;
                    }
                }
            }
            if quiet && quiets < quiets_tried.len() {
                quiets_tried[quiets] = index;
                quiets += 1;
            }
        }
        let kind = Kind::of(best, first_alpha, beta);
        self.shared.table.put(
            key,
            Known {
                best: best_move.map_or(0, mark),
                score: to_table(best, ply),
                still: still.unwrap_or(0) as i16,
                depth: depth.clamp(0, 255) as u8,
                kind,
            },
        );
        best
    }

    /// The best line from a ply is now this move and the best line after it.
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.frames.split_at_mut(ply + 1);
        let line = &mut upper[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0].line);
    }

    /// A quiet move has refuted the one before; those tried before it have not.
    fn learn(&mut self, ply: usize, turn: SideId, mv: Move, before: Option<usize>, tried: &[usize], depth: i32) {
        let bonus = (depth * depth * 16 + 32 * depth).min(2000);
        let index = self.histories.index(turn, mv);
        self.histories.learn(index, before, bonus);
        for &other in tried {
            self.histories.learn(other, before, -bonus);
        }
        if let Some(before) = before {
            self.histories.refute(before, mv);
        }
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// A position that is good enough even if the opponent moves twice in a row is not searched in full.
    fn try_passing(&mut self, still: i32, beta: i32, depth: i32, ply: usize, cut: bool) -> Option<i32> {
        let turn = self.board.turn() as usize;
        let forceful = self.scene.sums.force.get(turn).is_some_and(|&force| force > 0);
        // Twice in a row, it would be the same position again.
        let just_passed = ply > 0 && self.frames[ply - 1].index.is_none();
        if !self.nature().passing_harms
            || !self.uses(Technique::NullMove)
            || depth < 3
            || still < beta
            || !forceful
            || just_passed
            || !cut
        {
            return None;
        }
        let less = 3 + depth / 4 + ((still - beta) / 200).min(3);
        if !self.pass() {
            return None;
        }
        self.frames[ply].index = None;
        let score = -self.search(-beta, -beta + 1, depth - 1 - less, ply + 1, false);
        self.undo();
        if self.stopped {
            return Some(0);
        }
        self.frames[ply].threatened = score <= -FORCED && self.uses(Technique::MateThreats);
        (score >= beta).then_some(if score >= FORCED { beta } else { score })
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
        self.nature().sudden || self.scene.weights.goals.choice
    }
}

/// What is settled of a node before its moves are tried.
struct Node {
    alpha: i32,
    beta: i32,
    depth: i32,
    ply: usize,
    /// On the main line: its exact score is wanted.
    is_main: bool,
    /// It is expected to fail high.
    cut: bool,
    checked: bool,
    improving: bool,
    /// The static evaluation; `None` in check.
    still: Option<i32>,
    /// The same, corrected by what the table knows.
    likely: Option<i32>,
    key: u64,
}

impl Kind {
    /// What a search with this window has found out by its score.
    fn of(score: i32, alpha: i32, beta: i32) -> Kind {
        match score {
            _ if score >= beta => Kind::Lower,
            _ if score > alpha => Kind::Exact,
            _ => Kind::Upper,
        }
    }
}

impl Known {
    /// The score of an earlier search, where it says all that a search with this window can.
    fn settles(&self, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let score = from_table(self.score, ply);
        let settles = match self.kind {
            Kind::None => false,
            Kind::Exact => true,
            Kind::Lower => score >= beta,
            Kind::Upper => score <= alpha,
        };
        settles.then_some(score)
    }

    /// A static evaluation, or the score of an earlier search where that is known to be nearer to the truth.
    fn better(&self, still: i32, ply: usize) -> i32 {
        let score = from_table(self.score, ply);
        let nearer = match self.kind {
            Kind::None => false,
            Kind::Exact => true,
            Kind::Lower => score > still,
            Kind::Upper => score < still,
        };
        if nearer && score.abs() < FORCED { score } else { still }
    }
}

/// A score as it is stored: forced ends are counted from the position, not from the root.
fn to_table(score: i32, ply: usize) -> i16 {
    let score = match score {
        _ if score >= FORCED => score + ply as i32,
        _ if score <= -FORCED => score - ply as i32,
        _ => score,
    };
    score.clamp(-WIN - 1, WIN) as i16
}

/// The way back.
fn from_table(score: i16, ply: usize) -> i32 {
    match score as i32 {
        score if score >= FORCED => score - ply as i32,
        score if score <= -FORCED => score + ply as i32,
        score => score,
    }
}

/// Evaluations never look like forced ends.
const _: () = assert!(MOST < FORCED);
