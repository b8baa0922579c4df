//! Regions: sets of squares written as squares, ranks, files, ranges and names.
//!
//! A region is seen by the side that moves: for a side that plays down the board rank 1 is the last rank, for one that plays sideways a file. Where the region
//! itself is written by side, `(White: "rank 8", Black: "rank 1")`, each is taken as it stands on the board.

use super::{
    context::{Context, Span},
    syntax::{Field, Kind, Node, Text},
};
use crate::diagnostic::nearest;
use crate::limits::{NAME_BYTES, REGION_NESTING, REGIONS};
use crate::rules::{Board, Grid, Orientation, Region, Side, Square, SquareSet};
use std::{collections::BTreeMap, ops::RangeInclusive};

/// The named regions of a game, and what is needed to read new ones.
pub(crate) struct Regions<'a> {
    pub(crate) board: Board,
    pub(crate) sides: &'a [Side],
    pub(crate) names: &'a [String],
    defined: &'a [Field],
    /// Which of the defined ones have been used.
    used: Vec<bool>,
    /// The squares of those that have been read, by side (`None` where something is wrong with one).
    known: BTreeMap<(usize, usize), Option<SquareSet>>,
}

/// Regions that every board has.
const BUILT_IN: [&str; 5] = ["board", "first rank", "last rank", "near half", "far half"];

/// Words of the region language, which cannot begin a name.
const WORDS: [&str; 6] = ["rank", "ranks", "file", "files", "except", "within"];

impl<'a> Regions<'a> {
    pub(crate) fn new(
        context: &mut Context,
        board: Board,
        sides: &'a [Side],
        names: &'a [String],
        defined: &'a [Field],
    ) -> Self {
        for field in defined {
            let first = field.name.split(' ').next().unwrap_or("");
            let letters = |c: char| c.is_alphanumeric() || c == ' ' || c == '\'';
            if BUILT_IN.contains(&field.name.as_str()) {
                let message = format!("\"{}\" is a region that every board has; choose another name", field.name);
                context.error(field.name_span, "bad-name", message);
            } else if field.name.trim().is_empty() || !field.name.chars().all(letters) {
                context.error(field.name_span, "bad-name", "a region's name is made of letters, digits and spaces");
            } else if WORDS.contains(&first) || square_range(&board, first).is_some() {
                let message = format!("a region's name cannot begin with `{first}`, which means squares");
                context.error(field.name_span, "bad-name", message);
            }
        }
        let defined = match defined.get(REGIONS) {
            None => defined,
            Some(first) => {
                let message = format!("more than {REGIONS} regions have a name, which is the limit");
                context.error(first.name_span, "too-many-regions", message);
                &defined[..REGIONS]
            }
        };
        Regions { board, sides, names, defined, used: vec![false; defined.len()], known: BTreeMap::new() }
    }

    /// Reads all defined regions, so that mistakes are found in those that are not used as well; warns of those.
    pub(crate) fn finish(&mut self, context: &mut Context) {
        for index in 0..self.defined.len() {
            let field = &self.defined[index];
            for side in 0..self.sides.len() {
                self.defined(context, index, side, &mut Vec::new());
            }
            if !self.used[index] && field.name_span.file == 0 && !context.has_errors() {
                let message = format!("the region \"{}\" is not used", field.name);
                context.warn(field.name_span, "unused", message);
            }
        }
    }

    /// All defined regions, once they have been read ([`Regions::finish`]); those left out in which something is wrong.
    pub(crate) fn told(&self) -> Vec<Region> {
        let told = |(index, field): (usize, &Field)| {
            let squares = (0..self.sides.len()).map(|side| *self.known.get(&(index, side))?);
            Some(Region { name: field.name.clone(), squares: squares.collect::<Option<_>>()? })
        };
        self.defined.iter().enumerate().filter_map(told).collect()
    }

    /// The squares of a region for one side.
    pub(crate) fn squares(&mut self, context: &mut Context, node: &Node, side: usize) -> Option<SquareSet> {
        let squares = self.read(context, node, side, &mut Vec::new())?;
        if squares.is_empty() && !context.has_errors() {
            context.error(node.span, "empty-region", "this region holds no square of the board");
        }
        Some(squares)
    }

    /// The squares of a region with a name, which is read once for each side.
    fn defined(
        &mut self,
        context: &mut Context,
        index: usize,
        side: usize,
        open: &mut Vec<usize>,
    ) -> Option<SquareSet> {
        if let Some(squares) = self.known.get(&(index, side)) {
            return *squares;
        }
        open.push(index);
        let squares = self.read(context, &self.defined[index].value, side, open);
        open.pop();
        self.known.insert((index, side), squares);
        squares
    }

    /// `open`: regions that are being read, to find circles.
    fn read(&mut self, context: &mut Context, node: &Node, side: usize, open: &mut Vec<usize>) -> Option<SquareSet> {
        let own = self.sides[side].orientation;
        let (node, as_it_stands) = match &node.kind {
            Kind::Struct(fields) if node.is_by_side() => {
                let Some(field) = fields.iter().find(|f| f.name == self.names[side]) else {
                    return Some(SquareSet::EMPTY);
                };
                (&field.value, !field.shared)
            }
            _ => (node, false),
        };
        if node.is_none() {
            return Some(SquareSet::EMPTY);
        }
        let text = context.text(node, "a region (squares, ranks, files or a name)")?;
        let orientation = if as_it_stands { Orientation::Upward } else { own };
        let reader = Expression { file: node.span.file, text, orientation, side };
        reader.read(self, context, open)
    }

    /// The squares that regions are made of before they are placed: those of the rectangle, so that a region may reach over holes, or the cells of hexagons.
    fn nameable(&self) -> impl Iterator<Item = Square> + use<> {
        let cells = self.board.all();
        let hexagons = self.board.grid == Grid::Hexagons;
        (0..self.board.squares()).filter(move |&square| !hexagons || cells.contains(square))
    }

    /// The nameable squares on these files and ranks.
    fn rectangle(&self, files: RangeInclusive<u8>, ranks: RangeInclusive<u8>) -> SquareSet {
        let board = &self.board;
        if board.grid == Grid::Hexagons {
            let inside = |s: &Square| files.contains(&board.file(*s)) && ranks.contains(&board.row(*s));
            return self.nameable().filter(inside).collect();
        }
        let square = |file: u8, rank: u8| Square::from(rank) * Square::from(board.files) + Square::from(file);
        ranks.flat_map(|rank| files.clone().map(move |file| square(file, rank))).collect()
    }

    /// One of the regions that every board has, as a side that plays up sees it; squares that do not exist may be among it.
    fn built_in(&self, name: &str) -> Option<SquareSet> {
        // A board with sides that play sideways is square.
        let which = |rank: u8, ranks: u8| match name {
            "board" => true,
            "first rank" => rank == 0,
            "last rank" => rank == ranks - 1,
            "near half" => rank < ranks / 2,
            "far half" => rank >= ranks - ranks / 2,
            _ => false,
        };
        let known = BUILT_IN.contains(&name);
        known.then(|| self.nameable().filter(|&s| which(self.board.row(s), self.board.rows(s))).collect())
    }
}

/// One text that names squares.
struct Expression<'t> {
    file: usize,
    text: &'t Text,
    orientation: Orientation,
    side: usize,
}

impl Expression<'_> {
    fn span(&self, start: usize, length: usize) -> Span {
        self.text.span(self.file, start..start + length)
    }

    /// `terms except terms within terms`, from left to right.
    fn read(&self, regions: &mut Regions<'_>, context: &mut Context, open: &mut Vec<usize>) -> Option<SquareSet> {
        let value = &self.text.value;
        if value.trim().is_empty() {
            context.error(
                self.span(0, value.len()),
                "empty-region",
                "a region without squares; expected squares, ranks, files or a name",
            );
            return None;
        }
        let mut result: Option<SquareSet> = None;
        let mut group = SquareSet::EMPTY;
        let mut join = "";
        let mut failed = false;
        let mut at = 0;
        loop {
            at += value[at..].find(|c: char| !c.is_whitespace() && c != ',' && c != '+').unwrap_or(value.len() - at);
            let rest = &value[at..];
            let word = first_word(rest);
            if rest.is_empty() || word == "except" || word == "within" {
                result = Some(match (result, join) {
                    (Some(before), "except") => before.minus(&group),
                    (Some(before), _) => before.and(&group),
                    (None, _) => group,
                });
                if rest.is_empty() {
                    break;
                }
                (join, group) = (word, SquareSet::EMPTY);
                at += word.len();
                continue;
            }
            if context.is_overwhelmed() {
                return None;
            }
            match self.term(regions, context, rest, at, open) {
                Ok((squares, length)) => {
                    group = group.or(&squares);
                    at += length;
                }
                Err(length) => {
                    failed = true;
                    at += length.max(1);
                }
            }
        }
        result.filter(|_| !failed)
    }

    /// The squares of the first term of `rest` and its length; the length alone when it is wrong.
    fn term(
        &self,
        regions: &mut Regions<'_>,
        context: &mut Context,
        rest: &str,
        at: usize,
        open: &mut Vec<usize>,
    ) -> Result<(SquareSet, usize), usize> {
        if let Some(found) = self.named(regions, context, rest, at, open) {
            return found;
        }
        let word = first_word(rest);
        let lines = match word {
            "rank" | "ranks" => Some(true),
            "file" | "files" => Some(false),
            _ => None,
        };
        if let Some(ranks) = lines {
            return self.lines(regions, context, rest, at, ranks);
        }
        if let Some((from, to)) = square_range(&regions.board, word) {
            let board = &regions.board;
            let (files, ranks) = (ordered(board.file(from), board.file(to)), ordered(board.row(from), board.row(to)));
            let squares = regions.rectangle(files, ranks);
            return Ok((self.orientation.place_all(&regions.board, &squares), word.len()));
        }
        self.unknown(regions, context, word, at);
        Err(word.len())
    }

    /// A named region at the start of `rest`: the longest that fits.
    fn named(
        &self,
        regions: &mut Regions<'_>,
        context: &mut Context,
        rest: &str,
        at: usize,
        open: &mut Vec<usize>,
    ) -> Option<Result<(SquareSet, usize), usize>> {
        let ends = |name: &str| rest[name.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric());
        let fits = |name: &str| !name.is_empty() && rest.starts_with(name) && ends(name);
        let defined = regions.defined;
        let best = defined.iter().enumerate().filter(|(_, f)| fits(&f.name)).max_by_key(|(_, f)| f.name.len());
        let built_in = BUILT_IN.into_iter().find(|name| fits(name));
        let own_length = best.map_or(0, |(_, field)| field.name.len());
        let (index, field) = match (best, built_in) {
            (_, Some(name)) if name.len() > own_length => {
                let squares = regions.built_in(name)?;
                return Some(Ok((self.orientation.place_all(&regions.board, &squares), name.len())));
            }
            (best, _) => best?,
        };
        regions.used[index] = true;
        if open.contains(&index) {
            let message = format!("the region \"{}\" is defined by itself", field.name);
            context.error(self.span(at, field.name.len()), "region-cycle", message);
            return Some(Err(field.name.len()));
        }
        if open.len() == REGION_NESTING {
            let message =
                format!("regions that are defined by regions, more than {REGION_NESTING} deep: that is the limit");
            context.error(self.span(at, field.name.len()), "too-deep", message);
            return Some(Err(field.name.len()));
        }
        let squares = regions.defined(context, index, self.side, open);
        Some(squares.map(|squares| (squares, field.name.len())).ok_or(field.name.len()))
    }

    /// `rank 7-9`, `file a-c`, also `rank 1 3 5`.
    fn lines(
        &self,
        regions: &Regions<'_>,
        context: &mut Context,
        rest: &str,
        at: usize,
        ranks: bool,
    ) -> Result<(SquareSet, usize), usize> {
        let board = &regions.board;
        let count = if ranks { board.ranks } else { board.files };
        let name = |n: u8| if ranks { (n + 1).to_string() } else { board.file_name(n) };
        let (first, last) = (name(0), name(count - 1));
        let number = |text: &str| (0..count).find(|&n| name(n) == text);
        let mut end = first_word(rest).len();
        let mut lines = Vec::new();
        loop {
            let gap = rest[end..].find(|c: char| !c.is_whitespace() && c != ',').unwrap_or(rest.len() - end);
            let word = first_word(&rest[end + gap..]);
            let (from, to) = word.split_once('-').unwrap_or((word, word));
            let Some((from, to)) = number(from).zip(number(to)) else {
                if !lines.is_empty() {
                    break;
                }
                let (line, from) = if ranks { ("rank", at + end + gap) } else { ("file", at + end + gap) };
                let found = if word.is_empty() { "nothing".to_string() } else { format!("`{word}`") };
                let message = format!("expected a {line} ({first} to {last}) or a range of them, found {found}");
                context.error(self.span(from, word.len()), "bad-region", message);
                return Err(end + gap + word.len());
            };
            lines.extend(ordered(from, to));
            end += gap + word.len();
        }
        let on = |s: &Square| lines.contains(&if ranks { board.row(*s) } else { board.file(*s) });
        let squares: SquareSet = regions.nameable().filter(on).collect();
        Ok((self.orientation.place_all(&regions.board, &squares), end))
    }

    fn unknown(&self, regions: &Regions<'_>, context: &mut Context, word: &str, at: usize) {
        let span = self.span(at, word.len());
        let board = &regions.board;
        let last = board.name(board.all().iter().last().unwrap_or(0));
        // No name is longer.
        let rest = self.text.value[at..].get(..NAME_BYTES).unwrap_or(&self.text.value[at..]).trim_end();
        let names: Vec<&str> = regions.defined.iter().map(|f| f.name.as_str()).chain(BUILT_IN).collect();
        let near = nearest(rest, names.iter().copied()).or_else(|| nearest(word, names.iter().copied().chain(WORDS)));
        let like_square =
            word.starts_with(|c: char| c.is_ascii_lowercase()) && word.ends_with(|c: char| c.is_ascii_digit());
        let message = match like_square {
            true => format!("`{word}` is not on this board, which goes from a1 to {last}"),
            false => format!("`{word}` is neither a square nor a region"),
        };
        let code = if like_square { "unknown-square" } else { "unknown-region" };
        let help = match near {
            Some(near) if !like_square => format!("did you mean `{near}`?"),
            _ => format!(
                "write squares (`a1`), ranges (`d1-f3`, `rank 7-9`, `file a-c`) or names ({})",
                names.join(", ")
            ),
        };
        context.error(span, code, message).help = Some(help);
    }
}

fn ordered(a: u8, b: u8) -> RangeInclusive<u8> {
    a.min(b)..=a.max(b)
}

fn first_word(text: &str) -> &str {
    &text[..text.find(|c: char| c.is_whitespace() || c == ',' || c == '+').unwrap_or(text.len())]
}

/// `a1` or `a1-c3`. Corners of a range may be holes.
pub(crate) fn square_range(board: &Board, text: &str) -> Option<(Square, Square)> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let square = |text: &str| match board.parse(text) {
        Some((square, "")) => Some(square),
        _ => None,
    };
    square(from).zip(square(to))
}
