//! Any bytes as what browsers say in a live game, line by line: whatever comes in whatever order, the game goes on, who only watches changes nothing, and the journal has all of it.
//!
//! The first byte picks the game, and whether there are clocks. A line begins with who says it (`0` and `1` have seats, `2` and `3` watch) and goes on with the message; or it is `>` and milliseconds that
//! pass, `+` or `-` and a connection that comes or goes.

use crate::games::Few;
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use wazir_engine::Games;
use wazir_live::{
    Effects, Moment, NewGame, Room, Said, Secret, View,
    message::Shown,
    record::{ClockWanted, Entry, SeatWanted},
};
use wazir_runtime::Style;
use wazir_session::session::Session;

/// The bytes of a message that the server reads.
const LONGEST: usize = wazir_live::limits::MOST_FRAME;

/// Takes an input.
pub fn run(data: &[u8]) {
    let Some((&how, rest)) = data.split_first() else { return };
    let mut table = Table::new(if how & 2 == 0 { "tictactoe" } else { "chess" }, how & 1 == 1);
    for line in rest.split(|&byte| byte == b'\n').take(200) {
        table.line(line);
    }
    table.put_away();
}

/// A message that the target understands, for the test that seeds are such.
pub fn message(line: &[u8]) -> Result<Said, String> {
    serde_json::from_slice(line).map_err(|error| error.to_string())
}

/// Shows what is told of a position: its FEN and how many moves it has.
struct Plain;

impl View for Plain {
    fn game(&self) -> Shown {
        Shown::new(&json!("a game"))
    }
    fn position(&self, session: &Session) -> Shown {
        Shown::new(&json!({ "fen": session.game().fen(Style::Game), "moves": session.legal().len() }))
    }
}

/// A room with its journal.
struct Table {
    game: &'static str,
    room: Room,
    /// By game: one that follows has its own.
    journals: BTreeMap<String, Vec<String>>,
    secrets: Vec<Secret>,
    now: Moment,
}

impl Table {
    fn new(game: &'static str, clock: bool) -> Table {
        let now = Moment(1_700_000_000_000);
        let clock = clock.then_some(ClockWanted { initial: 60, increment: 1, byoyomi: 0 });
        let wanted = NewGame { clock, seats: vec![SeatWanted::Me, SeatWanted::Open], ..NewGame::default() };
        let opened = Few.open(game).expect("it is one of the few");
        let made = Room::create("aaaaaaaaaaaa".into(), &wanted, (game, false), opened, Arc::new(Plain), None, now);
        let (room, made, effects) = made.expect("the game can be begun");
        let mut table = Table { game, room, journals: BTreeMap::new(), secrets: Vec::new(), now };
        table.take(effects);
        table.secrets.extend(made.seats.into_iter().map(|(_, secret)| secret));
        let code = made.invitations[0].1.to_string();
        let (_, secret, effects) = table.room.join(&code, Some("guest"), "", now).expect("there is a seat");
        table.take(effects);
        table.secrets.push(secret);
        (0..3).for_each(|number| table.come(number));
        table
    }

    fn come(&mut self, number: u64) {
        if !self.room.enter(number) {
            return;
        }
        let own = self.secrets.get(number as usize).map(ToString::to_string);
        let hello = Said::Hello { secrets: own.into_iter().collect(), v: None };
        let effects = self.room.hear(number, &hello, self.now);
        self.take(effects);
    }

    fn line(&mut self, line: &[u8]) {
        let Some((&first, rest)) = line.split_first() else { return };
        let number = || std::str::from_utf8(rest).ok()?.parse::<u64>().ok();
        match first {
            b'>' => {
                let Some(passed) = number() else { return };
                self.now = self.now + Duration::from_millis(passed.min(1 << 40));
                let effects = self.room.tick(self.now);
                self.take(effects);
            }
            b'+' => number().filter(|&number| number < 4).into_iter().for_each(|number| self.come(number)),
            b'-' => {
                let Some(number) = number() else { return };
                let effects = self.room.leave(number, number.is_multiple_of(2), self.now);
                self.take(effects);
            }
            b'0'..=b'3' if rest.len() <= LONGEST => {
                let Ok(said) = message(rest) else { return };
                let number = u64::from(first - b'0');
                let watches = self.room.sides_of(number).is_empty();
                let before = watches.then(|| self.seen());
                let effects = self.room.hear(number, &said, self.now);
                self.take(effects);
                if let Some(before) = before {
                    assert_eq!(self.seen(), before, "{said:?} by somebody who has no seat");
                }
            }
            _ => {}
        }
    }

    /// What nobody without a seat may change.
    fn seen(&self) -> (Vec<String>, bool) {
        (self.room.session().texts(), self.room.is_over())
    }

    /// Effects as a server takes them.
    fn take(&mut self, effects: Effects) {
        for write in &effects.write {
            let journal = self.journals.entry(write.summary.id.clone()).or_default();
            assert_eq!(write.first, journal.len() as u64, "a journal has no gaps");
            journal.extend(write.entries.iter().cloned());
        }
        for (_, text) in &effects.told {
            assert!(serde_json::from_str::<Value>(text).is_ok(), "{text}");
        }
    }

    /// The room is made again from its journal, and is as it was.
    fn put_away(self) {
        let read =
            |line: &String| serde_json::from_str::<Entry>(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let entries: Vec<Entry> = self.journals[self.room.id()].iter().map(read).collect();
        let opened = Few.open(self.game).expect("it is one of the few");
        let again = Room::restore(self.room.id().to_string(), &entries, opened, Arc::new(Plain), self.now)
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again.session().texts(), self.room.session().texts());
        assert_eq!(again.is_over(), self.room.is_over());
    }
}
