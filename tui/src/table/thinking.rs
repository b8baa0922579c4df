//! What the engine is asked at a table, and what comes of its answers.

use super::{Happening, Player, Purpose, Table};
use crate::{
    session::Ending,
    thinker::{Thought, What},
};
use std::time::Duration;
use wazir_engine::{Level, Limits, Score};

impl Table {
    /// Has the engine think about what there is to think about.
    pub(super) fn consider(&mut self) {
        self.thinker.stop();
        self.thinking = None;
        if self.session.ending().is_some() {
            return;
        }
        match self.player() {
            Player::Engine(level) if !self.paused => {
                let level = Level::new(level);
                let side = self.session.turn();
                let clock = self.clocks.as_ref().and_then(|clocks| clocks.for_engine(side));
                let time = clock.is_none().then(|| thinking_time(level));
                self.think(Purpose::Move, Limits { level, clock, time, ..Limits::default() });
            }
            _ if self.judged => self.think(Purpose::Judge, seconds(1.0)),
            _ => {}
        }
    }

    fn think(&mut self, purpose: Purpose, limits: Limits) {
        let id = self.thinker.think(self.session.line(), limits);
        self.thinking = Some((id, purpose));
    }

    /// Asks the engine what it would play.
    pub fn ask_for_hint(&mut self) {
        if self.is_remote() {
            self.complain("no hints against people over the network");
        } else if self.is_open() {
            self.note("thinking about a hint...");
            self.think(Purpose::Hint, seconds(1.0));
        } else {
            self.complain("there is nothing to give a hint for");
        }
    }

    /// Shows or hides how the game stands.
    pub fn toggle_judging(&mut self) {
        if self.is_remote() && !self.judged {
            self.complain("no evaluation against people over the network");
            return;
        }
        self.judged = !self.judged;
        if self.judged && self.thinking.is_none() {
            self.consider();
        }
    }

    /// Hears what the engine says. Thoughts about positions of the past are not listened to.
    pub fn hear(&mut self, thought: Thought) -> Option<Happening> {
        let (_, purpose) = self.thinking.filter(|(id, _)| *id == thought.id)?;
        let side = self.session.turn();
        match thought.what {
            What::Report(report) => {
                if report.line == 0 {
                    self.evaluation = Some((report.score, side));
                    self.best_line = Some((self.session.ply(), report.moves));
                }
                None
            }
            What::Failed(why) => {
                self.thinking = None;
                self.paused = true;
                self.complain(why);
                None
            }
            What::Found(found) => {
                self.thinking = None;
                self.evaluation = Some((found.score, side));
                match (purpose, found.best) {
                    (Purpose::Move, Some(mv)) => self.play(mv),
                    (Purpose::Move, None) => {
                        self.paused = true;
                        self.complain("the engine has found no move");
                        None
                    }
                    (Purpose::Hint, best) => {
                        self.hint = best;
                        if let Some(mv) = best {
                            self.note(format!("hint: {}", self.session.writing().write(self.session.game(), mv)));
                        }
                        None
                    }
                    (Purpose::Answer, _) => self.answer(found.score),
                    (Purpose::Judge, _) => None,
                }
            }
        }
    }

    /// The engine's answer to an offer of a draw, from what the position is worth to the side that offers.
    fn answer(&mut self, score: Score) -> Option<Happening> {
        let engine_is_content = match score {
            Score::Centipawns(worth) => worth >= 0,
            Score::Wins(_) => true,
            Score::Loses(_) => false,
        };
        self.offer = None;
        if engine_is_content {
            return self.end(Ending::Agreed);
        }
        self.note("the engine declines the draw");
        None
    }

    /// Offers a draw to the engine, which thinks about it.
    pub fn offer_to_engine(&mut self) {
        self.offer = Some(self.session.turn());
        self.note("the engine thinks about your offer...");
        self.think(Purpose::Answer, seconds(0.5));
    }

    /// Lets the engine go on, or stops it from moving.
    pub fn pause(&mut self) {
        self.paused = !self.paused;
        self.consider();
        self.note(if self.paused { "the engine waits; Space lets it go on" } else { "the engine goes on" });
    }
}

fn seconds(seconds: f64) -> Limits {
    Limits { time: Some(Duration::from_secs_f64(seconds)), ..Limits::default() }
}

/// How long the engine thinks about a move when there are no clocks.
fn thinking_time(level: Option<Level>) -> Duration {
    let number = level.unwrap_or(Level::BEST).number();
    Duration::from_millis(200 + 200 * u64::from(number))
}
