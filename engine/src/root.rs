//! The root of a search: iterations, aspiration windows, the best moves and what is told of them.

use crate::{
    Bound, Chances, Current, Limits, Report, Score, Technique,
    search::{FORCED, WIN, Worker},
    time::Budget,
};
use std::{cell::RefCell, sync::atomic::Ordering, time::Duration};
use wazir_runtime::Move;

/// A move at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The move.
    pub(crate) mv: Move,
    /// What it is worth whatever follows, where it ends the game by what has gone before.
    pub(crate) settled: Option<i32>,
    /// What it was found to be worth.
    pub(crate) score: i32,
    /// The line of best play that begins with it.
    pub(crate) line: Vec<Move>,
}

/// How a search at the root has gone.
#[derive(Clone, Debug)]
pub(crate) struct Best {
    /// The moves, best first.
    pub(crate) moves: Vec<RootMove>,
    /// Plies searched in full.
    pub(crate) depth: u32,
}

/// A score for people.
pub(crate) fn score_of(score: i32) -> Score {
    match score {
        _ if score >= FORCED => Score::Wins((WIN - score).max(1) as u32),
        _ if score <= -FORCED => Score::Loses((WIN + score).max(0) as u32),
        _ => Score::Centipawns(score),
    }
}

/// Half the width of the first aspiration window.
const WINDOW: i32 = 18;

/// A search whose score has fallen by so many centipawns takes twice as long.
const FALL: i32 = 80;

/// How long a search goes on before it tells which move it looks at: nobody reads faster.
const QUIET: Duration = Duration::from_millis(500);

/// More moves than that at the root are not looked at one by one before the search.
const MANY: usize = 3000;

/// Searches deeper and deeper until something ends it. `first` is the thread's number: the others begin at other depths, so that they are ahead of each other.
pub(crate) fn deepen(
    worker: &mut Worker<'_>,
    mut moves: Vec<RootMove>,
    limits: &Limits,
    number: usize,
    report: &mut dyn FnMut(&Report),
) -> Best {
    // What was told last of the best move.
    let told = RefCell::new(None);
    let report = &mut |news: &Report| {
        if news.line == 0 && news.current.is_none() {
            told.replace(Some(news.clone()));
        }
        report(news);
    };
    let lines = limits.lines.map_or(1, |lines| lines.get()).min(moves.len());
    let deepest = limits.depth.map_or(Limits::DEEPEST, |depth| depth.clamp(1, Limits::DEEPEST));
    arrange(worker, &mut moves);
    let mut done = Best { moves: moves.clone(), depth: 0 };
    moves.iter_mut().for_each(|root| root.score = -WIN - 1);
    let mut course = Course::default();
    for depth in 1..=deepest {
        if number > 0 && depth > 2 && (depth as usize + number).is_multiple_of(3) {
            continue;
        }
        if number == 0 {
            worker.shared.set_depth(depth as usize);
        }
        worker.reached = 0;
        for line in 0..lines {
            aspire(worker, &mut moves, line, depth, limits.tells_moves && number == 0, report);
            if worker.stopped {
                break;
            }
            moves[line..].sort_by_key(|root| std::cmp::Reverse(root.score));
            // A later line may turn out better than an earlier one.
            moves[..=line].sort_by_key(|root| std::cmp::Reverse(root.score));
        }
        worker.tell();
        if worker.stopped {
            // What an unfinished iteration has found best is better than what the last one has, if it has got that far.
            moves.sort_by_key(|root| std::cmp::Reverse(root.score));
            if moves.first().is_some_and(|root| root.score > -WIN) {
                done.moves.clone_from(&moves);
            }
            break;
        }
        done = Best { moves: moves.clone(), depth };
        for (line, root) in moves.iter().enumerate().take(lines) {
            tell(worker, root, line, depth, Bound::Exact, report);
        }
        let best = &moves[0];
        course.goes_on(best);
        if number == 0 && is_enough(worker, best, limits, depth, &course, moves.len()) {
            break;
        }
    }
    // Whoever is told which move was found is told before what it is worth, however little time there was, and in the end how much was looked at.
    if let Some(best) = done.moves.first() {
        match told.take().filter(|told| told.moves.first() == Some(&best.mv)) {
            Some(told) if worker.stopped => {
                let Report { nodes, time, full, reached, .. } = counted(worker, told.depth);
                report(&Report { nodes, time, full, reached: reached.max(told.reached), ..told });
            }
            Some(_) => {}
            None => tell(worker, best, 0, done.depth.max(1), Bound::Exact, report),
        }
    }
    done
}

/// Puts the moves in the order of what they lead to at once, so that there is a sensible one even where no time is left to search any, and scores them by that: the first one
/// whatever time there is, so that nobody is told a score that nothing stands for. Where they are very many, to look at more than that would take too long.
fn arrange(worker: &mut Worker<'_>, moves: &mut [RootMove]) {
    let looked_at = if moves.len() > MANY { 1 } else { moves.len() };
    for root in moves.iter_mut().take(looked_at) {
        root.score = root.settled.unwrap_or_else(|| worker.glance(root.mv));
        worker.tell();
        if worker.stopped {
            break;
        }
    }
    moves.sort_by_key(|root| std::cmp::Reverse(root.score));
}

/// Has the search found what it can, or may it begin no other iteration?
fn is_enough(worker: &Worker<'_>, best: &RootMove, limits: &Limits, depth: u32, course: &Course, moves: usize) -> bool {
    if limits.until_stopped {
        return false;
    }
    let shared = worker.shared;
    let Some((_, budget)) = shared.clock() else {
        // How much time there will be is told when the opponent moves; most likely what the limits say already.
        let ripe = course.is_long_enough(shared.began.elapsed(), shared.budget);
        shared.ripe.store(ripe, Ordering::Relaxed);
        return false;
    };
    // The shortest forced end has been found when the search has gone well beyond it.
    let forced = best.score.abs() >= FORCED && depth as i32 > 2 * (WIN - best.score.abs()) + 2;
    let single = moves == 1 && limits.clock.is_some();
    // What was thought in the opponent's time is thought as well.
    forced || single || course.is_long_enough(shared.began.elapsed(), budget)
}

/// What the iterations of a search so far tell of how long it should take.
#[derive(Clone, Debug, Default)]
struct Course {
    best: Option<Move>,
    /// Iterations since the best move was another one.
    stable: u32,
    /// The scores of the last iterations.
    scores: [Option<i32>; 4],
}

impl Course {
    /// An iteration has found this.
    fn goes_on(&mut self, best: &RootMove) {
        self.stable = if self.best == Some(best.mv) { self.stable + 1 } else { 0 };
        self.best = Some(best.mv);
        self.scores.rotate_right(1);
        self.scores[0] = Some(best.score);
    }

    /// By how much of its time a search may be longer or shorter: the longer the best move is the same the shorter, and longer if it has turned out to be worse than it looked.
    fn patience(&self) -> f64 {
        let patience = match self.stable {
            0 => 1.5,
            1..=2 => 1.15,
            3..=5 => 0.9,
            _ => 0.7,
        };
        let before = self.scores[1..].iter().flatten().max();
        let fall = before.zip(self.scores[0]).map_or(0, |(before, now)| (before - now).clamp(0, FALL));
        patience * (1.0 + f64::from(fall) / f64::from(FALL))
    }

    /// Has a search taken its time?
    fn is_long_enough(&self, time: Duration, budget: Budget) -> bool {
        budget.soft.is_some_and(|soft| time >= soft.mul_f64(self.patience()))
    }
}

/// Searches the moves from number `line` on with a window around the score expected, which grows where that is missed.
/// `tells_moves`: each move is told before it is searched.
fn aspire(
    worker: &mut Worker<'_>,
    moves: &mut [RootMove],
    line: usize,
    depth: u32,
    tells_moves: bool,
    report: &mut dyn FnMut(&Report),
) {
    let expected = moves[line].score;
    let (mut alpha, mut beta) = (-WIN - 1, WIN + 1);
    let mut width = WINDOW + expected.abs() / 64;
    if depth >= 5 && expected.abs() < FORCED && worker.uses(Technique::Aspiration) {
        (alpha, beta) = (expected - width, expected + width);
    }
    loop {
        let all = moves.len();
        let mut begin = |worker: &Worker<'_>, number: usize, mv: Move| {
            if tells_moves && worker.shared.began.elapsed() >= QUIET {
                report(&current(worker, Current { mv, number: line + number + 1, of: all }, depth));
            }
        };
        let best = search_root(worker, &mut moves[line..], alpha, beta, depth as i32, &mut begin);
        if worker.stopped {
            return;
        }
        let place = moves[line..].iter().position(|root| root.score == best).map_or(line, |place| line + place);
        if best <= alpha {
            tell(worker, &moves[place], line, depth, Bound::Upper, report);
            beta = (alpha + beta) / 2;
            alpha = (best - width).max(-WIN - 1);
        } else if best >= beta {
            moves[line..=place].rotate_right(1);
            tell(worker, &moves[line], line, depth, Bound::Lower, report);
            beta = (best + width).min(WIN + 1);
        } else {
            return;
        }
        width *= 2;
        if width > 1500 || best.abs() >= FORCED {
            (alpha, beta) = (-WIN - 1, WIN + 1);
        }
    }
}

/// Searches the moves of the root. Those that do not get above `alpha` have the score of nothing afterwards, so that they keep their order. `begin` is called before each.
fn search_root(
    worker: &mut Worker<'_>,
    moves: &mut [RootMove],
    alpha: i32,
    beta: i32,
    depth: i32,
    begin: &mut dyn FnMut(&Worker<'_>, usize, Move),
) -> i32 {
    let mut best = -WIN - 1;
    let first_alpha = alpha;
    let mut alpha = alpha;
    for (number, root) in moves.iter_mut().enumerate() {
        begin(worker, number, root.mv);
        let score = match root.settled {
            Some(score) => {
                root.line = vec![root.mv];
                score
            }
            None => search_move(worker, root.mv, alpha, beta, depth, number),
        };
        if worker.stopped {
            // What has not been searched in this iteration is not best.
            return best;
        }
        if number == 0 || score > alpha {
            root.score = score;
            root.line = vec![root.mv];
            if root.settled.is_none() {
                root.line.extend_from_slice(worker.line(1));
            }
        } else {
            root.score = -WIN - 1;
        }
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            // The rest keeps its place behind.
            moves[number + 1..].iter_mut().for_each(|root| root.score = -WIN - 1);
            break;
        }
    }
    if best <= first_alpha
        && let Some(first) = moves.first_mut()
    {
        first.score = best;
    }
    best
}

/// The score of one move at the root.
fn search_move(worker: &mut Worker<'_>, mv: Move, alpha: i32, beta: i32, depth: i32, number: usize) -> i32 {
    // (Nothing is learnt of moves at the root by what they lead to.)
    worker.enter(0, worker.histories.index(worker.board.turn(), mv), false, false);
    let quiet = crate::search::gain(&worker.accumulator, worker.board.turn(), mv) == 0;
    let same = worker.play(mv);
    let mut score = alpha + 1;
    if number > 0 {
        let checks = worker.past.last().is_some_and(|now| now.check);
        let reduces = worker.uses(Technique::LateMoveReductions);
        let late = reduces && depth >= 3 && number >= 4 && quiet && !checks;
        let less = if late { (worker.shared.reductions.less(depth, number) - 1).clamp(0, depth - 2) } else { 0 };
        score = worker.child(same, alpha, alpha + 1, depth - 1 - less, 1, true);
        if score > alpha && less > 0 {
            score = worker.child(same, alpha, alpha + 1, depth - 1, 1, true);
        }
    }
    if number == 0 || score > alpha && score < beta {
        score = worker.child(same, alpha, beta, depth - 1, 1, false);
    }
    worker.undo();
    score
}

/// Tells what is known of a move.
fn tell(worker: &Worker<'_>, root: &RootMove, line: usize, depth: u32, bound: Bound, report: &mut dyn FnMut(&Report)) {
    let (score, shared) = (score_of(root.score), worker.shared);
    let moves = root.line.clone();
    let chances = shared.weights.outcomes.map(|outcomes| Chances::of(score, shared.plies, outcomes));
    report(&Report { line, score, bound, moves, chances, ..counted(worker, depth) });
}

/// What is told of the move that is looked at.
fn current(worker: &Worker<'_>, current: Current, depth: u32) -> Report {
    Report { current: Some(current), ..counted(worker, depth) }
}

/// What has been counted so far, of nothing yet.
fn counted(worker: &Worker<'_>, depth: u32) -> Report {
    Report {
        line: 0,
        depth,
        reached: worker.reached.max(depth as usize) as u32,
        score: Score::Centipawns(0),
        bound: Bound::Upper,
        nodes: worker.shared.nodes() + worker.fresh,
        time: worker.shared.began.elapsed(),
        full: worker.shared.table.full(),
        moves: Vec::new(),
        chances: None,
        current: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wazir_runtime::MoveKind;

    #[test]
    fn bad_news_is_looked_at_for_longer() {
        let found = |to, score| {
            let mv = Move::new(MoveKind::Step, 0, 0, to, 0, 0);
            RootMove { mv, settled: None, score, line: vec![mv] }
        };
        let after = |iterations: &[(u16, i32)]| {
            let mut course = Course::default();
            iterations.iter().for_each(|&(to, score)| course.goes_on(&found(to, score)));
            course.patience()
        };
        let steady = after(&[(1, 20), (1, 25), (1, 22), (1, 24)]);
        assert!(steady < after(&[(1, 20), (1, 25), (1, 22), (2, 24)]));
        assert!(steady * 1.4 < after(&[(1, 20), (1, 25), (1, 22), (1, -15)]));
        assert_eq!(after(&[(1, 20), (1, 20), (1, 20), (1, -400)]), 2.0 * after(&[(1, 20), (1, 20), (1, 20), (1, 20)]));
        // Good news is not, nor what was long ago.
        assert_eq!(after(&[(1, 20), (1, 20), (1, 300)]), after(&[(1, 20), (1, 20), (1, 20)]));
        assert_eq!(
            after(&[(1, 200), (1, 5), (1, 5), (1, 5), (1, 5)]),
            after(&[(1, 5), (1, 5), (1, 5), (1, 5), (1, 5)])
        );
    }
}
