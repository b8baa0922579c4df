//! The end of the game: `end: [(if: Checkmated, then: Loses), ...]`.

use super::*;

/// What can end a game.
const CONDITIONS: [&str; 15] = [
    "Checkmated",
    "Stalemated",
    "NobodyCanMove",
    "BoardFull",
    "Passed",
    "Moved",
    "Unentitled",
    "Facing",
    "Extinct",
    "Reached",
    "Connected",
    "ChecksGiven",
    "Repeated",
    "QuietMoves",
    "CountedOut",
];

impl<'a> World<'a> {
    /// The list of ends.
    pub(super) fn end(&mut self) -> Vec<EndRule> {
        let Some(node) = self.root.value("end") else { return Vec::new() };
        let Kind::List(list) = &node.kind else {
            self.context.wrong_type(node, "a list, as in `[(if: Checkmated, then: Loses)]`");
            return Vec::new();
        };
        let mut rules: Vec<EndRule> = Vec::new();
        if let Some(first) = list.get(ENDS) {
            let message = format!("more than {ENDS} rules about the end, which is the limit");
            self.context.error(first.span, "too-many-ends", message);
        }
        for item in list.iter().take(ENDS) {
            let Some(rule) = self.end_rule(item) else { continue };
            let covers = |earlier: &EndRule| {
                let any_mate = earlier.when == Condition::Checkmate { after: None };
                let mates = matches!(rule.when, Condition::Checkmate { .. });
                (earlier.when == rule.when || any_mate && mates) && (earlier.of.is_none() || earlier.of == rule.of)
            };
            if rules.iter().any(covers) {
                let message = "an earlier rule has the same condition, so that this one never decides";
                self.context.error(item.span, "end-never-reached", message);
            }
            let is_count = |rule: &EndRule| matches!(rule.when, Condition::CountedOut { .. });
            if is_count(&rule) && rules.iter().any(is_count) {
                let message = "a game has one rule about counts: there is one clock for all of them";
                self.context.error(item.span, "two-counts", message).help =
                    Some("list all of them in one `CountedOut(counts: [.., ..])`".to_string());
            }
            rules.push(rule);
            self.end_spans.push(item.span);
        }
        if rules.is_empty() && !self.context.has_errors() {
            self.context.error(node.span, "no-end", "the game never ends: `end` is empty");
        }
        rules
    }

    fn end_rule(&mut self, item: &'a Node) -> Option<EndRule> {
        let fields = self.context.fields(item, "a rule about the end", &["if", "of", "then"], None)?;
        let mut value = |name: &str| {
            let value = fields.value(name);
            if value.is_none() {
                let message = format!("this rule about the end has no `{name}`");
                self.context.error(item.span, "missing-field", message).help =
                    Some("as in `(if: Checkmated, then: Loses)`".to_string());
            }
            value
        };
        let (condition, verdict) = (value("if"), value("then"));
        let verdict = verdict.and_then(|node| self.verdict(node));
        let when = condition.and_then(|node| self.condition(node))?;
        let of = match fields.value("of") {
            Some(node) => Some(self.side(node)?),
            None => None,
        };
        if of.is_some() && matches!(when, Condition::Reached { last_turn: true, .. }) {
            let message = "a goal with `last_turn` is for both sides";
            self.context.error(fields.place("of"), "impossible-end", message).help =
                Some("give the region by side to give them different goals".to_string());
        }
        let repeats = matches!(when, Condition::Repetition { .. });
        if verdict == Some(Verdict::Illegal) && !repeats {
            let message = "only moves that repeat a position can be illegal by a rule about the end";
            self.context.error(fields.place("then"), "impossible-end", message).help =
                Some("as in `(if: Repeated(times: 2), then: Illegal)`".to_string());
        }
        Some(EndRule { when, of, then: verdict?, cause: self.context.cause(item.span) })
    }

    fn verdict(&mut self, node: &'a Node) -> Option<Verdict> {
        let known =
            ["Wins", "Loses", "TeamLoses", "Draw", "WinFor", "MorePieces", "FewerPieces", "MorePoints", "Illegal"];
        let (word, body) = self.context.word(node, &known)?;
        if word == "WinFor" {
            let side = match body.map(|body| &body.kind) {
                Some(Kind::Tuple(list)) if list.len() == 1 => self.side(&list[0])?,
                _ => {
                    self.context.wrong_type(node, &format!("`WinFor(\"{}\")`, with the name of a side", self.names[1]));
                    return None;
                }
            };
            return Some(Verdict::WinFor(side));
        }
        self.context.no_body(word, body);
        Some(match word {
            "Wins" => Verdict::Wins,
            "Loses" => Verdict::Loses,
            "TeamLoses" => Verdict::TeamLoses,
            "Draw" => Verdict::Draw,
            "MorePieces" => Verdict::MorePieces,
            "MorePoints" => Verdict::MorePoints,
            "Illegal" => Verdict::Illegal,
            _ => Verdict::FewerPieces,
        })
    }

    fn condition(&mut self, node: &'a Node) -> Option<Condition> {
        let (word, body) = self.context.word(node, &CONDITIONS)?;
        let known: &[&str] = match word {
            "Extinct" => &["pieces", "at_most", "whom", "opponent_at_least", "in_hand"],
            "Reached" => &["pieces", "region", "held", "safe", "last_turn", "at_least", "filled"],
            "Connected" => &["pieces", "whom", "shape"],
            "Checkmated" => &["after"],
            "ChecksGiven" | "Passed" => &["times"],
            "Facing" => &["along", "passes"],
            "Moved" => &["by"],
            "Unentitled" => &["whom", "wings"],
            "Repeated" => &["times", "checking_all_along", "chasing_all_along"],
            "QuietMoves" => &["plies"],
            "CountedOut" => &["counts"],
            _ => {
                self.context.no_body(word, body);
                return Some(match word {
                    "Stalemated" => Condition::Stalemate,
                    "NobodyCanMove" => Condition::NobodyCanMove,
                    _ => Condition::BoardFull,
                });
            }
        };
        let fields = self.context.body(word, node.span, body, known, None);
        match word {
            "Extinct" => self.extinct(&fields),
            "Reached" => self.reached(&fields, node),
            "Connected" => self.connected(&fields, node),
            "CountedOut" => self.counted_out(&fields),
            "Checkmated" => {
                let after = fields.value("after").map(|node| self.pieces_node(node));
                Some(Condition::Checkmate { after })
            }
            "ChecksGiven" => {
                let times = self.required_number(&fields, word, "times", "a number of checks", 1, 255)?;
                Some(Condition::ChecksGiven { times: times as u8 })
            }
            "Passed" => {
                let times = self.required_number(&fields, word, "times", "a number of passes in a row", 1, 9)?;
                Some(Condition::Passed { times: times as u8 })
            }
            "Facing" => self.facing_condition(&fields, node),
            "Moved" => self.moved(&fields, node),
            "Unentitled" => {
                let wings = self.wings(fields.value("wings"));
                Some(Condition::Unentitled { subject: self.subject(&fields), wings })
            }
            "Repeated" => {
                let times =
                    self.required_number(&fields, word, "times", "how often the position has to occur", 2, 255)?;
                Some(Condition::Repetition { times: times as u8, all_along: self.all_along(&fields)? })
            }
            _ => {
                let plies = self.required_number(
                    &fields,
                    word,
                    "plies",
                    "a number of moves, of both sides together",
                    1,
                    60_000,
                )?;
                Some(Condition::QuietMoves { plies })
            }
        }
    }

    pub(super) fn flag(&mut self, fields: &Fields<'a>, name: &str) -> bool {
        fields.value(name).and_then(|node| self.context.truth(node)).unwrap_or(false)
    }

    fn required_number(
        &mut self,
        fields: &Fields<'a>,
        word: &str,
        name: &str,
        what: &str,
        from: u16,
        to: u16,
    ) -> Option<u16> {
        match fields.value(name) {
            Some(node) => self.context.number(node, what, from, to),
            None => {
                let message = format!("`{word}` does not say `{name}`: {what}");
                self.context.error(fields.span, "missing-field", message).help =
                    Some(format!("as in `{word}({name}: {})`", if name == "plies" { 100 } else { 3 }));
                None
            }
        }
    }

    fn extinct(&mut self, fields: &Fields<'a>) -> Option<Condition> {
        let pieces = self.types(fields, "pieces");
        let at_most = fields.value("at_most").map(|node| self.context.number(node, "a number of pieces", 0, 1024));
        let at_most = at_most.unwrap_or(Some(0))?;
        let opponent = fields.value("opponent_at_least");
        let opponent_at_least = opponent.and_then(|node| self.context.number(node, "a number of pieces", 1, 1024));
        let in_hand = self.flag(fields, "in_hand");
        Some(Condition::Extinct { subject: self.subject(fields), pieces, at_most, opponent_at_least, in_hand })
    }

    /// `whom: Mover`
    fn subject(&mut self, fields: &Fields<'a>) -> Subject {
        let whom = fields.value("whom").map(|node| self.context.plain_word(node, &["Either", "Mover", "Waiter"]));
        match whom.flatten() {
            Some("Mover") => Subject::Mover,
            Some("Waiter") => Subject::Waiter,
            _ => Subject::Either,
        }
    }

    fn connected(&mut self, fields: &Fields<'a>, node: &Node) -> Option<Condition> {
        let (pieces, subject) = (self.types(fields, "pieces"), self.subject(fields));
        let Some(shape) = fields.value("shape") else {
            let help = "as in `Connected(shape: Row(length: 5))`".to_string();
            self.context.error(node.span, "missing-field", "`Connected` does not say which `shape`").help = Some(help);
            return None;
        };
        Some(Condition::Connected { subject, pieces, formation: self.formation(shape)? })
    }

    /// `Moved(by: Capture)`, `Moved(by: Castling(["K"]))`
    fn moved(&mut self, fields: &Fields<'a>, node: &Node) -> Option<Condition> {
        let Some(by) = fields.value("by") else {
            let message = "`Moved` does not say `by` which kind of move";
            self.context.error(node.span, "missing-field", message).help =
                Some("as in `Moved(by: Castling)`".to_string());
            return None;
        };
        let (word, body) = self.context.word(by, &["Castling", "Capture", "EnPassant", "Promotion"])?;
        let by = match (word, body.map(|body| &body.kind)) {
            ("Castling", Some(Kind::Tuple(list))) if list.len() == 1 => EndingMove::Castling(self.wings(list.first())),
            ("Castling", Some(_)) => {
                self.context.wrong_type(by, "`Castling`, or `Castling([\"K\"])` with the letters of the wings");
                return None;
            }
            ("Castling", None) => EndingMove::Castling(self.wings(None)),
            _ => {
                self.context.no_body(word, body);
                match word {
                    "Capture" => EndingMove::Capture,
                    "EnPassant" => EndingMove::EnPassant,
                    _ => EndingMove::Promotion,
                }
            }
        };
        Some(Condition::Moved { by })
    }

    /// The letters of castlings; all there are when nothing is said.
    fn wings(&mut self, node: Option<&'a Node>) -> Vec<char> {
        let mut letters = match node {
            Some(node) => self.wing_letters(node),
            None => self.castling_letters.clone(),
        };
        letters.sort_unstable();
        letters.dedup();
        letters
    }

    /// `Facing(along: "vR", passes: 1)`
    fn facing_condition(&mut self, fields: &Fields<'a>, node: &Node) -> Option<Condition> {
        let Some(along) = fields.value("along") else {
            let message = "`Facing` does not say `along` which lines";
            self.context.error(node.span, "missing-field", message).help =
                Some("as in `Facing(along: \"vR\")`, along the file".to_string());
            return None;
        };
        let facing = crate::rules::Facing { along: self.directions(along) };
        let passes = fields.value("passes").map(|node| self.context.number(node, "a number of passes in a row", 0, 9));
        Some(Condition::Facing { facing, passes: passes.unwrap_or(Some(0))? as u8 })
    }

    /// `points: (pieces: {"R": 13, "P": 2}, bonus: (Black: 1.5))`
    pub(super) fn points(&mut self, side: usize) -> Points {
        let view = self.view(side);
        let mut points = Points { pieces: vec![0; self.symbols.len()], bonus: 0 };
        let root = Fields { side: Some(view), ..self.root };
        let Some(node) = root.value("points") else { return points };
        let Some(fields) = self.context.fields(node, "`points`", &["pieces", "bonus"], Some(view)) else {
            return points;
        };
        if let Some(node) = fields.value("pieces") {
            for entry in self.context.entries(node, "{\"R\": 5, \"P\": 1}") {
                let Some(piece) = self.piece(&entry.name, entry.name_span) else { continue };
                let Some(value) = super::super::read::for_side(&entry.value, view).filter(|value| !value.is_none())
                else {
                    continue;
                };
                points.pieces[piece as usize] = self.context.hundredths(value, "a number of points").unwrap_or(0);
            }
        }
        let bonus = fields.value("bonus").and_then(|node| self.context.hundredths(node, "a number of points"));
        points.bonus = bonus.unwrap_or(0);
        points
    }

    fn reached(&mut self, fields: &Fields<'a>, node: &Node) -> Option<Condition> {
        let pieces = self.types(fields, "pieces");
        let Some(region) = fields.value("region") else {
            let help = "as in `Reached(pieces: [\"K\"], region: \"last rank\")`".to_string();
            self.context.error(node.span, "missing-field", "`Reached` does not say which `region`").help = Some(help);
            return None;
        };
        let goal: Vec<Option<SquareSet>> =
            (0..self.sides.len()).map(|side| self.squares_or_none(region, side)).collect();
        let goal: Option<Vec<SquareSet>> = goal.into_iter().collect();
        let [held, safe, last_turn, filled] =
            ["held", "safe", "last_turn", "filled"].map(|name| self.flag(fields, name));
        let at_least = fields.value("at_least").map(|node| self.context.number(node, "a number of pieces", 1, 1024));
        let at_least = at_least.unwrap_or(Some(1))?;
        let smallest = goal.iter().flatten().map(|squares| squares.len()).filter(|&squares| squares > 0).min();
        if let Some(squares) = smallest.filter(|&squares| squares < at_least as usize) {
            let message = format!("{at_least} pieces cannot stand on {squares} squares");
            self.context.error(fields.place("at_least"), "impossible-end", message);
        }
        if filled && at_least == 1 {
            let message = "one piece on a goal is enough without `filled`";
            self.context.error(fields.place("filled"), "impossible-end", message).help =
                Some("say how many have to stand there otherwise, as in `at_least: 2`".to_string());
        }
        if held && (safe || last_turn) {
            let other = if safe { "safe" } else { "last_turn" };
            let message = format!("a goal cannot be both `held` and `{other}`");
            self.context.error(fields.place("held"), "impossible-end", message).help =
                Some("`held` lets the opponent make a move, whatever it is, before the goal counts".to_string());
        }
        Some(Condition::Reached { pieces, goal: goal?, held, safe, last_turn, at_least, filled })
    }

    /// A region that a side may not have: `(White: "rank 8")`.
    pub(super) fn squares_or_none(&mut self, node: &Node, side: usize) -> Option<SquareSet> {
        let view = For { names: self.names, side: side as SideId };
        match super::super::read::for_side(node, view) {
            None => Some(SquareSet::EMPTY),
            Some(value) if value.is_none() => Some(SquareSet::EMPTY),
            Some(_) => self.squares(node, side),
        }
    }
}
