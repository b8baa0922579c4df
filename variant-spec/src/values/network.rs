//! [`Network`]: a small neural network that corrects what an evaluation says.
//!
//! ```ron
//! network: [
//!     (worth: 212, bias: 40, pieces: {
//!         "N": (own: (ranks: [3, 10, 24, 31, 30, 22, 8, 0], files: [-12, 4, 9, 15]), enemy: (files: [6, 0, -3, -9])),
//!         "Q": (own: (enemy_royal: [0, 0, 0, 9, 8, 2, 30, 24, 7, 28, 20, 6, 11, 9, 0], check: [40, 12])),
//!         "P": (White: (own: (hand: 14)), Black: (enemy: (hand: -3))),
//!     }),
//! ]
//! ```
//!
//! Each side looks at the board through the same *units* (the hidden layer): a unit adds up its `bias` and what it makes of every piece, own and enemy, by the rank and the file on which
//! that stands as the side that looks sees them, by where it is as seen from the royal of either side, and of every piece in hand. A royal is seen from where it is its side's only one on the board;
//! what is more than [`FAR`](super::FAR) ranks or files off counts as if it were as far as that. `exposed` is by how the piece is attacked and defended ([`Exposure`](super::Exposure)), and `check`
//! is added for each piece that could give check next from where nothing takes it, both by whose turn it is; on boards of more than 256 squares, where attacks are not looked at, they add nothing. A unit is off where the sum is 0 or less, wholly on at [`ON`] and more, and in between in proportion (a clipped
//! rectifier). A side has `worth` centipawns by a unit that is wholly on; what both have is subtracted. So a unit says what no sum over single pieces can: what some of them are worth where
//! others stand.

use super::{
    WORTHS,
    exposure::ATTACK_WEIGHTS,
    places::{Expected, Lines, read_list},
    whole,
};
use crate::{
    Rules,
    language::{Context, Fields, For, Kind, Node, for_side},
    rules::{PieceId, SideId},
};
use std::{collections::BTreeMap, fmt::Write};

/// The most units a network has.
pub const UNITS: usize = 16;

/// The sum from which a unit is wholly on.
pub const ON: i16 = 256;

/// The least and the most that a piece adds to a unit by its rank, its file, or in hand, and a unit's bias.
pub const WEIGHTS: (i16, i16) = (-4000, 4000);

/// A small neural network, of one hidden layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Network {
    /// The hidden layer, at most [`UNITS`].
    pub units: Vec<Unit>,
}

/// A unit of the hidden layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// Centipawns for the side that looks, where it is wholly on.
    pub worth: i16,
    /// The sum on an empty board.
    pub bias: i16,
    /// What pieces add, by the side that looks and their type.
    pub inputs: BTreeMap<(SideId, PieceId), Inputs>,
}

/// What pieces of a type add to a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// Those of the side that looks.
    pub own: Input,
    /// Those of the other side.
    pub enemy: Input,
}

/// What pieces of a type and a side add to a unit. An empty list adds nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// By the lines of the board, as the side that looks sees them.
    pub lines: Lines,
    /// By where it stands as seen from the royal of the side that looks, where that is its only one ([`super::Standings`]).
    pub own_royal: Vec<i16>,
    /// The same as seen from the other side's royal.
    pub enemy_royal: Vec<i16>,
    /// Each one in hand.
    pub hand: i16,
    /// By how it is attacked and defended ([`super::Exposure::index`]); royals are not.
    pub exposed: Vec<i16>,
    /// Each one that could give check next, from where nothing takes it, by a move or by a drop: while its side is to move, and while the other one is.
    pub check: Vec<i16>,
}

impl Input {
    /// Does it add nothing, ever?
    pub fn is_empty(&self) -> bool {
        let lists = self.own_royal.iter().chain(&self.enemy_royal).chain(&self.exposed).chain(&self.check);
        self.hand == 0 && self.lines.is_empty() && lists.into_iter().all(|&weight| weight == 0)
    }

    fn text(&self) -> String {
        let list =
            |name: &str, list: &[i16]| list.iter().any(|&weight| weight != 0).then(|| format!("{name}: {list:?}"));
        let hand = (self.hand != 0).then(|| format!("hand: {}", self.hand));
        let lines = [list("ranks", &self.lines.ranks), list("files", &self.lines.files)];
        let royals = [list("own_royal", &self.own_royal), list("enemy_royal", &self.enemy_royal)];
        let attacks = [list("exposed", &self.exposed), list("check", &self.check)];
        let fields: Vec<String> = lines.into_iter().chain(royals).chain([hand]).chain(attacks).flatten().collect();
        format!("({})", fields.join(", "))
    }
}

impl Inputs {
    fn is_empty(&self) -> bool {
        self.own.is_empty() && self.enemy.is_empty()
    }

    fn text(&self) -> String {
        let parts = [("own", &self.own), ("enemy", &self.enemy)].into_iter().filter(|(_, input)| !input.is_empty());
        format!("({})", parts.map(|(name, input)| format!("{name}: {}", input.text())).collect::<Vec<_>>().join(", "))
    }
}

impl Network {
    /// The field of a file that says this, with a line for each type of piece of each unit.
    pub(super) fn text(&self, rules: &Rules) -> String {
        let mut text = String::from("    network: [\n");
        for unit in &self.units {
            let _ = writeln!(text, "        (worth: {}, bias: {}, pieces: {{", unit.worth, unit.bias);
            for (piece, of_type) in rules.pieces.iter().enumerate() {
                if let Some(said) = unit.piece_text(rules, piece as PieceId) {
                    let _ = writeln!(text, "            {:?}: {said},", of_type.symbol);
                }
            }
            text.push_str("        }),\n");
        }
        text.push_str("    ],\n");
        text
    }
}

impl Unit {
    /// What a type adds: once where it is the same whichever side looks.
    fn piece_text(&self, rules: &Rules, piece: PieceId) -> Option<String> {
        let of = |side: usize| self.inputs.get(&(side as SideId, piece)).filter(|inputs| !inputs.is_empty());
        let first = of(0);
        if (1..rules.sides.len()).all(|side| of(side) == first) {
            return first.map(Inputs::text);
        }
        let by_side = rules.sides.iter().enumerate().filter_map(|(side, named)| Some((named, of(side)?)));
        let by_side = by_side.map(|(named, inputs)| format!("{}: {}", named.name, inputs.text()));
        Some(format!("({})", by_side.collect::<Vec<_>>().join(", ")))
    }
}

/// Reads `[(worth: 212, bias: 40, pieces: {...}), ...]`. One that is lent by another game counts only if its lists have the lengths that there are here; pieces that this game does not have are
/// passed over.
pub(super) fn read(context: &mut Context, node: &Node, rules: &Rules, is_lent: bool) -> Option<Network> {
    let Kind::List(nodes) = &node.kind else {
        context.wrong_type(node, "a list of units, `[(worth: 212, bias: 40, pieces: {...})]`");
        return None;
    };
    if rules.sides.len() != 2 {
        if !is_lent {
            let message = format!("{} has {} sides; a network is for games of two", rules.name, rules.sides.len());
            context.error(node.span, "network-sides", message);
        }
        return None;
    }
    if nodes.len() > UNITS {
        let message = format!("a network has at most {UNITS} units, found {}", nodes.len());
        context.error(node.span, "too-many-units", message);
        return None;
    }
    let mut reader = Reader { context, rules, is_lent, fits: true };
    let units: Vec<Unit> = nodes.iter().filter_map(|node| reader.unit(node)).collect();
    (reader.fits && units.len() == nodes.len()).then_some(Network { units })
}

struct Reader<'a> {
    context: &'a mut Context,
    rules: &'a Rules,
    is_lent: bool,
    /// What is lent fits the game so far.
    fits: bool,
}

impl Reader<'_> {
    fn unit(&mut self, node: &Node) -> Option<Unit> {
        let fields = self.context.fields(node, "a unit", &["worth", "bias", "pieces"], None)?;
        let (least, most) = WORTHS;
        let worth = self.number(&fields, "worth", "a worth in centipawns", (least, most));
        let bias = self.number(&fields, "bias", "a bias", WEIGHTS);
        let mut inputs = BTreeMap::new();
        if let Some(pieces) = fields.value("pieces") {
            self.pieces(pieces, &mut inputs);
        }
        Some(Unit { worth, bias, inputs })
    }

    fn number(&mut self, fields: &Fields<'_>, name: &str, what: &str, (least, most): (i16, i16)) -> i16 {
        let Some(node) = fields.value(name) else { return 0 };
        whole(self.context, node, what, i32::from(least), i32::from(most)).map_or(0, |number| number as i16)
    }

    fn pieces(&mut self, node: &Node, inputs: &mut BTreeMap<(SideId, PieceId), Inputs>) {
        let rules = self.rules;
        let names: Vec<String> = rules.sides.iter().map(|side| side.name.clone()).collect();
        for entry in self.context.entries(node, r#"{"N": (own: (files: [0, 2, 5, 9]))}"#) {
            let Some(piece) = super::piece_of(self.context, entry, rules, &names, self.is_lent) else { continue };
            for side in 0..names.len() as SideId {
                let Some(node) = for_side(&entry.value, For { names: &names, side }) else { continue };
                let what = format!("what \"{}\" adds to a unit", entry.name);
                let Some(fields) = self.context.fields(node, &what, &["own", "enemy"], None) else { continue };
                let mut input = |name: &str| fields.value(name).map(|node| self.input(node, side)).unwrap_or_default();
                let both = Inputs { own: input("own"), enemy: input("enemy") };
                if !both.is_empty() {
                    inputs.insert((side, piece), both);
                }
            }
        }
    }

    fn input(&mut self, node: &Node, side: SideId) -> Input {
        let what = "what pieces add to a unit";
        let names = ["ranks", "files", "own_royal", "enemy_royal", "hand", "exposed", "check"];
        let Some(fields) = self.context.fields(node, what, &names, None) else {
            return Input::default();
        };
        let hand = self.number(&fields, "hand", "what a piece in hand adds to a unit", WEIGHTS);
        if hand != 0 && !self.rules.has_hands() {
            self.fits = false;
            if !self.is_lent {
                let message = format!("nothing is held in hand in {}", self.rules.name);
                self.context.error(fields.place("hand"), "no-hands", message);
            }
        }
        for (name, of) in [("own_royal", side), ("enemy_royal", 1 - side.min(1))] {
            if fields.value(name).is_some() && self.rules.royal_types(of).is_empty() {
                self.fits = false;
                if !self.is_lent {
                    let message =
                        format!("{} has no royal piece in {}", self.rules.sides[of as usize].name, self.rules.name);
                    self.context.error(fields.place(name), "no-royal", message);
                }
            }
        }
        let [ranks, files] = Expected::lines(self.rules, side, "a weight", WEIGHTS, self.is_lent);
        let standings = Expected::standings("a weight", WEIGHTS, self.is_lent);
        let exposures = Expected::exposures("a weight", ATTACK_WEIGHTS, self.is_lent);
        let turns = Expected::turns("a weight", ATTACK_WEIGHTS, self.is_lent);
        let mut list = |name: &str, expected: &Expected| {
            let list = fields.value(name).map(|node| read_list(self.context, node, expected));
            self.fits &= list != Some(None);
            list.flatten().unwrap_or_default()
        };
        let lines = Lines { ranks: list("ranks", &ranks), files: list("files", &files) };
        let (own_royal, enemy_royal) = (list("own_royal", &standings), list("enemy_royal", &standings));
        let (exposed, check) = (list("exposed", &exposures), list("check", &turns));
        Input { lines, own_royal, enemy_royal, hand, exposed, check }
    }
}
