//! The structural comparison of two games' normalised rules.
//!
//! Rules are told as facts: subject (`game`, `Pawn (P)`), field (`White moves`), values. Facts of the same subject and
//! field are compared value by value, so a change reads as what was taken out and what came in.

use crate::screen::{Failure, Screen};
use serde_json::{Value, json};
use similar::{ChangeTag, TextDiff};
use std::io::Write;
use wazir_describe::description;
use wazir_variant_spec::rules::{Orientation, PieceRules, Rules, Side};

/// One field of one subject.
struct Fact {
    subject: String,
    /// Whose, where it is said by side.
    side: Option<String>,
    field: String,
    values: Vec<String>,
}

/// A field that differs.
pub(super) struct Change {
    subject: String,
    /// Whose; empty where it is not said by side.
    sides: Vec<String>,
    field: String,
    removed: Vec<String>,
    added: Vec<String>,
}

impl Change {
    pub(super) fn json(&self) -> Value {
        json!({"subject": self.subject, "sides": self.sides, "field": self.field, "removed": self.removed, "added": self.added})
    }
}

/// What differs, in the order of the rules.
pub(super) fn compare(a: &Rules, b: &Rules) -> Vec<Change> {
    let (old, new) = (facts(a), facts(b));
    // A piece that one of the games does not have is told by its name and moves alone.
    let known = |facts: &[Fact], subject: &str| facts.iter().any(|fact| fact.subject == subject);
    let told = |fact: &Fact| {
        let both = known(&old, &fact.subject) && known(&new, &fact.subject);
        both || matches!(fact.field.as_str(), "name" | "moves" | "royal")
    };
    let same = |x: &Fact, y: &Fact| (&x.subject, &x.side, &x.field) == (&y.subject, &y.side, &y.field);
    let mut changes = Vec::new();
    for fact in old.iter().filter(|fact| told(fact)) {
        let values = new.iter().find(|other| same(fact, other)).map_or(&[][..], |other| &other.values);
        changes.extend(change(fact, &fact.values, values));
    }
    for fact in new.iter().filter(|fact| told(fact) && !old.iter().any(|other| same(fact, other))) {
        changes.extend(change(fact, &[], &fact.values));
    }
    merge_sides(&mut changes);
    // Subjects stay together, in the order in which they are first met.
    let mut subjects: Vec<String> = Vec::new();
    for change in &changes {
        if !subjects.contains(&change.subject) {
            subjects.push(change.subject.clone());
        }
    }
    changes.sort_by_key(|change| subjects.iter().position(|subject| *subject == change.subject));
    changes
}

/// What changes alike for several sides is told once: `White and Black drops`.
fn merge_sides(changes: &mut Vec<Change>) {
    let mut merged: Vec<Change> = Vec::new();
    for change in changes.drain(..) {
        let alike = |other: &&mut Change| {
            let same = (&other.subject, &other.field) == (&change.subject, &change.field);
            same && (&other.removed, &other.added) == (&change.removed, &change.added)
        };
        match merged.iter_mut().find(alike) {
            Some(other) => other.sides.extend(change.sides),
            None => merged.push(change),
        }
    }
    *changes = merged;
}

fn change(fact: &Fact, old: &[String], new: &[String]) -> Option<Change> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (old.iter().map(String::as_str).collect(), new.iter().map(String::as_str).collect());
    let diff = TextDiff::from_slices(&old, &new);
    let of = |tag| {
        let changes = diff.iter_all_changes().filter(move |change| change.tag() == tag);
        changes.map(|change| change.value().to_string()).collect::<Vec<_>>()
    };
    let (removed, added) = (of(ChangeTag::Delete), of(ChangeTag::Insert));
    let (subject, field) = (fact.subject.clone(), fact.field.clone());
    let sides = fact.side.iter().cloned().collect();
    (!removed.is_empty() || !added.is_empty()).then_some(Change { subject, sides, field, removed, added })
}

pub(super) fn print(screen: &mut Screen, changes: &[Change]) -> Result<(), Failure> {
    if changes.is_empty() {
        writeln!(screen, "  no difference")?;
    }
    let mut subject = "";
    for change in changes {
        if change.subject != subject {
            subject = &change.subject;
            writeln!(screen, "  {subject}")?;
        }
        let whose = if change.sides.is_empty() { String::new() } else { format!("{}: ", change.sides.join(" and ")) };
        let field = format!("{whose}{}", change.field);
        if let ([old], [new]) = (&change.removed[..], &change.added[..])
            && old.chars().count() + new.chars().count() < 70
        {
            let (old, new) = (screen.paint("31", old), screen.paint("32", new));
            writeln!(screen, "    {field}: {old} -> {new}")?;
            continue;
        }
        writeln!(screen, "    {field}:")?;
        for old in &change.removed {
            let line = screen.paint("31", &format!("- {old}"));
            writeln!(screen, "      {line}")?;
        }
        for new in &change.added {
            let line = screen.paint("32", &format!("+ {new}"));
            writeln!(screen, "      {line}")?;
        }
    }
    Ok(())
}

/// Everything the rules say. What is not said (no hands, no castling) is no fact.
fn facts(rules: &Rules) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut tell = |subject: &str, side: Option<&Side>, field: &str, values: Vec<String>| {
        if !values.is_empty() {
            let side = side.map(|side| side.name.clone());
            facts.push(Fact { subject: subject.to_string(), side, field: field.to_string(), values });
        }
    };
    let board = &rules.board;
    let mut game = |field: &str, values: Vec<String>| tell("game", None, field, values);
    game("name", vec![rules.name.clone()]);
    game("about", vec![rules.about.clone()]);
    game("family", vec![rules.family.clone()]);
    game("origin", vec![rules.origin.clone()]);
    game("board", vec![format!("{}x{}", board.files, board.ranks)]);
    if !board.holes.is_empty() {
        game("holes", vec![description::squares(board, &board.holes)]);
    }
    game("walls", said(board.walls));
    game("sides", rules.sides.iter().map(side).collect());
    game("start", vec![rules.start.fen.clone()]);
    game("Chess960 notation", said(rules.start.chess960));
    game("rules", description::rules::general(rules));
    game(
        "castling",
        rules
            .castlings
            .iter()
            .map(|castling| format!("{}: {}", castling.letter, description::rules::castling(rules, castling)))
            .collect(),
    );
    game("moves of these set the clock back", description::rules::clock_resets(rules, |piece| piece.symbol.clone()));
    let ending = |rule| {
        let rule: &wazir_variant_spec::rules::EndRule = rule;
        format!("{}: {}", description::when(rules, rule), description::verdict(rules, rule))
    };
    game("ends when", rules.end.iter().map(ending).collect());
    for piece in &rules.pieces {
        let subject = format!("piece {}", piece.symbol);
        tell(&subject, None, "name", vec![piece.name.clone()]);
        for (index, (side, own)) in rules.sides.iter().zip(&piece.sides).enumerate() {
            let Some(own) = own else { continue };
            let mut tell_side = |field: &str, values| tell(&subject, Some(side), field, values);
            tell_side("moves", movements(rules, own, side.orientation));
            tell_side("royal", said(own.royal));
            tell_side("promotes", description::rules::promotions(rules, piece, index as u8));
            tell_side("drops", own.drop.iter().map(|drop| description::rules::drop(rules, piece, drop)).collect());
            tell_side("captured", description::rules::captured(rules, own, piece).into_iter().collect());
            tell_side("capturing", description::rules::capturing(rules, own));
        }
    }
    facts
}

/// A flag as a fact.
fn said(flag: bool) -> Vec<String> {
    if flag { vec!["yes".to_string()] } else { Vec::new() }
}

fn side(side: &Side) -> String {
    let direction = match side.orientation {
        Orientation::Upward => "up",
        Orientation::Downward => "down",
        Orientation::Rightward => "right",
        Orientation::Leftward => "left",
    };
    format!("{} ({}), plays {direction} the board", side.name, side.letter)
}

fn movements(rules: &Rules, own: &PieceRules, orientation: Orientation) -> Vec<String> {
    let mut told: Vec<String> = own
        .movements
        .iter()
        .map(|movement| description::pattern(movement, &rules.board, &rules.pieces, orientation))
        .collect();
    told.sort();
    told
}
