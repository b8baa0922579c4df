//! [`History`]: what a game remembers beyond its position, to decide repetition, perpetual check and perpetual chase.

use crate::chases::{Chase, chased_by, followed};
use crate::{Game, Info, Move, Outcome, PieceId, Reason, Setup, SideId, Square};
use alloc::{vec, vec::Vec};

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
    /// [`History::legal_moves`].
    Illegal,
}

/// The positions of a game so far. Works with any backend; hashes of different backends must not be mixed.
#[derive(Clone, Debug, Default)]
pub struct History {
    positions: Vec<Occurrence>,
}

/// One position of the game.
#[derive(Clone, Debug)]
struct Occurrence {
    hash: u64,
    turn: SideId,
    /// The side to move is in check: the move that led here gave it.
    check: bool,
    /// The position itself, in games in which it matters what was attacked.
    setup: Option<Setup>,
}

impl History {
    /// The history of a game that starts at `game`'s position.
    pub fn new(game: &dyn Game) -> History {
        let mut history = History { positions: Vec::new() };
        history.push(game);
        history
    }

    /// Adds the position after a move.
    pub fn push(&mut self, game: &dyn Game) {
        let looks_back = |rule: &RepetitionRule| matches!(rule.all_along, AllAlong::Chasing(_));
        let setup = game.info().repetition.iter().any(looks_back).then(|| game.setup());
        let (hash, turn, check) = (game.hash(), game.turn(), !game.checkers().is_empty());
        self.positions.push(Occurrence { hash, turn, check, setup });
    }

    /// Takes the last position back, if there is one.
    pub fn pop(&mut self) {
        self.positions.pop();
    }

    /// Number of positions, the start included.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// No position yet?
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// How often the last position has occurred, itself included.
    pub fn occurrences(&self) -> usize {
        let Some(last) = self.positions.last() else { return 0 };
        self.positions.iter().filter(|position| position.hash == last.hash).count()
    }

    /// The result of the game at its last position, which is `game`'s: what the position says by itself, else what the
    /// repetition rules say.
    pub fn outcome(&self, game: &dyn Game) -> Option<Outcome> {
        game.outcome().or_else(|| self.repetition(game)).or_else(|| self.stuck(game))
    }

    /// Every legal move of the last position, which is `game`'s: those of the position but for the ones by which a position would be repeated that may not be.
    pub fn legal_moves(&self, game: &dyn Game) -> Vec<Move> {
        let mut moves = game.legal_moves();
        if forbids_some(game.info()) {
            moves.retain(|&mv| !self.forbids(game, mv));
        }
        moves
    }

    /// Is this legal move of the last position, which is `game`'s, illegal for what it would repeat?
    pub fn forbids(&self, game: &dyn Game, mv: Move) -> bool {
        let mut next = game.boxed();
        if !forbids_some(game.info()) || next.play(mv).is_err() {
            return false;
        }
        let hash = next.hash();
        if !self.positions.iter().any(|position| position.hash == hash) {
            return false;
        }
        let mut after = self.clone();
        after.push(&*next);
        let ruling = after.ruling(&*next);
        ruling.is_some_and(|(rule, subject, _)| rule.verdict == RepetitionVerdict::Illegal && subject == game.turn())
    }

    /// The loss of a side whose moves would all repeat what may not be repeated.
    fn stuck(&self, game: &dyn Game) -> Option<Outcome> {
        if !forbids_some(game.info()) {
            return None;
        }
        let moves = game.legal_moves();
        let is_stuck = !moves.is_empty() && moves.iter().all(|&mv| self.forbids(game, mv));
        is_stuck.then(|| Outcome { winner: Some(1 - game.turn()), reason: Reason::Repetition })
    }

    /// The first repetition rule that holds, of whom, and how that is called.
    fn ruling<'g>(&self, game: &'g dyn Game) -> Option<(&'g RepetitionRule, SideId, Reason)> {
        let info = game.info();
        let occurrences = self.occurrences();
        info.repetition.iter().filter(|rule| occurrences >= rule.times as usize).find_map(|rule| {
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

    /// The side that has made the last move.
    fn mover(&self) -> Option<SideId> {
        let before = self.positions.len().checked_sub(2)?;
        Some(self.positions[before].turn)
    }

    /// The result by the repetition rules.
    fn repetition(&self, game: &dyn Game) -> Option<Outcome> {
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

    /// The one side of which this is true.
    fn only_side(&self, info: &Info, is_true: impl Fn(SideId) -> bool) -> Option<SideId> {
        let mut sides = (0..info.sides.len() as SideId).filter(|&side| is_true(side));
        sides.next().filter(|_| sides.next().is_none())
    }

    /// The positions since the last one first occurred, from that to the last.
    fn since_first(&self) -> &[Occurrence] {
        let Some(last) = self.positions.last() else { return &[] };
        let first = self.positions.iter().position(|position| position.hash == last.hash);
        &self.positions[first.unwrap_or(0)..]
    }

    /// Has the side given check with each of its moves since the last position first occurred?
    fn has_checked(&self, side: SideId) -> bool {
        // The positions that this side's moves led to.
        let moves = self.since_first().windows(2).filter(|pair| pair[0].turn == side);
        let mut checks = moves.map(|pair| pair[1].check).peekable();
        checks.peek().is_some() && checks.all(|check| check)
    }

    /// Has the side chased one and the same piece with each of its moves since the last position first occurred, and given no check by them?
    fn has_chased(&self, game: &dyn Game, chase: &Chase, side: SideId) -> bool {
        // Where the pieces stand that all its moves so far have chased; `None` before the first of them.
        let mut chased: Option<Vec<Square>> = None;
        for pair in self.since_first().windows(2) {
            let [before, after] = pair else { continue };
            let (Some(old), Some(new)) = (&before.setup, &after.setup) else { return false };
            chased = chased.map(|squares| squares.iter().filter_map(|&at| followed(old, new, at)).collect());
            if before.turn == side {
                let now = if after.check { Vec::new() } else { chased_by(game, chase, old, new) };
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
fn forbids_some(info: &Info) -> bool {
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
