//! [`Scores`]: what each side has got out of a game.

use std::fmt;
use wazir_runtime::{Info, Outcome, SideId, Standing};

/// What a side has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// It has won: `1`.
    Won,
    /// It has drawn: `1/2`.
    Drawn,
    /// It has lost: `0`.
    Lost,
}

/// What each side has got, in the order of their turns: at least two.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scores(Vec<Score>);

impl Scores {
    /// The scores of a game that is over.
    pub fn of(info: &Info, outcome: Outcome) -> Scores {
        let score = |standing: &Standing| match standing {
            Standing::Won => Score::Won,
            Standing::Drew => Score::Drawn,
            Standing::Lost { .. } => Score::Lost,
        };
        Scores(outcome.standings(info, &[]).iter().map(score).collect())
    }

    /// The scores when this side loses and its opponents win: it has resigned, or its time has run out.
    pub fn lost_by(info: &Info, loser: SideId) -> Scores {
        let sides = 0..info.sides.len() as SideId;
        Scores(sides.map(|side| if info.are_allied(side, loser) { Score::Lost } else { Score::Won }).collect())
    }

    /// The scores of a draw.
    pub fn drawn(info: &Info) -> Scores {
        Scores(vec![Score::Drawn; info.sides.len()])
    }

    /// The score of each side.
    pub fn sides(&self) -> &[Score] {
        &self.0
    }

    /// Reads `1-0`, `0-1`, `1/2-1/2`, or a score for each of more sides. `None` for any other text, also for `*`. (`0-0` and `0-0-0` are castlings.)
    pub fn read(text: &str) -> Option<Scores> {
        let score = |text: &str| match text {
            "1" => Some(Score::Won),
            "0" => Some(Score::Lost),
            "1/2" | "\u{bd}" => Some(Score::Drawn),
            _ => None,
        };
        let scores: Vec<Score> = text.split(['-', '\u{2013}']).map(score).collect::<Option<_>>()?;
        let decides = scores.len() >= 2 && scores.iter().any(|score| *score != Score::Lost);
        decides.then_some(Scores(scores))
    }
}

impl fmt::Display for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |score: &Score| match score {
            Score::Won => "1",
            Score::Drawn => "1/2",
            Score::Lost => "0",
        };
        f.write_str(&self.0.iter().map(text).collect::<Vec<_>>().join("-"))
    }
}
