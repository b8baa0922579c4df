//! The terminal for real: it is taken over, events are read in a thread of their own, and whatever happens it is given back.

use crate::{
    app::{App, Event},
    view,
};
use crossterm::{
    event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
    execute,
};
use ratatui::{DefaultTerminal, Terminal, backend::CrosstermBackend};
use std::{
    io,
    mem::ManuallyDrop,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

/// How long the screen stays as it is when nothing happens: clocks show tenths of seconds.
const PAUSE: Duration = Duration::from_millis(100);

/// Is the terminal ours at present?
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Gives the terminal back when it is dropped.
struct Taken;

impl Taken {
    fn take() -> io::Result<Taken> {
        crossterm::terminal::enable_raw_mode()?;
        // From here on it has to be given back, also when the next step fails.
        TAKEN.store(true, Ordering::SeqCst);
        let taken = Taken;
        execute!(io::stdout(), crossterm::terminal::EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
        Ok(taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back_to(&mut io::stdout());
    }
}

/// Makes the terminal what it was, if it is taken: for whoever ends the program in the middle of it, from any thread.
pub fn give_back() {
    // Standard output belongs to the thread that draws.
    match std::fs::File::options().write(true).open("/dev/tty") {
        Ok(mut terminal) => give_back_to(&mut terminal),
        Err(_) => give_back_to(&mut io::stderr()),
    }
}

/// There is nobody to tell if that fails.
fn give_back_to(out: &mut impl io::Write) {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = execute!(
        out,
        DisableBracketedPaste,
        DisableMouseCapture,
        crossterm::terminal::LeaveAlternateScreen,
        crossterm::cursor::Show
    );
    let _ = crossterm::terminal::disable_raw_mode();
}

/// A panic of the thread that draws gives the terminal back before it is reported; one of the engine's thread is reported on the screen instead.
fn survive_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let screen = thread::current().id();
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if thread::current().id() == screen {
                give_back_to(&mut io::stdout());
                before(panic);
            }
        }));
    });
}

/// Why the app is over.
#[derive(Debug)]
pub enum Left {
    /// It was left, or interrupted.
    Asked,
    /// The terminal is gone: why it cannot be drawn on any more, `None` where nothing comes from it any more.
    Gone(Option<io::Error>),
}

/// Runs the app until it is left, `is_interrupted` says that the program is to end, or the terminal is gone. `events` is where its own threads send to, `heard` the
/// other end. The app is to be closed then, however it has ended.
///
/// # Errors
/// When the terminal cannot be taken over, or takes no more at present.
pub fn run(
    app: &mut App,
    events: Sender<Event>,
    heard: &Receiver<Event>,
    is_interrupted: fn() -> bool,
) -> io::Result<Left> {
    survive_panics();
    let taken = Taken::take()?;
    // When it is dropped it shows the cursor, as giving the terminal back does, and where that is gone it complains on a standard error that is often the same
    // terminal, by a macro that panics then.
    let mut terminal: ManuallyDrop<DefaultTerminal> =
        ManuallyDrop::new(Terminal::new(CrosstermBackend::new(io::stdout()))?);
    // It ends with the program: there is no way to wake it up.
    thread::spawn(move || {
        while let Ok(event) = crossterm::event::read() {
            if events.send(Event::Terminal(event)).is_err() {
                return;
            }
        }
        // Nobody listens if the app is over.
        let _ = events.send(Event::Gone);
    });
    let mut last = Instant::now();
    let mut left = Left::Asked;
    while !app.quit && !is_interrupted() {
        match terminal.draw(|frame| view::draw(frame, app)) {
            Ok(_) => {}
            // Somebody else has made it one that does not wait.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Err(error),
            // Systems have many names for a terminal that was closed.
            Err(error) => {
                left = Left::Gone(Some(error));
                break;
            }
        }
        let event = match heard.recv_timeout(PAUSE) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        // First the time that has passed: it is that of the side that was to move.
        let now = Instant::now();
        app.pass(now - last);
        last = now;
        // Everything that has come meanwhile, before the screen is drawn once.
        let more = std::iter::from_fn(|| heard.try_recv().ok());
        for event in event.into_iter().chain(more) {
            if matches!(event, Event::Gone) {
                left = Left::Gone(None);
            }
            app.handle(event);
        }
    }
    drop(taken);
    Ok(left)
}
