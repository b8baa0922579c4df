//! [`Selection`]: from the squares and pieces that somebody points at to a legal move, whatever the game asks for on the way.

use wazir_runtime::{Game, Info, Move, MoveKind, PieceId, Square};

/// Where a move begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A piece on the board.
    Square(Square),
    /// A piece in hand.
    Hand(PieceId),
}

/// What has been pointed at so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    origin: Option<Origin>,
    /// The moves that are still possible; meaningless while there is no origin and no `to`.
    candidates: Vec<Move>,
    /// The square of arrival is chosen, and a wall is to be placed.
    walling: bool,
}

/// What comes of pointing at something.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Nothing begins or ends there.
    Nothing,
    /// Something is chosen, more is to come.
    Chosen,
    /// What was chosen is not chosen any more.
    Dropped,
    /// One of these has to be chosen: [`Selection::choose`]. They differ in promotion, gating, or what they do on the way.
    Choose(Vec<Move>),
    /// This is the move.
    Play(Move),
}

/// What may be done on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// Go there.
    Move,
    /// Go there over something.
    Hop,
    /// Capture, there or on the way.
    Capture,
    /// Capture, having jumped over something.
    HopCapture,
    /// Place a wall.
    Wall,
}

impl Selection {
    /// Where the move begins, once that is chosen.
    pub fn origin(&self) -> Option<Origin> {
        self.origin
    }
    /// Is a wall to be placed?
    pub fn is_walling(&self) -> bool {
        self.walling
    }
    /// The square of arrival, while a wall is to be placed.
    pub fn arrival(&self) -> Option<Square> {
        self.candidates.first().filter(|_| self.walling).map(|mv| mv.to())
    }
    /// Has something been chosen?
    pub fn is_empty(&self) -> bool {
        self.origin.is_none() && !self.walling
    }

    /// The squares that can be pointed at next, and what happens there.
    pub fn targets(&self, game: &dyn Game) -> Vec<(Square, Target)> {
        let mut targets: Vec<(Square, Target)> = Vec::new();
        let mut add = |square: Square, target: Target| match targets.iter_mut().find(|other| other.0 == square) {
            Some(other) => other.1 = other.1.max(target),
            None => targets.push((square, target)),
        };
        for &mv in &self.candidates {
            match mv.wall() {
                Some(square) if self.walling => add(square, Target::Wall),
                _ => arrivals(mv).for_each(|square| add(square, target(game, mv))),
            }
        }
        targets
    }

    /// Points at a square.
    pub fn square(&mut self, square: Square, legal: &[Move]) -> Step {
        if self.walling {
            let found = self.candidates.iter().copied().find(|mv| mv.wall() == Some(square));
            return match found {
                Some(mv) => self.play(mv),
                None => Step::Nothing,
            };
        }
        if let Some(origin) = self.origin {
            let here: Vec<Move> =
                self.candidates.iter().copied().filter(|&mv| arrivals(mv).any(|to| to == square)).collect();
            // What stays where it is might be meant to be put down: that has to be said.
            if origin == Origin::Square(square) && !here.is_empty() {
                return Step::Choose(bodies(&here));
            }
            if !here.is_empty() {
                return self.resolve(here);
            }
            if origin == Origin::Square(square) {
                self.clear();
                return Step::Dropped;
            }
        }
        let from = |origin| legal.iter().copied().filter(move |&mv| origin_of(mv) == origin).collect::<Vec<Move>>();
        let starting = from(Origin::Square(square));
        if !starting.is_empty() {
            *self = Selection { origin: Some(Origin::Square(square)), candidates: starting, walling: false };
            return Step::Chosen;
        }
        // An empty square on which something may be dropped.
        let dropped: Vec<Move> =
            legal.iter().copied().filter(|mv| mv.kind() == MoveKind::Drop && mv.to() == square).collect();
        self.clear();
        if dropped.is_empty() { Step::Nothing } else { self.resolve(dropped) }
    }

    /// Points at a piece in hand.
    pub fn hand(&mut self, piece: PieceId, legal: &[Move]) -> Step {
        if self.origin == Some(Origin::Hand(piece)) {
            self.clear();
            return Step::Dropped;
        }
        let candidates: Vec<Move> = legal.iter().copied().filter(|&mv| origin_of(mv) == Origin::Hand(piece)).collect();
        if candidates.is_empty() {
            return Step::Nothing;
        }
        *self = Selection { origin: Some(Origin::Hand(piece)), candidates, walling: false };
        Step::Chosen
    }

    /// Takes up moves that agree in origin and arrival: what a typed text leaves open.
    pub fn given(&mut self, candidates: Vec<Move>) -> Step {
        self.clear();
        self.origin = candidates.first().map(|&mv| origin_of(mv));
        self.resolve(candidates)
    }

    /// Chooses one of the moves of [`Step::Choose`].
    pub fn choose(&mut self, body: Move, legal: &[Move]) -> Step {
        let chosen: Vec<Move> = legal.iter().copied().filter(|mv| mv.without_wall_if_any() == body).collect();
        if chosen.is_empty() { Step::Nothing } else { self.resolve(chosen) }
    }

    /// Forgets what was chosen.
    pub fn clear(&mut self) {
        *self = Selection::default();
    }

    /// Moves that agree in origin and arrival: is it one?
    fn resolve(&mut self, candidates: Vec<Move>) -> Step {
        let bodies = bodies(&candidates);
        match candidates[..] {
            [mv] => self.play(mv),
            _ if bodies.len() > 1 => Step::Choose(bodies),
            _ => {
                *self = Selection { origin: self.origin, candidates, walling: true };
                Step::Chosen
            }
        }
    }

    fn play(&mut self, mv: Move) -> Step {
        self.clear();
        Step::Play(mv)
    }
}

/// A move without the wall it places; any other move as it is.
trait Body {
    fn without_wall_if_any(self) -> Move;
}

impl Body for Move {
    fn without_wall_if_any(self) -> Move {
        if self.wall().is_some() { self.without_wall() } else { self }
    }
}

/// The different moves among these, apart from the walls they place.
fn bodies(moves: &[Move]) -> Vec<Move> {
    let mut bodies: Vec<Move> = Vec::new();
    for mv in moves.iter().map(|mv| mv.without_wall_if_any()) {
        if !bodies.contains(&mv) {
            bodies.push(mv);
        }
    }
    bodies
}

fn origin_of(mv: Move) -> Origin {
    if mv.kind() == MoveKind::Drop { Origin::Hand(mv.piece()) } else { Origin::Square(mv.from()) }
}

/// The squares by which the arrival of a move can be pointed at: castling also by the partner.
fn arrivals(mv: Move) -> impl Iterator<Item = Square> {
    let partner = (mv.kind() == MoveKind::Castling).then(|| mv.aux());
    // A king that castles without moving is pointed at no second time.
    let to = (mv.kind() != MoveKind::Castling || mv.to() != mv.from()).then(|| mv.to());
    to.into_iter().chain(partner)
}

/// What a move does.
fn target(game: &dyn Game, mv: Move) -> Target {
    let lifted = matches!(mv.kind(), MoveKind::Drop | MoveKind::Castling | MoveKind::Pass);
    let on_board = !lifted && !matches!(mv.kind(), MoveKind::Swap | MoveKind::Push);
    let lands = mv.captures_on_arrival() && game.piece_at(mv.to()).is_some();
    let captures = lands || mv.victims().next().is_some();
    let hops = on_board && between(game.info(), mv.from(), mv.to()).any(|square| game.piece_at(square).is_some());
    match (captures, hops) {
        (false, false) => Target::Move,
        (false, true) => Target::Hop,
        (true, false) => Target::Capture,
        (true, true) => Target::HopCapture,
    }
}

/// The squares between two on one line of the rectangle; none where no line leads straight from one to the other.
fn between(info: &Info, from: Square, to: Square) -> impl Iterator<Item = Square> {
    let files = i32::from(info.files.max(1));
    let at = |square: Square| (i32::from(square) % files, i32::from(square) / files);
    let ((x, y), (x2, y2)) = (at(from), at(to));
    let (dx, dy) = (x2 - x, y2 - y);
    let steps = if dx == 0 || dy == 0 || dx.abs() == dy.abs() { dx.abs().max(dy.abs()) } else { 0 };
    (1..steps).map(move |step| ((x + dx / steps * step) + (y + dy / steps * step) * files) as Square)
}
