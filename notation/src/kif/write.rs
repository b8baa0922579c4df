//! From a [`Record`] to the text of a KIF or KI2 file.

use super::{HANDICAPS, NUMERALS, SIGNS, moves, rows};
use crate::{
    japanese::{self, Unfit, end_word, one_line, seconds, unfit},
    pgn::{Line, Play, Record, Scores},
    sfen,
};
use wazir_runtime::{Cell, Game, Info, Move, MoveKind, PieceId, Setup, Square, Variant};

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `   1 ７六歩(77)   ( 0:16/00:00:16)`: each move in a line, with the square it starts from.
    Kif,
    /// `▲７六歩    △３四歩`: moves as people print them.
    Ki2,
}

/// Columns of a move in a line of KI2, and moves in a line.
const COLUMNS: usize = 12;
const IN_LINE: usize = 6;

/// The game as a text, in UTF-8.
///
/// # Errors
/// Why this game cannot be written so: another kind of board, pieces or moves for which there are no words, or a record of another variant.
pub fn write(record: &Record, variant: &dyn Variant, form: Form) -> Result<String, Unfit> {
    let usual = variant.start();
    let start = usual.at(&record.start).map_err(|error| Unfit(error.to_string()))?;
    let info = start.info();
    if info.sides.len() != 2 || info.files > 9 || info.ranks > 9 || !info.turns.is_empty() {
        return unfit(format!("KIF is for two sides on at most 9 x 9 squares, and {} is another game", info.name));
    }
    let mut page = Page { form, text: "# KIF version=2.0 encoding=UTF-8\n".to_string(), in_line: 0, total: [0; 2] };
    for (header, value) in japanese::headers(rows("tag"), record) {
        page.text += &format!("{header}：{value}\n");
    }
    let is_usual = start.fen(Default::default()) == usual.fen(Default::default());
    let setup = start.setup();
    let is_same = |of: &Setup| (&of.board, &of.hands, of.turn) == (&setup.board, &setup.hands, setup.turn);
    let handicap = record.tags.get("Handicap").filter(|name| begins(info, name).as_ref().is_some_and(is_same));
    match handicap {
        Some(name) => page.text += &format!("手合割：{name}\n"),
        None if is_usual => {}
        None => diagram(&mut page.text, &*start)?,
    }
    if form == Form::Kif {
        page.text += "手数----指手---------消費時間--\n";
    }
    page.comments(&record.line.comments);
    let end = page.line(&*start, &record.line, 1, None)?;
    page.end(record, &*end, record.line.plays.len());
    page.variations(&*start, &record.line, 1, None)?;
    Ok(page.text)
}

/// SFEN of the start by a handicap.
fn begins(info: &Info, name: &str) -> Option<Setup> {
    let (_, position) = HANDICAPS.lines().filter_map(|row| row.split_once('\t')).find(|(known, _)| *known == name)?;
    sfen::read(info, position).ok()
}

/// The word for a type, in moves or (one character) on a drawn board.
fn word(info: &Info, piece: PieceId, on_board: bool) -> Result<&'static str, Unfit> {
    let symbol = info.pieces.get(usize::from(piece)).map_or("", |piece| &*piece.symbol);
    let fits = |word: &str| !on_board || word.chars().count() == 1;
    let found = rows("piece").find(|(word, columns)| columns.first() == Some(&symbol) && fits(word));
    found.map_or_else(|| unfit(format!("KIF has no word for the piece `{symbol}` of {}", info.name)), |row| Ok(row.0))
}

/// The board, the hands, and whose move it is.
fn diagram(text: &mut String, game: &dyn Game) -> Result<(), Unfit> {
    let (info, setup) = (game.info(), game.setup());
    let files = usize::from(info.files);
    let hand = |side: usize| -> Result<String, Unfit> {
        let mut held = Vec::new();
        let counts = setup.hands.get(side).map_or(&[][..], |hand| hand);
        for (piece, &number) in counts.iter().enumerate().rev().filter(|(_, number)| **number > 0) {
            held.push(format!("{}{}", word(info, piece as PieceId, true)?, numeral(number)?));
        }
        Ok(if held.is_empty() { "なし".to_string() } else { held.join("\u{3000}") })
    };
    *text += &format!("後手の持駒：{}\n", hand(1)?);
    let names: String = (1..=files).rev().map(|file| format!(" {}", wide(file))).collect();
    let edge = format!("+{}+\n", "-".repeat(3 * files));
    *text += &format!(" {names}\n{edge}");
    for (index, row) in setup.board.chunks(files).rev().enumerate() {
        text.push('|');
        for cell in row {
            match *cell {
                Cell::Piece { side, piece, promoted: false } => {
                    *text += &format!("{}{}", if side == 0 { ' ' } else { 'v' }, word(info, piece, true)?);
                }
                Cell::Empty => *text += " ・",
                _ => return unfit(format!("KIF has no word for what stands on the board of {}", info.name)),
            }
        }
        *text += &format!("|{}\n", NUMERALS.get(index).copied().unwrap_or('　'));
    }
    *text += &format!("{edge}先手の持駒：{}\n", hand(0)?);
    if setup.turn == 1 {
        *text += "後手番\n";
    }
    Ok(())
}

/// A digit as wide as a letter of Japanese.
fn wide(digit: usize) -> char {
    char::from_u32(u32::from('０') + digit as u32 % 10).unwrap_or('０')
}

/// A number of pieces: nothing for one, up to nineteen.
fn numeral(number: u16) -> Result<String, Unfit> {
    let digit = |number: u16| NUMERALS.get(usize::from(number).wrapping_sub(1)).map(char::to_string);
    match number {
        1 => Ok(String::new()),
        2..=10 => Ok(digit(number).unwrap_or_default()),
        11..=19 => Ok(format!("十{}", digit(number - 10).unwrap_or_default())),
        _ => unfit(format!("{number} pieces of a type in hand are more than KIF can say")),
    }
}

/// The text that grows.
struct Page {
    form: Form,
    text: String,
    /// Moves in the present line of KI2.
    in_line: usize,
    /// Seconds that both sides have taken.
    total: [u64; 2],
}

impl Page {
    fn break_line(&mut self) {
        if self.in_line > 0 {
            self.text.push('\n');
            self.in_line = 0;
        }
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments.iter().filter(|comment| seconds(comment).is_none()) {
            self.break_line();
            self.text += &format!("*{}\n", one_line(comment));
        }
    }

    /// The moves of a line, of which the first has this number; `last` is where the move before it has arrived. Returns the position at the end.
    fn line(
        &mut self,
        start: &dyn Game,
        line: &Line<Move>,
        first: usize,
        mut last: Option<Square>,
    ) -> Result<Box<dyn Game>, Unfit> {
        let mut game = start.boxed();
        for (number, play) in (first..).zip(&line.plays) {
            self.one_move(&*game, play, number, last)?;
            last = Some(play.mv.to());
            game.play(play.mv).map_err(|error| Unfit(error.to_string()))?;
        }
        self.break_line();
        Ok(game)
    }

    fn one_move(
        &mut self,
        game: &dyn Game,
        play: &Play<Move>,
        number: usize,
        last: Option<Square>,
    ) -> Result<(), Unfit> {
        let side = usize::from(game.turn()).min(1);
        match self.form {
            Form::Kif => {
                let taken = play.comments.iter().find_map(|comment| seconds(comment));
                let time = taken.map_or(String::new(), |taken| {
                    self.total[side] = self.total[side].saturating_add(taken);
                    let total = self.total[side];
                    let whole = format!("{:02}:{:02}:{:02}", total / 3600, total / 60 % 60, total % 60);
                    format!("   ({:2}:{:02}/{whole})", taken / 60, taken % 60)
                });
                self.text += &format!("{number:4} {}{time}\n", kif_text(game, play.mv, last)?);
            }
            Form::Ki2 => {
                let text = format!("{}{}", SIGNS[side][0], ki2_text(game, play.mv, last)?);
                if self.in_line == IN_LINE {
                    self.break_line();
                }
                let blanks = COLUMNS.saturating_sub(2 * text.chars().count()).max(1);
                self.text += &text;
                self.text += &" ".repeat(blanks);
                self.in_line += 1;
            }
        }
        self.comments(&play.comments);
        Ok(())
    }

    /// What might have been played instead, from the end of the line to its start: so that each finds the moves before it.
    fn variations(
        &mut self,
        start: &dyn Game,
        line: &Line<Move>,
        first: usize,
        before: Option<Square>,
    ) -> Result<(), Unfit> {
        let mut positions = vec![(start.boxed(), before)];
        let mut game = start.boxed();
        for play in &line.plays {
            game.play(play.mv).map_err(|error| Unfit(error.to_string()))?;
            positions.push((game.boxed(), Some(play.mv.to())));
        }
        for ((number, play), (position, last)) in
            (first..).zip(&line.plays).zip(&positions).collect::<Vec<_>>().into_iter().rev()
        {
            for variation in &play.variations {
                self.text += &format!("\n変化：{number}手\n");
                self.comments(&variation.comments);
                self.line(&**position, variation, number, *last)?;
                self.variations(&**position, variation, number, *last)?;
            }
        }
        Ok(())
    }

    /// How the game has ended, after so many moves.
    fn end(&mut self, record: &Record, end: &dyn Game, moves: usize) {
        let (info, turn) = (end.info(), end.turn());
        let Some(word) = end_word(rows("end"), record, info, turn) else { return };
        if self.form == Form::Kif {
            self.text += &format!("{:4} {word}\n", moves + 1);
        }
        let sum = match &record.scores {
            Some(scores) if *scores == Scores::lost_by(info, 1) => "先手の勝ち",
            Some(scores) if *scores == Scores::lost_by(info, 0) => "後手の勝ち",
            _ => word,
        };
        self.text += &format!("まで{moves}手で{sum}\n");
    }
}

/// The square and the piece of a move: `７六歩`, `同　銀`.
fn bare(game: &dyn Game, mv: Move, last: Option<Square>) -> Result<String, Unfit> {
    let info = game.info();
    if !matches!(mv.kind(), MoveKind::Step | MoveKind::Promotion | MoveKind::Drop) {
        return unfit(format!("KIF has no word for such a move of {}", info.name));
    }
    let files = usize::from(info.files);
    let to = usize::from(mv.to());
    let rank = usize::from(info.ranks) - 1 - to / files;
    let place = match last == Some(mv.to()) {
        true => "同\u{3000}".to_string(),
        false => format!("{}{}", wide(files - to % files), NUMERALS.get(rank).copied().unwrap_or('　')),
    };
    Ok(format!("{place}{}", word(info, mv.piece(), false)?))
}

/// `成` for a promotion, `不成` for one that could have been.
fn promotion(game: &dyn Game, mv: Move) -> &'static str {
    let promotes = |mv: &Move| mv.kind() == MoveKind::Promotion;
    let could = |other: &Move| promotes(other) && (other.from(), other.to()) == (mv.from(), mv.to());
    match mv.kind() {
        MoveKind::Promotion => "成",
        MoveKind::Step if game.legal_moves().iter().any(could) => "不成",
        _ => "",
    }
}

/// `７六歩(77)`, `５五角打`.
fn kif_text(game: &dyn Game, mv: Move, last: Option<Square>) -> Result<String, Unfit> {
    let text = bare(game, mv, last)?;
    if mv.kind() == MoveKind::Drop {
        return Ok(format!("{text}打"));
    }
    let info = game.info();
    let files = usize::from(info.files);
    let from = usize::from(mv.from());
    let (file, rank) = (files - from % files, usize::from(info.ranks) - from / files);
    Ok(format!("{text}{}({file}{rank})", promotion(game, mv)))
}

/// `７六歩`, `５八金右`, `５五角打`: with the least that tells the move from others, in the order in which people choose.
fn ki2_text(game: &dyn Game, mv: Move, last: Option<Square>) -> Result<String, Unfit> {
    let text = bare(game, mv, last)?;
    let rivals = |other: &Move| {
        matches!(other.kind(), MoveKind::Step | MoveKind::Promotion)
            && other.to() == mv.to()
            && other.piece() == mv.piece()
    };
    let walks = game.legal_moves().into_iter().filter(rivals);
    if mv.kind() == MoveKind::Drop {
        return Ok(if walks.count() > 0 { format!("{text}打") } else { text });
    }
    let (right, ahead) = moves::way(game, mv);
    let motion = match ahead.cmp(&0) {
        std::cmp::Ordering::Greater => "上",
        std::cmp::Ordering::Equal => "寄",
        std::cmp::Ordering::Less => "引",
    };
    let is_step = right.abs() <= 1 && ahead.abs() <= 1;
    let straight = if right == 0 && ahead == 1 && is_step { "直" } else { "" };
    let (from_left, from_right) = ("左", "右");
    let mut told = vec![String::new(), motion.to_string()];
    told.extend((!straight.is_empty() && !goes_far(game, mv)).then(|| straight.to_string()));
    for side in [from_right, from_left] {
        told.extend([side.to_string(), format!("{side}{motion}")]);
    }
    let end = promotion(game, mv);
    let mut texts = told.into_iter().map(|told| format!("{text}{told}{end}"));
    match texts.find(|text| moves::read(game, text, last) == Ok(mv)) {
        Some(text) => Ok(text),
        // Three of a kind that no word tells apart: the square says it.
        None => kif_text(game, mv, last),
    }
}

/// Is the piece one that can go further than a step? Of two such nobody says 直.
fn goes_far(game: &dyn Game, mv: Move) -> bool {
    let is_far = |other: &Move| {
        let (right, ahead) = moves::way(game, *other);
        right.abs() > 1 || ahead.abs() > 1
    };
    game.legal_moves().iter().any(|other| other.kind() != MoveKind::Drop && other.from() == mv.from() && is_far(other))
}
