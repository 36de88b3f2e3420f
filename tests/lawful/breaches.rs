//! Breaches of the rules of PDF/A and PDF/UA, one for each family: other programs find them in a document that conforms but for
//! that, so what they accept of ours is accepted by programs that see. What templates can ask for of them is refused before
//! a document is made: `what_cannot_conform_is_refused_with_its_place`.

use std::path::Path;
use std::process::Command;

use lopdf::{Dictionary, Document, Object, StringFormat};

use super::{everything, validators};
use crate::documents;

/// A change of a document that conforms.
type Change = fn(&mut Document);

/// Flavour, clause of the standard, what is wrong, and the change that makes it so.
const BREACHES: [(&str, &str, &str, Change); 27] = [
    ("3a", "6.1.3", "no identifier", |pdf| drop(pdf.trailer.remove(b"ID"))),
    ("3a", "6.2.4.3", "no output intent", |pdf| without(catalog(pdf), b"OutputIntents")),
    ("3a", "6.2.4.3", "a colour in CMYK", |pdf| paint(pdf, "0 0 0 1 k")),
    ("3a", "6.2.11.4.1", "a font without its program", |pdf| {
        without(one(pdf, |it| it.has(b"FontFile2")), b"FontFile2");
    }),
    ("3a", "6.2.11.5", "other widths than those of the program", |pdf| {
        let shared = font(pdf).get(b"Widths").and_then(Object::as_reference);
        let widths = match shared {
            Ok(id) => pdf.get_object_mut(id).unwrap(),
            Err(_) => font(pdf).get_mut(b"Widths").unwrap(),
        };
        widths.as_array_mut().unwrap().fill(123.into());
    }),
    ("3a", "6.3.2", "a link that does not print", |pdf| link(pdf).set("F", 2)),
    ("3a", "6.5.1", "a script", |pdf| {
        let mut action = Dictionary::new();
        action.set("S", Object::Name(b"JavaScript".to_vec()));
        action.set("JS", Object::String(b"1".to_vec(), StringFormat::Literal));
        catalog(pdf).set("OpenAction", action);
    }),
    ("3a", "6.6.2.1", "no metadata", |pdf| without(catalog(pdf), b"Metadata")),
    ("3a", "6.6.4", "metadata without the part of the standard", |pdf| {
        metadata(pdf, "<pdfaid:part", "</pdfaid:part>");
    }),
    ("3a", "6.7.2.2", "not marked as tagged", |pdf| without(catalog(pdf), b"MarkInfo")),
    ("3a", "6.8", "a file without its relationship", |pdf| {
        without(one(pdf, |it| it.has(b"AFRelationship")), b"AFRelationship");
    }),
    ("3a", "6.9", "optional content without a name", nameless_layers),
    ("ua1", "5", "metadata without the identification", |pdf| {
        metadata(pdf, "<pdfuaid:part", "</pdfuaid:part>");
    }),
    ("ua1", "7.1", "content that is neither tagged nor an artifact", |pdf| paint(pdf, "")),
    ("ua1", "7.1", "no title", |pdf| metadata(pdf, "<dc:title>", "</dc:title>")),
    ("ua1", "7.1", "a window that does not show the title", |pdf| {
        let viewer = catalog(pdf).get_mut(b"ViewerPreferences").unwrap();
        viewer.as_dict_mut().unwrap().set("DisplayDocTitle", false);
    }),
    ("ua1", "7.2", "no language", |pdf| without(catalog(pdf), b"Lang")),
    ("ua1", "7.2", "a row that is no row of its table", |pdf| rename(pdf, b"TR", b"P")),
    ("ua1", "7.2", "an item that is none of its list", |pdf| rename(pdf, b"LI", b"P")),
    ("ua1", "7.3", "a picture without alternative text", |pdf| {
        without(element(pdf, b"Figure"), b"Alt");
    }),
    ("ua1", "7.4.2", "a level of headings that is skipped", |pdf| rename(pdf, b"H2", b"H4")),
    ("ua1", "7.5", "header cells without a scope", |pdf| {
        let cells = pdf.objects.values_mut().filter_map(|object| object.as_dict_mut().ok());
        for cell in cells.filter(|it| is_element(it, b"TH")) {
            cell.remove(b"A");
        }
    }),
    ("ua1", "7.18.5", "a link without a description", |pdf| without(link(pdf), b"Contents")),
    ("ua1", "7.18.3", "a page without an order of its annotations", |pdf| {
        let pages: Vec<_> = pdf.get_pages().into_values().collect();
        for page in pages {
            without(pdf.get_dictionary_mut(page).unwrap(), b"Tabs");
        }
    }),
    ("ua1", "7.18.5", "a link outside of an element of its kind", |pdf| {
        rename(pdf, b"Link", b"Span");
    }),
    ("ua1", "7.10", "optional content without a name", nameless_layers),
    ("ua1", "7.21.4.1", "a font without its program", |pdf| {
        without(one(pdf, |it| it.has(b"FontFile2")), b"FontFile2");
    }),
];

fn catalog(pdf: &mut Document) -> &mut Dictionary {
    let id = pdf.trailer.get(b"Root").and_then(Object::as_reference).unwrap();
    pdf.get_dictionary_mut(id).unwrap()
}

fn one(pdf: &mut Document, is: impl Fn(&Dictionary) -> bool) -> &mut Dictionary {
    let mut found = pdf.objects.values_mut().filter_map(|object| object.as_dict_mut().ok());
    found.find(|it| is(it)).unwrap()
}

fn font(pdf: &mut Document) -> &mut Dictionary {
    one(pdf, |it| it.has_type(b"Font") && it.has(b"Widths"))
}

fn nameless_layers(pdf: &mut Document) {
    let mut content = Dictionary::new();
    content.set("OCGs", Object::Array(Vec::new()));
    content.set("D", Dictionary::new());
    catalog(pdf).set("OCProperties", content);
}

fn without(dictionary: &mut Dictionary, key: &[u8]) {
    assert!(dictionary.remove(key).is_some(), "{}", String::from_utf8_lossy(key));
}

fn link(pdf: &mut Document) -> &mut Dictionary {
    one(pdf, |it| has_name(it, b"Subtype", b"Link"))
}

fn has_name(it: &Dictionary, key: &[u8], name: &[u8]) -> bool {
    it.get(key).and_then(Object::as_name).is_ok_and(|own| own == name)
}

/// An element of the structure, of this kind.
fn is_element(it: &Dictionary, kind: &[u8]) -> bool {
    it.has(b"P") && has_name(it, b"S", kind)
}

fn element<'p>(pdf: &'p mut Document, kind: &[u8]) -> &'p mut Dictionary {
    one(pdf, |it| is_element(it, kind))
}

fn rename(pdf: &mut Document, from: &[u8], to: &[u8]) {
    element(pdf, from).set("S", Object::Name(to.to_vec()));
}

/// Takes a part out of the metadata.
fn metadata(pdf: &mut Document, start: &str, end: &str) {
    let streams = pdf.objects.values_mut().filter_map(|object| object.as_stream_mut().ok());
    let stream = { streams }.find(|it| it.dict.has_type(b"Metadata")).unwrap();
    let text = String::from_utf8(stream.content.clone()).unwrap();
    let (before, rest) = text.split_once(start).unwrap();
    let (_, after) = rest.split_once(end).unwrap();
    stream.set_plain_content(format!("{before}{after}").into_bytes());
}

/// Paints a rectangle outside of all marked content.
fn paint(pdf: &mut Document, color: &str) {
    let page = *pdf.get_pages().values().next().unwrap();
    let content = pdf.get_page_content(page);
    let painted = format!("q {color} 0 0 1 1 re f Q\n").into_bytes();
    pdf.change_page_content(page, [painted, content].concat()).unwrap();
}

/// What both validators say of files, as lines.
fn judged(validators: &Path, flavour: &str, folder: &Path) -> Vec<String> {
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let script = documents::root().join("tests/lawful/validate.sh");
    let output = Command::new(script).arg(validators).arg(flavour).args(files).output().unwrap();
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn both_validators_find_one_breach_of_each_family() {
    let Some(validators) = validators() else { return };
    let conforming = everything("pdfa-3a,pdfua-1", |_| {}).unwrap();
    for flavour in ["3a", "ua1"] {
        let folder = tempfile::tempdir().unwrap();
        let name = |number: usize| format!("breach-{number}.pdf");
        for (number, (_, _, _, change)) in
            BREACHES.iter().enumerate().filter(|(_, breach)| breach.0 == flavour)
        {
            let mut pdf = Document::load_mem(&conforming).unwrap();
            change(&mut pdf);
            pdf.save(folder.path().join(name(number))).unwrap();
        }
        let mut pdf = Document::load_mem(&conforming).unwrap();
        pdf.save(folder.path().join("conforming.pdf")).unwrap();
        let said = judged(&validators, flavour, folder.path());
        let all = said.join("\n");
        assert!(!all.contains("conforming.pdf"), "{all}");
        for (number, (_, clause, what, _)) in
            BREACHES.iter().enumerate().filter(|(_, breach)| breach.0 == flavour)
        {
            let file = name(number);
            // A line per refused file and validator, followed by its findings.
            let of_file = |line: &&String| line.contains(&format!("{file} {flavour} NOT"));
            assert_eq!(said.iter().filter(of_file).count(), 2, "{what}: {all}");
            let at = said.iter().position(|line| of_file(&line)).unwrap();
            let findings = said[at + 1..].iter().take_while(|line| line.starts_with("   "));
            let clauses: Vec<&str> =
                findings.filter_map(|line| line.trim().split('-').next()).collect();
            assert!(clauses.contains(clause), "{what}: {clauses:?} instead of {clause}");
        }
    }
}
