//! The rules of play: captures and arrivals, castling, checks, obligations, passing, the clock.

use super::*;

impl<'a> World<'a> {
    /// What the moves of one side do and have to respect.
    pub(super) fn play(&mut self, side: usize, pieces: &[Piece]) -> Play {
        let root = Fields { side: Some(self.view(side)), ..self.root };
        let royals = pieces.iter().filter_map(|p| p.sides[side].as_ref()).any(|r| r.royal);
        Play {
            turn: self.turn(&root),
            capture: self.capture(&root),
            truce: self.truce(&root),
            arrival: self.arrival(&root),
            walling: self.walling(&root, side),
            check: self.check(&root, royals),
            obligations: self.obligations(&root, side, pieces),
            gating: self.gating(&root, side, pieces),
            pass: self.pass(&root),
            clock_resets: self.clock_resets(&root, side, pieces),
            defeated: self.defeated(&root),
        }
    }

    /// `check` where nobody has a royal.
    pub(super) fn check_means_something(&mut self, pieces: &[Piece]) {
        if self.root.value("check").is_some() && !pieces.iter().flat_map(|p| p.sides.iter().flatten()).any(|r| r.royal)
        {
            let message = "`check` means nothing here: no piece is royal";
            self.context.error(self.root.place("check"), "no-royal", message).help =
                Some("write `royal: true` in the piece that may not be left attacked".to_string());
        }
    }

    /// `on_capture: Explode(around: "K", spares: ["P"], capturer: AllBut(["K"]))`
    fn capture(&mut self, root: &Fields<'a>) -> Capture {
        let Some(node) = root.value("on_capture") else { return Capture::default() };
        let Some((word, body)) = self.context.word(node, &["Explode"]) else { return Capture::default() };
        let fields =
            self.context.body(word, node.span, body, &["around", "spares", "capturer", "petrifies"], root.side);
        let around = self.required_offsets(&fields, word, node);
        let spares = fields.value("spares").map(|node| self.pieces_node(node)).unwrap_or_default();
        let all = 0..self.symbols.len() as PieceId;
        let capturers = match fields.value("capturer") {
            Some(Node { kind: Kind::Bool(false), .. }) => Vec::new(),
            None | Some(Node { kind: Kind::Bool(true), .. }) => all.collect(),
            Some(node) => self.pieces_node(node),
        };
        let petrifies = fields.value("petrifies").map(|node| self.pieces_node(node)).unwrap_or_default();
        if !petrifies.is_empty() && !self.board.walls {
            let message = "explosions leave walls here, and the board can have none";
            self.context.error(fields.place("petrifies"), "no-walls", message).help =
                Some("write `board: (walls: true)`".to_string());
        }
        let cause = self.context.cause(root.place("on_capture"));
        Capture { blast: Some(Blast { around, spares, capturers, petrifies, cause }) }
    }

    /// `on_arrival: Convert(around: "K")`, `[Convert(around: "W", by: Moves), Convert(enclosed: "Q", by: Drops)]`
    fn arrival(&mut self, root: &Fields<'a>) -> Vec<Conversion> {
        let Some(node) = root.value("on_arrival") else { return Vec::new() };
        let cause = self.context.cause(root.place("on_arrival"));
        items(node).iter().filter_map(|item| self.conversion(item, root, cause.clone())).collect()
    }

    fn conversion(&mut self, node: &'a Node, root: &Fields<'a>, cause: Cause) -> Option<Conversion> {
        let (word, body) = self.context.word(node, &["Convert"])?;
        let fields = self.context.body(word, node.span, body, &["around", "enclosed", "by", "beside"], root.side);
        let of = match (fields.value("around"), fields.value("enclosed")) {
            (Some(_), Some(lines)) => {
                let message = "one conversion is either of the squares `around` or of `enclosed` rows";
                self.context.error(lines.span, "two-conversions", message).help =
                    Some("write a list: `[Convert(around: ..), Convert(enclosed: ..)]`".to_string());
                return None;
            }
            (None, Some(lines)) => {
                let lines = self.directions(lines);
                let mut steps: Vec<Step> = lines.iter().flat_map(|&step| [step, step.reversed()]).collect();
                steps.sort_unstable();
                Converted::Enclosed(steps)
            }
            _ => Converted::Around(self.required_offsets(&fields, word, node)),
        };
        let by = fields.value("by").and_then(|node| self.context.plain_word(node, &["Moves", "Drops", "All"]));
        let beside = fields.value("beside").map(|node| self.offsets(node)).unwrap_or_default();
        Some(Conversion { of, by_moves: by != Some("Drops"), by_drops: by != Some("Moves"), beside, cause })
    }

    /// `after_move: PlaceWall(reach: Along("Q"), onto: "board", wall: New, when: Always)`
    fn walling(&mut self, root: &Fields<'a>, side: usize) -> Option<Walling> {
        let node = root.value("after_move")?;
        let (word, body) = self.context.word(node, &["PlaceWall"])?;
        let known = ["reach", "onto", "wall", "when"];
        let fields = match body {
            Some(_) => self.context.body(word, node.span, body, &known, root.side),
            None => Fields::none(node.span, root.side),
        };
        let reach = fields.value("reach").and_then(|node| self.wall_reach(node, side)).unwrap_or(WallReach::Anywhere);
        let all = self.board.all();
        let onto = fields.region("onto").and_then(|node| self.squares(node, side)).unwrap_or(all);
        let moves_standing = match fields.value("wall") {
            Some(node) => self.context.plain_word(node, &["New", "Standing"]) == Some("Standing"),
            None => false,
        };
        let duty = match fields.value("when") {
            Some(node) => match self.context.plain_word(node, &["Always", "Optional", "Instead"]) {
                Some("Optional") => WallDuty::Optional,
                Some("Instead") => WallDuty::Instead,
                _ => WallDuty::Always,
            },
            None => WallDuty::Always,
        };
        if onto.is_empty() {
            let span = fields.region("onto").map_or(node.span, |node| node.span);
            self.context.error(span, "empty-region", "no square is left to place a wall on");
        }
        if duty == WallDuty::Instead && !matches!(reach, WallReach::Anywhere | WallReach::Rim(_)) {
            let message = "a wall placed instead of a move has no move that it could start from";
            self.context.error(node.span, "wall-without-move", message).help =
                Some("leave `reach` out, or write `when: Optional` for walls that follow a move".to_string());
        }
        Some(Walling { reach, onto, moves_standing, duty, cause: self.context.cause(root.place("after_move")) })
    }

    /// `Anywhere`, `Left`, `OwnMovement`, `Along("Q")`, `Rim("W")`
    fn wall_reach(&mut self, node: &'a Node, side: usize) -> Option<WallReach> {
        let (word, body) = self.context.word(node, &["Anywhere", "Left", "OwnMovement", "Along", "Rim"])?;
        if !matches!(word, "Along" | "Rim") {
            self.context.no_body(word, body);
            return Some(match word {
                "Left" => WallReach::Left,
                "OwnMovement" => WallReach::OwnMovement,
                _ => WallReach::Anywhere,
            });
        }
        let texts: &[Node] = match body.map(|body| &body.kind) {
            Some(Kind::Tuple(list)) => list,
            _ => &[],
        };
        if word == "Rim" {
            let steps: Vec<Step> = texts.iter().flat_map(|text| self.offsets(text)).collect();
            if texts.is_empty() {
                let message = "`Rim` does not say which neighbours have to be missing or walls";
                self.context.error(node.span, "missing-field", message).help =
                    Some("as in `Rim(\"W\")`, one of the four beside the square".to_string());
            }
            return Some(WallReach::Rim(steps));
        }
        let orientation = self.sides[side].orientation;
        let lines = texts.iter().flat_map(items);
        let mut movements: Vec<Movement> = lines.flat_map(|text| self.betza_anywhere(text, orientation)).collect();
        movements.retain(|movement| movement.to_empty);
        if movements.is_empty() {
            let message = "`Along` does not say how the wall gets from the square of arrival to its own";
            self.context.error(node.span, "missing-field", message).help =
                Some("as in `Along(\"Q\")`, along a queen's lines".to_string());
        }
        Some(WallReach::Along(movements))
    }

    fn required_offsets(&mut self, fields: &Fields<'a>, word: &str, node: &Node) -> Vec<Step> {
        match fields.value("around") {
            Some(node) => self.offsets(node),
            None => {
                let message = format!("`{word}` does not say which squares `around`");
                self.context.error(node.span, "missing-field", message).help =
                    Some(format!("as in `{word}(around: \"K\")`, the squares a king reaches"));
                Vec::new()
            }
        }
    }

    /// `castling: (king: "K", with: "R", wings: {"K": (king_to: "g1", partner_to: "f1"), ...})`
    pub(super) fn castlings(&mut self) -> Vec<Castling> {
        let mut castlings = Vec::new();
        for side in 0..self.sides.len() {
            let view = self.view(side);
            let root = Fields { side: Some(view), ..self.root };
            let Some(node) = root.value("castling") else { continue };
            let Some(fields) = self.context.fields(node, "`castling`", &["king", "with", "wings"], Some(view)) else {
                continue;
            };
            let symbol = |world: &mut Self, name: &str, default: &str| match fields.value(name) {
                Some(node) => world.pieces_node(node),
                None => world.piece(default, node.span).into_iter().collect(),
            };
            let kings = symbol(self, "king", "K");
            let partners = symbol(self, "with", "R");
            let &[king] = &kings[..] else {
                if kings.len() > 1 {
                    self.context.error(node.span, "impossible-castling", "more than one type castles as `king`");
                }
                continue;
            };
            let Some(wings) = fields.value("wings") else {
                let help = "as in `wings: {\"K\": (king_to: \"g1\", partner_to: \"f1\")}`".to_string();
                self.context.error(node.span, "missing-field", "this castling has no `wings`").help = Some(help);
                continue;
            };
            if self.board.grid == Grid::Hexagons {
                let message = "castling goes along a rank, and hexagons stand in no such rows";
                self.context.error(node.span, "impossible-castling", message);
                continue;
            }
            let wings = self.context.entries(wings, "{\"K\": (king_to: \"g1\", partner_to: \"f1\")}");
            let wings: Vec<&Field> = wings.iter().filter(|f| !f.value.is_none()).collect();
            if wings.len() > 2 {
                self.context.error(wings[2].name_span, "impossible-castling", "a side has at most two castlings");
            }
            for wing in wings.into_iter().take(2) {
                let Some(castling) = self.wing(wing, side, king, partners.clone()) else { continue };
                let twin = |c: &&Castling| c.side as usize == side && c.towards == castling.towards;
                if castlings.iter().find(twin).is_some() {
                    let message = "two castlings towards the same edge of the board";
                    self.context.error(wing.span(), "impossible-castling", message);
                }
                castlings.push(castling);
            }
        }
        castlings
    }

    /// `"K"`, `["K", "Q"]`: wings, by their letters.
    pub(super) fn wing_letters(&mut self, node: &'a Node) -> Vec<char> {
        let mut letters = Vec::new();
        for item in items(node) {
            match &item.kind {
                Kind::Text(text) if text.value.len() == 1 && text.value.as_bytes()[0].is_ascii_uppercase() => {
                    letters.extend(text.value.chars());
                }
                _ => self.context.wrong_type(item, "the letter of a wing, as in `\"K\"`"),
            }
        }
        letters
    }

    fn wing(&mut self, wing: &'a Field, side: usize, king: PieceId, partners: Vec<PieceId>) -> Option<Castling> {
        let view = self.view(side);
        let letter = match wing.name.chars().collect::<Vec<_>>()[..] {
            [letter] if letter.is_ascii_uppercase() => letter,
            _ => {
                let message = "a wing is named by the capital that FEN's castling rights have for it, as in \"K\"";
                self.context.error(wing.name_span, "bad-letter", message);
                return None;
            }
        };
        let known = ["king_to", "partner_to", "partner_from", "towards", "placed", "forfeits"];
        let fields = self.context.fields(&wing.value, "a wing of castling", &known, Some(view))?;
        let mut target = |name: &str| match fields.region(name) {
            Some(node) => self.square(node, side),
            None => {
                let message = format!("this castling does not say `{name}`");
                self.context.error(wing.span(), "missing-field", message);
                None
            }
        };
        let (king_to, partner_to) = (target("king_to"), target("partner_to"));
        let (king_to, partner_to) = (king_to?, partner_to?);
        let orientation = self.sides[side].orientation;
        let [(rank, king_file), (partner_rank, partner_file)] =
            [king_to, partner_to].map(|square| orientation.line_and_place(&self.board, square));
        let towards = match fields.value("towards") {
            // Files are not mirrored, so right is towards the last file for both (and up for those who play sideways).
            Some(node) => match self.context.plain_word(node, &["Left", "Right"])? {
                "Left" => -1,
                _ => 1,
            },
            // The king jumps over its partner.
            None if king_file > partner_file => 1,
            None => -1,
        };
        let line = if orientation.is_sideways() { "file" } else { "rank" };
        if rank != partner_rank {
            let message = format!("king and partner arrive on different {line}s");
            self.context.error(wing.span(), "impossible-castling", message).help =
                Some(format!("both stay on the {line} they stand on"));
            return None;
        }
        if king_to == partner_to {
            self.context.error(wing.span(), "impossible-castling", "king and partner arrive on the same square");
            return None;
        }
        let partner_from = match fields.region("partner_from") {
            Some(node) => Some(self.square(node, side)?),
            None => None,
        };
        if let Some(from) = partner_from.filter(|&from| orientation.line_and_place(&self.board, from).0 != rank) {
            let message =
                format!("the partner comes from {}, which is not on the {line} it arrives on", self.board.name(from));
            self.context.error(wing.span(), "impossible-castling", message).help =
                Some(format!("both stay on the {line} they stand on"));
            return None;
        }
        let cause = self.context.cause(wing.span());
        let placed = match fields.value("placed") {
            Some(node) => Some(self.placed(node, side, rank, towards)?),
            None => None,
        };
        Some(Castling {
            side: side as SideId,
            letter,
            king,
            partners,
            rank,
            towards,
            partner_from,
            king_to,
            partner_to,
            placed,
            forfeits: fields.value("forfeits").map(|node| self.wing_letters(node)).unwrap_or_default(),
            cause,
        })
    }

    /// `placed: (king: "e1", partner: "h1")`, `placed: (partner: "h1")`
    fn placed(&mut self, node: &'a Node, side: usize, rank: u8, towards: i8) -> Option<Placed> {
        let view = self.view(side);
        let fields = self.context.fields(node, "`placed`", &["king", "partner"], Some(view))?;
        let king = fields.region("king").map(|node| self.square(node, side));
        let Some(partner) = fields.region("partner").map(|node| self.square(node, side)) else {
            let message = "`placed` does not say where the `partner` is dropped";
            self.context.error(node.span, "missing-field", message).help = Some(
                "as in `placed: (king: \"e1\", partner: \"h1\")`, or without `king` where that is not dropped"
                    .to_string(),
            );
            return None;
        };
        let king = match king {
            Some(king) => Some(king?),
            None => None,
        };
        let partner = partner?;
        let orientation = self.sides[side].orientation;
        let at = |square| orientation.line_and_place(&self.board, square);
        let apart = king.is_some_and(|king| {
            let wing = at(partner).1 as i32 - at(king).1 as i32;
            at(king).0 != rank || wing.signum() != towards as i32
        });
        if at(partner).0 != rank || apart {
            let message = "such a king cannot castle with such a partner";
            self.context.error(node.span, "impossible-castling", message).help =
                Some("both stand on the rank of `king_to`, the partner on the wing it castles towards".to_string());
            return None;
        }
        Some(Placed { king, partner })
    }

    /// `check: (may_be_given: false, facing: "vR")`. `royals`: the side has some.
    fn check(&mut self, root: &Fields<'a>, royals: bool) -> Check {
        let cause = root.field("check").map(|f| f.span());
        let mut check = Check {
            may_not_remain: royals,
            guard: Guard::Each,
            may_not_flee: false,
            may_not_be_given: false,
            may_not_mate: Vec::new(),
            facing: Vec::new(),
            cause: cause.map(|span| self.context.cause(span)).unwrap_or_default(),
        };
        let Some(node) = root.value("check") else { return check };
        let known = ["guard", "may_flee", "may_be_given", "may_not_mate", "may_remain", "facing"];
        let Some(fields) = self.context.fields(node, "`check`", &known, root.side) else { return check };
        let mut truth = |name: &str| fields.value(name).and_then(|node| self.context.truth(node));
        check.may_not_be_given = truth("may_be_given") == Some(false);
        check.may_not_remain = royals && truth("may_remain") != Some(true);
        check.may_not_flee = truth("may_flee") == Some(false) && royals;
        if let Some(node) = fields.value("may_not_mate") {
            check.may_not_mate = self.pieces_node(node);
            if royals && !check.may_not_remain && !check.may_not_mate.is_empty() {
                let message = "`may_not_mate` has no meaning where royals may stay attacked: a check is answered by any move then, also by one that checks back";
                self.context.error(node.span, "mates-nobody-minds", message).help =
                    Some("leave out this, or `may_remain: true`".to_string());
            }
        }
        if let Some(node) = fields.value("guard") {
            check.guard = match self.context.plain_word(node, &["Each", "Last", "All"]) {
                Some("Last") => Guard::Last,
                Some("All") => Guard::All,
                _ => Guard::Each,
            };
        }
        if let Some(node) = fields.value("facing") {
            check.facing = self.directions(node);
        }
        check
    }

    /// Lines written as Betza riders, `"vR"`; each line once, both ways are meant.
    pub(super) fn directions(&mut self, node: &Node) -> Vec<Step> {
        let positive = |step: Step| if (step.dy, step.dx) < (0, 0) { step.reversed() } else { step };
        let mut steps: Vec<Step> = self.one_way_directions(node).into_iter().map(positive).collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// Directions written as Betza riders, `"bR"`, as the first side sees them; one way only.
    pub(super) fn one_way_directions(&mut self, node: &Node) -> Vec<Step> {
        let movements = self.betza_anywhere(node, Orientation::Upward);
        let rides: Vec<Ride> = movements.into_iter().flat_map(|m| m.rides).collect();
        let unlimited = |r: &Ride| {
            r.max >= self.board.most_steps(r.step) && r.hurdle.is_none() && r.via.is_none() && !r.joined.any()
        };
        if !rides.iter().all(unlimited) {
            self.context.error(node.span, "not-a-line", "expected whole lines, as in `\"vR\"` (the file)");
        }
        let mut steps: Vec<Step> = rides.into_iter().map(|r| r.step).collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// `must: [Drop(["K"]), Capture]`
    fn obligations(&mut self, root: &Fields<'a>, side: usize, pieces: &[Piece]) -> Vec<Obligation> {
        let Some(node) = root.value("must") else { return Vec::new() };
        items(node).iter().filter_map(|item| self.obligation(item, side, pieces)).collect()
    }

    fn obligation(&mut self, node: &Node, side: usize, pieces: &[Piece]) -> Option<Obligation> {
        let (word, body) = self.context.word(node, &["Capture", "Drop", "EndFacing"])?;
        if word == "Capture" {
            self.context.no_body(word, body);
            return Some(Obligation::Capture);
        }
        if word == "EndFacing" {
            let Some(Kind::Tuple(list)) =
                body.map(|body| &body.kind).filter(|kind| matches!(kind, Kind::Tuple(list) if list.len() == 1))
            else {
                self.context.wrong_type(body.unwrap_or(node), "`EndFacing(\"vR\")` with the lines that are meant");
                return None;
            };
            return Some(Obligation::EndFacing(Facing { along: self.directions(&list[0]) }));
        }
        let from_hand = |piece: PieceId| {
            let drop = pieces[piece as usize].sides[side].as_ref().and_then(|rules| rules.drop.as_ref());
            drop.is_some_and(|drop| matches!(drop.supply, Supply::Hand(_)))
        };
        let listed = match body.map(|body| (body, &body.kind)) {
            None => (0..pieces.len() as PieceId).collect(),
            Some((_, Kind::Tuple(list))) if list.len() == 1 => self.pieces_node(&list[0]),
            Some((body, _)) => {
                self.context.wrong_type(body, "`Drop([\"K\"])` with the letters of pieces, or `Drop` for all");
                return None;
            }
        };
        let listed: Vec<PieceId> = listed.into_iter().filter(|&piece| from_hand(piece)).collect();
        if listed.is_empty() && !self.context.has_errors() {
            let message = format!("{} drops no such piece from its hand", self.names[side]);
            self.context.error(node.span, "no-drops", message).help =
                Some("say how they are dropped with `drops`, for the game or in the piece".to_string());
        }
        Some(Obligation::Drop { pieces: listed })
    }

    /// `gating: (with: AllBut(["P"]), pieces: ["H", "E"], onto: "first rank")`
    fn gating(&mut self, root: &Fields<'a>, side: usize, pieces: &[Piece]) -> Option<Gating> {
        let node = root.value("gating")?;
        let fields = self.context.fields(node, "`gating`", &["with", "pieces", "onto"], root.side)?;
        if root.value("after_move").is_some() && !self.context.told(node.span, "two-second-parts") {
            let message = "a move that brings in a piece cannot place a wall as well";
            self.context.error(node.span, "two-second-parts", message).help =
                Some("give a side `gating` or `after_move`, not both".to_string());
        }
        let owned = |piece: &PieceId| pieces[*piece as usize].sides[side].is_some();
        let all = || (0..pieces.len() as PieceId).filter(owned).collect();
        let with: Vec<PieceId> = match fields.value("with") {
            Some(node) => self.pieces_node(node).into_iter().filter(owned).collect(),
            None => all(),
        };
        let onto = match fields.region("onto") {
            Some(node) => self.squares(node, side)?,
            None => self.board.all(),
        };
        let gated: Vec<PieceId> = match fields.value("pieces") {
            Some(node) => self.pieces_node(node),
            None => all(),
        };
        // What may not be dropped on a square is not brought in there either.
        let zone = |(piece, p): (usize, &Piece)| {
            let rules = p.sides[side].as_ref().filter(|r| !r.royal && gated.contains(&(piece as PieceId)));
            rules.map_or(SquareSet::EMPTY, |r| r.drop.as_ref().map_or(onto, |drop| onto.and(&drop.zone)))
        };
        let zones: Vec<SquareSet> = pieces.iter().enumerate().map(zone).collect();
        if (with.is_empty() || zones.iter().all(SquareSet::is_empty)) && !self.context.has_errors() {
            let message = "this gating is about no piece at all";
            self.context.error(node.span, "empty-list", message).help =
                Some("as in `gating: (with: AllBut([\"P\"]), pieces: [\"H\"])`".to_string());
        }
        Some(Gating { with, zones, cause: self.context.cause(root.place("gating")) })
    }

    /// `pass: WhenStuck`
    fn pass(&mut self, root: &Fields<'a>) -> Pass {
        let Some(node) = root.value("pass") else { return Pass::Never };
        match self.context.plain_word(node, &["Never", "WhenStuck", "Always"]) {
            Some("WhenStuck") => Pass::WhenStuck,
            Some("Always") => Pass::Always,
            _ => Pass::Never,
        }
    }

    /// `defeated: Removed`
    fn defeated(&mut self, root: &Fields<'a>) -> Defeated {
        let Some(node) = root.value("defeated") else { return Defeated::default() };
        if self.sides.len() == 2 {
            let message = "`defeated` means nothing here: with two sides the game is over when one has lost";
            self.context.error(root.place("defeated"), "impossible-end", message);
        }
        match self.context.plain_word(node, &["Stay", "Removed", "GoOver"]) {
            Some("Removed") => Defeated::Removed,
            Some("GoOver") => Defeated::GoOver,
            _ => Defeated::Stay,
        }
    }

    /// `clock_resets: ["P"]`, else the types that can only go forward.
    fn clock_resets(&mut self, root: &Fields<'a>, side: usize, pieces: &[Piece]) -> Vec<bool> {
        if let Some(node) = root.value("clock_resets") {
            let listed = self.pieces_node(node);
            return (0..pieces.len()).map(|piece| listed.contains(&(piece as PieceId))).collect();
        }
        let orientation = self.sides[side].orientation;
        let forward = |step: Step| self.board.is_forward(orientation.seen(step));
        let only_forward = |piece: &Piece| {
            let movements = || piece.sides[side].iter().flat_map(|r| &r.movements);
            let moves = movements().any(|m| !m.rides.is_empty() || !m.legs.is_empty());
            let journeys = || movements().flat_map(|m| Leg::journeys(&m.legs));
            moves
                && movements().flat_map(|m| &m.rides).all(|ride| forward(ride.step))
                && journeys().all(|journey| journey.iter().all(|leg| forward(leg.step)))
        };
        pieces.iter().map(only_forward).collect()
    }
}
