//! Reading typed values off the tree: fields with known names, words, numbers, texts; each mistake is reported.

use super::{
    context::{Context, Span},
    syntax::{Field, Kind, Node, Text},
};
use crate::diagnostic::suggestion;
use crate::limits::{NAME_BYTES, size};
use crate::rules::SideId;

/// For which side a value is read.
#[derive(Clone, Copy)]
pub(crate) struct For<'a> {
    /// Names of the sides.
    pub(crate) names: &'a [String],
    /// The side.
    pub(crate) side: SideId,
}

/// The fields of one `( ... )`, seen by one side.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a> {
    pub(crate) list: &'a [Field],
    pub(crate) side: Option<For<'a>>,
    pub(crate) span: Span,
}

impl<'a> Fields<'a> {
    /// No fields: everything takes its default.
    pub(crate) fn none(span: Span, side: Option<For<'a>>) -> Fields<'a> {
        Fields { list: &[], side, span }
    }

    /// The value of a field for the side, unless it is not given or `None`.
    pub(crate) fn value(&self, name: &str) -> Option<&'a Node> {
        let field = self.field(name)?;
        let node = match self.side {
            Some(side) => for_side(&field.value, side)?,
            None => &field.value,
        };
        (!node.is_none()).then_some(node)
    }

    /// The value of a field that is a region, as it was written: whether it was written by side tells how to read it.
    pub(crate) fn region(&self, name: &str) -> Option<&'a Node> {
        self.value(name).and(self.field(name)).map(|field| &field.value)
    }

    /// The field itself, for its place.
    pub(crate) fn field(&self, name: &str) -> Option<&'a Field> {
        self.list.iter().find(|f| f.name == name)
    }

    /// Where the field was written, or the whole when it was not.
    pub(crate) fn place(&self, name: &str) -> Span {
        self.field(name).map_or(self.span, Field::span)
    }
}

/// What a value is for one side: `(White: ..., Black: ...)` has a value for each, everything else is for all.
pub(crate) fn for_side<'a>(node: &'a Node, side: For<'_>) -> Option<&'a Node> {
    match &node.kind {
        Kind::Struct(fields) if node.is_by_side() => {
            fields.iter().find(|f| f.name == side.names[side.side as usize]).map(|f| &f.value)
        }
        _ => Some(node),
    }
}

impl Context {
    /// "expected X, found Y".
    pub(crate) fn wrong_type(&mut self, node: &Node, expected: &str) {
        if !matches!(node.kind, Kind::Broken) {
            let message = format!("expected {expected}, found {}", node.describe());
            let help = node.is_by_side().then(|| "this is the same for both sides".to_string());
            self.error(node.span, "wrong-type", message).help = help;
        }
    }

    /// The fields of `( ... )`; reports those that are not `known`, and those that are given twice. `what` names the thing they describe.
    pub(crate) fn fields<'a>(
        &mut self,
        node: &'a Node,
        what: &str,
        known: &[&str],
        side: Option<For<'a>>,
    ) -> Option<Fields<'a>> {
        let Kind::Struct(list) = &node.kind else {
            self.wrong_type(node, &format!("the fields of {what} in parentheses"));
            return None;
        };
        self.check_fields(list, what, known);
        Some(Fields { list, side, span: node.span })
    }

    fn check_fields(&mut self, list: &[Field], what: &str, known: &[&str]) {
        for (i, field) in list.iter().enumerate() {
            if self.told(field.name_span, "unknown-field") {
                continue;
            }
            if !known.contains(&field.name.as_str()) {
                let help = suggestion(&field.name, known);
                let message = format!("{what} has no field `{}`", field.name);
                self.error(field.name_span, "unknown-field", message).help = Some(help);
            } else if list[..i].iter().any(|f| f.name == field.name) {
                self.error(field.name_span, "duplicate", format!("`{}` is given twice", field.name));
            }
        }
    }

    /// The entries of a map; reports keys that are given twice.
    pub(crate) fn entries<'a>(&mut self, node: &'a Node, example: &str) -> &'a [Field] {
        match &node.kind {
            Kind::Map(entries) => {
                for (i, entry) in entries.iter().enumerate() {
                    if entries[..i].iter().any(|e| e.name == entry.name) {
                        self.error(entry.name_span, "duplicate", format!("\"{}\" is given twice", entry.name));
                    }
                }
                entries
            }
            _ => {
                self.wrong_type(node, &format!("a map, as in `{example}`"));
                &[]
            }
        }
    }

    /// A text.
    pub(crate) fn text<'a>(&mut self, node: &'a Node, what: &str) -> Option<&'a Text> {
        match &node.kind {
            Kind::Text(text) => Some(text),
            _ => {
                self.wrong_type(node, &format!("{what} in quotes"));
                None
            }
        }
    }

    /// A text that names something: no longer than any name may be.
    pub(crate) fn name<'a>(&mut self, node: &'a Node, what: &str) -> Option<&'a Text> {
        let text = self.text(node, what)?;
        if text.value.len() <= NAME_BYTES {
            return Some(text);
        }
        let message = format!("{what} of more than {} is too long: that is the limit", size(NAME_BYTES));
        self.error(Span { end: node.span.start + 1, ..node.span }, "too-long", message);
        None
    }

    /// A whole number from `from` to `to`.
    pub(crate) fn number(&mut self, node: &Node, what: &str, from: u16, to: u16) -> Option<u16> {
        let Kind::Number(text) = &node.kind else {
            self.wrong_type(node, &format!("{what} ({from} to {to})"));
            return None;
        };
        let number = text.replace('_', "").parse().ok().filter(|n| (from..=to).contains(n));
        if number.is_none() {
            self.error(node.span, "bad-number", format!("expected {what} ({from} to {to}), found {text}"));
        }
        number
    }

    /// A number from 0 to 10,000 with at most two decimals, in hundredths.
    pub(crate) fn hundredths(&mut self, node: &Node, what: &str) -> Option<u32> {
        let expected = format!("{what} (0 to 10000, with at most two decimals)");
        let Kind::Number(text) = &node.kind else {
            self.wrong_type(node, &expected);
            return None;
        };
        let text = text.replace('_', "");
        let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
        let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        let well_formed = digits(whole) && digits(decimals) && !whole.is_empty() && decimals.len() <= 2;
        let number = well_formed.then(|| format!("{whole}{decimals:0<2}").parse().ok()).flatten();
        let number = number.filter(|&number: &u32| number <= 1_000_000);
        if number.is_none() {
            self.error(node.span, "bad-number", format!("expected {expected}, found {text}"));
        }
        number
    }

    /// `true` or `false`.
    pub(crate) fn truth(&mut self, node: &Node) -> Option<bool> {
        match node.kind {
            Kind::Bool(value) => Some(value),
            _ => {
                self.wrong_type(node, "`true` or `false`");
                None
            }
        }
    }

    /// A word of those that are `known`, with what stands in parentheses behind it.
    pub(crate) fn word<'a>(
        &mut self,
        node: &'a Node,
        known: &[&'static str],
    ) -> Option<(&'static str, Option<&'a Node>)> {
        let list = || known.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", ");
        let Kind::Name(name, body) = &node.kind else {
            self.wrong_type(node, &format!("one of {}", list()));
            return None;
        };
        match known.iter().find(|k| *k == name) {
            Some(&word) => Some((word, body.as_deref())),
            None => {
                let message = format!("expected one of {}, found `{name}`", list());
                let span = Span { end: node.span.start + name.len(), ..node.span };
                let near = crate::diagnostic::nearest(name, known.iter().copied());
                self.error(span, "unknown-word", message).help = near.map(|near| format!("did you mean `{near}`?"));
                None
            }
        }
    }

    /// A word that takes nothing in parentheses.
    pub(crate) fn plain_word(&mut self, node: &Node, known: &[&'static str]) -> Option<&'static str> {
        let (word, body) = self.word(node, known)?;
        self.no_body(word, body);
        Some(word)
    }

    /// Reports parentheses behind a word that takes none.
    pub(crate) fn no_body(&mut self, word: &str, body: Option<&Node>) {
        if let Some(body) = body.filter(|body| !matches!(body.kind, Kind::Broken)) {
            self.error(body.span, "wrong-type", format!("`{word}` takes nothing in parentheses"));
        }
    }

    /// The fields behind a word, `Word(field: ...)`; none when nothing stands there.
    pub(crate) fn body<'a>(
        &mut self,
        word: &str,
        span: Span,
        body: Option<&'a Node>,
        known: &[&str],
        side: Option<For<'a>>,
    ) -> Fields<'a> {
        body.and_then(|body| self.fields(body, &format!("`{word}`"), known, side)).unwrap_or(Fields::none(span, side))
    }
}

/// The items of a list; a single value is a list of one.
pub(crate) fn items(node: &Node) -> &[Node] {
    match &node.kind {
        Kind::List(items) => items,
        _ => std::slice::from_ref(node),
    }
}
