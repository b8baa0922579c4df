//! [`Go`]: the words behind `go`, in UCI and the protocols made after it.

use std::{num::NonZeroUsize, str::FromStr, time::Duration};
use wazir_engine::{Clock, Limits, Mate};
use wazir_runtime::{Perft, SideId};

/// What `go` asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Go {
    /// Time left and increments, by side: 0 and 1.
    pub(crate) time: [Option<Duration>; 2],
    pub(crate) increment: [Duration; 2],
    pub(crate) byoyomi: Duration,
    pub(crate) moves_to_go: Option<u32>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) move_time: Option<Duration>,
    /// Moves until mate.
    pub(crate) mate: Option<u32>,
    /// Count leaves instead.
    pub(crate) perft: Option<u32>,
    pub(crate) infinite: bool,
    pub(crate) ponder: bool,
    /// Texts of the only moves to look at.
    pub(crate) only: Vec<String>,
    /// USI: look for a mate, and for nothing else.
    pub(crate) only_mate: bool,
    /// UCCI: the opponent offers a draw.
    pub(crate) draw: bool,
    /// What is done otherwise than asked.
    pub(crate) notes: Vec<String>,
}

/// How the words are to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    /// The unit of times.
    pub(crate) unit: Duration,
    /// USI: `mate` is followed by a time, and `btime` is the first side's.
    pub(crate) usi: bool,
    /// UCCI: `time`, `increment`, `opptime`, `oppincrement` are told from where the side to move sits, and `depth infinite` exists.
    pub(crate) ucci: bool,
    /// The side to move.
    pub(crate) turn: SideId,
}

/// Everything that can follow `go`.
const KEYWORDS: &[&str] = &[
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "time",
    "increment",
    "opptime",
    "oppincrement",
    "oppmovestogo",
    "byoyomi",
    "movestogo",
    "depth",
    "nodes",
    "movetime",
    "mate",
    "perft",
    "infinite",
    "ponder",
    "searchmoves",
    "draw",
];

impl Go {
    /// Reads the words behind `go`.
    ///
    /// # Errors
    /// The word that is not understood, or the value that is missing or wrong.
    pub(crate) fn parse(text: &str, words: Words) -> Result<Go, String> {
        let mut go = Go::default();
        let mut tokens = text.split_whitespace().peekable();
        let own = usize::from(words.turn % 2);
        let (white, black) = if words.usi { (1, 0) } else { (0, 1) };
        while let Some(word) = tokens.next() {
            if !KEYWORDS.contains(&word) {
                return Err(format!("`{word}` is nothing that can follow `go`: {}", KEYWORDS.join(" ")));
            }
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "draw" => go.draw = true,
                "searchmoves" => {
                    while let Some(text) = tokens.next_if(|token| !KEYWORDS.contains(token)) {
                        go.only.push(text.to_string());
                    }
                }
                "depth" if words.ucci && tokens.next_if_eq(&"infinite").is_some() => go.infinite = true,
                "mate" if words.usi => {
                    go.only_mate = true;
                    match tokens.next_if_eq(&"infinite") {
                        Some(_) => go.infinite = true,
                        None => go.move_time = Some(time(word, tokens.next(), words.unit)?),
                    }
                }
                "wtime" => go.time[white] = Some(time(word, tokens.next(), words.unit)?),
                "btime" => go.time[black] = Some(time(word, tokens.next(), words.unit)?),
                "winc" => go.increment[white] = time(word, tokens.next(), words.unit)?,
                "binc" => go.increment[black] = time(word, tokens.next(), words.unit)?,
                "p1time" => go.time[0] = Some(time(word, tokens.next(), words.unit)?),
                "p2time" => go.time[1] = Some(time(word, tokens.next(), words.unit)?),
                "p1inc" => go.increment[0] = time(word, tokens.next(), words.unit)?,
                "p2inc" => go.increment[1] = time(word, tokens.next(), words.unit)?,
                "time" => go.time[own] = Some(time(word, tokens.next(), words.unit)?),
                "increment" => go.increment[own] = time(word, tokens.next(), words.unit)?,
                "opptime" => go.time[1 - own] = Some(time(word, tokens.next(), words.unit)?),
                "oppincrement" => go.increment[1 - own] = time(word, tokens.next(), words.unit)?,
                "oppmovestogo" => {
                    number::<u32>(word, tokens.next())?;
                }
                "byoyomi" => go.byoyomi = time(word, tokens.next(), words.unit)?,
                "movestogo" => go.moves_to_go = Some(number(word, tokens.next())?),
                "depth" => go.depth = Some(go.deepest(word, tokens.next())?),
                "nodes" => go.nodes = Some(number(word, tokens.next())?),
                "movetime" => go.move_time = Some(time(word, tokens.next(), words.unit)?),
                "mate" => go.mate = Some(go.deepest(word, tokens.next())?),
                "perft" => {
                    let depth = number(word, tokens.next())?;
                    if depth > Perft::DEEPEST {
                        let most = Perft::DEEPEST;
                        return Err(format!(
                            "`perft {depth}`: leaves are counted to a depth of {most}, which is the limit"
                        ));
                    }
                    go.perft = Some(depth);
                }
                // All keywords are above.
                _ => {}
            }
        }
        let limited = go.depth.is_some() || go.nodes.is_some() || go.move_time.is_some() || go.mate.is_some();
        if !limited && go.perft.is_none() && go.time[own].is_none() && go.byoyomi.is_zero() {
            go.infinite = true;
        }
        Ok(go)
    }

    /// The number behind `depth` or `mate`; a greater one than is searched is noted, and brought down to it: there are clients that mean "without end" by it.
    fn deepest(&mut self, word: &str, token: Option<&str>) -> Result<u32, String> {
        let asked: u64 = number(word, token)?;
        let most = Limits::DEEPEST;
        if asked > u64::from(most) {
            self.notes.push(format!("`{word} {asked}` is searched as `{word} {most}`, which is the limit"));
        }
        Ok(asked.min(u64::from(most)) as u32)
    }

    /// When the search ends, for the side to move; `overhead` is the time that is lost between the clock and us.
    pub(crate) fn limits(&self, turn: SideId, overhead: Duration, lines: Option<NonZeroUsize>) -> Limits {
        let own = usize::from(turn % 2);
        let spared = |time: Duration| time.saturating_sub(overhead).max(Duration::from_millis(1).min(time));
        let has_clock = self.time[own].is_some() || !self.byoyomi.is_zero();
        let clock = has_clock.then(|| Clock {
            remaining: spared(self.time[own].unwrap_or_default()),
            increment: self.increment[own],
            byoyomi: spared(self.byoyomi),
            moves_to_go: self.moves_to_go.filter(|&moves| moves > 0),
        });
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.move_time,
            clock,
            mate: if self.only_mate { Some(Mate::ByChecks) } else { self.mate.map(Mate::Within) },
            lines,
            until_stopped: self.infinite,
            ..Limits::default()
        }
    }
}

/// A number behind a word.
fn number<T: FromStr>(word: &str, token: Option<&str>) -> Result<T, String> {
    let token = token.ok_or_else(|| format!("`{word}` is to be followed by a number"))?;
    token.parse().map_err(|_| format!("`{word} {token}`: `{token}` is no number in range"))
}

/// Most units of time that are believed: 49 days of milliseconds.
const LONGEST: i64 = u32::MAX as i64;

/// A time behind a word. GUIs write negative times when a clock has run out.
fn time(word: &str, token: Option<&str>, unit: Duration) -> Result<Duration, String> {
    let units: i64 = number(word, token)?;
    Ok(unit.saturating_mul(units.clamp(0, LONGEST) as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    const UCI: Words = Words { unit: Duration::from_millis(1), usi: false, ucci: false, turn: 0 };

    #[test]
    fn clocks_are_read_for_the_side_to_move() {
        let go = Go::parse("wtime 60000 btime 50000 winc 100 binc 200 movestogo 40", UCI).unwrap();
        let clock = go.limits(1, Duration::from_millis(10), None).clock.unwrap();
        assert_eq!((clock.remaining.as_millis(), clock.increment.as_millis()), (49_990, 200));
        assert_eq!(clock.moves_to_go, Some(40));
        let usi = Words { usi: true, ..UCI };
        let go = Go::parse("btime 1000 wtime 2000 byoyomi 500", usi).unwrap();
        let clock = go.limits(0, Duration::ZERO, None).clock.unwrap();
        assert_eq!((clock.remaining.as_millis(), clock.byoyomi.as_millis()), (1000, 500));
        let ucci = Words { ucci: true, turn: 1, unit: Duration::from_secs(1), ..UCI };
        let go = Go::parse("time 60 increment 3 opptime 5", ucci).unwrap();
        assert_eq!(go.limits(1, Duration::ZERO, None).clock.unwrap().remaining.as_secs(), 60);
    }

    #[test]
    fn moves_are_read_up_to_the_next_word() {
        let go = Go::parse("searchmoves e2e4 d2d4 depth 5 infinite", UCI).unwrap();
        assert_eq!((go.only.len(), go.depth, go.infinite), (2, Some(5), true));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |text| Go::parse(text, UCI).unwrap_err();
        assert_eq!(error("depth"), "`depth` is to be followed by a number");
        assert_eq!(Go::parse("perft 100", UCI).unwrap().perft, Some(100));
        assert_eq!(error("perft 101"), "`perft 101`: leaves are counted to a depth of 100, which is the limit");
        let deepest = |text: &str| Go::parse(text, UCI).map(|go| (go.depth.or(go.mate), go.notes.len())).unwrap();
        for word in ["depth", "mate"] {
            assert_eq!(deepest(&format!("{word} 120")), (Some(120), 0));
            assert_eq!(deepest(&format!("{word} 121")), (Some(120), 1));
            assert_eq!(deepest(&format!("{word} 18446744073709551615")), (Some(120), 1));
        }
        assert_eq!(error("depth x"), "`depth x`: `x` is no number in range");
        assert!(error("deep 4").starts_with("`deep` is nothing that can follow `go`"));
        // A clock that has run out is no mistake.
        assert_eq!(Go::parse("wtime -5 btime 9223372036854775807", UCI).unwrap().time[0], Some(Duration::ZERO));
    }
}
