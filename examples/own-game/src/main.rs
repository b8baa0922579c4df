//! Plays a game of Stampede against itself, always with a move that leaves the opponent the fewest answers.

use own_game::stampede::Position as Stampede;
use std::process::ExitCode;
use wazir_runtime::{Move, Perft, Position, Style};

fn main() -> ExitCode {
    let mut position = <Stampede as Position>::start();
    println!("{} positions four plies deep", position.perft(4, Perft::Bulk));
    for ply in 1..=200 {
        let Some(mv) = choose(&position) else { break };
        println!("{ply:3}. {}", position.move_text(mv, Style::Game));
        if let Err(error) = position.play(mv) {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
    println!("{}", position.fen(Style::Game));
    match position.outcome() {
        Some(outcome) => match outcome.winner {
            Some(side) => println!("{} wins: {}", Stampede::info().sides[side as usize].name, outcome.reason),
            None => println!("a draw: {}", outcome.reason),
        },
        None => println!("not over yet"),
    }
    ExitCode::SUCCESS
}

/// The move that leaves the opponent the fewest answers.
fn choose(position: &Stampede) -> Option<Move> {
    let mut best = None;
    position.children(|mv, child| {
        let answers = child.count();
        if best.is_none_or(|(fewest, _)| answers < fewest) {
            best = Some((answers, mv));
        }
    });
    best.map(|(_, mv)| mv)
}
