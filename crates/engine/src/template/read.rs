//! Reading JSON by the entries of the format's table: every value knows its pointer, problems are
//! collected.
//!
//! The rule of tolerance (spec 2.4): `null` equals absent; a value of the wrong type is a template
//! error where the table says so ([`Mismatch::Refused`]), else the default takes its place. A
//! number written as a text is read as the number, with a warning.

use std::borrow::Cow;
use std::fmt::Write;

use super::named::{FontNames, Styles, Theme};
use crate::expr::value::{number_of_text, text_of};
use crate::expr::{Condition, Dialect, Place, TextTemplate};
use crate::format::color::Color;
use crate::format::{Choose, Key, LineHeight, Mismatch, Range, TextDirection, Type, Typed};
use crate::number::text::number_to_text;
use crate::pointer::escaped;
use crate::problem::{Code, Problem, quoted};
use crate::suggest::Suggestions;
use crate::value::Value;

/// State of reading a template: problems, warnings, and the names that it defines.
#[derive(Default)]
pub(crate) struct Context {
    /// Errors: the reasons for refusing the template.
    pub(crate) problems: Vec<Problem>,
    /// Warnings about values that are not read as they are written.
    pub(crate) warnings: Vec<Problem>,
    /// Name of the field being read, for messages.
    pub(crate) field: Option<String>,
    /// Dialect of its expressions.
    pub(crate) dialect: Dialect,
    /// The colours that it names.
    pub(crate) theme: Theme,
    /// The named styles of the template.
    pub(crate) styles: Styles,
    /// Named fonts of the template.
    pub(crate) fonts: FontNames,
    /// Resolution in dots per inch below which images without a limit of their own are noted.
    pub(crate) min_dpi: Option<f64>,
    /// Names that are proposed in place of unknown ones.
    pub(crate) suggestions: Suggestions,
    /// Direction of texts without a direction of their own.
    pub(crate) direction: Option<TextDirection>,
    /// Texts of the field being read that others stand in for.
    pub(crate) replaced: Vec<TextTemplate>,
}

impl Context {
    /// Direction of the texts of a field: its own, else that of the template, if there is one.
    pub(super) fn direction(
        &mut self,
        node: &Node<'_>,
        key: &Typed<Option<TextDirection>>,
    ) -> Option<TextDirection> {
        let own: Option<TextDirection> = node.read(key, self);
        own.or(self.direction)
    }

    /// Compiles a template text in the dialect of the template, with its place.
    pub(super) fn compile(&self, source: &str, pointer: &str) -> TextTemplate {
        TextTemplate::compile_in(source, &self.dialect).at(self.place(pointer, None))
    }

    /// As [`Self::compile`], for a text that is evaluated for each item of a list.
    pub(super) fn compile_item(&self, source: &str, pointer: &str, list: &str) -> TextTemplate {
        TextTemplate::compile_in(source, &self.dialect).at(self.place(pointer, Some(list)))
    }

    /// Compiles a condition in the dialect of the template, with its place.
    pub(super) fn condition(&self, source: &str, pointer: &str) -> Condition {
        Condition::compile_in(source, &self.dialect).at(self.place(pointer, None))
    }

    /// A place in the field that is read.
    pub(super) fn place(&self, pointer: &str, list: Option<&str>) -> Place {
        let field = self.field.as_deref().map(Box::from);
        Place { field, pointer: pointer.into(), list: list.map(Box::from) }
    }

    /// The expression of a key of the extensions, by which rows or repetitions are put together or
    /// in order: one that cannot be read is a fault (spec 20.0.2).
    pub(super) fn key_expression(&mut self, pointer: &str, source: &str) -> Condition {
        let condition = self.condition(source, pointer);
        if let Some(error) = condition.error() {
            let error = error.to_problem();
            let received = Value::from(&serde_json::Value::from(source));
            let invalid = invalid(pointer.to_owned(), "an expression that can be read", &received);
            let message = format!("{}: {}", invalid.message, error.message);
            let mut problem = Problem { message, advice: error.advice, ..invalid };
            problem.details.extend(error.details);
            problem.field.clone_from(&self.field);
            self.problems.push(problem);
        }
        condition
    }

    /// Notes a value of the wrong type.
    pub(super) fn wrong_type(&mut self, node: &Node<'_>, what: &str) {
        let message = format!("{what}, not {}", node.value.type_phrase());
        self.refuse(node.pointer.clone(), message, node.value.type_name());
    }

    fn refuse(&mut self, pointer: String, message: String, received: &'static str) {
        let mut problem = Problem::new(Code::InvalidTemplate, message)
            .pointer(pointer)
            .detail("receivedType", received);
        problem.field.clone_from(&self.field);
        self.problems.push(problem);
    }

    /// Notes a key of the extensions that holds what it cannot hold.
    pub(super) fn invalid(&mut self, pointer: String, expected: &str, received: &Value) {
        let mut problem = invalid(pointer, expected, received);
        problem.field.clone_from(&self.field);
        self.problems.push(problem);
    }

    /// Notes a value that is read as another one.
    fn converted(&mut self, pointer: String, message: String, advice: &'static str) {
        let mut problem =
            Problem::warning(Code::ConvertedValue, message).pointer(pointer).advice(advice);
        problem.field.clone_from(&self.field);
        self.warnings.push(problem);
    }
}

/// A key of the extensions that holds what it cannot hold.
pub(super) fn invalid(pointer: String, expected: &str, received: &Value) -> Problem {
    let received = received.to_json();
    let key = pointer.rsplit('/').next().unwrap_or_default();
    Problem::new(Code::ExtensionInvalid, format!("`{key}` is `{received}`, but must be {expected}"))
        .advice(format!("write {expected}"))
        .detail("expected", expected)
        .detail("received", received)
        .pointer(pointer)
}

/// A value with its JSON pointer.
#[derive(Clone)]
pub struct Node<'a> {
    /// The value.
    pub value: &'a Value,
    /// JSON pointer of the value.
    pub pointer: String,
}

/// Types of values for which the table has a default.
pub(crate) trait Read: Copy {
    /// The value under a key, if it is there and of the right type.
    fn read(node: &Node<'_>, key: &Key, context: &mut Context) -> Option<Self>;
}

impl Read for f64 {
    fn read(node: &Node<'_>, key: &Key, context: &mut Context) -> Option<Self> {
        let value = node.value.get(key.name)?;
        number(value, key.name, context, || node.place(key))
    }
}

impl Read for u32 {
    // The range was checked, and casts saturate.
    fn read(node: &Node<'_>, key: &Key, _: &mut Context) -> Option<Self> {
        Some(node.value.get(key.name)?.as_f64()? as u32)
    }
}

impl Read for i32 {
    // The range was checked, and casts saturate.
    fn read(node: &Node<'_>, key: &Key, _: &mut Context) -> Option<Self> {
        Some(node.value.get(key.name)?.as_f64()? as i32)
    }
}

impl Read for bool {
    fn read(node: &Node<'_>, key: &Key, _: &mut Context) -> Option<Self> {
        match node.value.get(key.name)? {
            Value::Bool(flag) => Some(*flag),
            _ => None,
        }
    }
}

impl Read for Color {
    fn read(node: &Node<'_>, key: &Key, context: &mut Context) -> Option<Self> {
        context.color(node.value.get(key.name)?, || node.place(key))
    }
}

impl Read for LineHeight {
    fn read(node: &Node<'_>, key: &Key, _: &mut Context) -> Option<Self> {
        match node.value.get(key.name)? {
            Value::Text(text) => Self::parse(text),
            value => value.as_f64().map(Self::Multiple),
        }
    }
}

/// Reads names. Each set is listed, because an implementation for all of them could overlap with
/// those for numbers.
macro_rules! read_names {
    ($($names:ident),* $(,)?) => {$(
        impl Read for crate::format::$names {
            fn read(node: &Node<'_>, key: &Key, _: &mut Context) -> Option<Self> {
                node.style(key).and_then(Self::named)
            }
        }
    )*};
}

read_names! {
    Aggregation, Align, Arithmetic, BandScope, BindingType, BlankPages, BoxFit, Break, Cap,
    CheckDigit, ColumnFill, ColumnKind, DisplayMode, Duplex, EinvoicePreset, EinvoiceProfile,
    EinvoiceStandard, ErrorCorrection, FaceFallback,
    FieldScope, FieldType, FillRule, Fit, Grid, Layer, LegendPosition, LineDirection,
    NumberFormat, OnError, Order, Orientation, PageBreak, PageMode, Pages, PagesOf,
    PayloadType, Permission, PieStyle, Pin, Position, Relationship, Repeat, RepeatBreak, Role,
    Shape, SignatureAppearance, SortBy, Symbology, TextAlign, TextDirection, TextFormat, TextOverflow,
    TextTransform, ValueFormat, VerticalAlign, Wrap,
}

impl<T: Read> Read for Option<T> {
    fn read(node: &Node<'_>, key: &Key, context: &mut Context) -> Option<Self> {
        T::read(node, key, context).map(Some)
    }
}

/// A finite number; one that is written as a text is read with a warning.
fn number(
    value: &Value,
    key: &str,
    context: &mut Context,
    pointer: impl FnOnce() -> String,
) -> Option<f64> {
    match value {
        Value::Number(number) => Some(*number).filter(|number| number.is_finite()),
        Value::Text(text) => {
            let number = number_in(text)?;
            let message = format!(
                "`{key}` is the text {}, which is read as the number {}",
                quoted(text),
                number_to_text(number)
            );
            context.converted(pointer(), message, "write the number without quotes");
            Some(number)
        }
        _ => None,
    }
}

/// The number that a text holds (spec 6.2); blank texts hold none.
pub fn number_in(text: &str) -> Option<f64> {
    Some(number_of_text(text)).filter(|number| number.is_finite() && !text.trim().is_empty())
}

impl<'a> Node<'a> {
    /// The root of a JSON value, which stands at a pointer.
    pub fn root(value: &'a Value, pointer: &str) -> Self {
        Self { value, pointer: pointer.to_owned() }
    }

    /// The value of a key; nothing when it is absent or `null`.
    pub fn get(&self, key: &str) -> Option<Self> {
        let value = self.value.get(key)?;
        Some(Self { value, pointer: format!("{}/{}", self.pointer, escaped(key)) })
    }

    /// JSON pointer of the value of a key.
    pub(super) fn place(&self, key: &Key) -> String {
        format!("{}/{}", self.pointer, key.name)
    }

    fn element(&self, index: usize, value: &'a Value) -> Self {
        let mut pointer = String::with_capacity(self.pointer.len() + 4);
        let _ = write!(pointer, "{}/{index}", self.pointer);
        Self { value, pointer }
    }

    /// The elements, if it is an array.
    pub fn elements(&self) -> Vec<Self> {
        let items = self.value.as_array().unwrap_or_default().iter().enumerate();
        items.map(|(i, item)| self.element(i, item)).collect()
    }

    /// The elements of the array under a key; none where there is no array.
    pub fn list(&self, key: &str) -> Vec<Self> {
        self.get(key).map(|node| node.elements()).unwrap_or_default()
    }

    /// The text under a key; empty where there is none.
    pub fn text(&self, key: &str) -> &'a str {
        self.value.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// The value under a key, or the default of the table.
    pub(super) fn read<T: Read>(&self, key: &Typed<T>, context: &mut Context) -> T {
        if key.extension && self.extension(key, context).is_none() {
            return key.default;
        }
        T::read(self, key, context).unwrap_or(key.default)
    }

    /// The value under a key of the extensions, if the template has them and the value is of the
    /// type and in the range of the table; else a problem.
    pub(super) fn extension(&self, key: &Key, context: &mut Context) -> Option<Self> {
        if !context.dialect.is_extended() {
            return None;
        }
        let node = self.get(key.name)?;
        let Some(TypeFault { node, expected, is_color }) =
            fault(&node, &key.ty, key.range, &context.theme)
        else {
            return Some(node);
        };
        let text = node.value.as_str().filter(|_| is_color);
        if !text.is_some_and(|text| context.unknown_color(text, || node.pointer.clone())) {
            context.invalid(node.pointer, &expected, node.value);
        }
        None
    }

    /// The text of a key of the extensions that must be there.
    pub(super) fn required(&self, key: &Key, context: &mut Context) -> Option<String> {
        if self.get(key.name).is_none() {
            context.invalid(self.place(key), "an expression", &Value::Null);
            return None;
        }
        self.extension(key, context).map(|node| text_of(node.value).into_owned())
    }

    /// The elements of an array; a problem when it is none.
    pub(super) fn array(&self, context: &mut Context) -> Option<Vec<Self>> {
        if self.value.as_array().is_none() {
            let key = self.pointer.rsplit('/').next().unwrap_or_default();
            context.wrong_type(self, &format!("`{key}` must be a list"));
            return None;
        }
        Some(self.elements())
    }

    /// The elements of the array under a key; none when absent.
    pub(super) fn items(&self, key: &Key, context: &mut Context) -> Vec<Self> {
        let Some(node) = self.get(key.name) else { return Vec::new() };
        match key.mismatch {
            Mismatch::Refused => node.array(context).unwrap_or_default(),
            Mismatch::Ignored => node.elements(),
        }
    }

    /// The text under a key; a problem when it is of another type.
    pub(super) fn string(&self, key: &Key, context: &mut Context) -> Option<&'a str> {
        let value = self.value.get(key.name)?;
        if value.as_str().is_none() {
            let node = Node { value, pointer: self.place(key) };
            context.wrong_type(&node, &format!("`{}` must be a text", key.name));
        }
        value.as_str()
    }

    /// The text that others refer to; a number is read as its text.
    pub(super) fn name(&self, key: &Key, context: &mut Context) -> Cow<'a, str> {
        match self.value.get(key.name) {
            Some(Value::Number(number)) => {
                let text = number_to_text(*number);
                let message =
                    format!("`{}` is the number {text}, which is read as a text", key.name);
                context.converted(self.place(key), message, "write it in quotes");
                Cow::Owned(text)
            }
            _ => Cow::Borrowed(self.string(key, context).unwrap_or_default()),
        }
    }

    /// The text under a styling key; nothing when it is of another type.
    pub(super) fn style(&self, key: &Key) -> Option<&'a str> {
        self.value.get(key.name).and_then(Value::as_str)
    }

    /// The colour of a fill or a border: an invalid one is black [Q], only an empty one is none.
    pub(super) fn paint(&self, key: &Key, context: &mut Context) -> Option<Color> {
        let value = self.value.get(key.name).filter(|value| value.as_str() != Some(""))?;
        value.as_str()?;
        Some(context.color(value, || self.place(key)).unwrap_or(Color::BLACK))
    }

    /// A number in a list, or nothing where its place is empty.
    pub(super) fn number(&self, key: &Key, context: &mut Context) -> Option<f64> {
        number(self.value, key.name, context, || self.pointer.clone())
    }

    /// A length that every field has; a problem when it is missing or no number. `null` is 0.
    pub(super) fn length(&self, key: &Key, context: &mut Context) -> f64 {
        let found = self.value.as_object().and_then(|object| object.get(key.name));
        if let Some(Value::Null) = found {
            let message = format!("`{}` is null, which is read as 0", key.name);
            context.converted(self.place(key), message, "write the number");
            return 0.0;
        }
        if let Some(number) =
            found.and_then(|value| number(value, key.name, context, || self.place(key)))
        {
            return number;
        }
        let message = format!(
            "`{}` must be a number of millimetres, but is {}",
            key.name,
            found.map_or("missing", Value::type_phrase)
        );
        context.refuse(self.place(key), message, found.map_or("missing", Value::type_name));
        0.0
    }
}

/// The part of a value that is not of its type.
struct TypeFault<'a> {
    node: Node<'a>,
    /// The description of the type, in messages.
    expected: String,
    /// The type is a colour, which the value may name.
    is_color: bool,
}

/// The first fault of a value against a type.
fn fault<'a>(
    node: &Node<'a>,
    ty: &Type,
    range: Option<Range>,
    theme: &Theme,
) -> Option<TypeFault<'a>> {
    let value = node.value;
    let fits = match ty {
        Type::Flag => matches!(value, Value::Bool(_)),
        Type::Number | Type::Whole => {
            let number = value.as_f64().filter(|number| number.is_finite());
            number.is_some_and(|number| {
                let inside = range.is_none_or(|range| range.contains(number));
                inside && (!matches!(ty, Type::Whole) || number.fract() == 0.0)
            })
        }
        Type::Choice(choices) => {
            value.as_str().is_some_and(|name| choices.iter().any(|choice| choice.name == name))
        }
        Type::Color | Type::Paint => value.as_str().is_some_and(|text| theme.color(text).is_some()),
        Type::Length => value.as_str().is_some_and(|text| LineHeight::parse(text).is_some()),
        Type::Map(inner) => {
            if let Some(object) = value.as_object() {
                let mut values = object.keys().filter_map(|key| node.get(key));
                return values.find_map(|value| fault(&value, inner, range, theme));
            }
            false
        }
        Type::Object(_) | Type::Kinds(_) => value.as_object().is_some(),
        Type::List(inner) => {
            if value.as_array().is_some() {
                let elements = node.elements();
                return elements.iter().find_map(|element| fault(element, inner, range, theme));
            }
            false
        }
        Type::Nullable(_) if value.is_null() => true,
        Type::Nullable(inner) => return fault(node, inner, range, theme),
        Type::Either(types) => types.iter().any(|ty| fault(node, ty, range, theme).is_none()),
        Type::TextOr(_) => value.as_str().is_some() || value.as_object().is_some(),
        Type::Printable => value.as_object().is_none() && value.as_array().is_none(),
        Type::Text | Type::Name | Type::Picture | Type::Icon => value.as_str().is_some(),
    };
    let is_color = matches!(ty, Type::Color | Type::Paint);
    (!fits).then(|| TypeFault { node: node.clone(), expected: expected(ty, range), is_color })
}

/// A type as messages describe it.
fn expected(ty: &Type, range: Option<Range>) -> String {
    let plain = match ty {
        Type::Flag => "true or false",
        Type::Number | Type::Whole => {
            let kind = if matches!(ty, Type::Whole) { "a whole number" } else { "a number" };
            return format!("{kind}{}", range.map(|range| range.to_string()).unwrap_or_default());
        }
        Type::Choice(choices) => {
            let names: Vec<String> = choices.iter().map(|c| format!("`{}`", c.name)).collect();
            return format!("one of {}", names.join(", "));
        }
        Type::Color | Type::Paint => "a colour such as `#1f2937`",
        Type::Length => "a length such as `14pt` or `4mm`",
        Type::Map(_) | Type::Object(_) | Type::Kinds(_) => "an object",
        Type::List(_) => "a list",
        Type::Nullable(inner) => return expected(inner, range),
        Type::Either(types) => {
            let types: Vec<String> = types.iter().map(|ty| expected(ty, range)).collect();
            return types.join(", or ");
        }
        Type::TextOr(_) => "a text or an object",
        Type::Printable | Type::Text | Type::Name | Type::Picture | Type::Icon => "a text",
    };
    plain.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_hold_numbers_as_the_format_reads_them() {
        assert_eq!(number_in("20"), Some(20.0));
        assert_eq!(number_in(" 1.5e1 "), Some(15.0));
        for text in ["", " ", "20mm", "1,5", "Infinity", "NaN"] {
            assert_eq!(number_in(text), None, "{text:?}");
        }
    }
}
