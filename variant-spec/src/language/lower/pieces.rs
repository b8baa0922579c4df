//! Piece types: letters, names, owners, movements, royalty, and what they become when captured.

use super::imitators::remembered;
use super::loans::{Agreed, OwnMoves};
use super::*;
use crate::limits::PIECES;
use wazir_runtime::symbol_length;

/// The fields of a piece.
const PIECE_FIELDS: [&str; 15] = [
    "name",
    "glyph",
    "owners",
    "moves",
    "initial",
    "forfeits",
    "within",
    "royal",
    "promotes",
    "captures",
    "capturable",
    "captured",
    "capturer",
    "wary",
    "drops",
];

/// As many pieces as can ever stand in a row between a piece and an edge.
const MOST_PUSHED: u16 = 31;

/// Characters of a glyph: one, and perhaps what changes it.
const MOST_GLYPH: usize = 2;

/// What a part of `moves` depends on besides where it starts and ends.
#[derive(Default)]
struct Conditions {
    unchecked: bool,
    safe_way: bool,
    beside: Option<Beside>,
    last_moved: Option<LastMoved>,
}

impl<'a> World<'a> {
    /// The fields of a piece as one side sees them.
    pub(super) fn piece_fields(&mut self, piece: usize, side: usize) -> Option<Fields<'a>> {
        let entry = self.entries[piece];
        let what = format!("the piece \"{}\"", entry.name);
        let view = self.view(side);
        let node = super::super::read::for_side(&entry.value, view)?;
        if node.is_none() {
            return None;
        }
        self.context.fields(node, &what, &PIECE_FIELDS, Some(view))
    }

    /// Letters, names and owners; everything else is filled in later.
    pub(super) fn declare_pieces(&mut self) -> Vec<Piece> {
        let Some(node) = self.root.value("pieces") else { return Vec::new() };
        let mut pieces: Vec<Piece> = Vec::new();
        for entry in self.context.entries(node, "{\"K\": (name: \"King\", moves: \"K\")}") {
            if entry.value.is_none() {
                continue;
            }
            if !is_symbol(&entry.name) {
                let letter = entry.name.to_ascii_uppercase();
                let help = match is_symbol(&letter) {
                    true => format!("write \"{letter}\": lower case is for the second side in FEN"),
                    false => "as in \"K\" or \"+P\"; types that share a letter have up to two of the marks `'` and `!` behind it: \"P'\"".to_string(),
                };
                let message = format!(
                    "\"{}\" is no piece letter; expected a capital, with `+` before it where it is promoted",
                    entry.name
                );
                self.context.error(entry.name_span, "bad-letter", message).help = Some(help);
                continue;
            }
            if self.symbols.contains(&entry.name) {
                continue; // Reported as a duplicate.
            }
            if pieces.len() == PIECES {
                let message = format!("more than {PIECES} types of pieces, which is the limit");
                self.context.error(entry.name_span, "too-many-pieces", message);
                break;
            }
            self.entries.push(entry);
            self.symbols.push(entry.name.clone());
            let index = pieces.len();
            let name = self.piece_name(index);
            if let Some(other) = pieces.iter().find(|p| p.name == name) {
                let message = format!("\"{}\" and \"{}\" are both called {name}", other.symbol, entry.name);
                self.context.warn(entry.name_span, "same-name", message);
            }
            let glyphs = (0..self.sides.len()).map(|side| self.glyph(index, side)).collect();
            pieces.push(Piece { symbol: entry.name.clone(), name, glyphs, sides: vec![None; self.sides.len()] });
        }
        if pieces.is_empty() && !self.context.has_errors() {
            self.context.error(node.span, "no-pieces", "the game has no pieces");
        }
        for (index, piece) in pieces.iter_mut().enumerate() {
            for side in 0..self.sides.len() {
                if self.owns(index, side) {
                    let cause = self.context.cause(self.entries[index].span());
                    piece.sides[side] = Some(PieceRules {
                        movements: Vec::new(),
                        imitates: false,
                        forfeit: None,
                        royal: false,
                        promotions: Vec::new(),
                        captured_as: None,
                        victims: Vec::new(),
                        capturer: Capturer::Arrives,
                        wary: None,
                        drop: None,
                        cause,
                    });
                }
            }
        }
        pieces
    }

    fn piece_name(&mut self, piece: usize) -> String {
        // The name is one for both sides; read it as any of them sees it.
        for side in 0..self.sides.len() {
            let Some(fields) = self.piece_fields(piece, side) else { continue };
            if let Some(text) = fields.value("name").and_then(|node| self.context.name(node, "a name")) {
                return text.value.clone();
            }
        }
        self.symbols[piece].clone()
    }

    /// `glyph: "馬"`, or `glyph: (White: "♘", Black: "♞")`.
    fn glyph(&mut self, piece: usize, side: usize) -> Option<String> {
        let node = self.piece_fields(piece, side)?.value("glyph")?;
        let text = self.context.text(node, "a glyph")?;
        let shows = |c: char| !c.is_whitespace() && !c.is_control();
        if (1..=MOST_GLYPH).contains(&text.value.chars().count()) && text.value.chars().all(shows) {
            return Some(text.value.clone());
        }
        let message = format!("a glyph is one or two characters that can be seen, not {:?}", text.value);
        self.context.error(node.span, "bad-glyph", message).help = Some("as in `glyph: \"馬\"`".to_string());
        None
    }

    /// May this side own such pieces?
    fn owns(&mut self, piece: usize, side: usize) -> bool {
        let Some(fields) = self.piece_fields(piece, side) else {
            // `(White: (...))`: Black has none. Something unreadable counts as there.
            return !self.entries[piece].value.is_by_side();
        };
        let Some(node) = fields.value("owners") else { return true };
        let mut owns = false;
        for item in items(node) {
            owns |= self.side(item) == Some(side as SideId);
        }
        owns
    }

    /// Movements and royalty of all pieces.
    pub(super) fn lower_movements(&mut self, pieces: &mut [Piece]) {
        for (index, piece) in pieces.iter_mut().enumerate() {
            for side in 0..self.sides.len() {
                let Some(rules) = &mut piece.sides[side] else { continue };
                let Some(fields) = self.piece_fields(index, side) else { continue };
                rules.royal = fields.value("royal").and_then(|node| self.context.truth(node)).unwrap_or(false);
            }
        }
        self.royals = (0..self.sides.len()).map(|side| royals_of_others(pieces, side)).collect();
        for (index, piece) in pieces.iter_mut().enumerate() {
            for side in 0..self.sides.len() {
                let Some(rules) = &mut piece.sides[side] else { continue };
                let Some(fields) = self.piece_fields(index, side) else { continue };
                rules.forfeit = self.forfeit(&fields);
            }
        }
        let sides = 0..self.sides.len();
        let own_moves = |side: usize| {
            let of_piece = |(index, piece): (usize, &Piece)| {
                piece.sides[side].as_ref()?;
                let fields = self.piece_fields(index, side)?;
                Some(self.own_moves(&fields, index, side))
            };
            pieces.iter().enumerate().map(of_piece).collect()
        };
        let own: Vec<Vec<Option<OwnMoves>>> = sides.map(own_moves).collect();
        let remembered = remembered(&own);
        self.check_remembered(&own, remembered);
        for (side, own) in own.iter().enumerate() {
            let is_royal = |piece: &Piece| piece.sides[side].as_ref().is_some_and(|rules| rules.royal);
            let royal: Vec<bool> = pieces.iter().map(is_royal).collect();
            let lent = self.lend(own, &royal, remembered);
            for ((piece, movements), own) in pieces.iter_mut().zip(lent).zip(own) {
                let Some(rules) = &mut piece.sides[side] else { continue };
                rules.movements = movements;
                rules.imitates = own.as_ref().is_some_and(OwnMoves::imitates);
            }
        }
    }

    /// What the `moves` of a piece say, without what friends lend it.
    fn own_moves(&mut self, fields: &Fields<'a>, piece: usize, side: usize) -> OwnMoves {
        let Some(moves) = fields.value("moves") else {
            let message = format!("the piece \"{}\" has no `moves`", self.symbols[piece]);
            let span = self.entries[piece].name_span;
            self.context.error(span, "missing-field", message).help =
                Some("as in `moves: \"K\"`; a piece that never moves has `moves: []`".to_string());
            return OwnMoves::default();
        };
        let all = self.board.all();
        let within = fields.region("within").and_then(|node| self.squares(node, side)).unwrap_or(all);
        let initial = match fields.region("initial") {
            Some(node) if matches!(node.kind, Kind::Name(..)) => {
                self.context.plain_word(node, &["Unmoved"]);
                betza::Initial::Unmoved
            }
            Some(node) => betza::Initial::On(self.squares(node, side).unwrap_or(all)),
            None => betza::Initial::On(self.stands_at_start(piece, side).unwrap_or(all)),
        };
        let mut own = OwnMoves { within, ..OwnMoves::default() };
        for item in items(moves) {
            let (betza, from, to, conditions, over, captures, push) = match &item.kind {
                Kind::Struct(_) => {
                    let view = self.view(side);
                    let known = ["moves", "from", "to", "while", "unless", "over", "captures", "push"];
                    let Some(part) = self.context.fields(item, "a part of `moves`", &known, Some(view)) else {
                        continue;
                    };
                    let Some(betza) = part.value("moves") else {
                        let message = "this part of `moves` has no `moves` itself";
                        self.context.error(item.span, "missing-field", message).help =
                            Some("as in `(moves: \"sW\", from: \"far half\")`".to_string());
                        continue;
                    };
                    let mut region = |name| part.region(name).and_then(|node| self.squares(node, side)).unwrap_or(all);
                    let (from, to) = (region("from"), region("to"));
                    let conditions = self.conditions(&part, side);
                    let push = part.value("push").map(|node| (node, self.push(node, view)));
                    (betza, from, to, conditions, part.value("over"), part.value("captures"), push)
                }
                _ => (item, all, all, Conditions::default(), None, None, None),
            };
            let Conditions { unchecked, safe_way, beside, last_moved } = conditions;
            let hurdles = over.map(|node| self.pieces_node(node).into_iter().collect());
            let orientation = self.sides[side].orientation;
            let (grid, size, royals) = (self.board.grid, self.board_size(), self.royals[side]);
            let budget = self.budget.clone();
            let lowered = self.betza_all(betza, |cause| betza::Lowering {
                grid,
                size,
                royals,
                orientation,
                initial,
                unchecked,
                safe_way,
                over: hurdles,
                push: push.as_ref().map(|(_, push)| *push),
                from,
                to,
                cause,
                budget,
            });
            let betza::Lowered { movements: mut part, first, loans } = lowered;
            if !self.spend_movements(item.span, part.len() + loans.len()) {
                return own;
            }
            // Betza knows no types: of those that `k` and `t` leave, the ones that there are.
            let known = self.symbols.len();
            let sets = part.iter_mut().filter_map(|movement| movement.victims.as_mut());
            sets.for_each(|set| *set = set.iter().filter(|&piece| usize::from(piece) < known).collect());
            if !loans.is_empty() && (unchecked || safe_way || beside.is_some() || last_moved.is_some()) {
                let imitates = loans.iter().any(|loan| matches!(loan, betza::Loan::Imitated { .. }));
                let (message, help) = if imitates {
                    (
                        "`I` says itself when a move can be made: no other condition goes with it",
                        "put `I` and what depends on more into parts of their own",
                    )
                } else {
                    (
                        "`x` says itself beside whom a move can be made: no other condition goes with it",
                        "put `x` and what depends on more into parts of their own",
                    )
                };
                self.context.error(item.span, "two-conditions", message).help = Some(help.to_string());
            }
            for movement in &mut part {
                movement.beside.clone_from(&beside);
                movement.last_moved = last_moved;
            }
            own.asked.extend(last_moved.map(|last_moved| (item.span, last_moved)));
            if let Some((node, _)) = push {
                self.check_push(node, &part, !loans.is_empty());
            }
            if safe_way {
                self.check_safe_way(item, fields, &part);
            }
            let hops = part.iter().flat_map(|movement| &movement.rides).any(|ride| ride.hurdle.is_some());
            let borrows = loans.iter().any(|loan| !matches!(loan, betza::Loan::Lent { .. }));
            if let Some(over) = over.filter(|_| borrows || !hops && !part.is_empty()) {
                let message = "`over` means nothing here: this part of `moves` does not hop";
                self.context.error(over.span, "no-hopper", message).help = Some(
                    "a hopper is written with `p` or `g`, as in `(moves: \"cpR\", over: AllBut([\"C\"]))`".to_string(),
                );
            }
            if let Some(node) = captures {
                let takes_enemies = |movement: &Movement| {
                    movement.to_enemy
                        || movement.en_passant
                        || movement.swap.is_some_and(|swap| swap.enemies)
                        || movement.push.is_some()
                };
                let victims: PieceSet = self.pieces_node(node).into_iter().collect();
                if part.iter().any(|movement| !movement.legs.is_empty()) {
                    let message = "`captures` is about moves of one leg so far; here are moves of several";
                    self.context.error(node.span, "unsupported-captures", message).help =
                        Some("put the moves of several legs into a text of their own".to_string());
                } else if loans.is_empty() && !part.is_empty() && !part.iter().any(takes_enemies) {
                    let message = "`captures` means nothing here: this part of `moves` does not capture";
                    self.context.error(node.span, "no-capture", message).help =
                        Some("moves that capture have a `c`, or neither `m` nor `c`".to_string());
                }
                let both = |own: Option<PieceSet>| {
                    own.map_or(victims, |own| own.iter().filter(|&piece| victims.contains(piece)).collect())
                };
                part.iter_mut().for_each(|movement| movement.victims = Some(both(movement.victims)));
            }
            let captures = captures.map(|node| self.pieces_node(node).into_iter().collect());
            let span = betza.span;
            own.loans.extend(loans.into_iter().map(|loan| Agreed { loan, from, to, captures, span }));
            own.movements.extend(part);
            own.first.extend(first);
        }
        own
    }

    /// `push: (row: 2, over_edge: Enemies, crushes: Enemies, stays: true)`; whom it pushes is said by the moves.
    fn push(&mut self, node: &'a Node, side: For<'a>) -> Push {
        let mut push = Push {
            enemies: false,
            friends: false,
            most: 1,
            over_edge: Whom::default(),
            crushed: Whom::default(),
            stays: false,
        };
        let known = ["row", "over_edge", "crushes", "stays"];
        let Some(body) = self.context.fields(node, "`push`", &known, Some(side)) else { return push };
        if let Some(row) = body.value("row") {
            let any = matches!(&row.kind, Kind::Name(..)).then(|| self.context.plain_word(row, &["Any"]));
            push.most = match any {
                Some(_) => Ride::UNLIMITED,
                None => self.context.number(row, "a number of pieces", 1, MOST_PUSHED).unwrap_or(1),
            };
        }
        push.over_edge = self.whom(&body, "over_edge");
        push.crushed = self.whom(&body, "crushes");
        push.stays = body.value("stays").and_then(|node| self.context.truth(node)).unwrap_or(false);
        push
    }

    /// Does it push anybody, and those whom it may lose, and along lines of the board? `lends`: does the part have moves that friends lend each other?
    fn check_push(&mut self, node: &Node, part: &[Movement], lends: bool) {
        let pushes: Vec<Push> = part.iter().filter_map(|movement| movement.push).collect();
        let goes_round =
            |movement: &Movement| movement.push.is_some() && movement.rides.iter().any(|ride| ride.joined.any());
        if lends {
            let message = "moves that friends lend each other (`x`), or that are imitated (`I`), push nobody";
            let help = "borrowed moves push where those of the lender do: give the `push` to the moves of the lender, or write these moves with `while: Beside(..)` instead of `x`, `while: LastMoved(..)` instead of `I`";
            self.context.error(node.span, "pushing-loan", message).help = Some(help.to_string());
            return;
        }
        if part.is_empty() {
            return;
        }
        if let Some(movement) = part.iter().find(|movement| goes_round(movement)) {
            let message = format!(
                "`{}` goes over edges that are joined for this move alone (`o`), over which nothing is pushed",
                movement.cause.text
            );
            let help = "put the moves with `o` into a part without `push`, or join the edges for all: `board: (joined: Files)`";
            self.context.error(node.span, "push-over-joined-edge", message).help = Some(help.to_string());
            return;
        }
        let named = |wanted: fn(Whom) -> bool| pushes.iter().any(|push| wanted(push.over_edge) || wanted(push.crushed));
        let (message, help) = if pushes.is_empty() {
            (
                "`push` means nothing here: this part of `moves` pushes nobody",
                "moves that push enemies have a `c`, or neither `m` nor `c`; those that push friends a `d`",
            )
        } else if named(|whom| whom.friends) && !pushes.iter().any(|push| push.friends) {
            (
                "friends can be lost here, but this part of `moves` pushes none",
                "moves that push friends have a `d`, as in `mcdR`",
            )
        } else if named(|whom| whom.enemies) && !pushes.iter().any(|push| push.enemies) {
            (
                "enemies can be lost here, but this part of `moves` pushes none",
                "moves that push enemies have a `c`, as in `mcdR`",
            )
        } else {
            return;
        };
        self.context.error(node.span, "no-push", message).help = Some(help.to_string());
    }

    /// Whose pieces a field of `push` means.
    fn whom(&mut self, body: &Fields<'a>, field: &str) -> Whom {
        let word =
            body.value(field).and_then(|node| self.context.plain_word(node, &["Nobody", "Enemies", "Friends", "All"]));
        Whom { enemies: matches!(word, Some("Enemies" | "All")), friends: matches!(word, Some("Friends" | "All")) }
    }

    /// `while` and `unless`: what else a part of `moves` depends on.
    fn conditions(&mut self, part: &Fields<'a>, side: usize) -> Conditions {
        let mut conditions = Conditions::default();
        for (field, wanted) in [("while", true), ("unless", false)] {
            let known: &[&str] = match wanted {
                true => &["Beside", "LastMoved"],
                false => &["InCheck", "WayAttacked", "Beside", "LastMoved"],
            };
            for node in part.value(field).map_or(&[][..], items) {
                let Some((word, body)) = self.context.word(node, known) else { continue };
                if word == "LastMoved" {
                    let asked = self.last_moved(node, body, wanted);
                    conditions.last_moved = match (conditions.last_moved, asked) {
                        (Some(one), Some(other)) => Some(LastMoved {
                            of: one.of.iter().filter(|&piece| other.of.contains(piece)).collect(),
                            nobody: one.nobody && other.nobody,
                        }),
                        (one, other) => one.or(other),
                    };
                    continue;
                }
                if word != "Beside" {
                    self.context.no_body(word, body);
                    conditions.unchecked |= word == "InCheck";
                    conditions.safe_way |= word == "WayAttacked";
                    continue;
                }
                if conditions.beside.is_some() {
                    let message = "one part of `moves` asks for one kind of friends beside";
                    self.context.error(node.span, "two-conditions", message).help =
                        Some("write several parts, or name all types and leaps in one `Beside`".to_string());
                    continue;
                }
                let body = self.context.body(word, node.span, body, &["pieces", "at"], part.side);
                let Some(at) = body.value("at") else {
                    let message = "`Beside` does not say `at` the end of which moves of the piece its friend stands";
                    self.context.error(node.span, "missing-field", message).help =
                        Some("as in `Beside(pieces: [\"N\"], at: \"N\")`, a knight's leap away, or `at: \"R\"`, first along a line of a rook".to_string());
                    continue;
                };
                let (of, orientation) = (self.types(&body, "pieces"), self.sides[side].orientation);
                let at = self.rides_seen(at, orientation);
                conditions.beside = Some(Beside { of: of.into_iter().collect(), at, wanted });
            }
        }
        conditions
    }

    /// `LastMoved(["N", "B"])`, behind `while` where it is `wanted`, else behind `unless`.
    fn last_moved(&mut self, node: &Node, body: Option<&Node>, wanted: bool) -> Option<LastMoved> {
        let Some(Kind::Tuple(list)) =
            body.map(|body| &body.kind).filter(|kind| matches!(kind, Kind::Tuple(list) if list.len() == 1))
        else {
            self.context.wrong_type(body.unwrap_or(node), "`LastMoved([\"N\"])` with the types that are meant");
            return None;
        };
        let named = self.pieces_node(&list[0]);
        let all = 0..self.symbols.len() as PieceId;
        let of = all.filter(|piece| named.contains(piece) == wanted).collect();
        Some(LastMoved { of, nobody: !wanted })
    }

    /// `unless: WayAttacked` is about leaps of royals to empty squares.
    fn check_safe_way(&mut self, item: &Node, fields: &Fields<'a>, part: &[Movement]) {
        let royal = fields.value("royal").and_then(|node| self.context.truth(node)).unwrap_or(false);
        let leaps = |ride: &Ride| ride.max == 1 && ride.via.is_none();
        let quiet = |movement: &Movement| {
            let captures = movement.to_enemy || movement.en_passant || !movement.legs.is_empty();
            !captures && movement.rides.iter().all(leaps)
        };
        let (message, help) = if !royal {
            ("`WayAttacked` means nothing here: this piece is not royal", "only where royals stand is attacked")
        } else if !part.iter().all(quiet) {
            ("`WayAttacked` is about leaps to empty squares so far", "as in `(moves: \"imN\", unless: WayAttacked)`")
        } else {
            return;
        };
        self.context.error(item.span, "safe-way", message).help = Some(help.to_string());
    }

    /// `forfeits: (to: "R", along: "R")`
    fn forfeit(&mut self, fields: &Fields<'a>) -> Option<Forfeit> {
        let node = fields.value("forfeits")?;
        let body = self.context.fields(node, "`forfeits`", &["to", "along"], fields.side)?;
        let (Some(to), Some(along)) = (body.value("to"), body.value("along")) else {
            let message = "`forfeits` says `to` which enemy pieces, and `along` which lines";
            self.context.error(node.span, "missing-field", message).help =
                Some("as in `forfeits: (to: \"R\", along: \"R\")`".to_string());
            return None;
        };
        Some(Forfeit { by: self.pieces_node(to), along: self.directions(along) })
    }

    /// Where pieces of this type and side stand in the start position, when it could be read.
    fn stands_at_start(&self, piece: usize, side: usize) -> Option<SquareSet> {
        let setup = self.placement.as_ref()?;
        let stands = |cell: &wazir_runtime::Cell| matches!(*cell, wazir_runtime::Cell::Piece { side: s, piece: p, .. } if s as usize == side && p as usize == piece);
        Some((0..self.board.squares()).filter(|&s| stands(&setup.board[s as usize])).collect())
    }

    /// What goes to the capturer's hand.
    pub(super) fn lower_captured(&mut self, pieces: &mut [Piece]) {
        for (index, piece) in pieces.iter_mut().enumerate() {
            for side in 0..self.sides.len() {
                let Some(rules) = &mut piece.sides[side] else { continue };
                let Some(fields) = self.piece_fields(index, side) else { continue };
                // A royal cannot be captured.
                rules.captured_as = match self.captured(&fields, side) {
                    Some(Captured::As(piece)) => Some(piece),
                    Some(Captured::Unpromoted) => Some(self.unpromoted(index)),
                    Some(Captured::AsIs) => Some(index as PieceId),
                    None => None,
                }
                .filter(|_| !rules.royal);
            }
        }
    }

    /// Who may capture whom, and what becomes of the capturer.
    pub(super) fn lower_capturing(&mut self, pieces: &mut [Piece]) {
        // Each side's pieces as its opponents see them: which of them can be captured at all.
        let mut iron = vec![vec![false; pieces.len()]; self.sides.len()];
        for (side, iron) in iron.iter_mut().enumerate() {
            for (index, iron) in iron.iter_mut().enumerate() {
                let Some(fields) = self.piece_fields(index, side) else { continue };
                *iron = fields.value("capturable").and_then(|node| self.context.truth(node)) == Some(false);
            }
        }
        for (index, piece) in pieces.iter_mut().enumerate() {
            for side in 0..self.sides.len() {
                let Some(fields) = self.piece_fields(index, side) else { continue };
                let mut victims = self.types(&fields, "captures");
                let opponents = || iron.iter().enumerate().filter(|&(other, _)| other != side);
                victims.retain(|&victim| !opponents().any(|(_, iron)| iron[victim as usize]));
                let capturer = self.capturer(&fields, side);
                let wary = self.wary(&fields);
                let Some(rules) = &mut piece.sides[side] else { continue };
                (rules.victims, rules.capturer, rules.wary) = (victims, capturer, wary);
                if let Some(pushing) = rules.movements.iter().find(|m| m.push.is_some_and(|push| push.captures()))
                    && capturer != Capturer::Arrives
                {
                    let message = format!(
                        "`{}` captures by pushing: such pieces go where their moves say, and stay what they are",
                        pushing.cause.text
                    );
                    let place = self.field_of(index, "capturer").unwrap_or(self.entries[index].name_span);
                    self.context.error(place, "pushing-capturer", message).help = Some(
                        "write `capturer: Arrives` for this piece, or let it push nothing `over_edge` and crush nothing"
                            .to_string(),
                    );
                }
                if let Some(journey) = rules.movements.iter().find(|movement| !movement.legs.is_empty())
                    && capturer != Capturer::Arrives
                {
                    let text = &journey.cause.text;
                    let message = format!(
                        "`{text}` is a move of several legs, or one that captures friends: such pieces arrive where they capture"
                    );
                    let place = self.field_of(index, "capturer").unwrap_or(self.entries[index].name_span);
                    self.context.error(place, "journey-capturer", message).help =
                        Some("write `capturer: Arrives` for this piece, or give it moves of one leg".to_string());
                }
            }
        }
    }

    /// `wary: (of: ["N"], beyond: "K", trifles: ["P"])`
    fn wary(&mut self, fields: &Fields<'a>) -> Option<Wary> {
        let node = fields.value("wary")?;
        let body = self.context.fields(node, "`wary`", &["of", "beyond", "trifles"], fields.side)?;
        let Some(of) = body.value("of") else {
            self.context.error(node.span, "missing-field", "`wary` does not say `of` which enemies").help =
                Some("as in `wary: (of: [\"N\"], beyond: \"K\")`".to_string());
            return None;
        };
        let of = self.pieces_node(of);
        let near = body.value("beyond").map_or(Vec::new(), |node| self.offsets(node));
        let trifles = body.value("trifles").map_or(Vec::new(), |node| self.pieces_node(node));
        Some(Wary { of, near, trifles, cause: self.context.cause(node.span) })
    }

    /// What is said about capturing pieces of a type, else of all types.
    fn capturer(&mut self, fields: &Fields<'a>, side: usize) -> Capturer {
        let general = Fields { side: Some(self.view(side)), ..self.root };
        let Some(node) = fields.value("capturer").or_else(|| general.value("capturer")) else {
            return Capturer::Arrives;
        };
        let known = ["Arrives", "StaysBehind", "ChangesSides", "TurnsToWall", "Removed"];
        match self.context.plain_word(node, &known) {
            Some("StaysBehind") => Capturer::StaysBehind,
            Some("ChangesSides") => Capturer::ChangesSides,
            Some("TurnsToWall") => Capturer::TurnsToWall,
            Some("Removed") => Capturer::Removed,
            _ => Capturer::Arrives,
        }
    }

    /// The type a promoted form is the other side of: `P` for `+P`, else the type itself.
    pub(super) fn unpromoted(&self, piece: usize) -> PieceId {
        let base = self.symbols[piece].strip_prefix('+');
        let found = base.and_then(|base| self.symbols.iter().position(|s| s == base));
        found.unwrap_or(piece) as PieceId
    }

    /// What is said about captured pieces of a type, else of all types.
    pub(super) fn captured(&mut self, fields: &Fields<'a>, side: usize) -> Option<Captured> {
        let general = Fields { side: Some(self.view(side)), ..self.root };
        let node = fields.value("captured").or_else(|| general.value("captured"))?;
        let (word, body) = self.context.word(node, &["ToHand", "Removed"])?;
        if word == "Removed" {
            self.context.no_body(word, body);
            return None;
        }
        let body = self.context.body(word, node.span, body, &["as"], Some(self.view(side)));
        let Some(form) = body.value("as") else { return Some(Captured::Unpromoted) };
        match &form.kind {
            Kind::Text(text) => self.piece(&text.value, form.span).map(Captured::As),
            _ => match self.context.plain_word(form, &["Unpromoted", "AsIs"])? {
                "AsIs" => Some(Captured::AsIs),
                _ => Some(Captured::Unpromoted),
            },
        }
    }
}

/// What a captured piece becomes in the capturer's hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Captured {
    /// What it was before it was promoted.
    Unpromoted,
    /// What it is.
    AsIs,
    /// This type.
    As(PieceId),
}

/// The types that are royal for another side than this.
fn royals_of_others(pieces: &[Piece], side: usize) -> PieceSet {
    let royal = |piece: &Piece| {
        let others = (0..).zip(&piece.sides).filter(|&(other, _): &(usize, _)| other != side);
        others.filter_map(|(_, rules)| rules.as_ref()).any(|rules| rules.royal)
    };
    (0..).zip(pieces).filter(|(_, piece)| royal(piece)).map(|(id, _)| id).collect()
}

/// A capital letter, with `+` before it for a promoted form, and marks behind it.
fn is_symbol(text: &str) -> bool {
    let letter = text.strip_prefix('+').unwrap_or(text);
    letter.starts_with(|c: char| c.is_ascii_uppercase()) && symbol_length(text) == text.len()
}
