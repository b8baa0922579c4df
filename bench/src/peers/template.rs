//! [`Template`]: a command with blanks, such as `{depth}`, as the command line describes programs.

use std::process::{Command, Output, Stdio};

/// A command's words.
#[derive(Clone, Debug)]
pub(crate) struct Template(Vec<String>);

impl Template {
    /// Reads a command; `None` if it has no words or lacks one of the blanks.
    pub(crate) fn read(command: &str, blanks: &[&str]) -> Option<Template> {
        let words: Vec<String> = command.split_whitespace().map(String::from).collect();
        let has_all = blanks.iter().all(|blank| words.iter().any(|word| word.contains(blank)));
        (!words.is_empty() && has_all).then_some(Template(words))
    }

    /// Runs the command with its blanks filled in, and waits for it. What it says to standard error goes where `stderr` tells.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn run(&self, blanks: &[(&str, &str)], stderr: Stdio) -> Result<Output, String> {
        let fill = |word: &String| blanks.iter().fold(word.clone(), |word, (blank, with)| word.replace(blank, with));
        let words: Vec<String> = self.0.iter().map(fill).collect();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::null()).stderr(stderr);
        command.output().map_err(|error| format!("{}: {error}", words[0]))
    }

    /// The words, the program first.
    pub(crate) fn words(&self) -> &[String] {
        &self.0
    }
}
