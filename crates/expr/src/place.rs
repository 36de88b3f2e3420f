//! Places of expressions.

/// Place of a text or condition in its template.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// The field that it belongs to.
    pub field: Option<Box<str>>,
    /// JSON pointer of the text.
    pub pointer: Box<str>,
    /// The list whose items it is evaluated for.
    pub list: Option<Box<str>>,
}
