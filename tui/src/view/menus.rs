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
    let widest = menu.items.iter().map(|(text, _)| text.width()).max().unwrap_or(0) as u16;
    let window = centred(area, 44.max(widest + 4), menu.items.len() as u16 + 6);
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

/// Rows that a text takes in this width.
fn lines_of(text: &str, width: usize) -> u16 {
    // Blanks at the beginning and in rows count where texts are shown, and not where they are wrapped.
    let rows = |line: &str| wrapped(line, width).len().max(line.width().div_ceil(width.max(1))).max(1);
    text.lines().map(rows).sum::<usize>().min(200) as u16
}

/// A text in lines of at most so many columns, broken between words where that is possible.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        for c in word.chars() {
            let mut one = [0; 4];
            if !line.is_empty() && line.width() + c.encode_utf8(&mut one).width() > width {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
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
    let found: Vec<&Entry> = picker.found.iter().filter_map(|&index| catalogue.get(index)).collect();
    // As wide as the widest of all, so that it stays as it is while one searches.
    let names = catalogue.iter().map(|entry| entry.opened.variant.info().name.width() + 2);
    let families = catalogue.iter().map(|entry| entry.opened.rules.family.width());
    let widest = names.chain(families).max().unwrap_or(0) as u16;
    let (list, detail) = split_left(body, (widest + 2).clamp(20, 34).min(body.width / 2 + 4));
    picker_rows(frame, list, app, &found, picker, areas);
    if let Some(entry) = app.picked() {
        describe(frame, Rect { x: detail.x + 1, width: detail.width.saturating_sub(2), ..detail }, app, entry);
    }
}

/// The games that were found; below the names of their families, as long as nothing is searched for (then the best come first, of whatever family).
fn picker_rows(frame: &mut Frame, area: Rect, app: &App, found: &[&Entry], picker: &Picker, areas: &mut Areas) {
    let family = |entry: &Entry| entry.opened.rules.family.clone();
    let by_family = picker.query.trim().is_empty() && found.iter().any(|entry| !family(entry).is_empty());
    // Each row: a heading, or the game of this number.
    let mut lines: Vec<(String, Option<usize>)> = Vec::new();
    for (index, entry) in found.iter().enumerate() {
        if by_family && (index == 0 || family(found[index - 1]) != family(entry)) {
            let family = family(entry);
            lines.push((if family.is_empty() { "Other games".to_string() } else { family }, None));
        }
        let indent = if by_family { "  " } else { "" };
        lines.push((format!("{indent}{}", entry.opened.variant.info().name), Some(index)));
    }
    let shown = usize::from(area.height).max(1);
    let at = lines.iter().position(|(_, index)| *index == Some(picker.at)).unwrap_or(0);
    // The heading of the first game is seen with it.
    let first = if at < shown { 0 } else { at + 1 - shown };
    for (row, (text, index)) in lines.iter().skip(first).take(shown).enumerate() {
        let style = match index {
            Some(index) if *index == picker.at => app.theme.chosen(),
            Some(_) => Style::new(),
            None => app.theme.heading(),
        };
        let line = Rect { y: area.y + row as u16, height: 1, ..area };
        let width = usize::from(area.width);
        let text = format!(" {text:<width$}");
        frame.buffer_mut().set_stringn(line.x, line.y, text, width, style);
        if let Some(index) = index {
            areas.items.push((line, *index));
        }
    }
}

/// A game: what it is, and a small picture of its board.
fn describe(frame: &mut Frame, area: Rect, app: &App, entry: &Entry) {
    let info = entry.opened.variant.info();
    let rules = &entry.opened.rules;
    let width = usize::from(area.width).max(1);
    let mut lines = vec![Line::styled(info.name.to_string(), app.theme.heading())];
    if !rules.family.is_empty() && rules.family != *info.name {
        lines.push(Line::styled(rules.family.clone(), app.theme.faint()));
    }
    for text in [&*info.about, &rules.origin] {
        lines.extend(wrapped(text, width).into_iter().map(Line::raw));
    }
    let size = format!(
        "{} x {} board, {} sides, {} kinds of pieces",
        info.files,
        info.ranks,
        info.sides.len(),
        info.pieces.len()
    );
    lines.extend(wrapped(&size, width).into_iter().map(|line| Line::styled(line, app.theme.faint())));
    let (top, rest) = split_top(area, lines.len() as u16 + 1);
    frame.render_widget(Paragraph::new(Text::from(lines)), top);
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
