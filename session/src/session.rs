//! [`Session`]: one game from its start to its end, with all that can be taken back. No clocks, no players, no screen.

use crate::writing::Writing;
use std::fmt;
use wazir_engine::{Line, Opened};
use wazir_runtime::{FenError, Game, GameInProgress, Info, Move, MoveError, Outcome, RepetitionVerdict, SideId, Style};

/// A game that is being played.
pub struct Session {
    opened: Opened,
    /// The game up to now.
    game: Box<dyn GameInProgress>,
    /// The positions that were taken back, the last one of the game first.
    ahead: Vec<Box<dyn Game>>,
    /// The moves, those that were taken back included.
    moves: Vec<Move>,
    /// The moves in SAN.
    sans: Vec<String>,
    writing: Writing,
    /// The moves as the game is written; empty where that is SAN.
    written: Vec<String>,
    /// Legal moves of the position.
    legal: Vec<Move>,
    ending: Option<Ending>,
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By its rules.
    Rules(Outcome),
    /// A side gave up.
    Resigned(SideId),
    /// A side has no time left.
    Timeout(SideId),
    /// A side has gone away and does not come back.
    Left(SideId),
    /// A draw that both sides agreed to.
    Agreed,
    /// No legal move, and the rules do not say what that means.
    Stuck(SideId),
}

impl Ending {
    /// The sides that have won; none in a draw.
    pub fn winners(self, info: &Info) -> Vec<SideId> {
        let not = |loser: SideId| {
            let others: Vec<SideId> =
                (0..info.sides.len() as SideId).filter(|&side| !info.are_allied(side, loser)).collect();
            // Among more than two parties it is not said who has won when one gives up.
            let one_party =
                others.first().is_some_and(|&first| others.iter().all(|&side| info.are_allied(first, side)));
            if one_party { others } else { Vec::new() }
        };
        match self {
            Ending::Rules(outcome) => outcome.winners(info),
            Ending::Resigned(side) | Ending::Timeout(side) | Ending::Left(side) => not(side),
            Ending::Agreed | Ending::Stuck(_) => Vec::new(),
        }
    }

    /// The result as PGN writes it for two sides: `1-0`, `0-1`, `1/2-1/2`; `*` where that does not say it.
    pub fn result(self, info: &Info) -> &'static str {
        let winners = self.winners(info);
        match (info.has_many_sides(), self, winners.first()) {
            (_, Ending::Stuck(_), _) | (true, _, Some(_)) => "*",
            (true, Ending::Resigned(_) | Ending::Timeout(_) | Ending::Left(_), None) => "*",
            (_, _, None) => "1/2-1/2",
            (_, _, Some(0)) => "1-0",
            (_, _, Some(_)) => "0-1",
        }
    }

    /// In a sentence without a full stop: `White wins: checkmate`.
    pub fn text(self, info: &Info) -> String {
        let names = |sides: &[SideId]| {
            let names: Vec<&str> = sides.iter().map(|&side| side_name(info, side)).collect();
            names.join(" and ")
        };
        let winners = self.winners(info);
        let result = match winners.as_slice() {
            [] => "draw".to_string(),
            [one] => format!("{} wins", side_name(info, *one)),
            several => format!("{} win", names(several)),
        };
        match self {
            Ending::Rules(outcome) => format!("{result}: {}", outcome.reason),
            Ending::Resigned(side) if winners.is_empty() => format!("{} resigns", side_name(info, side)),
            Ending::Resigned(side) => format!("{result}: {} resigns", side_name(info, side)),
            Ending::Timeout(side) if winners.is_empty() => format!("{} has no time left", side_name(info, side)),
            Ending::Timeout(side) => format!("{result}: {} has no time left", side_name(info, side)),
            Ending::Left(side) if winners.is_empty() => format!("{} has left", side_name(info, side)),
            Ending::Left(side) => format!("{result}: {} has left", side_name(info, side)),
            Ending::Agreed => "draw: agreed".to_string(),
            Ending::Stuck(side) => {
                format!("{} cannot move, and the rules do not say what follows", side_name(info, side))
            }
        }
    }
}

/// The name of a side for people.
pub fn side_name(info: &Info, side: SideId) -> &str {
    info.sides.get(side as usize).map_or("nobody", |side| &side.name)
}

/// Why a game cannot be set up from a FEN and moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetUpError {
    /// The start position.
    Fen(FenError),
    /// The move of this number, from 1.
    Move(usize, MoveError),
}

impl fmt::Display for SetUpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetUpError::Fen(error) => write!(f, "{error}"),
            SetUpError::Move(number, error) => write!(f, "move {number}: {error}"),
        }
    }
}

impl std::error::Error for SetUpError {}

/// How far the position is from a draw (or another end) by repetition or by too many quiet moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    /// How often the position has occurred.
    pub occurrences: usize,
    /// How often it has to occur for the game to be over, where a rule says so.
    pub allowed: Option<u8>,
    /// Plies since the last move that resets the clock of quiet moves.
    pub quiet: u32,
    /// A move by which the rules make the game a draw.
    pub drawing: Option<Move>,
}

impl Session {
    /// A game from its start position.
    pub fn new(opened: Opened) -> Session {
        let start = opened.variant.start();
        Session::from_position(opened, &*start)
    }

    /// A game from a FEN (`None`: the start position) and the moves made since, in UCI.
    ///
    /// # Errors
    /// When the FEN or a move is none of this game.
    pub fn set_up<T: AsRef<str>>(opened: Opened, fen: Option<&str>, moves: &[T]) -> Result<Session, SetUpError> {
        let start = match fen {
            Some(fen) => opened.variant.from_fen(fen, Style::Game).map_err(SetUpError::Fen)?,
            None => opened.variant.start(),
        };
        let mut session = Session::from_position(opened, &*start);
        for (index, text) in moves.iter().enumerate() {
            let mv = wazir_runtime::parse_move(session.info(), session.legal(), text.as_ref(), Style::Game);
            let played = mv.and_then(|mv| session.play(mv));
            played.map_err(|error| SetUpError::Move(index + 1, error))?;
        }
        Ok(session)
    }

    fn from_position(opened: Opened, start: &dyn Game) -> Session {
        let writing = Writing::of(&opened.rules, opened.variant.info());
        let mut session = Session {
            opened,
            game: start.begin(),
            ahead: Vec::new(),
            moves: Vec::new(),
            sans: Vec::new(),
            writing,
            written: Vec::new(),
            legal: Vec::new(),
            ending: None,
        };
        session.look();
        session
    }

    /// Finds out what can be done in the position.
    fn look(&mut self) {
        let outcome = self.game.outcome();
        self.legal.clear();
        if outcome.is_none() {
            self.game.list(&mut self.legal);
        }
        self.ending = match outcome {
            Some(outcome) => Some(Ending::Rules(outcome)),
            None if self.legal.is_empty() => Some(Ending::Stuck(self.turn())),
            None => None,
        };
    }

    /// The game that is played.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }
    /// Its names, board and letters.
    pub fn info(&self) -> &Info {
        self.opened.variant.info()
    }
    /// The position.
    pub fn game(&self) -> &dyn Game {
        self.game.position()
    }
    /// The position after so many plies, of those that were played or taken back; the last one beyond them.
    pub fn position(&self, ply: usize) -> &dyn Game {
        match self.game.position_after(ply) {
            Some(position) => position,
            // The first of those ahead is the last position: what lies beyond is that one too.
            None => self.ahead.get(self.moves.len().saturating_sub(ply)).map_or(self.game(), |position| &**position),
        }
    }
    /// The side to move.
    pub fn turn(&self) -> SideId {
        self.game().turn()
    }
    /// How many moves have been played and not taken back.
    pub fn ply(&self) -> usize {
        self.game.plies()
    }
    /// The moves that have been played and not taken back.
    pub fn played(&self) -> &[Move] {
        &self.moves[..self.ply()]
    }
    /// The move that led to the position after so many plies.
    pub fn move_to(&self, ply: usize) -> Option<Move> {
        self.moves.get(ply.checked_sub(1)?).copied()
    }
    /// All legal moves; none when the game is over.
    pub fn legal(&self) -> &[Move] {
        if self.ending.is_some() { &[] } else { &self.legal }
    }
    /// How the game has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }
    /// FEN of the start.
    pub fn start_fen(&self) -> String {
        self.position(0).fen(Style::Game)
    }
    /// The played moves in UCI.
    pub fn texts(&self) -> Vec<String> {
        self.played().iter().map(|&mv| self.game().move_text(mv, Style::Game)).collect()
    }
    /// The game as the engine takes it.
    pub fn line(&self) -> Line {
        Line { start: self.position(0).setup(), moves: self.played().to_vec() }
    }

    /// The played moves in SAN.
    pub fn sans(&self) -> &[String] {
        &self.sans[..self.ply()]
    }
    /// How the game is written.
    pub fn writing(&self) -> Writing {
        self.writing
    }
    /// The played moves as the game is written.
    pub fn written(&self) -> &[String] {
        if self.writing.is_own() { &self.written[..self.ply()] } else { self.sans() }
    }

    /// The legal move that a text means: as the game is written, or in SAN, LAN or UCI.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(&self, text: &str) -> Result<Move, String> {
        let mv = self.writing.parse(self.game(), text, Style::Game).map_err(|error| error.to_string())?;
        if self.legal().contains(&mv) { Ok(mv) } else { Err(not_again(text)) }
    }

    /// The legal moves that a text as the game is written, or in SAN, LAN or UCI, leaves open: one, or several that differ in how they end: what a pawn becomes, what is gated,
    /// where a wall is placed. These have one origin and one square of arrival.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn meant(&self, text: &str) -> Result<Vec<Move>, String> {
        let meant = self.writing.meant(self.game(), text, Style::Game).map_err(|error| error.to_string())?;
        let legal: Vec<Move> = meant.into_iter().filter(|mv| self.legal().contains(mv)).collect();
        if legal.is_empty() { Err(not_again(text)) } else { Ok(legal) }
    }

    /// The legal move with exactly this text in UCI.
    ///
    /// # Errors
    /// When there is none.
    pub fn parse_exactly(&self, text: &str) -> Result<Move, MoveError> {
        let found = self.legal().iter().copied().find(|&mv| self.game().move_text(mv, Style::Game) == text);
        found.ok_or_else(|| MoveError::Illegal { text: text.chars().take(40).collect(), near: Vec::new() })
    }

    /// Makes a move. What was taken back before can be redone only while the same moves are made again.
    ///
    /// # Errors
    /// When it is not legal, or the game is over; nothing has changed then.
    pub fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        if !self.legal().contains(&mv) {
            let text = self.game().move_text(mv, Style::Game);
            return Err(MoveError::Illegal { text, near: Vec::new() });
        }
        let now = self.ply();
        if self.moves.get(now) != Some(&mv) {
            let san = wazir_notation::san::write(self.game(), mv);
            self.sans.truncate(now);
            self.sans.push(san);
            if self.writing.is_own() {
                let written = self.writing.write(self.game(), mv);
                self.written.truncate(now);
                self.written.push(written);
            }
            self.moves.truncate(now);
            self.moves.push(mv);
            self.ahead.clear();
        }
        self.forward(mv);
        Ok(())
    }

    fn forward(&mut self, mv: Move) {
        self.ahead.pop();
        self.game.play_listed(mv);
        self.look();
    }

    /// Takes the last move back; false when there is none. An ending that was not by the rules (a resignation) is taken back alone.
    pub fn undo(&mut self) -> bool {
        if matches!(self.ending, Some(ending) if !matches!(ending, Ending::Rules(_) | Ending::Stuck(_))) {
            self.look();
            return true;
        }
        if self.ply() == 0 {
            return false;
        }
        self.ahead.push(self.game().boxed());
        self.game.undo();
        self.look();
        true
    }

    /// Makes the move again that was taken back last; false when there is none.
    pub fn redo(&mut self) -> bool {
        let next = self.moves.get(self.ply()).copied();
        if let Some(mv) = next {
            self.forward(mv);
        }
        next.is_some()
    }

    /// Ends the game other than by its rules. A game that is over stays as it ended.
    pub fn end(&mut self, ending: Ending) {
        self.ending.get_or_insert(ending);
    }

    /// What there is to claim.
    pub fn claims(&self) -> Claims {
        let mut game = self.game.boxed();
        let draws = |&mv: &Move| {
            game.play_listed(mv);
            let draws = game.outcome().is_some_and(|outcome| outcome.winner.is_none());
            game.undo();
            draws
        };
        let rules = self.info().repetition.iter().filter(|rule| rule.verdict != RepetitionVerdict::Illegal);
        Claims {
            occurrences: self.game.occurrences(),
            allowed: rules.map(|rule| rule.times).min(),
            quiet: self.game().setup().halfmove,
            drawing: self.legal().iter().copied().find(draws),
        }
    }
}

/// Why a move that the position allows is none of the game.
fn not_again(text: &str) -> String {
    format!("`{}` would repeat what may not be repeated, or the game is over", text.trim())
}
