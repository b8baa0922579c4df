//! [`Session`]: what all protocols share: the game, the engine, the settings, and the way out.

use crate::{
    MoveFormat, Play,
    names::{self, Family},
    worker::{Job, News, Worker},
};
use std::{cell::Cell, io::Write, num::NonZeroUsize, path::Path, sync::Arc, time::Duration};
use wazir_engine::{Current, Found, Games, Level, Limits, MateProblem, Opened, Report, Stop};
use wazir_runtime::{FenError, Game, Move, MoveError, Setup, Style};

/// What can be set, whatever it is called.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Size of the transposition table, in MiB.
    pub(crate) hash: usize,
    pub(crate) threads: NonZeroUsize,
    /// How many best moves are reported.
    pub(crate) lines: NonZeroUsize,
    /// The GUI may let the engine think while the opponent does. (It says when.)
    pub(crate) ponder: bool,
    /// Castling is written as king takes rook.
    pub(crate) chess960: bool,
    /// Reports tell how such games have ended.
    pub(crate) chances: bool,
    pub(crate) level: Level,
    /// The level is that of `elo` instead.
    pub(crate) limited: bool,
    /// A level as UCI's GUIs write it.
    pub(crate) elo: usize,
    /// Time lost between the clock and us.
    pub(crate) overhead: Duration,
    /// The unit of times in UCCI.
    pub(crate) milliseconds: bool,
    /// The file or folder that further games were read from.
    pub(crate) path: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 16,
            threads: NonZeroUsize::MIN,
            lines: NonZeroUsize::MIN,
            ponder: false,
            chess960: false,
            chances: false,
            level: Level::BEST,
            limited: false,
            elo: crate::options::ELO.1,
            overhead: Duration::from_millis(10),
            milliseconds: false,
            path: String::new(),
        }
    }
}

/// What a search is for: the protocol knows what to do when it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A move to play.
    Move,
    /// Analysis: no move is waited for until it is stopped.
    Analysis,
    /// Thinking in the opponent's time, as if he had made the move he is expected to.
    Ponder,
    /// A forced mate, and nothing else.
    Mate,
    /// Counting leaves.
    Perft,
    /// A move to recommend.
    Hint,
}

/// A search that is going on.
pub(crate) struct Search {
    pub(crate) number: u64,
    pub(crate) purpose: Purpose,
    stop: Stop,
    /// Has it been told to stop?
    pub(crate) stopped: bool,
    /// The last report about the best move.
    pub(crate) last: Option<Report>,
    /// The move of the root that it looks at.
    pub(crate) current: Option<Current>,
    /// What it has come to, while nobody may be told yet.
    pub(crate) held: Option<Result<Found, String>>,
    /// When it ends, by itself or once the opponent has made the expected move.
    limits: Limits,
}

/// What all protocols share.
pub(crate) struct Session<'w> {
    games: Arc<dyn Games>,
    /// Further games by name, with the paths of their rule files.
    further: Vec<(String, String)>,
    output: &'w mut dyn Write,
    /// The output has been closed: nobody listens.
    pub(crate) deaf: bool,
    worker: Worker,
    /// The game as it was asked for: a name, or a path.
    pub(crate) name: String,
    pub(crate) opened: Opened,
    /// The engine thinks about a mate problem, a game of its own (see [`MateProblem`]), and not about the game that is open.
    in_problem: bool,
    pub(crate) play: Play,
    pub(crate) settings: Settings,
    pub(crate) search: Option<Search>,
    /// It has been said that nobody has counted how this game's games end.
    pub(crate) told_uncounted: bool,
    numbers: u64,
    /// Answers of the worker that have not come yet, of those that are no searches.
    owed: Cell<usize>,
}

impl<'w> Session<'w> {
    /// A session with a game open.
    ///
    /// # Errors
    /// When the game cannot be opened.
    pub(crate) fn new(
        games: Arc<dyn Games>,
        name: &str,
        output: &'w mut dyn Write,
        tell: impl Fn(News) + Send + 'static,
    ) -> Result<Session<'w>, String> {
        let opened = games.open(name)?;
        let worker = Worker::start(tell).map_err(|error| format!("there is no thread to think in: {error}"))?;
        worker.ask(Job::Open(opened.engine.clone()));
        let settings = Settings::default();
        worker.ask(Job::Hash(settings.hash));
        let play = Play::new(&*opened.variant.start());
        let name = name.to_string();
        Ok(Session {
            games,
            further: Vec::new(),
            output,
            deaf: false,
            worker,
            name,
            opened,
            in_problem: false,
            play,
            settings,
            search: None,
            told_uncounted: false,
            numbers: 0,
            owed: Cell::new(0),
        })
    }

    /// Writes a line, at once.
    pub(crate) fn say(&mut self, line: &str) {
        let written = writeln!(self.output, "{line}").and_then(|()| self.output.flush());
        self.deaf |= written.is_err();
    }

    /// Writes a text of any lines as one.
    pub(crate) fn say_in_one(&mut self, before: &str, text: &str, after: &str) {
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        self.say(&format!("{before}{}{after}", lines.join(" | ")));
    }

    /// How castling is written.
    pub(crate) fn style(&self) -> Style {
        if self.settings.chess960 { Style::Chess960 } else { Style::Game }
    }

    /// The names of all games, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names = self.games.names();
        names.extend(self.further.iter().map(|(name, _)| name.clone()));
        names.sort();
        names.dedup();
        names
    }

    /// Opens a game by its name, by what a protocol calls it, or by the path of its rule file; the game that was going on is over.
    ///
    /// # Errors
    /// Why it cannot be opened; nothing is changed then.
    pub(crate) fn open(&mut self, family: Family, name: &str) -> Result<(), String> {
        let ours = names::ours(family, name);
        let opened = self.look(ours)?;
        self.abandon();
        self.worker.ask(Job::Open(opened.engine.clone()));
        self.play = Play::new(&*opened.variant.start());
        self.opened = opened;
        self.in_problem = false;
        self.told_uncounted = false;
        self.name = ours.to_string();
        Ok(())
    }

    /// A game by its own name, or by the path of its rule file, without playing it.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub(crate) fn look(&self, ours: &str) -> Result<Opened, String> {
        let path = self.further.iter().find(|(known, _)| known == ours).map(|(_, path)| path.clone());
        self.games.open(path.as_deref().unwrap_or(ours))
    }

    /// Makes the rule file at a path, or all of those in a folder, known by their names; returns the names.
    ///
    /// # Errors
    /// What cannot be read, or is wrong with a file. Files that are right are known all the same.
    pub(crate) fn learn(&mut self, path: &str) -> Result<Vec<String>, String> {
        let mut files = Vec::new();
        if Path::new(path).is_dir() {
            let entries =
                std::fs::read_dir(path).map_err(|error| format!("cannot read the folder `{path}`: {error}"))?;
            let paths = entries.flatten().map(|entry| entry.path());
            let rules = paths.filter(|path| path.extension().is_some_and(|extension| extension == "ron"));
            files.extend(rules.map(|path| path.to_string_lossy().into_owned()));
            files.sort();
            if files.is_empty() {
                return Err(format!("there is no rule file (*.ron) in the folder `{path}`"));
            }
        } else {
            files.push(path.to_string());
        }
        let (mut learnt, mut wrong) = (Vec::new(), Vec::new());
        for file in files {
            match self.games.open(&file) {
                Ok(opened) => {
                    let name = opened.rules.id.clone();
                    self.further.retain(|(known, _)| *known != name);
                    self.further.push((name.clone(), file));
                    learnt.push(name);
                }
                Err(error) => wrong.push(error),
            }
        }
        self.settings.path = path.to_string();
        if wrong.is_empty() { Ok(learnt) } else { Err(wrong.join("\n")) }
    }

    /// Begins at a position of the game that is open, or at a mate problem, in which a side has no royal; then a remark for people is returned.
    ///
    /// # Errors
    /// When the rules do not allow it; nothing is changed then.
    pub(crate) fn set_up(&mut self, setup: &Setup) -> Result<Option<String>, FenError> {
        let refused = match self.opened.variant.start().at(setup) {
            Ok(game) => {
                self.play = Play::new(&*game);
                if std::mem::take(&mut self.in_problem) {
                    self.worker.ask(Job::Open(self.opened.engine.clone()));
                }
                return Ok(None);
            }
            Err(refused) => refused,
        };
        let Some(MateProblem { opened, without }) = self.opened.mate_problem(setup) else { return Err(refused) };
        let names: Vec<&str> =
            without.iter().map(|&side| self.opened.rules.sides[side as usize].name.as_str()).collect();
        self.worker.ask(Job::Open(opened.engine));
        self.in_problem = true;
        self.play = Play::new(&*opened.variant.start());
        Ok(Some(format!("{refused}: taken as a mate problem, in which {} has none", names.join(" and "))))
    }

    /// Has the worker do something.
    pub(crate) fn ask(&self, job: Job) {
        if matches!(job, Job::Ready(_) | Job::Evaluate(_)) {
            self.owed.set(self.owed.get() + 1);
        }
        self.worker.ask(job);
    }

    /// The worker has told something.
    pub(crate) fn received(&self, news: &News) {
        if matches!(news, News::Ready(_) | News::Evaluated(_)) {
            self.owed.set(self.owed.get().saturating_sub(1));
        }
    }

    /// Has the worker still something to tell?
    pub(crate) fn awaits_news(&self) -> bool {
        self.search.is_some() || self.owed.get() > 0
    }

    /// A new number for something asked of the worker.
    pub(crate) fn number(&mut self) -> u64 {
        self.numbers += 1;
        self.numbers
    }

    /// Begins a search of the present position.
    pub(crate) fn think(&mut self, purpose: Purpose, limits: Limits) {
        let line = self.play.line();
        self.think_of(purpose, limits, line);
    }

    /// Begins a search of a line.
    pub(crate) fn think_of(&mut self, purpose: Purpose, limits: Limits, line: wazir_engine::Line) {
        let limits = Limits { ponder: purpose == Purpose::Ponder, ..limits };
        let (number, stop) = self.begin(purpose, limits.clone());
        self.ask(Job::Search { number, line, limits, stop });
    }

    /// The opponent has made the move that is pondered on, where one is: the search goes on as one for a move, within the time that `limits` tell (`None`:
    /// those it was begun with).
    /// What it has come to already is returned, to be told now.
    pub(crate) fn ponder_hit(&mut self, limits: Option<&Limits>) -> Option<Result<Found, String>> {
        let search = self.search.as_mut().filter(|search| search.purpose == Purpose::Ponder)?;
        let limits = limits.unwrap_or(&search.limits);
        search.purpose = if limits.until_stopped { Purpose::Analysis } else { Purpose::Move };
        search.stop.hit(limits);
        if limits.until_stopped { None } else { search.held.take() }
    }

    /// Begins to count leaves.
    pub(crate) fn count(&mut self, depth: u32) {
        let (_, stop) = self.begin(Purpose::Perft, Limits::default());
        self.ask(Job::Perft { game: self.play.now().boxed(), depth, stop });
    }

    fn begin(&mut self, purpose: Purpose, limits: Limits) -> (u64, Stop) {
        let (number, stop) = (self.number(), Stop::new());
        let search = Search {
            number,
            purpose,
            stop: stop.clone(),
            stopped: false,
            last: None,
            current: None,
            held: None,
            limits,
        };
        self.search = Some(search);
        (number, stop)
    }

    /// Tells the search that is going on to stop; what it comes to is still heard.
    pub(crate) fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.stopped = true;
            search.stop.raise();
        }
    }

    /// Stops the search that is going on; nobody wants to know any more what it comes to.
    pub(crate) fn abandon(&mut self) {
        self.stop();
        self.search = None;
    }

    /// Is a search going on with this purpose?
    pub(crate) fn is_busy_with(&self, purpose: &Purpose) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == *purpose)
    }

    /// Remembers a report, if it is about the search that is going on; whether it is.
    pub(crate) fn note(&mut self, number: u64, report: &Report) -> bool {
        let Some(search) = self.search.as_mut().filter(|search| search.number == number) else { return false };
        if report.current.is_some() {
            search.current = report.current;
        } else if report.line == 0 {
            search.last = Some(report.clone());
        }
        true
    }

    /// The settings that limit every search.
    pub(crate) fn limited(&self, limits: Limits) -> Limits {
        let level = crate::options::level(&self.settings);
        let level = (level != Level::BEST).then_some(level);
        Limits { level, lines: Some(self.settings.lines), tells_moves: true, ..limits }
    }

    /// Makes a move that is written in a move format.
    ///
    /// # Errors
    /// When it is none, or not legal.
    pub(crate) fn play_text(&mut self, move_format: MoveFormat, text: &str) -> Result<Move, MoveError> {
        let legal = self.play.legal_moves();
        let mv = move_format.parse_move(self.play.info(), &legal, text, self.style())?;
        self.play.push(mv)?;
        Ok(mv)
    }

    /// The text of a move of the present game.
    pub(crate) fn text(&self, move_format: MoveFormat, mv: Move) -> String {
        move_format.move_text(self.play.info(), mv, self.style())
    }

    /// The position for people: the board, the hands, and the FEN.
    pub(crate) fn picture(&self, move_format: MoveFormat) -> Vec<String> {
        let game = self.play.now();
        let mut lines = board(game);
        lines.push(format!("Fen: {}", move_format.fen(game, self.style())));
        let checkers = game.checkers().into_iter().map(|square| move_format.square_name(game.info(), square));
        lines.push(format!("Checkers: {}", checkers.collect::<Vec<_>>().join(" ")));
        if let Some(outcome) = self.play.outcome() {
            let winner = outcome.winner.and_then(|side| game.info().sides.get(side as usize));
            let winner = winner.map_or("draw".to_string(), |side| format!("{} wins", side.name));
            lines.push(format!("Result: {winner}: {}", outcome.reason));
        }
        lines
    }
}

/// The board in letters, with its ranks numbered and its files lettered.
fn board(game: &dyn Game) -> Vec<String> {
    let fen = game.fen(Style::Game);
    let info = game.info();
    let placement = fen.split([' ', '[']).next().unwrap_or_default();
    let mut lines = Vec::new();
    for (row, text) in placement.split('/').enumerate() {
        let mut cells = String::new();
        let mut rest = text;
        while !rest.is_empty() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let empty: usize = rest[..digits].parse().unwrap_or(0);
                cells += &"  .".repeat(empty.min(info.files as usize));
                rest = &rest[digits..];
                continue;
            }
            // With many sides the letter of a piece's side stands before its own.
            let side = if info.has_many_sides() && rest.starts_with(|c: char| c.is_ascii_lowercase()) { 1 } else { 0 };
            let length = side + wazir_runtime::symbol_length(rest.get(side..).unwrap_or_default());
            let (symbol, after) = rest.split_at(length.clamp(1, rest.len()));
            let mark = usize::from(after.starts_with('~'));
            cells += &format!("{:>3}", format!("{symbol}{}", &after[..mark]));
            rest = &after[mark..];
        }
        lines.push(format!("{:>3} {cells}", info.ranks as usize - row));
    }
    let files: String = (0..info.files).map(|file| format!("{:>3}", wazir_runtime::file_name(file))).collect();
    lines.push(format!("    {files}"));
    lines
}
