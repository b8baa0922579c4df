//! The files of `variants/`, which are in every build: deflated, since what they say takes a quarter of the room then.

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
    pub(crate) fn source(&self) -> Source {
        // Tests inflate every file.
        let text = decompress_to_vec_with_limit(self.deflated, limits::FILE_BYTES).unwrap_or_default();
        Source { file: self.path.to_string(), text: String::from_utf8(text).unwrap_or_default() }
    }
}

/// The rule files that were embedded into this build, as parents for `extends`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Embedded;

impl Library for Embedded {
    fn find(&self, name: &str) -> Option<Source> {
        found(SOURCES, name)
    }
    fn names(&self) -> Vec<String> {
        names_of(SOURCES)
    }
}

/// The files with values that are embedded into this build, as bases of others.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmbeddedValues;

impl Library for EmbeddedValues {
    fn find(&self, name: &str) -> Option<Source> {
        found(VALUES, name)
    }
    fn names(&self) -> Vec<String> {
        names_of(VALUES)
    }
}

impl EmbeddedValues {
    /// The values of the game with this rule file, where that is embedded as well.
    pub(crate) fn of(rules: &Source) -> Option<Source> {
        let game = SOURCES.iter().find(|file| file.path == rules.file && file.source() == *rules)?;
        found(VALUES, game.name)
    }

    /// Is this one of them?
    pub(crate) fn has(values: &Source) -> bool {
        VALUES.iter().any(|file| file.path == values.file && file.source() == *values)
    }
}

fn found(files: &[File], name: &str) -> Option<Source> {
    files.iter().find(|file| file.name == name).map(File::source)
}

fn names_of(files: &[File]) -> Vec<String> {
    files.iter().map(|file| file.name.to_string()).collect()
}
