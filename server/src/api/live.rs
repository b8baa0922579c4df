//! Live games over HTTP: begun, joined, listed, looked at. What happens in them is told by WebSocket: `docs/web.md` has the messages.

use super::{Asked, Queried};
use crate::{
    App, Playable, Problem, Who, Whose,
    guard::address_of,
    limits::{MOST_KEPT_GAMES, MOST_POSITIONS},
    listen::Place,
    live::{Joined, Order, Shower, paper, socket as connection, unstored},
    problem::sentence,
    session,
};
use axum::{
    Json,
    extract::{FromRequestParts, Path, Request, State, WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use wazir_describe::view::PositionView;
use wazir_live::{
    Moment, NewGame, Room, Summary,
    limits::MOST_FRAME,
    record::{Ended, SeatSummary, Sitter},
    room::Wrong,
    secret,
};
use wazir_runtime::SideId;

/// A seat with its secret: whoever has that has the seat.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Held {
    side: SideId,
    secret: String,
}

/// An invitation to a seat, as a link.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Invitation {
    side: SideId,
    url: String,
}

/// A game that has begun.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Begun {
    id: String,
    seats: Vec<Held>,
    invitations: Vec<Invitation>,
}

/// Who takes an invitation.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Guest {
    /// The invitation, from its link.
    code: String,
    /// What they are called.
    #[serde(default)]
    name: String,
}

/// Which positions.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Span {
    from: usize,
    to: usize,
}

/// How to write a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Format {
    format: String,
}

/// A game in the list of one's own.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Own {
    id: String,
    game: String,
    title: String,
    plies: usize,
    over: Option<Ended>,
    seats: Vec<String>,
    you: Vec<SideId>,
    changed: Moment,
}

/// Begins a game.
pub(super) async fn begin(
    State(app): State<App>,
    who: Who,
    Asked(mut wanted): Asked<NewGame>,
) -> Result<(StatusCode, Json<Begun>), Problem> {
    let is_sent = wanted.rules.is_some() || wanted.game.as_ref().is_some_and(|game| game.starts_with("sent-"));
    let (of, now, owner) = (app.clone(), app.live().now(), who.text().to_string());
    let whose = if is_sent { Whose::Sent } else { Whose::Ours };
    let made = app.work().run(whose, move || {
        let game = wanted_game(&of, &wanted)?;
        let edited = of.file().is_some() && of.games().served().is_some_and(|served| served.id == game.id);
        // Rules that are not those of the program have to be there when it is opened again.
        wanted.rules = (edited || game.whose == Whose::Sent).then(|| game.opened.source.text.clone());
        let id = secret::game_id().map_err(Problem::ours)?;
        let view = Arc::new(Shower(game.clone()));
        let room = Room::create(id, &wanted, (&game.id, edited), game.opened.clone(), view, Some(&owner), now);
        let (room, made, effects) = room.map_err(|wrong| match wrong {
            Wrong::Machine(why) => Problem::ours(why),
            wrong => Problem::wrong(sentence(&wrong)).hint("GET /api/v1/openapi.json tells what is expected."),
        })?;
        Ok::<_, Problem>((room.id().to_string(), made, effects))
    });
    let (id, made, effects) = made.await??;
    // It is opened by whoever comes first, here or at another server with the same storage.
    app.live().write(effects.write).await.map_err(|error| unstored(&error))?;
    let held = made.seats.iter().map(|(side, secret)| Held { side: *side, secret: secret.to_string() });
    let url = |secret| format!("/game/{id}#i={secret}");
    let invitations = made.invitations.iter().map(|(side, secret)| Invitation { side: *side, url: url(secret) });
    let (seats, invitations) = (held.collect(), invitations.collect());
    Ok((StatusCode::CREATED, Json(Begun { id, seats, invitations })))
}

fn wanted_game(app: &App, wanted: &NewGame) -> Result<Arc<Playable>, Problem> {
    match (&wanted.game, &wanted.rules) {
        (_, Some(rules)) => app.games().read(rules).map(|(game, _)| game).map_err(|checked| {
            let first = checked.diagnostics.first();
            let told =
                first.map_or_else(String::new, |d| format!("line {}, column {}: {}", d.line, d.column, d.message));
            Problem::wrong(format!("These rules are wrong: {told}"))
                .hint("POST /api/v1/rules tells everything that is wrong with them.")
        }),
        (Some(name), None) => app.games().game(name),
        (None, None) => Err(Problem::wrong("It is not said which game.").hint("Give `game`, or `rules`.")),
    }
}

/// Sits down at a seat to which one was invited.
pub(super) async fn join(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    Asked(guest): Asked<Guest>,
) -> Result<Json<Held>, Problem> {
    let order = |answer| {
        let Guest { code, name } = guest.clone();
        Order::Join { code, owner: who.text().to_string(), name, answer }
    };
    let (Joined { side, secret }, _) = app.live().ask(&app, &id, order).await?;
    Ok(Json(Held { side, secret }))
}

/// The games in which whoever asks has a seat, those that have changed last first.
pub(super) async fn own(State(app): State<App>, who: Who) -> Result<Json<Vec<Own>>, Problem> {
    let games = app.live().games_of(who.text().to_string(), MOST_KEPT_GAMES).await?;
    let own = |game: Summary| {
        let is_mine = |seat: &SeatSummary| seat.owner.as_deref() == Some(who.text());
        let seat = |seat: &SeatSummary| match seat.sitter {
            Sitter::Engine(level) => format!("engine, level {level}"),
            Sitter::Open => "nobody yet".to_string(),
            Sitter::Person if !seat.name.is_empty() => seat.name.clone(),
            Sitter::Person if is_mine(seat) => "you".to_string(),
            Sitter::Person => "a friend".to_string(),
        };
        let mine = (0..).zip(&game.seats).filter(|(_, seat)| is_mine(seat)).map(|(side, _)| side).collect();
        let seats = game.seats.iter().map(seat).collect();
        let Summary { id, game, title, plies, over, changed, .. } = game;
        Own { id, game, title, plies, over, seats, you: mine, changed }
    };
    Ok(Json(games.into_iter().map(own).collect()))
}

/// Looks at a game where there is room for such work.
async fn look<T: Send + 'static>(
    app: &App,
    id: &str,
    look: impl Fn(&Room) -> Result<T, Problem> + Clone + Send + 'static,
) -> Result<T, Problem> {
    let order = |answer: tokio::sync::oneshot::Sender<Result<T, Problem>>| {
        let look = look.clone();
        // Who has asked may be gone.
        Order::Look(Box::new(move |room| drop(answer.send(room.and_then(look)))))
    };
    Ok(app.live().ask(app, id, order).await?.0)
}

/// Positions of a game, as after each of these half-moves; without their moves.
pub(super) async fn positions(
    State(app): State<App>,
    Path(id): Path<String>,
    Queried(Span { from, to }): Queried<Span>,
) -> Result<Json<Vec<PositionView>>, Problem> {
    if to < from || to - from >= MOST_POSITIONS {
        return Err(Problem::wrong(format!(
            "`to` is not before `from`, and there are at most {MOST_POSITIONS} of them."
        )));
    }
    let found = look(&app, &id, move |room| {
        let session = room.session();
        Ok((from..=to.min(session.ply())).map(|ply| PositionView::at(session, ply)).collect())
    });
    found.await.map(Json)
}

/// A game on paper.
pub(super) async fn export(
    State(app): State<App>,
    Path(id): Path<String>,
    Queried(Format { format }): Queried<Format>,
) -> Result<Response, Problem> {
    let text = look(&app, &id, move |room| paper::write(room, &format)).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// What happens in a game, by WebSocket.
pub(super) async fn socket(
    State(app): State<App>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Problem> {
    let guard = app.guard();
    guard.same_origin(request.headers())?;
    let address = address_of(&app, &request);
    let who = session::peek(&request);
    let place = request.extensions().get::<Place>().cloned();
    let (mut parts, _) = request.into_parts();
    let upgrade =
        WebSocketUpgrade::from_request_parts(&mut parts, &app).await.map_err(|rejection| no_socket(&rejection))?;
    guard.socket(address)?;
    let socket = app.live().socket(address)?;
    let caller = connection::Caller { address, who };
    let upgrade = upgrade
        .max_frame_size(MOST_FRAME)
        .max_message_size(MOST_FRAME)
        .read_buffer_size(4 << 10)
        .write_buffer_size(4 << 10);
    Ok(upgrade.on_upgrade(async move |stream| {
        connection::talk(app, id, caller, stream).await;
        drop((socket, place));
    }))
}

fn no_socket(rejection: &WebSocketUpgradeRejection) -> Problem {
    Problem::new(StatusCode::UPGRADE_REQUIRED, "A WebSocket is here", sentence(rejection))
        .hint("Connect to it with a client for WebSockets; docs/web.md tells what is said.")
}
