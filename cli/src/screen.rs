//! How the program speaks: exit status, output that survives a closed pipe, colour, JSON, progress. Nothing that comes from a file, a program or a command line
//! reaches a terminal as a command.

use crate::signals;
use std::{
    borrow::Cow,
    env,
    io::{self, IsTerminal, Write},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::{Duration, Instant},
};
use wazir::games::OpenError;
use wazir_runtime::{FenError, is_command, printable, printable_line};

/// How a command ended: the exit status 0, 1 or 130.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Done, nothing wrong.
    Fine,
    /// Done, and something is wrong or differs.
    Wrong,
    /// Interrupted, with what there was by then: the exit status of a program that a signal ends, such as 130.
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
    /// The first bytes of a character whose others have not come yet.
    begun: Vec<u8>,
    /// When to colour, as it was asked for.
    pub(crate) wanted: Color,
    /// Colours on standard output.
    pub(crate) color: bool,
    /// Colours on standard error.
    pub(crate) color_errors: bool,
    /// Standard output was a terminal at the beginning: one that is gone is none any more.
    on_terminal: bool,
}

impl Screen {
    pub(crate) fn new(color: Color) -> Screen {
        Screen {
            out: io::stdout().lock(),
            begun: Vec::new(),
            wanted: color,
            color: color.on(io::stdout().is_terminal()),
            color_errors: color.on(io::stderr().is_terminal()),
            on_terminal: io::stdout().is_terminal(),
        }
    }

    /// Prints JSON, indented, on standard output.
    pub(crate) fn json(&mut self, value: &serde_json::Value) -> Result<(), Failure> {
        writeln!(self, "{}", escaped(&serde_json::to_string_pretty(value)?))?;
        Ok(())
    }

    /// Prints JSON in a line.
    pub(crate) fn json_line(&mut self, value: &serde_json::Value) -> Result<(), Failure> {
        writeln!(self, "{}", escaped(&value.to_string()))?;
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
        let _ = writeln!(io::stderr(), "{label}: {}", printable(text));
    }

    /// Prints on standard error what is wrong with a part of the work that goes on.
    pub(crate) fn complain(&self, text: &str) {
        let label = if self.color_errors { "\x1b[1;31merror\x1b[0m" } else { "error" };
        let _ = writeln!(io::stderr(), "{label}: {}", printable(text));
    }

    /// Prints a failure on standard error; returns the exit status.
    pub(crate) fn fail(&self, failure: &Failure) -> u8 {
        let message = match failure {
            // Terminals are never full. (Somebody else may have them not wait.)
            Failure::Io(error) if self.on_terminal && error.kind() != io::ErrorKind::WouldBlock => {
                signals::hang_up();
                self.complain(&format!("the terminal is gone: {error}"));
                return signals::status();
            }
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Failure::Io(error) => format!("cannot write: {error}"),
            Failure::Open(OpenError::Rules(diagnostics)) => {
                // Standard error may be closed as well; there is nobody left to tell then.
                let _ = write!(io::stderr(), "{}", shown(&diagnostics.render(self.color_errors), self.color_errors));
                return 2;
            }
            Failure::Open(error) => error.to_string(),
            Failure::Input(message) => message.clone(),
        };
        // What is wrong with a rule file, as the engines tell it, says itself that it is an error.
        if message.starts_with("error[") || message.starts_with("warning[") {
            let _ = writeln!(io::stderr(), "{}", printable(message.trim_end()));
        } else {
            self.complain(&message);
        }
        2
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
        if self.begun.is_empty() && bytes.iter().all(is_plain) {
            return self.out.write(bytes);
        }
        self.begun.extend_from_slice(bytes);
        let begun = std::mem::take(&mut self.begun);
        let whole = match std::str::from_utf8(&begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Ok(_) | Err(_) => begun.len(),
        };
        self.begun = begun[whole..].to_vec();
        let text = String::from_utf8_lossy(&begun[..whole]);
        self.out.write_all(shown(&text, self.color).as_bytes())?;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The codes of the colours and weights that this program and its diagnostics use, as a terminal is told of them.
const STYLES: [&str; 10] = [
    "\x1b[0m",
    "\x1b[1m",
    "\x1b[1;31m",
    "\x1b[1;32m",
    "\x1b[1;33m",
    "\x1b[1;34m",
    "\x1b[1;4m",
    "\x1b[2m",
    "\x1b[31m",
    "\x1b[32m",
];

/// Prints what clap has to say about the arguments, which it quotes; returns the exit status.
pub(crate) fn fail_on_arguments(error: &clap::Error) -> u8 {
    let text = error.render().to_string();
    // Nothing is left to do when even that cannot be printed.
    let _ = match printable(&text) {
        Cow::Borrowed(_) => error.print(),
        Cow::Owned(text) => write!(io::stderr(), "{text}"),
    };
    if error.use_stderr() { 2 } else { 0 }
}

/// What is printed of a text: no command to a terminal but, with `color`, our own colours.
fn shown(text: &str, color: bool) -> Cow<'_, str> {
    if !color || !text.contains('\x1b') {
        return printable(text);
    }
    let mut out = String::with_capacity(text.len());
    for (index, part) in text.split('\x1b').enumerate() {
        let own = STYLES.iter().map(|style| &style[1..]).find(|style| index > 0 && part.starts_with(*style));
        if let Some(own) = own {
            out = out + "\x1b" + own + &printable(&part[own.len()..]);
        } else {
            out += if index > 0 { "\u{FFFD}" } else { "" };
            out += &printable(part);
        }
    }
    Cow::Owned(out)
}

/// JSON in which what a terminal would take for a command is written as JSON escapes it: whoever reads it gets it back.
fn escaped(json: &str) -> Cow<'_, str> {
    // JSON itself escapes those below the blank; a line feed is between values.
    let is_wrong = |c: char| c != '\n' && is_command(c);
    if !json.contains(is_wrong) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if is_wrong(c) {
            let mut units = [0; 2];
            out.extend(c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// A progress line is on the terminal.
static LINE_DRAWN: AtomicBool = AtomicBool::new(false);

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
            label: printable_line(&label.into()).into_owned(),
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
        let _ =
            write!(io::stderr(), "\r\x1b[K{}: {done}/{}, {text}", self.label, self.total, text = printable_line(text));
        let _ = io::stderr().flush();
    }

    /// Shows how far work has come that is not counted.
    pub(crate) fn show_part(&self, text: &str) {
        if self.visible {
            LINE_DRAWN.store(true, Ordering::Relaxed);
            self.drawn.store(1, Ordering::Relaxed);
            let _ = write!(io::stderr(), "\r\x1b[K{}: {}", self.label, printable_line(text));
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

/// Wipes the progress line of a program that is about to end, if one is on the terminal.
pub(crate) fn wipe_progress() {
    if LINE_DRAWN.load(Ordering::Relaxed) {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_colours_reach_a_terminal() {
        let hostile = "a\x1b[1mb\x1b[0m\x1b]0;title\x07\x1b[2Jc\u{9b}31md\r\n";
        let kept = "a\x1b[1mb\x1b[0m\u{FFFD}]0;title\u{FFFD}\u{FFFD}[2Jc\u{FFFD}31md\u{FFFD}\n";
        assert_eq!(shown(hostile, true), kept);
        assert_eq!(shown(hostile, false), kept.replace('\x1b', "\u{FFFD}"));
        assert!(matches!(shown("plain ♞\n", true), Cow::Borrowed(_)));
    }

    #[test]
    fn json_keeps_what_it_may_not_show() {
        let value = serde_json::json!({"name": "a\u{9b}b\u{202e}\x1b\u{e0041}\n"});
        let text = escaped(&value.to_string()).into_owned();
        assert_eq!(text, r#"{"name":"a\u009bb\u202e\u001b\udb40\udc41\n"}"#);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).ok(), Some(value));
    }
}
