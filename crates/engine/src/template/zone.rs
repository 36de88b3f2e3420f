//! The zones of a page (spec 9.1).

use super::{Design, Field};

/// Zone of a field on its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    /// Repeats at the top.
    Header,
    /// Repeats at the bottom.
    Footer,
    /// Repeats on the left.
    MarginLeft,
    /// Repeats on the right.
    MarginRight,
    /// Stands on the page (spec 20.7.2).
    Page,
    /// Flows.
    Body,
}

impl Zone {
    /// The zone of a field; the first condition that holds wins.
    pub fn of(field: &Field, design: &Design) -> Self {
        if field.layer().is_some() {
            Self::Page
        } else if field.y + field.height <= design.header_height {
            Self::Header
        } else if field.y >= design.body_bottom() {
            Self::Footer
        } else if field.x + field.width <= design.margin_left {
            Self::MarginLeft
        } else if field.x >= design.width - design.margin_right {
            Self::MarginRight
        } else {
            Self::Body
        }
    }

    /// Returns `true` if fields of this zone are drawn on every page.
    pub fn repeats(self) -> bool {
        self != Self::Body
    }

    /// The name used in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Footer => "footer",
            Self::MarginLeft => "marginLeft",
            Self::MarginRight => "marginRight",
            Self::Page => "page",
            Self::Body => "body",
        }
    }
}
