//! Sections (spec 4.4).

use super::object;

object! {
    /// A section.
    SECTION = "SectionField", "4.4", "A rectangle that repeats once per item of a bound array; it draws nothing itself.";
}
