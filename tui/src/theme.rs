//! [`Theme`]: colours, for terminals with none, 16, 256 or all of them.

use ratatui::style::{Color, Modifier, Style};
use std::str::FromStr;

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// None: `NO_COLOR`, or a terminal without.
    None,
    /// The 16 of the terminal's own scheme.
    Sixteen,
    /// 256.
    Indexed,
    /// Any.
    True,
}

impl Depth {
    /// What the environment says, asked by `var`: `NO_COLOR`, `COLORTERM` and `TERM`.
    pub fn detect(var: impl Fn(&str) -> Option<String>) -> Depth {
        let set = |name| var(name).filter(|value| !value.is_empty());
        let term = set("TERM").unwrap_or_default();
        match set("COLORTERM").as_deref() {
            _ if set("NO_COLOR").is_some() || is_colourless(&term) => Depth::None,
            Some("truecolor" | "24bit") => Depth::True,
            _ if term.contains("256color") => Depth::Indexed,
            _ => Depth::Sixteen,
        }
    }
}

/// Has a terminal of this name (as terminfo lists them) no colours? Those of DEC but for the VT525 (and the VT340 and VT241, which are rare, and show text in one colour unless
/// they are told otherwise), the best known ones of others, and everything that is called monochrome.
fn is_colourless(term: &str) -> bool {
    let dec = term.strip_prefix("vt").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let others = ["adm", "wyse", "wy", "tvi", "hp", "h19", "adds", "qvt", "ibm3"];
    let known = others.iter().any(|name| {
        term.strip_prefix(name).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
    });
    let told = ["-m", "-mono"].iter().any(|end| term.ends_with(end));
    matches!(term, "dumb" | "unknown" | "network") || dec && !term.starts_with("vt525") || known || told
}

impl FromStr for Depth {
    type Err = String;
    fn from_str(text: &str) -> Result<Depth, String> {
        match text {
            "none" => Ok(Depth::None),
            "16" => Ok(Depth::Sixteen),
            "256" => Ok(Depth::Indexed),
            "true" => Ok(Depth::True),
            _ => Err(format!("`{text}`: colours are `none`, `16`, `256` or `true`")),
        }
    }
}

/// A colour for each kind of terminal.
#[derive(Clone, Copy, Debug)]
struct Ink {
    rgb: (u8, u8, u8),
    sixteen: Color,
}

const fn ink(rgb: (u8, u8, u8), sixteen: Color) -> Ink {
    Ink { rgb, sixteen }
}

/// Squares: dark, light; the third colour of hexagons.
const SQUARES: [Ink; 3] =
    [ink((150, 108, 74), Color::Blue), ink((208, 176, 134), Color::Cyan), ink((180, 142, 104), Color::LightBlue)];
const LAST_MOVE: [Ink; 3] =
    [ink((132, 134, 50), Color::Green), ink((176, 180, 84), Color::LightGreen), ink((154, 157, 66), Color::Green)];
const SELECTED: Ink = ink((100, 150, 90), Color::Yellow);
const CURSOR: Ink = ink((90, 140, 190), Color::LightMagenta);
const CHECK: Ink = ink((220, 70, 60), Color::Red);
const WALL: Ink = ink((70, 70, 74), Color::DarkGray);
/// Pieces of two sides.
const TWO: [Ink; 2] = [ink((255, 255, 255), Color::White), ink((20, 20, 24), Color::Black)];
/// Pieces of more sides.
const MANY: [Ink; 6] = [
    ink((176, 32, 24), Color::Red),
    ink((26, 66, 160), Color::White),
    ink((124, 92, 0), Color::Yellow),
    ink((16, 104, 40), Color::LightGreen),
    ink((120, 30, 130), Color::Magenta),
    ink((20, 20, 24), Color::Black),
];
const MARK: Ink = ink((20, 70, 30), Color::LightYellow);
const CAPTURE: Ink = ink((150, 10, 10), Color::LightRed);
const ACCENT: Ink = ink((230, 180, 80), Color::Yellow);
const GOOD: Ink = ink((120, 190, 110), Color::Green);
const BAD: Ink = ink((240, 110, 100), Color::LightRed);

/// What a cell of the board is, for its colour.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ground {
    /// Which of the board's colours.
    pub shade: usize,
    /// The last move began or ended here.
    pub last: bool,
    /// It was chosen.
    pub selected: bool,
    /// The cursor is here.
    pub cursor: bool,
    /// A royal in check stands here.
    pub check: bool,
    /// A wall stands here.
    pub wall: bool,
}

/// The colours of everything.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// How many colours there are.
    pub depth: Depth,
}

impl Theme {
    /// Are there colours?
    pub fn has_colours(self) -> bool {
        self.depth > Depth::None
    }

    fn color(self, ink: Ink) -> Option<Color> {
        let (r, g, b) = ink.rgb;
        match self.depth {
            Depth::None => None,
            Depth::Sixteen => Some(ink.sixteen),
            Depth::Indexed => Some(Color::Indexed(nearest(r, g, b))),
            Depth::True => Some(Color::Rgb(r, g, b)),
        }
    }

    fn fg(self, ink: Ink) -> Style {
        self.color(ink).map_or(Style::new(), |color| Style::new().fg(color))
    }

    /// The background of a cell.
    pub fn ground(self, ground: Ground) -> Style {
        let of = |inks: [Ink; 3]| inks[ground.shade % 3];
        let ink = match ground {
            Ground { cursor: true, .. } => CURSOR,
            Ground { check: true, .. } => CHECK,
            Ground { selected: true, .. } => SELECTED,
            Ground { wall: true, .. } => WALL,
            Ground { last: true, .. } => of(LAST_MOVE),
            _ => of(SQUARES),
        };
        self.color(ink).map_or(Style::new(), |color| Style::new().bg(color))
    }

    /// A piece of a side, of `sides`. Without colours, the second of two is shown inverted.
    pub fn piece(self, side: u8, sides: usize) -> Style {
        if !self.has_colours() && sides == 2 && side == 1 {
            return Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED);
        }
        let inks = if sides > 2 { &MANY[..] } else { &TWO[..] };
        self.fg(inks[usize::from(side) % inks.len()]).add_modifier(Modifier::BOLD)
    }

    /// A piece of a side that is out, or anything that matters little.
    pub fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }
    /// What fills cells.
    pub fn faint_on_board(self) -> Style {
        if self.has_colours() { self.fg(WALL) } else { Style::new().add_modifier(Modifier::DIM) }
    }
    /// The signs at the ends of a cell.
    pub fn edge(self) -> Style {
        self.fg(TWO[1]).add_modifier(Modifier::BOLD)
    }
    /// A square where one may go.
    pub fn mark(self) -> Style {
        self.fg(MARK).add_modifier(Modifier::BOLD)
    }
    /// A square where one may capture.
    pub fn capture(self) -> Style {
        self.fg(CAPTURE).add_modifier(Modifier::BOLD)
    }
    /// What is in the foreground of a list or form.
    pub fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
    /// Headings.
    pub fn heading(self) -> Style {
        self.fg(ACCENT).add_modifier(Modifier::BOLD)
    }
    /// Good news.
    pub fn good(self) -> Style {
        self.fg(GOOD)
    }
    /// Bad news.
    pub fn bad(self) -> Style {
        self.fg(BAD).add_modifier(Modifier::BOLD)
    }
}

/// The colour among the 216 of the cube and the 24 greys that is nearest.
fn nearest(r: u8, g: u8, b: u8) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |value: u8| (0..6).min_by_key(|&i| LEVELS[i].abs_diff(value)).unwrap_or(0);
    let distance = |(r2, g2, b2): (u8, u8, u8)| {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(r, r2) + square(g, g2) + square(b, b2)
    };
    let (i, j, k) = (level(r), level(g), level(b));
    let cube = (16 + 36 * i + 6 * j + k, (LEVELS[i], LEVELS[j], LEVELS[k]));
    let greys = (0..24).map(|i| {
        (232 + i, {
            let v = (8 + 10 * i) as u8;
            (v, v, v)
        })
    });
    let best = greys.chain([cube]).min_by_key(|(_, color)| distance(*color));
    best.map_or(0, |(index, _)| index as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_found_in_the_environment() {
        let depth = |vars: &[(&str, &str)]| {
            Depth::detect(|name| vars.iter().find(|var| var.0 == name).map(|var| var.1.to_string()))
        };
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(depth(&[("TERM", "screen-256color")]), Depth::Indexed);
        assert_eq!(depth(&[("TERM", "linux")]), Depth::Sixteen);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Depth::None);
        for term in ["dumb", "vt100", "vt220", "vt102-w", "xterm-mono", "linux-m", "wyse50", "unknown"] {
            assert_eq!(depth(&[("TERM", term)]), Depth::None, "{term}");
        }
        for term in ["xterm", "vt525", "screen", "rxvt", "vte", "hpterm-color", "ansi"] {
            assert_eq!(depth(&[("TERM", term)]), Depth::Sixteen, "{term}");
        }
        assert_eq!(depth(&[("TERM", "vt100"), ("COLORTERM", "truecolor")]), Depth::None);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "")]), Depth::Indexed);
    }

    #[test]
    fn near_colours_of_256() {
        assert_eq!([nearest(255, 255, 255), nearest(0, 0, 0), nearest(240, 217, 181)], [231, 16, 223]);
        assert_eq!(nearest(128, 128, 128), 244);
    }
}
