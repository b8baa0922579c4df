//! Any program that plays random games for so long and prints what it played, such as `bench/pyffish_games.py`.

use super::template::Template;
use crate::games::{Played, Player};
use serde::Deserialize;
use std::{process::Stdio, time::Duration};

/// What a program ends with that does not know a game.
const UNKNOWN_GAME: i32 = 3;

/// A program, as the command line describes it: `NAME=COMMAND`, with `{game}` and `{seconds}` among the words of the command.
#[derive(Clone, Debug)]
pub(crate) struct Outsider {
    pub(crate) name: String,
    command: Template,
}

/// What it prints, as a JSON object.
#[derive(Deserialize)]
struct Told {
    games: u64,
    plies: u64,
    /// Legal moves of all positions.
    choices: u64,
    /// Of the processor, without those that it took to start.
    seconds: f64,
}

impl std::str::FromStr for Outsider {
    type Err = String;

    fn from_str(text: &str) -> Result<Outsider, String> {
        let form = "expected NAME=COMMAND, as in `pyffish=python3 bench/pyffish_games.py {game} {seconds}`";
        let (name, command) = text.split_once('=').ok_or(form)?;
        let command = Template::read(command, &["{game}", "{seconds}"]).filter(|_| !name.is_empty()).ok_or(form)?;
        Ok(Outsider { name: name.to_string(), command })
    }
}

impl Outsider {
    /// The program as a player of a game; `None` if it does not know it.
    pub(crate) fn player(&self, game: &str) -> Result<Option<Player<'_>>, String> {
        if self.play(game, Duration::ZERO)?.is_none() {
            return Ok(None);
        }
        let game = game.to_string();
        Ok(Some(Box::new(move |slice, sum: &mut Played| {
            let told = self.play(&game, slice)?.ok_or_else(|| format!("{} knows {game} no more", self.name))?;
            sum.games += told.games;
            sum.plies += told.plies;
            sum.choices += told.choices;
            sum.time += Duration::try_from_secs_f64(told.seconds).map_err(|error| format!("{}: {error}", self.name))?;
            Ok(())
        })))
    }

    /// Has it play for so long, one game at least.
    fn play(&self, game: &str, slice: Duration) -> Result<Option<Told>, String> {
        let seconds = slice.as_secs_f64().to_string();
        let output = self.command.run(&[("{game}", game), ("{seconds}", &seconds)], Stdio::inherit())?;
        if output.status.code() == Some(UNKNOWN_GAME) {
            return Ok(None);
        }
        if !output.status.success() {
            return Err(format!("{}, {game}: {}", self.name, output.status));
        }
        let told = serde_json::from_slice(&output.stdout);
        told.map(Some)
            .map_err(|error| format!("{}, {game}: what it printed is not what was played: {error}", self.name))
    }
}
