//! Letterheads: pages of PDF files under the pages of documents, judged by qpdf and poppler.

use lopdf::{Dictionary, Document, Object, SaveOptions, Stream, dictionary};
use proptest::prelude::*;
use reportctl::{Code, Fonts, Library, Options, Prepared, Value, prepare, prepare_with};
use serde_json::{Value as Json, json};

use crate::project::Project;
use crate::{documents, tools};

/// A letterhead of two A4 pages with a line of text each, made by another program. What pages have
/// in common, their tree has.
fn letterhead(change: impl FnOnce(&mut Document)) -> Document {
    let mut file = Document::with_version("1.5");
    let font = file.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Times-Roman",
    });
    let tree = file.new_object_id();
    let mut kids = Vec::new();
    for text in ["Head of Acme Ltd", "Continuation of Acme Ltd"] {
        let lines = format!("BT /F1 12 Tf 60 780 Td ({text}) Tj ET");
        let contents = file.add_object(Stream::new(Dictionary::new(), lines.into_bytes()));
        let link = dictionary! {
            "Type" => "Annot", "Subtype" => "Link", "Rect" => vec![0.into(), 0.into(), 9.into(), 9.into()],
            "A" => dictionary! { "S" => "URI", "URI" => Object::string_literal("https://example.org/") },
        };
        kids.push(Object::Reference(file.add_object(dictionary! {
            "Type" => "Page", "Parent" => tree, "Contents" => contents,
            "Annots" => vec![Object::Dictionary(link)],
        })));
    }
    let pages = dictionary! {
        "Type" => "Pages", "Kids" => kids, "Count" => 2,
        "MediaBox" => vec![0.into(), 0.into(), 595.into(), 842.into()],
        "Resources" => dictionary! { "Font" => dictionary! { "F1" => font } },
    };
    file.objects.insert(tree, Object::Dictionary(pages));
    let catalog = file.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    file.trailer.set("Root", catalog);
    change(&mut file);
    file
}

fn plain(mut file: Document) -> Vec<u8> {
    let mut bytes = Vec::new();
    file.save_to(&mut bytes).unwrap();
    bytes
}

/// The same with compressed tables and objects.
fn compressed(mut file: Document) -> Vec<u8> {
    file.compress();
    let mut bytes = Vec::new();
    let options = SaveOptions::builder().use_object_streams(true).use_xref_streams(true).build();
    file.save_with_options(&mut bytes, options).unwrap();
    bytes
}

/// The pages of a file, changed.
fn pages(file: &mut Document, change: impl Fn(&mut Dictionary)) {
    for id in file.get_pages().into_values() {
        change(file.get_object_mut(id).unwrap().as_dict_mut().unwrap());
    }
}

/// A document of so many pages with a letterhead.
fn template(count: usize, more: &Json) -> Value {
    let mut schemas = vec![json!({
        "id": "n", "name": "n", "type": "text", "x": 20, "y": 285, "width": 100, "height": 5,
        "content": "Page {pageNumber}", "position": "page",
    })];
    for number in 0..count {
        schemas.push(json!({
            "id": format!("t{number}"), "name": format!("t{number}"), "type": "text", "x": 20, "y": 60 + 10 * number,
            "width": 100, "height": 8, "content": format!("Body {number}"), "breakBefore": "page",
        }));
    }
    let mut template = json!({
        "page": {"width": 210, "height": 297}, "extensions": 1, "schemas": schemas,
        "backgroundPdf": "lib:paper.pdf",
    });
    template.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Value::from_json(&template.to_string()).unwrap()
}

fn prepared(count: usize, more: &Json, file: &[u8]) -> Prepared {
    let mut library = Library::default();
    library.insert("paper.pdf", file);
    prepare_with(&template(count, more), &Value::Null, library).unwrap()
}

fn pdf(prepared: &Prepared) -> (Vec<u8>, Vec<Code>) {
    let fonts = Fonts::standard();
    let document = prepared
        .generate_in(&Value::Null, &Options::new(&fonts), &mut reportctl::pdf::Workspace::default())
        .unwrap();
    (document.bytes, document.warnings.iter().map(|warning| warning.code).collect())
}

/// The texts of each page of a document that qpdf finds no fault with.
fn texts(bytes: &[u8]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.pdf");
    std::fs::write(&path, bytes).unwrap();
    tools::run("qpdf", &["--check"], &path).unwrap();
    let all = tools::texts(&path);
    all.trim_end_matches('\u{c}').split('\u{c}').map(|page| page.trim().to_owned()).collect()
}

fn has_tools() -> bool {
    tools::has("qpdf") && tools::has("pdftotext")
}

/// Why a file is refused, and the place.
fn refusal(more: &Json, file: &[u8]) -> (Code, String, Option<String>) {
    let fonts = Fonts::standard();
    let problem =
        prepared(1, more, file).generate(&Value::Null, &Options::new(&fonts)).unwrap_err();
    assert!(problem.advice.is_some(), "{problem:?}");
    (problem.code, problem.message, problem.pointer)
}

#[test]
fn the_pages_of_a_letterhead_lie_under_those_of_a_document() {
    if !has_tools() {
        return;
    }
    for file in [plain(letterhead(|_| {})), compressed(letterhead(|_| {}))] {
        let (bytes, warnings) = pdf(&prepared(3, &json!({}), &file));
        assert_eq!(warnings, []);
        let texts = texts(&bytes);
        assert_eq!(texts.len(), 3);
        assert!(texts[0].starts_with("Head of Acme Ltd"), "{texts:?}");
        assert!(texts[1].starts_with("Continuation of Acme Ltd"), "{texts:?}");
        assert!(texts[2].starts_with("Continuation of Acme Ltd"), "{texts:?}");
        assert!(texts[2].contains("Body 2") && texts[2].contains("Page 3"), "{texts:?}");
        let document = Document::load_mem(&bytes).unwrap();
        let forms = document.objects.values().filter_map(|object| object.as_stream().ok());
        let forms = forms.filter(|s| {
            s.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == b"Form")
        });
        assert_eq!(forms.count(), 2, "each page is there once");
        let fonts = document.objects.values().filter_map(|object| object.as_dict().ok());
        let fonts = fonts.filter(|d| {
            d.get(b"BaseFont").and_then(Object::as_name).is_ok_and(|name| name == b"Times-Roman")
        });
        assert_eq!(fonts.count(), 1, "they share their font");
        assert!(!document.objects.values().any(|object| format!("{object:?}").contains("/URI")));
    }
}

#[test]
fn first_other_and_last_pages_are_chosen() {
    if !has_tools() {
        return;
    }
    let file = plain(letterhead(|_| {}));
    let heads = |count, pages: Json| {
        let more = json!({"backgroundPdfPages": pages});
        let (bytes, _) = pdf(&prepared(count, &more, &file));
        let heads = texts(&bytes).into_iter().map(|text| text.starts_with("Head"));
        heads.collect::<Vec<bool>>()
    };
    assert_eq!(heads(3, json!({"first": 2, "other": 1})), [false, true, true]);
    assert_eq!(heads(3, json!({"last": 1})), [true, false, true]);
    assert_eq!(heads(3, json!({"first": 2, "other": 2, "last": 1})), [false, false, true]);
    assert_eq!(heads(1, json!({"last": 2})), [false]);
    let single = plain(letterhead(|file| file.delete_pages(&[2])));
    let (bytes, _) = pdf(&prepared(2, &json!({}), &single));
    assert!(texts(&bytes).iter().all(|text| text.starts_with("Head")));
}

#[test]
fn a_document_of_our_own_is_a_letterhead() {
    if !has_tools() {
        return;
    }
    let own = json!({"page": {"width": 210, "height": 297}, "extensions": 1, "schemas": [
        {"id": "a", "name": "a", "type": "text", "x": 20, "y": 10, "width": 100, "height": 8,
         "content": "Our own paper", "bold": true, "opacity": 0.5}]});
    let own = prepare(&Value::from_json(&own.to_string()).unwrap(), &Value::Null).unwrap();
    for fonts in [Fonts::standard(), documents::embedded_fonts()] {
        let file = own.generate(&Value::Null, &Options::new(&fonts)).unwrap();
        let (bytes, warnings) = pdf(&prepared(1, &json!({}), &file));
        assert_eq!(warnings, []);
        assert!(texts(&bytes)[0].starts_with("Our own paper"));
        // And once more, with what has a letterhead already.
        let (bytes, _) = pdf(&prepared(1, &json!({}), &bytes));
        assert!(texts(&bytes)[0].starts_with("Our own paper"));
    }
}

/// Edges of the dark pixels of a page, in millimetres: left, top, right, bottom.
fn ink(bytes: &[u8]) -> [f64; 4] {
    const DPI: u32 = 72;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.pdf");
    std::fs::write(&path, bytes).unwrap();
    let page = tools::rasters(&path, 1, DPI).swap_remove(0);
    let mut found = [f64::MAX, f64::MAX, 0.0, 0.0];
    for (index, pixel) in page.rgb.chunks(3).enumerate() {
        if pixel.iter().all(|channel| *channel < 100) {
            let (x, y) = ((index % page.width) as f64, (index / page.width) as f64);
            found = [found[0].min(x), found[1].min(y), found[2].max(x), found[3].max(y)];
        }
    }
    found.map(|pixels| pixels / 72.0 * 25.4)
}

#[test]
fn rotation_and_crop_box_are_applied() {
    if !has_tools() || !tools::has("pdftoppm") {
        return;
    }
    // A square of 20 points, 50 points above and right of the lower left corner of the crop box.
    let square = |rotate: i64| {
        plain(letterhead(|file| {
            let square = Stream::new(Dictionary::new(), b"0 g 150 250 20 20 re f".to_vec());
            let square = file.add_object(square);
            pages(file, |page| {
                page.set("Contents", square);
                page.set("Rotate", rotate);
                page.set("MediaBox", vec![0.into(), 0.into(), 900.into(), 1200.into()]);
                // Its corners may be any two.
                page.set("CropBox", vec![500.into(), 200.into(), 100.into(), 1000.into()]);
            });
        }))
    };
    let empty = json!({"schemas": [], "page": {"width": 282.222, "height": 282.222}});
    let near = 0.8;
    for (rotate, expected) in
        [(0, [50.0, 730.0]), (90, [50.0, 50.0]), (180, [330.0, 50.0]), (-90, [730.0, 330.0])]
    {
        let (bytes, warnings) = pdf(&prepared(0, &empty, &square(rotate)));
        assert_eq!(warnings, [Code::BackgroundSize], "the page is larger");
        let [left, top, right, bottom] = ink(&bytes);
        let [x, y] = expected.map(|points: f64| points / 72.0 * 25.4);
        assert!((left - x).abs() < near && (top - y).abs() < near, "{rotate}: {left} {top}");
        let side = 20.0 / 72.0 * 25.4;
        assert!((right - left - side).abs() < near && (bottom - top - side).abs() < near);
    }
}

#[test]
fn contents_in_parts_are_joined() {
    if !has_tools() {
        return;
    }
    let file = letterhead(|file| {
        let part = |file: &mut Document, text: &str| {
            Object::Reference(file.add_object(Stream::new(Dictionary::new(), text.into())))
        };
        let parts = vec![part(file, "BT /F1 12 Tf 60"), part(file, "780 Td (In two parts) Tj ET")];
        pages(file, |page| page.set("Contents", parts.clone()));
    });
    for bytes in [plain(file.clone()), compressed(file)] {
        assert!(texts(&pdf(&prepared(1, &json!({}), &bytes)).0)[0].starts_with("In two parts"));
    }
    // Parts that are compressed as old programs do.
    let file = letterhead(|file| {
        let part = |file: &mut Document, filter: &str, coded: Vec<u8>| {
            let mut dict = Dictionary::new();
            dict.set("Filter", filter);
            Object::Reference(file.add_object(Stream::new(dict, coded)))
        };
        let first = b"BT /F1 12 Tf 60";
        let second = b"780 Td (In old parts) Tj ET";
        let runs = [&[second.len() as u8 - 1][..], second, &[128]].concat();
        let parts = vec![part(file, "LZWDecode", lzw(first)), part(file, "RunLengthDecode", runs)];
        pages(file, |page| page.set("Contents", parts.clone()));
    });
    let said = texts(&pdf(&prepared(1, &json!({}), &plain(file))).0);
    assert!(said[0].starts_with("In old parts"), "{said:?}");
}

/// A short text in LZW, without sequences: codes of 9 bits, between those that begin and end it.
fn lzw(text: &[u8]) -> Vec<u8> {
    let codes = [256].into_iter().chain(text.iter().map(|byte| u16::from(*byte))).chain([257]);
    let bits: Vec<u16> =
        codes.flat_map(|code| (0..9).rev().map(move |bit| code >> bit & 1)).collect();
    bits.chunks(8)
        .map(|bits| {
            bits.iter().enumerate().fold(0, |byte, (at, bit)| byte | (*bit as u8) << (7 - at))
        })
        .collect()
}

#[test]
fn the_size_of_a_letterhead_is_that_of_its_page() {
    let sized = |side: f32| {
        plain(letterhead(|file| {
            pages(file, |page| {
                page.set("MediaBox", vec![0.into(), 0.into(), 595.276.into(), side.into()]);
            });
        }))
    };
    assert_eq!(pdf(&prepared(3, &json!({}), &sized(841.89 + 2.8))).1, []);
    let off = [Code::BackgroundSize; 2];
    assert_eq!(pdf(&prepared(3, &json!({}), &sized(841.89 + 2.9))).1, off, "once a page of it");
}

#[test]
fn letterheads_that_cannot_be_used_are_refused() {
    let good = plain(letterhead(|_| {}));
    let said = |file: &[u8]| {
        let (code, message, pointer) = refusal(&json!({}), file);
        assert_eq!(code, Code::BackgroundUnreadable, "{message}");
        assert_eq!(pointer.as_deref(), Some("/template/backgroundPdf"));
        message
    };
    assert!(said(b"\x89PNG").contains("no PDF file"));
    assert!(said(&good[..good.len() / 2]).contains("its end is missing"));
    assert!(said(&vec![b' '; (5 << 20) + 1]).contains("5242880 bytes"));
    let encrypted = plain(letterhead(|file| file.trailer.set("Encrypt", Dictionary::new())));
    assert!(said(&encrypted).contains("encrypted"));
    let circle = plain(letterhead(|file| {
        let tree = file.get_pages()[&1];
        let parent = file.get_dictionary(tree).unwrap().get(b"Parent").unwrap().clone();
        pages(file, |page| page.set("Kids", vec![parent.clone()]));
    }));
    assert!(said(&circle).contains("cycle"));
    let hidden = plain(letterhead(|file| {
        let layer = file.add_object(dictionary! { "Type" => "OCG" });
        let layers = dictionary! { "D" => dictionary! { "OFF" => vec![layer.into()] } };
        file.catalog_mut().unwrap().set("OCProperties", layers);
    }));
    assert!(said(&hidden).contains("layers are hidden"));
    let empty = plain(letterhead(|file| {
        pages(file, |page| page.set("MediaBox", vec![0.into(), 0.into(), 0.into(), 842.into()]));
    }));
    assert!(said(&empty).contains("no size"));
    let more = json!({"backgroundPdfPages": {"first": 7}});
    let (code, message, _) = refusal(&more, &good);
    assert_eq!(code, Code::BackgroundUnreadable);
    assert!(message.contains("it has 2 pages, so there is no page 7"), "{message}");
}

#[test]
fn files_cannot_make_it_read_without_end() {
    // Tables that lead to themselves, lengths that are what they measure, a gigabyte of blanks.
    let circle = b"%PDF-1.4\nxref\n0 0\ntrailer\n<</Prev 9/Root 1 0 R>>\nstartxref\n9\n%%EOF";
    assert!(refusal(&json!({}), circle).1.contains("cycle"));
    let itself = b"%PDF-1.4\n1 0 obj\n<</Length 1 0 R>>stream\n\nendstream endobj\n\
        xref\n1 1\n0000000009 00000 n \ntrailer\n<</Root 1 0 R>>\nstartxref\n59\n%%EOF";
    assert!(refusal(&json!({}), itself).1.contains("cycle"));
    let mut bomb = letterhead(|file| {
        let blanks = Stream::new(Dictionary::new(), vec![b' '; 64 << 20]);
        let part = Object::Reference(file.add_object(blanks));
        pages(file, |page| page.set("Contents", vec![part.clone()]));
    });
    bomb.compress();
    assert!(refusal(&json!({}), &plain(bomb)).1.contains("compressed stream"));
    let nested = format!("%PDF-1.4\nxref\n0 0\ntrailer\n{}\nstartxref\n9\n", "[".repeat(1 << 20));
    assert!(refusal(&json!({}), nested.as_bytes()).1.contains("nested"));
    // A part of the page and the parameters of a filter, each large and there ten thousand times.
    let again = plain(letterhead(|file| {
        let part =
            Object::Reference(file.add_object(Stream::new(Dictionary::new(), vec![b' '; 1 << 20])));
        pages(file, |page| page.set("Contents", vec![part.clone(); 10_000]));
    }));
    assert!(refusal(&json!({}), &again).1.contains("operators in several streams"));
    let again = plain(letterhead(|file| {
        let parms = Object::Reference(file.add_object(Object::string_literal(vec![b' '; 1 << 20])));
        let filters = vec![Object::Name(b"AHx".to_vec()); 10_000];
        let dict = dictionary! { "Filter" => filters, "DecodeParms" => vec![parms; 10_000] };
        let part = Object::Reference(file.add_object(Stream::new(dict, Vec::new())));
        pages(file, |page| page.set("Contents", vec![part.clone()]));
    }));
    assert!(refusal(&json!({}), &again).1.contains("uses again"));
}

#[test]
fn many_pages_have_the_same_bytes_however_they_are_written() {
    let file = compressed(letterhead(|_| {}));
    let prepared = prepared(120, &json!({}), &file);
    let fonts = Fonts::standard();
    let one = prepared.generate(&Value::Null, &Options::new(&fonts)).unwrap();
    for width in [2, 3] {
        let threads = reportctl::base::threads::Threads::new(width);
        let options = Options { executor: Some(&threads), ..Options::new(&fonts) };
        assert!(one == prepared.generate(&Value::Null, &options).unwrap());
    }
}

#[test]
fn a_letterhead_stands_in_the_template_itself_too() {
    use base64::Engine as _;
    let file = plain(letterhead(|_| {}));
    let text = base64::engine::general_purpose::STANDARD.encode(&file);
    let more = json!({"backgroundPdf": format!("data:application/pdf;base64,{text}")});
    assert_eq!(pdf(&prepared(2, &more, b"")), pdf(&prepared(2, &json!({}), &file)));
    let more = json!({"backgroundPdf": "paper.pdf"});
    let problem = prepare(&template(1, &more), &Value::Null).err().unwrap();
    assert_eq!(problem.code, Code::ExtensionInvalid);
    assert_eq!(problem.pointer.as_deref(), Some("/template/backgroundPdf"));
}

#[test]
fn check_finds_letterheads_and_pictures_say_that_they_lack_them() {
    let file = |first: usize| {
        let value = template(1, &json!({"backgroundPdfPages": {"first": first}}));
        json!({"name": "Letter", "template": value.to_json(), "bindings": []}).to_string()
    };
    let project = Project::new()
        .file("reportctl.yaml", "")
        .file("templates/letter.json", file(1))
        .file("d.json", "{}");
    let check = |project: &Project| {
        let run = project.run(["check", "letter", "--error-format", "json"]);
        (run.code, format!("{}{}", String::from_utf8_lossy(&run.stdout), run.stderr))
    };
    assert!(check(&project).1.contains("libraryFileNotFound"));
    let project = project.file("library/paper.pdf", plain(letterhead(|_| {})));
    assert_eq!(check(&project).0, Some(0));
    let svg =
        project.run(["render", "letter", "--data", "d.json", "--format", "svg", "-o", "o.svg"]);
    assert_eq!(svg.code, Some(0), "{}", svg.stderr);
    assert!(svg.stderr.contains("only PDFs show the letterhead"), "{}", svg.stderr);
    let project = project.file("templates/letter.json", file(3));
    let (code, said) = check(&project);
    assert!(code != Some(0) && said.contains("backgroundUnreadable"), "{said}");
    let letter = letterhead(|file| {
        pages(file, |page| page.set("MediaBox", vec![0.into(), 0.into(), 612.into(), 792.into()]));
    });
    let project =
        project.file("templates/letter.json", file(1)).file("library/paper.pdf", plain(letter));
    let said = check(&project).1;
    assert!(said.contains("backgroundSize"), "{said}");
    assert!(
        said.contains("the letterhead is 216 x 279 mm, but its page is 210 x 297 mm"),
        "{said}"
    );
}

#[test]
fn check_notes_a_letterhead_of_another_size_once_for_each_size_of_page() {
    let letter = letterhead(|file| {
        pages(file, |page| page.set("MediaBox", vec![0.into(), 0.into(), 612.into(), 792.into()]));
    });
    let page = |width, height| json!({"page": {"width": width, "height": height}, "schemas": []});
    let file = json!({
        "name": "Letter",
        "template": {
            "extensions": 1, "backgroundPdf": "lib:paper.pdf",
            "pages": [page(216, 279), page(210, 297), page(297, 210), page(210, 297)],
        },
        "bindings": [],
    });
    let project = Project::new()
        .file("reportctl.yaml", "")
        .file("templates/letter.json", file.to_string())
        .file("d.json", "{}")
        .file("library/paper.pdf", plain(letter));
    for more in [&[][..], &["--data", "d.json"]] {
        let arguments = [&["check", "letter", "--format", "json"][..], more].concat();
        let report = project.run(arguments).json();
        let sizes: Vec<&str> = report["problems"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|problem| problem["code"] == "backgroundSize")
            .map(|problem| problem["error"].as_str().unwrap())
            .collect();
        let note = |page: &str| format!("the letterhead is 216 x 279 mm, but its page is {page}");
        assert_eq!(sizes, [note("210 x 297 mm"), note("297 x 210 mm")], "{more:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Whatever is changed in a file, it is read or refused.
    #[test]
    fn damaged_letterheads_are_read_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::weighted(0.2, any::<prop::sample::Index>()),
        modern in any::<bool>(),
    ) {
        let file = letterhead(|_| {});
        let mut bytes = if modern { compressed(file) } else { plain(file) };
        for (place, byte) in &changes {
            let place = place.index(bytes.len());
            bytes[place] = *byte;
        }
        if let Some(end) = cut {
            bytes.truncate(end.index(bytes.len()));
        }
        let fonts = Fonts::standard();
        match prepared(2, &json!({}), &bytes).generate(&Value::Null, &Options::new(&fonts)) {
            Ok(pdf) => prop_assert!(Document::load_mem(&pdf).is_ok()),
            Err(problem) => prop_assert_eq!(problem.code, Code::BackgroundUnreadable),
        }
    }
}
