//! [`Code`]: what a guest is told, and nobody else, by which it gets its seat back; and [`Seat`], whose it is.

use std::{
    fmt,
    str::FromStr,
    sync::{Mutex, PoisonError},
};
use subtle::ConstantTimeEq;

/// 128 random bits, written as 32 hexadecimal digits in groups of eight.
#[derive(Clone)]
pub struct Code([u8; 16]);

impl Code {
    /// A code that nobody knows.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn new() -> Result<Code, String> {
        let mut bits = [0; 16];
        getrandom::fill(&mut bits).map_err(|error| format!("the system gives no random numbers: {error}"))?;
        Ok(Code(bits))
    }
}

/// Compared in a time that does not tell how much of a code is right.
impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, byte) in self.0.iter().enumerate() {
            let group = if index > 0 && index % 4 == 0 { "-" } else { "" };
            write!(f, "{group}{byte:02x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Code {
    /// A code is a secret: no message about something else has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code(..)")
    }
}

impl FromStr for Code {
    type Err = String;
    fn from_str(text: &str) -> Result<Code, String> {
        let wrong = || "the code of a seat has 32 hexadecimal digits, as the guest was shown them".to_string();
        let digit = |c: char| c.to_digit(16).ok_or_else(wrong);
        let digits = text.chars().take(100).filter(|c| !matches!(c, '-' | ' ')).map(digit);
        let digits: Vec<u32> = digits.collect::<Result<_, _>>()?;
        let bytes: Vec<u8> = digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, d| byte << 4 | *d as u8)).collect();
        let bits = <[u8; 16]>::try_from(bytes).ok().filter(|_| digits.len() == 32);
        bits.map(Code).ok_or_else(wrong)
    }
}

/// What strangers are told, and guests who have forgotten that they have a seat.
pub(super) const TAKEN: &str = "the seat is taken; its guest comes back by its code, or by \"Resume the last game\"";

/// Whose the seat is.
#[derive(Debug, Default)]
pub(super) struct Seat(Mutex<Option<Code>>);

impl Seat {
    /// The seat is somebody's from now on, by a new code, and nobody's by an earlier one.
    pub(super) fn give(&self) -> Result<Code, String> {
        let code = Code::new()?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(code.clone());
        Ok(code)
    }

    /// The code of whoever has it; `None`: it is free.
    pub(super) fn code(&self) -> Option<Code> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// May somebody with this code, or without one, sit down? True for whoever comes back.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn admits(&self, code: Option<&str>) -> Result<bool, String> {
        match (code, self.code()) {
            (None, None) => Ok(false),
            (None, Some(_)) => Err(TAKEN.to_string()),
            (Some(said), Some(code)) if said.parse::<Code>().is_ok_and(|said| said == code) => Ok(true),
            (Some(_), _) => Err("that is not the code of the seat".to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_random_and_are_read_as_they_are_written() -> Result<(), String> {
        let code = Code::new()?;
        let text = code.to_string();
        assert_eq!((text.len(), text.parse::<Code>()?.0), (35, code.0));
        assert!(text.to_uppercase().replace('-', " ").parse::<Code>()? == code);
        assert!(Code::new()? != code && !format!("{code:?}").contains(&text));
        for wrong in ["", "0", &text[1..], &format!("{text}0"), &format!("x{}", &text[1..]), &"0".repeat(1000)] {
            assert!(wrong.parse::<Code>().is_err(), "{wrong}");
        }
        Ok(())
    }

    #[test]
    fn a_seat_is_of_whoever_knows_its_code() -> Result<(), String> {
        let seat = Seat::default();
        assert_eq!(seat.admits(None), Ok(false));
        assert!(seat.admits(Some("00000000-00000000-00000000-00000000")).is_err(), "a free seat has no code");
        let code = seat.give()?.to_string();
        assert_eq!(seat.admits(Some(&code)), Ok(true));
        assert!(seat.admits(None).is_err() && seat.admits(Some("")).is_err());
        // Every bit counts.
        for (index, digit) in code.char_indices().filter(|(_, c)| *c != '-') {
            for bit in 0..4 {
                let other = digit.to_digit(16).unwrap_or(0) ^ 1 << bit;
                let said = format!("{}{other:x}{}", &code[..index], &code[index + 1..]);
                assert!(seat.admits(Some(&said)).is_err(), "{said}");
            }
        }
        seat.give()?;
        assert!(seat.admits(Some(&code)).is_err(), "the next game has another code");
        Ok(())
    }
}
