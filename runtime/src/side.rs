//! Sides as types, so that each side has its own instance of the generated code: [`First`] and [`Second`] of two, [`Seat`]s of more.

/// A side, as a type. `THEM` and `Other` are the opponent in a game of two; of more sides, the next in the order of turns.
pub trait Side: Copy + 'static {
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

/// One of more than two sides: the one with index `ME` of `SIDES`.
#[derive(Clone, Copy, Debug)]
pub struct Seat<const ME: usize, const SIDES: usize>;

macro_rules! seats {
    ($($me:literal of $sides:literal, then $next:literal;)*) => {
        $(impl Side for Seat<$me, $sides> {
            const ME: usize = $me;
            const THEM: usize = $next;
            type Other = Seat<$next, $sides>;
        })*
    };
}

seats! {
    0 of 3, then 1;
    1 of 3, then 2;
    2 of 3, then 0;
    0 of 4, then 1;
    1 of 4, then 2;
    2 of 4, then 3;
    3 of 4, then 0;
}
