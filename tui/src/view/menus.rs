//! The main menu, the picker of games, forms, and what lies over the screen.

use super::{
    board::{Marks, board},
    centred, split_bottom, split_left, split_top,
};
use crate::{
    app::{App, Areas, Entry, MenuItem, Picker, Popup},
    form::{Form, List},
    geometry::{Geometry, Turned},
    glyphs::Glyphs,
};
use ratatui::{
    Frame,
    layout::Rect,
    style::Style,
    text::{Line, Span, Text},
    widgets::{Block, Clear, Paragraph, Wrap},
};
use unicode_width::UnicodeWidthStr;

fn block<'a>(app: &App, title: &'a str) -> Block<'a> {
    let block = Block::bordered().title(Span::styled(format!(" {title} "), app.theme.heading()));
    if app.pieces() == crate::glyphs::Choice::Ascii { block.border_set(ASCII_BORDER) } else { block }
}

/// A frame of nothing but ASCII.
const ASCII_BORDER: ratatui::symbols::border::Set<'static> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Rows of texts, one of them chosen, so far down that it can be seen.
fn rows(
    frame: &mut Frame,
    area: Rect,
    app: &App,
    texts: impl Iterator<Item = (String, bool)>,
    at: usize,
    areas: &mut Areas,
) -> usize {
    let shown = usize::from(area.height).max(1);
    let first = (at + 1).saturating_sub(shown);
    for (row, (index, (text, faint))) in texts.enumerate().skip(first).take(shown).enumerate() {
        let y = area.y + row as u16;
        let style = match () {
            () if index == at => app.theme.chosen(),
            () if faint => app.theme.faint(),
            () => Style::new(),
        };
        let mut text = format!(" {text}");
        text += &" ".repeat(usize::from(area.width).saturating_sub(text.width()));
        frame.buffer_mut().set_stringn(area.x, y, text, usize::from(area.width), style);
        areas.items.push((Rect { y, height: 1, ..area }, index));
    }
    first
}

pub(super) fn menu(frame: &mut Frame, area: Rect, app: &App, menu: &List<MenuItem>, areas: &mut Areas) {
    let window = centred(area, 44, menu.items.len() as u16 + 6);
    let block = block(app, "Wazir");
    let inner = block.inner(window);
    frame.render_widget(block, window);
    let (head, rest) = split_top(inner, 2);
    let text = format!(" {} chess-like games, and your own", app.games.names().len());
    frame.render_widget(Paragraph::new(text).style(app.theme.faint()), head);
    let texts = menu.items.iter().map(|(text, _)| (text.clone(), false));
    rows(frame, split_bottom(rest, 2).0, app, texts, menu.at, areas);
    let keys = Paragraph::new(" arrows and Enter, or the mouse").style(app.theme.faint());
    frame.render_widget(keys, split_bottom(rest, 1).1);
}

pub(super) fn form(frame: &mut Frame, area: Rect, app: &App, form: &Form, areas: &mut Areas) {
    let error_rows = form.error.as_ref().map_or(0, |error| lines_of(error, 60));
    let window = centred(area, 66, form.rows.len() as u16 + 5 + error_rows);
    let block = block(app, &form.title);
    let inner = block.inner(window);
    frame.render_widget(Clear, window);
    frame.render_widget(block, window);
    let label = form.rows.iter().map(|row| row.label.width()).max().unwrap_or(0);
    let texts = form.rows.iter().enumerate().map(|(index, row)| {
        let is_choice = matches!(row.field, crate::form::Field::Choice { .. });
        let shown = tail(row.field.shown(), usize::from(inner.width).saturating_sub(label + 8));
        let field = match (is_choice, index == form.at) {
            (true, _) => format!("< {shown} >"),
            (false, true) => format!("  {shown}_"),
            (false, false) => format!("  {shown}"),
        };
        (format!("{:label$}  {field}", row.label), false)
    });
    let (top, rest) = split_top(inner, form.rows.len() as u16);
    rows(frame, top, app, texts, form.at, areas);
    let (middle, keys) = split_bottom(rest, 1);
    if let Some(error) = &form.error {
        frame.render_widget(Paragraph::new(error.as_str()).style(app.theme.bad()).wrap(Wrap { trim: true }), middle);
    }
    let text = " up/down: row   left/right: change   Enter: done   Esc: back";
    frame.render_widget(Paragraph::new(text).style(app.theme.faint()), keys);
}

pub(super) fn waiting(frame: &mut Frame, area: Rect, app: &App, title: &str, text: &str) {
    let window = centred(area, 60, lines_of(text, 54) + 5);
    let block = block(app, title);
    let inner = block.inner(window);
    frame.render_widget(block, window);
    let (top, keys) = split_bottom(inner, 1);
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: false }), top);
    frame.render_widget(Paragraph::new(" Esc: leave").style(app.theme.faint()), keys);
}

/// The end of a text that is too long.
fn tail(text: &str, width: usize) -> String {
    let count = text.chars().count();
    text.chars().skip(count.saturating_sub(width)).collect()
}

/// Rows that a text takes in this width, roughly and not less.
fn lines_of(text: &str, width: usize) -> u16 {
    text.lines().map(|line| line.width() / width.max(1) + 1).sum::<usize>().min(200) as u16
}

pub(super) fn picker(frame: &mut Frame, area: Rect, app: &App, picker: &Picker, areas: &mut Areas) {
    let title = if picker.hosting { "Which game to host" } else { "New game" };
    let block = block(app, title);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let (query, rest) = split_top(inner, 2);
    let line = Line::from(vec![Span::styled(" search: ", app.theme.faint()), Span::raw(format!("{}_", picker.query))]);
    frame.render_widget(Paragraph::new(line), query);
    let (body, keys) = split_bottom(rest, 1);
    let help = " type to search   up/down, Enter: choose   Esc: back";
    frame.render_widget(Paragraph::new(help).style(app.theme.faint()), keys);
    let Some(catalogue) = &app.catalogue else {
        frame.render_widget(Paragraph::new(" reading the games..."), body);
        return;
    };
    if picker.found.is_empty() {
        frame.render_widget(Paragraph::new(format!(" no game is like `{}`", picker.query)), body);
        return;
    }
    let (list, detail) = split_left(body, 34.min(body.width / 2 + 4));
    let texts = picker.found.iter().filter_map(|&index| catalogue.get(index)).map(|entry| {
        let family = &entry.opened.rules.family;
        let name = entry.opened.variant.info().name.to_string();
        (if family.is_empty() { name } else { format!("{name} · {family}") }, false)
    });
    let ascii = app.pieces() == crate::glyphs::Choice::Ascii;
    let texts = texts.map(|(text, faint)| (if ascii { text.replace('·', "-") } else { text }, faint));
    rows(frame, list, app, texts, picker.at, areas);
    if let Some(entry) = app.picked() {
        describe(frame, Rect { x: detail.x + 1, width: detail.width.saturating_sub(2), ..detail }, app, entry);
    }
}

/// A game: what it is, and a small picture of its board.
fn describe(frame: &mut Frame, area: Rect, app: &App, entry: &Entry) {
    let info = entry.opened.variant.info();
    let rules = &entry.opened.rules;
    let mut lines = vec![Line::styled(info.name.to_string(), app.theme.heading())];
    for text in [&*info.about, &rules.origin] {
        if !text.is_empty() {
            lines.push(Line::raw(text.to_string()));
        }
    }
    let size = format!(
        "{} x {} board, {} sides, {} kinds of pieces",
        info.files,
        info.ranks,
        info.sides.len(),
        info.pieces.len()
    );
    lines.push(Line::styled(size, app.theme.faint()));
    let width = usize::from(area.width).max(1);
    let rows: usize = lines.iter().map(|line| line.width() / width + 1).sum();
    let (top, rest) = split_top(area, rows as u16 + 1);
    frame.render_widget(Paragraph::new(Text::from(lines)).wrap(Wrap { trim: true }), top);
    let glyphs = Glyphs::new(&app.pieces(), rules, info, app.theme.has_colours());
    let geometry = Geometry::new(info, Turned::NOT, (glyphs.width as u16 + 1, 1));
    let window = Rect {
        width: rest.width.min(geometry.size().0 as u16),
        height: rest.height.min(geometry.size().1 as u16),
        ..rest
    };
    let setup = entry.opened.variant.start().setup();
    board(frame.buffer_mut(), window, (0, 0), info, &setup, &geometry, &glyphs, app.theme, &Marks::default());
}

pub(super) fn popup(frame: &mut Frame, area: Rect, app: &App, popup: &Popup, areas: &mut Areas) {
    match popup {
        Popup::List(list) => {
            let widest = list.items.iter().map(|(text, _)| text.width()).chain([list.title.width()]).max().unwrap_or(0);
            let window = centred(area, widest as u16 + 6, list.items.len() as u16 + 2);
            let block = block(app, &list.title);
            let inner = block.inner(window);
            frame.render_widget(Clear, window);
            frame.render_widget(block, window);
            let texts = list.items.iter().map(|(text, _)| (text.clone(), false));
            rows(frame, inner, app, texts, list.at, areas);
        }
        Popup::Text { title, text, scroll } => {
            let widest = text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0).clamp(20, 90);
            let window = centred(area, widest as u16 + 4, lines_of(text, widest.min(86)) + 3);
            let block = block(app, title);
            let inner = block.inner(window);
            frame.render_widget(Clear, window);
            frame.render_widget(block, window);
            let (top, keys) = split_bottom(inner, 1);
            // No further than to the end.
            let most = lines_of(text, usize::from(top.width).max(1)).saturating_sub(top.height);
            let paragraph = Paragraph::new(text.as_str()).wrap(Wrap { trim: false }).scroll(((*scroll).min(most), 0));
            frame.render_widget(paragraph, top);
            let help = if most > 0 { " up/down: more   any other key: close" } else { " any key: close" };
            frame.render_widget(Paragraph::new(help).style(app.theme.faint()), keys);
        }
        Popup::Line(form, _) => self::form(frame, area, app, form, areas),
    }
}
