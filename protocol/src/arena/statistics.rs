//! What results say: Elo with its error, and a sequential test.
//!
//! Games come in pairs that begin alike with sides swapped, so the pair is the sample: its score is one of five (0, 1/2, 1, 1 1/2, 2). The test is the generalised
//! sequential probability ratio test of Michel Van den Bergh for pentanomial results, as fishtest uses it: each difference in Elo is as likely as the likeliest distribution of pair
//! scores that has its mean (<https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>). Its normal approximation would need a variance, and a few pairs do not tell one: it
//! took two drawn games for a certainty.

/// Results as the first contestant sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Whole pairs by their score in half points: 0 to 4.
    pub pairs: [u64; 5],
}

/// The score of a game in half points, as the first contestant sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// 0.
    Lost,
    /// 1.
    Drawn,
    /// 2.
    Won,
}

/// A rating difference with the ends of its 95 % interval; infinite where nothing but wins or losses was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// 95 % of a normal distribution lie within so many deviations.
const NORMAL_95: f64 = 1.959_963_985;

/// The scores of a pair, as parts of the two points.
const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// What stands for a pair score that has not occurred, so that none is taken for impossible: fishtest's number.
const HARDLY_EVER: f64 = 1e-3;

/// How much every pair score counts as having occurred before any has, where an interval is asked for: one pair in all, so that a few pairs that are alike are no certainty.
const BEFORE_ANY: f64 = 0.2;

impl Standing {
    /// The standing after games, given by their numbers: 2n and 2n + 1 are a pair.
    pub fn of(scores: &std::collections::BTreeMap<u64, Score>) -> Standing {
        let mut standing = Standing::default();
        for (&number, &score) in scores {
            match score {
                Score::Won => standing.wins += 1,
                Score::Drawn => standing.draws += 1,
                Score::Lost => standing.losses += 1,
            }
            if number % 2 == 0
                && let Some(&other) = scores.get(&(number + 1))
            {
                standing.pairs[score as usize + other as usize] += 1;
            }
        }
        standing
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first contestant, as a part of all; one half where nothing has been played.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// Mean and variance of the scores (0 to 1) of pairs, where each has occurred by that much more often than it has. There must be some.
    fn moments(&self, more: f64) -> (f64, f64) {
        let scores = || PAIR_SCORES.iter().zip(&self.pairs).map(|(&score, &count)| (score, count as f64 + more));
        let total: f64 = scores().map(|(_, weight)| weight).sum();
        let mean = scores().map(|(score, weight)| score * weight).sum::<f64>() / total;
        let variance = scores().map(|(score, weight)| (score - mean).powi(2) * weight).sum::<f64>() / total;
        (mean, variance)
    }

    /// The difference in Elo, by whole pairs; `None` before there are any.
    pub fn elo(&self) -> Option<Elo> {
        let pairs = self.pairs.iter().sum::<u64>();
        if pairs == 0 {
            return None;
        }
        let (mean, _) = self.moments(0.0);
        let (_, variance) = self.moments(BEFORE_ANY);
        let error = NORMAL_95 * (variance / pairs as f64).sqrt();
        Some(Elo { value: elo_of(mean), low: elo_of(mean - error), high: elo_of(mean + error) })
    }

    /// The log-likelihood ratio of two differences in Elo, the second against the first.
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        if self.pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let counts = self.pairs.map(|count| (count as f64).max(HARDLY_EVER));
        let likeliest = |elo: f64| likeliest(&counts, score_of(elo));
        let both = likeliest(elo0).into_iter().zip(likeliest(elo1));
        counts.iter().zip(both).map(|(count, (chance0, chance1))| count * (chance1 / chance0).ln()).sum()
    }
}

/// How likely the pair scores are where these counts of them are as likely as they can be with that mean, which lies between 0 and 1. All counts are more than 0.
///
/// By Lagrange, each is its part of the counts divided by `1 + x (score - mean)`; the mean is right for one x, found by halving.
fn likeliest(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    let total: f64 = counts.iter().sum();
    let chances = |x: f64| std::array::from_fn(|i| counts[i] / total / (1.0 + x * (PAIR_SCORES[i] - mean)));
    // No chance is negative between these; the mean falls from one to the other.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        let chances: [f64; 5] = chances(middle);
        let off: f64 = chances.iter().zip(PAIR_SCORES).map(|(chance, score)| chance * (score - mean)).sum();
        if off > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    chances((low + high) / 2.0)
}

/// The difference in Elo that gives this score.
fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The score that a difference in Elo gives.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A sequential test of whether the first contestant is `elo1` better rather than `elo0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference that is rejected.
    pub elo0: f64,
    /// The difference that is accepted.
    pub elo1: f64,
    /// How often a contestant who is only `elo0` better may pass.
    pub alpha: f64,
    /// How often one who is `elo1` better may fail.
    pub beta: f64,
}

/// What a sequential test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first contestant is `elo1` better.
    Accepted,
    /// It is not.
    Rejected,
}

impl Sprt {
    /// The log-likelihood ratios at which the test is over.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The verdict, if there is one yet.
    pub fn verdict(&self, standing: &Standing) -> Option<Verdict> {
        let ratio = standing.log_likelihood_ratio(self.elo0, self.elo1);
        let (low, high) = self.bounds();
        match ratio {
            _ if ratio >= high => Some(Verdict::Accepted),
            _ if ratio <= low => Some(Verdict::Rejected),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn games_are_paired_by_number() {
        let scores = [(0, Score::Won), (1, Score::Lost), (2, Score::Won), (3, Score::Won), (5, Score::Drawn)];
        let standing = Standing::of(&BTreeMap::from(scores));
        assert_eq!((standing.wins, standing.draws, standing.losses), (3, 1, 1));
        assert_eq!(standing.pairs, [0, 0, 1, 0, 1]);
        assert!((standing.score() - 0.7).abs() < 1e-9);
    }

    #[test]
    fn elo_is_what_the_formula_says() {
        // 75 % is 190.85 Elo.
        let standing = Standing { wins: 150, draws: 0, losses: 50, pairs: [0, 0, 50, 0, 50] };
        let elo = standing.elo().unwrap();
        assert!((elo.value - 190.848).abs() < 0.01, "{elo:?}");
        // Variance of a pair 1/16, and a fiftieth more for the pair before any, 100 pairs: the score is within 0.04948 of 0.75.
        assert!((elo.low - elo_of(0.70052)).abs() < 0.1 && (elo.high - elo_of(0.79948)).abs() < 0.1, "{elo:?}");
        assert_eq!(Standing::default().elo(), None);
        let all = Standing { wins: 20, draws: 0, losses: 0, pairs: [0, 0, 0, 0, 10] };
        assert_eq!(all.elo().unwrap().value, f64::INFINITY);
        assert!(all.elo().unwrap().low > 200.0);
        // A pair or two tell hardly anything, also where they are alike.
        let level = Standing { wins: 2, draws: 0, losses: 2, pairs: [0, 0, 2, 0, 0] };
        let elo = level.elo().unwrap();
        assert!(elo.low < -100.0 && elo.high > 100.0, "{elo:?}");
    }

    #[test]
    fn the_test_ends_where_it_should() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        let (low, high) = sprt.bounds();
        assert!((high - 2.944).abs() < 0.001 && (low + 2.944).abs() < 0.001);
        // Numbers of the size that fishtest sees. The ratio was found by Newton's method, apart from this program.
        let standing = Standing { pairs: [43, 1434, 3520, 1535, 52], ..Standing::default() };
        let ratio = standing.log_likelihood_ratio(0.0, 5.0);
        let (s0, s1) = (0.5, 1.0 / (1.0 + 10_f64.powf(-5.0 / 400.0)));
        let n = 6584.0;
        let mean = (1434.0 * 0.25 + 3520.0 * 0.5 + 1535.0 * 0.75 + 52.0) / n;
        let square = (1434.0 * 0.0625 + 3520.0 * 0.25 + 1535.0 * 0.5625 + 52.0) / n;
        assert!((ratio - 1.372_730_194_8).abs() < 1e-6, "{ratio}");
        // The normal approximation, with the formula written out, is near where there are so many.
        let expected = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * (square - mean * mean));
        assert!((ratio - expected).abs() < 0.01 * expected.abs(), "{ratio} {expected}");
        assert_eq!(sprt.verdict(&Standing::default()), None);
        let strong = Standing { pairs: [0, 0, 10, 10, 80], ..Standing::default() };
        let few = Standing { pairs: [0, 0, 1, 1, 2], ..Standing::default() };
        assert_eq!(sprt.verdict(&few), None);
        let wide = Sprt { elo1: 100.0, ..sprt };
        assert_eq!(wide.verdict(&strong), Some(Verdict::Accepted));
        // However much alike, so few pairs decide nothing.
        for place in 0..5 {
            let mut pairs = [0; 5];
            pairs[place] = 4;
            assert_eq!(wide.verdict(&Standing { pairs, ..Standing::default() }), None, "{pairs:?}");
        }
        let weak = Standing { pairs: [80, 10, 10, 0, 0], ..Standing::default() };
        assert_eq!(wide.verdict(&weak), Some(Verdict::Rejected));
    }

    #[test]
    fn likeliest_chances_have_the_mean_that_is_asked_for() {
        for (counts, mean) in [([43.0, 1434.0, 3520.0, 1535.0, 52.0], 0.5), ([0.001, 0.001, 1.0, 0.001, 0.001], 0.7)] {
            let chances = likeliest(&counts, mean);
            let sum: f64 = chances.iter().sum();
            let found: f64 = chances.iter().zip(PAIR_SCORES).map(|(chance, score)| chance * score).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9, "{chances:?}");
        }
        // One score can only be less likely than always: 2/5 of the rest has to lie at 1.
        assert!((likeliest(&[1e-9, 1e-9, 1.0, 1e-9, 1e-9], 0.7)[2] - 0.6).abs() < 1e-3);
    }

    /// The test errs as seldom as it promises, of contestants whose games are seldom drawn.
    #[test]
    fn the_test_errs_as_seldom_as_it_says() {
        let mut random = wazir_runtime::Random::new(3);
        let sprt = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05 };
        for (elo, right) in [(0.0, Verdict::Rejected), (60.0, Verdict::Accepted)] {
            let win = score_of(elo);
            let mut wrong = 0;
            for _ in 0..400 {
                let mut standing = Standing::default();
                let verdict = loop {
                    let mut game = || 2 * usize::from(f64::from(random.below(10_000) as u32) < 10_000.0 * win);
                    let score = game() + game();
                    standing.pairs[score] += 1;
                    if let Some(verdict) = sprt.verdict(&standing) {
                        break verdict;
                    }
                };
                wrong += usize::from(verdict != right);
            }
            // 20 of 400 are promised; three deviations more are 33.
            assert!(wrong < 33, "{wrong} of 400 wrong where the difference is {elo}");
        }
    }
}
