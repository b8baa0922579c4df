//! [`Table`]: a game with everything around it: who plays, the clocks, the engine's thoughts, what is pointed at. No screen and no keys.

use crate::{
    clock::{Clocks, SideClock},
    geometry::Turned,
    selection::{Selection, Step},
    session::{Ending, Session, side_name},
    store::{Journal, Saved},
    thinker::{Thinker, Thought, What},
};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use wazir_engine::{Level, Limits, Score};
use wazir_notation::pgn::Record;
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
    pub loaded: Option<Record>,
    /// What is pointed at.
    pub selection: Selection,
    /// The square under the cursor.
    pub cursor: Square,
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
    /// The clocks are kept by somebody else, who says how they stand.
    pub clocks_elsewhere: bool,
    /// The other side has been asked for something, and is waited for.
    pub waits: bool,
    /// The name or path by which the game was opened.
    name: String,
    parents: Vec<wazir_variant_spec::Source>,
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
            session,
            players,
            clocks: seats.clocks,
            clock_log,
            selection: Selection::default(),
            cursor,
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
            clocks_elsewhere: false,
            waits: false,
            name: seats.name,
            parents: seats.parents,
        };
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
    /// Says something to the player.
    pub fn note(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), Tone::Note));
    }
    /// Says that something did not work.
    pub fn complain(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), Tone::Bad));
    }

    /// Points at a square.
    pub fn point(&mut self, square: Square) -> Option<Happening> {
        self.cursor = square;
        if !self.may_move() {
            return None;
        }
        self.message = None;
        let step = self.selection.square(square, self.session.legal());
        if step == Step::Nothing {
            self.explain(square);
        }
        self.follow(step)
    }

    /// Points at a piece in the hand of the side to move.
    pub fn point_at_hand(&mut self, piece: PieceId) -> Option<Happening> {
        if !self.may_move() {
            return None;
        }
        let step = self.selection.hand(piece, self.session.legal());
        if step == Step::Nothing {
            self.complain("it cannot be dropped now");
        }
        self.follow(step)
    }

    /// Chooses one of the moves that [`Happening::Choose`] has offered.
    pub fn choose(&mut self, body: Move) -> Option<Happening> {
        let step = self.selection.choose(body, self.session.legal());
        self.follow(step)
    }

    fn follow(&mut self, step: Step) -> Option<Happening> {
        match step {
            Step::Nothing | Step::Dropped => None,
            Step::Chosen => {
                if self.selection.is_walling() {
                    self.note("now choose the square that is closed");
                }
                None
            }
            Step::Choose(moves) => Some(Happening::Choose(moves)),
            Step::Play(mv) => self.play(mv),
        }
    }

    fn may_move(&mut self) -> bool {
        if self.view.is_some() {
            // Whoever looks at an earlier position and wants to move wants to see the present one first.
            self.view = None;
            return false;
        }
        if self.session.ending().is_some() {
            self.complain("the game is over; n begins another, u takes the last move back");
            return false;
        }
        let player = self.player();
        if player != Player::Human {
            let whose = side_name(self.session.info(), self.session.turn()).to_string();
            self.complain(format!("{whose} is to move, and is not played here"));
        }
        if player == Player::Human && self.waits {
            self.complain("the other side has been asked, and has not answered yet");
        }
        player == Player::Human && !self.waits
    }

    /// Why nothing can be done with a square.
    fn explain(&mut self, square: Square) {
        let info = self.session.info();
        let name = info.square_name(square);
        let turn = self.session.turn();
        let text = match self.session.game().piece_at(square) {
            _ if self.selection.is_walling() => format!("{name} cannot be closed"),
            Some((side, _)) if side != turn => format!("{} is to move", side_name(info, turn)),
            Some((_, piece)) => {
                let piece = info.pieces.get(piece as usize).map_or("piece", |piece| &*piece.name).to_lowercase();
                let check =
                    if self.session.game().checkers().is_empty() { "" } else { ": there is a check to be answered" };
                format!("the {piece} on {name} has no legal move{check}")
            }
            None => format!("nothing of yours stands on {name}"),
        };
        self.complain(text);
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
        self.write_down();
        self.consider();
    }

    /// Has the engine think about what there is to think about.
    fn consider(&mut self) {
        self.thinker.stop();
        self.thinking = None;
        if self.session.ending().is_some() {
            return;
        }
        match self.player() {
            Player::Engine(level) if !self.paused => {
                let level = Level::new(level);
                let side = self.session.turn();
                let clock = self.clocks.as_ref().and_then(|clocks| clocks.for_engine(side));
                let time = clock.is_none().then(|| thinking_time(level));
                self.think(Purpose::Move, Limits { level, clock, time, ..Limits::default() });
            }
            _ if self.judged => self.think(Purpose::Judge, seconds(1.0)),
            _ => {}
        }
    }

    fn think(&mut self, purpose: Purpose, limits: Limits) {
        let id = self.thinker.think(self.session.line(), limits);
        self.thinking = Some((id, purpose));
    }

    /// Asks the engine what it would play.
    pub fn ask_for_hint(&mut self) {
        if self.is_remote() {
            self.complain("no hints against people over the network");
        } else if self.is_open() {
            self.note("thinking about a hint...");
            self.think(Purpose::Hint, seconds(1.0));
        } else {
            self.complain("there is nothing to give a hint for");
        }
    }

    /// Shows or hides how the game stands.
    pub fn toggle_judging(&mut self) {
        if self.is_remote() && !self.judged {
            self.complain("no evaluation against people over the network");
            return;
        }
        self.judged = !self.judged;
        if self.judged && self.thinking.is_none() {
            self.consider();
        }
    }

    /// Hears what the engine says. Thoughts about positions of the past are not listened to.
    pub fn hear(&mut self, thought: Thought) -> Option<Happening> {
        let (_, purpose) = self.thinking.filter(|(id, _)| *id == thought.id)?;
        let side = self.session.turn();
        match thought.what {
            What::Report(report) => {
                if report.line == 0 {
                    self.evaluation = Some((report.score, side));
                    self.best_line = Some((self.session.ply(), report.moves));
                }
                None
            }
            What::Failed(why) => {
                self.thinking = None;
                self.paused = true;
                self.complain(why);
                None
            }
            What::Found(found) => {
                self.thinking = None;
                self.evaluation = Some((found.score, side));
                match (purpose, found.best) {
                    (Purpose::Move, Some(mv)) => self.play(mv),
                    (Purpose::Move, None) => {
                        self.paused = true;
                        self.complain("the engine has found no move");
                        None
                    }
                    (Purpose::Hint, best) => {
                        self.hint = best;
                        if let Some(mv) = best {
                            self.note(format!("hint: {}", wazir_notation::san::write(self.session.game(), mv)));
                        }
                        None
                    }
                    (Purpose::Answer, _) => self.answer(found.score),
                    (Purpose::Judge, _) => None,
                }
            }
        }
    }

    /// The engine's answer to an offer of a draw, from what the position is worth to the side that offers.
    fn answer(&mut self, score: Score) -> Option<Happening> {
        let engine_is_content = match score {
            Score::Centipawns(worth) => worth >= 0,
            Score::Wins(_) => true,
            Score::Loses(_) => false,
        };
        self.offer = None;
        if engine_is_content {
            return self.end(Ending::Agreed);
        }
        self.note("the engine declines the draw");
        None
    }

    /// The side that gives up when somebody here does: the one to move if it is played here, else the first one that is.
    pub fn resigning_side(&self) -> SideId {
        if self.player() == Player::Human {
            return self.session.turn();
        }
        let here = self.players.iter().position(|player| *player == Player::Human);
        here.map_or(self.session.turn(), |side| side as SideId)
    }

    /// Offers a draw to the engine, which thinks about it.
    pub fn offer_to_engine(&mut self) {
        self.offer = Some(self.session.turn());
        self.note("the engine thinks about your offer...");
        self.think(Purpose::Answer, seconds(0.5));
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

    /// Takes moves back until somebody at this keyboard is to move again.
    pub fn undo(&mut self) {
        if self.is_remote() {
            self.complain("moves over the network cannot be taken back");
            return;
        }
        if !self.session.undo() {
            self.complain("there is no move to take back");
            return;
        }
        if self.players.contains(&Player::Human) {
            while self.player() != Player::Human && self.session.undo() {}
            // The engine, which moved first, does not do so again at once.
            self.paused = self.player() != Player::Human;
        } else {
            self.paused = true;
        }
        self.rewound();
    }

    /// Makes moves again that were taken back.
    pub fn redo(&mut self) {
        if self.is_remote() {
            self.complain("moves over the network are made once");
            return;
        }
        if !self.session.redo() {
            self.complain("there is no move to make again");
            return;
        }
        if self.players.contains(&Player::Human) {
            while self.player() != Player::Human && self.session.redo() {}
        }
        self.rewound();
    }

    /// Takes moves back until so many are left.
    pub fn rewind(&mut self, ply: usize) {
        while self.session.ply() > ply && self.session.undo() {}
        self.offer = None;
        self.rewound();
    }

    fn rewound(&mut self) {
        if let (Some(clocks), Some(stood)) = (self.clocks.as_mut(), self.clock_log.get(self.session.ply())) {
            clocks.set(stood);
        }
        self.evaluation = None;
        self.best_line = None;
        self.changed();
        let ply = self.session.ply();
        self.note(format!("after {ply} {}", if ply == 1 { "move" } else { "moves" }));
    }

    /// Lets the engine go on, or stops it from moving.
    pub fn pause(&mut self) {
        self.paused = !self.paused;
        self.consider();
        self.note(if self.paused { "the engine waits; Space lets it go on" } else { "the engine goes on" });
    }

    /// Looks at another position of the game, without changing it: so many plies further, or back.
    pub fn walk(&mut self, by: isize) {
        let last = self.session.ply();
        let ply = self.viewed().saturating_add_signed(by).min(last);
        self.look_at(ply);
    }

    /// Looks at the position after so many plies.
    pub fn look_at(&mut self, ply: usize) {
        self.selection.clear();
        self.message = None;
        self.view = (ply < self.session.ply()).then_some(ply);
    }

    /// Time has passed.
    pub fn tick(&mut self, elapsed: Duration) -> Option<Happening> {
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
        self.session.sans()
    }

    /// The game as it is written down.
    pub fn saved(&self) -> Saved {
        Saved::new(self, &self.name, &self.parents)
    }

    fn write_down(&mut self) {
        let Some(journal) = self.journal.take() else { return };
        match journal.write(&self.saved()) {
            Ok(()) => self.journal = Some(journal),
            // Said once: without a journal the game goes on.
            Err(error) => {
                self.complain(format!("the game is not kept: cannot write {}: {error}", journal.file().display()))
            }
        }
    }

    /// Leaves the table; a game that is over needs no journal any more.
    pub fn leave(&mut self) {
        self.thinker.stop();
        if self.session.ending().is_some()
            && let Some(journal) = self.journal.take()
        {
            journal.remove();
        }
    }
}

fn seconds(seconds: f64) -> Limits {
    Limits { time: Some(Duration::from_secs_f64(seconds)), ..Limits::default() }
}

/// How long the engine thinks about a move when there are no clocks.
fn thinking_time(level: Option<Level>) -> Duration {
    let number = level.unwrap_or(Level::BEST).number();
    Duration::from_millis(200 + 200 * u64::from(number))
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
