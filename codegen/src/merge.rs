//! One text for both sides: token streams that differ only in names and numbers become `S::pick(first, second)`.

use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};
use quote::quote;

/// The code for a side as a type parameter `S`, from what each side needs.
///
/// Equal code stays as it is; code of equal shape gets `S::pick` where names or numbers differ; anything else becomes a choice by `S::ME`,
/// which is a constant.
pub(crate) fn merge(first: TokenStream, second: TokenStream) -> TokenStream {
    match merge_streams(first.clone(), second.clone()) {
        Some(merged) => merged,
        None if first.is_empty() => quote!(if S::ME == 1 { #second }),
        None if second.is_empty() => quote!(if S::ME == 0 { #first }),
        None => quote!(if S::ME == 0 { #first } else { #second }),
    }
}

/// The same for more than two sides, whose code is told by the variable `me` at run time: what differs in names or numbers becomes a table,
/// anything else a choice.
pub(crate) fn merge_many(code: Vec<TokenStream>) -> TokenStream {
    if let Some(merged) = tabulate_streams(code.clone()) {
        return merged;
    }
    let last = code.len() - 1;
    let arms = code[..last].iter().enumerate().map(|(side, code)| {
        let side = Literal::usize_unsuffixed(side);
        quote!(#side => { #code })
    });
    let rest = &code[last];
    quote!(match me { #(#arms)* _ => { #rest } })
}

/// Streams of one shape as one, with tables where they differ.
fn tabulate_streams(streams: Vec<TokenStream>) -> Option<TokenStream> {
    let columns: Vec<Vec<Item>> = streams.into_iter().map(items).collect();
    let length = columns[0].len();
    if columns.iter().any(|column| column.len() != length) {
        return None;
    }
    let mut merged = TokenStream::new();
    for place in 0..length {
        let row: Vec<&Item> = columns.iter().map(|column| &column[place]).collect();
        let is_group = |item: Option<&Item>, delimiter| matches!(item, Some(Item::Tree(TokenTree::Group(g))) if g.delimiter() == delimiter);
        let before = place.checked_sub(1).map(|before| &columns[0][before]);
        // What stands in a macro's parentheses may be a pattern.
        let in_macro = matches!(before, Some(Item::Tree(TokenTree::Punct(p))) if p.as_char() == '!')
            && is_group(Some(row[0]), Delimiter::Parenthesis);
        merged.extend(tabulate(&row, is_group(columns[0].get(place + 1), Delimiter::Bracket), in_macro)?);
    }
    Some(merged)
}

/// One place of streams of one shape. `indexed`: brackets follow; `in_macro`: it has to be the same in all, but for comments.
fn tabulate(row: &[&Item], indexed: bool, in_macro: bool) -> Option<TokenStream> {
    let texts: Vec<String> = row.iter().map(|item| item.tokens().to_string()).collect();
    if texts.iter().all(|text| *text == texts[0]) {
        return Some(row[0].tokens());
    }
    let groups: Vec<&Group> = row
        .iter()
        .filter_map(|item| if let Item::Tree(TokenTree::Group(group)) = item { Some(group) } else { None })
        .collect();
    if groups.len() == row.len() {
        let delimiter = groups[0].delimiter();
        let is_text = |group: &&Group| {
            let inner = items(group.stream());
            matches!(&inner[..], [Item::Tree(TokenTree::Literal(text))] if text.to_string().starts_with('"'))
        };
        if in_macro {
            return groups.iter().all(is_text).then(|| row[0].tokens());
        }
        if groups.iter().any(|group| group.delimiter() != delimiter) {
            return None;
        }
        let inner = tabulate_streams(groups.iter().map(|group| group.stream()).collect())?;
        return Some(TokenTree::Group(Group::new(delimiter, inner)).into());
    }
    let constant = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase()) && name == name.to_uppercase();
    let boolean = |name: &str| matches!(name, "true" | "false");
    let idents = row.iter().all(|item| matches!(item, Item::Tree(TokenTree::Ident(_))));
    let numbers = row.iter().all(|item| matches!(item, Item::Minus(_) | Item::Tree(TokenTree::Literal(_))))
        && !texts[0].starts_with('"');
    let values = row.iter().map(|item| item.tokens());
    if idents && texts.iter().all(|text| constant(text)) && indexed {
        Some(quote!([#(&#values),*][me]))
    } else if numbers || idents && (texts.iter().all(|text| constant(text)) || texts.iter().all(|text| boolean(text))) {
        Some(quote!([#(#values),*][me]))
    } else {
        None
    }
}

/// The merged code, where the two have the same shape.
pub(crate) fn try_merge(first: TokenStream, second: TokenStream) -> Option<TokenStream> {
    merge_streams(first, second)
}

fn merge_streams(first: TokenStream, second: TokenStream) -> Option<TokenStream> {
    let (a, b) = (items(first), items(second));
    if a.len() != b.len() {
        return None;
    }
    let mut merged = TokenStream::new();
    for (i, pair) in a.iter().zip(&b).enumerate() {
        merged.extend(match pair {
            (Item::Tree(TokenTree::Group(x)), Item::Tree(TokenTree::Group(y))) if is_matches(&a[..i]) => {
                merge_matches(x, y)?
            }
            (x, y) if is_arm(&a[i + 1..]) => {
                let (x, y) = (x.tokens(), y.tokens());
                (x.to_string() == y.to_string()).then_some(x)?
            }
            (Item::Tree(x), Item::Tree(y)) => {
                let next = a.get(i + 1);
                let indexed =
                    matches!(next, Some(Item::Tree(TokenTree::Group(g))) if g.delimiter() == Delimiter::Bracket);
                merge_trees(x, y, indexed)?
            }
            (Item::Minus(x), Item::Minus(y)) if x.to_string() == y.to_string() => quote!(-#x),
            (Item::Minus(x), Item::Minus(y)) => quote!(S::pick(-#x, -#y)),
            (Item::Minus(x), Item::Tree(TokenTree::Literal(y))) => quote!(S::pick(-#x, #y)),
            (Item::Tree(TokenTree::Literal(x)), Item::Minus(y)) => quote!(S::pick(#x, -#y)),
            _ => return None,
        });
    }
    Some(merged)
}

/// Does `matches!` come before what follows these tokens?
fn is_matches(before: &[Item]) -> bool {
    matches!(before, [.., Item::Tree(TokenTree::Ident(name)), Item::Tree(TokenTree::Punct(mark))] if name == "matches" && mark.as_char() == '!')
}

/// The insides of `matches!`: what is asked about may differ, the pattern may not, in which nothing can be called.
fn merge_matches(x: &Group, y: &Group) -> Option<TokenStream> {
    let halves = |group: &Group| {
        let trees: Vec<TokenTree> = group.stream().into_iter().collect();
        let comma = trees.iter().position(|tree| matches!(tree, TokenTree::Punct(p) if p.as_char() == ','))?;
        let half = |trees: &[TokenTree]| trees.iter().cloned().collect::<TokenStream>();
        Some((half(&trees[..comma]), half(&trees[comma..])))
    };
    let ((asked, pattern), (other, pattern_of_other)) = (halves(x)?, halves(y)?);
    if pattern.to_string() != pattern_of_other.to_string() {
        return None;
    }
    let asked = merge_streams(asked, other)?;
    Some(TokenTree::Group(Group::new(x.delimiter(), quote!(#asked #pattern))).into())
}

/// Are these tokens, which follow one of a pattern, the rest of that pattern and an arrow?
fn is_arm(after: &[Item]) -> bool {
    for (index, item) in after.iter().enumerate() {
        match item {
            Item::Tree(TokenTree::Punct(p)) if matches!(p.as_char(), '|' | ':' | '.') => {}
            Item::Tree(TokenTree::Punct(p)) if p.as_char() == '=' => match after.get(index + 1) {
                Some(Item::Tree(TokenTree::Punct(next))) if next.as_char() == '>' => return true,
                _ if index > 0
                    && matches!(&after[index - 1], Item::Tree(TokenTree::Punct(dot)) if dot.as_char() == '.') => {}
                _ => return false,
            },
            Item::Minus(_) | Item::Tree(TokenTree::Ident(_) | TokenTree::Literal(_)) => {}
            Item::Tree(_) => return false,
        }
    }
    false
}

/// A token, or a negative number (which token streams hold as two).
enum Item {
    Tree(TokenTree),
    Minus(Literal),
}

impl Item {
    fn tokens(&self) -> TokenStream {
        match self {
            Item::Tree(tree) => tree.clone().into(),
            Item::Minus(number) => quote!(-#number),
        }
    }
}

fn items(stream: TokenStream) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let minus = matches!(&tree, TokenTree::Punct(p) if p.as_char() == '-');
        let unary = match items.last() {
            None => true,
            Some(Item::Tree(TokenTree::Punct(p))) => matches!(p.as_char(), '=' | ','),
            _ => false,
        };
        match trees.peek() {
            Some(TokenTree::Literal(number)) if minus && unary => {
                items.push(Item::Minus(number.clone()));
                trees.next();
            }
            _ => items.push(Item::Tree(tree)),
        }
    }
    items
}

fn merge_trees(x: &TokenTree, y: &TokenTree, indexed: bool) -> Option<TokenStream> {
    match (x, y) {
        (TokenTree::Group(a), TokenTree::Group(b)) if a.delimiter() == b.delimiter() => {
            let inner = merge_streams(a.stream(), b.stream())?;
            Some(TokenTree::Group(Group::new(a.delimiter(), inner)).into())
        }
        (TokenTree::Punct(a), TokenTree::Punct(b)) => (a.as_char() == b.as_char()).then(|| x.clone().into()),
        (TokenTree::Ident(a), TokenTree::Ident(b)) if a == b => Some(x.clone().into()),
        (TokenTree::Ident(a), TokenTree::Ident(b)) => {
            let (name_a, name_b) = (a.to_string(), b.to_string());
            let constant =
                |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase()) && name == name.to_uppercase();
            let boolean = |name: &str| matches!(name, "true" | "false");
            match (constant(&name_a) && constant(&name_b), boolean(&name_a) && boolean(&name_b)) {
                (true, _) if indexed => Some(quote!(S::pick(&#a, &#b))),
                (true, _) | (_, true) => Some(quote!(S::pick(#a, #b))),
                _ => None,
            }
        }
        (TokenTree::Literal(a), TokenTree::Literal(b)) => {
            let (text_a, text_b) = (a.to_string(), b.to_string());
            if text_a == text_b || text_a.starts_with('"') {
                return Some(x.clone().into());
            }
            Some(quote!(S::pick(#a, #b)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(first: &str, second: &str) -> String {
        let [first, second] = [first, second].map(|text| text.parse().expect("tokens"));
        merge(first, second).to_string()
    }

    #[test]
    fn patterns_call_nothing() {
        for (first, second) in [
            ("if matches ! (piece , PAWN | ROOK) { 1 }", "if matches ! (piece , KNIGHT | ROOK) { 1 }"),
            ("match piece { PAWN => 1 , _ => 2 }", "match piece { KNIGHT => 1 , _ => 2 }"),
            ("match piece { PAWN | ROOK => 1 , _ => 2 }", "match piece { KNIGHT | ROOK => 1 , _ => 2 }"),
            ("match number { 1 ..= 2 => 1 , _ => 2 }", "match number { 1 ..= 3 => 1 , _ => 2 }"),
        ] {
            assert_eq!(merged(first, second), format!("if S :: ME == 0 {{ {first} }} else {{ {second} }}"));
        }
    }

    #[test]
    fn names_and_numbers_are_picked() {
        assert_eq!(
            merged("matches ! (kinds [PAWN] , Some (_))", "matches ! (kinds [ROOK] , Some (_))"),
            "matches ! (kinds [S :: pick (PAWN , ROOK)] , Some (_))"
        );
        assert_eq!(
            merged("a = ! (PAWN) & 1", "a = ! (ROOK) & 2"),
            "a = ! (S :: pick (PAWN , ROOK)) & S :: pick (1 , 2)"
        );
        assert_eq!(
            merged("match a { 1 => PAWN , _ => 2 }", "match a { 1 => ROOK , _ => 3 }"),
            "match a { 1 => S :: pick (PAWN , ROOK) , _ => S :: pick (2 , 3) }"
        );
    }
}
