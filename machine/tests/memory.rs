//! A loaded game is a value: what it has taken is given back. (By itself, so that nobody else takes memory meanwhile.)
#![cfg(target_os = "linux")]

use wazir_machine::Machine;
use wazir_runtime::Variant;

/// The memory of this process in KiB.
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").expect("Linux tells how much memory there is");
    4 * statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<usize>().ok()).expect("a number of pages")
}

#[test]
fn ten_thousand_games_that_are_dropped_leave_nothing() {
    let rules = ["chess", "xiangqi", "ataxx", "tictactoe"].map(wazir_conformance::games::rules);
    let load = |number: usize| Machine::load(&rules[number % rules.len()]).expect("it has a program");
    (0..100).for_each(|number| drop(load(number)));
    let before = resident();
    for number in 0..10_000 {
        let machine = load(number);
        assert!(machine.info().squares() > 0);
    }
    let grown = resident().saturating_sub(before);
    // The tables of one game of chess take more.
    assert!(grown < 2_000, "10,000 games loaded and dropped, {grown} KiB more are in use");
}
