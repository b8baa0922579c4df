//! The registry: from what a person writes (a name, a path, `-`) to a game that can be played.
//!
//! A game is backed by compiled code when this build has it, else by the machine, which runs its move program, and where there is none by the reference
//! interpreter; so a rule file that was written a second ago opens like any other.

pub use crate::embedded::Embedded;

use crate::compiled;
use std::{
    fmt, io,
    ops::Deref,
    path::{Path, PathBuf},
};
use wazir_machine::Machine;
use wazir_reference::{Checked, Interpreter, compile};
use wazir_runtime::{Backend, Variant};
use wazir_variant_spec::limits;
use wazir_variant_spec::rules::Rules;
use wazir_variant_spec::{
    Diagnostics, Folder, Library, Source, Values,
    values::{EXTENSION, ValuesFolder},
};

/// A game that was found: its rule file, and its compiled code if there is any.
pub struct Entry {
    /// The rule file.
    pub source: Source,
    /// Where the parents of `extends` are looked for besides [`Embedded::RULES`]; `None` for embedded files.
    folder: Option<PathBuf>,
    /// The compiled game.
    compiled: Option<&'static dyn Variant>,
}

/// A game that can be played, whoever plays it. Dereferences to [`Variant`].
pub enum Handle {
    /// Generated code.
    Compiled(&'static dyn Variant),
    /// The machine.
    Machine(Box<Machine>),
    /// The interpreter.
    Reference(Box<Interpreter>),
}

impl Deref for Handle {
    type Target = dyn Variant;
    fn deref(&self) -> &(dyn Variant + 'static) {
        match self {
            Handle::Compiled(variant) => *variant,
            Handle::Machine(machine) => &**machine,
            Handle::Reference(interpreter) => &**interpreter,
        }
    }
}

/// Why a game could not be opened.
#[derive(Debug)]
pub enum OpenError {
    /// No compiled game has this name and no file this path; names that come near, best first.
    Unknown {
        /// What was asked for.
        name: String,
        /// Similar names.
        near: Vec<String>,
    },
    /// The file cannot be read.
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// The compiled backend was asked for, and this build has no code for the game.
    NotCompiled {
        /// The game.
        name: String,
    },
    /// The machine was asked for, and the game has no move program.
    NotRun {
        /// The game.
        name: String,
        /// Why not.
        why: String,
    },
    /// The rule file, or the file with values next to it, is wrong.
    Rules(Box<Diagnostics>),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Unknown { name, near } => {
                write!(f, "no game is called `{name}`")?;
                match near.as_slice() {
                    [] => {}
                    [one] => write!(f, "; did you mean `{one}`?")?,
                    several => write!(f, "; did you mean `{}`?", several.join("` or `"))?,
                }
                f.write_str("\n`wazir list` prints all names; a path to a RON file (such as `./my.ron`) works as well")
            }
            OpenError::Unreadable { file, error } => write!(f, "cannot read `{file}`: {error}"),
            OpenError::NotCompiled { name } => {
                write!(f, "`{name}` is not compiled into this build; `--backend machine` plays it without")
            }
            OpenError::NotRun { name, why } => {
                write!(f, "`{name}` cannot be run: {why}; `--backend reference` plays it")
            }
            OpenError::Rules(diagnostics) => f.write_str(&diagnostics.render(false)),
        }
    }
}

impl std::error::Error for OpenError {}

/// What is looked for in a folder first, if there is one, and then among what is embedded: parents of a rule file, bases of values.
pub(crate) struct NextTo<F = Folder>(pub(crate) Option<F>, pub(crate) Embedded);

impl<F: Library> Library for NextTo<F> {
    fn find(&self, name: &str) -> Option<Source> {
        self.0.as_ref().and_then(|folder| folder.find(name)).or_else(|| self.1.find(name))
    }
    fn find_besides(&self, name: &str, file: &Source) -> Option<Source> {
        let next_to = self.0.as_ref().and_then(|folder| folder.find_besides(name, file));
        next_to.or_else(|| self.1.find_besides(name, file))
    }
    fn names(&self) -> Vec<String> {
        let mut names = self.0.as_ref().map_or(Vec::new(), F::names);
        names.extend(self.1.names());
        names.sort();
        names.dedup();
        names
    }
}

/// The folder that a file is in, as its path says.
fn folder_of(path: &Path) -> Option<PathBuf> {
    let folder = path.parent()?;
    Some(if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_path_buf() })
}

/// The folder of a file that is on disk.
pub(crate) fn folder_on_disk(source: &Source) -> Option<PathBuf> {
    let path = Path::new(&source.file);
    folder_of(path).filter(|_| path.is_file())
}

/// Reads a file with values for a game with these rules. Its bases are looked for next to it, where it is on disk, then among those that come with the program.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_values(source: &Source, rules: &Rules) -> Result<Values, Diagnostics> {
    let folder = if Embedded::VALUES.name_of(source).is_some() { None } else { folder_on_disk(source) };
    Values::read_over(source, rules, &NextTo(folder.map(ValuesFolder), Embedded::VALUES))
}

/// Names of all games of this build, sorted.
pub fn names() -> Vec<String> {
    let mut names = Embedded::RULES.names();
    names.sort();
    names
}

/// What belongs to games, under the names of their families: the largest family first, families of one size and games within a family in their given order.
/// Games that name no family come last, as "Other games".
pub fn by_family<T>(games: Vec<T>, rules: impl Fn(&T) -> &Rules) -> Vec<(String, Vec<T>)> {
    let mut families: Vec<(String, Vec<T>)> = Vec::new();
    for game in games {
        let family = &rules(&game).family;
        match families.iter_mut().find(|(name, _)| name == family) {
            Some((_, members)) => members.push(game),
            None => families.push((family.clone(), vec![game])),
        }
    }
    families.sort_by_key(|(name, members)| (name.is_empty(), std::cmp::Reverse(members.len())));
    for (name, _) in families.iter_mut().filter(|(name, _)| name.is_empty()) {
        name.push_str("Other games");
    }
    families
}

/// Finds a game: `-` reads a rule file from standard input; a compiled-in name; else a path.
///
/// # Errors
/// [`OpenError::Unknown`] or [`OpenError::Unreadable`]. The rule file is not looked into yet.
pub fn find(game: &str) -> Result<Entry, OpenError> {
    if game == "-" {
        let read = limits::read_rules_bounded(io::stdin());
        let text = read.map_err(|error| OpenError::Unreadable { file: "standard input".to_string(), error })?;
        let source = Source { file: "stdin.ron".to_string(), text };
        return Ok(Entry { source, folder: Some(PathBuf::from(".")), compiled: None });
    }
    if let Some(source) = Embedded::RULES.find(game) {
        let compiled = compiled::variants().iter().copied().find(|variant| variant.info().id == game);
        return Ok(Entry { source, folder: None, compiled });
    }
    let path = Path::new(game);
    let is_path = game.ends_with(".ron") || game.contains(['/', '\\']) || path.is_file();
    if !is_path {
        return Err(OpenError::Unknown { name: game.to_string(), near: near(game) });
    }
    Entry::read(path)
}

/// The names of this build that look most like `name`, and the rule file of that name if there is one here.
fn near(name: &str) -> Vec<String> {
    let lower = name.to_lowercase();
    // Names differ at least by their lengths: what is far longer is like none.
    let alike = |known: &String| lower.len().abs_diff(known.len()) <= 1 + known.len() / 4;
    let mut near: Vec<(usize, String)> = names()
        .into_iter()
        .filter(alike)
        .map(|known| (strsim::damerau_levenshtein(&lower, &known), known))
        .filter(|(distance, known)| *distance <= 1 + known.len() / 4)
        .collect();
    let least = near.iter().map(|(distance, _)| *distance).min();
    near.retain(|(distance, _)| Some(*distance) == least);
    near.sort();
    near.truncate(3);
    let mut near: Vec<String> = near.into_iter().map(|(_, known)| known).collect();
    let file = format!("variants/{lower}.ron");
    if Path::new(&file).is_file() {
        near.insert(0, file);
    }
    near
}

impl Entry {
    /// A rule file on disk, whatever it is called.
    ///
    /// # Errors
    /// [`OpenError::Unreadable`]. It is not looked into yet.
    pub fn read(path: &Path) -> Result<Entry, OpenError> {
        let file = path.display().to_string();
        let source = Source::read(path).map_err(|error| OpenError::Unreadable { file, error })?;
        Ok(Entry { source, folder: folder_of(path), compiled: None })
    }

    /// A rule file that is not on disk (yet), as if it were in `folder`.
    pub fn from_source(source: Source, folder: Option<PathBuf>) -> Entry {
        Entry { source, folder, compiled: None }
    }

    /// Reads, inherits and checks the rule file, and whether its game can begin.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn checked(&self) -> Result<Checked, Diagnostics> {
        compile(&self.source, &NextTo(self.folder.clone().map(Folder), Embedded::RULES))
    }

    /// The rules that [`Entry::checked`] finds right.
    ///
    /// # Errors
    /// Everything that is wrong with the rule file.
    pub fn rules(&self) -> Result<Rules, Diagnostics> {
        self.checked().map(|checked| checked.game.rules().clone())
    }

    /// The file with the values that were tuned for the game: embedded for embedded games, next to the rule file for others; `None` where there is none.
    ///
    /// # Errors
    /// [`OpenError::Unreadable`].
    pub fn values_file(&self) -> Result<Option<Source>, OpenError> {
        let path = Path::new(&self.source.file).with_extension(EXTENSION);
        if self.folder.is_none() {
            return Ok(Embedded::RULES.name_of(&self.source).and_then(|game| Embedded::VALUES.find(game)));
        }
        let file = path.display().to_string();
        match Source::read(&path) {
            Ok(source) => Ok(Some(source)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(OpenError::Unreadable { file, error }),
        }
    }

    /// The values that were tuned for the game with these rules; none where there is no file with any.
    ///
    /// # Errors
    /// [`OpenError::Unreadable`], or [`OpenError::Rules`] with what is wrong with the file.
    pub fn values(&self, rules: &Rules) -> Result<Values, OpenError> {
        let Some(source) = self.values_file()? else { return Ok(Values::default()) };
        read_values(&source, rules).map_err(|diagnostics| OpenError::Rules(Box::new(diagnostics)))
    }

    /// Is there compiled code for it?
    pub fn is_compiled(&self) -> bool {
        self.compiled.is_some()
    }

    /// Opens the game with the backend asked for; by default compiled code where there is some.
    ///
    /// # Errors
    /// [`OpenError::NotCompiled`] or [`OpenError::Rules`].
    pub fn open(&self, backend: Option<Backend>) -> Result<Handle, OpenError> {
        match (self.compiled, backend) {
            (Some(variant), None | Some(Backend::Compiled)) => Ok(Handle::Compiled(variant)),
            (None, Some(Backend::Compiled)) => Err(OpenError::NotCompiled { name: self.source.file.clone() }),
            (_, asked) => {
                let checked = self.checked().map_err(|diagnostics| OpenError::Rules(Box::new(diagnostics)))?;
                let interpreted = Handle::Reference(Box::new(checked.game));
                let Handle::Reference(game) = &interpreted else { return Ok(interpreted) };
                match (asked, asked.is_none_or(|asked| asked == Backend::Machine).then(|| Machine::load(game.rules())))
                {
                    (_, Some(Ok(machine))) => Ok(Handle::Machine(Box::new(machine))),
                    (Some(Backend::Machine), Some(Err(why))) => {
                        Err(OpenError::NotRun { name: self.source.file.clone(), why })
                    }
                    _ => Ok(interpreted),
                }
            }
        }
    }
}
