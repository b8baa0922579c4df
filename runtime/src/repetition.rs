//! The rules about positions that occur again: what a game's past says of its last position.

use crate::chases::{Chase, chased_by, followed};
use crate::{Game, Info, Outcome, PieceId, Reason, Setup, SideId, Square};
use alloc::{borrow::Cow, vec, vec::Vec};

/// A rule about positions that occur again; the first of [`Info::repetition`] that holds decides.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RepetitionRule {
    /// Occurrences of the position, the present one included.
    pub times: u8,
    /// What a side has to have done with every one of its moves since the first occurrence.
    pub all_along: AllAlong,
    /// Holds only when the subject is this side.
    pub of: Option<SideId>,
    /// What follows for the subject.
    pub verdict: RepetitionVerdict,
}

/// What one side, and no other, has to have done with every one of its moves since the first occurrence of a position. That side is the subject then.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AllAlong {
    /// Nothing: the subject is the side to move.
    Anything,
    /// Given check.
    Checking,
    /// Chased one and the same piece, without giving check.
    Chasing(Chase),
}

/// What a repetition means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepetitionVerdict {
    /// The subject wins.
    Wins,
    /// The subject loses.
    Loses,
    /// Nobody wins.
    Draw,
    /// This side wins, whoever the subject is.
    WinFor(SideId),
    /// The side with more pieces on the board wins; equal numbers draw.
    MorePieces,
    /// The side with fewer pieces on the board wins; equal numbers draw.
    FewerPieces,
    /// The side with more points ([`Info::points`]) wins; equal points draw.
    MorePoints,
    /// The subject, which is the side that makes the move where it would otherwise be the side to move, may not make the move by which this comes about. See
    /// [`crate::GameInProgress::list`].
    Illegal,
}

/// The positions of a game, by number.
pub(crate) trait Past {
    /// The side to move in a position.
    fn turn(&self, number: usize) -> SideId;
    /// Is the side to move in check there?
    fn check(&self, number: usize) -> bool;
    /// The position itself, where it is known.
    fn setup(&self, number: usize) -> Option<Cow<'_, Setup>>;
}

/// A position that has occurred before, perhaps.
pub(crate) struct Occurred<'a> {
    /// The positions of the game.
    pub(crate) past: &'a dyn Past,
    /// The number of its first occurrence.
    pub(crate) first: usize,
    /// The number of this one, the last position of the game.
    pub(crate) last: usize,
    /// How often it has occurred, this time included.
    pub(crate) times: usize,
}

impl Occurred<'_> {
    /// The first repetition rule that holds, of whom, and how that is called. `game` is at the last position.
    pub(crate) fn ruling<'g>(&self, game: &'g dyn Game) -> Option<(&'g RepetitionRule, SideId, Reason)> {
        let info = game.info();
        info.repetition.iter().filter(|rule| self.times >= rule.times as usize).find_map(|rule| {
            let (subject, reason) = match &rule.all_along {
                AllAlong::Anything if rule.verdict == RepetitionVerdict::Illegal => (self.mover()?, Reason::Repetition),
                AllAlong::Anything => (game.turn(), Reason::Repetition),
                AllAlong::Checking => (self.only_side(info, |side| self.has_checked(side))?, Reason::PerpetualCheck),
                AllAlong::Chasing(chase) => {
                    (self.only_side(info, |side| self.has_chased(game, chase, side))?, Reason::PerpetualChase)
                }
            };
            rule.of.is_none_or(|side| side == subject).then_some((rule, subject, reason))
        })
    }

    /// The result by the repetition rules. `game` is at the last position.
    pub(crate) fn outcome(&self, game: &dyn Game) -> Option<Outcome> {
        let (rule, subject, reason) = self.ruling(game)?;
        let winner = match rule.verdict {
            RepetitionVerdict::Wins => Some(subject),
            RepetitionVerdict::Loses => Some((subject + 1) % game.info().sides.len() as SideId),
            RepetitionVerdict::Draw => None,
            RepetitionVerdict::WinFor(side) => Some(side),
            RepetitionVerdict::MorePieces => most(&piece_counts(game)),
            RepetitionVerdict::FewerPieces => {
                most(&piece_counts(game).into_iter().map(|n| usize::MAX - n).collect::<Vec<_>>())
            }
            RepetitionVerdict::MorePoints => most(&point_counts(game)),
            RepetitionVerdict::Illegal => return None,
        };
        Some(Outcome { winner, reason })
    }

    /// The side that has made the last move.
    fn mover(&self) -> Option<SideId> {
        Some(self.past.turn(self.last.checked_sub(1)?))
    }

    /// The one side of which this is true.
    fn only_side(&self, info: &Info, is_true: impl Fn(SideId) -> bool) -> Option<SideId> {
        let mut sides = (0..info.sides.len() as SideId).filter(|&side| is_true(side));
        sides.next().filter(|_| sides.next().is_none())
    }

    /// Has the side given check with each of its moves since the position first occurred?
    fn has_checked(&self, side: SideId) -> bool {
        // The positions that this side's moves led to.
        let moves = (self.first..self.last).filter(|&number| self.past.turn(number) == side);
        let mut checks = moves.map(|number| self.past.check(number + 1)).peekable();
        checks.peek().is_some() && checks.all(|check| check)
    }

    /// Has the side chased one and the same piece with each of its moves since the position first occurred, and given no check by them?
    fn has_chased(&self, game: &dyn Game, chase: &Chase, side: SideId) -> bool {
        // Where the pieces stand that all its moves so far have chased; `None` before the first of them.
        let mut chased: Option<Vec<Square>> = None;
        for number in self.first..self.last {
            let (Some(old), Some(new)) = (self.past.setup(number), self.past.setup(number + 1)) else { return false };
            chased = chased.map(|squares| squares.iter().filter_map(|&at| followed(&old, &new, at)).collect());
            if self.past.turn(number) == side {
                let now = if self.past.check(number + 1) { Vec::new() } else { chased_by(game, chase, &old, &new) };
                chased = Some(match chased {
                    None => now,
                    Some(squares) => squares.into_iter().filter(|square| now.contains(square)).collect(),
                });
            }
            if chased.as_ref().is_some_and(Vec::is_empty) {
                return false;
            }
        }
        chased.is_some()
    }
}

/// Can moves be illegal for what they repeat?
pub(crate) fn forbids_some(info: &Info) -> bool {
    info.repetition.iter().any(|rule| rule.verdict == RepetitionVerdict::Illegal)
}

/// Number of pieces of each side on the board.
fn piece_counts(game: &dyn Game) -> Vec<usize> {
    let mut counts = vec![0; game.info().sides.len()];
    for square in 0..game.info().squares() as Square {
        if let Some((side, _)) = game.piece_at(square) {
            counts[side as usize] += 1;
        }
    }
    counts
}

/// Points of each side, in hundredths.
fn point_counts(game: &dyn Game) -> Vec<usize> {
    let info = game.info();
    let mut counts: Vec<usize> = info.points.iter().map(|points| points.bonus as usize).collect();
    let value = |side: SideId, piece: PieceId| {
        let points = info.points.get(side as usize).and_then(|points| points.pieces.get(piece as usize));
        points.map_or(0, |&value| value as usize)
    };
    for square in 0..info.squares() as Square {
        if let Some((side, piece)) = game.piece_at(square)
            && let Some(count) = counts.get_mut(side as usize)
        {
            *count += value(side, piece);
        }
    }
    for (side, count) in (0..).zip(&mut counts) {
        let held =
            (0..info.pieces.len() as PieceId).map(|piece| game.in_hand(side, piece) as usize * value(side, piece));
        *count += held.sum::<usize>();
    }
    counts
}

/// The side with the greatest number, if it is only one.
fn most(numbers: &[usize]) -> Option<SideId> {
    let best = numbers.iter().max()?;
    let mut winners = (0..).zip(numbers).filter(|(_, number)| *number == best).map(|(side, _)| side);
    winners.next().filter(|_| winners.next().is_none())
}
