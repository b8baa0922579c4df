//! Compiles a shard: the games of `variants/` and `rules/` whose names' hash falls to this package, so that several packages compile side by side.

use std::fmt::Write;
use std::path::Path;
use wazir_codegen::build::{fail, modules, write, write_file};
use wazir_variant_spec::{Folder, Library, Source};

/// How many packages share the games: as many as there are folders next to this file.
const SHARDS: u64 = 4;

/// Games of which everything is compiled and compared that a library has of them; of the others one instance for each kind of processor.
const FULLY: [&str; 10] =
    ["ataxx", "breakthrough", "chess", "clobber", "crazyhouse", "duck", "jesonmor", "makruk", "shogi", "xiangqi"];

fn main() {
    let root = Path::new("../../..");
    println!("cargo::rerun-if-env-changed=WAZIR_GAMES");
    println!("cargo::rustc-check-cfg=cfg(some_games)");
    if std::env::var_os("WAZIR_GAMES").is_some() {
        println!("cargo::rustc-cfg=some_games");
    }
    println!("cargo::rerun-if-changed={}", root.join("variants").display());
    println!("cargo::rerun-if-changed={}", root.join("trials/rules").display());
    let folders = Folders(["variants", "trials/rules"].map(|folder| Folder(root.join(folder))));
    let names = folders.0.iter().flat_map(|folder| folder.names());
    let sources: Vec<Source> = names.filter(|name| is_ours(name)).filter_map(|name| folders.find(&name)).collect();
    let generated = modules(&sources, &folders).unwrap_or_else(|errors| fail(&errors));
    let mut list = String::from("&[\n");
    for (game, id) in generated.games.iter().zip(&generated.ids) {
        let compact = format!("games::{game}::State<Compact>");
        let (played, check) = if FULLY.contains(&id.as_str()) {
            let full = format!("games::{game}::Position");
            let check = format!("all_instances_agree::<{compact}, {full}>");
            (full, check)
        } else {
            let check = format!("instances_agree::<{compact}>");
            (compact, check)
        };
        let _ = writeln!(list, "    (&Compiled::<{played}>::new(), {check}),");
    }
    list.push(']');
    write(&generated, "games.rs");
    write_file("list.rs", &list);
}

/// The rule files of both folders.
struct Folders([Folder; 2]);

impl Library for Folders {
    fn find(&self, name: &str) -> Option<Source> {
        self.0.iter().find_map(|folder| folder.find(name))
    }
    fn names(&self) -> Vec<String> {
        self.0.iter().flat_map(|folder| folder.names()).collect()
    }
}

/// Does this package compile the game?
fn is_ours(name: &str) -> bool {
    let chosen = std::env::var("WAZIR_GAMES").unwrap_or_default();
    if !chosen.is_empty() && !chosen.split(',').any(|one| one == name) {
        return false;
    }
    let package = std::env::var("CARGO_PKG_NAME").unwrap_or_default();
    // FNV-1a: the same on every machine, and a new game moves no other to another package.
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    package.ends_with(&format!("-{}", (hash >> 32) % SHARDS + 1))
}
