//! The perft figures that others published or counted independently: `data/perft.tsv`.

use wazir_runtime::{Perft, Style, Variant};

/// One row: how many leaf nodes lie so many plies below a position.
#[derive(Clone, Debug)]
pub struct Row {
    /// Name of the game.
    pub variant: String,
    /// The position.
    pub fen: String,
    /// How castling is read and written.
    pub style: Style,
    /// Plies.
    pub depth: u32,
    /// Leaf nodes.
    pub nodes: u64,
}

const TABLE: &str = include_str!("../data/perft.tsv");

/// All rows.
///
/// # Panics
/// Where a row is damaged.
pub fn rows() -> Vec<Row> {
    TABLE.lines().skip(1).map(row).collect()
}

/// The rows of a game.
pub fn rows_of(variant: &str) -> Vec<Row> {
    rows().into_iter().filter(|row| row.variant == variant).collect()
}

fn row(line: &str) -> Row {
    let fields: Vec<&str> = line.split('\t').collect();
    let [variant, fen, depth, nodes, chess960, _kind, source] = &fields[..] else {
        panic!("perft.tsv: not seven fields in `{line}`")
    };
    assert!(!source.is_empty(), "perft.tsv: who has counted `{line}`?");
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("perft.tsv: `{text}` is no number in `{line}`"));
    Row {
        variant: variant.to_string(),
        fen: fen.to_string(),
        style: if *chess960 == "true" { Style::Chess960 } else { Style::Standard },
        depth: number(depth) as u32,
        nodes: number(nodes),
    }
}

impl Row {
    /// Counts it.
    ///
    /// # Errors
    /// Says what is counted instead, or why the position is refused.
    pub fn check(&self, game: &dyn Variant, mode: Perft) -> Result<(), String> {
        let Row { variant, fen, depth, nodes, style } = self;
        let position = game.from_fen(fen, *style).map_err(|error| format!("{variant}: {fen}: {error}"))?;
        let counted = position.perft(*depth, mode);
        if counted == *nodes {
            return Ok(());
        }
        Err(format!("{variant}: {fen} depth {depth} ({mode:?}): {counted} instead of {nodes}"))
    }
}

/// The positions of a game's rows, each once: openings for random games.
pub fn openings(variant: &str) -> Vec<(String, Style)> {
    let mut openings: Vec<(String, Style)> = rows_of(variant).into_iter().map(|row| (row.fen, row.style)).collect();
    openings.dedup_by(|a, b| a.0 == b.0);
    openings
}
