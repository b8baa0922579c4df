//! The generated code itself: it is what the snapshots say, equal every time, short, and alike on both kinds of processor.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use wazir::variant_spec::rules::{Piece, PieceRules};
use wazir::variant_spec::{Folder, Rules, Source};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rules(id: &str) -> Rules {
    let path = root().join("variants").join(format!("{id}.ron"));
    let text = std::fs::read_to_string(&path).expect("a rule file");
    let source = Source { file: format!("variants/{id}.ron"), text };
    match wazir::variant_spec::compile(&source, &Folder(root().join("variants"))) {
        Ok(compiled) => compiled.rules,
        Err(diagnostics) => panic!("{}", diagnostics.render(false)),
    }
}

/// The module without the numbers of its tables.
fn without_tables(code: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for line in code.lines() {
        if inside && line == "];" {
            inside = false;
            text.push_str("    // ...\n");
        }
        if !inside {
            text.push_str(line);
            text.push('\n');
        }
        inside |= line.starts_with("static ") && (line.ends_with("= [") || line.ends_with("= &["));
    }
    text
}

#[test]
fn emitted_code_matches_its_snapshots() {
    let update = std::env::var_os("UPDATE_SNAPSHOTS").is_some();
    for id in ["chess", "shogi", "ataxx"] {
        let code = without_tables(&wazir_codegen::emit(&rules(id)).expect("a compiled form"));
        let path = root().join("tests/snapshots").join(format!("{id}.rs.txt"));
        if update {
            std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
            std::fs::write(&path, &code).expect("a snapshot");
        }
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        if let Some((n, (now, then))) = code.lines().zip(known.lines()).enumerate().find(|(_, (a, b))| a != b) {
            panic!(
                "the code emitted for {id} differs from {} in line {}:\n  now:  {now}\n  then: {then}\n\
                 If that is meant, run `UPDATE_SNAPSHOTS=1 cargo test --release --test codegen` and review the diff.",
                path.display(),
                n + 1
            );
        }
        assert_eq!(
            code.lines().count(),
            known.lines().count(),
            "{id}: the snapshot has another length; run `UPDATE_SNAPSHOTS=1 cargo test --release --test codegen` and review the diff"
        );
    }
}

#[test]
fn equal_rules_give_equal_bytes() {
    for (id, ..) in wazir::compiled::SOURCES {
        let (first, second) = (rules(id), rules(id));
        assert_eq!(wazir_codegen::emit(&first), wazir_codegen::emit(&second), "{id}");
        assert_eq!(wazir_codegen::geometry(&first), wazir_codegen::geometry(&second), "{id}");
    }
}

/// The number of piece types, each counted once for every way in which sides move it.
fn kinds_of_pieces(rules: &Rules) -> usize {
    let ways = |piece: &Piece| {
        let texts = |side: &PieceRules| side.movements.iter().map(|m| m.cause.text.clone()).collect::<Vec<_>>();
        piece.sides.iter().flatten().map(texts).collect::<BTreeSet<_>>().len()
    };
    rules.pieces.iter().map(ways).sum()
}

/// Below 1,500 lines for two sides, 750 for each one more; games with more than fifteen kinds of pieces have a hundred lines for each.
#[test]
fn modules_stay_readable() {
    for (id, ..) in wazir::compiled::SOURCES {
        let rules = rules(id);
        let code = without_tables(&wazir_codegen::emit(&rules).expect("a compiled form"));
        let usual = 750 * rules.sides.len();
        let (lines, most) = (code.lines().count(), usual.max(100 * kinds_of_pieces(&rules)));
        assert!(lines < most, "{id}: {lines} lines without tables, not below {most}");
    }
}
