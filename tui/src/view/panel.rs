//! Beside the board: the players with their clocks and hands, the moves, and what the engine thinks.

use super::{split_bottom, split_top};
use crate::{
    app::{App, Areas},
    clock::clock_text,
    glyphs::Glyphs,
    session::side_name,
    table::{Player, Table},
};
use ratatui::{
    Frame,
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};
use unicode_width::UnicodeWidthStr;
use wazir_engine::Score;
use wazir_runtime::{Info, PieceId, SideId};

pub(super) fn draw(frame: &mut Frame, area: Rect, app: &App, table: &Table, glyphs: &Glyphs, areas: &mut Areas) {
    let info = table.session.info();
    let sides = info.sides.len() as SideId;
    let mut rows = if info.hands { 2 } else { 1 };
    // What was captured, where that leaves room for the moves.
    let taken = table.takes_for_good() && (rows + 1) * u16::from(sides) + 6 <= area.height;
    rows += u16::from(taken);
    let below = if table.turned == Default::default() { 0 } else { 1 };
    let (above, below): (Vec<SideId>, Vec<SideId>) =
        if sides > 2 { ((0..sides).collect(), Vec::new()) } else { (vec![1 - below], vec![below]) };
    let (top, rest) = split_top(area, rows * above.len() as u16);
    let (middle, bottom) = split_bottom(rest, rows * below.len() as u16);
    for (block, sides) in [(top, &above), (bottom, &below)] {
        for (index, &side) in sides.iter().enumerate() {
            let y = block.y + rows * index as u16;
            if y + rows <= block.y + block.height {
                draw_side(frame, Rect { y, height: rows, ..block }, app, table, glyphs, side, areas);
            }
        }
    }
    let middle = if table.judged { draw_thoughts(frame, middle, app, table) } else { middle };
    let middle = draw_chat(frame, middle, app, table);
    let room = Rect { y: middle.y + 1, height: middle.height.saturating_sub(2), ..middle };
    draw_moves(frame, room, app, table, areas);
}

/// A side: whether it is to move, its name, who plays it, its clock; below, its hand, and what it has captured otherwise.
fn draw_side(
    frame: &mut Frame,
    area: Rect,
    app: &App,
    table: &Table,
    glyphs: &Glyphs,
    side: SideId,
    areas: &mut Areas,
) {
    let info = table.session.info();
    let game = table.session.position(table.viewed());
    let to_move = game.turn() == side && table.session.ending().is_none();
    let sign = match (to_move, glyphs.ascii) {
        (true, true) => ">",
        (true, false) => "▶",
        (false, _) => " ",
    };
    let who = match table.players.get(side as usize) {
        Some(Player::Engine(level)) => format!(" (engine {level})"),
        Some(Player::Remote) => " (far away)".to_string(),
        _ => String::new(),
    };
    let setup = game.setup();
    let out = if setup.out.contains(&side) { ", out" } else { "" };
    let checks = setup.checks.get(side as usize).map_or(String::new(), |left| format!(", {left} to give"));
    let text = format!("{sign} {}{who}{checks}{out}", side_name(info, side));
    // Without colours, what the side's pieces look like.
    let sample = (!app.theme.has_colours()).then(|| sample(info, glyphs, side)).flatten();
    let clock = table.clocks.as_ref().map_or(String::new(), |clocks| clock_text(clocks.left(side)));
    let style = if to_move { app.theme.heading() } else { Style::new() };
    let buffer = frame.buffer_mut();
    let room = usize::from(area.width).saturating_sub(clock.width() + 1);
    let (end, _) = buffer.set_stringn(area.x, area.y, &text, room, style);
    if let Some(sample) = sample.filter(|sample| text.width() + sample.width() + 2 < room) {
        buffer.set_string(end + 1, area.y, sample, app.theme.piece(side, info.sides.len()));
    }
    let right = area.x + area.width.saturating_sub(clock.width() as u16);
    let low = table.clocks.as_ref().is_some_and(|clocks| clocks.left(side).as_secs() < 10);
    let clock_style = if low && to_move { app.theme.bad() } else { style };
    buffer.set_stringn(right, area.y, &clock, usize::from(area.width), clock_style.add_modifier(Modifier::BOLD));
    let hand_rows = u16::from(info.hands);
    if area.height > 1 + hand_rows {
        draw_taken(buffer, Rect { y: area.y + 1 + hand_rows, height: 1, ..area }, app, table, glyphs, side);
    }
    if !info.hands || area.height < 2 {
        return;
    }
    let mut x = area.x + 2;
    let end = area.x + area.width;
    let mine = to_move && table.view.is_none() && table.is_open();
    let chosen = table.selection.origin();
    let held = (0..info.pieces.len() as PieceId).map(|piece| (piece, game.in_hand(side, piece)));
    let mut any = false;
    for (piece, count) in held.filter(|(_, count)| *count > 0) {
        any = true;
        let glyph = glyphs.of(info, side, piece);
        let text = if count > 1 { format!("{glyph}{count}") } else { glyph };
        let width = text.width() as u16;
        if x + width > end {
            buffer.set_stringn(end.saturating_sub(2), area.y + 1, "..", 2, app.theme.faint());
            break;
        }
        let is_chosen = mine && chosen == Some(crate::selection::Origin::Hand(piece));
        let style = if is_chosen { app.theme.chosen() } else { Style::new() };
        buffer.set_string(x, area.y + 1, &text, style);
        if mine {
            areas.hands.push((Rect::new(x, area.y + 1, width, 1), piece));
        }
        x += width + 1;
    }
    if !any {
        buffer.set_stringn(x, area.y + 1, "nothing in hand", usize::from(end.saturating_sub(x)), app.theme.faint());
    }
}

/// What the pieces of a side look like: its first royal, else its first piece.
fn sample(info: &Info, glyphs: &Glyphs, side: SideId) -> Option<String> {
    let piece = info.pieces.iter().position(|piece| piece.royal).or((!info.pieces.is_empty()).then_some(0))?;
    Some(glyphs.told(info, side, piece as PieceId, false))
}

/// What a side has captured that is in nobody's hand.
fn draw_taken(buffer: &mut Buffer, area: Rect, app: &App, table: &Table, glyphs: &Glyphs, side: SideId) {
    let info = table.session.info();
    let taken = table.taken_by(side);
    if taken.is_empty() {
        return;
    }
    let (mut x, end) = (area.x + 2, area.x + area.width);
    (x, _) = buffer.set_stringn(x, area.y, "took ", usize::from(end.saturating_sub(x)), app.theme.faint());
    for (of, piece, count) in taken {
        let glyph = glyphs.told(info, of, piece, app.theme.has_colours());
        let number = if count > 1 { count.to_string() } else { String::new() };
        let width = (glyph.width() + number.width()) as u16;
        if x + width > end {
            buffer.set_stringn(end.saturating_sub(2), area.y, "..", 2, app.theme.faint());
            break;
        }
        // On the terminal's own ground the inks of the board cannot be read: whose they were is plain.
        let style = if app.theme.has_colours() { Style::new() } else { app.theme.piece(of, info.sides.len()) };
        (x, _) = buffer.set_stringn(x, area.y, &glyph, glyph.width(), style);
        (x, _) = buffer.set_stringn(x, area.y, &number, number.width(), Style::new());
        x += 1;
    }
}

/// A score for people, as the first side sees it.
fn score_text(score: Score, side: SideId, sides: usize) -> String {
    let (sign, flipped) = if side == 0 || sides > 2 { (1, false) } else { (-1, true) };
    match (score, flipped) {
        (Score::Centipawns(worth), _) => format!("{:+.2}", f64::from(sign * worth) / 100.0),
        (Score::Wins(plies), false) | (Score::Loses(plies), true) => format!("wins in {}", plies.div_ceil(2)),
        (Score::Wins(plies), true) | (Score::Loses(plies), false) => format!("loses in {}", plies.div_ceil(2)),
    }
}

/// What the engine thinks, below the upper side; returns the room that is left.
fn draw_thoughts(frame: &mut Frame, area: Rect, app: &App, table: &Table) -> Rect {
    let (top, rest) = split_top(area, 3);
    let info = table.session.info();
    let score = match table.evaluation {
        Some((score, side)) => {
            let whose = side_name(info, if info.has_many_sides() { side } else { 0 });
            format!("{whose}: {}", score_text(score, side, info.sides.len()))
        }
        None => "...".to_string(),
    };
    let line = table.best_line.as_ref().filter(|(ply, _)| *ply == table.session.ply()).map(|(_, moves)| {
        let texts: Vec<String> = moves.iter().take(6).map(|&mv| table.session.writing().bare(info, mv)).collect();
        texts.join(" ")
    });
    let width = usize::from(top.width);
    let buffer = frame.buffer_mut();
    if top.height >= 3 {
        buffer.set_stringn(top.x + 2, top.y + 1, score, width.saturating_sub(2), app.theme.good());
        buffer.set_stringn(top.x + 2, top.y + 2, line.unwrap_or_default(), width.saturating_sub(2), app.theme.faint());
    }
    rest
}

/// The last things that were said, above the lower side; returns the room that is left.
fn draw_chat(frame: &mut Frame, area: Rect, app: &App, table: &Table) -> Rect {
    if table.chat.is_empty() {
        return area;
    }
    let rows = (table.chat.len() as u16).min(4).min(area.height / 2);
    let (rest, bottom) = split_bottom(area, rows);
    let said = table.chat.iter().rev().take(usize::from(rows)).rev();
    for (row, (who, text)) in said.enumerate() {
        let text = format!("{who}: {text}");
        let y = bottom.y + row as u16;
        frame.buffer_mut().set_stringn(
            bottom.x + 2,
            y,
            text,
            usize::from(bottom.width).saturating_sub(2),
            app.theme.good(),
        );
    }
    rest
}

/// The moves, a round in a line, so far down that the one that is looked at can be seen.
fn draw_moves(frame: &mut Frame, area: Rect, app: &App, table: &Table, areas: &mut Areas) {
    let session = &table.session;
    let viewed = table.viewed();
    // Lines of texts with the ply each leads to.
    let mut lines: Vec<Vec<(String, Option<usize>)>> = Vec::new();
    let mut round = None;
    let mut used = 0;
    let width = usize::from(area.width);
    for (index, _) in session.played().iter().enumerate() {
        let before = session.position(index);
        let number = before.setup().fullmove;
        let text = table.move_texts().get(index).cloned().unwrap_or_default();
        if round != Some(number) {
            let head = format!("{number:>3}. ");
            used = head.width();
            lines.push(vec![(head, None)]);
            round = Some(number);
        } else if used + text.width() + 1 > width {
            lines.push(vec![("     ".to_string(), None)]);
            used = 5;
        }
        used += text.width() + 1;
        if let Some(line) = lines.last_mut() {
            line.push((text, Some(index + 1)));
        }
    }
    let rows = usize::from(area.height);
    let at = lines.iter().position(|line| line.iter().any(|(_, ply)| *ply == Some(viewed))).unwrap_or(0);
    let first =
        (at + 1).saturating_sub(rows).max(if viewed == session.ply() { lines.len().saturating_sub(rows) } else { 0 });
    let buffer = frame.buffer_mut();
    for (row, line) in lines.iter().skip(first).take(rows).enumerate() {
        let y = area.y + row as u16;
        let mut x = area.x;
        for (text, ply) in line {
            let room = usize::from((area.x + area.width).saturating_sub(x));
            let style = match ply {
                Some(ply) if *ply == viewed => app.theme.chosen(),
                Some(_) => Style::new(),
                None => app.theme.faint(),
            };
            buffer.set_stringn(x, y, text, room, style);
            let taken = text.width().min(room) as u16;
            if let Some(ply) = ply {
                areas.moves.push((Rect::new(x, y, taken, 1), *ply));
            }
            x = (x + taken + 1).min(area.x + area.width);
        }
    }
}
