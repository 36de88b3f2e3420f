//! Ids of templates and names of tenants: texts that may become part of a path.
//!
//! All input is parsed; paths are built only from an [`Id`].

use std::fmt;

use unicode_normalization::UnicodeNormalization;

use crate::templates::codes;
use engine::problem::{Problem, Result, quoted};

/// Longest id, in bytes.
pub const LONGEST_ID: usize = 64;

/// Base of an id when a name has no usable character.
const FALLBACK: &str = "template";

/// Names with a meaning of their own inside the folder.
const RESERVED: [&str; 2] = ["assets", "texts"];

/// The id of a template, or the name of a tenant: 1 to 64 lower-case ASCII letters, digits and
/// hyphens, no hyphen in front, no name that an operating system gives to a device.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(Box<str>);

impl Id {
    /// Checks an id that comes from outside.
    ///
    /// # Errors
    /// `invalidId`, with the nearest valid one as advice.
    pub fn parse(text: &str) -> Result<Self> {
        match fault(text) {
            None => Ok(Self(text.into())),
            Some(fault) => Err(invalid(text, &fault)),
        }
    }

    /// The id that a name suggests: accents folded, everything else than letters and digits
    /// turned into hyphens. `Fatura São João` becomes `fatura-sao-joao`.
    pub fn from_name(name: &str) -> Self {
        let mut slug = slug(name);
        if is_taken_by_system(&slug) {
            slug += "-";
            slug += FALLBACK;
        }
        Self(slug.into_boxed_str())
    }

    /// The id with a number behind it, as is given when it is taken; still at most 64 bytes.
    #[must_use]
    pub fn numbered(&self, number: u64) -> Self {
        let suffix = format!("-{number}");
        let room = LONGEST_ID.saturating_sub(suffix.len());
        let stem = self.0.get(..room).unwrap_or(&self.0).trim_end_matches('-');
        Self(format!("{stem}{suffix}").into_boxed_str())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A template, in the root folder or in that of a tenant: `invoice`, `acme/invoice`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TemplateId {
    /// Tenant of the template; `None` in the folder of the store itself.
    pub tenant: Option<Id>,
    /// Its id there.
    pub id: Id,
}

impl TemplateId {
    /// Checks an id with an optional tenant in front.
    ///
    /// # Errors
    /// `invalidId`, with the nearest valid one as advice.
    pub fn parse(text: &str) -> Result<Self> {
        match text.split_once('/') {
            Some((tenant, id)) => Ok(Self { tenant: Some(Id::parse(tenant)?), id: Id::parse(id)? }),
            None => Ok(Self { tenant: None, id: Id::parse(text)? }),
        }
    }
}

impl From<Id> for TemplateId {
    fn from(id: Id) -> Self {
        Self { tenant: None, id }
    }
}

impl fmt::Display for TemplateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.tenant {
            Some(tenant) => write!(f, "{tenant}/{}", self.id),
            None => self.id.fmt(f),
        }
    }
}

/// Returns the reason for which a text is not an id.
fn fault(text: &str) -> Option<String> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if text.is_empty() {
        return Some("it is empty".to_owned());
    }
    if let Some(c) = text.chars().find(|&c| !allowed(c)) {
        return Some(match c {
            'A'..='Z' => "it has upper-case letters".to_owned(),
            '/' | '\\' => "it has a separator of folders".to_owned(),
            '.' => "it has a dot".to_owned(),
            ' ' => "it has a blank".to_owned(),
            '!'..='~' => format!("it has `{c}`"),
            // Letters of other alphabets look like ours, so their number is given.
            _ if c.is_alphanumeric() => {
                format!("it has `{c}` (U+{:04X}), which is not an ASCII letter", u32::from(c))
            }
            _ => format!("it has the character U+{:04X}", u32::from(c)),
        });
    }
    if text.len() > LONGEST_ID {
        return Some(format!("it is longer than {LONGEST_ID} characters"));
    }
    if text.starts_with('-') {
        return Some("it starts with a hyphen".to_owned());
    }
    is_taken_by_system(text).then(|| "the name is reserved".to_owned())
}

fn invalid(text: &str, fault: &str) -> Problem {
    if text.is_empty() {
        return Problem::new(codes::INVALID_ID, "the template id is empty")
            .advice("give an id, as `reportctl template list` shows it")
            .detail("nearest", FALLBACK);
    }
    let nearest = Id::from_name(text);
    Problem::new(codes::INVALID_ID, format!("{} cannot be a template id: {fault}", quoted(text)))
        .advice(format!("ids are lower-case letters, digits and hyphens, for example `{nearest}`"))
        .detail("nearest", nearest.as_str())
}

/// Device names of Windows, where a repository may be checked out, and our own folders.
fn is_taken_by_system(id: &str) -> bool {
    let is_port = |name: &str| {
        id.strip_prefix(name).is_some_and(|rest| matches!(rest.as_bytes(), [b'0'..=b'9']))
    };
    matches!(id, "con" | "prn" | "aux" | "nul")
        || is_port("com")
        || is_port("lpt")
        || RESERVED.contains(&id)
}

/// Lower-case ASCII letters, digits and single hyphens, at most 64, never empty.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.nfkd().flat_map(char::to_lowercase) {
        if slug.len() >= LONGEST_ID {
            break;
        }
        match c {
            'a'..='z' | '0'..='9' => slug.push(c),
            _ => match folded(c) {
                Some(letters) => slug.push_str(letters),
                None if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
                None => {}
            },
        }
    }
    slug.truncate(LONGEST_ID);
    slug.truncate(slug.trim_end_matches('-').len());
    if slug.is_empty() { FALLBACK.to_owned() } else { slug }
}

/// Letters that decomposition leaves whole, and marks that leave no gap.
fn folded(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ł' => "l",
        'ħ' => "h",
        'ı' => "i",
        'þ' => "th",
        '\'' | '’' | '\u{300}'..='\u{36F}' => "",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use proptest::prelude::*;

    use super::*;

    fn named(name: &str) -> String {
        Id::from_name(name).to_string()
    }

    #[test]
    fn names_become_ids() {
        for (name, id) in [
            ("Invoice", "invoice"),
            ("Fatura São João", "fatura-sao-joao"),
            ("  Q3 / 2026: Sales & Returns!  ", "q3-2026-sales-returns"),
            ("Straße Œuvre Łódź", "strasse-oeuvre-lodz"),
            ("Client's bill", "clients-bill"),
            ("ＦＵＬＬ", "full"),
            ("../../etc/passwd", "etc-passwd"),
            ("請求書", "template"),
            ("", "template"),
            ("CON", "con-template"),
            ("lpt1", "lpt1-template"),
            ("Assets", "assets-template"),
        ] {
            assert_eq!(named(name), id, "{name}");
        }
    }

    #[test]
    fn ids_stay_within_their_length() {
        let long = Id::from_name(&"invoice ".repeat(40));
        assert!(long.as_str().len() <= LONGEST_ID && !long.as_str().ends_with('-'));
        let numbered = long.numbered(1234);
        assert!(numbered.as_str().len() <= LONGEST_ID && numbered.as_str().ends_with("-1234"));
        assert_eq!(Id::from_name("Invoice").numbered(2).as_str(), "invoice-2");
    }

    #[test]
    fn what_is_not_an_id_is_refused_with_advice() {
        for (text, reason) in [
            ("", "empty"),
            ("Invoice", "upper-case"),
            ("a/b", "separator"),
            ("a\\b", "separator"),
            ("..", "dot"),
            ("invoice.json", "dot"),
            ("a\0", "U+0000"),
            ("a b", "a blank"),
            ("a!b", "`!`"),
            ("-rf", "hyphen"),
            ("con", "reserved"),
            ("com7", "reserved"),
            ("assets", "reserved"),
            ("texts", "reserved"),
            // Cyrillic, full-width, and a letter that lower-cases to ASCII.
            ("\u{456}nvoice", "U+0456"),
            ("ｉnvoice", "U+FF49"),
            ("\u{212A}", "U+212A"),
        ] {
            let Err(problem) = Id::parse(text) else { panic!("{text:?} was accepted") };
            assert_eq!(problem.code, codes::INVALID_ID);
            assert!(problem.message.contains(reason), "{text:?}: {}", problem.message);
        }
        assert!(Id::parse(&"a".repeat(64)).is_ok());
        assert!(Id::parse(&"a".repeat(65)).is_err());
        let problem = Id::parse("Fatura São").unwrap_err();
        assert_eq!(problem.get("nearest"), Some(&"fatura-sao".into()));
    }

    #[test]
    fn a_tenant_stands_before_a_slash() {
        let parsed = TemplateId::parse("acme/invoice").map(|id| (id.to_string(), id.tenant));
        assert_eq!(parsed, Ok(("acme/invoice".to_owned(), Id::parse("acme").ok())));
        for text in ["acme/", "/invoice", "a/b/c", "../invoice", "acme/..", "assets/x", "a//b"] {
            assert!(TemplateId::parse(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_name_gives_a_valid_id(name in "\\PC{0,80}", number in 2_u64..100_000) {
            let id = Id::from_name(&name);
            prop_assert_eq!(Id::parse(id.as_str()), Ok(id.clone()));
            let numbered = id.numbered(number);
            prop_assert_eq!(Id::parse(numbered.as_str()), Ok(numbered.clone()));
        }
    }
}
