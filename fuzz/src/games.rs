//! The games of `variants/`, played by the interpreter: what the targets are run on.

use std::{
    num::NonZeroUsize,
    path::PathBuf,
    sync::{Arc, LazyLock, OnceLock},
    thread,
    time::Duration,
};
use wazir_engine::{Bound, Engine, Found, Games, Limits, Line, LineError, Opened, Report, Score, Stop, Techniques};
use wazir_reference::{Interpreter, compile};
use wazir_runtime::{Info, Variant};
use wazir_variant_spec::{Folder, Library, Source, Values};

/// The project's rule files.
pub fn library() -> Folder {
    Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants")))
}

/// A game of `variants/`. It is read when it is first asked for.
struct Slot {
    name: String,
    variant: OnceLock<Interpreter>,
}

static SLOTS: LazyLock<Vec<Slot>> =
    LazyLock::new(|| library().names().into_iter().map(|name| Slot { name, variant: OnceLock::new() }).collect());

/// The names of all games; their order is that of the bytes that pick them.
pub fn names() -> impl Iterator<Item = &'static str> {
    SLOTS.iter().map(|slot| slot.name.as_str())
}

/// The game of this place in [`names`].
pub fn game(place: usize) -> &'static Interpreter {
    let slot = &SLOTS[place % SLOTS.len()];
    slot.variant.get_or_init(|| {
        let library = library();
        let source = library.find(&slot.name).expect("the folder has named it");
        match compile(&source, &library) {
            Ok(checked) => checked.game,
            Err(diagnostics) => panic!("{}", diagnostics.render(false)),
        }
    })
}

/// A game picked by the first byte of the data, and the rest of the data.
pub fn picked(data: &[u8]) -> Option<(&'static Interpreter, &[u8])> {
    let (&first, rest) = data.split_first()?;
    Some((game(first.into()), rest))
}

/// The same, where the rest is text.
pub fn picked_with_text(data: &[u8]) -> Option<(&'static Interpreter, &str)> {
    let (game, rest) = picked(data)?;
    Some((game, std::str::from_utf8(rest).ok()?))
}

/// A few games that are quick to play, for what serves games by their names. Their engine plays the first move it finds.
pub struct Few;

/// What [`Few`] are: the games that protocols begin with, one with hands, one that is soon over.
pub const FEW: [&str; 5] = ["chess", "crazyhouse", "shogi", "tictactoe", "xiangqi"];

impl Games for Few {
    fn names(&self) -> Vec<String> {
        FEW.map(str::to_string).to_vec()
    }

    fn open(&self, name: &str) -> Result<Opened, String> {
        static OPENED: [OnceLock<Opened>; FEW.len()] = [const { OnceLock::new() }; FEW.len()];
        let place = FEW.iter().position(|known| *known == name).ok_or_else(|| format!("no game is called `{name}`"))?;
        let open = || {
            let source = library().find(name).expect("it is in the folder");
            self.read(source, &[]).unwrap_or_else(|wrong| panic!("{wrong}"))
        };
        Ok(OPENED[place].get_or_init(open).clone())
    }

    fn read(&self, source: Source, _: &[Source]) -> Result<Opened, String> {
        let game = compile(&source, &library()).map_err(|wrong| wrong.render(false))?.game;
        let rules = Arc::new(game.rules().clone());
        let variant: Arc<dyn Variant> = Arc::new(game);
        let of_engine = variant.clone();
        let engine = move || -> Box<dyn Engine> { Box::new(First(of_engine.clone())) };
        Ok(Opened { source, rules, variant, engine: Arc::new(engine) })
    }

    fn parents(&self, _: &Opened) -> Vec<Source> {
        Vec::new()
    }
}

/// An engine that plays the first legal move, at once unless it shall think until it is stopped.
struct First(Arc<dyn Variant>);

impl Engine for First {
    fn info(&self) -> &Info {
        self.0.info()
    }
    fn set_hash(&mut self, _: usize) {}
    fn set_values(&mut self, _: &Values) {}
    fn set_techniques(&mut self, _: Techniques) {}
    fn set_threads(&mut self, _: NonZeroUsize) {}
    fn new_game(&mut self) {}

    fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Found, LineError> {
        let mut game = self.0.start().at(&line.start).map_err(LineError::Start)?;
        for (index, &mv) in line.moves.iter().enumerate() {
            game.play(mv).map_err(|error| LineError::Move(index, error))?;
        }
        let moves = game.legal_moves();
        let best = moves.into_iter().find(|mv| limits.only.is_empty() || limits.only.contains(mv));
        let score = Score::Centipawns(0);
        report(&Report {
            line: 0,
            depth: 1,
            reached: 1,
            score,
            bound: Bound::Exact,
            nodes: 1,
            time: Duration::ZERO,
            full: 0,
            moves: best.into_iter().collect(),
            chances: None,
            current: None,
        });
        while (limits.until_stopped || limits.ponder && !stop.is_hit()) && !stop.is_raised() {
            thread::sleep(Duration::from_micros(100));
        }
        Ok(Found { best, ponder: None, score, depth: 1, nodes: 1, mate: None })
    }

    fn evaluate(&self, _: &Line) -> Result<i32, LineError> {
        Ok(0)
    }
}
