//! The picture of the terminal in the README, drawn as SVG from what the program draws.

mod common;

use common::Stage;
use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Modifier},
};
use std::{fmt::Write, path::Path};
use unicode_width::UnicodeWidthStr;
use wazir_tui::{
    app::{NewGame, Opponent},
    theme::Depth,
};

/// Columns and rows of a character, in pixels.
const CELL: (usize, usize) = (9, 19);
const PAPER: &str = "#1e1e22";
const INK: &str = "#d8d8d0";

#[test]
fn the_picture_of_the_readme() {
    let mut stage = Stage::new(&["chess"], Depth::True, (88, 29));
    let opened = stage.app.games.open("chess").expect("a game of ours");
    let control = Some("5+3".parse().expect("a time control"));
    let new =
        NewGame { name: "chess".to_string(), opened, side: Some(0), opponent: Opponent::Friend, control, fen: None };
    stage.app.begin(new).expect("a start position");
    stage.play("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5");
    stage.click_square("a4");
    let svg = svg(&stage.draw());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/images/play.svg");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::create_dir_all(file.parent().expect("it has a folder")).expect("a folder");
        std::fs::write(&file, &svg).expect("the picture can be written");
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(expected == svg, "{} differs; UPDATE_SNAPSHOTS=1 rewrites it", file.display());
}

fn hex(color: Color, otherwise: &str) -> String {
    match color {
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        _ => otherwise.to_string(),
    }
}

/// Foreground and background of a character.
fn colours(cell: &Cell) -> (String, String) {
    let (fg, bg) = (hex(cell.fg, INK), hex(cell.bg, PAPER));
    if cell.modifier.contains(Modifier::REVERSED) { (bg, fg) } else { (fg, bg) }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A screen as SVG: backgrounds as bars, every character at its place.
fn svg(buffer: &Buffer) -> String {
    let (columns, rows) = (buffer.area.width, buffer.area.height);
    let (width, height) = (usize::from(columns) * CELL.0 + 16, usize::from(rows) * CELL.1 + 16);
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="15">
<title>A game of chess in the terminal</title>
<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>
"##
    );
    for y in 0..rows {
        let top = 8 + usize::from(y) * CELL.1;
        let mut x = 0;
        while x < columns {
            let (_, bg) = colours(&buffer[(x, y)]);
            let run = (x..columns).take_while(|&x| colours(&buffer[(x, y)]).1 == bg).count();
            if bg != PAPER {
                let (left, width) = (8 + usize::from(x) * CELL.0, run * CELL.0);
                let _ =
                    writeln!(svg, r#"<rect x="{left}" y="{top}" width="{width}" height="{}" fill="{bg}"/>"#, CELL.1);
            }
            x += run as u16;
        }
        let mut x = 0;
        while x < columns {
            let cell = &buffer[(x, y)];
            let (fg, _) = colours(cell);
            // Words of one style are written in one piece.
            let same =
                |other: &Cell| colours(other).0 == fg && other.modifier == cell.modifier && other.symbol().is_ascii();
            let run = (x..columns).take_while(|&x| same(&buffer[(x, y)])).count().max(1);
            let text: String = (x..x + run as u16).map(|x| buffer[(x, y)].symbol()).collect();
            if !text.trim().is_empty() {
                let left = 8 + usize::from(x) * CELL.0;
                let (dim, bold) = (cell.modifier.contains(Modifier::DIM), cell.modifier.contains(Modifier::BOLD));
                let style = match (dim, bold) {
                    (true, _) => r#" opacity="0.6""#,
                    (false, true) => r#" font-weight="bold""#,
                    (false, false) => "",
                };
                let length = text.width() * CELL.0;
                let _ = writeln!(
                    svg,
                    r#"<text x="{left}" y="{}" fill="{fg}" textLength="{length}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"{style}>{}</text>"#,
                    top + 15,
                    escaped(&text)
                );
            }
            x += run as u16;
        }
    }
    svg + "</svg>\n"
}
