//! How the game ends: `ended` (conditions that stop the moves) and `outcome` (the first rule that holds).

use super::*;
use wazir_program::analysis::stops;
use wazir_variant_spec::rules::{Condition, EndRule, PieceId, Verdict};

impl Emitter<'_> {
    /// The functions of this part of the module.
    pub(super) fn ends(&self) -> TokenStream {
        let plan = self.plan;
        let stopping: TokenStream =
            plan.rules.end.iter().filter(|rule| stops(&rule.when)).map(|rule| self.rule(rule)).collect();
        let (result, turns) =
            (if self.is_multiplayer() { quote!(Decision) } else { quote!(Outcome) }, self.mover_and_waiter());
        let ended = if plan.ends_by_position() {
            quote! {
                /// The result, when the position is over though there may be moves.
                #[inline(always)]
                fn ended<B: Bookkeeping, C: Cpu>(p: &State<B>, cpu: C) -> Option<#result> {
                    #turns
                    #stopping
                    None
                }
            }
        } else {
            quote!()
        };
        let all: TokenStream = plan.rules.end.iter().map(|rule| self.rule(rule)).collect();
        let attacked = if plan.royals.iter().all(Vec::is_empty) {
            quote!(false)
        } else {
            let or_in_a_turn = [0, 1].map(|side| self.or_in_a_turn(side, &quote!(p)));
            match or_in_a_turn {
                [first, second] if first.is_empty() && second.is_empty() => {
                    quote!(wazir_runtime::Position::checkers(p).any())
                }
                [first, second] => quote!(match p.turn {
                    0 => wazir_runtime::Position::checkers(p).any() #first,
                    _ => wazir_runtime::Position::checkers(p).any() #second,
                }),
            }
        };
        let goals = self.goal_visitor();
        let (stuck, unended) = if plan.ends_by_position() && !self.is_multiplayer() {
            let unended = quote! {
                /// Number of moves, whether or not the position is over.
                #[inline(never)]
                fn count_moves(p: &State<impl Bookkeeping>) -> u64 {
                    let mut count = Count::default();
                    moves(p, Portable, &mut count);
                    count.moves
                }
            };
            (quote!(count_moves(&wazir_runtime::Position::lean(p)) == 0), unended)
        } else {
            (quote!(wazir_runtime::Position::count(p) == 0), quote!())
        };
        let (points, faced) = (self.points(), self.faced_functions());
        let outcome = if self.is_multiplayer() {
            self.outcome_of_multiplayer(&all, &attacked)
        } else {
            quote! {
                /// The result by the first rule that holds.
                fn outcome<B: Bookkeeping>(p: &State<B>) -> Option<Outcome> {
                    let cpu = Portable;
                    #turns
                    let stuck = || #stuck;
                    let attacked = || #attacked;
                    #all
                    None
                }
            }
        };
        let outcome_with_moves = self.outcome_with_moves();
        quote! {
            #ended
            #unended
            #points
            #faced

            #outcome
            #outcome_with_moves
            #goals
        }
    }

    /// Can the result of a position with moves be told without looking for them?
    pub(super) fn tells_by_moves(&self) -> bool {
        !self.is_multiplayer()
    }

    /// The result where moves have been found: by the rules that neither stop the moves nor ask whether there is one.
    fn outcome_with_moves(&self) -> TokenStream {
        if !self.tells_by_moves() {
            return quote!();
        }
        let asks = |rule: &&EndRule| !matches!(rule.when, Condition::Checkmate { .. } | Condition::Stalemate);
        let others = self.plan.rules.end.iter().filter(|rule| !stops(&rule.when)).filter(asks);
        let has_walls = self.plan.rules.play.iter().any(|play| play.walling.is_some());
        let rules: TokenStream = others
            .map(|rule| {
                let tested = self.rule(rule);
                // Who has two moves has one that is no pass.
                let alone = matches!(rule.when, Condition::NobodyCanMove) && !has_walls;
                if alone { quote!(if moves == 1 { #tested }) } else { tested }
            })
            .collect();
        let turns = self.mover_and_waiter();
        quote! {
            /// The result of a position that has so many moves.
            #[inline]
            fn outcome_with_moves<B: Bookkeeping>(p: &State<B>, moves: u64) -> Option<Outcome> {
                let cpu = Portable;
                #turns
                #rules
                None
            }
        }
    }

    /// Statements that return the result when a rule holds.
    fn rule(&self, rule: &EndRule) -> TokenStream {
        let note = self.note(self.cause(&rule.cause));
        let plan = self.plan;
        let result = |subject: TokenStream, reason: &str| {
            let reason = format_ident!("{reason}");
            if self.is_multiplayer() {
                return self.decision(rule.then, &subject, &reason);
            }
            let winner = self.winner(rule.then, subject);
            quote!(return Some(Outcome { winner: #winner, reason: Reason::#reason });)
        };
        // A rule about one side only.
        let only = |subject: TokenStream| match rule.of {
            Some(side) => {
                let side = Literal::usize_unsuffixed(side as usize);
                quote!(#subject == #side &&)
            }
            None => quote!(),
        };
        let (if_mover, if_waiter, if_side) = (only(quote!(mover)), only(quote!(waiter)), only(quote!(side)));
        // Who is out is no subject of any rule.
        let if_side = if self.is_multiplayer() { quote!(#if_side p.out[side] == 0 &&) } else { if_side };
        match &rule.when {
            Condition::Checkmate { after } => {
                let result = result(quote!(mover), "Checkmate");
                let series = after.as_ref().map(|types| {
                    let kinds = self.types(types);
                    quote!((p.checks[waiter] == 0 || (wazir_runtime::Position::checkers(p) & #kinds).any()) &&)
                });
                quote!(#note if #if_mover #series attacked() && stuck() { #result })
            }
            Condition::Stalemate => {
                let result = result(quote!(mover), "Stalemate");
                quote!(#note if #if_mover !attacked() && stuck() { #result })
            }
            Condition::NobodyCanMove => {
                let (nobody, result) = (self.nobody_can_move(), result(quote!(mover), "NobodyCanMove"));
                quote!(#note #nobody if #if_mover nobody { #result })
            }
            Condition::Extinct { subject, pieces, at_most, opponent_at_least, in_hand } => {
                let set = self.types(pieces);
                // Where those of their types are in the hands.
                let places: Vec<Literal> = (0..plan.hand.len())
                    .filter(|&place| *in_hand && pieces.contains(&plan.hand[place]))
                    .map(Literal::usize_unsuffixed)
                    .collect();
                let count =
                    |side: TokenStream| quote!((#set & p.sides[#side]).count() #(+ p.hands[#side][#places] as u32)*);
                let few = match at_most {
                    0 => quote!((#set & p.sides[side]).is_empty() #(&& p.hands[side][#places] == 0)*),
                    n => {
                        let (count, n) = (count(quote!(side)), Literal::u32_unsuffixed(*n as u32));
                        quote!(#count <= #n)
                    }
                };
                let enough = opponent_at_least.map_or(quote!(), |n| {
                    let (count, n) = (count(quote!(1 - side)), Literal::u32_unsuffixed(n as u32));
                    quote!(&& #count >= #n)
                });
                let sides = self.tested(*subject);
                let result = result(quote!(side), "Extinction");
                quote! {
                    #note
                    for side in #sides {
                        if #if_side #few #enough { #result }
                    }
                }
            }
            Condition::Reached { pieces, goal, held, safe, last_turn, at_least, filled } => {
                let (set, goals) = (self.types(pieces), goal.iter().map(|squares| self.set(squares)));
                let sides = Literal::usize_unsuffixed(goal.len());
                let goals = quote!(const GOALS: [Set; #sides] = [#(#goals),*];);
                let enough = Enough { at_least: *at_least, filled: *filled };
                let won = result(quote!(side), "Goal");
                let reached = if *last_turn {
                    let decided = reached_last(&set, &enough, &won);
                    quote!(#goals #decided)
                } else if *safe {
                    let decided = reached_safely(&set, &enough, &if_side, &won);
                    quote!(#goals #decided)
                } else {
                    let subject = if *held { quote!(mover) } else { quote!(waiter) };
                    let there = enough.of(quote!(#set & p.sides[side] & GOALS[side]), &quote!(GOALS[side]));
                    quote!(let side = #subject; #goals if #if_side #there { #won })
                };
                quote!(#note { #reached })
            }
            Condition::Connected { subject, pieces, formation } => {
                let (set, sides, made) = (self.types(pieces), self.tested(*subject), self.is_made(formation));
                let result = result(quote!(side), "Connection");
                quote! {
                    #note
                    for side in #sides {
                        let own = #set & p.sides[side];
                        if #if_side (#made) { #result }
                    }
                }
            }
            Condition::ChecksGiven { .. } => {
                let result = result(quote!(waiter), "Checks");
                quote!(#note if #if_waiter p.checks[waiter] == 0 { #result })
            }
            Condition::BoardFull => {
                let result = result(quote!(mover), "BoardFull");
                quote!(#note if #if_mover (ALL & !p.occupied()).is_empty() { #result })
            }
            Condition::Passed { times } => {
                let times = Literal::u8_unsuffixed(*times);
                let result = result(quote!(mover), "Passes");
                quote!(#note if #if_mover p.passes >= #times { #result })
            }
            Condition::Moved { .. } => {
                let (place, result) = (self.ending_move_place(rule), result(quote!(waiter), "EndingMove"));
                quote!(#note if #if_waiter p.ending_move == #place { #result })
            }
            Condition::Unentitled { subject, wings } => {
                let (sides, entitled) = (self.tested(*subject), self.entitled(wings));
                let result = result(quote!(side), "Unentitled");
                quote! {
                    #note
                    for side in #sides {
                        if #if_side !#entitled { #result }
                    }
                }
            }
            Condition::Facing { facing, passes } => {
                let result = result(quote!(mover), "Facing");
                let after = (*passes > 0).then(|| {
                    let passes = Literal::u8_unsuffixed(*passes);
                    quote!(p.passes >= #passes &&)
                });
                let faced = self.faced(facing);
                quote!(#note if #if_mover #after #faced::<B, _>(p, cpu) { #result })
            }
            Condition::Repetition { .. } => quote!(),
            Condition::QuietMoves { plies } => {
                let plies = Literal::u32_unsuffixed(*plies as u32);
                let result = result(quote!(mover), "QuietMoves");
                let uncounted = plan.rules.counts().map(|_| quote!(&&p.bookkeeping.count_limit() == 0));
                quote!(#note if #if_mover B::KEEPS && p.bookkeeping.clocks().0 >= #plies #uncounted { #result })
            }
            Condition::CountedOut { .. } => {
                let result = result(quote!(side), "CountedOut");
                quote! {
                    #note
                    if B::KEEPS && p.bookkeeping.count_limit() > 0 && p.bookkeeping.clocks().0 > p.bookkeeping.count_limit() {
                        let side = if p.bookkeeping.clocks().0 % 2 == 1 { waiter } else { mover };
                        if #if_side true { #result }
                    }
                }
            }
        }
    }

    /// Whether neither of two sides has a move.
    fn nobody_can_move(&self) -> TokenStream {
        let (passed_first, passed_second) = if self.plan.passes() {
            (quote!(&p.make_pass::<First, _>(cpu)), quote!(&p.make_pass::<Second, _>(cpu)))
        } else {
            (quote!(&State { turn: 1, ..*p }), quote!(&State { turn: 0, ..*p }))
        };
        quote! {
            let nobody = match p.turn {
                0 => !can_move::<First, B, _>(p, cpu) && !can_move::<Second, B, _>(#passed_first, cpu),
                _ => !can_move::<Second, B, _>(p, cpu) && !can_move::<First, B, _>(#passed_second, cpu),
            };
        }
    }

    /// The points of a side.
    fn points(&self) -> TokenStream {
        let rules = self.plan.rules;
        // A rule about repetition has its points counted by the history of the game.
        let counts =
            |rule: &EndRule| rule.then == Verdict::MorePoints && !matches!(rule.when, Condition::Repetition { .. });
        if !rules.end.iter().any(counts) {
            return quote!();
        }
        let held = if self.plan.hand.is_empty() {
            quote!()
        } else {
            quote! {
                for (place, &kind) in HAND.iter().enumerate() {
                    points += p.hands[side][place] as u32 * counted.pieces[kind];
                }
            }
        };
        quote! {
            /// The points of a side, in hundredths.
            fn points<B: Bookkeeping>(p: &State<B>, side: usize) -> u32 {
                let counted = &INFO.points[side];
                let mut points = counted.bonus;
                for kind in 0..KINDS {
                    points += (p.kinds[kind] & p.sides[side]).count() * counted.pieces[kind];
                }
                #held
                points
            }
        }
    }

    /// Looks for a move that reaches the goal as well.
    fn goal_visitor(&self) -> TokenStream {
        let found = self.plan.rules.end.iter().find_map(|rule| match &rule.when {
            Condition::Reached { pieces, goal, last_turn: true, at_least, filled, .. } => {
                Some((pieces, goal, Enough { at_least: *at_least, filled: *filled }))
            }
            _ => None,
        });
        let Some((pieces, goal, enough)) = found else { return quote!() };
        let set = self.types(pieces);
        let goal = self.set(&goal[1]);
        let there = enough.of(quote!(#set & p.sides[1] & GOAL), &quote!(GOAL));
        // Set up, not played: the opponent's royal may be attacked, on which the masks do not count.
        let lawful = if self.plan.checking_moves[1] == CheckingMoves::Masked {
            quote!(&&wazir_runtime::Position::lawful(p, position, self.cpu))
        } else {
            quote!()
        };
        quote! {
            /// Finds out whether some move of the second side reaches its goal.
            struct Equaliser<C> {
                cpu: C,
                found: bool,
            }

            impl<B: Bookkeeping, C: Cpu> Visitor<State<B>> for Equaliser<C> {
                fn batch<T: Batch<State<B>>>(&mut self, position: &State<B>, batch: T) {
                    const GOAL: Set = #goal;
                    for to in batch.targets() {
                        let p = &batch.child(self.cpu, position, to);
                        self.found |= #there #lawful;
                    }
                }
            }
        }
    }

    /// The bitboards of some types together.
    pub(super) fn types(&self, pieces: &[PieceId]) -> TokenStream {
        if pieces.len() == self.plan.pieces.len() {
            return quote!(ALL);
        }
        if pieces.is_empty() {
            return quote!(Set::EMPTY);
        }
        self.kinds(&pieces.iter().map(|&id| id as usize).collect::<Vec<_>>())
    }

    fn winner(&self, verdict: Verdict, subject: TokenStream) -> TokenStream {
        let compare = |more: bool| {
            let (first, second) = if more { (0_u8, 1_u8) } else { (1, 0) };
            let (first, second) = (Literal::u8_unsuffixed(first), Literal::u8_unsuffixed(second));
            quote!(match p.sides[0].count().cmp(&p.sides[1].count()) {
                core::cmp::Ordering::Greater => Some(#first),
                core::cmp::Ordering::Less => Some(#second),
                core::cmp::Ordering::Equal => None,
            })
        };
        match verdict {
            Verdict::Wins => quote!(Some(#subject as SideId)),
            Verdict::Loses | Verdict::TeamLoses => quote!(Some(1 - #subject as SideId)),
            // What repetitions mean is a matter of the game's history.
            Verdict::Draw | Verdict::Illegal => quote!(None),
            Verdict::WinFor(side) => {
                let side = Literal::u8_unsuffixed(side);
                quote!(Some(#side))
            }
            Verdict::MorePieces => compare(true),
            Verdict::FewerPieces => compare(false),
            Verdict::MorePoints => quote!(match points(p, 0).cmp(&points(p, 1)) {
                core::cmp::Ordering::Greater => Some(0),
                core::cmp::Ordering::Less => Some(1),
                core::cmp::Ordering::Equal => None,
            }),
        }
    }
}

/// A goal that the first side has reached may still be reached by the second in its last turn.
fn reached_last(set: &TokenStream, enough: &Enough, won: &TokenStream) -> TokenStream {
    let there = enough.of(quote!(#set & p.sides[side] & GOALS[side]), &quote!(GOALS[side]));
    let both = quote!(return Some(Outcome { winner: None, reason: Reason::BothReachedGoal }););
    quote! {
        let there = |p: &State<B>, side: usize| #there;
        match (there(p, 0), there(p, 1), mover) {
            (true, true, 0) => { #both }
            (true, false, 0) => { let side = 0; #won }
            (false, true, 0) => { let side = 1; #won }
            (true, _, 1) => {
                let mut equaliser = Equaliser { cpu, found: false };
                moves(p, cpu, &mut equaliser);
                if !equaliser.found { let side = 0; #won }
            }
            _ => {}
        }
    }
}

/// Only pieces that cannot be captured on the goal count.
fn reached_safely(set: &TokenStream, enough: &Enough, if_side: &TokenStream, won: &TokenStream) -> TokenStream {
    let there = enough.of(quote!(safe), &quote!(GOALS[side]));
    quote! {
        for side in [waiter, mover] {
            let mut safe = Set::EMPTY;
            for square in #set & p.sides[side] & GOALS[side] {
                let enemies = p.sides[1 - side];
                let capturers = if side == 0 {
                    attackers::<Second, B, _>(p, cpu, square, p.occupied(), enemies)
                } else {
                    attackers::<First, B, _>(p, cpu, square, p.occupied(), enemies)
                };
                if capturers.is_empty() {
                    safe |= Set::single(square);
                }
            }
            if #if_side #there { #won }
        }
    }
}

/// How many pieces on a goal are enough.
struct Enough {
    at_least: u16,
    filled: bool,
}

impl Enough {
    /// Whether the pieces `there` of the `goal` squares are enough, in the position `p`.
    fn of(&self, there: TokenStream, goal: &TokenStream) -> TokenStream {
        if self.at_least == 1 {
            return quote!((#there).any());
        }
        let least = Literal::u32_unsuffixed(self.at_least.into());
        if self.filled {
            quote!({
                let there = #there;
                there.count() >= #least || there.any() && (#goal & !p.occupied()).is_empty()
            })
        } else {
            quote!(((#there).count() >= #least))
        }
    }
}
