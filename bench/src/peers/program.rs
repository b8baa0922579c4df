//! Any program that counts one perft of a position and prints it, such as Gigantua's `Gigantua.perft "FEN" depth`.

use super::{Counter, Mode, Peer, template::Template};
use crate::{measure::Sample, positions::Position};
use std::{
    process::Stdio,
    time::{Duration, Instant},
};

/// A program, as the command line describes it: `GAME[/leaf]:NAME=COMMAND`, with `{fen}` and `{depth}` among the words of the command.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    game: String,
    mode: Mode,
    name: String,
    command: Template,
}

impl std::str::FromStr for Program {
    type Err = String;

    fn from_str(text: &str) -> Result<Program, String> {
        let form =
            || "expected GAME[/leaf]:NAME=COMMAND, as in `chess:gigantua=./Gigantua.perft {fen} {depth}`".to_string();
        let (head, command) = text.split_once('=').ok_or_else(form)?;
        let (game, name) = head.split_once(':').ok_or_else(form)?;
        let (game, mode) = match game.split_once('/') {
            None => (game, Mode::Bulk),
            Some((game, "leaf")) => (game, Mode::Leaf),
            Some((game, "bulk")) => (game, Mode::Bulk),
            Some(_) => return Err(form()),
        };
        let command = Template::read(command, &["{fen}", "{depth}"]).filter(|_| !name.is_empty()).ok_or_else(form)?;
        Ok(Program { game: game.to_string(), mode, name: name.to_string(), command })
    }
}

impl Peer for Program {
    fn name(&self) -> &str {
        &self.name
    }
    fn plays(&self, position: &Position) -> bool {
        self.game == position.variant && !position.chess960
    }
    fn counts(&self, mode: Mode) -> bool {
        mode == self.mode
    }
    fn open<'a>(&'a mut self, position: &Position) -> Result<Box<dyn Counter + 'a>, String> {
        Ok(Box::new(Run { program: self, fen: position.fen.clone() }))
    }
}

/// The program with a position.
struct Run<'a> {
    program: &'a Program,
    fen: String,
}

impl Counter for Run<'_> {
    fn count(&mut self, depth: u32, _: Mode) -> Result<Sample, String> {
        let (command, depth) = (&self.program.command, depth.to_string());
        let start = Instant::now();
        let output = command.run(&[("{fen}", &self.fen), ("{depth}", &depth)], Stdio::null())?;
        let wall = start.elapsed();
        let text = String::from_utf8_lossy(&output.stdout);
        let (nodes, time) =
            parse(&text).ok_or_else(|| format!("{} printed no count ({})", command.words()[0], output.status))?;
        Ok(Sample { nodes, time: time.unwrap_or(wall) })
    }
}

/// The count of the last line that holds one, and what it took where the line tells: by its speed (`991.2 MNodes/s`), else its time (`120ms`).
fn parse(text: &str) -> Option<(u64, Option<Duration>)> {
    text.lines().rev().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        // `6:` labels a count, it is none.
        let nodes = words.iter().filter_map(|word| word.trim_end_matches([',', ';']).parse::<u64>().ok()).max()?;
        let speed = words.windows(2).find(|pair| pair[1].eq_ignore_ascii_case("MNodes/s"));
        let speed = speed.and_then(|pair| pair[0].parse::<f64>().ok()).filter(|speed| *speed > 0.0);
        let by_speed = speed.map(|speed| Duration::from_secs_f64(nodes as f64 / speed / 1e6));
        let milliseconds = words.iter().find_map(|word| word.strip_suffix("ms")?.parse::<f64>().ok());
        Some((nodes, by_speed.or(milliseconds.map(|ms| Duration::from_secs_f64(ms / 1e3)))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_understood() {
        let text = "Depth: 6 - FEN w - 0 1\nPerft 5: 4865609 6ms 790.5 MNodes/s\nPerft 6: 119060324 120ms 1000 MNodes/s\n\nPress any key to exit...";
        assert_eq!(parse(text), Some((119_060_324, Some(Duration::from_secs_f64(0.119_060_324)))));
        assert_eq!(parse("Nodes searched: 400\n"), Some((400, None)));
        assert_eq!(parse("Nodes: 400 20ms"), Some((400, Some(Duration::from_millis(20)))));
        assert_eq!(parse("nothing"), None);
    }

    #[test]
    fn descriptions_are_checked() {
        let program: Program = "chess/leaf:giga=./g -x {fen} {depth}".parse().expect("well formed");
        assert_eq!(
            (&*program.game, program.mode, &*program.name, program.command.words().len()),
            ("chess", Mode::Leaf, "giga", 4)
        );
        for wrong in ["", "chess", "chess:g=./g {fen}", "chess/x:g=./g {fen} {depth}", "chess:=./g {fen} {depth}"] {
            assert!(wrong.parse::<Program>().is_err(), "{wrong}");
        }
    }
}
