//! A game in progress against itself: every way of asking for moves says the same, and what is taken back is as if it had never been.

use wazir_runtime::{Game, GameInProgress, Move, Outcome, Playout, Random, Style, choose};

/// What a game in progress says of its last position.
#[derive(PartialEq, Debug)]
struct Told {
    fen: String,
    hash: u64,
    moves: Vec<Move>,
    outcome: Option<Outcome>,
}

fn told(game: &dyn GameInProgress) -> Told {
    let mut moves = Vec::new();
    game.list(&mut moves);
    Told { fen: game.position().fen(Style::Game), hash: game.position().hash(), moves, outcome: game.outcome() }
}

/// Plays a random game of at most so many plies and compares on the way; how many positions were seen.
///
/// # Errors
/// What differs first.
pub fn steps_agree(start: &dyn Game, random: &mut Random, plies: usize) -> Result<usize, String> {
    let mut game = start.begin();
    let mut past = vec![told(&*game)];
    while game.outcome().is_none() && game.count() > 0 && past.len() <= plies {
        let now = &past[past.len() - 1];
        let fen = &now.fen;
        if game.count() != now.moves.len() as u64 {
            return Err(format!("{fen}: {} moves listed, {} counted", now.moves.len(), game.count()));
        }
        let number = random.below(now.moves.len()) as u64;
        let (chosen, expected) = (game.nth(number), choose(&mut now.moves.clone(), number));
        if chosen != expected {
            return Err(format!("{fen}: move {number} of {} is {chosen:?}, by the list {expected:?}", game.count()));
        }
        if game.nth(game.count()).is_some() {
            return Err(format!("{fen}: there is a move of number {}", game.count()));
        }
        if let Some(mv) = now.moves.iter().find(|&&mv| !game.is_legal(mv)) {
            return Err(format!("{fen}: {mv:?} is listed and said not to be legal"));
        }
        let before = past.len().checked_sub(2).map(|number| &past[number].moves);
        if let Some(mv) = before.into_iter().flatten().find(|&mv| game.is_legal(*mv) != now.moves.contains(mv)) {
            return Err(format!("{fen}: {mv:?} is legal by the list or by itself, not both"));
        }
        let Some(mv) = chosen else { return Err(format!("{fen}: no move {number}")) };
        let repeats = game.repeats(mv);
        game.play(mv).map_err(|error| format!("{fen}: {error}"))?;
        past.push(told(&*game));
        let now = &past[past.len() - 1];
        let times = past.iter().filter(|earlier| earlier.hash == now.hash).count();
        if game.occurrences() != times {
            return Err(format!("{}: occurred {times} times, told {}", now.fen, game.occurrences()));
        }
        if repeats != (times > 1) {
            return Err(format!("{}: occurred {times} times, told before {repeats}", now.fen));
        }
        let again = random.below(past.len());
        let earlier = game.position_after(again).map(|position| position.fen(Style::Game));
        if earlier.as_ref() != Some(&past[again].fen) || game.position_after(past.len()).is_some() {
            return Err(format!("{}: after {again} plies it was {earlier:?}, expected {}", now.fen, past[again].fen));
        }
    }
    let seen = past.len();
    let copy = game.boxed();
    if told(&*copy) != past[seen - 1] {
        return Err(format!("a copy of {} is another position", past[seen - 1].fen));
    }
    while let Some(now) = past.pop() {
        let again = told(&*game);
        if again != now || game.plies() != past.len() {
            return Err(format!("after {} plies, some taken back: {again:?}, expected {now:?}", past.len()));
        }
        if game.undo() == past.is_empty() {
            return Err(format!("taking back the move to {}: the wrong answer", now.fen));
        }
        if past.len() == 1 {
            game.restart();
        }
    }
    Ok(seen)
}

/// Plays random games of at most so many plies at once and move by move, and compares what they come to, and what is before their last moves.
///
/// # Errors
/// What differs first.
pub fn games_at_once_agree(start: &dyn Game, random: &mut Random, games: usize, plies: usize) -> Result<(), String> {
    let mut played = Playout::default();
    let mut game = start.begin();
    for number in 0..games {
        let (most, seed) = (random.below(plies + 1), random.number());
        game.restart();
        if !played.play(&mut *game, &mut Random::new(seed), most, &|| false) {
            return Err(format!("game {number}: nobody asked to stop"));
        }
        let (mut stepped, mut choosing) = (start.begin(), Random::new(seed));
        for (ply, &mv) in played.moves.iter().enumerate() {
            let fen = stepped.position().fen(Style::Game);
            let expected = stepped.draw(&mut choosing);
            if stepped.count() != u64::from(played.choices[ply]) || expected.map(Move::order) != Some(mv.order()) {
                return Err(format!("{fen}: {mv:?} was played, by itself it is {expected:?}"));
            }
            stepped.play(mv).map_err(|error| format!("{fen}: {error}"))?;
        }
        // What is taken back, too, is what was there.
        for _ in 0..3 {
            let (at_once, by_steps) = (told(&*game), told(&*stepped));
            if at_once != by_steps || game.count() != stepped.count() {
                return Err(format!("after {} plies: {at_once:?}, by steps {by_steps:?}", stepped.plies()));
            }
            if game.undo() != stepped.undo() {
                return Err(format!("{}: taken back by one of them", by_steps.fen));
            }
        }
    }
    Ok(())
}
