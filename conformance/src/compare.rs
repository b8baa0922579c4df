//! Two backends play the same random games and have to agree on everything that can be observed.

use crate::random::Random;
use std::collections::HashMap;
use wazir_runtime::{Game, Setup, Style, Variant, fen};

/// How much is compared.
#[derive(Clone, Copy)]
pub struct Effort {
    /// Positions to visit.
    pub positions: usize,
    /// Plies after which a game is given up.
    pub plies: usize,
    /// In one of this many positions all moves are played, not only one.
    pub children_every: usize,
}

/// Where all moves of a position are played, as many as list at most this many moves together after them.
const LISTED: usize = 8_000;

/// What a comparison has seen.
#[derive(Debug, Default)]
pub struct Seen {
    /// Positions of the games.
    pub positions: usize,
    /// Positions after moves of which all were played.
    pub children: usize,
    /// Games begun.
    pub games: usize,
    /// Games played to their end.
    pub finished: usize,
}

/// Compares two backends on random games from the start position and from `openings`.
///
/// # Errors
/// The first difference, with its FEN.
pub fn compare(
    a: &dyn Variant,
    b: &dyn Variant,
    openings: &[(String, Style)],
    seed: u64,
    effort: Effort,
) -> Result<Seen, String> {
    let mut random = Random(seed);
    let mut seen = Seen::default();
    let mut hashes = [Hashes::default(), Hashes::default()];
    if a.info() != b.info() {
        return Err(format!("they describe the game differently:\n{:?}\n{:?}", a.info(), b.info()));
    }
    while seen.positions < effort.positions {
        // Every other game starts from the start position.
        let opening = openings.get(random.below(2 * openings.len() + 2));
        let (mut left, mut right) = match opening {
            None => (a.start(), b.start()),
            Some((fen, style)) => {
                let refused = |error| format!("{fen}: refused by one backend: {error}");
                (a.from_fen(fen, *style).map_err(refused)?, b.from_fen(fen, *style).map_err(refused)?)
            }
        };
        seen.games += 1;
        for _ in 0..effort.plies {
            let children = random.below(effort.children_every) == 0;
            observe(&*left, &*right, &mut hashes)?;
            reread(a, &*left)?;
            reread(b, &*right)?;
            seen.positions += 1;
            let moves = texts(&*left);
            if children {
                for text in sample(&moves, &mut random) {
                    let mut after = [left.boxed(), right.boxed()];
                    after.iter_mut().try_for_each(|game| play(&mut **game, text))?;
                    let [after_left, after_right] = &after;
                    observe(&**after_left, &**after_right, &mut hashes)
                        .map_err(|what| format!("{} after {text}: {what}", left.fen(Style::Game)))?;
                    seen.children += 1;
                }
            }
            if moves.is_empty() {
                seen.finished += 1;
                break;
            }
            let text = &moves[random.below(moves.len())];
            play(&mut *left, text)?;
            play(&mut *right, text)?;
        }
    }
    Ok(seen)
}

/// Moves to play: all, but of very many an even sample.
fn sample<'m>(moves: &'m [String], random: &mut Random) -> impl Iterator<Item = &'m String> {
    let step = (moves.len() * moves.len()).div_ceil(LISTED).max(1);
    moves.iter().skip(random.below(step)).step_by(step)
}

/// Compares two backends' views of one position and of the positions one move on (of some, where there are very many).
///
/// # Errors
/// The first difference, with its FEN.
pub fn agree(a: &dyn Game, b: &dyn Game) -> Result<(), String> {
    let mut hashes = [Hashes::default(), Hashes::default()];
    observe(a, b, &mut hashes)?;
    for text in sample(&texts(a), &mut Random(a.hash())) {
        let mut after = [a.boxed(), b.boxed()];
        after.iter_mut().try_for_each(|game| play(&mut **game, text))?;
        let [left, right] = &after;
        observe(&**left, &**right, &mut hashes).map_err(|what| format!("after {text}: {what}"))?;
    }
    Ok(())
}

/// The hashes of one backend: which position each belongs to.
#[derive(Default)]
pub struct Hashes {
    by_hash: HashMap<u64, String>,
    by_position: HashMap<String, u64>,
}

impl Hashes {
    /// A hash belongs to one position (but for the clocks), a position has one hash.
    fn add(&mut self, game: &dyn Game) -> Result<(), String> {
        let setup = Setup { halfmove: 0, count_limit: 0, fullmove: 1, ..game.setup() };
        let position = fen::print(game.info(), &setup, Style::Chess960);
        let hash = game.hash();
        let other = self.by_hash.entry(hash).or_insert_with(|| position.clone());
        if *other != position {
            return Err(format!("{:?}: one hash for two positions:\n{position}\n{other}", game.backend()));
        }
        if *self.by_position.entry(position.clone()).or_insert(hash) != hash {
            return Err(format!("{:?}: two hashes for {position}", game.backend()));
        }
        Ok(())
    }
}

/// Compares everything that can be seen of two positions.
pub fn observe(a: &dyn Game, b: &dyn Game, hashes: &mut [Hashes; 2]) -> Result<(), String> {
    let fen = a.fen(Style::Game);
    if fen != b.fen(Style::Game) {
        return Err(format!(
            "the positions differ:\n{:?} {fen}\n{:?} {}",
            a.backend(),
            b.backend(),
            b.fen(Style::Game)
        ));
    }
    let differ = |what: &str, left: String, right: String| {
        let (one, other) = (a.backend(), b.backend());
        Err(format!("{fen}: {what} differ:\n  {one:?}: {left}\n  {other:?}: {right}"))
    };
    if a.setup() != b.setup() {
        return differ("the positions behind equal FENs", format!("{:?}", a.setup()), format!("{:?}", b.setup()));
    }
    let (left, right) = (texts(a), texts(b));
    if left != right {
        let only = |these: &[String], those: &[String]| {
            let only: Vec<&str> = these.iter().filter(|text| !those.contains(text)).map(String::as_str).collect();
            format!("{} moves; not in the other: {}", these.len(), only.join(" "))
        };
        return differ("the legal moves", only(&left, &right), only(&right, &left));
    }
    for game in [a, b] {
        if game.count() != left.len() as u64 {
            return differ("the count and the list", format!("{}", game.count()), format!("{}", left.len()));
        }
    }
    if a.outcome() != b.outcome() {
        return differ("the outcomes", format!("{:?}", a.outcome()), format!("{:?}", b.outcome()));
    }
    if a.checkers() != b.checkers() {
        return differ("the checkers", format!("{:?}", a.checkers()), format!("{:?}", b.checkers()));
    }
    let [left, right] = hashes;
    left.add(a)?;
    right.add(b)
}

/// A position read from its own FEN is the same position.
fn reread(variant: &dyn Variant, game: &dyn Game) -> Result<(), String> {
    let text = game.fen(Style::Chess960);
    let again = variant
        .from_fen(&text, Style::Chess960)
        .map_err(|error| format!("{text}: {:?} refuses its own FEN: {error}", game.backend()))?;
    if again.setup() != game.setup() || again.hash() != game.hash() {
        let backend = game.backend();
        return Err(format!("{text}: {backend:?} reads its own FEN as {}", again.fen(Style::Chess960)));
    }
    Ok(())
}

/// The legal moves' texts, sorted. In Chess960 style, in which castling never looks like another move.
pub fn texts(game: &dyn Game) -> Vec<String> {
    let moves = game.legal_moves().into_iter();
    let mut texts: Vec<String> = moves.map(|mv| game.move_text(mv, Style::Chess960)).collect();
    texts.sort();
    texts
}

/// Plays the move with this text.
pub fn play(game: &mut dyn Game, text: &str) -> Result<(), String> {
    let fen = game.fen(Style::Game);
    let mv = game.parse_move(text, Style::Chess960).map_err(|error| format!("{fen}: {text}: {error}"))?;
    game.play(mv).map_err(|error| format!("{fen}: {text}: {error}"))
}
