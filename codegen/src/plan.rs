//! [`Plan`]: what is known of a game before any code is written: what `wazir_program::analysis` has found out, and what things are called in the code.

use crate::refusals;
use proc_macro2::Ident;
use quote::format_ident;
use std::ops::Deref;
use wazir_program::Unsupported;
use wazir_program::analysis::{Analysis, Legality, PieceAnalysis};
use wazir_variant_spec::rules::{Play, Rules};

/// A piece type: all that its analysis tells, and its names.
pub(crate) struct PiecePlan<'r> {
    /// Name of its constant: `PAWN`.
    pub ident: Ident,
    /// Name in functions: `pawn`.
    pub snake: String,
    /// What is known of it.
    pub known: PieceAnalysis<'r>,
}

impl<'r> Deref for PiecePlan<'r> {
    type Target = PieceAnalysis<'r>;

    fn deref(&self) -> &PieceAnalysis<'r> {
        &self.known
    }
}

/// The plan for one game: all that its analysis tells, and the names of its pieces.
pub(crate) struct Plan<'r> {
    /// Piece types by id.
    pub pieces: Vec<PiecePlan<'r>>,
    known: Analysis<'r>,
}

impl<'r> Deref for Plan<'r> {
    type Target = Analysis<'r>;

    fn deref(&self) -> &Analysis<'r> {
        &self.known
    }
}

impl<'r> Plan<'r> {
    /// Plans the code for a game.
    ///
    /// # Errors
    /// When a rule has no code yet.
    pub(crate) fn new(rules: &'r Rules) -> Result<Plan<'r>, Unsupported> {
        let known = Analysis::new(rules)?;
        refusals::refuse_unbuilt(&known)?;
        let pieces = names(rules).into_iter().zip(&known.pieces).map(|(snake, known)| PiecePlan {
            ident: format_ident!("{}", snake.to_uppercase()),
            snake,
            known: known.clone(),
        });
        Ok(Plan { pieces: pieces.collect(), known })
    }

    /// Do moves take no longer to generate than to store (`Position::REGENERATES`)? As a rule they do not where they are what pieces reach: where nobody has to ask
    /// whether they are safe, what else there is, or what they turn over.
    pub(crate) fn regenerates(&self) -> bool {
        let drops = || {
            self.rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten()).filter_map(|own| own.drop.as_ref())
        };
        self.legality.iter().all(|legality| *legality == Legality::Free)
            && self.rules.play.iter().all(|play| play.obligations.is_empty() && play.walling.is_none())
            && !drops().any(|drop| drop.must_convert)
    }

    /// Are there so many kinds of pieces, and is so little gained by making moves kind by kind, that one function makes moves of every kind
    /// (`Position::FRUGAL`)? With forty kinds, code for each of them takes minutes to compile.
    pub(crate) fn is_frugal(&self) -> bool {
        let bare = |play: &Play| play.walling.is_none() && play.gating.is_none();
        self.sides() > 2
            || (self.pieces.len() > 24
                && self.legality.iter().all(|legality| *legality == Legality::Test)
                && self.rules.play.iter().all(bare))
    }
}

/// A name in functions for each piece type, no two alike.
fn names(rules: &Rules) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for piece in &rules.pieces {
        let base: String =
            piece.name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
        let is_free = base.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_taken(&base);
        let base = if is_free { base } else { format!("piece_{base}") };
        let mut snake = base.clone();
        let mut next = 2;
        while names.contains(&snake) {
            snake = format!("{base}_{next}");
            next += 1;
        }
        names.push(snake);
    }
    names
}

/// Is this, in capital letters, the name of something else in a module?
fn is_taken(name: &str) -> bool {
    const TAKEN: [&str; 24] = [
        "all",
        "as_is",
        "between",
        "east",
        "hand",
        "info",
        "kinds",
        "leave",
        "line",
        "no_piece",
        "nobody_yet",
        "north",
        "north_east",
        "north_west",
        "nowhere",
        "place",
        "reverted",
        "south",
        "south_east",
        "south_west",
        "squares",
        "teams",
        "wall",
        "west",
    ];
    TAKEN.contains(&name) || ["_key", "_keys", "_attacks", "_lines"].iter().any(|end| name.ends_with(end))
}
