//! Where live games are kept, as `--db` says it.

use etcetera::BaseStrategy;
use std::{fs, path::Path};
use wazir_live::{
    Store,
    store::{Postgres, Sqlite},
};

/// Opens what `--db` names: `:memory:`, the address of a PostgreSQL, or a file; without it a file among the user's data.
///
/// # Errors
/// What is wrong with it, and what to do, for people.
pub(super) fn open(db: Option<&str>) -> Result<Box<dyn Store>, String> {
    let Some(db) = db else {
        let dirs = etcetera::choose_base_strategy();
        let dirs = dirs.map_err(|error| format!("{error}; --db PATH (or --db :memory:) says where games are kept"))?;
        let folder = dirs.data_dir().join("wazir");
        let cannot = |error| {
            let folder = folder.display();
            format!("cannot make the folder {folder}: {error}; --db PATH (or --db :memory:) says where games are kept")
        };
        fs::create_dir_all(&folder).map_err(cannot)?;
        return file(&folder.join("live.sqlite"));
    };
    if is_postgres(db) {
        return match Postgres::open(db) {
            Ok(store) => Ok(Box::new(store)),
            // The address has a password in it.
            Err(error) => Err(format!("games cannot be kept in that PostgreSQL: {error}")),
        };
    }
    file(Path::new(db))
}

/// Is this the address of a PostgreSQL, and not the path of a file?
pub(crate) fn is_postgres(db: &str) -> bool {
    ["postgres://", "postgresql://"].into_iter().any(|scheme| db.starts_with(scheme))
}

fn file(path: &Path) -> Result<Box<dyn Store>, String> {
    match Sqlite::open(path) {
        Ok(store) => Ok(Box::new(store)),
        Err(error) => Err(format!("games cannot be kept there: {error}; --db :memory: keeps them nowhere")),
    }
}
