//! The code generator.
