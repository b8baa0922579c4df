//! What has to be pointed at: for each legal move of positions of every game of `variants/`, and for moves that squares do not tell.

use std::{collections::BTreeMap, fs, path::PathBuf, sync::Arc};
use wazir_describe::view::{GameView, PositionView, Tap, gestures};
use wazir_engine::Opened;
use wazir_runtime::{Style, Variant};
use wazir_session::session::Session;
use wazir_variant_spec::{Folder, Library};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../variants")
}

fn open(name: &str) -> Opened {
    let library = Folder(folder());
    let source = library.find(name).unwrap_or_else(|| panic!("there is no {name}"));
    let game =
        wazir_reference::compile(&source, &library).unwrap_or_else(|wrong| panic!("{}", wrong.render(false))).game;
    let rules = Arc::new(game.rules().clone());
    let variant: Arc<dyn Variant> = Arc::new(game.clone());
    Opened { source, rules, variant, engine: Arc::new(move || wazir_engine::interpreted(&game)) }
}

fn names() -> Vec<String> {
    let files = fs::read_dir(folder()).expect("the folder").flatten();
    let names = files.filter_map(|file| Some(file.file_name().to_str()?.strip_suffix(".ron")?.to_string()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// A legal move's gesture, as it is written.
fn taps(session: &Session, uci: &str) -> String {
    let view = PositionView::now(session);
    let found = view.moves.iter().find(|mv| mv.uci == uci);
    let found = found
        .unwrap_or_else(|| panic!("{uci} is none of {:?}", view.moves.iter().map(|mv| &mv.uci).collect::<Vec<_>>()));
    serde_json::to_string(&found.taps).expect("JSON")
}

fn at(name: &str, fen: &str) -> Session {
    Session::set_up::<&str>(open(name), Some(fen), &[]).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// No gesture may be another one, nor the beginning of another.
fn tells_moves_apart(session: &Session, name: &str) {
    let all = gestures(session.info(), session.legal(), &|square| session.writing().square(session.info(), square));
    assert_eq!(all.len(), session.legal().len(), "{name}");
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let text = |tap: &Tap| serde_json::to_string(tap).expect("JSON");
    let ways = all
        .iter()
        .enumerate()
        .flat_map(|(mv, gesture)| std::iter::once(&gesture.taps).chain(&gesture.others).map(move |taps| (mv, taps)));
    let mut whole = Vec::new();
    for (mv, taps) in ways {
        let key: Vec<String> = taps.iter().map(text).collect();
        let other = known.insert(key.join(" "), mv);
        let fen = session.game().fen(Style::Game);
        assert_eq!(other, None, "{name}: {key:?} makes two moves in {fen}");
        whole.push((mv, key));
    }
    for (mv, key) in &whole {
        for length in 1..key.len() {
            let begun = known.get(&key[..length].join(" "));
            assert_eq!(begun, None, "{name}: {key:?} of move {mv} is made before its end");
        }
    }
}

#[test]
fn every_move_of_every_game_can_be_made_by_pointing() {
    for (number, name) in names().iter().enumerate() {
        let mut session = Session::new(open(name));
        // A number that wanders, so that games go different ways.
        let mut random = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number as u64 + 1);
        for ply in 0..16 {
            if session.ending().is_some() || session.legal().len() > 700 && ply > 2 {
                break;
            }
            tells_moves_apart(&session, name);
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mv = session.legal()[(random >> 33) as usize % session.legal().len()];
            session.play(mv).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

#[test]
fn every_game_can_be_shown() {
    for name in names() {
        let opened = open(&name);
        let view = GameView::new(&name, &opened.rules, opened.variant.info());
        assert_eq!(view.squares.len(), usize::from(view.files) * usize::from(view.ranks), "{name}");
        assert_eq!(
            (view.sides.len(), view.seats.len()),
            (opened.rules.sides.len(), opened.rules.sides.len()),
            "{name}"
        );
        for piece in &view.pieces {
            assert!(
                piece.letters.len() == view.sides.len() && piece.letters.iter().all(|text| !text.is_empty()),
                "{name}: {piece:?}"
            );
        }
        let position = PositionView::at(&Session::new(opened), 0);
        assert!(position.pieces.iter().all(|placed| view.squares[placed.square as usize].is_some()), "{name}");
    }
}

#[test]
fn what_a_piece_becomes_is_chosen() {
    let session = at("shogi", "4k4/9/P8/9/9/9/9/9/4K4[] w - - 0 1");
    assert_eq!(taps(&session, "a7a8"), r#"[54,63,"=-"]"#);
    assert_eq!(taps(&session, "a7a8+"), r#"[54,63,"=+P"]"#);
    // Where there is no choice, nothing is asked.
    let session = at("shogi", "4k4/P8/9/9/9/9/9/9/4K4[G] w - - 0 1");
    assert_eq!(taps(&session, "a8a9+"), "[63,72]");
    assert_eq!(taps(&session, "G@e8"), format!(r#"["@{}",67]"#, piece(&session, "G")));
}

fn piece(session: &Session, symbol: &str) -> String {
    session.info().piece_by_symbol(symbol).expect("a piece").to_string()
}

#[test]
fn a_wall_is_the_last_tap() {
    let session = Session::new(open("duck"));
    let first = PositionView::now(&session).moves.into_iter().next().expect("a move");
    assert_eq!(first.taps.len(), 3, "{first:?}");
    assert_eq!(first.label, None);
}

#[test]
fn what_is_gated_is_chosen() {
    let session = Session::new(open("seirawan"));
    let view = PositionView::now(&session);
    let of = |uci: &str| view.moves.iter().find(|mv| mv.uci == uci).unwrap_or_else(|| panic!("no {uci}"));
    assert_eq!(serde_json::to_string(&of("b1c3").taps).expect("JSON"), r#"[1,18,"=-"]"#);
    let gated = of("b1c3h");
    assert_eq!(serde_json::to_string(&gated.taps).expect("JSON"), r#"[1,18,"=g:H"]"#);
    assert_eq!(gated.label.as_deref(), Some("put a hawk on b1"));
}

#[test]
fn castling_is_made_with_king_or_partner() {
    let session = at("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let view = PositionView::now(&session);
    let castling = view.moves.iter().find(|mv| mv.uci == "e1c1").expect("castling");
    assert_eq!(
        (&castling.taps, &castling.others),
        (&vec![Tap::Square(4), Tap::Square(2)], &vec![vec![Tap::Square(4), Tap::Square(0)]])
    );
    // A king that can go there alone is meant to, unless its partner is pointed at.
    let session = at("fischerandom", "5k2/8/8/8/8/8/8/5K1R w H - 0 1");
    assert_eq!(taps(&session, "f1g1"), "[5,6]");
    assert_eq!(taps(&session, "f1h1"), "[5,7]");
}

#[test]
fn explosions_take_more_than_what_is_captured() {
    let session = at("atomic", "4k3/8/8/3pp3/4n3/3N4/8/4K3 w - - 0 1");
    let view = PositionView::now(&session);
    let capture = view.moves.iter().find(|mv| mv.uci == "d3e5").expect("a capture");
    // e5 itself, and the knight on e4; pawns are spared unless they are captured.
    assert_eq!(capture.captured, vec![28, 36]);
}

#[test]
fn several_captures_of_one_move_are_told() {
    let mut session = Session::new(open("chu"));
    let lion = session.info().piece_by_symbol("N");
    assert!(lion.is_some());
    // Somewhere in a random game a lion captures twice, or stays: its gestures are told apart (above), and named.
    let mut random = 7_u64;
    for _ in 0..60 {
        if session.ending().is_some() {
            break;
        }
        for mv in PositionView::now(&session).moves.iter().filter(|mv| mv.captured.len() > 1) {
            assert!(mv.taps.len() == 2 || mv.label.is_some(), "{mv:?}");
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = session.legal()[(random >> 33) as usize % session.legal().len()];
        session.play(mv).expect("a legal move");
    }
}
