//! [`roomy`]: room for checks of large boards.

use wazir_runtime::Perft;

/// Does a check with a stack on which games of large boards can be interpreted, and run in code without optimisation, whose frames are large.
///
/// # Errors
/// What the check says; also that it panicked, and with which text.
pub fn roomy(check: impl FnOnce() -> Result<(), String> + Send) -> Result<(), String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(Perft::STACK).spawn_scoped(scope, check);
        let joined = thread.map_err(|error| error.to_string())?.join();
        joined.unwrap_or_else(|panic| {
            let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            Err(format!("panicked: {}", said.unwrap_or("without a text")))
        })
    })
}
