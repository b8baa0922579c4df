//! Rules that somebody sends: what is wrong with them, and the game that they are.

use super::Asked;
use crate::{App, Problem, Whose, catalogue::Checked};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use wazir_describe::view::{GameView, PositionView};
use wazir_session::session::Session;

/// A rule file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    ron: String,
}

/// What there is to say about it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Verdict {
    #[serde(flatten)]
    checked: Checked,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<GameView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<PositionView>,
}

/// Checks a rule file. One that is right is kept for a while: its name can be used as that of any game.
pub(super) async fn check(State(app): State<App>, Asked(file): Asked<File>) -> Result<Json<Verdict>, Problem> {
    let of = app.clone();
    let verdict = app.work().run(Whose::Sent, move || match of.games().read(&file.ron) {
        Err(checked) => Verdict { checked, game: None, position: None },
        Ok((game, checked)) => {
            let position = PositionView::now(&Session::new(game.opened.clone()));
            Verdict { checked, game: Some(game.view.clone()), position: Some(position) }
        }
    });
    Ok(Json(verdict.await?))
}
