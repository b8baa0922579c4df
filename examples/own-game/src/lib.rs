//! A game of one's own: `rules/stampede.ron`, compiled by `build.rs`. From here on it is an ordinary Rust module that needs `wazir-runtime` only.

include!(concat!(env!("OUT_DIR"), "/stampede.rs"));
