//! [`Draws`]: when the engine offers a draw, and when it accepts one.
//!
//! It goes by nothing but what its own moves of this game were found to be worth: a draw is accepted by somebody who is worse, or who has seen nothing happen
//! for a while, and offered after
//! a longer while.

use wazir_engine::Score;

/// What the engine has thought of the game so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Draws {
    last: Option<Score>,
    /// Its last moves in a row that were worth next to nothing to either side.
    quiet: u32,
}

/// Up to here, in centipawns, nobody is better.
const EVEN: i32 = 15;
/// From here on it is worse, and glad of a draw.
const WORSE: i32 = -80;
/// After so many even moves in a row a draw is accepted.
const ACCEPTED_AFTER: u32 = 6;
/// After so many even moves in a row a draw is offered, and again each time as many have been made.
const OFFERED_AFTER: u32 = 20;

impl Draws {
    /// The engine makes a move that it has found to be worth this much.
    pub(crate) fn note(&mut self, score: Score) {
        let is_even = matches!(score, Score::Centipawns(score) if score.abs() <= EVEN);
        self.quiet = if is_even { self.quiet + 1 } else { 0 };
        self.last = Some(score);
    }

    /// Would it accept a draw?
    pub(crate) fn accepts(&self) -> bool {
        let is_worse = match self.last {
            Some(Score::Centipawns(score)) => score <= WORSE,
            Some(Score::Loses(_)) => true,
            Some(Score::Wins(_)) | None => false,
        };
        is_worse || self.quiet >= ACCEPTED_AFTER
    }

    /// Does it offer one with the move it makes?
    pub(crate) fn offers(&self) -> bool {
        self.quiet > 0 && self.quiet.is_multiple_of(OFFERED_AFTER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_for_who_is_worse_or_sees_nothing_happen() {
        let mut draws = Draws::default();
        assert!(!draws.accepts() && !draws.offers());
        draws.note(Score::Centipawns(-100));
        assert!(draws.accepts());
        draws.note(Score::Centipawns(30));
        assert!(!draws.accepts());
        draws.note(Score::Loses(4));
        assert!(draws.accepts());
        draws.note(Score::Wins(4));
        assert!(!draws.accepts());
        for number in 1..=OFFERED_AFTER {
            draws.note(Score::Centipawns(-5));
            assert_eq!(draws.accepts(), number >= ACCEPTED_AFTER);
            assert_eq!(draws.offers(), number == OFFERED_AFTER);
        }
        draws.note(Score::Centipawns(0));
        assert!(!draws.offers(), "it does not offer one with each move");
    }
}
