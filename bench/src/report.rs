//! Output: a table for people, JSON lines for programs.

use crate::{
    measure::{Failure, Measured},
    peers::{MACHINE, Mode},
    positions::Position,
};
use serde::Serialize;
use std::fs;

/// One comparison, as it is printed.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) variant: String,
    pub(crate) position: &'static str,
    pub(crate) mode: &'static str,
    pub(crate) ours_mnps: Option<f64>,
    pub(crate) peer: String,
    pub(crate) peer_mnps: Option<f64>,
    pub(crate) ratio: Option<f64>,
    pub(crate) depth: Option<u32>,
    nodes: Option<u64>,
    target_cpu: &'static str,
    /// Why there are no figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) failure: Option<String>,
    /// Where the two begin to count differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) difference: Option<String>,
}

impl Row {
    /// The row for a result.
    pub(crate) fn new(position: &Position, mode: Mode, peer: &str, result: Result<Measured, Failure>) -> Row {
        let failure = match &result {
            Ok(_) => None,
            Err(Failure::Disagreement { depth, ours, peer }) => {
                Some(format!("NOT TIMED: at depth {depth} we count {ours}, the peer {peer}"))
            }
            Err(Failure::Broken(what)) => Some(format!("NOT TIMED: {what}")),
        };
        let measured = result.ok();
        let difference = measured.and_then(|m| {
            let ((ours, peer), deeper) = (m.differ_below?, m.depth + 1);
            Some(format!("at depth {deeper} we count {ours}, the peer {peer}"))
        });
        Row {
            variant: position.variant.clone(),
            position: position.name,
            mode: mode.name(),
            ours_mnps: measured.map(|m| rounded(m.ours)),
            peer: peer.to_string(),
            peer_mnps: measured.and_then(|m| m.peer).map(rounded),
            ratio: measured.and_then(|m| Some(rounded(m.ours / m.peer?))),
            depth: measured.map(|m| m.depth),
            nodes: measured.map(|m| m.nodes),
            target_cpu: env!("BENCH_TARGET_CPU"),
            failure,
            difference,
        }
    }

    /// Do both count alike, as far as they were asked?
    pub(crate) fn agrees(&self) -> bool {
        self.failure.is_none() && self.difference.is_none()
    }
}

/// Three decimals: finer differences are noise.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// How the program was compiled.
pub(crate) fn build() -> String {
    let cpu = env!("BENCH_TARGET_CPU");
    let native = if cpu == "native" { "yes" } else { "no" };
    let pext = if cfg!(feature = "native") { "PEXT" } else { "magics" };
    format!("native: {native} (target-cpu={cpu}, cozy-chess with {pext}, {})", std::env::consts::ARCH)
}

/// The compiler it was compiled with.
pub(crate) fn compiler() -> &'static str {
    env!("BENCH_RUSTC")
}

/// The processor's name, where the system tells.
pub(crate) fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

/// Prints rows as they come, and keeps them.
pub(crate) struct Report {
    json: bool,
    rows: Vec<Row>,
}

impl Report {
    /// Nothing is printed before the first row.
    pub(crate) fn new(json: bool) -> Report {
        Report { json, rows: Vec::new() }
    }

    /// Everything measured so far.
    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Prints a row.
    pub(crate) fn add(&mut self, row: Row) {
        if self.json {
            match serde_json::to_string(&row) {
                Ok(text) => println!("{text}"),
                Err(error) => eprintln!("error: {error}"),
            }
        } else {
            if self.rows.is_empty() {
                println!(
                    "Million leaf nodes a second of thread CPU time, median, one thread. {}. {}\n",
                    processor().as_deref().unwrap_or("unknown processor"),
                    build()
                );
                println!(
                    "| game          | position   | mode | depth |       nodes |   wazir | peer            |    peer | ratio |"
                );
                println!(
                    "|---------------|------------|------|------:|------------:|--------:|-----------------|--------:|------:|"
                );
            }
            println!("{}", line(&row));
        }
        self.rows.push(row);
    }

    /// Prints what there is to say at the end.
    pub(crate) fn end(&self) {
        let (run, others): (Vec<&Row>, Vec<&Row>) = self.rows.iter().partition(|row| row.peer == MACHINE);
        if self.json {
            return;
        }
        if let Some((mean, _)) = mean_and_least(&others, |ratio| ratio) {
            let compared = others.iter().filter(|row| row.ratio.is_some()).count();
            let failed = others.iter().filter(|row| row.failure.is_some()).count();
            println!("\n{compared} compared, {failed} not; geometric mean of the ratios {mean:.2}");
        }
        for mode in [Mode::Bulk.name(), Mode::Leaf.name()] {
            let of_mode: Vec<&Row> = run.iter().copied().filter(|row| row.mode == mode).collect();
            if let Some((mean, least)) = mean_and_least(&of_mode, |ratio| 1.0 / ratio) {
                let worst = format!("{} {}", least.variant, least.position);
                let share = least.ratio.map_or(0.0, |ratio| 1.0 / ratio);
                println!(
                    "\nRun by the machine, {mode}: {mean:.3} of the compiled speed (geometric mean), at least {share:.3} ({worst})"
                );
            }
        }
    }
}

/// The geometric mean of what is made of ratios, and the row for which it is least.
fn mean_and_least<'r>(rows: &[&'r Row], figure: impl Fn(f64) -> f64) -> Option<(f64, &'r Row)> {
    let figures: Vec<(f64, &Row)> = rows.iter().filter_map(|&row| Some((figure(row.ratio?.max(1e-9)), row))).collect();
    let least = figures.iter().min_by(|a, b| a.0.total_cmp(&b.0))?.1;
    let sum: f64 = figures.iter().map(|(figure, _)| figure.ln()).sum();
    Some(((sum / figures.len() as f64).exp(), least))
}

/// A row of the table.
fn line(row: &Row) -> String {
    let start = format!("| {:13} | {:10} | {:4} |", row.variant, row.position, row.mode);
    let (Some(depth), Some(nodes), Some(ours)) = (row.depth, row.nodes, row.ours_mnps) else {
        let failure = row.failure.as_deref().unwrap_or("");
        return format!("{start}       |             |         | {:15} |         |       | {failure}", row.peer);
    };
    let measured = format!("{start} {depth:5} | {nodes:11} | {ours:7.1} |");
    match (row.peer_mnps, row.ratio) {
        (Some(peer), Some(ratio)) => {
            let difference = row.difference.as_ref().map_or(String::new(), |difference| format!(" {difference}"));
            format!("{measured} {:15} | {peer:7.1} | {ratio:5.2} |{difference}", row.peer)
        }
        _ => format!("{measured} {:15} |         |       |", "(nobody)"),
    }
}
