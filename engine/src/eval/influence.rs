//! [`Influence`]: what pieces attack from where they stand: their mobility, threats, the siege of kings, and exchanges.
//!
//! Movements are kept as beams: squares in the order in which a piece would reach them. Walking them on the mailbox board works for every ride and hopper; of
//! journeys and of the paths of riders it knows nothing, so that pieces count less for them.

use super::{reach::Crowd, scene::Scene};
use crate::board::Content;
use wazir_runtime::{PieceId, SideId, Square};
use wazir_variant_spec::rules::{Capturer, Landing, Rules, ViaState};

/// Boards with more squares than that are judged without.
const MOST_SQUARES: usize = 256;

/// A set of squares.
type Squares = [u64; MOST_SQUARES / 64];

fn has(set: &Squares, square: Square) -> bool {
    set[square as usize / 64] >> (square % 64) & 1 != 0
}

fn insert(set: &mut Squares, square: Square) {
    set[square as usize / 64] |= 1 << (square % 64);
}

/// One line of squares that a piece can reach.
#[derive(Clone, Debug)]
struct Beam {
    squares: Box<[Square]>,
    /// Fewest steps.
    min: u16,
    /// It has to jump one piece; and lands right behind it only.
    hops: Option<Landing>,
    /// A square that has to be empty.
    leg: Option<Square>,
}

/// The movements of all pieces on a board.
#[derive(Clone, Debug)]
pub(crate) struct Influence {
    /// Captures, by side, type and square.
    beams: Vec<Vec<Beam>>,
    /// The squares that the beams go through.
    reach: Vec<Squares>,
    /// Squares expected to be attacked, in tenths, by side and type.
    usual: Vec<i32>,
    /// What each square more that a piece attacks is worth, in tenths, by side and type: less for strong pieces, which have many.
    mobility: Vec<i32>,
    /// How much an attack on a square beside a king weighs, by side and type.
    siege: Vec<i32>,
    /// The squares beside each square, and itself.
    around: Vec<Squares>,
    /// Royals, by side and type.
    royal: Vec<bool>,
    /// Captured pieces come back as the capturer's: kings are besieged from hands as well.
    hands: bool,
    /// Captures are exchanges: whoever captures arrives, and can be captured there.
    pub(crate) exchanges: bool,
    squares: usize,
    kinds: usize,
}

impl Influence {
    /// Of a game; `None` where it says nothing: without captures, and on vast boards.
    pub(crate) fn new(rules: &Rules, crowd: &Crowd<'_>, prize: &[i32]) -> Option<Influence> {
        let (sides, kinds, squares) = (rules.sides.len(), rules.pieces.len(), rules.board.squares() as usize);
        if squares > MOST_SQUARES {
            return None;
        }
        let mut influence = Influence {
            beams: Vec::new(),
            reach: Vec::new(),
            usual: Vec::new(),
            mobility: Vec::new(),
            siege: Vec::new(),
            around: (0..squares as Square).map(|square| around(rules, square)).collect(),
            royal: Vec::new(),
            hands: rules.has_hands(),
            exchanges: rules.play.iter().all(|play| play.capture.blast.is_none() && play.arrival.is_empty()),
            squares,
            kinds,
        };
        for (side, piece) in (0..sides as SideId).flat_map(|side| (0..kinds as PieceId).map(move |piece| (side, piece)))
        {
            let of_side = rules.piece_rules(piece, side);
            influence.exchanges &= of_side.is_none_or(|of_side| of_side.capturer == Capturer::Arrives);
            influence.royal.push(of_side.is_some_and(|of_side| of_side.royal));
            let value = prize[side as usize * kinds + piece as usize];
            influence.mobility.push((13_000 / value.max(1)).clamp(8, 45));
            influence.siege.push((value / 110).clamp(1, 6));
            let mut usual = (0.0, 0);
            for from in 0..squares as Square {
                let mut beams = Vec::new();
                let mut reach = Squares::default();
                let movements = of_side.iter().flat_map(|of_side| &of_side.movements);
                for movement in
                    movements.filter(|m| m.to_enemy && !m.unmoved && m.company.is_none() && m.from.contains(from))
                {
                    for ride in &movement.rides {
                        let end = |square: &Square| movement.to.contains(*square) || ride.max > 1;
                        let ray = rules.board.ray(from, ride.step).take(ride.max as usize);
                        let line: Box<[Square]> = ray.take_while(end).collect();
                        if line.is_empty() {
                            continue;
                        }
                        crowd.along(ride, from, &mut |_, likely| usual.0 += likely);
                        line.iter().for_each(|&square| insert(&mut reach, square));
                        let leg = ride.via.filter(|via| via.state == ViaState::Empty && ride.max == 1);
                        let leg = leg.and_then(|via| via.path.first().copied());
                        beams.push(Beam {
                            squares: line,
                            min: ride.min,
                            hops: ride.hurdle.map(|hurdle| hurdle.landing),
                            leg: leg.and_then(|leg| rules.board.step(from, leg)),
                        });
                    }
                }
                usual.1 += !beams.is_empty() as i32;
                influence.beams.push(beams);
                influence.reach.push(reach);
            }
            influence.usual.push((10.0 * usual.0 / usual.1.max(1) as f64) as i32);
        }
        influence.beams.iter().any(|beams| !beams.is_empty()).then_some(influence)
    }

    fn place(&self, side: SideId, piece: PieceId, square: Square) -> usize {
        (side as usize * self.kinds + piece as usize) * self.squares + square as usize
    }

    /// Calls `f` with every square that a piece attacks.
    #[inline]
    fn attacks(&self, cells: &[Content], place: usize, mut f: impl FnMut(Square)) {
        for beam in &self.beams[place] {
            if beam.leg.is_some_and(|leg| cells[leg as usize] != Content::Empty) {
                continue;
            }
            match beam.hops {
                None => {
                    for (index, &square) in beam.squares.iter().enumerate() {
                        if index + 1 >= beam.min as usize {
                            f(square);
                        }
                        if cells[square as usize] != Content::Empty {
                            break;
                        }
                    }
                }
                Some(landing) => {
                    let full = |square: &&Square| cells[**square as usize] != Content::Empty;
                    let Some(hurdle) = beam.squares.iter().position(|square| full(&square)) else { continue };
                    for square in &beam.squares[hurdle + 1..] {
                        f(*square);
                        if full(&square) || landing == Landing::JustBehind {
                            break;
                        }
                    }
                }
            }
        }
    }

    /// Does a piece attack a square?
    fn hits(&self, cells: &[Content], place: usize, target: Square) -> bool {
        let mut hit = false;
        if has(&self.reach[place], target) {
            self.attacks(cells, place, |square| hit |= square == target);
        }
        hit
    }

    /// What mobility, threats and sieges are worth to the first side, in a game of two.
    pub(crate) fn weigh(&self, scene: &Scene) -> i32 {
        let cells = &scene.cells[..];
        let prize = &scene.weights.prize;
        let mut kings: [Option<Square>; 2] = [None; 2];
        let mut crowns = [0; 2];
        for (square, cell) in cells.iter().enumerate() {
            if let &Content::Piece(side, piece) = cell
                && self.royal[side as usize * self.kinds + piece as usize]
                && (side as usize) < 2
            {
                kings[side as usize] = Some(square as Square);
                crowns[side as usize] += 1;
            }
        }
        let zone = |side: usize| kings[side].filter(|_| crowns[side] == 1).map(|king| &self.around[king as usize]);
        let zones = [zone(0), zone(1)];
        let (mut mobility, mut threatened) = (0, 0);
        // Attackers of each side's king and their weight.
        let (mut attackers, mut weight) = ([0; 2], [0; 2]);
        for (square, cell) in cells.iter().enumerate() {
            let &Content::Piece(side, piece) = cell else { continue };
            let (owner, kind) = (side as usize, side as usize * self.kinds + piece as usize);
            if owner > 1 {
                return 0;
            }
            let sign = 1 - 2 * owner as i32;
            let worth = prize[kind];
            let (mut moves, mut near, mut threats) = (0, 0, 0);
            let enemy = 1 - owner;
            let siege = zones[enemy];
            self.attacks(cells, self.place(side, piece, square as Square), |target| {
                near += siege.is_some_and(|zone| has(zone, target)) as i32;
                match cells[target as usize] {
                    Content::Piece(other, victim) if other != side => {
                        moves += 1;
                        let prey = other as usize * self.kinds + victim as usize;
                        if !self.royal[prey] && prize[prey] > worth + 40 {
                            threats += ((prize[prey] - worth) / 10).min(45);
                        }
                    }
                    Content::Empty => moves += 1,
                    _ => {}
                }
            });
            if !self.royal[kind] {
                mobility += sign * (self.mobility[kind] * (10 * moves - self.usual[kind]) / 100).clamp(-60, 60);
            }
            threatened += sign * threats;
            if near > 0 {
                attackers[enemy] += 1;
                weight[enemy] += near * self.siege[kind];
            }
        }
        let shares = &scene.weights.shares;
        let siege = self.siege(scene, &attackers, &weight);
        (mobility * shares.mobility + threatened * shares.threats + siege * shares.siege) / 100
    }

    /// What it costs that kings are besieged: little by one piece, much by several.
    fn siege(&self, scene: &Scene, attackers: &[i32; 2], weight: &[i32; 2]) -> i32 {
        let most = scene.weights.full_force.max(1);
        let mut score = 0;
        for side in 0..2 {
            let enemy = 1 - side;
            let mut weight = weight[side];
            if self.hands {
                let held = scene.hands[enemy * self.kinds..(enemy + 1) * self.kinds].iter().enumerate();
                let power = held.map(|(piece, &count)| count as i32 * self.siege[enemy * self.kinds + piece]);
                weight += power.sum::<i32>().min(20);
            }
            if attackers[side] < 2 {
                weight /= 3;
            }
            // As much as the enemy has left to attack with.
            let force = scene.sums.force[enemy].clamp(0, most / 2);
            let cost = (weight * weight / 4).min(450) * force / (most / 2).max(1);
            score += if side == 0 { -cost } else { cost };
        }
        score
    }

    /// Does a capture of something worth `victim` by the piece on `from`, which is worth `mover`, gain at least nothing, when both sides then capture on
    /// `to` with the least piece first for as long as they like?
    pub(crate) fn pays(&self, scene: &Scene, from: Square, to: Square, mover: i32, victim: i32) -> bool {
        if !self.exchanges || victim >= mover {
            return true;
        }
        let Some(&Content::Piece(me, _)) = scene.cells.get(from as usize) else { return true };
        let (mut mine, mut theirs) = ([0; 12], [0; 12]);
        let (mut n_mine, mut n_theirs) = (0, 0);
        for (square, cell) in scene.cells.iter().enumerate() {
            let &Content::Piece(side, piece) = cell else { continue };
            if square == from as usize || square == to as usize {
                continue;
            }
            if self.hits(&scene.cells, self.place(side, piece, square as Square), to) {
                let worth = scene.weights.prize[side as usize * self.kinds + piece as usize];
                let (list, number) = if side == me { (&mut mine, &mut n_mine) } else { (&mut theirs, &mut n_theirs) };
                if *number < list.len() {
                    list[*number] = worth;
                    *number += 1;
                }
            }
        }
        mine[..n_mine].sort_unstable();
        theirs[..n_theirs].sort_unstable();
        victim >= exchange(mover, &theirs[..n_theirs], &mine[..n_mine])
    }
}

/// What whoever captures with `ours` gains by capturing something worth `standing`, where the other captures back with `others`.
fn exchange(standing: i32, ours: &[i32], others: &[i32]) -> i32 {
    match ours.split_first() {
        None => 0,
        Some((&first, rest)) => (standing - exchange(first, others, rest)).max(0),
    }
}

/// The squares beside a square, and itself.
fn around(rules: &Rules, square: Square) -> Squares {
    let mut set = Squares::default();
    for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
        if let Some(near) = rules.board.step(square, wazir_variant_spec::rules::Step { dx, dy }) {
            insert(&mut set, near);
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::exchange;

    #[test]
    fn exchanges_end_when_they_cost() {
        // A pawn that is defended by a pawn, taken by a knight.
        assert_eq!(exchange(300, &[100], &[]), 300);
        // Taken back: the defender would lose a pawn for a knight all the same.
        assert_eq!(exchange(300, &[100], &[500]), 200);
        // Only a king defends, and may not where something else attacks.
        assert_eq!(exchange(300, &[5000], &[500]), 0);
        assert_eq!(exchange(300, &[], &[500]), 0);
    }
}
