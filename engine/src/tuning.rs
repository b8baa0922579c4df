//! Tuning: from games with their results to values that tell the results better than those derived from the rules (after P. Österlund's "Texel" method).
//!
//! The evaluation is taken as it is: how much it changes with each number is found by evaluating every position once more with that number changed, so that no
//! part of it needs formulae of its own here. It is very nearly linear in all of them, which makes the logistic loss convex: Newton's method needs a few
//! steps, and the matrix it uses tells how sure each number is. Numbers that the games say nothing about stay as they were, since being far from that costs
//! as well; how much, compared with what games tell, is decided by what tells the results of games best that were not learnt from.
//!
//! | module | concept |
//! |---|---|
//! | `parameters` | the numbers that can be tuned |
//! | `samples` | positions of games, with results |
//! | `fit` | the numbers that fit the samples best |
//! | `problem` | what has to be least: the loss, and the cost of being far |
//! | `matrix` | linear equations |
//! | `network` | a small neural network that corrects the evaluation |

mod fit;
mod matrix;
mod network;
mod parameters;
mod problem;
mod samples;

pub use fit::{Fit, Losses, Tuned};
pub use parameters::Parameter;
pub use samples::{Samples, Step};

use crate::{eval::Weights, nature::Nature};
use std::sync::Arc;
use wazir_runtime::Info;
use wazir_variant_spec::{Values, rules::Rules};

/// The tuning of one game.
pub struct Tuning {
    rules: Rules,
    info: Info,
    nature: Nature,
    /// What it begins with.
    start: Arc<Weights>,
    from: Values,
    /// Both sides have the same: what is learnt of one is true of the other.
    alike: bool,
    parameters: Vec<Parameter>,
}

impl Tuning {
    /// Of a game with these rules, to which `info` belongs. It begins with some values, and stays near them where the games say nothing.
    ///
    /// # Errors
    /// Why it cannot be tuned, for people.
    pub fn new(rules: &Rules, info: &Info, from: &Values) -> Result<Tuning, String> {
        if rules.sides.len() != 2 {
            return Err(format!("{} has {} sides; only games of two can be tuned", rules.name, rules.sides.len()));
        }
        let derived = Weights::new(rules, info, &Values::default());
        let start = Arc::new(Weights::new(rules, info, from));
        let alike = parameters::are_alike(rules, &derived, from);
        let parameters = parameters::of(rules, &derived, &start, from, alike);
        let (rules, info, nature) = (rules.clone(), info.clone(), Nature::new(rules));
        Ok(Tuning { rules, info, nature, start, from: from.clone(), alike, parameters })
    }

    /// The values with these numbers, with all that is as derived as well, and the network that there was.
    fn values(&self, numbers: &[f64]) -> Values {
        let network = self.from.network.clone();
        Values { network, ..parameters::values(&self.rules, &self.parameters, numbers) }
    }

    /// What can be tuned.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }
}
