//! Odd games, compiled: see `rules/`. They exist so that every kernel, board word and strategy of the generator is compared with the interpreter,
//! not only those that a played game happens to need.

include!(concat!(env!("OUT_DIR"), "/trials.rs"));

/// The compiled games.
pub fn variants() -> &'static [&'static dyn wazir_runtime::Variant] {
    VARIANTS
}
