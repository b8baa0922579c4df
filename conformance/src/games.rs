//! The rule files of the project, and how dear their positions are to the interpreter.

use std::path::{Path, PathBuf};
use wazir_reference::Interpreter;
use wazir_variant_spec::rules::Piece;
use wazir_variant_spec::{Folder, Library, Rules, Source, compile};

/// A path in the project.
pub fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The folders of rule files: the games that people play, and those that reach what no played game does.
pub const FOLDERS: [&str; 2] = ["variants", "trials/rules"];

/// The rule files of one of the [`FOLDERS`], named from the project's root: what is told of them, and generated from them, is the same on every machine.
struct Rulebook(&'static str);

impl Rulebook {
    fn folder(&self) -> Folder {
        Folder(project(self.0))
    }
}

impl Library for Rulebook {
    fn find(&self, name: &str) -> Option<Source> {
        let source = self.folder().find(name)?;
        Some(Source { file: format!("{}/{name}.ron", self.0), ..source })
    }
    fn names(&self) -> Vec<String> {
        self.folder().names()
    }
}

/// The games that people play, sorted by name; with the environment's `WAZIR_GAMES=chess,shogi` of these only.
pub fn played() -> Vec<String> {
    wanted(every_name())
}

/// The names of the games that people play, whatever is wanted.
pub fn every_name() -> Vec<String> {
    Rulebook(FOLDERS[0]).names()
}

/// All games, sorted by name; with the environment's `WAZIR_GAMES=chess,shogi` of these only.
pub fn all() -> Vec<String> {
    wanted(FOLDERS.iter().flat_map(|folder| Rulebook(folder).names()).collect())
}

fn wanted(mut names: Vec<String>) -> Vec<String> {
    if let Ok(wanted) = std::env::var("WAZIR_GAMES") {
        names.retain(|name| wanted.split(',').any(|one| one == name));
    }
    names.sort();
    names
}

/// The rules of a game of the project.
///
/// # Panics
/// When there is no such game, or its file is wrong.
pub fn rules(name: &str) -> Rules {
    let found = FOLDERS.iter().map(|folder| Rulebook(folder)).find_map(|folder| Some((folder.find(name)?, folder)));
    let (source, folder) = found.unwrap_or_else(|| panic!("there is no game `{name}`"));
    match compile(&source, &folder) {
        Ok(compiled) => compiled.rules,
        Err(diagnostics) => panic!("{}", diagnostics.render(false)),
    }
}

/// A game of the project, interpreted.
///
/// # Panics
/// As [`rules`], and when its start is wrong.
pub fn interpreter(name: &str) -> Interpreter {
    interpret(rules(name))
}

/// Rules, interpreted.
///
/// # Panics
/// When their start is wrong.
pub fn interpret(rules: Rules) -> Interpreter {
    let id = rules.id.clone();
    Interpreter::new(rules).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// How many times as long as for a position of chess or shogi all programs need for one of this game, about: by squares and kinds of pieces, of which one that moves in several
/// legs or pushes counts as several, since each of its moves is walked square by square, and made to be tested. Tests play that much less of it.
pub fn dearness(rules: &Rules) -> usize {
    let is_walked = |piece: &&Piece| {
        let mut movements = piece.sides.iter().flatten().flat_map(|own| &own.movements);
        movements.any(|movement| !movement.legs.is_empty() || movement.push.is_some())
    };
    let walked = rules.pieces.iter().filter(is_walked).count();
    (rules.board.all().len() * (rules.pieces.len() + WALKED * walked) / 800).max(1)
}

/// As how many kinds of pieces more one counts that moves in several legs or pushes.
const WALKED: usize = 3;
