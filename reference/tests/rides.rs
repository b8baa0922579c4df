//! Rides one by one: what stops them, what they jump, where they may end. Boards small enough to check by eye.
#![allow(missing_docs)]

mod common;

use common::*;
use wazir_runtime::Game;
use wazir_variant_spec::rules::*;

/// A game of one moving type `X`, an immobile blocker `O`, on 8x8 with walls and a hole on h8.
fn with(movements: impl Fn(&Board) -> Vec<Movement>, fen: &str) -> Box<dyn Game> {
    let mut b = board(8, 8);
    b.walls = true;
    b.holes.insert(63);
    let pieces = vec![piece("X", "Mover", movements(&b)), piece("O", "Blocker", Vec::new())];
    position(&game(b, pieces, "7_/8/8/8/8/8/8/8 w - - 0 1"), fen)
}

fn step(dx: i16, dy: i16) -> Step {
    Step { dx, dy }
}

#[test]
fn a_rider_stops_before_its_own_and_on_enemies() {
    let game = with(|b| vec![rider(b, 0, 1)], "7_/8/8/o7/8/8/8/X2O4 w - - 0 1");
    assert_eq!(targets(&*game, "a1"), ["a2", "a3", "a4", "a5", "b1", "c1"]);
}

#[test]
fn range_and_least_range_count_steps() {
    let up = |min, max, skips| Ride { min, max, skips, ..ride(step(0, 1), max) };
    let free = "7_/8/8/8/8/8/8/X7 w - - 0 1";
    let blocked = "7_/8/8/8/8/8/o7/X7 w - - 0 1";
    let targets_of = |r: Ride, fen| targets(&*with(move |b| vec![movement(b, vec![r])], fen), "a1");
    assert_eq!(targets_of(up(1, 3, false), free), ["a2", "a3", "a4"]);
    assert_eq!(targets_of(up(3, 5, false), free), ["a4", "a5", "a6"]);
    assert_eq!(targets_of(up(2, 4, false), blocked), [""; 0]);
    assert_eq!(targets_of(up(2, 4, true), blocked), ["a3", "a4", "a5"]);
    let two = "7_/8/8/8/8/o7/o7/X7 w - - 0 1";
    assert_eq!(targets_of(up(2, Ride::UNLIMITED, true), two), ["a3"]);
    let wall = "7_/8/8/8/8/8/*7/X7 w - - 0 1";
    assert_eq!(targets_of(up(2, 4, true), wall), [""; 0], "a ski slide does not cross walls");
}

#[test]
fn leapers_jump_holes_and_pieces_but_end_on_neither_walls_nor_own() {
    let game = with(|b| vec![leaper(b, 1, 2)], "6o_/6oo/5X2/8/4O1*1/8/8/8 w - - 0 1");
    assert_eq!(targets(&*game, "f6"), ["d5", "d7", "e8", "g8", "h5", "h7"]);
    let game = with(|b| vec![leaper(b, 0, 3)], "4X2_/8/8/8/8/8/8/8 w - - 0 1");
    assert_eq!(targets(&*game, "e8"), ["b8", "e5"], "h8 is a hole");
}

fn lame_knight(max: u16, state: ViaState) -> impl Fn(&Board) -> Vec<Movement> {
    move |b| {
        let half = |n: i16| n / 2;
        let rides = all(1, 2)
            .into_iter()
            .map(|s| Ride { via: Some(Via::one(step(half(s.dx), half(s.dy)), state)), ..ride(s, max) });
        vec![movement(b, rides.collect())]
    }
}

#[test]
fn a_lame_leaper_is_blocked_on_its_way() {
    let game = with(lame_knight(1, ViaState::Empty), "7_/8/8/4O3/3oX3/8/8/8 w - - 0 1");
    assert_eq!(targets(&*game, "e4"), ["d2", "f2", "g3", "g5"]);
    // On the edge the way is on the board whenever the end is.
    let game = with(lame_knight(1, ViaState::Empty), "7_/8/8/8/8/8/8/X7 w - - 0 1");
    assert_eq!(targets(&*game, "a1"), ["b3", "c2"]);
}

#[test]
fn a_lame_rider_is_blocked_step_by_step() {
    // The second step from c2 to e3 passes d2.
    let game = with(lame_knight(Ride::UNLIMITED, ViaState::Empty), "7_/8/8/8/8/8/3o4/X7 w - - 0 1");
    assert_eq!(targets(&*game, "a1"), ["b3", "c2", "c5", "d7"]);
}

#[test]
fn what_has_to_be_jumped_has_to_be_there() {
    let game = with(lame_knight(1, ViaState::Occupied), "7_/8/8/4*3/3oX3/8/8/8 w - - 0 1");
    assert_eq!(targets(&*game, "e4"), ["c3", "c5", "d6", "f6"], "a piece of either side or a wall will do");
}

fn hopper(landing: Landing, to_empty: bool) -> impl Fn(&Board) -> Vec<Movement> {
    move |b| {
        let rides = all(0, 1).into_iter().map(|s| Ride {
            hurdle: Some(Hurdle { over: None, friendly: false, landing }),
            ..ride(s, Ride::UNLIMITED)
        });
        vec![Movement { to_empty, ..movement(b, rides.collect()) }]
    }
}

#[test]
fn a_cannon_captures_behind_exactly_one_hurdle() {
    let fen = "o6_/8/o7/8/8/O7/8/X2*1o2 w - - 0 1";
    let game = with(hopper(Landing::Beyond, false), fen);
    assert_eq!(targets(&*game, "a1"), ["a6", "f1"], "a wall is a hurdle; a8 has two before it");
    let game = with(hopper(Landing::Beyond, true), fen);
    assert_eq!(targets(&*game, "a1"), ["a4", "a5", "a6", "e1", "f1"]);
    let game = with(hopper(Landing::Beyond, true), "7_/8/8/8/8/8/8/X7 w - - 0 1");
    assert_eq!(targets(&*game, "a1"), [""; 0], "no hurdle, no move");
}

#[test]
fn a_grasshopper_lands_right_behind_its_hurdle() {
    let game = with(hopper(Landing::JustBehind, true), "7_/8/8/8/8/O7/8/X1oo4 w - - 0 1");
    assert_eq!(targets(&*game, "a1"), ["a4", "d1"]);
    let game = with(hopper(Landing::JustBehind, true), "7_/8/8/8/8/8/8/X1oO4 w - - 0 1");
    assert_eq!(targets(&*game, "a1"), [""; 0], "its own piece stands behind the hurdle");
}

#[test]
fn zones_bind_the_start_and_the_end_of_a_movement() {
    let zoned = |b: &Board| {
        let home = Movement { from: rank(b, 0), ..leaper(b, 0, 2) };
        let camp = Movement { to: rank(b, 1), ..leaper(b, 1, 1) };
        vec![home, camp]
    };
    let game = with(zoned, "7_/8/8/8/8/4X3/8/2X5 w - - 0 1");
    assert_eq!(targets(&*game, "c1"), ["a1", "b2", "c3", "d2", "e1"]);
    assert_eq!(targets(&*game, "e3"), ["d2", "f2"]);
}

#[test]
fn equal_moves_are_one_move() {
    let game = with(|b| vec![leaper(b, 0, 1), rider(b, 0, 1)], "7_/8/8/8/8/8/8/X1o5 w - - 0 1");
    assert_eq!(targets(&*game, "a1"), ["a2", "a3", "a4", "a5", "a6", "a7", "a8", "b1", "c1"]);
}

#[test]
fn a_path_is_blocked_on_each_of_its_squares() {
    let path = |state| {
        move |b: &Board| {
            let via = Via { path: Path::new(&[step(0, 1), step(1, 2)]), state };
            vec![movement(b, vec![Ride { via: Some(via), ..ride(step(2, 3), 1) }])]
        }
    };
    for (fen, may) in [
        ("7_/8/8/8/8/8/8/X7 w - - 0 1", true),
        ("7_/8/8/8/8/8/o7/X7 w - - 0 1", false),
        ("7_/8/8/8/8/1O6/8/X7 w - - 0 1", false),
        ("7_/8/8/8/2o5/8/8/X7 w - - 0 1", true),
        ("7_/8/8/8/2O5/8/8/X7 w - - 0 1", false),
    ] {
        assert_eq!(targets(&*with(path(ViaState::Empty), fen), "a1").len(), usize::from(may), "{fen}");
    }
    let occupied = |fen| targets(&*with(path(ViaState::Occupied), fen), "a1");
    assert_eq!(occupied("7_/8/8/8/8/1*6/o7/X7 w - - 0 1"), ["c4"], "a wall will do as well");
    assert_eq!(occupied("7_/8/8/8/8/8/o7/X7 w - - 0 1"), [""; 0]);
}

#[test]
fn a_hopper_jumps_what_it_can() {
    let hops = |landing| {
        move |b: &Board| {
            let over = Some([1].into_iter().collect()); // the blockers
            let rides: Vec<Ride> = all(0, 1)
                .into_iter()
                .map(|s| Ride { hurdle: Some(Hurdle { over, friendly: false, landing }), ..ride(s, Ride::UNLIMITED) })
                .collect();
            vec![movement(b, rides)]
        }
    };
    let game = with(hops(Landing::Beyond), "7_/8/8/8/x7/o7/8/X1O1x3 w - - 0 1");
    assert_eq!(targets(&*game, "a1"), ["a4", "d1", "e1"], "of either side, up to the next piece");
    let game = with(hops(Landing::Beyond), "7_/8/8/o7/8/x7/8/X1*5 w - - 0 1");
    assert_eq!(targets(&*game, "a1"), [""; 0], "not over its like, and not over a wall");
    let game = with(hops(Landing::JustBehind), "7_/8/8/8/8/8/o7/X1xO4 w - - 0 1");
    assert_eq!(targets(&*game, "a1"), ["a3"]);
}
