//! Pictures of boards and of how pieces move, for the terminal and as SVG.

pub mod diagram;
mod layout;
pub mod svg;
pub mod text;
