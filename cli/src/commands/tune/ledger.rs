//! [`Ledger`]: what a tuning of several games has measured and done, on disk.

use crate::screen::{Failure, bad_input};
use serde_json::{Value, json};
use std::{collections::BTreeMap, path::Path};
use wazir_files::Log;

/// The version of the format.
const FORMAT: u64 = 1;

/// What has been measured and done, line by line in JSON: first the terms, then lines with the name of a game.
pub(super) struct Ledger {
    path: String,
    log: Log,
    /// Seconds that a game of the tuning takes, by the name of the game that is tuned.
    seconds: BTreeMap<String, f64>,
    /// What has come of games that are done.
    done: BTreeMap<String, Value>,
}

impl Ledger {
    /// Begins a ledger, or goes on with one of the same terms. A last line that was cut off is forgotten.
    ///
    /// # Errors
    /// When it cannot be read or written, or has other terms.
    pub(super) fn open(path: String, terms: &Value) -> Result<Ledger, Failure> {
        let header = format!("{}\n", json!({ "wazir_tune": FORMAT, "terms": terms }));
        let cannot = |what: &str, error: std::io::Error| Failure::Input(format!("cannot {what} `{path}`: {error}"));
        if !Path::new(&path).exists() {
            wazir_files::create(Path::new(&path), header.as_bytes()).map_err(|error| cannot("write", error))?;
        }
        let text = std::fs::read_to_string(&path).map_err(|error| cannot("read", error))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines().enumerate();
        let parsed = |(index, line): (usize, &str)| {
            serde_json::from_str::<Value>(line)
                .map_err(|error| Failure::Input(format!("`{path}`, line {}: {error}", index + 1)))
        };
        let begun = lines.next().map(parsed).transpose()?.unwrap_or_default();
        if begun["wazir_tune"] != json!(FORMAT) {
            return bad_input(format!(
                "`{path}` does not say what a tuning of several games has done, or is of another version; remove it, or name another folder by --journals"
            ));
        }
        if let Some(other) = difference(&begun["terms"], terms) {
            return bad_input(format!(
                "`{path}` is of a tuning on other terms: {other}; `--journals FOLDER` keeps another one, or remove it to begin anew"
            ));
        }
        let (mut seconds, mut done) = (BTreeMap::new(), BTreeMap::new());
        for line in lines {
            let mut line = parsed(line)?;
            let Some(game) = line["game"].as_str().map(str::to_string) else { continue };
            if let Some(measured) = line["seconds"].as_f64() {
                seconds.insert(game.clone(), measured);
            }
            if line["done"].is_object() {
                done.insert(game, line["done"].take());
            }
        }
        let log = Log::go_on(Path::new(&path), whole as u64).map_err(|error| cannot("write", error))?;
        Ok(Ledger { path, log, seconds, done })
    }

    /// How long a game of the tuning of this game takes, if that was measured.
    pub(super) fn seconds(&self, game: &str) -> Option<f64> {
        self.seconds.get(game).copied()
    }

    /// What has come of a game, if it is done.
    pub(super) fn done(&self, game: &str) -> Option<&Value> {
        self.done.get(game)
    }

    /// The tuning of this game takes so many seconds a game.
    pub(super) fn measured(&mut self, game: &str, seconds: f64) -> Result<(), Failure> {
        self.seconds.insert(game.to_string(), seconds);
        self.add(&json!({ "game": game, "seconds": seconds }))
    }

    /// This has come of a game. It is returned as it will be read, so that it is told the same every time.
    pub(super) fn finish(&mut self, game: &str, what: &Value) -> Result<Value, Failure> {
        self.add(&json!({ "game": game, "done": what }))?;
        let read: Value = serde_json::from_str(&what.to_string())?;
        self.done.insert(game.to_string(), read.clone());
        Ok(read)
    }

    fn add(&mut self, line: &Value) -> Result<(), Failure> {
        let added = self.log.add(format!("{line}\n"));
        added.map_err(|error| Failure::Input(format!("cannot write `{}`: {error}", self.path)))
    }
}

/// Where terms differ, for people.
fn difference(was: &Value, is: &Value) -> Option<String> {
    let (Some(was), Some(is)) = (was.as_object(), is.as_object()) else { return Some("none are given there".into()) };
    let differs = was.keys().chain(is.keys()).find(|name| was.get(*name) != is.get(*name))?;
    let said = |terms: &serde_json::Map<String, Value>| terms.get(differs).map_or("nothing".into(), Value::to_string);
    Some(format!("{differs} was {} there, and is {} now", said(was), said(is)))
}
