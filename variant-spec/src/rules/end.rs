//! How a game ends: an ordered list of condition -> verdict.

use super::{AllAlong, Cause, Count, Facing, Formation, PieceId, SideId, SquareSet};

/// One way the game ends. The rules are tried in order; the first that holds decides.
///
/// With more than two sides a rule may put sides out of a game that goes on without them, see [`Verdict::Loses`]. Conditions are about the sides that are in the game:
/// one that is out is nobody's opponent, and no rule has it as its subject. Wherever the model speaks of the opponents of a side, those are the sides of other
/// teams that are in; its enemies, which it can capture, are the pieces of all sides of other teams and those of sides that are out.
///
/// A side without its royals has lost. Where a side can come to have none ([`super::Rules::can_lose_royals`]) and its file does not say what that means
/// ([`super::Rules::decides_lost_royals`]), the list therefore begins with a rule that no line states: the side loses that has no royal left, on the
/// board or in its hand.
///
/// Conditions that can be read off a position (all but [`Condition::Repetition`], [`Condition::QuietMoves`], [`Condition::CountedOut`]) end the game at
/// once: a position in which one holds has no legal moves. These three end a *game*
/// but leave the moves of the position as they are (perft ignores them).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndRule {
    /// When.
    pub when: Condition,
    /// Only when the subject is this side: for the subject's other candidates the condition does not hold.
    pub of: Option<SideId>,
    /// What then.
    pub then: Verdict,
    /// Where this was written.
    pub cause: Cause,
}

/// Result for the subject of the condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The subject wins.
    Wins,
    /// The subject loses: the other side wins.
    ///
    /// With more than two sides the subject is out, and the game is over only when one team is left, which wins. Otherwise the game goes on: [`super::Defeated`]
    /// says what becomes of the side's pieces, the turn, where it was the subject's, passes to the next side that is in, and the rules are tried anew on what that leaves. All of this is
    /// part of the move that led there. (Whether that move is legal is decided before.)
    Loses,
    /// The subject and all its allies lose: as [`Verdict::Loses`], for all of them at once. The same for a side without allies.
    TeamLoses,
    /// Nobody wins.
    Draw,
    /// This side wins, whoever the subject is (minishogi's repetition, draw odds).
    WinFor(SideId),
    /// The side with more pieces on the board wins; equal numbers draw.
    MorePieces,
    /// The side with fewer pieces on the board wins; equal numbers draw.
    FewerPieces,
    /// The side with more points ([`super::Points`]) wins; equal points draw.
    MorePoints,
    /// The game goes on, and the move that would bring this about is illegal if the subject made it. Only with [`Condition::Repetition`], whose subject is the side that
    /// makes the move then, where it is not said otherwise. What a position by itself says of its moves does not change (perft ignores this): it is a matter of the game so far. A side that has
    /// moves by its position, all of which are illegal by such rules, loses.
    Illegal,
}

/// Which sides a condition is tested for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The side to move.
    Mover,
    /// The side that has just moved.
    Waiter,
    /// Each, the side that has just moved first.
    Either,
}

/// A kind of moves that can end a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndingMove {
    /// A castling with one of these letters.
    Castling(Vec<char>),
    /// A move that captures something, whatever becomes of the capturer.
    Capture,
    /// A capture en passant.
    EnPassant,
    /// A move by which a piece promotes, with or without a capture, or without going anywhere.
    Promotion,
}

/// What ends a game. The *subject* is the side the condition is true of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The side to move (subject) has an attacked royal and no legal move.
    Checkmate {
        /// Only when a piece of one of these types (ascending) gave one of the checks in the unbroken series of checks, the mating one included, that its
        /// opponent's last moves gave; `None`: whatever the checks. Positions remember that: see [`super::CheckCounter`].
        after: Option<Vec<PieceId>>,
    },
    /// The side to move (subject) has no attacked royal and no legal move.
    Stalemate,
    /// No side has a legal move other than passing; subject: the side to move.
    NobodyCanMove,
    /// The subject has at most `at_most` pieces of the listed types together on the board, and, when `opponent_at_least` is
    /// given, the opponent has at least that many of them. Pieces in hand count only with `in_hand`.
    Extinct {
        /// Whom it is tested for.
        subject: Subject,
        /// The types that are counted together.
        pieces: Vec<PieceId>,
        /// Threshold.
        at_most: u16,
        /// Condition on the opponent's count of the same types.
        opponent_at_least: Option<u16>,
        /// Pieces in hand count as well.
        in_hand: bool,
    },
    /// The side that has just moved (subject) has a piece of one of the types on its goal squares.
    ///
    /// With `at_least`, so many of them have to stand there at once (with `safe`, so many that are); with `filled`, one is enough when the goal has no
    /// empty square left, whatever stands on the others.
    ///
    /// With `held`, the side to move is the subject: its piece stood there while the opponent moved, and is still there.
    ///
    /// With `safe`, only when the opponent cannot capture it there at once (no attack on it); and then the side to move is tested as
    /// well, after the side that has just moved: its piece has been spared, and nothing attacks it any more.
    ///
    /// With `last_turn`, sides that moved equally often decide: when the first side of the round has reached its goal, the
    /// game goes on for the opponent's turn if and only if the opponent has a legal move that reaches the goal as well
    /// (any of its legal moves may then be played). At the first side's next turn the game is over: a draw if
    /// both stand in their goals, else a win for the side that does. A later side of the round that reaches its goal first wins at once.
    Reached {
        /// Types that count.
        pieces: Vec<PieceId>,
        /// Goal squares of each side; an empty set for a side that has no goal.
        goal: Vec<SquareSet>,
        /// Only once it has stood there through the opponent's move; excludes `safe` and `last_turn`.
        held: bool,
        /// Only where it cannot be captured at once.
        safe: bool,
        /// The opponent may equalise.
        last_turn: bool,
        /// Only once so many such pieces stand there together, at least 1.
        at_least: u16,
        /// It is enough, however many are asked for, that one of them does and no goal square is left empty.
        filled: bool,
    },
    /// The subject's pieces of the listed types make the figure.
    Connected {
        /// Whom it is tested for.
        subject: Subject,
        /// The types that count.
        pieces: Vec<PieceId>,
        /// The figure.
        formation: Formation,
    },
    /// The side that has just moved (subject) has given check this many times.
    ChecksGiven {
        /// How many.
        times: u8,
    },
    /// No empty square is left; subject: the side to move.
    BoardFull,
    /// The last moves, at least this many, were all passes; subject: the side to move.
    Passed {
        /// How many passes in a row, of all sides together; at least 1.
        times: u8,
    },
    /// The last move was of this kind; subject: the side that made it. Positions remember that: see [`super::Rules::ending_moves`].
    Moved {
        /// Which kind.
        by: EndingMove,
    },
    /// The subject has the right to none of its castlings with these letters: it never had one, or has lost all of them.
    Unentitled {
        /// Whom it is tested for.
        subject: Subject,
        /// The castlings' letters.
        wings: Vec<char>,
    },
    /// A royal of the side to move (subject) faces one of an opponent, and the last moves, at least `passes`, were all passes.
    Facing {
        /// Along which lines.
        facing: Facing,
        /// How many passes in a row; 0: as soon as they face each other.
        passes: u8,
    },
    /// The position (placement, side, rights, en passant, hands) has occurred this often in the game; subject: the side
    /// to move. Where the rule holds only when one side, and no other, has done something with every move
    /// since the first occurrence ([`AllAlong`]), that side is the subject.
    Repetition {
        /// Occurrences, the present one included.
        times: u8,
        /// What a side has to have done all along.
        all_along: AllAlong,
    },
    /// This many plies without a move that sets the halfmove clock back, while no count is running; subject: the side to move.
    QuietMoves {
        /// Plies (half-moves): 100 for the fifty-move rule.
        plies: u16,
    },
    /// A count has run out; subject: the side that has counted. A game has at most one such rule.
    CountedOut {
        /// The counts, the one that comes before others first: see [`Count`].
        counts: Vec<Count>,
    },
}
