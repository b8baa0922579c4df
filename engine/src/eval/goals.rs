//! What the conditions of a game's end ask for besides mate: goals to reach, types to keep, rows to make, paths to join, checks to give, moves to have left.

use super::reach::{all_targets, distances};
use crate::board::Content;
use wazir_runtime::{PieceId, SideId, Square};
use wazir_variant_spec::rules::{Condition, Converted, EndRule, Formation, Rules, SquareSet, Step, Verdict};

/// What is worth something in a game by the ways it ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goals {
    /// Types whose loss is a loss, where there are several of them to lose.
    pub(crate) scarce: Vec<Scarce>,
    /// Figures of fixed shape, wherever they fit on the board.
    pub(crate) rows: Rows,
    /// Chains from edge to edge.
    pub(crate) paths: Vec<Path>,
    /// Checks that win; 0 where they do not.
    pub(crate) checks: u8,
    /// Whoever has no move left loses or counts, and there is no king to be mated: choice is what the game is about.
    pub(crate) choice: bool,
    /// Evaluations tell enough of a position to leave out what they call hopeless. A count of moves tells little of who will have the last one; nor do the other pieces, where losing some types
    /// wins, of who will be rid of these.
    pub(crate) tells: bool,
    /// Pieces are turned over where they are enclosed: how many there are means little before the end, and where they stand everything.
    pub(crate) turned_over: bool,
    /// Every move captures: captures are moves like others.
    pub(crate) captures_only: bool,
    /// Every move leaves less to move with or less room for it: by a capture or a wall.
    pub(crate) dwindles: bool,
    /// A quiet move can win at once: by reaching a goal, by making a figure.
    pub(crate) races: bool,
    /// Goal squares that win as soon as one piece stands there, by side, type and square.
    pub(crate) finish: Vec<bool>,
    /// Squares from which a piece could move to such a one, if nothing is in its way, by side, type and square.
    pub(crate) near: Vec<bool>,
    /// A runner can come from anywhere: where drops reach a goal, and where figures are made.
    from_anywhere: bool,
}

/// A side that has too few of some types loses, or wins.
#[derive(Clone, Debug)]
pub(crate) struct Scarce {
    /// Only this side.
    of: Option<SideId>,
    /// The types, by [`PieceId`].
    types: Vec<bool>,
    at_most: u16,
    /// -1 where it loses, 1 where it wins.
    sign: i32,
}

/// Figures of fixed shape.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    /// The places where a figure fits, by square.
    pub(crate) places_of: Vec<Vec<u32>>,
    /// How many squares the figure has, by place.
    pub(crate) sizes: Vec<u8>,
    /// 1 where the figure wins, -1 where it loses, by place.
    pub(crate) signs: Vec<i8>,
    /// Types that count, by [`PieceId`].
    types: Vec<bool>,
}

impl Rows {
    /// Is there any?
    pub(crate) fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// Who fills a square of a figure with this: a side, or the number of sides for what is in everybody's way; `None` for nothing.
    pub(crate) fn filler(&self, content: Content, sides: usize) -> Option<usize> {
        match content {
            Content::Empty => None,
            Content::Piece(side, piece) if self.types.get(piece as usize) == Some(&true) => Some(side as usize),
            _ => Some(sides),
        }
    }

    /// What it is worth to have filled so many squares of a figure that nobody else is in.
    pub(crate) fn worth(&self, place: usize, filled: u8) -> i32 {
        let missing = self.sizes[place].saturating_sub(filled);
        let worth = match (filled, missing) {
            (0, _) => 0,
            (_, 0) => 400,
            (_, 1) => 110,
            (_, 2) => 36,
            (_, 3) => 11,
            _ => 3,
        };
        worth * self.signs[place] as i32
    }
}

/// A chain of pieces that wins.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// Where it begins and ends, by side.
    from: Vec<Vec<Square>>,
    to: Vec<Vec<bool>>,
    /// From each square to the next.
    next: Vec<Vec<Square>>,
    types: Vec<bool>,
    sign: i32,
}

/// Does a side win by this rule as soon as one piece has reached its goal? Then it is over only where one stands there.
pub(crate) fn is_finish(rule: &EndRule) -> bool {
    matches!(rule.when, Condition::Reached { at_least: 0 | 1, .. }) && rule.then == Verdict::Wins
}

impl Goals {
    /// The goals of a game.
    pub(crate) fn new(rules: &Rules) -> Goals {
        let sides = rules.sides.len() as SideId;
        let types = |pieces: &[PieceId]| -> Vec<bool> {
            (0..rules.pieces.len() as PieceId).map(|piece| pieces.contains(&piece)).collect()
        };
        let mut goals = Goals::default();
        goals.rows.places_of = vec![Vec::new(); rules.board.squares() as usize];
        for rule in &rules.end {
            let sign = match rule.then {
                Verdict::Wins => 1,
                Verdict::Loses | Verdict::TeamLoses => -1,
                _ => 0,
            };
            match &rule.when {
                Condition::Extinct { pieces, at_most, opponent_at_least: None, .. } if sign != 0 => {
                    goals.scarce.push(Scarce { of: rule.of, types: types(pieces), at_most: *at_most, sign });
                }
                Condition::Connected { pieces, formation: Formation::Pattern(patterns), .. } if sign != 0 => {
                    goals.rows.types = types(pieces);
                    for pattern in patterns {
                        goals.rows.add(rules, &pattern.occupied, sign as i8);
                    }
                }
                Condition::Connected { pieces, formation: Formation::Path { from, to, steps }, .. } if sign != 0 => {
                    let all = 0..rules.board.squares();
                    let neighbours = |square: Square| {
                        let both = steps.iter().flat_map(|&step| [step, step.reversed()]);
                        let exists = rules.board.all().contains(square);
                        both.filter_map(|step| rules.board.step(square, step)).filter(|_| exists).collect()
                    };
                    goals.paths.push(Path {
                        from: from.iter().map(|set| set.iter().collect()).collect(),
                        to: to.iter().map(|set| all.clone().map(|square| set.contains(square)).collect()).collect(),
                        next: all.clone().map(neighbours).collect(),
                        types: types(pieces),
                        sign,
                    });
                }
                Condition::Reached { pieces, goal, .. } if is_finish(rule) => {
                    goals.set_finish(rules, rule.of, pieces, goal)
                }
                Condition::ChecksGiven { times } => goals.checks = *times,
                _ => {}
            }
        }
        let has_royals = |side: SideId| {
            (0..rules.pieces.len() as PieceId).any(|piece| rules.piece_rules(piece, side).is_some_and(|p| p.royal))
        };
        let bare = !(0..sides).any(has_royals);
        let conversions = || rules.play.iter().flat_map(|play| &play.arrival);
        goals.turned_over = conversions().any(|conversion| matches!(conversion.of, Converted::Enclosed(_)));
        let stuck =
            rules.end.iter().any(|rule| matches!((&rule.when, rule.then), (Condition::Stalemate, Verdict::Loses)));
        let forced = rules.play.iter().any(|play| !play.obligations.is_empty());
        let row = rules.pieces.len() * rules.board.squares() as usize;
        let race = bare && !goals.finish.is_empty() && goals.finish.chunks(row).all(|of_side| of_side.contains(&true));
        // Where everybody has a goal to reach, hardly anybody is ever stuck.
        goals.choice = rules.sides.len() == 2 && bare && !forced && (stuck && !race || goals.turned_over);
        let sheds = bare && goals.scarce.iter().any(|scarce| scarce.sign > 0 && scarce.types.contains(&false));
        goals.tells = !(goals.choice && !goals.turned_over || sheds);
        let mut owned = rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten());
        goals.captures_only = owned.all(|piece| {
            piece.drop.is_none()
                && piece.movements.iter().all(|movement| !movement.to_empty && movement.legs.is_empty())
        });
        goals.dwindles = goals.captures_only || rules.play.iter().all(|play| play.walling.is_some());
        let figures = !goals.rows.is_empty() || !goals.paths.is_empty();
        goals.races = !goals.finish.is_empty() || figures;
        goals.from_anywhere = figures || goals.finishes_by_drop(rules);
        goals.near = goals.near_finish(rules);
        goals
    }

    /// What it is worth that a piece stands on a square from which it can reach its goal: most of it when that is near.
    pub(crate) fn races(rules: &Rules, side: SideId, piece: PieceId) -> Vec<i32> {
        let mut worth = vec![0; rules.board.squares() as usize];
        for rule in rules.end.iter().filter(|rule| rule.of.is_none_or(|of| of == side)) {
            let Condition::Reached { pieces, goal, at_least, .. } = &rule.when else { continue };
            let Some(squares) = goal.get(side as usize).filter(|_| pieces.contains(&piece)) else { continue };
            let sign = match rule.then {
                Verdict::Wins => 1.0,
                Verdict::Loses | Verdict::TeamLoses => -1.0,
                _ => continue,
            };
            let share = sign * 260.0 / (*at_least).max(1) as f64;
            let distance = distances(rules, side, piece, &|square| squares.contains(square));
            for (worth, distance) in worth.iter_mut().zip(distance) {
                if let Some(moves) = distance {
                    *worth += (share * 0.62_f64.powi(moves.saturating_sub(1) as i32)) as i32;
                }
            }
        }
        worth
    }

    /// Remembers the goals of some types.
    fn set_finish(&mut self, rules: &Rules, of: Option<SideId>, pieces: &[PieceId], goal: &[SquareSet]) {
        let (kinds, squares) = (rules.pieces.len(), rules.board.squares() as usize);
        self.finish.resize(rules.sides.len() * kinds * squares, false);
        for (side, goal) in goal.iter().enumerate().filter(|(side, _)| of.is_none_or(|of| of as usize == *side)) {
            for &piece in pieces {
                let row = (side * kinds + piece as usize) * squares;
                goal.iter().for_each(|square| self.finish[row + square as usize] = true);
            }
        }
    }

    /// Does it win at once for this type to arrive there?
    fn ends_race(&self, rules: &Rules, side: usize, piece: PieceId, to: Square) -> bool {
        let row = (side * rules.pieces.len() + piece as usize) * rules.board.squares() as usize;
        self.finish.get(row + to as usize) == Some(&true)
    }

    /// Can some piece be dropped on a square where it wins at once?
    fn finishes_by_drop(&self, rules: &Rules) -> bool {
        (0..rules.sides.len()).any(|side| {
            (0..rules.pieces.len() as PieceId).any(|piece| {
                let drop = rules.piece_rules(piece, side as SideId).and_then(|of_side| of_side.drop.as_ref());
                drop.is_some_and(|drop| drop.zone.iter().any(|to| self.ends_race(rules, side, piece, to)))
            })
        })
    }

    /// See [`Goals::near`].
    fn near_finish(&self, rules: &Rules) -> Vec<bool> {
        if self.finish.is_empty() {
            return Vec::new();
        }
        let squares = 0..rules.board.squares();
        let mut near = Vec::with_capacity(self.finish.len());
        for side in 0..rules.sides.len() {
            for piece in 0..rules.pieces.len() as PieceId {
                let Some(of_side) = rules.piece_rules(piece, side as SideId) else {
                    near.extend(squares.clone().map(|_| false));
                    continue;
                };
                let targets = all_targets(rules, &of_side.movements);
                near.extend(squares.clone().map(|from| {
                    targets[usize::from(from)].iter().any(|to| {
                        let mut becomes = of_side.promotions.iter().filter(|promotion| promotion.applies(from, to));
                        self.ends_race(rules, side, piece, to)
                            || becomes.any(|by| by.to.iter().any(|t| self.ends_race(rules, side, t.piece, to)))
                    })
                }));
            }
        }
        near
    }

    /// Can a quiet move win at once, as far as it is known where the pieces stand? `near` of them are near a goal.
    pub(crate) fn may_race(&self, near: u16) -> bool {
        self.races && (self.from_anywhere || near > 0)
    }

    /// Would a side have too few of something if it lost a piece of this type?
    pub(crate) fn is_last(&self, side: SideId, piece: PieceId, count: impl Fn(usize) -> u16) -> bool {
        let meant = self.scarce.iter().filter(|scarce| scarce.sign < 0 && scarce.of.is_none_or(|of| of == side));
        meant.filter(|scarce| scarce.types.get(piece as usize) == Some(&true)).any(|scarce| {
            let of_type = scarce.types.iter().enumerate().filter(|(_, meant)| **meant);
            of_type.map(|(piece, _)| count(piece)).sum::<u16>() <= scarce.at_most + 1
        })
    }

    /// What the numbers of pieces mean to a side; `count` tells how many of a type it has.
    pub(crate) fn scarcity(&self, side: SideId, count: impl Fn(usize) -> u16) -> i32 {
        let meant = self.scarce.iter().filter(|scarce| scarce.of.is_none_or(|of| of == side));
        meant
            .map(|scarce| {
                let of_type = scarce.types.iter().enumerate().filter(|(_, meant)| **meant);
                let left = of_type.map(|(piece, _)| count(piece)).sum::<u16>().saturating_sub(scarce.at_most);
                let near = match left {
                    0 | 1 => 250,
                    2 => 120,
                    3 => 50,
                    4 => 20,
                    _ => 0,
                };
                scarce.sign * near
            })
            .sum()
    }
}

impl Rows {
    /// Adds every place of a figure.
    fn add(&mut self, rules: &Rules, occupied: &[Step], sign: i8) {
        for from in rules.board.all().iter() {
            let squares: Option<Vec<Square>> = occupied.iter().map(|&step| rules.board.step(from, step)).collect();
            let Some(squares) = squares else { continue };
            let place = self.sizes.len() as u32;
            self.sizes.push(squares.len().min(255) as u8);
            self.signs.push(sign);
            squares.iter().for_each(|&square| self.places_of[square as usize].push(place));
        }
    }
}

impl Path {
    /// How many pieces a side still has to put down for a chain: 0 when there is one, `None` when none can be made.
    fn missing(&self, cells: &[Content], side: SideId, scratch: &mut Vec<(u32, Square)>) -> Option<u32> {
        let price = |square: Square| match cells.get(square as usize)? {
            Content::Empty => Some(1),
            Content::Piece(owner, piece) if *owner == side && self.types.get(*piece as usize) == Some(&true) => Some(0),
            _ => None,
        };
        let to = self.to.get(side as usize)?;
        let mut seen = vec![u32::MAX; cells.len()];
        // A queue in which what costs nothing goes to the front: two stacks, for this price and the next.
        scratch.clear();
        let mut later = Vec::new();
        for &square in self.from.get(side as usize)? {
            if let Some(cost) = price(square) {
                if cost == 0 { scratch.push((0, square)) } else { later.push((1, square)) }
            }
        }
        loop {
            while let Some((cost, square)) = scratch.pop() {
                if seen[square as usize] <= cost {
                    continue;
                }
                seen[square as usize] = cost;
                if to.get(square as usize) == Some(&true) {
                    return Some(cost);
                }
                for &next in &self.next[square as usize] {
                    match price(next) {
                        Some(0) if seen[next as usize] > cost => scratch.push((cost, next)),
                        Some(1) if seen[next as usize] > cost + 1 => later.push((cost + 1, next)),
                        _ => {}
                    }
                }
            }
            if later.is_empty() {
                return None;
            }
            std::mem::swap(scratch, &mut later);
        }
    }

    /// What the path is worth to the first side: the fewer pieces it lacks, compared with the second.
    pub(crate) fn worth(&self, cells: &[Content]) -> i32 {
        let mut scratch = Vec::new();
        let mut worth = |side: SideId| match self.missing(cells, side, &mut scratch) {
            Some(missing) => 900 - 100 * missing.min(9) as i32 + 120 / (1 + missing as i32),
            None => 0,
        };
        self.sign * (worth(0) - worth(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing;

    #[test]
    fn evaluations_are_trusted_where_pieces_mean_something() {
        let tells = |game: &str| Goals::new(&testing::rules(game)).tells;
        // Who loses all wins antichess, so that each piece counts.
        for game in ["chess", "breakthrough", "jungle", "antichess", "extinction", "losers", "flipello"] {
            assert!(tells(game), "{game}");
        }
        // The last move; the king to be rid of, whatever else there is.
        for game in ["clobber", "codrus"] {
            assert!(!tells(game), "{game}");
        }
    }
}
