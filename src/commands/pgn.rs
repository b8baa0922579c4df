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
    pgn::{Fault, LONGEST_GAME, Layout, Reader, Record, Scores, Text},
};
use wazir_runtime::{Game, Move, Style, Variant};
use wazir_variant_spec::limits;

/// Check files of games (PGN, KIF, CSA) move by move, list them, or write them anew
///
/// Every move of every game is made by the rules, variations too. A game that is wrong is told with its place (game, line, column, move) and left out; the others are read all the
/// same. The tag `Variant` says by whose rules, under the names that other programs use; files of any size are read, one game at a time.
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
    /// Print JSON, an object a line: file, game, variant, tags, fen, moves (UCI), plies and result; or file, game, line, column, move and error
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
    open: BTreeMap<String, Result<Handle, String>>,
    read: u64,
    wrong: u64,
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
    ) -> Result<(String, Record), Fault> {
        let name = self.args.game.clone().unwrap_or_else(|| JAPANESE_GAME.to_string());
        match self.variant(&name, &name) {
            Ok(variant) => read(variant).map(|record| (name.clone(), record)),
            Err(message) => Err(Fault { game: number, number: None, line: 1, column: 1, message }),
        }
    }

    /// The game of that tag, or the one that was asked for where it has that id.
    fn variant(&mut self, name: &str, id: &str) -> Result<&dyn Variant, String> {
        let asked = self.args.game.as_deref();
        if let Some(own) = self.own.as_ref().filter(|own| asked == Some(name) || own.info().id == id) {
            return Ok(&**own);
        }
        let opened = self.open.entry(name.to_string()).or_insert_with(|| {
            // A file must not name a path for its rules: only games of this build are opened.
            if !games::names().iter().any(|known| known == id) {
                return Err(match games::find(id) {
                    Err(games::OpenError::Unknown { near, .. }) if !near.is_empty() => {
                        format!("the tag Variant names `{name}`, which is no game of this build; did you mean {}?", near.join(" or "))
                    }
                    _ => format!("the tag Variant names `{name}`, which is no game of this build; --game FILE plays by rules of your own"),
                });
            }
            games::find(id).and_then(|entry| entry.open(None)).map_err(|error| error.to_string())
        });
        match opened {
            Ok(handle) => Ok(&**handle),
            Err(why) => Err(why.clone()),
        }
    }

    /// Makes the moves of a game by the rules of its variant, whose name is given as well.
    fn play(&mut self, text: &Text) -> Result<(String, Record), Fault> {
        let name = match text.tags.get("Variant") {
            Some(name) => name.to_string(),
            None => self.args.game.clone().unwrap_or_else(|| PGN_GAME.to_string()),
        };
        let id = names::from_pgn(&name).map_or_else(|| name.to_lowercase(), str::to_string);
        let line = text.first_line;
        let variant = self.variant(&name, &id).map_err(|message| Fault {
            game: text.number,
            number: None,
            line,
            column: 1,
            message,
        })?;
        text.play(variant).map(|record| (name, record))
    }

    /// Tells what has become of a game.
    fn tell(
        &mut self,
        file: &str,
        number: u64,
        played: Result<(String, Record), Fault>,
        progress: &Progress,
    ) -> Result<(), Failure> {
        self.read += 1;
        let (name, record) = match played {
            Ok(played) => played,
            Err(fault) => {
                self.wrong += 1;
                return self.tell_fault(file, &fault, progress);
            }
        };
        let id = names::from_pgn(&name).map_or_else(|| name.to_lowercase(), str::to_string);
        let args = self.args;
        let variant = match self.variant(&name, &id) {
            Ok(variant) => variant,
            Err(why) => return bad_input(why),
        };
        let told = Told::of(variant, &record).map_err(Failure::Input)?;
        if args.to.is_none() && args.json {
            return self.screen.json_line(&told.json(file, number, &record));
        }
        let text = match args.to {
            Some(Target::Pgn(notation)) => {
                let fit = notation.fits(variant.info());
                fit.and_then(|()| {
                    record.write(variant, &Layout { notation, ..Layout::default() }).map_err(|error| error.to_string())
                })
            }
            Some(Target::Csa) => csa::write(&record, variant).map_err(|error| error.to_string()),
            Some(Target::Kif(form)) => kif::write(&record, variant, form).map_err(|error| error.to_string()),
            None => Ok(told.line(number, &record)),
        };
        match text {
            Ok(text) => writeln!(self.screen, "{}", text.trim_end_matches('\n'))?,
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
        if let Some(remark) = told.remark {
            progress.clear();
            self.screen.note(&format!("{file}: game {number}: {remark}"));
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

/// By which rules games without a name are played: PGN comes from chess, KIF and CSA from shogi.
const PGN_GAME: &str = "chess";
const JAPANESE_GAME: &str = "shogi";

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

/// What is told about a game.
struct Told {
    id: String,
    fen: String,
    moves: Vec<String>,
    /// What the rules say that the file does not.
    remark: Option<String>,
}

impl Told {
    fn of(variant: &dyn Variant, record: &Record) -> Result<Told, String> {
        let start = variant.start();
        let mut game = start.at(&record.start).map_err(|error| error.to_string())?;
        let fen = game.fen(Style::Game);
        let mut moves = Vec::with_capacity(record.line.plays.len());
        for play in &record.line.plays {
            let mv: Move = play.mv;
            moves.push(game.move_text(mv, Style::Game));
            game.play(mv).map_err(|error| error.to_string())?;
        }
        Ok(Told { id: variant.info().id.to_string(), fen, moves, remark: remark(&*game, record) })
    }

    fn line(&self, number: u64, record: &Record) -> String {
        let tag = |name: &str| record.tags.get(name).unwrap_or("?");
        let result = record.scores.as_ref().map_or("*".to_string(), Scores::to_string);
        let plies = self.moves.len();
        format!("{number:>6}  {:<12} {} - {}  {result}  ({plies} plies)", self.id, tag("White"), tag("Black"))
    }

    fn json(&self, file: &str, number: u64, record: &Record) -> Value {
        let tags: serde_json::Map<String, Value> =
            record.tags.iter().map(|(name, value)| (name.to_string(), json!(value))).collect();
        json!({
            "file": file,
            "game": number,
            "variant": self.id,
            "tags": tags,
            "fen": self.fen,
            "moves": self.moves,
            "plies": self.moves.len(),
            "result": record.scores.as_ref().map_or("*".to_string(), Scores::to_string),
        })
    }
}

/// That the rules have ended the game otherwise than its file says.
fn remark(game: &dyn Game, record: &Record) -> Option<String> {
    let outcome = game.outcome()?;
    let scores = Scores::of(game.info(), outcome);
    let told = record.scores.as_ref()?;
    let text = super::moves::outcome_text(game.info(), outcome);
    (*told != scores).then(|| format!("the file says {told}, the rules {scores}: {text}"))
}
