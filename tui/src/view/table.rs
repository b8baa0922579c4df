//! The game: board, panel, and the lines below.

use super::{
    board::{Marks, board},
    panel, split_bottom, split_left, split_top,
};
use crate::{
    app::{App, Areas, Network},
    geometry::{Geometry, Turned},
    glyphs::Glyphs,
    selection::Origin,
    session::side_name,
    table::{Player, Table, Tone},
};
use ratatui::{
    Frame,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::Paragraph,
};
use unicode_width::UnicodeWidthStr;
use wazir_engine::Score;
use wazir_runtime::{Game, MoveKind, SideId, Square};

/// Columns of the panel beside the board, at least.
const PANEL: u16 = 26;
/// Rows of the panel below the board.
const PANEL_ROWS: u16 = 7;
/// Columns left of the board: coordinates and the evaluation.
const MARGIN: u16 = 4;

pub(super) fn draw(frame: &mut Frame, area: Rect, app: &App, areas: &mut Areas) {
    let Some(table) = &app.table else { return };
    let info = table.session.info();
    let glyphs = Glyphs::new(&app.pieces(), &table.session.opened().rules, info, app.theme.has_colours());

    let (title, rest) = split_top(area, 1);
    let (body, below) = split_bottom(rest, 2);
    let (status, keys) = split_top(below, 1);
    draw_title(frame, title, app, table);
    draw_status(frame, status, app, table);
    draw_keys(frame, keys, app);

    let beside = body.width >= 2 * PANEL + MARGIN;
    let (room, panel_area) = if beside {
        // The board takes what it needs, the panel the rest.
        let most = body.width - PANEL;
        let geometry = fit(table, &glyphs, app, most.saturating_sub(MARGIN + 1), body.height.saturating_sub(1));
        let wanted = (geometry.size().0 as u16).saturating_add(MARGIN + 2).min(most);
        split_left(body, wanted)
    } else {
        split_bottom(body, PANEL_ROWS)
    };
    draw_board(frame, room, app, table, &glyphs, areas);
    panel::draw(frame, panel_area, app, table, &glyphs, areas);
}

/// The board in the largest cells with which it fits, else in the smallest ones.
fn fit(table: &Table, glyphs: &Glyphs, app: &App, width: u16, height: u16) -> Geometry {
    let info = table.session.info();
    let mark = if app.theme.has_colours() { 0 } else { 1 };
    let neutral = (0..info.pieces.len()).any(|piece| glyphs.is_neutral(info, piece as u8));
    let small = (glyphs.width as u16) + 2 + if neutral { mark } else { 0 };
    let sizes = [(2 * small + 1, 3), (small + 2, 2), (small, 1)];
    let of = |size| Geometry::new(info, table.turned, size);
    let fits = |geometry: &Geometry| {
        let (w, h) = geometry.size();
        w <= i32::from(width) && h <= i32::from(height)
    };
    sizes.map(of).into_iter().find(fits).unwrap_or_else(|| of((small, 1)))
}

fn draw_title(frame: &mut Frame, area: Rect, app: &App, table: &Table) {
    let info = table.session.info();
    let by_engine = match table.players.iter().find_map(|player| match player {
        Player::Engine(level) => Some(*level),
        _ => None,
    }) {
        Some(level) => format!("  engine, level {level}"),
        None => String::new(),
    };
    let mut spans =
        vec![Span::styled(format!(" {}", info.name), app.theme.heading()), Span::styled(by_engine, app.theme.faint())];
    if table.is_unkept() {
        spans.push(Span::styled("  not kept for a crash", app.theme.bad()));
    }
    if let Some((text, tone)) = app.network.as_ref().and_then(Network::state) {
        let style = if tone == Tone::Bad { app.theme.bad() } else { app.theme.faint() };
        spans.push(Span::styled(format!("  {text}"), style));
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), area);
}

fn draw_status(frame: &mut Frame, area: Rect, app: &App, table: &Table) {
    let session = &table.session;
    let info = session.info();
    let (text, style) = match (&table.message, session.ending()) {
        (Some((text, Tone::Bad)), _) => (text.clone(), app.theme.bad()),
        (Some((text, Tone::Note)), _) => (text.clone(), app.theme.good()),
        (None, _) if table.view.is_some() => {
            let text = format!("after move {} of {}; Esc goes back", table.viewed(), session.ply());
            (text, app.theme.good())
        }
        (None, Some(ending)) => (ending.text(info), app.theme.heading()),
        (None, None) => {
            let turn = side_name(info, session.turn());
            let check = if session.game().checkers().is_empty() { "" } else { ", in check" };
            let progress = session.game().setup().progress;
            let left = match progress.left {
                left if progress.length > 1 => format!(", {left} of {} moves left", progress.length),
                _ => String::new(),
            };
            let what =
                if matches!(table.player(), Player::Engine(_)) && !table.paused { "is thinking" } else { "to move" };
            (format!("{turn} {what}{left}{check}"), Style::new())
        }
    };
    let cursor = format!("{} ", table.session.writing().square(info, table.cursor));
    let room = usize::from(area.width).saturating_sub(cursor.width() + 2);
    let mut shown: String = text.chars().take(room).collect();
    shown += &" ".repeat(room.saturating_sub(shown.width()));
    let line = Line::from(vec![
        Span::raw(" "),
        Span::styled(shown, style),
        Span::raw(" "),
        Span::styled(cursor, app.theme.faint()),
    ]);
    frame.render_widget(Paragraph::new(line), area);
}

fn draw_keys(frame: &mut Frame, area: Rect, app: &App) {
    let keys = " ? keys  : type  u undo  r redo  f turn  i hint  e eval  s save  q menu";
    frame.render_widget(Paragraph::new(keys).style(app.theme.faint()), area);
}

fn draw_board(frame: &mut Frame, room: Rect, app: &App, table: &Table, glyphs: &Glyphs, areas: &mut Areas) {
    let info = table.session.info();
    let game = table.session.position(table.viewed());
    let (left, rest) = split_left(room, MARGIN);
    let (window, below) = split_bottom(rest, 1);
    let geometry = fit(table, glyphs, app, window.width, window.height);
    let (width, height) = geometry.size();
    // Both sides may count files in ways of their own; where there is room for one of them, whoever sits below is told.
    let (near, far) = ends(table);
    let beside = |side| move |square| table.session.writing().beside(info, side, square);
    let above = u16::from(beside(near)(0) != beside(far)(0) && height < i32::from(window.height));
    let left = Rect { y: left.y + above, height: left.height - above, ..left };
    let window = Rect {
        y: window.y + above,
        width: window.width.min(width.min(i32::from(u16::MAX)) as u16),
        height: window.height.min(height.min(i32::from(u16::MAX)) as u16),
        ..window
    };
    let offset = scrolled(&geometry, table.cursor, window);
    let setup = game.setup();
    let marks = marks(table, game);
    board(frame.buffer_mut(), window, offset, info, &setup, &geometry, glyphs, app.theme, &marks);
    let labels = geometry.labels(beside(near));
    let opposite = geometry.labels(beside(far));
    let middle = (geometry.cell().1 - 1) / 2;
    let buffer = frame.buffer_mut();
    for (text, y) in &labels.rows {
        let row = y + middle - offset.1;
        if row >= 0 && row < i32::from(window.height) {
            buffer.set_string(left.x + 1, left.y + row as u16, format!("{text:>2}"), app.theme.faint());
        }
    }
    for (text, x, y) in &labels.ends {
        let (row, column) = (y - offset.1, i32::from(window.x) + x - 1 - offset.0 - text.width() as i32);
        let shown = (0..i32::from(window.height)).contains(&row);
        if shown && column > i32::from(left.x) && column < i32::from(window.x + window.width) {
            buffer.set_string(column as u16, window.y + row as u16, text, app.theme.faint());
        }
    }
    let row = window.y + window.height;
    let under = labels.columns.iter().map(|label| (label, row)).filter(|_| row < below.y + below.height);
    let over = opposite.columns.iter().map(|label| (label, window.y - above)).filter(|_| above > 0);
    for ((text, x), row) in under.chain(over) {
        let column = x + (geometry.cell().0 - text.width() as i32) / 2 - offset.0;
        if column >= 0 && column + (text.width() as i32) <= i32::from(window.width) {
            buffer.set_string(window.x + column as u16, row, text, app.theme.faint());
        }
    }
    let hidden = width > i32::from(window.width) || height > i32::from(window.height);
    if hidden {
        let text = if glyphs.ascii { "+" } else { "⤢" };
        buffer.set_string(left.x, row.min(below.y), text, app.theme.heading());
    }
    if table.judged {
        draw_evaluation(frame, Rect { width: 1, height: window.height, ..left }, app, table, glyphs.ascii);
    }
    areas.board = Some((window, offset, geometry));
}

/// The sides that sit before the lower and the upper edge of the board.
fn ends(table: &Table) -> (SideId, SideId) {
    let info = table.session.info();
    let mut sides = 0..info.sides.len() as SideId;
    let near = sides.find(|&side| Turned::for_side(info, side) == table.turned).unwrap_or(0);
    (near, if near == 0 { 1 } else { 0 })
}

/// The column and row of the board that the window begins with: the cursor's cell lies as near to the middle as can be.
fn scrolled(geometry: &Geometry, cursor: Square, window: Rect) -> (i32, i32) {
    let (x, y) = geometry.corner(cursor).unwrap_or((0, 0));
    let (cell_width, cell_height) = geometry.cell();
    let (width, height) = geometry.size();
    let along = |at: i32, cell: i32, shown: u16, whole: i32| {
        let shown = i32::from(shown);
        (at + cell / 2 - shown / 2).clamp(0, (whole - shown).max(0))
    };
    (along(x, cell_width, window.width, width), along(y, cell_height, window.height, height))
}

/// What is to be marked.
fn marks(table: &Table, game: &dyn Game) -> Marks {
    let session = &table.session;
    let mut marks = Marks { cursor: Some(table.cursor), ..Marks::default() };
    if let Some(mv) = session.move_to(table.viewed()) {
        marks.last.push(mv.to());
        if !matches!(mv.kind(), MoveKind::Drop | MoveKind::Pass) {
            marks.last.push(mv.from());
        }
        marks.last.extend(mv.wall());
    }
    let in_check = !game.checkers().is_empty();
    let is_royal = |piece: u8| session.info().pieces.get(piece as usize).is_some_and(|piece| piece.royal);
    if in_check {
        let squares = 0..session.info().squares() as Square;
        let of_mover = |square: &Square| {
            game.piece_at(*square).is_some_and(|(side, piece)| side == game.turn() && is_royal(piece))
        };
        marks.checked = squares.filter(of_mover).collect();
    }
    if table.view.is_none() {
        marks.selected = match (table.selection.arrival(), table.selection.origin()) {
            (Some(square), _) | (None, Some(Origin::Square(square))) => Some(square),
            _ => None,
        };
        marks.targets = table.selection.targets(game);
        if let Some(mv) = table.hint {
            marks.targets.push((mv.to(), crate::selection::Target::Hop));
            marks.selected = marks.selected.or(Some(mv.from()));
        }
    }
    marks
}

/// A bar: how much of it is the first side's says how the game stands.
fn draw_evaluation(frame: &mut Frame, area: Rect, app: &App, table: &Table, ascii: bool) {
    let share = table.evaluation.map_or(0.5, |(score, side)| {
        let share = winning_share(score);
        if side == 0 { share } else { 1.0 - share }
    });
    let own_below = table.turned == Default::default();
    let filled = (share * f64::from(area.height)).round() as u16;
    let (first, other) = if ascii { ("#", ".") } else { ("█", "░") };
    for row in 0..area.height {
        let from_below = area.height - 1 - row;
        let is_first = if own_below { from_below < filled } else { row < filled };
        let text = if is_first { first } else { other };
        frame.buffer_mut().set_string(area.x, area.y + row, text, app.theme.good().add_modifier(Modifier::DIM));
    }
}

/// How likely the side to move is to win, from 0 to 1, as a logistic curve of the score says it.
fn winning_share(score: Score) -> f64 {
    match score {
        Score::Centipawns(worth) => 1.0 / (1.0 + 10_f64.powf(-f64::from(worth) / 400.0)),
        Score::Wins(_) => 1.0,
        Score::Loses(_) => 0.0,
    }
}
