//! Kernels with their tables.

use super::*;

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

pub(super) fn ray<W: Bits>(ray: &Ray) -> RayTable<W> {
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

/// A ray, from the table if it is known already.
pub(super) fn shared<W: Bits>(asked: &Ray, known: &mut Vec<(Ray, Arc<RayTable<W>>)>) -> Arc<RayTable<W>> {
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

pub(super) fn kernel<W: Bits>(
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
    pub(super) fn is_by_squares(&self) -> bool {
        self.over.is_none() && !self.friendly
    }

    /// Does it jump whatever is first, and end just behind that?
    pub(crate) fn ends_behind_anything(&self) -> bool {
        self.just_behind && self.is_by_squares() && self.ray.near.is_none()
    }
}

impl<W: Bits> WalkTable<W> {
    /// Does it jump whatever is first, if it jumps anything?
    pub(super) fn is_by_squares(&self) -> bool {
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
    pub(super) fn cover(&self, from: usize, passed: bool) -> W {
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
    pub(super) fn is_by_squares(&self) -> bool {
        match self {
            Tables::Leaps(_) | Tables::Rays { .. } | Tables::Lame { .. } => true,
            Tables::Hops { hops, .. } => hops.iter().all(HopTable::is_by_squares),
            Tables::Walk { walks, .. } => walks.iter().all(WalkTable::is_by_squares),
        }
    }

    /// Where the kernel leads from here at most, whatever stands on the board.
    pub(super) fn cover(&self, from: usize) -> W {
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
