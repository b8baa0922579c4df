//! [`Keeping`]: when to tell somebody that something is not kept.

use std::io;

/// Whether something is kept at present. Trouble that lasts is told once, not every time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keeping {
    fails: bool,
}

/// What is to be told.
#[derive(Debug)]
pub enum News {
    /// From now on it is not kept: why.
    Lost(io::Error),
    /// It is kept again.
    Kept,
}

impl Keeping {
    /// What is to be told after another attempt; `None` when nothing has changed.
    pub fn after(&mut self, attempt: io::Result<()>) -> Option<News> {
        let before = std::mem::replace(&mut self.fails, attempt.is_err());
        match attempt {
            Err(error) => (!before).then_some(News::Lost(error)),
            Ok(()) => before.then_some(News::Kept),
        }
    }

    /// Has the last attempt failed?
    pub fn fails(self) -> bool {
        self.fails
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_is_told_once_and_its_end_as_well() {
        let mut keeping = Keeping::default();
        let full = || Err(io::Error::from(io::ErrorKind::StorageFull));
        assert!(keeping.after(Ok(())).is_none());
        assert!(matches!(keeping.after(full()), Some(News::Lost(_))));
        assert!(keeping.after(full()).is_none() && keeping.fails());
        assert!(matches!(keeping.after(Ok(())), Some(News::Kept)));
        assert!(keeping.after(Ok(())).is_none() && !keeping.fails());
    }
}
