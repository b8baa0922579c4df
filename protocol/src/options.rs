//! What can be set: how it is announced in each protocol, and what setting it does.

use crate::{
    names::{self, Family},
    session::{Session, Settings},
    worker::Job,
};
use std::{num::NonZeroUsize, time::Duration};
use wazir_engine::{Level, MOST_HASH, MOST_THREADS};

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    Threads,
    Hash,
    Forget,
    Lines,
    Ponder,
    Chess960,
    Variant,
    Path,
    Level,
    Limited,
    Elo,
    Overhead,
    Milliseconds,
    Analysis,
    Chances,
}

/// What values it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Check,
    /// A number between these.
    Spin(usize, usize),
    Combo,
    Text,
    Button,
}

/// A setting with its names.
struct Knob {
    setting: Setting,
    kind: Kind,
    /// Its name in UCI.
    name: &'static str,
    /// Its name in USI, where that is another.
    usi: Option<&'static str>,
    /// Its name in UCCI, where that is another.
    ucci: Option<&'static str>,
}

const fn knob(setting: Setting, kind: Kind, name: &'static str) -> Knob {
    Knob { setting, kind, name, usi: None, ucci: None }
}

/// What `UCI_Elo` takes: GUIs want such numbers. They tell the levels' order and nothing more: nobody has measured what a level is worth, and in each game
/// that is something else.
pub(crate) const ELO: (usize, usize) = (600, 2400);

/// Bytes of an option's name, and of its value: the longest path that systems know.
pub const LONGEST_VALUE: usize = 4096;

/// The level that such a number stands for: they share the range out evenly.
fn level_of(elo: usize) -> Level {
    let levels = usize::from(Level::BEST.number() - Level::FIRST.number());
    let above = (elo.saturating_sub(ELO.0) * levels + (ELO.1 - ELO.0) / 2) / (ELO.1 - ELO.0);
    let number = usize::from(Level::FIRST.number()) + above;
    u8::try_from(number).ok().and_then(Level::new).unwrap_or(Level::BEST)
}

/// The level to play at: by `UCI_Elo` where that is to count, by `Skill Level` otherwise.
pub(crate) fn level(settings: &Settings) -> Level {
    if settings.limited { level_of(settings.elo) } else { settings.level }
}

const KNOBS: &[Knob] = &[
    knob(Setting::Threads, Kind::Spin(1, MOST_THREADS), "Threads"),
    Knob { usi: Some("USI_Hash"), ucci: Some("hashsize"), ..knob(Setting::Hash, Kind::Spin(1, MOST_HASH), "Hash") },
    // In UCCI a new game is announced so.
    Knob { ucci: Some("newgame"), ..knob(Setting::Forget, Kind::Button, "Clear Hash") },
    knob(Setting::Lines, Kind::Spin(1, 500), "MultiPV"),
    Knob { usi: Some("USI_Ponder"), ucci: Some("ponder"), ..knob(Setting::Ponder, Kind::Check, "Ponder") },
    knob(Setting::Level, Kind::Spin(Level::FIRST.number() as usize, Level::BEST.number() as usize), "Skill Level"),
    knob(Setting::Limited, Kind::Check, "UCI_LimitStrength"),
    knob(Setting::Elo, Kind::Spin(ELO.0, ELO.1), "UCI_Elo"),
    knob(Setting::Overhead, Kind::Spin(0, 5000), "Move Overhead"),
    knob(Setting::Chess960, Kind::Check, "UCI_Chess960"),
    knob(Setting::Analysis, Kind::Check, "UCI_AnalyseMode"),
    knob(Setting::Chances, Kind::Check, "UCI_ShowWDL"),
    Knob { usi: Some("USI_Variant"), ..knob(Setting::Variant, Kind::Combo, "UCI_Variant") },
    knob(Setting::Path, Kind::Text, "VariantPath"),
    knob(Setting::Milliseconds, Kind::Check, "usemillisec"),
];

impl Knob {
    /// Its name in a protocol.
    fn name_in(&self, family: Family) -> String {
        match (family, self.usi) {
            (Family::Usi, Some(name)) => name.to_string(),
            // An option's name is one word there.
            (Family::Ucci, _) => self.ucci.map_or_else(|| self.name.replace(' ', "_"), str::to_string),
            _ => self.name.to_string(),
        }
    }

    /// Does the protocol set it by an option?
    fn is_in(&self, family: Family) -> bool {
        match self.setting {
            Setting::Milliseconds => family == Family::Ucci,
            // Names of UCI's own; the others have the level.
            Setting::Limited | Setting::Elo | Setting::Chances => family == Family::Uci,
            // Nothing castles so in the games they were made for, and clients conclude from it that chess is played.
            Setting::Chess960 if matches!(family, Family::Usi | Family::Ucci) => false,
            // XBoard has commands of its own for these.
            Setting::Threads
            | Setting::Hash
            | Setting::Variant
            | Setting::Ponder
            | Setting::Chess960
            | Setting::Analysis => family != Family::Cecp,
            _ => true,
        }
    }

    /// Its present value.
    fn value(&self, settings: &Settings, variant: &str) -> String {
        match self.setting {
            Setting::Threads => settings.threads.to_string(),
            Setting::Hash => settings.hash.to_string(),
            Setting::Forget => String::new(),
            Setting::Lines => settings.lines.to_string(),
            Setting::Ponder => settings.ponder.to_string(),
            Setting::Chess960 => settings.chess960.to_string(),
            Setting::Variant => variant.to_string(),
            Setting::Path => if settings.path.is_empty() { "<empty>" } else { &settings.path }.to_string(),
            Setting::Level => settings.level.number().to_string(),
            Setting::Limited => settings.limited.to_string(),
            Setting::Elo => settings.elo.to_string(),
            Setting::Overhead => settings.overhead.as_millis().to_string(),
            Setting::Milliseconds => settings.milliseconds.to_string(),
            Setting::Analysis => "false".to_string(),
            Setting::Chances => settings.chances.to_string(),
        }
    }
}

/// The lines that announce all options in UCI (`word` is then `option name `), USI, UGI and UCCI (`option `).
pub(crate) fn announcements(session: &Session, family: Family) -> Vec<String> {
    let word = if family == Family::Ucci { "option " } else { "option name " };
    let variant = names::theirs(family, &session.name);
    let line = |knob: &Knob| {
        let (name, value) = (knob.name_in(family), knob.value(&session.settings, variant));
        let rest = match knob.kind {
            Kind::Check => format!("check default {value}"),
            Kind::Spin(least, most) => format!("spin default {value} min {least} max {most}"),
            Kind::Combo => {
                let names = session.names();
                let all: String = names.iter().map(|ours| format!(" var {}", names::theirs(family, ours))).collect();
                format!("combo default {value}{all}")
            }
            Kind::Text => format!("string default {value}"),
            Kind::Button => "button".to_string(),
        };
        format!("{word}{name} type {rest}")
    };
    KNOBS.iter().filter(|knob| knob.is_in(family)).map(line).collect()
}

/// The values of CECP's `feature option=`.
pub(crate) fn features(session: &Session) -> Vec<String> {
    let line = |knob: &Knob| {
        let value = knob.value(&session.settings, &session.name);
        match knob.kind {
            Kind::Check => format!("{} -check {}", knob.name, i32::from(value == "true")),
            Kind::Spin(least, most) => format!("{} -spin {value} {least} {most}", knob.name),
            Kind::Text | Kind::Combo => format!("{} -string {value}", knob.name),
            Kind::Button => format!("{} -button", knob.name),
        }
    };
    KNOBS.iter().filter(|knob| knob.is_in(Family::Cecp)).map(line).collect()
}

/// The option of this name. Names are read without regard to case, blanks and underscores.
fn knob_called(name: &str) -> Option<&'static Knob> {
    let alike = |a: &str, b: &str| a.replace([' ', '_'], "").eq_ignore_ascii_case(&b.replace([' ', '_'], ""));
    let named =
        |knob: &&Knob| [Some(knob.name), knob.usi, knob.ucci].into_iter().flatten().any(|known| alike(known, name));
    KNOBS.iter().find(named)
}

/// Does the option of this name say which game is played?
pub(crate) fn chooses_game(name: &str) -> bool {
    name.len() <= LONGEST_VALUE && knob_called(name).is_some_and(|knob| knob.setting == Setting::Variant)
}

/// Sets an option. Names are read without regard to case, blanks and underscores. Returns what there is to be told about it.
///
/// # Errors
/// What is wrong with the name or the value; nothing is changed then.
pub(crate) fn set(session: &mut Session, family: Family, name: &str, value: &str) -> Result<Option<String>, String> {
    if name.len().max(value.len()) > LONGEST_VALUE {
        return Err(format!("a name or value of an option of more than {LONGEST_VALUE} bytes, which is the limit"));
    }
    let Some(knob) = knob_called(name) else {
        let known: Vec<String> =
            KNOBS.iter().filter(|knob| knob.is_in(family)).map(|knob| knob.name_in(family)).collect();
        return Err(format!("no option is called `{name}`; there are {}", known.join(", ")));
    };
    let number = || -> Result<usize, String> {
        let Kind::Spin(least, most) = knob.kind else { return Ok(0) };
        let number = value.parse::<usize>().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("{}: `{value}` is not a number from {least} to {most}", knob.name_in(family)))
    };
    let check = || match value.to_ascii_lowercase().as_str() {
        "true" | "1" | "on" => Ok(true),
        "false" | "0" | "off" => Ok(false),
        _ => Err(format!("{}: `{value}` is neither `true` nor `false`", knob.name_in(family))),
    };
    let at_least_one = |number: usize| NonZeroUsize::new(number).unwrap_or(NonZeroUsize::MIN);
    match knob.setting {
        Setting::Threads => {
            session.settings.threads = at_least_one(number()?);
            session.ask(Job::Threads(session.settings.threads));
        }
        Setting::Hash => {
            session.settings.hash = number()?;
            session.ask(Job::Hash(session.settings.hash));
        }
        Setting::Forget => session.ask(Job::NewGame),
        Setting::Lines => session.settings.lines = at_least_one(number()?),
        Setting::Ponder => session.settings.ponder = check()?,
        Setting::Chess960 => session.settings.chess960 = check()?,
        // Analysis is asked for by `go infinite`; there is no contempt or the like that it would switch off.
        Setting::Analysis => {
            check()?;
        }
        Setting::Chances => session.settings.chances = check()?,
        Setting::Variant => session.open(family, value)?,
        Setting::Path if value.is_empty() || value == "<empty>" => {}
        Setting::Path => {
            let learnt = session.learn(value)?;
            return Ok(Some(format!("from `{value}`: {}", learnt.join(", "))));
        }
        Setting::Limited => session.settings.limited = check()?,
        Setting::Elo => session.settings.elo = number()?,
        Setting::Level => session.settings.level = Level::new(number()? as u8).unwrap_or(Level::BEST),
        Setting::Overhead => session.settings.overhead = Duration::from_millis(number()? as u64),
        Setting::Milliseconds => session.settings.milliseconds = check()?,
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_numbers_go_through_all_levels_in_order() {
        assert_eq!((level_of(ELO.0), level_of(ELO.1)), (Level::FIRST, Level::BEST));
        let levels: Vec<u8> = (ELO.0..=ELO.1).map(|elo| level_of(elo).number()).collect();
        assert!(levels.is_sorted());
        assert_eq!((level_of(800).number(), level_of(1500).number()), (2, 6));
        let mut settings = Settings { level: Level::FIRST, elo: 800, ..Settings::default() };
        assert_eq!(level(&settings), Level::FIRST);
        settings.limited = true;
        assert_eq!(level(&settings).number(), 2);
    }
}
