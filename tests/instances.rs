//! Everything that generates moves is compiled several times for each game: for lists, for children, for counting, for each kind of processor.
//! All of them have to say the same.
#![allow(missing_docs)]

mod common;

use common::{game_names, in_parallel, perft_rows};
use wazir::compiled::Task;
use wazir_runtime::{Move, MoveList, Perft, Portable, Position, Style, visitors};

const GAMES: u64 = 6;
const PLIES: usize = if cfg!(debug_assertions) { 12 } else { 60 };

/// Plays random games from the start and from the positions of the perft figures.
struct Agree<'a>(&'a [(String, Style)]);

impl Task for Agree<'_> {
    type Output = Result<usize, String>;

    fn run<P: Position>(self) -> Self::Output {
        let mut checked = 0;
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        let mut starts = vec![P::start()];
        for (fen, style) in self.0 {
            starts.push(P::from_fen(fen, *style).map_err(|error| format!("{fen}: {error}"))?);
        }
        for game in 0..GAMES.max(starts.len() as u64) {
            let mut position = starts[game as usize % starts.len()];
            for _ in 0..PLIES {
                let moves = agree(&position).map_err(|what| format!("{}: {what}", position.fen(Style::Game)))?;
                checked += 1;
                if moves.is_empty() {
                    break;
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position = position.play_unchecked(moves[(random >> 33) as usize % moves.len()]);
            }
        }
        Ok(checked)
    }
}

/// Compares all instances on one position; its moves.
fn agree<P: Position>(position: &P) -> Result<MoveList, String> {
    let text = |mv: Move| position.move_text(mv, Style::Game);
    let moves = position.legal_moves();
    let portable = visitors::list(position, Portable);
    if portable != moves {
        return Err(format!("{} moves listed, {} by the portable instance", moves.len(), portable.len()));
    }
    let mut wrong = Vec::new();
    let mut made = Vec::new();
    position.children(|mv, child| {
        made.push(mv);
        let played = position.play_unchecked(mv);
        if *child != played {
            wrong.push(format!(
                "{}: as a child {}, played {}",
                text(mv),
                child.fen(Style::Game),
                played.fen(Style::Game)
            ));
        }
        match P::from_setup(&child.setup()) {
            Ok(again) if again.hash() == child.hash() => {}
            Ok(_) => wrong.push(format!(
                "{}: the hash of {} is not what it is from scratch",
                text(mv),
                child.fen(Style::Game)
            )),
            Err(error) => wrong.push(format!("{}: {}: {error}", text(mv), child.fen(Style::Game))),
        }
    });
    let mut listed = moves.to_vec();
    listed.sort_unstable();
    made.sort_unstable();
    if made != listed {
        wrong.push(format!("{} moves listed, {} children", listed.len(), made.len()));
    }
    let lean = position.lean();
    for (what, count, expected) in [
        ("count", position.count(), moves.len() as u64),
        ("portable count", visitors::count(&lean, Portable), moves.len() as u64),
        ("portable leaves", visitors::perft(&lean, Portable, 1, true), moves.len() as u64),
        ("portable perft", visitors::perft(&lean, Portable, 2, true), position.perft(2, Perft::Bulk)),
        ("portable perft in bulk", visitors::perft(&lean, Portable, 2, false), position.perft(2, Perft::Leaf)),
    ] {
        if count != expected {
            wrong.push(format!("{what}: {count}, expected {expected}"));
        }
    }
    if wrong.is_empty() { Ok(moves) } else { Err(wrong.join("; ")) }
}

#[test]
fn all_instances_agree() {
    let names = game_names();
    let results = in_parallel(&names, |name| {
        let mut openings: Vec<(String, Style)> =
            perft_rows().into_iter().filter(|row| row.variant == **name).map(|row| (row.fen, row.style)).collect();
        openings.dedup_by(|a, b| a.0 == b.0);
        (name.to_string(), wazir::compiled::with(name, Agree(&openings)))
    });
    let mut compiled = 0;
    for (name, result) in &results {
        match result {
            Some(Ok(positions)) => {
                assert!(*positions > 10, "{name}: only {positions} positions were compared");
                compiled += 1;
            }
            Some(Err(what)) => panic!("{name}: {what}"),
            None => {}
        }
    }
    assert_eq!(compiled, wazir::compiled::variants().len());
}
