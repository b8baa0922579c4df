//! Walls that a side places after its move: see [`Walling`].

use crate::position::Position;
use wazir_runtime::{Cell, Move, MoveKind, SideId, Square};
use wazir_variant_spec::rules::{Movement, Step, WallDuty, WallReach, Walling};

impl Position {
    /// The turns that begin with these pseudo-moves: with every wall that may be placed after them.
    pub(crate) fn with_walls(&self, moves: Vec<Move>) -> Vec<Move> {
        let Some(walling) = &self.rules().play(self.setup.turn).walling else { return moves };
        match walling.duty {
            WallDuty::Always => moves.into_iter().flat_map(|mv| self.walled(walling, mv)).collect(),
            WallDuty::Optional => {
                let walled = moves.clone().into_iter().flat_map(|mv| self.walled(walling, mv));
                let mut turns: Vec<Move> = moves.into_iter().chain(walled).collect();
                turns.sort_unstable();
                turns.dedup();
                turns
            }
            WallDuty::Instead => moves.into_iter().chain(self.walled(walling, self.pass())).collect(),
        }
    }

    /// The move with each wall that may follow it. Where only the square it has left could hold one and there is none, the move without.
    fn walled(&self, walling: &Walling, mv: Move) -> Vec<Move> {
        let after = self.after_move(mv);
        let side = self.setup.turn;
        let reached: Vec<Square> = match &walling.reach {
            WallReach::Anywhere => after.squares().collect(),
            WallReach::Left if mv.kind() == MoveKind::Drop => Vec::new(),
            WallReach::Left => vec![mv.from()],
            WallReach::Rim(steps) => after.squares().filter(|&square| after.is_rim(square, steps)).collect(),
            WallReach::Along(movements) => after.led_to(movements, mv.to()),
            WallReach::OwnMovement => {
                after.own_rules(mv.to(), side).map_or(Vec::new(), |(_, rules)| after.led_to(&rules.movements, mv.to()))
            }
        };
        let is_free = |&square: &Square| walling.onto.contains(square) && after.cell(square) == Cell::Empty;
        let walls: Vec<Square> = reached.into_iter().filter(is_free).collect();
        if walls.is_empty() && walling.reach == WallReach::Left {
            return vec![mv];
        }
        walls.into_iter().map(|wall| mv.with_wall(wall)).collect()
    }

    /// Does one of the steps lead off the board or onto a wall?
    fn is_rim(&self, square: Square, steps: &[Step]) -> bool {
        steps.iter().any(|&step| self.shift(square, step).is_none_or(|next| self.cell(next) == Cell::Wall))
    }

    /// The empty squares to which the movements lead from `from`, ascending.
    fn led_to(&self, movements: &[Movement], from: Square) -> Vec<Square> {
        let mut squares: Vec<Square> = Vec::new();
        for movement in movements.iter().filter(|movement| movement.to_empty && movement.from.contains(from)) {
            for ride in &movement.rides {
                self.landings(ride, from, |to, _| {
                    if movement.to.contains(to) && self.cell(to) == Cell::Empty {
                        squares.push(to);
                    }
                });
            }
        }
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// `side` places a wall; where there is one movable wall, it leaves its square.
    pub(crate) fn place_wall(&mut self, side: SideId, square: Square) {
        if self.rules().play(side).walling.as_ref().is_some_and(|walling| walling.moves_standing) {
            self.setup.board.iter_mut().filter(|cell| **cell == Cell::Wall).for_each(|cell| *cell = Cell::Empty);
        }
        self.setup.board[square as usize] = Cell::Wall;
    }
}
