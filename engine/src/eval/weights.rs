//! [`Weights`]: what pieces are worth in a game, and where. All of it comes from the rules, once, when an engine is made.

use super::{
    goals::Goals,
    influence::{Basis, Judge, judge},
    network::Network,
    reach::{Crowd, distances, only_advances},
};
use std::{
    ops::{Add, AddAssign, Mul, Sub},
    sync::Arc,
};
use wazir_runtime::{Bmi2, Cell, Game, Info, PieceId, SideId, Square, Style};
use wazir_variant_spec::{
    rules::{Condition, PromotedBy, Rules, Step, Verdict},
    values::{Outcomes, Share, Values, lines_of},
};

/// A worth in centipawns while there is much force on the board, and when there is none left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pair {
    /// With full force.
    pub(crate) full: i32,
    /// Without any.
    pub(crate) bare: i32,
}

impl Pair {
    /// The same, however much force there is.
    pub(crate) const fn both(worth: i32) -> Pair {
        Pair { full: worth, bare: worth }
    }
    /// Two of them.
    pub(crate) const fn new(full: i32, bare: i32) -> Pair {
        Pair { full, bare }
    }
}

impl Add for Pair {
    type Output = Pair;
    fn add(self, other: Pair) -> Pair {
        Pair { full: self.full + other.full, bare: self.bare + other.bare }
    }
}

impl Sub for Pair {
    type Output = Pair;
    fn sub(self, other: Pair) -> Pair {
        Pair { full: self.full - other.full, bare: self.bare - other.bare }
    }
}

impl AddAssign for Pair {
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    fn mul(self, times: i32) -> Pair {
        Pair { full: self.full * times, bare: self.bare * times }
    }
}

/// What everything is worth in one game.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// Number of squares, holes included.
    pub(crate) squares: usize,
    /// Number of sides.
    pub(crate) sides: usize,
    /// Number of types.
    pub(crate) kinds: usize,
    /// A piece on a square, by side, type and square.
    pub(crate) on_square: Vec<Pair>,
    /// A piece in hand, by side and type.
    pub(crate) in_hand: Vec<Pair>,
    /// How much force a piece is, by side and type; 0 for those that only advance, and for royals.
    pub(crate) force: Vec<i32>,
    /// Is it royal? By side and type.
    pub(crate) royal: Vec<bool>,
    /// Force of both sides at the start.
    pub(crate) full_force: i32,
    /// What capturing a piece gains, by its side and type; positive, also where having pieces is bad.
    pub(crate) prize: Vec<i32>,
    /// How many pieces there are at the start, by side and type.
    at_start: Vec<usize>,
    /// What a piece is worth before anything is said of where it stands, and in hand, by side and type; `None` for what has no price.
    pub(crate) worths: Vec<Option<(Pair, i32)>>,
    /// How much of what is derived counts, where that is decided when a position is looked at.
    pub(crate) shares: Shares,
    /// How games have ended, by score and plies, where that has been counted.
    pub(crate) outcomes: Option<Outcomes>,
    /// What the game's ends ask for besides.
    pub(crate) goals: Goals,
    /// What pieces attack.
    pub(crate) influence: Option<Arc<dyn Judge>>,
    /// What corrects all of that, where it has been learnt.
    pub(crate) network: Option<Arc<Network>>,
    /// What the processor can do.
    pub(crate) cpu: Option<Bmi2>,
}

/// How much of some parts of the evaluation counts, in percent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    pub(crate) races: i32,
    pub(crate) mobility: i32,
    pub(crate) threats: i32,
    pub(crate) king_safety: i32,
    pub(crate) figures: i32,
    pub(crate) paths: i32,
    pub(crate) scarcity: i32,
    pub(crate) choice: i32,
    pub(crate) checks: i32,
}

impl Shares {
    fn new(values: &Values) -> Shares {
        let percent = |share| i32::from(values.percent(share));
        Shares {
            races: percent(Share::Races),
            mobility: percent(Share::Mobility),
            threats: percent(Share::Threats),
            king_safety: percent(Share::KingSafety),
            figures: percent(Share::Figures),
            paths: percent(Share::Paths),
            scarcity: percent(Share::Scarcity),
            choice: percent(Share::Choice),
            checks: percent(Share::Checks),
        }
    }
}

/// How much more than being near a goal it is worth that nobody can stop a piece on its way there.
const GOAL: f64 = 3.0;

/// What capturing a piece is worth whose loss ends the game.
pub(crate) const VITAL: i32 = 5000;

impl Weights {
    /// The index of a type of a side.
    pub(crate) fn index(&self, side: SideId, piece: PieceId) -> usize {
        side as usize * self.kinds + piece as usize
    }

    /// How many pieces of a type a side has at the start.
    pub(crate) fn count(&self, side: SideId, piece: PieceId) -> usize {
        self.at_start.get(self.index(side, piece)).copied().unwrap_or(0)
    }

    /// How many pieces are on the board, at most as many as at the start.
    pub(crate) fn pieces_left(&self, game: &dyn Game) -> u32 {
        let now = game.setup().board.iter().filter(|cell| matches!(cell, Cell::Piece { .. })).count();
        now.min(self.at_start.iter().sum()) as u32
    }

    /// The weights of a game: derived from its rules, but for what `values` says.
    pub(crate) fn new(rules: &Rules, info: &Info, values: &Values) -> Weights {
        let start = wazir_runtime::fen::parse(info, &rules.start.fen, Style::Game).ok();
        let at_start = |side: SideId, piece: PieceId| {
            let board = start.iter().flat_map(|start| &start.board);
            board
                .filter(|cell| matches!(cell, Cell::Piece { side: s, piece: p, .. } if *s == side && *p == piece))
                .count()
        };
        let (sides, kinds) = (rules.sides.len(), rules.pieces.len());
        let all: Vec<(SideId, PieceId)> =
            (0..sides as SideId).flat_map(|side| (0..kinds as PieceId).map(move |piece| (side, piece))).collect();
        let pieces_at_start = all.iter().map(|&(side, piece)| at_start(side, piece)).sum();
        let crowd = Crowd::new(rules, pieces_at_start);
        let board = rules.board.all();
        let squares = rules.board.squares() as usize;
        let mut weights = Weights {
            squares,
            sides,
            kinds,
            on_square: vec![Pair::default(); sides * kinds * squares],
            in_hand: vec![Pair::default(); sides * kinds],
            force: vec![0; sides * kinds],
            royal: vec![false; sides * kinds],
            full_force: 0,
            prize: vec![0; sides * kinds],
            at_start: all.iter().map(|&(side, piece)| at_start(side, piece)).collect(),
            worths: vec![None; sides * kinds],
            shares: Shares::new(values),
            outcomes: values.outcomes,
            goals: Goals::new(rules),
            influence: None,
            network: values
                .network
                .as_ref()
                .filter(|_| sides == 2)
                .map(|network| Arc::new(Network::new(rules, network))),
            cpu: Bmi2::detect(),
        };
        // What each type does by moving.
        let reaches: Vec<Vec<f64>> = all
            .iter()
            .map(|&(side, piece)| (0..squares as Square).map(|from| crowd.reach(side, piece, from)).collect())
            .collect();
        let average = |index: usize| {
            let sum: f64 = board.iter().map(|square| reaches[index][square as usize]).sum();
            // Over the squares on which it can move at all: pieces that are confined to a region are never elsewhere.
            let some = board.iter().filter(|&square| reaches[index][square as usize] > 0.0).count();
            sum / some.max(1) as f64
        };
        // What a free way to promotion or to a goal is worth.
        let mut hope = vec![0; sides * kinds * squares];
        let by_moves: Vec<f64> = (0..all.len()).map(|index| worth_of(average(index))).collect();
        // What pieces are taken for where their attacks are weighed: as derived, so that what is tuned of one thing does not change another.
        let mut derived_prize = vec![0; sides * kinds];
        let sign = sign_of_material(rules);
        let share = |share: Share| values.share(share);
        for (index, &(side, piece)) in all.iter().enumerate() {
            let Some(of_side) = rules.piece_rules(piece, side) else { continue };
            let vital = is_vital(rules, side, piece, at_start(side, piece));
            let royal = of_side.royal;
            let promotion =
                Promoting::new(rules, side, piece, |to| by_moves[weights.index(side, to)] - by_moves[index]);
            let advances = only_advances(&rules.pieces[piece as usize], rules, side);
            let base = if royal || vital { 0.0 } else { by_moves[index] };
            // Pieces that never move count by being there.
            let base = if base == 0.0 && !royal && !vital && average(index) == 0.0 { 50.0 } else { base };
            let base = if weights.goals.turned_over { 12.0 } else { base };
            let said = values.worth(side, piece);
            let derived = if royal { 0 } else { (base.trunc() * sign) as i32 };
            let told = |worth: Option<i16>| worth.map_or(derived, i32::from);
            let worth = Pair::new(told(said.full), told(said.bare));
            let race = Goals::races(rules, side, piece);
            let places = values.places(side, piece);
            for square in board.iter() {
                let here = reaches[index][square as usize] - average(index);
                let placed = if royal {
                    // At home while there is force, in the middle afterwards.
                    let home = (-5.0 * here) as i32 - 8 * advance(rules, side, square) as i32;
                    scaled(Pair::new(home, (6.0 * here) as i32), share(Share::Shelter))
                } else {
                    let outlook = (6.0 * here).clamp(-40.0, 40.0) as i32;
                    scaled(Pair::both(outlook), share(Share::Outlook))
                };
                let promoting = scaled(promotion.on(square), share(Share::Promotion));
                let goal = (GOAL * share(Share::Races) * f64::from(race[square as usize])) as i32;
                hope[index * squares + square as usize] = promoting.bare + goal.max(0);
                let mut more = placed + promoting;
                if advances && promotion.is_none() {
                    let far = 2 * advance(rules, side, square) as i32;
                    more += scaled(Pair::both(far), share(Share::Advance));
                }
                let mut pair = worth + if royal { more } else { scaled(more, sign) };
                pair += scaled(Pair::both(race[square as usize]), share(Share::Races));
                if weights.goals.turned_over {
                    pair += scaled(Pair::both(firmness(rules, square)), share(Share::Firmness));
                }
                let lines = lines_of(rules, side, square);
                pair += Pair::new(i32::from(places.full.on(lines)), i32::from(places.bare.on(lines)));
                weights.on_square[index * squares + square as usize] = pair;
            }
            let middle = (worth.full + worth.bare) / 2;
            let is_told = said.full.is_some() || said.bare.is_some();
            // What can be dropped is there at once, wherever it is needed; what has to wait for the first move of another piece may wait in vain.
            let waits = of_side.drop.is_none() && rules.is_gated(piece);
            let freedom = if waits { 0.8 } else { 1.1 };
            let anywhere = freedom * if is_told { f64::from(middle) } else { base * sign };
            let derived_hand = (anywhere + f64::from(promotion.best / 8) * sign) as i32;
            let in_hand = said.hand.map_or(derived_hand, i32::from);
            weights.in_hand[index] = Pair::both(in_hand);
            weights.royal[index] = royal;
            weights.force[index] = if royal || vital || advances { 0 } else { by_moves[index] as i32 };
            derived_prize[index] = if royal || vital { VITAL } else { by_moves[index].max(1.0) as i32 };
            weights.prize[index] =
                if is_told && !royal && !vital && sign > 0.0 { middle.max(1) } else { derived_prize[index] };
            weights.worths[index] = (!royal && !vital).then_some((worth, in_hand));
            weights.full_force += weights.force[index] * at_start(side, piece) as i32;
        }
        // Where losing everything wins, being attacked is no threat.
        if sign > 0.0 {
            weights.influence =
                judge(Basis { rules, crowd: &crowd, goals: &weights.goals, prize: &derived_prize, hope: &hope });
        }
        if let Some(start) = &start {
            let held = start.hands.iter().flatten().zip(&weights.force);
            weights.full_force += held.map(|(&count, force)| count as i32 * force).sum::<i32>();
        }
        weights
    }
}

/// From squares reached on a crowded board to centipawns. The more a piece reaches, the more each square counts, as it threatens several things at once; the two
/// constants fit what chess players say of knight, bishop, rook and queen (H. G. Muller's and R. Betza's observations).
fn worth_of(reach: f64) -> f64 {
    reach * (49.5 + 1.46 * reach)
}

/// Ranks that a side has advanced to a square.
fn advance(rules: &Rules, side: SideId, square: Square) -> f64 {
    lines_of(rules, side, square).0 as f64
}

/// What it is worth to stand on a square where pieces can be enclosed: less the more lines run through it, and less beside squares through which none does.
fn firmness(rules: &Rules, square: Square) -> i32 {
    let steps = [(1, 0), (0, 1), (1, 1), (1, -1)].map(|(dx, dy)| Step { dx, dy });
    let closed = |at: Square| {
        let ends =
            |step: &&Step| rules.board.step(at, **step).is_none() || rules.board.step(at, step.reversed()).is_none();
        steps.iter().filter(ends).count()
    };
    let beside = |step: &Step| [*step, step.reversed()].into_iter().filter_map(|step| rules.board.step(square, step));
    let gives_away = closed(square) < 4 && steps.iter().flat_map(beside).any(|near| closed(near) == 4);
    match closed(square) {
        4 => 300,
        _ if gives_away => -70,
        closed => 10 * closed as i32,
    }
}

/// A worth times a factor.
fn scaled(pair: Pair, by: f64) -> Pair {
    Pair { full: (pair.full as f64 * by) as i32, bare: (pair.bare as f64 * by) as i32 }
}

/// Whether having pieces is good: less than 0 where whoever has lost all of them wins.
fn sign_of_material(rules: &Rules) -> f64 {
    let everything = |pieces: &[PieceId]| pieces.len() == rules.pieces.len();
    let misere = rules.end.iter().any(|rule| match &rule.when {
        Condition::Extinct { pieces, .. } => everything(pieces) && rule.then == Verdict::Wins,
        _ => rule.then == Verdict::FewerPieces,
    });
    if misere { -0.5 } else { 1.0 }
}

/// Does the side lose by losing the only piece of this type?
fn is_vital(rules: &Rules, side: SideId, piece: PieceId, at_start: usize) -> bool {
    rules.end.iter().any(|rule| match &rule.when {
        Condition::Extinct { pieces, at_most, .. } => {
            let loses = matches!(rule.then, Verdict::Loses | Verdict::TeamLoses);
            let meant = rule.of.is_none_or(|of| of == side);
            loses && meant && pieces[..] == [piece] && at_start <= *at_most as usize + 1
        }
        _ => false,
    })
}

/// What the hope of promoting is worth.
struct Promoting {
    /// Gained by the best promotion.
    best: i32,
    /// Moves to where it promotes, by square.
    distance: Vec<Option<u16>>,
}

impl Promoting {
    fn new(rules: &Rules, side: SideId, piece: PieceId, gain: impl Fn(PieceId) -> f64) -> Promoting {
        let none = Promoting { best: 0, distance: Vec::new() };
        let Some(of_side) = rules.piece_rules(piece, side) else { return none };
        let gains = of_side.promotions.iter().map(|promotion| {
            let best = promotion.to.iter().map(|target| gain(target.piece)).fold(0.0, f64::max);
            (best, promotion)
        });
        let Some((best, promotion)) = gains.max_by(|a, b| a.0.total_cmp(&b.0)) else { return none };
        if best <= 0.0 {
            return none;
        }
        // A piece that promotes where it stands or as it leaves is there already.
        let entering = matches!(promotion.by, PromotedBy::Moving { entering: true, .. });
        let distance = distances(rules, side, piece, &|square| promotion.zone.contains(square));
        let distance = if entering { distance } else { distance.into_iter().map(|d| d.map(|d| d + 1)).collect() };
        Promoting { best: best as i32, distance }
    }

    fn is_none(&self) -> bool {
        self.best == 0
    }

    /// What it is worth on a square: halved with every move to go, and half as much again while there is force to stop it.
    fn on(&self, square: Square) -> Pair {
        match self.distance.get(square as usize) {
            Some(Some(moves)) => {
                let hope = self.best as f64 * 0.30 * 0.6_f64.powi(moves.saturating_sub(1) as i32);
                Pair::new((hope * 0.35) as i32, hope as i32)
            }
            _ => Pair::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::eval::testing;

    #[test]
    fn a_journey_to_where_leaps_lead_counts_little() {
        let (game, weights) = testing::derived("chu");
        let rules = game.rules();
        let prize = |name: &str| {
            let piece = rules.pieces.iter().position(|piece| piece.name == name);
            f64::from(weights.prize[piece.unwrap_or_else(|| panic!("{name}"))])
        };
        // Players of chu say 15 to 20 to 12 to 10.
        let lion = prize("Lion") / prize("Free king");
        assert!((1.25..1.7).contains(&lion), "a lion is {lion} free kings");
        let falcon = prize("Horned falcon") / prize("Free king");
        assert!((0.8..1.1).contains(&falcon), "a falcon is {falcon} free kings");
    }
}
