//! Looks for what is written correctly and cannot be meant: pieces that cannot move, zones nobody reaches, ends that cannot come.

mod sides;

use super::{
    context::Span,
    lower::{World, check_truces, check_turns, targets_of},
};
use crate::rules::*;
use wazir_runtime::{Cell, Setup};

/// Checks a game as a whole. `start` is the start position, when it could be read.
pub(super) fn check(world: &mut World<'_>, rules: &Rules, start: Option<&Setup>) {
    movements(world, rules);
    pushes(world, rules);
    hexagons(world, rules);
    royals(world, rules, start);
    facing(world, rules);
    ends(world, rules);
    points(world, rules);
    check_turns(world, rules);
    check_truces(world, rules);
    hands(world, rules);
    forfeited(world, rules);
    sides::check(world, rules);
    let Some(start) = start else { return };
    appearance(world, rules, start);
    exchanges(world, rules, start);
    castlings(world, rules, start);
    // What can be reached means nothing while something else is wrong with how pieces move.
    if !world.context.has_errors() {
        zones(world, rules, start);
        over_at_start(world, rules, start);
    }
}

/// A type with a side that can own it.
fn owned(rules: &Rules) -> impl Iterator<Item = (usize, usize, &PieceRules)> {
    let sides = |(piece, p): (usize, &'_ Piece)| (0..p.sides.len()).map(move |side| (piece, side)).collect::<Vec<_>>();
    let all = rules.pieces.iter().enumerate().flat_map(sides);
    all.filter_map(|(piece, side)| Some((piece, side, rules.pieces[piece].sides[side].as_ref()?)))
}

/// Pushes in turns that a move has no room for.
fn pushes(world: &mut World<'_>, rules: &Rules) {
    for (piece, side, own) in owned(rules) {
        let play = rules.play(side as SideId);
        let with = match (&play.walling, &play.gating) {
            (Some(_), _) => "`after_move` places walls",
            (_, Some(_)) => "`gating` brings in pieces",
            _ => continue,
        };
        let place = world.piece_place(piece, "moves");
        if own.movements.iter().any(|movement| movement.push.is_some()) && !world.context.told(place, "push-and-more") {
            let symbol = &rules.pieces[piece].symbol;
            let message = format!("\"{symbol}\" pushes, and {with}: one move cannot do both yet");
            world.context.error(place, "push-and-more", message).help =
                Some("leave out one of them, for this side".to_string());
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
        let moves = |m: &Movement| rules.board.all().iter().any(|from| !targets_of(&rules.board, m, from).is_empty());
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

/// Royals: rules that need them, and their presence at the start.
fn royals(world: &mut World<'_>, rules: &Rules, start: Option<&Setup>) {
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
fn facing(world: &mut World<'_>, rules: &Rules) {
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

/// Points that nothing counts, or that are nowhere given.
fn points(world: &mut World<'_>, rules: &Rules) {
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

/// Ends that cannot come.
fn ends(world: &mut World<'_>, rules: &Rules) {
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
            Condition::Moved { by: Deed::Castling(wings) } | Condition::Unentitled { wings, .. } => {
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
            Condition::Moved { by: Deed::EnPassant }
                if !owned(rules).any(|(_, _, r)| r.movements.iter().any(|m| m.leaves_en_passant)) =>
            {
                world.context.error(place, "end-never-reached", "nothing can be captured en passant in this game");
            }
            Condition::Moved { by: Deed::Promotion } if !owned(rules).any(|(_, _, r)| !r.promotions.is_empty()) => {
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

/// Rights to castle that opponents forfeit.
fn forfeited(world: &mut World<'_>, rules: &Rules) {
    for castling in &rules.castlings {
        let theirs = |letter: char| rules.castlings.iter().any(|c| c.side != castling.side && c.letter == letter);
        let place = world.root.place("castling");
        if let Some(letter) = castling.forfeits.iter().find(|letter| !theirs(**letter)) {
            let message = format!("no opponent has a castling \"{letter}\" that it could forfeit");
            world.context.error(place, "impossible-castling", message).help =
                Some("`forfeits` names wings of the opponent by their letters".to_string());
        }
        if !castling.forfeits.is_empty() && rules.remembers_first_moves() {
            let message = "a right to castle cannot be forfeited where positions remember which pieces have moved";
            world.context.error(place, "impossible-castling", message);
        }
    }
}

/// Hands without drops, and the reverse.
fn hands(world: &mut World<'_>, rules: &Rules) {
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
fn exchanges(world: &mut World<'_>, rules: &Rules, start: &Setup) {
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

/// Castlings whose king or partner is not there.
fn castlings(world: &mut World<'_>, rules: &Rules, start: &Setup) {
    let stands = |square: Square, side: SideId, pieces: &[PieceId]| match start.board[square as usize] {
        Cell::Piece { side: s, piece, .. } => s == side && pieces.contains(&piece),
        _ => false,
    };
    for castling in &rules.castlings {
        let place = world.root.place("castling");
        if world.context.told(place, "impossible-castling") {
            continue;
        }
        let owner = &rules.sides[castling.side as usize].name;
        let missing = std::iter::once(&castling.king).chain(&castling.partners);
        let missing: Vec<PieceId> =
            missing.copied().filter(|&p| rules.piece_rules(p, castling.side).is_none()).collect();
        if let Some(&piece) = missing.first() {
            let message = format!(
                "{owner} cannot castle with a \"{}\", which it never owns",
                rules.pieces[piece as usize].symbol
            );
            world.context.error(place, "impossible-castling", message).help =
                Some(format!("`castling: ({owner}: None)` takes castling from one side"));
            continue;
        }
        if castling.placed.is_some() {
            continue;
        }
        let squares = || rules.castling_line(castling);
        let kings: Vec<Square> = squares().filter(|&s| stands(s, castling.side, &[castling.king])).collect();
        let line = match rules.sides[castling.side as usize].orientation.is_sideways() {
            true => format!("file {}", wazir_runtime::file_name(castling.rank)),
            false => format!("rank {}", castling.rank + 1),
        };
        let letter = castling.letter;
        let help = || Some("castling happens on the rank of `king_to`, as the side itself sees it".to_string());
        let Some(&king) = kings.first() else {
            let message = format!(
                "castling `{letter}` is impossible: no {} of {owner} stands on {} at the start",
                rules.pieces[castling.king as usize].name, line
            );
            world.context.error(place, "impossible-castling", message).help = help();
            continue;
        };
        let towards = |s: Square| (s as i32 - king as i32).signum() == castling.towards as i32;
        if !squares().any(|s| towards(s) && stands(s, castling.side, &castling.partners)) {
            let wing = if castling.towards > 0 { "right" } else { "left" };
            let message = format!(
                "castling `{letter}` is impossible: no partner stands to the {wing} of {owner}'s king at the start"
            );
            world.context.error(place, "impossible-castling", message).help = help();
            continue;
        }
        let is_ready = |&from: &Square| {
            squares().any(|s| s == from) && towards(from) && stands(from, castling.side, &castling.partners)
        };
        if let Some(from) = castling.partner_from.filter(|from| !is_ready(from)) {
            let wing = if castling.towards > 0 { "right" } else { "left" };
            let square = rules.board.name(from);
            let message = format!(
                "castling `{letter}` is impossible: no partner stands on {square}, to the {wing} of {owner}'s king, at the start"
            );
            world.context.error(place, "impossible-castling", message).help =
                Some("`partner_from` is where the partner stands at the start".to_string());
        }
    }
}

/// Squares pieces of a type and side can come to at all: from where they stand at the start, are dropped or appear by promotion.
fn reachable(rules: &Rules, start: &Setup) -> Vec<Vec<SquareSet>> {
    let board = &rules.board;
    let mut reach = vec![vec![SquareSet::EMPTY; rules.sides.len()]; rules.pieces.len()];
    for (square, cell) in start.board.iter().enumerate() {
        if let Cell::Piece { side, piece, .. } = *cell {
            reach[piece as usize][side as usize].insert(square as Square);
        }
    }
    for (piece, side, r) in owned(rules) {
        if let Some(drop) = &r.drop {
            reach[piece][side] = reach[piece][side].or(&drop.zone);
        }
    }
    for (side, gating) in rules.play.iter().enumerate().filter_map(|(side, play)| Some((side, play.gating.as_ref()?))) {
        for (piece, zone) in gating.zones.iter().enumerate() {
            reach[piece][side] = reach[piece][side].or(zone);
        }
    }
    for castling in &rules.castlings {
        reach[castling.king as usize][castling.side as usize].insert(castling.king_to);
        castling.partners.iter().for_each(|&p| reach[p as usize][castling.side as usize].insert(castling.partner_to));
    }
    let mut done = vec![vec![SquareSet::EMPTY; rules.sides.len()]; rules.pieces.len()];
    loop {
        // What one side's piece comes to, another's may be turned over on.
        for side in (0..rules.sides.len()).filter(|&side| !rules.play[side].arrival.is_empty()) {
            for sides in &mut reach {
                sides[side] = sides.iter().fold(SquareSet::EMPTY, |all, set| all.or(set));
            }
        }
        let before = reach.clone();
        for (piece, side, r) in owned(rules) {
            let new = reach[piece][side].minus(&done[piece][side]);
            for movement in &r.movements {
                for square in new.and(&movement.from).iter() {
                    for target in targets_of(board, movement, square) {
                        if !r.promotions.iter().any(|p| forced(p, square, target)) {
                            reach[piece][side].insert(target);
                        }
                        for promotion in r.promotions.iter().filter(|p| applies(p, square, target)) {
                            promotion.to.iter().for_each(|t| reach[t.piece as usize][side].insert(target));
                        }
                    }
                }
            }
            for promotion in &r.promotions {
                for square in new.and(&promotion.zone).iter() {
                    for target in apart_targets(board, promotion, square) {
                        promotion.to.iter().for_each(|t| reach[t.piece as usize][side].insert(target));
                    }
                }
            }
            done[piece][side] = done[piece][side].or(&new);
        }
        if reach == before {
            return reach;
        }
    }
}

/// May an ordinary move between these squares promote?
fn applies(promotion: &Promotion, from: Square, to: Square) -> bool {
    let PromotedBy::Moving { entering, within, leaving, .. } = promotion.by else { return false };
    if !promotion.from.contains(from) {
        return false;
    }
    match (promotion.zone.contains(from), promotion.zone.contains(to)) {
        (false, true) => entering,
        (true, true) => within,
        (true, false) => leaving,
        (false, false) => false,
    }
}

/// Where a piece in the zone could promote by a move of its own, whatever stands on the board.
fn apart_targets(board: &Board, promotion: &Promotion, from: Square) -> Vec<Square> {
    let PromotedBy::Apart { stays, movements } = &promotion.by else { return Vec::new() };
    stays.then_some(from).into_iter().chain(movements.iter().flat_map(|m| targets_of(board, m, from))).collect()
}

fn forced(promotion: &Promotion, from: Square, to: Square) -> bool {
    applies(promotion, from, to)
        && match &promotion.forced {
            Forced::Never => false,
            Forced::Always => true,
            Forced::Onto(squares) => squares.contains(to),
        }
}

/// Promotion zones, regions of movements and goals that nobody reaches.
fn zones(world: &mut World<'_>, rules: &Rules, start: &Setup) {
    let reach = reachable(rules, start);
    for (piece, side, r) in owned(rules) {
        let symbol = &rules.pieces[piece].symbol;
        let owner = &rules.sides[side].name;
        if reach[piece][side].is_empty() {
            continue;
        }
        for promotion in &r.promotions {
            let from = reach[piece][side];
            let promotes = |m: &Movement| {
                let from = from.and(&m.from);
                from.iter().any(|s| targets_of(&rules.board, m, s).into_iter().any(|t| applies(promotion, s, t)))
            };
            let apart = |from: Square| !apart_targets(&rules.board, promotion, from).is_empty();
            if !r.movements.iter().any(promotes) && !from.and(&promotion.zone).iter().any(apart) {
                let place = world.piece_place(piece, "promotes");
                if world.context.told(place, "unreachable-zone") {
                    continue;
                }
                let message =
                    format!("\"{symbol}\" of {owner} never promotes: no move of it has to do with its promotion zone");
                world.context.error(place, "unreachable-zone", message);
            }
        }
        for movement in r.movements.iter().filter(|m| !m.from.is_empty()) {
            let place = world.piece_place(piece, "moves");
            if reach[piece][side].and(&movement.from).is_empty() && !world.context.told(place, "never-starts") {
                let message = format!(
                    "`{}` of \"{symbol}\" never starts: {owner}'s never comes to where it does",
                    movement.cause.text
                );
                world.context.warn(place, "never-starts", message);
            }
        }
        let confined = r.movements.iter().fold(SquareSet::EMPTY, |all, m| all.or(&m.to));
        let standing: SquareSet = start
            .board
            .iter()
            .enumerate()
            .filter(|(_, c)| matches!(**c, Cell::Piece { side: s, piece: p, .. } if s as usize == side && p as usize == piece))
            .map(|(s, _)| s as Square)
            .collect();
        if let Some(outside) = standing
            .minus(&confined)
            .iter()
            .next()
            .filter(|_| !r.movements.is_empty() && world.has_field(piece, "within"))
        {
            let name = rules.board.name(outside);
            let message =
                format!("\"{symbol}\" of {owner} stands on {name} at the start, outside the region it is confined to");
            let place = world.piece_place(piece, "within");
            if !world.context.told(place, "outside-region") {
                world.context.error(place, "outside-region", message);
            }
        }
    }
    for (index, rule) in rules.end.iter().enumerate() {
        let Condition::Reached { pieces, goal, .. } = &rule.when else { continue };
        for (side, goal) in goal.iter().enumerate().filter(|(_, goal)| !goal.is_empty()) {
            let possible = |&piece: &PieceId| !reach[piece as usize][side].and(goal).is_empty();
            let owns = pieces.iter().any(|&piece| rules.piece_rules(piece, side as SideId).is_some());
            let told = world.context.told(world.end_place(index), "unreachable-zone");
            if owns && !told && !pieces.iter().any(possible) {
                let message = format!("{} can never bring such a piece to its goal", rules.sides[side].name);
                world.context.error(world.end_place(index), "unreachable-zone", message);
            }
        }
    }
}

/// Is the game over before it begins? (As far as can be seen without making moves.)
fn over_at_start(world: &mut World<'_>, rules: &Rules, start: &Setup) {
    let count = |side: usize, pieces: &[PieceId]| {
        let counts = |cell: &&Cell| matches!(**cell, Cell::Piece { side: s, piece, .. } if s as usize == side && pieces.contains(&piece));
        start.board.iter().filter(counts).count() as u16
    };
    let mover = start.turn as usize;
    // The sides that a rule is tested for.
    let tested = |rule: &EndRule, subject: Subject| -> Vec<usize> {
        let is_meant = |side: &usize| rule.of.is_none_or(|of| of as usize == *side);
        let is_tested = |side: &usize| match subject {
            Subject::Mover => *side == mover,
            Subject::Waiter => *side != mover,
            Subject::Either => true,
        };
        (0..rules.sides.len()).filter(is_meant).filter(is_tested).collect()
    };
    for (index, rule) in rules.end.iter().enumerate() {
        let over = match &rule.when {
            Condition::Extinct { subject, pieces, at_most, opponent_at_least } => {
                let extinct = |side: &usize| {
                    let opponent = (side + 1) % rules.sides.len();
                    count(*side, pieces) <= *at_most
                        && opponent_at_least.is_none_or(|least| count(opponent, pieces) >= least)
                };
                tested(rule, *subject)
                    .into_iter()
                    .find(extinct)
                    .map(|side| format!("{} has {} of these pieces", rules.sides[side].name, count(side, pieces)))
            }
            Condition::Connected { subject, pieces, formation } => {
                let connected = |side: &usize| {
                    let counts = |square: &Square| matches!(start.board[*square as usize], Cell::Piece { side: s, piece, .. } if s as usize == *side && pieces.contains(&piece));
                    let own: SquareSet = (0..rules.board.squares()).filter(counts).collect();
                    formation.is_made(&rules.board, &own, *side as SideId)
                };
                tested(rule, *subject)
                    .into_iter()
                    .find(connected)
                    .map(|side| format!("{}'s pieces are connected already", rules.sides[side].name))
            }
            Condition::Reached { pieces, goal, at_least: 1, .. } => {
                let waiter = (mover + 1) % rules.sides.len();
                let on_goal = |s: &Square| matches!(start.board[*s as usize], Cell::Piece { side, piece, .. } if side as usize == waiter && pieces.contains(&piece));
                let meant = rule.of.is_none_or(|of| of as usize == waiter);
                let found = goal[waiter].iter().find(on_goal).filter(|_| meant);
                found
                    .map(|s| format!("{} already stands on its goal {}", rules.sides[waiter].name, rules.board.name(s)))
            }
            Condition::Unentitled { subject, wings } => {
                let entitled = |side: &usize| {
                    let castlings = rules.castlings.iter().filter(|c| c.side as usize == *side);
                    let partners: Vec<PieceId> =
                        castlings.filter(|c| wings.contains(&c.letter)).flat_map(|c| c.partners.clone()).collect();
                    start.castling.iter().any(|&square| {
                        matches!(start.board.get(square as usize), Some(Cell::Piece { side: s, piece, .. }) if *s as usize == *side && partners.contains(piece))
                    })
                };
                tested(rule, *subject)
                    .into_iter()
                    .find(|side| !entitled(side))
                    .map(|side| format!("{} has no such right to castle", rules.sides[side].name))
            }
            Condition::BoardFull if !start.board.contains(&Cell::Empty) => Some("the board is full".to_string()),
            _ => None,
        };
        if let Some(why) = over {
            let message = format!("the game is over before it begins: {why}");
            world.context.error(world.start_place(), "over-at-start", message).help =
                Some(format!("this rule ends it: `{}`", world.end_text(index)));
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

    fn start_place(&self) -> Span {
        self.root.value("start").map_or(self.root.span, |node| node.span)
    }

    fn end_text(&self, index: usize) -> String {
        self.context.cause(self.end_place(index)).text
    }
}
