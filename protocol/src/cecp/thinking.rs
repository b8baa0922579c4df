//! What the engine does with the position: whether it thinks, and about what; what it tells of that, and the move it makes.

use super::{Cecp, HINT, MOVE_FORMAT, Mode};
use crate::session::{Purpose, Session};
use wazir_engine::{Current, Found, Limits, Report, Score};
use wazir_runtime::Move;

impl Cecp {
    /// Ends whatever search is going on, without a move.
    pub(super) fn interrupt(&mut self, session: &mut Session) {
        session.abandon();
        self.answer_pings(session);
    }

    pub(super) fn answer_pings(&mut self, session: &mut Session) {
        while let Some(number) = self.pings.pop_front() {
            session.say(&format!("pong {number}"));
        }
    }

    /// Thinks where it is the engine's turn to, tells a result where the game is over.
    pub(super) fn go_on(&mut self, session: &mut Session) {
        match self.mode {
            _ if self.refused.is_some() => {}
            Mode::Analysis => {
                session.abandon();
                let only = self.included(session);
                if !session.play.is_stuck() && (self.excluded.is_empty() || !only.is_empty()) {
                    let limits = Limits { until_stopped: true, only, ..session.limited(Limits::default()) };
                    session.think(Purpose::Analysis, limits);
                }
            }
            Mode::Playing(side) => {
                if !self.tell_result(session) && side == session.play.now().turn() {
                    // Where every move is excluded, one has to be played all the same.
                    let limits = Limits { only: self.included(session), ..self.control.limits(session) };
                    session.think(Purpose::Move, limits);
                }
            }
            Mode::Force => {}
        }
    }

    /// The moves that are to be looked at, where some are excluded.
    fn included(&self, session: &Session) -> Vec<Move> {
        if self.excluded.is_empty() {
            return Vec::new();
        }
        let mut moves = session.play.legal_moves();
        moves.retain(|mv| !self.excluded.contains(mv));
        moves
    }

    /// Tells the result if the game is over; whether it is.
    pub(super) fn tell_result(&mut self, session: &mut Session) -> bool {
        let outcome = session.play.outcome();
        if outcome.is_none() && !session.play.is_stuck() {
            return false;
        }
        if !self.ended {
            let winner = outcome.and_then(|outcome| outcome.winner);
            let score = match winner {
                Some(0) => "1-0",
                Some(_) => "0-1",
                None => "1/2-1/2",
            };
            let side =
                winner.and_then(|side| session.play.info().sides.get(side as usize)).map(|side| side.name.to_string());
            let reason = outcome.map_or("no move is left, and no rule for that", |outcome| outcome.reason.text());
            let told = side.map_or(format!("draw: {reason}"), |side| format!("{side} wins: {reason}"));
            session.say(&format!("{score} {{{told}}}"));
            self.ended = true;
        }
        true
    }

    /// Thinks in the opponent's time about the answer to the move he is expected to make.
    pub(super) fn ponder(&mut self, session: &mut Session) {
        let Some(expected) = self.expected.filter(|_| self.hard && self.refused.is_none() && session.search.is_none())
        else {
            return;
        };
        let mut line = session.play.line();
        if !session.play.is_legal(expected) {
            return;
        }
        line.moves.push(expected);
        // How much time there is is told when he has moved.
        let limits = Limits { depth: self.control.depth, ..session.limited(Limits::default()) };
        session.think_of(Purpose::Ponder, limits, line);
    }

    /// `.` in analysis: how far it has come.
    pub(super) fn status(&self, session: &mut Session) {
        let Some(last) = session.search.as_ref().and_then(|search| search.last.clone()) else { return };
        let hundredths = last.time.as_millis() / 10;
        // How many moves of the root are left to search, of how many, and which is being searched.
        let current = session.search.as_ref().and_then(|search| search.current);
        let moves = current.map_or("0 0".to_string(), |Current { mv, number, of }| {
            format!("{} {of} {}", of.saturating_sub(number), session.text(MOVE_FORMAT, mv))
        });
        session.say(&format!("stat01: {hundredths} {} {} {moves}", last.nodes, last.depth));
    }

    pub(super) fn hint(&mut self, session: &mut Session) {
        let legal = session.play.legal_moves();
        match self.expected.filter(|mv| legal.contains(mv)) {
            Some(mv) => {
                let text = session.text(MOVE_FORMAT, mv);
                session.say(&format!("Hint: {text}"));
            }
            None if session.search.is_some() => self.error(session, "a search is going on", "hint"),
            None if legal.is_empty() => self.error(session, "there is no move", "hint"),
            None => session.think(Purpose::Hint, Limits { time: Some(HINT), ..Limits::default() }),
        }
    }

    pub(super) fn report(&self, session: &mut Session, report: &Report) {
        if report.current.is_some() {
            // That is told when it is asked for.
            return;
        }
        /// From where a score is a mate in so many moves.
        const MATE: i32 = 100_000;
        let score = match (report.score, report.score.mate()) {
            (Score::Centipawns(value), _) => value,
            (Score::Wins(_), mate) => MATE + mate.unwrap_or_default(),
            (Score::Loses(_), mate) => mate.unwrap_or_default() - MATE,
        };
        let hundredths = report.time.as_millis() / 10;
        let speed = report.nodes as f64 / report.time.as_secs_f64().max(0.001);
        let mut moves = MOVE_FORMAT.move_texts(session.play.info(), &report.moves, session.style());
        if session.is_busy_with(&Purpose::Ponder)
            && let Some(expected) = self.expected
        {
            moves = format!("({}) {moves}", session.text(MOVE_FORMAT, expected));
        }
        session.say(&format!(
            "{} {score} {hundredths} {} {} {speed:.0} 0\t{moves}",
            report.depth, report.nodes, report.reached
        ));
    }

    /// A search is over.
    pub(super) fn done(&mut self, session: &mut Session, number: u64, found: Result<Found, String>) {
        let Some(search) = session.search.as_mut().filter(|search| search.number == number) else { return };
        let told = matches!(search.purpose, Purpose::Move | Purpose::Hint) || search.stopped;
        if !told {
            // Analysis that has come to an end by itself stays until something is asked; so does what was pondered on until the opponent has moved.
            search.held = Some(found);
            return;
        }
        self.conclude(session, found);
    }

    /// The opponent has made this move, after which it is the engine's turn. If that is what it has pondered on, it goes on with that; whether it does.
    pub(super) fn ponder_hit(&mut self, session: &mut Session, mv: Move) -> bool {
        let is_hit = self.expected == Some(mv) && session.is_busy_with(&Purpose::Ponder);
        let is_turn = self.mode == Mode::Playing(session.play.now().turn());
        if !is_hit || !is_turn || self.tell_result(session) {
            return false;
        }
        let limits = self.control.limits(session);
        if let Some(found) = session.ponder_hit(Some(&limits)) {
            self.conclude(session, found);
        }
        true
    }

    /// Takes what the search that is over has come to.
    fn conclude(&mut self, session: &mut Session, found: Result<Found, String>) {
        let Some(search) = session.search.take() else { return };
        let purpose = search.purpose;
        let best = match found {
            Ok(found) => {
                self.expected = found.ponder;
                if purpose == Purpose::Move {
                    self.draws.note(found.score);
                }
                found.best
            }
            Err(error) => {
                self.error(session, "the first legal move is played", &error);
                session.play.legal_moves().first().copied()
            }
        };
        match (purpose, best) {
            (Purpose::Move, Some(best)) => self.play(session, best),
            (Purpose::Hint, Some(best)) => {
                self.expected = None;
                let text = session.text(MOVE_FORMAT, best);
                session.say(&format!("Hint: {text}"));
            }
            _ => {}
        }
        self.answer_pings(session);
    }

    /// Makes the move the engine has chosen.
    pub(super) fn play(&mut self, session: &mut Session, mv: Move) {
        let text = session.text(MOVE_FORMAT, mv);
        self.excluded.clear();
        if let Err(error) = session.play.push(mv) {
            // A mistake of the search: it is said, and nothing is played.
            return self.error(session, "the engine chose an illegal move", &error.to_string());
        }
        session.say(&format!("move {text}"));
        if self.draws.offers() {
            session.say("offer draw");
        }
        self.go_on(session);
        self.ponder(session);
    }
}
