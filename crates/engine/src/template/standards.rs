//! Standards that a document conforms to (spec 20.10.6): an edition and level of PDF/A (ISO 19005),
//! and PDF/UA-1 (ISO 14289-1).

use crate::format::{Choose, Standard};
use crate::problem::{Code, Problem};

/// The standards of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standards {
    /// Its edition of PDF/A.
    pub archive: Option<Archive>,
    /// PDF/UA-1.
    pub accessible: bool,
}

/// An edition of PDF/A.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Archive {
    /// Its part: 2 or 3.
    pub part: u8,
    pub level: Level,
}

/// A level of PDF/A; each has all that the one before demands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Looks the same.
    B,
    /// Every text has its characters.
    U,
    /// Has tags.
    A,
}

impl Level {
    /// Its letter in metadata.
    pub fn letter(self) -> &'static str {
        match self {
            Self::B => "B",
            Self::U => "U",
            Self::A => "A",
        }
    }
}

impl Standards {
    /// These standards together.
    ///
    /// # Errors
    /// The two editions of PDF/A that exclude each other.
    pub fn of(all: impl IntoIterator<Item = Standard>) -> Result<Self, [Standard; 2]> {
        let mut standards = Self::default();
        let mut edition: Option<Standard> = None;
        for standard in all {
            let (part, level) = match standard {
                Standard::PdfUa1 => {
                    standards.accessible = true;
                    continue;
                }
                Standard::PdfA2b => (2, Level::B),
                Standard::PdfA2u => (2, Level::U),
                Standard::PdfA2a => (2, Level::A),
                Standard::PdfA3b => (3, Level::B),
                Standard::PdfA3u => (3, Level::U),
                Standard::PdfA3a => (3, Level::A),
            };
            if let Some(other) = edition.replace(standard).filter(|other| *other != standard) {
                return Err([other, standard]);
            }
            standards.archive = Some(Archive { part, level });
        }
        Ok(standards)
    }

    /// These and others.
    ///
    /// # Errors
    /// `conformanceConflict` where they name two editions of PDF/A.
    pub fn with(self, more: Self) -> Result<Self, Problem> {
        let archive = match (self.archive, more.archive) {
            (Some(own), Some(other)) if own != other => {
                let message =
                    "a document conforms to one edition and level of PDF/A, but two are asked for";
                return Err(Problem::new(Code::ConformanceConflict, message)
                    .pointer("/template/pdf/conformance")
                    .advice("ask for one of them"));
            }
            (own, other) => own.or(other),
        };
        Ok(Self { archive, accessible: self.accessible || more.accessible })
    }

    /// Returns `true` if there is none.
    pub fn is_none(self) -> bool {
        self == Self::default()
    }

    /// Returns `true` if one of them demands tags.
    pub fn need_tags(self) -> bool {
        self.accessible || self.archive.is_some_and(|archive| archive.level == Level::A)
    }

    /// Their names in a sentence.
    pub fn names(self) -> String {
        self.all().collect::<Vec<_>>().join(" and ")
    }

    /// Their names, separated by commas, as [`standards`] reads them.
    pub fn list(self) -> String {
        self.all().collect::<Vec<_>>().join(",")
    }

    fn all(self) -> impl Iterator<Item = &'static str> {
        let archive = self.archive.and_then(|archive| {
            Standard::CHOICES.iter().map(|choice| choice.name).find(|name| {
                **name == format!("pdfa-{}{}", archive.part, archive.level.letter().to_lowercase())
            })
        });
        archive.into_iter().chain(self.accessible.then_some(Standard::PdfUa1.name()))
    }
}

/// Reads names such as `pdfa-3a`, separated by commas.
///
/// # Errors
/// The name that is not known, or that a second edition of PDF/A is named.
pub fn standards(names: &str) -> Result<Standards, String> {
    let mut all = Vec::new();
    for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let known = Standard::named(name);
        all.push(known.ok_or_else(|| {
            let names: Vec<&str> = Standard::CHOICES.iter().map(|choice| choice.name).collect();
            format!("`{name}` is none of {}", names.join(", "))
        })?);
    }
    Standards::of(all).map_err(|[one, other]| {
        format!("`{}` and `{}` exclude each other", one.name(), other.name())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_edition_of_pdf_a_and_pdf_ua_go_together() {
        let both = standards("pdfa-3a, pdfua-1").expect("they go together");
        assert_eq!(both.archive, Some(Archive { part: 3, level: Level::A }));
        assert!(both.accessible && both.need_tags());
        assert_eq!(both.names(), "pdfa-3a and pdfua-1");
        assert_eq!(standards(&both.list()), Ok(both));
        assert!(!standards("pdfa-2u").expect("known").need_tags());
        assert!(standards("").expect("none").is_none());
    }

    #[test]
    fn two_editions_and_unknown_names_are_refused() {
        assert!(standards("pdfa-2b,pdfa-3b").is_err_and(|why| why.contains("exclude")));
        assert!(standards("pdfa-1b").is_err_and(|why| why.contains("pdfa-2b")));
        let of = |names| standards(names).expect("known");
        assert!(of("pdfa-2b").with(of("pdfa-3b")).is_err());
        assert_eq!(of("pdfa-2b").with(of("pdfua-1")), Ok(of("pdfa-2b,pdfua-1")));
    }
}
