//! What the fuzz targets share: the games of `variants/`, played by the reference interpreter.

use std::path::PathBuf;
use std::sync::OnceLock;

use wazir_reference::Interpreter;
use wazir_variant_spec::{Folder, Library, compile};

/// The project's rule files.
pub fn library() -> Folder {
    Folder(PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../variants")))
}

/// All games of `variants/`, read once.
fn games() -> &'static [Interpreter] {
    static GAMES: OnceLock<Vec<Interpreter>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let library = library();
        let sources = library.names().into_iter().filter_map(|name| library.find(&name));
        let compiled = sources.map(|source| match compile(&source, &library) {
            Ok(compiled) => Interpreter::new(compiled.rules),
            Err(diagnostics) => panic!("{}", diagnostics.render(false)),
        });
        compiled.collect()
    })
}

/// A game chosen by the first byte of the data, and the rest of the data as text.
pub fn game_and_text(data: &[u8]) -> Option<(&'static Interpreter, &str)> {
    let (&first, rest) = data.split_first()?;
    let games = games();
    Some((&games[first as usize % games.len()], std::str::from_utf8(rest).ok()?))
}
