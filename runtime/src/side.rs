//! Sides as types, so that each side has its own instance of the generated code.

/// A side of a two-sided game, as a type.
pub trait Side: Copy + 'static {
    /// Its index.
    const ME: usize;
    /// The opponent's index.
    const THEM: usize;
    /// The opponent.
    type Other: Side;
    /// The first value for the first side, the second for the second.
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
