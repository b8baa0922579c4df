//! Counts positions: `cargo run --release --example perft -- shogi 4`.
use wazir::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or("chess".into());
    let deepest = arguments.next().map_or(Ok(4), |text| text.parse())?;
    let board = Game::open(&name)?.start();
    for depth in 1..=deepest {
        println!("{depth:>3} {:>15}", board.perft(depth));
    }
    Ok(())
}
