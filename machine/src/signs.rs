//! Signs of the end: what can be told of a position in a few steps, and has to be there where a rule of the end holds. Only then the rule itself is asked.

use crate::link::word;
use crate::state::State;
use alloc::vec::Vec;
use core::ops::Range;
use wazir_program::{Kinds, kinds_of};
use wazir_runtime::{Bits, Cpu, Task};
use wazir_variant_spec::rules::{Board, Condition, Formation, Pattern, Rules, Step, Subject};

/// What has to be seen of a position where a rule of the end holds.
#[derive(Debug)]
pub(crate) enum Sign<W> {
    /// A side has at most so many pieces of these types on the board.
    Few(Kinds, u32),
    /// A side has a piece of these types on squares of its own.
    There(Kinds, Vec<W>),
    /// A side's pieces of these types make a figure.
    Figure(Kinds, Figure<W>),
    /// All squares are occupied.
    Full(W),
    /// A side has given all checks that it has to.
    NoChecksLeft,
    /// So many passes in a row.
    Passes(u8),
    /// The last move was one that ends the game.
    EndingMove,
    /// The rule itself has to be asked.
    Unknown,
}

/// Whose pieces show a sign.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Whose {
    /// Those of the side to move.
    Movers,
    /// Those of the side that has just moved.
    Waiters,
    Anyones,
}

impl Whose {
    /// Those of whom a condition holds.
    pub(crate) fn of(condition: &Condition) -> Whose {
        match condition {
            Condition::Extinct { subject, .. } | Condition::Connected { subject, .. } => match subject {
                Subject::Mover => Whose::Movers,
                Subject::Waiter => Whose::Waiters,
                Subject::Either => Whose::Anyones,
            },
            Condition::Reached { held: true, .. } => Whose::Movers,
            Condition::Reached { safe: false, last_turn: false, .. } => Whose::Waiters,
            _ => Whose::Anyones,
        }
    }
}

/// A figure of pieces, ready to be looked for.
#[derive(Debug)]
pub(crate) enum Figure<W> {
    /// Patterns on a board without joined edges, of at least so many pieces.
    Patterns(u32, Vec<Shape<W>>),
    /// Patterns square by square: what has to be there, and what may not.
    Placed(Vec<(W, W)>),
    /// So many on one of these lines.
    Lines(u32, Vec<W>),
    /// Chains by side: from where to where, and from each square to the next.
    Paths(Vec<(W, W)>, Vec<W>),
}

/// A pattern that is looked for everywhere at once, by shifting a set of pieces.
#[derive(Debug)]
pub(crate) struct Shape<W> {
    /// Squares on which its first piece can stand.
    fitting: W,
    /// From there to the others, in squares.
    others: Vec<i32>,
    /// Where those follow each other at one distance: that, and how many pieces they are with the first.
    row: Option<(i32, u32)>,
    /// From there to where none may be, with the squares that are so far from another.
    free: Vec<(W, i32)>,
}

impl<W: Bits> Sign<W> {
    /// The sign of a condition, with the squares of its goal by side.
    pub(crate) fn of(rules: &Rules, condition: &Condition, goal: &[W]) -> Sign<W> {
        let kinds = |pieces: &[u8]| match kinds_of(pieces.iter().copied()) {
            some if (0..rules.pieces.len()).all(|kind| some >> (kind & 63) & 1 == 1) => Kinds::MAX,
            some => some,
        };
        match condition {
            // What is in hand makes it more only.
            Condition::Extinct { pieces, at_most, .. } => Sign::Few(kinds(pieces), u32::from(*at_most)),
            Condition::Reached { pieces, at_least, .. } if *at_least > 0 => Sign::There(kinds(pieces), goal.to_vec()),
            Condition::Connected { pieces, formation, .. } => {
                Sign::Figure(kinds(pieces), Figure::of(&rules.board, formation))
            }
            Condition::BoardFull => Sign::Full(word(&rules.board.all())),
            Condition::ChecksGiven { .. } => Sign::NoChecksLeft,
            Condition::Passed { times } => Sign::Passes(*times),
            Condition::Moved { .. } => Sign::EndingMove,
            _ => Sign::Unknown,
        }
    }
}

impl<W: Bits, const K: usize, const S: usize> State<W, K, S> {
    /// Is the sign there, of one of these sides?
    #[inline(always)]
    pub(crate) fn shows<C: Cpu>(&self, cpu: C, sign: &Sign<W>, sides: Range<usize>) -> bool {
        match sign {
            Sign::Full(all) => return (*all & !self.occupied()).is_empty(),
            Sign::NoChecksLeft => return self.checks.contains(&0),
            Sign::Passes(times) => return self.passes >= *times,
            Sign::EndingMove => return self.ending_move > 0,
            Sign::Unknown => return true,
            Sign::Few(..) | Sign::There(..) | Sign::Figure(..) => {}
        }
        for side in sides {
            let own = self.sides[side];
            let shows = match sign {
                Sign::Few(kinds, most) => {
                    let own = self.among(*kinds, own);
                    if *most == 0 { own.is_empty() } else { own.count() <= *most }
                }
                Sign::There(kinds, squares) => {
                    let there = squares.get(side).map_or(W::EMPTY, |&squares| own & squares);
                    there.any() && self.among(*kinds, there).any()
                }
                Sign::Figure(kinds, figure) => cpu.perform(IsMade { figure, own: self.among(*kinds, own), side }),
                _ => false,
            };
            if shows {
                return true;
            }
        }
        false
    }

    /// Those of some pieces that are of these types.
    #[inline(always)]
    pub(crate) fn among(&self, kinds: Kinds, pieces: W) -> W {
        if kinds == Kinds::MAX { pieces } else { pieces & self.of_kinds(kinds) }
    }
}

/// [`Figure::is_made`], apart from the signs that take a few instructions.
struct IsMade<'f, W> {
    figure: &'f Figure<W>,
    own: W,
    side: usize,
}

impl<W: Bits> Task for IsMade<'_, W> {
    type Output = bool;
    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> bool {
        self.figure.is_made(self.own, self.side)
    }
}

/// On which squares the first of so many pieces stand that follow each other at this distance: by rows twice as long each time.
#[inline(always)]
fn first_of_rows<W: Bits>(own: W, by: i32, pieces: u32) -> W {
    let (mut first, mut length) = (own, 1);
    while length < pieces {
        let more = length.min(pieces - length);
        first &= first.shift(-by * more as i32);
        length += more;
    }
    first
}

impl<W> Shape<W> {
    /// So many pieces make the pattern.
    fn pieces(&self) -> u32 {
        let is_first = |&(place, by): &(usize, &i32)| !self.others[..place].contains(by);
        1 + self.others.iter().enumerate().filter(is_first).count() as u32
    }
}

impl<W: Bits> Figure<W> {
    fn of(board: &Board, formation: &Formation) -> Figure<W> {
        let squares = || board.all().iter().collect::<Vec<_>>().into_iter();
        let set = |there: &mut dyn Iterator<Item = u16>| there.fold(W::EMPTY, |set, at| set | W::single(at as usize));
        let by = |step: Step| i32::from(step.dy) * i32::from(board.files) + i32::from(step.dx);
        // Squares to which a step leads.
        let far = |step: Step| set(&mut squares().filter_map(|from| board.step(from, step)));
        match formation {
            Formation::Pattern(patterns) if board.joined.any() => {
                let place = |pattern: &Pattern, from: u16| {
                    let there: Option<Vec<u16>> = pattern.occupied.iter().map(|&step| board.step(from, step)).collect();
                    let free = set(&mut pattern.free.iter().filter_map(|&step| board.step(from, step)));
                    Some((set(&mut there?.into_iter()), free))
                };
                let places = patterns.iter().flat_map(|pattern| squares().filter_map(move |from| place(pattern, from)));
                Figure::Placed(places.collect())
            }
            Formation::Pattern(patterns) => {
                let shape = |pattern: &Pattern| {
                    let fits = |from: &u16| pattern.occupied.iter().all(|&step| board.step(*from, step).is_some());
                    let others: Vec<i32> =
                        pattern.occupied.iter().map(|&step| by(step)).filter(|&by| by != 0).collect();
                    let apart = others.first().copied().unwrap_or(0);
                    let is_row = others.iter().zip(1..).all(|(&by, place)| by == place * apart);
                    Shape {
                        fitting: set(&mut squares().filter(fits)),
                        row: is_row.then_some((apart, others.len() as u32 + 1)),
                        others,
                        free: pattern.free.iter().map(|&step| (far(step), by(step))).collect(),
                    }
                };
                let shapes: Vec<Shape<W>> = patterns.iter().map(shape).filter(|shape| shape.fitting.any()).collect();
                Figure::Patterns(shapes.iter().map(Shape::pieces).min().unwrap_or(0), shapes)
            }
            Formation::Line { count, along } => {
                let mut lines: Vec<W> = Vec::new();
                for &step in along {
                    for from in squares() {
                        let line = set(&mut board.line(from, step).into_iter());
                        if line.count() >= u32::from(*count) && !lines.contains(&line) {
                            lines.push(line);
                        }
                    }
                }
                Figure::Lines(u32::from(*count), lines)
            }
            Formation::Path { from, to, steps } => {
                let next = |square: u16| {
                    let both = steps.iter().flat_map(|&step| [step, step.reversed()]);
                    set(&mut both.filter_map(|step| board.step(square, step)))
                };
                let ends = from.iter().zip(to).map(|(from, to)| (word(from), word(to)));
                Figure::Paths(ends.collect(), (0..board.squares()).map(next).collect())
            }
        }
    }

    /// Do these pieces of a side make the figure?
    #[inline(always)]
    pub(crate) fn is_made(&self, own: W, side: usize) -> bool {
        match self {
            Figure::Patterns(least, patterns) => {
                if own.count() < *least {
                    return false;
                }
                for Shape { fitting, others, row, free } in patterns {
                    let mut first = own & *fitting;
                    if let &Some((by, pieces)) = row {
                        first &= first_of_rows(own, by, pieces);
                    } else {
                        for &by in others {
                            first &= own.shift(-by);
                        }
                    }
                    for &(far, by) in free {
                        first &= !(own & far).shift(-by);
                    }
                    if first.any() {
                        return true;
                    }
                }
                false
            }
            Figure::Placed(places) => {
                places.iter().any(|&(there, free)| (there & !own).is_empty() && (free & own).is_empty())
            }
            Figure::Lines(count, lines) => {
                own.count() >= *count && lines.iter().any(|&line| (own & line).count() >= *count)
            }
            Figure::Paths(ends, next) => {
                let Some(&(from, to)) = ends.get(side) else { return false };
                let mut reached = own & from;
                let mut last = reached;
                while last.any() && (reached & to).is_empty() {
                    let near = last.into_iter().fold(W::EMPTY, |near, square| near | next[square]);
                    last = near & own & !reached;
                    reached |= last;
                }
                (reached & to).any()
            }
        }
    }
}
