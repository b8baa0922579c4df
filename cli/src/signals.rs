//! The signals that end a program: it tells what it has, leaves a clean terminal, and has the exit status that such an end has.

use crate::screen;
use std::{
    sync::{
        OnceLock,
        atomic::{AtomicBool, AtomicI32, Ordering},
    },
    time::{Duration, Instant},
};
use wazir_engine::Stop;

/// The signal that has come first; 0: none.
static CAME: AtomicI32 = AtomicI32::new(0);

/// A command has something to show or to keep, and ends by itself once [`is_interrupted`].
static ENDS_BY_ITSELF: AtomicBool = AtomicBool::new(false);

/// So long a program that ends by itself has for that: who presses Ctrl-C twice, or has a shell and a script send the same signal, loses nothing that it still has to say.
const TIME_TO_END: Duration = Duration::from_secs(2);

/// When the first signal came.
static SINCE: OnceLock<Instant> = OnceLock::new();

/// From now on the first signal only makes [`is_interrupted`] true, which the caller looks at; another one ends the program if it has not ended two seconds later.
pub(crate) fn end_by_itself() {
    ENDS_BY_ITSELF.store(true, Ordering::Relaxed);
}

/// Has Ctrl-C been pressed, the terminal been closed, or the program been asked to end?
pub(crate) fn is_interrupted() -> bool {
    CAME.load(Ordering::Relaxed) != 0
}

/// The terminal is gone. The signal that says so comes later than the first error, or to another program alone.
pub(crate) fn hang_up() {
    /// SIGHUP, which not all systems have.
    const HANG_UP: i32 = 1;
    let _ = CAME.compare_exchange(0, HANG_UP, Ordering::Relaxed, Ordering::Relaxed);
}

/// The exit status of an interrupted program, as shells have it: 130 after Ctrl-C, 143 after SIGTERM, 129 when the terminal was closed.
pub(crate) fn status() -> u8 {
    match CAME.load(Ordering::Relaxed) {
        0 => 130,
        signal => (128 + signal).clamp(0, 255) as u8,
    }
}

/// Does work that ends when `Stop` is raised, which the first signal does, once [`end_by_itself`].
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

/// A signal has come.
fn take(signal: i32) {
    let _ = CAME.compare_exchange(0, signal, Ordering::Relaxed, Ordering::Relaxed);
    let is_ending = SINCE.get_or_init(Instant::now).elapsed() < TIME_TO_END;
    if is_ending && ENDS_BY_ITSELF.load(Ordering::Relaxed) {
        return;
    }
    wazir_tui::terminal::give_back();
    screen::wipe_progress();
    std::process::exit(status().into())
}

/// Has signals end the program in an orderly way. Where that is not possible they end it all the same.
#[cfg(unix)]
pub(crate) fn watch() {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
        flag,
        iterator::Signals,
    };
    // A file that may not grow is an error of whoever writes it, not the end of the program.
    let _ = flag::register(SIGXFSZ, AtomicBool::new(false).into());
    if let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) {
        std::thread::spawn(move || signals.forever().for_each(take));
    }
}

/// Has signals end the program in an orderly way. Where that is not possible they end it all the same.
#[cfg(not(unix))]
pub(crate) fn watch() {
    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        flag,
    };
    use std::sync::{Arc, atomic::AtomicUsize};
    let came = Arc::new(AtomicUsize::new(0));
    for signal in [SIGINT, SIGTERM] {
        let _ = flag::register_usize(signal, came.clone(), signal as usize);
    }
    std::thread::spawn(move || {
        loop {
            match came.swap(0, Ordering::Relaxed) {
                0 => std::thread::sleep(Duration::from_millis(50)),
                signal => take(signal as i32),
            }
        }
    });
}
