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
    io::{self, Write},
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
    pub fn keep(&self, settings: &Settings) -> Result<(), String> {
        let file = self.settings_file();
        let text = serde_json::to_string_pretty(settings).map_err(|error| error.to_string())?;
        write_whole(&file, text.as_bytes()).map_err(|error| format!("cannot write {}: {error}", file.display()))
    }

    /// A journal for a new game.
    ///
    /// # Errors
    /// When its file cannot be made.
    pub fn journal(&self) -> io::Result<Journal> {
        let folder = self.state.join("journal");
        fs::create_dir_all(&folder)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let mut number = now;
        loop {
            let file = folder.join(format!("{number:015}.json"));
            let free = !file.exists();
            if free && let Some(lock) = locked(&file)? {
                return Ok(Journal { file, _lock: lock });
            }
            number += 1;
        }
    }

    /// The game that was played last and was not finished, by a program that is not running any more; and its journal, which goes on.
    pub fn unfinished(&self) -> Option<(Saved, Journal)> {
        let entries = fs::read_dir(self.state.join("journal")).ok()?;
        let is_journal = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "json");
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_journal).collect();
        files.sort();
        files.into_iter().rev().find_map(|file| {
            let lock = locked(&file).ok()??;
            let saved: Saved = serde_json::from_str(&fs::read_to_string(&file).ok()?).ok()?;
            let journal = Journal { file, _lock: lock };
            if saved.over || saved.moves.is_empty() {
                journal.remove();
                return None;
            }
            Some((saved, journal))
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

/// Writes a file so that at any time either the old or the new one is there.
pub fn write_whole(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut name = file.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let new = file.with_file_name(name);
    let mut out = File::create(&new)?;
    out.write_all(bytes)?;
    out.sync_data()?;
    drop(out);
    fs::rename(&new, file)
}

/// A file in which a game is written down after each move.
pub struct Journal {
    file: PathBuf,
    /// Locked as long as the game is played, so that no other program resumes it.
    _lock: File,
}

impl Journal {
    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }
    /// Writes the game down.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, saved: &Saved) -> io::Result<()> {
        write_whole(&self.file, &serde_json::to_vec_pretty(saved)?)
    }
    /// Throws it away.
    pub fn remove(self) {
        // A journal that stays is only a game more to resume.
        let _ = fs::remove_file(&self.file);
        let _ = fs::remove_file(self.file.with_extension("lock"));
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
