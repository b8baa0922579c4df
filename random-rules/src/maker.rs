//! Composes a rule file from a seed.

use crate::betza::Ground;
use crate::dice::Dice;
use crate::start::Forward;
use crate::value::{Value, fields, text, texts, word};
use std::collections::BTreeMap;
use wazir_reference::Interpreter;
use wazir_variant_spec::{Library, Severity, Source};

/// A rule file that is valid, and whose game can be played.
#[derive(Clone, Debug)]
pub struct Made {
    /// What it was made from.
    pub seed: u64,
    /// The identifier of its game.
    pub name: String,
    /// The file as data.
    pub value: Value,
    /// The game, interpreted.
    pub game: Interpreter,
    /// What was wrong with files that were made before, by the code of the mistake: how often.
    pub refusals: BTreeMap<String, usize>,
}

impl Made {
    /// The text of the rule file.
    pub fn text(&self) -> String {
        format!("// Composed at random: seed {}.\n{}", self.seed, self.value.print())
    }
}

/// Composes the rule file of a seed: the same on every machine.
pub fn make(seed: u64) -> Made {
    let name = name_of(seed);
    let mut refusals = BTreeMap::new();
    for attempt in 0.. {
        if let Some((value, game)) = Maker::new(seed, attempt).compose(&name, &mut refusals) {
            return Made { seed, name, value, game, refusals };
        }
    }
    unreachable!("chess-like games are found after a few attempts")
}

/// The identifier of the game of a seed.
pub fn name_of(seed: u64) -> String {
    format!("random-{seed}")
}

/// No other rule files: random ones extend nothing.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

impl Library for Alone {
    fn find(&self, _name: &str) -> Option<Source> {
        None
    }
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A mistake in a file: its code and its line.
type Mistake = (&'static str, u32);

/// Reads a file; a game that is over before it begins is refused as well.
///
/// # Errors
/// The code and the line of each mistake.
pub fn read(name: &str, value: &Value) -> Result<Interpreter, Vec<Mistake>> {
    let source = Source { file: format!("{name}.ron"), text: value.print() };
    let mistakes = |diagnostics: &wazir_variant_spec::Diagnostics,
                    only: &dyn Fn(&wazir_variant_spec::Diagnostic) -> bool| {
        diagnostics.iter().filter(|d| only(d)).map(|d| (d.code, d.line)).collect::<Vec<Mistake>>()
    };
    match wazir_reference::compile(&source, &Alone) {
        Ok(checked) => {
            let over = mistakes(&checked.warnings, &|d| d.code == "over-at-start");
            if over.is_empty() { Ok(checked.game) } else { Err(over) }
        }
        Err(diagnostics) => Err(mistakes(&diagnostics, &|d| d.severity == Severity::Error)),
    }
}

/// A type of pieces, as far as the rest of the file has to know it.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) symbol: String,
    pub(crate) royal: bool,
    /// Mostly goes forward.
    pub(crate) pawn: bool,
    /// Stands on the board at the start.
    pub(crate) starts: bool,
    /// Is only ever held in hands.
    pub(crate) prisoner: bool,
    /// The only side that has such pieces.
    pub(crate) owner: Option<usize>,
}

impl Kind {
    pub(crate) fn called(symbol: &str) -> Kind {
        Kind { symbol: symbol.to_string(), royal: false, pawn: false, starts: true, prisoner: false, owner: None }
    }
}

/// What a file may have besides a board, pieces, a start and an end; how often, compared with the others.
const FEATURES: [(usize, &str); 24] = [
    (12, "hand"),
    (2, "prisoners"),
    (8, "castling"),
    (7, "capturer"),
    (6, "explosions"),
    (6, "conversions"),
    (5, "walls after moves"),
    (3, "truce"),
    (3, "gating"),
    (8, "turns"),
    (10, "checks"),
    (7, "obligations"),
    (6, "passes"),
    (4, "points"),
    (7, "choosy"),
    (4, "iron"),
    (3, "wary"),
    (7, "pushes"),
    (6, "beside"),
    (6, "loans"),
    (6, "last moved"),
    (6, "promotes apart"),
    (8, "holes"),
    (6, "regions"),
];

/// Composes one file.
pub(crate) struct Maker {
    pub(crate) dice: Dice,
    pub(crate) ground: Ground,
    pub(crate) sides: usize,
    pub(crate) forwards: Vec<Forward>,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) holes: Vec<(usize, usize)>,
    /// May positions hold walls?
    pub(crate) walls: bool,
    /// The file on which royals start, seen by each side.
    pub(crate) king_file: usize,
    /// The type with which kings castle.
    pub(crate) partner: String,
    features: Vec<&'static str>,
    regions: Vec<String>,
}

impl Maker {
    fn new(seed: u64, attempt: u64) -> Maker {
        Maker {
            dice: Dice::new(seed, attempt),
            ground: Ground { files: 8, ranks: 8, hexagons: false },
            sides: 2,
            forwards: vec![Forward::Up, Forward::Down],
            kinds: Vec::new(),
            holes: Vec::new(),
            walls: false,
            king_file: 0,
            partner: String::new(),
            features: Vec::new(),
            regions: Vec::new(),
        }
    }

    /// Has the file this feature?
    pub(crate) fn has(&self, feature: &str) -> bool {
        self.features.contains(&feature)
    }

    /// In so many of a hundred cases, where the file has this feature.
    pub(crate) fn wants(&mut self, feature: &str, percent: usize) -> bool {
        self.has(feature) && self.dice.chance(percent)
    }

    /// The names of the sides.
    pub(crate) fn side_names(&self) -> Vec<String> {
        let names = if self.sides == 2 { ["White", "Black", "", ""] } else { ["Red", "Blue", "Yellow", "Green"] };
        names[..self.sides].iter().map(ToString::to_string).collect()
    }

    /// The letters of the sides in FEN.
    pub(crate) fn side_letters(&self) -> Vec<String> {
        self.side_names().iter().map(|name| name[..1].to_ascii_lowercase()).collect()
    }

    /// Composes a file and mends what is wrong with it; `None` where that is too much.
    fn compose(mut self, name: &str, refusals: &mut BTreeMap<String, usize>) -> Option<(Value, Interpreter)> {
        let mut file = fields([]);
        self.choose_features();
        let board = self.board();
        file.set("board", board);
        if self.sides > 2 || self.forwards[0] != Forward::Up {
            let sides = self.side_fields();
            file.set("sides", sides);
        }
        if self.sides > 3 && self.dice.chance(50) {
            let names = self.side_names();
            file.set("teams", Value::List(vec![texts([&*names[0], &*names[2]]), texts([&*names[1], &*names[3]])]));
        }
        if self.sides > 2 && self.dice.chance(50) {
            file.set("defeated", word(self.dice.pick(&["Stay", "Removed", "GoOver"])));
        }
        if let Some(regions) = self.named_regions() {
            file.set("regions", regions);
        }
        self.name_pieces();
        let rooks: Vec<String> = self
            .kinds
            .iter()
            .filter(|kind| !kind.royal && !kind.pawn && kind.starts)
            .map(|kind| kind.symbol.clone())
            .collect();
        if !rooks.is_empty() {
            self.partner = self.dice.pick(&rooks);
        }
        let middle = self.ground.files / 2;
        self.king_file = if self.dice.chance(70) { middle } else { self.dice.below(self.ground.files) };
        let pieces = self.pieces();
        file.set("pieces", pieces);
        self.play(&mut file);
        let start = self.start(&file, 0);
        file.set("start", text(start));
        let end = self.end();
        file.set("end", end);
        self.mend(name, file, refusals)
    }

    /// Takes out of a file what is wrong with it, as little as possible.
    fn mend(
        &mut self,
        name: &str,
        mut file: Value,
        refusals: &mut BTreeMap<String, usize>,
    ) -> Option<(Value, Interpreter)> {
        let mut mistakes = match read(name, &file) {
            Ok(game) => return Some((file, game)),
            Err(mistakes) => mistakes,
        };
        let mut starts = 0;
        for _ in 0..60 {
            for (code, _) in &mistakes {
                *refusals.entry(code.to_string()).or_default() += 1;
            }
            let start_line =
                file.print().lines().position(|line| line.starts_with("    start:")).map_or(0, |at| at + 1);
            let better = if mistakes.iter().all(|&(_, line)| line as usize == start_line) && starts < 14 {
                starts += 1;
                let mut other = file.clone();
                other.set("start", text(self.start(&file, starts / 2)));
                Some(other)
            } else {
                let mut smaller = file.smaller();
                smaller.sort_by_cached_key(|value| std::cmp::Reverse(value.print().len()));
                smaller
                    .into_iter()
                    .find(|value| read(name, value).map_or_else(|left| left.len() < mistakes.len(), |_| true))
            };
            file = better?;
            mistakes = match read(name, &file) {
                Ok(game) => return Some((file, game)),
                Err(mistakes) => mistakes,
            };
        }
        None
    }

    fn choose_features(&mut self) {
        let number = self.dice.weigh(&[(3, 0), (5, 1), (6, 2), (5, 3), (3, 4), (2, 5), (1, 7)]);
        for _ in 0..number {
            let feature = self.dice.weigh(&FEATURES);
            if !self.features.contains(&feature) {
                self.features.push(feature);
            }
        }
        self.sides = self.dice.weigh(&[(92, 2), (3, 3), (5, 4)]);
    }

    fn board(&mut self) -> Value {
        let (small, middling) = ([3, 4, 4, 5, 5, 6, 6, 7], [6, 7, 8, 8, 9]);
        let (files, ranks) = match self.dice.below(100) {
            _ if self.sides > 2 => {
                let edge = self.dice.pick(&[7, 8, 8, 9, 11, 12]);
                (edge, edge)
            }
            0..=64 => (self.dice.pick(&small).max(3), self.dice.pick(&small).max(4)),
            65..=91 => (self.dice.pick(&middling), self.dice.pick(&middling)),
            92..=97 => (self.dice.between(8, 12), self.dice.between(8, 12)),
            _ => (self.dice.between(12, 16), self.dice.between(12, 16)),
        };
        self.ground = Ground { files, ranks, hexagons: self.sides == 2 && self.dice.chance(7) };
        let mut board = fields([("files", word(files)), ("ranks", word(ranks))]);
        if self.ground.hexagons {
            board.set("grid", word("Hexagons"));
        }
        if self.dice.chance(14) {
            let joined = [word("Files"), word("Files"), word("Ranks"), Value::List(vec![word("Files"), word("Ranks")])];
            board.set("joined", self.dice.pick(&joined));
        }
        self.walls =
            self.has("walls after moves") || self.has("explosions") && self.dice.chance(40) || self.dice.chance(6);
        self.walls |= self.has("capturer") && self.dice.chance(40);
        if self.walls {
            board.set("walls", word(true));
        }
        if self.has("holes") && !self.ground.hexagons {
            for _ in 0..self.dice.between(1, files * ranks / 8 + 1) {
                let hole = (self.dice.below(files), self.dice.below(ranks));
                if !self.holes.contains(&hole) {
                    self.holes.push(hole);
                }
            }
            let names: Vec<String> = self.holes.iter().map(|&(file, rank)| square(file, rank)).collect();
            board.set("holes", text(names.join(" ")));
        }
        self.forwards = match self.sides {
            2 if files == ranks && !self.ground.hexagons && self.dice.chance(6) => vec![Forward::Right, Forward::Left],
            2 => vec![Forward::Up, Forward::Down],
            _ => vec![Forward::Up, Forward::Right, Forward::Down, Forward::Left],
        };
        board
    }

    fn side_fields(&self) -> Value {
        let one = |side: usize| {
            let (name, letter) = (&self.side_names()[side], &self.side_letters()[side]);
            fields([("name", text(name)), ("letter", text(letter)), ("forward", word(self.forwards[side].word()))])
        };
        Value::List((0..self.sides).map(one).collect())
    }

    fn named_regions(&mut self) -> Option<Value> {
        if !self.has("regions") {
            return None;
        }
        let mut map = Vec::new();
        for name in ["camp", "fields"].iter().take(self.dice.between(1, 2)) {
            let first = text(self.plain_region());
            let region = if self.sides == 2 && self.dice.chance(25) {
                fields([("White", first), ("Black", text(self.plain_region()))])
            } else {
                first
            };
            map.push((name.to_string(), region));
        }
        self.regions = map.iter().map(|(name, _)| name.clone()).collect();
        Some(Value::Map(map))
    }

    /// A region.
    pub(crate) fn region(&mut self) -> String {
        if !self.regions.is_empty() && self.dice.chance(40) {
            return self.dice.pick(&self.regions);
        }
        let first = self.plain_region();
        match self.dice.below(10) {
            0 => format!("board except {first}"),
            1 => format!("{first} {}", self.plain_region()),
            2 => format!("board except {first} {}", self.plain_region()),
            _ => first,
        }
    }

    /// A region that is far away: where pieces promote, or win.
    pub(crate) fn zone(&mut self) -> String {
        let ranks = self.ground.ranks;
        match self.dice.below(10) {
            0..=3 => "last rank".to_string(),
            4..=6 => format!("rank {}-{ranks}", ranks - 1),
            7 => "far half".to_string(),
            _ => self.region(),
        }
    }

    fn plain_region(&mut self) -> String {
        let Ground { files, ranks, hexagons } = self.ground;
        let rank = self.dice.between(1, ranks);
        match self.dice.below(if hexagons { 4 } else { 8 }) {
            0 => "far half".to_string(),
            1 => "near half".to_string(),
            2 => format!("rank {rank}"),
            3 => format!("rank {}-{}", rank.min(ranks - 1), self.dice.between(rank.min(ranks - 1), ranks)),
            4 => {
                let file = self.dice.below(files);
                format!("file {}", square(file, 0).trim_end_matches('1'))
            }
            5 => {
                let (file, rank) = (self.dice.below(files), rank - 1);
                let (other, upper) = (self.dice.between(file, files - 1), self.dice.between(rank, ranks - 1));
                format!("{}-{}", square(file, rank), square(other, upper))
            }
            6 => {
                let squares = self.dice.between(1, 4);
                let names: Vec<String> =
                    (0..squares).map(|_| square(self.dice.below(files), self.dice.below(ranks))).collect();
                names.join(" ")
            }
            _ => "last rank".to_string(),
        }
    }
}

/// The name of a square.
fn square(file: usize, rank: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}
