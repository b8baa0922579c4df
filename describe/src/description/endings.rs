//! How a game ends, in words.

use super::{a, any_of, number, pieces, squares};
use wazir_variant_spec::rules::{
    AllAlong, Chase, Condition, Count, CountStart, EndRule, EndingMove, Formation, Pattern, PieceId, Prey, Rules, Step,
    Subject, Verdict,
};

/// Whom a condition is about.
fn who(subject: Subject) -> &'static str {
    match subject {
        Subject::Mover => "the side to move",
        Subject::Waiter => "the side that has just moved",
        Subject::Either => "a side",
    }
}

/// `king or rook`; where all types are meant, `piece`.
fn kinds(rules: &Rules, types: &[PieceId]) -> String {
    if types.len() == rules.pieces.len() { "piece".to_string() } else { any_of(&pieces(rules, types)) }
}

/// When the game ends: `the side to move is checkmated`.
fn condition(rules: &Rules, when: &Condition) -> String {
    match when {
        Condition::Checkmate { after: None } => "the side to move is checkmated".to_string(),
        Condition::Checkmate { after: Some(types) } => {
            let types = a(&any_of(&pieces(rules, types)));
            format!(
                "the side to move is checkmated, and {types} has given that check or one before it in an unbroken series"
            )
        }
        Condition::Stalemate => "the side to move has no legal move and is not in check".to_string(),
        Condition::NobodyCanMove => "no side can move".to_string(),
        Condition::Extinct { subject, pieces: types, at_most, opponent_at_least, in_hand } => {
            let who = who(*subject);
            let kinds = kinds(rules, types);
            let count = match at_most {
                0 => format!("no {kinds}"),
                n => format!("at most {} {kinds}", number(u64::from(*n))),
            };
            let opponent = opponent_at_least
                .map(|n| format!(" while its opponent has at least {}", number(u64::from(n))))
                .unwrap_or_default();
            let hand = if *in_hand { ", neither on the board nor in hand" } else { "" };
            format!("{who} has {count} left{hand}{opponent}")
        }
        Condition::Reached { pieces: types, goal, held, safe, last_turn, at_least, filled } => {
            let goals: Vec<String> = goal
                .iter()
                .zip(&rules.sides)
                .filter(|(goal, _)| !goal.is_empty())
                .map(|(goal, side)| format!("{} for {}", squares(&rules.board, goal), side.name))
                .collect();
            let same = goal.windows(2).all(|pair| pair[0] == pair[1]);
            let goal = match goal.first() {
                Some(goal) if same => squares(&rules.board, goal),
                _ => goals.join(", "),
            };
            let piece = kinds(rules, types);
            let safe = if *safe { " where it cannot be captured at once" } else { "" };
            let held = if *held { " and stood there through the opponent's move" } else { "" };
            let last = if *last_turn { "; the opponent may equalise with its next move" } else { "" };
            let full = if *filled { ", or one has and no square of it is empty" } else { "" };
            match at_least {
                1 => format!("a side's {piece} has reached its goal ({goal}){held}{safe}{last}"),
                n => format!(
                    "{} pieces of a side ({piece}) have reached their goal ({goal}){full}{held}{safe}{last}",
                    number(u64::from(*n))
                ),
            }
        }
        Condition::Connected { subject, pieces: types, formation } => {
            let who = who(*subject);
            let kinds = kinds(rules, types);
            format!("{who} has {}", figure(rules, formation, &kinds))
        }
        Condition::ChecksGiven { times } => {
            format!(
                "a side has given check {}",
                if *times == 1 { "once".to_string() } else { format!("{} times", number(u64::from(*times))) }
            )
        }
        Condition::BoardFull => "no empty square is left".to_string(),
        Condition::Passed { times: 1 } => "a side has passed".to_string(),
        Condition::Passed { times } => format!("the last {} moves were passes", number(u64::from(*times))),
        Condition::Moved { by } => match by {
            EndingMove::Castling(wings) => format!("a side has castled{}", of_wings(rules, wings)),
            EndingMove::Capture => "a side has captured something".to_string(),
            EndingMove::EnPassant => "a side has captured something en passant".to_string(),
            EndingMove::Promotion => "a side has promoted a piece".to_string(),
        },
        Condition::Unentitled { subject, wings } => {
            format!("{} has lost the right to castle{}", who(*subject), of_wings(rules, wings))
        }
        Condition::Facing { facing, passes } => {
            let lines = any_of(&super::rules::lines(&facing.along));
            let after = match passes {
                0 => String::new(),
                1 => ", after a pass".to_string(),
                n => format!(", after {} passes", number(u64::from(*n))),
            };
            format!("royals face each other on {lines} with nothing between them{after}")
        }
        Condition::Repetition { times, all_along } => {
            let all_along = match all_along {
                AllAlong::Anything => String::new(),
                AllAlong::Checking => " and one side gave check with every move since".to_string(),
                AllAlong::Chasing(chase) => format!(" and {}", chasing(rules, chase)),
            };
            format!("the same position has occurred {} times{all_along}", number(u64::from(*times)))
        }
        Condition::CountedOut { counts } => {
            let each: Vec<String> = counts.iter().map(|one| count(rules, one)).collect();
            format!(
                "a count has run out: {}. It goes up by one with each move of the side that counts, and is out when it exceeds its limit",
                each.join("; else ")
            )
        }
        Condition::QuietMoves { plies } => {
            let resets = super::rules::clock_resets(rules, |piece| piece.name.to_lowercase());
            let moved = match &resets[..] {
                [] => String::new(),
                // `White's pawn` is said where the sides differ.
                kinds if kinds[0].contains("'s ") => format!(" or a move of {}", any_of(kinds)),
                kinds => format!(" or a move of {}", a(&any_of(kinds))),
            };
            format!("{plies} moves, both sides' counted, have passed without a capture{moved}")
        }
    }
}

/// Which of the castlings of a game are meant, behind "to castle"; nothing where all are.
fn of_wings(rules: &Rules, wings: &[char]) -> String {
    if rules.castlings.iter().all(|castling| wings.contains(&castling.letter)) {
        return String::new();
    }
    let letters: Vec<String> = wings.iter().map(char::to_string).collect();
    format!(" by {}", any_of(&letters))
}

/// What one side did with every move when it chased all along.
fn chasing(rules: &Rules, chase: &Chase) -> String {
    let kinds = |types: &[PieceId]| any_of(&pieces(rules, types));
    let everywhere = |prey: &&Prey| prey.zones.iter().all(|zone| *zone == rules.board.all());
    let of = |list: Vec<&Prey>| kinds(&list.iter().map(|prey| prey.piece).collect::<Vec<_>>());
    let mut said = format!(
        "one side, by {} of its own, attacked the same enemy piece anew with every move since: one that was not protected, and that was not itself attacking such a piece of its own type",
        a(&kinds(&chase.hunters))
    );
    let (anywhere, bound): (Vec<&Prey>, Vec<&Prey>) = chase.prey.iter().partition(everywhere);
    if !anywhere.is_empty() {
        said += &format!("; {} can be chased so", a(&of(anywhere)));
    }
    for prey in bound {
        let zones = prey.zones.iter().zip(&rules.sides).filter(|(zone, _)| !zone.is_empty());
        let zones: Vec<String> =
            zones.map(|(zone, side)| format!("{}'s on {}", side.name, squares(&rules.board, zone))).collect();
        said += &format!("; {} on some squares ({})", a(&kinds(&[prey.piece])), zones.join(", "));
    }
    for prey in chase.prey.iter().filter(|prey| !prey.although_protected.is_empty()) {
        let (hunters, prey) = (kinds(&prey.although_protected), kinds(&[prey.piece]));
        said += &format!("; {} also when it is protected, by {}", a(&prey), a(&hunters));
    }
    said
}

/// When a count begins and how far it goes.
fn count(rules: &Rules, count: &Count) -> String {
    let kinds = |types: &[PieceId]| match types.len() == rules.pieces.len() {
        true => "pieces".to_string(),
        false => any_of(&pieces(rules, types)),
    };
    let mut when: Vec<String> = Vec::new();
    match count.at_most {
        u16::MAX => {}
        1 => when.push("a side has one piece left".to_string()),
        most => when.push(format!("a side has at most {} pieces left", number(u64::from(most)))),
    }
    if !count.without.is_empty() {
        when.push(format!("there is no {}", kinds(&count.without)));
    }
    let start = match count.start {
        CountStart::Zero => "from nought",
        CountStart::Pieces => "from the number of pieces on the board",
    };
    let limits: Vec<String> = count
        .limits
        .iter()
        .map(|limit| {
            let least = number(u64::from(limit.at_least));
            format!("{} against {least} or more {}", limit.moves, kinds(&limit.pieces))
        })
        .collect();
    let when = if when.is_empty() { "always".to_string() } else { format!("when {}", super::all_of(&when)) };
    format!("{when}, {start} to {}", limits.join(", else "))
}

/// A figure of pieces: `a row of four`.
fn figure(rules: &Rules, formation: &Formation, kinds: &str) -> String {
    match formation {
        Formation::Pattern(patterns) => {
            let squares = |pattern: &Pattern| pattern.occupied.len() as u64;
            let count = number(patterns.first().map_or(0, squares));
            let last = |pattern: &Pattern| pattern.occupied.last().copied();
            let [rows, exact] =
                [is_row, |pattern: &Pattern| !pattern.free.is_empty()].map(|test| patterns.iter().all(test));
            match patterns.first().and_then(last) {
                Some(end) if !rows => format!("a block of {} by {} {kinds}s", end.dx + 1, end.dy + 1),
                _ => {
                    let steps: Vec<Step> = patterns.iter().filter_map(|p| p.occupied.get(1).copied()).collect();
                    let exact = if exact { "exactly " } else { "" };
                    format!("{exact}{count} {kinds}s in a row{}", along(&steps))
                }
            }
        }
        Formation::Line { count, along: steps } => {
            format!("{} {kinds}s on one line{}, not necessarily side by side", number(u64::from(*count)), along(steps))
        }
        Formation::Path { from, to, steps } => {
            let ends: Vec<String> = rules
                .sides
                .iter()
                .zip(from.iter().zip(to))
                .filter(|(_, (from, to))| !from.is_empty() && !to.is_empty())
                .map(|(side, (from, to))| {
                    format!("from {} to {} for {}", squares(&rules.board, from), squares(&rules.board, to), side.name)
                })
                .collect();
            let steps: Vec<Step> = steps.iter().flat_map(|&step| [step, step.reversed()]).collect();
            format!("a chain of {kinds}s, each {} the next, {}", super::rules::offsets(&steps), ends.join(", "))
        }
    }
}

/// Are the squares of the pattern whole numbers of its first step apart?
fn is_row(pattern: &Pattern) -> bool {
    let Some(&first) = pattern.occupied.get(1) else { return false };
    let at = |n: i16| Step { dx: n * first.dx, dy: n * first.dy };
    (0..).zip(&pattern.occupied).all(|(n, step)| *step == at(n))
}

/// Which lines, unless all eight directions are meant: ` along the ranks or files`.
fn along(steps: &[Step]) -> String {
    let has = |dx, dy| steps.contains(&Step { dx, dy });
    let names = [(has(1, 0), "a rank"), (has(0, 1), "a file"), (has(1, 1) && has(-1, 1), "a diagonal")];
    let named: Vec<String> = names.iter().filter(|(meant, _)| *meant).map(|(_, name)| name.to_string()).collect();
    let count = usize::from(has(1, 0)) + usize::from(has(0, 1)) + 2 * usize::from(has(1, 1) && has(-1, 1));
    match named.len() {
        3 => String::new(),
        _ if count == steps.len() => format!(" along {}", any_of(&named)),
        _ => {
            let steps: Vec<String> = steps.iter().map(|step| format!("({}, {})", step.dx, step.dy)).collect();
            format!(" along the steps {}", steps.join(" "))
        }
    }
}

/// When a rule applies: its condition, and of which side alone.
pub fn when(rules: &Rules, rule: &EndRule) -> String {
    let condition = condition(rules, &rule.when);
    match rule.of.and_then(|side| rules.sides.get(side as usize)) {
        Some(side) => format!("{condition}, and that side is {}", side.name),
        None => condition,
    }
}

/// What then: `it loses`.
pub fn verdict(rules: &Rules, rule: &EndRule) -> String {
    let text = match rule.then {
        Verdict::Wins => "that side wins",
        Verdict::Loses if rules.has_many_sides() => "that side is out",
        Verdict::Loses => "that side loses",
        Verdict::TeamLoses => "that side and its allies are out",
        Verdict::Draw => "the game is drawn",
        Verdict::Illegal => {
            "the move by which that side would bring it about is illegal; a side without any other move loses"
        }
        Verdict::WinFor(side) => return format!("{} wins", rules.sides[usize::from(side)].name),
        Verdict::MorePieces => "the side with more pieces on the board wins, equal numbers draw",
        Verdict::MorePoints => "the side with more points wins, equal numbers draw",
        Verdict::FewerPieces => "the side with fewer pieces on the board wins, equal numbers draw",
    };
    text.to_string()
}
