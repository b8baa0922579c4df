//! Rule files compiled together, each compared in a process of its own: what crashes or does not end is told as what disagrees is.

use crate::maker::Made;
use std::collections::BTreeMap;
use std::io::Read;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use wazir_reference::Interpreter;

/// The package that compiles and compares.
const PACKAGE: &str = "wazir-random-rules-batch";

/// The name by which that package is told the folder of the files.
pub const FOLDER: &str = "WAZIR_RANDOM_RULES";

/// What the generator makes of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Code.
    Compiled,
    /// A refusal: what has no compiled form, without the place.
    Refused(String),
    /// A panic.
    Panicked(String),
}

/// What the generator makes of a game.
pub fn fate(game: &Interpreter) -> Fate {
    match catch_unwind(|| wazir_codegen::emit(game)) {
        Ok(Ok(_)) => Fate::Compiled,
        Ok(Err(unsupported)) => Fate::Refused(unsupported.what),
        Err(panic) => Fate::Panicked(format!("the generator panicked: {}", said(&*panic))),
    }
}

/// What a panic has said.
pub fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("without a text").to_string()
}

/// Where files are compiled and compared.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The checkout.
    pub root: PathBuf,
    /// What is built, and the files: kept from batch to batch, so that what does not depend on them is built once.
    pub target: PathBuf,
    /// How long a comparison may take, by the clock: a minute on a quiet machine, many on a busy one.
    pub patience: Duration,
}

/// What has come of each file: what the backends disagree on, or nothing.
pub type Results = BTreeMap<String, Result<(), String>>;

impl Batch {
    /// In this checkout.
    pub fn new() -> Batch {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let target = root.join("target/random-rules");
        Batch { root, target, patience: Duration::from_secs(600) }
    }

    /// Compiles files, by name, and compares.
    ///
    /// # Errors
    /// Says why nothing could be compiled, where that is no matter of the files.
    pub fn run(&self, files: &[(String, String)]) -> Result<Results, String> {
        let folder = self.target.join("rules");
        let mut results = Results::new();
        let mut left: Vec<&(String, String)> = files.iter().collect();
        while !left.is_empty() {
            write_all(&folder, &left).map_err(|error| format!("{}: {error}", folder.display()))?;
            match self.build(&folder)? {
                Ok(program) => {
                    for (name, _) in left {
                        results.insert(name.clone(), self.compare(&program, name)?);
                    }
                    break;
                }
                Err(said) => {
                    let wrong: Vec<String> = left
                        .iter()
                        .map(|(name, _)| name.clone())
                        .filter(|name| !about(&said, name).is_empty())
                        .collect();
                    if wrong.is_empty() {
                        return Err(said);
                    }
                    left.retain(|(name, _)| !wrong.contains(name));
                    for name in wrong {
                        let message = format!("the code does not compile:\n{}", about(&said, &name));
                        results.insert(name, Err(message));
                    }
                }
            }
        }
        Ok(results)
    }

    /// Builds the program that compares; or what the compiler has said.
    fn build(&self, folder: &Path) -> Result<Result<PathBuf, String>, String> {
        let mut command = Command::new("cargo");
        command.args(["test", "--no-run", "--profile", "ci", "-p", PACKAGE, "--test", "both_backends", "--target-dir"]);
        command.arg(&self.target).current_dir(&self.root).env(FOLDER, folder).env("CARGO_TERM_COLOR", "never");
        let output = command.output().map_err(|error| format!("cargo: {error}"))?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() {
            return Ok(Err(said));
        }
        let line = said.lines().find(|line| line.trim_start().starts_with("Executable"));
        let program =
            line.and_then(|line| line.split_once('(')?.1.split_once(')')).map(|(path, _)| self.root.join(path));
        program.map(Ok).ok_or_else(|| format!("cargo names no program:\n{said}"))
    }

    /// Compares one game.
    fn compare(&self, program: &Path, name: &str) -> Result<Result<(), String>, String> {
        let mut command = Command::new(program);
        command.args(["--exact", name]).stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", program.display()))?;
        let readers = [
            drain(child.stdout.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>)),
            drain(child.stderr.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>)),
        ];
        let status = wait(&mut child, self.patience).map_err(|error| format!("{name}: {error}"))?;
        let said: String = readers.into_iter().map(|reader| reader.join().unwrap_or_default()).collect();
        Ok(match status {
            Some(true) if said.contains("1 passed") => Ok(()),
            Some(true) => return Err(format!("{name} was not compared:\n{said}")),
            Some(false) => {
                let what = said.split_once(&format!("---- {name} ----")).map_or(&*said, |(_, what)| what);
                Err(what.split("\n\nfailures:").next().unwrap_or(what).trim().to_string())
            }
            None => Err(format!("the comparison was given up after {} seconds", self.patience.as_secs())),
        })
    }
}

impl Default for Batch {
    fn default() -> Batch {
        Batch::new()
    }
}

/// Reads a pipe to its end, so that what writes into it never waits.
fn drain(pipe: Option<Box<dyn Read + Send>>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was said before an error is all that can be told.
        let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Waits for a process so long; whether it has succeeded, or nothing where it was ended.
fn wait(child: &mut Child, patience: Duration) -> std::io::Result<Option<bool>> {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status.success()));
        }
        if begun.elapsed() > patience {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The file of the generated code of a game.
fn module(name: &str) -> String {
    format!("/{}_rules.rs", wazir_variant_spec::file_name::module_name(name))
}

/// The first of a compiler's errors in the code of a game, without its notes, which are about other games as well.
fn about(said: &str, name: &str) -> String {
    let module = module(name);
    let blocks = said.split("\nerror").skip(1).map(|block| block.split("\nnote:").next().unwrap_or(block));
    let place =
        |block: &str| block.lines().find(|line| line.contains("-->")).is_some_and(|line| line.contains(&module));
    blocks.filter(|block| place(block)).map(|block| format!("error{block}")).next().unwrap_or_default()
}

/// Leaves these files and no others in a folder.
fn write_all(folder: &Path, files: &[&(String, String)]) -> std::io::Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    std::fs::create_dir_all(folder)?;
    files.iter().try_for_each(|(name, text)| std::fs::write(folder.join(format!("{name}.ron")), text))
}

/// Name and text of a file that was made.
pub fn file(made: &Made) -> (String, String) {
    (made.name.clone(), made.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_told_of_the_game_whose_code_has_it() {
        let said = "   Compiling a\nerror[E0425]: cannot find `x`\n  --> /out/random_4_rules.rs:2:1\n   |\n\
            note: it exists here\n  --> /out/random_5_rules.rs:2:1\n\nerror: could not compile `a`\n";
        assert_eq!(about(said, "random-4"), "error[E0425]: cannot find `x`\n  --> /out/random_4_rules.rs:2:1\n   |");
        assert_eq!(about(said, "random-5"), "");
    }
}
