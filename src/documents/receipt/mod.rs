//! Receipts: the inputs of a document, so that it can be made again and compared.
//!
//! A receipt is a JSON object with hashes of template, data, fonts and document, the options, and the
//! versions of everything that the bytes depend on. It may be signed with an Ed25519 key. The format
//! is described in `docs/receipts.md`.

#[cfg(feature = "receipts")]
mod signature;

#[cfg(feature = "receipts")]
pub(crate) use signature::{PrivateKey, PublicKey};

use std::path::PathBuf;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value as Json;

use crate::PROGRAM_VERSION;
use crate::base::clock;
use crate::base::files;
use crate::base::hash::{hexadecimal, sha256};
use crate::documents::codes;
use crate::templates::{Named, content_version};
use engine::expr::date::Timestamp;
use engine::locale::DATA_VERSIONS;
use engine::problem::{Problem, Result};
use engine::render;
use engine::template::standards::Standards;
use engine::value::{Value, number_to_json};

/// The version of the format of receipts.
const VERSION: u32 = 1;
/// The data of collation and of line breaking; a test holds it against `Cargo.lock`.
pub(crate) const LOCALE: &str = "icu 2.4.0";

/// Largest font file, in bytes.
const MAX_FONT_BYTES: u64 = 64 << 20;

/// Inputs of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Receipt {
    /// The version of the format.
    pub receipt: u32,
    /// Time of making the document, in seconds since 1970.
    pub made: i64,
    /// The program that made it.
    pub program: Program,
    pub template: Named,
    /// SHA-256 of the data.
    pub data: Hashed,
    /// The fonts of the settings, in order.
    pub fonts: Vec<Named>,
    /// The files of the library that the template names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub library: Vec<Named>,
    /// The texts that the templates of its folder share, by file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<Named>,
    /// Further inputs that determine the bytes.
    pub options: Options,
    pub document: Document,
    /// Signature of the receipt, with its key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
}

/// A program and the data that it was built with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Program {
    pub version: String,
    /// The version of the data of Unicode.
    pub unicode: String,
    /// The version of the data of collation and line breaking.
    pub locale: String,
    /// The version of CLDR, by which numbers, dates and amounts are written. Receipts of older
    /// programs have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cldr: Option<String>,
    /// The version of the time zone database; absent as `cldr`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tzdb: Option<String>,
}

/// Something with a hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hashed {
    /// SHA-256, in hexadecimal.
    pub sha256: String,
}

/// The options of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// The date of the report, in seconds since 1970.
    pub report_date: i64,
    /// The title of the document.
    pub title: String,
    pub author: String,
    /// `true` if the built-in font draws what the others lack.
    pub fallback_font: bool,
    /// The locale that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    /// The standards that were asked for besides those of the template, separated by commas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standards: Option<String>,
    /// `true` for a draft, which has a watermark.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draft: bool,
}

/// A document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// SHA-256, in hexadecimal.
    pub sha256: String,
    /// Its size.
    pub bytes: u64,
    /// Number of pages.
    pub pages: u64,
    /// Hash before encryption or before a signature. Receipts of older programs have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plaintext: Option<Plaintext>,
}

/// A document before it was encrypted or signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plaintext {
    /// SHA-256, in hexadecimal.
    pub sha256: String,
    /// Its size.
    pub bytes: u64,
}

impl Document {
    /// The entry of a document.
    pub fn of(document: &render::Document) -> Self {
        let plaintext = document.plaintext.as_ref();
        Self {
            sha256: sha256(&document.bytes),
            bytes: document.bytes.len() as u64,
            pages: document.pages as u64,
            plaintext: plaintext.map(|plaintext| Plaintext {
                sha256: hexadecimal(&plaintext.sha256),
                bytes: plaintext.bytes,
            }),
        }
    }

    /// The document, as what a signed one was before.
    #[cfg(feature = "receipts")]
    pub(crate) fn before(&self) -> Plaintext {
        Plaintext { sha256: self.sha256.clone(), bytes: self.bytes }
    }

    /// The same document with a signature.
    #[cfg(all(feature = "mail", feature = "signatures"))]
    pub(crate) fn signed(&self, bytes: &[u8]) -> Self {
        Self {
            sha256: sha256(bytes),
            bytes: bytes.len() as u64,
            pages: self.pages,
            plaintext: Some(self.before()),
        }
    }

    /// SHA-256 of what is the same each time the document is made: its bytes, before encryption or
    /// a signature.
    pub fn reproducible_sha256(&self) -> &str {
        self.plaintext.as_ref().map_or(&self.sha256, |plaintext| &plaintext.sha256)
    }
}

/// A signature of everything else in the receipt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// `Ed25519`.
    pub algorithm: String,
    /// The public key, in base64.
    pub key: String,
    /// The signature, in base64.
    pub value: String,
}

/// Inputs of a receipt.
pub struct ReceiptInputs<'p> {
    /// The name of the template.
    pub name: &'p str,
    /// Its hash, by [`template_hash`](crate::templates::template_hash).
    pub template: String,
    pub data: &'p Value,
    /// The fonts of the settings.
    pub fonts: Vec<Named>,
    /// The files of the library that the template names.
    pub library: Vec<Named>,
    /// The texts that the templates of its folder share.
    pub texts: Vec<Named>,
    pub report_date: Timestamp,
    /// The title of the document.
    pub title: &'p str,
    pub author: &'p str,
    /// `true` if the built-in font draws what the others lack.
    pub fallback_font: bool,
    /// The locale that was asked for.
    pub locale: Option<&'p str>,
    /// The standards that were asked for besides those of the template.
    pub standards: Standards,
    /// `true` for a draft, which has a watermark.
    pub draft: bool,
    pub document: Document,
}

impl Program {
    /// This program.
    pub fn this() -> Self {
        let (major, minor, update) = unicode_normalization::UNICODE_VERSION;
        Self {
            version: PROGRAM_VERSION.to_owned(),
            unicode: format!("{major}.{minor}.{update}"),
            locale: LOCALE.to_owned(),
            cldr: Some(DATA_VERSIONS.cldr.to_owned()),
            tzdb: Some(DATA_VERSIONS.tzdb.to_owned()),
        }
    }

    /// Differences of another program and its data, each such as `CLDR 46.0.0 instead of 47.0.0`.
    /// Entries that a receipt lacks are not compared.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let data = |value: &Option<String>| value.clone().unwrap_or_default();
        let all = [
            ("reportctl", self.version.clone(), other.version.clone()),
            ("Unicode", self.unicode.clone(), other.unicode.clone()),
            ("collation data", self.locale.clone(), other.locale.clone()),
            ("CLDR", data(&self.cldr), data(&other.cldr)),
            ("time zone database", data(&self.tzdb), data(&other.tzdb)),
        ];
        all.into_iter()
            .filter(|(_, own, other)| own != other && !own.is_empty() && !other.is_empty())
            .map(|(what, own, other)| format!("{what} {other} instead of {own}"))
            .collect()
    }
}

impl Receipt {
    /// The version of the template, by which requests name it.
    pub fn template_version(&self) -> String {
        content_version(&self.template.sha256, &self.library, &self.texts)
    }

    /// The receipt of a document that was made now.
    pub fn new(parts: ReceiptInputs<'_>) -> Self {
        Self {
            receipt: VERSION,
            made: clock::now().seconds(),
            program: Program::this(),
            template: Named { name: parts.name.to_owned(), sha256: parts.template },
            data: Hashed { sha256: data_hash(parts.data) },
            fonts: parts.fonts,
            library: parts.library,
            texts: parts.texts,
            options: Options {
                report_date: parts.report_date.seconds(),
                title: parts.title.to_owned(),
                author: parts.author.to_owned(),
                fallback_font: parts.fallback_font,
                locale: parts.locale.map(str::to_owned),
                standards: Some(parts.standards.list()).filter(|list| !list.is_empty()),
                draft: parts.draft,
            },
            document: parts.document,
            signature: None,
        }
    }

    /// Reads a receipt.
    ///
    /// # Errors
    /// `receiptInvalid` where it is none.
    pub fn read(bytes: &[u8], name: &str) -> Result<Self> {
        let invalid = |message: String| {
            Problem::new(codes::RECEIPT_INVALID, message)
                .file(name)
                .advice("a receipt is what `reportctl render --receipt` wrote")
        };
        let json: Json = serde_json::from_slice(bytes)
            .map_err(|error| invalid(format!("the receipt cannot be read: {error}")))?;
        let version = json["receipt"].as_u64();
        if version.is_some_and(|version| version > VERSION.into()) {
            return Err(invalid("the receipt is of a newer version of this program".to_owned())
                .advice("use a newer version of reportctl"));
        }
        let made_by =
            json["program"]["version"].as_str().filter(|made_by| *made_by != PROGRAM_VERSION);
        let made_by = made_by.map(str::to_owned);
        // From the text: an object that has a key twice would mean two things.
        serde_json::from_slice(bytes).map_err(|error| {
            let problem = invalid(format!("the receipt cannot be read: {error}"));
            match made_by {
                Some(version) => problem.advice(format!(
                    "reportctl {version} made it, and this is {PROGRAM_VERSION}: verify it with that version"
                )),
                None => problem,
            }
        })
    }

    /// As a file.
    pub fn to_json(&self) -> String {
        let json = serde_json::to_value(self).unwrap_or_default();
        format!("{json:#}\n")
    }

    /// Signs it.
    #[cfg(feature = "receipts")]
    pub fn sign(&mut self, key: &PrivateKey) {
        self.signature = None;
        self.signature = self.signed_bytes().map(|bytes| key.sign(&bytes));
    }

    /// Checks its signature; `None` where it has none. With `key`, only one of that key is.
    #[cfg(feature = "receipts")]
    pub fn verify_signature(&self, key: Option<&PublicKey>) -> Option<bool> {
        let signature = self.signature.as_ref()?;
        let unsigned = Self { signature: None, ..self.clone() };
        let bytes = unsigned.signed_bytes();
        Some(bytes.is_some_and(|bytes| signature::verify(signature, &bytes, key)))
    }

    /// The signed text: the receipt without its signature, in the form of RFC 8785 (keys sorted, no
    /// blanks). `None` for numbers that this form does not have, which only a forged one has.
    #[cfg(feature = "receipts")]
    fn signed_bytes(&self) -> Option<Vec<u8>> {
        serde_json_canonicalizer::to_vec(self).ok()
    }
}

/// Font files with their hashes.
///
/// # Errors
/// `io` where one cannot be read.
pub(crate) fn fonts(paths: &[PathBuf]) -> Result<Vec<Named>> {
    let of = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Named { name, sha256: sha256(&files::read_limited(path, MAX_FONT_BYTES)?) })
    };
    paths.iter().map(of).collect()
}

/// The hash of data: the hash of its JSON without blanks, keys in their order.
pub(crate) fn data_hash(data: &Value) -> String {
    sha256(&serde_json::to_vec(&Written(data)).unwrap_or_default())
}

/// Data as JSON, written without a tree of it in between: every row of a batch is hashed.
struct Written<'a>(&'a Value);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(truth) => serializer.serialize_bool(*truth),
            Value::Number(number) => number_to_json(*number).serialize(serializer),
            Value::Text(text) => serializer.serialize_str(text),
            Value::Array(items) => serializer.collect_seq(items.iter().map(Self)),
            Value::Object(object) => {
                serializer.collect_map(object.iter().map(|(key, value)| (key, Self(value))))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn data_is_hashed_as_its_json_in_the_order_of_its_keys() {
        let json = r#"{"b":[1,-0.5,1e300,null,true],"a":{"é\"\\\n":"😀\u0001","":[]},"A":9007199254740993}"#;
        let data = Value::from_json(json).unwrap();
        assert_eq!(data_hash(&data), sha256(data.to_json().to_string().as_bytes()));
        assert_ne!(data_hash(&data), data_hash(&Value::Null));
    }

    #[test]
    fn the_version_of_locale_data_is_that_of_the_lock_file() {
        let lock = include_str!("../../../Cargo.lock");
        for package in ["icu_collator_data", "icu_segmenter_data"] {
            let entry = format!("name = \"{package}\"\nversion = \"");
            let at = lock.find(&entry).unwrap() + entry.len();
            let version = lock[at..].split('"').next().unwrap();
            assert_eq!(LOCALE, format!("icu {version}"), "{package}");
        }
    }
}
