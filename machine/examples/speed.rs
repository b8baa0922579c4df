//! How fast games are run: `cargo run --release -p wazir-machine --example speed -- variants/chess.ron 5 [FEN]` tells how long loading takes, and counts in bulk and leaf by leaf.

use std::path::Path;
use std::time::Instant;
use wazir_machine::Machine;
use wazir_runtime::{Perft, Style, Variant};
use wazir_variant_spec::{Folder, Source, compile};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("the path of a rule file");
    let depth = arguments.next().and_then(|depth| depth.parse().ok()).expect("a depth");
    let source = Source::read(Path::new(&file)).expect("the file can be read");
    let folder = Folder(Path::new(&file).parent().unwrap_or(Path::new(".")).to_path_buf());
    let rules = compile(&source, &folder).unwrap_or_else(|wrong| panic!("{}", wrong.render(false))).rules;
    let began = Instant::now();
    let machine = Machine::load(&rules).expect("the game can be run");
    println!("{}: loaded in {:.1} ms", rules.id, began.elapsed().as_secs_f64() * 1e3);
    let game = match arguments.next() {
        Some(fen) => machine.from_fen(&fen, Style::Game).expect("a position"),
        None => machine.start(),
    };
    for mode in [Perft::Bulk, Perft::Leaf] {
        let mut best = 0.0_f64;
        let mut nodes = 0;
        for _ in 0..3 {
            let began = Instant::now();
            nodes = game.perft(depth, mode);
            best = best.max(nodes as f64 / began.elapsed().as_secs_f64() / 1e6);
        }
        println!("{mode:?}: {nodes} nodes, {best:.1} million a second");
    }
}
