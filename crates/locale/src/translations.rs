//! Texts of the template in several languages (spec 20.8.3).

use std::collections::{BTreeMap, HashMap};

use super::tag::Tag;

/// Texts by language and key.
#[derive(Debug, Clone, Default)]
pub struct Translations {
    by_tag: HashMap<String, HashMap<String, String>>,
}

impl Translations {
    pub fn add(&mut self, tag: &str, key: &str, text: &str) {
        let tag = Tag::parse(tag).map_or_else(|| tag.to_owned(), |tag| tag.to_string());
        self.by_tag.entry(tag).or_default().insert(key.to_owned(), text.to_owned());
    }

    /// Adds the texts that are not there yet.
    pub fn complete(&mut self, others: &Self) {
        for (tag, texts) in &others.by_tag {
            let own = self.by_tag.entry(tag.clone()).or_default();
            for (key, text) in texts {
                own.entry(key.clone()).or_insert_with(|| text.clone());
            }
        }
    }

    /// Bytes of memory that they take, roughly.
    pub fn memory(&self) -> usize {
        /// A key and a text with their places in a table that is half empty.
        const ENTRY: usize = 2 * size_of::<(String, String)>();
        let of_text = |(key, text): (&String, &String)| ENTRY + key.len() + text.len();
        self.by_tag.values().flat_map(|texts| texts.iter()).map(of_text).sum()
    }

    /// The text of a key in a language or its parents.
    pub fn find(&self, tag: &str, key: &str) -> Option<&str> {
        let parsed = Tag::parse(tag)?;
        let candidates = std::iter::once(parsed.to_string()).chain(parsed.candidates());
        let mut texts = candidates.filter_map(|tag| self.by_tag.get(&tag));
        texts.find_map(|texts| texts.get(key)).map(String::as_str)
    }

    /// All texts by language and key, in alphabetical order.
    pub fn by_language(&self) -> BTreeMap<&str, BTreeMap<&str, &str>> {
        let of_language = |(tag, texts)| (String::as_str(tag), texts_by_key(texts));
        self.by_tag.iter().map(of_language).collect()
    }

    /// Returns true if there are no translations.
    pub fn is_empty(&self) -> bool {
        self.by_tag.is_empty()
    }
}

fn texts_by_key(texts: &HashMap<String, String>) -> BTreeMap<&str, &str> {
    texts.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect()
}
