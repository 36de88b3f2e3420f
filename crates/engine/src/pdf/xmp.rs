//! Metadata as XMP (ISO 16684-1): what the information dictionary says, and the standards that the document
//! conforms to (ISO 19005-2, 6.6.4; ISO 14289-1, 5).

use super::Info;
use super::objects::PRODUCER;
use crate::calendar::Civil;
use crate::host::MetadataSchema;

/// Namespaces of the description of schemas that PDF/A does not know by itself (ISO 19005-2, 6.6.2.3).
const EXTENSION: &str = "<rdf:Description rdf:about=\"\" \
    xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\" \
    xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\" \
    xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\">\
    <pdfaExtension:schemas><rdf:Bag>";

/// The schema of the identifier of PDF/UA.
const UA_SCHEMA: &str = "<rdf:li rdf:parseType=\"Resource\">\
    <pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>\
    <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>\
    <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>\
    <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType=\"Resource\">\
    <pdfaProperty:name>part</pdfaProperty:name>\
    <pdfaProperty:valueType>Integer</pdfaProperty:valueType>\
    <pdfaProperty:category>internal</pdfaProperty:category>\
    <pdfaProperty:description>Part of ISO 14289 that the document conforms to</pdfaProperty:description>\
    </rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>";

/// Metadata of the information dictionary, as XMP (ISO 16684-1).
pub(super) fn xmp(info: &Info<'_>) -> String {
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
    if let Some(archive) = info.standards.archive {
        let (part, level) = (archive.part, archive.level.letter());
        out.push_str(&format!(
            "<pdfaid:part xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\">{part}</pdfaid:part>\
             <pdfaid:conformance xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\">{level}</pdfaid:conformance>"
        ));
    }
    if info.standards.accessible {
        out.push_str(
            "<pdfuaid:part xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\">1</pdfuaid:part>",
        );
    }
    out.push_str("</rdf:Description>");
    if let Some(schema) = info.metadata {
        push_properties(schema, &mut out);
    }
    let knows_ua = info.standards.accessible && info.standards.archive.is_some();
    if knows_ua || info.metadata.is_some() {
        out.push_str(EXTENSION);
        if knows_ua {
            out.push_str(UA_SCHEMA);
        }
        if let Some(schema) = info.metadata {
            push_schema(schema, &mut out);
        }
        out.push_str("</rdf:Bag></pdfaExtension:schemas></rdf:Description>");
    }
    out.push_str("</rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>");
    out
}

/// Properties with a schema of their own.
fn push_properties(schema: &MetadataSchema, out: &mut String) {
    let prefix = schema.prefix;
    out.push_str(&format!(
        "<rdf:Description rdf:about=\"\" xmlns:{prefix}=\"{}\">",
        schema.namespace
    ));
    for property in &schema.properties {
        out.push_str(&format!("<{prefix}:{}>", property.name));
        escape(&property.value, out);
        out.push_str(&format!("</{prefix}:{}>", property.name));
    }
    out.push_str("</rdf:Description>");
}

/// The description of that schema.
fn push_schema(schema: &MetadataSchema, out: &mut String) {
    out.push_str(&format!(
        "<rdf:li rdf:parseType=\"Resource\"><pdfaSchema:schema>{}</pdfaSchema:schema>\
         <pdfaSchema:namespaceURI>{}</pdfaSchema:namespaceURI>\
         <pdfaSchema:prefix>{}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>",
        schema.name, schema.namespace, schema.prefix
    ));
    for property in &schema.properties {
        out.push_str(&format!(
            "<rdf:li rdf:parseType=\"Resource\"><pdfaProperty:name>{}</pdfaProperty:name>\
             <pdfaProperty:valueType>Text</pdfaProperty:valueType>\
             <pdfaProperty:category>external</pdfaProperty:category>\
             <pdfaProperty:description>{}</pdfaProperty:description></rdf:li>",
            property.name, property.description
        ));
    }
    out.push_str("</rdf:Seq></pdfaSchema:property></rdf:li>");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::Timestamp;

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
}
