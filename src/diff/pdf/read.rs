//! The file as a document.

use std::cell::Cell;
use std::io::Read;
use std::ops::Deref;
use std::path::Path;

use flate2::read::ZlibDecoder;
use lopdf::{Dictionary, Document as Objects, Object, Stream};
use reportctl_engine::image::letterhead::reading::{self, Unread};
use reportctl_raster::{Image, drawn};

use super::content::Reader;
use super::fonts::{self, text_string};
use super::{Document, Sheet, paint};
use crate::files;
use crate::problem::{Code, Problem, Result, quoted};

/// Largest file, in bytes.
const MAX_BYTES: u64 = 1 << 30;
/// Most bytes of one stream when it is decompressed, and of all that is read of a document, what is
/// said of it included. A stream counts each time that a page uses it.
const MAX_STREAM_BYTES: u64 = 64 << 20;
const MAX_ALL_BYTES: u64 = 1 << 30;
/// What the entry of the producer begins with.
const PRODUCER: &str = "reportctl ";

/// Entries of the information dictionary, and what people call them.
const ENTRIES: [(&[u8], &str); 6] = [
    (b"Title", "title"),
    (b"Author", "author"),
    (b"Subject", "subject"),
    (b"Keywords", "keywords"),
    (b"CreationDate", "creation date"),
    (b"Producer", "producer"),
];

/// A document as objects, and how much may still be read of it.
pub(super) struct Pdf {
    objects: Objects,
    left: Cell<u64>,
}

impl Deref for Pdf {
    type Target = Objects;

    fn deref(&self) -> &Objects {
        &self.objects
    }
}

impl From<Objects> for Pdf {
    fn from(objects: Objects) -> Self {
        Self { objects, left: Cell::new(MAX_ALL_BYTES) }
    }
}

impl Pdf {
    /// Counts bytes that are read of it, or said of it.
    pub(super) fn spend(&self, bytes: usize) -> Result<(), String> {
        let left = self.left.get().checked_sub(bytes as u64);
        self.left.set(left.ok_or_else(|| "its pages are too long".to_owned())?);
        Ok(())
    }
}

fn refused(file: &str, message: String, advice: &'static str) -> Problem {
    Problem::new(Code::Usage, message).file(file).advice(advice)
}

fn damaged(file: &str, why: &dyn std::fmt::Display) -> Problem {
    refused(
        file,
        format!("{} cannot be read as a PDF document: {why}", quoted(file)),
        "make it again, or compare it with a reader of PDF",
    )
}

/// A document of this program, as objects.
pub(super) fn load(path: &Path) -> Result<Pdf> {
    let file = files::display_name(path);
    let bytes = files::read_limited(path, MAX_BYTES)?;
    let refused = |message: String, advice: &'static str| refused(&file, message, advice);
    // Not the reader of lopdf: numbers of a table decide how much memory that one takes.
    let pdf = match reading::document(&bytes) {
        Ok(objects) => Pdf::from(objects),
        Err(Unread::Broken(why)) => return Err(damaged(&file, &why)),
        Err(Unread::Encrypted) => {
            return Err(refused(
                format!("{} has a password", quoted(&file)),
                "render both documents without `password`, or compare the templates",
            ));
        }
    };
    let producer = entry(&pdf, b"Producer");
    if !producer.as_ref().is_some_and(|producer| producer.starts_with(PRODUCER)) {
        let by = producer.filter(|by| !by.is_empty());
        let by = by.map_or_else(String::new, |by| format!(" but by {}", quoted(&by)));
        return Err(refused(
            format!("{} was not made by reportctl{by}", quoted(&file)),
            "`diff` reads documents of this program only; compare others as pictures",
        ));
    }
    Ok(pdf)
}

/// An entry of the information dictionary.
fn entry(pdf: &Pdf, key: &[u8]) -> Option<String> {
    let info = dictionary(pdf, pdf.trailer.get(b"Info").ok()?)?;
    text_string(pdf.dereference(info.get(key).ok()?).ok()?.1)
}

/// The pages of a document as pictures.
pub(super) fn pictures(path: &Path, pdf: &Pdf, dpi: f64) -> Result<Vec<Image>> {
    let file = files::display_name(path);
    let draw = |id| {
        let page = pdf.get_dictionary(id).map_err(|error| damaged(&file, &error))?;
        let drawing = paint::page(pdf, page).map_err(|why| damaged(&file, &why))?;
        drawn(drawing, dpi)
    };
    pdf.get_pages().into_values().map(draw).collect()
}

/// What a document says, and what stands on its pages.
pub(super) fn document(path: &Path, pdf: &Pdf) -> Result<Document> {
    let file = files::display_name(path);
    let damaged = |why: &dyn std::fmt::Display| damaged(&file, why);
    let mut facts: Vec<(&'static str, String)> = ENTRIES
        .iter()
        .filter_map(|(key, name)| Some((*name, entry(pdf, key)?)))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    let catalog = pdf.catalog().ok();
    let language = catalog.and_then(|catalog| catalog.get(b"Lang").ok()).and_then(text_string);
    facts.extend(language.map(|language| ("language", language)));
    let mut names = std::collections::BTreeSet::new();
    let mut pages = Vec::new();
    for id in pdf.get_pages().into_values() {
        let page = pdf.get_dictionary(id).map_err(|error| damaged(&error))?;
        let sheet = sheet(pdf, page, &mut names).map_err(|why| damaged(&why))?;
        pages.push(sheet);
    }
    Ok(Document { facts, fonts: names.into_iter().collect(), pages })
}

fn sheet(
    pdf: &Pdf,
    page: &Dictionary,
    names: &mut std::collections::BTreeSet<String>,
) -> Result<Sheet, String> {
    let [left, bottom, right, top] = media_box(pdf, page)?;
    let (width, height) = (right - left, top - bottom);
    let resources = page.get(b"Resources").ok().and_then(|of| dictionary(pdf, of));
    let empty = Dictionary::new();
    let resources = resources.unwrap_or(&empty);
    let fonts = fonts::of_resources(pdf, resources);
    let mut reader = Reader::new(pdf, resources, &fonts, height);
    reader.read(&contents(pdf, page)?)?;
    names.extend(reader.used.iter().cloned());
    let size = |points: f64| super::content::millimetres(points);
    Ok(Sheet { width: size(width), height: size(height), ..reader.sheet })
}

/// The sides of a page in points: left, bottom, right, top.
pub(super) fn media_box(pdf: &Pdf, page: &Dictionary) -> Result<[f64; 4], String> {
    let sides = page.get(b"MediaBox").map(|sides| number_list(pdf, sides)).unwrap_or_default();
    match <[f64; 4]>::try_from(sides) {
        Ok(sides) if sides[2] > sides[0] && sides[3] > sides[1] => Ok(sides),
        _ => Err("a page has no size".to_owned()),
    }
}

/// The operators of a page.
pub(super) fn contents(pdf: &Pdf, page: &Dictionary) -> Result<Vec<u8>, String> {
    let said = |error: lopdf::Error| error.to_string();
    let (_, contents) = page.get(b"Contents").and_then(|of| pdf.dereference(of)).map_err(said)?;
    inflated(pdf, contents.as_stream().map_err(said)?)
}

/// The numbers of a list; what is none is 0.
pub(super) fn number_list(pdf: &Pdf, list: &Object) -> Vec<f64> {
    let list = pdf.dereference(list).ok().and_then(|(_, list)| list.as_array().ok());
    let number = |one: &Object| pdf.dereference(one).ok()?.1.as_float().ok().map(f64::from);
    list.into_iter().flatten().map(|one| number(one).unwrap_or(0.0)).collect()
}

/// A dictionary, or what a reference to one leads to.
pub(super) fn dictionary<'p>(pdf: &'p Pdf, object: &'p Object) -> Option<&'p Dictionary> {
    match pdf.dereference(object).ok()?.1 {
        Object::Dictionary(dictionary) => Some(dictionary),
        Object::Stream(stream) => Some(&stream.dict),
        _ => None,
    }
}

/// The name that an entry holds.
pub(super) fn name(pdf: &Pdf, of: &Dictionary, key: &[u8]) -> Option<String> {
    let (_, value) = pdf.dereference(of.get(key).ok()?).ok()?;
    value.as_name().ok().map(|name| String::from_utf8_lossy(name).into_owned())
}

/// The content of a stream without its compression.
pub(super) fn inflated(pdf: &Pdf, stream: &Stream) -> Result<Vec<u8>, String> {
    match name(pdf, &stream.dict, b"Filter").as_deref() {
        None => pdf.spend(stream.content.len()).map(|()| stream.content.clone()),
        Some("FlateDecode") => {
            let mut out = Vec::new();
            let most = MAX_STREAM_BYTES.min(pdf.left.get());
            let decoder = ZlibDecoder::new(stream.content.as_slice());
            let read = decoder.take(most + 1).read_to_end(&mut out);
            read.map_err(|error| error.to_string())?;
            match out.len() as u64 > most {
                true => Err("a stream of it is too large".to_owned()),
                false => pdf.spend(out.len()).map(|()| out),
            }
        }
        Some(other) => Err(format!("a stream of it is compressed as {other}")),
    }
}
