//! Full disks, folders that cannot be written, links, and what is no file.

use std::{
    env, fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    process::Command,
};
use wazir_files::{Log, create, replace};

/// A folder of a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a text")
}

/// Runs the test of this name again, in a process that may write files of 4 KiB at most; true in that process.
#[cfg(unix)]
fn with_full_disk(test: &str) -> bool {
    if env::var_os("WAZIR_FULL_DISK").is_some() {
        return true;
    }
    let here = env::current_exe().expect("this program");
    // Blocks of 512 bytes; a program that may not write more is not to be ended by it.
    let script = r#"ulimit -f 8 && trap '' XFSZ && exec "$0" --exact "$1" --nocapture"#;
    let run = Command::new("sh").args(["-c", script]).arg(here).arg(test).env("WAZIR_FULL_DISK", "1").output();
    let run = run.expect("a shell");
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success() && said.contains("1 passed"), "{said}");
    false
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file_or_none() {
    if !with_full_disk("a_full_disk_leaves_the_old_file_or_none") {
        return;
    }
    let folder = folder("full");
    let file = folder.join("values");
    replace(&file, b"old").expect("there is room for that");
    let error = replace(&file, &[b'x'; 10_000]).expect_err("there is no room");
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    assert!(create(&folder.join("new"), &[b'x'; 10_000]).is_err());
    assert_eq!((text(&file), names(&folder)), ("old".to_string(), vec!["values".to_string()]));
    replace(&file, b"new").expect("there is room for that");
    assert_eq!(text(&file), "new");
}

#[cfg(unix)]
#[test]
fn a_log_on_a_full_disk_has_whole_entries_and_goes_on() {
    if !with_full_disk("a_log_on_a_full_disk_has_whole_entries_and_goes_on") {
        return;
    }
    let file = folder("full-log").join("games");
    let mut log = Log::open(&file).expect("a log");
    let entry = |number: usize| format!("{number}{}\n", "x".repeat(1_500));
    let fits: Vec<bool> = (0..5).map(|number| log.add(entry(number)).is_ok()).collect();
    assert_eq!(fits, [true, true, false, false, false]);
    assert_eq!((text(&file), log.waiting()), (entry(0) + &entry(1), 3));
    // Somebody makes room.
    fs::OpenOptions::new().write(true).open(&file).and_then(|file| file.set_len(0)).expect("a file");
    assert!(log.retry().is_err(), "there is room for two of three");
    assert_eq!((text(&file), log.waiting()), (entry(2) + &entry(3), 1));
    fs::OpenOptions::new().write(true).open(&file).and_then(|file| file.set_len(0)).expect("a file");
    log.add("last\n").expect("there is room");
    assert_eq!((text(&file), log.waiting()), (entry(4) + "last\n", 0));
}

#[test]
fn a_log_begins_on_a_line_of_its_own() {
    let file = folder("torn").join("games.pgn");
    fs::write(&file, "1. e4 e5 2. N").expect("a file");
    Log::open(&file).and_then(|mut log| log.add("1. d4 *\n")).expect("a log");
    Log::open(&file).and_then(|mut log| log.add("1. c4 *\n")).expect("a log");
    assert_eq!(text(&file), "1. e4 e5 2. N\n\n1. d4 *\n1. c4 *\n");
    let mut log = Log::go_on(&file, 15).expect("a log");
    log.add("1. g3 *\n").expect("room");
    assert_eq!(text(&file), "1. e4 e5 2. N\n\n1. g3 *\n");
}

#[cfg(target_os = "linux")]
#[test]
fn devices_are_written_to_directly() {
    let full = Path::new("/dev/full");
    assert_eq!(replace(full, b"x").expect_err("it is full").kind(), ErrorKind::StorageFull);
    let mut log = Log::open(full).expect("a device");
    assert!(log.add("x").is_err() && log.add("y").is_err());
    assert_eq!(log.waiting(), 2);
    replace(Path::new("/dev/null"), b"x").expect("a device");
    assert!(!fs::metadata("/dev/null").expect("still a device").is_file());
}

#[test]
fn what_is_there_is_never_created_again() {
    let folder = folder("create");
    let file = folder.join("a");
    create(&file, b"first").expect("a new file");
    assert_eq!(create(&file, b"second").expect_err("it is there").kind(), ErrorKind::AlreadyExists);
    // A file that stands where a folder is to be: nobody can write there, not even an administrator.
    assert!(replace(&file.join("b"), b"x").is_err() && create(&file.join("b"), b"x").is_err());
    assert!(replace(&folder, b"x").is_err(), "a folder is no file");
    // Nobody knows the file that was to take its place.
    for error in [create(&folder.join("x'y/b"), b"x"), replace(&folder.join("x'y/b"), b"x")] {
        let error = error.expect_err("there is no such folder");
        assert!(error.kind() == ErrorKind::NotFound && !error.to_string().contains("wazir"), "{error}");
    }
    assert_eq!((text(&file), names(&folder)), ("first".to_string(), vec!["a".to_string()]));
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("links");
    let (file, link, far) = (folder.join("file"), folder.join("link"), folder.join("far"));
    fs::create_dir(&far).expect("a folder");
    symlink("../file", far.join("back")).expect("a link");
    symlink("far/back", &link).expect("a link");
    // To nothing yet.
    replace(&link, b"one").expect("a file at the end of the links");
    assert_eq!(text(&file), "one");
    let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    assert_eq!(mode(&file) & 0o600, 0o600);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("a file of ours");
    replace(&link, b"two").expect("a file");
    assert_eq!((text(&file).as_str(), mode(&file)), ("two", 0o640));
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    symlink("round", folder.join("round")).expect("a link");
    assert!(replace(&folder.join("round"), b"x").is_err());
}
