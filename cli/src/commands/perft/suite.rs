//! `wazir perft --suite`: checks known counts, and finds the first move behind each that differs.

use super::Args;
use crate::{
    counting::{Count, Plan, count, first_difference},
    position::backend_name,
    screen::{Failure, Progress, Screen, Status, bad_input},
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::Write,
    time::Instant,
};
use wazir::games::{self, Entry, Handle, OpenError};
use wazir_runtime::{Backend, Perft, Style};
use wazir_variant_spec::limits;

/// Bytes of a suite.
const MOST_BYTES: usize = 64 << 20;

/// Positions deeper than this many nodes are not counted by the slow interpreter when a difference is looked for.
const SEARCHED_NODES: u64 = 3_000_000;

/// A row of the table.
struct Row {
    line: usize,
    variant: String,
    fen: String,
    depth: u32,
    nodes: u64,
    style: Style,
}

/// What came out of a row.
struct Checked {
    counted: Option<Count>,
    /// Why the row could not be counted.
    error: Option<String>,
    /// Where the backends part, or the divide when they do not.
    explanation: Option<Explanation>,
}

/// Why a count may differ.
enum Explanation {
    /// The backends disagree about this move, `depth` plies deep in all: what each counts, if it has it.
    Backends { depth: u32, text: String, counts: [(Backend, Option<u64>); 2] },
    /// They agree (or there is one only): its divide.
    Divide { depth: u32, divide: BTreeMap<String, u64> },
}

pub(super) fn run(args: &Args, screen: &mut Screen) -> Result<Status, Failure> {
    let Some(path) = &args.suite else {
        return bad_input("a game and a depth are needed, or --suite");
    };
    let file = path.display().to_string();
    let bounded = File::open(path).and_then(|input| limits::read_text_bounded(input, MOST_BYTES));
    let text = match bounded {
        Ok(text) => text,
        Err(error) => return bad_input(format!("cannot read `{file}`: {error}")),
    };
    let rows = read(&file, &text)?;
    let known: BTreeSet<&str> = rows.iter().map(|row| row.variant.as_str()).collect();
    for wanted in &args.filter {
        if !known.contains(wanted.as_str()) {
            return bad_input(format!("--filter: `{file}` has no row of `{wanted}`"));
        }
    }
    let total = rows.len();
    let chosen = |row: &Row| {
        (args.filter.is_empty() || args.filter.contains(&row.variant))
            && args.max_nodes.is_none_or(|most| row.nodes <= most)
    };
    let rows: Vec<Row> = rows.into_iter().filter(chosen).collect();
    let not_chosen = total - rows.len();
    let (open, missing) = open_games(args, &rows)?;
    let of_all = rows.len();
    let rows: Vec<Row> = rows.into_iter().filter(|row| open.contains_key(&row.variant)).collect();
    let of_missing = of_all - rows.len();
    if !missing.is_empty() {
        let names: Vec<&str> = missing.iter().map(String::as_str).collect();
        screen.note(&format!(
            "rows of {} games are left out, which this build does not have: {}",
            names.len(),
            names.join(" ")
        ));
    }
    if rows.is_empty() {
        return bad_input(format!("no row of `{file}` is left to check"));
    }
    let start = Instant::now();
    let progress = Progress::new("suite", rows.len() as u64);
    let mut failed = 0;
    let mut report = Vec::new();
    for row in &rows {
        let (entry, handle) = &open[&row.variant];
        let checked = check(args, row, entry, handle);
        progress.advance();
        let ok = checked.counted.as_ref().is_some_and(|counted| counted.nodes == row.nodes);
        failed += usize::from(!ok);
        if args.json {
            report.push(row_json(row, handle.backend(), &checked, ok));
        } else if !ok {
            progress.clear();
            print_failure(screen, &file, row, &checked)?;
        }
    }
    drop(progress);
    let passed = rows.len() - failed;
    if args.json {
        screen.json(&json!({
            "passed": passed, "failed": failed, "left_out": not_chosen, "unknown": missing,
            "seconds": start.elapsed().as_secs_f64(), "rows": report,
        }))?;
    } else {
        let left = if of_missing > 0 { format!(", {of_missing} left out") } else { String::new() };
        writeln!(screen, "{passed} passed, {failed} failed{left}")?;
    }
    Ok(if failed == 0 { Status::Fine } else { Status::Wrong })
}

type Open = BTreeMap<String, (Entry, Handle)>;

/// Opens each game of the rows once; the second value names those that this build does not have.
fn open_games(args: &Args, rows: &[Row]) -> Result<(Open, BTreeSet<String>), Failure> {
    let mut open = Open::new();
    let mut missing = BTreeSet::new();
    for row in rows {
        if open.contains_key(&row.variant) || missing.contains(&row.variant) {
            continue;
        }
        let found = games::find(&row.variant);
        match found.and_then(|entry| entry.open(args.backend.map(Into::into)).map(|handle| (entry, handle))) {
            Ok(game) => {
                open.insert(row.variant.clone(), game);
            }
            // Asked for by name, it has to be there.
            Err(OpenError::Unknown { .. } | OpenError::NotCompiled { .. }) if args.filter.is_empty() => {
                missing.insert(row.variant.clone());
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok((open, missing))
}

/// Reads the table.
fn read(file: &str, text: &str) -> Result<Vec<Row>, Failure> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let Some((_, header)) = lines.next() else {
        return bad_input(format!(
            "`{file}` is empty; expected a header row `variant fen depth nodes`, separated by tabs"
        ));
    };
    let columns: Vec<&str> = header.split('\t').map(str::trim).collect();
    let column = |name: &str| columns.iter().position(|column| *column == name);
    let needed = |name: &str| match column(name) {
        Some(column) => Ok(column),
        None => bad_input(format!("{file}:1: no column `{name}`; the header row names {}", columns.join(", "))),
    };
    let (variant, fen, depth, nodes) = (needed("variant")?, needed("fen")?, needed("depth")?, needed("nodes")?);
    let chess960 = column("chess960");
    let mut rows = Vec::new();
    for (index, line) in lines {
        let line_number = index + 1;
        let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
        let cell = |column: usize| match cells.get(column) {
            Some(cell) => Ok(*cell),
            None => bad_input(format!("{file}:{line_number}: no value for column `{}`", columns[column])),
        };
        let number = |column: usize| -> Result<u64, Failure> {
            let text = cell(column)?;
            match text.parse() {
                Ok(number) => Ok(number),
                Err(_) => bad_input(format!("{file}:{line_number}: `{}` is a number, not `{text}`", columns[column])),
            }
        };
        let depth = number(depth)?;
        let Some(depth) = u32::try_from(depth).ok().filter(|&depth| depth <= Perft::DEEPEST) else {
            let most = Perft::DEEPEST;
            return bad_input(format!(
                "{file}:{line_number}: a depth of {depth} is more than {most}, which is the limit"
            ));
        };
        let style = match chess960.map(cell).transpose()? {
            None | Some("false" | "") => Style::Game,
            Some("true") => Style::Chess960,
            Some(other) => {
                return bad_input(format!("{file}:{line_number}: `chess960` is true or false, not `{other}`"));
            }
        };
        let (variant, fen) = (cell(variant)?.to_string(), cell(fen)?.to_string());
        rows.push(Row { line: line_number, variant, fen, depth, nodes: number(nodes)?, style });
    }
    Ok(rows)
}

fn check(args: &Args, row: &Row, entry: &Entry, handle: &Handle) -> Checked {
    let game = match handle.from_fen(&row.fen, row.style) {
        Ok(game) => game,
        Err(error) => return Checked { counted: None, error: Some(error.to_string()), explanation: None },
    };
    let plan = Plan {
        depth: row.depth,
        mode: args.mode(),
        style: row.style,
        threads: args.threads.get(),
        divide: false,
        turns: false,
    };
    let counted = count(&*game, plan);
    let explanation = (counted.nodes != row.nodes).then(|| explain(row, plan, entry, handle)).flatten();
    Checked { counted: Some(counted), error: None, explanation }
}

/// The smallest depth at which the two backends part, and the first move there; else the divide of the one that counted.
fn explain(row: &Row, plan: Plan, entry: &Entry, handle: &Handle) -> Option<Explanation> {
    let other = match handle.backend() {
        Backend::Compiled | Backend::Machine => Backend::Reference,
        Backend::Reference if entry.is_compiled() => Backend::Compiled,
        Backend::Reference => Backend::Machine,
    };
    let ours = handle.from_fen(&row.fen, row.style).ok()?;
    let theirs = entry.open(Some(other)).ok().and_then(|other| other.from_fen(&row.fen, row.style).ok());
    let divide = |depth| Plan { depth, divide: true, ..plan };
    if let Some(theirs) = theirs {
        for depth in 1..=row.depth {
            let a = count(&*ours, divide(depth));
            if a.nodes > SEARCHED_NODES {
                break;
            }
            let b = count(&*theirs, divide(depth));
            if let Some((text, ours, theirs)) = first_difference(&a.divide, &b.divide) {
                let counts = [(handle.backend(), ours), (other, theirs)];
                return Some(Explanation::Backends { depth, text, counts });
            }
        }
    }
    let divide = count(&*ours, divide(row.depth)).divide;
    Some(Explanation::Divide { depth: row.depth, divide })
}

fn print_failure(screen: &mut Screen, file: &str, row: &Row, checked: &Checked) -> Result<(), Failure> {
    let fail = screen.paint("1;31", "FAIL");
    let Row { line, variant, fen, depth, nodes, .. } = row;
    writeln!(screen, "{fail} {file}:{line}: {variant} depth {depth}, {fen}")?;
    if let Some(error) = &checked.error {
        writeln!(screen, "  {error}")?;
    }
    if let Some(counted) = &checked.counted {
        writeln!(screen, "  expected {nodes} nodes, counted {}", counted.nodes)?;
    }
    let shown = |count: &Option<u64>| count.map_or("does not have it".to_string(), |nodes| format!("counts {nodes}"));
    match &checked.explanation {
        None => {}
        Some(Explanation::Backends { depth, text, counts }) => {
            let [ours, theirs] = counts.each_ref().map(|(backend, count)| (backend_name(*backend), shown(count)));
            writeln!(
                screen,
                "  first differing move (divide {depth}): {text}: {} {}, {} {}",
                ours.0, ours.1, theirs.0, theirs.1
            )?;
        }
        Some(Explanation::Divide { depth, divide }) => {
            writeln!(screen, "  no other backend differs; divide {depth}:")?;
            for (text, nodes) in divide {
                writeln!(screen, "    {text}: {nodes}")?;
            }
        }
    }
    Ok(())
}

fn row_json(row: &Row, backend: Backend, checked: &Checked, ok: bool) -> Value {
    let mut value = json!({
        "line": row.line, "variant": row.variant, "fen": row.fen, "depth": row.depth, "expected": row.nodes, "ok": ok,
        "backend": backend_name(backend),
    });
    if let Some(counted) = &checked.counted {
        value["nodes"] = json!(counted.nodes);
        value["seconds"] = json!(counted.time.as_secs_f64());
        value["nps"] = json!(counted.speed());
    }
    if let Some(error) = &checked.error {
        value["error"] = json!(error);
    }
    match &checked.explanation {
        None => {}
        Some(Explanation::Backends { depth, text, counts }) => {
            value["first_difference"] = json!({"depth": depth, "move": text});
            for (backend, count) in counts {
                value["first_difference"][backend_name(*backend)] = json!(count);
            }
        }
        Some(Explanation::Divide { divide, .. }) => value["divide"] = json!(divide),
    }
    value
}
