//! Matches between engines: own ones and others' programs, in any game of two sides.
//!
//! | module | concept |
//! |---|---|
//! | [`contestant`] | who plays, as it is written on a command line |
//! | [`control`] | how much time, depth or nodes a move has |
//! | `player` | somebody who chooses moves |
//! | `own` | the own engine, and somebody who moves at random |
//! | `process` | another program, line by line |
//! | `uci_client`, `cecp_client` | another engine, by the protocol it speaks |
//! | [`openings`] | where games begin |
//! | [`bout`] | one game |
//! | [`statistics`] | what the results say: Elo, and a sequential test |
//! | [`journal`] | what has been played, on disk |
//! | [`record`] | games in PGN |
//! | [`tournament`] | the whole match |

pub mod bout;
mod cecp_client;
pub mod contestant;
pub mod control;
pub mod journal;
pub mod openings;
mod own;
mod player;
mod process;
pub mod record;
pub mod statistics;
pub mod tournament;
mod uci_client;

pub use bout::{Ending, Game};
pub use contestant::Contestant;
pub use control::Control;
pub use openings::Openings;
pub use statistics::{Sprt, Standing};
pub use tournament::{Match, play_match};
