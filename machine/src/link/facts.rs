//! What is asked of a program before it is run.

use super::*;

/// Where the legality of a side is [`Legality::Test`]: can its moves bring its royals into danger only by the squares that they leave and arrive on, and is there nothing
/// else that forbids them? (Captures that cost something aside, and moves of royals.)
pub(super) fn is_calm(program: &Program, side: usize) -> bool {
    let rules = &program.rules;
    let play = &rules.play[side];
    let own = || rules.pieces.iter().filter_map(|piece| piece.sides[side].as_ref());
    let others = || program.sides.iter().enumerate().filter(move |(other, _)| *other != side).map(|(_, other)| other);
    let steady = |other: &wazir_program::SideProgram| {
        other.pieces.iter().flatten().all(|piece| {
            let always = piece.attacks.iter().all(|attack| piece.terms[attack.term].when.is_always());
            // What has to be had in the opponent's hand may come and go with any move.
            always && !has_ransom(piece) && piece.journeys.is_empty() && piece.pushes.is_empty()
        })
    };
    (!minds_checks(play) || program.sides.len() == 2 && steady(&program.sides[side]))
        && play.truce.is_none()
        && own().all(|own| own.wary.is_none())
        && play.turn.check != wazir_variant_spec::rules::TurnCheck::OnlyLast
        && !program.memory.several_moves
        && rules.play.iter().all(|play| play.arrival.is_empty())
        && rules.play.iter().all(|play| play.turn.attacks == wazir_variant_spec::rules::Attacks::InOneMove)
        && play.walling.is_none()
        && rules.exchanged().is_empty()
        // Lines over joined edges are not told by what stands first on a ray.
        && (!rules.board.joined.any() || rules.play.iter().all(|play| play.check.facing.is_empty()))
        && others().all(steady)
}

/// Is some promotion to be had for something in the opponent's hand only?
pub(super) fn has_ransom(piece: &PieceProgram) -> bool {
    piece.promotions.iter().flat_map(|promotion| &promotion.to).any(|to| to.ransom.is_some())
}

/// Do moves change nothing but where pieces and walls stand, as far as walls are concerned?
pub(super) fn walls_only(program: &Program) -> bool {
    let rules = &program.rules;
    rules.play.iter().all(|play| play.capture.blast.is_none() && play.arrival.is_empty())
        && rules
            .pieces
            .iter()
            .flat_map(|piece| piece.sides.iter().flatten())
            .all(|own| own.capturer == Capturer::Arrives)
}

pub(super) fn minds_checks(play: &wazir_variant_spec::rules::Play) -> bool {
    play.check.may_not_be_given || !play.check.may_not_mate.is_empty()
}

/// Do moves do nothing that is rare, and nothing else that positions with hash and clocks remember?
pub(super) fn is_plain(program: &Program) -> bool {
    is_quick(program) && is_forgotten(program) && !converts(program)
}

/// The same, but that they convert, where nothing else hangs on that?
pub(super) fn converts_only(program: &Program) -> bool {
    let memory = &program.memory;
    is_quick(program) && is_forgotten(program) && converts(program) && !(memory.rights || memory.marks || memory.walls)
}

/// Is nothing counted but moves, nothing forfeited, and does nothing explode?
fn is_forgotten(program: &Program) -> bool {
    let (memory, rules) = (&program.memory, &program.rules);
    !(memory.checks || memory.passes > 0 || memory.counts)
        && rules.play.iter().all(|play| play.capture.blast.is_none())
        && rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten()).all(|own| own.forfeit.is_none())
}

fn converts(program: &Program) -> bool {
    program.rules.play.iter().any(|play| !play.arrival.is_empty())
}

/// Do moves do nothing that is rare, but for what positions without hash and clocks, which nobody shows, can do without or as well?
pub(super) fn is_quick(program: &Program) -> bool {
    let memory = &program.memory;
    let rules = &program.rules;
    !(memory.ending_moves || memory.last_moved || memory.truces || memory.several_moves)
        && rules.sides.len() == 2
        && rules.exchanged().is_empty()
        && rules.play.iter().all(|play| {
            let moves_only = play.capture.blast.is_none() && play.arrival.is_empty();
            // A wall may block a check that the move would give.
            play.walling.is_none() || moves_only && !memory.checks
        })
        && rules
            .pieces
            .iter()
            .flat_map(|piece| piece.sides.iter().flatten())
            .all(|own| own.capturer == Capturer::Arrives)
}
