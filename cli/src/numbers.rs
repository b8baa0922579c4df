//! Numbers on the command line that have a limit: beyond it a program ends for want of memory, or a question has no meaning.

use std::num::NonZeroUsize;
use wazir_engine::MOST_THREADS;
use wazir_protocol::arena::MOST_GAMES;

/// How many threads there are, or games at the same time.
pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let known = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MOST_THREADS);
    known.ok_or_else(|| format!("expected a number from 1 to {MOST_THREADS}"))
}

/// How many games a match has.
pub(crate) fn games(text: &str) -> Result<u64, String> {
    let known = text.parse().ok().filter(|games| *games <= MOST_GAMES);
    known.ok_or_else(|| format!("expected a number up to {MOST_GAMES}"))
}

/// So many of a hundred.
pub(crate) fn percent(text: &str) -> Result<f64, String> {
    let known = text.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
    known.ok_or_else(|| "expected percent, from 0 to 100".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_limits() {
        assert_eq!(threads("512").map(NonZeroUsize::get), Ok(512));
        assert!(["0", "513", "100000", "-1", "x", "99999999999999999999"].iter().all(|text| threads(text).is_err()));
        assert_eq!((games("0"), games("10000000")), (Ok(0), Ok(10_000_000)));
        assert!(["10000001", "18446744073709551615", "-1"].iter().all(|text| games(text).is_err()));
        assert_eq!((percent("0"), percent("99.5"), percent("100")), (Ok(0.0), Ok(99.5), Ok(100.0)));
        assert!(["nan", "inf", "-inf", "-1", "100.1", "1e9", ""].iter().all(|text| percent(text).is_err()));
    }
}
