//! The simple interface: one game for each session.

mod common;

use axum::http::Method;
use common::{Server, server, with};
use serde_json::{Value, json};
use wazir_server::Setup;

const ME: &str = "tests-session";

async fn ok(server: &Server, path: &str) -> Value {
    server.by(ME, path).await.ok()
}

#[tokio::test]
async fn chess_is_played() {
    let server = server(&["chess", "shogi"]);
    assert_eq!(ok(&server, "/ping").await["ok"], true);
    let game = ok(&server, "/game").await;
    assert_eq!(
        (&game["game"], &game["side"], &game["check"], &game["status"]),
        (&json!("chess"), &json!("White"), &json!(false), &json!("playing"))
    );
    assert_eq!(game["board"][0], json!(["r", "n", "b", "q", "k", "b", "n", "r"]));
    assert_eq!(game["board"][7][4], "K");
    assert_eq!(game["board"][4], json!(["", "", "", "", "", "", "", ""]));
    assert_eq!(game["legal_moves"].as_array().map(Vec::len), Some(20));
    let moved = ok(&server, "/act?move=e2e4").await;
    assert_eq!((&moved["move"], &moved["san"], &moved["side"]), (&json!("e2e4"), &json!("e4"), &json!("Black")));
    let body = json!({"move": "e5"}).to_string();
    let headers = [("content-type", "application/json"), ("x-session", ME)];
    server.ask(Method::POST, "/act", &headers, body).await.ok();
    let refused = server.by(ME, "/act?move=e2e4").await.problem(422);
    assert!(refused["detail"].as_str().is_some_and(|detail| detail.contains("e2e4")), "{refused}");
    assert_eq!(ok(&server, "/game").await["history"].as_array().map(Vec::len), Some(2));
    let generated = ok(&server, "/generate?ms=50").await;
    assert_eq!(generated["history"].as_array().map(Vec::len), Some(3));
    assert!(generated["move"].is_string() && generated["score"].is_object() && generated["nodes"].as_u64() > Some(0));
    assert_eq!(ok(&server, "/undo").await["history"].as_array().map(Vec::len), Some(1));
    assert_eq!(ok(&server, "/undo").await["history"].as_array().map(Vec::len), Some(0));
    server.by(ME, "/undo").await.problem(422);
    let level = ok(&server, "/generate?level=1&ms=20").await;
    assert_eq!(level["side"], "Black");
    server.by(ME, "/generate?level=11").await.problem(422);
    server.by(ME, "/generate?ms=600000").await.problem(422);
}

#[tokio::test]
async fn a_game_comes_to_its_end() {
    let server = server(&["chess"]);
    for mv in ["f3", "e5", "g4", "Qh4#"] {
        ok(&server, &format!("/act?move={}", mv.replace('#', "%23"))).await;
    }
    let game = ok(&server, "/game").await;
    assert_eq!(
        (&game["over"], &game["result"], &game["status"]),
        (&json!(true), &json!("0-1"), &json!("Black wins: checkmate"))
    );
    server.by(ME, "/act?move=e4").await.problem(422);
    server.by(ME, "/generate").await.problem(422);
    assert_eq!(ok(&server, "/undo?plies=1").await["over"], false);
}

#[tokio::test]
async fn shogi_is_played() {
    let server = server(&["chess", "shogi"]);
    let game = ok(&server, "/reset?game=shogi").await;
    assert_eq!((&game["game"], game["board"].as_array().map(Vec::len)), (&json!("shogi"), Some(9)));
    for mv in ["c3c4", "g7g6", "b2h8+", "Sxh8"] {
        ok(&server, &format!("/act?move={}", mv.replace('+', "%2B"))).await;
    }
    let dropped = ok(&server, "/act?move=B@e5").await;
    assert_eq!((&dropped["san"], &dropped["text"]), (&json!("B@e5"), &json!("B*5e")));
    // As its players and its engines write it.
    let start = ok(&server, "/reset?game=shogi").await;
    assert!(
        start["legal_moves"]
            .as_array()
            .is_some_and(|moves| moves.contains(&json!({"uci": "c3c4", "san": "Pc4", "text": "P-7f"}))),
        "{start}"
    );
    for mv in ["P-7f", "3c3d", "Bx2b+", "Sx2b", "B*5e"] {
        ok(&server, &format!("/act?move={}", mv.replace('+', "%2B"))).await;
    }
    let game = ok(&server, "/game").await;
    let texts: Vec<&Value> = game["history"].as_array().into_iter().flatten().map(|named| &named["text"]).collect();
    assert_eq!(texts, ["P-7f", "P-3d", "Bx2b+", "Sx2b", "B*5e"]);
    assert_eq!(game["history"][4], json!({"uci": "B@e5", "san": "B@e5", "text": "B*5e"}));
    let refused = server.by(ME, "/act?move=P-7e").await.problem(422);
    assert!(refused["detail"].as_str().is_some_and(|detail| detail.contains("P-7e")), "{refused}");
    let fen = "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1".replace(' ', "%20").replace('[', "%5B").replace(']', "%5D");
    let set = ok(&server, &format!("/reset?fen={fen}")).await;
    assert_eq!(set["game"], "shogi", "the same game");
    assert_eq!(ok(&server, "/act?move=G@e8").await["over"], true);
    server.by(ME, "/reset?game=nothing").await.problem(404);
    server.by(ME, "/reset?fen=nothing").await.problem(422);
    assert_eq!(ok(&server, "/game").await["over"], true, "what was refused has changed nothing");
}

#[tokio::test]
async fn rules_of_ones_own_are_played() {
    let server = server(&["chess"]);
    let rules = r#"(extends: "chess", name: "Camels", pieces: { "N": (name: "Knight", moves: "NL") })"#;
    let headers = [("content-type", "application/json"), ("x-session", ME)];
    let reset = server.ask(Method::POST, "/reset", &headers, json!({"rules": rules}).to_string()).await.ok();
    assert_eq!(reset["name"], "Camels");
    assert_eq!(ok(&server, "/act?move=b1c4").await["san"], "Nc4");
    ok(&server, "/generate?ms=30").await;
    let again = ok(&server, "/reset").await;
    assert_eq!((&again["name"], &again["history"]), (&json!("Camels"), &json!([])));
    let wrong = server.ask(Method::POST, "/reset", &headers, json!({"rules": "("}).to_string()).await.problem(422);
    assert!(wrong["detail"].as_str().is_some_and(|detail| detail.contains("line 1")), "{wrong}");
}

#[tokio::test]
async fn a_file_of_ones_own_is_served_and_read_again() {
    let folder = std::env::temp_dir().join(format!("wazir-server-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("mine.ron");
    std::fs::write(&file, r#"(extends: "chess", name: "Mine")"#).expect("a file");
    let name = file.to_string_lossy().into_owned();
    let server = with(&["chess"], Setup { game: Some(name), ..Setup::default() });
    assert_eq!(ok(&server, "/game").await["name"], "Mine");
    let list = server.get("/api/v1/games").await.ok();
    assert_eq!((&list[0]["id"], &list[0]["served"], &list[1]["id"]), (&json!("mine"), &json!(true), &json!("chess")));

    let mut changes = server.app.changes().subscribe();
    tokio::spawn(wazir_server::watch(server.app.clone()));
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    std::fs::write(&file, r#"(extends: "chess", name: "Mine, better")"#).expect("a file");
    let change = tokio::time::timeout(std::time::Duration::from_secs(10), changes.recv())
        .await
        .expect("in time")
        .expect("a change");
    assert!(matches!(change, wazir_server::Change::Game(game) if game.view.name == "Mine, better"));
    assert_eq!(server.get("/api/v1/games").await.ok()[0]["name"], "Mine, better");
    std::fs::write(&file, "(").expect("a file");
    let change = tokio::time::timeout(std::time::Duration::from_secs(10), changes.recv())
        .await
        .expect("in time")
        .expect("a change");
    assert!(matches!(change, wazir_server::Change::Wrong(why) if why.contains("error")));
    assert_eq!(server.get("/api/v1/games/mine").await.ok()["name"], "Mine, better", "as long as the file is wrong");
    server.app.close();
    let _ = std::fs::remove_dir_all(folder);
}
