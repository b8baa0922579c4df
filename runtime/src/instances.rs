//! Everything that generates moves is compiled several times for each game: for lists, for children, for counting, for each kind of processor.
//! All of them have to say the same: a check for tests, and for a processor that nobody has tried yet.

#[cfg(target_arch = "x86_64")]
use crate::Bmi2;
use crate::visitors::{self, Children};
use crate::{Cpu, Move, MoveKind, MoveList, Perft, Portable, Position, Style};
use alloc::{format, string::String, vec::Vec};

/// A comparison of instances on one position, which tells its moves: [`agree`] or [`agree_on_moves`].
pub type Comparison<P> = fn(&P) -> Result<MoveList, String>;

/// Plays random games of at most `plies` plies, at least one from the start and from each of the openings and `games` in all, and compares instances of the
/// generator on the way; how many positions it has seen.
///
/// # Errors
/// The first position on which they differ, and how.
pub fn agree_in_play<P: Position>(
    openings: &[P],
    games: usize,
    plies: usize,
    agree: Comparison<P>,
) -> Result<usize, String> {
    let mut starts = Vec::from([P::start()]);
    starts.extend_from_slice(openings);
    let mut checked = 0;
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    for game in 0..games.max(starts.len()) {
        let mut position = starts[game % starts.len()];
        for _ in 0..plies {
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

/// Compares lists and counts of one position by the instances for this processor and for any.
///
/// # Errors
/// What differs first.
pub fn agree_on_moves<P: Position>(position: &P) -> Result<MoveList, String> {
    let moves = position.legal_moves();
    let lean = position.lean();
    let portable = visitors::list(&lean, Portable);
    if portable != moves {
        return Err(format!("{} moves listed, {} by the portable instance", moves.len(), portable.len()));
    }
    for (what, count) in [("", position.count()), ("portable ", visitors::count(&lean, Portable))] {
        if count != moves.len() as u64 {
            return Err(format!("{what}count: {count}, expected {}", moves.len()));
        }
    }
    agree_on_noise(position, &moves)?;
    Ok(moves)
}

/// Compares the moves that capture or promote, as they are listed by themselves, with all moves.
fn agree_on_noise<P: Position>(position: &P, moves: &[Move]) -> Result<(), String> {
    let text = |mv: Move| position.move_text(mv, Style::Game);
    let noisy = position.noisy_moves();
    let mut rest = noisy.iter().peekable();
    for &mv in moves {
        let listed = rest.next_if(|&&next| next == mv).is_some();
        let promotes = matches!(mv.kind(), MoveKind::Promotion | MoveKind::JourneyPromotion);
        let steps = matches!(mv.kind(), MoveKind::Step | MoveKind::Passing);
        let turn = position.turn();
        let captures = mv.kind() == MoveKind::EnPassant
            || mv.victims().next().is_some()
            || steps && P::info().sides.len() == 2 && position.piece_at(mv.to()).is_some_and(|(side, _)| side != turn);
        if !listed && (promotes || captures) {
            return Err(format!("{} is missing among the moves that capture or promote", text(mv)));
        }
    }
    match rest.next() {
        Some(&mv) => Err(format!("{} is listed out of order, or not legal", text(mv))),
        None => Ok(()),
    }
}

/// Moves of a position below which [`agree_compact`] looks.
const MOST_WALKED: usize = 100;

/// Compares the instances of a game that is [`Position::COMPACT`] on one position: moves, counts, and children, which are made batch by batch, by their hashes and by
/// what lies below them.
///
/// # Errors
/// What differs first.
pub fn agree_compact<P: Position>(position: &P) -> Result<MoveList, String> {
    let moves = agree_on_moves(position)?;
    let (mut hashes, mut below) = (0_u64, 0);
    for &mv in &moves {
        let child = position.play_unchecked(mv);
        hashes = hashes.wrapping_add(child.hash());
        below += if moves.len() <= MOST_WALKED { child.count() } else { 0 };
    }
    let mut made = Vec::from([("portable ", visitors::hashes(position, Portable))]);
    made.extend(usual().map(|cpu| ("", visitors::hashes(position, cpu))));
    if let Some((which, sum)) = made.iter().find(|(_, sum)| *sum != hashes) {
        return Err(format!(
            "the hashes of the {which}children add up to {sum}, of the moves made one by one to {hashes}"
        ));
    }
    // Where there are hundreds of moves the squares of their numbers take longer than they tell.
    if moves.len() <= MOST_WALKED {
        let counted =
            [("", position.perft(2, Perft::Bulk)), ("portable ", visitors::perft(position, Portable, 2, true))];
        for (which, count) in counted {
            if count != below {
                return Err(format!("{which}perft of two plies: {count}, expected {below}"));
            }
        }
    }
    Ok(moves)
}

/// This processor, if it is one of those that are usual for the target: making children with hash and clocks is compiled for these only here, which takes a third
/// of the time that all instances together take.
#[cfg(target_arch = "x86_64")]
fn usual() -> Option<Bmi2> {
    Bmi2::detect()
}

/// This processor, which is as usual as any.
#[cfg(not(target_arch = "x86_64"))]
fn usual() -> Option<Portable> {
    Some(Portable)
}

/// Compares all instances on one position: what [`agree_on_moves`] does, children (where the processor is a usual one) and leaves.
///
/// # Errors
/// Everything that differs.
pub fn agree<P: Position>(position: &P) -> Result<MoveList, String> {
    let text = |mv: Move| position.move_text(mv, Style::Game);
    let moves = agree_on_moves(position)?;
    let mut wrong = Vec::new();
    let mut made = Vec::new();
    let compare = |mv: Move, child: &P| {
        made.push(mv);
        let played = position.play_unchecked(mv);
        let fen = || child.fen(Style::Game);
        if *child != played {
            wrong.push(format!("{}: as a child {}, played {}", text(mv), fen(), played.fen(Style::Game)));
        }
        match P::from_setup(&child.setup()) {
            Ok(again) if again.hash() == child.hash() => {}
            Ok(_) => wrong.push(format!("{}: the hash of {} is not what it is from scratch", text(mv), fen())),
            Err(error) => wrong.push(format!("{}: {}: {error}", text(mv), fen())),
        }
    };
    let children = usual().map(|cpu| cpu.enter(position, &mut Children { cpu, f: compare }));
    let mut listed = moves.to_vec();
    listed.sort_unstable();
    made.sort_unstable();
    if children.is_some() && made != listed {
        wrong.push(format!("{} moves listed, {} children", listed.len(), made.len()));
    }
    let lean = position.lean();
    for (what, count, expected) in [
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
