//! Castlings that cannot happen, and rights to castle that nobody can lose.

use super::*;

/// Castlings whose king or partner is not there.
pub(super) fn castlings(world: &mut World<'_>, rules: &Rules, start: &Setup) {
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
        if takes_friends(rules, castling) && (rules.start.chess960 || steps(rules, castling, king) < 2) {
            let king = &rules.pieces[castling.king as usize].symbol;
            let message = format!(
                "{owner} castles with a \"{king}\" that can capture friends: its castling and the capture of its partner would be written alike"
            );
            world.context.error(place, "ambiguous-castling", message).help =
                Some(format!("leave out the castling, as in `castling: ({owner}: None)`, or the captures (`d`)"));
            continue;
        }
        if !rules.start.chess960 && !world.context.has_errors() {
            short(world, rules, castling, king);
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

/// How far towards its partner the king goes by a castling; the other way that is less than nothing.
fn steps(rules: &Rules, castling: &Castling, king: Square) -> i32 {
    let orientation = &rules.sides[castling.side as usize].orientation;
    let place = |square: Square| i32::from(orientation.line_and_place(&rules.board, square).1);
    (place(castling.king_to) - place(king)) * i32::from(castling.towards)
}

/// Could the king of a castling capture a friend where it arrives?
fn takes_friends(rules: &Rules, castling: &Castling) -> bool {
    fn ends_on_friend(leg: &Leg) -> bool {
        leg.then.iter().any(ends_on_friend) || leg.then.is_empty() && leg.ground == Ground::Friend
    }
    let movements = rules.piece_rules(castling.king, castling.side).map(|own| &own.movements);
    movements.into_iter().flatten().flat_map(|movement| &movement.legs).any(ends_on_friend)
}

/// A castling by which the king goes hardly anywhere, or the other way: its squares were probably meant for another board.
fn short(world: &mut World<'_>, rules: &Rules, castling: &Castling, king: Square) {
    let side = &rules.sides[castling.side as usize];
    let place = |square: Square| i32::from(side.orientation.line_and_place(&rules.board, square).1);
    let steps = steps(rules, castling, king);
    let node = world.root.place("castling");
    if steps >= 2 || world.context.told(node, "odd-castling") {
        return;
    }
    let name = |square: Square| rules.board.name(square);
    let (from, to) = (name(king), name(castling.king_to));
    let what = match steps {
        0 => format!("leaves {}'s king on {from}, where it stands", side.name),
        1 => format!("moves {}'s king by one square only, from {from} to {to}, as a step does", side.name),
        _ => format!("moves {}'s king from {from} to {to}, away from its partner", side.name),
    };
    let letter = castling.letter;
    let said = if node.file > 0 {
        "`castling` is inherited from this file, where it fits another start: the game that extends it has to say it anew"
    } else {
        "its squares fit another start"
    };
    let letters: Vec<String> = rules
        .castlings
        .iter()
        .filter(|other| other.side == castling.side)
        .filter_map(|other| {
            let line: Vec<Square> = rules.castling_line(other).collect();
            let at = |steps: i32| {
                let file = place(king) + steps * i32::from(other.towards);
                line.get(usize::try_from(file).ok()?)
                    .map(|&square| name(side.orientation.seen_square(&rules.board, square)))
            };
            Some(format!("\"{}\": (king_to: \"{}\", partner_to: \"{}\")", other.letter, at(2)?, at(1)?))
        })
        .collect();
    let message = format!("castling `{letter}` {what}");
    world.context.warn(node, "odd-castling", message).help =
        Some(format!("{said}, as in `wings: {{{}}}`", letters.join(", ")));
}

/// Rights to castle that opponents forfeit.
pub(super) fn forfeited(world: &mut World<'_>, rules: &Rules) {
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
