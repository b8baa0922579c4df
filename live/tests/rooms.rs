//! What happens in a room, told as games.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{START, Stage, of_source, opened, view, wanted};
use serde_json::{Value, json};
use std::time::Duration;
use wazir_live::{
    Moment, NewGame, Room, Said, limits,
    record::{ClockWanted, SeatWanted},
    room::Wrong,
};
use wazir_variant_spec::Source;

#[test]
fn two_play_and_are_told_everything() {
    let mut stage = Stage::of_two("chess", None);
    assert_eq!(stage.told[&0][0]["t"], "state");
    assert_eq!(stage.told[&0][0]["you"], json!([0]));
    assert_eq!(stage.play(0, "e2e4")["t"], "ack");
    assert_eq!(stage.play(1, "e7e5")["t"], "ack");
    assert_eq!(stage.kinds(1).iter().filter(|kind| *kind == "moved").count(), 2);
    let told = stage.told[&1].iter().rev().find(|told| told["e"]["k"] == "moved").unwrap();
    assert_eq!(
        (told["e"]["uci"].as_str(), told["e"]["text"].as_str(), told["e"]["position"]["ply"].as_u64()),
        (Some("e7e5"), Some("e5"), Some(2))
    );
    // Versions follow one another.
    let versions: Vec<u64> = stage.told[&0].iter().filter_map(|told| told["v"].as_u64()).collect();
    assert!(versions.windows(2).all(|pair| pair[1] == pair[0] + 1), "{versions:?}");
    for (number, u) in [(0, "d1h5"), (1, "b8c6"), (0, "f1c4"), (1, "g8f6"), (0, "h5f7")] {
        assert_eq!(stage.play(number, u)["t"], "ack", "{u}");
    }
    let over = stage.told[&1].iter().find(|told| told["e"]["k"] == "over").unwrap();
    assert_eq!(over["e"]["outcome"], json!({ "text": "White wins: checkmate", "result": "1-0", "winners": [0] }));
    assert!(stage.room.is_over() && stage.room.summary().over.is_some_and(|over| over.result == "1-0"));
    let refused = stage.play(1, "e8f7");
    assert!(refused["why"].as_str().unwrap().contains("is over"), "{refused}");
}

#[test]
fn a_move_is_played_once_however_often_it_is_said() {
    let mut stage = Stage::of_two("chess", None);
    let message = json!({ "t": "move", "u": "e2e4", "ply": 0, "id": "a" });
    assert_eq!(stage.say(0, message.clone())["t"], "ack");
    assert_eq!(stage.say(0, message.clone())["t"], "ack", "its answer may have been lost");
    assert_eq!(stage.room.session().ply(), 1);
    // Nor by another connection of the same browser, nor when the move has been taken back meanwhile.
    stage.come(2, &[0], None);
    assert_eq!(stage.say(2, message.clone())["t"], "ack");
    stage.say(0, json!({ "t": "takeback", "side": 0 }));
    stage.say(1, json!({ "t": "accept", "what": "takeback", "side": 1 }));
    assert_eq!(stage.room.session().ply(), 0);
    assert_eq!(stage.say(0, message.clone())["t"], "ack");
    assert_eq!(stage.room.session().ply(), 0);
    // Nor after a crash.
    stage.crash();
    stage.come(0, &[0], None);
    assert_eq!(stage.say(0, message)["t"], "ack");
    assert_eq!(stage.room.session().ply(), 0);
    // The name belongs to whoever has used it: somebody else's move is not swallowed by it.
    stage.come(1, &[1], None);
    assert_eq!(stage.play(0, "d2d4")["t"], "ack");
    assert_eq!(stage.say(1, json!({ "t": "move", "u": "d7d5", "ply": 1, "id": "a" }))["t"], "ack");
    assert_eq!(stage.room.session().ply(), 2);
}

#[test]
fn what_was_refused_stays_refused() {
    let mut stage = Stage::of_two("chess", None);
    let early = json!({ "t": "move", "u": "e7e5", "ply": 1, "id": "early" });
    assert_eq!(stage.say(1, early.clone())["t"], "refused");
    stage.play(0, "e2e4");
    assert_eq!(stage.say(1, early)["t"], "refused", "whoever was told that it was not played does not expect it later");
    assert_eq!(stage.room.session().ply(), 1);
}

#[test]
fn a_stale_move_is_refused_with_the_position() {
    let mut stage = Stage::of_two("chess", None);
    stage.play(0, "e2e4");
    let refused = stage.say(0, json!({ "t": "move", "u": "d2d4", "ply": 0 }));
    assert_eq!((refused["t"].as_str(), refused["position"]["ply"].as_u64()), (Some("refused"), Some(1)));
    let refused = stage.say(0, json!({ "t": "move", "u": "d2d4", "ply": 1 }));
    assert!(refused["why"].as_str().unwrap().contains("turn of Black"), "{refused}");
    let refused = stage.say(1, json!({ "t": "move", "u": "e7e4", "ply": 1 }));
    assert!(refused["why"].as_str().unwrap().contains("`e7e4` is no legal move"), "{refused}");
    let refused = stage.say(1, json!({ "t": "move", "u": "x".repeat(5000), "ply": 1 }));
    assert!(refused["why"].as_str().unwrap().len() < 200, "{refused}");
}

#[test]
fn nobody_else_sits_at_a_seat() {
    let mut stage = Stage::of_two("chess", None);
    stage.room.enter(7);
    // All but the last digit is right.
    let secret = stage.secret(0);
    let (begun, digit) = secret.split_at(47);
    let forged = format!("{begun}{}", if digit == "0" { "1" } else { "0" });
    let invitation = stage.invitations[0].1.to_string();
    for secrets in [vec![], vec![forged], vec![invitation], vec!["x".repeat(48)], vec![String::new(); 1000]] {
        let effects = stage.room.hear(7, &Said::Hello { secrets, v: None }, stage.now);
        stage.take(effects);
        assert_eq!(stage.last(7)["you"], json!([]));
        assert_eq!(stage.play(7, "e2e4")["t"], "refused");
        assert_eq!(stage.say(7, json!({ "t": "resign", "side": 0 }))["t"], "refused");
    }
    assert!(!stage.room.is_over() && stage.room.session().ply() == 0);
    // One side does not act for the other, nor for one that is not there.
    for side in [0, 200] {
        assert_eq!(stage.say(1, json!({ "t": "resign", "side": side }))["t"], "refused");
    }
    // A state has no secrets.
    let text = serde_json::to_string(&stage.told).unwrap();
    assert!(stage.secrets.iter().all(|(_, secret)| !text.contains(&secret.to_string())));
    let journal = format!("{:?}", stage.journal);
    let hidden = |secret: &wazir_live::Secret| !journal.contains(&secret.to_string());
    assert!(stage.secrets.iter().chain(&stage.invitations).all(|(_, secret)| hidden(secret)));
}

#[test]
fn invitations_work_once_and_for_a_day() {
    let mut stage = Stage::new("chess", &wanted(&[SeatWanted::Me, SeatWanted::Open]));
    stage.come(0, &[0], None);
    let url = stage.last(0)["invitations"][0]["url"].as_str().unwrap().to_string();
    let code = stage.invitations[0].1.to_string();
    assert_eq!(url, format!("/game/{}#i={code}", stage.room.id()));
    // It is told again after a crash, though only its hash is kept.
    stage.crash();
    stage.come(0, &[0], None);
    assert_eq!(stage.last(0)["invitations"][0]["url"].as_str(), Some(url.as_str()));
    stage.come(5, &[], None);
    assert_eq!(stage.last(5)["invitations"], json!([]), "but only to whoever invites");
    let join = |stage: &mut Stage, code: &str, who| {
        stage.room.join(code, who, "", stage.now).map(|(side, secret, effects)| {
            stage.take(effects);
            (side, secret)
        })
    };
    assert_eq!(join(&mut stage, "nonsense", None).err(), Some(Wrong::Unknown));
    let own = stage.secret(0);
    assert_eq!(join(&mut stage, &own, None).err(), Some(Wrong::Unknown));
    let (side, first) = join(&mut stage, &code, Some("guest")).unwrap();
    assert_eq!(side, 1);
    assert_eq!(join(&mut stage, &code, None).err(), Some(Wrong::Used));
    assert_eq!(join(&mut stage, &code, Some("somebody")).err(), Some(Wrong::Used));
    // The browser whose answer was lost has a new secret, and the lost one is worth nothing.
    let (_, second) = join(&mut stage, &code, Some("guest")).unwrap();
    for (number, secret, sides) in [(11, first, json!([])), (12, second, json!([1]))] {
        stage.room.enter(number);
        let effects = stage.room.hear(number, &Said::Hello { secrets: vec![secret.to_string()], v: None }, stage.now);
        stage.take(effects);
        assert_eq!(stage.last(number)["you"], sides);
    }
    stage.crash();
    assert_eq!(join(&mut stage, &code, None).err(), Some(Wrong::Used));

    let mut stage = Stage::new("chess", &wanted(&[SeatWanted::Me, SeatWanted::Open]));
    let code = stage.invitations[0].1.to_string();
    stage.now = START + limits::INVITATION;
    assert_eq!(join(&mut stage, &code, None).err(), Some(Wrong::Ended));
    stage.come(0, &[0], None);
    assert_eq!(stage.last(0)["invitations"], json!([]));
}

#[test]
fn who_comes_back_is_told_what_it_has_missed() {
    let mut stage = Stage::of_two("chess", None);
    stage.play(0, "e2e4");
    let version = stage.room.version();
    stage.leave(1);
    stage.wait(1_000);
    stage.say(0, json!({ "t": "chat", "text": "Well?" }));
    let before = stage.told[&1].len();
    stage.come(1, &[1], Some(version));
    let missed = &stage.told[&1][before..];
    let kinds: Vec<&str> = missed.iter().filter_map(|told| told["e"]["k"].as_str()).collect();
    assert_eq!(kinds, ["chat"], "nobody was told that it had gone: it was back at once");
    assert_eq!(missed.last().unwrap()["t"], "pong");
    // With nothing missed it is told that as well.
    stage.leave(1);
    stage.come(1, &[1], Some(stage.room.version()));
    assert_eq!(stage.last(1)["t"], "pong");
    // Too much was missed: everything anew. So for versions that never were.
    for version in [version - 1_000, stage.room.version() + 1, 0, u64::MAX] {
        stage.leave(1);
        stage.come(1, &[1], Some(version));
        assert_eq!(stage.last(1)["t"], "state", "{version}");
    }
    // After a crash versions are greater than all before, also of what is not in the journal.
    let version = stage.room.version();
    stage.wait(10);
    stage.crash();
    assert!(stage.room.version() > version);
    stage.come(1, &[1], Some(version));
    assert_eq!(stage.last(1)["t"], "state");
}

#[test]
fn presence_is_not_the_transport() {
    let mut stage = Stage::of_two("chess", Some((60_000, 0)));
    assert!(stage.told[&0].iter().any(|told| told["e"]["k"] == "presence" && told["e"]["sides"][1]["here"] == true));
    let events = stage.told[&0].len();
    stage.leave(1);
    stage.wait(1_000);
    stage.come(1, &[1], None);
    assert_eq!(stage.told[&0].len(), events, "a connection that is lost for a second is nobody's concern");
    stage.leave(1);
    assert_eq!(stage.room.deadline(), Some(stage.now + limits::AWAY));
    stage.wait(4_000);
    let presence = stage.last(0);
    assert_eq!(presence["e"]["sides"], json!([{ "here": true }, { "here": false }]));
    // Two tabs: the seat is empty when both are gone.
    stage.come(1, &[1], None);
    stage.come(2, &[1], None);
    stage.leave(1);
    stage.wait(10_000);
    assert_eq!(stage.last(0)["e"]["sides"][1]["here"], true);
}

#[test]
fn connections_of_one_seat_do_not_pile_up() {
    let mut stage = Stage::of_two("chess", None);
    for number in 10..10 + limits::MOST_AT_A_SEAT as u64 {
        stage.come(number, &[1], None);
    }
    assert_eq!(stage.closed, [1]);
}

#[test]
fn clocks_run_from_the_first_move_and_end_games() {
    let mut stage = Stage::of_two("chess", Some((60_000, 1_000)));
    stage.wait(50_000);
    assert_eq!(stage.room.clocks_left(stage.now), Some(vec![60_000, 60_000]));
    stage.play(0, "e2e4");
    assert_eq!(stage.room.clocks_left(stage.now), Some(vec![61_000, 60_000]));
    stage.wait(10_000);
    stage.play(1, "e7e5");
    assert_eq!(
        stage.last(0)["e"]["clocks"],
        json!({ "ms": [61_000, 51_000], "running": 0, "initial": 60_000, "increment": 1_000, "byoyomi": 0 })
    );
    stage.now = stage.now + Duration::from_millis(60_999);
    let effects = stage.room.tick(stage.now);
    stage.take(effects);
    assert!(!stage.room.is_over());
    assert_eq!(stage.room.deadline(), Some(stage.now + Duration::from_millis(1)));
    stage.wait(1);
    assert_eq!(stage.last(1)["e"]["outcome"]["text"], "Black wins: White has no time left");
    assert_eq!(stage.last(1)["e"]["clocks"]["ms"], json!([0, 51_000]));
    // It stays so.
    stage.crash();
    stage.come(0, &[0], None);
    assert_eq!(stage.last(0)["over"]["result"], "0-1");
}

#[test]
fn the_lag_of_a_move_is_forgiven() {
    let mut stage = Stage::of_two("chess", Some((60_000, 0)));
    let ping = Said::Ping { n: 1, lag: 200.0 };
    let effects = stage.room.hear(1, &ping, stage.now);
    stage.take(effects);
    assert_eq!(stage.last(1), &json!({ "t": "pong", "n": 1 }));
    stage.play(0, "e2e4");
    stage.wait(1_000);
    stage.play(1, "e7e5");
    assert_eq!(stage.room.clocks_left(stage.now), Some(vec![60_000, 59_200]));
    // A move that was made in time counts, though its message comes a moment after.
    stage.play(0, "g1f3");
    stage.now = stage.now + Duration::from_millis(59_300);
    assert_eq!(stage.play(1, "b8c6")["t"], "ack");
    assert_eq!(stage.room.clocks_left(stage.now), Some(vec![60_000, 100]));
    for lag in [f64::NAN, f64::INFINITY, -5.0, 1e300] {
        let effects = stage.room.hear(1, &Said::Ping { n: 1, lag }, stage.now);
        stage.take(effects);
    }
}

#[test]
fn draws_need_both() {
    let mut stage = Stage::of_two("chess", None);
    stage.say(0, json!({ "t": "draw", "side": 0 }));
    assert_eq!(stage.last(1)["e"], json!({ "k": "offer", "what": "draw", "side": 0 }));
    assert_eq!(stage.say(0, json!({ "t": "accept", "what": "draw", "side": 0 }))["t"], "refused");
    stage.say(1, json!({ "t": "decline", "what": "draw", "side": 1 }));
    assert_eq!(stage.kinds(0).last().map(String::as_str), Some("declined"));
    assert_eq!(stage.say(0, json!({ "t": "draw", "side": 0 }))["t"], "refused", "not again and again");
    stage.play(0, "e2e4");
    stage.say(0, json!({ "t": "draw", "side": 0 }));
    stage.say(0, json!({ "t": "undraw", "side": 0 }));
    assert_eq!(stage.say(1, json!({ "t": "accept", "what": "draw", "side": 1 }))["t"], "refused", "it was withdrawn");
    stage.say(1, json!({ "t": "draw", "side": 1 }));
    // An offer ends with the next move.
    stage.play(1, "e7e5");
    assert_eq!(stage.say(0, json!({ "t": "accept", "what": "draw", "side": 0 }))["t"], "refused");
    stage.say(1, json!({ "t": "draw", "side": 1 }));
    stage.crash();
    stage.come(0, &[0], None);
    assert_eq!(stage.last(0)["offers"], json!([{ "what": "draw", "side": 1 }]));
    stage.say(0, json!({ "t": "draw", "side": 0 }));
    assert_eq!(stage.room.summary().over.map(|over| over.text).as_deref(), Some("draw: agreed"));
}

#[test]
fn moves_are_taken_back_by_consent() {
    let mut stage = Stage::of_two("chess", None);
    assert_eq!(stage.say(0, json!({ "t": "takeback", "side": 0 }))["t"], "refused");
    for (number, u) in [(0, "e2e4"), (1, "e7e5"), (0, "g1f3")] {
        stage.play(number, u);
    }
    assert_eq!(stage.say(1, json!({ "t": "takeback", "side": 1 }))["t"], "ack");
    assert_eq!(stage.say(0, json!({ "t": "accept", "what": "takeback", "side": 0 }))["t"], "ack");
    assert_eq!(stage.room.session().ply(), 1, "Black's move, and White's answer with it");
    let back = stage.told[&1].iter().rev().find(|told| told["e"]["k"] == "taken back").unwrap();
    assert_eq!(back["e"]["position"]["ply"], 1);
    stage.play(1, "c7c5");
    stage.crash();
    assert_eq!(stage.room.session().texts(), ["e2e4", "c7c5"]);
}

#[test]
fn one_browser_plays_both_sides() {
    let mut stage = Stage::new("chess", &wanted(&[SeatWanted::AnyoneHere; 2]));
    stage.come(0, &[0, 1], None);
    assert_eq!(stage.last(0)["you"], json!([0, 1]));
    stage.play(0, "e2e4");
    stage.play(0, "e7e5");
    assert_eq!(stage.say(0, json!({ "t": "takeback", "side": 0 }))["t"], "ack");
    assert_eq!(stage.room.session().texts(), ["e2e4"]);
    stage.say(0, json!({ "t": "draw", "side": 1 }));
    stage.say(0, json!({ "t": "accept", "what": "draw", "side": 0 }));
    assert!(stage.room.is_over());
    stage.say(0, json!({ "t": "rematch", "side": 0 }));
    assert!(stage.kinds(0).contains(&"rematch".to_string()));
}

#[test]
fn a_rematch_has_the_same_people_on_other_sides() {
    let mut stage = Stage::of_two("chess", Some((60_000, 0)));
    stage.play(0, "e2e4");
    assert_eq!(stage.say(1, json!({ "t": "rematch", "side": 1 }))["t"], "refused");
    stage.say(1, json!({ "t": "resign", "side": 1 }));
    assert_eq!(stage.last(0)["e"]["outcome"]["text"], "White wins: Black resigns");
    stage.say(1, json!({ "t": "rematch", "side": 1 }));
    stage.say(0, json!({ "t": "accept", "what": "rematch", "side": 0 }));
    let event = stage.told[&1].iter().find(|told| told["e"]["k"] == "rematch").unwrap()["e"].clone();
    assert_eq!(event["sides"], json!([1, 0]));
    let id = event["id"].as_str().unwrap().to_string();
    assert_eq!(stage.say(0, json!({ "t": "rematch", "side": 0 }))["t"], "refused", "there is one already");
    let entries = stage.entries(&id);
    stage.room = Room::restore(id, &entries, opened("chess"), view("chess"), stage.now).unwrap();
    stage.come(20, &[0], None);
    assert_eq!(stage.last(20)["you"], json!([1]));
    assert_eq!(stage.last(20)["history"], json!([]));
    stage.come(21, &[1], None);
    assert_eq!(stage.play(21, "d2d4")["t"], "ack");
    assert_eq!(stage.room.summary().seats[0].owner.as_deref(), Some("guest"));
}

#[test]
fn what_the_rules_know_can_be_claimed() {
    let mut stage = Stage::of_two("chess", None);
    let refused = stage.say(0, json!({ "t": "claim", "side": 0 }));
    assert!(refused["why"].as_str().unwrap().contains("nothing to claim"), "{refused}");
    for (number, u) in [(0, "g1f3"), (1, "g8f6"), (0, "f3g1"), (1, "f6g8"), (0, "g1f3"), (1, "g8f6"), (0, "f3g1")] {
        stage.play(number, u);
    }
    assert_eq!(stage.say(0, json!({ "t": "claim", "side": 0 }))["t"], "refused", "it is the other's move that draws");
    assert_eq!(stage.say(1, json!({ "t": "claim", "side": 1 }))["t"], "ack");
    assert_eq!(stage.room.summary().over.map(|over| over.result).as_deref(), Some("1/2-1/2"));
}

#[test]
fn a_game_is_claimed_from_who_has_gone() {
    for (on_purpose, wait) in [(false, limits::GONE), (true, limits::LEFT)] {
        let mut stage = Stage::of_two("chess", Some((600_000, 0)));
        stage.play(0, "e2e4");
        let effects = stage.room.leave(1, on_purpose, stage.now);
        stage.take(effects);
        stage.wait(wait.as_millis() as u64 - 1);
        assert_eq!(stage.say(0, json!({ "t": "claim", "side": 0 }))["t"], "refused");
        stage.wait(1);
        assert_eq!(stage.say(0, json!({ "t": "claim", "side": 0 }))["t"], "ack");
        assert_eq!(stage.room.summary().over.map(|over| over.text).as_deref(), Some("White wins: Black has left"));
    }
    // Without a clock one may think overnight.
    let mut stage = Stage::of_two("chess", None);
    stage.leave(1);
    stage.wait(12 * 3600 * 1000);
    assert_eq!(stage.say(0, json!({ "t": "claim", "side": 0 }))["t"], "refused");
}

#[test]
fn an_engine_thinks_only_while_somebody_watches() {
    let seats = [SeatWanted::Me, SeatWanted::Engine(3)];
    let clock = Some(ClockWanted { initial: 60_000, increment: 0, byoyomi: 0 });
    let mut stage = Stage::new("chess", &NewGame { clock, ..wanted(&seats) });
    stage.come(0, &[0], None);
    assert!(stage.room.question().is_none());
    stage.play(0, "e2e4");
    let question = stage.room.question().unwrap();
    assert_eq!((question.level, question.line.moves.len()), (3, 1));
    stage.wait(1_000);
    stage.leave(0);
    assert!(stage.room.question().is_none());
    assert!(stage.room.is_idle(), "its clock stands still");
    stage.wait(1_000_000);
    assert_eq!(stage.room.clocks_left(stage.now), Some(vec![60_000, 59_000]));
    stage.come(0, &[0], None);
    assert_eq!(stage.room.question().map(|question| question.epoch), Some(question.epoch));
    let mv = stage.room.session().legal()[0];
    for (epoch, ply) in [(question.epoch + 1, 1), (question.epoch, 2), (question.epoch, 2)] {
        let effects = stage.room.engine_move(epoch, mv, stage.now);
        stage.take(effects);
        assert_eq!(stage.room.session().ply(), ply);
    }
    let refused = stage.say(0, json!({ "t": "draw", "side": 0 }));
    assert!(refused["why"].as_str().unwrap().contains("engine"), "{refused}");
    assert_eq!(stage.say(0, json!({ "t": "takeback", "side": 0 }))["t"], "ack");
    assert_eq!(stage.room.session().ply(), 0);
}

#[test]
fn talk_is_bounded() {
    let mut stage = Stage::of_two("chess", None);
    let mut say = |number, text: &str| stage.say(number, json!({ "t": "chat", "text": text }))["t"].clone();
    assert_eq!(say(0, "  "), "refused");
    assert_eq!(say(0, &"x".repeat(limits::MOST_CHAT)), "ack");
    assert_eq!(say(0, &"x".repeat(limits::MOST_CHAT + 1)), "refused");
    assert_eq!(say(0, "<script>\u{202e}alert(1)\u{7}"), "ack");
    let answers: Vec<Value> = (0..10).map(|number| say(0, &number.to_string())).collect();
    assert_eq!(answers.iter().filter(|answer| *answer == "ack").count(), limits::CHAT_BURST as usize - 2);
    assert_eq!(say(1, "the other still may"), "ack");
    assert_eq!(stage.last(0)["e"], json!({ "k": "chat", "from": "Black", "text": "the other still may" }));
    stage.come(5, &[], None);
    stage.say(5, json!({ "t": "chat", "text": "hi" }));
    assert_eq!(stage.last(0)["e"]["from"], "Watcher");
    let chat = stage.told[&5][0]["chat"].as_array().unwrap();
    assert_eq!(chat[1]["text"], "<script>alert(1)");
}

#[test]
fn four_sides_and_several_moves_a_turn() {
    let mut stage =
        Stage::new("fourplayer", &wanted(&[SeatWanted::Me, SeatWanted::Open, SeatWanted::Open, SeatWanted::Engine(1)]));
    for (side, code) in stage.invitations.clone() {
        let (taken, secret, effects) = stage.room.join(&code.to_string(), None, "", stage.now).unwrap();
        stage.take(effects);
        assert_eq!(side, taken);
        stage.secrets.push((side, secret));
    }
    for side in 0..3 {
        stage.come(side.into(), &[side], None);
        let mv = stage.told[&u64::from(side)].last().unwrap()["position"]["moves"][0]
            .as_str()
            .unwrap_or_default()
            .to_string();
        assert_eq!(stage.play(side.into(), &mv)["t"], "ack", "{mv}");
    }
    assert!(stage.room.question().is_some());
    // All have to agree.
    let refused = stage.say(0, json!({ "t": "draw", "side": 0 }));
    assert_eq!(refused["t"], "refused");
    stage.say(0, json!({ "t": "takeback", "side": 0 }));
    stage.say(1, json!({ "t": "accept", "what": "takeback", "side": 1 }));
    assert_eq!(stage.room.session().ply(), 3);
    stage.say(2, json!({ "t": "accept", "what": "takeback", "side": 2 }));
    assert_eq!(stage.room.session().ply(), 0);

    let mut stage = Stage::of_two("marseillais", None);
    assert_eq!(stage.play(0, "e2e4")["t"], "ack");
    assert_eq!(stage.play(1, "e7e5")["t"], "ack");
    assert_eq!(stage.play(1, "d7d5")["t"], "ack", "two moves a turn");
    assert_eq!(stage.room.session().turn(), 0);
}

#[test]
fn nonsense_is_refused_at_the_start() {
    let start = |wanted: &NewGame| {
        let made = Room::create("g".to_string(), wanted, ("chess", false), opened("chess"), view("chess"), None, START);
        made.err().map(|wrong| wrong.to_string()).unwrap_or_default()
    };
    let two = wanted(&[SeatWanted::Me, SeatWanted::Open]);
    assert!(start(&wanted(&[SeatWanted::Me])).contains("each of the 2 sides, not 1"));
    assert!(start(&wanted(&[SeatWanted::Me, SeatWanted::Engine(11)])).contains("levels from 1 to 10, not 11"));
    assert!(start(&NewGame { fen: Some("what".to_string()), ..two.clone() }).len() > 5);
    assert!(
        start(&NewGame { moves: vec!["e2e4".to_string(), "e2e4".to_string()], ..two.clone() }).starts_with("move 2")
    );
    let clock = Some(ClockWanted { initial: 0, increment: 0, byoyomi: 0 });
    assert!(start(&NewGame { clock, ..two }).contains("no time for the first move"));
}

#[test]
fn a_pasted_game_goes_on_and_stays_as_it_was() {
    let moves = ["e2e4", "e7e5"].map(str::to_string).to_vec();
    let clock = Some(ClockWanted { initial: 60_000, increment: 0, byoyomi: 0 });
    let mut stage = Stage::new("chess", &NewGame { moves, clock, ..wanted(&[SeatWanted::AnyoneHere; 2]) });
    stage.come(0, &[0, 1], None);
    assert_eq!(stage.last(0)["history"].as_array().unwrap().len(), 2);
    stage.wait(1_000_000);
    assert!(!stage.room.is_over(), "clocks begin with the first move that is made here");
    assert_eq!(stage.say(0, json!({ "t": "takeback", "side": 0 }))["t"], "refused");
    stage.play(0, "g1f3");
    assert_eq!(stage.say(0, json!({ "t": "takeback", "side": 0 }))["t"], "ack");
    stage.crash();
    assert_eq!(stage.room.session().ply(), 2);
}

#[test]
fn a_server_that_goes_down_stops_the_clocks() {
    let mut stage = Stage::of_two("chess", Some((60_000, 0)));
    stage.play(0, "e2e4");
    stage.wait(20_000);
    let effects = stage.room.close(stage.now);
    stage.take(effects);
    assert_eq!(stage.last(0)["e"]["k"], "closing");
    stage.now = stage.now + Duration::from_secs(3600);
    stage.crash();
    assert_eq!(stage.room.clocks_left(stage.now), Some(vec![60_000, 40_000]));
    stage.come(1, &[1], None);
    stage.wait(5_000);
    assert_eq!(stage.room.clocks_left(stage.now), Some(vec![60_000, 35_000]));
}

#[test]
fn a_rule_file_is_edited_under_a_game() {
    let text = |moves: &str| Source {
        file: "own.ron".to_string(),
        text: format!(
            r#"(extends: "chess", name: "Own", about: "x", pieces: {{ "N": (name: "Knight", moves: "{moves}") }})"#
        ),
    };
    let (knights, camels) = (of_source(text("N")), of_source(text("C")));
    let made = Room::create(
        "game".to_string(),
        &wanted(&[SeatWanted::AnyoneHere; 2]),
        ("own", true),
        knights.clone(),
        view("own"),
        None,
        START,
    );
    let (mut room, made, begun) = made.unwrap();
    room.enter(0);
    let secrets = made.seats.iter().map(|(_, secret)| secret.to_string()).collect();
    let _ = room.hear(0, &Said::Hello { secrets, v: None }, START);
    let mut journal = begun.write;
    for (ply, u) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
        let said = Said::Move { u: u.to_string(), ply, id: u.to_string() };
        journal.extend(room.hear(0, &said, START).write);
    }
    assert_eq!(room.session().ply(), 4);
    let reloaded = room.reload(camels.clone(), view("own"), Moment(START.0 + 1));
    let told: Vec<Value> = reloaded.told.iter().map(|(_, text)| serde_json::from_str(text).unwrap()).collect();
    assert_eq!((told[0]["e"]["k"].as_str(), told[1]["t"].as_str()), (Some("rules"), Some("state")));
    assert_eq!(room.session().texts(), ["e2e4", "e7e5"], "as far as the new rules allow");
    journal.extend(reloaded.write);
    let said = Said::Move { u: "g1f4".to_string(), ply: 2, id: "camel".to_string() };
    journal.extend(room.hear(0, &said, START).write);
    let entries: Vec<wazir_live::record::Entry> =
        journal.iter().flat_map(|write| &write.entries).map(|line| serde_json::from_str(line).unwrap()).collect();
    let again =
        |opened| Room::restore("game".to_string(), &entries, opened, view("own"), START).unwrap().session().texts();
    assert_eq!(again(camels), ["e2e4", "e7e5", "g1f4"]);
    assert_eq!(again(knights), ["e2e4", "e7e5"]);
}
