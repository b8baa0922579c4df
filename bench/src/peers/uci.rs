//! Any UCI engine that understands `go perft` and `setoption name UCI_Variant`, as Fairy-Stockfish does.

use super::{Counter, Mode, Peer};
use crate::{measure::Sample, positions::Position};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::{Duration, Instant},
};

/// No answer for this long: the engine hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running engine. It counts in bulk only.
pub(crate) struct Engine {
    name: String,
    variants: Vec<String>,
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts the program and asks what it plays.
    pub(crate) fn start(path: &Path) -> Result<Engine, String> {
        let error = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
        let mut process = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| error(&e))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(error(&"no pipes to it"));
        };
        let (sender, lines) = channel();
        // A thread of its own, so that waiting for a line can end. It stops with the engine.
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let name = path.file_name().map_or_else(|| "engine".into(), |name| name.to_string_lossy().into_owned());
        let mut engine = Engine { name, variants: Vec::new(), process, input, lines };
        engine.send("uci")?;
        loop {
            let line = engine.line()?;
            if line.trim() == "uciok" {
                break;
            }
            if line.contains("name UCI_Variant ") {
                let mut words = line.split_whitespace();
                while let Some(word) = words.next() {
                    if word == "var" {
                        engine.variants.extend(words.next().map(String::from));
                    }
                }
            }
        }
        if engine.variants.is_empty() {
            engine.variants = vec!["chess".to_string(), "fischerandom".to_string()];
        }
        Ok(engine)
    }

    fn send(&mut self, command: &str) -> Result<(), String> {
        writeln!(self.input, "{command}")
            .and_then(|()| self.input.flush())
            .map_err(|e| format!("{} does not listen: {e}", self.name))
    }

    fn line(&self) -> Result<String, String> {
        self.lines.recv_timeout(PATIENCE).map_err(|e| format!("{} does not answer: {e}", self.name))
    }

    fn ready(&mut self) -> Result<(), String> {
        self.send("isready")?;
        while self.line()?.trim() != "readyok" {}
        Ok(())
    }

    /// CPU time of all its threads so far, where the system tells.
    fn cpu_time(&self) -> Option<Duration> {
        let mut nanoseconds = 0;
        for task in fs::read_dir(format!("/proc/{}/task", self.process.id())).ok()? {
            let text = fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
            nanoseconds += text.split_whitespace().next()?.parse::<u64>().ok()?;
        }
        Some(Duration::from_nanos(nanoseconds))
    }
}

impl Peer for Engine {
    fn name(&self) -> &str {
        &self.name
    }
    fn plays(&self, position: &Position) -> bool {
        self.variants.contains(&position.variant)
    }
    fn counts(&self, mode: Mode) -> bool {
        mode == Mode::Bulk
    }
    fn open<'a>(&'a mut self, position: &Position) -> Result<Box<dyn Counter + 'a>, String> {
        self.send(&format!("setoption name UCI_Variant value {}", position.variant))?;
        self.send(&format!("setoption name UCI_Chess960 value {}", position.chess960))?;
        self.send(&format!("position fen {}", position.fen))?;
        self.ready()?;
        Ok(Box::new(EnginePosition(self)))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may be gone already, or be counting still: neither matters any more.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The engine, with a position set up.
struct EnginePosition<'a>(&'a mut Engine);

impl Counter for EnginePosition<'_> {
    fn count(&mut self, depth: u32, _: Mode) -> Result<Sample, String> {
        let before = self.0.cpu_time();
        let start = Instant::now();
        self.0.send(&format!("go perft {depth}"))?;
        let nodes = loop {
            let line = self.0.line()?;
            if let Some(number) = line.strip_prefix("Nodes searched: ") {
                break number.trim().parse().map_err(|_| format!("`{line}`: not a number"))?;
            }
        };
        let wall = start.elapsed();
        // After this answer its search thread sleeps, and its CPU time is complete.
        self.0.ready()?;
        let cpu = before.zip(self.0.cpu_time()).and_then(|(before, after)| after.checked_sub(before));
        Ok(Sample { nodes, time: cpu.unwrap_or(wall) })
    }
}
