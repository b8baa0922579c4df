//! Moves of several legs: [`Leg`].

use super::{Board, SquareSet, Step};
use crate::limits::BOARD_EDGE;
use std::{collections::BTreeMap, rc::Rc};

/// A leg of a journey: a move in which a piece goes on, and may capture, where another move would end.
///
/// A leg is the same step taken `min..=max` times, over empty squares, to one that holds what `ground` says. There the journey ends, if no leg follows; else it
/// goes on from there by one of those in `then`. A movement's journeys are a tree of legs; every way through it, from its roots to a leg that nothing follows, is a
/// journey.
///
/// While it is on its way the piece stands nowhere, and what it has captured is gone: the squares where it started and where its victims stood count
/// as empty for the legs that follow. No leg enters a hole; a wall is neither empty nor a piece. All victims leave the board as they do in
/// any capture, and the mover's side gets in hand what captures give. Enemies that the piece cannot capture ([`super::PieceRules::victims`]) are no victims; neither
/// are friends of the types it could not capture as enemies, nor royal friends.
///
/// A journey may carry one piece away instead of capturing it (Betza `u`): what stands where one of its legs ends ([`Ground::CarriedEnemy`], [`Ground::CarriedFriend`]) is put down on
/// the square from which one of them starts ([`Leg::unloads`]), that one, a later or an earlier. Where it stood is empty from then on. Once it has been picked up, and the mover has left the square where it is put down, it
/// stands there, where it stops the legs that follow; they can jump it as a [`Ground::Hurdle`], but it is neither captured nor jumped as a friend or an enemy. It is never put down where it stood:
/// there is no such journey. As in an exchange of places ([`super::Swap`]) it is not captured by that and a royal that could be carried away is not attacked, nobody promotes, and all that have moved count as moved; for
/// everything that looks at arrivals the piece that makes the move has arrived, the other one has not. A journey that carries something captures nothing else before its last leg.
///
/// What is left of a journey is where it begins, where it ends, what it has captured, and what it has carried from where to where: journeys that are alike in this are one move. One that captures nothing but an
/// enemy where it ends is the same move as a ride to that square. One that ends where it began is a move of its own, even if nothing is changed by it but whose
/// turn it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leg {
    /// The step.
    pub step: Step,
    /// Fewest steps, at least 1.
    pub min: u16,
    /// Most steps; [`super::Ride::UNLIMITED`] for as far as the board goes.
    pub max: u16,
    /// It takes exactly as many steps as the leg before it has taken; `min` and `max` do not count then.
    pub as_long: bool,
    /// What has to stand on its last square.
    pub ground: Ground,
    /// On the square that it starts from it leaves what the journey carries: what has been picked up before, or will be by it or a later one.
    pub unloads: bool,
    /// The legs one of which has to follow; where there are none, the journey ends.
    pub then: Vec<Leg>,
}

/// What stands on the last square of a [`Leg`], and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ground {
    /// Nothing (Betza `m`).
    Empty,
    /// An enemy, which is captured (Betza `c`).
    Enemy,
    /// A piece of the mover's own side, which is captured (Betza `d`).
    Friend,
    /// A piece of either side or a wall, which stays: it is jumped over (Betza `p`). Another leg follows.
    Hurdle,
    /// Whatever: it stays (Betza `mp`). Another leg follows.
    Any,
    /// A piece of the mover's own side, which stays: it is jumped over (Betza `tp`, or `d` when it is put down at once). Another leg follows.
    OwnHurdle,
    /// An enemy that the piece can capture, which stays (Betza `c` when it is put down at once). Another leg follows.
    EnemyHurdle,
    /// An enemy that the piece can capture, which it carries away (Betza `c` with a `u` elsewhere).
    CarriedEnemy,
    /// Any piece of the mover's own side, which it carries away (Betza `d` with a `u` elsewhere).
    CarriedFriend,
}

impl Ground {
    /// Is what stands there captured?
    pub fn captures(self) -> bool {
        matches!(self, Ground::Enemy | Ground::Friend)
    }

    /// Is what stands there carried away?
    pub fn carries(self) -> bool {
        matches!(self, Ground::CarriedEnemy | Ground::CarriedFriend)
    }

    /// Does what stands there, if anything does, stay?
    pub fn spares(self) -> bool {
        matches!(self, Ground::Hurdle | Ground::Any | Ground::OwnHurdle | Ground::EnemyHurdle)
    }
}

impl Leg {
    /// The most victims that a journey can have on its way, before its last leg: what a move has room for.
    pub const MOST_VICTIMS: usize = 2;

    /// This leg without what follows it.
    pub fn alone(&self) -> Leg {
        let &Leg { step, min, max, as_long, ground, unloads, then: _ } = self;
        Leg { step, min, max, as_long, ground, unloads, then: Vec::new() }
    }

    /// This leg and all that follow it, with every step turned.
    pub fn turned(&self, turn: &impl Fn(Step) -> Step) -> Leg {
        Leg { step: turn(self.step), then: self.then.iter().map(|next| next.turned(turn)).collect(), ..self.alone() }
    }

    /// A tree with these roots in an order that does not depend on theirs, nor on that of legs which follow the same one.
    pub fn sorted(roots: &[Leg]) -> Vec<Leg> {
        let mut sorted: Vec<Leg> =
            roots.iter().map(|leg| Leg { then: Leg::sorted(&leg.then), ..leg.alone() }).collect();
        sorted.sort_unstable();
        sorted
    }

    /// How many ways, leg by leg, a tree with these roots has: a leg counts once for each place where the legs before it can have led to.
    pub fn ways(roots: &[Leg]) -> usize {
        let ways = |leg: &Leg| Leg::ways(&leg.then).saturating_mul(leg.lengths()).saturating_add(1);
        roots.iter().map(ways).fold(0, usize::saturating_add)
    }

    /// On how many squares of one direction the leg can end, at most: several, where it goes over empty squares as far as it likes.
    pub(crate) fn lengths(&self) -> usize {
        match self.ground {
            Ground::Empty | Ground::Any if !self.as_long => {
                let most = self.max.min(BOARD_EDGE - 1);
                usize::from(most.saturating_sub(self.min)) + 1
            }
            _ => 1,
        }
    }

    /// Every journey of a tree with these roots, as the legs it consists of (each with what may follow it).
    pub fn journeys(roots: &[Leg]) -> Vec<Vec<&Leg>> {
        let mut all = Vec::new();
        for leg in roots {
            if leg.then.is_empty() {
                all.push(vec![leg]);
            }
            for mut rest in Leg::journeys(&leg.then) {
                rest.insert(0, leg);
                all.push(rest);
            }
        }
        all
    }

    /// By square: where those legs of a tree with these roots may end that `counts` names, on journeys that begin there. Nothing is asked of the squares on the way.
    ///
    /// It is told for all squares at once, as what can be reached from the end of a leg is the same for all that come there.
    pub fn covers(roots: &[Leg], board: &Board, counts: &dyn Fn(&Leg) -> bool) -> Vec<SquareSet> {
        let mut covers = Covers { board, counts, known: BTreeMap::new() };
        covers.of_all(roots, 0)
    }

    /// The squares from which a journey of a tree with these roots may begin that ends on one of `to`. Nothing is asked of the squares on the way.
    pub fn sources(roots: &[Leg], board: &Board, to: &SquareSet) -> SquareSet {
        // `before`: the steps of the leg before, where one asks for that.
        fn of_all(legs: &[Leg], board: &Board, to: &SquareSet, before: u16) -> SquareSet {
            let mut sources = SquareSet::EMPTY;
            for leg in legs {
                let (min, max) = if leg.as_long { (before, before) } else { (leg.min, leg.max) };
                let ends = if leg.then.is_empty() { *to } else { SquareSet::EMPTY };
                let mut add = |ends: &SquareSet, steps: (u16, u16)| {
                    board.reached(ends, leg.step.reversed(), steps, &mut |at| sources.insert(at));
                };
                if !leg.then.iter().any(|next| next.as_long) {
                    add(&ends.or(&of_all(&leg.then, board, to, 0)), (min, max));
                    continue;
                }
                for steps in min..=max.min(board.most_steps(leg.step)) {
                    add(&ends.or(&of_all(&leg.then, board, to, steps)), (steps, steps));
                }
            }
            sources
        }
        of_all(roots, board, to, 0)
    }

    /// Calls `stop` with each leg of a tree with these roots, and with all squares where it may end on journeys that begin on any of `from`. Nothing is asked of the squares on the way.
    pub fn stops_of(roots: &[Leg], board: &Board, from: &SquareSet, stop: &mut dyn FnMut(&SquareSet, &Leg)) {
        // Squares from which legs go on, by how many steps led there, where a leg asks for that.
        fn walk(
            legs: &[Leg],
            board: &Board,
            starts: &BTreeMap<u16, SquareSet>,
            stop: &mut dyn FnMut(&SquareSet, &Leg),
        ) {
            for leg in legs {
                let asked = leg.then.iter().any(|next| next.as_long);
                let (mut ends, mut all) = (BTreeMap::<u16, SquareSet>::new(), SquareSet::EMPTY);
                for (&before, from) in starts {
                    let (min, max) = if leg.as_long { (before, before) } else { (leg.min, leg.max) };
                    if !asked {
                        board.reached(from, leg.step, (min, max), &mut |at| all.insert(at));
                        continue;
                    }
                    // No way comes to more squares than there are without coming back.
                    for steps in min..=max.min(board.squares()) {
                        let mut there = SquareSet::EMPTY;
                        board.reached(from, leg.step, (steps, steps), &mut |at| there.insert(at));
                        if there.is_empty() {
                            break;
                        }
                        all = all.or(&there);
                        ends.insert(steps, ends.get(&steps).map_or(there, |known| known.or(&there)));
                    }
                }
                if !all.is_empty() {
                    stop(&all, leg);
                    if !asked {
                        ends.insert(0, all);
                    }
                    walk(&leg.then, board, &ends, stop);
                }
            }
        }
        walk(roots, board, &BTreeMap::from([(0, *from)]), stop);
    }

    /// Adds a journey, given as legs that nothing follows, to a tree: legs it shares with others stand there once.
    pub fn add(roots: &mut Vec<Leg>, journey: &[Leg]) {
        let Some((first, rest)) = journey.split_first() else { return };
        // A leg that ends a journey and one that goes on are two legs.
        let same = |leg: &Leg| {
            (leg.step, leg.min, leg.max, leg.as_long, leg.ground, leg.unloads)
                == (first.step, first.min, first.max, first.as_long, first.ground, first.unloads)
                && leg.then.is_empty() == rest.is_empty()
        };
        let place = roots.iter().position(same).unwrap_or_else(|| {
            roots.push(first.alone());
            roots.len() - 1
        });
        // A new leg that goes on has nothing behind it yet.
        Leg::add(&mut roots[place].then, rest);
    }
}

/// So many tables of [`Covers`] are kept at a time.
const MOST_KNOWN: usize = 256;

/// The work of [`Leg::covers`].
struct Covers<'a> {
    board: &'a Board,
    counts: &'a dyn Fn(&Leg) -> bool,
    /// By leg, and the steps of the leg before where it asks for them: legs that are alike, with all that follows, lead to the same squares.
    known: BTreeMap<(&'a Leg, u16), Rc<Vec<SquareSet>>>,
}

impl<'a> Covers<'a> {
    /// By square: where legs end that count, of these and of those that follow them, after a leg of `before` steps.
    fn of_all(&mut self, legs: &'a [Leg], before: u16) -> Vec<SquareSet> {
        let mut all = vec![SquareSet::EMPTY; self.board.squares() as usize];
        for leg in legs {
            let one = self.of_one(leg, before);
            all.iter_mut().zip(&*one).for_each(|(all, one)| *all = all.or(one));
        }
        all
    }

    fn of_one(&mut self, leg: &'a Leg, before: u16) -> Rc<Vec<SquareSet>> {
        let key = (leg, if leg.as_long { before } else { 0 });
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let (min, max) = if leg.as_long { (before, before) } else { (leg.min, leg.max) };
        let mut found = vec![SquareSet::EMPTY; self.board.squares() as usize];
        if leg.then.iter().any(|next| next.as_long) {
            for steps in min..=max.min(self.board.most_steps(leg.step)) {
                let beyond = self.beyond(leg, steps);
                self.add(leg.step, (steps, steps), &beyond, &mut found);
            }
        } else {
            let beyond = self.beyond(leg, 0);
            self.add(leg.step, (min, max), &beyond, &mut found);
        }
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        let found = Rc::new(found);
        self.known.insert(key, found.clone());
        found
    }

    /// By square on which the leg ends after so many steps: that square if it counts, and what follows from there.
    fn beyond(&mut self, leg: &'a Leg, steps: u16) -> Vec<SquareSet> {
        let mut beyond = self.of_all(&leg.then, steps);
        if (self.counts)(leg) {
            (0..).zip(&mut beyond).for_each(|(at, beyond)| beyond.insert(at));
        }
        beyond
    }

    /// Adds to each square what is beyond those that lie `min` to `max` steps from it.
    fn add(&self, step: Step, (min, max): (u16, u16), beyond: &[SquareSet], found: &mut [SquareSet]) {
        let (board, count) = (self.board, self.board.squares());
        if min == 1 && max >= board.most_steps(step) && !board.joined.any() {
            // As far as the board goes: what is beyond the next square, and what is found from there, which comes first.
            let forward = i32::from(step.dy) * i32::from(board.files) + i32::from(step.dx) > 0;
            for place in 0..count {
                let from = if forward { count - 1 - place } else { place };
                if let Some(next) = board.step(from, step) {
                    let more = beyond[next as usize].or(&found[next as usize]);
                    found[from as usize] = found[from as usize].or(&more);
                }
            }
            return;
        }
        for from in 0..count {
            let ends = board.ray(from, step).take(max as usize).skip(usize::from(min.max(1)) - 1);
            let more = ends.fold(SquareSet::EMPTY, |more, at| more.or(&beyond[at as usize]));
            found[from as usize] = found[from as usize].or(&more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Folder, Source, compile};

    /// Journeys of many kinds, on boards with holes and joined edges: all squares at once against one after the other.
    #[test]
    fn all_squares_at_once() {
        let boards = [
            ("files: 7, ranks: 6", "az5/7/7/7/7/AZ5"),
            (r#"files: 7, ranks: 6, holes: "c2 d4-e5""#, "az5/3__2/3__2/7/2_4/AZ5"),
            ("files: 6, ranks: 7, joined: [Files, Ranks]", "az4/6/6/6/6/6/AZ4"),
        ];
        let moves = ["cacaQ", "cabR2", "mafcsW", "[cR-fcR3?bW]", "mafB3", "cabsR4", "caibR", "mpampafsW"];
        let mut as_long = 0;
        for ((board, start), moves) in boards.into_iter().flat_map(|board| moves.map(|moves| (board, moves))) {
            let text = format!(
                r#"(board: ({board}), pieces: {{"A": (moves: "{moves}"), "Z": (moves: "W")}},
                start: "{start} w - - 0 1", end: [(if: Stalemated, then: Draw)])"#,
            );
            let source = Source { file: "journeys.ron".into(), text };
            let compiled = compile(&source, &Folder("../variants".into()));
            let rules = compiled.unwrap_or_else(|errors| panic!("{}: {errors:?}", source.text)).rules;
            let asks = |legs: &[Leg]| legs.iter().any(|leg| leg.then.iter().any(|next| next.as_long));
            let movements = &rules.pieces[0].sides[0].as_ref().expect("White has it").movements;
            for legs in movements.iter().map(|movement| &movement.legs).filter(|legs| !legs.is_empty()) {
                as_long += usize::from(asks(legs));
                let counts = |leg: &Leg| leg.ground.captures();
                let covers = Leg::covers(legs, &rules.board, &counts);
                let ends = |leg: &Leg| leg.then.is_empty();
                let ending = Leg::covers(legs, &rules.board, &ends);
                for from in rules.board.all().iter() {
                    let (mut counted, mut ended) = (SquareSet::EMPTY, SquareSet::EMPTY);
                    let start = std::iter::once(from).collect();
                    Leg::stops_of(legs, &rules.board, &start, &mut |squares, leg| {
                        counted = if counts(leg) { counted.or(squares) } else { counted };
                        ended = if ends(leg) { ended.or(squares) } else { ended };
                    });
                    assert_eq!(covers[from as usize], counted, "{moves} from {from} on {board}");
                    assert_eq!(ending[from as usize], ended, "{moves} from {from} on {board}");
                    for to in rules.board.all().iter() {
                        let sources = Leg::sources(legs, &rules.board, &std::iter::once(to).collect());
                        assert_eq!(
                            sources.contains(from),
                            ended.contains(to),
                            "{moves} from {from} to {to} on {board}"
                        );
                    }
                }
            }
        }
        assert!(as_long > 0, "no leg is as long as the one before it");
    }
}
