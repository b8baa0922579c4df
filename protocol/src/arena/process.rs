//! [`Process`]: another program, spoken with line by line, with patience that ends.

use super::player::Fault;
use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use wazir_engine::Stop;
use wazir_runtime::{printable, shortened_to};

/// Another program. It is ended when this is dropped.
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    /// The thread that collects them.
    listener: JoinHandle<()>,
    name: String,
}

/// Lines of standard error that are kept, to tell why a program has ended.
const COMPLAINTS: usize = 3;
/// Characters of such a line that are told.
const LONGEST_COMPLAINT: usize = 200;
/// Longest line that is believed.
const LONGEST_LINE: u64 = crate::serve::LONGEST_LINE;
/// Lines that are read before anybody wants them: a program that says more has to wait.
const READ_AHEAD: usize = 10_000;
/// How often a wait looks whether it has been called off.
const GLANCE: Duration = Duration::from_millis(50);
/// How long a program has to end in when it is told to quit.
const FAREWELL: Duration = Duration::from_millis(500);

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// When that is not possible.
    pub(crate) fn start(command: &[String]) -> Result<Process, Fault> {
        let name = shell_words::join(command);
        let cannot = |what: String| Fault::Died(format!("cannot start `{name}`: {what}"));
        let (program, arguments) = command.split_first().ok_or_else(|| cannot("no command".to_string()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| cannot(error.to_string()))?;
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(cannot("it has no input and output".to_string()));
        };
        let (sender, lines) = mpsc::sync_channel(READ_AHEAD);
        thread::spawn(move || each_line(output, |line| sender.send(line).is_ok()));
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let kept = complaints.clone();
        let listener = thread::spawn(move || {
            each_line(errors, |line| {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.push_back(shortened_to(line.trim(), LONGEST_COMPLAINT));
                if kept.len() > COMPLAINTS {
                    kept.pop_front();
                }
                true
            });
        });
        Ok(Process { child, input, lines, complaints, listener, name })
    }

    /// Says a line.
    pub(crate) fn say(&mut self, line: &str) -> Result<(), Fault> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|_| self.death())
    }

    /// The next line, by the deadline.
    pub(crate) fn hear(&mut self, deadline: Instant, cancel: &Stop) -> Result<String, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.death()),
                Err(RecvTimeoutError::Timeout) if cancel.is_raised() => return Err(Fault::Cancelled),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(Fault::Silent(format!("`{}`", self.name)));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The next line that `wanted` makes something of, by the deadline.
    pub(crate) fn hear_what<T>(
        &mut self,
        patience: Duration,
        cancel: &Stop,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let deadline = Instant::now() + patience;
        loop {
            let line = self.hear(deadline, cancel)?;
            if let Some(found) = wanted(line.trim()) {
                return Ok(found);
            }
        }
    }

    /// How it has ended.
    fn death(&mut self) -> Fault {
        // It may be about to end: its output is closed first.
        let deadline = Instant::now() + FAREWELL;
        let mut status = self.child.try_wait();
        while matches!(status, Ok(None)) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
            status = self.child.try_wait();
        }
        let how = match status {
            Ok(Some(status)) => status.to_string(),
            _ => "it has closed its output".to_string(),
        };
        // What it said last may still be on the way.
        while !self.listener.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let said: Vec<&str> = complaints.iter().map(|line| &**line).collect();
        let said = if said.is_empty() { String::new() } else { format!("; it said: {}", said.join(" | ")) };
        Fault::Died(format!("`{}`: {how}{said}", self.name))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let deadline = Instant::now() + FAREWELL;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Calls `f` with each line until it says no or there are no more. What a program says goes to terminals and into files: it has no commands to a terminal here any more.
fn each_line(input: impl Read, mut f: impl FnMut(String) -> bool) {
    let mut input = BufReader::new(input);
    loop {
        let mut bytes = Vec::new();
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(1..) => {
                if !f(printable(String::from_utf8_lossy(&bytes).trim_end()).into_owned()) {
                    return;
                }
            }
            _ => return,
        }
    }
}
