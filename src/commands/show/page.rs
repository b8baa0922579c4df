//! `wazir show --page`: a page about a game with its pictures, from its rules alone.

use super::{views, write_file};
use crate::{
    picture::{diagram::Diagram, svg},
    screen::{Failure, Screen, bad_input},
    words,
};
use serde_json::{Value, json};
use std::{io::Write, path::Path};
use tera::{Context, Tera};
use wazir::games;
use wazir_reference::Interpreter;
use wazir_runtime::Variant;
use wazir_variant_spec::rules::{Grid, Piece, Rules};

const PAGE: &str = include_str!("page.md.tera");
const INDEX: &str = include_str!("index.md.tera");

/// Writes the pages of all games of this build, and their index.
pub(super) fn write_all(screen: &mut Screen, folder: &Path) -> Result<(), Failure> {
    let mut all = Vec::new();
    for name in games::names() {
        let game = games::find(&name)?.checked()?.game;
        write(screen, &game, folder)?;
        all.push(game.rules().clone());
    }
    let entry =
        |rules: &Rules| json!({"id": rules.id, "name": rules.name, "about": rules.about, "origin": rules.origin});
    let families: Vec<Value> = games::by_family(all, |rules| rules)
        .iter()
        .map(|(name, games)| json!({"name": name, "games": games.iter().map(entry).collect::<Vec<_>>()}))
        .collect();
    let text = fill(INDEX, &json!({"families": families}))?;
    report(screen, folder.join("README.md").as_path(), &text)
}

/// Writes a game's page and pictures.
pub(super) fn write(screen: &mut Screen, game: &Interpreter, folder: &Path) -> Result<(), Failure> {
    let rules = game.rules();
    let pictures = folder.join(&rules.id);
    let start = svg::board(game.info(), &game.start().setup());
    report(screen, &pictures.join("start.svg"), &start)?;
    let mut pieces = Vec::new();
    for id in 0..rules.pieces.len() as u8 {
        pieces.push(piece(screen, rules, id, &pictures)?);
    }
    let text = fill(PAGE, &describe(rules, &pieces))?;
    report(screen, &folder.join(format!("{}.md", rules.id)), &text)
}

/// Writes a file and says so.
fn report(screen: &mut Screen, file: &Path, text: &str) -> Result<(), Failure> {
    write_file(screen, file, text)?;
    writeln!(screen, "{}", file.display())?;
    Ok(())
}

fn fill(template: &str, values: &Value) -> Result<String, Failure> {
    let mut tera = Tera::default();
    let filled = tera.add_raw_template("page.md", template).and_then(|()| {
        let mut context = Context::new();
        for (name, value) in values.as_object().into_iter().flatten() {
            context.insert(name.clone(), value);
        }
        tera.render("page.md", &context)
    });
    // Wrong only if the template itself is, which the tests would have shown.
    filled.or_else(|error| bad_input(format!("the page's template does not fit: {error}")))
}

/// One piece type: its pictures are written, what is said about it is returned.
fn piece(screen: &mut Screen, rules: &Rules, id: u8, pictures: &Path) -> Result<Value, Failure> {
    let definition = &rules.pieces[id as usize];
    let all = views(rules, id);
    let mut sides = Vec::new();
    for view in &all {
        let side = &rules.sides[view.side as usize];
        let Some(own) = rules.piece_rules(id, view.side) else { continue };
        let Some(diagram) = Diagram::new(rules, id, view.side, None) else { continue };
        let suffix = if all.len() > 1 { format!("-{}", side.name.to_lowercase()) } else { String::new() };
        let file = format!("{}{suffix}.svg", file_stem(definition));
        let title = format!("{} of {}", definition.name, rules.name);
        let picture = svg::diagram(&rules.board, &diagram, &definition.symbol, view.side, &title);
        write_file(screen, &pictures.join(&file), &picture)?;
        let movements: Vec<Value> = words::told(&rules.board, &rules.pieces, &own.movements, side.orientation)
            .into_iter()
            .map(|(betza, words)| json!({"betza": betza, "words": words}))
            .collect();
        let mut notes = words::rules::promotions(rules, definition, view.side);
        notes.extend(own.drop.as_ref().map(|drop| words::rules::drop(rules, definition, drop)));
        notes.extend(words::rules::captured(rules, own, definition));
        notes.extend(words::rules::capturing(rules, own));
        sides.push(json!({
            "whose": if all.len() > 1 { side.name.as_str() } else { "" },
            "file": file, "movements": movements, "royal": own.royal,
            "notes": notes.iter().map(|note| words::sentence(note)).collect::<Vec<_>>(),
        }));
    }
    Ok(json!({"symbol": definition.symbol, "name": definition.name, "sides": sides}))
}

/// `p`, `plus-p`, `p-prime`, `p-bang`: a file name that differs on every system, also where case does not count.
fn file_stem(piece: &Piece) -> String {
    piece.symbol.replace('+', "plus-").replace('\'', "-prime").replace('!', "-bang").to_lowercase()
}

fn describe(rules: &Rules, pieces: &[Value]) -> Value {
    let castlings: Vec<String> =
        rules.castlings.iter().map(|castling| words::rules::castling(rules, castling)).collect();
    let endings: Vec<Value> = rules
        .end
        .iter()
        .map(|rule| json!({"when": words::sentence(&words::when(rules, rule)), "then": words::verdict(rules, rule)}))
        .collect();
    let sides: Vec<&str> = rules.sides.iter().map(|side| side.name.as_str()).collect();
    let board = &rules.board;
    let cells = match board.grid {
        Grid::Squares => format!("{}x{} squares", board.files, board.ranks),
        Grid::Hexagons => format!("{} hexagons", board.all().len()),
    };
    json!({
        "id": rules.id, "name": rules.name, "about": rules.about, "origin": rules.origin, "cells": cells,
        "sides": sides, "start": rules.start.fen, "hands": rules.has_hands(), "pieces": pieces,
        "general": words::rules::general(rules), "castlings": castlings, "endings": endings,
    })
}
