//! [`Compiled`]: a generated position type behind the object-safe [`Game`] and [`Variant`].

mod regenerated;

use crate::ongoing::played;
use crate::playout::RandomGame;
use crate::{
    Backend, Bits, Cpu, Ending, FenError, Game, GameInProgress, Info, Move, MoveError, MoveSets, Ongoing, Outcome,
    Perft, PieceId, Playable, Position, Setup, SideId, Square, Style, Variant, visitors,
};
use alloc::{boxed::Box, vec::Vec};
use core::marker::PhantomData;

/// The [`Variant`] of a generated module: `Compiled::<chess::Position>::new()`.
#[derive(Debug)]
pub struct Compiled<P>(PhantomData<fn() -> P>);

impl<P> Compiled<P> {
    /// The variant.
    #[allow(clippy::new_without_default, reason = "const, for statics")]
    pub const fn new() -> Self {
        Compiled(PhantomData)
    }
}

impl<P: Position> Variant for Compiled<P> {
    fn info(&self) -> &Info {
        P::info()
    }
    fn backend(&self) -> Backend {
        Backend::Compiled
    }
    fn start(&self) -> Box<dyn Game> {
        Box::new(Handle(P::start()))
    }
    fn from_fen(&self, fen: &str, style: Style) -> Result<Box<dyn Game>, FenError> {
        Ok(Box::new(Handle(P::from_fen(fen, style)?)))
    }
}

/// One position of a compiled game.
#[derive(Clone, Copy)]
pub(crate) struct Handle<P>(pub(crate) P);

impl<P: Position> Game for Handle<P> {
    fn info(&self) -> &Info {
        P::info()
    }
    fn backend(&self) -> Backend {
        Backend::Compiled
    }
    fn at(&self, setup: &Setup) -> Result<Box<dyn Game>, FenError> {
        Ok(Box::new(Handle(P::from_setup(setup)?)))
    }
    fn boxed(&self) -> Box<dyn Game> {
        Box::new(Handle(self.0))
    }
    fn begin(&self) -> Box<dyn GameInProgress> {
        Box::new(Ongoing::new(*self))
    }
    fn setup(&self) -> Setup {
        self.0.setup()
    }
    fn turn(&self) -> SideId {
        self.0.turn()
    }
    fn piece_at(&self, square: Square) -> Option<(SideId, PieceId)> {
        self.0.piece_at(square)
    }
    fn in_hand(&self, side: SideId, piece: PieceId) -> u16 {
        self.0.in_hand(side, piece)
    }
    fn legal_moves(&self) -> Vec<Move> {
        self.0.legal_moves().to_vec()
    }
    fn count(&self) -> u64 {
        self.0.count()
    }
    fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        self.0.play(mv)
    }
    fn play_listed(&mut self, mv: Move) {
        self.0 = self.0.play_unchecked(mv);
    }
    fn checkers(&self) -> Vec<Square> {
        let mut squares = Vec::new();
        for square in self.0.checkers() {
            squares.push(square as Square);
        }
        squares
    }
    fn hash(&self) -> u64 {
        self.0.hash()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
    fn perft(&self, depth: u32, mode: Perft) -> u64 {
        self.0.perft(depth, mode)
    }
}

impl<P: Position> Playable for Handle<P> {
    type Set = P::Set;
    #[inline(always)]
    fn fill<C: Cpu>(&self, cpu: C, moves: &mut MoveSets<P::Set>) {
        visitors::fill_inlined(&self.0.lean(), cpu, moves);
    }
    #[inline]
    fn after_into(&self, mv: Move, next: &mut Self) {
        self.0.play_into(mv, &mut next.0);
    }
    #[inline]
    fn outcome_with_moves(&self, moves: u64) -> Option<Outcome> {
        self.0.outcome_with_moves(moves)
    }
    fn play_out(game: &mut Ongoing<Self>, random_game: RandomGame<'_>) -> Option<Ending> {
        if const { P::REGENERATES } {
            regenerated::play_out(game, random_game)
        } else {
            played::play_out(game, random_game)
        }
    }
    fn in_check(&self) -> bool {
        self.0.checkers().any()
    }
}
