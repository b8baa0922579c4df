//! `wazir show --page`: a page about a game with its pictures, from its rules alone.

use super::write_file;
use crate::screen::{Failure, Screen};
use std::{io::Write, path::Path};
use wazir::games;
use wazir_describe::page::{self, Misfit};
use wazir_reference::Interpreter;
use wazir_runtime::Variant;

/// Writes the pages of all games of this build, and their index.
pub(super) fn write_all(screen: &mut Screen, folder: &Path) -> Result<(), Failure> {
    let mut all = Vec::new();
    for name in games::names() {
        let game = games::find(&name)?.checked()?.game;
        write(screen, &game, folder)?;
        all.push(game.rules().clone());
    }
    let text = page::index(&games::by_family(all, |rules| rules)).map_err(misfit)?;
    report(screen, folder.join("README.md").as_path(), &text)
}

/// Writes a game's page and pictures.
pub(super) fn write(screen: &mut Screen, game: &Interpreter, folder: &Path) -> Result<(), Failure> {
    let rules = game.rules();
    let page = page::page(rules, game.info(), &game.start().setup()).map_err(misfit)?;
    for (number, (path, picture)) in page.pictures.iter().enumerate() {
        // The start is told of, the pictures of pieces belong to it.
        match number {
            0 => report(screen, &folder.join(path), picture)?,
            _ => write_file(screen, &folder.join(path), picture)?,
        }
    }
    report(screen, &folder.join(format!("{}.md", rules.id)), &page.text)
}

fn misfit(error: Misfit) -> Failure {
    Failure::Input(error.to_string())
}

/// Writes a file and says so.
fn report(screen: &mut Screen, file: &Path, text: &str) -> Result<(), Failure> {
    write_file(screen, file, text)?;
    writeln!(screen, "{}", file.display())?;
    Ok(())
}
