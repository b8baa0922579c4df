//! Rules -> program.

use crate::explain::kernel_text;
use crate::kernel::{self, Class};
use crate::{
    Attack, Journeying, Kernel, KernelId, Memory, Passage, PieceProgram, Program, Promoting, Pushing, SideProgram,
    Swapping, Term, Unsupported, When, kinds_of, kinds_of_set, legality,
};
use alloc::{collections::BTreeMap, format, string::String, vec, vec::Vec};
use wazir_variant_spec::Rules;
use wazir_variant_spec::rules::{
    Beside, Board, Leg, Movement, Path, PieceId, PieceRules, PromotedBy, Ride, SideId, SquareSet, Step, ViaState,
    WallReach,
};

/// Most types a program can have.
const MOST_KINDS: usize = 64;

/// The program of a game.
///
/// # Errors
/// What there is no program for.
pub fn lower(rules: &Rules) -> Result<Program, Unsupported> {
    supported(rules)?;
    let info = wazir_variant_spec::info(rules);
    let mut lowering = Lowering { rules, kernels: Vec::new(), kernel_texts: Vec::new(), known: BTreeMap::new() };
    let mut sides = Vec::new();
    for side in 0..rules.sides.len() as SideId {
        let mut pieces = Vec::new();
        for piece in &rules.pieces {
            let own = piece.sides[side as usize].as_ref();
            pieces.push(own.map(|own| lowering.piece(own)));
        }
        let castlings = rules.castlings.iter().filter(|castling| castling.side == side).cloned().collect();
        let mut walls_along = Vec::new();
        if let Some(WallReach::Along(movements)) = rules.play(side).walling.as_ref().map(|walling| &walling.reach) {
            for movement in movements.iter().filter(|movement| movement.to_empty) {
                let kernels = lowering.forth_all(&movement.rides);
                walls_along.extend(kernels.into_iter().map(|kernel| (kernel, movement.from, movement.to)));
            }
        }
        sides.push(SideProgram { pieces, legality: crate::Legality::Test, castlings, walls_along, direct: false });
    }
    let memory = Memory::of(rules, &info);
    let mut program = Program {
        rules: rules.clone(),
        info,
        kernels: lowering.kernels,
        kernel_texts: lowering.kernel_texts,
        sides,
        memory,
    };
    legality::decide(&mut program);
    Ok(program)
}

/// Has the game a program?
///
/// # Errors
/// What no program says yet.
pub fn supported(rules: &Rules) -> Result<(), Unsupported> {
    if rules.pieces.len() > MOST_KINDS {
        let what = format!("{} types of pieces; a program has at most {MOST_KINDS}", rules.pieces.len());
        return Err(Unsupported { what, place: String::new() });
    }
    for own in rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten()) {
        for movement in &own.movements {
            if movement.leaves_en_passant && movement.to_empty && leaves_oddly(movement) {
                return Err(Unsupported::at(&movement.cause, "en passant squares left by hoppers"));
            }
        }
    }
    let info = wazir_variant_spec::info(rules);
    if rules.has_several_moves()
        && !info.en_passant.is_empty()
        && (info.en_passant_names_victim() || rules.has_many_sides())
    {
        let turn = rules.play.iter().find(|play| play.turn.length.is_several() || play.turn.chain.is_some());
        let cause = turn.map(|play| play.turn.cause.clone()).unwrap_or_default();
        let what = "turns of several moves together with en passant squares that do not tell who has passed them";
        return Err(Unsupported::at(&cause, what));
    }
    Ok(())
}

struct Lowering<'r> {
    rules: &'r Rules,
    kernels: Vec<Kernel>,
    kernel_texts: Vec<String>,
    /// Kernels by what they were made from: their class, their rides, and which way they lead.
    known: BTreeMap<(u8, Vec<Ride>, Direction), KernelId>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Direction {
    Forth,
    Back,
    Cover,
}

/// Rides that share everything but where they lead.
struct Group<'m> {
    movement: &'m Movement,
    class: Class,
    rides: Vec<Ride>,
}

impl<'r> Lowering<'r> {
    fn add(&mut self, class: Class, rides: &[Ride], direction: Direction) -> Option<KernelId> {
        let mut rides = rides.to_vec();
        rides.sort_unstable();
        rides.dedup();
        let key = (class as u8, rides.clone(), direction);
        if let Some(&id) = self.known.get(&key) {
            return Some(id);
        }
        let board = &self.rules.board;
        let kernel = match direction {
            Direction::Forth => kernel::kernel(class, &rides, board),
            Direction::Back => kernel::reversed(class, &rides, board)?,
            Direction::Cover => kernel::cover(&rides, board),
        };
        self.kernel_texts.push(kernel_text(&kernel, &rides));
        self.kernels.push(kernel);
        self.known.insert(key, self.kernels.len() - 1);
        Some(self.kernels.len() - 1)
    }

    fn forth(&mut self, class: Class, rides: &[Ride]) -> KernelId {
        // Every class has a kernel that leads forth.
        self.add(class, rides, Direction::Forth).unwrap_or(0)
    }

    /// The kernels of these rides, by class.
    fn forth_all(&mut self, rides: &[Ride]) -> Vec<KernelId> {
        let board = &self.rules.board;
        let mut classes: Vec<(Class, Vec<Ride>)> = Vec::new();
        for ride in rides {
            let class = Class::of(ride, board);
            match classes.iter_mut().find(|(known, _)| *known == class) {
                Some((_, rides)) => rides.push(*ride),
                None => classes.push((class, vec![*ride])),
            }
        }
        classes.into_iter().map(|(class, rides)| self.forth(class, &rides)).collect()
    }

    fn when(&mut self, movement: &Movement) -> When {
        let beside = movement
            .beside
            .as_ref()
            .map(|beside: &Beside| (beside.clone(), kinds_of_set(&beside.of), self.forth_all(&beside.at)));
        When {
            unmoved: movement.unmoved,
            unchecked: movement.unchecked,
            safe_way: movement.safe_way,
            beside,
            last_moved: movement.last_moved,
        }
    }

    fn piece(&mut self, own: &'r PieceRules) -> PieceProgram {
        let board = &self.rules.board;
        let mut groups: Vec<Group<'r>> = Vec::new();
        for movement in &own.movements {
            for ride in &movement.rides {
                let class = Class::of(ride, board);
                // What leaves en passant squares has to know its rides.
                let same = |group: &&mut Group<'_>| {
                    group.class == class && alike(group.movement, movement) && !movement.leaves_en_passant
                };
                match groups.iter_mut().find(same) {
                    Some(group) => group.rides.push(*ride),
                    None => groups.push(Group { movement, class, rides: vec![*ride] }),
                }
            }
        }
        let (mut terms, mut attacks, mut swaps) = (Vec::new(), Vec::new(), Vec::new());
        for Group { movement, class, rides } in groups {
            let kernel = self.forth(class, &rides);
            let when = self.when(movement);
            let victims = movement.victims.map_or(u64::MAX, |set| kinds_of_set(&set));
            if let Some(swap) = movement.swap {
                let taken = kinds_of(own.victims.iter().copied()) & victims;
                swaps.push(Swapping {
                    kernel,
                    enemies: if swap.enemies { taken } else { 0 },
                    friends: swap.friends,
                    when: when.clone(),
                    from: movement.from,
                    to: movement.to,
                });
            }
            if !(movement.to_empty || movement.to_enemy || movement.en_passant) {
                continue;
            }
            if movement.to_enemy {
                let term = terms.len();
                let attack = match self.add(class, &rides, Direction::Back) {
                    Some(kernel) => Some(Attack { kernel, exact: true, term }),
                    None => {
                        self.add(class, &rides, Direction::Cover).map(|kernel| Attack { kernel, exact: false, term })
                    }
                };
                attacks.extend(attack);
            }
            let leaves = movement.leaves_en_passant && movement.to_empty;
            let leaves = leaves.then(|| self.passage(&rides));
            let takers = if movement.en_passant { self.add(class, &rides, Direction::Cover) } else { None };
            terms.push(Term {
                kernel,
                takers,
                to_empty: movement.to_empty,
                to_enemy: movement.to_enemy,
                victims,
                en_passant: movement.en_passant,
                leaves,
                when,
                from: movement.from,
                to: movement.to,
                cause: movement.cause.clone(),
            });
        }
        let mut journeys = Vec::new();
        for movement in own.movements.iter().filter(|movement| !movement.legs.is_empty()) {
            let when = self.when(movement);
            journeys.push(Journeying {
                legs: movement.legs.clone(),
                when,
                from: movement.from,
                to: movement.to,
                cover: captures_of(&movement.legs, board),
                cause: movement.cause.clone(),
            });
        }
        let mut pushes = Vec::new();
        for movement in &own.movements {
            let Some(push) = movement.push else { continue };
            for ride in &movement.rides {
                let when = self.when(movement);
                pushes.push(Pushing {
                    kernel: self.forth(Class::of(ride, board), &[*ride]),
                    step: ride.step,
                    push,
                    takes: movement.victims.map_or(u64::MAX, |set| kinds_of_set(&set)),
                    when,
                    from: movement.from,
                    to: movement.to,
                    cause: movement.cause.clone(),
                });
            }
        }
        let promotions = own.promotions.iter().map(|promotion| self.promotion(promotion)).collect();
        let reverting =
            own.promotions.iter().rev().flat_map(|p| p.to.iter().map(|to| (to.piece, p.reverts_when_captured)));
        // Of several promotions to a type the first says whether it reverts.
        let mut reverts = 0;
        for (piece, does) in reverting {
            reverts = reverts & !(1 << piece) | u64::from(does) << piece;
        }
        PieceProgram {
            en_passant: terms.iter().any(|term: &Term| term.en_passant || term.leaves.is_some()),
            terms,
            swaps,
            journeys,
            pushes,
            promotions,
            attacks,
            victims: kinds_of(own.victims.iter().copied()),
            royal: own.royal,
            reverts,
        }
    }

    fn promotion(&mut self, promotion: &wazir_variant_spec::rules::Promotion) -> Promoting {
        let apart = match &promotion.by {
            PromotedBy::Apart { stays, movements } => {
                let mut apart = Vec::new();
                if *stays {
                    let stay = self.stay();
                    apart.push((stay, promotion.zone, promotion.zone));
                }
                for movement in movements {
                    let kernels = self.forth_all(&movement.rides);
                    apart.extend(kernels.into_iter().map(|kernel| (kernel, movement.from, movement.to)));
                }
                apart
            }
            PromotedBy::Moving { .. } => Vec::new(),
        };
        Promoting {
            zone: promotion.zone,
            from: promotion.from,
            by: promotion.by.clone(),
            apart,
            while_at_most: promotion.while_at_most,
            to: promotion.to.clone(),
            forced: promotion.forced.clone(),
            may_not_attack: kinds_of(promotion.may_not_attack.iter().copied()),
            may_not_check: promotion.may_not_check,
            cause: promotion.cause.clone(),
        }
    }

    /// The kernel that leads from each square to itself.
    fn stay(&mut self) -> KernelId {
        let nowhere = Ride::leap(Step { dx: 0, dy: 0 });
        self.forth(Class::Leap, &[nowhere])
    }

    /// What rides pass over that leave en passant squares.
    fn passage(&self, rides: &[Ride]) -> Passage {
        let board = &self.rules.board;
        let from_here = |from: u16| -> Vec<(u16, SquareSet)> {
            let mut ends = Vec::new();
            for ride in rides.iter().filter(|_| board.all().contains(from)) {
                let mut passed = SquareSet::EMPTY;
                let mut at = from;
                for steps in 1..=ride.max {
                    let via = ride.via.map_or(Path::new(&[]), |via| via.path);
                    via.iter()
                        .filter_map(|&offset| board.step_over(at, offset, ride.joined))
                        .for_each(|square| passed.insert(square));
                    let Some(next) = board.step_over(at, ride.step, ride.joined).filter(|&next| next != from) else {
                        break;
                    };
                    if steps >= ride.min && !passed.is_empty() {
                        ends.push((next, passed));
                    }
                    passed.insert(next);
                    at = next;
                }
            }
            ends
        };
        Passage { ends: (0..board.squares()).map(from_here).collect() }
    }
}

/// By square: from where a journey might capture there, whatever stands on its way.
fn captures_of(legs: &[Leg], board: &Board) -> Vec<SquareSet> {
    let mut cover = vec![SquareSet::EMPTY; board.squares() as usize];
    let captured = Leg::covers(legs, board, &|leg| leg.ground.captures());
    for from in board.all().iter() {
        captured[from as usize].iter().for_each(|at| cover[at as usize].insert(from));
    }
    cover
}

/// Do the movement's rides pass squares in a way that a table of passages does not tell?
fn leaves_oddly(movement: &Movement) -> bool {
    let odd = |ride: &Ride| {
        let occupied = ride.via.is_some_and(|via| via.state == ViaState::Occupied);
        ride.hurdle.is_some() || ride.skips || occupied
    };
    movement.rides.iter().any(odd)
}

/// Are two movements the same but for their rides?
fn alike(a: &Movement, b: &Movement) -> bool {
    let of = |m: &Movement| {
        (m.to_empty, m.to_enemy, m.victims, m.en_passant, m.swap, m.unmoved, m.unchecked, m.safe_way, m.last_moved)
    };
    of(a) == of(b)
        && !a.leaves_en_passant
        && !b.leaves_en_passant
        && a.beside == b.beside
        && a.from == b.from
        && a.to == b.to
}

/// The royal types of a side, by bit.
pub(crate) fn royal_kinds(rules: &Rules, side: SideId) -> u64 {
    kinds_of(rules.royal_types(side).into_iter().filter(|&piece: &PieceId| piece < 64))
}
