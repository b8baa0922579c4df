//! Where kernels lead by the occupied squares on their lines, packed into an index.

use super::*;

/// The lines of a kernel by the occupied squares on them, packed into an index: see [`Linked::packed`].
#[derive(Debug)]
pub(crate) struct Packed<W> {
    /// So many lines from each square; none where the kernel is not packed.
    pub(crate) lines: usize,
    /// By square and line: what is packed, and where its part of the table begins.
    pub(crate) places: Vec<(W, u32)>,
}

/// Most squares of a board whose lines are packed, bits packed for one of them, and entries of one packed table.
pub(super) const MOST_SQUARES: usize = 128;

pub(super) const MOST_BITS: u32 = 12;

pub(super) const MOST_ENTRIES: usize = 160_000;

/// A line of a packed table: by square what is looked at, of which `leads` tells where the line leads when that of it is occupied; nothing where that is too much.
pub(super) fn pack_line<W: Bits>(
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
pub(super) fn by_lines(steps: impl Iterator<Item = (i16, i16)>) -> Vec<Vec<usize>> {
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
pub(super) fn pack<W: Bits>(
    rays: &[(&Ray, &RayTable<W>)],
    manner: Manner,
    squares: usize,
    known: &mut Packing<W>,
) -> Packed<W> {
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
pub(super) enum Manner {
    Slides,
    Hops { just_behind: bool },
}

/// What has been packed of a game.
pub(super) struct Packing<W> {
    pub(super) table: Vec<W>,
    pub(super) lines: Vec<Known<W>>,
}

pub(super) struct Known<W> {
    manner: Manner,
    squares: Vec<Vec<SquareSet>>,
    near: Vec<Option<Vec<SquareSet>>>,
    places: Arc<Vec<(W, u32)>>,
}

impl<W: Bits> Packed<W> {
    pub(super) fn none() -> Packed<W> {
        Packed { lines: 0, places: Vec::new() }
    }

    pub(super) fn of(lines: &[Arc<Vec<(W, u32)>>], squares: usize) -> Packed<W> {
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

/// The walks packed, where nothing but which squares are occupied tells how far they go.
pub(super) fn pack_walks<W: Bits>(
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
