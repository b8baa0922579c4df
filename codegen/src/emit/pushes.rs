//! Pushes: the tables of their steps, the moves, what they attack, and how they are made.

use super::ending_moves::Made;
use super::*;
use wazir_program::analysis::Pushing;
use wazir_variant_spec::rules::{Board, Ride, Whom};

/// The steps along which pushes of a module go, as text.
#[derive(Default)]
pub(crate) struct Pushes {
    steps: Vec<Step>,
}

impl Pushes {
    /// The place of a step among them.
    fn place(&mut self, step: Step) -> Literal {
        let place = self.steps.iter().position(|&known| known == step).unwrap_or_else(|| {
            self.steps.push(step);
            self.steps.len() - 1
        });
        Literal::usize_unsuffixed(place)
    }

    /// The table as Rust text.
    pub(super) fn text(&self, board: &Board) -> String {
        let mut text = String::new();
        if !self.steps.is_empty() {
            let about = "Where each step of a push leads from each square.";
            tables::write_steps(&mut text, board, "PUSH_STEPS", about, &self.steps);
        }
        text
    }
}

/// What stands where, for the pushes of a piece, as expressions.
struct Stand {
    /// Enemies that can be pushed, whatever their type.
    enemies: TokenStream,
    /// Enemies that can be lost.
    losers: TokenStream,
    /// Pieces of the mover's own side.
    own: TokenStream,
    /// Empty squares.
    empty: TokenStream,
    /// What blocks rides.
    occupied: TokenStream,
    /// A square where a royal is imagined that may not stand there: the pushes that could lose it are meant.
    royal: Option<TokenStream>,
}

impl Emitter<'_> {
    /// The pushes of the pieces of a type.
    pub(super) fn pushes(&self, id: usize, side: usize) -> TokenStream {
        let piece = &self.plan.pieces[id];
        if piece.pushes[side].is_empty() {
            return quote!();
        }
        let stand = Stand {
            enemies: quote!(them),
            losers: self.victims(id, side, quote!(them)),
            own: quote!(us),
            empty: quote!(empty),
            occupied: quote!(occ),
            royal: None,
        };
        let found = self.shoves(id, side, &stand);
        let ident = &piece.ident;
        let named = piece.rules[side].is_some_and(|rules| rules.names_pushes(self.plan.board()));
        let batch = self.tested_batch(side, quote!(batches::Push::<S, _>::new(#ident, from, shove, #named)));
        let wanted = self.plan.must_capture[side].then(|| {
            quote!(if shove.lost != taking {
                continue;
            })
        });
        let is_plain = |pushing: &Pushing| pushing.push.captures() && !pushing.push.stays;
        let moves = if piece.pushes[side].iter().any(is_plain) {
            let (captures, note) =
                (self.arrivals(id, side), self.note("What stands where the piece arrives is lost: a capture."));
            quote! {
                if shove.lost && shove.first == shove.last && !shove.stays {
                    #note
                    let arrival = journeys::Arrival { to: shove.first as usize, taken: Set::EMPTY, captures: true };
                    #captures
                } else {
                    #batch
                }
            }
        } else {
            batch
        };
        let note = self.note(format!("{}: pushes.", self.plan.rules.pieces[id].name));
        quote! {
            #note
            for from in p.kinds[#ident] & us {
                #found
                for shove in shoves {
                    #wanted
                    #moves
                }
            }
        }
    }

    /// Statements that put all pushes of the piece on `from` into `shoves`.
    fn shoves(&self, id: usize, side: usize, stand: &Stand) -> TokenStream {
        let piece = &self.plan.pieces[id];
        let (from, Stand { enemies, own, empty, occupied, .. }) = (quote!(from), stand);
        let meant = |pushing: &&Pushing| stand.royal.is_none() || self.plan.loses_royals_by(id, side, pushing);
        let ways = piece.pushes[side].iter().filter(meant).map(|pushing| {
            let push = &pushing.push;
            let whose = |whom: Whom, enemies: &TokenStream, friends: &TokenStream| match (whom.enemies, whom.friends) {
                (true, true) => quote!((#enemies | #friends)),
                (true, false) => enemies.clone(),
                (false, true) => friends.clone(),
                (false, false) => quote!(Set::EMPTY),
            };
            let pushed = whose(Whom { enemies: push.enemies, friends: push.friends }, enemies, own);
            let pushed = match pushing.takes {
                None => pushed,
                Some(types) => {
                    let kinds: Vec<usize> =
                        types.iter().map(usize::from).filter(|&id| id < self.plan.pieces.len()).collect();
                    let kinds = if kinds.is_empty() { quote!(Set::EMPTY) } else { self.kinds(&kinds) };
                    let royal = stand.royal.iter();
                    quote!(#pushed & (#kinds #(| #royal)*))
                }
            };
            let friendly = self.friendly_victims(id, side, own.clone());
            let over_edge = whose(push.over_edge, &stand.losers, &friendly);
            let crushed = whose(push.crushed, &stand.losers, &friendly);
            let left = (!push.stays).then(|| quote!(| Set::single(from)));
            let most = match push.most {
                Ride::UNLIMITED => quote!(u16::MAX),
                most => {
                    let most = Literal::u16_unsuffixed(most);
                    quote!(#most)
                }
            };
            let stays = push.stays;
            let steps = pushing.steps.iter().map(|(step, parts)| {
                let reaches = parts.iter().filter_map(|part| {
                    let reach = self.reach(piece, side, part, &from, occupied)?;
                    Some(self.provided((piece, side, part), &from, own, reach))
                });
                let reaches: Vec<TokenStream> = reaches.collect();
                if reaches.is_empty() {
                    return quote!();
                }
                let place = self.shoving.borrow_mut().place(*step);
                let add = quote!(add(&PUSH_STEPS[#place], #(#reaches)|*););
                match stand.royal {
                    None => add,
                    // Mostly there is room behind the royal, and the row need not be looked for.
                    Some(_) => quote!(if pushes::may_be_lost(&PUSH_STEPS[#place], sq, field.empty) { #add }),
                }
            });
            let steps: TokenStream = steps.collect();
            if steps.is_empty() {
                return quote!();
            }
            quote! {
                let field = pushes::Field {
                    empty: #empty #left,
                    pushed: #pushed & !Set::single(from),
                    over_edge: #over_edge,
                    crushed: #crushed,
                    most: #most,
                    stays: #stays,
                };
                let mut add = |step, firsts| pushes::add(step, firsts, field, &mut shoves);
                #steps
            }
        });
        let ways: TokenStream = ways.collect();
        quote! {
            let mut shoves = pushes::Shoves::new();
            #ways
        }
    }

    /// Adds the pieces of `side` by whose pushes a royal on `sq` would be lost to `found`.
    pub(super) fn pushing_attackers(&self, side: usize) -> TokenStream {
        let mut code = TokenStream::new();
        let them = if self.plan.memory.walls { quote!((occ & !own & !p.walls)) } else { quote!((occ & !own)) };
        for (id, piece) in self.plan.pieces.iter().enumerate() {
            if !piece.pushes[side].iter().any(|pushing| self.plan.loses_royals_by(id, side, pushing)) {
                continue;
            }
            let victims = self.victims(id, side, them.clone());
            let stand = Stand {
                enemies: quote!((#them | Set::single(sq))),
                losers: quote!((#victims | Set::single(sq))),
                own: quote!((own & !Set::single(sq))),
                empty: quote!((ALL & !occ)),
                occupied: quote!(occ),
                royal: Some(quote!(Set::single(sq))),
            };
            let (found, ident) = (self.shoves(id, side, &stand), &piece.ident);
            code.extend(quote! {
                for from in p.kinds[#ident] & own {
                    let occ = occ | Set::single(sq);
                    #found
                    if shoves.iter().any(|shove| shove.lost && shove.last as usize == sq) {
                        found |= Set::single(from);
                    }
                }
            });
        }
        code
    }

    /// The part of `Make` that makes a push.
    pub(super) fn make_push(&self) -> TokenStream {
        let pushes = || self.plan.pieces.iter().flat_map(|piece| &piece.pushes).flatten().map(|pushing| &pushing.push);
        if pushes().next().is_none() {
            return quote!();
        }
        let loses = pushes().any(|push| push.captures());
        let stays = pushes().any(|push| push.stays);
        let rights = if self.plan.memory.rights { self.lose_rights_on(&quote!(hit)) } else { quote!() };
        let hit = self.plan.memory.rights.then(|| {
            let start = if stays { quote!(if shove.stays { Set::EMPTY } else { start }) } else { quote!(start) };
            quote!(let hit = row.iter().fold(#start, |hit, &square| hit | Set::single(square));)
        });
        // A mark goes only where its piece goes.
        let moves = stays.then(|| quote!(&&!shove.stays));
        let (lifted, put, carried) = (
            self.unmark_where(&quote!(self.promoted.has(from) #moves), &quote!(start)),
            self.toggle_marks(&quote!(was_promoted), &quote!(end)),
            self.toggle_marks(&quote!(c.promoted.has(pair[0])), &quote!(both)),
        );
        let lost = loses.then(|| {
            let taken = self.taken_from_anybody();
            quote! {
                if shove.lost {
                    let square = shove.last as usize;
                    #taken
                }
            }
        });
        let ending_move = self.note_ending_move(&Made { captures: Some(quote!(shove.lost)), ..Made::default() });
        let moved = self.note_moved(&quote!(c), &quote!(piece));
        let (convert, forfeited) = (self.convert(false), self.forfeited(&quote!(piece)));
        let arrival = quote! {
            c.sides[S::ME] |= end;
            c.kinds[piece] |= end;
            c.bookkeeping.toggle(piece_key::<S>(piece, to));
            #put
            #forfeited
            #convert
        };
        let leaving = quote! {
            c.sides[S::ME] ^= start;
            c.kinds[piece] ^= start;
            c.bookkeeping.toggle(piece_key::<S>(piece, from));
        };
        let (leaving, arrival) = match stays {
            true => (quote!(if !shove.stays { #leaving }), quote!(if !shove.stays { #arrival })),
            false => (leaving, arrival),
        };
        let quiet_kind = self.quiet_kind(&quote!(piece));
        let note = self.note("From the far end, so that each goes to a square that is empty by then.");
        quote! {
            #[inline(always)]
            fn make_push<S: Side, C: Cpu>(&self, cpu: C, piece: usize, from: usize, shove: Shove) -> Self {
                let mut child = self.handed_over::<S>();
                let c = &mut child;
                let to = shove.first as usize;
                let (start, end) = (Set::single(from), Set::single(to));
                let row = pushes::row(&PUSH_STEPS, shove);
                #hit
                #rights
                #leaving
                #lifted
                #lost
                #note
                for pair in row.windows(2).rev() {
                    let both = Set::single(pair[0]) | Set::single(pair[1]);
                    let kind = self.kind_at(pair[0]);
                    c.kinds[kind] ^= both;
                    if self.sides[S::ME].has(pair[0]) {
                        c.sides[S::ME] ^= both;
                        c.bookkeeping.toggle(piece_key::<S>(kind, pair[0]) ^ piece_key::<S>(kind, pair[1]));
                    } else {
                        c.sides[S::THEM] ^= both;
                        c.bookkeeping.toggle(piece_key::<S::Other>(kind, pair[0]) ^ piece_key::<S::Other>(kind, pair[1]));
                    }
                    #carried
                }
                #arrival
                #ending_move
                #moved
                finish::<S, B, C>(c, cpu, !shove.lost && #quiet_kind);
                child
            }
        }
    }
}
