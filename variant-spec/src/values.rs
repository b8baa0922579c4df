//! [`Values`]: what an engine has learnt about a game, beside what it derives from the rules: a small RON file next to the rule file.
//!
//! ```ron
//! (
//!     pieces: {
//!         "N": (full: 310, bare: 295, files: [-20, 0, 8, 12]),
//!         "P": (White: (full: 90), Black: (full: 105)),
//!         "K": (ranks: (full: [10, 0, -5, -5, -5, -5, -5, -5])),
//!     },
//!     shares: { "mobility": 80 },
//! )
//! ```
//!
//! Everything that is not in it is as derived, or, in a file that names a `base`, as the values of that game say:
//!
//! ```ron
//! (
//!     base: "chess",
//!     pieces: { "N": (full: 330) },
//! )
//! ```
//!
//! `network` holds a small neural network besides, which is learnt as a whole and corrects what everything else says ([`Network`]).
//!
//! What a base says counts where it fits, and the file has the last word, number by number and list by list. What fits:
//!
//! * worths and places of the pieces that have the same symbol here; those of other pieces are passed over;
//! * of these, worths of pieces that are not royal here, worths in hand where something is held in hand here, `ranks` and `files` where there are as many here;
//! * what it says of sides that have the same names here;
//! * all its shares, and its network, if the board has the same number of ranks and files and the network says nothing of hands where there are none. Its `outcomes` are those of another game, and are not taken.
//!
//! A base can have a base itself. Whether it makes an engine stronger only a match tells (`wazir match wazir wazir:values=derived --game GAME`).

mod base;
mod exposure;
mod features;
mod network;
mod places;
mod royal;

pub use base::ValuesFolder;
pub use exposure::{EXPOSURES, Exposure, TURNS};
pub use features::{FLIGHTS, Feature, LOOKED_UP_WEIGHTS, MOBILITIES, PATHS, ROYAL_ZONES, WEIGHTS};
pub use network::{Input, Inputs, Network, ON, UNITS, Unit};
pub use places::{Lines, PLACES, Places, lines_of, numbers_of_lines};
pub use royal::{FAR, STANDINGS, Standings};

use crate::{
    Diagnostics, Library, Rules, Source,
    diagnostic::suggestion,
    language::{Context, Field, Fields, For, Kind, Node, for_side, items},
    rules::{PieceId, SideId},
};
use std::{collections::BTreeMap, fmt::Write};

/// The extension of files with values; `variants/chess.values` belongs to `variants/chess.ron`. It is not `ron`, so that whatever ends in that is a game.
pub const EXTENSION: &str = "values";

/// What differs from the values that an engine derives from the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// What pieces are worth, by side and type.
    pub worths: BTreeMap<(SideId, PieceId), Worth>,
    /// How much more they are worth by where they stand, by side and type.
    pub places: BTreeMap<(SideId, PieceId), Places>,
    /// How much of what is derived counts, in percent.
    pub shares: BTreeMap<Share, u16>,
    /// How games end, by the score that searches find, where that has been counted.
    pub outcomes: Option<Outcomes>,
    /// What corrects all of that, where it has been learnt.
    pub network: Option<Network>,
}

/// How games end, by what a search finds and how long the game has gone on: with a score of `even` a side wins half of its games, and `spread` more or less makes that 73 or
/// 27 of a hundred (a logistic curve, as in the model of Stockfish: <https://github.com/official-stockfish/WDL_model>). Both are told for the start of a game and for the two half-moves of
/// [`Outcomes::LATER`]; between these they change evenly, and afterwards no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// Centipawns, at the start of a game, in its middle and late in it.
    pub even: [i16; 3],
    /// The same; at least 1.
    pub spread: [i16; 3],
}

impl Outcomes {
    /// The half-moves that are the middle of a game and late in it.
    pub const LATER: [u32; 2] = [80, 160];

    /// How many of all games a side wins (from 0 to 1) that has this score, in centipawns, so many plies after the start.
    pub fn wins(&self, score: i32, plies: u32) -> f64 {
        let [middle, late] = Outcomes::LATER;
        let (from, first, last) = if plies < middle { (0, 0, middle) } else { (1, middle, late) };
        let part = f64::from(plies.min(late) - first) / f64::from(last - first);
        let at = |told: [i16; 3]| f64::from(told[from]) + part * (f64::from(told[from + 1]) - f64::from(told[from]));
        1.0 / (1.0 + ((at(self.even) - f64::from(score)) / at(self.spread)).exp())
    }
}

/// What a piece is worth, in centipawns, before anything is said of where it stands; negative where having it is bad. `None` is as derived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// On the board, while there is as much force as at the start.
    pub full: Option<i16>,
    /// On the board, when no force is left.
    pub bare: Option<i16>,
    /// In hand.
    pub hand: Option<i16>,
}

/// The fields of a file.
const FIELDS: [&str; 5] = ["base", "pieces", "shares", "outcomes", "network"];

/// The least and the most a piece can be said to be worth.
pub const WORTHS: (i16, i16) = (-5000, 5000);

/// The most that can be made of a share, in percent.
pub const MOST_SHARE: u16 = 500;

/// A part of an evaluation that is derived from the rules, and of which more or less can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Share {
    /// How much more or less than elsewhere a piece reaches from its square.
    Outlook,
    /// Where royals stand: at home while there is force, in the middle afterwards.
    Shelter,
    /// How far pieces have come that can only go forward.
    Advance,
    /// The hope to promote, and whether anything of its kind can still stop, support or block a piece on its way.
    Promotion,
    /// Being near a goal.
    Races,
    /// Squares on which pieces cannot be enclosed.
    Firmness,
    /// How many squares pieces attack that weaker enemies do not.
    Mobility,
    /// Attacks on what is worth more, and on what is not defended.
    Threats,
    /// Attacks around a king, checks that could be given next, and what covers it.
    KingSafety,
    /// Figures that are being made.
    Figures,
    /// Chains that are being made.
    Paths,
    /// Having few of what one may not run out of.
    Scarcity,
    /// Having more moves than the opponent.
    Choice,
    /// Checks given, where enough of them win.
    Checks,
}

impl Share {
    /// All of them.
    pub const ALL: [Share; 14] = [
        Share::Outlook,
        Share::Shelter,
        Share::Advance,
        Share::Promotion,
        Share::Races,
        Share::Firmness,
        Share::Mobility,
        Share::Threats,
        Share::KingSafety,
        Share::Figures,
        Share::Paths,
        Share::Scarcity,
        Share::Choice,
        Share::Checks,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Share::Outlook => "outlook",
            Share::Shelter => "shelter",
            Share::Advance => "advance",
            Share::Promotion => "promotion",
            Share::Races => "races",
            Share::Firmness => "firmness",
            Share::Mobility => "mobility",
            Share::Threats => "threats",
            Share::KingSafety => "king safety",
            Share::Figures => "figures",
            Share::Paths => "paths",
            Share::Scarcity => "scarcity",
            Share::Choice => "choice",
            Share::Checks => "checks",
        }
    }
}

impl Values {
    /// Is everything as derived?
    pub fn is_empty(&self) -> bool {
        let has_numbers = !(self.worths.is_empty() && self.places.is_empty() && self.shares.is_empty());
        !has_numbers && self.outcomes.is_none() && self.network.is_none()
    }

    /// What is said of a piece.
    pub fn worth(&self, side: SideId, piece: PieceId) -> Worth {
        self.worths.get(&(side, piece)).copied().unwrap_or_default()
    }

    /// What is said of where a piece stands.
    pub fn places(&self, side: SideId, piece: PieceId) -> Places {
        self.places.get(&(side, piece)).cloned().unwrap_or_default()
    }

    /// How much of a part counts: 1.0 as derived.
    pub fn share(&self, share: Share) -> f64 {
        f64::from(self.percent(share)) / 100.0
    }

    /// The same in percent.
    pub fn percent(&self, share: Share) -> u16 {
        self.shares.get(&share).copied().unwrap_or(100)
    }

    /// Reads a file with values for a game, which stands alone: where it names a `base`, none is found.
    ///
    /// # Errors
    /// All mistakes in it, with their places.
    pub fn read(source: &Source, rules: &Rules) -> Result<Values, Diagnostics> {
        Values::read_over(source, rules, &base::NoBases)
    }

    /// Reads a file with values for a game; `bases` finds the files with values of other games, by their names.
    ///
    /// # Errors
    /// All mistakes in it, with their places, and those of its bases that do not depend on the game.
    pub fn read_over(source: &Source, rules: &Rules, bases: &dyn Library) -> Result<Values, Diagnostics> {
        let mut context = Context::new();
        let mut values = Values::default();
        for (generation, root) in base::load(&mut context, source, bases).iter().enumerate().rev() {
            let Some(fields) = context.fields(root, "a file with values", &FIELDS, None) else { continue };
            let is_lent = generation > 0;
            if let Some(pieces) = fields.value("pieces") {
                read_pieces(&mut context, pieces, rules, is_lent, &mut values);
            }
            if let Some(shares) = fields.value("shares") {
                read_shares(&mut context, shares, &mut values);
            }
            if let Some(outcomes) = fields.value("outcomes") {
                values.outcomes = read_outcomes(&mut context, outcomes).filter(|_| !is_lent);
            }
            if let Some(network) = fields.value("network") {
                values.network = network::read(&mut context, network, rules, is_lent);
            }
        }
        if context.has_errors() { Err(context.diagnostics(None)) } else { Ok(values) }
    }

    /// Is there nothing in a file but the name of a base? A file that cannot be read says more.
    pub fn is_only_lent(source: &Source) -> bool {
        base::is_all(source)
    }

    /// Has a file a network of its own? A file that cannot be read has none.
    pub fn has_network(source: &Source) -> bool {
        base::says(source, "network")
    }

    /// The text of a file with these values; each of the remarks becomes a line of comment before them.
    pub fn text(&self, rules: &Rules, remarks: &[String]) -> String {
        let mut text = String::new();
        for remark in remarks {
            let _ = writeln!(text, "// {remark}");
        }
        text.push_str("(\n");
        if !(self.worths.is_empty() && self.places.is_empty()) {
            text.push_str("    pieces: {\n");
            for (piece, of_type) in rules.pieces.iter().enumerate() {
                if let Some(said) = self.piece_text(rules, piece as PieceId) {
                    let _ = writeln!(text, "        {:?}: {said}, // {}", of_type.symbol, of_type.name);
                }
            }
            text.push_str("    },\n");
        }
        if !self.shares.is_empty() {
            text.push_str("    shares: {\n");
            for (share, percent) in &self.shares {
                let _ = writeln!(text, "        {:?}: {percent},", share.name());
            }
            text.push_str("    },\n");
        }
        if let Some(Outcomes { even, spread }) = self.outcomes {
            let _ = writeln!(text, "    outcomes: (even: {even:?}, spread: {spread:?}),");
        }
        if let Some(network) = &self.network {
            text.push_str(&network.text(rules));
        }
        text.push_str(")\n");
        text
    }

    /// What is said of a type: once where it is the same for every side that has it.
    fn piece_text(&self, rules: &Rules, piece: PieceId) -> Option<String> {
        let owners = (0..rules.sides.len() as SideId).filter(|&side| rules.piece_rules(piece, side).is_some());
        let said: Vec<(SideId, Vec<String>)> = owners.map(|side| (side, self.fields_of(side, piece))).collect();
        let (_, first) = said.first()?;
        let text = |fields: &[String]| format!("({})", fields.join(", "));
        if said.iter().all(|(_, fields)| fields == first) {
            return (!first.is_empty()).then(|| text(first));
        }
        let said = said.iter().filter(|(_, fields)| !fields.is_empty());
        let by_side = said.map(|(side, fields)| format!("{}: {}", rules.sides[*side as usize].name, text(fields)));
        Some(format!("({})", by_side.collect::<Vec<_>>().join(", ")))
    }

    /// The fields of what is said of a type of a side.
    fn fields_of(&self, side: SideId, piece: PieceId) -> Vec<String> {
        self.worth(side, piece).fields().chain(self.places(side, piece).fields()).collect()
    }
}

impl Worth {
    /// What this says, and where it says nothing, what another one says.
    fn over(self, other: Worth) -> Worth {
        Worth { full: self.full.or(other.full), bare: self.bare.or(other.bare), hand: self.hand.or(other.hand) }
    }

    fn fields(self) -> impl Iterator<Item = String> {
        let fields = [("full", self.full), ("bare", self.bare), ("hand", self.hand)];
        fields.into_iter().filter_map(|(name, worth)| worth.map(|worth| format!("{name}: {worth}")))
    }
}

/// Reads `{ "N": (full: 310), ... }`, over what is said already. Of what is lent by another game, that which does not fit this one is passed over.
fn read_pieces(context: &mut Context, node: &Node, rules: &Rules, is_lent: bool, values: &mut Values) {
    let names: Vec<String> = rules.sides.iter().map(|side| side.name.clone()).collect();
    for entry in context.entries(node, r#"{"N": (full: 310)}"#) {
        let Some(piece) = piece_of(context, entry, rules, &names, is_lent) else { continue };
        for side in 0..names.len() as SideId {
            let Some(node) = for_side(&entry.value, For { names: &names, side }) else { continue };
            let Some(of_side) = rules.piece_rules(piece, side) else {
                if entry.value.is_by_side() && !is_lent {
                    let message = format!("{} never has a \"{}\"", names[side as usize], entry.name);
                    context.error(node.span, "unknown-piece", message);
                }
                continue;
            };
            let what = format!("the worth of \"{}\"", entry.name);
            let Some(fields) = context.fields(node, &what, &["full", "bare", "hand", "ranks", "files"], None) else {
                continue;
            };
            let is_worth = !of_side.royal;
            if !is_worth && !is_lent && ["full", "bare", "hand"].iter().any(|name| fields.value(name).is_some()) {
                let message = format!("\"{}\" is royal: the game is over without it, so it has no worth", entry.name);
                let help = "where it stands can be worth something: `ranks` and `files`".to_string();
                context.error(entry.name_span, "royal-worth", message).help = Some(help);
                break;
            }
            let places = places::read(context, &fields, rules, side, is_lent).over(values.places(side, piece));
            values.places.insert((side, piece), places);
            let worth = read_worth(context, &fields, rules, is_lent);
            if is_worth {
                values.worths.insert((side, piece), worth.over(values.worth(side, piece)));
            }
        }
    }
    values.places.retain(|_, places| !places.is_empty());
    values.worths.retain(|_, worth| *worth != Worth::default());
}

/// The type of piece that an entry is about. Where it is not lent by another game, what the game does not have is reported: the type, and sides.
fn piece_of(context: &mut Context, entry: &Field, rules: &Rules, names: &[String], is_lent: bool) -> Option<PieceId> {
    let symbols: Vec<&str> = rules.pieces.iter().map(|piece| piece.symbol.as_str()).collect();
    let piece = symbols.iter().position(|symbol| *symbol == entry.name);
    if is_lent {
        return piece.map(|piece| piece as PieceId);
    }
    if piece.is_some() {
        check_sides(context, &entry.value, names);
    } else {
        let message = format!("{} has no piece \"{}\"", rules.name, entry.name);
        context.error(entry.name_span, "unknown-piece", message).help = Some(suggestion(&entry.name, &symbols));
    }
    piece.map(|piece| piece as PieceId)
}

/// Reports sides that the game does not have, where worths are given by side.
fn check_sides(context: &mut Context, node: &Node, names: &[String]) {
    let Kind::Struct(fields) = &node.kind else { return };
    if !node.is_by_side() {
        return;
    }
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    for field in fields.iter().filter(|field| !known.contains(&field.name.as_str())) {
        let message = format!("there is no side `{}`", field.name);
        context.error(field.name_span, "unknown-side", message).help = Some(suggestion(&field.name, &known));
    }
}

fn read_worth(context: &mut Context, fields: &Fields<'_>, rules: &Rules, is_lent: bool) -> Worth {
    let mut worth = |name: &str| {
        let node = fields.value(name)?;
        if name == "hand" && !rules.has_hands() {
            if is_lent {
                return None;
            }
            context.error(fields.place(name), "no-hands", format!("nothing is held in hand in {}", rules.name));
            return None;
        }
        whole(context, node, "a worth in centipawns", i32::from(WORTHS.0), i32::from(WORTHS.1))
    };
    let mut narrow = |name: &str| worth(name).and_then(|worth| i16::try_from(worth).ok());
    Worth { full: narrow("full"), bare: narrow("bare"), hand: narrow("hand") }
}

/// Reads `{ "mobility": 80, ... }`.
fn read_shares(context: &mut Context, node: &Node, values: &mut Values) {
    let names = Share::ALL.map(Share::name);
    for entry in context.entries(node, r#"{"mobility": 80}"#) {
        let Some(share) = Share::ALL.into_iter().find(|share| share.name() == entry.name) else {
            let message = format!("no part of the evaluation is called \"{}\"", entry.name);
            context.error(entry.name_span, "unknown-share", message).help = Some(suggestion(&entry.name, &names));
            continue;
        };
        let percent = whole(context, &entry.value, "a share in percent", 0, i32::from(MOST_SHARE));
        if let Some(percent) = percent.and_then(|percent| u16::try_from(percent).ok()) {
            values.shares.insert(share, percent);
        }
    }
}

/// Reads `(even: [40, 90, 500], spread: [150, 120, 100])`.
fn read_outcomes(context: &mut Context, node: &Node) -> Option<Outcomes> {
    let fields = context.fields(node, "how games end", &["even", "spread"], None)?;
    let mut scores = |name: &str, least: i32| {
        let form = format!("`{name}: [START, MIDDLE, LATE]`");
        let Some(node) = fields.value(name) else {
            context.error(node.span, "missing-field", format!("`outcomes` needs {form}, in centipawns"));
            return None;
        };
        let [start, middle, late] = items(node) else {
            context.wrong_type(node, &format!("three numbers, {form}"));
            return None;
        };
        let mut number = |node: &Node| {
            let number = whole(context, node, "a score in centipawns", least, i32::from(WORTHS.1))?;
            i16::try_from(number).ok()
        };
        let (start, middle, late) = (number(start), number(middle), number(late));
        Some([start?, middle?, late?])
    };
    let (even, spread) = (scores("even", 0), scores("spread", 1));
    even.zip(spread).map(|(even, spread)| Outcomes { even, spread })
}

/// A whole number, possibly negative, from `from` to `to`.
fn whole(context: &mut Context, node: &Node, what: &str, from: i32, to: i32) -> Option<i32> {
    let Kind::Number(text) = &node.kind else {
        context.wrong_type(node, &format!("{what} ({from} to {to})"));
        return None;
    };
    let number = text.replace('_', "").parse().ok().filter(|number| (from..=to).contains(number));
    if number.is_none() {
        context.error(node.span, "bad-number", format!("expected {what} ({from} to {to}), found {text}"));
    }
    number
}
