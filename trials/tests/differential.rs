//! The compiled trials and the interpreter agree on random games.
#![allow(missing_docs)]

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/common/differential.rs"]
mod differential;

use common::in_parallel;
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
    let effort = Effort { positions: if cfg!(debug_assertions) { 200 } else { 1_000 }, plies: 120, children_every: 10 };
    let all = option_env!("WAZIR_TRIALS").is_none_or(str::is_empty);
    assert!(!all || wazir_trials::variants().len() >= 12, "the trials have gone missing");
    let results = in_parallel(wazir_trials::variants(), |game| {
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
        match seen {
            Ok(seen) if seen.positions > 100 => None,
            Ok(seen) => Some(format!("{id}: only {} positions", seen.positions)),
            Err(what) => Some(format!("{id}: {what}")),
        }
    });
    let wrong: Vec<String> = results.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} trials are wrong:\n\n{}", wrong.len(), wrong.join("\n\n"));
}
