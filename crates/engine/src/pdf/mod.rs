//! PDF: display lists to bytes (ISO 32000-1). printpdf lives here and only here.
//!
//! [`Writer`] takes one display list after the other, encodes and compresses its content stream
//! at once (`content`), and keeps only the compressed bytes. [`Writer::finish`] takes what printpdf
//! makes around pages (`skeleton`), puts pages, streams, fonts and shared resources in place
//! (`document`), and writes the file (`file`). Tests hold what it writes against the same lists drawn
//! with printpdf's own operations (`tests/reference.rs`).

mod attachments;
pub(crate) mod conformance;
mod content;
mod document;
mod drawing;
mod encrypt;
mod file;
mod fonts;
mod group;
mod images;
mod letterhead;
mod marked;
mod navigation;
mod objects;
mod output_intent;
mod packed;
mod skeleton;
mod structure;
mod widgets;
mod xmp;

use sha2::{Digest, Sha256};

use crate::budget::Meter;
use crate::calendar::Timestamp;
use crate::draw::{DisplayList, Link, Pictures, Widget};
use crate::font::UsedFonts;
use crate::host::MetadataSchema;
use crate::layout::Navigation;
use crate::problem::{Code, Problem, Result};
use crate::resolve::attachments::AttachedFile;
use crate::structure::{DrawnParts, MarkedContent, Tree};
use crate::template::pdf::Viewer;
use crate::template::standards::Standards;
use content::{Encoder, Extent};
pub use encrypt::EncryptionParameters;
pub use file::write_object;
pub use objects::{pdf_date, text_string};
use reportctl_base::deflate::deflate;

/// Metadata and settings of a document.
#[derive(Default)]
pub struct Info<'a> {
    /// Title.
    pub title: String,
    /// Author.
    pub author: String,
    /// Subject.
    pub subject: String,
    /// Keywords.
    pub keywords: String,
    /// Language of the texts.
    pub language: String,
    /// Standards that it conforms to.
    pub standards: Standards,
    /// Its structure, in documents with tags.
    pub structure: Option<&'a Tree>,
    /// `true` if the metadata is written as XMP too.
    pub has_xmp: bool,
    /// Settings of how readers show it.
    pub viewer: Option<Viewer>,
    /// Outline, targets of links and page labels.
    pub navigation: Option<&'a Navigation>,
    /// Files that it carries.
    pub attachments: &'a [AttachedFile],
    /// Further properties of the metadata.
    pub metadata: Option<&'a MetadataSchema>,
    /// Passwords and permissions; `None` for a document that is not encrypted.
    pub encryption: Option<EncryptionParameters>,
    /// Creation date.
    pub creation_date: Timestamp,
}

/// Digest and size of an encrypted file before encryption. The keys are random, so that only these
/// are the same each time the document is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plaintext {
    /// SHA-256 of the file.
    pub sha256: [u8; 32],
    /// Size in bytes.
    pub bytes: u64,
}

/// A page as it goes into the file.
pub(crate) struct WrittenPage {
    width: f64,
    height: f64,
    /// Compressed content stream.
    content: Vec<u8>,
    /// Compressed streams of its groups, each with its extent.
    forms: Vec<(Vec<u8>, Extent)>,
    /// The opacities that it has, in thousandths.
    opacities: Vec<u16>,
    /// Areas of the page that are links.
    links: Vec<Link>,
    /// Fields of the form, each with the compressed stream of its appearance.
    widgets: Vec<(Widget, Vec<u8>)>,
    /// Marked content, in documents with tags.
    marked: Vec<MarkedContent>,
}

/// Buffers for writing pages. Keep one per thread to write many documents; it never changes the
/// bytes that are written.
#[derive(Default)]
pub struct Workspace {
    encoder: Encoder,
}

impl WrittenPage {
    /// Size of its streams in bytes.
    pub(crate) fn len(&self) -> usize {
        let widgets = self.widgets.iter().map(|(_, appearance)| appearance.len());
        let forms = self.forms.iter().map(|(form, _)| form.len());
        self.content.len() + forms.chain(widgets).sum::<usize>()
    }
}

impl Workspace {
    /// A page as it goes into the file.
    ///
    /// # Errors
    /// `outputLimit` and `timeLimit` from the budget.
    pub(crate) fn page(&mut self, list: &DisplayList, meter: &Meter<'_>) -> Result<WrittenPage> {
        let Self { encoder } = self;
        let content = deflate(encoder.encode(list));
        let forms = encoder.forms().iter().map(|(form, extent)| (deflate(form), *extent)).collect();
        let opacities = encoder.opacities().iter().copied().collect();
        let (width, height) = (list.width, list.height);
        let links = list.links.clone();
        let appearances = encoder.widgets().iter().map(|appearance| deflate(appearance));
        let widgets = list.widgets.iter().cloned().zip(appearances).collect();
        let marked = encoder.marked();
        let page = WrittenPage { width, height, content, forms, opacities, links, widgets, marked };
        meter.spend(page.len())?;
        meter.steps(list.items.len())?;
        Ok(page)
    }
}

/// Writes one document page by page.
pub struct Writer<'b> {
    meter: &'b Meter<'b>,
    workspace: &'b mut Workspace,
    pages: Vec<WrittenPage>,
    digest: Sha256,
}

impl<'b> Writer<'b> {
    /// A document without pages yet.
    pub fn new(meter: &'b Meter<'b>, workspace: &'b mut Workspace) -> Self {
        Self { meter, workspace, pages: Vec::new(), digest: Sha256::new() }
    }

    /// Adds a page.
    ///
    /// # Errors
    /// `outputLimit` and `timeLimit` from the budget.
    pub fn page(&mut self, list: &DisplayList) -> Result<()> {
        let page = self.workspace.page(list, self.meter)?;
        self.add(page);
        Ok(())
    }

    /// Adds a page that was written already.
    pub(crate) fn add(&mut self, page: WrittenPage) {
        self.digest.update(&page.content);
        page.forms.iter().for_each(|(form, _)| self.digest.update(form));
        page.links.iter().for_each(|link| self.digest.update(link.target.as_bytes()));
        for (widget, appearance) in &page.widgets {
            self.digest.update(widget.name.as_bytes());
            self.digest.update(widget.tooltip.as_bytes());
            self.digest.update(appearance);
        }
        self.pages.push(page);
    }

    /// Parts of each page that is drawn, for the structure of the document.
    pub(crate) fn drawn(&self) -> Vec<DrawnParts<'_>> {
        let parts = self.pages.iter().map(|page| DrawnParts {
            contents: &page.marked,
            links: &page.links,
            widgets: page.widgets.iter().map(|(widget, _)| widget.placement).collect(),
        });
        parts.collect()
    }

    /// The name in the form of the field where the document is signed; nothing where there is none.
    pub(crate) fn signed_field(&self) -> Option<String> {
        let widgets = self.pages.iter().flat_map(|page| &page.widgets).map(|(widget, _)| widget);
        let names = widgets::names(widgets.clone());
        widgets.zip(names).find(|(widget, _)| widget.has_signer).map(|(_, name)| name)
    }

    /// The whole file, with the fonts and pictures that its pages use; and where it is encrypted,
    /// what it was before.
    ///
    /// # Errors
    /// `fontUnreadable` when a font cannot be cut down; `memoryLimit`, `outputLimit` and `timeLimit` from
    /// the budget.
    pub fn finish(
        mut self,
        fonts: &UsedFonts<'_>,
        pictures: &Pictures<'_>,
        info: &Info<'_>,
    ) -> Result<(Vec<u8>, Option<Plaintext>)> {
        self.digest.update(info.title.as_bytes());
        self.digest.update(info.author.as_bytes());
        for more in [&info.subject, &info.keywords, &info.language] {
            self.digest.update(more.as_bytes());
        }
        for entry in info.navigation.iter().flat_map(|navigation| &navigation.outline) {
            self.digest.update(entry.title.as_bytes());
        }
        for file in info.attachments {
            self.digest.update(&file.bytes);
        }
        for property in info.metadata.iter().flat_map(|schema| &schema.properties) {
            self.digest.update(property.value.as_bytes());
        }
        if !info.standards.is_none() {
            self.digest.update(info.standards.names().as_bytes());
        }
        for text in info.structure.iter().flat_map(|tree| tree.texts()) {
            self.digest.update(text.as_bytes());
        }
        self.digest.update(info.creation_date.seconds().to_be_bytes());
        let id = self.digest.finalize();
        let (bytes, plaintext) =
            document::write(self.pages, fonts, pictures, info, &id[..16], self.meter)?;
        let limit = self.meter.budget().max_output_bytes;
        if bytes.len() as u64 > limit {
            return Err(Problem::new(
                Code::OutputLimit,
                format!("the document has {} bytes, more than the {limit} allowed", bytes.len()),
            )
            .advice("filter the data before rendering")
            .detail("limitBytes", limit));
        }
        Ok((bytes, plaintext))
    }
}
