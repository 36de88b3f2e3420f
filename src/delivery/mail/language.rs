//! Style of the texts of a template's messages: the dialect of its expressions, and its languages.

use engine::budget::Meter;
use engine::expr::date::Timestamp;
use engine::expr::{Dialect, Env, Globals, Scope, TextTemplate};
use engine::problem::Result;
use engine::template::{Localization, Template};
use engine::value::Value;

/// Dialect and languages of a template, for the texts of its messages. Those of a
/// template without extensions, and of none, is the default.
#[derive(Debug, Clone, Default)]
pub(crate) struct MailLanguage {
    pub(crate) dialect: Dialect,
    /// `true` if arithmetic is decimal.
    exact: bool,
    localization: Localization,
}

/// Format of numbers and dates in a text.
#[derive(Debug, Clone, Copy)]
pub(super) enum ValueStyle<'a> {
    /// In the locale of the document: that of the request, else of the data, else of the template.
    Localized(Option<&'a str>),
    /// In none, as for names of files and addresses, which programs read.
    Plain,
}

impl MailLanguage {
    /// The language of a template.
    pub(crate) fn of(template: &Template) -> Self {
        if template.dialect.is_extended() {
            Self {
                dialect: template.dialect.clone(),
                exact: template.exact,
                localization: template.localization.clone(),
            }
        } else {
            Self::default()
        }
    }

    /// A text that programs read, such as the name of a file or an address.
    ///
    /// # Errors
    /// Errors of its expressions.
    pub(crate) fn plain(
        &self,
        text: &TextTemplate,
        value: &Value,
        at: Timestamp,
    ) -> Result<String> {
        let meter = Meter::default();
        let mut out = String::new();
        let render = |scope: &Scope<'_>| text.render(scope, &mut out);
        self.with_scope(value, at, ValueStyle::Plain, &meter, render)?;
        Ok(out)
    }

    /// Lets `run` see data as the texts of a message do.
    pub(super) fn with_scope<T>(
        &self,
        value: &Value,
        sent_at: Timestamp,
        style: ValueStyle<'_>,
        meter: &Meter<'_>,
        run: impl FnOnce(&Scope<'_>) -> Result<T>,
    ) -> Result<T> {
        let (unlocalized, globals);
        let mut env = Env::new(meter, sent_at.year());
        if self.dialect.is_extended() {
            let languages = &self.localization.languages;
            let of = |locale| Globals::new(value, sent_at).in_language(languages, locale);
            env.exact = self.exact;
            unlocalized = of(None);
            env.globals = Some(&unlocalized);
            let locale = match style {
                ValueStyle::Localized(asked) => self.localization.locale_of(asked, value, &env)?,
                ValueStyle::Plain => None,
            };
            globals = of(locale);
            env.globals = Some(&globals);
        }
        run(&Scope { value, extra: &[], env: &env, names: None })
    }
}
