//! The interface below `/api/v1`.

mod common;

use axum::{body::Body, http::Method};
use common::server;
use serde_json::{Value, json};

/// Chess with knights that are camels as well.
const OWN: &str = r#"(extends: "chess", name: "Camels", about: "Knights are camels as well.", pieces: { "N": (name: "Knight", moves: "NL") })"#;

#[tokio::test]
async fn games_are_listed_with_pictures() {
    let server = server(&["chess", "shogi", "xiangqi"]);
    let answer = server.get("/api/v1/games").await;
    let tag = answer.header("etag").to_string();
    let list = answer.ok();
    let ids: Vec<&str> = list.as_array().expect("a list").iter().filter_map(|game| game["id"].as_str()).collect();
    assert_eq!(ids, ["chess", "shogi", "xiangqi"]);
    let chess = &list[0];
    assert_eq!(
        (&chess["files"], &chess["grid"], &chess["sides"][0]["name"]),
        (&json!(8), &json!("squares"), &json!("White"))
    );
    assert_eq!(chess["thumbnail"].as_array().map(Vec::len), Some(32));
    let again = server.ask(Method::GET, "/api/v1/games", &[("if-none-match", &tag)], Body::empty()).await;
    assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0));
}

#[tokio::test]
async fn a_game_tells_its_board_and_pieces() {
    let server = server(&["chess", "shogi"]);
    let chess = server.get("/api/v1/games/chess").await.ok();
    assert_eq!(chess["squares"][12], "e2");
    assert_eq!(chess["seats"], json!([{"sideways": false, "turned": 0}, {"sideways": false, "turned": 180}]));
    let knight = chess["pieces"]
        .as_array()
        .expect("pieces")
        .iter()
        .find(|piece| piece["symbol"] == "N")
        .expect("a knight")
        .clone();
    assert_eq!(knight["pictogram"]["leaps"].as_array().map(Vec::len), Some(8));
    assert!(chess["source"].as_str().is_some_and(|text| text.contains("pieces:")));
    let shogi = server.get("/api/v1/games/shogi").await.ok();
    assert_eq!(
        (&shogi["hands"], &shogi["start"]),
        (&json!(true), &json!("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1"))
    );
    let unknown = server.get("/api/v1/games/ches").await.problem(404);
    assert_eq!(unknown["hint"], "Did you mean `chess`?");
    // Names are names, never paths.
    for path in ["..%2F..%2FCargo.toml", "%2Fetc%2Fpasswd", "..%2Fvariants%2Fshogi.ron", "variants%2Fatomic.ron", ""] {
        let answer = server.get(&format!("/api/v1/games/{path}")).await;
        assert_eq!(answer.status.as_u16(), 404, "{path}");
    }
}

#[tokio::test]
async fn positions_tell_what_can_be_played_and_how() {
    let server = server(&["chess"]);
    let answer = server.post("/api/v1/positions", &json!({"game": "chess", "moves": ["e4", "e7e5", "Nf3"]})).await.ok();
    let position = &answer["position"];
    assert_eq!((&position["ply"], &position["turn"]), (&json!(3), &json!(1)));
    assert_eq!(position["last"], json!({"uci": "g1f3", "text": "Nf3", "squares": [6, 21], "captured": []}));
    assert_eq!(answer["history"][1], json!({"u": "e7e5", "s": "e5"}));
    assert_eq!(position["moves"].as_array().map(Vec::len), Some(29));

    let castling = "r3k2r/P7/8/8/8/8/7P/R3K2R w KQkq - 0 1";
    let answer = server.post("/api/v1/positions", &json!({"game": "chess", "fen": castling})).await.ok();
    let taps = |uci: &str| find(&answer, uci);
    assert_eq!(taps("e1g1"), json!({"u": "e1g1", "s": "O-O", "t": [4, 6], "a": [[4, 7]]}));
    // Nothing but the last tap tells these apart.
    assert_eq!(taps("a1a7"), Value::Null);
    let server_answer = server
        .post("/api/v1/positions", &json!({"game": "chess", "fen": "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"}))
        .await
        .ok();
    assert_eq!(
        find(&server_answer, "a7b8q"),
        json!({"u": "a7b8q", "s": "axb8=Q+", "t": [48, 57, "=Q"], "x": [57], "l": "become a queen"})
    );
    let mate =
        server.post("/api/v1/positions", &json!({"game": "chess", "moves": ["f3", "e5", "g4", "Qh4"]})).await.ok();
    assert_eq!(mate["position"]["outcome"], json!({"text": "Black wins: checkmate", "result": "0-1", "winners": [1]}));
    assert_eq!((&mate["position"]["checked"], &mate["position"]["moves"]), (&json!([4]), &json!([])));
}

fn find(answer: &Value, uci: &str) -> Value {
    let moves = answer["position"]["moves"].as_array().expect("moves");
    moves.iter().find(|mv| mv["u"] == uci).cloned().unwrap_or(Value::Null)
}

#[tokio::test]
async fn games_are_written_as_their_players_write_them() {
    let server = server(&["chess", "shogi", "xiangqi"]);
    let shogi = server.get("/api/v1/games/shogi").await.ok();
    assert_eq!(
        (&shogi["notation"], &shogi["squares"][0], &shogi["squares"][80]),
        (&json!("hodges"), &json!("9i"), &json!("1a"))
    );
    assert_eq!(
        shogi["beside"],
        json!({"files": [["9", "8", "7", "6", "5", "4", "3", "2", "1"]], "ranks": ["i", "h", "g", "f", "e", "d", "c", "b", "a"]})
    );
    let page = async |id: &str| server.get(&format!("/api/v1/games/{id}/page")).await.ok()["markdown"].to_string();
    assert!(page("shogi").await.contains("a1 is 9i there"), "rules are told with the squares of rule files");
    assert!(!page("chess").await.contains("Boards in play"));
    // Own notation, USI, SAN and UCI are read; the wire has UCI.
    let moves = ["P-7f", "3c3d", "b2h8+", "Sxh8"];
    let answer = server.post("/api/v1/positions", &json!({"game": "shogi", "moves": moves})).await.ok();
    assert_eq!(answer["history"][0], json!({"u": "c3c4", "s": "P-7f"}));
    assert_eq!(answer["history"][1], json!({"u": "g7g6", "s": "P-3d"}));
    assert_eq!(answer["history"][3], json!({"u": "g9h8", "s": "Sx2b"}));
    assert_eq!(answer["position"]["last"]["text"], "Sx2b");
    assert_eq!(find(&answer, "B@e5")["s"], "B*5e");

    let xiangqi = server.get("/api/v1/games/xiangqi").await.ok();
    assert_eq!(xiangqi["beside"]["files"][0][0], "9", "red counts from its right");
    assert_eq!(xiangqi["beside"]["files"][1][0], "1", "and black from its own");
    let answer = server.post("/api/v1/positions", &json!({"game": "xiangqi", "moves": ["C2=5", "H8+7"]})).await.ok();
    assert_eq!(answer["history"], json!([{"u": "h3e3", "s": "C2=5"}, {"u": "h10g8", "s": "N8+7"}]));

    let chess = server.get("/api/v1/games/chess").await.ok();
    assert_eq!((&chess["notation"], &chess["squares"][0]), (&json!("san"), &json!("a1")));
    assert_eq!(chess["beside"]["files"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn what_cannot_be_set_up_is_explained() {
    let server = server(&["chess"]);
    let ask = async |body: Value| server.post("/api/v1/positions", &body).await;
    let wrong = ask(json!({"game": "chess", "moves": ["e4", "e4"]})).await.problem(422);
    assert!(wrong["detail"].as_str().is_some_and(|text| text.starts_with("Move 2: ")), "{wrong}");
    assert!(
        ask(json!({"game": "chess", "fen": "x"})).await.problem(422)["detail"]
            .as_str()
            .is_some_and(|text| text.contains("FEN"))
    );
    ask(json!({})).await.problem(422);
    ask(json!({"gmae": "chess"})).await.problem(422);
    ask(json!({"game": "none"})).await.problem(404);
    let long: Vec<&str> = std::iter::repeat_n("e4", 3000).collect();
    ask(json!({"game": "chess", "moves": long})).await.problem(422);
}

#[tokio::test]
async fn rules_are_checked_and_played() {
    let server = server(&["chess"]);
    let verdict = server.post("/api/v1/rules", &json!({"ron": OWN})).await.ok();
    assert_eq!((&verdict["ok"], &verdict["game"]["name"]), (&json!(true), &json!("Camels")));
    assert_eq!(verdict["position"]["moves"].as_array().map(Vec::len), Some(24));
    let id = verdict["id"].as_str().expect("a name");
    assert_eq!(verdict["game"]["id"], id);
    // What was sent can be asked for by its name.
    let game = server.get(&format!("/api/v1/games/{id}")).await.ok();
    assert_eq!(game["source"], OWN);
    let position = server.post("/api/v1/positions", &json!({"game": id, "moves": ["b1e2"]})).await;
    assert_eq!(position.status.as_u16(), 422, "a pawn stands there");
    server.post("/api/v1/positions", &json!({"rules": OWN, "moves": ["b1c4"]})).await.ok();

    let wrong = server.post("/api/v1/rules", &json!({"ron": "(extends: \"chess\",\n  nmae: \"x\")"})).await.ok();
    assert_eq!(wrong["ok"], false);
    let told = &wrong["diagnostics"][0];
    assert_eq!((&told["severity"], &told["line"], &told["column"]), (&json!("error"), &json!(2), &json!(3)), "{wrong}");
    assert!(wrong.get("game").is_none());
    let missing = server.get("/api/v1/games/sent-0000000000000000").await.problem(404);
    assert_eq!(missing["hint"], "Send the rule file again.");
}

#[tokio::test]
async fn rules_that_are_sent_read_no_files() {
    let server = server(&["chess"]);
    for parent in ["atomic", "../variants/atomic", "/etc/passwd", "crazyhouse"] {
        let verdict = server.post("/api/v1/rules", &json!({"ron": format!("(extends: {parent:?})")})).await.ok();
        assert_eq!(verdict["ok"], false, "{parent}: only games of the program can be extended");
        assert!(!verdict.to_string().contains("root:"), "{verdict}");
    }
}

#[tokio::test]
async fn large_rules_are_refused() {
    let server = server(&["chess"]);
    let large = format!("({}\n)", "// no rule\n".repeat(7000));
    let verdict = server.post("/api/v1/rules", &json!({"ron": large})).await.ok();
    assert_eq!((&verdict["ok"], &verdict["diagnostics"][0]["code"]), (&json!(false), &json!("too-large")));
    let huge = "x".repeat(1 << 20);
    server.post("/api/v1/rules", &json!({"ron": huge})).await.problem(413);
    server.ask(Method::POST, "/act", &[("content-type", "application/json")], huge).await.problem(413);
}

#[tokio::test]
async fn games_on_paper_are_read() {
    let server = server(&["chess", "shogi"]);
    let pgn = server.post("/api/v1/read", &json!({"text": "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0"})).await.ok();
    assert_eq!(
        (&pgn["game"], &pgn["moves"], &pgn["result"]),
        (&json!("chess"), &json!(["e2e4", "e7e5", "g1f3"]), &json!("1-0"))
    );
    let fen = server.post("/api/v1/read", &json!({"text": "4k3/8/8/8/8/8/8/4K3 w - - 0 1"})).await.ok();
    assert_eq!((&fen["format"], &fen["fen"]), (&json!("fen"), &json!("4k3/8/8/8/8/8/8/4K3 w - - 0 1")));
    let usi = server.post("/api/v1/read", &json!({"text": "position startpos moves 7g7f 3c3d 8h2b+"})).await.ok();
    assert_eq!((&usi["game"], &usi["moves"]), (&json!("shogi"), &json!(["c3c4", "g7g6", "b2h8+"])));
    let kif = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
    let kif = server.post("/api/v1/read", &json!({"text": kif})).await.ok();
    assert_eq!((&kif["format"], &kif["moves"]), (&json!("kif"), &json!(["c3c4", "g7g6"])));
    server.post("/api/v1/read", &json!({"text": "1. e4 e4"})).await.problem(422);
    server.post("/api/v1/read", &json!({"text": " "})).await.problem(422);
}

#[tokio::test]
async fn the_engine_is_asked() {
    let server = server(&["chess"]);
    let mate = json!({"game": "chess", "fen": "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "ms": 2000, "lines": 2});
    let answer = server.post("/api/v1/analysis", &mate).await.ok();
    assert_eq!(answer["lines"][0]["moves"][0], "a1a8");
    assert_eq!(answer["lines"][0]["score"], json!({"mate": 1}));
    assert_eq!((&answer["lines"][0]["sans"][0], &answer["lines"][0]["texts"][0]), (&json!("Ra8#"), &json!("Ra8#")));
    server.post("/api/v1/analysis", &json!({"game": "chess", "ms": 100_000})).await.problem(422);
    server.post("/api/v1/analysis", &json!({"game": "chess", "lines": 0})).await.problem(422);
}

#[tokio::test]
async fn matches_are_played() {
    let server = server(&["tictactoe"]);
    let contestants = json!([{"level": 1, "ms": 5}, {"ms": 5}]);
    let begun =
        server.post("/api/v1/matches", &json!({"game": "tictactoe", "games": 2, "contestants": contestants})).await;
    assert_eq!(begun.status.as_u16(), 202);
    let path = format!("/api/v1/matches/{}", begun.json()["id"].as_str().expect("a name"));
    let mut standing = Value::Null;
    for _ in 0..200 {
        standing = server.get(&path).await.ok();
        if standing["state"] != "running" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(
        (&standing["state"], standing["games"].as_array().map(Vec::len)),
        (&json!("over"), Some(2)),
        "{standing}"
    );
    assert_eq!((&standing["games"][0]["sides"], &standing["games"][1]["sides"]), (&json!([0, 1]), &json!([1, 0])));
    let points: f64 = standing["points"].as_array().expect("points").iter().filter_map(Value::as_f64).sum();
    assert!((points - 2.0).abs() < 1e-9, "{standing}");
    server.post("/api/v1/matches", &json!({"game": "tictactoe", "contestants": []})).await.problem(422);
    server.get("/api/v1/matches/none").await.problem(404);
}
