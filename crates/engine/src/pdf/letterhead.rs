//! Pages of other PDF files as form XObjects (ISO 32000-1, 8.10). As drawings, they are the unit
//! square. Pages of one file share what both of them draw with.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

use super::objects::numbers;
use crate::image::letterhead::Sheet;
use reportctl_base::deflate::deflate;

/// The numbers that objects of files have in the document, by file and number.
pub(super) type Known = BTreeMap<([u8; 32], u32), ObjectId>;

/// A page as a form.
pub(super) fn form(document: &mut Document, sheet: &Sheet, known: &mut Known) -> ObjectId {
    let mut copy = Copy { document, sheet, known, waiting: Vec::new() };
    let resources = copy.renumbered(&Object::Dictionary(sheet.resources.clone()));
    let mut dict = copy.dictionary(&sheet.content.dict);
    dict.set("Type", "XObject");
    dict.set("Subtype", "Form");
    dict.set("BBox", numbers(&sheet.bounds));
    dict.set("Matrix", numbers(&sheet.matrix));
    dict.set("Resources", resources);
    if let Some(group) = &sheet.group {
        let group = copy.renumbered(group);
        dict.set("Group", group);
    }
    copy.all();
    let mut content = sheet.content.content.clone();
    if !dict.has(b"Filter") {
        content = deflate(&content);
        dict.set("Filter", "FlateDecode");
    }
    copy.document.add_object(Stream::new(dict, content).with_compression(false))
}

struct Copy<'c> {
    document: &'c mut Document,
    sheet: &'c Sheet,
    known: &'c mut Known,
    /// Objects that have a number, but are not in the document yet.
    waiting: Vec<(u32, ObjectId)>,
}

impl Copy<'_> {
    fn all(&mut self) {
        while let Some((number, id)) = self.waiting.pop() {
            let object = match self.sheet.objects.get(&number) {
                Some(object) => self.renumbered(object),
                None => Object::Null,
            };
            self.document.objects.insert(id, object);
        }
    }

    fn renumbered(&mut self, object: &Object) -> Object {
        match object {
            Object::Reference((number, _)) => {
                let key = (self.sheet.file, *number);
                let id = self.known.get(&key).copied().unwrap_or_else(|| {
                    let id = self.document.new_object_id();
                    self.known.insert(key, id);
                    self.waiting.push((*number, id));
                    id
                });
                Object::Reference(id)
            }
            Object::Array(items) => {
                Object::Array(items.iter().map(|item| self.renumbered(item)).collect())
            }
            Object::Dictionary(dict) => Object::Dictionary(self.dictionary(dict)),
            Object::Stream(stream) => {
                let dict = self.dictionary(&stream.dict);
                let content = stream.content.clone();
                Object::Stream(Stream::new(dict, content).with_compression(false))
            }
            other => other.clone(),
        }
    }

    fn dictionary(&mut self, dict: &Dictionary) -> Dictionary {
        let mut own = Dictionary::new();
        for (key, value) in dict {
            let value = self.renumbered(value);
            own.set(key.clone(), value);
        }
        own
    }
}
