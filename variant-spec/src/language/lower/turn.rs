//! `turn`: how many moves a side makes before the turn passes on.

use super::*;
use crate::limits::LOOKED_THROUGH;

/// The most moves that a turn can be said to have.
const LONGEST: u16 = 1000;

impl<'a> World<'a> {
    /// `turn: (moves: 2, check: Ends, safe: AfterTurn, attacks: InOneTurn, chain: (pieces: All, promotion: Ends), en_passant: FirstMoves)`
    pub(super) fn turn(&mut self, root: &Fields<'a>) -> Turn {
        let mut turn = Turn::default();
        let Some(node) = root.value("turn") else { return turn };
        let known = ["moves", "check", "safe", "attacks", "chain", "en_passant"];
        let Some(fields) = self.context.fields(node, "`turn`", &known, root.side) else { return turn };
        turn.cause = self.context.cause(root.place("turn"));
        if let Some(node) = fields.value("moves") {
            // Of how many moves a wrong number was meant is not known, but of several.
            turn.length = self.turn_length(node, root.side).unwrap_or(TurnLength::Fixed(2));
        }
        let mut word = |name: &str, known: &[&'static str]| {
            fields.value(name).and_then(|node| self.context.plain_word(node, known))
        };
        turn.check = match word("check", &["GoesOn", "Ends", "OnlyLast"]) {
            Some("Ends") => TurnCheck::Ends,
            Some("OnlyLast") => TurnCheck::OnlyLast,
            _ => TurnCheck::GoesOn,
        };
        if word("safe", &["AfterEachMove", "AfterTurn"]) == Some("AfterTurn") {
            turn.safe = Safe::AfterTurn;
        }
        if word("attacks", &["InOneMove", "InOneTurn"]) == Some("InOneTurn") {
            turn.attacks = Attacks::InOneTurn;
        }
        if word("en_passant", &["FirstMove", "FirstMoves"]) == Some("FirstMoves") {
            turn.en_passant = TakesPassing::FirstMoves;
        }
        if let Some(node) = fields.value("chain") {
            turn.chain = self.chain(node, root);
        }
        // What a check means is asked of captures that go on as well.
        let needs_moves = if turn.chain.is_some() {
            &["safe", "attacks", "en_passant"][..]
        } else {
            &["check", "safe", "attacks", "en_passant"]
        };
        if !turn.length.is_several()
            && let Some(field) =
                needs_moves.iter().find_map(|name| fields.field(name).filter(|_| fields.value(name).is_some()))
        {
            let message = format!("`{}` means nothing here: each turn is one move", field.name);
            self.context.error(field.span(), "single-move", message).help =
                Some("say how many `moves` a turn has, as in `turn: (moves: 2)`".to_string());
        }
        turn
    }

    /// `2`, `Growing(first: 1, by: 1)`
    fn turn_length(&mut self, node: &'a Node, side: Option<For<'a>>) -> Option<TurnLength> {
        if let Kind::Number(_) = node.kind {
            let moves = self.context.number(node, "the number of moves of a turn", 1, LONGEST)?;
            return Some(TurnLength::Fixed(moves));
        }
        let (word, body) = match node.kind {
            Kind::Name(..) => self.context.word(node, &["Growing"])?,
            _ => {
                self.context.wrong_type(node, "a number of moves, or `Growing(by: 1)`");
                return None;
            }
        };
        let fields = match body {
            Some(_) => self.context.body(word, node.span, body, &["first", "by"], side),
            None => Fields::none(node.span, side),
        };
        let mut number = |name: &str, what: &str| match fields.value(name) {
            Some(node) => self.context.number(node, what, 1, LONGEST),
            None => Some(1),
        };
        let first = number("first", "the number of moves of the first turn")?;
        let by = number("by", "the number of moves by which a turn is longer")?;
        Some(TurnLength::Growing { first, by })
    }

    /// `(pieces: All, promotion: Ends)`
    fn chain(&mut self, node: &'a Node, root: &Fields<'a>) -> Option<Chain> {
        let fields = self.context.fields(node, "`chain`", &["pieces", "promotion"], root.side)?;
        let listed = self.types(&fields, "pieces");
        if listed.is_empty() && !self.context.has_errors() {
            let message = "these chains are of no piece at all";
            self.context.error(node.span, "empty-list", message).help =
                Some("as in `chain: (pieces: [\"M\", \"K\"])`, or leave `pieces` out for all".to_string());
            return None;
        }
        let ends = fields.value("promotion").and_then(|node| self.context.plain_word(node, &["Ends", "GoesOn"]));
        Some(Chain { pieces: listed.into_iter().collect(), promotion_ends: ends == Some("Ends") })
    }
}

/// Can one look for all that is captured by the moves of one turn, on so many squares?
fn can_look_through(length: TurnLength, squares: u16) -> bool {
    match length {
        TurnLength::Fixed(moves) => {
            usize::from(squares).checked_pow(u32::from(moves) - 1).is_some_and(|ways| ways <= LOOKED_THROUGH)
        }
        TurnLength::Growing { .. } => false,
    }
}

/// Looks for turns whose rules mean nothing or cannot be kept.
pub(in crate::language) fn check(world: &mut World<'_>, rules: &Rules) {
    if !rules.has_several_moves() {
        return;
    }
    let sides = rules.sides.len();
    let royals = |side: usize| rules.pieces.iter().filter_map(|p| p.sides[side].as_ref()).any(|r| r.royal);
    let guarded = |side: usize| royals(side) && rules.play[side].check.may_not_remain;
    let own_movements =
        |side: usize| rules.pieces.iter().filter_map(move |p| p.sides[side].as_ref()).flat_map(|r| &r.movements);
    let place = world.root.place("turn");
    for side in 0..sides {
        let turn = &rules.play[side].turn;
        let others = (0..sides).filter(|&other| other != side);
        let mut error = |code: &'static str, message: String, help: &str| {
            if !world.context.told(place, code) {
                world.context.error(place, code, message).help = Some(help.to_string());
            }
        };
        let name = &rules.sides[side].name;
        let one_move = turn.attacks == Attacks::InOneMove && turn.check == TurnCheck::GoesOn;
        if turn.length.is_several() && one_move && others.clone().any(guarded) {
            let message = format!("{name} could give check and capture the royal piece by its next move");
            error(
                "royal-captured",
                message,
                "say what such a check means: `check: Ends`, `check: OnlyLast` or `attacks: InOneTurn`",
            );
        }
        if turn.chain.is_some() && turn.check == TurnCheck::GoesOn && others.clone().any(guarded) {
            let message =
                format!("{name} could give check by a capture and take the royal piece as its captures go on");
            error("royal-captured", message, "say what such a check means: `check: Ends` or `check: OnlyLast`");
        }
        if turn.chain.is_some() && turn.attacks == Attacks::InOneTurn {
            let message =
                "what could be captured within a turn is not looked for along captures that go on".to_string();
            error("chain-in-one-turn", message, "leave out `chain` or `attacks`");
        }
        if turn.attacks == Attacks::InOneTurn && turn.check == TurnCheck::Ends {
            let message =
                "where a check ends the turn, what is captured in one turn is what the next move captures".to_string();
            error("check-in-one-turn", message, "leave out `attacks` or `check`");
        }
        if turn.attacks == Attacks::InOneTurn && !can_look_through(turn.length, rules.board.squares()) {
            let message = format!(
                "turns are too long to look for all that could be captured in one: the board's squares, to the power of the moves but one, are more than {LOOKED_THROUGH}, which is the limit"
            );
            error("long-turns", message, "say fewer `moves`, or `check: Ends` in place of `attacks: InOneTurn`");
        }
        let checks = turn.check != TurnCheck::GoesOn || turn.attacks != Attacks::InOneMove;
        if checks && !others.clone().any(royals) || turn.safe != Safe::AfterEachMove && !royals(side) {
            let message =
                format!("these turns of {name} are about checks, and no piece is royal that could be attacked");
            error("no-royal", message, "write `royal: true` in the piece that may not be left attacked");
        }
        let guards = |other: usize| rules.play[other].check.guard != Guard::Each;
        if turn.attacks == Attacks::InOneTurn && others.clone().any(guards) {
            let message = format!("what {name} attacks `InOneTurn` is not told for each royal by itself");
            error("guard-in-a-turn", message, "leave `guard` of the other side out");
        }
        if turn.en_passant == TakesPassing::FirstMoves && !own_movements(side).any(|m| m.en_passant) {
            let message = format!("no piece of {name} captures en passant");
            error("no-en-passant", message, "leave `en_passant` out");
        }
        let Some(chain) = &turn.chain else { continue };
        let chained = |captures: &dyn Fn(&Movement) -> bool| {
            let types = (0..rules.pieces.len()).filter(|&piece| chain.pieces.contains(piece as PieceId));
            types.filter_map(|piece| rules.pieces[piece].sides[side].as_ref()).flat_map(|r| &r.movements).any(captures)
        };
        if chained(&|m| m.en_passant) {
            let message = "chains of captures do not go on with captures en passant".to_string();
            error("chain-en-passant", message, "leave types that capture en passant out of `pieces`");
        }
    }
    for (index, rule) in rules.end.iter().enumerate() {
        let what = match rule.when {
            Condition::Repetition { all_along: AllAlong::Checking, .. } => "perpetual check",
            Condition::Repetition { all_along: AllAlong::Chasing(_), .. } => "perpetual chase",
            Condition::CountedOut { .. } => "a count of moves",
            Condition::Reached { last_turn: true, .. } => "a goal that the opponent may still reach",
            _ => continue,
        };
        let message = format!("{what} is told by moves of the sides in turn, and turns have several moves here");
        world.context.error(world.end_place(index), "several-moves", message).help =
            Some("leave this rule out".to_string());
    }
}
