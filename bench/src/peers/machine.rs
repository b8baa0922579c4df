//! Wazir's machine: the same games with nothing compiled for them.

use super::{Counter, Peer, ours};
use crate::positions::Position;
use wazir::games;
use wazir_runtime::Backend;

/// What the machine is called in tables.
pub(crate) const NAME: &str = "machine";

/// The machine. It plays every game.
pub(crate) struct Machine;

impl Peer for Machine {
    fn name(&self) -> &str {
        NAME
    }
    fn plays(&self, _: &Position) -> bool {
        true
    }
    fn open<'a>(&'a mut self, position: &Position) -> Result<Box<dyn Counter + 'a>, String> {
        let game = games::find(&position.variant).map_err(|error| error.to_string())?;
        let game = game.open(Some(Backend::Machine)).map_err(|error| error.to_string())?;
        ours::open(&*game, position)
    }
}
