//! `wazir list`: the games of this build.

use crate::{
    position::backend_name,
    screen::{Failure, Screen, Status, bad_input},
};
use serde_json::{Value, json};
use std::io::Write;
use wazir::games::{self, OpenError};
use wazir_runtime::Backend;
use wazir_variant_spec::rules::Rules;

/// List the games of this build by family
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir list
  wazir list shogi                  those with `shogi` in their name, family, origin or description
  wazir list 10x10
  wazir list --json | jq -r '.[].id'")]
pub(crate) struct Args {
    /// Only games with this text in their identifier, name, family, origin, board or description; case does not matter
    text: Option<String>,
    /// Print JSON: an array of objects with id, name, about, family, origin, files, ranks, pieces, start, backend
    #[arg(long)]
    json: bool,
}

/// A game of the list.
struct Row {
    rules: Rules,
    backend: Backend,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        let mut rows = Vec::new();
        for name in games::names() {
            let entry = games::find(&name)?;
            let rules = entry.rules().map_err(|diagnostics| OpenError::Rules(Box::new(diagnostics)))?;
            let backend = match wazir_program::supported(&rules) {
                _ if entry.is_compiled() => Backend::Compiled,
                Ok(()) => Backend::Machine,
                Err(_) => Backend::Reference,
            };
            rows.push(Row { rules, backend });
        }
        if let Some(text) = &self.text {
            let wanted = text.to_lowercase();
            rows.retain(|row| row.mentions(&wanted));
            if rows.is_empty() {
                return bad_input(format!("no game mentions `{text}`; `wazir list` prints all of them"));
            }
        }
        if self.json {
            screen.json(&rows.iter().map(Row::json).collect())?;
        } else {
            print(screen, rows)?;
        }
        Ok(Status::Fine)
    }
}

impl Row {
    fn board(&self) -> String {
        format!("{}x{}", self.rules.board.files, self.rules.board.ranks)
    }

    /// Does the lower-case text occur in what is said about the game?
    fn mentions(&self, text: &str) -> bool {
        let Rules { id, name, about, family, origin, .. } = &self.rules;
        let board = self.board();
        [id, name, about, family, origin, &board].iter().any(|said| said.to_lowercase().contains(text))
    }

    fn json(&self) -> Value {
        let Rules { id, name, about, family, origin, board, .. } = &self.rules;
        let royal = |piece: &wazir_variant_spec::rules::Piece| piece.sides.iter().flatten().any(|side| side.royal);
        let pieces: Vec<_> =
            self.rules.pieces.iter().map(|p| json!({"symbol": p.symbol, "name": p.name, "royal": royal(p)})).collect();
        json!({
            "id": id, "name": name, "about": about, "family": family, "origin": origin, "files": board.files, "ranks": board.ranks,
            "pieces": pieces, "start": self.rules.start.fen, "backend": backend_name(self.backend),
        })
    }
}

/// Prints the games under the names of their families.
fn print(screen: &mut Screen, rows: Vec<Row>) -> Result<(), Failure> {
    let width = rows.iter().map(|row| row.rules.id.chars().count()).max().unwrap_or(0);
    if rows.is_empty() {
        writeln!(
            screen,
            "This build has no games compiled in. Paths to RON files work: `wazir show variants/chess.ron`."
        )?;
    }
    for (number, (family, rows)) in games::by_family(rows, |row| &row.rules).into_iter().enumerate() {
        let title = screen.paint("1;4", &family);
        writeln!(screen, "{}{title}", if number > 0 { "\n" } else { "" })?;
        for row in rows {
            let id = screen.paint("1", &format!("{:width$}", row.rules.id));
            let origin = match row.rules.origin.as_str() {
                "" => String::new(),
                origin => screen.paint("2", &format!(" [{origin}]")),
            };
            let (board, backend) = (row.board(), backend_name(row.backend));
            writeln!(screen, "  {id}  {board:>5}  {}{origin} ({backend})", row.rules.about)?;
        }
    }
    Ok(())
}
