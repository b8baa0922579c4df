//! [`Openings`]: where games begin.

use crate::Play;
use wazir_engine::{Limits, Opened, Score, Stop};
use wazir_runtime::{Game, Random, Style, Variant};

/// Where games begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// With this many random moves from the start.
    Random {
        /// How many.
        plies: usize,
        /// How unequal they may be, by a short search of the own engine, in centipawns.
        at_most: u32,
    },
    /// With one of these positions after the other, in FEN, and from the first again when there are no more.
    Listed(Vec<String>),
}

/// How often another random opening is looked for before the last one is taken as it is.
const TRIES: u64 = 200;
/// Nodes of the search that tells whether an opening is decided: as many as are searched in no time.
const NODES: u64 = 1000;

impl Openings {
    /// Reads positions, one a line: FEN, or EPD, whose first four fields are one. Empty lines, and what follows a `#`, are no positions.
    ///
    /// # Errors
    /// The line that is no position, or that there is none.
    pub fn listed(text: &str, variant: &dyn Variant) -> Result<Openings, String> {
        let mut positions = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let fields: Vec<&str> = line.split_whitespace().collect();
            let epd = fields[..fields.len().min(4)].join(" ");
            let whole = variant.from_fen(line, Style::Game);
            let game = whole.or_else(|error| variant.from_fen(&epd, Style::Game).map_err(|_| error));
            let game = game.map_err(|error| format!("line {}: {error}\n  {line}", index + 1))?;
            if game.outcome().is_some() || game.count() == 0 {
                return Err(format!("line {}: the game is over in this position\n  {line}", index + 1));
            }
            positions.push(game.fen(Style::Game));
        }
        if positions.is_empty() {
            return Err("there is no position in it; write one FEN a line".to_string());
        }
        Ok(Openings::Listed(positions))
    }

    /// An opening: it depends on the seed and its number only.
    pub(crate) fn of(&self, opened: &Opened, seed: u64, number: u64) -> Result<Play, String> {
        match self {
            Openings::Listed(positions) => {
                let fen = &positions[(number % positions.len().max(1) as u64) as usize];
                let game = opened.variant.from_fen(fen, Style::Game).map_err(|error| format!("{error}: {fen}"))?;
                Ok(Play::new(&*game))
            }
            Openings::Random { plies, at_most } => Ok(random_opening(opened, seed, number, *plies, *at_most)),
        }
    }
}

/// Random moves after which the game is neither over nor decided.
fn random_opening(opened: &Opened, seed: u64, number: u64, plies: usize, at_most: u32) -> Play {
    if plies == 0 {
        return Play::new(&*opened.variant.start());
    }
    let mut random = Random::of_game(seed, number);
    let mut engine = (opened.engine)();
    let mut best: Option<(u32, Play)> = None;
    for _ in 0..TRIES {
        let Some(play) = random_moves(opened.variant.start(), &mut random, plies) else { continue };
        engine.new_game();
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let found = engine.search(&play.line(), &limits, &Stop::new(), &mut |_| {});
        let unequal = match found.map(|found| found.score) {
            Ok(Score::Centipawns(value)) => value.unsigned_abs(),
            _ => u32::MAX,
        };
        if unequal <= at_most {
            return play;
        }
        if best.as_ref().is_none_or(|(least, _)| unequal < *least) {
            best = Some((unequal, play));
        }
    }
    // In some games nothing is equal for long: then the least unequal one, which both sides get.
    best.map_or_else(|| Play::new(&*opened.variant.start()), |(_, play)| play)
}

/// So many random moves; `None` when the game is over by then.
fn random_moves(start: Box<dyn Game>, random: &mut Random, plies: usize) -> Option<Play> {
    let mut play = Play::new(&*start);
    for _ in 0..plies {
        let mut legal = play.legal_moves();
        if legal.is_empty() || play.outcome().is_some() {
            return None;
        }
        // Backends list the same moves in orders of their own.
        legal.sort_unstable_by_key(|mv| mv.order());
        play.push(legal[random.below(legal.len())]).ok()?;
    }
    (play.outcome().is_none() && !play.is_stuck()).then_some(play)
}
