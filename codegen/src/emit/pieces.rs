//! The enum of the game's piece types, by which other people's code names them.

use super::*;

impl Emitter<'_> {
    pub(super) fn piece_enum(&self) -> TokenStream {
        let rules = self.plan.rules;
        let names = variants(rules.pieces.iter().map(|piece| &*piece.name));
        let names: Vec<Ident> = names.iter().map(|name| format_ident!("{name}")).collect();
        let docs = rules.pieces.iter().map(|piece| format!(" {} `{}`", piece.name, piece.symbol));
        let doc = format!(" The piece types of {}, in the order of their numbers.", rules.name);
        quote! {
            #[doc = #doc]
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
            #[repr(u8)]
            pub enum Piece {
                #(#[doc = #docs] #names),*
            }
            name_pieces!(#(#names),*);
        }
    }
}

/// Names of pieces as names of an enum's variants, each another: `Knight`, `PromotedSilver`. What cannot stand in one is left out; a name that begins with a digit, or of which nothing is
/// left, is put behind `Piece`, and so is `Self`, which Rust keeps for itself. Of equal ones, the second gets a 2.
fn variants<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut variants: Vec<String> = Vec::new();
    for name in names {
        let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let mut base: String = words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect();
        if base == "Self" || !base.starts_with(|c: char| c.is_ascii_alphabetic()) {
            base.insert_str(0, "Piece");
        }
        let numbered = (2..).map(|number| format!("{base}{number}"));
        let free = std::iter::once(base.clone()).chain(numbered).find(|name| !variants.contains(name));
        variants.extend(free);
    }
    variants
}

#[cfg(test)]
mod tests {
    use super::variants;

    #[test]
    fn each_piece_has_a_variant_of_its_own() {
        let names = [
            "Knight",
            "promoted silver",
            "Self",
            "9",
            "龍",
            "龍王",
            "King (castled)",
            "King castled",
            "a2",
            "A 2",
            "a",
        ];
        let expected = [
            "Knight",
            "PromotedSilver",
            "PieceSelf",
            "Piece9",
            "Piece",
            "Piece2",
            "KingCastled",
            "KingCastled2",
            "A2",
            "A22",
            "A",
        ];
        assert_eq!(variants(names.into_iter()), expected);
        // A name that is made unique may be another's already.
        assert_eq!(variants(["A", "A2", "A"].into_iter()), ["A", "A2", "A3"]);
    }
}
