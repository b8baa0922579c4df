//! `Rules`: what a game *is*, after its file has been read, inherited, checked and normalised.
//!
//! This module is the semantics of the rule language. The reference interpreter plays these types
//! directly, the code generator specialises them; neither may know anything about a game that is
//! not said here. Everything is in board coordinates and per side: mirroring, defaults, `extends`
//! and names have been resolved. Where a rule needs more than one word, the doc comment of its
//! type says exactly what it means.
//!
//! Conventions: a [`Square`] is `file + rank * files` counted from 0 at the corner a1; a side is
//! its index in [`Rules::sides`], which is also the order of turns; a piece type is its index in
//! [`Rules::pieces`].

mod counting;
mod end;
mod formation;
mod journey;
mod movement;
mod piece;
mod push;
mod repetition;
mod royals;
mod sides;
mod squares;
mod truce;
mod turn;
mod walling;

pub use counting::{Count, CountLimit, CountStart};
pub use end::{Condition, EndRule, EndingMove, Subject, Verdict};
pub use formation::{Formation, Pattern};
pub use journey::{Ground, Leg};
pub use movement::{Beside, Hurdle, Landing, LastMoved, Movement, Path, PieceSet, Ride, Swap, Via, ViaState};
pub use piece::{
    Capturer, Drop, Exchange, Forced, Forfeit, Piece, PieceRules, Price, PromotedBy, Promotion, PromotionTarget,
    Ransom, Supply, Wary,
};
pub use push::{Push, Whom};
pub use repetition::{AllAlong, Chase, Prey};
pub use sides::{Defeated, MOST_SIDES, Orientation, Side};
pub use squares::{Board, Joined, Region, Square, SquareSet};
pub use truce::Truce;
pub use turn::{Attacks, Chain, Safe, TakesPassing, Turn, TurnCheck, TurnLength};
pub use walling::{WallDuty, WallReach, Walling};

pub use wazir_runtime::Grid;

/// Index of a piece type in [`Rules::pieces`].
pub type PieceId = u8;

/// Index of a side in [`Rules::sides`]; also its place in the order of turns.
pub type SideId = u8;

/// A step in board coordinates: files to the right (`dx`) and ranks up (`dy`), as the first side sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Files to the right.
    pub dx: i16,
    /// Ranks up.
    pub dy: i16,
}

impl Step {
    /// The way back.
    #[must_use]
    pub fn reversed(self) -> Step {
        Step { dx: -self.dx, dy: -self.dy }
    }
}

/// Where in the source a rule was written, for comments in generated code and for messages.
///
/// Two rules that differ only in where they were written are the same rule: all causes are equal.
#[derive(Clone, Debug, Default)]
pub struct Cause {
    /// File name as it was opened, such as `variants/shogi.ron`.
    pub file: String,
    /// Line in that file, counted from 1; 0 when the rule is a default that no line states.
    pub line: u32,
    /// The text of the rule as written, in one line.
    pub text: String,
}

impl PartialEq for Cause {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Cause {}

/// The complete, normalised rules of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Identifier: the file's stem (`shogi`), lower case, used for modules and features.
    pub id: String,
    /// The game's name for people.
    pub name: String,
    /// One sentence about the game.
    pub about: String,
    /// The group of games it is listed with (`Shogi`); empty when its file names none.
    pub family: String,
    /// Where or whom it comes from, and when (`Dan Troyka, 2000`); empty when its file does not say.
    pub origin: String,
    /// The board.
    pub board: Board,
    /// The sides in the order of their turns, at least two. The turn passes to the next that is not out, cyclically: see [`Turn`].
    pub sides: Vec<Side>,
    /// All piece types of the game.
    pub pieces: Vec<Piece>,
    /// Start position, as FEN.
    pub start: Start,
    /// What the moves of each side do and have to respect, by [`SideId`].
    pub play: Vec<Play>,
    /// Castlings, at most two a side, in the order of their FEN letters (king's wing first).
    pub castlings: Vec<Castling>,
    /// How the game ends; the first rule whose condition holds decides.
    pub end: Vec<EndRule>,
    /// What is counted for each side where points decide ([`Verdict::MorePoints`]), by [`SideId`].
    pub points: Vec<Points>,
    /// The parts of the board that have a name, in the order of the file.
    pub regions: Vec<Region>,
}

/// What a side's pieces, on the board and in its hand, count in points. Units: hundredths of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// Each piece of a type, indexed by [`PieceId`].
    pub pieces: Vec<u32>,
    /// What the side has without any piece (for moving second, or as odds).
    pub bonus: u32,
}

/// What the moves of one side do and have to respect, whatever piece makes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// How many moves this side makes before the turn passes on.
    pub turn: Turn,
    /// What a capture by this side does beyond removing its victim.
    pub capture: Capture,
    /// Captures of the opponent that this side may not answer in kind.
    pub truce: Option<Truce>,
    /// What arrivals of this side convert, with or without a capture.
    pub arrival: Vec<Conversion>,
    /// The second part of this side's turns: the wall it places.
    pub walling: Option<Walling>,
    /// Which moves of this side are forbidden on account of checks, and how its royals attack others.
    pub check: Check,
    /// What this side must do, most important first: the legal moves are those that satisfy the first obligation that is in force. They
    /// do not touch passes.
    pub obligations: Vec<Obligation>,
    /// What the first moves of pieces may bring in from the hand.
    pub gating: Option<Gating>,
    /// Whether this side may pass.
    pub pass: Pass,
    /// Moves and drops of these piece types by this side, and all its captures, set the halfmove clock back to 0, indexed by
    /// [`PieceId`]. Default: the types whose every movement goes forward.
    pub clock_resets: Vec<bool>,
    /// What becomes of this side's pieces when it is out of a game that goes on.
    pub defeated: Defeated,
}

/// Where the game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The start position in FEN.
    pub fen: String,
    /// True where castling rights in FEN are written as files and castling moves as "king takes rook"
    /// (Chess960 style) by default. Input in either style is accepted wherever it is unambiguous.
    pub chess960: bool,
    /// Where this was written.
    pub cause: Cause,
}

/// What happens on a capture besides the victim leaving the board.
///
/// Whether the victim goes to the capturer's hand, and as what, is said by the victim's type:
/// [`PieceRules::captured_as`].
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Capture {
    /// Every capture explodes: see [`Blast`].
    pub blast: Option<Blast>,
}

/// An explosion around the square a capture arrives on (for en passant: the arrival square, not the victim's). "Capturer" is the side whose
/// captures explode.
///
/// All pieces of both sides on the squares at `around` are removed, except those of the spared
/// types; the capturing piece is removed as well when its type (before the move) is one of `capturers`. Blast victims go to nobody's hand.
///
/// A royal that is blown up is gone. A move that blows up the mover's own royal is illegal. A move
/// that takes away the last royal of an opponent (by the explosion, or by what its arrival converts) is legal even when the mover's
/// royal is attacked afterwards. An attack on a royal is not a check when capturing that royal would blow up a royal of
/// the capturer's own side (a matter of the attacker's captures).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blast {
    /// Offsets from the square of the capture.
    pub around: Vec<Step>,
    /// Types that survive as bystanders, by [`PieceId`].
    pub spares: Vec<PieceId>,
    /// Types (before the move) that are removed too when they capture, by [`PieceId`].
    pub capturers: Vec<PieceId>,
    /// Types, ascending, that leave a wall on the square from which the blast removes them (the capturer by what it has become).
    pub petrifies: Vec<PieceId>,
    /// Where this was written.
    pub cause: Cause,
}

/// What an arrival turns over: enemy pieces change to the mover's side, keeping their type. All that the conversions of an arrival name is
/// found in the position in which the piece has just arrived, and changes sides at once. A piece that has not survived its arrival (exploded, turned to
/// a wall, changed sides, stayed behind) converts nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// Which enemies.
    pub of: Converted,
    /// Arrivals by moves, castlings included, convert.
    pub by_moves: bool,
    /// Arrivals by drops convert.
    pub by_drops: bool,
    /// Only where at least one of these offsets from the square of arrival holds another piece of the mover's side, when not empty.
    pub beside: Vec<Step>,
    /// Where this was written.
    pub cause: Cause,
}

/// Which enemies an arrival converts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Converted {
    /// Those on the squares at these offsets from the square of arrival.
    Around(Vec<Step>),
    /// Along each of these steps, taken again and again from the square of arrival: an unbroken row of enemies that begins with the first square, if a piece
    /// of the mover's side stands on the square behind the last of them.
    Enclosed(Vec<Step>),
}

/// One castling of one side.
///
/// It is available while the position holds the right to it. A right names the partner's square. The
/// king stands on `rank`, the partner on the same rank towards `towards` of the king. (For a side that plays sideways read file for rank and rank for file.) All squares the two
/// pass over or arrive on, other than their own, have to be empty; no square the king leaves,
/// passes or arrives on may be attacked (as for any royal; a king that is not royal castles freely); and the
/// position after it has to be legal. A right is lost when the king or its partner moves or leaves the board
/// in any way (captured, exploded); so it is when another piece of the king's type and side does so on that rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Whose castling.
    pub side: SideId,
    /// Letter in the FEN's rights field for the first side (`K`, `Q`); other sides use lower case.
    pub letter: char,
    /// The type that castles.
    pub king: PieceId,
    /// The types it may castle with.
    pub partners: Vec<PieceId>,
    /// Rank (0-based) on which both stand; for a side that plays sideways, the file.
    pub rank: u8,
    /// +1 when the partner stands on a higher file than the king, -1 when on a lower one.
    pub towards: i8,
    /// The partner that the bare letter means in a FEN, where one stands on this square; otherwise, and without this, the letter means the
    /// outermost partner on that side of the king. Moves do not depend on it: a right names its partner's square.
    pub partner_from: Option<Square>,
    /// Where the king arrives.
    pub king_to: Square,
    /// Where the partner arrives.
    pub partner_to: Square,
    /// Where king and partner get the right by being dropped, if they can: see [`Placed`].
    pub placed: Option<Placed>,
    /// Letters of castlings to which the opponents lose their rights when this one is made. (Not in games that remember first moves, where a right is nothing
    /// of its own.)
    pub forfeits: Vec<char>,
    /// Where this was written.
    pub cause: Cause,
}

/// How a right to castle is gained in the game: when the king is dropped on `king` or a partner on `partner` and both stand there then, the side
/// gets the right to castle with the partner on `partner`.
///
/// Without `king` only the partner is placed: dropped on its square it counts as unmoved, so that a king that is may castle with it. (Positions of such a game remember
/// first moves: see [`Rules::first_movers`].)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The king's square, on the castling's rank, where it has to be dropped.
    pub king: Option<Square>,
    /// The partner's square, on the same rank towards the castling's wing.
    pub partner: Square,
}

/// Which moves of a side are illegal on account of attacked royals.
///
/// A king that castles is tested in the same way on every square it leaves or passes, all other pieces standing where they stood, and on the one it arrives
/// on in the position after castling (where its partner may shield it).
///
/// A royal (a piece with [`PieceRules::royal`]) is attacked by a side when one of that side's movements
/// could capture it (by a piece that may: [`PieceRules::victims`]) in the given placement, or when the two stand `facing` each other. What the
/// rules say of a side with attacked royals holds where its `guard` makes them matter; the squares that a castling king passes are tested whatever the guard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The side's moves may not leave a royal of its own attacked. (Every game with royals; false only where the side has none
    /// or may lose them.)
    pub may_not_remain: bool,
    /// Which of several royals the side has to guard.
    pub guard: Guard,
    /// A royal of the side that is attacked may move only to capture the one piece that attacks the side's royals. (Other pieces may
    /// still answer the check.)
    pub may_not_flee: bool,
    /// The side's moves may not attack a royal of an opponent.
    pub may_not_be_given: bool,
    /// Types, ascending, that may not mate by themselves: the side's moves may not leave an opponent without a legal move whose royals are attacked by pieces
    /// of these types and by no other.
    pub may_not_mate: Vec<PieceId>,
    /// Directions (in board coordinates; both ways are meant) along which a royal of this side attacks an opponent's royal
    /// from any distance when nothing stands between them (xiangqi: the file).
    pub facing: Vec<Step>,
    /// Where this was written.
    pub cause: Cause,
}

/// Gating: with the first move of a piece, the side may put one piece of its hand on the square that was left, as part of the same move.
///
/// A piece's first move is one it makes while the position remembers that it has not moved (see [`Rules::first_movers`]), by any movement. With a
/// castling, the square is the king's or the partner's, where that one has not moved before and nothing stands on its square afterwards.
/// The move has to be legal without the gating (so that a piece brought in neither ends a check nor frees a pinned piece), and may not leave a royal of the mover attacked
/// with it. The piece comes last: after what the move captures, explodes and converts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gating {
    /// Types whose first moves may bring in a piece, ascending.
    pub with: Vec<PieceId>,
    /// On which squares each type may be put, indexed by [`PieceId`]; empty for types that are not gated.
    pub zones: Vec<SquareSet>,
    /// Where this was written.
    pub cause: Cause,
}

/// Which of a side's royals may not be left attacked. With other guards than [`Guard::Each`] royals can be captured; they go to nobody's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Guard {
    /// Each of them.
    #[default]
    Each,
    /// The last one: while the side has several, it does not matter what attacks them.
    Last,
    /// All together: it does not matter what attacks them as long as one of them is not attacked.
    All,
}

/// What a side's counter of checks counts. Positions hold the number of checks still to give, from [`CheckCounter::checks`] down to 0.
///
/// A move of the side after which royals of an opponent are attacked (that it has to guard) counts one off, when a piece of a type in `by` is among those
/// that attack them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckCounter {
    /// How many checks there are to give.
    pub checks: u8,
    /// The types, ascending, whose checks count; `None`: all checks count.
    pub by: Option<Vec<PieceId>>,
    /// A move of the side that attacks no royal sets the counter back to [`CheckCounter::checks`].
    pub in_a_row: bool,
}

/// Something a side has to do while the obligation is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obligation {
    /// Capture something. In force when a legal move does.
    Capture,
    /// Drop a piece of one of these types from the hand. In force while the side's hand holds one of them, even where none of them can
    /// be dropped: the side has no move then.
    Drop {
        /// The types, ascending.
        pieces: Vec<PieceId>,
    },
    /// See to it that after the move no royal of the side faces one of an opponent: see [`Facing`]. In force while one does, even where no move
    /// ends it.
    EndFacing(Facing),
}

/// Royals of two sides face each other where one of these lines joins them with nothing standing between. (Without being a check by
/// that; where it is one, [`Check::facing`] says so.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facing {
    /// Directions in board coordinates; both ways are meant.
    pub along: Vec<Step>,
}

/// When a side may give up its turn. A pass changes nothing on the board; it is a move, legal only if what stands on the
/// board respects the side's [`Check`] (no royal of the side that passes is attacked). A side without any piece on the board has nothing to pass with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// Never.
    Never,
    /// Only when it has no other legal move.
    WhenStuck,
    /// Always, except when a royal of its own is attacked.
    Always,
}

impl Rules {
    /// The rules of piece type `piece` for `side`, or `None` when that side can never own such a piece.
    pub fn piece_rules(&self, piece: PieceId, side: SideId) -> Option<&PieceRules> {
        self.pieces[piece as usize].sides[side as usize].as_ref()
    }

    /// What the moves of `side` do and have to respect.
    pub fn play(&self, side: SideId) -> &Play {
        &self.play[side as usize]
    }

    /// The piece type with this symbol (`"P"`, `"+P"`), as written for the first side.
    pub fn piece_by_symbol(&self, symbol: &str) -> Option<PieceId> {
        self.pieces.iter().position(|p| p.symbol == symbol).map(|i| i as PieceId)
    }

    /// What each side's counter of checks counts, when a rule about the end needs one; else empty. (A side that no such rule is about counts as the other.)
    pub fn check_counters(&self) -> Vec<CheckCounter> {
        let sides = self.sides.len() as SideId;
        // Whose checks a rule is about: a mate's are those of the side that is not mated.
        let counter = |rule: &EndRule| match &rule.when {
            Condition::ChecksGiven { times } => {
                Some((rule.of, CheckCounter { checks: *times, by: None, in_a_row: false }))
            }
            Condition::Checkmate { after: Some(by) } => {
                let of = rule.of.map(|mated| (mated + sides - 1) % sides);
                Some((of, CheckCounter { checks: 1, by: Some(by.clone()), in_a_row: true }))
            }
            _ => None,
        };
        let counted: Vec<(Option<SideId>, CheckCounter)> = self.end.iter().filter_map(counter).collect();
        let of_side = |side: SideId| counted.iter().find(|(of, _)| of.is_none_or(|of| of == side)).or(counted.first());
        (0..sides).filter_map(of_side).map(|(_, counter)| counter.clone()).collect()
    }

    /// The counts that weakened sides have going, when the game has such a rule, and the only side that counts, where that is said.
    pub fn counts(&self) -> Option<(&[Count], Option<SideId>)> {
        self.end.iter().find_map(|rule| match &rule.when {
            Condition::CountedOut { counts } => Some((&counts[..], rule.of)),
            _ => None,
        })
    }

    /// Up to how many passes in a row positions count, for the rules about the end that ask; 0 where none does. The count is part of the
    /// position: a pass adds one, any other move sets it back to 0.
    pub fn passes_counted(&self) -> u8 {
        let asked = self.end.iter().map(|rule| match rule.when {
            Condition::Passed { times } | Condition::Facing { passes: times, .. } => times,
            _ => 0,
        });
        asked.max().unwrap_or(0)
    }

    /// The kinds of moves that end the game, with the only side whose moves do where that is said, in the order of the rules. A position remembers the place of the
    /// first that its last move was of, counted from 1; 0: of none. (The game is over then, so that no move follows one that is remembered.)
    pub fn ending_moves(&self) -> Vec<(&EndingMove, Option<SideId>)> {
        let ending_move = |rule| match rule {
            &EndRule { when: Condition::Moved { ref by }, of, .. } => Some((by, of)),
            _ => None,
        };
        self.end.iter().filter_map(ending_move).collect()
    }

    /// Do positions remember captures that may not be answered in kind?
    pub fn has_truces(&self) -> bool {
        self.play.iter().any(|play| play.truce.is_some())
    }

    /// Do positions remember what has moved last?
    pub fn remembers_last_moved(&self) -> bool {
        let mut movements =
            self.pieces.iter().flat_map(|piece| piece.sides.iter().flatten()).flat_map(|rules| &rules.movements);
        movements.any(|movement| movement.last_moved.is_some())
    }

    /// Do they remember that a piece of this type of `side` has moved last, where they remember such things at all?
    pub fn is_remembered(&self, piece: PieceId, side: SideId) -> bool {
        self.piece_rules(piece, side).is_some_and(|rules| !rules.imitates)
    }

    /// Can some turn have more than one move?
    pub fn has_several_moves(&self) -> bool {
        self.play.iter().any(|play| play.turn.length.is_several() || play.turn.chain.is_some())
    }

    /// Does any rule count points?
    pub fn counts_points(&self) -> bool {
        self.end.iter().any(|rule| rule.then == Verdict::MorePoints)
    }

    /// The types of a side whose pieces positions remember as unmoved, ascending: those with a [`Movement::unmoved`], and those that may gate.
    ///
    /// Such a piece counts as unmoved while FEN's rights say so, which they can of pieces on one rank: that on which all of them stand at the start, or else the side's first; it loses that by any move and by
    /// leaving the board. In a game in which any side has such types, a right to castle is nothing of its own: a king castles with a partner
    /// while both are unmoved.
    pub fn first_movers(&self, side: SideId) -> Vec<PieceId> {
        let gates = |piece: &PieceId| self.play(side).gating.as_ref().is_some_and(|g| g.with.contains(piece));
        let leaps = |piece: &PieceId| {
            self.piece_rules(*piece, side).is_some_and(|rules| rules.movements.iter().any(|m| m.unmoved))
        };
        let remembered = |piece: &PieceId| {
            let castles = |c: &Castling| c.side == side && (c.king == *piece || c.partners.contains(piece));
            gates(piece) || leaps(piece) || self.remembers_first_moves() && self.castlings.iter().any(castles)
        };
        (0..self.pieces.len() as PieceId).filter(remembered).collect()
    }

    /// Do positions remember of any pieces that they have not moved?
    pub fn remembers_first_moves(&self) -> bool {
        let leaps = |rules: &PieceRules| rules.movements.iter().any(|m| m.unmoved);
        let comes_unmoved = |castling: &Castling| castling.placed.is_some_and(|placed| placed.king.is_none());
        self.play.iter().any(|play| play.gating.is_some())
            || self.castlings.iter().any(comes_unmoved)
            || self.pieces.iter().flat_map(|p| p.sides.iter().flatten()).any(leaps)
    }

    /// May pieces of this type be gated by some side?
    pub fn is_gated(&self, piece: PieceId) -> bool {
        self.play.iter().filter_map(|play| play.gating.as_ref()).any(|g| !g.zones[piece as usize].is_empty())
    }

    /// The types that drops and promotions exchange between hands, with repetitions.
    pub fn exchanged(&self) -> Vec<PieceId> {
        let mut exchanged = Vec::new();
        for own in self.pieces.iter().flat_map(|piece| piece.sides.iter().flatten()) {
            let targets = own.promotions.iter().flat_map(|promotion| &promotion.to);
            exchanged.extend(targets.filter_map(|to| to.ransom).flat_map(|ransom| [ransom.taken, ransom.given]));
            if let Some(exchange) = own.drop.as_ref().and_then(|drop| drop.exchange.as_ref()) {
                exchanged.push(exchange.taken);
                exchanged.extend(exchange.prices.iter().flat_map(|price| [price.paid, price.becomes]));
            }
        }
        exchanged
    }

    /// True when some piece goes to a hand when captured, or some drop or gating is supplied from a hand.
    pub fn has_hands(&self) -> bool {
        let gated = self.play.iter().any(|play| play.gating.is_some());
        gated
            || !self.exchanged().is_empty()
            || self.pieces.iter().flat_map(|p| p.sides.iter().flatten()).any(|r| {
                r.captured_as.is_some() || r.drop.as_ref().is_some_and(|d| matches!(d.supply, Supply::Hand(_)))
            })
    }

    /// True when a piece's origin by promotion has to be remembered on the board (FEN `~`): some type is both a
    /// promotion target and captured as something else than a promoted piece of that type would be.
    pub fn remembers_promotion(&self) -> bool {
        (0..self.sides.len()).any(|side| {
            self.pieces
                .iter()
                .filter_map(|p| p.sides[side].as_ref())
                .any(|rules| rules.promotions.iter().any(|promotion| promotion.reverts_when_captured))
        })
    }
}
