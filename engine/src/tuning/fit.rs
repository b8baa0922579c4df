//! [`Fit`]: the numbers that fit samples best.

use super::{
    Tuning, parameters,
    problem::{Problem, chance, loss},
    samples::{Sample, Samples},
};
use crate::eval::Weights;
use std::{
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};
use wazir_variant_spec::Values;

/// How often the evaluation is made linear anew, at the numbers found so far. It hardly bends: this is enough.
const ROUNDS: usize = 3;

/// How many centipawns having to move, and being the first side, are expected to be worth beside what the evaluation says.
const SIDE_DOUBT: f64 = 50.0;

/// As how many observations that have nothing to do with each other all positions of a game may count, against the cost of being far from where one began: the fewer, the
/// less is learnt. More than a game has positions: what one began with is further off than was thought. Which is best is found by [`FOLDS`].
const OBSERVATIONS: [f64; 6] = [0.25, 1.0, 4.0, 16.0, 64.0, 256.0];

/// The games are divided by that: each part is judged with what is learnt from the others.
const FOLDS: usize = 5;

/// A doubt that leaves no doubt.
const NO_DOUBT: f64 = 1e-6;

/// What fits.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The values: what differs from what is derived. Those that there were, where nothing is learnt that is true of other games.
    pub values: Values,
    /// Every number that has any effect in the samples.
    pub tuned: Vec<Tuned>,
    /// How much the samples are misjudged.
    pub learnt: Losses,
    /// How much those are misjudged that were not learnt from.
    pub others: Losses,
    /// Centipawns that make winning ten times as likely as losing.
    pub tenfold: f64,
}

/// One number that was tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// Its name.
    pub name: String,
    /// What it was.
    pub before: f64,
    /// What fits best.
    pub best: f64,
    /// How sure that is: one standard deviation.
    pub error: f64,
    /// Is it about where a piece stands? There are many of those.
    pub of_place: bool,
}

/// Mean logistic losses: 0 where every result is known, 0.69 where nothing is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// With the values that there were.
    pub before: f64,
    /// With those that fit.
    pub after: f64,
}

/// The evaluations of samples, linear in the numbers around some of them.
struct Linear {
    /// The numbers.
    at: Vec<f64>,
    /// What samples are worth with these numbers.
    worth: Vec<f64>,
    /// How much more with each number one greater, by number and sample; empty where that is nothing in any of them.
    slopes: Vec<Vec<f32>>,
}

impl Linear {
    /// The indices of the numbers that have any effect in the samples.
    fn seen(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.slopes.len()).filter(|&index| !self.slopes[index].is_empty())
    }
}

/// What is worth something beside what the evaluation says: having to move, and being the first side.
struct Beside {
    slopes: [Vec<f32>; 2],
    worth: [f64; 2],
}

/// How much is learnt, and what that is good for in games that were not learnt from.
#[derive(Clone, Copy)]
struct Lesson {
    /// As how many observations a game counts; `None` where it is best to learn nothing.
    observations: Option<f64>,
    others: Losses,
}

/// Work whose parts are counted.
struct Progress<'a> {
    parts: usize,
    done: AtomicUsize,
    tell: &'a (dyn Fn(usize, usize) -> bool + Sync),
}

impl Progress<'_> {
    /// One more part is done; whether to go on.
    fn advance(&self) -> bool {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        (self.tell)(done.min(self.parts), self.parts)
    }
}

impl Tuning {
    /// The numbers that fit best, found by several threads. `progress` hears how much of how much is done, and returns false to have it end: then there is no fit.
    ///
    /// # Errors
    /// What is missing for a fit, for people.
    pub fn fit(
        &self,
        samples: &Samples,
        threads: NonZeroUsize,
        progress: &(dyn Fn(usize, usize) -> bool + Sync),
    ) -> Result<Option<Fit>, String> {
        let all = &self.parameters;
        let list = &samples.list[..];
        if samples.games() < FOLDS || (0..FOLDS).any(|fold| list.iter().all(|sample| sample.game % FOLDS != fold)) {
            return Err(format!("{} games with quiet positions are too few to learn from", samples.games()));
        }
        let parts = ROUNDS * all.len() + (OBSERVATIONS.len() + 1) * FOLDS;
        let progress = Progress { parts, done: AtomicUsize::new(0), tell: progress };
        let results: Vec<f64> = list.iter().map(|sample| sample.result).collect();
        let start: Vec<f64> = all.iter().map(|parameter| parameter.start).collect();
        let signs: Vec<f32> = list.iter().map(|sample| sample.sign() as f32).collect();
        let mut beside = Beside { slopes: [signs, vec![1.0; list.len()]], worth: [0.0; 2] };
        let (mut numbers, mut errors) =
            (start.clone(), all.iter().map(|parameter| parameter.doubt).collect::<Vec<f64>>());
        let mut found: Option<(f64, Lesson)> = None;
        let mut last: Option<Linear> = None;
        for _ in 0..ROUNDS {
            let linear = self.linear(list, &numbers, last.as_ref(), threads, &progress);
            let Some(linear) = linear else { return Ok(None) };
            let linear = last.insert(linear);
            let (scale, lesson) = match found {
                Some(found) => found,
                None => {
                    let scale = scale_of(&results, &linear.worth);
                    let lesson = self.lesson(samples, &results, linear, &beside, scale, threads, &progress);
                    let Some(lesson) = lesson else { return Ok(None) };
                    *found.insert((scale, lesson))
                }
            };
            // Where nothing is learnt, doubts stay as they are.
            let Some(observations) = lesson.observations else { break };
            let counts = vec![observations / positions_a_game(samples); list.len()];
            let (best, deviations) =
                self.problem(&results, &counts, scale, linear, &beside, 1.0).solve_with_deviations();
            for (index, (best, deviation)) in linear.seen().zip(best.iter().zip(deviations)) {
                let (least, most) = all[index].range();
                numbers[index] = best.clamp(least, most).round();
                errors[index] = deviation;
            }
            beside.worth.copy_from_slice(&best[best.len() - 2..]);
        }
        let (Some((scale, lesson)), Some(last)) = (found, last) else { return Ok(None) };
        let loss = |numbers: &[f64]| {
            let worths = self.worths(list, &self.values(numbers)).into_iter().enumerate();
            let ahead = worths.map(|(index, worth)| scale * (worth + beside.of(index)));
            mean_loss(ahead.zip(results.iter().copied()))
        };
        let tuned = last.seen().map(|index| {
            let parameter = &all[index];
            let (name, before, of_place) = (parameter.name.clone(), parameter.start, parameter.is_of_place());
            Tuned { name, before, best: numbers[index], error: errors[index], of_place }
        });
        let network = self.from.network.clone();
        let learnt =
            lesson.observations.map(|_| Values { network, ..parameters::lean_values(&self.rules, all, &numbers) });
        Ok(Some(Fit {
            values: learnt.unwrap_or_else(|| self.from.clone()),
            tuned: tuned.collect(),
            learnt: Losses { before: loss(&start), after: loss(&numbers) },
            others: lesson.others,
            tenfold: std::f64::consts::LN_10 / scale,
        }))
    }

    /// The problem of finding the numbers that have slopes, then those beside them; `doubts` times as doubtful as usual.
    fn problem<'a>(
        &self,
        results: &'a [f64],
        counts: &'a [f64],
        scale: f64,
        linear: &'a Linear,
        beside: &'a Beside,
        doubts: f64,
    ) -> Problem<'a> {
        let mut problem = Problem::new(results, &linear.worth, counts, scale);
        let mut places: Vec<Option<usize>> = Vec::new();
        let mut place = 0;
        for ((parameter, slopes), &at) in self.parameters.iter().zip(&linear.slopes).zip(&linear.at) {
            places.push((!slopes.is_empty()).then_some(place));
            if !slopes.is_empty() {
                let tie = parameter.tie.and_then(|(other, doubt)| Some((places[other]?, doubt * doubts)));
                problem.add(slopes, at, parameter.start, parameter.doubt * doubts, tie);
                place += 1;
            }
        }
        // Samples are worth what the evaluation says, without what is beside it.
        for slopes in &beside.slopes {
            problem.add(slopes, 0.0, 0.0, SIDE_DOUBT, None);
        }
        problem
    }

    /// How much is best learnt: what tells most of games that were not learnt from. `None` when it was interrupted.
    #[allow(clippy::too_many_arguments, reason = "each of them is something else")]
    fn lesson(
        &self,
        samples: &Samples,
        results: &[f64],
        linear: &Linear,
        beside: &Beside,
        scale: f64,
        threads: NonZeroUsize,
        progress: &Progress<'_>,
    ) -> Option<Lesson> {
        let ways: Vec<Option<f64>> = std::iter::once(None).chain(OBSERVATIONS.map(Some)).collect();
        // The sum of the losses of the samples of a part, with what is learnt from the others.
        let of_part = |job: usize| {
            let (way, fold) = (ways[job / FOLDS], job % FOLDS);
            let is_out = |sample: &Sample| sample.game % FOLDS == fold;
            let count = way.unwrap_or(OBSERVATIONS[0]) / positions_a_game(samples);
            let counts: Vec<f64> = samples.list.iter().map(|sample| if is_out(sample) { 0.0 } else { count }).collect();
            let doubts = if way.is_some() { 1.0 } else { NO_DOUBT };
            let problem = self.problem(results, &counts, scale, linear, beside, doubts);
            let ahead = problem.ahead(&problem.solve().0);
            let each = samples.list.iter().zip(ahead).filter(|(sample, _)| is_out(sample));
            each.map(|(sample, ahead)| loss(ahead, sample.result)).sum::<f64>()
        };
        let losses = in_parallel(ways.len() * FOLDS, threads, progress, &of_part)?;
        let losses: Vec<f64> =
            losses.chunks(FOLDS).map(|parts| parts.iter().sum::<f64>() / samples.len().max(1) as f64).collect();
        let (best, after) = losses.iter().copied().enumerate().min_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(Lesson { observations: ways[best], others: Losses { before: losses[0], after } })
    }

    /// The evaluations around these numbers. What was found `before` around others tells which of them have slopes, and those that stay as they are. `None` when it was interrupted.
    fn linear(
        &self,
        samples: &[Sample],
        numbers: &[f64],
        before: Option<&Linear>,
        threads: NonZeroUsize,
        progress: &Progress<'_>,
    ) -> Option<Linear> {
        let all = &self.parameters;
        let worth = self.worths(samples, &self.values(numbers));
        let slopes = |index: usize| -> Vec<f32> {
            let parameter = &all[index];
            let known = before.map(|before| &before.slopes[index]);
            if let Some(known) = known.filter(|known| known.is_empty() || parameter.is_of_place()) {
                return known.clone();
            }
            let mut changed = numbers.to_vec();
            let step = parameter.step(changed[index]);
            changed[index] += step;
            let weights = self.weights(&self.values(&changed));
            let slope = |(sample, before): (&Sample, &f64)| {
                let is_same = !parameter.concerns(&self.rules, sample);
                let after = if is_same { *before } else { f64::from(sample.worth(self, &weights)) };
                ((after - before) / step) as f32
            };
            let slopes: Vec<f32> = samples.iter().zip(&worth).map(slope).collect();
            if slopes.iter().any(|slope| *slope != 0.0) { slopes } else { Vec::new() }
        };
        let slopes = in_parallel(all.len(), threads, progress, &slopes)?;
        Some(Linear { at: numbers.to_vec(), worth, slopes })
    }

    fn weights(&self, values: &Values) -> Arc<Weights> {
        Arc::new(Weights::new(&self.rules, &self.info, values))
    }

    /// What samples are worth to the first side.
    pub(super) fn worths(&self, samples: &[Sample], values: &Values) -> Vec<f64> {
        let weights = self.weights(values);
        samples.iter().map(|sample| f64::from(sample.worth(self, &weights))).collect()
    }
}

impl Beside {
    /// What a sample is worth beside its evaluation.
    fn of(&self, sample: usize) -> f64 {
        self.slopes.iter().zip(self.worth).map(|(slopes, worth)| worth * f64::from(slopes[sample])).sum()
    }
}

/// How many samples a game has.
fn positions_a_game(samples: &Samples) -> f64 {
    (samples.len() as f64 / samples.games().max(1) as f64).max(1.0)
}

/// The results of so many jobs, in their order, done by several threads. `None` when it was interrupted.
fn in_parallel<T: Send>(
    jobs: usize,
    threads: NonZeroUsize,
    progress: &Progress<'_>,
    job: &(dyn Fn(usize) -> T + Sync),
) -> Option<Vec<T>> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<T>>> = Mutex::new((0..jobs).map(|_| None).collect());
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= jobs {
                return;
            }
            let result = job(index);
            results.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(result);
            if !progress.advance() {
                // Nobody begins another one.
                next.store(jobs, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.get() {
            scope.spawn(work);
        }
        work();
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect()
}

/// The mean loss of what the first side is ahead by, with the results.
pub(super) fn mean_loss(samples: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (ahead, result) in samples {
        sum += loss(ahead, result);
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// What a centipawn is of what a game is won by: the scale that fits the samples best as they are judged. By Newton's method in one number.
pub(super) fn scale_of(results: &[f64], worths: &[f64]) -> f64 {
    let mut scale: f64 = 0.003;
    for _ in 0..50 {
        let (mut slope, mut bend) = (0.0, 1e-9);
        for (result, worth) in results.iter().zip(worths) {
            let chance = chance(scale * worth);
            slope += (chance - result) * worth;
            bend += chance * (1.0 - chance) * worth * worth;
        }
        // Results that have nothing to do with the evaluation leave a scale on which nothing is learnt.
        scale = (scale - slope / bend).clamp(scale / 2.0, scale * 2.0).clamp(1e-4, 0.05);
    }
    scale
}

#[cfg(test)]
mod tests {
    use super::scale_of;

    #[test]
    fn the_scale_is_found() {
        let worths: Vec<f64> = (-300..300).map(f64::from).collect();
        let results: Vec<f64> = worths.iter().map(|worth| super::chance(0.007 * worth)).collect();
        assert!((scale_of(&results, &worths) - 0.007).abs() < 1e-6);
        assert!(scale_of(&vec![0.5; worths.len()], &worths) < 2e-4, "nothing is told by it");
    }
}
