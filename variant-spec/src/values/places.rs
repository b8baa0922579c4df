//! [`Places`]: how much more, or less, a piece is worth by where it stands.

use super::{features::Feature, whole};
use crate::{
    Rules,
    language::{Context, Fields, Kind, Node},
    rules::{SideId, Square},
};

/// The least and the most that a line can be said to be worth.
pub const PLACES: (i16, i16) = (-1000, 1000);

/// How much more a piece is worth by where it stands, in centipawns, beside what is derived.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// While there is as much force as at the start.
    pub full: Lines,
    /// When no force is left.
    pub bare: Lines,
}

/// What the lines of the board are worth to a piece, seen from its side. An empty list is worth nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// By rank, from the side's first one to its last.
    pub ranks: Vec<i16>,
    /// By file, from the edge of the board to its middle: a file and its reflection are worth the same.
    pub files: Vec<i16>,
}

/// How many different ranks and files there are to a side.
pub fn numbers_of_lines(rules: &Rules, side: SideId) -> (usize, usize) {
    let (ranks, width) = size(rules, side);
    (ranks as usize, width.div_ceil(2) as usize)
}

/// Where a square is, as a side sees the board: its rank from the side's first one, and its file.
pub(super) fn rank_and_file(rules: &Rules, side: SideId, square: Square) -> (u8, u8) {
    let orientation = rules.sides[side as usize].orientation;
    let (line, place) = orientation.line_and_place(&rules.board, square);
    let (first, _) = orientation.first_and_last_line(&rules.board);
    (line.abs_diff(first), place)
}

/// The rank and the file of a square to a side, as indices of [`Lines`].
pub fn lines_of(rules: &Rules, side: SideId, square: Square) -> (usize, usize) {
    let (rank, file) = rank_and_file(rules, side, square);
    let (_, width) = size(rules, side);
    (rank as usize, file.min(width - 1 - file) as usize)
}

/// Ranks of the board, and squares of a rank, as the side sees them.
fn size(rules: &Rules, side: SideId) -> (u8, u8) {
    let board = &rules.board;
    let is_sideways = rules.sides[side as usize].orientation.is_sideways();
    if is_sideways { (board.files, board.ranks) } else { (board.ranks, board.files) }
}

impl Lines {
    /// Is nothing worth anything?
    pub fn is_empty(&self) -> bool {
        self.ranks.iter().chain(&self.files).all(|&worth| worth == 0)
    }

    /// What a square is worth by its rank and its file.
    pub fn on(&self, (rank, file): (usize, usize)) -> i16 {
        let of = |list: &[i16], index: usize| list.get(index).copied().unwrap_or(0);
        of(&self.ranks, rank).saturating_add(of(&self.files, file))
    }
}

impl Places {
    /// Is no place said to be better than another?
    pub fn is_empty(&self) -> bool {
        self.full.is_empty() && self.bare.is_empty()
    }

    /// What this says, and for lists that it does not have, what another one says.
    pub(super) fn over(self, other: Places) -> Places {
        let over = |list: Vec<i16>, other: Vec<i16>| if list.is_empty() { other } else { list };
        let lines = |lines: Lines, other: Lines| Lines {
            ranks: over(lines.ranks, other.ranks),
            files: over(lines.files, other.files),
        };
        Places { full: lines(self.full, other.full), bare: lines(self.bare, other.bare) }
    }

    /// The fields of a file that say this, such as `ranks: [...]`; none where there is nothing to say.
    pub fn fields(&self) -> impl Iterator<Item = String> {
        let ranks = field("ranks", &self.full.ranks, &self.bare.ranks);
        ranks.into_iter().chain(field("files", &self.full.files, &self.bare.files))
    }
}

/// `name: [...]` where it is the same with force and without, else `name: (full: [...], bare: [...])`.
fn field(name: &str, full: &[i16], bare: &[i16]) -> Option<String> {
    let is_nothing = |list: &[i16]| list.iter().all(|&worth| worth == 0);
    if is_nothing(full) && is_nothing(bare) {
        return None;
    }
    if full == bare {
        return Some(format!("{name}: {full:?}"));
    }
    let parts = [("full", full), ("bare", bare)].into_iter().filter(|(_, list)| !is_nothing(list));
    let parts: Vec<String> = parts.map(|(part, list)| format!("{part}: {list:?}")).collect();
    Some(format!("{name}: ({})", parts.join(", ")))
}

/// Reads `ranks` and `files` of a piece. Of what is lent by another game, lists of another length are passed over.
pub(super) fn read(context: &mut Context, fields: &Fields<'_>, rules: &Rules, side: SideId, is_lent: bool) -> Places {
    let [ranks, files] = Expected::lines(rules, side, is_lent);
    let (full_ranks, bare_ranks) = read_lines(context, fields.value("ranks"), &ranks);
    let (full_files, bare_files) = read_lines(context, fields.value("files"), &files);
    Places {
        full: Lines { ranks: full_ranks, files: full_files },
        bare: Lines { ranks: bare_ranks, files: bare_files },
    }
}

/// A list that is expected.
pub(super) struct Expected {
    /// How many numbers.
    count: usize,
    /// The same for people.
    text: String,
    /// What each of them is, and the least and the most it can be.
    what: &'static str,
    range: (i16, i16),
    /// Is it lent by another game, whose board may be another one?
    is_lent: bool,
}

impl Expected {
    /// What it is worth to be on each rank, and on each file, as a side sees them.
    fn lines(rules: &Rules, side: SideId, is_lent: bool) -> [Expected; 2] {
        [Feature::Ranks, Feature::Files].map(|lines| Expected {
            what: "a worth in centipawns",
            range: PLACES,
            ..Expected::weights(lines, rules, side, is_lent)
        })
    }

    /// The numbers of a feature of a network, as a side sees it.
    pub(super) fn weights(feature: Feature, rules: &Rules, side: SideId, is_lent: bool) -> Expected {
        let count = feature.count(rules, side);
        let text = format!("{count} numbers, {}", feature.about());
        Expected { count, text, what: "a weight", range: feature.weights(), is_lent }
    }
}

/// Reads so many numbers, with force and without: `[...]` for both, or `(full: [...], bare: [...])`.
fn read_lines(context: &mut Context, node: Option<&Node>, expected: &Expected) -> (Vec<i16>, Vec<i16>) {
    let Some(node) = node else { return Default::default() };
    if !matches!(node.kind, Kind::Struct(_)) {
        let both = read_list(context, node, expected).unwrap_or_default();
        return (both.clone(), both);
    }
    let Some(fields) = context.fields(node, "what places are worth", &["full", "bare"], None) else {
        return Default::default();
    };
    let mut list = |name: &str| fields.value(name).and_then(|node| read_list(context, node, expected));
    (list("full").unwrap_or_default(), list("bare").unwrap_or_default())
}

/// Reads a list; `None` where it is not as expected.
pub(super) fn read_list(context: &mut Context, node: &Node, expected: &Expected) -> Option<Vec<i16>> {
    let Kind::List(items) = &node.kind else {
        context.wrong_type(node, &format!("a list of {}", expected.text));
        return None;
    };
    if items.len() != expected.count {
        if !expected.is_lent {
            let message = format!("expected {}, found {}", expected.text, items.len());
            context.error(node.span, "bad-list", message);
        }
        return None;
    }
    let (least, most) = expected.range;
    let number = |item| whole(context, item, expected.what, i32::from(least), i32::from(most));
    Some(items.iter().map(number).map(|number| number.unwrap_or(0) as i16).collect())
}
