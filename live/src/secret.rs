//! [`Secret`]: what one browser has, and nobody else, by which a seat is its; and [`Hash`](struct@Hash), all of it that is kept here.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{fmt, str::FromStr};
use subtle::ConstantTimeEq;

/// Bytes of a secret.
const BYTES: usize = 24;

/// 192 random bits, written as 48 hexadecimal digits.
#[derive(Clone)]
pub struct Secret([u8; BYTES]);

/// The system gives no random numbers: why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRandomNumbers(String);

impl fmt::Display for NoRandomNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the system gives no random numbers: {}", self.0)
    }
}

impl std::error::Error for NoRandomNumbers {}

fn random<const N: usize>() -> Result<[u8; N], NoRandomNumbers> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| NoRandomNumbers(error.to_string()))?;
    Ok(bytes)
}

/// A new name for a game, which nobody guesses: 60 random bits as 12 letters and digits.
///
/// # Errors
/// When the system has no random numbers.
pub fn game_id() -> Result<String, NoRandomNumbers> {
    // Without letters that look like digits.
    const SIGNS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let bytes = random::<12>()?;
    Ok(bytes.iter().map(|byte| char::from(SIGNS[usize::from(byte % 32)])).collect())
}

/// Does this text look like the name of a game?
pub fn is_game_id(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

impl Secret {
    /// A secret that nobody knows.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn new() -> Result<Secret, NoRandomNumbers> {
        Ok(Secret(random()?))
    }

    /// What is kept of it.
    pub fn hash(&self) -> Hash {
        Hash(Sha256::digest(self.0).into())
    }

    /// The invitation to a side of a game, by whoever has this secret: it can be told to its browser again and again, though only its hash is kept.
    #[must_use]
    pub fn invitation(&self, game: &str, side: u8) -> Secret {
        let digest = Sha256::new().chain_update(b"invitation\0").chain_update(self.0).chain_update([side]);
        let digest: [u8; 32] = digest.chain_update(game.as_bytes()).finalize().into();
        let mut bytes = [0; BYTES];
        bytes.copy_from_slice(&digest[..BYTES]);
        Secret(bytes)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Secret {
    /// No message about something else has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// A text that is no secret, or no hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotHexadecimal;

impl fmt::Display for NotHexadecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not as many hexadecimal digits as it has to have")
    }
}

impl std::error::Error for NotHexadecimal {}

fn bytes<const N: usize>(text: &str) -> Result<[u8; N], NotHexadecimal> {
    let digits: Option<Vec<u8>> =
        text.bytes().take(2 * N + 1).map(|c| char::from(c).to_digit(16).map(|d| d as u8)).collect();
    let digits = digits.filter(|digits| digits.len() == 2 * N).ok_or(NotHexadecimal)?;
    let mut bytes = [0; N];
    bytes.iter_mut().zip(digits.chunks(2)).for_each(|(byte, pair)| *byte = pair[0] << 4 | pair[1]);
    Ok(bytes)
}

impl FromStr for Secret {
    type Err = NotHexadecimal;
    fn from_str(text: &str) -> Result<Secret, NotHexadecimal> {
        bytes(text).map(Secret)
    }
}

/// The SHA-256 of a secret. Secrets are random, so that nothing slower is needed.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hash([u8; 32]);

impl Hash {
    /// Is this the secret? Compared in a time that does not tell how much of it is right.
    pub fn is_of(&self, secret: &Secret) -> bool {
        self.0.ct_eq(&secret.hash().0).into()
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> String {
        hash.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl TryFrom<String> for Hash {
    type Error = NotHexadecimal;
    fn try_from(text: String) -> Result<Hash, NotHexadecimal> {
        bytes(&text).map(Hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_secret_itself_has_its_hash() -> Result<(), Box<dyn std::error::Error>> {
        let secret = Secret::new()?;
        let text = secret.to_string();
        assert_eq!(text.len(), 48);
        let kept = Hash::try_from(String::from(secret.hash()))?;
        assert!(kept.is_of(&text.parse()?));
        for place in 0..text.len() {
            let other = if text.as_bytes()[place] == b'0' { "1" } else { "0" };
            let forged = format!("{}{other}{}", &text[..place], &text[place + 1..]);
            assert!(!kept.is_of(&forged.parse()?), "{place}");
        }
        for wrong in ["", "0", &text[1..], &format!("{text}0"), &text.replace(&text[..1], "g"), "ä"] {
            assert!(wrong.parse::<Secret>().is_err(), "{wrong}");
        }
        assert!(!format!("{secret:?}").contains(&text));
        Ok(())
    }

    #[test]
    fn invitations_are_of_one_seat_of_one_game() -> Result<(), Box<dyn std::error::Error>> {
        let secret = Secret::new()?;
        let of = |game: &str, side| secret.invitation(game, side).to_string();
        assert_eq!(of("a", 1), of("a", 1));
        assert_ne!(of("a", 1), of("a", 2));
        assert_ne!(of("a", 1), of("b", 1));
        assert_ne!(of("a", 1), Secret::new()?.invitation("a", 1).to_string());
        assert_ne!(of("a", 1), secret.to_string());
        Ok(())
    }

    #[test]
    fn names_of_games_are_new() -> Result<(), NoRandomNumbers> {
        let (one, other) = (game_id()?, game_id()?);
        assert!(is_game_id(&one) && is_game_id(&other) && one != other);
        assert!(!is_game_id("../../etc/pwd") && !is_game_id("") && !is_game_id("ABCDEFGHJKMN"));
        Ok(())
    }
}
