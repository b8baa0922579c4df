//! CSA, the format in which programs of shogi keep and send games (`+7776FU`): read and written.
//!
//! A file is in UTF-8 or in Shift_JIS ([`crate::kif::decode`]) and may hold several games, with a line `/` between them. It has no variations. What the words
//! of the format mean is
//! data (`data/csa-words.tsv`); a game can be written so if its board has at most nine files and ranks and every piece has a word.
//!
//! The format: <http://www2.computer-shogi.org/protocol/record_v22.html>.

mod write;

pub use crate::japanese::Unfit;
pub use write::write;

use crate::{
    japanese::{self, Row},
    pgn::{Fault, Line, Play, Record, Scores, Tags},
};
use wazir_runtime::{Cell, Game, Info, Move, MoveKind, PieceId, Setup, SideId, Square, Style, Variant, shortened};

/// Words of the files, and what they mean.
const WORDS: &str = include_str!("../data/csa-words.tsv");

/// The rows of words of one kind.
fn rows(kind: &'static str) -> impl Iterator<Item = Row> {
    japanese::rows(WORDS, kind)
}

/// The games of a file: each with the line it begins at, from 1.
pub fn games(text: &str) -> impl Iterator<Item = (u64, &str)> {
    let mut start = 0;
    let mut line = 1;
    let mut pieces = Vec::new();
    let mut at = 0;
    for row in text.split_inclusive('\n') {
        at += row.len();
        if row.trim_end() == "/" {
            pieces.push((line, &text[start..at - row.len()]));
            line += text[start..at].matches('\n').count() as u64;
            start = at;
        }
    }
    pieces.push((line, &text[start..]));
    pieces.into_iter().filter(|(_, text)| !text.trim().is_empty())
}

/// Reads a game and makes its moves. `first_line` is the line of the file at which its text begins, from 1; `number` says which game of the file it is.
///
/// # Errors
/// What is wrong, with its line and move.
pub fn read(text: &str, variant: &dyn Variant, number: u64, first_line: u64) -> Result<Record, Fault> {
    let start = variant.start();
    let mut draft = Draft {
        info: start.info(),
        usual: start.setup(),
        number,
        place: first_line,
        tags: Tags::new(),
        comments: Vec::new(),
        setup: None,
        game: None,
        line: Line::default(),
        scores: None,
    };
    for (index, row) in text.lines().enumerate() {
        draft.place = first_line + index as u64;
        // Statements may share a line; comments have commas of their own.
        if row.starts_with(['\'', '$', 'N']) {
            draft.take(row.trim_end(), variant)?;
        } else {
            for statement in row.split(',') {
                draft.take(statement.trim(), variant)?;
            }
        }
    }
    let game = draft.start(variant)?;
    draft.finish(&*game)
}

/// A game that is being read.
struct Draft<'i> {
    info: &'i Info,
    /// Where games usually begin.
    usual: Setup,
    number: u64,
    place: u64,
    tags: Tags,
    /// Comments before the first move.
    comments: Vec<String>,
    /// The position that is being told.
    setup: Option<Setup>,
    /// The positions at the start and now, once the first move is there.
    game: Option<(Box<dyn Game>, Box<dyn Game>)>,
    line: Line<Move>,
    scores: Option<Scores>,
}

impl Draft<'_> {
    fn fault<T>(&self, message: impl Into<String>) -> Result<T, Fault> {
        let ply = self.line.plays.len();
        let number = self.game.is_some().then(|| (ply + 1).to_string());
        Err(Fault { game: self.number, number, line: self.place, column: 1, message: message.into() })
    }

    fn take(&mut self, text: &str, variant: &dyn Variant) -> Result<(), Fault> {
        let mut signs = text.chars();
        match signs.next() {
            None | Some('V') => Ok(()),
            Some('\'') => {
                // `'*` is a comment about the move, `'` one about nothing in particular.
                let comment = signs.as_str().trim_start_matches('*').trim().to_string();
                if !comment.is_empty() {
                    match self.line.plays.last_mut() {
                        Some(play) => play.comments.push(comment),
                        None => self.comments.push(comment),
                    }
                }
                Ok(())
            }
            Some('$') => {
                let (name, value) = signs.as_str().split_once(':').unwrap_or((signs.as_str(), ""));
                self.header(name, value.trim());
                Ok(())
            }
            Some('N') => match (signs.next(), signs.as_str()) {
                (Some('+'), name) => {
                    self.tags.set("White", name);
                    Ok(())
                }
                (Some('-'), name) => {
                    self.tags.set("Black", name);
                    Ok(())
                }
                _ => self.fault(format!("`{}`: names are told by `N+` and `N-`", shortened(text))),
            },
            Some('P') if self.game.is_none() => self.position(signs.as_str(), text),
            Some('+' | '-') if text.len() == 1 && self.game.is_none() => {
                self.setup().turn = SideId::from(text == "-");
                Ok(())
            }
            Some(sign @ ('+' | '-')) => self.take_move(SideId::from(sign == '-'), signs.as_str(), variant),
            Some('T') => self.time(signs.as_str()),
            Some('%') => self.end(signs.as_str(), variant),
            Some(_) => self.fault(format!(
                "`{}` is no statement: a move (`+7776FU`), a time (`T12`), an end (`%TORYO`), a position (`PI`, `P1...`), a name (`N+...`), a header (`$EVENT:...`) or a comment (`'...`)",
                shortened(text)
            )),
        }
    }

    fn header(&mut self, name: &str, value: &str) {
        if !japanese::set_tags(rows("tag"), &mut self.tags, name, value) {
            // PGN has no tag for it: nothing is lost, it becomes a comment.
            self.comments.push(format!("${name}:{value}"));
        }
    }

    fn setup(&mut self) -> &mut Setup {
        self.setup.get_or_insert_with(|| self.usual.clone())
    }

    /// `PI82HI22KA`, `P1-KY-KE...`, `P+63FU00KI`, `P-00AL`.
    fn position(&mut self, rest: &str, text: &str) -> Result<(), Fault> {
        let Some(kind) = rest.chars().next().filter(char::is_ascii) else {
            return self
                .fault("behind `P` the usual position (`I`), a rank (`1` to `9`) or a side (`+`, `-`) is expected");
        };
        let rest = &rest[1..];
        match kind {
            'I' => {
                self.setup = Some(self.usual.clone());
                let mut rest = rest;
                while !rest.is_empty() {
                    let Some((Some(at), _, after)) = self.placed(rest) else {
                        return self.fault(format!(
                            "`{}`: behind `PI` the pieces that are left out are expected, as in `PI82HI`",
                            shortened(text)
                        ));
                    };
                    self.setup().board[usize::from(at)] = Cell::Empty;
                    rest = after;
                }
                Ok(())
            }
            '1'..='9' => self.rank(kind as u8 - b'1', rest),
            '+' | '-' => {
                let side = SideId::from(kind == '-');
                if self.setup.is_none() {
                    self.setup = Some(Setup::empty(self.info));
                }
                let mut rest = rest;
                while !rest.is_empty() {
                    if rest == "00AL" {
                        return self.all_others(side);
                    }
                    let Some((at, piece, after)) = self.placed(rest) else {
                        return self.fault(format!(
                            "`{}`: squares and pieces are expected, as in `P+63FU00KI`",
                            shortened(text)
                        ));
                    };
                    let hand = usize::from(piece);
                    match at {
                        Some(at) => self.setup().board[usize::from(at)] = Cell::Piece { side, piece, promoted: false },
                        None => match self.setup().hands.get_mut(usize::from(side)).and_then(|held| held.get_mut(hand))
                        {
                            Some(held) => *held = held.saturating_add(1),
                            None => return self.fault(format!("{} has no pieces in hand", self.info.name)),
                        },
                    }
                    rest = after;
                }
                Ok(())
            }
            _ => self.fault(format!("`P{kind}`: expected `PI`, `P1` to `P9`, `P+` or `P-`")),
        }
    }

    /// A rank, three characters for a square: `-KY-KE ...`.
    fn rank(&mut self, from_top: u8, rest: &str) -> Result<(), Fault> {
        let (files, ranks) = (usize::from(self.info.files), usize::from(self.info.ranks));
        if usize::from(from_top) >= ranks {
            return self.fault(format!("the board of {} has {ranks} ranks", self.info.name));
        }
        if self.setup.is_none() {
            self.setup = Some(Setup::empty(self.info));
        }
        let signs: Vec<char> = rest.chars().collect();
        if signs.len().div_ceil(3) > files {
            return self.fault(format!("a rank has {files} squares here, of three characters each"));
        }
        for (file, sign) in signs.chunks(3).enumerate() {
            let sign: String = sign.iter().collect();
            let side = match sign.trim() {
                "*" | "" => continue,
                text if text.starts_with('+') => 0,
                text if text.starts_with('-') => 1,
                _ => return self.fault(format!("`{sign}` is no square: expected ` * `, `+FU`, `-KY` or the like")),
            };
            let Some(piece) = piece_of(self.info, &sign.trim()[1..]) else {
                return self.fault(format!("`{sign}` is no piece of {}", self.info.name));
            };
            self.setup().board[file + (ranks - 1 - usize::from(from_top)) * files] =
                Cell::Piece { side, piece, promoted: false };
        }
        Ok(())
    }

    /// `P-00AL`: all pieces that are nowhere yet are in this hand, but for royals.
    fn all_others(&mut self, side: SideId) -> Result<(), Fault> {
        let info = self.info;
        let base = |piece: PieceId| {
            let symbol = info.pieces.get(usize::from(piece)).map_or("", |piece| &*piece.symbol);
            info.piece_by_symbol(symbol.trim_start_matches('+')).unwrap_or(piece)
        };
        let count = |setup: &Setup, wanted: usize| {
            let on_board = setup
                .board
                .iter()
                .filter(|cell| matches!(cell, Cell::Piece { piece, .. } if usize::from(base(*piece)) == wanted));
            on_board.count()
                + setup.hands.iter().filter_map(|held| held.get(wanted)).map(|&held| usize::from(held)).sum::<usize>()
        };
        let usual = self.usual.clone();
        let setup = self.setup();
        for (piece, described) in info.pieces.iter().enumerate().filter(|(_, piece)| !piece.royal) {
            let missing = count(&usual, piece).saturating_sub(count(setup, piece));
            let held = setup.hands.get_mut(usize::from(side)).and_then(|held| held.get_mut(piece));
            if let Some(held) = held.filter(|_| !described.symbol.starts_with('+')) {
                *held = held.saturating_add(missing.min(usize::from(u16::MAX)) as u16);
            }
        }
        Ok(())
    }

    /// A square (`None`: the hand) and a piece at the start of a text, and what follows them.
    fn placed<'t>(&self, text: &'t str) -> Option<(Option<Square>, PieceId, &'t str)> {
        let (at, word, rest) = (text.get(..2)?, text.get(2..4)?, text.get(4..)?);
        let piece = piece_of(self.info, word)?;
        if at == "00" { Some((None, piece, rest)) } else { Some((Some(square_of(self.info, at)?), piece, rest)) }
    }

    /// The position at the start, from which moves are made.
    fn start(&mut self, variant: &dyn Variant) -> Result<Box<dyn Game>, Fault> {
        if self.game.is_none() {
            let setup = self.setup.clone().unwrap_or_else(|| self.usual.clone());
            let start = match variant.start().at(&setup) {
                Ok(start) => start,
                Err(error) => return self.fault(format!("the position at the start: {error}")),
            };
            self.game = Some((start.boxed(), start));
        }
        match &self.game {
            Some((start, _)) => Ok(start.boxed()),
            None => self.fault("there is no position"),
        }
    }

    /// `7776FU`, `0055KA`: start, end, and the piece that arrives.
    fn take_move(&mut self, side: SideId, text: &str, variant: &dyn Variant) -> Result<(), Fault> {
        self.start(variant)?;
        let Some((_, now)) = self.game.as_mut() else { return Ok(()) };
        let (game, turn) = (now.boxed(), now.turn());
        if side != turn {
            return self.fault(format!(
                "it is the other side's turn, and `{}` stands before the move",
                if side == 0 { '+' } else { '-' }
            ));
        }
        let told = shortened(text);
        let parts = (text.get(..2), text.get(2..4), text.get(4..6).filter(|_| text.len() == 6));
        let (Some(from), Some(to), Some(word)) = parts else {
            return self.fault(format!("`{told}` is no move: two squares and a piece are expected, as in `7776FU`"));
        };
        let Some(piece) = piece_of(self.info, word) else {
            return self.fault(format!("`{word}` is no piece of {}", self.info.name));
        };
        let from_square = if from == "00" { None } else { square_of(self.info, from) };
        let (Some(to), true) = (square_of(self.info, to), from == "00" || from_square.is_some()) else {
            return self
                .fault(format!("`{told}`: a square is a file from the right and a rank from the top, as in `76`"));
        };
        let fits = |mv: &Move| {
            let start = if mv.kind() == MoveKind::Drop { None } else { Some(mv.from()) };
            mv.to() == to && start == from_square && arriving(*mv) == piece
        };
        let Some(mv) = game.legal_moves().into_iter().find(fits) else {
            return self.fault(format!("`{told}` is no legal move in {}", game.fen(Style::Game)));
        };
        if let Err(error) = now.play(mv) {
            return self.fault(error.to_string());
        }
        self.line.plays.push(Play::new(mv));
        Ok(())
    }

    /// `T12`: seconds that the move has taken.
    fn time(&mut self, text: &str) -> Result<(), Fault> {
        let Ok(seconds) = text.parse::<f64>() else {
            return self.fault(format!("`T{}`: a number of seconds is expected", shortened(text)));
        };
        if let Some(play) = self.line.plays.last_mut() {
            let whole = seconds.clamp(0.0, 1e9) as u64;
            play.comments.insert(0, format!("[%emt {}:{:02}:{:02}]", whole / 3600, whole / 60 % 60, whole % 60));
        }
        Ok(())
    }

    /// `%TORYO`.
    fn end(&mut self, word: &str, variant: &dyn Variant) -> Result<(), Fault> {
        let Some((_, columns)) = rows("end").find(|(known, _)| *known == word) else {
            let known: Vec<String> = rows("end").map(|(known, _)| format!("%{known}")).collect();
            let word = shortened(word);
            return self.fault(format!("no game ends by `%{word}`; there are {}", known.join(", ")));
        };
        self.start(variant)?;
        let turn = self.game.as_ref().map_or(0, |(_, now)| now.turn());
        self.scores = japanese::scores(columns.first().copied().unwrap_or("-"), self.info, turn);
        if let Some(termination) = columns.get(1) {
            self.tags.set("Termination", *termination);
        }
        Ok(())
    }

    fn finish(mut self, start: &dyn Game) -> Result<Record, Fault> {
        self.line.comments = self.comments;
        Ok(Record { tags: self.tags, start: start.setup(), line: self.line, scores: self.scores })
    }
}

/// The type that stands on the square where the move ends.
fn arriving(mv: Move) -> PieceId {
    match mv.kind() {
        MoveKind::Promotion | MoveKind::JourneyPromotion => mv.promotion(),
        _ => mv.piece(),
    }
}

/// The type that this word means.
fn piece_of(info: &Info, word: &str) -> Option<PieceId> {
    let (_, columns) = rows("piece").find(|(known, _)| *known == word)?;
    info.piece_by_symbol(columns.first()?)
}

/// The square of a name such as `76`: its file from the right, its rank from the top.
fn square_of(info: &Info, name: &str) -> Option<Square> {
    let digit = |at: usize| name.as_bytes().get(at).filter(|sign| sign.is_ascii_digit()).map(|sign| sign - b'0');
    let (file, rank) = (digit(0)?, digit(1)?);
    let there = (1..=info.files).contains(&file) && (1..=info.ranks).contains(&rank);
    there.then(|| Square::from(info.files - file) + Square::from(info.ranks - rank) * Square::from(info.files))
}
