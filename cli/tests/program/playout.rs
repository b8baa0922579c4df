//! `wazir playout`: equal seeds, games that cannot end, Ctrl-C.

use super::*;

#[test]
fn equal_seeds_play_equal_games() {
    let arguments = |seed: &'static str, threads: &'static str| {
        ["playout", "--games", "6", "--max-plies", "40", "--seed", seed, "--threads", threads, "--json"]
    };
    let play = |arguments: [&str; 10]| {
        let mut report = json(&[&arguments[..], &[&game("makruk")]].concat());
        for key in ["seconds", "games_per_second"] {
            report.as_object_mut().and_then(|report| report.remove(key)).expect("a measured time");
        }
        report
    };
    let one = play(arguments("5", "1"));
    assert_eq!(one, play(arguments("5", "3")), "the number of threads does not matter");
    assert_ne!(one, play(arguments("6", "1")));
    assert_eq!((&one["games"], &one["seed"], &one["backend"]), (&6.into(), &5.into(), &"machine".into()));
    let total: u64 = one["results"].as_array().expect("an array").iter().filter_map(|row| row["games"].as_u64()).sum();
    assert_eq!(total, 6);
    let winners = &one["winners"];
    let won = winners["won"].as_object().expect("the sides");
    assert_eq!(won.len(), 2, "{winners}");
    let counts = won.values().chain([&winners["drawn"], &winners["without_result"]]);
    assert_eq!(counts.filter_map(|count| count.as_u64()).sum::<u64>(), 6);
    let rows = one["plies"]["histogram"].as_array().expect("an array");
    assert_eq!(rows.iter().filter_map(|row| row["count"].as_u64()).sum::<u64>(), 6);
    assert_eq!(one["choices"]["least"].as_u64().map(|least| least > 0), Some(true));
}

#[test]
fn endings_are_told() {
    let mated = wazir(&["playout", &game("chess"), "--games", "3", "--moves", "f2f3 e7e5 g2g4 d8h4"]);
    assert_eq!(mated.status, 0, "{}", mated.err);
    assert!(mated.out.starts_with("chess: 3 games in "), "{}", mated.out);
    assert!(mated.out.contains("3 100.0 %  Black wins: checkmate"), "{}", mated.out);
    assert!(mated.out.contains("won by White 0.0 %, Black 100.0 %, drawn 0.0 %\n"), "{}", mated.out);
    assert!(mated.out.contains("plies a game: 0.0 on average, half at most 0, 0 to 0"), "{}", mated.out);
    let cut = wazir(&["playout", &game("chess"), "--games", "2", "--max-plies", "3"]);
    assert!(cut.out.contains("2 100.0 %  unfinished"), "{}", cut.out);
    assert!(cut.out.contains("drawn 0.0 %, without a result 100.0 %\n"), "{}", cut.out);
    assert!(cut.out.contains("plies a game: 3.0 on average"), "{}", cut.out);
    refused(&["playout", &game("chess"), "--games", "many"], "invalid value 'many'");
    refused(&["playout", "chss", "--backend", "interpreted"], "no game is called `chss`");
}

/// Ctrl-C ends it with what has been played.
#[test]
#[cfg(unix)]
fn interrupted_playouts_are_told() {
    let mut long = command(&["playout", &game("chess"), "--games", "1000000000", "--max-plies", "20"]);
    let child = long.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    // Long enough for it to have begun, and to have played a game.
    std::thread::sleep(std::time::Duration::from_secs(3));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let run = finished(child.wait_with_output().expect("it ends"));
    assert_eq!((run.status, run.err.as_str()), (130, ""));
    assert!(run.out.contains(" of 1,000,000,000 games in "), "{}", run.out);
}
