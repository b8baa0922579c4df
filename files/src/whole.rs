//! Files that are written whole or not at all.

use std::{
    fs::{self, File, Metadata},
    io::{self, Write},
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

/// The most links that are followed, as the systems have it.
const MOST_LINKS: usize = 40;

/// Writes a file that may be there already: at any time either the old or the new one is there, whole.
///
/// A symbolic link stays, and the file it leads to is replaced. Permissions (and the owner, where the system lets us) stay as they were. What is no file, such as
/// a device or a pipe, is written to directly. Other hard links to the file keep the old text.
///
/// # Errors
/// When it cannot be written; what was there before is still there then.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = followed(path)?;
    let before = match fs::metadata(&target) {
        Ok(before) => Some(before),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if before.is_some() {
        // A file that may not be written is not replaced either.
        let mut there = File::options().write(true).open(&target)?;
        if before.as_ref().is_some_and(|before| !before.is_file()) {
            return there.write_all(bytes);
        }
    }
    let file = written(&target, bytes, before.as_ref())?;
    file.persist(&target).map_err(|error| error.error)?;
    settle(&target);
    Ok(())
}

/// Writes a file that is not there yet.
///
/// # Errors
/// When there is one already (`AlreadyExists`), or it cannot be written; nothing is left behind then.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = written(path, bytes, None)?;
    file.persist_noclobber(path).map_err(|error| error.error)?;
    settle(path);
    Ok(())
}

/// What a path leads to when it is a symbolic link, also to nothing.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(to) => path = folder_of(&path).join(to),
            // No link, or nothing at all.
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file beside `target` that takes its place when it is whole.
fn written(target: &Path, bytes: &[u8], before: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".wazir-").suffix(".new");
    // Not by `tempfile_in`, whose errors name a file that nobody knows.
    let mut file = builder.make_in(folder_of(target), |path| {
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            // What a new file usually has; the system takes away what the umask says.
            options.mode(0o666);
        }
        options.open(path)
    })?;
    if let Some(before) = before {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            // Only the system's administrator can give files away; who else writes it owns it.
            let _ = std::os::unix::fs::fchown(file.as_file(), Some(before.uid()), Some(before.gid()));
        }
        file.as_file().set_permissions(before.permissions())?;
    }
    // Nor through the wrapper, whose errors name it as well.
    file.as_file_mut().write_all(bytes)?;
    // Some file systems find out only now that there is no room.
    file.as_file().sync_all()?;
    Ok(file)
}

/// Makes the new name last as well. Where folders cannot be synchronised, the system does it in its own time.
fn settle(target: &Path) {
    if let Ok(folder) = File::open(folder_of(target)) {
        let _ = folder.sync_all();
    }
}
