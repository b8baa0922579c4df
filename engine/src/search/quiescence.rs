//! The end of the search: captures and promotions only, so that nothing is left hanging.

use super::{FORCED, MOST_PLIES, WIN, Worker, bounds::to_table, ordering::BAD};
use crate::{
    Technique,
    order::{Scored, mark},
    table::{Kind, Known},
};
use std::ops::ControlFlow;

/// How many lines a quiescence search follows where captures are compulsory, and nobody may stand still to cut them short: each choice takes its share of them.
pub(super) const LINES: u32 = 16;

impl Worker<'_> {
    /// The score by captures and promotions only, so that nothing is left hanging.
    ///
    /// Where captures are compulsory, a position in which there are some says nothing by itself, whoever is ahead, and each of them would have to be followed:
    /// exchanges of eight captures with five choices each are 400,000 lines. So `lines` is divided by the number of choices at each such position, and one that
    /// no line is left for counts as it stands. Forced answers take nothing from it. As the shares of all lines that begin together add up to one (L. Kraft's inequality), no
    /// search follows more than `lines` times the choices of one position to their ends.
    pub(super) fn quiesce(&mut self, mut alpha: i32, beta: i32, ply: usize, deep: usize, lines: u32) -> i32 {
        self.count_node();
        self.guessed = false;
        self.frames[ply].line.clear();
        if self.stopped {
            return 0;
        }
        self.reached = self.reached.max(ply);
        if let Some(score) = self.repeated(ply) {
            return score;
        }
        if ply >= MOST_PLIES {
            return self.still();
        }
        let now = self.past[self.past.len() - 1];
        let key = self.key(now.hash);
        let known = self.shared.table.get(key);
        let narrow = known.filter(|_| beta - alpha == 1);
        if let Some(score) = narrow.and_then(|known| known.settles(alpha, beta, ply)) {
            return score;
        }
        if let Some(score) = self.over_by_clock(now, ply) {
            return score;
        }
        let evades = now.check && deep < 8;
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        moves.clear();
        let sudden = self.lists_first();
        if sudden {
            self.list(&mut moves);
            if moves.is_empty() {
                self.frames[ply].moves = moves;
                return self.verdict(self.board.outcome(), ply);
            }
        }
        let forced = self.nature().captures_forced;
        let still = match self.standing(known, ply, (!forced).then_some(beta)) {
            ControlFlow::Continue(still) => still,
            ControlFlow::Break(score) => {
                self.frames[ply].moves = moves;
                return score;
            }
        };
        let mut best = match still {
            _ if evades => -WIN + ply as i32,
            None => self.corrected(self.still()),
            Some(still) => {
                let still = self.corrected(still);
                known.map_or(still, |known| known.better(still, ply))
            }
        };
        if !evades && best >= beta && !forced {
            self.frames[ply].moves = moves;
            return best;
        }
        // Each check is a step to the end of the game, as a capture is.
        let checks_win = self.accumulator.weights.goals.checks > 0;
        let checks = checks_win && deep == 0 && !now.check && !forced && self.uses(Technique::QuiescenceChecks);
        // Whether there are other moves is not asked: that somebody who is not in check has none is too rare.
        if !now.check && !sudden && !forced && !checks && !self.accumulator.may_race() {
            self.list_gains(&mut moves);
        } else {
            if !sudden {
                self.list(&mut moves);
                if moves.is_empty() {
                    self.frames[ply].moves = moves;
                    return self.verdict(self.board.outcome(), ply);
                }
            }
            if !evades {
                let (turn, accumulator) = (self.board.turn(), &self.accumulator);
                let is_check = |mv| accumulator.gives_check(turn, mv) && !accumulator.is_lost(turn, mv, 0);
                moves.retain(|scored| scored.gain > 0 || checks && is_check(scored.mv));
            }
        }
        let mut lines = lines;
        if forced && !moves.is_empty() {
            lines /= moves.len() as u32;
            if lines == 0 {
                self.frames[ply].moves = moves;
                return self.corrected(still.unwrap_or_else(|| self.still()));
            }
            // Doing nothing is no choice.
            best = -WIN + ply as i32;
        }
        let (base, mut guessed) = (best, false);
        alpha = alpha.max(best);
        self.rank(&mut moves, known.map_or(0, |known| known.best), ply);
        let first_alpha = alpha;
        let mut best_move = None;
        for number in 0..moves.len() {
            let Scored { mv, gain, rank, .. } = self.next(&mut moves, number);
            if !evades && rank < BAD && best > -FORCED && self.uses(Technique::QuiescenceSee) {
                break;
            }
            let prunes = !evades && base > -FORCED && self.uses(Technique::DeltaPruning);
            if prunes && gain > 0 && base + gain + 180 <= alpha && gain < 4000 {
                best = best.max(base + gain + 180);
                continue;
            }
            self.enter(ply, self.histories.index(self.board.turn(), mv), gain == 0, number == 0);
            let same = self.play(mv);
            let score = if same {
                self.quiesce(alpha, beta, ply + 1, deep + 1, lines)
            } else {
                -self.quiesce(-beta, -alpha, ply + 1, deep + 1, lines)
            };
            self.undo();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                guessed = self.guessed;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.extend_line(ply, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.frames[ply].moves = moves;
        if self.stopped {
            return 0;
        }
        self.guessed = guessed;
        let kind = Kind::of(best, first_alpha, beta);
        let still = still.unwrap_or(0) as i16;
        let known = Known { best: best_move.map_or(0, mark), score: to_table(best, ply), still, depth: 0, kind };
        self.shared.table.put(key, known);
        best
    }
}
