//! The order of texts by the root collation of Unicode (UTS #10, CLDR root), tailored to languages
//! in which marked letters, or pairs of letters, are letters of their own.
//!
//! The library's tables of all languages are 900 KB. European languages need a few lines of them,
//! their alphabets: a letter that comes after another is compared as that one with a character
//! behind it that comes after all others.

mod alphabet;

use std::borrow::Cow;
use std::cmp::Ordering;

use icu_collator::options::CollatorOptions;
use icu_collator::preferences::CollationCaseFirst;
use icu_collator::provider::{
    Baked, CollationDiacriticsV1, CollationJamoV1, CollationMetadataV1, CollationReorderingV1,
    CollationRootV1, CollationSpecialPrimariesV1, CollationTailoringV1,
};
use icu_collator::{Collator, CollatorPreferences};
use icu_normalizer::provider::{NormalizerNfdDataV1, NormalizerNfdTablesV1};
use icu_provider::prelude::*;

use alphabet::Alphabet;

/// Compares texts as a reader expects: letters before case and accents.
pub(crate) struct Collation {
    root: Option<Collator>,
    alphabet: Option<Alphabet>,
}

impl Collation {
    /// Collation of a language; without one, that of all languages.
    pub(crate) fn of(language: Option<&str>) -> Self {
        let mut preferences = CollatorPreferences::default();
        if language == Some("da") {
            preferences.case_first = Some(CollationCaseFirst::Upper);
        }
        let options = CollatorOptions::default();
        Self {
            root: Collator::try_new_unstable(&Root, preferences, options).ok(),
            alphabet: language.and_then(Alphabet::of),
        }
    }

    /// Key that stands for a text in comparisons.
    pub(crate) fn key<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match &self.alphabet {
            Some(alphabet) => Cow::Owned(alphabet.spell(text)),
            None => Cow::Borrowed(text),
        }
    }

    /// The order of two keys; by code points if the tables of the collation do not fit the library.
    pub(crate) fn compare(&self, a: &str, b: &str) -> Ordering {
        match &self.root {
            Some(collator) => collator.as_borrowed().compare(a, b),
            None => a.cmp(b),
        }
    }
}

/// The tables of the root collation alone. The library's own source of data has those of all
/// languages behind one lookup, so that the linker must keep a megabyte that is never read.
struct Root;

/// Has the tables that another source has.
macro_rules! from {
    ($source:expr, $($marker:ty),*) => {$(
        impl DataProvider<$marker> for Root {
            fn load(&self, request: DataRequest<'_>) -> Result<DataResponse<$marker>, DataError> {
                $source.load(request)
            }
        }
    )*};
}

from!(Baked, CollationRootV1, CollationJamoV1, CollationSpecialPrimariesV1);
from!(icu_normalizer::provider::Baked, NormalizerNfdDataV1, NormalizerNfdTablesV1);

/// Has one table for all languages.
macro_rules! fixed {
    ($($marker:ty = $data:expr),*) => {$(
        impl DataProvider<$marker> for Root {
            fn load(&self, _: DataRequest<'_>) -> Result<DataResponse<$marker>, DataError> {
                let payload = DataPayload::from_static_ref($data);
                Ok(DataResponse { metadata: DataResponseMetadata::default(), payload })
            }
        }
    )*};
}

fixed!(
    CollationMetadataV1 = Baked::COLLATION_METADATA_V1_UND,
    CollationDiacriticsV1 = Baked::COLLATION_DIACRITICS_V1_UND
);

/// Has no table: the root collation asks for none.
macro_rules! absent {
    ($($marker:ty),*) => {$(
        impl DataProvider<$marker> for Root {
            fn load(&self, _: DataRequest<'_>) -> Result<DataResponse<$marker>, DataError> {
                Err(DataErrorKind::IdentifierNotFound.with_marker(<$marker>::INFO))
            }
        }
    )*};
}

absent!(CollationTailoringV1, CollationReorderingV1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_ordered_as_the_collation_of_all_data_orders_them() {
        let all = Collator::try_new(CollatorPreferences::default(), CollatorOptions::default())
            .expect("compiled data");
        let root = Collation::of(None);
        let texts = [
            "", " ", "-", "a", "A", "á", "Á", "ä", "ab", "Ab", "b", "ç", "c", "z", "ż", "1", "10",
            "2", "ß", "ss", "ø", "ñ", "n", "я", "а", "漢", "字", "한", "ไ", "ก", "🎉", "e\u{301}",
            "é",
        ];
        assert!(root.root.is_some(), "the tables fit the library");
        for a in texts {
            for b in texts {
                assert_eq!(root.compare(a, b), all.compare(a, b), "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn alphabets_are_those_that_the_data_of_all_languages_has() {
        let words = [
            "a", "A", "á", "å", "Å", "aa", "ab", "ä", "Ä", "æ", "ą", "ā", "b", "c", "cs", "cz",
            "ç", "č", "Č", "ć", "ch", "Ch", "ci", "d", "đ", "dž", "dz", "e", "é", "ę", "f", "g",
            "ğ", "ģ", "gy", "h", "hz", "i", "İ", "ı", "î", "k", "l", "ł", "lj", "ly", "ļ", "m",
            "n", "ň", "ñ", "Ñ", "nj", "ny", "nz", "o", "ó", "ö", "ő", "õ", "ø", "p", "r", "ř", "s",
            "š", "ś", "ş", "ș", "sz", "t", "ţ", "ț", "ty", "u", "ü", "ű", "v", "x", "y", "z", "ź",
            "ž", "ż", "zs", "zz", "n\u{303}", "o\u{308}",
        ];
        let mut wrong = Vec::new();
        for tag in [
            "cs", "da", "de", "es", "et", "fi", "fr", "hr", "hu", "nb", "nn", "pl", "pt", "ro",
            "sk", "sl", "sv", "tr",
        ] {
            let locale: icu_locale_core::Locale = tag.parse().expect("a tag");
            let all =
                Collator::try_new(CollatorPreferences::from(&locale), CollatorOptions::default())
                    .expect("compiled data");
            let own = Collation::of(Some(tag));
            // Letters of other languages, which CLDR has in other places here.
            let foreign: &[&str] = match tag {
                "hu" => &["dž"],
                "et" => &["ź", "ż"],
                _ => &[],
            };
            let words = words.iter().filter(|word| !foreign.contains(word));
            let pairs = words.clone().flat_map(|a| words.clone().map(move |b| (a, b)));
            let differ =
                pairs.filter(|(a, b)| own.compare(&own.key(a), &own.key(b)) != all.compare(a, b));
            wrong.extend(differ.map(|(a, b)| format!("{a} {b} in {tag}")));
        }
        assert_eq!(wrong, Vec::<String>::new());
    }
}
