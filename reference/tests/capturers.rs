//! What becomes of capturers, and who may capture whom, on positions worked out by hand.
#![allow(missing_docs)]

mod common;

use common::*;
use wazir_runtime::Style;
use wazir_variant_spec::{Rules, rules::*};

/// Chess in which all types but these become this by capturing.
fn capturing(fate: Capturer, but: &[&str]) -> Rules {
    let mut rules = chess();
    rules.board.walls = true;
    for piece in rules.pieces.iter_mut().filter(|piece| !but.contains(&piece.symbol.as_str())) {
        piece.sides.iter_mut().flatten().for_each(|own| own.capturer = fate);
    }
    rules
}

/// The position after a move.
fn after(rules: &Rules, fen: &str, text: &str) -> String {
    let mut game = position(rules, fen);
    play(&mut *game, text);
    game.fen(Style::Game)
}

#[test]
fn a_capturer_may_stay_behind() {
    let rules = capturing(Capturer::StaysBehind, &[]);
    let shot = after(&rules, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5");
    assert_eq!(shot, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    // It does not arrive, so it does not promote, and the rook that has not moved may still castle.
    let pawn = position(&rules, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(moves(&*pawn).iter().filter(|text| text.starts_with("a7b8")).collect::<Vec<_>>(), ["a7b8"]);
    let castle = after(&rules, "4k3/8/8/8/8/8/r7/R3K3 w Q - 0 1", "a1a2");
    assert_eq!(castle, "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1");
}

#[test]
fn a_capturer_may_change_sides() {
    let rules = capturing(Capturer::ChangesSides, &["K"]);
    let turned = after(&rules, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5");
    assert_eq!(turned, "4k3/8/8/3p4/8/8/8/4K3 b - - 0 1");
    // The rook would give check to its own king as a black one.
    let rook = position(&rules, "4k3/8/8/8/8/8/4p2R/4K3 w - - 0 1");
    let onto_e2: Vec<String> = moves(&*rook).into_iter().filter(|text| text.ends_with("e2")).collect();
    assert_eq!(onto_e2, ["e1e2"]);
}

#[test]
fn a_capturer_may_turn_to_a_wall_or_go() {
    let rules = capturing(Capturer::TurnsToWall, &[]);
    let stone = after(&rules, "4k3/8/8/8/r7/8/8/R3K3 w - - 0 1", "a1a4");
    assert_eq!(stone, "4k3/8/8/8/*7/8/8/4K3 b - - 0 1");
    // A king cannot capture, and so does not keep another away.
    let king = position(&rules, "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1");
    assert_eq!(moves(&*king), ["e1d2", "e1f2"]);
    let kings = position(&rules, "8/8/8/8/8/4k3/8/4K3 w - - 0 1");
    assert_eq!(moves(&*kings), ["e1d1", "e1d2", "e1e2", "e1f1", "e1f2"]);
    let gone = capturing(Capturer::Removed, &["K"]);
    let both = after(&gone, "4k3/8/8/8/r7/8/8/R3K3 w - - 0 1", "a1a4");
    assert_eq!(both, "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn not_everybody_captures_everybody() {
    let mut rules = chess();
    let [knight, king] = ["N", "K"].map(|symbol| rules.piece_by_symbol(symbol).expect("chess has it"));
    for own in rules.pieces[knight as usize].sides.iter_mut().flatten() {
        own.victims.retain(|&victim| victim != king && victim != knight);
    }
    // A knight that cannot capture kings gives no check, nor does it take the other knight.
    let game = position(&rules, "4k3/8/3N4/1n6/8/8/8/4K3 b - - 0 1");
    assert!(game.checkers().is_empty());
    assert!(!moves(&*game).contains(&"b5d6".to_string()));
}
