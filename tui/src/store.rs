//! What outlives the program: settings, and a journal of each game, from which it is resumed after a crash.

use crate::{
    clock::{Clocks, SideClock, TimeControl},
    glyphs::Choice,
    session::Session,
    table::{Player, Table},
};
use etcetera::BaseStrategy;
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};
use wazir_engine::Games;
use wazir_variant_spec::Source;

/// The folders in which things are kept.
#[derive(Clone, Debug)]
pub struct Store {
    /// For settings.
    pub config: PathBuf,
    /// For journals.
    pub state: PathBuf,
    /// For games that are saved without a path.
    pub games: PathBuf,
}

impl Store {
    /// The folders of this system (on Linux those of XDG), each with a folder of ours.
    ///
    /// # Errors
    /// When there is no home folder.
    pub fn of_system() -> Result<Store, String> {
        let dirs = etcetera::choose_base_strategy().map_err(|error| error.to_string())?;
        let state = dirs.state_dir().unwrap_or_else(|| dirs.data_dir());
        Ok(Store {
            config: dirs.config_dir().join("wazir"),
            state: state.join("wazir"),
            games: dirs.data_dir().join("wazir").join("games"),
        })
    }

    /// Everything in one folder, for tests.
    pub fn in_folder(folder: &Path) -> Store {
        Store { config: folder.join("config"), state: folder.join("state"), games: folder.join("games") }
    }

    fn settings_file(&self) -> PathBuf {
        self.config.join("play.json")
    }

    /// The settings; the usual ones where there are none yet.
    ///
    /// # Errors
    /// When the file cannot be read or is none of ours: which, and why.
    pub fn settings(&self) -> Result<Settings, String> {
        let file = self.settings_file();
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Settings::default()),
            Err(error) => return Err(format!("cannot read {}: {error}", file.display())),
        };
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}; the usual settings are used", file.display()))
    }

    /// Keeps the settings.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn keep(&self, settings: &Settings) -> io::Result<()> {
        write_whole(&self.settings_file(), serde_json::to_string_pretty(settings)?.as_bytes())
    }

    /// A journal for a new game, whose file is made when it is written for the first time.
    pub fn journal(&self) -> Journal {
        Journal { folder: self.journals(), place: None }
    }

    fn journals(&self) -> PathBuf {
        self.state.join("journal")
    }

    /// The game that was played last and was not finished, by a program that is not running any more; and its journal, which goes on.
    pub fn unfinished(&self) -> Option<(Saved, Journal)> {
        self.left_behind().find_map(|(saved, journal)| {
            // A seat can be come back to before the first move.
            if saved.over || saved.moves.is_empty() && saved.seat.is_none() {
                journal.remove();
                return None;
            }
            Some((saved, journal))
        })
    }

    /// The last game of a guest at this address (with its port) whose program is not running any more.
    pub fn seat_at(&self, address: &str) -> Option<(Saved, Journal)> {
        let is_there = |saved: &Saved| saved.seat.as_ref().is_some_and(|seat| seat.address == address);
        self.left_behind().find(|(saved, _)| !saved.over && is_there(saved))
    }

    /// The journals that no running program has, the last one first.
    fn left_behind(&self) -> impl Iterator<Item = (Saved, Journal)> + '_ {
        let entries = fs::read_dir(self.journals()).into_iter().flatten();
        let is_journal = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "json");
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_journal).collect();
        files.sort();
        files.into_iter().rev().filter_map(|file| {
            let lock = locked(&file).ok()??;
            let saved: Saved = serde_json::from_str(&fs::read_to_string(&file).ok()?).ok()?;
            Some((saved, Journal { folder: self.journals(), place: Some((file, lock)) }))
        })
    }
}

/// Locks the file that stands for a journal; `None` when somebody else has it.
fn locked(journal: &Path) -> io::Result<Option<File>> {
    let lock = File::options().create(true).truncate(false).write(true).open(journal.with_extension("lock"))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}

/// Writes a file, and the folders it is in, so that at any time either the old or the new one is there.
fn write_whole(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        make_folder(folder)?;
    }
    wazir_files::replace(file, bytes)
}

/// Makes a folder that nobody else has to look into: journals have the code of a seat.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// A file in which a game is written down after each move.
pub struct Journal {
    folder: PathBuf,
    /// The file, and what is locked as long as the game is played, so that no other program resumes it.
    place: Option<(PathBuf, File)>,
}

impl Journal {
    /// Writes the game down.
    ///
    /// # Errors
    /// When the file cannot be made or written. It can be tried again.
    pub fn write(&mut self, saved: &Saved) -> io::Result<()> {
        let text = serde_json::to_vec_pretty(saved)?;
        let (file, _) = match &self.place {
            Some(place) => place,
            None => self.place.insert(new_place(&self.folder)?),
        };
        write_whole(file, &text)
    }
    /// Throws it away.
    pub fn remove(self) {
        if let Some((file, _lock)) = self.place {
            // A journal that stays is only a game more to resume.
            let _ = fs::remove_file(&file);
            let _ = fs::remove_file(file.with_extension("lock"));
        }
    }
}

/// A name for a journal that nobody else has, locked.
fn new_place(folder: &Path) -> io::Result<(PathBuf, File)> {
    make_folder(folder)?;
    let mut number = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    loop {
        let file = folder.join(format!("{number:015}.json"));
        let free = !file.exists();
        if free && let Some(lock) = locked(&file)? {
            return Ok((file, lock));
        }
        number += 1;
    }
}

/// A rule file, as it is kept and sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleFile {
    /// Its name.
    pub file: String,
    /// Its text.
    pub text: String,
}

impl From<&Source> for RuleFile {
    fn from(source: &Source) -> RuleFile {
        RuleFile { file: source.file.clone(), text: source.text.clone() }
    }
}

impl From<RuleFile> for Source {
    fn from(file: RuleFile) -> Source {
        Source { file: file.file, text: file.text }
    }
}

/// A guest's seat, as it is kept: whoever has the file can take it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSeat {
    /// Where the host is, with its port.
    pub address: String,
    /// The code of the seat.
    pub code: String,
}

/// A game that is written down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    /// The name or path by which it was opened.
    pub game: String,
    /// Its rule file.
    pub rules: RuleFile,
    /// The rule files that inherits from.
    pub parents: Vec<RuleFile>,
    /// FEN of the start.
    pub start: String,
    /// The moves, in UCI.
    pub moves: Vec<String>,
    /// Who plays.
    pub players: Vec<Player>,
    /// The time control.
    pub control: Option<TimeControl>,
    /// How the clocks stand.
    pub clocks: Vec<SideClock>,
    /// Is it over?
    pub over: bool,
    /// Where it is played over the network, of a guest.
    #[serde(default)]
    pub seat: Option<SavedSeat>,
    /// The game of a file from which it has begun, in PGN, with all that the file says about its moves.
    #[serde(default)]
    pub loaded: Option<String>,
}

impl Saved {
    pub(crate) fn new(table: &Table, name: &str, parents: &[Source]) -> Saved {
        let session = &table.session;
        Saved {
            game: name.to_string(),
            rules: (&session.opened().source).into(),
            parents: parents.iter().map(RuleFile::from).collect(),
            start: session.start_fen(),
            moves: session.texts(),
            players: table.players.clone(),
            control: table.clocks.as_ref().map(Clocks::control),
            clocks: table.clocks.as_ref().map_or(Vec::new(), |clocks| clocks.sides().to_vec()),
            over: session.ending().is_some(),
            seat: table.seat().cloned(),
            loaded: table.loaded().map(|loaded| loaded.pgn().to_string()),
        }
    }

    /// Sets the game up again: with the game of its name if its rules are the same, else with the rules that were kept.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn open(&self, games: &dyn Games) -> Result<Session, String> {
        let same = games.open(&self.game).ok().filter(|opened| opened.source.text == self.rules.text);
        let opened = match same {
            Some(opened) => opened,
            None => {
                let parents: Vec<Source> = self.parents.iter().cloned().map(Source::from).collect();
                games.read(self.rules.clone().into(), &parents)?
            }
        };
        Session::set_up(opened, Some(&self.start), &self.moves).map_err(|error| error.to_string())
    }

    /// The clocks as they stood.
    pub fn clocks(&self, sides: usize) -> Option<Clocks> {
        let control = self.control?;
        let fits = self.clocks.len() == sides;
        Some(if fits { Clocks::resumed(control, self.clocks.clone()) } else { Clocks::new(control, sides) })
    }
}

/// What people like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// How pieces are shown: see [`Choice::text`].
    pub pieces: String,
    /// How many colours there are: `auto`, `none`, `16`, `256`, `true`.
    pub colors: String,
    /// Is the evaluation shown?
    pub evaluation: bool,
    /// The engine's level, 1 to 10.
    pub level: u8,
    /// The time control; `None`: no clocks.
    pub clock: Option<TimeControl>,
    /// What others over the network see.
    pub name: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            pieces: Choice::Fitting.text().to_string(),
            colors: "auto".to_string(),
            evaluation: false,
            level: 3,
            clock: None,
            name: "somebody".to_string(),
        }
    }
}
