//! `wazir match`: games between two engines, and what they say about their strength.

mod every;
mod paper;
mod report;

pub(crate) use report::{summary, with_standing};

use crate::{
    numbers,
    screen::{Failure, Progress, Screen, Status, bad_input},
    signals,
};
use paper::{Paper, how_it_ended};
use report::Report;
use serde_json::{Value, json};
use std::{num::NonZeroUsize, path::Path, sync::Arc, time::Duration};
use wazir::{games, registry::Registry};
use wazir_engine::{Games, Opened};
use wazir_protocol::arena::{
    Contestant, Control, Match, Openings, Sprt, Standing,
    contestant::Knowledge,
    control::TimeControl,
    journal::{self, Entry, Journal, Played},
    play_match,
    statistics::Verdict,
    tournament::Finished,
};
use wazir_variant_spec::{Source, limits};

/// Bytes of a file of openings.
const MOST_OPENINGS: usize = 64 << 20;

/// Play a match between two engines, in any game
///
/// Each opening is played twice, with sides swapped. Games end by the rules of the game only; an engine that makes an illegal move, ends or hangs loses the game, and the match goes
/// on. Elo and the sequential test take the pair of games as their sample.
#[derive(clap::Args)]
#[command(after_help = "\
A and B are `wazir` (this engine; with settings: `wazir:level=5,hash=64,threads=1,nodes=1000,depth=6,time=100,values=derived`), `random` (any legal move), or a protocol and a command:
`uci:COMMAND`, `usi:`, `ucci:`, `ucicyclone:`, `ugi:`, `cecp:`.
`wazir:without=null-move,futility` searches without these techniques: null-move, reverse-futility, futility, late-move-pruning, late-move-reductions, quiet-see,
check-extensions, forced-extensions, quiescence-see, delta-pruning, quiescence-checks, foreseen-evaluations, corrections, aspiration (docs/engine.md tells what each gains).

Examples:
  wazir match wazir random --game shogi --nodes 500 --games 20
  wazir match wazir uci:/usr/games/fairy-stockfish --game chess --tc 1+0.01 --games 100 --pgn games.pgn
  wazir match wazir:level=3 wazir:level=4 --game ataxx --sprt -20,20
  wazir match wazir wazir:without=null-move --game xiangqi --nodes 3000 --games 200
  wazir match wazir random --all --nodes 500 --games 20 --plies 0 --at-least 99
  wazir match wazir cecp:/usr/games/hachu --game chu --tc 10+0.1 --option-b \"Allow repeats=0\"

Every game is written to a journal as it ends. Ctrl-C ends the match with what there is, and `--resume` goes on with it, and writes to the file of --pgn what the journal has and it
lacks; a match that has come to its end removes its journal, unless --journal has named it. Where the journal of the same match is there and `--resume` is not, nothing is played: its standing is told, with exit status 2.

`--all` plays the match in every game with code in this build, one after the other, with a line for each as it ends and a total; its journals are in a folder. In games of more than two sides A
has one side and its allies, another one in each game, and B all others.

Exit status: 0 the match was played, or the test accepted; 1 the test rejected, or A scored less than --at-least; 2 bad usage, or an engine cannot begin; 130 interrupted.")]
pub(crate) struct Args {
    /// The first engine
    a: String,
    /// The second engine
    b: String,
    /// Name of a game, or path of a RON file
    #[arg(long, value_name = "GAME", required_unless_present = "all")]
    game: Option<String>,
    /// Play it in every game that is compiled into this build
    #[arg(long, conflicts_with_all = ["game", "openings", "sprt"])]
    all: bool,
    /// How many games, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value = "100", value_parser = numbers::games)]
    games: u64,
    /// Clock in seconds: `10`, `10+0.1` with an increment, `40/60+0.5` for 40 moves; 1+0.01 where nothing else limits moves
    #[arg(long, value_name = "TIME")]
    tc: Option<TimeControl>,
    /// The same time for each move, in milliseconds
    #[arg(long, value_name = "MS", conflicts_with = "tc")]
    movetime: Option<u64>,
    /// Nodes a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Plies a move
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// How many milliseconds after the end of its clock a move is still taken
    #[arg(long, value_name = "MS", default_value = "50")]
    margin: u64,
    /// How many seconds an engine without a clock may take for a move
    #[arg(long, value_name = "S", default_value = "120")]
    patience: u64,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = numbers::threads)]
    concurrency: NonZeroUsize,
    /// Random moves at the beginning of each pair of games; of each game where an engine plays against itself
    #[arg(long, value_name = "N", default_value = "8")]
    plies: usize,
    /// How unequal random openings may be, in centipawns, by a short search
    #[arg(long, value_name = "CP", default_value = "150")]
    unequal: u32,
    /// Begin with the positions of a file instead, one FEN or EPD a line
    #[arg(long, value_name = "FILE", conflicts_with = "plies")]
    openings: Option<String>,
    /// Which random openings
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Plies after which a game that no rule has ended is a draw
    #[arg(long, value_name = "N", default_value = "1000")]
    max_plies: usize,
    /// Stop as soon as it is clear whether A is better by ELO1 rather than ELO0
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// How often the test may accept wrongly
    #[arg(long, value_name = "P", default_value = "0.05")]
    alpha: f64,
    /// How often the test may reject wrongly
    #[arg(long, value_name = "P", default_value = "0.05")]
    beta: f64,
    /// An option of the first engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    option_a: Vec<String>,
    /// An option of the second engine; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    option_b: Vec<String>,
    /// How many percent of the points A has to score, in each game: where it does not, the exit status is 1
    #[arg(long, value_name = "PERCENT", value_parser = numbers::percent)]
    at_least: Option<f64>,
    /// Append the games to a PGN file; with --resume also those of the journal that it lacks
    #[arg(long, value_name = "FILE")]
    pgn: Option<String>,
    /// Where the journal is kept, with --all a folder of journals; by default in the present folder, under a name that is another one for every match
    #[arg(long, value_name = "FILE")]
    journal: Option<String>,
    /// Go on with the match of the journal
    #[arg(long)]
    resume: bool,
    /// Print JSON: variant, a, b, control, games, wins, draws, losses, pairs, score, elo, elo_low, elo_high, sprt, endings; with --all: a, b, games, wins, draws, losses, score, and `matches`, each as that (or with variant and error)
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        match &self.game {
            Some(game) => self.play_one(game, screen),
            None => every::play(&self, screen),
        }
    }

    /// Plays the match in one game.
    fn play_one(&self, game: &str, screen: &mut Screen) -> Result<Status, Failure> {
        let terms = self.terms(game)?;
        let about = self.about(&terms);
        let path = &self.journal.clone().unwrap_or_else(|| journal::default_name(&about));
        let (mut journal, mut played) = match self.resume {
            true => Journal::resume(path, &about).map_err(Failure::Input)?,
            false => match Journal::begin(path, &about) {
                Ok(journal) => (journal, Played::default()),
                Err(error) => {
                    // Whoever asks how this match ends is told how it stands.
                    if let Ok(played) = Journal::read(path, &about) {
                        self.report(screen, &terms, Standing::of(&played.scores), &played)?;
                    }
                    return bad_input(error);
                }
            },
        };
        signals::end_by_itself();
        let progress = Progress::new("match", terms.games);
        let result = self.play(screen, &terms, &mut journal, &mut played, &progress);
        progress.clear();
        let (standing, is_saved) = match result {
            Ok(played) => played,
            Err(error) if played.scores.is_empty() && !self.resume => {
                // Nothing has been played: there is nothing to go on with.
                journal.remove().map_err(Failure::Input)?;
                return bad_input(error);
            }
            Err(error) => return bad_input(format!("{error}\n`--resume` goes on with the match of `{path}`")),
        };
        let verdict = terms.sprt.and_then(|sprt| sprt.verdict(&standing));
        let complete = standing.games() >= terms.games || verdict.is_some();
        let told = self.report(screen, &terms, standing, &played);
        if !complete {
            // Also where standard output, a terminal that was closed, takes no report any more.
            screen.note(&format!("the match has not ended; `--resume` goes on with it (its journal is `{path}`)"));
            told?;
            return Ok(Status::Interrupted);
        }
        told?;
        if is_saved && self.journal.is_none() {
            journal.remove().map_err(Failure::Input)?;
        }
        if !is_saved {
            return bad_input(format!("not all games are saved; `--resume` goes on with the match of `{path}`"));
        }
        let fails = verdict == Some(Verdict::Rejected) || self.is_too_little(&standing);
        Ok(if fails { Status::Wrong } else { Status::Fine })
    }

    /// Plays what is left of a match, until it has ended or is interrupted; every game goes to the journal. Tells how it stands, and whether every game is saved where it was to be.
    fn play(
        &self,
        screen: &Screen,
        terms: &Match,
        journal: &mut Journal,
        played: &mut Played,
        progress: &Progress,
    ) -> Result<(Standing, bool), String> {
        let tell = |told: Option<String>| {
            if let Some(told) = told {
                progress.clear();
                screen.complain(&told);
            }
        };
        let event = format!("{} - {}", self.a, self.b);
        let mut paper = self.pgn.as_deref().map(|path| Paper::open(path, event)).transpose()?;
        if let Some(paper) = paper.as_mut().filter(|_| self.resume) {
            let caught = paper.catch_up(terms, played)?;
            caught.errors.into_iter().for_each(|error| tell(Some(error)));
            for note in &caught.notes {
                progress.clear();
                screen.note(note);
            }
        }
        let Played { scores, endings, .. } = played;
        let result = signals::with_cancel(|cancel| {
            play_match(terms, scores, cancel, &mut |finished: &Finished, standing| {
                let ending = how_it_ended(finished);
                *endings.entry(ending.clone()).or_default() += 1;
                // First to the journal: what it has and the PGN file lacks, for whatever reason, is written there on `--resume`.
                tell(journal.add(finished.number, finished.score, &Entry::of(finished, ending)));
                if let Some(paper) = &mut paper {
                    tell(paper.add(terms, finished, &today())?);
                }
                progress.show(standing.games(), &summary(standing, terms.sprt.as_ref()));
                Ok(())
            })
        });
        let lacking = paper.as_mut().and_then(Paper::missing);
        // A journal that nobody has asked for is not needed once the match is over, and every game where it was to be.
        let is_over = |standing: &Standing| standing.games() >= terms.games && self.journal.is_none();
        let is_unneeded = lacking.is_none() && result.as_ref().is_ok_and(is_over);
        let missing = if is_unneeded { 0 } else { journal.missing() };
        let is_saved = missing == 0 && lacking.is_none();
        if missing > 0 {
            tell(Some(format!("the journal lacks {missing} games; `--resume` plays them again")));
        }
        tell(lacking);
        result.map(|standing| (standing, is_saved))
    }

    /// Has A scored less than it has to?
    fn is_too_little(&self, standing: &Standing) -> bool {
        self.at_least.is_some_and(|percent| 100.0 * standing.score() < percent)
    }

    /// Tells how the match stands.
    fn report(&self, screen: &mut Screen, terms: &Match, standing: Standing, played: &Played) -> Result<(), Failure> {
        let report = Report { terms, standing, endings: &played.endings, a: &self.a, b: &self.b };
        if self.json { screen.json(&report.json()) } else { report.print(screen) }
    }

    /// What is played, and how, in this game.
    fn terms(&self, game: &str) -> Result<Match, Failure> {
        let opened = Registry.open(game).map_err(Failure::Input)?;
        let mut contestants = [contestant(&self.a, &self.option_a, "a")?, contestant(&self.b, &self.option_b, "b")?];
        contestants.iter_mut().try_for_each(|contestant| read_values(contestant, &opened))?;
        let control = self.control();
        contestants.iter().try_for_each(|contestant| contestant.keeps(&control)).map_err(Failure::Input)?;
        let openings = self.read_openings(&opened)?;
        // What plays against itself plays the second game of a pair as the first: it has another opening in every game.
        let paired = contestants[0] != contestants[1];
        Ok(Match {
            control,
            contestants,
            openings,
            paired,
            opened,
            games: self.games.next_multiple_of(2),
            concurrency: self.concurrency,
            seed: self.seed,
            most_plies: self.max_plies,
            sprt: self.read_sprt()?,
        })
    }

    fn control(&self) -> Control {
        let limited = self.movetime.is_some() || self.nodes.is_some() || self.depth.is_some();
        let usual = TimeControl { moves: None, base: Duration::from_secs(1), increment: Duration::from_millis(10) };
        Control {
            time: self.tc.or((!limited).then_some(usual)),
            move_time: self.movetime.map(Duration::from_millis),
            depth: self.depth,
            nodes: self.nodes,
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.patience),
        }
    }

    fn read_openings(&self, opened: &Opened) -> Result<Openings, Failure> {
        let Some(path) = &self.openings else {
            return Ok(Openings::Random { plies: self.plies, at_most: self.unequal });
        };
        let text = std::fs::File::open(path)
            .and_then(|input| limits::read_text_bounded(input, MOST_OPENINGS))
            .map_err(|error| Failure::Input(format!("cannot read the openings `{path}`: {error}")))?;
        Openings::listed(&text, &*opened.variant).map_err(|error| Failure::Input(format!("openings `{path}`: {error}")))
    }

    fn read_sprt(&self) -> Result<Option<Sprt>, Failure> {
        let Some(text) = &self.sprt else { return Ok(None) };
        let (elo0, elo1) = elo_bounds(text)?;
        let is_risk = |risk: f64| risk > 0.0 && risk < 0.5;
        if !is_risk(self.alpha) || !is_risk(self.beta) {
            return bad_input("--alpha and --beta are risks between 0 and 0.5, as in 0.05");
        }
        Ok(Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta }))
    }

    /// What the journal says the match is about: a match that goes on has to be the same in all of this.
    fn about(&self, terms: &Match) -> Value {
        let openings = match &terms.openings {
            Openings::Random { plies, at_most } => json!({ "plies": plies, "unequal": at_most }),
            Openings::Listed(positions) => json!(positions),
        };
        json!({
            "game": terms.opened.rules.id,
            "a": terms.contestants[0].to_string(),
            "options of a": self.option_a,
            "b": terms.contestants[1].to_string(),
            "options of b": self.option_b,
            "control": terms.control.to_string(),
            "openings": openings,
            "seed": terms.seed,
            "max plies": terms.most_plies,
        })
    }
}

/// The two differences in Elo of a sequential test, `0,5`.
pub(crate) fn elo_bounds(text: &str) -> Result<(f64, f64), Failure> {
    let bounds = text.split_once(',').and_then(|(low, high)| {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1000.0);
        Some((number(low)?, number(high)?)).filter(|(low, high)| low < high)
    });
    match bounds {
        Some(bounds) => Ok(bounds),
        None => bad_input(format!("--sprt `{text}`: expected two differences in Elo, the smaller first, as in `0,5`")),
    }
}

/// A contestant with its options.
fn contestant(text: &str, options: &[String], which: &str) -> Result<Contestant, Failure> {
    let mut contestant: Contestant = text.parse().map_err(Failure::Input)?;
    for option in options {
        let Some((name, value)) = option.split_once('=') else {
            return bad_input(format!("--option-{which} `{option}`: expected NAME=VALUE"));
        };
        let Contestant::Program(program) = &mut contestant else {
            return bad_input(format!(
                "--option-{which}: `{text}` is no other program; its settings follow its name, as in `wazir:hash=64`"
            ));
        };
        program.options.push((name.trim().to_string(), value.trim().to_string()));
    }
    Ok(contestant)
}

/// Reads the file with values of a contestant, whose bases the program knows.
fn read_values(contestant: &mut Contestant, opened: &Opened) -> Result<(), Failure> {
    let Contestant::BuiltIn(own) = contestant else { return Ok(()) };
    let Knowledge::File(path) = &own.knows else { return Ok(()) };
    let source = Source::read_values(Path::new(path))
        .map_err(|error| Failure::Input(format!("cannot read the values `{path}`: {error}")))?;
    let values = Arc::new(games::read_values(&source, &opened.rules)?);
    own.knows = Knowledge::Read { path: path.clone(), values };
    Ok(())
}

/// The date as PGN writes it.
fn today() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil(now / (24 * 3600));
    format!("{year}.{month:02}.{day:02}")
}

/// The date so many days after 1970-01-01, in the Gregorian calendar: Howard Hinnant's `civil_from_days`
/// (<https://howardhinnant.github.io/date_algorithms.html>), for days that are not before that.
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_every_technique() {
        let help = <Args as clap::Args>::augment_args(clap::Command::new("match")).render_long_help().to_string();
        let missing: Vec<_> = wazir_engine::Technique::all().filter(|one| !help.contains(one.name())).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn days_are_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(20_779), (2026, 11, 22));
    }
}
