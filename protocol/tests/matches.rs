//! Matches: between own players, with programs that speak a protocol, and with programs that misbehave.

mod common;

use common::Interpreted;
use std::{collections::BTreeMap, num::NonZeroUsize, time::Duration};
use wazir_engine::{Games, Stop};
use wazir_protocol::arena::{
    Contestant, Control, Match, Openings, Standing,
    journal::{Entry, Journal},
    play_match, record,
    statistics::{Score, Sprt},
    tournament::Finished,
};

/// A quick match between these two.
fn terms(game: &str, a: &str, b: &str, games: u64) -> Match {
    Match {
        opened: Interpreted.open(game).unwrap(),
        contestants: [a.parse().unwrap(), b.parse().unwrap()],
        control: Control { depth: Some(1), patience: Duration::from_millis(500), ..Control::default() },
        games,
        concurrency: NonZeroUsize::new(2).unwrap(),
        paired: true,
        openings: Openings::Random { plies: 2, at_most: 100 },
        seed: 1,
        most_plies: 60,
        sprt: None,
    }
}

/// Plays it; the standing and how each game ended.
fn play(terms: &Match) -> Result<(Standing, Vec<String>), String> {
    let mut endings = BTreeMap::new();
    let mut scores = BTreeMap::new();
    let standing = play_match(terms, &mut scores, &Stop::new(), &mut |finished: &Finished, _| {
        endings.insert(finished.number, format!("{:?}: {}", finished.score, finished.game.ending));
        Ok(())
    })?;
    Ok((standing, endings.into_values().collect()))
}

#[test]
fn games_come_in_pairs_with_sides_swapped() {
    let mut starts: BTreeMap<u64, (String, Vec<String>)> = BTreeMap::new();
    let terms = terms("tictactoe", "wazir", "random", 6);
    let mut pgn = String::new();
    let standing = play_match(&terms, &mut BTreeMap::new(), &Stop::new(), &mut |finished, _| {
        let play = &finished.game.play;
        let opening: Vec<String> =
            play.steps().take(2).map(|(game, mv)| game.move_text(mv, Default::default())).collect();
        starts.insert(finished.number, (opening.join(" "), finished.names.clone()));
        pgn += &record::pgn(finished, &terms.opened, "test", "2026.11.22", "depth 1").unwrap();
        Ok(())
    });
    assert_eq!(standing.unwrap().games(), 6);
    for pair in 0..3 {
        let (first, second) = (&starts[&(2 * pair)], &starts[&(2 * pair + 1)]);
        assert_eq!(first.0, second.0, "the same opening");
        assert_eq!((&first.1[0], &first.1[1]), (&second.1[1], &second.1[0]), "sides swapped");
    }
    assert_eq!(pgn.matches("[Variant \"tictactoe\"]").count(), 6);
    assert!(
        pgn.contains("{opening}") && pgn.contains("[White \"wazir\"]") && pgn.contains("[White \"random\"]"),
        "{pgn}"
    );
}

#[test]
fn with_more_than_two_sides_a_contestant_has_a_team() {
    let mut terms = terms("fourplayer-teams", "wazir:depth=1", "random", 4);
    terms.most_plies = 3;
    terms.openings = Openings::Random { plies: 0, at_most: 0 };
    let mut pgn = String::new();
    let mut seats = BTreeMap::new();
    let standing = play_match(&terms, &mut BTreeMap::new(), &Stop::new(), &mut |finished, _| {
        let names = if finished.number % 2 == 0 { ["wazir:depth=1", "random"] } else { ["random", "wazir:depth=1"] };
        assert_eq!(finished.names, [names[0], names[1], names[0], names[1]]);
        seats.insert(finished.number, finished.seats.clone());
        pgn += &record::pgn(finished, &terms.opened, "test", "2026.11.22", "depth 1").unwrap();
        Ok(())
    });
    assert_eq!(standing.unwrap().draws, 4, "nobody has won after so few moves");
    assert_eq!(seats.into_values().collect::<Vec<_>>(), [[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]);
    let sides = &terms.opened.variant.info().sides;
    assert!(sides.iter().all(|side| pgn.contains(&format!("[{} \"random\"]", side.name))), "{pgn}");
    terms.contestants[1] = "uci:some-engine".parse().unwrap();
    assert!(play(&terms).unwrap_err().contains("has more than two sides, which `uci:some-engine` cannot be told of"));
}

#[test]
fn a_match_is_the_same_again() {
    let all = |_: ()| play(&terms("breakthrough", "wazir", "random", 4)).unwrap();
    assert_eq!(all(()), all(()));
}

/// A program in `sh` that introduces itself in UCI and then does this with each line that begins with `go`.
fn misbehaving(then: &str) -> String {
    format!(
        "uci:sh -c 'while read -r l; do case \"$l\" in uci) echo id name bad; echo uciok;; isready) echo readyok;; go*) {then};; quit) exit;; esac; done'"
    )
}

#[test]
fn programs_that_misbehave_lose_and_the_match_goes_on() {
    let lost_by = |then: &str, what: &str| {
        let (standing, endings) = play(&terms("chess", "random", &misbehaving(then), 2)).unwrap();
        assert_eq!((standing.wins, standing.losses), (2, 0), "{endings:?}");
        assert!(endings.iter().all(|ending| ending.contains(what)), "{endings:?} lack `{what}`");
    };
    lost_by("echo bestmove a1a1", "illegal move: `a1a1` is not a legal move here");
    lost_by("echo bestmove nonsense", "illegal move: `nonsense` is not a move");
    lost_by("echo bestmove resign", "resignation");
    lost_by("echo out of memory >&2; exit 3", "its program has ended: `sh");
    lost_by("echo out of memory >&2; exit 3", "it said: out of memory");
    lost_by("true", "");
    let mut hanging = terms("chess", "random", &misbehaving("true"), 2);
    hanging.concurrency = NonZeroUsize::MIN;
    let (standing, endings) = play(&hanging).unwrap();
    assert_eq!(standing.wins, 2);
    assert!(endings[0].contains("it does not answer"), "{endings:?}");
    // Its clock runs out.
    let mut slow = terms("chess", "random", &misbehaving("sleep 1; echo bestmove a1a1"), 2);
    slow.control = Control { time: Some("0.2".parse().unwrap()), ..Control::default() };
    let (_, endings) = play(&slow).unwrap();
    assert!(endings.iter().all(|ending| ending.contains("Won")), "{endings:?}");
}

/// The games, as PGN, of a match between somebody at random and this program.
fn recorded(program: &str) -> String {
    let terms = terms("chess", "random", program, 2);
    let mut pgn = String::new();
    play_match(&terms, &mut BTreeMap::new(), &Stop::new(), &mut |finished, _| {
        pgn += &record::pgn(finished, &terms.opened, "test", "2026.11.22", "depth 1").unwrap();
        Ok(())
    })
    .unwrap();
    pgn
}

#[test]
fn what_programs_say_gets_into_records_without_commands_and_in_short() {
    let harmless = |pgn: &str| {
        assert!(pgn.chars().all(|c| c == '\n' || !wazir_runtime::is_command(c)), "{pgn:.2000}");
        assert!(pgn.lines().all(|line| line.chars().count() < 1_100), "{pgn:.2000}");
    };
    // Its name goes to the terminal and into tags, and so does what it plays instead of a move.
    let evil = r"\033[2J\033]0;evil\007bad\n";
    let many = r#"head -c 1000000 /dev/zero | tr "\0" e"#;
    let named = |then: &str| misbehaving(then).replace("echo id name bad", &format!("printf \"id name {evil}\""));
    let pgn = recorded(&named(&format!("printf \"bestmove {evil}\"")));
    harmless(&pgn);
    assert_eq!(pgn.matches("\u{FFFD}[2J\u{FFFD}]0;evil\u{FFFD}bad\"]").count(), 2, "{pgn}");
    assert!(pgn.contains("illegal move:") && pgn.contains("is not a move"), "{pgn}");
    for (then, what) in [
        (format!("printf \"bestmove \"; {many}; echo"), "has at most"),
        (format!("{many} >&2; exit 3"), "it said: eeee"),
        (
            "printf \"info depth 7} score cp 25\\ninfo depth 1 score cp 1e300\\n\"; echo bestmove a1a1".to_string(),
            "illegal",
        ),
    ] {
        let pgn = recorded(&misbehaving(&then));
        harmless(&pgn);
        assert!(pgn.replace('\n', " ").contains(what) && !pgn.contains("7}"), "{then}: {pgn:.2000}");
    }
    let long_name = misbehaving("true").replace("echo id name bad", &format!("printf \"id name \"; {many}; echo"));
    harmless(&recorded(&long_name));
}

#[test]
fn what_programs_of_cecp_say_gets_into_records_in_the_same_way() {
    let many = r#"head -c 200000 /dev/zero | tr "\0" e"#;
    for answer in [format!("printf \"move \"; {many}; echo"), format!("printf \"Illegal move \\033[2J\"; {many}; echo")]
    {
        let script = format!(
            "while read -r l; do case \"$l\" in protover*) printf \"feature done=1 myname=\\\"\\033[2J\"; {many}; echo \\\";; \
             go) {answer};; quit) exit;; esac; done"
        );
        let pgn = recorded(&format!("cecp:sh -c '{script}'"));
        assert!(pgn.chars().all(|c| c == '\n' || !wazir_runtime::is_command(c)), "{pgn:.2000}");
        assert!(pgn.lines().all(|line| line.chars().count() < 300), "{pgn:.2000}");
        assert!(pgn.contains("[White \"\u{FFFD}[2Jeee"), "{pgn:.2000}");
    }
}

#[test]
fn what_cannot_begin_is_an_error() {
    let error = |game: &str, who: &str| play(&terms(game, "random", who, 2)).unwrap_err();
    assert!(error("chess", "uci:/no/such/program").contains("cannot start `/no/such/program`"));
    assert!(error("shogi", &misbehaving("true")).contains("bad does not say that it plays anything but one game"));
    let mut optioned = terms("chess", "random", &misbehaving("true"), 2);
    let Contestant::Program(program) = &mut optioned.contestants[1] else { panic!("a program") };
    program.options.push(("Hash".to_string(), "5".to_string()));
    assert!(play(&optioned).unwrap_err().contains("it has no option `Hash`"));
}

#[test]
fn a_cecp_engine_is_told_everything() {
    let script = "while read -r l; do case \"$l\" in protover*) echo feature ping=1 setboard=1 usermove=1 variants=normal done=1;; \
                  ping*) echo pong ${l#ping };; go) echo 7 25 1 10 e2e4; echo resign;; quit) exit;; esac; done";
    let (standing, endings) = play(&terms("chess", "random", &format!("cecp:sh -c '{script}'"), 2)).unwrap();
    assert_eq!(standing.wins, 2);
    assert!(endings.iter().all(|ending| ending.ends_with("resignation")), "{endings:?}");
    assert!(
        play(&terms("shogi", "random", &format!("cecp:sh -c '{script}'"), 2))
            .unwrap_err()
            .contains("does not play shogi")
    );
}

#[test]
fn journals_go_on() {
    let path = std::env::temp_dir().join(format!("wazir-journal-{}.jsonl", std::process::id()));
    let path = path.to_str().unwrap();
    let what = serde_json::json!({ "game": "chess", "seed": 1 });
    let mut journal = Journal::begin(path, &what).unwrap();
    let entry = |ending: &str, moves: &str| Entry {
        start: "startpos".to_string(),
        moves: moves.to_string(),
        ending: ending.to_string(),
        names: vec!["a".to_string(), "b".to_string()],
        comments: vec!["+0.25/7 0.31s".to_string()],
    };
    assert_eq!(journal.add(0, Score::Won, &entry("checkmate", "e2e4")), None);
    assert_eq!(journal.add(1, Score::Drawn, &entry("repetition", "d2d4")), None);
    assert!(Journal::begin(path, &what).err().unwrap().contains("--resume"));
    drop(journal);
    // Cut off in the middle of a line.
    let mut text = std::fs::read_to_string(path).unwrap();
    text += "{\"number\":2,\"sco";
    std::fs::write(path, text).unwrap();
    let (mut journal, played) = Journal::resume(path, &what).unwrap();
    assert_eq!(played.scores, BTreeMap::from([(0, Score::Won), (1, Score::Drawn)]));
    assert_eq!(played.entries[&1], entry("repetition", "d2d4"));
    assert_eq!(journal.add(2, Score::Lost, &entry("checkmate", "")), None);
    drop(journal);
    let (journal, played) = Journal::resume(path, &what).unwrap();
    assert_eq!((played.scores.len(), played.endings["checkmate"]), (3, 2));
    let other = serde_json::json!({ "game": "shogi", "seed": 1 });
    let error = Journal::resume(path, &other).err().unwrap();
    assert!(error.contains("game was \"chess\" there, and is \"shogi\" now"), "{error}");
    journal.remove().unwrap();
    assert!(Journal::resume(path, &what).err().unwrap().contains("cannot read the journal"));
}

#[test]
fn a_match_goes_on_where_it_was() {
    let terms = terms("tictactoe", "wazir", "random", 8);
    let whole = play(&terms).unwrap().0;
    let mut scores = BTreeMap::new();
    let stop = Stop::new();
    let mut count = 0;
    play_match(&terms, &mut scores, &stop, &mut |_, _| {
        count += 1;
        if count == 3 { Err("enough".to_string()) } else { Ok(()) }
    })
    .unwrap_err();
    assert!(scores.len() >= 3 && scores.len() < 8);
    let standing = play_match(&terms, &mut scores, &Stop::new(), &mut |_, _| Ok(())).unwrap();
    assert_eq!(standing, whole);
}

#[test]
fn a_match_of_quick_games_is_called_off_at_once() {
    let terms = terms("tictactoe", "random", "random", 100_000);
    let (mut scores, stop) = (BTreeMap::new(), Stop::new());
    play_match(&terms, &mut scores, &stop, &mut |_, _| {
        stop.raise();
        Ok(())
    })
    .unwrap();
    assert_eq!(scores.len(), 1);
}

#[test]
fn a_sequential_test_ends_a_match_early() {
    let mut terms = terms("chess", "random", &misbehaving("echo bestmove resign"), 1000);
    terms.sprt = Some(Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 });
    let (standing, _) = play(&terms).unwrap();
    assert!(standing.games() < 100, "{standing:?}");
}

#[test]
fn openings_are_read_from_fen_and_epd() {
    let chess = Interpreted.open("chess").unwrap().variant;
    let text = "# two positions\n\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n\
                r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; id \"Spanish\";\n";
    let Openings::Listed(positions) = Openings::listed(text, &*chess).unwrap() else { panic!("listed") };
    assert_eq!(positions.len(), 2);
    let error = |text| Openings::listed(text, &*chess).unwrap_err();
    assert!(error("\nnonsense").starts_with("line 2: FEN board"));
    assert!(error("7k/5KQ1/8/8/8/8/8/8 b - - 0 1").contains("the game is over"));
    assert!(error("# nothing").contains("no position"));
}
