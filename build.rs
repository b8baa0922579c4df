//! Compiles the rule files whose `variant-*` feature is on into the modules that `src/compiled.rs` includes.

use miniz_oxide::deflate::compress_to_vec;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use wazir_codegen::build::{Generated, fail, modules, write, write_file};
use wazir_variant_spec::{
    Folder, Severity, Source, Values, compile,
    values::{EXTENSION, ValuesFolder},
};

/// Of 10: the last tenth of a percent is not worth the time that it takes a compiler without optimisation.
const DEFLATE_LEVEL: u8 = 8;

fn main() {
    println!("cargo::rerun-if-changed=variants");
    println!("cargo::rerun-if-changed=Cargo.toml");
    let files = sources(Path::new("variants"), "ron");
    let values = sources(Path::new("variants"), EXTENSION);
    check_features(&files);
    check_values(&values, &files);
    let enabled: Vec<Source> =
        files.iter().filter(|(id, _)| is_enabled(id)).map(|(_, source)| source.clone()).collect();
    match modules(&enabled, &Folder(PathBuf::from("variants"))) {
        Ok(generated) => {
            write(&generated, "games.rs");
            write_file("registry.rs", registry(&generated, &files, &values));
        }
        Err(errors) => fail(&errors),
    }
}

/// Identifier and source of every file of a kind, sorted.
fn sources(folder: &Path, extension: &str) -> Vec<(String, Source)> {
    let mut files = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { fail(&["there is no folder `variants`".to_string()]) };
    for path in
        entries.flatten().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == extension))
    {
        let id = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        match std::fs::read_to_string(&path) {
            Ok(text) => files.push((id, Source { file: path.display().to_string(), text })),
            Err(error) => fail(&[format!("{}: {error}", path.display())]),
        }
    }
    files.sort_by(|a, b| a.0.cmp(&b.0));
    files
}

fn is_enabled(id: &str) -> bool {
    let name = id.to_uppercase().replace('-', "_");
    std::env::var_os(format!("CARGO_FEATURE_VARIANT_{name}")).is_some()
}

/// Every rule file has its feature, and every feature its rule file.
fn check_features(files: &[(String, Source)]) {
    let manifest = std::fs::read_to_string("Cargo.toml").unwrap_or_default();
    let features: BTreeSet<&str> = manifest
        .lines()
        .filter_map(|line| line.trim().strip_prefix("variant-")?.split_once('='))
        .map(|(name, _)| name.trim())
        .collect();
    let mut errors = Vec::new();
    for (id, source) in files.iter().filter(|(id, _)| !features.contains(id.as_str())) {
        errors.push(format!(
            "{} has no feature: add the line `variant-{id} = []` to [features] in Cargo.toml, and \"variant-{id}\" to `all-variants`",
            source.file
        ));
    }
    let all = manifest.split_once("\nall-variants = [").and_then(|(_, rest)| rest.split_once(']'));
    let all = all.map_or("", |(list, _)| list);
    for feature in features.iter().filter(|feature| !all.contains(&format!("\"variant-{feature}\""))) {
        errors.push(format!("`all-variants` in Cargo.toml lacks \"variant-{feature}\": add it to the list"));
    }
    for feature in features.iter().filter(|feature| !files.iter().any(|(id, _)| id == *feature)) {
        errors.push(format!(
            "feature `variant-{feature}` has no rule file: write variants/{feature}.ron (`wazir new {feature}`), or remove the feature from Cargo.toml"
        ));
    }
    if !errors.is_empty() {
        fail(&errors);
    }
}

/// Every file with values belongs to a game, and is right.
fn check_values(values: &[(String, Source)], files: &[(String, Source)]) {
    let mut errors = Vec::new();
    for (id, source) in values {
        let Some((_, game)) = files.iter().find(|(game, _)| game == id) else {
            errors.push(format!("{}: there is no variants/{id}.ron to which these values belong", source.file));
            continue;
        };
        // What is wrong with the rules themselves is told where they are compiled.
        let Ok(compiled) = compile(game, &Folder(PathBuf::from("variants"))) else { continue };
        let folder = ValuesFolder(PathBuf::from("variants"));
        let Err(wrong) = Values::read_over(source, &compiled.rules, &folder) else { continue };
        let wrong = wrong.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        errors.extend(wrong.map(|d| format!("{}:{}:{}: {}", d.file, d.line, d.column, d.message)));
    }
    if !errors.is_empty() {
        fail(&errors);
    }
}

/// The lists of compiled games and of embedded files.
fn registry(generated: &Generated, files: &[(String, Source)], values: &[(String, Source)]) -> String {
    let mut text = String::from("static VARIANTS: &[&dyn wazir_runtime::Variant] = &[\n");
    for game in &generated.games {
        let _ = writeln!(text, "    &wazir_runtime::Compiled::<super::games::{game}::Position>::new(),");
    }
    text.push_str("];\n\n/// Does a task for the compiled game of this name, at the full speed of its own code; `None` when it is not compiled in.\n");
    text.push_str("pub fn with<T: Task>(id: &str, task: T) -> Option<T::Output> {\n");
    if generated.games.is_empty() {
        text.push_str("    let _ = (id, task);\n    None\n}\n");
    } else {
        text.push_str("    match id {\n");
        for (game, id) in generated.games.iter().zip(&generated.ids) {
            let _ = writeln!(text, "        {id:?} => Some(task.run::<super::games::{game}::Position>()),");
        }
        text.push_str("        _ => None,\n    }\n}\n");
    }
    let rules = "The rule files of `variants/`. All of them, compiled in or not.";
    text.push_str(&embedded("SOURCES", rules, files));
    text.push_str(&embedded("VALUES", "The files with tuned values of `variants/`.", values));
    text
}

/// A list of files, with their texts deflated.
fn embedded(name: &str, about: &str, files: &[(String, Source)]) -> String {
    let mut text = format!("\n/// {about}\npub(crate) static {name}: &[crate::embedded::File] = &[\n");
    for (id, source) in files {
        let packed = format!("{}.deflated", source.file.replace(['/', '\\'], "-"));
        write_file(&packed, compress_to_vec(source.text.as_bytes(), DEFLATE_LEVEL));
        let _ = writeln!(
            text,
            "    crate::embedded::File {{ name: {id:?}, path: {:?}, deflated: include_bytes!(concat!(env!(\"OUT_DIR\"), \"/\", {packed:?})) }},",
            source.file
        );
    }
    text.push_str("];\n");
    text
}
