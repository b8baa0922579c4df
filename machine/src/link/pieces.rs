//! What pieces of a type do.

use super::*;

#[derive(Debug)]
pub(crate) struct Piece<W> {
    pub(crate) terms: Vec<Term<W>>,
    /// Where its ordinary moves lead, if they have no conditions: the terms, those that leap in one table.
    pub(crate) simple_terms: Vec<SimpleTerm<W>>,
    pub(crate) swaps: Vec<Swapping<W>>,
    pub(crate) journeys: Vec<Journeys<W>>,
    pub(crate) pushes: Vec<Pushing<W>>,
    /// The text of a push tells what is pushed where.
    pub(crate) names_pushes: bool,
    /// What it can capture.
    pub(crate) victims: Kinds,
    /// How all pieces of the type move at once, where each of its terms is one step that is the same from everywhere.
    pub(crate) shifts: Vec<Shift<W>>,
    /// Squares from which its moves may promote.
    pub(crate) promotes_from: W,
    /// Its terms have conditions, or it has moves that are more than its terms.
    pub(crate) odd: bool,
    /// It has no moves, nor promotions.
    pub(crate) stays: bool,
    /// Its only simple term, if that leads from all squares to all.
    pub(crate) only: Option<(usize, usize)>,
    /// How it promotes.
    pub(crate) promoting: Promotes,
    /// By square: where its moves from there end that leave en passant squares, and which; `None` where they have conditions.
    pub(crate) leaves: Option<Vec<Vec<(u16, W)>>>,
    pub(crate) promotions: Vec<Promotion<W>>,
    pub(crate) royal: bool,
    pub(crate) reverts: Kinds,
    pub(crate) captured_as: Option<u8>,
    pub(crate) capturer: Capturer,
    /// Some promotion is to be had for something in the opponent's hand only.
    pub(crate) ransomed: bool,
    /// What a piece of this type that reverts counts as when it is captured.
    pub(crate) original: u8,
    /// It moves as what has moved last: its own moves are not remembered.
    pub(crate) imitates: bool,
}

#[derive(Debug)]
pub(crate) struct Term<W> {
    pub(crate) kernel: usize,
    pub(crate) mask: usize,
    pub(crate) to_empty: bool,
    pub(crate) victims: Kinds,
    pub(crate) en_passant: bool,
    pub(crate) takers: usize,
    pub(crate) leaves: Option<Vec<Vec<(u16, W)>>>,
    pub(crate) when: When,
    pub(crate) always: bool,
    pub(crate) from: W,
    pub(crate) to: W,
}

/// Where ordinary moves lead from some squares to others.
#[derive(Debug)]
pub(crate) struct SimpleTerm<W> {
    pub(crate) kernel: usize,
    pub(crate) mask: usize,
    pub(crate) from: W,
    pub(crate) to: W,
}

#[derive(Debug)]
pub(crate) struct Swapping<W> {
    pub(crate) kernel: usize,
    pub(crate) enemies: Kinds,
    pub(crate) friends: bool,
    pub(crate) when: When,
    pub(crate) from: W,
    pub(crate) to: W,
}

/// The terms of a piece that have no conditions, those that leap in one table for each mask: such tables are kernels that the program does not have.
pub(super) fn simple_terms<W: Bits>(
    terms: &[Term<W>],
    kernels: &mut Vec<Tables<W>>,
    covers: &mut Vec<Vec<W>>,
) -> Vec<SimpleTerm<W>> {
    let mut simple = Vec::new();
    let mut leaps: Vec<(usize, Vec<W>)> = Vec::new();
    for term in terms {
        let Tables::Leaps(table) = &kernels[term.kernel] else {
            simple.push(SimpleTerm { kernel: term.kernel, mask: term.mask, from: term.from, to: term.to });
            continue;
        };
        let cut = |(from, &targets): (usize, &W)| if term.from.has(from) { targets & term.to } else { W::EMPTY };
        let table: Vec<W> = table.iter().enumerate().map(cut).collect();
        match leaps.iter_mut().find(|(mask, _)| *mask == term.mask) {
            Some((_, known)) => known.iter_mut().zip(table).for_each(|(known, targets)| *known |= targets),
            None => leaps.push((term.mask, table)),
        }
    }
    for (mask, table) in leaps {
        let known = kernels.iter().position(|kernel| matches!(kernel, Tables::Leaps(known) if *known == table));
        let kernel = known.unwrap_or_else(|| {
            covers.push(table.clone());
            kernels.push(Tables::Leaps(table));
            kernels.len() - 1
        });
        simple.push(SimpleTerm { kernel, mask, from: !W::EMPTY, to: !W::EMPTY });
    }
    simple
}

/// By square: where moves to empty squares end that leave en passant squares, and which, if that depends on nothing else.
pub(super) fn leaves<W: Bits>(terms: &[Term<W>], squares: usize) -> Option<Vec<Vec<(u16, W)>>> {
    if terms.iter().any(|term| term.leaves.is_some() && !term.when.is_always()) {
        return None;
    }
    let from = |from: usize| {
        let leaving = terms.iter().filter(|term| term.to_empty && term.from.has(from));
        leaving
            .flat_map(|term| {
                term.leaves.iter().flat_map(|leaves| &leaves[from]).filter(|(to, _)| term.to.has(*to as usize))
            })
            .copied()
            .collect()
    };
    Some((0..squares).map(from).collect())
}

/// What pieces of a side are linked with.
pub(super) struct PieceLinking<'p, W> {
    pub(super) program: &'p Program,
    pub(super) side: usize,
    /// Kinds of targets that have been asked for: see [`Side::masks`].
    pub(super) masks: &'p mut Vec<(bool, Kinds)>,
    pub(super) kernels: &'p mut Vec<Tables<W>>,
    pub(super) covers: &'p mut Vec<Vec<W>>,
    pub(super) steps: Steps,
}

impl<W: Bits> PieceLinking<'_, W> {
    /// The place of targets on empty squares, or not, and of these enemies.
    fn mask_of(&mut self, empty: bool, victims: Kinds) -> usize {
        let asked = (empty, victims & all_kinds(self.program));
        self.masks.iter().position(|&known| known == asked).unwrap_or_else(|| {
            self.masks.push(asked);
            self.masks.len() - 1
        })
    }

    fn terms(&mut self, piece: &PieceProgram) -> Vec<Term<W>> {
        let all = self.program.rules.board.all();
        let mut terms = Vec::new();
        for term in &piece.terms {
            let victims = if term.to_enemy { piece.victims & term.victims } else { 0 };
            terms.push(Term {
                kernel: term.kernel,
                mask: self.mask_of(term.to_empty, victims),
                to_empty: term.to_empty,
                victims: piece.victims & term.victims,
                en_passant: term.en_passant,
                takers: term.takers.unwrap_or(0),
                leaves: term.leaves.as_ref().map(|passage| {
                    passage
                        .ends
                        .iter()
                        .map(|ways| ways.iter().map(|(to, passed)| (*to, word(passed))).collect())
                        .collect()
                }),
                when: term.when.clone(),
                always: term.when.is_always() && term.from == all && term.to == all,
                from: word(&term.from),
                to: word(&term.to),
            });
        }
        terms
    }

    /// What pieces of this type do.
    pub(super) fn piece(&mut self, kind: usize, piece: &PieceProgram) -> Piece<W> {
        let program = self.program;
        let rules = &program.rules;
        let (board, all) = (&rules.board, rules.board.all());
        let own_rules = rules.piece_rules(kind as u8, self.side as u8);
        let terms = self.terms(piece);
        let promotions: Vec<Promotion<W>> = piece
            .promotions
            .iter()
            .map(|promotion| Promotion {
                targets: promotion_targets(promotion, board),
                forced: match &promotion.forced {
                    Forced::Never => W::EMPTY,
                    Forced::Always => word(&all),
                    Forced::Onto(squares) => word(squares),
                },
                only_capturing: promotion.only_capturing(),
                zone: word(&promotion.zone),
                apart: promotion.apart.iter().map(|(kernel, from, to)| (*kernel, word(from), word(to))).collect(),
                always: promotion.while_at_most.is_none()
                    && promotion.may_not_attack == 0
                    && !promotion.may_not_check
                    && promotion.to.iter().all(|to| to.while_fewer_than.is_none() && to.ransom.is_none()),
                into: promotion.to.iter().map(|to| to.piece).collect(),
                rule: promotion.clone(),
            })
            .collect();
        let promoting = match &promotions[..] {
            [] => Promotes::Never,
            [only] if only.always && only.apart.is_empty() && has_each_once(&only.into) && arrives(own_rules) => {
                Promotes::Simply
            }
            _ => Promotes::Oddly,
        };
        let plain = piece.swaps.is_empty() && piece.journeys.is_empty() && piece.pushes.is_empty() && !piece.en_passant;
        let odd = !plain || terms.iter().any(|term: &Term<W>| !term.when.is_always());
        let simple_terms = if odd { Vec::new() } else { simple_terms(&terms, self.kernels, self.covers) };
        let stays = !odd && simple_terms.is_empty() && promotions.is_empty();
        let only = match &simple_terms[..] {
            [term] if [term.from, term.to].iter().all(|&set| (word::<W>(&all) & !set).is_empty()) => {
                Some((term.kernel, term.mask))
            }
            _ => None,
        };
        let leaves = leaves(&terms, board.squares() as usize);
        let journeys =
            piece.journeys.iter().map(|journeying| link_journeys(program, journeying, &mut self.steps)).collect();
        Piece {
            journeys,
            pushes: piece
                .pushes
                .iter()
                .map(|pushing| Pushing {
                    kernel: pushing.kernel,
                    next: next(program, pushing.step, &mut self.steps),
                    push: pushing.push,
                    takes: pushing.takes,
                    when: pushing.when.clone(),
                    from: word(&pushing.from),
                    to: word(&pushing.to),
                })
                .collect(),
            shifts: shifts(program, piece, &terms),
            promotes_from: (0..board.squares() as usize)
                .filter(|&from| {
                    let reached = piece.terms.iter().fold(W::EMPTY, |set, term| set | self.covers[term.kernel][from]);
                    promotions.iter().any(|promotion: &Promotion<W>| {
                        (promotion.targets[from] & reached).any()
                            || !promotion.apart.is_empty() && promotion.zone.has(from)
                    })
                })
                .fold(W::EMPTY, |set, from| set | W::single(from)),
            names_pushes: own_rules.is_some_and(|own| own.names_pushes(board)),
            victims: piece.victims,
            odd,
            stays,
            simple_terms,
            only,
            promoting,
            leaves,
            swaps: piece
                .swaps
                .iter()
                .map(|swap| Swapping {
                    kernel: swap.kernel,
                    enemies: swap.enemies,
                    friends: swap.friends,
                    when: swap.when.clone(),
                    from: word(&swap.from),
                    to: word(&swap.to),
                })
                .collect(),
            terms,
            promotions,
            royal: piece.royal,
            reverts: piece.reverts,
            captured_as: own_rules.and_then(|own| own.captured_as),
            capturer: own_rules.map_or(Capturer::Arrives, |own| own.capturer),
            ransomed: has_ransom(piece),
            original: original(program, self.side, kind as u8),
            imitates: own_rules.is_some_and(|own| own.imitates),
        }
    }
}
