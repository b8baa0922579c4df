//! What a side does.

use super::*;

/// So many masks every side has: nothing, empty squares, all enemies, both.
pub(crate) const COMMON_MASKS: usize = 4;

/// What a side does.
#[derive(Debug)]
pub(crate) struct Side<W> {
    pub(crate) legality: Legality,
    pub(crate) direct: bool,
    pub(crate) royals: Kinds,
    /// Its pieces, by type.
    pub(crate) pieces: Vec<Option<Piece<W>>>,
    /// Kinds of targets that its terms ask for: empty squares, and enemies of these types.
    pub(crate) masks: Vec<(bool, Kinds)>,
    /// How it attacks, type by type.
    pub(crate) attacks: Vec<Attack<W>>,
    /// Types that capture by journeys or pushes.
    pub(crate) travellers: Vec<usize>,
    pub(crate) castlings: Vec<Castling<W>>,
    pub(crate) may_not_remain: bool,
    pub(crate) has_en_passant: bool,
    pub(crate) blast: Option<Blast<W>>,
    pub(crate) conversions: Vec<Converting<W>>,
    pub(crate) gates: Option<Gates<W>>,
    /// By square: where walls get from there, as far as that is a matter of the board.
    pub(crate) wall_rim: Vec<Vec<u16>>,
    /// Kernels along which walls get, with the squares they start from and end on.
    pub(crate) wall_along: Vec<(usize, W, W)>,
    /// Where walls get is told by which squares are occupied.
    pub(crate) walls_told: bool,
    /// How its moves are counted.
    pub(crate) counting: Counting,
    /// What it has to drop before it does anything else.
    pub(crate) due: Vec<u8>,
    /// Where walls may be placed.
    pub(crate) wall_onto: W,
    /// By type that it drops: where friends have to stand beside it, enemies may not, and squares from which a row is entered.
    pub(crate) dropping: Vec<Option<Dropping<W>>>,
    /// Types that it may drop.
    pub(crate) drops: Vec<Dropped<W>>,
    /// Out of which hand each type is dropped.
    pub(crate) supplies: Vec<Option<u8>>,
    /// How the other side of two attacks this side's royal, where the legality of either, which has to know it, is [`Legality::Masks`].
    pub(crate) watch: Watch<W>,
    /// Where its legality is [`Legality::Test`]: what its moves can do to its royals' safety is told by the squares they change.
    pub(crate) calm: bool,
    /// It matters whether its moves give check.
    pub(crate) minds_checks: bool,
    /// By which types, where it does.
    pub(crate) minded_checks: Kinds,
    /// Some captures, by whoever of the side makes them, do more than that the piece takes the place of another.
    pub(crate) odd_captures: bool,
    /// Some of its captures may cost it a royal.
    pub(crate) risks_royals: bool,
    /// Royals may not flee from checks.
    pub(crate) may_not_flee: bool,
    /// Which of its royals may be attacked.
    pub(crate) guarding: wazir_variant_spec::rules::Guard,
    /// Along which enemy royals attack: see [`wazir_variant_spec::rules::Check::facing`].
    pub(crate) facing: Vec<RayTable<W>>,
    /// To what arrives where its types forfeit their first moves.
    pub(crate) forfeits: Vec<Forfeiting<W>>,
    /// What may capture en passant: types with the numbers of their terms.
    pub(crate) takers: Vec<(usize, usize)>,
    /// Some of its pieces attack over hurdles, so that what is dropped may open their lines.
    pub(crate) opens_by_drops: bool,
    pub(crate) resets: Kinds,
}

/// To what enemies pieces of a type forfeit their first moves.
#[derive(Debug)]
pub(crate) struct Forfeiting<W> {
    pub(crate) kind: usize,
    /// To which types.
    pub(crate) by: Kinds,
    /// By the square on which these arrive: from where they are seen along a line, whatever stands between.
    pub(crate) lines: Vec<W>,
}

/// How the moves of a side are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counting {
    /// As they are found.
    Found,
    /// As they are found, unless the side holds something that it has to drop: then drops alone are listed.
    DropsFirst,
    /// Those that pieces can make, each with its walls.
    Walled,
    /// Those that pieces can make, each alone and with what it may bring in.
    Gated,
    /// When all of them are listed.
    Listed,
}

/// How pieces of one type capture, seen from the victim.
#[derive(Debug)]
pub(crate) struct Attack<W> {
    pub(crate) kind: usize,
    pub(crate) kernel: usize,
    pub(crate) exact: bool,
    pub(crate) term: usize,
    /// What it captures.
    pub(crate) victims: Kinds,
    pub(crate) from: W,
    pub(crate) to: W,
    /// It depends on nothing else.
    pub(crate) always: bool,
    /// How many pieces stand on a line tells whether it attacks along it.
    pub(crate) counts: bool,
}

/// What first moves may bring in.
#[derive(Debug)]
pub(crate) struct Gates<W> {
    /// Whose first moves.
    pub(crate) with: Kinds,
    /// By type: the squares on which it may be put.
    pub(crate) zones: Vec<W>,
}

pub(super) fn link_side<W: Bits>(
    program: &Program,
    side: usize,
    kernels: &mut Vec<Tables<W>>,
    covers: &mut Vec<Vec<W>>,
) -> Side<W> {
    let own = &program.sides[side];
    let rules = &program.rules;
    let play = &rules.play[side];
    let all_kinds = all_kinds(program);
    let mut masks: Vec<(bool, Kinds)> = alloc::vec![(false, 0), (true, 0), (false, all_kinds), (true, all_kinds)];
    let pieces: Vec<Option<Piece<W>>> = {
        let mut linking = PieceLinking { program, side, masks: &mut masks, kernels, covers, steps: Vec::new() };
        (0..).zip(&own.pieces).map(|(kind, piece)| Some(linking.piece(kind, piece.as_ref()?))).collect()
    };
    let attacks = (0..).zip(&own.pieces).filter_map(|(kind, piece)| Some((kind, piece.as_ref()?)));
    let attacks = attacks.flat_map(|(kind, piece)| attacks_of(program, kind, piece)).collect();
    let takers = own
        .pieces
        .iter()
        .enumerate()
        .filter_map(|(kind, piece)| Some((kind, piece.as_ref()?)))
        .flat_map(|(kind, piece)| {
            let taking = piece.terms.iter().enumerate().filter(|(_, term)| term.en_passant);
            taking.map(move |(term, _)| (kind, term))
        })
        .collect();
    let castlings = own.castlings.iter().map(|castling| Castling::new(program, castling)).collect();
    let blast = play.capture.blast.as_ref().map(|blast| Blast {
        around: around(program, &blast.around),
        spares: kinds_of(blast.spares.iter().copied()),
        capturers: kinds_of(blast.capturers.iter().copied()),
        petrifies: kinds_of(blast.petrifies.iter().copied()),
    });
    let conversions = play
        .arrival
        .iter()
        .map(|conversion| Converting {
            by_moves: conversion.by_moves,
            by_drops: conversion.by_drops,
            beside: (!conversion.beside.is_empty()).then(|| around(program, &conversion.beside)),
            around: match &conversion.of {
                Converted::Around(steps) => Some(around(program, steps)),
                Converted::Enclosed(_) => None,
            },
            rows: match &conversion.of {
                Converted::Around(_) => Vec::new(),
                Converted::Enclosed(steps) => steps.iter().map(|&step| row(program, step)).collect(),
            },
        })
        .collect();
    let (wall_rim, wall_along) = match play.walling.as_ref().map(|walling| &walling.reach) {
        Some(WallReach::Rim(steps)) => (steps.iter().map(|&step| nexts(program, step)).collect(), Vec::new()),
        Some(WallReach::Along(_)) => {
            let along = own.walls_along.iter().map(|(kernel, from, to)| (*kernel, word(from), word(to)));
            (Vec::new(), along.collect())
        }
        _ => (Vec::new(), Vec::new()),
    };
    let walls_told = {
        let along = wall_along.iter().map(|&(kernel, ..)| kernel);
        let own = || pieces.iter().flatten().flat_map(|piece: &Piece<W>| &piece.terms).map(|term| term.kernel);
        let by_squares = |kernel: usize| kernels[kernel].is_by_squares();
        match play.walling.as_ref().map(|walling| &walling.reach) {
            Some(WallReach::Along(_)) => along.into_iter().all(by_squares),
            Some(WallReach::OwnMovement) => own().all(by_squares),
            _ => true,
        }
    };
    let owned = || {
        (0..).zip(&rules.pieces).filter_map(|(kind, piece)| Some((kind, piece.sides[side].as_ref()?.drop.as_ref()?)))
    };
    let keeps_colours = owned().any(|(_, drop)| drop.per_colour.is_some());
    let own_kinds = || rules.pieces.iter().filter_map(|piece| piece.sides[side].as_ref());
    let costly = rules.play.iter().any(|play| play.capture.blast.is_some())
        || rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten()).any(|own| own.capturer.is_lost());
    Side {
        legality: own.legality,
        travellers: own
            .pieces
            .iter()
            .enumerate()
            .filter(|(_, piece)| {
                piece.as_ref().is_some_and(|piece| !piece.journeys.is_empty() || !piece.pushes.is_empty())
            })
            .map(|(kind, _)| kind)
            .collect(),
        direct: own.direct,
        royals: kinds_of(rules.royal_types(side as u8)),
        has_en_passant: own.pieces.iter().flatten().any(|piece| piece.terms.iter().any(|term| term.en_passant)),
        pieces,
        masks,
        attacks,
        castlings,
        may_not_remain: play.check.may_not_remain,
        blast,
        conversions,
        gates: play.gating.as_ref().map(|gating| Gates {
            with: kinds_of(gating.with.iter().copied()),
            zones: gating.zones.iter().map(word).collect(),
        }),
        wall_rim,
        walls_told,
        counting: counting(program, side),
        due: match play.obligations.first() {
            Some(Obligation::Drop { pieces }) => pieces.clone(),
            _ => Vec::new(),
        },
        wall_along,
        wall_onto: play.walling.as_ref().map_or(W::EMPTY, |walling| word(&walling.onto)),
        dropping: (rules.pieces.iter())
            .map(|piece| piece.sides[side].as_ref()?.drop.as_ref().map(|drop| dropping(program, drop)))
            .collect(),
        drops: owned().map(|(kind, drop)| dropped(program, kind, drop, keeps_colours)).collect(),
        supplies: (rules.pieces.iter())
            .map(|piece| match piece.sides[side].as_ref()?.drop.as_ref()?.supply {
                Supply::Hand(held) => Some(held),
                Supply::Endless => None,
            })
            .collect(),
        watch: Watch { leaps: Vec::new(), leaps_near: Vec::new(), rays: Vec::new(), forwards: Vec::new() },
        calm: is_calm(program, side),
        minds_checks: minds_checks(play),
        minded_checks: match play.check.may_not_be_given {
            true => Kinds::MAX,
            false => kinds_of(play.check.may_not_mate.iter().copied()),
        },
        odd_captures: costly || own_kinds().any(|own| own.capturer != Capturer::Arrives),
        risks_royals: play.capture.blast.is_some() || own_kinds().any(|own| own.royal && own.capturer.is_lost()),
        may_not_flee: play.check.may_not_flee,
        guarding: play.check.guard,
        facing: play
            .check
            .facing
            .iter()
            .flat_map(|&step| [step, step.reversed()])
            .map(|step| line_of_steps(program, step))
            .collect(),
        forfeits: (0..)
            .zip(&rules.pieces)
            .filter_map(|(kind, piece)| Some((kind, piece.sides[side].as_ref()?.forfeit.as_ref()?)))
            .map(|(kind, forfeit)| Forfeiting {
                kind,
                by: kinds_of(forfeit.by.iter().copied()),
                lines: tables::both_ways(&rules.board, &forfeit.along).iter().map(word).collect(),
            })
            .collect(),
        takers,
        opens_by_drops: own.pieces.iter().flatten().flat_map(|piece| &piece.attacks).any(|attack| {
            !matches!(program.kernels[attack.kernel], Kernel::Leaps(_) | Kernel::Rays(_)) || !attack.exact
        }) || rules
            .pieces
            .iter()
            .filter_map(|piece| piece.sides[side].as_ref())
            .any(|own| own.movements.iter().any(|movement| movement.beside.is_some() || movement.last_moved.is_some()))
            || rules.play.iter().any(|play| !play.arrival.is_empty()),
        resets: kinds_of((0..rules.pieces.len() as u8).filter(|&piece| play.clock_resets[piece as usize])),
    }
}

/// How the moves of a side are counted.
pub(super) fn counting(program: &Program, side: usize) -> Counting {
    let (rules, own) = (&program.rules, &program.sides[side]);
    let play = &rules.play[side];
    let drops = || {
        (0..).zip(&rules.pieces).filter(|(_, piece)| piece.sides[side].as_ref().is_some_and(|own| own.drop.is_some()))
    };
    let passes = play.pass != wazir_variant_spec::rules::Pass::Never;
    if own.direct {
        return Counting::Found;
    }
    if program.memory.several_moves {
        return Counting::Listed;
    }
    match (&play.walling, &play.gating, &play.obligations[..]) {
        (Some(_), None, []) if own.legality == Legality::Free && !passes && drops().next().is_none() => {
            Counting::Walled
        }
        (None, Some(_), []) if own.legality != Legality::Test && !minds_checks(play) => Counting::Gated,
        (None, None, [Obligation::Drop { pieces }]) if drops().all(|(kind, _)| pieces.contains(&kind)) => {
            Counting::DropsFirst
        }
        _ => Counting::Listed,
    }
}

/// Does it depend on how many pieces stand on a line whether a kernel leads along it?
pub(super) fn counts(kernel: &Kernel) -> bool {
    match kernel {
        Kernel::Leaps(_) => true,
        Kernel::Rays(rays) => rays.iter().all(|ray| ray.near.is_none()),
        Kernel::Hops(hops) => hops.iter().all(|hop| {
            hop.ray.near.is_none()
                && hop.hurdle.over.is_none()
                && !hop.hurdle.friendly
                && hop.hurdle.landing == Landing::Beyond
        }),
        // What has to be filled is one square, so that one piece fills it.
        Kernel::Lame(ways) => ways.iter().flatten().all(|way| !way.occupied || way.path.len() == 1),
        Kernel::Walk(_) => false,
    }
}

/// How pieces of one type capture.
fn attacks_of<W: Bits>(program: &Program, kind: usize, piece: &PieceProgram) -> Vec<Attack<W>> {
    let ransomed = has_ransom(piece);
    let attack = |attack: &wazir_program::Attack| {
        let term = &piece.terms[attack.term];
        Attack {
            kind,
            kernel: attack.kernel,
            exact: attack.exact,
            term: attack.term,
            victims: piece.victims & term.victims,
            from: word(&term.from),
            to: word(&term.to),
            always: term.when.is_always() && !ransomed,
            counts: attack.exact && counts(&program.kernels[attack.kernel]),
        }
    };
    piece.attacks.iter().map(attack).collect()
}

/// All types, by bit.
pub(super) fn all_kinds(program: &Program) -> Kinds {
    let types = program.rules.pieces.len();
    if types >= 64 { Kinds::MAX } else { (1 << types) - 1 }
}
