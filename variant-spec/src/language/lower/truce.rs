//! Captures that may not be answered in kind.

use super::*;

impl<'a> World<'a> {
    /// `truce: (of: ["N"], by: AllBut(["N"]))`
    pub(super) fn truce(&mut self, root: &Fields<'a>) -> Option<Truce> {
        let node = root.value("truce")?;
        let body = self.context.fields(node, "`truce`", &["of", "by"], root.side)?;
        let Some(of) = body.value("of") else {
            self.context.error(node.span, "missing-field", "`truce` does not say `of` which types").help =
                Some("as in `truce: (of: [\"N\"], by: AllBut([\"N\"]))`".to_string());
            return None;
        };
        let of = self.pieces_node(of);
        let by = self.types(&body, "by");
        Some(Truce { of, by, cause: self.context.cause(root.place("truce")) })
    }
}

/// A truce about captures that nobody can make.
pub(in crate::language) fn check(world: &mut World<'_>, rules: &Rules) {
    for (side, play) in rules.play.iter().enumerate() {
        let Some(truce) = &play.truce else { continue };
        let place = world.root.place("truce");
        let captures = |&piece: &PieceId| {
            let own = rules.pieces[piece as usize].sides[side].as_ref();
            own.is_some_and(|own| own.victims.iter().any(|victim| truce.of.contains(victim)))
        };
        if !truce.by.iter().any(captures) && !world.context.told(place, "idle-truce") {
            let name = &rules.sides[side].name;
            let message = format!("`truce` means nothing for {name}: no piece of `by` can capture one of `of`");
            world.context.error(place, "idle-truce", message).help =
                Some(format!("`truce: ({name}: None)` takes it from one side"));
        }
    }
}
