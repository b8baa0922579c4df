//! The reference interpreter: plays [`Rules`](wazir_variant_spec::Rules) directly on a mailbox board.
//!
//! It exists to be obviously right, not fast. A move is generated as a pseudo-move, made on a copy, and kept when the
//! copy is legal ("make and test"); every question about attacks walks the rides square by square. It shares with the generated
//! code only the notation of `wazir_runtime` (squares, moves, FEN, outcomes), no rule logic: the two are written
//! from the same documented model and have to agree on every position.
//!
//! In: `Rules`. Out: [`Interpreter`], a [`Variant`](wazir_runtime::Variant) whose positions are [`Game`](wazir_runtime::Game)s.
//!
//! | module | concept |
//! |---|---|
//! | `position` | the state, its hash, what stands where |
//! | `rides` | where one ride can end |
//! | `journeys` | where moves of several legs end and what they capture |
//! | `moves` | pseudo-moves: steps, en passant, promotions, drops, castling, passes |
//! | `walls` | walls placed after a move |
//! | `attacks` | who attacks a royal |
//! | `make` | the position after a move |
//! | `turns` | turns of several moves, and what they leave for en passant captures |
//! | `counts` | counts of moves that a weakened side has going |
//! | `legal` | which pseudo-moves are legal: checks, obligations, passes, drop mate |
//! | `truce` | captures that may not be answered in kind |
//! | `out` | sides that go out of a game that goes on |
//! | `end` | whether and how the game is over |
//! | `setup` | whether a position read from FEN can exist |
//! | `start` | whether the game can begin, and is not over before |
//! | `game` | the public handles |

mod attacks;
mod counts;
mod end;
mod game;
mod journeys;
mod legal;
mod make;
mod moves;
mod out;
mod position;
mod pushes;
mod rides;
mod setup;
mod start;
mod truce;
mod turns;
mod walls;

pub use game::Interpreter;
pub use position::Position;
pub use start::{Checked, check, compile};

/// The code of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
