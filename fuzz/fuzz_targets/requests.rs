//! See [`wazir_fuzz::targets::requests`].
#![cfg_attr(fuzzing, no_main)]

wazir_fuzz::fuzz!("requests");
