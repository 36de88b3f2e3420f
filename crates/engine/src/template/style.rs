//! Styles (spec 20.3): the named ones, each with what it extends, and fields as their styles have
//! them.
//!
//! The editor of json-pdf-designer always writes size, colour and alignment into a field, so a
//! style comes before the field's own keys: `styleOverrides`, `style`, the field, `styles.default`,
//! the defaults of the format. A field that has a style is therefore read from a copy with the
//! keys of the style put in, and nothing after this module knows where a value comes from.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::color::Color;
use super::edges::{Padding, border_widths};
use super::fonts;
use super::named::{Flat, Styles, unknown_style};
use super::read::{Context, Node};
use crate::expr::Condition;
use crate::expr::value::text_of;
use crate::font::{FeatureSet, FontNumber};
use crate::format::style::EVERY_FIELD;
use crate::format::{
    Align, FaceFallback, FieldType, Key, LineHeight, TextAlign, TextTransform, VerticalAlign, kpi,
    page, style, table, text,
};
use crate::paragraph::{Emphasis, Spacing};
use crate::problem::{Code, Problem};
use crate::value::{Object, Value};

/// A named style before it is joined with what it extends.
struct Own {
    flat: Flat,
    /// Name of the style that it extends, and the JSON pointer of that name.
    base: Option<(String, String)>,
}

impl Styles {
    /// Reads the styles of a template.
    pub(super) fn read(template: &Node<'_>, context: &mut Context) -> Self {
        let Some(node) = template.extension(&page::STYLES, context) else { return Self::default() };
        let names = node.value.as_object().into_iter().flat_map(|object| object.keys());
        let own: Vec<(&str, Own)> = names
            .filter_map(|name| {
                let style = node.get(name)?;
                let base = style.extension(&style::EXTENDS, context);
                let base = base.map(|base| (text_of(base.value).into_owned(), base.pointer));
                Some((name, Own { flat: Flat::own(&style, context), base }))
            })
            .collect();
        let by_name: HashMap<&str, &Own> = own.iter().map(|(name, own)| (*name, own)).collect();
        let mut reported = HashSet::new();
        let mut named = HashMap::with_capacity(own.len());
        for (name, style) in &own {
            let mut flat = style.flat.clone();
            let mut chain = vec![*name];
            let mut at: &Own = style;
            while let Some((base, pointer)) = &at.base {
                if chain.contains(&base.as_str()) {
                    if !chain.iter().any(|name| reported.contains(name)) {
                        chain.push(base);
                        context.problems.push(cycle(&chain, pointer));
                    }
                    reported.extend(chain);
                    break;
                }
                if chain.len() > style::DEPTH {
                    let expected = format!("the end of at most {} styles", style::DEPTH);
                    context.invalid(pointer.clone(), &expected, &Value::Text(base.as_str().into()));
                    break;
                }
                let Some((base, own)) = by_name.get_key_value(base.as_str()) else {
                    // A second use of the name was reported already.
                    if chain.len() == 1 {
                        let names = by_name.keys().copied();
                        let problem = unknown_style(base, pointer, names, &context.suggestions);
                        context.problems.push(problem);
                    }
                    break;
                };
                flat.under(&own.flat);
                chain.push(base);
                at = *own;
            }
            named.insert((*name).to_owned(), Rc::new(flat));
        }
        Self { named }
    }
}

fn cycle(chain: &[&str], pointer: &str) -> Problem {
    let shown: Vec<String> = chain.iter().map(|name| format!("`{name}`")).collect();
    let message = format!("styles extend themselves: {}", shown.join(" extends "));
    Problem::new(Code::StyleCycle, message)
        .pointer(pointer)
        .advice("remove `extends` from one of them")
        .detail("styles", chain.iter().copied().collect::<serde_json::Value>())
}

impl Flat {
    /// Properties of the style itself; values of another type are reported and left out.
    fn own(node: &Node<'_>, context: &mut Context) -> Self {
        let keys = style::STYLE.keys.iter().filter(|key| key.name != style::EXTENDS.name);
        let found = keys.filter_map(|key| {
            let value = node.extension(key, context)?;
            let known = context.problems.len();
            if key.name == style::PADDING.name {
                Padding::read(Some(value.clone()), context);
            }
            if key.name == style::BORDER_WIDTH.key().name {
                border_widths(node, &style::BORDER_WIDTH, context);
            }
            if key.name == style::FONT_NAME.name {
                fonts::read_name(node, key, context);
            }
            if key.name == style::FONT_FEATURES.name {
                fonts::read_features(node, key, context);
            }
            (context.problems.len() == known).then(|| (key.name, value.value.clone()))
        });
        Self(found.collect())
    }

    /// The style of the name that a key of a field holds.
    fn named(node: &Node<'_>, key: &Key, context: &mut Context) -> Option<Rc<Self>> {
        let node = node.extension(key, context)?;
        let name = text_of(node.value);
        let found = context.styles.get(&name);
        if found.is_none() {
            let names = context.styles.named.keys().map(String::as_str);
            let mut problem = unknown_style(&name, &node.pointer, names, &context.suggestions);
            problem.field.clone_from(&context.field);
            context.problems.push(problem);
        }
        found
    }

    /// The style that a key of a field holds.
    fn inline(node: &Node<'_>, key: &Key, context: &mut Context) -> Option<Self> {
        let node = node.extension(key, context)?;
        let mut flat = Self::own(&node, context);
        if let Some(base) = Self::named(&node, &style::EXTENDS, context) {
            flat.under(&base);
        }
        Some(flat)
    }

    /// The style as a look; its values were checked before.
    fn look(&self, context: &mut Context) -> Look {
        let value = Value::Object(Object::new(
            self.0.iter().map(|(name, value)| (Box::from(*name), value.clone())),
        ));
        Look::of(&Node::root(&value, ""), context)
    }
}

/// A field with the keys of its styles put in; nothing where it has none.
pub(super) fn styled(
    node: &Node<'_>,
    kind: Option<FieldType>,
    context: &mut Context,
) -> Option<Value> {
    if !context.dialect.is_extended() {
        return None;
    }
    let default = context.styles.get(EVERY_FIELD);
    let (mut over, mut below) = (Vec::new(), Vec::new());
    match kind {
        Some(FieldType::Text) => {
            over.extend(Flat::named(node, &text::STYLE, context).iter().flat_map(|s| s.0.clone()));
            over.extend(Flat::inline(node, &text::STYLE_OVERRIDES, context).unwrap_or_default().0);
            below.extend(default.iter().flat_map(|style| style.0.clone()));
        }
        Some(FieldType::Table) => {
            for block in [&table::HEAD, &table::BODY, &table::FOOTER] {
                let style = Flat::named(node, &block.style, context);
                over.extend(style.iter().flat_map(|style| block_keys(style, block, true)));
                below.extend(default.iter().flat_map(|style| block_keys(style, block, false)));
            }
        }
        _ => return None,
    }
    below.retain(|(name, _)| node.get(name).is_none());
    if over.is_empty() && below.is_empty() {
        return None;
    }
    let own = node.value.as_object().into_iter().flat_map(|object| object.iter());
    let own = own.map(|(name, value)| (Box::from(name), value.clone()));
    let put = below.into_iter().chain(over);
    let put = put.map(|(name, value)| (Box::from(name), value));
    Some(Value::Object(Object::new(own.chain(put))))
}

/// A style by the keys that a block of a table has for it. Cells have colours, boxes and alignment
/// that belong together, so the style of every field gives them only what it says of characters.
fn block_keys(
    style: &Flat,
    block: &table::Block,
    whole: bool,
) -> impl Iterator<Item = (&'static str, Value)> {
    let characters = [
        (style::FONT_SIZE.name, block.font_size.name),
        (style::BOLD.name, block.bold.name),
        (style::ITALIC.name, block.italic.name),
        (style::LINE_HEIGHT.name, block.line_height.name),
    ];
    let further = [
        (style::FONT_COLOR.name, block.color.name),
        (style::ALIGNMENT.name, block.align.name),
        (style::VERTICAL_ALIGNMENT.name, block.vertical.name),
        (style::BACKGROUND_COLOR.name, block.background.name),
    ];
    let further = further.into_iter().filter(move |_| whole);
    characters.into_iter().chain(further).filter_map(|(of_style, of_table)| {
        let value = style.get(of_style)?;
        let value = match value.as_str().and_then(<TextAlign as crate::format::Choose>::named) {
            Some(align) if of_style == style::ALIGNMENT.name => {
                Value::Text(column_align(align).name().into())
            }
            _ => value.clone(),
        };
        Some((of_table, value))
    })
}

/// Look of a block of a table from its style, or that of every field, besides its other keys:
/// font, rules, room between characters, case.
pub(super) fn of_block(node: &Node<'_>, keys: &table::Block, context: &mut Context) -> Look {
    let font = fonts::read_name(node, &keys.font, context);
    let own = match node.get(keys.style.name) {
        // A wrong name was reported when the keys were put in.
        Some(node) => context.styles.get(&text_of(node.value)),
        None => None,
    };
    let default = context.styles.get(EVERY_FIELD);
    let mut look = |style: Option<Rc<Flat>>| style.map(|s| s.look(context)).unwrap_or_default();
    let (default, own) = (look(default), look(own));
    default.under(Look { font, ..Look::default() }).under(own)
}

/// Look of a part of a card from its style, and that of every field: everything but the size,
/// which is a separate property of title, figure and subtitle.
pub(super) fn of_card(node: &Node<'_>, key: &Key, context: &mut Context) -> Look {
    let default = context.styles.get(EVERY_FIELD);
    let default = default.map(|style| style.look(context)).unwrap_or_default();
    let default = Look { size: None, color: None, background: None, align: None, ..default };
    let own = Flat::named(node, key, context);
    default.under(own.map(|style| style.look(context)).unwrap_or_default())
}

/// Differences in the appearance of a text, row or cell.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Look {
    /// The font.
    pub font: Option<FontNumber>,
    /// OpenType features that are switched on.
    pub features: Option<FeatureSet>,
    /// `true` for the bold face.
    pub bold: Option<bool>,
    /// `true` for the italic face.
    pub italic: Option<bool>,
    /// Replacement for a face that the font lacks.
    pub fallback: Option<FaceFallback>,
    /// `true` for a rule below the text.
    pub underline: Option<bool>,
    /// `true` for a rule through the text.
    pub strike: Option<bool>,
    /// Room between characters.
    pub spacing: Option<Spacing>,
    /// Case of the text.
    pub transform: Option<TextTransform>,
    /// Size of the text in points.
    pub size: Option<f64>,
    /// Colour of the text.
    pub color: Option<Color>,
    /// Fill.
    pub background: Option<Color>,
    /// Colour of the border.
    pub border_color: Option<Color>,
    /// Widths of the border in millimetres: top, right, bottom, left.
    pub border_widths: Option<[f64; 4]>,
    /// Horizontal alignment.
    pub align: Option<TextAlign>,
    /// Vertical alignment.
    pub vertical: Option<VerticalAlign>,
    /// Distance of lines.
    pub line_height: Option<LineHeight>,
}

impl Look {
    /// The style that a key holds.
    pub(super) fn read(node: &Node<'_>, key: &Key, context: &mut Context) -> Self {
        let flat = Flat::inline(node, key, context);
        flat.map(|flat| flat.look(context)).unwrap_or_default()
    }

    fn of(node: &Node<'_>, context: &mut Context) -> Self {
        Self {
            font: fonts::read_name(node, &style::FONT_NAME, context),
            features: fonts::read_features(node, &style::FONT_FEATURES, context),
            bold: node.read(&style::BOLD, context),
            italic: node.read(&style::ITALIC, context),
            fallback: node.read(&style::FACE_FALLBACK, context),
            underline: node.read(&style::UNDERLINE, context),
            strike: node.read(&style::STRIKETHROUGH, context),
            spacing: node.read(&style::CHARACTER_SPACING, context).map(Spacing::points),
            transform: node.read(&style::TEXT_TRANSFORM, context),
            size: node.read(&style::FONT_SIZE, context),
            color: node.read(&style::FONT_COLOR, context),
            background: node.read(&style::BACKGROUND_COLOR, context),
            border_color: node.read(&style::BORDER_COLOR, context),
            border_widths: border_widths(node, &style::BORDER_WIDTH, context),
            align: node.read(&style::ALIGNMENT, context),
            vertical: node.read(&style::VERTICAL_ALIGNMENT, context),
            line_height: node.read(&style::LINE_HEIGHT, context),
        }
    }

    /// Combines two looks: the values of `over` win.
    #[must_use]
    pub fn under(self, over: Self) -> Self {
        Self {
            font: over.font.or(self.font),
            features: over.features.or(self.features),
            bold: over.bold.or(self.bold),
            italic: over.italic.or(self.italic),
            fallback: over.fallback.or(self.fallback),
            underline: over.underline.or(self.underline),
            strike: over.strike.or(self.strike),
            spacing: over.spacing.or(self.spacing),
            transform: over.transform.or(self.transform),
            size: over.size.or(self.size),
            color: over.color.or(self.color),
            background: over.background.or(self.background),
            border_color: over.border_color.or(self.border_color),
            border_widths: over.border_widths.or(self.border_widths),
            align: over.align.or(self.align),
            vertical: over.vertical.or(self.vertical),
            line_height: over.line_height.or(self.line_height),
        }
    }

    /// Emphasis `base` with the differences of this look.
    #[must_use]
    pub fn emphasis(&self, base: Emphasis) -> Emphasis {
        let mut emphasis = base;
        let style = &mut emphasis.style;
        style.font = self.font.or(style.font);
        style.features = self.features.unwrap_or(style.features);
        style.bold = self.bold.unwrap_or(style.bold);
        style.italic = self.italic.unwrap_or(style.italic);
        style.fallback = self.fallback.unwrap_or(style.fallback);
        emphasis.underline = self.underline.unwrap_or(base.underline);
        emphasis.strike = self.strike.unwrap_or(base.strike);
        emphasis.set_spacing(self.spacing.unwrap_or(base.spacing));
        emphasis
    }

    /// Its alignment, as cells have it.
    pub fn column_align(&self) -> Option<Align> {
        self.align.map(column_align)
    }
}

fn column_align(align: TextAlign) -> Align {
    match align {
        TextAlign::Left | TextAlign::Start | TextAlign::Justify => Align::Left,
        TextAlign::Center => Align::Center,
        TextAlign::Right | TextAlign::End => Align::Right,
    }
}

/// A look under a condition.
pub struct LookRule {
    /// The condition, over what the field sees.
    pub when: Condition,
    pub look: Look,
}

impl LookRule {
    /// The `styleWhen` of a text or a card.
    pub(super) fn list(node: &Node<'_>, key: &Key, context: &mut Context) -> Vec<Self> {
        let rules = node.extension(key, context).map(|node| node.elements()).unwrap_or_default();
        rules.iter().filter_map(|rule| Self::read(rule, context)).collect()
    }

    fn read(node: &Node<'_>, context: &mut Context) -> Option<Self> {
        let when = node.required(&style::WHEN, context)?;
        let look = Look::read(node, &style::STYLED, context);
        Some(Self { when: context.condition(&when, &node.place(&style::WHEN)), look })
    }
}

/// A text in the case that is asked for.
pub fn transformed(transform: TextTransform, text: &str) -> Cow<'_, str> {
    transform.apply(text)
}

/// The keys of a card that hold names of styles: title, figure, subtitle.
pub(super) const CARD: [&Key; 3] = [&kpi::TITLE_STYLE, &kpi::VALUE_STYLE, &kpi::SUBTITLE_STYLE];

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::template::Template;
    use crate::template::field::{Kind, Table, Text};

    fn template(extensions: &Json, field: &Json) -> Result<Template, Vec<Problem>> {
        let mut own = json!({"id": "f", "name": "f", "x": 0, "y": 0, "width": 50, "height": 5});
        for (key, value) in field.as_object().into_iter().flatten() {
            own[key] = value.clone();
        }
        let styles = json!({
            "default": {"characterSpacing": 0.5, "lineHeight": 2},
            "h1": {"fontSize": 16, "bold": true},
            "red": {"extends": "h1", "fontColor": "#ff0000", "alignment": "end", "bold": null},
        });
        let template = json!({"extensions": extensions, "styles": styles,
            "page": {"width": 100, "height": 100}, "schemas": [own]});
        Template::parse(&Value::from(&template), &Value::Null)
    }

    fn text(extensions: &Json, field: &Json) -> Text {
        let mut field = field.clone();
        field["type"] = json!("text");
        let mut template = template(extensions, &field).expect("a template");
        match template.designs.remove(0).fields.remove(0).kind {
            Kind::Text(text) => *text,
            _ => panic!("a text"),
        }
    }

    /// E3.1 of the specification of extensions.
    #[test]
    fn overrides_come_before_the_style_and_the_style_before_the_field() {
        let field = json!({"fontSize": 11, "style": "h1"});
        let bold = |text: &Text| text.composed.as_ref().map(|c| c.emphasis.style.bold);
        let styled = text(&json!(1), &field);
        assert_eq!((styled.font_size, bold(&styled)), (16.0, Some(true)));
        let field = json!({"fontSize": 11, "style": "h1", "styleOverrides": {"fontSize": 14}});
        let overridden = text(&json!(1), &field);
        assert_eq!((overridden.font_size, bold(&overridden)), (14.0, Some(true)));
        let plain = text(&json!(null), &field);
        assert_eq!((plain.font_size, bold(&plain)), (11.0, None));
    }

    #[test]
    fn features_of_styles_reach_texts_and_cells() {
        let styles = json!({"style": "h1", "styleOverrides": {"fontFeatures": ["tnum", "smcp"]}});
        let featured = text(&json!(1), &styles).composed.expect("extended").emphasis.style.features;
        let tnum = json!({"type": "table", "head": ["A"], "styleWhen": [{"when": "true", "style": {"fontFeatures": ["tnum"]}}]});
        let made = template(&json!(1), &tnum).expect("a template");
        assert_eq!(made.features.get(featured), [*b"tnum"], "the first set of each template");
        let wrong = json!({"type": "text", "fontFeatures": ["tnum", "tabular"]});
        let problem = template(&json!(1), &wrong).err().expect("a problem").remove(0);
        assert_eq!(problem.pointer.as_deref(), Some("/template/schemas/0/fontFeatures/1"));
    }

    #[test]
    fn the_default_style_comes_after_the_field() {
        let read = |field: Json| text(&json!(1), &field).composed.expect("extended").line_height;
        let multiple = LineHeight::Multiple;
        assert_eq!(
            (read(json!({})), read(json!({"lineHeight": 1}))),
            (multiple(2.0), multiple(1.0))
        );
        // A length in the place of a multiple, and the other way round.
        assert_eq!(read(json!({"lineHeight": "14pt"})), LineHeight::Points(14.0));
    }

    #[test]
    fn tables_take_what_they_have_keys_for() {
        let field = json!({"type": "table", "headStyle": "red", "head": ["A"]});
        let mut template = template(&json!(1), &field).expect("a template");
        let Kind::Table(table) = template.designs.remove(0).fields.remove(0).kind else {
            panic!("a table")
        };
        let Table { head_block, body_block, extended, .. } = *table;
        assert_eq!((head_block.font_size, body_block.font_size), (16.0, 9.0));
        assert_eq!((head_block.align, body_block.align), (Align::Right, Align::Left));
        assert_eq!(Some(head_block.color), Color::parse("#f00"));
        let extended = extended.expect("it uses extensions");
        assert!(extended.head.style.bold && !extended.body.style.bold && !extended.flexible);
        assert_eq!(extended.body.look.spacing, Some(Spacing::points(0.5)));
    }

    #[test]
    fn long_chains_are_refused() {
        let styles: serde_json::Map<String, Json> =
            (0..9).map(|i| (i.to_string(), json!({"extends": (i + 1).to_string()}))).collect();
        let refused = |count: usize| {
            let mut styles = styles.clone();
            styles.insert(count.to_string(), json!({}));
            let template = json!({"extensions": 1, "page": {"width": 9, "height": 9},
                "schemas": [], "styles": styles.into_iter().take(count + 1).collect::<serde_json::Map<_, _>>()});
            let read = Template::parse(&Value::from(&template), &Value::Null);
            read.err().map(|problems| problems[0].code)
        };
        assert_eq!((refused(8), refused(9)), (None, Some(Code::ExtensionInvalid)));
    }
}
