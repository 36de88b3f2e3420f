//! Font programs in the place of standard fonts, for documents that embed every font (PDF/A, PDF/UA):
//! metric-compatible faces, cut to WinAnsi and given the very widths that lines are measured with, so
//! that no line moves. Codes stay those of WinAnsi.
//!
//! With the feature `stored-programs` they are in the binary as documents hold them. Otherwise each is made when
//! the first document needs it, which takes a quarter of a millisecond and the build 0.2 MB less.

use std::borrow::Cow;

use super::standard::Standard;

#[cfg(all(
    feature = "embeddable-fonts",
    feature = "fallback-font",
    any(test, not(feature = "stored-programs"))
))]
mod make;
#[cfg(all(feature = "embeddable-fonts", feature = "fallback-font", feature = "stored-programs"))]
#[rustfmt::skip]
mod stored;

/// A TrueType program for a standard font, ready for a simple font with `WinAnsiEncoding`.
#[derive(Debug, PartialEq)]
pub struct StandardProgram {
    /// `ABCDEF+Name`.
    pub base_name: Cow<'static, str>,
    /// The program, deflated (`/FlateDecode`).
    pub program: Cow<'static, [u8]>,
    /// `/Length1`: bytes before deflating.
    pub length: usize,
}

impl Standard {
    /// The program that stands for the font where it must be embedded: with all of WinAnsi, or with
    /// ASCII alone. `None` where this build has no face for it.
    #[cfg(all(
        feature = "embeddable-fonts",
        feature = "fallback-font",
        feature = "stored-programs"
    ))]
    pub fn embedded_program(self, beyond_ascii: bool) -> Option<&'static StandardProgram> {
        stored::PROGRAMS.get(self.index())?.get(usize::from(beyond_ascii))
    }

    /// The program that stands for the font where it must be embedded: with all of WinAnsi, or with
    /// ASCII alone. Each is made once. `None` where this build has no face for it.
    #[cfg(all(
        feature = "embeddable-fonts",
        feature = "fallback-font",
        not(feature = "stored-programs")
    ))]
    pub fn embedded_program(self, beyond_ascii: bool) -> Option<&'static StandardProgram> {
        static MADE: [[std::sync::OnceLock<Option<StandardProgram>>; 2]; 12] =
            [const { [const { std::sync::OnceLock::new() }; 2] }; 12];
        let slot = MADE.get(self.index())?.get(usize::from(beyond_ascii))?;
        slot.get_or_init(|| make::program(self, beyond_ascii)).as_ref()
    }

    /// Nothing: this build has no faces for it.
    #[cfg(not(all(feature = "embeddable-fonts", feature = "fallback-font")))]
    pub fn embedded_program(self, _: bool) -> Option<&'static StandardProgram> {
        None
    }
}
