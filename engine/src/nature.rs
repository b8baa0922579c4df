//! [`Nature`]: what the search has to know about a game, read from its rules.

use crate::eval::is_finish;
use wazir_runtime::{PieceId, SideId};
use wazir_variant_spec::rules::{Condition, Drop, EndRule, Pass, PieceRules, Ride, Rules, Supply, Verdict};

/// Facts about a game that decide what the search may do.
#[derive(Clone, Debug)]
pub(crate) struct Nature {
    /// Team of each side.
    teams: Vec<u8>,
    /// There are just two sides.
    pub(crate) two: bool,
    /// Positions can be over although pieces could move: by figures, points... (Goals, checks given and lost pieces are looked for where they are known.)
    pub(crate) sudden: bool,
    /// And they can be where a side has so few pieces of some types.
    few: Vec<Few>,
    /// Weakened sides count moves: every position has to be asked whether a count has run out.
    pub(crate) counts: bool,
    /// Plies without progress that end the game.
    pub(crate) quiet_plies: Option<u32>,
    /// To have the turn pass without a move is worse for the side to move than its best move, but for rare positions.
    pub(crate) passing_harms: bool,
    /// Moves of these types are progress, by side and type.
    resets: Vec<Vec<bool>>,
    /// A capture can be undone by drops: positions before it can come again.
    pub(crate) captures_return: bool,
    /// A side that can capture has to.
    pub(crate) captures_forced: bool,
    /// A turn can have several moves.
    pub(crate) several_moves: bool,
    /// There are royals, so that there are checks.
    pub(crate) has_royals: bool,
    /// Nobody wins but by mate (and by repetition).
    pub(crate) wins_by_mate: bool,
    /// Somebody may win by a move after which the opponent could move, and is not in check: at a goal, by a figure, by having captured enough...
    pub(crate) wins_quietly: bool,
    /// What is held, where to have more in hand never harms a side that gives nothing but checks, nor helps the other.
    pub(crate) helpful_hands: Option<HelpfulHands>,
}

/// Hands of which more is never worse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HelpfulHands {
    /// The types that can be held, ascending.
    pub(crate) kinds: Vec<PieceId>,
    /// By side, which of these can be dropped wherever any can be.
    pub(crate) free: Vec<Vec<bool>>,
}

/// Types of which a side may have too few.
#[derive(Clone, Debug)]
struct Few {
    types: Vec<PieceId>,
    at_most: u16,
}

impl Nature {
    /// The nature of a game.
    pub(crate) fn new(rules: &Rules) -> Nature {
        let quiet = rules.end.iter().filter_map(|rule| match rule.when {
            Condition::QuietMoves { plies } => Some(plies as u32),
            _ => None,
        });
        let sudden = rules.end.iter().any(|rule| {
            let known = matches!(
                rule.when,
                Condition::Checkmate { .. }
                    | Condition::Stalemate
                    | Condition::Repetition { .. }
                    | Condition::QuietMoves { .. }
                    | Condition::CountedOut { .. }
                    | Condition::Extinct { .. }
                    | Condition::ChecksGiven { .. }
            );
            !known && !is_finish(rule)
        });
        let has_royals = (0..rules.sides.len() as SideId).any(|side| {
            (0..rules.pieces.len() as PieceId)
                .any(|piece| rules.piece_rules(piece, side).is_some_and(|piece| piece.royal))
        });
        // Repetition is judged elsewhere.
        let somebody_wins =
            |rule: &&EndRule| !matches!(rule.when, Condition::Repetition { .. }) && rule.then != Verdict::Draw;
        let mates = |rule: &EndRule| matches!(rule.when, Condition::Checkmate { .. });
        let stuck = |rule: &EndRule| mates(rule) || matches!(rule.when, Condition::Stalemate);
        let few = rules.end.iter().filter_map(|rule| match &rule.when {
            Condition::Extinct { pieces, at_most, .. } => Some(Few { types: pieces.clone(), at_most: *at_most }),
            _ => None,
        });
        let wins_by_mate = rules.end.iter().filter(somebody_wins).all(mates);
        let wins_quietly = !rules.end.iter().filter(somebody_wins).all(stuck);
        Nature {
            teams: rules.sides.iter().map(|side| side.team).collect(),
            two: rules.sides.len() == 2,
            sudden,
            few: few.collect(),
            counts: rules.counts().is_some(),
            quiet_plies: quiet.min(),
            passing_harms: passing_harms(rules),
            resets: rules.play.iter().map(|play| play.clock_resets.clone()).collect(),
            captures_return: rules.has_hands(),
            captures_forced: rules
                .play
                .iter()
                .any(|play| play.obligations.contains(&wazir_variant_spec::rules::Obligation::Capture)),
            several_moves: rules.has_several_moves(),
            has_royals,
            wins_by_mate,
            wins_quietly,
            helpful_hands: helpful_hands(rules).filter(|_| wins_by_mate && !wins_quietly && !sudden),
        }
    }

    /// Do these sides win and lose together?
    pub(crate) fn are_allied(&self, a: SideId, b: SideId) -> bool {
        a == b || self.teams.get(a as usize) == self.teams.get(b as usize)
    }

    /// Can the position be over because a side has too few of something? `count` is how many pieces of a type it has on the board.
    pub(crate) fn may_lack(&self, count: impl Fn(SideId, PieceId) -> u16) -> bool {
        let lacks = |few: &Few, side: SideId| {
            let mut found = 0;
            few.types.iter().all(|&piece| {
                found += count(side, piece);
                found <= few.at_most
            })
        };
        self.few.iter().any(|few| (0..self.teams.len() as SideId).any(|side| lacks(few, side)))
    }

    /// Is a move of this type by this side progress, after which no earlier position comes again?
    pub(crate) fn resets(&self, side: SideId, piece: PieceId) -> bool {
        let by_side = self.resets.get(side as usize);
        by_side.and_then(|pieces| pieces.get(piece as usize)).copied().unwrap_or(false)
    }
}

/// Is having to move an advantage? Not where a side may be forced to a bad capture, loses its last move or wins by having none, where dropped pieces fall
/// into columns, where turns have several moves, or where a pass is a move like others.
fn passing_harms(rules: &Rules) -> bool {
    let has_royals = |side: SideId| {
        (0..rules.pieces.len() as PieceId).any(|piece| rules.piece_rules(piece, side).is_some_and(|piece| piece.royal))
    };
    let stuck_matters = rules.end.iter().any(|rule| match (&rule.when, rule.then) {
        (Condition::Stalemate, Verdict::Wins | Verdict::WinFor(_)) => true,
        (Condition::Stalemate, Verdict::Loses) => !(0..rules.sides.len() as SideId).all(has_royals),
        (Condition::Checkmate { .. }, Verdict::Wins) => true,
        (Condition::Extinct { .. }, Verdict::Wins) => true,
        (Condition::Passed { .. } | Condition::Facing { .. }, _) => true,
        _ => false,
    });
    let falls = |side: SideId| {
        (0..rules.pieces.len() as PieceId)
            .filter_map(|piece| rules.piece_rules(piece, side)?.drop.as_ref())
            .any(|drop| !drop.pushed.is_empty())
    };
    let plain = |side: SideId| {
        let play = rules.play(side);
        play.obligations.is_empty() && play.pass != Pass::Always && play.walling.is_none() && !falls(side)
    };
    rules.sides.len() == 2
        && !rules.has_several_moves()
        && !stuck_matters
        && rules.passes_counted() == 0
        && (0..2).all(plain)
}

/// Hands of which more is never worse, where nobody wins but by mate. Not where a side may be forced to drop or to capture, where squares are kept for what is in hand, where a hand is
/// had from the opponent's, and where it depends on a hand whether a move is legal: a drop that may not mate does by what the other side can put in between, unless nothing can be.
fn helpful_hands(rules: &Rules) -> Option<HelpfulHands> {
    let pieces =
        |side: SideId| (0..rules.pieces.len() as PieceId).filter_map(move |piece| rules.piece_rules(piece, side));
    let sides = || 0..rules.sides.len() as SideId;
    let leaps = |piece: &PieceRules| {
        let captures = piece.movements.iter().filter(|movement| movement.to_enemy);
        piece.movements.iter().all(|movement| movement.legs.is_empty())
            && captures.flat_map(|movement| &movement.rides).all(Ride::is_leap)
    };
    let is_plain = |drop: &Drop, piece: &PieceRules| {
        drop.exchange.is_none()
            && drop.per_colour.is_none()
            && !drop.must_convert
            && drop.pushed.is_empty()
            && (!drop.may_not_mate || leaps(piece))
    };
    let plain = |side: SideId| {
        let play = rules.play(side);
        let drops = || pieces(side).filter_map(|piece| Some((piece.drop.as_ref()?, piece)));
        play.obligations.is_empty()
            && play.walling.is_none()
            && play.gating.is_none()
            && play.check.may_not_mate.is_empty()
            && drops().all(|(drop, piece)| is_plain(drop, piece))
            && pieces(side)
                .flat_map(|piece| &piece.promotions)
                .flat_map(|p| &p.to)
                .all(|target| target.ransom.is_none())
    };
    if rules.sides.len() != 2 || rules.has_several_moves() || !rules.has_hands() || !sides().all(plain) {
        return None;
    }
    let supplied = |piece: &PieceRules| match piece.drop.as_ref()?.supply {
        Supply::Hand(kind) => Some(kind),
        Supply::Endless => None,
    };
    let mut kinds: Vec<PieceId> = sides()
        .flat_map(|side| pieces(side).flat_map(|piece| piece.captured_as.into_iter().chain(supplied(piece))))
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    let everywhere = |side: SideId, drop: &Drop| {
        let others = pieces(side).filter_map(|piece| piece.drop.as_ref());
        others.flat_map(|other| other.zone.iter()).all(|square| drop.zone.contains(square))
            && drop.per_file.is_none()
            && drop.opening.is_empty()
            && drop.beside.is_empty()
            && drop.away_from.is_empty()
            && !drop.may_not_check
            && !drop.may_not_mate
    };
    let is_free = |side: SideId, kind: PieceId| {
        pieces(side).any(|piece| {
            supplied(piece) == Some(kind) && piece.drop.as_ref().is_some_and(|drop| everywhere(side, drop))
        })
    };
    let free = sides().map(|side| kinds.iter().map(|&kind| is_free(side, kind)).collect()).collect();
    Some(HelpfulHands { kinds, free })
}
