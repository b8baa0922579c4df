//! Wazir: chess-like games compiled from rule files into specialised move generators.
//!
//! ```
//! use wazir::{Game, Square};
//!
//! let mut board = Game::open("chess")?.start();
//! board.play_text("e2e4")?;
//! let square: Square = "e4".parse()?;
//! assert_eq!(board.piece_at(square).and_then(|piece| board.piece_name(piece.kind)), Some("Pawn"));
//! for mv in board.moves().filter(|mv| mv.target() == square) {
//!     println!("{mv} captures");
//! }
//! let knight = "g8f6".parse()?;
//! assert!(board.is_legal(knight));
//! board.play(knight)?;
//! assert_eq!(board.outcome(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | there is |
//! |---|---|
//! | play any game, one that is chosen when the program runs included | [`Game`], [`Board`] and the names of [`Square`]s, [`Side`]s, [`PieceType`]s and [`Move`]s |
//! | play one game as fast as can be | [`compiled`] and the trait [`runtime::Position`]: plain values and numbers |
//! | find games, rule files and what is wrong with them | [`games`], [`variant_spec`] |
//! | have an engine think | `registry` and `engine`, with the feature `engine` |
//! | write moves as people do (SAN and others), and read and write PGN | `notation`, with the feature `notation` |
//!
//! The feature `serde` makes names things that can be kept in files; `variant-chess` and its like say which games are compiled in (the others are run by a
//! machine, some times slower; without any, all are). The program `wazir` is the crate `wazir-cli`.

pub mod compiled;
mod embedded;
mod game;
pub mod games;
#[cfg(feature = "engine")]
pub mod registry;

pub use game::Game;
#[cfg(feature = "engine")]
pub use wazir_engine as engine;
#[cfg(feature = "notation")]
pub use wazir_notation as notation;
pub use wazir_runtime as runtime;
pub use wazir_runtime::typed::{
    Board, Move, Moves, NamedPiece, Naming, Outcome, ParseError, Piece, PieceType, Side, Square, UnknownPiece,
};
pub use wazir_runtime::{FenError, MoveError, Reason};
pub use wazir_variant_spec as variant_spec;

/// The README's Rust code is tested with the documentation.
#[cfg(all(doctest, feature = "variant-shogi"))]
#[doc = include_str!("../README.md")]
mod readme {}
