//! How a piece moves: [`Movement`] and its parts, in board coordinates of one side.

use super::{Cause, SquareSet, Step};

/// One way a piece can move: a bundle of rides with the same conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The rides, one for each direction.
    pub rides: Vec<Ride>,
    /// It may go to an empty square (Betza `m`).
    pub to_empty: bool,
    /// It may capture an enemy (Betza `c`).
    pub to_enemy: bool,
    /// It may capture en passant (Betza `e`): go to an empty square that the position lists as an en passant
    /// square, removing the piece that passed over it (the en passant victim).
    pub en_passant: bool,
    /// Only for a piece that the position remembers as one that has not moved (see [`super::Rules::first_movers`]).
    pub unmoved: bool,
    /// Only while no royal of the mover's side is attacked.
    pub unchecked: bool,
    /// Squares it may start from (Betza `i`: the piece's initial squares; zones of a piece's file).
    pub from: SquareSet,
    /// Squares it may land on (confinement of a piece to a region).
    pub to: SquareSet,
    /// When made to an empty square, the empty squares the ride passed over ([`Via`] squares and landing squares
    /// before the last) become the en passant squares for the next turn, with the mover as victim. Betza `i n`.
    /// They are part of the position only while some piece of the side to move has a pseudo-legal en passant capture to one of them.
    pub leaves_en_passant: bool,
    /// The Betza atom with its modifiers, as written.
    pub cause: Cause,
}

/// A ride: the same step repeated `min..=max` times. A leap is a ride of one step.
///
/// The squares reached by 1, 2, 3... steps are its landing squares; what lies between two landing squares is jumped over,
/// unless a [`Via`] says otherwise. A ride without hurdle stops at the first occupied landing square: it
/// may end there by capturing, or on any empty landing square before it. It never leaves the board nor crosses a hole or a wall
/// on a landing square (holes that are jumped over do not matter).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ride {
    /// The step.
    pub step: Step,
    /// Fewest steps it may end after, at least 1. Landing squares before that are passed whatever stands there when
    /// `skips`, else have to be empty.
    pub min: u16,
    /// Most steps; [`Ride::UNLIMITED`] for as far as the board goes.
    pub max: u16,
    /// The first `min - 1` landing squares are passed over whatever stands on them (Betza `j` on sliders, the ski slide).
    pub skips: bool,
    /// A square each step passes that has to be empty or occupied (lame leapers, and their riders step by step).
    pub via: Option<Via>,
    /// It has to jump a hurdle on the way.
    pub hurdle: Option<Hurdle>,
}

impl Ride {
    /// The value of [`Ride::max`] for a ride without limit.
    pub const UNLIMITED: u16 = u16::MAX;

    /// For every way the ride can end within `longest` steps and every square it then has passed over (see
    /// [`Movement::leaves_en_passant`]): the offset from that square to the end.
    pub fn passed_to_end(&self, longest: u16) -> Vec<Step> {
        let at = |steps: i16| Step { dx: self.step.dx * steps, dy: self.step.dy * steps };
        let mut offsets = Vec::new();
        for end in self.min as i16..=self.max.min(longest) as i16 {
            let landings = (1..end).map(at);
            let vias = (0..end).filter_map(|k| {
                let Step { dx, dy } = self.via?.offset;
                Some(Step { dx: at(k).dx + dx, dy: at(k).dy + dy })
            });
            let Step { dx, dy } = at(end);
            offsets.extend(landings.chain(vias).map(|passed| Step { dx: dx - passed.dx, dy: dy - passed.dy }));
        }
        offsets
    }
}

/// A square between the start and the end of each step, with what has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Via {
    /// Offset from the start of the step: half of the step, rounded towards the start.
    pub offset: Step,
    /// What has to be there.
    pub state: ViaState,
}

/// What a [`Via`] square has to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ViaState {
    /// Nothing (Betza `n`: lame). A square off the board or a hole counts as blocked; so does a wall.
    Empty,
    /// Some piece of either side (Betza `j`: must jump). Walls count as pieces.
    Occupied,
}

/// On a hopper's way, [`Ride::min`] counts all steps and only forbids ending too early; squares that [`Ride::skips`] are no hurdles.
///
/// A hopper's jump: exactly one occupied landing square (the hurdle, of either side; a wall counts) is jumped on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hurdle {
    /// Where it may land behind the hurdle.
    pub landing: Landing,
}

/// Where a hopper lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Landing {
    /// On any landing square behind the hurdle up to and including the first occupied one (Betza `p`, the cannon's capture).
    Beyond,
    /// Only on the landing square right behind the hurdle (Betza `g`, the grasshopper).
    JustBehind,
}
