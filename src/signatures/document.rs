//! A PDF document that is signed, or whose signatures are verified: its catalog, its form and its first page.

use std::collections::BTreeSet;

use engine::image::pdf::{File, Flaw, Limits, Read, is_type};
use engine::problem::{Code, Problem};
use lopdf::{Dictionary, Object};

/// Number and generation of an object.
pub(super) type Id = (u32, u16);

/// Most fields of a form, and most nodes of the tree of pages on the way to the first one.
const MAX_NODES: usize = 100_000;
/// Most characters of the full name of a field.
const MAX_NAME: usize = 1024;

/// A document.
pub(super) struct PdfDocument<'b> {
    pub(super) file: File<'b>,
    pub(super) bytes: &'b [u8],
    pub(super) root: Id,
    pub(super) catalog: Dictionary,
}

/// A field of a form (ISO 32000-1, 12.7.3).
pub(super) struct Field {
    /// Its full name: the names of the fields that it is in and its own, joined with points.
    pub(super) name: String,
    /// Its value, a signature.
    pub(super) signature: Option<Dictionary>,
    /// Its object, where it is a field for a signature.
    pub(super) place: Option<Id>,
}

/// A field that is looked at next.
struct OpenField {
    object: Object,
    /// The name of the field that it is in.
    within: String,
    is_signature: bool,
    /// The object of the nearest field with a name that it is in.
    place: Option<Id>,
}

impl OpenField {
    fn first(object: Object) -> Self {
        Self { object, within: String::new(), is_signature: false, place: None }
    }
}

/// The first page.
pub(super) struct Page {
    pub(super) id: Id,
    pub(super) dictionary: Dictionary,
    /// Left and bottom of what is shown of it.
    pub(super) corner: (f32, f32),
}

impl<'b> PdfDocument<'b> {
    /// Reads the tables and the catalog of a document.
    pub(super) fn open(bytes: &'b [u8]) -> Read<Self> {
        let file = File::open(bytes, Limits::DOCUMENT)?;
        if !bytes.starts_with(b"%PDF-") {
            return Err(Flaw::Broken("there are other bytes before its beginning"));
        }
        let root = file.trailer.get(b"Root").and_then(Object::as_reference).map_err(|_| CATALOG)?;
        let Object::Dictionary(catalog) = file.object(root.0)? else { return Err(CATALOG) };
        Ok(Self { file, bytes, root, catalog })
    }

    /// Its form; empty where it has none.
    pub(super) fn form(&self) -> Read<Dictionary> {
        match self.file.member(&self.catalog, b"AcroForm")? {
            Object::Dictionary(form) => Ok(form),
            Object::Null => Ok(Dictionary::new()),
            _ => Err(Flaw::Broken("its form is damaged")),
        }
    }

    /// The fields of its form, in their order.
    pub(super) fn fields(&self) -> Read<Vec<Field>> {
        let mut fields = Vec::new();
        let mut left = self.array(&self.form()?, b"Fields")?;
        left.reverse();
        let mut open: Vec<OpenField> = left.into_iter().map(OpenField::first).collect();
        let mut seen = BTreeSet::new();
        while let Some(OpenField { object: field, within, mut is_signature, place }) = open.pop() {
            if let Object::Reference(id) = &field
                && !seen.insert(*id)
            {
                return Err(Flaw::Broken("the fields of its form are in a cycle"));
            }
            let own = field.as_reference().ok();
            let Object::Dictionary(field) = self.file.resolved(&field)? else { continue };
            if let Object::Name(kind) = self.file.member(&field, b"FT")? {
                is_signature = kind == b"Sig";
            }
            // Without a name it is a widget of the field that it is in, which has the value (12.7.4.1).
            let (name, place) = match self.file.member(&field, b"T")? {
                Object::String(text, _) if within.is_empty() => (text_of(&text), own),
                Object::String(text, _) => (format!("{within}.{}", text_of(&text)), own),
                _ => (within, place.or(own)),
            };
            if name.len() > MAX_NAME {
                return Err(Flaw::TooLarge("characters in the name of a field"));
            }
            let kids = self.array(&field, b"Kids")?;
            if open.len() + kids.len() + fields.len() > MAX_NODES {
                return Err(Flaw::TooLarge("fields"));
            }
            let signature = match self.file.member(&field, b"V")? {
                Object::Dictionary(signature) if is_signature => Some(signature),
                _ => None,
            };
            let is_leaf = kids.is_empty();
            // The widgets of a field that is signed are no empty fields.
            if signature.is_none() {
                open.extend(kids.into_iter().rev().map(|kid| OpenField {
                    object: kid,
                    within: name.clone(),
                    is_signature,
                    place,
                }));
            }
            if is_leaf || signature.is_some() {
                fields.push(Field { name, signature, place: place.filter(|_| is_signature) });
            }
        }
        Ok(fields)
    }

    /// Changes that a certified document allows (12.8.2.2): 1 nothing, 2 filling in and signing, 3 comments too.
    pub(super) fn certified(&self) -> Read<Option<i64>> {
        let Object::Dictionary(permissions) = self.file.member(&self.catalog, b"Perms")? else {
            return Ok(None);
        };
        match self.file.member(&permissions, b"DocMDP")? {
            Object::Dictionary(signature) => self.changes_allowed(&signature),
            _ => Ok(None),
        }
    }

    /// Changes that the certification in a signature allows.
    pub(super) fn changes_allowed(&self, signature: &Dictionary) -> Read<Option<i64>> {
        for reference in self.array(signature, b"Reference")? {
            let Object::Dictionary(reference) = self.file.resolved(&reference)? else { continue };
            let method = self.file.member(&reference, b"TransformMethod")?;
            if method.as_name().ok() != Some(b"DocMDP") {
                continue;
            }
            let Object::Dictionary(parameters) =
                self.file.member(&reference, b"TransformParams")?
            else {
                return Ok(Some(2));
            };
            return Ok(Some(self.file.member(&parameters, b"P")?.as_i64().unwrap_or(2)));
        }
        Ok(None)
    }

    /// Its first page.
    pub(super) fn first_page(&self) -> Read<Page> {
        let reference = |dictionary: &Dictionary, key: &[u8]| {
            dictionary.get(key).and_then(Object::as_reference).map_err(|_| PAGES)
        };
        let mut open = vec![(reference(&self.catalog, b"Pages")?, [None, None])];
        let mut seen = BTreeSet::new();
        while let Some((id, mut boxes)) = open.pop() {
            if !seen.insert(id) || seen.len() > MAX_NODES {
                return Err(PAGES);
            }
            let Object::Dictionary(node) = self.file.object(id.0)? else { return Err(PAGES) };
            for (own, key) in boxes.iter_mut().zip([&b"CropBox"[..], b"MediaBox"]) {
                if let Object::Array(corners) = self.file.member(&node, key)? {
                    *own = Some(corners);
                }
            }
            if is_type(&node, b"Page") || !node.has(b"Kids") {
                let corners = boxes.into_iter().flatten().next().unwrap_or_default();
                return Ok(Page { id, corner: self.corner(&corners)?, dictionary: node });
            }
            let kids = self.array(&node, b"Kids")?;
            if open.len() + kids.len() > MAX_NODES {
                return Err(PAGES);
            }
            for kid in kids.iter().rev() {
                open.push((kid.as_reference().map_err(|_| PAGES)?, boxes.clone()));
            }
        }
        Err(PAGES)
    }

    /// The smaller coordinates of a rectangle.
    fn corner(&self, corners: &[Object]) -> Read<(f32, f32)> {
        let mut numbers = Vec::new();
        for corner in corners.iter().take(4) {
            numbers.push(self.file.resolved(corner)?.as_float().unwrap_or_default());
        }
        Ok(match numbers[..] {
            [a, b, c, d] => (a.min(c), b.min(d)),
            _ => (0.0, 0.0),
        })
    }

    /// A list; empty where there is none.
    pub(super) fn array(&self, dictionary: &Dictionary, key: &[u8]) -> Read<Vec<Object>> {
        match self.file.member(dictionary, key)? {
            Object::Array(items) => Ok(items),
            _ => Ok(Vec::new()),
        }
    }
}

const CATALOG: Flaw = Flaw::Broken("its catalog is missing");
const PAGES: Flaw = Flaw::Broken("its pages are damaged");

/// A text of a document (7.9.2.2): UTF-16 and UTF-8 with their marks, else Latin-1, with which the other encoding
/// shares the letters of western languages.
pub(super) fn text_of(bytes: &[u8]) -> String {
    if let Some(units) = bytes.strip_prefix(&[0xfe, 0xff]) {
        let units = units.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
        return String::from_utf16_lossy(&units.collect::<Vec<_>>());
    }
    match bytes.strip_prefix(&[0xef, 0xbb, 0xbf]) {
        Some(text) => String::from_utf8_lossy(text).into_owned(),
        None => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// The problem of a document that cannot be read.
pub(super) fn unreadable(flaw: Flaw, code: Code, what: &str) -> Problem {
    let because = |why: &str| Problem::new(code, format!("the document {what}: {why}"));
    match flaw {
        Flaw::Broken(why) => because(why)
            .advice("it is damaged: get it again, or open it in a PDF program and save it again"),
        Flaw::TooLarge(kind) => because(&format!("it has too many {kind}"))
            .advice("save it again in a PDF program, in smaller parts"),
        Flaw::Encrypted => because("it is encrypted")
            .advice("save it without a password and without restrictions first"),
    }
}
