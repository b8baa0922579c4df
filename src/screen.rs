//! How the program speaks: exit status, output that survives a closed pipe, colour, JSON, progress.

use std::{
    env,
    io::{self, IsTerminal, Write},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::{Duration, Instant},
};
use wazir::games::OpenError;
use wazir_engine::Stop;
use wazir_runtime::FenError;

/// How a command ended: the exit status 0, 1 or 130.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Done, nothing wrong.
    Fine,
    /// Done, and something is wrong or differs.
    Wrong,
    /// Interrupted, with what there was by then: the exit status of an interrupted program.
    Interrupted,
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad usage or bad input: a message for people. Exit status 2.
    Input(String),
    /// A game could not be opened. Exit status 2.
    Open(OpenError),
    /// Output failed. A closed pipe is no failure of ours.
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        Failure::Open(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Io(error.into())
    }
}

impl From<wazir_variant_spec::Diagnostics> for Failure {
    fn from(diagnostics: wazir_variant_spec::Diagnostics) -> Failure {
        Failure::Open(OpenError::Rules(Box::new(diagnostics)))
    }
}

/// Bad input, with a message.
pub(crate) fn bad_input<T>(message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Input(message.into()))
}

/// What a FEN error looks like: the message, the FEN, and its wrong part underlined.
pub(crate) fn fen_error(fen: &str, error: &FenError) -> Failure {
    let (start, end) = error.span;
    let mut message = error.to_string();
    if start < end && end <= fen.len() {
        let before = fen.get(..start).map_or(0, |text| text.chars().count());
        let length = fen.get(start..end).map_or(1, |text| text.chars().count());
        message += &format!("\n  {fen}\n  {}{}", " ".repeat(before), "^".repeat(length));
    }
    Failure::Input(message)
}

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// On terminals, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    fn on(self, terminal: bool) -> bool {
        let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => terminal && !set("NO_COLOR") && env::var_os("TERM").is_none_or(|term| term != "dumb"),
        }
    }
}

/// Standard output, and what it can show.
pub(crate) struct Screen {
    out: io::StdoutLock<'static>,
    /// When to colour, as it was asked for.
    pub(crate) wanted: Color,
    /// Colours on standard output.
    pub(crate) color: bool,
    /// Colours on standard error.
    pub(crate) color_errors: bool,
}

impl Screen {
    pub(crate) fn new(color: Color) -> Screen {
        Screen {
            out: io::stdout().lock(),
            wanted: color,
            color: color.on(io::stdout().is_terminal()),
            color_errors: color.on(io::stderr().is_terminal()),
        }
    }

    /// Prints JSON, indented, on standard output.
    pub(crate) fn json(&mut self, value: &serde_json::Value) -> Result<(), Failure> {
        serde_json::to_writer_pretty(&mut self.out, value)?;
        writeln!(self.out)?;
        Ok(())
    }

    /// `text` with an SGR code such as `1` (bold), when colours are on.
    pub(crate) fn paint(&self, code: &str, text: &str) -> String {
        if self.color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }

    /// Prints a remark on standard error, where it is in nobody's way.
    pub(crate) fn note(&self, text: &str) {
        let label = if self.color_errors { "\x1b[1;36mnote\x1b[0m" } else { "note" };
        // Standard error may be closed; there is nobody to tell then.
        let _ = writeln!(io::stderr(), "{label}: {text}");
    }

    /// Prints on standard error what is wrong with a part of the work that goes on.
    pub(crate) fn complain(&self, text: &str) {
        let label = if self.color_errors { "\x1b[1;31merror\x1b[0m" } else { "error" };
        let _ = writeln!(io::stderr(), "{label}: {text}");
    }

    /// Prints a failure on standard error; returns the exit status.
    pub(crate) fn fail(&self, failure: &Failure) -> u8 {
        let message = match failure {
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Failure::Io(error) => format!("cannot write: {error}"),
            Failure::Open(OpenError::Rules(diagnostics)) => {
                // Standard error may be closed as well; there is nobody left to tell then.
                let _ = write!(io::stderr(), "{}", diagnostics.render(self.color_errors));
                return 2;
            }
            Failure::Open(error) => error.to_string(),
            Failure::Input(message) => message.clone(),
        };
        let label = if self.color_errors { "\x1b[1;31merror\x1b[0m" } else { "error" };
        let _ = writeln!(io::stderr(), "{label}: {message}");
        2
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A progress line is on the terminal.
static LINE_DRAWN: AtomicBool = AtomicBool::new(false);

/// A command has something to show when it is interrupted, and ends by itself once [`is_interrupted`].
static ENDS_BY_ITSELF: AtomicBool = AtomicBool::new(false);

/// Ctrl-C was pressed.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on a first Ctrl-C only makes [`is_interrupted`] true, which the caller looks at; a second one ends the program.
pub(crate) fn end_by_itself_when_interrupted() {
    ENDS_BY_ITSELF.store(true, Ordering::Relaxed);
}

/// Was Ctrl-C pressed?
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Does work that ends when `Stop` is raised, which a first Ctrl-C does, once [`end_by_itself_when_interrupted`].
pub(crate) fn with_cancel<T>(work: impl FnOnce(&Stop) -> T) -> T {
    let (cancel, over) = (Stop::new(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                if is_interrupted() {
                    cancel.raise();
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        let result = work(&cancel);
        over.store(true, Ordering::Relaxed);
        result
    })
}

/// Makes Ctrl-C leave a clean terminal: the progress line is wiped and the exit status is that of an interrupted program.
pub(crate) fn end_cleanly_when_interrupted() {
    let end = || {
        if !INTERRUPTED.swap(true, Ordering::Relaxed) && ENDS_BY_ITSELF.load(Ordering::Relaxed) {
            return;
        }
        if LINE_DRAWN.load(Ordering::Relaxed) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        std::process::exit(130)
    };
    // Without a handler Ctrl-C ends the program all the same.
    let _ = ctrlc::set_handler(end);
}

/// A line on standard error about long work: drawn only on a terminal, only after a second, and wiped when dropped.
pub(crate) struct Progress {
    label: String,
    total: u64,
    done: AtomicU64,
    start: Instant,
    /// Milliseconds since the start at which it was last drawn; 0 for never.
    drawn: AtomicU64,
    visible: bool,
}

impl Progress {
    pub(crate) fn new(label: impl Into<String>, total: u64) -> Progress {
        Progress {
            label: label.into(),
            total,
            done: AtomicU64::new(0),
            start: Instant::now(),
            drawn: AtomicU64::new(0),
            visible: io::stderr().is_terminal(),
        }
    }

    /// Would anybody see it?
    pub(crate) fn is_visible() -> bool {
        io::stderr().is_terminal()
    }

    /// One more piece of work is done.
    pub(crate) fn advance(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let elapsed = self.start.elapsed();
        let now = elapsed.as_millis() as u64;
        let last = self.drawn.load(Ordering::Relaxed);
        if !self.visible || elapsed < Duration::from_secs(1) || now < last + 100 {
            return;
        }
        if self.drawn.compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed).is_err() {
            return;
        }
        LINE_DRAWN.store(true, Ordering::Relaxed);
        let left = elapsed.as_secs_f64() * (self.total.saturating_sub(done)) as f64 / done as f64;
        let percent = 100 * done / self.total.max(1);
        let _ =
            write!(io::stderr(), "\r\x1b[K{}: {percent} % ({done}/{}), about {left:.0} s left", self.label, self.total);
        let _ = io::stderr().flush();
    }
}

impl Progress {
    /// So much is done, and this is to be told of it: shown at once.
    pub(crate) fn show(&self, done: u64, text: &str) {
        self.done.store(done, Ordering::Relaxed);
        if !self.visible {
            return;
        }
        LINE_DRAWN.store(true, Ordering::Relaxed);
        self.drawn.store(1, Ordering::Relaxed);
        let _ = write!(io::stderr(), "\r\x1b[K{}: {done}/{}, {text}", self.label, self.total);
        let _ = io::stderr().flush();
    }

    /// Shows how far work has come that is not counted.
    pub(crate) fn show_part(&self, text: &str) {
        if self.visible {
            LINE_DRAWN.store(true, Ordering::Relaxed);
            self.drawn.store(1, Ordering::Relaxed);
            let _ = write!(io::stderr(), "\r\x1b[K{}: {text}", self.label);
            let _ = io::stderr().flush();
        }
    }

    /// Wipes the line, before something else is printed.
    pub(crate) fn clear(&self) {
        if self.drawn.load(Ordering::Relaxed) > 0 {
            let _ = write!(io::stderr(), "\r\x1b[K");
            LINE_DRAWN.store(false, Ordering::Relaxed);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
