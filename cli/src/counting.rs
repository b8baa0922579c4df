//! Perft on any game, by several threads, with progress; and the comparison of two backends by divide.

use crate::screen::Progress;
use std::{
    collections::BTreeMap,
    panic::resume_unwind,
    sync::atomic::{AtomicU64, AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};
use wazir_runtime::{Game, Perft, Style, perft_turns};

/// How to count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) depth: u32,
    pub(crate) mode: Perft,
    pub(crate) style: Style,
    pub(crate) threads: usize,
    pub(crate) divide: bool,
    /// The depth is in turns, not in plies.
    pub(crate) turns: bool,
}

/// A count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    /// Leaf nodes by root move, in the order of their texts; empty unless asked for.
    pub(crate) divide: BTreeMap<String, u64>,
}

impl Count {
    /// Nodes per second.
    pub(crate) fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// A piece of the work: the position after one or two moves.
struct Task {
    root: usize,
    game: Box<dyn Game>,
    depth: u32,
}

/// A thread with room for the deepest count.
fn roomy() -> thread::Builder {
    thread::Builder::new().stack_size(Perft::STACK)
}

/// Counts leaf nodes.
pub(crate) fn count(game: &dyn Game, plan: Plan) -> Count {
    // Whoever calls may have less room.
    thread::scope(|scope| match roomy().spawn_scoped(scope, || count_here(game, plan)) {
        Ok(counting) => counting.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(_) => count_here(game, plan),
    })
}

fn count_here(game: &dyn Game, plan: Plan) -> Count {
    let start = Instant::now();
    let split = plan.divide || plan.threads > 1 || (plan.depth >= 4 && Progress::is_visible());
    if plan.turns || !split || plan.depth == 0 {
        let nodes = if plan.turns { perft_turns(game, plan.depth) } else { game.perft(plan.depth, plan.mode) };
        return Count { nodes, time: start.elapsed(), divide: BTreeMap::new() };
    }
    let roots = game.legal_moves();
    let tasks = tasks(game, plan);
    let nodes: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let progress = Progress::new(format!("perft {}", plan.depth), tasks.len() as u64);
    let work = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            nodes[task.root].fetch_add(task.game.perft(task.depth, plan.mode), Ordering::Relaxed);
            progress.advance();
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..plan.threads.min(tasks.len()) {
            // Where the system has no more threads, those that there are do the work.
            let _ = roomy().spawn_scoped(scope, work);
        }
        work();
    });
    let nodes: Vec<u64> = nodes.into_iter().map(AtomicU64::into_inner).collect();
    let divide = if plan.divide {
        roots.iter().map(|&mv| game.move_text(mv, plan.style)).zip(nodes.iter().copied()).collect()
    } else {
        BTreeMap::new()
    };
    Count { nodes: nodes.iter().sum(), time: start.elapsed(), divide }
}

/// The work in pieces small enough to share out: positions after one move, after two where the count is deep.
fn tasks(game: &dyn Game, plan: Plan) -> Vec<Task> {
    let children = |game: &dyn Game| -> Vec<Box<dyn Game>> {
        let play = |mv| {
            let mut child = game.boxed();
            child.play(mv).ok().map(|()| child)
        };
        game.legal_moves().into_iter().filter_map(play).collect()
    };
    let first = children(game).into_iter().enumerate();
    if plan.depth < 4 {
        return first.map(|(root, game)| Task { root, game, depth: plan.depth - 1 }).collect();
    }
    let second = |(root, child): (usize, Box<dyn Game>)| {
        children(&*child).into_iter().map(move |game| Task { root, game, depth: plan.depth - 2 })
    };
    first.flat_map(second).collect()
}

/// The first move, in the order of texts, of which two divides count differently, with both counts (`None`: it is missing).
pub(crate) fn first_difference(
    a: &BTreeMap<String, u64>,
    b: &BTreeMap<String, u64>,
) -> Option<(String, Option<u64>, Option<u64>)> {
    let mut moves: Vec<&String> = a.keys().chain(b.keys()).collect();
    moves.sort();
    moves.dedup();
    let differs = moves.into_iter().find(|text| a.get(*text) != b.get(*text))?;
    Some((differs.clone(), a.get(differs).copied(), b.get(differs).copied()))
}

/// A whole number with its thousands set apart: `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_found_also_where_a_move_is_missing() {
        let divide = |rows: &[(&str, u64)]| rows.iter().map(|(text, nodes)| (text.to_string(), *nodes)).collect();
        let a = divide(&[("a2a3", 20), ("b2b3", 21), ("c2c3", 1)]);
        assert_eq!(first_difference(&a, &a), None);
        let fewer = divide(&[("a2a3", 20), ("c2c3", 2)]);
        assert_eq!(first_difference(&a, &fewer), Some(("b2b3".to_string(), Some(21), None)));
        let other = divide(&[("a2a3", 20), ("a2a4", 7), ("b2b3", 22), ("c2c3", 1)]);
        assert_eq!(first_difference(&a, &other), Some(("a2a4".to_string(), None, Some(7))));
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
