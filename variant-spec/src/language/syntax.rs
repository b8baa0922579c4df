//! RON text in, a tree of [`Node`]s out, each with its place in the text.
//!
//! The `ron` crate stops at the first mistake and forgets places, so the language has its own reader for RON's syntax; a test
//! compares what the two accept. After a mistake it goes on behind the next comma or closing bracket.

use super::{
    context::{Context, Mistakes, Span},
    unclosed,
};
use crate::{
    diagnostic::Diagnostic,
    foreign::{self, Foreign},
    limits::{ITEMS, NAME_BYTES, NESTING, TEXT_BYTES, size},
};

/// A value and where it was written.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) kind: Kind,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// `true`, `false`.
    Bool(bool),
    /// A number, as written.
    Number(String),
    /// A text in quotes.
    Text(Text),
    /// `Name`, `Name(...)`; also `None`.
    Name(String, Option<Box<Node>>),
    /// `(field: value, ...)`.
    Struct(Vec<Field>),
    /// `(value, ...)`.
    Tuple(Vec<Node>),
    /// `[value, ...]`.
    List(Vec<Node>),
    /// `{key: value, ...}`.
    Map(Vec<Field>),
    /// Something unreadable that has been reported.
    Broken,
}

/// One `name: value` of a struct or map.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) name_span: Span,
    pub(crate) value: Node,
    /// For the value of one side: it was written for all sides, and came to be given by side when another side's was changed.
    pub(crate) shared: bool,
}

impl Field {
    /// From the start of the name to the end of the value.
    pub(crate) fn span(&self) -> Span {
        // A field whose value was inherited from another file is shown by its value.
        if self.name_span.file == self.value.span.file && self.name_span.start <= self.value.span.end {
            Span { end: self.value.span.end, ..self.name_span }
        } else {
            self.value.span
        }
    }
}

/// A text in quotes: its value, and where each of its bytes was written.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) value: String,
    /// Offset in the source of the first byte of the value.
    start: usize,
    /// Offset in the source of each byte of the value and of its end, when there are escapes.
    offsets: Option<Vec<usize>>,
}

impl Text {
    /// Where a byte range of the value stands in the source.
    pub(crate) fn span(&self, file: usize, range: std::ops::Range<usize>) -> Span {
        let at = |i: usize| {
            let i = i.min(self.value.len());
            self.offsets.as_ref().map_or(self.start + i, |offsets| offsets[i])
        };
        Span { file, start: at(range.start), end: at(range.end) }
    }
}

impl Node {
    /// Of how many values it consists.
    pub(crate) fn size(&self) -> usize {
        1 + match &self.kind {
            Kind::Struct(fields) | Kind::Map(fields) => fields.iter().map(|field| field.value.size()).sum(),
            Kind::Tuple(items) | Kind::List(items) => items.iter().map(Node::size).sum(),
            Kind::Name(_, Some(body)) => body.size(),
            _ => 0,
        }
    }

    /// Is this the word `None`?
    pub(crate) fn is_none(&self) -> bool {
        matches!(&self.kind, Kind::Name(name, None) if name == "None")
    }

    /// Is this the word `Inherited`?
    pub(crate) fn is_inherited(&self) -> bool {
        matches!(&self.kind, Kind::Name(name, None) if name == "Inherited")
    }

    /// Is this written side by side: `(White: ..., Black: ...)`? (Fields of the language are lower case, names of sides are not.)
    pub(crate) fn is_by_side(&self) -> bool {
        matches!(&self.kind, Kind::Struct(fields)
            if !fields.is_empty() && fields.iter().all(|f| f.name.starts_with(|c: char| c.is_ascii_uppercase())))
    }

    /// What kind of value, for messages.
    pub(crate) fn describe(&self) -> &'static str {
        match &self.kind {
            Kind::Bool(_) => "a truth value",
            Kind::Number(_) => "a number",
            Kind::Text(_) => "a text",
            Kind::Name(..) => "a word",
            Kind::Struct(_) => "fields in parentheses",
            Kind::Tuple(_) => "values in parentheses",
            Kind::List(_) => "a list",
            Kind::Map(_) => "a map",
            Kind::Broken => "something unreadable",
        }
    }
}

/// Reads the file with this number of the context.
pub(crate) fn read(context: &mut Context, file: usize) -> Node {
    let text = context.text_of(file).to_string();
    let before = context.mistakes();
    let mut reader = Reader { context, text: &text, file, at: 0, depth: 0, opened: Vec::new(), reached: Vec::new() };
    if reader.text.starts_with('\u{feff}') {
        reader.at = 3;
    }
    reader.skip_blank();
    while reader.rest().starts_with("#!") || reader.rest().starts_with("#[") {
        // `#![enable(implicit_some)]`: always on.
        reader.at += reader.rest().find('\n').unwrap_or(reader.rest().len());
        reader.skip_blank();
    }
    let node = reader.value();
    reader.skip_blank();
    if reader.at < text.len() && !matches!(node.kind, Kind::Broken) {
        let span = Span { file, start: reader.at, end: text.len() };
        let message = "the file goes on behind its closing parenthesis";
        reader.error(span, message).help = Some("one file holds one `( ... )`".to_string());
    }
    let reached = reader.reached;
    if context.len() > before.len() || !matches!(node.kind, Kind::Struct(_)) {
        explained(context, &text, file, before, &reached, node)
    } else {
        node
    }
}

/// What was read of a file that is no RON, or holds something else than fields: where the reason for all its mistakes can be told, that is reported in their place.
fn explained(
    context: &mut Context,
    text: &str,
    file: usize,
    before: Mistakes,
    reached: &[(usize, usize)],
    node: Node,
) -> Node {
    if let Some(Foreign { what, help }) = foreign::recognise(text.as_bytes()) {
        context.forget_since(before);
        let start = text.len() - text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']).len();
        let end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        let span = Span { file, start, end };
        let message = format!("this is {what}, not a rule file in RON");
        context.error(span, "foreign-format", message).help = Some(help.to_string());
        return Node { kind: Kind::Broken, ..node };
    }
    let Some(unclosed) = (context.len() > before.len()).then(|| unclosed::find(text)).flatten() else { return node };
    let first = before.told_in_full();
    let forgotten = context.forget_since(before);
    for (number, mistake) in (first..).zip(forgotten) {
        // What was found before is a mistake of its own.
        if reached.iter().any(|&(of, at)| of == number && at <= unclosed.open.start) {
            let Diagnostic { span, code, message, help, .. } = mistake;
            context.error(Span { file, start: span.start, end: span.end }, code, message).help = help;
        }
    }
    let span = Span { file, start: unclosed.open.start, end: unclosed.open.end };
    let (line, column) = context.place(file, unclosed.next.unwrap_or_default());
    let help = unclosed.next.map(|_| format!("the next one begins at line {line}, column {column}"));
    context.error(span, "syntax", unclosed.message).help = help;
    Node { kind: Kind::Broken, ..node }
}

/// Could this be a name or a word, rather than what stands between two texts?
fn is_plain(text: &str) -> bool {
    text.len() <= NAME_BYTES && text.chars().all(|c| c.is_alphanumeric() || " _-+.".contains(c))
}

struct Reader<'a> {
    context: &'a mut Context,
    text: &'a str,
    file: usize,
    at: usize,
    depth: usize,
    /// Brackets that are open, innermost last.
    opened: Vec<char>,
    /// The number of each mistake in the context among those that are told, and how far the text had been read when it was found.
    reached: Vec<(usize, usize)>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn span_from(&self, start: usize) -> Span {
        Span { file: self.file, start, end: self.at }
    }

    fn error(&mut self, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.reached.push((self.context.told_in_full(), self.at));
        self.context.error(span, "syntax", message)
    }

    /// A limit has been reached: nothing more is read.
    fn too_much(&mut self, span: Span, code: &'static str, what: String) {
        self.reached.push((self.context.told_in_full(), self.at));
        self.context.error(span, code, format!("{what}: that is the limit")).help =
            Some("the file is read up to here".to_string());
        self.at = self.text.len();
    }

    /// Is what was read from `start` to here longer than any name or number?
    fn is_overlong(&mut self, start: usize) -> bool {
        let overlong = self.at - start > NAME_BYTES;
        if overlong {
            let span = self.span_from(start);
            self.too_much(span, "too-long", format!("a word of more than {}", size(NAME_BYTES)));
        }
        overlong
    }

    /// Skips white space and comments.
    fn skip_blank(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("/*") {
                self.skip_block_comment();
            } else {
                return;
            }
        }
    }

    fn skip_block_comment(&mut self) {
        let start = self.at;
        let mut depth = 0;
        while self.at < self.text.len() {
            if self.rest().starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if self.rest().starts_with("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return;
                }
            } else {
                self.at += self.peek().map_or(1, char::len_utf8);
            }
        }
        self.error(Span { file: self.file, start, end: start + 2 }, "this comment is never closed; expected `*/`");
    }

    fn value(&mut self) -> Node {
        self.skip_blank();
        let start = self.at;
        self.depth += 1;
        let here = Span { file: self.file, start, end: start + 1 };
        let kind = if self.depth > NESTING {
            self.too_much(here, "too-deep", format!("brackets within brackets, more than {NESTING} deep"));
            Kind::Broken
        } else if !self.context.spend_values(here, 1) {
            self.at = self.text.len();
            Kind::Broken
        } else {
            self.kind(start)
        };
        self.depth -= 1;
        Node { span: self.span_from(start), kind }
    }

    fn kind(&mut self, start: usize) -> Kind {
        match self.peek() {
            Some('"') => self.quoted(),
            Some('r') if self.rest()[1..].trim_start_matches('#').starts_with('"') => self.raw_quoted(),
            Some('\'') => self.character(),
            Some('(') => self.parenthesis(),
            Some('[') => Kind::List(self.items('[', ']', |reader| Some(reader.value()))),
            Some('{') => Kind::Map(self.items('{', '}', Self::entry)),
            Some('+' | '-' | '.' | '0'..='9') => self.number(),
            Some(c) if c.is_ascii_alphabetic() || c == '_' => self.word(),
            Some(c) => {
                self.at += c.len_utf8();
                let span = self.span_from(start);
                self.at = start;
                self.error(span, format!("expected a value, found `{c}`"));
                Kind::Broken
            }
            None => {
                // An unclosed bracket has its own message.
                if self.opened.is_empty() {
                    self.error(self.span_from(start), "the file is empty; expected `( ... )`").help =
                        Some("the shortest rule file is `(extends: \"chess\")`".to_string());
                }
                Kind::Broken
            }
        }
    }

    fn quoted(&mut self) -> Kind {
        let open = self.at;
        self.at += 1;
        let start = self.at;
        let mut value = String::new();
        let mut offsets = Vec::new();
        let mut escaped = false;
        loop {
            let here = self.at;
            let Some(c) = self.peek() else {
                // The rest of the line is all that can have been meant.
                self.at = start + self.text[start..].find('\n').unwrap_or(self.text.len() - start);
                self.error(
                    Span { file: self.file, start: open, end: open + 1 },
                    "this text is never closed; expected `\"`",
                );
                return Kind::Broken;
            };
            self.at += c.len_utf8();
            let c = match c {
                '"' => break,
                '\\' if self.context.is_overwhelmed() => {
                    self.at = self.text.len();
                    return Kind::Broken;
                }
                '\\' => {
                    escaped = true;
                    match self.escape(here) {
                        Some(c) => c,
                        None => continue,
                    }
                }
                c => c,
            };
            value.push(c);
            offsets.resize(value.len(), here);
        }
        offsets.push(self.at - 1);
        if value.len() > TEXT_BYTES {
            return self.overlong_text(open);
        }
        Kind::Text(Text { value, start, offsets: escaped.then_some(offsets) })
    }

    /// A text that is longer than any may be; it is passed over.
    fn overlong_text(&mut self, open: usize) -> Kind {
        let span = Span { file: self.file, start: open, end: open + 1 };
        let message = format!("this text is longer than {}, which is the limit", size(TEXT_BYTES));
        self.context.error(span, "too-long", message);
        Kind::Broken
    }

    /// The character an escape stands for; the backslash has been read.
    fn escape(&mut self, start: usize) -> Option<char> {
        let c = self.peek();
        self.at += c.map_or(0, char::len_utf8);
        let hexadecimal = |digits: &str| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        let result = match c {
            Some('n') => Some('\n'),
            Some('t') => Some('\t'),
            Some('r') => Some('\r'),
            Some('0') => Some('\0'),
            Some(c @ ('\\' | '"' | '\'')) => Some(c),
            Some('x') => {
                let digits = self.rest().get(..2).unwrap_or("");
                self.at += digits.len();
                hexadecimal(digits)
            }
            Some('u') if self.rest().starts_with('{') => {
                let close = self.rest().find('}').filter(|&close| close <= 8);
                let digits = close.map_or("", |close| &self.rest()[1..close]);
                self.at += close.map_or(0, |close| close + 1);
                hexadecimal(digits)
            }
            _ => None,
        };
        if result.is_none() {
            let span = self.span_from(start);
            self.error(span, format!("unknown escape `{}`", &self.text[start..self.at]));
        }
        result
    }

    fn raw_quoted(&mut self) -> Kind {
        let open = self.at;
        let hashes = self.rest()[1..].bytes().take_while(|&b| b == b'#').count();
        let start = self.at + hashes + 2;
        let end = format!("\"{}", "#".repeat(hashes));
        match self.text[start..].find(&end) {
            Some(length) => {
                self.at = start + length + end.len();
                if length > TEXT_BYTES {
                    return self.overlong_text(open);
                }
                let value = self.text[start..start + length].to_string();
                Kind::Text(Text { value, start, offsets: None })
            }
            None => {
                self.at = start;
                let span = Span { file: self.file, start: open, end: start };
                self.error(span, format!("this text is never closed; expected `{end}`"));
                Kind::Broken
            }
        }
    }

    /// `'w'`: a text of one character.
    fn character(&mut self) -> Kind {
        let open = self.at;
        self.at += 1;
        let start = self.at;
        let c = match self.peek() {
            Some('\\') => {
                self.at += 1;
                self.escape(start)
            }
            c => {
                self.at += c.map_or(0, char::len_utf8);
                c
            }
        };
        match c {
            Some(c) if self.peek() == Some('\'') => {
                let offsets = Some([vec![start; c.len_utf8()], vec![self.at]].concat());
                self.at += 1;
                Kind::Text(Text { value: c.to_string(), start, offsets })
            }
            _ => {
                // A text in single quotes, of a line, is read over: its rest would be taken for other mistakes.
                let line = self.text[start..].lines().next().unwrap_or_default();
                let text = line.find('\'').map(|length| &line[..length]).filter(|text| is_plain(text));
                self.at = text.map_or(self.at, |text| start + text.len() + 1);
                let span = self.span_from(open);
                let help = text.map(|text| format!("write `\"{text}\"`"));
                self.error(span, "expected one character between single quotes; a text has double quotes").help = help;
                Kind::Broken
            }
        }
    }

    fn number(&mut self) -> Kind {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-._".contains(c)).unwrap_or(rest.len());
        let start = self.at;
        self.at += length;
        if self.is_overlong(start) { Kind::Broken } else { Kind::Number(rest[..length].to_string()) }
    }

    fn identifier(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// An identifier that is not longer than any may be.
    fn name(&mut self) -> Option<&'a str> {
        let start = self.at;
        let name = self.identifier();
        if self.is_overlong(start) { None } else { Some(name) }
    }

    fn word(&mut self) -> Kind {
        let Some(name) = self.name() else { return Kind::Broken };
        match name {
            "true" => return Kind::Bool(true),
            "false" => return Kind::Bool(false),
            _ => {}
        }
        let end = self.at;
        self.skip_blank();
        if self.peek() != Some('(') {
            self.at = end;
            return Kind::Name(name.to_string(), None);
        }
        let body = self.value();
        if name == "Some" {
            // `Some(x)` is `x`.
            return match body.kind {
                Kind::Tuple(mut items) if items.len() == 1 => items.remove(0).kind,
                other => other,
            };
        }
        Kind::Name(name.to_string(), Some(Box::new(body)))
    }

    fn parenthesis(&mut self) -> Kind {
        if self.starts_struct() {
            Kind::Struct(self.items('(', ')', Self::field))
        } else {
            let items = self.items('(', ')', |reader| Some(reader.value()));
            if items.is_empty() { Kind::Struct(Vec::new()) } else { Kind::Tuple(items) }
        }
    }

    /// Does `(` start `(name: ...`?
    fn starts_struct(&mut self) -> bool {
        let start = self.at;
        self.at += 1;
        self.skip_blank();
        let name = self.identifier();
        let named = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        self.skip_blank();
        let colon = self.peek() == Some(':');
        self.at = start;
        named && colon
    }

    fn field(&mut self) -> Option<Field> {
        let start = self.at;
        let name = self.name()?.to_string();
        let name_span = self.span_from(start);
        if name.is_empty() {
            let found = self.peek().map_or(String::new(), |c| c.to_string());
            let span = Span { end: start + found.len(), ..name_span };
            self.error(span, format!("expected a field, as in `name: \"...\"`, found `{found}`"));
            return None;
        }
        self.skip_blank();
        if self.peek() != Some(':') {
            self.error(name_span, format!("expected `:` and a value behind `{name}`"));
            return None;
        }
        self.at += 1;
        Some(Field { name, name_span, value: self.value(), shared: false })
    }

    fn entry(&mut self) -> Option<Field> {
        let key = self.value();
        let name = match key.kind {
            Kind::Text(text) if text.value.len() > NAME_BYTES => {
                let message = format!("a name of more than {}: that is the limit", size(NAME_BYTES));
                self.context.error(Span { end: key.span.start + 1, ..key.span }, "too-long", message);
                return None;
            }
            Kind::Text(text) => text.value,
            Kind::Broken => return None,
            _ => {
                self.error(key.span, format!("expected a text in quotes before `:`, found {}", key.describe()));
                return None;
            }
        };
        self.skip_blank();
        if self.peek() != Some(':') {
            self.error(key.span, format!("expected `:` and a value behind \"{name}\""));
            return None;
        }
        self.at += 1;
        Some(Field { name, name_span: key.span, value: self.value(), shared: false })
    }

    /// Items between brackets, separated by commas. An item that returns `None` has reported its mistake.
    fn items<T>(&mut self, open: char, close: char, item: impl Fn(&mut Self) -> Option<T>) -> Vec<T> {
        let start = self.at;
        self.at += 1;
        self.opened.push(close);
        let mut items = Vec::new();
        let mut complete = true;
        loop {
            self.skip_blank();
            match self.peek() {
                None => {
                    if complete {
                        let span = Span { file: self.file, start, end: start + 1 };
                        self.error(span, format!("this `{open}` is never closed; expected `{close}`"));
                    }
                    break;
                }
                Some(c) if c == close => {
                    self.at += 1;
                    break;
                }
                Some(c @ (')' | ']' | '}')) => {
                    let (line, column) = self.context.place(self.file, self.at);
                    // One that closes something further out ends this as well; else it is a slip for the right one.
                    if self.opened[..self.opened.len() - 1].contains(&c) {
                        let span = Span { file: self.file, start, end: start + 1 };
                        let message = format!("this `{open}` is never closed; expected `{close}`");
                        self.error(span, message).help =
                            Some(format!("at the latest before the `{c}` at line {line}, column {column}"));
                    } else {
                        let span = Span { file: self.file, start: self.at, end: self.at + 1 };
                        self.at += 1;
                        self.error(span, format!("expected `{close}` for the `{open}` before, found `{c}`"));
                    }
                    break;
                }
                Some(_) => {}
            }
            let before = self.at;
            let errors = self.context.len();
            if self.context.is_overwhelmed() {
                self.at = self.text.len();
                break;
            }
            if items.len() == ITEMS {
                let span = Span { file: self.file, start: self.at, end: self.at + 1 };
                self.too_much(span, "too-many-items", format!("more than {ITEMS} items between one pair of brackets"));
                break;
            }
            let value = item(self);
            let failed = value.is_none() || self.context.len() > errors;
            items.extend(value);
            self.skip_blank();
            match self.peek() {
                Some(',') => self.at += 1,
                Some(')' | ']' | '}') => {}
                // What was left open further in has been reported there.
                None => complete = !failed,
                Some(_) if failed => self.recover(before),
                Some(c) => {
                    let span = Span { file: self.file, start: self.at, end: self.at + c.len_utf8() };
                    self.error(span, format!("expected `,` or `{close}` before this"));
                    // Where another item starts, only the comma is missing.
                    if !c.is_ascii_alphanumeric() && !"\"([{".contains(c) {
                        self.recover(self.at);
                    }
                }
            }
        }
        self.opened.pop();
        items
    }

    /// Goes on behind the next comma, or to the next closing bracket, of this level.
    fn recover(&mut self, before: usize) {
        self.at = self.at.max(before);
        let mut depth = 0;
        while let Some(c) = self.peek() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' if depth == 0 => return,
                ')' | ']' | '}' => depth -= 1,
                ',' if depth == 0 => {
                    self.at += 1;
                    return;
                }
                '"' => {
                    let rest = &self.rest()[1..];
                    let close = rest.find(['"', '\n']).unwrap_or(0);
                    self.at += close + 1;
                }
                _ => {}
            }
            self.at += self.peek().map_or(0, char::len_utf8);
        }
    }
}
