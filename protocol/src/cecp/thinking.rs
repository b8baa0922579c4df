//! What the engine does with the position: whether it thinks, and about what; what it tells of that, and the move it makes.

use super::{Cecp, HINT, Mode, TONGUE};
use crate::desk::{Desk, Purpose};
use wazir_engine::{Current, Found, Limits, Report, Score};
use wazir_runtime::Move;

impl Cecp {
    /// Ends whatever search is going on, without a move.
    pub(super) fn interrupt(&mut self, desk: &mut Desk) {
        desk.abandon();
        self.answer_pings(desk);
    }

    pub(super) fn answer_pings(&mut self, desk: &mut Desk) {
        while let Some(number) = self.pings.pop_front() {
            desk.say(&format!("pong {number}"));
        }
    }

    /// Thinks where it is the engine's turn to, tells a result where the game is over.
    pub(super) fn go_on(&mut self, desk: &mut Desk) {
        match self.mode {
            _ if self.refused.is_some() => {}
            Mode::Analysis => {
                desk.abandon();
                let only = self.included(desk);
                if !desk.play.legal_moves().is_empty() && (self.excluded.is_empty() || !only.is_empty()) {
                    let limits = Limits { until_stopped: true, only, ..desk.limited(Limits::default()) };
                    desk.think(Purpose::Analysis, limits);
                }
            }
            Mode::Playing(side) => {
                if !self.tell_result(desk) && side == desk.play.now().turn() {
                    // Where every move is excluded, one has to be played all the same.
                    let limits = Limits { only: self.included(desk), ..self.control.limits(desk) };
                    desk.think(Purpose::Move, limits);
                }
            }
            Mode::Force => {}
        }
    }

    /// The moves that are to be looked at, where some are excluded.
    fn included(&self, desk: &Desk) -> Vec<Move> {
        if self.excluded.is_empty() {
            return Vec::new();
        }
        let mut moves = desk.play.legal_moves();
        moves.retain(|mv| !self.excluded.contains(mv));
        moves
    }

    /// Tells the result if the game is over; whether it is.
    pub(super) fn tell_result(&mut self, desk: &mut Desk) -> bool {
        let outcome = desk.play.outcome();
        if outcome.is_none() && !desk.play.legal_moves().is_empty() {
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
                winner.and_then(|side| desk.play.info().sides.get(side as usize)).map(|side| side.name.to_string());
            let reason = outcome.map_or("no move is left, and no rule for that", |outcome| outcome.reason.text());
            let told = side.map_or(format!("draw: {reason}"), |side| format!("{side} wins: {reason}"));
            desk.say(&format!("{score} {{{told}}}"));
            self.ended = true;
        }
        true
    }

    /// Thinks in the opponent's time about the answer to the move he is expected to make.
    pub(super) fn ponder(&mut self, desk: &mut Desk) {
        let Some(expected) = self.expected.filter(|_| self.hard && self.refused.is_none() && desk.search.is_none())
        else {
            return;
        };
        let mut line = desk.play.line();
        if !desk.play.legal_moves().contains(&expected) {
            return;
        }
        line.moves.push(expected);
        // How much time there is is told when he has moved.
        let limits = Limits { depth: self.control.depth, ..desk.limited(Limits::default()) };
        desk.think_of(Purpose::Ponder, limits, line);
    }

    /// `.` in analysis: how far it has come.
    pub(super) fn status(&self, desk: &mut Desk) {
        let Some(last) = desk.search.as_ref().and_then(|search| search.last.clone()) else { return };
        let hundredths = last.time.as_millis() / 10;
        // How many moves of the root are left to search, of how many, and which is being searched.
        let current = desk.search.as_ref().and_then(|search| search.current);
        let moves = current.map_or("0 0".to_string(), |Current { mv, number, of }| {
            format!("{} {of} {}", of.saturating_sub(number), desk.text(TONGUE, mv))
        });
        desk.say(&format!("stat01: {hundredths} {} {} {moves}", last.nodes, last.depth));
    }

    pub(super) fn hint(&mut self, desk: &mut Desk) {
        let legal = desk.play.legal_moves();
        match self.expected.filter(|mv| legal.contains(mv)) {
            Some(mv) => {
                let text = desk.text(TONGUE, mv);
                desk.say(&format!("Hint: {text}"));
            }
            None if desk.search.is_some() => self.error(desk, "a search is going on", "hint"),
            None if legal.is_empty() => self.error(desk, "there is no move", "hint"),
            None => desk.think(Purpose::Hint, Limits { time: Some(HINT), ..Limits::default() }),
        }
    }

    pub(super) fn report(&self, desk: &mut Desk, report: &Report) {
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
        let mut moves = TONGUE.move_texts(desk.play.info(), &report.moves, desk.style());
        if desk.is_busy_with(&Purpose::Ponder)
            && let Some(expected) = self.expected
        {
            moves = format!("({}) {moves}", desk.text(TONGUE, expected));
        }
        desk.say(&format!(
            "{} {score} {hundredths} {} {} {speed:.0} 0\t{moves}",
            report.depth, report.nodes, report.reached
        ));
    }

    /// A search is over.
    pub(super) fn done(&mut self, desk: &mut Desk, number: u64, found: Result<Found, String>) {
        let Some(search) = desk.search.as_mut().filter(|search| search.number == number) else { return };
        let told = matches!(search.purpose, Purpose::Move | Purpose::Hint) || search.stopped;
        if !told {
            // Analysis that has come to an end by itself stays until something is asked; so does what was pondered on until the opponent has moved.
            search.held = Some(found);
            return;
        }
        self.conclude(desk, found);
    }

    /// The opponent has made this move, after which it is the engine's turn. If that is what it has pondered on, it goes on with that; whether it does.
    pub(super) fn ponder_hit(&mut self, desk: &mut Desk, mv: Move) -> bool {
        let is_hit = self.expected == Some(mv) && desk.is_busy_with(&Purpose::Ponder);
        let is_turn = self.mode == Mode::Playing(desk.play.now().turn());
        if !is_hit || !is_turn || self.tell_result(desk) {
            return false;
        }
        let limits = self.control.limits(desk);
        if let Some(found) = desk.ponder_hit(Some(&limits)) {
            self.conclude(desk, found);
        }
        true
    }

    /// Takes what the search that is over has come to.
    fn conclude(&mut self, desk: &mut Desk, found: Result<Found, String>) {
        let Some(search) = desk.search.take() else { return };
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
                self.error(desk, "the first legal move is played", &error);
                desk.play.legal_moves().first().copied()
            }
        };
        match (purpose, best) {
            (Purpose::Move, Some(best)) => self.play(desk, best),
            (Purpose::Hint, Some(best)) => {
                self.expected = None;
                let text = desk.text(TONGUE, best);
                desk.say(&format!("Hint: {text}"));
            }
            _ => {}
        }
        self.answer_pings(desk);
    }

    /// Makes the move the engine has chosen.
    pub(super) fn play(&mut self, desk: &mut Desk, mv: Move) {
        let text = desk.text(TONGUE, mv);
        self.excluded.clear();
        if let Err(error) = desk.play.push(mv) {
            // A mistake of the search: it is said, and nothing is played.
            return self.error(desk, "the engine chose an illegal move", &error.to_string());
        }
        desk.say(&format!("move {text}"));
        if self.draws.offers() {
            desk.say("offer draw");
        }
        self.go_on(desk);
        self.ponder(desk);
    }
}
