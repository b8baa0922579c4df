//! What generators know about the mover's royal: check masks and pins, watched squares, and the royal's own moves.

use super::attacks::LookBack;
use super::*;
use wazir_program::analysis::Legality;
use wazir_variant_spec::rules::PieceId;

/// More rays than these are looked along in loops, fewer are written out.
const MOST_RAYS_WRITTEN_OUT: usize = 8;

impl Emitter<'_> {
    /// Finds the one royal of type `kind` among `own`, as a set and as a square; without it there is nothing to generate.
    pub(super) fn royal_square(
        &self,
        set: &TokenStream,
        square: &TokenStream,
        kind: &Ident,
        own: &TokenStream,
    ) -> TokenStream {
        quote! {
            let #set = p.kinds[#kind] & #own;
            if #set.is_empty() {
                return;
            }
            let #square = #set.first();
        }
    }

    /// Checkers, the block mask and the pinned pieces; where captures explode, also all pieces that stand on the line of a slider to the
    /// royal.
    pub(super) fn masks(&self, side: usize, legality: Legality) -> TokenStream {
        let royal = self.piece(self.plan.royals[side][0]);
        let mut looks = self.look_backs(1 - side, &quote!(king), &quote!(occ));
        looks.iter_mut().for_each(|look| look.kinds.retain(|&id| self.plan.attacks_royals(id, 1 - side)));
        looks.retain(|look| !look.kinds.is_empty());
        let leapers: Vec<TokenStream> = looks
            .iter()
            .filter(|look| look.kernel.is_none())
            .map(|look| {
                let (origins, kinds) = (&look.origins, self.kinds(&look.kinds));
                quote!(#origins & #kinds)
            })
            .collect();
        let leapers = if leapers.is_empty() { quote!(Set::EMPTY) } else { quote!((#(#leapers)|*) & them) };
        let exact = self.plan.leaves_lines(side, 1 - side);
        let on_line = |kernel: &Kernel| match kernel {
            Kernel::Ray(ray) => is_queen_step(ray.step) && self.plan.tells_lines(),
            _ => self.plan.tells_lines(),
        };
        let squares = Literal::usize_unsuffixed(self.plan.squares as usize);
        let pin = |between: TokenStream| {
            if exact {
                quote!(pinned |= blockers; pins[pin_count] = (blockers, #between | Set::single(sniper)); pin_count += 1;)
            } else {
                quote!(pinned |= blockers;)
            }
        };
        let explosive = legality == Legality::Blasts;
        let (exposed, expose) = if explosive {
            let most = Literal::u32_unsuffixed(self.plan.most_on_a_line() as u32);
            let note =
                self.note("Pieces on lines to the royal, and where a capture would open such a line or leave it open.");
            (
                quote!(#note let (mut exposed, mut opened) = (Set::EMPTY, Set::EMPTY);),
                quote!(if blockers.count() <= #most { exposed |= blockers; opened |= opening(p, blockers, sniper); }),
            )
        } else {
            (quote!(), quote!())
        };
        // Where lines meet, what answers a check is counted together with the squares between: of each line one square has to be among them.
        let meet = self.plan.lines_meet();
        let check = if meet {
            quote! {
                checkers |= Set::single(sniper);
                block &= between | Set::single(sniper);
            }
        } else {
            quote! {
                checkers |= Set::single(sniper);
                block |= between;
            }
        };
        let judge = |between: TokenStream| {
            let pin = pin(quote!(between));
            quote! {
                let between = #between;
                let blockers = between & occ;
                #expose
                if blockers.is_empty() {
                    #check
                } else if blockers.is_single() && (blockers & us).any() {
                    #pin
                }
            }
        };
        let mut sliders = TokenStream::new();
        let lines: Vec<TokenStream> = looks
            .iter()
            .filter_map(|look| look.kernel.as_ref().filter(|k| on_line(k)).map(|k| (look, k)))
            .map(|(look, kernel)| {
                let (rays, kinds) = (self.open_lines(kernel.reversed(), &quote!(king)), self.kinds(&look.kinds));
                quote!(#rays & #kinds)
            })
            .collect();
        if !lines.is_empty() {
            let judge = judge(quote!(Set(BETWEEN[king * #squares + sniper])));
            sliders.extend(quote!(for sniper in (#(#lines)|*) & them { #judge }));
        }
        sliders.extend(self.sniper_rays(&looks, on_line, judge));
        let pins = if exact {
            quote!(let mut pins = [(Set::EMPTY, Set::EMPTY); 32]; let mut pin_count = 0;)
        } else {
            quote!()
        };
        let note = self.note("Checks and pins, seen from the royal.");
        let leaping = if explosive {
            quote!(for leaper in leapers {
                opened |= opening(p, Set::EMPTY, leaper);
            })
        } else {
            quote!()
        };
        let shield = if explosive { self.shield(side) } else { quote!() };
        let found = self.royal_square(&quote!(royal), &quote!(king), royal, &quote!(us));
        let (unblocked, leapt) = if meet {
            (
                quote!(!Set::EMPTY),
                quote!(for leaper in leapers {
                    block &= Set::single(leaper);
                }),
            )
        } else {
            (quote!(Set::EMPTY), quote!(if leapers.any() { block = Set::EMPTY; #leaping }))
        };
        quote! {
            #found
            #note
            let leapers = #leapers;
            let (mut checkers, mut block, mut pinned) = (leapers, #unblocked, Set::EMPTY);
            #exposed
            #pins
            #sliders
            #leapt
            #shield
        }
    }

    /// The snipers on each ray, judged. Many rays of one direction through memory share one loop: written out, eight rays of wide words would be most of
    /// the game's machine code.
    fn sniper_rays(
        &self,
        looks: &[LookBack],
        on_line: impl Fn(&Kernel) -> bool,
        judge: impl Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        let rays = |look: &LookBack| look.kernel.as_ref().map_or(Kernel::Rook, |k| k.reversed()).rays();
        let off_line = looks.iter().filter(|look| look.kernel.as_ref().is_some_and(|k| !on_line(k)));
        let all: Vec<(Ray, TokenStream)> = off_line
            .flat_map(|look| rays(look).into_iter().map(move |ray| (look, ray)))
            .map(|(look, ray)| (ray, self.kinds(&look.kinds)))
            .collect();
        if all.len() <= MOST_RAYS_WRITTEN_OUT || self.plan.board().joined.any() {
            let written_out = all.iter().map(|(ray, kinds)| {
                let (table, judge) = (self.ray_table(*ray), judge(self.before(*ray, &quote!(king), &quote!(sniper))));
                quote!(for sniper in Set(#table[king]) & #kinds & them { #judge })
            });
            return written_out.collect();
        }
        let in_loops = [true, false].map(|ascending| {
            let rays = all.iter().filter(|(ray, _)| self.ascending(ray.step) == ascending);
            let judge = judge(quote!(before(ray, sniper, #ascending)));
            let pairs = rays.map(|(ray, kinds)| {
                let table = self.ray_table(*ray);
                quote!((&#table, #kinds))
            });
            quote! {
                for (rays, snipers) in [#(#pairs),*] {
                    let ray = Set(rays[king]);
                    for sniper in ray & snipers & them { #judge }
                }
            }
        });
        in_loops.into_iter().collect()
    }

    pub(super) fn pin_line(&self, side: usize) -> TokenStream {
        let squares = Literal::usize_unsuffixed(self.plan.squares as usize);
        if self.plan.leaves_lines(side, 1 - side) {
            quote!(within_pins(&pins[..pin_count], from))
        } else {
            quote!(Set(LINE[king * #squares + from]))
        }
    }

    pub(super) fn royal_moves(&self, id: PieceId, side: usize, ok: &TokenStream) -> TokenStream {
        let between = self.keep_between(side);
        let check = &self.plan.rules.play[side].check;
        let stand = if check.may_not_flee {
            let note = self.note(self.cause(&check.cause));
            quote! {
                #note
                if checkers.any() {
                    targets &= if checkers.is_single() { checkers } else { Set::EMPTY };
                }
            }
        } else {
            quote!()
        };
        let narrow = quote! {
            if targets.any() {
                targets = unattacked::<S, B, C>(p, cpu, king, targets);
            }
            #stand
            #between
        };
        let each = self.each_of(id as usize, side, &quote!(king), &narrow);
        if each.is_empty() {
            return each;
        }
        let note = self.note(format!("The {}, to squares that are not attacked.", self.plan.pieces[id as usize].snake));
        quote! {
            #note
            {
                let from = king;
                let ok = #ok;
                #each
            }
        }
    }
}
