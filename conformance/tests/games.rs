//! The backbone: each check of each game, as a test of its own that can be filtered by name (`differential::shogi`).
//!
//! How much is compared: a sample by default; several times as much with `WAZIR_EFFORT=full`, and so much of every fourth game only with `WAZIR_EFFORT=full:2/4` (the second
//! of four parts), as `.ci/run` does it.

mod common;

use common::{compiled, find};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use wazir_conformance::compare::{Effort, compare};
use wazir_conformance::damage::compare_damaged_fens;
use wazir_conformance::games::{all, dearness, every_name, interpret, interpreter, played, rules};
use wazir_conformance::odd::compare_odd_positions;
use wazir_conformance::perft::{openings, rows, rows_of};
use wazir_conformance::progress::{games_at_once_agree, steps_agree};
use wazir_conformance::roomy;
use wazir_machine::Machine;
use wazir_runtime::{Bmi2, Ending, Game, Perft, Playout, Random, Style, Variant, playout};

fn main() {
    let arguments = Arguments::from_args();
    let (scale, part) = match std::env::var("WAZIR_EFFORT") {
        Ok(effort) => match effort.strip_prefix("full").and_then(part) {
            Some(part) => (FULL, part),
            None => panic!(
                "WAZIR_EFFORT={effort}: `full`, or one of several parts of the games as `full:2/4`; without it a sample \
                 is compared"
            ),
        },
        Err(_) => (SAMPLE, Part { number: 1, of: 1 }),
    };
    let mut trials = trials(scale, part);
    let left = rows().into_iter().filter(|row| row.nodes > scale.nodes[0]).count();
    if left > 0 {
        // (Of each game one figure is counted at least.)
        println!("SKIPPED: {left} figures of more than {} nodes: WAZIR_EFFORT=full counts them too", scale.nodes[0]);
    }
    if part.of > 1 {
        println!("games: part {} of {}", part.number, part.of);
    } else {
        trials.push(Trial::test("every_figure_has_its_game", every_figure_has_its_game));
        trials.push(Trial::test("every_rule_file_is_compiled", every_rule_file_is_compiled));
        trials.push(Trial::test("targets_of_many_moves", targets_of_many_moves));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// One of so many parts of the games, counted from one.
#[derive(Clone, Copy)]
struct Part {
    number: usize,
    of: usize,
}

/// What follows `full`: nothing, or `:2/4`.
fn part(text: &str) -> Option<Part> {
    if text.is_empty() {
        return Some(Part { number: 1, of: 1 });
    }
    let (number, of) = text.strip_prefix(':')?.split_once('/')?;
    let (number, of) = (number.parse().ok()?, of.parse().ok()?);
    (1..=of).contains(&number).then_some(Part { number, of })
}

/// How much is compared of a game whose positions take as long as those of chess.
#[derive(Clone, Copy)]
struct Scale {
    /// Positions of random games, in both backends.
    positions: usize,
    /// In one of this many positions all moves are played, not only one.
    children_every: usize,
    /// Positions that no game reaches.
    odd: usize,
    /// FENs with random damage.
    fens: usize,
    /// Random games of the compiled game.
    playouts: u64,
    /// Plies of these that the interpreter plays as well.
    interpreted: usize,
    /// Random games in which the instances for different processors are compared, beside one from each position of the perft figures; and plies of each.
    instances: [usize; 2],
    /// Random games that the compiled game and the machine both play, and plies of each.
    run: [u64; 2],
    /// Perft figures of more nodes are not counted by the compiled game in bulk, leaf by leaf, and by the interpreter.
    nodes: [u64; 3],
}

const SAMPLE: Scale = Scale {
    positions: 300,
    children_every: 24,
    odd: 60,
    fens: 250,
    playouts: 25,
    interpreted: 100,
    instances: [2, 20],
    run: [16, 100],
    nodes: [5_000_000, 200_000, 60_000],
};

const FULL: Scale = Scale {
    positions: 1_500,
    children_every: 12,
    odd: 250,
    fens: 500,
    playouts: 100,
    interpreted: 200,
    instances: [6, 60],
    run: [1_000, 300],
    nodes: [u64::MAX, 2_000_000, 500_000],
};

/// Plies after which a random game is cut off.
const PLIES: usize = 100;

const SEED: u64 = 2026;

type Check = fn(&str, Scale) -> Result<(), String>;

/// The tests of the games of a part, the longest kinds first.
fn trials(scale: Scale, part: Part) -> Vec<Trial> {
    let ours: Vec<String> = all().into_iter().skip(part.number - 1).step_by(part.of).collect();
    let with_figures: Vec<String> =
        played().into_iter().filter(|name| ours.contains(name) && !rows_of(name).is_empty()).collect();
    let checks: [(&str, Check, Vec<String>); 9] = [
        ("perft_interpreted", perft_interpreted, with_figures.clone()),
        ("differential", differential, ours.clone()),
        ("odd_positions", odd_positions, ours.clone()),
        ("instances", instances, ours.clone()),
        ("playouts", playouts, ours.clone()),
        ("damaged_fens", damaged_fens, ours.clone()),
        ("machine", run_alike, ours.clone()),
        ("perft_run", perft_run, with_figures.clone()),
        ("perft_compiled", perft_compiled, with_figures),
    ];
    if Bmi2::detect().is_none() {
        eprintln!("SKIPPED: the instances for processors with a fast PEXT, which this one has not");
    }
    let mut trials = Vec::new();
    for (kind, check, names) in checks {
        trials.extend(names.into_iter().map(|name| {
            let test =
                Trial::test(format!("{kind}::{name}"), move || roomy(|| check(&name, scale)).map_err(Failed::from));
            // Counted as ignored, not as passed, where there is nothing to compare.
            test.with_ignored_flag(kind == "instances" && Bmi2::detect().is_none())
        }));
    }
    trials
}

/// Both backends play the same random games.
fn differential(name: &str, scale: Scale) -> Result<(), String> {
    let (game, _) = find(name)?;
    let rules = rules(name);
    let dearness = dearness(&rules);
    let effort = Effort {
        positions: (scale.positions / dearness).max(150),
        plies: 160,
        children_every: if dearness > 4 { 60 } else { scale.children_every },
    };
    let seen = compare(game, &interpret(rules), &openings(name), 0x5EED, effort)?;
    if seen.positions < 100 { Err(format!("only {} positions were compared", seen.positions)) } else { Ok(()) }
}

/// Positions that no game reaches are refused, or played alike.
fn odd_positions(name: &str, scale: Scale) -> Result<(), String> {
    let (game, _) = find(name)?;
    let rules = rules(name);
    let positions = (scale.odd / dearness(&rules)).max(20);
    let accepted = compare_odd_positions(&rules, game, &interpret(rules.clone()), positions)?;
    if accepted == 0 { Err(format!("none of {positions} odd positions was accepted")) } else { Ok(()) }
}

/// FENs with random damage are refused, or read alike.
fn damaged_fens(name: &str, scale: Scale) -> Result<(), String> {
    let (game, _) = find(name)?;
    let rules = rules(name);
    let fens = (scale.fens / dearness(&rules)).max(100);
    let openings = openings(name).into_iter().map(|(fen, _)| fen).collect();
    let accepted = compare_damaged_fens(game, &interpret(rules), openings, fens)?;
    // Damage that nothing survives would prove nothing about positions.
    if accepted < fens / 50 { Err(format!("only {accepted} of {fens} FENs were accepted")) } else { Ok(()) }
}

/// All instances of the generated code, for each kind of processor, say the same.
fn instances(name: &str, scale: Scale) -> Result<(), String> {
    let (_, agree) = find(name)?;
    let [games, plies] = scale.instances;
    let plies = (plies / dearness(&rules(name))).max(8);
    let seen = agree(&openings(name), games, plies)?;
    if seen < 5 { Err(format!("only {seen} positions were compared")) } else { Ok(()) }
}

/// Random games end by the rules, or are cut off; and the interpreter plays the same ones.
fn playouts(name: &str, scale: Scale) -> Result<(), String> {
    let (game, _) = find(name)?;
    let rules = rules(name);
    let dearness = dearness(&rules);
    let most_interpreted = (scale.interpreted / dearness).max(20);
    let interpreter = interpret(rules);
    let mut interpreted = 0;
    let plies = (most_interpreted / 4).clamp(20, 200);
    steps_agree(&*game.start(), &mut Random::of_game(SEED, 0), plies)?;
    games_at_once_agree(&*game.start(), &mut Random::of_game(SEED, 3), 4, plies)?;
    steps_agree(&interpreter.start_position(), &mut Random::of_game(SEED, 1), plies / 2)?;
    for number in 0..(scale.playouts / dearness as u64).max(scale.playouts / 10) {
        let played = play(&*game.start(), number, PLIES)?;
        if played.moves.len() + 1 != played.choices.len() || played.moves.len() > PLIES {
            return Err(format!("game {number}: {} moves, {} positions", played.moves.len(), played.choices.len()));
        }
        if played.ending == Ending::Stuck {
            let plies = played.moves.len();
            return Err(format!("game {number}: no rule says what the lack of moves means after {plies} plies"));
        }
        if interpreted < most_interpreted {
            let plies = PLIES.min(most_interpreted - interpreted);
            let ours = play(&*game.start(), number, plies)?;
            let theirs = play(&interpreter.start_position(), number, plies)?;
            if ours != theirs {
                return Err(differ(&*game.start(), number, &ours, &theirs, "interpreted"));
            }
            interpreted += ours.moves.len().max(1);
        }
    }
    Ok(())
}

/// The game, run.
fn machine(name: &str) -> Result<Machine, String> {
    Machine::load(&rules(name))
}

/// The machine and the compiled game: the same moves in the same random games, which are long enough that few positions are missed, and all that is said of the positions
/// of a few of them.
fn run_alike(name: &str, scale: Scale) -> Result<(), String> {
    let (compiled, _) = find(name)?;
    let machine = machine(name)?;
    let dearness = dearness(&rules(name)) as u64;
    let [games, plies] = scale.run;
    let mut positions = 0;
    for number in 0..100.max(games) {
        if number >= (games / dearness).max(10) && positions >= 100 {
            break;
        }
        let ours = play(&*compiled.start(), number, plies as usize)?;
        let theirs = play(&*machine.start(), number, plies as usize)?;
        if ours != theirs {
            return Err(differ(&*compiled.start(), number, &ours, &theirs, "run"));
        }
        positions += ours.moves.len() + 1;
    }
    steps_agree(&*machine.start(), &mut Random::of_game(SEED, 2), 60)?;
    let effort = Effort {
        // The interpreter is compared with both, at length.
        positions: (scale.positions / 4 / dearness as usize).max(50),
        plies: 160,
        children_every: if dearness > 4 { 60 } else { scale.children_every },
    };
    compare(compiled, &machine, &openings(name), 0xFADE, effort)?;
    if positions < 100 { Err(format!("only {positions} positions were compared")) } else { Ok(()) }
}

/// The machine reproduces the figures of others, in both ways of counting.
fn perft_run(name: &str, scale: Scale) -> Result<(), String> {
    let machine = machine(name)?;
    let most = if scale.nodes[0] == u64::MAX { u64::MAX } else { scale.nodes[0] / 5 };
    figures(name, &machine, Perft::Bulk, most)?;
    figures(name, &machine, Perft::Leaf, most.min(20_000_000))
}

/// What differs first between two plays of one random game, and in which position; `other` is how the second one was played.
fn differ(start: &dyn Game, number: u64, compiled: &Playout, theirs: &Playout, other: &str) -> String {
    let is_same = |&ply: &usize| {
        let order = |played: &Playout| played.moves.get(ply).map(|mv| mv.order());
        compiled.choices.get(ply) == theirs.choices.get(ply) && order(compiled) == order(theirs)
    };
    let alike = (0..compiled.moves.len()).take_while(is_same).count();
    let mut game = start.begin();
    for &mv in &compiled.moves[..alike] {
        if let Err(error) = game.play(mv) {
            return format!("game {number}: {mv:?} was played and is refused: {error}");
        }
    }
    let told = |played: &Playout| {
        let (choices, mv) = (played.choices.get(alike), played.moves.get(alike));
        format!("choices {choices:?}, move {mv:?}, {} plies, {:?}", played.moves.len(), played.ending)
    };
    let (fen, ours, theirs) = (game.position().fen(Style::Game), told(compiled), told(theirs));
    format!("game {number} differs after {alike} plies, in {fen}:\n  compiled: {ours}\n  {other}: {theirs}")
}

fn play(game: &dyn Game, number: u64, plies: usize) -> Result<Playout, String> {
    let played = playout(&mut *game.begin(), &mut Random::of_game(SEED, number), plies, &|| false);
    played.ok_or_else(|| format!("game {number}: nobody asked to stop"))
}

/// The compiled game reproduces its figures, in both ways of counting.
fn perft_compiled(name: &str, scale: Scale) -> Result<(), String> {
    let (game, _) = find(name)?;
    let [bulk, leaf, _] = scale.nodes;
    figures(name, game, Perft::Bulk, bulk)?;
    figures(name, game, Perft::Leaf, leaf)
}

/// The interpreter reproduces its figures.
fn perft_interpreted(name: &str, scale: Scale) -> Result<(), String> {
    figures(name, &interpreter(name), Perft::Bulk, scale.nodes[2])
}

/// All figures of at most so many nodes, and one at least.
fn figures(name: &str, game: &dyn Variant, mode: Perft, most: u64) -> Result<(), String> {
    let mut rows = rows_of(name);
    rows.sort_by_key(|row| row.nodes);
    let within = rows.iter().filter(|row| row.nodes <= most).count().max(1);
    let wrong: Vec<String> = rows[..within].iter().filter_map(|row| row.check(game, mode).err()).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn every_figure_has_its_game() -> Result<(), Failed> {
    let names = every_name();
    let mut figures: BTreeMap<String, usize> = BTreeMap::new();
    rows().into_iter().for_each(|row| *figures.entry(row.variant).or_default() += 1);
    let homeless: Vec<&String> = figures.keys().filter(|name| !names.contains(name)).collect();
    if !homeless.is_empty() {
        return Err(format!("perft.tsv has figures of games that there are not: {homeless:?}").into());
    }
    let all: usize = figures.values().sum();
    if all < 1_700 { Err(format!("perft.tsv has lost rows: {all} are left").into()) } else { Ok(()) }
}

/// Random games where seventeen moves, and sixteen, go to the same square: more than are looked at on the stack.
fn targets_of_many_moves() -> Result<(), Failed> {
    let fen = "pPPPPPP/PPPPPPP/PPPPPPP/PPP1PPP/PPPPPPP/PPPPPPP/PPPPPP1 w - - 0 1";
    let (game, _) = find("ataxx")?;
    let (start, machine) = (game.from_fen(fen, Style::Game)?, interpreter("ataxx").from_fen(fen, Style::Game)?);
    for number in 0..200 {
        let (ours, theirs) = (play(&*start, number, 4)?, play(&*machine, number, 4)?);
        if ours != theirs {
            return Err(differ(&*start, number, &ours, &theirs, "interpreted").into());
        }
    }
    games_at_once_agree(&*start, &mut Random::of_game(SEED, 0), 50, 4)?;
    Ok(())
}

fn every_rule_file_is_compiled() -> Result<(), Failed> {
    let mut compiled: Vec<String> = compiled().iter().map(|(game, _)| game.info().id.to_string()).collect();
    compiled.sort();
    if compiled == all() {
        Ok(())
    } else {
        Err(format!("compiled are {compiled:?}, rule files are {:?}", all()).into())
    }
}
