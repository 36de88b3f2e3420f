//! What can go wrong, in a form that a person and a program can both act on.
//!
//! A [`Problem`] has a stable [`Code`], a [`Blame`] (who can fix it), the field and the JSON
//! pointer where it sits, a developer message, advice, and structured details. The same value is
//! printed for people, written as one JSON object (`--error-format json`) and, in lists, reported
//! by `check`. Codes and details of rendering failures are those of chapter 13 of the spec.

use std::borrow::Cow;
use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};

/// Result of an engine call.
pub type Result<T, E = Problem> = std::result::Result<T, E>;

/// Who can fix a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Blame {
    /// The data of this report.
    Data,
    /// The author of the template.
    Template,
    /// The operator: who installed or configured the program.
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

    /// The blame of that name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Data, Self::Template, Self::Config, Self::Package]
            .into_iter()
            .find(|blame| blame.as_str() == name)
    }
}

/// One line per code: its cause as doc comment, variant, name, blame, and its fix.
macro_rules! codes {
    ($(#[doc = $cause:literal] $variant:ident $name:literal $blame:ident $fix:literal,)*) => {
        /// Stable identifier of a kind of problem.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $(#[doc = $cause] $variant,)* }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name used in JSON and on the command line.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// Who can fix problems of this code.
            pub fn blame(self) -> Blame {
                match self { $(Self::$variant => Blame::$blame),* }
            }

            /// What the code means, in one sentence.
            pub fn cause(self) -> &'static str {
                match self { $(Self::$variant => $cause.trim_ascii()),* }
            }

            /// What to do about it, in one sentence that fits every front end.
            pub fn fix(self) -> &'static str {
                match self { $(Self::$variant => $fix),* }
            }
        }
    };
}

codes! {
    // Generation errors (spec 13).
    /// The document needs more pages than allowed.
    PageLimit "pageLimit" Data
        "Filter the data before rendering, or raise the page limit (`maxPages`).",
    /// Layout neither placed anything nor opened a page.
    PaginationStalled "paginationStalled" Package
        "Report it together with the template: layout must always make progress.",
    /// A page size is missing, not a number, or not above zero.
    InvalidPageSize "invalidPageSize" Template
        "Give `page` a `width` and a `height` above 0, in millimetres.",
    /// No font has a character.
    UnsupportedGlyph "unsupportedGlyph" Data
        "Add a font that has the character, or remove the character from the text.",
    /// An image is over the size limit.
    ImageTooLarge "imageTooLarge" Template
        "Scale the image down to the size it is printed at.",
    /// More distinct images than allowed.
    TooManyImages "tooManyImages" Template
        "Use the same image again instead of many copies that differ.",
    /// An image is neither PNG nor JPEG.
    UnsupportedImageFormat "unsupportedImageFormat" Template
        "Convert the image to PNG or JPEG.",
    /// An image cannot be decoded.
    ImageUnreadable "imageUnreadable" Template
        "Export the image again as PNG or JPEG.",
    /// The page background cannot be decoded.
    BackgroundImageUnreadable "backgroundImageUnreadable" Template
        "Export the background again as PNG or JPEG.",
    /// Editor only: an uploaded image is too large.
    ImageUploadTooLarge "imageUploadTooLarge" Data
        "Scale the image down before uploading it.",
    /// Editor only: an uploaded image cannot be read.
    ImageUploadUnreadable "imageUploadUnreadable" Data
        "Export the image again as PNG or JPEG.",
    /// A WOFF2 font cannot be unpacked because the decoder is missing; this program always has it.
    Woff2SupportMissing "woff2SupportMissing" Config
        "Use a build that can unpack WOFF2, or give the font as TTF or OTF.",
    /// A WOFF or WOFF2 font cannot be unpacked.
    FontDecompressFailed "fontDecompressFailed" Config
        "Convert the font to TTF or OTF.",
    /// Unpacking a font took too long.
    FontDecompressTimeout "fontDecompressTimeout" Config
        "Give the font as TTF or OTF, which needs no unpacking.",
    /// The template is not a JSON object.
    TemplateNotAnObject "templateNotAnObject" Template
        "Give the template as one JSON object with `page` and `schemas`.",
    /// `version` is not an integer of at least 1.
    TemplateVersionInvalid "templateVersionInvalid" Template
        "Write `version` as a whole number of at least 1, or leave it out.",
    /// `version` is newer than this program.
    TemplateVersionTooNew "templateVersionTooNew" Template
        "Update reportctl, or save the template with an older version of the designer.",
    /// A migration between versions is missing.
    TemplateMigrationMissing "templateMigrationMissing" Package
        "Report it: the program lacks a step between two template versions.",

    // Ours, while rendering.
    /// The template or its bindings have the wrong shape.
    InvalidTemplate "invalidTemplate" Template
        "Correct the value at the JSON pointer of the message.",
    /// A key of the extensions has a value that it does not allow.
    ExtensionInvalid "extensionInvalid" Template
        "Write what the message says is expected, or remove the key.",
    /// `extensions` is not an integer of at least 1.
    ExtensionsInvalid "extensionsInvalid" Template
        "Write `extensions` as the whole number 1, or leave it out.",
    /// A style is named that the template does not have.
    StyleUnknown "styleUnknown" Template
        "Add the style to `styles` of the template, or name one that is there.",
    /// Styles extend each other in a cycle.
    StyleCycle "styleCycle" Template
        "Remove `extends` from one of the styles that the message names.",
    /// The data has no password for a document that needs one.
    PasswordMissing "passwordMissing" Data
        "Give data that has the password; without it no document is made.",
    /// The data does not fulfil a condition that the template requires.
    RequirementFailed "requirementFailed" Data
        "Correct the data as the message of the template says; it makes no document without.",
    /// The template uses a newer level of extensions.
    ExtensionsTooNew "extensionsTooNew" Template
        "Use a newer version of this program.",
    /// Keys need `extensions`, which the template lacks.
    ExtensionsAbsent "extensionsAbsent" Template
        "Add `\"extensions\": 1` to the template, or remove the keys.",
    /// An image is drawn although its data is damaged or of another type than declared.
    ImageDamaged "imageDamaged" Template
        "Export the image again as PNG or JPEG, and put it in place of the damaged one.",
    /// The data has no picture for an image that must have one.
    ImageMissing "imageMissing" Data
        "Give data that has the picture, or set `missing` of the image to `nothing`.",
    /// An image has few pixels for the size it is printed at.
    ImageLowResolution "imageLowResolution" Template
        "Use a picture with more pixels, or print it smaller.",
    /// An SVG picture cannot be read.
    SvgUnreadable "svgUnreadable" Template
        "Export the picture again as plain SVG, or as PNG.",
    /// A part of an SVG picture is of a kind that is not drawn.
    SvgFeatureDropped "svgFeatureDropped" Template
        "Export the picture without filters, masks and patterns, or as PNG.",
    /// The PDF file of a letterhead cannot be used.
    BackgroundUnreadable "backgroundUnreadable" Template
        "Save the letterhead as PDF again, without password; or name pages that it has.",
    /// The page of a letterhead differs in size from the page of the template.
    BackgroundSize "backgroundSize" Template
        "Save the letterhead in the size of the page, or change the size of the page.",
    /// A drawing or picture of a page cannot show its letterhead.
    BackgroundNotDrawn "backgroundNotDrawn" Template
        "Render a PDF to see the letterhead, or set it as `backgroundImage` for pictures.",
    /// A font file is not a font.
    FontUnreadable "fontUnreadable" Config
        "Give a font file in TTF, OTF, WOFF or WOFF2 format.",
    /// The library has no file of the name that a template gives.
    LibraryFileNotFound "libraryFileNotFound" Template
        "Put the file into the folder `library` of the repository, or correct the name after `lib:`.",
    /// A file of the library cannot be read, or is larger than allowed.
    LibraryFileUnreadable "libraryFileUnreadable" Config
        "Check the file in the folder `library`: a regular file that is not too large.",
    /// The library of a tenant has no room for a file.
    LibraryFull "libraryFull" Data
        "Delete files that no template names, make the file smaller, or raise the quota (`serve.libraryBytes`).",
    /// A font is named that the template does not have.
    FontUnknown "fontUnknown" Template
        "Add the font to `fonts` of the template, or name one that is there.",
    /// The licence in a font file forbids embedding.
    FontRestricted "fontRestricted" Config
        "Use another font, or ask its maker for a file whose licence allows embedding.",
    /// Rendering took longer than the time limit.
    TimeLimit "timeLimit" Data
        "Filter the data before rendering, or allow more time.",
    /// The document is larger than the output limit.
    OutputLimit "outputLimit" Data
        "Filter the data before rendering, or raise the output limit (`maxOutputBytes`).",
    /// The document needs more memory than the limit: too many fields and rows, or too much data.
    MemoryLimit "memoryLimit" Data
        "Filter the data before rendering, or raise the memory limit (`maxMemoryBytes`).",

    /// Expressions are evaluated for too many items of lists.
    ExpressionBudget "expressionBudget" Data
        "Filter the data before rendering, or put computed sums into the data.",
    /// There is no data for a locale, nor for its language.
    LocaleUnknown "localeUnknown" Template
        "Use a BCP 47 tag such as `de-DE` of a language that the reference names.",
    /// There is no such time zone.
    TimeZoneUnknown "timeZoneUnknown" Template
        "Use the name of a zone, such as `Europe/Berlin`.",
    /// There is no such currency.
    CurrencyUnknown "currencyUnknown" Template
        "Use a code of ISO 4217, such as `EUR`.",
    /// Formulas of the template refer to each other in a cycle.
    ExpressionCycle "expressionCycle" Template
        "Write one of the formulas without the others.",

    // Expression errors (spec 7.9).
    /// The expression ends where an operand is expected.
    Incomplete "incomplete" Template
        "Complete the expression, or remove the last operator.",
    /// A `(` without `)`.
    UnclosedParen "unclosedParen" Template
        "Close the parenthesis.",
    /// A call without `)`.
    UnclosedCall "unclosedCall" Template
        "Close the call with `)`.",
    /// `+`, `*` or `/` with nothing on its left.
    OperatorWithoutLeft "operatorWithoutLeft" Template
        "Put a value before the operator.",
    /// Any other misplaced token.
    UnexpectedToken "unexpectedToken" Template
        "Correct the expression at the marked position.",
    /// Tokens left over after a complete expression.
    TrailingContent "trailingContent" Template
        "Put an operator between the two expressions, or remove the second.",
    /// A quote that is never closed.
    UnclosedQuote "unclosedQuote" Template
        "Close the quote.",
    /// `[` without `]`.
    UnclosedBracket "unclosedBracket" Template
        "Close the bracket with `]`.",
    /// `[]`, or nothing after a dot in a bracket chain.
    EmptySegment "emptySegment" Template
        "Put a key between the brackets.",
    /// An unquoted blank in brackets.
    SpaceInSegment "spaceInSegment" Template
        "Quote the key: `[\"two words\"]`.",
    /// Nesting above the limit.
    TooDeep "tooDeep" Template
        "Divide the expression, or nest the data less deeply.",

    // Further findings of `check`.
    /// `{` inside a token.
    BraceNested "braceNested" Template
        "Close the first token before opening the next.",
    /// `}` without `{`.
    BraceUnopened "braceUnopened" Template
        "Open the token with `{`, or remove the `}`.",
    /// `{` that is never closed.
    BraceUnclosed "braceUnclosed" Template
        "Close the token with `}`.",
    /// An operator with a blank on one side only.
    SuspiciousOperator "suspiciousOperator" Template
        "Put a blank on both sides of the operator to calculate, or on none for a key.",
    /// A call to a function that does not exist.
    UnknownFunction "unknownFunction" Template
        "Use one of the functions of the expression reference.",
    /// A date pattern with letters that stand for nothing.
    UnknownPattern "unknownPattern" Template
        "Use the tokens `YYYY`, `MM`, `DD`, `HH`, `mm` and `ss`; other letters are printed as they are.",
    /// A call with more arguments than the function has.
    UnusedArgument "unusedArgument" Template
        "Remove the argument, or correct the function that was meant.",
    /// A part of the template that json-pdf-designer itself prints differently.
    NotPortable "notPortable" Template
        "Write it in the way that older readers understand too, or render with reportctl only.",
    /// A section or chart without a binding.
    MissingBinding "missingBinding" Template
        "Add a binding with the path of a list, or remove the field.",
    /// A filter condition with a column but no value.
    IncompleteFilter "incompleteFilter" Template
        "Give the condition a `value`, or remove it.",
    /// A binding that no field uses.
    UnusedBinding "unusedBinding" Template
        "Name an existing field in `schemaName`, or remove the binding.",
    /// Two fields of one name, or two of one id.
    DuplicateName "duplicateName" Template
        "Rename one of the fields.",
    /// A field belongs to a section that does not exist.
    UnknownSection "unknownSection" Template
        "Put the id of a section of the same page into `sectionId`, or remove it.",
    /// A value that is ignored because it has no meaning here.
    IgnoredValue "ignoredValue" Template
        "Replace the value by one that the property takes, or remove it.",
    /// A key that the object does not have.
    UnknownKey "unknownKey" Template
        "Use the key that the message proposes, or remove it; keys that begin with `_` are yours.",
    /// A value of the wrong type that is converted to the right one.
    ConvertedValue "convertedValue" Template
        "Write numbers without quotes, and names in quotes.",
    /// A number outside its useful range.
    OutOfRange "outOfRange" Template
        "Use a number within the range that the message names.",
    /// An icon name that is not in the set.
    UnknownIcon "unknownIcon" Template
        "Use the name of an icon of the set.",
    /// A path that the data does not have.
    MissingPath "missingPath" Data
        "Correct the path, give data that has it, or guard it with a condition.",
    /// A text that is not a number, where the template calculates with it.
    NotANumber "notANumber" Data
        "Give numbers without quotes, or texts such as `1234.50`; commas and separators of groups are not read.",
    /// A text that is not a date, where the template needs one.
    NotADate "notADate" Data
        "Write dates as `YYYY-MM-DD`, or say with the third argument of `DATE` how they are written.",
    /// A value that is not the list of objects that the template repeats over.
    DataShape "dataShape" Data
        "Give a list of objects at the path that the message names; without entries an empty list.",
    /// An empty cell of a table of rows whose value the template shows.
    EmptyValue "emptyValue" Data
        "Fill the cell, or guard the value with a condition.",
    /// A list that the template shows has no items.
    EmptyList "emptyList" Data
        "Give data with items, or guard the field with a condition such as `COUNT(lines) > 0`.",
    /// Content needs more space than its box or page has.
    ContentOverflow "contentOverflow" Data
        "Make the box higher, or let it grow with `overflow`: `expand`.",
    /// A text does not fit and is cut.
    TextClipped "textClipped" Data
        "Make the box larger, or let it grow with `overflow`: `expand`.",
    /// A text does not fit and is set smaller.
    TextShrunk "textShrunk" Data
        "Make the box larger, or shorten the text.",
    /// A row of a table is split between two pages.
    RowSplit "rowSplit" Data
        "Shorten the text, or limit its lines with `bodyMaxLines`.",
    /// Rows that belong together stand on different pages.
    KeepBroken "keepBroken" Data
        "Keep fewer rows together.",
    /// The columns are wider than their table.
    TableTooWide "tableTooWide" Template
        "Make columns narrower, or give them shares such as `1fr`.",
    /// A bar code cannot hold its content.
    BarcodeContent "barcodeContent" Data
        "Correct the content, or choose a symbology that can hold it.",
    /// A payment breaks a rule of its standard.
    PaymentPayload "paymentPayload" Data
        "Correct the field of the payment that the message names.",
    /// A bar code that readers may not read.
    BarcodeUnreadable "barcodeUnreadable" Template
        "Give it the quiet zone and the size that the message names.",
    /// A template with payments or a password lacks the guard that stops older programs.
    GuardMissing "guardMissing" Template
        "Add the image that the message names.",
    /// A link that leads nowhere is left out.
    LinkDropped "linkDropped" Data
        "Give an address that begins with `http:`, `https:`, `mailto:` or `tel:`, or `#` and the id of a field.",
    /// A file that the document is to carry cannot be read.
    AttachmentUnreadable "attachmentUnreadable" Data
        "Give the text of the file, or its bytes in base64; `when` leaves it out.",
    /// A text has no translation.
    TextMissing "textMissing" Template
        "Add the text to `texts` in the language of the document.",
    /// A font has no bold or italic face, and the regular one stands in for it.
    FontFaceMissing "fontFaceMissing" Template
        "Give the font with all the faces that the template uses.",
    /// A text wider than its box.
    TextTooWide "textTooWide" Data
        "Make the box wider or the font smaller.",
    /// A field that lies, wholly or in part, off the page.
    OffPage "offPage" Template
        "Move the field onto the page, or make it smaller.",
    /// A field that lies partly in a repeating band.
    BandOverlap "bandOverlap" Template
        "Move the field wholly into the band or wholly into the body.",
    /// A member that lies outside its section.
    OutsideSection "outsideSection" Template
        "Move the member into its section, or enlarge the section.",
    /// Column widths that do not match the width of the table.
    ColumnWidths "columnWidths" Template
        "Give one width per column, with a sum that does not exceed the table.",
    /// A field that can never be seen.
    NeverDrawn "neverDrawn" Template
        "Move the field to where fields of its kind are drawn, or remove it.",

    // The edges.
    /// The command was called wrongly.
    Usage "usage" Config
        "See `--help` of the command.",
    /// A setting is wrong.
    InvalidSetting "invalidSetting" Config
        "Correct the setting in the file or environment variable that the message names.",
    /// No such template.
    TemplateNotFound "templateNotFound" Template
        "List the templates, and use one of their ids or the path of a file.",
    /// A template file is not JSON or YAML.
    TemplateUnreadable "templateUnreadable" Template
        "Correct the file at the line and column of the message.",
    /// A template id that is not allowed.
    InvalidId "invalidId" Template
        "Use lower-case letters, digits and hyphens, at most 64.",
    /// A stored template changed since it was read.
    Conflict "conflict" Template
        "Read the template again, and repeat the change.",
    /// A data file is missing or cannot be read.
    DataUnreadable "dataUnreadable" Data
        "Check the path, the permissions and the format of the data file.",
    /// The data does not fit the schema beside the template.
    DataInvalid "dataInvalid" Data
        "Correct the data at the pointer of the message, or the schema beside the template.",
    /// The schema of the data is not a JSON Schema, or refers to another file.
    SchemaInvalid "schemaInvalid" Template
        "Correct the schema beside the template; it must stand alone.",
    /// A file is not a receipt, or was written by a newer version.
    ReceiptInvalid "receiptInvalid" Config
        "Give the file that `render --receipt` wrote.",
    /// A key for signatures cannot be used.
    KeyInvalid "keyInvalid" Config
        "Give an Ed25519 key as a PEM file.",
    /// Reading, writing or another call of the operating system failed.
    Io "io" Package
        "Check permissions and free space of the path in the message, then repeat.",
    /// The program itself failed: a bug.
    Internal "internal" Package
        "Report it together with the message and what was run.",
    /// The process that rendered a document died.
    RenderCrashed "renderCrashed" Package
        "Report it together with the template and the data; other documents are not affected.",
    /// `template fmt --check` found files that are not canonical.
    NotCanonical "notCanonical" Template
        "Run `template fmt` without `--check`.",

    // Mail.
    /// A text that is not an email address.
    InvalidEmail "invalidEmail" Data
        "Correct the address.",
    /// A header with a line break or NUL, or a header that cannot be built.
    InvalidMessage "invalidMessage" Data
        "Remove line breaks and control characters from the header that the message names.",
    /// A recipient that the settings do not allow.
    RecipientNotAllowed "recipientNotAllowed" Data
        "Send to an allowed address, or extend the list of allowed recipients.",
    /// More recipients in one run than the settings allow.
    TooManyRecipients "tooManyRecipients" Data
        "Split the run, or raise the limit of recipients.",
    /// The server refuses the message permanently.
    MailRefused "mailRefused" Data
        "Read the answer of the mail server in the message, and correct address or content.",
    /// The server cannot be reached or does not take the message now.
    MailUnavailable "mailUnavailable" Config
        "Check host and port of the mail server; queued requests are retried on their own.",
    /// The server refuses this client: login, TLS or settings.
    MailUnusable "mailUnusable" Config
        "Correct login, certificate or TLS mode of the mail settings.",
    /// The connection broke before the server's answer; the message may have been delivered.
    DeliveryUnknown "deliveryUnknown" Package
        "Ask the recipient or the log of the mail server, then settle the request by hand.",

    // Queue and batches.
    /// The database of requests cannot be used.
    QueueUnavailable "queueUnavailable" Config
        "Check the folder of the setting `state`, or the server of `REPORTCTL_DATABASE_URL`, and the permissions.",
    /// A template has no data of that name.
    DataSetNotFound "dataSetNotFound" Data
        "List the data sets of the template, and use one of their names.",
    /// A template has no version of that name.
    VersionNotFound "versionNotFound" Data
        "List the versions of the template, and use the name of one of their commits.",
    /// No such request.
    RequestNotFound "requestNotFound" Data
        "List the queue, and use one of its ids.",
    /// The request is not finished.
    NotFinished "notFinished" Data
        "Wait until its status is `done` or `error`.",
    /// The data of a finished request was erased.
    DataErased "dataErased" Data
        "Ask for a new report; the setting `keepDataDays` keeps data for longer.",
    /// The template changed while the request waited.
    TemplateChanged "templateChanged" Template
        "Repeat the request with the present template.",
    /// No worker has the version of the template that the request was accepted with.
    TemplateVersion "templateVersion" Template
        "Give all machines the same templates, library files and texts, then retry the request.",
    /// The request was claimed too often without ever being finished.
    AttemptsExhausted "attemptsExhausted" Package
        "Find out why workers died on the request, then retry it by hand.",
    /// The request was canceled by a person.
    Canceled "canceled" Data
        "Retry the request if it was canceled by mistake.",
    /// A row of a batch that cannot be used.
    InvalidRow "invalidRow" Data
        "Correct the row that the message names.",
    /// Two rows of a batch that would write one file.
    DuplicateFile "duplicateFile" Data
        "Choose a file name that differs from row to row.",
    /// Two rows of a batch for one recipient.
    SharedRecipient "sharedRecipient" Data
        "Correct the address of one of the rows, or allow shared recipients.",
    /// The key of a batch belongs to another batch.
    BatchKey "batchKey" Data
        "Choose another key, or repeat the batch with the same rows.",
    /// What would be sent differs from the plan.
    PlanMismatch "planMismatch" Data
        "Make the plan again, and approve it.",
    /// A signal ended the work early.
    Interrupted "interrupted" Package
        "Run the command again; it continues where it stopped.",
    /// Some rows of a batch failed.
    BatchFailed "batchFailed" Data
        "Correct the rows that the report names; to mail them, put them alone into a file of their own.",

    // The service.
    /// The body of a request is not JSON.
    MalformedJson "malformedJson" Data
        "Correct the body at the line and column of the message.",
    /// The body of a request is not `application/json`.
    UnsupportedMediaType "unsupportedMediaType" Data
        "Send the header `Content-Type: application/json`.",
    /// The body of a request is larger than allowed.
    BodyTooLarge "bodyTooLarge" Data
        "Send less data, or raise the limit of the service.",
    /// The body of a request did not come in time.
    RequestTimeout "requestTimeout" Data
        "Send the whole body without pauses.",
    /// A member of a request, or a parameter, has a value that is not allowed.
    InvalidField "invalidField" Data
        "Correct the member or parameter that the message names.",
    /// A member of a request that does not exist.
    UnknownField "unknownField" Data
        "Remove the member, or correct its name.",
    /// A request for a report that carries a template.
    TemplateNotAllowed "templateNotAllowed" Data
        "Store the template first, and send its id.",
    /// The request has no token, or one that is not valid.
    Unauthorized "unauthorized" Config
        "Send the header `Authorization: Bearer TOKEN` with a valid token.",
    /// The token lacks the scope, or the request comes from another web page.
    Forbidden "forbidden" Config
        "Use a token with the scope that the message names.",
    /// No such route.
    RouteNotFound "routeNotFound" Data
        "See the routes in `/openapi.json`.",
    /// The route has no such method.
    MethodNotAllowed "methodNotAllowed" Data
        "Use a method of the header `Allow`.",
    /// `Idempotency-Key` was used with another request, or its first request is not finished.
    IdempotencyKey "idempotencyKey" Data
        "Use a new key for a new request; repeat the old one unchanged or later.",
    /// The service has more requests than it can process.
    Overloaded "overloaded" Config
        "Repeat the request after the seconds in the header `Retry-After`.",
    /// The token has made too many requests.
    RateLimited "rateLimited" Data
        "Repeat the request after the seconds in the header `Retry-After`.",
    /// The service is stopping.
    Stopping "stopping" Config
        "Repeat the request on another instance, or once the service runs again.",
    /// A public address without any token.
    TokensRequired "tokensRequired" Config
        "Create a token first, or listen on a loopback address.",
    /// No such token.
    TokenNotFound "tokenNotFound" Config
        "List the tokens, and use one of their names.",
}

impl Code {
    /// The code of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == name)
    }
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

/// An error, or a warning, with its place and what to do.
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
    pub details: Vec<(Cow<'static, str>, serde_json::Value)>,
    /// The file the pointer goes into; known at the edge only.
    pub file: Option<String>,
    /// Who can fix it, where that is not who usually can fix problems of this code.
    pub blamed: Option<Blame>,
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
            blamed: None,
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
        self.details.push((name.into(), value.into()));
        self
    }

    /// Says which file it is about.
    #[must_use]
    pub fn file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Says who can fix it, where that is not who usually can fix problems of its code.
    #[must_use]
    pub fn blamed(self, blame: Blame) -> Self {
        Self { blamed: Some(blame), ..self }
    }

    /// Who can fix it.
    pub fn blame(&self) -> Blame {
        self.blamed.unwrap_or(self.code.blame())
    }

    /// Whether time or memory of a document were used up, which says nothing about the part of it
    /// that was at work then.
    pub fn is_of_budget(&self) -> bool {
        matches!(self.code, Code::TimeLimit | Code::MemoryLimit)
    }

    /// The detail of that name.
    pub fn get(&self, name: &str) -> Option<&serde_json::Value> {
        self.details.iter().find(|(n, _)| *n == name).map(|(_, v)| v)
    }

    /// The problem as one of several in the details of another: the keys that an error has as JSON,
    /// `code`, `error`, `advice`, `field` and `pointer`, those that it has.
    pub fn as_detail(&self) -> serde_json::Value {
        let members = [
            ("code", Some(self.code.as_str())),
            ("error", Some(&*self.message)),
            ("advice", self.advice.as_deref()),
            ("field", self.field.as_deref()),
            ("pointer", self.pointer.as_deref()),
        ];
        let present = members.into_iter().filter_map(|(key, text)| Some((key, text?)));
        present.map(|(key, text)| (key.to_owned(), serde_json::Value::from(text))).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_cause_and_a_fix_in_one_sentence() {
        for &code in Code::ALL {
            for text in [code.cause(), code.fix()] {
                assert!(
                    text.ends_with('.') && text.starts_with(|c: char| !c.is_lowercase()),
                    "{code}: {text}"
                );
                assert!(!text.contains("--f") && text.len() < 120, "{code}: {text}");
            }
            assert_eq!(Code::named(code.as_str()), Some(code));
        }
    }
}
