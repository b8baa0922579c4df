//! See [`wazir_fuzz::targets::live`].
#![cfg_attr(fuzzing, no_main)]

wazir_fuzz::fuzz!("live");
