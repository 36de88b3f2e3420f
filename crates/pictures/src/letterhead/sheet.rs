//! A page of a PDF file with everything that it shows.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use lopdf::{Dictionary, Object, Stream};

use super::{LetterheadFlaw, Read};
use crate::pdf::{self, File, is_type};

/// Deepest tree of pages, and most nodes of it.
const MAX_TREE: usize = 32;
const MAX_NODES: usize = 20_000;

/// Most bytes of the operators of a page that are in several streams, which are joined without their
/// compression.
const MAX_CONTENT: usize = super::MAX_BYTES;

/// Most objects that a page shows.
const MAX_SHOWN: usize = 20_000;

/// Longest side of a page, in points: the highest that PDF allows, in units of a millimetre.
const LONGEST: f64 = 283_465.0;

/// Resources that a page draws with (ISO 32000-1, 7.8.3).
const RESOURCES: [&[u8]; 7] =
    [b"ExtGState", b"ColorSpace", b"Pattern", b"Shading", b"XObject", b"Font", b"Properties"];

/// Keys of metadata, which drawing does not need.
const ASIDE: [&[u8]; 12] = [
    b"Metadata",
    b"PieceInfo",
    b"LastModified",
    b"StructParent",
    b"StructParents",
    b"OPI",
    b"Ref",
    b"AF",
    b"Parent",
    b"Alternates",
    b"Measure",
    b"PtData",
];

/// Objects of a document around its pages, which drawings do not need.
const AROUND: [&[u8]; 9] = [
    b"Page",
    b"Pages",
    b"Catalog",
    b"Annot",
    b"Action",
    b"StructTreeRoot",
    b"StructElem",
    b"Outlines",
    b"Filespec",
];

/// A page of a PDF file with everything that it shows. References are to objects of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// Hash of its file: pages of one file share their objects.
    pub file: [u8; 32],
    /// Its width as it is seen, in points.
    pub width: f64,
    /// Its height as it is seen.
    pub height: f64,
    /// Visible box: left, bottom, right and top.
    pub bounds: [f64; 4],
    /// From its coordinates to the square of side 1, y upwards.
    pub matrix: [f64; 6],
    /// Its operators.
    pub content: Stream,
    /// Resources of the operators.
    pub resources: Dictionary,
    /// Transparency group of the page.
    pub group: Option<Object>,
    /// The objects that it needs, by their numbers.
    pub objects: BTreeMap<u32, Object>,
}

/// A page with what it has from those above it.
#[derive(Default, Clone)]
struct Leaf {
    resources: Option<Rc<Object>>,
    media: Option<Rc<Object>>,
    crop: Option<Rc<Object>>,
    rotate: Option<Rc<Object>>,
}

impl Sheet {
    /// The page of a number from 1, else the other one.
    pub(super) fn read(
        file: &File<'_>,
        digest: [u8; 32],
        (number, or): (usize, Option<usize>),
    ) -> Read<Self> {
        let root = file.member(&file.trailer, b"Root")?;
        let root = root.as_dict().map_err(|_| NO_PAGES)?;
        if has_hidden_layers(file, root)? {
            return Err(LetterheadFlaw::Hidden);
        }
        let mut tree = Tree { file, wanted: number, count: 0, seen: BTreeSet::new(), nodes: 0 };
        let pages = root.get(b"Pages").map_err(|_| NO_PAGES)?;
        let mut found = tree.walk(pages, &Leaf::default(), 0)?;
        if let (None, Some(or)) = (&found, or) {
            tree = Tree { file, wanted: or, count: 0, seen: BTreeSet::new(), nodes: 0 };
            found = tree.walk(pages, &Leaf::default(), 0)?;
        }
        let (page, leaf) =
            found.ok_or(LetterheadFlaw::NoPage { wanted: number, count: tree.count })?;
        Self::of(file, digest, &page, leaf)
    }

    fn of(file: &File<'_>, digest: [u8; 32], page: &Dictionary, leaf: Leaf) -> Read<Self> {
        let unit = number(&file.member(page, b"UserUnit")?).unwrap_or(1.0);
        let media = bounds(file, leaf.media.as_deref())?.unwrap_or([0.0, 0.0, 612.0, 792.0]);
        let [left, bottom, right, top] = match bounds(file, leaf.crop.as_deref())? {
            Some(crop) => [
                crop[0].max(media[0]),
                crop[1].max(media[1]),
                crop[2].min(media[2]),
                crop[3].min(media[3]),
            ],
            None => media,
        };
        let (wide, high) = (right - left, top - bottom);
        let sound = |side: f64| side * unit > 1.0 && side * unit <= LONGEST;
        if !(sound(wide) && sound(high) && unit > 0.0) {
            return Err(LetterheadFlaw::broken("its page has no size"));
        }
        let turns = leaf.rotate.as_ref().map(|angle| file.resolved(angle)).transpose()?;
        let turns = turns.and_then(|angle| angle.as_i64().ok()).unwrap_or(0).rem_euclid(360) / 90;
        let (x, y) = (left / wide, bottom / high);
        let matrix = match turns {
            1 => [0.0, -1.0 / wide, 1.0 / high, 0.0, -y, 1.0 + x],
            2 => [-1.0 / wide, 0.0, 0.0, -1.0 / high, 1.0 + x, 1.0 + y],
            3 => [0.0, 1.0 / wide, -1.0 / high, 0.0, 1.0 + y, -x],
            _ => [1.0 / wide, 0.0, 0.0, 1.0 / high, -x, -y],
        };
        let (width, height) = if turns % 2 == 1 { (high, wide) } else { (wide, high) };
        let mut copy = Copy { file, objects: BTreeMap::new(), waiting: Vec::new(), bytes: 0 };
        let content = content(file, page)?;
        let resources = leaf.resources.map(|all| file.resolved(&all)).transpose()?;
        let resources = resources.as_ref().and_then(|all| all.as_dict().ok());
        let mut own = Dictionary::new();
        for key in RESOURCES {
            if let Some(part) = resources.and_then(|resources| resources.get(key).ok()) {
                own.set(key, copy.cleaned(part));
            }
        }
        let group = page.get(b"Group").ok().map(|group| copy.cleaned(group));
        let Object::Dictionary(dict) = copy.cleaned(&Object::Dictionary(content.dict)) else {
            return Err(LetterheadFlaw::broken("its page has no content"));
        };
        copy.bytes += content.content.len();
        copy.all()?;
        Ok(Self {
            file: digest,
            width: width * unit,
            height: height * unit,
            bounds: [left, bottom, right, top],
            matrix,
            content: Stream::new(dict, content.content).with_compression(false),
            resources: own,
            group,
            objects: copy.objects,
        })
    }
}

impl Sheet {
    /// Bytes of memory that it takes, roughly.
    pub fn memory(&self) -> usize {
        let entries = self.resources.iter().map(|(key, value)| entry_memory(key, value));
        let objects = self.objects.values().map(|object| OBJECT + memory(object));
        let own = self.content.content.len() + self.group.as_ref().map_or(0, memory);
        size_of::<Self>() + own + entries.sum::<usize>() + objects.sum::<usize>()
    }
}

/// Memory of an object with its place in a list, a list that grows being half empty.
const OBJECT: usize = 2 * size_of::<Object>();

/// Memory that an object takes beside its own place. The depth is that of the file.
fn memory(object: &Object) -> usize {
    let dictionary = |dict: &Dictionary| -> usize {
        OBJECT + dict.iter().map(|(key, value)| entry_memory(key, value)).sum::<usize>()
    };
    match object {
        Object::String(bytes, _) | Object::Name(bytes) => bytes.len(),
        Object::Array(items) => items.iter().map(|item| OBJECT + memory(item)).sum(),
        Object::Dictionary(dict) => dictionary(dict),
        Object::Stream(stream) => dictionary(&stream.dict) + stream.content.len(),
        _ => 0,
    }
}

fn entry_memory(key: &[u8], value: &Object) -> usize {
    /// The key, its hash, and the place in the table of keys.
    const KEY: usize = 96;
    KEY + key.len() + OBJECT + memory(value)
}

const NO_PAGES: LetterheadFlaw = LetterheadFlaw::broken("it has no pages");

/// Returns true if a file has hidden layers, which would show when drawn as a page.
fn has_hidden_layers(file: &File<'_>, root: &Dictionary) -> Read<bool> {
    let layers = file.member(root, b"OCProperties")?;
    let Ok(layers) = layers.as_dict() else { return Ok(false) };
    let default = file.member(layers, b"D")?;
    let Ok(default) = default.as_dict() else { return Ok(false) };
    let off = file.member(default, b"OFF")?;
    let base = file.member(default, b"BaseState")?;
    Ok(off.as_array().is_ok_and(|off| !off.is_empty())
        || base.as_name().is_ok_and(|base| base == b"OFF"))
}

/// Looks for a page in the tree of pages (7.7.3).
struct Tree<'f, 'b> {
    file: &'f File<'b>,
    wanted: usize,
    /// Pages so far.
    count: usize,
    seen: BTreeSet<u32>,
    nodes: usize,
}

impl Tree<'_, '_> {
    fn walk(
        &mut self,
        node: &Object,
        above: &Leaf,
        depth: usize,
    ) -> Read<Option<(Dictionary, Leaf)>> {
        self.nodes += 1;
        if depth > MAX_TREE || self.nodes > MAX_NODES {
            return Err(LetterheadFlaw::too_large("pages"));
        }
        if let Object::Reference((number, _)) = node
            && !self.seen.insert(*number)
        {
            return Err(LetterheadFlaw::broken("its tree of pages forms a cycle"));
        }
        let Object::Dictionary(node) = self.file.resolved(node)? else { return Err(NO_PAGES) };
        // Pages share what is above them: it may be long.
        let own = |key: &[u8], above: &Option<Rc<Object>>| {
            node.get(key).ok().cloned().map(Rc::new).or_else(|| above.clone())
        };
        let leaf = Leaf {
            resources: own(b"Resources", &above.resources),
            media: own(b"MediaBox", &above.media),
            crop: own(b"CropBox", &above.crop),
            rotate: own(b"Rotate", &above.rotate),
        };
        if node.has(b"Kids") {
            let kids = self.file.member(&node, b"Kids")?;
            for kid in kids.as_array().map_err(|_| NO_PAGES)? {
                if let Some(found) = self.walk(kid, &leaf, depth + 1)? {
                    return Ok(Some(found));
                }
            }
            return Ok(None);
        }
        self.count += 1;
        Ok((self.count == self.wanted).then_some((node, leaf)))
    }
}

/// A box of a page: left, bottom, right and top.
fn bounds(file: &File<'_>, corners: Option<&Object>) -> Read<Option<[f64; 4]>> {
    let Some(corners) = corners else { return Ok(None) };
    let corners = file.resolved(corners)?;
    let Ok(corners) = corners.as_array() else { return Ok(None) };
    let mut numbers = Vec::with_capacity(4);
    for corner in corners.iter().take(5) {
        numbers.extend(number(&file.resolved(corner)?));
    }
    let [a, b, c, d] = numbers[..] else {
        return Err(LetterheadFlaw::broken("its page has no size"));
    };
    Ok(Some([a.min(c), b.min(d), a.max(c), b.max(d)]))
}

fn number(object: &Object) -> Option<f64> {
    match object {
        Object::Integer(number) => Some(*number as f64),
        Object::Real(number) => Some(f64::from(*number)),
        _ => None,
    }
}

/// The operators of a page as one stream: as it is stored where it is one, else decompressed.
fn content(file: &File<'_>, page: &Dictionary) -> Read<Stream> {
    let mut dict = Dictionary::new();
    let parts = match file.member(page, b"Contents")? {
        Object::Stream(stream) => {
            for key in [&b"Filter"[..], b"DecodeParms"] {
                if let Ok(value) = stream.dict.get(key) {
                    dict.set(key, file.resolved(value)?);
                }
            }
            check(&stream, file)?;
            return Ok(Stream::new(dict, stream.content));
        }
        Object::Array(parts) => parts,
        _ => Vec::new(),
    };
    let mut all = Vec::new();
    for part in &parts {
        if let Object::Stream(stream) = file.resolved(part)? {
            check(&stream, file)?;
            all.extend(file.decoded(&stream)?);
            if all.len() > MAX_CONTENT {
                return Err(LetterheadFlaw::too_large("operators in several streams"));
            }
            // A word does not go on in the next stream (7.8.2).
            all.push(b'\n');
        }
    }
    Ok(Stream::new(dict, all))
}

/// Refuses streams whose data is not in the file, or encrypted.
fn check(stream: &Stream, file: &File<'_>) -> Read<()> {
    if stream.dict.has(b"F") {
        return Err(LetterheadFlaw::broken("one of its streams is in another file"));
    }
    let filter = file.member(&stream.dict, b"Filter")?;
    let is_crypt = |name: &Object| name.as_name().is_ok_and(|name| name == b"Crypt");
    if is_crypt(&filter) || filter.as_array().is_ok_and(|all| all.iter().any(is_crypt)) {
        return Err(LetterheadFlaw::File(pdf::Flaw::Encrypted));
    }
    Ok(())
}

/// Copies objects with all that they refer to.
struct Copy<'f, 'b> {
    file: &'f File<'b>,
    objects: BTreeMap<u32, Object>,
    waiting: Vec<u32>,
    /// Bytes of streams.
    bytes: usize,
}

impl Copy<'_, '_> {
    /// Copies everything that waits, and what that refers to.
    fn all(&mut self) -> Read<()> {
        while let Some(number) = self.waiting.pop() {
            if self.objects.contains_key(&number) {
                continue;
            }
            if self.objects.len() >= MAX_SHOWN {
                return Err(LetterheadFlaw::too_large("objects"));
            }
            let object = self.file.object(number)?;
            if let Object::Stream(stream) = &object {
                check(stream, self.file)?;
                self.bytes += stream.content.len();
                if self.bytes > super::MAX_BYTES {
                    return Err(LetterheadFlaw::too_large("bytes"));
                }
            }
            let object = self.cleaned(&object);
            self.objects.insert(number, object);
        }
        Ok(())
    }

    /// An object without what is said beside; the depth is that of the file.
    fn cleaned(&mut self, object: &Object) -> Object {
        match object {
            Object::Reference((number, _)) => {
                self.waiting.push(*number);
                Object::Reference((*number, 0))
            }
            Object::Array(items) => {
                Object::Array(items.iter().map(|item| self.cleaned(item)).collect())
            }
            Object::Dictionary(dict) if AROUND.iter().any(|name| is_type(dict, name)) => {
                Object::Null
            }
            Object::Dictionary(dict) => Object::Dictionary(self.dictionary(dict)),
            Object::Stream(stream) => {
                let mut dict = self.dictionary(&stream.dict);
                // It may have been an object of its own.
                dict.set("Length", stream.content.len() as i64);
                Object::Stream(Stream::new(dict, stream.content.clone()).with_compression(false))
            }
            other => other.clone(),
        }
    }

    fn dictionary(&mut self, dict: &Dictionary) -> Dictionary {
        let mut own = Dictionary::new();
        for (key, value) in dict.iter().filter(|(key, _)| !ASIDE.contains(&key.as_slice())) {
            if key != b"Length" {
                own.set(key.clone(), self.cleaned(value));
            }
        }
        own
    }
}
