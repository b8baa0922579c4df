//! Output: a table for people, JSON lines for programs.

use crate::{
    measure::{Failure, Measured},
    peers::Mode,
    positions::Position,
};
use serde::Serialize;
use std::fs;

/// One comparison, as it is printed.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    variant: String,
    position: &'static str,
    mode: &'static str,
    ours_mnps: Option<f64>,
    peer: String,
    peer_mnps: Option<f64>,
    ratio: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    target_cpu: &'static str,
    /// Why there are no figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) failure: Option<String>,
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
        Row {
            variant: position.variant.clone(),
            position: position.name,
            mode: mode.name(),
            ours_mnps: measured.map(|m| rounded(m.ours)),
            peer: peer.to_string(),
            peer_mnps: measured.map(|m| rounded(m.peer)),
            ratio: measured.map(|m| rounded(m.ours / m.peer)),
            depth: measured.map(|m| m.depth),
            nodes: measured.map(|m| m.nodes),
            target_cpu: env!("BENCH_TARGET_CPU"),
            failure,
        }
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

/// The processor's name, where the system tells.
fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

/// Prints rows as they come.
pub(crate) struct Report {
    json: bool,
    rows: usize,
    ratios: Vec<f64>,
}

impl Report {
    /// Nothing is printed before the first row.
    pub(crate) fn new(json: bool) -> Report {
        Report { json, rows: 0, ratios: Vec::new() }
    }

    /// Prints a row.
    pub(crate) fn add(&mut self, row: &Row) {
        if self.json {
            match serde_json::to_string(row) {
                Ok(text) => println!("{text}"),
                Err(error) => eprintln!("error: {error}"),
            }
            return;
        }
        if self.rows == 0 {
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
        self.rows += 1;
        let start = format!("| {:13} | {:10} | {:4} |", row.variant, row.position, row.mode);
        match (row.depth, row.nodes, row.ours_mnps, row.peer_mnps, row.ratio) {
            (Some(depth), Some(nodes), Some(ours), Some(peer), Some(ratio)) => {
                self.ratios.push(ratio);
                println!("{start} {depth:5} | {nodes:11} | {ours:7.1} | {:15} | {peer:7.1} | {ratio:5.2} |", row.peer);
            }
            _ => println!(
                "{start}       |             |         | {:15} |         |       | {}",
                row.peer,
                row.failure.as_deref().unwrap_or("")
            ),
        }
    }

    /// Prints what there is to say at the end.
    pub(crate) fn end(&self) {
        if self.json || self.ratios.is_empty() {
            return;
        }
        let logarithms: f64 = self.ratios.iter().map(|ratio| ratio.max(1e-9).ln()).sum();
        let mean = (logarithms / self.ratios.len() as f64).exp();
        println!(
            "\n{} measured, {} not; geometric mean of the ratios {mean:.2}",
            self.ratios.len(),
            self.rows - self.ratios.len()
        );
    }
}
