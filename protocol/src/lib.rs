//! The protocols that chess GUIs and engines speak.
//!
//! [`serve()`] answers a GUI in whichever of UCI, UCI-cyclone, UGI, USI, UCCI and CECP (XBoard) its first line asks for. Games come from
//! [`wazir_engine::Games`]; none is known by name here but in the tables of [`names`], which say what others call them.
//!
//! | module | concept |
//! |---|---|
//! | [`move_format`] | how moves and positions are written in each protocol |
//! | [`names`] | what the protocols call games |
//! | [`play`] | a game as far as it has gone |
//! | `session` | what all protocols share: the game, the engine, the settings, the output |
//! | `worker` | the thread that thinks |
//! | `options` | what can be set |
//! | `limits` | the words behind `go` |
//! | `uci` | UCI and the protocols made after it |
//! | `draws` | when a draw is offered and accepted |
//! | `cecp` | CECP, XBoard's protocol |
//! | `announce` | games told to XBoard: its `setup` and `piece` lines |
//! | [`arena`] | matches between engines |
//! | [`serve`](mod@serve) | reading lines, choosing the protocol |

mod announce;
pub mod arena;
mod cecp;
mod draws;
mod limits;
pub mod move_format;
pub mod names;
mod options;
pub mod play;
pub mod serve;
mod session;
mod uci;
mod worker;

pub use move_format::MoveFormat;
pub use options::LONGEST_VALUE;
pub use play::Play;
pub use serve::serve;
pub use uci::{MOST_MOVES, MOST_WAITING, MOST_WAITING_BYTES};

/// The code of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
