//! [`Journal`]: what has been played, on disk, line by line in JSON, so that a match goes on after whatever has ended it.

use super::{statistics::Score, tournament::Finished};
use crate::Play;
use serde_json::{Value, json};
use std::{collections::BTreeMap, path::Path};
use wazir_files::{Keeping, Log, News};
use wazir_runtime::{Style, Variant};

/// A journal that is being written. A game that cannot be written down is written with the next one.
pub struct Journal {
    log: Log,
    keeping: Keeping,
    path: String,
}

/// What a journal says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// Scores of the first contestant, by the numbers of games.
    pub scores: BTreeMap<u64, Score>,
    /// How often games ended in each way.
    pub endings: BTreeMap<String, u64>,
    /// What was played, by the numbers of games.
    pub entries: BTreeMap<u64, Entry>,
}

/// What a journal says of a game, beside its number and score.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// Where it began, in FEN.
    pub start: String,
    /// Its moves, those of the opening included, with spaces between.
    pub moves: String,
    /// How it ended.
    pub ending: String,
    /// What the player of each side called himself; empty where that is not known.
    pub names: Vec<String>,
    /// What the players said of each move after the opening, as [`super::Game::comments`] has it; empty where that is not known.
    pub comments: Vec<String>,
}

impl Entry {
    /// What there is to say of a game that ended like this.
    pub fn of(finished: &Finished, ending: String) -> Entry {
        let play = &finished.game.play;
        let moves: Vec<String> = play.steps().map(|(game, mv)| game.move_text(mv, Style::default())).collect();
        Entry {
            start: play.first().fen(Style::default()),
            moves: moves.join(" "),
            ending,
            names: finished.names.clone(),
            comments: finished.game.comments.clone(),
        }
    }

    /// Plays the game again.
    ///
    /// # Errors
    /// When its start cannot be read, or one of its moves.
    pub fn replay(&self, variant: &dyn Variant) -> Result<Play, String> {
        let first = variant.from_fen(&self.start, Style::default()).map_err(|error| error.to_string())?;
        let mut play = Play::new(&*first);
        for text in self.moves.split_whitespace() {
            let mv = play.now().parse_move(text, Style::default()).map_err(|error| error.to_string())?;
            play.push(mv).map_err(|error| error.to_string())?;
        }
        Ok(play)
    }
}

/// The version of the format.
const FORMAT: u64 = 1;

impl Journal {
    /// Begins a journal about a match with these `terms`.
    ///
    /// # Errors
    /// When there is a file already, or none can be written.
    pub fn begin(path: &str, terms: &Value) -> Result<Journal, String> {
        let header = format!("{}\n", json!({ "wazir_match": FORMAT, "terms": terms }));
        let begun = wazir_files::create(Path::new(path), header.as_bytes());
        begun.map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => format!(
                "`{path}` is the journal of a match that was played before, in part or whole; `--resume` goes on with it, `--journal FILE` keeps another (or remove it)"
            ),
            _ => format!("cannot write the journal `{path}`: {error}"),
        })?;
        Journal::over(path, header.len() as u64)
    }

    /// What a journal says, if it is about a match with these terms.
    ///
    /// # Errors
    /// When it cannot be read or is about another match.
    pub fn read(path: &str, terms: &Value) -> Result<Played, String> {
        Ok(read(path, terms)?.0)
    }

    /// Goes on with a journal, if the match has the same terms. A last line that was cut off is forgotten.
    ///
    /// # Errors
    /// When it cannot be read or is about another match.
    pub fn resume(path: &str, terms: &Value) -> Result<(Journal, Played), String> {
        let (played, whole) = read(path, terms)?;
        Ok((Journal::over(path, whole)?, played))
    }

    /// A journal over a file of which this much is whole lines.
    fn over(path: &str, whole: u64) -> Result<Journal, String> {
        let log = Log::go_on(Path::new(path), whole);
        let log = log.map_err(|error| format!("cannot write the journal `{path}`: {error}"))?;
        Ok(Journal { log, keeping: Keeping::default(), path: path.to_string() })
    }

    /// Adds a game, with the score of the first contestant. What is to be told: that games cannot be written down any more, and that they are again, with all that
    /// were missing.
    pub fn add(&mut self, number: u64, score: Score, entry: &Entry) -> Option<String> {
        let record = json!({
            "number": number,
            "score": score as u64,
            "ending": entry.ending,
            "start": entry.start,
            "moves": entry.moves,
            "names": entry.names,
            "comments": entry.comments,
        });
        let added = self.log.add(format!("{record}\n"));
        told(self.keeping.after(added), &self.path)
    }

    /// How many games are not written down: with each game, and here, it is tried again.
    pub fn missing(&mut self) -> usize {
        // How many are left says it.
        let _ = self.log.retry();
        self.log.waiting()
    }

    /// Removes a journal that is not needed any more.
    ///
    /// # Errors
    /// When that is not possible.
    pub fn remove(self) -> Result<(), String> {
        let path = Path::new(&self.path);
        std::fs::remove_file(path).map_err(|error| format!("cannot remove the journal `{}`: {error}", self.path))
    }
}

/// What there is to tell about a file to which games are added.
pub fn told(news: Option<News>, path: &str) -> Option<String> {
    Some(match news? {
        News::Lost(error) => {
            format!("games are not saved in `{path}` any more: {error}; with every game it is tried again")
        }
        News::Kept => format!("games are saved in `{path}` again, those that were missing as well"),
    })
}

/// The name of the journal of a match with these `terms` where none is given: each match has one of its own, so that matches in one folder are not in each
/// other's way.
pub fn default_name(terms: &Value) -> String {
    // FNV-1a: the same name for the same terms in every build.
    let hash = terms
        .to_string()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("wazir-match-{:08x}.journal", hash as u32)
}

/// What the journal of a match with these terms says, and the length of its whole lines: one that was cut off at the end is left out.
fn read(path: &str, terms: &Value) -> Result<(Played, u64), String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read the journal `{path}`: {error}"))?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines().enumerate();
    let wrong = |line: usize, what: &str| format!("journal `{path}`, line {}: {what}", line + 1);
    let header: Value = match lines.next() {
        Some((_, line)) => serde_json::from_str(line).map_err(|error| wrong(0, &error.to_string()))?,
        None => return Err(wrong(0, "it is empty; remove it to begin the match anew")),
    };
    if header["wazir_match"] != json!(FORMAT) {
        return Err(wrong(0, "this is no journal of a match, or one of another version"));
    }
    compare(&header["terms"], terms).map_err(|what| wrong(0, &what))?;
    let mut played = Played::default();
    for (index, line) in lines {
        let record: Value = serde_json::from_str(line).map_err(|error| wrong(index, &error.to_string()))?;
        let number = record["number"].as_u64().ok_or_else(|| wrong(index, "`number` is missing"))?;
        let score = match record["score"].as_u64() {
            Some(0) => Score::Lost,
            Some(1) => Score::Drawn,
            Some(2) => Score::Won,
            _ => return Err(wrong(index, "`score` is to be 0, 1 or 2")),
        };
        played.scores.insert(number, score);
        let text = |name: &str| record[name].as_str().unwrap_or_default().to_string();
        // Journals of earlier versions have no names, and no comments.
        let texts = |name: &str| -> Vec<String> {
            let texts = record[name].as_array().into_iter().flatten().filter_map(Value::as_str);
            texts.map(str::to_string).collect()
        };
        let entry = Entry {
            start: text("start"),
            moves: text("moves"),
            ending: text("ending"),
            names: texts("names"),
            comments: texts("comments"),
        };
        *played.endings.entry(entry.ending.clone()).or_default() += 1;
        played.entries.insert(number, entry);
    }
    Ok((played, whole as u64))
}

/// Are these the same terms?
fn compare(theirs: &Value, ours: &Value) -> Result<(), String> {
    let empty = serde_json::Map::new();
    for (name, value) in ours.as_object().unwrap_or(&empty) {
        let before = &theirs[name];
        if before != value {
            return Err(format!("it is about another match: {name} was {before} there, and is {value} now"));
        }
    }
    Ok(())
}
