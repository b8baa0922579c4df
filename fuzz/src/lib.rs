//! What nobody should be able to break: the bodies of the fuzz targets, inputs to begin with, and how these are changed.
//!
//! Each [`Target`] is a function that takes any bytes and panics when something is wrong. cargo-fuzz runs it as long as one likes; the tests of this crate run it, without sanitizer and on any
//! toolchain, on the inputs it begins with, on those that once broke it (`fuzz/regressions/`), and on some thousand seeded changes of them.

pub mod games;
pub mod mutate;
pub mod replay;
pub mod seeds;
pub mod targets;

/// Something that takes input from outside.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name: of the fuzz target, and of the folder of its inputs.
    pub name: &'static str,
    /// Takes an input. It panics when something is wrong.
    pub run: fn(&[u8]),
    /// Inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// How many changed inputs the plain test tries: what takes a second or two.
    pub changes: usize,
}

/// All targets.
pub const TARGETS: [Target; 9] = [
    Target { name: "rules", run: targets::rules::run, seeds: seeds::rules, changes: 400 },
    Target { name: "betza", run: targets::betza::run, seeds: seeds::betza, changes: 4000 },
    Target { name: "fen", run: targets::fen::run, seeds: seeds::fen, changes: 700 },
    Target { name: "moves", run: targets::moves::run, seeds: seeds::moves, changes: 500 },
    Target { name: "protocol", run: targets::protocol::run, seeds: seeds::protocol, changes: 300 },
    Target { name: "messages", run: targets::messages::run, seeds: seeds::messages, changes: 500 },
    Target { name: "pgn", run: targets::pgn::run, seeds: seeds::pgn, changes: 1000 },
    Target { name: "live", run: targets::live::run, seeds: seeds::live, changes: 300 },
    Target { name: "requests", run: targets::requests::run, seeds: seeds::requests, changes: 300 },
];

/// The target of this name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}

/// The program of a fuzz target: under cargo-fuzz what libFuzzer calls; otherwise a program that runs the target on the files it is given (see [`replay::main`]).
#[macro_export]
macro_rules! fuzz {
    ($name:literal) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|data: &[u8]| {
            static TARGET: std::sync::LazyLock<$crate::Target> =
                std::sync::LazyLock::new(|| $crate::target($name).expect("a target has this name"));
            (TARGET.run)(data);
        });

        #[cfg(not(fuzzing))]
        fn main() -> std::process::ExitCode {
            $crate::replay::main($name)
        }
    };
}
