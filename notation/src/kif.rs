//! KIF, the files in which Japanese programs keep games of shogi: read, with headers, handicaps, board diagrams, comments, times, variations and results.
//!
//! KI2, in which people print them, has no squares where moves start but words (`▲５八金右`), and is read as well. Both are written ([`write()`]).
//!
//! A file is in UTF-8 or in Shift_JIS. It holds one game.

mod moves;
mod write;

pub use crate::japanese::Unfit;
pub use write::{Form, write};

use moves::piece_of;

use crate::{
    japanese::{self, Row},
    pgn::{Fault, Line, Play, Record, Tags},
    sfen,
};
use std::borrow::Cow;
use wazir_runtime::{Cell, Game, Info, Move, Setup, Square, Variant, shortened};

/// Words of the files, and what they mean.
const WORDS: &str = include_str!("../data/kif-words.tsv");
/// Handicaps and their positions.
const HANDICAPS: &str = include_str!("../data/kif-handicaps.tsv");

/// Numbers, as ranks and of pieces in hand.
const NUMERALS: [char; 10] = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

/// What stands before a move of KI2: of the first side, and of the second.
const SIGNS: [[char; 3]; 2] = [['▲', '☗', '▼'], ['△', '☖', '▽']];

/// Variations may be nested so deep.
const MOST_NESTED: usize = 100;

/// The rows of words of one kind.
fn rows(kind: &'static str) -> impl Iterator<Item = Row> {
    japanese::rows(WORDS, kind)
}

/// The text of a file: UTF-8 where it is that, else Shift_JIS.
///
/// # Errors
/// When it is neither.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(Cow::Borrowed(text));
    }
    let (text, _, broken) = encoding_rs::SHIFT_JIS.decode(bytes);
    if broken { Err("the file is neither in UTF-8 nor in Shift_JIS".to_string()) } else { Ok(text) }
}

/// Reads the game of a file and makes its moves.
///
/// # Errors
/// What is wrong, with its line and move.
pub fn read(text: &str, variant: &dyn Variant) -> Result<Record, Fault> {
    let mut draft = Draft::new(variant.info());
    for (index, row) in text.lines().enumerate() {
        draft.place = index as u64 + 1;
        draft.take(row.trim_end())?;
    }
    draft.finish(variant)
}

/// A move that was written, and what follows it.
struct Node {
    text: String,
    /// Which move of its line, from 1.
    number: usize,
    place: u64,
    time: Option<String>,
    comments: Vec<String>,
    children: Vec<usize>,
}

/// A file that is being read.
struct Draft<'i> {
    info: &'i Info,
    /// The line of the file that is being read, from 1.
    place: u64,
    tags: Tags,
    /// All moves; the first stands for the start.
    nodes: Vec<Node>,
    /// The moves from the start to the last one that was read.
    path: Vec<usize>,
    start: Option<Setup>,
    diagram: Diagram,
    /// Who gets what at the end of the main line, and why.
    end: Option<(&'static str, &'static str)>,
    in_variation: bool,
}

/// A board that is drawn.
#[derive(Default)]
struct Diagram {
    rows: Vec<(u64, String)>,
    hands: [Option<(u64, String)>; 2],
    second_moves: bool,
}

impl<'i> Draft<'i> {
    fn new(info: &'i Info) -> Draft<'i> {
        let start =
            Node { text: String::new(), number: 0, place: 0, time: None, comments: Vec::new(), children: Vec::new() };
        Draft {
            info,
            place: 0,
            tags: Tags::new(),
            nodes: vec![start],
            path: vec![0],
            start: None,
            diagram: Diagram::default(),
            end: None,
            in_variation: false,
        }
    }

    fn fault<T>(&self, message: impl Into<String>) -> Result<T, Fault> {
        Err(Fault { game: 1, number: None, line: self.place, column: 1, message: message.into() })
    }

    fn last(&mut self) -> &mut Node {
        let last = self.path.last().copied().unwrap_or(0);
        &mut self.nodes[last]
    }

    fn take(&mut self, row: &str) -> Result<(), Fault> {
        let trimmed = row.trim_start_matches([' ', '\u{3000}']);
        if trimmed.is_empty() || trimmed.starts_with('#') || trimmed.starts_with("手数") {
            return Ok(());
        }
        if let Some(comment) = trimmed.strip_prefix('*').or_else(|| trimmed.strip_prefix('&')) {
            let comment = comment.trim().to_string();
            if !comment.is_empty() {
                self.last().comments.push(comment);
            }
            return Ok(());
        }
        if let Some(cells) = trimmed.strip_prefix('|') {
            self.diagram.rows.push((self.place, cells.to_string()));
            return Ok(());
        }
        if trimmed.starts_with("+-") || trimmed.starts_with("９ ８") || trimmed.starts_with("9 8") {
            return Ok(());
        }
        if let Some(number) = trimmed.strip_prefix("変化：").or_else(|| trimmed.strip_prefix("変化:")) {
            return self.branch(number);
        }
        if trimmed.starts_with(|c: char| c.is_ascii_digit()) {
            return self.take_move(trimmed);
        }
        if trimmed.starts_with(SIGNS.as_flattened()) {
            // Whose move it is follows from the moves before.
            for text in trimmed.split(SIGNS.as_flattened()).map(|text| text.trim_matches([' ', '\u{3000}'])) {
                if !text.is_empty() {
                    self.add(text, None);
                }
            }
            return Ok(());
        }
        match trimmed.strip_suffix('番') {
            Some("後手" | "上手") => self.diagram.second_moves = true,
            Some("先手" | "下手") => self.diagram.second_moves = false,
            _ => return self.take_header(trimmed),
        }
        Ok(())
    }

    /// `key：value`, and the line that sums up at the end.
    fn take_header(&mut self, row: &str) -> Result<(), Fault> {
        if row.starts_with("まで") {
            if !self.in_variation && self.end.is_none() {
                self.end = rows("sum").find(|(word, _)| row.contains(word)).map(|(_, columns)| match columns[..] {
                    [who, why, ..] => (who, why),
                    [who] => (who, ""),
                    [] => ("-", ""),
                });
            }
            self.last().comments.push(row.to_string());
            return Ok(());
        }
        let Some((key, value)) = row.split_once(['：', ':']) else {
            return self.fault(format!(
                "`{}` is no header (`先手：...`), move (`1 ７六歩(77)`, `▲７六歩`), comment (`*...`) or variation (`変化：5手`)",
                shortened(row)
            ));
        };
        let value = value.trim_matches([' ', '\u{3000}']);
        match key {
            "手合割" => self.take_handicap(value)?,
            "先手の持駒" | "下手の持駒" => self.diagram.hands[0] = Some((self.place, value.to_string())),
            "後手の持駒" | "上手の持駒" => self.diagram.hands[1] = Some((self.place, value.to_string())),
            // PGN has no letters for it: nothing is lost, it becomes a comment.
            _ if !japanese::set_tags(rows("tag"), &mut self.tags, key, value) => {
                self.nodes[0].comments.push(format!("{key}：{value}"));
            }
            _ => {}
        }
        Ok(())
    }

    fn take_handicap(&mut self, name: &str) -> Result<(), Fault> {
        self.tags.set("Handicap", name);
        if name == "その他" {
            return Ok(());
        }
        let known = HANDICAPS.lines().filter(|row| !row.starts_with('#')).filter_map(|row| row.split_once('\t'));
        let Some((_, position)) = known.clone().find(|(known, _)| *known == name) else {
            let names: Vec<&str> = known.map(|(name, _)| name).collect();
            let name = shortened(name);
            return self.fault(format!("no handicap is called `{name}`; there are {}", names.join(", ")));
        };
        match sfen::read(self.info, position) {
            Ok(setup) => self.start = Some(setup),
            Err(error) => return self.fault(format!("the handicap {name} is none of {}: {error}", self.info.name)),
        }
        Ok(())
    }

    /// `変化：5手`: what follows replaces the fifth move of the line before it.
    fn branch(&mut self, number: &str) -> Result<(), Fault> {
        let digits: String = number.trim().chars().take_while(char::is_ascii_digit).collect();
        match digits.parse::<usize>() {
            Ok(ply) if ply >= 1 && ply < self.path.len() => self.path.truncate(ply),
            Ok(ply) => return self.fault(format!("there is no move {ply} before this that a variation could replace")),
            Err(_) => {
                let number = shortened(number);
                return self.fault(format!("`変化：{number}`: the number of a move is expected, as in `変化：5手`"));
            }
        }
        self.in_variation = true;
        Ok(())
    }

    /// `   1 ７六歩(77)   ( 0:16/00:00:16)`.
    fn take_move(&mut self, row: &str) -> Result<(), Fault> {
        let digits = row.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = row.split_at(digits);
        let rest = rest.trim_start_matches([' ', '\u{3000}', '.']);
        if number.parse() != Ok(self.path.len()) {
            let number = shortened(number);
            return self.fault(format!("move {number} stands where move {} is expected", self.path.len()));
        }
        // The time stands in parentheses behind a blank, the start of the move right behind its text.
        let (text, time) = match rest.find(" (").or_else(|| rest.find("\u{3000}(")) {
            Some(at) => (&rest[..at], rest[at..].trim().strip_prefix('(')),
            None => (rest, None),
        };
        let text = text.trim_end_matches([' ', '\u{3000}', '+']);
        if let Some((word, columns)) = rows("end").find(|(word, _)| text.starts_with(word)) {
            let scores = columns.first().copied().unwrap_or("-");
            let termination = columns.get(1).copied().unwrap_or(word);
            if self.in_variation {
                self.last().comments.push(text.to_string());
            } else {
                self.end = Some((scores, termination));
            }
            return Ok(());
        }
        let time = time.and_then(|time| time.split(['/', ')']).next()).map(|time| time.trim().to_string());
        self.add(text, time);
        Ok(())
    }

    /// A move behind the last one.
    fn add(&mut self, text: &str, time: Option<String>) {
        let number = self.path.len();
        let place = self.place;
        let node = Node { text: text.to_string(), number, place, time, comments: Vec::new(), children: Vec::new() };
        let index = self.nodes.len();
        self.nodes.push(node);
        self.last().children.push(index);
        self.path.push(index);
    }

    fn finish(mut self, variant: &dyn Variant) -> Result<Record, Fault> {
        let start = match self.drawn_start()?.or(self.start.take()) {
            Some(setup) => match variant.start().at(&setup) {
                Ok(game) => game,
                Err(error) => return self.fault(format!("the position at the start: {error}")),
            },
            None => variant.start(),
        };
        let mut line = self.line(&*start, 0, None, 0)?;
        line.comments = std::mem::take(&mut self.nodes[0].comments);
        let mut end = start.boxed();
        for play in &line.plays {
            end.play(play.mv).or_else(|error| self.fault(error.to_string()))?;
        }
        let info = start.info();
        let scores = self.end.and_then(|(who, _)| japanese::scores(who, info, end.turn()));
        if let Some((_, termination)) = self.end.filter(|(_, termination)| !termination.is_empty()) {
            self.tags.set("Termination", termination);
        }
        Ok(Record { tags: self.tags, start: start.setup(), line, scores })
    }

    /// The moves behind a node: the first of its children and so on, the others as variations. `last` is where the move before them has arrived.
    fn line(&self, start: &dyn Game, node: usize, mut last: Option<Square>, depth: usize) -> Result<Line<Move>, Fault> {
        if depth > MOST_NESTED {
            return self.fault(format!("variations are nested more than {MOST_NESTED} deep"));
        }
        let mut game = start.boxed();
        let mut line = Line::default();
        let mut at = node;
        while let [first, others @ ..] = &self.nodes[at].children[..] {
            let mut play = self.play(&*game, *first, last)?;
            for &other in others {
                let instead = self.play(&*game, other, last)?;
                let mut after = game.boxed();
                after.play(instead.mv).or_else(|error| self.fault(error.to_string()))?;
                let mut variation = self.line(&*after, other, Some(instead.mv.to()), depth + 1)?;
                variation.plays.insert(0, instead);
                play.variations.push(variation);
            }
            game.play(play.mv).or_else(|error| self.fault(error.to_string()))?;
            last = Some(play.mv.to());
            line.plays.push(play);
            at = *first;
        }
        Ok(line)
    }

    /// The move of a node, with what is said about it.
    fn play(&self, game: &dyn Game, node: usize, last: Option<Square>) -> Result<Play<Move>, Fault> {
        let node = &self.nodes[node];
        let mv = moves::read(game, &node.text, last).map_err(|message| {
            let number = Some(node.number.to_string());
            Fault {
                game: 1,
                number,
                line: node.place,
                column: 1,
                message: format!("`{}`: {message}", shortened(&node.text)),
            }
        })?;
        let mut play = Play::new(mv);
        play.comments.extend(node.time.iter().map(|time| format!("[%emt {time}]")));
        play.comments.extend(node.comments.iter().cloned());
        Ok(play)
    }

    /// The position of the board that is drawn, if one is.
    fn drawn_start(&self) -> Result<Option<Setup>, Fault> {
        let Diagram { rows, hands, second_moves } = &self.diagram;
        if rows.is_empty() {
            return Ok(None);
        }
        let fault = |line: u64, message: String| Fault { game: 1, number: None, line, column: 1, message };
        let (files, ranks) = (usize::from(self.info.files), usize::from(self.info.ranks));
        let mut setup = Setup::empty(self.info);
        for (index, (place, row)) in rows.iter().enumerate() {
            let cells: Vec<char> = row.split('|').next().unwrap_or("").chars().collect();
            if index >= ranks || cells.len() != 2 * files {
                let message =
                    format!("a drawn board has {ranks} rows of {files} squares, two characters each, between `|`");
                return Err(fault(*place, message));
            }
            for (file, cell) in cells.chunks(2).enumerate() {
                let [owner, sign] = cell else { continue };
                if matches!(sign, '・' | '.' | ' ' | '\u{3000}') {
                    continue;
                }
                let Some(piece) = piece_of(self.info, &sign.to_string()) else {
                    return Err(fault(*place, format!("`{sign}` is no piece of {}", self.info.name)));
                };
                let side = u8::from(*owner == 'v');
                setup.board[file + (ranks - 1 - index) * files] = Cell::Piece { side, piece, promoted: false };
            }
        }
        if rows.len() < ranks {
            return Err(fault(rows[0].0, format!("the drawn board has {} rows instead of {ranks}", rows.len())));
        }
        for (side, hand) in hands.iter().enumerate() {
            let Some((place, text)) = hand.as_ref().filter(|(_, text)| text != "なし") else { continue };
            for part in text.split([' ', '\u{3000}']).filter(|part| !part.is_empty()) {
                let (sign, number) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
                let held =
                    piece_of(self.info, sign).and_then(|piece| setup.hands.get_mut(side)?.get_mut(piece as usize));
                match (held, numeral(number)) {
                    (Some(held), Some(number)) => *held = number,
                    _ => {
                        return Err(fault(
                            *place,
                            format!("`{}` is no piece in hand: expected one such as `歩` or `歩十八`", shortened(part)),
                        ));
                    }
                }
            }
        }
        setup.turn = u8::from(*second_moves);
        Ok(Some(setup))
    }
}

/// A number of pieces: nothing for one, `二`, `十`, `十八`.
fn numeral(text: &str) -> Option<u16> {
    let digit = |c: char| NUMERALS.iter().position(|&known| known == c).map(|at| at as u16 + 1);
    match text.chars().collect::<Vec<_>>()[..] {
        [] => Some(1),
        [one] => digit(one),
        ['十', ones] => digit(ones).map(|ones| 10 + ones),
        _ => None,
    }
}
