//! Learning a [`Network`]: a small neural network that corrects the evaluation, from positions of games and what searches said of them.
//!
//! The network adds to what the evaluation says, which is taken as it is. It begins with small random numbers, and once more with the network that there is already, if there is one; what tells more
//! of what is held out counts. What a position should be told to be worth is what the searches of this and the following moves of the game said, the later the less, and in the end the result: the
//! return of temporal-difference learning (R. Sutton's TD(lambda), as J. Baxter, A. Tridgell and L. Weaver used it for chess, <https://arxiv.org/abs/cs/9901002>). Results alone are too noisy:
//! networks that told them best lost matches; searches alone say little that the evaluation does not. Descent is stochastic (Adam, with decoupled weight decay). A tenth of the games is held out: of
//! all epochs the one is taken after which their returns are told best, and if that is none of them, nothing is learnt. Pieces count by their rank and by their file, not by each square, so that a few
//! thousand games are enough. `docs/engine.md` has what was measured.

use super::{
    Tuning,
    fit::{Fit, Losses, mean_loss, scale_of},
    problem::chance,
    samples::{Sample, Samples},
};
use crate::{
    board::Content,
    eval::{ATTACK_INPUTS, Accumulator, AttackInputs},
};
use std::{collections::BTreeMap, ops::Range};
use wazir_runtime::{PieceId, Random, SideId, Square};
use wazir_variant_spec::{
    Values, limits,
    rules::Rules,
    values::{
        ATTACK_WEIGHTS, EXPOSURES, Input, Inputs, Lines, Network, ON, STANDINGS, Share, Standings, TURNS, UNITS, Unit,
        WEIGHTS, WORTHS, lines_of, numbers_of_lines,
    },
};

/// How often all positions are gone through, at least.
const EPOCHS: usize = 8;

/// Steps, at least: of few positions more epochs are needed, of which the best is taken.
const STEPS: usize = 3000;

/// Positions of a step.
const BATCH: usize = 1024;

/// How far the first steps go; afterwards less and less, down to nothing.
const RATE: f32 = 0.001;

/// The part of a weight that is lost in a step of length one.
const DECAY: f32 = 0.1;

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

/// The rows of the network's input: what a piece adds by its rank, its file, how it stands to the royal of the side that looks and to that of the other side, in hand, or by what attacks tell of it.
struct Layout {
    kinds: usize,
    /// One for each side that looks, or one for both, where they have the same.
    groups: usize,
    /// Ranks and files of the board as each side sees it.
    lines: [(usize, usize); 2],
    /// Rank and file of each square, as each side sees it.
    of_square: [Vec<(usize, usize)>; 2],
    to_royals: Standings,
    /// The royal types of each side.
    royals: [Vec<PieceId>; 2],
    /// Attacks are looked at in this game.
    attacks: bool,
}

/// Where the rows of a type begin, of which there is one for each number of an [`Input`].
struct Rows {
    ranks: usize,
    files: usize,
    own_royal: usize,
    enemy_royal: usize,
    hand: usize,
    /// What attacks tell: how it is exposed, then whether it could give check.
    attacks: usize,
}

impl Layout {
    fn new(rules: &Rules, alike: bool, attacks: bool) -> Layout {
        let squares = rules.board.squares();
        let seen = |side: SideId| (0..squares).map(|square| lines_of(rules, side, square)).collect();
        Layout {
            kinds: rules.pieces.len(),
            groups: if alike { 1 } else { 2 },
            lines: [numbers_of_lines(rules, 0), numbers_of_lines(rules, 1)],
            of_square: [seen(0), seen(1)],
            to_royals: Standings::new(rules),
            royals: [0, 1].map(|side| rules.royal_types(side)),
            attacks,
        }
    }

    /// Rows of one type.
    fn span(&self) -> usize {
        let attacks = if self.attacks { ATTACK_INPUTS } else { 0 };
        let of_side = |(ranks, files): (usize, usize)| ranks + files + self.standings() + 1 + attacks;
        of_side(self.lines[0]).max(of_side(self.lines[1]))
    }

    /// Rows of one type by how it stands to royals: to those of the side that looks, then to those of the other side.
    fn standings(&self) -> usize {
        let is_there = self.royals.iter().any(|royals| !royals.is_empty());
        if is_there { 2 * STANDINGS } else { 0 }
    }

    /// How many numbers, names and brackets a unit is in a file.
    fn values_of_a_unit(&self) -> usize {
        // Beside the numbers: the six lists, what has them, and its name.
        self.groups * (2 * self.kinds * (self.span() + 8) + 2 * self.kinds) + 4
    }

    fn rows(&self) -> usize {
        self.groups * 2 * self.kinds * self.span()
    }

    /// The rows of a type of an owner, for a side that looks.
    fn rows_of(&self, looker: usize, owner: usize, piece: PieceId) -> Rows {
        let group = looker % self.groups;
        let enemy = usize::from(looker != owner);
        let (in_ranks, in_files) = self.lines[looker];
        let ranks = ((group * 2 + enemy) * self.kinds + piece as usize) * self.span();
        let files = ranks + in_ranks;
        let own_royal = files + in_files;
        let hand = own_royal + self.standings();
        Rows { ranks, files, own_royal, enemy_royal: own_royal + STANDINGS, hand, attacks: hand + 1 }
    }

    /// Where the only royal of a side is, if it has just one.
    fn only_royal(&self, side: usize, sample: &Sample) -> Option<Square> {
        let is_royal = |content| matches!(content, Content::Piece(owner, piece) if owner as usize == side && self.royals[side].contains(&piece));
        let mut royals = sample.contents.squares.iter().filter(|(_, content)| is_royal(*content));
        royals.next().filter(|_| royals.next().is_none()).map(|&(square, _)| square)
    }

    /// The rows that are on in a position of which attacks tell `inputs`, as a side sees it.
    fn add(&self, looker: usize, sample: &Sample, inputs: &AttackInputs, rows: &mut Vec<u16>) {
        let [own, enemy] = [looker, 1 - looker].map(|side| self.only_royal(side, sample));
        for &(square, content) in &sample.contents.squares {
            let Content::Piece(owner, piece) = content else { continue };
            let of = self.rows_of(looker, owner as usize, piece);
            let (rank, file) = self.of_square[looker][square as usize];
            rows.push((of.ranks + rank) as u16);
            rows.push((of.files + file) as u16);
            for (first, royal) in [(of.own_royal, own), (of.enemy_royal, enemy)] {
                let standing = royal.map(|royal| self.to_royals.of(looker as SideId, square, royal));
                rows.extend(standing.map(|standing| (first + standing) as u16));
            }
        }
        for &(owner, piece, count) in &sample.contents.hands {
            let row = self.rows_of(looker, owner as usize, piece).hand;
            rows.extend(std::iter::repeat_n(row as u16, count as usize));
        }
        for input in inputs {
            let (owner, piece) = (input.kind / self.kinds, (input.kind % self.kinds) as PieceId);
            let first = self.rows_of(looker, owner, piece).attacks;
            rows.push((first + input.told.index(owner != sample.turn as usize)) as u16);
        }
    }
}

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

/// What is learnt: the hidden layer's weights and biases, and what it is worth, as the logistic function takes them. Or as many numbers about these: their slopes, and what is remembered of slopes.
#[derive(Clone)]
struct Learner {
    weights: Vec<[f32; UNITS]>,
    bias: [f32; UNITS],
    worth: [f32; UNITS],
}

impl Learner {
    /// So many units of small random numbers, for the rows that are on in some position; nothing will be learnt of the others.
    fn new(seen: &[bool], units: usize) -> Learner {
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
    fn take_over(&mut self, units: &[Unit], layout: &Layout, scale: f64) {
        let part = |whole: i16| f32::from(whole) / f32::from(ON);
        for (index, unit) in units.iter().enumerate() {
            self.bias[index] = part(unit.bias);
            self.worth[index] = (f64::from(unit.worth) * scale) as f32;
            self.weights.iter_mut().for_each(|column| column[index] = 0.0);
            for (&(looker, piece), inputs) in &unit.inputs {
                let looker = looker as usize;
                for (owner, input) in [(looker, &inputs.own), (1 - looker, &inputs.enemy)] {
                    let of = layout.rows_of(looker, owner, piece);
                    let lists = [
                        (of.ranks, &input.lines.ranks[..]),
                        (of.files, &input.lines.files),
                        (of.own_royal, &input.own_royal),
                        (of.enemy_royal, &input.enemy_royal),
                        (of.hand, &[input.hand]),
                        (of.attacks, &input.exposed),
                        (of.attacks + EXPOSURES, &input.check),
                    ];
                    for (from, list) in lists {
                        for (row, &weight) in (from..).zip(list) {
                            self.weights[row][index] = part(weight);
                        }
                    }
                }
            }
        }
    }

    fn nothing(rows: usize) -> Learner {
        Learner { weights: vec![[0.0; UNITS]; rows], bias: [0.0; UNITS], worth: [0.0; UNITS] }
    }

    fn columns(&mut self) -> impl Iterator<Item = &mut [f32; UNITS]> {
        self.weights.iter_mut().chain([&mut self.bias, &mut self.worth])
    }

    /// What the units add up to for a side that sees these rows.
    fn sums(&self, rows: &[u16]) -> [f32; UNITS] {
        let mut sums = self.bias;
        for &row in rows {
            sums.iter_mut().zip(&self.weights[row as usize]).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }

    /// What the network adds for the first side.
    fn adds(&self, [first, second]: &[[f32; UNITS]; 2]) -> f32 {
        (0..UNITS).map(|unit| self.worth[unit] * (first[unit].clamp(0.0, 1.0) - second[unit].clamp(0.0, 1.0))).sum()
    }

    fn clear(&mut self) {
        self.columns().for_each(|column| *column = [0.0; UNITS]);
    }

    /// Adds the slopes of a learner's loss in an example of which so much too much is said.
    fn add_slopes(&mut self, learner: &Learner, sums: &[[f32; UNITS]; 2], rows: [&[u16]; 2], off: f32) {
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
struct Adam {
    mean: Learner,
    square: Learner,
    steps: i32,
}

impl Adam {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;

    fn step(&mut self, learner: &mut Learner, slopes: &mut Learner, rate: f32) {
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
    /// Values with the network that corrects those best that the tuning began with; learnt anew or on from the network that these had, whichever tells more of what is held out. Threats and king safety,
    /// of which attacks tell the network as well, are left out of the values if it tells as much without. `progress` hears how much of how much is done, and returns false to have it end: then
    /// there is no fit.
    ///
    /// # Errors
    /// What is missing, for people.
    pub fn learn_network(
        &self,
        samples: &Samples,
        progress: &dyn Fn(usize, usize) -> bool,
    ) -> Result<Option<Fit>, String> {
        let layout = Layout::new(&self.rules, self.alike, self.start.influence.is_some());
        let mut examples = self.examples(samples, &layout);
        if examples.learnt.len() < BATCH || examples.held_out.is_empty() {
            let (positions, games) = (examples.learnt.len(), samples.games());
            return Err(format!(
                "{games} games with {positions} quiet positions of which a search has said something are too few to learn a network from; at least {BATCH} are needed"
            ));
        }
        // So that the file can be read.
        let units = (MOST_VALUES / layout.values_of_a_unit()).min(UNITS);
        if units == 0 {
            return Err(format!("{} has too many types of pieces for a network", self.rules.name));
        }
        let results: Vec<f64> = samples.list.iter().map(|sample| sample.result).collect();
        let bases = self.bases(&layout);
        let mut best: Option<Found> = None;
        for (number, base) in bases.iter().enumerate() {
            let worths = self.worths(&samples.list, &Values { network: None, ..base.clone() });
            let scale = scale_of(&results, &worths);
            examples.say(&worths, scale);
            let mut learners = vec![Learner::new(&examples.seen(layout.rows()), units)];
            if let Some(network) = &self.from.network {
                let mut on = learners[0].clone();
                on.take_over(&network.units[..network.units.len().min(units)], &layout, scale);
                learners.push(on);
            }
            let part = |done: usize, all: usize| progress(number * all + done, bases.len() * all);
            let Some((loss, learner)) = best_of(&mut examples, learners, &part) else { return Ok(None) };
            let gained = examples.loss(&Learner::nothing(layout.rows())) - loss;
            if best.as_ref().is_none_or(|best| learner.is_some() && loss <= best.loss + SPARED * gained) {
                best = Some(Found { base, scale, loss, learner });
            }
        }
        let Some(Found { base, scale, learner, .. }) = best else { return Ok(None) };
        let values = match learner {
            // How games end by scores was counted with other scores.
            Some(learner) => {
                let network = self.network(&layout, &learner, units, scale);
                Values { network: Some(network), outcomes: None, ..base.clone() }
            }
            None => self.from.clone(),
        };
        let (learnt, others) = self.told(samples, [&self.from, &values], scale);
        Ok(Some(Fit { values, tuned: Vec::new(), learnt, others, tenfold: std::f64::consts::LN_10 / scale }))
    }

    /// The values that a network may correct: those that the tuning began with, and these without the parts of which attacks tell the network as well.
    fn bases(&self, layout: &Layout) -> Vec<Values> {
        let mut bases = vec![self.from.clone()];
        let told = [Share::Threats, Share::KingSafety];
        if layout.attacks && told.iter().any(|&share| self.from.percent(share) != 0) {
            let mut lean = self.from.clone();
            lean.shares.extend(told.map(|share| (share, 0)));
            bases.push(lean);
        }
        bases
    }

    /// The positions of which a search has said something, in the order of the samples. Nothing is said of them yet.
    fn examples(&self, samples: &Samples, layout: &Layout) -> Examples {
        let returns = returns(samples);
        let mut examples = Examples { rows: Vec::new(), learnt: Vec::new(), held_out: Vec::new() };
        for (index, sample) in samples.list.iter().enumerate() {
            if samples.score(sample).is_none_or(|score| score.abs() >= DECIDED) {
                continue;
            }
            let inputs = Accumulator::with(&self.start, &sample.contents).attack_inputs();
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
        let weight = |weight: f32| within(weight, WEIGHTS);
        let unit = |unit: usize| {
            let mut inputs: BTreeMap<(SideId, PieceId), Inputs> = BTreeMap::new();
            for looker in 0..2 {
                let (ranks, files) = layout.lines[looker];
                let kinds = 0..layout.kinds as PieceId;
                for (owner, piece) in (0..2).flat_map(|owner| kinds.clone().map(move |piece| (owner, piece))) {
                    if self.rules.piece_rules(piece, owner as SideId).is_none() {
                        continue;
                    }
                    let of = layout.rows_of(looker, owner, piece);
                    // As it is read back: what adds nothing is not in the file.
                    let within = |rows: Range<usize>, limits: (i16, i16)| {
                        let list: Vec<i16> = rows.map(|row| within(learner.weights[row][unit], limits)).collect();
                        if list.iter().all(|&weight| weight == 0) { Vec::new() } else { list }
                    };
                    let list = |from: usize, count: usize| within(from..from + count, WEIGHTS);
                    let royal = |first: usize, side: usize| {
                        let count = if layout.royals[side].is_empty() { 0 } else { STANDINGS };
                        list(first, count)
                    };
                    let told = |from: usize, count: usize| {
                        within(from..from + if layout.attacks { count } else { 0 }, ATTACK_WEIGHTS)
                    };
                    let input = Input {
                        lines: Lines { ranks: list(of.ranks, ranks), files: list(of.files, files) },
                        own_royal: royal(of.own_royal, looker),
                        enemy_royal: royal(of.enemy_royal, 1 - looker),
                        hand: if self.rules.has_hands() { weight(learner.weights[of.hand][unit]) } else { 0 },
                        exposed: told(of.attacks, EXPOSURES),
                        check: told(of.attacks + EXPOSURES, TURNS),
                    };
                    let both = inputs.entry((looker as SideId, piece)).or_default();
                    *(if looker == owner { &mut both.own } else { &mut both.enemy }) = input;
                }
            }
            let worth = whole(f64::from(learner.worth[unit]) / scale, WORTHS);
            Unit { worth, bias: weight(learner.bias[unit]), inputs }
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

/// What was learnt best so far.
struct Found<'a> {
    /// The values that it corrects.
    base: &'a Values,
    /// The scale of the logistic function with these, by centipawn.
    scale: f64,
    /// How much it misjudges what is held out.
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
