//! The limits of requests; `docs/limits.md` is the table of those of the whole program, and a test compares it with these constants.

pub use wazir_live::limits as live;

/// Bytes of a rule file that is sent.
pub const MOST_RULES: usize = 64 << 10;
/// Bytes of the body of a request.
pub const MOST_BODY: usize = 64 << 10;
/// Bytes of a body that brings rules or a game on paper, with room for how JSON writes them.
pub const MOST_TEXT: usize = 256 << 10;
/// Bytes of the head of a request.
pub const MOST_HEAD: usize = 16 << 10;
/// Moves of a game that is sent.
pub const MOST_MOVES: usize = 2000;
/// Milliseconds that the engine may be asked to think.
pub const MOST_MS: u64 = 10_000;
/// Best moves that an analysis tells.
pub const MOST_LINES: usize = 10;
/// Games of a match.
pub const MOST_GAMES: u32 = 20;
/// Milliseconds for a move of a match.
pub const MOST_MATCH_MS: u64 = 2000;
/// Half-moves of a game of a match: what is longer counts as a draw.
pub const MOST_PLIES: usize = 600;
/// Matches that go on at once.
pub const MOST_MATCHES: usize = 4;
/// Rule files that were sent and are kept, those used last.
pub const MOST_SENT: usize = 200;
/// Games of the simple interface that are kept, those used last.
pub const MOST_TABLES: usize = 2000;
/// Questions that wait for the engine.
pub const MOST_WAITING: usize = 256;
/// Connections at once.
pub const MOST_CONNECTIONS: u32 = 8192;
/// Seconds of work for a request, the engine's not counted.
pub const MOST_SECONDS: u64 = 5;
/// Live games in memory at once: those that somebody looks at, or whose clocks run.
pub const MOST_LIVE_GAMES: u32 = 20_000;
/// Messages that a connection of a live game has not read yet: who has more is cut off.
pub const MOST_UNREAD: usize = 128;
/// Bytes of these.
pub const MOST_UNREAD_BYTES: usize = 1 << 20;
/// Connections to live games of one address.
pub const MOST_SOCKETS: usize = 256;
/// Messages of a live game that wait while it does something else.
pub const MOST_ORDERS: usize = 64;
/// Positions of a live game that are asked for at once.
pub const MOST_POSITIONS: usize = 200;
/// Games of one's own that are listed.
pub const MOST_KEPT_GAMES: usize = 200;
/// Messages that make no sense, until the connection is closed.
pub const MOST_RUBBISH: u32 = 10;
/// Days after which a live game is forgotten in which nothing has been played: its invitations have ended long before.
pub const UNPLAYED_DAYS: u64 = 7;
/// Live games that are forgotten at once.
pub const MOST_FORGOTTEN: u32 = 200;
