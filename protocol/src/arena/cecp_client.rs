//! Engines that speak CECP, as players.
//!
//! The engine is kept in force mode between its moves, so that the moves of both sides are told in one way, whatever an engine plays by itself.

use super::{
    contestant::Program,
    control::{Budget, Control},
    player::{self, Choice, Fault, Player},
    process::Process,
};
use crate::{
    MoveFormat, Play,
    names::{self, Family},
};
use std::time::{Duration, Instant};
use wazir_engine::{Opened, Stop};
use wazir_runtime::{LONGEST_MOVE, Style};

const MOVE_FORMAT: MoveFormat = MoveFormat::XBoard;

/// How long an engine may take to tell its features: it says when it has, but old ones say nothing.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long to wait for one that says nothing at all.
const SILENCE: Duration = Duration::from_secs(2);
/// How long it may take to answer a ping.
const READY: Duration = Duration::from_secs(20);

/// An engine that speaks CECP.
pub(crate) struct CecpPlayer {
    process: Process,
    features: Features,
    /// What it calls the game.
    variant: String,
    /// What it is told before each game.
    control: Control,
    style: Style,
    usual_start: String,
    /// Moves of the game that it knows.
    told: usize,
    pings: u32,
}

/// What the engine can do.
#[derive(Debug)]
struct Features {
    name: String,
    ping: bool,
    setboard: bool,
    usermove: bool,
    memory: bool,
    variants: Vec<String>,
    options: Vec<String>,
}

impl CecpPlayer {
    /// Starts an engine, and has it play a game.
    pub(crate) fn start(
        program: &Program,
        opened: &Opened,
        control: &Control,
        cancel: &Stop,
    ) -> Result<CecpPlayer, Fault> {
        let mut process = Process::start(&program.command)?;
        process.say("xboard")?;
        process.say("protover 2")?;
        let mut features = Features {
            name: shell_words::join(&program.command),
            ping: false,
            setboard: false,
            usermove: false,
            memory: false,
            variants: Vec::new(),
            options: Vec::new(),
        };
        let begun = Instant::now();
        let mut heard = false;
        loop {
            let deadline = begun + if heard { PATIENCE } else { SILENCE };
            let line = match process.hear(deadline, cancel) {
                Ok(line) => line,
                // An engine of the first version: it has no features.
                Err(Fault::Silent(_)) => break,
                Err(fault) => return Err(fault),
            };
            if let Some(told) = line.trim().strip_prefix("feature ") {
                heard = true;
                if features.learn(told) {
                    break;
                }
            }
        }
        let variant = features.name_of(&opened.rules.id)?;
        for (name, value) in &program.options {
            let offered = |option: &String| option.split(" -").next().is_some_and(|offered| offered.trim() == name);
            match &**name {
                "memory" => process.say(&format!("memory {value}"))?,
                "cores" => process.say(&format!("cores {value}"))?,
                _ if features.options.iter().any(offered) => process.say(&format!("option {name}={value}"))?,
                _ => {
                    return Err(Fault::Wrong(format!(
                        "it has no option `{name}`; it has {}",
                        player::list(&features.options)
                    )));
                }
            }
        }
        if features.memory && !program.options.iter().any(|(name, _)| name == "memory") {
            process.say(&format!("memory {MEMORY}"))?;
        }
        let style = Style::Game;
        let usual_start = opened.variant.start().fen(style);
        Ok(CecpPlayer { process, features, variant, control: control.clone(), style, usual_start, told: 0, pings: 0 })
    }

    /// Waits until it has done what it was told.
    fn get_ready(&mut self, cancel: &Stop) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let wanted = format!("pong {}", self.pings);
        self.process.say(&format!("ping {}", self.pings))?;
        self.process.hear_what(READY, cancel, |line| match complaint(line) {
            Some(complaint) => Some(Err(Fault::Wrong(complaint))),
            None => (line == wanted).then_some(Ok(())),
        })?
    }

    /// Tells it the moves it does not know.
    fn tell_moves(&mut self, play: &Play) -> Result<(), Fault> {
        for (_, mv) in play.steps().skip(self.told).collect::<Vec<_>>() {
            let text = MOVE_FORMAT.move_text(play.info(), mv, self.style);
            let word = if self.features.usermove { "usermove " } else { "" };
            self.process.say(&format!("{word}{text}"))?;
        }
        self.told = play.moves().len();
        Ok(())
    }
}

/// What an engine gets for its tables, in MiB, where nothing else is said.
const MEMORY: usize = 64;

/// What an engine complains of, in a line that it cannot go on after.
fn complaint(line: &str) -> Option<String> {
    let wrong = line.starts_with("Illegal move")
        || line.starts_with("tellusererror ")
        || line.starts_with("Error (unknown variant");
    wrong.then(|| format!("it says `{}`", player::quote(line)))
}

impl Features {
    /// Reads what stands behind `feature`; whether that was all.
    fn learn(&mut self, text: &str) -> bool {
        let mut done = false;
        for (name, value) in pairs(text) {
            let on = value == "1";
            match name {
                "myname" => self.name = player::name(value),
                "ping" => self.ping = on,
                "setboard" => self.setboard = on,
                "usermove" => self.usermove = on,
                "memory" => self.memory = on,
                "variants" => self.variants = value.split(',').map(|name| name.trim().to_string()).collect(),
                "option" => self.options.push(value.to_string()),
                "done" => done = on,
                _ => {}
            }
        }
        done
    }

    /// What it calls a game of ours.
    fn name_of(&self, ours: &str) -> Result<String, Fault> {
        let ordinary = names::first_game(Family::Cecp) == ours;
        if self.variants.is_empty() && ordinary {
            return Ok(names::theirs(Family::Cecp, ours).to_string());
        }
        let same =
            |name: &&String| **name == names::theirs(Family::Cecp, ours) || names::ours(Family::Cecp, name) == ours;
        match self.variants.iter().find(same) {
            Some(name) => Ok(name.clone()),
            None => Err(Fault::Wrong(format!(
                "{} does not play {ours}; it plays {}",
                self.name,
                player::list(&self.variants)
            ))),
        }
    }
}

/// `name=value` and `name="a value"`, one after the other.
fn pairs(text: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    let mut rest = text.trim();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        pairs.push((name.trim(), value));
        rest = after.trim_start();
    }
    pairs
}

/// What a line of thinking output says: `+0.25/7`.
fn says(line: &str) -> Option<String> {
    /// From where a score is a mate in so many moves.
    const MATE: i64 = 100_000;
    let mut words = line.split_whitespace();
    let depth: u32 = words.next()?.parse().ok()?;
    let score: i64 = words.next()?.parse().ok()?;
    // Time and nodes follow: without them it is another line that begins with numbers.
    words.next()?.parse::<u64>().ok()?;
    words.next()?.parse::<u64>().ok()?;
    let score = match score {
        _ if score >= MATE => format!("M{}", score - MATE),
        _ if score <= -MATE => format!("M{}", score + MATE),
        _ => format!("{:+.2}", score as f64 / 100.0),
    };
    Some(format!("{score}/{depth}"))
}

/// What the engine does instead of thinking on.
enum Answer {
    Move(String),
    Resigns,
    Claims(String),
    Complains(String),
}

impl Player for CecpPlayer {
    fn name(&self) -> String {
        self.features.name.clone()
    }

    fn begin(&mut self, play: &Play) -> Result<(), Fault> {
        self.told = 0;
        self.process.say("new")?;
        if self.variant != names::theirs(Family::Cecp, names::first_game(Family::Cecp)) {
            let line = format!("variant {}", self.variant);
            self.process.say(&line)?;
        }
        self.process.say("easy")?;
        self.process.say("post")?;
        if let Some(depth) = self.control.depth {
            self.process.say(&format!("sd {depth}"))?;
        }
        if self.control.nodes.is_some() {
            return Err(Fault::Wrong(
                "CECP has no limit of nodes; use a time control, --movetime or --depth".to_string(),
            ));
        }
        match (self.control.time, self.control.move_time) {
            (Some(time), _) => {
                let seconds = time.base.as_secs();
                let base = format!("{}:{:02}", seconds / 60, seconds % 60);
                // Whole seconds only; the clock itself is told to the hundredth before each move.
                let line = format!("level {} {base} {}", time.moves.unwrap_or(0), time.increment.as_secs_f64());
                self.process.say(&line)?;
            }
            (None, Some(time)) => self.process.say(&format!("st {}", time.as_secs_f64().ceil().max(1.0)))?,
            (None, None) => {}
        }
        self.process.say("force")?;
        let fen = play.first().fen(self.style);
        if fen != self.usual_start {
            if !self.features.setboard {
                return Err(Fault::Wrong("it cannot be told a position (no feature setboard)".to_string()));
            }
            self.process.say(&format!("setboard {}", MOVE_FORMAT.fen(play.first(), self.style)))?;
        }
        self.tell_moves(play)?;
        self.get_ready(&Stop::new())
    }

    fn choose(&mut self, play: &Play, budget: &Budget, cancel: &Stop) -> Result<Choice, Fault> {
        self.tell_moves(play)?;
        if let Some(clock) = budget.clock() {
            let other = budget.clocks[(budget.side + 1) % 2].map_or(clock.remaining, |clock| clock.remaining);
            self.process.say(&format!("time {}", clock.remaining.as_millis() / 10))?;
            self.process.say(&format!("otim {}", other.as_millis() / 10))?;
        }
        self.process.say("go")?;
        let (mut said, mut legs) = (String::new(), String::new());
        let answer = self.process.hear_what(budget.patience(), cancel, |line| {
            if let Some(text) = line.strip_prefix("move ") {
                // A move of several legs comes leg by leg, each but the last with a comma behind it.
                legs += text.trim();
                let is_whole = !legs.ends_with(',') || legs.len() > LONGEST_MOVE;
                return is_whole.then(|| Answer::Move(legs.clone()));
            }
            if line.starts_with("resign") {
                return Some(Answer::Resigns);
            }
            if ["1-0", "0-1", "1/2-1/2"].iter().any(|result| line.starts_with(result)) {
                return Some(Answer::Claims(line.to_string()));
            }
            if let Some(complaint) = complaint(line) {
                return Some(Answer::Complains(complaint));
            }
            said = says(line).unwrap_or_else(|| std::mem::take(&mut said));
            None
        })?;
        let text = match answer {
            Answer::Move(text) => text,
            Answer::Resigns => return Ok(Choice { mv: None, says: said }),
            Answer::Claims(line) => {
                let lost = if budget.side == 0 { "0-1" } else { "1-0" };
                if line.starts_with(lost) {
                    return Ok(Choice { mv: None, says: said });
                }
                return Err(Fault::Wrong(format!("it claims `{}`, which the rules do not say", player::quote(&line))));
            }
            Answer::Complains(complaint) => return Err(Fault::Wrong(complaint)),
        };
        self.process.say("force")?;
        let legal = play.legal_moves();
        match MOVE_FORMAT.parse_move(play.info(), &legal, &text, self.style) {
            Ok(mv) => {
                // It has made its move already.
                self.told = play.moves().len() + 1;
                Ok(Choice { mv: Some(mv), says: said })
            }
            Err(error) => Err(Fault::Illegal(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let found = pairs("myname=\"An engine 1.0\" ping=1 variants=\"normal,chu\" done=0");
        assert_eq!(found, [("myname", "An engine 1.0"), ("ping", "1"), ("variants", "normal,chu"), ("done", "0")]);
        assert_eq!(pairs("option=\"Hash -spin 1 2 3\""), [("option", "Hash -spin 1 2 3")]);
        assert_eq!(pairs("broken=\"never closed"), [("broken", "never closed")]);
    }

    #[test]
    fn thinking_output_is_read() {
        assert_eq!(says("7 25 100 12345 e2e4 e7e5").as_deref(), Some("+0.25/7"));
        assert_eq!(says("7. 100003 100 12345 e2e4").as_deref(), None);
        assert_eq!(says("7 100003 100 12345\tNf3").as_deref(), Some("M3/7"));
        assert_eq!(says("1 0 not thinking").as_deref(), None);
    }
}
