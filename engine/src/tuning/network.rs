//! Learning a [`Network`]: a small neural network that corrects the evaluation, from positions of games and what searches said of them.
//!
//! The network adds to what the evaluation says, which is taken as it is. It begins with small random numbers, and once more with the network that there is already, if there is one; what tells more
//! of what is held out counts. What a position should be told to be worth is what the searches of this and the following moves of the game said, the later the less, and in the end the result: the
//! return of temporal-difference learning (R. Sutton's TD(lambda), as J. Baxter, A. Tridgell and L. Weaver used it for chess, <https://arxiv.org/abs/cs/9901002>). Results alone are too noisy:
//! networks that told them best lost matches; searches alone say little that the evaluation does not. Descent is stochastic (Adam, with decoupled weight decay). A tenth of the games is held out: of
//! all epochs the one is taken after which their returns are told best, and if that is none of them, nothing is learnt. Pieces count by their rank and by their file, not by each square, so that a few
//! thousand games are enough. `docs/engine.md` has what was measured.

mod layout;
mod learner;

use super::{
    Tuning,
    fit::{Fit, Losses, mean_loss, scale_of},
    problem::chance,
    samples::{Sample, Samples},
};
use crate::eval::{Accumulator, Asked};
use layout::Layout;
use learner::{Adam, Learner};
use std::collections::BTreeMap;
use wazir_runtime::{PieceId, Random, SideId};
use wazir_variant_spec::{
    Values, limits,
    values::{Feature, Input, Inputs, Network, ON, Share, UNITS, Unit, WEIGHTS, WORTHS},
};

/// How often all positions are gone through, at least.
const EPOCHS: usize = 8;

/// Steps, at least: of few positions more epochs are needed, of which the best is taken.
const STEPS: usize = 3000;

/// Positions of a step.
const BATCH: usize = 1024;

/// How far the first steps go; afterwards less and less, down to nothing.
const RATE: f32 = 0.001;

/// How much of a return is the return of the next move; the rest is what the search said.
const LATER: f64 = 0.85;

/// One game of so many is held out.
const HELD_OUT: usize = 10;

/// Numbers, names and brackets of a network in a file, at most; [`limits::VALUES`] is for all that the file says.
const MOST_VALUES: usize = limits::VALUES / 10 * 9;

/// The part of what a network gains that may be lost to leave out parts of the evaluation, each of which takes time.
const SPARED: f64 = 0.01;

/// Scores from which a game is decided: such positions are passed over.
const DECIDED: i32 = 5000;

/// A position: which rows are on for each side that looks, and what is to be learnt of it.
struct Example {
    /// Which of the samples it is.
    sample: usize,
    /// Where its rows begin: those of the first side, those of the second, and where these end.
    rows: [usize; 3],
    /// What the evaluation says of the first side, on the scale of the logistic function.
    said: f32,
    /// What is to be told: the return, from 0 to 1.
    target: f32,
}

/// Examples with their rows.
struct Examples {
    rows: Vec<u16>,
    learnt: Vec<Example>,
    held_out: Vec<Example>,
}

impl Examples {
    fn rows(&self, example: &Example) -> [&[u16]; 2] {
        let [first, second, end] = example.rows;
        [&self.rows[first..second], &self.rows[second..end]]
    }

    /// The rows that are on in some position.
    fn seen(&self, rows: usize) -> Vec<bool> {
        let mut seen = vec![false; rows];
        self.rows.iter().for_each(|&row| seen[row as usize] = true);
        seen
    }

    /// Makes `slopes` those of a learner's loss in some examples.
    fn slopes(&self, batch: &[Example], learner: &Learner, slopes: &mut Learner) {
        slopes.clear();
        for example in batch {
            let rows = self.rows(example);
            let sums = rows.map(|rows| learner.sums(rows));
            let told = chance(f64::from(example.said + learner.adds(&sums))) as f32;
            slopes.add_slopes(learner, &sums, rows, (told - example.target) / batch.len() as f32);
        }
    }

    /// The evaluation says this of the samples, in centipawns for the first side.
    fn say(&mut self, worths: &[f64], scale: f64) {
        for example in self.learnt.iter_mut().chain(&mut self.held_out) {
            example.said = (scale * worths[example.sample]) as f32;
        }
    }

    /// How much the returns of what is held out are misjudged.
    fn loss(&self, learner: &Learner) -> f64 {
        mean_loss(self.held_out.iter().map(|example| {
            let sums = self.rows(example).map(|rows| learner.sums(rows));
            (f64::from(example.said + learner.adds(&sums)), f64::from(example.target))
        }))
    }
}

impl Tuning {
    /// Values with the network that corrects those best that the tuning began with; learnt anew or on from the network that these had, whichever tells more of what is held out. Threats, king safety and
    /// mobility, of which attacks tell the network as well, are left out of the values if it tells as much without. `progress` hears how much of how much is done, and returns false to have it end: then
    /// there is no fit.
    ///
    /// # Errors
    /// What is missing, for people.
    pub fn learn_network(
        &self,
        samples: &Samples,
        progress: &dyn Fn(usize, usize) -> bool,
    ) -> Result<Option<Fit>, String> {
        let too_many = || format!("{} has too many types of pieces for a network", self.rules.name);
        let layout = Layout::new(&self.rules, self.alike);
        if layout.rows() > usize::from(u16::MAX) {
            return Err(too_many());
        }
        let mut examples = self.examples(samples, &layout);
        if examples.learnt.len() < BATCH || examples.held_out.is_empty() {
            let (positions, games) = (examples.learnt.len(), samples.games());
            return Err(format!(
                "{games} games with {positions} quiet positions of which a search has said something are too few to learn a network from; at least {BATCH} are needed"
            ));
        }
        // So that the file can be read.
        let seen = examples.seen(layout.rows());
        let units = (MOST_VALUES / layout.values_of_a_unit(&seen)).min(UNITS);
        if units == 0 {
            return Err(too_many());
        }
        let results: Vec<f64> = samples.list.iter().map(|sample| sample.result).collect();
        let leaner = self.without_what_attacks_tell();
        let bases = 1 + leaner.len();
        let mut learn = |number: usize, base: Values| {
            let worths = self.worths(&samples.list, &Values { network: None, ..base.clone() });
            let scale = scale_of(&results, &worths);
            examples.say(&worths, scale);
            let mut learners = vec![Learner::new(&seen, units)];
            if let Some(network) = &self.from.network {
                let mut on = learners[0].clone();
                on.take_over(&network.units[..network.units.len().min(units)], &layout, scale);
                learners.push(on);
            }
            let part = |done: usize, all: usize| progress(number * all + done, bases * all);
            let (loss, learner) = best_of(&mut examples, learners, &part)?;
            let nothing = examples.loss(&Learner::nothing(layout.rows()));
            Some(Found { base, scale, nothing, loss, learner })
        };
        let Some(mut found) = learn(0, self.from.clone()) else { return Ok(None) };
        for (number, lean) in leaner.into_iter().enumerate() {
            let Some(without) = learn(1 + number, lean) else { return Ok(None) };
            if without.learner.is_some() && without.loss <= found.loss + SPARED * (without.nothing - without.loss) {
                found = without;
            }
        }
        let Found { base, scale, learner, .. } = found;
        let values = match learner {
            // How games end by scores was counted with other scores.
            Some(learner) => {
                let network = self.network(&layout, &learner, units, scale);
                Values { network: Some(network), outcomes: None, ..base }
            }
            None => self.from.clone(),
        };
        let (learnt, others) = self.told(samples, [&self.from, &values], scale);
        Ok(Some(Fit { values, tuned: Vec::new(), learnt, others, tenfold: std::f64::consts::LN_10 / scale }))
    }

    /// The values that the tuning began with without threats and king safety, then without mobility as well: attacks tell a network of all three. Each says less than the one before.
    fn without_what_attacks_tell(&self) -> Vec<Values> {
        let told = [&[Share::Threats, Share::KingSafety][..], &[Share::Mobility]];
        let mut lean = self.from.clone();
        let mut leaner = Vec::new();
        for shares in told.into_iter().filter(|_| self.start.influence.is_some()) {
            if shares.iter().any(|&share| lean.percent(share) != 0) {
                lean.shares.extend(shares.iter().map(|&share| (share, 0)));
                leaner.push(lean.clone());
            }
        }
        leaner
    }

    /// The positions of which a search has said something, in the order of the samples. Nothing is said of them yet.
    fn examples(&self, samples: &Samples, layout: &Layout) -> Examples {
        let returns = returns(samples);
        let mut examples = Examples { rows: Vec::new(), learnt: Vec::new(), held_out: Vec::new() };
        for (index, sample) in samples.list.iter().enumerate() {
            if samples.score(sample).is_none_or(|score| score.abs() >= DECIDED) {
                continue;
            }
            let inputs = Accumulator::with(&self.start, &sample.contents).attack_inputs(Asked::all());
            let first = examples.rows.len();
            layout.add(0, sample, &inputs, &mut examples.rows);
            let second = examples.rows.len();
            layout.add(1, sample, &inputs, &mut examples.rows);
            let rows = [first, second, examples.rows.len()];
            let target = returns[sample.game][sample.ply] as f32;
            let example = Example { sample: index, rows, said: 0.0, target };
            if is_held_out(sample) { examples.held_out.push(example) } else { examples.learnt.push(example) }
        }
        examples
    }

    /// The network that was learnt, in whole numbers.
    fn network(&self, layout: &Layout, learner: &Learner, units: usize, scale: f64) -> Network {
        let whole =
            |number: f64, (least, most): (i16, i16)| number.round().clamp(f64::from(least), f64::from(most)) as i16;
        let within = |weight: f32, limits: (i16, i16)| whole(f64::from(weight) * f64::from(ON), limits);
        let unit = |unit: usize| {
            let mut inputs: BTreeMap<(SideId, PieceId), Inputs> = BTreeMap::new();
            let kinds = 0..layout.kinds as PieceId;
            for (looker, owner) in (0..2).flat_map(|looker| [(looker, 0), (looker, 1)]) {
                for piece in kinds.clone() {
                    if self.rules.piece_rules(piece, owner as SideId).is_none() {
                        continue;
                    }
                    let mut input = Input::default();
                    for feature in Feature::ALL {
                        let rows = layout.rows_of(looker, owner, piece, feature);
                        let weight = |row: usize| within(learner.weights[row][unit], feature.weights());
                        input.set(feature, rows.map(weight).collect());
                    }
                    let both = inputs.entry((looker as SideId, piece)).or_default();
                    *(if looker == owner { &mut both.own } else { &mut both.enemy }) = input;
                }
            }
            let worth = whole(f64::from(learner.worth[unit]) / scale, WORTHS);
            Unit { worth, bias: within(learner.bias[unit], WEIGHTS), inputs }
        };
        Network { units: (0..units).map(unit).collect() }
    }

    /// How much the results of games that were learnt from, and of the others, are misjudged with the first values and with the second, by the evaluation as it is played with.
    fn told(&self, samples: &Samples, values: [&Values; 2], scale: f64) -> (Losses, Losses) {
        let worths = values.map(|values| self.worths(&samples.list, values));
        let of = |held_out: bool, worths: &[f64]| {
            let each = samples.list.iter().zip(worths).filter(|(sample, _)| is_held_out(sample) == held_out);
            mean_loss(each.map(|(sample, worth)| (scale * worth, sample.result)))
        };
        let losses = |held_out: bool| Losses { before: of(held_out, &worths[0]), after: of(held_out, &worths[1]) };
        (losses(false), losses(true))
    }
}

/// What was learnt.
struct Found {
    /// The values that it corrects.
    base: Values,
    /// The scale of the logistic function with these, by centipawn.
    scale: f64,
    /// How much these misjudge what is held out.
    nothing: f64,
    /// How much of that is left.
    loss: f64,
    /// `None` if nothing was learnt.
    learner: Option<Learner>,
}

/// Trains learners one after the other: the one that tells best what is held out, as it is after the epoch after which it does, with its loss. `None` in it if that is not better than nothing, nor than what one began with.
/// `None` when it was interrupted.
fn best_of(
    examples: &mut Examples,
    learners: Vec<Learner>,
    progress: &dyn Fn(usize, usize) -> bool,
) -> Option<(f64, Option<Learner>)> {
    let nothing = Learner::nothing(learners[0].weights.len());
    let mut least = learners.iter().map(|learner| examples.loss(learner)).fold(examples.loss(&nothing), f64::min);
    let mut best = None;
    let steps = examples.learnt.len() / BATCH;
    let epochs = EPOCHS.max(STEPS.div_ceil(steps));
    let all = epochs * learners.len();
    for (number, mut learner) in learners.into_iter().enumerate() {
        let mut slopes = nothing.clone();
        let mut adam = Adam { mean: nothing.clone(), square: nothing.clone(), steps: 0 };
        let mut random = Random::new(1);
        for epoch in 0..epochs {
            if !progress(number * epochs + epoch, all) {
                return None;
            }
            for index in (1..examples.learnt.len()).rev() {
                examples.learnt.swap(index, random.below(index + 1));
            }
            for batch in examples.learnt.chunks_exact(BATCH) {
                let left = 1.0 - adam.steps as f32 / (epochs * steps) as f32;
                examples.slopes(batch, &learner, &mut slopes);
                adam.step(&mut learner, &mut slopes, RATE * left);
            }
            let loss = examples.loss(&learner);
            if loss < least {
                (least, best) = (loss, Some(learner.clone()));
            }
        }
    }
    Some((least, best))
}

/// The returns of all positions of all games, from 0 to 1 for the first side. What searches said is brought to that scale as it tells the results best.
fn returns(samples: &Samples) -> Vec<Vec<f64>> {
    let scored = || samples.list.iter().filter_map(|sample| Some((sample.result, f64::from(samples.score(sample)?))));
    let results: Vec<f64> = scored().map(|(result, _)| result).collect();
    let scores: Vec<f64> = scored().map(|(_, score)| score).collect();
    let scale = scale_of(&results, &scores);
    let of_game = |(scores, &result): (&Vec<Option<i32>>, &f64)| {
        let mut later = result;
        let mut returns: Vec<f64> = scores
            .iter()
            .rev()
            .map(|score| {
                // A forced end is as good as the result.
                let now = score.map_or(later, |score| chance(scale * f64::from(score)));
                later = LATER * later + (1.0 - LATER) * now;
                later
            })
            .collect();
        returns.reverse();
        returns
    };
    samples.scores.iter().zip(&samples.results).map(of_game).collect()
}

fn is_held_out(sample: &Sample) -> bool {
    sample.game % HELD_OUT == HELD_OUT / 2
}
