//! Random talk, most of it wrong: repeated, late, in another order, by strangers. Whatever comes, a room does what a simple model of the game does, its journal makes
//! the same room again, and every browser ends up with the same game before it.
#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Browser, Stage, wanted};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wazir_live::{Said, limits::KEPT_ANSWERS, record::SeatWanted};

/// Numbers that are the same with the same seed (splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
    fn one<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// What a game is, told as simply as possible: moves that were acknowledged, in order.
#[derive(Default)]
struct Model {
    moves: Vec<String>,
    /// What was said under each name, by whom: whether it was acknowledged, and how much had been said by then.
    said: BTreeMap<(u64, String), (bool, u64)>,
}

#[test]
fn a_room_does_what_a_model_does_whatever_is_said() {
    for (game, seed) in [
        ("chess", 1),
        ("chess", 2),
        ("crazyhouse", 3),
        ("fourplayer", 4),
        ("marseillais", 5),
        ("duck", 6),
        ("chess", 7),
        ("tictactoe", 8),
    ] {
        talk(game, seed, 300);
    }
}

/// The seats are those of connections 0, 1, ..; 50 is a stranger who watches.
fn talk(game: &str, seed: u64, steps: usize) {
    let mut chance = Chance(seed);
    let sides = common::opened(game).variant.info().sides.len();
    let mut seats = vec![SeatWanted::Open; sides];
    seats[0] = SeatWanted::Me;
    let mut stage = Stage::new(game, &wanted(&seats));
    for (_, code) in stage.invitations.clone() {
        let (side, secret, effects) = stage.room.join(&code.to_string(), None, "", stage.now).unwrap();
        stage.take(effects);
        stage.secrets.push((side, secret));
    }
    let numbers: Vec<u64> = (0..sides as u64).chain([50]).collect();
    let own = |number: u64| if number == 50 { vec![] } else { vec![number as u8] };
    let mut browsers: BTreeMap<u64, Browser> = BTreeMap::new();
    for &number in &numbers {
        stage.come(number, &own(number), None);
        browsers.insert(number, Browser::default());
    }
    let mut model = Model::default();
    let mut past: Vec<(u64, Value)> = Vec::new();
    for step in 0..steps {
        let number = *chance.one(&numbers);
        let before = model.moves.len();
        match chance.below(20) {
            // Somebody loses the connection, and comes back with the version it knows, or none, or nonsense.
            0 => {
                stage.leave(number);
                stage.wait(chance.below(9_000) as u64);
                read(&mut stage, &mut browsers);
                let known = browsers[&number].version;
                let version = *chance.one(&[known, known, known, None, Some(step as u64)]);
                stage.come(number, &own(number), version);
            }
            // The server is killed.
            1 if step % 3 == 0 => {
                read(&mut stage, &mut browsers);
                stage.now = stage.now + std::time::Duration::from_millis(1 + chance.below(50) as u64);
                stage.crash();
                for &number in &numbers {
                    stage.come(number, &own(number), browsers[&number].version);
                }
            }
            // Something that was said before is said again: by the same, or by somebody else.
            2..=6 if !past.is_empty() => {
                let (speaker, message) = chance.one(&past).clone();
                let speaker = if chance.below(4) == 0 { number } else { speaker };
                say(&mut stage, &mut model, speaker, message, sides);
            }
            7 => {
                let wrong = [
                    json!({ "t": "resign", "side": (number + 1) % 4 }),
                    json!({ "t": "accept", "what": "draw", "side": (number + 1) % 4 }),
                    json!({ "t": "move", "u": "a1a1", "ply": before }),
                    json!({ "t": "chat", "text": "\u{0}" }),
                ];
                let message = chance.one(&wrong).clone();
                // Nobody speaks for another.
                assert_ne!(stage.say(number, message)["t"], "ack");
            }
            8 => {
                let message = chance
                    .one(&[json!({ "t": "takeback", "side": number }), json!({ "t": "draw", "side": number })])
                    .clone();
                if number < 4 {
                    stage.say(number, message);
                }
            }
            9 => {
                for other in 0..sides as u64 {
                    stage.say(other, json!({ "t": "accept", "what": "takeback", "side": other }));
                }
                // The model believes whoever has agreed; what was agreed to is tested elsewhere.
                let ply = stage.room.session().ply();
                assert!(ply <= model.moves.len());
                model.moves.truncate(ply);
            }
            _ => {
                let legal = stage.room.session().legal().to_vec();
                if legal.is_empty() {
                    break;
                }
                let game = stage.room.session().game();
                let u = game.move_text(*chance.one(&legal), wazir_runtime::Style::Game);
                let ply = (before + *chance.one(&[0, 0, 0, 0, 1])).saturating_sub(*chance.one(&[0, 0, 0, 0, 1]));
                let speaker = if chance.below(3) == 0 { number } else { stage.room.session().turn().into() };
                let message = json!({ "t": "move", "u": u, "ply": ply, "id": format!("s{step}") });
                past.push((speaker, message.clone()));
                say(&mut stage, &mut model, speaker, message, sides);
            }
        }
        assert_eq!(stage.room.session().texts(), model.moves, "{game}, seed {seed}, step {step}");
    }
    // Everybody sees the same game, who has missed nothing and who has just come.
    read(&mut stage, &mut browsers);
    for (&number, browser) in &browsers {
        assert!(!browser.gap, "{game}, seed {seed}: {number}");
        assert_eq!(
            (&browser.history, browser.ply as usize),
            (&model.moves, model.moves.len()),
            "{game}, seed {seed}: {number}"
        );
    }
    // The journal is the game.
    let summary = stage.room.summary();
    stage.crash();
    assert_eq!(stage.room.summary(), summary);
    assert!(model.moves.len() > 3 || stage.room.is_over(), "{game}, seed {seed}: something has been played");
}

/// Says a move, and does in the model what has to come of it.
fn say(stage: &mut Stage, model: &mut Model, speaker: u64, message: Value, sides: usize) {
    let key = (speaker, message["id"].as_str().unwrap().to_string());
    let turn = u64::from(stage.room.session().turn());
    let over = stage.room.is_over();
    let u = message["u"].as_str().unwrap().to_string();
    let is_legal = stage.room.session().parse_exactly(&u).is_ok();
    let fits =
        speaker == turn && speaker < sides as u64 && !over && message["ply"] == json!(model.moves.len()) && is_legal;
    let acknowledged = stage.say(speaker, message)["t"] == "ack";
    // What was answered once is answered so again (a refusal until the server has forgotten it); of what was acknowledged long ago it is only known that it is not done
    // again.
    match model.said.get(&key) {
        Some((true, when)) => assert!(acknowledged || stage.said - when > KEPT_ANSWERS as u64, "{key:?}"),
        Some((false, _)) if !acknowledged => {}
        _ => {
            assert_eq!(acknowledged, fits, "{key:?}");
            if fits {
                model.moves.push(u);
            }
            model.said.insert(key, (acknowledged, stage.said));
        }
    }
}

/// Browsers hear what they have been told.
fn read(stage: &mut Stage, browsers: &mut BTreeMap<u64, Browser>) {
    for (number, told) in std::mem::take(&mut stage.told) {
        let Some(browser) = browsers.get_mut(&number) else { continue };
        told.iter().for_each(|told| browser.hear(told));
    }
}

#[test]
fn any_json_is_a_message_or_none() {
    let mut chance = Chance(11);
    let good = [
        r#"{"t":"hello","secrets":["00"],"v":3}"#,
        r#"{"t":"move","u":"e2e4","ply":0,"id":"a"}"#,
        r#"{"t":"accept","what":"draw","side":1,"id":"b"}"#,
        r#"{"t":"chat","text":"\u0000\ud83d\ude00","id":"c"}"#,
        r#"{"t":"ping","n":18446744073709551615,"lag":1e308}"#,
    ];
    let mut stage = Stage::of_two("chess", Some((60_000, 0)));
    let mut heard = 0;
    for _ in 0..20_000 {
        let mut text = chance.one(&good).as_bytes().to_vec();
        for _ in 0..=chance.below(3) {
            let place = chance.below(text.len());
            match chance.below(3) {
                0 => text[place] = *chance.one(b"{}[]\":,0129-.eEtu\\ \xff"),
                1 => drop(text.remove(place)),
                _ => text.insert(place, *chance.one(b"{}[]\":,0129-.eEtu\\ \xff")),
            }
        }
        let Ok(said) = serde_json::from_slice::<Said>(&text) else { continue };
        heard += 1;
        stage.now.0 += 1;
        let effects = stage.room.hear(chance.below(4) as u64, &said, stage.now);
        for write in &effects.write {
            assert_eq!(write.first as usize, stage.journal[stage.room.id()].len());
        }
        stage.take(effects);
        stage.told.clear();
    }
    assert!(heard > 1_000);
    stage.crash();
}
