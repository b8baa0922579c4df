//! [`Said`]: what browsers say; and what they are told, as JSON. `docs/web.md` has all of it.

use crate::record::Offered;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use std::sync::Arc;
use wazir_runtime::SideId;

/// Something that was made into JSON once and is told many times.
#[derive(Clone, Debug)]
pub struct Shown(Arc<RawValue>);

impl Shown {
    /// This value as JSON; `null` where it cannot be written (maps whose keys are no texts).
    pub fn new(value: &impl Serialize) -> Shown {
        Shown(serde_json::value::to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned()).into())
    }
    /// The text.
    pub fn json(&self) -> &str {
        self.0.get()
    }
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// What a browser says.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Said {
    /// The first message, and whenever everything is wanted anew.
    Hello {
        /// The secrets of its seats.
        #[serde(default)]
        secrets: Vec<String>,
        /// The version up to which it knows what has happened; `None`: nothing.
        #[serde(default)]
        v: Option<u64>,
    },
    /// It is there.
    Ping {
        /// Said back.
        n: u64,
        /// How long a message takes there and back, in milliseconds, as it has measured.
        #[serde(default)]
        lag: f64,
    },
    /// A move.
    Move {
        /// In UCI.
        u: String,
        /// How many moves had been made when it was chosen.
        ply: usize,
        /// By which it is acknowledged.
        id: String,
    },
    /// A side gives up.
    Resign {
        /// Which.
        side: SideId,
        /// By which it is acknowledged.
        id: String,
    },
    /// A side offers a draw.
    Draw {
        /// Which.
        side: SideId,
        /// By which it is acknowledged.
        id: String,
    },
    /// A side withdraws its offer.
    Undraw {
        /// Which.
        side: SideId,
        /// By which it is acknowledged.
        id: String,
    },
    /// A side wants its last move back.
    Takeback {
        /// Which.
        side: SideId,
        /// By which it is acknowledged.
        id: String,
    },
    /// A side wants another game.
    Rematch {
        /// Which.
        side: SideId,
        /// By which it is acknowledged.
        id: String,
    },
    /// A side claims what there is to claim.
    Claim {
        /// Which.
        side: SideId,
        /// By which it is acknowledged.
        id: String,
    },
    /// A side takes an offer.
    Accept {
        /// Of what.
        what: Offered,
        /// Which.
        side: SideId,
        /// By which it is acknowledged.
        id: String,
    },
    /// A side does not.
    Decline {
        /// Of what.
        what: Offered,
        /// Which.
        side: SideId,
        /// By which it is acknowledged.
        id: String,
    },
    /// Something said to the others.
    Chat {
        /// What.
        text: String,
        /// By which it is acknowledged.
        id: String,
    },
}

impl Said {
    /// The name of the message, of those that are acknowledged.
    pub fn id(&self) -> Option<&str> {
        match self {
            Said::Hello { .. } | Said::Ping { .. } => None,
            Said::Move { id, .. }
            | Said::Resign { id, .. }
            | Said::Draw { id, .. }
            | Said::Undraw { id, .. }
            | Said::Takeback { id, .. }
            | Said::Rematch { id, .. }
            | Said::Claim { id, .. }
            | Said::Accept { id, .. }
            | Said::Decline { id, .. }
            | Said::Chat { id, .. } => Some(id),
        }
    }

    /// The side for which it is said; none of moves, which are for the side to move, and of what anybody may say.
    pub fn side(&self) -> Option<SideId> {
        match *self {
            Said::Hello { .. } | Said::Ping { .. } | Said::Move { .. } | Said::Chat { .. } => None,
            Said::Resign { side, .. }
            | Said::Draw { side, .. }
            | Said::Undraw { side, .. }
            | Said::Takeback { side, .. }
            | Said::Rematch { side, .. }
            | Said::Claim { side, .. }
            | Said::Accept { side, .. }
            | Said::Decline { side, .. } => Some(side),
        }
    }
}

/// What browsers are told.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum Told<'a> {
    State(Box<State<'a>>),
    Event {
        v: u64,
        e: &'a Event<'a>,
    },
    Ack {
        id: &'a str,
    },
    Refused {
        id: &'a str,
        why: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        position: Option<&'a Shown>,
    },
    Pong {
        n: u64,
    },
}

impl Told<'_> {
    pub(crate) fn json(&self) -> Arc<str> {
        // Texts, numbers and lists of them only: that cannot fail.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

/// What a browser is told of something that went wrong with its connection, not with the game: a title of a few words, and what to do.
pub fn problem(title: &str, detail: &str) -> Arc<str> {
    #[derive(Serialize)]
    struct Problem<'a> {
        t: &'static str,
        title: &'a str,
        detail: &'a str,
    }
    serde_json::to_string(&Problem { t: "problem", title, detail }).unwrap_or_default().into()
}

/// A game as a whole.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct State<'a> {
    pub(crate) v: u64,
    pub(crate) id: &'a str,
    pub(crate) game: &'a Shown,
    pub(crate) position: &'a Shown,
    pub(crate) history: Vec<Played<'a>>,
    pub(crate) clocks: Option<ClockState>,
    pub(crate) seats: Vec<SeatState<'a>>,
    pub(crate) you: &'a [SideId],
    pub(crate) offers: Vec<OfferState>,
    pub(crate) chat: Vec<ChatLine<'a>>,
    pub(crate) over: Option<OutcomeState>,
    pub(crate) invitations: Vec<InvitationState>,
    pub(crate) rematch: Option<&'a str>,
    /// The sides of the next game of those who have sides 0, 1, .. here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rematch_sides: Option<&'a [SideId]>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Played<'a> {
    pub(crate) u: &'a str,
    pub(crate) s: &'a str,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ClockState {
    pub(crate) ms: Vec<u64>,
    pub(crate) running: Option<SideId>,
    pub(crate) initial: u64,
    pub(crate) increment: u64,
    pub(crate) byoyomi: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SeatState<'a> {
    pub(crate) kind: &'static str,
    pub(crate) name: std::borrow::Cow<'a, str>,
    pub(crate) here: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct OfferState {
    pub(crate) what: Offered,
    pub(crate) side: SideId,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ChatLine<'a> {
    pub(crate) from: &'a str,
    pub(crate) text: &'a str,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct OutcomeState {
    pub(crate) text: String,
    pub(crate) result: &'static str,
    pub(crate) winners: Vec<SideId>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct InvitationState {
    pub(crate) side: SideId,
    pub(crate) url: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct HereState {
    pub(crate) here: bool,
}

/// Something that has happened.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "k")]
pub(crate) enum Event<'a> {
    #[serde(rename = "moved")]
    Moved { uci: &'a str, text: &'a str, position: &'a Shown, clocks: Option<ClockState> },
    #[serde(rename = "taken back")]
    TakenBack { position: &'a Shown, clocks: Option<ClockState> },
    #[serde(rename = "offer")]
    Offer { what: Offered, side: SideId },
    #[serde(rename = "agreed")]
    Agreed { what: Offered, side: SideId },
    #[serde(rename = "declined")]
    Declined { what: Offered, side: SideId },
    #[serde(rename = "undrawn")]
    Undrawn { what: Offered, side: SideId },
    #[serde(rename = "over")]
    Over { outcome: OutcomeState, clocks: Option<ClockState> },
    #[serde(rename = "chat")]
    Chat { from: &'a str, text: &'a str },
    #[serde(rename = "presence")]
    Presence {
        sides: Vec<HereState>,
        seats: Vec<SeatState<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        clocks: Option<ClockState>,
    },
    #[serde(rename = "rematch")]
    Rematch { id: &'a str, sides: &'a [SideId] },
    #[serde(rename = "rules")]
    Rules { game: &'a Shown },
    #[serde(rename = "closing")]
    Closing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_browsers_say_is_read() {
        let read = |text: &str| serde_json::from_str::<Said>(text).ok();
        let hello = Said::Hello { secrets: vec!["ab".to_string()], v: None };
        assert_eq!(read(r#"{"t":"hello","secrets":["ab"],"v":null}"#), Some(hello));
        let mv = read(r#"{"t":"move","u":"e2e4","ply":3,"id":"x"}"#);
        assert_eq!(mv.as_ref().and_then(Said::id), Some("x"));
        assert_eq!(read(r#"{"t":"ping","n":1,"lag":12}"#), Some(Said::Ping { n: 1, lag: 12.0 }));
        assert!(matches!(
            read(r#"{"t":"accept","what":"takeback","side":1,"id":"y"}"#),
            Some(Said::Accept { what: Offered::Takeback, side: 1, .. })
        ));
        for wrong in [
            r#"{"t":"move","u":"e2e4","id":"x"}"#,
            r#"{"t":"dance"}"#,
            r#"{"t":"resign","side":-1,"id":"x"}"#,
            "[]",
            r#"{"t":"resign","side":0}"#,
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
