//! The document around the pages: printpdf's tree, finished by us.
//!
//! printpdf makes catalog, page tree, boxes, metadata and image objects from pages without
//! operations. The finishing passes then give all pages one resources object, put the content
//! streams and fonts in, and settle what printpdf leaves to chance: identifiers and dates.

use lopdf::{Dictionary, Document, Object, ObjectId, StringFormat};
use printpdf::{PdfDocument, PdfPage, PdfSaveOptions, Pt, XObject, XObjectId};

use super::{
    Info, WrittenPage, attachments, drawing, encrypt, fonts as font_objects, group, images,
    navigation,
};

use crate::draw::Pictures;
use crate::expr::date::{Civil, Timestamp};
use crate::font::UsedFonts;
use crate::format::{Duplex, PageMode};
use crate::image::Picture;
use crate::problem::{Code, Problem, Result};

/// What wrote the document.
const PRODUCER: &str = concat!("reportctl ", env!("CARGO_PKG_VERSION"));

pub(super) fn write(
    mut pages: Vec<WrittenPage>,
    fonts: &UsedFonts<'_>,
    pictures: &Pictures<'_>,
    info: &Info<'_>,
    id: &[u8],
) -> Result<Vec<u8>> {
    // A page takes about 400 bytes beside its content. The capacity matters: a buffer that grows would
    // hold a large document twice.
    let size: usize = pages.iter().map(|page| page.content.len() + 400).sum();
    let sizes: Vec<(f64, f64)> = pages.iter().map(|page| (page.width, page.height)).collect();
    let empty = sizes.iter().map(|size| empty_page(*size)).collect();
    let mut document = skeleton(empty, pictures, info);
    let named = font_objects::write(fonts, &mut document)?;
    let (resources, kids) = finish(&mut document, &sizes, named, info, id)?;
    group::put_states(&mut document, resources, &pages).map_err(as_problem)?;
    drawing::put(&mut document, resources, pictures).map_err(as_problem)?;
    group::put_forms(&mut document, resources, &kids, &mut pages).map_err(as_problem)?;
    navigation::put(&mut document, &kids, &mut pages, info.navigation).map_err(as_problem)?;
    put_contents(&mut document, pages).map_err(as_problem)?;
    describe(&mut document, info).map_err(as_problem)?;
    attachments::put(&mut document, info.attachments, info.creation_date).map_err(as_problem)?;
    // The last step before saving: it encrypts every text and stream that is there.
    if let Some(encryption) = &info.encryption {
        encrypt::apply(&mut document, encryption);
    }
    save(&mut document, size + 4096)
}

fn empty_page((width, height): (f64, f64)) -> PdfPage {
    let points = |size: f64| Pt(size as f32).into();
    PdfPage::new(points(width), points(height), Vec::new())
}

/// printpdf's document of these pages.
fn skeleton(pages: Vec<PdfPage>, pictures: &Pictures<'_>, info: &Info<'_>) -> Document {
    let mut pdf = PdfDocument::new(&info.title);
    pdf.metadata.info.author.clone_from(&info.author);
    pdf.metadata.info.producer = PRODUCER.to_owned();
    let pixels = |(_, picture): &(usize, &Picture)| picture.has_pixels();
    for (number, picture) in pictures.used().enumerate().filter(pixels) {
        let id = XObjectId(images::name(number));
        pdf.resources.xobjects.map.insert(id, XObject::External(images::xobject(picture)));
    }
    pdf.pages = pages;
    pdf.to_lopdf_document(&PdfSaveOptions::default(), &mut Vec::new())
}

fn as_problem(error: lopdf::Error) -> Problem {
    Problem::new(Code::Internal, format!("the document tree is not as expected: {error}"))
}

/// Puts page sizes, resources, identifiers and dates in place.
fn finish(
    document: &mut Document,
    sizes: &[(f64, f64)],
    fonts: Dictionary,
    info: &Info<'_>,
    id: &[u8],
) -> Result<(ObjectId, Vec<ObjectId>)> {
    settle(document, sizes, fonts, info, id).map_err(as_problem)
}

fn settle(
    document: &mut Document,
    sizes: &[(f64, f64)],
    fonts: Dictionary,
    info: &Info<'_>,
    id: &[u8],
) -> lopdf::Result<(ObjectId, Vec<ObjectId>)> {
    document.version = "1.7".to_owned();
    let kids = page_ids(document)?;
    let resources = share_resources(document, &kids, fonts)?;
    for (kid, (width, height)) in kids.iter().zip(sizes) {
        let dict = document.get_object_mut(*kid)?.as_dict_mut()?;
        // Boxes equal to the media box, and an empty list of annotations, say nothing.
        for key in [&b"TrimBox"[..], b"CropBox", b"Annots"] {
            dict.remove(key);
        }
        dict.set("MediaBox", media_box(*width, *height));
        dict.set("Resources", Object::Reference(resources));
    }
    set_info(document, info)?;
    // The second identifier would change with each revision of the file; this is the first one.
    let id = Object::String(id.to_vec(), StringFormat::Hexadecimal);
    document.trailer.set("ID", Object::Array(vec![id.clone(), id]));
    Ok((resources, kids))
}

/// Puts the content streams into the empty pages.
fn put_contents(document: &mut Document, pages: Vec<WrittenPage>) -> lopdf::Result<()> {
    for (kid, page) in page_ids(document)?.into_iter().zip(pages) {
        let contents = document.get_dictionary(kid)?.get(b"Contents")?.as_reference()?;
        let stream = document.get_object_mut(contents)?.as_stream_mut()?;
        stream.dict.set("Filter", Object::Name(b"FlateDecode".to_vec()));
        stream.set_content(page.content);
    }
    Ok(())
}

/// The file, about this long.
fn save(document: &mut Document, length: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length);
    document.save_to(&mut bytes).map_err(|error| {
        Problem::new(Code::Internal, format!("writing the document failed: {error}"))
    })?;
    Ok(bytes)
}

fn page_ids(document: &Document) -> lopdf::Result<Vec<ObjectId>> {
    let root = document.trailer.get(b"Root")?.as_reference()?;
    let pages = document.get_dictionary(root)?.get(b"Pages")?.as_reference()?;
    let kids = document.get_dictionary(pages)?.get(b"Kids")?.as_array()?;
    kids.iter().map(Object::as_reference).collect()
}

/// One resources object for all pages instead of one each.
fn share_resources(
    document: &mut Document,
    kids: &[ObjectId],
    fonts: Dictionary,
) -> lopdf::Result<ObjectId> {
    let mut shared = None;
    for kid in kids {
        let own = document.get_dictionary(*kid)?.get(b"Resources")?.as_reference()?;
        if shared.is_none() {
            shared = Some(own);
        } else {
            document.objects.remove(&own);
        }
    }
    let shared = shared.ok_or(lopdf::Error::DictKey("Resources".to_owned()))?;
    // `fonts` takes the place of printpdf's list.
    for (key, keep) in
        [(&b"Font"[..], false), (b"XObject", true), (b"ExtGState", true), (b"Shading", true)]
    {
        let dict = document.get_dictionary(shared)?.get(key)?.as_reference()?;
        let empty = document.get_dictionary(dict)?.is_empty();
        if empty || !keep {
            document.objects.remove(&dict);
            document.get_object_mut(shared)?.as_dict_mut()?.remove(key);
        }
    }
    if !fonts.is_empty() {
        document.get_object_mut(shared)?.as_dict_mut()?.set("Font", fonts);
    }
    Ok(shared)
}

/// A box from the origin, in points with three decimals.
fn media_box(width: f64, height: f64) -> Object {
    let side = |points: f64| Object::Real(((points * 1000.0).round() / 1000.0) as f32);
    Object::Array(vec![Object::Integer(0), Object::Integer(0), side(width), side(height)])
}

/// The information dictionary (ISO 32000-1, 14.3.3): what is known, and nothing empty.
fn set_info(document: &mut Document, info: &Info<'_>) -> lopdf::Result<()> {
    let id = document.trailer.get(b"Info")?.as_reference()?;
    let dict = document.get_object_mut(id)?.as_dict_mut()?;
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

/// The catalog of a document (7.7.2).
pub(super) fn catalog(document: &mut Document) -> lopdf::Result<&mut Dictionary> {
    let root = document.trailer.get(b"Root")?.as_reference()?;
    document.get_object_mut(root)?.as_dict_mut()
}

/// Language and view, in the catalog.
fn describe(document: &mut Document, info: &Info<'_>) -> lopdf::Result<()> {
    let catalog = catalog(document)?;
    if !info.language.is_empty() {
        catalog.set("Lang", text_string(&info.language));
    }
    let Some(viewer) = info.viewer else { return Ok(()) };
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

/// A text as PDF writes it (ISO 32000-1, 7.9.2.2): ASCII as it is, others in UTF-16.
pub(super) fn text_string(text: &str) -> Object {
    if text.is_ascii() {
        return Object::string_literal(text);
    }
    let mut bytes = vec![0xfe, 0xff];
    bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
    Object::String(bytes, StringFormat::Hexadecimal)
}

/// A date as PDF writes it (ISO 32000-1, 7.9.4), in UTC.
pub(super) fn pdf_date(date: Timestamp) -> String {
    let Civil { year, month, day, hour, minute, second } = date.civil();
    format!("D:{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_in_utc() {
        assert_eq!(pdf_date(Timestamp::EPOCH), "D:19700101000000Z");
        assert_eq!(pdf_date(Timestamp::clamped(1_790_000_000)), "D:20260921141320Z");
    }
}
