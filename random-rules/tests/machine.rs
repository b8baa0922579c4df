//! The machine against the interpreter on files composed at random, those that have no compiled form as well. `WAZIR_RANDOM_SEEDS=1..501` says which seeds; some are told one by one:
//! `WAZIR_RANDOM_SEEDS=1..501 cargo test --profile ci -p wazir-random-rules --test machine -- --nocapture`

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wazir_conformance::compare::{Effort, compare};
use wazir_conformance::games::dearness;
use wazir_conformance::odd::compare_odd_positions;
use wazir_machine::Machine;
use wazir_random_rules::{FIXED, Made, make};

/// Positions of random games, and some that no game reaches.
const POSITIONS: usize = 300;
const ODD: usize = 40;

/// What has become of one file.
enum Fate {
    Agreed,
    /// The machine has no program for it: why.
    Refused(String),
    Differs(String),
}

fn seeds() -> Vec<u64> {
    // Some seeds take minutes; those that are compiled in the tests are quick.
    let Ok(text) = std::env::var("WAZIR_RANDOM_SEEDS") else { return FIXED.to_vec() };
    let seeds = text.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?..to.parse().ok()?).collect()));
    seeds.unwrap_or_else(|| panic!("WAZIR_RANDOM_SEEDS: expected seeds as in 1..100, found `{text}`"))
}

fn fate(made: &Made) -> Fate {
    let machine = match Machine::load(made.game.rules()) {
        Ok(machine) => machine,
        Err(why) => return Fate::Refused(why),
    };
    let dearness = dearness(made.game.rules());
    let effort = Effort { positions: (POSITIONS / dearness).max(60), plies: 100, children_every: 12 };
    let compared = || {
        compare(&machine, &made.game, &[], 0x5EED, effort)?;
        compare_odd_positions(made.game.rules(), &machine, &made.game, (ODD / dearness).max(10))
    };
    match catch_unwind(AssertUnwindSafe(compared)) {
        Ok(Ok(_)) => Fate::Agreed,
        Ok(Err(what)) => Fate::Differs(what),
        Err(_) => Fate::Differs("it panicked".to_string()),
    }
}

#[test]
fn the_machine_and_the_interpreter_agree() {
    let (mut agreed, mut refused, mut differ) = (0, BTreeMap::<String, Vec<u64>>::new(), Vec::new());
    for seed in seeds() {
        // Deep turns recurse.
        let one = std::thread::Builder::new().stack_size(1 << 26).spawn(move || fate(&make(seed)));
        match one.expect("a thread can be started").join().expect("the file can be made") {
            Fate::Agreed => agreed += 1,
            Fate::Refused(why) => refused.entry(why).or_default().push(seed),
            Fate::Differs(what) => {
                println!("seed {seed}: {what}");
                differ.push(seed);
            }
        }
    }
    println!("{agreed} files agree; without a program: {refused:?}; they differ on {differ:?}");
    assert!(differ.is_empty(), "they differ on the files of the seeds {differ:?}");
    assert!(agreed > 0, "nothing was compared");
}
