//! Pseudo-moves: everything the pieces can do, before checks and obligations are looked at.

use crate::journeys::Journey;
use crate::position::Position;
use wazir_runtime::{Cell, Move, MoveKind, PieceId, SideId, Square};
use wazir_variant_spec::rules::{
    Capturer, Castling, Drop, Exchange, Forced, Movement, PieceRules, PromotedBy, Promotion, PromotionTarget, Step,
    Supply,
};

/// What a piece can do to one square, before promotion is chosen.
#[derive(Clone, Copy)]
struct Target {
    to: Square,
    kind: MoveKind,
    /// En passant: the victim's square.
    victim: Square,
}

impl Position {
    /// All pseudo-moves of the side to move, except passes.
    pub(crate) fn pseudo_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.pieces_of(self.setup.turn) {
            self.piece_moves(from, &mut moves);
        }
        self.castling_moves(&mut moves);
        self.drops(&mut moves);
        moves
    }

    /// The moves of the piece on `from`, with all choices of promotion.
    fn piece_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let Some((piece, rules)) = self.own_rules(from, self.setup.turn) else { return };
        for target in self.targets(from, rules) {
            let Target { to, kind, victim } = target;
            // An en passant capture never promotes, nor does a piece that does not arrive.
            let stays = rules.capturer == Capturer::StaysBehind && self.cell(to) != Cell::Empty;
            let promotions = if kind == MoveKind::EnPassant || stays { &[] } else { &rules.promotions[..] };
            let captures = self.cell(to) != Cell::Empty;
            let possible: Vec<&Promotion> = promotions
                .iter()
                .filter(|promotion| may_promote(promotion, from, to, captures))
                .filter(|p| self.is_few_enough(p, from))
                .collect();
            if !possible.iter().any(|promotion| is_forced(&promotion.forced, to)) {
                moves.push(Move::new(kind, piece, from, to, victim, 0));
            }
            for promotion in possible {
                self.promote(promotion, piece, from, to, moves);
            }
        }
        self.journey_moves(from, piece, rules, moves);
        self.swaps(from, piece, rules, moves);
        self.pushes(from, piece, rules, moves);
        for promotion in &rules.promotions {
            for to in self.promoting_apart(promotion, from) {
                self.promote(promotion, piece, from, to, moves);
            }
        }
    }

    /// The exchanges of places that the piece on `from` can make, each once.
    fn swaps(&self, from: Square, piece: PieceId, rules: &PieceRules, moves: &mut Vec<Move>) {
        let side = self.setup.turn;
        for movement in self.movements_now(from, rules) {
            let Some(swap) = movement.swap else { continue };
            let displaces = |to: Square| match self.piece_on(to) {
                Some((owner, _)) if owner == side => swap.friends,
                Some((owner, other)) => {
                    let takes = rules.victims.contains(&other) && movement.takes(other);
                    swap.enemies && self.is_enemy(side, owner) && takes
                }
                None => false,
            };
            for ride in &movement.rides {
                self.landings(ride, from, |to, _| {
                    let mv = Move::new(MoveKind::Swap, piece, from, to, 0, 0);
                    if movement.to.contains(to) && displaces(to) && !moves.contains(&mv) {
                        moves.push(mv);
                    }
                });
            }
        }
    }

    /// The pushes that the piece on `from` can make, each once, with all choices of promotion where they are captures like any other.
    fn pushes(&self, from: Square, piece: PieceId, rules: &PieceRules, moves: &mut Vec<Move>) {
        let side = self.setup.turn;
        for movement in self.movements_now(from, rules) {
            for shove in self.shoves(side, from, rules, movement) {
                if Position::is_plain_capture(shove) {
                    let is_made = |mv: &Move| {
                        let captures = matches!(mv.kind(), MoveKind::Step | MoveKind::Promotion);
                        captures && (mv.from(), mv.to()) == (from, shove.first)
                    };
                    if !moves.iter().any(is_made) {
                        let last = self.piece_on(shove.last);
                        let journey = Journey { to: shove.first, taken: Vec::new(), last, load: None };
                        self.journey_with_promotions(&journey, from, piece, rules, moves);
                    }
                    continue;
                }
                let mv = self.as_push(side, piece, from, shove);
                if !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
        }
    }

    /// The journeys that are more than a move to another square, empty or an enemy's, with all choices of promotion.
    fn journey_moves(&self, from: Square, piece: PieceId, rules: &PieceRules, moves: &mut Vec<Move>) {
        let side = self.setup.turn;
        for movement in self.movements_now(from, rules) {
            for journey in self.journeys(side, from, rules, movement) {
                if !journey.is_plain(side, from) {
                    self.journey_with_promotions(&journey, from, piece, rules, moves);
                }
            }
        }
    }

    /// A journey, with all choices of promotion, as moves that are not there yet.
    fn journey_with_promotions(
        &self,
        journey: &Journey,
        from: Square,
        piece: PieceId,
        rules: &PieceRules,
        moves: &mut Vec<Move>,
    ) {
        let side = self.setup.turn;
        let mut add = |mv: Move| {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        };
        if journey.load.is_some() {
            return add(journey.as_move(piece, from, None));
        }
        let captures = !journey.taken.is_empty() || journey.last.is_some();
        let possible: Vec<&Promotion> = rules
            .promotions
            .iter()
            .filter(|promotion| may_promote(promotion, from, journey.to, captures))
            .filter(|promotion| self.is_few_enough(promotion, from))
            .collect();
        if !possible.iter().any(|promotion| is_forced(&promotion.forced, journey.to)) {
            add(journey.as_move(piece, from, None));
        }
        for (promotion, target) in possible.iter().flat_map(|p| p.to.iter().map(move |target| (p, target))) {
            let count = self.count_of(side, &[target.piece]);
            let mv = journey.as_move(piece, from, Some(target.piece));
            if target.while_fewer_than.is_none_or(|limit| count < limit as usize)
                && self.is_ransomed(side, target)
                && self.is_restrained(promotion, mv)
            {
                add(mv);
            }
        }
    }

    /// The movements that the piece on `from` can make now.
    fn movements_now<'r>(&self, from: Square, rules: &'r PieceRules) -> Vec<&'r Movement> {
        let unmoved = self.setup.castling.contains(&from);
        let checked = rules.movements.iter().any(|movement| movement.unchecked) && self.is_attacked(self.setup.turn);
        let now = |movement: &&Movement| !(movement.unmoved && !unmoved || movement.unchecked && checked);
        let movements = rules.movements.iter().filter(now).filter(|movement| movement.from.contains(from));
        movements.filter(|movement| self.allows(self.setup.turn, from, movement)).collect()
    }

    /// Do friends near the piece of `side` on `from`, and what has moved last, allow it the movement?
    pub(crate) fn allows(&self, side: SideId, from: Square, movement: &Movement) -> bool {
        movement.last_moved.is_none_or(|condition| condition.holds(self.setup.last_moved))
            && self.has_friends_beside(side, from, movement)
    }

    /// Is the piece of `side` on `from` beside friends that the movement asks for, or away from them?
    fn has_friends_beside(&self, side: SideId, from: Square, movement: &Movement) -> bool {
        let Some(beside) = &movement.beside else { return true };
        let is_friend = |square: Square| {
            self.piece_on(square).is_some_and(|(owner, piece)| owner == side && beside.of.contains(piece))
        };
        let mut accompanied = false;
        for ride in &beside.at {
            self.landings(ride, from, |square, _| accompanied |= is_friend(square));
        }
        accompanied == beside.wanted
    }

    /// The moves from `from` to `to` with every choice of the promotion, where it allows them. The same move by several promotions is one move.
    fn promote(&self, promotion: &Promotion, piece: PieceId, from: Square, to: Square, moves: &mut Vec<Move>) {
        for target in &promotion.to {
            let count = self.count_of(self.setup.turn, &[target.piece]);
            let available = target.while_fewer_than.is_none_or(|limit| count < limit as usize)
                && self.is_ransomed(self.setup.turn, target);
            let mv = Move::new(MoveKind::Promotion, piece, from, to, 0, target.piece);
            if available && !moves.contains(&mv) && self.is_restrained(promotion, mv) {
                moves.push(mv);
            }
        }
    }

    /// Where a piece on `from` may go, or stay, to promote by a move made for nothing else.
    fn promoting_apart(&self, promotion: &Promotion, from: Square) -> Vec<Square> {
        let PromotedBy::Apart { stays, movements } = &promotion.by else { return Vec::new() };
        if !promotion.zone.contains(from) || !self.is_few_enough(promotion, from) {
            return Vec::new();
        }
        let mut squares: Vec<Square> = stays.then_some(from).into_iter().collect();
        for movement in movements.iter().filter(|movement| movement.from.contains(from)) {
            for ride in &movement.rides {
                self.landings(ride, from, |to, _| {
                    if movement.to.contains(to) && self.cell(to) == Cell::Empty {
                        squares.push(to);
                    }
                });
            }
        }
        squares
    }

    /// Has the side few enough pieces of the type that stands on `from` for this promotion?
    fn is_few_enough(&self, promotion: &Promotion, from: Square) -> bool {
        let same = |&square: &Square| self.piece_on(square) == self.piece_on(from);
        promotion.while_at_most.is_none_or(|limit| self.squares().filter(same).count() <= limit as usize)
    }

    /// Does the promotion attack and check nothing that it may not?
    fn is_restrained(&self, promotion: &Promotion, mv: Move) -> bool {
        if promotion.may_not_attack.is_empty() && !promotion.may_not_check {
            return true;
        }
        let (side, next) = (self.setup.turn, self.after_move(mv));
        let is_protected = |&square: &Square| {
            next.piece_on(square)
                .is_some_and(|(owner, victim)| self.is_enemy(side, owner) && promotion.may_not_attack.contains(&victim))
        };
        let attacks = next.squares().filter(is_protected).any(|square| next.could_capture(side, mv.to(), square));
        let checks = promotion.may_not_check && self.opponents(side).any(|other| next.is_attacked(other));
        !attacks && !checks
    }

    /// Every square the piece on `from` can go to, once. Where several movements lead to one square, the special one counts: an en passant
    /// capture before a move that leaves en passant squares before a plain one.
    fn targets(&self, from: Square, rules: &PieceRules) -> Vec<Target> {
        let side = self.setup.turn;
        let mut targets: Vec<Target> = Vec::new();
        for movement in self.movements_now(from, rules) {
            let takes = |victim: PieceId| rules.victims.contains(&victim) && movement.takes(victim);
            for ride in &movement.rides {
                self.landings(ride, from, |to, steps| {
                    if !movement.to.contains(to) || movement.safe_way && !self.has_safe_way(from, ride.step) {
                        return;
                    }
                    let open = self.setup.en_passant.iter().filter(|passed| passed.squares.contains(&to));
                    let is_victim = |victim: Square| {
                        let victim = self.piece_on(victim);
                        victim.is_some_and(|(owner, piece)| self.is_enemy(side, owner) && takes(piece))
                    };
                    let mut victims = open.map(|passed| passed.victim).filter(|&victim| is_victim(victim));
                    let passable = victims.next().filter(|_| movement.en_passant);
                    let target = match (self.cell(to), passable) {
                        (Cell::Piece { side: owner, piece, .. }, _)
                            if self.is_enemy(side, owner) && movement.to_enemy && takes(piece) =>
                        {
                            Target { to, kind: MoveKind::Step, victim: 0 }
                        }
                        (Cell::Empty, Some(victim)) => Target { to, kind: MoveKind::EnPassant, victim },
                        (Cell::Empty, None) if movement.to_empty => {
                            let passes = movement.leaves_en_passant && !self.passed_over(ride, from, steps).is_empty();
                            Target { to, kind: if passes { MoveKind::Passing } else { MoveKind::Step }, victim: 0 }
                        }
                        _ => return,
                    };
                    match targets.iter_mut().find(|known| known.to == to) {
                        // The kinds are declared in this order: Step, Passing, EnPassant.
                        Some(known) if known.kind < target.kind => *known = target,
                        Some(_) => {}
                        None => targets.push(target),
                    }
                });
            }
            for journey in self.journeys(side, from, rules, movement) {
                if journey.is_plain(side, from) && targets.iter().all(|known| known.to != journey.to) {
                    targets.push(Target { to: journey.to, kind: MoveKind::Step, victim: 0 });
                }
            }
        }
        targets
    }

    /// What the side to move can capture en passant, leaving checks aside.
    pub(crate) fn en_passant_victims(&self) -> Vec<Square> {
        let mut moves = Vec::new();
        for from in self.pieces_of(self.setup.turn) {
            self.piece_moves(from, &mut moves);
        }
        moves.iter().filter(|mv| mv.kind() == MoveKind::EnPassant).map(|mv| mv.aux()).collect()
    }

    /// The move with each piece of the hand that it may bring in.
    pub(crate) fn gatings(&self, mv: Move) -> Vec<Move> {
        let side = self.setup.turn;
        let Some(gating) = &self.rules().play(side).gating else { return Vec::new() };
        let left = match mv.kind() {
            MoveKind::Drop | MoveKind::Pass => vec![],
            MoveKind::Castling => vec![(mv.from(), false), (mv.aux(), true)],
            _ => vec![(mv.from(), false)],
        };
        let first = |square: Square| {
            let by = self.own_rules(square, side).is_some_and(|(piece, _)| gating.with.contains(&piece));
            by && self.setup.castling.contains(&square) && self.after_move(mv).cell(square) == Cell::Empty
        };
        let hand = &self.setup.hands[side as usize];
        let held = |&piece: &PieceId| hand[piece as usize] > 0;
        let mut gatings = Vec::new();
        for (square, by_partner) in left.into_iter().filter(|&(square, _)| first(square)) {
            let gated = (0..self.rules().pieces.len() as PieceId).filter(held);
            let gated = gated.filter(|&piece| gating.zones[piece as usize].contains(square));
            gatings.extend(gated.map(|piece| mv.with_gating(piece, by_partner)));
        }
        gatings
    }

    /// Drops of the side to move; whether one mates is looked at later.
    fn drops(&self, moves: &mut Vec<Move>) {
        let side = self.setup.turn;
        for piece in 0..self.rules().pieces.len() as PieceId {
            let Some(drop) = self.drop_rules(side, piece) else { continue };
            let supplied = match drop.supply {
                Supply::Hand(held) => self.has_in_hand(side, held),
                Supply::Endless => true,
            };
            let mut ways: Vec<Option<PieceId>> = supplied.then_some(None).into_iter().collect();
            ways.extend(self.prices(side, drop).map(Some));
            if ways.is_empty() {
                continue;
            }
            for to in drop.zone.iter().filter(|&to| (to as usize) < self.setup.board.len()) {
                if self.cell(to) == Cell::Empty
                    && self.file_has_room(drop, side, piece, to)
                    && self.colour_has_room(drop, side, piece, to)
                    && !self.is_kept_from(side, piece, to)
                    && self.is_beside(drop, side, to)
                    && self.is_away(drop, side, to)
                    && self.comes_to_rest(drop, to)
                    && self.may_open_or_converts(drop, side, piece, to)
                {
                    let drops = ways.iter().map(|price| match price {
                        None => Move::new(MoveKind::Drop, piece, to, to, 0, 0),
                        Some(paid) => Move::exchange(piece, to, *paid),
                    });
                    moves.extend(drops);
                }
            }
        }
    }

    /// Has the side such a piece in hand?
    pub(crate) fn has_in_hand(&self, side: SideId, piece: PieceId) -> bool {
        self.setup.hands[side as usize][piece as usize] > 0
    }

    /// What the side can give for such a piece in its opponent's hand.
    fn prices<'d>(&'d self, side: SideId, drop: &'d Drop) -> impl Iterator<Item = PieceId> + 'd {
        let to_be_had =
            |exchange: &&Exchange| self.opponents(side).any(|other| self.has_in_hand(other, exchange.taken));
        let prices = drop.exchange.as_ref().filter(to_be_had).into_iter().flat_map(|exchange| &exchange.prices);
        prices.map(|price| price.paid).filter(move |&paid| self.has_in_hand(side, paid))
    }

    /// Is what a promotion to this target takes out of the opponent's hand to be had?
    pub(crate) fn is_ransomed(&self, side: SideId, target: &PromotionTarget) -> bool {
        target.ransom.is_none_or(|ransom| self.opponents(side).any(|other| self.has_in_hand(other, ransom.taken)))
    }

    /// May the piece of `side` make this capture by a ride, as far as promotions go: none has to be made, or one can be had?
    pub(crate) fn can_be_ransomed(&self, side: SideId, rules: &PieceRules, from: Square, to: Square) -> bool {
        let mut promotions =
            rules.promotions.iter().filter(|promotion| may_promote(promotion, from, to, true)).peekable();
        let stays = rules.capturer == Capturer::StaysBehind;
        if stays || promotions.peek().is_none() {
            return true;
        }
        let promotions: Vec<&Promotion> = promotions.filter(|promotion| self.is_few_enough(promotion, from)).collect();
        let forced = promotions.iter().any(|promotion| is_forced(&promotion.forced, to));
        !forced || promotions.iter().flat_map(|promotion| &promotion.to).any(|target| self.is_ransomed(side, target))
    }

    /// How `side` drops pieces of this type, if it does.
    pub(crate) fn drop_rules(&self, side: SideId, piece: PieceId) -> Option<&Drop> {
        self.rules().piece_rules(piece, side)?.drop.as_ref()
    }

    fn file_has_room(&self, drop: &Drop, side: SideId, piece: PieceId, to: Square) -> bool {
        let files = self.rules().board.files as Square;
        let same = |&square: &Square| square % files == to % files && self.piece_on(square) == Some((side, piece));
        drop.per_file.is_none_or(|limit| self.squares().filter(same).count() < limit as usize)
    }

    /// While the opening lasts: is `to` part of it? Afterwards: would the drop convert what it must?
    fn may_open_or_converts(&self, drop: &Drop, side: SideId, piece: PieceId, to: Square) -> bool {
        let is_open = |square: Square| (square as usize) < self.setup.board.len() && self.cell(square) == Cell::Empty;
        if drop.opening.iter().any(is_open) {
            return drop.opening.contains(to);
        }
        !drop.must_convert || self.drop_converts(side, piece, to)
    }

    fn colour_has_room(&self, drop: &Drop, side: SideId, piece: PieceId, to: Square) -> bool {
        drop.per_colour.is_none_or(|limit| self.count_on_colour(side, piece, self.colour(to)) < limit as usize)
    }

    /// The colour of a square, 0 or 1, the board being chequered.
    fn colour(&self, square: Square) -> Square {
        let files = self.rules().board.files as Square;
        (square % files + square / files) % 2
    }

    fn count_on_colour(&self, side: SideId, piece: PieceId, colour: Square) -> usize {
        let same = |&square: &Square| self.colour(square) == colour && self.piece_on(square) == Some((side, piece));
        self.squares().filter(same).count()
    }

    /// Is the square kept for pieces of another type in hand that are limited by colour (see [`Drop::per_colour`])?
    fn is_kept_from(&self, side: SideId, piece: PieceId, to: Square) -> bool {
        (0..self.rules().pieces.len() as PieceId).filter(|&other| other != piece).any(|other| {
            let held = self.setup.hands[side as usize][other as usize] as usize;
            let Some(drop) = self.drop_rules(side, other).filter(|_| held > 0) else { return false };
            let Some(limit) = drop.per_colour else { return false };
            let room = |colour| (limit as usize).saturating_sub(self.count_on_colour(side, other, colour));
            let free = |colour| {
                let squares = drop.zone.iter().filter(|&at| self.colour(at) == colour);
                squares.filter(|&at| self.cell(at) == Cell::Empty).count()
            };
            let places = |colour| room(colour).min(free(colour));
            let colour = self.colour(to);
            drop.zone.contains(to) && free(colour) <= room(colour) && places(0) + places(1) <= held
        })
    }

    fn is_beside(&self, drop: &Drop, side: SideId, to: Square) -> bool {
        let own = |square| self.piece_on(square).is_some_and(|(owner, _)| owner == side);
        drop.beside.is_empty() || drop.beside.iter().any(|&step| self.shift(to, step).is_some_and(own))
    }

    fn is_away(&self, drop: &Drop, side: SideId, to: Square) -> bool {
        let enemy = |square| self.piece_on(square).is_some_and(|(owner, _)| self.is_enemy(side, owner));
        !drop.away_from.iter().any(|&step| self.shift(to, step).is_some_and(enemy))
    }

    /// Does a piece that is pushed in come to rest there?
    fn comes_to_rest(&self, drop: &Drop, to: Square) -> bool {
        let is_empty = |square: Option<Square>| square.is_some_and(|square| self.cell(square) == Cell::Empty);
        let slid = |&step: &Step| {
            let way: Vec<Square> = self.rules().board.ray(to, step.reversed()).collect();
            // A line that goes round has no edge to be pushed in from.
            let enters = self.shift(*way.last().unwrap_or(&to), step.reversed()).is_none();
            enters && way.iter().all(|&at| self.cell(at) == Cell::Empty) && !is_empty(self.shift(to, step))
        };
        drop.pushed.is_empty() || drop.pushed.iter().any(slid)
    }

    /// Castlings of the side to move whose ways are free and safe; the position after them is tested like any other.
    fn castling_moves(&self, moves: &mut Vec<Move>) {
        for castling in self.rules().castlings.iter().filter(|castling| castling.side == self.setup.turn) {
            let Some(king) = self.castling_king(castling) else { continue };
            if self.memory().first_moves && !self.setup.castling.contains(&king) {
                continue;
            }
            let is_partner = |square: Square| {
                let piece = self.own_rules(square, castling.side).map(|(piece, _)| piece);
                self.is_of_wing(castling, king, square) && piece.is_some_and(|piece| castling.partners.contains(&piece))
            };
            for &partner in self.setup.castling.iter().filter(|&&square| is_partner(square)) {
                let between = |a: Square, b: Square| {
                    self.rules().castling_line(castling).filter(move |&at| at >= a.min(b) && at <= a.max(b))
                };
                let ways = between(king, castling.king_to).chain(between(partner, castling.partner_to));
                let free = |square| square == king || square == partner || self.cell(square) == Cell::Empty;
                let mut way = between(king, castling.king_to).filter(|&at| at != castling.king_to || at == king);
                // The arrival itself is tested in the position after castling.
                if ways.into_iter().all(free) && way.all(|at| self.is_safe_at(king, at)) {
                    moves.push(Move::new(MoveKind::Castling, castling.king, king, castling.king_to, partner, 0));
                }
            }
        }
    }

    /// The king of a castling: the piece of its type on its rank (the one on the lowest file).
    pub(crate) fn castling_king(&self, castling: &Castling) -> Option<Square> {
        let mut line = self.rules().castling_line(castling);
        line.find(|&square| self.piece_on(square) == Some((castling.side, castling.king)))
    }

    /// Is the partner's square on the castling's rank and on its wing of the king?
    pub(crate) fn is_of_wing(&self, castling: &Castling, king: Square, partner: Square) -> bool {
        let wing = if castling.towards > 0 { partner > king } else { partner < king };
        wing && self.rules().castling_line(castling).any(|square| square == partner)
    }

    /// Could the royal that stands on `from` stand unattacked half-way along such a leap?
    fn has_safe_way(&self, from: Square, leap: Step) -> bool {
        let middles = Movement::middles(leap);
        middles.into_iter().filter_map(|middle| self.shift(from, middle)).any(|at| self.is_safe_at(from, at))
    }

    /// Would the king that stands on `king` be unattacked on `at`, all other pieces standing where they are? (True when it is not royal.)
    fn is_safe_at(&self, king: Square, at: Square) -> bool {
        let side = self.setup.turn;
        let Some((_, rules)) = self.own_rules(king, side) else { return false };
        if !rules.royal || !self.rules().play(side).check.may_not_remain {
            return true;
        }
        let mut there = self.clone();
        there.setup.board[king as usize] = Cell::Empty;
        there.setup.board[at as usize] = self.cell(king);
        there.attackers_of_royal(at).is_empty()
    }
}

/// May an ordinary move promote?
fn may_promote(promotion: &Promotion, from: Square, to: Square, captures: bool) -> bool {
    let only_capturing = matches!(promotion.by, PromotedBy::Moving { only_capturing: true, .. });
    (captures || !only_capturing) && promotion.applies(from, to)
}

fn is_forced(forced: &Forced, to: Square) -> bool {
    match forced {
        Forced::Never => false,
        Forced::Always => true,
        Forced::Onto(squares) => squares.contains(to),
    }
}
