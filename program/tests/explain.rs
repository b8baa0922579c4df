//! What programs of some games look like as text. `UPDATE_SNAPSHOTS=1` writes the files anew: review the difference.

use std::path::PathBuf;
use wazir_variant_spec::{Folder, Library, compile};

fn project(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn explained(name: &str) -> String {
    let folder = Folder(project("variants"));
    let source = folder.find(name).expect("a game of this name");
    let compiled = compile(&source, &folder).unwrap_or_else(|wrong| panic!("{}", wrong.render(false)));
    let program = wazir_program::lower(&compiled.rules).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    program.explain()
}

#[test]
fn programs_read_as_they_did() {
    for name in ["ataxx", "chess", "draughts", "duck", "shogi"] {
        let file = project(&format!("program/tests/explained/{name}.txt"));
        let text = explained(name);
        if std::env::var("UPDATE_SNAPSHOTS").is_ok() {
            std::fs::write(&file, &text).expect("the file can be written");
        }
        let known = std::fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(text, known, "{name}: UPDATE_SNAPSHOTS=1 writes program/tests/explained/ anew");
    }
}

/// Each part that a line of the rule file says names that line.
#[test]
fn parts_name_their_lines() {
    let text = explained("chess");
    let moves: Vec<&str> = text.lines().filter(|line| line.starts_with("    ") && line.contains(": ")).collect();
    assert!(moves.len() >= 16, "{text}");
    assert!(moves.iter().all(|line| line.contains("[chess.ron:")), "{text}");
}
