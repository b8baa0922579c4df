//! Syntax tree to [`Movement`]s in board coordinates.

use std::ops;

use super::directions::{Rose, unsupported};
use super::{Atom, Betza, BetzaError, Modifier, Modifiers, Move, Part, Range, Shape, Simple};
use super::{journey, path};
use crate::rules::{
    Cause, Grid, Hurdle, Landing, Leg, Movement, Orientation, Path, PieceSet, Ride, SquareSet, Step, Via, ViaState,
};

/// What a piece's moves have to be known besides their Betza.
#[derive(Clone, Debug)]
pub struct Lowering {
    /// The shape of the board's cells, which decides what the directions are.
    pub grid: Grid,
    /// How the side sees the board.
    pub orientation: Orientation,
    /// Where `i` moves may start.
    pub initial: Initial,
    /// Only while no royal of the mover's side is attacked.
    pub unchecked: bool,
    /// What hoppers may jump over: see [`Hurdle::over`].
    pub over: Option<PieceSet>,
    /// Where moves may start.
    pub from: SquareSet,
    /// Where moves may land.
    pub to: SquareSet,
    /// File and line of the Betza text. Each movement gets the text of its own atom.
    pub cause: Cause,
}

/// Which pieces make `i` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    /// Those on these squares.
    On(SquareSet),
    /// Those that the position remembers as unmoved.
    Unmoved,
}

/// The movements of a piece, one for each move of the Betza text. On failure, all mistakes in the order of their places.
pub fn lower(betza: &Betza, lowering: &Lowering) -> Result<Vec<Movement>, Vec<BetzaError>> {
    let mut movements = Vec::new();
    let mut errors = Vec::new();
    for one in &betza.moves {
        match lower_move(one, lowering) {
            Ok(movement) => movements.push(movement),
            Err(found) => errors.extend(found),
        }
    }
    if errors.is_empty() {
        return Ok(movements);
    }
    errors.sort_by_key(|e| (e.span.start, e.span.end));
    Err(errors)
}

fn lower_move(one: &Move, lowering: &Lowering) -> Result<Movement, Vec<BetzaError>> {
    let span = one.span.0.clone();
    let mut errors = Vec::new();
    // What is said about the start stands at the first leg, what is said about the target at the last.
    let (rides, legs, first, last) = match &one.shape {
        Shape::Simple(simple) => {
            let (rides, legs) = lower_simple(simple, &span, lowering, &mut errors);
            (rides, legs, simple.modifiers.clone(), simple.modifiers.clone())
        }
        Shape::Again { parts, atom, range } => {
            let (first, last) = ends(parts);
            let (rides, legs) = match plain_path(parts, atom, range, &span) {
                Ok(rides) => (rides, Vec::new()),
                // It is no leap along a path of squares that are all empty or all occupied.
                Err(errors) if errors.iter().any(|error| error.code != "betza-unsupported") => return Err(errors),
                Err(_) => (Vec::new(), journey::legs(&one.shape, &span, &mut errors)),
            };
            (rides, legs, first, last)
        }
        Shape::Bracket { modifiers, first, rest, .. } => {
            let legs = journey::legs(&one.shape, &span, &mut errors);
            let last = rest.last().map_or(first, |(_, leg)| leg).modifiers.clone();
            (Vec::new(), legs, modifiers.clone(), last)
        }
    };
    if let Some(place) = lowering.over.and(legs.first()).map(|_| span.clone()) {
        errors.push(unsupported(place, "a move of several legs that may jump over certain pieces only (`over`)"));
    }
    if lowering.grid == Grid::Hexagons && (!legs.is_empty() || matches!(one.shape, Shape::Again { .. })) {
        errors.push(unsupported(span, "a move of several legs on hexagons"));
    }
    let legs = legs.iter().map(|leg| turned_leg(leg, lowering.orientation)).collect();
    let rides: Vec<Ride> = rides.into_iter().map(|ride| turned(ride, lowering.orientation)).collect();
    let kinds = [Modifier::Empty, Modifier::Enemy, Modifier::EnPassant];
    let plain = !rides.is_empty() && !kinds.iter().any(|&kind| last.has(kind));
    let text = if one.text.0.is_empty() { one.to_string() } else { one.text.0.clone() };
    if !errors.is_empty() {
        return Err(errors);
    }
    let passes = !rides.is_empty();
    Ok(Movement {
        rides,
        legs,
        to_empty: plain || passes && last.has(Modifier::Empty),
        to_enemy: plain || passes && last.has(Modifier::Enemy),
        victims: None,
        en_passant: passes && last.has(Modifier::EnPassant),
        unmoved: first.has(Modifier::Initial) && lowering.initial == Initial::Unmoved,
        unchecked: lowering.unchecked,
        from: match lowering.initial {
            Initial::On(squares) if first.has(Modifier::Initial) => lowering.from.and(&squares),
            _ => lowering.from,
        },
        to: lowering.to,
        leaves_en_passant: passes && leaves_en_passant(&first),
        cause: Cause { text, ..lowering.cause.clone() },
    })
}

/// `in` and `nn` moves can be captured en passant.
fn leaves_en_passant(modifiers: &Modifiers) -> bool {
    let lame = modifiers.count(Modifier::Lame);
    lame > 1 || lame == 1 && modifiers.has(Modifier::Initial)
}

/// The modifiers of the first leg and of the last.
fn ends(parts: &[Part]) -> (Modifiers, Modifiers) {
    let of = |part: Option<&Part>| match part {
        Some(Part::Modifiers(modifiers)) => modifiers.clone(),
        _ => Modifiers::default(),
    };
    (of(parts.first()), of(parts.last()))
}

/// The rides of a move of several legs that is a leap along a path.
fn plain_path(
    parts: &[Part],
    atom: &Atom,
    range: &Range,
    span: &ops::Range<usize>,
) -> Result<Vec<Ride>, Vec<BetzaError>> {
    let legs = path::legs(parts, span).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let rides = path::rides(&legs, atom, range, span, &mut errors);
    if errors.is_empty() { Ok(rides) } else { Err(errors) }
}

/// The rides and the journeys of a move of one leg, as the mover sees the board: rides to empty squares and enemies, journeys where it bends or
/// captures friends.
fn lower_simple(
    simple: &Simple,
    span: &ops::Range<usize>,
    lowering: &Lowering,
    errors: &mut Vec<BetzaError>,
) -> (Vec<Ride>, Vec<Leg>) {
    let modifiers = &simple.modifiers;
    if modifiers.has(Modifier::Circular) || modifiers.has(Modifier::Crooked) {
        return (Vec::new(), journey::legs(&Shape::Simple(simple.clone()), span, errors));
    }
    let of = |wanted: &dyn Fn(Modifier) -> bool| {
        let letters = modifiers.letters().iter().filter(|letter| wanted(letter.modifier)).cloned().collect();
        Simple { modifiers: Modifiers::new(letters), ..simple.clone() }
    };
    let is_mode = |m: Modifier| matches!(m, Modifier::Empty | Modifier::Enemy | Modifier::EnPassant);
    if !modifiers.has(Modifier::Friend) {
        return (lower_leg(simple, span.clone(), lowering, errors), Vec::new());
    }
    let by_rides = modifiers.letters().iter().any(|letter| is_mode(letter.modifier));
    let rides = lower_leg(&of(&|m| m != Modifier::Friend), span.clone(), lowering, errors);
    let friends = Shape::Simple(of(&|m| !is_mode(m)));
    let legs = if errors.is_empty() { journey::legs(&friends, span, errors) } else { Vec::new() };
    (if by_rides { rides } else { Vec::new() }, legs)
}

/// A leg in board coordinates, with those that follow it, from one as the mover sees the board.
fn turned_leg(leg: &Leg, orientation: Orientation) -> Leg {
    let step = orientation.turn(leg.step);
    Leg { step, then: leg.then.iter().map(|next| turned_leg(next, orientation)).collect(), ..leg.clone() }
}

/// A ride in board coordinates, from one as the mover sees the board.
fn turned(ride: Ride, orientation: Orientation) -> Ride {
    let turn = |step: Step| orientation.turn(step);
    let via = ride.via.map(|via| {
        let path: Vec<Step> = via.path.iter().map(|&offset| turn(offset)).collect();
        Via { path: Path::new(&path), ..via }
    });
    Ride { step: turn(ride.step), via, ..ride }
}

/// The rides of a move of one leg, as the mover sees the board; mistakes are added to `errors`.
fn lower_leg(simple: &Simple, span: ops::Range<usize>, lowering: &Lowering, errors: &mut Vec<BetzaError>) -> Vec<Ride> {
    let Simple { modifiers, atom, range } = simple;
    for (modifier, what) in [
        (Modifier::Royal, "`k` (capturing royals only)"),
        (Modifier::Tame, "`t` (tame)"),
        (Modifier::OffBoard, "`o` (over the edge of the board)"),
        (Modifier::Toggle, "`y` (a change of range)"),
        (Modifier::Unload, "`u` (unloading)"),
        (Modifier::Borrow, "`x` (borrowed moves)"),
    ] {
        errors.extend(modifiers.place(modifier).map(|at| unsupported(at..at + 1, what)));
    }
    if modifiers.count(Modifier::Initial) > 1 {
        errors.extend(
            modifiers.place(Modifier::Initial).map(|at| unsupported(at..at + 1, "`ii` (one rank ahead of the start)")),
        );
    }
    let rose = match (atom, atom.leap()) {
        (_, Some(leap)) => Rose::of(leap),
        (Atom::King | Atom::Queen, _) => Rose::Compass,
        (Atom::Castling, _) => {
            let help = "castling is written as a rule of the game, outside the Betza text";
            errors.push(unsupported(span, "the castling atom `O`").help(help));
            return Vec::new();
        }
        (Atom::Drop, _) => {
            let help = "drops are written as a rule of the game, outside the Betza text";
            errors.push(unsupported(span, "the drop atom `@`").help(help));
            return Vec::new();
        }
        (Atom::Universal, _) => {
            errors.push(unsupported(span, "the universal leaper `U`"));
            return Vec::new();
        }
        _ => {
            errors.push(unsupported(span, "the imitator `I`"));
            return Vec::new();
        }
    };
    let (min, max) = match range {
        Range::Default if matches!(atom, Atom::Rook | Atom::Bishop | Atom::Queen) => (1, Ride::UNLIMITED),
        Range::Default => (1, 1),
        Range::UpTo(steps) => (1, *steps),
        Range::Unlimited => (1, Ride::UNLIMITED),
        Range::Exactly(steps) => (*steps, *steps),
    };
    let steps = rose.select(modifiers.directions(), lowering.grid).unwrap_or_else(|error| {
        errors.push(error);
        Vec::new()
    });
    let manner = Manner::new(simple, max, lowering.over, errors);
    if min > 1 && (manner.skipped > 0 || manner.hurdle.is_some() || manner.via.is_some()) {
        errors.push(unsupported(span, "a range of exactly so many steps together with `n j p g`"));
    }
    steps.into_iter().map(|step| manner.ride(step, min, max)).collect()
}

/// What the modifiers `n j p g` say about a ride.
#[derive(Default)]
struct Manner {
    /// What the square half-way has to hold.
    via: Option<ViaState>,
    /// Squares skipped at the start.
    skipped: u16,
    hurdle: Option<Hurdle>,
}

impl Manner {
    fn new(simple: &Simple, max: u16, over: Option<PieceSet>, errors: &mut Vec<BetzaError>) -> Manner {
        let Simple { modifiers, atom, .. } = simple;
        let mut manner = Manner::default();
        // Between the squares of a stride of one step there is nothing.
        let stride_of_one = atom.leap().is_none_or(|(long, _)| long == 1);
        let place = |modifier| modifiers.place(modifier).map(|at| at..at + 1);
        if let Some(at) = place(Modifier::Lame) {
            if !stride_of_one {
                manner.via = Some(ViaState::Empty);
            } else if max == 1 || !leaves_en_passant(modifiers) {
                errors.push(
                    BetzaError::new(
                        at,
                        "betza-meaningless-modifier",
                        "`n` (lame) means nothing here: no square lies between two steps of this atom",
                    )
                    .help("remove it; a pawn's double step is `ifmnD`"),
                );
            }
        }
        if let Some(at) = place(Modifier::Jump) {
            let times = modifiers.count(Modifier::Jump) as u16;
            if modifiers.has(Modifier::Lame) && !stride_of_one {
                errors.push(
                    BetzaError::new(
                        at,
                        "betza-conflicting-modifiers",
                        "`n` and `j` contradict each other: the square half-way would have to be empty and occupied",
                    )
                    .help("keep one of them"),
                );
            } else if !stride_of_one && times > 1 {
                errors.push(
                    BetzaError::new(
                        at,
                        "betza-meaningless-modifier",
                        "this atom jumps over one square: a second `j` means nothing",
                    )
                    .help("write one `j`"),
                );
            } else if !stride_of_one {
                manner.via = Some(ViaState::Occupied);
            } else if times >= max {
                let help = match (atom.leap(), max) {
                    (Some((1, 0)), 1) => "a leap over a neighbour is `jD`".to_string(),
                    (Some((1, 1)), 1) => "a leap over a neighbour is `jA`".to_string(),
                    (_, 1) => "a leap over a neighbour is `jDjA`".to_string(),
                    _ => format!("the range {max} counts the squares that are skipped"),
                };
                errors.push(
                    BetzaError::new(at, "betza-meaningless-modifier", "`j` skips all squares that this atom reaches")
                        .help(help),
                );
            } else {
                manner.skipped = times;
            }
        }
        for (modifier, landing) in [(Modifier::Hop, Landing::Beyond), (Modifier::Grasshop, Landing::JustBehind)] {
            let Some(at) = place(modifier) else { continue };
            let letter = modifier.letter();
            if manner.hurdle.is_some() {
                errors.push(
                    BetzaError::new(at, "betza-conflicting-modifiers", "`p` and `g` cannot stand together")
                        .help("`p` lands anywhere behind the hurdle, right behind it included"),
                );
            } else if max == 1 {
                let leap = match atom.leap() {
                    Some((1, 0)) => "jD".to_string(),
                    Some((1, 1)) => "jA".to_string(),
                    None => "jDjA".to_string(),
                    Some(_) => format!("j{atom}"),
                };
                errors.push(
                    BetzaError::new(
                        at,
                        "betza-meaningless-modifier",
                        format!("`{letter}` hops over a piece on the way of a ride, and this atom makes one step only"),
                    )
                    .help(format!(
                        "for a leap that must jump over a piece half-way write `{leap}`; for a hopper give a range"
                    )),
                );
            } else if manner.skipped > 0 {
                errors.push(unsupported(at, &format!("`{letter}` together with `j` on a slider")));
            } else {
                manner.hurdle = Some(Hurdle { over, landing });
            }
        }
        manner
    }

    fn ride(&self, step: Step, min: u16, max: u16) -> Ride {
        // Integer division rounds towards zero, that is towards the start of the step.
        let offset = Step { dx: step.dx / 2, dy: step.dy / 2 };
        Ride {
            step,
            min: min + self.skipped,
            max,
            skips: self.skipped > 0,
            via: self.via.map(|state| Via::one(offset, state)),
            hurdle: self.hurdle,
        }
    }
}
