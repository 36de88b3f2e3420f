//! The order of texts by the root collation of Unicode (UTS #10, CLDR root).

use std::cmp::Ordering;

use icu_collator::options::CollatorOptions;
use icu_collator::provider::{
    Baked, CollationDiacriticsV1, CollationJamoV1, CollationMetadataV1, CollationReorderingV1,
    CollationRootV1, CollationSpecialPrimariesV1, CollationTailoringV1,
};
use icu_collator::{Collator, CollatorPreferences};
use icu_normalizer::provider::{NormalizerNfdDataV1, NormalizerNfdTablesV1};
use icu_provider::prelude::*;

/// Compares texts as a reader expects: letters before case and accents.
pub(crate) struct Collation(Option<Collator>);

impl Collation {
    pub(crate) fn root() -> Self {
        let preferences = CollatorPreferences::default();
        let options = CollatorOptions::default();
        Self(Collator::try_new_unstable(&Root, preferences, options).ok())
    }

    /// The order of two texts; by code points if the tables of the collation do not fit the library.
    pub(crate) fn compare(&self, a: &str, b: &str) -> Ordering {
        match &self.0 {
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
        let root = Collation::root();
        let texts = [
            "", " ", "-", "a", "A", "á", "Á", "ä", "ab", "Ab", "b", "ç", "c", "z", "ż", "1", "10",
            "2", "ß", "ss", "ø", "ñ", "n", "я", "а", "漢", "字", "한", "ไ", "ก", "🎉", "e\u{301}",
            "é",
        ];
        assert!(root.0.is_some(), "the tables fit the library");
        for a in texts {
            for b in texts {
                assert_eq!(root.compare(a, b), all.compare(a, b), "{a:?} and {b:?}");
            }
        }
    }
}
