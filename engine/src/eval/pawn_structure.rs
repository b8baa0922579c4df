//! [`PawnStructure`]: pawns, that is pieces that only advance, to promotion or to a goal: whether anything of their kind can still stop, support or block them.

use super::{accumulator::Accumulator, attacks::Attacks, reach::only_advances, words::Word};
use wazir_runtime::{PieceId, SideId, Square};
use wazir_variant_spec::{
    rules::{Leg, Rules},
    values::lines_of,
};

/// What it costs that no piece of its kind can ever support it.
const ALONE: i32 = 10;

/// What it costs that one of its own kind is in its way.
const BLOCKED: i32 = 9;

/// What it is worth to be supported by one of its kind where it stands.
const SUPPORTED: i32 = 7;

/// What is known of a piece on a square.
#[derive(Clone, Copy, Debug, Default)]
struct PawnSpans<W> {
    /// Everywhere it can still go without capturing.
    way: W,
    /// Where enemy pawns can still block or capture it there.
    stoppers: W,
    /// Where friendly pawns can still come to support it, here or further on.
    supporters: W,
    /// Where friendly pawns support it here.
    supports: W,
    /// What a free way to its end is worth when no force is left.
    hope: i32,
    /// The rank, as its side sees it.
    rank: u8,
}

/// A pawn that no enemy pawn can stop any more.
pub(crate) struct Passed<W> {
    /// Its side and type.
    pub(crate) kind: usize,
    /// Everywhere it can still go without capturing.
    pub(crate) way: W,
    /// The rank it is on, as its side sees it.
    pub(crate) rank: u8,
}

/// The structure of pawns, which are all pieces that only advance, in a game of two sides without hands.
#[derive(Clone, Debug)]
pub(crate) struct PawnStructure<W> {
    /// Which types are pawns, by side and type.
    is_pawn: Vec<bool>,
    /// By side, type and square; empty where there are no pawns.
    places: Vec<PawnSpans<W>>,
    squares: usize,
    types: usize,
}

impl<W: Word> PawnStructure<W> {
    /// Those of a game. `hope` is what it is worth to have a free way to promotion or to a goal, by side, type and square.
    pub(crate) fn new(rules: &Rules, attacks: &Attacks<W>, hope: &[i32]) -> PawnStructure<W> {
        let (sides, types, squares) = (rules.sides.len(), rules.pieces.len(), rules.board.squares() as usize);
        let advances = |kind: usize| {
            let (side, piece) = ((kind / types) as SideId, (kind % types) as PieceId);
            let hopes = hope[kind * squares..(kind + 1) * squares].iter().any(|&hope| hope > 0);
            hopes && !rules.has_hands() && only_advances(&rules.pieces[piece as usize], rules, side)
        };
        let is_pawn: Vec<bool> = (0..sides * types).map(advances).collect();
        let kinds: Vec<usize> = (0..is_pawn.len()).filter(|&kind| is_pawn[kind]).collect();
        let mut found = PawnStructure { is_pawn, places: Vec::new(), squares, types };
        if kinds.is_empty() {
            return found;
        }
        found.places.resize(sides * types * squares, PawnSpans::default());
        for &kind in &kinds {
            for (square, way) in ways::<W>(rules, kind, types).into_iter().enumerate() {
                let place = kind * squares + square;
                found.places[place].way = way;
                found.places[place].hope = hope[place];
                found.places[place].rank = lines_of(rules, (kind / types) as SideId, square as Square).0 as u8;
            }
        }
        for &kind in &kinds {
            for &other in &kinds {
                for at in rules.board.all().iter() {
                    found.meet(attacks, kind, other, at);
                }
            }
        }
        found
    }

    /// Adds the square of a piece of the kind `other` to what it means for every place of `kind`.
    fn meet(&mut self, attacks: &Attacks<W>, kind: usize, other: usize, at: Square) {
        let goes = self.places[other * self.squares + at as usize].way | W::bit(at);
        let takes = goes.squares().map(|from| attacks.of(other, from, W::default()));
        let takes = takes.fold(W::default(), |all, takes| all | takes);
        let now = attacks.of(other, at, W::default());
        let enemies = kind / self.types != other / self.types;
        for (square, spans) in self.places[kind * self.squares..(kind + 1) * self.squares].iter_mut().enumerate() {
            let here = W::bit(square as Square);
            if enemies && ((goes | takes) & spans.way).any() {
                spans.stoppers = spans.stoppers | W::bit(at);
            }
            if !enemies && (takes & (spans.way | here)).any() {
                spans.supporters = spans.supporters | W::bit(at);
            }
            if !enemies && (now & here).any() {
                spans.supports = spans.supports | W::bit(at);
            }
        }
    }

    /// Is a type of a side a pawn?
    pub(crate) fn has(&self, kind: usize) -> bool {
        self.is_pawn[kind]
    }

    /// The squares of all pawns, by side.
    pub(crate) fn pawns(&self, accumulator: &Accumulator) -> [W; 2] {
        let mut sets = [W::default(); 2];
        if !self.places.is_empty() {
            for kind in (0..self.is_pawn.len()).filter(|&kind| self.is_pawn[kind]) {
                sets[kind / self.types] = sets[kind / self.types] | accumulator.of_kind(kind);
            }
        }
        sets
    }

    /// What it is worth to a side that its piece stands there among all pawns, and the passed pawn that it is, if it is one. `percent` of its hope counts.
    #[inline]
    pub(crate) fn worth(
        &self,
        kind: usize,
        square: Square,
        pawns: &[W; 2],
        owner: usize,
        percent: i32,
    ) -> (i32, Option<Passed<W>>) {
        let spans = &self.places[kind * self.squares + square as usize];
        let (friends, enemies) = (pawns[owner], pawns[1 - owner]);
        let mut worth = 0;
        let passed = (!(spans.stoppers & enemies).any()).then_some(Passed { kind, way: spans.way, rank: spans.rank });
        if passed.is_some() {
            worth += spans.hope * percent / 100;
        }
        if (spans.way & friends).any() {
            worth -= BLOCKED;
        }
        if (spans.supports & friends).any() {
            worth += SUPPORTED;
        } else if !(spans.supporters & friends & !W::bit(square)).any() {
            worth -= ALONE;
        }
        (worth, passed)
    }
}

/// Everywhere a piece can still go without capturing, from each square.
fn ways<W: Word>(rules: &Rules, kind: usize, types: usize) -> Vec<W> {
    let squares = rules.board.squares() as usize;
    let of_side = rules.piece_rules((kind % types) as PieceId, (kind / types) as SideId);
    let mut steps = vec![W::default(); squares];
    let movements = of_side.into_iter().flat_map(|of_side| &of_side.movements);
    for movement in movements.filter(|movement| movement.to_empty) {
        let ends = Leg::covers(&movement.legs, &rules.board, &|leg| leg.then.is_empty());
        for from in movement.from.iter() {
            let to = &mut steps[from as usize];
            for ride in &movement.rides {
                rules.board.along(from, ride).for_each(|at| *to = *to | W::bit(at));
            }
            *to = *to | W::of(ends[from as usize].iter());
        }
    }
    let reached = |from: usize| {
        let (mut way, mut rest) = (steps[from], steps[from]);
        while rest.any() {
            let at = rest.lowest();
            let more = steps[at as usize] & !way;
            way = way | more;
            rest = (rest | more) & !W::bit(at);
        }
        way
    };
    (0..squares).map(reached).collect()
}
