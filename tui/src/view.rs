//! Drawing: what an [`App`] looks like. Nothing here changes anything but [`App::areas`], by which the mouse finds what it points at.

mod board;
mod menus;
mod panel;
mod table;

use crate::app::{App, Areas, Screen};
use ratatui::{Frame, layout::Rect, widgets::Paragraph};
use wazir_runtime::is_command;

pub use board::{Marks, board};

/// The smallest window in which anything can be shown.
const LEAST: (u16, u16) = (40, 12);

/// Draws everything. Whatever a name, a comment or a message has in it, nothing of it reaches the terminal as a command.
pub fn draw(frame: &mut Frame, app: &mut App) {
    draw_all(frame, app);
    for cell in &mut frame.buffer_mut().content {
        if cell.symbol().contains(is_command) {
            // What has no width stands with another character in one cell.
            let shown: String = cell.symbol().chars().filter(|c| !is_command(*c)).collect();
            cell.set_symbol(if shown.is_empty() { " " } else { &shown });
        }
    }
}

fn draw_all(frame: &mut Frame, app: &mut App) {
    let area = frame.area();
    app.areas = Areas::default();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text = format!(
            "The window is too small:\n{} columns by {} rows,\nneeded are {} by {}.",
            area.width, area.height, LEAST.0, LEAST.1
        );
        frame.render_widget(Paragraph::new(text), area);
        return;
    }
    let mut areas = Areas::default();
    match &app.screen {
        Screen::Menu(menu) => menus::menu(frame, area, app, menu, &mut areas),
        Screen::Picker(picker) => menus::picker(frame, area, app, picker, &mut areas),
        Screen::Form(form, _) => menus::form(frame, area, app, form, &mut areas),
        Screen::Waiting { title, text } => menus::waiting(frame, area, app, title, text),
        Screen::Table => table::draw(frame, area, app, &mut areas),
    }
    if let Some(popup) = &app.popup {
        // What lies below cannot be clicked.
        areas = Areas::default();
        menus::popup(frame, area, app, popup, &mut areas);
    }
    app.areas = areas;
}

/// The part of `area` of this size that lies in its middle; smaller where there is less room.
fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
}

/// Parts of `area`: so many rows from the top, and the rest.
fn split_top(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    let top = Rect { height: rows, ..area };
    (top, Rect { y: area.y + rows, height: area.height - rows, ..area })
}

/// Parts of `area`: all but so many rows at the bottom, and those.
fn split_bottom(area: Rect, rows: u16) -> (Rect, Rect) {
    split_top(area, area.height.saturating_sub(rows))
}

/// Parts of `area`: so many columns at the left, and the rest.
fn split_left(area: Rect, columns: u16) -> (Rect, Rect) {
    let columns = columns.min(area.width);
    let left = Rect { width: columns, ..area };
    (left, Rect { x: area.x + columns, width: area.width - columns, ..area })
}
