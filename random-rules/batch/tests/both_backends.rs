//! Each game as a test of its own: generated code, the interpreter and the machine play the same random games.

use libtest_mimic::{Arguments, Failed, Trial};
use wazir_conformance::compare::{Effort, compare};
use wazir_conformance::games::dearness;
use wazir_conformance::odd::compare_odd_positions;
use wazir_conformance::roomy;
use wazir_machine::Machine;
use wazir_random_rules::Alone;
use wazir_random_rules_batch::{Game, games};
use wazir_reference::Interpreter;
use wazir_runtime::Bmi2;
use wazir_variant_spec::Source;

/// Positions of random games.
const POSITIONS: usize = 300;

/// Positions that no game reaches.
const ODD: usize = 40;

fn main() {
    let arguments = Arguments::from_args();
    let trials = games().iter().map(|game| Trial::test(game.name, move || roomy(|| agree(game)).map_err(Failed::from)));
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn agree(game: &Game) -> Result<(), String> {
    let interpreter = interpreter(game);
    let dearness = dearness(interpreter.rules());
    let effort = Effort { positions: (POSITIONS / dearness).max(60), plies: 100, children_every: 12 };
    let seen = compare(game.compiled, &interpreter, &[], 0x5EED, effort)?;
    let odd = compare_odd_positions(interpreter.rules(), game.compiled, &interpreter, (ODD / dearness).max(10))?;
    let by_machine = |what: String| format!("the machine: {what}");
    let machine = Machine::load(interpreter.rules()).map_err(by_machine)?;
    compare(&machine, &interpreter, &[], 0x5EED, effort).map_err(by_machine)?;
    let odd_for_machine = (ODD / dearness).max(10);
    compare_odd_positions(interpreter.rules(), &machine, &interpreter, odd_for_machine).map_err(by_machine)?;
    let instances = if Bmi2::detect().is_some() { (game.instances)(2, 20)? } else { 0 };
    println!("{}: {seen:?}, {odd} odd positions, {instances} in all instances", game.name);
    Ok(())
}

fn interpreter(game: &Game) -> Interpreter {
    let source = Source { file: format!("{}.ron", game.name), text: game.text.to_string() };
    match wazir_reference::compile(&source, &Alone) {
        Ok(checked) => checked.game,
        Err(diagnostics) => panic!("{}", diagnostics.render(false)),
    }
}
