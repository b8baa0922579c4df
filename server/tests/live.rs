//! Live games over real connections: begun, joined, played, looked at, and what happens when a connection is lost.

mod common;

use common::socket::Host;
use serde_json::{Value, json};
use wazir_server::Setup;

async fn host(games: &[&str]) -> Host {
    Host::new(games, Setup::default()).await
}

#[tokio::test]
async fn two_play_by_a_link() {
    let host = host(&["chess"]).await;
    let (id, first, second) = host.of_two("chess", Some(json!({"initial": 60_000, "increment": 1000}))).await;
    let (mut white, state) = host.sit(&id, &[&first]).await;
    assert_eq!((&state["you"], &state["game"]["id"]), (&json!([0]), &json!("chess")));
    assert_eq!(state["clocks"]["ms"], json!([60_000, 60_000]));
    assert!(state["game"].get("source").is_none(), "nobody reads it here");
    let (mut black, state) = host.sit(&id, &[&second]).await;
    assert_eq!((&state["you"], &state["seats"][0]["here"]), (&json!([1]), &json!(true)));
    let (mut watcher, state) = host.sit(&id, &[]).await;
    assert_eq!((&state["you"], &state["invitations"]), (&json!([]), &json!([])));
    for (index, mv) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
        let (mover, other) = if index % 2 == 0 { (&mut white, &mut black) } else { (&mut black, &mut white) };
        mover.play(mv).await;
        assert_eq!(other.event("moved").await["uci"], mv);
    }
    for client in [&mut white, &mut black, &mut watcher] {
        let over = client.event("over").await;
        assert_eq!(over["outcome"]["text"], "Black wins: checkmate");
        assert_eq!(client.history.join(" "), "f2f3 e7e5 g2g4 d8h4");
    }
    // It is in the lists of both, and nobody else's.
    let list = host.server.by("the-one-who-begins", "/api/v1/live").await.ok();
    assert_eq!((&list[0]["id"], &list[0]["you"], &list[0]["plies"]), (&json!(id), &json!([0]), &json!(4)));
    assert_eq!((&list[0]["seats"], &list[0]["over"]["result"]), (&json!(["you", "a friend"]), &json!("0-1")));
    assert_eq!(host.server.by("the-one-who-joins", "/api/v1/live").await.ok()[0]["you"], json!([1]));
    assert_eq!(host.server.by("somebody-else", "/api/v1/live").await.ok(), json!([]));
    // It is walked, and copied.
    let walked = host.server.get(&format!("/api/v1/live/{id}/positions?from=1&to=3")).await.ok();
    let plies: Vec<&Value> = walked.as_array().into_iter().flatten().map(|position| &position["ply"]).collect();
    assert_eq!((plies, &walked[1]["last"]["uci"]), (vec![&json!(1), &json!(2), &json!(3)], &json!("e7e5")));
    host.server.get(&format!("/api/v1/live/{id}/positions?from=3&to=1")).await.problem(422);
    let pgn = host.server.get(&format!("/api/v1/live/{id}/export?format=pgn")).await.text();
    assert!(pgn.contains("1. f3 e5 2. g4 Qh4# 0-1") && pgn.contains("[TimeControl \"60+1\"]"), "{pgn}");
    let fen = host.server.get(&format!("/api/v1/live/{id}/export?format=fen")).await.text();
    assert!(fen.starts_with("rnb1kbnr/pppp1ppp/"), "{fen}");
    host.server.get(&format!("/api/v1/live/{id}/export?format=doc")).await.problem(422);
}

#[tokio::test]
async fn the_engine_plays_and_stops_when_nobody_looks() {
    let host = host(&["chess"]).await;
    let (id, seats, _) = host.begin(&json!({"game": "chess", "seats": ["me", {"engine": 1}]})).await;
    let (mut white, state) = host.sit(&id, &[&seats[0]]).await;
    assert_eq!((&state["seats"][1]["kind"], &state["seats"][1]["here"]), (&json!("engine"), &json!(true)));
    white.play("e2e4").await;
    let answer = white.until(|told| told["e"]["k"] == "moved" && told["e"]["position"]["ply"] == 2).await;
    assert_eq!(answer["e"]["position"]["turn"], 0);
}
