//! Writes the module of a game. [`Emitter`] holds what every part of the writer needs; each submodule writes one part of the module.

mod attacks;
mod beside;
mod blasts;
mod captures;
mod castling;
mod check_counters;
mod checking_moves;
mod conditions;
mod conversions;
mod counts;
mod description;
mod drops;
mod en_passant;
mod ending_moves;
mod ends;
mod exchanges;
mod facing;
mod formations;
mod gating;
mod hands;
mod journeys;
mod kernels;
mod keys;
mod last_moved;
mod legality;
mod lines;
mod make;
mod marks;
mod moves;
mod pieces;
mod promotions;
mod pushes;
mod repetition;
mod rights;
mod royal_paths;
mod royals;
mod setup;
mod sides;
mod state;
mod steps;
mod swaps;
mod truce;
mod turns;
mod walls;

use crate::geometry::{DIRECTIONS, Lookup, lookup, module_name};
use crate::merge::{merge, merge_many};
use crate::plan::{
    Kernel, Mode, Part, PiecePlan, Plan, Ray, Shape, Told, Word, goes_all_the_way, is_aligned, is_queen_step, ray_way,
    reverse,
};
use crate::tables::{self, Tables};
use crate::unsupported::Unsupported;
use kernels::LineKernel;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use std::cell::RefCell;
use std::collections::BTreeSet;
use wazir_variant_spec::rules::{Cause, Landing, Path, PieceSet, Rules, SquareSet, Step, ViaState};

/// Everything the parts of the writer share.
pub(crate) struct Emitter<'r> {
    plan: &'r Plan<'r>,
    tables: RefCell<Tables>,
    all: SquareSet,
    /// The tables of journeys.
    roads: RefCell<journeys::Roads>,
    /// The steps of pushes.
    shoving: RefCell<pushes::Pushes>,
    /// Line kernels that have been used.
    lines: RefCell<BTreeSet<LineKernel>>,
    /// Functions that have been called.
    helpers: RefCell<BTreeSet<kernels::Helper>>,
    /// Functions of kernels that have been written.
    written: RefCell<BTreeSet<kernels::Helper>>,
    /// What friends lend, as expressions, each of which becomes a function.
    loans: RefCell<Vec<TokenStream>>,
}

/// Generates the module of a game; see [`crate::emit`].
///
/// # Errors
/// When a rule has no compiled form yet.
pub(crate) fn module(rules: &Rules) -> Result<String, Unsupported> {
    let plan = Plan::new(rules)?;
    let emitter = Emitter {
        plan: &plan,
        tables: RefCell::new(Tables::new(
            plan.word,
            (0..plan.sides()).map(|side| side_prefix(&plan, side)).collect(),
            plan.pieces.iter().map(|piece| piece.ident.clone()),
        )),
        all: rules.board.all(),
        roads: RefCell::default(),
        shoving: RefCell::default(),
        lines: RefCell::default(),
        helpers: RefCell::default(),
        written: RefCell::default(),
        loans: RefCell::default(),
    };
    emitter.name_tables();
    let parts = [
        emitter.prelude(),
        emitter.state(),
        emitter.position_impl(),
        emitter.moves(),
        emitter.legality(),
        emitter.attacks(),
        emitter.make(),
        emitter.turn_functions(),
        emitter.safe_royal_paths(),
        emitter.counts(),
        emitter.ends(),
        emitter.info(),
        emitter.piece_enum(),
        emitter.reader(),
        emitter.writer(),
        emitter.hash(),
        emitter.loan_functions(),
        // What the parts behind that of attacks have called first.
        emitter.kernels(),
    ];
    let tokens: TokenStream = parts.into_iter().collect();
    let file = syn::parse2(tokens.clone()).map_err(|error| Unsupported {
        what: format!("internal error: the generated code does not parse: {error}\n{tokens}"),
        place: String::new(),
    })?;
    let code = restore_comments(&prettyplease::unparse(&file));
    let roads = emitter.roads.borrow().text(&rules.board);
    let shoving = emitter.shoving.borrow().text(&rules.board);
    Ok(format!("{}\n{code}{}{roads}{shoving}", emitter.header(), emitter.tables.borrow().text()))
}

/// Comments travel through token streams as `note!("...")` statements, which the formatter may break over lines.
fn restore_comments(code: &str) -> String {
    let mut text = String::new();
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let trimmed = line.trim_start();
        let Some(start) = trimmed.strip_prefix("note!(") else {
            text.push_str(line);
            text.push('\n');
            continue;
        };
        let mut note = start.to_string();
        while !note.ends_with(");") {
            note.push_str(lines.next().map_or(");", str::trim));
        }
        let note = note.trim_end_matches(");").trim_end_matches(',').trim_matches('"');
        let indent = &line[..line.len() - trimmed.len()];
        text.push_str(&format!("{indent}// {}\n", note.replace("\\\"", "\"").replace("\\\\", "\\")));
    }
    text
}

impl<'r> Emitter<'r> {
    fn header(&self) -> String {
        let rules = self.plan.rules;
        let mut text = format!("// {}: {}\n", rules.name, rules.about);
        text.push_str(&format!("// Generated by wazir-codegen from the rules of `{}`: do not edit.\n//\n", rules.id));
        for (side, info) in rules.sides.iter().enumerate() {
            text.push_str(&format!("// Legality of {}'s moves: {}.\n", info.name, self.plan.legality_text(side)));
        }
        text
    }

    /// Registers the tables of movements first, so that equal tables used elsewhere go by the piece's name.
    fn name_tables(&self) {
        for piece in &self.plan.pieces {
            for side in 0..self.plan.sides() {
                for part in &piece.parts[side] {
                    let _ = self.reach(piece, side, part, &quote!(from), &quote!(occ));
                }
            }
        }
    }

    /// A comment inside a function.
    pub(super) fn note(&self, text: impl AsRef<str>) -> TokenStream {
        let text: String = text.as_ref().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        quote!(note!(#text);)
    }

    /// Where a rule was written, for a comment.
    pub(super) fn cause(&self, cause: &Cause) -> String {
        match cause.line {
            0 => cause.text.clone(),
            line => format!("{}:{line}: {}", cause.file, cause.text),
        }
    }

    pub(super) fn set(&self, set: &SquareSet) -> TokenStream {
        tables::set(self.plan.word, set)
    }

    pub(super) fn piece(&self, id: u8) -> &Ident {
        &self.plan.pieces[id as usize].ident
    }

    /// Names of the types as a sum of their bitboards: `p.kinds[ROOK] | p.kinds[QUEEN]`.
    pub(super) fn kinds(&self, ids: &[usize]) -> TokenStream {
        if ids.is_empty() {
            return quote!(Set::EMPTY);
        }
        let names = ids.iter().map(|&id| &self.plan.pieces[id].ident);
        quote!((#(p.kinds[#names])|*))
    }

    /// Code for a side as `S`, from the code of each side.
    pub(super) fn both(&self, code: impl Fn(usize) -> TokenStream) -> TokenStream {
        if !self.is_multiplayer() {
            return merge(code(0), code(1));
        }
        merge_many((0..self.plan.sides()).map(code).collect())
    }

    pub(super) fn board(&self) -> Ident {
        format_ident!("{}", module_name(self.plan.board()))
    }

    /// The set of `table[square]`.
    pub(super) fn at(&self, table: &Ident, square: &TokenStream) -> TokenStream {
        quote!(Set(#table[#square]))
    }

    pub(super) fn sets(&self, name: &str, about: &str, sets: Vec<SquareSet>) -> Ident {
        self.tables.borrow_mut().sets(name, about, sets)
    }
}

fn side_name(plan: &Plan<'_>, side: usize, piece: &PiecePlan<'_>) -> String {
    if piece.parts.iter().all(|parts| *parts == piece.parts[0]) {
        return piece.snake.clone();
    }
    format!("{}_{}", side_prefix(plan, side), piece.snake)
}

/// What names begin with that are about one side.
fn side_prefix(plan: &Plan<'_>, side: usize) -> String {
    let name = plan.rules.sides[side].name.chars().filter(char::is_ascii_alphanumeric);
    name.map(|c| c.to_ascii_lowercase()).collect()
}

fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode { leaves: true, .. } => "double_steps",
        Mode { quiet: true, capture: true, .. } => "leaps",
        Mode { capture: true, .. } => "captures",
        _ => "quiets",
    }
}
