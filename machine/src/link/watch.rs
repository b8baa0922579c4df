//! How a side attacks a royal by leaps and along plain rays.

use super::*;

/// Most rays along which a royal may be attacked that is guarded by masks.
pub(crate) const MOST_RAYS: usize = 16;

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

/// How a side attacks royals of these types, where it does so by leaps and along plain rays only.
pub(super) fn watch<W: Bits>(
    kernels: &[Tables<W>],
    covers: &[Vec<W>],
    by: &Side<W>,
    own: &Side<W>,
    squares: usize,
) -> Watch<W> {
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
