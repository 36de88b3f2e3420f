//! The form of the tables of standard fonts.

/// Widths and kerning of a font by code. Codes that are kerned alike share a class.
pub(super) struct Metrics {
    pub(super) widths: [u16; 256],
    pub(super) left: [u8; 256],
    pub(super) right: [u8; 256],
    pub(super) columns: usize,
    pub(super) kerning: &'static [i16],
}
