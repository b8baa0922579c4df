//! Playing over the network: one program hosts a game, another one joins it.
//!
//! They send each other lines of JSON ([`Message`]). The guest says hello; the host tells the game, with a hash of its rule files; the guest asks for them if it
//! has none with that hash, and says that it is ready; the host gives it the seat, and the code of the seat. From then on each sends its moves, which the other
//! one verifies. The host keeps the clocks.
//!
//! Everything that comes in is looked at: a line that is too long, is no message, comes at the wrong time or too often, and silence end the connection, with a
//! message, and nothing else ([`limits`] has the numbers). A connection that is lost can be taken up again for some time ([`Patience`]) by whoever has the code
//! ([`Code`]): only the guest was told it. Everybody else is told nothing but that the seat is taken.
//!
//! The network lives in a thread of its own and talks to the app by [`Event`]s and [`Order`]s.

mod door;
mod guest;
mod host;
pub mod limits;
mod message;
mod seat;
mod wire;

pub use guest::join;
pub use host::{Invitation, host};
pub use message::{Asked, Message, PROTOCOL, rules_hash};
pub use seat::Code;

use crate::clock::{SideClock, TimeControl};
use std::{
    net::SocketAddr,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::mpsc::UnboundedSender;
use wazir_engine::Opened;
use wazir_runtime::SideId;

/// The port where nothing else is said.
pub const PORT: u16 = 4817;

/// How long one waits for somebody who is gone. (Tests do not wait so long.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// How long a lost connection can be taken up again.
    pub seat: Duration,
    /// How long the guest waits before the next attempt.
    pub pause: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { seat: limits::SEAT_KEPT, pause: limits::PAUSE }
    }
}

/// What the network tells the app.
#[allow(clippy::large_enum_variant, reason = "there are never many at once")]
#[derive(Debug)]
pub enum Event {
    /// The host waits here for a guest.
    Listening(SocketAddr),
    /// Somebody has come: the game begins.
    Met(Box<Meeting>),
    /// The guest has its seat, by this code.
    Seated(Code),
    /// The connection is lost, and may be taken up again.
    Lost(String),
    /// It has been taken up again: the moves that the other side knows, and to the guest how the clocks stand.
    Back {
        /// In UCI.
        moves: Vec<String>,
        /// The host's clocks; empty without clocks.
        clocks: Vec<SideClock>,
        /// The epoch to which the moves belong.
        epoch: u32,
    },
    /// The other side says something that belongs to the game.
    Said(Message),
    /// It is over for good: why.
    Ended(String),
}

/// Who has come, and to which game.
pub struct Meeting {
    /// What the other side calls itself.
    pub name: String,
    /// The game, to the guest.
    pub game: Option<Terms>,
}

impl std::fmt::Debug for Meeting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Meeting").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The game that the guest was invited to.
pub struct Terms {
    /// The name by which it can be opened here, if it can.
    pub name: String,
    /// The game.
    pub opened: Opened,
    /// FEN of the start.
    pub start: String,
    /// The moves so far.
    pub moves: Vec<String>,
    /// The time control.
    pub control: Option<TimeControl>,
    /// How the clocks stand.
    pub clocks: Vec<SideClock>,
    /// The epoch to which the moves belong.
    pub epoch: u32,
    /// The sides that the guest plays.
    pub sides: Vec<SideId>,
}

/// What the app tells the network.
#[allow(clippy::large_enum_variant, reason = "there are never many at once")]
#[derive(Debug)]
pub enum Order {
    /// Say this.
    Say(Message),
    /// The same two play another game: the host's word.
    NewGame,
    /// End the connection, with this reason.
    End(String),
}

/// The app's end of a connection. When it is dropped, the connection ends.
#[derive(Debug)]
pub struct Link {
    orders: UnboundedSender<Order>,
}

impl Link {
    /// Says something; when nobody is there, nothing happens.
    pub fn say(&self, message: Message) {
        let _ = self.orders.send(Order::Say(message));
    }
    /// The same two play another game, for which the seat has another code.
    pub fn next_game(&self) {
        let _ = self.orders.send(Order::NewGame);
    }
    /// Ends the connection.
    pub fn end(&self, why: impl Into<String>) {
        let _ = self.orders.send(Order::End(why.into()));
    }
}

/// The game as it stands, for whoever comes back to it. The app keeps it up to date.
#[derive(Clone, Debug, Default)]
pub struct Standing(Arc<Mutex<Stood>>);

/// How a game stands.
#[derive(Clone, Debug, Default)]
pub struct Stood {
    /// The moves in UCI.
    pub moves: Vec<String>,
    /// The clocks.
    pub clocks: Vec<SideClock>,
    /// How often moves were taken back or the game was begun again.
    pub epoch: u32,
    /// The sides that the guest plays.
    pub sides: Vec<SideId>,
}

impl Standing {
    /// Sets how it stands.
    pub fn set(&self, stood: Stood) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = stood;
    }
    fn get(&self) -> Stood {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Something said by a stranger, without control characters and not too long.
pub fn harmless_chat(text: &str) -> String {
    message::harmless(text, limits::MOST_CHAT)
}

/// An address with its port; where it has none, `port`, else [`PORT`].
///
/// # Errors
/// When there is nothing in it, or two ports are said.
pub fn with_port(address: &str, port: Option<u16>) -> Result<String, String> {
    let address = address.trim();
    let usual = port.unwrap_or(PORT);
    let is_bare_v6 = address.parse::<std::net::Ipv6Addr>().is_ok();
    match address {
        "" => Err("an address is needed, such as 127.0.0.1 or host.example:4817".to_string()),
        _ if is_bare_v6 => Ok(format!("[{address}]:{usual}")),
        _ if address.ends_with(']') || !address.contains(':') => Ok(format!("{address}:{usual}")),
        _ => match address.rsplit_once(':').map(|(_, port)| port.parse::<u16>()) {
            Some(Ok(own)) if port.is_some_and(|port| port != own) => {
                Err(format!("`{address}` has the port {own} already; it is said twice"))
            }
            Some(Ok(_)) => Ok(address.to_string()),
            _ => Err(format!("`{address}`: what follows the colon is no port (0 to 65535)")),
        },
    }
}

/// Runs a task in a thread of its own, with what it needs to wait on the network; what prevents that is said as an event.
fn in_thread<F: Future<Output = ()>>(task: impl FnOnce() -> F + Send + 'static, say: impl Fn(Event) + Send + 'static) {
    std::thread::spawn(move || match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => {
            // Whatever goes wrong there, nobody waits for an answer that does not come.
            if catch_unwind(AssertUnwindSafe(|| runtime.block_on(task()))).is_err() {
                say(Event::Ended("something went wrong in this program's network".to_string()));
            }
        }
        Err(error) => say(Event::Ended(format!("the network cannot be used: {error}"))),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_get_a_port() {
        let port = |text| with_port(text, None);
        assert_eq!(port("localhost"), Ok("localhost:4817".to_string()));
        assert_eq!(port(" 10.0.0.1:99 "), Ok("10.0.0.1:99".to_string()));
        assert_eq!(port("::1"), Ok("[::1]:4817".to_string()));
        assert_eq!(port("[::1]"), Ok("[::1]:4817".to_string()));
        assert_eq!(port("[::1]:7"), Ok("[::1]:7".to_string()));
        assert_eq!(with_port("localhost", Some(5000)), Ok("localhost:5000".to_string()));
        assert_eq!(with_port("::1", Some(5000)), Ok("[::1]:5000".to_string()));
        assert!(with_port("localhost:4000", Some(5000)).is_err_and(|error| error.contains("twice")));
        assert!(port("").is_err());
        assert!(port("host:many").is_err_and(|error| error.contains("no port")));
    }
}
