//! Text fields (spec 4.1, 8.2).

use super::{Align, Bindings};
use crate::expr::TextTemplate;
use crate::template::binding::BindingKind;
use crate::template::color::Color;
use crate::template::read::{Context, Node};

/// One line of text in a box.
pub struct Text {
    /// What it shows, its binding already applied.
    pub text: TextTemplate,
    /// Size in points.
    pub font_size: f64,
    /// Colour of the text.
    pub color: Color,
    /// Horizontal alignment in the box.
    pub align: Align,
    /// Fill of the box.
    pub background: Option<Color>,
    /// Border of the box.
    pub border: Option<Border>,
}

/// A stroke along the edge of a box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Border {
    /// Its colour.
    pub color: Color,
    /// Its width in millimetres.
    pub width: f64,
}

/// Font size of a text field that has none, in points.
const DEFAULT_FONT_SIZE: f64 = 10.0;

impl Text {
    pub(super) fn parse(node: &Node<'_>, bindings: Bindings<'_>, context: &mut Context) -> Self {
        let content = node.text("content", context).unwrap_or_default();
        let text = match bindings.iter().next().map(|binding| &binding.kind) {
            Some(BindingKind::Template(template)) => template.clone(),
            Some(BindingKind::Scalar { source, .. }) => {
                TextTemplate::compile(&format!("{{{source}}}"))
            }
            _ => TextTemplate::compile(&content),
        };
        // An invalid colour paints black [Q]; only an empty one paints nothing.
        let paint = |key| {
            let text = node.style(key).filter(|text| !text.is_empty());
            text.map(|text| Color::or(Some(text), Color::BLACK))
        };
        let width = node.number("borderWidth").filter(|width| *width != 0.0);
        Self {
            text,
            font_size: node.number_or("fontSize", DEFAULT_FONT_SIZE),
            color: Color::or(node.style("fontColor"), Color::BLACK),
            align: Align::parse(node.style("alignment")),
            background: paint("backgroundColor"),
            border: paint("borderColor").zip(width).map(|(color, width)| Border { color, width }),
        }
    }
}
