//! Keys and mouse during a game, and what comes of them.

use crate::{
    app::{Act, App, NewGame, Opponent, Popup, at, menus::LineFor},
    form::{Form, List, Row},
    geometry::{Direction, Geometry},
    glyphs::Choice,
    session::{Ending, side_name},
    table::{Happening, Player},
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use wazir_describe::view::describe;
use wazir_runtime::{MoveKind, PieceId, SideId};

/// What the keys of a game do: for the help, and for nothing else.
pub const KEYS: &[(&str, &str)] = &[
    ("arrows, h j k l", "move the cursor"),
    ("Enter, Space", "choose a piece, a square, a wall; the mouse does as well"),
    ("Esc", "forget what was chosen; look at the present position"),
    (":", "type a move"),
    ("d", "drop a piece from the hand"),
    ("p", "pass, where the rules allow it; in a game of engines: wait, go on"),
    ("u, r", "take a move back, make it again; over the network the other side is asked"),
    ("[ ], PgUp PgDn", "walk through the game"),
    ("Home, End", "its start, its present"),
    ("i", "a hint from the engine"),
    ("e", "show or hide how the game stands"),
    ("f", "turn the board"),
    ("g", "other pieces: figurines, kanji, letters..."),
    ("R", "resign"),
    ("D", "offer a draw"),
    ("C", "claim a draw: what there is to claim, and a move that makes one"),
    ("c", "say something to the other side, over the network"),
    ("s", "save the game"),
    ("n", "a new game of this kind"),
    ("q", "the main menu; an unfinished game is kept"),
    ("?", "this help"),
];

impl App {
    /// A key during a game.
    pub(super) fn key_at_table(&mut self, key: KeyEvent) {
        let Some(table) = self.table.as_mut() else {
            self.show_menu();
            return;
        };
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return;
        }
        match key.code {
            KeyCode::Left | KeyCode::Char('h') => self.step(Direction::Left),
            KeyCode::Down | KeyCode::Char('j') => self.step(Direction::Down),
            KeyCode::Up | KeyCode::Char('k') => self.step(Direction::Up),
            KeyCode::Right | KeyCode::Char('l') => self.step(Direction::Right),
            KeyCode::Enter | KeyCode::Char(' ') => {
                let happening = table.point(table.cursor);
                self.follow(happening);
            }
            KeyCode::Esc => {
                table.selection.clear();
                table.view = None;
                table.message = None;
                table.hint = None;
            }
            KeyCode::Char(':' | '/') => self.ask_line("Move", "", LineFor::Move),
            KeyCode::Char('d') => self.ask_for_drop(),
            KeyCode::Char('p') => self.pass_or_pause(),
            KeyCode::Char('u') if table.is_remote() => self.ask_takeback(),
            KeyCode::Char('u') => table.undo(),
            KeyCode::Char('r') => table.redo(),
            KeyCode::Char('[') | KeyCode::PageUp => table.walk(-1),
            KeyCode::Char(']') | KeyCode::PageDown => table.walk(1),
            KeyCode::Home => table.look_at(0),
            KeyCode::End => table.view = None,
            KeyCode::Char('i') => table.ask_for_hint(),
            KeyCode::Char('e') => table.toggle_judging(),
            KeyCode::Char('f') => table.turned = table.turned.next(table.session.info()),
            KeyCode::Char('g') => self.other_glyphs(),
            KeyCode::Char('R') => self.ask_to_resign(),
            KeyCode::Char('D') => self.offer_draw(),
            KeyCode::Char('C') => self.claim(),
            KeyCode::Char('c') if table.is_remote() => self.ask_line("Say", "", LineFor::Chat),
            KeyCode::Char('s') => self.ask_where_to_save(),
            KeyCode::Char('n') => self.act(Act::Again),
            KeyCode::Char('q') => self.show_menu(),
            KeyCode::Char('?') | KeyCode::F(1) => self.show_help(),
            _ => {}
        }
    }

    /// Moves the cursor.
    fn step(&mut self, direction: Direction) {
        let Some(table) = self.table.as_mut() else { return };
        let geometry = Geometry::new(table.session.info(), table.turned, (2, 2));
        table.cursor = geometry.beside(table.cursor, direction).unwrap_or(table.cursor);
    }

    /// The mouse during a game: a click on a piece and one on its target, or a drag from one to the other.
    pub(super) fn mouse_at_table(&mut self, mouse: MouseEvent) {
        let Some(table) = self.table.as_mut() else { return };
        let square = self.areas.square_at(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.pressed = square;
                let hand = at(&self.areas.hands, mouse.column, mouse.row);
                let ply = at(&self.areas.moves, mouse.column, mouse.row);
                let happening = match (square, hand, ply) {
                    (Some(square), ..) => table.point(square),
                    (_, Some(piece), _) => table.point_at_hand(piece),
                    (_, _, Some(ply)) => {
                        table.look_at(ply);
                        None
                    }
                    _ => None,
                };
                self.follow(happening);
            }
            MouseEventKind::Up(MouseButton::Left) => {
                let pressed = self.pressed.take();
                // A drag ends on another square than it began on, and means something only where a piece was taken up.
                if let Some(square) = square
                    && pressed.is_some_and(|pressed| pressed != square)
                    && !table.selection.is_empty()
                    && table.selection.targets(table.session.game()).iter().any(|target| target.0 == square)
                {
                    let happening = table.point(square);
                    self.follow(happening);
                }
            }
            MouseEventKind::Down(MouseButton::Right) => table.selection.clear(),
            MouseEventKind::ScrollUp => table.walk(-1),
            MouseEventKind::ScrollDown => table.walk(1),
            _ => {}
        }
    }

    /// Acts upon what has happened at the table.
    pub(super) fn follow(&mut self, happening: Option<Happening>) {
        match (happening, self.table.as_ref()) {
            (Some(Happening::Choose(moves)), Some(table)) => {
                let info = table.session.info();
                let mut items: Vec<(String, Act)> = moves
                    .into_iter()
                    .map(|mv| {
                        (describe(info, mv, &|square| table.session.writing().square(info, square)), Act::Body(mv))
                    })
                    .collect();
                // What promotes is asked for more often than what does not.
                items.sort_by_key(|(text, _)| text.starts_with("stay"));
                items.push(("do nothing".to_string(), Act::Stay));
                self.popup = Some(Popup::List(List::new("Which move?", items)));
            }
            (Some(Happening::Over(ending)), Some(table)) => {
                let title = ending.text(table.session.info());
                let items = [
                    ("look at the board", Act::Stay),
                    ("play again, sides changed", Act::Rematch),
                    ("play again otherwise", Act::Again),
                    ("save the game", Act::Save),
                    ("main menu", Act::ToMenu),
                ];
                // Whoever is far away is asked to play the same again, and nothing else.
                let far = table.is_remote();
                let items = items.into_iter().filter(|(_, act)| !far || !matches!(act, Act::Again));
                let items = items.map(|(text, act)| (text.to_string(), act)).collect();
                self.popup = Some(Popup::List(List::new(title, items)));
            }
            _ => {}
        }
    }

    /// Does what was chosen in a popup.
    pub(super) fn act(&mut self, act: Act) {
        if let Act::Load(file, number) = &act {
            if let Err(error) = self.load(file, Some(*number)) {
                self.tell("The game cannot be loaded", error);
            }
            return;
        }
        let Some(table) = self.table.as_mut() else { return };
        let happening = match act {
            Act::Load(..) => None,
            Act::Body(mv) => table.choose(mv),
            Act::Hand(piece) => table.point_at_hand(piece),
            Act::Resign => {
                let side = table.resigning_side();
                table.end(Ending::Resigned(side))
            }
            Act::AcceptDraw => table.end(Ending::Agreed),
            Act::DeclineDraw => {
                table.offer = None;
                table.note("the draw is declined");
                self.say(crate::net::Message::DeclineDraw {});
                None
            }
            Act::Claim(mv) => table.play(mv),
            Act::Stay => {
                table.selection.clear();
                None
            }
            Act::Rematch if table.is_remote() => {
                self.ask_rematch();
                None
            }
            Act::Rematch => {
                self.rematch();
                None
            }
            Act::Agree(asked) => {
                self.agree(asked);
                None
            }
            Act::Decline(asked) => {
                self.decline(asked);
                None
            }
            Act::Again => {
                let (name, opened) = (table.name().to_string(), table.session.opened().clone());
                self.show_new_game(name, opened);
                None
            }
            Act::ToMenu => {
                self.show_menu();
                None
            }
            Act::Save => {
                self.ask_where_to_save();
                None
            }
        };
        self.follow(happening);
    }

    pub(super) fn forget_selection(&mut self) {
        if let Some(table) = self.table.as_mut() {
            table.selection.clear();
        }
    }

    /// The last game again; whoever sat here takes the next side.
    fn rematch(&mut self) {
        let Some(table) = self.table.as_ref() else { return };
        let sides = table.session.info().sides.len() as SideId;
        let here = table.players.iter().position(|player| *player == Player::Human).unwrap_or(0) as SideId;
        let level = table.players.iter().find_map(|player| match player {
            Player::Engine(level) => Some(*level),
            _ => None,
        });
        let opponent = match level {
            Some(level) if table.players.contains(&Player::Human) => Opponent::Engine(level),
            Some(level) => Opponent::Watch(level),
            None => Opponent::Friend,
        };
        let new = NewGame {
            name: table.name().to_string(),
            opened: table.session.opened().clone(),
            side: Some((here + 1) % sides.max(1)),
            opponent,
            control: table.clocks.as_ref().map(|clocks| clocks.control()),
            fen: self.last.as_ref().and_then(|last| last.fen.clone()),
        };
        if let Err(error) = self.begin(new) {
            self.tell("The game cannot be begun", error);
        }
    }

    /// Asks for a line of text.
    fn ask_line(&mut self, title: &str, text: &str, purpose: LineFor) {
        let form = Form::new(title, vec![Row::text(title, text, &[])]);
        self.popup = Some(Popup::Line(form, purpose));
    }

    /// A line was typed.
    pub(super) fn take_line(&mut self, text: &str, purpose: LineFor) -> Result<(), String> {
        let Some(table) = self.table.as_mut() else { return Ok(()) };
        match purpose {
            LineFor::Move => {
                if text.is_empty() {
                    self.popup = None;
                    return Ok(());
                }
                if !table.is_open() {
                    return Err("it is not your turn".to_string());
                }
                let meant = table.session.meant(text)?;
                self.popup = None;
                let happening = table.given(meant);
                self.follow(happening);
            }
            LineFor::Chat => {
                self.chat(text)?;
                self.popup = None;
            }
            LineFor::Save => {
                let note = self.save(text)?;
                self.popup = None;
                if let Some(table) = self.table.as_mut() {
                    table.note(note);
                }
            }
        }
        Ok(())
    }

    /// Asks which piece to drop; one that is alone is taken up at once.
    fn ask_for_drop(&mut self) {
        let Some(table) = self.table.as_mut() else { return };
        if !table.is_open() {
            table.complain("it is not your turn");
            return;
        }
        let drops = table.session.legal().iter().filter(|mv| mv.kind() == MoveKind::Drop);
        let mut pieces: Vec<PieceId> = drops.map(|mv| mv.piece()).collect();
        pieces.sort();
        pieces.dedup();
        let side = table.session.turn();
        let info = table.session.info();
        let item = |&piece: &PieceId| {
            let held = table.session.game().in_hand(side, piece);
            let name = info.pieces.get(piece as usize).map_or("piece", |piece| &*piece.name);
            (if held > 1 { format!("{name} ({held})") } else { name.to_string() }, Act::Hand(piece))
        };
        match pieces[..] {
            [] => table.complain("there is nothing to drop now"),
            [piece] => {
                let happening = table.point_at_hand(piece);
                self.follow(happening);
            }
            _ => self.popup = Some(Popup::List(List::new("Drop", pieces.iter().map(item).collect()))),
        }
    }

    fn pass_or_pause(&mut self) {
        let Some(table) = self.table.as_mut() else { return };
        if !table.players.contains(&Player::Human) || table.paused {
            table.pause();
            return;
        }
        let pass = table.session.legal().iter().copied().find(|mv| mv.kind() == MoveKind::Pass);
        match pass.filter(|_| table.is_open()) {
            Some(mv) => {
                let happening = table.play(mv);
                self.follow(happening);
            }
            None => table.complain("passing is not allowed now"),
        }
    }

    fn other_glyphs(&mut self) {
        let all = Choice::all();
        let now = all.iter().position(|choice| *choice == self.pieces()).unwrap_or(0);
        let next = &all[(now + 1) % all.len()];
        self.settings.pieces = next.text().to_string();
        if let Some(table) = self.table.as_mut() {
            table.note(format!("pieces: {}", next.label()));
        }
        self.keep_settings();
    }

    fn ask_to_resign(&mut self) {
        let Some(table) = self.table.as_mut() else { return };
        if table.session.ending().is_some() {
            table.complain("the game is over");
            return;
        }
        let name = side_name(table.session.info(), table.resigning_side());
        let items = vec![("no, play on".to_string(), Act::Stay), (format!("yes, {name} resigns"), Act::Resign)];
        self.popup = Some(Popup::List(List::new("Resign?", items)));
    }

    fn offer_draw(&mut self) {
        let Some(table) = self.table.as_mut() else { return };
        if table.is_remote() {
            if table.session.ending().is_none() {
                self.offer_far_away();
            }
            return;
        }
        if !table.is_open() {
            table.complain("a draw is offered by whoever is to move");
            return;
        }
        if table.players.iter().any(|player| matches!(player, Player::Engine(_))) {
            table.offer_to_engine();
            return;
        }
        let name = side_name(table.session.info(), table.session.turn()).to_string();
        let items = vec![("agree".to_string(), Act::AcceptDraw), ("play on".to_string(), Act::DeclineDraw)];
        self.popup = Some(Popup::List(List::new(format!("{name} offers a draw"), items)));
    }

    /// Tells what there is to claim. Rules end games by themselves: what is left to claim is a move that lets them.
    fn claim(&mut self) {
        let Some(table) = self.table.as_mut() else { return };
        if let Some(ending) = table.session.ending() {
            let text = ending.text(table.session.info());
            table.complain(format!("the game is over ({text})"));
            return;
        }
        let claims = table.session.claims();
        let times = match claims.allowed {
            Some(allowed) => format!("this position has occurred {} of {allowed} times", claims.occurrences),
            None => "no rule of this game is about repetition".to_string(),
        };
        let quiet = format!("{} plies since the last move that cannot be undone", claims.quiet);
        match claims.drawing.filter(|_| table.is_open()) {
            Some(mv) => {
                let text = table.session.writing().write(table.session.game(), mv);
                let items = vec![
                    (format!("draw: play {text}, after which the rules end the game"), Act::Claim(mv)),
                    ("play on".to_string(), Act::Stay),
                ];
                self.popup = Some(Popup::List(List::new(format!("Claim: {times}"), items)));
            }
            None => table.note(format!("nothing to claim: {times}, {quiet}")),
        }
    }

    fn show_help(&mut self) {
        let width = KEYS.iter().map(|(keys, _)| keys.len()).max().unwrap_or(0);
        let lines: Vec<String> = KEYS.iter().map(|(keys, what)| format!("{keys:<width$}  {what}")).collect();
        self.tell("Keys", lines.join("\n"));
    }
}
