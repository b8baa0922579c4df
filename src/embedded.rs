//! The files of `variants/`, which are in every build: deflated, since what they say takes a third of the room then.

use crate::compiled::{SOURCES, VALUES};
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use wazir_variant_spec::{Library, Source, limits};

/// A file that the build has deflated.
pub(crate) struct File {
    /// The game's name.
    pub(crate) name: &'static str,
    /// Its path in the source tree.
    pub(crate) path: &'static str,
    /// Its text, as raw DEFLATE (RFC 1951).
    pub(crate) deflated: &'static [u8],
}

impl File {
    /// The file as it was.
    fn source(&self) -> Source {
        // Tests inflate every file.
        let text = decompress_to_vec_with_limit(self.deflated, limits::FILE_BYTES).unwrap_or_default();
        Source { file: self.path.to_string(), text: String::from_utf8(text).unwrap_or_default() }
    }
}

/// Files that were embedded into this build, by the names of their games.
#[derive(Clone, Copy)]
pub struct Embedded(&'static [File]);

impl Embedded {
    /// The rule files, which are also parents for `extends`.
    pub const RULES: Embedded = Embedded(SOURCES);

    /// The files with values, which are also bases of others.
    pub const VALUES: Embedded = Embedded(VALUES);

    /// The name of the game that this is the file of, if it is one of them.
    pub(crate) fn name_of(&self, source: &Source) -> Option<&'static str> {
        let is_it = |file: &&File| file.path == source.file && file.source() == *source;
        self.0.iter().find(is_it).map(|file| file.name)
    }
}

impl Library for Embedded {
    fn find(&self, name: &str) -> Option<Source> {
        self.0.iter().find(|file| file.name == name).map(File::source)
    }
    fn names(&self) -> Vec<String> {
        self.0.iter().map(|file| file.name.to_string()).collect()
    }
}
