//! See [`wazir_fuzz::targets::protocol`].
#![cfg_attr(fuzzing, no_main)]

wazir_fuzz::fuzz!("protocol");
