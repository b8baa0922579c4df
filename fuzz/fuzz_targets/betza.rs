//! See [`wazir_fuzz::targets::betza`].
#![cfg_attr(fuzzing, no_main)]

wazir_fuzz::fuzz!("betza");
