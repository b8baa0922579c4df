//! CECP, the protocol of XBoard and WinBoard, version 2: <https://www.gnu.org/software/xboard/engine-intf.html>.
//!
//! The engine keeps the game here: moves come one by one, and it is told when to play.
//!
//! | module | concept |
//! |---|---|
//! | `control` | the time control |
//! | `thinking` | when the engine thinks, and what comes of it |

mod control;
mod thinking;

use self::control::Control;
use crate::{
    announce,
    draws::Draws,
    move_format::MoveFormat,
    names::{self, Family},
    options,
    serve::{LONGEST_LINE, Next, Protocol},
    session::{Purpose, Session},
    worker::{Job, News},
};
use std::{collections::VecDeque, num::NonZeroUsize, time::Duration};
use wazir_engine::{Limits, Opened};
use wazir_runtime::{Move, SideId, shortened};

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
    /// Why the position, or the game, that was told last could not be taken: nothing is played or searched until one is.
    refused: Option<String>,
    draws: Draws,
    /// Moves that are not to be looked at in the present position.
    excluded: Vec<Move>,
}

const MOVE_FORMAT: MoveFormat = MoveFormat::XBoard;

/// How long a hint is thought about.
const HINT: Duration = Duration::from_millis(200);

/// Commands that need nothing to be done.
const HARMLESS: &[&str] = &[
    "accepted", "rejected", "random", "computer", "name", "rating", "ics", "nps", "egtpath", "pause", "resume", "bk",
    "otim", "lift", "put", "hover", "black", "white",
];

/// Words of which one that is lost tells what is meant.
const COMMANDS: &str = "protover, new, variant, force, go, playother, level, st, sd, time, otim, usermove, ?, ping, result, setboard, undo, remove, hard, easy, post, nopost, analyze, exit, exclude, include, hint, draw, memory, cores, option, quit";

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
            refused: None,
            draws: Draws::default(),
            excluded: Vec::new(),
        }
    }

    fn error(&self, session: &mut Session, kind: &str, what: &str) {
        session.say_in_one(&format!("Error ({kind}): "), what, "");
    }

    fn features(&self, session: &mut Session) {
        session.say("feature done=0");
        // Games that XBoard cannot show are not offered; whoever asks for one by its name plays it all the same.
        let mut variants: Vec<String> = Vec::new();
        for ours in session.names() {
            let theirs = names::theirs(Family::Cecp, &ours);
            let is_told = |opened: Opened| announce::lines(&opened.rules, &*opened.variant.start()).is_ok();
            if names::is_known_to_xboard(theirs) || session.look(&ours).is_ok_and(is_told) {
                variants.push(theirs.to_string());
            }
        }
        session.say(&format!("feature myname=\"Wazir {}\"", env!("CARGO_PKG_VERSION")));
        session.say("feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 ics=0 name=0 memory=1 smp=1 debug=1 exclude=1 nps=0");
        session.say(&format!("feature variants=\"{}\"", variants.join(",")));
        for option in options::features(session) {
            session.say(&format!("feature option=\"{option}\""));
        }
        session.say("feature done=1");
    }

    /// Opens a game, and tells of it what XBoard does not know.
    fn open(&mut self, session: &mut Session, name: &str) -> Result<(), String> {
        // The one game in which castling is written in letters, to XBoard.
        session.settings.chess960 = false;
        session.open(Family::Cecp, name)?;
        session.settings.chess960 = session.play.info().chess960;
        self.refused = None;
        self.begin();
        Ok(())
    }

    fn begin(&mut self) {
        self.expected = None;
        self.ended = false;
        self.draws = Draws::default();
        self.excluded.clear();
    }

    fn new_game(&mut self, session: &mut Session) {
        let default = self.default.clone();
        if let Err(error) = self.open(session, &default) {
            self.error(session, "cannot open the game", &error);
        }
        session.ask(Job::NewGame);
        self.control.depth = None;
        // The engine plays the second side until it is told otherwise.
        self.mode = Mode::Playing(1);
    }

    fn variant(&mut self, session: &mut Session, name: &str) {
        if let Err(error) = self.open(session, name) {
            self.error(session, &format!("cannot play the variant {}", shortened(name)), &error);
            self.refused = Some(error);
            return;
        }
        if names::is_known_to_xboard(name) {
            return;
        }
        match announce::lines(&session.opened.rules, session.play.now()) {
            Ok(lines) => lines.iter().for_each(|line| session.say(line)),
            Err(error) => session.say_in_one("telluser ", &format!("{name} cannot be shown by XBoard: {error}"), ""),
        }
    }

    /// Is there no position to do this with? Then that is said.
    fn has_no_position(&self, session: &mut Session, command: &str) -> bool {
        let Some(why) = &self.refused else { return false };
        session.say_in_one("Error (there is no position until one is accepted): ", &format!("{command}; {why}"), "");
        true
    }

    fn user_move(&mut self, session: &mut Session, text: &str) {
        if self.refused.is_some() {
            session.say(&format!("Illegal move (there is no position until one is accepted): {}", shortened(text)));
            return;
        }
        if session.is_busy_with(&Purpose::Move) {
            return self.error(session, "it is the engine's turn", text);
        }
        let before = session.play.outcome();
        if self.mode != Mode::Analysis && before.is_some() && matches!(self.mode, Mode::Playing(_)) {
            session.say(&format!("Illegal move (the game is over): {text}"));
            return;
        }
        let mv = match session.play_text(MOVE_FORMAT, text) {
            Ok(mv) => mv,
            Err(error) => {
                let why = error.to_string().replace(['(', ')'], "");
                session.say_in_one("Illegal move (", &why, &format!("): {}", shortened(text)));
                return;
            }
        };
        self.excluded.clear();
        if self.ponder_hit(session, mv) {
            return;
        }
        // What was found while pondering on another move stays in the transposition table.
        self.interrupt(session);
        self.go_on(session);
    }

    fn undo(&mut self, session: &mut Session, moves: usize) {
        if self.has_no_position(session, "undo") {
            return;
        }
        self.interrupt(session);
        for _ in 0..moves {
            if !session.play.pop() {
                self.error(session, "there is no move to take back", "undo");
                break;
            }
        }
        self.begin();
        if self.mode == Mode::Analysis {
            self.go_on(session);
        }
    }

    fn set_board(&mut self, session: &mut Session, fen: &str) {
        let read = MOVE_FORMAT.parse_setup(session.opened.variant.info(), fen, session.style());
        // Nothing is thought about while another position is set up; where it is refused, not afterwards either.
        self.interrupt(session);
        match read.and_then(|(setup, notes)| Ok((session.set_up(&setup)?, notes))) {
            Ok((problem, notes)) => {
                notes.iter().for_each(|note| session.say_in_one("# ", &format!("{note}; that is read over"), ""));
                problem.iter().for_each(|remark| session.say_in_one("# ", remark, ""));
                self.refused = None;
                self.begin();
                if self.mode == Mode::Analysis {
                    self.go_on(session);
                }
            }
            Err(error) => self.refuse(session, error.to_string()),
        }
    }

    /// The position cannot be taken: nothing is thought about the one before any more.
    fn refuse(&mut self, session: &mut Session, why: String) {
        self.interrupt(session);
        session.say_in_one("tellusererror Illegal position: ", &why, "");
        self.refused = Some(why);
    }

    /// Reads a number and does something with it.
    fn with_number<T: std::str::FromStr>(
        &mut self,
        session: &mut Session,
        line: &str,
        act: impl FnOnce(&mut Cecp, &mut Session, T),
    ) {
        let number = line.split_whitespace().nth(1).and_then(|text| text.parse().ok());
        match number {
            Some(number) => act(self, session, number),
            None => self.error(session, "expected a number", &shortened(line)),
        }
    }

    fn obey(&mut self, session: &mut Session, line: &str) -> Next {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "xboard" => session.say(""),
            "protover" => self.features(session),
            "quit" => return Next::End,
            "new" => {
                self.interrupt(session);
                self.new_game(session);
            }
            "variant" => {
                self.interrupt(session);
                self.variant(session, rest);
            }
            "force" | "result" => {
                self.interrupt(session);
                self.mode = Mode::Force;
            }
            "go" => {
                self.interrupt(session);
                if self.has_no_position(session, "go") {
                    return Next::GoOn;
                }
                self.mode = Mode::Playing(session.play.now().turn());
                self.go_on(session);
            }
            "playother" => {
                self.interrupt(session);
                let sides = session.play.info().sides.len().max(1) as SideId;
                self.mode = Mode::Playing((session.play.now().turn() + 1) % sides);
            }
            "analyze" => {
                self.interrupt(session);
                self.mode = Mode::Analysis;
                if !self.has_no_position(session, "analyze") {
                    self.go_on(session);
                }
            }
            "exit" => {
                self.interrupt(session);
                self.mode = Mode::Force;
            }
            "usermove" => self.user_move(session, rest),
            "undo" => self.undo(session, 1),
            "remove" => self.undo(session, session.play.info().sides.len()),
            "setboard" => self.set_board(session, rest),
            "level" => match self.control.level(rest) {
                Some(control) => self.control = control,
                None => {
                    self.error(
                        session,
                        "expected `level MOVES MINUTES[:SECONDS] INCREMENT`",
                        &format!("level {}", shortened(rest)),
                    );
                }
            },
            // Whole seconds by the protocol, parts of them by some clients.
            "st" => self.with_number(session, line, |own, _, time: f64| own.control.exactly = control::seconds(time)),
            "sd" => self.with_number(session, line, |own, session, depth: u64| {
                let most = u64::from(Limits::DEEPEST);
                if depth > most {
                    session.say(&format!("# sd {depth} is searched as sd {most}, which is the limit"));
                }
                own.control.depth = Some(depth.clamp(1, most) as u32);
            }),
            "time" => self.with_number(session, line, |own, _, hundredths: i64| {
                own.control.left = Duration::from_millis(hundredths.clamp(0, 1 << 40) as u64 * 10);
            }),
            "ping" => self.ping(session, rest),
            "?" if session.is_busy_with(&Purpose::Move) => session.stop(),
            "?" => {}
            "." => self.status(session),
            "post" => self.post = true,
            "nopost" => self.post = false,
            "hard" => {
                self.hard = true;
                self.ponder(session);
            }
            "easy" => {
                self.hard = false;
                if session.is_busy_with(&Purpose::Ponder) {
                    session.abandon();
                }
            }
            "hint" if self.has_no_position(session, "hint") => {}
            "hint" => self.hint(session),
            "exclude" | "include" if self.has_no_position(session, word) => {}
            "exclude" | "include" => self.exclude(session, word == "exclude", rest),
            "draw" => {
                // An offer is accepted by offering one; one that is not is not answered.
                if matches!(self.mode, Mode::Playing(_)) && !self.ended && self.draws.accepts() {
                    session.say("offer draw");
                }
            }
            "memory" => self.with_number(session, line, |_, session, mebibytes: usize| {
                session.settings.hash = mebibytes.clamp(1, 1 << 17);
                session.ask(Job::Hash(session.settings.hash));
            }),
            "cores" => self.with_number(session, line, |_, session, cores: usize| {
                session.settings.threads = NonZeroUsize::new(cores.min(512)).unwrap_or(NonZeroUsize::MIN);
                session.ask(Job::Threads(session.settings.threads));
            }),
            "option" => {
                let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
                match options::set(session, Family::Cecp, name.trim(), value.trim()) {
                    Ok(Some(told)) => session.say_in_one("# ", &told, ""),
                    Ok(None) => {}
                    Err(error) => self.error(session, "option", &error),
                }
            }
            "edit" => self.error(session, "positions are set by `setboard`", "edit"),
            _ if HARMLESS.contains(&word) => {}
            _ => {
                // Without the word `usermove`, in old versions of the protocol.
                let legal = session.play.legal_moves();
                match MOVE_FORMAT.parse_move(session.play.info(), &legal, line, session.style()) {
                    Ok(_) => self.user_move(session, line),
                    Err(_) => {
                        self.error(session, "unknown command", &format!("{}; there are {COMMANDS}", shortened(line)))
                    }
                }
            }
        }
        Next::GoOn
    }

    /// `exclude MOVE`, `include MOVE`, and both with `all`: which moves of the present position are looked at. A search that goes on begins anew with what is left.
    fn exclude(&mut self, session: &mut Session, excludes: bool, text: &str) {
        let legal = session.play.legal_moves();
        let meant = match text {
            "all" => legal,
            _ => match MOVE_FORMAT.parse_move(session.play.info(), &legal, text, session.style()) {
                Ok(mv) => vec![mv],
                Err(error) => return self.error(session, "no move to leave out or let in", &error.to_string()),
            },
        };
        self.excluded.retain(|mv| !meant.contains(mv));
        if excludes {
            self.excluded.extend(meant);
        }
        if self.mode == Mode::Analysis {
            self.go_on(session);
        }
    }

    fn ping(&mut self, session: &mut Session, number: &str) {
        if session.is_busy_with(&Purpose::Move) {
            // It is to be answered when the move has been made.
            return self.pings.push_back(shortened(number));
        }
        if session.search.is_some() {
            return session.say(&format!("pong {}", shortened(number)));
        }
        let asked = session.number();
        self.asked.push((asked, shortened(number)));
        session.ask(Job::Ready(asked));
    }
}

impl Protocol for Cecp {
    fn hear(&mut self, session: &mut Session, line: &str) -> Next {
        self.obey(session, line)
    }

    fn learn(&mut self, session: &mut Session, news: News) -> Next {
        match news {
            News::Ready(number) => {
                if let Some(index) = self.asked.iter().position(|(asked, _)| *asked == number) {
                    let (_, text) = self.asked.swap_remove(index);
                    session.say(&format!("pong {text}"));
                }
            }
            News::Report(number, report) => {
                let shown = self.post || self.mode == Mode::Analysis;
                if session.note(number, &report) && shown && !session.is_busy_with(&Purpose::Hint) {
                    self.report(session, &report);
                }
            }
            News::Done(number, found) => self.done(session, number, found),
            // Nothing of the kind is asked for in this protocol.
            News::Evaluated(_) | News::Leaves(..) | News::Counted(_) => {}
        }
        Next::GoOn
    }

    fn catch_up(&mut self, _: &mut Session) -> Next {
        Next::GoOn
    }

    fn has_lines_waiting(&self) -> bool {
        false
    }

    fn too_long(&mut self, session: &mut Session, start: &str) {
        let why = format!("`{}`: a line of more than {LONGEST_LINE} bytes is left out", shortened(start));
        match start.split_whitespace().next() {
            Some("setboard") => self.refuse(session, why),
            _ => self.error(session, "input", &why),
        }
    }

    fn complain(&mut self, session: &mut Session, what: &str) {
        self.error(session, "input", what);
    }

    fn leave(&mut self, session: &mut Session) {
        self.interrupt(session);
    }
}
