//! Inputs to begin with, made from the project's own texts.

use crate::games::{game, library, names};
use std::{collections::BTreeSet, fs, path::Path};
use wazir_runtime::{Style, Variant};
use wazir_variant_spec::Library;

/// Rule files: all of `variants/`.
pub fn rules() -> Vec<Vec<u8>> {
    texts().into_iter().map(String::into_bytes).collect()
}

fn texts() -> Vec<String> {
    let library = library();
    library.names().iter().filter_map(|name| library.find(name)).map(|source| source.text).collect()
}

/// The movements in these files, and some that none of them has.
pub fn betza() -> Vec<Vec<u8>> {
    const MORE: [&str; 8] =
        ["mRctpR", "[cW-mW-umW]", "tpafmW", "(az)N", "qN", "mafsmafW", "xaN", "gQ2W03(4,1)(4,1)ifmnDNX"];
    let texts = texts();
    let quoted = texts.iter().flat_map(|text| text.split("moves: ").skip(1)).filter_map(|rest| {
        let (_, rest) = rest.split_once('"')?;
        Some(rest.split_once('"')?.0)
    });
    let unique: BTreeSet<&str> = quoted.chain(MORE).collect();
    unique.into_iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Each game's start, and the positions of the table of perft figures.
pub fn fen() -> Vec<Vec<u8>> {
    let starts = (0..names().count()).map(|place| with_pick(place, &game(place).start().fen(Style::Game)));
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/data/perft.tsv");
    let table = fs::read_to_string(table).expect("the table is there");
    // (Some of them: each has all its moves played.)
    let rows = table.lines().step_by(8).filter_map(|row| {
        let (name, rest) = row.split_once('\t')?;
        Some(with_pick(names().position(|known| known == name)?, rest.split('\t').next()?))
    });
    starts.chain(rows).collect()
}

/// The first moves of each game.
pub fn moves() -> Vec<Vec<u8>> {
    let first_moves = |place: usize| {
        let mut game = game(place).start();
        let mut words = Vec::new();
        for number in 0..6 {
            let moves = game.legal_moves();
            let Some(&mv) = moves.get(number * 7 % moves.len().max(1)) else { break };
            words.push(game.move_text(mv, Style::Game));
            game.play(mv).expect("a legal move can be played");
        }
        with_pick(place, &words.join(" "))
    };
    (0..names().count()).map(first_moves).collect()
}

fn with_pick(place: usize, text: &str) -> Vec<u8> {
    let mut data = vec![u8::try_from(place).expect("a byte picks each game")];
    data.extend(text.as_bytes());
    data
}

/// What GUIs say, in each protocol.
pub fn protocol() -> Vec<Vec<u8>> {
    [
        "uci\nsetoption name UCI_Variant value tictactoe\nisready\nucinewgame\nposition startpos moves P@b2\ngo depth 1\nd\neval\nquit\n",
        "uci\nposition fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1g1 e8e7\ngo wtime 100 btime 100 winc 1 binc 1 movestogo 3\ngo perft 1\nquit\n",
        "uci\nsetoption name UCI_Chess960 value true\nsetoption name MultiPV value 3\nposition startpos\ngo infinite\nstop\ngo ponder nodes 5\nponderhit\n",
        "usi\nusinewgame\nposition startpos moves 7g7f 3c3d 8h2b+\ngo btime 10 wtime 10 byoyomi 5\ngameover win\nquit\n",
        "usi\nposition sfen 4k4/9/9/9/9/9/9/9/4K4 b 2P 1 moves P*5e\ngo mate 100\nquit\n",
        "ucci\nposition startpos moves h2e2 h9g7\nbanmoves a3a4\ngo time 10 increment 1\nquit\n",
        "ucicyclone\nposition startpos moves b0c2\ngo movetime 1\nquit\n",
        "ugi\nsetoption name UCI_Variant value tictactoe\nquery result\nquery p1turn\nposition startpos moves P@a1 P@b1\ngo\nquit\n",
        "xboard\nprotover 2\nnew\nvariant crazyhouse\nforce\nusermove e2e4\nusermove d7d5\nusermove e4d5\nundo\nremove\ngo\nlevel 40 5 0\ntime 100\notim 100\n?\nquit\n",
        "xboard\nvariant shogi\nsetboard lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 1\nanalyze\n.\nexit\nhint\nping 3\nresult 1-0 {x}\nquit\n",
        "setoption name VariantPath value nowhere.ron\nd\ndebug on\nregister later\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

/// What host and guest say to each other during a game, said to each of them.
pub fn messages() -> Vec<Vec<u8>> {
    const SAID: [&str; 7] = [
        r#"{"type":"move","ply":0,"text":"P@b2","clocks":[]}"#,
        "{\"type\":\"chat\",\"text\":\"hello \\u001b[2J\"}\n{\"type\":\"offer_draw\"}\n{\"type\":\"decline_draw\"}\n{\"type\":\"accept_draw\"}",
        "{\"type\":\"ask\",\"asked\":{\"takeback\":{\"ply\":0}}}\n{\"type\":\"agree\",\"asked\":{\"takeback\":{\"ply\":0}}}\n{\"type\":\"ask\",\"asked\":\"rematch\"}",
        "{\"type\":\"move\",\"ply\":0,\"text\":\"P@a1\",\"clocks\":[]}\n{\"type\":\"move\",\"ply\":1,\"text\":\"P@a2\",\"clocks\":[]}\n{\"type\":\"resign\"}\n{\"type\":\"ask\",\"asked\":\"rematch\"}\n{\"type\":\"decline\",\"asked\":\"rematch\"}",
        "{\"type\":\"clocks\",\"clocks\":[]}\n{\"type\":\"timeout\",\"side\":0}\n{\"type\":\"timeout\",\"side\":200}",
        "{\"type\":\"ping\"}\n{\"type\":\"ready\"}\n{\"type\":\"seated\",\"seat\":\"7\"}\n{\"type\":\"need_rules\"}\n{\"type\":\"bye\",\"reason\":\"enough\"}",
        "{\"type\":\"rules\",\"file\":{\"file\":\"x.ron\",\"text\":\"()\"},\"parents\":[]}",
    ];
    let to = |role: u8| SAID.iter().map(move |text| [&[role], text.as_bytes()].concat());
    to(0).chain(to(1)).collect()
}

/// Files of games, in PGN, KIF and CSA.
pub fn pgn() -> Vec<Vec<u8>> {
    const FILES: [(&str, &str); 9] = [
        (
            "chess",
            "[Event \"Casual \\\"blitz\\\" game\"]\n[Result \"1-0\"]\n\n{Before.} 1. e4 $1 {[%clk 0:03:00] best} 1... e5 2. Nf3 (2. f4\nexf4 (2... d5 {Falkbeer} 3. exd5) 3. Bc4) 2... Nc6 1-0\n",
        ),
        ("chess", "% hidden\n1.e4! e5?! ; a remark\n2.Nf3 !? {and} {another} *\n\n[Event \"2\"]\n\n1. d4 d5 1/2-1/2\n"),
        ("chess", "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 9\"]\n\n9... Ke7 10. O-O-O *\n"),
        ("crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@e4 Qxe4+ 0-1\n"),
        ("fourplayer", "[Result \"*\"]\n\n*\n"),
        ("xiangqi", "1. Ch2-e2 Nh10-g8 *\n"),
        ("shogi", "1. P-c4 P-g6 2. Bxh8+ *\n"),
        (
            "shogi",
            "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)\n   3 投了\n",
        ),
        ("shogi", "V2.2\nN+a\nN-b\nPI\n+\n+7776FU\nT1\n-3334FU\n%TORYO\n"),
    ];
    let place = |name: &str| names().position(|known| known == name).expect("there is such a game");
    FILES.iter().map(|(name, text)| with_pick(place(name), text)).collect()
}

/// Live games: a byte that picks game and clocks, then what is said in them.
pub fn live() -> Vec<Vec<u8>> {
    const GAMES: [(u8, &str); 10] = [
        (
            0,
            "0{\"t\":\"move\",\"u\":\"P@b2\",\"ply\":0,\"id\":\"a\"}\n1{\"t\":\"move\",\"u\":\"P@a1\",\"ply\":1,\"id\":\"b\"}",
        ),
        (
            2,
            "0{\"t\":\"move\",\"u\":\"e2e4\",\"ply\":0,\"id\":\"a\"}\n1{\"t\":\"move\",\"u\":\"e7e5\",\"ply\":1,\"id\":\"b\"}\n0{\"t\":\"takeback\",\"side\":0,\"id\":\"c\"}\n1{\"t\":\"accept\",\"what\":\"takeback\",\"side\":1,\"id\":\"d\"}",
        ),
        (
            2,
            "0{\"t\":\"resign\",\"side\":0,\"id\":\"a\"}\n1{\"t\":\"rematch\",\"side\":1,\"id\":\"b\"}\n0{\"t\":\"rematch\",\"side\":0,\"id\":\"c\"}",
        ),
        (
            2,
            "0{\"t\":\"move\",\"u\":\"d2d4\",\"ply\":0,\"id\":\"a\"}\n0{\"t\":\"draw\",\"side\":0,\"id\":\"b\"}\n1{\"t\":\"decline\",\"what\":\"draw\",\"side\":1,\"id\":\"c\"}\n0{\"t\":\"undraw\",\"side\":0,\"id\":\"d\"}",
        ),
        (
            3,
            "0{\"t\":\"move\",\"u\":\"e2e4\",\"ply\":0,\"id\":\"a\"}\n1{\"t\":\"move\",\"u\":\"c7c5\",\"ply\":1,\"id\":\"b\"}\n>70000\n1{\"t\":\"claim\",\"side\":1,\"id\":\"c\"}",
        ),
        (
            2,
            "2{\"t\":\"chat\",\"text\":\"hello\",\"id\":\"a\"}\n0{\"t\":\"chat\",\"text\":\"\\u001b[2J\\u202e\",\"id\":\"b\"}\n3{\"t\":\"ping\",\"n\":1,\"lag\":1e300}",
        ),
        (
            2,
            "2{\"t\":\"move\",\"u\":\"e2e4\",\"ply\":0,\"id\":\"a\"}\n2{\"t\":\"resign\",\"side\":0,\"id\":\"b\"}\n2{\"t\":\"claim\",\"side\":1,\"id\":\"c\"}",
        ),
        (
            2,
            "2{\"t\":\"hello\",\"secrets\":[\"00000000000000000000000000000000\",\"\"],\"v\":18446744073709551615}\n0{\"t\":\"hello\",\"v\":3}",
        ),
        (
            3,
            "-0\n>50000\n1{\"t\":\"claim\",\"side\":1,\"id\":\"a\"}\n+0\n0{\"t\":\"move\",\"u\":\"e2e4\",\"ply\":0,\"id\":\"b\"}",
        ),
        (
            1,
            "0{\"t\":\"accept\",\"what\":\"draw\",\"side\":0,\"id\":\"\"}\n1{\"t\":\"resign\",\"side\":200,\"id\":\"b\"}\n-1\n-9\n+3",
        ),
    ];
    GAMES.iter().map(|(how, lines)| [&[*how], lines.as_bytes()].concat()).collect()
}

/// Requests to a server: those of `docs/web.md`.
pub fn requests() -> Vec<Vec<u8>> {
    const REQUESTS: [&str; 16] = [
        "GET /ping\n---\nGET /game\n---\nPOST /act\n{\"move\":\"e2e4\"}\n---\nPOST /undo\n{}\n---\nPOST /reset\n{\"game\":\"xiangqi\"}",
        "GET /act?move=e2e4\n---\nGET /generate\n---\nGET /undo?plies=1\n---\nGET /reset?game=shogi",
        "POST /reset\n{\"fen\":\"4k3/8/8/8/8/8/8/R3K3 w Q - 0 9\"}\n---\nPOST /act\n{\"move\":\"O-O-O\"}",
        "POST /api/v1/rules\n{\"rules\":\"(extends: \\\"chess\\\", name: \\\"Night\\\", pieces: {\\\"N\\\": (moves: \\\"NN\\\")})\"}",
        "POST /api/v1/rules\n{\"rules\":\"(board: (files: 8\"}",
        "POST /api/v1/positions\n{\"game\":\"chess\",\"moves\":[\"e2e4\",\"e7e5\"]}",
        "POST /api/v1/positions\n{\"game\":\"crazyhouse\",\"fen\":\"4k3/8/8/8/8/8/8/R3K3[Pp] w Q - 0 9\",\"moves\":[\"P@e5\"]}",
        "POST /api/v1/read\n{\"game\":\"chess\",\"text\":\"1. e4 e5 2. Nf3 *\"}",
        "POST /api/v1/analysis\n{\"game\":\"tictactoe\",\"ms\":1,\"lines\":2}",
        "GET /api/v1/games\n---\nGET /api/v1/games/chess\n---\nGET /api/v1/games/chess/page\n---\nGET /api/v1/openapi.json",
        "POST /api/v1/live\n{\"game\":\"chess\",\"seats\":[\"me\",\"open\"],\"clock\":{\"initial\":60,\"increment\":1}}\n---\nGET /api/v1/live",
        "POST /api/v1/live/aaaaaaaaaaaa/join\n{\"code\":\"00\"}\n---\nGET /api/v1/live/aaaaaaaaaaaa/positions?from=0&to=9",
        "GET /api/v1/live/aaaaaaaaaaaa/export?format=pgn\n---\nGET /api/v1/live/aaaaaaaaaaaa/socket",
        "GET /api/v1/matches/1\n---\nDELETE /api/v1/matches/1\n---\nPOST /api/v1/matches\n{\"game\":\"tictactoe\",\"games\":1,\"ms\":1}",
        "PUT /api/v1/games\n---\nGET /../../etc/passwd\n---\nGET /%00\n---\nOPTIONS /api/v1/rules",
        "GET /\n---\nGET /games/chess\n---\nGET /nothing/here",
    ];
    REQUESTS.iter().map(|text| text.as_bytes().to_vec()).collect()
}
