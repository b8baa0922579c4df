//! What a game lets be taken back, made again and looked at, by every backend that a game can be opened with.

use std::path::PathBuf;
use wazir_engine::Opened;
use wazir_runtime::{MoveError, Random, SideId, Style};
use wazir_session::session::{Claims, Ending, Session};
use wazir_variant_spec::{Folder, Library, Values};

/// A game from its start, run and interpreted.
fn opened(name: &str) -> [Session; 2] {
    let library = Folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../variants"));
    let source = library.find(name).unwrap_or_else(|| panic!("there is no {name}"));
    let read = || wazir_reference::compile(&source, &library).unwrap_or_else(|wrong| panic!("{}", wrong.render(false)));
    [
        Opened::without_code(source.clone(), read().game, Values::default()),
        Opened::interpreted(source.clone(), read().game, Values::default()),
    ]
    .map(Session::new)
}

fn play(session: &mut Session, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = session.parse_exactly(text).unwrap_or_else(|error| panic!("{error}"));
        session.play(mv).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The FENs of all positions, those taken back included.
fn fens(session: &Session, positions: usize) -> Vec<String> {
    (0..positions).map(|ply| session.position(ply).fen(Style::Game)).collect()
}

#[test]
fn what_is_taken_back_is_still_seen_and_made_again() {
    for mut session in opened("chess") {
        play(&mut session, "e2e4 e7e5 g1f3");
        let all = fens(&session, 4);
        assert_eq!(session.sans(), ["e4", "e5", "Nf3"]);
        assert!(session.undo() && session.undo());
        assert_eq!((session.ply(), session.texts().join(" ")), (1, "e2e4".to_string()));
        assert_eq!(session.game().fen(Style::Game), all[1]);
        assert_eq!(fens(&session, 4), all, "what was taken back can be looked at");
        assert_eq!(session.position(9).fen(Style::Game), all[3], "beyond it, the last position");
        // The same move again leaves what comes after it to be made again.
        play(&mut session, "e7e5");
        assert!(session.redo() && !session.redo());
        assert_eq!((fens(&session, 4), session.sans().len()), (all.clone(), 3));
        // Another move does not.
        assert!(session.undo() && session.undo());
        play(&mut session, "c7c5");
        assert!(!session.redo());
        assert_eq!((session.ply(), session.sans()), (2, ["e4", "c5"].map(String::from).as_slice()));
        assert_eq!(session.position(3).fen(Style::Game), session.game().fen(Style::Game));
        assert!(session.undo() && session.undo() && !session.undo());
        assert_eq!(session.game().fen(Style::Game), all[0]);
    }
}

#[test]
fn repeating_is_counted_claimed_and_ends_the_game() {
    for mut session in opened("chess") {
        let none = session.claims();
        assert_eq!((none.occurrences, none.quiet, none.drawing), (1, 0, None));
        play(&mut session, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
        let Claims { occurrences, allowed, quiet, drawing } = session.claims();
        assert_eq!((occurrences, allowed, quiet), (2, Some(3), 7));
        let drawing = drawing.map(|mv| session.game().move_text(mv, Style::Game));
        assert_eq!(drawing.as_deref(), Some("f6g8"));
        play(&mut session, "f6g8");
        assert!(matches!(session.ending(), Some(Ending::Rules(outcome)) if outcome.winner.is_none()));
        assert!(session.legal().is_empty());
        assert!(session.undo());
        assert_eq!(session.ending(), None, "taken back, it has not happened");
        play(&mut session, "b8c6");
        assert_eq!(session.claims().occurrences, 1);
    }
}

#[test]
fn a_move_that_may_not_repeat_is_none_of_the_legal_ones() {
    for mut session in opened("janggimodern") {
        play(&mut session, "a1a2 a10a9 a2a1 a9a10 a1a2 a10a9 a2a1 a9a10 a1a2 a10a9 a2a1");
        assert!(session.game().parse_move("a9a10", Style::Game).is_ok(), "by itself, the position allows it");
        assert!(matches!(session.parse_exactly("a9a10"), Err(MoveError::Illegal { .. })));
        assert!(session.parse("a9a10").is_err_and(|error| error.contains("repeated")));
        assert!(session.undo());
        play(&mut session, "a2b2");
        assert!(session.parse_exactly("a9a10").is_ok());
    }
}

#[test]
fn an_end_that_is_not_by_the_rules_is_taken_back_alone() {
    for mut session in opened("chess") {
        play(&mut session, "e2e4");
        let black: SideId = 1;
        session.end(Ending::Resigned(black));
        session.end(Ending::Agreed);
        assert_eq!(session.ending(), Some(Ending::Resigned(black)), "it stays as it ended");
        assert!(session.legal().is_empty());
        assert!(session.undo());
        assert_eq!((session.ply(), session.ending()), (1, None));
        assert_eq!(session.legal().len(), 20);
    }
}

/// A text that is read is the move that was written: as the game is written, as its engines write it, and in UCI, which `wazir moves` prints.
#[test]
fn moves_are_typed_as_they_are_written() {
    for name in
        ["chess", "shogi", "minishogi", "kyotoshogi", "xiangqi", "minixiangqi", "janggi", "crazyhouse", "makruk"]
    {
        let [mut session, _] = opened(name);
        let mut random = Random::new(5);
        for _ in 0..20 {
            for &mv in session.legal() {
                let (writing, game) = (session.writing(), session.game());
                let uci = game.move_text(mv, Style::Game);
                for text in [uci, writing.write(game, mv), writing.bare(session.info(), mv)] {
                    assert_eq!(session.parse(&text), Ok(mv), "{name}: {text}");
                    assert_eq!(session.meant(&text), Ok(vec![mv]), "{name}: {text}");
                    assert_eq!(writing.parse(game, &text, Style::Game), Ok(mv), "{name}: {text}");
                }
            }
            if session.legal().is_empty() {
                break;
            }
            let mv = session.legal()[random.below(session.legal().len())];
            session.play(mv).expect("a legal move");
        }
    }
}

#[test]
fn what_is_typed_and_too_long_is_refused_in_short() {
    for name in ["chess", "shogi", "xiangqi"] {
        let [session, _] = opened(name);
        let long = "e".repeat(1_000_000);
        let refusals = [session.parse(&long).expect_err("no move"), session.meant(&long).expect_err("no move")];
        for error in refusals {
            assert!(error.len() < 400 && error.contains("which is the limit"), "{name}: {error:.400}");
        }
    }
}
