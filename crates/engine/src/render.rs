//! The entry points of the engine: template, bindings and data in, PDF bytes or a problem out.
//!
//! [`generate_pdf`] is the generation function of the spec. [`prepare`] compiles a template once
//! for many data; [`Prepared::layout`] stops at the page model. Calls are independent of each
//! other: everything they need comes in, nothing is kept, any number of threads may call.

mod chunks;

use std::borrow::Cow;
use std::sync::Arc;

use crate::budget::{Budget, Meter};
use crate::calendar::Timestamp;
use crate::draw::{Painter, Pictures};
use crate::executor::Executor;
use crate::expr::{Env, Globals};
use crate::font::{Fonts, NamedFonts};
use crate::host::{CompanionFile, Host, NoHost};
use crate::image::svg::SvgFonts;
use crate::image::{self, Picture, Reader};
use crate::layout::{self, Layout, Page};
use crate::library::Library;
use crate::locale::Translations;
use crate::pdf::{self, Plaintext, Workspace, Writer, conformance};
use crate::printed::mismatches;
use crate::problem::{Code, Problem, Result, Severity};
use crate::resolve::Source;
use crate::resolve::attachments::{AttachedFile, take_files};
use crate::resolve::einvoice::MappedInvoice;
use crate::resolve::pdf::Lock;
use crate::structure;
use crate::svg::{Drawer, DrawnPage};
use crate::template::Template;
use crate::template::field::{Kind, Missing};
use crate::template::standards::{Archive, Level, Standards};
use crate::units::mm_to_pt;
use crate::value::Value;

/// Options of a render besides template and data.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The fonts, parsed once and shared by all renders.
    pub fonts: &'a Fonts,
    /// Limits of the render.
    pub budget: Budget<'a>,
    /// The date of the report: its creation date, and the year of dates that have none.
    pub report_date: Timestamp,
    /// Title of the document.
    pub title: &'a str,
    /// Author of the document.
    pub author: &'a str,
    /// Draws the pages of long documents at the same time; nothing: they are drawn one after the
    /// other. The bytes are the same.
    pub executor: Option<&'a dyn Executor>,
    /// A mark over every page, such as `DRAFT`.
    pub draft: Option<&'a str>,
    /// Caller that gives random bytes, secrets and e-invoices.
    pub host: &'a dyn Host,
    /// The locale that the request asks for, as a BCP 47 tag. Templates without extensions have none.
    pub locale: Option<&'a str>,
    /// Standards that the document conforms to, besides those of the template.
    pub standards: Standards,
}

impl<'a> Options<'a> {
    /// Options with the default budget, no title, and 1970 as the report date.
    pub fn new(fonts: &'a Fonts) -> Self {
        Self {
            fonts,
            budget: Budget::default(),
            report_date: Timestamp::EPOCH,
            title: "",
            author: "",
            executor: None,
            draft: None,
            host: &NoHost,
            locale: None,
            standards: Standards::default(),
        }
    }
}

/// A finished document.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The PDF.
    pub bytes: Vec<u8>,
    /// Number of pages.
    pub pages: usize,
    /// Warnings: the document is made, but perhaps not as meant.
    pub warnings: Vec<Problem>,
    /// Digest and size before encryption; `None` for a document without a password.
    pub plaintext: Option<Plaintext>,
    /// The e-invoice as XML, which the document carries or which is a file of its own.
    pub einvoice: Option<CompanionFile>,
    /// The signature that the template asks for, which is to be put into a field of the document.
    pub signature: Option<SignatureRequest>,
}

/// A signature that a template asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureRequest {
    /// Name of the empty field of the document.
    pub field: String,
    /// Name of the signer, as the template has it.
    pub signer: String,
    pub reason: Option<String>,
    pub location: Option<String>,
}

/// A template ready to be rendered with any data.
pub struct Prepared {
    template: Template,
    library: Library,
    fonts: Arc<NamedFonts>,
    pictures: image::Prepared,
    /// Bytes of memory that it takes without its pictures, roughly.
    memory: usize,
}

/// Compiles a template with its bindings.
///
/// # Errors
/// The first problem of the template; [`Template::parse`] gives all.
pub fn prepare(template: &Value, bindings: &Value) -> Result<Prepared> {
    prepare_with(template, bindings, Library::default())
}

/// Compiles a template with its bindings and the files that it names.
///
/// # Errors
/// The first problem of the template, or of its files; [`Template::parse`] and
/// [`Library::problems`] give all.
pub fn prepare_with(template: &Value, bindings: &Value, library: Library) -> Result<Prepared> {
    Prepared::with_library(Template::parse(template, bindings).map_err(first)?, library)
}

/// Renders data with a template: the generation function of the spec.
///
/// # Errors
/// Problems of chapter 13 of the spec, and the limits of the budget.
pub fn generate_pdf(
    template: &Value,
    data: &Value,
    bindings: &Value,
    options: &Options<'_>,
) -> Result<Vec<u8>> {
    prepare(template, bindings)?.generate(data, options)
}

impl Prepared {
    /// A template that was already read, and the files that it names.
    ///
    /// # Errors
    /// `libraryFileNotFound` and `libraryFileUnreadable` for the first file that is not there;
    /// `fontUnreadable`, `fontDecompressFailed` and `fontRestricted` for the first font that cannot
    /// be used.
    pub fn with_library(template: Template, library: Library) -> Result<Self> {
        template.library.iter().try_for_each(|place| library.require(place).map(drop))?;
        let fonts = NamedFonts::load(&template.fonts, &library)?;
        let fonts = Arc::new(fonts.with_features(template.features.clone()));
        let mut pictures = static_pictures(&template, &library);
        if !fonts.is_empty() {
            pictures = pictures.with_fonts(SvgFonts::new(&fonts, &template.fonts));
        }
        let files = library.files().map(|(_, bytes)| bytes.len());
        let memory = template.memory + fonts.memory() + files.sum::<usize>();
        Ok(Self { template, library, fonts, pictures, memory })
    }

    /// Bytes of memory that it takes, roughly: the template, its fonts, the files that it names, and
    /// its pictures and letterheads as far as they are decoded, which is when they are first drawn.
    pub fn memory(&self) -> usize {
        self.memory + self.pictures.memory()
    }

    /// The fonts of its documents: those that are given, and those that the template names.
    pub fn fonts<'f>(&self, given: &'f Fonts) -> Cow<'f, Fonts> {
        if self.fonts.is_empty() && self.fonts.features().is_empty() {
            Cow::Borrowed(given)
        } else {
            Cow::Owned(given.with_named(&self.fonts))
        }
    }

    /// The files that the template may name.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Adds texts that several templates share (spec 20.8.3); those of the template itself win.
    /// Templates without extensions have no use for them.
    #[must_use]
    pub fn with_texts(mut self, texts: &Translations) -> Self {
        if self.template.dialect.is_extended() {
            self.template.localization.share(texts);
            self.memory += texts.memory();
        }
        self
    }

    /// Takes over the pictures that another template has decoded already, for editors, which make
    /// a template again after every change.
    pub fn inherit_pictures(&self, other: &Self) {
        self.pictures.inherit(&other.pictures);
    }

    /// Its pictures.
    pub fn pictures(&self) -> &image::Prepared {
        &self.pictures
    }

    /// The template.
    pub fn template(&self) -> &Template {
        &self.template
    }

    /// Warnings for values that were read otherwise than the template has them, such as numbers in
    /// quotes.
    pub fn warnings(&self) -> &[Problem] {
        &self.template.warnings
    }

    /// The page model for some data.
    ///
    /// # Errors
    /// `pageLimit` and the other limits of the budget.
    pub fn layout<'a>(&'a self, data: &'a Value, options: &Options<'_>) -> Result<Layout<'a>> {
        self.layout_within(data, options, &Meter::new(options.budget))
    }

    /// The same with the numbers and dates that cells of tables print, for outputs that keep them.
    ///
    /// # Errors
    /// As for [`Prepared::layout`].
    pub fn layout_with_values<'a>(
        &'a self,
        data: &'a Value,
        options: &Options<'_>,
    ) -> Result<Layout<'a>> {
        self.lay_out(data, options, &Meter::new(options.budget), true)
    }

    /// The same on a meter that other work is counted on as well.
    ///
    /// # Errors
    /// As for [`Prepared::layout`].
    pub fn layout_within<'a>(
        &'a self,
        data: &'a Value,
        options: &Options<'_>,
        meter: &Meter<'_>,
    ) -> Result<Layout<'a>> {
        self.lay_out(data, options, meter, false)
    }

    fn lay_out<'a>(
        &'a self,
        data: &'a Value,
        options: &Options<'_>,
        meter: &Meter<'_>,
        keeps_values: bool,
    ) -> Result<Layout<'a>> {
        let (unlocalized, globals);
        let mut env = Env { keeps_values, ..Env::new(meter, options.report_date.year()) };
        if self.template.dialect.is_extended() {
            let localization = &self.template.localization;
            let of = |locale| {
                let globals = Globals::new(data, options.report_date);
                globals.in_language(&localization.languages, locale)
            };
            env.exact = self.template.exact;
            unlocalized = of(None);
            env.globals = Some(&unlocalized);
            globals = of(localization.locale_of(options.locale, data, &env)?);
            env.globals = Some(&globals);
        }
        let fonts = self.fonts(options.fonts);
        let source = Source { data, env, executor: options.executor };
        let mut layout = layout::paginate(&self.template, &source, &fonts, &self.pictures)?;
        take_files(&mut layout.document.attachments, &self.library)?;
        Ok(layout)
    }

    /// The PDF for some data: layout, drawing and writing in order.
    ///
    /// # Errors
    /// Problems of chapter 13 of the spec, and the limits of the budget.
    pub fn generate(&self, data: &Value, options: &Options<'_>) -> Result<Vec<u8>> {
        self.generate_in(data, options, &mut Workspace::default()).map(|document| document.bytes)
    }

    /// The same in a workspace that is used again, for callers that make many documents.
    ///
    /// # Errors
    /// As for [`Prepared::generate`].
    pub fn generate_in(
        &self,
        data: &Value,
        options: &Options<'_>,
        workspace: &mut Workspace,
    ) -> Result<Document> {
        let meter = Meter::new(options.budget);
        let layout = self.layout_within(data, options, &meter)?;
        self.draw_within(&layout, options, &meter, workspace)
    }

    /// The PDF of a page model made by [`Prepared::layout`], for callers that want both.
    ///
    /// # Errors
    /// As for [`Prepared::generate`]; the budget counts again.
    pub fn draw(&self, layout: &Layout<'_>, options: &Options<'_>) -> Result<Document> {
        let meter = Meter::new(options.budget);
        self.draw_within(layout, options, &meter, &mut Workspace::default())
    }

    /// Pages of a page model as SVG files: those that `wanted` accepts by their number from 1, each
    /// given to `page` with its number.
    ///
    /// # Errors
    /// As for [`Prepared::draw`], and those of `page`. The warnings are those of the document.
    pub fn svg(
        &self,
        layout: &Layout<'_>,
        options: &Options<'_>,
        wanted: impl Fn(usize) -> bool,
        mut page: impl FnMut(usize, String) -> Result<()>,
    ) -> Result<Vec<Problem>> {
        let mut drawer = Drawer::default();
        self.painted(layout, options, wanted, |one, painter, meter| {
            let file = drawer.file(one, painter, &layout.navigation);
            meter.spend(file.len())?;
            page(one.number, file)
        })
    }

    /// Pages of a page model as display lists, for those who draw them on something else: those that
    /// `wanted` accepts by their number from 1, each given to `page` with its painter and the meter
    /// of the document.
    ///
    /// # Errors
    /// As for [`Prepared::draw`], and those of `page`. The warnings are those of the document.
    pub fn painted(
        &self,
        layout: &Layout<'_>,
        options: &Options<'_>,
        wanted: impl Fn(usize) -> bool,
        mut page: impl FnMut(&Page<'_>, &Painter<'_>, &Meter<'_>) -> Result<()>,
    ) -> Result<Vec<Problem>> {
        let meter = Meter::new(options.budget);
        let fonts = self.fonts(options.fonts);
        let mut painter = Painter::new(&fonts, Pictures::new(&self.pictures), &meter)
            .with_draft(layout.mark(options.draft));
        for one in layout.pages.iter().filter(|page| wanted(page.number)) {
            paint(&mut painter, one, &meter)?;
            page(one, &painter, &meter)?;
        }
        let mut warnings = warnings(layout, painter);
        warnings.extend(not_drawn(layout));
        Ok(warnings)
    }

    /// Pages of a page model in parts, for editors: those that `wanted` accepts by their number
    /// from 1. `name` numbers pictures by their data URI, so that a picture can keep its number
    /// from one drawing to the next; it is called for those that the pages use.
    ///
    /// # Errors
    /// As for [`Prepared::draw`]. The warnings are those of the pages that were drawn.
    pub fn drawing<'l>(
        &self,
        layout: &'l Layout<'_>,
        options: &Options<'_>,
        wanted: impl Fn(usize) -> bool,
        name: &dyn Fn(&Arc<str>, &Picture) -> usize,
    ) -> Result<(Vec<DrawnPage<'l>>, Vec<Problem>)> {
        let meter = Meter::new(options.budget);
        let mut drawer = Drawer::default();
        let fonts = self.fonts(options.fonts);
        let mut painter = Painter::new(&fonts, Pictures::new(&self.pictures), &meter)
            .with_draft(layout.mark(options.draft));
        let mut pages = Vec::new();
        for one in layout.pages.iter().filter(|page| wanted(page.number)) {
            paint(&mut painter, one, &meter)?;
            let pictures = painter.pictures();
            let number = |picture| pictures.get(picture).map_or(0, |(uri, data)| name(uri, data));
            let page = drawer.parts(one, &painter, &number);
            meter.spend(page.placements.iter().map(|placement| placement.svg.len()).sum())?;
            pages.push(page);
        }
        Ok((pages, warnings(layout, painter)))
    }

    /// Draws a page model without writing it, for callers that only want to know whether it can
    /// be drawn; the warnings of the document that it would be.
    ///
    /// # Errors
    /// Problems of texts, images and the e-invoice, as for [`Prepared::generate`].
    pub fn try_draw(&self, layout: &Layout<'_>, options: &Options<'_>) -> Result<Vec<Problem>> {
        self.try_einvoice(layout, options)?;
        let meter = Meter::new(options.budget);
        let fonts = self.fonts(options.fonts);
        let mut painter = Painter::new(&fonts, Pictures::new(&self.pictures), &meter)
            .with_draft(layout.mark(options.draft));
        layout.pages.iter().try_for_each(|page| paint(&mut painter, page, &meter))?;
        Ok(warnings(layout, painter))
    }

    /// Makes the e-invoice of a page model without keeping it, where the template asks for one.
    ///
    /// # Errors
    /// Those of its rules, as for [`Prepared::generate`].
    pub fn try_einvoice(&self, layout: &Layout<'_>, options: &Options<'_>) -> Result<()> {
        self.einvoice(layout, options).map(drop).map_err(together)
    }

    /// Draws and writes a page model on a meter that other work is counted on as well.
    ///
    /// # Errors
    /// As for [`Prepared::generate`].
    pub fn draw_within(
        &self,
        layout: &Layout<'_>,
        options: &Options<'_>,
        meter: &Meter<'_>,
        workspace: &mut Workspace,
    ) -> Result<Document> {
        let invoice = self.einvoice(layout, options).map_err(together)?;
        let noted = (workspace, &mut Vec::new());
        self.write(layout, invoice, options, meter, noted).map_err(together)
    }

    /// Returns `true` if the document has tags for screen readers.
    pub fn is_tagged(&self, layout: &Layout<'_>, options: &Options<'_>) -> bool {
        let Layout { document, .. } = layout;
        let is_needed = document.standards.need_tags() || options.standards.need_tags();
        document.tagged.unwrap_or(is_needed)
    }

    /// Breaches of the standards that the template or the options ask for, and for a document with
    /// tags, as warnings, other obstacles to accessibility. The document is drawn as far as
    /// possible.
    pub fn breaches(&self, layout: &Layout<'_>, options: &Options<'_>) -> Vec<Problem> {
        let invoice = self.einvoice(layout, options).unwrap_or_default();
        let is_free = layout.document.standards.is_none() && options.standards.is_none();
        if is_free && invoice.is_none() && !self.is_tagged(layout, options) {
            return Vec::new();
        }
        let meter = Meter::new(options.budget);
        let (mut workspace, mut remarks) = (Workspace::default(), Vec::new());
        let written = self.write(layout, invoice, options, &meter, (&mut workspace, &mut remarks));
        let is_breach = |problem: &Problem| {
            matches!(
                problem.code,
                Code::Conformance | Code::ConformanceConflict | Code::AltTextMissing
            )
        };
        let mut found: Vec<_> =
            written.err().unwrap_or_default().into_iter().filter(is_breach).collect();
        found.append(&mut remarks);
        found
    }

    /// Draws and writes a document with its e-invoice. Problems that keep it from being accessible,
    /// but not from being made, are added to the remarks.
    ///
    /// # Errors
    /// Every breach of a standard that can be found, or the problem that stops the document.
    fn write(
        &self,
        layout: &Layout<'_>,
        invoice: Option<CompanionFile>,
        options: &Options<'_>,
        meter: &Meter<'_>,
        (workspace, remarks): (&mut Workspace, &mut Vec<Problem>),
    ) -> Result<Document, Vec<Problem>> {
        let one = |problem| vec![problem];
        let fonts = self.fonts(options.fonts);
        let document = &layout.document;
        let standards = document.standards.with(options.standards).map_err(one)?;
        let embedding = invoice.as_ref().and_then(|file| file.embedding.as_ref());
        let standards = match embedding {
            Some(_) => carrying(standards).map_err(one)?,
            None => standards,
        };
        let attachments = attachments(layout, invoice.as_ref()).map_err(one)?;
        let options = &Options { fonts: &fonts, standards, ..*options };
        let info = pdf::Info {
            attachments: &attachments,
            metadata: embedding.map(|embedding| &embedding.metadata),
            ..self.described(layout, options)
        };
        let sizes = layout.pages.iter().map(|page| (page.design.width, page.height));
        let sizes = sizes.map(|(width, height)| (mm_to_pt(width), mm_to_pt(height)));
        let mut refused = conformance::breaches(
            standards,
            &info,
            document.tagged,
            document.lock.is_some(),
            sizes,
        );
        let is_tagged = document.tagged.unwrap_or(standards.need_tags());
        let mut writer = Writer::new(meter, workspace);
        let painter = match self.paint_all(layout, (options, is_tagged), &mut writer, meter) {
            Ok(painter) => painter,
            Err(problem) => {
                refused.push(problem);
                return Err(refused);
            }
        };
        let tree = is_tagged.then(|| {
            let built = structure::build(layout, &writer.drawn(), standards.accessible);
            for problem in built.problems {
                let list = match problem.severity {
                    Severity::Error => &mut refused,
                    Severity::Warning => &mut *remarks,
                };
                list.push(problem);
            }
            built.tree
        });
        if !refused.is_empty() {
            return Err(refused);
        }
        let lock = document.lock.as_ref();
        let encryption = lock.map(|lock| encryption(lock, options)).transpose().map_err(one)?;
        let info = pdf::Info { encryption, structure: tree.as_ref(), ..info };
        let signed_field = writer.signed_field();
        let written = writer.finish(painter.fonts(), painter.pictures(), &info);
        let (bytes, plaintext) = written.map_err(one)?;
        let signature = signed_field.and_then(|field| signature(layout, field));
        let (pages, mut warnings) = (layout.pages.len(), warnings(layout, painter));
        match &invoice {
            Some(file) => warnings.extend(file.warnings.iter().cloned()),
            None => warnings.extend(document.einvoice.as_ref().map(not_made)),
        }
        Ok(Document { bytes, pages, warnings, plaintext, einvoice: invoice, signature })
    }

    /// Draws all pages into the writer, in chunks on several threads where that pays.
    fn paint_all<'p>(
        &'p self,
        layout: &'p Layout<'_>,
        (options, is_tagged): (&'p Options<'p>, bool),
        writer: &mut Writer<'_>,
        meter: &'p Meter<'p>,
    ) -> Result<Painter<'p>> {
        let pictures = chunks::prescan(layout, &self.pictures, options, meter);
        let together = pictures.and_then(|pictures| {
            let chunks = chunks::chunks(layout, &pictures, (options, is_tagged), meter)?;
            let mut painter = Painter::new(options.fonts, pictures, meter);
            let mut pages = Vec::with_capacity(layout.pages.len());
            for chunk in chunks {
                painter.absorb(chunk.fonts).then_some(())?;
                pages.extend(chunk.pages);
            }
            Some((painter, pages))
        });
        if let Some((painter, pages)) = together {
            for page in pages {
                meter.spend(page.len())?;
                writer.add(page);
            }
            return Ok(painter);
        }
        let mut painter = Painter::new(options.fonts, Pictures::new(&self.pictures), meter)
            .with_draft(layout.mark(options.draft))
            .with_tags(is_tagged)
            .for_standards(options.standards);
        for page in &layout.pages {
            paint(&mut painter, page, meter)?;
            writer.page(painter.list())?;
        }
        Ok(painter)
    }

    /// The e-invoice of a page model, made and checked; nothing where the template asks for none, or
    /// the host makes none.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn einvoice(
        &self,
        layout: &Layout<'_>,
        options: &Options<'_>,
    ) -> Result<Option<CompanionFile>, Vec<Problem>> {
        let mapped = layout.document.einvoice.as_ref();
        let file = mapped.map_or(Ok(None), |mapped| options.host.einvoice(mapped))?;
        let mismatches = file.as_ref().map(|file| mismatches(layout, file)).unwrap_or_default();
        if mismatches.is_empty() { Ok(file) } else { Err(mismatches) }
    }
}

impl Prepared {
    /// Metadata of a document: what the template says, else what the options say.
    fn described<'l>(&self, layout: &'l Layout<'_>, options: &Options<'_>) -> pdf::Info<'l> {
        let document = &layout.document;
        let text = |own: &Option<String>, other: &str| own.as_deref().unwrap_or(other).to_owned();
        // Of a template without extensions, the request says the language where a standard needs one.
        let language = options.locale.filter(|_| !options.standards.is_none()).unwrap_or_default();
        pdf::Info {
            title: text(&document.title, options.title),
            author: text(&document.author, options.author),
            subject: text(&document.subject, ""),
            keywords: text(&document.keywords, ""),
            language: text(&document.language, language),
            standards: options.standards,
            structure: None,
            has_xmp: document.is_described || !options.standards.is_none(),
            viewer: self.template.pdf.as_ref().and_then(|pdf| pdf.viewer),
            navigation: Some(&layout.navigation),
            attachments: &document.attachments,
            metadata: None,
            encryption: None,
            creation_date: options.report_date,
        }
    }
}

/// Standards of a document that carries a file which is no PDF/A itself.
fn carrying(standards: Standards) -> Result<Standards> {
    match standards.archive {
        Some(Archive { part: 2, .. }) => {
            let message = format!("{} cannot carry an e-invoice", standards.names());
            Err(Problem::new(Code::ConformanceConflict, message)
                .pointer("/template/pdf/conformance")
                .advice("ask for PDF/A-3, such as `pdfa-3b`, or for no PDF/A"))
        }
        Some(_) => Ok(standards),
        None => Ok(Standards { archive: Some(Archive { part: 3, level: Level::B }), ..standards }),
    }
}

/// The files that a document carries.
fn attachments<'l>(
    layout: &'l Layout<'_>,
    invoice: Option<&CompanionFile>,
) -> Result<Cow<'l, [AttachedFile]>> {
    let own = &layout.document.attachments;
    let Some((file, embedding)) = invoice.and_then(|file| Some((file, file.embedding.as_ref()?)))
    else {
        return Ok(Cow::Borrowed(own));
    };
    if own.iter().any(|other| other.name.eq_ignore_ascii_case(&file.name)) {
        let message = format!("an attachment has the name of the e-invoice, `{}`", file.name);
        return Err(Problem::new(Code::ConformanceConflict, message)
            .pointer("/template/pdf/attachments")
            .advice("rename or remove the attachment"));
    }
    let carried = AttachedFile {
        name: file.name.clone(),
        mime_type: file.mime_type.to_owned(),
        relationship: embedding.relationship,
        description: Some(embedding.description.clone()),
        bytes: file.bytes.clone(),
        library: None,
    };
    Ok(own.iter().cloned().chain([carried]).collect::<Vec<_>>().into())
}

/// One problem of all that are wrong with a document or its e-invoice: the first, with the others in the detail `further`.
pub fn together(problems: Vec<Problem>) -> Problem {
    let mut problems = problems.into_iter().filter(|it| it.severity == Severity::Error);
    let unknown = || Problem::new(Code::Internal, "the document cannot be made");
    let first = problems.next().unwrap_or_else(unknown);
    let further: Vec<_> = problems.map(|problem| problem.message).collect();
    if further.is_empty() {
        return first;
    }
    let more = match further.len() {
        1 => "1 further finding".to_owned(),
        more => format!("{more} further findings"),
    };
    let message = format!("{} ({more})", first.message);
    let listed: Vec<_> = further.into_iter().take(MOST_LISTED).collect();
    Problem { message, ..first }.detail("further", listed)
}

/// Messages beyond the first that are listed.
const MOST_LISTED: usize = 20;

/// The signature of the field with a signer. `name`: that of the field in the document.
fn signature(layout: &Layout<'_>, name: String) -> Option<SignatureRequest> {
    let mut placements = layout.pages.iter().flat_map(|page| &page.placements);
    placements.find_map(|placement| {
        let signer = placement.field.signature.as_ref()?.signer.clone()?;
        let said = placement.marks.as_ref().map(|marks| &marks.signature);
        let said = |at: usize| Some(said?.get(at)?.as_ref()?.to_string());
        let (reason, location) = (said(0), said(1));
        Some(SignatureRequest { field: name.clone(), signer, reason, location })
    })
}

/// Warning that the document is no e-invoice.
fn not_made(invoice: &MappedInvoice) -> Problem {
    let message = "the document carries no e-invoice, which this program does not make";
    Problem::warning(Code::EinvoiceNotMade, message)
        .pointer(invoice.pointer.clone())
        .advice("render it with the command line or the service")
}

fn encryption(lock: &Lock, options: &Options<'_>) -> Result<pdf::EncryptionParameters> {
    let entropy = options.host.entropy().ok_or_else(|| {
        Problem::new(Code::Internal, "the document needs a password, but there are no random bytes")
    })?;
    let owner = lock.owner.as_ref().map(|name| {
        options.host.secret(name).ok_or_else(|| {
            let message = format!("there is no secret `{name}` for the owner of the document");
            Problem::new(Code::InvalidSetting, message)
                .advice(format!("put it into a file `{name}` of the folder of `secrets`"))
                .detail("secret", name.as_str())
        })
    });
    Ok(pdf::EncryptionParameters {
        user: lock.user.clone(),
        owner: owner.transpose()?,
        permissions: lock.permissions.clone(),
        entropy,
    })
}

/// Warnings from layout and painting.
fn warnings(layout: &Layout<'_>, painter: Painter<'_>) -> Vec<Problem> {
    let mut warnings = layout.notes.clone();
    warnings.extend(painter.into_warnings());
    warnings
}

/// Warning that letterheads are not in drawings and pictures of pages.
fn not_drawn(layout: &Layout<'_>) -> Option<Problem> {
    let page = layout.pages.iter().find(|page| page.letterhead().is_some())?;
    let letterhead = page.design.letterhead.as_ref()?;
    let message = "only PDFs show the letterhead: a frame stands for it";
    Some(
        Problem::warning(Code::BackgroundNotDrawn, message)
            .pointer(letterhead.pointer.clone())
            .advice("render a PDF, or set a picture of the letterhead as `backgroundImage`"),
    )
}

/// Paints a page. Its display list is the only one that is held.
pub(crate) fn paint(painter: &mut Painter<'_>, page: &Page<'_>, meter: &Meter<'_>) -> Result<()> {
    let painting = page.painting_memory();
    meter.hold(painting)?;
    painter.page(page)?;
    meter.release(painting);
    Ok(())
}

/// The first problem of a template that is refused.
pub fn first(problems: Vec<Problem>) -> Problem {
    let unknown = || Problem::new(Code::InvalidTemplate, "the template cannot be read");
    problems.into_iter().next().unwrap_or_else(unknown)
}

/// A slot for every picture that the template itself holds.
fn static_pictures(template: &Template, library: &Library) -> image::Prepared {
    let backgrounds = template.designs.iter().flat_map(|design| {
        let variants = [&design.first_page, &design.last_page].into_iter().flatten();
        let variants = variants.filter_map(|page| page.background.as_ref());
        variants.chain(design.background.as_ref())
    });
    let letterheads = template.designs.iter().filter_map(|design| design.letterhead.as_ref());
    let letterheads = letterheads.flat_map(|letterhead| letterhead.sources().cloned());
    let contents = template.fields().filter_map(|field| match &field.kind {
        Kind::Image(image) => Some(image),
        _ => None,
    });
    let contents = contents.flat_map(|image| {
        let instead = image.extended.as_ref().and_then(|framing| match &framing.missing {
            Missing::Instead(other) => Some(other),
            _ => None,
        });
        std::iter::once(&image.content).chain(instead)
    });
    let backgrounds = backgrounds.map(|background| Arc::clone(&background.uri));
    let sources = backgrounds.chain(contents.map(|source| Arc::clone(&source.uri)));
    let sources = sources.chain(letterheads);
    let reader = Reader { extended: template.dialect.is_extended() };
    image::Prepared::new(reader, library.clone(), sources.filter(|uri| !uri.is_empty()))
}
