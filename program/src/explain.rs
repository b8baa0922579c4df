//! A program as text that a person who plays the game can follow.

use crate::{Kernel, Kinds, Legality, PieceProgram, Program, Promoting, SideProgram, Term, When};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::{self, Write};
use wazir_variant_spec::rules::{
    Capturer, Cause, Drop, Forced, Obligation, Pass, PieceRules, PromotedBy, Ride, SquareSet, Step, Supply, WallReach,
};

/// What a kernel does, in words.
pub(crate) fn kernel_text(kernel: &Kernel, rides: &[Ride]) -> String {
    let steps = || rides.iter().map(|ride| step_text(ride.step)).collect::<Vec<_>>().join(" ");
    let far = |ride: &Ride| match (ride.min, ride.max) {
        (1, Ride::UNLIMITED) => step_text(ride.step),
        (min, Ride::UNLIMITED) => format!("{} ({min} or more)", step_text(ride.step)),
        (min, max) if min == max => format!("{} ({max})", step_text(ride.step)),
        (min, max) => format!("{} ({min} to {max})", step_text(ride.step)),
    };
    let ways = || rides.iter().map(far).collect::<Vec<_>>().join(" ");
    match kernel {
        Kernel::Leaps(_) => format!("leaps {}", steps()),
        Kernel::Rays(_) => format!("lines {}", ways()),
        Kernel::Hops(_) => format!("over a hurdle {}", ways()),
        Kernel::Lame(_) => format!("leaps that can be stopped {}", steps()),
        Kernel::Walk(_) => format!("rides step by step {}", ways()),
    }
}

/// A step, by the points of the compass where it is a queen's, else in files and ranks.
fn step_text(Step { dx, dy }: Step) -> String {
    let name = match (dx, dy) {
        (0, 1) => "up",
        (1, 1) => "up-right",
        (1, 0) => "right",
        (1, -1) => "down-right",
        (0, -1) => "down",
        (-1, -1) => "down-left",
        (-1, 0) => "left",
        (-1, 1) => "up-left",
        (0, 0) => "where it stands",
        _ => return format!("({dx},{dy})"),
    };
    name.to_string()
}

impl Program {
    /// The program as text: what each side's pieces do, in the order in which their moves are found, with the lines of the rule file that say so.
    pub fn explain(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let Program { rules, memory, .. } = self;
        let word = match rules.board.squares() {
            0..=64 => "64 bits",
            65..=128 => "128 bits",
            129..=256 => "256 bits",
            _ => "1,024 bits",
        };
        writeln!(
            out,
            "{}: {} x {} squares in {word}, {} of pieces",
            rules.name,
            rules.board.files,
            rules.board.ranks,
            match rules.pieces.len() {
                1 => "1 type".to_string(),
                types => format!("{types} types"),
            }
        )?;
        let remembered = [
            (memory.hands, "hands"),
            (memory.marks, "what has promoted"),
            (memory.rights, "rights to castle, or what has not moved"),
            (memory.en_passant, "en passant squares"),
            (memory.walls, "walls"),
            (memory.checks, "checks given"),
            (memory.passes > 0, "passes in a row"),
            (memory.ending_moves, "whether the last move ends the game"),
            (memory.last_moved, "what has moved last"),
            (memory.truces, "captures that may not be answered in kind"),
            (memory.several_moves, "how far a turn has come"),
            (memory.counts, "counts of moves"),
        ];
        let remembered: Vec<&str> = remembered.iter().filter(|(does, _)| *does).map(|(_, what)| *what).collect();
        if !remembered.is_empty() {
            writeln!(out, "A position remembers: {}.", remembered.join("; "))?;
        }
        for side in 0..self.sides.len() {
            self.write_side(out, side)?;
        }
        if !rules.end.is_empty() {
            writeln!(out, "\nThe game is over by the first of these that holds:")?;
            for rule in &rules.end {
                writeln!(out, "  {}{}", rule.cause.text, place(&rule.cause))?;
            }
        }
        Ok(())
    }

    fn write_side(&self, out: &mut String, side: usize) -> fmt::Result {
        let program = &self.sides[side];
        let play = &self.rules.play[side];
        writeln!(out, "\n{}", self.rules.sides[side].name)?;
        let legality = match program.legality {
            Legality::Free => "every move is legal: nothing royal has to be guarded".to_string(),
            Legality::Masks { royal } => format!(
                "once a position it is found which squares answer a check to the {}, and which pieces are pinned",
                self.rules.pieces[royal as usize].name.to_lowercase()
            ),
            Legality::Test => "each move is made, and the position after it tested".to_string(),
        };
        writeln!(out, "  legality: {legality}")?;
        for (kind, piece) in program.pieces.iter().enumerate() {
            if let Some(piece) = piece {
                self.write_piece(out, side, kind, piece)?;
            }
        }
        self.write_castlings(out, program)?;
        if let Some(walling) = &play.walling {
            let reach = match walling.reach {
                WallReach::Anywhere => "anywhere",
                WallReach::Left => "on the square that the move has left",
                WallReach::Along(_) => "along its ways from the square of arrival",
                WallReach::Rim(_) => "at the edge",
                WallReach::OwnMovement => "where the piece that has moved could go on to",
            };
            writeln!(out, "  then: a wall {reach}{}", place(&walling.cause))?;
        }
        for conversion in &play.arrival {
            writeln!(out, "  arriving converts{}", place(&conversion.cause))?;
        }
        if let Some(blast) = &play.capture.blast {
            writeln!(out, "  capturing explodes{}", place(&blast.cause))?;
        }
        if play.turn.length.is_several() || play.turn.chain.is_some() {
            writeln!(out, "  turns of several moves{}", place(&play.turn.cause))?;
        }
        for obligation in &play.obligations {
            let what = match obligation {
                Obligation::Capture => "it captures, if it can",
                Obligation::Drop { .. } => "it drops, while it has something to drop",
                Obligation::EndFacing(_) => "it ends the facing of royals",
            };
            writeln!(out, "  must: {what}")?;
        }
        match play.pass {
            Pass::Never => Ok(()),
            Pass::WhenStuck => writeln!(out, "  may pass when it has no other move"),
            Pass::Always => writeln!(out, "  may pass"),
        }
    }

    fn write_piece(&self, out: &mut String, side: usize, kind: usize, piece: &PieceProgram) -> fmt::Result {
        let names = &self.rules.pieces[kind];
        let own = self.rules.piece_rules(kind as u8, side as u8);
        let royal = if piece.royal { ", royal" } else { "" };
        writeln!(out, "  {} {}{royal}", names.symbol, names.name)?;
        for term in &piece.terms {
            self.write_term(out, term)?;
        }
        for journeying in &piece.journeys {
            let ways = wazir_variant_spec::rules::Leg::journeys(&journeying.legs).len();
            writeln!(
                out,
                "    journeys of several legs, {ways} in all{}{}",
                self.when_text(&journeying.when),
                place(&journeying.cause)
            )?;
        }
        for pushing in &piece.pushes {
            writeln!(
                out,
                "    pushes {}{}{}",
                step_text(pushing.step),
                self.when_text(&pushing.when),
                place(&pushing.cause)
            )?;
        }
        for swapping in &piece.swaps {
            let friends = if swapping.friends { " friends" } else { "" };
            let enemies = if swapping.enemies != 0 { " enemies" } else { "" };
            writeln!(
                out,
                "    changes places with{friends}{enemies}: {}{}",
                self.kernel_texts[swapping.kernel],
                self.when_text(&swapping.when)
            )?;
        }
        for promotion in &piece.promotions {
            self.write_promotion(out, promotion)?;
        }
        match own {
            Some(own) => self.write_effects(out, own),
            None => Ok(()),
        }
    }

    fn write_term(&self, out: &mut String, term: &Term) -> fmt::Result {
        let what = match (term.to_empty, term.to_enemy) {
            (true, true) => "moves and captures",
            (true, false) => "moves",
            (false, true) => "captures",
            (false, false) => "captures en passant",
        };
        write!(out, "    {what}: {}", self.kernel_texts[term.kernel])?;
        if term.to_enemy && term.victims != u64::MAX {
            write!(out, "; only {}", self.kinds_text(term.victims))?;
        }
        if term.en_passant && (term.to_empty || term.to_enemy) {
            write!(out, "; en passant as well")?;
        }
        if term.leaves.is_some() {
            write!(out, "; leaves what it passes for en passant")?;
        }
        if let Some(from) = self.some(&term.from) {
            write!(out, "; from {from}")?;
        }
        if let Some(to) = self.some(&term.to) {
            write!(out, "; onto {to}")?;
        }
        writeln!(out, "{}{}", self.when_text(&term.when), place(&term.cause))
    }

    fn write_promotion(&self, out: &mut String, promotion: &Promoting) -> fmt::Result {
        let to: Vec<&str> =
            promotion.to.iter().map(|to| self.rules.pieces[to.piece as usize].symbol.as_str()).collect();
        let when = match &promotion.by {
            PromotedBy::Apart { .. } => "by a move of its own in".to_string(),
            PromotedBy::Moving { entering, within, leaving, only_capturing } => {
                let kinds = [(*entering, "entering"), (*within, "moving within"), (*leaving, "leaving")];
                let kinds: Vec<&str> = kinds.iter().filter(|(does, _)| *does).map(|(_, name)| *name).collect();
                let captures = if *only_capturing { "capturing and " } else { "" };
                format!("{captures}{}", kinds.join(" or "))
            }
        };
        let zone = self.some(&promotion.zone).unwrap_or_else(|| "the board".to_string());
        let forced = match promotion.forced {
            Forced::Never => "",
            Forced::Always => "; it has to",
            Forced::Onto(_) => "; on the last squares it has to",
        };
        writeln!(out, "    becomes {} {when} {zone}{forced}{}", to.join(" "), place(&promotion.cause))
    }

    fn write_effects(&self, out: &mut String, own: &PieceRules) -> fmt::Result {
        let fate = match own.capturer {
            Capturer::Arrives => "",
            Capturer::StaysBehind => "    captures from where it stands\n",
            Capturer::ChangesSides => "    changes sides when it captures\n",
            Capturer::TurnsToWall => "    becomes a wall when it captures\n",
            Capturer::Removed => "    is gone when it captures\n",
        };
        out.push_str(fate);
        if let Some(kept) = own.captured_as {
            writeln!(out, "    captured, it goes to the hand as {}", self.rules.pieces[kept as usize].symbol)?;
        }
        match &own.drop {
            Some(drop) => self.write_drop(out, drop),
            None => Ok(()),
        }
    }

    fn write_drop(&self, out: &mut String, drop: &Drop) -> fmt::Result {
        let supply = match drop.supply {
            Supply::Hand(held) => format!("from the hand ({})", self.rules.pieces[held as usize].symbol),
            Supply::Endless => "from an endless supply".to_string(),
        };
        let zone = self.some(&drop.zone).map_or(String::new(), |zone| format!(" onto {zone}"));
        let mut limits = String::new();
        if let Some(limit) = drop.per_file {
            write!(limits, "; at most {limit} a file")?;
        }
        if drop.may_not_check {
            limits.push_str("; not with check");
        }
        if drop.may_not_mate {
            limits.push_str("; not with mate");
        }
        writeln!(out, "    dropped {supply}{zone}{limits}{}", place(&drop.cause))
    }

    fn write_castlings(&self, out: &mut String, program: &SideProgram) -> fmt::Result {
        for castling in &program.castlings {
            let board = &self.rules.board;
            let (king, partner) = (board.name(castling.king_to), board.name(castling.partner_to));
            writeln!(
                out,
                "  castles {}: king to {king}, partner to {partner}{}",
                castling.letter,
                place(&castling.cause)
            )?;
        }
        Ok(())
    }

    fn when_text(&self, when: &When) -> String {
        let mut text = String::new();
        let mut add = |does: bool, what: &str| {
            if does {
                text.push_str("; ");
                text.push_str(what);
            }
        };
        add(when.unmoved, "while it has not moved");
        add(when.unchecked, "while no royal is attacked");
        add(when.safe_way, "over squares that are not attacked");
        add(when.beside.is_some(), "by the friends beside it");
        add(when.last_moved.is_some(), "by what has moved last");
        text
    }

    fn kinds_text(&self, kinds: Kinds) -> String {
        let symbols = self.rules.pieces.iter().enumerate().filter(|(kind, _)| kinds >> kind & 1 == 1);
        symbols.map(|(_, piece)| piece.symbol.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Squares in words; `None` of all.
    fn some(&self, squares: &SquareSet) -> Option<String> {
        let board = &self.rules.board;
        if *squares == board.all() {
            return None;
        }
        let names: Vec<String> = squares.iter().take(9).map(|square| board.name(square)).collect();
        Some(match squares.len() {
            0 => "no square".to_string(),
            1..=8 => names.join(" "),
            more => format!("{} squares from {}", more, names[0]),
        })
    }
}

/// Where in a rule file that was written, with what stands there.
fn place(cause: &Cause) -> String {
    match cause.line {
        0 => String::new(),
        line => {
            let file = cause.file.rsplit('/').next().unwrap_or(&cause.file);
            let text = if cause.text.chars().count() > 60 { String::new() } else { format!(" {}", cause.text) };
            format!("  [{file}:{line}{text}]")
        }
    }
}
