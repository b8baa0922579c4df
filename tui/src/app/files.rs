//! Saving a game to a file, and loading one.

use crate::app::{App, Popup, menus::LineFor};
use crate::{
    form::{Form, Row},
    store::{Saved, write_whole},
};
use std::{fs, path::PathBuf};

impl App {
    /// Asks in which file the game is to be saved.
    pub(super) fn ask_where_to_save(&mut self) {
        let Some(table) = self.table.as_ref() else { return };
        let folder = self.store.as_ref().map_or(PathBuf::new(), |store| store.games.clone());
        let id = &table.session.info().id;
        let number = (1..10_000).find(|number| !folder.join(format!("{id}-{number}.json")).exists()).unwrap_or(0);
        let file = folder.join(format!("{id}-{number}.json"));
        let form = Form::new("Save the game", vec![Row::text("File", file.display().to_string(), &[])]);
        self.popup = Some(Popup::Line(form, LineFor::Save));
    }

    /// Saves the game; says where.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn save(&mut self, file: &str) -> Result<String, String> {
        let table = self.table.as_ref().ok_or("there is no game")?;
        if file.is_empty() {
            return Err("a file is needed".to_string());
        }
        let text = serde_json::to_vec_pretty(&table.saved()).map_err(|error| error.to_string())?;
        write_whole(&PathBuf::from(file), &text).map_err(|error| format!("cannot write {file}: {error}"))?;
        Ok(format!("saved in {file}"))
    }

    /// Loads a game.
    ///
    /// # Errors
    /// When the file cannot be read, or what is in it is no game.
    pub(super) fn load(&mut self, file: &str) -> Result<(), String> {
        let text = fs::read_to_string(file).map_err(|error| format!("cannot read `{file}`: {error}"))?;
        let saved: Saved = serde_json::from_str(&text).map_err(|error| format!("{file}: {error}"))?;
        let (journal, _) = self.journal();
        self.resume(&saved, journal)
    }
}
