//! `wazir match --all`: the same match in every compiled game, with a line for each and a total.

use super::{Args, report::Report};
use crate::{
    screen::{Failure, Progress, Screen, Status, bad_input},
    signals,
};
use serde_json::{Value, json};
use std::{io::Write, path::Path};
use wazir_protocol::arena::{
    Match, Standing,
    journal::{self, Journal, Played},
};

/// Plays the match in one game after the other.
pub(super) fn play(args: &Args, screen: &mut Screen) -> Result<Status, Failure> {
    let names: Vec<&str> = wazir::compiled::variants().iter().map(|variant| &*variant.info().id).collect();
    let Some(first) = names.first() else {
        return bad_input("this build has no games compiled in; `--game` takes the path of a RON file");
    };
    // What is wrong with the terms is told before anything is made.
    let about = args.about(&args.terms(first)?);
    let folder = args.journal.clone().unwrap_or_else(|| default_folder(about));
    if !args.resume && Path::new(&folder).exists() {
        return bad_input(format!(
            "`{folder}` has the journals of a match that was played before, in part or whole; `--resume` goes on with it, `--journal FOLDER` keeps another (or remove it)"
        ));
    }
    std::fs::create_dir_all(&folder).map_err(|error| Failure::Input(format!("cannot make `{folder}`: {error}")))?;
    signals::end_by_itself();
    let mut table =
        Table { args, width: names.iter().map(|name| name.chars().count()).max().unwrap_or(0), rows: Vec::new() };
    table.head(screen)?;
    for name in &names {
        if signals::is_interrupted() {
            break;
        }
        let row = play_game(screen, args, name, &folder)?;
        table.add(screen, row)?;
    }
    table.end(screen)?;
    if table.rows.len() < names.len() || table.rows.iter().any(|row| !row.is_complete()) {
        screen.note(&format!("the match has not ended; `--resume` goes on with it (its journals are in `{folder}`)"));
        return Ok(Status::Interrupted);
    }
    let is_saved = table.rows.iter().all(|row| row.is_saved);
    if is_saved && args.journal.is_none() {
        let removed = remove(&folder, &table.rows);
        removed.map_err(|error| Failure::Input(format!("cannot remove the journals in `{folder}`: {error}")))?;
    }
    if !is_saved {
        return bad_input(format!("not all games are saved; `--resume` goes on with the match of `{folder}`"));
    }
    Ok(if table.rows.iter().any(|row| row.fails(args)) { Status::Wrong } else { Status::Fine })
}

/// The folder of journals where none is named: another one for every match, as with one game.
fn default_folder(mut about: Value) -> String {
    about["game"] = json!("all");
    journal::default_name(&about).replace(".journal", "-all")
}

/// The journal of a game.
fn journal_of(folder: &str, name: &str) -> String {
    Path::new(folder).join(format!("{name}.journal")).display().to_string()
}

/// Removes the journals, and the folder if there is nothing else in it.
fn remove(folder: &str, rows: &[Row]) -> std::io::Result<()> {
    rows.iter().try_for_each(|row| std::fs::remove_file(journal_of(folder, &row.name)))?;
    std::fs::remove_dir(folder)
}

/// Plays the match in a game, or what is left of it.
fn play_game(screen: &Screen, args: &Args, name: &str, folder: &str) -> Result<Row, Failure> {
    let terms = args.terms(name)?;
    let path = journal_of(folder, name);
    let about = args.about(&terms);
    let begun = Path::new(&path).exists();
    let journal = if begun {
        Journal::resume(&path, &about)
    } else {
        Journal::begin(&path, &about).map(|new| (new, Played::default()))
    };
    let (mut journal, mut played) = journal.map_err(Failure::Input)?;
    let progress = Progress::new(name, terms.games);
    let standing = args.play(screen, &terms, &mut journal, &mut played, &progress);
    let is_saved = standing.as_ref().map_or(true, |(_, is_saved)| *is_saved);
    let standing = standing.map(|(standing, _)| standing);
    Ok(Row { name: name.to_string(), terms, played, standing, is_saved })
}

/// What has come of one game.
struct Row {
    name: String,
    terms: Match,
    played: Played,
    /// How it stands, or why it could not be played.
    standing: Result<Standing, String>,
    /// Is every game saved where it was to be?
    is_saved: bool,
}

impl Row {
    /// Nothing is left to play of it.
    fn is_complete(&self) -> bool {
        self.standing.as_ref().map_or(true, |standing| standing.games() >= self.terms.games)
    }

    /// Is there less than there has to be?
    fn fails(&self, args: &Args) -> bool {
        self.standing.as_ref().map_or(args.at_least.is_some(), |standing| args.is_too_little(standing))
    }
}

/// The table, which grows with every game.
struct Table<'a> {
    args: &'a Args,
    width: usize,
    rows: Vec<Row>,
}

impl Table<'_> {
    fn head(&self, screen: &mut Screen) -> Result<(), Failure> {
        if self.args.json {
            return Ok(());
        }
        let title = format!("{:width$}  games     won   drawn    lost    points", "game", width = self.width);
        let title = screen.paint("1", &title);
        Ok(writeln!(screen, "{title}")?)
    }

    fn add(&mut self, screen: &mut Screen, row: Row) -> Result<(), Failure> {
        if !self.args.json {
            let name = format!("{:width$}", row.name, width = self.width);
            let text = match &row.standing {
                Ok(standing) => format!("{name}  {}", numbers(standing)),
                Err(error) => format!("{name}  not played: {}", error.lines().next().unwrap_or_default()),
            };
            let text = if row.fails(self.args) { screen.paint("1;31", &format!("{text}  too little")) } else { text };
            writeln!(screen, "{text}")?;
            screen.flush()?;
        }
        self.rows.push(row);
        Ok(())
    }

    fn end(&self, screen: &mut Screen) -> Result<(), Failure> {
        let mut total = Standing::default();
        for standing in self.rows.iter().filter_map(|row| row.standing.as_ref().ok()) {
            total.wins += standing.wins;
            total.draws += standing.draws;
            total.losses += standing.losses;
        }
        let Args { a, b, .. } = self.args;
        if self.args.json {
            let matches: Vec<Value> = self.rows.iter().map(|row| self.json(row)).collect();
            return screen.json(&json!({
                "a": a,
                "b": b,
                "games": total.games(),
                "wins": total.wins,
                "draws": total.draws,
                "losses": total.losses,
                "score": total.score(),
                "matches": matches,
            }));
        }
        let name = format!("{:width$}", "all", width = self.width);
        let text = screen.paint("1", &format!("{name}  {}", numbers(&total)));
        writeln!(screen, "{text}")?;
        Ok(())
    }

    fn json(&self, row: &Row) -> Value {
        let Args { a, b, .. } = self.args;
        match &row.standing {
            Ok(standing) => {
                Report { terms: &row.terms, standing: *standing, endings: &row.played.endings, a, b }.json()
            }
            Err(error) => json!({ "variant": row.name, "error": error }),
        }
    }
}

/// The numbers of a row.
fn numbers(standing: &Standing) -> String {
    let Standing { wins, draws, losses, .. } = standing;
    format!("{:>5}  {wins:>6}  {draws:>6}  {losses:>6}  {:>6.2} %", standing.games(), 100.0 * standing.score())
}
