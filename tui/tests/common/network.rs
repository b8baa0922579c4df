//! Hosts, guests and strangers over real sockets.

use super::Stage;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{Shutdown, TcpStream},
    time::{Duration, Instant},
};
use wazir_tui::{
    app::{Hosted, Screen},
    net::Patience,
    session::Ending,
    theme::Depth,
};

pub(crate) const SIZE: (u16, u16) = (100, 30);

/// A host that waits at a port of its own.
pub(crate) fn host(game: &str, clock: Option<&str>) -> (Stage, String) {
    host_with(game, clock, Patience::default())
}

pub(crate) fn host_with(game: &str, clock: Option<&str>, patience: Patience) -> (Stage, String) {
    let mut stage = Stage::new(&[game], Depth::None, SIZE);
    stage.app.patience = patience;
    let opened = stage.app.games.open(game).expect("a game of ours");
    let control = clock.map(|clock| clock.parse().expect("a time control"));
    let hosted = Hosted { name: game.to_string(), opened, side: Some(0), control, fen: None };
    stage.app.host("127.0.0.1:0", hosted).expect("a game to host");
    stage.wait(|app| matches!(&app.screen, Screen::Waiting { text, .. } if text.contains("wazir join")));
    let Screen::Waiting { text, .. } = &stage.app.screen else { panic!("the host waits") };
    let address = text.split("join ").nth(1).expect("an address").trim().to_string();
    (stage, address)
}

pub(crate) fn guest(games: &[&str], address: &str) -> Stage {
    let mut stage = Stage::new(games, Depth::None, SIZE);
    stage.app.join(address, None).expect("an address");
    stage
}

/// Lets both go on until this is so.
pub(crate) fn both(host: &mut Stage, guest: &mut Stage, done: impl Fn(&Stage, &Stage) -> bool) {
    let begun = Instant::now();
    while !done(host, guest) {
        for stage in [&mut *host, &mut *guest] {
            while let Ok(event) = stage.heard.try_recv() {
                stage.app.handle(event);
            }
        }
        std::thread::sleep(Duration::from_millis(5));
        let (shown, other) = (host.text(), guest.text());
        assert!(begun.elapsed() < Duration::from_secs(20), "nothing comes of it:\n{shown}\n{other}");
    }
}

pub(crate) fn at_table(stage: &Stage) -> bool {
    matches!(stage.app.screen, Screen::Table)
}

pub(crate) fn ending(stage: &Stage) -> Option<Ending> {
    stage.app.table.as_ref().and_then(|table| table.session.ending())
}

pub(crate) fn connected(stage: &Stage) -> bool {
    stage.app.network.as_ref().is_some_and(|network| network.connected)
}

/// A stranger with a socket.
pub(crate) struct Stranger(pub(crate) BufReader<TcpStream>);

impl Stranger {
    pub(crate) fn at(address: &str) -> Stranger {
        let stream = TcpStream::connect(address).expect("the host listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
        Stranger(BufReader::new(stream))
    }
    pub(crate) fn says(&mut self, line: &str) {
        // A host that has hung up hears nothing.
        let _ = self.0.get_mut().write_all(line.as_bytes());
        let _ = self.0.get_mut().write_all(b"\n");
    }
    pub(crate) fn hears(&mut self) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            match self.0.read_line(&mut line) {
                Ok(0) | Err(_) => return "closed".to_string(),
                Ok(_) if line.contains("ping") => {}
                Ok(_) => return line,
            }
        }
    }
    /// Says nothing more, and hears everything that is said until the host hangs up.
    pub(crate) fn hears_out(mut self) -> String {
        // The host may have hung up already.
        let _ = self.0.get_ref().shutdown(Shutdown::Write);
        let mut heard = Vec::new();
        // What came before the connection broke is what counts.
        let _ = (&mut self.0).take(16 << 20).read_to_end(&mut heard);
        String::from_utf8_lossy(&heard).into_owned()
    }
    /// Becomes the guest; the code of the seat.
    pub(crate) fn gets_seat(&mut self, hello: &str) -> String {
        self.says(hello);
        let game = self.hears();
        assert!(game.contains(r#""type":"game""#) && !game.contains("seat"), "{game}");
        self.says(r#"{"type":"ready"}"#);
        let seated = self.hears();
        let code = seated.strip_prefix(r#"{"type":"seated","seat":""#).and_then(|rest| rest.split('"').next());
        code.unwrap_or_else(|| panic!("no seat: {seated}")).to_string()
    }
    pub(crate) fn sits_down(address: &str) -> Stranger {
        let mut stranger = Stranger::at(address);
        stranger.gets_seat(HELLO);
        stranger
    }
}

pub(crate) const HELLO: &str = r#"{"type":"hello","protocol":3,"name":"x","seat":null}"#;

/// A guest at the host's table, and the code of its seat.
pub(crate) fn seated(host: &mut Stage, address: &str) -> (Stranger, String) {
    let mut friend = Stranger::at(address);
    let code = friend.gets_seat(HELLO);
    host.wait(|app| matches!(app.screen, Screen::Table));
    (friend, code)
}

/// Says hello with the code of a seat.
pub(crate) fn hello_with(code: &str) -> String {
    HELLO.replace("null", &format!("\"{code}\""))
}
