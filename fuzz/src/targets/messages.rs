//! Any bytes as what the other side of a game over the network says, line by line: each line is a message that reads back, or none, and the app takes whatever comes, as host (first byte even) and as
//! guest (odd).

use crate::games::Few;
use std::sync::{Arc, mpsc::channel};
use wazir_engine::Games;
use wazir_runtime::Style;
use wazir_tui::{
    app::{App, Event, Hosted},
    net::{self, Meeting, Message, Terms},
    theme::Depth,
};

/// Takes an input.
pub fn run(data: &[u8]) {
    let Some((&role, rest)) = data.split_first() else { return };
    let messages: Vec<Message> =
        rest.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    for message in &messages {
        let line = serde_json::to_string(message).expect("a message can be written");
        assert!(!line.contains('\n'), "{line}");
        assert_eq!(serde_json::from_str::<Message>(&line).as_ref().ok(), Some(message), "{line}");
    }
    if messages.is_empty() {
        return;
    }
    let mut app = seated(role);
    for message in messages {
        app.handle(Event::Net(1, net::Event::Said(message)));
    }
    app.handle(Event::Net(1, net::Event::Lost("the connection was closed".to_string())));
}

/// An app in a game over the network that has just begun. Nobody listens at the other end of its connection, which does not matter to it.
fn seated(role: u8) -> App {
    let (events, _) = channel();
    let mut app = App::new(Arc::new(Few), None, Depth::None, events);
    let opened = Few.open("tictactoe").expect("it is one of the few");
    let is_host = role.is_multiple_of(2);
    let game = if is_host {
        let hosted = Hosted { name: "tictactoe".to_string(), opened, side: Some(0), control: None, fen: None };
        app.host("127.0.0.1:0", hosted).expect("the game can be hosted");
        None
    } else {
        app.join("127.0.0.1:1", None).expect("that is an address");
        let start = opened.variant.start().fen(Style::Game);
        let (moves, clocks) = (Vec::new(), Vec::new());
        Some(Terms {
            name: "tictactoe".to_string(),
            opened,
            start,
            moves,
            control: None,
            clocks,
            epoch: 0,
            sides: vec![1],
        })
    };
    app.handle(Event::Net(1, net::Event::Met(Box::new(Meeting { name: "somebody".to_string(), game }))));
    assert!(app.table.is_some(), "the game has begun");
    app
}
