//! A game from a text: `cargo run --release --example own_rules`.
use wazir::{Game, PieceType};

const RULES: &str = r#"(
    extends: "chess",
    name: "Night ride",
    pieces: { "N": (name: "Nightrider", moves: "NN") },
)"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = Game::from_rules(RULES)?.start();
    let rider: PieceType = "N".parse()?;
    let squares = board.pieces().filter(|(_, piece)| piece.kind == rider).map(|(square, _)| square.to_string());
    println!("{} on {}", board.piece_name(rider).unwrap_or("nobody"), squares.collect::<Vec<_>>().join(", "));
    println!("{} positions after three moves", board.perft(3));
    Ok(())
}
