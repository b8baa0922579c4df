//! UCI and the protocols made after it: UCI-cyclone, UGI, USI and UCCI. They differ in words, in how moves and positions are written, and in little else.
//!
//! UCI: <https://www.shredderchess.com/download/div/uci.zip>; USI: <http://hgm.nubati.net/usi.html>; UCCI 3.0: <https://www.xqbase.com/protocol/cchess_ucci.htm>;
//! UGI: <https://github.com/kz04px/ugi>. UCI-cyclone is UCI with UCCI's squares.
//!
//! | module | concept |
//! |---|---|
//! | `kind` | which of them |
//! | `queue` | lines that wait until a search is over |
//! | `thinking` | what `go` begins, and what comes of it |

mod kind;
mod queue;
mod thinking;

pub(crate) use self::kind::Kind;
use self::queue::{Entry, Queue};
pub use self::queue::{MOST_WAITING, MOST_WAITING_BYTES};
use crate::{
    draws::Draws,
    move_format::MoveFormat,
    names::{self, Family},
    options,
    serve::{LONGEST_LINE, Next, Protocol},
    session::{Purpose, Session},
    worker::{Job, News},
};
use wazir_runtime::{Move, shortened};

/// Moves of one `position`: three times those of the longest game of chess.
pub const MOST_MOVES: usize = 20_000;

/// What is spoken.
pub(crate) struct Uci {
    kind: Kind,
    /// The start of the present game as it was written, and the moves made since: a longer line is played on from there.
    start: String,
    texts: Vec<String>,
    /// Why the position, or the game, that was told last could not be taken: nothing is answered for another one until a position is accepted.
    refused: Option<String>,
    /// UCCI: moves that may not be played from the present position.
    banned: Vec<Move>,
    /// Lines that have to wait until what was asked before is answered.
    waiting: Queue,
    /// Numbers of `isready` that are not answered yet.
    asked_ready: Vec<u64>,
    draws: Draws,
    /// UCCI: the opponent offers a draw with the move that the engine is to answer.
    draw_is_offered: bool,
}

impl Uci {
    pub(crate) fn new(kind: Kind) -> Uci {
        Uci {
            kind,
            start: "startpos".to_string(),
            texts: Vec::new(),
            refused: None,
            banned: Vec::new(),
            waiting: Queue::default(),
            asked_ready: Vec::new(),
            draws: Draws::default(),
            draw_is_offered: false,
        }
    }

    /// Says something for people.
    fn remark(&self, session: &mut Session, text: &str) {
        session.say_in_one("info string ", text, "");
    }

    fn introduce(&self, session: &mut Session) {
        session.say(&format!("id name Wazir {}", env!("CARGO_PKG_VERSION")));
        session.say("id author the Wazir authors");
        for line in options::announcements(session, self.kind.family()) {
            session.say(&line);
        }
        session.say(&format!("{}ok", if self.kind == Kind::Cyclone { "uci" } else { self.kind.word() }));
    }

    /// `setoption name NAME value VALUE`; UCCI leaves the words out, and then a name is one word.
    fn set_option(&mut self, session: &mut Session, rest: &str) {
        let named = rest.strip_prefix("name ").or_else(|| rest.strip_prefix("name\t"));
        let (name, value) = match named {
            Some(named) => match named.split_once(" value") {
                Some((name, value)) => (name, value),
                None => (named, ""),
            },
            None if self.kind == Kind::Ucci => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
            None => {
                return self
                    .remark(session, &format!("`setoption {rest}`: expected `setoption name NAME value VALUE`"));
            }
        };
        let (name, value) = (name.trim(), value.trim());
        let told = options::set(session, self.kind.family(), name, value);
        if options::chooses_game(name) {
            // The start of a game is a position; the game before is not the one that is meant.
            self.refused = told.as_ref().err().cloned();
        }
        match told {
            Ok(Some(told)) => self.remark(session, &told),
            Ok(None) => {}
            Err(error) => self.remark(session, &error),
        }
        // Whatever was played, it may be another game now.
        self.start.clear();
    }

    /// The position cannot be taken.
    fn refuse(&mut self, session: &mut Session, why: &str) {
        self.remark(session, &format!("{why}; there is no position until one is accepted"));
        self.refused = Some(why.to_string());
        // The next one is read from its start.
        self.start.clear();
    }

    /// Is there no position to answer for? Then that is said.
    fn has_no_position(&self, session: &mut Session) -> bool {
        let Some(why) = &self.refused else { return false };
        self.remark(session, &format!("there is no position: {why}"));
        true
    }

    /// `position startpos|fen FEN|sfen SFEN [moves ...]`.
    fn position(&mut self, session: &mut Session, rest: &str) {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (start, moves) = words.split_at(end);
        let start = start.join(" ");
        let moves = moves.get(1..).unwrap_or_default();
        if moves.len() > MOST_MOVES {
            let all = moves.len();
            return self.refuse(session, &format!("{all} moves are more than {MOST_MOVES}, which is the limit"));
        }
        let goes_on = start == self.start
            && !start.is_empty()
            && moves.len() >= self.texts.len()
            && moves.iter().zip(&self.texts).all(|(a, b)| a == b);
        if !goes_on {
            let (info, style) = (session.opened.variant.info(), session.style());
            let read = match start.split_once(' ').unwrap_or((&start, "")) {
                ("startpos", "") => Ok((session.opened.variant.start().setup(), Vec::new())),
                ("fen", fen) if self.kind != Kind::Usi => self.kind.move_format().parse_setup(info, fen, style),
                // People who speak UCI may well have a FEN when asked for an SFEN, and the other way round.
                ("fen", fen) => MoveFormat::Uci.parse_setup(info, fen, style),
                ("sfen", sfen) => MoveFormat::Usi.parse_setup(info, sfen, style),
                _ => {
                    let start = shortened(&start);
                    let why = format!("`position {start}`: expected `startpos`, or `fen` or `sfen` with a position");
                    return self.refuse(session, &why);
                }
            };
            let (notes, problem) = match read.and_then(|(setup, notes)| Ok((notes, session.set_up(&setup)?))) {
                Ok(read) => read,
                Err(error) => return self.refuse(session, &error.to_string()),
            };
            problem.iter().for_each(|remark| self.remark(session, remark));
            notes.iter().for_each(|note| self.remark(session, &format!("{note}; that is read over")));
            (self.start, self.texts) = (start, Vec::new());
            self.draws = Draws::default();
        }
        self.banned.clear();
        for (index, text) in moves.iter().enumerate().skip(self.texts.len()) {
            if let Err(error) = session.play_text(self.kind.move_format(), text) {
                let number = index + 1;
                return self.refuse(session, &format!("move {number}: {error}"));
            }
            self.texts.push((*text).to_string());
        }
        self.refused = None;
    }

    fn is_ready(&mut self, session: &mut Session) {
        if session.search.is_some() {
            return session.say("readyok");
        }
        let number = session.number();
        self.asked_ready.push(number);
        session.ask(Job::Ready(number));
    }

    /// UGI's questions.
    fn query(&self, session: &mut Session, what: &str) {
        if self.has_no_position(session) {
            return;
        }
        let outcome = session.play.outcome();
        let over = outcome.is_some() || session.play.is_stuck();
        let answer = match what {
            "gameover" => over.to_string(),
            "p1turn" => (session.play.now().turn() == 0).to_string(),
            "result" => match outcome {
                None if over => "draw".to_string(),
                None => "none".to_string(),
                Some(outcome) => match outcome.winner {
                    Some(winner) => format!("p{}win", u32::from(winner) + 1),
                    None => "draw".to_string(),
                },
            },
            _ => {
                return self.remark(session, &format!("`query {what}`: expected `gameover`, `p1turn` or `result`"));
            }
        };
        session.say(&format!("response {answer}"));
    }

    fn ban_moves(&mut self, session: &mut Session, rest: &str) {
        if self.has_no_position(session) {
            return;
        }
        let legal = session.play.legal_moves();
        self.banned.clear();
        for text in rest.split_whitespace() {
            match self.kind.move_format().parse_move(session.play.info(), &legal, text, session.style()) {
                Ok(mv) => self.banned.push(mv),
                Err(error) => self.remark(session, &format!("banmoves: {error}; it is left out")),
            }
        }
    }

    /// Does the line begin something, or change what later lines are about? Then it waits until a search is over, and ends one that would not end by itself.
    fn waits(word: &str) -> bool {
        matches!(word, "position" | "fen" | "go" | "setoption" | "eval" | "banmoves") || word.ends_with("newgame")
    }

    /// Does the line say where the game stands?
    fn sets_position(line: &str) -> bool {
        matches!(line.split_whitespace().next(), Some("position" | "fen"))
    }

    /// A line is lost. If it has told a position, the one before is not meant any more by what comes later.
    fn lose(&mut self, session: &mut Session, line: &str, why: String) {
        if !Uci::sets_position(line) {
            return;
        }
        if self.is_busy(session) || !self.waiting.is_empty() {
            self.waiting.lose_position(why);
        } else {
            self.refused = Some(why);
            self.start.clear();
        }
    }

    /// Is something to be answered before the lines that wait?
    fn is_busy(&self, session: &Session) -> bool {
        session.awaits_news()
    }

    fn obey(&mut self, session: &mut Session, line: &str) -> Next {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "isready" => self.is_ready(session),
            "setoption" => self.set_option(session, rest),
            "position" => self.position(session, rest),
            // UCI-cyclone says so, after `uci`: from here on it is spoken, and by default of the game it was made for.
            "fen" if matches!(self.kind, Kind::Uci | Kind::Cyclone) => {
                let is_default = self.kind == Kind::Uci && session.name == names::first_game(Family::Uci);
                if is_default && let Err(error) = session.open(Family::Ucci, names::first_game(Family::Ucci)) {
                    self.remark(session, &error);
                }
                self.kind = Kind::Cyclone;
                self.position(session, line);
            }
            "go" => self.go(session, rest),
            "stop" => self.stop(session),
            "ponderhit" => self.ponder_hit(session, rest),
            "quit" => return Next::End,
            "d" | "display" if self.has_no_position(session) => {}
            "d" | "display" => {
                for line in session.picture(self.kind.move_format()) {
                    session.say(&line);
                }
            }
            "eval" if self.has_no_position(session) => {}
            "eval" => session.ask(Job::Evaluate(session.play.line())),
            "query" => self.query(session, rest),
            "banmoves" => self.ban_moves(session, rest),
            // How a game has ended changes nothing; it is over.
            "gameover" => self.stop(session),
            "debug" | "register" => {}
            _ if word == self.kind.word() || word == Kind::Uci.word() && self.kind == Kind::Cyclone => {
                self.introduce(session)
            }
            _ if word == self.kind.new_game() || word == "ucinewgame" => session.ask(Job::NewGame),
            _ => {
                self.remark(
                    session,
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

impl Protocol for Uci {
    fn hear(&mut self, session: &mut Session, line: &str) -> Next {
        let word = line.split_whitespace().next().unwrap_or_default();
        match word {
            // These are for the moment in which they are said.
            "isready" | "quit" => return self.obey(session, line),
            "stop" | "gameover" => {
                // It means what is to begin before it, too.
                self.waiting.stop();
                return self.obey(session, line);
            }
            _ => {}
        }
        // Whatever asks about the position is answered at once while the one that it is about is being searched, and after all that was asked before.
        let answered_at_once = if session.search.is_some() { !Uci::waits(word) } else { !self.is_busy(session) };
        if self.waiting.is_empty() && answered_at_once {
            return self.obey(session, line);
        }
        if !self.waiting.push(line) {
            let why = format!(
                "`{}` is left out: {MOST_WAITING} lines, or {MOST_WAITING_BYTES} bytes, wait for the end of the search, which is the limit",
                shortened(line)
            );
            self.remark(session, &why);
            self.lose(session, line, why);
            return Next::GoOn;
        }
        self.catch_up(session)
    }

    fn learn(&mut self, session: &mut Session, news: News) -> Next {
        match news {
            News::Ready(number) => {
                if let Some(index) = self.asked_ready.iter().position(|asked| *asked == number) {
                    self.asked_ready.swap_remove(index);
                    session.say("readyok");
                }
            }
            News::Report(number, report) => {
                if session.note(number, &report) {
                    self.report(session, &report);
                }
            }
            News::Done(number, found) => self.done(session, number, found),
            News::Evaluated(Ok((worth, terms))) => self.evaluation(session, worth, &terms),
            News::Evaluated(Err(error)) => self.remark(session, &error),
            News::Leaves(mv, leaves) => {
                let text = session.text(self.kind.move_format(), mv);
                session.say(&format!("{text}: {leaves}"));
            }
            News::Counted(counted) => {
                session.search = None;
                match counted {
                    Some((leaves, time)) => {
                        session.say("");
                        session.say(&format!("Nodes searched: {leaves}"));
                        let speed = leaves as f64 / time.as_secs_f64().max(1e-6);
                        self.remark(
                            session,
                            &format!("perft took {} ms, {speed:.0} leaves a second", time.as_millis()),
                        );
                    }
                    None => self.remark(session, "perft was stopped"),
                }
            }
        }
        self.catch_up(session)
    }

    fn catch_up(&mut self, session: &mut Session) -> Next {
        loop {
            // What is pondered on may already have happened.
            let is_hit = session.is_busy_with(&Purpose::Ponder) && self.waiting.next_word() == Some("ponderhit");
            if self.is_busy(session) && !is_hit {
                break;
            }
            let Some((entry, stopped)) = self.waiting.pop() else { break };
            match entry {
                Entry::Line(line) => {
                    if let Next::End = self.obey(session, &line) {
                        return Next::End;
                    }
                }
                Entry::LostPosition(why) => {
                    self.refused = Some(why);
                    self.start.clear();
                }
            }
            if stopped {
                self.stop(session);
            }
        }
        // A search that ends by itself is not cut short by a line that can wait.
        if !self.waiting.is_empty()
            && (session.is_busy_with(&Purpose::Analysis) || session.is_busy_with(&Purpose::Ponder))
        {
            self.stop(session);
        }
        Next::GoOn
    }

    fn too_long(&mut self, session: &mut Session, start: &str) {
        let why = format!("`{}`: a line of more than {LONGEST_LINE} bytes is left out", shortened(start));
        self.remark(session, &why);
        self.lose(session, start, why);
    }

    fn has_lines_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    fn complain(&mut self, session: &mut Session, what: &str) {
        self.remark(session, what);
    }

    fn leave(&mut self, session: &mut Session) {
        self.waiting.clear();
        self.stop(session);
    }
}
