//! `wazir new`: a rule file to start from, and in a checkout of Wazir its feature line.

use crate::screen::{Failure, Screen, Status, bad_input};
use std::{
    env,
    fmt::Write as _,
    io::Write,
    path::{Path, PathBuf},
};
use toml_edit::{DocumentMut, Item, Value};
use wazir::games::{self, Entry};
use wazir_variant_spec::{Rules, Source, file_name};

/// Start a game of your own: write a rule file that works already
///
/// Inside a checkout of Wazir the file goes to variants/ and the game's feature into Cargo.toml, so that the next build
/// compiles it in. Elsewhere the file goes to the current folder.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir new mygame                 a small game with everything a game needs, commented
  wazir new mychess --from chess   chess, to change what you like")]
pub(crate) struct Args {
    /// Name of the new game: lower-case letters, digits, `-` and `_`
    name: String,
    /// Inherit from this game and say only what differs
    #[arg(long, value_name = "PARENT")]
    from: Option<String>,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        check_name(&self.name)?;
        let checkout = env::current_dir().ok().and_then(|folder| find_checkout(&folder));
        let folder = checkout.as_ref().map_or(PathBuf::from("."), |root| root.join("variants"));
        let file = folder.join(format!("{}.ron", self.name));
        if file.exists() {
            return bad_input(format!("`{}` exists already; choose another name", shown(&file)));
        }
        let text = match &self.from {
            None => fresh(&self.name),
            Some(parent) => inherited(&self.name, parent, &folder)?,
        };
        // What is handed out works, whatever the parent is.
        let source = Source { file: shown(&file), text };
        let entry = Entry::from_source(source, Some(folder.clone()));
        entry.rules()?;
        // The feature first: when that fails, nothing has been written.
        let compiled = checkout.is_some();
        let manifest = checkout.map(|root| root.join("Cargo.toml"));
        let changed = manifest.as_ref().map(|manifest| with_feature(manifest, &self.name)).transpose()?;
        wazir_files::create(&file, entry.source.text.as_bytes()).map_err(|error| unwritten(&file, &error))?;
        let feature = manifest.zip(changed);
        if let Some((manifest, changed)) = &feature
            && let Err(error) = wazir_files::replace(manifest, changed.as_bytes())
        {
            // A file without its feature would be in the way of the next attempt. That it stays after all is seen there.
            let _ = std::fs::remove_file(&file);
            return Err(unwritten(manifest, &error));
        }
        writeln!(screen, "wrote {}", shown(&file))?;
        if let Some((manifest, _)) = &feature {
            writeln!(screen, "added the feature variant-{} to {}", self.name, shown(manifest))?;
        }
        let game = shown(&file);
        writeln!(screen, "\nTry it:")?;
        for subcommand in ["check", "show", "moves"] {
            writeln!(screen, "  wazir {subcommand} {game}")?;
        }
        writeln!(screen, "  wazir perft {game} 3")?;
        if compiled {
            writeln!(
                screen,
                "\nThe next `cargo build` compiles it in; then `wazir perft {} 3` runs generated code.",
                self.name
            )?;
        }
        Ok(Status::Fine)
    }
}

/// A game's name becomes a module and a feature, which no other game may have.
fn check_name(name: &str) -> Result<(), Failure> {
    if let Err(wrong) = file_name::check_name(name) {
        return bad_input(wrong.to_string());
    }
    if games::names().iter().any(|known| known == name) {
        return bad_input(format!("a game called `{name}` exists already; choose another name"));
    }
    if let Some(known) =
        games::names().iter().find(|known| file_name::module_name(known) == file_name::module_name(name))
    {
        return bad_input(format!(
            "`{name}` and the game `{known}` would be one module when compiled; choose another name"
        ));
    }
    Ok(())
}

/// The checkout of Wazir that holds this folder.
fn find_checkout(folder: &Path) -> Option<PathBuf> {
    let is_checkout = |folder: &&Path| {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).ok();
        let document = manifest.and_then(|text| text.parse::<DocumentMut>().ok());
        let name = document.as_ref().and_then(|d| d.get("package")?.get("name")?.as_str());
        name == Some("wazir") && folder.join("variants").is_dir()
    };
    folder.ancestors().find(is_checkout).map(Path::to_path_buf)
}

/// A path relative to the current folder, where it is below it.
fn shown(path: &Path) -> String {
    let current = env::current_dir().unwrap_or_default();
    let path = path.strip_prefix(&current).unwrap_or(path);
    path.strip_prefix(".").unwrap_or(path).display().to_string()
}

fn unwritten(file: &Path, error: &std::io::Error) -> Failure {
    Failure::Input(format!("cannot write `{}`: {error}", shown(file)))
}

/// The manifest with the game's feature: a line of its own, and a place in every list of games' features (such as `default`).
fn with_feature(manifest: &Path, name: &str) -> Result<String, Failure> {
    let file = shown(manifest);
    let wrong = |what: String| Failure::Input(format!("{file}: {what}"));
    let text = std::fs::read_to_string(manifest).map_err(|error| wrong(error.to_string()))?;
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| wrong(error.to_string()))?;
    let features = document.entry("features").or_insert(toml_edit::table());
    let Some(features) = features.as_table_like_mut() else { return Err(wrong("`features` is no table".to_string())) };
    let feature = format!("variant-{name}");
    for (_, list) in features.iter_mut() {
        if let Item::Value(Value::Array(list)) = list {
            add(list, &feature);
        }
    }
    features.insert(&feature, toml_edit::value(toml_edit::Array::new()));
    Ok(document.to_string())
}

/// Adds a feature to a list of games' features, in alphabetical order, with the white space of its neighbour.
fn add(list: &mut toml_edit::Array, feature: &str) {
    let is_game = |value: &Value| value.as_str().is_some_and(|text| text.starts_with("variant-"));
    if !list.iter().any(is_game) || list.iter().any(|value| value.as_str() == Some(feature)) {
        return;
    }
    let place = list.iter().position(|value| is_game(value) && value.as_str() > Some(feature)).unwrap_or(list.len());
    let neighbour = list.get(if place > 0 { place - 1 } else { place });
    let mut value = Value::from(feature);
    let decor = neighbour.map(|neighbour| neighbour.decor().clone());
    let suffix = decor.as_ref().and_then(|decor| decor.suffix()?.as_str().map(String::from)).unwrap_or_default();
    let prefix = decor.as_ref().and_then(|decor| decor.prefix()?.as_str().map(String::from)).unwrap_or_default();
    // The first entry of a one-line list has no blank before it; all others do.
    let first_of_line = !prefix.contains('\n') && place > 0;
    let prefix = if first_of_line { " ".to_string() } else { prefix };
    *value.decor_mut() = toml_edit::Decor::new(prefix, suffix);
    list.insert_formatted(place, value);
}

/// `my_game` as a title.
fn title(name: &str) -> String {
    wazir_describe::description::sentence(&name.replace('_', " "))
}

/// A game that inherits.
fn inherited(name: &str, parent: &str, folder: &Path) -> Result<String, Failure> {
    let file = folder.join(format!("{parent}.ron"));
    let entry = if file.is_file() { games::find(&file.display().to_string())? } else { games::find(parent)? };
    let rules = entry.rules()?;
    if rules.id != parent {
        return bad_input(format!(
            "`{parent}`: a parent is named by its file's name without folder and ending, and lies next to the new file or is a game of this build"
        ));
    }
    Ok(INHERITED
        .replace("{title}", &title(name))
        .replace("{parent}", parent)
        .replace("{parent title}", &rules.name)
        .replace("{pieces}", &pieces(&rules))
        .replace("{start}", &rules.start.fen))
}

/// The inherited pieces, as comments.
fn pieces(rules: &Rules) -> String {
    let mut lines = String::new();
    for piece in &rules.pieces {
        let betza: String =
            piece.sides.iter().flatten().next().map_or(String::new(), |own| {
                own.movements.iter().map(|movement| movement.cause.text.as_str()).collect()
            });
        // Writing to a String does not fail.
        let _ = writeln!(lines, "    //     {:5} {}, {betza}", piece.symbol, piece.name);
    }
    lines
}

const INHERITED: &str = r#"// {title}: {parent title}, with changes. Whatever is not said here is as in `{parent}`.
(
    extends: "{parent}",
    name: "{title}",
    about: "{parent title}, with changes.",

    // Pieces come from {parent}:
{pieces}    // Say only what differs. This would change one movement, add a piece and take one away:
    //     pieces: {
    //         "X": (moves: "NW"),
    //         "Y": (name: "Camel", moves: "C"),
    //         "Z": None,
    //     },

    // The start position, in FEN.
    start: "{start}",
)
"#;

/// A game of its own.
fn fresh(name: &str) -> String {
    FRESH.replace("{title}", &title(name))
}

const FRESH: &str = r#"// {title}: a game of your own. This is a small game that works already; change it as you like and look at it with
// `wazir check`, `wazir show` and `wazir moves`.
(
    name: "{title}",
    about: "One sentence about the game.",

    // Up to 32 x 32 squares.
    board: (files: 6, ranks: 6),

    // Each piece: its letter in FEN, its name and its movement in Betza notation. `W` is a step straight, `F` a step
    // diagonally, `N` the knight's leap, `R`, `B` and `Q` slide; `f` before an atom: only forward; `m`: only moves; `c`: only captures.
    pieces: {
        "P": (name: "Pawn", moves: "fmWfcF", promotes: ["C", "R", "N"]), // on the last rank, unless a region is given
        "N": (name: "Knight", moves: "N"),
        "R": (name: "Rook", moves: "R"),
        "C": (name: "Champion", moves: "WAD"), // a step straight, or a leap of two in any direction
        "K": (name: "King", moves: "K", royal: true),
    },

    // Upper case is the first side, seen from below; ranks from the top; a number is that many empty squares.
    start: "rncknr/pppppp/6/6/PPPPPP/RNCKNR w - - 0 1",

    // The first rule that holds ends the game.
    end: [
        (if: Checkmated, then: Loses),
        (if: Stalemated, then: Draw),
        (if: Repeated(times: 3), then: Draw),
        (if: QuietMoves(plies: 100), then: Draw),
    ],
)
"#;

#[cfg(test)]
mod tests {
    use super::*;

    fn list_with(text: &str, feature: &str) -> String {
        let mut document: DocumentMut = text.parse().expect("TOML");
        if let Some(list) = document["default"].as_array_mut() {
            add(list, feature);
        }
        document.to_string()
    }

    #[test]
    fn features_are_added_in_order_and_in_the_style_of_the_list() {
        let one_line = "default = [\"variant-a\", \"variant-c\"]\n";
        assert_eq!(list_with(one_line, "variant-b"), "default = [\"variant-a\", \"variant-b\", \"variant-c\"]\n");
        assert_eq!(list_with(one_line, "variant-d"), "default = [\"variant-a\", \"variant-c\", \"variant-d\"]\n");
        let many = "default = [\n    \"variant-a\",\n    \"variant-c\",\n]\n";
        let expected = "default = [\n    \"variant-a\",\n    \"variant-b\",\n    \"variant-c\",\n]\n";
        assert_eq!(list_with(many, "variant-b"), expected);
        assert_eq!(list_with("default = [\"std\"]\n", "variant-b"), "default = [\"std\"]\n");
    }
}
