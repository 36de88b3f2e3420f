//! The languages of templates and documents (spec 20.8).

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use reportctl_base::problem::{Code, Problem};
use reportctl_locale::{Locale, Translations, Zone};

/// Language settings of a template.
#[derive(Debug, Clone, Default)]
pub struct Languages {
    /// Its own locale.
    pub locale: Option<Locale>,
    /// The currency of amounts that name none.
    pub currency: Option<String>,
    /// Whose clocks instants are shown on.
    pub zone: Option<Zone>,
    /// Its texts by language.
    pub texts: Translations,
}

/// The language of a document.
pub struct Localized<'a> {
    pub locale: Arc<Locale>,
    /// Language settings of the template.
    pub template: &'a Languages,
}

/// The language of the texts of `T`, where numbers and dates have none: in the map of an e-invoice.
pub struct Prose<'a> {
    /// Locale of the document, if it has one.
    pub locale: Option<Arc<Locale>>,
    /// Language settings of the template.
    pub template: &'a Languages,
}

/// Keys of texts that no language of the document has, in the order in which they were missed.
#[derive(Default)]
pub struct MissingTexts {
    keys: RefCell<Vec<String>>,
    known: RefCell<HashSet<String>>,
}

impl MissingTexts {
    pub(super) fn add(&self, key: &str) {
        if self.known.borrow_mut().insert(key.to_owned()) {
            self.keys.borrow_mut().push(key.to_owned());
        }
    }

    /// Returns `true` if there are none.
    pub fn is_empty(&self) -> bool {
        self.keys.borrow().is_empty()
    }

    /// Forgets the keys since the last call, and knows these instead.
    pub fn reset(&self, keys: Vec<String>) {
        *self.known.borrow_mut() = keys.iter().cloned().collect();
        *self.keys.borrow_mut() = keys;
    }

    /// The keys since the last call.
    pub fn take(&self) -> Vec<String> {
        self.known.take();
        self.keys.take()
    }
}

/// The locale in which a text was read last, with its tag: the next one is mostly of the same.
#[derive(Default)]
pub struct ReadIn(RefCell<Option<(String, Option<Arc<Locale>>)>>);

impl ReadIn {
    pub(super) fn find(
        &self,
        tag: &str,
        find: impl Fn() -> Option<Arc<Locale>>,
    ) -> Option<Arc<Locale>> {
        let mut last = self.0.borrow_mut();
        if let Some((of, locale)) = &*last
            && of == tag
        {
            return locale.clone();
        }
        let locale = find();
        *last = Some((tag.to_owned(), locale.clone()));
        locale
    }
}

/// The note on a text that has no translation (spec 20.8.3); the language is empty where the document
/// has no locale.
pub fn missing_text(key: &str, language: &str) -> Problem {
    let message = match language {
        "" => format!("there is no text `{key}`: the document has no locale"),
        language => format!("there is no text `{key}` in the language `{language}`"),
    };
    Problem::warning(Code::TextMissing, message)
        .advice("add it to `texts` of the template, or to a file `texts/LANGUAGE.json` beside it")
        .detail("key", key)
        .detail("locale", language)
}
