//! [`Races`]: pieces that can go next to where nothing takes them, and from there to a goal that wins at once. Unless the other side comes first, that is a win two moves ahead of what is
//! looked at: to a race what safe checks are to the safety of kings.

use super::{attacks::Attacks, goals::Goals, king_safety::Attacked, words::Word};
use wazir_runtime::{PieceId, SideId, Square};
use wazir_variant_spec::rules::Rules;

/// What it is worth to have such a piece. In 2,000 games of breakthrough it made a win as likely as eight pieces more did; a search sees much of it for itself.
const RUNNER: i32 = 800;

/// The same of a royal, which the other side can still keep away by attacking the goal: nobody has to take it.
const ROYAL_RUNNER: i32 = 150;

/// The ways to goals of all pieces.
#[derive(Clone, Debug)]
pub(crate) struct Races<W> {
    /// Squares that win at once, by side and type.
    goals: Vec<W>,
    /// Squares from which such a one could be reached, by side and type.
    near: Vec<W>,
    /// The first squares of where a piece moves but never captures, by side, type and square; empty where nothing wins by arriving.
    steps: Vec<W>,
    squares: usize,
}

/// A piece that may win a race.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runner<W> {
    kind: usize,
    royal: bool,
    /// Squares near a goal that it attacks.
    hits: W,
    /// Those that it only moves to, and its own if it stands near a goal.
    quiet: W,
}

impl<W: Word> Races<W> {
    /// Those of a game whose board fits.
    pub(crate) fn new(rules: &Rules, goals: &Goals, attacks: &Attacks<W>) -> Races<W> {
        let squares = rules.board.squares() as usize;
        let sets = |list: &[bool]| -> Vec<W> {
            let set = |of_kind: &[bool]| W::of((0..squares as Square).filter(|&square| of_kind[square as usize]));
            list.chunks(squares).map(set).collect()
        };
        let mut races = Races { goals: sets(&goals.finish), near: sets(&goals.near), steps: Vec::new(), squares };
        let types = rules.pieces.len();
        for kind in 0..races.near.len() {
            let of_side = rules.piece_rules((kind % types) as PieceId, (kind / types) as SideId);
            races.steps.extend((0..squares as Square).map(|from| {
                let movements = of_side.into_iter().flat_map(|of_side| &of_side.movements);
                let quiet =
                    movements.filter(|movement| movement.to_empty && !movement.unmoved && movement.from.contains(from));
                let firsts = quiet.flat_map(|movement| {
                    let firsts = movement.rides.iter().filter(|ride| ride.min == 1 && ride.hurdle.is_none());
                    firsts
                        .filter_map(|ride| rules.board.along(from, ride).next())
                        .filter(|&to| movement.to.contains(to))
                });
                W::of(firsts) & !attacks.reach(kind, from)
            }));
        }
        races
    }

    /// Can pieces of this kind win by arriving somewhere?
    pub(crate) fn has(&self, kind: usize) -> bool {
        self.near.get(kind).is_some_and(|near| near.any())
    }

    /// A piece that stands on a square and attacks `hits`, if it is near a goal or can be next.
    pub(crate) fn runner(
        &self,
        kind: usize,
        square: Square,
        royal: bool,
        hits: W,
        own: W,
        occupied: W,
    ) -> Option<Runner<W>> {
        let near = self.near[kind];
        let hits = hits & near & !own;
        let moves = self.steps[kind * self.squares + square as usize] & !occupied;
        let quiet = (moves | W::bit(square)) & near;
        (hits | quiet).any().then_some(Runner { kind, royal, hits, quiet })
    }

    /// What it is worth if it can be near a goal next where nothing takes it, and win from there; else 0. `own` are the pieces of its side and what that attacks, `enemies` is what the other
    /// attacks.
    pub(crate) fn worth(
        &self,
        attacks: &Attacks<W>,
        runner: &Runner<W>,
        occupied: W,
        own: (W, &Attacked<W>),
        enemies: &Attacked<W>,
    ) -> i32 {
        let Runner { kind, royal, hits, quiet } = *runner;
        let (own, defended) = own;
        let free = !enemies.by_any;
        let safe = if royal {
            (hits | quiet) & free
        } else {
            // Its own attack is one of those on what it captures.
            hits & (free | defended.twice & !enemies.twice) | quiet & (free | defended.by_any & !enemies.twice)
        };
        let goals = self.goals[kind] & !own & if royal { free } else { !W::default() };
        let arrives = |from: Square| {
            let moves = self.steps[kind * self.squares + from as usize] & !occupied;
            ((attacks.of(kind, from, occupied) | moves) & goals).any()
        };
        match safe.squares().any(arrives) {
            false => 0,
            true if royal => ROYAL_RUNNER,
            true => RUNNER,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing;
    use wazir_runtime::{Cell, Style, Variant};

    /// What races are worth to the first side in a position.
    fn worth(game: &str, fen: &str) -> i32 {
        let (variant, _) = testing::derived(game);
        let rules = variant.rules();
        let setup = variant.from_fen(fen, Style::Game).unwrap_or_else(|error| panic!("{fen}: {error}")).setup();
        let attacks = Attacks::<u64>::new(rules);
        let races = Races::new(rules, &Goals::new(rules), &attacks);
        let pieces = || {
            let cells = setup.board.iter().enumerate();
            cells.filter_map(|(square, cell)| match *cell {
                Cell::Piece { side, piece, .. } => Some((square as Square, side, piece)),
                _ => None,
            })
        };
        let occupied = u64::of(pieces().map(|(square, ..)| square));
        let own = u64::of(pieces().filter(|(_, side, _)| *side == 0).map(|(square, ..)| square));
        let mut attacked = [Attacked::default(); 2];
        let mut runners = Vec::new();
        for (square, side, piece) in pieces() {
            let kind = side as usize * rules.pieces.len() + piece as usize;
            let royal = rules.piece_rules(piece, side).is_some_and(|piece| piece.royal);
            let hits = attacks.of(kind, square, occupied);
            attacked[side as usize].add(hits, royal);
            if side == 0 && races.has(kind) {
                runners.extend(races.runner(kind, square, royal, hits, own, occupied));
            }
        }
        let of = |runner| races.worth(&attacks, runner, occupied, (own, &attacked[0]), &attacked[1]);
        runners.iter().map(of).max().unwrap_or(0)
    }

    #[test]
    fn a_race_is_won_from_where_nothing_takes() {
        // Far from the defenders, and into their reach.
        assert_eq!(worth("breakthrough", "5ppp/8/2P5/8/8/8/8/8 w - - 0 1"), RUNNER);
        assert_eq!(worth("breakthrough", "1ppp4/8/2P5/8/8/8/8/8 w - - 0 1"), 0);
        // Pieces take aslant: straight ahead is safe from one that stands there, and from two beside it.
        assert_eq!(worth("breakthrough", "1p6/8/1P6/8/8/8/8/8 w - - 0 1"), RUNNER);
        assert_eq!(worth("breakthrough", "p1p5/8/P7/8/8/8/8/8 w - - 0 1"), RUNNER);
        assert_eq!(worth("breakthrough", "1p6/8/P7/8/8/8/8/8 w - - 0 1"), RUNNER);
        assert_eq!(worth("breakthrough", "pp6/8/P7/8/8/8/8/8 w - - 0 1"), 0);
        assert_eq!(worth("breakthrough", "p7/8/P1P5/8/8/8/8/8 w - - 0 1"), RUNNER);
        // Two support one another on b7 against one, neither alone, nor against two.
        assert_eq!(worth("breakthrough", "pp2p3/8/P1P5/8/8/8/8/8 w - - 0 1"), RUNNER);
        assert_eq!(worth("breakthrough", "pp2p3/8/P7/8/8/8/8/8 w - - 0 1"), 0);
        assert_eq!(worth("breakthrough", "pp2p3/8/2P5/8/8/8/8/8 w - - 0 1"), 0);
        assert_eq!(worth("breakthrough", "ppp1p3/8/P1P5/8/8/8/8/8 w - - 0 1"), 0);
        // Too far away.
        assert_eq!(worth("breakthrough", "7p/8/8/P7/8/8/8/8 w - - 0 1"), 0);
    }

    #[test]
    fn a_king_needs_a_goal_that_nothing_attacks() {
        assert_eq!(worth("kingofthehill", "7k/8/8/8/8/8/3K4/8 w - - 0 1"), ROYAL_RUNNER);
        assert_eq!(worth("kingofthehill", "7k/8/8/8/r7/8/3K4/8 w - - 0 1"), 0);
        assert_eq!(worth("kingofthehill", "7k/8/8/8/8/r7/3K4/8 w - - 0 1"), 0);
    }
}
