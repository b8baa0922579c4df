//! Looks for what is written correctly and cannot be meant: pieces that cannot move, zones nobody reaches, ends that cannot come.

mod castlings;
mod ends;
mod hands;
mod reach;
mod royals;
mod sides;

use super::{
    context::Span,
    lower::{World, check_truces, check_turns},
    targets::{can_move, targets},
};
use crate::rules::*;
use wazir_runtime::{Cell, Setup};

/// Checks a game as a whole. `start` is the start position, when it could be read.
pub(super) fn check(world: &mut World<'_>, rules: &Rules, start: Option<&Setup>) {
    movements(world, rules);
    crowded_moves(world, rules);
    hexagons(world, rules);
    royals::royals(world, rules, start);
    royals::facing(world, rules);
    royals::passing(world, rules);
    ends::ends(world, rules);
    ends::points(world, rules);
    check_turns(world, rules);
    check_truces(world, rules);
    hands::hands(world, rules);
    castlings::forfeited(world, rules);
    sides::check(world, rules);
    let Some(start) = start else { return };
    appearance(world, rules, start);
    hands::exchanges(world, rules, start);
    castlings::castlings(world, rules, start);
    // What can be reached means nothing while something else is wrong with how pieces move.
    if !world.context.has_errors() {
        reach::zones(world, rules, start);
    }
}

/// A type with a side that can own it.
fn owned(rules: &Rules) -> impl Iterator<Item = (usize, usize, &PieceRules)> {
    let sides = |(piece, p): (usize, &'_ Piece)| (0..p.sides.len()).map(move |side| (piece, side)).collect::<Vec<_>>();
    let all = rules.pieces.iter().enumerate().flat_map(sides);
    all.filter_map(|(piece, side)| Some((piece, side, rules.pieces[piece].sides[side].as_ref()?)))
}

/// Pushes and moves of several legs in turns that a move has no room for: where it says what is pushed, or captured on the way, it says a wall or what gates.
fn crowded_moves(world: &mut World<'_>, rules: &Rules) {
    for (piece, side, own) in owned(rules) {
        let play = rules.play(side as SideId);
        let gates = |gating: &Gating| gating.with.contains(&(piece as PieceId));
        let (with, instead) = match (&play.walling, &play.gating) {
            (Some(walling), _) => ("`after_move` places walls", walling.duty == WallDuty::Instead),
            (_, Some(gating)) if gates(gating) => ("`gating` brings in pieces", false),
            _ => continue,
        };
        let place = world.piece_place(piece, "moves");
        let symbol = &rules.pieces[piece].symbol;
        let any = |is: fn(&Movement) -> bool| own.movements.iter().any(is);
        let kinds = [
            (any(|movement| movement.push.is_some()), "push-and-more", "pushes"),
            // (A wall instead of a move is not said by the same move.)
            (any(|movement| !movement.legs.is_empty()) && !instead, "journey-and-more", "moves by several legs"),
        ];
        for (_, code, what) in kinds.into_iter().filter(|(there, ..)| *there) {
            if !world.context.told(place, code) {
                let message = format!("\"{symbol}\" {what}, and {with}: one move cannot do both yet");
                world.context.error(place, code, message).help =
                    Some("leave out one of them, for this side".to_string());
            }
        }
    }
}

/// Pieces that can never move, initial moves that never start.
fn movements(world: &mut World<'_>, rules: &Rules) {
    for (piece, side, piece_rules) in owned(rules) {
        let symbol = &rules.pieces[piece].symbol;
        let place = world.piece_place(piece, "moves");
        if piece_rules.movements.is_empty() {
            continue; // Explicitly so (`moves: []`), or reported.
        }
        let moves = |m: &Movement| can_move(&rules.board, m);
        if !piece_rules.movements.iter().any(moves)
            && (!world.context.has_errors() || world.context.has_code("never-moves"))
        {
            let message = format!("{}'s piece \"{symbol}\" can never move on this board", rules.sides[side].name);
            if world.context.told(place, "never-moves") {
                continue;
            }
            world.context.error(place, "never-moves", message).help = Some(
                "its steps or its region leave it no square; a piece that never moves has `moves: []`".to_string(),
            );
            continue;
        }
        let idle: Vec<&Movement> = piece_rules.movements.iter().filter(|m| m.from.is_empty()).collect();
        for movement in idle.into_iter().filter(|_| world.placement.is_some()) {
            if world.context.told(place, "never-starts") {
                continue;
            }
            let atom = &movement.cause.text;
            let message = format!(
                "`{atom}` of \"{symbol}\" never starts: {} has none in the start position",
                rules.sides[side].name
            );
            world.context.warn(place, "never-starts", message).help =
                Some("say where such moves start, as in `initial: \"rank 2\"`".to_string());
        }
    }
}

/// What is told by ranks or by two colours of squares has no meaning on hexagons.
fn hexagons(world: &mut World<'_>, rules: &Rules) {
    if rules.board.grid != Grid::Hexagons {
        return;
    }
    for (piece, _, piece_rules) in owned(rules) {
        let place = world.piece_place(piece, "drops");
        if piece_rules.drop.as_ref().is_some_and(|drop| drop.per_colour.is_some())
            && !world.context.told(place, "needs-squares")
        {
            let message = "drops are limited on each of the two colours of squares: hexagons have three";
            world.context.error(place, "needs-squares", message);
        }
        let place = world.piece_place(piece, "initial");
        if piece_rules.movements.iter().any(|m| m.unmoved) && !world.context.told(place, "needs-squares") {
            let message =
                "pieces that have not moved are remembered on a side's first rank of squares: hexagons have none";
            world.context.error(place, "needs-squares", message).help =
                Some("say where such moves start, as in `initial: \"rank 2\"`".to_string());
        }
    }
    if let Some(gating) = rules.play.iter().find_map(|play| play.gating.as_ref())
        && let Some(node) = world.root.value("gating")
        && !gating.with.is_empty()
    {
        let message = "pieces that have not moved are remembered on a side's first rank of squares: hexagons have none";
        world.context.error(node.span, "needs-squares", message);
    }
}

/// Pieces that never appear.
fn appearance(world: &mut World<'_>, rules: &Rules, start: &Setup) {
    for piece in 0..rules.pieces.len() {
        let at_start = |cell: &Cell| matches!(*cell, Cell::Piece { piece: p, .. } if p as usize == piece);
        let promoted = |r: &PieceRules| r.promotions.iter().flat_map(|p| &p.to).any(|t| t.piece as usize == piece);
        let appears = start.board.iter().any(at_start)
            || start.hands.iter().any(|hand| hand[piece] > 0)
            || owned(rules).any(|(_, _, r)| promoted(r) || r.captured_as == Some(piece as PieceId))
            || rules.pieces[piece]
                .sides
                .iter()
                .flatten()
                .any(|r| r.drop.as_ref().is_some_and(|d| d.supply == Supply::Endless));
        if !appears {
            let message = format!(
                "\"{}\" never appears: not at the start, not by promotion, not by a drop",
                rules.pieces[piece].symbol
            );
            let span = world.entries[piece].name_span;
            world.context.warn(span, "never-appears", message);
        }
    }
}

impl World<'_> {
    /// Where a field of a piece was written, else its letter.
    fn piece_place(&self, piece: usize, field: &str) -> Span {
        let entry = self.entries[piece];
        self.field_of(piece, field).unwrap_or(entry.name_span)
    }

    fn has_field(&self, piece: usize, field: &str) -> bool {
        self.field_of(piece, field).is_some()
    }

    /// Where the start position was written.
    pub(super) fn start_place(&self) -> Span {
        self.root.value("start").map_or(self.root.span, |node| node.span)
    }

    fn end_text(&self, index: usize) -> String {
        self.context.cause(self.end_place(index)).text
    }
}
