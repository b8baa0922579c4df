//! [`Analysis`]: what can be found out about a game before anybody says how it is played fast.
//!
//! In: [`Rules`]. Out: the movement of every piece broken into [`Part`]s, each of which is one way to get somewhere ([`Shape`]), what positions have to remember, and how
//! the [`Legality`] of each side's moves can be decided at the least cost. Each submodule knows one subject of the rules.
//!
//! Nothing here knows Rust text: the generator (`wazir-codegen`) prints from this, and says for itself what it has no code for.

mod beside;
mod captures;
mod conditions;
mod ends;
mod exchanges;
mod journeys;
mod legality;
mod lines;
mod parts;
mod promotions;
mod pushes;
mod rights;
mod royals;
mod shapes;
mod swaps;
mod turns;

pub use beside::beside_parts;
pub use captures::petrifies;
pub use conditions::PartConditions;
pub use ends::stops;
pub use journeys::{Travel, asks_for_own, jumps_enemies};
pub use legality::{CheckingMoves, Legality};
pub use lines::{LineAttack, Way};
pub use parts::{Mode, Part, parts_of};
pub use promotions::is_conditional;
pub use pushes::Pushing;
pub use royals::only_royal;
pub(crate) use royals::ways_meet;
pub use shapes::{Kernel, Ray, Shape, goes_all_the_way, is_aligned, is_queen_step, leap_targets, ray_squares, ray_way};

use crate::{Memory, Unsupported, Word};
use alloc::{vec, vec::Vec};
use journeys::travels_of;
use pushes::pushes_of;
use swaps::swaps_of;
use wazir_runtime::Info;
use wazir_variant_spec::rules::{
    Board, Capturer, Drop, Facing, Obligation, Pass, PieceId, PieceRules, PieceSet, PromotedBy, Rules, SideId, Supply,
    Swap, Truce,
};

/// What has been found out about a piece type.
#[derive(Clone, Debug)]
pub struct PieceAnalysis<'r> {
    /// Its rules for each side.
    pub rules: Vec<Option<&'r PieceRules>>,
    /// Its movement for each side; empty where the side has none.
    pub parts: Vec<Vec<Part>>,
    /// For each side, its journeys that are more than a move to an empty square or an enemy's.
    pub travels: Vec<Vec<Travel>>,
    /// For each side, its exchanges of places: their parts, which go wherever something stands, and with whom.
    pub swaps: Vec<Vec<(Part, Swap)>>,
    /// For each side, its pushes.
    pub pushes: Vec<Vec<Pushing>>,
    /// For each side and promotion: the moves made for it alone.
    pub apart: Vec<Vec<Vec<Part>>>,
}

impl<'r> PieceAnalysis<'r> {
    /// A piece that moves, on each side, by these parts and in no other way.
    pub fn of_parts(rules: Vec<Option<&'r PieceRules>>, parts: Vec<Vec<Part>>) -> PieceAnalysis<'r> {
        let sides = parts.len();
        PieceAnalysis {
            rules,
            parts,
            travels: vec![Vec::new(); sides],
            swaps: vec![Vec::new(); sides],
            pushes: vec![Vec::new(); sides],
            apart: vec![Vec::new(); sides],
        }
    }
}

/// What has been found out about a game.
#[derive(Clone, Debug)]
pub struct Analysis<'r> {
    /// The game.
    pub rules: &'r Rules,
    /// Its notation.
    pub info: Info,
    /// Number of squares of the rectangle.
    pub squares: u16,
    /// The board word.
    pub word: Word,
    /// Piece types by id.
    pub pieces: Vec<PieceAnalysis<'r>>,
    /// How the safety of its own royals is decided, by side.
    pub legality: Vec<Legality>,
    /// Whether the checks a side gives are told beforehand (else, where they matter, the made move is tested).
    pub checking_moves: Vec<CheckingMoves>,
    /// Royal types of each side.
    pub royals: Vec<Vec<PieceId>>,
    /// Types that can be in a hand, ascending; their index is their place in the hand array.
    pub hand: Vec<PieceId>,
    /// What positions remember besides the pieces on the board.
    pub memory: Memory,
    /// Positions remember first moves.
    pub first_moves: bool,
    /// There are parts that leave en passant squares (which may be none on this board, so that positions need not remember any).
    pub en_passant: bool,
    /// A move may leave several en passant squares: all on a line to the piece that has passed.
    pub passes_several: bool,
    /// Moves put walls on the board or take them off.
    pub walls_change: bool,
    /// Captures are obligatory, by side.
    pub must_capture: Vec<bool>,
    /// Types that have to be dropped while they are in hand, by side, where that is the side's only obligation.
    pub must_drop: Vec<Vec<PieceId>>,
    /// The facing of royals that a side's moves have to end, by side.
    pub must_end: Vec<Option<&'r Facing>>,
    /// Captures that neither side may answer in kind.
    pub truce: Option<&'r Truce>,
    /// Captures may be followed by others of the same piece.
    pub chains: bool,
}

impl<'r> Analysis<'r> {
    /// Analyses a game.
    ///
    /// # Errors
    /// When a movement is none that can be broken into parts.
    pub fn new(rules: &'r Rules) -> Result<Analysis<'r>, Unsupported> {
        let sides = 0..rules.sides.len();
        let mut pieces = analyse_pieces(rules)?;
        spare_royals(rules, &mut pieces);
        let parts = || pieces.iter().flat_map(|piece| piece.parts.iter().flatten());
        let info = wazir_variant_spec::info(rules);
        let memory = Memory::of(rules, &info);
        let mut analysis = Analysis {
            rules,
            info,
            squares: rules.board.squares(),
            word: Word::of(rules.board.squares()),
            royals: sides.clone().map(|side| rules.royal_types(side as SideId)).collect(),
            hand: held(rules),
            memory,
            first_moves: rules.remembers_first_moves(),
            en_passant: parts().any(|part| part.mode.leaves),
            passes_several: parts().any(|part| part.mode.leaves && matches!(part.shape, Shape::Slide(_))),
            walls_change: walls_change(rules),
            must_capture: rules.play.iter().map(|play| play.obligations.contains(&Obligation::Capture)).collect(),
            must_drop: sides.clone().map(|side| must_drop(rules, side)).collect(),
            must_end: sides.clone().map(|side| must_end(rules, side)).collect(),
            truce: rules.play.iter().find_map(|play| play.truce.as_ref()),
            chains: rules.play.iter().any(|play| play.turn.chain.is_some()),
            pieces,
            legality: vec![Legality::Free; rules.sides.len()],
            checking_moves: vec![CheckingMoves::Unknown; rules.sides.len()],
        };
        if rules.has_many_sides() {
            analysis.legality = sides.map(|side| analysis.legality_among_sides(side)).collect();
            return Ok(analysis);
        }
        analysis.checking_moves = sides.clone().map(|side| analysis.decide_checking_moves(side)).collect();
        analysis.legality = sides.map(|side| analysis.decide_legality(side)).collect();
        Ok(analysis)
    }

    /// The drops of all types and sides.
    pub fn drops(&self) -> impl Iterator<Item = &Drop> {
        self.rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten()).filter_map(|own| own.drop.as_ref())
    }

    /// Which place in the hand array a drop takes from; `None` where the supply is endless.
    pub fn place_in_hand(&self, drop: &Drop) -> Option<usize> {
        match drop.supply {
            Supply::Hand(held) => self.hand.iter().position(|&h| h == held),
            Supply::Endless => None,
        }
    }

    /// How many sides the game has.
    pub fn sides(&self) -> usize {
        self.rules.sides.len()
    }

    /// All sides but one.
    pub fn others(&self, side: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.sides()).filter(move |&other| other != side)
    }

    /// The rules of a side's types.
    pub fn own(&self, side: usize) -> impl Iterator<Item = &PieceRules> {
        self.pieces.iter().filter_map(move |piece| piece.rules[side])
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.rules.board
    }

    /// Has somebody else a royal, to which `side` could give check?
    pub fn can_check(&self, side: usize) -> bool {
        self.others(side).any(|other| !self.royals[other].is_empty())
    }

    /// Can anybody pass?
    pub fn passes(&self) -> bool {
        self.rules.play.iter().any(|play| play.pass != Pass::Never)
    }

    /// The types whose moves by this side reset the halfmove clock. (What holds of types it never owns does not matter: as for the other side.)
    pub fn clock_resets(&self, side: usize) -> Vec<usize> {
        let resets = |id: &usize| {
            let owned = |side: &usize| self.pieces[*id].rules[*side].is_some();
            let owner = if owned(&side) { side } else { (0..self.sides()).find(owned).unwrap_or(side) };
            self.rules.play[owner].clock_resets.get(*id) == Some(&true)
        };
        (0..self.pieces.len()).filter(resets).collect()
    }
}

/// The types that can be in a hand, ascending.
fn held(rules: &Rules) -> Vec<PieceId> {
    let all = || rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten());
    let is_held = |&id: &PieceId| {
        let dropped = all().filter_map(|own| own.drop.as_ref()).any(|drop| drop.supply == Supply::Hand(id));
        let captured = all().any(|own| own.captured_as == Some(id));
        dropped || captured || rules.is_gated(id) || rules.exchanged().contains(&id)
    };
    (0..rules.pieces.len() as PieceId).filter(is_held).filter(|_| rules.has_hands()).collect()
}

/// Do moves put walls on the board or take them off?
fn walls_change(rules: &Rules) -> bool {
    let mut own = rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten());
    rules.play.iter().any(|play| play.walling.is_some())
        || own.any(|own| own.capturer == Capturer::TurnsToWall)
        || petrifies(rules)
}

/// The types that a side has to drop while it holds them.
fn must_drop(rules: &Rules, side: usize) -> Vec<PieceId> {
    match &rules.play[side].obligations[..] {
        [Obligation::Drop { pieces }] => pieces.clone(),
        _ => Vec::new(),
    }
}

/// The facing of royals that a side has to end.
fn must_end(rules: &Rules, side: usize) -> Option<&Facing> {
    rules.play[side].obligations.iter().find_map(|obligation| match obligation {
        Obligation::EndFacing(facing) => Some(facing),
        _ => None,
    })
}

fn analyse_pieces(rules: &Rules) -> Result<Vec<PieceAnalysis<'_>>, Unsupported> {
    let mut pieces = Vec::new();
    for piece in &rules.pieces {
        let sides: Vec<Option<&PieceRules>> = piece.sides.iter().map(Option::as_ref).collect();
        let mut parts: Vec<Vec<Part>> = vec![Vec::new(); sides.len()];
        let mut apart: Vec<Vec<Vec<Part>>> = vec![Vec::new(); sides.len()];
        let mut travels: Vec<Vec<Travel>> = vec![Vec::new(); sides.len()];
        let mut swaps: Vec<Vec<(Part, Swap)>> = vec![Vec::new(); sides.len()];
        let mut pushes: Vec<Vec<Pushing>> = vec![Vec::new(); sides.len()];
        for (side, rules_of_side) in sides.iter().enumerate() {
            if let Some(piece_rules) = rules_of_side {
                parts[side] = parts_of(&rules.board, &piece_rules.movements)?;
                travels[side] = travels_of(&piece_rules.movements);
                swaps[side] = swaps_of(&rules.board, &piece_rules.movements)?;
                pushes[side] = pushes_of(&rules.board, &piece_rules.movements)?;
                for promotion in &piece_rules.promotions {
                    apart[side].push(match &promotion.by {
                        PromotedBy::Apart { movements, .. } => parts_of(&rules.board, movements)?,
                        PromotedBy::Moving { .. } => Vec::new(),
                    });
                }
            }
        }
        pieces.push(PieceAnalysis { rules: sides, parts, travels, swaps, pushes, apart });
    }
    Ok(pieces)
}

/// Notes which captures are no attacks on royals: those of types among which there is none of another side.
fn spare_royals(rules: &Rules, pieces: &mut [PieceAnalysis<'_>]) {
    let is_royal = |piece: PieceId, side: usize| rules.piece_rules(piece, side as u8).is_some_and(|own| own.royal);
    for parts in pieces.iter_mut().map(|piece| &mut piece.parts) {
        for (side, part) in
            parts.iter_mut().enumerate().flat_map(|(side, parts)| parts.iter_mut().map(move |p| (side, p)))
        {
            let others = |&other: &usize| other != side;
            let takes = |victims: PieceSet| {
                let mut owners = (0..rules.sides.len()).filter(others);
                owners.any(|other| {
                    victims.iter().any(|piece| (piece as usize) < rules.pieces.len() && is_royal(piece, other))
                })
            };
            part.mode.menaces &= part.mode.victims.is_none_or(takes);
        }
    }
}
