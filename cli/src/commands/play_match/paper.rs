//! The games of a match in a PGN file: each as it ends, and on `--resume` those of the journal that the file lacks.

use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, BufReader},
    path::Path,
};
use wazir_files::{Keeping, Log};
use wazir_notation::pgn;
use wazir_protocol::{
    Play,
    arena::{
        Ending, Game, Match,
        journal::{self, Entry, Played},
        record,
        statistics::Score,
        tournament::Finished,
    },
};
use wazir_runtime::SideId;

/// The date of a game that is written from the journal, which has none.
const UNKNOWN_DATE: &str = "????.??.??";

/// A PGN file to which the games of a match are added.
pub(super) struct Paper<'a> {
    path: &'a str,
    log: Log,
    kept: Keeping,
    event: String,
    /// The games of this match that were in the file before, as [`key`] tells them apart.
    there: BTreeSet<String>,
    /// How many games of the journal could not be made again.
    lost: usize,
    /// How many games of the journal there are of which nobody knows whether the file has them.
    unsure: usize,
}

/// What has come of the games of the journal.
#[derive(Default)]
pub(super) struct CaughtUp {
    /// What is to be noted.
    pub(super) notes: Vec<String>,
    /// What has gone wrong.
    pub(super) errors: Vec<String>,
}

impl<'a> Paper<'a> {
    /// Opens the file, which is made if there is none.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub(super) fn open(path: &'a str, event: String) -> Result<Paper<'a>, String> {
        let log = Log::open(Path::new(path)).map_err(|error| format!("cannot write `{path}`: {error}"))?;
        Ok(Paper { path, log, kept: Keeping::default(), event, there: BTreeSet::new(), lost: 0, unsure: 0 })
    }

    /// Writes the games of the journal that are not in the file: the disk was full, or the program was ended between the two.
    ///
    /// # Errors
    /// When the file cannot be read: nothing is written then, as it could be there already.
    pub(super) fn catch_up(&mut self, terms: &Match, played: &Played) -> Result<CaughtUp, String> {
        let mut caught = CaughtUp::default();
        let is_known = self.read().map_err(|error| format!("cannot read `{}`: {error}", self.path))?;
        if !is_known {
            self.unsure = played.entries.len();
            return Ok(caught);
        }
        let mut written = 0;
        for (&number, entry) in &played.entries {
            let again = played.scores.get(&number).ok_or_else(|| "it has no score".to_string());
            let text = again
                .and_then(|&score| again_of(terms, number, score, entry))
                .and_then(|finished| self.text(terms, &finished, UNKNOWN_DATE));
            match text {
                Ok(text) if self.has(&text) => {}
                Ok(text) => {
                    written += 1;
                    caught.errors.extend(journal::told(self.kept.after(self.log.add(text)), self.path));
                }
                Err(error) => {
                    self.lost += 1;
                    caught.errors.push(format!(
                        "game {} of the journal cannot be written to `{}`: {error}",
                        number + 1,
                        self.path
                    ));
                }
            }
        }
        let written = written - self.log.waiting().min(written);
        if written > 0 {
            let games = if written == 1 { "1 game" } else { &format!("{written} games") };
            caught.notes.push(format!(
                "{games} of the journal that `{}` lacked are written to it, without their dates",
                self.path
            ));
        }
        Ok(caught)
    }

    /// Adds a game. What is to be told: that games cannot be written any more, or that they are again.
    ///
    /// # Errors
    /// When a move cannot be written.
    pub(super) fn add(&mut self, terms: &Match, finished: &Finished, date: &str) -> Result<Option<String>, String> {
        let text = self.text(terms, finished, date)?;
        // A game that the journal lacks was played again, and came out as it was.
        if self.has(&text) {
            return Ok(None);
        }
        Ok(journal::told(self.kept.after(self.log.add(text)), self.path))
    }

    /// Tries once more to write what is not written; what the file lacks then, if anything.
    pub(super) fn missing(&mut self) -> Option<String> {
        let path = self.path;
        if let Err(error) = self.log.retry() {
            let missing = self.log.waiting() + self.lost;
            return Some(format!(
                "`{path}` lacks {missing} games of this match: {error}; `--resume` writes those that the journal has"
            ));
        }
        match (self.lost, self.unsure) {
            (0, 0) => None,
            (0, unsure) => Some(format!(
                "`{path}` cannot be read again: whether it has the {unsure} games that were in the journal is not known, and they are not written to it"
            )),
            (lost, _) => Some(format!("`{path}` lacks {lost} games of this match")),
        }
    }

    fn text(&self, terms: &Match, finished: &Finished, date: &str) -> Result<String, String> {
        record::pgn(finished, &terms.opened, &self.event, date, &terms.control.to_string())
    }

    /// Was this game in the file before?
    fn has(&self, text: &str) -> bool {
        !self.there.is_empty() && games(text.as_bytes()).flatten().any(|game| self.there.contains(&key(&game)))
    }

    /// Reads which games of this match are in the file; false where it is none that can be read again, such as a pipe.
    fn read(&mut self) -> io::Result<bool> {
        if !std::fs::metadata(self.path)?.is_file() {
            return Ok(false);
        }
        let event = pgn::tag_value(&self.event);
        for game in games(BufReader::new(File::open(self.path)?)) {
            let game = game?;
            if game.tags.get("Event") == Some(&*event) {
                self.there.insert(key(&game));
            }
        }
        Ok(true)
    }
}

/// The games of a PGN file; those that cannot be read are none of ours.
fn games(input: impl io::BufRead) -> impl Iterator<Item = io::Result<pgn::Text>> {
    pgn::Reader::new(input).filter_map(|game| match game {
        Ok(Ok(game)) => Some(Ok(game)),
        Ok(Err(_)) => None,
        Err(error) => Some(Err(error)),
    })
}

/// By what games of matches between the same contestants are told apart: number, game, start and moves. What was said of them, and when, may differ.
fn key(game: &pgn::Text) -> String {
    let mut key = String::new();
    for name in ["Round", "Variant", "FEN"] {
        key += game.tags.get(name).unwrap_or_default();
        key.push('\n');
    }
    for play in &game.line.plays {
        key += &play.mv.text;
        key.push(' ');
    }
    key
}

/// A game of the journal as it was when it ended.
fn again_of(terms: &Match, number: u64, score: Score, entry: &Entry) -> Result<Finished, String> {
    let play = entry.replay(&*terms.opened.variant)?;
    let opening = terms.opening(number)?.moves().len().min(play.moves().len());
    let (side, seats) = terms.seats(number);
    let ending = ending_of(&entry.ending, &play, &seats);
    if ending.score(side, play.info()) != score {
        return Err(format!("its score does not follow from its end, `{}`", entry.ending));
    }
    let names = match entry.names.len() == seats.len() {
        true => entry.names.clone(),
        false => seats.iter().map(|&seat| terms.contestants[seat].to_string()).collect(),
    };
    Ok(Finished { number, game: Game { play, opening, comments: entry.comments.clone(), ending }, seats, names, score })
}

/// How a game ended, and by whom, where one of the two is to blame: what the journal says.
pub(super) fn how_it_ended(finished: &Finished) -> String {
    let ending = &finished.game.ending;
    match ending {
        Ending::Resigned(side) | Ending::Time(side) | Ending::Fault(side, _) => {
            let is_b = finished.seats.get(usize::from(*side)) == Some(&1);
            format!("{}: {ending}", if is_b { "B" } else { "A" })
        }
        Ending::Rules(_) | Ending::Stuck | Ending::TooLong => ending.to_string(),
    }
}

/// The end of which [`how_it_ended`] has said this.
fn ending_of(text: &str, play: &Play, seats: &[usize]) -> Ending {
    if let Some(outcome) = play.outcome() {
        return Ending::Rules(outcome);
    }
    if let Some(ending) = [Ending::Stuck, Ending::TooLong].into_iter().find(|ending| ending.to_string() == text) {
        return ending;
    }
    let (who, what) = text.split_once(": ").unwrap_or(("", text));
    let seat = usize::from(who == "B");
    // It was to move; a program that could not begin has lost with the first of its sides.
    let turn = play.now().turn();
    let is_to_move = seats.get(usize::from(turn)) == Some(&seat);
    let first = || seats.iter().position(|&other| other == seat).unwrap_or(0) as SideId;
    let side = if is_to_move { turn } else { first() };
    match what {
        _ if what == Ending::Resigned(side).to_string() => Ending::Resigned(side),
        _ if what == Ending::Time(side).to_string() => Ending::Time(side),
        _ => Ending::Fault(side, what.to_string()),
    }
}
