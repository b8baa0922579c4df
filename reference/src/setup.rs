//! Whether a position that was read from FEN can exist in the game, and what is wrong with it if not.

use crate::position::{Position, Shared};
use std::sync::Arc;
use wazir_runtime::{Cell, EnPassant, FenError, PieceId, Reason, Setup, SideId, Square};
use wazir_variant_spec::Rules;
use wazir_variant_spec::rules::{Capturer, Condition, Defeated, PieceRules, Safe, Supply};

impl Position {
    /// A position with this state, if the rules allow it. An en passant state that nobody can use is dropped.
    ///
    /// # Errors
    /// Says what is impossible about it.
    pub(crate) fn new(shared: &Arc<Shared>, setup: Setup) -> Result<Position, FenError> {
        let mut position = Position::unchecked(shared, setup);
        position.check_out()?;
        position.check_owners()?;
        position.check_hands()?;
        if position.rules().counts().is_none() {
            position.setup.count_limit = 0;
        }
        position.check_passes()?;
        position.check_ending_move()?;
        position.check_truce()?;
        position.check_last_moved()?;
        position.check_turn_progress()?;
        position.check_en_passant()?;
        position.forget_idle_en_passant();
        position.check_royals_are_there()?;
        if !position.is_over_whatever_is_attacked() {
            position.check_number_of_royals()?;
            position.check_attacks()?;
        }
        // What would end with a move that leads here has happened.
        position.eliminate_sides();
        Ok(position)
    }

    fn side_name(&self, side: SideId) -> &str {
        &self.rules().sides[side as usize].name
    }

    fn piece_name(&self, piece: PieceId) -> &str {
        &self.rules().pieces[piece as usize].name
    }

    fn square_name(&self, square: Square) -> String {
        self.rules().board.name(square)
    }

    /// At least two teams are in the game; who is out has nothing but pieces that stay.
    fn check_out(&self) -> Result<(), FenError> {
        if self.setup.out.is_empty() {
            return Ok(());
        }
        if let Some(left) = self.winner_without(&[]) {
            let name = self.side_name(left);
            return Err(FenError::position(format!("the game is over: nobody is left to play against {name}")));
        }
        for &side in &self.setup.out {
            let (name, mut theirs) = (self.side_name(side), self.pieces_of(side));
            let stays = self.rules().play(side).defeated == Defeated::Stay;
            if let Some(square) = theirs.next().filter(|_| !stays) {
                let square = self.square_name(square);
                return Err(FenError::position(format!(
                    "{name} is out, and its pieces leave the board then; there is one on {square}"
                )));
            }
            let has_right = self.pieces_of(side).any(|square| self.setup.castling.contains(&square));
            if has_right || self.setup.hands[side as usize].iter().any(|&held| held > 0) {
                return Err(FenError::position(format!("{name} is out, and has neither rights nor a hand then")));
            }
        }
        Ok(())
    }

    /// Nobody owns a piece that the rules do not give to its side.
    fn check_owners(&self) -> Result<(), FenError> {
        let stranger = self.squares().find_map(|square| {
            let (side, piece) = self.piece_on(square)?;
            self.rules().piece_rules(piece, side).is_none().then_some((square, side, piece))
        });
        let Some((square, side, piece)) = stranger else { return Ok(()) };
        let (side, name, square) = (self.side_name(side), self.piece_name(piece), self.square_name(square));
        Err(FenError::position(format!("{side} can have no {name} in this game, but there is one on {square}")))
    }

    /// Nobody holds a piece that can never come to a hand.
    fn check_hands(&self) -> Result<(), FenError> {
        let held = self.setup.hands.iter().flat_map(|hand| (0..).zip(hand)).filter(|(_, count)| **count > 0);
        let mut kinds = held.map(|(piece, _)| piece);
        let Some(stranger) = kinds.find(|&piece: &PieceId| !can_be_in_hand(self.rules(), piece)) else { return Ok(()) };
        let symbol = &self.rules().pieces[stranger as usize].symbol;
        Err(FenError::position(format!("{symbol} is never in hand in this game")))
    }

    /// No more passes in a row than the game counts.
    fn check_passes(&self) -> Result<(), FenError> {
        if self.setup.passes > self.rules().passes_counted() {
            return Err(FenError::position(format!(
                "{} passes in a row are not counted in this game",
                self.setup.passes
            )));
        }
        Ok(())
    }

    /// The last move can have been of the kind that is told, made by the side that has just moved.
    fn check_ending_move(&self) -> Result<(), FenError> {
        let Some(place) = usize::from(self.setup.ending_move).checked_sub(1) else { return Ok(()) };
        let waiter = self.waiter();
        match self.rules().ending_moves().get(place) {
            None => Err(FenError::position(format!("no kind of move {} ends this game", place + 1))),
            Some((_, Some(of))) if *of != waiter => {
                Err(FenError::position(format!("moves of kind {} end the game only when others make them", place + 1)))
            }
            Some(_) => Ok(()),
        }
    }

    /// Where something has just been captured that may not be answered in kind, the side to move has nothing.
    fn check_truce(&self) -> Result<(), FenError> {
        let (struck, side) = (&self.setup.struck, self.setup.turn);
        if !struck.is_empty() && self.rules().play(side).truce.is_none() {
            return Err(FenError::position(format!("{} may answer any capture", self.side_name(side))));
        }
        let board = &self.rules().board;
        let exists = |square: Square| square < board.squares() && board.all().contains(square);
        match struck.iter().find(|&&square| !exists(square) || self.own_rules(square, side).is_some()) {
            Some(&square) => {
                let name = self.square_name(square);
                Err(FenError::position(format!(
                    "nothing of {} can just have been captured on {name}",
                    self.side_name(side)
                )))
            }
            None => Ok(()),
        }
    }

    /// What has moved last is of a type that is remembered.
    fn check_last_moved(&self) -> Result<(), FenError> {
        let Some(last) = self.setup.last_moved else { return Ok(()) };
        let pieces = &self.shared.info.pieces;
        if pieces.get(last as usize).is_some_and(|piece| piece.remembered) {
            return Ok(());
        }
        let name = pieces.get(last as usize).map_or("such a piece".to_string(), |piece| format!("a {}", piece.name));
        Err(FenError::position(format!("it is not remembered in this game that {name} has moved last")))
    }

    /// The victim has to be able to have passed over these squares, and no others, with its last move.
    fn check_en_passant(&self) -> Result<(), FenError> {
        if self.setup.en_passant.len() > 1 && !self.rules().has_several_moves() {
            return Err(FenError::position("two pieces cannot both just have passed over squares"));
        }
        self.setup.en_passant.iter().try_for_each(|passed| self.check_passed(passed))
    }

    /// Can the victim just have passed over these squares?
    fn check_passed(&self, passed: &EnPassant) -> Result<(), FenError> {
        let EnPassant { squares, victim } = passed;
        let several = self.rules().has_several_moves();
        let passed = |from: Square, side: SideId| {
            let Some(rules) = self.piece_on(*victim).and_then(|(_, piece)| self.rules().piece_rules(piece, side))
            else {
                return false;
            };
            let passing = rules
                .movements
                .iter()
                .filter(|m| m.leaves_en_passant && m.from.contains(from) && m.to.contains(*victim));
            let mut over: Vec<Square> = Vec::new();
            for ride in passing.flat_map(|movement| &movement.rides) {
                self.landings(ride, from, |to, steps| {
                    if to == *victim {
                        over.extend(self.passed_over(ride, from, steps));
                    }
                });
            }
            over.sort_unstable();
            over.dedup();
            // Later moves of the turn may have come to stand on some of them.
            !over.is_empty() && (over == *squares || several && squares.iter().all(|square| over.contains(square)))
        };
        // The square that was left is empty, unless the same turn has put a wall or another piece there.
        let is_left = |from: Square, side: SideId| match self.cell(from) {
            _ if several => true,
            Cell::Empty => true,
            Cell::Wall => self.rules().play(side).walling.is_some(),
            _ => false,
        };
        let owner = self.piece_on(*victim).map(|(side, _)| side);
        let in_time = |side: SideId| side != self.setup.turn || self.setup.progress.is_under_way();
        let possible = owner.is_some_and(|side| {
            in_time(side) && self.is_in(side) && self.squares().any(|from| is_left(from, side) && passed(from, side))
        });
        if possible {
            return Ok(());
        }
        let names: Vec<String> = squares.iter().map(|&square| self.square_name(square)).collect();
        let (names, victim) = (names.join(" "), self.square_name(*victim));
        Err(FenError::position(format!("en passant on {names}: the piece on {victim} cannot just have passed there")))
    }

    /// Does a rule end the game here by which a move may have left royals attacked?
    fn is_over_whatever_is_attacked(&self) -> bool {
        let reasons = [Reason::Extinction, Reason::Goal, Reason::BothReachedGoal, Reason::Checks, Reason::Facing];
        self.is_over_with_moves_left() && self.result().is_some_and(|outcome| reasons.contains(&outcome.reason))
    }

    /// A side that starts with royals has one, unless losing them is an end of the game.
    fn check_royals_are_there(&self) -> Result<(), FenError> {
        let lacking = |&side: &SideId| self.royals(side).next().is_none() && self.royals_at_start(side) > 0;
        let mut lacking = self.sides_in().filter(lacking).filter(|&side| !may_lose_royals(self.rules(), side));
        let Some(side) = lacking.next() else { return Ok(()) };
        Err(FenError::position(format!("{} has no {}", self.side_name(side), royal_names(self.rules(), side))))
    }

    /// A side has no more royals than it starts with, unless it can get more.
    fn check_number_of_royals(&self) -> Result<(), FenError> {
        for side in 0..self.rules().sides.len() as SideId {
            let (at_start, now) = (self.royals_at_start(side), self.royals(side).count());
            if now > at_start && !can_get_royals(self.rules(), side) {
                let (name, owner) = (royal_names(self.rules(), side), self.side_name(side));
                return Err(FenError::position(format!(
                    "{owner} has {now} royal pieces ({name}) instead of {at_start}"
                )));
            }
        }
        Ok(())
    }

    fn royals_at_start(&self, side: SideId) -> usize {
        let start = wazir_runtime::fen::parse(&self.shared.info, &self.rules().start.fen, wazir_runtime::Style::Game);
        start.map_or(0, |setup| Position::unchecked(&self.shared, setup).royals(side).count())
    }

    /// Nobody can have left a royal attacked or given a check that is forbidden.
    fn check_attacks(&self) -> Result<(), FenError> {
        let check = |side: SideId| &self.rules().play(side).check;
        let mover = self.setup.turn;
        // Of more than two sides, some move before one that has been left attacked by another's move; what goes out may open lines.
        if !self.setup.out.is_empty() {
            return Ok(());
        }
        // Within a turn of several moves it is still the side before the mover.
        let moved = self.others(mover).last().into_iter();
        for side in moved.filter(|&side| check(side).may_not_remain && self.is_attacked(side)) {
            if let Some(royal) = self.royals(side).find(|&royal| {
                self.attackers_of_royal(royal)
                    .iter()
                    .any(|&at| self.piece_on(at).is_some_and(|(owner, _)| owner == mover))
            }) {
                let (waiting, moving, square) = (self.side_name(side), self.side_name(mover), self.square_name(royal));
                return Err(FenError::position(format!(
                    "it is the turn of {moving}, who could capture the royal piece of {waiting} on {square}"
                )));
            }
        }
        let turn = &self.rules().play(mover).turn;
        let safe = turn.safe == Safe::AfterEachMove && check(mover).may_not_remain;
        if let Some(side) =
            self.opponents(mover).find(|&side| check(side).may_not_remain && self.attacks_in_a_turn(mover, side))
        {
            let (waiting, moving) = (self.side_name(side), self.side_name(mover));
            return Err(FenError::position(format!(
                "it is the turn of {moving}, who could capture a royal piece of {waiting} within it"
            )));
        }
        if self.setup.progress.is_under_way() && safe && self.is_attacked(mover) {
            let moving = self.side_name(mover);
            return Err(FenError::position(format!("{moving} has left a royal piece attacked by a move of its turn")));
        }
        if check(self.waiter()).may_not_be_given && self.waiter() != mover && self.is_attacked(mover) {
            let (moving, waiting) = (self.side_name(mover), self.side_name(self.waiter()));
            return Err(FenError::position(format!("{moving} is in check, and {waiting} may not give check")));
        }
        Ok(())
    }
}

/// The names of a side's royal types.
fn royal_names(rules: &Rules, side: SideId) -> String {
    let royal = rules.pieces.iter().filter(|piece| piece.sides[side as usize].as_ref().is_some_and(|r| r.royal));
    royal.map(|piece| piece.name.to_lowercase()).collect::<Vec<_>>().join(" or ")
}

/// Is the loss of the side's royals (and of nothing else) an end of the game?
fn may_lose_royals(rules: &Rules, side: SideId) -> bool {
    let is_royal = |piece: &PieceId| rules.piece_rules(*piece, side).is_some_and(|r| r.royal);
    rules.end.iter().filter(|rule| rule.of.is_none_or(|of| of == side)).any(|rule| {
        matches!(&rule.when, Condition::Extinct { pieces, opponent_at_least: None, .. } if pieces.iter().all(is_royal))
    })
}

/// Is there a way for a piece of this type into a hand?
fn can_be_in_hand(rules: &Rules, piece: PieceId) -> bool {
    let sides = || rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten());
    let dropped = |r: &PieceRules| r.drop.as_ref().is_some_and(|drop| drop.supply == Supply::Hand(piece));
    rules.is_gated(piece)
        || rules.exchanged().contains(&piece)
        || sides().any(|r| dropped(r) || r.captured_as == Some(piece))
}

/// Can the side get royals that it does not start with, by promotion, drop or conversion?
fn can_get_royals(rules: &Rules, side: SideId) -> bool {
    let own = || rules.pieces.iter().filter_map(|piece| piece.sides[side as usize].as_ref());
    let is_royal = |piece: PieceId| rules.piece_rules(piece, side).is_some_and(|r| r.royal);
    let promoted = own().flat_map(|r| &r.promotions).flat_map(|p| &p.to).any(|target| is_royal(target.piece));
    let dropped = own().any(|r| r.royal && r.drop.is_some());
    // A capturer that changes sides may be royal for its new one, or have become so.
    let others =
        || rules.pieces.iter().zip(0..).flat_map(|(piece, id)| piece.sides.iter().flatten().map(move |r| (r, id)));
    let turned = others()
        .filter(|(r, _)| r.capturer == Capturer::ChangesSides)
        .any(|(r, id)| is_royal(id) || r.promotions.iter().flat_map(|p| &p.to).any(|target| is_royal(target.piece)));
    promoted || dropped || turned || !rules.play(side).arrival.is_empty()
}
