//! What the generator has no code for yet, or not together: each submodule knows one subject of the rules, and refuses by name.

mod captures;
mod checks;
mod conditions;
mod exchanges;
mod gating;
mod journeys;
mod multiplayer;
mod promotions;
mod pushes;
mod rights;
mod swaps;
mod turns;
mod walls;

use wazir_program::Unsupported;
use wazir_program::analysis::Analysis;
use wazir_variant_spec::rules::{Cause, Obligation, Rules};

/// Refuses what has no code.
///
/// # Errors
/// Names the first such rule.
pub(crate) fn refuse_unbuilt(game: &Analysis<'_>) -> Result<(), Unsupported> {
    refuse_obligations(game.rules)?;
    captures::refuse_truces(game.rules)?;
    if game.rules.has_many_sides() {
        return multiplayer::refuse_many_sides(game.rules);
    }
    walls::refuse_walls(game)?;
    let of_sides = [
        turns::refuse_turns,
        journeys::refuse_journeys,
        promotions::refuse_promotions,
        exchanges::refuse_exchanges,
        conditions::refuse_conditions,
        swaps::refuse_swaps,
        pushes::refuse_pushes,
        checks::refuse_mates,
        checks::refuse_facing,
        captures::refuse_captures,
        gating::refuse_gating,
        rights::refuse_first_moves,
        checks::refuse_flight,
    ];
    of_sides.iter().try_for_each(|refuse| (0..2).try_for_each(|side| refuse(game, side)))
}

/// What the rule written there asks for, whose `subject` ("drops have"), alone, has a compiled form.
fn together(cause: &Cause, subject: &str, with: &str) -> Unsupported {
    Unsupported::at(cause, format!("{subject} no compiled form together with {with} yet"))
}

fn refuse_obligations(rules: &Rules) -> Result<(), Unsupported> {
    let several =
        |obligations: &[Obligation]| obligations.len() > 1 && obligations.iter().any(|one| *one != Obligation::Capture);
    if rules.play.iter().any(|play| several(&play.obligations)) {
        let what = "several obligations of the same side, not all to capture";
        return Err(Unsupported { what: what.into(), place: String::new() });
    }
    Ok(())
}
