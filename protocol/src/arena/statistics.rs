//! What results say: Elo with its error, and a sequential test.
//!
//! Games come in pairs that begin alike with sides swapped, so the pair is the sample: its score is one of five (0, 1/2, 1, 1 1/2, 2). The test is the generalised
//! sequential probability ratio test of Michel Van den Bergh in its normal approximation, with the pentanomial variance, as fishtest uses it:
//! <https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>.

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

/// What stands for a pair score that has not occurred, so that no variance is 0: fishtest's number.
const HARDLY_EVER: f64 = 1e-3;

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

    /// Mean and variance of the scores (0 to 1) of pairs, and their number. Without `regular`, what has not occurred counts as nothing.
    fn moments(&self, regular: bool) -> (f64, f64, f64) {
        let weight = |count: u64| if count == 0 && regular { HARDLY_EVER } else { count as f64 };
        let scores =
            self.pairs.iter().enumerate().map(|(half_points, &count)| (half_points as f64 / 4.0, weight(count)));
        let total: f64 = scores.clone().map(|(_, weight)| weight).sum();
        let mean = scores.clone().map(|(score, weight)| score * weight).sum::<f64>() / total.max(HARDLY_EVER);
        let variance =
            scores.map(|(score, weight)| (score - mean).powi(2) * weight).sum::<f64>() / total.max(HARDLY_EVER);
        (mean, variance, total)
    }

    /// The difference in Elo, by whole pairs; `None` before there are any.
    pub fn elo(&self) -> Option<Elo> {
        if self.pairs.iter().sum::<u64>() == 0 {
            return None;
        }
        let (mean, variance, pairs) = self.moments(false);
        // The bounds come from the regular variance: a few wins in a row are no certainty.
        let (_, regular, _) = self.moments(true);
        let error = NORMAL_95 * (variance.max(regular) / pairs).sqrt();
        Some(Elo { value: elo_of(mean), low: elo_of(mean - error), high: elo_of(mean + error) })
    }

    /// The log-likelihood ratio of two differences in Elo, the second against the first.
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        if self.pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let (mean, variance, pairs) = self.moments(true);
        let (score0, score1) = (score_of(elo0), score_of(elo1));
        pairs * (score1 - score0) * (2.0 * mean - score0 - score1) / (2.0 * variance)
    }
}

/// The difference in Elo that gives this score.
fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
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
        // Variance of a pair 1/16 a pair, 100 pairs: the score is within 0.049 of 0.75.
        assert!((elo.low - elo_of(0.701)).abs() < 0.1 && (elo.high - elo_of(0.799)).abs() < 0.1, "{elo:?}");
        assert_eq!(Standing::default().elo(), None);
        let all = Standing { wins: 20, draws: 0, losses: 0, pairs: [0, 0, 0, 0, 10] };
        assert_eq!(all.elo().unwrap().value, f64::INFINITY);
        assert!(all.elo().unwrap().low > 200.0);
    }

    #[test]
    fn the_test_ends_where_it_should() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        let (low, high) = sprt.bounds();
        assert!((high - 2.944).abs() < 0.001 && (low + 2.944).abs() < 0.001);
        // Numbers of the size that fishtest sees, with the formula written out.
        let standing = Standing { pairs: [43, 1434, 3520, 1535, 52], ..Standing::default() };
        let ratio = standing.log_likelihood_ratio(0.0, 5.0);
        let (s0, s1) = (0.5, 1.0 / (1.0 + 10_f64.powf(-5.0 / 400.0)));
        let n = 6584.0;
        let mean = (1434.0 * 0.25 + 3520.0 * 0.5 + 1535.0 * 0.75 + 52.0) / n;
        let square = (1434.0 * 0.0625 + 3520.0 * 0.25 + 1535.0 * 0.5625 + 52.0) / n;
        let expected = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * (square - mean * mean));
        assert!((ratio - expected).abs() < 1e-6, "{ratio} {expected}");
        assert_eq!(sprt.verdict(&Standing::default()), None);
        let strong = Standing { pairs: [0, 0, 10, 10, 80], ..Standing::default() };
        let few = Standing { pairs: [0, 0, 1, 1, 2], ..Standing::default() };
        assert_eq!(sprt.verdict(&few), None);
        let wide = Sprt { elo1: 100.0, ..sprt };
        assert_eq!(wide.verdict(&strong), Some(Verdict::Accepted));
        let weak = Standing { pairs: [80, 10, 10, 0, 0], ..Standing::default() };
        assert_eq!(wide.verdict(&weak), Some(Verdict::Rejected));
    }
}
