//! Jobs for the engine and their results, in a form that crosses a process boundary.

use std::borrow::Cow;
use std::ops::Range;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;
use uuid::Uuid;

use crate::base::telemetry::MeasuredStep;
use crate::delivery::codes;
use crate::delivery::mail::{self, FilePlaces};
use crate::documents::Limits;
use crate::documents::receipt::Receipt;
use crate::templates::MailOptions;
use crate::templates::bundle::{Key, TemplateBundle};
use engine::expr::date::Timestamp;
use engine::problem::{Blame, Code, Problem, Result, Severity};
use engine::render::SignatureRequest;

/// Something to do with a template, and mostly with data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) work: Work,
    /// The template, by its key. It goes along where the other side may not have it.
    pub(crate) template: Key,
    pub(crate) limits: JobLimits,
    /// The date of the report, in seconds since 1970.
    pub(crate) report_date: i64,
    /// The locale that the request asks for.
    pub(crate) locale: Option<String>,
    /// The secret that the template names for the owner of its documents: its name and its text.
    pub(crate) secret: Option<(String, String)>,
}

impl Job {
    /// A job without a locale and secrets.
    pub(crate) fn new(work: Work, template: Key, limits: &Limits, report_date: Timestamp) -> Self {
        Self {
            work,
            template,
            limits: JobLimits::of(limits),
            report_date: report_date.seconds(),
            locale: None,
            secret: None,
        }
    }
}

/// A job with its template and its data.
pub(crate) struct Order<'a> {
    pub(crate) bundle: &'a TemplateBundle,
    pub(crate) job: Job,
    /// JSON.
    pub(crate) data: Option<&'a str>,
}

/// The work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Work {
    /// Find what is wrong with the template, without its library and data.
    Check,
    /// Find what is wrong with the template, its library, and the data if there is some.
    Problems,
    /// Make a document and its receipt. `name` is that of the template in the receipt. Without
    /// `admission`, the data was admitted before.
    Document { name: String, admission: Option<AdmissionRules> },
    /// Make the page model of a document.
    Layout { admission: Option<AdmissionRules> },
    /// Take the tables of a document, or the one of a name, as JSON.
    Tables { table: Option<String>, admission: Option<AdmissionRules> },
    /// Make a document of a design that is not stored.
    Preview,
    /// Make the page model for editors.
    EditorLayout,
    /// Make the e-invoice of a design that is not stored, as XML.
    Einvoice,
    /// Make drawings of pages, numbered from 1, or of all.
    Drawing { pages: Option<Vec<u32>> },
    /// Decide whether a document that is mailed may be made of the data.
    Admit(AdmissionRules),
    /// Make a document and the message that carries it.
    Message(Box<MessageWork>),
}

/// Conditions under which data is admitted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct AdmissionRules {
    /// A document may lack nothing, whatever its template says.
    pub(crate) is_strict: bool,
    /// Findings that do not refuse it.
    pub(crate) allow: Vec<WireCode>,
}

impl AdmissionRules {
    /// Codes of findings that do not refuse a document.
    pub(crate) fn allowed(&self) -> impl Iterator<Item = Code> {
        self.allow.iter().map(|code| code.0)
    }
}

/// The message of a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct MessageWork {
    /// The request.
    pub(crate) id: Uuid,
    /// The template as the request names it.
    pub(crate) name: String,
    /// The envelope recipient.
    pub(crate) recipient: String,
    /// Time of sending, in seconds since 1970.
    pub(crate) sent_at: i64,
    /// Name of the PDF, where the request sets it.
    pub(crate) filename: Option<String>,
    /// Options of the message in which the request differs from template and settings.
    pub(crate) options: Option<MailOptions>,
    /// Findings that do not keep the message from being sent.
    pub(crate) allow: Vec<WireCode>,
    /// SHA-256 that the document must have.
    pub(crate) expected_sha256: Option<String>,
    /// The address of the archived document, for a message that carries this instead.
    pub(crate) link: Option<String>,
    /// The files of an archived document, for which the message has places and which are put there afterwards: no
    /// document is made.
    pub(crate) archived: Option<ArchivedNames>,
}

/// Names of the files of an archived document in its message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ArchivedNames {
    pub(crate) pdf: String,
    /// The e-invoice that goes along as a file of its own.
    pub(crate) einvoice: Option<String>,
}

/// Limits of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JobLimits {
    max_pages: u32,
    max_output_bytes: u64,
    max_memory_bytes: u64,
    timeout_micros: Option<u64>,
}

impl JobLimits {
    fn of(limits: &Limits) -> Self {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        Self {
            max_pages: limits.max_pages,
            max_output_bytes: limits.max_output_bytes,
            max_memory_bytes: limits.max_memory_bytes,
            timeout_micros: limits.timeout.map(micros),
        }
    }

    /// The limits for the engine.
    pub(crate) fn limits(self) -> Limits {
        Limits {
            max_pages: self.max_pages,
            max_output_bytes: self.max_output_bytes,
            max_memory_bytes: self.max_memory_bytes,
            timeout: self.timeout_micros.map(Duration::from_micros),
        }
    }
}

/// The result of a job.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct JobResult {
    /// The document, its page model or tables as JSON, its e-invoice, or the message.
    pub(crate) bytes: Vec<u8>,
    pub(crate) about: ResultProperties,
}

/// Properties of a result besides its bytes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ResultProperties {
    /// Number of pages.
    pub(crate) pages: usize,
    pub(crate) document_bytes: u64,
    /// Warnings about the template and the document; for [`Work::Check`] and [`Work::Problems`], all
    /// findings.
    pub(crate) warnings: Vec<WireProblem>,
    /// Inputs of the document.
    pub(crate) receipt: Option<Box<Receipt>>,
    /// Subject and name of the file of a message, decoded.
    pub(crate) message: Option<MessageParts>,
    /// The signature that the template asks for.
    pub(crate) signature: Option<WireSignature>,
    /// The time of signing; a child does not sign.
    #[serde(skip)]
    pub(crate) signing: Option<MeasuredStep>,
}

/// A signature that a template asks for, between processes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct WireSignature {
    field: String,
    signer: String,
    reason: Option<String>,
    location: Option<String>,
}

impl From<SignatureRequest> for WireSignature {
    fn from(request: SignatureRequest) -> Self {
        let SignatureRequest { field, signer, reason, location } = request;
        Self { field, signer, reason, location }
    }
}

#[cfg(feature = "signatures")]
impl From<WireSignature> for SignatureRequest {
    fn from(request: WireSignature) -> Self {
        let WireSignature { field, signer, reason, location } = request;
        Self { field, signer, reason, location }
    }
}

impl ResultProperties {
    pub(crate) fn warnings(&mut self) -> Vec<Problem> {
        std::mem::take(&mut self.warnings).into_iter().map(Problem::from).collect()
    }
}

/// Subject, name of the file and id of a message. Sender and recipient are not decided by a child.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MessageParts {
    pub(crate) subject: String,
    pub(crate) filename: String,
    pub(crate) message_id: String,
    pub(crate) files: FilePlaces,
}

impl MessageParts {
    /// The document in a message.
    ///
    /// # Errors
    /// `internal` where the message has no document.
    pub(crate) fn document(&self, message: &[u8]) -> Result<Vec<u8>> {
        let document = decoded(message, &self.files.pdf);
        let missing = || Problem::new(Code::Internal, "the message has no document in its place");
        document.filter(|document| document.starts_with(b"%PDF-")).ok_or_else(missing)
    }

    /// Name and bytes of the e-invoice in a message, where it is a file of its own.
    pub(crate) fn einvoice(&self, message: &[u8]) -> Option<(&str, Vec<u8>)> {
        let (name, place) = self.files.einvoice.as_ref()?;
        Some((name, decoded(message, place)?))
    }

    /// Takes the document out of a message.
    pub(crate) fn remove_document(&mut self, message: &mut Vec<u8>) {
        let Range { start, end } = self.files.part;
        message.drain(start.min(message.len())..end.clamp(start, message.len().max(start)));
        if let Some((_, place)) = &mut self.files.einvoice {
            // It comes after the document.
            let moved = |at: usize| at.saturating_sub(end - start);
            *place = moved(place.start)..moved(place.end);
        }
        self.files.pdf = start..start;
        self.files.part = start..start;
    }

    /// Puts an e-invoice into the place that a message has for it.
    pub(crate) fn fill_einvoice(&mut self, message: &mut Vec<u8>, einvoice: &[u8]) {
        let Some((_, place)) = &mut self.files.einvoice else { return };
        let start = place.start.min(message.len());
        let mut written = Vec::new();
        mail::base64(einvoice, &mut written);
        let end = start + written.len();
        message.splice(start..place.end.clamp(start, message.len()), written);
        place.end = end;
    }

    /// Puts another document into a message.
    pub(crate) fn replace(&mut self, message: &mut Vec<u8>, document: &[u8]) {
        let Range { start, end } = self.files.pdf;
        let mut written = Vec::with_capacity(message.len() + document.len() / 2);
        written.extend_from_slice(message.get(..start).unwrap_or_default());
        mail::base64(document, &mut written);
        self.files.pdf.end = written.len();
        self.files.part.end = written.len();
        if let Some((_, place)) = &mut self.files.einvoice {
            // It comes after the document.
            let moved = |at: usize| at.saturating_add(written.len()).saturating_sub(end);
            *place = moved(place.start)..moved(place.end);
        }
        written.extend_from_slice(message.get(end..).unwrap_or_default());
        *message = written;
    }
}

/// Bytes in base64 at a place of a message.
fn decoded(message: &[u8], place: &Range<usize>) -> Option<Vec<u8>> {
    let lines = message.get(place.clone())?;
    let digits: Vec<u8> =
        lines.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    STANDARD.decode(digits).ok()
}

/// Problems of a job without a result.
#[derive(Debug, PartialEq)]
pub(crate) struct JobRefusal {
    /// The problems, the first one being the reason; never empty.
    pub(crate) problems: Vec<Problem>,
    /// `true` if the template itself cannot be used.
    pub(crate) is_of_template: bool,
    /// Properties known by then.
    pub(crate) about: ResultProperties,
}

impl JobRefusal {
    /// A refusal for what cannot be.
    pub(crate) fn internal(message: &str) -> Self {
        Problem::new(Code::Internal, message).into()
    }

    /// The template cannot be used.
    pub(crate) fn template(problems: Vec<Problem>) -> Self {
        Self { problems, is_of_template: true, about: ResultProperties::default() }
    }

    /// The reason.
    pub(crate) fn first(self) -> Problem {
        let unknown = || Problem::new(Code::Internal, "a job failed without a reason");
        self.problems.into_iter().next().unwrap_or_else(unknown)
    }
}

impl From<Problem> for JobRefusal {
    fn from(problem: Problem) -> Self {
        Self { problems: vec![problem], is_of_template: false, about: ResultProperties::default() }
    }
}

/// The answer of a child.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    /// The result; its bytes are the part of the frame.
    Made(Box<ResultProperties>),
    Refused {
        problems: Vec<WireProblem>,
        is_of_template: bool,
        about: Box<ResultProperties>,
    },
    /// The template is to be sent again with the job.
    NeedsTemplate,
    /// The engine panicked; the message of the panic.
    Panicked(String),
}

/// A code by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WireCode(pub(crate) Code);

impl Serialize for WireCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

impl<'de> Deserialize<'de> for WireCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        codes::named(&name).map(Self).ok_or_else(|| serde::de::Error::custom("an unknown code"))
    }
}

/// A problem with everything that it has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct WireProblem {
    code: WireCode,
    /// The party that can fix it, where it is not the one of the code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    blamed: Option<Cow<'static, str>>,
    is_warning: bool,
    message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pointer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    details: Vec<(String, Json)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

impl From<Problem> for WireProblem {
    fn from(problem: Problem) -> Self {
        let details = problem.details.into_iter();
        Self {
            code: WireCode(problem.code),
            blamed: problem.blamed.map(|blame| blame.as_str().into()),
            is_warning: problem.severity == Severity::Warning,
            message: problem.message,
            field: problem.field,
            pointer: problem.pointer,
            advice: problem.advice.map(Cow::into_owned),
            details: details.map(|(name, value)| (name.into_owned(), value)).collect(),
            file: problem.file,
        }
    }
}

impl From<WireProblem> for Problem {
    fn from(problem: WireProblem) -> Self {
        let details = problem.details.into_iter();
        Self {
            code: problem.code.0,
            blamed: problem.blamed.and_then(|name| Blame::named(&name)),
            severity: if problem.is_warning { Severity::Warning } else { Severity::Error },
            message: problem.message,
            field: problem.field,
            pointer: problem.pointer,
            advice: problem.advice.map(Into::into),
            details: details.map(|(name, value)| (name.into(), value)).collect(),
            file: problem.file,
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_problem_comes_back_with_everything_that_it_has() {
        let problem = Problem::warning(Code::MissingPath, "there is no `a`")
            .field("total")
            .pointer("/template/schemas/0")
            .advice("give data that has it")
            .detail("path", "a")
            .detail("lines", serde_json::json!([1, 2]))
            .file("invoice.json");
        for problem in [problem, Problem::new(Code::Internal, "")] {
            let text = serde_json::to_vec(&WireProblem::from(problem.clone())).unwrap();
            let read: WireProblem = serde_json::from_slice(&text).unwrap();
            assert_eq!(Problem::from(read), problem);
        }
    }

    #[test]
    fn the_document_of_a_message_is_replaced_in_its_place() {
        let mut message = b"head\r\n\r\n".to_vec();
        let start = message.len();
        mail::base64(b"%PDF-1.7 one", &mut message);
        let pdf = start..message.len();
        message.extend_from_slice(b"--next\r\n");
        let start = message.len();
        mail::base64(b"<xml/>", &mut message);
        let einvoice = Some(("a.xml".to_owned(), start..message.len()));
        message.extend_from_slice(b"--end--\r\n");
        let mut parts = MessageParts {
            subject: String::new(),
            filename: String::new(),
            message_id: String::new(),
            files: FilePlaces { part: pdf.clone(), pdf, einvoice },
        };
        assert_eq!(parts.document(&message), Ok(b"%PDF-1.7 one".to_vec()));
        let long = [b"%PDF-1.7 two".as_slice(), &[7; 200]].concat();
        for other in [long.as_slice(), b"%PDF-"] {
            parts.replace(&mut message, other);
            assert_eq!(parts.document(&message), Ok(other.to_vec()));
            assert_eq!(parts.einvoice(&message), Some(("a.xml", b"<xml/>".to_vec())));
            assert!(message.starts_with(b"head") && message.ends_with(b"\r\n--end--\r\n"));
        }
        for other in [[b'<'; 300].as_slice(), b"", b"<xml>2</xml>"] {
            parts.fill_einvoice(&mut message, other);
            assert_eq!(parts.document(&message), Ok(b"%PDF-".to_vec()));
            assert_eq!(parts.einvoice(&message), Some(("a.xml", other.to_vec())));
            assert!(message.starts_with(b"head") && message.ends_with(b"--end--\r\n"));
        }
    }

    #[test]
    fn a_place_without_a_document_is_refused() {
        for pdf in [0..4, 3..900, 2..9] {
            let files = FilePlaces { part: pdf.clone(), pdf, einvoice: None };
            let parts = MessageParts {
                subject: String::new(),
                filename: String::new(),
                message_id: String::new(),
                files,
            };
            assert!(parts.document(b"JVBERi0xLjc= and more").is_err(), "{parts:?}");
        }
    }

    #[test]
    fn an_unknown_code_is_refused() {
        let text = r#"{"code": "noSuchCode", "is_warning": false, "message": ""}"#;
        assert!(serde_json::from_str::<WireProblem>(text).is_err());
    }
}
