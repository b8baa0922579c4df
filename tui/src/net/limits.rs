//! Every limit of what is said over the network, on both sides: how long, how much, how often. A table of them is in `docs/limits.md`.

use std::time::Duration;
use wazir_variant_spec::limits;

/// The longest line that a host says to a guest in the handshake, in bytes: it has the rule files together, or all moves of a game.
pub const LONG_LINE: usize = 4 << 20;
/// The longest other line, in bytes: what a guest says in the handshake, and what both say while they play.
pub const SHORT_LINE: usize = 1 << 13;
/// The longest rule file that a guest takes, in bytes.
pub const MOST_RULES: usize = limits::FILE_BYTES;
/// Rule files from which one that is sent inherits.
pub const MOST_PARENTS: usize = limits::PARENTS;
/// Moves of a game that a guest comes to.
pub const MOST_MOVES: usize = 20_000;
/// The longest text that can be said, in characters.
pub const MOST_CHAT: usize = 300;
/// Texts that were said and are kept.
pub const KEPT_CHAT: usize = 500;
/// The longest name of a player, in characters.
pub const MOST_NAME: usize = 40;
/// The longest name of a game, in characters.
pub const MOST_GAME_NAME: usize = 100;
/// The longest reason for ending a connection, in characters.
pub const MOST_REASON: usize = 300;

/// Connections that may be in their handshake with a host at once. One more closes the one that has been there longest: first of those that have said nothing.
pub const AT_THE_DOOR: usize = 64;
/// The same for those from one address (of IPv6, from one network of 64 bits).
pub const AT_THE_DOOR_BY_ADDRESS: usize = 8;
/// How long whoever comes may take to say hello.
pub const GREETING: Duration = Duration::from_secs(5);
/// How long the handshake may take in all.
pub const HANDSHAKE: Duration = Duration::from_secs(20);
/// How long it may take to reach a host, to hear the next line of a handshake, or to have a line taken.
pub const ANSWER: Duration = Duration::from_secs(10);

/// A connection on which nothing has come for so long is lost.
pub const SILENCE: Duration = Duration::from_secs(20);
/// After so much time without anything else to say each side says that it is there.
pub const HEARTBEAT: Duration = Duration::from_secs(5);
/// No more messages than this in [`BURST_TIME`].
pub const BURST: u32 = 60;
/// See [`BURST`].
pub const BURST_TIME: Duration = Duration::from_secs(5);
/// Messages that wait for the other side to take them; with one more the connection is lost.
pub const WAITING: usize = 256;

/// How long the seat of a guest whose connection is lost is kept.
pub const SEAT_KEPT: Duration = Duration::from_secs(180);
/// How long the guest's program waits before it tries again.
pub const PAUSE: Duration = Duration::from_secs(1);
