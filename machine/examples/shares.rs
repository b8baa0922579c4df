//! What share of the speed of compiled games the machine reaches, game by game: `cargo run --release -p wazir-machine --example shares -- variants docs/speed.md [GAME..]` counts
//! in bulk from the start position of each game (of each file of the folder, or those named), as deep as the figures of compiled games do, and compares with these.
//! It takes CPU time, the best of several runs, and ends with the geometric mean of all shares and those that are too small.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;
use wazir_machine::Machine;
use wazir_runtime::{Perft, Variant};
use wazir_variant_spec::{Folder, Source, compile};

/// What the machine should reach of a compiled game in the mean, and in every game.
const WANTED: (f64, f64) = (0.25, 0.08);

/// So many more batches are run of each game, of which the best counts.
const BATCHES: u32 = 4;

/// CPU time of this thread in seconds where the system tells, else the time of day.
fn seconds(began: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| began.elapsed().as_secs_f64(), |ns| ns * 1e-9)
}

/// By the name of a game: how deep it was counted in bulk from its start, and how many million positions a second that were.
fn figures(text: &str) -> BTreeMap<&str, (u32, f64)> {
    let mut figures = BTreeMap::new();
    let mut game = "";
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("### ") {
            game = name.trim();
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let ["", "start", "bulk", depth, speed, ..] = cells[..]
            && let (Ok(depth), Ok(speed)) = (depth.parse(), speed.parse())
        {
            figures.entry(game).or_insert((depth, speed));
        }
    }
    figures
}

/// The name of a game, and its million positions a second at a depth of which the compiled game's is told.
fn measure(file: &Path, known: &BTreeMap<&str, (u32, f64)>) -> Result<(String, u32, f64, f64), String> {
    let source = Source::read(file).map_err(|error| error.to_string())?;
    let folder = Folder(file.parent().unwrap_or(Path::new(".")).to_path_buf());
    let rules = compile(&source, &folder).map_err(|wrong| wrong.render(false))?.rules;
    let &(depth, compiled) =
        known.get(rules.name.as_str()).ok_or_else(|| format!("no figures of {} are known", rules.name))?;
    let start = Machine::load(&rules)?.start();
    let began = Instant::now();
    // The clock of a thread moves by jerks: so many runs are taken together that these do not matter.
    let batch = |runs: u32| {
        let before = seconds(began);
        let nodes: u64 = (0..runs).map(|_| start.perft(depth, Perft::Bulk)).sum();
        (nodes as f64 / 1e6, seconds(began) - before)
    };
    let mut runs = 1;
    let (mut nodes, mut took) = batch(runs);
    while took < 0.08 {
        runs *= if took < 0.008 { 8 } else { 2 };
        (nodes, took) = batch(runs);
    }
    let mut best = nodes / took;
    // What takes long is told well enough by one run.
    for _ in 0..if took < 1.5 { BATCHES } else { 0 } {
        let (nodes, took) = batch(runs);
        best = best.max(nodes / took);
    }
    Ok((rules.id.clone(), depth, best, compiled))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("the folder of the rule files")?);
    let text = std::fs::read_to_string(arguments.next().ok_or("the figures of compiled games")?)?;
    let named: Vec<String> = arguments.collect();
    let mut files: Vec<PathBuf> = named.iter().map(|name| folder.join(name).with_extension("ron")).collect();
    if files.is_empty() {
        for entry in std::fs::read_dir(&folder)? {
            files.push(entry?.path());
        }
        files.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
        files.sort();
    }
    let known = figures(&text);
    let (mut logs, mut small) = (0.0, Vec::new());
    println!("{:20} {:>5} {:>9} {:>9} {:>6}", "game", "depth", "machine", "compiled", "share");
    for file in &files {
        let (id, depth, speed, compiled) =
            measure(file, &known).map_err(|what| format!("{}: {what}", file.display()))?;
        let share = speed / compiled;
        println!("{id:20} {depth:5} {speed:9.1} {compiled:9.1} {share:6.3}");
        logs += share.ln();
        if share < WANTED.1 {
            small.push(id);
        }
    }
    println!("geometric mean {:.3} (wanted: {})", (logs / files.len() as f64).exp(), WANTED.0);
    println!("{} of {} below {}: {}", small.len(), files.len(), WANTED.1, small.join(" "));
    Ok(())
}
