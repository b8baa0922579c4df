//! How moves are written, whatever they are written into: a text, or a value that is read as one ([`crate::typed::Move`]).

use crate::{Info, Move, MoveKind, PieceId, Square};
use alloc::string::{String, ToString};

/// What stands between the squares of a move's first part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Form {
    /// `a1a2`, and more parts behind commas.
    Steps,
    /// `P@a1`
    Drop,
    /// `a1~a2`
    Swap,
    /// `a1a2~a2a3`
    Carry,
    /// `a1a2>a3`
    Push,
    /// `a1>a2>a3`
    PushStaying,
}

impl Form {
    /// Squares before the first comma.
    pub(crate) const fn squares(self) -> usize {
        match self {
            Form::Drop => 1,
            Form::Steps | Form::Swap => 2,
            Form::Push | Form::PushStaying => 3,
            Form::Carry => 4,
        }
    }

    /// What stands before the square of this number, counted from 0.
    pub(crate) const fn mark(self, number: usize) -> Option<char> {
        match (self, number) {
            (Form::Swap, 1) | (Form::Carry, 2) => Some('~'),
            (Form::Push | Form::PushStaying, 2) | (Form::PushStaying, 1) => Some('>'),
            _ => None,
        }
    }
}

/// The words of one game, put together to what a move is written into.
pub(crate) trait Wording {
    /// What it is written into.
    type Written;
    /// A first part of this form, of as many squares as that has.
    fn part(&self, form: Form, squares: &[Square]) -> Self::Written;
    /// The drop of a piece.
    fn drop(&self, piece: PieceId, to: Square) -> Self::Written;
    /// With one part more, behind a comma.
    fn then(&self, written: Self::Written, from: Square, to: Square) -> Self::Written;
    /// With a type behind it, in small letters.
    fn with_piece(&self, written: Self::Written, piece: PieceId) -> Self::Written;
    /// With a promotion from one type to another behind it: see [`promotion_suffix`].
    fn with_promotion(&self, written: Self::Written, before: PieceId, after: PieceId) -> Self::Written;
}

/// A move of a board with `files` files, in the words of its game: as [`crate::move_text`] says.
pub(crate) fn write<W: Wording>(words: &W, files: u8, mv: Move, is_chess960: bool) -> W::Written {
    let (from, to) = (mv.from(), mv.to());
    if let Some(wall) = mv.wall() {
        return words.then(write(words, files, mv.without_wall(), is_chess960), to, wall);
    }
    if let Some((piece, left)) = mv.gating() {
        let entered = match mv.kind() {
            MoveKind::Castling if left == mv.aux() => words.part(Form::Steps, &[left, from]),
            _ => write(words, files, mv.without_gating(), is_chess960),
        };
        return words.with_piece(entered, piece);
    }
    let steps = || words.part(Form::Steps, &[from, to]);
    match mv.kind() {
        MoveKind::Drop => {
            let drop = words.drop(mv.piece(), to);
            match mv.price() {
                Some(paid) => words.with_piece(drop, paid),
                None => drop,
            }
        }
        MoveKind::Castling if is_chess960 || is_step(files, mv) => words.part(Form::Steps, &[from, mv.aux()]),
        MoveKind::Promotion => words.with_promotion(steps(), mv.piece(), mv.promotion()),
        MoveKind::Swap => words.part(Form::Swap, &[from, to]),
        MoveKind::Carry => match mv.load() {
            Some((picked, put)) => words.part(Form::Carry, &[from, to, picked, put]),
            None => steps(),
        },
        MoveKind::Push if mv.is_named() => {
            let form = if mv.shove().is_some_and(|shove| shove.stays) { Form::PushStaying } else { Form::Push };
            words.part(form, &[from, to, mv.aux()])
        }
        MoveKind::Journey | MoveKind::JourneyPromotion => {
            let mut stops = mv.victims().chain([to]);
            let mut at = stops.next().unwrap_or(to);
            let mut whole = words.part(Form::Steps, &[from, at]);
            for stop in stops {
                whole = words.then(whole, at, stop);
                at = stop;
            }
            match mv.kind() {
                MoveKind::JourneyPromotion => words.with_promotion(whole, mv.piece(), mv.promotion()),
                _ => whole,
            }
        }
        _ => steps(),
    }
}

/// The move as it is understood in short: a journey without its victims or what it carries, a push without what it pushes. `None` of others.
pub(crate) fn in_short(mv: Move) -> Option<Move> {
    let kind = mv.kind();
    let into = (kind == MoveKind::JourneyPromotion).then(|| mv.promotion());
    let is_long = kind.is_journey() || kind == MoveKind::Carry || mv.is_named();
    is_long.then(|| Move::journey(mv.piece(), mv.from(), mv.to(), (None, None), into))
}

/// What a move says about a promotion from the type written `before` to the one written `after`.
///
/// A symbol is still to be written in small letters.
pub(crate) fn promotion_suffix<'s>(before: &str, after: &'s str) -> &'s str {
    match (before.strip_prefix('+'), after.strip_prefix('+')) {
        (None, Some(base)) if base == before => "+",
        (Some(base), None) if base == after => "-",
        _ => after,
    }
}

/// Does the move lead to the same square or to one next to it, as a step of a king does?
fn is_step(files: u8, mv: Move) -> bool {
    let files = Square::from(files);
    let (from, to) = (mv.from(), mv.to());
    (from % files).abs_diff(to % files) <= 1 && (from / files).abs_diff(to / files) <= 1
}

/// Texts.
impl Wording for Info {
    type Written = String;
    fn part(&self, form: Form, squares: &[Square]) -> String {
        let mut text = String::new();
        for (number, &square) in squares.iter().enumerate() {
            text.extend(form.mark(number));
            text += &self.square_name(square);
        }
        text
    }
    fn drop(&self, piece: PieceId, to: Square) -> String {
        self.pieces[usize::from(piece)].symbol.to_string() + "@" + &self.square_name(to)
    }
    fn then(&self, written: String, from: Square, to: Square) -> String {
        written + "," + &self.part(Form::Steps, &[from, to])
    }
    fn with_piece(&self, written: String, piece: PieceId) -> String {
        written + &self.pieces[usize::from(piece)].symbol.to_lowercase()
    }
    fn with_promotion(&self, written: String, before: PieceId, after: PieceId) -> String {
        let symbol = |piece| &*self.pieces[usize::from(piece)].symbol;
        written + &promotion_suffix(symbol(before), symbol(after)).to_lowercase()
    }
}
