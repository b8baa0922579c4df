//! What drops ask of the squares around.

use super::*;

/// What drops of a type ask of the squares around.
#[derive(Debug)]
pub(crate) struct Dropping<W> {
    /// Where drops are beside friends.
    pub(crate) beside: Option<Around<W>>,
    /// Where drops are too near to enemies.
    pub(crate) away_from: Option<Around<W>>,
    pub(crate) pushed: Vec<Pushed<W>>,
}

/// Where some steps lead.
#[derive(Debug)]
pub(crate) enum Around<W> {
    /// By step: from where it leads to a square, and how far, in squares.
    Shifts(Vec<(W, i32)>),
    /// By square: where they lead. Over joined edges that differs.
    Table(Vec<W>),
}

impl<W: Bits> Around<W> {
    fn new(program: &Program, steps: &[Step]) -> Self {
        let board = &program.rules.board;
        if board.joined.any() {
            return Around::Table(around(program, steps));
        }
        let shift = |&step: &Step| (word(&tables::leaving(board, step)), in_squares(program, step));
        Around::Shifts(steps.iter().map(shift).collect())
    }

    /// Where they lead from these squares.
    #[inline(always)]
    pub(crate) fn of(&self, squares: W) -> W {
        let mut around = W::EMPTY;
        match self {
            Around::Shifts(shifts) => {
                for &(leaving, by) in shifts {
                    around |= (squares & leaving).shift(by);
                }
            }
            Around::Table(table) => {
                for square in squares {
                    around |= table[square];
                }
            }
        }
        around
    }
}

/// Where pieces come to rest that are pushed onto the board in one direction.
#[derive(Debug)]
pub(crate) struct Pushed<W> {
    /// By square: what has to be empty, and what stops it; `None` where nothing is pushed to. Nothing stops it where the board ends.
    pub(crate) ways: Vec<Option<(W, W)>>,
    /// Squares on which it enters the board, from outside or over a hole.
    pub(crate) enters: W,
    /// Squares on which the board stops it, or a hole.
    pub(crate) ends: W,
    /// The step, in squares; `None` where that differs, over joined edges.
    pub(crate) by: Option<i32>,
}

/// How a type is dropped.
#[derive(Debug)]
pub(crate) struct Dropped<W> {
    pub(crate) kind: usize,
    pub(crate) zone: W,
    /// Out of which hand, if out of one.
    pub(crate) held: Option<u8>,
    /// Where it may be dropped is told by its zone, by `files` and by what stands beside; there is nothing more to ask.
    pub(crate) told: bool,
    /// By the square of a friend of the type: the squares of its file, where there may be one of them in each.
    pub(crate) files: Option<Vec<W>>,
    /// So many of the type may stand on each file, where there may be more than one.
    pub(crate) per_file: Option<u32>,
    /// So many of the type may stand on squares of each colour.
    pub(crate) per_colour: Option<u16>,
    /// Where it may be dropped as long as one of these is empty.
    pub(crate) opening: W,
    /// It has to convert something, once the opening is full.
    pub(crate) must_convert: bool,
    /// It asks for something beside it, or is pushed.
    pub(crate) looks_around: bool,
    /// It may not check, or not mate.
    pub(crate) minds: bool,
    /// It may be had for something else.
    pub(crate) exchanged: bool,
}

pub(super) fn reversed(steps: &[Step]) -> Vec<Step> {
    steps.iter().map(|step| step.reversed()).collect()
}

pub(super) fn dropped<W: Bits>(
    program: &Program,
    kind: usize,
    drop: &wazir_variant_spec::rules::Drop,
    keeps_colours: bool,
) -> Dropped<W> {
    let (squares, files) = (program.rules.board.squares() as usize, program.rules.board.files as usize);
    let file_of = |at: usize| {
        (0..squares).filter(|other| other % files == at % files).fold(W::EMPTY, |set, other| set | W::single(other))
    };
    Dropped {
        kind,
        zone: word(&drop.zone),
        held: match drop.supply {
            Supply::Hand(held) => Some(held),
            Supply::Endless => None,
        },
        told: drop.opening.is_empty()
            && !drop.must_convert
            && drop.per_colour.is_none()
            && !keeps_colours
            && drop.per_file.is_none_or(|limit| limit == 1),
        per_file: drop.per_file.filter(|&limit| limit != 1).map(u32::from),
        per_colour: drop.per_colour.map(u16::from),
        opening: word(&drop.opening),
        must_convert: drop.must_convert,
        files: (drop.per_file == Some(1)).then(|| (0..squares).map(file_of).collect()),
        looks_around: !(drop.beside.is_empty() && drop.away_from.is_empty() && drop.pushed.is_empty()),
        minds: drop.may_not_mate || drop.may_not_check,
        exchanged: drop.exchange.is_some(),
    }
}

pub(super) fn dropping<W: Bits>(program: &Program, drop: &wazir_variant_spec::rules::Drop) -> Dropping<W> {
    let board = &program.rules.board;
    let all = board.all();
    let pushed = drop.pushed.iter().map(|&step| {
        let from = |to: u16| {
            let way: Vec<u16> = board.ray(to, step.reversed()).collect();
            let last = way.last().copied().unwrap_or(to);
            let enters = board.step(last, step.reversed()).is_none();
            let stop = board.step(to, step).map_or(W::EMPTY, |next| W::single(next as usize));
            enters.then(|| (way.iter().fold(W::EMPTY, |set, &at| set | W::single(at as usize)), stop))
        };
        let without = |step: Step| word(&all.minus(&tables::leaving(board, step)));
        Pushed {
            ways: (0..board.squares()).map(from).collect(),
            enters: without(step.reversed()),
            ends: without(step),
            by: (!board.joined.any()).then(|| in_squares(program, step)),
        }
    });
    Dropping {
        beside: (!drop.beside.is_empty()).then(|| Around::new(program, &reversed(&drop.beside))),
        away_from: (!drop.away_from.is_empty()).then(|| Around::new(program, &reversed(&drop.away_from))),
        pushed: pushed.collect(),
    }
}
