//! Walls after moves where sides go out by them: counts of leaves, which have a way of their own there, are those of the interpreter.

use wazir_conformance::games::interpret;
use wazir_machine::Machine;
use wazir_runtime::{Perft, Variant};
use wazir_variant_spec::{Folder, Source, compile};

/// Three sides; who has lost both kings is out, and what is left of it leaves the board.
const THREE: &str = r#"(
    name: "Three masons",
    board: (files: 5, ranks: 5),
    sides: [
        (name: "South", letter: "s", forward: Up),
        (name: "West", letter: "w", forward: Right),
        (name: "North", letter: "n", forward: Down),
    ],
    defeated: Removed,
    pieces: { "K": (name: "King", moves: "K"), "R": (name: "Rook", moves: "R") },
    after_move: PlaceWall(reach: Left),
    start: "nK2nRnR/5/wKwR2sR/5/sK2sRsR s - - 0 1",
    end: [(if: Extinct(pieces: ["K"]), then: Loses), (if: Stalemated, then: Draw)],
)"#;

#[test]
fn sides_that_go_out_leave_the_board_below_as_well() {
    let source = Source { file: "three.ron".to_string(), text: THREE.to_string() };
    let rules = match compile(&source, &Folder("variants".into())) {
        Ok(compiled) => compiled.rules,
        Err(wrong) => panic!("{}", wrong.render(false)),
    };
    let machine = Machine::load(&rules).expect("it has a program");
    let interpreter = interpret(rules);
    let (run, interpreted) = (machine.start(), interpreter.start());
    for depth in 1..=4 {
        assert_eq!(run.perft(depth, Perft::Bulk), interpreted.perft(depth, Perft::Bulk), "depth {depth}");
        assert_eq!(
            run.perft(depth, Perft::Leaf),
            interpreted.perft(depth, Perft::Leaf),
            "depth {depth}, every leaf played"
        );
    }
}
