//! How the game ends.

use crate::maker::Maker;
use crate::value::{Value, call, fields, text, word};

impl Maker {
    /// The rules about the end, such that no game goes on without end or is stuck.
    pub(crate) fn end(&mut self) -> Value {
        let mut list = Vec::new();
        for _ in 0..self.dice.weigh(&[(5, 0), (4, 1), (2, 2), (1, 3)]) {
            let rule = self.end_rule();
            list.push(rule);
        }
        let royal = self.kinds.iter().any(|kind| kind.royal);
        if royal {
            let after = if self.sides == 2 && self.dice.chance(4) { self.some_symbols(2) } else { word("None") };
            let verdict = word(if self.dice.chance(85) { "Loses" } else { "Wins" });
            if after != word("None") {
                let verdict = self.verdict();
                list.push(fields([("if", call("Checkmated", fields([("after", after)]))), ("then", verdict)]));
            }
            list.push(fields([
                ("if", word("Checkmated")),
                ("then", if self.sides > 2 { word("Loses") } else { verdict }),
            ]));
        }
        if !royal && self.dice.chance(60) {
            list.push(fields([("if", call("Extinct", fields([("pieces", word("All"))]))), ("then", word("Loses"))]));
        }
        let verdict = self.verdict();
        list.push(fields([("if", word("Stalemated")), ("then", verdict)]));
        if self.dice.chance(50) {
            list.push(self.repetition());
        }
        if self.dice.chance(30) {
            let plies = word(self.dice.pick(&[20, 40, 60, 100]));
            let verdict = self.verdict();
            list.push(fields([("if", call("QuietMoves", fields([("plies", plies)]))), ("then", verdict)]));
        }
        Value::List(list)
    }

    fn repetition(&mut self) -> Value {
        let mut repeated = fields([("times", word(self.dice.between(2, 4)))]);
        let royal = self.kinds.iter().any(|kind| kind.royal);
        let mut verdict = word(self.dice.pick(&["Draw", "Draw", "Loses", "Wins"]));
        if royal && self.sides == 2 && self.dice.chance(15) {
            repeated.set("checking_all_along", word(true));
            verdict = word("Loses");
        } else if self.sides == 2 && self.dice.chance(6) {
            let mut chase = fields([]);
            if self.dice.chance(50) {
                chase.set("by", self.types());
            }
            if self.dice.chance(50) {
                chase.set("of", self.types());
            }
            repeated.set("chasing_all_along", chase);
            verdict = word("Loses");
        }
        fields([("if", call("Repeated", repeated)), ("then", verdict)])
    }

    fn verdict(&mut self) -> Value {
        if self.sides > 2 {
            return word(self.dice.pick(&["Draw", "Loses", "TeamLoses", "Wins"]));
        }
        let first = self.side_names()[0].clone();
        self.dice.weigh(&[
            (30, word("Draw")),
            (24, word("Loses")),
            (12, word("Wins")),
            (4, word("MorePieces")),
            (4, word("FewerPieces")),
            (3, call("WinFor", text(first))),
            (if self.has("points") { 30 } else { 1 }, word("MorePoints")),
        ])
    }

    fn end_rule(&mut self) -> Value {
        let whom = |maker: &mut Maker, body: &mut Value| {
            if maker.dice.chance(40) {
                body.set("whom", word(maker.dice.pick(&["Either", "Mover", "Waiter"])));
            }
        };
        let condition = match self.dice.below(16) {
            0 | 1 => {
                let mut body = fields([("pieces", self.types())]);
                if self.dice.chance(40) {
                    body.set("at_most", word(self.dice.between(1, 2)));
                }
                whom(self, &mut body);
                if self.dice.chance(15) {
                    body.set("opponent_at_least", word(self.dice.between(1, 3)));
                }
                if self.has("hand") && self.dice.chance(40) {
                    body.set("in_hand", word(true));
                }
                call("Extinct", body)
            }
            2..=5 => {
                let mut body = fields([("pieces", self.types()), ("region", text(self.zone()))]);
                if self.dice.chance(30) {
                    body.set("at_least", word(self.dice.between(2, 3)));
                }
                if self.dice.chance(15) {
                    body.set("filled", word(true));
                }
                match self.dice.below(6) {
                    0 => body.set("held", word(true)),
                    1 => body.set("safe", word(true)),
                    2 => body.set("last_turn", word(true)),
                    _ => {}
                }
                call("Reached", body)
            }
            6 | 7 => {
                let shape = self.shape();
                let mut body = fields([("shape", shape)]);
                if self.dice.chance(70) {
                    body.set("pieces", self.types());
                }
                whom(self, &mut body);
                call("Connected", body)
            }
            8 => call("ChecksGiven", fields([("times", word(self.dice.between(2, 5)))])),
            9 => word("BoardFull"),
            10 => call("Passed", fields([("times", word(self.dice.between(1, 3)))])),
            11 => {
                let ending_moves = [word("Castling"), word("Capture"), word("EnPassant"), word("Promotion")];
                call("Moved", fields([("by", self.dice.pick(&ending_moves))]))
            }
            12 => {
                let mut body = fields([("wings", Value::List(vec![text("K")]))]);
                whom(self, &mut body);
                call("Unentitled", body)
            }
            13 => {
                let passes = word(self.dice.between(0, 2));
                call("Facing", fields([("along", text(crate::betza::line(&mut self.dice))), ("passes", passes)]))
            }
            14 => word("NobodyCanMove"),
            _ => {
                let mut count = fields([]);
                if self.dice.chance(60) {
                    count.set("at_most", word(self.dice.between(1, 4)));
                }
                if self.dice.chance(50) {
                    count.set("without", self.some_symbols(1));
                }
                count.set("from", word(self.dice.pick(&["Zero", "Pieces"])));
                let mut limit = fields([("moves", word(self.dice.between(3, 20)))]);
                if self.dice.chance(50) {
                    limit.set("pieces", self.some_symbols(2));
                }
                count.set("limits", Value::List(vec![limit]));
                call("CountedOut", fields([("counts", Value::List(vec![count]))]))
            }
        };
        let mut rule = fields([("if", condition)]);
        if self.sides == 2 && self.dice.chance(20) {
            let names = self.side_names();
            rule.set("of", text(self.dice.pick(&names)));
        }
        let verdict = self.verdict();
        rule.set("then", verdict);
        rule
    }

    fn shape(&mut self) -> Value {
        let along = text(self.dice.pick(&["Q", "R", "B", "vR", "N", "sR"]));
        match self.dice.below(4) {
            0 => {
                let mut row = fields([("length", word(self.dice.between(3, 5)))]);
                if self.dice.chance(60) {
                    row.set("along", along);
                }
                if self.dice.chance(30) {
                    row.set("exactly", word(true));
                }
                call("Row", row)
            }
            1 => {
                let [files, ranks] = [0, 1].map(|_| word(self.dice.between(1, 3)));
                call("Block", fields([("files", files), ("ranks", ranks)]))
            }
            2 => call("Line", fields([("count", word(self.dice.between(3, 5))), ("along", along)])),
            _ => {
                let by = text(crate::betza::leap(&mut self.dice));
                call("Path", fields([("from", text("first rank")), ("to", text("last rank")), ("by", by)]))
            }
        }
    }
}
