//! Verifying the signatures of a document, whatever program made them (ISO 32000-1, 12.8.1).
//!
//! The bytes are checked before anything that they say: a signature covers what its range of bytes has, and that
//! must be everything from the beginning of the file but the signature itself.

mod message;
mod revision;
mod token;
mod trust;

pub(super) use token::StampToken;
pub use token::TimeStamp;
pub use trust::Roots;

use engine::expr::date::Timestamp;
use engine::image::pdf::{Flaw, Read};
use engine::problem::Result;
use lopdf::{Dictionary, Object};

use super::codes::SIGNATURE_UNREADABLE;
use super::document::{Field, PdfDocument, text_of, unreadable};
use crate::base::clock;
use crate::base::hash::from_hexadecimal;
use crate::base::timestamp;
use message::SignedMessage;
use revision::LaterChanges;

/// Most signatures of a document: each is a hash of all of it.
const MAX_SIGNATURES: usize = 100;

/// A signature of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedSignature {
    /// The name of its field.
    pub field: String,
    /// The name of the certificate, as far as it could be read.
    pub signer: Option<String>,
    /// Time of the signature, as claimed by the signer.
    pub time: Option<Timestamp>,
    pub reason: Option<String>,
    pub location: Option<String>,
    pub state: Integrity,
    /// Bytes that were added to the document after it was signed, where it is known what it covers.
    pub later_bytes: Option<usize>,
    /// The signature certifies the document, and says what may be changed later: 1 nothing, 2 filling in and
    /// signing, 3 comments too.
    pub certifies: Option<i64>,
    /// The certificate at the time of the signature.
    pub certificate: Certificate,
    pub trust: Trust,
    /// Its time stamp.
    pub stamp: Option<TimeStamp>,
}

/// Integrity of the signed bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Integrity {
    Intact,
    /// The bytes were changed, for this reason.
    Altered(&'static str),
    /// The integrity is not known, for this reason.
    Unknown(String),
}

/// The certificate at the time that the signature names, or now where it names none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certificate {
    Valid,
    /// Valid then, and not any more.
    ExpiredSince(Timestamp),
    NotYetValid(Timestamp),
    Expired(Timestamp),
    /// There is none.
    Missing,
}

/// Trust in the issuer of the certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trust {
    NotChecked,
    Trusted,
    /// Not, for this reason.
    Untrusted(String),
}

impl VerifiedSignature {
    /// Returns `true` if nothing speaks against it.
    pub fn is_right(&self) -> bool {
        self.state == Integrity::Intact
            && matches!(self.certificate, Certificate::Valid | Certificate::ExpiredSince(_))
            && !matches!(self.trust, Trust::Untrusted(_))
            && self.stamp.as_ref().is_none_or(TimeStamp::is_right)
    }
}

/// Returns `true` if a document has signatures, nothing speaks against any of them, and one of them covers all of it.
pub fn are_right(signatures: &[VerifiedSignature]) -> bool {
    signatures.iter().all(VerifiedSignature::is_right)
        && signatures.iter().any(|signature| signature.later_bytes == Some(0))
}

/// The signatures of a document in the order of their fields.
///
/// # Errors
/// `signatureUnreadable`: the document cannot be read.
pub fn verify(document: &[u8], roots: Option<&Roots>) -> Result<Vec<VerifiedSignature>> {
    let signatures = || -> Read<Vec<VerifiedSignature>> {
        let document = PdfDocument::open(document)?;
        let mut signatures = Vec::new();
        for field in document.fields()? {
            let Field { name, signature: Some(dictionary), .. } = field else { continue };
            if signatures.len() == MAX_SIGNATURES {
                return Err(Flaw::TooLarge("signatures"));
            }
            signatures.push(signature(&document, name, &dictionary, roots)?);
        }
        Ok(signatures)
    };
    signatures().map_err(|flaw| unreadable(flaw, SIGNATURE_UNREADABLE, "cannot be read"))
}

impl VerifiedSignature {
    /// A signature with the claims of its dictionary, of which nothing is verified yet.
    fn claimed(document: &PdfDocument<'_>, field: String, dictionary: &Dictionary) -> Read<Self> {
        let text = |key: &[u8]| -> Read<Option<String>> {
            Ok(match document.file.member(dictionary, key)? {
                Object::String(bytes, _) => Some(text_of(&bytes)).filter(|text| !text.is_empty()),
                _ => None,
            })
        };
        Ok(Self {
            field,
            signer: text(b"Name")?,
            time: text(b"M")?.and_then(|date| pdf_date(&date)),
            reason: text(b"Reason")?,
            location: text(b"Location")?,
            state: Integrity::Intact,
            later_bytes: None,
            certifies: document.changes_allowed(dictionary)?,
            certificate: Certificate::Missing,
            trust: Trust::NotChecked,
            stamp: None,
        })
    }
}

fn signature(
    document: &PdfDocument<'_>,
    field: String,
    dictionary: &Dictionary,
    roots: Option<&Roots>,
) -> Read<VerifiedSignature> {
    let mut found = VerifiedSignature::claimed(document, field, dictionary)?;
    let kind = document.file.member(dictionary, b"SubFilter")?;
    let kind = String::from_utf8_lossy(kind.as_name().unwrap_or_default()).into_owned();
    if !matches!(&*kind, "adbe.pkcs7.detached" | "ETSI.CAdES.detached") {
        found.state = Integrity::Unknown(format!("signatures of the kind `{kind}` are not known"));
        return Ok(found);
    }
    let covered = match Covered::of(document, dictionary)? {
        Ok(covered) => covered,
        Err(why) => {
            found.state = Integrity::Altered(why);
            return Ok(found);
        }
    };
    // Later revisions may have another dictionary in the place of the one that was signed.
    let revision = match covered.revision(document) {
        None => None,
        Some(bytes) => {
            let revision = PdfDocument::open(bytes)?;
            let Some(signed) = revision::signed(&revision, &covered.contents)? else {
                let why = "the document that it covers does not have it";
                found.state = Integrity::Altered(why);
                return Ok(found);
            };
            found = VerifiedSignature::claimed(&revision, found.field, &signed)?;
            Some(revision)
        }
    };
    found.later_bytes = Some(covered.later_bytes);
    let message = match SignedMessage::read(&covered.contents) {
        Ok(message) => message,
        Err(state) => {
            found.state = state;
            return Ok(found);
        }
    };
    found.state = message.check(&covered.parts);
    if let (Integrity::Intact, Some(allowed), Some(revision)) =
        (&found.state, found.certifies, &revision)
    {
        found.state = certified(revision, document, allowed)?;
    }
    found.signer = Some(message.signer());
    let now = clock::now();
    found.stamp = TimeStamp::of(&message, roots);
    // An authority knows the time better than the clock of the signer.
    let stamped = found.stamp.as_ref().filter(|stamp| stamp.is_right());
    let at = stamped.and_then(|stamp| stamp.time).or(found.time).unwrap_or(now);
    found.certificate = message.certificate(at, now);
    if let Some(roots) = roots {
        found.trust = roots.trust(&message.own_der, &message.others, at);
    }
    Ok(found)
}

/// Integrity of a certified document that was changed later. `allowed`: the changes of [`VerifiedSignature::certifies`].
fn certified(
    revision: &PdfDocument<'_>,
    newest: &PdfDocument<'_>,
    allowed: i64,
) -> Read<Integrity> {
    if allowed == 1 {
        let why = "it was certified without allowing changes, and changed later";
        return Ok(Integrity::Altered(why));
    }
    Ok(match revision::changes(revision, newest, allowed == 3)? {
        LaterChanges::Allowed => Integrity::Intact,
        LaterChanges::Forbidden(why) => Integrity::Altered(why),
        LaterChanges::Unknown(number) => Integrity::Unknown(format!(
            "it was certified, and object {number} was changed later, which may be more than that allows"
        )),
    })
}

/// Bytes that a signature covers.
struct Covered<'b> {
    /// Bytes before and behind the signature.
    parts: [&'b [u8]; 2],
    /// The signature, decoded.
    contents: Vec<u8>,
    later_bytes: usize,
}

impl<'b> Covered<'b> {
    /// The bytes of the document up to where they are covered, where there are later ones.
    fn revision(&self, document: &PdfDocument<'b>) -> Option<&'b [u8]> {
        let end = document.bytes.len() - self.later_bytes;
        document.bytes.get(..end).filter(|_| self.later_bytes > 0)
    }

    /// Bytes in the range of a signature, or the reason why the range is wrong.
    fn of(
        document: &PdfDocument<'b>,
        dictionary: &Dictionary,
    ) -> Read<std::result::Result<Self, &'static str>> {
        let range = document.array(dictionary, b"ByteRange")?;
        let numbers =
            range.iter().map(|it| it.as_i64().ok().and_then(|it| usize::try_from(it).ok()));
        let Some(numbers) = numbers.collect::<Option<Vec<_>>>() else {
            return Ok(Err("its range of bytes is damaged"));
        };
        let [0, length, second, rest] = numbers[..] else {
            return Ok(Err("its range of bytes does not begin at the beginning of the file"));
        };
        let end = second.saturating_add(rest);
        let bytes = document.bytes;
        let (Some(before), Some(gap), Some(after)) =
            (bytes.get(..length), bytes.get(length..second), bytes.get(second..end))
        else {
            return Ok(Err("it covers bytes that the file does not have"));
        };
        let inside = gap.strip_prefix(b"<").and_then(|gap| gap.strip_suffix(b">"));
        let Some(contents) = inside.and_then(from_hexadecimal) else {
            return Ok(Err("it leaves out more of the file than itself"));
        };
        match document.file.member(dictionary, b"Contents")? {
            Object::String(own, _) if own == contents => {}
            _ => return Ok(Err("what it leaves out is not its own signature")),
        }
        Ok(Ok(Self { parts: [before, after], contents, later_bytes: bytes.len() - end }))
    }
}

/// A date of PDF (ISO 32000-1, 7.9.4): `D:YYYYMMDDHHmmSS` and `Z` or `+HH'mm'`; parts from the end may be missing.
fn pdf_date(text: &str) -> Option<Timestamp> {
    let text = text.strip_prefix("D:").unwrap_or(text);
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, zone) = text.split_at(end);
    // Missing parts: the first month, day, hour, minute and second.
    const FIRST: &str = "00000101000000";
    let digits = digits.get(..digits.len().min(FIRST.len())).filter(|it| it.len() >= 4)?;
    let full = format!("{digits}{}", FIRST.get(digits.len()..)?);
    let part = |from: usize, to: usize| full.get(from..to).unwrap_or_default();
    let zone: String = zone.chars().filter(|c| *c != '\'').collect();
    let zone = match (zone.get(..1), zone.get(1..3), zone.get(3..5)) {
        (Some(sign @ ("+" | "-")), Some(hours), minutes) => {
            format!("{sign}{hours}:{}", minutes.unwrap_or("00"))
        }
        _ => "Z".to_owned(),
    };
    let [year, month, day] = [part(0, 4), part(4, 6), part(6, 8)];
    let [hour, minute, second] = [part(8, 10), part(10, 12), part(12, 14)];
    timestamp::parse(&format!("{year}-{month}-{day}T{hour}:{minute}:{second}{zone}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_with_and_without_their_parts() {
        for (text, expected) in [
            ("D:20260131120000Z", "2026-01-31T12:00:00Z"),
            ("D:20260131120000+02'00'", "2026-01-31T10:00:00Z"),
            ("D:20260131120000-03'30", "2026-01-31T15:30:00Z"),
            ("D:20260131120000-03", "2026-01-31T15:00:00Z"),
            ("202601", "2026-01-01"),
            ("D:2026", "2026-01-01"),
        ] {
            assert_eq!(pdf_date(text), timestamp::parse(expected).ok(), "{text}");
        }
        for text in ["", "D:", "D:202", "D:20261301", "x", "D:20260131250000Z"] {
            assert_eq!(pdf_date(text), None, "{text}");
        }
    }
}
