//! See [`wazir_fuzz::targets::fen`].
#![cfg_attr(fuzzing, no_main)]

wazir_fuzz::fuzz!("fen");
