//! `docs/limits.md` says what the code does: each row names a constant and its value.

use std::collections::BTreeMap;
use wazir_engine::{Limits, MOST_HASH, MOST_THREADS};
use wazir_notation::pgn;
use wazir_protocol::{self as protocol, arena};
use wazir_runtime::{LONGEST_MOVE, Perft, fen};
use wazir_server::limits::{self as server, live};
use wazir_tui::net::limits as net;
use wazir_variant_spec::{limits as spec, rules::MOST_SIDES, values::UNITS};

/// Names and values of constants, the names as the table writes them.
macro_rules! constants {
    ($prefix:literal, $module:ident: $($name:ident)*) => {
        [$((concat!($prefix, "::", stringify!($name)), $module::$name as u64)),*]
    };
}

/// The same of times of live games.
macro_rules! seconds {
    ($($name:ident)*) => {
        [$((concat!("live::", stringify!($name)), live::$name.as_secs())),*]
    };
}

fn constants() -> BTreeMap<&'static str, u64> {
    let mut all = BTreeMap::from([
        ("variant_spec::MOST_SIDES", MOST_SIDES as u64),
        ("variant_spec::UNITS", UNITS as u64),
        ("runtime::FEN", fen::LONGEST as u64),
        ("runtime::LONGEST_MOVE", LONGEST_MOVE as u64),
        ("runtime::PERFT", Perft::DEEPEST.into()),
        ("engine::DEEPEST", Limits::DEEPEST.into()),
        ("engine::MOST_THREADS", MOST_THREADS as u64),
        ("engine::MOST_HASH", MOST_HASH as u64),
        ("arena::MOST_GAMES", arena::MOST_GAMES),
        ("protocol::LONGEST_LINE", protocol::serve::LONGEST_LINE),
    ]);
    all.extend(constants!("variant_spec", spec: FILE_BYTES VALUES ITEMS NESTING TEXT_BYTES NAME_BYTES PARENTS TOLD MISTAKES BOARD_EDGE PIECES));
    all.extend(constants!("variant_spec", spec: ENDS PROMOTIONS REGIONS REGION_NESTING BETZA_BYTES BETZA_LEGS BETZA_WAYS GAME_WAYS LOOKED_THROUGH));
    all.extend(constants!("variant_spec", spec: MOVEMENTS));
    all.extend(constants!("notation", pgn: LONGEST_LINE LONGEST_GAME MOST_NESTED));
    all.extend(constants!("protocol", protocol: MOST_MOVES LONGEST_VALUE MOST_WAITING MOST_WAITING_BYTES));
    all.extend(constants!("net", net: LONG_LINE SHORT_LINE MOST_RULES MOST_PARENTS MOST_MOVES MOST_CHAT MOST_NAME));
    all.extend(constants!("server", server: MOST_RULES MOST_BODY MOST_TEXT MOST_HEAD MOST_MOVES MOST_MS MOST_LINES MOST_GAMES MOST_MATCH_MS));
    all.extend(constants!("server", server: MOST_PLIES MOST_MATCHES MOST_SENT MOST_TABLES MOST_WAITING MOST_CONNECTIONS MOST_SECONDS));
    all.extend(constants!("server", server: MOST_LIVE_GAMES MOST_SOCKETS MOST_UNREAD MOST_UNREAD_BYTES MOST_RUBBISH MOST_ORDERS MOST_POSITIONS MOST_KEPT_GAMES UNPLAYED_DAYS MOST_FORGOTTEN));
    all.extend(constants!("live", live: MOST_PLIES MOST_FRAME MOST_MOVE MOST_ID MOST_SECRETS MOST_CHAT KEPT_CHAT MOST_CHAT_LINES MOST_NAME CHAT_BURST));
    all.extend(constants!("live", live: KEPT_ANSWERS KEPT_EVENTS KEPT_EVENT_BYTES MOST_CONNECTIONS MOST_AT_A_SEAT));
    all.extend(seconds!(CHAT_PAUSE INVITATION AWAY GONE LEFT GONE_WITHOUT_CLOCK LONGEST_CLOCK LONGEST_INCREMENT));
    all
}

/// A value of the table: `20,000`, `8 KiB`.
fn number(text: &str) -> u64 {
    let (digits, unit) = text.split_once(' ').unwrap_or((text, ""));
    let unit = match unit {
        "" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        _ => panic!("`{text}` has an unknown unit"),
    };
    digits.replace(',', "").parse::<u64>().unwrap_or_else(|_| panic!("`{text}` is no number")) * unit
}

#[test]
fn the_table_of_limits_is_that_of_the_code() {
    let page = include_str!("../../docs/limits.md");
    let mut told = BTreeMap::new();
    for row in page.lines().filter(|line| line.starts_with('|') && line.contains("::")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [_, value, constant] = cells[..] else { panic!("{row}") };
        assert_eq!(told.insert(constant.trim_matches('`'), number(value)), None, "{constant} stands there twice");
    }
    assert_eq!(told, constants());
}

#[test]
fn every_limit_of_rule_files_and_requests_stands_in_the_table() {
    let source = include_str!("../../variant-spec/src/limits.rs");
    let names = source.lines().filter_map(|line| line.strip_prefix("pub const ")?.split(':').next());
    for name in names {
        assert!(constants().contains_key(&*format!("variant_spec::{name}")), "{name}");
    }
    let source = include_str!("../../server/src/limits.rs");
    let names = source.lines().filter_map(|line| line.strip_prefix("pub const ")?.split(':').next());
    for name in names {
        assert!(constants().contains_key(&*format!("server::{name}")), "{name}");
    }
    let source = include_str!("../../live/src/limits.rs");
    let names = source.lines().filter_map(|line| line.strip_prefix("pub const ")?.split(':').next());
    for name in names {
        assert!(constants().contains_key(&*format!("live::{name}")), "{name}");
    }
}
