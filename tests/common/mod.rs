//! What the proofs share: the games of `variants/`, the perft figures, and workers on all processors.
#![allow(dead_code)]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};
use wazir_runtime::Style;
use wazir_variant_spec::{Folder, Rules, Source, compile};

/// A path in the project.
pub(crate) fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The names of all games in `variants/`, sorted; with `WAZIR_GAMES=chess,shogi` of these only.
pub(crate) fn game_names() -> Vec<String> {
    let folder = fs::read_dir(project("variants")).expect("the folder of the games");
    let files = folder.map(|entry| entry.expect("a readable folder").path());
    let mut names: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "ron"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .collect();
    if let Ok(wanted) = std::env::var("WAZIR_GAMES") {
        names.retain(|name| wanted.split(',').any(|one| one == name));
    }
    names.sort();
    names
}

/// The rules of a game of `variants/`.
pub(crate) fn rules(name: &str) -> Rules {
    let file = project("variants").join(format!("{name}.ron"));
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let source = Source { file: file.display().to_string(), text };
    match compile(&source, &Folder(project("variants"))) {
        Ok(compiled) => compiled.rules,
        Err(diagnostics) => panic!("{}", diagnostics.render(false)),
    }
}

/// One row of `tests/data/perft.tsv`.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) variant: String,
    pub(crate) fen: String,
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) style: Style,
    /// The figure counts drops that mate where the game forbids them (the kind ends with `drops mate`).
    pub(crate) drops_mate: bool,
}

impl Row {
    /// Is this the number of nodes by the rules of the game? Without the forbidden mates it is lower than the figure.
    pub(crate) fn agrees(&self, counted: u64) -> bool {
        if self.drops_mate { counted < self.nodes } else { counted == self.nodes }
    }
}

/// All rows of `tests/data/perft.tsv`.
pub(crate) fn perft_rows() -> Vec<Row> {
    let text = fs::read_to_string(project("tests/data/perft.tsv")).expect("the perft figures");
    let rows: Vec<Row> = text.lines().skip(1).map(perft_row).collect();
    assert!(rows.len() > 300, "perft.tsv has lost most of its rows");
    rows
}

fn perft_row(line: &str) -> Row {
    let fields: Vec<&str> = line.split('\t').collect();
    let [variant, fen, depth, nodes, chess960, kind] = &fields[..] else {
        panic!("perft.tsv: a field is missing in `{line}`")
    };
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("perft.tsv: `{text}` is no number in `{line}`"));
    Row {
        variant: variant.to_string(),
        fen: fen.to_string(),
        depth: number(depth) as u32,
        nodes: number(nodes),
        style: if *chess960 == "true" { Style::Chess960 } else { Style::Standard },
        drops_mate: kind.ends_with("drops mate"),
    }
}

/// Runs a task for each item on all processors; the results in the order of the items.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], task: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((index, item)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    items.get(index).map(|item| (index, item))
                } {
                    let result = task(item);
                    results.lock().expect("no worker has panicked").push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no worker has panicked");
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// How many times as long as for a position of chess or shogi the interpreter needs for one of this game, about: by squares and kinds of pieces. Tests play that
/// much less of it.
pub(crate) fn dearness(rules: &Rules) -> usize {
    (rules.board.all().len() * rules.pieces.len() / 800).max(1)
}
