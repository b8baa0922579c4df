//! [`Sqlite`]: journals in one file.

use super::{Forget, Store, StoreError, Write, read_entries, read_summary};
use crate::{
    Moment,
    record::{Entry, Summary},
};
use rusqlite::{Connection, ErrorCode, params};
use std::{collections::BTreeSet, path::Path, time::Duration};

/// What is done to a file of an earlier version, in order; `user_version` says how many of these it has.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        summary TEXT NOT NULL,
        changed INTEGER NOT NULL,
        instance TEXT,
        leased_until INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX games_by_change ON games (changed);
    CREATE TABLE journal (
        game TEXT NOT NULL,
        number INTEGER NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    CREATE TABLE owners (
        owner TEXT NOT NULL,
        game TEXT NOT NULL,
        PRIMARY KEY (owner, game)
    ) WITHOUT ROWID;
    CREATE INDEX owners_by_game ON owners (game);
",
    "
    CREATE INDEX games_unplayed ON games (changed) WHERE json_extract(summary, '$.plies') = 0;
",
];

/// Journals in a file of SQLite, or in memory.
pub struct Sqlite(Connection);

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Failed(error.to_string())
    }
}

impl Sqlite {
    /// Opens a file, which is made where there is none; `:memory:` is kept nowhere.
    ///
    /// # Errors
    /// When it cannot be opened, or was made by a later version of this program.
    pub fn open(file: &Path) -> Result<Sqlite, StoreError> {
        let named = |error: rusqlite::Error| StoreError::Failed(format!("{}: {error}", file.display()));
        let mut connection = Connection::open(file).map_err(named)?;
        connection.busy_timeout(Duration::from_secs(5)).map_err(named)?;
        // Several processes may read beside the one that writes; what is committed is on disk.
        connection.pragma_update(None, "journal_mode", "WAL").map_err(named)?;
        connection.pragma_update(None, "synchronous", "FULL").map_err(named)?;
        let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(named)?;
        let version = usize::try_from(version).unwrap_or(usize::MAX);
        if version > MIGRATIONS.len() {
            let (file, known) = (file.display(), MIGRATIONS.len());
            return Err(StoreError::Failed(format!(
                "{file} has version {version} of the tables, this program knows {known}"
            )));
        }
        for (number, migration) in (1_i64..).zip(MIGRATIONS).skip(version) {
            let change = connection.transaction().map_err(named)?;
            change.execute_batch(migration).map_err(named)?;
            change.pragma_update(None, "user_version", number).map_err(named)?;
            change.commit().map_err(named)?;
        }
        Ok(Sqlite(connection))
    }

    fn lease_all(
        &mut self,
        games: &[String],
        instance: &str,
        now: Moment,
        until: Moment,
    ) -> Result<Vec<String>, StoreError> {
        let change = self.0.transaction()?;
        let mut lost = Vec::new();
        {
            let mut lease = change.prepare_cached(
                "UPDATE games SET instance = ?2, leased_until = ?3 \
                 WHERE id = ?1 AND (instance IS NULL OR instance = ?2 OR leased_until < ?4)",
            )?;
            let mut known = change.prepare_cached("SELECT 1 FROM games WHERE id = ?1")?;
            for game in games {
                let changed = lease.execute(params![game, instance, until.0.cast_signed(), now.0.cast_signed()])?;
                // A game that nobody has written to is nobody else's.
                if changed == 0 && known.exists([game])? {
                    lost.push(game.clone());
                }
            }
        }
        change.commit()?;
        Ok(lost)
    }
}

impl Store for Sqlite {
    fn append(&mut self, writes: &[Write]) -> Result<(), StoreError> {
        let change = self.0.transaction()?;
        {
            let mut entry = change.prepare_cached("INSERT INTO journal (game, number, entry) VALUES (?1, ?2, ?3)")?;
            let mut game = change.prepare_cached(
                "INSERT INTO games (id, summary, changed) VALUES (?1, ?2, ?3) \
                 ON CONFLICT (id) DO UPDATE SET summary = excluded.summary, changed = excluded.changed",
            )?;
            let mut owner = change.prepare_cached("INSERT OR IGNORE INTO owners (owner, game) VALUES (?1, ?2)")?;
            for Write { first, entries, summary } in writes {
                for (number, line) in (*first..).zip(entries) {
                    let written = entry.execute(params![summary.id, number.cast_signed(), line]);
                    written.map_err(|error| match error.sqlite_error_code() {
                        Some(ErrorCode::ConstraintViolation) => StoreError::Taken(summary.id.clone()),
                        _ => error.into(),
                    })?;
                }
                let text = serde_json::to_string(summary).map_err(|error| StoreError::Broken(error.to_string()))?;
                game.execute(params![summary.id, text, summary.changed.0.cast_signed()])?;
                let owners: BTreeSet<&String> = summary.seats.iter().filter_map(|seat| seat.owner.as_ref()).collect();
                for who in owners {
                    owner.execute(params![who, summary.id])?;
                }
            }
        }
        Ok(change.commit()?)
    }

    fn load(&mut self, game: &str) -> Result<Vec<Entry>, StoreError> {
        let mut all = self.0.prepare_cached("SELECT entry FROM journal WHERE game = ?1 ORDER BY number")?;
        let lines: Vec<String> = all.query_map([game], |row| row.get(0))?.collect::<Result<_, _>>()?;
        read_entries(game, lines.iter().map(String::as_str))
    }

    fn games_of(&mut self, owner: &str, most: usize) -> Result<Vec<Summary>, StoreError> {
        let mut own = self.0.prepare_cached(
            "SELECT summary FROM owners JOIN games ON games.id = owners.game WHERE owner = ?1 ORDER BY changed DESC LIMIT ?2",
        )?;
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let texts: Vec<String> = own.query_map(params![owner, most], |row| row.get(0))?.collect::<Result<_, _>>()?;
        texts.iter().map(|text| read_summary(text)).collect()
    }

    fn lease(
        &mut self,
        games: &[String],
        instance: &str,
        now: Moment,
        until: Moment,
    ) -> Result<Vec<String>, StoreError> {
        // Nobody waits for the disk: after a crash of the machine there is nobody who plays the games.
        self.0.pragma_update(None, "synchronous", "NORMAL")?;
        let lost = self.lease_all(games, instance, now, until);
        self.0.pragma_update(None, "synchronous", "FULL")?;
        lost
    }

    fn release(&mut self, game: &str, instance: &str) -> Result<(), StoreError> {
        let update = "UPDATE games SET instance = NULL WHERE id = ?1 AND instance = ?2";
        self.0.execute(update, params![game, instance])?;
        Ok(())
    }

    fn forget(&mut self, which: Forget) -> Result<usize, StoreError> {
        let Forget { before, unplayed_before, now, most } = which;
        let change = self.0.transaction()?;
        let mut gone = 0;
        {
            // Two questions, as each has an index.
            let idle = "(instance IS NULL OR leased_until < ?2) ORDER BY changed LIMIT ?3";
            let mut old = change.prepare_cached(&format!("SELECT id FROM games WHERE changed < ?1 AND {idle}"))?;
            let mut unplayed = change.prepare_cached(&format!(
                "SELECT id FROM games WHERE changed < ?1 AND json_extract(summary, '$.plies') = 0 AND {idle}"
            ))?;
            for (games, before) in [(&mut old, before), (&mut unplayed, unplayed_before)] {
                let left = usize::try_from(most).unwrap_or(usize::MAX).saturating_sub(gone);
                let left = i64::try_from(left).unwrap_or(i64::MAX);
                let ids =
                    games.query_map(params![before.0.cast_signed(), now.0.cast_signed(), left], |row| row.get(0))?;
                for id in ids.collect::<Result<Vec<String>, _>>()? {
                    for (table, column) in [("journal", "game"), ("owners", "game"), ("games", "id")] {
                        let delete = format!("DELETE FROM {table} WHERE {column} = ?1");
                        change.prepare_cached(&delete)?.execute([&id])?;
                    }
                    gone += 1;
                }
            }
        }
        change.commit()?;
        Ok(gone)
    }
}
