//! The machine and the interpreter agree on every game that has a program, and both on the figures that others have counted. (Compiled games and the machine are compared
//! in `conformance`, with many more positions.)

use libtest_mimic::{Arguments, Failed, Trial};
use wazir_conformance::compare::{Effort, compare};
use wazir_conformance::games::{all, dearness, interpreter};
use wazir_conformance::perft::rows_of;
use wazir_machine::Machine;
use wazir_reference::Interpreter;
use wazir_runtime::{Perft, Random, Style, Variant, playout};

type Check = fn(&str) -> Result<(), String>;

fn main() {
    let arguments = Arguments::from_args();
    let checks: [(&str, Check); 4] =
        [("games", games), ("playouts", playouts), ("figures", figures), ("damaged_fens", damaged_fens)];
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

/// Does a check with a stack on which games of large boards can be interpreted.
fn roomy(check: impl FnOnce() -> Result<(), String> + Send) -> Result<(), String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(Perft::STACK).spawn_scoped(scope, check);
        let joined = thread.map_err(|error| error.to_string())?.join();
        joined.unwrap_or_else(|_| Err("it panicked".to_string()))
    })
}

/// The game, run; or why it cannot be.
fn machine(game: &Interpreter) -> Result<Machine, String> {
    let program = wazir_program::lower(game.rules()).map_err(|refusal| refusal.to_string())?;
    Machine::new(program).map_err(|error| error.to_string())
}

/// All that can be seen of the positions of random games.
fn games(name: &str) -> Result<(), String> {
    let interpreter = interpreter(name);
    let machine = machine(&interpreter)?;
    let openings: Vec<(String, Style)> = rows_of(name).into_iter().map(|row| (row.fen, row.style)).collect();
    let positions = if is_full() { 200 } else { 40 } / dearness(interpreter.rules());
    let effort = Effort { positions: positions.max(12), plies: 60, children_every: 12 };
    compare(&interpreter, &machine, &openings, 7, effort).map(|_| ())
}

/// Equal seeds give equal random games.
fn playouts(name: &str) -> Result<(), String> {
    let interpreter = interpreter(name);
    let machine = machine(&interpreter)?;
    let plies = (if is_full() { 120 } else { 40 } / dearness(interpreter.rules())).max(10);
    let play = |game: &dyn Variant| playout(&mut *game.start().begin(), &mut Random::of_game(11, 3), plies, &|| false);
    let (run, interpreted) = (play(&machine), play(&interpreter));
    if run.is_some() && run == interpreted {
        return Ok(());
    }
    Err(format!("the random games differ:\n  run: {run:?}\n  interpreted: {interpreted:?}"))
}

/// Figures that others have counted, as far as they are counted soon.
fn figures(name: &str) -> Result<(), String> {
    let most = if is_full() { 20_000_000 } else { 300_000 };
    let rows: Vec<_> = rows_of(name).into_iter().filter(|row| row.nodes <= most).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let machine = machine(&interpreter(name))?;
    rows.iter().try_for_each(|row| {
        row.check(&machine, Perft::Bulk)?;
        row.check(&machine, Perft::Leaf)
    })
}

/// FENs with random damage: the machine takes those that the interpreter takes, and panics at none.
fn damaged_fens(name: &str) -> Result<(), String> {
    let interpreter = interpreter(name);
    let machine = machine(&interpreter)?;
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
