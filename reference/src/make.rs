//! The position after a move.

use crate::position::Position;
use wazir_runtime::{Cell, Move, MoveKind, PieceId, SideId, Square};
use wazir_variant_spec::rules::{Capturer, Castling, Conversion, Converted, EndingMove, Promotion, Step, Supply};

impl Position {
    /// The position after a pseudo-move of the side to move, before sides go out by it (see [`Position::eliminate_sides`]).
    pub(crate) fn after_move(&self, mv: Move) -> Position {
        let mut next = self.clone();
        let side = self.setup.turn;
        let captured = match mv.kind() {
            MoveKind::Pass => false,
            MoveKind::Drop => next.drop_piece(side, mv),
            MoveKind::Castling => next.castle(mv),
            MoveKind::Swap => next.swap(mv),
            MoveKind::Push => next.push(side, mv),
            MoveKind::Carry => next.carry(side, mv),
            MoveKind::Step | MoveKind::Passing | MoveKind::Promotion | MoveKind::EnPassant => next.step(mv),
            MoveKind::Journey | MoveKind::JourneyPromotion => next.travel(side, mv),
        };
        next.pay_ransom(side, mv);
        let remembered = mv.kind() != MoveKind::Pass && self.rules().is_remembered(mv.piece(), side);
        if remembered && self.memory().last_moved {
            next.setup.last_moved = Some(mv.piece());
        }
        if captured {
            next.convert_capturer(side, mv);
            next.explode(side, mv);
        }
        if mv.kind() != MoveKind::Pass {
            next.convert(side, mv.to(), mv.kind() == MoveKind::Drop);
        }
        if let Some(wall) = mv.wall() {
            next.place_wall(side, wall);
        }
        let kept = self.setup.castling.iter().copied().filter(|&right| self.keeps_right(right, mv, &next)).collect();
        next.setup.castling = kept;
        next.gain_rights(side, mv);
        next.forfeit_rights(side, mv);
        if let Some((piece, square)) = mv.gating() {
            next.setup.board[square as usize] = Cell::Piece { side, piece, promoted: false };
            next.put_in_hand(side, piece, -1);
        }

        let resets = mv.kind() != MoveKind::Pass && self.rules().play(side).clock_resets[mv.piece() as usize];
        next.setup.passes = match mv.kind() {
            MoveKind::Pass => self.setup.passes.saturating_add(1).min(self.rules().passes_counted()),
            _ => 0,
        };
        next.setup.ending_move = self.ending_move(mv, captured);
        self.turn_on(&mut next, mv, captured);
        next.setup.struck = if next.setup.turn == side { Vec::new() } else { self.struck_by(mv, next.setup.turn) };
        if !self.count_on(&mut next) {
            next.setup.halfmove = if captured || resets { 0 } else { self.setup.halfmove.saturating_add(1) };
        }
        self.leave_en_passant(&mut next, mv);
        next.count_checks(side);
        next
    }

    /// Counts the check that `side` has just given, or that it has given none.
    fn count_checks(&mut self, side: SideId) {
        let shared = self.shared.clone();
        let Some(counter) = shared.memory.counters.get(side as usize) else { return };
        let checkers: Vec<Square> = self.opponents(side).flat_map(|opponent| self.checkers_of(opponent)).collect();
        let counts = |&at: &Square| counter.by.as_ref().is_none_or(|types| self.is_one_of(at, types));
        let left = self.setup.checks[side as usize];
        self.setup.checks[side as usize] = match checkers.iter().any(counts) {
            true => left.saturating_sub(1),
            false if checkers.is_empty() && counter.in_a_row => counter.checks,
            false => left,
        };
    }

    /// Which of the kinds of moves that end the game this is of: see [`Rules::ending_moves`](wazir_variant_spec::Rules::ending_moves).
    fn ending_move(&self, mv: Move, captured: bool) -> u8 {
        let side = self.setup.turn;
        let is_of = |ending_move: &EndingMove| match ending_move {
            EndingMove::Castling(letters) => {
                let mut made = self.rules().castlings.iter().filter(|castling| castling.side == side);
                let wing = made.find(|castling| self.is_of_wing(castling, mv.from(), mv.aux()));
                mv.kind() == MoveKind::Castling && wing.is_some_and(|wing| letters.contains(&wing.letter))
            }
            EndingMove::Capture => captured,
            EndingMove::EnPassant => mv.kind() == MoveKind::EnPassant,
            EndingMove::Promotion => matches!(mv.kind(), MoveKind::Promotion | MoveKind::JourneyPromotion),
        };
        let ending_moves = self.rules().ending_moves();
        let mut places = (1..)
            .zip(ending_moves)
            .filter(|(_, (ending_move, of))| of.is_none_or(|of| of == side) && is_of(ending_move));
        places.next().map_or(0, |(place, _)| place)
    }

    /// Changes the number of such pieces in a hand.
    fn put_in_hand(&mut self, side: SideId, piece: PieceId, by: i16) {
        let held = &mut self.setup.hands[side as usize][piece as usize];
        *held = held.saturating_add_signed(by);
    }

    /// What a promotion exchanges with the opponent's hand.
    fn pay_ransom(&mut self, side: SideId, mv: Move) {
        if !matches!(mv.kind(), MoveKind::Promotion | MoveKind::JourneyPromotion) {
            return;
        }
        let promotions = self.rules().piece_rules(mv.piece(), side).map_or(&[][..], |rules| &rules.promotions);
        let mut targets = promotions.iter().flat_map(|promotion| &promotion.to);
        let Some(ransom) = targets.find(|to| to.piece == mv.promotion()).and_then(|to| to.ransom) else { return };
        let opponent = self.after(side);
        self.put_in_hand(opponent, ransom.taken, -1);
        self.put_in_hand(opponent, ransom.given, 1);
    }

    /// Returns whether something was captured (never, by a drop).
    fn drop_piece(&mut self, side: SideId, mv: Move) -> bool {
        self.setup.board[mv.to() as usize] = Cell::Piece { side, piece: mv.piece(), promoted: false };
        let Some(drop) = self.drop_rules(side, mv.piece()) else { return false };
        let (supply, exchange) = (drop.supply, drop.exchange.as_ref());
        match mv.price() {
            Some(paid) => {
                let price = exchange.and_then(|exchange| exchange.prices.iter().find(|price| price.paid == paid));
                let Some((exchange, &price)) = exchange.zip(price) else { return false };
                let (taken, opponent) = (exchange.taken, self.after(side));
                self.put_in_hand(side, paid, -1);
                self.put_in_hand(opponent, taken, -1);
                self.put_in_hand(opponent, price.becomes, 1);
            }
            None => {
                if let Supply::Hand(held) = supply {
                    self.put_in_hand(side, held, -1);
                }
            }
        }
        false
    }

    /// Returns whether something was captured (never, by castling).
    fn castle(&mut self, mv: Move) -> bool {
        let (king, partner) = (self.cell(mv.from()), self.cell(mv.aux()));
        let castlings = self.rules().castlings.iter();
        let castling = castlings
            .clone()
            .find(|castling| castling.side == self.setup.turn && self.is_of_wing(castling, mv.from(), mv.aux()));
        let Some(partner_to) = castling.map(|castling| castling.partner_to) else { return false };
        self.setup.board[mv.from() as usize] = Cell::Empty;
        self.setup.board[mv.aux() as usize] = Cell::Empty;
        self.setup.board[mv.to() as usize] = king;
        self.setup.board[partner_to as usize] = partner;
        false
    }

    /// Two pieces exchange places. Returns whether something was captured (never).
    fn swap(&mut self, mv: Move) -> bool {
        self.setup.board.swap(mv.from() as usize, mv.to() as usize);
        false
    }

    /// A piece moves and carries another. Returns whether something was captured.
    fn carry(&mut self, side: SideId, mv: Move) -> bool {
        let Some((picked, put)) = mv.load() else { return false };
        let (mover, load) = (self.cell(mv.from()), self.cell(picked));
        self.setup.board[mv.from() as usize] = Cell::Empty;
        self.setup.board[picked as usize] = Cell::Empty;
        let captured = self.capture(side, mv.to());
        self.setup.board[put as usize] = load;
        self.setup.board[mv.to() as usize] = mover;
        captured
    }

    /// An ordinary move, capture or promotion. Returns whether something was captured.
    fn step(&mut self, mv: Move) -> bool {
        let mover = self.cell(mv.from());
        let Cell::Piece { side, .. } = mover else { return false };
        let victim = if mv.kind() == MoveKind::EnPassant { mv.aux() } else { mv.to() };
        // A piece that promotes where it stands captures nothing.
        let captured = victim != mv.from() && self.capture(side, victim);
        self.setup.board[mv.from() as usize] = Cell::Empty;
        self.setup.board[mv.to() as usize] = self.arriving(mover, mv);
        captured
    }

    /// What stands where a move has led: the piece that made it, or what it has become.
    fn arriving(&self, mover: Cell, mv: Move) -> Cell {
        match mover {
            Cell::Piece { side, piece, .. }
                if matches!(mv.kind(), MoveKind::Promotion | MoveKind::JourneyPromotion) =>
            {
                Cell::Piece { side, piece: mv.promotion(), promoted: self.promotion_reverts(side, piece, mv) }
            }
            _ => mover,
        }
    }

    /// A journey. Returns whether something was captured.
    fn travel(&mut self, side: SideId, mv: Move) -> bool {
        let mover = self.cell(mv.from());
        self.setup.board[mv.from() as usize] = Cell::Empty;
        let mut captured = false;
        for victim in mv.victims().chain([mv.to()]) {
            captured |= self.capture(side, victim);
        }
        self.setup.board[mv.to() as usize] = self.arriving(mover, mv);
        captured
    }

    /// Takes the piece off `square`, into the capturer's hand where the rules say so. Returns whether there was one.
    pub(crate) fn capture(&mut self, capturer: SideId, square: Square) -> bool {
        let Cell::Piece { side, piece, promoted } = self.cell(square) else { return false };
        let original = if promoted { self.unpromoted(side, piece) } else { piece };
        if let Some(kept) = self.rules().piece_rules(original, side).and_then(|rules| rules.captured_as) {
            self.put_in_hand(capturer, kept, 1);
        }
        self.setup.board[square as usize] = Cell::Empty;
        true
    }

    /// The type a piece marked as promoted was promoted from: the first that becomes it by a promotion that reverts.
    fn unpromoted(&self, side: SideId, piece: PieceId) -> PieceId {
        let becomes = |promotion: &Promotion| {
            promotion.reverts_when_captured && promotion.to.iter().any(|target| target.piece == piece)
        };
        let is_origin = |&origin: &PieceId| {
            self.rules().piece_rules(origin, side).is_some_and(|rules| rules.promotions.iter().any(becomes))
        };
        (0..self.rules().pieces.len() as PieceId).find(is_origin).unwrap_or(piece)
    }

    /// Is the promotion that this move makes one that reverts on capture?
    fn promotion_reverts(&self, side: SideId, piece: PieceId, mv: Move) -> bool {
        let promotions = self.rules().piece_rules(piece, side).map_or(&[][..], |rules| &rules.promotions);
        let makes = |promotion: &&Promotion| promotion.to.iter().any(|target| target.piece == mv.promotion());
        promotions.iter().find(makes).is_some_and(|promotion| promotion.reverts_when_captured)
    }

    /// What becomes of the piece of `side` that has just captured by the move.
    fn convert_capturer(&mut self, side: SideId, mv: Move) {
        let fate = self.rules().piece_rules(mv.piece(), side).map_or(Capturer::Arrives, |own| own.capturer);
        let arrived = self.cell(mv.to());
        let opponent = self.after(side);
        let settled = match (fate, arrived) {
            (Capturer::Arrives, _) => arrived,
            (Capturer::StaysBehind, _) => {
                self.setup.board[mv.from() as usize] = arrived;
                Cell::Empty
            }
            (Capturer::ChangesSides, Cell::Piece { piece, promoted, .. }) => {
                Cell::Piece { side: opponent, piece, promoted }
            }
            (Capturer::TurnsToWall, _) => Cell::Wall,
            (Capturer::ChangesSides | Capturer::Removed, _) => Cell::Empty,
        };
        self.setup.board[mv.to() as usize] = settled;
    }

    fn explode(&mut self, capturer: SideId, mv: Move) {
        let centre = mv.to();
        let Some(blast) = self.rules().play(capturer).capture.blast.clone() else { return };
        let left = |square: Square| match self.piece_on(square) {
            Some((_, piece)) if blast.petrifies.contains(&piece) => Cell::Wall,
            _ => Cell::Empty,
        };
        let (at_centre, around) = (left(centre), self.blown_up(&blast, centre));
        let around: Vec<(Square, Cell)> = around.into_iter().map(|square| (square, left(square))).collect();
        for (square, left) in around {
            self.setup.board[square as usize] = left;
        }
        let fate = self.rules().piece_rules(mv.piece(), capturer).map_or(Capturer::Arrives, |own| own.capturer);
        if blast.capturers.contains(&mv.piece()) && fate == Capturer::Arrives {
            self.setup.board[centre as usize] = at_centre;
        }
    }

    fn convert(&mut self, side: SideId, arrival: Square, dropped: bool) {
        for square in self.converted(side, arrival, dropped) {
            if let Cell::Piece { side: owner, .. } = &mut self.setup.board[square as usize] {
                *owner = side;
            }
        }
    }

    /// The enemies that the piece of `side` converts that has just arrived on `arrival`.
    fn converted(&self, side: SideId, arrival: Square, dropped: bool) -> Vec<Square> {
        if self.own_rules(arrival, side).is_none() {
            return Vec::new(); // The piece has not survived its arrival.
        }
        let applies = |conversion: &&Conversion| if dropped { conversion.by_drops } else { conversion.by_moves };
        let mut converted: Vec<Square> = Vec::new();
        for conversion in self.rules().play(side).arrival.iter().filter(applies) {
            let own = |square| self.piece_on(square).is_some_and(|(owner, _)| owner == side);
            let has_neighbour = |&step: &Step| self.shift(arrival, step).is_some_and(own);
            if !conversion.beside.is_empty() && !conversion.beside.iter().any(has_neighbour) {
                continue;
            }
            match &conversion.of {
                Converted::Around(steps) => {
                    converted.extend(steps.iter().filter_map(|&step| self.shift(arrival, step)))
                }
                Converted::Enclosed(steps) => {
                    steps.iter().for_each(|&step| converted.extend(self.enclosed(side, arrival, step)));
                }
            }
        }
        converted.retain(|&square| self.piece_on(square).is_some_and(|(owner, _)| self.is_enemy(side, owner)));
        converted
    }

    /// The row of enemies of `side` between `from` and its own next piece in this direction.
    fn enclosed(&self, side: SideId, from: Square, step: Step) -> Vec<Square> {
        let mut row = Vec::new();
        for next in self.rules().board.ray(from, step) {
            match self.piece_on(next) {
                Some((owner, _)) if owner == side => return row,
                Some((owner, _)) if self.is_enemy(side, owner) => row.push(next),
                _ => break,
            }
        }
        Vec::new()
    }

    /// Would a drop of `side` on `to` convert something?
    pub(crate) fn drop_converts(&self, side: SideId, piece: PieceId, to: Square) -> bool {
        let mut dropped = self.clone();
        dropped.setup.board[to as usize] = Cell::Piece { side, piece, promoted: false };
        !dropped.converted(side, to, true).is_empty()
    }

    /// Does the castling right of the partner on `partner` outlive the move to `next`? (Its king and it have to be where they were, untouched, and so
    /// have other pieces of the king's type on that rank.) Where first moves are remembered: is the piece on that square still unmoved?
    fn keeps_right(&self, partner: Square, mv: Move, next: &Position) -> bool {
        if self.memory().first_moves {
            let castles = mv.kind() == MoveKind::Castling && [mv.from(), mv.aux()].contains(&partner);
            return !castles && self.is_untouched(partner, mv, next);
        }
        let Some((owner, _)) = self.piece_on(partner) else { return false };
        if mv.kind() == MoveKind::Castling && owner == self.setup.turn {
            return false;
        }
        if self.is_forfeited(partner, owner, mv) {
            return false;
        }
        let untouched = |square: Square| self.is_untouched(square, mv, next);
        let mut castlings = self.rules().castlings.iter().filter(|castling| castling.side == owner);
        let has_king = castlings
            .clone()
            .any(|castling| self.castling_king(castling).is_some_and(|king| self.is_of_wing(castling, king, partner)));
        let kings_stay = castlings.all(|castling| {
            let is_king = |&square: &Square| self.piece_on(square) == Some((owner, castling.king));
            self.rules().castling_line(castling).filter(is_king).all(untouched)
        });
        has_king && kings_stay && untouched(partner)
    }

    /// Does the move make a castling that ends the right of `owner` to castle with the partner on `partner`?
    fn is_forfeited(&self, partner: Square, owner: SideId, mv: Move) -> bool {
        let castlings = || self.rules().castlings.iter();
        let is_made = |c: &&Castling| c.side == self.setup.turn && self.is_of_wing(c, mv.from(), mv.aux());
        let Some(made) = castlings().find(is_made).filter(|_| mv.kind() == MoveKind::Castling) else { return false };
        castlings()
            .filter(|castling| castling.side == owner && made.forfeits.contains(&castling.letter))
            .any(|castling| self.castling_king(castling).is_some_and(|king| self.is_of_wing(castling, king, partner)))
    }

    /// Does the same piece stand on `square` after the move? (A capturer that changes sides may look just like its victim.)
    pub(crate) fn is_untouched(&self, square: Square, mv: Move, next: &Position) -> bool {
        // (So may the other piece of two that exchange places.)
        let is_arrived_on =
            mv.kind() != MoveKind::Pass && mv.to() == square || mv.kind() == MoveKind::Swap && mv.from() == square;
        let is_put_on = mv.load().is_some_and(|(_, put)| put == square);
        // What is pushed has moved, even where the next of its row looks just like it.
        !is_arrived_on && !is_put_on && !self.is_pushed_through(square, mv) && self.cell(square) == next.cell(square)
    }

    /// Ends what enemies of the piece that has arrived forfeit to it.
    fn forfeit_rights(&mut self, side: SideId, mv: Move) {
        let Some((_, arrived)) = self.piece_on(mv.to()).filter(|_| mv.kind() != MoveKind::Pass) else { return };
        let forfeits = |&square: &Square| {
            let Some((owner, piece)) = self.piece_on(square).filter(|&(owner, _)| self.is_enemy(side, owner)) else {
                return false;
            };
            let forfeit = self.rules().piece_rules(piece, owner).and_then(|rules| rules.forfeit.as_ref());
            forfeit.is_some_and(|f| f.by.contains(&arrived) && self.is_on_lines(&f.along, square, mv.to()))
        };
        let lost: Vec<Square> = self.setup.castling.iter().copied().filter(forfeits).collect();
        self.setup.castling.retain(|square| !lost.contains(square));
    }

    /// Is `to` a whole number of steps away from `from`, along one of the lines, whatever stands between?
    fn is_on_lines(&self, lines: &[Step], from: Square, to: Square) -> bool {
        let both_ways = lines.iter().flat_map(|&Step { dx, dy }| [Step { dx, dy }, Step { dx: -dx, dy: -dy }]);
        both_ways.into_iter().any(|step| self.rules().board.ray(from, step).any(|at| at == to))
    }

    /// The rights to castle that a drop completes.
    fn gain_rights(&mut self, side: SideId, mv: Move) {
        if mv.kind() != MoveKind::Drop {
            return;
        }
        let stands = |square: Square, types: &[PieceId]| {
            self.piece_on(square).is_some_and(|(owner, piece)| owner == side && types.contains(&piece))
        };
        let castlings = self.rules().castlings.iter().filter(|castling| castling.side == side);
        let remembers = self.memory().first_moves;
        let gained: Vec<Square> = castlings
            .filter_map(|castling| Some((castling, castling.placed?)))
            .filter(|(_, placed)| Some(mv.to()) == placed.king || mv.to() == placed.partner)
            .filter(|(castling, placed)| {
                placed.king.is_none_or(|king| stands(king, &[castling.king]))
                    && stands(placed.partner, &castling.partners)
            })
            .flat_map(|(_, placed)| std::iter::once(placed.partner).chain(placed.king.filter(|_| remembers)))
            .collect();
        self.setup.castling.extend(gained);
        self.setup.castling.sort_unstable();
        self.setup.castling.dedup();
    }

    /// The squares that this move leaves behind for en passant captures, ascending.
    pub(crate) fn passed_by(&self, mv: Move) -> Vec<Square> {
        let Some((_, rules)) = self.own_rules(mv.from(), self.setup.turn) else { return Vec::new() };
        let mut passed: Vec<Square> = Vec::new();
        let passing = |m: &&wazir_variant_spec::rules::Movement| {
            m.leaves_en_passant
                && m.to_empty
                && m.from.contains(mv.from())
                && m.to.contains(mv.to())
                && self.allows(self.setup.turn, mv.from(), m)
        };
        for ride in rules.movements.iter().filter(passing).flat_map(|movement| &movement.rides) {
            self.landings(ride, mv.from(), |to, steps| {
                if to == mv.to() {
                    passed.extend(self.passed_over(ride, mv.from(), steps));
                }
            });
        }
        passed.sort_unstable();
        passed.dedup();
        passed
    }
}
