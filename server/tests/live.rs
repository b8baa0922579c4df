//! Live games over real connections: begun, joined, played, looked at, and what happens when a connection is lost.

mod common;

use common::socket::{Gone, Host};
use serde_json::{Value, json};
use std::time::Duration;
use wazir_server::{Patience, Setup};

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
        other.sees(index + 1).await;
        assert_eq!(other.history.last().map(String::as_str), Some(mv));
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
async fn the_engine_plays_while_somebody_looks() {
    let host = host(&["chess"]).await;
    let (id, seats, _) = host.begin(&json!({"game": "chess", "seats": ["me", {"engine": 1}]})).await;
    let (mut white, state) = host.sit(&id, &[&seats[0]]).await;
    assert_eq!((&state["seats"][1]["kind"], &state["seats"][1]["here"]), (&json!("engine"), &json!(true)));
    white.play("e2e4").await;
    let answer = white.until(|told| told["e"]["k"] == "moved" && told["e"]["position"]["ply"] == 2).await;
    assert_eq!(answer["e"]["position"]["turn"], 0);
    // Two engines, and nobody who looks: what is written down grows no more.
    let (id, _, _) = host.begin(&json!({"game": "chess", "seats": [{"engine": 1}, {"engine": 1}]})).await;
    let (mut watcher, _) = host.sit(&id, &[]).await;
    watcher.event("moved").await;
    watcher.event("moved").await;
    drop(watcher);
    let plies = async || {
        let all = host.server.get(&format!("/api/v1/live/{id}/positions?from=0&to=100")).await.ok();
        all.as_array().map_or(0, Vec::len)
    };
    tokio::time::sleep(Duration::from_millis(300)).await;
    let before = plies().await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(plies().await, before);
    let (mut watcher, _) = host.sit(&id, &[]).await;
    watcher.event("moved").await;
}

#[tokio::test]
async fn who_loses_the_connection_in_the_middle_of_a_move_loses_nothing() {
    let host = host(&["chess"]).await;
    let (id, first, second) = host.of_two("chess", None).await;
    let (mut white, _) = host.sit(&id, &[&first]).await;
    let (mut black, _) = host.sit(&id, &[&second]).await;
    white.play("e2e4").await;
    black.sees(1).await;
    black.play("e7e5").await;
    white.sees(2).await;
    // Said, and gone before the answer; the other one plays meanwhile.
    let message = json!({"t": "move", "u": "g1f3", "ply": 2, "id": "the-lost-one"});
    white.say(&message).await;
    black.sees(3).await;
    assert_eq!(black.position["last"]["text"], "Nf3");
    let lost = white;
    drop(lost.socket);
    black.play("b8c6").await;
    let gone = Gone { version: lost.version, plies: lost.plies, history: lost.history };
    let mut white = host.connect(&id).await;
    white.hello_again(&[&first], &gone).await;
    assert_eq!(white.history.join(" "), "e2e4 e7e5 g1f3 b8c6", "what was missed, and no state");
    assert!(white.events.iter().any(|event| event["uci"] == "b8c6"));
    // It does not know whether its move has come, and says it again: it counts once.
    assert_eq!(white.ask(message).await["t"], "ack");
    assert_eq!(white.ask(json!({"t": "move", "u": "f1c4", "ply": 2})).await["t"], "refused", "a ply that has passed");
    white.play("f1c4").await;
    black.sees(5).await;
    assert_eq!(black.history.join(" "), "e2e4 e7e5 g1f3 b8c6 f1c4");
    // Who knows a version that is not known any more is told everything.
    let mut late = host.connect(&id).await;
    late.hello_again(&[&second], &Gone { version: Some(7), ..Gone::default() }).await;
    assert_eq!(late.history.len(), 5);
}

#[tokio::test]
async fn invitations_work_once() {
    let host = host(&["chess"]).await;
    let (id, seats, invitations) = host.begin(&json!({"game": "chess", "seats": ["me", "open"]})).await;
    let (mut white, state) = host.sit(&id, &[&seats[0]]).await;
    assert_eq!(state["invitations"][0]["url"], format!("/game/{id}#i={}", invitations[0].1));
    let path = format!("/api/v1/live/{id}/join");
    let code = json!({"code": invitations[0].1});
    host.post_by("somebody", &path, &json!({"code": "0".repeat(48)})).await.problem(404);
    host.post_by("somebody", &path, &json!({"code": seats[0].1})).await.problem(404);
    host.post_by("somebody", "/api/v1/live/000000000000/join", &code).await.problem(404);
    let seat = host.join("somebody", &id, &invitations[0].1).await;
    assert_eq!(white.until(|told| told["e"]["k"] == "presence").await["e"]["seats"][1]["kind"], "person");
    host.post_by("somebody-else", &path, &code).await.problem(409);
    // The answer may have been lost on the way: the same browser may ask again, and the secret of before is worth nothing.
    let again = host.join("somebody", &id, &invitations[0].1).await;
    let (_, state) = host.sit(&id, &[&seat]).await;
    assert_eq!(state["you"], json!([]));
    let (_, state) = host.sit(&id, &[&again]).await;
    assert_eq!((&state["you"], &state["invitations"]), (&json!([1]), &json!([])));
}

#[tokio::test]
async fn offers_chat_and_another_game() {
    let host = host(&["chess"]).await;
    let (id, first, second) = host.of_two("chess", None).await;
    let (mut white, _) = host.sit(&id, &[&first]).await;
    let (mut black, _) = host.sit(&id, &[&second]).await;
    white.play("e2e4").await;
    white.ask(json!({"t": "takeback", "side": 0})).await;
    assert_eq!(black.event("offer").await["what"], "takeback");
    black.ask(json!({"t": "accept", "what": "takeback", "side": 1})).await;
    white.event("taken back").await;
    assert_eq!((white.plies, white.history.len()), (0, 0));
    let text = "<b>hello</b> \"you\"";
    white.ask(json!({"t": "chat", "text": text})).await;
    assert_eq!(black.event("chat").await["text"], text);
    assert_eq!(white.ask(json!({"t": "claim", "side": 0})).await["t"], "refused");
    white.ask(json!({"t": "draw", "side": 0})).await;
    black.event("offer").await;
    black.ask(json!({"t": "decline", "what": "draw", "side": 1})).await;
    white.event("declined").await;
    assert_eq!(black.ask(json!({"t": "resign", "side": 0})).await["t"], "refused", "not for the other one");
    assert_eq!(black.ask(json!({"t": "resign", "side": 1})).await["t"], "ack");
    assert_eq!(white.event("over").await["outcome"]["text"], "White wins: Black resigns");
    white.ask(json!({"t": "rematch", "side": 0})).await;
    black.event("offer").await;
    black.ask(json!({"t": "rematch", "side": 1})).await;
    let next = white.event("rematch").await;
    assert_eq!(next["sides"], json!([1, 0]));
    let next = next["id"].as_str().expect("a name");
    let (_, state) = host.sit(next, &[&first]).await;
    assert_eq!((&state["you"], &state["history"]), (&json!([1]), &json!([])));
    let (mut black, state) = host.sit(next, &[&second]).await;
    assert_eq!(state["you"], json!([0]), "the one who had Black");
    black.play("d2d4").await;
}

/// Two to four sides, drops, walls, and several moves a turn: whatever the server says can be played is.
#[tokio::test]
async fn games_of_all_kinds() {
    let games = ["duck", "fourplayer", "marseillais", "shogi"];
    let host = host(&games).await;
    for (game, sides) in games.into_iter().zip([2, 4, 2, 2]) {
        let wanted = json!({"game": game, "seats": vec!["anyone-here"; sides], "clock": {"initial": 600_000}});
        let (id, seats, _) = host.begin(&wanted).await;
        let (mut all, mut state) = host.sit(&id, &seats.iter().collect::<Vec<_>>()).await;
        let mut turns = vec![state["position"]["turn"].clone()];
        for ply in 0..8 {
            let moves = state["position"]["moves"].as_array().expect("moves");
            let mv = moves[(ply * 7) % moves.len()]["u"].as_str().expect("a move").to_string();
            all.play(&mv).await;
            state = all.event("moved").await;
            turns.push(state["position"]["turn"].clone());
        }
        assert_eq!(all.history.len(), 8, "{game}");
        let wanted = match game {
            "fourplayer" => [0, 1, 2, 3, 0, 1, 2, 3, 0],
            "marseillais" => [0, 1, 1, 0, 0, 1, 1, 0, 0],
            _ => [0, 1, 0, 1, 0, 1, 0, 1, 0],
        };
        assert_eq!(json!(turns), json!(wanted), "{game}");
    }
}

#[tokio::test]
async fn a_clock_runs_out() {
    let host = host(&["chess"]).await;
    let (id, first, second) = host.of_two("chess", Some(json!({"initial": 300}))).await;
    let (mut white, _) = host.sit(&id, &[&first]).await;
    let (mut black, _) = host.sit(&id, &[&second]).await;
    white.play("e2e4").await;
    assert_eq!(black.event("over").await["outcome"]["text"], "White wins: Black has no time left");
    assert_eq!(black.events.last().map(|event| &event["clocks"]["ms"][1]), Some(&json!(0)));
    host.post_by(
        "x-session-x",
        "/api/v1/live",
        &json!({"game": "chess", "seats": ["me", "me"], "clock": {"initial": 0}}),
    )
    .await
    .problem(422);
    host.post_by("x-session-x", "/api/v1/live", &json!({"game": "chess", "seats": ["me"]})).await.problem(422);
    host.post_by("x-session-x", "/api/v1/live", &json!({"game": "ches", "seats": ["me", "me"]})).await.problem(404);
    host.post_by("x-session-x", "/api/v1/live", &json!({"game": "chess", "seats": ["me", {"engine": 11}]}))
        .await
        .problem(422);
}

#[tokio::test]
async fn rules_of_ones_own_are_played_and_edited() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.ron");
    let text = |name: &str, moves: &str| {
        format!(
            r#"(extends: "chess", name: "{name}", about: "Mine.", pieces: {{ "N": (name: "Knight", moves: "{moves}") }})"#
        )
    };
    std::fs::write(&file, text("Mine", "N")).expect("written");
    let setup = Setup { game: Some(file.display().to_string()), ..Setup::default() };
    let host = Host::new(&["chess"], setup).await;
    tokio::spawn(wazir_server::watch(host.server.app.clone()));
    let (id, first, second) = host.of_two("mine", None).await;
    let (mut both, _) = host.sit(&id, &[&first, &second]).await;
    both.play("b1c3").await;
    both.play("e7e5").await;
    // It is watched from a moment after the start on.
    tokio::time::sleep(Duration::from_millis(600)).await;
    std::fs::write(&file, text("Camels", "NL")).expect("written");
    assert_eq!(both.event("rules").await["game"]["name"], "Camels");
    let state = both.until(|told| told["t"] == "state").await;
    assert_eq!(state["history"].as_array().map(Vec::len), Some(2), "what was played stays played");
    both.play("c3d6").await;
    // Rules that were sent.
    let sent = text("Sent", "NA");
    let (id, seats, _) = host.begin(&json!({"rules": sent, "seats": ["anyone-here", "anyone-here"]})).await;
    let (mut both, state) = host.sit(&id, &[&seats[0], &seats[1]]).await;
    assert_eq!(state["game"]["name"], "Sent");
    both.play("b1d3").await;
    host.post_by("x-session-x", "/api/v1/live", &json!({"rules": "(", "seats": ["me", "me"]})).await.problem(422);
}

#[tokio::test]
async fn a_server_that_ends_has_its_clients_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = Some(folder.path().join("games.sqlite").display().to_string());
    let setup = Setup { db, ..Setup::default() };
    let one = Host::new(&["chess"], setup.clone()).await;
    let (id, first, second) = one.of_two("chess", Some(json!({"initial": 60_000}))).await;
    let (mut white, _) = one.sit(&id, &[&first]).await;
    let (mut black, _) = one.sit(&id, &[&second]).await;
    white.play("e2e4").await;
    one.server.app.close();
    for client in [&mut white, &mut black] {
        client.event("closing").await;
        assert_eq!(client.closed().await.map(|frame| u16::from(frame.code)), Some(1012));
    }
    let other = Host::new(&["chess"], setup).await;
    let (mut back, state) = other.sit(&id, &[&second]).await;
    assert_eq!(back.history, ["e2e4"]);
    assert!(state["clocks"]["ms"][1].as_u64().is_some_and(|left| left > 50_000), "{}", state["clocks"]);
    back.play("c7c5").await;
    let list = other.server.by("the-one-who-joins", "/api/v1/live").await.ok();
    assert_eq!((&list[0]["plies"], &list[0]["over"]), (&json!(2), &Value::Null));
    let walked = other.server.get(&format!("/api/v1/live/{id}/positions?from=0&to=2")).await.ok();
    assert_eq!((walked.as_array().map(Vec::len), &walked[1]["last"]["uci"]), (Some(3), &json!("e2e4")));
}

/// Asks again and again until the answer is as it should be.
async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let end = tokio::time::Instant::now() + Duration::from_secs(20);
    while !is_so().await {
        assert!(tokio::time::Instant::now() < end, "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_game_that_nobody_looks_at_is_put_away_and_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = Some(folder.path().join("games.sqlite").display().to_string());
    let patience = Patience { idle: Duration::from_millis(50), ..Patience::default() };
    let setup = Setup { db, patience, ..Setup::default() };
    // Whoever puts a game away gives it back: another server with the same storage can have it then, and not before.
    let one = Host::new(&["chess"], setup.clone()).await;
    let other = Host::new(&["chess"], setup).await;
    let (id, first, second) = one.of_two("chess", Some(json!({"initial": 60_000}))).await;
    let path = format!("/api/v1/live/{id}/positions?from=0&to=1");
    let (mut white, _) = one.sit(&id, &[&first]).await;
    white.play("e2e4").await;
    let refused = other.server.get(&path).await.problem(503);
    assert!(refused["detail"].as_str().is_some_and(|detail| detail.contains("Another server")), "{refused}");
    // Its clock runs: it stays where it is, though nobody looks.
    drop(white);
    tokio::time::sleep(Duration::from_millis(300)).await;
    other.server.get(&path).await.problem(503);
    let (mut black, _) = one.sit(&id, &[&second]).await;
    black.say(&json!({"t": "resign", "side": second.0, "id": "r1"})).await;
    black.event("over").await;
    drop(black);
    until("the game is put away", async || other.server.get(&path).await.status == 200).await;
    until("and by the other one as well", async || one.server.get(&path).await.status == 200).await;
    let (again, state) = one.sit(&id, &[&first, &second]).await;
    assert_eq!((again.history.as_slice(), &state["over"]["result"]), (&["e2e4".to_string()][..], &json!("1-0")));
    assert_eq!(state["you"], json!([0, 1]), "the seats are who they were");
}

#[tokio::test]
async fn games_are_kept_as_long_as_it_is_said() {
    let patience = Patience { idle: Duration::from_millis(50), ..Patience::default() };
    for keep in [None, Some(Duration::from_millis(1))] {
        let host = Host::new(&["chess"], Setup { keep, patience, ..Setup::default() }).await;
        let (left, first, second) = host.of_two("chess", None).await;
        let (mut both, _) = host.sit(&left, &[&first, &second]).await;
        both.play("e2e4").await;
        drop(both);
        let (watched, first, second) = host.of_two("chess", None).await;
        let (mut both, _) = host.sit(&watched, &[&first, &second]).await;
        both.play("d2d4").await;
        let listed = async || {
            let list = host.server.by("the-one-who-begins", "/api/v1/live").await.ok();
            let ids = list.as_array().into_iter().flatten().filter_map(|game| game["id"].as_str().map(str::to_string));
            ids.collect::<Vec<String>>()
        };
        // It looks once, and again in an hour.
        let forget = async || {
            let _ =
                tokio::time::timeout(Duration::from_millis(200), wazir_server::forget(host.server.app.clone())).await;
        };
        if keep.is_some() {
            until("the game is forgotten", async || {
                forget().await;
                !listed().await.contains(&left)
            })
            .await;
            host.server.get(&format!("/api/v1/live/{left}/positions?from=0&to=1")).await.problem(404);
        } else {
            tokio::time::sleep(Duration::from_millis(300)).await;
            forget().await;
            assert!(listed().await.contains(&left), "games are kept for ever where nothing else is said");
        }
        assert!(listed().await.contains(&watched), "somebody looks at it");
        both.play("d7d5").await;
    }
}
