//! [`Board`]: what the search does with positions, whoever plays them.
//!
//! A board is the line of positions from the root of the search to where it is now. The search talks to it through a virtual table: a call costs a few
//! nanoseconds where a position costs some hundred, and the search is compiled once instead of once for each game (`docs/engine.md` has the figures).

use wazir_machine::{Line, Machine};
use wazir_reference::Interpreter;
use wazir_runtime::{Bits, FenError, Game, Move, MoveSets, Outcome, PieceId, Position, Setup, SideId, Square, Variant};

/// A line of positions, of which the last one is looked at.
pub(crate) trait Board: Send + Sync {
    /// Another line, which begins with this state.
    ///
    /// # Errors
    /// Says what about the state cannot be in this game.
    fn at(&self, setup: &Setup) -> Result<Box<dyn Board>, FenError>;
    /// The same line for another thread.
    fn copy(&self) -> Box<dyn Board>;
    /// The side to move.
    fn turn(&self) -> SideId;
    /// Equal for equal positions; without the clocks.
    fn hash(&self) -> u64;
    /// How many pieces of the type are in the side's hand.
    fn in_hand(&self, side: SideId, piece: PieceId) -> u16;
    /// Is a royal of the side to move attacked?
    fn in_check(&self) -> bool;
    /// The result, if the position by itself ends the game.
    fn outcome(&self) -> Option<Outcome>;
    /// Adds all legal moves to `moves`.
    fn moves(&mut self, moves: &mut Vec<Move>);
    /// Adds the legal moves that capture or promote to `moves`; others may be among them ([`Position::noisy_moves`]).
    fn noisy_moves(&mut self, moves: &mut Vec<Move>) {
        self.moves(moves);
    }
    /// Makes a legal move.
    fn play(&mut self, mv: Move);
    /// Has the turn pass on without a move, as if that were allowed. False, and nothing done, where the position after that cannot be.
    fn pass(&mut self) -> bool;
    /// Takes the last move back.
    fn undo(&mut self);
    /// What is different from the position before the last move.
    fn changes(&self, changes: &mut Changes);
    /// Everything that stands on the board or is in hand.
    fn contents(&self, changes: &mut Changes);
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Nothing.
    Empty,
    /// A wall.
    Wall,
    /// A piece: whose and of which type.
    Piece(SideId, PieceId),
}

/// What has changed on the board and in hands, and how it is now.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// Squares with what stands on them now.
    pub(crate) squares: Vec<(Square, Content)>,
    /// Hands: side, type, and how many there are now.
    pub(crate) hands: Vec<(SideId, PieceId, u16)>,
}

impl Changes {
    /// No change.
    pub(crate) fn clear(&mut self) {
        self.squares.clear();
        self.hands.clear();
    }
}

/// What `setup` becomes when the side to move gives up its turn, in a game of two sides whose turns are one move.
fn passed(mut setup: Setup) -> Setup {
    setup.turn = 1 - setup.turn.min(1);
    setup.en_passant.clear();
    setup.struck.clear();
    setup.halfmove = setup.halfmove.saturating_add(1);
    setup
}

/// A line of positions of a compiled game.
#[derive(Clone)]
pub(crate) struct CompiledBoard<P: Position> {
    line: Vec<P>,
    /// A buffer for moves.
    sets: MoveSets<P::Set>,
}

impl<P: Position> CompiledBoard<P> {
    /// The start position.
    pub(crate) fn start() -> Self {
        CompiledBoard::from(P::start())
    }

    fn from(position: P) -> Self {
        CompiledBoard { line: vec![position], sets: MoveSets::new() }
    }

    /// The last position. (There is always one: what begins a line is never undone.)
    fn last(&self) -> &P {
        &self.line[self.line.len() - 1]
    }
}

impl<P: Position> Board for CompiledBoard<P> {
    fn at(&self, setup: &Setup) -> Result<Box<dyn Board>, FenError> {
        Ok(Box::new(CompiledBoard::from(P::from_setup(setup)?)))
    }
    fn copy(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
    fn turn(&self) -> SideId {
        self.last().turn()
    }
    fn hash(&self) -> u64 {
        self.last().hash()
    }
    fn in_hand(&self, side: SideId, piece: PieceId) -> u16 {
        self.last().in_hand(side, piece)
    }
    fn in_check(&self) -> bool {
        self.last().checkers().any()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.last().outcome()
    }
    fn moves(&mut self, moves: &mut Vec<Move>) {
        self.line[self.line.len() - 1].fill(&mut self.sets);
        moves.extend(self.sets.iter());
    }
    fn noisy_moves(&mut self, moves: &mut Vec<Move>) {
        self.line[self.line.len() - 1].fill_noisy(&mut self.sets);
        moves.extend(self.sets.iter());
    }
    fn play(&mut self, mv: Move) {
        // Made in its place: a copy less than of a child that is pushed.
        self.line.push(*self.last());
        if let [.., last, child] = &mut self.line[..] {
            last.play_into(mv, child);
        }
    }
    fn pass(&mut self) -> bool {
        let after = P::from_setup(&passed(self.last().setup()));
        after.map(|after| self.line.push(after)).is_ok()
    }
    fn undo(&mut self) {
        if self.line.len() > 1 {
            self.line.pop();
        }
    }
    fn changes(&self, changes: &mut Changes) {
        let [.., before, now] = &self.line[..] else { return };
        let info = P::info();
        let mut changed = before.walls() ^ now.walls();
        for side in 0..info.sides.len() as SideId {
            changed |= before.of_side(side) ^ now.of_side(side);
        }
        for piece in 0..info.pieces.len() as PieceId {
            changed |= before.of_type(piece) ^ now.of_type(piece);
        }
        for square in changed {
            let square = square as Square;
            let content = match now.piece_at(square) {
                Some((side, piece)) => Content::Piece(side, piece),
                None if now.walls().has(square as usize) => Content::Wall,
                None => Content::Empty,
            };
            changes.squares.push((square, content));
        }
        if info.hands {
            for (side, piece) in every_hand(info) {
                let count = now.in_hand(side, piece);
                if count != before.in_hand(side, piece) {
                    changes.hands.push((side, piece, count));
                }
            }
        }
    }
    fn contents(&self, changes: &mut Changes) {
        let (info, now) = (P::info(), self.last());
        for square in 0..info.squares() as Square {
            match now.piece_at(square) {
                Some((side, piece)) => changes.squares.push((square, Content::Piece(side, piece))),
                None if now.walls().has(square as usize) => changes.squares.push((square, Content::Wall)),
                None => {}
            }
        }
        let hands = every_hand(info).map(|(side, piece)| (side, piece, now.in_hand(side, piece)));
        changes.hands.extend(hands.filter(|(.., count)| *count > 0));
    }
}

/// Every side with every type.
fn every_hand(info: &wazir_runtime::Info) -> impl Iterator<Item = (SideId, PieceId)> + use<> {
    let (sides, pieces) = (info.sides.len() as SideId, info.pieces.len() as PieceId);
    (0..sides).flat_map(move |side| (0..pieces).map(move |piece| (side, piece)))
}

/// A line of positions of a game that is run.
pub(crate) struct MachineBoard(Box<dyn Line>);

impl MachineBoard {
    /// The start position.
    pub(crate) fn start(machine: &Machine) -> Self {
        MachineBoard(machine.line())
    }

    /// What stands on a square.
    fn content(&self, square: Square) -> Content {
        match self.0.piece_at(square) {
            Some((side, piece)) => Content::Piece(side, piece),
            None if self.0.is_wall(square) => Content::Wall,
            None => Content::Empty,
        }
    }
}

impl Board for MachineBoard {
    fn at(&self, setup: &Setup) -> Result<Box<dyn Board>, FenError> {
        Ok(Box::new(MachineBoard(self.0.at(setup)?)))
    }
    fn copy(&self) -> Box<dyn Board> {
        Box::new(MachineBoard(self.0.copy()))
    }
    fn turn(&self) -> SideId {
        self.0.turn()
    }
    fn hash(&self) -> u64 {
        self.0.hash()
    }
    fn in_hand(&self, side: SideId, piece: PieceId) -> u16 {
        self.0.in_hand(side, piece)
    }
    fn in_check(&self) -> bool {
        self.0.in_check()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
    fn moves(&mut self, moves: &mut Vec<Move>) {
        self.0.moves(moves);
    }
    fn noisy_moves(&mut self, moves: &mut Vec<Move>) {
        self.0.noisy_moves(moves);
    }
    fn play(&mut self, mv: Move) {
        self.0.play(mv);
    }
    fn pass(&mut self) -> bool {
        self.0.pass()
    }
    fn undo(&mut self) {
        self.0.undo();
    }
    fn changes(&self, changes: &mut Changes) {
        let Changes { squares, hands } = changes;
        self.0.changes(&mut |square| squares.push((square, self.content(square))), &mut |side, piece, count| {
            hands.push((side, piece, count));
        });
    }
    fn contents(&self, changes: &mut Changes) {
        let info = self.0.info();
        let squares = (0..info.squares() as Square).map(|square| (square, self.content(square)));
        changes.squares.extend(squares.filter(|(_, content)| *content != Content::Empty));
        let hands = every_hand(info).map(|(side, piece)| (side, piece, self.0.in_hand(side, piece)));
        changes.hands.extend(hands.filter(|(.., count)| *count > 0));
    }
}

/// A line of positions of a game that is interpreted.
#[derive(Clone)]
pub(crate) struct InterpretedBoard {
    game: Interpreter,
    positions: Vec<wazir_reference::Position>,
}

impl InterpretedBoard {
    /// The start position.
    pub(crate) fn start(game: Interpreter) -> Self {
        let positions = vec![game.start_position()];
        InterpretedBoard { game, positions }
    }

    /// The last position. (There is always one: what begins a line is never undone.)
    fn last(&self) -> &wazir_reference::Position {
        &self.positions[self.positions.len() - 1]
    }

    /// What stands on a square of a position.
    fn content(position: &wazir_reference::Position, square: Square) -> Content {
        match position.cell_at(square) {
            wazir_runtime::Cell::Piece { side, piece, .. } => Content::Piece(side, piece),
            wazir_runtime::Cell::Wall => Content::Wall,
            wazir_runtime::Cell::Empty | wazir_runtime::Cell::Hole => Content::Empty,
        }
    }
}

impl Board for InterpretedBoard {
    fn at(&self, setup: &Setup) -> Result<Box<dyn Board>, FenError> {
        let positions = vec![self.game.position(setup.clone())?];
        Ok(Box::new(InterpretedBoard { game: self.game.clone(), positions }))
    }
    fn copy(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
    fn turn(&self) -> SideId {
        self.last().turn()
    }
    fn hash(&self) -> u64 {
        self.last().hash()
    }
    fn in_hand(&self, side: SideId, piece: PieceId) -> u16 {
        self.last().in_hand(side, piece)
    }
    fn in_check(&self) -> bool {
        !self.last().checkers().is_empty()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.last().outcome()
    }
    fn moves(&mut self, moves: &mut Vec<Move>) {
        moves.extend(self.last().legal_moves());
    }
    fn play(&mut self, mv: Move) {
        self.positions.push(self.last().after_turn(mv));
    }
    fn pass(&mut self) -> bool {
        let after = self.game.position(passed(self.last().setup()));
        after.map(|after| self.positions.push(after)).is_ok()
    }
    fn undo(&mut self) {
        if self.positions.len() > 1 {
            self.positions.pop();
        }
    }
    fn changes(&self, changes: &mut Changes) {
        let [.., before, now] = &self.positions[..] else { return };
        let info = self.game.info();
        for square in 0..info.squares() as Square {
            let content = InterpretedBoard::content(now, square);
            if content != InterpretedBoard::content(before, square) {
                changes.squares.push((square, content));
            }
        }
        for (side, piece) in every_hand(info) {
            let count = now.in_hand(side, piece);
            if count != before.in_hand(side, piece) {
                changes.hands.push((side, piece, count));
            }
        }
    }
    fn contents(&self, changes: &mut Changes) {
        let (info, now) = (self.game.info(), self.last());
        let squares = (0..info.squares() as Square).map(|square| (square, InterpretedBoard::content(now, square)));
        changes.squares.extend(squares.filter(|(_, content)| *content != Content::Empty));
        let hands = every_hand(info).map(|(side, piece)| (side, piece, now.in_hand(side, piece)));
        changes.hands.extend(hands.filter(|(.., count)| *count > 0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing;
    use wazir_runtime::Random;

    /// Plays a random game on both boards and passes at each ply out of check; how often that was possible.
    fn passes(game: &str) -> usize {
        let rules = testing::rules(game);
        let machine = Machine::load(&rules).unwrap_or_else(|refusal| panic!("{game}: {refusal}"));
        let mut run = MachineBoard::start(&machine);
        let mut interpreted = InterpretedBoard::start(Interpreter::new(rules).expect("a right start"));
        let (mut random, mut passes) = (Random::new(3), 0);
        for ply in 0..20 {
            if !interpreted.in_check() {
                let passed = interpreted.pass();
                assert_eq!(run.pass(), passed, "{game}, ply {ply}");
                if passed {
                    let setup = run.0.setup();
                    assert_eq!(setup, interpreted.last().setup(), "{game}, ply {ply}");
                    let told = run.at(&setup).unwrap_or_else(|error| panic!("{game}, ply {ply}: {error}"));
                    assert_eq!(run.hash(), told.hash(), "{game}, ply {ply}");
                    run.undo();
                    interpreted.undo();
                    passes += 1;
                }
            }
            let mut moves = Vec::new();
            run.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            run.play(mv);
            interpreted.play(mv);
        }
        passes
    }

    #[test]
    fn every_size_of_board_can_pass() {
        for game in ["chess", "atomic", "minishogi", "xiangqi", "shogi", "chu", "dai", "terachess"] {
            assert!(passes(game) > 5, "{game}");
        }
    }
}
