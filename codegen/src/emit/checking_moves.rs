//! Which moves give check, told without making them: squares from which each type attacks the enemy royal, and pieces that stand between it
//! from a slider of their own side. Such moves are left out where they are forbidden, and marked where they are counted.

use super::attacks::LookBack;
use super::*;
use wazir_program::analysis::Legality;
use wazir_variant_spec::rules::PieceId;

impl Emitter<'_> {
    /// The squares and pieces that would give check, once a position.
    pub(super) fn check_squares(&self, side: usize) -> TokenStream {
        if self.plan.checking_moves[side] == CheckingMoves::Unknown {
            return quote!();
        }
        let enemy = self.piece(self.plan.royals[1 - side][0]);
        let looks = self.look_backs(side, &quote!(enemy), &quote!(occ));
        let squares = self.checking_names(&looks).into_iter().zip(&looks).map(|(name, look)| {
            let origins = &look.origins;
            quote!(let #name = #origins;)
        });
        let note =
            self.note("Squares from which a piece would give check, and pieces that would open a line by leaving it.");
        let lines: Vec<TokenStream> = looks
            .iter()
            .filter_map(|look| {
                let rays = self.open_lines(look.kernel?.reversed(), &quote!(enemy));
                let kinds = self.kinds(&look.kinds);
                Some(quote!(#rays & #kinds))
            })
            .collect();
        let squares_of_board = Literal::usize_unsuffixed(self.plan.squares as usize);
        let between = if lines.is_empty() {
            quote!()
        } else {
            quote! {
                for sniper in (#(#lines)|*) & us {
                    let blockers = Set(BETWEEN[enemy * #squares_of_board + sniper]) & occ;
                    if blockers.is_single() {
                        between |= blockers & us;
                    }
                }
            }
        };
        let found = self.royal_square(&quote!(enemy_royal), &quote!(enemy), enemy, &quote!(them));
        quote! {
            #found
            #note
            #(#squares)*
            let mut between = Set::EMPTY;
            #between
        }
    }

    /// The names of the squares from which types give check, for each way of doing so: alike for sides that move alike, so that they share their code.
    fn checking_names(&self, looks: &[LookBack]) -> Vec<Ident> {
        let mut names: Vec<Ident> = Vec::new();
        for look in looks {
            let first = look.kinds.first().map_or("", |&id| &self.plan.pieces[id].snake);
            let name = match look.kernel {
                Some(Kernel::Rook) => "rook_checks".to_string(),
                Some(Kernel::Bishop) => "bishop_checks".to_string(),
                Some(Kernel::Ray(_)) => format!("{first}_line_checks"),
                None => format!("{first}_leap_checks"),
            };
            let unused = |name: &Ident| !names.contains(name);
            let numbered = (2..).map(|n| format_ident!("{name}_{n}"));
            names.extend(std::iter::once(format_ident!("{name}")).chain(numbered).find(unused));
        }
        names
    }

    /// The squares on which a piece of this type gives check by itself. `None` when there are none.
    fn checking_squares(&self, id: usize, side: usize) -> Option<TokenStream> {
        let looks = self.look_backs(side, &quote!(enemy), &quote!(occ));
        let named = self.checking_names(&looks).into_iter().zip(&looks);
        let names: Vec<Ident> = named.filter(|(_, look)| look.kinds.contains(&id)).map(|(name, _)| name).collect();
        (!names.is_empty()).then(|| quote!((#(#names)|*)))
    }

    /// Hands over moves of a piece of this type, which stays what it is, to `targets`. `single`: of one piece, which may stand between.
    pub(super) fn told_batches(
        &self,
        id: usize,
        side: usize,
        single: bool,
        batch: &dyn Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        let spared = self.without_mates(id, side, batch);
        let told = self.told_batches_of(id, side, single, batch);
        if spared.is_empty() { told } else { quote!({ #spared #told }) }
    }

    /// Takes the moves out of `targets` by which a piece of this type would mate by itself, where it may not.
    fn without_mates(&self, id: usize, side: usize, batch: &dyn Fn(TokenStream) -> TokenStream) -> TokenStream {
        let check = &self.plan.rules.play[side].check;
        if !check.may_not_mate.contains(&(id as PieceId)) || self.plan.royals[1 - side].is_empty() {
            return quote!();
        }
        let note = self.note(self.cause(&check.cause));
        let spared =
            self.spare_mates(id, side, &format_ident!("mated_by_leapers"), &batch(quote!(Set::single(to))), None);
        quote!(#note let mut targets = targets; #spared)
    }

    /// Takes the moves out of `targets` that mate, as the function `mated` tells. It lists the answers, which may be such moves again: so it is asked only of
    /// moves that leave the mover's own royals safe, and of none where nobody cares for more. `single` is the batch of the move to `to`, `unchecked` is true
    /// where moves are known to be safe.
    pub(super) fn spare_mates(
        &self,
        id: usize,
        side: usize,
        mated: &Ident,
        single: &TokenStream,
        unchecked: Option<TokenStream>,
    ) -> TokenStream {
        let checking = self.checking_targets(id, side);
        let must_be_safe = self.plan.rules.play[side].check.may_not_remain && !self.plan.royals[side].is_empty();
        let safe = (self.plan.legality[side] == Legality::Test && must_be_safe).then(|| {
            let unchecked = unchecked.iter();
            quote!((#(#unchecked ||)* checkers_of::<S, B, C>(&after, cpu).is_empty()) &&)
        });
        quote! {
            #checking
            if v.is_content() {
                targets = Set::EMPTY;
            }
            for to in targets & checking {
                let after = #single.child(cpu, p, to);
                if #safe #mated::<S>(&wazir_runtime::Position::lean(&after)) {
                    targets &= !Set::single(to);
                }
            }
        }
    }

    /// The squares on which a piece of this type attacks an enemy royal by itself, as the variable `checking`.
    pub(super) fn checking_targets(&self, id: usize, side: usize) -> TokenStream {
        // Another piece may attack over what arrives, beside it, or by pushing something against it.
        if self.plan.has_conditions(side) || self.plan.attacks_over_others(side) || self.plan.has_pushes() {
            return quote!(let checking = ALL;);
        }
        let origins: Vec<TokenStream> = self
            .look_backs(side, &quote!(enemy), &quote!(occ))
            .into_iter()
            .filter(|look| look.kinds.contains(&id))
            .map(|look| look.origins)
            .collect();
        let royals = self.kinds(&self.plan.royals[1 - side].iter().map(|&r| r as usize).collect::<Vec<_>>());
        if origins.is_empty() {
            return quote!(let checking = Set::EMPTY;);
        }
        quote! {
            let mut checking = Set::EMPTY;
            for enemy in #royals & them {
                checking |= #(#origins)|*;
            }
        }
    }

    fn told_batches_of(
        &self,
        id: usize,
        side: usize,
        single: bool,
        batch: &dyn Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        let checks = self.checking_squares(id, side);
        match self.plan.checking_moves[side] {
            CheckingMoves::Unknown => self.tested_batch(side, batch(quote!(targets))),
            CheckingMoves::Masked => {
                let batch = batch(checks.map_or(quote!(targets), |checks| quote!(targets & !#checks)));
                quote!(v.batch(p, #batch);)
            }
            CheckingMoves::Counted => {
                let batch = batch(quote!(targets));
                let squares = match (checks, single) {
                    (Some(checks), true) => quote!(#checks | opened),
                    (None, true) => quote!(opened),
                    (Some(checks), false) => quote!(#checks),
                    (None, false) => return quote!(v.batch(p, #batch);),
                };
                quote!(v.split(p, #batch, #squares, Checking::<S, _>::new);)
            }
        }
    }

    /// Keeps a piece that stands between the enemy royal and a slider on the line, or says where it gives check by leaving it.
    pub(super) fn keep_between(&self, side: usize) -> TokenStream {
        let squares = Literal::usize_unsuffixed(self.plan.squares as usize);
        let line = quote!(Set(LINE[enemy * #squares + from]));
        match self.plan.checking_moves[side] {
            CheckingMoves::Unknown => quote!(),
            CheckingMoves::Masked => quote!(if between.has(from) { targets &= #line; }),
            CheckingMoves::Counted => quote!(let opened = if between.has(from) { !#line } else { Set::EMPTY };),
        }
    }

    /// Hands over a batch whose moves change lines in more than one way: where checks matter they are made and tested.
    pub(super) fn tested_batch(&self, side: usize, batch: TokenStream) -> TokenStream {
        if self.plan.checking_moves[side] == CheckingMoves::Masked {
            quote!(Lawful { inner: &mut *v, cpu }.batch(p, #batch);)
        } else {
            let batch = self.noted(batch);
            quote!(v.batch(p, #batch);)
        }
    }

    /// A batch whose moves count the checks they give, where checks are counted.
    pub(super) fn noted(&self, batch: TokenStream) -> TokenStream {
        if self.plan.memory.checks { quote!(PerhapsChecking::<S, _>::new(#batch)) } else { batch }
    }
}
