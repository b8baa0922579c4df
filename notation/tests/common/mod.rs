//! Games for the tests: rule files of this project, interpreted.

use wazir_reference::Interpreter;
use wazir_variant_spec::{Folder, Library, compile};

/// The game of `variants/NAME.ron`, or of `trials/rules/NAME.ron`.
pub(crate) fn open(name: &str) -> Interpreter {
    let folders = ["/../variants", "/../trials/rules"];
    let folders = folders.map(|path| Folder(format!("{}{path}", env!("CARGO_MANIFEST_DIR")).into()));
    let found = folders.iter().find_map(|folder| Some((folder, folder.find(name)?)));
    let (folder, source) = found.unwrap_or_else(|| panic!("{name}.ron"));
    let compiled = compile(&source, folder).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
    Interpreter::new(compiled.rules).expect("a right start")
}
