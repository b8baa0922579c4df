//! Hand-checked target sets, and the errors of what is not Betza or not played.

use super::*;
use crate::rules::{
    Cause, Grid, Ground, Hurdle, Joined, Landing, Leg, Movement, Orientation, Ride, SquareSet, Step, Via, ViaState,
};

fn lowering(orientation: Orientation) -> Lowering {
    Lowering {
        grid: Grid::Squares,
        size: (8, 8),
        royals: [5].into_iter().collect(),
        orientation,
        initial: Initial::On([8, 9].into_iter().collect()),
        unchecked: false,
        safe_way: false,
        push: None,
        over: None,
        from: (0..64).collect(),
        to: (0..64).collect(),
        cause: Cause { file: "x.ron".into(), line: 7, text: String::new() },
        budget: Budget::default(),
    }
}

fn movements(text: &str, orientation: Orientation) -> Vec<Movement> {
    let betza = parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    lower(&betza, &lowering(orientation)).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

/// The movement of a text of one atom.
fn one(text: &str) -> Movement {
    let mut all = movements(text, Orientation::Upward);
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

fn sorted_steps(text: &str, orientation: Orientation) -> Vec<(i16, i16)> {
    let mut steps: Vec<(i16, i16)> =
        movements(text, orientation).iter().flat_map(|m| m.rides.iter().map(|r| (r.step.dx, r.step.dy))).collect();
    steps.sort();
    steps
}

/// The text's steps are these for the side that plays up, and their opposites for the other.
#[track_caller]
fn steps(text: &str, expected: &[(i16, i16)]) {
    let mut expected = expected.to_vec();
    expected.sort();
    assert_eq!(sorted_steps(text, Orientation::Upward), expected, "{text}");
    let mut turned: Vec<(i16, i16)> = expected.iter().map(|(dx, dy)| (-dx, -dy)).collect();
    turned.sort();
    assert_eq!(sorted_steps(text, Orientation::Downward), turned, "{text} downward");
}

/// The text is refused with exactly these codes and places.
#[track_caller]
fn refused(text: &str, expected: &[(&str, std::ops::Range<usize>)]) {
    let errors = match parse(text) {
        Err(errors) => errors,
        Ok(betza) => lower(&betza, &lowering(Orientation::Upward)).expect_err(text),
    };
    let found: Vec<_> = errors.iter().map(|e| (e.code, e.span.clone())).collect();
    assert_eq!(found, expected, "{text}: {errors:?}");
}

#[track_caller]
fn prints(text: &str, canonical: &str) {
    let tree = parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    assert_eq!(tree.to_string(), canonical);
    assert_eq!(parse(canonical).unwrap(), tree, "{canonical} reads as another move than {text}");
}

const KING: [(i16, i16); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const KNIGHT: [(i16, i16); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

#[test]
fn atoms_have_all_their_leaps() {
    steps("W", &[(0, 1), (1, 0), (0, -1), (-1, 0)]);
    steps("F", &[(1, 1), (1, -1), (-1, -1), (-1, 1)]);
    steps("D", &[(0, 2), (2, 0), (0, -2), (-2, 0)]);
    steps("A", &[(2, 2), (2, -2), (-2, -2), (-2, 2)]);
    steps("H", &[(0, 3), (3, 0), (0, -3), (-3, 0)]);
    steps("G", &[(3, 3), (3, -3), (-3, -3), (-3, 3)]);
    steps("N", &KNIGHT);
    steps("K", &KING);
    steps("Q", &KING);
    steps("R", &[(0, 1), (1, 0), (0, -1), (-1, 0)]);
    steps("B", &[(1, 1), (1, -1), (-1, -1), (-1, 1)]);
    steps("C", &[(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)]);
    steps("Z", &[(2, 3), (3, 2), (3, -2), (2, -3), (-2, -3), (-3, -2), (-3, 2), (-2, 3)]);
    steps("(2,1)", &KNIGHT);
    steps("(1,2)", &KNIGHT);
    steps("f(0,4)", &[(0, 4)]);
    steps("fl(5,5)", &[(-5, 5)]);
    steps("ff(1,4)", &[(1, 4), (-1, 4)]);
}

#[test]
fn suffixes_lengthen_leaps() {
    for (text, leap) in [
        ("WX", (4, 0)),
        ("FX", (4, 1)),
        ("NX", (5, 1)),
        ("DX", (5, 0)),
        ("AX", (5, 2)),
        ("HX", (6, 0)),
        ("CX", (6, 1)),
        ("ZX", (6, 2)),
        ("GX", (6, 3)),
        ("NY", (4, 3)),
        ("DY", (4, 2)),
        ("AY", (4, 4)),
        ("CY", (5, 3)),
        ("ZY", (5, 4)),
    ] {
        let tree = parse(text).unwrap();
        let Shape::Simple(simple) = &tree.moves[0].shape else { panic!("{text}") };
        assert_eq!(simple.atom.leap(), Some(leap), "{text}");
        prints(text, text);
    }
}

#[test]
fn directions_of_orthogonal_atoms_are_united() {
    steps("fW", &[(0, 1)]);
    steps("sW", &[(1, 0), (-1, 0)]);
    steps("vR", &[(0, 1), (0, -1)]);
    steps("frW", &[(0, 1), (1, 0)]);
    steps("fsW", &[(0, 1), (1, 0), (-1, 0)]);
    steps("flrD", &[(0, 2), (2, 0), (-2, 0)]);
    steps("bH", &[(0, -3)]);
}

#[test]
fn directions_of_diagonal_atoms_intersect_in_pairs() {
    steps("fF", &[(1, 1), (-1, 1)]);
    steps("flF", &[(-1, 1)]);
    steps("lfF", &[(-1, 1)]);
    steps("brA", &[(2, -2)]);
    steps("fsF", &[(1, 1), (-1, 1)]);
    steps("lF", &[(-1, 1), (-1, -1)]);
    steps("vF", &[(1, 1), (1, -1), (-1, -1), (-1, 1)]);
    steps("ffllF", &[(1, 1), (-1, 1), (-1, -1)]);
    steps("flbrB", &[(-1, 1), (1, -1)]);
    steps("fbF", &[(1, 1), (1, -1), (-1, -1), (-1, 1)]);
}

#[test]
fn directions_of_oblique_atoms() {
    steps("fN", &[(1, 2), (-1, 2)]);
    steps("ffN", &[(1, 2), (-1, 2)]);
    steps("lN", &[(-2, 1), (-2, -1)]);
    steps("lfN", &[(-1, 2)]);
    steps("flN", &[(-2, 1)]);
    steps("rbN", &[(1, -2)]);
    steps("brN", &[(2, -1)]);
    steps("fsN", &[(2, 1), (-2, 1)]);
    steps("bsN", &[(2, -1), (-2, -1)]);
    steps("lvN", &[(-1, 2), (-1, -2)]);
    steps("rvN", &[(1, 2), (1, -2)]);
    steps("fhN", &[(1, 2), (2, 1), (-2, 1), (-1, 2)]);
    steps("lhN", &[(-1, 2), (-2, 1), (-2, -1), (-1, -2)]);
    steps("vN", &[(1, 2), (1, -2), (-1, -2), (-1, 2)]);
    steps("sN", &[(2, 1), (2, -1), (-2, -1), (-2, 1)]);
    steps("ffrrN", &[(1, 2), (-1, 2), (2, 1), (2, -1)]);
    steps("hrN", &[(1, 2), (2, -1), (-1, -2), (-2, 1)]);
    steps("hlN", &[(-1, 2), (2, 1), (1, -2), (-2, -1)]);
    steps("fhrN", &[(1, 2), (2, 1), (-2, 1), (-1, 2), (2, -1)]);
    steps("fC", &[(1, 3), (-1, 3)]);
    steps("flZ", &[(-3, 2)]);
    steps("fhNX", &[(1, 5), (5, 1), (-5, 1), (-1, 5)]);
}

#[test]
fn directions_of_king_and_queen_are_points_of_the_compass() {
    steps("fK", &[(0, 1)]);
    steps("vK", &[(0, 1), (0, -1)]);
    steps("flK", &[(-1, 1)]);
    steps("lfK", &[(-1, 1)]);
    steps("fsK", &[(1, 1), (-1, 1)]);
    steps("lvQ", &[(-1, 1), (-1, -1)]);
    steps("fhK", &[(0, 1), (1, 1), (-1, 1)]);
    steps("ffllK", &[(0, 1), (-1, 0)]);
    steps("fbQ", &[(0, 1), (0, -1)]);
    let lints = |text: &str| parse(text).unwrap().lints.0.iter().map(|e| e.code).collect::<Vec<_>>();
    assert_eq!(lints("fK"), ["betza-compass-directions"]);
    assert_eq!(lints("flQ"), ["betza-compass-directions"]);
    assert!(lints("KfhQfWfF").is_empty());
}

#[test]
fn several_atoms_are_several_movements() {
    steps("fAbD", &[(2, 2), (-2, 2), (0, -2)]);
    steps("WfF", &[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1)]);
    let pawn = movements("fmWfceF ifmnD", Orientation::Upward);
    let texts: Vec<&str> = pawn.iter().map(|m| m.cause.text.as_str()).collect();
    assert_eq!(texts, ["fmW", "fceF", "ifmnD"]);
    assert!(pawn.iter().all(|m| m.cause.file == "x.ron" && m.cause.line == 7));
}

#[test]
fn pawn_of_chess() {
    let all: SquareSet = (0..64).collect();
    let ride = |dx, dy| Ride::leap(Step { dx, dy });
    let movement = |rides: Vec<Ride>, to_empty, to_enemy, en_passant| Movement {
        rides,
        legs: Vec::new(),
        to_empty,
        to_enemy,
        victims: None,
        en_passant,
        unmoved: false,
        unchecked: false,
        safe_way: false,
        beside: None,
        last_moved: None,
        swap: None,
        push: None,
        from: all,
        to: all,
        leaves_en_passant: false,
        cause: Cause::default(),
    };
    let via = |dy| Some(Via::one(Step { dx: 0, dy }, ViaState::Empty));
    for (orientation, up) in [(Orientation::Upward, 1), (Orientation::Downward, -1)] {
        let pawn = movements("fmWfceFifmnD", orientation);
        assert_eq!(pawn[0], movement(vec![ride(0, up)], true, false, false));
        // Clockwise as the mover sees it, from straight ahead: forward right first.
        assert_eq!(pawn[1], movement(vec![ride(up, up), ride(-up, up)], false, true, true));
        let double = Movement {
            from: [8, 9].into_iter().collect(),
            leaves_en_passant: true,
            ..movement(vec![Ride { via: via(up), ..ride(0, 2 * up) }], true, false, false)
        };
        assert_eq!(pawn[2], double);
    }
}

#[test]
fn modes() {
    let modes = |text| {
        let m = one(text);
        (m.to_empty, m.to_enemy, m.en_passant)
    };
    assert_eq!(modes("N"), (true, true, false));
    assert_eq!(modes("mcN"), (true, true, false));
    assert_eq!(modes("mN"), (true, false, false));
    assert_eq!(modes("cN"), (false, true, false));
    assert_eq!(modes("eN"), (false, false, true));
    assert_eq!(modes("mceN"), (true, true, true));
    assert_eq!(modes("iN"), (true, true, false));
    assert_eq!(one("iN").from.len(), 2);
    assert!(one("nnD").leaves_en_passant);
    assert!(!one("nD").leaves_en_passant);
    assert!(!one("iD").leaves_en_passant);
}

#[test]
fn ranges() {
    let max = |text| one(text).rides[0].max;
    for (text, expected) in [
        ("W", 1),
        ("W1", 1),
        ("W4", 4),
        ("R4", 4),
        ("R12", 12),
        ("K", 1),
        ("K2", 2),
        ("Q3", 3),
        ("(4,1)3", 3),
        ("N", 1),
        ("R", Ride::UNLIMITED),
        ("R0", Ride::UNLIMITED),
        ("RR", Ride::UNLIMITED),
        ("NN", Ride::UNLIMITED),
        ("N0", Ride::UNLIMITED),
        ("AA", Ride::UNLIMITED),
        ("DD", Ride::UNLIMITED),
        ("CC", Ride::UNLIMITED),
        ("Z0", Ride::UNLIMITED),
        ("NX0", Ride::UNLIMITED),
        ("KK", Ride::UNLIMITED),
        ("WW", Ride::UNLIMITED),
        ("(3,1)0", Ride::UNLIMITED),
    ] {
        assert_eq!(max(text), expected, "{text}");
        assert_eq!(one(text).rides[0].min, 1, "{text}");
    }
    // Three letters: a rider and a leaper.
    assert_eq!(movements("NNN", Orientation::Upward).len(), 2);
}

/// Every atom in every spelling, and what it is doubled: a ride by the same leaps, whatever modifiers stand before it; what follows is another move.
#[test]
fn every_doubled_atom_rides() {
    let letters = "WFDNAHCZGLJ".chars();
    let leapers = letters.flat_map(|atom| ["", "X", "Y"].map(|suffix| format!("{atom}{suffix}")));
    let vectors = (1u8..8).flat_map(|long| (0..=long).map(move |short| format!("({long},{short})")));
    for atom in leapers.chain(vectors).chain("KRBQ".chars().map(String::from)) {
        for modifiers in ["", "m", "c", "f", "v", "mf", "n", "i", "maf"] {
            let read = |text: String| movements(&text, Orientation::Upward);
            // Lame leaps that have no square to pass, or several, are refused alike.
            if parse(&format!("{modifiers}{atom}0"))
                .is_ok_and(|betza| lower(&betza, &lowering(Orientation::Upward)).is_err())
            {
                continue;
            }
            let bare = |mut movements: Vec<Movement>| {
                movements.iter_mut().for_each(|movement| movement.cause = Default::default());
                movements
            };
            let rides = bare(read(format!("{modifiers}{atom}0")));
            assert_eq!(bare(read(format!("{modifiers}{atom}{atom}"))), rides, "{modifiers}{atom}{atom}");
            // What is written a third time, or after a space, is a move of its own.
            assert_eq!(bare(read(format!("{modifiers}{atom}{atom}{atom}")))[..1], rides, "three times {atom}");
            assert_eq!(read(format!("{modifiers}{atom}{atom}{atom}")).len(), 2, "three times {atom}");
            assert_eq!(read(format!("{modifiers}{atom} {atom}")).len(), 2, "{atom} and {atom}");
            let range = format!("{modifiers}{atom}{atom}3");
            let error = &parse(&range).expect_err(&range)[0];
            assert_eq!(error.code, "betza-two-ranges", "{range}");
            assert!(error.help.as_deref().is_some_and(|help| help.contains(&format!("`{atom}3`"))), "{error:?}");
        }
        let leg = format!("[{atom}{atom}?mR]");
        let zero = format!("[{atom}0?mR]");
        assert_eq!(parse(&leg).expect(&leg).moves, parse(&zero).expect(&zero).moves, "{leg}");
    }
    // The same leap with its coordinates in another order, or with spaces, and other leaps side by side.
    prints("(1,4)(4,1)", "(4,1)0");
    prints("( 4 , 1 )( 4,1 )", "(4,1)0");
    prints("(4,1)(3,1)", "(4,1)(3,1)");
    prints("(4,1)3(4,1)", "(4,1)3(4,1)");
    prints("(4,1) (4,1)", "(4,1) (4,1)");
    prints("NX NX", "NX NX");
    prints("NXN", "NXN");
    prints("N NX", "N NX");
    refused("NNX", &[("betza-suffix-without-atom", 2..3)]);
    // What has nothing to repeat is written twice in vain.
    for (twice, apart) in [("UU", "U U"), ("II", "I I"), ("@@", "@ @"), ("OO", "O O")] {
        prints(twice, apart);
    }
}

#[test]
fn lame_and_jumping_leapers() {
    let vias = |text: &str, state| {
        let mut found: Vec<_> = one(text)
            .rides
            .iter()
            .map(|r| {
                let via = r.via.unwrap();
                assert_eq!(via.state, state);
                ((r.step.dx, r.step.dy), (via.path[0].dx, via.path[0].dy))
            })
            .collect();
        found.sort();
        found
    };
    // Xiangqi's horse and elephant.
    assert_eq!(
        vias("nN", ViaState::Empty),
        [
            ((-2, -1), (-1, 0)),
            ((-2, 1), (-1, 0)),
            ((-1, -2), (0, -1)),
            ((-1, 2), (0, 1)),
            ((1, -2), (0, -1)),
            ((1, 2), (0, 1)),
            ((2, -1), (1, 0)),
            ((2, 1), (1, 0)),
        ]
    );
    assert_eq!(
        vias("nA", ViaState::Empty),
        [((-2, -2), (-1, -1)), ((-2, 2), (-1, 1)), ((2, -2), (1, -1)), ((2, 2), (1, 1))]
    );
    assert_eq!(vias("fnH", ViaState::Empty), [((0, 3), (0, 1))]);
    assert_eq!(vias("flnZ", ViaState::Empty), [((-3, 2), (-1, 1))]);
    assert_eq!(vias("lfnC", ViaState::Empty), [((-1, 3), (0, 1))]);
    assert_eq!(vias("fn(4,0)", ViaState::Empty), [((0, 4), (0, 2))]);
    assert_eq!(vias("fjD", ViaState::Occupied), [((0, 2), (0, 1))]);
    let rider = one("fjD0");
    assert_eq!(rider.rides[0].max, Ride::UNLIMITED);
    assert!(rider.rides[0].via.is_some());
    let down = &movements("lfnC", Orientation::Downward)[0].rides[0];
    assert_eq!((down.step, down.via.unwrap().path[0]), (Step { dx: 1, dy: -3 }, Step { dx: 0, dy: -1 }));
}

#[test]
fn paths_of_several_legs() {
    let found = |text: &str, orientation| {
        let movement = &movements(text, orientation)[0];
        let mut found: Vec<_> = movement
            .rides
            .iter()
            .map(|r| {
                let path = r.via.map_or(Vec::new(), |via| via.path.iter().map(|s| (s.dx, s.dy)).collect());
                ((r.step.dx, r.step.dy), path, r.via.map(|via| via.state))
            })
            .collect();
        found.sort();
        found
    };
    let empty = Some(ViaState::Empty);
    // One step straight ahead, then two outward: each leg turns from the one before.
    let elephant = found("mafsmafW", Orientation::Upward);
    assert_eq!(elephant.len(), 8);
    assert_eq!(elephant[7], ((3, 2), vec![(1, 0), (2, 1)], empty));
    assert_eq!(elephant[5], ((2, 3), vec![(0, 1), (1, 2)], empty));
    assert_eq!(found("fmafsmafW", Orientation::Downward)[0], ((-2, -3), vec![(0, -1), (-1, -2)], empty));
    // The horse, written in two ways, and its sister that starts diagonally.
    let horse = one("nN");
    assert!(one("afsW").rides.iter().all(|ride| horse.rides.contains(ride)) && one("afsW").rides.len() == 8);
    assert_eq!(
        found("lfafsF", Orientation::Upward),
        [((-2, 1), vec![(-1, 1)], empty), ((-1, 2), vec![(-1, 1)], empty)]
    );
    assert_eq!(found("afsK", Orientation::Upward).len(), 16, "either neighbour will do");
    // Four directions go on straight or at right angles, legs keep their length.
    assert_eq!(
        found("fmamaW", Orientation::Upward).into_iter().map(|(end, ..)| end).collect::<Vec<_>>(),
        [(-2, 1), (-1, 0), (-1, 2), (-1, 2), (0, 3), (1, 0), (1, 2), (1, 2), (2, 1)]
    );
    assert_eq!(found("fmafD", Orientation::Upward), [((0, 4), vec![(0, 2)], empty)]);
    assert_eq!(found("fpafW", Orientation::Upward), [((0, 2), vec![(0, 1)], Some(ViaState::Occupied))]);
    let quiet = one("fmafsmW");
    assert_eq!((quiet.to_empty, quiet.to_enemy), (true, false));
    assert_eq!(one("ifafW").from, [8, 9].into_iter().collect());
}

/// The journeys of a text: of each the steps of its legs with how often they are taken and what stands at their ends.
fn journeys(text: &str) -> Vec<String> {
    let mut all: Vec<String> = movements(text, Orientation::Upward)
        .iter()
        .flat_map(|movement| Leg::journeys(&movement.legs))
        .map(|journey| {
            let legs = journey.iter().map(|leg| {
                let times = match (leg.as_long, leg.min, leg.max) {
                    (true, ..) => "=".to_string(),
                    (_, 1, 1) => String::new(),
                    (_, 1, Ride::UNLIMITED) => "*".to_string(),
                    (_, min, max) => format!("*{min}-{max}"),
                };
                let ground = match leg.ground {
                    Ground::Empty => "m",
                    Ground::Enemy => "c",
                    Ground::Friend => "d",
                    Ground::Hurdle => "p",
                    Ground::Any => "any",
                    Ground::OwnHurdle => "tp",
                    Ground::EnemyHurdle => "cp",
                    Ground::CarriedEnemy => "C",
                    Ground::CarriedFriend => "D",
                };
                let leaves = if leg.unloads { "u" } else { "" };
                format!("{leaves}{},{}{times}{ground}", leg.step.dx, leg.step.dy)
            });
            legs.collect::<Vec<_>>().join(" ")
        })
        .collect();
    all.sort();
    all
}

#[test]
fn legs_that_capture_on_the_way() {
    assert_eq!(journeys("fmFfcafmF"), ["-1,1c -1,1m", "1,1c 1,1m"], "the man of draughts; its quiet move is a ride");
    assert_eq!(one("fcafmF").rides, []);
    // The lion's second steps: those that go back come from a text of their own.
    assert_eq!(journeys("cabK").len(), 16);
    assert!(journeys("cabK").contains(&"1,1c -1,-1m".to_string()));
    assert_eq!(journeys("mabmK").len(), 8);
    assert_eq!(journeys("caK").len(), 8 * 7 * 2);
    assert_eq!(journeys("fcabiR"), ["0,1*c 0,-1=c", "0,1*c 0,-1=m"]);
    assert_eq!(journeys("fmcdW"), ["0,1d"]);
    assert_eq!(one("fmcdW").rides.len(), 1);
    assert_eq!((one("fdW").rides.len(), one("fdW").to_enemy), (0, false));
    let down = &movements("fcafmF", Orientation::Downward)[0].legs[0];
    assert_eq!((down.step.dy, down.then[0].step.dy), (-1, -1));
}

#[test]
fn legs_that_carry_a_piece() {
    // The piece is put down where the leg with `u` starts: what it takes itself, what was taken last before, or what will be taken next.
    assert_eq!(journeys("fmafudR"), ["0,1*m u0,1*D"]);
    assert_eq!(journeys("fucafmW"), ["u0,1C 0,1m"]);
    assert_eq!(journeys("[fcW-fmW-ufmW]"), ["0,1C 0,1m u0,1m"]);
    assert_eq!(journeys("fumafcW"), ["u0,1m 0,1C"]);
    assert_eq!(journeys("[fcW-fdW-sumW]"), ["0,1c 0,1tp -1,0m", "0,1c 0,1tp 1,0m"], "the last one that was taken");
    // It may capture where it ends, or take nothing at all.
    assert_eq!(journeys("[fcW-fmW-fucW]"), ["0,1C 0,1m u0,1c"]);
    assert_eq!(journeys("[fmcW-fmW-fumW]"), ["0,1C 0,1m u0,1m", "0,1m 0,1m 0,1m"]);
    // What would be put down where it stood is jumped.
    assert_eq!(journeys("[fdD-bucW]"), ["0,2tp 0,-1c"], "pinched from behind");
    assert_eq!(journeys("[fcW-fuW]"), ["0,1cp 0,1c", "0,1cp 0,1m"]);
    assert_eq!(journeys("[fdW-fudW-fumW]"), ["0,1tp 0,1tp 0,1m"]);
    // On a leg of several steps it is the start of the whole leg.
    assert_eq!(journeys("fmafudpR"), ["0,1*m u0,1*p 0,1*D"]);
    assert_eq!(journeys("[fW-fudnD]"), ["0,1m u0,1m 0,1D"]);
}

#[test]
fn carrying_that_means_nothing() {
    refused("mafumW", &[("betza-meaningless-modifier", 3..4)]);
    refused("mafuW", &[("betza-meaningless-modifier", 3..4)]);
    refused("[F-uR]", &[("betza-meaningless-modifier", 3..4)]);
    refused("[cF-uF-uF]", &[("betza-meaningless-modifier", 7..8)]);
    // Two pieces do not stand on one square.
    refused("[dW-pW-uW]", &[("betza-conflicting-modifiers", 7..8)]);
    refused("[cW-mpW-uW]", &[("betza-conflicting-modifiers", 8..9)]);
    refused("[cW-mW-uW-cW-mW-uW]", &[("betza-unsupported", 16..17)]);
    refused("[cW-cW-mW-uW]", &[("betza-unsupported", 0..13)]);
    refused("udqN", &[("betza-unsupported", 0..1)]);
}

#[test]
fn hops_over_friends_on_legs() {
    assert_eq!(journeys("ftpafmW"), ["0,1tp 0,1m"]);
    assert_eq!(journeys("fmafctpR"), ["0,1*m 0,1*tp 0,1*c"]);
    assert_eq!(journeys("ftgafmW"), ["0,1tp 0,1*m"]);
    assert_eq!(journeys("fmtpafmW"), ["0,1m 0,1m", "0,1tp 0,1m"]);
    refused("mtafW", &[("betza-unsupported", 1..2)]);
}

#[test]
fn riders_that_bend() {
    let griffon = journeys("mFyafsmF");
    assert_eq!(griffon.len(), 8);
    assert!(griffon.contains(&"1,1m 0,1*m".to_string()) && griffon.contains(&"1,1m 1,0*m".to_string()), "{griffon:?}");
    // In brackets, the first leg may be the whole move, and the second goes outward.
    assert_eq!(journeys("[F?mR]").iter().filter(|j| j.contains('*')).cloned().collect::<Vec<_>>(), griffon);
    assert_eq!(journeys("[F?mR]").len(), 8 + 4 * 2);
    assert_eq!(journeys("[F-mR]"), griffon);
    assert_eq!(journeys("f[W?mB]"), ["0,1c", "0,1m", "0,1m -1,1*m", "0,1m 1,1*m"]);
    assert_eq!(journeys("v[F-mR]").len(), 4);
    assert_eq!(journeys("[fW-mR]"), ["0,1m 0,1*m"]);
    assert_eq!(journeys("[fW-smR]"), ["0,1m -1,0*m", "0,1m 1,0*m"]);
    assert_eq!(journeys("fmasmR"), ["0,1*m -1,0*m", "0,1*m 1,0*m"], "the hook mover");
    assert_eq!(journeys("ffmpafmN").len(), 2);
    assert!(journeys("ffmpafmN").contains(&"1,2any 1,2m".to_string()));
    assert_eq!(journeys("fgafmR"), ["0,1*p 0,1m"], "as `fgmR`");
    assert_eq!(journeys("fyafmW2"), ["0,1*1-2m 0,1m"], "the number is dropped");
    assert_eq!(journeys("fmafmpR3"), ["0,1*1-3m 0,1*2-2p 0,1m", "0,1*1-3m 0,1p 0,1*1-2m"]);
    assert_eq!(journeys("fmafmjR"), ["0,1*m 0,1any 0,1*m"]);
    assert_eq!(journeys("fmafmnD"), ["0,2m 0,1m 0,1m"]);
    // A crooked bishop bends by right angles to and fro; a rose goes round.
    let crooked = journeys("flmzB");
    assert!(crooked.contains(&"-1,1m 1,1m -1,1m".to_string()) && !crooked.contains(&"-1,1m 1,1m 1,-1m".to_string()));
    let rose = journeys("mqN");
    assert!(rose.contains(&"1,2m 2,1m 2,-1m 1,-2m -1,-2m -2,-1m -2,1m".to_string()), "{}", rose.len());
    assert!(rose.iter().all(|journey| journey.split(' ').count() < 8), "it does not come back to its start");
    assert_eq!(rose.len(), 8 + 16 * 6);
    assert_eq!(journeys("mqN03").len(), 16, "exactly three leaps");
    assert!(journeys("m(az)mN").contains(&"1,2m 2,1m 1,2m".to_string()));
}

#[test]
fn exact_ranges() {
    let ride = one("fW03").rides[0];
    assert_eq!((ride.min, ride.max, ride.skips), (3, 3, false));
    refused("jW03", &[("betza-unsupported", 0..4)]);
}

#[test]
fn ski_slides() {
    let ride = |text| {
        let r = one(text).rides[0];
        (r.min, r.max, r.skips, r.via)
    };
    assert_eq!(ride("jR"), (2, Ride::UNLIMITED, true, None));
    assert_eq!(ride("jjR"), (3, Ride::UNLIMITED, true, None));
    assert_eq!(ride("jQ4"), (2, 4, true, None));
    assert_eq!(ride("R"), (1, Ride::UNLIMITED, false, None));
}

#[test]
fn hoppers() {
    let cannon = movements("mRcpR", Orientation::Upward);
    assert_eq!((cannon[0].to_empty, cannon[0].to_enemy, cannon[0].rides[0].hurdle), (true, false, None));
    assert_eq!((cannon[1].to_empty, cannon[1].to_enemy), (false, true));
    assert!(
        cannon[1]
            .rides
            .iter()
            .all(|r| r.hurdle == Some(Hurdle { over: None, friendly: false, landing: Landing::Beyond }))
    );
    let grasshopper = one("gQ");
    assert_eq!(grasshopper.rides.len(), 8);
    assert!(
        grasshopper
            .rides
            .iter()
            .all(|r| r.hurdle == Some(Hurdle { over: None, friendly: false, landing: Landing::JustBehind }))
    );
    assert!(one("pN0").rides[0].hurdle.is_some());
}

#[test]
fn long_pawn_steps_leave_en_passant_squares() {
    // A slide leaves the squares it passed, without a `Via`.
    let slide = one("ifmnW3");
    assert!(slide.leaves_en_passant);
    assert_eq!((slide.rides[0].via, slide.rides[0].max), (None, 3));
}

#[test]
fn canonical_spelling() {
    prints("mfW", "fmW");
    prints("ecfF", "fceF");
    prints("nmifD", "ifmnD");
    prints("rfW", "rfW");
    prints("fmlF", "flmF");
    prints("W1", "W");
    prints("R0", "R");
    prints("BB", "B");
    prints("NN", "N0");
    prints("N N", "N N");
    prints("N  F\tW", "NFW");
    prints("(1,4)", "(4,1)");
    prints("( 1 , 4 )3", "(4,1)3");
    prints("L", "C");
    prints("LC", "C C");
    prints("JJ", "Z0");
    prints("W03", "W03");
    prints("@1", "@");
    prints("O O", "O O");
    prints("[F ? R]", "[F?R]");
    prints("v[F?mR]2", "v[F?mR]2");
    prints("", "");
}

#[test]
fn letters_that_programs_read_differently() {
    let tree = parse("mLJ").unwrap();
    let lints: Vec<_> = tree.lints.0.iter().map(|e| (e.code, e.span.clone())).collect();
    assert_eq!(lints, [("betza-ambiguous-letter", 1..2), ("betza-ambiguous-letter", 2..3)]);
    assert_eq!(tree.to_string(), "mCZ");
    assert_eq!(parse_as("mLJ", Dialect::XBoard).unwrap().to_string(), "mZC");
    assert_eq!(parse_as("LLJ", Dialect::XBoard).unwrap().to_string(), "Z0C");
}

/// Every example of shared/reference/xbetza.md and some strings of programs.
const CORPUS: &[&str] = &[
    "mRcpR",
    "gQ",
    "fmWfceFifmnD",
    "mpafN",
    "mafsR",
    "masR",
    "cabK",
    "mabK",
    "FyafsF",
    "gafQ",
    "yafsW",
    "mamaK",
    "aaK",
    "afsK",
    "afsW",
    "afsF",
    "mafsmafW",
    "fmFcafmF",
    "caibQ",
    "aflafrKafraflKafafsKafsafK",
    "afafsKafsafzfK",
    "(az)N",
    "isO2",
    "isO3isO2",
    "O",
    "O2",
    "jO3",
    "j@7",
    "@8",
    "fWf@8",
    "fR@8",
    "fN@7",
    "@9",
    "fWff@6",
    "[F?R]",
    "[F-R]",
    "[W?B]",
    "[D?B]",
    "[W?sR]",
    "[F-B]",
    "[W-R]",
    "v[F?R]",
    "[vW?B]",
    "[dD-bucW]",
    "KimAimD",
    "Z",
    "HC",
    "NmpafsyafW",
    "fsW",
    "nN",
    "W",
    "ffrrN",
    "hrN",
    "ucR",
    "udR",
    "mNxaN",
    "qN",
    "jR",
    "nZ",
    "W03",
    "Rc0",
    "Nrf0",
    "frW",
    "ckQ",
    "tK",
    "oR",
    "zB",
    "qB",
    "U",
    "I",
    "bI",
    "jjR",
    "iiW",
    "K2",
    "R4",
    "AA",
    "WWFF",
    "LJ",
    "NXCYZX0",
];

#[test]
fn every_example_is_read_and_printed_to_a_fixed_point() {
    for text in CORPUS {
        match *text {
            // Betza 2.0 drafts that nobody implements: modifiers behind the atom.
            "Rc0" => refused(text, &[("betza-misplaced-range", 2..3)]),
            "Nrf0" => refused(text, &[("betza-misplaced-range", 3..4)]),
            _ => {
                let tree = parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
                let printed = tree.to_string();
                let again = parse(&printed).unwrap();
                assert_eq!(again, tree, "{text} -> {printed}");
                assert_eq!(again.to_string(), printed);
            }
        }
    }
}

#[test]
fn what_is_not_betza() {
    refused("fxW$N", &[("betza-unknown-character", 3..4)]);
    refused("é", &[("betza-unknown-character", 0..2)]);
    refused("fw", &[("betza-unknown-character", 1..2)]);
    refused("Wfm", &[("betza-missing-atom", 1..3)]);
    refused("f W", &[("betza-missing-atom", 0..1)]);
    refused("PWE", &[("betza-unknown-atom", 0..1), ("betza-unknown-atom", 2..3)]);
    refused("3W", &[("betza-misplaced-range", 0..1)]);
    refused("XN", &[("betza-suffix-without-atom", 0..1)]);
    refused("NN3", &[("betza-two-ranges", 1..3)]);
    refused("N99999", &[("betza-range-too-large", 1..6)]);
    refused("N00", &[("betza-bad-range", 1..3)]);
    refused("mmW", &[("betza-repeated-modifier", 1..2)]);
    refused("iiiW", &[("betza-repeated-modifier", 2..3)]);
    refused("(0,0)", &[("betza-bad-coordinates", 0..5)]);
    refused(
        "(4;1)N",
        &[
            ("betza-bad-coordinates", 0..2),
            ("betza-unknown-character", 2..3),
            ("betza-misplaced-range", 3..4),
            ("betza-unbalanced", 4..5),
        ],
    );
    refused("(40,1)", &[("betza-leap-too-long", 0..6)]);
    refused("(f)N", &[("betza-empty-group", 0..3)]);
    refused("(azN", &[("betza-unbalanced", 0..3)]);
    refused("((az))N", &[("betza-nested-group", 1..2), ("betza-unbalanced", 5..6)]);
    refused("N)", &[("betza-unbalanced", 1..2)]);
    refused("[F?R", &[("betza-unbalanced", 0..4)]);
    refused("[]", &[("betza-missing-atom", 1..1)]);
    refused("[F R]", &[("betza-missing-join", 3..4)]);
    refused("[F?[R]]", &[("betza-nested-bracket", 3..4), ("betza-unbalanced", 6..7)]);
    refused("[afF]", &[("betza-again-in-bracket", 1..2)]);
    refused("ma[F-R]", &[("betza-again-in-bracket", 0..2)]);
    refused("mW-F", &[("betza-join-outside-bracket", 2..3)]);
}

#[test]
fn what_is_not_played() {
    for (text, span) in [
        ("maeW", 2..3),
        ("cacacafW", 0..8),
        ("[F-R]2", 0..6),
        ("mv[F-R]", 0..1),
        ("(az)(af)N", 0..9),
        ("maoW", 2..3),
        ("uceR", 0..1),
        ("FisO2", 1..5),
        ("fWf@8", 2..5),
        ("pjR", 0..1),
        ("fU", 0..1),
        ("U3", 0..2),
        ("cakK", 2..3),
    ] {
        let betza = parse(text).unwrap();
        let errors = lower(&betza, &lowering(Orientation::Upward)).unwrap_err();
        assert_eq!((errors[0].code, errors[0].span.clone()), ("betza-unsupported", span), "{text}");
        assert!(errors[0].message.contains("does not play it yet"), "{text}");
    }
}

/// What the only move of a text borrows or lends.
fn loan(text: &str) -> Loan {
    let lowered = lower_all(&parse(text).unwrap(), &lowering(Orientation::Upward)).unwrap();
    assert_eq!(lowered.movements, [], "{text}");
    let [loan] = &lowered.loans[..] else { panic!("{text}: {:?}", lowered.loans) };
    loan.clone()
}

#[test]
fn moves_that_are_borrowed() {
    let along = |text: &str| match loan(text) {
        Loan::Borrowed { along, .. } => along,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(along("xK").len(), 8);
    assert!(along("xK").iter().all(Ride::is_leap));
    assert_eq!(along("xbW").iter().map(|ride| ride.step).collect::<Vec<_>>(), [Step { dx: 0, dy: -1 }]);
    assert!(along("xR").iter().all(|ride| ride.max == Ride::UNLIMITED && ride.via.is_none()));
    assert!(along("xpB").iter().all(|ride| ride.hurdle.is_some()));
    // A step along a rank or file, then one outward: all over empty squares.
    assert_eq!(along("afsxW").len(), 8);
    assert!(along("afsxW").iter().all(|ride| ride.via.is_some() && ride.max == 1));
    let turned = lower_all(&parse("xbW").unwrap(), &lowering(Orientation::Downward)).unwrap();
    let Loan::Borrowed { along, .. } = &turned.loans[0] else { panic!("{turned:?}") };
    assert_eq!(along[0].step, Step { dx: 0, dy: 1 });
}

#[test]
fn moves_that_are_lent() {
    let lines = |text: &str| match loan(text) {
        Loan::Lent { lines } => lines,
        other => panic!("{text}: {other:?}"),
    };
    let knight = lines("xaN");
    assert_eq!((knight.len(), knight[0].0.len()), (1, 8), "the same from wherever the friend is reached");
    assert_eq!(knight[0].1.rides.len(), 8);
    assert!(knight[0].1.to_empty && knight[0].1.to_enemy);
    assert!(!lines("xamN")[0].1.to_enemy);
    // Along a line it matters: not back to the lender.
    let rook = lines("xaR");
    assert_eq!(rook.len(), 4);
    for (along, movement) in &rook {
        let [reach] = &along[..] else { panic!("{along:?}") };
        assert_eq!(movement.rides.len(), 3);
        assert!(movement.rides.iter().all(|ride| ride.step != reach.step.reversed()));
    }
    // Straight on, and no other way.
    let on = lines("xafW");
    assert_eq!(on.len(), 4);
    assert!(on.iter().all(|(along, m)| along[0].step == m.rides[0].step && m.rides.len() == 1));
    assert_eq!(lines("[xF-R]").len(), 4);
    assert!(lines("[xF-R]").iter().all(|(_, movement)| movement.rides.len() == 2));
    assert!(lines("xacabK").iter().all(|(_, movement)| movement.rides.is_empty() && !movement.legs.is_empty()));
}

#[test]
fn moves_that_are_imitated() {
    let ways = |text: &str| match loan(text) {
        Loan::Imitated { ahead, flipped, cause } => (ahead, flipped, cause.text),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(ways("I"), (true, true, "I".to_string()));
    assert_eq!(ways("vI"), (true, true, "vI".to_string()));
    assert_eq!(ways("fbI"), (true, true, "fbI".to_string()));
    assert_eq!(ways("fI"), (true, false, "fI".to_string()));
    assert_eq!(ways("bI"), (false, true, "bI".to_string()));
}

#[test]
fn loans_that_mean_nothing() {
    let errors = |text: &str| match lower_all(&parse(text).unwrap(), &lowering(Orientation::Upward)) {
        Ok(lowered) => panic!("{text}: {lowered:?}"),
        Err(errors) => errors.into_iter().map(|e| (e.code, e.span)).collect::<Vec<_>>(),
    };
    assert_eq!(errors("cxK"), [("betza-meaningless-modifier", 0..1)]);
    assert_eq!(errors("axaK"), [("betza-misplaced-loan", 1..2)]);
    assert_eq!(errors("xaxK"), [("betza-misplaced-loan", 0..1)]);
    assert_eq!(errors("xaiW"), [("betza-unsupported", 2..3)]);
    assert_eq!(errors("xaeF"), [("betza-unsupported", 2..3)]);
    assert_eq!(errors("[xF?R]"), [("betza-unsupported", 0..6)]);
    assert_eq!(errors("[F-xR]"), [("betza-unsupported", 0..6)]);
    assert_eq!(errors("xgaQ"), [("betza-unsupported", 1..2)]);
    // Where nobody has friends.
    refused("NxK", &[("betza-misplaced-loan", 1..2)]);
    assert_eq!(errors("NrI"), [("betza-unsupported", 1..2)]);
    assert_eq!(errors("cI"), [("betza-unsupported", 0..1)]);
    assert_eq!(errors("xI"), [("betza-unsupported", 0..1)]);
    assert_eq!(errors("I2"), [("betza-unsupported", 0..2)]);
    assert_eq!(errors("mabI"), [("betza-unsupported", 0..4)]);
    assert_eq!(errors("[F-I]"), [("betza-unsupported", 0..5)]);
    refused("NfI", &[("betza-misplaced-loan", 1..3)]);
}

#[test]
fn captures_of_royals_and_of_all_but_royals() {
    // Type 5 is royal.
    let victims = |text: &str| one(text).victims.map(|set| (set.contains(4), set.contains(5)));
    assert_eq!(victims("cN"), None);
    assert_eq!(victims("kN"), Some((false, true)));
    assert_eq!(victims("tN"), Some((true, false)));
    assert_eq!(victims("ctR"), Some((true, false)));
    let modes = |text: &str| (one(text).to_empty, one(text).to_enemy);
    assert_eq!(modes("kN"), (false, true));
    assert_eq!(modes("mkN"), (true, true));
    assert_eq!(modes("tN"), (true, true));
    refused("ckQ", &[("betza-conflicting-modifiers", 1..2)]);
    refused("tkQ", &[("betza-conflicting-modifiers", 1..2)]);
    refused("mtW", &[("betza-meaningless-modifier", 1..2)]);
    // On a hopper it is about hurdles, and not about what is captured.
    for (text, landing) in [("tpR", Landing::Beyond), ("ctgB", Landing::JustBehind)] {
        let hopper = one(text);
        assert_eq!(hopper.victims, None, "{text}");
        let hurdle = Some(Hurdle { over: None, friendly: true, landing });
        assert!(hopper.rides.iter().all(|ride| ride.hurdle == hurdle), "{text}");
    }
}

#[test]
fn over_the_side_edges() {
    let round = |text: &str, orientation| -> Vec<(Step, Joined)> {
        movements(text, orientation)[0].rides.iter().map(|ride| (ride.step, ride.joined)).collect()
    };
    let (files, ranks, none) =
        (Joined { files: true, ranks: false }, Joined { files: false, ranks: true }, Joined::default());
    let step = |dx, dy| Step { dx, dy };
    // Straight ahead there is no side edge.
    let rook = [(step(0, 1), none), (step(1, 0), files), (step(0, -1), none), (step(-1, 0), files)];
    assert_eq!(round("oR", Orientation::Upward), rook);
    assert!(round("oN", Orientation::Downward).iter().all(|&(_, joined)| joined == files));
    // The sides of one that plays to the right are the first rank and the last.
    let turned = [(step(1, 0), none), (step(0, -1), ranks), (step(-1, 0), none), (step(0, 1), ranks)];
    assert_eq!(round("oR", Orientation::Rightward), turned);
    assert!(one("copB").rides.iter().all(|ride| ride.hurdle.is_some() && ride.joined == files));
}

#[test]
fn one_rank_ahead_of_the_start() {
    // It starts on a2 and b2.
    let from = |orientation| movements("iimfW", orientation)[0].from.iter().collect::<Vec<_>>();
    assert_eq!(from(Orientation::Upward), [16, 17]);
    assert_eq!(from(Orientation::Downward), [0, 1]);
}

#[test]
fn to_any_square() {
    let universal = one("U");
    assert_eq!(universal.rides.len(), 15 * 15 - 1);
    assert!(universal.to_empty && universal.to_enemy);
    assert!(universal.rides.iter().all(|ride| (ride.min, ride.max) == (1, 1)));
    assert!(!one("mU").to_enemy);
    let sorted = |orientation| {
        let mut steps: Vec<Step> = movements("U", orientation)[0].rides.iter().map(|ride| ride.step).collect();
        steps.sort_unstable();
        steps
    };
    assert_eq!(sorted(Orientation::Upward), sorted(Orientation::Downward));
}

#[test]
fn what_means_nothing() {
    refused("pD", &[("betza-meaningless-modifier", 0..1)]);
    refused("gW", &[("betza-meaningless-modifier", 0..1)]);
    refused("nW", &[("betza-meaningless-modifier", 0..1)]);
    refused("inW", &[("betza-meaningless-modifier", 1..2)]);
    refused("nR", &[("betza-meaningless-modifier", 0..1)]);
    refused("jF", &[("betza-meaningless-modifier", 0..1)]);
    refused("jjR2", &[("betza-meaningless-modifier", 0..1)]);
    refused("jjD", &[("betza-meaningless-modifier", 0..1)]);
    refused("njD", &[("betza-conflicting-modifiers", 1..2)]);
    refused("pgQ", &[("betza-conflicting-modifiers", 1..2)]);
    refused("yW", &[("betza-meaningless-modifier", 0..1)]);
    refused("cayK", &[("betza-meaningless-modifier", 2..3)]);
    refused("qzN", &[("betza-conflicting-modifiers", 1..2)]);
    refused("[nF-R]", &[("betza-meaningless-modifier", 1..2)]);
    refused("fhW", &[("betza-direction", 0..2)]);
    refused("hN", &[("betza-direction", 0..1)]);
    refused("hrW", &[("betza-direction", 0..1)]);
    refused("fhF", &[("betza-direction", 0..2)]);
    refused("hrfN", &[("betza-direction", 0..2)]);
    refused("sfN", &[("betza-direction", 0..2)]);
    refused("mpDgF", &[("betza-meaningless-modifier", 1..2), ("betza-meaningless-modifier", 3..4)]);
    let hint =
        |text: &str| lower(&parse(text).unwrap(), &lowering(Orientation::Upward)).unwrap_err()[0].help.clone().unwrap();
    assert!(hint("pD").contains("`jD`"));
    assert!(hint("gF").contains("`jA`"));
    assert!(hint("p(4,1)").contains("`j(4,1)`"));
}
