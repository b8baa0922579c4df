//! Counts of moves: `CountedOut(counts: [(at_most: 1, limits: [(moves: 64)])])`.

use super::*;

impl<'a> World<'a> {
    /// The counts of a rule about the end.
    pub(super) fn counted_out(&mut self, fields: &Fields<'a>) -> Option<Condition> {
        let example = "CountedOut(counts: [(at_most: 1, limits: [(moves: 64)])])";
        let list = self.counting_list(fields, "CountedOut", "counts", example)?;
        let counts: Vec<Option<Count>> = list.iter().map(|item| self.count(item)).collect();
        Some(Condition::CountedOut { counts: counts.into_iter().collect::<Option<Vec<Count>>>()? })
    }

    fn count(&mut self, node: &'a Node) -> Option<Count> {
        let fields = self.context.fields(node, "a count", &["at_most", "without", "from", "limits"], None)?;
        let at_most = fields.value("at_most").map(|node| self.context.number(node, "a number of pieces", 1, 1024));
        let without = fields.value("without").map(|node| self.pieces_node(node)).unwrap_or_default();
        let start = match fields.value("from").and_then(|node| self.context.plain_word(node, &["Zero", "Pieces"])) {
            Some("Pieces") => CountStart::Pieces,
            _ => CountStart::Zero,
        };
        let list =
            self.counting_list(&fields, "a count", "limits", "limits: [(pieces: [\"R\"], at_least: 2, moves: 8)]")?;
        let mut limits: Vec<CountLimit> = Vec::new();
        for item in list {
            let limit = self.count_limit(item)?;
            let is_covered = |earlier: &CountLimit| {
                let all = limit.pieces.iter().all(|piece| earlier.pieces.contains(piece));
                all && earlier.at_least <= limit.at_least
            };
            if limits.iter().any(is_covered) {
                let message = "an earlier limit holds whenever this one does, so that this one never decides";
                self.context.error(item.span, "end-never-reached", message);
            }
            limits.push(limit);
        }
        Some(Count { at_most: at_most.unwrap_or(Some(u16::MAX))?, without, start, limits })
    }

    fn count_limit(&mut self, node: &'a Node) -> Option<CountLimit> {
        let fields = self.context.fields(node, "the limit of a count", &["pieces", "at_least", "moves"], None)?;
        let mut pieces = self.types(&fields, "pieces");
        pieces.sort_unstable();
        let at_least = fields.value("at_least").map(|node| self.context.number(node, "a number of pieces", 1, 1024));
        let Some(moves) = fields.value("moves") else {
            let message = "this limit does not say how many `moves` may be counted";
            self.context.error(node.span, "missing-field", message).help =
                Some("as in `(pieces: [\"R\"], at_least: 2, moves: 8)`".to_string());
            return None;
        };
        let moves = self.context.number(moves, "a number of moves of the side that counts", 1, 10_000)?;
        Some(CountLimit { pieces, at_least: at_least.unwrap_or(Some(1))?, moves })
    }

    /// A list that has something in it.
    fn counting_list(&mut self, fields: &Fields<'a>, what: &str, name: &str, example: &str) -> Option<&'a [Node]> {
        let list = fields.value(name).map(items);
        if list.is_none_or(<[Node]>::is_empty) {
            let what = if what == "CountedOut" { "`CountedOut`" } else { what };
            let message = format!("{what} does not say which `{name}`");
            self.context.error(fields.span, "missing-field", message).help = Some(format!("as in `{example}`"));
            return None;
        }
        list
    }
}
