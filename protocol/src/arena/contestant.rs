//! [`Contestant`]: who plays, as it is written on a command line.

use super::control::Control;
use crate::uci::Kind;
use std::{fmt, str::FromStr, sync::Arc, time::Duration};
use wazir_engine::{Level, MOST_HASH, MOST_THREADS, Opened, Technique, Techniques};
use wazir_variant_spec::{Source, Values};

/// Who plays.
#[derive(Clone, Debug, PartialEq)]
pub enum Contestant {
    /// The own engine, in this process.
    BuiltIn(BuiltIn),
    /// Somebody who makes any legal move, each as likely as the others.
    Random,
    /// Another program.
    Program(Program),
}

impl Contestant {
    /// Can it keep within these limits? (In CECP nobody can be told how many nodes to look at.)
    ///
    /// # Errors
    /// Which limit it cannot be told, and what to give instead.
    pub fn keeps(&self, control: &Control) -> Result<(), String> {
        match self {
            Contestant::Program(Program { speaks: Speaks::Cecp, .. }) if control.nodes.is_some() => Err(format!(
                "`{self}` cannot be told a limit of nodes: CECP has none; give --tc, --movetime or --depth, or nodes to the other engine alone (`wazir:nodes=1000`)"
            )),
            _ => Ok(()),
        }
    }
}

/// What is set of the own engine.
#[derive(Clone, Debug, PartialEq)]
pub struct BuiltIn {
    /// Size of the transposition table, in MiB.
    pub hash: usize,
    /// Number of threads.
    pub threads: usize,
    /// How well it plays.
    pub level: Option<Level>,
    /// Nodes of each move, instead of the match's limit.
    pub nodes: Option<u64>,
    /// Depth of each move, instead of the match's limit.
    pub depth: Option<u32>,
    /// Time of each move, instead of the match's limit.
    pub time: Option<Duration>,
    /// What it knows about the game besides its rules.
    pub knows: Knowledge,
    /// By what it searches.
    pub techniques: Techniques,
}

impl Default for BuiltIn {
    fn default() -> BuiltIn {
        BuiltIn {
            hash: 16,
            threads: 1,
            level: None,
            nodes: None,
            depth: None,
            time: None,
            knows: Knowledge::Usual,
            techniques: Techniques::default(),
        }
    }
}

/// What the own engine knows about the game besides its rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Knowledge {
    /// What it knows in any case: the values that come with the game, if there are any.
    #[default]
    Usual,
    /// Nothing: all is as derived from the rules.
    Derived,
    /// What this file says, which names no base: who knows where bases are reads it and makes it [`Knowledge::Read`].
    File(String),
    /// What this file says, as it was read for the game.
    Read {
        /// The file.
        path: String,
        /// What it says.
        values: Arc<Values>,
    },
    /// These values.
    Given(Arc<Values>),
}

impl Knowledge {
    /// The values; `None` for what the engine knows in any case.
    pub(crate) fn values(&self, opened: &Opened) -> Result<Option<Arc<Values>>, String> {
        Ok(match self {
            Knowledge::Usual => None,
            Knowledge::Derived => Some(Arc::default()),
            Knowledge::Given(values) | Knowledge::Read { values, .. } => Some(values.clone()),
            Knowledge::File(path) => {
                let text = std::fs::read_to_string(path);
                let text = text.map_err(|error| format!("cannot read the values `{path}`: {error}"))?;
                let source = Source { file: path.clone(), text };
                let values = Values::read(&source, &opened.rules).map_err(|wrong| wrong.render(false))?;
                Some(Arc::new(values))
            }
        })
    }
}

/// Another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub(crate) speaks: Speaks,
    /// The command with its arguments, as a shell splits it.
    pub command: Vec<String>,
    /// Options to set, by name.
    pub options: Vec<(String, String)>,
}

/// The protocol a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speaks {
    Uci(Kind),
    Cecp,
}

/// The word for [`Knowledge::Derived`].
const DERIVED: &str = "derived";

/// The setting that lists techniques which are left out.
const WITHOUT: &str = "without";

const PROTOCOLS: [(&str, Speaks); 7] = [
    ("uci", Speaks::Uci(Kind::Uci)),
    ("ucicyclone", Speaks::Uci(Kind::Cyclone)),
    ("ugi", Speaks::Uci(Kind::Ugi)),
    ("usi", Speaks::Uci(Kind::Usi)),
    ("ucci", Speaks::Uci(Kind::Ucci)),
    ("cecp", Speaks::Cecp),
    ("xboard", Speaks::Cecp),
];

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Contestant, String> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        if let Some((_, speaks)) = PROTOCOLS.iter().find(|(name, _)| *name == kind) {
            let command = shell_words::split(rest).map_err(|error| format!("`{rest}`: {error}"))?;
            if command.is_empty() {
                return Err(format!("after `{kind}:` a command is expected, as in `{kind}:/usr/games/some-engine`"));
            }
            return Ok(Contestant::Program(Program { speaks: *speaks, command, options: Vec::new() }));
        }
        match kind {
            "wazir" => own(rest).map(Contestant::BuiltIn),
            "random" if rest.is_empty() => Ok(Contestant::Random),
            "random" => Err("nothing can be set of `random`".to_string()),
            _ => Err(format!(
                "`{text}` is nobody: write `wazir`, `random`, or a protocol and a command, as in `uci:/usr/games/some-engine` (uci, ucicyclone, ugi, usi, ucci, cecp)"
            )),
        }
    }
}

/// `hash=64,threads=1,level=5,nodes=1000,depth=5,time=100,values=derived,without=null-move,futility`: what follows `without=` and is no setting goes on with its list.
fn own(text: &str) -> Result<BuiltIn, String> {
    let mut own = BuiltIn::default();
    let mut lists_techniques = false;
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (name, value) = match part.split_once('=') {
            None if lists_techniques => (WITHOUT, part),
            found => found.unwrap_or((part, "")),
        };
        lists_techniques = name == WITHOUT;
        let number = || {
            let number = value.parse::<u64>().ok().filter(|number| *number > 0);
            number.ok_or_else(|| format!("wazir: `{part}`: expected a number, as in `{name}=5`"))
        };
        let up_to = |most: usize| {
            let known = usize::try_from(number()?).ok().filter(|number| *number <= most);
            known.ok_or_else(|| format!("wazir: `{part}`: {most} is the limit"))
        };
        match name {
            "hash" => own.hash = up_to(MOST_HASH)?,
            "threads" => own.threads = up_to(MOST_THREADS)?,
            "level" => {
                let level = u8::try_from(number()?).ok().and_then(Level::new);
                let range = (Level::FIRST.number(), Level::BEST.number());
                own.level = Some(level.ok_or_else(|| format!("wazir: levels are {} to {}", range.0, range.1))?);
            }
            "nodes" => own.nodes = Some(number()?),
            "depth" => own.depth = Some(number()?.min(1000) as u32),
            "time" => own.time = Some(Duration::from_millis(number()?)),
            "values" => {
                own.knows = match value {
                    "" => return Err("wazir: `values`: expected a file, or `values=derived`".to_string()),
                    DERIVED => Knowledge::Derived,
                    path => Knowledge::File(path.to_string()),
                }
            }
            WITHOUT => {
                let technique: Technique = value.parse().map_err(|error| format!("wazir: `without`: {error}"))?;
                own.techniques = own.techniques.without(technique);
            }
            _ => {
                return Err(format!(
                    "wazir: `{name}` cannot be set; there are hash (MiB), threads, level, nodes, depth, time (ms), values (a file, or `derived`), without (techniques of the search)"
                ));
            }
        }
    }
    Ok(own)
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Random => f.write_str("random"),
            Contestant::Program(program) => {
                let name = PROTOCOLS.iter().find(|(_, speaks)| *speaks == program.speaks).map_or("", |(name, _)| name);
                write!(f, "{name}:{}", shell_words::join(&program.command))
            }
            Contestant::BuiltIn(own) => {
                let default = BuiltIn::default();
                let mut set = Vec::new();
                if own.hash != default.hash {
                    set.push(format!("hash={}", own.hash));
                }
                if own.threads != default.threads {
                    set.push(format!("threads={}", own.threads));
                }
                set.extend(own.level.map(|level| format!("level={}", level.number())));
                set.extend(own.nodes.map(|nodes| format!("nodes={nodes}")));
                set.extend(own.depth.map(|depth| format!("depth={depth}")));
                set.extend(own.time.map(|time| format!("time={}", time.as_millis())));
                match &own.knows {
                    Knowledge::Usual => {}
                    Knowledge::Derived => set.push(format!("values={DERIVED}")),
                    Knowledge::File(path) | Knowledge::Read { path, .. } => set.push(format!("values={path}")),
                    Knowledge::Given(_) => set.push("values=given".to_string()),
                }
                let left_out: Vec<_> =
                    Technique::all().filter(|&one| !own.techniques.has(one)).map(Technique::name).collect();
                if !left_out.is_empty() {
                    set.push(format!("{WITHOUT}={}", left_out.join(",")));
                }
                if set.is_empty() { f.write_str("wazir") } else { write!(f, "wazir:{}", set.join(",")) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contestants_are_read_and_written() {
        for text in [
            "wazir",
            "wazir:hash=64,threads=2,level=5,nodes=1000,depth=6,time=50",
            "wazir:values=derived",
            "wazir:without=futility",
            "wazir:nodes=5,without=null-move,aspiration",
            "wazir:nodes=5,values=some/game.values",
            "random",
            "uci:/bin/engine --fast",
            "cecp:hachu",
        ] {
            assert_eq!(text.parse::<Contestant>().unwrap().to_string(), text);
        }
        // Settings may follow the list, and lists each other.
        let several: Contestant = "wazir:without=futility,null-move,hash=4,without=aspiration".parse().unwrap();
        assert_eq!(several.to_string(), "wazir:hash=4,without=null-move,futility,aspiration");
        let Ok(Contestant::Program(program)) = "usi:'/a b/c' -x".parse() else { panic!("a program") };
        assert_eq!(program.command, ["/a b/c", "-x"]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |text: &str| text.parse::<Contestant>().unwrap_err();
        assert!(error("stockfish").contains("is nobody"));
        assert!(error("uci:").contains("a command is expected"));
        assert!(error("uci:'x").contains("quote"));
        assert!(error("wazir:speed=5").contains("`speed` cannot be set"));
        assert!(error("wazir:level=50").contains("levels are 1 to 10"));
        assert!(error("wazir:nodes=0").contains("expected a number"));
        assert!(error("wazir:values=").contains("expected a file"));
        for wrong in ["wazir:without=", "wazir:without=null", "wazir:without=null-move,nothing"] {
            assert!(error(wrong).contains("is no technique of the search; there are null-move, "), "{wrong}");
        }
        assert!(error("wazir:null-move").contains("`null-move` cannot be set"));
    }
}
