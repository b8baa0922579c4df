//! See [`wazir_fuzz::targets::rules`].
#![cfg_attr(fuzzing, no_main)]

wazir_fuzz::fuzz!("rules");
