//! Matches of the engine against itself: begun, looked at while they go on, and ended when nobody looks any more.

use super::{Asked, positions::Line};
use crate::{
    App, Playable, Problem, Who,
    engines::Question,
    limits::{MOST_GAMES, MOST_MATCH_MS, MOST_MATCHES, MOST_PLIES},
    session::secret_of_128_bits,
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use wazir_engine::{Level, Limits};
use wazir_session::session::Session;

/// Matches that are kept.
const MOST_KEPT: usize = 200;
/// A match that nobody has looked at for so long is ended.
const UNWATCHED: Duration = Duration::from_secs(60);

/// How one of those plays who are compared.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Contestant {
    /// Its level, 1 to 10.
    level: Option<u8>,
    /// Milliseconds it has for a move.
    ms: Option<u64>,
}

/// The match that is wanted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    game: Option<String>,
    rules: Option<String>,
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// As many as the game has sides; they change places from game to game.
    contestants: Vec<Contestant>,
    /// Games.
    games: Option<u32>,
}

/// A game of a match.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Game {
    /// Who had which side: places in the list of contestants, by side.
    sides: Vec<usize>,
    moves: Vec<String>,
    result: &'static str,
    text: String,
    /// Contestants that have won.
    winners: Vec<usize>,
}

/// How a match stands.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Standing {
    id: String,
    game: String,
    /// `running`, `over`, `ended` (by somebody, or as nobody has looked), or `failed`.
    state: &'static str,
    contestants: Vec<Contestant>,
    wanted: u32,
    games: Vec<Game>,
    /// Points by contestant: 1 for a win, shared where several have won or nobody has.
    points: Vec<f64>,
}

#[derive(Debug)]
struct Kept {
    owner: Who,
    standing: Standing,
    looked: Instant,
    number: u64,
}

/// The matches of a server.
#[derive(Debug, Default)]
pub(crate) struct Matches(Mutex<(BTreeMap<String, Kept>, u64)>);

impl Matches {
    /// Changes a match; `None` where there is none any more.
    fn with<T>(&self, id: &str, change: impl FnOnce(&mut Kept) -> T) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0.get_mut(id).map(change)
    }

    fn add(&self, owner: Who, standing: Standing) -> Result<(), Problem> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let running = |kept: &&Kept| kept.standing.state == "running";
        if all.0.values().filter(running).any(|kept| kept.owner == owner) {
            return Err(Problem::new(StatusCode::CONFLICT, "One at a time", "A match of yours is going on.")
                .hint("DELETE it, or wait for its end."));
        }
        if all.0.values().filter(running).count() >= MOST_MATCHES {
            return Err(Problem::busy("Too many matches are going on."));
        }
        while all.0.len() >= MOST_KEPT {
            let oldest =
                all.0.iter().filter(|(_, kept)| kept.standing.state != "running").min_by_key(|(_, kept)| kept.number);
            let Some(id) = oldest.map(|(id, _)| id.clone()) else { break };
            all.0.remove(&id);
        }
        all.1 += 1;
        let number = all.1;
        all.0.insert(standing.id.clone(), Kept { owner, standing, looked: Instant::now(), number });
        Ok(())
    }

    /// Does a match still go on, with somebody who looks at it?
    fn goes_on(&self, id: &str) -> bool {
        let goes_on = self.with(id, |kept| {
            if kept.looked.elapsed() > UNWATCHED {
                kept.standing.state = "ended";
            }
            kept.standing.state == "running"
        });
        goes_on.unwrap_or(false)
    }
}

/// Begins a match.
pub(super) async fn begin(
    State(app): State<App>,
    who: Who,
    Asked(wanted): Asked<Wanted>,
) -> Result<(StatusCode, Json<Standing>), Problem> {
    let Wanted { game, rules, fen, moves, contestants, games } = wanted;
    let number = games.unwrap_or(2);
    if !(1..=MOST_GAMES).contains(&number) {
        return Err(Problem::wrong(format!("`games` is from 1 to {MOST_GAMES}.")));
    }
    let limits: Vec<Limits> = contestants.iter().map(limits).collect::<Result<_, _>>()?;
    let line = Line { game, rules, fen, moves };
    let (of, setting) = (app.clone(), line.clone());
    let (game, session) = app.work().run(line.whose(), move || setting.set_up(&of)).await??;
    let sides = session.info().sides.len();
    if contestants.len() != sides {
        return Err(Problem::wrong(format!(
            "{} has {sides} sides: `contestants` has to have as many.",
            game.view.name
        )));
    }
    let id = secret_of_128_bits()?;
    let standing = Standing {
        id: id.clone(),
        game: game.id.clone(),
        state: "running",
        points: vec![0.0; contestants.len()],
        contestants,
        wanted: number,
        games: Vec::new(),
    };
    app.matches().add(who, standing.clone())?;
    let of = app.clone();
    tokio::spawn(async move {
        let state = match play(&of, &id, &game, session, &limits, number).await {
            Ok(()) => "over",
            Err(problem) => {
                tracing::warn!(%id, detail = problem.detail, "a match has failed");
                "failed"
            }
        };
        of.matches().with(&id, |kept| {
            if kept.standing.state == "running" {
                kept.standing.state = state;
            }
        });
    });
    Ok((StatusCode::ACCEPTED, Json(standing)))
}

fn limits(contestant: &Contestant) -> Result<Limits, Problem> {
    let ms = contestant.ms.unwrap_or(100);
    if !(1..=MOST_MATCH_MS).contains(&ms) {
        return Err(Problem::wrong(format!("`ms` is from 1 to {MOST_MATCH_MS}.")));
    }
    let level = match contestant.level {
        None => None,
        Some(number) => Some(level(number)?),
    };
    Ok(Limits { time: Some(Duration::from_millis(ms)), level, ..Limits::default() })
}

/// The level of this number.
pub(crate) fn level(number: u8) -> Result<Level, Problem> {
    let most = Level::BEST.number();
    Level::new(number).ok_or_else(|| Problem::wrong(format!("There is no level {number}: they are 1 to {most}.")))
}

/// Plays the games of a match, one after the other.
async fn play(
    app: &App,
    id: &str,
    game: &Arc<Playable>,
    start: Session,
    limits: &[Limits],
    number: u32,
) -> Result<(), Problem> {
    let mut closing = app.closing();
    let began = start.ply();
    let mut session = start;
    for round in 0..number as usize {
        while session.ply() > began {
            session.undo();
        }
        let sides: Vec<usize> = (0..limits.len()).map(|side| (side + round) % limits.len()).collect();
        while session.ending().is_none() && session.ply() < began + MOST_PLIES {
            if !app.matches().goes_on(id) || *closing.borrow_and_update() {
                return Ok(());
            }
            let contestant = sides[session.turn() as usize];
            let question = Question {
                opened: game.opened.clone(),
                line: session.line(),
                limits: limits[contestant].clone(),
                game: 1 + contestant as u64,
            };
            let found = app.engines().ask(question)?.await?;
            let Some(mv) = found.best else { break };
            session = app
                .work()
                .run(game.whose, move || {
                    let played = session.play(mv);
                    played.map(|()| session)
                })
                .await?
                .map_err(Problem::ours)?;
        }
        let ending = session.ending();
        let info = session.info();
        let winners: Vec<usize> = ending
            .map_or(Vec::new(), |ending| ending.winners(info).into_iter().map(|side| sides[side as usize]).collect());
        let told = Game {
            moves: session.texts().split_off(began),
            result: ending.map_or("1/2-1/2", |ending| ending.result(info)),
            text: ending.map_or_else(|| format!("draw: {MOST_PLIES} half-moves"), |ending| ending.text(info)),
            winners,
            sides,
        };
        app.matches().with(id, |kept| {
            let scorers: Vec<usize> =
                if told.winners.is_empty() { (0..limits.len()).collect() } else { told.winners.clone() };
            for &scorer in &scorers {
                kept.standing.points[scorer] += 1.0 / scorers.len() as f64;
            }
            kept.standing.games.push(told);
        });
    }
    Ok(())
}

fn gone() -> Problem {
    Problem::missing("There is no such match any more.").hint("POST /api/v1/matches begins one.")
}

/// How a match stands.
pub(super) async fn look(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Standing>, Problem> {
    let standing = app.matches().with(&id, |kept| {
        kept.looked = Instant::now();
        kept.standing.clone()
    });
    standing.map(Json).ok_or_else(gone)
}

/// Ends a match.
pub(super) async fn end(State(app): State<App>, who: Who, Path(id): Path<String>) -> Result<Json<Standing>, Problem> {
    let ended = app.matches().with(&id, |kept| {
        if kept.owner != who {
            return Err(Problem::forbidden("This match is somebody else's."));
        }
        if kept.standing.state == "running" {
            kept.standing.state = "ended";
        }
        Ok(kept.standing.clone())
    });
    ended.ok_or_else(gone)?.map(Json)
}
