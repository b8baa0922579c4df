//! Where live games are kept, as `--db` says it.

use etcetera::BaseStrategy;
use std::{fs, path::Path, thread};
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
        // Its client waits by itself, which may not be done where requests are answered.
        let opened = thread::scope(|scope| scope.spawn(|| Postgres::open(db)).join());
        return match opened {
            Ok(Ok(store)) => Ok(Box::new(store)),
            // The address has a password in it: it is not repeated.
            Ok(Err(error)) => Err(format!("games cannot be kept in that PostgreSQL: {error}")),
            Err(_) => Err("games cannot be kept in that PostgreSQL: its client has failed".to_string()),
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
