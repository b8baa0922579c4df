//! `wazir-random-rules`: composes rule files at random, compiles them in batches, and compares the code, the machine and the interpreter.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use wazir_random_rules::batch::{Batch, Fate, fate, file, said};
use wazir_random_rules::coverage::Coverage;
use wazir_random_rules::{Made, make, shrink};

const USAGE: &str = "Usage: wazir-random-rules [OPTIONS]

Composes rule files at random, compiles those that the generator takes, and compares the code and the machine
with the interpreter on random games.

  --count N      compares the files of the seeds from 1 on until N have been compared (100)
  --seeds A..B   compares the files of these seeds
  --batch N      compiles N files together (20)
  --keep DIR     where files that there is disagreement on are written (target/random-rules/kept)
  --shrink       takes out of such files whatever can be missing
  --print        prints the files and what becomes of them, and compares nothing
";

/// What was asked for.
struct Task {
    seeds: Range<u64>,
    count: usize,
    batch: usize,
    keep: PathBuf,
    shrink: bool,
    print: bool,
}

fn main() -> ExitCode {
    let task = match task(std::env::args().skip(1)) {
        Ok(Some(task)) => task,
        Ok(None) => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    // The messages of panics are told with the files that they are about.
    std::panic::set_hook(Box::new(|_| {}));
    match Run::new(task).all() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn task(mut words: impl Iterator<Item = String>) -> Result<Option<Task>, String> {
    let keep = Batch::new().target.join("kept");
    let mut task = Task { seeds: 1..u64::MAX, count: 0, batch: 20, keep, shrink: false, print: false };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("`{text}` is no number"));
        match word.as_str() {
            "--count" => task.count = number(value()?)? as usize,
            "--batch" => task.batch = number(value()?)?.max(1) as usize,
            "--keep" => task.keep = value()?.into(),
            "--shrink" => task.shrink = true,
            "--print" => task.print = true,
            "--seeds" => {
                let text = value()?;
                let (from, to) =
                    text.split_once("..").ok_or_else(|| format!("expected seeds as in 1..100, found `{text}`"))?;
                task.seeds = number(from.to_string())?..number(to.to_string())?;
            }
            "--help" | "-h" => return Ok(None),
            _ => return Err(format!("unknown option `{word}`")),
        }
    }
    if task.count == 0 {
        task.count = if task.seeds.end == u64::MAX { 100 } else { usize::MAX };
    }
    Ok(Some(task))
}

/// A refusal without the movement that it names.
fn reason(what: &str) -> String {
    let named = what.starts_with('`').then(|| what[1..].split_once("`: ")).flatten();
    named.map_or(what, |(_, reason)| reason).to_string()
}

/// What a run has seen.
struct Run {
    task: Task,
    batch: Batch,
    coverage: Coverage,
    made: usize,
    compared: usize,
    mistakes: BTreeMap<String, usize>,
    refusals: BTreeMap<String, usize>,
    disagreements: Vec<(u64, String)>,
}

impl Run {
    fn new(task: Task) -> Run {
        Run {
            task,
            batch: Batch::new(),
            coverage: Coverage::default(),
            made: 0,
            compared: 0,
            mistakes: BTreeMap::new(),
            refusals: BTreeMap::new(),
            disagreements: Vec::new(),
        }
    }

    /// Makes and compares all files; the number of those on which the backends disagree.
    fn all(&mut self) -> Result<usize, String> {
        let mut batch = Vec::new();
        for seed in self.task.seeds.clone() {
            if self.compared + batch.len() >= self.task.count {
                break;
            }
            self.made += 1;
            let made = match std::panic::catch_unwind(|| make(seed)) {
                Ok(made) => made,
                Err(panic) => {
                    let message = format!("reading a file panicked: {}", said(&*panic));
                    println!("seed {seed}: {message}");
                    self.disagreements.push((seed, message));
                    continue;
                }
            };
            for (code, times) in &made.refusals {
                *self.mistakes.entry(code.clone()).or_default() += times;
            }
            let fate = fate(&made.game);
            if self.task.print {
                println!("{}// {fate:?}\n", made.text());
            }
            match fate {
                Fate::Compiled => batch.push(made),
                Fate::Refused(what) => *self.refusals.entry(reason(&what)).or_default() += 1,
                Fate::Panicked(message) => self.disagreement(&made, &message)?,
            }
            if batch.len() == self.task.batch {
                self.compare(std::mem::take(&mut batch))?;
            }
        }
        self.compare(batch)?;
        self.sum();
        Ok(self.disagreements.len())
    }

    fn compare(&mut self, batch: Vec<Made>) -> Result<(), String> {
        for made in &batch {
            self.coverage.add(&made.value);
        }
        self.compared += batch.len();
        if self.task.print || batch.is_empty() {
            return Ok(());
        }
        let files: Vec<(String, String)> = batch.iter().map(file).collect();
        let mut results = self.batch.run(&files)?;
        for made in &batch {
            if let Some(Err(message)) = results.remove(&made.name) {
                self.disagreement(made, &message)?;
            }
        }
        let last = batch.last().map_or(0, |made| made.seed);
        println!("{} files compared, up to seed {last}; {} disagreements", self.compared, self.disagreements.len());
        Ok(())
    }

    fn disagreement(&mut self, made: &Made, message: &str) -> Result<(), String> {
        println!("seed {}: {message}", made.seed);
        let kind = shrink::kind(message);
        self.disagreements.push((made.seed, kind.to_string()));
        let keep = |name: &str, text: &str| {
            let path = self.task.keep.join(name);
            std::fs::create_dir_all(&self.task.keep)
                .and_then(|()| std::fs::write(&path, text))
                .map_err(|error| format!("{}: {error}", path.display()))
        };
        keep(&format!("{}.ron", made.name), &made.text())?;
        keep(&format!("{}.txt", made.name), message)?;
        if self.task.shrink {
            let name = format!("shrunk-{}", made.seed);
            let mut told = |what: &str| println!("  shrunk to {what}");
            let smallest = shrink::shrink(&self.batch, &name, &made.value, kind, &mut told)?;
            println!("{}", smallest.print());
            keep(&format!("{name}.ron"), &smallest.print())?;
        }
        Ok(())
    }

    fn sum(&self) {
        let list = |counts: &BTreeMap<String, usize>| {
            let mut counts: Vec<(&String, &usize)> = counts.iter().collect();
            counts.sort_by_key(|&(what, times)| (std::cmp::Reverse(times), what));
            counts.iter().map(|(what, times)| format!("\n  {times} {what}")).collect::<String>()
        };
        println!("{} files made, {} of them compared.", self.made, self.compared);
        println!("Mistakes taken out while they were made:{}", list(&self.mistakes));
        println!("Refused by the generator:{}", list(&self.refusals));
        println!("Of the language, the files compared use {}", self.coverage);
        let seeds: Vec<String> =
            self.disagreements.iter().map(|(seed, kind)| format!("\n  seed {seed}: {kind}")).collect();
        println!("{} disagreements{}", self.disagreements.len(), seeds.concat());
    }
}
