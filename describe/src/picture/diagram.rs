//! [`Diagram`]: which squares a piece reaches on an empty board, and how. Computed from the movements of the rules alone.

use std::collections::BTreeSet;
use wazir_variant_spec::rules::{
    Board, Ground, Landing, Leg, Movement, Path, PieceId, Ride, Rules, SideId, Square, Step, Via, ViaState,
};

/// How a piece gets to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// By a free leap or slide.
    Plain,
    /// Blocked when something stands on the square between.
    Lame,
    /// Over exactly one piece.
    Hop,
    /// Over one piece, to the square right behind it.
    Behind,
    /// Over a piece on the square between.
    Jump,
    /// By a move of several legs.
    Legs,
    /// By a move of several legs that captures before the last.
    Capturing,
    /// At once, capturing a friend.
    Friend,
}

/// What becomes of a piece that stands on a square, other than being captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Displaced {
    /// Nothing.
    Nobody,
    /// An enemy exchanges places with the piece.
    Enemy,
    /// A piece of its own side does.
    Friend,
    /// A piece of either side does.
    Anybody,
    /// It is pushed on.
    Pushed,
}

/// One way to get to a square, and what it may do there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// How it gets there.
    pub way: Way,
    /// Only from some squares (initial moves, moves of a zone).
    pub limited: bool,
    /// What it does to who stands there instead of capturing; such a mark neither moves nor captures.
    pub displaced: Displaced,
    /// It may go there when the square is empty.
    pub moves: bool,
    /// It may capture there.
    pub captures: bool,
}

/// How a piece moves from one square of the empty board.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The square it stands on.
    pub origin: Square,
    /// For each square of the board, the ways to get there; none for most.
    pub marks: Vec<Vec<Mark>>,
    /// Squares between that block or have to be occupied.
    pub between: BTreeSet<Square>,
    /// Long rides: the farthest square of each.
    pub lines: BTreeSet<Square>,
    /// Where the limited movements may start.
    pub limits: Vec<wazir_variant_spec::rules::SquareSet>,
}

impl Diagram {
    /// How a piece moves: from `origin`, or from the square that shows most of its movements.
    ///
    /// `None` when the side has no such piece.
    pub fn new(rules: &Rules, piece: PieceId, side: SideId, origin: Option<Square>) -> Option<Diagram> {
        let movements = &rules.piece_rules(piece, side)?.movements;
        if let Some(origin) = origin {
            return Some(from(&rules.board, movements, origin));
        }
        let board = &rules.board;
        let score = |origin: Square| {
            let usable = movements.iter().filter(|m| m.from.contains(origin)).count();
            let marked = from(board, movements, origin).marks.iter().filter(|marks| !marks.is_empty()).count();
            let off = |at: u8, size: u8| (2 * i32::from(at) + 1 - i32::from(size)).abs();
            let centre = off(board.file(origin), board.files) + off(board.rank(origin), board.ranks);
            (usable, marked, -centre, std::cmp::Reverse(origin))
        };
        let origin = board.all().iter().max_by_key(|&origin| score(origin))?;
        Some(from(board, movements, origin))
    }

    /// A mark in words, for the legend.
    pub fn words(&self, board: &Board, mark: Mark) -> String {
        let what = match (mark.displaced, mark.moves, mark.captures) {
            _ if mark.way == Way::Friend => "captures a piece of its own side",
            (_, true, false) if mark.way == Way::Capturing => "captures on its way to an empty square",
            (_, false, true) if mark.way == Way::Capturing => "captures on its way, and where it ends",
            (_, true, true) if mark.way == Way::Capturing => "captures on its way",
            (Displaced::Enemy, ..) => "exchanges places with an enemy",
            (Displaced::Friend, ..) => "exchanges places with an own piece",
            (Displaced::Anybody, ..) => "exchanges places with a piece",
            (Displaced::Pushed, ..) => "pushes on what stands there",
            (Displaced::Nobody, true, true) => "moves or captures",
            (Displaced::Nobody, true, false) => "moves without capturing",
            (Displaced::Nobody, false, true) => "captures",
            (Displaced::Nobody, false, false) => "captures en passant",
        };
        let way = match mark.way {
            Way::Plain => "",
            Way::Lame => ", if the square between is empty",
            Way::Hop => ", jumping exactly one piece on the way",
            Way::Behind => ", right behind the one piece it jumps",
            Way::Jump => ", if something stands on the square between",
            Way::Legs => " by a move of several legs",
            Way::Capturing => ", by a move of several legs",
            Way::Friend => "",
        };
        let limited = match self.limits.as_slice() {
            _ if !mark.limited => String::new(),
            [only] => format!(", only from {}", crate::description::squares(board, only)),
            _ => ", only from some squares".to_string(),
        };
        format!("{what}{way}{limited}")
    }

    /// What the legend's "some squares" are, where there are several such sets.
    pub fn some_squares(&self, board: &Board) -> Vec<String> {
        let sets = if self.limits.len() > 1 { &self.limits[..] } else { &[] };
        sets.iter().map(|set| format!("some squares: {}", crate::description::squares(board, set))).collect()
    }

    /// All marks that occur, each once.
    pub fn kinds(&self) -> Vec<Mark> {
        let kinds: BTreeSet<Mark> = self.marks.iter().flatten().copied().collect();
        kinds.into_iter().collect()
    }
}

fn from(board: &Board, movements: &[Movement], origin: Square) -> Diagram {
    let mut diagram = Diagram {
        origin,
        marks: vec![Vec::new(); board.squares() as usize],
        between: BTreeSet::new(),
        lines: BTreeSet::new(),
        limits: Vec::new(),
    };
    // What a piece has from others is shown where they are.
    let own = movements.iter().filter(|movement| !crate::description::is_of_others(movement));
    for movement in own.filter(|movement| movement.from.contains(origin)) {
        let limited = !board.all().minus(&movement.from).is_empty();
        if limited && !diagram.limits.contains(&movement.from) {
            diagram.limits.push(movement.from);
        }
        for ride in &movement.rides {
            add(&mut diagram, board, movement, ride, limited);
        }
        add_journeys(&mut diagram, board, movement, limited);
    }
    for marks in &mut diagram.marks {
        tidy(marks);
    }
    diagram
}

fn add(diagram: &mut Diagram, board: &Board, movement: &Movement, ride: &Ride, limited: bool) {
    let way = match (ride.hurdle, ride.via) {
        (Some(hurdle), _) if hurdle.landing == Landing::JustBehind => Way::Behind,
        (Some(_), _) => Way::Hop,
        (None, None) => Way::Plain,
        (None, Some(via)) if via.state == ViaState::Empty => Way::Lame,
        (None, Some(_)) => Way::Jump,
    };
    // A hopper needs a square for its hurdle before the one it lands on.
    let first = if ride.hurdle.is_some() { ride.min.max(2) } else { ride.min };
    let mut at = diagram.origin;
    let mut last = None;
    for (steps, next) in (1..).zip(board.along(at, ride)) {
        if let Some(via) = &ride.via {
            let passed = |&offset: &Step| board.step_over(at, offset, ride.joined);
            let between: Option<Vec<Square>> = via.path.iter().map(passed).collect();
            let Some(between) = between else { return };
            diagram.between.extend(between);
        }
        at = next;
        if steps >= first && movement.to.contains(at) {
            // (What is pushed, and captured where it has no room, is a kind of capture.)
            let captures = movement.to_enemy || movement.push.is_some_and(|push| push.enemies && push.captures());
            let displaced = displaced(movement);
            let mark = Mark { way, limited, moves: movement.to_empty, captures, displaced: Displaced::Nobody };
            let marks = &mut diagram.marks[at as usize];
            if mark.moves || mark.captures || movement.en_passant {
                marks.push(mark);
            }
            if displaced != Displaced::Nobody && !captures {
                marks.push(Mark { moves: false, displaced, ..mark });
            }
            last = (steps > 1).then_some(at);
        }
    }
    diagram.lines.extend(last);
}

/// What a movement does to what stands where it ends, other than capturing it.
fn displaced(movement: &Movement) -> Displaced {
    match movement.swap.map(|swap| (swap.enemies, swap.friends)) {
        Some((true, true)) => Displaced::Anybody,
        Some((true, false)) => Displaced::Enemy,
        Some((false, true)) => Displaced::Friend,
        Some((false, false)) | None if movement.push.is_some() => Displaced::Pushed,
        Some((false, false)) | None => Displaced::Nobody,
    }
}

/// Marks the squares where the movement's journeys end, whatever stands on their way.
fn add_journeys(diagram: &mut Diagram, board: &Board, movement: &Movement, limited: bool) {
    let origin = diagram.origin;
    let start = std::iter::once(origin).collect();
    let is_at_once = |leg: &Leg| leg.then.is_empty() && leg.ground == Ground::Friend;
    let (at_once, rest): (Vec<Leg>, Vec<Leg>) = movement.legs.iter().cloned().partition(is_at_once);
    let kinds = [(Way::Friend, at_once), (Way::Legs, of_kind(&rest, false)), (Way::Capturing, of_kind(&rest, true))];
    for (way, legs) in kinds {
        Leg::stops_of(&legs, board, &start, &mut |squares, leg| {
            // Exchanges of places are not marked either.
            if !leg.then.is_empty() || leg.ground.carries() {
                return;
            }
            let moves = leg.ground == Ground::Empty;
            let mark = Mark { way, limited, moves, captures: !moves, displaced: Displaced::Nobody };
            for at in squares.and(&movement.to).iter().filter(|&at| at != origin) {
                diagram.marks[at as usize].push(mark);
            }
        });
    }
}

/// The journeys of a tree with these roots that capture something before their last leg, or those that do not.
fn of_kind(legs: &[Leg], capturing: bool) -> Vec<Leg> {
    let mut kept = Vec::new();
    for leg in legs {
        if leg.then.is_empty() {
            kept.extend((!capturing).then(|| leg.clone()));
            continue;
        }
        // What has captured here has captured, whatever follows.
        let captures = leg.ground.captures();
        let then = match (captures, capturing) {
            (true, true) => leg.then.clone(),
            (true, false) => Vec::new(),
            (false, _) => of_kind(&leg.then, capturing),
        };
        if !then.is_empty() {
            kept.push(Leg { then, ..leg.alone() });
        }
    }
    kept
}

/// Marks of one square united: what can be done in several ways is shown by the freest one.
fn tidy(marks: &mut Vec<Mark>) {
    marks.sort();
    let mut united: Vec<Mark> = Vec::new();
    for mark in marks.iter() {
        let same =
            |other: &&mut Mark| (other.way, other.limited, other.displaced) == (mark.way, mark.limited, mark.displaced);
        match united.iter_mut().find(same) {
            Some(other) => {
                other.moves |= mark.moves;
                other.captures |= mark.captures;
            }
            None => united.push(*mark),
        }
    }
    let all = united.clone();
    for mark in &mut united {
        for freer in &all {
            if freer.way <= mark.way
                && freer.limited <= mark.limited
                && (freer.way, freer.limited) != (mark.way, mark.limited)
            {
                let both_plain = freer.way == Way::Plain || freer.way == mark.way;
                mark.moves &= !(freer.moves && both_plain);
                mark.captures &= !(freer.captures && both_plain);
            }
        }
    }
    // En passant alone is no more than a remark where the piece captures anyway.
    let does = |mark: &Mark| mark.moves || mark.captures || mark.displaced != Displaced::Nobody;
    united.retain(|mark| does(mark) || !all.iter().any(does));
    *marks = united;
}

/// Do the two sides' pieces of a type move alike, each seen from its own side of the board?
pub fn alike(rules: &Rules, piece: PieceId, a: SideId, b: SideId) -> bool {
    let view = |side: SideId| {
        let orientation = rules.sides[side as usize].orientation;
        let own = |step: Step| orientation.seen(step);
        let mirrored = |set: &wazir_variant_spec::rules::SquareSet| -> wazir_variant_spec::rules::SquareSet {
            set.iter().map(|square| orientation.seen_square(&rules.board, square)).collect()
        };
        let movements = &rules.piece_rules(piece, side)?.movements;
        let mut views: Vec<_> = movements
            .iter()
            .map(|m| {
                let mut rides: Vec<Ride> = m
                    .rides
                    .iter()
                    .map(|ride| {
                        let via = ride.via.map(|via| {
                            let path: Vec<Step> = via.path.iter().map(|&offset| own(offset)).collect();
                            Via { path: Path::new(&path), ..via }
                        });
                        Ride { step: own(ride.step), via, joined: orientation.joined(ride.joined), ..*ride }
                    })
                    .collect();
                rides.sort();
                let mut legs: Vec<Vec<Leg>> = Leg::journeys(&m.legs)
                    .iter()
                    .map(|journey| {
                        let turned = |leg: &&Leg| Leg { step: own(leg.step), ..leg.alone() };
                        journey.iter().map(turned).collect()
                    })
                    .collect();
                legs.sort();
                let modes = (m.to_empty, m.to_enemy, m.en_passant, m.push, m.victims);
                let swaps = m.swap.map(|swap| (swap.enemies, swap.friends));
                let conditions = (m.unmoved, m.unchecked, m.safe_way, m.last_moved.map(|last| (last.of, last.nobody)));
                (rides, legs, modes, swaps, conditions, mirrored(&m.from), mirrored(&m.to))
            })
            .collect();
        views.sort();
        Some(views)
    };
    view(a) == view(b)
}
