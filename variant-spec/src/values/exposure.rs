//! [`Exposure`]: how a piece is attacked and defended, which is what lists of weights are about.

/// How a piece is attacked and defended. A *weaker* attacker is one that gains by exchanging itself for the piece: it is worth less than two thirds of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exposure {
    /// Neither attacked nor defended.
    Loose,
    /// Attacked, and not defended.
    Hanging,
    /// The same, by something weaker.
    HangingToWeaker,
    /// Attacked by two pieces at least, and defended by one.
    Outnumbered,
    /// The same, by something weaker among others.
    OutnumberedByWeaker,
    /// Attacked, and otherwise defended.
    Contested,
    /// The same, by something weaker.
    ContestedByWeaker,
}

/// Numbers of a list by how a piece is exposed: one for each [`Exposure`] while its side is to move, then the same while the other one is.
pub const EXPOSURES: usize = 2 * Exposure::ALL.len();

/// Numbers of a list by whose turn it is: while the piece's side is to move, and while the other one is.
pub const TURNS: usize = 2;

impl Exposure {
    /// All of them, in the order of lists. What is defended and not attacked is none of them.
    pub const ALL: [Exposure; 7] = [
        Exposure::Loose,
        Exposure::Hanging,
        Exposure::HangingToWeaker,
        Exposure::Outnumbered,
        Exposure::OutnumberedByWeaker,
        Exposure::Contested,
        Exposure::ContestedByWeaker,
    ];

    /// Which number of a list is about it, below [`EXPOSURES`]; `waits` where the other side is to move.
    pub fn index(self, waits: bool) -> usize {
        self as usize + if waits { Exposure::ALL.len() } else { 0 }
    }
}
