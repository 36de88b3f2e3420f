//! Entries of the table of the format.

use std::fmt;
use std::ops::Deref;

use super::choice::{Choice, Choose};
use super::color::Color;
use super::line_height::LineHeight;
use super::{Kinds, Object};

/// Longest side of a page in millimetres: beyond anything printed, within what PDF numbers hold.
pub const LONGEST_SIDE: f64 = 100_000.0;

/// One key of an object.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The key as it is written.
    pub name: &'static str,
    /// Type of its value.
    pub ty: Type,
    /// Value that is read where the key is absent or `null`.
    pub default: Default,
    /// Value that editors write when they create the object, as JSON.
    pub created: Option<&'static str>,
    /// `true` if every writer puts the key, although readers accept its absence.
    pub expected: bool,
    /// Range of a number.
    pub range: Option<Range>,
    /// The unit of a number.
    pub unit: Unit,
    /// The version of json-pdf-designer that brought the key; nothing for the oldest ones.
    pub since: Option<&'static str>,
    /// Its meaning, in one sentence.
    pub meaning: &'static str,
    /// Data that its expressions see, if it is a text with expressions.
    pub expressions: Option<Scope>,
    /// Effect of a value of another type.
    pub mismatch: Mismatch,
    /// Effect of a value that is none of its choices, as messages say it.
    pub unknown: &'static str,
    /// The condition under which the key has an effect; nothing where it always has.
    pub effect: Option<Effect>,
    /// Behaviour of json-pdf-designer, where that differs.
    pub older: Option<&'static str>,
    /// `true` if it is read only in templates with `extensions`, and then strictly: a value of
    /// another type or out of range refuses the template.
    pub extension: bool,
}

/// A key together with the default as a value of the type that is read.
#[derive(Debug, Clone, Copy)]
pub struct Typed<T> {
    key: Key,
    /// Value that is read where the key is absent.
    pub default: T,
}

impl<T> Deref for Typed<T> {
    type Target = Key;

    fn deref(&self) -> &Key {
        &self.key
    }
}

/// Type of the value of a key.
#[derive(Debug, Clone, Copy)]
pub enum Type {
    /// A text.
    Text,
    /// A text that others refer to; a number is read as its text.
    Name,
    /// A data URI of a picture.
    Picture,
    /// The name of an icon.
    Icon,
    /// A number.
    Number,
    /// A whole number.
    Whole,
    /// `true` or `false`.
    Flag,
    /// One of these names.
    Choice(&'static [Choice]),
    /// A colour; another text is ignored.
    Color,
    /// A colour; another text is black (spec 10.7).
    Paint,
    /// A text of a length and its unit, such as `14pt` or `4mm`.
    Length,
    /// Any value; it is turned into text (spec 6.1).
    Printable,
    /// An object.
    Object(&'static Object),
    /// An object of one of several kinds.
    Kinds(&'static Kinds),
    /// A list.
    List(&'static Type),
    /// In a list: `null` leaves the place empty.
    Nullable(&'static Type),
    /// A text, or an object.
    TextOr(&'static Object),
    /// A value of one of these types.
    Either(&'static [Type]),
    /// An object whose keys are names of the author's, all with values of one type.
    Map(&'static Type),
}

/// Value that is read where the key is absent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Default {
    /// Absence is refused.
    Required,
    /// Nothing.
    None,
    /// The empty text, or the empty list.
    Empty,
    /// A number.
    Number(f64),
    /// `true` or `false`.
    Flag(bool),
    /// A name of a choice, or a text.
    Text(&'static str),
    /// A colour.
    Color(Color),
}

/// The unit of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A plain number, or no number.
    Plain,
    /// Millimetres.
    Millimetre,
    /// Points.
    Point,
    /// Percent.
    Percent,
}

impl Unit {
    /// The unit as the reference writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Millimetre => "mm",
            Self::Point => "pt",
            Self::Percent => "%",
        }
    }
}

/// Range of a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// The smallest number.
    pub min: f64,
    /// `true` if the smallest number is itself outside.
    pub above: bool,
    /// The largest number.
    pub max: Option<f64>,
}

impl Range {
    /// Returns `true` if a number is inside.
    pub fn contains(&self, number: f64) -> bool {
        let low = if self.above { number > self.min } else { number >= self.min };
        low && self.max.is_none_or(|max| number <= max)
    }
}

/// The range as messages write it after the limited thing: ` between 1 and 5`.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.max, self.above) {
            (Some(max), _) if max == self.min => write!(f, " of {max}"),
            (Some(max), true) => write!(f, " above {} and at most {max}", self.min),
            (Some(max), false) => write!(f, " between {} and {max}", self.min),
            (None, true) => write!(f, " above {}", self.min),
            (None, false) => write!(f, " of at least {}", self.min),
        }
    }
}

/// Data that the expressions of a text see (spec 8.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The data of [`Scope::Own`], for a bare condition.
    Condition,
    /// The data of the field: the document, or the item of its section.
    Own,
    /// Always the document.
    Document,
    /// The items of the table's rows.
    Rows,
    /// The totals row: the document or the section's item, without page tokens.
    Totals,
    /// A further row of a table, or a condition on a row: an item and the names of 20.0.5.
    Named,
    /// The data of [`Scope::Named`], for a bare expression.
    NamedCondition,
}

/// Effect of a value of another type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mismatch {
    /// The template is refused.
    Refused,
    /// The default takes its place.
    Ignored,
}

/// The condition under which a key has an effect.
#[derive(Debug, Clone, Copy)]
pub struct Effect {
    /// The key that decides.
    pub key: &'static str,
    /// The values with which there is an effect; empty: any but absent, empty and 0.
    pub values: &'static [&'static str],
}

/// A key that holds any text; the functions below say more.
pub(super) const fn key(name: &'static str, meaning: &'static str) -> Key {
    Key {
        name,
        ty: Type::Text,
        default: Default::None,
        created: None,
        expected: false,
        range: None,
        unit: Unit::Plain,
        since: None,
        meaning,
        expressions: None,
        mismatch: Mismatch::Refused,
        unknown: "is ignored",
        effect: None,
        older: None,
        extension: false,
    }
}

impl Key {
    /// The entry itself, as [`Typed::key`] gives it.
    pub const fn key(&self) -> &Self {
        self
    }

    pub(super) const fn ty(self, ty: Type) -> Self {
        Self { ty, ..self }
    }

    pub(super) const fn required(self) -> Self {
        Self { default: Default::Required, expected: true, ..self }
    }

    /// Every writer puts it; absent it is empty.
    pub(super) const fn expected(self) -> Self {
        Self { default: Default::Empty, expected: true, ..self }
    }

    pub(super) const fn default(self, default: Default) -> Self {
        Self { default, ..self }
    }

    pub(super) const fn created(self, json: &'static str) -> Self {
        Self { created: Some(json), ..self }
    }

    pub(super) const fn millimetres(self) -> Self {
        Self { unit: Unit::Millimetre, ..self }
    }

    /// A size in points.
    pub(super) const fn points(self) -> Self {
        Self { unit: Unit::Point, ..self }.at_least(0.0)
    }

    /// A length in millimetres that is not negative.
    pub(super) const fn length(self) -> Self {
        self.millimetres().at_least(0.0)
    }

    pub(super) const fn percent(self) -> Self {
        Self { unit: Unit::Percent, ..self }.range(0.0, 100.0)
    }

    pub(super) const fn at_least(self, min: f64) -> Self {
        Self { range: Some(Range { min, above: false, max: None }), ..self }
    }

    pub(super) const fn range(self, min: f64, max: f64) -> Self {
        Self { range: Some(Range { min, above: false, max: Some(max) }), ..self }
    }

    pub(super) const fn above(self, min: f64, max: f64) -> Self {
        Self { range: Some(Range { min, above: true, max: Some(max) }), ..self }
    }

    pub(super) const fn since(self, version: &'static str) -> Self {
        Self { since: Some(version), ..self }
    }

    pub(super) const fn expressions(self, scope: Scope) -> Self {
        Self { expressions: Some(scope), ..self }
    }

    pub(super) const fn ignored(self) -> Self {
        Self { mismatch: Mismatch::Ignored, ..self }
    }

    /// Effect of a value that is none of its choices, where that is not ignored.
    pub(super) const fn unknown(self, unknown: &'static str) -> Self {
        Self { unknown, ..self }
    }

    /// It has an effect only where `key` has one of these values.
    pub(super) const fn only(self, key: &'static str, values: &'static [&'static str]) -> Self {
        Self { effect: Some(Effect { key, values }), ..self }
    }

    pub(super) const fn older(self, what: &'static str) -> Self {
        Self { older: Some(what), ..self }
    }

    /// Read only in templates with `extensions`.
    pub(super) const fn extension(self) -> Self {
        Self { extension: true, mismatch: Mismatch::Refused, ..self }
    }

    /// For the editor only: kept, and never read by the renderer.
    pub(super) const fn editor(self) -> Self {
        self.ignored()
    }
}

impl<T: Copy> Typed<T> {
    /// Read only in templates with `extensions`.
    pub(super) const fn extension(self) -> Self {
        Self { key: self.key.extension(), ..self }
    }

    /// A value of one of these types; what is not of the first is read by itself.
    pub(super) const fn either(self, types: &'static [Type]) -> Self {
        Self { key: self.key.ty(Type::Either(types)), ..self }
    }

    /// The entry without the typed default.
    pub const fn key(&self) -> &Key {
        &self.key
    }
}

/// A number that may be absent for the default.
pub(super) const fn number(default: f64, key: Key) -> Typed<f64> {
    let key = key.ty(Type::Number).ignored().default(Default::Number(default));
    Typed { key, default }
}

/// A number, or nothing.
pub(super) const fn optional_number(key: Key) -> Typed<Option<f64>> {
    Typed { key: key.ty(Type::Number).ignored(), default: None }
}

/// The distance of lines, in templates with `extensions`: a multiple of the size, or a length.
pub(super) const fn line_height(default: f64, key: Key) -> Typed<LineHeight> {
    let key = line_height_key(key).default(Default::Number(default));
    Typed { key, default: LineHeight::Multiple(default) }
}

/// The distance of lines as in [`line_height`], or none.
pub(super) const fn optional_line_height(key: Key) -> Typed<Option<LineHeight>> {
    Typed { key: line_height_key(key), default: None }
}

const fn line_height_key(key: Key) -> Key {
    key.range(0.5, 5.0).ty(Type::Either(const { &[Type::Number, Type::Length] })).extension()
}

/// A whole number that may be absent for the default, in templates with `extensions`.
pub(super) const fn whole(default: u32, key: Key) -> Typed<u32> {
    let key = key.ty(Type::Whole).default(Default::Number(default as f64)).extension();
    Typed { key, default }
}

/// A whole number that may be negative, in templates with `extensions`.
pub(super) const fn integer(default: i32, key: Key) -> Typed<i32> {
    let key = key.ty(Type::Whole).default(Default::Number(default as f64)).extension();
    Typed { key, default }
}

/// A whole number, or nothing, in templates with `extensions`.
pub(super) const fn optional_whole(key: Key) -> Typed<Option<u32>> {
    Typed { key: key.ty(Type::Whole).extension(), default: None }
}

/// One of the names of `T`, or nothing, in templates with `extensions`.
pub(super) const fn optional_choice<T: Choose>(key: Key) -> Typed<Option<T>> {
    Typed { key: key.ty(Type::Choice(T::CHOICES)).extension(), default: None }
}

/// `true`, `false`, or nothing, in templates with `extensions`.
pub(super) const fn optional_flag(key: Key) -> Typed<Option<bool>> {
    Typed { key: key.ty(Type::Flag).extension(), default: None }
}

/// `true` or `false`.
pub(super) const fn flag(default: bool, key: Key) -> Typed<bool> {
    let key = key.ty(Type::Flag).ignored().default(Default::Flag(default));
    Typed { key, default }
}

/// A colour.
pub(super) const fn color(default: Color, key: Key) -> Typed<Color> {
    let key = key.ty(Type::Color).ignored().default(Default::Color(default));
    Typed { key, default }
}

/// A colour, or none.
pub(super) const fn optional_color(default: Option<Color>, key: Key) -> Typed<Option<Color>> {
    let shown = match default {
        Some(color) => Default::Color(color),
        None => Default::None,
    };
    Typed { key: key.ty(Type::Color).ignored().default(shown), default }
}

/// One of the names of `T`.
pub(super) const fn choice<T: Choose>(default: T, name: &'static str, key: Key) -> Typed<T> {
    let key = key.ty(Type::Choice(T::CHOICES)).ignored().default(Default::Text(name));
    Typed { key, default }
}
