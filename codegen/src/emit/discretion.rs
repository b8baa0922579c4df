//! Moves that may not give check, without making them: squares from which each type would attack the enemy royal, and pieces that screen it
//! from a slider of their own side.

use super::*;

impl Emitter<'_> {
    /// The squares and pieces that would give check, once a position.
    pub(super) fn discretion(&self, side: usize) -> TokenStream {
        if !self.plan.discreet[side] {
            return quote!();
        }
        let enemy = self.piece(self.plan.royals[1 - side][0]);
        let looks = self.look_backs(side, &quote!(enemy), &quote!(occ));
        let squares = looks.iter().map(|look| {
            let (name, origins) = (self.checking_name(look), &look.origins);
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
        let screens = if lines.is_empty() {
            quote!()
        } else {
            quote! {
                for sniper in (#(#lines)|*) & us {
                    let blockers = Set(BETWEEN[enemy * #squares_of_board + sniper]) & occ;
                    if blockers.is_single() {
                        screens |= blockers & us;
                    }
                }
            }
        };
        quote! {
            let enemy_royal = p.kinds[#enemy] & them;
            if enemy_royal.is_empty() {
                return;
            }
            let enemy = enemy_royal.first();
            #note
            #(#squares)*
            let mut screens = Set::EMPTY;
            #screens
        }
    }

    /// The name of the squares from which types give check in one way.
    fn checking_name(&self, look: &super::attacks::LookBack) -> Ident {
        match look.kernel {
            Some(Kernel::Rook) => format_ident!("rook_checks"),
            Some(Kernel::Bishop) => format_ident!("bishop_checks"),
            Some(Kernel::Ray(ray)) => {
                let part = |n: i16| if n < 0 { format!("m{}", -n) } else { n.to_string() };
                format_ident!("checks_{}_{}_{}", part(ray.step.dx), part(ray.step.dy), ray.max.to_string())
            }
            None => {
                let first = look.kinds.first().map_or("", |&id| &self.plan.pieces[id].snake);
                format_ident!("{first}_leap_checks")
            }
        }
    }

    /// ` & !checks`: narrows a set of squares to those from which a piece of this type gives no check.
    pub(super) fn discreetly(&self, id: usize, side: usize) -> TokenStream {
        if !self.plan.discreet[side] {
            return quote!();
        }
        let looks = self.look_backs(side, &quote!(enemy), &quote!(occ));
        let names: Vec<Ident> =
            looks.iter().filter(|look| look.kinds.contains(&id)).map(|look| self.checking_name(look)).collect();
        if names.is_empty() { quote!() } else { quote!(& !(#(#names)|*)) }
    }

    /// Keeps a piece that screens the enemy royal on the line.
    pub(super) fn keep_screening(&self, side: usize) -> TokenStream {
        if !self.plan.discreet[side] {
            return quote!();
        }
        let squares = Literal::usize_unsuffixed(self.plan.squares as usize);
        quote!(if screens.has(from) { targets &= Set(LINE[enemy * #squares + from]); })
    }

    /// Hands over a batch whose moves change lines in more than one way: where they may not give check they are made and tested.
    pub(super) fn tested_batch(&self, side: usize, batch: TokenStream) -> TokenStream {
        if self.plan.discreet[side] {
            quote!(Lawful { inner: &mut *v, cpu }.batch(p, #batch);)
        } else {
            quote!(v.batch(p, #batch);)
        }
    }
}
