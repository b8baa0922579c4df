//! Pictures of boards and of how pieces move, for the terminal and as SVG.

pub(crate) mod diagram;
mod layout;
pub(crate) mod svg;
pub(crate) mod text;
