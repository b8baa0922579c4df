//! The machine against the interpreter on files composed at random, those that have no compiled form as well. `WAZIR_RANDOM_SEEDS=1..501` says which seeds; some are told one by one:
//! `WAZIR_RANDOM_SEEDS=1..501 cargo test --profile ci -p wazir-random-rules --test machine -- --nocapture`

use std::collections::BTreeMap;
use wazir_conformance::compare::{Effort, compare};
use wazir_conformance::games::dearness;
use wazir_conformance::odd::compare_odd_positions;
use wazir_conformance::roomy;
use wazir_machine::Machine;
use wazir_random_rules::{FIXED, Made, make};

/// Positions of random games, and some that no game reaches.
const POSITIONS: usize = 300;
const ODD: usize = 40;

fn seeds() -> Vec<u64> {
    // Some seeds take minutes; those that are compiled in the tests are quick.
    let Ok(text) = std::env::var("WAZIR_RANDOM_SEEDS") else { return FIXED.to_vec() };
    let seeds = text.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?..to.parse().ok()?).collect()));
    seeds.unwrap_or_else(|| panic!("WAZIR_RANDOM_SEEDS: expected seeds as in 1..100, found `{text}`"))
}

/// Compares both on a file; why the machine has no program for it, where it has none.
fn compare_both(made: &Made) -> Result<Option<String>, String> {
    let machine = match Machine::load(made.game.rules()) {
        Ok(machine) => machine,
        Err(why) => return Ok(Some(why)),
    };
    let dearness = dearness(made.game.rules());
    let effort = Effort { positions: (POSITIONS / dearness).max(60), plies: 100, children_every: 12 };
    compare(&machine, &made.game, &[], 0x5EED, effort)?;
    compare_odd_positions(made.game.rules(), &machine, &made.game, (ODD / dearness).max(10))?;
    Ok(None)
}

#[test]
fn the_machine_and_the_interpreter_agree() {
    let (mut agreed, mut refused, mut differ) = (0, BTreeMap::<String, Vec<u64>>::new(), Vec::new());
    for seed in seeds() {
        let mut refusal = None;
        let compared = roomy(|| {
            refusal = compare_both(&make(seed))?;
            Ok(())
        });
        match (compared, refusal) {
            (Ok(()), None) => agreed += 1,
            (Ok(()), Some(why)) => refused.entry(why).or_default().push(seed),
            (Err(what), _) => {
                println!("seed {seed}: {what}");
                differ.push(seed);
            }
        }
    }
    println!("{agreed} files agree; without a program: {refused:?}; they differ on {differ:?}");
    assert!(differ.is_empty(), "they differ on the files of the seeds {differ:?}");
    assert!(agreed > 0, "nothing was compared");
}
