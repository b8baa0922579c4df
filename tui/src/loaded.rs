//! [`Loaded`]: the game of a file, from which the one on the table has begun, with what the file says about its moves.

use wazir_notation::pgn::{Layout, Reader, Record};
use wazir_runtime::Variant;

/// The game of a file.
#[derive(Clone, Debug)]
pub struct Loaded {
    record: Record,
    /// The same in PGN, as journals keep it: written once, since a journal is written after every move.
    pgn: String,
}

impl Loaded {
    /// A game that was read, of this variant.
    ///
    /// # Errors
    /// When it cannot be written down.
    pub fn new(record: Record, variant: &dyn Variant) -> Result<Loaded, String> {
        let pgn = record.write(variant, &Layout::default()).map_err(|error| error.to_string())?;
        Ok(Loaded { record, pgn })
    }

    /// The game that [`Loaded::pgn`] has given.
    ///
    /// # Errors
    /// Why the text is no game of this variant.
    pub fn read(pgn: &str, variant: &dyn Variant) -> Result<Loaded, String> {
        let text = Reader::new(pgn.as_bytes()).next().ok_or("it is empty")?.map_err(|error| error.to_string())?;
        let text = text.map_err(|fault| fault.to_string())?;
        let record = text.play(variant).map_err(|fault| fault.to_string())?;
        Ok(Loaded { record, pgn: pgn.to_string() })
    }

    /// Its moves, comments, variations and tags.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The same in PGN.
    pub fn pgn(&self) -> &str {
        &self.pgn
    }
}
