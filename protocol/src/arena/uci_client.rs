//! Engines that speak UCI, UCI-cyclone, UGI, USI or UCCI, as players.

use super::{
    contestant::Program,
    control::Budget,
    player::{self, Choice, Fault, Player},
    process::Process,
};
use crate::{Play, names, uci::Kind};
use std::time::Duration;
use wazir_engine::{Opened, Stop};
use wazir_runtime::Style;

/// An engine that speaks one of the protocols made after UCI.
pub(crate) struct UciPlayer {
    process: Process,
    kind: Kind,
    name: String,
    style: Style,
    /// The FEN at which the game starts by its rules.
    usual_start: String,
}

/// How long an engine may take to introduce itself and to get ready.
const PATIENCE: Duration = Duration::from_secs(20);

impl UciPlayer {
    /// Starts an engine, and has it play a game.
    pub(crate) fn start(program: &Program, kind: Kind, opened: &Opened, cancel: &Stop) -> Result<UciPlayer, Fault> {
        let mut process = Process::start(&program.command)?;
        process.say(kind.word())?;
        let mut name = shell_words::join(&program.command);
        let mut offered: Vec<String> = Vec::new();
        let ready = if kind == Kind::Cyclone { "uciok".to_string() } else { format!("{}ok", kind.word()) };
        process.hear_what(PATIENCE, cancel, |line| {
            if let Some(told) = line.strip_prefix("id name ") {
                name = player::name(told);
            } else if line.starts_with("option ") {
                offered.push(line.to_string());
            }
            (line == ready).then_some(())
        })?;
        let info = opened.variant.info();
        let style = Style::Game;
        let mut player = UciPlayer { process, kind, name, style, usual_start: opened.variant.start().fen(style) };
        player.choose_game(opened, &offered)?;
        if info.chess960 && offered.iter().any(|line| option_name(line) == Some("UCI_Chess960")) {
            player.set("UCI_Chess960", "true")?;
        }
        if kind == Kind::Ucci {
            player.set("usemillisec", "true")?;
        }
        for (name, value) in &program.options {
            if !offered.iter().any(|line| option_name(line).is_some_and(|offered| offered.eq_ignore_ascii_case(name))) {
                let known: Vec<&str> = offered.iter().filter_map(|line| option_name(line)).collect();
                return Err(Fault::Wrong(format!("it has no option `{name}`; it has {}", player::list(&known))));
            }
            player.set(name, value)?;
        }
        player.get_ready(cancel)?;
        Ok(player)
    }

    /// Tells the engine which game is played, where it plays several.
    fn choose_game(&mut self, opened: &Opened, offered: &[String]) -> Result<(), Fault> {
        let family = self.kind.family();
        let ours = &opened.rules.id;
        let wanted = names::theirs(family, ours);
        let option = offered.iter().find(|line| matches!(option_name(line), Some("UCI_Variant" | "USI_Variant")));
        let Some((option, name)) = option.and_then(|line| Some((line, option_name(line)?))) else {
            if names::first_game(family) == ours {
                return Ok(());
            }
            return Err(Fault::Wrong(format!(
                "{} does not say that it plays anything but one game, and {ours} is another",
                self.name
            )));
        };
        let offers: Vec<&str> = option.split(" var ").skip(1).map(str::trim).collect();
        let Some(value) = offers.iter().find(|offer| **offer == wanted || names::ours(family, offer) == ours) else {
            return Err(Fault::Wrong(format!(
                "{} does not play {wanted}; it plays {}",
                self.name,
                player::list(&offers)
            )));
        };
        self.set(name, value)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let line = match self.kind {
            Kind::Ucci => format!("setoption {name} {value}"),
            _ => format!("setoption name {name} value {value}"),
        };
        self.process.say(&line)
    }

    fn get_ready(&mut self, cancel: &Stop) -> Result<(), Fault> {
        self.process.say("isready")?;
        self.process.hear_what(PATIENCE, cancel, |line| (line == "readyok").then_some(()))
    }

    fn position(&self, play: &Play) -> String {
        let move_format = self.kind.move_format();
        let start = match play.first().fen(self.style) == self.usual_start {
            true => "startpos".to_string(),
            false => {
                let word = if self.kind == Kind::Usi { "sfen" } else { "fen" };
                format!("{word} {}", move_format.fen(play.first(), self.style))
            }
        };
        let moves = move_format.move_texts(play.info(), play.moves(), self.style);
        if moves.is_empty() { format!("position {start}") } else { format!("position {start} moves {moves}") }
    }

    fn go(&self, budget: &Budget) -> String {
        let mut text = "go".to_string();
        let milliseconds = |side: usize| budget.clocks[side % 2].map_or(0, |clock| clock.remaining.as_millis());
        let increment = |side: usize| budget.clocks[side % 2].map_or(0, |clock| clock.increment.as_millis());
        if let Some(clock) = budget.clock() {
            let (own, other) = (budget.side, budget.side + 1);
            text += &match self.kind {
                Kind::Uci | Kind::Cyclone => format!(
                    " wtime {} btime {} winc {} binc {}",
                    milliseconds(0),
                    milliseconds(1),
                    increment(0),
                    increment(1)
                ),
                // The first side is called Black there.
                Kind::Usi => format!(
                    " btime {} wtime {} binc {} winc {}",
                    milliseconds(0),
                    milliseconds(1),
                    increment(0),
                    increment(1)
                ),
                Kind::Ugi => format!(
                    " p1time {} p2time {} p1inc {} p2inc {}",
                    milliseconds(0),
                    milliseconds(1),
                    increment(0),
                    increment(1)
                ),
                Kind::Ucci => format!(
                    " time {} increment {} opptime {} oppincrement {}",
                    milliseconds(own),
                    increment(own),
                    milliseconds(other),
                    increment(other)
                ),
            };
            if let Some(moves) = clock.moves_to_go {
                text += &format!(" movestogo {moves}");
            }
        }
        if let Some(depth) = budget.control.depth {
            text += &format!(" depth {depth}");
        }
        if let Some(nodes) = budget.control.nodes {
            text += &format!(" nodes {nodes}");
        }
        if let Some(time) = budget.control.move_time {
            text += &match self.kind {
                Kind::Ucci => format!(" time {} movestogo 1", time.as_millis()),
                _ => format!(" movetime {}", time.as_millis()),
            };
        }
        text
    }
}

/// The name in a line that offers an option: `option name NAME type ...`, in UCCI `option NAME type ...`.
fn option_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("option ")?;
    let rest = rest.strip_prefix("name ").unwrap_or(rest);
    rest.split(" type ").next().map(str::trim)
}

/// More is no score.
const MOST_CENTIPAWNS: f64 = 1e9;

/// What a line of information says of score and depth: `+0.25/7`.
fn says(line: &str, mate_in_plies: bool) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after = |word: &str| words.iter().position(|other| *other == word).and_then(|at| words.get(at + 1)).copied();
    let depth: u32 = after("depth")?.parse().ok()?;
    // What is no number, or one that no score has, would be written out in the record of the game.
    let centipawns = |text: &str| text.parse::<f64>().ok().filter(|score| score.abs() <= MOST_CENTIPAWNS);
    let score = match after("score")? {
        "cp" => format!("{:+.2}", centipawns(after("cp")?)? / 100.0),
        "mate" if mate_in_plies => format!("M{}", after("mate")?.parse::<i64>().ok()? / 2),
        "mate" => format!("M{}", after("mate")?),
        value => format!("{:+.2}", centipawns(value)? / 100.0),
    };
    (after("multipv").is_none_or(|line| line == "1")).then(|| format!("{score}/{depth}"))
}

impl Player for UciPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, _: &Play) -> Result<(), Fault> {
        if self.kind != Kind::Ucci {
            self.process.say(self.kind.new_game())?;
        }
        self.get_ready(&Stop::new())
    }

    fn choose(&mut self, play: &Play, budget: &Budget, cancel: &Stop) -> Result<Choice, Fault> {
        let (position, go) = (self.position(play), self.go(budget));
        self.process.say(&position)?;
        self.process.say(&go)?;
        let mut said = String::new();
        let in_plies = matches!(self.kind, Kind::Usi | Kind::Ugi);
        let best = self.process.hear_what(budget.patience(), cancel, |line| {
            if line.starts_with("info ") {
                said = says(line, in_plies).unwrap_or_else(|| std::mem::take(&mut said));
            }
            let best = line
                .strip_prefix("bestmove")
                .map(|rest| rest.split_whitespace().next().unwrap_or_default().to_string());
            best.or_else(|| (line == "nobestmove").then(String::new))
        });
        let best = match best {
            Ok(best) => best,
            Err(Fault::Cancelled) => {
                // It may go on thinking; the program is ended with this player.
                let _ = self.process.say("stop");
                return Err(Fault::Cancelled);
            }
            Err(fault) => return Err(fault),
        };
        if matches!(&*best, "" | "resign" | "(none)" | "none" | "NULL" | "0000") {
            return Ok(Choice { mv: None, says: said });
        }
        let legal = play.legal_moves();
        match self.kind.move_format().parse_move(play.info(), &legal, &best, self.style) {
            Ok(mv) => Ok(Choice { mv: Some(mv), says: said }),
            Err(error) => Err(Fault::Illegal(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn information_is_read() {
        let says = |line| says(line, false);
        assert_eq!(says("info depth 7 seldepth 9 multipv 1 score cp 25 nodes 1 pv e2e4").as_deref(), Some("+0.25/7"));
        assert_eq!(says("info depth 7 score mate -3 pv e2e4").as_deref(), Some("M-3/7"));
        assert_eq!(says("info depth 7 score 125 pv h2e2").as_deref(), Some("+1.25/7"));
        assert_eq!(says("info depth 7 multipv 2 score cp 25").as_deref(), None);
        assert_eq!(says("info string depth of despair").as_deref(), None);
        for evil in [
            "info depth 7} score cp 25",
            "info depth 7 score cp 1e300",
            "info depth 7 score cp inf",
            "info depth 7 score nan",
        ] {
            assert_eq!(says(evil), None, "{evil}");
        }
        assert_eq!(option_name("option name Clear Hash type button"), Some("Clear Hash"));
        assert_eq!(option_name("option usemillisec type check default true"), Some("usemillisec"));
    }
}
