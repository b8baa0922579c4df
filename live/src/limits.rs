//! Every limit of a live game: how long, how much, how often. A table of them is in `docs/limits.md`.

use std::time::Duration;

/// Moves of a game.
pub const MOST_PLIES: usize = 10_000;
/// Bytes of a message from a browser: what the server takes as a frame.
pub const MOST_FRAME: usize = 16 << 10;
/// Bytes of a move's text.
pub const MOST_MOVE: usize = wazir_runtime::LONGEST_MOVE;
/// Bytes of the name of a message, by which it is acknowledged.
pub const MOST_ID: usize = 64;
/// Seats that one connection may claim at once.
pub const MOST_SECRETS: usize = 8;
/// Characters of something said.
pub const MOST_CHAT: usize = 300;
/// Things said that a browser is told that comes later.
pub const KEPT_CHAT: usize = 200;
/// Things said in a game at all.
pub const MOST_CHAT_LINES: usize = 2_000;
/// Characters of a player's name.
pub const MOST_NAME: usize = 40;
/// Things said at once by one player, or by all who watch; then one more each [`CHAT_PAUSE`].
pub const CHAT_BURST: u32 = 5;
/// See [`CHAT_BURST`].
pub const CHAT_PAUSE: Duration = Duration::from_secs(2);
/// Answers to messages that are remembered, for each side: a message that comes again is answered so again.
pub const KEPT_ANSWERS: usize = 64;
/// Events that are kept for whoever has missed them.
pub const KEPT_EVENTS: usize = 20;
/// Bytes of these.
pub const KEPT_EVENT_BYTES: usize = 48 << 10;
/// Connections that look at one game.
pub const MOST_CONNECTIONS: usize = 1_000;
/// Connections that sit at one seat: tabs of one browser, and those that have not noticed yet that they are gone.
pub const MOST_AT_A_SEAT: usize = 8;

/// How long an invitation holds.
pub const INVITATION: Duration = Duration::from_secs(24 * 3600);
/// Somebody whose connection is lost counts as here for so long.
pub const AWAY: Duration = Duration::from_secs(4);
/// From then on a game with clocks can be claimed from somebody whose connection is lost.
pub const GONE: Duration = Duration::from_secs(40);
/// The same, of somebody who has left on purpose.
pub const LEFT: Duration = Duration::from_secs(10);
/// The same in a game without clocks, where one may think overnight.
pub const GONE_WITHOUT_CLOCK: Duration = Duration::from_secs(48 * 3600);
/// The longest time that a clock may have at the start.
pub const LONGEST_CLOCK: Duration = Duration::from_secs(7 * 24 * 3600);
/// The longest that it may gain with a move, and the longest byoyomi.
pub const LONGEST_INCREMENT: Duration = Duration::from_secs(3600);
