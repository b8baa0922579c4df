//! Games for the tests: rule files of this project, interpreted.

use wazir_reference::Interpreter;
use wazir_variant_spec::{Folder, Library, compile};

/// The game of `variants/NAME.ron`.
pub(crate) fn open(name: &str) -> Interpreter {
    let folder = Folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants").into());
    let source = folder.find(name).unwrap_or_else(|| panic!("variants/{name}.ron"));
    let compiled = compile(&source, &folder).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
    Interpreter::new(compiled.rules)
}
