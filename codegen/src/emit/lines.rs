//! Royals that are attacked along lines on which other pieces decide: every attacker with its line, once a position (`runtime::Lines`), and the
//! squares to be watched where counting a line's pieces is not enough.

use super::*;
use wazir_program::analysis::{LineAttack, Way};

impl Emitter<'_> {
    /// Everything that attacks the royal of `side` along a line, and where its own pieces may go.
    pub(super) fn royal_lines(&self, side: usize) -> TokenStream {
        let royal = self.piece(self.plan.royals[side][0]);
        let leapers = self.leaping_attackers(1 - side);
        let mut code = self.lame_attackers(1 - side);
        for way in [Way::Open, Way::Over, Way::Behind] {
            code.extend(self.line_attackers(1 - side, way));
        }
        // The same type for both sides.
        let room = Literal::usize_unsuffixed((0..2).map(|side| self.plan.most_lines(1 - side)).max().unwrap_or(0));
        let hurdles = self.plan.hurdles_on_lines(side);
        let by_type = hurdles.map(|over| {
            let attackers = self.line_attackers(1 - side, Way::OverSome(over));
            let note = self.note("Pieces that such a hopper cannot jump may go elsewhere than others.");
            quote! {
                #note
                let mut firm_lines = Lines::<Set, #room>::new();
                firm_lines.join(&lines);
                #attackers
                let firm_lines = &firm_lines;
            }
        });
        let watch = self.watch(side);
        let note = self.note("The lines along which the royal is or could be attacked.");
        let found = self.royal_square(&quote!(royal), &quote!(king), royal, &quote!(us));
        quote! {
            #found
            #note
            let mut lines = Lines::<Set, #room>::new();
            #leapers
            #code
            #by_type
            let lines = &lines;
            #watch
        }
    }

    /// The lines that matter to moves of this type.
    pub(super) fn lines_for(&self, id: usize, side: usize) -> TokenStream {
        match self.plan.hurdles_on_lines(side) {
            Some(over) if !over.contains(id as u8) => quote!(firm_lines),
            _ => quote!(lines),
        }
    }

    fn leaping_attackers(&self, enemy: usize) -> TokenStream {
        let mut terms = Vec::new();
        for piece in &self.plan.pieces {
            let leaps = |part: &&Part| part.mode.menaces && matches!(part.shape, Shape::Leaps { .. });
            for part in piece.parts[enemy].iter().filter(leaps) {
                for (origins, _) in self.look_back(piece, enemy, part, &quote!(king), &quote!(occ)) {
                    let ident = &piece.ident;
                    terms.push(quote!(#origins & p.kinds[#ident]));
                }
            }
        }
        if terms.is_empty() { quote!() } else { quote!(for leaper in (#(#terms)|*) & them { lines.leap(leaper); }) }
    }

    /// Lame leapers.
    fn lame_attackers(&self, enemy: usize) -> TokenStream {
        let mut code = TokenStream::new();
        for piece in &self.plan.pieces {
            for part in piece.parts[enemy].iter().filter(|part| part.mode.menaces) {
                let name = format!("{}_attacked_from", side_name(self.plan, enemy, piece));
                let (back, (vias, origins), state): (Vec<Step>, _, _) = match &part.shape {
                    Shape::Lame { state, steps } => {
                        let back = steps.iter().map(|&(step, _)| step.reversed()).collect();
                        (back, self.lame_tables(&name, steps, &part.from, &part.to, true), state)
                    }
                    Shape::Path { state: state @ ViaState::Empty, ways } => {
                        let back = ways.iter().map(|&(step, _)| step.reversed()).collect();
                        (back, self.path_tables(&name, ways, &part.from, &part.to, true), state)
                    }
                    _ => continue,
                };
                let far = self.coming_from(&side_name(self.plan, enemy, piece), &back);
                let hurdles = Literal::u32_unsuffixed(u32::from(*state == ViaState::Occupied));
                let ident = &piece.ident;
                code.extend(quote! {
                    let leapers = p.kinds[#ident] & them;
                    if (Set(#far[king]) & leapers).any() {
                        for leg in 0..#vias[king].len() {
                            for leaper in Set(#origins[king][leg]) & leapers {
                                lines.add(Set(#vias[king][leg]), leaper, #hurdles, occ);
                            }
                        }
                    }
                });
            }
        }
        code
    }

    /// Those who attack in one way along lines.
    fn line_attackers(&self, enemy: usize, way: Way) -> TokenStream {
        let attacks: Vec<LineAttack> = self.plan.attacks_along(enemy).into_iter().filter(|a| a.way == way).collect();
        let add = |line: TokenStream, steps: &[Step]| match way {
            Way::Open => quote!(lines.add(#line, attacker, 0, occ);),
            Way::Over => quote!(lines.add(#line, attacker, 1, occ);),
            Way::OverSome(over) => {
                let hurdles = self.hurdles(&over, &quote!(occ));
                quote! {
                    let (line, hurdles) = (#line, #hurdles);
                    lines.add_over(line, attacker, hurdles, true, occ);
                    firm_lines.add_over(line, attacker, hurdles, false, occ);
                }
            }
            Way::Behind => {
                let near = self.around(steps, "NEXT", "The next squares along lines.");
                quote!(let line = #line; lines.add_behind(line, line & Set(#near[king]), attacker, occ);)
            }
        };
        let in_table = |kernel: Kernel| match kernel {
            Kernel::Ray(ray) => is_queen_step(ray.step) && self.plan.tells_lines(),
            _ => self.plan.tells_lines(),
        };
        let standing = |attack: &LineAttack, squares: TokenStream| {
            let kinds = self.kinds(&attack.kinds);
            let mut code = quote!(#squares & #kinds);
            if attack.from != self.all {
                let from = self.set(&attack.from);
                code = quote!(#code & #from);
            }
            if attack.to != self.all {
                let to = self.set(&attack.to);
                code = quote!((if #to.has(king) { #code } else { Set::EMPTY }));
            }
            code
        };
        let mut code = TokenStream::new();
        let joined: Vec<TokenStream> = attacks
            .iter()
            .filter(|attack| in_table(attack.kernel))
            .map(|attack| standing(attack, self.open_lines(attack.kernel, &quote!(king))))
            .collect();
        if !joined.is_empty() {
            let squares = Literal::usize_unsuffixed(self.plan.squares as usize);
            let mut steps: Vec<Step> = attacks
                .iter()
                .filter(|attack| in_table(attack.kernel))
                .flat_map(|attack| attack.kernel.rays())
                .map(|ray| ray.step)
                .collect();
            steps.sort_unstable();
            steps.dedup();
            let add = add(quote!(Set(BETWEEN[king * #squares + attacker])), &steps);
            code.extend(quote!(for attacker in (#(#joined)|*) & them { #add }));
        }
        for attack in attacks.iter().filter(|attack| !in_table(attack.kernel)) {
            for ray in attack.kernel.rays() {
                let table = self.ray_table(ray);
                let attackers = standing(attack, quote!(Set(#table[king])));
                let add = add(self.before(ray, &quote!(king), &quote!(attacker)), &[ray.step]);
                code.extend(quote!(for attacker in #attackers & them { #add }));
            }
        }
        code
    }

    /// Checks by odd attackers, and the squares whose occupancy decides about them.
    fn watch(&self, side: usize) -> TokenStream {
        if !self.plan.watches(side) {
            return quote!();
        }
        let mut code = TokenStream::new();
        let mut checks = Vec::new();
        for piece in &self.plan.pieces {
            let ident = &piece.ident;
            for part in piece.parts[1 - side].iter().filter(|part| part.mode.menaces && part.shape.is_odd()) {
                for (origins, _) in self.look_back(piece, 1 - side, part, &quote!(king), &quote!(occ)) {
                    checks.push(quote!(#origins & p.kinds[#ident]));
                }
                let kernel = match &part.shape {
                    Shape::Slide(kernel) => kernel.reversed(),
                    _ => {
                        code.extend(quote!(if (p.kinds[#ident] & them).any() { watched = ALL; }));
                        continue;
                    }
                };
                for ray in kernel.rays() {
                    let ray = Ray { min: 1, ..ray };
                    let (table, before) = (self.ray_table(ray), self.before(ray, &quote!(king), &quote!(attacker)));
                    code.extend(quote! {
                        for attacker in Set(#table[king]) & p.kinds[#ident] & them {
                            watched |= #before;
                        }
                    });
                }
            }
        }
        let note = self.note("Attackers on whose lines counting pieces is not enough.");
        quote! {
            #note
            let own = them;
            let checkers = (#(#checks)|*) & them;
            let mut watched = Set::EMPTY;
            #code
        }
    }
}
