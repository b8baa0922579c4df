//! Lists the legal moves as programs and as people write them: `cargo run --release --example move_list -- chess e2e4 e7e5`.
use wazir::{Game, notation::san};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut board = Game::open(&arguments.next().unwrap_or("chess".into()))?.start();
    for text in arguments {
        board.play_text(&text)?;
    }
    for mv in board.moves() {
        let found = board.find(mv).expect("a legal move");
        println!("{mv:<8} {}", san::write(board.position(), found));
    }
    Ok(())
}
