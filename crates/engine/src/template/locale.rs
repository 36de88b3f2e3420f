//! Languages, currency and time zone of a template (spec 20.8.1).

use super::read::{Context, Node};
use crate::expr::{Condition, Env, Languages, Scope};
use crate::format::{Key, page};
use crate::locale::{Locale, Translations, Zone, is_currency};
use crate::problem::{Code, Problem, Result};
use crate::suggest::did_you_mean;
use crate::value::Value;

/// The languages, currency and zone of a template.
#[derive(Debug, Clone, Default)]
pub struct Localization {
    /// Language settings for expressions.
    pub languages: Languages,
    /// Expression over the data that yields the tag of another locale.
    from: Option<Condition>,
}

impl Localization {
    /// Reads the keys of a template with extensions.
    pub(super) fn read(root: &Node<'_>, context: &mut Context) -> Self {
        if !context.dialect.is_extended() {
            return Self::default();
        }
        let mut read = Self::default();
        if let Some((node, tag)) = text(root, &page::LOCALE, context) {
            read.languages.locale = Locale::find(tag);
            if read.languages.locale.is_none() {
                context.problems.push(unknown_locale(tag).pointer(node.pointer));
            }
        }
        if let Some((node, source)) = text(root, &page::LOCALE_FROM, context) {
            let from = context.condition(source, &node.pointer);
            match from.error() {
                None => read.from = Some(from),
                Some(error) => context.problems.push(error.to_problem().pointer(node.pointer)),
            }
        }
        if let Some((node, code)) = text(root, &page::CURRENCY, context) {
            if !is_currency(code) {
                let message = format!("there is no currency `{code}`");
                context.problems.push(
                    Problem::new(Code::CurrencyUnknown, message)
                        .advice("use a code of ISO 4217, such as `EUR`")
                        .detail("currency", code)
                        .pointer(node.pointer),
                );
            }
            read.languages.currency = Some(code.to_owned());
        }
        if let Some((node, name)) = text(root, &page::TIME_ZONE, context) {
            read.languages.zone = Zone::find(name);
            if read.languages.zone.is_none() {
                let advice = did_you_mean(name, Zone::names())
                    .unwrap_or_else(|| "use a name such as `Europe/Berlin`".to_owned());
                context.problems.push(
                    Problem::new(Code::TimeZoneUnknown, format!("there is no time zone `{name}`"))
                        .advice(advice)
                        .detail("timeZone", name)
                        .pointer(node.pointer),
                );
            }
        }
        if let Some(node) = root.extension(&page::TEXTS, context) {
            for (tag, texts) in node.value.as_object().into_iter().flat_map(|all| all.iter()) {
                for (key, text) in texts.as_object().into_iter().flat_map(|all| all.iter()) {
                    read.languages.texts.add(tag, key, text.as_str().unwrap_or_default());
                }
            }
        }
        read
    }

    /// Expression over the data that yields the tag of another locale.
    pub fn from(&self) -> Option<&Condition> {
        self.from.as_ref()
    }

    /// Adds texts of several templates; those of the template itself win.
    pub fn share(&mut self, texts: &Translations) {
        self.languages.texts.complete(texts);
    }

    /// The locale of a document: that of the request, else the one that the data names, else that
    /// of the template; nothing where none is given.
    ///
    /// # Errors
    /// `localeUnknown` for the request; a limit of the budget.
    pub fn locale_of(
        &self,
        request: Option<&str>,
        data: &Value,
        env: &Env<'_>,
    ) -> Result<Option<Locale>> {
        if let Some(tag) = request {
            return Locale::find(tag).map(Some).ok_or_else(|| unknown_locale(tag));
        }
        if let Some(from) = &self.from {
            let scope = Scope { value: data, extra: &[], env, names: None };
            let mut tag = String::new();
            from.push(&scope, &mut tag)?;
            if let Some(found) = Locale::find(&tag) {
                return Ok(Some(found));
            }
        }
        Ok(self.languages.locale.clone())
    }
}

/// The text under a key, if it is there and not blank.
fn text<'a>(root: &Node<'a>, key: &Key, context: &mut Context) -> Option<(Node<'a>, &'a str)> {
    let node = root.extension(key, context)?;
    let text = node.value.as_str().filter(|text| !text.trim().is_empty())?;
    Some((node, text))
}

fn unknown_locale(tag: &str) -> Problem {
    Problem::new(Code::LocaleUnknown, format!("there is no data for the locale `{tag}`"))
        .advice("use a BCP 47 tag such as `de-DE` of a language that the reference names")
        .detail("locale", tag)
}
