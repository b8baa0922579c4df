//! [`Table`]: a game with everything around it: who plays, the clocks, the engine's thoughts, what is pointed at. No screen and no keys.

mod notes;
mod pointing;
mod thinking;
mod travel;

use crate::{
    clock::{Clocks, SideClock},
    geometry::Turned,
    loaded::Loaded,
    selection::Selection,
    session::{Ending, Session},
    store::{Journal, Saved, SavedSeat},
    thinker::{Thinker, Thought},
};
use notes::Notes;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use wazir_engine::Score;
use wazir_files::{Keeping, News};
use wazir_runtime::{Move, PieceId, SideId, Square};

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// Somebody at this keyboard.
    Human,
    /// The engine, at a level from 1 to 10.
    Engine(u8),
    /// Somebody over the network.
    Remote,
}

/// What the engine is thinking for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To make a move.
    Move,
    /// To give a hint.
    Hint,
    /// To show how the game stands.
    Judge,
    /// To answer an offer of a draw.
    Answer,
}

/// How a message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something to know.
    Note,
    /// Something did not work.
    Bad,
}

/// What has happened that somebody outside the table has to act upon.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// A side played here has made a move.
    Moved(Move),
    /// The game is over.
    Over(Ending),
    /// One of these moves has to be chosen.
    Choose(Vec<Move>),
}

/// How long it takes until a journal that could not be written is tried again, where no move does it before.
const NEXT_ATTEMPT: Duration = Duration::from_secs(5);

/// A game and what is around it.
pub struct Table {
    /// The game.
    pub session: Session,
    /// Who plays, by side.
    pub players: Vec<Player>,
    /// The clocks, if there are any.
    pub clocks: Option<Clocks>,
    /// How the clocks stood at each ply.
    clock_log: Vec<Vec<SideClock>>,
    /// The ply from which that is known.
    clocked_from: usize,
    /// The game of a file, from which this one has begun.
    loaded: Option<Loaded>,
    /// What is pointed at.
    pub selection: Selection,
    /// The square under the cursor.
    pub cursor: Square,
    /// What is told of the moves.
    notes: Notes,
    /// How the board is turned.
    pub turned: Turned,
    /// The ply that is looked at; `None`: the present one.
    pub view: Option<usize>,
    /// How the game stands, and for whom.
    pub evaluation: Option<(Score, SideId)>,
    /// The engine's line of best play, and the ply it begins at.
    pub best_line: Option<(usize, Vec<Move>)>,
    /// A move that the engine recommends.
    pub hint: Option<Move>,
    /// The engine plays no move by itself for now.
    pub paused: bool,
    /// What was last said to the player.
    pub message: Option<(String, Tone)>,
    /// The side that offers a draw.
    pub offer: Option<SideId>,
    /// Is the evaluation to be shown?
    pub judged: bool,
    /// What was said over the network: by whom and what.
    pub chat: Vec<(String, String)>,
    thinker: Thinker,
    thinking: Option<(u64, Purpose)>,
    journal: Option<Journal>,
    /// Is the game written down?
    keeping: Keeping,
    /// How long ago that was tried and has failed.
    since_attempt: Duration,
    /// The clocks are kept by somebody else, who says how they stand.
    pub clocks_elsewhere: bool,
    /// The other side has been asked for something, and is waited for.
    pub waits: bool,
    /// The name or path by which the game was opened.
    name: String,
    parents: Vec<wazir_variant_spec::Source>,
    /// Where a guest has its seat.
    seat: Option<SavedSeat>,
}

/// Who plays, and what else belongs to a new table.
pub struct Seats {
    /// Who plays, by side; sides beyond the list are played here.
    pub players: Vec<Player>,
    /// The clocks.
    pub clocks: Option<Clocks>,
    /// The name or path by which the game was opened.
    pub name: String,
    /// The rule files it inherits from.
    pub parents: Vec<wazir_variant_spec::Source>,
    /// Where every move is written down.
    pub journal: Option<Journal>,
}

impl Table {
    /// Sits down to a game, which goes on from where it stands. `say` takes the engine's thoughts, in another thread.
    pub fn new(session: Session, seats: Seats, say: impl Fn(Thought) -> bool + Send + 'static) -> Table {
        let sides = session.info().sides.len();
        let mut players = seats.players;
        players.resize(sides, Player::Human);
        let here = players.iter().position(|player| *player == Player::Human).unwrap_or(0) as SideId;
        let turned = Turned::for_side(session.info(), here);
        let thinker = Thinker::new(session.opened(), say);
        let stood = seats.clocks.as_ref().map_or(Vec::new(), |clocks| clocks.sides().to_vec());
        let clock_log = vec![stood; session.ply() + 1];
        let cursor = first_cursor(&session, here);
        let mut table = Table {
            clocked_from: session.ply(),
            loaded: None,
            players,
            clocks: seats.clocks,
            clock_log,
            selection: Selection::default(),
            cursor,
            notes: Notes::default(),
            turned,
            view: None,
            evaluation: None,
            best_line: None,
            hint: None,
            paused: false,
            message: None,
            offer: None,
            judged: false,
            chat: Vec::new(),
            thinker,
            thinking: None,
            journal: seats.journal,
            keeping: Keeping::default(),
            since_attempt: Duration::ZERO,
            clocks_elsewhere: false,
            waits: false,
            name: seats.name,
            parents: seats.parents,
            seat: None,
            session,
        };
        table.notes.follow(&table.session);
        table.write_down();
        table.consider();
        table
    }

    /// Who is to move.
    pub fn player(&self) -> Player {
        self.players.get(self.session.turn() as usize).copied().unwrap_or(Player::Human)
    }
    /// Is a side played by such a player?
    pub fn plays(&self, side: SideId, player: Player) -> bool {
        self.players.get(side as usize) == Some(&player)
    }
    /// May somebody at this keyboard move now?
    pub fn is_open(&self) -> bool {
        self.player() == Player::Human && self.session.ending().is_none() && !self.waits
    }
    /// The name by which the game was opened.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The ply that is looked at.
    pub fn viewed(&self) -> usize {
        self.view.unwrap_or(self.session.ply())
    }
    /// What the engine is thinking for.
    pub fn purpose(&self) -> Option<Purpose> {
        self.thinking.map(|(_, purpose)| purpose)
    }
    /// Is one of the sides played over the network?
    pub fn is_remote(&self) -> bool {
        self.players.contains(&Player::Remote)
    }
    /// The game of a file, from which this one has begun.
    pub fn loaded(&self) -> Option<&Loaded> {
        self.loaded.as_ref()
    }
    /// This game has begun from one of a file.
    pub fn set_loaded(&mut self, loaded: Loaded) {
        self.loaded = Some(loaded);
        self.write_down();
    }
    /// Where a guest has its seat.
    pub fn seat(&self) -> Option<&SavedSeat> {
        self.seat.as_ref()
    }
    /// A guest has its seat there from now on, or none any more.
    pub fn set_seat(&mut self, seat: Option<SavedSeat>) {
        if self.seat != seat {
            self.seat = seat;
            self.write_down();
        }
    }
    /// Says something to the player.
    pub fn note(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), Tone::Note));
    }
    /// Says that something did not work.
    pub fn complain(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), Tone::Bad));
    }

    /// Makes a move of a side that is played here.
    pub fn play(&mut self, mv: Move) -> Option<Happening> {
        if let Err(error) = self.make(mv) {
            self.complain(error);
            return None;
        }
        Some(self.session.ending().map_or(Happening::Moved(mv), Happening::Over))
    }

    /// Makes a move of any side.
    ///
    /// # Errors
    /// Why it cannot be made; nothing has changed then.
    pub fn make(&mut self, mv: Move) -> Result<(), String> {
        let mover = self.session.turn();
        self.session.play(mv).map_err(|error| error.to_string())?;
        if let Some(clocks) = self.clocks.as_mut().filter(|_| !self.clocks_elsewhere) {
            clocks.moved(mover);
        }
        self.clock_log.truncate(self.session.ply());
        self.clock_log.push(self.stood());
        // An offer stands until the other side moves.
        self.offer = self.offer.filter(|&side| side == mover);
        self.changed();
        Ok(())
    }

    /// Sets the clocks to what whoever keeps them says.
    pub fn set_clocks(&mut self, sides: &[SideClock]) {
        let taken = self.clocks.as_mut().is_some_and(|clocks| clocks.set(sides));
        if taken && let Some(stood) = self.clock_log.get_mut(self.session.ply()) {
            stood.clone_from(&sides.to_vec());
        }
    }

    /// What the side that made the move to this ply had left after it, where that is known: of the main time, or of the byoyomi when that is all.
    pub fn clock_at(&self, ply: usize) -> Option<Duration> {
        let mover = self.session.position(ply.checked_sub(1)?).turn();
        let stood = self.clock_log.get(ply).filter(|_| ply > self.clocked_from)?;
        let clock = stood.get(mover as usize)?;
        Some(Duration::from_millis(if clock.main_ms > 0 { clock.main_ms } else { clock.byoyomi_ms }))
    }

    fn stood(&self) -> Vec<SideClock> {
        self.clocks.as_ref().map_or(Vec::new(), |clocks| clocks.sides().to_vec())
    }

    /// The position is another one.
    fn changed(&mut self) {
        self.selection.clear();
        self.view = None;
        self.hint = None;
        self.message = None;
        self.notes.follow(&self.session);
        self.write_down();
        self.consider();
    }

    /// The side that gives up when somebody here does: the one to move if it is played here, else the first one that is.
    pub fn resigning_side(&self) -> SideId {
        if self.player() == Player::Human {
            return self.session.turn();
        }
        let here = self.players.iter().position(|player| *player == Player::Human);
        here.map_or(self.session.turn(), |side| side as SideId)
    }

    /// Ends the game other than by its rules.
    pub fn end(&mut self, ending: Ending) -> Option<Happening> {
        if self.session.ending().is_some() {
            return None;
        }
        self.session.end(ending);
        self.changed();
        self.session.ending().map(Happening::Over)
    }

    /// Time has passed.
    pub fn tick(&mut self, elapsed: Duration) -> Option<Happening> {
        self.since_attempt += elapsed;
        if self.keeping.fails() && self.since_attempt >= NEXT_ATTEMPT {
            self.write_down();
        }
        let side = self.session.turn();
        let engine_waits = self.paused && matches!(self.player(), Player::Engine(_));
        if self.session.ending().is_some() || engine_waits {
            return None;
        }
        let in_time = self.clocks.as_mut().is_none_or(|clocks| clocks.tick(side, elapsed));
        if in_time || self.clocks_elsewhere { None } else { self.end(Ending::Timeout(side)) }
    }

    /// The moves that have been played, as they are shown.
    pub fn move_texts(&self) -> &[String] {
        self.session.written()
    }

    /// What a side has captured up to the position that is looked at, where that is not in its hand: whose, what, and how many of it.
    pub fn taken_by(&self, side: SideId) -> Vec<(SideId, PieceId, usize)> {
        self.notes.taken_by(side, self.viewed())
    }

    /// Can something be captured for good, without going to a hand?
    pub fn takes_for_good(&self) -> bool {
        notes::takes_for_good(&self.session.opened().rules)
    }

    /// The game as it is written down.
    pub fn saved(&self) -> Saved {
        Saved::new(self, &self.name, &self.parents)
    }

    fn write_down(&mut self) {
        let Some(mut journal) = self.journal.take() else { return };
        self.since_attempt = Duration::ZERO;
        match self.keeping.after(journal.write(&self.saved())) {
            Some(News::Lost(error)) => {
                self.complain(format!("the game is not kept for a crash: {error}; it is tried again"));
            }
            Some(News::Kept) => self.note("the game is kept again"),
            None => {}
        }
        self.journal = Some(journal);
    }

    /// Is there to be a journal, and cannot it be written?
    pub fn is_unkept(&self) -> bool {
        self.keeping.fails()
    }

    /// Leaves the table; a game that is over needs no journal any more. What is lost by that, if anything is.
    pub fn leave(&mut self) -> Option<String> {
        self.thinker.stop();
        let mut journal = self.journal.take()?;
        if self.session.ending().is_some() {
            journal.remove();
            return None;
        }
        // Written after the last move already, unless that has failed.
        let error = self.keeping.fails().then(|| journal.write(&self.saved()).err()).flatten()?;
        let (name, moves) = (&self.session.info().name, self.session.ply());
        Some(format!("the game of {name} that was left after {moves} moves is not kept: {error}"))
    }
}

/// Where the cursor stands first: on a royal of the side that sits here, else on one of its pieces, else in the middle.
fn first_cursor(session: &Session, side: SideId) -> Square {
    let info = session.info();
    let of_side = |square: &Square| session.game().piece_at(*square).filter(|piece| piece.0 == side);
    let royal = |square: &Square| {
        of_side(square).is_some_and(|(_, piece)| info.pieces.get(piece as usize).is_some_and(|piece| piece.royal))
    };
    let squares = || (0..info.squares() as Square).filter(|square| info.holes.binary_search(square).is_err());
    let middle = squares().nth(squares().count() / 2).unwrap_or(0);
    squares().find(royal).or_else(|| squares().find(|square| of_side(square).is_some())).unwrap_or(middle)
}
