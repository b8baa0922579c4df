//! Piece types: what each side's pieces of a type can do.

use super::{Cause, Movement, PieceId, Square, SquareSet, Step};

/// A piece type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// How it is written in FEN for the first side: an upper-case letter, optionally after `+`, and behind it up to two of the marks `'` and `!` (`"P"`, `"+P"`, `"P'"`).
    /// Other sides write it in lower case.
    pub symbol: String,
    /// Name for people.
    pub name: String,
    /// What stands for it on a screen, by side, where the rule file says so. No rule looks at it.
    pub glyphs: Vec<Option<String>>,
    /// Its rules for each side; `None` where that side can never own one.
    pub sides: Vec<Option<PieceRules>>,
}

/// What a piece of one type and one side can do and what may be done to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceRules {
    /// All its movements. Equal moves reached by several movements are one move: an en passant capture rather than a move that
    /// leaves en passant squares, and that rather than a plain one.
    pub movements: Vec<Movement>,
    /// It moves as what has moved last (Betza `I`), so that its own moves are not remembered as such: see [`super::LastMoved`].
    pub imitates: bool,
    /// What makes it count as moved without its moving, where positions remember that it has not.
    pub forfeit: Option<Forfeit>,
    /// It is royal: see [`super::Check`] and [`super::Guard`].
    pub royal: bool,
    /// Its promotions. When a move may promote by several, each choice of target is a move.
    pub promotions: Vec<Promotion>,
    /// What the capturer gets in hand when it is captured, or `None` when it leaves the game.
    pub captured_as: Option<PieceId>,
    /// The types of an opponent that it can capture, ascending, by movements that take them ([`Movement::victims`]). A type in nobody's list is never captured.
    pub victims: Vec<PieceId>,
    /// What becomes of it when it captures.
    pub capturer: Capturer,
    /// Which enemies it may not capture where it could be captured back.
    pub wary: Option<Wary>,
    /// Whether and where it can be dropped.
    pub drop: Option<Drop>,
    /// Where its letters, name and region were written.
    pub cause: Cause,
}

/// What becomes of a piece that has captured, by its type before the move.
///
/// It happens right after the capture, before anything explodes. A capture after which the mover has fewer royals than before is illegal, and what
/// could not capture a royal for that reason does not attack it: see [`super::Blast`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capturer {
    /// It stands where it has arrived, promoted or not.
    Arrives,
    /// It stays where it was (its victim is shot): it does not arrive, so it does not promote, and no rights end by it.
    StaysBehind,
    /// It arrives, promoted or not, and then belongs to the opponent.
    ChangesSides,
    /// It becomes a wall on the square of arrival.
    TurnsToWall,
    /// It leaves the game.
    Removed,
}

impl Capturer {
    /// Does the side lose the piece by its capture?
    pub fn is_lost(self) -> bool {
        matches!(self, Capturer::ChangesSides | Capturer::TurnsToWall | Capturer::Removed)
    }
}

/// Captures that a piece may not make because of what could capture it back.
///
/// The piece may not capture an enemy of these types, on the square where its move ends, if an enemy could capture what stands there after the move
/// (by any movement, whether that were legal or not). It may all the same if the victim stood at one of the offsets `near` from where the piece started, and if it has captured
/// on its way, before that, a piece of another type than those of `trifles`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wary {
    /// The types that are protected so, ascending.
    pub of: Vec<PieceId>,
    /// Offsets at which they are not.
    pub near: Vec<Step>,
    /// Types, ascending, whose capture on the way is no excuse.
    pub trifles: Vec<PieceId>,
    /// Where this was written.
    pub cause: Cause,
}

/// A piece counts as moved from when an enemy piece of a type in `by` has arrived, by a move or a drop (not as the partner of a castling), on a square
/// that lies on a line through it: some whole number of steps of `along` away, one way or the other, whatever stands between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The types, ascending; what a promoting piece becomes counts.
    pub by: Vec<PieceId>,
    /// Directions in board coordinates; both ways are meant.
    pub along: Vec<Step>,
}

/// A change of type at the end of a move that is neither a drop, a castling nor an en passant capture. A move that promotes leaves no en passant
/// squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The promotion zone of this side.
    pub zone: SquareSet,
    /// Squares from which moves promote; of a promotion [`PromotedBy::Apart`], all.
    pub from: SquareSet,
    /// The moves that promote.
    pub by: PromotedBy,
    /// Only while the side has at most this many pieces of the promoting type on the board, itself included.
    pub while_at_most: Option<u8>,
    /// The types to choose from.
    pub to: Vec<PromotionTarget>,
    /// When a move that may promote may not be made without promoting. (Moves of [`PromotedBy::Apart`] are always made with promoting.)
    pub forced: Forced,
    /// The promoted piece may not attack any enemy of these types (ascending) from where it has arrived: no movement of its new type may be able to
    /// capture one, in the position after the move.
    pub may_not_attack: Vec<PieceId>,
    /// No royal of an opponent that it has to guard may be attacked after the move, by whatever piece.
    pub may_not_check: bool,
    /// When a piece promoted by this is captured it goes to the hand as its original type's
    /// [`PieceRules::captured_as`] (crazyhouse). Such pieces are remembered on the board (FEN `~`); the original type is the
    /// first (lowest [`PieceId`]) of that side with such a promotion to the piece's type.
    pub reverts_when_captured: bool,
    /// Where this was written.
    pub cause: Cause,
}

impl Promotion {
    /// May an ordinary move between these squares promote by this, where it captures if only captures do?
    pub fn applies(&self, from: Square, to: Square) -> bool {
        let PromotedBy::Moving { entering, within, leaving, .. } = self.by else { return false };
        if !self.from.contains(from) {
            return false;
        }
        match (self.zone.contains(from), self.zone.contains(to)) {
            (false, true) => entering,
            (true, true) => within,
            (true, false) => leaving,
            (false, false) => false,
        }
    }
}

/// The moves by which a piece promotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromotedBy {
    /// Its ordinary moves. One from square `f` to square `t` may promote when one of: `entering` and `f` is outside the zone and `t`
    /// inside; `within` and both inside; `leaving` and `f` inside and `t` outside.
    Moving {
        /// Moves into the zone promote.
        entering: bool,
        /// Moves inside the zone promote.
        within: bool,
        /// Moves out of the zone promote.
        leaving: bool,
        /// Only moves that capture promote.
        only_capturing: bool,
    },
    /// Moves of their own, of a piece that stands in the zone: they are made for promoting only, and end anywhere. The same move by several promotions
    /// is one move.
    Apart {
        /// It may promote where it stands: a move from its square to its square. Nothing moves, but for everything that looks at arrivals and at
        /// first moves the piece has moved, and arrived there.
        stays: bool,
        /// It may make such a move to an empty square and promote there.
        movements: Vec<Movement>,
    },
}

/// One choice of a promotion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionTarget {
    /// The type it becomes.
    pub piece: PieceId,
    /// Only while the side has fewer than this many of that type on the board.
    pub while_fewer_than: Option<u8>,
    /// Only for something in the opponent's hand: see [`Ransom`]. (Two sides only.)
    pub ransom: Option<Ransom>,
}

/// What a promotion takes out of the opponent's hand and puts into it instead, as part of the move.
///
/// The promotion is available only while that hand holds what is taken. A capture by a ride that could only be made with a promotion ([`Forced`]) is an attack only while one of its
/// choices needs nothing in that hand, or finds what it needs there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ransom {
    /// One of this type leaves the opponent's hand.
    pub taken: PieceId,
    /// The opponent gets one of this type in hand for it.
    pub given: PieceId,
}

/// How a piece is dropped that the opponent holds: it is exchanged for something in the side's own hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// One of this type leaves the opponent's hand (it stands there for the piece that is dropped).
    pub taken: PieceId,
    /// What may be given for it; each choice is a move.
    pub prices: Vec<Price>,
}

/// One of the things that may be given in an [`Exchange`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// One of this type leaves the side's hand.
    pub paid: PieceId,
    /// The opponent gets one of this type in hand for it.
    pub becomes: PieceId,
}

/// When a promotion is obligatory. A forced move for which no target is available is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forced {
    /// Never.
    Never,
    /// Whenever it is possible.
    Always,
    /// When the move ends on one of these squares (of those where it may promote).
    Onto(SquareSet),
}

/// How pieces of a type are dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drop {
    /// Where the dropped piece comes from.
    pub supply: Supply,
    /// Besides, it can be had from the opponent's hand, and is dropped at once, in the same way. (Two sides only.)
    pub exchange: Option<Exchange>,
    /// The squares it may be dropped on when empty; squares on which it could never move have been taken out where
    /// the game's rules say so.
    pub zone: SquareSet,
    /// Not on a file that already holds this many pieces of the same type and side (nifu: 1).
    pub per_file: Option<u8>,
    /// While a square of this set is empty, it is dropped only onto such squares, and need not convert.
    pub opening: SquareSet,
    /// Only where its arrival converts something: see [`super::Conversion`].
    pub must_convert: bool,
    /// Not on a square of a colour (the board being chequered: file and rank add up to an even or an odd number) on which the side already has this
    /// many pieces of the same type.
    ///
    /// Squares are kept for those in hand: as many of them as the colours still have room and empty squares of [`Drop::zone`] for, counted
    /// together, can be placed. While these are no more than the hand holds, no other type is dropped on a square that would make them fewer.
    pub per_colour: Option<u8>,
    /// Only where at least one of these offsets holds a piece of the same side, when not empty.
    pub beside: Vec<Step>,
    /// Only where none of these offsets holds an enemy.
    pub away_from: Vec<Step>,
    /// Only where a piece that is pushed in comes to rest, along at least one of these steps (in board coordinates), when not empty. It enters on a square
    /// one step before which the board ends (or has a hole), moves on over empty squares as far as it can, and rests on the last: one step
    /// further something stands, or the board ends.
    pub pushed: Vec<Step>,
    /// The drop may not give check: one after which a royal of an opponent is attacked (that it has to guard) is illegal, whatever attacks it.
    pub may_not_check: bool,
    /// The drop may not give checkmate (drop-pawn mate): a drop that leaves the opponent attacked and without a legal move is illegal.
    pub may_not_mate: bool,
    /// Where this was written.
    pub cause: Cause,
}

/// Where dropped pieces come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// The side's hand; the drop takes one piece of this type out of it, which is the dropped type itself or one that may be
    /// dropped in its form.
    Hand(PieceId),
    /// There is always one.
    Endless,
}
