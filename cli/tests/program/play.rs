//! `wazir play`, `host` and `join` as far as they go without a terminal: what is wrong is said before one is taken over. (In a terminal `scripts/tui_tmux.py` plays.)

use super::{game, wazir};

#[test]
fn what_is_wrong_is_said_before_the_terminal_is_taken_over() {
    let chess = game("chess");
    let chess = chess.as_str();
    let cases: &[(&[&str], &str)] = &[
        (&["play", "chesss"], "no game is called `chesss`; did you mean `chess`?"),
        (&["play", chess, "--side", "green"], "no side is called `green`; there are White, Black and `random`"),
        (&["play", chess, "--level", "11"], "levels are 1 to 10"),
        (&["play", chess, "--clock", "soon"], "`soon` is not a number of minutes; a time control is minutes"),
        (&["play", chess, "--fen", "8/8"], "FEN"),
        (&["play", chess, "--friend", "--watch"], "cannot be used with"),
        (&["play", chess, "--pieces", "runes"], "there are fitting"),
        (&["play", chess, "--colors", "many"], "colours are `none`, `16`, `256` or `true`"),
        (&["host", chess, "--bind", "here:now"], "what follows the colon is no port"),
        (&["join", ""], "an address is needed"),
        (&["play", chess], "a terminal is needed"),
        (&["join", "localhost"], "a terminal is needed"),
    ];
    for (arguments, expected) in cases {
        let run = wazir(arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.err);
        assert!(run.err.contains(expected), "{arguments:?}: {}", run.err);
        assert!(run.out.is_empty(), "{arguments:?}: {}", run.out);
    }
}
