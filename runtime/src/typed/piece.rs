//! [`PieceType`], [`Piece`], and what enums of a game's pieces have in common.

use super::{ParseError, Side};
use crate::{Info, PieceId, symbol_length};
use core::{fmt, str::FromStr};

/// A piece type by its symbol, as rule files and FEN write it for the first side: `N`, `+R`, `P'`.
///
/// ```
/// use wazir_runtime::typed::PieceType;
///
/// let dragon: PieceType = "+R".parse()?;
/// assert_eq!(dragon.symbol(), "+R");
/// assert!("+r".parse::<PieceType>().is_err());
/// # Ok::<(), wazir_runtime::typed::ParseError>(())
/// ```
///
/// Modules of compiled games have an enum of their types, which can stand wherever one of these is asked for ([`NamedPiece`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceType([u8; SYMBOL]);

/// Bytes of the longest symbol: `+`, a letter of ASCII, two marks.
pub(super) const SYMBOL: usize = 4;

impl PieceType {
    /// Of a type whose symbol can stand in no rule file.
    pub(super) const NAMELESS: PieceType = PieceType(*b"?\0\0\0");

    /// The symbol.
    pub fn symbol(&self) -> &str {
        let length = self.0.iter().position(|&byte| byte == 0).unwrap_or(SYMBOL);
        // Made of a text only.
        core::str::from_utf8(&self.0[..length]).unwrap_or("")
    }

    /// Of a game's own symbol, which may be longer or have another letter than rule files allow where somebody has written its description by hand.
    pub(super) fn of(symbol: &str) -> Option<PieceType> {
        let letter = symbol.strip_prefix('+').unwrap_or(symbol);
        if !letter.starts_with(|c: char| c.is_ascii_uppercase()) || symbol_length(symbol) != symbol.len() {
            return None;
        }
        let mut bytes = [0; SYMBOL];
        bytes.get_mut(..symbol.len())?.copy_from_slice(symbol.as_bytes());
        Some(PieceType(bytes))
    }
}

impl fmt::Display for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.symbol())
    }
}

impl fmt::Debug for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PieceType").field(&self.symbol()).finish()
    }
}

impl FromStr for PieceType {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<PieceType, ParseError> {
        PieceType::of(text).ok_or_else(|| ParseError::new("the symbol of a piece, such as `N` or `+R`", text))
    }
}

/// A piece: whose it is, and of which type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose.
    pub side: Side,
    /// Its type.
    pub kind: PieceType,
}

/// The piece types of one game as an enum: what the modules of compiled games call `Piece`.
///
/// Such a value can stand where a [`PieceType`] is asked for, and is equal to the one with its symbol.
pub trait NamedPiece: Copy + 'static {
    /// Every type, in the order of their numbers.
    const TYPES: &'static [Self];
    /// The game.
    fn info() -> &'static Info;
    /// Its number in the game: an index of [`Info::pieces`].
    fn id(self) -> PieceId;

    /// Its symbol, as written for the first side.
    fn symbol(self) -> &'static str {
        &Self::info().pieces[usize::from(self.id())].symbol
    }
    /// What people call it.
    fn name(self) -> &'static str {
        &Self::info().pieces[usize::from(self.id())].name
    }
    /// The type with this number.
    ///
    /// # Errors
    /// [`UnknownPiece`] where the game has no such number.
    fn from_id(id: PieceId) -> Result<Self, UnknownPiece> {
        Self::TYPES.get(usize::from(id)).copied().ok_or(UnknownPiece)
    }
    /// The type with this symbol.
    ///
    /// # Errors
    /// [`UnknownPiece`] where the game has no such piece.
    fn from_type(piece: PieceType) -> Result<Self, UnknownPiece> {
        Self::TYPES.iter().copied().find(|named| named.symbol() == piece.symbol()).ok_or(UnknownPiece)
    }
}

/// In a generated module: what its enum `Piece` with these variants has in common with others. A macro, so that modules stay short.
#[doc(hidden)]
#[macro_export]
macro_rules! name_pieces {
    ($($name:ident),*) => {
        impl $crate::typed::NamedPiece for Piece {
            const TYPES: &'static [Piece] = &[$(Piece::$name),*];
            fn info() -> &'static $crate::Info {
                &INFO
            }
            fn id(self) -> $crate::PieceId {
                self as $crate::PieceId
            }
        }
        impl From<Piece> for $crate::PieceId {
            fn from(piece: Piece) -> $crate::PieceId {
                piece as $crate::PieceId
            }
        }
        impl TryFrom<$crate::PieceId> for Piece {
            type Error = $crate::typed::UnknownPiece;
            fn try_from(id: $crate::PieceId) -> Result<Piece, $crate::typed::UnknownPiece> {
                $crate::typed::NamedPiece::from_id(id)
            }
        }
        impl TryFrom<$crate::typed::PieceType> for Piece {
            type Error = $crate::typed::UnknownPiece;
            fn try_from(piece: $crate::typed::PieceType) -> Result<Piece, $crate::typed::UnknownPiece> {
                $crate::typed::NamedPiece::from_type(piece)
            }
        }
    };
}

impl<P: NamedPiece> From<P> for PieceType {
    fn from(named: P) -> PieceType {
        PieceType::of(named.symbol()).unwrap_or(PieceType::NAMELESS)
    }
}

impl<P: NamedPiece> PartialEq<P> for PieceType {
    fn eq(&self, named: &P) -> bool {
        self.symbol() == named.symbol()
    }
}

/// A piece type that the game does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownPiece;

impl fmt::Display for UnknownPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the game has no such piece type")
    }
}

impl core::error::Error for UnknownPiece {}
