//! Steps, and the legs of journeys.

use super::*;

/// Steps that are known already, with where they lead.
pub(super) type Steps = Vec<(Step, Arc<Vec<u16>>)>;

/// Where a step leads, from the table if there is one.
pub(super) fn next(program: &Program, step: Step, steps: &mut Steps) -> Arc<Vec<u16>> {
    if let Some((_, next)) = steps.iter().find(|(known, _)| *known == step) {
        return next.clone();
    }
    let next = Arc::new(nexts(program, step));
    steps.push((step, next.clone()));
    next
}

pub(super) fn link_legs(program: &Program, legs: &[wazir_variant_spec::rules::Leg], steps: &mut Steps) -> Vec<Leg> {
    let mut linked = Vec::new();
    for leg in legs {
        linked.push(Leg {
            next: next(program, leg.step, steps),
            min: leg.min,
            max: leg.max,
            as_long: leg.as_long,
            ground: leg.ground,
            unloads: leg.unloads,
            then: link_legs(program, &leg.then, steps),
        });
    }
    linked
}

pub(super) fn link_journeys<W: Bits>(
    program: &Program,
    journeying: &wazir_program::Journeying,
    steps: &mut Steps,
) -> Journeys<W> {
    Journeys {
        legs: link_legs(program, &journeying.legs, steps),
        when: journeying.when.clone(),
        from: word(&journeying.from),
        to: word(&journeying.to),
        cover: journeying.cover.iter().map(word).collect(),
    }
}

/// By square: where a step leads.
pub(super) fn nexts(program: &Program, step: Step) -> Vec<u16> {
    tables::steps_to(&program.rules.board, step).into_iter().map(|to| to.unwrap_or(NOWHERE)).collect()
}
