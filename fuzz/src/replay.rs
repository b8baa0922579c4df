//! Running a target without a fuzzer: on files that are named, or, in the tests, on its seeds and on seeded changes of them.

use crate::{Target, mutate::changed, target};
use std::{env, fs, path::PathBuf, process::ExitCode};
use wazir_runtime::Random;

/// What the program of a target does when it is not compiled for fuzzing: it runs the target on each file that it is given, or writes the seeds to a folder (`--seeds FOLDER`).
pub fn main(name: &str) -> ExitCode {
    let Some(target) = target(name) else {
        eprintln!("no target is called `{name}`");
        return ExitCode::FAILURE;
    };
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let done = match arguments.as_slice() {
        [flag, folder] if flag.as_os_str() == "--seeds" => fs::create_dir_all(folder).and_then(|()| {
            let seeds = (target.seeds)();
            seeds.iter().enumerate().try_for_each(|(number, seed)| fs::write(folder.join(format!("{number:04}")), seed))
        }),
        [] => {
            eprintln!(
                "usage: {name} FILE...    runs the target on files\n       {name} --seeds FOLDER    writes inputs to begin with"
            );
            return ExitCode::FAILURE;
        }
        files => files.iter().try_for_each(|file| fs::read(file).map(|data| (target.run)(&data))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// What once broke the target: the files of `fuzz/regressions/NAME/`.
pub fn regressions(target: &Target) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("regressions").join(target.name);
    // No folder: nothing has broken it.
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).expect("a regression can be read")).collect()
}

/// The inputs of a plain run: regressions and seeds, then so many seeded changes of them.
pub fn inputs(target: &Target, seed: u64, changes: usize) -> impl Iterator<Item = Vec<u8>> {
    let kept = [regressions(target), (target.seeds)()].concat();
    let from = kept.clone();
    let mut random = Random::new(seed);
    kept.into_iter().chain((0..changes).map(move |_| changed(&from, &mut random)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TARGETS;
    use std::{
        panic,
        sync::{Mutex, PoisonError},
        time::{Duration, Instant},
    };

    /// A panic of any thread: targets that start threads of their own would not notice it.
    static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

    /// An input that takes longer than this, on a busy machine, is a defect.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// `WAZIR_FUZZ_CHANGES` multiplies how many changes are tried, `WAZIR_FUZZ_SEED` picks others.
    fn number(variable: &str, default: u64) -> u64 {
        match env::var(variable) {
            Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")),
            Err(_) => default,
        }
    }

    fn panics() -> std::sync::MutexGuard<'static, Vec<String>> {
        PANICS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[test]
    fn nothing_breaks_a_target() {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |what| {
            panics().push(what.to_string());
            usual(what);
        }));
        let seed = number("WAZIR_FUZZ_SEED", 1);
        for target in TARGETS {
            let begun = Instant::now();
            let mut count = 0;
            let mut longest = Duration::ZERO;
            let changes = target.changes * number("WAZIR_FUZZ_CHANGES", 1) as usize;
            for input in inputs(&target, seed, changes) {
                let clock = Instant::now();
                let run = panic::catch_unwind(|| (target.run)(&input));
                let told = panics().join("\n");
                longest = longest.max(clock.elapsed());
                count += 1;
                if run.is_ok() && told.is_empty() && clock.elapsed() < PATIENCE {
                    continue;
                }
                let file =
                    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../target/fuzz-{}-{count}", target.name));
                fs::write(&file, &input).expect("the input can be kept");
                let text = String::from_utf8_lossy(&input);
                panic!(
                    "input {count} of `{}` took {:?} and said: {told}\nIt is kept in {}; when the defect is mended, move it to fuzz/regressions/{}/.\n{text:?}",
                    target.name,
                    clock.elapsed(),
                    file.display(),
                    target.name
                );
            }
            println!("{}: {count} inputs in {:.1?}, the longest took {longest:.1?}", target.name, begun.elapsed());
        }
    }

    #[test]
    fn seeds_are_good_input() {
        for target in TARGETS {
            assert!((target.seeds)().len() >= 9, "{} has hardly any seeds", target.name);
        }
        let lines = crate::seeds::messages();
        let lines = lines.iter().flat_map(|data| data[1..].split(|&byte| byte == b'\n'));
        for line in lines {
            let read = serde_json::from_slice::<wazir_tui::net::Message>(line);
            assert!(read.is_ok(), "{}: {read:?}", String::from_utf8_lossy(line));
        }
        for data in crate::seeds::live() {
            for line in data[1..].split(|&byte| byte == b'\n').filter(|line| line[0].is_ascii_digit()) {
                let read = crate::targets::live::message(&line[1..]);
                assert!(read.is_ok(), "{}: {read:?}", String::from_utf8_lossy(line));
            }
        }
        let answers: Vec<_> =
            crate::seeds::requests().iter().map(|data| crate::targets::requests::answers(data)).collect();
        let good = answers.iter().filter(|answers| answers.iter().any(|status| status.is_success())).count();
        assert!(good >= 9, "requests are answered so: {answers:?}");
    }

    #[test]
    fn every_target_has_its_program() {
        let manifest = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).expect("the manifest");
        for target in TARGETS {
            let path = format!("path = \"fuzz_targets/{}.rs\"", target.name);
            assert!(manifest.contains(&path), "fuzz/Cargo.toml has no {path}");
        }
    }
}
