//! [`Kind`]: UCI and the protocols made after it, as far as they differ in words.

use crate::{move_format::MoveFormat, names::Family};

/// Which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Uci,
    Cyclone,
    Ugi,
    Usi,
    Ucci,
}

impl Kind {
    /// The word by which the GUI chooses the protocol.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Kind::Uci => "uci",
            Kind::Cyclone => "ucicyclone",
            Kind::Ugi => "ugi",
            Kind::Usi => "usi",
            Kind::Ucci => "ucci",
        }
    }

    pub(crate) fn move_format(self) -> MoveFormat {
        match self {
            Kind::Uci | Kind::Ugi => MoveFormat::Uci,
            Kind::Usi => MoveFormat::Usi,
            Kind::Cyclone | Kind::Ucci => MoveFormat::Iccs,
        }
    }

    pub(crate) fn family(self) -> Family {
        match self {
            Kind::Uci | Kind::Ugi => Family::Uci,
            Kind::Usi => Family::Usi,
            Kind::Cyclone | Kind::Ucci => Family::Ucci,
        }
    }

    /// How a game is announced as new.
    pub(crate) fn new_game(self) -> &'static str {
        match self {
            Kind::Uci | Kind::Cyclone => "ucinewgame",
            Kind::Ugi => "uginewgame",
            Kind::Usi => "usinewgame",
            // UCCI has an option for it; the word of UCI does no harm.
            Kind::Ucci => "ucinewgame",
        }
    }

    /// What is said where there is no move.
    pub(super) fn no_move(self) -> &'static str {
        match self {
            Kind::Uci | Kind::Cyclone | Kind::Ugi => "bestmove (none)",
            Kind::Usi => "bestmove resign",
            Kind::Ucci => "nobestmove",
        }
    }
}
