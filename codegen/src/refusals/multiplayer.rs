//! What has a compiled form in games of more than two sides: everything else is refused by name.

use wazir_program::Unsupported;
use wazir_variant_spec::rules::{
    Capturer, Condition, EndRule, Guard, Pass, PieceRules, PromotedBy, Promotion, Rules, Verdict,
};

/// Refuses what is not built for more than two sides.
///
/// # Errors
/// Names the first such rule.
pub(super) fn refuse_many_sides(rules: &Rules) -> Result<(), Unsupported> {
    let refuse = |cause, what: &str| {
        let what = format!("{what} has no compiled form with more than two sides yet");
        Err(Unsupported::at(cause, what))
    };
    let none = Default::default();
    if rules.has_several_moves() {
        return refuse(&none, "a turn of several moves");
    }
    for play in &rules.play {
        let check = &play.check;
        let what = if play.capture.blast.is_some() {
            "a capture that explodes"
        } else if !play.arrival.is_empty() {
            "an arrival that converts"
        } else if play.walling.is_some() {
            "a wall placed after a move"
        } else if play.gating.is_some() {
            "gating"
        } else if !play.obligations.is_empty() {
            "an obligation"
        } else if play.pass != Pass::Never {
            "passing"
        } else if check.may_not_flee || check.may_not_be_given || !check.may_not_mate.is_empty() {
            "a restriction of checks"
        } else if !check.facing.is_empty() {
            "an attack of facing royals"
        } else if check.guard != Guard::Each {
            "another `guard` than of each royal"
        } else {
            continue;
        };
        return refuse(&check.cause, what);
    }
    for own in rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten()) {
        if let Some(what) = unbuilt_piece(rules, own) {
            return refuse(&own.cause, what);
        }
    }
    if let Some(rule) = rules.end.iter().find(|rule| !is_built(rule)) {
        return refuse(&rule.cause, "this rule about the end");
    }
    if rules.remembers_first_moves()
        || rules.castlings.iter().any(|castling| castling.placed.is_some() || !castling.forfeits.is_empty())
    {
        return refuse(&none, "a right that is not the usual one to castle");
    }
    Ok(())
}

fn unbuilt_piece(rules: &Rules, own: &PieceRules) -> Option<&'static str> {
    let is_odd = |promotion: &Promotion| {
        matches!(promotion.by, PromotedBy::Apart { .. })
            || promotion.may_not_check
            || !promotion.may_not_attack.is_empty()
    };
    if own.drop.as_ref().is_some_and(|drop| drop.may_not_mate || drop.must_convert) {
        Some("a drop that may not mate or has to convert")
    } else if own.drop.as_ref().is_some_and(|drop| drop.may_not_check || !drop.away_from.is_empty()) {
        Some("a drop that may not check or keeps away from enemies")
    } else if own.movements.iter().any(|movement| !movement.legs.is_empty()) {
        Some("a journey")
    } else if own.movements.iter().any(|movement| movement.victims.is_some()) {
        Some("a movement with `captures` of its own")
    } else if own
        .movements
        .iter()
        .flat_map(|movement| &movement.rides)
        .any(|ride| ride.hurdle.is_some_and(|h| h.friendly))
    {
        Some("a hopper over pieces of its own side only")
    } else if own.movements.iter().any(|movement| movement.swap.is_some()) {
        Some("an exchange of places")
    } else if own.movements.iter().any(|movement| movement.push.is_some()) {
        Some("a push")
    } else if own.movements.iter().any(|movement| movement.beside.is_some()) {
        Some("a movement `while` or `unless` beside friends")
    } else if own.movements.iter().any(|movement| movement.last_moved.is_some()) {
        Some("a movement `while` or `unless` something has moved last")
    } else if own.movements.iter().any(|movement| movement.safe_way) {
        Some("a leap `unless: WayAttacked`")
    } else if own.wary.is_some() {
        Some("a capture that may not be made where the capturer could be captured back")
    } else if own.capturer != Capturer::Arrives {
        Some("another `capturer` than one that arrives")
    } else if own.victims.len() < rules.pieces.len() {
        Some("a restriction of `captures`")
    } else if own.promotions.iter().any(is_odd) {
        Some("a promotion `Apart`, or one that may not attack or check,")
    } else {
        None
    }
}

fn is_built(rule: &EndRule) -> bool {
    let condition = match &rule.when {
        Condition::Checkmate { after: None } | Condition::Stalemate | Condition::BoardFull => true,
        Condition::Extinct { opponent_at_least: None, .. } | Condition::Connected { .. } => true,
        Condition::Reached { safe: false, last_turn: false, .. } => true,
        Condition::Repetition { .. } => return true,
        Condition::QuietMoves { .. } => true,
        _ => false,
    };
    let compared = matches!(rule.then, Verdict::MorePieces | Verdict::FewerPieces | Verdict::MorePoints);
    condition && !compared
}
