//! `wazir perft`: counts leaf nodes of one position, or of a whole suite of known figures.

mod suite;

use crate::{
    counting::{Count, Plan, count, grouped},
    numbers,
    position::{BackendChoice, PositionArgs, backend_name},
    screen::{Failure, Screen, Status, bad_input},
};
use serde_json::json;
use std::{io::Write, num::NonZeroUsize, path::PathBuf};
use wazir::games;
use wazir_runtime::Perft;

/// Count the leaf nodes of a position, or check a suite of known counts
///
/// Leaf nodes are the legal moves at the last ply. They are counted without being played (bulk counting) unless
/// --leaf is given.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir perft shogi 5
  wazir perft chess 4 --moves \"e2e4 e7e5\" --divide
  wazir perft my.ron 3 --json
  wazir perft draughts 6 --turns
  wazir perft --suite perft.tsv --filter chess,shogi --max-nodes 1000000

A suite is a table with a header row naming the columns variant, fen, depth, nodes and, optionally, chess960,
separated by tabs. Each count that differs is printed with the first move that counts differently one ply deep.

Exit status: 0 all is well; 1 a row of the suite failed; 2 bad usage or bad input.")]
pub(crate) struct Args {
    /// Name of a game, path of a RON file, or `-`
    #[arg(required_unless_present = "suite", conflicts_with = "suite")]
    game: Option<String>,
    /// Depth in plies, at most 100
    #[arg(required_unless_present = "suite", conflicts_with = "suite", value_parser = clap::value_parser!(u32).range(0..=i64::from(Perft::DEEPEST)))]
    depth: Option<u32>,
    #[command(flatten)]
    position: PositionArgs,
    /// Print the count of each root move as well
    #[arg(long, conflicts_with = "suite")]
    divide: bool,
    /// Play every leaf instead of counting moves
    #[arg(long)]
    leaf: bool,
    /// Count the depth in turns, where a turn may have several moves
    #[arg(long, conflicts_with_all = ["suite", "divide", "leaf"])]
    turns: bool,
    /// Who plays; by default compiled code where this build has it
    #[arg(long, value_enum)]
    backend: Option<BackendChoice>,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = numbers::threads)]
    threads: NonZeroUsize,
    /// Print JSON: variant, fen, depth, nodes, seconds, nps, backend and, with --divide, divide
    #[arg(long)]
    json: bool,
    /// Check every row of a table of known counts
    #[arg(long, value_name = "FILE.tsv", conflicts_with_all = ["fen", "moves", "chess960"])]
    suite: Option<PathBuf>,
    /// With --suite: only the rows of these games, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "VARIANTS")]
    filter: Vec<String>,
    /// With --suite: only rows of at most this many nodes
    #[arg(long, value_name = "N")]
    max_nodes: Option<u64>,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        let (Some(game), Some(depth)) = (&self.game, self.depth) else {
            return suite::run(&self, screen);
        };
        if !self.filter.is_empty() || self.max_nodes.is_some() {
            return bad_input("--filter and --max-nodes choose rows of a suite; give one with --suite FILE.tsv");
        }
        let entry = games::find(game)?;
        let variant = entry.open(self.backend.map(Into::into))?;
        let position = self.position.open(&entry, &*variant)?;
        let style = self.position.style();
        let plan = Plan {
            depth,
            mode: self.mode(),
            style,
            threads: self.threads.get(),
            divide: self.divide,
            turns: self.turns,
        };
        let counted = count(&*position, plan);
        let backend = backend_name(position.backend());
        let Count { nodes, time, divide } = &counted;
        if self.json {
            let mut report = json!({
                "variant": position.info().id,
                "fen": position.fen(style),
                "depth": depth,
                "nodes": nodes,
                "seconds": time.as_secs_f64(),
                "nps": counted.speed(),
                "backend": backend,
            });
            if self.divide {
                report["divide"] = json!(divide);
            }
            screen.json(&report)?;
            return Ok(Status::Fine);
        }
        for (text, nodes) in divide {
            writeln!(screen, "{text}: {nodes}")?;
        }
        if !divide.is_empty() {
            writeln!(screen)?;
        }
        let (id, seconds, speed) = (&position.info().id, time.as_secs_f64(), grouped(counted.speed()));
        let unit = if self.turns { " turns" } else { "" };
        let nodes = screen.paint("1", &grouped(*nodes));
        writeln!(screen, "{id} depth {depth}{unit}: {nodes} nodes in {seconds:.3} s, {speed} nodes/s ({backend})")?;
        Ok(Status::Fine)
    }

    fn mode(&self) -> Perft {
        if self.leaf { Perft::Leaf } else { Perft::Bulk }
    }
}
