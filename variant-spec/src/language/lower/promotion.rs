//! Promotions and drops of each piece, with what the game says for all of them.

use super::{pieces::Captured, *};
use crate::language::extend::expand_short_form;
use crate::language::targets::sources;
use crate::limits::PROMOTIONS;

/// The fields of a promotion; the game's own `promotion` has all but `to`.
const PROMOTION_FIELDS: [&str; 9] =
    ["to", "region", "from", "on", "by", "while_at_most", "forced", "may_not_attack", "may_not_check"];

/// The fields of drops.
const DROP_FIELDS: [&str; 13] = [
    "from",
    "exchange",
    "onto",
    "opening",
    "beside",
    "away_from",
    "pushed",
    "per_file",
    "per_colour",
    "must_convert",
    "never_stuck",
    "may_not_check",
    "may_not_mate",
];

impl<'a> World<'a> {
    /// The promotions of all pieces.
    pub(super) fn lower_promotions(&mut self, pieces: &mut [Piece]) {
        for index in 0..pieces.len() {
            for side in 0..self.sides.len() {
                let Some(rules) = &pieces[index].sides[side] else { continue };
                let Some(fields) = self.piece_fields(index, side) else { continue };
                let Some(node) = fields.value("promotes") else { continue };
                let stuck = self.stuck_squares(&rules.movements);
                let node = expand_short_form("promotes", node.clone());
                let mut promotions = Vec::new();
                for (number, item) in items(&node).iter().enumerate() {
                    if number == PROMOTIONS {
                        let message = format!("more than {PROMOTIONS} promotions of one piece, which is the limit");
                        self.context.error(item.span, "too-many-promotions", message);
                        break;
                    }
                    let cause = fields.place("promotes");
                    promotions.extend(self.promotion(item, index, side, &stuck, pieces, cause));
                }
                if let Some(rules) = &mut pieces[index].sides[side] {
                    rules.promotions = promotions;
                }
            }
        }
        self.general_promotion(0);
    }

    /// What the game says about all promotions.
    fn general_promotion(&mut self, side: usize) -> Fields<'a> {
        let view = Some(self.view(side));
        let root = Fields { side: view, ..self.root };
        let none = Fields::none(self.root.span, view);
        let Some(node) = root.value("promotion") else { return none };
        self.context.fields(node, "the game's `promotion`", &PROMOTION_FIELDS[1..], view).unwrap_or(none)
    }

    fn promotion(
        &mut self,
        node: &Node,
        piece: usize,
        side: usize,
        stuck: &SquareSet,
        pieces: &[Piece],
        span: Span,
    ) -> Option<Promotion> {
        let view = For { names: self.names, side: side as SideId };
        let own = self.context.fields(node, "a promotion", &PROMOTION_FIELDS, Some(view))?;
        let general = self.general_promotion(side);
        let value = |name: &str| own.value(name).or_else(|| general.value(name));
        let Some(targets) = own.value("to") else {
            self.context.error(node.span, "missing-field", "this promotion does not say what it promotes `to`").help =
                Some("as in `(to: [\"Q\", \"R\"])`".to_string());
            return None;
        };
        let to = self.targets(targets, piece, side, pieces);
        if to.is_empty() {
            return None; // `promotes: []`, or reported: what becomes nothing else does not promote.
        }
        let zone = match own.region("region").or_else(|| general.region("region")) {
            Some(node) => self.squares(node, side)?,
            None => {
                let orientation = self.sides[side].orientation;
                let on_last = |&square: &Square| orientation.is_on_last_line(&self.board, square);
                self.board.all().iter().filter(on_last).collect()
            }
        };
        let from = match own.region("from").or_else(|| general.region("from")) {
            Some(node) => self.squares(node, side)?,
            None => self.board.all(),
        };
        let by = self.promoted_by(&own, &general, piece, side, &zone)?;
        let forced = match (&by, value("forced")) {
            (PromotedBy::Apart { .. }, _) => Forced::Never,
            (PromotedBy::Moving { .. }, Some(node)) => self.forced(node, side, stuck)?,
            (PromotedBy::Moving { .. }, None) => Forced::Always,
        };
        let limit = value("while_at_most");
        let while_at_most = limit.and_then(|node| self.context.number(node, "a number of pieces", 1, 255));
        let may_not_attack = value("may_not_attack").map_or(Vec::new(), |node| self.pieces_node(node));
        let may_not_check = value("may_not_check").and_then(|node| self.context.truth(node)).unwrap_or(false);
        let hand = pieces[piece].sides[side].as_ref()?.captured_as;
        let reverts = to.iter().any(|target| self.reverts(target.piece as usize, side, pieces, hand));
        let cause = self.context.cause(span);
        Some(Promotion {
            zone,
            from,
            by,
            while_at_most: while_at_most.map(|n| n as u8),
            to,
            forced,
            may_not_attack,
            may_not_check,
            reverts_when_captured: reverts,
            cause,
        })
    }

    /// `by` and `on`: the moves that promote.
    fn promoted_by(
        &mut self,
        own: &Fields<'_>,
        general: &Fields<'_>,
        piece: usize,
        side: usize,
        zone: &SquareSet,
    ) -> Option<PromotedBy> {
        let by = match own.value("by").or_else(|| general.value("by")) {
            Some(node) => Some((node, self.context.word(node, &["Move", "Capture", "Apart"])?)),
            None => None,
        };
        if let Some((node, ("Apart", body))) = by {
            let both = || {
                [
                    ("on", "which ordinary moves promote"),
                    ("from", "where ordinary moves that promote start"),
                    ("forced", "when ordinary moves have to promote"),
                ]
            };
            // What the game says of all promotions may be about the others, unless it is the game that says `Apart`.
            let idle = |fields: &Fields<'_>| {
                both().map(|(field, what)| fields.value(field).map(|node| (field, what, node.span)))
            };
            let general = idle(general).into_iter().filter(|_| own.value("by").is_none());
            for (field, what, span) in idle(own).into_iter().chain(general).flatten() {
                if !self.context.told(span, "no-ordinary-moves") {
                    let message = format!("`{field}` says {what}, and this promotion is a move apart");
                    self.context.error(span, "no-ordinary-moves", message).help =
                        Some(format!("leave out `{field}`, or `by: Apart`"));
                }
            }
            return self.apart(node, body, piece, side, zone);
        }
        let only_capturing = match by {
            Some((_, (word, body))) => {
                self.context.no_body(word, body);
                word == "Capture"
            }
            None => false,
        };
        let (mut entering, mut within, mut leaving) = (true, true, false);
        if let Some(node) = own.value("on").or_else(|| general.value("on")) {
            (entering, within) = (false, false);
            for item in items(node) {
                match self.context.plain_word(item, &["Enter", "Within", "Leave"]) {
                    Some("Enter") => entering = true,
                    Some("Within") => within = true,
                    Some(_) => leaving = true,
                    None => {}
                }
            }
        }
        Some(PromotedBy::Moving { entering, within, leaving, only_capturing })
    }

    /// `by: Apart(stay: true, moves: "mF")`
    fn apart(
        &mut self,
        node: &Node,
        body: Option<&Node>,
        piece: usize,
        side: usize,
        zone: &SquareSet,
    ) -> Option<PromotedBy> {
        let view = For { names: self.names, side: side as SideId };
        let fields = self.context.body("Apart", node.span, body, &["stay", "moves"], Some(view));
        let stays = fields.value("stay").and_then(|node| self.context.truth(node)).unwrap_or(false);
        if !stays && fields.value("moves").is_none() {
            self.context.error(node.span, "missing-field", "`Apart` names no move by which the piece promotes").help =
                Some(
                    "as in `Apart(stay: true)`, where it stands, or `Apart(moves: \"mF\")`, by such a move".to_string(),
                );
            return None;
        }
        let all = self.board.all();
        let within = match self.piece_fields(piece, side).and_then(|fields| fields.region("within")) {
            Some(node) => self.squares(node, side).unwrap_or(all),
            None => all,
        };
        let orientation = self.sides[side].orientation;
        let mut movements = Vec::new();
        for item in fields.value("moves").map_or(&[][..], items) {
            let (grid, size, royals) = (self.board.grid, self.board_size(), self.royals[side]);
            let budget = self.budget.clone();
            let steps = self.betza_rides(item, |cause| betza::Lowering {
                grid,
                size,
                royals,
                orientation,
                initial: betza::Initial::On(all),
                unchecked: false,
                safe_way: false,
                push: None,
                over: None,
                from: *zone,
                to: within,
                cause,
                budget,
            });
            if steps.iter().any(|step| step.to_enemy || step.en_passant)
                && !self.context.told(item.span, "captures-apart")
            {
                let message = "expected moves to empty squares only: a promotion apart captures nothing";
                self.context.error(item.span, "captures-apart", message).help =
                    Some("`m` before an atom takes its captures away, as in `mF`".to_string());
            }
            movements.extend(steps);
        }
        Some(PromotedBy::Apart { stays, movements })
    }

    /// Does a target, once captured, go to the hand as something that its type alone does not tell?
    fn reverts(&mut self, target: usize, side: usize, pieces: &[Piece], hand: Option<PieceId>) -> bool {
        let Some(rules) = &pieces[target].sides[side] else { return false };
        let Some(fields) = self.piece_fields(target, side) else { return false };
        self.captured(&fields, side) == Some(Captured::Unpromoted) && rules.captured_as != hand
    }

    fn forced(&mut self, node: &Node, side: usize, stuck: &SquareSet) -> Option<Forced> {
        let (word, body) = self.context.word(node, &["Always", "Never", "WhenStuck", "Onto"])?;
        match (word, body.map(|body| &body.kind)) {
            ("Onto", Some(Kind::Tuple(list))) if list.len() == 1 => {
                return Some(Forced::Onto(self.squares(&list[0], side)?));
            }
            ("Onto", _) => {
                self.context.wrong_type(node, "`Onto(\"rank 10\")`, with one region");
                return None;
            }
            _ => self.context.no_body(word, body),
        }
        Some(match word {
            "Always" => Forced::Always,
            "Never" => Forced::Never,
            _ => Forced::Onto(*stuck),
        })
    }

    fn targets(&mut self, node: &Node, from: usize, side: usize, pieces: &[Piece]) -> Vec<PromotionTarget> {
        let mut targets: Vec<PromotionTarget> = Vec::new();
        for item in items(node) {
            let (symbol, while_fewer_than, ransom) = match &item.kind {
                Kind::Struct(_) => {
                    let view = For { names: self.names, side: side as SideId };
                    let known = ["piece", "while_fewer_than", "ransom"];
                    let Some(fields) = self.context.fields(item, "a promotion target", &known, Some(view)) else {
                        continue;
                    };
                    let Some(symbol) = fields.value("piece") else {
                        self.context.error(item.span, "missing-field", "this promotion target names no `piece`");
                        continue;
                    };
                    let limit = fields.value("while_fewer_than");
                    let limit = limit.and_then(|node| self.context.number(node, "a number of pieces", 1, 255));
                    let ransom = fields.value("ransom").and_then(|node| self.ransom(node, side));
                    (symbol, limit.map(|n| n as u8), ransom)
                }
                _ => (item, None, None),
            };
            let Some(piece) = self.piece_node(symbol) else { continue };
            let what = &self.symbols[piece as usize];
            if piece as usize == from {
                self.context.error(symbol.span, "promotes-to-itself", format!("\"{what}\" promotes to itself"));
            } else if pieces[piece as usize].sides[side].is_none() {
                let message = format!("{} never owns \"{what}\"", self.names[side]);
                self.context.error(symbol.span, "not-owned", message).help =
                    Some("see `owners` of that piece".to_string());
            } else if targets.iter().any(|t| t.piece == piece) {
                self.context.error(symbol.span, "duplicate", format!("\"{what}\" is listed twice"));
            } else {
                targets.push(PromotionTarget { piece, while_fewer_than, ransom });
            }
        }
        targets
    }

    /// `ransom: (of: "Q'", for: "P'")`: what a promotion takes out of the opponent's hand, and what it puts there.
    fn ransom(&mut self, node: &Node, side: usize) -> Option<Ransom> {
        let view = For { names: self.names, side: side as SideId };
        let fields = self.context.fields(node, "a ransom", &["of", "for"], Some(view))?;
        let mut type_of = |name: &str, message: &str| match fields.value(name) {
            Some(node) => self.piece_node(node),
            None => {
                self.context.error(node.span, "missing-field", message).help =
                    Some("as in `(of: \"Q'\", for: \"P'\")`: a Q' of the opponent's hand for a P'".to_string());
                None
            }
        };
        let taken = type_of("of", "this ransom does not say `of` what in the opponent's hand it is");
        let given = type_of("for", "this ransom does not say what the opponent gets in hand `for` it");
        Some(Ransom { taken: taken?, given: given? })
    }

    /// `exchange: (of: "N'", for: {"N'": "N", "B'": "B"})`: what a drop takes out of the opponent's hand, and what may be given for it.
    fn exchange(&mut self, node: &Node, side: usize) -> Option<Exchange> {
        let view = For { names: self.names, side: side as SideId };
        let fields = self.context.fields(node, "an exchange", &["of", "for"], Some(view))?;
        let help = "as in `(of: \"N'\", for: { \"B'\": \"B\" })`: an N' of the opponent's hand for a B', which becomes a B there";
        let mut value = |name: &str, message: &str| {
            let value = fields.value(name);
            if value.is_none() {
                self.context.error(node.span, "missing-field", message).help = Some(help.to_string());
            }
            value
        };
        let of = value("of", "this exchange does not say `of` what in the opponent's hand it is");
        let given = value("for", "this exchange does not say what is given `for` it")?;
        let taken = of.and_then(|node| self.piece_node(node));
        let mut prices: Vec<Price> = Vec::new();
        let entries: Vec<Field> = self.context.entries(given, "{\"B'\": \"B\"}").to_vec();
        for entry in entries.iter().filter(|entry| !entry.value.is_none()) {
            let paid = self.piece(&entry.name, entry.name_span);
            let becomes = super::super::read::for_side(&entry.value, view).and_then(|node| self.piece_node(node));
            prices.extend(paid.zip(becomes).map(|(paid, becomes)| Price { paid, becomes }));
        }
        prices.sort_unstable_by_key(|price| price.paid);
        if prices.is_empty() && !self.context.has_errors() {
            self.context.error(given.span, "empty-list", "nothing can be given in this exchange").help =
                Some(help.to_string());
        }
        Some(Exchange { taken: taken?, prices })
    }

    /// Squares from which none of the movements leads anywhere, whatever stands on the board.
    ///
    /// What friends would have to lend does not count, unless there is nothing else.
    pub(super) fn stuck_squares(&self, movements: &[Movement]) -> SquareSet {
        let lent = |m: &&Movement| m.beside.as_ref().is_some_and(|beside| beside.wanted);
        let all_lent = movements.iter().all(|m| lent(&m));
        let counting: Vec<&Movement> = movements.iter().filter(|m| all_lent || !lent(m)).collect();
        let all = self.board.all();
        let moving = counting
            .iter()
            .fold(SquareSet::EMPTY, |moving, m| moving.or(&sources(&self.board, m, &all.minus(&moving))));
        all.minus(&moving)
    }

    /// Drops of all pieces.
    pub(super) fn lower_drops(&mut self, pieces: &mut [Piece]) {
        for index in 0..pieces.len() {
            for side in 0..self.sides.len() {
                if pieces[index].sides[side].is_none() {
                    continue;
                }
                let drop = self.drop(index, side, pieces);
                if let Some(rules) = &mut pieces[index].sides[side] {
                    rules.drop = drop;
                }
            }
        }
        for side in 0..self.sides.len() {
            self.general_drops(side);
        }
    }

    fn general_drops(&mut self, side: usize) -> Option<Fields<'a>> {
        let view = Some(self.view(side));
        let node = Fields { side: view, ..self.root }.value("drops")?;
        self.context.fields(node, "the game's `drops`", &DROP_FIELDS, view)
    }

    fn drop(&mut self, piece: usize, side: usize, pieces: &[Piece]) -> Option<Drop> {
        let rules = pieces[piece].sides[side].as_ref()?;
        let fields = self.piece_fields(piece, side)?;
        let general = self.general_drops(side);
        let own = match fields.value("drops") {
            Some(node) if matches!(node.kind, Kind::Name(..)) => {
                self.context.plain_word(node, &["Never"]);
                return None;
            }
            Some(node) => self.context.fields(node, "the drops of a piece", &DROP_FIELDS, Some(self.view(side))),
            None => None,
        };
        // Without a word of its own a piece is dropped when the game has drops and it can come to a hand.
        let value = |name: &str| {
            let own = own.as_ref().and_then(|f| f.value(name));
            own.or_else(|| general.as_ref().and_then(|f| f.value(name)))
        };
        let (supply, from_outside) = match value("from") {
            Some(node) => self.supply(node, piece, side),
            None => None,
        }
        .unwrap_or((Supply::Hand(piece as PieceId), false));
        let is_there = |supply| match supply {
            Supply::Hand(_) if from_outside => !rules.royal,
            Supply::Hand(held) => self.can_be_in_hand(held as usize, side, pieces),
            Supply::Endless => true,
        };
        if own.is_none() && (general.is_none() || !is_there(supply)) {
            return None;
        }
        let onto = own.as_ref().and_then(|f| f.region("onto"));
        let mut zone = match onto.or_else(|| general.as_ref().and_then(|f| f.region("onto"))) {
            Some(node) => self.squares(node, side)?,
            None => self.board.all(),
        };
        if let Some(node) = fields.region("within") {
            zone = zone.and(&self.squares(node, side)?);
        }
        let opening = own.as_ref().and_then(|f| f.region("opening"));
        let opening = match opening.or_else(|| general.as_ref().and_then(|f| f.region("opening"))) {
            Some(node) => self.squares(node, side)?,
            None => SquareSet::EMPTY,
        };
        let must_convert = match value("must_convert") {
            Some(node) => self.context.truth(node).inspect(|&must| self.can_convert(node, must, side)).unwrap_or(false),
            None => false,
        };
        let never_stuck = value("never_stuck").and_then(|node| self.context.truth(node)).unwrap_or(false);
        if never_stuck {
            zone = zone.minus(&self.stuck_squares(&rules.movements));
        }
        let per_file =
            value("per_file").and_then(|node| self.context.number(node, "a number of pieces on a file", 1, 32));
        let per_colour =
            value("per_colour").and_then(|node| self.context.number(node, "a number of pieces on a colour", 1, 255));
        let beside = value("beside").map(|node| self.offsets(node)).unwrap_or_default();
        let away_from = value("away_from").map(|node| self.offsets(node)).unwrap_or_default();
        let pushed = value("pushed").map(|node| self.one_way_directions(node)).unwrap_or_default();
        let may_not_check = value("may_not_check").and_then(|node| self.context.truth(node)).unwrap_or(false);
        let may_not_mate = value("may_not_mate").and_then(|node| self.context.truth(node)).unwrap_or(false);
        let span = if own.is_some() { fields.place("drops") } else { self.root.place("drops") };
        let cause = self.context.cause(span);
        let (per_file, per_colour) = (per_file.map(|n| n as u8), per_colour.map(|n| n as u8));
        let exchange = value("exchange").and_then(|node| self.exchange(node, side));
        Some(Drop {
            supply,
            exchange,
            zone,
            per_file,
            per_colour,
            opening,
            must_convert,
            beside,
            away_from,
            pushed,
            may_not_check,
            may_not_mate,
            cause,
        })
    }

    /// A drop that must convert, where no arrival of the side does.
    fn can_convert(&mut self, node: &Node, must: bool, side: usize) {
        let root = Fields { side: Some(self.view(side)), ..self.root };
        if must && root.value("on_arrival").is_none() && !self.context.told(node.span, "nothing-to-convert") {
            let message = "no drop is possible: it has to convert something, and arrivals convert nothing";
            self.context.error(node.span, "nothing-to-convert", message).help =
                Some("say what arrivals convert, as in `on_arrival: Convert(enclosed: \"Q\")`".to_string());
        }
    }

    /// `from: Hand`, `from: Hand(of: Unpromoted)`, `from: Outside`, `from: Endless`: where dropped pieces of the type come from, and whether others fill
    /// the hand.
    fn supply(&mut self, node: &Node, piece: usize, side: usize) -> Option<(Supply, bool)> {
        let (word, body) = self.context.word(node, &["Hand", "Outside", "Endless"])?;
        let own = Supply::Hand(piece as PieceId);
        if word != "Hand" {
            self.context.no_body(word, body);
            return Some(if word == "Outside" { (own, true) } else { (Supply::Endless, false) });
        }
        if body.is_none() {
            return Some((own, false));
        }
        let body = self.context.body(word, node.span, body, &["of"], Some(self.view(side)));
        let held = match body.value("of") {
            Some(Node { kind: Kind::Text(text), span }) => self.piece(&text.value, *span)?,
            Some(form) => match self.context.plain_word(form, &["Unpromoted", "AsIs"])? {
                "Unpromoted" => self.unpromoted(piece),
                _ => piece as PieceId,
            },
            None => piece as PieceId,
        };
        Some((Supply::Hand(held), false))
    }

    /// Can such a piece come to this side's hand: by a capture, or is it there at the start?
    fn can_be_in_hand(&self, piece: usize, side: usize, pieces: &[Piece]) -> bool {
        let captured = |p: &Piece| {
            let others = p.sides.iter().enumerate().filter(|(other, _)| *other != side);
            others.filter_map(|(_, rules)| rules.as_ref()).any(|rules| rules.captured_as == Some(piece as PieceId))
        };
        let at_start = self.placement.as_ref().is_some_and(|setup| setup.hands[side][piece] > 0);
        at_start || pieces.iter().any(captured)
    }
}
