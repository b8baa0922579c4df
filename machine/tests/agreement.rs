//! The machine and the interpreter agree on every game that has a program, and both on the figures that others have counted.

use wazir_conformance::compare::{Effort, compare};
use wazir_conformance::games::{all, dearness, interpreter};
use wazir_conformance::perft::rows_of;
use wazir_machine::Machine;
use wazir_reference::Interpreter;
use wazir_runtime::{Perft, Style};

/// Is everything to be looked at, however long that takes?
fn is_full() -> bool {
    std::env::var("WAZIR_EFFORT").is_ok_and(|effort| effort == "full")
}

/// The game, run; or why it cannot be.
fn machine(game: &Interpreter) -> Result<Machine, String> {
    let program = wazir_program::lower(game.rules()).map_err(|refusal| refusal.to_string())?;
    Machine::new(program).map_err(|error| error.to_string())
}

/// Does something with each game on both processors; all that went wrong.
fn for_each_game(work: impl Fn(&str) -> Result<(), String> + Sync) -> Vec<String> {
    let names = all();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let wrong = std::sync::Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            std::thread::Builder::new()
                .stack_size(Perft::STACK)
                .spawn_scoped(scope, || {
                    while let Some(name) = names.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(name)));
                        let done = done.unwrap_or_else(|_| Err("it panicked".to_string()));
                        if let Err(what) = done {
                            wrong.lock().unwrap().push(format!("{name}: {what}"));
                        }
                    }
                })
                .unwrap();
        }
    });
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort();
    wrong
}

#[test]
fn games_that_are_run_are_the_games_that_are_interpreted() {
    let refused = std::sync::Mutex::new(Vec::new());
    let wrong = for_each_game(|name| {
        let interpreter = interpreter(name);
        let machine = match machine(&interpreter) {
            Ok(machine) => machine,
            Err(refusal) => {
                refused.lock().unwrap().push(format!("{name}: {refusal}"));
                return Ok(());
            }
        };
        let openings: Vec<(String, Style)> = rows_of(name).into_iter().map(|row| (row.fen, row.style)).collect();
        let positions = if is_full() { 2_000 } else { 60 } / dearness(interpreter.rules());
        let effort = Effort { positions: positions.max(20), plies: 60, children_every: 12 };
        compare(&interpreter, &machine, &openings, 7, effort).map(|_| ())
    });
    let mut refused = refused.into_inner().unwrap();
    refused.sort();
    if std::env::var("WAZIR_GAMES").is_err() {
        eprintln!("{} games without a program:\n{}", refused.len(), refused.join("\n"));
    }
    assert!(wrong.is_empty(), "{} games differ:\n{}", wrong.len(), wrong.join("\n"));
}
