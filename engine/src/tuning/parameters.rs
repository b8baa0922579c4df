//! [`Parameter`]: one number that can be tuned.

use super::samples::Sample;
use crate::{board::Content, eval::Weights};
use wazir_runtime::{PieceId, SideId, Square};
use wazir_variant_spec::{
    Values,
    rules::Rules,
    values::{MOST_SHARE, PLACES, Places, Share, WORTHS, Worth, lines_of, numbers_of_lines},
};

/// How much more or less a piece is expected to be worth on some line, in centipawns.
const PLACE_DOUBT: f64 = 20.0;

/// By how much that may differ from line to line, and between full force and none.
const PLACES_DIFFER: f64 = 12.0;

/// One number that can be tuned.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name for people.
    pub name: String,
    /// What it is as derived.
    pub derived: f64,
    /// What the tuning begins with.
    pub start: f64,
    /// How far off that is expected to be: two thirds of all such numbers are taken to be within so much of their best value.
    pub doubt: f64,
    /// An earlier parameter that is expected to be off as much, and by how much the two may differ in that.
    pub(super) tie: Option<(usize, f64)>,
    pub(super) what: What,
}

/// What a parameter sets.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    /// A part of the worth of these pieces.
    Worth(Part, Vec<(SideId, PieceId)>),
    /// How much more these pieces are worth on a line.
    Place(Line, Vec<(SideId, PieceId)>),
    /// How much of a part of the evaluation counts, in percent.
    Share(Share),
}

/// A part of a piece's worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Full,
    Bare,
    Hand,
}

impl Part {
    fn of(self, worth: &mut Worth) -> &mut Option<i16> {
        match self {
            Part::Full => &mut worth.full,
            Part::Bare => &mut worth.bare,
            Part::Hand => &mut worth.hand,
        }
    }
}

/// A line of the board as the side of a piece sees it, while there is all force or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    bare: bool,
    is_file: bool,
    /// From the side's first rank; from the edge.
    index: usize,
}

impl Line {
    /// What is said of it.
    fn of(self, places: &Places) -> i16 {
        let lines = if self.bare { &places.bare } else { &places.full };
        let list = if self.is_file { &lines.files } else { &lines.ranks };
        list.get(self.index).copied().unwrap_or(0)
    }

    fn set(self, places: &mut Places, count: usize, worth: i16) {
        let lines = if self.bare { &mut places.bare } else { &mut places.full };
        let list = if self.is_file { &mut lines.files } else { &mut lines.ranks };
        list.resize(count, 0);
        list[self.index] = worth;
    }
}

impl Parameter {
    /// Can it change what the sample is worth? Of places a look at the board tells, which is much less work than an evaluation.
    pub(super) fn concerns(&self, rules: &Rules, sample: &Sample) -> bool {
        let What::Place(line, pieces) = &self.what else { return true };
        let stands = |&(square, content): &(Square, Content)| match content {
            Content::Piece(side, piece) if pieces.contains(&(side, piece)) => {
                let (rank, file) = lines_of(rules, side, square);
                line.index == if line.is_file { file } else { rank }
            }
            _ => false,
        };
        sample.contents.squares.iter().any(stands)
    }

    /// Is it about where a piece stands? The evaluation is linear in it: its slopes are the same whatever the numbers are.
    pub(super) fn is_of_place(&self) -> bool {
        matches!(self.what, What::Place(..))
    }

    /// The least and the most it can be.
    pub(super) fn range(&self) -> (f64, f64) {
        match self.what {
            What::Worth(..) => (f64::from(WORTHS.0), f64::from(WORTHS.1)),
            What::Place(..) => (f64::from(PLACES.0), f64::from(PLACES.1)),
            What::Share(_) => (0.0, f64::from(MOST_SHARE)),
        }
    }

    /// A change that is large enough to be seen through the rounding of evaluations, and stays within the range.
    pub(super) fn step(&self, at: f64) -> f64 {
        if at + 100.0 <= self.range().1 { 100.0 } else { -100.0 }
    }

    /// Puts a number into values.
    pub(super) fn set(&self, rules: &Rules, values: &mut Values, number: f64) {
        let (least, most) = self.range();
        let number = number.round().clamp(least, most);
        match &self.what {
            What::Worth(part, pieces) => {
                for &piece in pieces {
                    *part.of(values.worths.entry(piece).or_default()) = Some(number as i16);
                }
            }
            What::Place(line, pieces) => {
                for &(side, piece) in pieces {
                    let (ranks, files) = numbers_of_lines(rules, side);
                    let places = values.places.entry((side, piece)).or_default();
                    line.set(places, if line.is_file { files } else { ranks }, number as i16);
                }
            }
            What::Share(share) => {
                values.shares.insert(*share, number as u16);
            }
        }
    }
}

/// The values with these numbers; with all that is as derived as well.
pub(super) fn values(rules: &Rules, parameters: &[Parameter], numbers: &[f64]) -> Values {
    let mut values = Values::default();
    for (parameter, &number) in parameters.iter().zip(numbers) {
        parameter.set(rules, &mut values, number);
    }
    values
}

/// The same without shares and pieces of which everything is as derived.
pub(super) fn lean_values(rules: &Rules, parameters: &[Parameter], numbers: &[f64]) -> Values {
    let mut values = values(rules, parameters, numbers);
    let all = |number: fn(&Parameter) -> f64| parameters.iter().map(number).collect::<Vec<f64>>();
    let derived = self::values(rules, parameters, &all(|parameter| parameter.derived));
    values.worths.retain(|piece, worth| derived.worths.get(piece) != Some(worth));
    values.places.retain(|_, places| !places.is_empty());
    values.shares.retain(|share, percent| derived.shares.get(share) != Some(percent));
    values
}

/// Do both sides have the same, on a board that looks the same to them, and is the same said of them? Then what is learnt of one is true of the other.
pub(super) fn are_alike(rules: &Rules, derived: &Weights, from: &Values) -> bool {
    let worth = |side: SideId, piece: PieceId| derived.worths.get(derived.index(side, piece)).copied().flatten();
    // What sums are added up in another order for may be one off.
    let near = |a: i32, b: i32| a.abs_diff(b) <= 1;
    numbers_of_lines(rules, 0) == numbers_of_lines(rules, 1)
        && (0..rules.pieces.len() as PieceId).all(|piece| {
            let said = from.worth(0, piece) == from.worth(1, piece) && from.places(0, piece) == from.places(1, piece);
            let alike = match (worth(0, piece), worth(1, piece)) {
                (Some((a, in_a)), Some((b, in_b))) => near(a.full, b.full) && near(a.bare, b.bare) && near(in_a, in_b),
                (a, b) => a.is_none() && b.is_none(),
            };
            said && alike && derived.count(0, piece) == derived.count(1, piece)
        })
}

/// What can be tuned in a game: once for both sides, where they are `even`.
pub(super) fn of(rules: &Rules, derived: &Weights, start: &Weights, from: &Values, even: bool) -> Vec<Parameter> {
    let sides = 0..rules.sides.len() as SideId;
    let of = |weights: &Weights, side: SideId, piece: PieceId| {
        weights.worths.get(weights.index(side, piece)).copied().flatten()
    };
    let at = |side: SideId, piece: PieceId| of(derived, side, piece);
    let all = || 0..rules.pieces.len() as PieceId;
    let mut parameters = Vec::new();
    for piece in all() {
        let owners: Vec<SideId> = sides.clone().filter(|&side| rules.piece_rules(piece, side).is_some()).collect();
        let groups: Vec<Vec<SideId>> =
            if even { vec![owners] } else { owners.into_iter().map(|side| vec![side]).collect() };
        for group in groups {
            let Some(&side) = group.first() else { continue };
            let name = &rules.pieces[piece as usize].name;
            let name = match group[..] {
                [side] if !even => format!("{name} of {}", rules.sides[side as usize].name),
                _ => name.clone(),
            };
            let pieces: Vec<(SideId, PieceId)> = group.iter().map(|&side| (side, piece)).collect();
            if let (Some((worth, hand)), Some((before, hand_before))) = (at(side, piece), of(start, side, piece)) {
                // With full force and with none, on the board and in hand: a piece that is worth more is so everywhere.
                let first = parameters.len();
                let mut add = |part: Part, what: &str, derived: i32, start: i32| {
                    let (name, what) = (format!("{name}, {what}"), What::Worth(part, pieces.clone()));
                    let (derived, start) = (f64::from(derived), f64::from(start));
                    let doubt = (0.3 * derived.abs()).max(25.0);
                    let tie = (part != Part::Full).then_some((first, doubt / 2.0));
                    parameters.push(Parameter { name, derived, start, doubt, tie, what });
                };
                add(Part::Full, "full", worth.full, before.full);
                add(Part::Bare, "bare", worth.bare, before.bare);
                let drops = |&side: &SideId| rules.piece_rules(piece, side).is_some_and(|piece| piece.drop.is_some());
                if rules.has_hands() && (rules.is_gated(piece) || group.iter().any(drops)) {
                    add(Part::Hand, "hand", hand, hand_before);
                }
            }
            let said = from.places(side, piece);
            add_places(&mut parameters, numbers_of_lines(rules, side), &name, &pieces, &said);
        }
    }
    parameters.extend(Share::ALL.map(|share| Parameter {
        name: share.name().to_string(),
        derived: 100.0,
        start: f64::from(from.percent(share)),
        doubt: 50.0,
        tie: None,
        what: What::Share(share),
    }));
    parameters
}

/// Adds what each line is worth to some pieces: with full force and with none, about as much as the line before it.
fn add_places(
    parameters: &mut Vec<Parameter>,
    (ranks, files): (usize, usize),
    name: &str,
    pieces: &[(SideId, PieceId)],
    said: &Places,
) {
    for (is_file, count, word) in [(false, ranks, "rank"), (true, files, "file from the edge")] {
        let first = parameters.len();
        for bare in [false, true] {
            for index in 0..count {
                let line = Line { bare, is_file, index };
                let like = if bare { Some(first + index) } else { (index > 0).then(|| first + index - 1) };
                parameters.push(Parameter {
                    name: format!("{name}, {word} {}, {}", index + 1, if bare { "bare" } else { "full" }),
                    derived: 0.0,
                    start: f64::from(line.of(said)),
                    doubt: PLACE_DOUBT,
                    tie: like.map(|like| (like, PLACES_DIFFER)),
                    what: What::Place(line, pieces.to_vec()),
                });
            }
        }
    }
}
