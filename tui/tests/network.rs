//! Games between two programs over real sockets, and guests and hosts that do not keep to the rules.

mod common;

use common::{
    Stage,
    network::{HELLO, SIZE, Stranger, at_table, both, connected, ending, guest, hello_with, host, host_with, seated},
};
use std::{
    io::{BufRead, BufReader, ErrorKind, Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use wazir_engine::Games;
use wazir_tui::{
    app::{Event, Popup, Screen},
    net::{
        Patience,
        limits::{LONG_LINE, MOST_MOVES, MOST_RULES},
    },
    session::Ending,
    theme::Depth,
};

#[test]
fn a_game_from_the_first_move_to_mate() {
    let (mut host, address) = host("chess", Some("5+3"));
    let mut guest = guest(&["chess"], &address);
    both(&mut host, &mut guest, |host, guest| at_table(host) && at_table(guest));
    for (index, text) in ["f3", "e5", "g4", "Qh4"].iter().enumerate() {
        let stage = if index % 2 == 0 { &mut host } else { &mut guest };
        stage.play(text);
        both(&mut host, &mut guest, |host, guest| host.moves().len() > index && guest.moves().len() > index);
    }
    let won = |stage: &Stage| ending(stage).is_some();
    both(&mut host, &mut guest, |host, guest| won(host) && won(guest));
    assert!(guest.text().contains("Black wins: checkmate"));
    assert_eq!(host.moves(), guest.moves());
    let left = |stage: &Stage| stage.app.table.as_ref().and_then(|t| t.clocks.as_ref().map(|clocks| clocks.left(1)));
    both(&mut host, &mut guest, |host, guest| left(host) == left(guest));
}

#[test]
fn moves_out_of_turn_are_refused_at_the_keyboard() {
    let (mut host, address) = host("chess", None);
    let mut guest = guest(&["chess"], &address);
    both(&mut host, &mut guest, |host, guest| at_table(host) && at_table(guest));
    guest.keys(":e4<enter>");
    assert!(guest.text().contains("it is not your turn"));
    guest.keys("<esc>u");
    assert!(guest.text().contains("no move of yours to take back"));
    guest.keys("r");
    assert!(guest.text().contains("are made once"));
}

#[test]
fn rules_that_the_guest_lacks_are_sent() {
    let (mut host, address) = host("crazyhouse", None);
    // This guest has no games at all, but for the parents in the folder.
    let mut guest = guest(&[], &address);
    both(&mut host, &mut guest, |host, guest| at_table(host) && at_table(guest));
    host.play("e4");
    both(&mut host, &mut guest, |_, guest| guest.moves() == ["e2e4"]);
}

#[test]
fn draws_resignations_and_talk() {
    let (mut host, address) = host("chess", None);
    let mut guest = guest(&["chess"], &address);
    both(&mut host, &mut guest, |host, guest| at_table(host) && at_table(guest));
    host.keys("cgood luck<enter>");
    both(&mut host, &mut guest, |_, guest| guest.app.table.as_ref().is_some_and(|table| table.chat.len() == 1));
    assert!(guest.text().contains("good luck"));
    host.keys("D");
    both(&mut host, &mut guest, |_, guest| guest.app.popup.is_some());
    guest.keys("<down><enter>");
    both(&mut host, &mut guest, |host, _| host.app.table.as_ref().is_some_and(|table| table.offer.is_none()));
    guest.keys("D");
    both(&mut host, &mut guest, |host, _| host.app.popup.is_some());
    host.keys("<enter>");
    both(&mut host, &mut guest, |host, guest| {
        ending(host) == Some(Ending::Agreed) && ending(guest) == Some(Ending::Agreed)
    });
}

#[test]
fn the_host_keeps_the_clock() {
    let (mut host, address) = host("chess", Some("1"));
    let mut guest = guest(&["chess"], &address);
    both(&mut host, &mut guest, |host, guest| at_table(host) && at_table(guest));
    host.play("e4");
    both(&mut host, &mut guest, |_, guest| !guest.moves().is_empty());
    guest.app.pass(Duration::from_secs(90));
    assert_eq!(ending(&guest), None, "a guest's own clock decides nothing");
    host.app.pass(Duration::from_secs(61));
    both(&mut host, &mut guest, |host, guest| [ending(host), ending(guest)] == [Some(Ending::Timeout(1)); 2]);
}

#[test]
fn strangers_at_the_door_are_sent_away_with_a_word() {
    let (mut host, address) = host("chess", None);
    let long = "x".repeat(20_000);
    for (line, answer) in [
        ("hello", "what came is no message"),
        ("", "what came is no message"),
        (r#"{"type":"hello","protocol":7,"name":"x","seat":null}"#, "version 3"),
        (r#"{"type":"hello","protocol":3,"name":"x","seat":"00"}"#, "not the code"),
        (r#"{"type":"resign"}"#, "says hello first"),
        (&long, "a line of more than 8192 bytes"),
        (&"[".repeat(5000), "what came is no message"),
    ] {
        let mut stranger = Stranger::at(&address);
        stranger.says(line);
        let heard = stranger.hears();
        assert!(heard.contains(answer) || line.len() > 8192 && heard == "closed", "{line:.60}: {heard}");
    }
    // One that says nothing at all is in nobody's way.
    let _silent = Stranger::at(&address);
    let mut wrong_order = Stranger::at(&address);
    wrong_order.says(HELLO);
    wrong_order.hears();
    wrong_order.says(r#"{"type":"resign"}"#);
    assert!(wrong_order.hears().contains("that it is ready"));
    let mut friend = guest(&["chess"], &address);
    both(&mut host, &mut friend, |host, friend| at_table(host) && at_table(friend));
    // And now the seat is taken.
    let mut late = Stranger::at(&address);
    late.says(HELLO);
    assert!(late.hears().contains("the seat is taken"));
}

#[test]
fn guests_that_cheat_are_sent_away() {
    let mv = |ply: usize, text: &str| format!(r#"{{"type":"move","ply":{ply},"text":"{text}","clocks":[]}}"#);
    let cases: Vec<(Vec<String>, &str)> = vec![
        (vec![mv(0, "e7e5")], "out of turn"),
        (vec![mv(3, "e7e5")], "for ply 3"),
        (vec![r#"{"type":"accept_draw"}"#.to_string()], "has no place here"),
        (vec![r#"{"type":"timeout","side":0}"#.to_string()], "has no place here"),
        (vec![r#"{"type":"clocks","clocks":[]}"#.to_string()], "has no place here"),
        (vec![HELLO.to_string()], "has no place here"),
        (vec![r#"{"type":"chat","text":"spam"}"#.to_string(); 80], "messages came in"),
        (vec![r#"{"type":"ask","asked":{"takeback":{"ply":0}}}"#.to_string()], "it has not made"),
        (vec![r#"{"type":"ask","asked":"rematch"}"#.to_string()], "before the end"),
        (vec![r#"{"type":"agree","asked":"rematch"}"#.to_string()], "it was not asked"),
        (vec!["\u{0}\u{1}".to_string()], "what came is no message"),
        (vec!["y".repeat(20_000)], "a line of more than"),
    ];
    for (lines, why) in cases {
        let (mut host, address) = host("chess", None);
        let mut stranger = Stranger::sits_down(&address);
        host.wait(|app| matches!(app.screen, Screen::Table));
        for line in &lines {
            stranger.says(line);
        }
        let told = |stage: &mut Stage| {
            let deadline = Instant::now() + Duration::from_secs(15);
            loop {
                let text = stage.text().replace('\n', " ");
                if text.contains(why.split(' ').next_back().unwrap_or(why)) && text.contains("onnection") {
                    return;
                }
                assert!(Instant::now() < deadline, "{why} is not told:\n{}", stage.text());
                if let Ok(event) = stage.heard.recv_timeout(Duration::from_millis(100)) {
                    stage.app.handle(event);
                }
            }
        };
        told(&mut host);
        assert!(host.moves().is_empty(), "nothing has happened to the game");
    }
}

#[test]
fn an_illegal_move_ends_the_connection_and_not_the_game() {
    let (mut host, address) = host("chess", None);
    let mut stranger = Stranger::sits_down(&address);
    host.wait(|app| matches!(app.screen, Screen::Table));
    host.play("e4");
    assert!(stranger.hears().contains("e2e4"));
    stranger.says(r#"{"type":"move","ply":1,"text":"e7e3","clocks":[]}"#);
    host.wait(|app| app.popup.is_some());
    assert!(stranger.hears().contains("no legal move: `e7e3`"));
    assert!(host.text().contains("has made no legal move"));
    assert_eq!(host.moves(), ["e2e4"]);
}

#[test]
fn a_lost_connection_is_taken_up_again() {
    let (mut host, address) = host("chess", None);
    let (stranger, code) = seated(&mut host, &address);
    drop(stranger);
    host.wait(|app| app.network.as_ref().is_some_and(|network| !network.connected));
    assert!(host.text().contains("connection lost"));
    host.play("e4");
    // Nobody else gets the seat.
    let mut thief = Stranger::at(&address);
    thief.says(HELLO);
    assert!(thief.hears().contains("the seat is taken"));
    let mut again = Stranger::at(&address);
    again.says(&hello_with(&code));
    assert!(again.hears().contains(r#""moves":["e2e4"]"#), "the move that was missed");
    again.says(r#"{"type":"ready"}"#);
    host.wait(|app| app.network.as_ref().is_some_and(|network| network.connected));
    again.says(r#"{"type":"move","ply":1,"text":"e7e5","clocks":[]}"#);
    host.wait(|app| app.table.as_ref().is_some_and(|table| table.session.ply() == 2));
}

/// A road between a guest and a host, which can be closed: everything that is on it is lost then, and nobody gets through until it is open again.
struct Road {
    address: String,
    open: Arc<AtomicBool>,
}

impl Road {
    fn to(host: &str) -> Road {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let open = Arc::new(AtomicBool::new(true));
        let (host, is_open) = (host.to_string(), open.clone());
        std::thread::spawn(move || {
            for guest in listener.incoming().flatten() {
                let Ok(host) = TcpStream::connect(&host) else { continue };
                for (mut from, mut to) in [(&guest, &host), (&host, &guest)]
                    .map(|(a, b)| (a.try_clone(), b.try_clone()))
                    .map(|(a, b)| (a.expect("a socket"), b.expect("a socket")))
                {
                    let is_open = is_open.clone();
                    from.set_read_timeout(Some(Duration::from_millis(10))).expect("a socket");
                    std::thread::spawn(move || {
                        let mut bytes = [0; 4096];
                        while is_open.load(Ordering::Relaxed) {
                            match from.read(&mut bytes) {
                                Ok(0) => break,
                                Ok(count) => {
                                    if to.write_all(&bytes[..count]).is_err() {
                                        break;
                                    }
                                }
                                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                                Err(_) => break,
                            }
                        }
                        let _ = from.shutdown(Shutdown::Both);
                        let _ = to.shutdown(Shutdown::Both);
                    });
                }
            }
        });
        Road { address, open }
    }
    fn set(&self, open: bool) {
        self.open.store(open, Ordering::Relaxed);
    }
}

/// Is somebody asked for something?
fn is_asked(stage: &Stage) -> bool {
    matches!(&stage.app.popup, Some(Popup::List(list)) if list.title.contains("wants to"))
}

/// A host and a guest at the table, with a road between them.
fn along_a_road(patience: Patience, clock: Option<&str>) -> (Stage, Stage, Road) {
    let (mut host, address) = host_with("chess", clock, patience);
    let road = Road::to(&address);
    let mut guest = Stage::new(&["chess"], Depth::None, SIZE);
    guest.app.patience = patience;
    guest.app.join(&road.address, None).expect("an address");
    both(&mut host, &mut guest, |host, guest| at_table(host) && at_table(guest));
    (host, guest, road)
}

#[test]
fn a_guest_comes_back_by_itself_and_the_game_goes_on() {
    let patience = Patience { seat: Duration::from_secs(60), pause: Duration::from_millis(50) };
    let (mut host, mut guest, road) = along_a_road(patience, Some("5"));
    host.play("e4");
    both(&mut host, &mut guest, |_, guest| guest.moves().len() == 1);
    for (index, (text, by_host)) in [("e5", false), ("Nf3", true)].into_iter().enumerate() {
        road.set(false);
        both(&mut host, &mut guest, |host, guest| !connected(host) && !connected(guest));
        // What is played meanwhile is told when it is there again.
        if by_host { &mut host } else { &mut guest }.play(text);
        road.set(true);
        both(&mut host, &mut guest, |host, guest| connected(host) && connected(guest));
        both(&mut host, &mut guest, |host, guest| host.moves().len() == index + 2 && guest.moves().len() == index + 2);
    }
    guest.play("Nc6");
    both(&mut host, &mut guest, |host, guest| host.moves().len() == 4 && host.moves() == guest.moves());
    let left = |stage: &Stage| stage.app.table.as_ref().and_then(|t| t.clocks.as_ref().map(|clocks| clocks.left(0)));
    both(&mut host, &mut guest, |host, guest| left(host) == left(guest));
}

#[test]
fn who_does_not_come_back_in_time_has_left() {
    let patience = Patience { seat: Duration::from_millis(400), pause: Duration::from_millis(50) };
    let (mut host, mut guest, road) = along_a_road(patience, None);
    host.play("e4");
    both(&mut host, &mut guest, |_, guest| guest.moves().len() == 1);
    road.set(false);
    both(&mut host, &mut guest, |host, guest| host.app.network.is_none() && guest.app.network.is_none());
    assert!(host.text().contains("has not come back within 0.4 seconds"), "{}", host.text());
    assert!(guest.text().contains("The connection has ended"), "{}", guest.text());
    assert_eq!((host.moves(), guest.moves()), (vec!["e2e4".to_string()], vec!["e2e4".to_string()]), "the game stays");
}

#[test]
fn moves_are_taken_back_when_both_agree() {
    let (mut host, address) = host("chess", Some("5"));
    let mut guest = guest(&["chess"], &address);
    both(&mut host, &mut guest, |host, guest| at_table(host) && at_table(guest));
    host.play("e4");
    both(&mut host, &mut guest, |_, guest| guest.moves().len() == 1);
    host.app.pass(Duration::from_secs(10));
    host.keys("u");
    assert!(host.text().contains("is asked to take the last move back"), "{}", host.text());
    both(&mut host, &mut guest, |_, guest| guest.app.popup.is_some());
    // A question stays until it is answered.
    guest.keys("<esc>");
    assert!(guest.text().contains("wants to take the last move back"), "{}", guest.text());
    guest.keys("<down><enter>");
    both(&mut host, &mut guest, |host, _| host.app.table.as_ref().is_some_and(|table| !table.waits));
    assert!(host.text().contains("does not agree"), "{}", host.text());
    guest.play("e5");
    both(&mut host, &mut guest, |host, _| host.moves().len() == 2);
    host.keys("u");
    host.keys(":Nf3<enter>");
    assert!(host.text().contains("it is not your turn"), "who asks waits: {}", host.text());
    host.keys("<esc>");
    both(&mut host, &mut guest, |_, guest| guest.app.popup.is_some());
    guest.keys("<enter>");
    both(&mut host, &mut guest, |host, guest| host.moves().is_empty() && guest.moves().is_empty());
    let left = |stage: &Stage| stage.app.table.as_ref().and_then(|t| t.clocks.as_ref().map(|clocks| clocks.left(1)));
    both(&mut host, &mut guest, |host, guest| left(host) == left(guest) && left(host) > Some(Duration::from_secs(299)));
    for (index, text) in ["d4", "d5", "c4"].into_iter().enumerate() {
        let stage = if index % 2 == 0 { &mut host } else { &mut guest };
        stage.play(text);
        both(&mut host, &mut guest, |host, guest| host.moves().len() > index && host.moves() == guest.moves());
    }
}

#[test]
fn a_game_is_played_again_with_sides_changed() {
    let (mut host, address) = host("chess", Some("5"));
    let mut guest = guest(&["chess"], &address);
    both(&mut host, &mut guest, |host, guest| at_table(host) && at_table(guest));
    host.keys("R<down><enter>");
    both(&mut host, &mut guest, |host, guest| ending(host).is_some() && ending(guest).is_some());
    guest.keys("<down><enter>");
    both(&mut host, &mut guest, |host, _| is_asked(host));
    host.keys("<enter>");
    both(&mut host, &mut guest, |host, guest| ending(host).is_none() && ending(guest).is_none());
    for (index, text) in ["f3", "e5", "g4", "Qh4"].into_iter().enumerate() {
        // The guest has White now.
        let stage = if index % 2 == 1 { &mut host } else { &mut guest };
        stage.play(text);
        both(&mut host, &mut guest, |host, guest| host.moves().len() > index && guest.moves().len() > index);
    }
    both(&mut host, &mut guest, |host, guest| ending(host).is_some() && ending(host) == ending(guest));
    // Both ask at once.
    host.keys("<down><enter>");
    guest.keys("<down><enter>");
    both(&mut host, &mut guest, |host, guest| ending(host).is_none() && ending(guest).is_none());
    host.play("e4");
    both(&mut host, &mut guest, |_, guest| guest.moves() == ["e2e4"]);
}

/// A host that says these lines, whatever it hears, and then hangs up.
fn false_host(lines: Vec<String>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut reader = BufReader::new(stream);
            for (index, line) in lines.iter().enumerate() {
                let mut heard = String::new();
                if index < 2 {
                    let _ = reader.read_line(&mut heard);
                }
                let _ = reader.get_mut().write_all(format!("{line}\n").as_bytes());
            }
        }
    });
    address
}

#[test]
fn hosts_that_cheat_are_left() {
    let chess = common::FolderGames::of(&["chess"]).open("chess").expect("a game of ours");
    let hash = wazir_tui::net::rules_hash(&chess.source, &[]);
    let game = |name: &str, rules: &str, start: &str, moves: &str, sides: &str| {
        format!(
            r#"{{"type":"game","protocol":3,"name":"h","game":"{name}","rules":"{rules}","start":"{start}","moves":[{moves}],"control":null,"clocks":[],"epoch":0,"sides":[{sides}]}}"#
        )
    };
    let start = chess.variant.start().fen(Default::default());
    let rules = |file: &str, text: &str| {
        format!(r#"{{"type":"rules","file":{{"file":"{file}","text":"{text}"}},"parents":[]}}"#)
    };
    let of = |file: &str, text: &str| {
        let source = wazir_variant_spec::Source { file: file.to_string(), text: text.to_string() };
        wazir_tui::net::rules_hash(&source, &[])
    };
    let long = "x".repeat(MOST_RULES + 1);
    let cases = [
        (vec!["rubbish".to_string()], "what came is no message"),
        (vec![r#"{"type":"ping"}"#.to_string()], "tells the game first"),
        (vec![game("chess", &hash, "8/8 w", "", "1")], "the host's game is none"),
        (vec![game("chess", &hash, &start, "\\\"e2e5\\\"".replace('\\', "").as_str(), "1")], "the host's game is none"),
        (vec![game("chess", &hash, &start, "", "")], "sides that are none"),
        (vec![game("chess", &hash, &start, "", "9")], "sides that are none"),
        (vec![game("x", "00", &start, "", "1"), rules("x.ron", "()")], "not those that the host has announced"),
        (vec![game("x", "00", &start, "", "1"), rules("../x.ron", "()")], "names that are none"),
        (vec![game("x", &of("x.ron", "()"), &start, "", "1"), rules("x.ron", "()")], "rule file is wrong"),
        (vec![game("x", "00", &start, "", "1"), "x".repeat(LONG_LINE + 1)], "a line of more than"),
        (vec![game("chess", &hash, &start, &vec!["\"e2e4\""; MOST_MOVES + 1].join(","), "1")], "more than 20000 moves"),
        (
            vec![game("chess", &hash, &start, "", "1"), r#"{"type":"chat","text":"sit"}"#.to_string()],
            "gives a guest that is ready its seat",
        ),
        (
            vec![game("chess", &hash, &start, "", "1"), r#"{"type":"seated","seat":"7"}"#.to_string()],
            "32 hexadecimal digits",
        ),
        (vec![game("x", &of("x.ron", &long), &start, "", "1"), rules("x.ron", &long)], "rule files are too long"),
        (vec![r#"{"type":"bye","reason":"go away\u001b[2J"}"#.to_string()], "go away\u{FFFD}[2J"),
    ];
    for (lines, why) in cases {
        let mut guest = guest(&["chess"], &false_host(lines));
        guest.wait(|app| app.popup.is_some());
        let told = match &guest.app.popup {
            Some(wazir_tui::app::Popup::Text { text, .. }) => text.clone(),
            _ => String::new(),
        };
        assert!(told.contains(why), "{why}: {told}");
        assert!(guest.app.table.is_none());
    }
}

#[test]
fn what_a_hostile_host_says_of_clocks_and_in_chat_does_no_harm() {
    let chess = common::FolderGames::of(&["chess"]).open("chess").expect("a game of ours");
    let (hash, start) = (wazir_tui::net::rules_hash(&chess.source, &[]), chess.variant.start().fen(Default::default()));
    let clock = format!(r#"{{"main_ms":{0},"byoyomi_ms":{0},"moves":{1}}}"#, u64::MAX, u32::MAX);
    let mut lines = vec![
        format!(
            r#"{{"type":"game","protocol":3,"name":"\u001b[2J\u202eh","game":"chess","rules":"{hash}","start":"{start}","moves":[],"control":"1/1+604800","clocks":[{clock},{clock}],"epoch":4294967295,"sides":[0]}}"#
        ),
        format!(r#"{{"type":"seated","seat":"{}"}}"#, "0".repeat(32)),
    ];
    lines.push(format!(r#"{{"type":"clocks","clocks":[{clock},{clock}]}}"#));
    lines.push(r#"{"type":"clocks","clocks":[]}"#.to_string());
    lines.extend(
        (0..40).map(|number| format!(r#"{{"type":"chat","text":"\u001b]0;{number}\u0007{}"}}"#, "x".repeat(5000))),
    );
    let mut guest = guest(&["chess"], &false_host(lines));
    guest.wait(|app| app.table.as_ref().is_some_and(|table| table.chat.len() == 40));
    guest.app.pass(Duration::from_secs(1));
    guest.play("e4");
    guest.app.pass(Duration::from_secs(1));
    let table = guest.app.table.as_ref().expect("a game");
    assert!(table.chat.iter().all(|(who, text)| !(who.clone() + text).contains(['\u{1b}', '\u{7}', '\u{202e}'])));
    assert!(table.chat.iter().all(|(_, text)| text.chars().count() == 300));
    assert!(guest.text().chars().all(|c| c == '\n' || !wazir_runtime::is_command(c)));
}

#[test]
fn nobody_at_the_other_end_is_told() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    drop(listener);
    let mut guest = guest(&["chess"], &address);
    guest.wait(|app| app.popup.is_some());
    assert!(guest.text().contains("cannot reach"));
    assert!(guest.app.join("host:port", None).is_err());
    assert!(matches!(guest.heard.try_recv(), Err(_) | Ok(Event::Net(..))));
}
