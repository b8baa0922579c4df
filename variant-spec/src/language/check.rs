//! Looks for what is written correctly and cannot be meant.

use super::lower::World;
use crate::rules::*;
use wazir_runtime::Setup;

/// Checks a game as a whole. `start` is the start position, when it could be read.
pub(super) fn check(_world: &mut World<'_>, _rules: &Rules, _start: Option<&Setup>) {}
