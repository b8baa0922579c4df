//! See [`wazir_fuzz::targets::moves`].
#![cfg_attr(fuzzing, no_main)]

wazir_fuzz::fuzz!("moves");
