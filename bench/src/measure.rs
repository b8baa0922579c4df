//! Timing: which depth fits, alternating rounds, medians.

use crate::peers::{Counter, Mode};
use cpu_time::ThreadTime;
use std::time::Duration;

/// One perft: its result and what it took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// Leaf nodes.
    pub(crate) nodes: u64,
    /// CPU time of the thread that counted.
    pub(crate) time: Duration,
}

/// Runs a perft on this thread.
pub(crate) fn timed(perft: impl FnOnce() -> u64) -> Sample {
    let start = ThreadTime::now();
    let nodes = perft();
    Sample { nodes, time: start.elapsed() }
}

/// The outcome of one comparison.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    /// Depth of the perfts.
    pub(crate) depth: u32,
    /// Leaf nodes, on which both agree.
    pub(crate) nodes: u64,
    /// Millions of leaf nodes a second: ours.
    pub(crate) ours: f64,
    /// Millions of leaf nodes a second: the peer, if there is one.
    pub(crate) peer: Option<f64>,
    /// One ply deeper the two count differently: our count and the peer's.
    pub(crate) differ_below: Option<(u64, u64)>,
}

/// Why there is no measurement.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// The two count differently.
    Disagreement {
        /// At this depth.
        depth: u32,
        /// Our count.
        ours: u64,
        /// The peer's count.
        peer: u64,
    },
    /// One of them broke down.
    Broken(String),
}

/// A measured round lasts at least this long, by repeating short perfts.
const SHORTEST_ROUND: Duration = Duration::from_millis(20);

/// Compares two counters of one position: the deepest perft for which all rounds of both fit in `budget`.
pub(crate) fn compare(
    ours: &mut dyn Counter,
    peer: &mut dyn Counter,
    mode: Mode,
    max_depth: u32,
    rounds: usize,
    budget: Duration,
) -> Result<Measured, Failure> {
    let both = |depth| {
        let a = ours.count(depth, mode).map_err(Failure::Broken)?;
        let b = peer.count(depth, mode).map_err(Failure::Broken)?;
        if a.nodes != b.nodes {
            return Err(Failure::Disagreement { depth, ours: a.nodes, peer: b.nodes });
        }
        Ok((a, b))
    };
    let Deepest { depth, found: (a, b), differ_below } =
        deepest(both, |(a, b)| (a.nodes, a.time + b.time), max_depth, rounds, budget)?;
    let nodes = a.nodes;
    let (ours_repeats, peer_repeats) = (repeats(a.time), repeats(b.time));
    let (mut ours_speed, mut peer_speed) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        // Whoever comes second finds a warmer machine: take turns.
        for ours_now in [round % 2 == 0, round % 2 != 0] {
            if ours_now {
                ours_speed.push(round_speed(ours, depth, mode, ours_repeats, nodes)?);
            } else {
                peer_speed.push(round_speed(peer, depth, mode, peer_repeats, nodes)?);
            }
        }
    }
    Ok(Measured { depth, nodes, ours: median(ours_speed), peer: Some(median(peer_speed)), differ_below })
}

/// Measures us alone, where nobody else plays the game.
pub(crate) fn alone(
    ours: &mut dyn Counter,
    mode: Mode,
    max_depth: u32,
    rounds: usize,
    budget: Duration,
) -> Result<Measured, Failure> {
    let count = |depth| ours.count(depth, mode).map_err(Failure::Broken);
    let Deepest { depth, found: sample, differ_below } =
        deepest(count, |sample| (sample.nodes, sample.time), max_depth, rounds, budget)?;
    let repeats = repeats(sample.time);
    let speeds: Result<Vec<f64>, Failure> =
        (0..rounds).map(|_| round_speed(ours, depth, mode, repeats, sample.nodes)).collect();
    Ok(Measured { depth, nodes: sample.nodes, ours: median(speeds?), peer: None, differ_below })
}

/// The depth that is measured.
struct Deepest<T> {
    depth: u32,
    /// What was counted there.
    found: T,
    /// What both count one ply deeper, where they differ.
    differ_below: Option<(u64, u64)>,
}

/// The greatest depth that has leaves, where nobody counts differently, and for which all rounds fit in `budget`; `cost` tells the nodes and the time of what
/// `count` finds.
fn deepest<T>(
    mut count: impl FnMut(u32) -> Result<T, Failure>,
    cost: impl Fn(&T) -> (u64, Duration),
    max_depth: u32,
    rounds: usize,
    budget: Duration,
) -> Result<Deepest<T>, Failure> {
    let mut found = count(1)?;
    let (mut depth, mut before) = (1, 1);
    loop {
        let (nodes, time) = cost(&found);
        // The next depth is guessed to grow as this one did, with room for error.
        let growth = nodes as f64 / before as f64;
        let all_rounds = time.as_secs_f64() * rounds as f64;
        let fits = all_rounds * growth.max(1.5) * 1.2 <= budget.as_secs_f64();
        if depth == max_depth || !fits {
            return Ok(Deepest { depth, found, differ_below: None });
        }
        before = nodes;
        match count(depth + 1) {
            Ok(deeper) if cost(&deeper).0 > 0 => (depth, found) = (depth + 1, deeper),
            Ok(_) => return Ok(Deepest { depth, found, differ_below: None }),
            Err(Failure::Disagreement { ours, peer, .. }) => {
                return Ok(Deepest { depth, found, differ_below: Some((ours, peer)) });
            }
            Err(failure) => return Err(failure),
        }
    }
}

/// How often a perft of this length is repeated in a round.
fn repeats(time: Duration) -> u32 {
    let nanoseconds = time.as_nanos().max(1);
    u32::try_from(SHORTEST_ROUND.as_nanos().div_ceil(nanoseconds)).unwrap_or(u32::MAX).clamp(1, 10_000)
}

/// One round: millions of leaf nodes a second.
fn round_speed(counter: &mut dyn Counter, depth: u32, mode: Mode, repeats: u32, nodes: u64) -> Result<f64, Failure> {
    let mut time = Duration::ZERO;
    for _ in 0..repeats {
        let sample = counter.count(depth, mode).map_err(Failure::Broken)?;
        if sample.nodes != nodes {
            return Err(Failure::Broken(format!("{} nodes, then {nodes}, in the same position", sample.nodes)));
        }
        time += sample.time;
    }
    Ok(nodes as f64 * f64::from(repeats) / time.as_secs_f64().max(1e-9) / 1e6)
}

/// The middle value.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() % 2 {
        _ if values.is_empty() => 0.0,
        0 => (values[middle - 1] + values[middle]) / 2.0,
        _ => values[middle],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A counter with a fixed branching factor.
    struct Fake(u64);

    impl Counter for Fake {
        fn count(&mut self, depth: u32, _: Mode) -> Result<Sample, String> {
            let nodes = self.0.pow(depth);
            Ok(Sample { nodes, time: Duration::from_nanos(10 * nodes) })
        }
    }

    #[test]
    fn depth_fits_the_budget_and_the_ratio_is_right() {
        let measured =
            compare(&mut Fake(10), &mut Fake(10), Mode::Bulk, 99, 5, Duration::from_secs(1)).expect("they agree");
        // 10 ns a node, both sides, 5 rounds: depth 6 takes 0.1 s, depth 7 would take 1 s and the margin forbids it.
        assert_eq!((measured.depth, measured.nodes), (6, 1_000_000));
        assert!((measured.ours - 100.0).abs() < 1e-6 && measured.peer.is_some_and(|peer| (peer - 100.0).abs() < 1e-6));
    }

    #[test]
    fn a_disagreement_is_not_timed() {
        let result = compare(&mut Fake(10), &mut Fake(11), Mode::Bulk, 9, 5, Duration::from_secs(1));
        assert!(matches!(result, Err(Failure::Disagreement { depth: 1, ours: 10, peer: 11 })));
    }

    /// Counts as [`Fake`] does, and what it is told from some depth on.
    struct From(u32, u64);

    impl Counter for From {
        fn count(&mut self, depth: u32, mode: Mode) -> Result<Sample, String> {
            let sample = Fake(10).count(depth, mode)?;
            Ok(if depth < self.0 { sample } else { Sample { nodes: self.1, ..sample } })
        }
    }

    #[test]
    fn what_both_agree_on_is_timed_and_said_to_end() {
        let measured = compare(&mut Fake(10), &mut From(4, 10_001), Mode::Bulk, 9, 5, Duration::from_secs(1))
            .expect("they agree to depth 3");
        assert_eq!((measured.depth, measured.differ_below), (3, Some((10_000, 10_001))));
    }

    #[test]
    fn depths_without_leaves_are_not_timed() {
        let measured = alone(&mut From(3, 0), Mode::Bulk, 9, 5, Duration::from_secs(1)).expect("it counts");
        assert_eq!((measured.depth, measured.nodes), (2, 100));
    }

    #[test]
    fn medians() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
