//! [`PositionView`]: a position, and what can be played in it.

use super::gestures::{Gesture, Tap, gestures};
use serde::{Serialize, Serializer, ser::SerializeSeq};
use std::collections::HashMap;
use wazir_runtime::{Cell, Game, Move, MoveKind, PieceId, Setup, SideId, Square, Style};
use wazir_session::session::{Ending, Session};
use wazir_variant_spec::rules::Rules;

/// A piece on the board: written as `[square, side, kind]`, with a 1 behind where it reverts when it is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Where.
    pub square: Square,
    /// Whose.
    pub side: SideId,
    /// What.
    pub kind: PieceId,
    /// It was promoted, and reverts when it is captured.
    pub promoted: bool,
}

impl Serialize for Placed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(3 + usize::from(self.promoted)))?;
        list.serialize_element(&self.square)?;
        list.serialize_element(&self.side)?;
        list.serialize_element(&self.kind)?;
        if self.promoted {
            list.serialize_element(&1)?;
        }
        list.end()
    }
}

/// The pieces of a position.
pub fn placed(setup: &Setup) -> Vec<Placed> {
    let piece = |(square, cell): (usize, &Cell)| match *cell {
        Cell::Piece { side, piece, promoted } => Some(Placed { square: square as Square, side, kind: piece, promoted }),
        _ => None,
    };
    setup.board.iter().enumerate().filter_map(piece).collect()
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveView {
    /// Its text in UCI, by which it is played.
    #[serde(rename = "u")]
    pub uci: String,
    /// Its text as the game is written: in SAN where it has no notation of its own.
    #[serde(rename = "s")]
    pub text: String,
    /// What has to be pointed at to make it.
    #[serde(rename = "t")]
    pub taps: Vec<Tap>,
    /// Other ways to make it.
    #[serde(rename = "a", skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Vec<Tap>>,
    /// Squares on which something is captured.
    #[serde(rename = "x", skip_serializing_if = "Vec::is_empty")]
    pub captured: Vec<Square>,
    /// What its last choice is called.
    #[serde(rename = "l", skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// The move that led to a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LastMove {
    /// Its text in UCI.
    pub uci: String,
    /// Its text as the game is written.
    pub text: String,
    /// From where to where; of a drop where; nothing of a pass.
    pub squares: Vec<Square>,
    /// Where something was captured.
    pub captured: Vec<Square>,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutcomeView {
    /// In a sentence.
    pub text: String,
    /// As PGN writes it.
    pub result: &'static str,
    /// The sides that have won; none in a draw.
    pub winners: Vec<SideId>,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionView {
    /// How many moves were made since the game began.
    pub ply: usize,
    /// The position in FEN.
    pub fen: String,
    /// Whose turn it is.
    pub turn: SideId,
    /// What stands where.
    pub pieces: Vec<Placed>,
    /// What is in hand, by side: kinds with their numbers.
    pub hands: Vec<Vec<(PieceId, u16)>>,
    /// Where walls are.
    pub walls: Vec<Square>,
    /// Royals of the side to move that are attacked.
    pub checked: Vec<Square>,
    /// How the game has ended, if it has.
    pub outcome: Option<OutcomeView>,
    /// The move that led here.
    pub last: Option<LastMove>,
    /// The legal moves; none where the game is over.
    pub moves: Vec<MoveView>,
}

/// How a game has ended, for people.
pub fn outcome(session: &Session, ending: Ending) -> OutcomeView {
    let info = session.info();
    OutcomeView { text: ending.text(info), result: ending.result(info), winners: ending.winners(info) }
}

impl PositionView {
    /// The present position of a game with its legal moves.
    pub fn now(session: &Session) -> PositionView {
        let mut view = PositionView::at(session, session.ply());
        view.outcome = session.ending().map(|ending| outcome(session, ending));
        if session.ending().is_some() {
            return view;
        }
        let game = session.game();
        let legal = session.legal();
        let (rules, info, writing) = (&session.opened().rules, session.info(), session.writing());
        let mut texts: HashMap<Move, String> = writing.all(game).into_iter().collect();
        let taps = gestures(info, legal, &|square| writing.square(info, square));
        let told = legal.iter().zip(taps).map(|(&mv, Gesture { taps, others, label })| MoveView {
            uci: game.move_text(mv, Style::Game),
            text: texts.remove(&mv).unwrap_or_default(),
            taps,
            others,
            captured: captured(rules, game, mv),
            label,
        });
        view.moves = told.collect();
        view
    }

    /// The position after so many plies, without its moves, and without an end.
    pub fn at(session: &Session, ply: usize) -> PositionView {
        let game = session.position(ply);
        let setup = game.setup();
        let rules = &session.opened().rules;
        let hand = |held: &Vec<u16>| {
            let kinds = held.iter().enumerate().filter(|(_, count)| **count > 0);
            kinds.map(|(kind, &count)| (kind as PieceId, count)).collect()
        };
        let walls = setup.board.iter().enumerate().filter(|(_, cell)| **cell == Cell::Wall);
        let last = ply.checked_sub(1).and_then(|before| {
            let (mv, game) = (session.move_to(ply)?, session.position(before));
            let squares = match mv.kind() {
                MoveKind::Pass => Vec::new(),
                MoveKind::Drop => vec![mv.to()],
                MoveKind::Castling if mv.to() == mv.from() => vec![mv.from(), mv.aux()],
                _ => vec![mv.from(), mv.to()],
            };
            let squares = squares.into_iter().chain(mv.wall()).collect();
            Some(LastMove {
                uci: game.move_text(mv, Style::Game),
                text: session.written().get(before)?.clone(),
                squares,
                captured: captured(rules, game, mv),
            })
        });
        PositionView {
            ply,
            fen: game.fen(Style::Game),
            turn: setup.turn,
            pieces: placed(&setup),
            hands: setup.hands.iter().map(hand).collect(),
            walls: walls.map(|(square, _)| square as Square).collect(),
            checked: checked(rules, game, &setup),
            outcome: None,
            last,
            moves: Vec::new(),
        }
    }
}

/// The royals of the side to move, where something attacks them. (Of several, all: positions do not tell which.)
fn checked(rules: &Rules, game: &dyn Game, setup: &Setup) -> Vec<Square> {
    if game.checkers().is_empty() {
        return Vec::new();
    }
    let royal = |placed: &Placed| {
        placed.side == setup.turn && rules.piece_rules(placed.kind, placed.side).is_some_and(|own| own.royal)
    };
    placed(setup).into_iter().filter(royal).map(|placed| placed.square).collect()
}

/// The squares on which a legal move captures something, ascending: where it arrives, on its way, and what explodes with it.
pub fn captured(rules: &Rules, game: &dyn Game, mv: Move) -> Vec<Square> {
    let mut squares: Vec<Square> = mv.victims().collect();
    if mv.captures_on_arrival() && game.piece_at(mv.to()).is_some() {
        squares.push(mv.to());
    }
    let explodes = rules.play(game.turn()).capture.blast.is_some();
    if explodes && !squares.is_empty() {
        let mut after = game.boxed();
        if after.play(mv).is_ok() {
            let gone = |&square: &Square| {
                square != mv.from() && game.piece_at(square).is_some() && after.piece_at(square).is_none()
            };
            squares.extend((0..game.info().squares() as Square).filter(gone));
        }
    }
    squares.sort_unstable();
    squares.dedup();
    squares
}
