//! Figures of pieces ([`Formation`]): a test of a set of squares, by shifting it as a whole.

use super::*;
use std::collections::BTreeMap;
use wazir_program::tables::{leaving, long_lines};
use wazir_variant_spec::rules::{Formation, Pattern};

impl Emitter<'_> {
    /// An expression: do the squares `own` of `side` make the figure?
    pub(super) fn is_made(&self, formation: &Formation) -> TokenStream {
        match formation {
            Formation::Pattern(patterns) => {
                let patterns = patterns.iter().filter_map(|pattern| self.somewhere(pattern));
                quote!(false #(|| #patterns)*)
            }
            Formation::Line { count, along } => {
                let lines: Vec<TokenStream> =
                    long_lines(self.plan.board(), *count, along).iter().map(|line| self.set(line)).collect();
                let count = Literal::u32_unsuffixed(*count as u32);
                quote!([#(#lines),*].into_iter().any(|line| (own & line).count() >= #count))
            }
            Formation::Path { from, to, steps } => {
                let [from, to] = [from, to].map(|ends| {
                    let ends = ends.iter().map(|squares| self.set(squares));
                    quote!([#(#ends),*][side])
                });
                let next = steps.iter().flat_map(|&step| [step, step.reversed()]).map(|step| {
                    let moved = self.moved(&quote!(reached), step);
                    quote!(| #moved)
                });
                quote! {{
                    let mut reached = own & #from;
                    loop {
                        let grown = (reached #(#next)*) & own;
                        if grown == reached {
                            break (reached & #to).any();
                        }
                        reached = grown;
                    }
                }}
            }
        }
    }

    /// `own` shifted so that each square of the pattern comes to lie on the first. `None` when the pattern fits nowhere.
    fn somewhere(&self, pattern: &Pattern) -> Option<TokenStream> {
        let board = self.plan.board();
        let fits = |from: &u16| pattern.occupied.iter().all(|&step| board.step(*from, step).is_some());
        let fitting: SquareSet = self.all.iter().filter(fits).collect();
        if fitting.is_empty() {
            return None;
        }
        // What fits on a flat board leaves it nowhere.
        let others = pattern.occupied[1..].iter().map(|step| {
            let by = self.by(step.reversed());
            if board.joined.any() { self.moved(&quote!(own), step.reversed()) } else { quote!(own.shift(#by)) }
        });
        let mask = self.set(&fitting);
        let free = pattern.free.iter().map(|&step| {
            let moved = self.moved(&quote!(own), step.reversed());
            quote!(& !#moved)
        });
        Some(quote!((own & #mask #(& #others)* #(#free)*).any()))
    }

    /// The squares to which a step leads from those of a set.
    pub(super) fn moved(&self, set: &TokenStream, step: Step) -> TokenStream {
        let board = self.plan.board();
        if !board.joined.any() {
            let (leaving, by) = (self.set(&leaving(self.plan.board(), step)), self.by(step));
            return quote!((#set & #leaving).shift(#by));
        }
        // Over a joined edge square numbers change by other differences.
        let mut leaving: BTreeMap<i32, SquareSet> = BTreeMap::new();
        for (from, to) in self.all.iter().filter_map(|from| Some((from, board.step(from, step)?))) {
            leaving.entry(i32::from(to) - i32::from(from)).or_default().insert(from);
        }
        let parts = leaving.iter().map(|(&by, leaving)| {
            let (leaving, by) = (self.set(leaving), Literal::i32_unsuffixed(by));
            quote!((#set & #leaving).shift(#by))
        });
        if leaving.is_empty() { quote!(Set::EMPTY) } else { quote!((#(#parts)|*)) }
    }
}
