//! Where pieces can come to at all: zones, regions and goals that nobody reaches.

use super::*;

/// Promotion zones, regions of movements and goals that nobody reaches.
pub(super) fn zones(world: &mut World<'_>, rules: &Rules, start: &Setup) {
    let reach = reachable(rules, start);
    for (piece, side, r) in owned(rules) {
        let symbol = &rules.pieces[piece].symbol;
        let owner = &rules.sides[side].name;
        if reach[piece][side].is_empty() {
            continue;
        }
        for promotion in &r.promotions {
            let from = reach[piece][side];
            let starts = alike(std::slice::from_ref(promotion), from);
            let promotes = |m: &Movement| {
                let ends = |start: &SquareSet| targets(&rules.board, m, start).and(&promoting(promotion, start));
                starts.iter().any(|start| !ends(start).is_empty())
            };
            let apart = || apart_targets(&rules.board, promotion, &from.and(&promotion.zone));
            if !r.movements.iter().any(promotes) && apart().is_empty() {
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

/// Squares pieces of a type and side can come to at all: from where they stand at the start, are dropped or appear by promotion, or where others push or carry them.
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
            if new.is_empty() {
                continue;
            }
            let starts = alike(&r.promotions, new);
            for movement in &r.movements {
                let moved = displaced(board, movement, &new.and(&movement.from));
                for (owner, sides) in reach.iter_mut().flat_map(|sides| sides.iter_mut().enumerate()) {
                    let onto = if owner == side { &moved.friends } else { &moved.enemies };
                    if !sides.is_empty() {
                        *sides = sides.or(onto);
                    }
                }
                for start in &starts {
                    let ends = targets(board, movement, start);
                    let mut stays = ends;
                    for promotion in &r.promotions {
                        let promoted = ends.and(&promoting(promotion, start));
                        stays = match &promotion.forced {
                            Forced::Never => stays,
                            Forced::Always => stays.minus(&promoted),
                            Forced::Onto(squares) => stays.minus(&promoted.and(squares)),
                        };
                        add(&mut reach, promotion, side, &promoted);
                    }
                    reach[piece][side] = reach[piece][side].or(&stays);
                }
            }
            for promotion in &r.promotions {
                let promoted = apart_targets(board, promotion, &new.and(&promotion.zone));
                add(&mut reach, promotion, side, &promoted);
            }
            done[piece][side] = done[piece][side].or(&new);
        }
        if reach == before {
            return reach;
        }
    }
}

/// Where pieces may come to by moves of others.
#[derive(Default)]
struct Displaced {
    /// Those of the mover's side.
    friends: SquareSet,
    /// Those of others.
    enemies: SquareSet,
}

/// Where a movement that starts on some of these squares may put other pieces, whatever stands on the board.
fn displaced(board: &Board, movement: &Movement, from: &SquareSet) -> Displaced {
    let mut displaced = Displaced::default();
    let mut add = |squares: &SquareSet, friends: bool, enemies: bool| {
        if friends {
            displaced.friends = displaced.friends.or(squares);
        }
        if enemies {
            displaced.enemies = displaced.enemies.or(squares);
        }
    };
    if let Some(swap) = movement.swap {
        add(from, swap.friends, swap.enemies);
    }
    if let Some(push) = movement.push.filter(|_| !from.is_empty()) {
        add(&board.all(), push.friends, push.enemies);
    }
    fn carries(legs: &[Leg], ground: Ground) -> bool {
        legs.iter().any(|leg| leg.ground == ground || carries(&leg.then, ground))
    }
    let put = |legs: &[Leg]| legs.iter().any(|leg| leg.unloads);
    let (friends, enemies) =
        (carries(&movement.legs, Ground::CarriedFriend), carries(&movement.legs, Ground::CarriedEnemy));
    if friends || enemies {
        let mut squares = if put(&movement.legs) { *from } else { SquareSet::EMPTY };
        Leg::stops_of(&movement.legs, board, from, &mut |ends, leg| {
            if put(&leg.then) {
                squares = squares.or(ends);
            }
        });
        add(&squares, friends, enemies);
    }
    displaced
}

/// Where pieces on these squares of the zone could promote by moves of their own, whatever stands on the board.
fn apart_targets(board: &Board, promotion: &Promotion, from: &SquareSet) -> SquareSet {
    let PromotedBy::Apart { stays, movements } = &promotion.by else { return SquareSet::EMPTY };
    let there = if *stays { *from } else { SquareSet::EMPTY };
    movements.iter().fold(there, |ends, movement| ends.or(&targets(board, movement, from)))
}

/// The squares in groups of such from which the same moves promote by the same of these promotions.
fn alike(promotions: &[Promotion], squares: SquareSet) -> Vec<SquareSet> {
    let split = |groups: Vec<SquareSet>, by: &SquareSet| -> Vec<SquareSet> {
        let halves = groups.into_iter().flat_map(|group| [group.and(by), group.minus(by)]);
        halves.filter(|half| !half.is_empty()).collect()
    };
    promotions.iter().fold(vec![squares], |groups, promotion| split(split(groups, &promotion.from), &promotion.zone))
}

/// Where ordinary moves promote that start on one of these squares, which are [`alike`] for the promotion.
fn promoting(promotion: &Promotion, start: &SquareSet) -> SquareSet {
    let Some(one) = start.iter().next() else { return SquareSet::EMPTY };
    (0..1024).filter(|&end| promotion.applies(one, end)).collect()
}

/// What promotes on these squares becomes one of the types to choose from.
fn add(reach: &mut [Vec<SquareSet>], promotion: &Promotion, side: usize, promoted: &SquareSet) {
    for target in &promotion.to {
        let there = &mut reach[target.piece as usize][side];
        *there = there.or(promoted);
    }
}
