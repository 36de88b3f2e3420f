//! Errors and warnings, in a form that a person and a program can both act on.
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

/// Role that can fix a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

/// Properties of a code that is declared outside of the engine, with [`codes!`](crate::codes).
#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Declared {
    /// The name used in JSON and on the command line.
    pub name: &'static str,
    /// The party that can fix problems of the code.
    pub blame: Blame,
    /// Its meaning, in one sentence.
    pub cause: &'static str,
    /// Remedy, in one sentence that fits every front end.
    pub fix: &'static str,
}

/// Declares the codes of a part of a program: the cause of each as doc comment, constant, name, blame,
/// and fix. `OWN` has all of them.
#[macro_export]
macro_rules! codes {
    ($(#[doc = $cause:literal] $constant:ident $name:literal $blame:ident $fix:literal,)*) => {
        $(
            #[doc = $cause]
            pub const $constant: $crate::problem::Code =
                $crate::problem::Code::Declared(&$crate::problem::Declared {
                    name: $name,
                    blame: $crate::problem::Blame::$blame,
                    cause: $cause,
                    fix: $fix,
                });
        )*

        /// The codes that are declared here.
        pub const OWN: &[$crate::problem::Code] = &[$($constant),*];
    };
}

/// Declares the codes of the engine, one line each: cause as doc comment, variant, name, blame, and fix.
macro_rules! engine_codes {
    ($(#[doc = $cause:literal] $variant:ident $name:literal $blame:ident $fix:literal,)*) => {
        /// Stable identifier of a kind of problem: one of the engine, or one of the program around it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $cause] $variant,)*
            /// A code of the program around the engine.
            Declared(&'static Declared),
        }

        impl Code {
            /// Every code of the engine, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name used in JSON and on the command line.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name,)* Self::Declared(code) => code.name }
            }

            /// The party that can fix problems of this code.
            pub fn blame(self) -> Blame {
                match self { $(Self::$variant => Blame::$blame,)* Self::Declared(code) => code.blame }
            }

            /// Meaning of the code, in one sentence.
            pub fn cause(self) -> &'static str {
                let cause = match self { $(Self::$variant => $cause,)* Self::Declared(code) => code.cause };
                cause.trim_ascii()
            }

            /// Remedy, in one sentence that fits every front end.
            pub fn fix(self) -> &'static str {
                match self { $(Self::$variant => $fix,)* Self::Declared(code) => code.fix }
            }
        }
    };
}

engine_codes! {
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
    /// A colour is named that the theme of the template does not have.
    ColorUnknown "colorUnknown" Template
        "Add the colour to `theme.colors` of the template, or name one that is there.",
    /// Styles extend each other in a cycle.
    StyleCycle "styleCycle" Template
        "Remove `extends` from one of the styles that the message names.",
    /// The data has no password for a document that needs one.
    PasswordMissing "passwordMissing" Data
        "Add the password to the data.",
    /// The document cannot conform to a standard that is asked for.
    Conformance "conformance" Template
        "Change what the message names, or ask for another standard.",
    /// Two things are asked for that exclude each other, such as an archive and a password.
    ConformanceConflict "conformanceConflict" Template
        "Give up one of the two that the message names.",
    /// A picture, chart or code of an accessible document has no alternative text.
    AltTextMissing "altTextMissing" Template
        "Give the field an `alt`, or set `decorative` where it says nothing.",
    /// An accessible document has no heading of the first level.
    HeadingMissing "headingMissing" Template
        "Give the text with the title of the document the `role` `h1`.",
    /// A heading is more than one level below the heading before it.
    HeadingSkipped "headingSkipped" Template
        "Give the heading the `role` that the message names, or add the heading above it.",
    /// A table of an accessible document names neither its columns nor its rows.
    TableHeadMissing "tableHeadMissing" Template
        "Write the titles of the columns into `head`, or set `rowHeader` for the column that names the rows.",
    /// A text of an accessible document has too little contrast to what is behind it.
    ContrastTooLow "contrastTooLow" Template
        "Use the colour that the message proposes, or another background.",
    /// The data does not fulfil a condition that the template requires.
    RequirementFailed "requirementFailed" Data
        "Correct the data as the message of the template says.",
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
        "Save the letterhead as PDF again, without password, or name existing pages.",
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
    /// A filter condition without column, comparison or value.
    IncompleteFilter "incompleteFilter" Template
        "Give the condition what it lacks, or remove it.",
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
        "Give the text of the file, or its bytes in base64; a false `when` omits it.",
    /// A text of the page prints another value than the e-invoice says.
    EinvoiceMismatch "einvoiceMismatch" Data
        "Let the text and the map of the e-invoice take the same value.",
    /// The program makes no e-invoices, so that the document carries none.
    EinvoiceNotMade "einvoiceNotMade" Config
        "Render it with the command line or the service, built with e-invoices.",
    /// A text has no translation.
    TextMissing "textMissing" Template
        "Add the text to `texts` in the language of the document.",
    /// A font has no bold or italic face, and the regular one stands in for it.
    FontFaceMissing "fontFaceMissing" Template
        "Give the font with all the faces that the template uses.",
    /// A font has no feature of OpenType that a text switches on.
    FontFeatureMissing "fontFeatureMissing" Template
        "Name a font that has the feature, or leave it out of `fontFeatures`.",
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

    // Settings, requests and bugs, of every program around the engine.
    /// A setting is wrong.
    InvalidSetting "invalidSetting" Config
        "Correct the setting in the file or environment variable that the message names.",
    /// The program itself failed: a bug.
    Internal "internal" Package
        "Report it together with the message and what was run.",

    /// The body of a request is not JSON.
    MalformedJson "malformedJson" Data
        "Correct the body at the line and column of the message.",
    /// A member of a request, or a parameter, has a value that is not allowed.
    InvalidField "invalidField" Data
        "Correct the member or parameter that the message names.",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Severity of a problem.
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
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// Developer message: lower case, no full stop, the user's words in backticks.
    pub message: String,
    /// Name of the template field involved.
    pub field: Option<String>,
    /// JSON pointer (RFC 6901) into the file involved.
    pub pointer: Option<String>,
    /// Proposed remedy.
    pub advice: Option<Cow<'static, str>>,
    /// Structured details, under the names of the spec.
    pub details: Vec<(Cow<'static, str>, serde_json::Value)>,
    /// The file the pointer goes into; known at the edge only.
    pub file: Option<String>,
    /// Role that can fix it, if it is not the usual one for problems of this code.
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

    /// Says on which page of the document it is: at the end of the message, and as `page`.
    #[must_use]
    pub fn on_page(mut self, page: usize) -> Self {
        self.message += &format!(" (page {page})");
        self.detail("page", page)
    }

    /// The message without the page that [`Problem::on_page`] added.
    pub fn message_without_page(&self) -> &str {
        let page = self.get("page").map(|page| format!(" (page {page})"));
        page.and_then(|page| self.message.strip_suffix(&page)).unwrap_or(&self.message)
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

    /// Role that can fix it.
    pub fn blame(&self) -> Blame {
        self.blamed.unwrap_or(self.code.blame())
    }

    /// Returns true if time or memory of the document ran out, which says nothing about the part that
    /// was being made then.
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
    let (shown, more) = match text.char_indices().nth(LONGEST) {
        Some((end, _)) => (&text[..end], "…"),
        None => (text, ""),
    };
    format!("`{}{more}`", shown.replace(['\n', '\r', '\t'], " "))
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
        }
    }
}
