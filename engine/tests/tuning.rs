//! Tuning: wrong values get better by games, and nothing is learnt of what games say nothing about.

use std::{num::NonZeroUsize, path::PathBuf};
use wazir_engine::{
    Limits, Line, Stop, interpreted,
    tuning::{Fit, Samples, Tuning},
};
use wazir_reference::Interpreter;
use wazir_runtime::{Cell, Game, Move, Random, Variant};
use wazir_variant_spec::{Folder, Library, Rules, Source, Values, compile, values::Share};

fn rules(id: &str) -> Rules {
    let folder = Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants")));
    let source = folder.find(id).expect("a rule file");
    compile(&source, &folder).expect("right rules").rules
}

fn values(rules: &Rules, text: &str) -> Values {
    let source = Source { file: "test.values".to_string(), text: text.to_string() };
    Values::read(&source, rules).unwrap_or_else(|wrong| panic!("{}", wrong.render(false)))
}

/// The positions of a game with the moves played, and what it gave the first side.
type Played = (Vec<(Box<dyn Game>, Move)>, f64);

/// A game of the engine against itself, after some random moves.
fn self_play(rules: &Rules, number: u64, random_plies: usize, nodes: u64) -> Played {
    let variant = Interpreter::new(rules.clone()).expect("a right start");
    let mut engine = interpreted(&variant);
    engine.set_hash(1);
    let mut random = Random::of_game(3, number);
    let mut game = variant.start().begin();
    let mut line = Line { start: game.position().setup(), moves: Vec::new() };
    let mut legal = Vec::new();
    let mut steps = Vec::new();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    while game.outcome().is_none() && game.count() > 0 && steps.len() < 100 {
        game.list(&mut legal);
        let mv = match steps.len() {
            ply if ply < random_plies => legal[random.below(legal.len())],
            _ => engine.search(&line, &limits, &Stop::new(), &mut |_| {}).expect("a legal line").best.expect("a move"),
        };
        steps.push((game.position().boxed(), mv));
        game.play(mv).expect("a legal move");
        line.moves.push(mv);
    }
    let result = match game.outcome().and_then(|outcome| outcome.winner) {
        Some(0) => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    (steps, result)
}

/// What fits games of the engine against itself, beginning with some values.
fn tuned(rules: &Rules, from: &Values, games: &[Played], threads: usize) -> Fit {
    let variant = Interpreter::new(rules.clone()).expect("a right start");
    let tuning = Tuning::new(rules, variant.info(), from).expect("it can be tuned");
    let mut samples = Samples::default();
    for (steps, result) in games {
        samples.add(&tuning, *result, steps.iter().map(|(game, mv)| (&**game, *mv, None)));
    }
    assert_eq!(samples.games(), games.len());
    assert!(samples.len() > games.len(), "{} positions", samples.len());
    let fit = tuning.fit(&samples, NonZeroUsize::new(threads).unwrap(), &|done, all| done <= all);
    fit.expect("enough games").expect("it was not interrupted")
}

fn best(fit: &Fit, name: &str) -> f64 {
    fit.tuned.iter().find(|tuned| tuned.name == name).unwrap_or_else(|| panic!("no {name} in {:?}", fit.tuned)).best
}

/// Small chess, in which somebody has taken a queen for a pawn.
#[test]
fn a_queen_taken_for_a_pawn_rises() {
    let rules = rules("gardner");
    let games: Vec<_> = (0..160).map(|number| self_play(&rules, number, 6, 80)).collect();
    let wrong = values(&rules, "(pieces: { \"Q\": (full: 100, bare: 100) })");
    let fit = tuned(&rules, &wrong, &games, 1);
    let queen = (best(&fit, "Queen, full") + best(&fit, "Queen, bare")) / 2.0;
    let pawn = (best(&fit, "Pawn, full") + best(&fit, "Pawn, bare")) / 2.0;
    assert!(queen > 150.0 && queen > 2.5 * pawn, "queen {queen}, pawn {pawn}: {:#?}", fit.tuned);
    assert!(fit.learnt.after < fit.learnt.before - 0.01, "{:?}", fit.learnt);
    assert!(fit.others.after < fit.others.before - 0.01, "{:?}", fit.others);
    // Beginning with what is derived there is less to learn, and it does not matter how many threads do it.
    let right = tuned(&rules, &Values::default(), &games, 1);
    assert!(right.learnt.after < right.learnt.before, "{:?}", right.learnt);
    assert!(right.learnt.before < fit.learnt.before - 0.01, "{:?} and {:?}", right.learnt, fit.learnt);
    assert!(best(&right, "Queen, full") > best(&right, "Rook, full"), "{:#?}", right.tuned);
    let again = tuned(&rules, &Values::default(), &games, 3);
    assert_eq!((&again.values, &again.tuned), (&right.values, &right.tuned));
    // There are no goals, figures or checks to count: nothing is said of them.
    let share = |share: Share| right.tuned.iter().any(|tuned| tuned.name == share.name());
    assert!(share(Share::Mobility) && !share(Share::Races) && !share(Share::Figures) && !share(Share::Checks));
}

/// Values are what the engine believes: a file changes evaluations, and an empty one does not.
#[test]
fn engines_believe_their_values() {
    let rules = rules("chess");
    let variant = Interpreter::new(rules.clone()).expect("a right start");
    let game = variant.from_fen("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", Default::default()).expect("a position");
    let line = Line { start: game.setup(), moves: Vec::new() };
    let mut engine = interpreted(&variant);
    let derived = engine.evaluate(&line).expect("a line");
    engine.set_values(&Values::default());
    assert_eq!(engine.evaluate(&line).expect("a line"), derived);
    engine.set_values(&values(&rules, "(pieces: { \"Q\": (full: 100, bare: 150) })"));
    let queen_for_a_pawn = engine.evaluate(&line).expect("a line");
    assert!((0..450).contains(&queen_for_a_pawn) && derived > 700, "{derived} {queen_for_a_pawn}");
    let shares: Vec<String> = Share::ALL.iter().map(|share| format!("{:?}: 0", share.name())).collect();
    let material = format!("(pieces: {{ \"Q\": (full: 100, bare: 150) }}, shares: {{ {} }})", shares.join(", "));
    engine.set_values(&values(&rules, &material));
    let alone = engine.evaluate(&line).expect("a line");
    assert!((100..=180).contains(&alone), "nothing but the queen counts: {alone}");
}

/// A piece is worth more where the values say so, for either side.
#[test]
fn engines_believe_where_pieces_stand() {
    let rules = rules("chess");
    let variant = Interpreter::new(rules.clone()).expect("a right start");
    let said = values(&rules, "(pieces: { \"Q\": (ranks: [0, 0, 0, 0, 0, 0, 0, 90], files: [0, 7, 0, 0]) })");
    let gains = |fen: &str| {
        let line = Line { start: variant.from_fen(fen, Default::default()).expect(fen).setup(), moves: Vec::new() };
        let mut engine = interpreted(&variant);
        engine.set_values(&Values::default());
        let before = engine.evaluate(&line).expect(fen);
        engine.set_values(&said);
        engine.evaluate(&line).expect(fen) - before
    };
    assert_eq!(gains("1Q6/8/8/8/4k3/8/8/4K3 w - - 0 1"), 97);
    assert_eq!(gains("3Q4/8/8/8/2k5/8/8/4K3 b - - 0 1"), -90);
    assert_eq!(gains("4k3/8/8/4K3/8/8/8/1q6 b - - 0 1"), 97);
    assert_eq!(gains("4k3/8/8/3Q4/8/8/8/4K3 w - - 0 1"), 0);
}

/// Games that are won by whoever has more, where knights at the edge are worth much more: that is what is learnt, and nothing of the kind for bishops.
#[test]
fn places_are_learnt() {
    let rules = rules("chess");
    let worth = |square: usize, cell: &Cell| {
        let Cell::Piece { side, piece, .. } = *cell else { return 0 };
        let worth = match rules.pieces[piece as usize].symbol.as_str() {
            "N" if [0, 7].contains(&(square % 8)) => 600,
            "N" | "B" => 300,
            "P" => 100,
            "R" => 500,
            "Q" => 900,
            _ => 0,
        };
        if side == 0 { worth } else { -worth }
    };
    let ahead = |(game, _): &(Box<dyn Game>, Move)| -> i32 {
        game.setup().board.iter().enumerate().map(|(square, cell)| worth(square, cell)).sum()
    };
    let mut games = random_games(&rules, 500, 60);
    for (steps, result) in &mut games {
        *result = f64::from(steps.iter().map(ahead).sum::<i32>().signum() + 1) / 2.0;
    }
    let fit = tuned(&rules, &Values::default(), &games, 2);
    let edge = |name: &str| {
        best(&fit, &format!("{name}, file from the edge 1, full"))
            - best(&fit, &format!("{name}, file from the edge 3, full"))
    };
    assert!(edge("Knight") > 15.0 && edge("Knight") > edge("Bishop") + 10.0, "{} {}", edge("Knight"), edge("Bishop"));
    let knight = rules.pieces.iter().position(|piece| piece.symbol == "N").expect("knights") as u8;
    let (white, black) = (fit.values.places(0, knight), fit.values.places(1, knight));
    assert!(white == black && white.full.files[0] > white.full.files[2], "{white:?} {black:?}");
}

/// A bishop that is worth three pawns where the enemy has no queen any more, and nothing while he has: no sum over pieces says that, a network does.
#[test]
fn a_network_learns_what_depends_on_other_pieces() {
    let rules = rules("chess");
    let piece = |symbol: &str| rules.pieces.iter().position(|piece| piece.symbol == symbol).expect(symbol) as u8;
    let (bishop, queen) = (piece("B"), piece("Q"));
    let ahead = |game: &dyn Game| {
        let setup = game.setup();
        let count = |owner: u8, kind: u8| {
            let is_one =
                |cell: &&Cell| matches!(cell, Cell::Piece { side, piece, .. } if (*side, *piece) == (owner, kind));
            setup.board.iter().filter(is_one).count() as i32
        };
        let of = |side: u8| if count(1 - side, queen) == 0 { 300 * count(side, bishop) } else { 0 };
        of(0) - of(1)
    };
    // Nothing else is worth anything.
    let symbols: Vec<String> =
        ["P", "N", "B", "R", "Q"].iter().map(|symbol| format!("{symbol:?}: (full: 0, bare: 0)")).collect();
    let shares: Vec<String> = Share::ALL.iter().map(|share| format!("{:?}: 0", share.name())).collect();
    let nothing = format!("(pieces: {{ {} }}, shares: {{ {} }})", symbols.join(", "), shares.join(", "));
    let nothing = values(&rules, &nothing);
    let variant = Interpreter::new(rules.clone()).expect("a right start");
    let tuning = Tuning::new(&rules, variant.info(), &nothing).expect("it can be tuned");
    let played = |count: u64| {
        let mut samples = Samples::with_all();
        for (steps, _) in random_games(&rules, count, 160) {
            let last = steps.last().map_or(0, |(game, _)| ahead(&**game));
            let told = steps.iter().map(|(game, mv)| {
                let sign = if game.turn() == 0 { 1 } else { -1 };
                (&**game, *mv, Some(sign * ahead(&**game)))
            });
            samples.add(&tuning, 1.0 / (1.0 + (-0.01 * f64::from(last)).exp()), told);
        }
        samples
    };
    let samples = played(500);
    assert!(samples.len() > 20_000, "{}", samples.len());
    let learn = |from: &Tuning, samples: &Samples| {
        from.learn_network(samples, &|_, _| true).expect("enough games").expect("it was not interrupted")
    };
    // Of two that learn the same, and of two that learn of a few games more, each has a thread.
    let at_once = |first: (&Tuning, &Samples), second: (&Tuning, &Samples)| {
        std::thread::scope(|scope| {
            let other = scope.spawn(|| learn(second.0, second.1));
            (learn(first.0, first.1), other.join().expect("it has learnt"))
        })
    };
    let (fit, again) = at_once((&tuning, &samples), (&tuning, &samples));
    assert!(fit.others.after < fit.others.before - 0.02, "{:?}", fit.others);
    assert_eq!(fit.values, again.values, "the same games teach the same");
    let written = fit.values.text(&rules, &[]);
    assert_eq!(values(&rules, &written), fit.values);
    let worth = |values: &Values, fen: &str| {
        let line = Line { start: variant.from_fen(fen, Default::default()).expect(fen).setup(), moves: Vec::new() };
        let mut engine = interpreted(&variant);
        engine.set_values(values);
        engine.evaluate(&line).expect(fen)
    };
    // What two bishops are worth: while the enemy has his queen, and when he has her no more.
    let bishops = |values: &Values| {
        ["1n1qk1n1", "1n2k1n1"].map(|enemy| {
            let with = |own: &str| worth(values, &format!("{enemy}/pp1p2pp/8/8/8/8/PP1P2PP/{own} w - - 0 1"));
            with("1NB1KBN1") - with("1N2K1N1")
        })
    };
    let [with_queen, without] = bishops(&fit.values);
    assert!(without > 250 && without > 3 * with_queen, "{without} without the enemy's queen, {with_queen} with her");
    // Both sides have the same, so both look at the board in the same way.
    let network = fit.values.network.as_ref().expect("a network");
    assert!(network.units.iter().all(|unit| unit.inputs[&(0, bishop)] == unit.inputs[&(1, bishop)]));
    // Numbers can be tuned on; the network stays as it is.
    let on = Tuning::new(&rules, variant.info(), &fit.values).expect("it can be tuned");
    let mut few = Samples::default();
    for (steps, result) in random_games(&rules, 40, 60) {
        few.add(&on, result, steps.iter().map(|(game, mv)| (&**game, *mv, None)));
    }
    let tuned = on.fit(&few, NonZeroUsize::MIN, &|_, _| true).expect("enough games").expect("it was not interrupted");
    assert_eq!(tuned.values.network.as_ref(), Some(network));
    // From a few games more the network learns on; they alone would not teach it.
    let more = played(60);
    let (anew, learnt_on) = at_once((&tuning, &more), (&on, &more));
    let ([anew_with, anew], [with_queen, learnt_on]) = (bishops(&anew.values), bishops(&learnt_on.values));
    assert!(learnt_on > 250 && learnt_on > 3 * with_queen, "{learnt_on} and {with_queen} with her");
    assert!(anew < learnt_on - 50, "{anew} of few games alone, {learnt_on} of these after many");
    let (alone, after) = (anew - anew_with, learnt_on - with_queen);
    assert!(alone < after - 100, "few games alone tell queens by {alone}, after many by {after}");
    // Of what no search has said anything nothing can be learnt.
    let told = on.learn_network(&few, &|_, _| true).expect_err("no scores");
    assert!(told.contains("40 games with 0 quiet positions") && told.contains("too few"), "{told}");
}

#[test]
fn what_cannot_be_tuned_is_said() {
    let four = rules("fourplayer");
    let variant = Interpreter::new(four.clone()).expect("a right start");
    let told = Tuning::new(&four, variant.info(), &Values::default()).err().expect("four sides");
    assert!(told.contains("only games of two"), "{told}");
    let chess = rules("chess");
    let variant = Interpreter::new(chess.clone()).expect("a right start");
    let tuning = Tuning::new(&chess, variant.info(), &Values::default()).expect("two sides");
    let nothing = tuning.fit(&Samples::default(), NonZeroUsize::MIN, &|_, _| true);
    assert!(nothing.expect_err("no games").contains("too few"));
}

/// Games of random moves, with results that mean nothing.
fn random_games(rules: &Rules, count: u64, plies: usize) -> Vec<Played> {
    let variant = Interpreter::new(rules.clone()).expect("a right start");
    let play = |number: u64| {
        let mut random = Random::of_game(7, number);
        let mut game = variant.start();
        let mut steps = Vec::new();
        while game.outcome().is_none() && steps.len() < plies {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.below(legal.len())];
            steps.push((game.boxed(), mv));
            game.play(mv).expect("a legal move");
        }
        (steps, (number % 3) as f64 / 2.0)
    };
    (0..count).map(play).collect()
}

/// No name of a part of the evaluation is an empty word: each changes evaluations in one of these games.
#[test]
fn every_share_counts_somewhere() {
    let games = ["chess", "breakthrough", "hex", "gomoku", "3check", "flipello", "extinction", "legan"];
    let mut missing = Share::ALL.to_vec();
    for id in games {
        let rules = rules(id);
        let fit = tuned(&rules, &Values::default(), &random_games(&rules, 6, 60), 2);
        missing.retain(|share| fit.tuned.iter().all(|tuned| tuned.name != share.name()));
    }
    assert!(missing.is_empty(), "nothing depends on {missing:?}");
}
