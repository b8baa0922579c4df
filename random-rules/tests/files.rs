//! What is made of a seed.

use std::path::Path;
use wazir_random_rules::coverage::Coverage;
use wazir_random_rules::{FIXED, make};

/// Equal seeds give equal files, on every machine: this one was made on another. (`UPDATE_SNAPSHOTS=1` writes it anew.)
#[test]
fn a_seed_gives_the_same_file_everywhere() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/random-1.ron");
    let made = make(1).text();
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &made).expect("the file is written");
    }
    let known = std::fs::read_to_string(&path).expect("the file of seed 1");
    assert_eq!(made, known.replace("\r\n", "\n"), "changed on purpose? UPDATE_SNAPSHOTS=1 writes the file anew");
}

/// The files that every test run compiles use most of what the language has.
#[test]
fn the_fixed_files_cover_the_language() {
    let mut coverage = Coverage::default();
    FIXED.map(make).iter().for_each(|made| coverage.add(&made.value));
    println!("{coverage}");
    let used: Vec<&str> = coverage.names().map(|(name, _)| name).collect();
    let parts = [
        "board",
        "holes",
        "joined",
        "walls",
        "regions",
        "pieces",
        "promotes",
        "drops",
        "captured",
        "capturer",
        "castling",
        "on_capture",
        "on_arrival",
        "after_move",
        "turn",
        "check",
        "must",
        "pass",
        "points",
        "push",
        "while",
        "unless",
        "within",
        "by side",
        "moves: `[ ]`",
        "moves: `a`",
        "moves: `p`",
        "moves: `e`",
    ];
    let missing: Vec<&str> = parts.into_iter().filter(|part| !used.contains(part)).collect();
    assert!(missing.is_empty(), "no fixed file has {missing:?}: choose other seeds");
}
