//! [`Tree`]: depth-first proof-number search.
//!
//! A node's proof number is how many leaves at least have to be proven to be wins so that it is one, its disproof number how many to be none. Where the side that wants
//! to win moves, a proof of one child is enough, where the other does, a refutation of one; the child that takes the least is searched until another takes
//! less, or until the node itself is no longer what its parent wants to look at: these two thresholds make the search depth-first.

use super::{
    Outcome,
    hands::{Bounds, Counts, Drops, Hands, Held},
    table::{Entry, Known, Proofs, Settled},
};
use crate::{board::Board, played::Played, shared::Shared};
use std::collections::{HashMap, HashSet};
use wazir_runtime::{Move, MoveKind, SideId, Square};

/// The number of what cannot be: the proof number of what is refuted.
pub(super) const NEVER: u32 = 1 << 30;

/// No line gets longer, in plies.
pub(super) const DEEPEST: u16 = 500;

/// Below that no loop closes.
const NO_LOOP: u16 = u16::MAX;

/// What a win is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Task {
    /// Each turn of the winner gives check or wins.
    pub(super) by_checks: bool,
    /// In at most so many plies; `None`: in any number.
    pub(super) plies: Option<u16>,
    /// After so many nodes it is given up.
    pub(super) most: Option<u64>,
}

impl Task {
    /// Keys of what was found out with another task differ. (What is proven by checks is proven; but what is stored for one task is not asked for by another.)
    fn salt(self) -> u64 {
        mixed(u64::from(self.by_checks) | u64::from(self.plies.is_some()) << 1)
    }
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    pn: u32,
    dn: u32,
    /// Plies to the end, of a win that is proven.
    pub(super) plies: u16,
    /// Of a refutation: the least ply of the path to which a loop returns that it relies on; [`NO_LOOP`] where it holds on any path.
    returns: u16,
    /// For which hands it is won or refuted.
    bounds: Bounds,
}

impl State {
    /// Neither won nor refuted; it counts as so many positions.
    fn open(pn: u32, dn: u32) -> State {
        State { pn, dn, plies: 0, returns: NO_LOOP, bounds: Bounds::default() }
    }
    fn refuted(bounds: Bounds) -> State {
        State { bounds, ..State::open(NEVER, 0) }
    }
    /// Refuted by a loop.
    fn returning(returns: u16) -> State {
        State { returns, ..State::refuted(Bounds { own: Counts::ALL, theirs: Counts::NONE }) }
    }
    fn won(plies: u16, bounds: Bounds) -> State {
        State { plies, bounds, ..State::open(0, NEVER) }
    }
    pub(super) fn is_won(self) -> bool {
        self.pn == 0
    }
    fn is_refuted(self) -> bool {
        self.dn == 0
    }
}

/// A move of a node, and what is known of the node after it.
#[derive(Clone, Copy, Debug)]
struct Child {
    mv: Move,
    state: State,
    /// The position after it.
    held: Held,
    /// Drops on the same square, which are answered alike, count as one: their number among these.
    alike: usize,
    /// It has been on a shorter path: where only such children are left, the search may go round in a loop.
    old: bool,
}

/// Up to which numbers a node is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds {
    pn: u32,
    dn: u32,
}

impl Thresholds {
    /// Until it is won or refuted.
    pub(super) const NONE: Thresholds = Thresholds { pn: NEVER, dn: NEVER };
}

/// The search.
pub(super) struct Tree<'s> {
    shared: &'s Shared<'s>,
    pub(super) board: Box<dyn Board>,
    proofs: Proofs,
    settled: Settled,
    /// Hands, where more of them never harms.
    hands: Option<Hands>,
    /// The moves to choose from at the root.
    pub(super) first: Vec<Move>,
    /// The side that is to win, with its allies.
    me: SideId,
    /// Positions that end the game by having been there before it came to the root.
    over: HashSet<u64>,
    /// The move of the root that has been found to win.
    wins_by: Option<Move>,
    task: Task,
    /// The positions from the root to here.
    path: Vec<Held>,
    /// The exclusive-or of their mixed hashes.
    path_code: u64,
    list: Vec<Move>,
    /// Nodes visited.
    pub(super) nodes: u64,
    /// Those of them that the others have not been told of.
    fresh: u64,
    /// After so many nodes this task is given up.
    last_node: u64,
    /// Plies of the longest line looked at.
    pub(super) reached: usize,
    stopped: bool,
    /// A line was cut off because it was too long: then nothing is refuted.
    cut: bool,
}

impl<'s> Tree<'s> {
    pub(super) fn new(
        shared: &'s Shared<'s>,
        board: Box<dyn Board>,
        played: &Played,
        moves: &[Move],
        mebibytes: usize,
    ) -> Tree<'s> {
        let times = shared.info.repetition.iter().map(|rule| rule.times as usize).min();
        let mut occurred: HashMap<u64, usize> = HashMap::new();
        played.past.iter().for_each(|past| *occurred.entry(past.hash).or_default() += 1);
        let over = occurred.into_iter().filter(|(_, count)| times.is_some_and(|times| count + 1 >= times));
        Tree {
            me: board.turn(),
            over: over.map(|(hash, _)| hash).collect(),
            wins_by: None,
            task: Task { by_checks: false, plies: None, most: None },
            path: Vec::new(),
            path_code: 0,
            list: Vec::new(),
            nodes: 0,
            fresh: 0,
            last_node: u64::MAX,
            reached: 0,
            stopped: false,
            cut: false,
            first: moves.to_vec(),
            proofs: Proofs::new(mebibytes / 2),
            settled: Settled::new(mebibytes / 2),
            hands: Hands::new(shared, &*board, &played.position().setup()),
            shared,
            board,
        }
    }

    /// Looks for a win.
    pub(super) fn look_for(&mut self, task: Task) -> Outcome {
        self.task = task;
        self.last_node = task.most.map_or(u64::MAX, |most| self.nodes + most);
        (self.stopped, self.cut) = (false, false);
        // Where plies are not counted, there are always some left.
        let left = task.plies.unwrap_or(2 * DEEPEST);
        let state = self.search(&self.held(), Thresholds::NONE, left, false);
        if state.is_won() {
            self.last_node = u64::MAX;
            let mut line = self.line(left);
            if line.is_empty() {
                line.extend(self.wins_by);
            }
            return Outcome::Won(line);
        }
        if state.is_refuted() && !self.stopped && !self.cut { Outcome::Refuted } else { Outcome::Open }
    }

    /// Does this side play for the win that is looked for?
    pub(super) fn attacks(&self, side: SideId) -> bool {
        self.shared.nature.are_allied(side, self.me)
    }

    /// The present position. What is in hand is told apart only where all wins are by checks: otherwise more of it may harm, as to be without a move may help.
    pub(super) fn held(&self) -> Held {
        match self.hands.as_ref().filter(|_| self.task.by_checks) {
            Some(hands) => hands.held(&*self.board, self.me),
            None => {
                let hash = self.board.hash();
                Held { hash, bare: hash, hands: Bounds::default() }
            }
        }
    }

    /// Could the side to move, which does not attack and has these moves, drop what it does not hold?
    fn drops(&self, held: &Held, moves: &[Move]) -> Drops {
        let hands = self.hands.as_ref();
        hands.map_or(Drops::Somewhere, |hands| hands.drops(self.board.turn(), held.hands.theirs, moves))
    }

    /// Is the game won, by itself?
    fn is_won(&self) -> bool {
        self.board.outcome().and_then(|outcome| outcome.winner).is_some_and(|winner| self.attacks(winner))
    }

    /// The state of a position that is over, or in which nobody can move.
    fn verdict(&self, held: &Held) -> State {
        match (self.is_won(), self.attacks(self.board.turn())) {
            (true, false) => State::won(0, held.won_by_all(std::iter::empty(), self.drops(held, &[]))),
            (true, true) => State::won(0, held.hands),
            (false, _) => State::refuted(held.hands),
        }
    }

    /// A move is about to be made from this position, the present one, which belongs to the path from now on.
    pub(super) fn enter(&mut self, held: &Held) {
        self.path.push(*held);
        self.path_code ^= mixed(held.hash);
    }

    /// The last position of the path no longer belongs to it.
    pub(super) fn leave(&mut self) {
        if let Some(held) = self.path.pop() {
            self.path_code ^= mixed(held.hash);
        }
    }

    /// The moves of the present position.
    pub(super) fn moves(&mut self) -> Vec<Move> {
        if self.path.is_empty() {
            return self.first.clone();
        }
        self.list.clear();
        self.board.moves(&mut self.list);
        self.list.clone()
    }

    /// Is the position after a move of the side that attacks one that the task allows?
    pub(super) fn is_allowed(&self) -> bool {
        !self.task.by_checks
            || self.attacks(self.board.turn())
            || self.board.in_check()
            || self.shared.nature.wins_quietly && self.is_won()
    }

    /// The key of what is settled of a position and those that differ from it in hands.
    fn settled_key(&self, held: &Held) -> u64 {
        mixed(held.bare ^ self.task.salt())
    }

    /// The key of its numbers while it is neither: how many plies are left counts, where they are counted.
    fn open_key(&self, hash: u64, left: u16) -> u64 {
        let left = if self.task.plies.is_some() { u64::from(left) + 1 } else { 0 };
        mixed(hash ^ self.task.salt() ^ mixed(0x0BE7 + left))
    }

    /// The key of a refutation that holds on this path only: whatever the order of its positions.
    fn path_key(&self, hash: u64) -> u64 {
        mixed(hash ^ self.task.salt() ^ mixed(self.path_code))
    }

    /// What is known of the present position, to which a move has just been made from the last one of the path, with so many plies left; and whether it was on a shorter path.
    pub(super) fn look(&mut self, held: &Held, left: u16) -> (State, bool) {
        if self.over.contains(&held.hash) {
            // With other hands it is another position, which is not over.
            let returns = if self.hands.is_some() { 0 } else { NO_LOOP };
            return (State { returns, ..State::refuted(held.hands) }, false);
        }
        let nature = self.shared.nature;
        if left == 0 {
            // Nobody looks for a mate where there is no check.
            let over = self.board.in_check() || !nature.wins_by_mate;
            return (if over { self.verdict(held) } else { State::refuted(held.hands) }, false);
        }
        if let Some(known) = self.settled.get(self.settled_key(held), held, left) {
            let Known { won, bounds, plies, .. } = known;
            return (if won { State::won(plies, bounds) } else { State::refuted(bounds) }, false);
        }
        if self.task.plies.is_none() {
            if let Some(at) = self.path.iter().position(|before| held.is_no_better_than(before)) {
                return (State::returning(at as u16), false);
            }
            if let Some(entry) = self.proofs.get(self.path_key(held.hash)) {
                return (State::returning(entry.dn as u16), false);
            }
        }
        if let Some(entry) = self.proofs.get(self.open_key(held.hash, left)) {
            let old = usize::from(entry.ply) < self.path.len();
            return (State::open(entry.pn, entry.dn), old);
        }
        self.count_node();
        let attacks = self.attacks(self.board.turn());
        if attacks && left > 1 {
            return (State::open(1, 1), false);
        }
        self.list.clear();
        self.board.moves(&mut self.list);
        let state = if self.list.is_empty() {
            self.verdict(held)
        } else if attacks {
            self.wins_at_once(held)
        } else {
            State::open(different(&self.list), 1)
        };
        if state.is_won() || state.is_refuted() {
            self.settle(held, state, left, 1);
        }
        (state, false)
    }

    /// What the last ply is worth to the side that attacks, by the moves just listed.
    fn wins_at_once(&mut self, held: &Held) -> State {
        let moves = std::mem::take(&mut self.list);
        let mate = self.shared.nature.wins_by_mate;
        let wins = moves.iter().any(|&mv| {
            self.board.play(mv);
            let wins = (!mate || self.board.in_check()) && self.is_allowed() && self.is_won();
            self.board.undo();
            wins
        });
        self.list = moves;
        if wins { State::won(1, held.hands) } else { State::refuted(held.hands) }
    }

    /// Remembers that a position is won, or refuted on any path.
    fn settle(&mut self, held: &Held, state: State, left: u16, work: u32) {
        let within = if self.task.plies.is_some() { left } else { u16::MAX };
        let won = state.is_won();
        let plies = if won { state.plies } else { within };
        self.settled.put(self.settled_key(held), Known { won, bounds: state.bounds, plies, work });
    }

    /// Counts a node; from time to time looks whether the search is over.
    fn count_node(&mut self) {
        self.nodes += 1;
        self.fresh += 1;
        self.reached = self.reached.max(self.path.len());
        self.stopped |= self.nodes >= self.last_node;
        if self.fresh >= self.shared.patience {
            self.stopped |= self.shared.count(std::mem::take(&mut self.fresh));
        }
    }

    /// Searches the present position, the next one of the path, until it is won or refuted, or one of its numbers has reached its threshold.
    pub(super) fn search(&mut self, held: &Held, thresholds: Thresholds, left: u16, goes_round: bool) -> State {
        let ply = self.path.len();
        let attacks = self.attacks(self.board.turn());
        if usize::from(DEEPEST) <= ply {
            self.cut = true;
            return State::returning(0);
        }
        let began = self.nodes;
        self.count_node();
        let moves = self.moves();
        if moves.is_empty() {
            return self.verdict(held);
        }
        self.enter(held);
        let state = self.try_moves(held, thresholds, left, goes_round, attacks, &moves);
        self.leave();
        // Of the root not all moves may have been looked at.
        if self.stopped && !state.is_won() || ply == 0 {
            return state;
        }
        let work = (self.nodes - began).min(u64::from(u32::MAX)) as u32;
        if state.is_won() || state.is_refuted() && usize::from(state.returns) >= ply {
            let state = State { returns: NO_LOOP, ..state };
            self.settle(held, state, left, work);
            return state;
        }
        if state.is_refuted() {
            let key = self.path_key(held.hash);
            self.proofs.put(key, Entry { pn: NEVER, dn: u32::from(state.returns), work, ply: ply as u16 });
        } else {
            let key = self.open_key(held.hash, left);
            let before = self.proofs.get(key).map_or((0, u16::MAX), |entry| (entry.work, entry.ply));
            let (work, ply) = (before.0.saturating_add(work), before.1.min(ply as u16));
            self.proofs.put(key, Entry { pn: state.pn, dn: state.dn, work, ply });
        }
        state
    }

    /// Searches the children of a node, always the one that takes the least.
    fn try_moves(
        &mut self,
        held: &Held,
        mut thresholds: Thresholds,
        left: u16,
        mut goes_round: bool,
        attacks: bool,
        moves: &[Move],
    ) -> State {
        let mut children: Vec<Child> = Vec::new();
        let mut dropped: Vec<(Square, usize)> = Vec::new();
        for &mv in moves {
            self.board.play(mv);
            let looked_at = (!attacks || self.is_allowed()).then(|| {
                let held = self.held();
                (held, self.look(&held, left - 1))
            });
            self.board.undo();
            if let Some((held, (state, old))) = looked_at {
                let mut alike = children.len();
                if !attacks && mv.kind() == MoveKind::Drop {
                    match dropped.iter().find(|(square, _)| *square == mv.to()) {
                        Some((_, first)) => alike = *first,
                        None => dropped.push((mv.to(), alike)),
                    }
                }
                children.push(Child { mv, state, held, alike, old });
                goes_round |= old;
                if if attacks { state.is_won() } else { state.is_refuted() && state.returns == NO_LOOP } {
                    break;
                }
            }
            if self.stopped {
                return State::open(1, 1);
            }
        }
        let mut first = true;
        let mut shares = Vec::new();
        loop {
            let node = sum(&children, attacks, &mut shares);
            if first && goes_round {
                thresholds.pn = thresholds.pn.max(node.pn.saturating_add(1)).min(NEVER);
                thresholds.dn = thresholds.dn.max(node.dn.saturating_add(1)).min(NEVER);
            }
            first = false;
            let Sum { pn, dn, .. } = node;
            if pn == 0 && self.path.len() == 1 {
                self.wins_by = children.get(node.best).map(|child| child.mv);
            }
            if self.stopped || pn == 0 || dn == 0 || pn >= thresholds.pn || dn >= thresholds.dn {
                return match (pn, dn, attacks) {
                    (0, ..) if !attacks => won_by_all(&children, held, self.drops(held, moves)),
                    (0, ..) => won_by_one(&children, held),
                    (_, 0, true) => refuted_by_all(&children, held),
                    (_, 0, false) => refuted_by_one(&children, held),
                    _ => State::open(pn, dn),
                };
            }
            let Child { mv, held: next_held, old, .. } = children[node.best];
            // One more than the second-best, and an eighth of it, so that the search does not go to and fro.
            let next = (node.second + node.second / 8).saturating_add(1);
            let below = |threshold: u32| threshold.saturating_sub(node.others).clamp(1, NEVER);
            let child = if attacks {
                Thresholds { pn: thresholds.pn.min(next), dn: below(thresholds.dn) }
            } else {
                Thresholds { pn: below(thresholds.pn), dn: thresholds.dn.min(next) }
            };
            self.board.play(mv);
            let state = self.search(&next_held, child, left - 1, goes_round && old);
            self.board.undo();
            children[node.best].state = state;
            children[node.best].old = false;
            goes_round = false;
        }
    }
}

/// How many moves there are, those that drop something on the same square being one.
fn different(moves: &[Move]) -> u32 {
    let mut squares: Vec<Square> = Vec::new();
    let differs = |mv: &&Move| {
        let alike = mv.kind() == MoveKind::Drop && squares.contains(&mv.to());
        if mv.kind() == MoveKind::Drop && !alike {
            squares.push(mv.to());
        }
        !alike
    };
    moves.iter().filter(differs).count() as u32
}

/// What the children of a node say of its numbers.
struct Sum {
    pn: u32,
    dn: u32,
    /// The child that takes the least.
    best: usize,
    /// What the next one takes.
    second: u32,
    /// What the other children add to the number that all of them make up.
    others: u32,
}

/// The numbers of a node by its children's, none of which may have been looked at if there is nothing the task allows. `shares` is room for a number of each child.
fn sum(children: &[Child], attacks: bool, shares: &mut Vec<u32>) -> Sum {
    // What it takes to decide the node by this child alone, and how much of the opposite it takes.
    let alone = |child: &Child| if attacks { child.state.pn } else { child.state.dn };
    let against = |child: &Child| if attacks { child.state.dn } else { child.state.pn };
    let (mut best, mut least, mut second) = (0, NEVER, NEVER);
    // What each of them is worth against; of those that are alike, the greatest number stands for all.
    shares.clear();
    shares.resize(children.len(), 0);
    for (place, child) in children.iter().enumerate() {
        let number = alone(child);
        // Of children that take the same, the one that has most against it comes last.
        if number < least || number == least && number < NEVER && against(child) < against(&children[best]) {
            (second, least, best) = (least, number, place);
        } else {
            second = second.min(number);
        }
        shares[child.alike] = against(child).max(shares[child.alike]);
    }
    let most = shares.iter().copied().max().unwrap_or(0);
    let (all, others) = if attacks {
        // Checks lead to the same positions on many ways, so that they are not added up.
        let others = shares.iter().filter(|share| **share > 0).count().saturating_sub(1) as u32;
        (most.saturating_add(others), others)
    } else {
        let all = shares.iter().fold(0, |sum: u32, share| sum.saturating_add(*share));
        (all, children.get(best).map_or(0, |child| all.saturating_sub(shares[child.alike])))
    };
    let all = if most >= NEVER { NEVER } else { all.min(NEVER - 1) };
    let (pn, dn) = if attacks { (least, all) } else { (all, least) };
    Sum { pn, dn, best, second, others }
}

/// Children with what is known of them, for [`Held`].
fn bounds(children: &[Child]) -> impl Iterator<Item = (Bounds, Bounds)> + '_ {
    children.iter().map(|child| (child.state.bounds, child.held.hands))
}

/// The side that attacks wins by one of the moves: the shortest way.
fn won_by_one(children: &[Child], held: &Held) -> State {
    let won = children.iter().filter(|child| child.state.is_won()).min_by_key(|child| child.state.plies);
    won.map_or(State::open(1, 1), |child| {
        State::won(child.state.plies + 1, held.by_one(child.state.bounds, child.held.hands))
    })
}

/// Every move of the other side loses: the longest way.
fn won_by_all(children: &[Child], held: &Held, drops: Drops) -> State {
    let plies = children.iter().map(|child| child.state.plies).max().unwrap_or(0);
    State::won(plies + 1, held.won_by_all(bounds(children), drops))
}

/// No move of the side that attacks wins.
fn refuted_by_all(children: &[Child], held: &Held) -> State {
    let returns = children.iter().map(|child| child.state.returns).min().unwrap_or(NO_LOOP);
    State { returns, ..State::refuted(held.refuted_by_all(bounds(children))) }
}

/// The other side has a move that refutes: one that returns as little as possible.
fn refuted_by_one(children: &[Child], held: &Held) -> State {
    let refuted = children.iter().filter(|child| child.state.is_refuted()).max_by_key(|child| child.state.returns);
    refuted.map_or(State::open(1, 1), |child| State {
        returns: child.state.returns,
        ..State::refuted(held.by_one(child.state.bounds, child.held.hands))
    })
}

/// A number whose bits all depend on all of another's.
fn mixed(number: u64) -> u64 {
    let mut number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}
