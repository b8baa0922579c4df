//! A connection that is lost, and coming back: of a guest's program that has lost its connection, and of a guest whose program has ended.

use super::{Network, remote_move};
use crate::{
    app::App,
    net::Code,
    session::Ending,
    store::{Journal, Saved},
    table::{Happening, Player, Tone},
};
use std::time::Instant;

impl Network {
    /// The code of the seat, at the guest.
    pub fn code(&self) -> Option<&Code> {
        self.code.as_ref()
    }

    /// What there is to know about the connection all the time.
    pub(crate) fn state(&self) -> Option<(String, Tone)> {
        if let Some(until) = self.away_until {
            // Rounded up: the last second ends with 1.
            let left = until.saturating_duration_since(Instant::now()).as_millis().div_ceil(1000);
            let who =
                if self.hosted.is_some() { format!("{} is away", self.peer) } else { "connection lost".to_string() };
            return Some((format!("{who}: {left} s to come back"), Tone::Bad));
        }
        let code = self.code.as_ref()?;
        Some((format!("code of your seat: {code}"), Tone::Note))
    }
}

impl App {
    /// Comes back to a game over the network in which this program has ended.
    pub(in crate::app) fn come_back_to(&mut self, saved: Saved, journal: Journal) {
        let Some(seat) = saved.seat.clone() else { return };
        let joined = seat.code.parse().and_then(|code| self.go_to(&seat.address, Some(code)));
        self.coming_back = Some((saved, journal));
        if let Err(error) = joined {
            self.lose(&error);
        }
    }

    /// There is no coming back to where this game was played.
    pub(super) fn give_up_seat(&mut self) {
        if let Some(table) = self.table.as_mut() {
            table.set_seat(None);
        }
    }

    /// The guest whose program has ended cannot come back: its game is there all the same.
    pub(super) fn go_on_alone(&mut self, saved: Saved, journal: Journal, why: &str) {
        self.show_menu();
        match self.resume(&saved, Some(journal)) {
            Ok(()) => {
                self.tell("The connection has ended", format!("{why}\n\nThe game is here; you have both sides of it."))
            }
            Err(error) => self.tell("The last game cannot be resumed", error),
        }
    }

    /// The connection is there again: what one side has missed it gets, and what does not fit ends it.
    pub(super) fn come_back(&mut self, moves: &[String], clocks: &[crate::clock::SideClock], epoch: u32) {
        let (Some(network), Some(table)) = (&mut self.network, self.table.as_mut()) else { return };
        network.connected = true;
        network.away_until = None;
        // How the game has ended is told again, to somebody whose program has been started again; what he has ended himself cannot be told by that.
        let by_other =
            matches!(table.session.ending(), Some(Ending::Resigned(side)) if table.plays(side, Player::Remote));
        network.ended &= by_other;
        let own = table.session.texts();
        let common = own.iter().zip(moves).take_while(|(a, b)| a == b).count();
        // A move taken back, or a new game, of which only one side has heard cannot be told from moves that are missing.
        if common < own.len().min(moves.len()) || epoch != network.epoch {
            self.break_off("the other side has another game".to_string());
            return;
        }
        network.told = common;
        for text in &moves[common..] {
            let made = remote_move(table, text);
            if let Err(why) = made {
                self.break_off(why);
                return;
            }
            network.told += 1;
        }
        if table.clocks_elsewhere {
            table.set_clocks(clocks);
        }
        table.note("the connection is there again");
        let happening = table.session.ending().map(Happening::Over);
        self.follow(happening);
    }
}
