//! Every file in `variants/` compiles without errors or warnings.

use std::path::Path;
use wazir_variant_spec::{Folder, Library, Rules, compile};

fn folder() -> Folder {
    Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants"))
}

fn load(name: &str) -> Rules {
    let source = folder().find(name).unwrap_or_else(|| panic!("variants/{name}.ron is missing"));
    match compile(&source, &folder()) {
        Ok(compiled) => {
            assert!(compiled.warnings.is_empty(), "{}", compiled.warnings.render(false));
            compiled.rules
        }
        Err(diagnostics) => panic!("{}", diagnostics.render(false)),
    }
}

#[test]
fn all_games_compile() {
    let names = Folder(folder().0).names();
    assert!(names.len() >= 4, "{names:?}");
    for name in names {
        let rules = load(&name);
        assert_eq!(rules.id, name);
        if std::env::var("SHOW").is_ok_and(|show| show == name) {
            println!("{rules:#?}");
        }
    }
}
