//! [`Notation`]: every way of writing moves, by its name.

use crate::{
    ReadError, Trouble,
    moves::Moves,
    numbered, read, san,
    shogi::{self, Manner},
    xiangqi,
};
use std::{fmt, str::FromStr};
use wazir_runtime::{Game, Grid, Info, Move, MoveError, SideId, Square, Style, shortened};

/// A way of writing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Standard algebraic notation: see [`san`].
    San,
    /// Long algebraic notation: see [`san::write_long`].
    Lan,
    /// What engines speak: see [`wazir_runtime::move_text`].
    Uci,
    /// Hodges's notation of shogi: `P-7f`, `Nx4e+`, `P*5e`.
    Hodges,
    /// The same with numbers for ranks: `P-76`.
    HodgesNumbers,
    /// Hosking's notation of shogi: `P76`, `P'55`.
    Hosking,
    /// What engines of shogi speak: `7g7f`, `P*5e`.
    Usi,
    /// The notation of the World Xiangqi Federation: `H2+3`.
    Wxf,
    /// What xiangqi servers speak: `H0-G2`.
    Iccs,
    /// The notation of janggi: `H31-52`.
    Janggi,
    /// SAN in Thai, for makruk: `ม-ข๘`.
    Thai,
}

/// No notation has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownNotation(String);

impl fmt::Display for UnknownNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Notation::ALL.iter().map(|notation| notation.name()).collect();
        write!(f, "no notation is called `{}`; there are {}", shortened(&self.0), names.join(", "))
    }
}

impl std::error::Error for UnknownNotation {}

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Notation, UnknownNotation> {
        let found = Notation::ALL.into_iter().find(|notation| notation.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownNotation(name.to_string()))
    }
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 11] = [
        Notation::San,
        Notation::Lan,
        Notation::Uci,
        Notation::Hodges,
        Notation::HodgesNumbers,
        Notation::Hosking,
        Notation::Usi,
        Notation::Wxf,
        Notation::Iccs,
        Notation::Janggi,
        Notation::Thai,
    ];

    /// Its name, as options and [`FromStr`] take it.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::San => "san",
            Notation::Lan => "lan",
            Notation::Uci => "uci",
            Notation::Hodges => "hodges",
            Notation::HodgesNumbers => "hodges-numbers",
            Notation::Hosking => "hosking",
            Notation::Usi => "usi",
            Notation::Wxf => "wxf",
            Notation::Iccs => "iccs",
            Notation::Janggi => "janggi",
            Notation::Thai => "thai",
        }
    }

    /// Can every move of the game be written so that no two of a position are alike?
    ///
    /// # Errors
    /// Why not, for people.
    pub fn fits(self, info: &Info) -> Result<(), String> {
        let (files, ranks) = (info.files, info.ranks);
        let plain = info.sides.len() == 2 && info.grid == Grid::Squares;
        let (most_files, most_ranks) = match self {
            Notation::San | Notation::Lan | Notation::Uci => return Ok(()),
            Notation::Hodges | Notation::Usi => (32, 26),
            Notation::HodgesNumbers | Notation::Hosking => (9, 32),
            Notation::Wxf => (9, 10),
            Notation::Iccs => (26, 10),
            Notation::Janggi => (9, 10),
            Notation::Thai => (8, 9),
        };
        let name = self.name();
        if !plain {
            return Err(format!("{name} is a notation of two sides on a board of squares, which {} is not", info.name));
        }
        if files > most_files || ranks > most_ranks {
            return Err(format!(
                "{name} is a notation of boards of at most {most_files} files and {most_ranks} ranks; that of {} has {files} and {ranks}",
                info.name
            ));
        }
        let more = info.walls || info.castlings.iter().any(|_| true) || info.start_fen.contains('*');
        let is_bare = !matches!(self, Notation::Hodges | Notation::HodgesNumbers | Notation::Hosking | Notation::Usi);
        if more && is_bare {
            return Err(format!("{name} has no castling, walls or gating, and {} has", info.name));
        }
        let is_thai = self == Notation::Thai;
        let unknown = info.pieces.iter().find(|piece| is_thai && numbered::thai_letter(&piece.symbol).is_none());
        if let Some(piece) = unknown {
            return Err(format!("{name} has no letter for the {} of {}", piece.name.to_lowercase(), info.name));
        }
        Ok(())
    }

    /// The name of a square: `7f` in Hodges's, `52` (the file behind the rank) in janggi's, `c4` in SAN.
    pub fn square(self, info: &Info, square: Square) -> String {
        let (file, rank) = self.coordinates(info, square);
        if self == Notation::Janggi { rank + &file } else { file + &rank }
    }

    /// How it names the file and the rank of a square: `("7", "f")` in Hodges's, `("c", "4")` in SAN. Notations that count from each player's own side, and those with letters of
    /// their own, are given the names that SAN has.
    pub fn coordinates(self, info: &Info, square: Square) -> (String, String) {
        match self {
            Notation::Hodges | Notation::Usi => shogi::coordinates(info, square, true),
            Notation::HodgesNumbers | Notation::Hosking => shogi::coordinates(info, square, false),
            Notation::Janggi => numbered::coordinates(info, square),
            _ => {
                let mut file = info.square_name(square);
                let letters = file.bytes().take_while(u8::is_ascii_lowercase).count();
                let rank = file.split_off(letters);
                (file, rank)
            }
        }
    }

    /// What stands beside the board at the file and the rank of a square, before who plays `side`: the parts of the square's name; in WXF, which names no ranks, the number that
    /// this side gives the file, and nothing.
    pub fn beside(self, info: &Info, side: SideId, square: Square) -> (String, String) {
        match self {
            Notation::Wxf => (xiangqi::seen(info, side, square).0.to_string(), String::new()),
            _ => self.coordinates(info, square),
        }
    }

    /// The text of a legal move.
    pub fn write(self, game: &dyn Game, mv: Move) -> String {
        self.marked(&Moves::of(game), mv)
    }

    /// Every legal move with its text.
    pub fn all(self, game: &dyn Game) -> Vec<(Move, String)> {
        let moves = Moves::of(game);
        moves.legal.iter().map(|&mv| (mv, self.marked(&moves, mv))).collect()
    }

    fn marked(self, moves: &Moves<'_>, mv: Move) -> String {
        let mark = match self {
            Notation::San | Notation::Lan | Notation::Janggi | Notation::Thai => moves.check_mark(mv),
            _ => "",
        };
        self.unmarked(moves, mv) + mark
    }

    /// The text without a mark of check or mate.
    pub(crate) fn write_unmarked(self, game: &dyn Game, mv: Move) -> String {
        self.unmarked(&Moves::of(game), mv)
    }

    fn unmarked(self, moves: &Moves<'_>, mv: Move) -> String {
        match self {
            Notation::San => san::short(moves, mv),
            Notation::Lan => san::long(moves, mv),
            Notation::Uci => moves.game.move_text(mv, Style::Game),
            Notation::Hodges => shogi::write(moves, mv, Manner::Letters),
            Notation::HodgesNumbers => shogi::write(moves, mv, Manner::Numbers),
            Notation::Hosking => shogi::write(moves, mv, Manner::Hosking),
            Notation::Usi => shogi::usi(moves.info(), mv),
            Notation::Wxf => xiangqi::write(moves, mv),
            Notation::Iccs => xiangqi::write_iccs(moves, mv),
            Notation::Janggi => numbered::write_janggi(moves, mv),
            Notation::Thai => numbered::write_thai(moves, mv),
        }
    }

    /// The legal move that the text means. SAN, LAN and UCI are understood whichever of them is asked for.
    ///
    /// # Errors
    /// Says what about the text is wrong, and which moves come near.
    pub fn read(self, game: &dyn Game, text: &str) -> Result<Move, ReadError> {
        let text = ReadError::unless_long(text)?;
        let moves = Moves::of(game);
        if text.is_empty() {
            return Err(ReadError::new(text, Trouble::Empty));
        }
        match self {
            Notation::San | Notation::Lan => read::read(&moves, text),
            Notation::Uci => game.parse_move(text, Style::Game).or_else(|error| {
                read::read(&moves, text).map_err(|_| match error {
                    MoveError::Syntax(what) => ReadError::new(text, Trouble::Form(what)),
                    MoveError::Illegal { near, .. } => ReadError { near, ..ReadError::new(text, Trouble::Illegal) },
                    MoveError::Repeats { .. } => ReadError::new(text, Trouble::Illegal),
                })
            }),
            _ => self.fits(game.info()).map_err(|why| ReadError::new(text, Trouble::Unfit(why))).and_then(|()| {
                let found = match self {
                    Notation::Wxf => xiangqi::read(&moves, text),
                    // Here `+` marks a check, and nothing else.
                    Notation::Janggi | Notation::Thai => self.find(&moves, text.trim_end_matches(['+', '#', '!', '?'])),
                    _ => self.find(&moves, text),
                };
                found.map_err(|error| ReadError { near: self.near(&moves, text), ..error })
            }),
        }
    }

    /// The move whose text this is, but for its case and for signs that only please the eye.
    fn find(self, moves: &Moves<'_>, text: &str) -> Result<Move, ReadError> {
        let exact = moves.legal.iter().find(|&&mv| self.unmarked(moves, mv) == text);
        if let Some(&mv) = exact {
            return Ok(mv);
        }
        let bare = plain(text);
        // Where a promotion may be declined, nothing behind the square means the same as `=`.
        let same = |mv: &&Move| [&bare, &format!("{bare}=")].contains(&&plain(&self.unmarked(moves, **mv)));
        let mut found = moves.legal.iter().filter(same);
        match (found.next(), found.next()) {
            (Some(&mv), None) => Ok(mv),
            (Some(_), Some(_)) => Err(ReadError::new(text, Trouble::Ambiguous)),
            (None, _) => Err(ReadError::new(text, Trouble::Illegal)),
        }
    }

    /// Legal moves whose texts are like this one.
    fn near(self, moves: &Moves<'_>, text: &str) -> Vec<String> {
        let texts = moves.legal.iter().map(|&mv| self.unmarked(moves, mv));
        let mut near: Vec<(usize, String)> = texts
            .map(|other| (strsim::damerau_levenshtein(text, &other), other))
            .filter(|(distance, other)| *distance <= 2 && *distance < other.chars().count())
            .collect();
        near.sort();
        near.truncate(3);
        near.into_iter().map(|(_, text)| text).collect()
    }
}

/// Capitals, without `-` between squares and `x`; praise and blame left out. (A `-` at the end is a demotion.)
fn plain(text: &str) -> String {
    let text = text.trim_end_matches(['!', '?', '#']).to_uppercase();
    let last = text.chars().count().saturating_sub(1);
    let pleases = |index: usize, c: char| c == 'X' || c == ' ' || c == '-' && index < last;
    text.chars().enumerate().filter(|&(index, c)| !pleases(index, c)).map(|(_, c)| c).collect()
}
