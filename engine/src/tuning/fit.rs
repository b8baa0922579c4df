//! [`Fit`]: the numbers that fit samples best.

use super::{
    Tuning,
    matrix::Triangle,
    parameters::{self, Parameter},
    samples::{Sample, Samples},
};
use crate::eval::Weights;
use std::{
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};
use wazir_variant_spec::Values;

/// How often the evaluation is made linear anew, at the numbers found so far. It hardly bends: this is enough.
const ROUNDS: usize = 3;
/// Steps of Newton's method, at most.
const STEPS: usize = 20;
/// How many centipawns having to move, and being the first side, are expected to be worth beside what the evaluation says.
const SIDE_DOUBT: f64 = 50.0;

/// As how many observations that have nothing to do with each other all positions of a game count.
const OBSERVATIONS_A_GAME: f64 = 4.0;

/// What fits.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The values: what differs from what is derived.
    pub values: Values,
    /// Every number that has any effect in the samples.
    pub tuned: Vec<Tuned>,
    /// How much the samples that were learnt from are misjudged.
    pub learnt: Losses,
    /// How much those are misjudged that were held out.
    pub held_out: Losses,
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
    /// What samples are worth with the numbers they were made with.
    worth: Vec<f64>,
    /// How much more with each number one greater, by number and sample.
    slopes: Vec<Vec<f32>>,
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
        let (held_out, learnt): (Vec<&Sample>, Vec<&Sample>) = samples.list.iter().partition(|s| s.is_held_out);
        if learnt.is_empty() || held_out.is_empty() {
            return Err(format!("{} games with quiet positions are too few to learn from", samples.games()));
        }
        let all = &self.parameters;
        let start: Vec<f64> = all.iter().map(|parameter| parameter.start).collect();
        let mut numbers = start.clone();
        let mut seen = vec![true; all.len()];
        // Positions of one game have one result: many of them tell hardly more than a few.
        let positions_a_game = samples.len() as f64 / samples.games().max(1) as f64;
        let share = positions_a_game / OBSERVATIONS_A_GAME;
        let (mut scale, mut beside, mut errors) = (None, [0.0; 2], vec![0.0; all.len()]);
        for round in 0..ROUNDS {
            let done = |part: usize| progress(round * (all.len() + 1) + part, ROUNDS * (all.len() + 1));
            let Some(linear) = self.linear(&learnt, &numbers, &seen, threads, &done) else { return Ok(None) };
            for (seen, slopes) in seen.iter_mut().zip(&linear.slopes) {
                *seen = slopes.iter().any(|slope| *slope != 0.0);
            }
            let scale = *scale.get_or_insert_with(|| scale_of(&learnt, &linear.worth));
            let chosen: Vec<usize> = (0..all.len()).filter(|&index| seen[index]).collect();
            let mut problem = Problem::new(&learnt, &linear, scale, share);
            for &index in &chosen {
                let of = &all[index];
                problem.add(&linear.slopes[index], numbers[index], of.start, of.doubt);
            }
            let signs: Vec<f32> = learnt.iter().map(|sample| sample.sign() as f32).collect();
            let ones = vec![1.0; learnt.len()];
            problem.add(&signs, beside[0], 0.0, SIDE_DOUBT);
            problem.add(&ones, beside[1], 0.0, SIDE_DOUBT);
            let (best, deviations) = problem.solve();
            for (place, &index) in chosen.iter().enumerate() {
                let (least, most) = all[index].range();
                numbers[index] = best[place].clamp(least, most).round();
                errors[index] = deviations[place];
            }
            beside.copy_from_slice(&best[chosen.len()..]);
        }
        let scale = scale.unwrap_or_default();
        let losses = |samples: &[&Sample]| {
            let of = |numbers: &[f64]| self.loss(samples, &parameters::values(all, numbers), scale, beside);
            Losses { before: of(&start), after: of(&numbers) }
        };
        let tuned = (0..all.len()).filter(|&index| seen[index]).map(|index| {
            let Parameter { name, start, .. } = &all[index];
            Tuned { name: name.clone(), before: *start, best: numbers[index], error: errors[index] }
        });
        Ok(Some(Fit {
            values: parameters::lean_values(all, &numbers),
            tuned: tuned.collect(),
            learnt: losses(&learnt),
            held_out: losses(&held_out),
            tenfold: std::f64::consts::LN_10 / scale,
        }))
    }

    /// The evaluations around these numbers. What is not `seen` has no slopes. `None` when `done` says that it is to end.
    fn linear(
        &self,
        samples: &[&Sample],
        numbers: &[f64],
        seen: &[bool],
        threads: NonZeroUsize,
        done: &(dyn Fn(usize) -> bool + Sync),
    ) -> Option<Linear> {
        let all = &self.parameters;
        let worth = self.worths(samples, &parameters::values(all, numbers));
        let (next, finished, ended) = (AtomicUsize::new(0), AtomicUsize::new(1), AtomicBool::new(!done(1)));
        let slopes: Mutex<Vec<Vec<f32>>> = Mutex::new(vec![Vec::new(); all.len()]);
        let work = || {
            while !ended.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(parameter) = all.get(index) else { return };
                if seen[index] {
                    let mut changed = numbers.to_vec();
                    let step = parameter.step(changed[index]);
                    changed[index] += step;
                    let after = self.worths(samples, &parameters::values(all, &changed));
                    let of_each = after.iter().zip(&worth).map(|(after, before)| ((after - before) / step) as f32);
                    slopes.lock().unwrap_or_else(PoisonError::into_inner)[index] = of_each.collect();
                }
                if !done(finished.fetch_add(1, Ordering::Relaxed) + 1) {
                    ended.store(true, Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.get() {
                scope.spawn(work);
            }
            work();
        });
        let slopes = slopes.into_inner().unwrap_or_else(PoisonError::into_inner);
        (!ended.load(Ordering::Relaxed)).then_some(Linear { worth, slopes })
    }

    /// What samples are worth to the first side.
    fn worths(&self, samples: &[&Sample], values: &Values) -> Vec<f64> {
        let weights = Arc::new(Weights::new(&self.rules, &self.info, values));
        samples.iter().map(|sample| f64::from(sample.worth(self, &weights))).collect()
    }

    /// The mean loss with these values.
    fn loss(&self, samples: &[&Sample], values: &Values, scale: f64, beside: [f64; 2]) -> f64 {
        let worths = self.worths(samples, values);
        let each = samples.iter().zip(worths).map(|(sample, worth)| {
            let worth = worth + beside[0] * f64::from(sample.sign()) + beside[1];
            loss(scale * worth, sample.result)
        });
        each.sum::<f64>() / samples.len().max(1) as f64
    }
}

/// How likely the first side is to win where it is ahead by so much.
fn chance(ahead: f64) -> f64 {
    1.0 / (1.0 + (-ahead).exp())
}

/// The loss of saying that the first side is ahead by so much where that is the result.
fn loss(ahead: f64, result: f64) -> f64 {
    // ln(1 + e^-x) without overflow.
    let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
    result * softplus(-ahead) + (1.0 - result) * softplus(ahead)
}

/// What a centipawn is of what a game is won by: the scale that fits the samples best as they are judged. By Newton's method in one number.
fn scale_of(samples: &[&Sample], worths: &[f64]) -> f64 {
    let mut scale: f64 = 0.003;
    for _ in 0..50 {
        let (mut slope, mut bend) = (0.0, 1e-9);
        for (sample, worth) in samples.iter().zip(worths) {
            let chance = chance(scale * worth);
            slope += (chance - sample.result) * worth;
            bend += chance * (1.0 - chance) * worth * worth;
        }
        // Results that have nothing to do with the evaluation leave a scale on which nothing is learnt.
        scale = (scale - slope / bend).clamp(scale / 2.0, scale * 2.0).clamp(1e-4, 0.05);
    }
    scale
}

/// The loss as a function of some numbers, with what it costs to be far from where one began.
struct Problem<'a> {
    results: Vec<f64>,
    /// What samples are worth where all numbers are `from`.
    worth: &'a [f64],
    scale: f64,
    /// How many samples tell as much as one.
    share: f64,
    slopes: Vec<&'a [f32]>,
    from: Vec<f64>,
    /// From where being far costs.
    start: Vec<f64>,
    doubts: Vec<f64>,
}

impl<'a> Problem<'a> {
    fn new(samples: &[&Sample], linear: &'a Linear, scale: f64, share: f64) -> Problem<'a> {
        Problem {
            results: samples.iter().map(|sample| sample.result).collect(),
            worth: &linear.worth,
            scale,
            share: share.max(1.0),
            slopes: Vec::new(),
            from: Vec::new(),
            start: Vec::new(),
            doubts: Vec::new(),
        }
    }

    fn add(&mut self, slopes: &'a [f32], from: f64, start: f64, doubt: f64) {
        self.slopes.push(slopes);
        self.from.push(from);
        self.start.push(start);
        self.doubts.push(doubt);
    }

    /// What the first side is ahead by, with these numbers, by sample.
    fn ahead(&self, numbers: &[f64]) -> Vec<f64> {
        let mut ahead = self.worth.to_vec();
        for (index, slopes) in self.slopes.iter().enumerate() {
            let more = numbers[index] - self.from[index];
            if more != 0.0 {
                ahead.iter_mut().zip(*slopes).for_each(|(ahead, slope)| *ahead += more * f64::from(*slope));
            }
        }
        ahead.iter_mut().for_each(|ahead| *ahead *= self.scale);
        ahead
    }

    fn cost(&self, numbers: &[f64]) -> f64 {
        let losses: f64 =
            self.ahead(numbers).iter().zip(&self.results).map(|(ahead, result)| loss(*ahead, *result)).sum();
        let far = (0..numbers.len()).map(|k| ((numbers[k] - self.start[k]) / self.doubts[k]).powi(2) / 2.0);
        losses / self.share + far.sum::<f64>()
    }

    /// The slopes of the cost and the matrix of its bends, lower half.
    fn bends(&self, numbers: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let chances: Vec<f64> = self.ahead(numbers).into_iter().map(chance).collect();
        let off: Vec<f64> = chances.iter().zip(&self.results).map(|(chance, result)| chance - result).collect();
        let bend: Vec<f64> = chances.iter().map(|chance| chance * (1.0 - chance)).collect();
        let mut slopes = Vec::new();
        let mut rows = Vec::new();
        for (row, of_row) in self.slopes.iter().enumerate() {
            let slope: f64 = off.iter().zip(*of_row).map(|(off, slope)| off * f64::from(*slope)).sum();
            let far = (numbers[row] - self.start[row]) / self.doubts[row].powi(2);
            slopes.push(slope * self.scale / self.share + far);
            let bent: Vec<f64> = bend.iter().zip(*of_row).map(|(bend, slope)| bend * f64::from(*slope)).collect();
            let mut columns: Vec<f64> = Vec::new();
            for of_column in &self.slopes[..=row] {
                let product: f64 = bent.iter().zip(*of_column).map(|(bent, slope)| bent * f64::from(*slope)).sum();
                columns.push(product * self.scale * self.scale / self.share);
            }
            columns[row] += 1.0 / self.doubts[row].powi(2);
            rows.push(columns);
        }
        (slopes, rows)
    }

    /// The numbers that cost least, and their standard deviations.
    fn solve(&self) -> (Vec<f64>, Vec<f64>) {
        let mut numbers = self.from.clone();
        let mut cost = self.cost(&numbers);
        let mut deviations = self.doubts.clone();
        for _ in 0..STEPS {
            let (slopes, bends) = self.bends(&numbers);
            // The costs of being far make the matrix positive definite.
            let Some(triangle) = Triangle::new(bends) else { break };
            deviations = triangle.inverse_diagonal().into_iter().map(f64::sqrt).collect();
            let step = triangle.solve(&slopes);
            // A whole step, or as much of it as makes things better.
            let parts = [1.0, 0.5, 0.25, 0.1, 0.01];
            let better = parts.into_iter().find_map(|part| {
                let next: Vec<f64> = numbers.iter().zip(&step).map(|(number, step)| number - part * step).collect();
                let less = self.cost(&next);
                (less < cost).then_some((next, less))
            });
            let Some((next, less)) = better else { break };
            let small = step.iter().zip(&self.doubts).all(|(step, doubt)| step.abs() < 1e-3 * doubt);
            (numbers, cost) = (next, less);
            if small {
                break;
            }
        }
        (numbers, deviations)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_what_they_should_be() {
        assert!((loss(0.0, 1.0) - std::f64::consts::LN_2).abs() < 1e-12);
        assert!(loss(800.0, 1.0) < 1e-12 && (loss(800.0, 0.0) - 800.0).abs() < 1e-9);
        assert!((loss(2.0, 0.5) - (loss(2.0, 0.0) + loss(2.0, 1.0)) / 2.0).abs() < 1e-12);
    }

    /// Chances made from known numbers give the numbers back, however many there are.
    #[test]
    fn numbers_are_found_again() {
        let mut random = wazir_runtime::Random::new(5);
        let mut any = || (random.below(2001) as f64 - 1000.0) as f32 / 250.0;
        let (count, scale) = (4000, 0.01);
        let slopes: Vec<Vec<f32>> = (0..3).map(|_| (0..count).map(|_| any()).collect()).collect();
        let linear = Linear { worth: vec![0.0; count], slopes };
        let truth = [30.0, -12.0, 55.0];
        let mut problem = Problem::new(&[], &linear, scale, 1.0);
        for slopes in &linear.slopes {
            problem.add(slopes, 0.0, 0.0, 1e4);
        }
        problem.results = problem.ahead(&truth).into_iter().map(chance).collect();
        let (found, deviations) = problem.solve();
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 0.5, "{found} is not {truth}");
        }
        assert!(deviations.iter().all(|deviation| *deviation > 0.1 && *deviation < 20.0), "{deviations:?}");
        // Who doubts little changes little.
        problem.doubts = vec![0.01; 3];
        assert!(problem.solve().0.iter().all(|number| number.abs() < 1.0));
    }
}
