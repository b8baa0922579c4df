//! [`Chase`]: which attacks of a side are chases, for rules about repeated positions.
//!
//! Everything here is told by legal moves: what the side could capture if it were its turn, and what could capture back then. So no game needs code of its own for it, and nothing is
//! done before a position occurs again that a rule about chases is about.

use crate::{Cell, Game, Move, PieceId, Setup, SideId, Square};
use alloc::{borrow::Cow, boxed::Box, vec::Vec};

/// Which attacks are chases: see `Chase` of the rules for what it means.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chase {
    /// Types whose attacks are chases, ascending.
    pub hunters: Cow<'static, [PieceId]>,
    /// What can be chased.
    pub prey: Cow<'static, [Prey]>,
}

/// Pieces that can be chased.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Prey {
    /// Whose.
    pub side: SideId,
    /// Their type.
    pub piece: PieceId,
    /// The squares on which they can be chased, ascending; `None`: everywhere.
    pub squares: Option<Cow<'static, [Square]>>,
    /// Types, ascending, that chase them although they are protected.
    pub although_protected: Cow<'static, [PieceId]>,
}

/// A position with either side to move, for asking what each could do.
struct Still<'a> {
    setup: &'a Setup,
    /// With the side to move that could chase; `None` where it could not be that side's turn.
    hunting: Option<Box<dyn Game>>,
    /// With the other side to move, likewise.
    hunted: Option<Box<dyn Game>>,
}

impl<'a> Still<'a> {
    fn new(game: &dyn Game, setup: &'a Setup, hunter: SideId) -> Still<'a> {
        let turn = |side: SideId| {
            let passed = Setup { turn: side, en_passant: Vec::new(), ..setup.clone() };
            game.at(if side == setup.turn { setup } else { &passed }).ok()
        };
        Still { setup, hunting: turn(hunter), hunted: turn(1 - hunter) }
    }

    /// From where and on which square a chase of the hunting side attacks a piece.
    fn threats(&self, chase: &Chase) -> Vec<(Square, Square)> {
        let Some(hunting) = &self.hunting else { return Vec::new() };
        let mut threats = Vec::new();
        for mv in hunting.legal_moves() {
            let hunter = mv.piece();
            if chase.hunters.binary_search(&hunter).is_err() {
                continue;
            }
            for victim in victims(&**hunting, mv) {
                let threat = (mv.from(), victim);
                let meant = prey(chase, self.setup, victim).is_some_and(|prey| {
                    prey.although_protected.binary_search(&hunter).is_ok()
                        || !is_protected(&**hunting, mv) && !self.is_exchange(threat)
                });
                if meant && !threats.contains(&threat) {
                    threats.push(threat);
                }
            }
        }
        threats
    }

    /// Are hunter and prey of one type, and could the prey capture the hunter as well?
    fn is_exchange(&self, (hunter, victim): (Square, Square)) -> bool {
        let kind = |square: Square| piece(self.setup, square).map(|(_, piece)| piece);
        kind(hunter) == kind(victim)
            && self.hunted.as_ref().is_some_and(|game| {
                let back = |mv: &Move| mv.from() == victim && victims(&**game, *mv).contains(&hunter);
                game.legal_moves().iter().any(back)
            })
    }
}

/// The pieces that the move of `side` from one position to the next chases: where they stand. They are under a threat that there was not before, by the same piece to the same
/// piece.
pub(crate) fn chased_by(game: &dyn Game, chase: &Chase, before: &Setup, after: &Setup) -> Vec<Square> {
    let hunter = before.turn;
    let earlier = Still::new(game, before, hunter).threats(chase);
    let earlier: Vec<(Square, Square)> =
        earlier.iter().filter_map(|&(from, to)| Some((followed(before, after, from)?, to))).collect();
    let now = Still::new(game, after, hunter).threats(chase);
    now.into_iter().filter(|threat| !earlier.contains(threat)).map(|(_, prey)| prey).collect()
}

/// Where the piece on `square` stands after the move between two positions, if it is still there.
pub(crate) fn followed(before: &Setup, after: &Setup, square: Square) -> Option<Square> {
    let (owner, kind) = piece(before, square)?;
    if piece(after, square) == Some((owner, kind)) {
        return Some(square);
    }
    // Squares on which a piece of the side has appeared: one of the same type rather than one that has promoted.
    let appeared = |of: &dyn Fn(PieceId) -> bool| {
        (0..after.board.len() as Square).find(|&at| {
            piece(after, at).is_some_and(|(side, piece)| side == owner && of(piece))
                && piece(before, at) != piece(after, at)
        })
    };
    appeared(&|piece| piece == kind).or_else(|| appeared(&|_| true))
}

fn piece(setup: &Setup, square: Square) -> Option<(SideId, PieceId)> {
    match setup.board[square as usize] {
        Cell::Piece { side, piece, .. } => Some((side, piece)),
        _ => None,
    }
}

/// What is said of the piece on `square`, if it can be chased there.
fn prey<'c>(chase: &'c Chase, setup: &Setup, square: Square) -> Option<&'c Prey> {
    let (side, piece) = piece(setup, square)?;
    let prey = chase.prey.iter().find(|prey| prey.side == side && prey.piece == piece)?;
    prey.squares.as_ref().is_none_or(|squares| squares.binary_search(&square).is_ok()).then_some(prey)
}

/// The squares of the pieces that a move captures.
fn victims(game: &dyn Game, mv: Move) -> Vec<Square> {
    let is_enemy = |square: &Square| game.piece_at(*square).is_some_and(|(side, _)| side != game.turn());
    let arrival = mv.captures_on_arrival().then(|| mv.to());
    mv.victims().chain(arrival).filter(is_enemy).collect()
}

/// Could an enemy capture what this capture has put on its square of arrival?
fn is_protected(game: &dyn Game, capture: Move) -> bool {
    let mut next = game.boxed();
    next.play(capture).is_ok() && next.legal_moves().iter().any(|&mv| victims(&*next, mv).contains(&capture.to()))
}
