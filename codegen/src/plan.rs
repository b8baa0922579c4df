//! [`Plan`]: what the generator has found out about a game before it writes any code.
//!
//! In: [`Rules`]. Out: the board word, the movement of every piece broken into parts that have kernels, and how each side's
//! legality is decided. Each submodule knows one subject of the rules, and refuses by name what has no code together with it.

mod beside;
mod captures;
mod checks;
mod conditions;
mod exchanges;
mod gating;
mod journeys;
mod legality;
mod parts;
mod promotions;
mod pushes;
mod rights;
mod shapes;
mod swaps;
mod turns;
mod walls;

pub(crate) use beside::beside_parts;
pub(crate) use captures::petrifies;
pub(crate) use conditions::PartConditions;
pub(crate) use journeys::{Travel, asks_for_own, jumps_enemies};
pub(crate) use legality::CheckingMoves;
pub use legality::Legality;
pub(crate) use parts::{Mode, Part, plan_parts};
pub(crate) use pushes::Pushing;
pub(crate) use shapes::{
    Kernel, Ray, Shape, goes_all_the_way, is_aligned, is_queen_step, ray_squares, ray_way, reverse,
};

use crate::multiplayer;
use crate::unsupported::Unsupported;
use captures::truce;
use journeys::plan_travels;
use proc_macro2::Ident;
use pushes::plan_pushes;
use quote::format_ident;
use swaps::plan_swaps;
use wazir_variant_spec::rules::{
    Board, Capturer, Condition, Drop, Facing, Obligation, Pass, PieceId, PieceRules, PieceSet, Play, PromotedBy, Rules,
    SideId, Supply, Swap, Truce,
};

/// The machine words that hold a set of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// Up to 64 squares.
    One,
    /// Up to 128 squares.
    Two,
    /// More: this many 64-bit words.
    Many(usize),
}

impl Word {
    /// The word for so many squares.
    pub(crate) fn of(squares: u16) -> Word {
        match squares {
            0..=64 => Word::One,
            65..=128 => Word::Two,
            _ => Word::Many((squares as usize).div_ceil(64)),
        }
    }
}

/// A piece type.
pub(crate) struct PiecePlan<'r> {
    /// Name of its constant: `PAWN`.
    pub ident: Ident,
    /// Name in functions: `pawn`.
    pub snake: String,
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

/// The plan for one game.
pub(crate) struct Plan<'r> {
    /// The game.
    pub rules: &'r Rules,
    /// Number of squares of the rectangle.
    pub squares: u16,
    /// The board word.
    pub word: Word,
    /// Piece types by id.
    pub pieces: Vec<PiecePlan<'r>>,
    /// How the safety of its own royals is decided, by side.
    pub legality: Vec<Legality>,
    /// Whether the checks a side gives are told beforehand (else, where they matter, the made move is tested).
    pub checking_moves: Vec<CheckingMoves>,
    /// Royal types of each side.
    pub royals: Vec<Vec<PieceId>>,
    /// Types that can be in a hand, ascending; their index is their place in the hand array.
    pub hand: Vec<PieceId>,
    /// Positions remember promoted pieces.
    pub promoted: bool,
    /// Positions have rights: of partners that may castle or, with `first_moves`, of all pieces whose first move matters and that have not moved.
    pub castling: bool,
    /// Positions remember first moves.
    pub first_moves: bool,
    /// Positions have an en passant square.
    pub en_passant: bool,
    /// A move may leave several of them: all on a line to the piece that has passed.
    pub passes_several: bool,
    /// Positions count checks.
    pub checks: bool,
    /// Positions have walls.
    pub walls: bool,
    /// Moves put walls on the board or take them off.
    pub walls_change: bool,
    /// Captures are obligatory, by side.
    pub must_capture: Vec<bool>,
    /// Types that have to be dropped while they are in hand, by side.
    pub must_drop: Vec<Vec<PieceId>>,
    /// The facing of royals that a side's moves have to end, by side.
    pub must_end: Vec<Option<&'r Facing>>,
    /// Up to how many passes in a row positions count.
    pub passes_counted: u8,
    /// Captures that neither side may answer in kind.
    pub truce: Option<&'r Truce>,
    /// Turns may have several moves.
    pub several_moves: bool,
    /// Captures may be followed by others of the same piece.
    pub chains: bool,
}

impl<'r> Plan<'r> {
    /// Plans the code for a game.
    ///
    /// # Errors
    /// When a rule has no code yet.
    pub(crate) fn new(rules: &'r Rules) -> Result<Plan<'r>, Unsupported> {
        if rules.has_many_sides() {
            multiplayer::refuse_unbuilt(rules)?;
        }
        let sides = 0..rules.sides.len();
        let mut pieces = plan_pieces(rules)?;
        spare_royals(rules, &mut pieces);
        let parts = || pieces.iter().flat_map(|piece| piece.parts.iter().flatten());
        let mut plan = Plan {
            rules,
            squares: rules.board.squares(),
            word: Word::of(rules.board.squares()),
            royals: sides.clone().map(|side| royals(rules, side)).collect(),
            hand: held(rules),
            promoted: rules.remembers_promotion(),
            castling: !rules.castlings.is_empty() || rules.remembers_first_moves(),
            first_moves: rules.remembers_first_moves(),
            en_passant: parts().any(|part| part.mode.leaves),
            passes_several: parts().any(|part| part.mode.leaves && matches!(part.shape, Shape::Slide(_))),
            checks: !rules.check_counters().is_empty(),
            walls: rules.board.walls,
            walls_change: walls_change(rules),
            must_capture: rules.play.iter().map(|play| play.obligations.contains(&Obligation::Capture)).collect(),
            must_drop: must_drop(rules)?,
            must_end: sides.clone().map(|side| must_end(rules, side)).collect(),
            passes_counted: rules.passes_counted(),
            truce: truce(rules)?,
            several_moves: rules.has_several_moves(),
            chains: rules.play.iter().any(|play| play.turn.chain.is_some()),
            pieces,
            legality: vec![Legality::Free; rules.sides.len()],
            checking_moves: vec![CheckingMoves::Unknown; rules.sides.len()],
        };
        if rules.has_many_sides() {
            plan.legality = sides.map(|side| plan.legality_among_sides(side)).collect();
            return Ok(plan);
        }
        plan.refuse_unbuilt()?;
        plan.checking_moves = sides.clone().map(|side| plan.decide_checking_moves(side)).collect();
        plan.legality = sides.map(|side| plan.decide_legality(side)).collect();
        (0..2).try_for_each(|side| plan.refuse_unbuilt_gating(side))?;
        plan.refuse_unbuilt_first_moves()?;
        (0..2).try_for_each(|side| plan.refuse_unbuilt_flight(side))?;
        Ok(plan)
    }

    /// What has no code together, whatever decides about the legality of moves.
    fn refuse_unbuilt(&self) -> Result<(), Unsupported> {
        self.refuse_unbuilt_walls()?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_turns(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_journeys(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_promotions(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_exchanges(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_conditions(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_swaps(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_pushes(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_mates(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_facing(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_captures(side))
    }

    /// The drops of all types and sides.
    pub(crate) fn drops(&self) -> impl Iterator<Item = &Drop> {
        self.rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten()).filter_map(|own| own.drop.as_ref())
    }

    /// Which place in the hand array a drop takes from; `None` where the supply is endless.
    pub(crate) fn place_in_hand(&self, drop: &Drop) -> Option<usize> {
        match drop.supply {
            Supply::Hand(held) => self.hand.iter().position(|&h| h == held),
            Supply::Endless => None,
        }
    }

    /// How many sides the game has.
    pub(crate) fn sides(&self) -> usize {
        self.rules.sides.len()
    }

    /// All sides but one.
    pub(crate) fn others(&self, side: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.sides()).filter(move |&other| other != side)
    }

    /// The rules of a side's types.
    fn own(&self, side: usize) -> impl Iterator<Item = &PieceRules> {
        self.pieces.iter().filter_map(move |piece| piece.rules[side])
    }

    /// The board.
    pub(crate) fn board(&self) -> &Board {
        &self.rules.board
    }

    /// Are there so many kinds of pieces, and is so little gained by making moves kind by kind, that one function makes moves of every kind
    /// (`Position::FRUGAL`)? With forty kinds, code for each of them takes minutes to compile.
    pub(crate) fn is_frugal(&self) -> bool {
        let bare = |play: &Play| play.walling.is_none() && play.gating.is_none();
        self.sides() > 2
            || (self.pieces.len() > 24
                && self.legality.iter().all(|legality| *legality == Legality::Test)
                && self.rules.play.iter().all(bare))
    }

    /// Has somebody else a royal, to which `side` could give check?
    pub(crate) fn can_check(&self, side: usize) -> bool {
        self.others(side).any(|other| !self.royals[other].is_empty())
    }

    /// How many pieces of these types the side has in the start position.
    pub(crate) fn start_count(&self, side: usize, types: &[PieceId]) -> usize {
        let info = wazir_variant_spec::info(self.rules);
        let setup = wazir_runtime::fen::parse(&info, &self.rules.start.fen, wazir_runtime::Style::Game);
        setup.map_or(0, |setup| {
            let is = |cell: &wazir_runtime::Cell| matches!(cell, wazir_runtime::Cell::Piece { side: s, piece, .. } if *s as usize == side && types.contains(piece));
            setup.board.iter().filter(|cell| is(cell)).count()
        })
    }

    /// Can anybody pass?
    pub(crate) fn passes(&self) -> bool {
        self.rules.play.iter().any(|play| play.pass != Pass::Never)
    }

    /// The types whose moves by this side reset the halfmove clock. (What holds of types it never owns does not matter: as for the other side.)
    pub(crate) fn clock_resets(&self, side: usize) -> Vec<usize> {
        let resets = |id: &usize| {
            let owned = |side: &usize| self.pieces[*id].rules[*side].is_some();
            let owner = if owned(&side) { side } else { (0..self.sides()).find(owned).unwrap_or(side) };
            self.rules.play[owner].clock_resets.get(*id) == Some(&true)
        };
        (0..self.pieces.len()).filter(resets).collect()
    }

    /// Does any rule end the game by the position alone, other than by a lack of moves?
    pub(crate) fn ends_by_position(&self) -> bool {
        self.rules.end.iter().any(|rule| stops(&rule.when))
    }
}

/// The royal types of a side.
fn royals(rules: &Rules, side: usize) -> Vec<PieceId> {
    let is_royal = |&piece: &PieceId| rules.piece_rules(piece, side as SideId).is_some_and(|own| own.royal);
    (0..rules.pieces.len() as PieceId).filter(is_royal).collect()
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

/// The types each side has to drop while it holds them.
fn must_drop(rules: &Rules) -> Result<Vec<Vec<PieceId>>, Unsupported> {
    let mut must = vec![Vec::new(); rules.sides.len()];
    for (side, must) in must.iter_mut().enumerate() {
        match &rules.play[side].obligations[..] {
            [Obligation::Drop { pieces }] => must.clone_from(pieces),
            several if several.len() > 1 && several.iter().any(|one| *one != Obligation::Capture) => {
                return Err(Unsupported {
                    what: "several obligations of the same side, not all to capture".into(),
                    place: String::new(),
                });
            }
            _ => {}
        }
    }
    Ok(must)
}

/// The facing of royals that a side has to end.
fn must_end(rules: &Rules, side: usize) -> Option<&Facing> {
    rules.play[side].obligations.iter().find_map(|obligation| match obligation {
        Obligation::EndFacing(facing) => Some(facing),
        _ => None,
    })
}

/// Is this, in capital letters, the name of something else in a module?
fn is_taken(name: &str) -> bool {
    const TAKEN: [&str; 24] = [
        "all",
        "as_is",
        "between",
        "east",
        "hand",
        "info",
        "kinds",
        "leave",
        "line",
        "no_piece",
        "nobody_yet",
        "north",
        "north_east",
        "north_west",
        "nowhere",
        "place",
        "reverted",
        "south",
        "south_east",
        "south_west",
        "squares",
        "teams",
        "wall",
        "west",
    ];
    TAKEN.contains(&name) || ["_key", "_keys", "_attacks", "_lines"].iter().any(|end| name.ends_with(end))
}

fn plan_pieces(rules: &Rules) -> Result<Vec<PiecePlan<'_>>, Unsupported> {
    let mut names: Vec<String> = Vec::new();
    let mut pieces = Vec::new();
    for piece in &rules.pieces {
        let base: String =
            piece.name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
        let is_free = base.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_taken(&base);
        let base = if is_free { base } else { format!("piece_{base}") };
        let mut snake = base.clone();
        let mut next = 2;
        while names.contains(&snake) {
            snake = format!("{base}_{next}");
            next += 1;
        }
        names.push(snake.clone());
        let sides: Vec<Option<&PieceRules>> = piece.sides.iter().map(Option::as_ref).collect();
        let mut parts: Vec<Vec<Part>> = vec![Vec::new(); sides.len()];
        let mut apart: Vec<Vec<Vec<Part>>> = vec![Vec::new(); sides.len()];
        let mut travels: Vec<Vec<Travel>> = vec![Vec::new(); sides.len()];
        let mut swaps: Vec<Vec<(Part, Swap)>> = vec![Vec::new(); sides.len()];
        let mut pushes: Vec<Vec<Pushing>> = vec![Vec::new(); sides.len()];
        for (side, rules_of_side) in sides.iter().enumerate() {
            if let Some(piece_rules) = rules_of_side {
                parts[side] = plan_parts(&rules.board, &piece_rules.movements)?;
                travels[side] = plan_travels(&piece_rules.movements);
                swaps[side] = plan_swaps(&rules.board, &piece_rules.movements)?;
                pushes[side] = plan_pushes(&rules.board, &piece_rules.movements)?;
                for promotion in &piece_rules.promotions {
                    apart[side].push(match &promotion.by {
                        PromotedBy::Apart { movements, .. } => plan_parts(&rules.board, movements)?,
                        PromotedBy::Moving { .. } => Vec::new(),
                    });
                }
            }
        }
        pieces.push(PiecePlan {
            ident: format_ident!("{}", snake.to_uppercase()),
            snake,
            rules: sides,
            parts,
            travels,
            swaps,
            pushes,
            apart,
        });
    }
    Ok(pieces)
}

/// Notes which captures are no attacks on royals: those of types among which there is none of another side.
fn spare_royals(rules: &Rules, pieces: &mut [PiecePlan<'_>]) {
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

/// Conditions that hold in a position whatever its moves, and so stop them.
pub(crate) fn stops(condition: &Condition) -> bool {
    matches!(
        condition,
        Condition::Extinct { .. }
            | Condition::Reached { .. }
            | Condition::Connected { .. }
            | Condition::ChecksGiven { .. }
            | Condition::BoardFull
            | Condition::Passed { .. }
            | Condition::Moved { .. }
            | Condition::Unentitled { .. }
            | Condition::Facing { .. }
    )
}
