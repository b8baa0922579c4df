//! [`Thinker`]: the engine that plays any game by searching.

use crate::{
    Audit, Bound, Chances, Engine, Found, Limits, Line, LineError, Mate, Report, Score, Solved, Stop, Techniques, Term,
    board::{Board, CompiledBoard, InterpretedBoard, MachineBoard},
    eval::Weights,
    mate::{self, Outcome},
    nature::Nature,
    order::Histories,
    played::Played,
    root::{self, Best, RootMove, score_of},
    search::{WIN, Worker},
    shared::{Reductions, Shared},
    table::Table,
    time::{Budget, Lateness},
    weak::Weakness,
};
use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use wazir_machine::Machine;
use wazir_reference::Interpreter;
use wazir_runtime::{Compiled, Info, Move, Position, Random, Setup, SideId, Variant};
use wazir_variant_spec::{rules::Rules, values::Values};

/// MiB of the transposition table where nothing is said.
const HASH: usize = 16;

/// Nodes of the ordinary search for a move to play once a forced win has been refuted.
const AFTER_REFUTATION: u64 = 20_000;

/// An engine for a compiled game. `rules` are those its code was made from.
pub fn compiled<P: Position>(rules: &Rules) -> Box<dyn Engine> {
    Thinker::boxed(rules, Box::new(Compiled::<P>::new()), Box::new(CompiledBoard::<P>::start()), 32)
}

/// An engine for a game that is run.
pub fn run(machine: &Machine) -> Box<dyn Engine> {
    let board = Box::new(MachineBoard::start(machine));
    Thinker::boxed(&machine.program().rules, Box::new(machine.clone()), board, 16)
}

/// An engine for a game that is interpreted.
pub fn interpreted(game: &Interpreter) -> Box<dyn Engine> {
    let board = Box::new(InterpretedBoard::start(game.clone()));
    Thinker::boxed(game.rules(), Box::new(game.clone()), board, 4)
}

/// The engine.
struct Thinker {
    variant: Box<dyn Variant>,
    rules: Rules,
    /// Makes boards.
    board: Box<dyn Board>,
    nature: Nature,
    weights: Arc<Weights>,
    reductions: Reductions,
    table: Table,
    /// Its size, in MiB; the mate search has a table of its own of the same size while it goes on.
    mebibytes: usize,
    /// What threads have learnt of moves in earlier searches.
    learnt: Mutex<Vec<Histories>>,
    threads: NonZeroUsize,
    techniques: Techniques,
    /// What looks at what searches leave out.
    audit: Option<Arc<Audit>>,
    /// Nodes after which a thread looks at the clock.
    patience: u64,
    /// How late searches have been.
    lateness: Lateness,
    /// The game as far as it was played when last asked.
    played: Option<Played>,
}

impl Thinker {
    fn boxed(rules: &Rules, variant: Box<dyn Variant>, board: Box<dyn Board>, patience: u64) -> Box<dyn Engine> {
        let weights = Arc::new(Weights::new(rules, variant.info(), &Values::default()));
        Box::new(Thinker {
            variant,
            rules: rules.clone(),
            board,
            nature: Nature::new(rules),
            weights,
            reductions: Reductions::new(),
            table: Table::new(HASH),
            mebibytes: HASH,
            learnt: Mutex::default(),
            threads: NonZeroUsize::MIN,
            techniques: Techniques::default(),
            audit: None,
            patience,
            lateness: Lateness::default(),
            played: None,
        })
    }

    /// What some thread has learnt before.
    fn histories(&self) -> Histories {
        let learnt = self.learnt.lock().unwrap_or_else(PoisonError::into_inner).pop();
        learnt.unwrap_or_else(|| Histories::new(self.weights.sides, self.weights.kinds, self.weights.squares))
    }

    /// Keeps what a thread has learnt for those of the next search.
    fn keep(&self, histories: Histories) {
        self.learnt.lock().unwrap_or_else(PoisonError::into_inner).push(histories);
    }

    /// Searches with one thread. `number` is 0 of the one that reports and keeps the time.
    fn search_alone(
        &self,
        mut worker: Worker<'_>,
        moves: Vec<RootMove>,
        limits: &Limits,
        number: usize,
        report: &mut dyn FnMut(&Report),
    ) -> Best {
        let best = root::deepen(&mut worker, moves, limits, number, report);
        self.keep(worker.histories);
        best
    }

    /// The moves to choose from. Where there are thousands, finding out which of them repeat takes its time, so that it ends when the search has to.
    fn root_moves(&self, played: &mut Played, limits: &Limits, stop: &Stop) -> Vec<RootMove> {
        let side = played.position().turn();
        let mut legal = Vec::new();
        played.game.list(&mut legal);
        let may_repeat = !self.variant.info().repetition.is_empty();
        let asked = |mv: &Move| limits.only.is_empty() || limits.only.contains(mv);
        legal
            .into_iter()
            .filter(asked)
            .map(|mv| {
                let looked_at = if may_repeat && !stop.is_raised() { played.settled(mv) } else { None };
                let settled = looked_at.map(|outcome| self.worth(outcome, side));
                RootMove { mv, settled, score: -WIN - 1, line: vec![mv] }
            })
            .collect()
    }

    /// What an outcome one ply from now is worth to a side.
    fn worth(&self, outcome: wazir_runtime::Outcome, side: SideId) -> i32 {
        match outcome.winner {
            None => 0,
            Some(winner) if self.nature.are_allied(winner, side) => WIN - 1,
            Some(_) => 1 - WIN,
        }
    }

    /// Looks for a forced win. Where none is found, an eighth of time and nodes is left to find a move to play.
    fn solve(
        &self,
        shared: &mut Shared<'_>,
        board: &dyn Board,
        played: &Played,
        moves: &[RootMove],
        goal: Mate,
        report: &mut dyn FnMut(&Report),
    ) -> Outcome {
        let (budget, most_nodes) = (shared.budget, shared.most_nodes);
        if goal != Mate::ByChecks {
            shared.budget.hard = budget.hard.map(|hard| hard - hard / 8);
            shared.most_nodes = most_nodes.map(|nodes| nodes - nodes / 8);
        }
        // What ends the game by what has gone before does not win.
        let moves: Vec<Move> = moves.iter().filter(|root| root.settled.is_none()).map(|root| root.mv).collect();
        let outcome = mate::solve(shared, board, played, &moves, goal, self.mebibytes, &mut |line, reached| {
            report(&Report {
                line: 0,
                depth: line.len() as u32,
                reached: reached.max(line.len()) as u32,
                score: Score::Wins(line.len() as u32),
                bound: Bound::Exact,
                nodes: shared.nodes(),
                time: shared.began.elapsed(),
                full: 0,
                moves: line.to_vec(),
                chances: shared
                    .weights
                    .outcomes
                    .map(|outcomes| Chances::of(Score::Wins(line.len() as u32), shared.plies, outcomes)),
                current: None,
            });
        });
        (shared.budget, shared.most_nodes) = (budget, most_nodes);
        shared.over = AtomicBool::new(false);
        outcome
    }

    /// Searches with all threads; what the first has found, or another that has got further.
    fn think(
        &self,
        shared: &Shared<'_>,
        board: &dyn Board,
        played: &Played,
        moves: &[RootMove],
        limits: &Limits,
        report: &mut dyn FnMut(&Report),
    ) -> Best {
        let mut past = played.past.clone();
        if let Some(now) = past.last_mut() {
            now.choice = Some(moves.len().min(u16::MAX as usize) as u16);
        }
        let others = self.threads.get() - 1;
        std::thread::scope(|scope| {
            let helper = |number: usize| {
                let (board, moves, past) = (board.copy(), moves.to_vec(), past.clone());
                move || {
                    let worker = Worker::new(shared, board, past, self.histories());
                    self.search_alone(worker, moves, limits, number, &mut |_| {})
                }
            };
            let helpers: Vec<_> = (1..=others).map(|number| scope.spawn(helper(number))).collect();
            let worker = Worker::new(shared, board.copy(), past.clone(), self.histories());
            let mut best = self.search_alone(worker, moves.to_vec(), limits, 0, report);
            shared.over.store(true, std::sync::atomic::Ordering::Relaxed);
            for helper in helpers {
                // A helper that has panicked has found nothing.
                let Ok(other) = helper.join() else { continue };
                if other.depth > best.depth && limits.depth.is_none() && limits.lines.is_none() {
                    best = other;
                }
            }
            best
        })
    }
}

impl Engine for Thinker {
    fn info(&self) -> &Info {
        self.variant.info()
    }

    fn set_hash(&mut self, mebibytes: usize) {
        self.table = Table::new(mebibytes);
        self.mebibytes = mebibytes;
    }

    fn set_threads(&mut self, threads: NonZeroUsize) {
        self.threads = threads;
    }

    fn set_values(&mut self, values: &Values) {
        self.weights = Arc::new(Weights::new(&self.rules, self.variant.info(), values));
        self.new_game();
    }

    fn set_techniques(&mut self, techniques: Techniques) {
        self.techniques = techniques;
    }

    fn set_audit(&mut self, audit: Option<Arc<Audit>>) {
        self.audit = audit;
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.learnt = Mutex::default();
        self.played = None;
    }

    fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Result<Found, LineError> {
        let began = Instant::now();
        let mut played = Played::follow(&*self.variant, self.played.take(), line)?;
        let board = self.board.at(&played.position().setup()).map_err(LineError::Start)?;
        let moves = self.root_moves(&mut played, limits, stop);
        if moves.is_empty() {
            let winner = played.game.outcome().and_then(|outcome| outcome.winner);
            let turn = played.position().turn();
            let score = winner.map_or(0, |winner| if self.nature.are_allied(winner, turn) { WIN } else { -WIN });
            self.played = Some(played);
            return Ok(Found {
                best: None,
                ponder: None,
                score: score_of(score),
                depth: 0,
                nodes: 0,
                mate: limits.mate.map(|_| Solved::Refuted),
            });
        }
        self.table.grow_older();
        let weakness = limits.level.and_then(Weakness::of);
        let mut limits = limits.clone();
        if let Some(weakness) = weakness {
            limits.depth = limits.depth.into_iter().chain(weakness.depth).min();
            limits.nodes = Some(limits.nodes.map_or(weakness.nodes, |nodes| nodes.min(weakness.nodes)));
            limits.lines = if weakness.misjudges() { NonZeroUsize::new(moves.len()) } else { limits.lines };
        }
        let info = self.variant.info();
        let mut shared = Shared::new(&self.table, &self.nature, info, &self.weights, &self.reductions, stop);
        shared.began = began;
        shared.pieces = self.weights.pieces_left(played.position());
        shared.plies = plies(&played.position().setup(), self.weights.sides);
        shared.lateness = self.lateness;
        (shared.budget, shared.ponder) = (Budget::new(&limits, shared.pieces, self.lateness), limits.ponder);
        shared.most_nodes = limits.nodes;
        shared.techniques = self.techniques;
        shared.audit = self.audit.as_deref();
        shared.patience = limits.nodes.map_or(self.patience, |nodes| self.patience.min(nodes / 8 + 1));
        let mut mate = None;
        if let Some(goal) = limits.mate {
            match self.solve(&mut shared, &*board, &played, &moves, goal, report) {
                Outcome::Won(line) => {
                    self.played = Some(played);
                    let plies = line.len() as u32;
                    return Ok(Found {
                        best: line.first().copied(),
                        ponder: line.get(1).copied(),
                        score: Score::Wins(plies),
                        depth: plies,
                        nodes: shared.nodes(),
                        mate: Some(Solved::Won(line)),
                    });
                }
                Outcome::Refuted => {
                    mate = Some(Solved::Refuted);
                    let most = shared.nodes() + AFTER_REFUTATION;
                    shared.most_nodes = Some(limits.nodes.map_or(most, |nodes| nodes.min(most)));
                }
                Outcome::Open => {}
            }
        }
        let mut best = self.think(&shared, &*board, &played, &moves, &limits, report);
        if let Some(weakness) = weakness {
            let mut random = Random::new(limits.seed.unwrap_or_else(|| now() ^ played.position().hash()));
            weakness.choose(&mut best.moves, &mut random);
        }
        // Whoever ponders or analyses says himself when it is over.
        let ends = matches!(limits.mate, Some(Mate::ByChecks));
        while !ends && !stop.is_raised() && (limits.until_stopped || shared.clock().is_none()) {
            std::thread::sleep(Duration::from_millis(2));
        }
        let (nodes, lateness) = (shared.nodes(), shared.lateness_now());
        let found = best.moves.first().map(|root| Found {
            best: Some(root.mv),
            ponder: root.line.get(1).copied(),
            score: score_of(root.score),
            depth: best.depth,
            nodes,
            mate: mate.clone(),
        });
        self.lateness = lateness;
        self.played = Some(played);
        Ok(found.unwrap_or(Found { best: None, ponder: None, score: score_of(0), depth: 0, nodes, mate }))
    }

    fn evaluate(&self, line: &Line) -> Result<i32, LineError> {
        self.look(line, |worker| worker.still())
    }

    fn terms(&self, line: &Line) -> Result<Vec<Term>, LineError> {
        self.look(line, |worker| worker.terms())
    }
}

impl Thinker {
    /// Looks at the last position of a line, without any search.
    fn look<T>(&self, line: &Line, look: impl FnOnce(&Worker<'_>) -> T) -> Result<T, LineError> {
        let played = Played::follow(&*self.variant, None, line)?;
        let board = self.board.at(&played.position().setup()).map_err(LineError::Start)?;
        let stop = Stop::new();
        let info = self.variant.info();
        let shared = Shared::new(&self.table, &self.nature, info, &self.weights, &self.reductions, &stop);
        let worker = Worker::new(&shared, board, played.past, self.histories());
        let seen = look(&worker);
        self.keep(worker.histories);
        Ok(seen)
    }
}

/// Plies played since the start of a game, as its FEN counts them.
fn plies(setup: &Setup, sides: usize) -> u32 {
    let moves = setup.fullmove.saturating_sub(1);
    moves.saturating_mul(sides as u32).saturating_add(u32::from(setup.turn))
}

/// A number that is another one every time.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}
