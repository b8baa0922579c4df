//! [`Moves`]: a position with its legal moves, and what all notations ask about one of them.

use wazir_runtime::{Game, Info, Move, MoveKind, Square};

/// A position and its legal moves, listed once.
pub(crate) struct Moves<'g> {
    pub(crate) game: &'g dyn Game,
    pub(crate) legal: Vec<Move>,
}

/// How much of its start a move has to tell, so that it differs from the moves of other pieces of its type to the same square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Nothing,
    File,
    Rank,
    Square,
}

impl<'g> Moves<'g> {
    pub(crate) fn of(game: &'g dyn Game) -> Moves<'g> {
        Moves { game, legal: game.legal_moves() }
    }

    pub(crate) fn info(&self) -> &'g Info {
        self.game.info()
    }

    /// The symbol of a type.
    pub(crate) fn symbol(&self, piece: u8) -> &'g str {
        self.info().pieces.get(piece as usize).map_or("?", |piece| &*piece.symbol)
    }

    /// What is given for a piece that is dropped, as `=B`; nothing for most.
    pub(crate) fn price(&self, mv: Move) -> String {
        mv.price().map_or(String::new(), |paid| format!("={}", self.symbol(paid)))
    }

    /// Is the type one that moves without a letter?
    pub(crate) fn is_pawn(&self, piece: u8) -> bool {
        self.info().pieces.get(piece as usize).is_some_and(|piece| piece.pawn)
    }

    /// Does a pawn promote aslant without capturing, by a move that is for nothing else (as in sittuyin)? Where it arrives does not tell from where, as it does of its other moves.
    pub(crate) fn promotes_aslant(&self, mv: Move) -> bool {
        let files = Square::from(self.info().files);
        let is_aslant = mv.from() % files != mv.to() % files;
        is_aslant && mv.kind() == MoveKind::Promotion && self.is_pawn(mv.piece()) && !self.captures(mv)
    }

    pub(crate) fn square(&self, square: Square) -> String {
        self.info().square_name(square)
    }

    /// Does the move capture something where it arrives, or en passant?
    pub(crate) fn captures(&self, mv: Move) -> bool {
        mv.kind() == MoveKind::EnPassant || mv.captures_on_arrival() && self.game.piece_at(mv.to()).is_some()
    }

    /// Other starts from which a piece of the same type arrives on the same square by a move that ends alike: with the same wall, gating and promotion, which are written as well.
    pub(crate) fn rivals(&self, mv: Move) -> impl Iterator<Item = Square> + '_ {
        let walks = |mv: Move| !matches!(mv.kind(), MoveKind::Drop | MoveKind::Castling);
        let gated = |mv: Move| mv.gating().map(|(piece, _)| piece);
        let promotes = |mv: Move| matches!(mv.kind(), MoveKind::Promotion | MoveKind::JourneyPromotion);
        let becomes = move |mv: Move| promotes(mv).then(|| mv.promotion());
        let rival = move |other: &&Move| {
            walks(**other)
                && other.piece() == mv.piece()
                && other.to() == mv.to()
                && other.wall() == mv.wall()
                && gated(**other) == gated(mv)
                && becomes(**other) == becomes(mv)
                && other.from() != mv.from()
        };
        self.legal.iter().filter(rival).map(|other| other.from())
    }

    /// How much of its start the move has to tell: as little as possible, a file rather than a rank.
    pub(crate) fn origin(&self, mv: Move) -> Origin {
        if matches!(mv.kind(), MoveKind::Drop | MoveKind::Castling) {
            return Origin::Nothing;
        }
        let files = Square::from(self.info().files);
        let (mut any, mut same_file, mut same_rank) = (false, false, false);
        for rival in self.rivals(mv) {
            any = true;
            same_file |= rival % files == mv.from() % files;
            same_rank |= self.rank_name(rival) == self.rank_name(mv.from());
        }
        match (any, same_file, same_rank) {
            (false, ..) => Origin::Nothing,
            (_, false, _) => Origin::File,
            (_, _, false) => Origin::Rank,
            _ => Origin::Square,
        }
    }

    /// The part of a square's name that tells its file.
    pub(crate) fn file_name(&self, square: Square) -> String {
        let mut name = self.square(square);
        name.retain(|c| c.is_ascii_alphabetic());
        name
    }

    /// The part of a square's name that tells its rank.
    pub(crate) fn rank_name(&self, square: Square) -> String {
        let mut name = self.square(square);
        name.retain(|c| !c.is_ascii_alphabetic());
        name
    }

    /// The text of a start, as far as it is to be told.
    pub(crate) fn origin_text(&self, square: Square, origin: Origin) -> String {
        match origin {
            Origin::Nothing => String::new(),
            Origin::File => self.file_name(square),
            Origin::Rank => self.rank_name(square),
            Origin::Square => self.square(square),
        }
    }

    /// The castling's wing: is the partner on a higher file (for a side that plays sideways: rank) than the king?
    pub(crate) fn is_short(&self, mv: Move) -> bool {
        let files = Square::from(self.info().files);
        let (king, partner) = (mv.from(), mv.aux());
        if king / files == partner / files { partner % files > king % files } else { partner / files > king / files }
    }

    /// `+` for a move that gives check to the side that moves next, `#` where that has no move then, else nothing.
    pub(crate) fn check_mark(&self, mv: Move) -> &'static str {
        let mut next = self.game.boxed();
        if next.play(mv).is_err() || next.turn() == self.game.turn() || next.checkers().is_empty() {
            return "";
        }
        if next.count() == 0 { "#" } else { "+" }
    }
}
