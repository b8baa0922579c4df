//! Compiles every rule file of `rules/`.

use std::path::PathBuf;
use wazir_codegen::build::{fail, modules, write};
use wazir_variant_spec::{Folder, Library};

fn main() {
    println!("cargo::rerun-if-changed=rules");
    let folder = Folder(PathBuf::from("rules"));
    let sources: Vec<_> = folder.names().iter().filter_map(|name| folder.find(name)).collect();
    match modules(&sources, &folder) {
        Ok(generated) => {
            let games = generated
                .games
                .iter()
                .map(|game| format!("    &wazir_runtime::Compiled::<{game}::Position>::new(),\n"));
            let list: String = games.collect();
            write(
                &generated,
                "trials.rs",
                &format!("\nstatic VARIANTS: &[&dyn wazir_runtime::Variant] = &[\n{list}];\n"),
            );
        }
        Err(errors) => fail(&errors),
    }
}
