//! Has the engine think for a second: `cargo run --release --example engine_move -- xiangqi`.
use std::time::Duration;
use wazir::{Board, engine, registry};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or("chess".into());
    let game = registry::open(&name, None)?;
    let mut board = Board::new(&*game.variant.start());
    let line = engine::Line { start: board.position().setup(), moves: Vec::new() };
    let limits = engine::Limits { time: Some(Duration::from_secs(1)), ..Default::default() };
    let found = (game.engine)().search(&line, &limits, &engine::Stop::new(), &mut |_| {})?;
    let best = found.best.and_then(|mv| board.naming().name(mv)).ok_or("there is no move")?;
    board.play(best)?;
    println!("{best} (depth {}, {} nodes): {board}", found.depth, found.nodes);
    Ok(())
}
