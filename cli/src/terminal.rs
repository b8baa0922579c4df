//! What the commands that take over the terminal share: how it looks, and running it.

use crate::{
    screen::{Color, Failure, Screen, Status, bad_input, fen_error},
    signals,
};
use std::{
    io::{self, IsTerminal},
    sync::{Arc, mpsc::channel},
};
use wazir_engine::Games;
use wazir_runtime::{Info, SideId, Style, Variant};
use wazir_tui::{
    app::App,
    glyphs::Choice,
    store::Store,
    terminal::{self, Left},
    theme::Depth,
};

/// How the terminal looks.
#[derive(clap::Args)]
pub(crate) struct LookArgs {
    /// How pieces are shown, for this time: fitting, figurines, kanji, hanzi, hanja, animals, letters, ascii
    #[arg(long, value_parser = pieces)]
    pieces: Option<Choice>,
    /// Colours, for this time: none, 16, 256 or true; by default what the terminal has
    #[arg(long, value_name = "DEPTH")]
    colors: Option<Depth>,
}

fn pieces(text: &str) -> Result<Choice, String> {
    Choice::parse(text).ok_or_else(|| {
        let known: Vec<String> = Choice::all().iter().map(|choice| choice.text().to_string()).collect();
        format!("there are {}", known.join(", "))
    })
}

/// The side that a person means by its name or letter; `None`: any.
pub(crate) fn side(info: &Info, text: &str) -> Result<Option<SideId>, Failure> {
    if text == "random" {
        return Ok(None);
    }
    let means =
        |side: &&wazir_runtime::SideInfo| side.name.eq_ignore_ascii_case(text) || text.chars().eq([side.letter]);
    match info.sides.iter().position(|side| means(&side)) {
        Some(side) => Ok(Some(side as SideId)),
        None => {
            let known: Vec<&str> = info.sides.iter().map(|side| &*side.name).collect();
            bad_input(format!("no side is called `{text}`; there are {} and `random`", known.join(", ")))
        }
    }
}

/// Is this a position of the game?
pub(crate) fn start_fen(variant: &dyn Variant, fen: &str) -> Result<(), Failure> {
    variant.from_fen(fen, Style::Game).map(drop).map_err(|error| fen_error(fen, &error))
}

/// Takes over the terminal until the app is left.
pub(crate) fn run(
    screen: &mut Screen,
    games: Arc<dyn Games>,
    look: &LookArgs,
    begin: impl FnOnce(&mut App) -> Result<(), String>,
) -> Result<Status, Failure> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return bad_input("a terminal is needed to play; programs play through `wazir engine`");
    }
    let store = Store::of_system().map_err(|error| screen.note(&format!("nothing is kept: {error}"))).ok();
    let detected = match screen.wanted {
        Color::Never => Depth::None,
        Color::Always => Depth::detect(|name| std::env::var(name).ok().filter(|_| name != "NO_COLOR")),
        Color::Auto => Depth::detect(|name| std::env::var(name).ok()),
    };
    let (events, heard) = channel();
    let mut app = App::new(games, store, detected, events.clone());
    app.force(look.pieces.clone(), look.colors);
    begin(&mut app).map_err(Failure::Input)?;
    signals::end_by_itself();
    let left = terminal::run(&mut app, events, &heard, signals::is_interrupted);
    if let Some(lost) = app.close() {
        screen.complain(&lost);
    }
    if let Left::Gone(error) = left? {
        signals::hang_up();
        // Standard error may be elsewhere.
        let why = error.map(|error| format!(": {error}")).unwrap_or_default();
        screen.complain(&format!("the terminal is gone{why}"));
    }
    Ok(if signals::is_interrupted() { Status::Interrupted } else { Status::Fine })
}
