//! `--markdown`: the page of the documentation, with the machine, the command, every figure and the targets.

use crate::report::{self, Row};
use std::{
    fmt::Write,
    time::{SystemTime, UNIX_EPOCH},
};
use wazir_runtime::Variant;

/// A promise about the ratios to one peer.
struct Target {
    /// What is promised, in words.
    what: &'static str,
    /// Games; empty for all.
    games: &'static [&'static str],
    peer: &'static str,
    mode: &'static str,
    /// Least ratio.
    ratio: f64,
}

/// The games of shakmaty that are promised three times its speed.
const LICHESS: &[&str] = &["crazyhouse", "antichess", "racingkings", "horde", "3check", "kingofthehill"];

const TARGETS: &[Target] = &[
    Target { what: "chess, 2x cozy-chess", games: &["chess"], peer: "cozy-chess", mode: "bulk", ratio: 2.0 },
    Target { what: "chess, 4x cozy-chess", games: &["chess"], peer: "cozy-chess", mode: "leaf", ratio: 4.0 },
    Target { what: "chess, 0.9x Gigantua", games: &["chess"], peer: "gigantua", mode: "bulk", ratio: 0.9 },
    Target { what: "shogi, 1.5x haitaka", games: &["shogi"], peer: "haitaka", mode: "bulk", ratio: 1.5 },
    Target { what: "shogi, 3x haitaka", games: &["shogi"], peer: "haitaka", mode: "leaf", ratio: 3.0 },
    Target { what: "games of Lichess, 3x shakmaty", games: LICHESS, peer: "shakmaty", mode: "bulk", ratio: 3.0 },
    Target { what: "games of Lichess, 3x shakmaty", games: LICHESS, peer: "shakmaty", mode: "leaf", ratio: 3.0 },
    Target {
        what: "atomic, 1.5x atomic-movegen",
        games: &["atomic"],
        peer: "atomic-movegen",
        mode: "bulk",
        ratio: 1.5,
    },
    Target {
        what: "atomic, 1.5x atomic-movegen",
        games: &["atomic"],
        peer: "atomic-movegen",
        mode: "leaf",
        ratio: 1.5,
    },
    Target { what: "ataxx, 1.0x the `ataxx` crate", games: &["ataxx"], peer: "ataxx", mode: "bulk", ratio: 1.0 },
    Target { what: "ataxx, 1.0x the `ataxx` crate", games: &["ataxx"], peer: "ataxx", mode: "leaf", ratio: 1.0 },
    Target {
        what: "every game of Fairy-Stockfish, 10x",
        games: &[],
        peer: "fairy-stockfish",
        mode: "bulk",
        ratio: 10.0,
    },
];

/// The page.
pub(crate) fn page(rows: &[Row], games: &[&'static dyn Variant]) -> String {
    let mut text = String::new();
    let mut say = |line: &str| {
        text.push_str(line);
        text.push('\n');
    };
    say("# Speed\n");
    say(
        "Perft of the generated games and of other move generators, measured in one run that lets both take turns. Million leaf nodes a second of thread",
    );
    say(
        "CPU time, median of the rounds, one thread. `bulk` counts leaves without playing them; `leaf` plays every one. Written by the benchmark itself:\n",
    );
    let _ = writeln!(text, "```sh\n{}\n```\n", command());
    let _ = writeln!(text, "* Date: {}", today());
    let _ = writeln!(text, "* Processor: {}", report::processor().as_deref().unwrap_or("unknown"));
    let _ = writeln!(text, "* {}; {}", report::compiler(), report::build());
    text.push_str(
        "* UCI engines count in bulk only: `go perft` adds up the sizes of move lists, and nothing makes them play every leaf.\n",
    );
    targets(&mut text, rows);
    own_target(&mut text, rows);
    text.push_str("\n## All figures\n");
    for game in games {
        let info = game.info();
        let own: Vec<&Row> = rows.iter().filter(|row| row.variant == info.id).collect();
        if own.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n### {}\n", info.name);
        text.push_str(
            "| position | mode | depth | wazir | peer | its speed | ratio |\n|---|---|--:|--:|---|--:|--:|\n",
        );
        for row in own {
            let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.1}"));
            let depth = row.depth.map_or(String::new(), |depth| depth.to_string());
            let ratio = row.ratio.map_or(String::new(), |ratio| format!("**{ratio:.2}**"));
            let peer = match (&*row.peer, row.failure.as_ref().or(row.difference.as_ref())) {
                (peer, Some(trouble)) => format!("{peer} ({trouble})"),
                ("", None) => "nobody else plays it".to_string(),
                (peer, None) => peer.to_string(),
            };
            let (ours, theirs) = (number(row.ours_mnps), number(row.peer_mnps));
            let _ =
                writeln!(text, "| {} | {} | {depth} | {ours} | {peer} | {theirs} | {ratio} |", row.position, row.mode);
        }
    }
    text
}

/// Which promises are kept in every position.
fn targets(text: &mut String, rows: &[Row]) {
    text.push_str("\n## Targets\n\n| target | mode | least ratio | where | |\n|---|---|--:|---|---|\n");
    for target in TARGETS {
        let is_meant = |row: &&Row| {
            let game = target.games.is_empty() || target.games.contains(&&*row.variant);
            game && row.peer == target.peer && row.mode == target.mode
        };
        let measured: Vec<(&Row, f64)> =
            rows.iter().filter(is_meant).filter_map(|row| Some((row, row.ratio?))).collect();
        let Some((worst, ratio)) = measured.iter().min_by(|a, b| a.1.total_cmp(&b.1)) else {
            let _ = writeln!(text, "| {} | {} | | | not measured |", target.what, target.mode);
            continue;
        };
        let missed: Vec<String> = measured
            .iter()
            .filter(|(_, ratio)| *ratio < target.ratio)
            .map(|(row, ratio)| format!("{} {} {ratio:.2}", row.variant, row.position))
            .collect();
        let verdict = match &missed[..] {
            [] => "met".to_string(),
            list => format!("**missed**: {}", list.join(", ")),
        };
        let _ = writeln!(
            text,
            "| {} | {} | {ratio:.2} | {} {} | {verdict} |",
            target.what, target.mode, worst.variant, worst.position
        );
    }
}

/// The one target that is a speed, on the machine of its issue.
fn own_target(text: &mut String, rows: &[Row]) {
    let start = rows.iter().find(|row| row.variant == "xiangqi" && row.position == "start" && row.mode == "bulk");
    if let Some(ours) = start.and_then(|row| row.ours_mnps) {
        let _ = writeln!(text, "\nxiangqi was promised 150 million a second on a Zen 4 machine; here it is {ours:.0}.");
    }
}

/// How this was called, from the project's folder.
fn command() -> String {
    let native = env!("BENCH_TARGET_CPU") == "native";
    let quoted = |word: String| if word.contains([' ', '{', '*']) { format!("'{word}'") } else { word };
    let words: Vec<String> = std::env::args().skip(1).map(quoted).collect();
    let (flags, features) =
        if native { ("RUSTFLAGS=\"-C target-cpu=native\" ", "--features native ") } else { ("", "") };
    format!("{flags}cargo run --release {features}--manifest-path bench/Cargo.toml -- {}", words.join(" "))
}

/// The date, UTC.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (mut days, mut year) = (seconds / 86_400, 1970);
    let leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let length = |year: u64| 365 + u64::from(leap(year));
    while days >= length(year) {
        days -= length(year);
        year += 1;
    }
    let months = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= months[month] {
        days -= months[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, days + 1)
}
