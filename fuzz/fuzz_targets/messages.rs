//! See [`wazir_fuzz::targets::messages`].
#![cfg_attr(fuzzing, no_main)]

wazir_fuzz::fuzz!("messages");
