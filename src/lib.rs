//! Wazir.
