//! Text fields (spec 4.1, 8.2).

use super::{Align, Bindings};
use crate::expr::TextTemplate;
use crate::format::text;
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

impl Text {
    pub(super) fn read(node: &Node<'_>, bindings: Bindings<'_>, context: &mut Context) -> Self {
        let content = node.string(&text::CONTENT, context).unwrap_or_default();
        let text = match bindings.iter().next().map(|binding| &binding.kind) {
            Some(BindingKind::Template(template)) => template.clone(),
            Some(BindingKind::Scalar { source, .. }) => {
                TextTemplate::compile(&format!("{{{source}}}"))
            }
            _ => TextTemplate::compile(content),
        };
        let width = node.read(&text::BORDER_WIDTH, context).filter(|width| *width != 0.0);
        let border = node.paint(&text::BORDER_COLOR).zip(width);
        Self {
            text,
            font_size: node.read(&text::FONT_SIZE, context),
            color: node.read(&text::FONT_COLOR, context),
            align: node.read(&text::ALIGNMENT, context),
            background: node.paint(&text::BACKGROUND_COLOR),
            border: border.map(|(color, width)| Border { color, width }),
        }
    }
}
