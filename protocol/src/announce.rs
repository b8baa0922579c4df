//! Games told to XBoard: its `setup` line (board, pieces, start) and its `piece` lines (how each piece moves, in Betza's notation).
//!
//! What the lines can say: <https://www.gnu.org/software/xboard/engine-intf.html>, sections `setup` and `piece`.

use wazir_runtime::{Game, PieceId, Square, Style};
use wazir_variant_spec::rules::Rules;

/// The lines that tell XBoard of a game.
///
/// # Errors
/// What about it XBoard's lines cannot say.
pub(crate) fn lines(rules: &Rules, start: &dyn Game) -> Result<Vec<String>, String> {
    let info = start.info();
    if info.has_many_sides() {
        return Err("XBoard knows two sides only".to_string());
    }
    // In XBoard the second leg of a move, `b1c3,c3b1`, is one of the piece that moves; there is no word for a piece that is nobody's (its own duck chess is in no release).
    if info.walls {
        return Err("XBoard has no way to say that a move places a wall".to_string());
    }
    let table = table(rules)?;
    let hand = rules.pieces.iter().filter(|piece| is_droppable(piece)).count();
    let hand = if info.hands { hand } else { 0 };
    let promotes_by_plus = rules.pieces.iter().any(|piece| piece.symbol.starts_with('+'));
    let parent = match (info.hands, promotes_by_plus) {
        (true, true) => "shogi",
        (true, false) => "crazyhouse",
        (false, _) => "fairy",
    };
    let fen = start.fen(Style::Game);
    let mut lines = vec![format!("setup ({table}) {}x{}+{hand}_{parent} {fen}", info.files, info.ranks)];
    for piece in 0..rules.pieces.len() as PieceId {
        if let Some(betza) = betza(rules, piece, start) {
            lines.push(format!("piece {}& {betza}", rules.pieces[piece as usize].symbol));
        }
    }
    Ok(lines)
}

fn is_droppable(piece: &wazir_variant_spec::rules::Piece) -> bool {
    piece.sides.iter().flatten().any(|rules| rules.drop.is_some())
}

/// XBoard's places for pieces, by the letters that its pictures suit.
const PLACES: &[(char, usize)] = &[
    ('P', 0),
    ('N', 1),
    ('B', 2),
    ('R', 3),
    ('Q', 4),
    ('L', 4),
    ('F', 5),
    ('S', 5),
    ('E', 6),
    ('A', 7),
    ('C', 8),
    ('G', 9),
    ('W', 9),
    ('M', 10),
    ('O', 11),
    ('H', 12),
];

/// Places of a side where pieces promote to others written with `+`, which stand eleven places further: shogi's.
const WITH_PLUS: usize = 18;
const PLUS: usize = 11;
/// Places of which the pieces promote so.
const PROMOTING: usize = 6;
/// Places of a side otherwise.
const WITHOUT_PLUS: usize = 22;

/// XBoard's table of piece letters: those of the first side by place, then those of the second. The royal has the last place of each.
fn table(rules: &Rules) -> Result<String, String> {
    let symbols: Vec<&str> = rules.pieces.iter().map(|piece| &*piece.symbol).collect();
    let plus = symbols.iter().any(|symbol| symbol.starts_with('+'));
    let size = if plus { WITH_PLUS } else { WITHOUT_PLUS };
    let mut places: Vec<String> = vec![".".to_string(); size];
    let royal = rules
        .pieces
        .iter()
        .position(|piece| !piece.symbol.starts_with('+') && piece.sides.iter().flatten().any(|rules| rules.royal));
    if let Some(royal) = royal {
        places[size - 1] = symbols[royal].to_string();
    }
    let promotes = |symbol: &str| symbols.iter().any(|other| other.strip_prefix('+') == Some(symbol));
    let mut later = Vec::new();
    let last = if plus { PLUS } else { size - 1 };
    for (index, symbol) in symbols.iter().enumerate().filter(|(_, symbol)| !symbol.starts_with('+')) {
        if Some(index) == royal {
            continue;
        }
        let place = PLACES.iter().find(|(letter, place)| symbol.starts_with(*letter) && *place < last);
        match place {
            Some(&(_, place)) if places[place] == "." && (place < PROMOTING || !promotes(symbol)) => {
                places[place] = (*symbol).to_string();
            }
            _ => later.push(*symbol),
        }
    }
    // Those that promote first: not every place will do for them.
    later.sort_by_key(|symbol| !promotes(symbol));
    for symbol in later {
        let range = if promotes(symbol) && plus { 0..PROMOTING } else { 0..last };
        let free = range.rev().find(|&place| places[place] == ".");
        let Some(place) = free else {
            return Err("it has more kinds of pieces than XBoard's table of letters holds".to_string());
        };
        places[place] = symbol.to_string();
    }
    if plus {
        for place in 0..PROMOTING {
            if promotes(&places[place].clone()) {
                places[place + PLUS] = "+".to_string();
            }
        }
        let royal_promotes = royal.is_some_and(|royal| promotes(symbols[royal]));
        if royal_promotes {
            return Err("its royal promotes, which XBoard's table of letters cannot say".to_string());
        }
    }
    let first = places.concat();
    Ok(format!("{first}{}", first.to_lowercase()))
}

/// Moves in brackets that XBoard has other words for: a step, and behind it a slide outward, with which the step may be all (`?`) or not (`-`).
const BRACKETS: [(&str, &str); 4] = [("[F?R]", "FyafsF"), ("[W?B]", "WyafsW"), ("[F-R]", "yafsF"), ("[W-B]", "yafsW")];

/// A move in words that XBoard knows.
fn without_brackets(text: &str) -> String {
    BRACKETS.iter().fold(text.to_string(), |text, (ours, theirs)| text.replace(ours, theirs))
}

/// How a piece of the first side moves, as its rules were written, in a form that XBoard reads; `None` where it has no move or none that can be said so.
fn betza(rules: &Rules, piece: PieceId, start: &dyn Game) -> Option<String> {
    let own = rules.piece_rules(piece, 0)?;
    let mut texts: Vec<String> = Vec::new();
    for movement in &own.movements {
        let text = without_brackets(movement.cause.text.trim());
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    // Other brackets, groups and vectors are not among what XBoard reads.
    if texts.is_empty() || texts.iter().any(|text| text.contains(['[', '(', ' ', '"'])) {
        return None;
    }
    let mut text = texts.concat();
    let files = rules.board.files as Square;
    let stands = (0..start.info().squares() as Square).find(|&square| start.piece_at(square) == Some((0, piece)));
    for castling in rules.castlings.iter().filter(|castling| castling.side == 0 && castling.king == piece) {
        let way = stands.map(|square| (square % files).abs_diff(castling.king_to % files)).filter(|way| *way > 1);
        if let Some(way) = way {
            let wing = if castling.towards > 0 { 'r' } else { 'l' };
            text += &format!("i{wing}O{way}");
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wazir_reference::Interpreter;
    use wazir_runtime::Variant;
    use wazir_variant_spec::{Folder, Source, compile};

    /// How often moves of each number of plies can be played where the knight moves so.
    fn games(betza: &str) -> u64 {
        let text = format!(
            "(name: \"Brackets\", board: (files: 6, ranks: 6), pieces: {{\"K\": (name: \"King\", moves: \"K\", royal: true), \
             \"N\": (name: \"Bent\", moves: \"{betza}\")}}, start: \"k2n2/6/6/6/6/2N2K w - - 0 1\", \
             end: [(if: Checkmated, then: Loses), (if: Stalemated, then: Draw)])"
        );
        let folder = Folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants").into());
        let source = Source { file: "brackets.ron".to_string(), text };
        let rules = compile(&source, &folder).unwrap_or_else(|errors| panic!("{}", errors.render(false))).rules;
        let start = Interpreter::new(rules).expect("a right start").start();
        start.perft(3, wazir_runtime::Perft::Bulk)
    }

    #[test]
    fn brackets_are_the_same_moves_in_other_words() {
        let counts: Vec<u64> = BRACKETS
            .iter()
            .map(|(ours, theirs)| {
                assert_eq!(games(ours), games(theirs), "{ours} {theirs}");
                games(ours)
            })
            .collect();
        assert!(counts[0] != counts[1] && counts[0] != counts[2] && counts[1] != counts[3], "{counts:?}");
    }
}
