//! The page about a game, with its pictures, from its rules alone: what `wazir show --page` writes and the server shows.

use crate::{
    description,
    picture::{
        diagram::{self, Diagram},
        svg,
    },
};
use serde_json::{Value, json};
use std::fmt;
use tera::{Context, Tera};
use wazir_runtime::{Info, Setup};
use wazir_session::writing::Writing;
use wazir_variant_spec::rules::{Grid, Piece, Rules, SideId};

const PAGE: &str = include_str!("page/page.md.tera");
const INDEX: &str = include_str!("page/index.md.tera");

/// The page about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// In Markdown.
    pub text: String,
    /// Its pictures (SVG), by the paths that the text has for them: `shogi/start.svg`.
    pub pictures: Vec<(String, String)>,
}

/// A template that does not fit what is to be filled in: a mistake of the program, which its tests would have shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit(String);

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the page's template does not fit: {}", self.0)
    }
}

impl std::error::Error for Misfit {}

/// The page about a game that begins so.
///
/// # Errors
/// When the template does not fit.
pub fn page(rules: &Rules, info: &Info, start: &Setup) -> Result<Page, Misfit> {
    let mut pictures = vec![(format!("{}/start.svg", rules.id), svg::board(info, start))];
    let pieces: Vec<Value> = (0..rules.pieces.len() as u8).map(|id| piece(rules, id, &mut pictures)).collect();
    Ok(Page { text: fill(PAGE, &describe(rules, info, &pieces))?, pictures })
}

/// The page that lists games by families.
///
/// # Errors
/// When the template does not fit.
pub fn index(families: &[(String, Vec<Rules>)]) -> Result<String, Misfit> {
    let entry =
        |rules: &Rules| json!({"id": rules.id, "name": rules.name, "about": rules.about, "origin": rules.origin});
    let families: Vec<Value> = families
        .iter()
        .map(|(name, games)| json!({"name": name, "games": games.iter().map(entry).collect::<Vec<_>>()}))
        .collect();
    fill(INDEX, &json!({"families": families}))
}

/// A side's way of moving a piece, and the other sides that move it alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The first side that moves it so.
    pub side: SideId,
    /// The others.
    pub like: Vec<SideId>,
}

/// The different ways in which the sides move a piece.
pub fn views(rules: &Rules, piece: u8) -> Vec<View> {
    let mut views: Vec<View> = Vec::new();
    for side in (0..rules.sides.len() as SideId).filter(|&side| rules.piece_rules(piece, side).is_some()) {
        match views.iter_mut().find(|view| diagram::alike(rules, piece, view.side, side)) {
            Some(view) => view.like.push(side),
            None => views.push(View { side, like: Vec::new() }),
        }
    }
    views
}

fn fill(template: &str, values: &Value) -> Result<String, Misfit> {
    let mut tera = Tera::default();
    let filled = tera.add_raw_template("page.md", template).and_then(|()| {
        let mut context = Context::new();
        for (name, value) in values.as_object().into_iter().flatten() {
            context.insert(name.clone(), value);
        }
        tera.render("page.md", &context)
    });
    filled.map_err(|error| Misfit(error.to_string()))
}

/// What is said about a piece type; its pictures are added.
fn piece(rules: &Rules, id: u8, pictures: &mut Vec<(String, String)>) -> Value {
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
        pictures.push((format!("{}/{file}", rules.id), picture));
        let movements: Vec<Value> = description::told(&rules.board, &rules.pieces, &own.movements, side.orientation)
            .into_iter()
            .map(|(betza, words)| json!({"betza": betza, "words": words}))
            .collect();
        let mut notes = description::rules::promotions(rules, definition, view.side);
        notes.extend(own.drop.as_ref().map(|drop| description::rules::drop(rules, definition, drop)));
        notes.extend(description::rules::captured(rules, own, definition));
        notes.extend(description::rules::capturing(rules, own));
        sides.push(json!({
            "whose": if all.len() > 1 { side.name.as_str() } else { "" },
            "file": file, "movements": movements, "royal": own.royal,
            "notes": notes.iter().map(|note| description::sentence(note)).collect::<Vec<_>>(),
        }));
    }
    json!({"symbol": definition.symbol, "name": definition.name, "sides": sides})
}

/// `p`, `plus-p`, `p-prime`, `p-bang`: a file name that differs on every system, also where case does not count.
fn file_stem(piece: &Piece) -> String {
    piece.symbol.replace('+', "plus-").replace('\'', "-prime").replace('!', "-bang").to_lowercase()
}

fn describe(rules: &Rules, info: &Info, pieces: &[Value]) -> Value {
    let castlings: Vec<String> =
        rules.castlings.iter().map(|castling| description::rules::castling(rules, castling)).collect();
    let endings: Vec<Value> = rules
        .end
        .iter()
        .map(|rule| json!({"when": description::sentence(&description::when(rules, rule)), "then": description::verdict(rules, rule)}))
        .collect();
    let sides: Vec<&str> = rules.sides.iter().map(|side| side.name.as_str()).collect();
    let board = &rules.board;
    let cells = match board.grid {
        Grid::Squares => format!("{}x{} squares", board.files, board.ranks),
        Grid::Hexagons => format!("{} hexagons", board.all().len()),
    };
    // Rules are told with the squares of rule files.
    let first = board.all().iter().next();
    let written = first.map(|square| (board.name(square), Writing::of(rules, info).square(info, square)));
    let written = written.filter(|(name, own)| name != own).map(|(name, own)| json!({"name": name, "own": own}));
    json!({
        "written": written, "id": rules.id, "name": rules.name, "about": rules.about, "origin": rules.origin, "cells": cells,
        "sides": sides, "start": rules.start.fen, "hands": rules.has_hands(), "pieces": pieces,
        "general": description::rules::general(rules), "castlings": castlings, "endings": endings,
    })
}
