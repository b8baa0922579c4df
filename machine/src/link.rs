//! A program made ready to run: its sets in words of the board, its tables packed where the processor can use that.

mod captures;
mod castling;
mod drops;
mod facts;
mod journeys;
mod kernels;
mod keys;
mod packing;
mod pieces;
mod promotions;
mod shifts;
mod sides;
mod watch;

use crate::journeys::{Journeys, Leg};
use crate::pushes::Pushing;
use crate::signs::{Sign, Whose};
use alloc::{sync::Arc, vec::Vec};
use wazir_program::{
    Kernel, Kinds, Legality, PieceProgram, Program, Promoting, Ray, When, kinds_of, kinds_of_set, tables,
};
use wazir_runtime::{Bits, Cpu};
use wazir_variant_spec::rules::{
    Board, Capturer, Condition, Converted, Forced, Landing, Obligation, SquareSet, Step, Supply, WallReach,
};

pub(crate) use captures::{Blast, Converting, Row};
pub(crate) use castling::{Castling, CastlingWay};
pub(crate) use drops::{Dropped, Dropping};
pub(crate) use kernels::{HopTable, RayTable, Tables, WalkTable, is_passable, passable};
pub(crate) use keys::Keys;
pub(crate) use packing::Packed;
pub(crate) use pieces::{Piece, Term};
pub(crate) use promotions::{Promotes, Promotion};
pub(crate) use shifts::Shift;
pub(crate) use sides::{Attack, COMMON_MASKS, Counting, Gates, Side};
pub(crate) use watch::{MOST_RAYS, Watch};

use captures::{in_squares, line_of_steps, row};
use drops::{dropped, dropping};
use facts::{converts_only, has_ransom, is_calm, is_plain, is_quick, minds_checks, walls_only};
use journeys::{Steps, link_journeys, next, nexts};
use kernels::kernel;
use packing::{Manner, Packing, pack, pack_line, pack_walks};
use pieces::PieceLinking;
use promotions::{arrives, has_each_once, original, promotion_targets};
use shifts::shifts;
use sides::{all_kinds, link_side};
use watch::watch;

/// What stands for no square.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// A set of squares in the word of the board.
pub(crate) fn word<W: Bits>(squares: &SquareSet) -> W {
    squares.iter().fold(W::EMPTY, |set, square| set | W::single(square as usize))
}

/// By square: where one of these steps leads.
fn around<W: Bits>(program: &Program, steps: &[Step]) -> Vec<W> {
    tables::around(&program.rules.board, steps).iter().map(word).collect()
}

/// A program with its tables.
#[derive(Debug)]
pub(crate) struct Linked<W> {
    pub(crate) program: Program,
    pub(crate) squares: usize,
    pub(crate) files: usize,
    /// The squares that exist.
    pub(crate) all: W,
    pub(crate) kernels: Vec<Tables<W>>,
    /// By kernel and square: where it leads at most, whatever stands on the board.
    pub(crate) covers: Vec<Vec<W>>,
    /// Where lines lead by the occupied squares on them, line after line: every line of the board once, whichever kernels it is part of.
    pub(crate) packed: Vec<W>,
    pub(crate) sides: Vec<Side<W>>,
    /// More than two sides: what each can capture depends on who is out.
    pub(crate) multiplayer: bool,
    /// By side: which sides are no allies, by bit.
    pub(crate) foes: Vec<u32>,
    /// Edges of the board are joined.
    pub(crate) joined: bool,
    /// Moves do nothing but take, promote, put pieces down and place walls, for any side: no explosions, conversions, counters and the like.
    pub(crate) plain: bool,
    /// The same, but that they convert.
    pub(crate) converts_only: bool,
    /// The same of positions without hash and clocks: conversions, counts of checks and passes are allowed.
    pub(crate) quick: bool,
    /// Moves change nothing but where pieces and walls stand, as far as walls are concerned.
    pub(crate) walls_only: bool,
    /// Only of moves that capture nothing.
    pub(crate) quick_on_empty: bool,
    /// Some rule of the end has to be looked at before moves are generated.
    pub(crate) may_be_over: bool,
    /// By end rule and side: the squares of a goal.
    pub(crate) goals: Vec<Vec<W>>,
    /// The end rules that can be looked at before moves are known, each with a sign without which it does not hold, and whose that is.
    pub(crate) rules_so_far: Vec<(usize, Whose, Sign<W>)>,
    /// The end rules that are left to look at where there are moves.
    pub(crate) rules_with_moves: Vec<usize>,
    /// Where nobody can move the game is over.
    pub(crate) ends_when_stuck: bool,
    /// Some side attacks what it could capture by a later move of its turn.
    pub(crate) attacks_in_turns: bool,
    /// Types that castle as kings.
    pub(crate) castling_kings: Kinds,
    /// The squares of each file.
    pub(crate) columns: Vec<W>,
    pub(crate) keys: Keys,
    /// Some type's first moves are forfeited to what arrives on its lines.
    pub(crate) forfeits: bool,
    /// The squares of each colour of the chequered board.
    pub(crate) colours: [W; 2],
    /// Which side's counter of checks counts what.
    pub(crate) counters: Vec<wazir_variant_spec::rules::CheckCounter>,
}

impl<W: Bits> Linked<W> {
    pub(crate) fn new(program: Program) -> Linked<W> {
        let board = &program.rules.board;
        let (squares, files) = (board.squares() as usize, board.files as usize);
        let mut known = Packing { table: Vec::new(), lines: Vec::new() };
        let mut known_rays = Vec::new();
        let mut kernels: Vec<Tables<W>> =
            program.kernels.iter().map(|k| kernel(k, squares, board.walls, &mut known, &mut known_rays)).collect();
        let mut covers: Vec<Vec<W>> =
            kernels.iter().map(|kernel| (0..squares).map(|from| kernel.cover(from)).collect()).collect();
        let mut sides: Vec<Side<W>> =
            (0..program.sides.len()).map(|side| link_side(&program, side, &mut kernels, &mut covers)).collect();
        let is_told = |side: &Side<W>| matches!(side.legality, Legality::Masks { .. });
        if sides.len() == 2 {
            for side in 0..2 {
                let (own, other) = (&sides[side], &sides[1 - side]);
                if is_told(own) || is_told(other) && other.minded_checks != 0 {
                    sides[side].watch = watch(&kernels, &covers, other, own, squares);
                }
            }
        }
        if sides.iter().any(|side| side.watch.rays.iter().map(|group| group.rays.len()).sum::<usize>() > MOST_RAYS) {
            for side in sides.iter_mut().filter(|side| is_told(side)) {
                side.legality = Legality::Test;
                if side.counting == Counting::Gated {
                    side.counting = Counting::Listed;
                }
            }
        }
        let (plain, quick) = (is_plain(&program), is_quick(&program));
        let sides_blast = program.rules.play.iter().any(|play| play.capture.blast.is_some());
        let goals = program.rules.end.iter().map(|rule| match &rule.when {
            Condition::Reached { goal, .. } => goal.iter().map(word).collect(),
            _ => Vec::new(),
        });
        let goals: Vec<Vec<W>> = goals.collect();
        let so_far = |rule: &wazir_variant_spec::rules::EndRule| {
            crate::ends::is_looked_at(&rule.when) && rule.when != Condition::NobodyCanMove
        };
        let rules_so_far = (0..goals.len())
            .filter(|&index| so_far(&program.rules.end[index]))
            .map(|index| {
                let condition = &program.rules.end[index].when;
                (index, Whose::of(condition), Sign::of(&program.rules, condition, &goals[index]))
            })
            .collect();
        let rules_with_moves = (0..goals.len())
            .filter(|&index| {
                let condition = &program.rules.end[index].when;
                let by_moves = matches!(condition, Condition::Checkmate { .. } | Condition::Stalemate);
                !by_moves && !crate::ends::is_looked_at(condition)
            })
            .collect();
        let forfeits = sides.iter().any(|side| !side.forfeits.is_empty());
        let may_be_over = program.rules.end.iter().any(|rule| crate::ends::is_looked_at(&rule.when));
        Linked {
            squares,
            files,
            all: word(&board.all()),
            multiplayer: sides.len() > 2,
            foes: (0..sides.len() as u8)
                .map(|side| {
                    let foes = (0..sides.len() as u8).filter(|&other| !program.rules.are_allied(side, other));
                    foes.fold(0, |foes, other| foes | 1 << other)
                })
                .collect(),
            joined: board.joined.any(),
            kernels,
            covers,
            packed: known.table,
            sides,
            plain,
            converts_only: converts_only(&program),
            quick,
            walls_only: walls_only(&program),
            quick_on_empty: quick && sides_blast,
            may_be_over,
            goals,
            rules_so_far,
            rules_with_moves,
            ends_when_stuck: program.rules.end.iter().any(|rule| rule.when == Condition::NobodyCanMove),
            attacks_in_turns: program
                .rules
                .play
                .iter()
                .any(|play| play.turn.attacks == wazir_variant_spec::rules::Attacks::InOneTurn),
            castling_kings: kinds_of(program.rules.castlings.iter().map(|castling| castling.king)),
            columns: (0..files)
                .map(|file| (file..squares).step_by(files).fold(W::EMPTY, |set, square| set | W::single(square)))
                .collect(),
            forfeits,
            colours: tables::colours(board).each_ref().map(word),
            keys: Keys::new(&program),
            counters: program.rules.check_counters(),
            program,
        }
    }
}
