//! The static description of the game.

use super::*;
use wazir_runtime::TurnInfo;

impl Emitter<'_> {
    pub(super) fn info(&self) -> TokenStream {
        let info = &self.plan.info;
        let wazir_runtime::Info {
            id,
            name,
            about,
            files,
            ranks,
            grid,
            holes,
            walls,
            sides,
            seats,
            pieces,
            hands,
            promoted_marks,
            castlings,
            first_moves,
            en_passant,
            checks,
            passes,
            ending_moves,
            truces,
            turns,
            points,
            repetition,
            start_fen,
            chess960,
        } = &info;
        let (id, name, about, start_fen) = (&**id, &**name, &**about, &**start_fen);
        let (grid, holes) = (format_ident!("{grid:?}"), holes.iter());
        let sides = sides.iter().map(|side| {
            let (name, letter) = (&*side.name, side.letter);
            quote!(SideInfo::new(#name, #letter))
        });
        let seats = seats.iter().map(|seat| {
            let (team, sideways) = (seat.team, seat.sideways);
            quote!(SeatInfo { team: #team, sideways: #sideways })
        });
        let pieces = pieces.iter().map(|piece| {
            let (symbol, name) = (&*piece.symbol, &*piece.name);
            let described = match (piece.royal, piece.pawn) {
                (true, true) => quote!(PieceInfo { symbol: Cow::Borrowed(#symbol), name: Cow::Borrowed(#name), royal: true, pawn: true, remembered: false }),
                (true, false) => quote!(PieceInfo::royal(#symbol, #name)),
                (false, true) => quote!(PieceInfo::pawn(#symbol, #name)),
                (false, false) => quote!(PieceInfo::common(#symbol, #name)),
            };
            if piece.remembered { quote!(#described.remembered()) } else { described }
        });
        let castlings = castlings.iter().map(|c| {
            let (side, letter, king, rank, towards) = (c.side, c.letter, c.king, c.rank, Literal::i8_unsuffixed(c.towards));
            let partners = c.partners.iter();
            let partner_from = match c.partner_from {
                Some(square) => quote!(Some(#square)),
                None => quote!(None),
            };
            quote!(CastlingInfo { side: #side, letter: #letter, king: #king, partners: Cow::Borrowed(&[#(#partners),*]), rank: #rank, towards: #towards, partner_from: #partner_from })
        });
        let first_moves = first_moves.iter().map(|first| {
            let (side, rank, pieces) = (first.side, first.rank, first.pieces.iter());
            quote!(FirstMoves { side: #side, rank: #rank, pieces: Cow::Borrowed(&[#(#pieces),*]) })
        });
        let en_passant = en_passant.iter().map(|e| {
            let (side, piece) = (e.side, e.piece);
            let (dx, dy) = (Literal::i16_unsuffixed(e.dx), Literal::i16_unsuffixed(e.dy));
            quote!(EnPassantPattern { side: #side, piece: #piece, dx: #dx, dy: #dy })
        });
        let checks = checks.iter();
        let turns = turns.iter().map(|turn| {
            let TurnInfo { moves, by, chains } = turn;
            quote!(TurnInfo { moves: #moves, by: #by, chains: #chains })
        });
        let points = points.iter().map(|side| {
            let (pieces, bonus) = (side.pieces.iter(), side.bonus);
            quote!(SidePoints { pieces: Cow::Borrowed(&[#(#pieces),*]), bonus: #bonus })
        });
        let repetition = repetition.iter().map(repetition::repetition);
        quote! {
            /// The game's description.
            pub static INFO: Info = Info {
                id: Cow::Borrowed(#id),
                name: Cow::Borrowed(#name),
                about: Cow::Borrowed(#about),
                files: #files,
                ranks: #ranks,
                grid: Grid::#grid,
                holes: Cow::Borrowed(&[#(#holes),*]),
                walls: #walls,
                sides: Cow::Borrowed(&[#(#sides),*]),
                seats: Cow::Borrowed(&[#(#seats),*]),
                pieces: Cow::Borrowed(&[#(#pieces),*]),
                hands: #hands,
                promoted_marks: #promoted_marks,
                castlings: Cow::Borrowed(&[#(#castlings),*]),
                first_moves: Cow::Borrowed(&[#(#first_moves),*]),
                en_passant: Cow::Borrowed(&[#(#en_passant),*]),
                checks: Cow::Borrowed(&[#(#checks),*]),
                passes: #passes,
                ending_moves: #ending_moves,
                truces: #truces,
                turns: Cow::Borrowed(&[#(#turns),*]),
                points: Cow::Borrowed(&[#(#points),*]),
                repetition: Cow::Borrowed(&[#(#repetition),*]),
                start_fen: Cow::Borrowed(#start_fen),
                chess960: #chess960,
            };
        }
    }
}
