//! The subcommands: each parses its arguments, does its work and says how it went.

pub(crate) mod check;
pub(crate) mod diff;
pub(crate) mod emit;
pub(crate) mod engine;
pub(crate) mod explain;
pub(crate) mod host;
pub(crate) mod join;
pub(crate) mod list;
pub(crate) mod moves;
pub(crate) mod new;
pub(crate) mod perft;
pub(crate) mod pgn;
pub(crate) mod play;
pub(crate) mod play_match;
pub(crate) mod playout;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod tune;
