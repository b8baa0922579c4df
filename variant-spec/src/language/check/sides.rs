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
