//! Each limit of rule files: what is at it is read, what is one above is refused with an error that names it. (What files within all limits take is measured by `scripts/limits.py`.)

use wazir_variant_spec::limits::*;
use wazir_variant_spec::{Compiled, Diagnostics, Library, Source, compile};

/// Files `p0`, `p1`, ... of these texts.
struct Files(Vec<String>);

impl Library for Files {
    fn find(&self, name: &str) -> Option<Source> {
        let text = self.0.get(name.strip_prefix('p')?.parse::<usize>().ok()?)?.clone();
        Some(Source { file: format!("{name}.ron"), text })
    }
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

fn read(text: impl Into<String>) -> Result<Compiled, Diagnostics> {
    compile(&Source { file: "x.ron".into(), text: text.into() }, &Files(Vec::new()))
}

/// A game with a king and a piece with these moves (a value of RON), and what else is written.
fn game(moves: &str, more: &str, pieces: &str) -> String {
    format!(
        r#"(board: (files: 8, ranks: 8), {more}
            pieces: {{"K": (name: "King", moves: "K", royal: true), "A": (name: "A", moves: {moves}), {pieces}}},
            start: "k7/8/8/8/8/8/8/KA6 w - - 0 1",
            end: [(if: Checkmated, then: Loses), (if: Stalemated, then: Draw)])"#
    )
}

fn is_read(text: impl Into<String>) {
    if let Err(errors) = read(text) {
        panic!("{}", errors.render(false));
    }
}

/// The file has a mistake of this kind, whose message holds the limit.
fn is_refused(text: impl Into<String>, code: &str, limit: impl ToString) {
    let errors = read(text).map(drop).expect_err(code);
    let limit = limit.to_string();
    let found = errors.iter().find(|mistake| mistake.code == code);
    let message = &found.unwrap_or_else(|| panic!("{code}:\n{}", errors.render(false))).message;
    assert!(message.contains(&limit) && message.contains("limit"), "{message}");
}

fn several(number: usize, item: impl Fn(usize) -> String) -> String {
    (0..number).map(item).collect::<Vec<_>>().join(", ")
}

#[test]
fn bytes_of_a_file() {
    let padded = |size: usize| {
        let text = game(r#""W""#, "", "");
        let blanks = " ".repeat(size - text.len());
        text + &blanks
    };
    is_read(padded(FILE_BYTES));
    is_refused(padded(FILE_BYTES + 1), "file-too-large", "1 MiB");
    let child = |size: usize| Files(vec![padded(size)]);
    let source = Source { file: "x.ron".into(), text: r#"(extends: "p0")"#.into() };
    assert!(compile(&source, &child(FILE_BYTES)).is_ok());
    let errors = compile(&source, &child(FILE_BYTES + 1)).expect_err("too large");
    assert!(errors.iter().any(|mistake| mistake.code == "file-too-large" && mistake.file == "p0.ron"));
}

#[test]
fn nesting_items_and_values() {
    // Two pairs of brackets stand around it.
    let nested = |depth: usize| game(r#""W""#, &format!("promotion: {}{}, ", "[".repeat(depth), "]".repeat(depth)), "");
    let codes = |text| read(text).expect_err("no promotion").iter().map(|d| d.code).collect::<Vec<_>>();
    assert!(!codes(nested(NESTING - 1)).contains(&"too-deep"));
    is_refused(nested(NESTING), "too-deep", NESTING);
    let items = |number| game(&format!("[{}]", several(number, |_| r#""W""#.into())), "", "");
    is_read(items(ITEMS));
    is_refused(items(ITEMS + 1), "too-many-items", ITEMS);
    // Of these there are few; each list is a value as well.
    let counted = |lists: usize, rest: usize| {
        let list = |number| format!("[{}]", several(number, |_| "1".into()));
        format!("(x: [{}, {}])", several(lists, |_| list(ITEMS - 1)), list(rest))
    };
    let lists = VALUES / ITEMS - 1;
    let rest = VALUES - lists * ITEMS - 3;
    assert!(!codes(counted(lists, rest)).contains(&"too-many-values"));
    is_refused(counted(lists, rest + 1), "too-many-values", VALUES);
}

#[test]
fn lengths_of_texts_and_names() {
    let about = |length: usize| game(r#""W""#, &format!(r#"about: "{}","#, "x".repeat(length)), "");
    is_read(about(TEXT_BYTES));
    is_refused(about(TEXT_BYTES + 1), "too-long", "8 KiB");
    let raw = |length: usize| game(r#""W""#, &format!(r##"about: r#"{}"#,"##, "x".repeat(length)), "");
    is_read(raw(TEXT_BYTES));
    is_refused(raw(TEXT_BYTES + 1), "too-long", "8 KiB");
    for (before, after) in [("name: \"", "\","), ("family: \"", "\",")] {
        let named = |length: usize| game(r#""W""#, &format!("{before}{}{after}", "x".repeat(length)), "");
        is_read(named(NAME_BYTES));
        is_refused(named(NAME_BYTES + 1), "too-long", NAME_BYTES);
    }
    let piece = |length: usize| game(r#""W""#, "", &format!(r#""B": (name: "{}", moves: "F")"#, "x".repeat(length)));
    is_read(piece(NAME_BYTES));
    is_refused(piece(NAME_BYTES + 1), "too-long", NAME_BYTES);
    let side = |length: usize| {
        let name = format!("S{}", "x".repeat(length - 1));
        game(r#""W""#, &format!(r#"sides: [(name: "{name}"), (name: "Black")],"#), "")
    };
    is_read(side(NAME_BYTES));
    is_refused(side(NAME_BYTES + 1), "too-long", NAME_BYTES);
    let region = |length: usize| {
        let name = "x".repeat(length);
        game(&format!(r#"(moves: "W", from: "{name}")"#), &format!(r#"regions: {{"{name}": "board"}},"#), "")
    };
    is_read(region(NAME_BYTES));
    is_refused(region(NAME_BYTES + 1), "too-long", NAME_BYTES);
    let word = |length: usize| game(&"x".repeat(length), "", "");
    is_refused(word(NAME_BYTES + 1), "too-long", NAME_BYTES);
    let number = |length: usize| game(r#""W""#, &format!("promotion: {},", "1".repeat(length)), "");
    is_refused(number(NAME_BYTES + 1), "too-long", NAME_BYTES);
}

#[test]
fn files_that_extend_each_other() {
    let extended = |parents: usize| {
        let mut texts: Vec<String> = (1..parents).map(|n| format!(r#"(extends: "p{n}")"#)).collect();
        texts.push(game(r#""W""#, "", ""));
        compile(&Source { file: "x.ron".into(), text: r#"(extends: "p0")"#.into() }, &Files(texts))
    };
    assert!(extended(PARENTS).is_ok());
    let errors = extended(PARENTS + 1).expect_err("too many");
    assert!(errors.iter().any(|d| d.code == "too-many-parents" && d.message.contains(&PARENTS.to_string())));
}

#[test]
fn inheritance_cannot_double_and_double() {
    let doubled = |n: usize| format!(r#"(extends: "p{n}", pieces: {{"A": (moves: [Inherited, Inherited])}})"#);
    let mut texts: Vec<String> = (1..PARENTS).map(doubled).collect();
    texts.push(game(r#"["W"]"#, "", ""));
    let errors = compile(&Source { file: "x.ron".into(), text: doubled(0) }, &Files(texts)).expect_err("too much");
    assert!(errors.iter().any(|d| ["too-many-items", "too-many-values"].contains(&d.code)), "{}", errors.render(false));
}

#[test]
fn of_many_mistakes_the_number_is_told() {
    let wrong = |number: usize| game(&format!("[{}]", several(number, |_| r#""$""#.into())), "", "");
    let at = read(wrong(TOLD)).expect_err("mistakes");
    assert_eq!((at.len(), at.untold().errors), (TOLD, 0));
    assert!(!at.render(false).contains("more error"));
    let above = read(wrong(TOLD + 1)).expect_err("mistakes");
    assert_eq!((above.len(), above.untold().errors), (TOLD, 1));
    assert!(above.render(false).ends_with("\nand 1 more error: 50 are shown\n"), "{}", above.render(false));
    // Nobody counts them to the end.
    let texts = several(ITEMS, |_| format!("\"{}\"", "$".repeat(BETZA_BYTES)));
    let most = read(game(&format!("[{texts}]"), "", "")).expect_err("mistakes");
    let all = TOLD + most.untold().errors;
    assert!((MISTAKES..MISTAKES + BETZA_BYTES).contains(&all), "{all}");
}

#[test]
fn boards_pieces_and_regions() {
    let board = |edge: u16| {
        let ranks = format!("k{}/{}K{}", edge - 1, format!("{edge}/").repeat(edge as usize - 2), edge - 1);
        format!(
            r#"(board: (files: {edge}, ranks: {edge}), pieces: {{"K": (name: "King", moves: "K", royal: true)}},
                start: "{ranks} w - - 0 1", end: [(if: Checkmated, then: Loses), (if: Stalemated, then: Draw)])"#
        )
    };
    is_read(board(BOARD_EDGE));
    let errors = read(board(BOARD_EDGE + 1)).expect_err("too large");
    assert!(errors.iter().any(|d| d.code == "bad-number" && d.message.contains("1 to 32")));
    let letters =
        ('A'..='Z').flat_map(|letter| ["", "'", "!", "''", "'!", "!!"].map(|marks| format!("{letter}{marks}")));
    let symbols: Vec<String> = letters.flat_map(|symbol| [format!("+{symbol}"), symbol]).collect();
    let others: Vec<&String> = symbols.iter().filter(|symbol| !["K", "A"].contains(&symbol.as_str())).collect();
    let pieces = |all: usize| {
        let piece = |n: usize| format!(r#""{}": (name: "{n}", moves: "W")"#, others[n]);
        game(r#""W""#, "", &several(all - 2, piece))
    };
    is_read(pieces(PIECES));
    is_refused(pieces(PIECES + 1), "too-many-pieces", PIECES);
    let regions = |number: usize| {
        game(r#""W""#, &format!("regions: {{{}}},", several(number, |n| format!(r#""zone {n}": "a1""#))), "")
    };
    is_read(regions(REGIONS));
    is_refused(regions(REGIONS + 1), "too-many-regions", REGIONS);
    let chain = |length: usize| {
        let link = |n: usize| format!(r#""zone {n}": "zone {}""#, n + 1);
        game(r#""W""#, &format!(r#"regions: {{{}, "zone {length}": "a1"}},"#, several(length, link)), "")
    };
    is_read(chain(REGION_NESTING - 1));
    is_refused(chain(REGION_NESTING), "too-deep", REGION_NESTING);
    let doubling = several(REGION_NESTING - 1, |n| format!(r#""zone {n}": "zone {} zone {}""#, n + 1, n + 1));
    is_read(game(r#""W""#, &format!(r#"regions: {{{doubling}, "zone {}": "a1"}},"#, REGION_NESTING - 1), ""));
}

#[test]
fn ends_and_promotions() {
    let ends = |number: usize| {
        let ends = several(number, |n| format!("(if: QuietMoves(plies: {}), then: Draw)", n + 1));
        game(r#""W""#, "", "").replace("(if: Checkmated, then: Loses), (if: Stalemated, then: Draw)", &ends)
    };
    is_read(ends(ENDS));
    is_refused(ends(ENDS + 1), "too-many-ends", ENDS);
    let promotions = |number: usize| {
        let list = several(number, |_| r#"(to: "A", region: "last rank")"#.into());
        game(r#""W""#, "", &format!(r#""B": (name: "B", moves: "N", promotes: [{list}])"#))
    };
    let codes = |text: String| read(text).map_or_else(|e| e.iter().map(|d| d.code).collect(), |_| Vec::new());
    assert!(!codes(promotions(PROMOTIONS)).contains(&"too-many-promotions"));
    is_refused(promotions(PROMOTIONS + 1), "too-many-promotions", PROMOTIONS);
}

#[test]
fn movements_in_betza() {
    let long = |bytes: usize| game(&format!("\"{}W\"", "f".repeat(bytes - 1)), "", "");
    is_read(long(BETZA_BYTES));
    is_refused(long(BETZA_BYTES + 1), "betza-too-long", BETZA_BYTES);
    let legs = |legs: usize| game(&format!("\"W[{}]\"", vec!["bW"; legs].join("-")), "", "");
    is_read(legs(BETZA_LEGS));
    is_refused(legs(BETZA_LEGS + 1), "betza-too-long", BETZA_LEGS);
    // A group of so many legs would be repeated more often than that.
    is_refused(game(&format!("\"({})W\"", "az".repeat(BETZA_LEGS / 2 + 1)), "", ""), "betza-too-long", BETZA_LEGS);
    is_refused(game(r#""aaaaaaK""#, "", ""), "betza-too-many-ways", BETZA_WAYS);
    // Each leg of one or two steps doubles the ways of what follows; the last is counted with and without a capture.
    let doubling = |legs: usize| game(&format!("\"W[{}]\"", vec!["fR2"; legs].join("-")), "", "");
    let most = ((BETZA_WAYS + 1) / 3).ilog2() as usize + 1;
    is_read(doubling(most));
    is_refused(doubling(most + 1), "betza-too-many-ways", BETZA_WAYS);
    is_refused(game(r#""(aq)B2""#, "", ""), "betza-too-many-ways", BETZA_WAYS);
    // `U` has 15 x 15 - 1 directions here, for each of two sides; the king has had sixteen.
    let list = |atom: &str, number: usize| {
        let texts = several(number / 100, |_| format!("\"{}\"", atom.repeat(100)));
        game(&format!("[{texts}, \"{}\"]", atom.repeat(number % 100)), "", "")
    };
    let most = (GAME_WAYS - 16) / (2 * (15 * 15 - 1));
    is_read(list("U", most));
    is_refused(list("U", most + 1), "betza-too-many-ways", GAME_WAYS);
    // The king has one for each side.
    is_read(list("fW ", MOVEMENTS / 2 - 1));
    is_refused(list("fW ", MOVEMENTS / 2), "too-many-movements", MOVEMENTS);
}

#[test]
fn loans_count_as_movements() {
    let symbols: Vec<char> = ('B'..='Z').filter(|&symbol| symbol != 'K').collect();
    let lender = format!("\"{}N\"", "xafN".repeat(20));
    let pieces = several(symbols.len(), |n| format!(r#""{}": (name: "{n}", moves: {lender})"#, symbols[n]));
    is_refused(game(r#""W""#, "", &pieces), "too-many-movements", MOVEMENTS);
}

#[test]
fn turns_that_are_looked_through() {
    let turns = |turn: &str| game(r#""W""#, &format!("turn: {turn},"), "");
    let squares: usize = 64;
    let most = LOOKED_THROUGH.ilog(squares) + 1;
    is_read(turns(&format!("(moves: {most}, attacks: InOneTurn)")));
    is_refused(turns(&format!("(moves: {}, attacks: InOneTurn)", most + 1)), "long-turns", LOOKED_THROUGH);
    is_refused(turns("(moves: Growing(by: 1), attacks: InOneTurn)"), "long-turns", LOOKED_THROUGH);
}

#[test]
fn ways_that_others_have_too() {
    let symbols: Vec<String> =
        ["", "+", "'", "!", "''"].iter().flat_map(|mark| ('B'..='Z').map(move |letter| marked(letter, mark))).collect();
    let others: Vec<&String> = symbols.iter().filter(|symbol| !symbol.contains('K')).collect();
    let all = |moves: &str, number: usize| {
        let pieces = several(number, |n| format!(r#""{}": (name: "{n}", moves: "{moves}")"#, others[n]));
        game(r#""U""#, "", &pieces)
    };
    // Each side's `U` has 15 x 15 - 1 directions and its king eight. So has each piece that imitates both, or borrows from both along four lines.
    let own = 2 * (15 * 15 - 1 + 8);
    for (moves, lines) in [("I", 0), ("xR", 4)] {
        let most = (GAME_WAYS - own) / (own + 2 * lines);
        is_read(all(moves, most));
        is_refused(all(moves, most + 1), "betza-too-many-ways", GAME_WAYS);
    }
}

fn marked(letter: char, mark: &str) -> String {
    if mark == "+" { format!("+{letter}") } else { format!("{letter}{mark}") }
}
