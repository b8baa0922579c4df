//! The bases of files with values: other games, whose values are lent.

use super::{EXTENSION, FIELDS};
use crate::{
    Library, Source,
    diagnostic::nearest,
    language::{Context, Kind, Node, Span, read_file},
    library,
    limits::PARENTS,
};
use std::path::PathBuf;

/// A folder of files with values, found by the names of their games.
#[derive(Clone, Debug)]
pub struct ValuesFolder(pub PathBuf);

impl Library for ValuesFolder {
    fn find(&self, name: &str) -> Option<Source> {
        library::find(&self.0, name, EXTENSION)
    }
    fn names(&self) -> Vec<String> {
        library::names(&self.0, EXTENSION)
    }
}

/// Nobody has values to lend.
pub(super) struct NoBases;

impl Library for NoBases {
    fn find(&self, _: &str) -> Option<Source> {
        None
    }
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A file, its base, the base of that, and so on.
pub(super) fn load(context: &mut Context, source: &Source, bases: &dyn Library) -> Vec<Node> {
    let mut chain: Vec<Node> = read_file(context, source.clone()).into_iter().collect();
    let mut names = vec![source.stem().trim_end_matches(EXTENSION).trim_end_matches('.').to_string()];
    while let Some((name, span)) = chain.last().and_then(|node| base(context, node)) {
        if let Some(first) = names.iter().position(|known| *known == name) {
            report_circle(context, &names[first..], span);
            break;
        }
        let Some(found) = bases.find(&name) else {
            let known = bases.names();
            let help = match nearest(&name, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None if known.is_empty() => "no other game has values here".to_string(),
                None => format!("games that have values: {}", known.join(", ")),
            };
            let message = format!("there are no values of a game \"{name}\" to begin with");
            context.error(span, "unknown-base", message).help = Some(help);
            break;
        };
        if chain.len() > PARENTS {
            let message = format!("more than {PARENTS} files with values are each other's bases, which is the limit");
            context.error(span, "too-many-bases", message).help =
                Some("name a game with values of its own".to_string());
            break;
        }
        let Some(node) = read_file(context, found) else { break };
        chain.push(node);
        names.push(name);
    }
    chain
}

/// Is there nothing in a file but a base?
pub(super) fn is_all(source: &Source) -> bool {
    let mut context = Context::new();
    let Some(root) = read_file(&mut context, source.clone()) else { return false };
    let is_base = base(&mut context, &root).is_some();
    let fields = context.fields(&root, "a file with values", &FIELDS, None);
    let says_more = fields.is_none_or(|fields| FIELDS[1..].iter().any(|name| fields.value(name).is_some()));
    is_base && !says_more && !context.has_errors()
}

/// Does a file say something of its own in this field?
pub(super) fn says(source: &Source, field: &str) -> bool {
    let mut context = Context::new();
    let Some(root) = read_file(&mut context, source.clone()) else { return false };
    let fields = context.fields(&root, "a file with values", &FIELDS, None);
    fields.is_some_and(|fields| fields.value(field).is_some())
}

/// The name of the base, where there is one.
fn base(context: &mut Context, node: &Node) -> Option<(String, Span)> {
    let Kind::Struct(fields) = &node.kind else { return None };
    let field = fields.iter().find(|field| field.name == "base")?;
    match &field.value.kind {
        Kind::Text(text) => Some((text.value.clone(), field.value.span)),
        Kind::Broken => None,
        _ => {
            let message = format!("expected the name of a game in quotes, found {}", field.value.describe());
            context.error(field.value.span, "bad-base", message).help = Some("as in `base: \"chess\"`".to_string());
            None
        }
    }
}

/// The last of these files names the first one as its base.
fn report_circle(context: &mut Context, names: &[String], span: Span) {
    let Some(first) = names.first() else { return };
    let (message, help) = match names {
        [name] => (
            format!("the values of \"{name}\" are said to be their own base"),
            "name another game, or leave `base` out".to_string(),
        ),
        _ => (
            format!("`base` goes in a circle: {} -> {first}", names.join(" -> ")),
            "one of these files has to say everything itself".to_string(),
        ),
    };
    context.error(span, "base-cycle", message).help = Some(help);
}
