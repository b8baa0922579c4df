//! [`Gesture`]: what has to be pointed at, one after the other, to make a legal move. No gesture of a position is the beginning of another, so that a move is known once its last
//! tap is.

use serde::{Serialize, Serializer};
use wazir_runtime::{Info, Move, MoveKind, PieceId, Square};

/// One thing to point at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tap {
    /// A square, written as its number.
    Square(Square),
    /// A kind of piece in the mover's hand, written `@4`.
    Hand(PieceId),
    /// A choice that no square tells, written `=` and its name: the symbol of what a piece becomes, `-` for none of that, `g:` and the symbol of what is gated, else a number.
    Choice(String),
    /// The turn is given up, written `pass`.
    Pass,
}

impl Serialize for Tap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Tap::Square(square) => serializer.serialize_u16(*square),
            Tap::Hand(piece) => serializer.serialize_str(&format!("@{piece}")),
            Tap::Choice(name) => serializer.serialize_str(&format!("={name}")),
            Tap::Pass => serializer.serialize_str("pass"),
        }
    }
}

/// How a move is made by pointing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gesture {
    /// The usual way.
    pub taps: Vec<Tap>,
    /// Other ways.
    pub others: Vec<Vec<Tap>>,
    /// What the choice among them is called, where there is one.
    pub label: Option<String>,
}

/// The gestures of all legal moves of a position, in their order.
/// `square` names squares in labels.
pub fn gestures(info: &Info, legal: &[Move], square: &dyn Fn(Square) -> String) -> Vec<Gesture> {
    let bodies: Vec<Move> = legal.iter().map(|&mv| body(mv)).collect();
    let bases: Vec<Vec<Tap>> = bodies.iter().map(|&mv| base(mv, &bodies)).collect();
    // Moves that agree in what squares tell, by these squares.
    let mut order: Vec<usize> = (0..legal.len()).collect();
    order.sort_by(|&a, &b| key(&bases[a]).cmp(&key(&bases[b])).then(a.cmp(&b)));
    let mut made: Vec<Option<Gesture>> = vec![None; legal.len()];
    for group in order.chunk_by(|&a, &b| bases[a] == bases[b]) {
        let mut alike: Vec<Move> = Vec::new();
        for &index in group {
            if !alike.contains(&bodies[index]) {
                alike.push(bodies[index]);
            }
        }
        let names = choices(info, &alike);
        for &index in group {
            let mv = bodies[index];
            let place = alike.iter().position(|&other| other == mv).unwrap_or(0);
            let wall = legal[index].wall().map(Tap::Square);
            let choice = names.get(place).cloned().map(Tap::Choice);
            let with = |base: Vec<Tap>| base.into_iter().chain(choice.clone()).chain(wall.clone()).collect::<Vec<_>>();
            let label = choice.is_some().then(|| describe(info, mv, square));
            let others = by_partner(mv, &bases[index], &bases).map(with).into_iter().collect();
            made[index] = Some(Gesture { taps: with(bases[index].clone()), others, label });
        }
    }
    made.into_iter().flatten().collect()
}

/// A move without the wall it places.
fn body(mv: Move) -> Move {
    if mv.wall().is_some() { mv.without_wall() } else { mv }
}

/// Where a move begins and ends.
fn base(mv: Move, all: &[Move]) -> Vec<Tap> {
    let squares = |from, to| vec![Tap::Square(from), Tap::Square(to)];
    match mv.kind() {
        MoveKind::Pass => vec![Tap::Pass],
        MoveKind::Drop => vec![Tap::Hand(mv.piece()), Tap::Square(mv.to())],
        MoveKind::Castling => {
            // The king's way, unless the king can go it alone, or with another partner, or stays where it is.
            let same = |other: &&Move| {
                let lifted = matches!(other.kind(), MoveKind::Drop | MoveKind::Pass);
                let castling = other.kind() == MoveKind::Castling && other.aux() == mv.aux();
                !lifted && !castling && (other.from(), other.to()) == (mv.from(), mv.to())
            };
            match mv.from() == mv.to() || all.iter().any(|other| same(&other)) {
                true => squares(mv.from(), mv.aux()),
                false => squares(mv.from(), mv.to()),
            }
        }
        _ => squares(mv.from(), mv.to()),
    }
}

/// Of a castling that is made by the king's way: king and partner, where no other move begins so.
fn by_partner(mv: Move, base: &[Tap], bases: &[Vec<Tap>]) -> Option<Vec<Tap>> {
    let other = vec![Tap::Square(mv.from()), Tap::Square(mv.aux())];
    (mv.kind() == MoveKind::Castling && other != base && !bases.contains(&other)).then_some(other)
}

/// By what gestures are sorted.
fn key(taps: &[Tap]) -> Vec<(u8, u16)> {
    let one = |tap: &Tap| match tap {
        Tap::Square(square) => (0, *square),
        Tap::Hand(piece) => (1, u16::from(*piece)),
        Tap::Choice(_) => (2, 0),
        Tap::Pass => (3, 0),
    };
    taps.iter().map(one).collect()
}

/// The names of the choices between moves that squares do not tell apart: none where there is one move, unless it ends where it began, since pointing at a piece a second
/// time means letting it go.
fn choices(info: &Info, alike: &[Move]) -> Vec<String> {
    let stays =
        |mv: &Move| mv.from() == mv.to() && !matches!(mv.kind(), MoveKind::Drop | MoveKind::Pass | MoveKind::Castling);
    if alike.len() < 2 && !alike.iter().any(stays) {
        return Vec::new();
    }
    let symbol = |piece: PieceId| info.pieces.get(piece as usize).map_or("?", |piece| &*piece.symbol);
    let name = |mv: &Move| match (mv.kind(), mv.gating()) {
        (MoveKind::Castling, Some((piece, square))) => format!("{}:{}", info.square_name(square), symbol(piece)),
        (_, Some((piece, _))) => format!("g:{}", symbol(piece)),
        (MoveKind::Promotion | MoveKind::JourneyPromotion, None) => symbol(mv.promotion()).to_string(),
        (MoveKind::Drop, None) => mv.price().map_or("-".to_string(), |paid| symbol(paid).to_string()),
        _ => "-".to_string(),
    };
    let names: Vec<String> = alike.iter().map(name).collect();
    let is_unique = |wanted: &String| names.iter().filter(|other| *other == wanted).count() == 1;
    let number = |(index, name): (usize, &String)| {
        if is_unique(name) { name.clone() } else { (index + 1).to_string() }
    };
    names.iter().enumerate().map(number).collect()
}

/// What a push does, in words.
fn pushed(mv: Move, square: &dyn Fn(Square) -> String) -> String {
    let Some(shove) = mv.shove() else { return String::new() };
    let (first, next) = (square(shove.first), square(shove.next));
    let what =
        if first == next { format!("push off what stands on {first}") } else { format!("push {first} to {next}") };
    let lost = if shove.lost && first != next { format!(", off on {}", square(shove.last)) } else { String::new() };
    let stays = if shove.stays { " and stay" } else { "" };
    format!("{what}{lost}{stays}")
}

/// A name with its article: "a king", "an elephant".
fn a(name: &str) -> String {
    let an = name.starts_with(['a', 'e', 'i', 'o', 'u']) && !name.starts_with("uni");
    format!("{} {name}", if an { "an" } else { "a" })
}

/// What distinguishes a move from others with the same origin and arrival, in words.
/// `square` names squares.
pub fn describe(info: &Info, mv: Move, square: &dyn Fn(Square) -> String) -> String {
    let name = |piece: PieceId| info.pieces.get(piece as usize).map_or("piece", |piece| &*piece.name).to_lowercase();
    let mut parts: Vec<String> = Vec::new();
    match mv.kind() {
        MoveKind::Promotion | MoveKind::JourneyPromotion => parts.push(format!("become {}", a(&name(mv.promotion())))),
        MoveKind::Drop => {
            let price = mv.price().map_or(String::new(), |paid| format!(" for {}", a(&name(paid))));
            parts.push(format!("drop {}{price}", a(&name(mv.piece()))));
        }
        MoveKind::Castling => parts.push(format!("castle with {}", square(mv.aux()))),
        MoveKind::Pass => parts.push("pass".to_string()),
        MoveKind::Swap => parts.push(format!("exchange places with {}", square(mv.to()))),
        MoveKind::EnPassant => parts.push("capture en passant".to_string()),
        MoveKind::Push => parts.push(pushed(mv, square)),
        MoveKind::Carry => {
            let carried = |(picked, put)| format!("carry what stands on {} to {}", square(picked), square(put));
            parts.extend(mv.load().map(carried));
        }
        MoveKind::Step | MoveKind::Passing | MoveKind::Journey => {}
    }
    if mv.kind().is_journey() {
        let victims: Vec<String> = mv.victims().map(square).collect();
        match victims[..] {
            [] => parts
                .push(if mv.to() == mv.from() { "go and come back" } else { "capture nothing on the way" }.to_string()),
            _ => parts.push(format!("capture on {} and go to {}", victims.join(" and "), square(mv.to()))),
        }
    }
    if let Some((piece, at)) = mv.gating() {
        parts.push(format!("put {} on {}", a(&name(piece)), square(at)));
    }
    match parts[..] {
        [] => format!("stay {}", a(&name(mv.piece()))),
        _ => parts.join(", "),
    }
}
