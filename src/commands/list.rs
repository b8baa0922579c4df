//! `wazir list`: the games of this build.

use crate::screen::{Failure, Screen, Status};
use serde_json::json;
use std::io::Write;
use wazir::games;

/// List the games of this build
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  wazir list
  wazir list --json | jq -r '.[].id'")]
pub(crate) struct Args {
    /// Print JSON: an array of objects with id, name, about, files, ranks, pieces, start, backend
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self, screen: &mut Screen) -> Result<Status, Failure> {
        let mut rows = Vec::new();
        for name in games::names() {
            let entry = games::find(&name)?;
            let backend = if entry.is_compiled() { "compiled" } else { "reference" };
            rows.push((entry.open(None)?, backend));
        }
        if self.json {
            let describe = |(game, backend): &(games::Handle, &str)| {
                let info = game.info();
                let pieces: Vec<_> =
                    info.pieces.iter().map(|p| json!({"symbol": p.symbol, "name": p.name, "royal": p.royal})).collect();
                json!({
                    "id": info.id, "name": info.name, "about": info.about, "files": info.files, "ranks": info.ranks,
                    "pieces": pieces, "start": info.start_fen, "backend": backend,
                })
            };
            screen.json(&rows.iter().map(describe).collect())?;
            return Ok(Status::Fine);
        }
        let width = rows.iter().map(|(game, _)| game.info().id.chars().count()).max().unwrap_or(0);
        for (game, backend) in &rows {
            let info = game.info();
            let board = format!("{}x{}", info.files, info.ranks);
            let id = screen.paint("1", &format!("{:width$}", info.id));
            let note = if *backend == "compiled" { "" } else { " (interpreted)" };
            writeln!(screen, "{id}  {board:>5}  {}{note}", info.about)?;
        }
        if rows.is_empty() {
            writeln!(
                screen,
                "This build has no games compiled in. Paths to RON files work: `wazir show variants/chess.ron`."
            )?;
        }
        Ok(Status::Fine)
    }
}
