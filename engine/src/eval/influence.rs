//! [`Influence`]: what pieces attack from where they stand: their mobility, threats, king safety, the way to promotion, and exchanges.

use super::{
    accumulator::Accumulator,
    attack_cache::AttackCache,
    attack_inputs::{AttackInputs, Told, exposure},
    attacks::Attacks,
    blasts::Blasts,
    goals::Goals,
    king_safety::{Attacked, Attacker, Field, KingSafety},
    pawn_structure::{Passed, PawnStructure},
    races::Races,
    reach::Crowd,
    weights::Shares,
    words::{Word, Words},
};
use crate::board::Content;
use smallvec::SmallVec;
use std::{fmt, sync::Arc};
use wazir_runtime::{Cpu, PieceId, SideId, Square, Task, perform};
use wazir_variant_spec::{
    rules::{Capturer, Rules},
    values::{FLIGHTS, Feature, ROYAL_ZONES},
};

/// What a weaker piece beside its side's royal is worth while there is force.
const COVER: i32 = 9;

/// What attacks say of a position.
pub(crate) trait Judge: fmt::Debug + Send + Sync {
    /// What mobility, threats, safeties and free ways to promotion and goals are worth to the first side, in a game of two. What `inputs` ask for, where there are any, is added there.
    fn weigh(&self, accumulator: &Accumulator, inputs: Option<&mut AttackInputs>) -> Weighed;

    /// A cache for an accumulator to be weighed with.
    fn cache(&self) -> AttackCache;

    /// Does a move gain at least nothing, when both sides then capture on its target with the least piece first for as long as they like?
    fn pays(&self, accumulator: &Accumulator, capture: Capture) -> bool;

    /// Is an enemy royal attacked after a move by the piece that moves, or by one that it stood before?
    fn gives_check(&self, accumulator: &Accumulator, arrival: Arrival) -> bool;
}

/// What attacks say, part by part, before anything is said of how much of each counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighed {
    /// Free ways to promotion.
    pub(crate) pawn_structure: i32,
    /// Races to goals.
    pub(crate) races: i32,
    pub(crate) mobility: i32,
    pub(crate) threats: i32,
    /// The danger that royals are in.
    pub(crate) safety: i32,
    /// The danger that royals are in by what captures blow up.
    pub(crate) blasts: i32,
}

impl Weighed {
    /// All of it, with as much of each part as counts.
    pub(crate) fn sum(&self, shares: &Shares) -> i32 {
        let Weighed { pawn_structure, races, mobility, threats, safety, blasts } = self;
        pawn_structure
            + blasts
            + (races * shares.races
                + mobility * shares.mobility
                + threats * shares.threats
                + safety * shares.king_safety)
                / 100
    }
}

/// A move to a square on which exchanges may follow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capture {
    /// Whose move.
    pub(crate) side: SideId,
    /// Where the piece stood; `None` of drops.
    pub(crate) from: Option<Square>,
    pub(crate) to: Square,
    /// What it captures on its way.
    pub(crate) victims: [Option<Square>; 2],
    /// What the piece is worth.
    pub(crate) mover: i32,
    /// What the move gains.
    pub(crate) gain: i32,
}

/// A piece that is put on a square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    /// Whose it is.
    pub(crate) side: SideId,
    /// Where it stood; `None` of drops.
    pub(crate) from: Option<Square>,
    pub(crate) to: Square,
    /// Its type there.
    pub(crate) into: PieceId,
}

/// What a judge is made from.
#[derive(Clone, Copy)]
pub(crate) struct Basis<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) crowd: &'a Crowd<'a>,
    pub(crate) goals: &'a Goals,
    /// What captures gain, by side and type.
    pub(crate) prize: &'a [i32],
    /// What a free way to promotion or to a goal is worth, by side, type and square.
    pub(crate) hope: &'a [i32],
}

/// The judge of a game; `None` where attacks say nothing: without captures, and on vast boards.
pub(crate) fn judge(basis: Basis<'_>) -> Option<Arc<dyn Judge>> {
    fn of<W: Word + fmt::Debug>(basis: Basis<'_>) -> Option<Arc<dyn Judge>> {
        let influence = Influence::<W>::new(basis);
        if influence.attacks.any() { Some(Arc::new(influence)) } else { None }
    }
    let squares = basis.rules.board.squares() as usize;
    match squares {
        ..=64 => of::<u64>(basis),
        65..=128 => of::<u128>(basis),
        129..=192 => of::<Words<3>>(basis),
        193..=256 => of::<Words<4>>(basis),
        _ => None,
    }
}

/// A type of one side.
#[derive(Clone, Debug)]
struct Kind {
    /// What capturing it gains.
    prize: i32,
    royal: bool,
    /// What it is worth to have so many moves, in centipawns, from none to all squares of the board: how many more than usual, and each less for strong pieces, which have many.
    mobility: Vec<i8>,
    /// How much an attack on a square beside a king weighs.
    king_safety: i32,
    /// Beside its king it is cover: the weaker pieces are.
    covers: bool,
    /// Something can stand in the way of what it attacks.
    blockable: bool,
}

/// The judge of a game whose board fits a word.
#[derive(Clone, Debug)]
struct Influence<W> {
    attacks: Attacks<W>,
    /// What caches of attacks begin with.
    first: Vec<u64>,
    /// By side and type.
    kinds: Vec<Kind>,
    /// All of them but those that are never worth a look, the least first.
    by_prize: Vec<usize>,
    /// The royals among them, by side.
    royals: [Vec<usize>; 2],
    /// How many of `by_prize`, of either side, are so much less than a type that it flees from their attacks; by side and type.
    weaker: Vec<usize>,
    /// The squares beside each square, and itself.
    around: Vec<W>,
    pawn_structure: PawnStructure<W>,
    races: Races<W>,
    /// What is blown up by captures.
    blasts: Blasts<W>,
    /// Captured pieces come back as the capturer's: kings are attacked from hands as well.
    hands: bool,
    /// Captures are exchanges: whoever captures arrives, and can be captured there.
    exchanges: bool,
    types: usize,
}

impl<W: Word> Influence<W> {
    fn new(basis: Basis<'_>) -> Influence<W> {
        let Basis { rules, crowd, goals, prize, hope } = basis;
        let (types, squares) = (rules.pieces.len(), rules.board.squares() as usize);
        let attacks = Attacks::new(rules);
        let most = prize.iter().filter(|&&prize| prize < super::VITAL).max().copied().unwrap_or(0);
        let mut exchanges = rules.play.iter().all(|play| play.capture.blast.is_none() && play.arrival.is_empty());
        let mut kinds = Vec::new();
        for (index, &prize) in prize.iter().enumerate() {
            let (side, piece) = ((index / types) as SideId, (index % types) as PieceId);
            let of_side = rules.piece_rules(piece, side);
            exchanges &= of_side.is_none_or(|of_side| of_side.capturer == Capturer::Arrives);
            let royal = of_side.is_some_and(|of_side| of_side.royal);
            kinds.push(Kind {
                prize,
                royal,
                mobility: mobility(usual(rules, crowd, side, piece), prize, squares),
                king_safety: (prize / 110).clamp(1, 6),
                covers: !royal && prize * 5 <= most * 2,
                blockable: attacks.is_blockable(index),
            });
        }
        let mut by_prize: Vec<usize> = (0..kinds.len()).collect();
        by_prize.sort_by_key(|&kind| kinds[kind].prize);
        let flees = |kind: &Kind| by_prize.iter().filter(|&&other| 3 * kinds[other].prize < 2 * kind.prize).count();
        let weaker = kinds.iter().map(|kind| if kind.royal { 0 } else { flees(kind) }).collect();
        Influence {
            pawn_structure: PawnStructure::new(rules, &attacks, hope),
            races: Races::new(rules, goals, &attacks),
            first: attacks.first(),
            attacks,
            by_prize,
            royals: [0, 1].map(|side| (side * types..(side + 1) * types).filter(|&kind| kinds[kind].royal).collect()),
            weaker,
            around: (0..squares as Square).map(|square| around(rules, square)).collect(),
            blasts: Blasts::new(rules),
            hands: rules.has_hands(),
            exchanges,
            types,
            kinds,
        }
    }

    /// The surroundings of a side's only royal.
    #[inline(always)]
    fn king_safety_of(&self, accumulator: &Accumulator, side: usize) -> Option<KingSafety<W>> {
        let royal = accumulator.sums.royals[side]?;
        Some(KingSafety { royal, zone: self.around[royal as usize], attackers: 0, weight: 0 })
    }

    /// What it is worth that weaker pieces stand around a side's royal.
    #[inline(always)]
    fn cover(&self, accumulator: &Accumulator, friends: W, king_safety: &KingSafety<W>) -> i32 {
        let covers = |square: Square| match accumulator.cells[square as usize] {
            Content::Piece(side, piece) => self.kinds[side as usize * self.types + piece as usize].covers,
            _ => false,
        };
        COVER * (friends & king_safety.zone).squares().filter(|&square| covers(square)).count().min(4) as i32
    }

    /// Tells how pieces that are not royal are exposed. `so_far` is what each side attacks with its least pieces, by how many of `by_prize` these are.
    #[inline(always)]
    fn tell_exposures(
        &self,
        accumulator: &Accumulator,
        own: [W; 2],
        attacked: &[Attacked<W>; 2],
        so_far: &[[W; 2]],
        inputs: &mut AttackInputs,
    ) {
        for (owner, own) in own.into_iter().enumerate() {
            let (defended, attacked) = (&attacked[owner], &attacked[1 - owner]);
            for square in (own & (attacked.by_any | !defended.by_any)).squares() {
                let Content::Piece(_, piece) = accumulator.cells[square as usize] else { continue };
                let kind = owner * self.types + piece as usize;
                if self.kinds[kind].royal {
                    continue;
                }
                let by_weaker = so_far[self.weaker[kind]][1 - owner].has(square);
                if let Some(exposure) = exposure(attacked.times(square), defended.times(square), by_weaker) {
                    inputs.tell(kind, Told::Exposed(exposure));
                }
            }
        }
    }

    /// Tells of pawns that no enemy pawn can stop any more.
    #[inline(always)]
    fn tell_passed(&self, own: [W; 2], attacked: &[Attacked<W>; 2], passed: &[Passed<W>], inputs: &mut AttackInputs) {
        for &Passed { kind, way, rank } in passed {
            let (owner, enemy) = (kind / self.types, 1 - kind / self.types);
            let danger = attacked[enemy].by_any & !attacked[owner].by_any;
            let path = Feature::path(!(way & own[enemy]).any(), !(way & danger).any());
            if inputs.asks(Feature::Path) {
                inputs.tell(kind, Told::Path(path as u8));
            }
            if inputs.asks(Feature::Passed) {
                inputs.tell(kind, Told::Passed(rank));
            }
        }
    }

    /// Tells where the only royals can flee.
    #[inline(always)]
    fn tell_flights(
        &self,
        accumulator: &Accumulator,
        own: [W; 2],
        attacked: &[Attacked<W>; 2],
        safeties: &[Option<KingSafety<W>>; 2],
        inputs: &mut AttackInputs,
    ) {
        for (owner, king_safety) in safeties.iter().enumerate() {
            let Some(king_safety) = king_safety else { continue };
            let Content::Piece(_, piece) = accumulator.cells[king_safety.royal as usize] else { continue };
            let flights = (king_safety.zone & !own[owner] & !attacked[1 - owner].by_any).count();
            let told = Told::Flights(flights.min(FLIGHTS as u32 - 1) as u8);
            inputs.tell(owner * self.types + piece as usize, told);
        }
    }

    /// What it costs that pieces are attacked and not defended.
    #[inline(always)]
    fn loose(&self, accumulator: &Accumulator, pieces: W) -> i32 {
        let mut loose = 0;
        for square in pieces.squares() {
            if let Content::Piece(side, piece) = accumulator.cells[square as usize] {
                let of = &self.kinds[side as usize * self.types + piece as usize];
                loose += if of.royal { 0 } else { (of.prize / 14).min(35) };
            }
        }
        loose
    }

    /// [`Judge::weigh`], inlined into a function for each kind of processor.
    #[inline(always)]
    fn weighed(&self, accumulator: &Accumulator, mut inputs: Option<&mut AttackInputs>) -> Weighed {
        let occupied = accumulator.occupied::<W>();
        let own = [accumulator.of_side::<W>(0), accumulator.of_side::<W>(1)];
        let mut safeties = [self.king_safety_of(accumulator, 0), self.king_safety_of(accumulator, 1)];
        let most = accumulator.weights.full_force.max(1);
        let force = (accumulator.sums.force[0] + accumulator.sums.force[1]).clamp(0, most);
        let pawns = self.pawn_structure.pawns(accumulator);
        // How much of a free way to promotion counts, in percent.
        let free_way = 100 - 50 * force / most;
        // What does not count need not be known.
        let shares = &accumulator.weights.shares;
        let (weighs_threats, weighs_safety) = (shares.threats != 0, shares.king_safety != 0);
        let weighs_mobility = shares.mobility != 0;
        let asks = |feature| inputs.as_deref().is_some_and(|inputs| inputs.asks(feature));
        let (asks_mobility, asks_zone) = (asks(Feature::Mobility), asks(Feature::RoyalZone));
        let asks_checks = asks(Feature::Check);
        let (mut mobility, mut threats, mut pawn_structure, mut races, mut safety) = (0, 0, 0, 0, 0);
        let mut blasts = 0;
        // Everything that each side attacks, all in all and by the least pieces first.
        let mut attacked = [Attacked::default(); 2];
        // What each side can capture and be gone again, defended or not.
        let mut passed = [W::default(); 2];
        let mut so_far: SmallVec<[[W; 2]; 16]> = SmallVec::new();
        let mut attackers: [SmallVec<[Attacker<W>; 20]>; 2] = Default::default();
        so_far.push([W::default(); 2]);
        let mut passed_pawns: SmallVec<[Passed<W>; 8]> = SmallVec::new();
        // Those that may win a race.
        let mut runners = [Vec::new(), Vec::new()];
        for &kind in &self.by_prize {
            if accumulator.counts[kind] > 0 {
                let pieces: W = accumulator.of_kind(kind);
                let of = &self.kinds[kind];
                let owner = kind / self.types;
                let (enemy, sign) = (1 - owner, 1 - 2 * owner as i32);
                let runs = self.races.has(kind);
                let feared = so_far[self.weaker[kind]][enemy];
                let mut moving = 0;
                for square in pieces.squares() {
                    let hits = self.attacks.known(kind, square, occupied, &accumulator.attacks);
                    attacked[owner].add(hits, of.royal);
                    if self.attacks.any_passing() {
                        passed[owner] = passed[owner] | self.attacks.passing(kind, square);
                    }
                    if !of.royal {
                        let moves = (hits & !own[owner] & !feared).count() as usize;
                        if weighs_mobility {
                            moving += i32::from(of.mobility[moves]);
                        }
                        if let Some(inputs) = inputs.as_deref_mut() {
                            if asks_mobility {
                                inputs.tell(kind, Told::Mobility(Feature::mobility(moves) as u8));
                            }
                            if asks_zone {
                                let near = safeties[enemy].as_ref().map_or(0, |royal| (hits & royal.zone).count());
                                if near > 0 {
                                    inputs.tell(kind, Told::RoyalZone(near.min(ROYAL_ZONES as u32) as u8 - 1));
                                }
                            }
                        }
                        attackers[owner].push(Attacker { kind, square, hits, weight: of.king_safety });
                    }
                    if weighs_threats {
                        for target in (hits & own[enemy]).squares() {
                            let Content::Piece(other, victim) = accumulator.cells[target as usize] else { continue };
                            let prey = &self.kinds[other as usize * self.types + victim as usize];
                            if !prey.royal && prey.prize > of.prize + 40 {
                                threats += sign * ((prey.prize - of.prize) / 10).min(45);
                            }
                        }
                    }
                    if let Some(king_safety) = safeties[enemy].as_mut().filter(|_| weighs_safety) {
                        king_safety.add(hits, of.king_safety);
                    }
                    if runs {
                        let runner = self.races.runner(kind, square, of.royal, hits, own[owner], occupied);
                        runners[owner].extend(runner);
                    }
                    if self.pawn_structure.has(kind) {
                        let (worth, passed) = self.pawn_structure.worth(kind, square, &pawns, owner, free_way);
                        pawn_structure += sign * worth;
                        if let Some(passed) = passed {
                            passed_pawns.push(passed);
                        }
                    }
                }
                mobility += sign * moving;
            }
            so_far.push([attacked[0].by_any, attacked[1].by_any]);
        }
        if let Some(inputs) = inputs.as_deref_mut() {
            if inputs.asks(Feature::Exposed) {
                self.tell_exposures(accumulator, own, &attacked, &so_far, inputs);
            }
            if inputs.asks(Feature::Path) || inputs.asks(Feature::Passed) {
                self.tell_passed(own, &attacked, &passed_pawns, inputs);
            }
            if inputs.asks(Feature::Flights) {
                self.tell_flights(accumulator, own, &attacked, &safeties, inputs);
            }
        }
        for (owner, king_safety) in safeties.into_iter().enumerate() {
            let (enemy, sign) = (1 - owner, 1 - 2 * owner as i32);
            if weighs_threats {
                let loose = own[owner] & (attacked[enemy].by_any & !attacked[owner].by_any | passed[enemy]);
                threats -= sign * self.loose(accumulator, loose);
            }
            let (friends, enemies) = ((own[owner], &attacked[owner]), &attacked[enemy]);
            let worth = |runner| self.races.worth(&self.attacks, runner, occupied, friends, enemies);
            races += sign * runners[owner].iter().map(worth).max().unwrap_or(0);
            let Some(king_safety) = king_safety else { continue };
            // As much as the enemy has left to attack with.
            let left = accumulator.sums.force[enemy].clamp(0, most / 2);
            let percent = 100 * left / (most / 2).max(1);
            let near = self.blasts.danger(enemy as SideId, king_safety.zone, own[owner], &attackers[enemy]);
            blasts -= sign * near * percent / 100;
            if !weighs_safety && !asks_checks {
                continue;
            }
            if weighs_safety {
                safety += sign * self.cover(accumulator, own[owner], &king_safety) * force / most;
            }
            let field = Field {
                attacks: &self.attacks,
                cache: &accumulator.attacks,
                occupied,
                enemies: own[enemy],
                defended: &attacked[owner],
                attacked: &attacked[enemy],
                checks_win: accumulator.weights.goals.checks > 0,
            };
            let hand = enemy * self.types..(enemy + 1) * self.types;
            let held = hand.filter(|&kind| self.hands && accumulator.hands[kind] > 0);
            let held = held.map(|kind| (kind, self.kinds[kind].king_safety));
            let mut checks = |kind: usize| {
                if let Some(inputs) = inputs.as_deref_mut().filter(|_| asks_checks) {
                    inputs.tell(kind, Told::Checks);
                }
            };
            let cost = king_safety.cost(&field, &attackers[enemy], held, &mut checks);
            safety -= sign * cost * left / (most / 2).max(1);
        }
        Weighed { pawn_structure, races, mobility, threats, safety, blasts }
    }
}

/// [`Judge::weigh`], with the instructions of the processor.
struct Weigh<'a, W> {
    influence: &'a Influence<W>,
    accumulator: &'a Accumulator,
    inputs: Option<&'a mut AttackInputs>,
}

impl<W: Word> Task for Weigh<'_, W> {
    type Output = Weighed;

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> Weighed {
        self.influence.weighed(self.accumulator, self.inputs)
    }
}

impl<W: Word + fmt::Debug> Judge for Influence<W> {
    fn weigh(&self, accumulator: &Accumulator, inputs: Option<&mut AttackInputs>) -> Weighed {
        perform(accumulator.weights.cpu, Weigh { influence: self, accumulator, inputs })
    }

    fn cache(&self) -> AttackCache {
        AttackCache::new(&self.first)
    }

    fn gives_check(&self, accumulator: &Accumulator, arrival: Arrival) -> bool {
        let Arrival { side, from, to, into } = arrival;
        let (own, enemy) = (side as usize * self.types, 1 - side.min(1) as usize);
        let left = W::of(from);
        let occupied = (accumulator.occupied::<W>() | W::bit(to)) & !left;
        let royals = self.royals[enemy].iter().map(|&royal| accumulator.of_kind(royal));
        for square in royals.fold(W::default(), |all, royals| all | royals).squares() {
            let attacks = |kind: usize, at: Square| self.attacks.of(kind, at, occupied).has(square);
            let sources = |kind: usize| self.attacks.sources(kind, square);
            if sources(own + into as usize).has(to) && attacks(own + into as usize, to) {
                return true;
            }
            // Nothing attacks it before the move, unless that is a check already.
            let openers = self.attacks.openers(side as usize, square);
            if !(openers.left & left | openers.entered & W::bit(to)).any() {
                continue;
            }
            let uncovered = |&kind: &usize| self.kinds[kind].blockable && accumulator.counts[kind] > 0;
            for kind in (own..own + self.types).filter(uncovered) {
                let places = accumulator.of_kind::<W>(kind) & sources(kind) & !left;
                if places.squares().any(|at| attacks(kind, at)) {
                    return true;
                }
            }
        }
        false
    }

    fn pays(&self, accumulator: &Accumulator, capture: Capture) -> bool {
        let Capture { side, from, to, victims, mover, gain } = capture;
        if self.blasts.explodes(side) {
            let prize = |kind: usize| self.kinds[kind].prize;
            let enemy = victims.iter().any(Option::is_some)
                || matches!(accumulator.cells[to as usize], Content::Piece(other, _) if other != side);
            return !enemy || self.blasts.gain(accumulator, &capture, prize) >= 0;
        }
        if !self.exchanges || gain >= mover {
            return true;
        }
        // Whoever stood behind the capturer comes into it.
        let left = W::of(from.into_iter().chain(victims.into_iter().flatten()));
        let occupied = (accumulator.occupied::<W>() | W::bit(to)) & !left;
        let all = accumulator.occupied::<W>() & !left & !W::bit(to);
        let attackers = |are_mine: bool, list: &mut [i32; 12]| {
            let mut number = 0;
            for &kind in self
                .by_prize
                .iter()
                .filter(|&&kind| (kind / self.types == side as usize) == are_mine && accumulator.counts[kind] > 0)
            {
                let nearby = accumulator.of_kind::<W>(kind) & self.attacks.sources(kind, to) & all;
                for square in nearby.squares() {
                    if number < list.len() && self.attacks.of(kind, square, occupied).has(to) {
                        list[number] = self.kinds[kind].prize;
                        number += 1;
                    }
                }
            }
            number
        };
        let (mut mine, mut theirs) = ([0; 12], [0; 12]);
        let n_theirs = attackers(false, &mut theirs);
        if n_theirs == 0 {
            return true;
        }
        let n_mine = attackers(true, &mut mine);
        gain >= exchange(mover, &theirs[..n_theirs], &mine[..n_mine])
    }
}

/// What whoever captures with `ours` gains by capturing something worth `standing`, where the other captures back with `others`.
fn exchange(standing: i32, ours: &[i32], others: &[i32]) -> i32 {
    match ours.split_first() {
        None => 0,
        Some((&first, rest)) => (standing - exchange(first, others, rest)).max(0),
    }
}

/// What it is worth to have so many moves, from none to `squares`, to a piece that usually has so many tenths of one.
fn mobility(usual: i32, prize: i32, squares: usize) -> Vec<i8> {
    let each = (13_000 / prize.max(1)).clamp(8, 45);
    (0..=squares as i32).map(|moves| (each * (10 * moves - usual) / 100).clamp(-60, 60) as i8).collect()
}

/// Squares that a piece is expected to attack, in tenths, on average over where it can attack at all.
fn usual(rules: &Rules, crowd: &Crowd<'_>, side: SideId, piece: PieceId) -> i32 {
    let movements = rules.piece_rules(piece, side).into_iter().flat_map(|of_side| &of_side.movements);
    let captures: Vec<_> = movements.filter(|movement| movement.to_enemy && !movement.unmoved).collect();
    let (mut sum, mut places) = (0.0, 0);
    for from in rules.board.all().iter() {
        let mut some = false;
        for movement in captures.iter().filter(|movement| movement.from.contains(from)) {
            for ride in &movement.rides {
                crowd.along(ride, from, &mut |to, likely| {
                    if movement.to.contains(to) {
                        sum += likely;
                        some = true;
                    }
                });
            }
        }
        places += some as i32;
    }
    (10.0 * sum / places.max(1) as f64) as i32
}

/// The squares beside a square, and itself.
fn around<W: Word>(rules: &Rules, square: Square) -> W {
    let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| wazir_variant_spec::rules::Step { dx, dy }));
    W::of(steps.filter_map(|step| rules.board.step(square, step)))
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
