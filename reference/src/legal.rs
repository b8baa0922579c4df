//! Which pseudo-moves are legal: made on a copy, and the copy tested.

use crate::position::Position;
use wazir_runtime::{Move, MoveKind, PieceId, Square};
use wazir_variant_spec::rules::{Obligation, Pass, Play, TurnCheck, Wary};

impl Position {
    /// The legal moves. None when the game is over.
    pub(crate) fn legal(&self) -> Vec<Move> {
        if self.is_over_with_moves_left() { Vec::new() } else { self.moves_by_rule() }
    }

    /// The moves that the rules of moving allow, whether or not the game is over.
    pub(crate) fn moves_by_rule(&self) -> Vec<Move> {
        self.found.or_find(&self.setup, || self.find_moves())
    }

    /// Do the rules of moving allow no move?
    pub(crate) fn has_no_move(&self) -> bool {
        if !self.rules().play(self.setup.turn).obligations.is_empty() {
            return self.moves_by_rule().is_empty();
        }
        // One move that is allowed is enough, where no obligation may take it away.
        let mut moves = self.with_walls(self.pseudo_moves()).into_iter();
        !moves.any(|mv| self.goes_on(mv) && self.is_allowed(mv)) && self.lawful_pass(true).is_none()
    }

    fn find_moves(&self) -> Vec<Move> {
        let play = self.rules().play(self.setup.turn);
        let mut moves = self.with_walls(self.pseudo_moves());
        moves.retain(|&mv| self.goes_on(mv) && self.is_allowed(mv));
        let gated: Vec<Move> =
            moves.iter().flat_map(|&mv| self.gatings(mv)).filter(|&mv| self.is_allowed(mv)).collect();
        moves.extend(gated);
        if let Some(obligation) = play.obligations.iter().find(|obligation| self.is_in_force(obligation, &moves)) {
            moves.retain(|&mv| self.satisfies(obligation, mv));
        }
        moves.extend(self.lawful_pass(moves.is_empty()));
        moves
    }

    /// The pass, where the side to move may pass. `stuck`: it has no other move.
    fn lawful_pass(&self, stuck: bool) -> Option<Move> {
        let may_pass = match self.rules().play(self.setup.turn).pass {
            Pass::Never => false,
            Pass::WhenStuck => stuck,
            Pass::Always => true,
        };
        let has_pieces = || self.pieces_of(self.setup.turn).next().is_some();
        if !may_pass || self.setup.progress.with.is_some() || !has_pieces() {
            return None;
        }
        let pass = self.pass();
        (self.is_allowed(pass) || self.after_turn(pass).is_over_by_accepted_facing()).then_some(pass)
    }

    /// The pass of the side to move. It is written with the side's first royal, else with its first piece (lowest square).
    pub(crate) fn pass(&self) -> Move {
        let side = self.setup.turn;
        let at: Square = self.royals(side).chain(self.pieces_of(side)).next().unwrap_or(0);
        let piece = self.piece_on(at).map_or(0, |(_, piece)| piece);
        Move::new(MoveKind::Pass, piece, at, at, 0, 0)
    }

    /// Does the pseudo-move respect all rules about royals?
    fn is_allowed(&self, mv: Move) -> bool {
        let side = self.setup.turn;
        let Play { check, capture, turn, .. } = self.rules().play(side);
        let drop = if mv.kind() == MoveKind::Drop { self.drop_rules(side, mv.piece()) } else { None };
        let may_not_mate = drop.is_some_and(|drop| drop.may_not_mate);
        let may_not_check = check.may_not_be_given || drop.is_some_and(|drop| drop.may_not_check);
        if self.breaks_truce(mv) {
            return false;
        }
        if check.may_not_flee && self.flees(mv) {
            return false;
        }
        let blast = capture.blast.is_some();
        let costly = blast || self.rules().piece_rules(mv.piece(), side).is_some_and(|own| own.capturer.is_lost());
        let wary = self.own_rules(mv.from(), side).and_then(|(_, own)| own.wary.as_ref());
        if let Some(wary) = wary.filter(|_| self.captures(mv))
            && self.is_too_daring(wary, mv)
        {
            return false;
        }
        let some_may_not_mate = !check.may_not_mate.is_empty();
        let spoils = turn.check == TurnCheck::OnlyLast;
        if !(check.may_not_remain || may_not_check || may_not_mate || some_may_not_mate || costly || spoils) {
            return true;
        }
        let next = self.after_move(mv);
        if costly && self.captures(mv) && next.royals(side).count() < self.royals(side).count() {
            return false;
        }
        if blast {
            // Taking away an opponent's last royal is worth any risk.
            if self.opponents(side).any(|other| self.royals(other).count() > 0 && next.royals(other).count() == 0) {
                return true;
            }
        }
        if self.has_to_be_safe(&next) && next.is_attacked(side) || self.spoils_turn(&next) {
            return false;
        }
        if may_not_check && self.opponents(side).any(|other| next.is_attacked(other)) {
            return false;
        }
        if some_may_not_mate && next.is_mated_only_by(&check.may_not_mate) {
            return false;
        }
        !(may_not_mate && next.setup.turn != side && next.is_attacked(next.setup.turn) && next.has_no_move())
    }

    /// Is the side to move mated by pieces of these types and by no other?
    fn is_mated_only_by(&self, types: &[PieceId]) -> bool {
        let checkers = self.checkers_of(self.setup.turn);
        let only = !checkers.is_empty() && checkers.iter().all(|&at| self.is_one_of(at, types));
        only && self.has_no_move()
    }

    /// Does an attacked royal move away, other than by capturing the only checker?
    fn flees(&self, mv: Move) -> bool {
        let side = self.setup.turn;
        let stays = mv.shove().is_some_and(|shove| shove.stays);
        let moves = !matches!(mv.kind(), MoveKind::Drop | MoveKind::Pass) && mv.to() != mv.from() && !stays;
        let is_royal = self.own_rules(mv.from(), side).is_some_and(|(_, rules)| rules.royal);
        moves
            && is_royal
            && !self.attackers_of_royal(mv.from()).is_empty()
            && self.checkers_of(side).iter().any(|&checker| checker != mv.to())
    }

    /// Is this a capture after which a piece that is wary of its victim could be captured back?
    fn is_too_daring(&self, wary: &Wary, mv: Move) -> bool {
        let side = self.setup.turn;
        let is_enemy = |square: Square| self.piece_on(square).is_some_and(|(owner, _)| owner != side);
        let carries_it = mv.load().is_some_and(|(picked, _)| picked == mv.to());
        let arrives = mv.kind() != MoveKind::Push && mv.to() != mv.from() && !carries_it;
        let protected = arrives && is_enemy(mv.to()) && self.is_one_of(mv.to(), &wary.of);
        let near = wary.near.iter().any(|&step| self.shift(mv.from(), step) == Some(mv.to()));
        let excused = mv.victims().any(|victim| !self.is_one_of(victim, &wary.trifles));
        if !protected || near || excused {
            return false;
        }
        let next = self.after_move(mv);
        self.opponents(side).any(|other| !next.capturers(other, mv.to()).is_empty())
    }

    /// Does the move capture something?
    pub(crate) fn captures(&self, mv: Move) -> bool {
        mv.victims().next().is_some() || mv.captures_on_arrival() && self.piece_on(mv.to()).is_some()
    }

    /// Is the obligation in force, where these moves would be legal without it?
    fn is_in_force(&self, obligation: &Obligation, moves: &[Move]) -> bool {
        match obligation {
            Obligation::Capture => moves.iter().any(|&mv| self.satisfies(obligation, mv)),
            Obligation::Drop { pieces } => {
                let hand = &self.setup.hands[self.setup.turn as usize];
                pieces.iter().any(|&piece| hand[piece as usize] > 0)
            }
            Obligation::EndFacing(facing) => self.faces(self.setup.turn, facing),
        }
    }

    fn satisfies(&self, obligation: &Obligation, mv: Move) -> bool {
        match obligation {
            Obligation::Capture => self.captures(mv),
            Obligation::Drop { pieces } => mv.kind() == MoveKind::Drop && pieces.contains(&mv.piece()),
            Obligation::EndFacing(facing) => !self.after_move(mv).faces(self.setup.turn, facing),
        }
    }
}
