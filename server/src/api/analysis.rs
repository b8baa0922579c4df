//! Analysis: what the engine thinks of a position.

use super::{Asked, positions::Line};
use crate::{
    App, Problem,
    engines::Question,
    limits::{MOST_LINES, MOST_MS},
};
use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};
use wazir_engine::{Limits, Report, Score};
use wazir_runtime::{Move, Style};
use wazir_session::session::Session;

/// How long is thought where nothing is said about it.
const USUAL: u64 = 1000;

/// What is to be thought about.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    game: Option<String>,
    rules: Option<String>,
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// Milliseconds.
    ms: Option<u64>,
    /// How many best moves.
    lines: Option<usize>,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Worth {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves until the side to move wins; negative: until it loses.
    Mate(i32),
}

impl From<Score> for Worth {
    fn from(score: Score) -> Worth {
        match score {
            Score::Centipawns(worth) => Worth::Centipawns(worth),
            other => Worth::Mate(other.mate().unwrap_or(0)),
        }
    }
}

/// One of the best moves, and what comes of it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Best {
    score: Worth,
    depth: u32,
    moves: Vec<String>,
    sans: Vec<String>,
    /// As the game is written.
    texts: Vec<String>,
}

/// What the engine thinks.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Analysis {
    game: String,
    fen: String,
    lines: Vec<Best>,
    nodes: u64,
    ms: u64,
}

/// What the engine thinks of a position.
pub(super) async fn analyse(State(app): State<App>, Asked(wanted): Asked<Wanted>) -> Result<Json<Analysis>, Problem> {
    let Wanted { game, rules, fen, moves, ms, lines } = wanted;
    let ms = ms.unwrap_or(USUAL);
    let number = NonZeroUsize::new(lines.unwrap_or(1)).filter(|number| number.get() <= MOST_LINES);
    let Some(number) = number else { return Err(Problem::wrong(format!("`lines` is from 1 to {MOST_LINES}."))) };
    if !(1..=MOST_MS).contains(&ms) {
        return Err(Problem::wrong(format!("`ms` is from 1 to {MOST_MS}.")));
    }
    let line = Line { game, rules, fen, moves };
    let (of, whose) = (app.clone(), line.whose());
    let (game, session) = app.work().run(whose, move || line.set_up(&of)).await??;
    let limits = Limits { time: Some(Duration::from_millis(ms)), lines: Some(number), ..Limits::default() };
    let question = Question { opened: game.opened.clone(), line: session.line(), limits, game: 0 };
    let heard: Arc<Mutex<BTreeMap<usize, Report>>> = Arc::default();
    let ear = heard.clone();
    let began = Instant::now();
    let thought = app.engines().listen(
        question,
        Some(Box::new(move |report| {
            ear.lock().unwrap_or_else(PoisonError::into_inner).insert(report.line, report.clone());
        })),
    )?;
    let found = thought.await?;
    let took = began.elapsed().as_millis().try_into().unwrap_or(u64::MAX);
    let heard = std::mem::take(&mut *heard.lock().unwrap_or_else(PoisonError::into_inner));
    let answer = app.work().run(whose, move || {
        let mut lines: Vec<Best> =
            heard.into_values().map(|report| best(&session, report.score, report.depth, &report.moves)).collect();
        if lines.is_empty() {
            lines.extend(found.best.map(|mv| best(&session, found.score, found.depth, &[mv])));
        }
        Analysis { game: game.id.clone(), fen: session.game().fen(Style::Game), lines, nodes: found.nodes, ms: took }
    });
    Ok(Json(answer.await?))
}

fn best(session: &Session, score: Score, depth: u32, line: &[Move]) -> Best {
    let (mut game, writing) = (session.game().boxed(), session.writing());
    let mut told = Best { score: score.into(), depth, moves: Vec::new(), sans: Vec::new(), texts: Vec::new() };
    for &mv in line {
        let (uci, san) = (game.move_text(mv, Style::Game), wazir_notation::san::write(&*game, mv));
        let text = if writing.is_own() { writing.write(&*game, mv) } else { san.clone() };
        if game.play(mv).is_err() {
            break;
        }
        told.moves.push(uci);
        told.sans.push(san);
        told.texts.push(text);
    }
    told
}
