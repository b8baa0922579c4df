//! Games of more than two sides: turns, checks and captures among them, sides that go out, FEN.

use wazir_reference::Interpreter;
use wazir_runtime::{Game, Outcome, Perft, Reason, Standing, Style, Variant};
use wazir_variant_spec::{Source, compile};

/// A small game of four on a 6x6 board with kings and rooks; more fields may be added.
fn game(more: &str) -> Interpreter {
    let end = match more.contains("end:") {
        true => "",
        false => {
            r#"end: [
                (if: Extinct(pieces: ["K"]), then: Loses),
                (if: Checkmated, then: Loses),
                (if: Stalemated, then: Loses),
            ],"#
        }
    };
    let text = format!(
        r#"(
            name: "Four rooks",
            board: (files: 6, ranks: 6, holes: "f6"),
            sides: [
                (name: "Red", letter: "r", forward: Up),
                (name: "Blue", letter: "b", forward: Right),
                (name: "Yellow", letter: "y", forward: Down),
                (name: "Green", letter: "g", forward: Left),
            ],
            pieces: {{
                "K": (name: "King", moves: "K", royal: true),
                "R": (name: "Rook", moves: "R"),
                "P": (name: "Pawn", moves: "fmWfcF", promotes: "R"),
            }},
            start: "rK3yK_/6/2rP1yP1/2bP1gP1/6/bK4gK r - - 0 1",
            {more}
            {end}
        )"#
    );
    let source = Source { file: "four.ron".into(), text };
    match compile(&source, &wazir_variant_spec::Folder("../variants".into())) {
        Ok(compiled) => Interpreter::new(compiled.rules).expect("a right start"),
        Err(errors) => panic!("{}", errors.render(false)),
    }
}

fn at(game: &Interpreter, fen: &str) -> Box<dyn Game> {
    game.from_fen(fen, Style::Game).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn moves(position: &dyn Game) -> Vec<String> {
    let mut moves: Vec<String> =
        position.legal_moves().into_iter().map(|mv| position.move_text(mv, Style::Game)).collect();
    moves.sort();
    moves
}

fn play(position: &mut dyn Game, text: &str) {
    let mv = position.parse_move(text, Style::Game).unwrap_or_else(|error| panic!("{text}: {error}"));
    position.play(mv).expect("it is legal");
}

#[test]
fn forward_is_turned_for_each_side() {
    let game = game("");
    let start = game.start();
    let of = |fen: &str, from: &str| -> Vec<String> {
        moves(&*at(&game, fen)).into_iter().filter(|text| text.starts_with(from)).collect()
    };
    assert_eq!(moves(&*start).iter().filter(|text| text.starts_with("c4")).count(), 1);
    assert_eq!(of("rK3yK_/6/2rP1yP1/2bP1gP1/6/bK4gK r - - 0 1", "c4"), ["c4c5"]);
    assert_eq!(of("rK3yK_/6/2rP1yP1/2bP1gP1/6/bK4gK b - - 0 1", "c3"), ["c3d3"]);
    assert_eq!(of("rK3yK_/6/2rP1yP1/2bP1gP1/6/bK4gK y - - 0 1", "e4"), Vec::<String>::new(), "e3 is taken");
    assert_eq!(of("rK3yK_/6/2rP1yP1/2bP1gP1/6/bK4gK g - - 0 1", "e3"), ["e3d3"]);
    // Captures: diagonally forward. Green plays left: from d4 it takes on c5 and c3.
    assert_eq!(of("rK3yK_/2rP3/3gP2/2bP3/6/bK4gK g - - 0 1", "d4"), ["d4c3", "d4c4", "d4c5"]);
    // The pawn of each side promotes on the far line of its own: Blue on file f.
    assert_eq!(of("rK3yK_/6/4bP1/6/6/bK4gK b - - 0 1", "e4"), ["e4f4r"]);
}

#[test]
fn fens_come_back() {
    let game = game("");
    for fen in [
        "rK3yK_/6/2rP1yP1/2bP1gP1/6/bK4gK r - - 0 1",
        "rK3yK_/6/2rP1yP1/2bP3/6/bK5 y xg - - 3 7",
        "rK4_/6/2rP1yP1/2bP3/6/bK5 b xgy - - 3 7",
    ] {
        assert_eq!(at(&game, fen).fen(Style::Game), fen);
    }
    // FEN4's commas are read over.
    let four = at(&game, "rK,3,yK,_/6/2,rP,1,yP,1/2,bP,1,gP,1/6/bK,4,gK r - - 0 1");
    assert_eq!(four.fen(Style::Game), game.start().fen(Style::Game));
    for (fen, field, message) in [
        ("K3yK_/6/6/6/6/bK4gK r - - 0 1", "board", "a piece is the letter of its side"),
        ("rK3yK_/6/6/6/6/bK4gK w - - 0 1", "side to move", "`r` or `b` or `y` or `g`"),
        ("rK3yK_/6/6/6/6/bK5 r xgg - - 0 1", "sides that are out", "Green is out twice"),
        ("rK3yK_/6/6/6/6/bK5 g xg - - 0 1", "sides that are out", "it is the turn of Green"),
        ("rK3yK_/6/6/6/6/bK5 r xq - - 0 1", "sides that are out", "the letter of no side"),
        ("rK4_/6/6/6/6/6 r xgby - - 0 1", "position", "nobody is left to play against Red"),
        ("rK3yK_/6/6/6/6/bK5 r KQ - 0 1", "castling rights", "stand behind the letter of their side"),
    ] {
        let error = game.from_fen(fen, Style::Game).map(|_| ()).expect_err(fen);
        assert_eq!(error.field, field, "{fen}: {error}");
        assert!(error.message.contains(message), "{fen}: {error}");
    }
}

#[test]
fn the_turn_goes_round_and_the_full_move_with_it() {
    let game = game("");
    let mut position = at(&game, "rK2yK1_/6/6/1rR2bP1/5gR/bK3gK1 r - - 5 9");
    play(&mut *position, "a6a5");
    assert_eq!(position.turn(), 1);
    // Blue's king may go neither to file b (Red) nor to rank 2 (Green): only the pawn moves, and promotes on the last file.
    assert_eq!(moves(&*position), ["e3f2r", "e3f3r"]);
    play(&mut *position, "e3f3r");
    play(&mut *position, "d6e6");
    play(&mut *position, "e1e2");
    assert_eq!(position.fen(Style::Game), "4yK_/rK5/6/1rR3bR/4gKgR/bK5 r - - 2 10");
}

#[test]
fn the_last_side_wins() {
    let game = game("defeated: Removed,");
    // Red's rook on b3 and Green's on f2 hold Blue's king in its corner; Red's second rook gives mate on the first rank.
    let fen = "rK2yK1_/6/6/1rR4/2rR2gR/bK3gK1 r - - 0 1";
    let mut position = at(&game, fen);
    // c2c1 attacks a1 along the first rank: a2 is attacked by f2, b1 and b2 by b3. Blue, next to move, is mated and out.
    play(&mut *position, "c2c1");
    assert_eq!(position.turn(), 2, "the turn goes on to Yellow");
    assert_eq!(position.fen(Style::Game), "rK2yK1_/6/6/1rR4/5gR/2rR1gK1 y xb - - 1 1");
    assert_eq!(position.outcome(), None);
    // The same with two sides left out beforehand: the game is over, and everybody has a place.
    let mut last = at(&game, "rK4_/6/6/1rR4/2rR2rR/bK5 r xyg - - 0 1");
    play(&mut *last, "c2c1");
    let over = Outcome { winner: Some(0), reason: Reason::Checkmate };
    assert_eq!(last.outcome(), Some(over));
    assert_eq!(moves(&*last), Vec::<String>::new());
    let lost = |place| Standing::Lost { place };
    assert_eq!(over.standings(last.info(), &last.setup().out), [Standing::Won, lost(2), lost(4), lost(3)]);
}

#[test]
fn what_stays_is_dead_and_what_goes_over_is_alive() {
    let fen = "rK2yK1_/4bP1/6/1rR4/2rR2gR/bK3gK1 r - - 0 1";
    let stay = game("defeated: Stay,");
    let mut position = at(&stay, fen);
    play(&mut *position, "c2c1");
    assert_eq!(position.fen(Style::Game), "rK2yK1_/4bP1/6/1rR4/5gR/bK1rR1gK1 y xb - - 1 1");
    // The dead pawn on e5 attacks nothing, and Yellow's king can take it.
    assert!(moves(&*position).contains(&"d6e5".to_string()));
    let over = game("defeated: GoOver,");
    let mut position = at(&over, fen);
    play(&mut *position, "c2c1");
    assert_eq!(position.fen(Style::Game), "rK2yK1_/4rP1/6/1rR4/5gR/2rR1gK1 y xb - - 1 1");
    // Red's pawn plays up: from e5 it goes to e6 and attacks d6.
    assert_eq!(position.checkers().len(), 1);
}

#[test]
fn a_king_that_another_exposes_can_be_captured() {
    let game = game("defeated: Removed,");
    // Green's king, in check, stands between Red's rook and Yellow's king, and Red moves before Yellow.
    let mut position = at(&game, "rK3bK_/6/6/6/6/rR1gK1yK1 g - - 0 1");
    play(&mut *position, "c1c2");
    assert_eq!(position.turn(), 0);
    assert!(moves(&*position).contains(&"a1e1".to_string()), "Red takes the king that Green has exposed");
    play(&mut *position, "a1e1");
    assert_eq!(position.turn(), 1);
    assert_eq!(position.setup().out, [2]);
}

#[test]
fn allies_neither_check_nor_capture_each_other() {
    let teams = r#"teams: [["Red", "Yellow"], ["Blue", "Green"]],"#;
    let game = game(teams);
    let position = at(&game, "rK3yK_/6/6/6/yR5/1bK3gK r - - 0 1");
    assert!(position.checkers().is_empty(), "Yellow's rook is Red's ally");
    let red = at(&game, "rK3yK_/6/6/6/rR4yR/1bK3gK r - - 0 1");
    let along: Vec<String> = moves(&*red).into_iter().filter(|text| text.starts_with("a2")).collect();
    assert!(along.contains(&"a2e2".to_string()) && !along.contains(&"a2f2".to_string()), "{along:?}");
    assert_eq!(at(&game, "rK3yK_/6/6/6/6/1bK3gK y - - 0 1").perft(1, Perft::Bulk), 4);
}

#[test]
fn a_team_loses_together() {
    let fen = "rK2yK1_/6/6/1rR4/2rR2yR/bK3gK1 r - - 0 1";
    let alone = game(r#"teams: [["Red", "Yellow"], ["Blue", "Green"]],"#);
    let mut position = at(&alone, fen);
    // Blue is mated and out; Green plays on alone.
    play(&mut *position, "c2c1");
    assert_eq!((position.turn(), position.outcome()), (2, None));
    assert_eq!(position.setup().out, [1]);
    let together = game(
        r#"teams: [["Red", "Yellow"], ["Blue", "Green"]],
           end: [(if: Checkmated, then: TeamLoses), (if: Stalemated, then: Draw)],"#,
    );
    let mut position = at(&together, fen);
    play(&mut *position, "c2c1");
    let over = position.outcome().expect("the team has lost");
    assert_eq!((over.reason, over.winners(position.info())), (Reason::Checkmate, vec![0, 2]));
    let lost = Standing::Lost { place: 3 };
    assert_eq!(over.standings(position.info(), &[]), [Standing::Won, lost, Standing::Won, lost]);
    assert_eq!((position.turn(), position.count()), (1, 0));
}

/// Four-player chess on the 14x14 cross, from `variants/`.
fn cross(name: &str) -> Interpreter {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants");
    let text = std::fs::read_to_string(folder.join(format!("{name}.ron"))).expect("a rule file");
    match compile(&Source { file: format!("{name}.ron"), text }, &wazir_variant_spec::Folder(folder)) {
        Ok(compiled) => Interpreter::new(compiled.rules).expect("a right start"),
        Err(errors) => panic!("{}", errors.render(false)),
    }
}

/// Figures of `scripts/four_player_perft.py`, which is written from the rules of the game alone: promotions of three sides, captures among four, kings that are
/// captured, and mates after which the others play on.
#[test]
fn four_players_on_the_cross() {
    let ending = "___3yK4___/___8___/___1rR6___/bK13/2bP9gK1/14/6bP2yP4/5rP2gP5/14/4gR9/14/___8___/___2yR5___/___4rK3___ r - - 0 1";
    let mates = "___3yK4___/___7rR___/___8___/bK13/14/14/14/14/14/4rQ9/13gK/___8___/___8___/___4rK3___ r - - 0 1";
    for (name, of_ending, of_mates) in
        [("fourplayer", [26, 186, 4224], [66, 174, 429]), ("fourplayer-teams", [23, 111, 2086], [66, 174, 861])]
    {
        let game = cross(name);
        assert_eq!([1, 2].map(|depth| game.start().perft(depth, Perft::Bulk)), [20, 399], "{name}");
        assert_eq!(game.start().fen(Style::Game), game.info().start_fen);
        for (fen, figures) in [(ending, of_ending), (mates, of_mates)] {
            let position = at(&game, fen);
            assert_eq!([1, 2, 3].map(|depth| position.perft(depth, Perft::Bulk)), figures, "{name}: {fen}");
        }
    }
}
