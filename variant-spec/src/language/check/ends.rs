//! Ends that cannot come.

use super::*;

/// Ends that cannot come.
pub(super) fn ends(world: &mut World<'_>, rules: &Rules) {
    let stuck_decides = |rule: &EndRule| matches!(rule.when, Condition::Stalemate | Condition::NobodyCanMove);
    let stuck = rules.play.iter().any(|play| play.pass == Pass::Never);
    if !rules.end.is_empty() && !rules.end.iter().any(stuck_decides) && stuck {
        let message = "nothing says what happens when a side has no move and is not in check";
        world.context.warn(world.root.place("end"), "no-stalemate", message).help =
            Some("add `(if: Stalemated, then: Draw)`".to_string());
    }
    if let Some((first, second)) = two_counters(rules) {
        let message = "this rule counts other checks than an earlier one, and a position has one counter a side";
        world.context.error(world.end_place(second), "two-counters", message).help =
            Some(format!("the earlier one is `{}`", world.end_text(first)));
    }
    for (index, rule) in rules.end.iter().enumerate() {
        let place = world.end_place(index);
        // The sides the rule can be about.
        let subjects = || (0..rules.sides.len() as SideId).filter(|&side| rule.of.is_none_or(|of| of == side));
        let may_check = |side: SideId| !rules.play(side).check.may_not_be_given;
        let is_checked = |side: SideId| (0..rules.sides.len() as SideId).any(|other| other != side && may_check(other));
        match &rule.when {
            Condition::Extinct { pieces, .. }
            | Condition::Reached { pieces, .. }
            | Condition::Connected { pieces, .. }
                if pieces.is_empty() && !world.context.has_errors() =>
            {
                world.context.error(place, "empty-list", "this rule is about no piece at all");
            }
            Condition::CountedOut { .. }
                if owned(rules).any(|(_, _, r)| r.movements.iter().any(|m| m.leaves_en_passant)) =>
            {
                let message = "a count cannot run in a game with en passant: both stand in the same field of a FEN";
                world.context.error(place, "count-and-en-passant", message);
            }
            Condition::Stalemate if subjects().all(|side| rules.play(side).pass != Pass::Never) => {
                let message = "stalemate cannot happen: a side that has no other move passes";
                world.context.warn(place, "end-never-reached", message).help =
                    Some("`NobodyCanMove` holds when neither side has a move".to_string());
            }
            Condition::Passed { .. } | Condition::Facing { passes: 1.., .. }
                if rules.play.iter().all(|play| play.pass == Pass::Never) =>
            {
                let message = "this cannot happen: no side may pass";
                world.context.error(place, "end-never-reached", message).help =
                    Some("say who may, as in `pass: Always`".to_string());
            }
            Condition::Moved { by: EndingMove::Castling(wings) } | Condition::Unentitled { wings, .. } => {
                let castles = |letter: &char| {
                    let mut castlings = rules.castlings.iter().filter(|c| c.letter == *letter);
                    castlings.any(|c| subjects().any(|side| side == c.side))
                };
                let stranger = wings.iter().find(|letter| !castles(letter));
                if let Some(message) = match stranger {
                    Some(letter) => Some(format!("nobody that this rule is about has a castling \"{letter}\"")),
                    None if wings.is_empty() => Some("this rule is about no castling at all".to_string()),
                    None => None,
                } {
                    world.context.error(place, "end-never-reached", message).help =
                        Some("wings are named by the letters of `castling`, as in `[\"K\", \"Q\"]`".to_string());
                }
            }
            Condition::Moved { by: EndingMove::EnPassant }
                if !owned(rules).any(|(_, _, r)| r.movements.iter().any(|m| m.leaves_en_passant)) =>
            {
                world.context.error(place, "end-never-reached", "nothing can be captured en passant in this game");
            }
            Condition::Moved { by: EndingMove::Promotion }
                if !owned(rules).any(|(_, _, r)| !r.promotions.is_empty()) =>
            {
                world.context.error(place, "end-never-reached", "nothing promotes in this game");
            }
            Condition::ChecksGiven { .. } if !subjects().any(may_check) => {
                world.context.error(place, "end-never-reached", "no such check can be given: `check` forbids it");
            }
            Condition::Checkmate { after: Some(types) } if types.is_empty() && !world.context.has_errors() => {
                world.context.error(place, "empty-list", "no check is of no type: such a mate cannot come");
            }
            Condition::Checkmate { .. } if !subjects().any(is_checked) => {
                world.context.warn(place, "end-never-reached", "checkmate cannot happen: `check` forbids giving it");
            }
            _ => {}
        }
    }
}

/// Two rules that count checks in different ways: their indices.
fn two_counters(rules: &Rules) -> Option<(usize, usize)> {
    let by = |rule: &EndRule| match &rule.when {
        Condition::ChecksGiven { .. } => Some(None),
        Condition::Checkmate { after: Some(types) } => Some(Some(types.clone())),
        _ => None,
    };
    let mut counting = rules.end.iter().enumerate().filter_map(|(index, rule)| Some((index, by(rule)?)));
    let (first, counted) = counting.next()?;
    counting.find(|(_, other)| *other != counted).map(|(second, _)| (first, second))
}

/// Points that nothing counts, or that are nowhere given.
pub(super) fn points(world: &mut World<'_>, rules: &Rules) {
    let given = world.root.value("points").is_some();
    if given && !rules.counts_points() && !world.context.has_errors() {
        let message = "no rule about the end counts points";
        world.context.warn(world.root.place("points"), "no-points", message).help =
            Some("as in `(if: Passed(times: 2), then: MorePoints)`".to_string());
    }
    let counts = rules.end.iter().position(|rule| rule.then == Verdict::MorePoints);
    if let Some(index) = counts.filter(|_| !given) {
        let message = "points decide here, and nothing says what the pieces count";
        world.context.error(world.end_place(index), "no-points", message).help =
            Some("as in `points: (pieces: {\"R\": 5, \"P\": 1})`".to_string());
    }
}
