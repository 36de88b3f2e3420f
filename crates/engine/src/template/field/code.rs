//! QR codes and bar codes (spec 20.5).

use super::Bindings;
use super::text::shown;
use crate::barcode::{Code, QrOptions};
use crate::expr::TextTemplate;
use crate::expr::value::text_of;
use crate::format::{
    Choose, ErrorCorrection, FieldType, Key, Object, OnError, PayloadType, Symbology, Type, code,
    payload,
};
use crate::template::color::Color;
use crate::template::read::{Context, Node};

/// A QR code or bar code in a box.
pub struct CodeField {
    /// Content of the code.
    pub source: CodeSource,
    /// Kind of code, with its options.
    pub code: Code,
    /// Colour of the dark modules.
    pub bar_color: Color,
    /// Fill of the box.
    pub background: Option<Color>,
    /// Light modules on every side.
    pub quiet_zone: f64,
    /// Size of the text below the bars, where there is one.
    pub text_size: Option<f64>,
    /// Behaviour for content that the code cannot hold.
    pub on_error: OnError,
}

/// Content of a code.
pub enum CodeSource {
    /// A text, its binding already applied.
    Text(TextTemplate),
    /// A payment: its fields by name, `creditor.name` for those within another.
    Payload(PayloadType, Vec<(String, TextTemplate)>),
}

/// The least contrast of the dark modules to what is behind them.
const LEAST_CONTRAST: f64 = 3.0;

impl CodeField {
    pub(super) fn read(
        node: &Node<'_>,
        kind: FieldType,
        bindings: Bindings<'_>,
        context: &mut Context,
    ) -> Self {
        let is_qr = kind == FieldType::Qrcode;
        let code = if is_qr { qr(node, context) } else { bars(node, context) };
        let bar_color = node.read(&code::BAR_COLOR, context);
        let background = node.read(&code::BACKGROUND, context);
        check_contrast(node, bar_color, background, context);
        let quiet_zone = node.read(&code::QUIET_ZONE, context);
        let with_text = !is_qr && node.read(&code::INCLUDE_TEXT, context) && code.is_linear();
        let text_size = node.read(&code::TEXT_FONT_SIZE, context);
        let payment = if is_qr { payment(node, context) } else { None };
        Self {
            source: payment.unwrap_or_else(|| CodeSource::Text(text(node, bindings, context))),
            code,
            bar_color,
            background,
            quiet_zone: quiet_zone.unwrap_or(code.quiet_zone().usual),
            text_size: with_text.then_some(text_size),
            on_error: node.read(&code::ON_ERROR, context),
        }
    }

    /// Returns `true` if it shows the number or count of pages.
    pub fn uses_page_tokens(&self) -> bool {
        match &self.source {
            CodeSource::Text(text) => text.uses_page_tokens(),
            CodeSource::Payload(_, parts) => parts.iter().any(|(_, text)| text.uses_page_tokens()),
        }
    }
}

fn text(node: &Node<'_>, bindings: Bindings<'_>, context: &mut Context) -> TextTemplate {
    let content = node.extension(&code::CONTENT, context);
    let content = content.and_then(|node| node.value.as_str()).unwrap_or_default();
    shown(content, &node.place(&code::CONTENT), bindings, context)
}

fn qr(node: &Node<'_>, context: &mut Context) -> Code {
    let level: ErrorCorrection = node.read(&code::ERROR_CORRECTION, context);
    let version = node.read(&code::VERSION, context).map(|version| version.clamp(1, 40) as u8);
    let versions = version.map_or((1, 40), |version| (version, version));
    Code::Qr(QrOptions { level, raise: true, versions })
}

fn bars(node: &Node<'_>, context: &mut Context) -> Code {
    let symbology: Symbology = node.read(&code::SYMBOLOGY, context);
    Code::Bars(symbology, node.read(&code::CHECK_DIGIT, context))
}

/// Refuses colours that readers cannot tell apart.
fn check_contrast(node: &Node<'_>, bars: Color, background: Option<Color>, context: &mut Context) {
    if bars.contrast(background.unwrap_or(Color::WHITE)) >= LEAST_CONTRAST {
        return;
    }
    let key = |key: &Key| node.get(key.name);
    if let Some(node) = key(&code::BAR_COLOR).or_else(|| key(&code::BACKGROUND)) {
        context.invalid(node.pointer, "a colour with a contrast of at least 3:1", node.value);
    }
}

/// The payment of a QR code, if it has one.
fn payment(node: &Node<'_>, context: &mut Context) -> Option<CodeSource> {
    let node = node.extension(&code::PAYLOAD, context)?;
    let Some(kind) = node.value.get(payload::TYPE.name) else {
        let names = PayloadType::CHOICES.iter().map(|choice| format!("`{}`", choice.name));
        let expected = format!("a payment with a `type`: {}", names.collect::<Vec<_>>().join(", "));
        context.invalid(node.pointer.clone(), &expected, node.value);
        return None;
    };
    node.extension(&payload::TYPE, context)?;
    let name = kind.as_str().unwrap_or_default();
    let (kind, object) = PayloadType::named(name).zip(payload::PAYLOADS.of(name))?;
    let mut parts = Vec::new();
    read_parts(&node, object, "", &mut parts, context);
    Some(CodeSource::Payload(kind, parts))
}

fn read_parts(
    node: &Node<'_>,
    object: &'static Object,
    within: &str,
    parts: &mut Vec<(String, TextTemplate)>,
    context: &mut Context,
) {
    let known = |name: &str| object.own_keys().any(|key| key.name == name) || name == "type";
    for name in node.value.as_object().into_iter().flat_map(|object| object.keys()) {
        // A typo in a payment must not pass: the field would be missing in it.
        if !known(name)
            && !name.starts_with(['_', '$'])
            && let Some(other) = node.get(name)
        {
            let names: Vec<String> =
                object.own_keys().map(|key| format!("`{}`", key.name)).collect();
            let expected = format!("one of the fields {}", names.join(", "));
            context.invalid(other.pointer, &expected, other.value);
        }
    }
    for key in object.keys {
        let Some(part) = node.extension(key, context) else { continue };
        let name = format!("{within}{}", key.name);
        match key.ty {
            Type::Object(inner) => read_parts(&part, inner, &format!("{name}."), parts, context),
            _ => parts.push((name, context.compile(&text_of(part.value), &part.pointer))),
        }
    }
}
