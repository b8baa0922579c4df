//! Thinking: what `go` begins, what is told of it, and how it ends.

use super::{Kind, Uci};
use crate::{
    limits::{Go, Words},
    session::{Purpose, Session},
};
use std::time::Duration;
use wazir_engine::{Bound, Chances, Current, Found, Report, Score, Solved, Term};

impl Uci {
    /// Begins to think, or to count.
    pub(super) fn go(&mut self, session: &mut Session, rest: &str) {
        let milliseconds = self.kind != Kind::Ucci || session.settings.milliseconds;
        let turn = session.play.now().turn();
        let words = Words {
            unit: Duration::from_millis(if milliseconds { 1 } else { 1000 }),
            usi: self.kind == Kind::Usi,
            ucci: self.kind == Kind::Ucci,
            turn,
        };
        let go = match Go::parse(rest, words) {
            Ok(go) => go,
            Err(error) => return self.remark(session, &format!("{error}; nothing is searched")),
        };
        go.notes.iter().for_each(|note| self.remark(session, note));
        if self.has_no_position(session) {
            return match go {
                Go { perft: Some(_), .. } => {}
                Go { only_mate: true, .. } => session.say("checkmate nomate"),
                _ => session.say(self.kind.no_move()),
            };
        }
        if let Some(depth) = go.perft {
            return session.count(depth);
        }
        self.draw_is_offered = go.draw;
        let legal = session.play.legal_moves();
        let mut limits = session.limited(go.limits(turn, session.settings.overhead, None));
        for text in &go.only {
            match self.kind.move_format().parse_move(session.play.info(), &legal, text, session.style()) {
                Ok(mv) => limits.only.push(mv),
                Err(error) => self.remark(session, &format!("searchmoves: {error}; it is left out")),
            }
        }
        if !self.banned.is_empty() {
            let chosen = if limits.only.is_empty() { &legal } else { &limits.only };
            limits.only = chosen.iter().copied().filter(|mv| !self.banned.contains(mv)).collect();
        }
        if legal.is_empty() || limits.only.is_empty() && !(go.only.is_empty() && self.banned.is_empty()) {
            return self.no_move(session, go.only_mate);
        }
        let purpose = match () {
            () if go.only_mate => Purpose::Mate,
            () if go.ponder => Purpose::Ponder,
            () if go.infinite => Purpose::Analysis,
            () => Purpose::Move,
        };
        session.think(purpose, limits);
    }

    /// There is no move to search.
    fn no_move(&self, session: &mut Session, only_mate: bool) {
        if only_mate {
            return session.say("checkmate nomate");
        }
        let score = match session.play.outcome() {
            Some(outcome) if outcome.winner.is_some_and(|winner| winner != session.play.now().turn()) => {
                Score::Loses(0)
            }
            _ => Score::Centipawns(0),
        };
        session.say(&format!("info depth 0 score {}", self.score(score)));
        session.say(self.kind.no_move());
    }

    /// The opponent has made the move that was pondered on.
    pub(super) fn ponder_hit(&mut self, session: &mut Session, rest: &str) {
        if !session.is_busy_with(&Purpose::Ponder) {
            return self.remark(session, "`ponderhit`: nothing is pondered on");
        }
        // UCCI: the opponent has offered a draw with it.
        self.draw_is_offered |= rest == "draw";
        if let Some(found) = session.ponder_hit(None) {
            self.tell(session, found);
        }
    }

    fn score(&self, score: Score) -> String {
        // UCI counts moves until mate, USI and UGI plies; UCCI has a number only, to which a mate is a great one.
        const MATE: i64 = 30_000;
        match (self.kind, score) {
            (Kind::Ucci, Score::Centipawns(value)) => value.to_string(),
            (Kind::Ucci, Score::Wins(plies)) => (MATE - i64::from(plies)).to_string(),
            (Kind::Ucci, Score::Loses(plies)) => (i64::from(plies) - MATE).to_string(),
            (_, Score::Centipawns(value)) => format!("cp {value}"),
            (Kind::Usi | Kind::Ugi, Score::Wins(plies)) => format!("mate {plies}"),
            (Kind::Usi | Kind::Ugi, Score::Loses(plies)) => format!("mate -{plies}"),
            (_, score) => format!("mate {}", score.mate().unwrap_or_default()),
        }
    }

    /// What the position is worth, in words: which part of the evaluation says what, the greatest first.
    pub(super) fn evaluation(&self, session: &mut Session, worth: i32, terms: &[Term]) {
        let sides = &session.play.info().sides;
        let turn = session.play.now().turn() as usize;
        let name = |side: usize| sides.get(side).map_or("the side to move", |side| &side.name).to_string();
        let (own, others) = match sides.len() {
            2 => (name(turn), name(1 - turn % 2)),
            _ => (format!("{} and its allies", name(turn)), "the others".to_string()),
        };
        session.say(&format!("info string evaluation {worth} cp for the side to move ({})", name(turn)));
        let mut terms = terms.to_vec();
        terms.sort_by_key(|term| std::cmp::Reverse(term.worth.abs()));
        for Term { name, about, worth } in terms {
            let whose = if worth > 0 { &own } else { &others };
            session.say(&format!("info string {name}: {} cp for {whose} ({about})", worth.abs()));
        }
    }

    /// Which move is looked at. (UCCI knows no such thing.)
    fn current(&self, session: &mut Session, report: &Report, current: Current) {
        if self.kind != Kind::Ucci {
            let text = session.text(self.kind.move_format(), current.mv);
            session.say(&format!("info depth {} currmove {text} currmovenumber {}", report.depth, current.number));
        }
    }

    pub(super) fn report(&self, session: &mut Session, report: &Report) {
        if let Some(current) = report.current {
            return self.current(session, report, current);
        }
        if session.settings.chances && report.chances.is_none() && !session.told_uncounted {
            session.told_uncounted = true;
            let name = session.play.info().name.clone();
            self.remark(
                session,
                &format!("UCI_ShowWDL: how games of {name} end by score has not been counted, so there is no wdl"),
            );
        }
        let mut line = format!("info depth {}", report.depth);
        if self.kind != Kind::Ucci {
            line += &format!(" seldepth {} multipv {}", report.reached.max(report.depth), report.line + 1);
        }
        line += &format!(" score {}", self.score(report.score));
        line += match report.bound {
            _ if self.kind == Kind::Ucci => "",
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        if let Some(Chances { win, draw, loss }) = report.chances.filter(|_| session.settings.chances) {
            line += &format!(" wdl {win} {draw} {loss}");
        }
        line += &format!(" nodes {} time {}", report.nodes, report.time.as_millis());
        if self.kind != Kind::Ucci {
            let speed = report.nodes as f64 / report.time.as_secs_f64().max(0.001);
            line += &format!(" nps {speed:.0} hashfull {}", report.full);
        }
        if !report.moves.is_empty() {
            let moves = self.kind.move_format().move_texts(session.play.info(), &report.moves, session.style());
            line += &format!(" pv {moves}");
        }
        session.say(&line);
    }

    /// A search is over.
    pub(super) fn done(&mut self, session: &mut Session, number: u64, found: Result<Found, String>) {
        let Some(search) = session.search.as_mut().filter(|search| search.number == number) else { return };
        let waits = !search.stopped && matches!(search.purpose, Purpose::Analysis | Purpose::Ponder);
        if waits {
            // Nothing is left to find; the move is told when it is asked for.
            search.held = Some(found);
            return;
        }
        self.tell(session, found);
    }

    /// Tells what the search has come to, and does what has waited for that.
    fn tell(&mut self, session: &mut Session, found: Result<Found, String>) {
        let Some(search) = session.search.take() else { return };
        match found {
            Ok(found) if search.purpose == Purpose::Mate => {
                let told = match found.mate {
                    Some(Solved::Won(moves)) => {
                        self.kind.move_format().move_texts(session.play.info(), &moves, session.style()).to_string()
                    }
                    Some(Solved::Refuted) => "nomate".to_string(),
                    None => "timeout".to_string(),
                };
                session.say(&format!("checkmate {told}"));
            }
            Ok(found) => match found.best {
                Some(best) => {
                    if found.mate == Some(Solved::Refuted) {
                        self.remark(session, "there is no such mate; this is a move to play");
                    }
                    let mut line = format!("bestmove {}", session.text(self.kind.move_format(), best));
                    if let Some(ponder) = found.ponder {
                        line += &format!(" ponder {}", session.text(self.kind.move_format(), ponder));
                    }
                    if search.purpose == Purpose::Move {
                        self.draws.note(found.score);
                    }
                    if self.kind == Kind::Ucci && self.draw_is_offered && self.draws.accepts() {
                        line += " draw";
                    }
                    session.say(&line);
                }
                None => session.say(self.kind.no_move()),
            },
            Err(error) => {
                self.remark(session, &format!("{error}; the first legal move is played"));
                match session.play.legal_moves().first() {
                    Some(&mv) => {
                        let text = session.text(self.kind.move_format(), mv);
                        session.say(&format!("bestmove {text}"));
                    }
                    None => session.say(self.kind.no_move()),
                }
            }
        }
    }

    /// Stops the search that is going on; what has been held back is told.
    pub(super) fn stop(&mut self, session: &mut Session) {
        session.stop();
        if let Some(found) = session.search.as_mut().and_then(|search| search.held.take()) {
            self.tell(session, found);
        }
    }
}
