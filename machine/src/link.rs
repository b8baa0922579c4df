//! A program made ready to run: its sets in words of the board, its tables packed where the processor can use that.

use crate::journeys::{Journeys, Leg};
use crate::pushes::Pushing;
use crate::signs::{Sign, Whose};
use alloc::{sync::Arc, vec::Vec};
use wazir_program::{
    Kernel, Kinds, Legality, PieceProgram, Program, Promoting, Ray, When, kinds_of, kinds_of_set, tables,
};
use wazir_runtime::{Bits, Cpu};
use wazir_variant_spec::rules::{
    Board, Capturer, Converted, Forced, Landing, Obligation, SquareSet, Step, Supply, WallReach,
};

/// What stands for no square.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// A set of squares in the word of the board.
pub(crate) fn word<W: Bits>(squares: &SquareSet) -> W {
    squares.iter().fold(W::EMPTY, |set, square| set | W::single(square as usize))
}

/// By the square a move starts from: where it may end that promotes, captures aside. Squares inside the zone have the same targets, and so have those outside.
fn promotion_targets<W: Bits>(promotion: &Promoting, board: &Board) -> Vec<W> {
    let all = board.all();
    let of_one = |squares: SquareSet| {
        squares.and(&promotion.from).iter().next().map_or(W::EMPTY, |one| word(&promotion.targets(one, &all)))
    };
    let (inside, outside) = (of_one(promotion.zone), of_one(all.minus(&promotion.zone)));
    let from = |from: u16| match (promotion.from.contains(from), promotion.zone.contains(from)) {
        (false, _) => W::EMPTY,
        (true, true) => inside,
        (true, false) => outside,
    };
    (0..board.squares()).map(from).collect()
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
    /// Moves do nothing but take, promote and put pieces down, for any side: no explosions, conversions, counters and the like.
    pub(crate) plain: bool,
    /// The same of positions without hash and clocks: conversions, counts of checks and passes are allowed.
    pub(crate) quick: bool,
    /// Moves do nothing but what plain ones do, and place walls.
    pub(crate) walls_only: bool,
    /// Only of moves that capture nothing.
    pub(crate) quick_on_empty: bool,
    /// Some rule of the end has to be looked at before moves are generated.
    pub(crate) may_be_over: bool,
    /// By end rule and side: the squares of a goal.
    pub(crate) goals: Vec<Vec<W>>,
    /// The end rules that can be looked at before moves are known, each with a sign without which it does not hold, and whose that is.
    pub(crate) rules_so_far: Vec<(usize, Whose, Sign<W>)>,
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

/// A kernel with its tables.
#[derive(Debug)]
pub(crate) enum Tables<W> {
    Leaps(Vec<W>),
    Rays { rays: Vec<Arc<RayTable<W>>>, packed: Packed<W> },
    Hops { hops: Vec<HopTable<W>>, packed: Packed<W> },
    Lame { ways: Vec<Vec<(W, W, bool)>>, packed: Packed<W> },
    Walk { walks: Vec<WalkTable<W>>, packed: Packed<W> },
}

#[derive(Debug)]
pub(crate) struct RayTable<W> {
    pub(crate) squares: Vec<W>,
    pub(crate) near: Option<Vec<W>>,
    pub(crate) ascending: bool,
}

#[derive(Debug)]
pub(crate) struct HopTable<W> {
    pub(crate) ray: RayTable<W>,
    pub(crate) over: Option<Kinds>,
    pub(crate) friendly: bool,
    pub(crate) just_behind: bool,
}

#[derive(Debug)]
pub(crate) struct WalkTable<W> {
    pub(crate) next: Vec<u16>,
    /// Squares passed by a step, and whether they have to be occupied.
    pub(crate) via: Option<(Vec<Option<W>>, bool)>,
    pub(crate) min: u16,
    pub(crate) max: u16,
    pub(crate) skips: bool,
    pub(crate) hurdle: Option<(Option<Kinds>, bool, bool)>,
}

/// The lines of a kernel by the occupied squares on them, packed into an index: see [`Linked::packed`].
#[derive(Debug)]
pub(crate) struct Packed<W> {
    /// So many lines from each square; none where the kernel is not packed.
    pub(crate) lines: usize,
    /// By square and line: what is packed, and where its part of the table begins.
    pub(crate) places: Vec<(W, u32)>,
}

/// Most rays along which a royal may be attacked that is guarded by masks.
pub(crate) const MOST_RAYS: usize = 16;

/// So many masks every side has: nothing, empty squares, all enemies, both.
pub(crate) const COMMON_MASKS: usize = 4;

/// What a side does.
#[derive(Debug)]
pub(crate) struct Side<W> {
    pub(crate) legality: Legality,
    pub(crate) direct: bool,
    pub(crate) royals: Kinds,
    /// Its pieces, by type.
    pub(crate) pieces: Vec<Option<Piece<W>>>,
    /// Kinds of targets that its terms ask for: empty squares, and enemies of these types.
    pub(crate) masks: Vec<(bool, Kinds)>,
    /// How it attacks, type by type.
    pub(crate) attacks: Vec<Attack<W>>,
    /// Types that capture by journeys or pushes.
    pub(crate) travellers: Vec<usize>,
    pub(crate) castlings: Vec<Castling<W>>,
    pub(crate) may_not_remain: bool,
    pub(crate) has_en_passant: bool,
    pub(crate) blast: Option<Blast<W>>,
    pub(crate) conversions: Vec<Converting<W>>,
    pub(crate) gates: Option<Gates<W>>,
    /// By square: where walls get from there, as far as that is a matter of the board.
    pub(crate) wall_rim: Vec<Vec<u16>>,
    /// Kernels along which walls get, with the squares they start from and end on.
    pub(crate) wall_along: Vec<(usize, W, W)>,
    /// Where walls get is told by which squares are occupied.
    pub(crate) walls_told: bool,
    /// How its moves are counted.
    pub(crate) counting: Counting,
    /// What it has to drop before it does anything else.
    pub(crate) due: Vec<u8>,
    /// Where walls may be placed.
    pub(crate) wall_onto: W,
    /// By type that it drops: where friends have to stand beside it, enemies may not, and squares from which a row is entered.
    pub(crate) dropping: Vec<Option<Dropping<W>>>,
    /// Types that it may drop.
    pub(crate) drops: Vec<Dropped<W>>,
    /// Out of which hand each type is dropped.
    pub(crate) supplies: Vec<Option<u8>>,
    /// How the other side of two attacks this side's royal, where the legality of either, which has to know it, is [`Legality::Masks`].
    pub(crate) watch: Watch<W>,
    /// Where its legality is [`Legality::Test`]: what its moves can do to its royals' safety is told by the squares they change.
    pub(crate) calm: bool,
    /// It matters whether its moves give check.
    pub(crate) minds_checks: bool,
    /// By which types, where it does.
    pub(crate) minded_checks: Kinds,
    /// Some captures, by whoever of the side makes them, do more than that the piece takes the place of another.
    pub(crate) odd_captures: bool,
    /// Some of its captures may cost it a royal.
    pub(crate) risks_royals: bool,
    /// Royals may not flee from checks.
    pub(crate) may_not_flee: bool,
    /// Which of its royals may be attacked.
    pub(crate) guarding: wazir_variant_spec::rules::Guard,
    /// Along which enemy royals attack: see [`wazir_variant_spec::rules::Check::facing`].
    pub(crate) facing: Vec<RayTable<W>>,
    /// What may capture en passant: types with the numbers of their terms.
    pub(crate) takers: Vec<(usize, usize)>,
    /// Some of its pieces attack over hurdles, so that what is dropped may open their lines.
    pub(crate) opens_by_drops: bool,
    pub(crate) resets: Kinds,
}

/// How the moves of a side are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counting {
    /// As they are found.
    Found,
    /// As they are found, unless the side holds something that it has to drop: then drops alone are listed.
    DropsFirst,
    /// Those that pieces can make, each with its walls.
    Walled,
    /// Those that pieces can make, each alone and with what it may bring in.
    Gated,
    /// When all of them are listed.
    Listed,
}

/// How pieces of one type capture, seen from the victim.
#[derive(Debug)]
pub(crate) struct Attack<W> {
    pub(crate) kind: usize,
    pub(crate) kernel: usize,
    pub(crate) exact: bool,
    pub(crate) term: usize,
    /// What it captures.
    pub(crate) victims: Kinds,
    pub(crate) from: W,
    pub(crate) to: W,
    /// It depends on nothing else.
    pub(crate) always: bool,
    /// How many pieces stand on a line tells whether it attacks along it.
    pub(crate) counts: bool,
}

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

/// A step that leads the same way from everywhere.
#[derive(Debug)]
pub(crate) struct Shift<W> {
    /// From the start to the end, in squares.
    pub(crate) by: i32,
    /// Squares that have to be empty, from the start.
    pub(crate) path: Vec<i32>,
    /// Where it can be made.
    pub(crate) starts: W,
    pub(crate) mask: usize,
    /// It leaves en passant squares: the first of them, from the start.
    pub(crate) leaves: Option<i32>,
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

/// How a piece promotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promotes {
    Never,
    /// By one rule, which asks nothing but where the move leads.
    Simply,
    Oddly,
}

/// How a side attacks a royal by leaps and along plain rays, seen from the royal.
#[derive(Debug)]
pub(crate) struct Watch<W> {
    /// By the royal's square: from where pieces of these types attack.
    pub(crate) leaps: Vec<(Kinds, Vec<W>)>,
    /// By the royal's square: from where such pieces attack a square to which its own moves may lead.
    pub(crate) leaps_near: Vec<Vec<W>>,
    pub(crate) rays: Vec<Watching<W>>,
    /// The same seen from those that attack: types with kernels, and the squares from which and to which they lead.
    pub(crate) forwards: Vec<(usize, usize, W, W)>,
}

/// Rays along which the same types attack.
#[derive(Debug)]
pub(crate) struct Watching<W> {
    pub(crate) kinds: Kinds,
    /// All squares of the rays.
    pub(crate) cover: Vec<W>,
    pub(crate) rays: Vec<Arc<RayTable<W>>>,
}

#[derive(Debug)]
pub(crate) struct Promotion<W> {
    /// By the square it starts from: targets, and those of them where it has to.
    pub(crate) targets: Vec<W>,
    pub(crate) forced: W,
    pub(crate) only_capturing: bool,
    pub(crate) zone: W,
    /// What it becomes.
    pub(crate) into: Vec<u8>,
    pub(crate) rule: Promoting,
    pub(crate) apart: Vec<(usize, W, W)>,
    /// It asks nothing but where the move leads.
    pub(crate) always: bool,
}

#[derive(Debug)]
pub(crate) struct Castling<W> {
    pub(crate) rule: wazir_variant_spec::rules::Castling,
    /// The line on which king and partner stand.
    pub(crate) on_line: W,
    pub(crate) partners: Kinds,
    /// By square: its place on the line; of a king, where its part of `ways` begins.
    partner_places: Vec<usize>,
    king_places: Vec<usize>,
    /// By places of king and partner: what they need to get past each other, if they can at all.
    ways: Vec<Option<CastlingWay<W>>>,
}

/// What a castling asks of the squares between.
#[derive(Debug)]
pub(crate) struct CastlingWay<W> {
    /// Squares that have to be empty.
    pub(crate) free: W,
    /// Squares from the king to where it arrives, both of them included.
    pub(crate) king: W,
}

impl<W: Bits> Castling<W> {
    fn new(program: &Program, rule: &wazir_variant_spec::rules::Castling) -> Castling<W> {
        let board = &program.rules.board;
        let (all, line): (W, Vec<u16>) = (word(&board.all()), program.rules.castling_line(rule).collect());
        let mut partner_places = alloc::vec![0; board.squares() as usize];
        line.iter().enumerate().for_each(|(place, &at)| partner_places[at as usize] = place);
        let between = |a: u16, b: u16| {
            let squares = line.iter().filter(|&&at| (a.min(b)..=a.max(b)).contains(&at));
            squares.fold(W::EMPTY, |set, &at| set | W::single(at as usize))
        };
        let way = |king: u16, partner: u16| {
            let is_on_wing = if rule.towards > 0 { partner > king } else { partner < king };
            let (king_way, partner_way) = (between(king, rule.king_to), between(partner, rule.partner_to));
            let exists = ((king_way | partner_way) & !all).is_empty();
            let themselves = W::single(king as usize) | W::single(partner as usize);
            let free = (king_way | partner_way) & !themselves;
            (is_on_wing && exists).then_some(CastlingWay { free, king: king_way })
        };
        Castling {
            on_line: line.iter().fold(W::EMPTY, |set, &at| set | W::single(at as usize)),
            partners: kinds_of(rule.partners.iter().copied()),
            ways: line
                .iter()
                .flat_map(|&king| line.iter().map(move |&partner| (king, partner)))
                .map(|(king, partner)| way(king, partner))
                .collect(),
            king_places: partner_places.iter().map(|place| place * line.len()).collect(),
            partner_places,
            rule: rule.clone(),
        }
    }

    /// How king and partner, on squares of the line, get past each other, if nothing stands between.
    #[inline(always)]
    pub(crate) fn way(&self, king: usize, partner: usize) -> Option<&CastlingWay<W>> {
        self.ways[self.king_places[king] + self.partner_places[partner]].as_ref()
    }
}

#[derive(Debug)]
pub(crate) struct Blast<W> {
    pub(crate) around: Vec<W>,
    pub(crate) spares: Kinds,
    pub(crate) capturers: Kinds,
    pub(crate) petrifies: Kinds,
}

/// What drops of a type ask of the squares around.
#[derive(Debug)]
pub(crate) struct Dropping<W> {
    /// By the friend's square: where drops are beside it.
    pub(crate) beside: Option<Vec<W>>,
    /// By the enemy's square: where drops are too near to it.
    pub(crate) away_from: Option<Vec<W>>,
    pub(crate) pushed: Vec<Pushed<W>>,
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

#[derive(Debug)]
pub(crate) struct Converting<W> {
    pub(crate) by_moves: bool,
    pub(crate) by_drops: bool,
    pub(crate) beside: Option<Vec<W>>,
    pub(crate) around: Option<Vec<W>>,
    pub(crate) rows: Vec<Row<W>>,
}

/// Rows in one direction.
#[derive(Debug)]
pub(crate) enum Row<W> {
    /// The lines from each square, the step in squares, and the squares from which it leads on.
    Straight { ray: RayTable<W>, by: i32, starts: W },
    /// Where steps lead, over joined edges.
    Round(Vec<u16>),
}

/// What first moves may bring in.
#[derive(Debug)]
pub(crate) struct Gates<W> {
    /// Whose first moves.
    pub(crate) with: Kinds,
    /// By type: the squares on which it may be put.
    pub(crate) zones: Vec<W>,
}

/// Places of features in the sequence of Zobrist keys: as compiled games have them.
#[derive(Debug)]
pub(crate) struct Keys {
    pub(crate) kinds: usize,
    pub(crate) squares: usize,
    pub(crate) sides: usize,
    pub(crate) promoted: usize,
    pub(crate) castling: usize,
    pub(crate) passed: usize,
    pub(crate) victim: usize,
    pub(crate) turn: usize,
    pub(crate) hands: usize,
    pub(crate) checks: usize,
    pub(crate) walls: usize,
    pub(crate) passes: usize,
    pub(crate) out: usize,
}

impl Keys {
    fn new(program: &Program) -> Keys {
        let squares = program.rules.board.squares() as usize;
        let (sides, kinds) = (program.sides.len(), program.rules.pieces.len());
        let promoted = sides * kinds * squares;
        let castling = promoted + squares;
        let passed = castling + squares;
        let victim = passed + squares;
        let turn = victim + squares;
        let hands = turn + if sides > 2 { sides } else { 1 };
        let checks = hands + sides * kinds * 256;
        let walls = checks + sides * 256;
        let passes = walls + squares;
        let out = passes + 256;
        Keys { kinds, squares, sides, promoted, castling, passed, victim, turn, hands, checks, walls, passes, out }
    }
    pub(crate) fn ending_moves(&self) -> usize {
        self.passes + 128
    }
    pub(crate) fn struck(&self) -> usize {
        self.passes + 256
    }
    pub(crate) fn turns(&self) -> usize {
        self.passes + 256
    }
    pub(crate) fn last_moved(&self) -> usize {
        self.turns() + 3 * 65_536
    }
    #[inline(always)]
    pub(crate) fn piece(&self, side: usize, kind: usize, square: usize) -> u64 {
        wazir_runtime::batches::key((side * self.kinds + kind) * self.squares + square)
    }
}

fn ray<W: Bits>(ray: &Ray) -> RayTable<W> {
    RayTable {
        squares: ray.squares.iter().map(word).collect(),
        near: ray.near.as_ref().map(|near| near.iter().map(word).collect()),
        ascending: ray.ascending,
    }
}

impl<W: Bits> RayTable<W> {
    /// Up to and including the first occupied square.
    #[inline(always)]
    pub(crate) fn slide(&self, from: usize, occupied: W) -> W {
        let slid = wazir_runtime::batches::slide(self.squares[from], occupied, self.ascending);
        match &self.near {
            None => slid,
            Some(near) => slid & !near[from],
        }
    }

    /// Behind the first occupied square, up to and including the next, or on the first square behind it only.
    #[inline(always)]
    pub(crate) fn hop(&self, from: usize, occupied: W, just_behind: bool) -> W {
        let landed = match just_behind {
            true => wazir_runtime::batches::hop_behind(self.squares[from], occupied, self.ascending),
            false => wazir_runtime::batches::hop(self.squares[from], occupied, self.ascending),
        };
        match &self.near {
            None => landed,
            Some(near) => landed & !near[from],
        }
    }
}

/// Most squares of a board whose lines are packed, bits packed for one of them, and entries of one packed table.
const MOST_SQUARES: usize = 128;
const MOST_BITS: u32 = 12;
const MOST_ENTRIES: usize = 160_000;

/// A line of a packed table: by square what is looked at, of which `leads` tells where the line leads when that of it is occupied; nothing where that is too much.
fn pack_line<W: Bits>(
    squares: usize,
    table: &mut Vec<W>,
    looked_at: impl Fn(usize) -> W,
    leads: impl Fn(usize, W) -> W,
) -> Option<Vec<(W, u32)>> {
    if squares > MOST_SQUARES {
        return None;
    }
    let (mut places, begins) = (Vec::new(), table.len());
    for from in 0..squares {
        let mask = looked_at(from);
        if mask.count() > MOST_BITS || table.len() - begins + (1 << mask.count()) > MOST_ENTRIES {
            table.truncate(begins);
            return None;
        }
        places.push((mask, table.len() as u32));
        let bits: Vec<W> = mask.into_iter().map(W::single).collect();
        for index in 0..1usize << bits.len() {
            let chosen = bits.iter().enumerate().filter(|(bit, _)| index >> bit & 1 == 1);
            table.push(leads(from, chosen.fold(W::EMPTY, |set, (_, &square)| set | square)));
        }
    }
    Some(places)
}

/// Members of the same lines, one way and the other: a line at a time makes two small tables of a large one, which are read sooner and made in a hundredth of the time.
fn by_lines(steps: impl Iterator<Item = (i16, i16)>) -> Vec<Vec<usize>> {
    let mut groups: Vec<((i16, i16), Vec<usize>)> = Vec::new();
    for (index, step) in steps.enumerate() {
        let line = if step < (0, 0) { (-step.0, -step.1) } else { step };
        match groups.iter_mut().find(|(known, _)| *known == line) {
            Some((_, members)) => members.push(index),
            None => groups.push((line, alloc::vec![index])),
        }
    }
    groups.into_iter().map(|(_, members)| members).collect()
}

/// The rays packed, or the hops along them, in groups that make small tables; none where some group would not.
fn pack<W: Bits>(rays: &[(&Ray, &RayTable<W>)], manner: Manner, squares: usize, known: &mut Packing<W>) -> Packed<W> {
    let mut lines: Vec<Arc<Vec<(W, u32)>>> = Vec::new();
    for members in by_lines(rays.iter().map(|(ray, _)| ray.step)) {
        let sets: Vec<&Vec<SquareSet>> = members.iter().map(|&index| &rays[index].0.squares).collect();
        let nears: Vec<&Option<Vec<SquareSet>>> = members.iter().map(|&index| &rays[index].0.near).collect();
        let is_known = |known: &&Known<W>| {
            known.manner == manner
                && known.squares.len() == sets.len()
                && known.squares.iter().zip(&sets).all(|(a, b)| a == *b)
                && known.near.iter().zip(&nears).all(|(a, b)| a == *b)
        };
        if let Some(known) = known.lines.iter().find(is_known) {
            lines.push(known.places.clone());
            continue;
        }
        let rays: Vec<&RayTable<W>> = members.iter().map(|&index| rays[index].1).collect();
        // The last square of a ray stops nothing, and behind it nothing is landed on.
        let inner = |from: usize| {
            rays.iter().fold(W::EMPTY, |set, ray| {
                let squares = ray.squares[from];
                let last = if ray.ascending { squares.highest() } else { squares.lowest() };
                set | squares & !last
            })
        };
        let leads = |from: usize, occupied: W| {
            rays.iter().fold(W::EMPTY, |set, ray| {
                set | match manner {
                    Manner::Slides => ray.slide(from, occupied),
                    Manner::Hops { just_behind } => ray.hop(from, occupied, just_behind),
                }
            })
        };
        let Some(places) = pack_line(squares, &mut known.table, inner, leads) else { return Packed::none() };
        let places = Arc::new(places);
        known.lines.push(Known {
            manner,
            squares: sets.into_iter().cloned().collect(),
            near: nears.into_iter().cloned().collect(),
            places: places.clone(),
        });
        lines.push(places);
    }
    Packed::of(&lines, squares)
}

/// How rays are gone along.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Slides,
    Hops { just_behind: bool },
}

/// What has been packed of a game.
struct Packing<W> {
    table: Vec<W>,
    lines: Vec<Known<W>>,
}

struct Known<W> {
    manner: Manner,
    squares: Vec<Vec<SquareSet>>,
    near: Vec<Option<Vec<SquareSet>>>,
    places: Arc<Vec<(W, u32)>>,
}

impl<W: Bits> Packed<W> {
    fn none() -> Packed<W> {
        Packed { lines: 0, places: Vec::new() }
    }

    fn of(lines: &[Arc<Vec<(W, u32)>>], squares: usize) -> Packed<W> {
        let places = (0..squares).flat_map(|from| lines.iter().map(move |line| line[from])).collect();
        Packed { lines: lines.len(), places }
    }

    #[inline(always)]
    pub(crate) fn reach<C: Cpu>(&self, cpu: C, table: &[W], from: usize, occupied: W) -> W {
        let mut reached = W::EMPTY;
        for &(mask, offset) in &self.places[from * self.lines..][..self.lines] {
            reached |= table[offset as usize + occupied.pack(cpu, mask)];
        }
        reached
    }
}

/// A ray, from the table if it is known already.
fn shared<W: Bits>(asked: &Ray, known: &mut Vec<(Ray, Arc<RayTable<W>>)>) -> Arc<RayTable<W>> {
    let same = |known: &Ray| {
        known.step == asked.step
            && known.ascending == asked.ascending
            && known.near == asked.near
            && known.squares == asked.squares
    };
    if let Some((_, table)) = known.iter().find(|(ray, _)| same(ray)) {
        return table.clone();
    }
    let table = Arc::new(ray(asked));
    known.push((asked.clone(), table.clone()));
    table
}

fn kernel<W: Bits>(
    kernel: &Kernel,
    squares: usize,
    walls: bool,
    known: &mut Packing<W>,
    known_rays: &mut Vec<(Ray, Arc<RayTable<W>>)>,
) -> Tables<W> {
    match kernel {
        Kernel::Leaps(table) => Tables::Leaps(table.iter().map(word).collect()),
        Kernel::Rays(rays) => {
            let tables: Vec<Arc<RayTable<W>>> = rays.iter().map(|ray| shared(ray, known_rays)).collect();
            let pairs: Vec<(&Ray, &RayTable<W>)> = rays.iter().zip(tables.iter().map(|table| &**table)).collect();
            let packed = pack(&pairs, Manner::Slides, squares, known);
            Tables::Rays { rays: tables, packed }
        }
        Kernel::Hops(kernel) => {
            let hops: Vec<HopTable<W>> = kernel
                .iter()
                .map(|hop| HopTable {
                    ray: ray(&hop.ray),
                    over: hop.hurdle.over.as_ref().map(kinds_of_set),
                    friendly: hop.hurdle.friendly,
                    just_behind: hop.hurdle.landing == Landing::JustBehind,
                })
                .collect();
            let just_behind = hops.iter().any(|hop| hop.just_behind);
            let alike = hops.iter().all(|hop| hop.is_by_squares() && hop.just_behind == just_behind);
            let packed = if alike {
                let pairs: Vec<_> = kernel.iter().zip(&hops).map(|(hop, table)| (&hop.ray, &table.ray)).collect();
                pack(&pairs, Manner::Hops { just_behind }, squares, known)
            } else {
                Packed::none()
            };
            Tables::Hops { hops, packed }
        }
        Kernel::Lame(ways) => {
            let ways: Vec<Vec<(W, W, bool)>> = ways
                .iter()
                .map(|ways| {
                    ways.iter().map(|way| (W::single(way.to as usize), word(&way.path), way.occupied)).collect()
                })
                .collect();
            let looked_at = |from: usize| ways[from].iter().fold(W::EMPTY, |set, &(_, path, _)| set | path);
            let leads = |from: usize, occupied: W| passable(&ways[from], occupied);
            let line = pack_line(squares, &mut known.table, looked_at, leads);
            let packed = line.map_or_else(Packed::none, |line| Packed::of(&[Arc::new(line)], squares));
            Tables::Lame { ways, packed }
        }
        Kernel::Walk(walks) => {
            let tables: Vec<WalkTable<W>> = walks
                .iter()
                .map(|walk| WalkTable {
                    next: walk.next.clone(),
                    via: walk.ride.via.map(|via| {
                        let paths = walk.via.iter().map(|path| path.as_ref().map(word)).collect();
                        (paths, via.state == wazir_variant_spec::rules::ViaState::Occupied)
                    }),
                    min: walk.ride.min,
                    max: walk.ride.max,
                    skips: walk.ride.skips,
                    hurdle: walk.ride.hurdle.map(|hurdle| {
                        let over = hurdle.over.as_ref().map(kinds_of_set);
                        (over, hurdle.friendly, hurdle.landing == Landing::JustBehind)
                    }),
                })
                .collect();
            let packed = pack_walks(walks, &tables, squares, known).filter(|_| !walls);
            Tables::Walk { walks: tables, packed: packed.unwrap_or_else(Packed::none) }
        }
    }
}

/// The walks packed, where nothing but which squares are occupied tells how far they go.
fn pack_walks<W: Bits>(
    walks: &[wazir_program::Walk],
    tables: &[WalkTable<W>],
    squares: usize,
    known: &mut Packing<W>,
) -> Option<Packed<W>> {
    if !tables.iter().all(WalkTable::is_by_squares) {
        return None;
    }
    let begins = known.table.len();
    let mut lines = Vec::new();
    for members in by_lines(walks.iter().map(|walk| (walk.ride.step.dx, walk.ride.step.dy))) {
        let seen = |from: usize| members.iter().fold(W::EMPTY, |set, &walk| set | tables[walk].cover(from, true));
        let leads = |from: usize, occupied: W| {
            let far = |&walk: &usize| tables[walk].walk(from, occupied, W::EMPTY, |_, _| occupied);
            members.iter().map(far).fold(W::EMPTY, |set, reached| set | reached)
        };
        let Some(line) = pack_line(squares, &mut known.table, seen, leads) else {
            known.table.truncate(begins);
            return None;
        };
        lines.push(Arc::new(line));
    }
    Some(Packed::of(&lines, squares))
}

/// Can what passes these squares do so, which have to be all occupied or all empty?
#[inline(always)]
pub(crate) fn is_passable<W: Bits>(path: W, filled: bool, occupied: W) -> bool {
    if filled { (path & !occupied).is_empty() } else { (path & occupied).is_empty() }
}

/// Where those of some ways lead that can be gone when these squares are occupied.
#[inline(always)]
pub(crate) fn passable<W: Bits>(ways: &[(W, W, bool)], occupied: W) -> W {
    let open = ways.iter().filter(|(_, path, filled)| is_passable(*path, *filled, occupied));
    open.fold(W::EMPTY, |reached, &(to, ..)| reached | to)
}

impl<W> HopTable<W> {
    /// Does it jump whatever is first?
    fn is_by_squares(&self) -> bool {
        self.over.is_none() && !self.friendly
    }

    /// Does it jump whatever is first, and end just behind that?
    pub(crate) fn ends_behind_anything(&self) -> bool {
        self.just_behind && self.is_by_squares() && self.ray.near.is_none()
    }
}

impl<W: Bits> WalkTable<W> {
    /// Does it jump whatever is first, if it jumps anything?
    fn is_by_squares(&self) -> bool {
        self.hurdle.is_none_or(|(over, friendly, _)| over.is_none() && !friendly)
    }

    /// Does it go on as long as squares are empty, and may end on any of them?
    pub(crate) fn slides(&self) -> bool {
        self.via.is_none() && self.hurdle.is_none() && !self.skips && self.min <= 1
    }

    /// The steps of a walk from here, as far as the board goes: which squares each passes, and where it leads.
    #[inline(always)]
    pub(crate) fn steps(&self, from: usize) -> impl Iterator<Item = (W, usize)> {
        let mut at = from;
        (1..=self.max).map_while(move |_| {
            let path = match &self.via {
                Some((paths, _)) => paths[at]?,
                None => W::EMPTY,
            };
            let next = self.next[at];
            if next == NOWHERE || next as usize == from {
                return None;
            }
            at = next as usize;
            Some((path, at))
        })
    }

    /// The squares that a walk from here comes to on an empty board, with those that its steps pass if these are wanted.
    fn cover(&self, from: usize, passed: bool) -> W {
        self.steps(from)
            .fold(W::EMPTY, |cover, (path, at)| cover | W::single(at) | if passed { path } else { W::EMPTY })
    }

    /// Where a walk leads from here. `hurdles` tells what can be jumped, by types and whether it has to be a friend.
    #[inline(always)]
    pub(crate) fn walk(&self, from: usize, occupied: W, walls: W, hurdles: impl Fn(Option<Kinds>, bool) -> W) -> W {
        let (mut reached, mut jumped) = (W::EMPTY, false);
        let filled = self.via.as_ref().is_some_and(|(_, filled)| *filled);
        for (steps, (path, at)) in (1..).zip(self.steps(from)) {
            if !is_passable(path, filled, occupied) {
                break;
            }
            let stands = occupied.has(at);
            if self.skips && steps < self.min {
                if walls.has(at) {
                    break;
                }
                continue;
            }
            match self.hurdle {
                Some((over, friendly, _)) if !jumped => {
                    if stands {
                        if !hurdles(over, friendly).has(at) {
                            break;
                        }
                        jumped = true;
                    }
                    continue;
                }
                _ => {}
            }
            if steps >= self.min && !walls.has(at) {
                reached |= W::single(at);
            }
            let just_behind = self.hurdle.is_some_and(|(_, _, just_behind)| just_behind);
            if stands || just_behind {
                break;
            }
        }
        reached
    }
}

impl<W: Bits> Tables<W> {
    /// Is where the kernel leads told by which squares are occupied, whatever stands there?
    fn is_by_squares(&self) -> bool {
        match self {
            Tables::Leaps(_) | Tables::Rays { .. } | Tables::Lame { .. } => true,
            Tables::Hops { hops, .. } => hops.iter().all(HopTable::is_by_squares),
            Tables::Walk { walks, .. } => walks.iter().all(WalkTable::is_by_squares),
        }
    }

    /// Where the kernel leads from here at most, whatever stands on the board.
    fn cover(&self, from: usize) -> W {
        let all = |set: W, more: W| set | more;
        match self {
            Tables::Leaps(table) => table[from],
            Tables::Rays { rays, .. } => rays.iter().map(|ray| ray.squares[from]).fold(W::EMPTY, all),
            Tables::Hops { hops, .. } => hops.iter().map(|hop| hop.ray.squares[from]).fold(W::EMPTY, all),
            Tables::Lame { ways, .. } => ways[from].iter().map(|&(to, ..)| to).fold(W::EMPTY, all),
            Tables::Walk { walks, .. } => walks.iter().map(|walk| walk.cover(from, false)).fold(W::EMPTY, all),
        }
    }
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
        let (plain, quick) = (is_plain(&program, false), is_plain(&program, true));
        let sides_blast = program.rules.play.iter().any(|play| play.capture.blast.is_some());
        let goals = program.rules.end.iter().map(|rule| match &rule.when {
            wazir_variant_spec::rules::Condition::Reached { goal, .. } => goal.iter().map(word).collect(),
            _ => Vec::new(),
        });
        let goals: Vec<Vec<W>> = goals.collect();
        let so_far = |rule: &wazir_variant_spec::rules::EndRule| {
            crate::ends::is_looked_at(&rule.when) && rule.when != wazir_variant_spec::rules::Condition::NobodyCanMove
        };
        let rules_so_far = (0..goals.len())
            .filter(|&index| so_far(&program.rules.end[index]))
            .map(|index| {
                let condition = &program.rules.end[index].when;
                (index, Whose::of(condition), Sign::of(&program.rules, condition, &goals[index]))
            })
            .collect();
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
            quick,
            walls_only: walls_only(&program),
            quick_on_empty: quick && sides_blast,
            may_be_over,
            goals,
            rules_so_far,
            ends_when_stuck: program
                .rules
                .end
                .iter()
                .any(|rule| rule.when == wazir_variant_spec::rules::Condition::NobodyCanMove),
            attacks_in_turns: program
                .rules
                .play
                .iter()
                .any(|play| play.turn.attacks == wazir_variant_spec::rules::Attacks::InOneTurn),
            castling_kings: kinds_of(program.rules.castlings.iter().map(|castling| castling.king)),
            columns: (0..files)
                .map(|file| (file..squares).step_by(files).fold(W::EMPTY, |set, square| set | W::single(square)))
                .collect(),
            forfeits: (program.rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten()))
                .any(|own| own.forfeit.is_some()),
            colours: [0, 1].map(|colour| {
                let is_of = |square: &usize| (square % files + square / files) % 2 == colour;
                (0..squares).filter(is_of).fold(W::EMPTY, |set, square| set | W::single(square))
            }),
            keys: Keys::new(&program),
            counters: program.rules.check_counters(),
            program,
        }
    }
}

/// How a side attacks royals of these types, where it does so by leaps and along plain rays only.
fn watch<W: Bits>(kernels: &[Tables<W>], covers: &[Vec<W>], by: &Side<W>, own: &Side<W>, squares: usize) -> Watch<W> {
    let royals = own.royals;
    let mut leaps: Vec<(Kinds, Vec<W>)> = Vec::new();
    let mut rays: Vec<(Kinds, Arc<RayTable<W>>)> = Vec::new();
    let mut forwards = Vec::new();
    for attack in by.attacks.iter().filter(|attack| attack.victims & royals != 0) {
        let term = by.pieces[attack.kind].as_ref().map(|piece| piece.terms[attack.term].kernel);
        forwards.extend(term.map(|kernel| (attack.kind, kernel, attack.from, attack.to)));
        match &kernels[attack.kernel] {
            Tables::Leaps(table) => {
                let here = |target: usize| if attack.to.has(target) { table[target] & attack.from } else { W::EMPTY };
                let table: Vec<W> = (0..squares).map(here).collect();
                match leaps.iter_mut().find(|(_, known)| *known == table) {
                    Some((kinds, _)) => *kinds |= 1 << attack.kind,
                    None => leaps.push((1 << attack.kind, table)),
                }
            }
            Tables::Rays { rays: tables, .. } => {
                for table in tables {
                    match rays.iter_mut().find(|(_, known)| Arc::ptr_eq(known, table)) {
                        Some((kinds, _)) => *kinds |= 1 << attack.kind,
                        None => rays.push((1 << attack.kind, table.clone())),
                    }
                }
            }
            _ => {}
        }
    }
    let mut grouped: Vec<Watching<W>> = Vec::new();
    for (kinds, ray) in rays {
        let place = grouped.iter().position(|group| group.kinds == kinds).unwrap_or_else(|| {
            grouped.push(Watching { kinds, cover: alloc::vec![W::EMPTY; squares], rays: Vec::new() });
            grouped.len() - 1
        });
        let group = &mut grouped[place];
        group.cover.iter_mut().zip(&ray.squares).for_each(|(cover, squares)| *cover |= *squares);
        group.rays.push(ray);
    }
    let royal_terms = || own.pieces.iter().flatten().filter(|piece| piece.royal).flat_map(|piece| &piece.terms);
    let ends = |from: usize| royal_terms().fold(W::EMPTY, |ends, term| ends | covers[term.kernel][from]);
    let near = |table: &Vec<W>, from: usize| ends(from).into_iter().fold(W::EMPTY, |near, to| near | table[to]);
    let leaps_near = leaps.iter().map(|(_, table)| (0..squares).map(|from| near(table, from)).collect()).collect();
    Watch { leaps, leaps_near, rays: grouped, forwards }
}

/// Where the legality of a side is [`Legality::Test`]: can its moves bring its royals into danger only by the squares that they leave and arrive on, and is there nothing
/// else that forbids them? (Captures that cost something aside, and moves of royals.)
fn is_calm(program: &Program, side: usize) -> bool {
    let rules = &program.rules;
    let play = &rules.play[side];
    let own = || rules.pieces.iter().filter_map(|piece| piece.sides[side].as_ref());
    let others = || program.sides.iter().enumerate().filter(move |(other, _)| *other != side).map(|(_, other)| other);
    let steady = |other: &wazir_program::SideProgram| {
        other.pieces.iter().flatten().all(|piece| {
            let always = piece.attacks.iter().all(|attack| piece.terms[attack.term].when.is_always());
            // What has to be had in the opponent's hand may come and go with any move.
            always && !has_ransom(piece) && piece.journeys.is_empty() && piece.pushes.is_empty()
        })
    };
    (!minds_checks(play) || program.sides.len() == 2 && steady(&program.sides[side]))
        && play.truce.is_none()
        && own().all(|own| own.wary.is_none())
        && play.turn.check != wazir_variant_spec::rules::TurnCheck::OnlyLast
        && !program.memory.several_moves
        && rules.play.iter().all(|play| play.arrival.is_empty())
        && rules.play.iter().all(|play| play.turn.attacks == wazir_variant_spec::rules::Attacks::InOneMove)
        && play.walling.is_none()
        && rules.exchanged().is_empty()
        // Lines over joined edges are not told by what stands first on a ray.
        && (!rules.board.joined.any() || rules.play.iter().all(|play| play.check.facing.is_empty()))
        && others().all(steady)
}

/// Is some promotion to be had for something in the opponent's hand only?
fn has_ransom(piece: &PieceProgram) -> bool {
    piece.promotions.iter().flat_map(|promotion| &promotion.to).any(|to| to.ransom.is_some())
}

/// Do moves change nothing but where pieces and walls stand, as far as walls are concerned?
fn walls_only(program: &Program) -> bool {
    let rules = &program.rules;
    rules.play.iter().all(|play| play.capture.blast.is_none() && play.arrival.is_empty())
        && rules
            .pieces
            .iter()
            .flat_map(|piece| piece.sides.iter().flatten())
            .all(|own| own.capturer == Capturer::Arrives)
}

fn minds_checks(play: &wazir_variant_spec::rules::Play) -> bool {
    play.check.may_not_be_given || !play.check.may_not_mate.is_empty()
}

/// Do moves do nothing that is rare, but for what `lean` positions, which nobody shows, can do without or as well?
fn is_plain(program: &Program, lean: bool) -> bool {
    let memory = &program.memory;
    let rules = &program.rules;
    let arrives = |own: &wazir_variant_spec::rules::PieceRules| {
        own.capturer == Capturer::Arrives && (lean || own.forfeit.is_none())
    };
    !(!lean && (memory.checks || memory.passes > 0 || memory.counts)
        || memory.ending_moves
        || memory.last_moved
        || memory.truces
        || memory.several_moves)
        && rules.sides.len() == 2
        && rules.exchanged().is_empty()
        && rules.play.iter().all(|play| {
            let moves_only = play.capture.blast.is_none() && play.arrival.is_empty();
            (lean || moves_only) && play.walling.is_none()
        })
        && rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten()).all(arrives)
}

/// The terms of a piece that have no conditions, those that leap in one table for each mask: such tables are kernels that the program does not have.
fn simple_terms<W: Bits>(
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

fn link_side<W: Bits>(
    program: &Program,
    side: usize,
    kernels: &mut Vec<Tables<W>>,
    covers: &mut Vec<Vec<W>>,
) -> Side<W> {
    let own = &program.sides[side];
    let rules = &program.rules;
    let play = &rules.play[side];
    let board = &rules.board;
    let all = board.all();
    let all_kinds: Kinds = if rules.pieces.len() >= 64 { u64::MAX } else { (1 << rules.pieces.len()) - 1 };
    let mut masks: Vec<(bool, Kinds)> = alloc::vec![(false, 0), (true, 0), (false, all_kinds), (true, all_kinds)];
    let mut attacks = Vec::new();
    let mut pieces = Vec::new();
    let mut steps = Vec::new();
    for (kind, piece) in own.pieces.iter().enumerate() {
        let Some(piece) = piece else {
            pieces.push(None);
            continue;
        };
        let own_rules = rules.piece_rules(kind as u8, side as u8);
        let mut mask_of = |empty: bool, victims: Kinds| {
            let victims = victims & all_kinds;
            let asked = (empty, victims);
            masks.iter().position(|&known| known == asked).unwrap_or_else(|| {
                masks.push(asked);
                masks.len() - 1
            })
        };
        let mut terms = Vec::new();
        for term in &piece.terms {
            let victims = if term.to_enemy { piece.victims & term.victims } else { 0 };
            terms.push(Term {
                kernel: term.kernel,
                mask: mask_of(term.to_empty, victims),
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
        let ransomed = has_ransom(piece);
        for attack in &piece.attacks {
            let term = &piece.terms[attack.term];
            attacks.push(Attack {
                kind,
                kernel: attack.kernel,
                exact: attack.exact,
                term: attack.term,
                victims: piece.victims & term.victims,
                from: word(&term.from),
                to: word(&term.to),
                always: term.when.is_always() && !ransomed,
                counts: attack.exact && counts(&program.kernels[attack.kernel]),
            });
        }
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
        let simple_terms = if odd { Vec::new() } else { simple_terms(&terms, kernels, covers) };
        let only = match &simple_terms[..] {
            [term] if [term.from, term.to].iter().all(|&set| (word::<W>(&all) & !set).is_empty()) => {
                Some((term.kernel, term.mask))
            }
            _ => None,
        };
        let leaves = leaves(&terms, board.squares() as usize);
        let journeys = piece.journeys.iter().map(|journeying| link_journeys(program, journeying, &mut steps)).collect();
        pieces.push(Some(Piece {
            journeys,
            pushes: piece
                .pushes
                .iter()
                .map(|pushing| Pushing {
                    kernel: pushing.kernel,
                    next: next(program, pushing.step, &mut steps),
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
                    let reached = piece.terms.iter().fold(W::EMPTY, |set, term| set | covers[term.kernel][from]);
                    promotions.iter().any(|promotion: &Promotion<W>| {
                        (promotion.targets[from] & reached).any()
                            || !promotion.apart.is_empty() && promotion.zone.has(from)
                    })
                })
                .fold(W::EMPTY, |set, from| set | W::single(from)),
            names_pushes: own_rules.is_some_and(|own| own.names_pushes(board)),
            victims: piece.victims,
            odd,
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
            ransomed,
            original: original(program, side, kind as u8),
            imitates: own_rules.is_some_and(|own| own.imitates),
        }));
    }
    let takers = own
        .pieces
        .iter()
        .enumerate()
        .filter_map(|(kind, piece)| Some((kind, piece.as_ref()?)))
        .flat_map(|(kind, piece)| {
            let taking = piece.terms.iter().enumerate().filter(|(_, term)| term.en_passant);
            taking.map(move |(term, _)| (kind, term))
        })
        .collect();
    let castlings = own.castlings.iter().map(|castling| Castling::new(program, castling)).collect();
    let blast = play.capture.blast.as_ref().map(|blast| Blast {
        around: around(program, &blast.around),
        spares: kinds_of(blast.spares.iter().copied()),
        capturers: kinds_of(blast.capturers.iter().copied()),
        petrifies: kinds_of(blast.petrifies.iter().copied()),
    });
    let conversions = play
        .arrival
        .iter()
        .map(|conversion| Converting {
            by_moves: conversion.by_moves,
            by_drops: conversion.by_drops,
            beside: (!conversion.beside.is_empty()).then(|| around(program, &conversion.beside)),
            around: match &conversion.of {
                Converted::Around(steps) => Some(around(program, steps)),
                Converted::Enclosed(_) => None,
            },
            rows: match &conversion.of {
                Converted::Around(_) => Vec::new(),
                Converted::Enclosed(steps) => steps.iter().map(|&step| row(program, step)).collect(),
            },
        })
        .collect();
    let (wall_rim, wall_along) = match play.walling.as_ref().map(|walling| &walling.reach) {
        Some(WallReach::Rim(steps)) => (steps.iter().map(|&step| nexts(program, step)).collect(), Vec::new()),
        Some(WallReach::Along(_)) => {
            let along = own.walls_along.iter().map(|(kernel, from, to)| (*kernel, word(from), word(to)));
            (Vec::new(), along.collect())
        }
        _ => (Vec::new(), Vec::new()),
    };
    let walls_told = {
        let along = wall_along.iter().map(|&(kernel, ..)| kernel);
        let own = || pieces.iter().flatten().flat_map(|piece: &Piece<W>| &piece.terms).map(|term| term.kernel);
        let by_squares = |kernel: usize| kernels[kernel].is_by_squares();
        match play.walling.as_ref().map(|walling| &walling.reach) {
            Some(WallReach::Along(_)) => along.into_iter().all(by_squares),
            Some(WallReach::OwnMovement) => own().all(by_squares),
            _ => true,
        }
    };
    let owned = || {
        (0..).zip(&rules.pieces).filter_map(|(kind, piece)| Some((kind, piece.sides[side].as_ref()?.drop.as_ref()?)))
    };
    let keeps_colours = owned().any(|(_, drop)| drop.per_colour.is_some());
    let own_kinds = || rules.pieces.iter().filter_map(|piece| piece.sides[side].as_ref());
    let costly = rules.play.iter().any(|play| play.capture.blast.is_some())
        || rules.pieces.iter().flat_map(|piece| piece.sides.iter().flatten()).any(|own| own.capturer.is_lost());
    Side {
        legality: own.legality,
        travellers: own
            .pieces
            .iter()
            .enumerate()
            .filter(|(_, piece)| {
                piece.as_ref().is_some_and(|piece| !piece.journeys.is_empty() || !piece.pushes.is_empty())
            })
            .map(|(kind, _)| kind)
            .collect(),
        direct: own.direct,
        royals: kinds_of(rules.royal_types(side as u8)),
        has_en_passant: own.pieces.iter().flatten().any(|piece| piece.terms.iter().any(|term| term.en_passant)),
        pieces,
        masks,
        attacks,
        castlings,
        may_not_remain: play.check.may_not_remain,
        blast,
        conversions,
        gates: play.gating.as_ref().map(|gating| Gates {
            with: kinds_of(gating.with.iter().copied()),
            zones: gating.zones.iter().map(word).collect(),
        }),
        wall_rim,
        walls_told,
        counting: counting(program, side),
        due: match play.obligations.first() {
            Some(Obligation::Drop { pieces }) => pieces.clone(),
            _ => Vec::new(),
        },
        wall_along,
        wall_onto: play.walling.as_ref().map_or(W::EMPTY, |walling| word(&walling.onto)),
        dropping: (rules.pieces.iter())
            .map(|piece| piece.sides[side].as_ref()?.drop.as_ref().map(|drop| dropping(program, drop)))
            .collect(),
        drops: owned().map(|(kind, drop)| dropped(program, kind, drop, keeps_colours)).collect(),
        supplies: (rules.pieces.iter())
            .map(|piece| match piece.sides[side].as_ref()?.drop.as_ref()?.supply {
                Supply::Hand(held) => Some(held),
                Supply::Endless => None,
            })
            .collect(),
        watch: Watch { leaps: Vec::new(), leaps_near: Vec::new(), rays: Vec::new(), forwards: Vec::new() },
        calm: is_calm(program, side),
        minds_checks: minds_checks(play),
        minded_checks: match play.check.may_not_be_given {
            true => Kinds::MAX,
            false => kinds_of(play.check.may_not_mate.iter().copied()),
        },
        odd_captures: costly || own_kinds().any(|own| own.capturer != Capturer::Arrives),
        risks_royals: play.capture.blast.is_some() || own_kinds().any(|own| own.royal && own.capturer.is_lost()),
        may_not_flee: play.check.may_not_flee,
        guarding: play.check.guard,
        facing: play
            .check
            .facing
            .iter()
            .flat_map(|&step| [step, step.reversed()])
            .map(|step| line_of_steps(program, step))
            .collect(),
        takers,
        opens_by_drops: own.pieces.iter().flatten().flat_map(|piece| &piece.attacks).any(|attack| {
            !matches!(program.kernels[attack.kernel], Kernel::Leaps(_) | Kernel::Rays(_)) || !attack.exact
        }) || rules
            .pieces
            .iter()
            .filter_map(|piece| piece.sides[side].as_ref())
            .any(|own| own.movements.iter().any(|movement| movement.beside.is_some() || movement.last_moved.is_some()))
            || rules.play.iter().any(|play| !play.arrival.is_empty()),
        resets: kinds_of((0..rules.pieces.len() as u8).filter(|&piece| play.clock_resets[piece as usize])),
    }
}

/// How the moves of a side are counted.
fn counting(program: &Program, side: usize) -> Counting {
    let (rules, own) = (&program.rules, &program.sides[side]);
    let play = &rules.play[side];
    let drops = || {
        (0..).zip(&rules.pieces).filter(|(_, piece)| piece.sides[side].as_ref().is_some_and(|own| own.drop.is_some()))
    };
    let passes = play.pass != wazir_variant_spec::rules::Pass::Never;
    if own.direct {
        return Counting::Found;
    }
    if program.memory.several_moves {
        return Counting::Listed;
    }
    match (&play.walling, &play.gating, &play.obligations[..]) {
        (Some(_), None, []) if own.legality == Legality::Free && !passes && drops().next().is_none() => {
            Counting::Walled
        }
        (None, Some(_), []) if own.legality != Legality::Test && !minds_checks(play) => Counting::Gated,
        (None, None, [Obligation::Drop { pieces }]) if drops().all(|(kind, _)| pieces.contains(&kind)) => {
            Counting::DropsFirst
        }
        _ => Counting::Listed,
    }
}

fn reversed(steps: &[Step]) -> Vec<Step> {
    steps.iter().map(|step| step.reversed()).collect()
}

fn dropped<W: Bits>(
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
        per_colour: drop.per_colour.map(u16::from),
        opening: word(&drop.opening),
        must_convert: drop.must_convert,
        files: (drop.per_file == Some(1)).then(|| (0..squares).map(file_of).collect()),
        looks_around: !(drop.beside.is_empty() && drop.away_from.is_empty() && drop.pushed.is_empty()),
        minds: drop.may_not_mate || drop.may_not_check,
        exchanged: drop.exchange.is_some(),
    }
}

fn dropping<W: Bits>(program: &Program, drop: &wazir_variant_spec::rules::Drop) -> Dropping<W> {
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
        let without = |step: Step| {
            let squares = all.iter().filter(|&at| board.step(at, step).is_none());
            squares.fold(W::EMPTY, |set, at| set | W::single(at as usize))
        };
        Pushed {
            ways: (0..board.squares()).map(from).collect(),
            enters: without(step.reversed()),
            ends: without(step),
            by: (!board.joined.any()).then(|| in_squares(program, step)),
        }
    });
    Dropping {
        beside: (!drop.beside.is_empty()).then(|| around(program, &reversed(&drop.beside))),
        away_from: (!drop.away_from.is_empty()).then(|| around(program, &reversed(&drop.away_from))),
        pushed: pushed.collect(),
    }
}

/// Does it depend on how many pieces stand on a line whether a kernel leads along it?
fn counts(kernel: &Kernel) -> bool {
    match kernel {
        Kernel::Leaps(_) => true,
        Kernel::Rays(rays) => rays.iter().all(|ray| ray.near.is_none()),
        Kernel::Hops(hops) => hops.iter().all(|hop| {
            hop.ray.near.is_none()
                && hop.hurdle.over.is_none()
                && !hop.hurdle.friendly
                && hop.hurdle.landing == Landing::Beyond
        }),
        // What has to be filled is one square, so that one piece fills it.
        Kernel::Lame(ways) => ways.iter().flatten().all(|way| !way.occupied || way.path.len() == 1),
        Kernel::Walk(_) => false,
    }
}

fn has_each_once(kinds: &[u8]) -> bool {
    kinds.iter().enumerate().all(|(place, kind)| !kinds[..place].contains(kind))
}

fn arrives(own: Option<&wazir_variant_spec::rules::PieceRules>) -> bool {
    own.is_none_or(|own| own.capturer != Capturer::StaysBehind)
}

/// A step in squares, on a board without joined edges.
fn in_squares(program: &Program, step: Step) -> i32 {
    i32::from(step.dy) * i32::from(program.rules.board.files) + i32::from(step.dx)
}

/// The line of a step from each square, to where the board ends.
fn line_of_steps<W: Bits>(program: &Program, step: Step) -> RayTable<W> {
    let board = &program.rules.board;
    let from = |from: u16| board.ray(from, step).fold(W::EMPTY, |set, at| set | W::single(at as usize));
    RayTable { squares: (0..board.squares()).map(from).collect(), near: None, ascending: in_squares(program, step) > 0 }
}

fn row<W: Bits>(program: &Program, step: Step) -> Row<W> {
    let board = &program.rules.board;
    if board.joined.any() {
        return Row::Round(nexts(program, step));
    }
    let starts = (0..board.squares()).filter(|&from| board.step(from, step).is_some());
    Row::Straight {
        ray: line_of_steps(program, step),
        by: in_squares(program, step),
        starts: starts.fold(W::EMPTY, |set, from| set | W::single(from as usize)),
    }
}

/// By square: where moves to empty squares end that leave en passant squares, and which, if that depends on nothing else.
fn leaves<W: Bits>(terms: &[Term<W>], squares: usize) -> Option<Vec<Vec<(u16, W)>>> {
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

/// Shifts that are made rather than looking at pieces one by one: as many as there often are pieces of a type.
const MOST_SHIFTS: usize = 6;

/// The terms of a piece as shifts; none where one of them is none, or two may lead to one square.
fn shifts<W: Bits>(program: &Program, piece: &PieceProgram, terms: &[Term<W>]) -> Vec<Shift<W>> {
    let none = Vec::new;
    if piece.royal
        || !piece.swaps.is_empty()
        || !piece.journeys.is_empty()
        || !piece.pushes.is_empty()
        || terms.is_empty()
    {
        return none();
    }
    let (squares, files) = (program.rules.board.squares() as usize, i32::from(program.rules.board.files));
    let mut shifts: Vec<(Shift<W>, bool, bool)> = Vec::new();
    for (term, linked) in piece.terms.iter().zip(terms) {
        if !term.when.is_always() {
            return none();
        }
        // The steps of the term: by files and squares, and over which squares.
        let mut steps: Vec<(i32, i32, Vec<i32>, W)> = Vec::new();
        for from in 0..squares {
            let ways: Vec<(usize, Vec<i32>)> = match &program.kernels[term.kernel] {
                Kernel::Leaps(table) => table[from].iter().map(|to| (to as usize, Vec::new())).collect(),
                Kernel::Lame(ways) if ways[from].iter().all(|way| !way.occupied) => ways[from]
                    .iter()
                    .map(|way| (way.to as usize, way.path.iter().map(|at| i32::from(at) - from as i32).collect()))
                    .collect(),
                _ => return none(),
            };
            for (to, over) in ways {
                if !linked.from.has(from) || !linked.to.has(to) {
                    continue;
                }
                let by = to as i32 - from as i32;
                let aside = to as i32 % files - from as i32 % files;
                match steps.iter_mut().find(|(dx, known, path, _)| (*dx, *known) == (aside, by) && *path == over) {
                    Some((.., starts)) => *starts |= W::single(from),
                    None => steps.push((aside, by, over, W::single(from))),
                }
                if shifts.len() + steps.len() > MOST_SHIFTS {
                    return none();
                }
            }
        }
        let (to_empty, to_enemy) = (term.to_empty, term.to_enemy);
        for (_, by, path, starts) in steps {
            let same = |other: &(Shift<W>, bool, bool)| {
                other.0.by == by && (other.0.starts & starts).any() && (other.1 && to_empty || other.2 && to_enemy)
            };
            if shifts.iter().any(same) {
                return none();
            }
            // Where en passant squares are left: the first of those that are passed.
            let leaves = term.leaves.as_ref().and_then(|_| path.iter().copied().min());
            shifts.push((Shift { by, path, starts, mask: linked.mask, leaves }, to_empty, to_enemy));
        }
    }
    shifts.into_iter().map(|(shift, ..)| shift).collect()
}

/// Steps that are known already, with where they lead.
type Steps = Vec<(Step, Arc<Vec<u16>>)>;

/// Where a step leads, from the table if there is one.
fn next(program: &Program, step: Step, steps: &mut Steps) -> Arc<Vec<u16>> {
    if let Some((_, next)) = steps.iter().find(|(known, _)| *known == step) {
        return next.clone();
    }
    let next = Arc::new(nexts(program, step));
    steps.push((step, next.clone()));
    next
}

fn link_legs(program: &Program, legs: &[wazir_variant_spec::rules::Leg], steps: &mut Steps) -> Vec<Leg> {
    let mut linked = Vec::new();
    for leg in legs {
        linked.push(Leg {
            next: next(program, leg.step, steps),
            min: leg.min,
            max: leg.max,
            as_long: leg.as_long,
            ground: leg.ground,
            unloads: leg.unloads,
            then: link_legs(program, &leg.then, steps),
        });
    }
    linked
}

fn link_journeys<W: Bits>(program: &Program, journeying: &wazir_program::Journeying, steps: &mut Steps) -> Journeys<W> {
    Journeys {
        legs: link_legs(program, &journeying.legs, steps),
        when: journeying.when.clone(),
        from: word(&journeying.from),
        to: word(&journeying.to),
        cover: journeying.cover.iter().map(word).collect(),
    }
}

/// By square: where a step leads.
fn nexts(program: &Program, step: Step) -> Vec<u16> {
    tables::steps_to(&program.rules.board, step).into_iter().map(|to| to.unwrap_or(NOWHERE)).collect()
}

/// The type that a piece marked as reverting was promoted from.
fn original(program: &Program, side: usize, piece: u8) -> u8 {
    let rules = &program.rules;
    let becomes = |origin: &u8| {
        rules.piece_rules(*origin, side as u8).is_some_and(|own| {
            own.promotions.iter().any(|p| p.reverts_when_captured && p.to.iter().any(|target| target.piece == piece))
        })
    };
    (0..rules.pieces.len() as u8).find(becomes).unwrap_or(piece)
}
