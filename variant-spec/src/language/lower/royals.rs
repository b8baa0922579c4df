//! What every game says of a side that has lost its royals, when its file does not.

use super::*;

/// Puts the rules by which sides without royals lose before the others: see [`EndRule`].
pub(super) fn complete_end(rules: &mut Rules) {
    let sides = 0..rules.sides.len() as SideId;
    let silent = |side: &SideId| rules.can_lose_royals(*side) && !rules.decides_lost_royals(*side);
    let lacking: Vec<SideId> = sides.clone().filter(silent).collect();
    let rule = |side: SideId, of: Option<SideId>| {
        let pieces = rules.royal_types(side);
        let is_dropped = |piece: &PieceId| rules.piece_rules(*piece, side).is_some_and(|own| own.drop.is_some());
        let in_hand = pieces.iter().any(is_dropped);
        let when =
            Condition::Extinct { subject: Subject::Either, pieces, at_most: 0, opponent_at_least: None, in_hand };
        let cause = Cause { text: "a side without its royals has lost".to_string(), ..Cause::default() };
        EndRule { when, of, then: Verdict::Loses, cause }
    };
    let each: Vec<EndRule> = lacking.iter().map(|&side| rule(side, Some(side))).collect();
    // One rule for all, where they are alike.
    let alike = lacking.len() == rules.sides.len() && each.iter().all(|one| one.when == each[0].when);
    let added = if alike { vec![rule(0, None)] } else { each };
    rules.end.splice(0..0, added);
}
