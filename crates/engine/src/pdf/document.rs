//! The document around the pages: printpdf's tree, finished by us.
//!
//! The finishing passes put content streams, fonts and shared resources into the pages, and settle
//! what printpdf leaves to chance: identifiers and dates.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat};

use super::{
    Info, Plaintext, WrittenPage, attachments, drawing, encrypt, file, fonts as font_objects,
    group, navigation,
};

use super::skeleton::{Pages, Skeleton};
use crate::draw::Pictures;
use crate::expr::date::{Civil, Timestamp};
use crate::font::UsedFonts;
use crate::format::{Duplex, PageMode};
use crate::problem::{Code, Problem, Result};

/// What wrote the document.
const PRODUCER: &str = concat!("reportctl ", env!("CARGO_PKG_VERSION"));

pub(super) fn write(
    mut pages: Vec<WrittenPage>,
    fonts: &UsedFonts<'_>,
    pictures: &Pictures<'_>,
    info: &Info<'_>,
    id: &[u8],
) -> Result<(Vec<u8>, Option<Plaintext>)> {
    // A page takes about 400 bytes beside its content. The capacity matters: a buffer that grows would
    // hold a large document twice.
    let size: usize = pages.iter().map(|page| page.content.len() + 400).sum();
    let sizes: Vec<(f64, f64)> = pages.iter().map(|page| (page.width, page.height)).collect();
    let skeleton = Skeleton::of(pictures).and_then(|skeleton| skeleton.with_pages(&sizes));
    let Pages { mut document, kids, resources } = skeleton.map_err(as_problem)?;
    let named = font_objects::write(fonts, &mut document)?;
    settle(&mut document, resources, named, info, id).map_err(as_problem)?;
    group::put_states(&mut document, resources, &pages).map_err(as_problem)?;
    drawing::put(&mut document, resources, pictures).map_err(as_problem)?;
    group::put_forms(&mut document, resources, &kids, &mut pages).map_err(as_problem)?;
    navigation::put(&mut document, &kids, &mut pages, info.navigation).map_err(as_problem)?;
    put_contents(&mut document, &kids, pages).map_err(as_problem)?;
    describe(&mut document, info).map_err(as_problem)?;
    attachments::put(&mut document, info.attachments, info.creation_date).map_err(as_problem)?;
    // The last step before saving: it encrypts every text and stream that is there.
    let plaintext = info.encryption.as_ref().map(|encryption| {
        let plaintext = file::digest(&document);
        encrypt::apply(&mut document, encryption);
        plaintext
    });
    Ok((file::write(&document, size + 4096), plaintext))
}

fn as_problem(error: lopdf::Error) -> Problem {
    Problem::new(Code::Internal, format!("the document tree is not as expected: {error}"))
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

/// The catalog of a document (7.7.2).
pub(super) fn catalog(document: &mut Document) -> lopdf::Result<&mut Dictionary> {
    let root = document.trailer.get(b"Root")?.as_reference()?;
    document.get_object_mut(root)?.as_dict_mut()
}

/// Language, view and XMP, in the catalog.
fn describe(document: &mut Document, info: &Info<'_>) -> lopdf::Result<()> {
    let metadata = info.has_xmp.then(|| {
        let mut dict = Dictionary::new();
        dict.set("Type", "Metadata");
        dict.set("Subtype", "XML");
        document.add_object(Stream::new(dict, xmp(info).into_bytes()).with_compression(false))
    });
    let catalog = catalog(document)?;
    if let Some(metadata) = metadata {
        catalog.set("Metadata", metadata);
    }
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

/// What the information dictionary says, as XMP (ISO 16684-1).
fn xmp(info: &Info<'_>) -> String {
    let Civil { year, month, day, hour, minute, second } = info.creation_date.civil();
    let date = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z");
    let mut out = String::from(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
         <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
         <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
         xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">",
    );
    let mut element = |start: &str, text: &str, end: &str| {
        if !text.is_empty() {
            out.push_str(start);
            escape(text, &mut out);
            out.push_str(end);
        }
    };
    let by_language = "<rdf:Alt><rdf:li xml:lang=\"x-default\">";
    let closed = "</rdf:li></rdf:Alt>";
    element(&format!("<dc:title>{by_language}"), &info.title, &format!("{closed}</dc:title>"));
    let author = "<dc:creator><rdf:Seq><rdf:li>";
    element(author, &info.author, "</rdf:li></rdf:Seq></dc:creator>");
    let subject = format!("<dc:description>{by_language}");
    element(&subject, &info.subject, &format!("{closed}</dc:description>"));
    let language = "<dc:language><rdf:Bag><rdf:li>";
    element(language, &info.language, "</rdf:li></rdf:Bag></dc:language>");
    element("<pdf:Keywords>", &info.keywords, "</pdf:Keywords>");
    element("<pdf:Producer>", PRODUCER, "</pdf:Producer>");
    element("<xmp:CreateDate>", &date, "</xmp:CreateDate>");
    element("<xmp:ModifyDate>", &date, "</xmp:ModifyDate>");
    out.push_str("</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>");
    out
}

/// A text in XML; characters that XML cannot have are left out.
fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\t' | '\n' | '\r' => out.push(c),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            other => out.push(other),
        }
    }
}

/// A text as PDF writes it (ISO 32000-1, 7.9.2.2): ASCII as it is, others in UTF-16.
pub(super) fn text_string(text: &str) -> Object {
    if text.is_ascii() {
        return Object::string_literal(text);
    }
    utf16(text)
}

/// A text in UTF-16, as printpdf writes all texts; an empty one as nothing.
fn utf16(text: &str) -> Object {
    if text.is_empty() {
        return Object::string_literal("");
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
    fn xmp_says_what_the_information_dictionary_says() {
        let info = Info {
            title: "A & <B>\u{1}".to_owned(),
            author: "Zoë".to_owned(),
            keywords: "a, b".to_owned(),
            language: "de".to_owned(),
            creation_date: Timestamp::clamped(1_790_000_000),
            ..Info::default()
        };
        let written = xmp(&info);
        let read = roxmltree::Document::parse(&written).expect("XML");
        let text = |name: &str| {
            let found = read.descendants().find(|node| node.tag_name().name() == name);
            let texts = found?.descendants().filter(roxmltree::Node::is_text);
            Some(texts.filter_map(|node| node.text()).collect::<String>())
        };
        assert_eq!(text("title").as_deref(), Some("A & <B>"));
        assert_eq!(text("creator").as_deref(), Some("Zoë"));
        assert_eq!(text("description"), None);
        assert_eq!(text("Keywords").as_deref(), Some("a, b"));
        assert_eq!(text("language").as_deref(), Some("de"));
        assert_eq!(text("CreateDate").as_deref(), Some("2026-09-21T14:13:20Z"));
    }

    #[test]
    fn dates_are_written_in_utc() {
        assert_eq!(pdf_date(Timestamp::EPOCH), "D:19700101000000Z");
        assert_eq!(pdf_date(Timestamp::clamped(1_790_000_000)), "D:20260921141320Z");
    }
}
