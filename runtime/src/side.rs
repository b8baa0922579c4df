//! Sides as types: [`First`] and [`Second`] of two, so that each has its own instance of the generated code, and [`Mover`] for any of more.

use crate::sealed::Sealed;

/// A side, as a type.
pub trait Side: Sealed + Copy + 'static {
    /// Its index.
    const ME: usize;
    /// The opponent's index.
    const THEM: usize;
    /// The opponent.
    type Other: Side;
    /// Of two sides: the first value for the first side, the second for the second.
    #[inline(always)]
    fn pick<T>(first: T, second: T) -> T {
        if Self::ME == 0 { first } else { second }
    }
}

/// The side that moves first.
#[derive(Clone, Copy, Debug)]
pub struct First;

/// The other side.
#[derive(Clone, Copy, Debug)]
pub struct Second;

impl Sealed for First {}
impl Sealed for Second {}
impl Sealed for Mover {}

impl Side for First {
    const ME: usize = 0;
    const THEM: usize = 1;
    type Other = Second;
}

impl Side for Second {
    const ME: usize = 1;
    const THEM: usize = 0;
    type Other = First;
}

/// The side to move, whichever it is. More than two sides share one instance of the generated code, which asks the position whose turn it is: these
/// constants are the index of no side.
#[derive(Clone, Copy, Debug)]
pub struct Mover;

impl Side for Mover {
    const ME: usize = usize::MAX;
    const THEM: usize = usize::MAX;
    type Other = Mover;
}
