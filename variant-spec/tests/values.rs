//! Files with values: what is written reads back, and mistakes are told with their places.

use std::path::PathBuf;
use wazir_variant_spec::{
    Folder, Library, Rules, Source, Values, compile,
    values::{Exposure, FAR, Feature, Input, Outcomes, STANDINGS, Share, Standings, Worth, lines_of, numbers_of_lines},
};

fn rules(id: &str) -> Rules {
    let folder = Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants")));
    let source = folder.find(id).expect("a rule file");
    compile(&source, &folder).expect("right rules").rules
}

fn read(id: &str, text: &str) -> Result<Values, Vec<String>> {
    let source = Source { file: format!("{id}.values"), text: text.to_string() };
    Values::read(&source, &rules(id)).map_err(|wrong| {
        let told = |d: &wazir_variant_spec::Diagnostic| {
            let help = d.help.as_deref().unwrap_or_default();
            format!("{}:{}:{}: {} [{}] {help}", d.file, d.line, d.column, d.message, d.code)
        };
        wrong.iter().map(told).collect()
    })
}

/// Asserts that all these parts are told of the mistakes in a file.
fn wrong(id: &str, text: &str, parts: &[&str]) {
    let told = read(id, text).expect_err(text);
    for part in parts {
        assert!(told.iter().any(|line| line.contains(part)), "`{part}` is not told of {text}: {told:#?}");
    }
}

/// Files with values, by the names of their games.
struct Lenders<'a>(&'a [(&'a str, &'a str)]);

impl Library for Lenders<'_> {
    fn find(&self, name: &str) -> Option<Source> {
        let (_, text) = self.0.iter().find(|(known, _)| *known == name)?;
        Some(Source { file: format!("{name}.values"), text: text.to_string() })
    }
    fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| name.to_string()).collect()
    }
}

fn read_over(id: &str, text: &str, lenders: &[(&str, &str)]) -> Result<Values, Vec<String>> {
    let source = Source { file: format!("{id}.values"), text: text.to_string() };
    Values::read_over(&source, &rules(id), &Lenders(lenders)).map_err(|wrong| {
        let told = |d: &wazir_variant_spec::Diagnostic| {
            let help = d.help.as_deref().unwrap_or_default();
            format!("{}:{}:{}: {} [{}] {help}", d.file, d.line, d.column, d.message, d.code)
        };
        wrong.iter().map(told).collect()
    })
}

/// What a base says counts where it fits, and the file has the last word.
#[test]
fn values_are_lent_by_other_games() {
    let chess = r#"(
        pieces: {
            "N": (full: 310, bare: 290, ranks: [1, 2, 3, 4, 5, 6, 7, 8], files: (bare: [4, 3, 2, 1])),
            "B": (full: 333),
            "K": (files: [0, 0, 0, 9]),
            "P": (White: (full: 91), Black: (full: 92, bare: 93)),
        },
        shares: { "mobility": 80, "threats": 120 },
        outcomes: (even: [1, 2, 3], spread: [1, 2, 3]),
    )"#;
    let lenders = [("chess", chess), ("3check", r#"(base: "chess", shares: { "checks": 70 })"#)];
    let own = r#"(base: "3check", pieces: { "N": (bare: 300, files: (bare: [0, 0, 0, 0]), ranks: (full: [9, 0, 0, 0, 0, 0, 0, 0])) }, shares: { "threats": 100 })"#;
    let values = read_over("5check", own, &lenders).unwrap();
    let same = r#"(
        pieces: {
            "N": (full: 310, bare: 300, ranks: (full: [9, 0, 0, 0, 0, 0, 0, 0], bare: [1, 2, 3, 4, 5, 6, 7, 8])),
            "B": (full: 333),
            "K": (files: [0, 0, 0, 9]),
            "P": (White: (full: 91), Black: (full: 92, bare: 93)),
        },
        shares: { "mobility": 80, "threats": 100, "checks": 70 },
    )"#;
    let same = read("5check", same).unwrap();
    assert_eq!((&values.worths, &values.shares, &values.outcomes), (&same.worths, &same.shares, &None));
    let rules_of_it = rules("5check");
    assert_eq!(values.text(&rules_of_it, &[]), same.text(&rules_of_it, &[]));
    // A board of six by six without bishops: the worths fit, the places do not.
    let values = read_over("losalamos", r#"(base: "chess")"#, &lenders).unwrap();
    let same = r#"(
        pieces: { "N": (full: 310, bare: 290), "P": (White: (full: 91), Black: (full: 92, bare: 93)) },
        shares: { "mobility": 80, "threats": 120 },
    )"#;
    assert_eq!(values, read("losalamos", same).unwrap());
    // Nothing is held in hand in chess, and whoever is royal there has a worth here.
    let shogi = [("shogi", r#"(pieces: { "N": (full: 100, hand: 200), "Q": (full: 5), "+L": (full: 7) })"#)];
    assert_eq!(
        read_over("chess", r#"(base: "shogi")"#, &shogi),
        read("chess", r#"(pieces: { "N": (full: 100), "Q": (full: 5) })"#)
    );
    let giveaway = [("giveaway", r#"(pieces: { "K": (full: -50, files: [1, 0, 0, 0]) })"#)];
    assert_eq!(
        read_over("chess", r#"(base: "giveaway")"#, &giveaway),
        read("chess", r#"(pieces: { "K": (files: [1, 0, 0, 0]) })"#)
    );
    let is_only_lent =
        |text: &str| Values::is_only_lent(&Source { file: "x.values".to_string(), text: text.to_string() });
    assert!(is_only_lent("// a remark\n(base: \"chess\")"));
    assert!(!is_only_lent("()") && !is_only_lent("(base: \"chess\", shares: {})") && !is_only_lent("(base: chess"));
}

#[test]
fn mistakes_of_bases_are_told() {
    let wrong = |text: &str, lenders: &[(&str, &str)], parts: &[&str]| {
        let told = read_over("3check", text, lenders).expect_err(text);
        for part in parts {
            assert!(told.iter().any(|line| line.contains(part)), "`{part}` is not told of {text}: {told:#?}");
        }
    };
    let chess = [("chess", "()"), ("shogi", "()")];
    wrong(
        "(\n base: \"ches\")",
        &chess,
        &["3check.values:2:8: there are no values of a game \"ches\"", "did you mean \"chess\"?"],
    );
    wrong("(base: \"go\")", &chess, &["games that have values: chess, shogi"]);
    wrong("(base: \"../chess\")", &chess, &["[unknown-base]"]);
    wrong("(base: \"chess\")", &[], &["no other game has values here"]);
    wrong(
        "(base: chess)",
        &chess,
        &["1:8: expected the name of a game in quotes", "[bad-base] as in `base: \"chess\"`"],
    );
    wrong("(base: \"3check\")", &chess, &["\"3check\" are said to be their own base"]);
    let circle = [("chess", "(base: \"5check\")"), ("5check", "(\nbase: \"3check\")")];
    wrong(
        "(base: \"chess\")",
        &circle,
        &["5check.values:2:7: `base` goes in a circle: 3check -> chess -> 5check -> 3check"],
    );
    // What is wrong with a base wherever it is used is told of it; what does not fit is not.
    let broken = [("chess", "(pieces: { \"Qu\": (full: 1), \"N\": (ful: 300) }, shares: { \"moblity\": 5 })")];
    wrong("(base: \"chess\")", &broken, &["chess.values:1:35: the worth of \"N\" has no field `ful`", "\"moblity\""]);
    let told = read_over("3check", "(base: \"chess\")", &broken).unwrap_err();
    assert_eq!(told.len(), 2, "{told:#?}");
    // Files of one's own stand alone where nobody lends.
    assert!(read("3check", "(base: \"chess\")").unwrap_err()[0].contains("[unknown-base]"));
    let long: Vec<(String, String)> = (0..40).map(|n| (format!("g{n}"), format!("(base: \"g{}\")", n + 1))).collect();
    let long: Vec<(&str, &str)> = long.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    wrong("(base: \"g0\")", &long, &["[too-many-bases]"]);
}

#[test]
fn what_is_written_reads_back() {
    let text = "(pieces: { \"N\": (full: 310, bare: -5), \"P\": (White: (full: 90), Black: (bare: 1_05)) }, shares: { \"mobility\": 0, \"king safety\": 250 })";
    let values = read("chess", text).unwrap();
    let rules = rules("chess");
    let piece = |symbol: &str| rules.pieces.iter().position(|piece| piece.symbol == symbol).unwrap() as u8;
    for side in 0..2 {
        assert_eq!(values.worth(side, piece("N")), Worth { full: Some(310), bare: Some(-5), hand: None });
        assert_eq!(values.worth(side, piece("Q")), Worth::default());
    }
    assert_eq!(values.worth(0, piece("P")).full, Some(90));
    assert_eq!(values.worth(1, piece("P")), Worth { full: None, bare: Some(105), hand: None });
    assert_eq!((values.percent(Share::Mobility), values.percent(Share::Threats)), (0, 100));
    assert_eq!(values.share(Share::KingSafety), 2.5);
    let written = values.text(&rules, &["A remark.".to_string()]);
    assert!(written.starts_with("// A remark.\n(\n"), "{written}");
    assert!(written.contains("\"P\": (White: (full: 90), Black: (bare: 105)), // Pawn"), "{written}");
    assert_eq!(read("chess", &written).unwrap(), values);
    assert!(read("chess", "()").unwrap().is_empty());
    assert_eq!(read("chess", &Values::default().text(&rules, &[])).unwrap(), Values::default());
    // Where pieces stand.
    let text = "(pieces: { \"N\": (files: [-20, 0, 8, 12]), \"K\": (ranks: (full: [9, 0, -5, -5, -5, -5, -5, -5], bare: [0, 0, 0, 0, 0, 0, 0, 3])), \"P\": (Black: (full: 80, ranks: (bare: [0, 0, 0, 0, 0, 40, 90, 0]))) })";
    let values = read("chess", text).unwrap();
    for side in 0..2 {
        let knight = values.places(side, piece("N"));
        assert_eq!((knight.full.on((3, 0)), knight.bare.on((7, 3))), (-20, 12));
        let king = values.places(side, piece("K"));
        assert_eq!((king.full.on((0, 2)), king.bare.on((0, 2)), king.bare.on((7, 0))), (9, 0, 3));
    }
    assert!(values.places(0, piece("P")).is_empty() && !values.places(1, piece("P")).is_empty());
    let written = values.text(&rules, &[]);
    assert!(written.contains("\"N\": (files: [-20, 0, 8, 12]), // Knight"), "{written}");
    assert!(written.contains("\"P\": (Black: (full: 80, ranks: (bare: [0, 0, 0, 0, 0, 40, 90, 0])))"), "{written}");
    assert_eq!(read("chess", &written).unwrap(), values);
    // How games end.
    let values = read("chess", "(outcomes: (even: [0, 90, 540], spread: [256, 200, 263]))").unwrap();
    assert_eq!(values.outcomes, Some(Outcomes { even: [0, 90, 540], spread: [256, 200, 263] }));
    assert!(!values.is_empty());
    assert_eq!(read("chess", &values.text(&rules, &[])).unwrap(), values);
    // Promoted pieces and hands.
    let text = "(pieces: { \"+P\": (full: 400), \"P\": (hand: 120) })";
    assert_eq!(read("shogi", text).unwrap().worths.len(), 4);
}

/// Each mistake is told with its place and, where it can be guessed, what was meant.
#[test]
fn mistakes_are_told() {
    wrong("chess", "(piece: {})", &["chess.values:1:2: a file with values has no field `piece`", "`pieces`"]);
    wrong(
        "chess",
        "(pieces: {\n \"X\": (full: 1) })",
        &["chess.values:2:2: Chess has no piece \"X\"", "[unknown-piece]"],
    );
    wrong("chess", "(pieces: { \"K\": (full: 1) })", &["1:12: \"K\" is royal"]);
    wrong("chess", "(pieces: { \"N\": (full: 99999) })", &["(-5000 to 5000), found 99999"]);
    wrong("chess", "(pieces: { \"N\": (full: 3.5) })", &["1:24", "found 3.5"]);
    wrong(
        "chess",
        "(pieces: { \"N\": (ful: 300) })",
        &["the worth of \"N\" has no field `ful`", "did you mean `full`?"],
    );
    wrong("chess", "(pieces: { \"N\": (hand: 300) })", &["nothing is held in hand in Chess"]);
    wrong("chess", "(pieces: { \"N\": (Whit: (full: 300)) })", &["there is no side `Whit`", "did you mean `White`?"]);
    wrong("chess", "(pieces: { \"N\": 300 })", &["1:17"]);
    wrong("chess", "(pieces: { \"K\": (full: 1, ranks: []) })", &["\"K\" is royal", "`ranks` and `files`"]);
    wrong("chess", "(pieces: { \"N\": (files: [1, 2]) })", &["1:25", "expected 4 numbers", "edge", "found 2"]);
    wrong("shogi", "(pieces: { \"N\": (ranks: [1, 2]) })", &["expected 9 numbers", "first to its last", "found 2"]);
    wrong("chess", "(pieces: { \"N\": (files: [0, 0, 0, 2000]) })", &["1:35", "(-1000 to 1000), found 2000"]);
    wrong("chess", "(pieces: { \"N\": (files: 12) })", &["expected a list of 4 numbers"]);
    wrong("chess", "(pieces: { \"N\": (files: (ful: [0, 0, 0, 1])) })", &["did you mean `full`?"]);
    wrong("chess", "(shares: { \"mobilty\": 80 })", &["no part of the evaluation is called \"mobilty\"", "mobility"]);
    wrong("chess", "(shares: { \"king safety\": 700 })", &["a share in percent (0 to 500), found 700"]);
    wrong("chess", "(shares: { \"king safety\": -1 })", &["found -1"]);
    wrong("chess", "(shares: { \"king safety\": 50, \"king safety\": 60 })", &["given twice"]);
    wrong("chess", "(shares: [])", &["a map"]);
    wrong("chess", "(outcomes: (even: [1, 2, 3]))", &["`outcomes` needs `spread: [START, MIDDLE, LATE]`"]);
    wrong("chess", "(outcomes: (even: [1, 2], spread: [1, 2, 3]))", &["1:19", "three numbers"]);
    wrong("chess", "(outcomes: (even: [1, 2, 3], spread: [0, 2, 3]))", &["(1 to 5000), found 0"]);
    wrong("chess", "(outcomes: (even: [1, 2, 3], spred: [1, 2, 3]))", &["did you mean `spread`?"]);
    wrong("chess", "", &["the file is empty"]);
    wrong("horde", "(pieces: { \"Q\": (White: (full: 1)), \"P\": (full: 5000000000) })", &["5000000000"]);
}

/// A network of two units reads back as it was written, whichever side looks.
#[test]
fn networks_read_back() {
    let text = r#"(
        pieces: { "N": (full: 310) },
        network: [
            (worth: 212, bias: -40, pieces: {
                "N": (own: (ranks: [1, 2, 3, 4, 5, 6, 7, 8], files: [-4, 0, 0, 9], hand: 5), enemy: (files: [0, 0, 1, 0])),
                "Q": (own: (enemy_royal: [0, 0, 0, 9, 8, 2, 30, 24, 7, 28, 20, 6, 11, 9, -4], exposed: [0, -9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7], check: [5, 0], mobility: [-9, 0, 0, 0, 0, 0, 0, 4], royal_zone: [0, 0, 8]), enemy: (own_royal: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
                "K": (own: (flights: [9, 0, 0, 0, 0, 0, 0, 0, 1]), enemy: (path: [0, 0, 0, 0])),
                "P": (White: (own: (hand: 3, path: [1, 2, 3, 4], passed: [0, 0, 0, 1, 2, 3, 4, 0])), Black: (enemy: (ranks: [0, 0, 0, 0, 0, 0, 0, 4000]))),
            }),
            (worth: -5, pieces: {}),
        ],
    )"#;
    let values = read("crazyhouse", text).unwrap();
    let game = rules("crazyhouse");
    let network = values.network.as_ref().expect("a network");
    let [first, second] = &network.units[..] else { panic!("{network:?}") };
    assert_eq!((first.worth, first.bias, second.worth, second.bias), (212, -40, -5, 0));
    let piece = |symbol: &str| game.pieces.iter().position(|piece| piece.symbol == symbol).unwrap() as u8;
    let knight = &first.inputs[&(1, piece("N"))];
    let on = |input: &Input, (rank, file)| input.weight(Feature::Ranks, rank) + input.weight(Feature::Files, file);
    let hand = |input: &Input| input.weight(Feature::Hand, 0);
    assert_eq!((on(&knight.own, (2, 3)), hand(&knight.own), on(&knight.enemy, (2, 3))), (12, 5, 0));
    assert_eq!(knight, &first.inputs[&(0, piece("N"))]);
    let pawn = |side: u8| &first.inputs[&(side, piece("P"))];
    assert_eq!(
        (hand(&pawn(0).own), hand(&pawn(1).own), on(&pawn(0).enemy, (7, 0)), on(&pawn(1).enemy, (7, 0))),
        (3, 0, 0, 4000)
    );
    let queen = &first.inputs[&(1, piece("Q"))];
    let (own, enemy) = (|feature| queen.own.list(feature), |feature| queen.enemy.list(feature));
    assert_eq!((own(Feature::EnemyRoyal)[6], own(Feature::EnemyRoyal)[14], enemy(Feature::OwnRoyal)[0]), (30, -4, 1));
    let hangs = |waits: bool| queen.own.weight(Feature::Exposed, Exposure::Hanging.index(waits));
    assert_eq!((hangs(false), hangs(true), own(Feature::Exposed)[13], own(Feature::Check)), (-9, 0, 7, &[5, 0][..]));
    assert_eq!(own(Feature::RoyalZone), [0, 0, 8]);
    let moves = |squares| queen.own.weight(Feature::Mobility, Feature::mobility(squares));
    assert_eq!([0, 1, 13, 14, 60].map(moves), [-9, 0, 0, 4, 4]);
    assert_eq!(Exposure::ALL.map(|exposure| exposure.index(true)), [7, 8, 9, 10, 11, 12, 13]);
    assert!(own(Feature::OwnRoyal).is_empty() && enemy(Feature::EnemyRoyal).is_empty());
    let king = &first.inputs[&(0, piece("K"))];
    assert_eq!(
        (king.own.list(Feature::Flights), king.enemy.list(Feature::Path)),
        (&[9, 0, 0, 0, 0, 0, 0, 0, 1][..], &[][..])
    );
    assert!(second.inputs.is_empty() && !values.is_empty());
    let written = values.text(&game, &[]);
    assert_eq!(read("crazyhouse", &written).unwrap(), values, "{written}");
    let has_one = |text: &str| Values::has_network(&Source { file: "x.values".to_string(), text: text.to_string() });
    assert!(has_one(&written) && !has_one("(base: \"crazyhouse\")") && !has_one("(network"));
    // It is lent to games of the same size, whole; not where nothing is held in hand, nor to another board.
    let lenders = [("crazyhouse", text)];
    let lent = |game: &str| read_over(game, r#"(base: "crazyhouse")"#, &lenders).unwrap().network;
    assert_eq!(lent("capahouse"), None);
    assert_eq!(lent("chess"), None);
    assert_eq!(lent("loop").as_ref(), Some(network));
    // A network of its own has the last word.
    let own = r#"(base: "crazyhouse", network: [(worth: 1)])"#;
    assert_eq!(read_over("loop", own, &lenders).unwrap().network.map(|network| network.units.len()), Some(1));
}

#[test]
fn mistakes_of_networks_are_told() {
    let unit = |pieces: &str| format!("(network: [(worth: 1, bias: 2, pieces: {{ {pieces} }})])");
    wrong("chess", "(network: (worth: 1))", &["1:11: expected a list of units"]);
    wrong("chess", "(network: [(wort: 1)])", &["a unit has no field `wort`", "did you mean `worth`?"]);
    wrong("chess", "(network: [(worth: 6000)])", &["a worth in centipawns (-5000 to 5000), found 6000"]);
    wrong("chess", "(network: [(bias: 4001)])", &["a bias (-4000 to 4000), found 4001"]);
    wrong("chess", &unit("\"Qu\": ()"), &["1:42: Chess has no piece \"Qu\"", "[unknown-piece]"]);
    wrong("chess", &unit("\"Q\": (won: ())"), &["what \"Q\" adds to a unit has no field `won`", "did you mean `own`?"]);
    wrong("chess", &unit("\"Q\": (Whit: (own: ()))"), &["there is no side `Whit`"]);
    wrong("chess", &unit("\"Q\": (own: (rank: []))"), &["did you mean `ranks`?"]);
    wrong("chess", &unit("\"Q\": (own: (ranks: [1, 2]))"), &["expected 8 numbers, one for each rank", "found 2"]);
    wrong(
        "shogi",
        &unit("\"P\": (enemy: (files: [1, 2, 3, 4]))"),
        &["expected 5 numbers, one for each file", "found 4"],
    );
    wrong("chess", &unit("\"Q\": (own: (files: [1, 2, 3, 4.5]))"), &["a weight (-4000 to 4000), found 4.5"]);
    wrong("chess", &unit("\"Q\": (own: (files: 3))"), &["expected a list of 4 numbers"]);
    wrong("chess", &unit("\"Q\": (own: (hand: 3))"), &["nothing is held in hand in Chess"]);
    wrong("chess", &unit("\"Q\": (own: (enemy_roial: []))"), &["did you mean `enemy_royal`?"]);
    wrong(
        "chess",
        &unit("\"Q\": (own: (own_royal: [1, 2]))"),
        &["expected 15 numbers, rank by rank from the 2 behind the royal to the 2 before it", "found 2"],
    );
    wrong(
        "chess",
        &unit("\"Q\": (own: (exposed: [1, 2]))"),
        &["expected 14 numbers, while its side is to move: loose, hanging, hanging to something weaker", "found 2"],
    );
    wrong("chess", &unit("\"Q\": (own: (check: [1]))"), &["expected 2 numbers, while its side is to move", "found 1"]);
    wrong(
        "chess",
        &unit("\"Q\": (own: (flights: [9, 0, 0, 0, 0, 0, 0, 0, 1]))"),
        &["Queen of White is not royal in Chess"],
    );
    wrong("chess", &unit("\"P\": (own: (passed: [9]))"), &["expected 8 numbers, one for each rank that a passed pawn"]);
    wrong("chess", &unit("\"P\": (own: (path: [9]))"), &["blocked and attacked, blocked, attacked, clear", "found 1"]);
    wrong("chess", &unit("\"Q\": (own: (mobility: [1]))"), &["expected 8 numbers, by how many squares it can move to"]);
    wrong("chess", &unit("\"Q\": (own: (royal_zone: []))"), &["at the other side's royal it attacks: one, two, more"]);
    wrong("chess", &unit("\"Q\": (own: (check: [1, 256]))"), &["a weight (-255 to 255), found 256"]);
    let list = format!("{:?}", [1; STANDINGS]);
    let of_white = |field: &str| unit(&format!("\"Q\": (White: (own: ({field}: {list})))"));
    wrong("horde", &of_white("own_royal"), &["1:62: White has no royal piece in Horde", "[no-royal]"]);
    assert!(read("horde", &of_white("enemy_royal")).is_ok());
    let zone = |side: &str| unit(&format!("\"Q\": ({side}: (own: (royal_zone: [1, 2, 3])))"));
    wrong("horde", &zone("Black"), &["White has no royal piece in Horde", "[no-royal]"]);
    assert!(read("horde", &zone("White")).is_ok());
    wrong("fourplayer", "(network: [(worth: 1)])", &["4 sides; a network is for games of two"]);
    let many = vec!["(worth: 1)"; 17].join(", ");
    wrong("chess", &format!("(network: [{many}])"), &["at most 16 units, found 17"]);
}

/// Each side counts ranks from its own first one, and files from the nearer edge.
#[test]
fn lines_are_as_their_side_sees_them() {
    let chess = rules("chess");
    let square = |file, rank| chess.board.square(file, rank).expect("a square");
    assert_eq!(numbers_of_lines(&chess, 0), (8, 4));
    assert_eq!((lines_of(&chess, 0, square(2, 1)), lines_of(&chess, 1, square(2, 1))), ((1, 2), (6, 2)));
    assert_eq!(lines_of(&chess, 0, square(7, 7)), (7, 0));
    // On a board with a middle file, and of a side that plays sideways.
    assert_eq!(numbers_of_lines(&rules("shogi"), 0), (9, 5));
    let four = rules("fourplayer");
    for side in 0..4 {
        assert_eq!(numbers_of_lines(&four, side), (14, 7));
        for at in four.board.all().iter() {
            let (rank, file) = lines_of(&four, side, at);
            assert!(rank < 14 && file < 7);
        }
    }
    let first_rank = |side: usize| {
        let zero = |at: &u16| lines_of(&four, side as u8, *at).0 == 0;
        four.board.all().iter().filter(zero).collect::<Vec<u16>>()
    };
    assert!(
        (0..4).all(|side| first_rank(side).len() == 8 && (0..side).all(|other| first_rank(side) != first_rank(other)))
    );
}

/// What is before a royal for one side is behind it for the other; round a joined edge the shorter way counts.
#[test]
fn pieces_stand_to_royals_as_their_side_sees_them() {
    let seen = |game: &str, side: u8, piece: (u8, u8), royal: (u8, u8)| {
        let rules = rules(game);
        let square = |(file, rank): (u8, u8)| rules.board.square(i32::from(file), i32::from(rank)).unwrap();
        Standings::new(&rules).of(side, square(piece), square(royal))
    };
    // Files and ranks from 0. On its own square: nothing behind or before it (2 rows of 3), no file apart.
    assert_eq!(seen("chess", 0, (4, 0), (4, 0)), 6);
    // A pawn on f2 before a king on g1, and the same as Black sees it.
    assert_eq!((seen("chess", 0, (5, 1), (6, 0)), seen("chess", 1, (5, 1), (6, 0))), (3 * 3 + 1, 3 + 1));
    assert_eq!(seen("chess", 0, (7, 1), (6, 0)), 3 * 3 + 1);
    // Far away is far away.
    assert_eq!((seen("chess", 0, (0, 7), (6, 0)), seen("chess", 1, (0, 7), (6, 0))), (STANDINGS - 1, FAR as usize));
    // From the a-file to the h-file is one step on a cylinder, seven on a plane.
    assert_eq!((seen("cylinder", 0, (0, 3), (7, 3)), seen("chess", 0, (0, 3), (7, 3))), (6 + 1, 6 + 2));
    assert_eq!(seen("toroidal", 0, (4, 7), (4, 0)), 3);
    // Who plays sideways has his files along the ranks.
    let red = rules("fourplayer");
    let sideways = (0..4).find(|&side| red.sides[side as usize].orientation.is_sideways()).unwrap();
    let (beside, ahead) = (seen("fourplayer", sideways, (6, 7), (6, 6)), seen("fourplayer", sideways, (7, 6), (6, 6)));
    assert!(beside == 6 + 1 && (ahead == 3 || ahead == 9), "{beside} {ahead}");
}

#[test]
fn shares_have_names_of_their_own() {
    for share in Share::ALL {
        assert_eq!(Share::ALL.iter().filter(|other| other.name() == share.name()).count(), 1);
    }
}

/// Whatever is done to a file, it is read or its mistakes are told.
#[test]
fn damaged_files_do_no_harm() {
    let text = "// x\n(pieces: { \"N\": (full: 310), \"P\": (White: (bare: -9)) }, shares: { \"king safety\": 25 }, network: [(worth: 3, pieces: {\"N\": (own: (files: [1, 2, 3, 4]), enemy: (own_royal: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]))})])";
    let rules = rules("chess");
    let read = |text: String| Values::read(&Source { file: "x.values".to_string(), text }, &rules);
    let (mut right, mut wrong) = (0, 0);
    for at in 0..text.len() {
        for other in ["", "(", ")", "{", "\"", ",", ":", "-", "7", "K", "é", "\0"] {
            match read(format!("{}{other}{}", &text[..at], &text[at + 1..])) {
                Ok(_) => right += 1,
                Err(told) => {
                    assert!(told.has_errors());
                    wrong += 1;
                }
            }
        }
    }
    assert!(right > 80 && wrong > 800, "{right} {wrong}");
}
