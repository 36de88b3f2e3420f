//! Expressions: template texts and conditions (spec 5.3, 6, 7).
//!
//! A text or condition is compiled once: [`token`] → [`mod@parse`] → [`ast`], with paths folded,
//! functions resolved and literal arguments read. It is then evaluated (`eval`) against as many
//! [`Scope`]s as there are items. Nothing here fails because of an expression; [`lint`] reports what
//! is wrong with one.
//!
//! Invariant: `expr` knows no template and no page; texts come with the pointer at which they stand.

pub mod ast;
pub mod catalog;
pub mod dialect;
pub mod parse;
pub mod scope;
pub mod token;

pub mod compare;
pub mod date;
pub mod findings;
pub mod path;
pub mod report;
mod reserved;
pub mod value;

mod aggregate;
mod condition;
mod definitions;
mod error;
mod eval;
mod extended;
mod function;
mod grouped;
mod kind;
mod lacks;
mod language;
mod localized;
mod made;
mod output;
mod place;
mod references;
mod resolve;
mod text;
mod total;
mod typed;

pub mod lint;

pub use ast::Expr;
pub use compare::{CompareOp, Comparison};
pub use condition::Condition;
pub use definitions::Fault;
pub use dialect::Dialect;
pub use error::{SYNTAX, SyntaxError};
pub use findings::{Finding, Findings};
pub use grouped::ListFormula;
pub use language::{Languages, Localized, MissingTexts, Prose, missing_text};
pub use localized::UNLOCALIZED;
pub use made::MadeLists;
pub use output::Output;
pub use parse::{parse, parse_in};
pub use path::Path;
pub use place::Place;
pub use references::{Reference, Taken};
pub use reserved::Reserved;
pub use scope::{Env, Found, Globals, ItemNames, Names, Scope};
pub use text::{BadToken, PartKind, TextTemplate, TextToken};
pub use token::tokenize;
pub use total::Total;
pub use typed::{NumberKind, Typed, samples};

#[cfg(test)]
mod testing {
    use super::{Dialect, Env, Globals, Scope, TextTemplate};
    use reportctl_base::budget::{Budget, Meter};
    use reportctl_base::problem::Result;
    use reportctl_base::value::Value;

    /// Renders a template text with a JSON document, in the year 2026.
    pub(super) fn render(template: &str, data: &str) -> String {
        render_with(&TextTemplate::compile(template), data, u64::MAX).expect("within the budget")
    }

    /// Renders a template text of a template with extensions.
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
