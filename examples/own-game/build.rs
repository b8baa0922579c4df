//! Compiles this crate's own rule file into `OUT_DIR/stampede.rs`. A mistake in the rules is a build error with its place.

fn main() {
    wazir_codegen::compile("rules/stampede.ron");
}
