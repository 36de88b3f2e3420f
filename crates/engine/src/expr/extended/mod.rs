//! The functions of extensions (spec 20.9.1).
//!
//! One rule for blanks, as in the base: a missing or blank number is 0, a text that is no number
//! makes the result empty; a blank date stays blank; a missing text is empty. Results that are not
//! finite are empty.

mod choices;
mod dates;
mod languages;
mod lists;
mod numbers;
mod texts;
mod words;

use super::aggregate::ArrayPath;
use super::ast::{Call, Expr, Role};
use super::catalog;
use super::decimal::Decimal;
use super::dialect::Dialect;
use super::eval::Output;
use super::scope::Scope;
use super::value::push_items;
use crate::problem::Result;
use choices::Choice;
pub(super) use dates::{DateFunction, UNITS, Unit};
use languages::LanguageFunction;
pub(super) use lists::sees_items_alone;
use lists::{ItemFunction, ListFunction};
use numbers::NumberFunction;
use texts::TextFunction;
use words::WordsFunction;

/// The name of the function that makes groups.
const GROUPS: &str = "GROUPBY";

/// A function of extensions.
#[derive(Debug, Clone, PartialEq)]
pub enum Extended {
    /// Of numbers.
    Number(NumberFunction),
    /// Over the column of a list.
    List(ListFunction, ArrayPath),
    /// Over the items of a list, with expressions that are evaluated for each.
    Items(ItemFunction, ArrayPath),
    /// The items of a list in groups.
    Groups(ArrayPath),
    /// One of several values.
    Choice(Choice),
    /// Of texts.
    Text(TextFunction),
    /// Of dates.
    Date(DateFunction),
    /// Numbers in words.
    Words(WordsFunction),
    /// In the language of the document.
    Language(LanguageFunction),
}

impl Extended {
    /// The function of a name in upper case, with these arguments.
    pub(super) fn resolve(
        name: &str,
        args: &[Expr],
        sources: &[Box<str>],
        dialect: &Dialect,
    ) -> Option<Self> {
        let source = sources.first().map_or("", |source| source);
        if let Some(function) = NumberFunction::named(name) {
            return Some(Self::Number(function));
        }
        if let Some(function) = ListFunction::named(name) {
            let list = match function.has_column() {
                true => ArrayPath::new(args.first(), source, dialect),
                false => ArrayPath::whole(args.first(), source, dialect),
            };
            return Some(Self::List(function, list));
        }
        if name == GROUPS {
            return Some(Self::Groups(ArrayPath::whole(args.first(), source, dialect)));
        }
        if let Some(function) = ItemFunction::named(name) {
            return Some(Self::Items(function, ArrayPath::whole(args.first(), source, dialect)));
        }
        Choice::named(name)
            .map(Self::Choice)
            .or_else(|| TextFunction::named(name).map(Self::Text))
            .or_else(|| DateFunction::named(name).map(Self::Date))
            .or_else(|| WordsFunction::named(name).map(Self::Words))
            .or_else(|| LanguageFunction::named(name).map(Self::Language))
    }

    /// How many arguments it takes at most; nothing where there is no limit.
    pub(super) fn max_arguments(&self) -> Option<usize> {
        catalog::find(self.name())?.most()
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Number(function) => function.name(),
            Self::List(function, _) => function.name(),
            Self::Items(function, _) => function.name(),
            Self::Groups(_) => GROUPS,
            Self::Choice(function) => function.name(),
            Self::Text(function) => function.name(),
            Self::Date(function) => function.name(),
            Self::Words(function) => function.name(),
            Self::Language(function) => function.name(),
        }
    }

    /// The list that it goes over.
    pub(super) fn list(&self) -> Option<&ArrayPath> {
        match self {
            Self::List(_, list) | Self::Items(_, list) | Self::Groups(list) => Some(list),
            _ => None,
        }
    }

    /// What it does with the argument at a place.
    pub(super) fn role(&self, index: usize) -> Role {
        match (self, index) {
            (Self::List(..) | Self::Items(..) | Self::Groups(..), 0) => Role::List,
            (Self::Items(..) | Self::Groups(..), _) => Role::Item,
            _ => Role::Value,
        }
    }

    /// The value of a call.
    pub(super) fn evaluate<'a>(&'a self, call: &'a Call, scope: &Scope<'a>) -> Result<Output<'a>> {
        match self {
            Self::Number(function) => function.evaluate(call, scope),
            Self::List(function, list) => function.evaluate(list, call, scope),
            Self::Items(function, list) => function.evaluate(list, call, scope),
            Self::Groups(_) => {
                // As a text it is what lists are.
                let mut text = String::new();
                push_items(call.made_list(scope)?, &mut text, scope.env.meter)?;
                Ok(Output::Text(text.into()))
            }
            Self::Choice(function) => function.evaluate(call, scope),
            Self::Text(function) => function.evaluate(call, scope),
            Self::Date(function) => function.evaluate(call, scope),
            Self::Words(function) => function.evaluate(call, scope),
            Self::Language(function) => function.evaluate(call, scope),
        }
    }
}

/// Declares the functions of a group with their names.
macro_rules! functions {
    ($(#[$doc:meta])* $group:ident { $($(#[$of:meta])* $variant:ident $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $group { $($(#[$of])* $variant,)* }

        impl $group {
            pub(super) fn named(name: &str) -> Option<Self> {
                Some(match name {
                    $($name => Self::$variant,)*
                    _ => return None,
                })
            }

            pub(super) fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}
use functions;

/// A number as the result of a function: as a double unless arithmetic is exact, and empty where
/// there is none.
fn number<'a>(number: Option<Decimal>, scope: &Scope<'_>) -> Output<'a> {
    match number {
        Some(number) if scope.env.exact => Output::Exact(number),
        Some(number) => finite(number.to_f64()),
        None => Output::NoNumber,
    }
}

/// A double as the result of a function; empty where it is not finite.
fn finite<'a>(number: f64) -> Output<'a> {
    if number.is_finite() { Output::Number(number + 0.0) } else { Output::NoNumber }
}

impl Call {
    /// A whole number of places, characters or units, without its fraction; nothing where the
    /// argument is no number.
    fn whole(&self, index: usize, scope: &Scope<'_>) -> Result<Option<i64>> {
        let number = self.number(index, scope)?;
        // The cast saturates, which is as good as any number of that size.
        Ok((!number.is_nan()).then_some(number as i64))
    }
}
