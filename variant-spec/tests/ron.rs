//! Rule files are RON: the language's own reader, which keeps places and goes on after mistakes, and the `ron` crate agree on what is.

use std::{fs, path::Path};
use wazir_variant_spec::{Folder, Library, Source, compile};

/// Does our reader find a mistake of syntax?
fn we_refuse(text: &str) -> bool {
    let source = Source { file: "text.ron".to_string(), text: text.to_string() };
    let nothing = Folder("/nowhere".into());
    compile(&source, &nothing).is_err_and(|found| found.iter().any(|d| matches!(d.code, "syntax" | "foreign-format")))
}

fn ron_refuses(text: &str) -> bool {
    ron::from_str::<ron::Value>(text).is_err()
}

#[test]
fn same_files_are_ron() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut compared = 0;
    for folder in ["../variants", "tests/wrong"] {
        let folder = Folder(here.join(folder));
        for name in folder.names() {
            let text = fs::read_to_string(folder.0.join(format!("{name}.ron"))).expect("listed a moment ago");
            // `ron` limits depth elsewhere than we do; a JSON object is a map in RON, which is no rule file.
            if !["syntax-too-deep", "foreign-json"].contains(&name.as_str()) {
                assert_eq!(
                    we_refuse(&text),
                    ron_refuses(&text),
                    "{name}: {:?}",
                    ron::from_str::<ron::Value>(&text).err()
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 80);
}

#[test]
fn same_texts_are_ron() {
    let good = [
        "()",
        "(a: 1, b: -2, c: \"x\",)",
        "(a: [], b: {}, c: None, d: Some(3), e: Word, f: Word(1, 2), g: Word(x: 1))",
        "/* a /* nested */ comment */ (a: 'c', b: '\\'', c: \"\\u{e9}\\x41\\n\", d: r#\"raw \"text\"\"#) // end",
        "(a: true, b: false, c: [1, 2, 3,], d: {\"k\": (x: 1), \"l\": [(), ()]})",
        "( a : ( b : [ \" \" ] ) )",
    ];
    let bad = [
        "",
        "(",
        "(a: 1",
        "(a: 1))",
        "(a 1)",
        "(a: )",
        "(a: 1 b: 2)",
        "(a: [1, 2)",
        "(a: \"x)",
        "(a: 'xy')",
        "(a: \"\\q\")",
        "(a: {\"k\" 1})",
        "(a: @)",
        "/* open (a: 1)",
        "(,)",
    ];
    for text in good {
        assert!(!ron_refuses(text) && !we_refuse(text), "{text}");
    }
    for text in bad {
        assert!(ron_refuses(text) && we_refuse(text), "{text}");
    }
}
