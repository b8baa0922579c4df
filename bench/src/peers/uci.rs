//! Any UCI engine that understands `go perft` and `setoption name UCI_Variant`, as Fairy-Stockfish does.

use super::{Counter, Mode, Peer};
use crate::{measure::Sample, positions::Position};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::{Duration, Instant},
};

/// No answer for this long: the engine hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// An engine. It counts in bulk only: `go perft` adds up the sizes of move lists, and there is no command that plays every leaf.
pub(crate) struct Engine {
    path: PathBuf,
    name: String,
    variants: Vec<String>,
    /// None after it has crashed or hung; it is started again for the next position.
    running: Option<Running>,
}

/// The process.
struct Running {
    name: String,
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts the program and asks what it plays.
    pub(crate) fn start(path: &Path) -> Result<Engine, String> {
        let name = path.file_name().map_or_else(|| "engine".into(), |name| name.to_string_lossy().into_owned());
        let mut running = Running::start(path, &name)?;
        let mut variants = running.variants()?;
        if variants.is_empty() {
            variants = vec!["chess".to_string(), "fischerandom".to_string()];
        }
        Ok(Engine { path: path.to_path_buf(), name, variants, running: Some(running) })
    }

    /// The engine that is looked for where none is named.
    pub(crate) fn usual() -> Option<PathBuf> {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::env::split_paths(&folders).chain([PathBuf::from("/usr/games")]);
        folders.map(|folder| folder.join("fairy-stockfish")).find(|path| path.is_file())
    }
}

impl Running {
    fn start(path: &Path, name: &str) -> Result<Running, String> {
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
        Ok(Running { name: name.to_string(), process, input, lines })
    }

    /// Says hello, and hears what it plays.
    fn variants(&mut self) -> Result<Vec<String>, String> {
        let mut variants = Vec::new();
        self.send("uci")?;
        loop {
            let line = self.line()?;
            if line.trim() == "uciok" {
                return Ok(variants);
            }
            if line.contains("name UCI_Variant ") {
                let words: Vec<&str> = line.split_whitespace().collect();
                variants.extend(words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1].to_string()));
            }
        }
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
        let mut running = match self.running.take() {
            Some(running) => running,
            None => {
                let mut running = Running::start(&self.path, &self.name)?;
                running.variants()?;
                running
            }
        };
        running.send(&format!("setoption name UCI_Variant value {}", position.variant))?;
        running.send(&format!("setoption name UCI_Chess960 value {}", position.chess960))?;
        running.send(&format!("position fen {}", position.fen))?;
        running.ready()?;
        Ok(Box::new(EnginePosition { engine: self, running: Some(running) }))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may be gone already, or be counting still: neither matters any more.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The engine, with a position set up. It is given back if it has not broken down.
struct EnginePosition<'a> {
    engine: &'a mut Engine,
    running: Option<Running>,
}

impl Drop for EnginePosition<'_> {
    fn drop(&mut self) {
        self.engine.running = self.running.take();
    }
}

impl Counter for EnginePosition<'_> {
    fn count(&mut self, depth: u32, _: Mode) -> Result<Sample, String> {
        let mut running = self.running.take().ok_or_else(|| format!("{} is gone", self.engine.name))?;
        let sample = running.count(depth)?;
        self.running = Some(running);
        Ok(sample)
    }
}

impl Running {
    fn count(&mut self, depth: u32) -> Result<Sample, String> {
        let before = self.cpu_time();
        let start = Instant::now();
        self.send(&format!("go perft {depth}"))?;
        let nodes = loop {
            let line = self.line()?;
            if let Some(number) = line.strip_prefix("Nodes searched: ") {
                break number.trim().parse().map_err(|_| format!("`{line}`: not a number"))?;
            }
        };
        let wall = start.elapsed();
        // After this answer its search thread sleeps, and its CPU time is complete.
        self.ready()?;
        let cpu = before.zip(self.cpu_time()).and_then(|(before, after)| after.checked_sub(before));
        Ok(Sample { nodes, time: cpu.unwrap_or(wall) })
    }
}
