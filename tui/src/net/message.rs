//! [`Message`]: what host and guest say to each other, one a line.

use crate::{
    clock::{SideClock, TimeControl},
    store::RuleFile,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;
use wazir_runtime::SideId;
use wazir_variant_spec::Source;

/// The version of this language. Programs of different versions do not play.
pub const PROTOCOL: u32 = 3;

/// A line.
#[allow(clippy::large_enum_variant, reason = "there are never many at once")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Message {
    /// The guest's first line.
    Hello {
        /// [`PROTOCOL`].
        protocol: u32,
        /// Who comes.
        name: String,
        /// The code of the seat, of a guest that comes back.
        seat: Option<String>,
    },
    /// The host's answer: the game.
    Game {
        /// [`PROTOCOL`].
        protocol: u32,
        /// Who hosts.
        name: String,
        /// The name of the game.
        game: String,
        /// [`rules_hash`] of its files.
        rules: String,
        /// FEN of the start.
        start: String,
        /// The moves so far, in UCI.
        moves: Vec<String>,
        /// The time control.
        control: Option<TimeControl>,
        /// How the clocks stand.
        clocks: Vec<SideClock>,
        /// How often moves were taken back or the game was begun again since the first: moves of different epochs are not compared.
        epoch: u32,
        /// The sides that the guest plays.
        sides: Vec<SideId>,
    },
    /// The guest has no such rules.
    NeedRules {},
    /// The host's rule files.
    Rules {
        /// That of the game.
        file: RuleFile,
        /// Those it inherits from.
        parents: Vec<RuleFile>,
    },
    /// The guest is ready to play.
    Ready {},
    /// The host's answer to that, and what it says when another game begins: the guest has its seat.
    Seated {
        /// The code by which the guest, and nobody else, gets it back.
        seat: String,
    },
    /// A move.
    Move {
        /// How many moves were made before.
        ply: usize,
        /// The move in UCI.
        text: String,
        /// How the clocks stand after it; the host's word counts.
        clocks: Vec<SideClock>,
    },
    /// How the clocks stand, from the host.
    Clocks {
        /// By side.
        clocks: Vec<SideClock>,
    },
    /// Something said.
    Chat {
        /// At most [`MOST_CHAT`](super::limits::MOST_CHAT) characters.
        text: String,
    },
    /// The sender gives up.
    Resign {},
    /// The sender offers a draw.
    OfferDraw {},
    /// The sender takes it.
    AcceptDraw {},
    /// The sender does not.
    DeclineDraw {},
    /// The sender asks for something that both have to agree to.
    Ask {
        /// What for.
        asked: Asked,
    },
    /// The sender agrees.
    Agree {
        /// To what it was asked for.
        asked: Asked,
    },
    /// The sender does not.
    Decline {
        /// What it was asked for.
        asked: Asked,
    },
    /// A side has no time left, from the host.
    Timeout {
        /// Which.
        side: SideId,
    },
    /// The sender is there.
    Ping {},
    /// The sender ends the connection.
    Bye {
        /// Why.
        reason: String,
    },
}

/// What one side may ask the other for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Asked {
    /// That moves are taken back.
    Takeback {
        /// How many moves are left then.
        ply: usize,
    },
    /// That the game, which is over, is played again with sides changed.
    Rematch,
}

/// A hash of a game's rule files: those with the same names and texts have the same. SHA-256, in hexadecimal digits.
pub fn rules_hash(source: &Source, parents: &[Source]) -> String {
    let mut hash = Sha256::new();
    for source in std::iter::once(source).chain(parents) {
        let name =
            Path::new(&source.file).file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
        for part in [name.as_str(), source.text.as_str()] {
            // With its length, so that no other parts have the same bytes.
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A text that somebody far away has written, made harmless: a line without commands to a terminal, no longer than `most` characters.
pub(crate) fn harmless(text: &str, most: usize) -> String {
    wazir_runtime::printable_line(text).chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_lines_of_json() -> Result<(), serde_json::Error> {
        let message = Message::Move { ply: 3, text: "e2e4".to_string(), clocks: Vec::new() };
        let line = serde_json::to_string(&message)?;
        assert_eq!(line, r#"{"type":"move","ply":3,"text":"e2e4","clocks":[]}"#);
        assert_eq!(serde_json::from_str::<Message>(&line)?, message);
        for wrong in [r#"{"type":"move"}"#, r#"{"type":"dance"}"#, r#"{"type":"resign","loudly":true}"#, "[]", "1"] {
            assert!(serde_json::from_str::<Message>(wrong).is_err(), "{wrong}");
        }
        Ok(())
    }

    #[test]
    fn the_hash_is_that_of_names_and_texts() {
        let source = |file: &str, text: &str| Source { file: file.to_string(), text: text.to_string() };
        let hash = |file: &str, text: &str| rules_hash(&source(file, text), &[]);
        assert_eq!(hash("a/chess.ron", "x"), hash("chess.ron", "x"));
        assert_ne!(hash("chess.ron", "x"), hash("chess.ron", "y"));
        assert_ne!(hash("chess.ron", "x"), rules_hash(&source("chess.ron", "x"), &[source("y.ron", "")]));
        assert_eq!(hash("a.ron", "b").len(), 64);
    }
}
