//! A node of the search: what can be said of it before its moves are tried, and its moves, best first.

use super::{
    FORCED, Frame, MOST_PLIES, Past, WIN, Worker,
    bounds::to_table,
    ordering::{BAD, KILLER},
    quiescence::LINES,
};
use crate::{
    Case, NodeKind, Technique,
    order::{Before, Scored, mark},
    table::{Kind, Known},
};
use std::ops::ControlFlow;
use wazir_runtime::{Move, SideId};

/// By how much a search of so many plies changes a history.
fn bonus(depth: i32) -> i32 {
    (depth * depth * 16 + 180 * depth - 60).min(2400)
}

/// So few moves are followed to the end, where the last one decides.
const FEW: u16 = 6;

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
    /// The same, corrected by what was found of like positions.
    sound: Option<i32>,
    /// The same, corrected by what the table knows.
    likely: Option<i32>,
    key: u64,
}

/// What a quiet move brings in so few plies at most.
fn hoped(node: &Node) -> i32 {
    node.likely.unwrap_or(0) + 120 + 90 * node.depth
}

impl Worker<'_> {
    /// The score of the position, between `alpha` and `beta`, by a search of `depth` plies.
    pub(crate) fn search(&mut self, mut alpha: i32, mut beta: i32, depth: i32, ply: usize, cut: bool) -> i32 {
        let depth = if depth <= 0 && self.is_nearly_settled(ply) { 1 } else { depth };
        if depth <= 0 {
            return self.quiesce(alpha, beta, ply, 0, LINES);
        }
        self.count_node();
        self.guessed = false;
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
        // Where one quiet move can win, nothing but a look at the moves tells.
        let races = self.accumulator.may_race();
        let cuts = self.accumulator.weights.goals.tells && !is_main && beta.abs() < FORCED;
        // Where captures are compulsory, one's own may lose anything.
        let lets_be =
            cuts && depth <= 7 && !races && !self.nature().captures_forced && self.uses(Technique::ReverseFutility);
        // Nobody sees how this much could be lost in so few plies.
        let enough = |improving: bool| beta + 85 * (depth - improving as i32);
        let still = match self.standing(known, ply, lets_be.then(|| enough(false))) {
            ControlFlow::Continue(still) => still,
            ControlFlow::Break(score) => {
                self.frames[ply].moves = moves;
                return score;
            }
        };
        let sound = still.map(|still| self.corrected(still));
        self.frames[ply].still = sound;
        // What a search has found is better than what the position looks like.
        let likely = sound.map(|still| known.map_or(still, |known| known.better(still, ply)));
        let improving =
            sound.is_some_and(|still| ply >= 2 && self.frames[ply - 2].still.is_none_or(|before| still > before));
        if let Some(still) = likely.filter(|_| cuts) {
            if lets_be && still >= enough(improving) {
                self.frames[ply].moves = moves;
                return still;
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
        // What is forced is searched deeper: nobody has chosen anything yet.
        let forced = moves.len() == 1 && self.nature().captures_forced && ply < 2 * self.shared.depth();
        let depth = depth + (forced && self.uses(Technique::ForcedExtensions)) as i32;
        self.rank(&mut moves, hash_move, ply);
        let node = Node { alpha, beta, depth, ply, is_main, cut, checked, improving, still, sound, likely, key };
        let score = self.try_moves(&node, &mut moves);
        self.frames[ply].moves = moves;
        score
    }

    /// Where whoever has the last move wins or loses, every move leaves fewer of them, and few are left, only a look at all of them tells who that is; and it takes little.
    fn is_nearly_settled(&self, ply: usize) -> bool {
        let goals = &self.accumulator.weights.goals;
        let few = |before: &Past| before.choice.is_some_and(|choice| choice <= FEW);
        let last_move_decides = goals.choice && goals.dwindles && !goals.turned_over;
        last_move_decides && ply < 2 * self.shared.depth() + 8 && self.past.iter().nth_back(1).is_some_and(few)
    }

    /// Searches the moves of a node, best first.
    fn try_moves(&mut self, node: &Node, moves: &mut [Scored]) -> i32 {
        let Node { mut alpha, beta, depth, ply, is_main, cut, checked, improving, still, sound, key, .. } = *node;
        let turn = self.board.turn();
        let before = self.before(ply);
        let (mut best, mut best_move, mut guessed) = (-WIN - 1, None, false);
        let first_alpha = alpha;
        let mut quiets_tried: [usize; 64] = [0; 64];
        let mut quiets = 0;
        for number in 0..moves.len() {
            let Scored { mv, gain, rank, .. } = self.next(moves, number);
            let quiet = gain == 0;
            let index = self.histories.index(turn, mv);
            if !is_main
                && !checked
                && quiet
                && best > -FORCED
                && rank < KILLER
                && let Some(technique) = self.leaves_out(node, alpha, mv, number)
            {
                self.audit(node, technique, mv, alpha);
                // What is hopeless is no worse than it was taken for.
                if technique == Technique::Futility {
                    best = best.max(hoped(node));
                }
                continue;
            }
            self.enter(ply, index, quiet, number == 0);
            let same = self.play(mv);
            let gives_check = self.past.last().is_some_and(|now| now.check);
            let extends = gives_check && ply < 2 * self.shared.depth() && (depth > 3 || is_main);
            let extension = (extends && self.uses(Technique::CheckExtensions)) as i32;
            let below = depth - 1 + extension;
            let mut score;
            let mut reduced = false;
            if number == 0 {
                score = self.child(same, alpha, beta, below, ply + 1, !is_main && !cut);
            } else {
                let mut less = 0;
                let reduces = depth >= 3 && self.uses(Technique::LateMoveReductions);
                if reduces && number >= 2 + is_main as usize && quiet && !checked && extension == 0 {
                    less = self.shared.reductions.less(depth, number);
                    less -= is_main as i32 + improving as i32 + (rank >= KILLER) as i32;
                    less += cut as i32;
                    less -= self.histories.of(index, before) / 6000;
                    less = less.clamp(0, below - 1);
                } else if reduces && rank < BAD && !is_main && extension == 0 {
                    less = 1;
                }
                reduced = less > 0;
                score = self.child(same, alpha, alpha + 1, below - less, ply + 1, true);
                if score > alpha && less > 0 {
                    score = self.child(same, alpha, alpha + 1, below, ply + 1, !cut);
                }
                if score > alpha && is_main {
                    score = self.child(same, alpha, beta, below, ply + 1, false);
                }
            }
            let child_guessed = self.guessed;
            self.undo();
            if self.stopped {
                return 0;
            }
            if reduced && score <= alpha {
                self.audit(node, Technique::LateMoveReductions, mv, alpha);
            }
            if score > best {
                best = score;
                guessed = child_guessed;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.extend_line(ply, mv);
                    if score >= beta {
                        self.judge_last(ply, -bonus(depth));
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
        if best <= first_alpha && depth >= 2 {
            self.judge_last(ply, bonus(depth));
        }
        let kind = Kind::of(best, first_alpha, beta);
        // What captures gain is no fault of the evaluation.
        let quiet = best_move.is_none_or(|mv| super::gain(&self.accumulator, turn, mv) == 0);
        if let Some(sound) = sound.filter(|_| quiet && !guessed && best.abs() < FORCED) {
            self.correct(turn, kind, best - sound, depth);
        }
        self.guessed = guessed;
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

    /// By which technique a quiet move is left out, near the leaves and off the main line, if by any. `number` is its place in the order, from 0.
    ///
    /// Never one that gives check: of those that were left out two to six of a hundred would have been better than what the node had, of others less than one (`examples/audit.rs`).
    fn leaves_out(&self, node: &Node, alpha: i32, mv: Move, number: usize) -> Option<Technique> {
        let &Node { depth, improving, .. } = node;
        // Nothing is known of who will have the last move.
        if !self.accumulator.weights.goals.tells {
            return None;
        }
        let enough = (4 + depth * depth) / if improving { 1 } else { 2 };
        let late = depth <= 7 && number as i32 > enough;
        let hopeless = depth <= 6 && hoped(node) <= alpha;
        let turn = self.board.turn();
        let lost = || self.accumulator.is_lost(turn, mv, 25 * depth * depth);
        let technique = if late && self.uses(Technique::LateMovePruning) {
            Technique::LateMovePruning
        } else if hopeless && self.uses(Technique::Futility) {
            Technique::Futility
        } else if depth <= 6 && self.uses(Technique::QuietSee) && lost() {
            Technique::QuietSee
        } else {
            return None;
        };
        (!self.accumulator.gives_check(turn, mv)).then_some(technique)
    }

    /// Looks from time to time, where somebody asks, what a move would have been worth that is left out or was reduced.
    fn audit(&mut self, node: &Node, technique: Technique, mv: Move, alpha: i32) {
        let (Some(audit), Some(unaudited)) = (self.shared.audit, self.unaudited) else { return };
        self.unaudited = Some(unaudited + 1);
        if unaudited + 1 < audit.every() {
            return;
        }
        self.unaudited = None;
        let same = self.play(mv);
        let checks = self.past.last().is_some_and(|now| now.check);
        let score = self.child(same, alpha, alpha + 1, node.depth - 1, node.ply + 1, false);
        self.undo();
        self.unaudited = Some(0);
        if !self.stopped {
            let kind = match (node.is_main, node.cut) {
                (true, _) => NodeKind::Main,
                (false, true) => NodeKind::Cut,
                (false, false) => NodeKind::All,
            };
            let case = Case { technique, depth: node.depth.clamp(0, 255) as u8, node: kind, checks };
            audit.count(case, score > alpha, score >= node.beta);
        }
    }

    /// The best line from a ply is now this move and the best line after it.
    pub(super) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.frames.split_at_mut(ply + 1);
        let line = &mut upper[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0].line);
    }

    /// The search of the position has found that what was said of it is off by that much, or more where it has only found a bound.
    fn correct(&mut self, turn: SideId, kind: Kind, off: i32, depth: i32) {
        let tells = match kind {
            Kind::Lower => off > 0,
            Kind::Upper => off < 0,
            Kind::None | Kind::Exact => true,
        };
        if tells {
            self.histories.corrections.learn(turn, self.accumulator.sums.likeness, off, depth);
        }
    }

    /// A quiet move has refuted the one before; those tried before it have not.
    fn learn(&mut self, ply: usize, turn: SideId, mv: Move, before: Before, tried: &[usize], depth: i32) {
        let bonus = bonus(depth);
        let index = self.histories.index(turn, mv);
        self.histories.learn(index, before, bonus);
        for &other in tried {
            self.histories.learn(other, before, -bonus);
        }
        if let Some(before) = before.last {
            self.histories.refute(before, mv);
        }
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Learns of the quiet move that led to this node: nothing here has improved on it (`bonus` more than 0), or it has been refuted, which tells only of a first choice.
    fn judge_last(&mut self, ply: usize, bonus: i32) {
        let Some(last) = ply.checked_sub(1) else { return };
        let Frame { index: Some(index), quiet: true, first, .. } = self.frames[last] else { return };
        // Of one's own move before, in turns of several, the opposite is true.
        let [.., before, now] = &self.past[..] else { return };
        if (bonus > 0 || first) && !self.together(before.turn, now.turn) {
            self.histories.learn(index, self.before(last), bonus);
        }
    }

    /// A position that is good enough even if the opponent moves twice in a row is not searched in full.
    fn try_passing(&mut self, still: i32, beta: i32, depth: i32, ply: usize, cut: bool) -> Option<i32> {
        let turn = self.board.turn() as usize;
        let forceful = self.accumulator.sums.force.get(turn).is_some_and(|&force| force > 0);
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
        (score >= beta).then_some(if score >= FORCED { beta } else { score })
    }
}
