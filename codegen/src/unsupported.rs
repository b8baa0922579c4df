//! Why a game cannot be compiled.

use wazir_variant_spec::rules::Cause;

/// Why a game cannot be compiled (yet): the interpreter still plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// What the generator has no code for, with the text that asks for it.
    pub what: String,
    /// `file:line` of that text; empty when it is a default.
    pub place: String,
}

impl Unsupported {
    /// What the rule written there asks for.
    pub(crate) fn at(cause: &Cause, what: String) -> Unsupported {
        let place = if cause.line == 0 { String::new() } else { format!("{}:{}", cause.file, cause.line) };
        Unsupported { what, place }
    }

    /// What the rule written there asks for, whose `subject` ("drops have"), alone, has a compiled form.
    pub(crate) fn together(cause: &Cause, subject: &str, with: &str) -> Unsupported {
        Unsupported::at(cause, format!("{subject} no compiled form together with {with} yet"))
    }
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "{}", self.what)
    }
}

impl std::error::Error for Unsupported {}
