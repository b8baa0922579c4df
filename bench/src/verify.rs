//! `--verify`: the peers against a table of published perft figures, so that a disagreement in a comparison can be blamed rightly.

use crate::{
    passes,
    peers::{Mode, Peer},
    positions::Position,
};
use std::{collections::BTreeMap, fs, path::Path};

/// Counts every row that a peer can play, in every way it can count, and prints what is wrong.
///
/// Returns whether all rows were right.
pub(crate) fn run(
    file: &Path,
    max_nodes: u64,
    filters: &[String],
    peers: &mut [Box<dyn Peer>],
) -> Result<bool, String> {
    let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let mut tallies: BTreeMap<(String, String), (u32, u32)> = BTreeMap::new();
    for (number, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.trim().is_empty()) {
        let (position, nodes) = row(line).ok_or_else(|| {
            format!("{}:{}: expected variant, fen, depth, nodes, chess960", file.display(), number + 1)
        })?;
        if nodes > max_nodes {
            continue;
        }
        for peer in peers.iter_mut().filter(|peer| peer.plays(&position)) {
            for mode in [Mode::Bulk, Mode::Leaf] {
                if !peer.counts(mode) || !passes(filters, &position, peer.name(), mode.name()) {
                    continue;
                }
                let name = peer.name().to_string();
                let counted = peer.open(&position).and_then(|mut counter| counter.count(position.max_depth, mode));
                let tally = tallies.entry((position.variant.clone(), name.clone())).or_default();
                match counted {
                    Ok(sample) if sample.nodes == nodes => tally.0 += 1,
                    other => {
                        tally.1 += 1;
                        let found = other.map_or_else(|e| e, |sample| sample.nodes.to_string());
                        let (variant, fen, depth) = (&position.variant, &position.fen, position.max_depth);
                        println!("{name} {}: {variant} {fen} depth {depth}: {found} instead of {nodes}", mode.name());
                    }
                }
            }
        }
    }
    if tallies.is_empty() {
        return Err("no row of the table matches a peer and the filter".to_string());
    }
    for ((variant, peer), (right, wrong)) in &tallies {
        println!("{variant:15} {peer:17} {right:4} right {wrong:4} wrong");
    }
    Ok(tallies.values().all(|(_, wrong)| *wrong == 0))
}

/// One row: the position, with its depth, and the nodes.
fn row(line: &str) -> Option<(Position, u64)> {
    let mut fields = line.split('\t');
    let (variant, mut fen) = (fields.next()?.to_string(), fields.next()?.to_string());
    if fen.split(' ').count() == 4 {
        // Not everybody supplies the defaults of missing clocks.
        fen += " 0 1";
    }
    let (max_depth, nodes) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    let chess960 = fields.next().is_some_and(|flag| flag == "true");
    Some((Position { variant, name: "table", fen, chess960, max_depth }, nodes))
}
