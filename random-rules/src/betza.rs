//! Movements at random, of every kind that Betza notation has.

use crate::dice::Dice;
use wazir_variant_spec::betza::{Budget, Initial, Lowering, lower_all, parse};
use wazir_variant_spec::rules::{Cause, Grid, Orientation, Push};

/// Where movements are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    /// Files of the board.
    pub(crate) files: usize,
    /// Ranks of the board.
    pub(crate) ranks: usize,
    /// Are the cells hexagons?
    pub(crate) hexagons: bool,
}

/// Movements that are not often hit upon letter by letter.
const KNOWN: [&str; 62] = [
    "fmWfcF",
    "fmWfceFifmnD",
    "fmWfceFifmnDiifmnD",
    "fmFfceW",
    "fW",
    "fWfcF",
    "FfW",
    "WfF",
    "ifmR4",
    "fmR4fceF",
    "fmWfscW",
    "nN",
    "nA",
    "nD",
    "nNN",
    "nC",
    "jN",
    "jD",
    "jAA",
    "mafsW",
    "mafsmafW",
    "afsW",
    "pafsW",
    "FyafsF",
    "WyafsW",
    "RmasR",
    "BmasB",
    "mRcaibR",
    "mBcaibB",
    "caKcabK",
    "caKmabK",
    "cabW",
    "mabK",
    "caiW",
    "fcafmF",
    "mWpafcW",
    "tpafmW",
    "mcdQ",
    "dNmN",
    "[F?R]",
    "[F-R]",
    "[W?fsF]",
    "[W?sR]",
    "[F?sF]",
    "(az)N",
    "(az)F",
    "(az)W",
    "qN",
    "zB",
    "qW",
    "zR",
    "mRcpR",
    "mRctpR",
    "mBcpB",
    "gQ",
    "gR",
    "jR",
    "jB",
    "afudQ",
    "[cW-mW-umW]",
    "[dD-bucW]",
    "[cF-fmF-fumF]",
];

/// A movement that can be played on this ground.
pub(crate) fn movement(dice: &mut Dice, ground: Ground) -> String {
    valid(dice, ground, |dice| {
        dice.weigh(&[
            (30, simple as Maker),
            (14, known),
            (8, double),
            (6, legs),
            (3, brackets),
            (2, groups),
            (2, swap),
            (1, anywhere),
            (1, round),
        ])(dice)
    })
}

/// A movement of a few steps, as kings have.
pub(crate) fn royal(dice: &mut Dice, ground: Ground) -> String {
    valid(dice, ground, |dice| {
        let usual = [
            "K", "K", "K", "K", "W", "F", "WF", "KmD", "WfF", "FmW", "N", "Q2", "D", "K2", "WmB", "KmN", "R", "fKbKsW",
            "KAmD",
        ];
        if dice.chance(80) { dice.pick(&usual).to_string() } else { simple(dice) }
    })
}

/// A movement of men that mostly go forward.
pub(crate) fn pawn(dice: &mut Dice, ground: Ground) -> String {
    valid(dice, ground, |dice| {
        let usual = [
            "fmWfcF",
            "fmWfceFifmnD",
            "fmWfceFifmnD",
            "fmWfceFifmnDifmnH",
            "fmFfcW",
            "fmWfscW",
            "fW",
            "fWfF",
            "fmWfceFifmR3",
            "mfFcfWimfnA",
            "fsmWfcF",
            "fmWfcFfmD",
            "ffN",
            "fmWfceFfmnD",
            "ifmnDfmWfceFsmW",
            "fmR2fcF",
            "fmWfceFifmnDfcafmF",
        ];
        dice.pick(&usual).to_string()
    })
}

/// A movement to be bound to friends beside, or pushed with: captures of one leg.
pub(crate) fn plain(dice: &mut Dice, ground: Ground) -> String {
    valid(dice, ground, simple)
}

/// Leaps of one kind, as regions around a square are given.
pub(crate) fn leap(dice: &mut Dice) -> String {
    dice.weigh(&[(6, "K"), (4, "W"), (4, "F"), (1, "N"), (1, "D"), (1, "A"), (1, "WD"), (1, "fW"), (1, "fFsW")])
        .to_string()
}

/// Lines, as royals face each other along them.
pub(crate) fn line(dice: &mut Dice) -> String {
    dice.weigh(&[(4, "vR"), (3, "R"), (2, "B"), (2, "Q"), (1, "sR"), (1, "NN")]).to_string()
}

type Maker = fn(&mut Dice) -> String;

/// What `make` makes, again until it can be played.
fn valid(dice: &mut Dice, ground: Ground, make: impl Fn(&mut Dice) -> String) -> String {
    for _ in 0..60 {
        let text = make(dice);
        if is_valid(&text, ground) {
            return text;
        }
    }
    "W".to_string()
}

/// Can this movement be played on such a ground? (Whether it leads anywhere there is another question.)
fn is_valid(text: &str, ground: Ground) -> bool {
    let board = (0..(ground.files * ground.ranks) as u16).collect();
    let lowering = Lowering {
        grid: if ground.hexagons { Grid::Hexagons } else { Grid::Squares },
        size: (ground.files as u8, ground.ranks as u8),
        royals: [0].into_iter().collect(),
        orientation: Orientation::Upward,
        initial: Initial::On(board),
        unchecked: false,
        safe_way: false,
        over: None,
        push: None::<Push>,
        from: board,
        to: board,
        cause: Cause::default(),
        budget: Budget::default(),
    };
    parse(text).is_ok_and(|betza| lower_all(&betza, &lowering).is_ok())
}

/// Letters for where a move leads, or none.
fn directions(dice: &mut Dice) -> &'static str {
    let one = ["f", "b", "l", "r", "v", "s", "f", "s"];
    let more = [
        "fl", "fr", "bl", "br", "fb", "fs", "bs", "ff", "fh", "bh", "hl", "hr", "fv", "ss", "lr", "ffN", "rf", "bb",
        "fsb",
    ];
    match dice.below(100) {
        0..=49 => "",
        50..=84 => dice.pick(&one),
        _ => dice.pick(&more),
    }
}

/// Letters for what a move does where it ends, or none.
fn modes(dice: &mut Dice) -> &'static str {
    dice.weigh(&[
        (34, ""),
        (16, "m"),
        (16, "c"),
        (3, "mc"),
        (3, "d"),
        (2, "cd"),
        (3, "md"),
        (2, "mcd"),
        (2, "k"),
        (2, "mk"),
        (3, "t"),
        (2, "mt"),
        (1, "ct"),
        (2, "e"),
        (2, "ce"),
        (1, "mce"),
    ])
}

/// Letters for how a move gets there, or none.
fn manners(dice: &mut Dice) -> &'static str {
    dice.weigh(&[
        (64, ""),
        (8, "n"),
        (6, "j"),
        (7, "p"),
        (6, "g"),
        (2, "tp"),
        (1, "tg"),
        (3, "q"),
        (3, "z"),
        (3, "o"),
        (3, "i"),
        (2, "in"),
        (1, "ii"),
    ])
}

/// An atom, which may have a range.
fn atom(dice: &mut Dice) -> String {
    let letters = [
        (14, "W"),
        (12, "F"),
        (6, "D"),
        (10, "N"),
        (6, "A"),
        (2, "H"),
        (3, "C"),
        (2, "Z"),
        (1, "G"),
        (8, "K"),
        (6, "Q"),
        (9, "R"),
        (9, "B"),
        (1, "(1,4)"),
        (1, "(2,4)"),
        (1, "(3,3)"),
        (1, "(0,4)"),
    ];
    let atom = dice.weigh(&letters);
    let range = match dice.below(100) {
        0..=69 => "",
        70..=78 => "2",
        79..=83 => "3",
        84..=85 => "4",
        86..=90 => "0",
        91..=92 => "02",
        93 => "03",
        // Doubled.
        _ => atom,
    };
    format!("{atom}{range}")
}

/// One atom with anything before it.
fn simple(dice: &mut Dice) -> String {
    format!("{}{}{}{}", modes(dice), directions(dice), manners(dice), atom(dice))
}

fn known(dice: &mut Dice) -> String {
    dice.pick(&KNOWN).to_string()
}

/// Different ways to move and to capture.
fn double(dice: &mut Dice) -> String {
    let part = |dice: &mut Dice| format!("{}{}{}", directions(dice), manners(dice), atom(dice));
    format!("m{}c{}", part(dice), part(dice))
}

/// Several legs by one atom.
fn legs(dice: &mut Dice) -> String {
    let way = |dice: &mut Dice| {
        dice.weigh(&[
            (6, ""),
            (6, "m"),
            (5, "c"),
            (2, "d"),
            (2, "p"),
            (1, "mp"),
            (1, "y"),
            (1, "g"),
            (1, "tp"),
            (1, "mc"),
            (1, "i"),
        ])
    };
    let mut text = String::new();
    for leg in 0..dice.weigh(&[(6, 1), (2, 2), (1, 3)]) {
        let turn = if leg == 0 && dice.chance(60) { "" } else { directions(dice) };
        text.push_str(&format!("{}{turn}a", way(dice)));
    }
    let back = dice.weigh(&[(8, ""), (1, "i"), (1, "u")]);
    format!("{text}{}{}{back}{}", modes(dice), directions(dice), atom(dice))
}

/// Several legs with an atom each.
fn brackets(dice: &mut Dice) -> String {
    let mut text = format!("{}[", if dice.chance(80) { "" } else { directions(dice) });
    let legs = dice.weigh(&[(5, 2), (2, 3)]);
    for leg in 0..legs {
        if leg > 0 {
            text.push(dice.pick(&['-', '-', '?']));
        }
        let mode = dice.weigh(&[(6, ""), (3, "m"), (3, "c"), (1, "d"), (1, "p"), (1, "um"), (1, "t")]);
        let turn = if leg == 0 { "" } else { directions(dice) };
        text.push_str(&format!("{mode}{turn}{}", atom(dice)));
    }
    text + "]"
}

/// Legs that are repeated.
fn groups(dice: &mut Dice) -> String {
    let group = dice.pick(&["az", "aq", "afs", "mafs", "maf", "afl", "mafr"]);
    format!("{}({group}){}", modes(dice), dice.pick(&["N", "F", "W", "D", "A", "B2"]))
}

/// An exchange of places.
fn swap(dice: &mut Dice) -> String {
    format!("u{}{}{}", dice.pick(&["c", "d", "cd"]), directions(dice), atom(dice))
}

/// To any square.
fn anywhere(dice: &mut Dice) -> String {
    dice.pick(&["mU", "U", "cU", "udU"]).to_string()
}

/// Round the board's sides.
fn round(dice: &mut Dice) -> String {
    format!("{}{}o{}", modes(dice), directions(dice), dice.pick(&["R", "B", "Q", "K", "N", "W", "R3"]))
}
