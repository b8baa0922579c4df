//! The start position.

use super::{super::syntax::Text, *};
use crate::language::extend::expand_short_form;
use wazir_runtime::{Style, fen, symbol_length};

impl<'a> World<'a> {
    /// The FEN text as written.
    fn start_text(&mut self) -> Option<(&'a Text, Span)> {
        let node = self.root.value("start")?;
        let node = match &node.kind {
            Kind::Struct(list) => list.iter().find(|f| f.name == "fen").map(|f| &f.value)?,
            _ => node,
        };
        match &node.kind {
            Kind::Text(text) => Some((text, node.span)),
            _ => None,
        }
    }

    /// Board and hands of the start position, as far as they can be read before the pieces are known in full:
    /// where pieces stand tells where their initial moves start.
    pub(super) fn read_placement(&mut self, name: &str, pieces: &[Piece]) -> Option<Setup> {
        let (text, _) = self.start_text().filter(|_| self.board_is_known)?;
        let board = text.value.split(' ').find(|part| !part.is_empty())?.to_string();
        let info = wazir_runtime::Info {
            id: "".into(),
            name: name.to_string().into(),
            about: "".into(),
            files: self.board.files,
            ranks: self.board.ranks,
            grid: self.board.grid,
            holes: self.board.holes.iter().collect::<Vec<_>>().into(),
            walls: self.board.walls,
            sides: self
                .sides
                .iter()
                .map(|s| wazir_runtime::SideInfo { name: s.name.clone().into(), letter: s.letter })
                .collect(),
            seats: crate::info::seats(self.sides).into(),
            pieces: pieces
                .iter()
                .map(|p| wazir_runtime::PieceInfo {
                    symbol: p.symbol.clone().into(),
                    name: p.name.clone().into(),
                    royal: false,
                    pawn: false,
                    remembered: false,
                })
                .collect(),
            hands: true,
            promoted_marks: true,
            castlings: Vec::new().into(),
            first_moves: Vec::new().into(),
            en_passant: Vec::new().into(),
            checks: Vec::new().into(),
            start_fen: "".into(),
            chess960: false,
            passes: 0,
            ending_moves: 0,
            truces: false,
            turns: Vec::new().into(),
            points: Vec::new().into(),
            repetition: Vec::new().into(),
        };
        fen::parse(&info, &board, Style::Game).ok()
    }

    /// The start of the game, read as any FEN of it is.
    pub(super) fn start(&mut self, rules: &mut Rules) -> Option<Setup> {
        let node = self.root.value("start")?;
        let expanded = expand_short_form("start", node.clone());
        let fields = self.context.fields(&expanded, "`start`", &["fen", "chess960"], None)?;
        rules.start.chess960 = fields.value("chess960").and_then(|node| self.context.truth(node)).unwrap_or(false);
        rules.start.cause = self.context.cause(self.root.place("start"));
        let Some(fen_node) = fields.value("fen") else {
            self.context.error(node.span, "missing-field", "`start` has no `fen`");
            return None;
        };
        self.context.text(fen_node, "a position as FEN,")?;
        let (text, span) = self.start_text()?;
        rules.start.fen = text.value.split_whitespace().collect::<Vec<_>>().join(" ");
        if !self.board_is_known || self.unknown_letters(text, span) {
            return None;
        }
        let info = crate::info(rules);
        match fen::parse(&info, &text.value, Style::Game) {
            Ok(setup) => Some(setup),
            Err(error) => {
                let (from, to) = error.span;
                let mut place = text.span(span.file, from..to);
                place.end = place.end.max(place.start + 1);
                if error.field == "castling rights" && !self.castling_is_known {
                    return None;
                }
                let message = format!("{} of the start position: {}", error.field, error.message);
                let inherited = "`start` is inherited from this file; give the game that extends it its own";
                self.context.error(place, "bad-fen", message).help = (place.file > 0).then(|| inherited.to_string());
                None
            }
        }
    }

    /// Reports each letter of the board and the hands that is no piece.
    fn unknown_letters(&mut self, text: &Text, span: Span) -> bool {
        let mut found: Vec<String> = Vec::new();
        let value = &text.value;
        let start = value.len() - value.trim_start().len();
        let end = value[start..].find(' ').map_or(value.len(), |i| start + i);
        let mut at = start;
        while let Some(c) = value[at..end].chars().next() {
            let length = symbol_length(&value[at..end]);
            let written = &value[at..at + length];
            // Of many sides, the letter of its own stands before that of the piece.
            let is_mark = self.sides.len() > 2 && self.sides.iter().any(|side| side.letter == c);
            if is_mark || !written.contains(char::is_alphabetic) {
                at += c.len_utf8();
                continue;
            }
            let symbol = written.to_uppercase();
            if !self.symbols.contains(&symbol) && !found.contains(&symbol) {
                found.push(symbol);
                let place = text.span(span.file, at..at + length);
                let known: Vec<&str> = self.symbols.iter().map(String::as_str).collect();
                let message = format!("`{written}` in the start position is no piece");
                let mut help = format!("the pieces are {}", known.join(" "));
                if span.file > 0 {
                    help.push_str("; `start` is inherited from this file: give the game that extends it its own");
                }
                self.context.error(place, "unknown-piece", message).help = Some(help);
            }
            at += length;
        }
        !found.is_empty()
    }
}
