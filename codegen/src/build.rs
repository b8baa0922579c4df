//! For build scripts: compiles rule files into `OUT_DIR`.

use crate::{emit, geometry};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use wazir_variant_spec::file_name::{check_name, module_name};
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
    write(&generated, &format!("{stem}.rs"));
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
        let game = match wazir_reference::compile(source, library) {
            Ok(checked) => checked.game,
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
        let rules = game.rules();
        if let Err(wrong) = check_name(source.stem()) {
            errors.push(format!("{}: {wrong}", source.file));
            continue;
        }
        let name = module_name(&rules.id);
        if let Some(other) = generated.games.iter().position(|game| *game == name) {
            let other = &generated.ids[other];
            errors.push(format!(
                "{}: `{}` and `{other}` are one module, `{name}`: call one of them otherwise",
                source.file, rules.id
            ));
            continue;
        }
        match emit(&game) {
            Ok(code) => {
                let (board, tables) = geometry(rules);
                generated.files.insert(format!("{name}_rules.rs"), code);
                let shared = generated.files.entry(format!("{board}.rs")).or_insert_with(|| tables.clone());
                assert!(*shared == tables, "{}: tables of its own for {board}, which games share", rules.id);
                generated.games.push(name);
                generated.ids.push(rules.id.clone());
            }
            Err(unsupported) => errors.push(format!("{}: {unsupported}", source.file)),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(generated)
}

/// Writes the files to `OUT_DIR`, and as `index` the items that declare their modules. Include it in a module that holds nothing else whose names could be a
/// game's.
pub fn write(generated: &Generated, index: &str) {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let mut items = String::new();
    for (file, text) in &generated.files {
        write_file(file, text);
        let module = file.trim_end_matches(".rs");
        let path = out.join(file);
        let _ = match module.strip_suffix("_rules") {
            Some(game) => {
                writeln!(items, "/// Generated from the rules of `{game}`.\n#[path = {path:?}]\npub mod {game};")
            }
            None => writeln!(items, "#[path = {path:?}]\nmod {module};"),
        };
    }
    write_file(index, &items);
}

/// Writes a file to `OUT_DIR`. One that has not changed is left alone.
pub fn write_file(name: &str, contents: impl AsRef<[u8]>) {
    let path = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join(name);
    if std::fs::read(&path).is_ok_and(|known| known == contents.as_ref()) {
        return;
    }
    if let Err(error) = std::fs::write(&path, contents) {
        fail(&[format!("{}: {error}", path.display())]);
    }
}

/// Reports build errors and ends the build script.
pub fn fail(errors: &[String]) -> ! {
    for error in errors {
        println!("cargo::error={error}");
    }
    std::process::exit(1)
}
