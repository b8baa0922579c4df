//! Moves that depend on friends along lines, moves that are borrowed and lent, and moves over the side edges: counted by hand.
#![allow(missing_docs)]

mod common;

use common::*;
use wazir_variant_spec::{Folder, Rules, Source, compile};

/// Chess without castling, in which these pieces are others.
fn chess_with(pieces: &str) -> Rules {
    let text = format!(
        "(extends: \"chess\", castling: None, start: \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\", pieces: {{ {pieces} }})"
    );
    let folder = Folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants").into());
    match compile(&Source { file: "loans.ron".into(), text }, &folder) {
        Ok(compiled) => compiled.rules,
        Err(diagnostics) => panic!("{}", diagnostics.render(false)),
    }
}

#[test]
fn friends_along_a_line() {
    let rules = chess_with(
        r#""B": (moves: ["B", (moves: "W", while: Beside(pieces: ["N"], at: "R"))]),
           "R": (moves: [(moves: "R", unless: Beside(pieces: ["N"], at: "pB"))])"#,
    );
    let bishop = ["a1", "a5", "b2", "b4", "d2", "d4", "e1", "e5", "f6", "g7", "h8"];
    let with_steps = {
        let mut all = bishop.to_vec();
        all.extend(["b3", "c2", "c4", "d3"]);
        all.sort_unstable();
        all
    };
    let reached = |fen: &str, from: &str| targets(&*position(&rules, fen), from);
    assert_eq!(reached("4k3/8/8/8/8/2B5/8/7K w - - 0 1", "c3"), bishop);
    assert_eq!(reached("4k3/8/8/8/8/2B4N/8/7K w - - 0 1", "c3"), with_steps, "the knight is seen along the rank");
    assert_eq!(reached("4k3/8/8/8/8/2B1p2N/8/7K w - - 0 1", "c3"), bishop, "something stands between");
    assert_eq!(reached("4k3/8/8/8/8/2B4n/8/7K w - - 0 1", "c3"), bishop, "an enemy is no friend");
    // The knight on e1 is seen over the pawn, and only over something.
    assert_eq!(reached("4k3/8/8/8/7R/6P1/8/1K2N3 w - - 0 1", "h4"), [""; 0]);
    assert_eq!(reached("4k3/8/8/8/7R/8/8/1K2N3 w - - 0 1", "h4").len(), 7 + 7);
}

#[test]
fn pushes_are_borrowed() {
    let rules = chess_with(r#""R": (moves: [(moves: "mcW", push: (over_edge: Enemies))]), "N": (moves: ["mF", "xR"])"#);
    let reached = |fen: &str, from: &str| targets(&*position(&rules, fen), from);
    let corners = ["b2", "b4", "d2", "d4"];
    assert_eq!(reached("4k3/8/8/8/8/2Np4/8/7K w - - 0 1", "c3"), corners, "nobody is on its lines");
    // The push is told in full, because it could borrow a capture there from others.
    let as_rook = ["b2", "b3", "b4", "c2", "c4", "d2", "d3>e3", "d4"];
    assert_eq!(
        reached("4k3/8/8/2R5/8/2Np4/8/7K w - - 0 1", "c3"),
        as_rook,
        "it steps and pushes as the rook that it sees"
    );
    assert_eq!(reached("4k3/8/2R5/2p5/8/2Np4/8/7K w - - 0 1", "c3"), corners, "something stands between");
    let mut game = position(&rules, "4k3/8/8/2R5/8/2Np4/8/7K w - - 0 1");
    play(&mut *game, "c3d3>e3");
    assert_eq!(game.fen(wazir_runtime::Style::Game), "4k3/8/8/2R5/8/3Np3/8/7K b - - 1 1");
    // Over the edge the pawn is lost: a king there is in check from the knight, as long as it sees the rook.
    let checkers = |fen: &str| position(&rules, fen).checkers().len();
    assert_eq!(checkers("6Nk/8/8/8/8/8/8/K5R1 b - - 0 1"), 1);
    assert_eq!(checkers("6Nk/8/6p1/8/8/8/8/K5R1 b - - 0 1"), 0);
}

#[test]
fn what_is_borrowed() {
    let rules = chess_with(r#""N": (moves: ["xR"])"#);
    let reached = |fen: &str, from: &str| targets(&*position(&rules, fen), from);
    assert_eq!(reached("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "c3"), [""; 0], "nobody is on its lines");
    let as_king = ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"];
    assert_eq!(reached("4k3/8/8/8/8/2N4K/8/8 w - - 0 1", "c3"), as_king, "it moves as the king that it sees");
    assert_eq!(reached("4k3/8/8/8/8/2N1n2K/8/8 w - - 0 1", "c3"), [""; 0], "which is hidden now");
    // Neither the double step of the pawn nor its capture in passing.
    assert_eq!(reached("4k3/8/8/8/8/8/N2P4/4K3 w - - 0 1", "a2"), ["a3"]);
    assert_eq!(reached("4k3/8/8/PpN5/8/8/8/4K3 w - b6 0 1", "c5"), [""; 0], "an enemy stands between");
    assert_eq!(reached("4k3/8/8/PpNP4/8/8/8/4K3 w - b6 0 1", "c5"), ["c6"]);
}

#[test]
fn what_is_lent() {
    let rules = chess_with(r#""R": (moves: ["R", "xafW"]), "N": (moves: ["mN", "xaN"])"#);
    let reached = |fen: &str, from: &str| targets(&*position(&rules, fen), from);
    // The rook on d3 pushes its bishop on to f3... by one step, away from it.
    assert_eq!(
        reached("7k/8/8/8/8/3RB3/8/K7 w - - 0 1", "e3"),
        ["a7", "b6", "c1", "c5", "d2", "d4", "f2", "f3", "f4", "g1", "g5", "h6"]
    );
    // Knights do not lend to each other, nor to kings.
    assert_eq!(reached("7k/8/8/8/8/2N5/8/1N2K3 w - - 0 1", "b1"), ["a3", "d2"]);
    assert_eq!(reached("7k/8/8/8/8/3N4/8/4K3 w - - 0 1", "e1"), ["d1", "d2", "e2", "f1", "f2"]);
    assert_eq!(reached("7k/8/8/3p4/8/2P5/4N3/4K3 w - - 0 1", "c3"), ["a2", "a4", "b1", "b5", "c4", "d1", "d5", "e4"]);
}

#[test]
fn over_the_side_edges() {
    let rules = chess_with(
        r#""R": (moves: "oR"), "B": (moves: "oB"), "N": (moves: "oN"), "C": (name: "Cannon", moves: "copR")"#,
    );
    let reached = |fen: &str, from: &str| targets(&*position(&rules, fen), from);
    // Round the rank to the pawn on g3, from both sides; the file is as ever.
    let rook = ["a1", "a2", "a4", "a5", "a6", "a7", "a8", "b3", "c3", "d3", "e3", "f3", "g3", "h3"];
    assert_eq!(reached("4k3/8/8/8/8/R5p1/8/4K3 w - - 0 1", "a3"), rook);
    let behind = ["a1", "a2", "a4", "a5", "a6", "a7", "a8", "b3", "g3", "h3"];
    assert_eq!(reached("4k3/8/8/8/8/R1P3p1/8/4K3 w - - 0 1", "a3"), behind);
    assert_eq!(reached("4k3/8/8/8/8/N7/8/4K3 w - - 0 1", "a3"), ["b1", "b5", "c2", "c4", "g2", "g4", "h1", "h5"]);
    // On one side round the edge to h4, g5, f6, e7 and d8, on the other to h2 and g1.
    let bishop = ["b2", "b4", "c1", "c5", "d6", "d8", "e7", "f6", "f8", "g1", "g5", "h2", "h4"];
    assert_eq!(reached("7k/8/8/8/8/B7/8/4K3 w - - 0 1", "a3"), bishop);
    // The cannon takes the knight over its own pawn on h3.
    assert_eq!(reached("4k3/8/8/8/8/C4n1P/8/4K3 w - - 0 1", "a3"), ["f3"]);
    // A rook gives check round the edge, and a king may not step there.
    assert_eq!(reached("8/8/8/8/8/r3p1K1/8/4k3 w - - 0 1", "g3"), ["f4", "g2", "g4", "h2", "h4"]);
}
