//! Positions: what stands where after some moves, and what can be played.

use super::Asked;
use crate::{App, Playable, Problem, Whose, limits::MOST_MOVES, problem::sentence};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use wazir_describe::view::PositionView;
use wazir_session::session::Session;

/// A game as far as it has gone.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The game, by its name.
    pub game: Option<String>,
    /// Its rules instead, as a rule file.
    pub rules: Option<String>,
    /// Where it began, if not at its start position.
    pub fen: Option<String>,
    /// The moves made since, in UCI or SAN, or as the game is written.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    /// Its text in UCI.
    pub u: String,
    /// Its text as the game is written.
    pub s: String,
}

/// A position, and how it came about.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    game: String,
    position: PositionView,
    history: Vec<Played>,
}

impl Line {
    /// Whose rules it is played by: what is sent has less room.
    pub fn whose(&self) -> Whose {
        let is_sent = self.rules.is_some() || self.game.as_ref().is_some_and(|game| game.starts_with("sent-"));
        if is_sent { Whose::Sent } else { Whose::Ours }
    }

    /// Sets the game up. This may take a moment: call it in [`crate::Work`].
    ///
    /// # Errors
    /// When there is no such game, or the rules, the position or a move is wrong.
    pub fn set_up(&self, app: &App) -> Result<(Arc<Playable>, Session), Problem> {
        let game = match (&self.game, &self.rules) {
            (_, Some(rules)) => match app.games().read(rules) {
                Ok((game, _)) => game,
                Err(checked) => {
                    let first = checked.diagnostics.first();
                    let told = first
                        .map_or_else(String::new, |d| format!("line {}, column {}: {}", d.line, d.column, d.message));
                    return Err(Problem::wrong(format!("These rules are wrong: {told}"))
                        .hint("POST /api/v1/rules tells everything that is wrong with them."));
                }
            },
            (Some(name), None) => app.games().game(name)?,
            (None, None) => return Err(Problem::wrong("It is not said which game.").hint("Give `game`, or `rules`.")),
        };
        if self.moves.len() > MOST_MOVES {
            return Err(Problem::wrong(format!("A game that is sent has at most {MOST_MOVES} moves.")));
        }
        let session = Session::set_up::<&str>(game.opened.clone(), self.fen.as_deref(), &[]);
        let mut session =
            session.map_err(|error| Problem::wrong(sentence(&format!("The position cannot be set up: {error}"))))?;
        for (number, text) in (1..).zip(&self.moves) {
            let played = session.parse_exactly(text).or_else(|_| session.parse(text));
            let wrong = |why: String| Problem::wrong(sentence(&format!("Move {number}: {why}")));
            let mv = played.map_err(wrong)?;
            session.play(mv).map_err(|error| wrong(error.to_string()))?;
        }
        Ok((game, session))
    }
}

/// The moves of a game in both ways of writing.
pub fn history(session: &Session) -> Vec<Played> {
    session.texts().into_iter().zip(session.written()).map(|(u, s)| Played { u, s: s.clone() }).collect()
}

/// The position after some moves.
pub(super) async fn position(State(app): State<App>, Asked(line): Asked<Line>) -> Result<Json<Answer>, Problem> {
    let of = app.clone();
    let answer = app.work().run(line.whose(), move || {
        let (game, session) = line.set_up(&of)?;
        Ok(Answer { game: game.id.clone(), position: PositionView::now(&session), history: history(&session) })
    });
    answer.await?.map(Json)
}
