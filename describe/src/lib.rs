//! What there is to say and to show about a game and its positions, for front ends: no rules are played here, and there is no screen, file or network.
//!
//! [`description`] tells rules in sentences, [`picture`] draws boards and how pieces move, [`page`] makes a page about a game of both. [`view`] is what a page in a browser is told:
//! games, positions, and for each legal move what has to be pointed at to make it. [`glyphs`] knows what stands for pieces.

pub mod description;
pub mod glyphs;
pub mod page;
pub mod picture;
pub mod view;

/// The code of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
