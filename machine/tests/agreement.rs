//! The machine and the interpreter agree on every game that has a program. (In `conformance` the machine is compared with compiled games, and counts the figures of others.)

use libtest_mimic::{Arguments, Failed, Trial};
use wazir_conformance::compare::{Effort, compare};
use wazir_conformance::games::{all, dearness, interpreter};
use wazir_conformance::perft::rows_of;
use wazir_conformance::roomy;
use wazir_machine::Machine;
use wazir_runtime::{Random, Style, Variant, playout};

type Check = fn(&str) -> Result<(), String>;

fn main() {
    let arguments = Arguments::from_args();
    let checks: [(&str, Check); 3] = [("games", games), ("playouts", playouts), ("damaged_fens", damaged_fens)];
    let mut trials = Vec::new();
    for (kind, check) in checks {
        trials.extend(
            all().into_iter().map(|name| {
                Trial::test(format!("{kind}::{name}"), move || roomy(|| check(&name)).map_err(Failed::from))
            }),
        );
    }
    trials.push(Trial::test("every_game_has_a_program", every_game_has_a_program));
    libtest_mimic::run(&arguments, trials).exit();
}

/// Is everything to be looked at, however long that takes?
fn is_full() -> bool {
    std::env::var("WAZIR_EFFORT").is_ok_and(|effort| effort == "full")
}

/// All that can be seen of the positions of random games.
fn games(name: &str) -> Result<(), String> {
    let interpreter = interpreter(name);
    let machine = Machine::load(interpreter.rules())?;
    let openings: Vec<(String, Style)> = rows_of(name).into_iter().map(|row| (row.fen, row.style)).collect();
    let positions = if is_full() { 200 } else { 40 } / dearness(interpreter.rules());
    let effort = Effort { positions: positions.max(12), plies: 60, children_every: 12 };
    compare(&interpreter, &machine, &openings, 7, effort).map(|_| ())
}

/// Equal seeds give equal random games.
fn playouts(name: &str) -> Result<(), String> {
    let interpreter = interpreter(name);
    let machine = Machine::load(interpreter.rules())?;
    let plies = (if is_full() { 120 } else { 40 } / dearness(interpreter.rules())).max(10);
    let play = |game: &dyn Variant| playout(&mut *game.start().begin(), &mut Random::of_game(11, 3), plies, &|| false);
    let (run, interpreted) = (play(&machine), play(&interpreter));
    if run.is_some() && run == interpreted {
        return Ok(());
    }
    Err(format!("the random games differ:\n  run: {run:?}\n  interpreted: {interpreted:?}"))
}

/// FENs with random damage: the machine takes those that the interpreter takes, and panics at none.
fn damaged_fens(name: &str) -> Result<(), String> {
    let interpreter = interpreter(name);
    let machine = Machine::load(interpreter.rules())?;
    let openings = rows_of(name).into_iter().map(|row| row.fen).collect();
    let tries = if is_full() { 400 } else { 60 };
    wazir_conformance::damage::compare_damaged_fens(&machine, &interpreter, openings, tries).map(|_| ())
}

/// No game of the project is left to the interpreter.
fn every_game_has_a_program() -> Result<(), Failed> {
    for name in all() {
        let rules = wazir_conformance::games::rules(&name);
        wazir_program::supported(&rules).map_err(|refusal| format!("{name}: {refusal}"))?;
    }
    Ok(())
}
