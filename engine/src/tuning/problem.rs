//! [`Problem`]: the loss as a function of some numbers, with what it costs to be far from where one began.

use super::matrix::Triangle;

/// Steps of Newton's method, at most.
const STEPS: usize = 20;

/// How likely the first side is to win where it is ahead by so much.
pub(super) fn chance(ahead: f64) -> f64 {
    1.0 / (1.0 + (-ahead).exp())
}

/// The loss of saying that the first side is ahead by so much where that is the result.
pub(super) fn loss(ahead: f64, result: f64) -> f64 {
    // ln(1 + e^-x) without overflow.
    let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
    result * softplus(-ahead) + (1.0 - result) * softplus(ahead)
}

/// A number that is looked for.
struct Unknown<'a> {
    /// How much more each sample is worth when it is one greater.
    slopes: &'a [f32],
    /// Where samples are worth what the problem says.
    from: f64,
    /// From where being far costs, and the deviation at which it costs one half.
    start: f64,
    doubt: f64,
    /// Another number, from which it costs as well to have moved away, with the deviation.
    tie: Option<(usize, f64)>,
}

/// The loss as a function of some numbers, with what it costs to be far from where one began.
pub(super) struct Problem<'a> {
    /// Results, what samples are worth where all numbers are as they are `from`, and how much each sample counts.
    results: &'a [f64],
    worth: &'a [f64],
    counts: &'a [f64],
    scale: f64,
    unknowns: Vec<Unknown<'a>>,
}

impl<'a> Problem<'a> {
    /// Without unknowns yet.
    pub(super) fn new(results: &'a [f64], worth: &'a [f64], counts: &'a [f64], scale: f64) -> Problem<'a> {
        Problem { results, worth, counts, scale, unknowns: Vec::new() }
    }

    /// Adds an unknown; `tie` is the index of an earlier one with the deviation of their difference.
    pub(super) fn add(&mut self, slopes: &'a [f32], from: f64, start: f64, doubt: f64, tie: Option<(usize, f64)>) {
        self.unknowns.push(Unknown { slopes, from, start, doubt, tie });
    }

    /// What the first side is ahead by, with these numbers, by sample.
    pub(super) fn ahead(&self, numbers: &[f64]) -> Vec<f64> {
        let mut ahead = self.worth.to_vec();
        for (unknown, number) in self.unknowns.iter().zip(numbers) {
            let more = number - unknown.from;
            if more != 0.0 {
                ahead.iter_mut().zip(unknown.slopes).for_each(|(ahead, slope)| *ahead += more * f64::from(*slope));
            }
        }
        ahead.iter_mut().for_each(|ahead| *ahead *= self.scale);
        ahead
    }

    /// How far numbers are from where they began, measured by doubts: for each unknown, and for each tie.
    fn moved(&self, numbers: &[f64], index: usize) -> (f64, Option<(usize, f64, f64)>) {
        let off = |index: usize| numbers[index] - self.unknowns[index].start;
        let unknown = &self.unknowns[index];
        (off(index), unknown.tie.map(|(other, doubt)| (other, off(index) - off(other), doubt)))
    }

    fn cost(&self, numbers: &[f64]) -> f64 {
        let ahead = self.ahead(numbers);
        let each = ahead.iter().zip(self.results).zip(self.counts);
        let losses: f64 = each.map(|((ahead, result), count)| count * loss(*ahead, *result)).sum();
        let far = (0..numbers.len()).map(|index| {
            let (off, tie) = self.moved(numbers, index);
            let apart = tie.map_or(0.0, |(_, apart, doubt)| (apart / doubt).powi(2));
            ((off / self.unknowns[index].doubt).powi(2) + apart) / 2.0
        });
        losses + far.sum::<f64>()
    }

    /// The unknowns that each sample depends on, with its slopes: few of many.
    fn dependences(&self) -> Vec<Vec<(usize, f64)>> {
        let mut of_sample: Vec<Vec<(usize, f64)>> = vec![Vec::new(); self.worth.len()];
        for (index, unknown) in self.unknowns.iter().enumerate() {
            for (sample, &slope) in unknown.slopes.iter().enumerate().filter(|(_, slope)| **slope != 0.0) {
                of_sample[sample].push((index, f64::from(slope) * self.scale));
            }
        }
        of_sample
    }

    /// The slopes of the cost and the matrix of its bends, lower half.
    fn bends(&self, numbers: &[f64], dependences: &[Vec<(usize, f64)>]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let mut slopes = vec![0.0; self.unknowns.len()];
        let mut rows: Vec<Vec<f64>> = (0..self.unknowns.len()).map(|row| vec![0.0; row + 1]).collect();
        let each = self.ahead(numbers).into_iter().zip(self.results).zip(self.counts).zip(dependences);
        for (((ahead, result), &count), depends) in each.filter(|((_, count), _)| **count > 0.0) {
            let chance = chance(ahead);
            let (off, bend) = (count * (chance - result), count * chance * (1.0 - chance));
            for (number, &(row, slope)) in depends.iter().enumerate() {
                slopes[row] += off * slope;
                let bent = bend * slope;
                // Indices ascend.
                for &(column, slope) in &depends[..=number] {
                    rows[row][column] += bent * slope;
                }
            }
        }
        for (index, unknown) in self.unknowns.iter().enumerate() {
            let (off, tie) = self.moved(numbers, index);
            slopes[index] += off / unknown.doubt.powi(2);
            rows[index][index] += 1.0 / unknown.doubt.powi(2);
            if let Some((other, apart, doubt)) = tie {
                let force = 1.0 / doubt.powi(2);
                slopes[index] += apart * force;
                slopes[other] -= apart * force;
                rows[index][index] += force;
                rows[other][other] += force;
                rows[index.max(other)][index.min(other)] -= force;
            }
        }
        (slopes, rows)
    }

    /// The numbers that cost least, and the last matrix of the bends on the way there, decomposed.
    pub(super) fn solve(&self) -> (Vec<f64>, Option<Triangle>) {
        let mut numbers: Vec<f64> = self.unknowns.iter().map(|unknown| unknown.from).collect();
        let mut last = None;
        let mut cost = self.cost(&numbers);
        let dependences = self.dependences();
        for _ in 0..STEPS {
            let (slopes, bends) = self.bends(&numbers, &dependences);
            // The costs of being far make the matrix positive definite.
            let Some(triangle) = Triangle::new(bends) else { break };
            let step = last.insert(triangle).solve(&slopes);
            // A whole step, or as much of it as makes things better.
            let parts = [1.0, 0.5, 0.25, 0.1, 0.01];
            let better = parts.into_iter().find_map(|part| {
                let next: Vec<f64> = numbers.iter().zip(&step).map(|(number, step)| number - part * step).collect();
                let less = self.cost(&next);
                (less < cost).then_some((next, less))
            });
            let Some((next, less)) = better else { break };
            let small = step.iter().zip(&self.unknowns).all(|(step, unknown)| step.abs() < 1e-3 * unknown.doubt);
            (numbers, cost) = (next, less);
            if small {
                break;
            }
        }
        (numbers, last)
    }

    /// The numbers that cost least, and their standard deviations. These take longer than the numbers.
    pub(super) fn solve_with_deviations(&self) -> (Vec<f64>, Vec<f64>) {
        let (numbers, triangle) = self.solve();
        let doubts = || self.unknowns.iter().map(|unknown| unknown.doubt).collect();
        let deviations = |triangle: Triangle| triangle.inverse_diagonal().into_iter().map(f64::sqrt).collect();
        (numbers, triangle.map_or_else(doubts, deviations))
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
        let (worth, counts, truth) = (vec![0.0; count], vec![1.0; count], [30.0, -12.0, 55.0]);
        let problem = |results, doubt: f64, tie: Option<f64>| {
            let mut problem = Problem::new(results, &worth, &counts, scale);
            for (index, slopes) in slopes.iter().enumerate() {
                problem.add(slopes, 0.0, 0.0, doubt, tie.filter(|_| index > 0).map(|tie| (0, tie)));
            }
            problem
        };
        let results: Vec<f64> = problem(&worth, 1e4, None).ahead(&truth).into_iter().map(chance).collect();
        let (found, deviations) = problem(&results, 1e4, None).solve_with_deviations();
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 0.5, "{found} is not {truth}");
        }
        assert!(deviations.iter().all(|deviation| *deviation > 0.1 && *deviation < 20.0), "{deviations:?}");
        // Who doubts little changes little; who is tied changes as much as the others.
        assert!(problem(&results, 0.01, None).solve().0.iter().all(|number| number.abs() < 1.0));
        let tied = problem(&results, 1e4, Some(0.01)).solve().0;
        assert!(tied.iter().all(|number| (number - tied[0]).abs() < 0.1 && *number > 5.0), "{tied:?}");
    }
}
