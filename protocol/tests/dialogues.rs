//! What a GUI says and hears, protocol by protocol.

mod common;

use common::{Gui, dialogue};

#[test]
fn uci_introduces_itself_and_plays() {
    dialogue(
        None,
        "
        > uci
        id name Wazir *
        ...
        option name Threads type spin default 1 min 1 max 512
        ...
        option name UCI_Chess960 type check default false
        ...
        option name UCI_Variant type combo default chess var 3check * var xiangqi *
        ...
        uciok
        > isready
        readyok
        > ucinewgame
        > position startpos moves e2e4 e7e5
        > go depth 3
        info depth 3 seldepth 3 multipv 1 score cp 25 nodes 7 time 3 nps 2333 hashfull 0 pv a2a3 a7a6
        bestmove a2a3 ponder a7a6
        > go searchmoves d2d4 g1f3 depth 1
        info *
        bestmove g1f3 ponder *
        ",
    );
}

#[test]
fn uci_stops_when_told_and_not_before() {
    dialogue(
        None,
        "
        > uci
        ...
        uciok
        > position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1
        > go infinite
        info *
        > isready
        readyok
        > stop
        bestmove a1b1 *
        > go ponder wtime 4000 btime 4000
        info *
        > isready
        readyok
        > ponderhit
        bestmove a1b1 *
        > stop
        > ponderhit
        info string `ponderhit`: nothing is pondered on
        > go ponder
        info *
        > ponderhit
        > isready
        readyok
        > stop
        bestmove a1b1 *
        > go ponder movetime 1
        info *
        > position startpos
        bestmove a1b1 *
        > position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1
        > go movetime 10
        info depth 0 score mate 0
        bestmove (none)
        ",
    );
}

#[test]
fn uci_counts_and_shows() {
    dialogue(
        None,
        "
        > uci
        ...
        uciok
        > go perft 2
        ...
        Nodes searched: 400
        info string perft took *
        > position startpos moves e2e4
        > d
        8   r  n  b  q  k  b  n  r
        ...
        4   .  .  .  .  P  .  .  .
        ...
        Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
        Checkers:
        > eval
        info string evaluation 20 cp *
        ",
    );
}

#[test]
fn uci_knows_every_game() {
    dialogue(
        None,
        "
        > uci
        ...
        uciok
        > setoption name UCI_Variant value crazyhouse
        > position startpos moves e2e4 d7d5 e4d5 d8d5
        > go searchmoves P@e4 depth 1
        info *
        bestmove P@e4 *
        > setoption name UCI_Variant value nonsense
        info string no game is called `nonsense`
        > setoption name UCI_Variant value duck
        > position startpos moves e2e4,e4e5
        > go searchmoves g8f6,f6e6 depth 1
        info *
        bestmove g8f6,f6e6 *
        > setoption name UCI_Variant value fischerandom
        > setoption name UCI_Chess960 value true
        > position fen 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1 moves e1h1
        > d
        ...
        Fen: 4k3/8/8/8/8/8/8/R4RK1 b - - 1 1
        ",
    );
}

#[test]
fn what_is_wrong_is_said_and_nothing_ends() {
    dialogue(
        None,
        "
        > hello
        info string `hello` names no protocol (uci, ucicyclone, ugi, usi, ucci, xboard), so this is UCI
        info string unknown command `hello`; there are *
        > uci
        ...
        uciok
        > position startpos moves e2e5
        info string move 1: `e2e5` is not a legal move here; did you mean *
        > position fen 8/8
        info string FEN *; there is no position until one is accepted
        > position nowhere
        info string `position nowhere`: expected `startpos`, *
        > go depth deep
        info string `depth deep`: `deep` is no number in range; nothing is searched
        > setoption name Hash value 0
        info string Hash: `0` is not a number from 1 to 131072
        > setoption name Colour value blue
        info string no option is called `Colour`; there are *
        > setoption Hash 5
        info string `setoption Hash 5`: expected `setoption name NAME value VALUE`
        > isready
        readyok
        ",
    );
}

#[test]
fn rule_files_are_learnt() {
    let folder = std::env::temp_dir().join(format!("wazir-protocol-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("tiny.ron");
    let rules = "(name: \"Tiny\", board: (files: 3, ranks: 3), pieces: {\"K\": (name: \"King\", moves: \"K\", royal: true)}, \
                 start: \"1k1/3/1K1 w - - 0 1\", end: [(if: Checkmated, then: Loses), (if: Stalemated, then: Draw)])";
    std::fs::write(&file, rules).unwrap();
    let gui = Gui::new(None);
    gui.ask("uci", "uciok");
    let told = gui.ask(&format!("setoption name VariantPath value {}", folder.display()), "info string");
    assert!(told.ends_with(": tiny"), "{told}");
    gui.say("setoption name UCI_Variant value tiny");
    let best = gui.ask("position startpos\ngo depth 1", "bestmove");
    assert!(best.starts_with("bestmove b1a1"), "{best}");
    std::fs::write(&file, "(name: \"Tiny\"").unwrap();
    let told = gui.ask(&format!("setoption name VariantPath value {}", file.display()), "info string");
    assert!(told.contains("tiny.ron"), "{told}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn usi_numbers_files_from_the_right() {
    dialogue(
        None,
        "
        > usi
        id name Wazir *
        ...
        option name USI_Hash type spin default 16 min 1 max 131072
        ...
        option name USI_Variant type combo default shogi *
        ...
        usiok
        > usinewgame
        > position startpos moves 7g7f 3c3d 8h2b+
        > d
        ...
        Fen: lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4
        ...
        > position sfen lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w 2Pb 4 moves 3a2b
        > d
        ...
        Fen: lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b 2P2b 5
        ...
        > go searchmoves P*3e depth 1
        info string searchmoves: `P*3e` is not a legal move here*
        info depth 0 score cp 0
        bestmove resign
        > position sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1
        > go searchmoves G*5e depth 1
        info depth 1 seldepth 1 multipv 1 score cp 25 nodes 7 time 3 nps 2333 hashfull 0 pv G*5e *
        bestmove G*5e *
        > go mate 1000
        info depth 1 seldepth 1 multipv 1 score mate 3 *
        checkmate *
        > position startpos moves 7g7h
        info string move 1: `7g7h` is not a legal move here; did you mean *7g7f*
        > position startpos moves xx
        info string move 1: `xx` is not a move; squares are named 9i to 1a here, *
        > go btime 1000 wtime 1000 byoyomi 100
        info *
        bestmove *
        > gameover win
        > isready
        readyok
        ",
    );
}

#[test]
fn ucci_counts_ranks_from_0() {
    dialogue(
        None,
        "
        > ucci
        id name Wazir *
        ...
        option hashsize type spin default 16 min 1 max 131072
        option newgame type button
        ...
        option usemillisec type check default false
        ucciok
        > setoption hashsize 32
        > setoption newgame
        > setoption usemillisec true
        > position startpos moves h2e2
        > go time 1000 increment 0
        info depth 1 score 25 nodes 7 time 3 pv *
        bestmove *
        > position fen 3k5/9/9/9/9/9/9/9/9/4K4 r - - 0 1
        > banmoves e0f0
        > go depth 1
        info *
        bestmove e0e1 *
        > banmoves e0e1 e0f0 e0e2
        info string banmoves: `e0e2` is not a legal move here*
        > go depth 1
        info depth 0 score 0
        nobestmove
        ",
    );
}

#[test]
fn cyclone_is_uci_on_the_squares_of_ucci() {
    dialogue(
        None,
        "
        > ucicyclone
        ...
        uciok
        > position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7
        > go searchmoves h0g2 depth 1
        info depth 1 seldepth 1 multipv 1 score cp 25 *
        bestmove h0g2 *
        ",
    );
}

#[test]
fn cyclone_is_known_by_its_positions() {
    // As uci2wb speaks it.
    dialogue(
        None,
        "
        > uci
        ...
        uciok
        > fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2
        > go searchmoves h9g7 depth 1
        info *
        bestmove h9g7 *
        ",
    );
}

#[test]
fn ugi_answers_questions() {
    dialogue(
        Some("ataxx"),
        "
        > ugi
        ...
        option name UCI_Variant type combo default ataxx *
        ...
        ugiok
        > uginewgame
        > isready
        readyok
        > position startpos
        > query p1turn
        response true
        > query gameover
        response false
        > query result
        response none
        > go p1time 1000 p2time 1000 p1inc 10 p2inc 10
        info *
        bestmove *
        > position fen 7/7/7/7/7/7/PPPPPPP b - - 0 1
        > query gameover
        response true
        > query result
        response p1win
        > query weather
        info string `query weather`: expected *
        ",
    );
}

#[test]
fn xboard_plays_a_game() {
    dialogue(
        None,
        "
        > xboard
        > protover 2
        ...
        feature done=0
        ...
        feature ping=1 setboard=1 *
        feature variants=\"*,normal,*shogi*\"
        ...
        feature done=1
        > new
        > level 40 0:02 0
        > post
        > ping 1
        pong 1
        > usermove e2e4
        1 25 0 7 1 2333 0\t*
        ...
        move *
        > force
        > usermove e2e5
        Illegal move (*): e2e5
        > undo
        > undo
        > undo
        Error (there is no move to take back): undo
        > setboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1
        > st 1
        > playother
        > usermove g6g7
        1-0 {White wins: checkmate}
        > setboard nonsense
        tellusererror Illegal position: FEN board: *
        > frobnicate 3
        Error (unknown command): frobnicate 3; *
        ",
    );
}

#[test]
fn xboard_lets_it_think_in_the_time_of_the_opponent() {
    // Each search is reported once here: where the expected move is made, the one that ponders goes on.
    dialogue(
        None,
        "
        > xboard
        > new
        > st 0.05
        > hard
        > post
        > usermove e2e4
        1 25 0 7 1 2333 0\ta7a6 a2a3
        move a7a6
        1 25 0 7 1 2333 0\t(a2a3) *
        > time 1000
        > usermove a2a3
        move *
        1 25 0 7 1 2333 0\t(*
        > usermove d2d4
        1 25 0 7 1 2333 0\t*
        move *
        ...
        > force
        > ping 1
        pong 1
        ",
    );
}

#[test]
fn draws_are_accepted_by_who_is_worse() {
    dialogue(
        None,
        "
        > xboard
        > new
        > st 0.01
        > draw
        > usermove e2e4
        move *
        > draw
        > ping 1
        pong 1
        > setboard rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        > usermove e2e4
        move *
        > draw
        offer draw
        > result 1/2-1/2 {Draw by mutual agreement}
        > draw
        > ping 2
        pong 2
        ",
    );
    dialogue(
        None,
        "
        > ucci
        ...
        ucciok
        > position fen 3k5/9/9/9/9/9/9/9/9/4K3P r - - 0 1
        > go draw depth 1
        info *
        bestmove *
        > position fen 3k4p/9/9/9/9/9/9/9/9/4K4 r - - 0 1
        > go draw depth 1
        info *
        bestmove * draw
        > go ponder depth 1
        info *
        > ponderhit draw
        bestmove * draw
        > go depth 1
        info *
        bestmove e0f0 ponder d9d8
        ",
    );
}

#[test]
fn levels_have_the_names_of_guis() {
    dialogue(
        None,
        "
        > uci
        ...
        option name UCI_LimitStrength type check default false
        option name UCI_Elo type spin default 2400 min 600 max 2400
        ...
        uciok
        > setoption name UCI_LimitStrength value true
        > setoption name UCI_Elo value 800
        > setoption name UCI_Elo value 3000
        info string UCI_Elo: `3000` is not a number from 600 to 2400
        > go depth 1
        info *
        bestmove *
        ",
    );
}

#[test]
fn xboard_analyses() {
    dialogue(
        None,
        "
        > xboard
        > new
        > analyze
        1 25 0 7 1 2333 0\t*
        > .
        stat01: 0 7 1 0 0
        > usermove d2d4
        1 25 *
        > undo
        1 25 *
        > ping 3
        pong 3
        > exit
        > hint
        Hint: *
        ",
    );
}

#[test]
fn xboard_is_told_of_games_it_does_not_know() {
    dialogue(
        None,
        "
        > xboard
        > new
        > variant minishogi
        setup (P.BR.S...G.+.++.+Kp.br.s...g.+.++.+k) 5x5+5_shogi rbsgk/4p/5/P4/KGSBR[] w - - 0 1
        piece P& fW
        piece S& FfW
        ...
        piece +B& BW
        ...
        > variant amazon
        setup (*) 8x8+0_fairy rnbakbnr/*
        ...
        piece K& KirO2ilO2
        ...
        > variant nonsense
        Error (cannot play the variant nonsense): no game is called `nonsense`
        > variant xiangqi
        > force
        > usermove h2e2
        > usermove h9g7
        > go
        move *
        ",
    );
}

#[test]
fn castling_and_passes_have_words_of_their_own_in_xboard() {
    dialogue(
        None,
        "
        > xboard
        > new
        > variant fischerandom
        > force
        > setboard 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1
        > usermove O-O
        > usermove e8e7
        > undo
        > undo
        > usermove O-O-O
        > ping 1
        pong 1
        ",
    );
}

#[test]
fn the_end_of_the_input_ends_the_search() {
    let gui = Gui::new(None);
    gui.ask("uci", "uciok");
    gui.ask("go infinite", "info");
    let (rest, result) = gui.end();
    assert_eq!(result, Ok(()));
    assert!(rest.iter().any(|line| line.starts_with("bestmove ")), "{rest:?}");
    assert_eq!(Gui::new(None).end(), (Vec::new(), Ok(())));
}

#[test]
fn the_end_of_the_input_ends_long_searches_within_a_second() {
    for long in
        ["go depth 100", "go movetime 60000", "go wtime 9000000 btime 9000000", "go nodes 99999999999", "go perft 90"]
    {
        let gui = Gui::new(None);
        gui.ask("uci", "uciok");
        gui.say(long);
        let begun = std::time::Instant::now();
        let (rest, result) = gui.end();
        assert_eq!(result, Ok(()));
        assert!(begun.elapsed() < std::time::Duration::from_secs(3), "{long}: {:?}", begun.elapsed());
        assert!(long.contains("perft") || rest.iter().any(|line| line.starts_with("bestmove ")), "{long}: {rest:?}");
    }
}

#[test]
fn what_is_beyond_a_limit_is_refused_and_named() {
    let gui = Gui::new(None);
    gui.ask("uci", "uciok");
    let most = wazir_protocol::LONGEST_VALUE;
    let option =
        |length: usize| gui.ask(&format!("setoption name UCI_Variant value {}", "x".repeat(length)), "info string");
    assert!(option(most).contains("no game is called"), "at the limit");
    assert!(option(most + 1).contains("more than 4096 bytes"), "above");
    // None of them is a move: that is seen at the first, where they are looked at.
    let moves = |number: usize| gui.ask(&format!("position startpos moves {}", "a1a1 ".repeat(number)), "info string");
    assert!(moves(wazir_protocol::MOST_MOVES).starts_with("info string move 1: "), "at the limit");
    assert!(moves(wazir_protocol::MOST_MOVES + 1).contains("20001 moves are more than 20000, which is the limit"));
    assert!(gui.ask("go perft 101", "info string").contains("100, which is the limit"));
    assert!(gui.ask("go depth 121 nodes 1", "info string").contains("`depth 120`, which is the limit"));
    gui.hear_until("bestmove");
    let line = |length: usize| gui.ask(&"x".repeat(length), "info string");
    let most = wazir_protocol::serve::LONGEST_LINE as usize;
    assert!(line(most - 1).contains("unknown command"));
    assert!(line(most).contains("is left out"));
    let fen = |length: usize| gui.ask(&format!("position fen {}", "8".repeat(length)), "info string");
    assert!(!fen(wazir_runtime::fen::LONGEST).contains("limit"));
    assert!(fen(wazir_runtime::fen::LONGEST + 1).contains("more than 32768 bytes, which is the limit"));
    assert_eq!(gui.end().1, Ok(()));
}

#[test]
fn lines_that_wait_for_a_search_are_limited() {
    let gui = Gui::new(None);
    gui.ask("uci", "uciok");
    let most = wazir_protocol::MOST_WAITING;
    gui.say(&format!("go movetime 400\n{}", "setoption name MultiPV value 1\n".repeat(most)));
    assert!(gui.ask("position startpos", "info string").contains("wait for the end of the search, which is the limit"));
    gui.hear_until("bestmove");
    assert_eq!(gui.end().1, Ok(()));
}

#[test]
fn a_first_game_that_does_not_exist_is_an_error() {
    let gui = Gui::new(Some("nonsense"));
    gui.say("uci");
    assert_eq!(gui.end(), (Vec::new(), Err("no game is called `nonsense`".to_string())));
}

#[test]
fn all_lines_may_be_written_at_once() {
    let gui = Gui::new(None);
    gui.say("uci\ngo perft 2\nposition startpos moves e2e4\ngo movetime 30\neval\nisready\ngo perft 1");
    let (said, result) = gui.end();
    assert_eq!(result, Ok(()));
    let at = |part: &str| {
        said.iter().position(|line| line.starts_with(part)).unwrap_or_else(|| panic!("no `{part}` in {said:?}"))
    };
    assert!(at("Nodes searched: 400") < at("bestmove "));
    assert!(at("bestmove ") < at("Nodes searched: 20"));
    at("info string evaluation");
}

#[test]
fn nothing_is_answered_for_a_position_that_was_refused() {
    dialogue(
        None,
        "
        > uci
        ...
        uciok
        > position startpos moves e2e4
        > position fen 8/8 w - - 0 1
        info string FEN board: *; there is no position until one is accepted
        > go depth 1
        info string there is no position: FEN board: *
        bestmove (none)
        > go perft 1
        info string there is no position: *
        > d
        info string there is no position: *
        > eval
        info string there is no position: *
        > query gameover
        info string there is no position: *
        > position startpos moves e2e4 e2e5
        info string move 2: `e2e5` *; there is no position until one is accepted
        > go depth 1
        info string there is no position: move 2: *
        bestmove (none)
        > position
        info string `position `: expected `startpos`, *
        > position startpos moves e2e4 e7e5
        > go depth 1 searchmoves g1f3
        info depth *
        bestmove g1f3 *
        > setoption name UCI_Variant value nonsense
        info string no game is called `nonsense`
        > go depth 1
        info string there is no position: no game is called `nonsense`
        bestmove (none)
        > setoption name UCI_Variant value atomic
        > go depth 1
        info *
        bestmove *
        ",
    );
    dialogue(
        None,
        "
        > usi
        ...
        usiok
        > position sfen nonsense
        info string FEN *
        > go mate 100
        info string there is no position: *
        checkmate nomate
        > go btime 100 wtime 100
        info string there is no position: *
        bestmove resign
        ",
    );
    dialogue(
        None,
        "
        > ucci
        ...
        ucciok
        > position fen nonsense
        info string FEN *
        > banmoves a0a1
        info string there is no position: *
        > go depth 1
        info string there is no position: *
        nobestmove
        ",
    );
    dialogue(
        None,
        "
        > xboard
        > new
        > sd 1
        > setboard nonsense
        tellusererror Illegal position: FEN board: *
        > usermove e2e4
        Illegal move (there is no position until one is accepted): e2e4
        > go
        Error (there is no position until one is accepted): go; FEN board: *
        > analyze
        Error (there is no position until one is accepted): analyze; FEN board: *
        > exit
        > hint
        Error (there is no position until one is accepted): hint; FEN board: *
        > undo
        Error (there is no position until one is accepted): undo; FEN board: *
        > setboard 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1
        > go
        move *
        > variant nonsense
        Error (cannot play the variant nonsense): no game is called `nonsense`
        > go
        Error (there is no position until one is accepted): go; no game is called `nonsense`
        > new
        > usermove e2e4
        move *
        ",
    );
}

#[test]
fn a_position_that_is_lost_is_one_that_is_refused() {
    let gui = Gui::new(None);
    gui.ask("uci", "uciok");
    gui.say(&format!("position startpos moves {}", "e2e4 ".repeat(200_000)));
    assert!(gui.hear_until("info string").pop().unwrap().contains("`position startpos moves e2e4"));
    let last = gui.ask("go depth 1", "bestmove");
    assert_eq!(last, "bestmove (none)");
    // One that came when no more lines could wait.
    gui.say("position startpos\ngo movetime 300");
    gui.say(&"setoption name MultiPV value 1\n".repeat(wazir_protocol::MOST_WAITING));
    gui.say("position startpos moves e2e4");
    assert!(!gui.ask("stop", "bestmove").contains("none"));
    assert_eq!(gui.ask("go depth 1", "bestmove"), "bestmove (none)");
    assert_eq!(gui.end().1, Ok(()));
}

#[test]
fn what_waits_is_stopped_and_hit_as_well() {
    let gui = Gui::new(None);
    gui.ask("uci", "uciok");
    // Each of the searches is endless; `stop` means both, and nothing waits for ever.
    gui.say("go infinite\nposition startpos moves e2e4\ngo infinite\nstop");
    gui.hear_until("bestmove");
    gui.hear_until("bestmove");
    // The first two are ended by what comes later, the last one by the hit.
    gui.say("go infinite\nposition startpos\ngo ponder wtime 100 btime 100\nponderhit");
    gui.hear_until("bestmove");
    gui.hear_until("bestmove");
    gui.say("go infinite\nposition startpos\ngo infinite\nposition startpos\ngo depth 1");
    for _ in 0..3 {
        gui.hear_until("bestmove");
    }
    assert_eq!(gui.end().1, Ok(()));
}

#[test]
fn what_a_game_has_no_use_for_is_read_over_and_said() {
    dialogue(
        None,
        "
        > uci
        ...
        uciok
        > setoption name UCI_Variant value antichess
        > position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        info string FEN castling*; that is read over
        > go depth 1
        info depth 1 *
        bestmove *
        > position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Z - 0 1
        info string FEN *; there is no position until one is accepted
        > setoption name UCI_Variant value chess
        > position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1
        > go depth 1
        info depth 1 *
        bestmove *
        ",
    );
}

#[test]
fn xboard_leaves_moves_out_of_the_analysis() {
    dialogue(
        None,
        "
        > xboard
        > protover 2
        ...
        feature ping=1 * exclude=1 *
        ...
        feature done=1
        > analyze
        1 25 0 7 1 *\ta2a3 a7a6
        > exclude a2a3
        1 25 0 7 1 *\tb2b3 *
        > exclude b2b3
        1 25 0 7 1 *\tc2c3 *
        > include a2a3
        1 25 0 7 1 *\ta2a3 *
        > exclude all
        > include g1f3
        1 25 0 7 1 *\tg1f3 *
        > exclude g1g3
        Error (no move to leave out or let in): `g1g3` is not a legal move here*
        > usermove e2e4
        1 25 0 7 1 *\ta7a6 *
        > include all
        1 25 0 7 1 *\ta7a6 *
        > exit
        > quit
        ",
    );
}

#[test]
fn what_was_not_counted_is_not_told() {
    dialogue(
        None,
        "
        > uci
        ...
        option name UCI_ShowWDL type check default false
        ...
        uciok
        > setoption name UCI_ShowWDL value true
        > go depth 1
        info string UCI_ShowWDL: how games of Chess end by score has not been counted, so there is no wdl
        info depth 1 seldepth 1 multipv 1 score cp 25 nodes 7 *
        bestmove a2a3 *
        > go depth 1
        info depth 1 seldepth 1 multipv 1 score cp 25 nodes 7 *
        bestmove a2a3 *
        ",
    );
}

#[test]
fn xboard_is_offered_what_it_can_show() {
    let gui = Gui::new(None);
    gui.say("xboard\nprotover 2");
    let features = gui.hear_until("feature done=1");
    let variants = features.iter().find_map(|line| line.strip_prefix("feature variants=\"")).expect("its variants");
    let offered: Vec<&str> = variants.trim_end_matches('"').split(',').collect();
    for known in ["normal", "shogi", "xiangqi", "amazon", "grasshopper", "torpedo"] {
        assert!(offered.contains(&known), "{known}");
    }
    // Moves that place a wall, and more sides than two.
    for unknown in ["duck", "amazons", "fourplayer"] {
        assert!(!offered.contains(&unknown), "{unknown}");
    }
    let told = gui.ask("variant duck", "telluser");
    assert_eq!(told, "telluser duck cannot be shown by XBoard: XBoard has no way to say that a move places a wall");
    // Whoever plays it all the same writes the wall's square behind its piece's.
    assert!(gui.ask("force\nusermove e2e4,e4e5\ngo", "move").contains(','));
}

/// Who passes where the generals face each other accepts that, and the game is over: a check (here by the cannon that jumps its own general) need not be minded then
/// (<https://github.com/fairy-stockfish/Fairy-Stockfish/issues/94>). Where they do not, it has to be.
#[test]
fn a_facing_is_accepted_in_check_in_janggi() {
    let gui = Gui::new(Some("janggi"));
    gui.ask("uci", "uciok");
    let checked = "1n1a2bn1/R6c1/rc1k5/p3b4/2p1p2p1/PC2P2P1/1P7/1R1K5/1B3A3/1N1CA1B2 b - - 11 32";
    let facing = "1n1a2bn1/R6c1/rc1k5/p3b4/2p1p2p1/PC2P2P1/1P7/1R1K5/1B3A3/1N2A1B1C b - - 11 32";
    let apart = "1n1a2bn1/R6c1/rc1k5/p3b4/2p1p2p1/PC2P2P1/1P1P5/1R2K4/1B3A3/1N1CA1B2 b - - 11 32";
    let leaves = |fen: &str| {
        gui.say(&format!("position fen {fen}\ngo perft 1"));
        gui.hear_until("Nodes searched")
    };
    assert!(leaves(checked).iter().any(|line| line.starts_with("d8d8")));
    assert!(leaves(facing).iter().any(|line| line.starts_with("d8d8")));
    assert!(!leaves(apart).iter().any(|line| line.starts_with("d8d8")));
}
