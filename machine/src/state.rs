//! [`State`]: a position of a game that is run, as a plain value; and [`At`], the same with the game it belongs to.

use crate::link::{Linked, NOWHERE};
use alloc::{format, vec::Vec};
use wazir_program::Kinds;
use wazir_runtime::batches::key;
use wazir_runtime::{Bits, Cell, EnPassant, FenError, PieceId, Setup, SideId, Square, TurnProgress};
use wazir_variant_spec::rules::{Capturer, Condition, PieceRules, Rules, Safe, Supply, TurnLength};

/// A position: of a board with words `W`, of at most `K` types of pieces and `S` sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State<W, const K: usize, const S: usize> {
    /// The squares of the pieces of each type.
    pub(crate) kinds: [W; K],
    /// The squares of each side's pieces.
    pub(crate) sides: [W; S],
    pub(crate) walls: W,
    /// Pieces that revert when they are captured.
    pub(crate) marks: W,
    /// Rights to castle, or what has not moved.
    pub(crate) rights: W,
    /// En passant squares, left by the piece on `victim`; where turns have several moves, by several pieces, which their squares tell.
    pub(crate) passed: W,
    /// Such squares that the side to move has left itself by earlier moves of its turn.
    pub(crate) waiting: W,
    pub(crate) struck: W,
    pub(crate) hash: u64,
    pub(crate) hands: [[u16; K]; S],
    pub(crate) halfmove: u32,
    pub(crate) fullmove: u32,
    pub(crate) count_limit: u32,
    pub(crate) victim: u16,
    pub(crate) last_moved: u16,
    pub(crate) left: u16,
    pub(crate) length: u16,
    pub(crate) with: u16,
    pub(crate) checks: [u8; S],
    /// By side: 0 while it is in the game, else when it went out, from 1.
    pub(crate) out: [u8; S],
    pub(crate) turn: u8,
    pub(crate) passes: u8,
    pub(crate) ending_move: u8,
}

/// A position with its game.
#[derive(Debug)]
pub(crate) struct At<'a, W, const K: usize, const S: usize> {
    pub(crate) game: &'a Linked<W>,
    pub(crate) s: &'a State<W, K, S>,
}

impl<W, const K: usize, const S: usize> Clone for At<'_, W, K, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<W, const K: usize, const S: usize> Copy for At<'_, W, K, S> {}

impl<W: Bits, const K: usize, const S: usize> State<W, K, S> {
    #[inline(always)]
    pub(crate) fn occupied(&self) -> W {
        let mut all = self.walls;
        for side in self.sides {
            all |= side;
        }
        all
    }

    /// Makes it equal to another one. Field by field, which the compiler makes a few moves of registers; the whole is copied by a function of the system's, in twice the time.
    #[inline(always)]
    pub(crate) fn copy_from(&mut self, other: &Self) {
        // All of them: a field that is new is missed here.
        #[rustfmt::skip]
        let &State {
            kinds, sides, walls, marks, rights, passed, waiting, struck, hash, hands, halfmove, fullmove, count_limit,
            victim, last_moved, left, length, with, checks, out, turn, passes, ending_move,
        } = other;
        self.kinds = kinds;
        self.hands = hands;
        (self.sides, self.walls, self.marks, self.rights) = (sides, walls, marks, rights);
        (self.passed, self.waiting, self.struck, self.hash) = (passed, waiting, struck, hash);
        (self.halfmove, self.fullmove, self.count_limit) = (halfmove, fullmove, count_limit);
        (self.victim, self.last_moved, self.left, self.length, self.with) = (victim, last_moved, left, length, with);
        (self.checks, self.out, self.turn, self.passes, self.ending_move) = (checks, out, turn, passes, ending_move);
    }

    /// The type of the piece on an occupied square.
    #[inline(always)]
    pub(crate) fn kind_at(&self, square: usize) -> usize {
        if K <= 16 {
            // Without branches: which type it is cannot be guessed.
            return (1..K).map(|kind| kind * usize::from(self.kinds[kind].has(square))).sum::<usize>().min(K - 1);
        }
        (0..K).find(|&kind| self.kinds[kind].has(square)).unwrap_or(K - 1)
    }

    pub(crate) fn owner(&self, square: usize) -> Option<usize> {
        (0..S).find(|&side| self.sides[side].has(square))
    }

    pub(crate) fn piece_at(&self, square: usize) -> Option<(usize, usize)> {
        Some((self.owner(square)?, self.kind_at(square)))
    }

    /// The squares on which another piece stands in another position, or none, or no longer none.
    #[inline(always)]
    pub(crate) fn changed_to(&self, other: &Self) -> W {
        let sets = self.kinds.iter().zip(&other.kinds).chain(self.sides.iter().zip(&other.sides));
        sets.fold(W::EMPTY, |changed, (&before, &after)| changed | (before ^ after))
    }

    /// The squares of the pieces of these types.
    #[inline(always)]
    pub(crate) fn of_kinds(&self, kinds: Kinds) -> W {
        let (mut set, mut left) = (W::EMPTY, kinds);
        while left != 0 {
            let kind = left.trailing_zeros() as usize;
            if kind >= K {
                break;
            }
            set |= self.kinds[kind];
            left &= left - 1;
        }
        set
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, side: usize, kind: usize, square: usize) {
        let at = W::single(square);
        self.kinds[kind] |= at;
        self.sides[side] |= at;
    }

    /// Takes whatever piece stands there off the board.
    #[inline(always)]
    pub(crate) fn clear(&mut self, square: usize) {
        let rest = !W::single(square);
        for kind in &mut self.kinds {
            *kind &= rest;
        }
        for side in &mut self.sides {
            *side &= rest;
        }
        self.marks &= rest;
    }

    pub(crate) fn progress(&self) -> TurnProgress {
        TurnProgress { left: self.left, length: self.length, with: (self.with != NOWHERE).then_some(self.with) }
    }

    #[inline(always)]
    pub(crate) fn is_under_way(&self) -> bool {
        self.left < self.length || self.with != NOWHERE
    }
}

impl<'a, W: Bits, const K: usize, const S: usize> At<'a, W, K, S> {
    pub(crate) fn rules(&self) -> &'a Rules {
        &self.game.program.rules
    }

    /// The number of sides of this game.
    #[inline(always)]
    pub(crate) fn sides(&self) -> usize {
        if S == 2 { 2 } else { self.game.sides.len() }
    }

    #[inline(always)]
    pub(crate) fn me(&self) -> usize {
        self.s.turn as usize
    }

    /// What `side` can capture, as far as sides go.
    #[inline(always)]
    pub(crate) fn enemies(&self, side: usize) -> W {
        if S == 2 {
            return self.s.sides[1 - side];
        }
        let mut enemies = W::EMPTY;
        for other in 0..self.sides() {
            if self.is_enemy(side, other) {
                enemies |= self.s.sides[other];
            }
        }
        enemies
    }

    #[inline(always)]
    pub(crate) fn is_in(&self, side: usize) -> bool {
        self.s.out[side] == 0
    }

    pub(crate) fn is_enemy(&self, side: usize, owner: usize) -> bool {
        !self.is_in(owner) || self.are_foes(side, owner)
    }

    #[inline(always)]
    fn are_foes(&self, side: usize, other: usize) -> bool {
        self.game.foes[side] >> other & 1 == 1
    }

    /// The sides that are in, in the order of turns after `side`, without it.
    #[inline(always)]
    pub(crate) fn others(&self, side: usize) -> impl Iterator<Item = usize> + use<'a, W, K, S> {
        let (at, sides) = (*self, self.sides());
        (1..sides).map(move |step| (side + step) % sides).filter(move |&other| at.is_in(other))
    }

    /// Those of other teams.
    #[inline(always)]
    pub(crate) fn opponents(&self, side: usize) -> impl Iterator<Item = usize> + use<'a, W, K, S> {
        let at = *self;
        self.others(side).filter(move |&other| at.are_foes(side, other))
    }

    pub(crate) fn next_side(&self, side: usize) -> usize {
        if S == 2 { 1 - side } else { self.others(side).next().unwrap_or(side) }
    }

    /// The side that has just moved.
    #[inline(always)]
    pub(crate) fn waiter(&self) -> usize {
        if self.s.is_under_way() {
            return self.me();
        }
        if S == 2 { 1 - self.me() } else { self.others(self.me()).last().unwrap_or(self.me()) }
    }

    #[inline(always)]
    pub(crate) fn royals(&self, side: usize) -> W {
        self.s.of_kinds(self.game.sides[side].royals) & self.s.sides[side]
    }

    /// Moves of a turn of `side` that follows one of `previous` moves.
    pub(crate) fn turn_length(&self, side: usize, previous: u16) -> u16 {
        match self.rules().play[side].turn.length {
            TurnLength::Fixed(moves) => moves,
            TurnLength::Growing { by, .. } => previous.saturating_add(by),
        }
    }

    /// The Zobrist hash from scratch.
    pub(crate) fn full_hash(&self) -> u64 {
        let (s, keys) = (self.s, &self.game.keys);
        let mut hash = self.hash_beside_pieces();
        for side in 0..self.sides() {
            for square in s.sides[side] {
                hash ^= keys.piece(side, s.kind_at(square), square);
            }
        }
        hash
    }

    /// The hash of what a move has made of the position: of its pieces only those are looked at that have changed.
    pub(crate) fn hash_after(&self, next: &State<W, K, S>) -> u64 {
        let (s, keys) = (self.s, &self.game.keys);
        let mut hash = s.hash ^ self.hash_beside_pieces() ^ At { game: self.game, s: next }.hash_beside_pieces();
        for square in s.changed_to(next) {
            for state in [s, next] {
                if let Some((side, kind)) = state.piece_at(square) {
                    hash ^= keys.piece(side, kind, square);
                }
            }
        }
        hash
    }

    /// The part of the hash that is not of pieces on squares.
    fn hash_beside_pieces(&self) -> u64 {
        let (s, keys, memory) = (self.s, &self.game.keys, &self.game.program.memory);
        let mut hash = 0;
        let mut set = |squares: W, first: usize| {
            for square in squares {
                hash ^= key(first + square);
            }
        };
        set(s.marks, keys.promoted);
        if memory.walls {
            set(s.walls, keys.walls);
        }
        set(s.rights, keys.castling);
        set(s.struck, keys.struck());
        if memory.several_moves && memory.en_passant {
            let first = [keys.passed, keys.victim];
            set(s.passed, first[1 - self.me()]);
            set(s.waiting, first[self.me()]);
        }
        if s.victim != NOWHERE {
            set(s.passed, keys.passed);
            hash ^= key(keys.victim + s.victim as usize);
        }
        if memory.hands {
            for side in 0..self.sides() {
                for kind in 0..self.rules().pieces.len().min(K) {
                    hash ^= self.hand_key(side, kind, s.hands[side][kind]);
                }
            }
        }
        if memory.checks {
            for side in 0..self.sides() {
                hash ^= key(keys.checks + side * 256 + s.checks[side] as usize);
            }
        }
        if memory.passes > 0 {
            hash ^= key(keys.passes) ^ key(keys.passes + s.passes as usize);
        }
        if s.ending_move > 0 {
            hash ^= key(keys.ending_moves() + s.ending_move as usize);
        }
        if memory.last_moved && s.last_moved != NOWHERE {
            hash ^= key(keys.last_moved() + s.last_moved as usize);
        }
        if memory.several_moves {
            hash ^= key(keys.turns() + s.left as usize) ^ key(keys.turns() + 65_536 + s.length as usize);
            if s.with != NOWHERE {
                hash ^= key(keys.turns() + 2 * 65_536 + s.with as usize);
            }
        }
        if self.game.multiplayer {
            for side in (0..self.sides()).filter(|&side| s.out[side] > 0) {
                hash ^= key(keys.out + side * keys.sides + s.out[side] as usize - 1);
            }
            hash ^ key(keys.turn + s.turn as usize)
        } else {
            hash ^ self.turn_key(s.turn)
        }
    }

    #[inline(always)]
    pub(crate) fn turn_key(&self, turn: u8) -> u64 {
        if turn == 1 { key(self.game.keys.turn) } else { 0 }
    }

    #[inline(always)]
    pub(crate) fn hand_key(&self, side: usize, kind: usize, count: u16) -> u64 {
        key(self.game.keys.hands + (side * self.game.keys.kinds + kind) * 256 + count as usize)
    }

    /// In the neutral form.
    pub(crate) fn setup(&self) -> Setup {
        let (s, info) = (self.s, &self.game.program.info);
        let mut setup = Setup::empty(info);
        for side in 0..self.sides() {
            for square in s.sides[side] {
                let piece = s.kind_at(square) as PieceId;
                setup.board[square] = Cell::Piece { side: side as SideId, piece, promoted: s.marks.has(square) };
            }
            for (kind, held) in setup.hands[side].iter_mut().enumerate().take(K) {
                *held = s.hands[side][kind];
            }
        }
        for square in s.walls {
            setup.board[square] = Cell::Wall;
        }
        setup.turn = s.turn;
        setup.castling = list(s.rights);
        if s.victim != NOWHERE {
            setup.en_passant = alloc::vec![EnPassant { squares: list(s.passed), victim: s.victim }];
        } else {
            setup.en_passant = self.passers();
        }
        for (side, left) in setup.checks.iter_mut().enumerate() {
            *left = s.checks[side];
        }
        setup.passes = s.passes;
        setup.ending_move = s.ending_move;
        setup.struck = list(s.struck);
        setup.last_moved = (s.last_moved != NOWHERE).then_some(s.last_moved as PieceId);
        setup.progress = s.progress();
        (setup.halfmove, setup.fullmove, setup.count_limit) = (s.halfmove, s.fullmove, s.count_limit);
        let mut out: Vec<SideId> = (0..self.sides() as SideId).filter(|&side| s.out[side as usize] > 0).collect();
        out.sort_by_key(|&side| s.out[side as usize]);
        setup.out = out;
        setup
    }
}

/// The squares of a set, ascending.
pub(crate) fn list<W: Bits>(set: W) -> Vec<Square> {
    set.into_iter().map(|square| square as Square).collect()
}

impl<W: Bits> Linked<W> {
    /// The position with this state.
    ///
    /// # Errors
    /// Says what about it cannot be in this game.
    pub(crate) fn state<const K: usize, const S: usize>(&self, setup: &Setup) -> Result<State<W, K, S>, FenError> {
        let mut state = self.unchecked(setup)?;
        let at = At { game: self, s: &state };
        at.check(setup)?;
        let takeable = at.takeable(at.me());
        if state.victim == NOWHERE {
            state.passed &= takeable;
        } else if takeable.is_empty() {
            (state.passed, state.victim) = (W::EMPTY, NOWHERE);
        }
        let at = At { game: self, s: &state };
        at.check_royals()?;
        self.eliminate_sides(&mut state);
        state.hash = At { game: self, s: &state }.full_hash();
        Ok(state)
    }

    /// The state as it is told, as far as it can be written down.
    fn unchecked<const K: usize, const S: usize>(&self, setup: &Setup) -> Result<State<W, K, S>, FenError> {
        let info = &self.program.info;
        let mut state = State {
            kinds: [W::EMPTY; K],
            sides: [W::EMPTY; S],
            walls: W::EMPTY,
            marks: W::EMPTY,
            rights: W::EMPTY,
            passed: W::EMPTY,
            waiting: W::EMPTY,
            struck: W::EMPTY,
            hash: 0,
            hands: [[0; K]; S],
            halfmove: setup.halfmove,
            fullmove: setup.fullmove,
            count_limit: if self.program.memory.counts { setup.count_limit } else { 0 },
            victim: NOWHERE,
            last_moved: setup.last_moved.map_or(NOWHERE, u16::from),
            left: setup.progress.left,
            length: setup.progress.length,
            with: setup.progress.with.unwrap_or(NOWHERE),
            checks: [0; S],
            out: [0; S],
            turn: setup.turn,
            passes: setup.passes,
            ending_move: setup.ending_move,
        };
        let (sides, kinds) = (info.sides.len(), info.pieces.len());
        if setup.turn as usize >= sides || setup.board.len() != self.squares {
            return Err(FenError::position("that is a position of another game"));
        }
        for (square, cell) in setup.board.iter().enumerate() {
            match *cell {
                Cell::Empty | Cell::Hole => {}
                Cell::Wall => state.walls |= W::single(square),
                Cell::Piece { side, piece, promoted } => {
                    if side as usize >= sides || piece as usize >= kinds || !self.all.has(square) {
                        return Err(FenError::position("that is a position of another game"));
                    }
                    state.put(side as usize, piece as usize, square);
                    if promoted {
                        state.marks |= W::single(square);
                    }
                }
            }
        }
        for (side, hand) in setup.hands.iter().enumerate().take(sides) {
            for (kind, &held) in hand.iter().enumerate().take(kinds) {
                state.hands[side][kind] = held;
            }
        }
        let set = |squares: &[Square]| {
            let there = squares.iter().filter(|&&square| (square as usize) < self.squares);
            there.fold(W::EMPTY, |set, &square| set | W::single(square as usize))
        };
        state.rights = set(&setup.castling);
        state.struck = set(&setup.struck);
        if self.program.memory.several_moves {
            for passed in &setup.en_passant {
                let squares = set(&passed.squares);
                let own =
                    passed.victim < self.squares as u16 && state.sides[setup.turn as usize].has(passed.victim as usize);
                if own {
                    state.waiting |= squares;
                } else {
                    state.passed |= squares;
                }
            }
        } else if let Some(passed) = setup.only_en_passant()? {
            if passed.victim as usize >= self.squares {
                return Err(FenError::position("that is a position of another game"));
            }
            (state.passed, state.victim) = (set(&passed.squares), passed.victim);
        }
        for (side, &left) in setup.checks.iter().enumerate().take(sides) {
            state.checks[side] = left;
        }
        for (place, &side) in setup.out.iter().enumerate() {
            if let Some(out) = state.out.get_mut(side as usize) {
                *out = place as u8 + 1;
            }
        }
        Ok(state)
    }
}

impl<W: Bits, const K: usize, const S: usize> At<'_, W, K, S> {
    fn side_name(&self, side: usize) -> &str {
        &self.rules().sides[side].name
    }

    /// Could a position like this occur, whatever is attacked?
    fn check(&self, setup: &Setup) -> Result<(), FenError> {
        let (rules, info, s) = (self.rules(), &self.game.program.info, self.s);
        let refuse = |message: alloc::string::String| Err(FenError::position(message));
        for side in 0..self.sides() {
            for square in s.sides[side] {
                let kind = s.kind_at(square);
                if self.game.sides[side].pieces[kind].is_none() {
                    let (name, square) = (&rules.pieces[kind].name, rules.board.name(square as u16));
                    let side = self.side_name(side);
                    return refuse(format!("{side} can have no {name} in this game, but there is one on {square}"));
                }
            }
            for kind in 0..rules.pieces.len().min(K) {
                if s.hands[side][kind] > 0 && !can_be_in_hand(rules, kind as PieceId) {
                    return refuse(format!("{} is never in hand in this game", rules.pieces[kind].symbol));
                }
            }
        }
        if s.passes > rules.passes_counted() {
            return refuse(format!("{} passes in a row are not counted in this game", s.passes));
        }
        let waiter = self.waiter();
        if s.ending_move > 0 {
            match rules.ending_moves().get(s.ending_move as usize - 1) {
                None => return refuse(format!("no kind of move {} ends this game", s.ending_move)),
                Some((_, Some(of))) if *of as usize != waiter => {
                    return refuse(format!("moves of kind {} end the game only when others make them", s.ending_move));
                }
                Some(_) => {}
            }
        }
        if !setup.struck.is_empty() && rules.play[self.me()].truce.is_none() {
            return refuse(format!("{} may answer any capture", self.side_name(self.me())));
        }
        let holds_none = |&&square: &&Square| {
            let at = square as usize;
            at >= self.game.squares || !self.game.all.has(at) || s.sides[self.me()].has(at)
        };
        if let Some(&square) = setup.struck.iter().find(holds_none) {
            let (name, square) = (self.side_name(self.me()), info.square_name(square));
            return refuse(format!("nothing of {name} can just have been captured on {square}"));
        }
        if let Some(last) = setup.last_moved
            && !info.pieces.get(last as usize).is_some_and(|piece| piece.remembered)
        {
            return refuse("it is not remembered in this game that such a piece has moved last".into());
        }
        let turn = &rules.play[self.me()].turn;
        let fits = match turn.length {
            TurnLength::Fixed(moves) => s.length == moves,
            TurnLength::Growing { first, .. } => s.length >= first,
        };
        if !fits || s.left == 0 || s.left > s.length {
            let name = self.side_name(self.me());
            return refuse(format!("a turn of {name} cannot have {} of {} moves left", s.left, s.length));
        }
        if s.with != NOWHERE {
            let square = s.with as usize;
            // What it was before its last capture is not known: it may have promoted.
            let came = |kind: usize| {
                let origins = 0..rules.pieces.len() as u8;
                let chain = turn.chain.as_ref();
                chain.is_some_and(|chain| origins.into_iter().any(|from| chain.goes_on(from, from != kind as u8)))
            };
            if !(s.sides[self.me()].has(square) && came(s.kind_at(square)) && self.can_capture_from(square)) {
                let name = rules.board.name(s.with);
                return refuse(format!("the piece on {name} cannot have to go on capturing"));
            }
        }
        for passed in &setup.en_passant {
            let squares: W = passed
                .squares
                .iter()
                .fold(W::EMPTY, |set, &square| set | W::single(square as usize % self.game.squares));
            self.check_passed(squares, passed.victim)?;
        }
        Ok(())
    }

    /// Where turns have several moves: who has left which en passant squares, ascending by the piece that has.
    fn passers(&self) -> Vec<EnPassant> {
        let me = self.me();
        let mut passers = Vec::new();
        for (owner, squares) in [(1 - me.min(1), self.s.passed), (me, self.s.waiting)] {
            for square in squares {
                let victim = self.victim_of(owner, square) as Square;
                passers.push(EnPassant { squares: alloc::vec![square as Square], victim });
            }
        }
        passers.sort_by_key(|passed| passed.victim);
        passers
    }

    /// The piece of `owner` that has left this en passant square, where turns have several moves: told by where it is.
    pub(crate) fn victim_of(&self, owner: usize, square: usize) -> usize {
        let pattern = self.game.program.info.en_passant.iter().find(|pattern| pattern.side as usize == owner);
        pattern.map_or(square, |pattern| {
            let offset = i32::from(pattern.dx) + i32::from(pattern.dy) * self.game.files as i32;
            (square as i32 + offset).clamp(0, self.game.squares as i32 - 1) as usize
        })
    }

    /// The piece that is captured by a capture en passant on this square.
    pub(crate) fn victim_on(&self, square: usize) -> usize {
        if self.s.victim == NOWHERE { self.victim_of(1 - self.me().min(1), square) } else { self.s.victim as usize }
    }

    /// Can the victim just have passed over these squares?
    fn check_passed(&self, squares: W, victim: Square) -> Result<(), FenError> {
        let s = self.s;
        let several = self.game.program.memory.several_moves;
        let stands = s.piece_at((victim as usize).min(self.game.squares - 1));
        let possible = (victim as usize) < self.game.squares
            && stands.is_some_and(|(owner, kind)| {
                let walled = self.rules().play[owner].walling.is_some();
                let piece = self.game.sides[owner].pieces[kind].as_ref();
                let mut terms = piece.iter().flat_map(|piece| &piece.terms).filter(|term| term.to.has(victim as usize));
                (owner != self.me() || s.is_under_way())
                    && self.is_in(owner)
                    && (!several || squares.into_iter().all(|square| self.victim_of(owner, square) == victim as usize))
                    && terms.any(|term| {
                        let Some(leaves) = &term.leaves else { return false };
                        (0..self.game.squares).any(|from| {
                            let is_left = !s.occupied().has(from) || walled && s.walls.has(from);
                            let mut passed = W::EMPTY;
                            for (to, over) in &leaves[from] {
                                if *to == victim {
                                    passed |= *over;
                                }
                            }
                            let over = if several {
                                passed.any() && (squares & !passed).is_empty()
                            } else {
                                is_left && passed == squares
                            };
                            over && term.from.has(from) && (squares & s.occupied()).is_empty()
                        })
                    })
            });
        if possible {
            return Ok(());
        }
        let board = &self.rules().board;
        let names: Vec<_> = squares.into_iter().map(|square| board.name(square as u16)).collect();
        let (names, victim) = (names.join(" "), board.name(victim));
        Err(FenError::position(format!("en passant on {names}: the piece on {victim} cannot just have passed there")))
    }

    /// Are royals there, as many as there can be, and has nobody left one attacked?
    fn check_royals(&self) -> Result<(), FenError> {
        let rules = self.rules();
        let start = |side: usize| {
            let start =
                wazir_runtime::fen::parse(&self.game.program.info, &rules.start.fen, wazir_runtime::Style::Game);
            start.map_or(0, |setup| {
                let royal = |cell: &&Cell| {
                    matches!(cell, Cell::Piece { side: owner, piece, .. } if *owner as usize == side && self.game.sides[side].royals >> piece & 1 == 1)
                };
                setup.board.iter().filter(royal).count()
            })
        };
        let names = |side: usize| {
            let royal = rules.royal_types(side as u8);
            royal.iter().map(|&piece| rules.pieces[piece as usize].name.to_lowercase()).collect::<Vec<_>>().join(" or ")
        };
        for side in (0..self.sides()).filter(|&side| self.is_in(side)) {
            if self.royals(side).is_empty() && start(side) > 0 && !may_lose_royals(rules, side) {
                return Err(FenError::position(format!("{} has no {}", self.side_name(side), names(side))));
            }
        }
        use wazir_runtime::Reason;
        let reasons = [Reason::Extinction, Reason::Goal, Reason::BothReachedGoal, Reason::Checks, Reason::Facing];
        let ends = || self.deciding_rule().is_some_and(|(_, _, reason)| reasons.contains(&reason));
        if self.is_over_with_moves_left() && ends() {
            return Ok(());
        }
        for side in 0..self.sides() {
            let (now, first) = (self.royals(side).count() as usize, start(side));
            if now > first && !can_get_royals(rules, side) {
                let (name, owner) = (names(side), self.side_name(side));
                return Err(FenError::position(format!("{owner} has {now} royal pieces ({name}) instead of {first}")));
            }
        }
        if (0..self.sides()).any(|side| !self.is_in(side)) {
            return Ok(());
        }
        let mover = self.me();
        if let Some(side) = self.others(mover).last()
            && rules.play[side].check.may_not_remain
            && self.is_attacked(side)
        {
            let by_mover = |&royal: &usize| (self.attackers_of_royal(royal, side) & self.s.sides[mover]).any();
            if let Some(royal) = self.royals(side).into_iter().find(by_mover) {
                let (waiting, moving) = (self.side_name(side), self.side_name(mover));
                let square = rules.board.name(royal as u16);
                return Err(FenError::position(format!(
                    "it is the turn of {moving}, who could capture the royal piece of {waiting} on {square}"
                )));
            }
        }
        let play = &rules.play[mover];
        let within = |&side: &usize| rules.play[side].check.may_not_remain && self.attacks_in_a_turn(mover, side);
        if let Some(side) = self.opponents(mover).find(within) {
            let (waiting, moving) = (self.side_name(side), self.side_name(mover));
            return Err(FenError::position(format!(
                "it is the turn of {moving}, who could capture a royal piece of {waiting} within it"
            )));
        }
        if self.s.is_under_way()
            && play.turn.safe == Safe::AfterEachMove
            && play.check.may_not_remain
            && self.is_attacked(mover)
        {
            let moving = self.side_name(mover);
            return Err(FenError::position(format!("{moving} has left a royal piece attacked by a move of its turn")));
        }
        let waiter = self.waiter();
        if rules.play[waiter].check.may_not_be_given && waiter != mover && self.is_attacked(mover) {
            let (moving, waiting) = (self.side_name(mover), self.side_name(waiter));
            return Err(FenError::position(format!("{moving} is in check, and {waiting} may not give check")));
        }
        Ok(())
    }
}

/// Is the loss of the side's royals, and of nothing else, an end of the game?
fn may_lose_royals(rules: &Rules, side: usize) -> bool {
    let is_royal = |piece: &PieceId| rules.piece_rules(*piece, side as u8).is_some_and(|own| own.royal);
    rules.end.iter().filter(|rule| rule.of.is_none_or(|of| of as usize == side)).any(|rule| {
        matches!(&rule.when, Condition::Extinct { pieces, opponent_at_least: None, .. } if pieces.iter().all(is_royal))
    })
}

/// Is there a way for a piece of this type into a hand?
fn can_be_in_hand(rules: &Rules, piece: PieceId) -> bool {
    let sides = || rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten());
    let dropped = |own: &PieceRules| own.drop.as_ref().is_some_and(|drop| drop.supply == Supply::Hand(piece));
    rules.is_gated(piece)
        || rules.exchanged().contains(&piece)
        || sides().any(|own| own.captured_as == Some(piece) || dropped(own))
}

/// Is there a way for the side to more royals?
fn can_get_royals(rules: &Rules, side: usize) -> bool {
    let is_royal = |piece: PieceId| rules.piece_rules(piece, side as u8).is_some_and(|own| own.royal);
    let own =
        || rules.pieces.iter().enumerate().filter_map(|(piece, p)| Some((piece as PieceId, p.sides[side].as_ref()?)));
    // A capturer that changes sides may be royal for its new one, or have become so.
    let turns = |(piece, own): (PieceId, &PieceRules)| {
        let becomes = own.promotions.iter().flat_map(|promotion| &promotion.to).any(|to| is_royal(to.piece));
        own.capturer == Capturer::ChangesSides && (is_royal(piece) || becomes)
    };
    let turned = (0..)
        .zip(&rules.pieces)
        .flat_map(|(piece, p)| p.sides.iter().flatten().map(move |own| (piece, own)))
        .any(turns);
    own().any(|(piece, rules)| {
        is_royal(piece) && rules.drop.is_some()
            || rules.promotions.iter().flat_map(|promotion| &promotion.to).any(|to| is_royal(to.piece))
    }) || turned
        || !rules.play[side].arrival.is_empty()
}
