//! [`Registry`]: the games of this build with their engines, for front ends.

use crate::{
    compiled::{self, Task},
    games::{self, Embedded, Entry, NextTo, OpenError, folder_on_disk},
};
use std::{cell::RefCell, path::Path, sync::Arc};
use wazir_engine::{Engine, Games, Opened};
use wazir_machine::Machine;
use wazir_reference::compile;
use wazir_runtime::{Backend, Compiled, Position};
use wazir_variant_spec::{Folder, Library, Source, Values, rules::Rules};

/// All games of this build, and any rule file. Those with code in this build are played by it, the others by the machine where it can, else by the interpreter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Registry;

impl Games for Registry {
    fn names(&self) -> Vec<String> {
        games::names()
    }

    fn open(&self, name: &str) -> Result<Opened, String> {
        open(name, None).map_err(|error| error.to_string())
    }

    fn read(&self, source: Source, parents: &[Source]) -> Result<Opened, String> {
        let library = Sent { parents, others: NextTo(folder_on_disk(&source).map(Folder), Embedded::RULES) };
        let checked = compile(&source, &library).map_err(|diagnostics| diagnostics.render(false))?;
        Ok(Opened::without_code(source, checked.game, Values::default()))
    }

    fn parents(&self, game: &Opened) -> Vec<Source> {
        let asked = Asked {
            found: RefCell::default(),
            library: NextTo(folder_on_disk(&game.source).map(Folder), Embedded::RULES),
        };
        // It could be compiled when it was opened. What is asked for on the way is what it inherits from.
        let _ = compile(&game.source, &asked);
        asked.found.into_inner()
    }
}

/// Opens a game with the backend asked for; by default compiled code where there is some.
///
/// # Errors
/// As [`games::find`] and [`Entry::open`].
pub fn open(name: &str, backend: Option<Backend>) -> Result<Opened, OpenError> {
    let entry: Entry = games::find(name)?;
    let game = entry.checked().map_err(|diagnostics| OpenError::Rules(Box::new(diagnostics)))?.game;
    let rules = game.rules();
    let values = entry.values(rules)?;
    let wants_code = matches!(backend, None | Some(Backend::Compiled));
    if entry.is_compiled() && wants_code {
        let task = Compile { source: &entry.source, rules, values: &values };
        if let Some(opened) = compiled::with(&rules.id, task) {
            return Ok(opened);
        }
    }
    match backend {
        Some(Backend::Compiled) => Err(OpenError::NotCompiled { name: entry.source.file.clone() }),
        Some(Backend::Reference) => Ok(Opened::interpreted(entry.source, game, values)),
        Some(Backend::Machine) => match Machine::load(game.rules()) {
            Ok(machine) => Ok(Opened::run(entry.source, game.rules(), machine, values)),
            Err(why) => Err(OpenError::NotRun { name: entry.source.file, why }),
        },
        None => Ok(Opened::without_code(entry.source, game, values)),
    }
}

/// An engine with what was tuned for its game.
fn knowing(mut engine: Box<dyn Engine>, values: &Values) -> Box<dyn Engine> {
    if !values.is_empty() {
        engine.set_values(values);
    }
    engine
}

/// A game that has code in this build.
struct Compile<'a> {
    source: &'a Source,
    rules: &'a Rules,
    values: &'a Values,
}

impl Task for Compile<'_> {
    type Output = Opened;
    fn run<P: Position>(self) -> Opened {
        let rules = Arc::new(self.rules.clone());
        let (of, values) = (rules.clone(), self.values.clone());
        let engine = move || knowing(wazir_engine::compiled::<P>(&of), &values);
        let variant = Arc::new(Compiled::<P>::new());
        Opened { source: self.source.clone(), rules, variant, engine: Arc::new(engine) }
    }
}

/// What was sent along comes before what there is here.
struct Sent<'a> {
    parents: &'a [Source],
    others: NextTo,
}

impl Library for Sent<'_> {
    fn find(&self, name: &str) -> Option<Source> {
        let is_named = |source: &&Source| Path::new(&source.file).file_stem().is_some_and(|stem| stem == name);
        self.parents.iter().find(is_named).cloned().or_else(|| self.others.find(name))
    }
    fn names(&self) -> Vec<String> {
        self.others.names()
    }
}

/// Remembers what was asked for and found.
struct Asked {
    found: RefCell<Vec<Source>>,
    library: NextTo,
}

impl Library for Asked {
    fn find(&self, name: &str) -> Option<Source> {
        let source = self.library.find(name)?;
        let mut found = self.found.borrow_mut();
        if found.iter().all(|known| known.file != source.file) {
            found.push(source.clone());
        }
        Some(source)
    }
    fn names(&self) -> Vec<String> {
        self.library.names()
    }
}
