//! How a piece moves: [`Movement`] and its parts, in board coordinates of one side.

use super::{Cause, Joined, Leg, PieceId, Push, SquareSet, Step};

/// One way a piece can move: a bundle of rides and journeys with the same conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// The rides, one for each direction.
    pub rides: Vec<Ride>,
    /// The first legs of its journeys, which say themselves where they may go and what they capture: see [`Leg`]. What follows about empty squares, enemies and en passant is
    /// said of the rides.
    pub legs: Vec<Leg>,
    /// It may go to an empty square (Betza `m`).
    pub to_empty: bool,
    /// It may capture an enemy (Betza `c`).
    pub to_enemy: bool,
    /// The types its rides capture, of those that its piece can ([`super::PieceRules::victims`]), or push, whether it can or not; `None`: all of them.
    pub victims: Option<PieceSet>,
    /// It may capture en passant (Betza `e`): go to an empty square that the position lists as an en passant
    /// square, removing the piece that passed over it (the en passant victim).
    pub en_passant: bool,
    /// Where its rides end on a piece, the two exchange places (Betza `u`): see [`Swap`].
    pub swap: Option<Swap>,
    /// Where its rides end on a piece, they push it on instead of capturing it: see [`Push`].
    pub push: Option<Push>,
    /// Only for a piece that the position remembers as one that has not moved (see [`super::Rules::first_movers`]).
    pub unmoved: bool,
    /// Only while no royal of the mover's side is attacked.
    pub unchecked: bool,
    /// Only on a way that is not attacked: the royal could stand, unattacked, on one of the squares nearest to the middle between its start and its
    /// target (one, two or four squares, as the two are an even or an odd number of files and of ranks apart), all other pieces standing where they are.
    pub safe_way: bool,
    /// Only beside certain friends, or only away from them.
    pub beside: Option<Beside>,
    /// Only while a piece of certain types has moved last.
    pub last_moved: Option<LastMoved>,
    /// Squares it may start from (Betza `i`: the piece's initial squares; zones of a piece's file).
    pub from: SquareSet,
    /// Squares it may land on (confinement of a piece to a region); a journey may pass others on its way.
    pub to: SquareSet,
    /// When made to an empty square, the empty squares the ride passed over ([`Via`] squares and landing squares
    /// before the last) become the en passant squares for the next turn, with the mover as victim. Betza `i n`.
    /// They are part of the position only while some piece of the side to move has a pseudo-legal en passant capture to one of them.
    pub leaves_en_passant: bool,
    /// The Betza atom with its modifiers, as written.
    pub cause: Cause,
}

/// With whom a piece exchanges places: it arrives where the other one stood, and that one where it started.
///
/// Nothing is captured by that, nobody promotes, and a royal that could be displaced is not attacked. Of enemies only the types are displaced that the piece can capture
/// ([`super::PieceRules::victims`], [`Movement::victims`]); of friends all. Both count as moved. For everything that looks at arrivals the piece that makes the move has
/// arrived, the other one has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap {
    /// With enemies (Betza `uc`).
    pub enemies: bool,
    /// With pieces of its own side (Betza `ud`).
    pub friends: bool,
}

/// Whether friends stand near a piece, as a condition of a [`Movement`]: attacks by it depend on that as well as moves do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// The types of the friends that count.
    pub of: PieceSet,
    /// Rides from the piece, whatever moves it makes itself: a friend counts that stands where one of them can end. One such friend is enough.
    pub at: Vec<Ride>,
    /// True: only while there is one. False: only while there is none.
    pub wanted: bool,
}

/// What has to have moved last, as a condition of a [`Movement`]: attacks by it depend on that as well as moves do.
///
/// Positions remember the type of the piece that made the last move, of whatever side, as it was before the move: of a promotion what promoted, of castling the king, of an
/// exchange of places or a push the piece that made it, of a drop what was dropped. A pass moves nothing, nor does a wall that is placed instead of a move, and moves of pieces that imitate
/// ([`super::PieceRules::imitates`]) leave what is remembered as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastMoved {
    /// The types that count.
    pub of: PieceSet,
    /// It holds also while nobody has moved yet, as at the start of a game.
    pub nobody: bool,
}

impl LastMoved {
    /// Does it hold where this type has moved last (`None`: nobody has moved)?
    pub fn holds(&self, last: Option<PieceId>) -> bool {
        last.map_or(self.nobody, |piece| self.of.contains(piece))
    }
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
    /// Fewest steps it may end after, at least 1. Landing squares before that are passed whatever piece stands there when
    /// `skips`, else have to be empty.
    pub min: u16,
    /// Most steps; [`Ride::UNLIMITED`] for as far as the board goes.
    pub max: u16,
    /// The first `min - 1` landing squares are passed over whatever piece stands on them (Betza `j` on sliders, the ski slide); walls stop it there as elsewhere.
    pub skips: bool,
    /// Squares each step passes that have to be empty or occupied (lame leapers, leapers along a path, and their riders step by step).
    pub via: Option<Via>,
    /// It has to jump a hurdle on the way.
    pub hurdle: Option<Hurdle>,
    /// Edges that are joined for this ride, besides those that are on the [`super::Board`] anyway (Betza `o`).
    pub joined: Joined,
}

impl Movement {
    /// The directions of its rides, and the ways of its journeys, leg by leg.
    pub fn ways(&self) -> usize {
        self.rides.len().saturating_add(Leg::ways(&self.legs))
    }

    /// The squares nearest to the middle of a leap, as offsets from its start, ascending: see [`Movement::safe_way`].
    pub fn middles(leap: Step) -> Vec<Step> {
        let halves = |way: i16| [way.div_euclid(2), way - way.div_euclid(2)];
        let mut middles: Vec<Step> =
            halves(leap.dx).into_iter().flat_map(|dx| halves(leap.dy).map(|dy| Step { dx, dy })).collect();
        middles.sort_unstable();
        middles.dedup();
        middles
    }

    /// Does it capture this type, if its piece can? Does it push it, of whatever side?
    pub fn takes(&self, victim: PieceId) -> bool {
        self.victims.is_none_or(|victims| victims.contains(victim))
    }
}

impl Ride {
    /// A leap: one step, whatever it passes.
    pub fn leap(step: Step) -> Ride {
        Ride { step, min: 1, max: 1, skips: false, via: None, hurdle: None, joined: Joined::default() }
    }

    /// Is it a leap that nothing on its way can stop, and that leads where its step does on the board?
    pub fn is_leap(&self) -> bool {
        self.max == 1 && self.via.is_none() && self.hurdle.is_none() && !self.joined.any()
    }

    /// The ride that leads back to the start from wherever this one ends, after as many steps over the same squares.
    pub fn reversed(&self) -> Ride {
        let via = self.via.map(|via| {
            let from_end = |offset: &Step| Step { dx: offset.dx - self.step.dx, dy: offset.dy - self.step.dy };
            let path: Vec<Step> = via.path.iter().rev().map(from_end).collect();
            Via { path: Path::new(&path), ..via }
        });
        Ride { step: self.step.reversed(), via, ..*self }
    }

    /// The value of [`Ride::max`] for a ride without limit.
    pub const UNLIMITED: u16 = u16::MAX;

    /// For every way the ride can end within `longest` steps and every square it then has passed over (see
    /// [`Movement::leaves_en_passant`]): the offset from that square to the end.
    pub fn passed_to_end(&self, longest: u16) -> Vec<Step> {
        let at = |steps: i16| Step { dx: self.step.dx * steps, dy: self.step.dy * steps };
        let mut offsets = Vec::new();
        for end in self.min as i16..=self.max.min(longest) as i16 {
            let landings = (1..end).map(at);
            let vias = (0..end).flat_map(|k| {
                let path = self.via.iter().flat_map(|via| via.path.iter());
                path.map(move |&Step { dx, dy }| Step { dx: at(k).dx + dx, dy: at(k).dy + dy })
            });
            let Step { dx, dy } = at(end);
            offsets.extend(landings.chain(vias).map(|passed| Step { dx: dx - passed.dx, dy: dy - passed.dy }));
        }
        offsets
    }
}

/// Squares between the start and the end of each step, with what has to be on every one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Via {
    /// Where they are, from the start of the step: for a lame leaper the square half-way, rounded towards the start; for a path
    /// of several legs the ends of all legs but the last.
    pub path: Path,
    /// What has to be on each.
    pub state: ViaState,
}

impl Via {
    /// One square that is passed.
    pub fn one(offset: Step, state: ViaState) -> Via {
        Via { path: Path::new(&[offset]), state }
    }
}

/// Offsets of the squares that a step passes, in its order: at least one, at most [`Path::LONGEST`]. Reads as a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    /// Those behind the length are (0, 0), so that equal paths are equal values.
    offsets: [Step; Path::LONGEST],
    length: u8,
}

impl Path {
    /// The most squares a path can have.
    pub const LONGEST: usize = 7;

    /// The path with these offsets. Of more than [`Path::LONGEST`], the first.
    pub fn new(offsets: &[Step]) -> Path {
        let mut path = Path { offsets: [Step { dx: 0, dy: 0 }; Path::LONGEST], length: 0 };
        for (place, &offset) in path.offsets.iter_mut().zip(offsets) {
            *place = offset;
            path.length += 1;
        }
        path
    }
}

impl std::ops::Deref for Path {
    type Target = [Step];

    fn deref(&self) -> &[Step] {
        &self.offsets[..self.length as usize]
    }
}

/// What each square of a [`Via`] has to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ViaState {
    /// Nothing (Betza `n`: lame). A square off the board or a hole counts as blocked; so does a wall.
    Empty,
    /// Some piece of either side (Betza `j`: must jump). Walls count as pieces.
    Occupied,
}

/// On a hopper's way, [`Ride::min`] counts all steps and only forbids ending too early; squares that [`Ride::skips`] are no hurdles.
///
/// A hopper's jump: exactly one occupied landing square (the hurdle, of either side) is jumped on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hurdle {
    /// The types, of either side, that can be jumped: where the first occupied landing square holds anything else, the ride ends before it
    /// and lands nowhere. `None`: whatever stands there, a wall included.
    pub over: Option<PieceSet>,
    /// Of them only pieces of the hopper's own side (Betza `t`).
    pub friendly: bool,
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

/// A set of piece types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PieceSet {
    words: [u64; 4],
}

impl PieceSet {
    /// Is the type in the set?
    pub fn contains(&self, piece: PieceId) -> bool {
        self.words[piece as usize / 64] >> (piece % 64) & 1 != 0
    }

    /// The types, ascending.
    pub fn iter(&self) -> impl Iterator<Item = PieceId> + '_ {
        (0..=PieceId::MAX).filter(|&piece| self.contains(piece))
    }
}

impl FromIterator<PieceId> for PieceSet {
    fn from_iter<I: IntoIterator<Item = PieceId>>(pieces: I) -> Self {
        let mut set = PieceSet::default();
        pieces.into_iter().for_each(|piece| set.words[piece as usize / 64] |= 1 << (piece % 64));
        set
    }
}

impl std::fmt::Debug for PieceSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
