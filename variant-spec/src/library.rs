//! [`Library`]: where the games that a file `extends` are found.

use crate::{Source, limits::FILE_BYTES};
use std::{
    io::Read,
    path::{Path, PathBuf},
};

/// Finds rule files by the name of the game.
pub trait Library {
    /// The file of this game.
    fn find(&self, name: &str) -> Option<Source>;
    /// The file of this game that is found when this one, or a copy of it, is passed over.
    fn find_besides(&self, name: &str, file: &Source) -> Option<Source> {
        self.find(name).filter(|found| found.text != file.text)
    }
    /// All games there are, for "did you mean".
    fn names(&self) -> Vec<String>;
}

/// A folder of `.ron` files.
#[derive(Clone, Debug)]
pub struct Folder(pub PathBuf);

impl Library for Folder {
    fn find(&self, name: &str) -> Option<Source> {
        find(&self.0, name, "ron")
    }

    fn names(&self) -> Vec<String> {
        names(&self.0, "ron")
    }
}

/// The file of this name and kind in a folder.
pub(crate) fn find(folder: &Path, name: &str, extension: &str) -> Option<Source> {
    // A name is a file's stem; it cannot lead out of the folder.
    if name.is_empty() || name.contains(['/', '\\', '.', '\0']) {
        return None;
    }
    let path = folder.join(format!("{name}.{extension}"));
    let mut bytes = Vec::new();
    // One byte more than a rule file may have: whoever reads the text says that it is too large.
    std::fs::File::open(&path).ok()?.take(FILE_BYTES as u64 + 1).read_to_end(&mut bytes).ok()?;
    let text = match bytes.len() > FILE_BYTES {
        true => String::from_utf8_lossy(&bytes).into_owned(),
        false => String::from_utf8(bytes).ok()?,
    };
    Some(Source { file: path.to_string_lossy().replace('\\', "/"), text })
}

/// The names of the files of a kind in a folder, sorted.
pub(crate) fn names(folder: &Path, extension: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let name = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let (stem, kind) = name.rsplit_once('.')?;
        (kind == extension).then(|| stem.to_string())
    };
    let mut names: Vec<String> = entries.flatten().filter_map(name).collect();
    names.sort();
    names
}
