//! [`Log`]: a file that grows by whole entries.

use std::{
    fs::{File, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// A file to which entries are added. One that could not be written, or only in part, is taken out again and waits, and is written before the next one.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    /// Entries that could not be written.
    waiting: Vec<String>,
    /// What somebody else has left at the end is no whole line: it is ended first.
    torn: bool,
}

impl Log {
    /// Opens a file, which is made if there is none. What it ends with is left as it is: if that is no whole line, an empty line comes behind it.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Log> {
        let file = File::options().append(true).create(true).open(path)?;
        let torn = is_torn(path).unwrap_or(false);
        Ok(Log { path: path.to_path_buf(), file, waiting: Vec::new(), torn })
    }

    /// Opens a file of which the first `length` bytes are whole entries; what is behind them was cut off, and is forgotten.
    ///
    /// # Errors
    /// When it cannot be opened or cut.
    pub fn go_on(path: &Path, length: u64) -> io::Result<Log> {
        let file = File::options().append(true).open(path)?;
        file.set_len(length)?;
        Ok(Log { path: path.to_path_buf(), file, waiting: Vec::new(), torn: false })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many entries are not in the file.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Adds an entry, behind those that wait.
    ///
    /// # Errors
    /// When it cannot be written: it waits, and the file ends with the entry before.
    pub fn add(&mut self, entry: impl Into<String>) -> io::Result<()> {
        self.waiting.push(entry.into());
        self.retry()
    }

    /// Tries to write what waits.
    ///
    /// # Errors
    /// When it cannot be written: it waits on.
    pub fn retry(&mut self) -> io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        // Whoever else appends to the file waits meanwhile: only so its end is known. Where files cannot be locked there is nobody else.
        let locked = match self.file.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => self.file.lock().is_ok(),
            Err(TryLockError::Error(_)) => false,
        };
        let result = self.write();
        if locked {
            // It is given up with the file at the latest.
            let _ = self.file.unlock();
        }
        result
    }

    fn write(&mut self) -> io::Result<()> {
        let is_file = self.file.metadata()?.is_file();
        while let Some(entry) = self.waiting.first() {
            let end = self.file.metadata()?.len();
            let ending = if self.torn { "\n\n" } else { "" };
            let written = self.file.write_all(format!("{ending}{entry}").as_bytes());
            // Some file systems find out only then that there is no room. What is no file cannot be synchronised.
            let written = written.and_then(|()| if is_file { self.file.sync_data() } else { Ok(()) });
            if let Err(error) = written {
                // If even that is not possible, the next entry begins on a line of its own.
                self.torn |= is_file && self.file.set_len(end).is_err();
                return Err(error);
            }
            self.torn = false;
            self.waiting.remove(0);
        }
        Ok(())
    }
}

/// Does a file end in the middle of a line?
fn is_torn(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    if !file.metadata()?.is_file() || file.seek(SeekFrom::End(0))? == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}
