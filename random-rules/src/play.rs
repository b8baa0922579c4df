//! How the game is played besides the moves of its pieces: captures, hands, arrivals, castling, turns, obligations.

use crate::betza;
use crate::maker::Maker;
use crate::value::{Value, call, fields, text, texts, word};

impl Maker {
    /// Adds what holds for the whole game.
    pub(crate) fn play(&mut self, file: &mut Value) {
        if self.dice.chance(25) {
            let promotion = self.promotion(false);
            let promotion = self.maybe_by_side(promotion, |maker| maker.promotion(false));
            file.set("promotion", promotion);
        }
        if self.has("hand") {
            self.hands(file);
        }
        if self.has("capturer") && self.dice.chance(60) {
            let capturer = self.capturer();
            file.set("capturer", capturer);
        }
        if self.has("explosions") {
            let explosion = self.explosion();
            let explosion = self.maybe_by_side(explosion, Maker::explosion);
            file.set("on_capture", explosion);
        }
        if self.has("conversions") {
            let conversions = self.conversions();
            let conversions = self.maybe_by_side(conversions, Maker::conversions);
            file.set("on_arrival", conversions);
        }
        if self.has("truce") {
            let mut truce = fields([("of", self.some_symbols(2))]);
            if self.dice.chance(50) {
                truce.set("by", self.types());
            }
            file.set("truce", truce);
        }
        if self.has("walls after moves") {
            let walling = self.walling();
            let walling = self.maybe_by_side(walling, Maker::walling);
            file.set("after_move", walling);
        }
        if self.has("gating") {
            let mut gating = fields([]);
            if self.dice.chance(60) {
                gating.set("with", self.types());
            }
            if self.dice.chance(60) {
                gating.set("pieces", self.some_symbols(2));
            }
            if self.dice.chance(50) {
                gating.set("onto", text(self.region()));
            }
            file.set("gating", gating);
        }
        if self.has("castling") {
            let castling = self.castling();
            file.set("castling", castling);
        }
        if self.has("turns") {
            let turn = self.turn();
            let turn = self.maybe_by_side(turn, Maker::turn);
            file.set("turn", turn);
        }
        if self.has("checks") {
            let check = self.check();
            file.set("check", check);
        }
        if self.has("obligations") {
            let must = self.must();
            let must = self.maybe_by_side(must, Maker::must);
            file.set("must", must);
        }
        if self.has("passes") {
            let pass = word(self.dice.pick(&["Always", "WhenStuck"]));
            let pass = self.maybe_by_side(pass, |maker| word(maker.dice.pick(&["Never", "Always", "WhenStuck"])));
            file.set("pass", pass);
        }
        if self.dice.chance(6) {
            let resets = self.types();
            file.set("clock_resets", resets);
        }
        if self.has("points") {
            let mut pieces = Vec::new();
            for kind in self.kinds.clone() {
                if self.dice.chance(70) {
                    pieces.push((kind.symbol, word(self.dice.pick(&["1", "2", "3", "3.25", "5", "9", "0.5", "100"]))));
                }
            }
            let mut points = fields([("pieces", Value::Map(pieces))]);
            if self.dice.chance(50) {
                points.set("bonus", fields([("Black", word("0.5"))]));
            }
            file.set("points", points);
        }
    }

    /// The same for both sides, mostly.
    fn maybe_by_side(&mut self, first: Value, second: impl Fn(&mut Maker) -> Value) -> Value {
        if self.sides > 2 || !self.dice.chance(18) {
            return first;
        }
        let [white, black] = [0, 1].map(|side| self.side_names()[side].clone());
        match self.dice.below(3) {
            0 => Value::Fields(vec![(white, first)]),
            1 => Value::Fields(vec![(black, first)]),
            _ => Value::Fields(vec![(white, first), (black, second(self))]),
        }
    }

    fn hands(&mut self, file: &mut Value) {
        if self.dice.chance(75) {
            let captured = self.captured();
            file.set("captured", captured);
        }
        let drops = self.drops();
        let drops = self.maybe_by_side(drops, Maker::drops);
        file.set("drops", drops);
    }

    /// What becomes of captured pieces.
    pub(crate) fn captured(&mut self) -> Value {
        let kinds = self.kinds.clone();
        let kind = self.dice.pick(&kinds);
        let usual = word(self.dice.pick(&["Unpromoted", "Unpromoted", "AsIs"]));
        let what = if kind.royal || self.dice.chance(85) { usual } else { text(kind.symbol) };
        if self.dice.chance(12) { word("Removed") } else { call("ToHand", fields([("as", what)])) }
    }

    /// How pieces are dropped.
    pub(crate) fn drops(&mut self) -> Value {
        let mut drops = fields([]);
        if self.dice.chance(60) {
            let kinds = self.kinds.clone();
            let kind = self.dice.pick(&kinds).symbol;
            let hand = |of| call("Hand", fields([("of", of)]));
            let from = self.dice.weigh(&[
                (6, word("Hand")),
                (2, hand(word("Unpromoted"))),
                (1, hand(text(kind))),
                (2, word("Outside")),
                (2, word("Endless")),
            ]);
            drops.set("from", from);
        }
        if self.dice.chance(35) {
            drops.set("onto", text(self.region()));
        }
        if self.dice.chance(4) {
            drops.set("opening", text(self.region()));
        }
        if self.has("conversions") && self.dice.chance(40) {
            drops.set("must_convert", word(true));
        }
        if self.dice.chance(9) {
            drops.set("beside", text(betza::leap(&mut self.dice)));
        }
        if self.dice.chance(9) {
            drops.set("away_from", text(betza::leap(&mut self.dice)));
        }
        if self.dice.chance(6) {
            drops.set("pushed", text(self.dice.pick(&["bR", "fR", "sR", "fB", "vR", "lR", "bB", "R"])));
        }
        if self.dice.chance(12) {
            drops.set("per_file", word(self.dice.between(1, 2)));
        }
        if self.dice.chance(6) {
            drops.set("per_colour", word(self.dice.between(1, 2)));
        }
        for (name, percent) in [("never_stuck", 25), ("may_not_check", 10), ("may_not_mate", 15)] {
            if self.dice.chance(percent) {
                drops.set(name, word(true));
            }
        }
        drops
    }

    /// What becomes of capturing pieces.
    pub(crate) fn capturer(&mut self) -> Value {
        let fates = ["StaysBehind", "StaysBehind", "ChangesSides", "Removed", "Removed", "Arrives", "TurnsToWall"];
        word(self.dice.pick(&fates))
    }

    fn explosion(&mut self) -> Value {
        let mut explosion = fields([("around", text(betza::leap(&mut self.dice)))]);
        if self.dice.chance(50) {
            explosion.set("spares", self.some_symbols(2));
        }
        if self.dice.chance(40) {
            let capturer = if self.dice.chance(50) { word(false) } else { self.types() };
            explosion.set("capturer", capturer);
        }
        if self.walls && self.dice.chance(50) {
            explosion.set("petrifies", self.some_symbols(2));
        }
        call("Explode", explosion)
    }

    fn conversions(&mut self) -> Value {
        let mut list = Vec::new();
        for _ in 0..self.dice.weigh(&[(3, 1), (2, 2), (1, 3)]) {
            let mut conversion = match self.dice.chance(60) {
                true => fields([("around", text(betza::leap(&mut self.dice)))]),
                false => fields([("enclosed", text(self.dice.pick(&["R", "Q", "B", "vR", "sR", "fB"])))]),
            };
            if self.dice.chance(40) {
                conversion.set("by", word(self.dice.pick(&["Moves", "Drops", "All"])));
            }
            if self.dice.chance(25) {
                conversion.set("beside", text(betza::leap(&mut self.dice)));
            }
            list.push(call("Convert", conversion));
        }
        Value::List(list)
    }

    fn walling(&mut self) -> Value {
        let mut walling = fields([]);
        let reach = [
            (3, word("Left")),
            (2, word("OwnMovement")),
            (1, word("Anywhere")),
            (2, call("Along", text(self.dice.pick(&["mQ", "mW", "mN", "K", "fR", "mB2", "nD"])))),
            (2, call("Rim", text(self.dice.pick(&["W", "K", "F", "N", "fW"])))),
        ];
        walling.set("reach", self.dice.weigh(&reach));
        if self.dice.chance(30) {
            walling.set("onto", text(self.region()));
        }
        if self.dice.chance(25) {
            walling.set("wall", word("Standing"));
        }
        if self.dice.chance(50) {
            walling.set("when", word(self.dice.pick(&["Optional", "Instead", "Always"])));
        }
        call("PlaceWall", walling)
    }

    fn castling(&mut self) -> Value {
        let files = self.ground.files;
        let file = |at: usize| char::from(b'a' + at.min(files - 1) as u8);
        let at = self.king_file;
        let wing = |maker: &mut Maker, right: bool| {
            let far = if maker.dice.chance(80) { 2 } else { maker.dice.between(1, 3) };
            let king = if right { (at + far).min(files - 1) } else { at.saturating_sub(far) };
            let partner = if right { king.saturating_sub(1) } else { king + 1 };
            let mut wing = fields([
                ("king_to", text(format!("{}1", file(king)))),
                ("partner_to", text(format!("{}1", file(partner)))),
            ]);
            if maker.dice.chance(50) {
                wing.set("towards", word(if right { "Right" } else { "Left" }));
            }
            if maker.dice.chance(8) {
                wing.set("forfeits", text(maker.dice.pick(&["K", "Q"])));
            }
            wing
        };
        let wings = vec![("K".to_string(), wing(self, true)), ("Q".to_string(), wing(self, false))];
        fields([("king", text("K")), ("with", texts([self.partner.clone()])), ("wings", Value::Map(wings))])
    }

    fn turn(&mut self) -> Value {
        let mut turn = fields([]);
        if self.dice.chance(70) {
            let growing = call("Growing", fields([("first", word(1)), ("by", word(1))]));
            turn.set("moves", self.dice.weigh(&[(6, word(2)), (2, word(3)), (2, growing)]));
        }
        if turn.get("moves").is_none() || self.dice.chance(25) {
            let mut chain = fields([]);
            if self.dice.chance(50) {
                chain.set("pieces", self.types());
            }
            if self.dice.chance(40) {
                chain.set("promotion", word("Ends"));
            }
            turn.set("chain", chain);
        }
        // What looks through all of a turn takes too long where turns are long, or go on while there is something to capture.
        let short = turn.get("chain").is_none()
            && turn.get("moves") == Some(&word(2))
            && self.ground.files * self.ground.ranks <= 36;
        if short && self.dice.chance(40) {
            turn.set("attacks", word("InOneTurn"));
        }
        if turn.get("attacks").is_none() || self.dice.chance(40) {
            turn.set("check", word(self.dice.pick(&["Ends", "OnlyLast", "Ends"])));
        }
        if short && self.dice.chance(50) {
            turn.set("safe", word("AfterTurn"));
        }
        if self.dice.chance(25) {
            turn.set("en_passant", word("FirstMoves"));
        }
        turn
    }

    fn check(&mut self) -> Value {
        let mut check = fields([]);
        for _ in 0..self.dice.between(1, 2) {
            match self.dice.below(6) {
                0 => check.set("may_be_given", word(false)),
                1 => check.set("facing", text(betza::line(&mut self.dice))),
                2 => {
                    let remain = word(true);
                    let remain = self.maybe_by_side(remain, |_| word(false));
                    check.set("may_remain", remain);
                }
                3 => check.set("may_not_mate", self.some_symbols(2)),
                4 => check.set("may_flee", word(false)),
                _ => {
                    let guard = word(self.dice.pick(&["Last", "All"]));
                    let guard = self.maybe_by_side(guard, |maker| word(maker.dice.pick(&["Last", "All", "Each"])));
                    check.set("guard", guard);
                }
            }
        }
        check
    }

    fn must(&mut self) -> Value {
        let mut list = Vec::new();
        if self.dice.chance(75) {
            list.push(word("Capture"));
        }
        if self.has("hand") && self.dice.chance(40) {
            list.push(if self.dice.chance(50) { word("Drop") } else { call("Drop", self.some_symbols(2)) });
        }
        if list.is_empty() || self.dice.chance(10) {
            list.push(call("EndFacing", text(betza::line(&mut self.dice))));
        }
        self.dice.shuffle(&mut list);
        Value::List(list)
    }
}
