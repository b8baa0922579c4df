//! `wazir show`: a game's board, how its pieces move, and its page.

use crate::{
    commands::moves::{outcome_json, outcome_text},
    position::PositionArgs,
    screen::{Failure, Screen, Status, bad_input},
};
use serde_json::{Value, json};
use std::{
    env,
    io::{IsTerminal, Write},
    path::{Path, PathBuf},
};
use wazir::games::{self, Entry};
use wazir_describe::{
    description,
    page::{View, views},
    picture::{
        diagram::Diagram,
        svg,
        text::{self, Look},
    },
};
use wazir_runtime::Game;
use wazir_variant_spec::rules::{Rules, SideId, Square};

mod page;

/// Show a game's board, or how a piece moves
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir show shogi
  wazir show chess --moves \"e2e4 e7e5\"
  wazir show xiangqi --piece H
  wazir show chess --piece P --square e2 --svg pawn.svg
  wazir show my.ron --svg board.svg
  wazir show chess --page               write docs/games/chess.md and its pictures
  wazir show --page --all               write the pages of all games of this build")]
pub(crate) struct Args {
    /// Name of a game, path of a RON file, or `-`
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    game: Option<String>,
    #[command(flatten)]
    position: PositionArgs,
    /// Show how this piece moves: its letter in FEN (N, +P) or its name
    #[arg(long)]
    piece: Option<String>,
    /// The square the piece stands on; by default the one that shows most of its moves
    #[arg(long, requires = "piece")]
    square: Option<String>,
    /// Write the picture as SVG to this file (`-`: standard output)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw with plain ASCII characters
    #[arg(long)]
    ascii: bool,
    /// Print JSON: the position (variant, fen, turn, check, outcome, hands, board), or the piece's movements
    #[arg(long)]
    json: bool,
    /// Write the game's page with its pictures, from its rule file alone
    #[arg(long, conflicts_with_all = ["fen", "moves", "piece", "svg", "json"])]
    page: bool,
    /// With --page: where pages go
    #[arg(long, requires = "page", value_name = "FOLDER", default_value = "docs/games")]
    to: PathBuf,
    /// With --page: the pages of all games of this build, and their index
    #[arg(long, requires = "page")]
    all: bool,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        if self.all {
            page::write_all(screen, &self.to)?;
            return Ok(Status::Fine);
        }
        let Some(game) = &self.game else { return bad_input("a game is needed") };
        let entry = games::find(game)?;
        if self.page {
            page::write(screen, &entry.checked()?.game, &self.to)?;
            return Ok(Status::Fine);
        }
        match &self.piece {
            Some(piece) => self.piece(screen, &entry, piece)?,
            None => self.board(screen, &entry)?,
        }
        Ok(Status::Fine)
    }

    fn look(&self, screen: &Screen) -> Look {
        Look { unicode: !self.ascii && unicode(), color: screen.color }
    }

    fn board(&self, screen: &mut Screen, entry: &Entry) -> Result<(), Failure> {
        let variant = entry.open(None)?;
        let game = self.position.open(entry, &*variant)?;
        let (info, setup) = (game.info(), game.setup());
        if let Some(file) = &self.svg {
            return write_file(screen, file, &svg::board(info, &setup));
        }
        let fen = game.fen(self.position.style());
        if self.json {
            return screen.json(&position_json(&*game, &fen));
        }
        let title = screen.paint("1", &info.name);
        writeln!(screen, "{title}: {}\n", info.about)?;
        let hand =
            |side: u8| format!("     {}'s hand: {}", info.sides[side as usize].name, text::hand(info, &setup, side));
        if info.hands {
            for side in (1..info.sides.len() as u8).rev() {
                writeln!(screen, "{}", hand(side))?;
            }
        }
        let picture = text::board(info, &setup, self.look(screen));
        write!(screen, "{picture}")?;
        if info.hands {
            writeln!(screen, "{}", hand(0))?;
        }
        let turn = &info.sides[game.turn() as usize].name;
        let state = match game.outcome() {
            Some(outcome) => format!("The game is over: {}", outcome_text(info, outcome)),
            None if game.checkers().is_empty() => format!("{turn} to move, {} legal moves", game.count()),
            None => format!("{turn} to move, in check, {} legal moves", game.count()),
        };
        writeln!(screen, "\n{state}.\nFEN: {fen}")?;
        Ok(())
    }

    fn piece(&self, screen: &mut Screen, entry: &Entry, wanted: &str) -> Result<(), Failure> {
        let rules = entry.rules()?;
        let piece = find_piece(&rules, wanted)?;
        let origin = self.square.as_deref().map(|text| find_square(&rules, text)).transpose()?;
        let views = views(&rules, piece);
        if self.json {
            return screen.json(&piece_json(&rules, piece, &views, origin));
        }
        let definition = &rules.pieces[piece as usize];
        let info = wazir_variant_spec::info(&rules);
        let symbol = |side: SideId| wazir_runtime::fen::piece_symbol(&info, side, piece);
        if let Some(file) = &self.svg {
            // One picture; the first side that has the piece, or the one its letter was written for.
            let lower = wanted.chars().any(char::is_lowercase) && wanted == symbol(1);
            let side = views.iter().map(|view| view.side).find(|&side| !lower || side > 0).unwrap_or(0);
            let Some(diagram) = Diagram::new(&rules, piece, side, origin) else {
                return bad_input(format!("{} has no {}", rules.sides[side as usize].name, definition.name));
            };
            let title = format!("{} of {}", definition.name, rules.name);
            return write_file(screen, file, &svg::diagram(&rules.board, &diagram, &definition.symbol, side, &title));
        }
        for view in &views {
            let Some(diagram) = Diagram::new(&rules, piece, view.side, origin) else { continue };
            let side = &rules.sides[view.side as usize];
            let title = screen.paint("1", &format!("{} ({})", definition.name, symbol(view.side)));
            let whose = if views.len() > 1 { format!(", {}'s", side.name) } else { String::new() };
            writeln!(screen, "{title}{whose}, from {}", rules.board.name(diagram.origin))?;
            let Some(piece_rules) = rules.piece_rules(piece, view.side) else { continue };
            let movements = &piece_rules.movements;
            for (betza, text) in description::told(&rules.board, &rules.pieces, movements, side.orientation) {
                writeln!(screen, "  {betza:8} {text}")?;
            }
            writeln!(screen)?;
            write!(screen, "{}", text::diagram(&rules.board, &diagram, &symbol(view.side), self.look(screen)))?;
            if !view.like.is_empty() {
                let names: Vec<String> =
                    view.like.iter().map(|&side| rules.sides[side as usize].name.clone()).collect();
                writeln!(screen, "{}'s moves the same way, seen from its own side.", description::all_of(&names))?;
            }
        }
        Ok(())
    }
}

/// The piece type with this letter, in either case, or this name.
fn find_piece(rules: &Rules, wanted: &str) -> Result<u8, Failure> {
    let by_name = || rules.pieces.iter().position(|piece| piece.name.eq_ignore_ascii_case(wanted)).map(|i| i as u8);
    if let Some(piece) = rules.piece_by_symbol(&wanted.to_uppercase()).or_else(by_name) {
        return Ok(piece);
    }
    let known: Vec<String> = rules.pieces.iter().map(|piece| format!("{} ({})", piece.symbol, piece.name)).collect();
    bad_input(format!("{} has no piece `{wanted}`; its pieces are {}", rules.name, known.join(", ")))
}

fn find_square(rules: &Rules, text: &str) -> Result<Square, Failure> {
    let board = &rules.board;
    match board.parse(text) {
        Some((square, "")) if !board.holes.contains(square) => Ok(square),
        _ => bad_input(format!(
            "`{text}` is no square of {}: they are a1 to {}",
            rules.name,
            board.name(board.all().iter().last().unwrap_or(0))
        )),
    }
}

/// May box-drawing characters be printed? The locale says; without one, yes.
fn unicode() -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| env::var(name).ok().filter(|v| !v.is_empty()));
    !std::io::stdout().is_terminal()
        || locale.is_none_or(|locale| {
            let locale = locale.to_uppercase();
            locale.contains("UTF-8") || locale.contains("UTF8")
        })
}

/// Writes a file, making its folder; `-` is standard output.
fn write_file(screen: &mut Screen, file: &Path, text: &str) -> Result<(), Failure> {
    if file == Path::new("-") {
        write!(screen, "{text}")?;
        return Ok(());
    }
    let made = file.parent().map_or(Ok(()), std::fs::create_dir_all);
    match made.and_then(|()| wazir_files::replace(file, text.as_bytes())) {
        Ok(()) => Ok(()),
        Err(error) => bad_input(format!("cannot write `{}`: {error}", file.display())),
    }
}

fn position_json(game: &dyn Game, fen: &str) -> Value {
    let (info, setup) = (game.info(), game.setup());
    let mut board = serde_json::Map::new();
    for square in 0..info.squares() as Square {
        if let Some((side, piece)) = game.piece_at(square) {
            board.insert(info.square_name(square), json!(text::symbol(info, side, piece)));
        }
    }
    let mut value = json!({
        "variant": info.id, "fen": fen, "turn": info.sides[game.turn() as usize].name,
        "check": !game.checkers().is_empty(), "outcome": outcome_json(info, game.outcome()),
        "moves": game.count(), "board": board,
    });
    if info.hands {
        let held = |side: usize| {
            let counts = setup.hands[side].iter().enumerate().filter(|(_, count)| **count > 0);
            counts
                .map(|(piece, count)| (info.pieces[piece].symbol.to_string(), json!(count)))
                .collect::<serde_json::Map<_, _>>()
        };
        let hands: serde_json::Map<_, _> =
            info.sides.iter().enumerate().map(|(side, of)| (of.name.to_string(), json!(held(side)))).collect();
        value["hands"] = json!(hands);
    }
    value
}

fn piece_json(rules: &Rules, piece: u8, views: &[View], origin: Option<Square>) -> Value {
    let definition = &rules.pieces[piece as usize];
    let describe = |view: &View| {
        let side = &rules.sides[view.side as usize];
        let movements = rules.piece_rules(piece, view.side).map_or(&[][..], |rules| &rules.movements);
        let told = description::told(&rules.board, &rules.pieces, movements, side.orientation);
        let diagram = Diagram::new(rules, piece, view.side, origin)?;
        let mut targets = serde_json::Map::new();
        for (square, marks) in diagram.marks.iter().enumerate().filter(|(_, marks)| !marks.is_empty()) {
            let words: Vec<String> = marks.iter().map(|&mark| diagram.words(&rules.board, mark)).collect();
            targets.insert(rules.board.name(square as Square), json!(words));
        }
        Some(json!({
            "side": side.name,
            "alike": view.like.iter().map(|&side| &rules.sides[side as usize].name).collect::<Vec<_>>(),
            "from": rules.board.name(diagram.origin),
            "movements": told.into_iter().map(|(betza, words)| json!({"betza": betza, "words": words})).collect::<Vec<_>>(),
            "targets": targets,
        }))
    };
    json!({
        "variant": rules.id, "symbol": definition.symbol, "name": definition.name,
        "sides": views.iter().filter_map(describe).collect::<Vec<_>>(),
    })
}
