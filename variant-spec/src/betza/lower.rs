//! Syntax tree to [`Movement`]s in board coordinates.

use std::ops;

use super::directions::{Rose, unsupported};
use super::{Atom, Betza, BetzaError, Budget, Modifier, Modifiers, Move, Part, Range, Shape, Simple};
use super::{imitator, journey, loan, loan::Loan, path};
use crate::rules::{
    Cause, Grid, Hurdle, Joined, Landing, Leg, Movement, Orientation, Path, PieceId, PieceSet, Push, Ride, Square,
    SquareSet, Step, Swap, Via, ViaState,
};

/// What a piece's moves have to be known besides their Betza.
#[derive(Clone, Debug)]
pub struct Lowering {
    /// The shape of the board's cells, which decides what the directions are.
    pub grid: Grid,
    /// Number of files and of ranks of the board.
    pub size: (u8, u8),
    /// The types that are royal for some other side (`k`, `t`).
    pub royals: PieceSet,
    /// How the side sees the board.
    pub orientation: Orientation,
    /// Where `i` moves may start.
    pub initial: Initial,
    /// Only while no royal of the mover's side is attacked.
    pub unchecked: bool,
    /// Only on a way that is not attacked: see [`Movement::safe_way`].
    pub safe_way: bool,
    /// What hoppers may jump over: see [`Hurdle::over`].
    pub over: Option<PieceSet>,
    /// What its rides push, instead of capturing: whose pieces is said by the modes of the moves. See [`Push`].
    pub push: Option<Push>,
    /// Where moves may start.
    pub from: SquareSet,
    /// Where moves may land.
    pub to: SquareSet,
    /// File and line of the Betza text. Each movement gets the text of its own atom.
    pub cause: Cause,
    /// How much the movements of the game may be, all together.
    pub budget: Budget,
}

/// Which pieces make `i` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    /// Those on these squares.
    On(SquareSet),
    /// Those that the position remembers as unmoved.
    Unmoved,
}

impl Lowering {
    /// The squares one rank ahead of these.
    fn ahead_of(&self, squares: &SquareSet) -> SquareSet {
        let (files, ranks) = (i16::from(self.size.0), i16::from(self.size.1));
        let step = self.orientation.turn(Step { dx: 0, dy: 1 });
        let ahead = |square: Square| {
            let (file, rank) = (square as i16 % files + step.dx, square as i16 / files + step.dy);
            let exists = (0..files).contains(&file) && (0..ranks).contains(&rank);
            exists.then_some((file + rank * files) as Square)
        };
        squares.iter().filter_map(ahead).collect()
    }

    /// All leaps that lead from some square of the board to another.
    fn all_leaps(&self) -> Vec<Step> {
        let (files, ranks) = (i16::from(self.size.0), i16::from(self.size.1));
        let steps = (1 - ranks..ranks).flat_map(|dy| (1 - files..files).map(move |dx| Step { dx, dy }));
        steps.filter(|step| (step.dx, step.dy) != (0, 0)).collect()
    }
}

/// What a Betza text says of a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lowered {
    /// Its movements, one for each move of the text that has neither `x` nor `I`.
    pub movements: Vec<Movement>,
    /// For each of them: is it only for the piece's first move (`i`)?
    pub first: Vec<bool>,
    /// Its moves with `x` or `I`.
    pub loans: Vec<Loan>,
}

/// The movements of a piece, one for each move of the Betza text, where friends lend each other nothing and nobody imitates. On failure, all mistakes in the order of their places.
pub fn lower(betza: &Betza, lowering: &Lowering) -> Result<Vec<Movement>, Vec<BetzaError>> {
    let misplaced = |at: usize| {
        let message = "`x` borrows or lends moves, and nothing is lent here";
        BetzaError::new(at..at + 1, "betza-misplaced-loan", message).help("it belongs into the `moves` of a piece")
    };
    let imitates = |one: &&Move| imitator::is_in(one);
    let mut errors: Vec<BetzaError> = betza.moves.iter().filter_map(loan::place).map(misplaced).collect();
    errors.extend(betza.moves.iter().filter(imitates).map(|one| {
        let message = "`I` moves as what has moved last, and nothing is imitated here";
        BetzaError::new(one.span.0.clone(), "betza-misplaced-loan", message)
            .help("it belongs into the `moves` of a piece")
    }));
    let without =
        betza.moves.iter().filter(|one| loan::place(one).is_none() && !imitator::is_in(one)).cloned().collect();
    match lower_all(&Betza { moves: without, ..betza.clone() }, lowering) {
        Ok(lowered) if errors.is_empty() => return Ok(lowered.movements),
        Ok(_) => {}
        Err(others) => errors.extend(others),
    }
    errors.sort_by_key(|e| (e.span.start, e.span.end));
    Err(errors)
}

/// Everything that a Betza text says of a piece. On failure, all mistakes in the order of their places.
pub fn lower_all(betza: &Betza, lowering: &Lowering) -> Result<Lowered, Vec<BetzaError>> {
    let mut lowered = Lowered::default();
    let mut errors = Vec::new();
    for one in &betza.moves {
        if loan::place(one).is_some() || imitator::is_in(one) {
            let loan = if imitator::is_in(one) { imitator::lower(one, lowering) } else { loan::lower(one, lowering) };
            match loan {
                Ok(loan) => lowered.loans.push(loan),
                Err(found) => errors.extend(found),
            }
            continue;
        }
        match lower_move(one, lowering) {
            Ok((movement, first)) => {
                lowered.movements.push(movement);
                lowered.first.push(first);
            }
            Err(found) => errors.extend(found),
        }
    }
    if errors.is_empty() {
        return Ok(lowered);
    }
    errors.sort_by_key(|e| (e.span.start, e.span.end));
    Err(errors)
}

/// A move with neither `x` nor `I`, and whether it is for first moves only.
fn lower_move(one: &Move, lowering: &Lowering) -> Result<(Movement, bool), Vec<BetzaError>> {
    let span = one.span.0.clone();
    let mut errors = Vec::new();
    // What is said about the start stands at the first leg, what is said about the target at the last.
    let (rides, legs, first, last) = match &one.shape {
        Shape::Simple(simple) => {
            let (rides, legs) = lower_simple(simple, None, &span, lowering, &mut errors);
            (rides, legs, simple.modifiers.clone(), simple.modifiers.clone())
        }
        Shape::Again { parts, atom, range } => {
            let (first, last) = ends(parts);
            let (rides, legs) = match plain_path(parts, atom, range, &span) {
                Ok(rides) => (rides, Vec::new()),
                // It is no leap along a path of squares that are all empty or all occupied.
                Err(errors) if errors.iter().any(|error| error.code != "betza-unsupported") => return Err(errors),
                Err(_) => (Vec::new(), journey::legs(&one.shape, &span, &lowering.budget, &mut errors)),
            };
            (rides, legs, first, last)
        }
        Shape::Bracket { modifiers, first, rest, .. } => {
            let legs = journey::legs(&one.shape, &span, &lowering.budget, &mut errors);
            let last = rest.last().map_or(first, |(_, leg)| leg).modifiers.clone();
            (Vec::new(), legs, modifiers.clone(), last)
        }
    };
    if lowering.grid == Grid::Hexagons && legs.is_empty() && matches!(one.shape, Shape::Again { .. }) {
        errors.push(unsupported(span.clone(), "a move of several legs on hexagons"));
    }
    let text = if one.text.0.is_empty() { one.to_string() } else { one.text.0.clone() };
    let cause = Cause { text, ..lowering.cause.clone() };
    let is_first = first.has(Modifier::Initial);
    let ways = Ways { rides, legs, first, last, one_leg: matches!(one.shape, Shape::Simple(_)) };
    assemble(ways, span, lowering, cause, errors).map(|movement| (movement, is_first))
}

/// The ways of a move, as the mover sees the board.
pub(super) struct Ways {
    /// Its rides.
    pub(super) rides: Vec<Ride>,
    /// Its journeys.
    pub(super) legs: Vec<Leg>,
    /// The modifiers that say where it starts.
    pub(super) first: Modifiers,
    /// The modifiers that say what it does where it ends.
    pub(super) last: Modifiers,
    /// It is written as one leg.
    pub(super) one_leg: bool,
}

/// The movement along these ways, unless something is wrong.
pub(super) fn assemble(
    ways: Ways,
    span: ops::Range<usize>,
    lowering: &Lowering,
    cause: Cause,
    mut errors: Vec<BetzaError>,
) -> Result<Movement, Vec<BetzaError>> {
    let Ways { rides, legs, first, last, one_leg } = ways;
    if lowering.push.is_some() && !legs.is_empty() {
        errors.push(unsupported(span.clone(), "a move of several legs that pushes"));
    }
    if lowering.over.is_some() && !legs.is_empty() {
        let what = "a move of several legs that may jump over certain pieces only (`over`)";
        errors.push(unsupported(span.clone(), what));
    }
    if lowering.grid == Grid::Hexagons && !legs.is_empty() {
        errors.push(unsupported(span, "a move of several legs on hexagons"));
    }
    let legs = legs.iter().map(|leg| leg.turned(&|step| lowering.orientation.turn(step))).collect();
    let rides: Vec<Ride> = rides.into_iter().map(|ride| turned(ride, lowering.orientation)).collect();
    let kinds = [Modifier::Empty, Modifier::Enemy, Modifier::Friend, Modifier::EnPassant, Modifier::Royal];
    let plain = !rides.is_empty() && !kinds.iter().any(|&kind| last.has(kind));
    if !errors.is_empty() {
        return Err(errors);
    }
    let passes = !rides.is_empty();
    let takes_royals = passes && last.has(Modifier::Royal);
    let victims = match (takes_royals, passes && last.has(Modifier::Tame) && !hops(&last)) {
        (true, _) => Some(lowering.royals),
        (false, true) => Some((0..=PieceId::MAX).filter(|&piece| !lowering.royals.contains(piece)).collect()),
        (false, false) => None,
    };
    // What is captured is put down where the leg began: of a move of one leg, where the piece has started.
    let swap = (one_leg && last.has(Modifier::Unload))
        .then(|| Swap { enemies: last.has(Modifier::Enemy), friends: last.has(Modifier::Friend) });
    let push = lowering.push.filter(|_| passes).map(|push| Push {
        enemies: plain || last.has(Modifier::Enemy) || takes_royals,
        friends: last.has(Modifier::Friend),
        ..push
    });
    let push = push.filter(|push| push.enemies || push.friends);
    let to_empty = plain || passes && last.has(Modifier::Empty);
    Ok(Movement {
        rides,
        legs,
        to_empty,
        to_enemy: swap.is_none() && push.is_none() && (plain || passes && last.has(Modifier::Enemy) || takes_royals),
        victims,
        en_passant: passes && last.has(Modifier::EnPassant),
        swap,
        push,
        unmoved: first.has(Modifier::Initial) && lowering.initial == Initial::Unmoved,
        unchecked: lowering.unchecked,
        safe_way: lowering.safe_way,
        beside: None,
        last_moved: None,
        from: match lowering.initial {
            Initial::On(squares) if first.count(Modifier::Initial) > 1 => {
                lowering.from.and(&lowering.ahead_of(&squares))
            }
            Initial::On(squares) if first.has(Modifier::Initial) => lowering.from.and(&squares),
            _ => lowering.from,
        },
        to: lowering.to,
        leaves_en_passant: to_empty && passes && leaves_en_passant(&first),
        cause,
    })
}

/// `in` and `nn` moves (captures are none) can be captured en passant.
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
///
/// Its directions are `steps`, where they are known already, else those of its letters.
pub(super) fn lower_simple(
    simple: &Simple,
    steps: Option<&[Step]>,
    span: &ops::Range<usize>,
    lowering: &Lowering,
    errors: &mut Vec<BetzaError>,
) -> (Vec<Ride>, Vec<Leg>) {
    let modifiers = &simple.modifiers;
    if modifiers.has(Modifier::Circular) || modifiers.has(Modifier::Crooked) {
        return (Vec::new(), journey::legs(&Shape::Simple(simple.clone()), span, &lowering.budget, errors));
    }
    let of = |wanted: &dyn Fn(Modifier) -> bool| {
        let letters = modifiers.letters().iter().filter(|letter| wanted(letter.modifier)).cloned().collect();
        Simple { modifiers: Modifiers::new(letters), ..simple.clone() }
    };
    let is_mode = |m: Modifier| matches!(m, Modifier::Empty | Modifier::Enemy | Modifier::EnPassant);
    if let Some(at) = modifiers.place(Modifier::Unload).map(|at| at..at + 1) {
        if !modifiers.has(Modifier::Enemy) && !modifiers.has(Modifier::Friend) {
            let message = "`u` (unloading) puts down what is captured, and this move captures nothing that is named";
            errors.push(
                BetzaError::new(at, "betza-meaningless-modifier", message)
                    .help("`uc` exchanges places with an enemy, `ud` with a friend"),
            );
        } else if lowering.push.is_some() {
            let message = "a piece either pushes what stands in its way or exchanges places with it";
            errors.push(
                BetzaError::new(at, "betza-meaningless-modifier", message)
                    .help("remove `u`, or put these moves into a part of their own"),
            );
        } else if [Modifier::EnPassant, Modifier::Royal].iter().any(|&mode| modifiers.has(mode)) {
            errors.push(unsupported(at, "`u` together with `e` or `k`"));
        }
        let bare = of(&|m| !matches!(m, Modifier::Friend | Modifier::Unload));
        return (lower_leg(&bare, steps, span.clone(), lowering, errors), Vec::new());
    }
    if lowering.push.is_some() {
        return (lower_leg(&of(&|m| m != Modifier::Friend), steps, span.clone(), lowering, errors), Vec::new());
    }
    if !modifiers.has(Modifier::Friend) {
        return (lower_leg(simple, steps, span.clone(), lowering, errors), Vec::new());
    }
    let by_rides = modifiers.letters().iter().any(|letter| is_mode(letter.modifier));
    let rides = lower_leg(&of(&|m| m != Modifier::Friend), steps, span.clone(), lowering, errors);
    let friends = Shape::Simple(of(&|m| !is_mode(m)));
    let legs = if errors.is_empty() { journey::legs(&friends, span, &lowering.budget, errors) } else { Vec::new() };
    (if by_rides { rides } else { Vec::new() }, legs)
}

/// A ride in board coordinates, from one as the mover sees the board.
pub(super) fn turned(ride: Ride, orientation: Orientation) -> Ride {
    let turn = |step: Step| orientation.turn(step);
    let via = ride.via.map(|via| {
        let path: Vec<Step> = via.path.iter().map(|&offset| turn(offset)).collect();
        Via { path: Path::new(&path), ..via }
    });
    Ride { step: turn(ride.step), via, joined: orientation.joined(ride.joined), ..ride }
}

/// The rides of a move of one leg, as the mover sees the board; mistakes are added to `errors`.
///
/// Its directions are `steps`, where they are known already, else those of its letters.
pub(super) fn lower_leg(
    simple: &Simple,
    steps: Option<&[Step]>,
    span: ops::Range<usize>,
    lowering: &Lowering,
    errors: &mut Vec<BetzaError>,
) -> Vec<Ride> {
    let Simple { modifiers, atom, range } = simple;
    let place = |modifier| modifiers.place(modifier).map(|at| at..at + 1);
    if let Some(at) = place(Modifier::OffBoard).filter(|_| lowering.grid == Grid::Hexagons) {
        errors.push(unsupported(at, "`o` on hexagons"));
    }
    errors.extend(modifiers.place(Modifier::Toggle).map(journey::toggles_nothing));
    check_royal_modes(modifiers, errors);
    if let Some(at) = place(Modifier::Initial).filter(|_| modifiers.count(Modifier::Initial) > 1) {
        if lowering.initial == Initial::Unmoved {
            let help = "name the squares: `(moves: .., from: \"rank 3\")`";
            errors.push(unsupported(at, "`ii` of a piece whose first move is remembered").help(help));
        } else if lowering.grid == Grid::Hexagons {
            errors.push(unsupported(at, "`ii` on hexagons"));
        }
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
            let universal = span.clone();
            let modes = [Modifier::Initial, Modifier::Empty, Modifier::Enemy, Modifier::Royal, Modifier::Tame];
            if let Some(letter) = modifiers.letters().iter().find(|letter| !modes.contains(&letter.modifier)) {
                let (at, letter) = (letter.at.0, letter.modifier.letter());
                let help = "its moves can be bound to regions: `(moves: \"U\", to: \"far half\")`";
                errors.push(unsupported(at..at + 1, &format!("`{letter}` before `U`")).help(help));
            } else if *range != Range::Default {
                errors.push(unsupported(span, "a range of `U`").help("`U` alone reaches every square"));
            } else if lowering.grid == Grid::Hexagons {
                errors.push(unsupported(span, "`U` on hexagons"));
            }
            let leaps = lowering.all_leaps();
            if !lowering.budget.spend(leaps.len()) {
                errors.push(journey::over_budget(&universal));
                return Vec::new();
            }
            let leaps = leaps.into_iter().map(|step| lowering.orientation.seen(step));
            // As for other atoms, the first ride is the first as the mover sees the board.
            let mut leaps: Vec<Step> = leaps.collect();
            leaps.sort_unstable();
            return leaps.into_iter().map(|step| Manner::default().ride(step, 1, 1)).collect();
        }
        _ => {
            errors.push(unsupported(span, "the imitator `I` here").help("it stands alone: `I`, `fI` or `bI`"));
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
    let selected = || rose.select(modifiers.directions(), lowering.grid);
    let steps = steps.map_or_else(selected, |steps| Ok(steps.to_vec())).unwrap_or_else(|error| {
        errors.push(error);
        Vec::new()
    });
    let manner = Manner::new(simple, max, lowering.over, errors);
    if min > 1 && (manner.skipped > 0 || manner.hurdle.is_some() || manner.via.is_some()) {
        errors.push(unsupported(span.clone(), "a range of exactly so many steps together with `n j p g`"));
    }
    if !lowering.budget.spend(steps.len()) {
        errors.push(journey::over_budget(&span));
        return Vec::new();
    }
    steps.into_iter().map(|step| manner.ride(step, min, max)).collect()
}

/// Does a leg hop over a piece on its way?
fn hops(modifiers: &Modifiers) -> bool {
    modifiers.has(Modifier::Hop) || modifiers.has(Modifier::Grasshop)
}

/// `k` and `t` say which captures are meant.
fn check_royal_modes(modifiers: &Modifiers, errors: &mut Vec<BetzaError>) {
    let place = |modifier| modifiers.place(modifier).map(|at| at..at + 1);
    let others = [Modifier::Empty, Modifier::EnPassant].iter().any(|&mode| modifiers.has(mode));
    let captures = modifiers.has(Modifier::Enemy) || modifiers.has(Modifier::Royal) || !others;
    if let Some(at) = place(Modifier::Royal).filter(|_| modifiers.has(Modifier::Enemy) || modifiers.has(Modifier::Tame))
    {
        errors.push(
            BetzaError::new(
                at,
                "betza-conflicting-modifiers",
                "`k` captures royals only: `c` and `t` say something else",
            )
            .help("`c` captures everything, `k` royals, `ct` everything but royals"),
        );
    } else if let Some(at) = place(Modifier::Tame) {
        if hops(modifiers) {
            // Then it is about hurdles, see `Hurdle::friendly`.
            if leaves_en_passant(modifiers) {
                errors.push(unsupported(at, "`t` of a hopper that can be captured en passant"));
            }
        } else if !captures {
            errors.push(
                BetzaError::new(
                    at,
                    "betza-meaningless-modifier",
                    "`t` (tame) means nothing here: this move does not capture",
                )
                .help("remove it"),
            );
        }
    }
}

/// The error for a modifier that is not played, with what can be written instead.
pub(super) fn unplayed(place: ops::Range<usize>, modifier: Modifier, which: &str) -> BetzaError {
    let what = match modifier {
        Modifier::Royal => "`k` (capturing royals only)",
        Modifier::Tame => "`t` (tame)",
        Modifier::OffBoard => "`o` (over the side edges)",
        Modifier::Unload => "`u` (unloading)",
        _ => "",
    };
    let help = match modifier {
        Modifier::OffBoard => {
            Some("it joins the side edges for moves of one leg: `oR`; for all pieces write `board: (joined: Files)`")
        }
        Modifier::Unload => Some("a straight move exchanges places by it: `ucR` with an enemy, `udR` with a friend"),
        Modifier::Royal => Some("it chooses what moves of one leg capture: `kN`, `tR`"),
        Modifier::Tame => Some(
            "moves of one leg spare royals by it (`tR`); before `p` or `g` it says that own pieces only are jumped",
        ),
        Modifier::EnPassant => Some("what passes is captured by moves of one leg: `efF`"),
        _ => None,
    };
    let name = if what.is_empty() { format!("`{}`", modifier.letter()) } else { what.to_string() };
    let error = unsupported(place, format!("{name} {which}").trim_end());
    match help {
        Some(help) => error.help(help),
        None => error,
    }
}

/// What the modifiers `n j p g` say about a ride.
#[derive(Default)]
struct Manner {
    /// What the square half-way has to hold.
    via: Option<ViaState>,
    /// Squares skipped at the start.
    skipped: u16,
    hurdle: Option<Hurdle>,
    /// Over the side edges.
    round: bool,
}

impl Manner {
    fn new(simple: &Simple, max: u16, over: Option<PieceSet>, errors: &mut Vec<BetzaError>) -> Manner {
        let Simple { modifiers, atom, .. } = simple;
        let mut manner = Manner { round: modifiers.has(Modifier::OffBoard), ..Manner::default() };
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
                manner.hurdle = Some(Hurdle { over, friendly: modifiers.has(Modifier::Tame), landing });
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
            // The side edges are joined; straight ahead leads over none of them.
            joined: Joined { files: self.round && step.dx != 0, ranks: false },
        }
    }
}
