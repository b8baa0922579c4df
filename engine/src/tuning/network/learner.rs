//! [`Learner`]: what is learnt of a network, and [`Adam`], which steps down its slopes.

use super::layout::Layout;
use wazir_runtime::Random;
use wazir_variant_spec::values::{Feature, ON, UNITS, Unit};

/// The part of a weight that is lost in a step of length one.
const DECAY: f32 = 0.1;

/// What is learnt: the hidden layer's weights and biases, and what it is worth, as the logistic function takes them. Or as many numbers about these: their slopes, and what is remembered of slopes.
#[derive(Clone)]
pub(super) struct Learner {
    pub(super) weights: Vec<[f32; UNITS]>,
    pub(super) bias: [f32; UNITS],
    pub(super) worth: [f32; UNITS],
}

impl Learner {
    /// So many units of small random numbers, for the rows that are on in some position; nothing will be learnt of the others.
    pub(super) fn new(seen: &[bool], units: usize) -> Learner {
        let mut random = Random::new(0x5EED);
        let mut small = |most: f32| (random.below(20_001) as f32 / 10_000.0 - 1.0) * most;
        let mut any = |most: f32| {
            let mut column = [0.0; UNITS];
            column[..units].iter_mut().for_each(|weight| *weight = small(most));
            column
        };
        let weights = seen.iter().map(|seen| if *seen { any(0.05) } else { [0.0; UNITS] }).collect();
        let mut bias = [0.0; UNITS];
        bias[..units].fill(0.1);
        Learner { weights, bias, worth: any(0.025) }
    }

    /// Has units that a network has instead of its own; `scale` is that of the logistic function, by centipawn.
    pub(super) fn take_over(&mut self, units: &[Unit], layout: &Layout, scale: f64) {
        let part = |whole: i16| f32::from(whole) / f32::from(ON);
        for (index, unit) in units.iter().enumerate() {
            self.bias[index] = part(unit.bias);
            self.worth[index] = (f64::from(unit.worth) * scale) as f32;
            self.weights.iter_mut().for_each(|column| column[index] = 0.0);
            for (&(looker, piece), inputs) in &unit.inputs {
                let looker = looker as usize;
                for (owner, input) in [(looker, &inputs.own), (1 - looker, &inputs.enemy)] {
                    for feature in Feature::ALL {
                        for (row, &weight) in layout.rows_of(looker, owner, piece, feature).zip(input.list(feature)) {
                            self.weights[row][index] = part(weight);
                        }
                    }
                }
            }
        }
    }

    pub(super) fn nothing(rows: usize) -> Learner {
        Learner { weights: vec![[0.0; UNITS]; rows], bias: [0.0; UNITS], worth: [0.0; UNITS] }
    }

    fn columns(&mut self) -> impl Iterator<Item = &mut [f32; UNITS]> {
        self.weights.iter_mut().chain([&mut self.bias, &mut self.worth])
    }

    /// What the units add up to for a side that sees these rows.
    pub(super) fn sums(&self, rows: &[u16]) -> [f32; UNITS] {
        let mut sums = self.bias;
        for &row in rows {
            sums.iter_mut().zip(&self.weights[row as usize]).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }

    /// What the network adds for the first side.
    pub(super) fn adds(&self, [first, second]: &[[f32; UNITS]; 2]) -> f32 {
        (0..UNITS).map(|unit| self.worth[unit] * (first[unit].clamp(0.0, 1.0) - second[unit].clamp(0.0, 1.0))).sum()
    }

    pub(super) fn clear(&mut self) {
        self.columns().for_each(|column| *column = [0.0; UNITS]);
    }

    /// Adds the slopes of a learner's loss in an example of which so much too much is said.
    pub(super) fn add_slopes(&mut self, learner: &Learner, sums: &[[f32; UNITS]; 2], rows: [&[u16]; 2], off: f32) {
        for (looker, (sums, rows)) in sums.iter().zip(rows).enumerate() {
            let off = if looker == 0 { off } else { -off };
            let mut slopes = [0.0; UNITS];
            for unit in 0..UNITS {
                self.worth[unit] += off * sums[unit].clamp(0.0, 1.0);
                slopes[unit] = if sums[unit] > 0.0 && sums[unit] < 1.0 { off * learner.worth[unit] } else { 0.0 };
                self.bias[unit] += slopes[unit];
            }
            for &row in rows {
                self.weights[row as usize].iter_mut().zip(&slopes).for_each(|(all, slope)| *all += slope);
            }
        }
    }
}

/// D. P. Kingma and J. Ba's "Adam" (<https://arxiv.org/abs/1412.6980>), with I. Loshchilov and F. Hutter's weight decay (<https://arxiv.org/abs/1711.05101>).
pub(super) struct Adam {
    pub(super) mean: Learner,
    pub(super) square: Learner,
    pub(super) steps: i32,
}

impl Adam {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;

    pub(super) fn step(&mut self, learner: &mut Learner, slopes: &mut Learner, rate: f32) {
        self.steps += 1;
        let (mean_part, square_part) = (1.0 - Adam::MEAN.powi(self.steps), 1.0 - Adam::SQUARE.powi(self.steps));
        let rows = learner.weights.len();
        let all = learner.columns().zip(slopes.columns()).zip(self.mean.columns()).zip(self.square.columns());
        for (index, (((column, slopes), mean), square)) in all.enumerate() {
            // Biases do not decay: they are the column after all rows.
            let decay = if index == rows { 0.0 } else { DECAY };
            for unit in 0..UNITS {
                let slope = slopes[unit];
                mean[unit] += (1.0 - Adam::MEAN) * (slope - mean[unit]);
                square[unit] += (1.0 - Adam::SQUARE) * (slope * slope - square[unit]);
                let step = mean[unit] / mean_part / ((square[unit] / square_part).sqrt() + 1e-8);
                column[unit] -= rate * (step + decay * column[unit]);
            }
        }
    }
}
