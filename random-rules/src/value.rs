//! A rule file as data: composed, printed, and taken apart piece by piece.

use std::fmt::Write;

/// Columns that a value may take in one line.
const WIDTH: usize = 150;

/// A value of a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A word, a number or a truth value.
    Word(String),
    /// A text in quotes.
    Text(String),
    /// A word with something in parentheses: `Drop(["K"])`, `Convert(around: "W")`.
    Call(String, Box<Value>),
    /// `(name: value)`; values by side as well.
    Fields(Vec<(String, Value)>),
    /// `{"key": value}`.
    Map(Vec<(String, Value)>),
    /// `[value]`.
    List(Vec<Value>),
}

/// A word, a number or a truth value.
pub fn word(text: impl ToString) -> Value {
    Value::Word(text.to_string())
}

/// A text in quotes.
pub fn text(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

/// A word with something in parentheses.
pub fn call(name: &str, body: Value) -> Value {
    Value::Call(name.to_string(), Box::new(body))
}

/// Fields in parentheses.
pub fn fields<const N: usize>(list: [(&str, Value); N]) -> Value {
    Value::Fields(list.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

/// A list of texts.
pub fn texts<T: Into<String>>(list: impl IntoIterator<Item = T>) -> Value {
    Value::List(list.into_iter().map(text).collect())
}

impl Value {
    /// Adds a field or an entry, or replaces the one of this name.
    pub fn set(&mut self, name: &str, value: Value) {
        let (Value::Fields(list) | Value::Map(list)) = self else { return };
        match list.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => list.push((name.to_string(), value)),
        }
    }

    /// A field or an entry.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let (Value::Fields(list) | Value::Map(list)) = self else { return None };
        list.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The text of a rule file.
    pub fn print(&self) -> String {
        let mut out = String::new();
        let Value::Fields(list) = self else { return self.in_one_line() };
        out.push_str("(\n");
        for (name, value) in list {
            let _ = write!(out, "    {name}: ");
            value.print_at(4, name.len() + 6, &mut out);
            out.push_str(",\n");
        }
        out.push_str(")\n");
        out
    }

    /// Prints at an indentation, in a line that has so many columns already.
    fn print_at(&self, indent: usize, column: usize, out: &mut String) {
        let line = self.in_one_line();
        if column + line.len() <= WIDTH || !self.is_container() {
            out.push_str(&line);
            return;
        }
        let inner = " ".repeat(indent + 4);
        let (open, close) = match self {
            Value::Map(_) => ("{", "}"),
            Value::List(_) => ("[", "]"),
            _ => ("(", ")"),
        };
        match self {
            Value::Call(name, body) if matches!(**body, Value::Fields(_)) => {
                out.push_str(name);
                return body.print_at(indent, column + name.len(), out);
            }
            Value::Call(name, body) => {
                let _ = write!(out, "{name}(");
                body.print_at(indent, column + name.len() + 1, out);
                return out.push(')');
            }
            _ => {}
        }
        let _ = writeln!(out, "{open}");
        let mut item = |key: String, value: &Value| {
            let _ = write!(out, "{inner}{key}");
            value.print_at(indent + 4, indent + 4 + key.len(), out);
            out.push_str(",\n");
        };
        match self {
            Value::Fields(list) => list.iter().for_each(|(name, value)| item(format!("{name}: "), value)),
            Value::Map(list) => list.iter().for_each(|(name, value)| item(format!("\"{name}\": "), value)),
            Value::List(list) => list.iter().for_each(|value| item(String::new(), value)),
            _ => {}
        }
        let _ = write!(out, "{}{close}", " ".repeat(indent));
    }

    fn is_container(&self) -> bool {
        !matches!(self, Value::Word(_) | Value::Text(_))
    }

    fn in_one_line(&self) -> String {
        let join = |items: Vec<String>| items.join(", ");
        match self {
            Value::Word(word) => word.clone(),
            Value::Text(text) => format!("\"{text}\""),
            Value::Call(name, body) => match &**body {
                Value::Fields(_) => format!("{name}{}", body.in_one_line()),
                _ => format!("{name}({})", body.in_one_line()),
            },
            Value::Fields(list) => {
                let item = |(name, value): &(String, Value)| format!("{name}: {}", value.in_one_line());
                format!("({})", join(list.iter().map(item).collect()))
            }
            Value::Map(list) => {
                let item = |(name, value): &(String, Value)| format!("\"{name}\": {}", value.in_one_line());
                format!("{{{}}}", join(list.iter().map(item).collect()))
            }
            Value::List(list) => format!("[{}]", join(list.iter().map(Value::in_one_line).collect())),
        }
    }

    /// Is this written side by side?
    fn is_by_side(&self) -> bool {
        matches!(self, Value::Fields(list)
            if !list.is_empty() && list.iter().all(|(name, _)| name.starts_with(|c: char| c.is_ascii_uppercase())))
    }

    /// The values in it, with the names of fields and entries.
    fn children(&self) -> Vec<(&str, &Value)> {
        match self {
            Value::Word(_) | Value::Text(_) => Vec::new(),
            Value::Call(_, body) => vec![("", body)],
            Value::Fields(list) | Value::Map(list) => list.iter().map(|(name, value)| (name.as_str(), value)).collect(),
            Value::List(list) => list.iter().map(|value| ("", value)).collect(),
        }
    }

    /// The same with another value in one place.
    fn with(&self, at: usize, child: Value) -> Value {
        let mut other = self.clone();
        match &mut other {
            Value::Word(_) | Value::Text(_) => {}
            Value::Call(_, body) => **body = child,
            Value::Fields(list) | Value::Map(list) => list[at].1 = child,
            Value::List(list) => list[at] = child,
        }
        other
    }

    /// The same without what is in one place, where something can be left out.
    fn without(&self, at: usize) -> Option<Value> {
        let mut other = self.clone();
        match &mut other {
            Value::Word(_) | Value::Text(_) | Value::Call(..) => return None,
            Value::Fields(list) | Value::Map(list) => drop(list.remove(at)),
            Value::List(list) => drop(list.remove(at)),
        }
        Some(other)
    }

    /// All values that have one thing less: an item, a field, a difference between the sides.
    pub fn smaller(&self) -> Vec<Value> {
        let children = self.children();
        let mut all: Vec<Value> = (0..children.len()).filter_map(|at| self.without(at)).collect();
        if self.is_by_side() {
            all.extend(children.iter().map(|&(_, child)| child.clone()));
        }
        for (at, (_, child)) in children.into_iter().enumerate() {
            all.extend(child.smaller().into_iter().map(|smaller| self.with(at, smaller)));
        }
        all
    }

    /// All values in which one text is another: those that `edit` makes of it, which is told the field that it is in.
    pub fn edited(&self, field: &str, edit: &dyn Fn(&str, &str) -> Vec<String>) -> Vec<Value> {
        if let Value::Text(text) = self {
            return edit(field, text).into_iter().map(Value::Text).collect();
        }
        let named = matches!(self, Value::Fields(_)) && !self.is_by_side();
        let mut all = Vec::new();
        for (at, (name, child)) in self.children().into_iter().enumerate() {
            let edited = child.edited(if named { name } else { field }, edit);
            all.extend(edited.into_iter().map(|edited| self.with(at, edited)));
        }
        all
    }

    /// Calls `visit` with each text in it, and the name of the field that it is in.
    pub fn each_text(&self, field: &str, visit: &mut dyn FnMut(&str, &str)) {
        if let Value::Text(text) = self {
            visit(field, text);
        }
        let named = matches!(self, Value::Fields(_)) && !self.is_by_side();
        self.children().into_iter().for_each(|(name, child)| child.each_text(if named { name } else { field }, visit));
    }

    /// Calls `visit` with each field and each word in it, as `field` and `field: Word`.
    pub fn each_name(&self, field: &str, visit: &mut dyn FnMut(String)) {
        match self {
            Value::Word(word) | Value::Call(word, _) if word.starts_with(|c: char| c.is_ascii_uppercase()) => {
                visit(format!("{field}: {word}"));
            }
            Value::Fields(_) if self.is_by_side() => visit("by side".to_string()),
            _ => {}
        }
        let named = matches!(self, Value::Fields(_)) && !self.is_by_side();
        for (name, child) in self.children() {
            if named {
                visit(name.to_string());
            }
            child.each_name(if named { name } else { field }, visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_ron() {
        let mut value = fields([
            ("board", fields([("files", word(4))])),
            ("must", Value::List(vec![word("Capture"), call("Drop", texts(["K", "Q"]))])),
            ("on_capture", call("Explode", fields([("around", text("W"))]))),
        ]);
        value.set("pieces", Value::Map(vec![("K".to_string(), fields([("moves", texts(["K"]))]))]));
        let expected = "(\n    board: (files: 4),\n    must: [Capture, Drop([\"K\", \"Q\"])],\n    on_capture: Explode(around: \"W\"),\n    \
            pieces: {\"K\": (moves: [\"K\"])},\n)\n";
        assert_eq!(value.print(), expected);
    }

    #[test]
    fn every_smaller_value_has_one_thing_less() {
        let value = fields([("a", texts(["x", "y"])), ("b", fields([("White", word("A")), ("Black", word("B"))]))]);
        let smaller: Vec<String> = value.smaller().iter().map(Value::in_one_line).collect();
        let expected = [
            "(b: (White: A, Black: B))",
            "(a: [\"x\", \"y\"])",
            "(a: [\"y\"], b: (White: A, Black: B))",
            "(a: [\"x\"], b: (White: A, Black: B))",
            "(a: [\"x\", \"y\"], b: (Black: B))",
            "(a: [\"x\", \"y\"], b: (White: A))",
            "(a: [\"x\", \"y\"], b: A)",
            "(a: [\"x\", \"y\"], b: B)",
        ];
        assert_eq!(smaller, expected);
    }
}
