//! Structure elements (ISO 32000-1, 14.7): the tree of a document with tags, and what leads from marked
//! content and annotations back to it.

use lopdf::{Document, ObjectId, dictionary};

use super::WrittenPage;
use super::file::Packed;
use super::objects::{catalog, write_text};
use super::packed::{Packer, push_number};
use crate::structure::{Details, Element, Kid, Scope, Tree};

/// Objects that the tree refers to, by page.
pub(super) struct Objects<'o> {
    pub(super) pages: &'o [ObjectId],
    /// The groups of each page.
    pub(super) forms: &'o [Vec<ObjectId>],
    /// The annotations of the links of each page, as far as they lead somewhere.
    pub(super) annotations: &'o [Vec<Option<ObjectId>>],
}

/// The keys of the parent tree: pages, then their groups, then annotations.
struct Keys {
    /// First group of each page.
    forms: Vec<u32>,
    /// First annotation of each page.
    annotations: Vec<u32>,
    count: u32,
}

impl Keys {
    fn of(objects: &Objects<'_>) -> Self {
        let mut next = objects.pages.len() as u32;
        let mut starts = |counts: &mut dyn Iterator<Item = usize>| -> Vec<u32> {
            counts
                .map(|count| {
                    let start = next;
                    next += count as u32;
                    start
                })
                .collect()
        };
        let forms = starts(&mut objects.forms.iter().map(Vec::len));
        let annotations = starts(&mut objects.annotations.iter().map(Vec::len));
        Self { forms, annotations, count: next }
    }

    fn stream(&self, page: u32, form: Option<u32>) -> Option<u32> {
        match form {
            None => Some(page),
            Some(form) => Some(self.forms.get(page as usize)? + form),
        }
    }

    fn annotation(&self, page: u32, link: u32) -> Option<u32> {
        Some(self.annotations.get(page as usize)? + link)
    }
}

/// Entry of the parent tree.
#[derive(Clone, Default)]
enum ParentEntry {
    #[default]
    Nothing,
    /// Elements of the marked content of a stream, by its number.
    Contents(Vec<u32>),
    /// The element of an annotation.
    Annotation(u32),
}

/// No element.
const NONE: u32 = u32::MAX;

/// Adds the tree to a document; gives where its objects are.
pub(super) fn put(
    document: &mut Document,
    tree: &Tree,
    objects: &Objects<'_>,
    pages: &[WrittenPage],
) -> lopdf::Result<Vec<Packed>> {
    let keys = Keys::of(objects);
    refer(document, objects, &keys)?;
    let mut parents = vec![ParentEntry::Nothing; keys.count as usize];
    for (page, written) in (0..).zip(pages) {
        for marked in &written.marked {
            let Some(key) = keys.stream(page, marked.form) else { continue };
            let Some(slot) = parents.get_mut(key as usize) else { continue };
            if !matches!(slot, ParentEntry::Contents(_)) {
                *slot = ParentEntry::Contents(Vec::new());
            }
            if let ParentEntry::Contents(contents) = slot {
                let count = marked.number as usize + 1;
                if contents.len() < count {
                    contents.resize(count, NONE);
                }
            }
        }
    }
    // One number for each element, then the root, the parent tree, and its entries.
    let first = document.max_id + 1;
    let count = tree.elements().len() as u32;
    let (root, parent_tree) = (first + count, first + count + 1);
    let entries = parent_tree + 1;
    document.max_id = parent_tree + keys.count;
    catalog(document)?.set("StructTreeRoot", (root, 0));
    catalog(document)?.set("MarkInfo", dictionary! { "Marked" => true });
    let mut packer = Packer::new(document);
    for (index, element) in (0..).zip(tree.elements()) {
        packer.add(first + index, |out| {
            let mut writer = ElementWriter { out, tree, objects, first, root, keys: &keys };
            writer.element(index, element, &mut parents);
        });
    }
    packer.add(root, |out| {
        out.extend_from_slice(b"<</Type/StructTreeRoot/K ");
        reference(out, first);
        out.extend_from_slice(b"/ParentTree ");
        reference(out, parent_tree);
        out.extend_from_slice(b"/ParentTreeNextKey ");
        push_number(out, keys.count);
        out.extend_from_slice(b">>");
    });
    packer.add(parent_tree, |out| {
        out.extend_from_slice(b"<</Nums[");
        for (key, parent) in (0..).zip(&parents) {
            let object = match parent {
                ParentEntry::Nothing => continue,
                ParentEntry::Contents(_) => entries + key,
                ParentEntry::Annotation(element) => first + element,
            };
            push_number(out, key);
            out.push(b' ');
            reference(out, object);
            out.push(b' ');
        }
        out.extend_from_slice(b"]>>");
    });
    for (key, parent) in (0..).zip(&parents) {
        let ParentEntry::Contents(elements) = parent else { continue };
        packer.add(entries + key, |out| {
            out.push(b'[');
            for element in elements {
                match *element {
                    NONE => out.extend_from_slice(b"null"),
                    element => reference(out, first + element),
                }
                out.push(b' ');
            }
            out.push(b']');
        });
    }
    Ok(packer.finish())
}

/// Says of pages, groups and annotations under which key the parent tree has them.
fn refer(document: &mut Document, objects: &Objects<'_>, keys: &Keys) -> lopdf::Result<()> {
    for (key, page) in (0..).zip(objects.pages) {
        let page = document.get_object_mut(*page)?.as_dict_mut()?;
        page.set("StructParents", i64::from(key));
        // Fields and links follow each other as in the structure (12.5, ISO 14289-1, 7.18.3).
        page.set("Tabs", "S");
    }
    for (start, forms) in keys.forms.iter().zip(objects.forms) {
        for (key, form) in (*start..).zip(forms) {
            let form = &mut document.get_object_mut(*form)?.as_stream_mut()?.dict;
            form.set("StructParents", i64::from(key));
        }
    }
    for (start, annotations) in keys.annotations.iter().zip(objects.annotations) {
        for (key, annotation) in (*start..).zip(annotations) {
            if let Some(annotation) = annotation {
                let annotation = document.get_object_mut(*annotation)?.as_dict_mut()?;
                annotation.set("StructParent", i64::from(key));
            }
        }
    }
    Ok(())
}

struct ElementWriter<'w> {
    out: &'w mut Vec<u8>,
    tree: &'w Tree,
    objects: &'w Objects<'w>,
    /// The object of the first element.
    first: u32,
    root: u32,
    keys: &'w Keys,
}

impl ElementWriter<'_> {
    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn number(&mut self, number: u32) {
        push_number(self.out, number);
    }

    /// Writes an element, and notes what its contents lead back to.
    fn element(&mut self, index: u32, element: &Element, parents: &mut [ParentEntry]) {
        self.text("<</S/");
        self.text(element.kind.name());
        self.text("/P ");
        let parent = if index == 0 { self.root } else { self.first + element.parent };
        reference(self.out, parent);
        if let Some(details) = self.tree.details(element) {
            self.details(details);
        }
        // The page of most contents stands with the element.
        let mut page = None;
        let mut count = 0;
        for kid in self.tree.kids(element) {
            count += 1;
            if let (None, Kid::Content { page: of, form: None, .. }) = (page, kid) {
                page = Some(of);
            }
        }
        if let Some(page) = page {
            self.page(page);
        }
        if count > 0 {
            self.text("/K");
            self.text(if count > 1 { "[" } else { " " });
            for (number, kid) in self.tree.kids(element).enumerate() {
                if number > 0 {
                    self.text(" ");
                }
                self.kid(index, kid, page, parents);
            }
            if count > 1 {
                self.text("]");
            }
        }
        self.text(">>");
    }

    fn page(&mut self, page: u32) {
        if let Some((page, _)) = self.objects.pages.get(page as usize) {
            self.text("/Pg ");
            reference(self.out, *page);
        }
    }

    fn kid(&mut self, index: u32, kid: Kid, own_page: Option<u32>, parents: &mut [ParentEntry]) {
        match kid {
            Kid::Element(element) => reference(self.out, self.first + element),
            Kid::Content { page, form, number } => {
                let key = self.keys.stream(page, form);
                let slot = key.and_then(|key| parents.get_mut(key as usize));
                if let Some(ParentEntry::Contents(contents)) = slot
                    && let Some(slot) = contents.get_mut(number as usize)
                {
                    *slot = index;
                }
                if own_page == Some(page) && form.is_none() {
                    self.number(number);
                    return;
                }
                self.text("<</Type/MCR");
                self.page(page);
                let forms = self.objects.forms.get(page as usize);
                let form = form.and_then(|form| forms?.get(form as usize));
                if let Some((form, _)) = form {
                    self.text("/Stm ");
                    reference(self.out, *form);
                }
                self.text("/MCID ");
                self.number(number);
                self.text(">>");
            }
            Kid::Annotation { page, link } => {
                let annotations = self.objects.annotations.get(page as usize);
                let annotation =
                    annotations.and_then(|of| of.get(link as usize).copied().flatten());
                let Some((annotation, _)) = annotation else { return self.text("null") };
                let key = self.keys.annotation(page, link);
                if let Some(slot) = key.and_then(|key| parents.get_mut(key as usize)) {
                    *slot = ParentEntry::Annotation(index);
                }
                self.text("<</Type/OBJR");
                self.page(page);
                self.text("/Obj ");
                reference(self.out, annotation);
                self.text(">>");
            }
        }
    }

    fn details(&mut self, details: &Details) {
        let texts = [("/Alt", &details.alt), ("/Lang", &details.lang)];
        for (key, text) in texts {
            if let Some(text) = text {
                self.text(key);
                write_text(self.out, text);
            }
        }
        let is_of_table =
            details.scope.is_some() || details.span.is_some() || details.summary.is_some();
        if is_of_table {
            self.text("/A<</O/Table");
            match details.scope {
                Some(Scope::Column) => self.text("/Scope/Column"),
                Some(Scope::Row) => self.text("/Scope/Row"),
                None => {}
            }
            if let Some(span) = details.span {
                self.text("/ColSpan ");
                self.number(span);
            }
            if let Some(summary) = &details.summary {
                self.text("/Summary");
                write_text(self.out, summary);
            }
            self.text(">>");
        } else if let Some(ordered) = details.ordered {
            let numbering = if ordered { "Decimal" } else { "Disc" };
            self.text(&format!("/A<</O/List/ListNumbering/{numbering}>>"));
        } else if let Some(bounds) = details.bounds {
            let [left, bottom, right, top] = bounds.map(|value| (value * 100.0).round() / 100.0);
            let bounds = format!("{left} {bottom} {right} {top}");
            self.text(&format!("/A<</O/Layout/Placement/Block/BBox[{bounds}]>>"));
        }
    }
}

fn reference(out: &mut Vec<u8>, number: u32) {
    push_number(out, number);
    out.extend_from_slice(b" 0 R");
}
