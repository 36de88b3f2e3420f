//! The document around the pages: printpdf's tree, finished by us.
//!
//! The finishing passes put content streams, fonts and shared resources into the pages, and settle
//! what printpdf leaves to chance: identifiers and dates.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat};

use super::{
    Info, Plaintext, WrittenPage, attachments, drawing, encrypt, file, fonts as font_objects,
    group, navigation, output_intent, structure, widgets, xmp,
};

use super::objects::{PRODUCER, as_problem, catalog, pdf_date, text_string, utf16};
use super::skeleton::{Pages, Skeleton};
use crate::budget::Meter;
use crate::draw::Pictures;
use crate::font::UsedFonts;
use crate::format::{Duplex, PageMode};
use crate::problem::Result;
use crate::template::pdf::Viewer;

pub(super) fn write(
    mut pages: Vec<WrittenPage>,
    fonts: &UsedFonts<'_>,
    pictures: &Pictures<'_>,
    info: &Info<'_>,
    id: &[u8],
    meter: &Meter<'_>,
) -> Result<(Vec<u8>, Option<Plaintext>)> {
    // A page takes about 400 bytes beside its content. The capacity matters: a buffer that grows would
    // hold a large document twice.
    let size: usize = pages.iter().map(|page| page.content.len() + 400).sum();
    let sizes: Vec<(f64, f64)> = pages.iter().map(|page| (page.width, page.height)).collect();
    let skeleton = Skeleton::of(pictures).and_then(|skeleton| skeleton.with_pages(&sizes));
    let Pages { mut document, kids, resources } = skeleton.map_err(as_problem)?;
    let named = font_objects::write(fonts, !info.standards.is_none(), &mut document)?;
    settle(&mut document, resources, named, info, id).map_err(as_problem)?;
    group::put_states(&mut document, resources, &pages).map_err(as_problem)?;
    drawing::put(&mut document, resources, pictures, meter)?;
    let forms =
        group::put_forms(&mut document, resources, &kids, &mut pages).map_err(as_problem)?;
    let is_tagged = info.structure.is_some();
    let annotations = navigation::put(&mut document, &kids, &mut pages, info.navigation, is_tagged);
    let mut annotations = annotations.map_err(as_problem)?;
    annotations.resize_with(kids.len(), Vec::new);
    let fields = widgets::put(&mut document, resources, &kids, &mut pages).map_err(as_problem)?;
    for (annotations, fields) in annotations.iter_mut().zip(fields) {
        annotations.extend(fields.into_iter().map(Some));
    }
    let packed = match info.structure {
        Some(tree) => {
            let objects =
                structure::Objects { pages: &kids, forms: &forms, annotations: &annotations };
            structure::put(&mut document, tree, &objects, &pages).map_err(as_problem)?
        }
        None => Vec::new(),
    };
    put_contents(&mut document, &kids, pages).map_err(as_problem)?;
    describe(&mut document, info).map_err(as_problem)?;
    if info.standards.archive.is_some() {
        output_intent::put(&mut document).map_err(as_problem)?;
    }
    attachments::put(&mut document, info.attachments, info.creation_date).map_err(as_problem)?;
    // The last step before saving: it encrypts every text and stream that is there.
    let plaintext = info.encryption.as_ref().map(|encryption| {
        let plaintext = file::digest(&document, &packed);
        encrypt::apply(&mut document, encryption);
        plaintext
    });
    Ok((file::write(&document, &packed, !info.standards.is_none(), size + 4096), plaintext))
}

/// Puts fonts, identifiers and dates in place.
fn settle(
    document: &mut Document,
    resources: ObjectId,
    fonts: Dictionary,
    info: &Info<'_>,
    id: &[u8],
) -> lopdf::Result<()> {
    document.version = "1.7".to_owned();
    if !fonts.is_empty() {
        document.get_object_mut(resources)?.as_dict_mut()?.set("Font", fonts);
    }
    set_info(document, info)?;
    // The second identifier would change with each revision of the file; this is the first one.
    let id = Object::String(id.to_vec(), StringFormat::Hexadecimal);
    document.trailer.set("ID", Object::Array(vec![id.clone(), id]));
    Ok(())
}

/// Puts the content streams into the empty pages.
fn put_contents(
    document: &mut Document,
    kids: &[ObjectId],
    pages: Vec<WrittenPage>,
) -> lopdf::Result<()> {
    for (kid, page) in kids.iter().zip(pages) {
        let contents = document.get_dictionary(*kid)?.get(b"Contents")?.as_reference()?;
        let mut stream = Stream::new(Dictionary::new(), page.content);
        stream.dict.set("Filter", Object::Name(b"FlateDecode".to_vec()));
        document.objects.insert(contents, stream.into());
    }
    Ok(())
}

/// The information dictionary (ISO 32000-1, 14.3.3): what is known, and nothing empty.
fn set_info(document: &mut Document, info: &Info<'_>) -> lopdf::Result<()> {
    let id = document.trailer.get(b"Info")?.as_reference()?;
    let dict = document.get_object_mut(id)?.as_dict_mut()?;
    dict.set("Title", utf16(&info.title));
    dict.set("Author", utf16(&info.author));
    dict.set("Producer", utf16(PRODUCER));
    let unused = ["Trapped", "GTS_PDFXVersion", "Subject", "Identifier", "Keywords", "Creator"];
    for key in unused {
        dict.remove(key.as_bytes());
    }
    if info.author.is_empty() {
        dict.remove(b"Author");
    }
    for (key, text) in [("Subject", &info.subject), ("Keywords", &info.keywords)] {
        if !text.is_empty() {
            dict.set(key, text_string(text));
        }
    }
    let stamp = Object::string_literal(pdf_date(info.creation_date));
    dict.set("CreationDate", stamp.clone());
    dict.set("ModDate", stamp);
    Ok(())
}

/// Language, view and XMP, in the catalog.
fn describe(document: &mut Document, info: &Info<'_>) -> lopdf::Result<()> {
    let metadata = info.has_xmp.then(|| {
        let mut dict = Dictionary::new();
        dict.set("Type", "Metadata");
        dict.set("Subtype", "XML");
        document.add_object(Stream::new(dict, xmp::xmp(info).into_bytes()).with_compression(false))
    });
    let catalog = catalog(document)?;
    if let Some(metadata) = metadata {
        catalog.set("Metadata", metadata);
    }
    if !info.language.is_empty() {
        catalog.set("Lang", text_string(&info.language));
    }
    // Accessible documents show their title whatever else is said.
    let plain = Viewer { page_mode: None, display_title: true, duplex: None };
    let viewer = info.viewer.or(info.standards.accessible.then_some(plain));
    let Some(viewer) = viewer else { return Ok(()) };
    let name = |name: &str| Object::Name(name.as_bytes().to_vec());
    let mode = viewer.page_mode.map(|mode| match mode {
        PageMode::None => "UseNone",
        PageMode::Outlines => "UseOutlines",
        PageMode::Thumbs => "UseThumbs",
        PageMode::FullScreen => "FullScreen",
    });
    if let Some(mode) = mode {
        catalog.set("PageMode", name(mode));
    }
    let mut preferences = Dictionary::new();
    if viewer.display_title {
        preferences.set("DisplayDocTitle", true);
    }
    let duplex = viewer.duplex.map(|duplex| match duplex {
        Duplex::Simplex => "Simplex",
        Duplex::LongEdge => "DuplexFlipLongEdge",
        Duplex::ShortEdge => "DuplexFlipShortEdge",
    });
    if let Some(duplex) = duplex {
        preferences.set("Duplex", name(duplex));
    }
    if !preferences.is_empty() {
        catalog.set("ViewerPreferences", preferences);
    }
    Ok(())
}
