//! Files with values: what is written reads back, and mistakes are told with their places.

use std::path::PathBuf;
use wazir_variant_spec::{
    Folder, Library, Rules, Source, Values, compile,
    values::{Share, Worth},
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

#[test]
fn what_is_written_reads_back() {
    let text = "(pieces: { \"N\": (full: 310, bare: -5), \"P\": (White: (full: 90), Black: (bare: 1_05)) }, shares: { \"mobility\": 0, \"siege\": 250 })";
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
    assert_eq!(values.share(Share::Siege), 2.5);
    let written = values.text(&rules, &["A remark.".to_string()]);
    assert!(written.starts_with("// A remark.\n(\n"), "{written}");
    assert!(written.contains("\"P\": (White: (full: 90), Black: (bare: 105)), // Pawn"), "{written}");
    assert_eq!(read("chess", &written).unwrap(), values);
    assert!(read("chess", "()").unwrap().is_empty());
    assert_eq!(read("chess", &Values::default().text(&rules, &[])).unwrap(), Values::default());
    // Promoted pieces and hands.
    let text = "(pieces: { \"+P\": (full: 400), \"P\": (hand: 120) })";
    assert_eq!(read("shogi", text).unwrap().worths.len(), 4);
}

/// Each mistake is told with its place and, where it can be guessed, what was meant.
#[test]
fn mistakes_are_told() {
    let wrong = |id: &str, text: &str, parts: &[&str]| {
        let told = read(id, text).expect_err(text);
        for part in parts {
            assert!(told.iter().any(|line| line.contains(part)), "`{part}` is not told of {text}: {told:#?}");
        }
    };
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
    wrong("chess", "(shares: { \"mobilty\": 80 })", &["no part of the evaluation is called \"mobilty\"", "mobility"]);
    wrong("chess", "(shares: { \"siege\": 700 })", &["a share in percent (0 to 500), found 700"]);
    wrong("chess", "(shares: { \"siege\": -1 })", &["found -1"]);
    wrong("chess", "(shares: { \"siege\": 50, \"siege\": 60 })", &["given twice"]);
    wrong("chess", "(shares: [])", &["a map"]);
    wrong("chess", "", &["the file is empty"]);
    wrong("horde", "(pieces: { \"Q\": (White: (full: 1)), \"P\": (full: 5000000000) })", &["5000000000"]);
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
    let text = "// x\n(pieces: { \"N\": (full: 310), \"P\": (White: (bare: -9)) }, shares: { \"siege\": 25 })";
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
    assert!(right > 50 && wrong > 500, "{right} {wrong}");
}
