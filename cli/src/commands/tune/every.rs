//! `wazir tune --all`, or with several games: one after the other, as long as there is time, and only what a match has proven is kept.

use super::{
    Args, Known, Terms, beside,
    games::Journals,
    ledger::Ledger,
    one::{self, Job},
    report::Report,
};
use crate::{
    screen::{Failure, Progress, Screen, Status, bad_input},
    signals,
};
use serde_json::{Value, json};
use std::{collections::BTreeSet, io::Write, path::Path, sync::Arc, time::Instant};
use wazir::{games, registry::Registry};
use wazir_engine::Games;
use wazir_variant_spec::{Source, Values, values::EXTENSION};

/// The most games, nodes a move and the test of the match that proves values, where nothing else is said: so many nodes that values which only hold for short searches lose.
const PROOF_GAMES: u64 = 200;
const PROOF_NODES: u64 = 20_000;
const PROOF_TEST: (f64, f64) = (0.0, 50.0);

/// So many games are played to find how long one takes; they are the first ones of the tuning.
const MEASURED: u64 = 2;

/// The part of its games that a match is expected to need until its test is sure.
const EXPECTED: f64 = 0.5;

/// How much longer learning takes than the games that are learnt from.
const LEARNING: f64 = 1.1;

/// The folder of journals.
const FOLDER: &str = "wazir-tune";

/// Tunes one game after the other.
pub(super) fn tune(args: &Args, screen: &mut Screen) -> Result<Status, Failure> {
    let terms = check(args)?;
    let (names, left_out) = names(args)?;
    let folder = args.journals.as_deref().unwrap_or(FOLDER);
    let make = |folder: &str| {
        std::fs::create_dir_all(folder).map_err(|error| Failure::Input(format!("cannot make `{folder}`: {error}")))
    };
    // What cannot be tuned at all is told before anything is made.
    let mut ids = BTreeSet::new();
    for name in &names {
        let job = job(args, terms, folder, name)?;
        if !ids.insert(job.opened.rules.id.clone()) {
            return bad_input(format!("two of these games are called `{}`; tune them one by one", job.opened.rules.id));
        }
    }
    make(folder)?;
    if let Some(output) = &args.output {
        make(output)?;
    }
    let path = Path::new(folder).join("done.journal").display().to_string();
    let mut ledger = Ledger::open(path, &about(args, terms))?;
    signals::end_by_itself();
    let began = Instant::now();
    let Some(plan) = plan(args, terms, folder, names, &mut ledger, screen)? else {
        screen.note(&format!("nothing is lost: the same command goes on (its journals are in `{folder}`)"));
        return Ok(Status::Interrupted);
    };
    if let Some(left_out) = left_out {
        screen.note(&left_out);
    }
    plan.tell(args, screen);
    let mut table = Table { args, rows: Vec::new(), width: plan.width() };
    table.head(screen)?;
    for step in &plan.steps {
        if let Some(done) = ledger.done(&step.id) {
            table.add(screen, done.clone())?;
            continue;
        }
        if signals::is_interrupted() {
            table.rows.push(json!({ "variant": step.id, "state": "not begun" }));
            continue;
        }
        let used = began.elapsed().as_secs_f64();
        if args.hours.is_some_and(|hours| used + step.seconds > 3600.0 * hours) {
            table.add(screen, json!({ "variant": step.id, "state": "no time", "seconds": step.seconds }))?;
            continue;
        }
        match step.take(args, terms, folder, screen) {
            Ok(Some(done)) => {
                let done = ledger.finish(&step.id, &done)?;
                table.add(screen, done)?;
            }
            Ok(None) => table.rows.push(json!({ "variant": step.id, "state": "interrupted" })),
            // The others can be tuned all the same; this one is tried again the next time.
            Err(Failure::Input(why)) => {
                table.add(screen, json!({ "variant": step.id, "state": "failed", "error": why }))?;
            }
            Err(failure) => return Err(failure),
        }
    }
    table.end(screen)?;
    if signals::is_interrupted() {
        screen.note(&format!("nothing is lost: the same command goes on (its journals are in `{folder}`)"));
        return Ok(Status::Interrupted);
    }
    if table.rows.iter().any(|row| row["state"] == "failed") {
        return bad_input("not all games could be tuned; the same command tries those again");
    }
    Ok(Status::Fine)
}

/// What cannot be asked of several games at once is told, and what would be right.
fn check(args: &Args) -> Result<Terms, Failure> {
    if args.from.is_some() {
        return bad_input(
            "--from is for one game; several games begin with the values that they have (a file with the name of a `base` lends them another game's)",
        );
    }
    if args.force {
        return bad_input(
            "--force is for one game; of several games only those values are kept that a match has proven",
        );
    }
    if args.prove == Some(0) {
        return bad_input(
            "--prove 0 is for one game; of several games only those values are kept that a match has proven",
        );
    }
    let is_length = |hours: f64| hours > 0.0 && hours.is_finite();
    if args.hours.is_some_and(|hours| !is_length(hours)) {
        return bad_input("--hours: expected how many hours there are, as in `--hours 1.5`");
    }
    if args.output.as_deref().is_some_and(|output| Path::new(output).is_file()) {
        return bad_input(format!(
            "--output `{}` is a file; of several games it names the folder to which their files of values go",
            args.output.as_deref().unwrap_or_default()
        ));
    }
    args.terms(PROOF_GAMES, PROOF_NODES, Some(PROOF_TEST))
}

/// The games that are asked for, and what is to be told of those that are left out.
fn names(args: &Args) -> Result<(Vec<String>, Option<String>), Failure> {
    if !args.all {
        return Ok((args.game.clone(), None));
    }
    let (mut names, mut known, mut many) = (Vec::new(), Vec::new(), Vec::new());
    let has_its_own =
        |file: &Source| if args.network { Values::has_network(file) } else { !Values::is_only_lent(file) };
    for name in games::names() {
        let entry = games::find(&name)?;
        let file = entry.values_file()?;
        if entry.rules()?.sides.len() != 2 {
            many.push(name);
        } else if file.is_some_and(|file| has_its_own(&file)) {
            known.push(name);
        } else {
            names.push(name);
        }
    }
    let what = if args.network { "a network" } else { "values" };
    let told = format!(
        "left out: {} that have {what} of their own (name them to tune them again): {}; {} that have more than two sides: {}",
        known.len(),
        known.join(", "),
        many.len(),
        many.join(", ")
    );
    Ok((names, Some(told)))
}

/// What the ledger says the tuning is about: one that goes on has to be the same in all of this. (Which games, and for how long, may be another thing each time.)
fn about(args: &Args, terms: Terms) -> Value {
    json!({
        "games a round": args.games,
        "rounds": args.rounds,
        "network": args.network,
        "nodes": args.nodes,
        "random plies": args.plies,
        "max plies": args.max_plies,
        "seed": args.seed,
        "most games of a proof": terms.games,
        "nodes of a proof": terms.nodes,
        "test of a proof": terms.sprt.map(|sprt| [sprt.elo0, sprt.elo1]),
    })
}

/// The tuning of a game: it begins with the values that the game has, and they are what new ones have to win against.
fn job<'a>(args: &'a Args, terms: Terms, folder: &str, name: &str) -> Result<Job<'a>, Failure> {
    let opened = Registry.open(name).map_err(Failure::Input)?;
    let id = opened.rules.id.clone();
    let output = match &args.output {
        Some(folder) => Path::new(folder).join(format!("{id}.{EXTENSION}")).display().to_string(),
        None => match beside(name, &opened) {
            Ok(output) => output,
            Err(_) => {
                return bad_input(format!(
                    "`{name}` has no rule file here next to which its values could be written; say where they all go by `--output FOLDER`"
                ));
            }
        },
    };
    let Known { values, name: against_name, remarks } = Known::of(name, &output, &opened)?;
    let tuning = one::tuning(&opened, &values)?;
    let from = Arc::new(values);
    let journal = |kind: &str| Path::new(folder).join(format!("{id}{kind}.journal")).display().to_string();
    let (journal, proof_journal, label) = (journal(""), journal(".proof"), format!("{id}, "));
    let against = from.clone();
    Ok(Job { args, opened, tuning, from, remarks, against, against_name, terms, output, journal, proof_journal, label })
}

/// A game that is to be tuned.
struct Step {
    /// As it was asked for.
    name: String,
    id: String,
    /// How long it is expected to take; 0 where it is done.
    seconds: f64,
}

impl Step {
    /// Tunes it: what has come of it, or `None` when it was interrupted.
    fn take(&self, args: &Args, terms: Terms, folder: &str, screen: &Screen) -> Result<Option<Value>, Failure> {
        let began = Instant::now();
        let job = job(args, terms, folder, &self.name)?;
        let mut journals = Journals::open(&job)?;
        let (fit, samples) = match job.learn(screen, &mut journals) {
            Ok(Some(learnt)) => learnt,
            Ok(None) => return Ok(None),
            // Of games without quiet positions nothing can be learnt; the others can all the same.
            Err(Failure::Input(why)) if journals.is_complete(args) => {
                journals.remove()?;
                return Ok(Some(json!({ "variant": self.id, "state": "nothing to learn from", "error": why })));
            }
            Err(failure) => return Err(failure),
        };
        let mut report = Report::new(&job, fit, &samples);
        if !job.prove(screen, &journals, &mut report)? {
            return Ok(None);
        }
        journals.remove()?;
        let state = match (report.is_idle, report.written) {
            (true, _) => "nothing learnt",
            (false, true) => "kept",
            (false, false) => "not proven",
        };
        let mut done = report.json();
        done["state"] = json!(state);
        done["most changed"] = json!(report.most_changed());
        done["seconds"] = json!(began.elapsed().as_secs());
        Ok(Some(done))
    }
}

/// Which games, in which order, and how long they take.
struct Plan {
    steps: Vec<Step>,
    /// How many are done already.
    done: usize,
}

/// Measures the games of which it is not known how long they take; `None` when it was interrupted.
fn plan(
    args: &Args,
    terms: Terms,
    folder: &str,
    names: Vec<String>,
    ledger: &mut Ledger,
    screen: &Screen,
) -> Result<Option<Plan>, Failure> {
    let progress = Progress::new("plan", names.len() as u64);
    let mut steps = Vec::new();
    for (number, name) in names.into_iter().enumerate() {
        let mut job = job(args, terms, folder, &name)?;
        let id = job.opened.rules.id.clone();
        progress.show(number as u64, &id);
        if ledger.done(&id).is_none() && ledger.seconds(&id).is_none() {
            job.label = format!("plan, {}", job.label);
            let mut journals = Journals::open(&job)?;
            let (began, known) = (Instant::now(), journals.resumed as u64);
            let games = (known + MEASURED).min(args.games);
            if !journals.play(screen, &job, games, &job.from)? {
                return Ok(None);
            }
            if games > known {
                ledger.measured(&id, began.elapsed().as_secs_f64() / (games - known) as f64)?;
            }
        }
        let a_game = ledger.seconds(&id).filter(|_| ledger.done(&id).is_none()).unwrap_or(0.0);
        let more_nodes = terms.nodes as f64 / args.nodes as f64;
        let learning = LEARNING * (args.games * args.rounds) as f64;
        let seconds = a_game * (learning + EXPECTED * terms.games as f64 * more_nodes);
        steps.push(Step { name, id, seconds });
    }
    progress.clear();
    if args.all {
        steps.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    }
    let done = steps.iter().filter(|step| ledger.done(&step.id).is_some()).count();
    Ok(Some(Plan { steps, done }))
}

impl Plan {
    fn width(&self) -> usize {
        self.steps.iter().map(|step| step.id.chars().count()).max().unwrap_or(0)
    }

    /// Tells how long it takes, and how far the time goes.
    fn tell(&self, args: &Args, screen: &Screen) {
        let left = || self.steps.iter().filter(|step| step.seconds > 0.0);
        let all: f64 = left().map(|step| step.seconds).sum();
        let mut told = match left().count() {
            0 => "plan: nothing is left to do".to_string(),
            count => format!("plan: {count} games, about {}", time(all)),
        };
        if self.done > 0 {
            told += &format!("; {} are done", self.done);
        }
        if let Some(hours) = args.hours.filter(|_| all > 0.0) {
            let mut used = 0.0;
            let fits = |step: &&Step| {
                let fits = used + step.seconds <= 3600.0 * hours;
                used += if fits { step.seconds } else { 0.0 };
                fits
            };
            told += &format!("; in {} there is time for {}", time(3600.0 * hours), left().filter(fits).count());
        }
        screen.note(&told);
        let width = self.width();
        for step in left() {
            screen.note(&format!("  {:width$}  about {}", step.id, time(step.seconds)));
        }
    }
}

/// A length of time for people.
fn time(seconds: f64) -> String {
    match seconds {
        _ if seconds < 90.0 => format!("{seconds:.0} s"),
        _ if seconds < 5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

/// The table, which grows with every game.
struct Table<'a> {
    args: &'a Args,
    rows: Vec<Value>,
    width: usize,
}

impl Table<'_> {
    fn head(&self, screen: &mut Screen) -> Result<(), Failure> {
        if self.args.json {
            return Ok(());
        }
        let title =
            format!("{:width$}  proof                   points  what has come of it", "game", width = self.width);
        let title = screen.paint("1", &title);
        Ok(writeln!(screen, "{title}")?)
    }

    fn add(&mut self, screen: &mut Screen, row: Value) -> Result<(), Failure> {
        if !self.args.json {
            let proof = &row["proof"];
            let (mut played, mut points) = (String::new(), String::new());
            if let Some(score) = proof["score"].as_f64() {
                played = format!("+{} ={} -{}", proof["wins"], proof["draws"], proof["losses"]);
                points = format!("{:.1} %", 100.0 * score);
            }
            let text = |name: &str| row[name].as_str().unwrap_or_default();
            let more = match text("state") {
                "kept" => format!("kept, {}: {}", text("output"), text("most changed")),
                "not proven" => format!("not proven: {}", text("most changed")),
                state @ ("failed" | "nothing to learn from") => format!("{state}: {}", text("error")),
                "no time" => {
                    format!("not begun: it takes about {}", time(row["seconds"].as_f64().unwrap_or_default()))
                }
                state => state.to_string(),
            };
            let line = format!("{:width$}  {played:<22}  {points:>6}  {more}", text("variant"), width = self.width);
            let line = if text("state") == "kept" { screen.paint("1", &line) } else { line };
            writeln!(screen, "{line}")?;
            screen.flush()?;
        }
        self.rows.push(row);
        Ok(())
    }

    fn end(&self, screen: &mut Screen) -> Result<(), Failure> {
        let number = |state: &str| -> usize { self.rows.iter().filter(|row| row["state"] == state).count() };
        let kept = number("kept");
        if self.args.json {
            return screen.json(&json!({ "games": self.rows, "kept": kept }));
        }
        let done =
            self.rows.len() - ["no time", "not begun", "interrupted", "failed"].map(number).iter().sum::<usize>();
        writeln!(screen, "{done} of {} games done, the values of {kept} kept", self.rows.len())?;
        let embedded = games::names();
        let is_embedded = self.args.all || self.args.game.iter().any(|name| embedded.contains(name));
        if kept > 0 && is_embedded && self.args.output.is_none() {
            writeln!(screen, "games that come with the program have them after the next build")?;
        }
        Ok(())
    }
}
