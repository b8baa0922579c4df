//! [`Postgres`]: journals in a PostgreSQL, which several servers may share: a game lives on the one that holds its lease, and of two that both believe they do only one can write.

use super::{Forget, Store, StoreError, Write, read_entries, read_summary};
use crate::{
    Moment,
    record::{Entry, Summary},
};
use postgres::{Client, Config, NoTls, config::SslMode, error::SqlState};
use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    time::Duration,
};

/// What is done to tables of an earlier version, in order; `live_version` says how many of these they have.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE live_games (
        id TEXT PRIMARY KEY,
        summary TEXT NOT NULL,
        changed BIGINT NOT NULL,
        instance TEXT,
        leased_until BIGINT NOT NULL DEFAULT 0
    );
    CREATE INDEX live_games_by_change ON live_games (changed);
    CREATE TABLE live_journal (
        game TEXT NOT NULL,
        number BIGINT NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (game, number)
    );
    CREATE TABLE live_owners (
        owner TEXT NOT NULL,
        game TEXT NOT NULL,
        PRIMARY KEY (owner, game)
    );
    CREATE INDEX live_owners_by_game ON live_owners (game);
",
    "
    CREATE INDEX live_games_unplayed ON live_games (changed) WHERE (summary::json->>'plies') = '0';
",
];
/// The lock that whoever changes tables holds: any number, the same for all servers.
const MIGRATING: i64 = 0x7761_7a69_7200;
/// How long it may take until the server answers, and how long a statement may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Journals in a PostgreSQL. A connection that is lost is made anew.
pub struct Postgres {
    config: Config,
    client: Client,
}

impl From<postgres::Error> for StoreError {
    fn from(error: postgres::Error) -> StoreError {
        let mut why = error.to_string();
        // "db error" alone helps nobody.
        if let Some(source) = error.source() {
            why = format!("{why}: {source}");
        }
        StoreError::Failed(why)
    }
}

impl Postgres {
    /// Connects to what an address such as `postgres://user:password@host/database` names, and makes the tables where there are none.
    ///
    /// # Errors
    /// When the address is wrong, nobody answers, or the tables were made by a later version of this program.
    pub fn open(url: &str) -> Result<Postgres, StoreError> {
        let mut config: Config = url.parse()?;
        if !matches!(config.get_ssl_mode(), SslMode::Disable | SslMode::Prefer) {
            let why = "this program does not encrypt the way to the database, which `sslmode=require` asks for: \
                       leave that out and use a private network, or a tunnel that encrypts (ssh -L, stunnel)";
            return Err(StoreError::Failed(why.to_string()));
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(PATIENCE);
        }
        config.application_name("wazir");
        let client = connect(&config)?;
        let mut store = Postgres { config, client };
        store.migrate()?;
        Ok(store)
    }

    fn migrate(&mut self) -> Result<(), StoreError> {
        let mut change = self.client.transaction()?;
        // One after the other, where several servers are started at once.
        change.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATING])?;
        change.batch_execute("CREATE TABLE IF NOT EXISTS live_version (version BIGINT NOT NULL)")?;
        let version = change.query_opt("SELECT version FROM live_version", &[])?;
        let version: i64 = version.map_or(0, |row| row.get(0));
        let done = usize::try_from(version).unwrap_or(usize::MAX);
        if done > MIGRATIONS.len() {
            let known = MIGRATIONS.len();
            return Err(StoreError::Failed(format!(
                "the database has version {version} of the tables, this program knows {known}"
            )));
        }
        for migration in &MIGRATIONS[done..] {
            change.batch_execute(migration)?;
        }
        change.execute("DELETE FROM live_version", &[])?;
        let version = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
        change.execute("INSERT INTO live_version (version) VALUES ($1)", &[&version])?;
        Ok(change.commit()?)
    }

    /// Does something, once more with a new connection if the old one is lost.
    fn with<T>(&mut self, work: impl Fn(&mut Client) -> Result<T, StoreError>) -> Result<T, StoreError> {
        if self.client.is_closed() {
            self.client = connect(&self.config)?;
        }
        match work(&mut self.client) {
            // The server says that it ends a connection before it closes it: whether it still answers has to be asked.
            Err(StoreError::Failed(_)) if self.client.is_closed() || self.client.is_valid(PATIENCE).is_err() => {
                self.client = connect(&self.config)?;
                work(&mut self.client)
            }
            done => done,
        }
    }
}

fn connect(config: &Config) -> Result<Client, StoreError> {
    let mut client = config.connect(NoTls)?;
    client.batch_execute(&format!("SET statement_timeout = {}", PATIENCE.as_millis()))?;
    Ok(client)
}

impl Store for Postgres {
    fn append(&mut self, writes: &[Write]) -> Result<(), StoreError> {
        let (mut games, mut numbers, mut entries) = (Vec::new(), Vec::new(), Vec::new());
        // A game that is written twice is in lists as it is last.
        let mut summaries: BTreeMap<&str, (String, i64)> = BTreeMap::new();
        let mut owners: BTreeSet<(&str, &str)> = BTreeSet::new();
        for Write { first, entries: lines, summary } in writes {
            for (number, line) in (*first..).zip(lines) {
                games.push(summary.id.as_str());
                numbers.push(number.cast_signed());
                entries.push(line.as_str());
            }
            let text = serde_json::to_string(summary).map_err(|error| StoreError::Broken(error.to_string()))?;
            summaries.insert(&summary.id, (text, summary.changed.0.cast_signed()));
            owners.extend(summary.seats.iter().filter_map(|seat| Some((seat.owner.as_deref()?, summary.id.as_str()))));
        }
        let ids: Vec<&str> = summaries.keys().copied().collect();
        let texts: Vec<&str> = summaries.values().map(|(text, _)| text.as_str()).collect();
        let changed: Vec<i64> = summaries.values().map(|(_, changed)| *changed).collect();
        let (who, what): (Vec<&str>, Vec<&str>) = owners.into_iter().unzip();
        // Each is one statement, however many games there are: the way to the database and back takes longer than the rest.
        self.with(|client| {
            let mut change = client.transaction()?;
            let written = change.execute(
                "INSERT INTO live_journal (game, number, entry) SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])",
                &[&games, &numbers, &entries],
            );
            if let Err(error) = written {
                if error.code() != Some(&SqlState::UNIQUE_VIOLATION) {
                    return Err(error.into());
                }
                change.rollback()?;
                let taken = client.query_opt(
                    "SELECT game FROM live_journal JOIN unnest($1::text[], $2::bigint[]) AS new (of_game, at_number) \
                     ON game = of_game AND number = at_number LIMIT 1",
                    &[&games, &numbers],
                )?;
                // None: twice in what is to be written now.
                let game = taken.map_or_else(|| games.first().map_or(String::new(), ToString::to_string), |row| row.get(0));
                return Err(StoreError::Taken(game));
            }
            change.execute(
                "INSERT INTO live_games (id, summary, changed) SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) \
                 ON CONFLICT (id) DO UPDATE SET summary = excluded.summary, changed = excluded.changed",
                &[&ids, &texts, &changed],
            )?;
            change.execute(
                "INSERT INTO live_owners (owner, game) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING",
                &[&who, &what],
            )?;
            Ok(change.commit()?)
        })
    }

    fn load(&mut self, game: &str) -> Result<Vec<Entry>, StoreError> {
        let rows = self.with(|client| {
            Ok(client.query("SELECT entry FROM live_journal WHERE game = $1 ORDER BY number", &[&game])?)
        })?;
        read_entries(game, rows.iter().map(|row| row.get(0)))
    }

    fn games_of(&mut self, owner: &str, most: usize) -> Result<Vec<Summary>, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let rows = self.with(|client| {
            Ok(client.query(
                "SELECT summary FROM live_owners JOIN live_games ON live_games.id = live_owners.game WHERE owner = $1 \
                 ORDER BY changed DESC LIMIT $2",
                &[&owner, &most],
            )?)
        })?;
        rows.iter().map(|row| read_summary(row.get(0))).collect()
    }

    fn lease(
        &mut self,
        games: &[String],
        instance: &str,
        now: Moment,
        until: Moment,
    ) -> Result<Vec<String>, StoreError> {
        let (now, until) = (now.0.cast_signed(), until.0.cast_signed());
        self.with(|client| {
            let mut change = client.transaction()?;
            change.batch_execute("SET LOCAL synchronous_commit = off")?;
            change.execute(
                "UPDATE live_games SET instance = $2, leased_until = $3 \
                 WHERE id = ANY($1) AND (instance IS NULL OR instance = $2 OR leased_until < $4)",
                &[&games, &instance, &until, &now],
            )?;
            // Those of others were not changed.
            let lost = change.query(
                "SELECT id FROM live_games WHERE id = ANY($1) AND instance IS DISTINCT FROM $2",
                &[&games, &instance],
            )?;
            change.commit()?;
            Ok(lost.iter().map(|row| row.get(0)).collect())
        })
    }

    fn release(&mut self, game: &str, instance: &str) -> Result<(), StoreError> {
        self.with(|client| {
            let update = "UPDATE live_games SET instance = NULL WHERE id = $1 AND instance = $2";
            client.execute(update, &[&game, &instance])?;
            Ok(())
        })
    }

    fn forget(&mut self, which: Forget) -> Result<usize, StoreError> {
        let Forget { before, unplayed_before, now, most } = which;
        let [before, unplayed, now] = [before, unplayed_before, now].map(|moment| moment.0.cast_signed());
        self.with(|client| {
            let mut change = client.transaction()?;
            // Locked, so that no other server says meanwhile that it plays one of them; what another one forgets just now is its business.
            let old = change.query(
                "SELECT id FROM live_games WHERE (changed < $1 OR changed < $2 AND (summary::json->>'plies') = '0') \
                 AND (instance IS NULL OR leased_until < $3) ORDER BY changed LIMIT $4 FOR UPDATE SKIP LOCKED",
                &[&before, &unplayed, &now, &i64::from(most)],
            )?;
            let old: Vec<&str> = old.iter().map(|row| row.get(0)).collect();
            for (table, column) in [("live_journal", "game"), ("live_owners", "game"), ("live_games", "id")] {
                change.execute(&format!("DELETE FROM {table} WHERE {column} = ANY($1)"), &[&old])?;
            }
            change.commit()?;
            Ok(old.len())
        })
    }
}
