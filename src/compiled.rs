//! The games that are compiled into this build.

use wazir_runtime::Variant;

/// Every compiled game, by name.
pub fn variants() -> &'static [&'static dyn Variant] {
    &[]
}

/// The rule files the games were compiled from: name, file, text.
pub const SOURCES: &[(&str, &str, &str)] = &[];
