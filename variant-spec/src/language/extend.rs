//! `extends`: loads a file and its parents, and merges them into one tree.
//!
//! The merge works on the text's own form, so that a file only says what differs:
//! * fields and map entries are merged one by one, at any depth; `None` removes what was inherited;
//! * what is written for one side only differs for that side only;
//! * everything else replaces what was inherited; in a list the word `Inherited` stands for the inherited items;
//! * `origin` is the file's own: where a game comes from says nothing about its descendants.

use super::{
    context::{Context, Span},
    syntax::{self, Field, Kind, Node},
};
use crate::{
    Library,
    diagnostic::{Source, nearest},
    limits::{FILE_BYTES, ITEMS, PARENTS, size},
};

/// Reads `source` and everything it extends. `None` when there is nothing to go on with.
pub(crate) fn load(context: &mut Context, source: &Source, library: &dyn Library) -> Option<Node> {
    let mut chain = vec![read(context, source.clone())?];
    let mut names = vec![stem(source)];
    while let Some((name, span)) = parent(context, chain.last()?) {
        if let Some(first) = names.iter().position(|known| *known == name) {
            report_circle(context, library, &names, first, span);
            break;
        }
        let Some(found) = library.find(&name) else {
            let known = library.names();
            let help = match nearest(&name, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("games that can be extended: {}", known.join(", ")),
            };
            context.error(span, "unknown-parent", format!("there is no game \"{name}\" to extend")).help = Some(help);
            break;
        };
        if chain.len() > PARENTS {
            let message = format!("more than {PARENTS} files extend each other, which is the limit");
            context.error(span, "too-many-parents", message).help =
                Some("write what several of them say into one file".to_string());
            break;
        }
        chain.push(read(context, found)?);
        names.push(name);
    }
    let mut merged = chain.pop()?;
    while let Some(child) = chain.pop() {
        if let Kind::Struct(fields) = &mut merged.kind {
            fields.retain(|field| field.name != "origin");
        }
        let sides = side_names(&child).or_else(|| side_names(&merged)).unwrap_or(default_side_names());
        merged = merge(context, &sides, "", child, merged);
    }
    report_leftovers(context, &mut merged);
    Some(merged)
}

/// The tree of a file; `None` when it is larger than any may be.
pub(crate) fn read(context: &mut Context, source: Source) -> Option<Node> {
    let too_large = source.text.len() > FILE_BYTES;
    let file = context.add(source);
    if too_large {
        let message = format!("the file is larger than {}, which is the limit for a rule file", size(FILE_BYTES));
        context.error(Span { file, start: 0, end: 1 }, "file-too-large", message).help =
            Some("the rules of a game take a page or two: is this the right file?".to_string());
        return None;
    }
    Some(syntax::read(context, file))
}

/// The last file extends one that is under way already, the one with the number `first`.
fn report_circle(context: &mut Context, library: &dyn Library, names: &[String], first: usize, span: Span) {
    let name = &names[first];
    let file = &context.source(first).clone();
    // A file that hides another one of its name was hardly meant by that.
    if let Some(meant) = library.find_besides(name, file) {
        let itself = if first + 1 == names.len() { "this file itself".to_string() } else { format!("`{}`", file.file) };
        let message =
            format!("`extends: \"{name}\"` finds {itself}, which has the same name as the game that is meant");
        let own = format!("{}my-{name}.ron", &file.file[..file.file.len() - base(&file.file).len()]);
        let help = format!("rename it, for example to `{own}`; then `{}` is found", meant.file);
        context.error(span, "extends-itself", message).help = Some(help);
        return;
    }
    if first + 1 == names.len() {
        let message =
            format!("this file extends itself: it is called \"{name}\", and there is no other game of that name");
        let help = "say everything in this file, or extend another game, as in `extends: \"chess\"`";
        context.error(span, "extends-itself", message).help = Some(help.to_string());
        return;
    }
    let mut circle: Vec<&str> = names[first..].iter().map(String::as_str).collect();
    circle.push(name);
    let files: Vec<String> = (first..names.len()).map(|of| format!("`{}`", context.source(of).file)).collect();
    let message = format!("`extends` goes in a circle: {}", circle.join(" -> "));
    context.error(span, "extends-cycle", message).help =
        Some(format!("one of {} has to say everything itself, or extend another game", files.join(", ")));
}

/// The name of a file without its folder.
fn base(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// The stem of a file name, in the form of an identifier: `variants/King-of-the-Hill.ron` is `king-of-the-hill`.
pub(crate) fn stem(source: &Source) -> String {
    let clean = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c.to_ascii_lowercase() } else { '-' };
    let id: String = source.stem().chars().map(clean).collect();
    if id.is_empty() { "game".to_string() } else { id }
}

fn fields(node: &Node) -> &[Field] {
    match &node.kind {
        Kind::Struct(fields) => fields,
        _ => &[],
    }
}

fn parent(context: &mut Context, node: &Node) -> Option<(String, Span)> {
    let field = fields(node).iter().find(|f| f.name == "extends")?;
    match &field.value.kind {
        Kind::Text(text) => Some((text.value.clone(), field.value.span)),
        Kind::Broken => {
            context.parent_is_unreadable = true;
            None
        }
        _ if field.value.is_none() => None,
        _ => {
            let message = format!("expected the name of a game in quotes, found {}", field.value.describe());
            context.error(field.value.span, "bad-extends", message).help =
                Some("as in `extends: \"chess\"`".to_string());
            None
        }
    }
}

/// Names of the sides where a file has none.
pub(crate) fn default_side_names() -> Vec<String> {
    vec!["White".to_string(), "Black".to_string()]
}

/// Names of the sides that this file states.
fn side_names(node: &Node) -> Option<Vec<String>> {
    let sides = fields(node).iter().find(|f| f.name == "sides")?;
    let Kind::List(items) = &sides.value.kind else { return None };
    let name = |item: &Node| {
        let field = fields(item).iter().find(|f| f.name == "name")?;
        match &field.value.kind {
            Kind::Text(text) => Some(text.value.clone()),
            _ => None,
        }
    };
    let names: Vec<String> = items.iter().map(name).collect::<Option<_>>()?;
    // Names that cannot be a side's are reported later; until then they are no names.
    let usable = |name: &String| name.starts_with(|c: char| c.is_ascii_uppercase());
    (!names.is_empty() && names.iter().all(usable)).then_some(names)
}

/// Some fields have a short form, which says only their main part: `promotes: "Q"` is `promotes: (to: "Q")`.
pub(crate) fn expand_short_form(field: &str, node: Node) -> Node {
    let main = match field {
        "promotes" => "to",
        "start" => "fen",
        _ => return node,
    };
    let several = matches!(&node.kind, Kind::List(items)
        if items.iter().any(|item| fields(item).iter().any(|f| f.name == "to")));
    let short = matches!(node.kind, Kind::Text(_) | Kind::List(_)) && !several;
    if !short {
        return node;
    }
    let span = node.span;
    let name_span = Span { end: span.start, ..span };
    Node { span, kind: Kind::Struct(vec![Field { name: main.to_string(), name_span, value: node, shared: false }]) }
}

/// `child`, where it says something, over `parent`. `name` is the field both are values of.
fn merge(context: &mut Context, sides: &[String], name: &str, child: Node, parent: Node) -> Node {
    if child.is_none() || matches!(child.kind, Kind::Broken) {
        return child;
    }
    if child.is_by_side() && !parent.is_by_side() {
        if !context.spend_values(child.span, parent.size() * sides.len()) {
            return Node { span: child.span, kind: Kind::Broken };
        }
        let parent = by_side(sides, &parent);
        return merge(context, sides, name, child, parent);
    }
    let child = if child.is_by_side() { child } else { expand_short_form(name, child) };
    let parent = if parent.is_by_side() { parent } else { expand_short_form(name, parent) };
    let span = child.span;
    let (own_by_side, inherited_by_side) = (child.is_by_side(), parent.is_by_side());
    let kind = match (child.kind, parent.kind) {
        (Kind::Struct(own), Kind::Struct(inherited)) => {
            if inherited_by_side && !own_by_side {
                // What is said for both sides goes over what each has; a side that has lost it stays without.
                let node = Node { span, kind: Kind::Struct(own) };
                let over = |field: Field| match field.value.is_none() {
                    true => field,
                    false => Field { value: merge(context, sides, name, node.clone(), field.value), ..field },
                };
                Kind::Struct(inherited.into_iter().map(over).collect())
            } else {
                let inner = own_by_side.then_some(name);
                Kind::Struct(merge_fields(context, sides, inner, own, inherited))
            }
        }
        (Kind::Map(own), Kind::Map(inherited)) => {
            for field in own.iter().filter(|f| f.value.is_none()) {
                if inherited.iter().all(|f| f.name != field.name) {
                    let known: Vec<&str> = inherited.iter().map(|f| f.name.as_str()).collect();
                    let help = crate::diagnostic::suggestion(&field.name, &known);
                    let message = format!("\"{}\" is not inherited, so it cannot be removed", field.name);
                    context.error(field.name_span, "nothing-to-remove", message).help = Some(help);
                }
            }
            Kind::Map(merge_fields(context, sides, None, own, inherited))
        }
        (Kind::List(own), inherited) => {
            let inherited = match inherited {
                Kind::List(items) => items,
                _ if parent.span == span => Vec::new(),
                kind => vec![Node { span: parent.span, kind }],
            };
            let inherited_size = inherited.iter().map(Node::size).sum();
            let mut items = Vec::new();
            for item in own {
                if !item.is_inherited() {
                    items.push(item);
                } else if context.spend_values(item.span, inherited_size) {
                    items.extend(inherited.iter().cloned());
                }
            }
            if items.len() > ITEMS {
                let message =
                    format!("with what is inherited this list has more than {ITEMS} items, which is the limit");
                context.error(span, "too-many-items", message);
                items.truncate(ITEMS);
            }
            Kind::List(items)
        }
        (own, _) => own,
    };
    Node { span, kind }
}

/// Fields of the child over those of the parent: inherited order first, then what is new. `inner` is the field that all
/// of them are values of, when they are the values of one field for each side.
fn merge_fields(
    context: &mut Context,
    sides: &[String],
    inner: Option<&str>,
    own: Vec<Field>,
    inherited: Vec<Field>,
) -> Vec<Field> {
    let mut own: Vec<Option<Field>> = own.into_iter().map(Some).collect();
    let mut merged = Vec::new();
    for field in inherited {
        // The first of a kind is merged, a second one is kept and reported as a duplicate later.
        let found = own.iter_mut().find(|f| f.as_ref().is_some_and(|f| f.name == field.name)).and_then(Option::take);
        merged.push(match found {
            Some(child) => {
                let value = merge(context, sides, inner.unwrap_or(&field.name), child.value, field.value);
                Field { value, ..child }
            }
            None => field,
        });
    }
    merged.extend(own.into_iter().flatten());
    merged
}

/// The same value for each side.
fn by_side(sides: &[String], node: &Node) -> Node {
    let name_span = Span { end: node.span.start, ..node.span };
    let field = |name: &String| Field { name: name.clone(), name_span, value: node.clone(), shared: true };
    Node { span: node.span, kind: Kind::Struct(sides.iter().map(field).collect()) }
}

/// `Inherited` where nothing was inherited; it is reported and taken out.
fn report_leftovers(context: &mut Context, node: &mut Node) {
    match &mut node.kind {
        Kind::List(items) => {
            for item in items {
                if item.is_inherited() {
                    let message = "nothing is inherited here";
                    context.error(item.span, "nothing-inherited", message).help = Some(
                        "`Inherited` stands for the items of the list in the file that this one extends".to_string(),
                    );
                    item.kind = Kind::Broken;
                }
                report_leftovers(context, item);
            }
        }
        Kind::Tuple(items) => items.iter_mut().for_each(|item| report_leftovers(context, item)),
        Kind::Struct(fields) | Kind::Map(fields) => {
            fields.iter_mut().for_each(|f| report_leftovers(context, &mut f.value));
        }
        Kind::Name(_, Some(body)) => report_leftovers(context, body),
        _ => {}
    }
}
