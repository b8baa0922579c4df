//! `wazir pgn`: files of games, checked move by move, listed, and converted.

use crate::{
    screen::{Failure, Progress, Screen, Status, bad_input},
    signals,
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufRead, BufReader, Write},
};
use wazir::games::{self, Handle};
use wazir_notation::{
    Notation, csa, kif, names,
    pgn::{Fault, LONGEST_GAME, Layout, Played, Reader, Record, Scores, Text},
};
use wazir_runtime::{Game, Style, Variant, shortened};
use wazir_variant_spec::limits;

/// Check files of games (PGN, KIF, CSA) move by move, list them, or write them anew
///
/// Every move of every game is made by the rules, variations too. A game that is wrong is told with its place (game, line, column, move) and left out; the others are read all the
/// same. Null moves (`--`, `Z0`) in variations are kept as comments, and that is said. The tag `Variant` says by whose rules, under the names that other programs use; files of any size are read, one game at a time.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir pgn games.pgn                            is everything legal? a line for each game
  wazir pgn games.pgn --to lan > long.pgn        the same games in long notation
  wazir pgn mine.pgn --game my.ron               games by rules of one's own
  wazir pgn game.kif --to hodges                 a Japanese file, as PGN for western readers
  wazir pgn game.kif --to csa > game.csa         and as programs of shogi exchange them
  wazir pgn - --json < games.pgn                 an object a line

Exit status: 0 all is well; 1 some game is wrong; 2 bad usage, or a file that cannot be read; 130 interrupted.")]
pub(crate) struct Args {
    /// The files; `-` for standard input. A name that ends in .kif, .kifu or .ki2 is KIF, in .csa CSA, others are PGN
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Name of a game or path of a RON file, for games without the tag `Variant` (else chess, and shogi in KIF and CSA)
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Write the games as PGN, their moves in this notation: san, lan, uci, hodges, hodges-numbers, hosking, usi, wxf, iccs, janggi or thai;
    /// or as a Japanese file: kif, ki2 or csa
    #[arg(long, value_name = "NOTATION")]
    to: Option<Target>,
    /// Print JSON, an object a line: file, game, variant, tags, fen, moves (UCI), plies, result and, where there are any, remarks; or file, game, line, column, move and error
    #[arg(long, conflicts_with = "to")]
    json: bool,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        signals::end_by_itself();
        let own = match &self.game {
            Some(name) => Some(games::find(name)?.open(None)?),
            None => None,
        };
        let mut work = Work { args: &self, screen, own, open: BTreeMap::new(), read: 0, wrong: 0 };
        for file in &self.files {
            match file.rsplit('.').next() {
                Some("kif" | "kifu" | "ki2" | "ki2u") => work.read_kif(file)?,
                Some("csa") => work.read_csa(file)?,
                _ => work.read_pgn(file)?,
            }
            if signals::is_interrupted() {
                return Ok(Status::Interrupted);
            }
        }
        work.sum_up()?;
        Ok(if work.wrong > 0 { Status::Wrong } else { Status::Fine })
    }
}

/// Bytes that are one step of the progress line.
const STEP: u64 = 1 << 16;

/// What is done with all files.
struct Work<'a> {
    args: &'a Args,
    screen: &'a mut Screen,
    /// The game that was asked for.
    own: Option<Handle>,
    /// The games that were met, or why they cannot be opened, by the names that the files use.
    open: BTreeMap<String, Meant>,
    read: u64,
    wrong: u64,
}

/// What the tag `Variant` means.
enum Meant {
    /// A game of this build.
    Opened(Handle),
    /// The game that was asked for.
    Own,
    /// Nothing: why.
    Unknown(String),
}

impl Work<'_> {
    fn read_pgn(&mut self, file: &str) -> Result<(), Failure> {
        let unreadable = |error: io::Error| Failure::Input(format!("cannot read `{file}`: {error}"));
        let (input, size): (Box<dyn BufRead>, u64) = if file == "-" {
            (Box::new(BufReader::new(io::stdin())), 0)
        } else {
            let input = File::open(file).map_err(unreadable)?;
            let size = input.metadata().map_or(0, |data| data.len());
            (Box::new(BufReader::new(input)), size)
        };
        let progress = Progress::new(file, size.div_ceil(STEP));
        let mut shown = 0;
        let mut reader = Reader::new(input);
        while let Some(text) = reader.next() {
            let game = text.map_err(unreadable)?;
            let number = match &game {
                Ok(text) => text.number,
                Err(fault) => fault.game,
            };
            let played = game.and_then(|text| self.play(&text));
            self.tell(file, number, played, &progress)?;
            while (shown + 1) * STEP <= reader.bytes() && size > 0 {
                progress.advance();
                shown += 1;
            }
            if signals::is_interrupted() {
                break;
            }
        }
        Ok(())
    }

    fn read_kif(&mut self, file: &str) -> Result<(), Failure> {
        let text = japanese(file)?;
        let played = self.play_japanese(1, |variant| kif::read(&text, variant));
        self.tell(file, 1, played, &Progress::new(file, 1))
    }

    fn read_csa(&mut self, file: &str) -> Result<(), Failure> {
        let text = japanese(file)?;
        for (number, (line, game)) in (1..).zip(csa::games(&text)) {
            let played = self.play_japanese(number, |variant| csa::read(game, variant, number, line));
            self.tell(file, number, played, &Progress::new(file, 1))?;
            if signals::is_interrupted() {
                break;
            }
        }
        Ok(())
    }

    /// A game of a file that does not say by which rules: shogi's, where none were asked for.
    fn play_japanese(
        &mut self,
        number: u64,
        read: impl FnOnce(&dyn Variant) -> Result<Record, Fault>,
    ) -> Result<(String, Played), Fault> {
        let name = self.args.game.clone().unwrap_or_else(|| names::OF_JAPANESE_FILES.to_string());
        let wrong = |message| Fault { game: number, number: None, line: 1, column: 1, message };
        let variant = self.variant(&name).map_err(wrong)?;
        let record = read(variant)?;
        // What was read can be made again.
        let mut last = variant.start().at(&record.start).map_err(|error| wrong(error.to_string()))?;
        for play in &record.line.plays {
            last.play(play.mv).map_err(|error| wrong(error.to_string()))?;
        }
        Ok((name, Played { record, last, remarks: Vec::new() }))
    }

    /// The game of that tag, or the one that was asked for where it has the id that is meant.
    fn variant(&mut self, name: &str) -> Result<&dyn Variant, String> {
        let asked = self.args.game.as_deref();
        if let Some(own) = self.own.as_ref().filter(|_| asked == Some(name)) {
            return Ok(&**own);
        }
        if !self.open.contains_key(name) {
            let opened = self.open(name);
            self.open.insert(name.to_string(), opened);
        }
        match self.open.get(name) {
            Some(Meant::Opened(handle)) => Ok(&**handle),
            Some(Meant::Unknown(why)) => Err(why.clone()),
            // What was asked for is there.
            Some(Meant::Own) | None => self.own.as_deref().ok_or_else(|| format!("the tag Variant names `{name}`")),
        }
    }

    /// The game that a tag means.
    fn open(&self, name: &str) -> Meant {
        let id = names::from_pgn(name).map_or_else(|| name.to_lowercase(), str::to_string);
        let called = shortened(name);
        if self.own.as_ref().is_some_and(|own| own.info().id == id) {
            return Meant::Own;
        }
        // A file must not name a path for its rules: only games of this build are opened.
        let opened = if games::names().contains(&id) {
            games::find(&id).and_then(|entry| entry.open(None)).map_err(|error| error.to_string())
        } else {
            Err(match games::find(&id) {
                Err(games::OpenError::Unknown { near, .. }) if !near.is_empty() => {
                    format!(
                        "the tag Variant names `{called}`, which is no game of this build; did you mean {}?",
                        near.join(" or ")
                    )
                }
                _ => format!(
                    "the tag Variant names `{called}`, which is no game of this build; --game FILE plays by rules of your own"
                ),
            })
        };
        opened.map_or_else(Meant::Unknown, Meant::Opened)
    }

    /// Makes the moves of a game by the rules of its variant, whose name is given as well.
    fn play(&mut self, text: &Text) -> Result<(String, Played), Fault> {
        let name = match text.tags.get("Variant") {
            Some(name) => name.to_string(),
            None => self.args.game.clone().unwrap_or_else(|| names::OF_PGN.to_string()),
        };
        let (game, line) = (text.number, text.first_line);
        let variant = self.variant(&name).map_err(|message| Fault { game, number: None, line, column: 1, message })?;
        text.make(variant).map(|played| (name, played))
    }

    /// Tells what has become of a game.
    fn tell(
        &mut self,
        file: &str,
        number: u64,
        played: Result<(String, Played), Fault>,
        progress: &Progress,
    ) -> Result<(), Failure> {
        self.read += 1;
        let (name, played) = match played {
            Ok(played) => played,
            Err(fault) => {
                self.wrong += 1;
                return self.tell_fault(file, &fault, progress);
            }
        };
        let args = self.args;
        let variant = match self.variant(&name) {
            Ok(variant) => variant,
            Err(why) => return bad_input(why),
        };
        let record = &played.record;
        if args.to.is_none() && args.json {
            let value = json_of(variant, file, number, &played).map_err(Failure::Input)?;
            return self.screen.json_line(&value);
        }
        let remark = remark(&*played.last, record);
        let text = match args.to {
            Some(Target::Pgn(notation)) => {
                let fit = notation.fits(variant.info());
                fit.and_then(|()| {
                    record.write(variant, &Layout { notation, ..Layout::default() }).map_err(|error| error.to_string())
                })
            }
            Some(Target::Csa) => csa::write(record, variant).map_err(|error| error.to_string()),
            Some(Target::Kif(form)) => kif::write(record, variant, form).map_err(|error| error.to_string()),
            None => Ok(line_of(&variant.info().id, number, record)),
        };
        match text {
            Ok(mut text) => {
                text.truncate(text.trim_end_matches('\n').len());
                text.push('\n');
                self.screen.write_all(text.as_bytes())?;
            }
            Err(message) => {
                self.wrong += 1;
                let fault = Fault { game: number, number: None, line: 1, column: 1, message };
                return self.tell_fault(file, &fault, progress);
            }
        }
        match args.to {
            // A file of KIF holds one game: where there are several, they are to be taken apart by their first lines.
            Some(Target::Pgn(_) | Target::Kif(_)) => writeln!(self.screen)?,
            Some(Target::Csa) => writeln!(self.screen, "/")?,
            None => {}
        }
        if let Some(remark) = remark {
            progress.clear();
            self.screen.note(&format!("{file}: game {number}: {remark}"));
        }
        for remark in &played.remarks {
            progress.clear();
            self.screen.note(&format!("{file}: {remark}"));
        }
        Ok(())
    }

    fn tell_fault(&mut self, file: &str, fault: &Fault, progress: &Progress) -> Result<(), Failure> {
        if self.args.json {
            let Fault { game, number, line, column, message } = fault;
            let value =
                json!({"file": file, "game": game, "line": line, "column": column, "move": number, "error": message});
            return self.screen.json_line(&value);
        }
        progress.clear();
        self.screen.complain(&format!("{file}: {fault}"));
        Ok(())
    }

    fn sum_up(&mut self) -> Result<(), Failure> {
        if self.args.json || self.args.to.is_some() && self.wrong == 0 {
            return Ok(());
        }
        let games = |number: u64| format!("{number} game{}", if number == 1 { "" } else { "s" });
        let text = match self.wrong {
            0 => format!("{}, every move legal", games(self.read)),
            wrong => format!("{}, {wrong} of them wrong", games(self.read)),
        };
        if self.args.to.is_some() {
            self.screen.note(&text)
        } else {
            writeln!(self.screen, "{text}")?
        }
        Ok(())
    }
}

/// How games are written anew.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// As PGN, with moves in this notation.
    Pgn(Notation),
    /// As CSA, with a line `/` behind each game.
    Csa,
    /// As KIF or KI2.
    Kif(kif::Form),
}

impl std::str::FromStr for Target {
    type Err = String;

    fn from_str(name: &str) -> Result<Target, String> {
        match name.to_ascii_lowercase().as_str() {
            "csa" => Ok(Target::Csa),
            "kif" => Ok(Target::Kif(kif::Form::Kif)),
            "ki2" => Ok(Target::Kif(kif::Form::Ki2)),
            _ => {
                let unknown = |error: wazir_notation::UnknownNotation| format!("{error}, kif, ki2, csa");
                name.parse().map(Target::Pgn).map_err(unknown)
            }
        }
    }
}

/// The text of a file in UTF-8 or Shift_JIS.
fn japanese(file: &str) -> Result<String, Failure> {
    let unreadable = |error: io::Error| Failure::Input(format!("cannot read `{file}`: {error}"));
    let input = File::open(file).map_err(unreadable)?;
    let bytes = limits::read_bounded(input, LONGEST_GAME).map_err(unreadable)?;
    match kif::decode(&bytes) {
        Ok(text) => Ok(text.into_owned()),
        Err(why) => bad_input(format!("cannot read `{file}`: {why}")),
    }
}

/// What is told about a game in a line.
fn line_of(id: &str, number: u64, record: &Record) -> String {
    let tag = |name: &str| record.tags.get(name).unwrap_or("?");
    let result = record.scores.as_ref().map_or("*".to_string(), Scores::to_string);
    let plies = record.line.plays.len();
    format!("{number:>6}  {id:<12} {} - {}  {result}  ({plies} plies)", tag("White"), tag("Black"))
}

/// The same and more in JSON.
fn json_of(variant: &dyn Variant, file: &str, number: u64, played: &Played) -> Result<Value, String> {
    let Played { record, remarks, .. } = played;
    let start = variant.start().at(&record.start).map_err(|error| error.to_string())?;
    let moves: Vec<String> = record.line.plays.iter().map(|play| start.move_text(play.mv, Style::Game)).collect();
    let tags: serde_json::Map<String, Value> =
        record.tags.iter().map(|(name, value)| (name.to_string(), json!(value))).collect();
    let mut value = json!({
        "file": file,
        "game": number,
        "variant": variant.info().id,
        "tags": tags,
        "fen": start.fen(Style::Game),
        "moves": moves,
        "plies": moves.len(),
        "result": record.scores.as_ref().map_or("*".to_string(), Scores::to_string),
    });
    if !remarks.is_empty() {
        value["remarks"] = remarks.iter().map(ToString::to_string).collect();
    }
    Ok(value)
}

/// That the rules have ended the game otherwise than its file says.
fn remark(game: &dyn Game, record: &Record) -> Option<String> {
    let outcome = game.outcome()?;
    let scores = Scores::of(game.info(), outcome);
    let told = record.scores.as_ref()?;
    let text = super::moves::outcome_text(game.info(), outcome);
    (*told != scores).then(|| format!("the file says {told}, the rules {scores}: {text}"))
}
