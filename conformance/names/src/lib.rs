//! One small game under many names: see `build.rs`.

mod games {
    include!(concat!(env!("OUT_DIR"), "/games.rs"));
}

#[cfg(test)]
mod tests {
    use super::games::{self, pieces::Piece};
    use wazir_runtime::{
        Compact, PieceId, Position,
        typed::{NamedPiece, PieceType, UnknownPiece},
    };

    fn count<P: Position>() -> (String, u64) {
        (P::info().id.to_string(), P::start().count())
    }

    type Game = (&'static str, fn() -> (String, u64));

    const GAMES: &[Game] = include!(concat!(env!("OUT_DIR"), "/list.rs"));

    #[test]
    fn each_is_the_game_it_is_called() {
        assert!(GAMES.len() > 20);
        for (name, count) in GAMES {
            assert_eq!(count(), (name.to_string(), 3));
        }
    }

    #[test]
    fn pieces_are_named_both_ways() {
        assert!(Piece::TYPES.len() > 20);
        for (id, &piece) in (0..).zip(Piece::TYPES) {
            assert_eq!((Piece::try_from(id), PieceId::from(piece)), (Ok(piece), id));
            let kind = PieceType::from(piece);
            assert_eq!((Piece::try_from(kind), kind.symbol()), (Ok(piece), piece.symbol()));
            assert_eq!(kind, piece);
        }
        assert_eq!((Piece::King.symbol(), Piece::PieceSelf.name(), Piece::Piece9 as usize), ("K", "Self", 14));
        assert_eq!(Piece::try_from(PieceId::MAX), Err(UnknownPiece));
        let unknown: PieceType = "+Z".parse().expect("a symbol");
        assert_eq!(Piece::try_from(unknown), Err(UnknownPiece));
    }
}
