//! Games of `variants/`, interpreted, with an engine that plays the first legal move: what the protocols say does not depend on how well it plays.
#![allow(dead_code, reason = "not every test uses everything")]

use std::{
    io::{self, BufReader, Read, Write},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::{Duration, Instant},
};
use wazir_engine::{Bound, Engine, Found, Games, Limits, Line, LineError, Opened, Report, Score, Solved, Stop};
use wazir_reference::Interpreter;
use wazir_runtime::{Game, Info, Move, Variant};
use wazir_variant_spec::{Folder, Library, Source, compile};

/// The folder of rule files.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants")
}

/// All games of `variants/`.
pub(crate) struct Interpreted;

impl Games for Interpreted {
    fn names(&self) -> Vec<String> {
        Folder(folder()).names()
    }
    fn open(&self, name: &str) -> Result<Opened, String> {
        let path = Path::new(name);
        let source = if path.extension().is_some() {
            let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read `{name}`: {error}"))?;
            Source { file: name.to_string(), text }
        } else {
            Folder(folder()).find(name).ok_or_else(|| format!("no game is called `{name}`"))?
        };
        self.read(source, &[])
    }
    fn read(&self, source: Source, _: &[Source]) -> Result<Opened, String> {
        let rules = compile(&source, &Folder(folder())).map_err(|errors| errors.render(false))?.rules;
        let variant: Arc<dyn Variant> = Arc::new(Interpreter::new(rules.clone()).expect("a right start"));
        let of_engine = variant.clone();
        let engine = move || -> Box<dyn Engine> { Box::new(First(of_engine.clone())) };
        Ok(Opened { source, rules: Arc::new(rules), variant, engine: Arc::new(engine) })
    }
    fn parents(&self, _: &Opened) -> Vec<Source> {
        Vec::new()
    }
}

/// Plays the legal move of the lowest order, after as much time as it is given. It is content unless the opponent has more pieces on the board.
struct First(Arc<dyn Variant>);

impl First {
    /// Has the side to move fewer pieces than the other?
    fn is_behind(&self, line: &Line) -> bool {
        let Ok(mut game) = self.0.start().at(&line.start) else { return false };
        if line.moves.iter().any(|&mv| game.play(mv).is_err()) {
            return false;
        }
        let sides = (0..game.info().squares() as u16).filter_map(|square| game.piece_at(square)).map(|(side, _)| side);
        let (own, others): (Vec<u8>, Vec<u8>) = sides.partition(|side| *side == game.turn());
        own.len() < others.len()
    }

    fn moves(&self, line: &Line) -> Result<(Vec<Move>, Option<Move>), LineError> {
        let mut game = self.0.start().at(&line.start).map_err(LineError::Start)?.begin();
        for (index, &mv) in line.moves.iter().enumerate() {
            game.play(mv).map_err(|error| LineError::Move(index, error))?;
        }
        let mut moves = Vec::new();
        game.list(&mut moves);
        moves.sort_by_key(|mv| mv.order());
        let answer = moves.first().and_then(|&mv| {
            let mut next = game.position().boxed();
            next.play(mv).ok()?;
            next.legal_moves().into_iter().min_by_key(|mv| mv.order())
        });
        Ok((moves, answer))
    }
}

impl Engine for First {
    fn info(&self) -> &Info {
        self.0.info()
    }
    fn set_hash(&mut self, _: usize) {}
    fn set_values(&mut self, _: &wazir_variant_spec::Values) {}
    fn set_techniques(&mut self, _: wazir_engine::Techniques) {}
    fn set_threads(&mut self, _: std::num::NonZeroUsize) {}
    fn new_game(&mut self) {}
    fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Found, LineError> {
        let clock = Instant::now();
        let (mut moves, ponder) = self.moves(line)?;
        if !limits.only.is_empty() {
            moves.retain(|mv| limits.only.contains(mv));
        }
        let depth = limits.depth.unwrap_or(1);
        let best = moves.first().copied();
        let score = match limits.mate {
            Some(_) => Score::Wins(3),
            None if self.is_behind(line) => Score::Centipawns(-200),
            None => Score::Centipawns(25),
        };
        if let Some(best) = best {
            let moves = [Some(best), ponder].into_iter().flatten().collect();
            report(&Report {
                line: 0,
                depth,
                reached: depth,
                score,
                bound: Bound::Exact,
                nodes: 7,
                time: Duration::from_millis(3),
                full: 0,
                moves,
                chances: None,
                current: None,
            });
        }
        let until = limits.time.or(limits.clock.map(|clock| clock.remaining / 40));
        let thinks = || {
            let ponders = limits.ponder && !stop.is_hit();
            ponders || limits.until_stopped || until.is_some_and(|time| clock.elapsed() < time)
        };
        while !stop.is_raised() && thinks() {
            thread::sleep(Duration::from_millis(1));
        }
        let mate = limits.mate.and(best).map(|best| Solved::Won([Some(best), ponder].into_iter().flatten().collect()));
        Ok(Found { best, ponder, score, depth, nodes: 7, mate })
    }
    fn evaluate(&self, line: &Line) -> Result<i32, LineError> {
        self.moves(line).map(|(moves, _)| moves.len() as i32)
    }
}

/// Bytes that are written at one end and read at the other.
struct Pipe {
    bytes: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            // When the other end has been closed, nothing is left to read.
            let Ok(bytes) = self.bytes.recv() else { return Ok(0) };
            self.rest = bytes;
        }
        let length = buffer.len().min(self.rest.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// Lines that are written, one by one.
struct Lines {
    lines: Sender<String>,
    begun: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.begun)).expect("what is written is UTF-8");
                self.lines.send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
            } else {
                self.begun.push(byte);
            }
        }
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A GUI: what it says and hears.
pub(crate) struct Gui {
    input: Option<Sender<Vec<u8>>>,
    output: Mutex<Receiver<String>>,
    server: Option<thread::JoinHandle<Result<(), String>>>,
}

/// How long an answer may take in a test, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

impl Gui {
    /// Starts an engine.
    pub(crate) fn new(game: Option<&'static str>) -> Gui {
        let (input, bytes) = mpsc::channel();
        let (lines, output) = mpsc::channel();
        let server = thread::spawn(move || {
            let input = BufReader::new(Pipe { bytes, rest: Vec::new() });
            let mut output = Lines { lines, begun: Vec::new() };
            wazir_protocol::serve(Arc::new(Interpreted), game, input, &mut output)
        });
        Gui { input: Some(input), output: Mutex::new(output), server: Some(server) }
    }

    /// Says lines.
    pub(crate) fn say(&self, lines: &str) {
        self.send(format!("{lines}\n").as_bytes());
    }

    /// Sends bytes.
    pub(crate) fn send(&self, bytes: &[u8]) {
        // An engine that has ended does not listen any more.
        let _ = self.input.as_ref().expect("not closed").send(bytes.to_vec());
    }

    /// The next line; `None` when the engine has ended.
    pub(crate) fn hear(&self) -> Option<String> {
        self.hear_within(PATIENCE).unwrap_or_else(|()| panic!("no answer for {PATIENCE:?}"))
    }

    fn hear_within(&self, patience: Duration) -> Result<Option<String>, ()> {
        match self.output.lock().unwrap().recv_timeout(patience) {
            Ok(line) => Ok(Some(line)),
            Err(mpsc::RecvTimeoutError::Disconnected) => Ok(None),
            Err(mpsc::RecvTimeoutError::Timeout) => Err(()),
        }
    }

    /// All lines up to and with the first that begins so.
    pub(crate) fn hear_until(&self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let Some(line) = self.hear() else { panic!("the engine ended before `{start}`; it said {heard:#?}") };
            let is_last = line.starts_with(start);
            heard.push(line);
            if is_last {
                return heard;
            }
        }
    }

    /// Says lines, and returns the first answer that begins so.
    pub(crate) fn ask(&self, lines: &str, start: &str) -> String {
        self.say(lines);
        self.hear_until(start).pop().unwrap()
    }

    /// Closes the input; returns what is still said, and how it ended.
    pub(crate) fn end(mut self) -> (Vec<String>, Result<(), String>) {
        self.input = None;
        let rest: Vec<String> = std::iter::from_fn(|| self.hear()).collect();
        let result = self.server.take().unwrap().join().expect("no panic");
        (rest, result)
    }
}

/// The dialogue in `text`: lines after `> ` are said, the others are heard, in this order, but for empty ones; `...` passes over any lines. A `*` in a line stands for any text.
pub(crate) fn dialogue(game: Option<&'static str>, text: &str) {
    let gui = Gui::new(game);
    let (mut skipping, mut passed) = (false, Vec::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(said) = line.strip_prefix('>') {
            gui.say(said.trim_start());
            continue;
        }
        if line == "..." {
            skipping = true;
            continue;
        }
        loop {
            let Ok(Some(heard)) = gui.hear_within(PATIENCE) else {
                panic!("expected `{line}`, and heard no more after {passed:#?}")
            };
            let heard = heard.trim();
            if heard.is_empty() {
                continue;
            }
            if matches(line, heard) {
                break;
            }
            passed.push(heard.to_string());
            assert!(skipping, "expected `{line}`, heard `{heard}`");
        }
        skipping = false;
        passed.clear();
    }
    let (_, result) = gui.end();
    assert_eq!(result, Ok(()));
}

/// Does the text fit the pattern, in which `*` is any text?
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// A game at a FEN, or at its start.
pub(crate) fn game(name: &str, fen: Option<&str>) -> Box<dyn Game> {
    let variant = Interpreted.open(name).unwrap().variant;
    match fen {
        Some(fen) => variant.from_fen(fen, wazir_runtime::Style::Game).unwrap(),
        None => variant.start(),
    }
}
