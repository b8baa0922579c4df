//! How it is decided which moves of a side are legal.

use crate::analysis::{only_royal, ways_meet};
use crate::lower::royal_kinds;
use crate::{Kernel, Legality, PieceProgram, Program, SideProgram};
use alloc::vec::Vec;
use wazir_runtime::SideId;
use wazir_variant_spec::rules::{Attacks, Capturer, Play, Safe, Step, TurnCheck};

/// Decides the legality of each side, and whether its moves need to be listed first.
pub(crate) fn decide(program: &mut Program) {
    let decided: Vec<(Legality, bool)> =
        (0..program.sides.len()).map(|side| (legality(program, side), direct(program, side))).collect();
    for (side, (legality, direct)) in program.sides.iter_mut().zip(decided) {
        (side.legality, side.direct) = (legality, direct);
    }
}

fn pieces(side: &SideProgram) -> impl Iterator<Item = &PieceProgram> {
    side.pieces.iter().flatten()
}

/// Do moves of the side do nothing but what a piece and its target tell, and is there nothing that the side has to do?
fn direct(program: &Program, side: usize) -> bool {
    let play = &program.rules.play[side];
    play.walling.is_none() && play.gating.is_none() && play.obligations.is_empty() && !program.memory.several_moves
}

fn legality(program: &Program, side: usize) -> Legality {
    let rules = &program.rules;
    let play = &rules.play[side];
    let royals = royal_kinds(rules, side as SideId);
    let tested = is_tested(program, side, play, royals);
    let enemies_royal = (0..rules.sides.len()).any(|other| other != side && royal_kinds(rules, other as SideId) != 0);
    let minds_checks = play.check.may_not_be_given && enemies_royal || !play.check.may_not_mate.is_empty();
    let may_not_flee = play.check.may_not_flee && royals != 0;
    let protects = royals != 0 && play.check.may_not_remain;
    if !tested && !protects && !minds_checks && !may_not_flee {
        return Legality::Free;
    }
    let told = !tested && protects && rules.sides.len() == 2;
    match only_royal(rules, &program.info, side) {
        Some(royal) if told && is_plain(program, side) && (!minds_checks || checks_plainly(program, side)) => {
            Legality::Masks { royal }
        }
        _ => Legality::Test,
    }
}

/// Has the other side of two one royal, which the side attacks by leaps and plain rays only?
fn checks_plainly(program: &Program, side: usize) -> bool {
    let other = 1 - side;
    only_royal(&program.rules, &program.info, other).is_some() && is_plain(program, other)
}

/// Do rules forbid moves of the side for other reasons than checks, of its royals and of others? (Drops that may not check or mate are looked at one by one.)
fn is_tested(program: &Program, side: usize, play: &Play, royals: u64) -> bool {
    let rules = &program.rules;
    let own = || rules.pieces.iter().filter_map(|piece| piece.sides[side].as_ref());
    let costly = own().any(|own| own.capturer.is_lost()) || play.capture.blast.is_some();
    costly && royals != 0
        || play.truce.is_some()
        || own().any(|own| own.wary.is_some())
        || play.turn.check == TurnCheck::OnlyLast
        || play.turn.safe == Safe::AfterTurn && program.memory.several_moves
}

/// Do only leaps and plain rays attack the side's royal, and do its own moves change nothing but what they take and where they arrive?
fn is_plain(program: &Program, side: usize) -> bool {
    let rules = &program.rules;
    let other = 1 - side;
    let (play, enemy) = (&rules.play[side], &rules.play[other]);
    let all = rules.board.all();
    let attacks = |piece: &PieceProgram| {
        piece.attacks.iter().all(|attack| {
            let term = &piece.terms[attack.term];
            let plain = match &program.kernels[attack.kernel] {
                Kernel::Leaps(_) => true,
                Kernel::Rays(rays) => rays.iter().all(|ray| ray.near.is_none()) && term.from == all && term.to == all,
                _ => false,
            };
            attack.exact && plain && term.when.is_always()
        })
    };
    let steps: Vec<Step> = pieces(&program.sides[other])
        .flat_map(|piece| &piece.attacks)
        .filter_map(|attack| if let Kernel::Rays(rays) = &program.kernels[attack.kernel] { Some(rays) } else { None })
        .flatten()
        .map(|ray| Step { dx: ray.step.0, dy: ray.step.1 })
        .collect();
    let meet = ways_meet(&steps);
    let arrive = |side: usize| {
        rules.pieces.iter().filter_map(|piece| piece.sides[side].as_ref()).all(|own| own.capturer == Capturer::Arrives)
    };
    let restrained = pieces(&program.sides[side]).flat_map(|piece| &piece.promotions).any(|p| p.may_not_check);
    let ransoms = rules
        .pieces
        .iter()
        .filter_map(|piece| piece.sides[other].as_ref())
        .flat_map(|own| own.promotions.iter().flat_map(|promotion| &promotion.to))
        .any(|to| to.ransom.is_some());
    pieces(&program.sides[other]).all(attacks)
        && !meet
        && !rules.board.joined.any()
        && enemy.check.facing.is_empty()
        && enemy.capture.blast.is_none()
        && play.capture.blast.is_none()
        && play.arrival.is_empty()
        && enemy.arrival.is_empty()
        && arrive(side)
        && arrive(other)
        && !restrained
        && !ransoms
        && play.walling.is_none()
        && enemy.turn.attacks == Attacks::InOneMove
        && program.sides.iter().flat_map(pieces).all(|piece| piece.journeys.is_empty() && piece.pushes.is_empty())
        && pieces(&program.sides[side]).all(|piece| piece.swaps.is_empty() && !(piece.royal && piece.en_passant))
        && program.sides[side]
            .castlings
            .iter()
            .all(|castling| royal_kinds(rules, side as SideId) >> castling.king & 1 == 1)
        && pieces(&program.sides[side])
            .all(|piece| piece.promotions.iter().all(|p| p.to.iter().all(|to| to.ransom.is_none())))
}
