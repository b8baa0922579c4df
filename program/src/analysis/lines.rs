//! Attacks on royals along lines, on which other pieces decide.

use super::{Analysis, Kernel, Part, Ray, Shape, is_aligned};
use alloc::{vec, vec::Vec};
use wazir_variant_spec::rules::{Landing, PieceSet, SquareSet, Step, ViaState};

/// What has to stand on a line for an attack along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Nothing.
    Open,
    /// One piece.
    Over,
    /// One piece of these types.
    OverSome(PieceSet),
    /// One piece, next to the royal.
    Behind,
}

/// Types that attack along the same rays, seen from the royal, in the same way.
#[derive(Clone, Debug)]
pub struct LineAttack {
    /// The rays, from the royal.
    pub kernel: Kernel,
    /// The types.
    pub kinds: Vec<usize>,
    /// What has to stand there.
    pub way: Way,
    /// Squares the attackers start from.
    pub from: SquareSet,
    /// Squares on which they attack.
    pub to: SquareSet,
}

impl Analysis<'_> {
    /// How many lines that matter at the same time the pieces of a side can have.
    pub fn most_lines(&self, enemy: usize) -> usize {
        let parts = self.pieces.iter().flat_map(|piece| &piece.parts[enemy]).filter(|part| part.mode.menaces);
        let lame = parts.map(|part| match &part.shape {
            Shape::Lame { steps, .. } => steps.len(),
            Shape::Path { state: ViaState::Empty, ways } => ways.len(),
            _ => 0,
        });
        let along = self.attacks_along(enemy);
        let along = along.iter().map(|attack| {
            attack.kernel.rays().len()
                * match attack.way {
                    Way::Open | Way::OverSome(_) => 1,
                    Way::Over | Way::Behind => 2,
                }
        });
        lame.sum::<usize>() + along.sum::<usize>()
    }

    /// The attacks of a side along lines, odd ones excepted, with rays as seen from the royal.
    pub fn attacks_along(&self, enemy: usize) -> Vec<LineAttack> {
        let mut attacks: Vec<LineAttack> = Vec::new();
        let mut add = |kernel: Kernel, id: usize, way: Way, from: SquareSet, to: SquareSet| {
            let same = |a: &&mut LineAttack| (a.kernel, a.way, a.from, a.to) == (kernel, way, from, to);
            match attacks.iter_mut().find(same) {
                Some(attack) if attack.kinds.contains(&id) => {}
                Some(attack) => attack.kinds.push(id),
                None => attacks.push(LineAttack { kernel, kinds: vec![id], way, from, to }),
            }
        };
        for (id, piece) in self.pieces.iter().enumerate() {
            for part in piece.parts[enemy].iter().filter(|part| part.mode.menaces && !part.shape.is_odd()) {
                match &part.shape {
                    Shape::Slide(kernel) => add(kernel.reversed(), id, Way::Open, part.from, part.to),
                    // Where only own pieces are jumped, moves are made and tested.
                    Shape::Hop { kernel, landing, over, friendly: _ } => {
                        let way = match (landing, over) {
                            (Landing::Beyond, Some(over)) => Way::OverSome(*over),
                            (Landing::Beyond, None) => Way::Over,
                            (Landing::JustBehind, _) => Way::Behind,
                        };
                        add(kernel.reversed(), id, way, part.from, part.to);
                    }
                    _ => {}
                }
            }
        }
        for (kernel, royal) in self.facing(enemy) {
            add(kernel, royal as usize, Way::Open, self.board().all(), self.board().all());
        }
        attacks
    }

    /// Are there attackers for whom counting is not enough?
    pub fn watches(&self, side: usize) -> bool {
        let odd = |part: &Part| part.mode.menaces && part.shape.is_odd();
        self.pieces.iter().flat_map(|p| &p.parts[1 - side]).any(odd)
    }

    /// The rays along which royals of `side` attack enemy royals.
    pub fn facing(&self, side: usize) -> Vec<(Kernel, u8)> {
        let mut rays = Vec::new();
        for &royal in &self.royals[side] {
            for &step in &self.rules.play[side].check.facing {
                for step in [step, step.reversed()] {
                    let kernel = Kernel::Ray(Ray::along(step));
                    if !rays.contains(&(kernel, royal)) {
                        rays.push((kernel, royal));
                    }
                }
            }
        }
        rays
    }

    /// Can no piece of this type stay on a line through a royal when pinned?
    pub fn never_on_line(&self, id: usize, side: usize) -> bool {
        !self.leaves_lines(side, 1 - side)
            && self.pieces[id].parts[side].iter().all(|part| match &part.shape {
                Shape::Leaps { steps, .. } => steps.iter().all(|&s| !is_aligned(s)),
                Shape::Lame { steps, .. } => steps.iter().all(|&(s, _)| !is_aligned(s)),
                Shape::Path { ways, .. } => ways.iter().all(|&(s, _)| !is_aligned(s)),
                _ => false,
            })
    }

    /// How many pieces of one line a capture can take off the board at most: by its blast, as its capturer.
    pub fn most_on_a_line(&self) -> usize {
        let Some(blast) = self.common_blast() else { return 0 };
        let hit: Vec<Step> = blast.around.iter().copied().chain([Step { dx: 0, dy: 0 }]).collect();
        let lines: [fn(&Step) -> i16; 4] = [|s| s.dx, |s| s.dy, |s| s.dx - s.dy, |s| s.dx + s.dy];
        let most = |line: &fn(&Step) -> i16| {
            hit.iter().map(|step| hit.iter().filter(|other| line(other) == line(step)).count()).max().unwrap_or(0)
        };
        if (0..2).all(|side| self.queen_lines(side)) {
            1 + lines.iter().map(most).max().unwrap_or(0)
        } else {
            1 + hit.len()
        }
    }
}
