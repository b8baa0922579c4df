//! See [`wazir_fuzz::targets::pgn`].
#![cfg_attr(fuzzing, no_main)]

wazir_fuzz::fuzz!("pgn");
