//! A PostgreSQL of one's own, for as long as a test lasts, where one is installed.
#![allow(clippy::missing_panics_doc, clippy::unwrap_used, clippy::expect_used, dead_code, reason = "tests")]

use std::{
    fs,
    io::{self, Write},
    net::TcpListener,
    os::unix::{fs::chown, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// A running PostgreSQL with an empty database.
pub(crate) struct Cluster {
    server: Child,
    port: u16,
    /// Everything of it.
    _folder: tempfile::TempDir,
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Nothing of it is needed any more.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The folder with its programs: where distributions put them, else where the shell finds them.
fn programs() -> Option<PathBuf> {
    let debian = fs::read_dir("/usr/lib/postgresql").ok().into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = debian.map(|version| version.path().join("bin")).collect();
    found.sort();
    found.reverse();
    found.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    found.into_iter().find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

/// Somebody without rights, if this is root: PostgreSQL refuses to be run by root.
fn nobody() -> Option<(u32, u32)> {
    let id = Command::new("id").arg("-u").output().ok()?;
    let is_root = String::from_utf8_lossy(&id.stdout).trim() == "0";
    let passwd = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let line = passwd.lines().find(|line| line.starts_with("nobody:"))?;
    let mut fields = line.split(':').skip(2).map_while(|field| field.parse().ok());
    is_root.then_some((fields.next()?, fields.next()?))
}

fn as_nobody(program: PathBuf, who: Option<(u32, u32)>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    if let Some((user, group)) = who {
        command.uid(user).gid(group);
    }
    command
}

impl Cluster {
    /// Starts one; where none is installed, says so and is none.
    pub(crate) fn start() -> Option<Cluster> {
        let Some(programs) = programs() else {
            // Not by `println`, which is shown only where a test fails.
            let _ = writeln!(io::stderr(), "SKIPPED: PostgreSQL is not installed (Debian: apt-get install postgresql)");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let who = nobody();
        if let Some((user, group)) = who {
            chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let data = folder.path().join("data");
        let made = as_nobody(programs.join("initdb"), who, folder.path())
            .args(["--auth=trust", "--username=wazir", "--encoding=UTF8", "--no-locale", "--no-sync", "-D"])
            .arg(&data)
            .output()
            .unwrap();
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let log = fs::File::create(folder.path().join("log")).unwrap();
        let server = as_nobody(programs.join("postgres"), who, folder.path())
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(folder.path())
            .args(["-p", &port.to_string(), "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"])
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        let cluster = Cluster { server, port, _folder: folder };
        let end = Instant::now() + Duration::from_secs(30);
        while let Err(error) = postgres::Client::connect(&cluster.url(), postgres::NoTls) {
            let log = fs::read_to_string(cluster._folder.path().join("log")).unwrap_or_default();
            assert!(Instant::now() < end, "PostgreSQL does not start: {error}\n{log}");
            sleep(Duration::from_millis(50));
        }
        Some(cluster)
    }

    /// Its address, as `--db` takes it.
    pub(crate) fn url(&self) -> String {
        format!("postgres://wazir@127.0.0.1:{}/postgres", self.port)
    }

    /// Cuts all connections, as a network does that fails.
    pub(crate) fn cut(&self) {
        cut(&self.url());
    }

    /// Empties the database.
    pub(crate) fn empty(&self) {
        let mut client = postgres::Client::connect(&self.url(), postgres::NoTls).unwrap();
        client.batch_execute("DROP TABLE IF EXISTS live_games, live_journal, live_owners, live_version").unwrap();
    }
}

/// See [`Cluster::cut`].
pub(crate) fn cut(url: &str) {
    let mut client = postgres::Client::connect(url, postgres::NoTls).unwrap();
    let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";
    client.execute(others, &[]).unwrap();
}
