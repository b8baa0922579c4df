//! [`Attacks`]: which squares pieces attack, for any board and movement, by table and a few operations on sets.
//!
//! A leap is a bit in a table. A ride is cut into segments on which the squares ascend or descend, so that its first obstacle is the lowest or highest
//! obstacle on the segment; only rides over joined edges have several segments. Journeys are walked leg by leg, where they capture what leaps
//! do not. Of what the steps of a rider pass, the tables know nothing, so that pieces count less for that.

use super::{attack_cache::AttackCache, words::Word};
use std::ops::Range;
use wazir_runtime::{PieceId, SideId, Square};
use wazir_variant_spec::rules::{Board, Ground, Landing, Leg, Movement, Ride, Rules, SquareSet, ViaState};

/// Part of a ride on which squares ascend or descend.
#[derive(Clone, Copy, Debug)]
struct Segment<W> {
    /// Its squares.
    squares: W,
    /// Those on which the ride may end.
    ends: W,
    ascends: bool,
    /// It goes on where the segment before it ends.
    joined: bool,
    /// It has to jump one piece; and how it lands then.
    hops: Option<Landing>,
}

impl<W: Word> Segment<W> {
    /// The squares of `path` up to the first of `marks`, which are on it, and that one.
    fn up_to_first(&self, path: W, marks: W) -> W {
        let end = if self.ascends { W::up_to(marks.lowest()) } else { W::down_to(marks.highest()) };
        path & end
    }
}

/// Leaps that need squares to be empty or full.
#[derive(Clone, Copy, Debug)]
struct Lame<W> {
    empty: W,
    full: W,
    to: W,
}

/// What a piece attacks from a square.
#[derive(Clone, Debug)]
struct Place<W> {
    /// Whatever stands elsewhere.
    leaps: W,
    /// Everything that it ever attacks.
    reach: W,
    /// What it captures on the first square of a journey that may end where it began: whatever defends that cannot answer where it stood.
    passing: W,
    lame: Range<u32>,
    segments: Range<u32>,
    /// Journeys that capture on squares which nothing else reaches.
    journeys: Range<u32>,
}

/// Squares where moves may open an attack on a square by a piece that stays where it is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Openers<W> {
    /// What leaves one of them may have stood in the way.
    pub(crate) left: W,
    /// What comes to one of them may be what is jumped.
    pub(crate) entered: W,
}

impl<W: Word> Openers<W> {
    fn add(&mut self, more: Openers<W>) {
        self.left = self.left | more.left;
        self.entered = self.entered | more.entered;
    }
}

/// Journeys of a movement, as attacks see them.
#[derive(Clone, Debug)]
struct Journeys {
    legs: Vec<Leg>,
    /// Squares on which they may begin.
    from: SquareSet,
    /// Squares on which they may end.
    to: SquareSet,
}

impl Journeys {
    /// By square: where they may capture that begin there.
    fn captured(&self, board: &Board) -> Vec<SquareSet> {
        let taking = |ends: bool| move |leg: &Leg| leg.ground == Ground::Enemy && leg.then.is_empty() == ends;
        let on_way = Leg::covers(&self.legs, board, &taking(false));
        let at_ends = Leg::covers(&self.legs, board, &taking(true));
        on_way.iter().zip(&at_ends).map(|(on_way, at_end)| on_way.or(&at_end.and(&self.to))).collect()
    }
}

/// The captures of all pieces on a board.
#[derive(Clone, Debug)]
pub(crate) struct Attacks<W> {
    /// By side, type and square.
    places: Vec<Place<W>>,
    /// From where a piece ever attacks a square, by side, type and that square.
    sources: Vec<W>,
    /// What opens attacks on a square, by side and that square.
    openers: Vec<Openers<W>>,
    lame: Vec<Lame<W>>,
    segments: Vec<Segment<W>>,
    journeys: Vec<Journeys>,
    /// Some of them capture and come back.
    passes: bool,
    board: Board,
    squares: usize,
}

impl<W: Word> Attacks<W> {
    /// Those of a game whose board fits.
    pub(crate) fn new(rules: &Rules) -> Attacks<W> {
        let (sides, kinds, squares) = (rules.sides.len(), rules.pieces.len(), rules.board.squares() as usize);
        let mut attacks = Attacks {
            places: Vec::new(),
            sources: Vec::new(),
            openers: vec![Openers::default(); sides * squares],
            lame: Vec::new(),
            segments: Vec::new(),
            journeys: Vec::new(),
            passes: false,
            board: rules.board.clone(),
            squares,
        };
        attacks.sources.resize(sides * kinds * squares, W::default());
        for index in 0..sides * kinds {
            let (side, piece) = ((index / kinds) as SideId, (index % kinds) as PieceId);
            let journeys = attacks.journeys.len() as u32;
            attacks.journeys.extend(journeys_of(rules, side, piece));
            let own = &attacks.journeys[journeys as usize..];
            let captured: Vec<Vec<SquareSet>> = own.iter().map(|own| own.captured(&rules.board)).collect();
            for from in 0..squares as Square {
                let mut place = attacks.place(rules, side, piece, from);
                attacks.add_journeys(rules, &mut place, journeys, &captured, from);
                for to in place.reach.squares() {
                    let sources = &mut attacks.sources[index * squares + to as usize];
                    *sources = *sources | W::bit(from);
                    let between = attacks.between(&place, to);
                    attacks.openers[side as usize * squares + to as usize].add(between);
                }
                attacks.places.push(place);
            }
        }
        attacks.passes = attacks.places.iter().any(|place| place.passing.any());
        attacks
    }

    /// Can something stand in the way of what a piece of a kind attacks, so that it attacks more or less when that moves?
    pub(crate) fn is_blockable(&self, kind: usize) -> bool {
        let places = &self.places[kind * self.squares..(kind + 1) * self.squares];
        places.iter().any(|place| !(place.lame.is_empty() && place.segments.is_empty() && place.journeys.is_empty()))
    }

    /// Does any piece capture on its way and come back?
    pub(crate) fn any_passing(&self) -> bool {
        self.passes
    }

    /// Does any piece attack anything?
    pub(crate) fn any(&self) -> bool {
        self.places.iter().any(|place| place.reach.any())
    }

    /// The leaps of a place that need squares to be empty or full.
    #[inline(always)]
    fn lame(&self, place: &Place<W>) -> &[Lame<W>] {
        &self.lame[place.lame.start as usize..place.lame.end as usize]
    }

    /// The rides of a place.
    #[inline(always)]
    fn segments(&self, place: &Place<W>) -> &[Segment<W>] {
        &self.segments[place.segments.start as usize..place.segments.end as usize]
    }

    /// The squares on which something may be an obstacle, so that more or less is attacked from a place.
    fn obstacles(&self, place: &Place<W>) -> W {
        if !place.journeys.is_empty() {
            return !W::default();
        }
        let lame = self.lame(place).iter();
        let passed = lame.fold(W::default(), |all, lame| all | lame.empty | lame.full);
        let segments = self.segments(place).iter();
        segments.fold(passed, |all, segment| all | segment.squares)
    }

    /// What may open an attack from a place on a square; perhaps some more.
    fn between(&self, place: &Place<W>, to: Square) -> Openers<W> {
        let segments = self.segments(place);
        if !place.journeys.is_empty() || segments.iter().any(|segment| segment.joined) {
            let anywhere = self.obstacles(place);
            return Openers { left: anywhere, entered: anywhere };
        }
        let mut between = Openers::default();
        let lame = self.lame(place);
        for lame in lame.iter().filter(|lame| lame.to.has(to)) {
            between.add(Openers { left: lame.empty, entered: lame.full });
        }
        for segment in segments.iter().filter(|segment| segment.ends.has(to)) {
            let left = segment.up_to_first(segment.squares, W::bit(to));
            between.add(Openers { left, entered: if segment.hops.is_some() { left } else { W::default() } });
        }
        between
    }

    /// What may open an attack of a side on a square.
    pub(crate) fn openers(&self, side: usize, square: Square) -> Openers<W> {
        self.openers[side * self.squares + square as usize]
    }

    /// What a cache for [`Attacks::known`] begins with.
    pub(crate) fn first(&self) -> Vec<u64> {
        let everywhere = !W::default();
        AttackCache::first(self.places.len(), |index| {
            let (kind, square) = (index / self.squares, (index % self.squares) as Square);
            (self.obstacles(&self.places[index]), self.of(kind, square, everywhere))
        })
    }

    /// Reads a piece's movements from a square.
    fn place(&mut self, rules: &Rules, side: SideId, piece: PieceId, from: Square) -> Place<W> {
        let (lame, segments) = (self.lame.len() as u32, self.segments.len() as u32);
        let mut place = Place {
            leaps: W::default(),
            reach: W::default(),
            passing: W::default(),
            lame: lame..lame,
            segments: 0..0,
            journeys: 0..0,
        };
        for (movement, ride) in captures(rules, side, piece, from) {
            let line = line(rules, movement, ride, from);
            let ends = W::of(line.iter().filter(|(_, ends)| *ends).map(|&(at, _)| at));
            if !ends.any() {
                continue;
            }
            place.reach = place.reach | ends;
            match ride.via.filter(|_| ride.max == 1) {
                _ if ride.max > 1 || ride.hurdle.is_some() => self.add_ride(ride, &line),
                None => place.leaps = place.leaps | ends,
                Some(via) => {
                    let passed = via.path.iter().filter_map(|&offset| rules.board.step_over(from, offset, ride.joined));
                    let passed = W::of(passed);
                    let (empty, full) = match via.state {
                        ViaState::Empty => (passed, W::default()),
                        ViaState::Occupied => (W::default(), passed),
                    };
                    self.lame.push(Lame { empty, full, to: ends });
                }
            }
        }
        place.lame.end = self.lame.len() as u32;
        place.segments = segments..self.segments.len() as u32;
        place
    }

    /// Adds the segments of a ride whose squares, and whether it may end there, are `line`.
    fn add_ride(&mut self, ride: &Ride, line: &[(Square, bool)]) {
        let mut rest = line;
        while let Some(&(first, _)) = rest.first() {
            let ascends = rest.get(1).is_none_or(|&(second, _)| second > first);
            let turn = rest.windows(2).position(|pair| (pair[1].0 > pair[0].0) != ascends);
            let (here, after) = rest.split_at(turn.map_or(rest.len(), |turn| turn + 1));
            let set = |ends_only: bool| W::of(here.iter().filter(|(_, ends)| *ends || !ends_only).map(|&(at, _)| at));
            let (squares, ends) = (set(false), set(true));
            let hops = ride.hurdle.map(|hurdle| hurdle.landing);
            self.segments.push(Segment { squares, ends, ascends, joined: rest.len() < line.len(), hops });
            rest = after;
        }
    }

    /// Adds the journeys from `first` on to a place, those with captures that leaps have not; `covers` are their [captures](Journeys::captured).
    fn add_journeys(
        &mut self,
        rules: &Rules,
        place: &mut Place<W>,
        first: u32,
        covers: &[Vec<SquareSet>],
        from: Square,
    ) {
        place.journeys = first..first;
        if !rules.board.all().contains(from) {
            return;
        }
        let mut captured = W::default();
        let begin = self.journeys[first as usize..].iter().zip(covers);
        for (journeys, covers) in begin.filter(|(journeys, _)| journeys.from.contains(from)) {
            captured = captured | W::of(covers[from as usize].iter().filter(|&at| at != from));
            place.passing = place.passing | passing(journeys, &rules.board, from);
        }
        place.reach = place.reach | captured;
        if (captured & !place.leaps).any() {
            place.journeys.end = self.journeys.len() as u32;
        }
    }

    /// What a piece of a kind captures from a square and may be back again, if an enemy stands there.
    pub(crate) fn passing(&self, kind: usize, square: Square) -> W {
        self.places[self.index(kind, square)].passing
    }

    /// Adds what journeys by these legs capture that begin on `start`, after a leg of `before` steps, where `occupied` is not empty. Can one of them be walked to its end?
    fn walk(&self, legs: &[Leg], to: &SquareSet, start: Square, before: u16, occupied: W, attacked: &mut W) -> bool {
        let mut walked = false;
        for leg in legs {
            let (min, max) = if leg.as_long { (before, before) } else { (leg.min, leg.max) };
            for (index, at) in self.board.ray(start, leg.step).take(max as usize).enumerate() {
                let (steps, full) = (index as u16 + 1, occupied.has(at));
                if steps >= min && self.stops(leg, to, (at, steps), occupied, attacked) {
                    walked = true;
                    if leg.ground == Ground::Enemy {
                        *attacked = *attacked | W::bit(at);
                    }
                }
                if full {
                    break;
                }
            }
        }
        walked
    }

    /// Can a leg stop on a square after so many steps, so that a journey comes to its end there or further on? Adds what it captures after that.
    fn stops(&self, leg: &Leg, to: &SquareSet, (at, steps): (Square, u16), occupied: W, attacked: &mut W) -> bool {
        let full = occupied.has(at);
        if leg.then.is_empty() {
            return to.contains(at) && (leg.ground == Ground::Enemy || full != (leg.ground == Ground::Empty));
        }
        // What is attacked may stand there: a victim on the way counts wherever it would be one.
        let (goes_on, left) = match leg.ground {
            Ground::Empty => (!full, occupied),
            Ground::Enemy => (true, occupied & !W::bit(at)),
            Ground::Friend => (full, occupied & !W::bit(at)),
            Ground::Hurdle | Ground::OwnHurdle | Ground::EnemyHurdle => (full, occupied),
            // (What is carried will stand somewhere else; where, is not looked at.)
            Ground::CarriedEnemy | Ground::CarriedFriend => (full, occupied & !W::bit(at)),
            Ground::Any => (true, occupied),
        };
        if !goes_on {
            return false;
        }
        // Beyond a square that is empty there is no victim to get to.
        let mut further = W::default();
        let walked = self.walk(&leg.then, to, at, steps, left, &mut further);
        if leg.ground != Ground::Enemy || full {
            *attacked = *attacked | further;
        }
        walked
    }

    /// The index of a piece's place.
    pub(crate) fn index(&self, kind: usize, square: Square) -> usize {
        kind * self.squares + square as usize
    }

    /// From where a piece of a kind ever attacks a square.
    pub(crate) fn sources(&self, kind: usize, square: Square) -> W {
        self.sources[self.index(kind, square)]
    }

    /// Everything that a piece of a kind ever attacks from a square.
    pub(crate) fn reach(&self, kind: usize, square: Square) -> W {
        self.places[self.index(kind, square)].reach
    }

    /// The same as [`Attacks::of`], with what it was the last time.
    #[inline]
    pub(crate) fn known(&self, kind: usize, square: Square, occupied: W, cache: &AttackCache) -> W {
        cache.get(self.index(kind, square), occupied, || self.of(kind, square, occupied))
    }

    /// Everything that the piece attacks that stands on a square, empty squares and friends included.
    #[inline]
    pub(crate) fn of(&self, kind: usize, square: Square, occupied: W) -> W {
        let place = &self.places[self.index(kind, square)];
        let mut attacked = place.leaps;
        for lame in self.lame(place) {
            if !(lame.empty & occupied).any() && (lame.full & occupied) == lame.full {
                attacked = attacked | lame.to;
            }
        }
        let segments = self.segments(place);
        let mut number = 0;
        while number < segments.len() {
            number += 1;
            let segment = &segments[number - 1];
            if segment.hops.is_none() {
                let obstacles = segment.squares & occupied;
                if obstacles.any() {
                    attacked = attacked | segment.up_to_first(segment.ends, obstacles);
                    // What is joined to it lies behind the obstacle.
                    while segments.get(number).is_some_and(|next| next.joined) {
                        number += 1;
                    }
                } else {
                    attacked = attacked | segment.ends;
                }
            } else {
                let joined = segments[number..].iter().take_while(|next| next.joined).count();
                attacked = attacked | hop(&segments[number - 1..number + joined], occupied);
                number += joined;
            }
        }
        if !place.journeys.is_empty() {
            let left = occupied & !W::bit(square);
            let some = self.journeys[place.journeys.start as usize..place.journeys.end as usize].iter();
            for journeys in some.filter(|journeys| journeys.from.contains(square)) {
                self.walk(&journeys.legs, &journeys.to, square, 0, left, &mut attacked);
            }
            attacked = attacked & !W::bit(square);
        }
        attacked
    }
}

/// The journeys of a piece at any time of the game.
fn journeys_of(rules: &Rules, side: SideId, piece: PieceId) -> impl Iterator<Item = Journeys> {
    let movements = rules.piece_rules(piece, side).into_iter().flat_map(|of_side| &of_side.movements);
    let some = movements.filter(|movement| !movement.unmoved && !movement.legs.is_empty());
    some.map(|movement| Journeys { legs: movement.legs.clone(), from: movement.from, to: movement.to })
}

/// The squares on which journeys from a square capture with their first step and may then end where they began.
fn passing<W: Word>(journeys: &Journeys, board: &Board, from: Square) -> W {
    let first = journeys.legs.iter().filter(|leg| leg.ground == Ground::Enemy && leg.min == 1 && !leg.as_long);
    let captured = first.filter_map(|leg| {
        let at = board.step(from, leg.step)?;
        let returns = leg.then.iter().any(|back| {
            let ends = back.then.is_empty() && back.ground == Ground::Empty && (back.min == 1 || back.as_long);
            ends && board.step(at, back.step) == Some(from)
        });
        (returns && journeys.to.contains(from)).then_some(at)
    });
    W::of(captured)
}

/// What a hopper attacks along one ride.
fn hop<W: Word>(ride: &[Segment<W>], occupied: W) -> W {
    let mut attacked = W::default();
    let mut jumped = false;
    for segment in ride {
        let mut path = segment.squares;
        if !jumped {
            let hurdles = path & occupied;
            if !hurdles.any() {
                continue;
            }
            jumped = true;
            path = path & !segment.up_to_first(path, hurdles);
        }
        if !path.any() {
            continue;
        }
        if segment.hops == Some(Landing::JustBehind) {
            return attacked | segment.up_to_first(path, path) & segment.ends;
        }
        let obstacles = path & occupied;
        if obstacles.any() {
            return attacked | segment.up_to_first(path, obstacles) & segment.ends;
        }
        attacked = attacked | path & segment.ends;
    }
    attacked
}

/// The rides with which a piece captures from a square at any time of the game.
fn captures(rules: &Rules, side: SideId, piece: PieceId, from: Square) -> impl Iterator<Item = (&Movement, &Ride)> {
    let movements = rules.piece_rules(piece, side).into_iter().flat_map(|of_side| &of_side.movements);
    let captures = movements.filter(move |m| m.to_enemy && !m.unmoved && m.from.contains(from));
    captures.flat_map(|movement| movement.rides.iter().map(move |ride| (movement, ride)))
}

/// The squares of a ride that count, in order, and whether it may end on each.
fn line(rules: &Rules, movement: &Movement, ride: &Ride, from: Square) -> Vec<(Square, bool)> {
    let ray = rules.board.along(from, ride).enumerate();
    let counts = ray.filter(|(index, _)| !ride.skips || index + 1 >= ride.min as usize);
    counts.map(|(index, at)| (at, index + 1 >= ride.min as usize && movement.to.contains(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::words::Words;
    use super::*;
    use std::path::PathBuf;
    use wazir_runtime::Random;
    use wazir_variant_spec::{Folder, Library, compile};

    /// What a piece attacks, square by square.
    fn walked(rules: &Rules, side: SideId, piece: PieceId, from: Square, occupied: &[bool]) -> Vec<Square> {
        let mut attacked = Vec::new();
        for (movement, ride) in captures(rules, side, piece, from) {
            let via = ride.via.filter(|_| ride.max == 1 && ride.hurdle.is_none());
            let passes = via.is_none_or(|via| {
                let passed = via.path.iter().filter_map(|&offset| rules.board.step(from, offset));
                passed.into_iter().all(|at| occupied[at as usize] == (via.state == ViaState::Occupied))
            });
            let mut hurdles = 0;
            for (at, ends) in line(rules, movement, ride, from).into_iter().filter(|_| passes) {
                let full = occupied[at as usize];
                let landing = ride.hurdle.map(|hurdle| hurdle.landing);
                if ends && landing.is_none_or(|_| hurdles == 1) {
                    attacked.push(at);
                }
                if hurdles == 1 && landing == Some(Landing::JustBehind) {
                    break;
                }
                hurdles += full as usize;
                if hurdles > landing.is_some() as usize {
                    break;
                }
            }
        }
        attacked.extend(journeyed(rules, side, piece, from, occupied));
        attacked.sort_unstable();
        attacked.dedup();
        attacked
    }

    /// What a piece captures by journeys, each of them walked alone with every number of steps of its legs.
    fn journeyed(rules: &Rules, side: SideId, piece: PieceId, from: Square, occupied: &[bool]) -> Vec<Square> {
        let mut captured = Vec::new();
        for journeys in journeys_of(rules, side, piece).filter(|journeys| journeys.from.contains(from)) {
            for journey in Leg::journeys(&journeys.legs) {
                let most = |leg: &Leg| leg.max.min(rules.board.most_steps(leg.step));
                let mut lengths: Vec<Vec<u16>> = vec![Vec::new()];
                for leg in &journey {
                    lengths = lengths
                        .into_iter()
                        .flat_map(|so_far| {
                            let (min, max) = match so_far.last() {
                                Some(&before) if leg.as_long => (before, before),
                                _ => (leg.min, most(leg)),
                            };
                            (min..=max).map(move |steps| [&so_far[..], &[steps]].concat())
                        })
                        .collect();
                }
                for steps in lengths {
                    captured.extend(victims(rules, &journeys.to, &journey, &steps, from, occupied));
                }
            }
        }
        captured.retain(|&at| at != from);
        captured
    }

    /// What one journey with so many steps of each leg captures, where only the last victim need not be there; nothing where it cannot be made.
    fn victims(
        rules: &Rules,
        to: &SquareSet,
        journey: &[&Leg],
        steps: &[u16],
        from: Square,
        occupied: &[bool],
    ) -> Vec<Square> {
        let mut board = occupied.to_vec();
        board[from as usize] = false;
        let (mut at, mut captured) = (from, Vec::<(Square, bool)>::new());
        for (number, (leg, &steps)) in journey.iter().zip(steps).enumerate() {
            for step in 1..=steps {
                let Some(next) = rules.board.step(at, leg.step) else { return Vec::new() };
                at = next;
                if step < steps && board[at as usize] {
                    return Vec::new();
                }
            }
            let (full, last) = (board[at as usize], number + 1 == journey.len());
            let stands = match leg.ground {
                Ground::Empty => !full,
                Ground::Enemy | Ground::Any => true,
                Ground::Friend | Ground::Hurdle | Ground::OwnHurdle | Ground::EnemyHurdle => full,
                Ground::CarriedEnemy | Ground::CarriedFriend => full,
            };
            if !stands || last && !to.contains(at) {
                return Vec::new();
            }
            if leg.ground == Ground::Enemy {
                captured.push((at, full));
            }
            if leg.ground.captures() || leg.ground.carries() {
                board[at as usize] = false;
            }
        }
        // Up to the first victim that is not there.
        let missing = captured.iter().position(|(_, full)| !full).map_or(captured.len(), |first| first + 1);
        captured[..missing].iter().map(|&(at, _)| at).collect()
    }

    fn agrees<W: Word>(rules: &Rules, random: &mut Random) {
        let attacks = Attacks::<W>::new(rules);
        let squares = rules.board.squares() as usize;
        let cache = AttackCache::new(&attacks.first());
        for _ in 0..20 {
            let occupied: Vec<bool> = (0..squares).map(|_| random.below(3) == 0).collect();
            let set = W::of((0..squares as Square).filter(|&at| occupied[at as usize]));
            for kind in 0..rules.sides.len() * rules.pieces.len() {
                let (side, piece) = ((kind / rules.pieces.len()) as SideId, (kind % rules.pieces.len()) as PieceId);
                for from in rules.board.all().iter() {
                    // As it is, once more, and with one square more or less in the way.
                    let other = W::bit(random.below(squares) as Square);
                    let changed = if (set & other).any() { set & !other } else { set | other };
                    for occupied in [set, set, changed, set] {
                        let known = attacks.known(kind, from, occupied, &cache);
                        assert!(known == attacks.of(kind, from, occupied), "side {side} piece {piece} on {from}");
                    }
                    let mut found = Vec::new();
                    for to in attacks.of(kind, from, set).squares() {
                        found.push(to);
                        assert!(attacks.sources(kind, to).has(from));
                    }
                    assert_eq!(
                        found,
                        walked(rules, side, piece, from, &occupied),
                        "side {side} piece {piece} on {from}"
                    );
                }
            }
        }
    }

    #[test]
    fn tables_and_walks_agree() {
        let mut random = Random::new(7);
        let folder = Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants")));
        for game in ["chess", "cylinder", "toroidal", "xiangqi", "janggi", "grasshopper", "shogi", "chu"] {
            let source = folder.find(game).unwrap_or_else(|| panic!("{game}.ron"));
            let rules = compile(&source, &folder).unwrap_or_else(|_| panic!("{game} is right")).rules;
            let squares = rules.board.squares() as usize;
            if squares <= 64 {
                agrees::<u64>(&rules, &mut random);
            }
            if squares <= 128 {
                agrees::<u128>(&rules, &mut random);
            }
            agrees::<Words<4>>(&rules, &mut random);
        }
        let folder = Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../trials/rules")));
        for trial in ["legs", "movers"] {
            let source = folder.find(trial).unwrap_or_else(|| panic!("trials/rules/{trial}.ron"));
            let rules = compile(&source, &folder).unwrap_or_else(|_| panic!("{trial} is right")).rules;
            agrees::<u128>(&rules, &mut random);
        }
    }
}
