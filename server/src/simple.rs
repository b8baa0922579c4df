//! The simple interface: one game for each session, for scripts and for other people's clients. Everything can be asked for by GET; what changes something also by POST.

use crate::{
    App, Playable, Problem, Who,
    api::{Params, analysis::Worth, matches, positions::Line},
    engines::{Question, thinking_time},
    guard,
    guard::address_of,
    limits::{MOST_MS, MOST_TABLES},
    problem::sentence,
};
use axum::{
    Json, Router,
    extract::{Request, State},
    middleware::{Next, from_fn_with_state},
    response::Response,
    routing::get,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::Mutex as Turn;
use wazir_engine::Limits;
use wazir_notation::names::OF_PGN;
use wazir_runtime::{Cell, Info, Move, Style, fen::piece_symbol};
use wazir_session::session::Session;

/// A game that nobody has asked for is kept so long.
const KEPT: Duration = Duration::from_secs(24 * 3600);

/// Somebody's game.
struct Table {
    game: Arc<Playable>,
    session: Session,
}

/// A game, and when it was asked for.
struct Place {
    table: Arc<Turn<Option<Table>>>,
    used: Instant,
    number: u64,
}

/// The games of all sessions.
#[derive(Default)]
pub(crate) struct Tables(Mutex<(HashMap<Who, Place>, u64)>);

impl Tables {
    /// The game of a session, with its number.
    fn of(&self, who: &Who) -> (Arc<Turn<Option<Table>>>, u64) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.0.len() >= MOST_TABLES && !all.0.contains_key(who) {
            let oldest = all.0.iter().min_by_key(|(_, place)| place.used).map(|(who, _)| who.clone());
            oldest.map(|who| all.0.remove(&who));
        }
        all.1 += 1;
        let new = Place { table: Arc::default(), used: Instant::now(), number: 1000 + all.1 };
        let place = all.0.entry(who.clone()).or_insert(new);
        place.used = Instant::now();
        (place.table.clone(), place.number)
    }

    /// Forgets games that nobody has asked for in a long time.
    pub(crate) fn sweep(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0.retain(|_, place| place.used.elapsed() < KEPT);
    }
}

/// The routes of the simple interface.
pub(crate) fn routes(app: &App) -> Router<App> {
    let changing = Router::new()
        .route("/act", get(act).post(act))
        .route("/undo", get(undo).post(undo))
        .route("/reset", get(reset).post(reset).layer(from_fn_with_state(app.clone(), count_rules)))
        .merge(
            Router::new()
                .route("/generate", get(generate).post(generate))
                .layer(from_fn_with_state(app.clone(), guard::count_costly)),
        )
        .layer(from_fn_with_state(app.clone(), guard::watch_links));
    Router::new().route("/ping", get(ping)).route("/game", get(game)).merge(changing)
}

/// Rules that are sent cost more than the name of a game.
async fn count_rules(State(app): State<App>, request: Request, next: Next) -> Result<Response, Problem> {
    if request.method() == axum::http::Method::POST {
        app.guard().costly(address_of(&app, &request))?;
    }
    Ok(next.run(request).await)
}

async fn ping() -> Json<Value> {
    Json(json!({"ok": true, "name": "wazir", "version": env!("CARGO_PKG_VERSION")}))
}

/// What can be said to `/act`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Act {
    /// A move in UCI, SAN or LAN, or as the game is written.
    r#move: String,
}

/// What can be said to `/generate`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Generate {
    /// Milliseconds to think.
    ms: Option<u64>,
    /// How well, 1 to 10.
    level: Option<u8>,
}

/// What can be said to `/undo`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Undo {
    /// Half-moves; by default two, or one where there is one.
    plies: Option<usize>,
}

/// What can be said to `/reset`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reset {
    /// The game; by default the one that was played.
    game: Option<String>,
    /// A rule file instead.
    rules: Option<String>,
    /// Where to begin.
    fen: Option<String>,
}

/// A move in UCI, in SAN, and as the game is written.
#[derive(Clone, Debug, Serialize)]
struct Named {
    uci: String,
    san: String,
    text: String,
}

/// The game as it stands.
#[derive(Clone, Debug, Serialize)]
struct Shown {
    game: String,
    name: String,
    fen: String,
    /// Rows from above, each from the left: the letter of a piece as in FEN, "" for an empty square, "*" for a wall, null for no square.
    board: Vec<Vec<Option<String>>>,
    /// Whose turn it is.
    side: String,
    turn: u8,
    check: bool,
    /// "playing", or how the game has ended.
    status: String,
    over: bool,
    result: &'static str,
    legal_moves: Vec<Named>,
    history: Vec<Named>,
}

impl Table {
    fn shown(&self) -> Shown {
        let session = &self.session;
        let (info, game) = (session.info(), session.game());
        let sans: HashMap<Move, String> = wazir_notation::san::all(game).into_iter().collect();
        let texts: HashMap<Move, String> = session.writing().all(game).into_iter().collect();
        let named = |mv: &Move| Named {
            uci: game.move_text(*mv, Style::Game),
            san: sans.get(mv).cloned().unwrap_or_default(),
            text: texts.get(mv).cloned().unwrap_or_default(),
        };
        let turn = session.turn();
        Shown {
            game: self.game.id.clone(),
            name: info.name.to_string(),
            fen: game.fen(Style::Game),
            board: board(info, &game.setup().board),
            side: wazir_session::session::side_name(info, turn).to_string(),
            turn,
            check: !game.checkers().is_empty(),
            status: session.ending().map_or_else(|| "playing".to_string(), |ending| ending.text(info)),
            over: session.ending().is_some(),
            result: session.ending().map_or("*", |ending| ending.result(info)),
            legal_moves: session.legal().iter().map(named).collect(),
            history: session
                .texts()
                .into_iter()
                .zip(session.sans().iter().zip(session.written()))
                .map(|(uci, (san, text))| Named { uci, san: san.clone(), text: text.clone() })
                .collect(),
        }
    }
}

fn board(info: &Info, cells: &[Cell]) -> Vec<Vec<Option<String>>> {
    let cell = |cell: &Cell| match *cell {
        Cell::Empty => Some(String::new()),
        Cell::Hole => None,
        Cell::Wall => Some("*".to_string()),
        Cell::Piece { side, piece, .. } if info.has_many_sides() => {
            let letter = info.sides.get(side as usize).map_or('?', |side| side.letter);
            let symbol = info.pieces.get(piece as usize).map_or("?", |piece| &*piece.symbol);
            Some(format!("{letter}{symbol}"))
        }
        Cell::Piece { side, piece, .. } => Some(piece_symbol(info, side, piece)),
    };
    cells.chunks(usize::from(info.files.max(1))).rev().map(|row| row.iter().map(cell).collect()).collect()
}

/// Does something with a session's game, which is begun where there is none yet; nobody else does meanwhile.
async fn with<T: Send + 'static>(
    app: &App,
    who: &Who,
    work: impl FnOnce(&mut Table) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let mut place = app.simple().of(who).0.lock_owned().await;
    let whose = place.as_ref().map_or(crate::Whose::Ours, |table| table.game.whose);
    let of = app.clone();
    let done = app.work().run(whose, move || {
        if place.is_none() {
            *place = Some(first_table(&of)?);
        }
        match place.as_mut() {
            Some(table) => work(table),
            None => Err(Problem::ours("There is no game.")),
        }
    });
    done.await?
}

/// The game that a session begins with: the one that is served, else what programs mean that name none.
fn first_table(app: &App) -> Result<Table, Problem> {
    let games = app.games();
    let usual = |names: &[String]| names.iter().find(|name| *name == OF_PGN).or(names.first()).cloned();
    let game = match (games.served(), usual(games.names())) {
        (Some(served), _) => served,
        (None, Some(name)) => games.game(&name)?,
        (None, None) => return Err(Problem::missing("There are no games.").hint("POST a rule file to /reset.")),
    };
    Ok(Table { session: Session::new(game.opened.clone()), game })
}

async fn game(State(app): State<App>, who: Who) -> Result<Json<Shown>, Problem> {
    with(&app, &who, |table| Ok(table.shown())).await.map(Json)
}

async fn act(State(app): State<App>, who: Who, Params(wanted): Params<Act>) -> Result<Json<Value>, Problem> {
    let answer = with(&app, &who, move |table| {
        if table.session.ending().is_some() {
            return Err(Problem::wrong("The game is over.").hint("/undo takes moves back, /reset begins anew."));
        }
        let text = wanted.r#move.trim();
        let exact = table.session.parse_exactly(text).or_else(|_| table.session.parse(text));
        let mv = exact.map_err(|why| Problem::wrong(sentence(&why)).hint("GET /game lists the legal moves."))?;
        play(table, mv)
    });
    answer.await.map(Json)
}

/// Plays a move, and tells it with the game as it stands then.
fn play(table: &mut Table, mv: Move) -> Result<Value, Problem> {
    let uci = table.session.game().move_text(mv, Style::Game);
    table.session.play(mv).map_err(Problem::wrong)?;
    let mut value = serde_json::to_value(table.shown()).map_err(Problem::ours)?;
    value["move"] = json!(uci);
    value["san"] = json!(table.session.sans().last());
    value["text"] = json!(table.session.written().last());
    Ok(value)
}

async fn generate(State(app): State<App>, who: Who, Params(wanted): Params<Generate>) -> Result<Json<Value>, Problem> {
    let level = wanted.level.map(matches::level).transpose()?;
    let time = match (wanted.ms, level) {
        (Some(ms), _) if (1..=MOST_MS).contains(&ms) => Duration::from_millis(ms),
        (Some(_), _) => return Err(Problem::wrong(format!("`ms` is from 1 to {MOST_MS}."))),
        (None, Some(level)) => thinking_time(level),
        (None, None) => Duration::from_secs(1),
    };
    let number = app.simple().of(&who).1;
    let (question, ply) = with(&app, &who, move |table| {
        if table.session.ending().is_some() {
            return Err(Problem::wrong("The game is over.").hint("/undo takes moves back, /reset begins anew."));
        }
        let limits = Limits { time: Some(time), level, ..Limits::default() };
        let line = table.session.line();
        Ok((Question { opened: table.game.opened.clone(), line, limits, game: number }, table.session.ply()))
    })
    .await?;
    let line = question.line.clone();
    let found = app.engines().ask(question)?.await?;
    let Some(mv) = found.best else { return Err(Problem::ours("The engine has found no move.")) };
    let answer = with(&app, &who, move |table| {
        if table.session.line() != line || table.session.ply() != ply {
            return Err(Problem::new(
                axum::http::StatusCode::CONFLICT,
                "Too late",
                "The game has gone on while the engine was thinking.",
            )
            .hint("Ask again."));
        }
        let mut value = play(table, mv)?;
        value["score"] = serde_json::to_value(Worth::from(found.score)).map_err(Problem::ours)?;
        value["depth"] = json!(found.depth);
        value["nodes"] = json!(found.nodes);
        Ok(value)
    });
    answer.await.map(Json)
}

async fn undo(State(app): State<App>, who: Who, Params(wanted): Params<Undo>) -> Result<Json<Shown>, Problem> {
    let answer = with(&app, &who, move |table| {
        let played = table.session.ply();
        if played == 0 {
            return Err(Problem::wrong("Nothing has been played."));
        }
        for _ in 0..wanted.plies.unwrap_or(2).clamp(1, played) {
            table.session.undo();
        }
        Ok(table.shown())
    });
    answer.await.map(Json)
}

async fn reset(State(app): State<App>, who: Who, Params(wanted): Params<Reset>) -> Result<Json<Shown>, Problem> {
    let of = app.clone();
    let answer = with(&app, &who, move |table| {
        let game = match (&wanted.game, &wanted.rules) {
            (None, None) => Some(table.game.id.clone()),
            (name, _) => name.clone(),
        };
        let line = Line { game, rules: wanted.rules, fen: wanted.fen, moves: Vec::new() };
        let (game, session) = line.set_up(&of)?;
        *table = Table { game, session };
        Ok(table.shown())
    });
    answer.await.map(Json)
}
