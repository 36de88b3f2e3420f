//! How the texts of a template's messages are written: what its expressions may use, and its languages.

use crate::budget::Meter;
use crate::expr::date::Timestamp;
use crate::expr::{Dialect, Env, Globals, Scope};
use crate::problem::Result;
use crate::template::{Localization, Template};
use crate::value::Value;

/// What a template says of its expressions and languages, for the texts of its messages. That of a
/// template without extensions, and of none, is the default.
#[derive(Debug, Clone, Default)]
pub(super) struct Language {
    pub(super) dialect: Dialect,
    /// Whether arithmetic is decimal.
    exact: bool,
    localization: Localization,
}

/// How a text writes numbers and dates.
#[derive(Debug, Clone, Copy)]
pub(super) enum Style<'a> {
    /// In the locale of the document: that of the request, else of the data, else of the template.
    Localized(Option<&'a str>),
    /// In none, as for names of files and addresses, which programs read.
    Plain,
}

impl Language {
    /// That of a template.
    pub(super) fn of(template: &Template) -> Self {
        match template.dialect.extended {
            false => Self::default(),
            true => Self {
                dialect: template.dialect.clone(),
                exact: template.exact,
                localization: template.localization.clone(),
            },
        }
    }

    /// Lets `run` see data as the texts of a message do.
    pub(super) fn with_scope<T>(
        &self,
        value: &Value,
        sent_at: Timestamp,
        style: Style<'_>,
        meter: &Meter<'_>,
        run: impl FnOnce(&Scope<'_>) -> Result<T>,
    ) -> Result<T> {
        let globals;
        let mut env = Env::new(meter, sent_at.year());
        if self.dialect.extended {
            let locale = match style {
                Style::Localized(asked) => self.localization.locale_of(asked, value, &env)?,
                Style::Plain => None,
            };
            let languages = &self.localization.languages;
            globals = Globals::new(value, sent_at).in_language(languages, locale);
            env.globals = Some(&globals);
            env.exact = self.exact;
        }
        run(&Scope { value, extra: &[], env: &env, names: None })
    }
}
