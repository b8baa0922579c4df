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
//! Each side looks at the board through the same *units* (the hidden layer): a unit adds up its `bias` and what it makes of every piece, own and enemy, by what it is told of it: each [`Feature`] has a
//! list of numbers, of which one is added, seen from the side that looks. A royal is seen from where it is its side's only one on the board; what is more than [`FAR`](super::FAR) ranks or files off
//! counts as if it were as far as that. What attacks tell (from `exposed` on) adds nothing on boards of more than 256 squares, where they are not looked at. A unit is off where the sum is 0 or less, wholly on at [`ON`] and more, and in between in
//! proportion (a clipped rectifier). A side has `worth` centipawns by a unit that is wholly on; what both have is subtracted. So a unit says what no sum over single pieces can: what some of them are
//! worth where others stand.

use super::{
    WORTHS,
    features::{Feature, WEIGHTS},
    places::{Expected, read_list},
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

/// What pieces of a type and a side add to a unit: a list of numbers for each [`Feature`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// In the order of [`Feature::ALL`]; empty where nothing is added, ever.
    lists: [Vec<i16>; Feature::ALL.len()],
}

impl Input {
    /// The numbers of a feature; none where it adds nothing, ever.
    pub fn list(&self, feature: Feature) -> &[i16] {
        &self.lists[feature as usize]
    }

    /// One of these numbers, or 0.
    pub fn weight(&self, feature: Feature, index: usize) -> i16 {
        self.list(feature).get(index).copied().unwrap_or(0)
    }

    /// Has it these numbers for a feature.
    pub fn set(&mut self, feature: Feature, list: Vec<i16>) {
        self.lists[feature as usize] = if list.iter().all(|&weight| weight == 0) { Vec::new() } else { list };
    }

    /// Does it add nothing, ever?
    pub fn is_empty(&self) -> bool {
        self.lists.iter().all(Vec::is_empty)
    }

    fn text(&self) -> String {
        let field = |feature: &Feature| match (*feature, self.list(*feature)) {
            (_, []) => None,
            (Feature::Hand, [weight]) => Some(format!("hand: {weight}")),
            (_, list) => Some(format!("{}: {list:?}", feature.name())),
        };
        format!("({})", Feature::ALL.iter().filter_map(field).collect::<Vec<_>>().join(", "))
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
                let mut input = |name: &str, owner: SideId| {
                    let node = fields.value(name);
                    node.map(|node| self.input(node, side, (owner, piece))).unwrap_or_default()
                };
                let both = Inputs { own: input("own", side), enemy: input("enemy", 1 - side.min(1)) };
                if !both.is_empty() {
                    inputs.insert((side, piece), both);
                }
            }
        }
    }

    /// What pieces of a type add that belong to `owner`, for a side that looks.
    fn input(&mut self, node: &Node, side: SideId, (owner, piece): (SideId, PieceId)) -> Input {
        let mut input = Input::default();
        let names = Feature::ALL.map(Feature::name);
        let Some(fields) = self.context.fields(node, "what pieces add to a unit", &names, None) else {
            return input;
        };
        for feature in Feature::ALL {
            let Some(node) = fields.value(feature.name()) else { continue };
            let list = match feature {
                Feature::Hand => {
                    let hand = self.number(&fields, "hand", "what a piece in hand adds to a unit", feature.weights());
                    Some(vec![hand])
                }
                _ => read_list(self.context, node, &Expected::weights(feature, self.rules, side, self.is_lent)),
            };
            self.fits &= list.is_some();
            input.set(feature, list.unwrap_or_default());
            if let Some((kind, why)) = self.misplaced(&input, feature, side, (owner, piece)) {
                self.fits = false;
                if !self.is_lent {
                    self.context.error(fields.place(feature.name()), kind, why);
                }
            }
        }
        input
    }

    /// Why a feature has no place there: the kind of mistake, and what is told of it.
    fn misplaced(
        &self,
        input: &Input,
        feature: Feature,
        side: SideId,
        (owner, piece): (SideId, PieceId),
    ) -> Option<(&'static str, String)> {
        let rules = self.rules;
        let royals_of = |of: SideId| {
            let message = || format!("{} has no royal piece in {}", rules.sides[of as usize].name, rules.name);
            rules.royal_types(of).is_empty().then(|| ("no-royal", message()))
        };
        match feature {
            Feature::Hand if !input.list(feature).is_empty() && !rules.has_hands() => {
                Some(("no-hands", format!("nothing is held in hand in {}", rules.name)))
            }
            Feature::OwnRoyal => royals_of(side),
            Feature::EnemyRoyal => royals_of(1 - side.min(1)),
            Feature::RoyalZone => royals_of(1 - owner.min(1)),
            Feature::Flights if !rules.royal_types(owner).contains(&piece) => {
                let (name, side) = (&rules.pieces[piece as usize].name, &rules.sides[owner as usize].name);
                Some(("no-royal", format!("{name} of {side} is not royal in {}", rules.name)))
            }
            _ => None,
        }
    }
}
