//! What has gone on while a position was repeated: `checking_all_along: true`, `chasing_all_along: (by: .., of: ..)`.

use super::*;

impl<'a> World<'a> {
    /// What a side has to have done with every move, for `Repeated` to hold.
    pub(super) fn all_along(&mut self, fields: &Fields<'a>) -> Option<AllAlong> {
        let checking = self.flag(fields, "checking_all_along");
        let Some(node) = fields.value("chasing_all_along") else {
            return Some(if checking { AllAlong::Checking } else { AllAlong::Anything });
        };
        if checking {
            let message = "no move both checks and chases: one rule cannot ask for both all along";
            self.context.error(fields.place("chasing_all_along"), "impossible-end", message).help =
                Some("write two rules, the one that weighs more first".to_string());
        }
        Some(AllAlong::Chasing(self.chase(node)?))
    }

    fn chase(&mut self, node: &'a Node) -> Option<Chase> {
        let known = ["by", "of", "standing_on", "although_protected"];
        let fields = self.context.fields(node, "`chasing_all_along`", &known, None)?;
        let hunters = self.some_types(&fields, "by");
        let mut prey: Vec<Prey> =
            self.some_types(&fields, "of").into_iter().map(|piece| self.easy_prey(piece)).collect();
        for entry in self.entries_of(&fields, "standing_on", "{\"P\": \"far half\"}") {
            let Some(place) = self.prey_named(&prey, entry) else { continue };
            let zones: Option<Vec<SquareSet>> =
                (0..self.sides.len()).map(|side| self.squares_or_none(&entry.value, side)).collect();
            prey[place].zones = zones?;
        }
        for entry in self.entries_of(&fields, "although_protected", "{\"R\": [\"N\", \"B\"]}") {
            let Some(place) = self.prey_named(&prey, entry) else { continue };
            let by = self.pieces_node(&entry.value);
            if let Some(&stranger) = by.iter().find(|piece| !hunters.contains(piece)) {
                let symbol = &self.symbols[stranger as usize];
                let message =
                    format!("\"{symbol}\" chases nothing, so that it does not matter what is protected from it");
                self.context.error(entry.value.span, "impossible-end", message).help =
                    Some("name it in `by`, or leave it out here".to_string());
            }
            prey[place].although_protected = by;
        }
        Some(Chase { hunters, prey })
    }

    /// The types of a field that has to name some; all of them where it is left out.
    fn some_types(&mut self, fields: &Fields<'a>, name: &str) -> Vec<PieceId> {
        let types = self.types(fields, name);
        if types.is_empty() && !self.context.has_errors() {
            let message = format!("`{name}` names no piece, so that nothing is ever chased");
            self.context.error(fields.place(name), "impossible-end", message);
        }
        types
    }

    /// A type that can be chased everywhere, unless it is protected.
    fn easy_prey(&self, piece: PieceId) -> Prey {
        Prey { piece, zones: vec![self.board.all(); self.sides.len()], although_protected: Vec::new() }
    }

    fn entries_of(&mut self, fields: &Fields<'a>, name: &str, example: &str) -> &'a [Field] {
        fields.value(name).map_or(&[], |node| self.context.entries(node, example))
    }

    /// The place of the named type among what can be chased.
    fn prey_named(&mut self, prey: &[Prey], entry: &Field) -> Option<usize> {
        let piece = self.piece(&entry.name, entry.name_span)?;
        let place = prey.iter().position(|prey| prey.piece == piece);
        if place.is_none() {
            let message = format!("\"{}\" cannot be chased: it is not among the types of `of`", entry.name);
            self.context.error(entry.name_span, "impossible-end", message);
        }
        place
    }
}
