//! Figures of pieces: `Connected(shape: Row(length: 5, along: "Q"))`.

use super::*;

impl<'a> World<'a> {
    /// `Row(length: 4)`, `Block(files: 2, ranks: 2)`, `Line(count: 4)`, `Path(from: "first rank", to: "last rank", by: "K")`.
    pub(super) fn formation(&mut self, node: &'a Node) -> Option<Formation> {
        let (word, body) = self.context.word(node, &["Row", "Block", "Line", "Path"])?;
        let known: &[&str] = match word {
            "Row" => &["length", "along", "exactly"],
            "Block" => &["files", "ranks"],
            "Line" => &["count", "along"],
            _ => &["from", "to", "by"],
        };
        let fields = self.context.body(word, node.span, body, known, None);
        let formation = match word {
            "Row" => self.row(&fields)?,
            "Block" => self.block(&fields)?,
            "Line" => {
                let count = self.formation_number(&fields, word, "count", "a number of pieces", 2..=32)?;
                Formation::Line { count, along: self.along(&fields) }
            }
            _ => self.path(&fields)?,
        };
        if !self.context.has_errors() && !self.fits(&formation) {
            let message = format!("no such `{word}` fits on this board");
            self.context.error(node.span, "impossible-end", message).help =
                Some(format!("the board has {} files and {} ranks", self.board.files, self.board.ranks));
        }
        Some(formation)
    }

    fn row(&mut self, fields: &Fields<'a>) -> Option<Formation> {
        let length = self.formation_number(fields, "Row", "length", "a number of squares", 2..=32)? as i16;
        let exactly = fields.value("exactly").and_then(|node| self.context.truth(node)).unwrap_or(false);
        let along = self.along(fields);
        let pattern = |step: Step| {
            let at = |n: i16| Step { dx: n * step.dx, dy: n * step.dy };
            let free = if exactly { vec![at(-1), at(length)] } else { Vec::new() };
            Pattern { occupied: (0..length).map(at).collect(), free }
        };
        Some(Formation::Pattern(along.into_iter().map(pattern).collect()))
    }

    fn block(&mut self, fields: &Fields<'a>) -> Option<Formation> {
        let [files, ranks] = ["files", "ranks"].map(|name| {
            self.formation_number(fields, "Block", name, &format!("the number of {name} of the block"), 1..=32)
        });
        let (files, ranks) = (files? as i16, ranks? as i16);
        let occupied = (0..ranks).flat_map(|dy| (0..files).map(move |dx| Step { dx, dy })).collect();
        Some(Formation::Pattern(vec![Pattern { occupied, free: Vec::new() }]))
    }

    fn path(&mut self, fields: &Fields<'a>) -> Option<Formation> {
        let mut end = |name: &str| {
            let Some(node) = fields.region(name) else {
                self.missing_in_formation(fields, "Path", name, "a region");
                return None;
            };
            (0..self.sides.len()).map(|side| self.squares_or_none(node, side)).collect::<Option<Vec<SquareSet>>>()
        };
        let (from, to) = (end("from"), end("to"));
        let Some(by) = fields.value("by") else {
            self.missing_in_formation(fields, "Path", "by", "the step from one piece to the next");
            return None;
        };
        let positive = |step: Step| if (step.dy, step.dx) < (0, 0) { step.reversed() } else { step };
        let mut steps: Vec<Step> = self.offsets(by).into_iter().map(positive).collect();
        steps.sort_unstable();
        steps.dedup();
        Some(Formation::Path { from: from?, to: to?, steps })
    }

    /// `along: "R"`; all directions to neighbours (of hexagons: over their sides) when nothing is said.
    fn along(&mut self, fields: &Fields<'a>) -> Vec<Step> {
        match fields.value("along") {
            Some(node) => self.directions(node),
            None => {
                let lines: &[(i16, i16)] = match self.board.grid {
                    Grid::Squares => &[(1, 0), (-1, 1), (0, 1), (1, 1)],
                    Grid::Hexagons => &[(1, 0), (0, 1), (1, 1)],
                };
                lines.iter().map(|&(dx, dy)| Step { dx, dy }).collect()
            }
        }
    }

    fn formation_number(
        &mut self,
        fields: &Fields<'a>,
        word: &str,
        name: &str,
        what: &str,
        range: std::ops::RangeInclusive<u16>,
    ) -> Option<u16> {
        let Some(node) = fields.value(name) else {
            self.missing_in_formation(fields, word, name, what);
            return None;
        };
        self.context.number(node, what, *range.start(), *range.end())
    }

    fn missing_in_formation(&mut self, fields: &Fields<'a>, word: &str, name: &str, what: &str) {
        let example = match word {
            "Row" => "Row(length: 5)",
            "Block" => "Block(files: 2, ranks: 2)",
            "Line" => "Line(count: 4)",
            _ => "Path(from: \"first rank\", to: \"last rank\", by: \"K\")",
        };
        let message = format!("`{word}` does not say `{name}`: {what}");
        self.context.error(fields.span, "missing-field", message).help = Some(format!("as in `{example}`"));
    }

    /// Could some side make the figure, had it pieces enough for the whole board?
    fn fits(&self, formation: &Formation) -> bool {
        let all = self.board.all();
        let anywhere = |pattern: &Pattern| {
            let exists = |from, step: &Step| self.board.step(from, *step).is_some();
            all.iter().any(|from| pattern.occupied.iter().all(|step| exists(from, step)))
        };
        match formation {
            Formation::Pattern(patterns) => patterns.iter().any(anywhere),
            other => (0..self.sides.len()).any(|side| other.is_made(&self.board, &all, side as SideId)),
        }
    }
}
