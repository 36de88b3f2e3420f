//! Template texts and expressions (spec 5.3, 6, 7).
//!
//! A text or condition is compiled once: [`token`] → [`mod@parse`] → [`ast`], with paths folded,
//! functions resolved and literal arguments read. It is then evaluated ([`eval`]) against as many
//! [`Scope`]s as there are items. Nothing here fails because of an expression; [`lint`] reports what
//! is wrong with one.

pub mod aggregate;
pub mod ast;
pub mod catalog;
pub mod decimal;
pub mod dialect;
pub mod eval;
pub mod function;
pub mod parse;
pub mod scope;
pub mod token;

pub mod blank;
pub mod compare;
pub mod date;
pub mod findings;
pub mod number;
pub mod path;
pub mod value;

mod condition;
mod error;
mod extended;
mod grouped;
mod localized;
mod text;

pub mod lint;

pub use aggregate::Total;
pub use ast::{Expr, Reference};
pub use compare::{CompareOp, Comparison};
pub use condition::Condition;
pub use dialect::Dialect;
pub use error::SyntaxError;
pub use eval::Output;
pub use findings::{Finding, Findings, Place};
pub use grouped::{ListFormula, MadeLists};
pub use localized::{Languages, Localized, MissingTexts, missing_text};
pub use parse::{parse, parse_in};
pub use path::Path;
pub use scope::{Env, Found, Globals, ItemNames, Names, Scope};
pub use text::{BadToken, PartKind, TextTemplate, TextToken};
pub use token::tokenize;

#[cfg(test)]
mod testing {
    use super::{Dialect, Env, Globals, Scope, TextTemplate};
    use crate::budget::{Budget, Meter};
    use crate::problem::Result;
    use crate::value::Value;

    /// What a template text gives for a JSON document, in the year 2026.
    pub(super) fn render(template: &str, data: &str) -> String {
        render_with(&TextTemplate::compile(template), data, u64::MAX).expect("within the budget")
    }

    /// What a template text of a template with extensions gives.
    pub(super) fn render_in(template: &str, data: &str, dialect: &Dialect) -> String {
        render_as(template, data, dialect, false).expect("within the budget")
    }

    /// The same with double or exact arithmetic.
    pub(super) fn render_as(
        template: &str,
        data: &str,
        dialect: &Dialect,
        exact: bool,
    ) -> Result<String> {
        let value = Value::from_json(data).expect("valid JSON");
        let meter = Meter::default();
        let globals = Globals::new(&value, super::date::Timestamp::EPOCH);
        let env = Env { exact, globals: Some(&globals), ..Env::new(&meter, 2026) };
        let template = TextTemplate::compile_in(template, dialect);
        let mut out = String::new();
        template.render(&Scope { value: &value, extra: &[], env: &env, names: None }, &mut out)?;
        Ok(out)
    }

    /// The same within a budget of so many bytes.
    pub(super) fn render_with(template: &TextTemplate, data: &str, bytes: u64) -> Result<String> {
        let value = Value::from_json(data).expect("valid JSON");
        let meter = Meter::new(Budget { max_output_bytes: bytes, ..Budget::default() });
        let env = Env::new(&meter, 2026);
        let mut out = String::new();
        template.render(&Scope { value: &value, extra: &[], env: &env, names: None }, &mut out)?;
        Ok(out)
    }
}
