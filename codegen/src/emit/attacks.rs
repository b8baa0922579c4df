//! Who attacks a square: the function `attackers`, by looking back from the square with each kernel.

use super::*;
use wazir_program::analysis::Legality;
use wazir_program::tables::{Reach, around, origins};
use wazir_variant_spec::rules::{Guard, PieceId};

/// A way to look back from a square, shared by all types that capture in this way.
pub(super) struct LookBack {
    /// Finds the squares from which these types would capture on `sq`; over-approximations are masked by `from`.
    pub(super) origins: TokenStream,
    /// The types.
    pub(super) kinds: Vec<usize>,
    /// The slider kernel behind it, if it is one.
    pub(super) kernel: Option<Kernel>,
    /// Where it is dear to look back, all squares that can be found: to be asked first whether any of the types stands there.
    near: Option<TokenStream>,
}

impl Emitter<'_> {
    /// All ways in which pieces of `side` capture, as looks back from `sq`.
    pub(super) fn look_backs(&self, side: usize, sq: &TokenStream, occ: &TokenStream) -> Vec<LookBack> {
        let mut found: Vec<LookBack> = Vec::new();
        for (id, piece) in self.plan.pieces.iter().enumerate() {
            for part in piece.parts[side].iter().filter(|part| part.mode.menaces) {
                for (origins, kernel) in self.look_back(piece, side, part, sq, occ) {
                    // Then moves are made and tested, and `own` are all pieces of the side.
                    let (origins, kernel) = match &part.conditions {
                        Some(conditions) => {
                            let squares = self.holding_squares((piece, side), conditions, &quote!(own), occ);
                            (quote!((#origins & #squares)), None)
                        }
                        None => (origins, kernel),
                    };
                    let text = origins.to_string();
                    match found.iter_mut().find(|known| known.origins.to_string() == text) {
                        Some(known) if known.kinds.contains(&id) => {}
                        Some(known) => known.kinds.push(id),
                        None => {
                            let near = self.near(piece, side, part, sq);
                            found.push(LookBack { origins, kinds: vec![id], kernel, near });
                        }
                    }
                }
            }
        }
        found
    }

    pub(super) fn look_back(
        &self,
        piece: &PiecePlan<'_>,
        side: usize,
        part: &Part,
        sq: &TokenStream,
        occ: &TokenStream,
    ) -> Vec<(TokenStream, Option<Kernel>)> {
        let name = format!("{}_attacked_from", side_name(self.plan, side, piece));
        match &part.shape {
            Shape::Leaps { targets, .. } => {
                let about = format!("Squares from which the {} captures by a leap.", piece.snake);
                let table = self.sets(&name, &about, origins(targets));
                vec![(self.at(&table, sq), None)]
            }
            Shape::Lame { state, steps } => {
                vec![(self.lame(&name, *state, steps, &part.from, &part.to, true, sq, occ), None)]
            }
            Shape::Slide(Kernel::Ray(ray)) if ray.min > 1 => vec![(self.scan(piece, side, part, sq, occ), None)],
            Shape::Slide(kernel) => {
                let back = self.slide(kernel.reversed(), sq, occ);
                let zoned = self.zoned_back(back, part, sq);
                let plain = part.from == self.all && part.to == self.all;
                vec![(zoned, plain.then_some(*kernel))]
            }
            Shape::Path { state, ways } => {
                vec![(self.paths(&name, *state, ways, &part.from, &part.to, true, sq, occ), None)]
            }
            // The hopper itself may be no hurdle, so that it cannot be found behind one by leaving out what is none.
            Shape::Hop { landing: Landing::JustBehind, over: Some(_), .. }
            | Shape::Hop { landing: Landing::JustBehind, friendly: true, .. } => {
                vec![(self.scan(piece, side, part, sq, occ), None)]
            }
            Shape::Hop { kernel, landing, over, friendly } => {
                let reach = match landing {
                    Landing::Beyond => Reach::Beyond,
                    Landing::JustBehind => Reach::BackFromBehind,
                };
                let back = self.hop((kernel.reversed(), reach), over, friendly.then_some(side), sq, occ);
                vec![(self.zoned_back(back, part, sq), None)]
            }
            Shape::LameRide { .. } | Shape::Roam { .. } => vec![(self.scan(piece, side, part, sq, occ), None)],
        }
    }

    /// All squares from which a part that is dear to look back along can capture on `sq`, and more.
    ///
    /// Measured in janggi, whose elephants go along eight paths and whose cannons are looked up twice: a sixth fewer instructions in bulk.
    fn near(&self, piece: &PiecePlan<'_>, side: usize, part: &Part, sq: &TokenStream) -> Option<TokenStream> {
        match &part.shape {
            Shape::Path { ways, .. } => {
                let back: Vec<Step> = ways.iter().map(|&(step, _)| step.reversed()).collect();
                let far = self.coming_from(&side_name(self.plan, side, piece), &back);
                Some(quote!(Set(#far[#sq])))
            }
            Shape::Hop { landing: Landing::Beyond, kernel, over: Some(_), .. } => {
                Some(self.open_lines(kernel.reversed(), sq))
            }
            _ => None,
        }
    }

    /// The table of squares from which leaps come, given backwards.
    pub(super) fn coming_from(&self, leaper: &str, back: &[Step]) -> Ident {
        self.around(back, &format!("{leaper}_attacked_from_at_most"), "Where such a leap can come from.")
    }

    /// Zones seen from the target.
    fn zoned_back(&self, origins: TokenStream, part: &Part, sq: &TokenStream) -> TokenStream {
        self.between_zones(origins, &part.to, &part.from, sq)
    }

    /// Without a kernel for looking back: every piece of the type looks forward.
    fn scan(
        &self,
        piece: &PiecePlan<'_>,
        side: usize,
        part: &Part,
        sq: &TokenStream,
        occ: &TokenStream,
    ) -> TokenStream {
        let ident = &piece.ident;
        let reach = self.reach(piece, side, part, &quote!(from), occ).unwrap_or(quote!(Set::EMPTY));
        quote!({
            let mut origins = Set::EMPTY;
            for from in p.kinds[#ident] & own {
                if (#reach).has(#sq) {
                    origins |= Set::single(from);
                }
            }
            origins
        })
    }

    /// The functions of this part of the module.
    pub(super) fn attacks(&self) -> TokenStream {
        if self.plan.royals.iter().all(Vec::is_empty) && !self.needs_attackers() {
            return self.kernels();
        }
        let body = self.both(|side| self.attacker_statements(side));
        let royals = self.royal_functions();
        let unattacked = self.unattacked();
        let kernels = self.kernels();
        let (of, who) = self.takes_side();
        quote! {
            #kernels

            /// The pieces of `S` among `own` that attack `sq` when the squares of `occ` are occupied.
            #[inline(always)]
            fn attackers<#of B: Bookkeeping, C: Cpu>(p: &State<B>, cpu: C, sq: usize, occ: Set, own: Set #who) -> Set {
                let _ = (cpu, occ);
                let mut found = Set::EMPTY;
                #body
                found & own
            }
            #royals
            #unattacked
        }
    }

    /// Where a royal can go: for the generators that treat it apart.
    fn unattacked(&self) -> TokenStream {
        if !self
            .plan
            .legality
            .iter()
            .any(|legality| matches!(legality, Legality::Masks | Legality::Blasts | Legality::Lines))
        {
            return TokenStream::new();
        }
        let body = self.both(|side| match self.plan.royals[side][..] {
            // Measured: where most enemies are plain leapers and sliders it is faster to look from them, elsewhere from the targets.
            [royal] if self.plan.legality[side] == Legality::Masks => self.attacked_statements(royal, side),
            [royal] if self.plan.legality[side] == Legality::Blasts => {
                let (attacked, shielded) = (self.attacked_statements(royal, side), self.shielded(side));
                quote!(#attacked #shielded)
            }
            _ => quote! {
                for to in targets {
                    let square = Set::single(to);
                    if checks_to::<S::Other, B, C>(p, cpu, to, occ, them & !square).any() {
                        attacked |= square;
                    }
                }
            },
        });
        quote! {
            /// The squares of `targets`, which the royal of `S` can reach from `king`, on which it would not be attacked.
            #[inline(always)]
            fn unattacked<S: Side, B: Bookkeeping, C: Cpu>(p: &State<B>, cpu: C, king: usize, targets: Set) -> Set {
                let (occ, them) = (p.occupied() ^ Set::single(king), p.sides[S::THEM]);
                let mut attacked = Set::EMPTY;
                #body
                targets & !attacked
            }
        }
    }

    /// Collects what the enemies of `side` attack around its royal: leapers only where they can reach its surroundings, sliders where a line
    /// leads there.
    fn attacked_statements(&self, royal: PieceId, side: usize) -> TokenStream {
        let from = quote!(from);
        let mut near = vec![SquareSet::EMPTY; self.plan.squares as usize];
        // What finds the attacked squares, who attacks so, and the lines it follows.
        let mut looks: Vec<(TokenStream, Vec<usize>, Option<TokenStream>)> = Vec::new();
        let attackers = self.plan.pieces.iter().enumerate().filter(|&(id, _)| self.plan.attacks_royals(id, 1 - side));
        for (id, piece) in attackers {
            for part in piece.parts[1 - side].iter().filter(|part| part.mode.menaces) {
                let Some(reached) = self.reach(piece, 1 - side, part, &from, &quote!(occ)) else { continue };
                let lines = match &part.shape {
                    Shape::Leaps { targets, .. } => {
                        self.add_near(&mut near, royal, side, targets);
                        None
                    }
                    Shape::Slide(kernel) if !matches!(kernel, Kernel::Ray(ray) if ray.min > 1) => {
                        Some(self.open_lines(*kernel, &from))
                    }
                    _ => Some(quote!(ALL)),
                };
                let text = reached.to_string();
                match looks.iter_mut().find(|(known, ..)| known.to_string() == text) {
                    Some((_, kinds, _)) if kinds.contains(&id) => {}
                    Some((_, kinds, _)) => kinds.push(id),
                    None => looks.push((reached, vec![id], lines)),
                }
            }
        }
        for (kernel, royal) in self.plan.facing(1 - side) {
            looks.push((
                self.slide(kernel, &from, &quote!(occ)),
                vec![royal as usize],
                Some(self.open_lines(kernel, &from)),
            ));
        }
        let (mut leapers, mut others) = (TokenStream::new(), TokenStream::new());
        for (reached, kinds, lines) in looks {
            let kinds = self.kinds(&kinds);
            match lines {
                None => leapers.extend(quote!(for from in near & #kinds { attacked |= #reached; })),
                Some(lines) if lines.to_string() == "ALL" => {
                    others.extend(quote!(for from in them & #kinds { attacked |= #reached; }));
                }
                Some(lines) => others.extend(quote! {
                    for from in them & #kinds {
                        if (#lines & targets).any() {
                            attacked |= #reached;
                        }
                    }
                }),
            }
        }
        if leapers.is_empty() {
            return others;
        }
        let about = "Squares from which a leaper may attack a square that the royal can go to.";
        let near =
            self.sets(&format!("{}_near", side_name(self.plan, side, &self.plan.pieces[royal as usize])), about, near);
        quote! {
            let near = them & Set(#near[king]);
            if near.any() {
                #leapers
            }
            #others
        }
    }

    /// Adds the squares from which these leaps lead to where the royal can go from each square.
    fn add_near(&self, near: &mut [SquareSet], royal: PieceId, side: usize, leaps: &[SquareSet]) {
        let leaping = |part: &Part| match &part.shape {
            Shape::Leaps { targets, .. } => Some(targets.clone()),
            _ => None,
        };
        let parts = &self.plan.pieces[royal as usize].parts[side];
        let moves: Option<Vec<Vec<SquareSet>>> = parts.iter().map(leaping).collect();
        for (square, near) in near.iter_mut().enumerate() {
            let around = match &moves {
                Some(moves) => moves.iter().fold(SquareSet::EMPTY, |set, targets| set.or(&targets[square])),
                None => self.all,
            };
            let origins = (0..self.plan.squares).filter(|&from| !leaps[from as usize].and(&around).is_empty());
            origins.for_each(|from| near.insert(from));
        }
    }

    /// Some end rule asks whether a piece can be captured.
    fn needs_attackers(&self) -> bool {
        use wazir_variant_spec::rules::Condition;
        self.plan.rules.end.iter().any(|rule| matches!(rule.when, Condition::Reached { safe: true, .. }))
            || (0..2).any(|side| self.plan.is_wary(side))
    }

    fn attacker_statements(&self, side: usize) -> TokenStream {
        let mut code = TokenStream::new();
        for look in self.look_backs(side, &quote!(sq), &quote!(occ)) {
            let (origins, kinds) = (look.origins, self.kinds(&look.kinds));
            code.extend(match look.near {
                Some(near) => quote!(if (#near & #kinds & own).any() { found |= #origins & #kinds; }),
                None => quote!(found |= #origins & #kinds;),
            });
        }
        code.extend(self.unransomed_attackers(side));
        code.extend(self.travelling_attackers(side));
        code.extend(self.pushing_attackers(side));
        for (kernel, royal) in self.plan.facing(side) {
            let line = self.slide(kernel, &quote!(sq), &quote!(occ));
            let royal = self.piece(royal);
            code.extend(quote!(found |= #line & p.kinds[#royal];));
        }
        code
    }

    fn royal_functions(&self) -> TokenStream {
        if self.plan.royals.iter().all(Vec::is_empty) {
            return TokenStream::new();
        }
        let royals = self.both(|side| {
            if self.plan.royals[side].is_empty() {
                return quote!(Set::EMPTY);
            }
            let kinds = self.kinds(&self.plan.royals[side].iter().map(|&id| id as usize).collect::<Vec<_>>());
            let owner = Literal::usize_unsuffixed(side);
            quote!(#kinds & p.sides[#owner])
        });
        let ((of, who), (own, me)) = (self.takes_side(), self.gives_side());
        let attackers = self.both(|side| self.daring_attackers(side));
        let among_sides = self.checks_by_enemies();
        let guarded = self.both(|side| self.guard(side).0);
        let attacks = self.both(|side| self.guard(side).1);
        quote! {
            /// The royals of `S`.
            #[inline(always)]
            fn royals<#of B: Bookkeeping>(p: &State<B> #who) -> Set {
                #royals
            }

            /// The pieces of `S` that give check to a royal on `sq`.
            #[inline(always)]
            fn checks_to<#of B: Bookkeeping, C: Cpu>(p: &State<B>, cpu: C, sq: usize, occ: Set, own: Set #who) -> Set {
                #attackers
            }

            #among_sides

            /// All pieces that give check to a royal of `S`.
            #[inline(always)]
            fn checkers_of<#of B: Bookkeeping, C: Cpu>(p: &State<B>, cpu: C #who) -> Set {
                #guarded
                let mut found = Set::EMPTY;
                for sq in royals::<#own B>(p #me) {
                    #attacks
                }
                found
            }
        }
    }

    /// What ends the search for checkers before it begins, and what is done at each royal.
    fn guard(&self, side: usize) -> (TokenStream, TokenStream) {
        let own = if self.is_multiplayer() { quote!(ALL) } else { quote!(p.sides[S::THEM]) };
        let all = self.checks_by_foes(quote!(p), quote!(sq), quote!(p.occupied()), own);
        let check = &self.plan.rules.play[side].check;
        let note = self.note(self.cause(&check.cause));
        match check.guard {
            Guard::Each => (quote!(), quote!(found |= #all;)),
            Guard::Last => {
                let several = quote!(#note if !royals::<S, B>(p).is_single() { return Set::EMPTY; });
                (several, quote!(found |= #all;))
            }
            Guard::All => {
                let each = quote! {
                    #note
                    let attackers = #all;
                    if attackers.is_empty() {
                        return Set::EMPTY;
                    }
                    found |= attackers;
                };
                (quote!(), each)
            }
        }
    }

    /// The attackers of a royal on `sq` that would not blow up a royal of their own side by capturing it.
    fn daring_attackers(&self, side: usize) -> TokenStream {
        let (own, me) = self.gives_side();
        let attackers = quote!(attackers::<#own B, C>(p, cpu, sq, occ, own #me));
        let harmless = self.plan.harmless(side);
        let attackers = if harmless.is_empty() {
            attackers
        } else {
            let harmless = self.kinds(&harmless);
            quote!((#attackers & !#harmless))
        };
        let Some(blast) = &self.plan.rules.play[side].capture.blast else { return attackers };
        if self.plan.royals[side].is_empty() {
            return attackers;
        }
        let around = self.around(&blast.around, "BLAST", "Squares a capture here blows up, besides its own.");
        let mut perishable = self.plan.royals[side].iter().filter(|id| !blast.spares.contains(id)).peekable();
        let perishable = if perishable.peek().is_none() {
            quote!(Set::EMPTY)
        } else if blast.spares.iter().all(|id| !self.plan.royals[side].contains(id)) {
            quote!(royals::<S, B>(p))
        } else {
            let kinds = self.kinds(&perishable.map(|&id| id as usize).collect::<Vec<_>>());
            quote!(#kinds & royals::<S, B>(p))
        };
        if !self.plan.royals[side].iter().any(|id| blast.capturers.contains(id)) {
            let note = self.note("A capture here would blow up the royals around it; the capturer itself is spared.");
            return quote! {
                #note
                let near = Set(#around[sq]) & #perishable;
                if near.is_empty() {
                    #attackers
                } else if near.is_single() {
                    #attackers & near
                } else {
                    Set::EMPTY
                }
            };
        }
        // Royals that capture from beyond the blast die of being the capturer.
        let close = |part: &&Part| match &part.shape {
            Shape::Leaps { steps, .. } => steps.iter().all(|step| blast.around.contains(step)),
            _ => false,
        };
        let mut parts = self.plan.royals[side].iter().flat_map(|&id| &self.plan.pieces[id as usize].parts[side]);
        let faces = !self.plan.rules.play[side].check.facing.is_empty();
        let far = faces || !parts.all(|part| !part.mode.menaces || close(&part));
        let survivors = if far { quote!(#attackers & !royals::<S, B>(p)) } else { attackers };
        let note = self.note("A capture here would blow up a royal of the capturer's own: no attack on a royal.");
        quote! {
            #note
            if (Set(#around[sq]) & #perishable).any() {
                return Set::EMPTY;
            }
            #survivors
        }
    }

    /// The table of neighbourhoods given by offsets.
    pub(super) fn around(&self, offsets: &[Step], name: &str, about: &str) -> Ident {
        self.sets(name, about, around(self.plan.board(), offsets))
    }
}
