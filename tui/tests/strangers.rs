//! Strangers who want a guest's seat, fill the door, or disturb a game: with every message, in every state.

mod common;

use common::{
    Stage,
    network::{HELLO, SIZE, Stranger, at_table, both, connected, ending, guest, hello_with, host, host_with, seated},
};
use std::{
    io::Write,
    net::TcpStream,
    time::{Duration, Instant},
};
use wazir_tui::{
    app::Screen,
    clock::SideClock,
    net::{
        Asked, Message, PROTOCOL, Patience,
        limits::{AT_THE_DOOR_BY_ADDRESS, GREETING},
    },
    store::{RuleFile, Store},
    theme::Depth,
};

/// Every message that the language has, the likes of those that do harm first.
fn every_message(codes: &[String]) -> Vec<Message> {
    let hello =
        |seat: Option<&String>| Message::Hello { protocol: PROTOCOL, name: "thief".to_string(), seat: seat.cloned() };
    let file = || RuleFile { file: "x.ron".to_string(), text: "()".to_string() };
    let clock = SideClock { main_ms: u64::MAX, byoyomi_ms: u64::MAX, moves: u32::MAX };
    let mut all: Vec<Message> = codes.iter().map(|code| hello(Some(code))).collect();
    all.extend([
        hello(None),
        Message::Seated { seat: codes[0].clone() },
        Message::Game {
            protocol: PROTOCOL,
            name: "thief".to_string(),
            game: "chess".to_string(),
            rules: "00".to_string(),
            start: "8/8".to_string(),
            moves: vec!["e2e4".to_string()],
            control: None,
            clocks: vec![clock; 2],
            epoch: u32::MAX,
            sides: vec![0, 1],
        },
        Message::NeedRules {},
        Message::Rules { file: file(), parents: vec![file()] },
        Message::Ready {},
        Message::Move { ply: 0, text: "e7e5".to_string(), clocks: vec![clock; 2] },
        Message::Move { ply: 1, text: "e7e5".to_string(), clocks: Vec::new() },
        Message::Clocks { clocks: vec![clock; 2] },
        Message::Chat { text: "\u{1b}[2Jhello".to_string() },
        Message::Resign {},
        Message::OfferDraw {},
        Message::AcceptDraw {},
        Message::DeclineDraw {},
    ]);
    for asked in [Asked::Takeback { ply: 0 }, Asked::Takeback { ply: usize::MAX }, Asked::Rematch] {
        all.extend([Message::Ask { asked }, Message::Agree { asked }, Message::Decline { asked }]);
    }
    all.extend([
        Message::Timeout { side: 0 },
        Message::Timeout { side: u8::MAX },
        Message::Ping {},
        Message::Bye { reason: "go away".to_string() },
    ]);
    all
}

/// How often a message is among them: a message that is new has to be named here, and is to be tried above.
fn kind(message: &Message) -> usize {
    match message {
        Message::Hello { .. } => 0,
        Message::Game { .. } => 1,
        Message::NeedRules {} => 2,
        Message::Rules { .. } => 3,
        Message::Ready {} => 4,
        Message::Seated { .. } => 5,
        Message::Move { .. } => 6,
        Message::Clocks { .. } => 7,
        Message::Chat { .. } => 8,
        Message::Resign {} => 9,
        Message::OfferDraw {} => 10,
        Message::AcceptDraw {} => 11,
        Message::DeclineDraw {} => 12,
        Message::Ask { .. } => 13,
        Message::Agree { .. } => 14,
        Message::Decline { .. } => 15,
        Message::Timeout { .. } => 16,
        Message::Ping {} => 17,
        Message::Bye { .. } => 18,
    }
}
const KINDS: usize = 19;

fn line(message: &Message) -> String {
    serde_json::to_string(message).expect("a line")
}

/// What strangers may believe to be the code, among them the true one with one digit changed.
fn false_codes(code: &str) -> Vec<String> {
    let last = if code.ends_with('0') { '1' } else { '0' };
    let (_elsewhere, address) = host("chess", None);
    let other = Stranger::at(&address).gets_seat(HELLO);
    vec![
        format!("{}{last}", &code[..code.len() - 1]),
        other,
        String::new(),
        "0".repeat(32),
        code[..31].to_string(),
        format!("{code}00"),
        "x".repeat(3000),
    ]
}

/// A stranger says these lines; everything it hears.
fn tries(address: &str, lines: &[&str]) -> String {
    let mut stranger = Stranger::at(address);
    for line in lines {
        stranger.says(line);
    }
    stranger.hears_out()
}

/// Strangers try everything while the seat is somebody's, who is there or not: nothing but a farewell is told to them.
fn try_everything(address: &str, code: &str) {
    let messages = every_message(&false_codes(code));
    assert!((0..KINDS).all(|one| messages.iter().any(|message| kind(message) == one)));
    let ready = line(&Message::Ready {});
    for message in messages.iter().map(line) {
        for before in [&[][..], &[HELLO], &[HELLO, &ready]] {
            let lines: Vec<&str> = before.iter().copied().chain([&*message, &ready]).collect();
            let heard = tries(address, &lines);
            let farewells = heard.lines().filter(|line| line.starts_with(r#"{"type":"bye""#)).count();
            assert_eq!(heard.lines().count(), farewells, "after {lines:?}: {heard}");
            assert!(!heard.contains(code) && !heard.contains("e2e4"), "after {lines:?}: {heard}");
        }
    }
}

fn app_is_calm(host: &mut Stage) -> bool {
    while let Ok(event) = host.heard.try_recv() {
        host.app.handle(event);
    }
    host.moves() == ["e2e4"] && host.app.popup.is_none() && matches!(host.app.screen, Screen::Table)
}

#[test]
fn a_free_seat_has_no_code() {
    let (_host, address) = host("chess", None);
    let ready = line(&Message::Ready {});
    let need = line(&Message::NeedRules {});
    for message in every_message(&["0".repeat(32)]).iter().filter(|message| **message != Message::Ready {}) {
        let message = line(message);
        for before in [&[][..], &[HELLO], &[HELLO, &need]] {
            let lines: Vec<&str> = before.iter().copied().chain([&*message]).collect();
            let heard = tries(&address, &lines);
            assert!(!heard.contains("seated"), "after {lines:?}: {heard}");
        }
    }
    // All that was nothing: the seat is free, and whoever says the right things gets it.
    let code = Stranger::at(&address).gets_seat(HELLO);
    assert!(!tries(&address, &[HELLO, &ready]).contains(&code));
}

#[test]
fn strangers_do_not_get_a_seat_that_is_taken() {
    let (mut host, address) = host("chess", None);
    let (mut friend, code) = seated(&mut host, &address);
    host.play("e4");
    assert!(friend.hears().contains("e2e4"));
    try_everything(&address, &code);
    assert!(connected(&host) && app_is_calm(&mut host));
    friend.says(&line(&Message::Move { ply: 1, text: "e7e5".to_string(), clocks: Vec::new() }));
    host.wait(|app| app.table.as_ref().is_some_and(|table| table.session.ply() == 2));
}

#[test]
fn strangers_do_not_get_a_seat_that_is_kept() {
    let (mut host, address) = host("chess", None);
    let (friend, code) = seated(&mut host, &address);
    host.play("e4");
    drop(friend);
    host.wait(|app| app.network.as_ref().is_some_and(|network| !network.connected));
    assert!(host.text().contains("x is away: 180 s to come back"), "{}", host.text());
    try_everything(&address, &code);
    assert!(!connected(&host) && app_is_calm(&mut host));
    let mut friend = Stranger::at(&address);
    assert_eq!(friend.gets_seat(&hello_with(&code)), code);
    host.wait(|app| app.network.as_ref().is_some_and(|network| network.connected));
    assert!(!host.text().contains("is away"), "{}", host.text());
    // The seat is the guest's also when he comes before the host has noticed that he was gone.
    let mut again = Stranger::at(&address);
    assert_eq!(again.gets_seat(&hello_with(&code)), code);
    assert!(friend.hears().contains("taken up by another program"));
    again.says(&line(&Message::Move { ply: 1, text: "e7e5".to_string(), clocks: Vec::new() }));
    host.wait(|app| app.table.as_ref().is_some_and(|table| table.session.ply() == 2));
    assert!(connected(&host));
}

#[test]
fn the_code_ends_with_the_game() {
    let (mut host, address) = host("chess", None);
    let (mut friend, code) = seated(&mut host, &address);
    friend.says(&line(&Message::Resign {}));
    host.wait(|app| app.table.as_ref().is_some_and(|table| table.session.ending().is_some()));
    try_everything(&address, &code);
    friend.says(&line(&Message::Ask { asked: Asked::Rematch }));
    host.wait(|app| app.network.is_some() && app.popup.is_some());
    while !host.text().contains("wants to play again") {
        let event = host.heard.recv_timeout(Duration::from_secs(20)).expect("the question");
        host.app.handle(event);
    }
    host.keys("<enter>");
    let heard: Vec<String> = (0..2).map(|_| friend.hears()).collect();
    let seated = heard.iter().find(|line| line.contains("seated")).expect("another code for another game");
    assert!(!seated.contains(&code) && heard.iter().any(|line| line.contains("agree")), "{heard:?}");
    drop(friend);
    host.wait(|app| app.network.as_ref().is_some_and(|network| !network.connected));
    assert!(tries(&address, &[&hello_with(&code)]).contains("that is not the code"));
    // And with the host.
    host.app.close();
    drop(host);
    let gone = Instant::now();
    while TcpStream::connect(&address).is_ok() {
        assert!(gone.elapsed() < Duration::from_secs(5), "nobody listens any more");
    }
}

#[test]
fn a_program_that_was_killed_comes_back_by_the_code() {
    let (mut host, address) = host("chess", Some("5"));
    let (mut killed, code) = seated(&mut host, &address);
    host.play("e4");
    killed.says(&line(&Message::Move { ply: 1, text: "e7e5".to_string(), clocks: Vec::new() }));
    host.wait(|app| app.table.as_ref().is_some_and(|table| table.session.ply() == 2));
    drop(killed);
    host.play("Nf3");
    let mut friend = Stage::new(&["chess"], Depth::None, SIZE);
    friend.app.join(&address, Some(code.parse().expect("a code"))).expect("an address");
    both(&mut host, &mut friend, |host, friend| at_table(friend) && connected(host) && connected(friend));
    assert_eq!(friend.moves(), ["e2e4", "e7e5", "g1f3"]);
    both(&mut host, &mut friend, |_, friend| {
        friend.app.network.as_ref().is_some_and(|network| network.code().is_some())
    });
    assert!(friend.text().contains(&format!("code of your seat: {code}")), "{}", friend.text());
    friend.play("Nc6");
    both(&mut host, &mut friend, |host, _| host.moves().len() == 4);
    // How it ends is told as well, to whoever was away then.
    host.keys("R<down><enter>");
    both(&mut host, &mut friend, |host, friend| ending(host).is_some() && ending(host) == ending(friend));
    let mut later = Stage::new(&["chess"], Depth::None, SIZE);
    later.app.join(&address, Some(code.parse().expect("a code"))).expect("an address");
    both(&mut host, &mut later, |host, later| ending(later).is_some() && ending(host) == ending(later));
}

#[test]
fn a_program_that_was_killed_finds_the_way_back_by_itself() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("way-back");
    let _ = std::fs::remove_dir_all(&folder);
    let kept = || Stage::with_store(&["chess"], Depth::None, SIZE, Some(Store::in_folder(&folder)));
    let (mut host, address) = host("chess", None);
    let mut friend = kept();
    friend.app.join(&address, None).expect("an address");
    both(&mut host, &mut friend, |host, friend| at_table(host) && at_table(friend));
    host.play("e4");
    both(&mut host, &mut friend, |_, friend| friend.moves().len() == 1);
    // As if it were killed: nothing is said, and its connection goes on for the host.
    let journal =
        std::fs::read_dir(folder.join("state/journal")).expect("a folder").flatten().map(|entry| entry.path());
    let journal = journal.filter(|path| path.extension().is_some_and(|ext| ext == "json")).last().expect("a journal");
    let text = std::fs::read_to_string(&journal).expect("a journal");
    assert!(text.contains(&address), "{text}");
    let killed = journal.with_file_name("999999999999999.json");
    std::fs::write(killed, &text).expect("a journal");
    let mut again = kept();
    again.keys("<enter>");
    both(&mut host, &mut again, |host, again| at_table(again) && connected(host) && connected(again));
    again.play("e5");
    both(&mut host, &mut again, |host, _| host.moves().len() == 2);
    friend.wait(|app| app.network.is_none());
    // Without the host there is still the game.
    let text = std::fs::read_to_string(journal.with_file_name("999999999999999.json")).expect("a journal");
    host.app.close();
    drop(host);
    again.wait(|app| app.network.is_none());
    drop(again);
    std::fs::write(journal.with_file_name("999999999999999.json"), text).expect("a journal");
    let mut alone = kept();
    alone.keys("<enter>");
    alone.wait(|app| app.network.is_none());
    assert!(alone.text().contains("you have both sides of it"), "{}", alone.text());
    assert_eq!(alone.moves(), ["e2e4", "e7e5"]);
}

#[test]
fn who_joins_again_from_the_same_machine_has_his_seat() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("same-machine");
    let _ = std::fs::remove_dir_all(&folder);
    let kept = || Stage::with_store(&["chess"], Depth::None, SIZE, Some(Store::in_folder(&folder)));
    let patience = Patience { seat: Duration::from_secs(60), pause: Duration::from_millis(50) };
    let (mut host, address) = host_with("chess", None, patience);
    let mut friend = kept();
    friend.app.join(&address, None).expect("an address");
    both(&mut host, &mut friend, |host, friend| at_table(host) && at_table(friend));
    both(&mut host, &mut friend, |_, friend| {
        friend.app.network.as_ref().is_some_and(|network| network.code().is_some())
    });
    // As long as that program runs, another one is a stranger.
    let mut other = kept();
    other.app.join(&address, None).expect("an address");
    other.wait(|app| app.network.is_none());
    assert!(other.text().contains("the seat is taken"), "{}", other.text());
    drop(other);
    // As if it were killed, before the first move: nothing is said, and its connection goes on for the host.
    let journals = || {
        let files = std::fs::read_dir(folder.join("state/journal")).expect("a folder").flatten();
        files.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|ext| ext == "json"))
    };
    let journal = journals().next().expect("a journal");
    std::fs::copy(&journal, journal.with_file_name("999999999999999.json")).expect("a journal");
    host.play("e4");
    let mut again = kept();
    again.app.join(&address, None).expect("an address");
    both(&mut host, &mut again, |host, again| at_table(again) && connected(host) && connected(again));
    assert_eq!(again.moves(), ["e2e4"]);
    again.play("e5");
    both(&mut host, &mut again, |host, _| host.moves().len() == 2);
    friend.wait(|app| app.network.is_none());
    // Another machine, with the same name even, has not.
    let mut stranger = guest(&["chess"], &address);
    stranger.wait(|app| app.network.is_none());
    assert!(stranger.text().contains("the seat is taken"), "{}", stranger.text());
    // The host has ended, and somebody hosts another game there: that is not the one that was left.
    drop(again);
    host.app.close();
    drop(host);
    let (mut later, at) = host_with("chess", None, patience);
    for file in journals() {
        let text = std::fs::read_to_string(&file).expect("a journal");
        std::fs::write(&file, text.replace(&address, &at)).expect("a journal");
    }
    let mut new = kept();
    new.app.join(&at, None).expect("an address");
    both(&mut later, &mut new, |later, new| at_table(later) && at_table(new) && connected(new));
    assert!(new.moves().is_empty());
    later.play("d4");
    both(&mut later, &mut new, |_, new| new.moves() == ["d2d4"]);
    // The game that was left is still there.
    drop((later, new));
    let store = Store::in_folder(&folder);
    let left = std::iter::successors(store.unfinished(), |_| store.unfinished()).take(3);
    assert!(left.map(|(saved, _)| saved.moves).any(|moves| moves == ["e2e4", "e7e5"]));
}

#[test]
fn what_comes_after_a_rematch_comes_back_as_well() {
    let (mut host, address) = host("chess", None);
    let mut friend = guest(&["chess"], &address);
    both(&mut host, &mut friend, |host, guest| at_table(host) && at_table(guest));
    host.keys("R<down><enter>");
    both(&mut host, &mut friend, |host, guest| ending(host).is_some() && ending(guest).is_some());
    host.keys("<down><enter>");
    friend.keys("<down><enter>");
    both(&mut host, &mut friend, |host, guest| ending(host).is_none() && ending(guest).is_none());
    friend.play("e4");
    both(&mut host, &mut friend, |host, _| host.moves() == ["e2e4"]);
    let code = |stage: &Stage| stage.app.network.as_ref().and_then(|network| network.code().map(ToString::to_string));
    // Another program of the guest's: the first one is told to stop.
    let mut later = Stage::new(&["chess"], Depth::None, SIZE);
    let known = code(&friend).and_then(|code| code.parse().ok());
    later.app.join(&address, known).expect("an address");
    both(&mut host, &mut later, |host, later| at_table(later) && connected(host));
    host.play("e5");
    both(&mut host, &mut later, |_, later| later.moves() == ["e2e4", "e7e5"]);
    later.play("Nf3");
    both(&mut host, &mut later, |host, _| host.moves().len() == 3);
    friend.wait(|app| app.network.is_none());
}

#[test]
fn nobody_fills_the_door() {
    let (mut host, address) = host("chess", None);
    // Silent ones, one that says its hello a letter at a time, and ones that stop after it.
    let mut crowd: Vec<Stranger> = (0..100).map(|_| Stranger::at(&address)).collect();
    for (index, stranger) in crowd.iter_mut().enumerate().skip(90) {
        if index % 2 == 0 {
            stranger.says(HELLO)
        } else {
            stranger.0.get_mut().write_all(b"{").expect("a letter")
        };
    }
    let mut friend = guest(&["chess"], &address);
    both(&mut host, &mut friend, |host, friend| at_table(host) && at_table(friend));
    // Those who were in the way had to go for those who came later: nobody has waited until their time was over, which they would have been told.
    assert_eq!(crowd[0].hears(), "closed");
    assert_eq!(crowd[99 - 2 * AT_THE_DOOR_BY_ADDRESS].hears(), "closed");
    // The seated game does not suffer, however many come.
    let mut more: Vec<Stranger> = (0..100).map(|_| Stranger::at(&address)).collect();
    for (index, text) in ["e4", "e5", "Nf3"].into_iter().enumerate() {
        if index % 2 == 0 { &mut host } else { &mut friend }.play(text);
        both(&mut host, &mut friend, |host, friend| host.moves().len() > index && friend.moves().len() > index);
    }
    // Who is not in the way has a deadline.
    assert_eq!(more[0].hears(), "closed");
    let last = more.last_mut().map(Stranger::hears);
    assert!(last.is_some_and(|heard| heard.contains(&format!("nothing came for {} seconds", GREETING.as_secs()))));
}

#[test]
fn a_guest_that_takes_nothing_does_not_stop_the_host() {
    let patience = Patience { seat: Duration::from_secs(60), pause: Duration::from_millis(50) };
    let (mut host, address) = host_with("chess", None, patience);
    let (_deaf, _) = seated(&mut host, &address);
    // Far more than any buffer holds; nobody reads it.
    for _ in 0..40_000 {
        host.keys(&format!("c{}<enter>", "x".repeat(280)));
        while let Ok(event) = host.heard.try_recv() {
            host.app.handle(event);
        }
        if !connected(&host) {
            return;
        }
    }
    panic!("the host waits for somebody who takes nothing");
}
