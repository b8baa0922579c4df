//! Plays a game by chance: `cargo run --release --example random_game -- crazyhouse 7`.
use wazir::{Game, runtime::Random};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut board = Game::open(&arguments.next().unwrap_or("chess".into()))?.start();
    let mut random = Random::new(arguments.next().map_or(Ok(1), |seed| seed.parse())?);
    while !board.is_over() && board.played().len() < 1000 {
        let mv = board.moves().nth(random.below(board.moves().len())).expect("a move of so many");
        board.play(mv)?;
        print!("{mv} ");
    }
    println!("\n{board}");
    println!("{}", board.outcome().map_or("not over".to_string(), |outcome| outcome.to_string()));
    Ok(())
}
