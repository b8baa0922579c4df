//! Compiles every rule file of `rules/`, or those that `WAZIR_TRIALS` lists (`WAZIR_TRIALS=bombs,facing`).

use std::path::PathBuf;
use wazir_codegen::build::{fail, modules, write};
use wazir_variant_spec::{Folder, Library};

fn main() {
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-env-changed=WAZIR_TRIALS");
    let chosen = std::env::var("WAZIR_TRIALS").unwrap_or_default();
    let wanted = |name: &String| chosen.is_empty() || chosen.split(',').any(|one| one == name);
    let folder = Folder(PathBuf::from("rules"));
    let sources: Vec<_> =
        folder.names().iter().filter(|name| wanted(name)).filter_map(|name| folder.find(name)).collect();
    match modules(&sources, &folder) {
        Ok(generated) => {
            let games = generated
                .games
                .iter()
                .map(|game| format!("    &wazir_runtime::Compiled::<{game}::Position>::new(),\n"));
            let list: String = games.collect();
            let checks = generated.games.iter().map(|game| format!("    instances_agree::<{game}::Position>,\n"));
            let checks: String = checks.collect();
            write(
                &generated,
                "trials.rs",
                &format!(
                    "\nstatic VARIANTS: &[&dyn wazir_runtime::Variant] = &[\n{list}];\n\
                     \nstatic CHECKS: &[crate::Check] = &[\n{checks}];\n"
                ),
            );
        }
        Err(errors) => fail(&errors),
    }
}
