//! For build scripts: compiles rule files into `OUT_DIR`.

use crate::{emit, geometry};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use wazir_variant_spec::{Folder, Library, Severity, Source};

/// Compiles one rule file for a crate of your own: call it in `build.rs`, then in the crate
/// `include!(concat!(env!("OUT_DIR"), "/mygame.rs"));` where the file is `rules/mygame.ron`; that declares `pub mod mygame`.
///
/// Parents named by `extends` are looked for in the file's folder. Mistakes in the file are reported as build errors with their places, and
/// the build script exits.
pub fn compile(path: impl AsRef<Path>) {
    let path = path.as_ref();
    let folder = path.parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf);
    println!("cargo::rerun-if-changed={}", folder.display());
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => fail(&[format!("{}: {error}", path.display())]),
    };
    let source = Source { file: path.display().to_string(), text };
    let generated = match modules(&[source], &Folder(folder)) {
        Ok(generated) => generated,
        Err(errors) => fail(&errors),
    };
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    write(&generated, &format!("{stem}.rs"), "");
}

/// Generated modules: the text that declares them, and the files it includes, by name.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// Text by file name.
    pub files: BTreeMap<String, String>,
    /// Names of the game modules.
    pub games: Vec<String>,
    /// Ids of the same games, as rule files name them.
    pub ids: Vec<String>,
}

/// Compiles rule files into modules that share the tables of equal boards.
///
/// # Errors
/// One line for every mistake in any of the files.
pub fn modules(sources: &[Source], library: &dyn Library) -> Result<Generated, Vec<String>> {
    let mut generated = Generated::default();
    let mut errors = Vec::new();
    for source in sources {
        let rules = match wazir_variant_spec::compile(source, library) {
            Ok(compiled) => compiled.rules,
            Err(diagnostics) => {
                errors.extend(
                    diagnostics
                        .iter()
                        .filter(|d| d.severity == Severity::Error)
                        .map(|d| format!("{}:{}:{}: {}", d.file, d.line, d.column, d.message)),
                );
                continue;
            }
        };
        let name = rules.id.replace('-', "_");
        // A digit cannot begin a module's name, and a keyword cannot be one.
        let name = if syn::parse_str::<syn::Ident>(&name).is_ok() { name } else { format!("_{name}") };
        match emit(&rules) {
            Ok(code) => {
                let (board, tables) = geometry(&rules);
                generated.files.insert(format!("{name}_rules.rs"), code);
                generated.files.insert(format!("{board}.rs"), tables);
                generated.games.push(name);
                generated.ids.push(rules.id);
            }
            Err(unsupported) => errors.push(format!("{}: {unsupported}", source.file)),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(generated)
}

/// Writes the files to `OUT_DIR`, and as `index` the items that declare their modules, followed by `more`. Files that have not changed are
/// left alone.
pub fn write(generated: &Generated, index: &str, more: &str) {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let mut items = String::new();
    for file in generated.files.keys() {
        let module = file.trim_end_matches(".rs");
        let path = out.join(file);
        let _ = match module.strip_suffix("_rules") {
            Some(game) => {
                writeln!(items, "/// Generated from the rules of `{game}`.\n#[path = {path:?}]\npub mod {game};")
            }
            None => writeln!(items, "#[path = {path:?}]\nmod {module};"),
        };
    }
    items.push_str(more);
    let files = generated.files.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    for (name, text) in files.chain([(index, items.as_str())]) {
        let path = out.join(name);
        if std::fs::read_to_string(&path).is_ok_and(|known| known == text) {
            continue;
        }
        if let Err(error) = std::fs::write(&path, text) {
            fail(&[format!("{}: {error}", path.display())]);
        }
    }
}

/// Reports build errors and ends the build script.
pub fn fail(errors: &[String]) -> ! {
    for error in errors {
        println!("cargo::error={error}");
    }
    std::process::exit(1)
}
