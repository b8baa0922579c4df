//! What the search leaves out and ought not to: `cargo run --release -p wazir-engine --example audit -- GAME [POSITIONS] [NODES]`.
//!
//! Plays the game against itself and has the search of each position audited: of the moves that it leaves out, or searches less deep, one of 64 is searched to the full depth after all. Prints for each
//! technique, depth and kind of node how many of these are better than what the node had (wrong). The game is run by the machine.

use std::{collections::BTreeMap, env, path::Path, process::ExitCode, sync::Arc};
use wazir_engine::{Audit, Limits, Line, Opened, Stop, Tally};
use wazir_reference::Interpreter;
use wazir_runtime::Random;
use wazir_variant_spec::{Folder, Library, Values, compile, values::ValuesFolder};

/// Of so many moves that are left out one is looked at.
const EVERY: u64 = 64;

/// Plies by chance at the beginning of a game, and at most after them.
const OPENING: usize = 8;
const LONGEST: usize = 160;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |index: usize, otherwise: u64| match arguments.get(index) {
        None => Ok(otherwise),
        Some(text) => text.parse().map_err(|error| format!("`{text}`: {error}")),
    };
    let Some(game) = arguments.first() else {
        eprintln!("usage: audit GAME [POSITIONS (300)] [NODES (20000)]");
        return ExitCode::FAILURE;
    };
    let result = number(1, 300).and_then(|positions| number(2, 20_000).map(|nodes| (positions, nodes)));
    match result.and_then(|(positions, nodes)| audit(game, positions, nodes)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn audit(id: &str, positions: u64, nodes: u64) -> Result<(), String> {
    let folder = Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants"));
    let source = folder.find(id).ok_or_else(|| format!("there are no rules of {id}"))?;
    let rules = compile(&source, &folder).map_err(|_| format!("the rules of {id} are wrong"))?.rules;
    let tuned = ValuesFolder(folder.0.clone());
    let values = match tuned.find(id) {
        Some(file) => Values::read_over(&file, &rules, &tuned).map_err(|wrong| wrong.render(false))?,
        None => Values::default(),
    };
    let game = Interpreter::new(rules).map_err(|error| error.to_string())?;
    let opened = Opened::without_code(source, game, values.clone());
    let (audit, mut random) = (Arc::new(Audit::new(EVERY)), Random::new(1));
    let mut engine = (opened.engine)();
    engine.set_values(&values);
    engine.set_audit(Some(audit.clone()));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut done = 0;
    while done < positions {
        let mut line = Line { start: opened.variant.start().setup(), moves: Vec::new() };
        let mut game = opened.variant.start();
        engine.new_game();
        for ply in 0..LONGEST {
            let legal = game.legal_moves();
            if game.outcome().is_some() || legal.is_empty() || done == positions {
                break;
            }
            let mv = if ply < OPENING {
                legal[random.below(legal.len())]
            } else {
                let found =
                    engine.search(&line, &limits, &Stop::new(), &mut |_| {}).map_err(|error| error.to_string())?;
                done += 1;
                let Some(best) = found.best else { break };
                best
            };
            game.play(mv).map_err(|error| error.to_string())?;
            line.moves.push(mv);
        }
    }
    print(&audit);
    Ok(())
}

fn print(audit: &Audit) {
    let mut rows: BTreeMap<String, Tally> = BTreeMap::new();
    for (case, tally) in audit.tallies() {
        let checks = if case.checks { "check" } else { "" };
        let node = format!("{:?}", case.node);
        let name = format!("{:22} depth {:2} {node:5} {checks}", case.technique.name(), case.depth);
        let total = format!("{:22} all      {:5} {checks}", case.technique.name(), "");
        for name in [name, total] {
            let row = rows.entry(name).or_default();
            row.looked_at += tally.looked_at;
            row.wrong += tally.wrong;
            row.refuting += tally.refuting;
        }
    }
    println!("{:45} looked at  wrong of 1000", "technique");
    for (name, tally) in rows {
        println!(
            "{name:45} {:9} {:14.1}",
            tally.looked_at,
            1000.0 * tally.wrong as f64 / tally.looked_at.max(1) as f64
        );
    }
}
