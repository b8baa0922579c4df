//! The public handles: [`Machine`], a game that is loaded, and its positions as [`Game`]s.

use crate::link::Linked;
use crate::run;
use crate::state::{At, State, list};
use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};
use wazir_program::Program;
use wazir_runtime::{
    Backend, Bits, Cpu, FenError, Game, GameInProgress, Info, Move, MoveError, MoveKind, MoveSets, Ongoing, Outcome,
    Perft, PieceId, Playable, Set64, Set128, Setup, SideId, Square, Style, Variant, Wide, fen,
};
use wazir_variant_spec::rules::Rules;

/// A game that is loaded and can be played: a value, which takes its tables with it when it goes.
pub struct Machine {
    loaded: Arc<dyn Loaded>,
    start: Box<dyn Line>,
}

impl Clone for Machine {
    fn clone(&self) -> Machine {
        Machine { loaded: self.loaded.clone(), start: self.start.copy() }
    }
}

impl core::fmt::Debug for Machine {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Machine").field("game", &self.loaded.program().info.id).finish_non_exhaustive()
    }
}

impl Machine {
    /// Loads a game from its rules.
    ///
    /// # Errors
    /// What there is no move program for, or why the start position is none of this game.
    pub fn load(rules: &Rules) -> Result<Machine, String> {
        let program = wazir_program::lower(rules).map_err(|refusal| refusal.to_string())?;
        Machine::new(program).map_err(|error| error.to_string())
    }

    /// Loads a program.
    ///
    /// # Errors
    /// Says why its start position is none of this game.
    pub fn new(program: Program) -> Result<Machine, FenError> {
        let (squares, kinds, sides) = (program.rules.board.squares(), program.rules.pieces.len(), program.sides.len());
        let start = fen::parse(&program.info, &program.info.start_fen, Style::Game)?;
        // Each size more costs a clean build 15 seconds of a core; smaller ones than these are faster by 3 % (of 8 types, in chess and xiangqi) to 7 % (of 16, on boards for four).
        match (squares, kinds, sides) {
            (0..=64, 0..=16, 2) => load::<Set64, 16, 2>(program, &start),
            (0..=128, 0..=16, 2) => load::<Set128, 16, 2>(program, &start),
            (0..=256, 0..=64, _) => load::<Wide<4>, 64, 4>(program, &start),
            _ => load::<Wide<16>, 64, 4>(program, &start),
        }
    }

    /// The program that is run.
    pub fn program(&self) -> &Program {
        self.loaded.program()
    }

    /// A line of positions that begins at the start.
    pub fn line(&self) -> Box<dyn Line> {
        self.start.copy()
    }
}

fn load<W: Bits, const K: usize, const S: usize>(program: Program, start: &Setup) -> Result<Machine, FenError> {
    let game = Arc::new(Linked::<W>::new(program));
    let states = alloc::vec![game.state::<K, S>(start)?];
    Ok(Machine { loaded: game.clone(), start: Box::new(Positions { game, states }) })
}

/// A program with its tables, whatever its board.
trait Loaded: Send + Sync {
    fn program(&self) -> &Program;
}

impl<W: Bits> Loaded for Linked<W> {
    fn program(&self) -> &Program {
        &self.program
    }
}

/// A line of positions of a game, each of which follows from the one before it; the last is looked at. What searching needs of positions.
pub trait Line: Send + Sync {
    /// The last position by itself.
    fn game(&self) -> Box<dyn Game>;
    /// Another line, which begins with this state.
    ///
    /// # Errors
    /// Says what about the state cannot be in this game.
    fn at(&self, setup: &Setup) -> Result<Box<dyn Line>, FenError>;
    /// The same line once more.
    fn copy(&self) -> Box<dyn Line>;
    /// The game.
    fn info(&self) -> &Info;
    /// The last position, in the neutral form.
    fn setup(&self) -> Setup;
    /// The side to move.
    fn turn(&self) -> SideId;
    /// Zobrist hash, which does not cover the clocks.
    fn hash(&self) -> u64;
    /// Is a royal of the side to move attacked?
    fn in_check(&self) -> bool;
    /// Enemy pieces that attack a royal of the side to move, ascending.
    fn checkers(&self) -> Vec<Square>;
    /// The result, if the position by itself ends the game.
    fn outcome(&self) -> Option<Outcome>;
    /// Adds all legal moves.
    fn moves(&self, moves: &mut Vec<Move>);
    /// Number of legal moves.
    fn count(&self) -> u64;
    /// Adds the legal moves that capture or promote.
    fn noisy_moves(&self, moves: &mut Vec<Move>);
    /// Makes a legal move. What comes of another is not said, but is a position.
    fn play(&mut self, mv: Move);
    /// Has the turn pass on without a move, as if that were allowed. False, and nothing done, where the position after that cannot be.
    fn pass(&mut self) -> bool;
    /// Takes the last move back, unless there is none.
    fn undo(&mut self);
    /// Forgets all positions but the last.
    fn forget(&mut self);
    /// What stands on a square.
    fn piece_at(&self, square: Square) -> Option<(SideId, PieceId)>;
    /// Is there a wall?
    fn is_wall(&self, square: Square) -> bool;
    /// How many pieces of a type a side has in hand.
    fn in_hand(&self, side: SideId, piece: PieceId) -> u16;
    /// Calls `square` with each square that has changed by the last move, and `hand` with each hand's type of which there are more or fewer now.
    fn changes(&self, square: &mut dyn FnMut(Square), hand: &mut dyn FnMut(SideId, PieceId, u16));
    /// Leaf nodes `depth` plies below.
    fn perft(&self, depth: u32, mode: Perft) -> u64;
}

/// Positions of one board word, with their game.
struct Positions<W, const K: usize, const S: usize> {
    game: Arc<Linked<W>>,
    states: Vec<State<W, K, S>>,
}

impl<W: Bits, const K: usize, const S: usize> Positions<W, K, S> {
    /// The last position. (There is always one: what begins a line is never undone.)
    fn last(&self) -> At<'_, W, K, S> {
        At { game: &self.game, s: &self.states[self.states.len() - 1] }
    }
}

impl<W: Bits, const K: usize, const S: usize> Line for Positions<W, K, S> {
    fn game(&self) -> Box<dyn Game> {
        Box::new(Place { game: self.game.clone(), state: *self.last().s })
    }
    fn at(&self, setup: &Setup) -> Result<Box<dyn Line>, FenError> {
        let states = alloc::vec![self.game.state(setup)?];
        Ok(Box::new(Positions::<W, K, S> { game: self.game.clone(), states }))
    }
    fn copy(&self) -> Box<dyn Line> {
        Box::new(Positions { game: self.game.clone(), states: self.states.clone() })
    }
    fn info(&self) -> &Info {
        &self.game.program.info
    }
    fn setup(&self) -> Setup {
        self.last().setup()
    }
    fn turn(&self) -> SideId {
        self.last().s.turn
    }
    fn hash(&self) -> u64 {
        self.last().s.hash
    }
    fn in_check(&self) -> bool {
        let at = self.last();
        at.is_attacked(at.me())
    }
    fn checkers(&self) -> Vec<Square> {
        let at = self.last();
        list(at.checkers_of(at.me()))
    }
    fn outcome(&self) -> Option<Outcome> {
        self.last().result()
    }
    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend(run::moves(self.last()).iter());
    }
    fn count(&self) -> u64 {
        run::perft(self.last(), 1, false)
    }
    fn noisy_moves(&self, moves: &mut Vec<Move>) {
        let at = self.last();
        let mut sets = run::moves(at);
        sets.retain(|set| {
            let one = set.mv(set.targets().first());
            let promotes = matches!(one.kind(), MoveKind::Promotion | MoveKind::JourneyPromotion);
            if promotes || one.wall().is_some() { set.targets() } else { at.capturing(set) }
        });
        moves.extend(sets.iter());
    }
    fn play(&mut self, mv: Move) {
        self.states.extend(self.states.last().copied());
        if let [.., before, next] = &mut self.states[..] {
            At { game: &self.game, s: before }.play_on(next, mv);
        }
    }
    fn pass(&mut self) -> bool {
        let at = self.last();
        if at.sides() > 2 || at.game.program.memory.several_moves {
            return false;
        }
        let mut next = *at.s;
        next.turn = 1 - next.turn;
        (next.passed, next.victim, next.struck) = (W::EMPTY, crate::link::NOWHERE, W::EMPTY);
        next.waiting = W::EMPTY;
        next.halfmove = next.halfmove.saturating_add(1);
        let mover = 1 - next.turn as usize;
        let after = At { game: at.game, s: &next };
        if at.game.sides[mover].may_not_remain && after.is_attacked(mover) {
            return false;
        }
        if at.rules().play[mover].check.may_not_be_given && after.is_attacked(1 - mover) {
            return false;
        }
        next.hash = At { game: at.game, s: &next }.full_hash();
        self.states.push(next);
        true
    }
    fn undo(&mut self) {
        if self.states.len() > 1 {
            self.states.pop();
        }
    }
    fn forget(&mut self) {
        let before = self.states.len() - 1;
        self.states.drain(..before);
    }
    fn piece_at(&self, square: Square) -> Option<(SideId, PieceId)> {
        self.last().seen_at(square)
    }
    fn is_wall(&self, square: Square) -> bool {
        (square as usize) < self.game.squares && self.last().s.walls.has(square as usize)
    }
    fn in_hand(&self, side: SideId, piece: PieceId) -> u16 {
        self.last().held(side, piece)
    }
    fn changes(&self, square: &mut dyn FnMut(Square), hand: &mut dyn FnMut(SideId, PieceId, u16)) {
        let [.., before, now] = &self.states[..] else { return };
        let changed = before.walls ^ now.walls | before.changed_to(now);
        changed.into_iter().for_each(|at| square(at as Square));
        if self.game.program.memory.hands {
            for side in 0..self.game.sides.len() {
                for kind in 0..self.game.keys.kinds.min(K) {
                    if before.hands[side][kind] != now.hands[side][kind] {
                        hand(side as SideId, kind as PieceId, now.hands[side][kind]);
                    }
                }
            }
        }
    }
    fn perft(&self, depth: u32, mode: Perft) -> u64 {
        run::perft(self.last(), depth, mode == Perft::Leaf)
    }
}

impl Variant for Machine {
    fn info(&self) -> &Info {
        &self.loaded.program().info
    }
    fn backend(&self) -> Backend {
        Backend::Machine
    }
    fn start(&self) -> Box<dyn Game> {
        self.start.game()
    }
    fn from_fen(&self, text: &str, style: Style) -> Result<Box<dyn Game>, FenError> {
        let setup = fen::parse(self.info(), text, style)?;
        Ok(self.start.at(&setup)?.game())
    }
}

/// One position.
#[derive(Clone)]
struct Place<W, const K: usize, const S: usize> {
    game: Arc<Linked<W>>,
    state: State<W, K, S>,
}

impl<W: Bits, const K: usize, const S: usize> Place<W, K, S> {
    #[inline]
    fn at(&self) -> At<'_, W, K, S> {
        At { game: &self.game, s: &self.state }
    }
}

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    /// Makes `next`, a copy of the position, the one after a move, without the sides that go out by it.
    #[inline]
    fn play_on(&self, next: &mut State<W, K, S>, mv: Move) {
        self.make_on(next, mv);
        self.game.eliminate_sides(next);
    }

    fn seen_at(&self, square: Square) -> Option<(SideId, PieceId)> {
        if square as usize >= self.game.squares {
            return None;
        }
        let (side, kind) = self.s.piece_at(square as usize)?;
        Some((side as SideId, kind as PieceId))
    }

    fn held(&self, side: SideId, piece: PieceId) -> u16 {
        let hand = self.s.hands.get(side as usize);
        hand.and_then(|hand| hand.get(piece as usize)).copied().unwrap_or(0)
    }
}

impl<W: Bits, const K: usize, const S: usize> Game for Place<W, K, S> {
    fn info(&self) -> &Info {
        &self.game.program.info
    }
    fn backend(&self) -> Backend {
        Backend::Machine
    }
    fn at(&self, setup: &Setup) -> Result<Box<dyn Game>, FenError> {
        let state = self.game.state::<K, S>(setup)?;
        Ok(Box::new(Place { game: self.game.clone(), state }))
    }
    fn boxed(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
    fn begin(&self) -> Box<dyn GameInProgress> {
        Box::new(Ongoing::new(self.clone()))
    }
    fn setup(&self) -> Setup {
        Place::at(self).setup()
    }
    fn turn(&self) -> SideId {
        self.state.turn
    }
    fn piece_at(&self, square: Square) -> Option<(SideId, PieceId)> {
        Place::at(self).seen_at(square)
    }
    fn in_hand(&self, side: SideId, piece: PieceId) -> u16 {
        Place::at(self).held(side, piece)
    }
    fn legal_moves(&self) -> Vec<Move> {
        run::moves(Place::at(self)).iter().collect()
    }
    fn count(&self) -> u64 {
        run::perft(Place::at(self), 1, false)
    }
    fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        let sets = run::moves(Place::at(self));
        if !sets.contains(mv) {
            let kinds = self.info().pieces.len();
            let known = |piece: PieceId| (piece as usize) < kinds;
            let text = match known(mv.piece()) && known(mv.promotion()) {
                true => wazir_runtime::move_text(self.info(), mv, Style::Game),
                false => format!("{mv:?}"),
            };
            let legal: Vec<Move> = sets.iter().collect();
            return Err(match wazir_runtime::parse_move(self.info(), &legal, &text, Style::Game) {
                Err(MoveError::Illegal { text, near }) => MoveError::Illegal { text, near },
                _ => MoveError::Illegal { text, near: Vec::new() },
            });
        }
        self.play_listed(mv);
        Ok(())
    }
    fn play_listed(&mut self, mv: Move) {
        let before = self.state;
        At { game: &self.game, s: &before }.play_on(&mut self.state, mv);
    }
    fn checkers(&self) -> Vec<Square> {
        let at = Place::at(self);
        list(at.checkers_of(at.me()))
    }
    fn hash(&self) -> u64 {
        self.state.hash
    }
    fn outcome(&self) -> Option<Outcome> {
        Place::at(self).result()
    }
    fn perft(&self, depth: u32, mode: Perft) -> u64 {
        run::perft(Place::at(self), depth, mode == Perft::Leaf)
    }
}

impl<W: Bits, const K: usize, const S: usize> Playable for Place<W, K, S> {
    type Set = W;
    #[inline(always)]
    fn fill<C: Cpu>(&self, cpu: C, moves: &mut MoveSets<W>) {
        Place::at(self).fill(cpu, moves);
    }
    #[inline]
    fn after_into(&self, mv: Move, next: &mut Self) {
        next.state.copy_from(&self.state);
        Place::at(self).play_on(&mut next.state, mv);
    }
    fn outcome_with_moves(&self, _: u64) -> Option<Outcome> {
        Place::at(self).result_with_moves()
    }
    fn in_check(&self) -> bool {
        let at = Place::at(self);
        at.is_attacked(at.me())
    }
}
