//! Fields for signatures (spec 20.10.9): a text, or a picture, that is the appearance of a
//! signature.

use super::text::shown;
use super::{Align, Bindings, Composed, Image, Kind, Shrink, Text, VerticalAlign};
use crate::expr::TextTemplate;
use crate::expr::value::text_of;
use crate::format::{
    Break, Fit, Key, SignatureAppearance, TextAlign, TextFormat, TextOverflow, TextTransform, Wrap,
    signature, text,
};
use crate::paragraph::Emphasis;
use crate::template::edges::{CornerRadii, Padding, border_widths};
use crate::template::read::{Context, Node};

/// The date of the document, as a text of the template.
const DATE: &str = "{$doc.date}";

/// Signer and content of a signature.
pub struct Signature {
    /// Name of a signer of the settings; without one the field is empty.
    pub signer: Option<String>,
    pub reason: Option<TextTemplate>,
    pub location: Option<TextTemplate>,
}

impl Signature {
    /// Reads a field: the signature, and its appearance.
    pub(super) fn read(
        node: &Node<'_>,
        bindings: Bindings<'_>,
        context: &mut Context,
    ) -> (Self, Kind) {
        let reason = written(node, &signature::REASON, context);
        let location = written(node, &signature::LOCATION, context);
        let signer = written(node, &signature::SIGNER, context).map(|name| name.trim().to_owned());
        let picture = written(node, &signature::PICTURE, context);
        let kind = match node.read(&signature::APPEARANCE, context) {
            SignatureAppearance::Image => Kind::Image(Image::fitting(picture.unwrap_or_default())),
            SignatureAppearance::None => Kind::Text(Box::new(boxed("", node, bindings, context))),
            SignatureAppearance::Text => {
                let default = || match signer {
                    Some(_) => {
                        let lines = [reason.as_deref(), location.as_deref(), Some(DATE)];
                        lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
                    }
                    None => String::new(),
                };
                let content = written(node, &signature::CONTENT, context).unwrap_or_else(default);
                Kind::Text(Box::new(boxed(&content, node, bindings, context)))
            }
        };
        let compiled = |text: Option<String>, key: &Key| {
            text.map(|text| context.compile(&text, &node.place(key)))
        };
        let reason = compiled(reason, &signature::REASON);
        let location = compiled(location, &signature::LOCATION);
        (Self { signer, reason, location }, kind)
    }
}

/// A text under a key; nothing where it is blank.
fn written(node: &Node<'_>, key: &Key, context: &mut Context) -> Option<String> {
    let text = text_of(node.extension(key, context)?.value).into_owned();
    Some(text).filter(|text| !text.trim().is_empty())
}

/// A text in the box of a signature: as many lines as fit.
fn boxed(content: &str, node: &Node<'_>, bindings: Bindings<'_>, context: &mut Context) -> Text {
    let widths = border_widths(node, &signature::BORDER_WIDTH, context);
    Text {
        text: shown(content, &node.place(&signature::CONTENT), bindings, context),
        term: None,
        font_size: node.read(&signature::FONT_SIZE, context),
        color: node.read(&signature::FONT_COLOR, context),
        align: Align::Left,
        background: node.read(&signature::BACKGROUND_COLOR, context),
        border_color: node.read(&signature::BORDER_COLOR, context),
        border_widths: widths.filter(|widths| *widths != [0.0; 4]),
        radii: CornerRadii::default(),
        composed: Some(Box::new(Composed {
            wrap: Wrap::Word,
            align: TextAlign::Left,
            vertical: VerticalAlign::Middle,
            line_height: text::LINE_HEIGHT.default,
            overflow: TextOverflow::Clip,
            min_lines: text::MIN_LINES.default,
            max_lines: None,
            shrink: Shrink { min: text::MIN.default, max: None, fit: Fit::Vertical },
            padding: Padding::default(),
            break_inside: Break::Avoid,
            orphans: text::ORPHANS.default,
            widows: text::WIDOWS.default,
            paragraph_spacing: 0.0,
            format: TextFormat::Plain,
            markup_links: false,
            emphasis: Emphasis::default(),
            transform: TextTransform::None,
            isolates: false,
            rules: Vec::new(),
        })),
    }
}
