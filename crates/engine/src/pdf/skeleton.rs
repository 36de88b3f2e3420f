//! Parts of a document that printpdf makes: catalog, information dictionary, page tree and
//! pictures.
//!
//! printpdf makes a document of one page, which is taken out again: the pages are ours. Documents
//! without pictures begin alike, so that one serves them all.

use std::sync::OnceLock;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use printpdf::{PdfDocument, PdfPage, PdfSaveOptions, Pt, XObject, XObjectId};

use super::images;
use crate::draw::Pictures;
use crate::image::Picture;

/// A document without pages.
#[derive(Clone)]
pub(super) struct Skeleton {
    /// The page tree, and the pictures.
    document: Document,
    /// The page tree.
    tree: ObjectId,
    catalog: Object,
    information: Object,
    /// The dictionary of the pictures.
    pictures: Option<ObjectId>,
}

/// Pages that nothing stands on yet.
pub(super) struct Pages {
    pub(super) document: Document,
    /// The pages in order.
    pub(super) kids: Vec<ObjectId>,
    /// Resource dictionary that all pages share.
    pub(super) resources: ObjectId,
}

impl Skeleton {
    /// The beginning of a document with some pictures.
    ///
    /// # Errors
    /// When printpdf's tree is not as expected.
    pub(super) fn of(pictures: &Pictures<'_>) -> lopdf::Result<Self> {
        static PLAIN: OnceLock<Skeleton> = OnceLock::new();
        let pixels = |(_, picture): &(usize, &Picture)| picture.has_pixels();
        let mut shown = pictures.used().enumerate().filter(pixels).peekable();
        if shown.peek().is_some() {
            return Self::new(shown);
        }
        if let Some(plain) = PLAIN.get() {
            return Ok(plain.clone());
        }
        let plain = Self::new(shown)?;
        Ok(PLAIN.get_or_init(|| plain).clone())
    }

    fn new<'p>(pictures: impl Iterator<Item = (usize, &'p Picture)>) -> lopdf::Result<Self> {
        let mut pdf = PdfDocument::new("");
        for (number, picture) in pictures {
            let id = XObjectId(images::name(number));
            pdf.resources.xobjects.map.insert(id, XObject::External(images::xobject(picture)));
        }
        pdf.pages = vec![PdfPage::new(Pt(1.0).into(), Pt(1.0).into(), Vec::new())];
        let mut document = pdf.to_lopdf_document(&PdfSaveOptions::default(), &mut Vec::new());

        let root = document.trailer.get(b"Root")?.as_reference()?;
        let tree = document.get_dictionary(root)?.get(b"Pages")?.as_reference()?;
        let kids = document.get_dictionary(tree)?.get(b"Kids")?.as_array()?;
        let page = kids.first().ok_or(lopdf::Error::DictKey("Kids".to_owned()))?.as_reference()?;
        let own = document.get_dictionary(page)?;
        let resources = own.get(b"Resources")?.as_reference()?;
        let contents = own.get(b"Contents")?.as_reference()?;
        let of_kind = |key| document.get_dictionary(resources)?.get(key)?.as_reference();
        let pictures = of_kind(b"XObject")?;
        let kinds = [&b"Font"[..], b"ExtGState", b"Shading"].map(of_kind);
        for kind in kinds {
            document.objects.remove(&kind?);
        }
        let has_pictures = !document.get_dictionary(pictures)?.is_empty();
        for unused in [Some(pictures).filter(|_| !has_pictures), Some(resources), Some(contents)] {
            unused.and_then(|unused| document.objects.remove(&unused));
        }
        document.objects.remove(&page);
        // The numbers of what follows begin with that of the first page.
        document.max_id = page.0 - 1;
        let information = document.trailer.get(b"Info")?.as_reference()?;
        let mut take = |id| document.objects.remove(&id).ok_or(lopdf::Error::ObjectNotFound(id));
        let (catalog, information) = (take(root)?, take(information)?);
        let pictures = has_pictures.then_some(pictures);
        Ok(Self { document, tree, catalog, information, pictures })
    }

    /// The document with pages of these sizes in points, which share their resources.
    ///
    /// # Errors
    /// When printpdf's tree is not as expected.
    pub(super) fn with_pages(self, sizes: &[(f64, f64)]) -> lopdf::Result<Pages> {
        let Self { mut document, tree, catalog, information, pictures } = self;
        let kids: Vec<ObjectId> = sizes.iter().map(|_| document.new_object_id()).collect();
        let mut shared = None;
        for (kid, size) in kids.iter().zip(sizes) {
            // printpdf has a number for the resources of each page; those of the first serve all.
            let own = document.new_object_id();
            let contents = document.new_object_id();
            document.objects.insert(contents, Stream::new(Dictionary::new(), Vec::new()).into());
            let resources = *shared.get_or_insert(own);
            let mut page = Dictionary::new();
            page.set("Type", "Page");
            page.set("MediaBox", media_box(*size));
            page.set("Resources", resources);
            page.set("Contents", contents);
            page.set("Parent", tree);
            document.objects.insert(*kid, page.into());
        }
        let resources = shared.unwrap_or_else(|| document.new_object_id());
        let mut dictionary = Dictionary::new();
        if let Some(pictures) = pictures {
            dictionary.set("XObject", pictures);
        }
        document.objects.insert(resources, dictionary.into());
        let pages = document.get_object_mut(tree)?.as_dict_mut()?;
        pages.set("Count", i64::try_from(kids.len()).unwrap_or(i64::MAX));
        pages.set("Kids", kids.iter().map(|kid| (*kid).into()).collect::<Vec<Object>>());
        let catalog = document.add_object(catalog);
        document.trailer.set("Root", catalog);
        let information = document.add_object(information);
        document.trailer.set("Info", information);
        Ok(Pages { document, kids, resources })
    }
}

/// A box from the origin, in points with three decimals.
fn media_box((width, height): (f64, f64)) -> Object {
    let side = |points: f64| Object::Real(((points * 1000.0).round() / 1000.0) as f32);
    Object::Array(vec![Object::Integer(0), Object::Integer(0), side(width), side(height)])
}
