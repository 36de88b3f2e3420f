//! Small helpers that belong to no stage.

pub mod hash;
