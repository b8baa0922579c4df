//! The merged tree in, [`Rules`] out: names resolved, regions mirrored, Betza compiled, defaults filled in.

mod counting;
mod end;
mod formation;
mod imitators;
mod loans;
mod pieces;
mod play;
mod promotion;
mod repetition;
mod royals;
mod sides;
mod start;
mod truce;
mod turn;

use super::{
    check,
    context::{Context, Span},
    extend::default_side_names,
    read::{Fields, For, items},
    region::Regions,
    syntax::{Field, Kind, Node},
};
use crate::betza;
use crate::diagnostic::suggestion;
use crate::limits::{ENDS, MOVEMENTS};
use crate::rules::*;
use wazir_runtime::Setup;

pub(super) use truce::check as check_truces;
pub(super) use turn::check as check_turns;

/// The fields of a rule file.
const FIELDS: [&str; 29] = [
    "extends",
    "name",
    "about",
    "family",
    "origin",
    "board",
    "sides",
    "teams",
    "regions",
    "pieces",
    "promotion",
    "captured",
    "capturer",
    "drops",
    "gating",
    "on_capture",
    "truce",
    "on_arrival",
    "after_move",
    "castling",
    "turn",
    "check",
    "must",
    "pass",
    "clock_resets",
    "points",
    "defeated",
    "start",
    "end",
];

/// What no game can do without: field, message, help.
const REQUIRED: [(&str, &str, &str); 4] = [
    ("board", "the game has no `board`", "as in `board: (files: 8, ranks: 8)`"),
    ("pieces", "the game has no `pieces`", "as in `pieces: {\"K\": (name: \"King\", moves: \"K\", royal: true)}`"),
    ("start", "the game has no `start` position", "as in `start: \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"`"),
    (
        "end",
        "the game never ends: it has no `end`",
        "as in `end: [(if: Checkmated, then: Loses), (if: Stalemated, then: Draw)]`",
    ),
];

/// What the parts of a game are read with.
pub(super) struct World<'a> {
    pub(super) context: &'a mut Context,
    pub(super) root: Fields<'a>,
    pub(super) regions: Regions<'a>,
    pub(super) board: Board,
    pub(super) sides: &'a [Side],
    pub(super) names: &'a [String],
    /// What is left for the movements of its pieces.
    budget: betza::Budget,
    /// How many movements they have so far.
    movements: usize,
    /// The pieces as written, in the order of their ids.
    pub(super) entries: Vec<&'a Field>,
    pub(super) symbols: Vec<String>,
    /// The types that are royal for another side, by side; known when movements are read.
    pub(super) royals: Vec<PieceSet>,
    /// The start position's board and hands, when they could be read.
    pub(super) placement: Option<Setup>,
    /// Where each rule about the end was written.
    end_spans: Vec<Span>,
    board_is_known: bool,
    castling_is_known: bool,
    /// The letters of all castlings, ascending; known when the end is read.
    castling_letters: Vec<char>,
}

/// Lowers a merged file: the rules, and the place of the start position. `None` when there is too little to go on with; the mistakes are in the context.
pub(super) fn lower(context: &mut Context, root: &Node, id: &str) -> Option<(Rules, Span)> {
    let root = context.fields(root, "a rule file", &FIELDS, None)?;
    for (field, message, help) in REQUIRED {
        if root.value(field).is_none() {
            context.missing(root.span, message, help);
        }
    }
    let names_given = context.len();
    let board = board(context, &root);
    let mut sides = sides::sides(context, &root);
    let sides_are_known = context.len() == names_given;
    if sides_are_known {
        sides::teams(context, &root, &mut sides);
    }
    let sides = sides;
    let names: Vec<String> = sides.iter().map(|s| s.name.clone()).collect();
    for field in root.list.iter().filter(|_| sides_are_known) {
        check_side_names(context, &names, &field.value);
    }
    // Without a board the rest is still read, as on the largest one, for its other mistakes.
    let board_is_known = board.is_some();
    let mut board = board.unwrap_or(Board::rectangle(32, 32));
    // Where walls are placed there are walls.
    board.walls |= root.value("after_move").is_some();
    if let Some(side) = sides
        .iter()
        .find(|side| side.orientation.is_sideways() && (board.files != board.ranks || board.grid == Grid::Hexagons))
    {
        let message =
            format!("{} plays sideways, which needs a board of squares with as many files as ranks", side.name);
        context.error(root.place("sides"), "sideways", message);
        return None;
    }
    let defined = root.value("regions").map_or(&[][..], |node| context.entries(node, "{\"far camp\": \"rank 7-9\"}"));
    let defined: Vec<Field> = defined.iter().filter(|f| !f.value.is_none()).cloned().collect();
    let regions = Regions::new(context, board.clone(), &sides, &names, &defined);
    let mut world = World {
        context,
        root,
        regions,
        board: board.clone(),
        sides: &sides,
        names: &names,
        budget: betza::Budget::default(),
        movements: 0,
        entries: Vec::new(),
        symbols: Vec::new(),
        royals: vec![PieceSet::default(); sides.len()],
        placement: None,
        end_spans: Vec::new(),
        board_is_known,
        castling_is_known: true,
        castling_letters: Vec::new(),
    };
    let name = world.short_text("name").unwrap_or_else(|| id.to_string());
    let about = world.short_text("about").unwrap_or_default();
    let family = world.short_text("family").unwrap_or_default();
    let origin = world.short_text("origin").unwrap_or_default();
    let mut pieces = world.declare_pieces();
    if pieces.is_empty() {
        // Everything else would be unknown letters.
        return None;
    }
    world.placement = world.read_placement(&name, &pieces);
    world.lower_movements(&mut pieces);
    world.lower_captured(&mut pieces);
    world.lower_capturing(&mut pieces);
    let petrify = |piece: &Piece| piece.sides.iter().flatten().any(|rules| rules.capturer == Capturer::TurnsToWall);
    world.board.walls |= pieces.iter().any(petrify);
    world.lower_promotions(&mut pieces);
    world.lower_drops(&mut pieces);
    let mistakes = world.context.len();
    let castlings = world.castlings();
    world.castling_is_known = world.context.len() == mistakes;
    world.castling_letters = castlings.iter().map(|castling| castling.letter).collect();
    world.check_means_something(&pieces);
    let mut rules = Rules {
        id: id.to_string(),
        name,
        about,
        family,
        origin,
        board: world.board.clone(),
        play: (0..sides.len()).map(|side| world.play(side, &pieces)).collect(),
        castlings,
        end: world.end(),
        points: (0..sides.len()).map(|side| world.points(side)).collect(),
        start: Start { fen: String::new(), chess960: false, cause: Cause::default() },
        sides: sides.clone(),
        pieces,
        regions: Vec::new(),
    };
    let start = world.start(&mut rules);
    world.regions.finish(world.context);
    rules.regions = world.regions.told();
    check::check(&mut world, &rules, start.as_ref());
    royals::complete_end(&mut rules);
    let place = world.start_place();
    Some((rules, place))
}

/// Words in capitals that are no side, as in `(White: 1, Blakc: 2)`.
fn check_side_names(context: &mut Context, names: &[String], node: &Node) {
    match &node.kind {
        Kind::Struct(fields) => {
            for field in fields {
                if node.is_by_side() && !names.contains(&field.name) {
                    let known: Vec<&str> = names.iter().map(String::as_str).collect();
                    let message = format!("there is no side `{}`", field.name);
                    let help = suggestion(&field.name, &known);
                    context.error(field.name_span, "unknown-side", message).help = Some(help);
                }
                check_side_names(context, names, &field.value);
            }
        }
        Kind::Map(fields) => fields.iter().for_each(|f| check_side_names(context, names, &f.value)),
        Kind::List(items) | Kind::Tuple(items) => items.iter().for_each(|n| check_side_names(context, names, n)),
        Kind::Name(_, Some(body)) => check_side_names(context, names, body),
        _ => {}
    }
}

fn board(context: &mut Context, root: &Fields<'_>) -> Option<Board> {
    let node = root.value("board")?;
    let fields = context.fields(node, "a board", &["files", "ranks", "grid", "holes", "joined", "walls"], None)?;
    let mut size = |name: &str| match fields.value(name) {
        Some(node) => context.number(node, &format!("the number of {name}"), 1, 32),
        None => {
            let message = format!("the board has no `{name}`");
            context.error(fields.span, "missing-field", message).help =
                Some("as in `board: (files: 8, ranks: 8)`".to_string());
            None
        }
    };
    let (files, ranks) = (size("files"), size("ranks"));
    let walls = fields.value("walls").and_then(|node| context.truth(node)).unwrap_or(false);
    let grid = match fields.value("grid").and_then(|node| context.plain_word(node, &["Squares", "Hexagons"])) {
        Some("Hexagons") => Grid::Hexagons,
        _ => Grid::Squares,
    };
    let joined = fields.value("joined").map_or(Joined::default(), |node| joined(context, node));
    let mut board = Board { grid, joined, walls, ..Board::rectangle(files? as u8, ranks? as u8) };
    if let Some(node) = fields.value("holes") {
        // Holes are a matter of the board, not of a side.
        let side = [Side { name: String::new(), letter: 'w', orientation: Orientation::Upward, team: 0 }];
        let holes = Regions::new(context, board.clone(), &side, &[String::new()], &[]).squares(context, node, 0);
        board.holes = holes.unwrap_or_default();
        if board.all().is_empty() {
            context.error(node.span, "empty-board", "no square of the board is left");
            return None;
        }
    }
    Some(board)
}

/// `joined: Files`, `joined: [Files, Ranks]`
fn joined(context: &mut Context, node: &Node) -> Joined {
    let mut joined = Joined::default();
    for item in items(node) {
        let (edge, word) = match context.plain_word(item, &["Files", "Ranks"]) {
            Some("Files") => (&mut joined.files, "Files"),
            Some(_) => (&mut joined.ranks, "Ranks"),
            None => continue,
        };
        if std::mem::replace(edge, true) {
            context.error(item.span, "duplicate", format!("`{word}` is listed twice"));
        }
    }
    joined
}

impl<'a> World<'a> {
    fn short_text(&mut self, field: &str) -> Option<String> {
        let node = self.root.value(field)?;
        let text = match field {
            "about" | "origin" => self.context.text(node, "a text")?,
            _ => self.context.name(node, "a text")?,
        };
        Some(text.value.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Number of files and of ranks.
    fn board_size(&self) -> (u8, u8) {
        (self.board.files, self.board.ranks)
    }

    /// A side's view, for reading values.
    fn view(&self, side: usize) -> For<'a> {
        For { names: self.names, side: side as SideId }
    }

    /// The type with this symbol, or an error at `span`.
    fn piece(&mut self, symbol: &str, span: Span) -> Option<PieceId> {
        if let Some(index) = self.symbols.iter().position(|s| s == symbol) {
            return Some(index as PieceId);
        }
        let known: Vec<&str> = self.symbols.iter().map(String::as_str).collect();
        let mut help = suggestion(symbol, &known);
        if span.file > 0 {
            help.push_str("; this is inherited: the game that extends it has to say it anew");
        }
        self.context.error(span, "unknown-piece", format!("there is no piece \"{symbol}\"")).help = Some(help);
        None
    }

    /// A side: `"White"`, also `White`.
    fn side(&mut self, node: &Node) -> Option<SideId> {
        let name = match &node.kind {
            Kind::Text(text) => text.value.as_str(),
            Kind::Name(name, None) => name.as_str(),
            _ => {
                self.context.wrong_type(node, "the name of a side");
                return None;
            }
        };
        if let Some(side) = self.names.iter().position(|n| n == name) {
            return Some(side as SideId);
        }
        let known: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let help = suggestion(name, &known);
        self.context.error(node.span, "unknown-side", format!("there is no side `{name}`")).help = Some(help);
        None
    }

    /// One type: `"K"`.
    fn piece_node(&mut self, node: &Node) -> Option<PieceId> {
        let text = self.context.text(node, "the letter of a piece")?;
        self.piece(&text.value, node.span)
    }

    /// Types, ascending: `"K"`, `["K", "Q"]`, `All`, `AllBut(["P"])`.
    fn pieces_node(&mut self, node: &Node) -> Vec<PieceId> {
        if let Kind::Name(..) = node.kind {
            let Some((word, body)) = self.context.word(node, &["All", "AllBut"]) else { return Vec::new() };
            let all = 0..self.symbols.len() as PieceId;
            if word == "All" {
                self.context.no_body(word, body);
                return all.collect();
            }
            let but: Vec<PieceId> = match body.map(|body| &body.kind) {
                Some(Kind::Tuple(list)) => list.iter().flat_map(|item| self.pieces_node(item)).collect(),
                _ => {
                    self.context.wrong_type(node, "`AllBut([...])` with the letters of pieces");
                    Vec::new()
                }
            };
            return all.filter(|piece| !but.contains(piece)).collect();
        }
        let mut pieces: Vec<PieceId> = Vec::new();
        for item in items(node) {
            if let Some(piece) = self.piece_node(item) {
                if pieces.contains(&piece) {
                    let message = format!("\"{}\" is listed twice", self.symbols[piece as usize]);
                    self.context.error(item.span, "duplicate", message);
                } else {
                    pieces.push(piece);
                }
            }
        }
        pieces.sort_unstable();
        pieces
    }

    /// The types of a field, ascending; all of them where it is left out.
    fn types(&mut self, fields: &Fields<'a>, name: &str) -> Vec<PieceId> {
        match fields.value(name) {
            Some(node) => self.pieces_node(node),
            None => (0..self.symbols.len() as PieceId).collect(),
        }
    }

    /// Counts movements; false, and an error at `span`, where there are more than any game needs.
    fn spend_movements(&mut self, span: Span, number: usize) -> bool {
        self.movements = self.movements.saturating_add(number);
        if self.movements > MOVEMENTS {
            let message = format!("the pieces have more than {MOVEMENTS} movements together, which is the limit");
            self.context.error(span, "too-many-movements", message).help = Some(
                "each atom counts for each side, and once more for each piece to which friends lend it (`x`, `I`)"
                    .to_string(),
            );
        }
        self.movements <= MOVEMENTS
    }

    /// Counts ways of movements that somebody else has already; false, and an error at `span`, where the game has more than may be.
    fn spend_ways(&mut self, span: Span, ways: usize) -> bool {
        let spent = self.budget.spend(ways);
        if !spent {
            let error = betza::over_budget(&(0..0));
            self.context.error(span, error.code, error.message).help = error.help;
        }
        spent
    }

    /// A region for one side.
    fn squares(&mut self, node: &Node, side: usize) -> Option<SquareSet> {
        self.regions.squares(self.context, node, side)
    }

    /// One square for one side.
    fn square(&mut self, node: &Node, side: usize) -> Option<Square> {
        let squares = self.squares(node, side)?;
        let mut all = squares.iter();
        match (all.next(), all.next()) {
            (Some(square), None) => Some(square),
            _ => {
                self.context.error(node.span, "bad-region", format!("expected one square, found {}", squares.len()));
                None
            }
        }
    }

    /// Compiles one Betza text; mistakes are shown inside it.
    fn betza(&mut self, node: &Node, lowering: impl FnOnce(Cause) -> betza::Lowering) -> Vec<Movement> {
        self.betza_by(node, lowering, betza::lower)
    }

    /// Everything that Betza text says of a piece, loans included.
    fn betza_all(&mut self, node: &Node, lowering: impl FnOnce(Cause) -> betza::Lowering) -> betza::Lowered {
        self.betza_by(node, lowering, betza::lower_all)
    }

    fn betza_by<T: Default>(
        &mut self,
        node: &Node,
        lowering: impl FnOnce(Cause) -> betza::Lowering,
        lower: fn(&betza::Betza, &betza::Lowering) -> Result<T, Vec<betza::BetzaError>>,
    ) -> T {
        let Some(text) = self.context.text(node, "a movement in Betza notation") else { return T::default() };
        if self.context.is_overwhelmed() {
            return T::default();
        }
        let lowering = lowering(self.context.cause(node.span));
        let parsed = betza::parse(&text.value).inspect(|parsed| {
            for lint in &parsed.lints.0 {
                let span = text.span(node.span.file, lint.span.clone());
                self.context.warn(span, lint.code, &lint.message).help = lint.help.clone();
            }
        });
        match parsed.and_then(|parsed| lower(&parsed, &lowering)) {
            Ok(lowered) => lowered,
            Err(errors) => {
                for error in errors {
                    let span = text.span(node.span.file, error.span);
                    // An empty place is shown by the quote behind it.
                    let span = Span { end: span.end.max(span.start + 1), ..span };
                    self.context.error(span, error.code, error.message).help = error.help;
                }
                T::default()
            }
        }
    }

    /// The same where only moves of one leg have a meaning.
    fn betza_rides(&mut self, node: &Node, lowering: impl FnOnce(Cause) -> betza::Lowering) -> Vec<Movement> {
        let mut movements = self.betza(node, lowering);
        if let Some(journey) = movements.iter().find(|movement| !movement.legs.is_empty()) {
            let message = format!("`{}` is a move of several legs, or one that captures friends", journey.cause.text);
            self.context.error(node.span, "journey-here", message).help =
                Some("such moves stand in the `moves` of a piece only".to_string());
            movements.retain(|movement| movement.legs.is_empty());
        }
        movements
    }

    /// The same for Betza that holds from and to every square, under no condition.
    fn betza_anywhere(&mut self, node: &Node, orientation: Orientation) -> Vec<Movement> {
        let all = self.board.all();
        let (grid, size, initial, unchecked) = (self.board.grid, self.board_size(), betza::Initial::On(all), false);
        let budget = self.budget.clone();
        self.betza_rides(node, |cause| betza::Lowering {
            grid,
            size,
            royals: PieceSet::default(),
            orientation,
            initial,
            unchecked,
            safe_way: false,
            push: None,
            over: None,
            from: all,
            to: all,
            cause,
            budget,
        })
    }

    /// Offsets written as the leaps of a Betza atom: `"K"` is the eight squares around.
    fn offsets(&mut self, node: &Node) -> Vec<Step> {
        self.offsets_seen(node, Orientation::Upward)
    }

    /// The same, as a side sees them.
    fn offsets_seen(&mut self, node: &Node, orientation: Orientation) -> Vec<Step> {
        let movements = self.betza_anywhere(node, orientation);
        let rides: Vec<Ride> = movements.into_iter().flat_map(|m| m.rides).collect();
        if !rides.iter().all(Ride::is_leap) {
            let message = "expected leaps only, which name squares around, as in `\"K\"` or `\"WF\"`";
            self.context.error(node.span, "not-a-leap", message);
        }
        let mut steps: Vec<Step> = rides.into_iter().map(|r| r.step).collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// Rides as a side sees them, whatever may be done at their ends.
    fn rides_seen(&mut self, node: &Node, orientation: Orientation) -> Vec<Ride> {
        let movements = self.betza_anywhere(node, orientation);
        let mut rides: Vec<Ride> = movements.into_iter().flat_map(|m| m.rides).collect();
        rides.sort_unstable();
        rides.dedup();
        rides
    }

    /// Where a field of a piece was written.
    pub(super) fn field_of(&self, piece: usize, field: &str) -> Option<Span> {
        fn find(node: &Node, field: &str) -> Option<Span> {
            let Kind::Struct(fields) = &node.kind else { return None };
            match node.is_by_side() {
                true => fields.iter().find_map(|f| find(&f.value, field)),
                false => fields.iter().find(|f| f.name == field && !f.value.is_none()).map(Field::span),
            }
        }
        find(&self.entries[piece].value, field)
    }

    /// Where the rule with this index in `Rules::end` was written.
    pub(super) fn end_place(&self, index: usize) -> Span {
        self.end_spans.get(index).copied().unwrap_or(self.root.span)
    }
}
