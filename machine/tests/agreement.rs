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
    let wrong = for_each_game(|name| {
        let interpreter = interpreter(name);
        let machine = machine(&interpreter)?;
        let openings: Vec<(String, Style)> = rows_of(name).into_iter().map(|row| (row.fen, row.style)).collect();
        let positions = if is_full() { 2_000 } else { 40 } / dearness(interpreter.rules());
        let effort = Effort { positions: positions.max(12), plies: 60, children_every: 12 };
        compare(&interpreter, &machine, &openings, 7, effort).map(|_| ())
    });
    assert!(wrong.is_empty(), "{} games differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Nodes that a figure of the table may have to be counted.
fn most_nodes() -> u64 {
    if is_full() { 20_000_000 } else { 60_000 }
}

#[test]
fn figures_of_others_are_counted() {
    let counted = std::sync::atomic::AtomicUsize::new(0);
    let wrong = for_each_game(|name| {
        let rows = rows_of(name).into_iter().filter(|row| row.nodes <= most_nodes());
        let rows: Vec<_> = rows.collect();
        if rows.is_empty() {
            return Ok(());
        }
        let machine = machine(&interpreter(name))?;
        for row in rows {
            row.check(&machine, Perft::Bulk)?;
            row.check(&machine, Perft::Leaf)?;
            counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
        Ok(())
    });
    assert!(wrong.is_empty(), "{} games differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(std::env::var("WAZIR_GAMES").is_ok() || counted.into_inner() > 100);
}

/// No game of the project is left to the interpreter.
#[test]
fn every_game_has_a_program() {
    for name in all() {
        let rules = wazir_conformance::games::rules(&name);
        if let Err(refusal) = wazir_program::supported(&rules) {
            panic!("{name}: {refusal}");
        }
    }
}

/// A loaded game is a value: what it has taken is given back.
#[test]
#[cfg(target_os = "linux")]
fn games_that_are_dropped_leave_nothing() {
    let resident = || -> usize {
        let statm = std::fs::read_to_string("/proc/self/statm").expect("Linux tells how much memory there is");
        statm.split_whitespace().nth(1).and_then(|pages| pages.parse().ok()).expect("a number of pages")
    };
    let interpreter = interpreter("chess");
    let load = || machine(&interpreter).expect("chess has a program");
    for _ in 0..10 {
        drop(load());
    }
    let before = resident();
    let games = if is_full() { 10_000 } else { 200 };
    for _ in 0..games {
        let machine = load();
        assert_eq!(wazir_runtime::Variant::start(&machine).count(), 20);
    }
    // Its tables alone take a megabyte; other tests run beside this one.
    let grown = resident().saturating_sub(before) * 4 / 1024;
    assert!(grown < 150, "{games} games loaded and dropped, {grown} MiB more are in use");
}

/// FENs with random damage: the machine takes those that the interpreter takes, and panics at none.
#[test]
fn damaged_positions_are_refused_alike() {
    let wrong = for_each_game(|name| {
        let interpreter = interpreter(name);
        let machine = machine(&interpreter)?;
        let openings = rows_of(name).into_iter().map(|row| row.fen).collect();
        let tries = if is_full() { 4_000 } else { 60 };
        wazir_conformance::damage::compare_damaged_fens(&machine, &interpreter, openings, tries).map(|_| ())
    });
    assert!(wrong.is_empty(), "{} games differ:\n{}", wrong.len(), wrong.join("\n"));
}
