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
            let promotes = |m: &Movement| {
                let from = from.and(&m.from);
                from.iter().any(|s| targets_of(&rules.board, m, s).into_iter().any(|t| promotion.applies(s, t)))
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
            for movement in &r.movements {
                let moved = displaced(board, movement, &new.and(&movement.from));
                for (owner, sides) in reach.iter_mut().flat_map(|sides| sides.iter_mut().enumerate()) {
                    let onto = if owner == side { &moved.friends } else { &moved.enemies };
                    if !sides.is_empty() {
                        *sides = sides.or(onto);
                    }
                }
                for square in new.and(&movement.from).iter() {
                    for target in targets_of(board, movement, square) {
                        if !r.promotions.iter().any(|p| forced(p, square, target)) {
                            reach[piece][side].insert(target);
                        }
                        for promotion in r.promotions.iter().filter(|p| p.applies(square, target)) {
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
    let put = |legs: &[Leg]| legs.iter().any(|leg| leg.unloads);
    let carries = |ground: Ground| Leg::journeys(&movement.legs).concat().iter().any(|leg| leg.ground == ground);
    let (friends, enemies) = (carries(Ground::CarriedFriend), carries(Ground::CarriedEnemy));
    if friends || enemies {
        let mut squares = if put(&movement.legs) { *from } else { SquareSet::EMPTY };
        for start in from.iter() {
            Leg::stops(&movement.legs, board, start, &mut |at, leg| {
                if put(&leg.then) {
                    squares.insert(at);
                }
            });
        }
        add(&squares, friends, enemies);
    }
    displaced
}

/// Where a piece in the zone could promote by a move of its own, whatever stands on the board.
fn apart_targets(board: &Board, promotion: &Promotion, from: Square) -> Vec<Square> {
    let PromotedBy::Apart { stays, movements } = &promotion.by else { return Vec::new() };
    stays.then_some(from).into_iter().chain(movements.iter().flat_map(|m| targets_of(board, m, from))).collect()
}

fn forced(promotion: &Promotion, from: Square, to: Square) -> bool {
    promotion.applies(from, to)
        && match &promotion.forced {
            Forced::Never => false,
            Forced::Always => true,
            Forced::Onto(squares) => squares.contains(to),
        }
}
