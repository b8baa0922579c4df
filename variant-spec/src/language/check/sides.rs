//! What can be said of two sides only, in games of more.

use super::*;

/// Checks a game for rules that do not fit the number of its sides.
pub(super) fn check(world: &mut World<'_>, rules: &Rules) {
    for (index, rule) in rules.end.iter().enumerate() {
        let place = world.end_place(index);
        if !rules.has_many_sides() {
            if rule.then == Verdict::TeamLoses {
                let message = "`TeamLoses` means nothing here: two sides have no allies";
                world.context.error(place, "impossible-end", message).help = Some("write `Loses`".to_string());
            }
            continue;
        }
        if let Some((what, help)) = of_two_only(rule) {
            let message = format!("{what}: the game has {} sides", rules.sides.len());
            world.context.error(place, "impossible-end", message).help = Some(help.to_string());
        }
    }
    if rules.has_many_sides() && !rules.exchanged().is_empty() {
        let place = world.root.place("drops");
        let message =
            format!("pieces are exchanged between the hands of two sides: the game has {}", rules.sides.len());
        world.context.error(place, "impossible-exchange", message);
    }
    owners(world, rules);
    let changes = |&(_, _, own): &(usize, usize, &PieceRules)| own.capturer == Capturer::ChangesSides;
    if let Some((piece, ..)) = owned(rules).find(changes).filter(|_| rules.has_many_sides()) {
        let place = world.field_of(piece, "capturer").unwrap_or(world.root.place("capturer"));
        let message = format!("a capturer cannot change sides to one of {} opponents", rules.sides.len() - 1);
        if !world.context.told(place, "impossible-capturer") {
            world.context.error(place, "impossible-capturer", message).help =
                Some("`Removed`, `TurnsToWall` and `StaysBehind` need no opponent".to_string());
        }
    }
}

/// Pieces that change sides become what the other side can have.
fn owners(world: &mut World<'_>, rules: &Rules) {
    let has = |side: usize, piece: usize| rules.pieces[piece].sides[side].is_some();
    for (piece, from, own) in owned(rules) {
        let Some(to) = (0..rules.sides.len()).find(|&side| !has(side, piece)) else { continue };
        let converts = !rules.play[to].arrival.is_empty();
        let changes = own.capturer == Capturer::ChangesSides;
        let goes_over = rules.play[from].defeated == Defeated::GoOver;
        let (how, place) = match (converts, changes, goes_over) {
            (true, ..) => ("by conversion", world.root.place("on_arrival")),
            (_, true, _) => ("by capturing", world.field_of(piece, "capturer").unwrap_or(world.root.place("capturer"))),
            (.., true) => ("when its side is out", world.root.place("defeated")),
            _ => continue,
        };
        let (name, symbol) = (&rules.sides[to].name, &rules.pieces[piece].symbol);
        let message = format!("\"{symbol}\" could come to {name} {how}, which can have none");
        if !world.context.told(place, "not-owned") {
            world.context.error(place, "not-owned", message).help =
                Some(format!("let both sides have it: leave out the `owners` of \"{symbol}\""));
        }
    }
}

/// Why a rule makes no sense with more than two sides, and what to do about it.
fn of_two_only(rule: &EndRule) -> Option<(&'static str, &'static str)> {
    let puts_out = matches!(rule.then, Verdict::Loses | Verdict::TeamLoses);
    match &rule.when {
        Condition::CountedOut { .. } => {
            Some(("a count is of the moves of one of two sides", "`QuietMoves` counts the moves of all"))
        }
        Condition::Repetition { all_along: AllAlong::Checking, .. } => {
            Some(("whose checks have repeated the position is a matter of two sides", "leave `checking_all_along` out"))
        }
        Condition::Repetition { all_along: AllAlong::Chasing(_), .. } => {
            Some(("whose chases have repeated the position is a matter of two sides", "leave `chasing_all_along` out"))
        }
        Condition::Repetition { .. } if rule.then == Verdict::Illegal => {
            Some(("who is left with illegal moves only loses, which is a matter of two sides", "let it be a `Draw`"))
        }
        Condition::Repetition { .. } | Condition::QuietMoves { .. } if puts_out => Some((
            "what has happened in the game cannot put a side out of it",
            "let it be a `Draw`, or let `MorePoints` decide",
        )),
        Condition::Reached { last_turn: true, .. } => {
            Some(("only one of two sides can equalise with its last turn", "leave `last_turn` out"))
        }
        Condition::Moved { .. } => {
            Some(("a kind of move ends the game of two sides only", "say what is reached by it, as in `Reached`"))
        }
        Condition::Checkmate { after: Some(_) } => {
            Some(("a series of checks is given by one of two sides", "leave `after` out"))
        }
        _ => None,
    }
}
