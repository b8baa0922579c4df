//! One text for both sides: token streams that differ only in names and numbers become `S::pick(first, second)`.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
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
    let (a, b): (Vec<_>, Vec<_>) = (first.into_iter().collect(), second.into_iter().collect());
    if a.len() != b.len() {
        return None;
    }
    let mut merged = Vec::new();
    for (i, (x, y)) in a.iter().zip(&b).enumerate() {
        let indexed = matches!(a.get(i + 1), Some(TokenTree::Group(g)) if g.delimiter() == Delimiter::Bracket);
        merged.extend(merge_trees(x, y, indexed)?);
    }
    Some(merged.into_iter().collect())
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
            let constant = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase()) && name == name.to_uppercase();
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
