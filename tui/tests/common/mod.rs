//! What the tests share: games from `variants/`, played by the interpreter; an engine that plays the first move it sees; a screen.
#![allow(dead_code, reason = "each test uses some of it")]

pub(crate) mod network;

use crossterm::event::{
    Event as TerminalEvent, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::{Terminal, backend::TestBackend, buffer::Buffer};
use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, channel},
    },
    time::Duration,
};
use wazir_engine::{Engine, Found, Games, Limits, Line, LineError, Opened, Report, Score, Stop};
use wazir_reference::Interpreter;
use wazir_runtime::{Info, Variant};
use wazir_tui::{
    app::{App, Event, NewGame, Opponent},
    store::Store,
    theme::Depth,
    view,
};
use wazir_variant_spec::{Folder, Library, Source, compile};

/// The games of `variants/`, interpreted.
pub(crate) struct FolderGames {
    names: Vec<String>,
    library: Folder,
}

impl FolderGames {
    pub(crate) fn of(names: &[&str]) -> FolderGames {
        let library = Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants")));
        FolderGames { names: names.iter().map(|name| (*name).to_string()).collect(), library }
    }
}

/// A library in which what was sent comes first.
struct Sent<'a>(&'a [Source], &'a Folder);

impl Library for Sent<'_> {
    fn find(&self, name: &str) -> Option<Source> {
        let stem = |source: &&Source| Path::new(&source.file).file_stem().is_some_and(|stem| stem == name);
        self.0.iter().find(stem).cloned().or_else(|| self.1.find(name))
    }
    fn names(&self) -> Vec<String> {
        self.1.names()
    }
}

impl Games for FolderGames {
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }
    fn open(&self, name: &str) -> Result<Opened, String> {
        if !self.names.iter().any(|known| known == name) {
            return Err(format!("no game is called `{name}`"));
        }
        self.read(self.library.find(name).ok_or("no such file")?, &[])
    }
    fn read(&self, source: Source, parents: &[Source]) -> Result<Opened, String> {
        let compiled = compile(&source, &Sent(parents, &self.library)).map_err(|wrong| wrong.render(false))?;
        let rules = Arc::new(compiled.rules.clone());
        let variant: Arc<dyn Variant> = Arc::new(Interpreter::new(compiled.rules).expect("a right start"));
        let of = variant.clone();
        Ok(Opened { source, rules, variant, engine: Arc::new(move || Box::new(FirstMove(of.clone()))) })
    }
    fn parents(&self, game: &Opened) -> Vec<Source> {
        let mut parents = Vec::new();
        let mut text = game.source.text.clone();
        while let Some(parent) = text.split("extends: \"").nth(1).and_then(|rest| rest.split('"').next()) {
            let Some(source) = self.library.find(parent) else { break };
            text = source.text.clone();
            parents.push(source);
        }
        parents
    }
}

/// An engine that plays the first legal move, by their texts.
struct FirstMove(Arc<dyn Variant>);

impl Engine for FirstMove {
    fn info(&self) -> &Info {
        self.0.info()
    }
    fn set_hash(&mut self, _: usize) {}
    fn set_values(&mut self, _: &wazir_variant_spec::Values) {}
    fn set_techniques(&mut self, _: wazir_engine::Techniques) {}
    fn set_threads(&mut self, _: NonZeroUsize) {}
    fn new_game(&mut self) {}
    fn search(
        &mut self,
        line: &Line,
        _: &Limits,
        _: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Found, LineError> {
        let mut game = self.0.start().at(&line.start).map_err(LineError::Start)?;
        for (index, &mv) in line.moves.iter().enumerate() {
            game.play(mv).map_err(|error| LineError::Move(index, error))?;
        }
        let mut moves = game.legal_moves();
        moves.sort_by_key(|&mv| game.move_text(mv, Default::default()));
        let best = moves.first().copied();
        let score = Score::Centipawns(25);
        report(&Report {
            line: 0,
            depth: 1,
            reached: 1,
            score,
            bound: wazir_engine::Bound::Exact,
            nodes: 1,
            time: Duration::from_millis(1),
            full: 0,
            moves: best.into_iter().collect(),
            chances: None,
            current: None,
        });
        Ok(Found { best, ponder: None, score, depth: 1, nodes: 1, mate: None })
    }
    fn evaluate(&self, _: &Line) -> Result<i32, LineError> {
        Ok(25)
    }
}

/// An app on a screen of characters.
pub(crate) struct Stage {
    pub(crate) app: App,
    pub(crate) heard: Receiver<Event>,
    terminal: Terminal<TestBackend>,
}

impl Stage {
    /// An app with these games.
    pub(crate) fn new(games: &[&str], depth: Depth, size: (u16, u16)) -> Stage {
        Stage::with_store(games, depth, size, None)
    }

    pub(crate) fn with_store(games: &[&str], depth: Depth, (width, height): (u16, u16), store: Option<Store>) -> Stage {
        let (events, heard) = channel();
        let app = App::new(Arc::new(FolderGames::of(games)), store, depth, events);
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen of characters");
        Stage { app, heard, terminal }
    }

    /// A game that has begun, against a friend.
    pub(crate) fn friends(game: &str, depth: Depth, size: (u16, u16)) -> Stage {
        let mut stage = Stage::new(&[game], depth, size);
        stage.begin(game, Opponent::Friend, None);
        stage
    }

    pub(crate) fn begin(&mut self, game: &str, opponent: Opponent, fen: Option<&str>) {
        let opened = self.app.games.open(game).expect("a game of ours");
        let new = NewGame {
            name: game.to_string(),
            opened,
            side: Some(0),
            opponent,
            control: None,
            fen: fen.map(str::to_string),
        };
        self.app.begin(new).expect("a start position");
    }

    /// Presses keys: characters, or names in angle brackets: `<enter>`.
    pub(crate) fn keys(&mut self, keys: &str) {
        let mut rest = keys;
        while let Some(c) = rest.chars().next() {
            let code = match rest.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
                Some((name, after)) => {
                    rest = after;
                    match name {
                        "enter" => KeyCode::Enter,
                        "esc" => KeyCode::Esc,
                        "up" => KeyCode::Up,
                        "down" => KeyCode::Down,
                        "left" => KeyCode::Left,
                        "right" => KeyCode::Right,
                        "backspace" => KeyCode::Backspace,
                        "home" => KeyCode::Home,
                        "end" => KeyCode::End,
                        _ => panic!("no key is called {name}"),
                    }
                }
                None => {
                    rest = &rest[c.len_utf8()..];
                    KeyCode::Char(c)
                }
            };
            let key = KeyEvent::new(code, KeyModifiers::NONE);
            self.app.handle(Event::Terminal(TerminalEvent::Key(key)));
        }
    }

    /// Types a move.
    pub(crate) fn play(&mut self, moves: &str) {
        for text in moves.split_whitespace() {
            self.keys(&format!(":{text}<enter>"));
        }
    }

    /// Clicks on a place.
    pub(crate) fn click(&mut self, column: u16, row: u16) {
        self.draw();
        for kind in [MouseEventKind::Down(MouseButton::Left), MouseEventKind::Up(MouseButton::Left)] {
            self.mouse(kind, column, row);
        }
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.app.handle(Event::Terminal(TerminalEvent::Mouse(mouse)));
    }

    /// Clicks on a square by its name.
    pub(crate) fn click_square(&mut self, name: &str) {
        self.draw();
        let (column, row) = self.place_of(name);
        self.click(column, row);
    }

    /// Where a square is drawn.
    pub(crate) fn place_of(&mut self, name: &str) -> (u16, u16) {
        self.draw();
        let table = self.app.table.as_ref().expect("a game");
        let (square, _) = table.session.info().parse_square(name).expect("a square");
        let (window, offset, geometry) = self.app.areas.board.as_ref().expect("a board");
        let (x, y) = geometry.corner(square).expect("on the board");
        (window.x + (x - offset.0) as u16, window.y + (y - offset.1) as u16)
    }

    /// Hears what other threads send until `done`.
    pub(crate) fn wait(&mut self, done: impl Fn(&App) -> bool) {
        while !done(&self.app) {
            let event = self.heard.recv_timeout(Duration::from_secs(20)).expect("something is to happen");
            self.app.handle(event);
        }
    }

    pub(crate) fn draw(&mut self) -> Buffer {
        // On a clean screen: other than a real one, this one keeps what lies under the right half of a wide character.
        let size = self.terminal.backend().buffer().area;
        self.resize(size.width, size.height);
        self.terminal.draw(|frame| view::draw(frame, &mut self.app)).expect("a screen of characters");
        self.terminal.backend().buffer().clone()
    }

    /// What the screen shows, without colours.
    pub(crate) fn text(&mut self) -> String {
        text_of(&self.draw())
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) {
        self.terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen of characters");
    }

    pub(crate) fn moves(&self) -> Vec<String> {
        self.app.table.as_ref().map_or(Vec::new(), |table| table.session.texts())
    }
}

/// The characters of a screen, line by line.
pub(crate) fn text_of(buffer: &Buffer) -> String {
    use unicode_width::UnicodeWidthStr;
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        let mut x = 0;
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            line += symbol;
            x += symbol.width().max(1) as u16;
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Compares with `tests/snapshots/NAME.snap`; `INSTA_UPDATE=always` writes it.
pub(crate) fn snapshot(name: &str, text: &str) {
    let settings = {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings
    };
    settings.bind(|| insta::assert_snapshot!(name, text));
}
