//! Rule files composed at random.
//!
//! Games that people play use the language as it is meant; [`make`] uses it as nobody would: boards, movements, captures, promotions, drops, turns and ends meet at random, and
//! generated code, the machine and the interpreter have to agree on every game that comes of it. `batch/` compiles such files and compares; the program `wazir-random-rules` does so with any number of them,
//! and takes apart what the backends disagree on until nothing can be left out.
//!
//! | module | concept |
//! |---|---|
//! | `dice` | choices at random, the same on every machine |
//! | `value` | a rule file as data: printed, and taken apart |
//! | `maker` | a file from a seed; what is wrong with it is taken out |
//! | `betza` | movements of every kind |
//! | `pieces`, `play`, `start`, `end` | the parts of a file |
//! | `coverage` | which words of the language files use |
//! | `batch` | files compiled together, each compared in a process of its own |
//! | `shrink` | the smallest file on which the backends still disagree |

pub mod batch;
mod betza;
pub mod coverage;
mod dice;
mod end;
mod maker;
mod pieces;
mod play;
pub mod shrink;
mod start;
pub mod value;

pub use maker::{Alone, Made, make, name_of, read};

/// The seeds of the files that every test run compiles: small, and chosen for how much of the language they use together.
pub const FIXED: [u64; 24] =
    [1, 8, 12, 19, 30, 32, 39, 58, 71, 74, 75, 77, 82, 94, 97, 100, 111, 138, 147, 150, 158, 211, 296, 368];
