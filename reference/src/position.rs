//! [`Position`]: the rules, and the state that FEN describes.

use std::sync::{Arc, Mutex};
use wazir_runtime::{Cell, Info, Move, PieceId, Setup, SideId, Square};
use wazir_variant_spec::{
    Rules,
    rules::{CheckCounter, PieceRules},
};

/// What all positions of one game share.
#[derive(Debug)]
pub(crate) struct Shared {
    /// The rules.
    pub(crate) rules: Rules,
    /// Their notation.
    pub(crate) info: Info,
    /// What of them is asked with every move, and takes a walk through all of them to find out.
    pub(crate) memory: Memory,
}

/// What positions remember besides what stands where.
#[derive(Debug)]
pub(crate) struct Memory {
    /// [`Rules::remembers_last_moved`].
    pub(crate) last_moved: bool,
    /// [`Rules::remembers_first_moves`].
    pub(crate) first_moves: bool,
    /// [`Rules::check_counters`].
    pub(crate) counters: Vec<CheckCounter>,
}

impl Shared {
    /// What the positions of a game share.
    pub(crate) fn new(rules: Rules) -> Shared {
        let info = wazir_variant_spec::info(&rules);
        let memory = Memory {
            last_moved: rules.remembers_last_moved(),
            first_moves: rules.remembers_first_moves(),
            counters: rules.check_counters(),
        };
        Shared { rules, info, memory }
    }
}

/// A position of the game: exactly what FEN says about it, on a mailbox board.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) shared: Arc<Shared>,
    pub(crate) setup: Setup,
    pub(crate) found: Found,
}

/// The moves that were found last, with the position they belong to: list, count, outcome and whether a move is legal are asked one after the other, and finding
/// the moves is what takes this interpreter's time.
#[derive(Debug, Default)]
pub(crate) struct Found(Mutex<Option<(Setup, Vec<Move>)>>);

impl Found {
    /// The moves of a position: those found last, if that was here, else what `find` finds.
    pub(crate) fn or_find(&self, setup: &Setup, find: impl FnOnce() -> Vec<Move>) -> Vec<Move> {
        let last = self
            .0
            .lock()
            .ok()
            .and_then(|last| last.as_ref().filter(|(at, _)| at == setup).map(|(_, moves)| moves.clone()));
        last.unwrap_or_else(|| {
            let moves = find();
            if let Ok(mut last) = self.0.lock() {
                *last = Some((setup.clone(), moves.clone()));
            }
            moves
        })
    }
}

/// A copy is about to become another position.
impl Clone for Found {
    fn clone(&self) -> Found {
        Found::default()
    }
}

impl Position {
    /// A position as it is described, whether or not the rules allow it.
    pub(crate) fn unchecked(shared: &Arc<Shared>, setup: Setup) -> Position {
        Position { shared: shared.clone(), setup, found: Found::default() }
    }

    /// What there is at a square; [`Cell::Hole`] off the board.
    pub fn cell_at(&self, square: Square) -> Cell {
        self.setup.board.get(square as usize).copied().unwrap_or(Cell::Hole)
    }

    /// The rules of the game.
    pub(crate) fn rules(&self) -> &Rules {
        &self.shared.rules
    }

    /// What positions of the game remember.
    pub(crate) fn memory(&self) -> &Memory {
        &self.shared.memory
    }

    /// What stands on a square.
    pub(crate) fn cell(&self, square: Square) -> Cell {
        self.setup.board[square as usize]
    }

    /// Is the square empty?
    pub(crate) fn is_empty(&self, square: Square) -> bool {
        self.cell(square) == Cell::Empty
    }

    /// Side and type of the piece on a square.
    pub(crate) fn piece_on(&self, square: Square) -> Option<(SideId, PieceId)> {
        match self.cell(square) {
            Cell::Piece { side, piece, .. } => Some((side, piece)),
            _ => None,
        }
    }

    /// The rules of the piece of `side` on a square, if there is one.
    pub(crate) fn own_rules(&self, square: Square, side: SideId) -> Option<(PieceId, &PieceRules)> {
        let (owner, piece) = self.piece_on(square)?;
        let rules = self.rules().piece_rules(piece, side)?;
        (owner == side).then_some((piece, rules))
    }

    /// All squares of the rectangle, ascending.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        0..self.setup.board.len() as Square
    }

    /// The squares on which a side has pieces, ascending.
    pub(crate) fn pieces_of(&self, side: SideId) -> impl Iterator<Item = Square> + '_ {
        // Of the cells and not by `piece_on`: this is asked after every move that is tried, and boards may have a thousand squares.
        let cells = self.setup.board.iter().enumerate();
        cells
            .filter(move |(_, cell)| matches!(cell, Cell::Piece { side: owner, .. } if *owner == side))
            .map(|(square, _)| square as Square)
    }

    /// The squares on which a side has royals, ascending.
    pub(crate) fn royals(&self, side: SideId) -> impl Iterator<Item = Square> + '_ {
        self.pieces_of(side).filter(move |&square| self.own_rules(square, side).is_some_and(|(_, rules)| rules.royal))
    }

    /// How many pieces of the listed types a side has on the board.
    pub(crate) fn count_of(&self, side: SideId, pieces: &[PieceId]) -> usize {
        let listed = |&square: &Square| self.piece_on(square).is_some_and(|(_, piece)| pieces.contains(&piece));
        self.pieces_of(side).filter(listed).count()
    }

    /// Does a piece of one of these types stand on the square?
    pub(crate) fn is_one_of(&self, square: Square, types: &[PieceId]) -> bool {
        self.piece_on(square).is_some_and(|(_, piece)| types.contains(&piece))
    }

    /// Is the side still in the game?
    pub(crate) fn is_in(&self, side: SideId) -> bool {
        !self.setup.out.contains(&side)
    }

    /// The sides that are in the game.
    pub(crate) fn sides_in(&self) -> impl Iterator<Item = SideId> + '_ {
        (0..self.rules().sides.len() as SideId).filter(|&side| self.is_in(side))
    }

    /// The other sides that are in the game, in the order of turns after `side`.
    pub(crate) fn others(&self, side: SideId) -> impl Iterator<Item = SideId> + '_ {
        let sides = self.rules().sides.len() as SideId;
        (1..sides).map(move |step| (side + step) % sides).filter(|&other| self.is_in(other))
    }

    /// Those of them that are of other teams.
    pub(crate) fn opponents(&self, side: SideId) -> impl Iterator<Item = SideId> + '_ {
        self.others(side).filter(move |&other| !self.rules().are_allied(side, other))
    }

    /// Can `side` capture pieces of `owner`?
    pub(crate) fn is_enemy(&self, side: SideId, owner: SideId) -> bool {
        !self.is_in(owner) || !self.rules().are_allied(side, owner)
    }

    /// The side whose turn follows that of `side`.
    pub(crate) fn after(&self, side: SideId) -> SideId {
        self.others(side).next().unwrap_or(side)
    }

    /// The side that has just moved.
    pub(crate) fn waiter(&self) -> SideId {
        if self.setup.progress.is_under_way() {
            return self.setup.turn;
        }
        self.others(self.setup.turn).last().unwrap_or(self.setup.turn)
    }

    /// Hash of everything but the clocks: equal positions have equal hashes, on every machine.
    pub(crate) fn state_hash(&self) -> u64 {
        let Setup {
            board,
            hands,
            turn,
            castling,
            en_passant,
            checks,
            passes,
            ending_move,
            struck,
            last_moved,
            progress,
            halfmove: _,
            count_limit: _,
            fullmove: _,
            out,
        } = &self.setup;
        let mut hash = Mixer(0x57_61_7A_69_72);
        for cell in board {
            hash.add(match *cell {
                Cell::Empty => 0,
                Cell::Hole => 1,
                Cell::Wall => 2,
                Cell::Piece { side, piece, promoted } => {
                    3 + u64::from(promoted) + 4 * (side as u64 + 256 * piece as u64)
                }
            });
        }
        hands.iter().flatten().for_each(|&count| hash.add(count as u64));
        hash.add(*turn as u64);
        // Lists are preceded by their lengths, so that no two different states feed the same numbers.
        hash.add(castling.len() as u64);
        castling.iter().for_each(|&square| hash.add(square as u64));
        hash.add(en_passant.len() as u64);
        for en_passant in en_passant {
            hash.add(en_passant.squares.len() as u64);
            en_passant.squares.iter().for_each(|&square| hash.add(square as u64));
            hash.add(en_passant.victim as u64);
        }
        checks.iter().for_each(|&count| hash.add(count as u64));
        hash.add(*passes as u64);
        hash.add(*ending_move as u64);
        hash.add(struck.len() as u64);
        struck.iter().for_each(|&square| hash.add(square as u64));
        hash.add(last_moved.map_or(u64::MAX, u64::from));
        hash.add(out.len() as u64);
        out.iter().for_each(|&side| hash.add(side as u64));
        hash.add(progress.left as u64);
        hash.add(progress.length as u64);
        hash.add(progress.with.map_or(u64::MAX, |square| square as u64));
        hash.0
    }
}

/// The splitmix64 finaliser, fed one number at a time.
struct Mixer(u64);

impl Mixer {
    fn add(&mut self, value: u64) {
        let mut z = (self.0 ^ value).wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.0 = z ^ z >> 31;
    }
}
