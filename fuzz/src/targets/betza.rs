//! Any text as Betza notation: refused with places inside the text, or printed to a fixed point and lowered.

use wazir_variant_spec::{
    betza::{Initial, Lowering, lower, parse},
    rules::{Cause, Orientation, SquareSet},
};

/// Takes an input.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let tree = match parse(text) {
        Ok(tree) => tree,
        Err(errors) => {
            assert!(!errors.is_empty());
            assert!(errors.iter().all(|e| text.get(e.span.clone()).is_some()));
            return;
        }
    };
    let printed = tree.to_string();
    let again = parse(&printed).expect("what is printed can be read");
    assert_eq!(again, tree, "{printed}");
    assert_eq!(again.to_string(), printed);
    let all: SquareSet = (0..64).collect();
    for orientation in [Orientation::Upward, Orientation::Downward] {
        let lowering = Lowering {
            grid: Default::default(),
            size: (8, 8),
            royals: Default::default(),
            orientation,
            initial: Initial::On(all),
            unchecked: false,
            safe_way: false,
            over: None,
            push: None,
            from: all,
            to: all,
            cause: Cause::default(),
            budget: Default::default(),
        };
        match lower(&tree, &lowering) {
            Ok(movements) => assert_eq!(movements.len(), tree.moves.len()),
            Err(errors) => assert!(errors.iter().all(|e| text.get(e.span.clone()).is_some())),
        }
    }
}
