//! The start position.

use crate::maker::Maker;
use crate::value::{Value, word};

/// A way a side plays: from where its pieces start, and which ranks are its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forward {
    Up,
    Down,
    Right,
    Left,
}

impl Forward {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Forward::Up => "Up",
            Forward::Down => "Down",
            Forward::Right => "Right",
            Forward::Left => "Left",
        }
    }
}

impl Maker {
    /// A start position in FEN for the game of this file: armies in front of each other, or, where that has been refused several times, fewer pieces.
    pub(crate) fn start(&mut self, file: &Value, attempt: usize) -> String {
        let (files, ranks) = (self.ground.files, self.ground.ranks);
        let mut board = vec![vec![String::new(); files]; ranks];
        for &(file, rank) in &self.holes {
            board[rank][file] = "_".to_string();
        }
        let alike = self.dice.chance(80);
        let seed = self.dice.clone();
        let rows = self.dice.between(1, 3).min((ranks / 2).max(1));
        for side in 0..self.sides {
            // Armies alike are made by the same chance.
            let other = std::mem::replace(&mut self.dice, seed.clone());
            if !alike {
                self.dice = other.clone();
                self.dice.below(side + 2);
            }
            self.line_up(side, rows, attempt, &mut board);
            if alike {
                self.dice = other;
            }
        }
        for _ in 0..self.sides + 1 {
            self.dice.below(2);
        }
        if self.walls {
            for _ in 0..self.dice.between(0, files * ranks / 8) {
                let (file, rank) = (self.dice.below(files), self.dice.below(ranks));
                if board[rank][file].is_empty() {
                    board[rank][file] = "*".to_string();
                }
            }
        }
        let rights = self.rights(file, &board, attempt);
        let rows: Vec<String> = board.iter().rev().map(|row| printed(row)).collect();
        let hand = self.hand(attempt);
        format!("{}{hand} {} {rights} - 0 1", rows.join("/"), self.side_letters()[0])
    }

    /// Places the pieces of a side.
    fn line_up(&mut self, side: usize, rows: usize, attempt: usize, board: &mut [Vec<String>]) {
        let (files, ranks) = (self.ground.files, self.ground.ranks);
        let forward = self.forwards[side];
        let sideways = matches!(forward, Forward::Right | Forward::Left);
        let width = if sideways { ranks } else { files };
        // Corners are shared where armies stand on neighbouring edges.
        let margin = if self.sides > 2 { (width / 4).min(2) } else { 0 };
        let place = |along: usize, depth: usize| match forward {
            Forward::Up => (along, depth),
            Forward::Down if self.ground.hexagons => (files - 1 - along, ranks - 1 - depth),
            Forward::Down => (along, ranks - 1 - depth),
            Forward::Right => (depth, along),
            Forward::Left => (files - 1 - depth, along),
        };
        let mine = |owner: Option<usize>| owner.is_none_or(|owner| owner == side);
        let kinds = self.kinds.iter().filter(|kind| mine(kind.owner) && kind.starts);
        let (royals, others): (Vec<_>, Vec<_>) = kinds.cloned().partition(|kind| kind.royal);
        let (pawns, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|kind| kind.pawn);
        let all_squares = |depth: usize| (margin..width - margin).map(move |along| (along, depth));
        let mut free: Vec<(usize, usize)> = (0..rows).flat_map(all_squares).collect();
        free.retain(|&(along, depth)| {
            let (file, rank) = place(along, depth);
            board[rank][file].is_empty()
        });
        let mut put = |free: &mut Vec<(usize, usize)>, at: usize, symbol: &str, letters: &[String]| {
            let (along, depth) = free.remove(at);
            let (file, rank) = place(along, depth);
            board[rank][file] = cell(symbol, side, letters);
        };
        let letters = if self.sides > 2 { self.side_letters() } else { Vec::new() };
        let mut dice = self.dice.clone();
        for (number, kind) in royals.iter().enumerate() {
            let wanted = if number == 0 { self.king_file } else { self.king_file + 1 };
            let at = free.iter().position(|&square| square == (wanted, 0)).unwrap_or(0);
            if !free.is_empty() {
                put(&mut free, at, &kind.symbol, &letters);
            }
        }
        if self.has("castling") {
            for along in [0, width - 1] {
                if let Some(at) = free.iter().position(|&square| square == (along, 0)) {
                    put(&mut free, at, &self.partner, &letters);
                }
            }
        }
        let thin = [10, 25, 40, 60, 75, 85, 90][attempt.min(6)];
        if rows > 1 && !pawns.is_empty() {
            for at in (0..free.len()).rev() {
                if free[at].1 == rows - 1 && !dice.chance(thin) {
                    put(&mut free, at, &pawns[0].symbol, &letters);
                }
            }
        }
        // Each type at least once.
        for kind in others.iter().chain(&pawns) {
            if free.is_empty() || attempt > 3 && dice.chance(40) {
                break;
            }
            let at = dice.below(free.len());
            put(&mut free, at, &kind.symbol, &letters);
        }
        for at in (0..free.len()).rev() {
            if !others.is_empty() && !dice.chance(thin.max(35)) {
                put(&mut free, at, &dice.pick(&others).symbol, &letters);
            }
        }
        self.dice = dice;
    }

    fn hand(&mut self, attempt: usize) -> String {
        if !["hand", "gating", "prisoners"].iter().any(|feature| self.has(feature)) {
            return String::new();
        }
        let mut held = String::new();
        let kinds: Vec<_> = self.kinds.iter().filter(|kind| !kind.royal).cloned().collect();
        if self.dice.chance(65) && attempt < 6 && !kinds.is_empty() {
            let letters = if self.sides > 2 { self.side_letters() } else { Vec::new() };
            for side in 0..self.sides {
                for _ in 0..self.dice.below(4) {
                    let kind = self.dice.pick(&kinds);
                    if kind.owner.is_none_or(|owner| owner == side) {
                        held.push_str(&cell(&kind.symbol, side, &letters));
                    }
                }
            }
        }
        format!("[{held}]")
    }

    /// Rights to castle, and for first moves: all there can be, or none.
    fn rights(&self, file: &Value, board: &[Vec<String>], attempt: usize) -> String {
        let mut rights = String::new();
        if self.sides > 2 {
            return "-".to_string();
        }
        let castles = file.get("castling").is_some() && attempt % 4 < 3;
        // In capitals, whoever's they are.
        let remembered = |symbol: &str| {
            let piece = file.get("pieces").and_then(|pieces| pieces.get(symbol));
            let initial = piece.and_then(|piece| piece.get("initial"));
            file.get("gating").is_some() || initial == Some(&word("Unmoved"))
        };
        let castling = |symbol: &str| castles && (symbol == "K" || symbol == self.partner);
        for side in 0..2 {
            let case = |letter: char| if side == 0 { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
            if castles {
                rights.extend(['K', 'Q'].map(case));
            }
            let rank = if self.forwards[side] == Forward::Up { 0 } else { self.ground.ranks - 1 };
            for (file, cell) in board[rank].iter().enumerate().take(26) {
                let symbol = cell.to_uppercase();
                let own = if side == 0 { *cell == symbol } else { *cell == symbol.to_lowercase() };
                let is_piece = cell.contains(|c: char| c.is_ascii_alphabetic());
                if attempt.is_multiple_of(2) && own && is_piece && remembered(&symbol) && !castling(&symbol) {
                    rights.push(case(char::from(b'a' + file as u8)));
                }
            }
        }
        if rights.is_empty() { "-".to_string() } else { rights }
    }
}

/// A piece in FEN; with more than two sides, these are their letters.
fn cell(symbol: &str, side: usize, letters: &[String]) -> String {
    match letters.get(side) {
        Some(letter) => format!("{letter}{symbol}"),
        None if side == 1 => symbol.to_lowercase(),
        None => symbol.to_string(),
    }
}

/// A row of the board in FEN.
fn printed(row: &[String]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for cell in row {
        if cell.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        empty = 0;
        text.push_str(cell);
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}
