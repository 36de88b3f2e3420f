//! What can go wrong, told so that a person and a program can both act on it.
//!
//! A [`Problem`] has a stable [`Code`], a [`Blame`] (who can mend it), the field and the JSON
//! pointer where it sits, a developer message, advice, and structured details. The same value is
//! printed for people, written as one JSON object (`--error-format json`) and, in lists, reported
//! by `check`. Codes and details of rendering failures are those of chapter 13 of the spec.

use std::borrow::Cow;
use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};

/// Result of an engine call.
pub type Result<T, E = Problem> = std::result::Result<T, E>;

/// Who can mend a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Blame {
    /// The data of this report.
    Data,
    /// The author of the template.
    Template,
    /// Whoever installed or configured the program.
    Config,
    /// The program itself or the machine it runs on.
    Package,
}

impl Blame {
    /// The name used in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Data => "data",
            Self::Template => "template",
            Self::Config => "config",
            Self::Package => "package",
        }
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident $name:literal $blame:ident,)*) => {
        /// Stable identifier of a kind of problem.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $($(#[$doc])* $variant,)* }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name used in JSON and on the command line.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// Who can mend problems of this code.
            pub fn blame(self) -> Blame {
                match self { $(Self::$variant => Blame::$blame),* }
            }
        }
    };
}

codes! {
    // Generation errors (spec 13).
    /// The document needs more pages than allowed.
    PageLimit "pageLimit" Data,
    /// Layout neither placed anything nor opened a page.
    PaginationStalled "paginationStalled" Package,
    /// A page size is missing, not a number, or not above zero.
    InvalidPageSize "invalidPageSize" Template,
    /// No font has a character.
    UnsupportedGlyph "unsupportedGlyph" Data,
    /// An image is over the size limit.
    ImageTooLarge "imageTooLarge" Template,
    /// More distinct images than allowed.
    TooManyImages "tooManyImages" Template,
    /// An image is neither PNG nor JPEG.
    UnsupportedImageFormat "unsupportedImageFormat" Template,
    /// An image cannot be decoded.
    ImageUnreadable "imageUnreadable" Template,
    /// An image that is drawn, though its data is damaged or not what its label says.
    ImageDamaged "imageDamaged" Template,
    /// The page background cannot be decoded.
    BackgroundImageUnreadable "backgroundImageUnreadable" Template,
    /// Editor only: an uploaded image is too large.
    ImageUploadTooLarge "imageUploadTooLarge" Data,
    /// Editor only: an uploaded image cannot be read.
    ImageUploadUnreadable "imageUploadUnreadable" Data,
    /// A WOFF2 font without a decoder; ours is always there.
    Woff2SupportMissing "woff2SupportMissing" Config,
    /// A WOFF or WOFF2 font cannot be unpacked.
    FontDecompressFailed "fontDecompressFailed" Config,
    /// Unpacking a font took too long.
    FontDecompressTimeout "fontDecompressTimeout" Config,
    /// The template is not a JSON object.
    TemplateNotAnObject "templateNotAnObject" Template,
    /// `version` is not an integer of at least 1.
    TemplateVersionInvalid "templateVersionInvalid" Template,
    /// `version` is newer than this program.
    TemplateVersionTooNew "templateVersionTooNew" Template,
    /// A migration between versions is missing.
    TemplateMigrationMissing "templateMigrationMissing" Package,

    // Ours, while rendering.
    /// The template or its bindings have the wrong shape.
    InvalidTemplate "invalidTemplate" Template,
    /// A font file is not a font.
    FontUnreadable "fontUnreadable" Config,
    /// The time budget ran out.
    TimeLimit "timeLimit" Data,
    /// The output budget ran out.
    OutputLimit "outputLimit" Data,

    // Expression errors (spec 7.9).
    /// The expression ends where an operand is expected.
    Incomplete "incomplete" Template,
    /// `(` without `)`.
    UnclosedParen "unclosedParen" Template,
    /// A call without `)`.
    UnclosedCall "unclosedCall" Template,
    /// `+`, `*` or `/` with nothing on its left.
    OperatorWithoutLeft "operatorWithoutLeft" Template,
    /// Any other misplaced token.
    UnexpectedToken "unexpectedToken" Template,
    /// Tokens left over after a complete expression.
    TrailingContent "trailingContent" Template,
    /// A quote that is never closed.
    UnclosedQuote "unclosedQuote" Template,
    /// `[` without `]`.
    UnclosedBracket "unclosedBracket" Template,
    /// `[]`, or nothing after a dot in a bracket chain.
    EmptySegment "emptySegment" Template,
    /// An unquoted blank in brackets.
    SpaceInSegment "spaceInSegment" Template,
    /// Nesting above the limit.
    TooDeep "tooDeep" Template,

    // Further findings of `check`.
    /// `{` inside a token.
    BraceNested "braceNested" Template,
    /// `}` without `{`.
    BraceUnopened "braceUnopened" Template,
    /// `{` that is never closed.
    BraceUnclosed "braceUnclosed" Template,
    /// An operator with a blank on one side only.
    SuspiciousOperator "suspiciousOperator" Template,
    /// A call to a function that does not exist.
    UnknownFunction "unknownFunction" Template,
    /// A date pattern with letters that stand for nothing.
    UnknownPattern "unknownPattern" Template,
    /// A call with more arguments than the function has.
    UnusedArgument "unusedArgument" Template,
    /// Something that json-pdf-designer itself prints otherwise.
    NotPortable "notPortable" Template,
    /// A section or chart without a binding.
    MissingBinding "missingBinding" Template,
    /// A filter condition with a column but no value.
    IncompleteFilter "incompleteFilter" Template,
    /// A binding that no field uses.
    UnusedBinding "unusedBinding" Template,
    /// Two fields of one name, or two of one id.
    DuplicateName "duplicateName" Template,
    /// A field belongs to a section that does not exist.
    UnknownSection "unknownSection" Template,
    /// A value that is ignored because it means nothing here.
    IgnoredValue "ignoredValue" Template,
    /// An icon name that is not in the set.
    UnknownIcon "unknownIcon" Template,
    /// A path that the data does not have.
    MissingPath "missingPath" Data,
    /// A text wider than its box.
    TextTooWide "textTooWide" Data,
    /// A field that lies, wholly or in part, off the page.
    OffPage "offPage" Template,
    /// A field that lies partly in a repeating band.
    BandOverlap "bandOverlap" Template,
    /// A member that lies outside its section.
    OutsideSection "outsideSection" Template,
    /// Column widths that do not go with the width of the table.
    ColumnWidths "columnWidths" Template,
    /// A field that can never be seen.
    NeverDrawn "neverDrawn" Template,

    // The edges.
    /// The command was called wrongly.
    Usage "usage" Config,
    /// A setting is wrong.
    InvalidSetting "invalidSetting" Config,
    /// No such template.
    TemplateNotFound "templateNotFound" Template,
    /// A template file is not JSON or YAML.
    TemplateUnreadable "templateUnreadable" Template,
    /// A template id that cannot be one.
    InvalidId "invalidId" Template,
    /// A stored template changed since it was read.
    Conflict "conflict" Template,
    /// A data file is missing or cannot be read.
    DataUnreadable "dataUnreadable" Data,
    /// Reading or writing failed.
    Io "io" Package,
    /// The program itself broke: a bug.
    Internal "internal" Package,
    /// `template fmt --check` found files that are not canonical.
    NotCanonical "notCanonical" Template,

    // Mail.
    /// An address that cannot be one.
    InvalidEmail "invalidEmail" Data,
    /// A header with a line break or NUL, or one that cannot be built.
    InvalidMessage "invalidMessage" Data,
    /// A recipient that the settings do not allow.
    RecipientNotAllowed "recipientNotAllowed" Data,
    /// More recipients in one run than the settings allow.
    TooManyRecipients "tooManyRecipients" Data,
    /// The server does not take the message, now and later.
    MailRefused "mailRefused" Data,
    /// The server cannot be reached or does not take the message now.
    MailUnavailable "mailUnavailable" Config,
    /// The server takes no messages from us: login, TLS or settings.
    MailUnusable "mailUnusable" Config,
    /// The connection broke before the server's answer; the message may have been delivered.
    DeliveryUnknown "deliveryUnknown" Package,

    // Queue and batches.
    /// The database of requests cannot be used.
    QueueUnavailable "queueUnavailable" Config,
    /// No such request.
    RequestNotFound "requestNotFound" Data,
    /// The template changed while the request waited.
    TemplateChanged "templateChanged" Template,
    /// The request was taken up too often without ever coming to an end.
    AttemptsExhausted "attemptsExhausted" Package,
    /// The request was canceled by a person.
    Canceled "canceled" Data,
    /// A row of a batch that cannot be used.
    InvalidRow "invalidRow" Data,
    /// Two rows of a batch that would write one file.
    DuplicateFile "duplicateFile" Data,
    /// Two rows of a batch for one recipient.
    DuplicateRecipient "duplicateRecipient" Data,
    /// The key of a batch belongs to another one.
    BatchKey "batchKey" Data,
    /// What would be sent is not what the plan says.
    PlanMismatch "planMismatch" Data,
    /// A signal ended the work early.
    Interrupted "interrupted" Package,
    /// Some rows of a batch failed.
    BatchFailed "batchFailed" Data,

    // The service.
    /// The body of a request is not JSON.
    MalformedJson "malformedJson" Data,
    /// The body of a request is not `application/json`.
    UnsupportedMediaType "unsupportedMediaType" Data,
    /// The body of a request is larger than allowed.
    BodyTooLarge "bodyTooLarge" Data,
    /// The body of a request did not come in time.
    RequestTimeout "requestTimeout" Data,
    /// A member of a request, or a parameter, that cannot be what it is.
    InvalidField "invalidField" Data,
    /// A member of a request that does not exist.
    UnknownField "unknownField" Data,
    /// A request for a report that carries a template.
    TemplateNotAllowed "templateNotAllowed" Data,
    /// No token, or one that is not valid.
    Unauthorized "unauthorized" Config,
    /// The token is not for this, or the request comes from another web page.
    Forbidden "forbidden" Config,
    /// No such route.
    RouteNotFound "routeNotFound" Data,
    /// The route has no such method.
    MethodNotAllowed "methodNotAllowed" Data,
    /// `Idempotency-Key` was used with another request, or its first request is not finished.
    IdempotencyKey "idempotencyKey" Data,
    /// The service has more to do than it can.
    Overloaded "overloaded" Config,
    /// The token has made too many requests.
    RateLimited "rateLimited" Data,
    /// The service is stopping.
    Stopping "stopping" Config,
    /// A public address without any token.
    TokensRequired "tokensRequired" Config,
    /// No such token.
    TokenNotFound "tokenNotFound" Config,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How much a problem matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The result cannot be made, or would be wrong.
    Error,
    /// The result is made, but probably not as meant.
    Warning,
}

/// One thing that somebody should know and mend.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// What kind of problem it is.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// Developer message: lower case, no full stop, the user's words in backticks.
    pub message: String,
    /// Name of the template field involved.
    pub field: Option<String>,
    /// JSON pointer (RFC 6901) into the file involved.
    pub pointer: Option<String>,
    /// What to do about it.
    pub advice: Option<Cow<'static, str>>,
    /// Structured details, under the names of the spec.
    pub details: Vec<(&'static str, serde_json::Value)>,
    /// The file the pointer goes into; known at the edge only.
    pub file: Option<String>,
}

impl Problem {
    /// An error with a message.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            field: None,
            pointer: None,
            advice: None,
            details: Vec::new(),
            file: None,
        }
    }

    /// A warning with a message.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::new(code, message) }
    }

    /// Names the field involved.
    #[must_use]
    pub fn field(mut self, name: impl Into<String>) -> Self {
        self.field = Some(name.into());
        self
    }

    /// Says where in the JSON it is.
    #[must_use]
    pub fn pointer(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn advice(mut self, advice: impl Into<Cow<'static, str>>) -> Self {
        self.advice = Some(advice.into());
        self
    }

    /// Adds a structured detail.
    #[must_use]
    pub fn detail(mut self, name: &'static str, value: impl Into<serde_json::Value>) -> Self {
        self.details.push((name, value.into()));
        self
    }

    /// Says which file it is about.
    #[must_use]
    pub fn file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Who can mend it.
    pub fn blame(&self) -> Blame {
        self.code.blame()
    }

    /// The detail of that name.
    pub fn get(&self, name: &str) -> Option<&serde_json::Value> {
        self.details.iter().find(|(n, _)| *n == name).map(|(_, v)| v)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}

/// The JSON error object: `error`, `code`, `blame`, `field` (null when none), place, advice, details.
impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("error", &self.message)?;
        map.serialize_entry("code", self.code.as_str())?;
        map.serialize_entry("blame", self.blame().as_str())?;
        map.serialize_entry("field", &self.field)?;
        if let Some(file) = &self.file {
            map.serialize_entry("file", file)?;
        }
        if let Some(pointer) = &self.pointer {
            map.serialize_entry("pointer", pointer)?;
        }
        if let Some(advice) = &self.advice {
            map.serialize_entry("advice", advice)?;
        }
        for (name, value) in &self.details {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// A text as it is quoted in messages: in backticks, cut to a length that fits a line.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let line = text.replace(['\n', '\r', '\t'], " ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}…`", &line[..end]),
        None => format!("`{line}`"),
    }
}
