//! The *move program* of a game: what stands between its [`Rules`] and whatever plays it fast.
//!
//! A program says how each side's moves are found, in terms of sets of squares, instead of what they mean: which tables lead from a square to others
//! ([`Kernel`]), what a piece does with them ([`Term`]), how it is decided which of its moves are legal ([`Legality`]). What differs between sides is a
//! [`PerSide`]. What is rare and needs no work beforehand stays in [`Program::rules`], which a program carries along.
//!
//! In: `Rules`. Out: a [`Program`], or the reason why there is none ([`Unsupported`]). The crate `wazir-machine` runs programs; the interpreter `wazir-reference`
//! never reads one.
#![no_std]
extern crate alloc;

pub mod analysis;
mod explain;
mod kernel;
mod legality;
mod lower;
pub mod tables;

pub use kernel::{Hop, Kernel, KernelId, LameLeap, Ray, Walk};
pub use lower::{lower, supported};
pub use tables::Word;

use alloc::{format, string::String, vec::Vec};
use wazir_runtime::Info;
use wazir_variant_spec::rules::{
    Beside, Castling, Cause, Forced, LastMoved, Leg, PieceId, PieceSet, PromotedBy, PromotionTarget, Push, Rules,
    SquareSet, Step,
};

/// What differs by side, in the order of turns.
pub type PerSide<T> = Vec<T>;

/// The move program of a game.
#[derive(Clone, Debug)]
pub struct Program {
    /// The rules it was made from.
    pub rules: Rules,
    /// Their notation.
    pub info: Info,
    /// Where rides lead, each kernel once.
    pub kernels: Vec<Kernel>,
    /// The kernels in words.
    pub kernel_texts: Vec<String>,
    /// What each side can do.
    pub sides: PerSide<SideProgram>,
    /// What positions remember besides the pieces on the board.
    pub memory: Memory,
}

/// What positions of a game remember besides the pieces on the board and whose turn it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Pieces in hand.
    pub hands: bool,
    /// Which pieces revert to what they were when they are captured.
    pub marks: bool,
    /// Rights to castle, or which pieces have not moved.
    pub rights: bool,
    /// En passant squares.
    pub en_passant: bool,
    /// Walls come and go.
    pub walls: bool,
    /// Checks still to give.
    pub checks: bool,
    /// Up to how many passes in a row.
    pub passes: u8,
    /// Whether the last move was one that ends the game.
    pub ending_moves: bool,
    /// What has moved last.
    pub last_moved: bool,
    /// Captures that may not be answered in kind.
    pub truces: bool,
    /// How far a turn of several moves has come.
    pub several_moves: bool,
    /// Counts of moves.
    pub counts: bool,
}

impl Memory {
    /// What positions of this game, whose notation this is, remember.
    pub fn of(rules: &Rules, info: &Info) -> Memory {
        Memory {
            hands: rules.has_hands(),
            marks: rules.remembers_promotion(),
            rights: !rules.castlings.is_empty() || rules.remembers_first_moves(),
            en_passant: !info.en_passant.is_empty(),
            walls: rules.board.walls,
            checks: !info.checks.is_empty(),
            passes: rules.passes_counted(),
            ending_moves: info.ending_moves > 0,
            last_moved: rules.remembers_last_moved(),
            truces: rules.has_truces(),
            several_moves: rules.has_several_moves(),
            counts: rules.counts().is_some(),
        }
    }
}

/// What one side can do.
#[derive(Clone, Debug)]
pub struct SideProgram {
    /// Its pieces, by type; `None` where it can have none of the type.
    pub pieces: Vec<Option<PieceProgram>>,
    /// How it is decided which of its moves are legal.
    pub legality: Legality,
    /// Its castlings.
    pub castlings: Vec<Castling>,
    /// Where the movements lead by which it places walls: kernels, with the squares they start from and end on.
    pub walls_along: Vec<(KernelId, SquareSet, SquareSet)>,
    /// Moves go straight from the pieces to whoever counts or makes them; else they are listed first, since what a move does, or whether it may be made, depends on
    /// more than the piece and its targets.
    pub direct: bool,
}

/// How it is decided which moves of a side are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legality {
    /// All are: nothing royal has to be guarded.
    Free,
    /// One royal, attacked by leaps and along plain rays only: which squares answer a check and which pieces are pinned is found once a position. Where it matters
    /// whether moves give check, the same holds of the enemy's royal, and which moves do is found as well.
    Masks {
        /// The royal's type.
        royal: PieceId,
    },
    /// Each move is made, and the position after it tested.
    Test,
}

/// What a piece of one type and side can do.
#[derive(Clone, Debug)]
pub struct PieceProgram {
    /// Its ordinary moves, captures and captures en passant.
    pub terms: Vec<Term>,
    /// Exchanges of places.
    pub swaps: Vec<Swapping>,
    /// Moves of several legs.
    pub journeys: Vec<Journeying>,
    /// Moves that shift what stands in their way.
    pub pushes: Vec<Pushing>,
    /// What may capture en passant or leave en passant squares is among the terms.
    pub en_passant: bool,
    /// Its promotions, by ordinary moves and by moves of their own.
    pub promotions: Vec<Promoting>,
    /// Its captures seen from the victim's square: back to where such a piece may stand that captures there.
    pub attacks: Vec<Attack>,
    /// Types of enemies it captures, by bit.
    pub victims: Kinds,
    /// Royal.
    pub royal: bool,
    /// Types it reverts on capture when it has become them: its promotions that revert.
    pub reverts: Kinds,
}

/// A set of piece types, by bit.
pub type Kinds = u64;

/// Targets that a piece reaches in one way.
#[derive(Clone, Debug)]
pub struct Term {
    /// Where it leads.
    pub kernel: KernelId,
    /// To empty squares.
    pub to_empty: bool,
    /// To squares of enemies it captures.
    pub to_enemy: bool,
    /// Which of them, by bit; all that the piece captures where nothing is said.
    pub victims: Kinds,
    /// To empty squares that an enemy has passed over, which is captured by that.
    pub en_passant: bool,
    /// Of captures en passant: leads from a square that was passed back to where the capturer may stand, as far as the board alone tells.
    pub takers: Option<KernelId>,
    /// What it passes over becomes en passant squares.
    pub leaves: Option<Passage>,
    /// When it is available.
    pub when: When,
    /// Squares it starts from.
    pub from: SquareSet,
    /// Squares it arrives on.
    pub to: SquareSet,
    /// Where that was written.
    pub cause: Cause,
}

/// Under which conditions a piece has a [`Term`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct When {
    /// The piece has not moved.
    pub unmoved: bool,
    /// No royal of the side is attacked.
    pub unchecked: bool,
    /// The way there is not attacked.
    pub safe_way: bool,
    /// Friends near it, with their types by bit, and the kernels that lead to where they are looked for.
    pub beside: Option<(Beside, Kinds, Vec<KernelId>)>,
    /// What has moved last.
    pub last_moved: Option<LastMoved>,
}

impl When {
    /// No condition at all?
    pub fn is_always(&self) -> bool {
        *self == When::default()
    }
}

/// The squares that a ride passes over and leaves for captures en passant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// By the square it starts from: where it can end, with the squares it has passed over then, if there are any.
    pub ends: Vec<Vec<(u16, SquareSet)>>,
}

/// Exchanges of places with pieces that a kernel leads to.
#[derive(Clone, Debug)]
pub struct Swapping {
    /// Where it leads.
    pub kernel: KernelId,
    /// Enemies, by type.
    pub enemies: Kinds,
    /// Friends.
    pub friends: bool,
    /// When it is available.
    pub when: When,
    /// Squares it starts from.
    pub from: SquareSet,
    /// Squares it arrives on.
    pub to: SquareSet,
}

/// Pushes along one ride.
#[derive(Clone, Debug)]
pub struct Pushing {
    /// Where the row begins that is pushed.
    pub kernel: KernelId,
    /// The way it is pushed.
    pub step: Step,
    /// What the push does.
    pub push: Push,
    /// What can be pushed, by type.
    pub takes: Kinds,
    /// When it is available.
    pub when: When,
    /// Squares it starts from.
    pub from: SquareSet,
    /// Squares it arrives on.
    pub to: SquareSet,
    /// Where that was written.
    pub cause: Cause,
}

/// Moves of several legs under the same conditions.
#[derive(Clone, Debug)]
pub struct Journeying {
    /// The first legs, with what follows each.
    pub legs: Vec<Leg>,
    /// When they are available.
    pub when: When,
    /// Squares they start from.
    pub from: SquareSet,
    /// Squares they arrive on.
    pub to: SquareSet,
    /// By square: from where one of them might capture there, whatever stands on its way.
    pub cover: Vec<SquareSet>,
    /// Where that was written.
    pub cause: Cause,
}

/// An attack by a piece, seen from the square that is attacked.
#[derive(Clone, Debug)]
pub struct Attack {
    /// Leads from a target back to where the attacker may stand.
    pub kernel: KernelId,
    /// It stands there indeed; else it has to be looked at what its own kernel says.
    pub exact: bool,
    /// The term by which it attacks.
    pub term: usize,
}

/// A change of type at the end of a move.
#[derive(Clone, Debug)]
pub struct Promoting {
    /// The promotion zone.
    pub zone: SquareSet,
    /// Squares from which moves promote.
    pub from: SquareSet,
    /// The moves that promote.
    pub by: PromotedBy,
    /// Kernels of the moves made for promoting only, with the squares they start from and arrive on.
    pub apart: Vec<(KernelId, SquareSet, SquareSet)>,
    /// Only while the side has at most so many of the type.
    pub while_at_most: Option<u8>,
    /// What it becomes.
    pub to: Vec<PromotionTarget>,
    /// When it has to.
    pub forced: Forced,
    /// The promoted piece may attack none of these types, by bit.
    pub may_not_attack: Kinds,
    /// The promotion may not give check.
    pub may_not_check: bool,
    /// Where that was written.
    pub cause: Cause,
}

impl Promoting {
    /// Where a move from this square may end that promotes by it, captures aside.
    pub fn targets(&self, from: u16, all: &SquareSet) -> SquareSet {
        let PromotedBy::Moving { entering, within, leaving, .. } = self.by else { return SquareSet::EMPTY };
        if !self.from.contains(from) {
            return SquareSet::EMPTY;
        }
        let none = SquareSet::EMPTY;
        let inside = self.zone.contains(from);
        let into = if inside && within || !inside && entering { self.zone } else { none };
        let out = if inside && leaving { all.minus(&self.zone) } else { none };
        into.or(&out)
    }

    /// Do only captures promote?
    pub fn only_capturing(&self) -> bool {
        matches!(self.by, PromotedBy::Moving { only_capturing: true, .. })
    }
}

/// Types as bits.
pub fn kinds_of(pieces: impl IntoIterator<Item = PieceId>) -> Kinds {
    pieces.into_iter().fold(0, |kinds, piece| kinds | 1 << (piece & 63))
}

/// A set of types as bits.
pub fn kinds_of_set(set: &PieceSet) -> Kinds {
    kinds_of(set.iter().take_while(|&piece| piece < 64))
}

/// Why a game has no program (yet): the interpreter still plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// What there is no program for, with the text that asks for it.
    pub what: String,
    /// `file:line` of that text; empty when it is a default.
    pub place: String,
}

impl Unsupported {
    /// What the rule written there asks for.
    pub fn at(cause: &Cause, what: impl Into<String>) -> Unsupported {
        let place = if cause.line == 0 { String::new() } else { format!("{}:{}", cause.file, cause.line) };
        Unsupported { what: what.into(), place }
    }
}

impl core::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "{}", self.what)
    }
}

impl core::error::Error for Unsupported {}

/// The code of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
