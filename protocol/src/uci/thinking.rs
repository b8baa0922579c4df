//! Thinking: what `go` begins, what is told of it, and how it ends.

use super::{Kind, Uci};
use crate::{
    desk::{Desk, Purpose},
    limits::{Go, Words},
};
use std::time::Duration;
use wazir_engine::{Bound, Chances, Current, Found, Report, Score, Solved, Term};

impl Uci {
    /// Begins to think, or to count.
    pub(super) fn go(&mut self, desk: &mut Desk, rest: &str) {
        let milliseconds = self.kind != Kind::Ucci || desk.settings.milliseconds;
        let turn = desk.play.now().turn();
        let words = Words {
            unit: Duration::from_millis(if milliseconds { 1 } else { 1000 }),
            usi: self.kind == Kind::Usi,
            ucci: self.kind == Kind::Ucci,
            turn,
        };
        let go = match Go::parse(rest, words) {
            Ok(go) => go,
            Err(error) => return self.remark(desk, &format!("{error}; nothing is searched")),
        };
        go.notes.iter().for_each(|note| self.remark(desk, note));
        if self.has_no_position(desk) {
            return match go {
                Go { perft: Some(_), .. } => {}
                Go { only_mate: true, .. } => desk.say("checkmate nomate"),
                _ => desk.say(self.kind.no_move()),
            };
        }
        if let Some(depth) = go.perft {
            return desk.count(depth);
        }
        self.draw_is_offered = go.draw;
        let legal = desk.play.legal_moves();
        let mut limits = desk.limited(go.limits(turn, desk.settings.overhead, None));
        for text in &go.only {
            match self.kind.tongue().parse_move(desk.play.info(), &legal, text, desk.style()) {
                Ok(mv) => limits.only.push(mv),
                Err(error) => self.remark(desk, &format!("searchmoves: {error}; it is left out")),
            }
        }
        if !self.banned.is_empty() {
            let chosen = if limits.only.is_empty() { &legal } else { &limits.only };
            limits.only = chosen.iter().copied().filter(|mv| !self.banned.contains(mv)).collect();
        }
        if legal.is_empty() || limits.only.is_empty() && !(go.only.is_empty() && self.banned.is_empty()) {
            return self.no_move(desk, go.only_mate);
        }
        let purpose = match () {
            () if go.only_mate => Purpose::Mate,
            () if go.ponder => Purpose::Ponder,
            () if go.infinite => Purpose::Analysis,
            () => Purpose::Move,
        };
        desk.think(purpose, limits);
    }

    /// There is no move to search.
    fn no_move(&self, desk: &mut Desk, only_mate: bool) {
        if only_mate {
            return desk.say("checkmate nomate");
        }
        let score = match desk.play.outcome() {
            Some(outcome) if outcome.winner.is_some_and(|winner| winner != desk.play.now().turn()) => Score::Loses(0),
            _ => Score::Centipawns(0),
        };
        desk.say(&format!("info depth 0 score {}", self.score(score)));
        desk.say(self.kind.no_move());
    }

    /// The opponent has made the move that was pondered on.
    pub(super) fn ponder_hit(&mut self, desk: &mut Desk, rest: &str) {
        if !desk.is_busy_with(&Purpose::Ponder) {
            return self.remark(desk, "`ponderhit`: nothing is pondered on");
        }
        // UCCI: the opponent has offered a draw with it.
        self.draw_is_offered |= rest == "draw";
        if let Some(found) = desk.ponder_hit(None) {
            self.tell(desk, found);
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
    pub(super) fn evaluation(&self, desk: &mut Desk, worth: i32, terms: &[Term]) {
        let sides = &desk.play.info().sides;
        let turn = desk.play.now().turn() as usize;
        let name = |side: usize| sides.get(side).map_or("the side to move", |side| &side.name).to_string();
        let (own, others) = match sides.len() {
            2 => (name(turn), name(1 - turn % 2)),
            _ => (format!("{} and its allies", name(turn)), "the others".to_string()),
        };
        desk.say(&format!("info string evaluation {worth} cp for the side to move ({})", name(turn)));
        let mut terms = terms.to_vec();
        terms.sort_by_key(|term| std::cmp::Reverse(term.worth.abs()));
        for Term { name, about, worth } in terms {
            let whose = if worth > 0 { &own } else { &others };
            desk.say(&format!("info string {name}: {} cp for {whose} ({about})", worth.abs()));
        }
    }

    /// Which move is looked at. (UCCI knows no such thing.)
    fn current(&self, desk: &mut Desk, report: &Report, current: Current) {
        if self.kind != Kind::Ucci {
            let text = desk.text(self.kind.tongue(), current.mv);
            desk.say(&format!("info depth {} currmove {text} currmovenumber {}", report.depth, current.number));
        }
    }

    pub(super) fn report(&self, desk: &mut Desk, report: &Report) {
        if let Some(current) = report.current {
            return self.current(desk, report, current);
        }
        if desk.settings.chances && report.chances.is_none() && !desk.told_uncounted {
            desk.told_uncounted = true;
            let name = desk.play.info().name.clone();
            self.remark(
                desk,
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
        if let Some(Chances { win, draw, loss }) = report.chances.filter(|_| desk.settings.chances) {
            line += &format!(" wdl {win} {draw} {loss}");
        }
        line += &format!(" nodes {} time {}", report.nodes, report.time.as_millis());
        if self.kind != Kind::Ucci {
            let speed = report.nodes as f64 / report.time.as_secs_f64().max(0.001);
            line += &format!(" nps {speed:.0} hashfull {}", report.full);
        }
        if !report.moves.is_empty() {
            let moves = self.kind.tongue().move_texts(desk.play.info(), &report.moves, desk.style());
            line += &format!(" pv {moves}");
        }
        desk.say(&line);
    }

    /// A search is over.
    pub(super) fn done(&mut self, desk: &mut Desk, number: u64, found: Result<Found, String>) {
        let Some(search) = desk.search.as_mut().filter(|search| search.number == number) else { return };
        let waits = !search.stopped && matches!(search.purpose, Purpose::Analysis | Purpose::Ponder);
        if waits {
            // Nothing is left to find; the move is told when it is asked for.
            search.held = Some(found);
            return;
        }
        self.tell(desk, found);
    }

    /// Tells what the search has come to, and does what has waited for that.
    fn tell(&mut self, desk: &mut Desk, found: Result<Found, String>) {
        let Some(search) = desk.search.take() else { return };
        match found {
            Ok(found) if search.purpose == Purpose::Mate => {
                let told = match found.mate {
                    Some(Solved::Won(moves)) => {
                        self.kind.tongue().move_texts(desk.play.info(), &moves, desk.style()).to_string()
                    }
                    Some(Solved::Refuted) => "nomate".to_string(),
                    None => "timeout".to_string(),
                };
                desk.say(&format!("checkmate {told}"));
            }
            Ok(found) => match found.best {
                Some(best) => {
                    if found.mate == Some(Solved::Refuted) {
                        self.remark(desk, "there is no such mate; this is a move to play");
                    }
                    let mut line = format!("bestmove {}", desk.text(self.kind.tongue(), best));
                    if let Some(ponder) = found.ponder {
                        line += &format!(" ponder {}", desk.text(self.kind.tongue(), ponder));
                    }
                    if search.purpose == Purpose::Move {
                        self.draws.note(found.score);
                    }
                    if self.kind == Kind::Ucci && self.draw_is_offered && self.draws.accepts() {
                        line += " draw";
                    }
                    desk.say(&line);
                }
                None => desk.say(self.kind.no_move()),
            },
            Err(error) => {
                self.remark(desk, &format!("{error}; the first legal move is played"));
                match desk.play.legal_moves().first() {
                    Some(&mv) => {
                        let text = desk.text(self.kind.tongue(), mv);
                        desk.say(&format!("bestmove {text}"));
                    }
                    None => desk.say(self.kind.no_move()),
                }
            }
        }
    }

    /// Stops the search that is going on; what has been held back is told.
    pub(super) fn stop(&mut self, desk: &mut Desk) {
        desk.stop();
        if let Some(found) = desk.search.as_mut().and_then(|search| search.held.take()) {
            self.tell(desk, found);
        }
    }
}
