//! Random games: uniformly random moves from the start to the end, compiled and run by the machine, against other libraries with the same rules about the end, written by hand where a library has
//! none, and against programs that play them for so long ([`Outsider`]).
//!
//! A *share* is what a random game makes of perft: plies times the mean number of legal moves, by our bulk perft speed in the same position of the same build.

use crate::{
    measure::timed,
    peers::{MACHINE, Outsider},
    report::{build, processor},
};
use cozy_chess::Board;
use cpu_time::ThreadTime;
use serde::Serialize;
use shakmaty::{
    Chess, EnPassantMode, Position,
    variant::{Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck},
    zobrist::Zobrist64,
};
use std::time::Duration;
use wazir::games;
use wazir_runtime::{Backend, Perft, Playout, Random, Variant};

/// A game that has not ended after so many plies is given up, by everybody.
const PLIES: usize = 1000;
/// Whose games.
const SEED: u64 = 1;

/// What was played.
#[derive(Clone, Copy, Default)]
pub(crate) struct Played {
    pub(crate) games: u64,
    pub(crate) plies: u64,
    /// Legal moves of all positions.
    pub(crate) choices: u64,
    pub(crate) time: Duration,
}

impl Played {
    fn per_second(&self, number: u64) -> f64 {
        number as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Plays games for so long, one at least, and adds what was played.
pub(crate) type Player<'g> = Box<dyn FnMut(Duration, &mut Played) -> Result<(), String> + 'g>;

/// A row of the table.
#[derive(Serialize)]
struct Row {
    variant: String,
    player: String,
    games_per_second: f64,
    mplies_per_second: f64,
    mean_plies: f64,
    mean_moves: f64,
    /// See the module.
    share: Option<f64>,
    /// Our plies a second by this player's.
    ratio: f64,
}

/// What is asked for.
pub(crate) struct Wanted<'a> {
    /// Which games ([`crate::Arguments::filter`]).
    pub(crate) names: &'a [String],
    /// For each player.
    pub(crate) seconds: f64,
    pub(crate) rounds: u8,
    /// Also the same games run by the machine.
    pub(crate) machine: bool,
    pub(crate) outsiders: &'a [Outsider],
    pub(crate) json: bool,
}

/// Measures random games of the compiled games that the filter names.
pub(crate) fn run(games: &[&'static dyn Variant], wanted: &Wanted<'_>) -> Result<(), String> {
    let chosen: Vec<_> = games.iter().filter(|game| passes(wanted.names, &game.info().id)).collect();
    if chosen.is_empty() {
        return Err("nothing to measure: no compiled game matches the filter".to_string());
    }
    if !wanted.json {
        println!(
            "Random games by thread CPU time, one thread. {}. {}\n",
            processor().as_deref().unwrap_or("unknown processor"),
            build()
        );
        println!("| game          | player          |   games/s | Mplies/s | plies | moves | share |   ratio |");
        println!("|---------------|-----------------|----------:|---------:|------:|------:|------:|--------:|");
    }
    for game in chosen {
        for row in measure(*game, wanted)? {
            print(&row, wanted.json)?;
        }
    }
    Ok(())
}

fn passes(names: &[String], id: &str) -> bool {
    names.is_empty()
        || names.iter().any(|name| name.split('/').next().is_some_and(|name| name.is_empty() || name == id))
}

fn print(row: &Row, json: bool) -> Result<(), String> {
    if json {
        println!("{}", serde_json::to_string(row).map_err(|error| error.to_string())?);
        return Ok(());
    }
    let share = row.share.map_or(String::new(), |share| format!("{share:.3}"));
    // Three digits of what is slow.
    let rounded = |number: f64, places: i32| {
        let more = (2 - number.max(1e-9).log10().floor() as i32).max(places);
        format!("{number:.*}", more as usize)
    };
    let (games, plies) = (rounded(row.games_per_second, 0), rounded(row.mplies_per_second, 2));
    println!(
        "| {:13} | {:15} | {games:>9} | {plies:>8} | {:5.0} | {:5.1} | {share:>5} | {:>7} |",
        row.variant,
        row.player,
        row.mean_plies,
        row.mean_moves,
        rounded(row.ratio, 0)
    );
    Ok(())
}

/// Everybody in turns, so that a machine that gets slower is slower for all.
fn measure(game: &'static dyn Variant, wanted: &Wanted<'_>) -> Result<Vec<Row>, String> {
    let id = game.info().id.to_string();
    let machine = match wanted.machine {
        true => Some(games::find(&id).map_err(|error| error.to_string())?),
        false => None,
    };
    let machine =
        machine.map(|game| game.open(Some(Backend::Machine))).transpose().map_err(|error| error.to_string())?;
    let mut players = vec![("wazir", ours(game))];
    players.extend(machine.as_ref().map(|machine| (MACHINE, ours(&**machine))));
    players.extend(peers(&id));
    for outsider in wanted.outsiders {
        if let Some(player) = outsider.player(&id)? {
            players.push((&outsider.name, player));
        }
    }
    let slice = Duration::from_secs_f64(wanted.seconds / f64::from(wanted.rounds));
    let mut played = vec![Played::default(); players.len()];
    for _ in 0..wanted.rounds {
        for ((_, player), sum) in players.iter_mut().zip(&mut played) {
            player(slice, sum)?;
        }
    }
    let bulk = bulk_speed(game, slice);
    let first = played[0];
    let row = |((name, _), sum): (&(&str, Player<'_>), &Played)| {
        let plies = sum.per_second(sum.plies);
        Row {
            variant: id.clone(),
            player: (*name).to_string(),
            games_per_second: sum.per_second(sum.games),
            mplies_per_second: plies / 1e6,
            mean_plies: sum.plies as f64 / sum.games.max(1) as f64,
            mean_moves: sum.choices as f64 / (sum.plies + sum.games).max(1) as f64,
            share: (*name == "wazir").then(|| sum.per_second(sum.choices) / bulk),
            ratio: first.per_second(first.plies) / plies,
        }
    };
    Ok(players.iter().zip(&played).map(row).collect())
}

/// A player out of a function that plays the game of a number to its end, and says how many plies it had and how many legal moves all in all.
fn by_game<'g>(mut play: impl FnMut(&mut Random) -> (u64, u64) + 'g) -> Player<'g> {
    Box::new(move |slice, sum| {
        let start = ThreadTime::now();
        let mut time = Duration::ZERO;
        while time < slice {
            // The clock of a thread takes as long as a few plies: it is asked once for some games.
            for _ in 0..4 {
                let (plies, choices) = play(&mut Random::of_game(SEED, sum.games));
                sum.games += 1;
                sum.plies += plies;
                sum.choices += choices;
            }
            time = start.elapsed();
        }
        sum.time += time;
        Ok(())
    })
}

/// Leaf nodes a second of bulk perft from the start, at the deepest depth that fits.
fn bulk_speed(game: &dyn Variant, slice: Duration) -> f64 {
    let start = game.start();
    let mut depth = 1;
    loop {
        let sample = timed(|| start.perft(depth, Perft::Bulk));
        if sample.time * 20 > slice || depth >= 12 {
            let times = (slice.as_secs_f64() / sample.time.as_secs_f64().max(1e-6)).clamp(1.0, 1000.0) as u32;
            let all = timed(|| (0..times).map(|_| start.perft(depth, Perft::Bulk)).sum());
            return all.nodes as f64 / all.time.as_secs_f64().max(1e-9);
        }
        depth += 1;
    }
}

fn ours(game: &dyn Variant) -> Player<'_> {
    let (mut game, mut played) = (game.start().begin(), Playout::default());
    by_game(move |random| {
        game.restart();
        played.play(&mut *game, random, PLIES, &|| false);
        (played.moves.len() as u64, played.choices.iter().map(|&moves| u64::from(moves)).sum())
    })
}

/// Who else plays this game.
fn peers(id: &str) -> Vec<(&'static str, Player<'static>)> {
    match id {
        "chess" => vec![("cozy-chess", by_game(cozy)), ("shakmaty", by_game(lichess::<Chess>))],
        "crazyhouse" => vec![("shakmaty", by_game(lichess::<Crazyhouse>))],
        "atomic" => vec![("shakmaty", by_game(lichess::<Atomic>))],
        "antichess" => vec![("shakmaty", by_game(lichess::<Antichess>))],
        "3check" => vec![("shakmaty", by_game(lichess::<ThreeCheck>))],
        "kingofthehill" => vec![("shakmaty", by_game(lichess::<KingOfTheHill>))],
        "horde" => vec![("shakmaty", by_game(lichess::<Horde>))],
        "racingkings" => vec![("shakmaty", by_game(lichess::<RacingKings>))],
        "shogi" => vec![("haitaka", by_game(haitaka))],
        _ => Vec::new(),
    }
}

/// Has the last position occurred so often? Looks back as far as it can be the same: one side's moves, since the last capture or pawn move where a game counts these.
fn repeated(hashes: &[u64], since: usize, times: usize) -> bool {
    let Some((last, before)) = hashes.split_last() else { return false };
    before.iter().rev().take(since).skip(1).step_by(2).filter(|&hash| hash == last).count() + 1 >= times
}

/// cozy-chess: checkmate, stalemate, fifty moves, the third repetition.
fn cozy(random: &mut Random) -> (u64, u64) {
    let (mut board, mut hashes, mut moves, mut choices) = (Board::startpos(), Vec::new(), Vec::new(), 0);
    for ply in 0.. {
        hashes.push(board.hash());
        moves.clear();
        board.generate_moves(|set| {
            moves.extend(set);
            false
        });
        choices += moves.len() as u64;
        let clock = usize::from(board.halfmove_clock());
        if moves.is_empty() || clock >= 100 || repeated(&hashes, clock, 3) || ply >= PLIES {
            return (ply as u64, choices);
        }
        board.play_unchecked(moves[random.below(moves.len())]);
    }
    (0, 0)
}

/// shakmaty: what a variant says ends it, no legal move, fifty moves, the third repetition.
fn lichess<P: Position + Default + Clone>(random: &mut Random) -> (u64, u64) {
    let (mut position, mut hashes, mut choices) = (P::default(), Vec::new(), 0);
    for ply in 0.. {
        let Zobrist64(hash) = position.zobrist_hash(EnPassantMode::Legal);
        hashes.push(hash);
        let moves = position.legal_moves();
        choices += moves.len() as u64;
        let clock = position.halfmoves() as usize;
        let over = moves.is_empty() || clock >= 100 || repeated(&hashes, clock, 3) || ply >= PLIES;
        if over || position.variant_outcome().is_known() {
            return (ply as u64, choices);
        }
        position.play_unchecked(moves[random.below(moves.len())]);
    }
    (0, 0)
}

/// haitaka: no legal move, the fourth repetition.
fn haitaka(random: &mut Random) -> (u64, u64) {
    let (mut board, mut hashes, mut moves, mut choices) = (::haitaka::Board::startpos(), Vec::new(), Vec::new(), 0);
    for ply in 0.. {
        hashes.push(board.hash());
        moves.clear();
        let mut add = |set: ::haitaka::PieceMoves| {
            moves.extend(set);
            false
        };
        board.generate_board_moves(&mut add);
        board.generate_drops(&mut add);
        choices += moves.len() as u64;
        if moves.is_empty() || repeated(&hashes, usize::MAX, 4) || ply >= PLIES {
            return (ply as u64, choices);
        }
        board.play_unchecked(moves[random.below(moves.len())]);
    }
    (0, 0)
}
