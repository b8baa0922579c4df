//! CECP, the protocol of XBoard and WinBoard, version 2: <https://www.gnu.org/software/xboard/engine-intf.html>.
//!
//! The engine keeps the game here: moves come one by one, and it is told when to play.

use crate::{
    announce,
    desk::{Desk, Purpose},
    names::{self, Family},
    options,
    serve::{Dialect, Next},
    tongue::Tongue,
    uci::shortened,
    worker::{Job, News},
};
use std::{collections::VecDeque, num::NonZeroUsize, time::Duration};
use wazir_engine::{Clock, Found, Limits, Report, Score};
use wazir_runtime::{Move, SideId};

/// What the engine does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// It watches.
    Force,
    /// It plays this side.
    Playing(SideId),
    /// It analyses whatever is on the board.
    Analysis,
}

/// The time control.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Control {
    /// Moves of a session; 0: one session is the whole game.
    moves: u32,
    increment: Duration,
    /// Exactly this much for each move, instead.
    exactly: Option<Duration>,
    depth: Option<u32>,
    /// What is left on the engine's clock.
    left: Duration,
}

impl Default for Control {
    fn default() -> Control {
        let left = Duration::from_secs(300);
        Control { moves: 40, increment: Duration::ZERO, exactly: None, depth: None, left }
    }
}

/// What is spoken.
pub(crate) struct Cecp {
    /// The game that `new` begins.
    default: String,
    mode: Mode,
    control: Control,
    post: bool,
    /// Think in the opponent's time.
    hard: bool,
    /// The answer that the last search expected, and the move that is pondered on.
    expected: Option<Move>,
    /// Pings that are answered when the engine has moved.
    pings: VecDeque<String>,
    /// Pings that are answered when the worker has come so far.
    asked: Vec<(u64, String)>,
    /// The result of this game has been told.
    ended: bool,
}

const TONGUE: Tongue = Tongue::XBoard;

/// How long a hint is thought about.
const HINT: Duration = Duration::from_millis(200);

/// Commands that need nothing to be done.
const HARMLESS: &[&str] = &[
    "accepted", "rejected", "random", "computer", "name", "rating", "ics", "nps", "egtpath", "pause", "resume", "bk",
    "draw", "otim", "lift", "put", "hover", "black", "white",
];

/// Words of which one that is lost tells what is meant.
const COMMANDS: &str = "protover, new, variant, force, go, playother, level, st, sd, time, otim, usermove, ?, ping, result, setboard, undo, remove, hard, easy, post, nopost, analyze, exit, hint, memory, cores, option, quit";

impl Cecp {
    pub(crate) fn new(game: &str) -> Cecp {
        Cecp {
            default: game.to_string(),
            mode: Mode::Force,
            control: Control::default(),
            post: false,
            hard: false,
            expected: None,
            pings: VecDeque::new(),
            asked: Vec::new(),
            ended: false,
        }
    }

    fn error(&self, desk: &mut Desk, kind: &str, what: &str) {
        desk.say_in_one(&format!("Error ({kind}): "), what, "");
    }

    fn features(&self, desk: &mut Desk) {
        desk.say("feature done=0");
        let variants: Vec<String> =
            desk.names().iter().map(|ours| names::theirs(Family::Cecp, ours).to_string()).collect();
        desk.say(&format!("feature myname=\"Wazir {}\"", env!("CARGO_PKG_VERSION")));
        desk.say("feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=0 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 ics=0 name=0 memory=1 smp=1 debug=1 nps=0");
        desk.say(&format!("feature variants=\"{}\"", variants.join(",")));
        for option in options::features(desk) {
            desk.say(&format!("feature option=\"{option}\""));
        }
        desk.say("feature done=1");
    }

    /// Opens a game, and tells of it what XBoard does not know.
    fn open(&mut self, desk: &mut Desk, name: &str) -> Result<(), String> {
        // The one game in which castling is written in letters, to XBoard.
        desk.settings.chess960 = false;
        desk.open(Family::Cecp, name)?;
        desk.settings.chess960 = desk.play.info().chess960;
        self.begin();
        Ok(())
    }

    fn begin(&mut self) {
        self.expected = None;
        self.ended = false;
    }

    fn new_game(&mut self, desk: &mut Desk) {
        let default = self.default.clone();
        if let Err(error) = self.open(desk, &default) {
            self.error(desk, "cannot open the game", &error);
        }
        desk.ask(Job::NewGame);
        self.control.depth = None;
        // The engine plays the second side until it is told otherwise.
        self.mode = Mode::Playing(1);
    }

    fn variant(&mut self, desk: &mut Desk, name: &str) {
        if let Err(error) = self.open(desk, name) {
            return self.error(desk, &format!("cannot play the variant {}", shortened(name)), &error);
        }
        if names::is_known_to_xboard(name) {
            return;
        }
        match announce::lines(&desk.opened.rules, desk.play.now()) {
            Ok(lines) => lines.iter().for_each(|line| desk.say(line)),
            Err(error) => desk.say_in_one("telluser ", &format!("{name} cannot be shown by XBoard: {error}"), ""),
        }
    }

    /// Ends whatever search is going on, without a move.
    fn interrupt(&mut self, desk: &mut Desk) {
        desk.abandon();
        self.answer_pings(desk);
    }

    fn answer_pings(&mut self, desk: &mut Desk) {
        while let Some(number) = self.pings.pop_front() {
            desk.say(&format!("pong {number}"));
        }
    }

    /// Thinks where it is the engine's turn to, tells a result where the game is over.
    fn go_on(&mut self, desk: &mut Desk) {
        match self.mode {
            Mode::Analysis => {
                desk.abandon();
                if !desk.play.legal_moves().is_empty() {
                    let limits = Limits { until_stopped: true, ..desk.limited(Limits::default()) };
                    desk.think(Purpose::Analysis, limits);
                }
            }
            Mode::Playing(side) => {
                if !self.tell_result(desk) && side == desk.play.now().turn() {
                    let limits = self.limits(desk);
                    desk.think(Purpose::Move, limits);
                }
            }
            Mode::Force => {}
        }
    }

    /// Tells the result if the game is over; whether it is.
    fn tell_result(&mut self, desk: &mut Desk) -> bool {
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

    fn limits(&self, desk: &Desk) -> Limits {
        let control = &self.control;
        let overhead = desk.settings.overhead;
        let moves_to_go = (control.moves > 0).then(|| {
            let made = desk.play.moves().len() as u32 / desk.play.info().sides.len().max(1) as u32;
            control.moves - made % control.moves
        });
        let clock = Clock {
            remaining: control.left.saturating_sub(overhead),
            increment: control.increment,
            byoyomi: Duration::ZERO,
            moves_to_go,
        };
        let exactly = control.exactly.map(|time| time.saturating_sub(overhead));
        let clock = exactly.is_none().then_some(clock);
        desk.limited(Limits { depth: control.depth, time: exactly, clock, ..Limits::default() })
    }

    /// Thinks in the opponent's time about the answer to the move he is expected to make.
    fn ponder(&mut self, desk: &mut Desk) {
        let Some(expected) = self.expected.filter(|_| self.hard && desk.search.is_none()) else { return };
        let mut line = desk.play.line();
        if !desk.play.legal_moves().contains(&expected) {
            return;
        }
        line.moves.push(expected);
        let limits = Limits { until_stopped: true, ..desk.limited(Limits::default()) };
        desk.think_of(Purpose::Ponder, limits, line);
    }

    fn user_move(&mut self, desk: &mut Desk, text: &str) {
        if desk.is_busy_with(&Purpose::Move) {
            return self.error(desk, "it is the engine's turn", text);
        }
        let before = desk.play.outcome();
        if self.mode != Mode::Analysis && before.is_some() && matches!(self.mode, Mode::Playing(_)) {
            desk.say(&format!("Illegal move (the game is over): {text}"));
            return;
        }
        if let Err(error) = desk.play_text(TONGUE, text) {
            let why = error.to_string().replace(['(', ')'], "");
            desk.say_in_one("Illegal move (", &why, &format!("): {}", shortened(text)));
            return;
        }
        // What was found while pondering stays in the transposition table.
        self.interrupt(desk);
        self.go_on(desk);
    }

    fn undo(&mut self, desk: &mut Desk, moves: usize) {
        self.interrupt(desk);
        for _ in 0..moves {
            if !desk.play.pop() {
                self.error(desk, "there is no move to take back", "undo");
                break;
            }
        }
        self.begin();
        if self.mode == Mode::Analysis {
            self.go_on(desk);
        }
    }

    fn set_board(&mut self, desk: &mut Desk, fen: &str) {
        match TONGUE.parse_fen(&*desk.opened.variant, fen, desk.style()) {
            Ok(game) => {
                self.interrupt(desk);
                desk.play = crate::Play::new(game);
                self.begin();
                if self.mode == Mode::Analysis {
                    self.go_on(desk);
                }
            }
            Err(error) => desk.say_in_one("tellusererror Illegal position: ", &error.to_string(), ""),
        }
    }

    /// `level MOVES MINUTES[:SECONDS] INCREMENT`.
    fn level(&mut self, desk: &mut Desk, rest: &str) {
        let parsed = || -> Option<(u32, f64, f64)> {
            let words: Vec<&str> = rest.split_whitespace().collect();
            let [moves, base, increment] = words[..] else { return None };
            let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
            let base = minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?;
            Some((moves.parse().ok()?, base, increment.parse().ok()?))
        };
        let seconds = |seconds: f64| Duration::try_from_secs_f64(seconds.clamp(0.0, 1e8)).ok();
        let read = parsed().and_then(|(moves, base, increment)| Some((moves, seconds(base)?, seconds(increment)?)));
        match read {
            Some((moves, left, increment)) => {
                self.control = Control { moves, increment, left, exactly: None, depth: self.control.depth };
            }
            None => self.error(desk, "expected `level MOVES MINUTES[:SECONDS] INCREMENT`", &format!("level {rest}")),
        }
    }

    /// Reads a number and does something with it.
    fn with_number<T: std::str::FromStr>(
        &mut self,
        desk: &mut Desk,
        line: &str,
        act: impl FnOnce(&mut Cecp, &mut Desk, T),
    ) {
        let number = line.split_whitespace().nth(1).and_then(|text| text.parse().ok());
        match number {
            Some(number) => act(self, desk, number),
            None => self.error(desk, "expected a number", &shortened(line)),
        }
    }

    fn obey(&mut self, desk: &mut Desk, line: &str) -> Next {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "xboard" => desk.say(""),
            "protover" => self.features(desk),
            "quit" => return Next::End,
            "new" => {
                self.interrupt(desk);
                self.new_game(desk);
            }
            "variant" => {
                self.interrupt(desk);
                self.variant(desk, rest);
            }
            "force" | "result" => {
                self.interrupt(desk);
                self.mode = Mode::Force;
            }
            "go" => {
                self.interrupt(desk);
                self.mode = Mode::Playing(desk.play.now().turn());
                self.go_on(desk);
            }
            "playother" => {
                self.interrupt(desk);
                let sides = desk.play.info().sides.len().max(1) as SideId;
                self.mode = Mode::Playing((desk.play.now().turn() + 1) % sides);
            }
            "analyze" => {
                self.interrupt(desk);
                self.mode = Mode::Analysis;
                self.go_on(desk);
            }
            "exit" => {
                self.interrupt(desk);
                self.mode = Mode::Force;
            }
            "usermove" => self.user_move(desk, rest),
            "undo" => self.undo(desk, 1),
            "remove" => self.undo(desk, desk.play.info().sides.len()),
            "setboard" => self.set_board(desk, rest),
            "level" => self.level(desk, rest),
            // Whole seconds by the protocol, parts of them by some clients.
            "st" => self.with_number(desk, line, |own, _, seconds: f64| {
                own.control.exactly = Duration::try_from_secs_f64(seconds.clamp(0.0, 1e8)).ok();
            }),
            "sd" => self.with_number(desk, line, |own, _, depth: u32| own.control.depth = Some(depth.max(1))),
            "time" => self.with_number(desk, line, |own, _, hundredths: i64| {
                own.control.left = Duration::from_millis(hundredths.clamp(0, 1 << 40) as u64 * 10);
            }),
            "ping" => self.ping(desk, rest),
            "?" if desk.is_busy_with(&Purpose::Move) => desk.stop(),
            "?" => {}
            "." => self.status(desk),
            "post" => self.post = true,
            "nopost" => self.post = false,
            "hard" => {
                self.hard = true;
                self.ponder(desk);
            }
            "easy" => {
                self.hard = false;
                if desk.is_busy_with(&Purpose::Ponder) {
                    desk.abandon();
                }
            }
            "hint" => self.hint(desk),
            "memory" => self.with_number(desk, line, |_, desk, mebibytes: usize| {
                desk.settings.hash = mebibytes.clamp(1, 1 << 17);
                desk.ask(Job::Hash(desk.settings.hash));
            }),
            "cores" => self.with_number(desk, line, |_, desk, cores: usize| {
                desk.settings.threads = NonZeroUsize::new(cores.min(512)).unwrap_or(NonZeroUsize::MIN);
                desk.ask(Job::Threads(desk.settings.threads));
            }),
            "option" => {
                let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
                match options::set(desk, Family::Cecp, name.trim(), value.trim()) {
                    Ok(Some(told)) => desk.say_in_one("# ", &told, ""),
                    Ok(None) => {}
                    Err(error) => self.error(desk, "option", &error),
                }
            }
            "edit" => self.error(desk, "positions are set by `setboard`", "edit"),
            _ if HARMLESS.contains(&word) => {}
            _ => {
                // Without the word `usermove`, in old versions of the protocol.
                let legal = desk.play.legal_moves();
                match TONGUE.parse_move(desk.play.info(), &legal, line, desk.style()) {
                    Ok(_) => self.user_move(desk, line),
                    Err(_) => {
                        self.error(desk, "unknown command", &format!("{}; there are {COMMANDS}", shortened(line)))
                    }
                }
            }
        }
        Next::GoOn
    }

    fn ping(&mut self, desk: &mut Desk, number: &str) {
        if desk.is_busy_with(&Purpose::Move) {
            // It is to be answered when the move has been made.
            return self.pings.push_back(shortened(number));
        }
        if desk.search.is_some() {
            return desk.say(&format!("pong {}", shortened(number)));
        }
        let asked = desk.number();
        self.asked.push((asked, shortened(number)));
        desk.ask(Job::Ready(asked));
    }

    /// `.` in analysis: how far it has come.
    fn status(&self, desk: &mut Desk) {
        let Some(last) = desk.search.as_ref().and_then(|search| search.last.clone()) else { return };
        let hundredths = last.time.as_millis() / 10;
        desk.say(&format!("stat01: {hundredths} {} {} 0 0", last.nodes, last.depth));
    }

    fn hint(&mut self, desk: &mut Desk) {
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

    fn report(&self, desk: &mut Desk, report: &Report) {
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
    fn done(&mut self, desk: &mut Desk, number: u64, found: Result<Found, String>) {
        let Some(search) = desk.search.as_ref().filter(|search| search.number == number) else { return };
        let purpose = search.purpose.clone();
        let told = matches!(purpose, Purpose::Move | Purpose::Hint) || search.stopped;
        if !told {
            // Analysis that has come to an end by itself stays until something is asked.
            return;
        }
        desk.search = None;
        let best = match found {
            Ok(found) => {
                self.expected = found.ponder;
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
    fn play(&mut self, desk: &mut Desk, mv: Move) {
        let text = desk.text(TONGUE, mv);
        if let Err(error) = desk.play.push(mv) {
            // A mistake of the search: it is said, and nothing is played.
            return self.error(desk, "the engine chose an illegal move", &error.to_string());
        }
        desk.say(&format!("move {text}"));
        self.go_on(desk);
        self.ponder(desk);
    }
}

impl Dialect for Cecp {
    fn hear(&mut self, desk: &mut Desk, line: &str) -> Next {
        self.obey(desk, line)
    }

    fn learn(&mut self, desk: &mut Desk, news: News) -> Next {
        match news {
            News::Ready(number) => {
                if let Some(index) = self.asked.iter().position(|(asked, _)| *asked == number) {
                    let (_, text) = self.asked.swap_remove(index);
                    desk.say(&format!("pong {text}"));
                }
            }
            News::Report(number, report) => {
                let shown = self.post || self.mode == Mode::Analysis;
                if desk.note(number, &report) && shown && !desk.is_busy_with(&Purpose::Hint) {
                    self.report(desk, &report);
                }
            }
            News::Done(number, found) => self.done(desk, number, found),
            // Nothing of the kind is asked for in this protocol.
            News::Evaluated(_) | News::Leaves(..) | News::Counted(_) => {}
        }
        Next::GoOn
    }

    fn catch_up(&mut self, _: &mut Desk) -> Next {
        Next::GoOn
    }

    fn complain(&mut self, desk: &mut Desk, what: &str) {
        self.error(desk, "input", what);
    }

    fn leave(&mut self, desk: &mut Desk) {
        self.interrupt(desk);
    }
}
