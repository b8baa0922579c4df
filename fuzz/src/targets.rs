//! The bodies of the targets: each takes any bytes.

pub mod betza;
pub mod fen;
pub mod live;
pub mod messages;
pub mod moves;
pub mod pgn;
pub mod protocol;
pub mod requests;
pub mod rules;
