//! [`Board`]: a game in progress, in values of types.

use super::{Move, Naming, Piece, PieceType, Side, Square};
use crate::{Game, GameInProgress, Info, MoveError, Perft, Reason, Style};
use alloc::{boxed::Box, string::String, sync::Arc, vec::Vec};
use core::{fmt, iter::FusedIterator};

/// A game of any kind on its way: what stands where, what can be played, how it has ended. Knows the moves that led here, takes them back, and counts
/// repetitions.
///
/// `wazir::Game` sets one up for a game by its name or from its rules; [`Board::new`] does for a position of generated code.
///
/// A move is [played](Board::play) if it is legal, which is found out without a list of all; [`Board::moves`] goes through all of them and
/// allocates nothing.
pub struct Board {
    line: Box<dyn GameInProgress>,
    naming: Arc<Naming>,
    played: Vec<crate::Move>,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, or `None` for a draw. Where sides are allied, one of the winners.
    pub winner: Option<Side>,
    /// Why it is over.
    pub reason: Reason,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "the {side} side wins: {}", self.reason),
            None => write!(f, "draw: {}", self.reason),
        }
    }
}

impl Board {
    /// The game that begins at this position.
    pub fn new(start: &dyn Game) -> Board {
        Board::named(start, Arc::new(Naming::new(start.info())))
    }

    /// The game that begins at this position, by names that are known: those of its game.
    pub fn named(start: &dyn Game, naming: Arc<Naming>) -> Board {
        Board { line: start.begin(), naming, played: Vec::new() }
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        Side::of(self.position().turn())
    }

    /// What the game calls a side: `White`. `None` where it has no such side.
    pub fn side_name(&self, side: Side) -> Option<&str> {
        self.info().sides.get(usize::from(side.index())).map(|side| &*side.name)
    }

    /// What people call a piece: `Knight`. `None` where the game has no such piece.
    pub fn piece_name(&self, piece: impl Into<PieceType>) -> Option<&str> {
        let id = self.naming.piece_id(piece.into())?;
        Some(&self.info().pieces[usize::from(id)].name)
    }

    /// What stands on a square; `None` where nothing does, or there is no such square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let number = self.naming.square_number(square)?;
        self.naming.piece(self.position().piece_at(number)?)
    }

    /// The squares of the board, in ascending order, rank by rank.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.naming.squares().map(|(_, square)| square)
    }

    /// Every piece on the board with its square, in ascending order of squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let position = self.position();
        self.naming
            .squares()
            .filter_map(move |(number, square)| Some((square, self.naming.piece(position.piece_at(number)?)?)))
    }

    /// The types of the game's pieces.
    pub fn piece_types(&self) -> &[PieceType] {
        self.naming.piece_types()
    }

    /// What a side has in hand: each type of which it has some, and how many.
    pub fn hand(&self, side: Side) -> impl Iterator<Item = (PieceType, u16)> + '_ {
        let position = self.position();
        let in_hand = move |id| position.in_hand(side.index(), id);
        let exists = self.side_name(side).is_some();
        let types = (0..).zip(self.piece_types()).take_while(move |_| exists);
        types.map(move |(id, piece)| (*piece, in_hand(id))).filter(|(_, count)| *count > 0)
    }

    /// Is a royal of the side to move attacked?
    pub fn is_check(&self) -> bool {
        !self.position().checkers().is_empty()
    }

    /// Every legal move, each once. Allocates nothing; `len` counts them, and `nth` does not go through those before.
    pub fn moves(&self) -> Moves<'_> {
        Moves {
            board: self,
            room: [crate::Move::from_bits(0); ROOM],
            at: 0,
            listed: 0,
            next: 0,
            count: self.line.count(),
        }
    }

    /// The number of legal moves.
    pub fn move_count(&self) -> u64 {
        self.line.count()
    }

    /// Is the move legal? A castling may be written in either style, a move that captures on its way without its victims, where nothing else is called so.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.find(mv).is_some()
    }

    /// The legal move that this one is, in the runtime's form, which tells everything about it: what kind it is, what it captures on its way, what it becomes. `None` where it is not legal.
    pub fn find(&self, mv: Move) -> Option<crate::Move> {
        if let Some(known) = mv.known()
            && self.line.is_legal(known)
            && self.naming.name(known) == Some(mv)
        {
            return Some(known);
        }
        let exact = self.seek(|legal| self.naming.name(legal) == Some(mv)).next();
        exact.or_else(|| self.seek(|legal| self.naming.is_castling_called(legal, &mv)).next()).or_else(|| {
            let mut short = self.seek(|legal| self.naming.is_called_in_short(legal, &mv));
            short.next().filter(|_| short.next().is_none())
        })
    }

    /// The legal moves for which `wanted` holds.
    fn seek(&self, wanted: impl Fn(crate::Move) -> bool) -> impl Iterator<Item = crate::Move> {
        let mut moves = self.moves();
        core::iter::from_fn(move || moves.next_number()).filter(move |mv| wanted(*mv))
    }

    /// The legal move with this text.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] when it is no move's text, [`MoveError::Illegal`] with the moves that come near when none here has it.
    pub fn parse(&self, text: &str) -> Result<Move, MoveError> {
        let found = text.parse().ok().and_then(|mv| self.find(mv)).and_then(|mv| self.naming.name(mv));
        found.ok_or_else(|| self.refusal(text))
    }

    /// Plays a move if it is legal. It alone is looked at, not all that there are.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] with the moves that come near; nothing has changed then.
    pub fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        let Some(found) = self.find(mv) else {
            use alloc::string::ToString;
            return Err(self.refusal(&mv.to_string()));
        };
        self.line.play_listed(found);
        self.played.push(found);
        Ok(())
    }

    /// Plays the legal move with this text.
    ///
    /// # Errors
    /// As [`Board::parse`]; nothing has changed then.
    pub fn play_text(&mut self, text: &str) -> Result<Move, MoveError> {
        let mv = self.parse(text)?;
        self.play(mv)?;
        Ok(mv)
    }

    /// Why a text is no legal move here.
    #[cold]
    fn refusal(&self, text: &str) -> MoveError {
        let mut legal = Vec::new();
        self.line.list(&mut legal);
        match crate::parse_move(self.info(), &legal, text, Style::Game) {
            Err(error) => error,
            // Nothing is found there that is not found here.
            Ok(_) => MoveError::Illegal { text: text.into(), near: Vec::new() },
        }
    }

    /// Takes the last move back and returns it; `None` when none was played.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.played.pop()?;
        self.line.undo();
        self.naming.name(last)
    }

    /// Takes all moves back.
    pub fn restart(&mut self) {
        self.played.clear();
        self.line.restart();
    }

    /// The moves that were played and not taken back, from the first on.
    pub fn played(&self) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator + '_ {
        self.played.iter().map(|&mv| self.name(mv))
    }

    /// How the game has ended, by its rules, repetitions included; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        let outcome = self.line.outcome()?;
        Some(Outcome { winner: outcome.winner.map(Side::of), reason: outcome.reason })
    }

    /// Is the game over: by its rules, or since there is no move and no rule says what that means?
    pub fn is_over(&self) -> bool {
        self.line.outcome().is_some() || self.line.count() == 0
    }

    /// Leaf nodes so many plies below. (What repetition forbids or ends is not looked at.)
    pub fn perft(&self, depth: u32) -> u64 {
        self.position().perft(depth, Perft::Bulk)
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        self.position().fen(Style::Game)
    }

    /// Zobrist hash: equal for equal positions, which clocks are no part of.
    pub fn hash(&self) -> u64 {
        self.position().hash()
    }

    /// The game's description: its name, board, letters.
    pub fn info(&self) -> &Info {
        self.position().info()
    }

    /// The names of squares, types and moves, and the numbers that stand for them in the runtime.
    pub fn naming(&self) -> &Naming {
        &self.naming
    }

    /// The position, as other parts of Wazir take it: notation, engines.
    pub fn position(&self) -> &dyn Game {
        self.line.position()
    }

    /// The game in progress below, in numbers.
    pub fn in_progress(&self) -> &dyn GameInProgress {
        &*self.line
    }

    /// The name of a move of this game.
    fn name(&self, mv: crate::Move) -> Move {
        // Every move that a position has can be called: the squares and types that it names are those of the board.
        self.naming
            .name(mv)
            .unwrap_or_else(|| Move::new(crate::wording::Form::Steps, &[Square::ORIGIN, Square::ORIGIN]))
    }
}

impl Clone for Board {
    fn clone(&self) -> Board {
        Board { line: self.line.boxed(), naming: self.naming.clone(), played: self.played.clone() }
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board").field("game", &self.info().id).field("fen", &self.fen()).finish_non_exhaustive()
    }
}

/// The FEN.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen())
    }
}

/// So many moves are asked for at a time.
const ROOM: usize = 32;

/// The legal moves of a [`Board`].
#[derive(Clone)]
pub struct Moves<'b> {
    board: &'b Board,
    /// Moves that were asked for, those from `at` to `listed` yet to be told.
    room: [crate::Move; ROOM],
    at: usize,
    listed: usize,
    /// How many were asked for or left out.
    next: u64,
    count: u64,
}

impl Moves<'_> {
    fn next_number(&mut self) -> Option<crate::Move> {
        if self.at == self.listed {
            (self.at, self.listed) = (0, self.board.line.list_from(self.next, &mut self.room));
            self.next += self.listed as u64;
        }
        let mv = (self.at < self.listed).then(|| self.room[self.at])?;
        self.at += 1;
        Some(mv)
    }
}

impl Iterator for Moves<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        Some(self.board.name(self.next_number()?))
    }

    fn nth(&mut self, n: usize) -> Option<Move> {
        let here = self.listed - self.at;
        if n < here {
            self.at += n;
        } else {
            self.at = self.listed;
            self.next = self.next.saturating_add((n - here) as u64).min(self.count);
        }
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.count - self.next) as usize + self.listed - self.at;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Moves<'_> {}
impl FusedIterator for Moves<'_> {}

impl fmt::Debug for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
