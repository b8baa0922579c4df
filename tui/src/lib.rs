//! Any chess-like game in the terminal: against the engine, a friend at the keyboard, or somebody over the network.
//!
//! The model comes first, and knows neither screen nor keys: [`session`] is one game with all that can be taken back, [`clock`] its clocks (both from the crate
//! `wazir-session`), [`selection`] how pointing at squares becomes a move, [`table`] a game with its players, [`loaded`] the game of a file it has
//! begun from, [`store`] what outlives the program. [`thinker`] is the engine, in a thread of its
//! own. [`app`] puts them together and takes events; [`view`] draws it, as [`geometry`], [`glyphs`] and [`theme`] say; [`terminal`] runs it for real.
//!
//! Games are known only through [`wazir_engine::Games`].

pub use wazir_session::{clock, session};

pub mod app;
pub mod form;
pub mod geometry;
pub mod glyphs;
pub mod loaded;
pub mod net;
pub mod selection;
pub mod store;
pub mod table;
pub mod terminal;
pub mod theme;
pub mod thinker;
pub mod view;

/// The code of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
