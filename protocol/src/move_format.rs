//! [`MoveFormat`]: how moves and positions are written in each protocol.
//!
//! Moves are those of [`wazir_runtime::move_text`] with squares named otherwise; FEN is ours but for USI's SFEN.

use wazir_notation::sfen;
use wazir_runtime::{
    FenError, Game, Info, LONGEST_MOVE, Move, MoveError, MoveKind, Setup, Square, Style, Variant, fen, file_name,
    move_text, parse_move,
};

/// How CECP writes that nothing changes but the turn.
const PASS: &str = "@@@@";

/// Fields of an SFEN: board, side to move, hands, number of the ply.
const SFEN_FIELDS: usize = 4;

/// The first fields of a text, and the rest.
fn split_fields(text: &str, fields: usize) -> (&str, &str) {
    let ends = text.split_whitespace().nth(fields).map(|next| next.as_ptr() as usize - text.as_ptr() as usize);
    text.split_at(ends.unwrap_or(text.len()))
}

/// A way of writing moves and positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveFormat {
    /// UCI and UGI: `e2e4`, `P@e4`; FEN.
    Uci,
    /// USI: files are numbered from the right, ranks lettered from the top, `7g7f`, `P*5e`; SFEN.
    Usi,
    /// UCCI and UCI-cyclone (ICCS): ranks are counted from 0, `h2e2`; FEN.
    Iccs,
    /// CECP: as UCI, but on boards of ten ranks these are counted from 0, and a pass is `@@@@`; FEN.
    XBoard,
}

impl MoveFormat {
    /// Are squares named as ours are?
    fn is_plain(self, info: &Info) -> bool {
        self == MoveFormat::Uci || self == MoveFormat::XBoard && info.ranks != 10
    }

    /// The name of a square.
    pub fn square_name(self, info: &Info, square: Square) -> String {
        let (file, rank) = ((square % info.files as Square) as u8, (square / info.files as Square) as u8);
        match self {
            _ if self.is_plain(info) => info.square_name(square),
            MoveFormat::Usi => {
                let from_top = info.ranks.saturating_sub(rank + 1);
                format!("{}{}", info.files.saturating_sub(file), file_name(from_top))
            }
            _ => format!("{}{rank}", file_name(file)),
        }
    }

    /// Reads the name of a square at the start of `text`; returns the square and the rest.
    fn parse_square<'t>(self, info: &Info, text: &'t str) -> Option<(Square, &'t str)> {
        if self.is_plain(info) {
            return info.parse_square(text);
        }
        let is_letter = |c: char| c.is_ascii_lowercase();
        let is_digit = |c: char| c.is_ascii_digit();
        let split = |text: &'t str, is_part: &dyn Fn(char) -> bool| {
            let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
            text.split_at(end)
        };
        let (file, rank, rest) = if self == MoveFormat::Usi {
            let (number, rest) = split(text, &is_digit);
            let number: u8 = number.parse().ok()?;
            // One letter: a second one belongs to what follows (a promotion).
            let letter = rest.chars().next().filter(|c| c.is_ascii_lowercase())?;
            let from_top = letter as u8 - b'a';
            let file = info.files.checked_sub(number)?;
            (file, info.ranks.checked_sub(from_top + 1)?, &rest[1..])
        } else {
            let (letter, rest) = split(text, &is_letter);
            let [letter] = letter.as_bytes() else { return None };
            let (number, rest) = split(rest, &is_digit);
            (letter - b'a', number.parse().ok()?, rest)
        };
        let exists = file < info.files && rank < info.ranks;
        exists.then(|| (file as Square + rank as Square * info.files as Square, rest))
    }

    /// The text of a move in another format, in this one.
    fn translate(self, info: &Info, text: &str, from: MoveFormat) -> String {
        let mut translated = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if let Some((square, after)) = from.parse_square(info, rest) {
                translated += &self.square_name(info, square);
                rest = after;
                continue;
            }
            translated.push(match first {
                '@' if self == MoveFormat::Usi => '*',
                '*' if from == MoveFormat::Usi => '@',
                other => other,
            });
            rest = &rest[first.len_utf8()..];
        }
        translated
    }

    /// The text of a move.
    pub fn move_text(self, info: &Info, mv: Move, style: Style) -> String {
        if self == MoveFormat::XBoard && mv.kind() == MoveKind::Pass {
            return PASS.to_string();
        }
        if self == MoveFormat::XBoard
            && mv.kind() == MoveKind::Castling
            && style.is_chess960(info)
            && mv.gating().is_none()
        {
            return if mv.aux() > mv.from() { "O-O" } else { "O-O-O" }.to_string();
        }
        let text = move_text(info, mv, style);
        if self == MoveFormat::Uci { text } else { self.translate(info, &text, MoveFormat::Uci) }
    }

    /// The texts of moves, with blanks between them.
    pub fn move_texts(self, info: &Info, moves: &[Move], style: Style) -> String {
        moves.iter().map(|&mv| self.move_text(info, mv, style)).collect::<Vec<_>>().join(" ")
    }

    /// The move among `legal` with this text.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] when it is no move's text, [`MoveError::Illegal`] when it is none of `legal`, with those that come near.
    pub fn parse_move(self, info: &Info, legal: &[Move], text: &str, style: Style) -> Result<Move, MoveError> {
        if let Some(&mv) = legal.iter().find(|&&mv| self.move_text(info, mv, style) == text) {
            return Ok(mv);
        }
        // What is longer than a move may be is refused there, before anything is made of it.
        if self == MoveFormat::Uci || text.len() > LONGEST_MOVE {
            return parse_move(info, legal, text, style);
        }
        // XBoard says that a piece does not promote, castles in letters or as the king goes, and passes where a piece moves away and back.
        let mut plain = text;
        if self == MoveFormat::XBoard {
            if text == PASS
                && let Some(mv) = wazir_notation::pass(legal)
            {
                return Ok(mv);
            }
            plain = text.strip_suffix('=').unwrap_or(text);
            if let Some(&mv) = legal.iter().find(|&&mv| self.move_text(info, mv, Style::Chess960) == plain) {
                return Ok(mv);
            }
        }
        let ours = MoveFormat::Uci.translate(info, plain, self);
        if let Some(mv) = by_legs(info, legal, &ours, style) {
            return Ok(mv);
        }
        parse_move(info, legal, &ours, style).map_err(|error| match error {
            MoveError::Syntax(_) => {
                let last = (info.squares() as Square).saturating_sub(1);
                let (first, last) = (self.square_name(info, 0), self.square_name(info, last));
                let drop = if self == MoveFormat::Usi { "P*" } else { "P@" };
                MoveError::Syntax(format!(
                    "`{text}` is not a move; squares are named {first} to {last} here, a move is two of them, as in `{first}{last}`, or a drop, as in `{drop}{last}`"
                ))
            }
            MoveError::Illegal { near, .. } => {
                let near = near.iter().map(|text| self.translate(info, text, MoveFormat::Uci)).collect();
                MoveError::Illegal { text: text.to_string(), near }
            }
            MoveError::Repeats { .. } => error,
        })
    }

    /// The text of a position.
    pub fn fen(self, game: &dyn Game, style: Style) -> String {
        // What SFEN cannot say all about is written as FEN, which is read here as well.
        let sfen = if self == MoveFormat::Usi { sfen::write(game) } else { None };
        sfen.unwrap_or_else(|| game.fen(style))
    }

    /// The position with this text, in neutral form, and what was read over in it because the game has no use for it (see [`fen::parse_leniently`]).
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse_setup(self, info: &Info, text: &str, style: Style) -> Result<(Setup, Vec<FenError>), FenError> {
        if self == MoveFormat::Usi {
            let (sfen, more) = split_fields(text, SFEN_FIELDS);
            let setup = sfen::read(info, sfen)?;
            let span = (text.len() - more.len(), text.len());
            let message = format!("`{more}` is more than the {SFEN_FIELDS} fields of an SFEN");
            let note = (!more.is_empty()).then_some(FenError { field: "fullmove number", span, message });
            return Ok((setup, note.into_iter().collect()));
        }
        // XBoard, like Fairy-Stockfish, writes empty hands so; UCCI has a letter of its own for the first side.
        fen::parse_leniently(info, &first_side_named(info, &text.replacen("[-]", "[]", 1)), style)
    }

    /// The position with this text; what the game has no use for is read over.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse_fen(self, variant: &dyn Variant, text: &str, style: Style) -> Result<Box<dyn Game>, FenError> {
        let (setup, _) = self.parse_setup(variant.info(), text, style)?;
        variant.start().at(&setup)
    }
}

/// The move that is written with the squares it passes, where those on which nothing is captured are among them: `e7d7,d7e8` may be a move from e7 to e8, `d1d3,d3d5` (as
/// XBoard writes it) one that puts down on d3 what stands on d5.
fn by_legs(info: &Info, legal: &[Move], text: &str, style: Style) -> Option<Move> {
    let (_, last) = text.rsplit_once(',')?;
    let (from, _) = info.parse_square(text)?;
    let (_, after) = info.parse_square(last)?;
    let passed: Vec<Square> =
        text.split(',').skip(1).filter_map(|leg| info.parse_square(leg)).map(|(square, _)| square).collect();
    let is_meant = |mv: &Move| {
        if let Some((_, put)) = mv.load() {
            return mv.from() == from && info.square_name(mv.to()) == after && passed.contains(&put);
        }
        // The last leg without its start is where a move without victims ends.
        let text = move_text(info, *mv, style);
        let end = text.rsplit(',').next().and_then(|leg| info.parse_square(leg)).map(|(_, end)| end.to_string());
        mv.from() == from
            && mv.wall().is_none()
            && end.as_deref() == Some(after)
            && mv.victims().all(|victim| passed.contains(&victim))
    };
    legal.iter().copied().filter(is_meant).max_by_key(|mv| mv.victims().count())
}

/// A FEN whose side to move is `r` (UCCI's red), where no side has that letter, names the first side.
fn first_side_named(info: &Info, fen: &str) -> String {
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    let first = info.sides.first().map_or('w', |side| side.letter).to_string();
    if let Some(turn) = fields.get_mut(1)
        && *turn == "r"
        && !info.sides.iter().any(|side| side.letter == 'r')
    {
        *turn = &first;
        return fields.join(" ");
    }
    fen.to_string()
}
