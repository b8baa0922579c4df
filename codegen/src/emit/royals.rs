//! What generators know about the mover's royal: check masks and pins, watched squares, and the royal's own moves.

use super::steps::Start;
use super::*;
use wazir_variant_spec::rules::PieceId;

impl Emitter<'_> {
    /// Checkers, the block mask and the pinned pieces.
    pub(super) fn masks(&self, side: usize) -> TokenStream {
        let royal = self.piece(self.plan.royals[side][0]);
        let looks = self.look_backs(1 - side, &quote!(king), &quote!(occ));
        let leapers: Vec<TokenStream> = looks
            .iter()
            .filter(|look| look.kernel.is_none())
            .map(|look| {
                let (origins, kinds) = (&look.origins, self.kinds(&look.kinds));
                quote!(#origins & #kinds)
            })
            .collect();
        let leapers = if leapers.is_empty() { quote!(Set::EMPTY) } else { quote!((#(#leapers)|*) & them) };
        let exact = self.exact_pins(side);
        let on_line = |kernel: &Kernel| match kernel {
            Kernel::Ray(ray) => is_queen_step(ray.step) && !matches!(self.plan.word, Word::Many(_)),
            _ => !matches!(self.plan.word, Word::Many(_)),
        };
        let squares = Literal::usize_unsuffixed(self.plan.squares as usize);
        let pin = |between: TokenStream| {
            if exact {
                quote!(pinned |= blockers; pins[pin_count] = (blockers, #between | Set::single(sniper)); pin_count += 1;)
            } else {
                quote!(pinned |= blockers;)
            }
        };
        let judge = |between: TokenStream| {
            let pin = pin(quote!(between));
            quote! {
                let between = #between;
                let blockers = between & occ;
                if blockers.is_empty() {
                    checkers |= Set::single(sniper);
                    block |= between;
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
        for look in looks.iter().filter(|look| look.kernel.as_ref().is_some_and(|k| !on_line(k))) {
            let kinds = self.kinds(&look.kinds);
            for ray in rays_of(look.kernel.as_ref().map_or(Kernel::Rook, |k| k.reversed())) {
                let (table, ascending) = (self.ray_table(ray), self.ascending(ray.step));
                let judge = judge(quote!(before(Set(#table[king]), sniper, #ascending)));
                sliders.extend(quote!(for sniper in Set(#table[king]) & #kinds & them { #judge }));
            }
        }
        let pins = if exact {
            quote!(let mut pins = [(Set::EMPTY, Set::EMPTY); 32]; let mut pin_count = 0;)
        } else {
            quote!()
        };
        let note = self.note("Checks and pins, seen from the royal.");
        quote! {
            let royal = p.kinds[#royal] & us;
            if royal.is_empty() {
                return;
            }
            let king = royal.first();
            #note
            let leapers = #leapers;
            let (mut checkers, mut block, mut pinned) = (leapers, Set::EMPTY, Set::EMPTY);
            #pins
            #sliders
            if leapers.any() {
                block = Set::EMPTY;
            }
        }
    }

    /// A pinned piece may stay on the line through its square and the royal's, except where it could jump along that line past the
    /// pinner: then the exact pin has to be remembered.
    pub(super) fn exact_pins(&self, side: usize) -> bool {
        let odd_ray = self.plan.pieces.iter().flat_map(|p| &p.parts[1 - side]).any(|part| {
            part.mode.capture && matches!(&part.shape, Shape::Slide(Kernel::Ray(ray)) if !is_queen_step(ray.step))
        });
        let jumps = self.plan.pieces.iter().flat_map(|p| &p.parts[side]).any(|part| match &part.shape {
            Shape::Leaps { steps, .. } => steps.iter().any(|&s| jumps_on_line(s)),
            Shape::Lame { steps, .. } => steps.iter().any(|&(s, _)| jumps_on_line(s)) && !part.mode.leaves,
            Shape::Slide(Kernel::Ray(ray)) => ray.skips || jumps_on_line(ray.step),
            Shape::Slide(_) => false,
            Shape::Hop { .. } => true,
            Shape::LameRide { step, .. } => jumps_on_line(*step),
        });
        odd_ray || jumps || matches!(self.plan.word, Word::Many(_))
    }

    pub(super) fn pin_line(&self, side: usize) -> TokenStream {
        let squares = Literal::usize_unsuffixed(self.plan.squares as usize);
        if self.exact_pins(side) {
            quote!(
                pins[..pin_count]
                    .iter()
                    .filter(|(blocker, _)| blocker.has(from))
                    .fold(ALL, |line, (_, pin)| line & *pin)
            )
        } else {
            quote!(Set(LINE[king * #squares + from]))
        }
    }

    /// Can no piece of this type stay on a line through a royal when pinned?
    pub(super) fn never_on_line(&self, id: usize, side: usize) -> bool {
        !self.exact_pins(side)
            && self.plan.pieces[id].parts[side].iter().all(|part| match &part.shape {
                Shape::Leaps { steps, .. } => steps.iter().all(|&s| !is_aligned(s)),
                Shape::Lame { steps, .. } => steps.iter().all(|&(s, _)| !is_aligned(s)),
                _ => false,
            })
    }

    /// The royal's square, its checkers, and the squares whose occupancy decides whether it is attacked.
    pub(super) fn watch(&self, side: usize) -> TokenStream {
        let royal = self.piece(self.plan.royals[side][0]);
        let mut code = TokenStream::new();
        let mut rays: Vec<(Ray, Vec<usize>, u32)> = Vec::new();
        let mut add_ray =
            |ray: Ray, id: usize, most: u32| match rays.iter_mut().find(|(r, _, m)| (*r, *m) == (ray, most)) {
                Some((_, kinds, _)) if kinds.contains(&id) => {}
                Some((_, kinds, _)) => kinds.push(id),
                None => rays.push((ray, vec![id], most)),
            };
        for (id, piece) in self.plan.pieces.iter().enumerate() {
            for part in piece.parts[1 - side].iter().filter(|part| part.mode.capture) {
                match &part.shape {
                    Shape::Leaps { .. } => {}
                    Shape::Slide(Kernel::Ray(ray)) if ray.min > 1 => {
                        add_ray(Ray { min: 1, skips: false, step: reverse(ray.step), ..*ray }, id, u32::MAX)
                    }
                    Shape::Slide(kernel) => rays_of(kernel.reversed()).into_iter().for_each(|ray| add_ray(ray, id, 1)),
                    Shape::Hop { kernel, .. } => {
                        rays_of(kernel.reversed()).into_iter().for_each(|ray| add_ray(ray, id, 2))
                    }
                    Shape::Lame { steps, .. } => {
                        let name = format!("{}_attacked_from", side_name(self.plan, 1 - side, piece));
                        let (vias, origins) = self.lame_tables(&name, steps, &part.from, &part.to, true);
                        let ident = &piece.ident;
                        code.extend(quote! {
                            for leg in 0..#vias[king].len() {
                                if (Set(#origins[king][leg]) & p.kinds[#ident] & them).any() {
                                    watched |= Set(#vias[king][leg]);
                                }
                            }
                        });
                    }
                    Shape::LameRide { .. } => {
                        let ident = &piece.ident;
                        code.extend(quote!(if (p.kinds[#ident] & them).any() { watched = ALL; }));
                    }
                }
            }
        }
        for (kernel, royal) in self.facing(1 - side) {
            rays_of(kernel).into_iter().for_each(|ray| add_ray(ray, royal as usize, 1));
        }
        for (ray, kinds, most) in rays {
            let (table, kinds, ascending) = (self.ray_table(ray), self.kinds(&kinds), self.ascending(ray.step));
            let watch = match most {
                u32::MAX => quote!(watched |= between;),
                _ => {
                    let most = Literal::u32_unsuffixed(most);
                    quote!(if (between & occ).count() <= #most { watched |= between; })
                }
            };
            code.extend(quote! {
                for sniper in Set(#table[king]) & #kinds & them {
                    let between = before(Set(#table[king]), sniper, #ascending);
                    #watch
                }
            });
        }
        let note = self.note("Squares whose occupancy decides whether the royal is attacked.");
        quote! {
            let royal = p.kinds[#royal] & us;
            if royal.is_empty() {
                return;
            }
            let king = royal.first();
            let checkers = checks_to::<S::Other, B, C>(p, cpu, king, occ, them);
            #note
            let mut watched = Set::EMPTY;
            #code
        }
    }

    /// The moves of a royal to squares that are not attacked.
    pub(super) fn royal_moves(&self, id: PieceId, side: usize, ok: &TokenStream) -> TokenStream {
        let Some(targets) = self.targets(id as usize, side, &quote!(king)) else { return quote!() };
        let steps = self.steps(id as usize, side, &Start::Square, "Step");
        let note = self.note(format!("The {}, to squares that are not attacked.", self.plan.pieces[id as usize].snake));
        quote! {
            #note
            {
                let from = king;
                let ok = #ok;
                let mut targets = #targets;
                if targets.any() {
                    targets = unattacked::<S, B, C>(p, cpu, king, targets);
                }
                #steps
            }
        }
    }
}

/// The rays of a kernel.
fn rays_of(kernel: Kernel) -> Vec<Ray> {
    let all = |first: usize| {
        (0..4).map(move |i| DIRECTIONS[first + 2 * i]).map(|(_, dx, dy)| Ray {
            step: Step { dx, dy },
            min: 1,
            skips: false,
            max: 64,
        })
    };
    match kernel {
        Kernel::Rook => all(0).collect(),
        Kernel::Bishop => all(1).collect(),
        Kernel::Ray(ray) => vec![ray],
    }
}

fn is_queen_step(step: Step) -> bool {
    step.dx.abs().max(step.dy.abs()) == 1
}

fn is_aligned(step: Step) -> bool {
    step.dx == 0 || step.dy == 0 || step.dx.abs() == step.dy.abs()
}

/// Could such a step jump over a square of a queen's line and stay on it?
fn jumps_on_line(step: Step) -> bool {
    is_aligned(step) && !is_queen_step(step)
}
