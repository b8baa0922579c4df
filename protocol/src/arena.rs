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
//! | [`game`] | one game |
//! | [`statistics`] | what the results say: Elo, and a sequential test |
//! | [`journal`] | what has been played, on disk |
//! | [`record`] | games in PGN |
//! | [`tournament`] | the whole match |

mod built_in;
mod cecp_client;
pub mod contestant;
pub mod control;
pub mod game;
pub mod journal;
pub mod openings;
mod player;
mod process;
pub mod record;
pub mod statistics;
pub mod tournament;
mod uci_client;

pub use contestant::Contestant;
pub use control::Control;
pub use game::{Ending, Game};
pub use openings::Openings;
pub use statistics::{Sprt, Standing};
pub use tournament::{MOST_GAMES, Match, play_match};
