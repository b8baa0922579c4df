//! The public handles: [`Interpreter`] as a [`Variant`], [`Position`] as a [`Game`].

use crate::position::{Position, Shared};
use std::sync::Arc;
use wazir_runtime::{
    Backend, FenError, Game, Info, Move, MoveError, Outcome, Perft, PieceId, Setup, SideId, Square, Style, Variant, fen,
};
use wazir_variant_spec::Rules;

/// A game that is played from its rules, without any code made for it. Whoever has one knows that the game can begin: its start is a position of the game.
#[derive(Clone, Debug)]
pub struct Interpreter {
    pub(crate) shared: Arc<Shared>,
    start: Position,
}

impl Interpreter {
    /// Makes rules playable.
    ///
    /// # Errors
    /// Says why their start position is none of this game. (With the place in the rule file, [`crate::compile`] does.)
    pub fn new(rules: Rules) -> Result<Interpreter, FenError> {
        let shared = Arc::new(Shared::new(rules));
        let start = Position::new(&shared, fen::parse(&shared.info, &shared.rules.start.fen, Style::Game)?)?;
        Ok(Interpreter { shared, start })
    }

    /// The rules it plays.
    pub fn rules(&self) -> &Rules {
        &self.shared.rules
    }

    /// The position with this state.
    ///
    /// # Errors
    /// Says what about the state cannot be in this game.
    pub fn position(&self, setup: Setup) -> Result<Position, FenError> {
        Position::new(&self.shared, setup)
    }

    /// The position that a FEN describes.
    ///
    /// # Errors
    /// Says which field is wrong, where and why.
    pub fn parse(&self, text: &str, style: Style) -> Result<Position, FenError> {
        self.position(fen::parse(&self.shared.info, text, style)?)
    }

    /// The start position.
    pub fn start_position(&self) -> Position {
        self.start.clone()
    }
}

impl Variant for Interpreter {
    fn info(&self) -> &Info {
        &self.shared.info
    }

    fn backend(&self) -> Backend {
        Backend::Reference
    }

    fn start(&self) -> Box<dyn Game> {
        Box::new(self.start_position())
    }

    fn from_fen(&self, fen: &str, style: Style) -> Result<Box<dyn Game>, FenError> {
        Ok(Box::new(self.parse(fen, style)?))
    }
}

impl Game for Position {
    fn info(&self) -> &Info {
        &self.shared.info
    }

    fn backend(&self) -> Backend {
        Backend::Reference
    }

    fn at(&self, setup: &Setup) -> Result<Box<dyn Game>, FenError> {
        Ok(Box::new(Position::new(&self.shared, setup.clone())?))
    }

    fn boxed(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn setup(&self) -> Setup {
        self.setup.clone()
    }

    fn turn(&self) -> SideId {
        self.setup.turn
    }

    fn piece_at(&self, square: Square) -> Option<(SideId, PieceId)> {
        if (square as usize) < self.setup.board.len() { self.piece_on(square) } else { None }
    }

    fn in_hand(&self, side: SideId, piece: PieceId) -> u16 {
        let hand = self.setup.hands.get(side as usize);
        hand.and_then(|hand| hand.get(piece as usize)).copied().unwrap_or(0)
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.legal()
    }

    fn count(&self) -> u64 {
        self.legal().len() as u64
    }

    fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        let legal = self.legal();
        if !legal.contains(&mv) {
            // Finds the legal moves whose text comes nearest, for the message.
            let text = self.illegal_text(mv);
            let refusal = wazir_runtime::parse_move(&self.shared.info, &legal, &text, Style::Game);
            return Err(match refusal {
                Err(MoveError::Illegal { text, near }) => MoveError::Illegal { text, near },
                _ => MoveError::Illegal { text, near: Vec::new() },
            });
        }
        *self = self.after_turn(mv);
        Ok(())
    }

    fn checkers(&self) -> Vec<Square> {
        self.checkers_of(self.setup.turn)
    }

    fn hash(&self) -> u64 {
        self.state_hash()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn perft(&self, depth: u32, mode: Perft) -> u64 {
        match (depth, mode) {
            (0, _) => 1,
            (1, Perft::Bulk) => self.count(),
            _ => self.legal().into_iter().map(|mv| self.after_turn(mv).perft(depth - 1, mode)).sum(),
        }
    }
}

impl Position {
    /// Text of any move, even of one made for another game (whose types may not exist here).
    fn illegal_text(&self, mv: Move) -> String {
        let known = |piece: PieceId| (piece as usize) < self.rules().pieces.len();
        if known(mv.piece()) && known(mv.promotion()) {
            wazir_runtime::move_text(&self.shared.info, mv, Style::Game)
        } else {
            format!("{mv:?}")
        }
    }
}
