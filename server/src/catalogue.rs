//! [`Catalogue`]: the games that can be played here: those of the program, that of the file that is served, and those that people have sent.

use crate::Problem;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, OnceLock, PoisonError, RwLock},
    time::{Duration, Instant},
};
use wazir_describe::view::{GameEntry, GameView};
use wazir_engine::{Games, Opened};
use wazir_live::message::Shown;
use wazir_runtime::Variant;
use wazir_variant_spec::{Diagnostic, Library, Source, Values};

use crate::{
    limits::{MOST_RULES, MOST_SENT},
    work::Whose,
};

/// How long the list of moves at the start may take, of rules that were sent: everything else takes a multiple of that.
const LONGEST_START: Duration = Duration::from_millis(400);
/// A folder that is none: what is sent is never looked for on disk, nor what it extends.
const NOWHERE: &str = "sent:";

/// A game that can be played here.
pub struct Playable {
    /// The name by which it is asked for.
    pub id: String,
    /// The game.
    pub opened: Opened,
    /// What there is to show of it.
    pub view: GameView,
    /// Whose rules they are.
    pub whose: Whose,
    /// What there is to show of it in live games, made once.
    live: OnceLock<Shown>,
}

impl Playable {
    /// What there is to show of it in live games: everything but its rule file, which nobody reads there.
    pub(crate) fn live(&self) -> Shown {
        self.live.get_or_init(|| Shown::new(&GameView { source: None, ..self.view.clone() })).clone()
    }
}

/// What has come of looking at a rule file.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// Can it be played?
    pub ok: bool,
    /// The name by which it can be asked for, for as long as it is kept.
    pub id: String,
    /// What is wrong, or probably not meant.
    pub diagnostics: Vec<Diagnostic>,
}

/// All games. What is asked of it may take a moment: call it in [`crate::Work`].
pub struct Catalogue {
    games: Arc<dyn Games>,
    open: RwLock<BTreeMap<String, Arc<Playable>>>,
    served: RwLock<Option<Arc<Playable>>>,
    sent: Mutex<VecDeque<Arc<Playable>>>,
    names: OnceLock<Vec<String>>,
}

impl Catalogue {
    /// The games of a program.
    pub fn new(games: Arc<dyn Games>) -> Catalogue {
        Catalogue {
            games,
            open: RwLock::default(),
            served: RwLock::default(),
            sent: Mutex::default(),
            names: OnceLock::new(),
        }
    }

    /// The names of the games of the program, sorted.
    pub fn names(&self) -> &[String] {
        self.names.get_or_init(|| self.games.names())
    }

    /// The game of the file that is served, if there is one.
    pub fn served(&self) -> Option<Arc<Playable>> {
        self.served.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Opens the file (or game) that is served, in place of what it was before.
    ///
    /// # Errors
    /// What is wrong with it; what was served before still is.
    pub fn serve(&self, file: &str) -> Result<Arc<Playable>, String> {
        let opened = self.games.open(file)?;
        let id = opened.rules.id.clone();
        let game = playable(id, opened, Whose::Ours);
        *self.served.write().unwrap_or_else(PoisonError::into_inner) = Some(game.clone());
        Ok(game)
    }

    /// The rule files that the served one depends on, itself included.
    pub fn served_files(&self) -> Vec<String> {
        let Some(game) = self.served() else { return Vec::new() };
        let parents = self.games.parents(&game.opened);
        parents.into_iter().map(|source| source.file).chain([game.opened.source.file.clone()]).collect()
    }

    /// The game of this name.
    ///
    /// # Errors
    /// When there is none, with names that come near.
    pub fn game(&self, id: &str) -> Result<Arc<Playable>, Problem> {
        if let Some(served) = self.served().filter(|served| served.id == id) {
            return Ok(served);
        }
        if let Some(game) = self.open.read().unwrap_or_else(PoisonError::into_inner).get(id) {
            return Ok(game.clone());
        }
        if let Some(game) = self.sent(id) {
            return Ok(game);
        }
        // Only names: a path is never opened for anybody outside.
        if self.names().binary_search_by(|name| name.as_str().cmp(id)).is_err() {
            return Err(self.unknown(id));
        }
        let opened = self.games.open(id).map_err(Problem::ours)?;
        let game = playable(id.to_string(), opened, Whose::Ours);
        self.open.write().unwrap_or_else(PoisonError::into_inner).insert(id.to_string(), game.clone());
        Ok(game)
    }

    fn unknown(&self, id: &str) -> Problem {
        let shown: String = id.chars().take(60).collect();
        if id.starts_with(SENT) {
            return Problem::missing(format!("The rules `{shown}` are not kept any more."))
                .hint("Send the rule file again.");
        }
        let lower = id.to_lowercase();
        let distance = |name: &str| strsim::damerau_levenshtein(&lower, name);
        let near = match lower.len() {
            0..=40 => self.names().iter().map(|name| (distance(name), name)).min(),
            _ => None,
        };
        let problem = Problem::missing(format!("No game is called `{shown}`."));
        match near {
            Some((distance, name)) if distance <= 1 + name.len() / 4 => problem.hint(format!("Did you mean `{name}`?")),
            _ => problem.hint("GET /api/v1/games lists all of them."),
        }
    }

    fn sent(&self, id: &str) -> Option<Arc<Playable>> {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let place = sent.iter().position(|game| game.id == id)?;
        let game = sent.remove(place)?;
        sent.push_front(game.clone());
        Some(game)
    }

    /// Opens rules that somebody has sent.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(&self, text: &str) -> Result<(Arc<Playable>, Checked), Checked> {
        let id = format!("{SENT}{}", &hex(&Sha256::digest(text.as_bytes()))[..16]);
        let wrong = |diagnostics: Vec<Diagnostic>| Checked { ok: false, id: id.clone(), diagnostics };
        if text.len() > MOST_RULES {
            let message = format!("the file has {} bytes, more than the {MOST_RULES} that may be sent", text.len());
            return Err(wrong(vec![complaint("too-large", message, "leave out what it inherits with `extends`")]));
        }
        let source = Source { file: format!("{NOWHERE}/{id}.ron"), text: text.to_string() };
        let compiled = match wazir_reference::compile(&source, &Known(self)) {
            Ok(compiled) => compiled,
            Err(diagnostics) => return Err(wrong(diagnostics.iter().cloned().collect())),
        };
        let checked = Checked { ok: true, id: id.clone(), diagnostics: compiled.warnings.iter().cloned().collect() };
        if let Some(game) = self.sent(&id) {
            return Ok((game, checked));
        }
        let began = Instant::now();
        compiled.game.start().legal_moves();
        if began.elapsed() > LONGEST_START {
            let message = "finding the moves of the start position takes too long for a server".to_string();
            return Err(wrong(vec![complaint("too-slow", message, "`wazir play` on a machine of your own has time")]));
        }
        let game = playable(id, Opened::without_code(source, compiled.game, Values::default()), Whose::Sent);
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.push_front(game.clone());
        sent.truncate(MOST_SENT);
        Ok((game, checked))
    }

    /// The list of all games, that of the file first.
    pub fn list(&self) -> Vec<GameEntry> {
        let served = self.served();
        let entry = |game: &Playable, served| GameEntry::new(&game.view, &*game.opened.variant, served);
        let others = self.names().iter().filter_map(|name| self.game(name).ok());
        let others = others.filter(|game| served.as_ref().is_none_or(|served| served.id != game.id));
        let others: Vec<GameEntry> = others.map(|game| entry(&game, false)).collect();
        served.iter().map(|game| entry(game, true)).chain(others).collect()
    }
}

/// How names of rules begin that were sent.
const SENT: &str = "sent-";

fn complaint(code: &'static str, message: String, help: &str) -> Diagnostic {
    let (severity, help) = (wazir_variant_spec::Severity::Error, Some(help.to_string()));
    Diagnostic { severity, code, file: String::new(), line: 1, column: 1, span: 0..0, message, help }
}

fn playable(id: String, opened: Opened, whose: Whose) -> Arc<Playable> {
    let mut view = GameView::new(&id, &opened.rules, opened.variant.info());
    view.source = Some(opened.source.text.clone());
    Arc::new(Playable { id, opened, view, whose, live: OnceLock::new() })
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What rules that were sent may extend: the games of the program, and no file.
struct Known<'a>(&'a Catalogue);

impl Library for Known<'_> {
    fn find(&self, name: &str) -> Option<Source> {
        self.0.names().iter().any(|known| known == name).then_some(())?;
        Some(self.0.game(name).ok()?.opened.source.clone())
    }
    fn names(&self) -> Vec<String> {
        self.0.names().to_vec()
    }
}
