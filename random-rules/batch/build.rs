//! Compiles the rule files of the folder that `WAZIR_RANDOM_RULES` names, or those of a few seeds that are always the same.

use std::fmt::Write;
use std::path::Path;
use wazir_codegen::build::{fail, modules, write, write_file};
use wazir_random_rules::{Alone, FIXED, batch::FOLDER, make};
use wazir_variant_spec::{Folder, Library, Source};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={FOLDER}");
    let sources = match std::env::var_os(FOLDER) {
        Some(folder) => {
            println!("cargo::rerun-if-changed={}", Path::new(&folder).display());
            let folder = Folder(folder.into());
            folder.names().iter().filter_map(|name| folder.find(name)).collect()
        }
        None => FIXED
            .map(make)
            .iter()
            .map(|made| Source { file: format!("{}.ron", made.name), text: made.text() })
            .collect(),
    };
    compile(sources);
}

fn compile(sources: Vec<Source>) {
    let generated = modules(&sources, &Alone).unwrap_or_else(|errors| fail(&errors));
    let mut list = String::from("&[\n");
    for ((game, id), source) in generated.games.iter().zip(&generated.ids).zip(&sources) {
        let compact = format!("games::{game}::State<Compact>");
        let text = &source.text;
        let _ = writeln!(
            list,
            "    Game {{ name: {id:?}, text: {text:?}, compiled: &Compiled::<{compact}>::new(), instances: instances_agree::<{compact}> }},"
        );
    }
    list.push(']');
    write(&generated, "games.rs");
    write_file("list.rs", &list);
}
