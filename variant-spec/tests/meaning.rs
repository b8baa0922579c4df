//! What rule files mean: mirroring, defaults, inheritance, and what is worked out from movements.

use std::path::Path;
use wazir_variant_spec::{Folder, Library, Rules, Source, compile, rules::*};

fn folder() -> Folder {
    Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants"))
}

/// The rules a text describes.
fn rules(text: &str) -> Rules {
    let source = Source { file: "test.ron".to_string(), text: text.to_string() };
    compile(&source, &folder()).unwrap_or_else(|found| panic!("{}", found.render(false))).rules
}

fn game(name: &str) -> Rules {
    let source = folder().find(name).expect("the game is there");
    compile(&source, &folder()).unwrap_or_else(|found| panic!("{}", found.render(false))).rules
}

fn piece<'a>(rules: &'a Rules, symbol: &str, side: SideId) -> &'a PieceRules {
    let piece = rules.piece_by_symbol(symbol).expect("there is such a piece");
    rules.piece_rules(piece, side).expect("the side may own it")
}

/// Names of squares, in ascending order of squares.
fn names(rules: &Rules, squares: &SquareSet) -> String {
    squares.iter().map(|s| rules.board.name(s)).collect::<Vec<_>>().join(" ")
}

fn ranks(rules: &Rules, ranks: std::ops::RangeInclusive<u8>) -> SquareSet {
    rules.board.all().iter().filter(|&s| ranks.contains(&(rules.board.rank(s) + 1))).collect()
}

#[test]
fn regions_are_seen_by_the_mover() {
    let shogi = game("shogi");
    assert_eq!(piece(&shogi, "P", 0).promotions[0].zone, ranks(&shogi, 7..=9));
    assert_eq!(piece(&shogi, "P", 1).promotions[0].zone, ranks(&shogi, 1..=3));
    let xiangqi = game("xiangqi");
    assert_eq!(names(&xiangqi, &piece(&xiangqi, "K", 0).movements[0].to), "d1 e1 f1 d2 e2 f2 d3 e3 f3");
    assert_eq!(names(&xiangqi, &piece(&xiangqi, "K", 1).movements[0].to), "d8 e8 f8 d9 e9 f9 d10 e10 f10");
    assert_eq!(piece(&xiangqi, "B", 0).movements[0].to, ranks(&xiangqi, 1..=5));
    let sideways = &piece(&xiangqi, "P", 1).movements[1];
    assert_eq!((sideways.from, sideways.rides.len()), (ranks(&xiangqi, 1..=5), 2));
}

#[test]
fn files_are_not_mirrored() {
    let rules = rules(
        r#"(extends: "chess", pieces: {"N": (within: "file a-b g1")}, start: "n7/8/k7/8/8/8/8/N3K3 w - - 0 1", castling: None)"#,
    );
    let [white, black] = [0, 1].map(|side| piece(&rules, "N", side).movements[0].to);
    assert!(names(&rules, &white).contains("g1") && names(&rules, &black).contains("g8"));
    assert_eq!((white.len(), black.len()), (17, 17));
}

#[test]
fn regions_by_side_stand_as_written() {
    let racing = game("racingkings");
    let Condition::Reached { goal, last_turn: true, .. } = &racing.end[0].when else { panic!("{:?}", racing.end[0]) };
    assert_eq!(goal[..], [ranks(&racing, 8..=8), ranks(&racing, 8..=8)]);
    let one =
        rules(r#"(extends: "chess", end: [(if: Reached(pieces: "K", region: (White: "a8")), then: Wins), Inherited])"#);
    let Condition::Reached { goal, .. } = &one.end[0].when else { panic!("{:?}", one.end[0]) };
    assert_eq!((names(&one, &goal[0]), goal[1].is_empty()), ("a8".to_string(), true));
}

/// The same, wherever a piece or the game has a region; where something larger is given by side, a region in it is seen by the mover.
#[test]
fn regions_by_side_inside_pieces_stand_as_written() {
    let by_side = r#"(White: "a8 b8", Black: "g1 h1")"#;
    let text = format!(
        r#"(extends: "crazyhouse", promotion: (region: {by_side}), pieces: {{
            "P": (promotes: (forced: Never), initial: {by_side}, drops: (onto: {by_side})),
            "N": (promotes: (to: "Q", region: {by_side}), moves: ["N", (moves: "W", from: {by_side}, to: {by_side})]),
            "B": (promotes: (Black: (to: "Q", region: "a8 b8"))),
            "R": (within: (White: "a1-h8", Black: "a1-h7 h8 a8")),
        }}, castling: (wings: {{"K": (king_to: (White: "g1", Black: "g8")), "Q": None}}), start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w Kk - 0 1")"#
    );
    let rules = rules(&text);
    let [white, black] = [0, 1].map(|side| {
        let [pawn, knight] = ["P", "N"].map(|symbol| piece(&rules, symbol, side));
        let double = pawn.movements.iter().find(|m| m.leaves_en_passant).expect("pawns have a double step");
        let step = &knight.movements[1];
        let zone = pawn.drop.as_ref().expect("pawns drop").zone;
        let sets = [pawn.promotions[0].zone, knight.promotions[0].zone, double.from, zone, step.from, step.to];
        sets.map(|set| names(&rules, &set))
    });
    assert!(white.iter().all(|set| set == "a8 b8"), "{white:?}");
    assert!(black.iter().all(|set| set == "g1 h1"), "{black:?}");
    assert_eq!(names(&rules, &piece(&rules, "B", 1).promotions[0].zone), "a1 b1");
    assert_eq!(piece(&rules, "R", 1).movements[0].to.len(), 58);
    assert_eq!(rules.castlings.iter().map(|c| rules.board.name(c.king_to)).collect::<Vec<_>>(), ["g1", "g8"]);
}

/// A region that was inherited for both sides stays seen by the mover when the other side's is changed.
#[test]
fn inherited_regions_keep_their_view() {
    let makruk = rules(r#"(extends: "makruk", pieces: {"P": (promotes: (region: (White: "rank 7-8")))})"#);
    assert_eq!(piece(&makruk, "P", 0).promotions[0].zone, ranks(&makruk, 7..=8));
    assert_eq!(piece(&makruk, "P", 1).promotions[0].zone, ranks(&makruk, 1..=3));
}

#[test]
fn region_expressions_go_from_left_to_right() {
    let within = |region: &str| {
        let text = format!(
            r#"(extends: "chess", regions: {{"far camp": "rank 7-8", "far": "a1"}}, pieces: {{"N": (moves: ["N", (moves: "W", to: "{region}")]), "B": (moves: ["B", (moves: "W", to: "far")])}})"#
        );
        let rules = rules(&text);
        names(&rules, &piece(&rules, "N", 0).movements[1].to)
    };
    assert_eq!(within("a1 c3, e5 + h8"), "a1 c3 e5 h8");
    assert_eq!(within("c2-a1"), "a1 b1 c1 a2 b2 c2");
    assert_eq!(within("rank 1 2 within file a c-d"), "a1 c1 d1 a2 c2 d2");
    assert_eq!(within("rank 1 except a1-c1 except h1"), "d1 e1 f1 g1");
    assert_eq!(within("far far camp within file h"), "h7 h8");
    assert_eq!(within("last rank within far half except b8-h8"), "a8");
}

#[test]
fn stuck_squares_come_from_the_movements() {
    let shogi = game("shogi");
    let forced = |symbol: &str, side| match &piece(&shogi, symbol, side).promotions[0].forced {
        Forced::Onto(squares) => *squares,
        other => panic!("{other:?}"),
    };
    assert_eq!(forced("P", 0), ranks(&shogi, 9..=9));
    assert_eq!(forced("L", 1), ranks(&shogi, 1..=1));
    assert_eq!(forced("N", 0), ranks(&shogi, 8..=9));
    assert!(forced("S", 0).is_empty() && forced("R", 1).is_empty());
    let drop = |symbol: &str, side| piece(&shogi, symbol, side).drop.clone().expect("it can be dropped");
    assert_eq!(drop("P", 0).zone, ranks(&shogi, 1..=8));
    assert_eq!(drop("N", 1).zone, ranks(&shogi, 3..=9));
    assert_eq!((drop("P", 0).per_file, drop("P", 0).may_not_mate), (Some(1), true));
    assert_eq!((drop("L", 0).per_file, drop("L", 0).may_not_mate), (None, false));
    assert!(piece(&shogi, "K", 0).drop.is_none() && piece(&shogi, "+P", 0).drop.is_none());
}

#[test]
fn captured_pieces_go_to_hand_unpromoted() {
    let shogi = game("shogi");
    assert_eq!(piece(&shogi, "+R", 0).captured_as, shogi.piece_by_symbol("R"));
    assert_eq!(piece(&shogi, "K", 0).captured_as, None);
    assert!(!shogi.remembers_promotion());
    let crazyhouse = game("crazyhouse");
    assert_eq!(piece(&crazyhouse, "Q", 0).captured_as, crazyhouse.piece_by_symbol("Q"));
    assert!(crazyhouse.remembers_promotion() && crazyhouse.has_hands());
    assert_eq!(piece(&crazyhouse, "P", 1).drop.as_ref().map(|d| d.zone), Some(ranks(&crazyhouse, 2..=7)));
    let kept =
        rules(r#"(extends: "crazyhouse", captured: ToHand(as: AsIs), pieces: {"R": (captured: ToHand(as: "N"))})"#);
    assert!(!kept.remembers_promotion());
    assert_eq!(piece(&kept, "R", 1).captured_as, kept.piece_by_symbol("N"));
    assert!(piece(&kept, "R", 1).drop.is_none(), "no rook ever comes to a hand");
}

#[test]
fn initial_squares_are_where_pieces_start() {
    let chess = game("chess");
    for (side, rank) in [(0, 2), (1, 7)] {
        let double: Vec<&Movement> =
            piece(&chess, "P", side).movements.iter().filter(|m| m.leaves_en_passant).collect();
        assert_eq!(double.len(), 1);
        assert_eq!(double[0].from, ranks(&chess, rank..=rank));
    }
    let resets: Vec<&str> =
        chess.pieces.iter().zip(&chess.play[0].clock_resets).filter(|(_, r)| **r).map(|(p, _)| &*p.symbol).collect();
    assert_eq!(resets, ["P"]);
    let grand = game("grand");
    let from: Vec<SquareSet> =
        piece(&grand, "P", 0).movements.iter().filter(|m| m.leaves_en_passant).map(|m| m.from).collect();
    assert_eq!(from, [ranks(&grand, 3..=3)]);
}

#[test]
fn a_child_says_only_what_differs() {
    let chess = game("chess");
    let child = rules(r#"(extends: "chess", pieces: {"P": (promotes: (forced: Never)), "N": (name: "Horse")})"#);
    assert_eq!(piece(&child, "P", 0).movements, piece(&chess, "P", 0).movements);
    assert_eq!(piece(&child, "P", 0).promotions[0].to, piece(&chess, "P", 0).promotions[0].to);
    assert_eq!(piece(&child, "P", 0).promotions[0].forced, Forced::Never);
    assert_eq!(piece(&child, "N", 1).movements, piece(&chess, "N", 1).movements);
    let amazon = game("amazon");
    assert!(amazon.piece_by_symbol("Q").is_none());
    // At any depth: grand chess extends Capablanca's, which extends chess.
    let grand = game("grand");
    assert_eq!(grand.end, chess.end);
    assert!(grand.castlings.is_empty());
}

#[test]
fn inherited_stands_for_the_inherited_items() {
    let hill = game("kingofthehill");
    let chess = game("chess");
    assert_eq!(hill.end[1..], chess.end[..]);
    let more = rules(r#"(extends: "chess", pieces: {"N": (moves: ["mW", Inherited])})"#);
    assert_eq!(piece(&more, "N", 0).movements[1..], piece(&chess, "N", 0).movements[..]);
}

#[test]
fn what_is_said_for_one_side_differs_for_one_side() {
    let chess = game("chess");
    let child = rules(r#"(extends: "chess", pieces: {"P": (promotes: (Black: None)), "N": (moves: (White: "NN"))})"#);
    assert_eq!(piece(&child, "P", 0).promotions, piece(&chess, "P", 0).promotions);
    assert!(piece(&child, "P", 1).promotions.is_empty());
    assert_eq!(piece(&child, "N", 1).movements, piece(&chess, "N", 1).movements);
    assert_ne!(piece(&child, "N", 0).movements, piece(&chess, "N", 0).movements);
    let horde = game("horde");
    let king = horde.piece_by_symbol("K").expect("Black has one");
    assert!(horde.piece_rules(king, 0).is_none() && horde.piece_rules(king, 1).is_some());
    assert_eq!(horde.castlings[..], chess.castlings[2..]);
    assert_eq!(piece(&horde, "P", 1).movements, piece(&chess, "P", 1).movements);
    // A grandchild that speaks to both sides of a parent that told them apart.
    let again = rules(r#"(extends: "horde", castling: (with: ["R", "Q"]))"#);
    assert_eq!((again.castlings.len(), again.castlings[0].partners.len()), (2, 2));
}

#[test]
fn play_differs_by_side() {
    let chess = game("chess");
    let unequal = rules(
        r#"(extends: "chess", must: (White: Capture), pass: (Black: Always), clock_resets: (White: "N"),
            on_capture: (Black: Explode(around: (Black: "W"))), on_arrival: Convert(around: (White: "F", Black: "W")),
            check: (may_remain: (White: true), may_be_given: (Black: false), facing: (White: "vR")))"#,
    );
    let [white, black] = [0, 1].map(|side| unequal.play(side));
    assert_eq!((white.obligations.len(), black.obligations.len()), (1, 0));
    assert_eq!((white.pass, black.pass), (Pass::Never, Pass::Always));
    // What is not said of a side stays the default: the types that only go forward.
    assert_eq!(black.clock_resets, chess.play(1).clock_resets);
    assert_eq!(unequal.piece_by_symbol("N").map(|knight| white.clock_resets[knight as usize]), Some(true));
    assert_eq!((&white.capture.blast, black.capture.blast.as_ref().map(|b| b.around.len())), (&None, Some(4)));
    assert_ne!(white.arrival, black.arrival);
    assert_eq!((white.check.may_not_remain, black.check.may_not_remain), (false, true));
    assert_eq!((white.check.may_not_be_given, black.check.may_not_be_given), (false, true));
    assert_eq!((white.check.facing.len(), black.check.facing.len()), (1, 0));
    // A child that speaks to one side leaves the other as it was.
    let parent = rules(r#"(extends: "racingkings", check: (White: (may_be_given: true)))"#);
    let given = [0, 1].map(|side| parent.play(side).check.may_not_be_given);
    assert_eq!(given, [false, true]);
}

#[test]
fn captures_and_capturers_differ_by_type_and_side() {
    let chess = game("chess");
    assert_eq!(piece(&chess, "P", 0).victims, (0..chess.pieces.len() as u8).collect::<Vec<_>>());
    assert_eq!(piece(&chess, "P", 0).capturer, Capturer::Arrives);
    let unequal = rules(
        r#"(extends: "chess", capturer: TurnsToWall, pieces: {
            "P": (captures: (White: ["P", "N"]), capturer: Arrives), "N": (capturable: (Black: false)), "R": (capturer: (Black: StaysBehind)),
        })"#,
    );
    let ids = |symbols: &str| -> Vec<PieceId> {
        symbols.split(' ').filter_map(|symbol| unequal.piece_by_symbol(symbol)).collect()
    };
    // Black's knights are of iron, White's are not.
    assert_eq!(piece(&unequal, "P", 0).victims, ids("P"));
    assert_eq!(piece(&unequal, "Q", 0).victims, ids("P B R Q K"));
    assert_eq!(piece(&unequal, "Q", 1).victims, ids("P N B R Q K"));
    let fates = ["P", "R", "Q"].map(|symbol| [0, 1].map(|side| piece(&unequal, symbol, side).capturer));
    assert_eq!(fates[0], [Capturer::Arrives; 2]);
    assert_eq!(fates[1], [Capturer::TurnsToWall, Capturer::StaysBehind]);
    assert_eq!(fates[2], [Capturer::TurnsToWall; 2]);
    assert!(unequal.board.walls);
}

#[test]
fn arrivals_convert_what_they_say() {
    let both = rules(
        r#"(extends: "ataxx", on_arrival: [Convert(around: "W", by: Moves), Convert(enclosed: "vR", by: Drops)])"#,
    );
    let [first, second] = &both.play(1).arrival[..] else { panic!("two conversions") };
    assert_eq!((first.by_moves, first.by_drops, second.by_moves, second.by_drops), (true, false, false, true));
    assert!(matches!(&first.of, Converted::Around(steps) if steps.len() == 4));
    // A line is meant both ways.
    assert_eq!(second.of, Converted::Enclosed(vec![Step { dx: 0, dy: -1 }, Step { dx: 0, dy: 1 }]));
}

#[test]
fn walls_are_placed_as_said() {
    let chess = game("chess");
    assert!(!chess.board.walls && chess.play.iter().all(|play| play.walling.is_none()));
    let walled = rules(
        r#"(extends: "chess", after_move: (White: PlaceWall, Black: PlaceWall(reach: Along("fR"), onto: "rank 1", wall: Standing, when: Optional)))"#,
    );
    assert!(walled.board.walls);
    let [white, black] = [0, 1].map(|side| walled.play(side).walling.as_ref().expect("both place walls"));
    assert_eq!((&white.reach, white.duty, white.moves_standing), (&WallReach::Anywhere, WallDuty::Always, false));
    assert_eq!(
        (black.duty, black.moves_standing, names(&walled, &black.onto).split(' ').count()),
        (WallDuty::Optional, true, 8)
    );
    // Seen by the side that moves: Black shoots down the board and builds on its own first rank.
    assert!(names(&walled, &black.onto).contains("a8"));
    let WallReach::Along(movements) = &black.reach else { panic!("{:?}", black.reach) };
    assert!(movements.iter().flat_map(|movement| &movement.rides).all(|ride| ride.step.dy < 0));
}

#[test]
fn castling_arrives_where_the_side_sees_it() {
    let chess = game("chess");
    let squares: Vec<String> =
        chess.castlings.iter().map(|c| names(&chess, &[c.king_to, c.partner_to].into_iter().collect())).collect();
    assert_eq!(squares, ["f1 g1", "c1 d1", "f8 g8", "c8 d8"]);
    assert_eq!(chess.castlings.iter().map(|c| c.towards).collect::<Vec<_>>(), [1, -1, 1, -1]);
}

#[test]
fn causes_name_the_file_that_said_it() {
    let minishogi = game("minishogi");
    let cause = &piece(&minishogi, "P", 0).drop.as_ref().expect("pawns drop").cause;
    assert!(cause.file.ends_with("shogi.ron") && !cause.file.ends_with("minishogi.ron"), "{cause:?}");
    assert_eq!(cause.text, "drops: (per_file: 1, may_not_mate: true)");
    assert!(minishogi.start.cause.file.ends_with("minishogi.ron"));
    let text = folder().find("shogi").expect("shogi").text;
    assert!(text.lines().nth(cause.line as usize - 1).is_some_and(|line| line.contains("per_file")), "{cause:?}");
}

#[test]
fn large_boards_have_no_fear() {
    let empty = vec!["32"; 30].join("/");
    let text = format!(
        r#"(board: (files: 32, ranks: 32, holes: "af32 a2"), pieces: {{"K": (moves: "K", royal: true), "Q": (moves: "QNN", owners: "White")}},
            start: "15k15_/{}/15QK15 w - - 0 1", end: [(if: Checkmated, then: Loses), (if: Stalemated, then: Draw)])"#,
        empty.replacen("32", "_31", 30).replacen("_31", "32", 29)
    );
    let rules = rules(&text);
    assert_eq!(rules.board.all().len(), 1022);
    assert_eq!(names(&rules, &rules.board.holes), "a2 af32");
}

#[test]
fn pieces_come_where_others_carry_them() {
    // Alfils of c1 and f1 do not come to e4 by themselves, nor do those of c8 and f8.
    let game = |rook: &str| {
        format!(
            "(extends: \"chess\", pieces: {{\"P\": (promotes: \"Q\"), \"B\": (moves: \"A\"), \"R\": (moves: \"{rook}\")}}, \
             end: [(if: Reached(pieces: [\"B\"], region: \"e4\"), then: Wins), Inherited])"
        )
    };
    for rook in ["RudR", "RucR", "RafudR", "R[dD-mW-umW]"] {
        assert_eq!(rules(&game(rook)).pieces.len(), 6, "{rook}");
    }
    // What is jumped stays.
    for rook in ["R", "R[dD-bucW]"] {
        let source = Source { file: "rook.ron".to_string(), text: game(rook) };
        let found = compile(&source, &folder()).err().map(|found| found.render(false)).unwrap_or_default();
        assert!(found.contains("can never bring such a piece to its goal"), "{rook}: {found}");
    }
}

/// The rules about the end that no line states: whom they are about, and whether the hand counts.
fn unstated(rules: &Rules) -> Vec<(Option<SideId>, bool)> {
    let stated = |rule: &&EndRule| rule.cause.line > 0;
    let told = |rule: &EndRule| match &rule.when {
        Condition::Extinct { subject: Subject::Either, at_most: 0, opponent_at_least: None, in_hand, .. } => {
            assert_eq!(rule.then, Verdict::Loses);
            (rule.of, *in_hand)
        }
        other => panic!("{other:?}"),
    };
    rules.end.iter().filter(|rule| !stated(rule)).map(told).collect()
}

#[test]
fn a_side_without_its_royals_has_lost() {
    let chess = |more: &str| unstated(&rules(&format!("(extends: \"chess\", {more})")));
    assert_eq!(chess(""), []);
    assert_eq!(chess(r#"on_arrival: Convert(around: "F")"#), [(None, false)]);
    assert_eq!(chess(r#"on_arrival: (Black: Convert(around: "F"))"#), [(Some(0), false)]);
    assert_eq!(chess(r#"on_capture: (White: Explode(around: "K"))"#), [(Some(1), false)]);
    assert_eq!(chess(r#"on_capture: (White: Explode(around: "K", spares: ["K"]))"#), []);
    assert_eq!(chess(r#"check: (may_remain: true)"#), [(None, false)]);
    assert_eq!(chess(r#"pieces: {"K": (promotes: (to: "Q", region: "rank 8"))}"#), [(None, false)]);
    // The file says it itself.
    let own = r#"check: (may_remain: true), end: [(if: Extinct(pieces: ["K"]), of: "Black", then: Draw), (if: Stalemated, then: Draw)]"#;
    assert_eq!(chess(own), [(Some(0), false)]);
    for name in folder().names() {
        assert_eq!(unstated(&game(&name)), [], "{name} says itself what the loss of royals means");
    }
}
