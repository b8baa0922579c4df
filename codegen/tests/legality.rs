//! The page about the architecture tells of every game how legality is decided in it; this test keeps it true.
#![allow(missing_docs)]

use wazir_conformance::games::{played, project, rules};

/// `UPDATE_DOCS=1` writes the table anew.
#[test]
fn the_table_of_games_and_strategies_is_true() {
    let path = project("docs/architecture.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let head = "| game | how the legality of its moves is decided |\n|---|---|\n";
    let start = page.find(head).expect("the table") + head.len();
    let end = start + page[start..].find("\n\n").expect("its end") + 1;
    let mut table = String::new();
    for name in played() {
        let rules = rules(&name);
        let of_sides = wazir_codegen::legality(&rules).expect("a compiled form");
        let told: Vec<String> =
            of_sides.iter().zip(&rules.sides).map(|(text, side)| format!("{}: {text}", side.name)).collect();
        let alike = of_sides.iter().all(|text| *text == of_sides[0]);
        let text = if alike { of_sides[0].clone() } else { told.join("; ") };
        table.push_str(&format!("| {name} | {text} |\n"));
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{}{table}{}", &page[..start], &page[end..])).expect("a page");
        return;
    }
    assert_eq!(
        &page[start..end],
        table,
        "run `UPDATE_DOCS=1 cargo test -p wazir-codegen --test legality` and review the diff"
    );
}
