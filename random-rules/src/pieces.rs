//! The types of pieces: what they are called, how they move, what is special about them.

use crate::betza;
use crate::maker::{Kind, Maker};
use crate::value::{Value, call, fields, text, texts, word};

/// Letters of pieces; `K`, `P` and `R` are given to what is like them.
const LETTERS: [char; 22] =
    ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'L', 'M', 'N', 'O', 'Q', 'S', 'T', 'U', 'V', 'W', 'Y', 'Z'];

impl Maker {
    /// Decides which types there are.
    pub(crate) fn name_pieces(&mut self) {
        let royals = self.dice.weigh(&[(10, 0), (80, 1), (10, 2)]);
        for symbol in ["K", "O"].iter().take(royals) {
            self.kinds.push(Kind { royal: true, ..Kind::called(symbol) });
        }
        if self.dice.chance(65) {
            self.kinds.push(Kind { pawn: true, ..Kind::called("P") });
        }
        let others = self.dice.weigh(&[(2, 1), (6, 2), (6, 3), (4, 4), (2, 5), (1, 7)]);
        let letters: Vec<char> = LETTERS.into_iter().filter(|&letter| royals < 2 || letter != 'O').collect();
        for letter in self.dice.some(&letters, others) {
            self.kinds.push(Kind::called(&letter.to_string()));
        }
        if self.dice.chance(8) {
            let letter = self.kinds.last().map(|kind| kind.symbol.clone()).unwrap_or_default();
            self.kinds.push(Kind::called(&format!("{letter}'")));
        }
        // Promoted forms of some of them: not there at the start.
        if self.dice.chance(35) {
            for at in 0..self.kinds.len() {
                let Kind { royal, ref symbol, .. } = self.kinds[at];
                let symbol = format!("+{symbol}");
                if !royal && self.dice.chance(50) {
                    self.kinds.push(Kind { starts: false, ..Kind::called(&symbol) });
                }
            }
        }
        if self.has("prisoners") {
            self.kinds.push(Kind { starts: false, prisoner: true, ..Kind::called("X'") });
        }
        // Types that only promotions bring about.
        let last = self.kinds.iter_mut().rev().find(|kind| !kind.royal && !kind.pawn && !kind.prisoner);
        if let Some(kind) = last.filter(|_| self.dice.chance(25)) {
            kind.starts = false;
        }
        if self.sides == 2 && self.dice.chance(12) {
            let at = self.dice.below(self.kinds.len());
            if !self.kinds[at].royal {
                self.kinds[at].owner = Some(self.dice.below(2));
            }
        }
    }

    /// All types with what is said of them.
    pub(crate) fn pieces(&mut self) -> Value {
        let kinds = self.kinds.clone();
        let mut map: Vec<(String, Value)> = Vec::new();
        for kind in &kinds {
            let value = self.piece(kind);
            map.push((kind.symbol.clone(), value));
        }
        Value::Map(map)
    }

    fn piece(&mut self, kind: &Kind) -> Value {
        if kind.prisoner {
            return fields([("moves", Value::List(Vec::new())), ("drops", word("Never"))]);
        }
        let moves = self.moves(kind);
        let mut piece = fields([("moves", moves)]);
        if let Some(owner) = kind.owner {
            let name = self.side_names()[owner].clone();
            piece.set("owners", texts([name]));
        }
        if kind.royal {
            let everybody = self.sides > 2 || self.dice.chance(94);
            let royal = if everybody { word(true) } else { fields([("White", word(true))]) };
            piece.set("royal", royal);
        }
        if self.dice.chance(if kind.pawn { 65 } else { 14 }) && !kind.royal {
            let promotes = self.promotes(kind);
            if let Some(promotes) = promotes {
                piece.set("promotes", promotes);
            }
        }
        if self.dice.chance(if kind.royal { 4 } else { 7 }) {
            let region = self.region();
            piece.set("within", text(region));
        }
        if self.dice.chance(5) {
            let initial = if self.dice.chance(60) { word("Unmoved") } else { text(self.region()) };
            if initial == word("Unmoved") && self.dice.chance(30) {
                let (to, along) = (self.some_symbols(1), betza::line(&mut self.dice));
                piece.set("forfeits", fields([("to", to), ("along", text(along))]));
            }
            piece.set("initial", initial);
        }
        if self.wants("choosy", 25) {
            let captures = self.types();
            piece.set("captures", captures);
        }
        if !kind.royal && self.wants("iron", 20) {
            piece.set("capturable", word(false));
        }
        if self.wants("hand", 15) && !kind.royal {
            let captured = self.captured();
            piece.set("captured", captured);
        }
        if self.wants("hand", 15) && !kind.royal {
            let drops = if self.dice.chance(20) { word("Never") } else { self.drops() };
            piece.set("drops", drops);
        }
        if !kind.royal && self.wants("prisoners", 60) {
            self.imprison(kind, &mut piece);
        }
        if self.wants("capturer", 30) {
            let capturer = self.capturer();
            piece.set("capturer", capturer);
        }
        if self.wants("wary", 30) {
            let mut wary = fields([("of", self.some_symbols(2))]);
            if self.dice.chance(50) {
                wary.set("beyond", text(betza::leap(&mut self.dice)));
            }
            if self.dice.chance(30) {
                wary.set("trifles", self.some_symbols(1));
            }
            piece.set("wary", wary);
        }
        piece
    }

    /// Captured pieces of this type become prisoners, for which they are exchanged or ransomed.
    fn imprison(&mut self, kind: &Kind, piece: &mut Value) {
        piece.set("captured", call("ToHand", fields([("as", text("X'"))])));
        let returned = Value::Map(vec![("X'".to_string(), text(&kind.symbol))]);
        let mut drops = fields([("exchange", fields([("of", text("X'")), ("for", returned)]))]);
        if self.dice.chance(40) {
            drops.set("onto", text(self.region()));
        }
        piece.set("drops", drops);
        let others: Vec<String> = self
            .kinds
            .iter()
            .filter(|other| !other.royal && !other.prisoner && other.symbol != kind.symbol)
            .map(|other| other.symbol.clone())
            .collect();
        if !others.is_empty() && self.dice.chance(50) {
            let ransom = fields([("of", text("X'")), ("for", text("X'"))]);
            let target = fields([("piece", text(self.dice.pick(&others))), ("ransom", ransom)]);
            let mut to = vec![target];
            if self.dice.chance(60) {
                to.push(text(self.dice.pick(&others)));
            }
            piece.set("promotes", Value::List(to));
        }
    }

    /// How a type moves.
    fn moves(&mut self, kind: &Kind) -> Value {
        if !kind.royal && self.dice.chance(2) {
            return Value::List(Vec::new());
        }
        let ground = self.ground;
        let mut parts = Vec::new();
        let first = match (kind.royal, kind.pawn) {
            (true, _) => betza::royal(&mut self.dice, ground),
            (_, true) => betza::pawn(&mut self.dice, ground),
            _ => betza::movement(&mut self.dice, ground),
        };
        parts.push(first);
        let more = match (kind.royal, kind.pawn) {
            (true, _) | (_, true) => self.dice.weigh(&[(88, 0), (12, 1)]),
            _ => self.dice.weigh(&[(5, 0), (4, 1), (1, 2)]),
        };
        for _ in 0..more {
            parts.push(betza::movement(&mut self.dice, ground));
        }
        let mut list = Vec::new();
        for part in parts {
            let bound = self.dice.chance(9);
            list.push(if bound { self.bound(part) } else { text(part) });
        }
        if self.wants("pushes", 45) {
            let push = self.push();
            list.push(push);
        }
        if self.wants("beside", 35) {
            let beside = self.beside();
            list.push(beside);
        }
        if self.wants("loans", 35) {
            list.push(text(self.dice.pick(&["xK", "xbW", "xaN", "xafW", "xW", "xR", "xaW", "xasF", "xsW"])));
        }
        if self.wants("last moved", 35) {
            let last = self.last_moved();
            list.push(last);
        }
        if self.sides > 2 || !self.dice.chance(4) {
            return Value::List(list);
        }
        let other = vec![text(betza::movement(&mut self.dice, ground))];
        fields([("White", Value::List(list)), ("Black", Value::List(other))])
    }

    /// A part of the moves that is bound to something.
    fn bound(&mut self, moves: String) -> Value {
        let mut part = fields([("moves", text(moves))]);
        match self.dice.below(7) {
            0 | 1 => part.set("from", text(self.region())),
            2 | 3 => part.set("to", text(self.region())),
            4 => part.set("captures", self.types()),
            5 => part.set("over", self.types()),
            _ => part.set("unless", self.dice.weigh(&[(3, word("InCheck")), (1, word("WayAttacked"))])),
        }
        part
    }

    fn push(&mut self) -> Value {
        let modes = self.dice.pick(&["c", "d", "cd", "", "mc", "m"]);
        let atom = self.dice.pick(&["R", "B", "K", "W", "F", "N", "Q", "R3", "fR", "A", "WW", "DD", "vR", "sB2"]);
        let mut push = fields([]);
        if self.dice.chance(50) {
            push.set("row", self.dice.weigh(&[(2, word("Any")), (2, word(2)), (1, word(3))]));
        }
        let whose = [word("Enemies"), word("Friends"), word("All"), word("Nobody")];
        if self.dice.chance(55) {
            push.set("over_edge", self.dice.pick(&whose));
        }
        if self.dice.chance(40) {
            push.set("crushes", self.dice.pick(&whose));
        }
        if self.dice.chance(20) {
            push.set("stays", word(true));
        }
        let mut part = fields([("moves", text(format!("{modes}{atom}"))), ("push", push)]);
        if self.dice.chance(20) {
            part.set("captures", self.types());
        }
        part
    }

    fn beside(&mut self) -> Value {
        let moves = betza::plain(&mut self.dice, self.ground);
        let mut beside = fields([("at", text(self.dice.pick(&["K", "W", "F", "bW", "N", "R", "fF", "B2", "sW"])))]);
        if self.dice.chance(70) {
            beside.set("pieces", self.some_symbols(2));
        }
        let when = self.dice.pick(&["while", "unless"]);
        fields([("moves", text(moves)), (when, call("Beside", beside))])
    }

    fn last_moved(&mut self) -> Value {
        if self.dice.chance(35) {
            return text(self.dice.pick(&["I", "fI", "bI"]));
        }
        let moves = betza::plain(&mut self.dice, self.ground);
        let types = self.types();
        let when = self.dice.pick(&["while", "unless"]);
        fields([("moves", text(moves)), (when, call("LastMoved", types))])
    }

    /// What a type becomes, where and when.
    fn promotes(&mut self, kind: &Kind) -> Option<Value> {
        let able =
            |other: &&Kind| other.symbol != kind.symbol && !other.prisoner && (!other.royal || other.symbol == "O");
        let all: Vec<String> = self.kinds.iter().filter(able).map(|other| other.symbol.clone()).collect();
        let form = format!("+{}", kind.symbol);
        let number = self.dice.weigh(&[(5, 1), (3, 2), (1, 3)]);
        let targets = match all.contains(&form) && self.dice.chance(85) {
            true => vec![form],
            false => self.dice.some(&all, number),
        };
        if targets.is_empty() {
            return None;
        }
        if self.dice.chance(50) {
            return Some(texts(targets));
        }
        let to: Vec<Value> = targets
            .into_iter()
            .map(|target| match self.dice.chance(15) {
                true => fields([("piece", text(target)), ("while_fewer_than", word(self.dice.between(1, 2)))]),
                false => text(target),
            })
            .collect();
        let mut promotes = self.promotion(true);
        promotes.set("to", Value::List(to));
        if self.dice.chance(12) {
            let second =
                self.kinds.iter().filter(|other| !other.royal && !other.prisoner && other.symbol != kind.symbol);
            let second: Vec<String> = second.map(|other| other.symbol.clone()).collect();
            if !second.is_empty() {
                let mut other = self.promotion(true);
                other.set("to", texts([self.dice.pick(&second)]));
                return Some(Value::List(vec![promotes, other]));
            }
        }
        Some(promotes)
    }

    /// What holds of promotions: of one, or of all.
    pub(crate) fn promotion(&mut self, one: bool) -> Value {
        let mut promotion = fields([]);
        if self.dice.chance(60) {
            promotion.set("region", text(self.zone()));
        }
        let forced =
            [(4, word("Never")), (2, word("Always")), (3, word("WhenStuck")), (2, call("Onto", text("last rank")))];
        if self.wants("promotes apart", 60) {
            let mut apart = fields([]);
            if self.dice.chance(60) {
                apart.set("stay", word(true));
            }
            if apart.get("stay").is_none() || self.dice.chance(50) {
                apart.set("moves", text(self.dice.pick(&["mF", "mW", "mN", "mK", "mR", "fmW", "nmD"])));
            }
            promotion.set("by", call("Apart", apart));
        } else {
            if self.dice.chance(50) {
                promotion.set("forced", self.dice.weigh(&forced));
            }
            if self.dice.chance(35) {
                let number = self.dice.between(1, 3);
                let on = self.dice.some(&[word("Enter"), word("Within"), word("Leave")], number);
                promotion.set("on", Value::List(on));
            }
            if self.dice.chance(15) {
                promotion.set("by", word("Capture"));
            }
            if one && self.dice.chance(12) {
                promotion.set("from", text(self.region()));
            }
        }
        if self.dice.chance(12) {
            promotion.set("while_at_most", word(self.dice.between(1, 3)));
        }
        if self.dice.chance(7) {
            promotion.set("may_not_attack", self.some_symbols(2));
        }
        if self.dice.chance(7) {
            promotion.set("may_not_check", word(true));
        }
        promotion
    }

    /// Some of the types, as a list.
    pub(crate) fn some_symbols(&mut self, most: usize) -> Value {
        let all: Vec<String> = self.kinds.iter().map(|kind| kind.symbol.clone()).collect();
        let number = self.dice.between(1, most);
        texts(self.dice.some(&all, number))
    }

    /// Some of the types, in any way in which they can be named.
    pub(crate) fn types(&mut self) -> Value {
        match self.dice.below(10) {
            0 => word("All"),
            1..=4 => call("AllBut", self.some_symbols(2)),
            _ => self.some_symbols(3),
        }
    }
}
