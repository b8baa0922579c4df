//! Royals: rules that need them, and their presence at the start.

use super::*;

/// Royals: rules that need them, and their presence at the start.
pub(super) fn royals(world: &mut World<'_>, rules: &Rules, start: Option<&Setup>) {
    let royal = |side: usize| move |p: &Piece| p.sides[side].as_ref().is_some_and(|r| r.royal);
    let has_royals = |side: usize| rules.pieces.iter().any(royal(side));
    let sides = 0..rules.sides.len();
    if !sides.clone().any(has_royals) {
        for (index, rule) in rules.end.iter().enumerate() {
            let what = match rule.when {
                Condition::Checkmate { .. } => "checkmate",
                Condition::ChecksGiven { .. } => "counting checks",
                Condition::Repetition { all_along: AllAlong::Checking, .. } => "perpetual check",
                _ => continue,
            };
            let message = format!("{what} cannot happen: no piece is royal");
            world.context.error(world.end_place(index), "no-royal", message).help =
                Some("write `royal: true` in the piece that may not be left attacked".to_string());
        }
        return;
    }
    let Some(start) = start else { return };
    for side in sides.filter(|&side| has_royals(side)) {
        let stands = |cell: &Cell| match *cell {
            Cell::Piece { side: s, piece, .. } => s as usize == side && royal(side)(&rules.pieces[piece as usize]),
            _ => false,
        };
        let in_hand = rules.pieces.iter().zip(&start.hands[side]).any(|(p, &count)| count > 0 && royal(side)(p));
        if !start.board.iter().any(stands) && !in_hand {
            let which: Vec<&str> = rules.pieces.iter().filter(|p| royal(side)(p)).map(|p| p.symbol.as_str()).collect();
            let message =
                format!("{} has no royal piece ({}) in the start position", rules.sides[side].name, which.join(" "));
            world.context.error(world.start_place(), "no-royal", message).help = Some(format!(
                "a side that never has one is left out of its `owners`, or has `royal: ({}: false)`",
                rules.sides[side].name
            ));
        }
    }
}

/// Rules about royals that face each other, where not both sides have some.
pub(super) fn facing(world: &mut World<'_>, rules: &Rules) {
    let has_royals = |side: usize| rules.pieces.iter().filter_map(|p| p.sides[side].as_ref()).any(|own| own.royal);
    if (0..rules.sides.len()).all(has_royals) {
        return;
    }
    let obliged = |play: &Play| play.obligations.iter().any(|one| matches!(one, Obligation::EndFacing(_)));
    let must = rules.play.iter().any(obliged).then(|| world.root.place("must"));
    let ends = rules.end.iter().enumerate().filter(|(_, rule)| matches!(rule.when, Condition::Facing { .. }));
    let places: Vec<Span> = must.into_iter().chain(ends.map(|(index, _)| world.end_place(index))).collect();
    for place in places {
        let message = "royals cannot face each other: not every side has a royal piece";
        world.context.error(place, "no-royal", message).help =
            Some("write `royal: true` in the pieces that face each other".to_string());
    }
}

/// Royals that could be captured in passing: no rule counts that as an attack, so that they would be gone without having been in check.
pub(super) fn passing(world: &mut World<'_>, rules: &Rules) {
    for (piece, side, own) in owned(rules) {
        let leaves = |movement: &&Movement| movement.leaves_en_passant;
        let guarded = own.royal && rules.play(side as SideId).check.may_not_remain;
        let Some(movement) = own.movements.iter().find(leaves).filter(|_| guarded) else { continue };
        let takes = |by: &PieceRules| {
            let takes = |movement: &Movement| movement.en_passant && movement.takes(piece as PieceId);
            by.victims.contains(&(piece as PieceId)) && by.movements.iter().any(takes)
        };
        let taker =
            owned(rules).find(|&(_, other, by)| !rules.are_allied(side as SideId, other as SideId) && takes(by));
        let Some((taker, other, _)) = taker else { continue };
        let place = world.piece_place(piece, "moves");
        if world.context.told(place, "royal-passes") {
            continue;
        }
        let (symbol, atom) = (&rules.pieces[piece].symbol, &movement.cause.text);
        let (by, whose) = (&rules.pieces[taker].symbol, &rules.sides[other].name);
        let message = format!(
            "\"{symbol}\" is royal, and {whose}'s \"{by}\" could capture it on a square that `{atom}` passes: that is no check, and the royal would be gone"
        );
        world.context.error(place, "royal-passes", message).help = Some(format!(
            "leave out the `n` of `{atom}`, or say what \"{by}\" captures in passing: `(moves: \"e...\", captures: AllBut([\"{symbol}\"]))`"
        ));
    }
}
