//! Hands without drops, and the reverse; exchanges that never come about.

use super::*;

/// Hands without drops, and the reverse.
pub(super) fn hands(world: &mut World<'_>, rules: &Rules) {
    let gated = rules.play.iter().any(|play| play.gating.is_some());
    let dropped = gated || owned(rules).any(|(_, _, r)| r.drop.is_some());
    let kept = owned(rules).any(|(_, _, r)| r.captured_as.is_some());
    if kept && !dropped && !world.context.has_errors() {
        let message = "captured pieces go to hand, but nothing can be dropped";
        world.context.warn(world.root.place("captured"), "no-drops", message).help =
            Some("add `drops: (from: Hand, onto: \"board\")`".to_string());
    }
    if world.root.value("drops").is_some() && !dropped && !world.context.has_errors() {
        let message = "nothing can be dropped: no piece ever comes to a hand";
        world.context.warn(world.root.place("drops"), "no-drops", message).help =
            Some("add `captured: ToHand`, or `from: Endless`".to_string());
    }
}

/// Exchanges of what nobody ever holds, and promotions to one type on different terms.
pub(super) fn exchanges(world: &mut World<'_>, rules: &Rules, start: &Setup) {
    let comes = |piece: PieceId| {
        let price = |own: &PieceRules| {
            let exchange = own.drop.as_ref().and_then(|drop| drop.exchange.as_ref());
            let gets = exchange.is_some_and(|exchange| exchange.prices.iter().any(|price| price.becomes == piece));
            let targets = own.promotions.iter().flat_map(|promotion| &promotion.to);
            gets || targets.filter_map(|to| to.ransom).any(|ransom| ransom.given == piece)
        };
        let held = start.hands.iter().any(|hand| hand[piece as usize] > 0);
        held || owned(rules).any(|(_, _, own)| own.captured_as == Some(piece) || price(own))
    };
    for (piece, _, own) in owned(rules) {
        let exchange = own.drop.as_ref().and_then(|drop| drop.exchange.as_ref());
        let wanted = exchange.into_iter().flat_map(|e| e.prices.iter().map(|price| price.paid).chain([e.taken]));
        let targets = || own.promotions.iter().flat_map(|promotion| &promotion.to);
        let ransoms = targets().filter_map(|to| to.ransom).map(|ransom| ransom.taken);
        if let Some(never) = wanted.chain(ransoms).find(|&piece| !comes(piece)) {
            let message = format!(
                "nobody ever has a \"{}\" in hand that could be exchanged",
                rules.pieces[never as usize].symbol
            );
            let place = world.entries[piece].name_span;
            if !world.context.told(place, "never-in-hand") {
                world.context.error(place, "never-in-hand", message).help =
                    Some("say what comes to hands with `captured`, as in `captured: ToHand(as: \"N'\")`".to_string());
            }
        }
        let twice = targets().find(|to| targets().any(|other| other.piece == to.piece && other.ransom != to.ransom));
        if let Some(target) = twice {
            let message =
                format!("\"{}\" is promoted to on different terms", rules.pieces[target.piece as usize].symbol);
            let place = world.piece_place(piece, "promotes");
            if !world.context.told(place, "two-ransoms") {
                world.context.error(place, "two-ransoms", message).help =
                    Some("its `ransom` has to be the same wherever the piece promotes to it".to_string());
            }
        }
    }
}
