//! UCI and the protocols made after it: UCI-cyclone, UGI, USI and UCCI. They differ in words, in how moves and positions are written, and in little else.
//!
//! UCI: <https://www.shredderchess.com/download/div/uci.zip>; USI: <http://hgm.nubati.net/usi.html>; UCCI 3.0: <https://www.xqbase.com/protocol/cchess_ucci.htm>;
//! UGI: <https://github.com/kz04px/ugi>. UCI-cyclone is UCI with UCCI's squares.

use crate::{
    desk::{Desk, Purpose},
    limits::{Go, Words},
    names::{self, Family},
    options,
    serve::{Dialect, Next},
    tongue::Tongue,
    worker::{Job, News},
};
use std::{collections::VecDeque, time::Duration};
use wazir_engine::{Bound, Found, Limits, Report, Score};
use wazir_runtime::Move;

/// Which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Uci,
    Cyclone,
    Ugi,
    Usi,
    Ucci,
}

impl Kind {
    /// The word by which the GUI chooses the protocol.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Kind::Uci => "uci",
            Kind::Cyclone => "ucicyclone",
            Kind::Ugi => "ugi",
            Kind::Usi => "usi",
            Kind::Ucci => "ucci",
        }
    }

    pub(crate) fn tongue(self) -> Tongue {
        match self {
            Kind::Uci | Kind::Ugi => Tongue::Uci,
            Kind::Usi => Tongue::Usi,
            Kind::Cyclone | Kind::Ucci => Tongue::Iccs,
        }
    }

    pub(crate) fn family(self) -> Family {
        match self {
            Kind::Uci | Kind::Ugi => Family::Uci,
            Kind::Usi => Family::Usi,
            Kind::Cyclone | Kind::Ucci => Family::Ucci,
        }
    }

    /// How a game is announced as new.
    pub(crate) fn new_game(self) -> &'static str {
        match self {
            Kind::Uci | Kind::Cyclone => "ucinewgame",
            Kind::Ugi => "uginewgame",
            Kind::Usi => "usinewgame",
            // UCCI has no word for it; the word of UCI does no harm.
            Kind::Ucci => "ucinewgame",
        }
    }

    /// What is said where there is no move.
    fn no_move(self) -> &'static str {
        match self {
            Kind::Uci | Kind::Cyclone | Kind::Ugi => "bestmove (none)",
            Kind::Usi => "bestmove resign",
            Kind::Ucci => "nobestmove",
        }
    }
}

/// What is spoken.
pub(crate) struct Uci {
    kind: Kind,
    /// The start of the present game as it was written, and the moves made since: a longer line is played on from there.
    start: String,
    texts: Vec<String>,
    /// UCCI: moves that may not be played from the present position.
    banned: Vec<Move>,
    /// Lines that have to wait until the search is over.
    waiting: VecDeque<String>,
    /// Numbers of `isready` that are not answered yet.
    asked_ready: Vec<u64>,
}

impl Uci {
    pub(crate) fn new(kind: Kind) -> Uci {
        Uci {
            kind,
            start: "startpos".to_string(),
            texts: Vec::new(),
            banned: Vec::new(),
            waiting: VecDeque::new(),
            asked_ready: Vec::new(),
        }
    }

    /// Says something for people.
    fn remark(&self, desk: &mut Desk, text: &str) {
        desk.say_in_one("info string ", text, "");
    }

    fn introduce(&self, desk: &mut Desk) {
        desk.say(&format!("id name Wazir {}", env!("CARGO_PKG_VERSION")));
        desk.say("id author the Wazir authors");
        for line in options::announcements(desk, self.kind.family()) {
            desk.say(&line);
        }
        desk.say(&format!("{}ok", if self.kind == Kind::Cyclone { "uci" } else { self.kind.word() }));
    }

    /// `setoption name NAME value VALUE`; UCCI leaves the words out, and then a name is one word.
    fn set_option(&mut self, desk: &mut Desk, rest: &str) {
        let named = rest.strip_prefix("name ").or_else(|| rest.strip_prefix("name\t"));
        let (name, value) = match named {
            Some(named) => match named.split_once(" value") {
                Some((name, value)) => (name, value),
                None => (named, ""),
            },
            None if self.kind == Kind::Ucci => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
            None => {
                return self.remark(desk, &format!("`setoption {rest}`: expected `setoption name NAME value VALUE`"));
            }
        };
        match options::set(desk, self.kind.family(), name.trim(), value.trim()) {
            Ok(Some(told)) => self.remark(desk, &told),
            Ok(None) => {}
            Err(error) => self.remark(desk, &error),
        }
        // Whatever was played, it may be another game now.
        self.start.clear();
    }

    /// `position startpos|fen FEN|sfen SFEN [moves ...]`.
    fn position(&mut self, desk: &mut Desk, rest: &str) {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (start, moves) = words.split_at(end);
        let start = start.join(" ");
        let moves = moves.get(1..).unwrap_or_default();
        let goes_on = start == self.start
            && moves.len() >= self.texts.len()
            && moves.iter().zip(&self.texts).all(|(a, b)| a == b);
        if !goes_on {
            let game = match start.split_once(' ').unwrap_or((&start, "")) {
                ("startpos", "") => Ok(desk.opened.variant.start()),
                ("fen", fen) if self.kind != Kind::Usi => {
                    self.kind.tongue().parse_fen(&*desk.opened.variant, fen, desk.style())
                }
                // People who speak UCI may well have a FEN when asked for an SFEN, and the other way round.
                ("fen", fen) => Tongue::Uci.parse_fen(&*desk.opened.variant, fen, desk.style()),
                ("sfen", sfen) => Tongue::Usi.parse_fen(&*desk.opened.variant, sfen, desk.style()),
                _ => {
                    return self.remark(
                        desk,
                        &format!("`position {start}`: expected `startpos`, or `fen` or `sfen` with a position"),
                    );
                }
            };
            match game {
                Ok(game) => desk.play = crate::Play::new(game),
                Err(error) => return self.remark(desk, &format!("{error}; the position before stays")),
            }
            (self.start, self.texts) = (start, Vec::new());
        }
        self.banned.clear();
        for (index, text) in moves.iter().enumerate().skip(self.texts.len()) {
            if let Err(error) = desk.play_text(self.kind.tongue(), text) {
                let number = index + 1;
                return self.remark(desk, &format!("move {number}: {error}; the moves before it are played"));
            }
            self.texts.push((*text).to_string());
        }
    }

    fn go(&mut self, desk: &mut Desk, rest: &str) {
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
        if let Some(depth) = go.perft {
            return desk.count(depth);
        }
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
        let again = (purpose == Purpose::Ponder).then(|| limits.clone());
        if purpose == Purpose::Ponder {
            limits = Limits {
                only: limits.only,
                lines: limits.lines,
                level: limits.level,
                until_stopped: true,
                ..Limits::default()
            };
        }
        desk.think(purpose, limits);
        if let Some(search) = &mut desk.search {
            search.again = again;
        }
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
    fn ponder_hit(&mut self, desk: &mut Desk) {
        let held = match &mut desk.search {
            Some(search) if search.purpose == Purpose::Ponder => {
                search.purpose = Purpose::Move;
                search.held.is_some()
            }
            _ => return self.remark(desk, "`ponderhit`: nothing is pondered on"),
        };
        // What was found in his time is in the transposition table: the search within our own time begins with it.
        desk.stop();
        if held {
            self.begin_again(desk);
        }
    }

    fn begin_again(&self, desk: &mut Desk) {
        if let Some(limits) = desk.search.take().and_then(|search| search.again) {
            desk.think(Purpose::Move, limits);
        }
    }

    fn is_ready(&mut self, desk: &mut Desk) {
        if desk.search.is_some() {
            return desk.say("readyok");
        }
        let number = desk.number();
        self.asked_ready.push(number);
        desk.ask(Job::Ready(number));
    }

    /// UGI's questions.
    fn query(&self, desk: &mut Desk, what: &str) {
        let outcome = desk.play.outcome();
        let over = outcome.is_some() || desk.play.legal_moves().is_empty();
        let answer = match what {
            "gameover" => over.to_string(),
            "p1turn" => (desk.play.now().turn() == 0).to_string(),
            "result" => match outcome {
                None if over => "draw".to_string(),
                None => "none".to_string(),
                Some(outcome) => match outcome.winner {
                    Some(winner) => format!("p{}win", u32::from(winner) + 1),
                    None => "draw".to_string(),
                },
            },
            _ => {
                return self.remark(desk, &format!("`query {what}`: expected `gameover`, `p1turn` or `result`"));
            }
        };
        desk.say(&format!("response {answer}"));
    }

    fn ban_moves(&mut self, desk: &mut Desk, rest: &str) {
        let legal = desk.play.legal_moves();
        self.banned.clear();
        for text in rest.split_whitespace() {
            match self.kind.tongue().parse_move(desk.play.info(), &legal, text, desk.style()) {
                Ok(mv) => self.banned.push(mv),
                Err(error) => self.remark(desk, &format!("banmoves: {error}; it is left out")),
            }
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

    fn report(&self, desk: &mut Desk, report: &Report) {
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
    fn done(&mut self, desk: &mut Desk, number: u64, found: Result<Found, String>) {
        let Some(search) = desk.search.as_mut().filter(|search| search.number == number) else { return };
        let waits = !search.stopped && matches!(search.purpose, Purpose::Analysis | Purpose::Ponder);
        if waits {
            // Nothing is left to find; the move is told when it is asked for.
            search.held = Some(found);
            return;
        }
        if search.purpose == Purpose::Move && search.again.is_some() && search.stopped {
            return self.begin_again(desk);
        }
        self.tell(desk, found);
    }

    /// Tells what the search has come to, and does what has waited for that.
    fn tell(&mut self, desk: &mut Desk, found: Result<Found, String>) {
        let Some(search) = desk.search.take() else { return };
        match found {
            Ok(found) if search.purpose == Purpose::Mate => {
                let line = search.last.map(|report| report.moves).filter(|_| matches!(found.score, Score::Wins(_)));
                match line {
                    Some(moves) => {
                        let moves = self.kind.tongue().move_texts(desk.play.info(), &moves, desk.style());
                        desk.say(&format!("checkmate {moves}"));
                    }
                    None => desk.say("checkmate timeout"),
                }
            }
            Ok(found) => match found.best {
                Some(best) => {
                    let mut line = format!("bestmove {}", desk.text(self.kind.tongue(), best));
                    if let Some(ponder) = found.ponder {
                        line += &format!(" ponder {}", desk.text(self.kind.tongue(), ponder));
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
    fn stop(&mut self, desk: &mut Desk) {
        desk.stop();
        if let Some(search) = &mut desk.search {
            // Stopped while pondering: the opponent has done something else.
            search.again = None;
            if let Some(found) = search.held.take() {
                self.tell(desk, found);
            }
        }
    }

    /// Does the line wait until the search is over? It ends one that would not end by itself.
    fn waits(word: &str) -> bool {
        matches!(word, "position" | "fen" | "go" | "setoption" | "eval" | "banmoves") || word.ends_with("newgame")
    }

    fn obey(&mut self, desk: &mut Desk, line: &str) -> Next {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "isready" => self.is_ready(desk),
            "setoption" => self.set_option(desk, rest),
            "position" => self.position(desk, rest),
            // UCI-cyclone says so, after `uci`: from here on it is spoken, and by default of the game it was made for.
            "fen" if matches!(self.kind, Kind::Uci | Kind::Cyclone) => {
                let is_default = self.kind == Kind::Uci && desk.name == names::first_game(Family::Uci);
                if is_default && let Err(error) = desk.open(Family::Ucci, names::first_game(Family::Ucci)) {
                    self.remark(desk, &error);
                }
                self.kind = Kind::Cyclone;
                self.position(desk, line);
            }
            "go" => self.go(desk, rest),
            "stop" => self.stop(desk),
            "ponderhit" => self.ponder_hit(desk),
            "quit" => return Next::End,
            "d" | "display" => {
                for line in desk.picture(self.kind.tongue()) {
                    desk.say(&line);
                }
            }
            "eval" => desk.ask(Job::Evaluate(desk.play.line())),
            "query" => self.query(desk, rest),
            "banmoves" => self.ban_moves(desk, rest),
            // How a game has ended changes nothing; it is over.
            "gameover" => self.stop(desk),
            "debug" | "register" => {}
            _ if word == self.kind.word() || word == Kind::Uci.word() && self.kind == Kind::Cyclone => {
                self.introduce(desk)
            }
            _ if word == self.kind.new_game() || word == "ucinewgame" => desk.ask(Job::NewGame),
            _ => {
                self.remark(
                    desk,
                    &format!(
                        "unknown command `{}`; there are {}, isready, setoption, {}, position, go, stop, ponderhit, d, eval, query, quit",
                        shortened(line),
                        self.kind.word(),
                        self.kind.new_game()
                    ),
                );
            }
        }
        Next::GoOn
    }
}

/// A text that may be very long, cut.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let short: String = text.chars().take(MOST).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(MOST).is_some() { format!("{short}...") } else { short }
}

impl Dialect for Uci {
    fn hear(&mut self, desk: &mut Desk, line: &str) -> Next {
        let word = line.split_whitespace().next().unwrap_or_default();
        if desk.search.is_some() && Uci::waits(word) {
            self.waiting.push_back(line.to_string());
            // A search that ends by itself is not cut short by a line that can wait.
            if desk.is_busy_with(&Purpose::Analysis) || desk.is_busy_with(&Purpose::Ponder) {
                self.stop(desk);
            }
            return self.catch_up(desk);
        }
        self.obey(desk, line)
    }

    fn learn(&mut self, desk: &mut Desk, news: News) -> Next {
        match news {
            News::Ready(number) => {
                if let Some(index) = self.asked_ready.iter().position(|asked| *asked == number) {
                    self.asked_ready.swap_remove(index);
                    desk.say("readyok");
                }
            }
            News::Report(number, report) => {
                if desk.note(number, &report) {
                    self.report(desk, &report);
                }
            }
            News::Done(number, found) => self.done(desk, number, found),
            News::Evaluated(Ok(value)) => desk.say(&format!("info string evaluation {value} cp for the side to move")),
            News::Evaluated(Err(error)) => self.remark(desk, &error),
            News::Leaves(mv, leaves) => {
                let text = desk.text(self.kind.tongue(), mv);
                desk.say(&format!("{text}: {leaves}"));
            }
            News::Counted(counted) => {
                desk.search = None;
                match counted {
                    Some((leaves, time)) => {
                        desk.say("");
                        desk.say(&format!("Nodes searched: {leaves}"));
                        let speed = leaves as f64 / time.as_secs_f64().max(1e-6);
                        self.remark(desk, &format!("perft took {} ms, {speed:.0} leaves a second", time.as_millis()));
                    }
                    None => self.remark(desk, "perft was stopped"),
                }
            }
        }
        self.catch_up(desk)
    }

    fn catch_up(&mut self, desk: &mut Desk) -> Next {
        while desk.search.is_none() {
            let Some(line) = self.waiting.pop_front() else { break };
            if let Next::End = self.obey(desk, &line) {
                return Next::End;
            }
        }
        Next::GoOn
    }

    fn complain(&mut self, desk: &mut Desk, what: &str) {
        self.remark(desk, what);
    }

    fn leave(&mut self, desk: &mut Desk) {
        self.waiting.clear();
        self.stop(desk);
    }
}
