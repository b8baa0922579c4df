//! How it is decided which moves are legal, and which give check.

use super::conditions::PartConditions;
use super::parts::Part;
use super::pushes::Pushing;
use super::shapes::{Kernel, Shape, is_queen_step, jumps_on_line};
use super::{Analysis, PieceAnalysis, Word};
use alloc::{format, string::String};
use wazir_variant_spec::rules::{Attacks, Landing, PieceSet};

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
pub enum CheckingMoves {
    /// It does not matter, or has to be tested on the child.
    Unknown,
    /// They are forbidden.
    Masked,
    /// They are counted.
    Counted,
}

impl Analysis<'_> {
    /// Where it matters which moves of `side` give check: can that be told before they are made? One enemy royal, and leapers and plain
    /// sliders whose lines nobody jumps along.
    pub(super) fn decide_checking_moves(&self, side: usize) -> CheckingMoves {
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
            && !self.has_conditions(side)
            && !self.goes_round()
            && !self.leaves_lines(side, side);
        if !can_be_told {
            return CheckingMoves::Unknown;
        }
        if self.may_not_give_check(side) {
            return CheckingMoves::Masked;
        }
        let never_taken = self.rules.play[1 - side].check.may_not_remain;
        let counters = self.rules.check_counters();
        let all_count = counters.iter().all(|counter| counter.by.is_none() && !counter.in_a_row);
        if self.memory.checks && all_count && never_taken { CheckingMoves::Counted } else { CheckingMoves::Unknown }
    }

    /// The narrowest test that is right for `side`.
    pub(super) fn decide_legality(&self, side: usize) -> Legality {
        let rules = self.rules;
        let play = &rules.play[side];
        let has_royals = !self.royals[side].is_empty();
        let protects = has_royals && play.check.may_not_remain;
        let spares = self.loses_royals(side);
        let gives_no_check = self.may_not_give_check(side) && self.checking_moves[side] != CheckingMoves::Masked;
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
            || self.has_conditions(1 - side)
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
                    && !self.lines_meet() =>
            {
                Legality::Blasts
            }
            _ if self.blasts() => Legality::Test,
            _ if ordinary => Legality::Masks,
            _ => Legality::Lines,
        }
    }

    /// How the legality of a side's moves is decided among more than two: by making and testing, where it has royals to guard.
    pub(super) fn legality_among_sides(&self, side: usize) -> Legality {
        let protects = !self.royals[side].is_empty() && self.rules.play[side].check.may_not_remain;
        if protects { Legality::Test } else { Legality::Free }
    }

    /// How the legality of the side's moves is decided, in words.
    pub fn legality_text(&self, side: usize) -> String {
        let checks = match self.checking_moves[side] {
            CheckingMoves::Unknown => "",
            CheckingMoves::Masked => "; squares that would give check are masked out",
            CheckingMoves::Counted => "; the checks it gives are counted by the squares that give them",
        };
        let text = match self.legality[side] {
            Legality::Test if self.filters(side) => "moves that can matter to a royal are made and tested",
            legality => legality.text(),
        };
        format!("{text}{checks}")
    }

    /// Is the legality of some moves decided on the position after them?
    pub fn tests_children(&self) -> bool {
        self.legality.contains(&Legality::Test) || self.checking_moves.contains(&CheckingMoves::Masked)
    }

    /// Of the moves that are made and tested: is it known of most beforehand that they change nothing about royals? Where enemies capture by leaps and along lines only, and
    /// moves do nothing but carry a piece from one square to another. (What becomes a royal is tested where that matters. Where royals are dropped, in
    /// games that begin with that, looking for what is in doubt costs more than it saves.)
    pub fn filters(&self, side: usize) -> bool {
        self.legality[side] == Legality::Test
            && self.rules.play[side].walling.is_none()
            && self.rules.play[side].gating.is_none()
            && self.rules.play[side].check.may_not_remain
            && !self.royals[side].is_empty()
            && !self.drops_royals(side)
            && !self.may_change_royals(side)
            && !self.turn_tests(side)
            && !self.may_not_give_check(side)
            && !self.loses_royals(side)
            && !self.blasts()
            && !self.converts()
            && !self.has_pushes()
            && !self.has_carries()
            && (0..self.sides())
                .all(|side| self.capturers_arrive(side) && !self.has_swaps(side) && !self.has_ransoms(side))
            && !self.goes_round()
            && !self.board().joined.any()
            && self.others(side).all(|other| {
                let covers = |piece: &PieceAnalysis<'_>| {
                    piece.travels[other].iter().all(|travel| piece.leaps_cover(travel, other, self.board()))
                };
                self.harmless(other).is_empty()
                    && !self.has_conditions(other)
                    && self.attacks_plainly(other)
                    && self.pieces.iter().all(covers)
            })
    }

    /// Is `side` forbidden to give check?
    pub fn may_not_give_check(&self, side: usize) -> bool {
        self.rules.play[side].check.may_not_be_given && self.can_check(side)
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

    /// Does `side` slide along a queen's lines only, where it captures?
    pub fn queen_lines(&self, side: usize) -> bool {
        !self.pieces.iter().flat_map(|p| &p.parts[side]).any(|part| {
            part.mode.menaces && matches!(&part.shape, Shape::Slide(Kernel::Ray(ray)) if !is_queen_step(ray.step))
        })
    }

    /// A piece between a slider of `attacker` and a royal may stay on the line through its square and the royal's, except where a piece of
    /// `side` could jump along that line past the slider, or where the line is not one of a queen's, or not the only one over joined edges.
    pub fn leaves_lines(&self, side: usize, attacker: usize) -> bool {
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
    pub fn tells_lines(&self) -> bool {
        !matches!(self.word, Word::Many(_)) && !self.board().joined.any()
    }

    /// Has anybody moves over edges that are joined for them alone?
    pub fn goes_round(&self) -> bool {
        let parts = self.pieces.iter().flat_map(|piece| piece.parts.iter().flatten());
        let pushes = self.pieces.iter().flat_map(|piece| piece.pushes.iter().flatten()).flat_map(Pushing::parts);
        let apart = self.pieces.iter().flat_map(|piece| piece.apart.iter().flatten().flatten());
        parts
            .chain(pushes)
            .chain(apart)
            .any(|part| part.shape.goes_round() || part.conditions.as_ref().is_some_and(PartConditions::goes_round))
    }

    /// Does `side` capture by hops that depend on what is jumped over?
    fn hops_by_type(&self, side: usize) -> bool {
        let by_type = |part: &Part| {
            part.mode.menaces
                && matches!(part.shape, Shape::Hop { over: Some(_), .. } | Shape::Hop { friendly: true, .. })
        };
        self.pieces.iter().flat_map(|p| &p.parts[side]).any(by_type)
    }

    /// Where the enemies' hops depend on what is jumped over: what that is, if it is known of all that `side` moves whether they can be jumped where they
    /// arrive, and only the squares between count. (Odd attackers are tested on a changed occupancy, which does not tell types.)
    pub fn hurdles_on_lines(&self, side: usize) -> Option<PieceSet> {
        let capturing = self.pieces.iter().flat_map(|p| &p.parts[1 - side]).filter(|part| part.mode.menaces);
        let mut known: Option<PieceSet> = None;
        for part in capturing {
            match part.shape {
                Shape::Hop { over: Some(over), landing: Landing::Beyond, friendly: false, .. }
                    if known.is_none_or(|k| k == over) =>
                {
                    known = Some(over);
                }
                Shape::Hop { over: Some(_), .. } | Shape::Hop { friendly: true, .. } => return None,
                _ if part.shape.is_odd() => return None,
                _ => {}
            }
        }
        let own = || self.own(side);
        let changes = own().any(|rules| !rules.promotions.is_empty() || rules.drop.is_some());
        let passes = self.pieces.iter().flat_map(|p| &p.parts[side]).any(|part| part.mode.en_passant);
        let apart = self.castlings(side).next().is_some() || self.rules.play[side].gating.is_some();
        known.filter(|_| !changes && !passes && !apart)
    }

    /// Has anybody leaps that may not pass an attacked square?
    pub fn asks_royal_paths(&self) -> bool {
        let guards = |side: usize| self.rules.play[side].check.may_not_remain;
        let mut parts = self
            .pieces
            .iter()
            .flat_map(|piece| (0..2).flat_map(move |side| piece.parts[side].iter().map(move |part| (side, part))));
        parts.any(|(side, part)| part.mode.safe_way && guards(side))
    }

    /// Where moves are made and tested: is a drop of an ordinary piece legal whenever no royal is attacked before it? So it is where pieces do not attack over
    /// others, and where nothing else is tested.
    pub fn grants_drops(&self, side: usize) -> bool {
        let play = &self.rules.play[side];
        let attacked_over = self.others(side).any(|other| self.attacks_over_others(other));
        self.legality[side] == Legality::Test
            && !self.royals[side].is_empty()
            && !self.may_not_give_check(side)
            && !self.turn_tests(side)
            && self.checking_moves[side] == CheckingMoves::Unknown
            && play.check.may_not_mate.is_empty()
            && play.arrival.is_empty()
            && !self.has_journeys()
            && !self.has_pushes()
            && !attacked_over
    }

    /// Are royals of `side` attacked by whatever could capture them within a turn?
    pub fn is_attacked_in_a_turn(&self, side: usize) -> bool {
        self.sides() <= 2
            && self.rules.play[1 - side].turn.attacks == Attacks::InOneTurn
            && !self.royals[side].is_empty()
    }
}
