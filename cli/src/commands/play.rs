//! `wazir play`: a game in the terminal.

use crate::{
    screen::{Failure, Screen, Status},
    terminal::{LookArgs, run, side, start_fen},
};
use std::{path::PathBuf, sync::Arc};
use wazir::registry::Registry;
use wazir_engine::{Games, Level};
use wazir_tui::{
    app::{NewGame, Opponent},
    clock::TimeControl,
};

/// Play any game in the terminal
///
/// Without GAME there is a menu: new game, the last unfinished one, load, network, settings. With GAME it begins at once, against the engine.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir play                                   the menu
  wazir play chess                             against the engine
  wazir play shogi --side gote --level 6
  wazir play crazyhouse --friend --clock 5+3   two people at one keyboard
  wazir play my.ron --pieces letters           a game of your own
  wazir play --load games.pgn

`?` shows the keys. A game that is left or interrupted is kept, and offered in the menu.

Exit status: 0 it was left; 2 bad usage or bad input; 130 interrupted.")]
pub(crate) struct Args {
    /// Name of a game or path of a RON file
    game: Option<String>,
    /// Who you are: a side's name, its letter, or `random`
    #[arg(long, value_name = "SIDE", requires = "game")]
    side: Option<String>,
    /// How well the engine plays, 1 to 10; by default as last time
    #[arg(long, value_name = "N", value_parser = level, requires = "game")]
    level: Option<u8>,
    /// Play against somebody at the same keyboard
    #[arg(long, requires = "game", conflicts_with_all = ["watch", "level", "side"])]
    friend: bool,
    /// Watch the engine play against itself
    #[arg(long, requires = "game", conflicts_with = "side")]
    watch: bool,
    /// Minutes and seconds a move (5+3), moves until they are given again (90/40+30), byoyomi (10b30), or `none`
    #[arg(long, value_name = "TIME", requires = "game")]
    clock: Option<String>,
    /// Where to begin, in FEN
    #[arg(long, requires = "game")]
    fen: Option<String>,
    /// Load a game from a PGN file
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    load: Option<PathBuf>,
    #[command(flatten)]
    look: LookArgs,
}

/// A level of the engine.
fn level(text: &str) -> Result<u8, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.map(Level::number).ok_or_else(|| format!("levels are {} to {}", Level::FIRST.number(), Level::BEST.number()))
}

/// A time control; `none` is none.
pub(crate) fn control(text: &str) -> Result<Option<TimeControl>, Failure> {
    match text {
        "none" => Ok(None),
        _ => text
            .parse()
            .map(Some)
            .map_err(|error: wazir_tui::clock::TimeControlError| Failure::Input(error.to_string())),
    }
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        let games = Arc::new(Registry);
        // What is wrong with the arguments is said before the terminal is taken over.
        let opened = match &self.game {
            Some(name) => Some((name.clone(), games.open(name).map_err(Failure::Input)?)),
            None => None,
        };
        let control = self.clock.as_deref().map(control).transpose()?;
        let side = match (&self.side, &opened) {
            (Some(text), Some((_, opened))) => side(opened.variant.info(), text)?,
            _ => Some(0),
        };
        if let (Some(fen), Some((_, opened))) = (&self.fen, &opened) {
            start_fen(&*opened.variant, fen)?;
        }
        run(screen, games, &self.look, |app| {
            if let Some(file) = &self.load {
                return app.load(file, None);
            }
            let Some((name, opened)) = opened else { return Ok(()) };
            let level = self.level.unwrap_or(app.settings.level);
            let opponent = match (self.friend, self.watch) {
                (true, _) => Opponent::Friend,
                (_, true) => Opponent::Watch(level),
                _ => Opponent::Engine(level),
            };
            let control = control.unwrap_or(app.settings.clock);
            app.begin(NewGame { name, opened, side, opponent, control, fen: self.fen })
        })
    }
}
