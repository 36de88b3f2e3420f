//! Text fields (spec 4.1, 8.2, 20.1).

use super::{Align, Bindings, VerticalAlign};
use crate::expr::TextTemplate;
use crate::font::Style;
use crate::format::einvoice::term;
use crate::format::{
    Break, Fit, Key, LineHeight, TextAlign, TextDirection, TextFormat, TextOverflow, TextTransform,
    Wrap, text,
};
use crate::number::text::number_to_text;
use crate::paragraph::{Emphasis, Spacing};
use crate::template::binding::BindingKind;
use crate::template::color::Color;
use crate::template::edges::{CornerRadii, Padding, border_widths};
use crate::template::fonts;
use crate::template::read::{Context, Node};
use crate::template::style::LookRule;

/// A text in a box.
pub struct Text {
    /// Text of the field, its binding already applied.
    pub text: TextTemplate,
    /// The term of the e-invoice that it prints.
    pub term: Option<&'static str>,
    /// Size in points.
    pub font_size: f64,
    /// Colour of the text.
    pub color: Color,
    /// Horizontal alignment in the box.
    pub align: Align,
    /// Fill of the box.
    pub background: Option<Color>,
    /// Colour of the border, which is drawn where it has a width: looks may give either.
    pub border_color: Option<Color>,
    /// Widths of the border in millimetres: top, right, bottom, left.
    pub border_widths: Option<[f64; 4]>,
    /// Corners of fill and border.
    pub radii: CornerRadii,
    /// Properties from extensions; `None` if the text uses none of them.
    pub composed: Option<Box<Composed>>,
}

/// Line breaking and appearance of a text. Lengths in millimetres.
pub struct Composed {
    /// Mode of line breaking.
    pub wrap: Wrap,
    /// Horizontal alignment of the lines.
    pub align: TextAlign,
    /// Vertical alignment of the lines in the box.
    pub vertical: VerticalAlign,
    /// Distance of lines.
    pub line_height: LineHeight,
    /// Behaviour for lines that do not fit.
    pub overflow: TextOverflow,
    /// Minimum number of lines with room.
    pub min_lines: u32,
    /// Maximum number of lines printed.
    pub max_lines: Option<u32>,
    /// The sizes between which it shrinks.
    pub shrink: Shrink,
    /// Room inside the box.
    pub padding: Padding,
    /// Page break inside the text: allowed or avoided.
    pub break_inside: Break,
    /// Minimum number of lines before a page break.
    pub orphans: u32,
    /// Minimum number of lines after a page break.
    pub widows: u32,
    /// Room between paragraphs.
    pub paragraph_spacing: f64,
    /// Format of the text: plain, or with markup.
    pub format: TextFormat,
    /// `true` if links in values that are markup are active.
    pub markup_links: bool,
    /// Face, rules and room between characters.
    pub emphasis: Emphasis,
    /// Case of the text.
    pub transform: TextTransform,
    /// `true` if values are isolated, so that they do not reorder the text around them.
    pub isolates: bool,
    /// Looks under conditions.
    pub rules: Vec<LookRule>,
}

/// The sizes between which a text shrinks, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shrink {
    /// The smallest one.
    pub min: f64,
    /// The largest one; nothing: the size of the text.
    pub max: Option<f64>,
    /// Dimension in which the text has to fit.
    pub fit: Fit,
}

impl Text {
    pub(super) fn read(node: &Node<'_>, bindings: Bindings<'_>, context: &mut Context) -> Self {
        let content = node.string(&text::CONTENT, context).unwrap_or_default();
        let text = shown(content, &node.place(&text::CONTENT), bindings, context);
        let widths = border_widths(node, &text::BORDER_WIDTH, context);
        let align = node.read(&text::ALIGNMENT, context);
        let term = node.extension(&text::BT, context).and_then(|node| {
            let known = node.value.as_str().and_then(term).filter(|term| term.list().is_none());
            if known.is_none() {
                let expected = "a term of EN 16931 that occurs once, such as `BT-112`";
                context.invalid(node.pointer.clone(), expected, node.value);
            }
            known.map(|term| term.id)
        });
        Self {
            text,
            term,
            font_size: node.read(&text::FONT_SIZE, context),
            color: node.read(&text::FONT_COLOR, context),
            align: match align {
                TextAlign::Center => Align::Center,
                TextAlign::Right => Align::Right,
                TextAlign::End if context.dialect.is_extended() => Align::Right,
                _ => Align::Left,
            },
            background: node.paint(&text::BACKGROUND_COLOR, context),
            border_color: node.paint(&text::BORDER_COLOR, context),
            border_widths: widths.filter(|widths| *widths != [0.0; 4]),
            radii: CornerRadii::extension(node, &text::RADIUS, context),
            composed: Composed::read(node, align, context).map(Box::new),
        }
    }
}

/// Text that is shown: the value or text of the first binding; without a binding, the content.
pub(super) fn shown(
    content: &str,
    pointer: &str,
    bindings: Bindings<'_>,
    context: &mut Context,
) -> TextTemplate {
    let content = context.compile(content, pointer);
    let bound = match bindings.iter().next().map(|binding| &binding.kind) {
        Some(BindingKind::Template(template)) => template.clone(),
        Some(BindingKind::Scalar(path)) => {
            context.compile(&format!("{{{}}}", path.source), &path.pointer)
        }
        _ => return content,
    };
    context.replaced.push(content);
    bound
}

impl Text {
    /// Returns `true` if it has looks under conditions.
    pub fn has_rules(&self) -> bool {
        self.composed.as_ref().is_some_and(|composed| !composed.rules.is_empty())
    }

    /// Returns `true` if its box may grow with the text.
    pub fn expands(&self) -> bool {
        self.composed.as_ref().is_some_and(|composed| composed.overflow == TextOverflow::Expand)
    }
}

impl Composed {
    /// Reads the properties from extensions; `None` if the field uses none of them.
    fn read(node: &Node<'_>, align: TextAlign, context: &mut Context) -> Option<Self> {
        // Corners and terms do not change how lines are set.
        let has = |key: &Key| {
            key.extension
                && ![text::RADIUS.name, text::BT.name].contains(&key.name)
                && node.get(key.name).is_some()
        };
        let direction =
            context.direction(node, &text::DIRECTION).filter(|_| context.dialect.is_extended());
        let by_align = matches!(align, TextAlign::Justify | TextAlign::Start | TextAlign::End);
        let used = text::TEXT.own_keys().any(has) || by_align || direction.is_some();
        if !context.dialect.is_extended() || !used {
            return None;
        }
        let shrink = node.extension(&text::DYNAMIC_SIZE, context);
        Some(Self {
            wrap: node.read(&text::WRAP, context),
            align,
            vertical: node.read(&text::VERTICAL_ALIGNMENT, context),
            line_height: node.read(&text::LINE_HEIGHT, context),
            overflow: node.read(&text::OVERFLOW, context),
            min_lines: node.read(&text::MIN_LINES, context),
            max_lines: node.read(&text::MAX_LINES, context),
            shrink: Shrink::read(shrink.as_ref(), context),
            padding: Padding::read(node.extension(&text::PADDING, context), context),
            break_inside: node.read(&text::BREAK_INSIDE, context),
            orphans: node.read(&text::ORPHANS, context),
            widows: node.read(&text::WIDOWS, context),
            paragraph_spacing: node.read(&text::PARAGRAPH_SPACING, context),
            format: node.read(&text::TEXT_FORMAT, context),
            markup_links: node.read(&text::MARKUP_LINKS, context),
            emphasis: emphasis(node, direction, context),
            isolates: direction.is_some(),
            transform: node.read(&text::TEXT_TRANSFORM, context),
            rules: LookRule::list(node, &text::STYLE_WHEN, context),
        })
    }
}

fn emphasis(node: &Node<'_>, direction: Option<TextDirection>, context: &mut Context) -> Emphasis {
    let mut emphasis = Emphasis {
        style: Style {
            font: fonts::read_name(node, &text::FONT_NAME, context),
            bold: node.read(&text::BOLD, context),
            italic: node.read(&text::ITALIC, context),
            fallback: node.read(&text::FACE_FALLBACK, context),
            direction: direction.unwrap_or_default(),
            features: fonts::read_features(node, &text::FONT_FEATURES, context).unwrap_or_default(),
            ..Style::default()
        },
        underline: node.read(&text::UNDERLINE, context),
        strike: node.read(&text::STRIKETHROUGH, context),
        ..Emphasis::default()
    };
    emphasis.set_spacing(Spacing::points(node.read(&text::CHARACTER_SPACING, context)));
    emphasis
}

impl Shrink {
    fn read(node: Option<&Node<'_>>, context: &mut Context) -> Self {
        match node {
            None => Self { min: text::MIN.default, max: None, fit: Fit::Vertical },
            Some(node) => {
                let min = node.read(&text::MIN, context);
                let max = node.read(&text::MAX, context);
                if let (Some(max), Some(smallest)) = (max, node.get(text::MIN.key().name))
                    && min > max
                {
                    let expected = format!("at most `max`, which is {}", number_to_text(max));
                    context.invalid(smallest.pointer, &expected, smallest.value);
                }
                Self { min, max, fit: node.read(&text::FIT, context) }
            }
        }
    }
}
