//! Movements in words: `slides any distance diagonally`.

use super::journeys::journeys;
use super::{any_of, hexagons, number, squares};
use wazir_variant_spec::betza;
use wazir_variant_spec::rules::{
    Beside, Board, Grid, Hurdle, Landing, LastMoved, Movement, Orientation, Piece, PieceId, Push, Ride, Step, Via,
    ViaState, Whom,
};

/// What a push does: `to push an enemy one step on, which is captured where it has no room`.
fn push_words(push: &Push) -> String {
    let (one, many) = match (push.enemies, push.friends) {
        (true, true) => ("any piece", "pieces"),
        (true, false) => ("an enemy", "enemies"),
        _ => ("an own piece", "own pieces"),
    };
    let whom = match push.most {
        1 => one.to_string(),
        Ride::UNLIMITED => format!("a row of {many}"),
        most => format!("a row of up to {} {many}", number(u64::from(most))),
    };
    let lost = |whom: Whom, place: &str| {
        let who = match (whom.enemies, whom.friends) {
            (false, false) => return None,
            (enemies, friends) if (!push.enemies || enemies) && (!push.friends || friends) => "",
            (true, _) => " if it is an enemy",
            (false, _) => " if it is its own",
        };
        Some(format!("{place}{who}"))
    };
    let places: Vec<String> = if push.over_edge == push.crushed {
        lost(push.crushed, "where it has no room").into_iter().collect()
    } else {
        [lost(push.over_edge, "over the edge"), lost(push.crushed, "against what stands there")]
            .into_iter()
            .flatten()
            .collect()
    };
    let last = if push.most == 1 { "which" } else { "the last of which" };
    let lost = if places.is_empty() { String::new() } else { format!(", {last} is captured {}", places.join(", or ")) };
    let stays = if push.stays { ", staying where it is" } else { "" };
    format!("to push {whom} one step on{stays}{lost}")
}

/// A movement of one of these pieces in words, seen by a side of that orientation.
fn movement(board: &Board, pieces: &[Piece], movement: &Movement, orientation: Orientation) -> String {
    let purpose = match (movement.to_empty, movement.to_enemy, movement.en_passant) {
        (true, true, false) => "",
        (true, true, true) => " (also en passant)",
        (true, false, false) => " without capturing",
        (true, false, true) => " without capturing, or capturing en passant",
        (false, true, false) => " to capture",
        (false, true, true) => " to capture, also en passant",
        (false, false, true) => " to capture en passant",
        (false, false, false) => "",
    };
    let purpose = match movement.swap {
        Some(swap) => {
            let whom = match (swap.enemies, swap.friends) {
                (true, true) => "any piece",
                (true, false) => "an enemy",
                _ => "an own piece",
            };
            let or = if movement.to_empty { format!("{purpose}, or") } else { String::new() };
            format!("{or} to exchange places with {whom}")
        }
        None => purpose.to_string(),
    };
    let purpose = match &movement.push {
        Some(push) => {
            let or = if movement.to_empty { format!("{purpose}, or") } else { String::new() };
            format!("{or} {}", push_words(push))
        }
        None => purpose,
    };
    let mut ways = rides(board.grid, pieces, &movement.rides, orientation, &purpose);
    ways.extend(journeys(board.grid, &movement.legs, orientation));
    let mut text = any_of(&ways);
    text += &bounds(board, movement);
    match (movement.unmoved, movement.unchecked) {
        (true, true) => text += ", only as its first move, unless in check",
        (true, false) => text += ", only as its first move",
        (false, true) => text += ", unless in check",
        (false, false) => {}
    }
    if let Some(beside) = &movement.beside {
        let named = pieces.iter().enumerate().filter(|(id, _)| beside.of.contains(*id as PieceId));
        let names: Vec<String> = named.map(|(_, piece)| piece.name.to_lowercase()).collect();
        let friend = if names.len() == pieces.len() { "piece".to_string() } else { any_of(&names) };
        let (only, friend) = (if beside.wanted { "only while" } else { "unless" }, super::a(&friend));
        let place = beside_place(board, pieces, beside, orientation);
        text += &format!(", {only} {friend} of its own side stands {place}");
    }
    if let Some(last_moved) = &movement.last_moved {
        text += &last_moved_words(pieces, last_moved);
    }
    if movement.safe_way {
        text += ", unless every square half-way is attacked";
    }
    text
}

/// What has to have moved last: `, only while a knight has moved last`.
fn last_moved_words(pieces: &[Piece], last_moved: &LastMoved) -> String {
    let (word, counts) = if last_moved.nobody { ("unless", false) } else { ("only while", true) };
    let named = pieces.iter().enumerate().filter(|(id, _)| last_moved.of.contains(*id as PieceId) == counts);
    let names: Vec<String> = named.map(|(_, piece)| piece.name.to_lowercase()).collect();
    let one = if names.len() == pieces.len() { "piece".to_string() } else { any_of(&names) };
    format!(", {word} {} has moved last", super::a(&one))
}

/// Where a movement starts and ends, if that is bound.
fn bounds(board: &Board, movement: &Movement) -> String {
    let all = board.all();
    let mut text = String::new();
    if !all.minus(&movement.from).is_empty() {
        text += &format!(", only from {}", squares(board, &movement.from));
    }
    if !all.minus(&movement.to).is_empty() {
        text += &format!(", staying within {}", squares(board, &movement.to));
    }
    text
}

/// Where the friends stand that a movement asks for.
fn beside_place(board: &Board, pieces: &[Piece], beside: &Beside, orientation: Orientation) -> String {
    if beside.at.iter().all(Ride::is_leap) {
        let at: Vec<Step> = beside.at.iter().map(|ride| seen(ride.step, orientation)).collect();
        return format!("{} it", super::rules::offsets(&at));
    }
    let ways = any_of(&rides(board.grid, pieces, &beside.at, orientation, ""));
    format!("where one that {ways} would meet it")
}

/// Is the movement one of those that a piece has from others: borrowed from its friends, or those of what has moved last?
pub fn is_of_others(movement: &Movement) -> bool {
    is_borrowed(movement) || imitated(movement).is_some()
}

/// Whether a movement that is there because the piece imitates is of one that faces the way of its side, and of one that faces the other way.
fn imitated(movement: &Movement) -> Option<(bool, bool)> {
    movement.last_moved?;
    let betza = betza::parse(&movement.cause.text).ok()?;
    betza.moves.first()?.imitates()
}

/// Is the movement one of those that a piece borrows from its friends?
fn is_borrowed(movement: &Movement) -> bool {
    let lent = movement.beside.as_ref().is_some_and(|beside| beside.wanted);
    lent && betza::parse(&movement.cause.text).is_ok_and(|betza| betza.moves.iter().all(betza::Move::borrows))
}

/// The movements of a piece, each as its Betza and in words. All that it borrows in one way, or has by imitating, are told together.
pub fn told(
    board: &Board,
    pieces: &[Piece],
    movements: &[Movement],
    orientation: Orientation,
) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for one in movements {
        let words = match (&one.beside, imitated(one)) {
            (Some(beside), _) if is_borrowed(one) => {
                let place = beside_place(board, pieces, beside, orientation);
                format!("moves as any piece of its own side can that stands {place}{}", bounds(board, one))
            }
            (_, Some(ways)) => {
                let facing = match ways {
                    (true, true) => ", facing either way",
                    (false, true) => ", facing the other way",
                    _ => "",
                };
                format!("moves as a piece of the type that has moved last{facing}{}", bounds(board, one))
            }
            _ => movement(board, pieces, one, orientation),
        };
        let line = (one.cause.text.clone(), words);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// Rides in words, each with its purpose: those that differ in direction only are told together.
fn rides(grid: Grid, pieces: &[Piece], rides: &[Ride], orientation: Orientation, purpose: &str) -> Vec<String> {
    let mut groups: Vec<(Ride, Vec<Step>)> = Vec::new();
    for ride in rides {
        let step = seen(ride.step, orientation);
        let kind = |other: &Ride| {
            let neighbour = matches!(shape(grid, other.step), (0, 1) | (1, 1));
            let shape = if neighbour { (1, 1) } else { shape(grid, other.step) };
            let via = other.via.map(|via| (via.state, via.path.len()));
            (other.min, other.max, other.skips, other.hurdle, other.joined, via, shape)
        };
        match groups.iter_mut().find(|(other, _)| kind(other) == kind(ride)) {
            Some((_, steps)) => steps.push(step),
            None => groups.push((*ride, vec![step])),
        }
    }
    let words =
        |(ride, steps): &(Ride, Vec<Step>)| ride_words(grid, ride, steps) + purpose + &condition_words(pieces, ride);
    groups.iter().map(words).collect()
}

/// A canonical line of a movement's mechanics, for comparing rules: directions as the side sees them.
pub fn pattern(movement_: &Movement, board: &Board, pieces: &[Piece], orientation: Orientation) -> String {
    movement(board, pieces, movement_, orientation)
        + if movement_.leaves_en_passant { ", leaving the squares it passes open to en passant" } else { "" }
}

/// A step as the side sees it: up is forward.
fn seen(step: Step, orientation: Orientation) -> Step {
    orientation.seen(step)
}

/// The step without its direction: shorter part, longer part.
pub(super) fn shape(grid: Grid, step: Step) -> (i16, i16) {
    if grid == Grid::Hexagons {
        return hexagons::shape(step);
    }
    let (dx, dy) = (step.dx.abs(), step.dy.abs());
    (dx.min(dy), dx.max(dy))
}

pub(super) fn ride_words(grid: Grid, ride: &Ride, steps: &[Step]) -> String {
    let shape = shape(grid, ride.step);
    let distance = distance(ride, shape);
    match shape {
        (0, 1) | (1, 1) if grid == Grid::Hexagons => format!("{distance} {}", hexagons::directions(steps)),
        (0, 1) | (1, 1) => format!("{distance} {}", directions(steps)),
        _ if grid == Grid::Hexagons => format!("{distance}{}", hexagons::leap(steps, shape)),
        _ => format!("{distance}{}", leap(steps, shape)),
    }
}

/// What has to be on the way.
fn condition_words(pieces: &[Piece], ride: &Ride) -> String {
    let mut text = String::new();
    if ride.joined.any() {
        text += ", going on at the opposite edge of the board";
    }
    match ride.via {
        Some(Via { path, state: ViaState::Empty }) if path.len() > 1 => text += ", if nothing stands on its way",
        Some(Via { path, state: ViaState::Occupied }) if path.len() > 1 => {
            text += ", if something stands on every square of its way";
        }
        Some(Via { state: ViaState::Empty, .. }) => text += ", if nothing stands on the square between",
        Some(Via { state: ViaState::Occupied, .. }) => text += ", if something stands on the square between",
        None => {}
    }
    if let Some(hurdle) = &ride.hurdle {
        text += match hurdle.landing {
            Landing::Beyond => ", jumping exactly one piece on the way",
            Landing::JustBehind => " over the first piece on the line, to the square right behind it",
        };
        text += &hurdle_words(pieces, hurdle);
    }
    if ride.skips && ride.min > 1 {
        let passed = number(u64::from(ride.min) - 1);
        text += &format!(", passing over the first {passed} whatever stands there");
    }
    text
}

/// What a hopper cannot jump, or can, whichever is shorter.
fn hurdle_words(pieces: &[Piece], hurdle: &Hurdle) -> String {
    let own = if hurdle.friendly { ", which has to be its own" } else { "" };
    let Some(over) = &hurdle.over else { return own.to_string() };
    let all = (0..).zip(pieces);
    let (can, cannot): (Vec<_>, Vec<_>) = all.partition(|(id, _)| over.contains(*id));
    let names = |these: &[(PieceId, &Piece)]| -> Vec<String> {
        these.iter().map(|(_, piece)| piece.name.to_lowercase()).collect()
    };
    if cannot.len() < can.len() {
        format!("{own}, never a {}", any_of(&names(&cannot)))
    } else {
        format!("{own}, only a {}", any_of(&names(&can)))
    }
}

pub(super) fn distance(ride: &Ride, shape: (i16, i16)) -> String {
    let (min, max) = (u64::from(ride.min), u64::from(ride.max));
    let unlimited = ride.max == Ride::UNLIMITED;
    if ride.hurdle.is_some_and(|hurdle| hurdle.landing == Landing::JustBehind) && unlimited {
        return if matches!(shape, (0, 1) | (1, 1)) { "hops".to_string() } else { "hops by leaps ".to_string() };
    }
    if matches!(shape, (0, 1) | (1, 1)) {
        let plural = |n: u64| format!("{} square{}", number(n), if n == 1 { "" } else { "s" });
        return match (min, unlimited) {
            (1, true) => "slides any distance".to_string(),
            (_, true) => format!("slides {} or more", plural(min)),
            (1, false) if max == 1 => "steps one square".to_string(),
            (1, false) => format!("slides up to {}", plural(max)),
            _ if min == max => format!("goes exactly {}", plural(min)),
            _ => format!("slides {min} to {}", plural(max)),
        };
    }
    match (min, unlimited) {
        (1, true) => "rides any number of leaps ".to_string(),
        (_, true) => format!("rides {} or more leaps ", number(min)),
        (1, false) if max == 1 => "leaps ".to_string(),
        (1, false) => format!("rides up to {} leaps ", number(max)),
        _ if min == max => format!("rides exactly {} leaps ", number(min)),
        _ => format!("rides {min} to {max} leaps "),
    }
}

/// Directions of steps to neighbouring squares: `orthogonally`, or `straight forward or sideways`.
fn directions(steps: &[Step]) -> String {
    let diagonal = steps.iter().filter(|s| s.dx * s.dy != 0).count();
    match (steps.len() - diagonal, diagonal) {
        (4, 4) => return "in any direction".to_string(),
        (4, 0) => return "orthogonally".to_string(),
        (0, 4) => return "diagonally".to_string(),
        _ => {}
    }
    let has = |dx: i16, dy: i16| steps.iter().any(|s| (s.dx, s.dy) == (dx, dy));
    let mut words = Vec::new();
    if has(0, 1) {
        words.push("straight forward".to_string());
    }
    match (has(-1, 1), has(1, 1)) {
        (true, true) => words.push("diagonally forward".to_string()),
        (true, false) => words.push("diagonally forward to the left".to_string()),
        (false, true) => words.push("diagonally forward to the right".to_string()),
        (false, false) => {}
    }
    match (has(-1, 0), has(1, 0)) {
        (true, true) => words.push("sideways".to_string()),
        (true, false) => words.push("to the left".to_string()),
        (false, true) => words.push("to the right".to_string()),
        (false, false) => {}
    }
    match (has(-1, -1), has(1, -1)) {
        (true, true) => words.push("diagonally backward".to_string()),
        (true, false) => words.push("diagonally backward to the left".to_string()),
        (false, true) => words.push("diagonally backward to the right".to_string()),
        (false, false) => {}
    }
    if has(0, -1) {
        words.push("straight backward".to_string());
    }
    any_of(&words)
}

/// A leap to a square farther off: its shape, and its directions when it has not all of them.
fn leap(steps: &[Step], (short, long): (i16, i16)) -> String {
    let size = format!("({short},{long})");
    let name = match (short, long) {
        (1, 2) => format!("like a knight {size}"),
        (0, n) => format!("{} squares orthogonally", number(n as u64)),
        (m, n) if m == n => format!("{} squares diagonally", number(n as u64)),
        _ => size,
    };
    let complete = if short == 0 || short == long { 4 } else { 8 };
    if steps.len() == complete {
        return name;
    }
    let name = if short == 0 { format!("{} squares straight", number(long as u64)) } else { name };
    let side = |test: &dyn Fn(&Step) -> bool| steps.iter().all(test);
    let forward = if side(&|s| s.dy > 0) {
        " forward"
    } else if side(&|s| s.dy < 0) {
        " backward"
    } else if side(&|s| s.dy == 0) {
        " sideways"
    } else {
        ""
    };
    // Half of the oblique leaps: the long part along the file or along the rank.
    let steep = if complete == 8 && side(&|s| s.dy.abs() > s.dx.abs()) {
        ", the longer part along the file"
    } else if complete == 8 && side(&|s| s.dy.abs() < s.dx.abs()) {
        ", the longer part along the rank"
    } else {
        ""
    };
    // The words have to mean these steps and no others.
    let told = |s: &Step| {
        (forward != " forward" || s.dy > 0)
            && (forward != " backward" || s.dy < 0)
            && (forward != " sideways" || s.dy == 0)
            && (!steep.ends_with("file") || s.dy.abs() > s.dx.abs())
            && (!steep.ends_with("rank") || s.dy.abs() < s.dx.abs())
    };
    let signs = [-1, 1];
    let images: std::collections::BTreeSet<Step> = signs
        .iter()
        .flat_map(|x| signs.map(|y| [(short * x, long * y), (long * x, short * y)]))
        .flatten()
        .map(|(dx, dy)| Step { dx, dy })
        .filter(told)
        .collect();
    if images == steps.iter().copied().collect() {
        return format!("{name}{forward}{steep}");
    }
    let offsets: Vec<String> = steps.iter().map(|s| format!("({:+},{:+})", s.dx, s.dy)).collect();
    format!("{name}, only by {}", any_of(&offsets))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, orientation: Orientation) -> String {
        let board = Board::rectangle(8, 8);
        let betza = wazir_variant_spec::betza::parse(text).expect("Betza");
        let lowering = wazir_variant_spec::betza::Lowering {
            grid: Default::default(),
            size: (8, 8),
            royals: Default::default(),
            orientation,
            initial: wazir_variant_spec::betza::Initial::On((8..16).collect()),
            unchecked: false,
            safe_way: false,
            push: None,
            over: None,
            from: board.all(),
            to: board.all(),
            cause: Default::default(),
            budget: Default::default(),
        };
        let movements = wazir_variant_spec::betza::lower(&betza, &lowering).expect("movements");
        movements.iter().map(|m| movement(&board, &[], m, orientation)).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn movements_read_as_sentences() {
        for orientation in [Orientation::Upward, Orientation::Downward] {
            for (betza, words) in [
                ("K", "steps one square in any direction"),
                ("R", "slides any distance orthogonally"),
                ("W3", "slides up to three squares orthogonally"),
                ("fW", "steps one square straight forward"),
                ("fF", "steps one square diagonally forward"),
                ("sW", "steps one square sideways"),
                ("mN", "leaps like a knight (1,2) without capturing"),
                ("ffN", "leaps like a knight (1,2) forward, the longer part along the file"),
                ("fD", "leaps two squares straight forward"),
                ("A", "leaps two squares diagonally"),
                ("NN", "rides any number of leaps like a knight (1,2)"),
                ("cpR", "slides any distance orthogonally to capture, jumping exactly one piece on the way"),
                ("gQ", "hops in any direction over the first piece on the line, to the square right behind it"),
                ("nN", "leaps like a knight (1,2), if nothing stands on the square between"),
                ("mafsmafW", "leaps (2,3), if nothing stands on its way"),
                (
                    "yamfsF",
                    "steps one square diagonally to an empty square, then slides any distance at 45 degrees without capturing",
                ),
                (
                    "fcafmF",
                    "steps one square diagonally forward capturing an enemy there, then steps one square straight on to an empty square",
                ),
                (
                    "qN",
                    "leaps like a knight (1,2) up to seven times, each time but the last to an empty square, always turning by 45 degrees to the same side",
                ),
                (
                    "zB3",
                    "steps one square diagonally up to three times, each time but the last to an empty square, turning by 90 degrees to one side and the other in turn",
                ),
                (
                    "[F?R]",
                    "steps one square diagonally, and may go on from an empty square: slides any distance at 45 degrees",
                ),
                (
                    "caK",
                    "steps one square in any direction capturing an enemy there, then steps one square in any direction but back with or without capturing there too",
                ),
                (
                    "fcavW",
                    "steps one square straight forward capturing an enemy there, then steps one square straight on with or without capturing there too or goes back to where it started",
                ),
                (
                    "tpafcW",
                    "steps one square orthogonally onto an own piece that stays, then steps one square straight on to capture",
                ),
                (
                    "umacR2",
                    "slides up to two squares orthogonally, leaving where it stood what it picks up, to an empty square, then slides up to two squares straight on or at a right angle picking up an enemy there",
                ),
                (
                    "cabmK",
                    "steps one square in any direction capturing an enemy there, then goes back to where it started",
                ),
            ] {
                assert_eq!(told(betza, orientation), words, "{betza}");
            }
        }
        assert!(told("ifmnD", Orientation::Upward).ends_with("only from rank 2"));
        assert_eq!(told("rfF", Orientation::Downward), "steps one square diagonally forward to the right");
    }
}
