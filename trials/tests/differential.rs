//! The compiled trials and the interpreter agree on random games.
#![allow(missing_docs)]

#[path = "../../tests/common/differential.rs"]
mod differential;

use differential::{Effort, compare};
use wazir_reference::Interpreter;
use wazir_variant_spec::{Folder, Library};

#[test]
fn all_kinds_of_processor_play_alike() {
    let (games, plies) = if cfg!(debug_assertions) { (3, 100) } else { (50, 100) };
    wazir_trials::all_instances_agree(games, plies).unwrap_or_else(|what| panic!("{what}"));
}

#[test]
fn both_backends_play_alike() {
    let folder = Folder(concat!(env!("CARGO_MANIFEST_DIR"), "/rules").into());
    let effort = Effort { positions: if cfg!(debug_assertions) { 200 } else { 2_000 }, plies: 120, children_every: 10 };
    let all = option_env!("WAZIR_TRIALS").is_none_or(str::is_empty);
    assert!(!all || wazir_trials::variants().len() >= 12, "the trials have gone missing");
    for game in wazir_trials::variants() {
        let id = &game.info().id;
        let source = folder.find(id).unwrap_or_else(|| panic!("no rule file for {id}"));
        let rules = match wazir_variant_spec::compile(&source, &folder) {
            Ok(compiled) => compiled.rules,
            Err(diagnostics) => panic!("{}", diagnostics.render(false)),
        };
        // Unoptimised code of large boards has large stack frames.
        let play = || compare(*game, &Interpreter::new(rules), &[], 0xBEAD, effort);
        let roomy = std::thread::Builder::new().stack_size(1 << 26);
        let seen = std::thread::scope(|scope| {
            roomy.spawn_scoped(scope, play).expect("a thread").join().expect("a comparison that does not panic")
        });
        let seen = seen.unwrap_or_else(|what| panic!("{id}: {what}"));
        assert!(seen.positions > 100, "{id}: only {} positions", seen.positions);
    }
}
