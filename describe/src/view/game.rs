//! [`GameView`]: what of a game does not change from move to move.

use super::{Pictogram, Placed, placed};
use crate::glyphs;
use serde::Serialize;
use wazir_runtime::{Grid, Info, Variant};
use wazir_session::writing::Writing;
use wazir_variant_spec::rules::{Orientation, PieceId, Region, Rules, SideId, Square, SquareSet};

/// A game: its board, sides and pieces.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameView {
    /// The name by which it is asked for.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// One sentence about it.
    pub about: String,
    /// The games it belongs to; may be empty.
    pub family: String,
    /// Where it comes from; may be empty.
    pub origin: String,
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// `squares` or `hexagons`.
    pub grid: &'static str,
    /// Edges that are joined to the opposite ones.
    pub joined: Joined,
    /// Pieces stand on the crossings of lines, as they do on the boards of East Asia that have palaces.
    pub points: bool,
    /// Squares that do not exist.
    pub holes: Vec<Square>,
    /// The notation in which it is written, as `wazir moves --notation` calls it.
    pub notation: &'static str,
    /// The names of all squares, as the game is written; none for those that do not exist.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<Option<String>>,
    /// What stands beside the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<BesideView>,
    /// The sides in the order of turns.
    pub sides: Vec<SideView>,
    /// How they sit, by side.
    pub seats: Vec<SeatView>,
    /// The kinds of pieces.
    pub pieces: Vec<PieceView>,
    /// Pieces can be in hand.
    pub hands: bool,
    /// There can be walls.
    pub walls: bool,
    /// The start position in FEN.
    pub start: String,
    /// Parts of the board that have a name.
    pub regions: Vec<RegionView>,
    /// The rule file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// Coordinates beside a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BesideView {
    /// What files are called, from the first on: by everybody, or by each side where sides count them in ways of their own.
    pub files: Vec<Vec<String>>,
    /// What ranks are called, from the first on; empty texts where the game's notation does not name them.
    pub ranks: Vec<String>,
}

/// Which edges of a board are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Joined {
    /// The first file is next to the last.
    pub files: bool,
    /// The first rank is next to the last.
    pub ranks: bool,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideView {
    /// Name for people.
    pub name: String,
    /// Its letter in FEN.
    pub letter: char,
    /// Sides of one number are allies.
    pub team: u8,
}

/// How a side sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// It plays along the ranks.
    pub sideways: bool,
    /// By how many degrees the board is turned clockwise for who sits there.
    pub turned: u16,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PieceView {
    /// How FEN writes it for the first side.
    pub symbol: String,
    /// Name for people.
    pub name: String,
    /// Somebody loses by losing it.
    pub royal: bool,
    /// It is written without a letter.
    pub pawn: bool,
    /// What is written on it, by side.
    pub letters: Vec<String>,
    /// The figurine of chess that suits it.
    pub picture: Option<&'static str>,
    /// How it moves, in Betza notation as the rule file has it.
    pub moves: String,
    /// How it moves, in dots and lines.
    pub pictogram: Option<Pictogram>,
}

/// A part of the board that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegionView {
    /// Its name.
    pub name: String,
    /// Its squares.
    pub squares: Vec<Square>,
    /// Whose; none where all sides have the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
}

/// A game in a list of games, with a picture of its start.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameEntry {
    /// The game, without what only a board in use needs.
    #[serde(flatten)]
    pub game: GameView,
    /// The pieces at the start.
    pub thumbnail: Vec<Placed>,
    /// It is the game of the file that is served.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub served: bool,
}

impl GameView {
    /// What there is to show of a game that is called `id`.
    pub fn new(id: &str, rules: &Rules, info: &Info) -> GameView {
        let (board, writing) = (&rules.board, Writing::of(rules, info));
        let turned = |orientation: Orientation| match orientation {
            Orientation::Upward => 0,
            Orientation::Rightward => 270,
            Orientation::Downward => 180,
            Orientation::Leftward => 90,
        };
        GameView {
            id: id.to_string(),
            name: rules.name.clone(),
            about: rules.about.clone(),
            family: rules.family.clone(),
            origin: rules.origin.clone(),
            files: board.files,
            ranks: board.ranks,
            grid: match board.grid {
                Grid::Squares => "squares",
                Grid::Hexagons => "hexagons",
            },
            joined: Joined { files: board.joined.files, ranks: board.joined.ranks },
            points: rules.regions.iter().any(|region| region.name.to_lowercase().contains("palace")),
            holes: board.holes.iter().collect(),
            notation: writing.name(),
            squares: (0..board.squares())
                .map(|square| (!board.holes.contains(square)).then(|| writing.square(info, square)))
                .collect(),
            beside: Some(BesideView::new(info, writing)),
            sides: rules
                .sides
                .iter()
                .map(|side| SideView { name: side.name.clone(), letter: side.letter, team: side.team })
                .collect(),
            seats: rules
                .sides
                .iter()
                .map(|side| SeatView { sideways: side.orientation.is_sideways(), turned: turned(side.orientation) })
                .collect(),
            pieces: (0..rules.pieces.len()).map(|piece| PieceView::new(rules, info, piece as PieceId)).collect(),
            hands: info.hands,
            walls: info.walls,
            start: rules.start.fen.clone(),
            regions: rules.regions.iter().flat_map(regions).collect(),
            source: None,
        }
    }
}

impl BesideView {
    fn new(info: &Info, writing: Writing) -> BesideView {
        let files = |side| {
            let squares = 0..Square::from(info.files);
            squares.map(|square| writing.beside(info, side, square).0).collect()
        };
        let mut sides: Vec<Vec<String>> = (0..info.sides.len() as SideId).map(files).collect();
        if sides.windows(2).all(|pair| pair[0] == pair[1]) {
            sides.truncate(1);
        }
        let first = (0..Square::from(info.ranks)).map(|rank| rank * Square::from(info.files));
        BesideView { files: sides, ranks: first.map(|square| writing.beside(info, 0, square).1).collect() }
    }
}

/// A region as it is for all sides, or for each that has it.
fn regions(region: &Region) -> Vec<RegionView> {
    let view =
        |squares: &SquareSet, side| RegionView { name: region.name.clone(), squares: squares.iter().collect(), side };
    match region.squares.split_first() {
        Some((first, others)) if others.iter().all(|other| other == first) => vec![view(first, None)],
        _ => {
            let sides = (0..).zip(&region.squares).filter(|(_, squares)| !squares.is_empty());
            sides.map(|(side, squares)| view(squares, Some(side))).collect()
        }
    }
}

impl GameEntry {
    /// The entry of a game.
    pub fn new(game: &GameView, variant: &dyn Variant, served: bool) -> GameEntry {
        let game = GameView { squares: Vec::new(), beside: None, source: None, ..game.clone() };
        GameEntry { game, thumbnail: placed(&variant.start().setup()), served }
    }
}

impl PieceView {
    fn new(rules: &Rules, info: &Info, piece: PieceId) -> PieceView {
        let told = &info.pieces[piece as usize];
        let token = glyphs::token(rules, info, piece);
        let moves: Vec<String> = rules.pieces[piece as usize]
            .sides
            .iter()
            .flatten()
            .next()
            .map_or(Vec::new(), |own| own.movements.iter().map(|movement| movement.cause.text.clone()).collect());
        PieceView {
            symbol: told.symbol.to_string(),
            name: told.name.to_string(),
            royal: told.royal,
            pawn: told.pawn,
            letters: token.letters,
            picture: token.figurine,
            moves: moves.join(" "),
            pictogram: Pictogram::of(rules, piece),
        }
    }
}
