//! The search for forced wins: what it proves and what it refutes, compared with looking at everything.

use std::path::PathBuf;
use wazir_engine::{Found, Limits, Line, Mate, Score, Solved, Stop, interpreted};
use wazir_reference::Interpreter;
use wazir_runtime::{Game, Random, SideId, Style, Variant};
use wazir_variant_spec::{Folder, Library, compile};

fn interpreter(id: &str) -> Interpreter {
    let folder = Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants")));
    let source = folder.find(id).expect("a rule file");
    Interpreter::new(compile(&source, &folder).expect("right rules").rules).expect("a right start")
}

/// What comes of looking for such a win here, within so many nodes.
fn solve(variant: &Interpreter, game: &dyn Game, mate: Mate, nodes: u64) -> Found {
    let mut engine = interpreted(variant);
    engine.set_hash(4);
    let line = Line { start: game.setup(), moves: Vec::new() };
    let limits = Limits { mate: Some(mate), nodes: Some(nodes), ..Limits::default() };
    engine.search(&line, &limits, &Stop::new(), &mut |_| {}).expect("a legal line")
}

/// Does `me`, whose turn it is, win within so many moves whatever the other side does? By looking at everything.
fn wins(game: &dyn Game, me: SideId, moves: u32) -> bool {
    moves > 0
        && game.legal_moves().into_iter().any(|mv| {
            let mut after = game.boxed();
            after.play(mv).expect("a legal move");
            if let Some(outcome) = after.outcome() {
                return outcome.winner == Some(me);
            }
            let answers = after.legal_moves();
            moves > 1
                && !answers.is_empty()
                && answers.into_iter().all(|answer| {
                    let mut next = after.boxed();
                    next.play(answer).expect("a legal move");
                    match next.outcome() {
                        Some(outcome) => outcome.winner == Some(me),
                        None => wins(&*next, me, moves - 1),
                    }
                })
        })
}

/// Positions a few plies before the ends of random games that somebody wins, and of others.
fn late_positions(variant: &Interpreter, count: usize) -> Vec<Box<dyn Game>> {
    let mut positions = Vec::new();
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let mut game = vec![variant.start()];
        while game.len() < 160 && game[game.len() - 1].outcome().is_none() {
            let now = &game[game.len() - 1];
            let legal = now.legal_moves();
            let Some(&mv) = legal.get(random.below(legal.len().max(1))) else { break };
            let mut next = now.boxed();
            next.play(mv).expect("a legal move");
            game.push(next);
        }
        if game.last().and_then(|last| last.outcome()).is_some_and(|outcome| outcome.winner.is_some()) {
            let before = [2, 4][seed as usize % 2];
            positions.extend(game.iter().rev().nth(before - 1).map(|position| position.boxed()));
        }
        if positions.len() >= count {
            break;
        }
    }
    positions
}

#[test]
fn what_is_won_within_two_moves_is_found_and_all_else_refuted() {
    let mut seen = [0; 3];
    for (id, count) in [("gardner", 8), ("minishogi", 8), ("antichess", 8), ("atomic", 6), ("dobutsu", 8)] {
        let variant = interpreter(id);
        let positions = late_positions(&variant, count);
        assert!(positions.len() >= count / 2, "{id}: only {} positions", positions.len());
        for game in positions {
            let shortest = (1..=2).find(|&moves| wins(&*game, game.turn(), moves));
            let found = solve(&variant, &*game, Mate::Within(2), 5_000_000);
            let fen = game.fen(Style::Game);
            match (shortest, &found.mate) {
                (Some(moves), Some(Solved::Won(line))) => {
                    assert_eq!((line.len() as u32).div_ceil(2), moves, "{id}: {fen}: {line:?}");
                    assert_eq!(found.best, line.first().copied(), "{id}: {fen}");
                    assert!(matches!(found.score, Score::Wins(_)), "{id}: {fen}");
                }
                (None, Some(Solved::Refuted)) => assert!(found.best.is_some(), "{id}: {fen}"),
                _ => panic!("{id}: {fen}: {shortest:?} moves by looking at everything, {:?}", found.mate),
            }
            seen[shortest.unwrap_or(0) as usize] += 1;
        }
    }
    assert!(seen[0] >= 3 && seen[1] >= 3 && seen[2] >= 1, "refuted, one move, two moves: {seen:?}");
}

#[test]
fn composed_mates_take_few_nodes() {
    let chess = interpreter("chess");
    // P. Morphy (ascribed), mate in two; the next, of unknown origin, in three: 1. Ra6+ f6 2. Bxf6+ Rg7 3. Rxa8#.
    for (fen, moves, first) in
        [("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"), ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6")]
    {
        let game = chess.from_fen(fen, Style::Game).expect("a position");
        let found = solve(&chess, &*game, Mate::Within(moves + 2), 100_000);
        let Some(Solved::Won(line)) = &found.mate else { panic!("{fen}: {:?}", found.mate) };
        assert_eq!((line.len() as u32, game.move_text(line[0], Style::Game).as_str()), (2 * moves - 1, first), "{fen}");
        let sooner = solve(&chess, &*game, Mate::Within(moves - 1), 100_000);
        assert_eq!(sooner.mate, Some(Solved::Refuted), "{fen}");
    }
}

#[test]
fn problems_of_shogi_are_solved_by_checks() {
    let shogi = interpreter("shogi");
    let solved = |fen: &str| {
        let game = shogi.from_fen(fen, Style::Game).expect("a position");
        let found = solve(&shogi, &*game, Mate::ByChecks, 200_000);
        found.mate.map(|mate| match mate {
            Solved::Won(line) => game.move_text(line[0], Style::Game),
            Solved::Refuted => "none".to_string(),
        })
    };
    // A gold at the head of the king, with a pawn behind it; without the pawn it is taken.
    assert_eq!(solved("4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1").as_deref(), Some("G@e8"));
    assert_eq!(solved("4k4/9/9/9/9/9/9/9/4K4[G] w - - 0 1").as_deref(), Some("none"));
    // A pawn may not be dropped for a mate, and there is no other.
    assert_eq!(solved("3lkl3/9/4G4/9/9/9/9/9/4K4[P] w - - 0 1").as_deref(), Some("none"));
}
