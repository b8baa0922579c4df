//! `wazir playout`: games of uniformly random moves, and how they end.

use crate::{
    counting::grouped,
    numbers,
    position::{BackendChoice, PositionArgs, backend_name},
    screen::{Failure, Progress, Screen, Status},
    signals,
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    io::Write,
    num::NonZeroUsize,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use wazir::games;
use wazir_runtime::{Ending, Game, Playout, Random, SideId};

/// Play random games to their ends and tell how they ended
///
/// Every legal move is equally likely. A seed gives the same games with any number of threads and with both backends.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir playout chess
  wazir playout shogi --games 10000 --threads 4 --seed 7
  wazir playout chess --fen \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\" --games 100
  wazir playout my.ron --max-plies 300 --json

Ctrl-C ends it early and prints what there is.

Exit status: 0 all games were played; 2 bad usage or bad input; 130 interrupted.")]
pub(crate) struct Args {
    /// Name of a game, path of a RON file, or `-`
    game: String,
    #[command(flatten)]
    position: PositionArgs,
    /// How many games
    #[arg(long, value_name = "N", default_value = "1000")]
    games: u64,
    /// Which games: another number, other games
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Plies after which a game is given up as unfinished
    #[arg(long, value_name = "N", default_value = "1000")]
    max_plies: usize,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = numbers::threads)]
    threads: NonZeroUsize,
    /// Who plays; by default compiled code where this build has it
    #[arg(long, value_enum)]
    backend: Option<BackendChoice>,
    /// Print JSON: variant, fen, backend, seed, games, seconds, games_per_second, results, winners, plies and choices
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        let entry = games::find(&self.game)?;
        let variant = entry.open(self.backend.map(Into::into))?;
        let start = self.position.open(&entry, &*variant)?;
        signals::end_by_itself();
        let clock = Instant::now();
        let tally = self.play(&*start);
        let report = Report { args: &self, start: &*start, tally, time: clock.elapsed() };
        if self.json {
            screen.json(&report.json())?;
        } else {
            report.print(screen)?;
        }
        let complete = report.tally.games() == self.games;
        Ok(if complete { Status::Fine } else { Status::Interrupted })
    }

    /// Plays the games, by several threads.
    fn play(&self, start: &dyn Game) -> Tally {
        let next = AtomicU64::new(0);
        let whole = Mutex::new(Tally::default());
        let progress = Progress::new("playout", self.games);
        let work = || {
            let (mut own, mut game) = (Tally::default(), start.begin());
            let mut played = Playout::default();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    break;
                }
                game.restart();
                let mut random = Random::of_game(self.seed, number);
                if !played.play(&mut *game, &mut random, self.max_plies, &signals::is_interrupted) {
                    break;
                }
                own.add(&played);
                progress.advance();
            }
            whole.lock().unwrap_or_else(std::sync::PoisonError::into_inner).merge(own);
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.get() {
                scope.spawn(work);
            }
            work();
        });
        whole.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// How often each number occurred: its place is the number. (They are small; a map would take as long as playing the moves.)
#[derive(Default)]
struct Numbers(Vec<u64>);

/// The longest bar of a histogram, in characters.
const LONGEST_BAR: u64 = 40;

/// A histogram has about as many rows.
const ROWS: u64 = 10;

impl Numbers {
    fn add(&mut self, number: u64, times: u64) {
        let place = number as usize;
        if place >= self.0.len() {
            self.0.resize(place + 1, 0);
        }
        self.0[place] += times;
    }

    /// The numbers that occurred, ascending, and how often.
    fn each(&self) -> impl DoubleEndedIterator<Item = (u64, u64)> + '_ {
        self.0.iter().enumerate().filter(|(_, times)| **times > 0).map(|(number, &times)| (number as u64, times))
    }

    fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    fn mean(&self) -> f64 {
        let sum: f64 = self.each().map(|(number, times)| number as f64 * times as f64).sum();
        sum / self.count().max(1) as f64
    }

    /// The smallest number that half of all do not exceed.
    fn median(&self) -> u64 {
        let half = self.count().div_ceil(2);
        let mut seen = 0;
        let reaches = |(_, times): &(u64, u64)| {
            seen += times;
            seen >= half
        };
        self.each().find(reaches).map_or(0, |(number, _)| number)
    }

    fn least(&self) -> u64 {
        self.each().next().map_or(0, |(number, _)| number)
    }

    fn greatest(&self) -> u64 {
        self.each().next_back().map_or(0, |(number, _)| number)
    }

    /// Equal ranges, of a round width, with how many numbers lie in each: first, last, count.
    fn histogram(&self) -> Vec<(u64, u64, u64)> {
        let spread = self.greatest() - self.least() + 1;
        let widths = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.pow(power)));
        let width = widths.take(50).find(|width| spread.div_ceil(*width) <= ROWS).unwrap_or(spread);
        let rows = self.least() / width..=self.greatest() / width;
        let row = |row: u64| {
            let (first, last) = (row * width, row * width + width - 1);
            let within = self.each().filter(|(number, _)| (first..=last).contains(number));
            (first, last, within.map(|(_, times)| times).sum())
        };
        rows.map(row).collect()
    }

    fn json(&self) -> Value {
        let rows = self.histogram().into_iter();
        let rows: Vec<Value> =
            rows.map(|(first, last, count)| json!({"from": first, "to": last, "count": count})).collect();
        json!({
            "mean": self.mean(),
            "median": self.median(),
            "least": self.least(),
            "greatest": self.greatest(),
            "histogram": rows,
        })
    }

    fn print(&self, screen: &mut Screen, what: &str) -> Result<(), Failure> {
        let (mean, median, least, greatest) = (self.mean(), self.median(), self.least(), self.greatest());
        writeln!(screen, "\n{what}: {mean:.1} on average, half at most {median}, {least} to {greatest}")?;
        let rows = self.histogram();
        let most = rows.iter().map(|(.., count)| *count).max().unwrap_or(1).max(1);
        let width = rows.iter().map(|(_, last, _)| last.to_string().len()).max().unwrap_or(1);
        for (first, last, count) in rows {
            let range = if first == last {
                format!("{last:>0$}", 2 * width + 1)
            } else {
                format!("{first:>width$}-{last:>width$}")
            };
            let bar = "#".repeat((count * LONGEST_BAR).div_ceil(most) as usize);
            writeln!(screen, "{}", format!("  {range} {:>10}  {bar}", grouped(count)).trim_end())?;
        }
        Ok(())
    }
}

/// What has been played.
#[derive(Default)]
struct Tally {
    /// Games by how they ended.
    endings: BTreeMap<Ending, u64>,
    /// Plies of each game.
    plies: Numbers,
    /// Legal moves of each position that had some.
    choices: Numbers,
}

impl Tally {
    fn add(&mut self, game: &Playout) {
        *self.endings.entry(game.ending).or_default() += 1;
        self.plies.add(game.moves.len() as u64, 1);
        game.choices
            .iter()
            .filter(|&&choices| choices > 0)
            .for_each(|&choices| self.choices.add(u64::from(choices), 1));
    }

    fn merge(&mut self, other: Tally) {
        other.endings.into_iter().for_each(|(ending, games)| *self.endings.entry(ending).or_default() += games);
        other.plies.each().for_each(|(number, times)| self.plies.add(number, times));
        other.choices.each().for_each(|(number, times)| self.choices.add(number, times));
    }

    fn games(&self) -> u64 {
        self.endings.values().sum()
    }
}

/// What is told about the games.
struct Report<'a> {
    args: &'a Args,
    start: &'a dyn Game,
    tally: Tally,
    time: Duration,
}

impl Report<'_> {
    fn speed(&self) -> f64 {
        self.tally.games() as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// The winner and the reason of an ending.
    fn result(&self, ending: Ending) -> (Option<&str>, &'static str) {
        let side = |winner: SideId| &*self.start.info().sides[winner as usize].name;
        match ending {
            Ending::Over(outcome) => (outcome.winner.map(side), outcome.reason.text()),
            Ending::Stuck => (None, "no move, and no rule for that"),
            Ending::Unfinished => (None, "unfinished"),
        }
    }

    /// The endings, the most frequent first.
    fn endings(&self) -> Vec<(Ending, u64)> {
        let mut endings: Vec<(Ending, u64)> =
            self.tally.endings.iter().map(|(&ending, &games)| (ending, games)).collect();
        endings.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
        endings
    }

    /// How many games each side has won, in the order of the sides, how many were drawn, and how many have no result.
    fn winners(&self) -> Winners {
        let sides = &self.start.info().sides;
        let mut winners =
            Winners { won: sides.iter().map(|side| (side.name.to_string(), 0)).collect(), drawn: 0, open: 0 };
        for (ending, &games) in &self.tally.endings {
            let count = match ending {
                Ending::Over(outcome) => match outcome.winner.and_then(|side| winners.won.get_mut(side as usize)) {
                    Some((_, won)) => won,
                    None => &mut winners.drawn,
                },
                Ending::Stuck | Ending::Unfinished => &mut winners.open,
            };
            *count += games;
        }
        winners
    }

    fn json(&self) -> Value {
        let results = self.endings().into_iter().map(|(ending, games)| {
            let (winner, reason) = self.result(ending);
            json!({"winner": winner, "reason": reason, "games": games})
        });
        json!({
            "variant": self.start.info().id,
            "fen": self.start.fen(self.args.position.style()),
            "backend": backend_name(self.start.backend()),
            "seed": self.args.seed,
            "max_plies": self.args.max_plies,
            "games": self.tally.games(),
            "seconds": self.time.as_secs_f64(),
            "games_per_second": self.speed(),
            "results": results.collect::<Vec<Value>>(),
            "winners": self.winners().json(),
            "plies": self.tally.plies.json(),
            "choices": self.tally.choices.json(),
        })
    }

    fn print(&self, screen: &mut Screen) -> Result<(), Failure> {
        let (id, games) = (&self.start.info().id, self.tally.games());
        let (seconds, backend) = (self.time.as_secs_f64(), backend_name(self.start.backend()));
        let cut = if games < self.args.games { format!(" of {}", grouped(self.args.games)) } else { String::new() };
        let count = screen.paint("1", &grouped(games));
        writeln!(screen, "{id}: {count}{cut} games in {seconds:.3} s, {:.0} games/s ({backend})", self.speed())?;
        if games == 0 {
            return Ok(());
        }
        writeln!(screen)?;
        for (ending, count) in self.endings() {
            let (winner, reason) = self.result(ending);
            let winner = match (winner, ending) {
                (Some(winner), _) => format!("{winner} wins: "),
                (None, Ending::Over(_)) => "draw: ".to_string(),
                (None, _) => String::new(),
            };
            let percent = 100.0 * count as f64 / games as f64;
            writeln!(screen, "  {:>10} {percent:>5.1} %  {winner}{reason}", grouped(count))?;
        }
        writeln!(screen, "\n{}", self.winners().text(games))?;
        self.tally.plies.print(screen, "plies a game")?;
        self.tally.choices.print(screen, "legal moves a position")
    }
}

/// Results by side.
struct Winners {
    /// The sides' names, with the games each has won (of allies: the one that the outcome names).
    won: Vec<(String, u64)>,
    drawn: u64,
    /// Unfinished games, and those that no rule ends.
    open: u64,
}

impl Winners {
    fn json(&self) -> Value {
        let won: serde_json::Map<String, Value> =
            self.won.iter().map(|(side, won)| (side.clone(), json!(won))).collect();
        json!({"won": won, "drawn": self.drawn, "without_result": self.open})
    }

    /// `won by White 12.3 %, Black 11.9 %, drawn 75.8 %`
    fn text(&self, games: u64) -> String {
        let percent = |count: u64| format!("{:.1} %", 100.0 * count as f64 / games.max(1) as f64);
        let mut parts: Vec<String> = self.won.iter().map(|(side, won)| format!("{side} {}", percent(*won))).collect();
        parts.push(format!("drawn {}", percent(self.drawn)));
        if self.open > 0 {
            parts.push(format!("without a result {}", percent(self.open)));
        }
        format!("won by {}", parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(all: &[u64]) -> Numbers {
        let mut numbers = Numbers::default();
        all.iter().for_each(|&number| numbers.add(number, 1));
        numbers
    }

    #[test]
    fn numbers_are_summed_up() {
        let some = numbers(&[3, 1, 4, 1, 5, 9]);
        assert_eq!((some.count(), some.median(), some.least(), some.greatest()), (6, 3, 1, 9));
        assert!((some.mean() - 23.0 / 6.0).abs() < 1e-9);
        let none = numbers(&[]);
        assert_eq!((none.median(), none.mean()), (0, 0.0));
    }

    #[test]
    fn histograms_have_ranges_of_a_round_width() {
        assert_eq!(numbers(&[7, 7]).histogram(), [(7, 7, 2)]);
        let wide = numbers(&[12, 30, 31, 95]).histogram();
        assert_eq!(wide.first(), Some(&(10, 19, 1)));
        assert_eq!(wide[2], (30, 39, 2));
        assert_eq!(wide.last(), Some(&(90, 99, 1)));
    }
}
