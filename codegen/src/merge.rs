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

/// A token, or a negative number (which token streams hold as two).
enum Item {
    Tree(TokenTree),
    Minus(Literal),
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
