//! The names that a key may hold, and the value of each.

use reportctl_base::choices;

pub use reportctl_base::choice::{Cap, Choice, Choose, FaceFallback, FillRule, TextDirection};
pub use reportctl_codes::barcode::{CheckDigit, ErrorCorrection, Symbology};
pub use reportctl_codes::payment::PayloadType;

choices! {
    /// The kinds of field (spec 3).
    FieldType {
        Text "text" "One line of text.",
        Table "table" "A table with rows from the data.",
        Image "image" "A picture.",
        Section "section" "A rectangle that repeats once per item of a list.",
        Chart "chart" "A bar, pie or donut chart.",
        Kpi "kpi" "A card with a figure.",
        Qrcode "qrcode" "A QR code." extension,
        Barcode "barcode" "A bar code." extension,
        Line "line" "A straight line." extension,
        Rectangle "rectangle" "A rectangle." extension,
        Ellipse "ellipse" "An ellipse." extension,
        Path "path" "A drawing of lines and curves." extension,
        Svg "svg" "A picture as SVG text." extension,
        Signature "signature" "A field for a signature." extension,
    }

    /// Visible appearance of a signature (spec 20.10.9).
    SignatureAppearance {
        None "none" "Nothing but fill and border of the box.",
        Text "text" "A text.",
        Image "image" "A picture.",
    }

    /// Data that a binding of a member of a section sees.
    FieldScope {
        Document "document" "The document.",
        Item "item" "The item of the section.",
    }

    /// Handling of the orientation in the metadata of a photograph.
    Orientation {
        Ignore "ignore" "It is drawn as it is stored.",
        Exif "exif" "It is turned as its file says.",
    }

    /// Direction of a line in its box.
    LineDirection {
        Down "down" "From the top left to the bottom right.",
        Up "up" "From the bottom left to the top right.",
    }

    /// Start of a new page before a field.
    PageBreak {
        Auto "auto" "Only where there is no room.",
        Page "page" "A new page.",
        Odd "odd" "The next page with an odd number.",
        Even "even" "The next page with an even number.",
    }

    /// Vertical place of a field on its page.
    Pin {
        None "none" "Below what is before it.",
        Bottom "bottom" "At the end of the body, as the last thing of its page.",
    }

    /// Positioning of a field: in the flow, or at its place on the page.
    Position {
        Flow "flow" "It takes its place after what is above it, or belongs to a band.",
        Page "page" "It stands where it is authored, on the pages of `onPages`.",
    }

    /// Layer of a field that stands on the page.
    Layer {
        Foreground "foreground" "Above everything.",
        Background "background" "Below everything but the background of the page.",
    }

    /// Pages on which something is printed.
    Pages {
        All "all" "On all.",
        First "first" "On the first.",
        NotFirst "notFirst" "On all but the first.",
        Last "last" "On the last.",
        NotLast "notLast" "On all but the last.",
        Only "only" "On the only one, if there is just one.",
        Odd "odd" "On those with odd numbers.",
        Even "even" "On those with even numbers.",
    }

    /// Set of pages in which first and last are looked for.
    PagesOf {
        Design "design" "Those of the page design.",
        Document "document" "Those of the document.",
        Set "set" "Those that are numbered together.",
    }

    /// Content of blank pages.
    BlankPages {
        Empty "empty" "Nothing.",
        Bands "bands" "Background and bands.",
    }

    /// Repetition of a section.
    Repeat {
        Items "items" "Once per item of its list.",
        Once "once" "Once, whatever the data: a container, whose members see the document.",
    }

    /// Place at which a repetition of a section begins.
    RepeatBreak {
        Auto "auto" "Below the one before, where there is room.",
        Page "page" "Each on a new page.",
    }

    /// The order in which repetitions fill columns.
    ColumnFill {
        Across "across" "Row by row.",
        Down "down" "Column by column.",
    }

    /// Role of a field for readers who do not see the page.
    Role {
        H1 "h1" "A heading of the first level.",
        H2 "h2" "A heading of the second level.",
        H3 "h3" "A heading of the third level.",
        H4 "h4" "A heading of the fourth level.",
        H5 "h5" "A heading of the fifth level.",
        H6 "h6" "A heading of the sixth level.",
        P "p" "A paragraph.",
        Caption "caption" "A caption.",
        Quote "quote" "A quotation.",
        Artifact "artifact" "Nothing that is read.",
    }

    /// Scaling of a drawing to its box.
    BoxFit {
        Stretch "stretch" "It fills the box.",
        Contain "contain" "As large as the box allows, in its proportions.",
        Cover "cover" "It covers the box in its proportions, and is cut off at the edge.",
        None "none" "In its own size, cut off at the edge.",
        ScaleDown "scale-down" "In its own size, or smaller where the box is.",
    }

    /// Numbers that expressions calculate with (spec 20.9.2).
    Arithmetic {
        Double "double" "Binary numbers of 64 bits, as JavaScript has them.",
        Decimal "decimal" "Decimal numbers of 28 digits.",
    }

    /// The kinds of binding (spec 5.1).
    BindingType {
        Scalar "scalar" "One value.",
        Template "template" "A text with expressions that replaces `content`.",
        Array "array" "One table row per item of a list.",
        KeyValue "keyvalue" "Table rows of path and value.",
        Section "section" "The list that a section repeats over.",
        Chart "chart" "The items of a chart.",
        Kpi "kpi" "The figure of a card, computed from a list.",
    }

    /// Horizontal alignment.
    Align {
        Left "left" "At the left edge.",
        Center "center" "In the middle.",
        Right "right" "At the right edge.",
    }

    /// Horizontal alignment of a text.
    TextAlign {
        Left "left" "At the left edge.",
        Center "center" "In the middle.",
        Right "right" "At the right edge.",
        Justify "justify" "At both edges: the blanks of a line are widened." extension,
        Start "start" "Where the text begins." extension,
        End "end" "Where the text ends." extension,
    }

    /// Kind of drawing in the cells of a column.
    ColumnKind {
        Text "text" "A text.",
        Image "image" "A picture: the text is its data URI.",
        Qrcode "qrcode" "A QR code of the text.",
        Barcode "barcode" "A Code 128 of the text.",
    }

    /// Places at which a text is broken into lines.
    Wrap {
        None "none" "Nowhere: one line.",
        Word "word" "Between words, and inside a word that is too wide by itself.",
        Char "char" "Between any two characters.",
    }

    /// The case that letters are set in.
    TextTransform {
        None "none" "As they are written.",
        Upper "upper" "All in upper case.",
        Lower "lower" "All in lower case.",
    }

    /// Panel that readers show beside the pages.
    PageMode {
        None "none" "Nothing.",
        Outlines "outlines" "The bookmarks.",
        Thumbs "thumbs" "Small pictures of the pages.",
        FullScreen "fullScreen" "Nothing, and the pages fill the screen.",
    }

    /// Relationship of an attached file to the document.
    Relationship {
        Source "Source" "What the document was made from.",
        Data "Data" "Data that the document shows.",
        Alternative "Alternative" "The same in another form.",
        Supplement "Supplement" "Something that goes with it.",
        Unspecified "Unspecified" "None of these, or not known.",
    }

    /// A standard that a document conforms to.
    Standard {
        PdfA2b "pdfa-2b" "PDF/A-2, level B: looks the same for ever (ISO 19005-2).",
        PdfA2u "pdfa-2u" "PDF/A-2, level U: level B, and every text can be copied.",
        PdfA2a "pdfa-2a" "PDF/A-2, level A: level U, and tagged.",
        PdfA3b "pdfa-3b" "PDF/A-3, level B: files of any type may be attached (ISO 19005-3).",
        PdfA3u "pdfa-3u" "PDF/A-3, level U.",
        PdfA3a "pdfa-3a" "PDF/A-3, level A.",
        PdfUa1 "pdfua-1" "PDF/UA-1: accessible to screen readers (ISO 14289-1).",
    }

    /// Syntax and place of an e-invoice.
    EinvoiceStandard {
        FacturX "factur-x" "UN/CEFACT CII inside the PDF (Factur-X, ZUGFeRD), which becomes PDF/A-3.",
        Ubl "ubl" "UBL 2.1 as a file of its own; the PDF is a copy for people.",
    }

    /// Profile of an e-invoice.
    EinvoiceProfile {
        Minimum "minimum" "Factur-X MINIMUM: totals; no invoice in Germany.",
        BasicWl "basicwl" "Factur-X BASIC WL: without lines; no invoice in Germany.",
        Basic "basic" "Factur-X BASIC.",
        En16931 "en16931" "The European standard alone; Factur-X EN 16931 (COMFORT).",
        Extended "extended" "Factur-X EXTENDED.",
        XRechnung "xrechnung" "XRechnung 3.0, for authorities in Germany.",
        Peppol "peppol" "Peppol BIS Billing 3.0, in UBL.",
    }

    /// Map of an e-invoice that is known by name.
    EinvoicePreset {
        Invoice "invoice" "The names of the data of the shipped invoices.",
    }

    /// Sides on which a document is printed.
    Duplex {
        Simplex "simplex" "On one side.",
        LongEdge "longEdge" "On both sides, turned along the long edge.",
        ShortEdge "shortEdge" "On both sides, turned along the short edge.",
    }

    /// Permission of readers who open a document with its password.
    Permission {
        Print "print" "Print it.",
        Copy "copy" "Copy texts and pictures.",
        Modify "modify" "Change it.",
        Annotate "annotate" "Add comments.",
        Fill "fill" "Fill in forms.",
        Assemble "assemble" "Insert, turn and remove pages.",
        Accessibility "accessibility" "Have it read aloud; always granted.",
    }

    /// Markup of the text of a template.
    TextFormat {
        Plain "plain" "Characters as they are.",
        InlineMarkdown "inline-markdown" "Emphasis and lists as in Markdown; values are never markup.",
    }

    /// Handling of lines that do not fit their box.
    TextOverflow {
        Visible "visible" "They run over the lower edge.",
        Expand "expand" "The box grows, and pushes down what follows.",
        Ellipsis "ellipsis" "The last line that fits ends with `…`.",
        Clip "clip" "They are cut off at the edge.",
        Shrink "shrink" "The text is set smaller.",
    }

    /// Extent that a shrunk text has to fit.
    Fit {
        Vertical "vertical" "All lines fit the height.",
        Horizontal "horizontal" "Every paragraph fits on one line.",
    }

    /// Splitting of a field at the end of a page.
    Break {
        Avoid "avoid" "It is kept whole.",
        Auto "auto" "It is split where the page ends.",
    }

    /// Vertical alignment.
    VerticalAlign {
        Top "top" "At the top.",
        Middle "middle" "In the middle.",
        Bottom "bottom" "At the bottom.",
    }

    /// Drawn lines of a table.
    Grid {
        Grid "grid" "Around every cell.",
        Rows "rows" "Above and below every row.",
        Columns "columns" "At both sides of every column.",
        Frame "frame" "Around the table.",
        None "none" "None.",
    }

    /// Place at which the count of banded rows starts again.
    BandScope {
        Slice "slice" "On every page.",
        Table "table" "With the table.",
        Group "group" "With every innermost group.",
    }

    /// Order of groups.
    Order {
        None "none" "In that of the data.",
        Ascending "asc" "From A to Z.",
        Descending "desc" "From Z to A.",
    }

    /// The shape of a chart.
    Shape {
        Pie "pie" "A pie or a ring.",
        Bar "bar" "Horizontal bars.",
    }

    /// The shape of a pie.
    PieStyle {
        Donut "donut" "A ring.",
        Full "full" "A full pie.",
    }

    /// Place of the legend of a pie.
    LegendPosition {
        Right "right" "To the right of the pie.",
        Left "left" "To its left.",
        Top "top" "Above it.",
        Bottom "bottom" "Below it.",
        Slices "slices" "No legend: values on the slices.",
    }

    /// Content of a value text of a chart.
    DisplayMode {
        Number "number" "The value.",
        Percent "percent" "Its share of the total.",
        Both "both" "The value, and its share in parentheses.",
    }

    /// Format of the values of a chart.
    ValueFormat {
        Number "number" "A plain number.",
        Currency "currency" "An amount with its currency symbol.",
    }

    /// The order of chart items.
    SortBy {
        ValueDesc "value_desc" "Largest value first.",
        ValueAsc "value_asc" "Smallest value first.",
        LabelAsc "label_asc" "Labels from A to Z.",
        LabelDesc "label_desc" "Labels from Z to A.",
    }

    /// Format of the figure of a card (spec 7.7).
    NumberFormat {
        None "none" "As it is.",
        Plain "plain" "At most two decimals, with a comma.",
        Grouped "grouped" "The same, with dots between thousands.",
    }

    /// Function by which a card condenses a list (spec 5.5).
    Aggregation {
        Sum "sum" "Sum of the numbers.",
        Count "count" "Number of items.",
        Avg "avg" "Mean of the numbers.",
        Min "min" "Smallest number.",
        Max "max" "Largest number.",
    }

    /// Handling of content that a bar code cannot hold.
    OnError {
        Fail "fail" "The document fails.",
        Hide "hide" "Nothing is drawn, and a note says so.",
    }
}

impl BoxFit {
    /// Returns the scales in width and in height, given the scales at which it fills the box in
    /// width and in height, and the scale of its own size.
    pub fn scale(self, ratio: (f64, f64), own: f64) -> (f64, f64) {
        let even = |scale: f64| (scale, scale);
        let inner = ratio.0.min(ratio.1);
        match self {
            Self::Stretch => ratio,
            Self::Contain => even(inner),
            Self::Cover => even(ratio.0.max(ratio.1)),
            Self::None => even(own),
            Self::ScaleDown => even(inner.min(own)),
        }
    }

    /// Returns `true` if content outside the box is cut off.
    pub fn clips(self) -> bool {
        matches!(self, Self::Cover | Self::None)
    }
}

impl From<Align> for TextAlign {
    fn from(align: Align) -> Self {
        match align {
            Align::Left => Self::Left,
            Align::Center => Self::Center,
            Align::Right => Self::Right,
        }
    }
}

impl TextTransform {
    /// A text in this case.
    pub fn apply(self, text: &str) -> std::borrow::Cow<'_, str> {
        match self {
            Self::None => text.into(),
            Self::Upper => text.to_uppercase().into(),
            Self::Lower => text.to_lowercase().into(),
        }
    }
}

#[expect(clippy::derivable_impls, reason = "the enum comes from a macro")]
impl Default for ColumnKind {
    fn default() -> Self {
        Self::Text
    }
}
