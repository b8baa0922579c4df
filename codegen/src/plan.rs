//! [`Plan`]: what the generator has found out about a game before it writes any code.
//!
//! In: [`Rules`]. Out: the board word, the movement of every piece broken into parts that have kernels, and how each side's
//! legality is decided.

mod turns;

use crate::many;
use proc_macro2::Ident;
use quote::format_ident;
use wazir_variant_spec::rules::{
    Blast, Board, Capturer, Castling, Cause, Company, Condition, Drop, EndRule, Facing, Forced, Ground, Guard, Hurdle,
    Joined, Landing, Leg, Movement, Obligation, Pass, Path, PieceId, PieceRules, PieceSet, Play, PromotedBy, Promotion,
    Push, Ransom, Ride, Rules, Square, SquareSet, Step, Supply, Swap, Truce, Via, ViaState, WallDuty, WallReach,
    Walling,
};

/// Why a game cannot be compiled (yet): the interpreter still plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// What the generator has no code for, with the text that asks for it.
    pub what: String,
    /// `file:line` of that text; empty when it is a default.
    pub place: String,
}

impl Unsupported {
    /// What the rule written there asks for.
    pub(crate) fn at(cause: &Cause, what: String) -> Unsupported {
        let place = if cause.line == 0 { String::new() } else { format!("{}:{}", cause.file, cause.line) };
        Unsupported { what, place }
    }
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "{}", self.what)
    }
}

impl std::error::Error for Unsupported {}

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

/// How the legality of a side's moves is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Legality {
    /// The side has nothing royal: every pseudo-legal move is legal.
    Free,
    /// One royal, attacked only by leapers and sliders: check mask and pin lines.
    Masks,
    /// One royal a side, attacked only by leapers and sliders, and captures that explode with their capturer: check mask and pin
    /// lines, and a capture is judged by what its blast takes off the board.
    Blasts,
    /// One royal, attacked also by pieces whose lines other pieces open (hoppers, lame leapers, facing royals): how many pieces stand
    /// on each attacker's line tells where the others may go.
    Lines,
    /// Everything else: each move is made and the position after it tested.
    Test,
}

impl Ray {
    /// More steps than any board has room for.
    pub(crate) const FARTHEST: u16 = 1024;

    /// All along a line.
    pub(crate) fn along(step: Step) -> Ray {
        Ray { step, min: 1, skips: false, max: Ray::FARTHEST, joined: Joined::default() }
    }
}

impl Legality {
    /// In words, for the header of a module and for docs.
    pub fn text(self) -> &'static str {
        match self {
            Legality::Free => "nothing is royal, every move is legal",
            Legality::Masks => "check mask and pin lines",
            Legality::Blasts => "check mask and pin lines; captures by what their blast removes",
            Legality::Lines => "the pieces on each attacker's line are counted",
            Legality::Test => "every move is made and tested",
        }
    }
}

/// Whether the generator tells beforehand which moves of a side give check, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// It does not matter, or has to be tested on the child.
    No,
    /// They are forbidden.
    Masked,
    /// They are counted.
    Counted,
}

/// A slider kernel: a way of moving along lines that has one function in the generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kernel {
    /// All four orthogonal lines, unlimited.
    Rook,
    /// All four diagonal lines, unlimited.
    Bishop,
    /// One direction with any step.
    Ray(Ray),
}

/// A ray: a repeated step with its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ray {
    /// The step.
    pub step: Step,
    /// Fewest steps it may end after.
    pub min: u16,
    /// The squares before that are skipped over, whatever stands there; else they have to be empty.
    pub skips: bool,
    /// Most steps.
    pub max: u16,
    /// Edges that are joined for it, besides those of the board.
    pub joined: Joined,
}

/// What a part of a movement does on its target square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mode {
    /// It goes to empty squares.
    pub quiet: bool,
    /// It captures.
    pub capture: bool,
    /// It captures royals of others, if its piece can: it is an attack on them.
    pub menaces: bool,
    /// The types it captures, of those that its piece can; `None`: all of them.
    pub victims: Option<PieceSet>,
    /// It captures en passant.
    pub en_passant: bool,
    /// It leaves an en passant square.
    pub leaves: bool,
    /// Only for a piece that has not moved.
    pub unmoved: bool,
    /// Only while no royal of the side is attacked.
    pub unchecked: bool,
    /// Only on a way that is not attacked.
    pub safe_way: bool,
}

impl Mode {
    /// Does it depend on more than what stands on the board?
    pub(crate) fn is_conditional(self) -> bool {
        self.unmoved || self.unchecked || self.safe_way
    }
}

/// One part of a piece's movement, of one shape and one mode, in board coordinates of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// What it does on its target.
    pub mode: Mode,
    /// How it gets there.
    pub shape: Shape,
    /// Only in certain company of friends, or out of it.
    pub company: Option<Company>,
    /// Squares it may start from (already part of the tables of leaps and lame leaps).
    pub from: SquareSet,
    /// Squares it may end on (likewise).
    pub to: SquareSet,
}

/// How a part gets to its targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Unconditional leaps.
    Leaps {
        /// Targets by start square.
        targets: Vec<SquareSet>,
        /// The steps.
        steps: Vec<Step>,
    },
    /// Leaps that depend on what stands on another square.
    Lame {
        /// What has to be there.
        state: ViaState,
        /// The steps with their via squares.
        steps: Vec<(Step, Step)>,
    },
    /// Leaps along paths: each depends on what stands on several squares.
    Path {
        /// What has to be on every square of a path.
        state: ViaState,
        /// The steps with their paths.
        ways: Vec<(Step, Path)>,
    },
    /// Sliders.
    Slide(Kernel),
    /// Hoppers.
    Hop {
        /// Their lines.
        kernel: Kernel,
        /// Where they land.
        landing: Landing,
        /// What they can jump over; `None`: anything.
        over: Option<PieceSet>,
    },
    /// Riders whose every step is lame, in one direction.
    LameRide {
        /// The step.
        step: Step,
        /// Most steps.
        max: u16,
        /// The square each step passes.
        via: Via,
    },
    /// Journeys that capture nothing but on their last square.
    Roam {
        /// Their first legs.
        legs: Vec<Leg>,
    },
}

impl Shape {
    /// Does it go over edges that are joined for it alone?
    fn goes_round(&self) -> bool {
        match self {
            Shape::Slide(Kernel::Ray(ray)) | Shape::Hop { kernel: Kernel::Ray(ray), .. } => ray.joined.any(),
            _ => false,
        }
    }

    /// Does more decide about an attack than the number of pieces on its line?
    pub(crate) fn is_odd(&self) -> bool {
        match self {
            Shape::Slide(Kernel::Ray(ray)) => ray.min > 1,
            Shape::LameRide { .. } | Shape::Roam { .. } => true,
            Shape::Path { state, .. } => *state == ViaState::Occupied,
            _ => false,
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
    pub checks_told: Vec<Told>,
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
    pub series: bool,
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
            many::refuse_unbuilt(rules)?;
        }
        let sides = 0..rules.sides.len();
        let squares = rules.board.squares();
        let word = match squares {
            0..=64 => Word::One,
            65..=128 => Word::Two,
            _ => Word::Many((squares as usize).div_ceil(64)),
        };
        let mut pieces = plan_pieces(rules)?;
        spare_royals(rules, &mut pieces);
        let royals = (0..rules.sides.len() as u8).map(|side| {
            (0..rules.pieces.len() as PieceId)
                .filter(|&p| rules.piece_rules(p, side).is_some_and(|r| r.royal))
                .collect::<Vec<_>>()
        });
        let royals = royals.collect();
        let hand = (0..rules.pieces.len() as PieceId)
            .filter(|&id| {
                let all = || rules.pieces.iter().flat_map(|p| p.sides.iter().flatten());
                let dropped = all().filter_map(|r| r.drop.as_ref()).any(|d| d.supply == Supply::Hand(id));
                let exchanged = rules.exchanged().contains(&id);
                rules.has_hands()
                    && (dropped || exchanged || rules.is_gated(id) || all().any(|r| r.captured_as == Some(id)))
            })
            .collect();
        let mut plan = Plan {
            rules,
            squares,
            word,
            royals,
            hand,
            promoted: rules.remembers_promotion(),
            castling: !rules.castlings.is_empty() || rules.remembers_first_moves(),
            first_moves: rules.remembers_first_moves(),
            en_passant: pieces.iter().flat_map(|p| p.parts.iter().flatten()).any(|part| part.mode.leaves),
            passes_several: pieces
                .iter()
                .flat_map(|p| p.parts.iter().flatten())
                .any(|part| part.mode.leaves && matches!(part.shape, Shape::Slide(_))),
            checks: !rules.check_counters().is_empty(),
            walls: rules.board.walls,
            walls_change: rules.play.iter().any(|play| play.walling.is_some())
                || rules
                    .pieces
                    .iter()
                    .flat_map(|p| p.sides.iter().flatten())
                    .any(|r| r.capturer == Capturer::TurnsToWall)
                || petrifies(rules),
            must_capture: rules.play.iter().map(|play| play.obligations.contains(&Obligation::Capture)).collect(),
            must_drop: must_drop(rules)?,
            must_end: sides.clone().map(|side| must_end(rules, side)).collect(),
            passes_counted: rules.passes_counted(),
            truce: truce(rules)?,
            series: rules.has_series(),
            chains: rules.play.iter().any(|play| play.turn.chain.is_some()),
            pieces,
            legality: vec![Legality::Free; rules.sides.len()],
            checks_told: vec![Told::No; rules.sides.len()],
        };
        if rules.has_many_sides() {
            plan.legality = sides.map(|side| plan.legality_among_many(side)).collect();
            return Ok(plan);
        }
        plan.refuse_unbuilt()?;
        plan.checks_told = sides.clone().map(|side| plan.decide_telling(side)).collect();
        plan.legality = sides.map(|side| plan.decide_legality(side)).collect();
        for side in 0..2 {
            let Some(gating) = &rules.play[side].gating else { continue };
            // A piece brought in changes no line for the worse then: what is legal without it is legal with it.
            let known = match plan.legality[side] {
                Legality::Masks => true,
                Legality::Free => !plan.blasts() && !plan.converts(),
                _ => false,
            };
            let walls = rules.play[side].walling.is_some();
            if rules.counts().is_some() {
                let what = "gating has no compiled form together with counts of moves yet";
                return Err(Unsupported::at(&gating.cause, what.to_string()));
            }
            if !known || plan.blasts() || plan.converts() || walls {
                return Err(Unsupported {
                    what: "gating where legality is not decided by check mask and pin lines".into(),
                    place: format!("{}:{}", gating.cause.file, gating.cause.line),
                });
            }
        }
        if plan.first_moves && (0..2).any(|side| !plan.capturers_arrive(side)) {
            return Err(Unsupported {
                what: "capturers that do not arrive where first moves are remembered".into(),
                place: String::new(),
            });
        }
        if plan.first_moves && rules.castlings.iter().any(|c| c.placed.is_some_and(|placed| placed.king.is_some())) {
            return Err(Unsupported {
                what: "castling rights gained by drops where first moves are remembered".into(),
                place: String::new(),
            });
        }
        for (side, legality) in plan.legality.iter().enumerate() {
            let check = &rules.play[side].check;
            if check.may_not_flee && *legality != Legality::Masks {
                let what = "royals that may not flee have a compiled form only where a side has one, attacked by leapers and plain sliders";
                return Err(Unsupported::at(&check.cause, what.to_string()));
            }
        }
        Ok(plan)
    }

    /// What has no code together.
    fn refuse_unbuilt(&self) -> Result<(), Unsupported> {
        let drops = || self.rules.pieces.iter().flat_map(|p| p.sides.iter().flatten()).filter_map(|r| r.drop.as_ref());
        for play in &self.rules.play {
            let Some(walling) = &play.walling else { continue };
            if let WallReach::Along(movements) = &walling.reach {
                plan_parts(&self.rules.board, movements)?;
            }
            let with = if self.checks {
                "counted checks"
            } else if self.passes_several {
                "moves that leave several en passant squares"
            } else if drops().any(|drop| drop.may_not_mate) {
                "drops that may not mate"
            } else if drops().any(|drop| drop.may_not_check) {
                "drops that may not give check"
            } else if walling.duty == WallDuty::Instead && !play.obligations.is_empty() {
                "obligations"
            } else {
                continue;
            };
            let what = format!("walls placed after a move have no compiled form together with {with} yet");
            return Err(Unsupported::at(&walling.cause, what));
        }
        (0..2).try_for_each(|side| self.refuse_unbuilt_turns(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_journeys(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_promotions(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_exchanges(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_company(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_swaps(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_pushes(side))?;
        (0..2).try_for_each(|side| self.refuse_unbuilt_mates(side))?;
        for side in (0..2).filter(|&side| self.must_end[side].is_some()) {
            if self.rules.play[side].walling.is_some() {
                let what = "walls placed after a move have no compiled form together with royals that may not go on facing each other yet";
                let cause = self.rules.play[side].walling.as_ref().map(|walling| walling.cause.clone());
                return Err(Unsupported::at(&cause.unwrap_or_default(), what.to_string()));
            }
        }
        (0..2).try_for_each(|side| self.refuse_unbuilt_captures(side))
    }

    /// What has no code together with promotions that are moves of their own.
    fn refuse_unbuilt_promotions(&self, side: usize) -> Result<(), Unsupported> {
        let is_apart = |promotion: &&Promotion| matches!(promotion.by, PromotedBy::Apart { .. });
        for (id, rules) in self.pieces.iter().enumerate().filter_map(|(id, piece)| Some((id, piece.rules[side]?))) {
            let Some(apart) = rules.promotions.iter().find(is_apart) else { continue };
            let refuse = |with: &str| {
                let what = format!("a promotion `Apart` has no compiled form together with {with} yet");
                Err(Unsupported::at(&apart.cause, what))
            };
            if self.rules.play[side].gating.as_ref().is_some_and(|gating| gating.with.contains(&(id as PieceId))) {
                return refuse("gating by such pieces");
            }
            if rules.capturer == Capturer::StaysBehind {
                return refuse("capturers that stay behind");
            }
            let targets = |apart: bool| {
                let of = rules.promotions.iter().filter(move |promotion| is_apart(promotion) == apart);
                of.flat_map(|promotion| &promotion.to).map(|target| target.piece)
            };
            if targets(true).any(|target| targets(false).any(|other| other == target)) {
                return refuse("promotions to the same type by ordinary moves");
            }
        }
        Ok(())
    }

    /// What has no code together with types that may not mate: whatever lets one of them give check other than by its own ordinary move or drop.
    fn refuse_unbuilt_mates(&self, side: usize) -> Result<(), Unsupported> {
        let play = &self.rules.play[side];
        let types = &play.check.may_not_mate;
        if types.is_empty() || self.royals[1 - side].is_empty() {
            return Ok(());
        }
        let own = || self.pieces.iter().filter_map(|piece| piece.rules[side]);
        let is_leaper = |id: &PieceId| {
            let parts = &self.pieces[*id as usize].parts[side];
            parts.iter().filter(|part| part.mode.menaces).all(|part| matches!(part.shape, Shape::Leaps { .. }))
        };
        let with = if !types.iter().all(is_leaper) {
            "other movements than leaps"
        } else if own().flat_map(|rules| &rules.promotions).flat_map(|p| &p.to).any(|to| types.contains(&to.piece)) {
            "promotions to them"
        } else if types.iter().any(|id| self.pieces[*id as usize].parts[side].iter().any(|part| part.mode.en_passant)) {
            "captures en passant"
        } else if self.castlings(side).any(|c| types.contains(&c.king) || c.partners.iter().any(|p| types.contains(p)))
        {
            "castling"
        } else if play.gating.is_some() || play.walling.is_some() || self.blasts() || self.converts() {
            "gating, walls, explosions or conversions"
        } else if !self.capturers_arrive(side) || !self.harmless(side).is_empty() {
            "capturers that do not arrive, or that cannot capture a royal"
        } else if play.check.guard != Guard::Each || self.rules.play[1 - side].check.guard != Guard::Each {
            "several royals of which not each is guarded"
        } else {
            return Ok(());
        };
        Err(Unsupported::at(
            &play.check.cause,
            format!("types that may not mate have no compiled form together with {with} yet"),
        ))
    }

    /// What has no code together with capturers that do not simply arrive, or with victims that not all can capture.
    fn refuse_unbuilt_captures(&self, side: usize) -> Result<(), Unsupported> {
        let play = &self.rules.play[side];
        let own = || (0..self.pieces.len()).filter_map(|id| Some((id, self.pieces[id].rules[side]?)));
        if let Some((_, rules)) = own().find(|(_, rules)| rules.capturer != Capturer::Arrives) {
            let refuse = |with: &str| {
                let what = format!("this `capturer` has no compiled form together with {with} yet");
                Err(Unsupported::at(&rules.cause, what))
            };
            if play.capture.blast.is_some() {
                return refuse("captures that explode");
            }
            if self.may_change_royals(side) {
                return refuse("royals that promote");
            }
        }
        if let Some(truce) = self.truce {
            let with = if play.walling.is_some() || play.gating.is_some() {
                "walls or gating"
            } else if self.blasts() || self.converts() || !self.capturers_arrive(side) {
                "explosions, conversions or capturers that do not arrive"
            } else if self.series {
                "turns of several moves"
            } else if self.en_passant {
                "captures en passant"
            } else {
                ""
            };
            if !with.is_empty() {
                let what = format!("`truce` has no compiled form together with {with} yet");
                return Err(Unsupported::at(&truce.cause, what));
            }
        }
        if let Some(wary) = own().find_map(|(_, rules)| rules.wary.as_ref()) {
            let immune = self.pieces.iter().enumerate().any(|(id, _)| !self.immune_to(id, 1 - side).is_empty());
            let chooses = |piece: &PiecePlan<'_>| piece.parts[1 - side].iter().any(|part| part.mode.victims.is_some());
            let immune = immune || self.pieces.iter().any(chooses);
            let with = if play.walling.is_some() || play.gating.is_some() {
                "walls or gating"
            } else if self.blasts() || self.converts() || !self.capturers_arrive(side) {
                "explosions, conversions or capturers that do not arrive"
            } else if immune {
                "pieces that some enemies cannot capture"
            } else {
                ""
            };
            if !with.is_empty() {
                let what = format!("`wary` has no compiled form together with {with} yet");
                return Err(Unsupported::at(&wary.cause, what));
            }
        }
        let over_attacks = own().flat_map(|(_, rules)| &rules.movements).find(|movement| movement.safe_way);
        if let Some(movement) = over_attacks.filter(|_| self.board().joined.any() || self.goes_round() || self.blasts())
        {
            let what = "`WayAttacked` has no compiled form on joined edges or together with explosions yet";
            return Err(Unsupported::at(&movement.cause, what.to_string()));
        }
        let takes_passing = |id: usize| self.pieces[id].parts[side].iter().any(|part| part.mode.en_passant);
        let passes = |id: usize| self.pieces[id].parts[1 - side].iter().any(|part| part.mode.leaves);
        for (id, rules) in own() {
            let refuse = |with: &str| {
                let what = format!("this restriction of `captures` has no compiled form together with {with} yet");
                Err(Unsupported::at(&rules.cause, what))
            };
            let choosy = |part: &&Part| part.mode.victims.is_some();
            let parts = || self.pieces[id].parts[side].iter().filter(choosy);
            let spares_royal = |part: &Part| {
                let spared = |victims: PieceSet| self.royals[1 - side].iter().any(|&royal| !victims.contains(royal));
                part.mode.menaces && part.mode.victims.is_some_and(spared)
            };
            if parts().any(|part| part.mode.en_passant) {
                return refuse("captures en passant");
            }
            if parts().any(spares_royal) {
                return refuse("several royal types of which a movement captures some");
            }
            let immune = self.immune_to(id, side);
            if takes_passing(id) && immune.iter().any(|&victim| passes(victim)) {
                return refuse("captures en passant");
            }
            let royals = immune.iter().filter(|&&victim| self.royals[1 - side].contains(&(victim as PieceId))).count();
            if royals > 0 && royals < self.royals[1 - side].len() {
                return refuse("several royal types of which it may capture some");
            }
            if royals > 0 && !play.check.facing.is_empty() {
                return refuse("royals that face each other");
            }
            let asks = |rule: &EndRule| matches!(rule.when, Condition::Reached { safe: true, .. });
            if (!immune.is_empty() || parts().next().is_some()) && self.rules.end.iter().any(asks) {
                return refuse("goals on which a piece has to be safe");
            }
        }
        if let Some(blast) = &play.capture.blast {
            let dying = self.royals[side].iter().filter(|id| blast.capturers.contains(id)).count();
            if dying > 0 && dying < self.royals[side].len() {
                let what = "several royal types of which some explode as capturers have no compiled form yet";
                return Err(Unsupported::at(&blast.cause, what.to_string()));
            }
        }
        Ok(())
    }

    /// The enemy types that pieces of this type of `side` cannot capture.
    pub(crate) fn immune_to(&self, id: usize, side: usize) -> Vec<usize> {
        let Some(rules) = self.pieces[id].rules[side] else { return Vec::new() };
        let there = |victim: &usize| self.others(side).any(|other| self.pieces[*victim].rules[other].is_some());
        (0..self.pieces.len()).filter(there).filter(|&victim| !rules.victims.contains(&(victim as PieceId))).collect()
    }

    /// The types of `side` that could not capture an enemy royal: they may not, or would cost their own side a royal by it.
    pub(crate) fn harmless(&self, side: usize) -> Vec<usize> {
        let harmless = |&id: &usize| {
            let Some(rules) = self.pieces[id].rules[side] else { return false };
            let captures = self.pieces[id].parts[side].iter().any(|part| part.mode.capture)
                || !self.pieces[id].travels[side].is_empty();
            let immune = self.immune_to(id, side);
            let mut royals = self.others(side).flat_map(|other| &self.royals[other]);
            let may_not = royals.any(|&royal| immune.contains(&(royal as usize)));
            captures && (may_not || rules.royal && rules.capturer.is_lost())
        };
        (0..self.pieces.len()).filter(harmless).collect()
    }

    /// The types of `side` of whose captures this becomes.
    pub(crate) fn capturers(&self, side: usize, fate: Capturer) -> Vec<usize> {
        let becomes = |&id: &usize| self.pieces[id].rules[side].is_some_and(|rules| rules.capturer == fate);
        (0..self.pieces.len()).filter(becomes).collect()
    }

    /// Does each capturer of `side` simply arrive?
    fn capturers_arrive(&self, side: usize) -> bool {
        self.pieces.iter().filter_map(|piece| piece.rules[side]).all(|rules| rules.capturer == Capturer::Arrives)
    }

    /// Can a side lose a royal by its own capture?
    pub(crate) fn loses_royals(&self, side: usize) -> bool {
        let lost = |id: &PieceId| self.rules.piece_rules(*id, side as u8).is_some_and(|rules| rules.capturer.is_lost());
        self.rules.play[side].capture.blast.is_some() && !self.royals[side].is_empty()
            || self.royals[side].iter().any(lost)
    }

    /// Are capturers of whatever type blown up?
    pub(crate) fn blows_up_capturers(&self, blast: &Blast) -> bool {
        blast.capturers.len() == self.pieces.len()
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

    /// The board.
    pub(crate) fn board(&self) -> &Board {
        &self.rules.board
    }

    /// Where it matters which moves of `side` give check: can that be told before they are made? One enemy royal, and leapers and plain
    /// sliders whose lines nobody jumps along.
    fn decide_telling(&self, side: usize) -> Told {
        let can_be_told = !self.blasts()
            && self.rules.play[side].walling.is_none()
            && self.capturers_arrive(side)
            && self.harmless(side).is_empty()
            && self.rules.play[side].gating.is_none()
            && !self.converts()
            && self.has_one_royal(1 - side)
            && self.attacks_plainly(side)
            && !self.has_journeys()
            && !self.is_wary(side)
            && self.truce.is_none()
            && !self.has_ransoms(side)
            && !self.has_swaps(side)
            && !self.has_pushes()
            && !self.needs_company(side)
            && !self.goes_round()
            && !self.leaves_lines(side, side);
        if !can_be_told {
            return Told::No;
        }
        if self.may_not_give_check(side) {
            return Told::Masked;
        }
        let never_taken = self.rules.play[1 - side].check.may_not_remain;
        let counters = self.rules.check_counters();
        let all_count = counters.iter().all(|counter| counter.by.is_none() && !counter.in_a_row);
        if self.checks && all_count && never_taken { Told::Counted } else { Told::No }
    }

    /// How the legality of the side's moves is decided, in words.
    pub(crate) fn legality_text(&self, side: usize) -> String {
        let checks = match self.checks_told[side] {
            Told::No => "",
            Told::Masked => "; squares that would give check are masked out",
            Told::Counted => "; the checks it gives are counted by the squares that give them",
        };
        format!("{}{checks}", self.legality[side].text())
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

    /// Is the legality of some moves decided on the position after them?
    pub(crate) fn tests_children(&self) -> bool {
        self.legality.contains(&Legality::Test) || self.checks_told.contains(&Told::Masked)
    }

    /// Can royals of the side become something else without being taken?
    pub(crate) fn may_change_royals(&self, side: usize) -> bool {
        self.royals[side]
            .iter()
            .any(|&id| self.rules.piece_rules(id, side as u8).is_some_and(|r| !r.promotions.is_empty()))
    }

    /// Has somebody else a royal, to which `side` could give check?
    pub(crate) fn can_check(&self, side: usize) -> bool {
        self.others(side).any(|other| !self.royals[other].is_empty())
    }

    /// Is `side` forbidden to give check?
    pub(crate) fn may_not_give_check(&self, side: usize) -> bool {
        self.rules.play[side].check.may_not_be_given && self.can_check(side)
    }

    /// The narrowest test that is right for `side`.
    fn decide_legality(&self, side: usize) -> Legality {
        let rules = self.rules;
        let play = &rules.play[side];
        let has_royals = !self.royals[side].is_empty();
        let protects = has_royals && play.check.may_not_remain;
        let spares = self.loses_royals(side);
        let gives_no_check = self.may_not_give_check(side) && self.checks_told[side] != Told::Masked;
        let turn_tests = self.turn_tests(side);
        if !protects && !spares && !gives_no_check && !turn_tests && !self.is_wary(side) && self.truce.is_none() {
            return Legality::Free;
        }
        let odd = !self.capturers_arrive(side) || !self.harmless(1 - side).is_empty();
        if turn_tests
            || self.has_journeys()
            || self.has_swaps(side)
            || self.has_pushes()
            || self.is_wary(side)
            || self.truce.is_some()
            || self.has_ransoms(1 - side)
            || self.needs_company(1 - side)
            || self.goes_round()
            || !protects
            || gives_no_check
            || odd
            || play.walling.is_some()
            || self.converts()
            || !self.has_one_royal(side)
        {
            return Legality::Test;
        }
        let ordinary = self.attacks_plainly(1 - side);
        if self.hops_by_type(1 - side) && (self.hurdles_on_lines(side).is_none() || self.common_blast().is_some()) {
            return Legality::Test;
        }
        match self.common_blast() {
            Some(blast)
                if self.blows_up_capturers(blast)
                    && blast.petrifies.is_empty()
                    && ordinary
                    && self.has_one_royal(1 - side)
                    && !self.board().joined.any() =>
            {
                Legality::Blasts
            }
            _ if self.blasts() => Legality::Test,
            _ if ordinary => Legality::Masks,
            _ => Legality::Lines,
        }
    }

    /// Of the moves that are made and tested: is it known of most beforehand that they change nothing about royals? Where enemies capture by leaps and along lines only, and
    /// moves do nothing but carry a piece from one square to another. (Only where little is known of moves once they are written: what is gained elsewhere has
    /// not been measured.)
    pub(crate) fn screens(&self, side: usize) -> bool {
        let other = 1 - side.min(1);
        self.sides() == 2
            && self.is_frugal()
            && self.legality[side] == Legality::Test
            && self.rules.play[side].check.may_not_remain
            && self.rules.play[side].check.guard != Guard::All
            && !self.royals[side].is_empty()
            && !self.may_change_royals(side)
            && !self.makes_royals_guarded_each(side)
            && !self.turn_tests(side)
            && !self.may_not_give_check(side)
            && !self.loses_royals(side)
            && !self.blasts()
            && !self.converts()
            && !self.has_pushes()
            && (0..2).all(|side| self.capturers_arrive(side) && !self.has_swaps(side) && !self.has_ransoms(side))
            && self.harmless(other).is_empty()
            && !self.needs_company(other)
            && !self.goes_round()
            && !self.board().joined.any()
            && self.attacks_plainly(other)
            && self
                .pieces
                .iter()
                .all(|piece| piece.travels[other].iter().all(|travel| piece.leaps_cover(travel, other, self.board())))
    }

    /// Can pieces of the side become royals, all of which have to be safe?
    fn makes_royals_guarded_each(&self, side: usize) -> bool {
        let promotions = self.pieces.iter().filter_map(|piece| piece.rules[side]).flat_map(|rules| &rules.promotions);
        let mut targets = promotions.flat_map(|promotion| &promotion.to);
        self.rules.play[side].check.guard == Guard::Each && targets.any(|to| self.royals[side].contains(&to.piece))
    }

    /// The explosion of captures, where those of both sides are alike.
    pub(crate) fn common_blast(&self) -> Option<&Blast> {
        let [first, second] = [0, 1].map(|side| self.rules.play[side].capture.blast.as_ref());
        first.filter(|_| first == second)
    }

    /// Has anybody moves over edges that are joined for them alone?
    fn goes_round(&self) -> bool {
        let parts = self.pieces.iter().flat_map(|piece| piece.parts.iter().flatten());
        let pushes = self.pieces.iter().flat_map(|piece| piece.pushes.iter().flatten()).flat_map(Pushing::parts);
        let apart = self.pieces.iter().flat_map(|piece| piece.apart.iter().flatten().flatten());
        parts.chain(pushes).chain(apart).any(|part| {
            let looks = part.company.iter().any(|company| company.at.iter().any(|ride| ride.joined.any()));
            looks || part.shape.goes_round()
        })
    }

    /// Has anybody moves of several legs that are no leaps along a path?
    pub(crate) fn has_journeys(&self) -> bool {
        let roams = |piece: &PiecePlan<'_>| {
            let mut parts = piece.parts.iter().flatten();
            parts.any(|part| matches!(part.shape, Shape::Roam { .. })) || piece.travels.iter().any(|t| !t.is_empty())
        };
        self.pieces.iter().any(roams)
    }

    /// Has anybody leaps that may not pass an attacked square?
    pub(crate) fn asks_ways(&self) -> bool {
        let guards = |side: usize| self.rules.play[side].check.may_not_remain;
        let mut parts = self
            .pieces
            .iter()
            .flat_map(|piece| (0..2).flat_map(move |side| piece.parts[side].iter().map(move |part| (side, part))));
        parts.any(|(side, part)| part.mode.safe_way && guards(side))
    }

    /// Are pieces of `side` forbidden to capture where they could be captured back?
    pub(crate) fn is_wary(&self, side: usize) -> bool {
        self.pieces.iter().filter_map(|piece| piece.rules[side]).any(|rules| rules.wary.is_some())
    }

    /// Can pieces of `side` exchange places with others?
    fn has_swaps(&self, side: usize) -> bool {
        self.pieces.iter().any(|piece| !piece.swaps[side].is_empty())
    }

    /// What has no code together with exchanges of places.
    fn refuse_unbuilt_swaps(&self, side: usize) -> Result<(), Unsupported> {
        let movements = self.pieces.iter().filter_map(|piece| piece.rules[side]).flat_map(|rules| &rules.movements);
        let Some(movement) = movements.into_iter().find(|movement| movement.swap.is_some()) else { return Ok(()) };
        let play = &self.rules.play[side];
        let with = if play.walling.is_some() || play.gating.is_some() {
            "walls or gating"
        } else if !play.check.may_not_mate.is_empty() {
            "types that may not mate"
        } else if self.truce.is_some() {
            "`truce`"
        } else {
            return Ok(());
        };
        let what = format!("exchanges of places have no compiled form together with {with} yet");
        Err(Unsupported::at(&movement.cause, what))
    }

    /// Can anybody push?
    pub(crate) fn has_pushes(&self) -> bool {
        self.pieces.iter().any(|piece| piece.pushes.iter().any(|pushes| !pushes.is_empty()))
    }

    /// What has no code together with pushes.
    fn refuse_unbuilt_pushes(&self, side: usize) -> Result<(), Unsupported> {
        let all = &self.rules.play;
        let play = &all[side];
        for (id, piece) in self.pieces.iter().enumerate() {
            let Some(rules) = piece.rules[side].filter(|_| !piece.pushes[side].is_empty()) else { continue };
            let captures = piece.pushes[side].iter().any(|pushing| pushing.push.captures());
            let odd_promotion = rules.promotions.iter().any(|promotion| {
                let limited =
                    promotion.to.iter().any(|target| target.while_fewer_than.is_some() || target.ransom.is_some());
                let restrained = !promotion.may_not_attack.is_empty() || promotion.may_not_check;
                limited || restrained || promotion.while_at_most.is_some()
            });
            let picks = |pushing: &Pushing| {
                let taken = self.royals_taken_by(id, side, pushing);
                taken.contains(&true) && taken.contains(&false)
            };
            let safe_goal = |rule: &EndRule| matches!(rule.when, Condition::Reached { safe: true, .. });
            let with = if captures && all.iter().any(|play| play.capture.blast.is_some()) {
                "captures that explode"
            } else if play.walling.is_some() || play.gating.is_some() {
                "walls or gating"
            } else if captures && odd_promotion {
                "promotions under conditions"
            } else if all.iter().any(|play| !play.check.may_not_mate.is_empty()) {
                "types that may not mate"
            } else if all.iter().any(|play| play.check.may_not_flee) {
                "royals that may not flee"
            } else if self.chains || self.passed_sets() {
                "turns of several captures, or of several moves and captures en passant"
            } else if self.truce.is_some() || (0..2).any(|side| self.is_wary(side)) {
                "`truce` or `wary`"
            } else if captures && self.rules.end.iter().any(safe_goal) {
                "goals that have to be `safe`"
            } else if piece.pushes[side].iter().any(picks) {
                "royals some of which it can capture and some not"
            } else if captures && self.captures_where_it_pushes(id, side) {
                "other captures of the piece along the same lines"
            } else {
                continue;
            };
            let cause = rules.movements.iter().find(|m| m.push.is_some()).map(|m| m.cause.clone()).unwrap_or_default();
            let what = format!("a push has no compiled form together with {with} yet");
            return Err(Unsupported::at(&cause, what));
        }
        Ok(())
    }

    /// For each type of royals of others: can such a push lose one?
    fn royals_taken_by(&self, id: usize, side: usize, pushing: &Pushing) -> Vec<bool> {
        let Some(rules) = self.pieces[id].rules[side] else { return Vec::new() };
        let loses = pushing.push.enemies && (pushing.push.over_edge.enemies || pushing.push.crushed.enemies);
        let royals = self.others(side).filter(|_| loses).flat_map(|other| &self.royals[other]);
        let takes =
            |royal: &PieceId| pushing.takes.is_none_or(|types| types.contains(*royal)) && rules.victims.contains(royal);
        royals.map(takes).collect()
    }

    /// Can such a push lose a royal of another side?
    pub(crate) fn loses_royals_by(&self, id: usize, side: usize, pushing: &Pushing) -> bool {
        self.royals_taken_by(id, side, pushing).contains(&true)
    }

    /// Might a piece capture by another movement on a square where its pushes capture as well?
    fn captures_where_it_pushes(&self, id: usize, side: usize) -> bool {
        let Some(rules) = self.pieces[id].rules[side] else { return false };
        let board = self.board();
        let takes = |movement: &&Movement| movement.to_enemy || !movement.legs.is_empty();
        let pushes = |movement: &&Movement| movement.push.is_some_and(|push| push.captures() && !push.stays);
        let others: Vec<&Movement> = rules.movements.iter().filter(takes).collect();
        rules.movements.iter().filter(pushes).any(|movement| others.iter().any(|other| movement.may_meet(other, board)))
    }

    /// Do attacks of `side` depend on where its own pieces stand?
    pub(crate) fn needs_company(&self, side: usize) -> bool {
        self.pieces.iter().any(|piece| {
            piece.parts[side].iter().any(|part| part.mode.menaces && part.company.is_some())
                || piece.travels[side].iter().any(|travel| travel.company.is_some())
                || piece.pushes[side].iter().flat_map(Pushing::parts).any(|part| part.company.is_some())
        })
    }

    /// Could a piece that is put on an empty square open a way for an attack of `side`? It may be jumped over, or hide a friend without whom another piece attacks.
    pub(crate) fn attacks_over_others(&self, side: usize) -> bool {
        let over = |part: &Part| {
            let by_shape = match &part.shape {
                Shape::Leaps { .. } | Shape::Slide(_) => false,
                Shape::Lame { state, .. } | Shape::Path { state, .. } => *state == ViaState::Occupied,
                Shape::LameRide { via, .. } => via.state == ViaState::Occupied,
                Shape::Hop { .. } | Shape::Roam { .. } => true,
            };
            let lines = part.company.as_ref().is_some_and(|company| company.at.iter().any(|ride| !ride.is_leap()));
            part.mode.menaces && (by_shape || lines)
        };
        self.pieces.iter().any(|piece| piece.parts[side].iter().any(over) || !piece.travels[side].is_empty())
    }

    /// What has no code together with movements that depend on the company of friends.
    fn refuse_unbuilt_company(&self, side: usize) -> Result<(), Unsupported> {
        let play = &self.rules.play[side];
        let movements = self.pieces.iter().filter_map(|piece| piece.rules[side]).flat_map(|rules| &rules.movements);
        let Some(movement) = movements.into_iter().find(|movement| movement.company.is_some()) else { return Ok(()) };
        let on_its_own_way = |walling: &Walling| matches!(walling.reach, WallReach::OwnMovement);
        let with = if play.walling.as_ref().is_some_and(on_its_own_way) {
            "walls placed where a piece could move on to"
        } else if !play.check.may_not_mate.is_empty() {
            "types that may not mate"
        } else {
            return Ok(());
        };
        let what = format!("`Beside` in `moves` has no compiled form together with {with} yet");
        Err(Unsupported::at(&movement.cause, what))
    }

    /// Are there promotions of `side` that depend on the opponent's hand, as attacks do by which they would be made?
    pub(crate) fn has_ransoms(&self, side: usize) -> bool {
        self.ransoms(side).next().is_some()
    }

    /// The promotions of `side` that exchange something with the opponent's hand: of which type, to which.
    pub(crate) fn ransoms(&self, side: usize) -> impl Iterator<Item = (usize, PieceId, Ransom)> + '_ {
        let promotions = self.pieces.iter().enumerate().flat_map(move |(id, piece)| {
            piece.rules[side].into_iter().flat_map(|own| &own.promotions).map(move |promotion| (id, promotion))
        });
        let targets = promotions.flat_map(|(id, promotion)| promotion.to.iter().map(move |to| (id, to)));
        targets.filter_map(|(id, to)| Some((id, to.piece, to.ransom?)))
    }

    /// Can pieces be had from the opponent's hand?
    pub(crate) fn has_exchanges(&self) -> bool {
        let own = self.pieces.iter().flat_map(|piece| piece.rules.iter().flatten());
        own.filter_map(|own| own.drop.as_ref()).any(|drop| drop.exchange.is_some())
    }

    /// What has no code together with exchanges between hands.
    fn refuse_unbuilt_exchanges(&self, side: usize) -> Result<(), Unsupported> {
        for (piece, rules) in self.pieces.iter().filter_map(|piece| Some((piece, piece.rules[side]?))) {
            let exchanged = rules.drop.as_ref().filter(|drop| drop.exchange.is_some());
            if let Some(drop) = exchanged.filter(|drop| drop.may_not_mate || drop.may_not_check) {
                let what = "an `exchange` has no compiled form together with drops that may not mate or check yet";
                return Err(Unsupported::at(&drop.cause, what.to_string()));
            }
            let Some(promotion) = rules.promotions.iter().find(|p| p.to.iter().any(|to| to.ransom.is_some())) else {
                continue;
            };
            let simple = |p: &Promotion| {
                let entering =
                    PromotedBy::Moving { entering: true, within: true, leaving: false, only_capturing: false };
                p.by == entering && p.from == self.board().all() && p.while_at_most.is_none()
            };
            let with = if !simple(promotion) || promotion.forced != Forced::Always || rules.promotions.len() > 1 {
                "other promotions than one that each move into its zone or within has to be"
            } else if !piece.travels[side].is_empty() || self.has_journeys() {
                "moves of several legs"
            } else if !self.capturers_arrive(side) {
                "capturers that do not arrive"
            } else if !self.rules.play[side].check.may_not_mate.is_empty() {
                "types that may not mate"
            } else {
                continue;
            };
            let what = format!("a promotion for a `ransom` has no compiled form together with {with} yet");
            return Err(Unsupported::at(&promotion.cause, what));
        }
        Ok(())
    }

    /// What has no code together with journeys.
    fn refuse_unbuilt_journeys(&self, side: usize) -> Result<(), Unsupported> {
        let play = &self.rules.play[side];
        for (id, piece) in self.pieces.iter().enumerate() {
            let Some(rules) = piece.rules[side].filter(|_| !piece.travels[side].is_empty()) else { continue };
            let odd_promotion = rules.promotions.iter().any(|promotion| {
                let limited = promotion.to.iter().any(|target| target.while_fewer_than.is_some());
                let restrained = !promotion.may_not_attack.is_empty() || promotion.may_not_check;
                limited || restrained || promotion.while_at_most.is_some()
            });
            let with = if self.rules.play.iter().any(|play| play.capture.blast.is_some()) {
                "captures that explode"
            } else if play.walling.is_some() {
                "walls placed after a move"
            } else if play.gating.as_ref().is_some_and(|gating| gating.with.contains(&(id as PieceId))) {
                "gating by such pieces"
            } else if odd_promotion {
                "promotions under conditions"
            } else if !play.check.may_not_mate.is_empty() {
                "types that may not mate"
            } else {
                continue;
            };
            let what = format!(
                "moves that capture on their way, capture friends or end where they began have no compiled form together with {with} yet"
            );
            return Err(Unsupported::at(&rules.cause, what));
        }
        let restrained = |rules: &&PieceRules| rules.promotions.iter().any(|p| !p.may_not_attack.is_empty());
        if self.has_journeys() && self.pieces.iter().filter_map(|p| p.rules[side]).any(|rules| restrained(&rules)) {
            let what = "promotions that may not attack have no compiled form together with moves of several legs yet";
            return Err(Unsupported { what: what.to_string(), place: String::new() });
        }
        Ok(())
    }

    /// Do anybody's arrivals convert?
    fn converts(&self) -> bool {
        self.rules.play.iter().any(|play| !play.arrival.is_empty())
    }

    /// Does the side have one royal, now and ever (unless it is blown up)?
    fn has_one_royal(&self, side: usize) -> bool {
        let can_multiply = self.rules.pieces.iter().flat_map(|p| &p.sides[side]).any(|r| {
            r.promotions.iter().flat_map(|p| &p.to).any(|to| self.royals[side].contains(&to.piece))
                || (r.royal && !r.promotions.is_empty())
        });
        let can_be_dropped =
            self.royals[side].iter().any(|&r| self.rules.piece_rules(r, side as u8).is_some_and(|r| r.drop.is_some()));
        let start = self.start_count(side, &self.royals[side]);
        self.royals[side].len() == 1 && start == 1 && !can_multiply && !can_be_dropped
    }

    /// Does `side` attack royals by leaps and plain slides only?
    fn attacks_plainly(&self, side: usize) -> bool {
        let plain = |part: &Part| match &part.shape {
            Shape::Leaps { .. } => true,
            Shape::Slide(Kernel::Ray(ray)) if ray.min > 1 => false,
            Shape::Slide(_) => part.from == self.board().all() && part.to == self.board().all(),
            _ => false,
        };
        self.rules.play[side].check.facing.is_empty()
            && self.pieces.iter().flat_map(|p| &p.parts[side]).filter(|part| part.mode.menaces).all(plain)
    }

    /// Does `side` capture by hops that depend on what is jumped over?
    fn hops_by_type(&self, side: usize) -> bool {
        let by_type = |part: &Part| part.mode.menaces && matches!(part.shape, Shape::Hop { over: Some(_), .. });
        self.pieces.iter().flat_map(|p| &p.parts[side]).any(by_type)
    }

    /// Where the enemies' hops depend on what is jumped over: what that is, if it is known of all that `side` moves whether they can be jumped where they
    /// arrive, and only the squares between count. (Odd attackers are tested on a changed occupancy, which does not tell types.)
    pub(crate) fn hurdles_on_lines(&self, side: usize) -> Option<PieceSet> {
        let capturing = self.pieces.iter().flat_map(|p| &p.parts[1 - side]).filter(|part| part.mode.menaces);
        let mut known: Option<PieceSet> = None;
        for part in capturing {
            match part.shape {
                Shape::Hop { over: Some(over), landing: Landing::Beyond, .. } if known.is_none_or(|k| k == over) => {
                    known = Some(over);
                }
                Shape::Hop { over: Some(_), .. } => return None,
                _ if part.shape.is_odd() => return None,
                _ => {}
            }
        }
        let own = || self.pieces.iter().filter_map(|piece| piece.rules[side]);
        let changes = own().any(|rules| !rules.promotions.is_empty() || rules.drop.is_some());
        let passes = self.pieces.iter().flat_map(|p| &p.parts[side]).any(|part| part.mode.en_passant);
        let apart = self.castlings(side).next().is_some() || self.rules.play[side].gating.is_some();
        known.filter(|_| !changes && !passes && !apart)
    }

    /// A piece between a slider of `attacker` and a royal may stay on the line through its square and the royal's, except where a piece of
    /// `side` could jump along that line past the slider, or where the line is not one of a queen's, or not the only one over joined edges.
    pub(crate) fn leaves_lines(&self, side: usize, attacker: usize) -> bool {
        let mut parts = self.pieces.iter().flat_map(|p| p.parts[side].iter().chain(p.apart[side].iter().flatten()));
        let jumps = parts.any(|part| match &part.shape {
            Shape::Leaps { steps, .. } => steps.iter().any(|&s| jumps_on_line(s)),
            Shape::Lame { steps, .. } => steps.iter().any(|&(s, _)| jumps_on_line(s)) && !part.mode.leaves,
            Shape::Slide(Kernel::Ray(ray)) => ray.skips || jumps_on_line(ray.step),
            Shape::Slide(_) => false,
            Shape::Hop { .. } => true,
            Shape::LameRide { step, .. } => jumps_on_line(*step),
            Shape::Path { ways, .. } => ways.iter().any(|&(step, _)| jumps_on_line(step)),
            Shape::Roam { .. } => true,
        });
        !self.queen_lines(attacker) || jumps || !self.tells_lines()
    }

    /// Does the board have tables of the squares between two others, and of the line through them? Over joined edges several lines may join two squares.
    pub(crate) fn tells_lines(&self) -> bool {
        !matches!(self.word, Word::Many(_)) && !self.board().joined.any()
    }

    /// Does `side` slide along a queen's lines only, where it captures?
    pub(crate) fn queen_lines(&self, side: usize) -> bool {
        !self.pieces.iter().flat_map(|p| &p.parts[side]).any(|part| {
            part.mode.menaces && matches!(&part.shape, Shape::Slide(Kernel::Ray(ray)) if !is_queen_step(ray.step))
        })
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

    /// All squares from which one step leads to a square of the board.
    pub(crate) fn leap_targets(&self, step: Step, from: &SquareSet, to: &SquareSet) -> Vec<SquareSet> {
        let board = self.board();
        (0..self.squares)
            .map(|square| {
                let target = board.all().contains(square).then(|| board.step(square, step)).flatten();
                target.filter(|t| from.contains(square) && to.contains(*t)).into_iter().collect()
            })
            .collect()
    }

    /// The landing squares of a ray from each square, as far as the board goes (not before `min` steps, not past `max`).
    pub(crate) fn ray_squares(&self, ray: Ray) -> Vec<SquareSet> {
        ray_squares(self.board(), ray)
    }

    /// Can anybody pass?
    pub(crate) fn passes(&self) -> bool {
        self.rules.play.iter().any(|play| play.pass != Pass::Never)
    }

    /// Do anybody's captures explode?
    pub(crate) fn blasts(&self) -> bool {
        self.rules.play.iter().any(|play| play.capture.blast.is_some())
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

    /// The castlings of one side.
    pub(crate) fn castlings(&self, side: usize) -> impl Iterator<Item = &Castling> {
        self.rules.castlings.iter().filter(move |c| c.side as usize == side)
    }

    /// Does any rule end the game by the position alone, other than by a lack of moves?
    pub(crate) fn ends_by_position(&self) -> bool {
        self.rules.end.iter().any(|rule| stops(&rule.when))
    }
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

/// The captures that neither side may answer in kind. What one side alone may not do, or each other things, would have to be remembered apart.
fn truce(rules: &Rules) -> Result<Option<&Truce>, Unsupported> {
    let Some(truce) = rules.play.iter().find_map(|play| play.truce.as_ref()) else { return Ok(None) };
    if rules.sides.len() > 2 {
        return Err(Unsupported::at(
            &truce.cause,
            "a `truce` of more than two sides has no compiled form yet".to_string(),
        ));
    }
    let [first, second] = [0, 1].map(|side| rules.play[side].truce.as_ref());
    let terms = |truce: Option<&Truce>| truce.map(|truce| (truce.of.clone(), truce.by.clone()));
    if terms(first) == terms(second) {
        return Ok(Some(truce));
    }
    Err(Unsupported::at(
        &truce.cause,
        "a `truce` that binds the sides differently has no compiled form yet".to_string(),
    ))
}

/// The landing squares of a ray from each square of a board.
pub(crate) fn ray_squares(board: &Board, ray: Ray) -> Vec<SquareSet> {
    (0..board.squares()).map(|start| ray_way(board, ray, start).into_iter().collect()).collect()
}

/// The landing squares of a ray from one square, in their order.
pub(crate) fn ray_way(board: &Board, ray: Ray, start: Square) -> Vec<Square> {
    if board.holes.contains(start) {
        return Vec::new();
    }
    board.over(ray.joined).ray(start, ray.step).take(ray.max as usize).skip(ray.min as usize - 1).collect()
}

/// Does a ray of so many steps get as far as the board goes?
pub(crate) fn goes_all_the_way(board: &Board, step: Step, max: u16) -> bool {
    // On a flat board the farthest square is one less away than there are squares in a row.
    let most = board.most_steps(step);
    max >= if board.joined.any() { most } else { most - 1 }
}

const ORTHOGONAL: [(i16, i16); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i16, i16); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn plan_pieces(rules: &Rules) -> Result<Vec<PiecePlan<'_>>, Unsupported> {
    let mut names: Vec<String> = Vec::new();
    let mut pieces = Vec::new();
    for piece in &rules.pieces {
        let base: String =
            piece.name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
        let base = if base.starts_with(|c: char| c.is_ascii_alphabetic()) { base } else { format!("piece_{base}") };
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

/// Breaks movements of one side into parts, merging leaps of equal mode.
pub(crate) fn plan_parts(board: &Board, movements: &[Movement]) -> Result<Vec<Part>, Unsupported> {
    let mut parts: Vec<Part> = Vec::new();
    for movement in movements {
        let mode = Mode {
            quiet: movement.to_empty,
            capture: movement.to_enemy,
            menaces: movement.to_enemy, // unless it spares all royals, see `spare_royals`
            victims: movement.victims.filter(|_| movement.to_enemy || movement.en_passant),
            en_passant: movement.en_passant,
            leaves: movement.leaves_en_passant,
            unmoved: movement.unmoved,
            unchecked: movement.unchecked,
            safe_way: movement.safe_way,
        };
        if !movement.legs.is_empty() && board.joined.any() {
            let what =
                format!("`{}`: a move of several legs over joined edges has no compiled form yet", movement.cause.text);
            return Err(Unsupported::at(&movement.cause, what));
        }
        if let Some(company) = &movement.company {
            let rides = company.at.clone();
            plan_parts(board, &[Movement { cause: movement.cause.clone(), ..company_movement(board, rides) }])?;
        }
        if movement.company.is_some() && (movement.en_passant || movement.leaves_en_passant) {
            let what = format!(
                "`{}`: a move in certain company that has to do with en passant has no compiled form yet",
                movement.cause.text
            );
            return Err(Unsupported::at(&movement.cause, what));
        }
        if !movement.legs.is_empty() && mode.is_conditional() {
            let what =
                format!("`{}`: a move of several legs on a condition has no compiled form yet", movement.cause.text);
            return Err(Unsupported::at(&movement.cause, what));
        }
        for part in roaming_parts(board, movement) {
            add_part(&mut parts, part);
        }
        if mode.is_conditional() && (mode.capture || mode.en_passant || mode.leaves) {
            return Err(Unsupported {
                what: format!(
                    "`{}`: a capture, or a move that can be captured en passant, on a condition other than where it starts",
                    movement.cause.text
                ),
                place: format!("{}:{}", movement.cause.file, movement.cause.line),
            });
        }
        // What is left of a movement that only exchanges places or pushes, see `plan_swaps` and `plan_pushes`.
        if (movement.swap.is_some() || movement.push.is_some()) && !movement.to_empty && !movement.en_passant {
            continue;
        }
        for shape in shapes(board, movement)? {
            // A slide that stops on its first square passes none.
            let leaves = mode.leaves && !matches!(shape, Shape::Leaps { .. });
            let (company, from, to) = (movement.company.clone(), movement.from, movement.to);
            add_part(&mut parts, Part { mode: Mode { leaves, ..mode }, shape, company, from, to });
        }
    }
    Ok(parts)
}

/// Adds a part, or widens an equal one that is there.
fn add_part(parts: &mut Vec<Part>, part: Part) {
    for known in parts.iter_mut().filter(|known| known.mode == part.mode && known.company == part.company) {
        match (&mut known.shape, &part.shape) {
            (Shape::Leaps { targets, steps }, Shape::Leaps { targets: more, steps: more_steps }) => {
                targets.iter_mut().zip(more).for_each(|(a, b)| *a = a.or(b));
                steps.extend(more_steps);
                steps.sort_unstable();
                steps.dedup();
                known.from = known.from.or(&part.from);
                known.to = known.to.or(&part.to);
                return;
            }
            (Shape::Path { state, ways }, Shape::Path { state: other, ways: more })
                if *state == *other && (known.from, known.to) == (part.from, part.to) =>
            {
                ways.extend(more);
                ways.sort_unstable();
                ways.dedup();
                return;
            }
            (Shape::Lame { state, steps }, Shape::Lame { state: other, steps: more })
                if *state == *other && (known.from, known.to) == (part.from, part.to) =>
            {
                steps.extend(more);
                steps.sort_unstable();
                steps.dedup();
                return;
            }
            (Shape::Roam { legs }, Shape::Roam { legs: more }) if (known.from, known.to) == (part.from, part.to) => {
                add_journeys(legs, more);
                return;
            }
            _ => {}
        }
    }
    if !parts.contains(&part) {
        parts.push(part);
    }
}

/// Journeys with the same conditions that are more than a move to an empty square or an enemy's: they may capture on their way or capture a friend, or end where they
/// began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Travel {
    /// Their first legs.
    pub legs: Vec<Leg>,
    /// Only in certain company of friends, or out of it.
    pub company: Option<Company>,
    /// Squares they may start from.
    pub from: SquareSet,
    /// Squares they may end on.
    pub to: SquareSet,
}

impl PiecePlan<'_> {
    /// Does the piece capture by leaps, whatever stands where, on every square on which it could on one of these journeys?
    pub(crate) fn leaps_cover(&self, travel: &Travel, side: usize, board: &Board) -> bool {
        let mut leaps = vec![SquareSet::EMPTY; board.squares() as usize];
        for part in self.parts[side]
            .iter()
            .filter(|part| part.mode.menaces && part.company.is_none() && part.mode.victims.is_none())
        {
            if let Shape::Leaps { targets, .. } = &part.shape {
                leaps.iter_mut().zip(targets).for_each(|(leaps, targets)| *leaps = leaps.or(targets));
            }
        }
        travel.from.iter().all(|from| {
            let mut covered = true;
            Leg::stops(&travel.legs, board, from, &mut |at, leg| {
                covered &= leg.ground != Ground::Enemy || at == from || leaps[from as usize].contains(at);
            });
            covered
        })
    }
}

/// A journey's legs, without what follows them.
fn without_rest(journey: &[&Leg]) -> Vec<Leg> {
    journey.iter().map(|leg| Leg { then: Vec::new(), ..(*leg).clone() }).collect()
}

/// Adds the journeys of one tree to another.
fn add_journeys(legs: &mut Vec<Leg>, more: &[Leg]) {
    Leg::journeys(more).iter().for_each(|journey| Leg::add(legs, &without_rest(journey)));
}

/// Does a journey capture something on its way?
fn captures_on_the_way(journey: &[Leg]) -> bool {
    let inner = &journey[..journey.len() - 1];
    inner.iter().any(|leg| matches!(leg.ground, Ground::Enemy | Ground::Friend))
}

/// Could a journey end where it began? Not where all its steps lead to one side of some line.
fn may_return(journey: &[Leg]) -> bool {
    let sides = (-2i16..=2).flat_map(|x| (-2i16..=2).map(move |y| (x, y)));
    !sides.into_iter().any(|(x, y)| journey.iter().all(|leg| leg.step.dx * x + leg.step.dy * y > 0))
}

/// Does a journey always end where it began?
fn only_returns(journey: &[Leg]) -> bool {
    let (mut file, mut rank, mut before) = (0, 0, 0);
    for leg in journey {
        if !leg.as_long && leg.min != leg.max {
            return false;
        }
        before = if leg.as_long { before } else { i32::from(leg.max) };
        (file, rank) = (file + before * i32::from(leg.step.dx), rank + before * i32::from(leg.step.dy));
    }
    (file, rank) == (0, 0)
}

/// The journeys of a movement that capture nothing but on their last square: those that may end both on empty squares and on enemies, then the others.
fn roaming_parts(board: &Board, movement: &Movement) -> Vec<Part> {
    let (mut quiet, mut capturing): (Vec<Vec<Leg>>, Vec<Vec<Leg>>) = Default::default();
    for journey in Leg::journeys(&movement.legs) {
        let mut journey = without_rest(&journey);
        if captures_on_the_way(&journey) || only_returns(&journey) && !board.joined.any() {
            continue;
        }
        let Some(last) = journey.last_mut() else { continue };
        let ground = std::mem::replace(&mut last.ground, Ground::Empty);
        match ground {
            Ground::Empty => quiet.push(journey),
            Ground::Enemy => capturing.push(journey),
            Ground::Friend | Ground::Hurdle | Ground::Any => {}
        }
    }
    let both = quiet.iter().filter(|journey| capturing.contains(journey)).cloned().collect();
    let only = |these: &[Vec<Leg>], those: &[Vec<Leg>]| -> Vec<Vec<Leg>> {
        these.iter().filter(|journey| !those.contains(journey)).cloned().collect()
    };
    let sorted = [(both, true, true), (only(&quiet, &capturing), true, false), (only(&capturing, &quiet), false, true)];
    let parts = sorted.into_iter().filter(|(journeys, ..)| !journeys.is_empty()).map(|(journeys, quiet, capture)| {
        let mut legs = Vec::new();
        journeys.iter().for_each(|journey| Leg::add(&mut legs, journey));
        let (en_passant, leaves, unmoved, unchecked, safe_way) = (false, false, false, false, false);
        let mode =
            Mode { quiet, capture, menaces: capture, en_passant, leaves, unmoved, unchecked, safe_way, victims: None };
        Part {
            mode,
            shape: Shape::Roam { legs },
            company: movement.company.clone(),
            from: movement.from,
            to: movement.to,
        }
    });
    parts.collect()
}

/// The parts along which a piece looks for company, apart from leaps.
pub(crate) fn company_parts(board: &Board, company: &Company) -> Vec<Part> {
    let rides = company.at.iter().filter(|ride| !ride.is_leap()).copied().collect();
    // That there is code for all of them has been looked at before, see `plan_parts`.
    plan_parts(board, &[company_movement(board, rides)]).unwrap_or_default()
}

/// Rides to friends, as if they were captures.
fn company_movement(board: &Board, rides: Vec<Ride>) -> Movement {
    Movement {
        rides,
        legs: Vec::new(),
        to_empty: false,
        to_enemy: true,
        victims: None,
        en_passant: false,
        swap: None,
        push: None,
        unmoved: false,
        unchecked: false,
        safe_way: false,
        company: None,
        from: board.all(),
        to: board.all(),
        leaves_en_passant: false,
        cause: Cause::default(),
    }
}

/// The exchanges of places of a piece.
fn plan_swaps(board: &Board, movements: &[Movement]) -> Result<Vec<(Part, Swap)>, Unsupported> {
    let mut swaps = Vec::new();
    for movement in movements {
        let Some(swap) = movement.swap else { continue };
        if movement.unmoved || movement.unchecked || movement.safe_way {
            let what =
                format!("`{}`: an exchange of places on a condition has no compiled form yet", movement.cause.text);
            return Err(Unsupported::at(&movement.cause, what));
        }
        let anywhere =
            Movement { to_empty: true, to_enemy: true, swap: None, leaves_en_passant: false, ..movement.clone() };
        swaps.extend(plan_parts(board, &[anywhere])?.into_iter().map(|part| (part, swap)));
    }
    Ok(swaps)
}

/// Pushes with the same conditions.
#[derive(Clone, Debug)]
pub(crate) struct Pushing {
    /// What they do.
    pub push: Push,
    /// The types that are pushed; `None`: all.
    pub takes: Option<PieceSet>,
    /// By step, the parts of the rides that end where a row begins.
    pub steps: Vec<(Step, Vec<Part>)>,
}

impl Pushing {
    /// The parts of all its rides.
    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.steps.iter().flat_map(|(_, parts)| parts)
    }
}

/// The pushes of a piece.
fn plan_pushes(board: &Board, movements: &[Movement]) -> Result<Vec<Pushing>, Unsupported> {
    let mut pushes = Vec::new();
    for movement in movements {
        let Some(push) = movement.push else { continue };
        if movement.unmoved || movement.unchecked || movement.safe_way {
            let what = format!("`{}`: a push on a condition has no compiled form yet", movement.cause.text);
            return Err(Unsupported::at(&movement.cause, what));
        }
        let mut ways: Vec<Step> = movement.rides.iter().map(|ride| ride.step).collect();
        ways.sort_unstable();
        ways.dedup();
        let mut steps = Vec::new();
        for step in ways {
            let anywhere = Movement {
                rides: movement.rides.iter().filter(|ride| ride.step == step).copied().collect(),
                to_empty: true,
                to_enemy: true,
                push: None,
                victims: None,
                en_passant: false,
                leaves_en_passant: false,
                ..movement.clone()
            };
            steps.push((step, plan_parts(board, &[anywhere])?));
        }
        pushes.push(Pushing { push, takes: movement.victims, steps });
    }
    Ok(pushes)
}

/// The other journeys of a piece.
fn plan_travels(movements: &[Movement]) -> Vec<Travel> {
    let mut travels: Vec<Travel> = Vec::new();
    for movement in movements {
        for journey in Leg::journeys(&movement.legs) {
            let journey = without_rest(&journey);
            let takes_friend = journey.last().is_some_and(|last| last.ground == Ground::Friend);
            if !captures_on_the_way(&journey) && !takes_friend && !may_return(&journey) {
                continue;
            }
            let alike = |travel: &&mut Travel| {
                (travel.from, travel.to, &travel.company) == (movement.from, movement.to, &movement.company)
            };
            match travels.iter_mut().find(alike) {
                Some(travel) => Leg::add(&mut travel.legs, &journey),
                None => {
                    let mut legs = Vec::new();
                    Leg::add(&mut legs, &journey);
                    let company = movement.company.clone();
                    travels.push(Travel { legs, company, from: movement.from, to: movement.to });
                }
            }
        }
    }
    travels
}

/// The shapes of one movement's rides.
fn shapes(board: &Board, movement: &Movement) -> Result<Vec<Shape>, Unsupported> {
    let unsupported = |what: String| Unsupported::at(&movement.cause, format!("`{}`: {what}", movement.cause.text));
    let mut rides = movement.rides.clone();
    for ride in &mut rides {
        // What is joined on the board anyway is no matter of the ride.
        ride.joined.files &= !board.joined.files;
        ride.joined.ranks &= !board.joined.ranks;
    }
    rides.sort_unstable();
    rides.dedup();
    let mut shapes = Vec::new();
    let mut hurdles: Vec<Option<Hurdle>> = rides.iter().map(|ride| ride.hurdle).collect();
    hurdles.sort_unstable();
    hurdles.dedup();
    let all_round = [(ORTHOGONAL, Kernel::Rook), (DIAGONAL, Kernel::Bishop)];
    for ((steps, kernel), hurdle) in all_round.iter().flat_map(|&lines| hurdles.iter().map(move |&h| (lines, h))) {
        let is_line = |ride: &Ride, (dx, dy): (i16, i16)| {
            ride.step == Step { dx, dy }
                && ride.min == 1
                && goes_all_the_way(board, ride.step, ride.max)
                && ride.max > 1
                && ride.via.is_none()
                && !ride.joined.any()
                && ride.hurdle == hurdle
        };
        if steps.iter().all(|&step| rides.iter().any(|ride| is_line(ride, step))) {
            rides.retain(|ride| !steps.iter().any(|&step| is_line(ride, step)));
            shapes.push(match hurdle {
                None => Shape::Slide(kernel),
                Some(Hurdle { landing, over }) => Shape::Hop { kernel, landing, over },
            });
        }
    }
    if movement.leaves_en_passant {
        if rides.iter().any(|ride| ride.joined.any() || goes_round(board, movement, ride)) {
            return Err(unsupported("leaving en passant squares over a joined edge has no compiled form yet".into()));
        }
        rides = rides.into_iter().flat_map(|ride| passing_rides(ride, board.most_steps(ride.step))).collect();
    }
    for ride in rides {
        let max = ride.max.min(board.over(ride.joined).most_steps(ride.step));
        let joined = ride.joined;
        let shape = match ride {
            Ride { hurdle: Some(Hurdle { landing, over }), via: None, min: 1, step, .. } => {
                Shape::Hop { kernel: Kernel::Ray(Ray { step, min: 1, skips: false, max, joined }), landing, over }
            }
            Ride { via: Some(_), .. } if joined.any() => {
                return Err(unsupported(
                    "lame moves over edges joined for them alone have no compiled form yet".into(),
                ));
            }
            Ride { hurdle: None, via: Some(via), min: 1, max: 1, step, .. } => match via.path[..] {
                [offset] => Shape::Lame { state: via.state, steps: vec![(step, offset)] },
                _ => Shape::Path { state: via.state, ways: vec![(step, via.path)] },
            },
            Ride { via: Some(via), .. } if via.path.len() > 1 => {
                return Err(unsupported("riders along paths of several squares have no compiled form yet".into()));
            }
            Ride { hurdle: None, via: Some(via), min: 1, step, .. } => Shape::LameRide { step, max, via },
            Ride { hurdle: None, via: None, min: 1, max: 1, step, .. } if !joined.any() => {
                let all = |square: Square| movement.from.contains(square).then(|| board.step(square, step)).flatten();
                let targets = (0..board.squares())
                    .map(|s| {
                        all(s).filter(|t| movement.to.contains(*t) && !board.holes.contains(s)).into_iter().collect()
                    })
                    .collect();
                Shape::Leaps { targets, steps: vec![step] }
            }
            Ride { hurdle: None, via: None, min, skips, step, .. } => {
                Shape::Slide(Kernel::Ray(Ray { step, min, skips: skips && min > 1, max, joined }))
            }
            _ => return Err(unsupported("this combination of modifiers has no compiled form yet".into())),
        };
        // The squares passed are found from one of them and the piece that has passed, as the line between the two.
        let on_line = |step: Step| step.dx == 0 || step.dy == 0 || step.dx.abs() == step.dy.abs();
        let passing_squares_known = match &shape {
            Shape::Lame { state: ViaState::Empty, .. } | Shape::Leaps { .. } => true,
            Shape::Slide(Kernel::Ray(ray)) => on_line(ray.step) && ray.step.dx.abs().max(ray.step.dy.abs()) == 1,
            _ => false,
        };
        if movement.leaves_en_passant && !passing_squares_known {
            return Err(unsupported(
                "only lame leaps and slides can leave en passant squares in compiled games yet".into(),
            ));
        }
        shapes.push(shape);
    }
    Ok(shapes)
}

/// Does the ride go over a joined edge from any square where the movement may start?
fn goes_round(board: &Board, movement: &Movement, ride: &Ride) -> bool {
    let flat = Board { joined: Joined::default(), ..board.clone() };
    let way = |board: &Board, from| board.ray(from, ride.step).take(ride.max as usize).collect::<Vec<_>>();
    movement.from.and(&board.all()).iter().any(|from| way(board, from) != way(&flat, from))
}

/// The rides of a movement that leaves en passant squares, apart by what they pass: nothing with one step, one square with two, else several.
fn passing_rides(ride: Ride, longest: u16) -> Vec<Ride> {
    if ride.via.is_some() || ride.hurdle.is_some() || ride.skips {
        return vec![ride];
    }
    let Step { dx, dy } = ride.step;
    let mut rides = Vec::new();
    if ride.min == 1 {
        rides.push(Ride { max: 1, ..ride });
    }
    match ride.max.min(longest) {
        0 | 1 => {}
        2 => rides.push(Ride {
            step: Step { dx: 2 * dx, dy: 2 * dy },
            min: 1,
            max: 1,
            via: Some(Via::one(ride.step, ViaState::Empty)),
            ..ride
        }),
        max => rides.push(Ride { min: ride.min.max(2), max, ..ride }),
    }
    rides
}

impl Kernel {
    /// The kernel that finds the sliders attacking a square by looking back from it.
    pub(crate) fn reversed(self) -> Kernel {
        match self {
            Kernel::Ray(ray) => Kernel::Ray(Ray { step: reverse(ray.step), ..ray }),
            all_round => all_round,
        }
    }
}

/// Is it a step of a queen?
pub(crate) fn is_queen_step(step: Step) -> bool {
    step.dx.abs().max(step.dy.abs()) == 1
}

/// Is such a step along a line of a queen?
pub(crate) fn is_aligned(step: Step) -> bool {
    step.dx == 0 || step.dy == 0 || step.dx.abs() == step.dy.abs()
}

/// Could such a step jump over a square of a queen's line and stay on it?
fn jumps_on_line(step: Step) -> bool {
    is_aligned(step) && !is_queen_step(step)
}

/// The opposite step.
pub(crate) fn reverse(step: Step) -> Step {
    Step { dx: -step.dx, dy: -step.dy }
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

/// Do anybody's blasts leave walls?
pub(crate) fn petrifies(rules: &Rules) -> bool {
    let mut blasts = rules.play.iter().filter_map(|play| play.capture.blast.as_ref());
    blasts.any(|blast| !blast.petrifies.is_empty())
}
