//! Documents that conform to standards: other programs validate them, and read them aloud.

mod breaches;
mod random;

use std::path::{Path, PathBuf};
use std::process::Command;

use reportctl::expr::date::Timestamp;
use reportctl::template::standards::{Standards, standards};
use reportctl::{Fonts, Options, Prepared, Value, prepare};

use crate::thorough::{is_thorough, sampled};
use crate::{documents, snapshot, tools};

fn named(names: &str) -> Standards {
    standards(names).unwrap()
}

fn options<'f>(fonts: &'f Fonts, names: &str) -> Options<'f> {
    Options {
        standards: named(names),
        title: "A document",
        author: "reportctl",
        report_date: Timestamp::clamped(1_790_000_000),
        ..Options::new(fonts)
    }
}

/// The folder of the validators; nothing where they are not installed.
pub(crate) fn validators() -> Option<PathBuf> {
    let folder = std::env::var_os("REPORTCTL_TEST_PDF_VALIDATORS")
        .map_or_else(|| documents::root().join("target/pdf-validators"), PathBuf::from);
    let has_java = Command::new("java").arg("-version").output().is_ok();
    if folder.join("bin/python").exists() && has_java {
        return Some(folder);
    }
    tools::missing(
        "there are no validators of PDF/A: run tests/lawful/install.sh target/pdf-validators",
    );
    None
}

/// Refusals of the validators for files; empty where they accept all.
pub(crate) fn refused(validators: &Path, flavours: &str, files: &[PathBuf]) -> String {
    let script = documents::root().join("tests/lawful/validate.sh");
    let output = Command::new(script).arg(validators).arg(flavours).args(files).output().unwrap();
    if output.status.success() {
        String::new()
    } else {
        let said = [output.stdout, output.stderr].concat();
        format!("refused: {}", String::from_utf8_lossy(&said))
    }
}

/// A template with everything that has tags.
const EVERYTHING: &str = include_str!("lawful/template.json");

fn everything(names: &str, change: impl FnOnce(&mut serde_json::Value)) -> Result<Vec<u8>, String> {
    let mut source: serde_json::Value = serde_json::from_str(EVERYTHING).unwrap();
    change(&mut source);
    let part = |key: &str| Value::from(&source[key]);
    let fonts = Fonts::standard();
    let prepared = prepare(&part("template"), &part("bindings")).map_err(|one| one.to_string())?;
    let made = prepared.generate(&part("data"), &options(&fonts, names));
    made.map_err(|problem| {
        format!(
            "{} {}: {problem}",
            problem.code.as_str(),
            problem.pointer.as_deref().unwrap_or_default()
        )
    })
}

/// A shipped template; those without extensions get what they cannot say: a language, and alternative texts.
fn accessible(source: &Value) -> Prepared {
    let mut source = source.to_json();
    let template = &mut source["template"];
    if template.get("extensions").is_none() {
        template["extensions"] = 1.into();
        template["pdf"] = serde_json::json!({ "language": "en" });
        let pages = match template.get_mut("pages").and_then(|pages| pages.as_array_mut()) {
            Some(pages) => pages.iter_mut().collect(),
            None => vec![template],
        };
        for page in pages {
            for field in page["schemas"].as_array_mut().unwrap() {
                if field["type"] == "image" {
                    field["alt"] = field["name"].clone();
                }
            }
        }
    }
    let part = |key: &str| Value::from(&source[key]);
    prepare(&part("template"), &part("bindings")).unwrap()
}

/// Documents of this program are accepted by others.
#[test]
fn shipped_templates_with_all_their_samples_are_accepted_by_two_validators() {
    let Some(validators) = validators() else { return };
    let folder = tempfile::tempdir().unwrap();
    let fonts = Fonts::standard();
    let mut files = Vec::new();
    for document in documents::shipped() {
        let prepared = accessible(&document.source);
        let made = prepared.generate(&document.data, &options(&fonts, "pdfa-3a,pdfua-1"));
        let made = made.unwrap_or_else(|problem| panic!("{}: {problem}", document.name));
        let file = folder.path().join(format!("{}.pdf", document.name));
        std::fs::write(&file, made).unwrap();
        files.push(file);
    }
    let file = folder.path().join("everything.pdf");
    std::fs::write(&file, everything("pdfa-3a,pdfua-1", |_| {}).unwrap()).unwrap();
    files.push(file);
    assert_eq!(refused(&validators, "3a,ua1", &files), "");
}

#[test]
fn each_edition_is_accepted_as_what_it_says() {
    let Some(validators) = validators() else { return };
    let folder = tempfile::tempdir().unwrap();
    for (name, flavour) in [
        ("pdfa-2b", "2b"),
        ("pdfa-2u", "2u"),
        ("pdfa-2a", "2a"),
        ("pdfa-3b", "3b"),
        ("pdfa-3u", "3u"),
        ("pdfua-1", "ua1"),
    ] {
        let file = folder.path().join(format!("{name}.pdf"));
        let made = everything(name, |source| {
            if name.starts_with("pdfa-2") {
                source["template"]["pdf"]["attachments"].take();
            }
        });
        std::fs::write(&file, made.unwrap()).unwrap();
        assert_eq!(refused(&validators, flavour, &[file]), "", "{name}");
    }
}

/// The validators do see what is wrong: a document without standards is none of them.
#[test]
fn documents_that_conform_to_nothing_are_refused() {
    let Some(validators) = validators() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plain.pdf");
    std::fs::write(&file, everything("", |_| {}).unwrap()).unwrap();
    let said = refused(&validators, "3a,ua1", &[file]);
    assert!(said.contains("6.6.4") && said.contains("NOT compliant"), "{said}");
}

/// The tree of elements as another program shows it, in the order of reading.
#[test]
fn elements_are_read_in_order() {
    if !tools::has("pdfinfo") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("everything.pdf");
    std::fs::write(&file, everything("pdfa-3a,pdfua-1", |_| {}).unwrap()).unwrap();
    let read = tools::run("pdfinfo", &["-struct-text"], &file).unwrap();
    let stored = documents::root().join("tests/lawful/structure.txt");
    if let Err(difference) = snapshot::compare(&stored, &String::from_utf8(read).unwrap()) {
        panic!("{difference}");
    }
}

/// The lines of a text of a page model, or its value.
fn read_lines<'m>(field: &'m serde_json::Value, texts: &mut Vec<&'m str>) {
    if field["type"] != "text" || field["role"] == "artifact" {
        return;
    }
    match field["lines"].as_array() {
        Some(lines) => texts.extend(lines.iter().filter_map(|line| line["text"].as_str())),
        None => texts.extend(field["value"].as_str()),
    }
}

/// The texts of a page model in its order of reading: fields of the body, members of sections, rows of tables.
fn read_texts<'m>(placement: &'m serde_json::Value, texts: &mut Vec<&'m str>) {
    read_lines(placement, texts);
    for member in placement["members"].as_array().into_iter().flatten() {
        read_lines(member, texts);
    }
    // Titles are repeated, and sums of pages are artifacts.
    let kinds = placement["kinds"].as_array().into_iter().flatten();
    for (kind, cells) in kinds.zip(placement["cells"].as_array().into_iter().flatten()) {
        if kind == "body" {
            texts.extend(cells.as_array().into_iter().flatten().filter_map(|cell| cell.as_str()));
        }
    }
}

/// Screen readers read the texts of the page models of shipped templates, in their order.
#[test]
fn shipped_templates_are_read_in_the_order_of_their_page_models() {
    if !tools::has("pdfinfo") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let fonts = Fonts::standard();
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let mut compared = 0;
    // The longest data has texts that are cut.
    let mut found = documents::shipped_files();
    found.retain(|files| !files.name.ends_with("-stress"));
    for document in sampled(found, 4).iter().map(documents::Files::read) {
        let name = &document.name;
        let prepared = accessible(&document.source);
        let options = options(&fonts, "pdfa-3a,pdfua-1");
        let file = folder.path().join(format!("{name}.pdf"));
        std::fs::write(&file, prepared.generate(&document.data, &options).unwrap()).unwrap();
        let tree = String::from_utf8(tools::run("pdfinfo", &["-struct-text"], &file).unwrap());
        let tree = tree.unwrap();
        // Texts are lines in quotation marks.
        let read: String = tree
            .lines()
            .filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix('"'))
            .map(letters)
            .collect();
        let layout = prepared.layout(&document.data, &options).unwrap();
        let model = serde_json::to_value(&layout).unwrap();
        let mut texts = Vec::new();
        for page in model["pages"].as_array().unwrap() {
            for placement in page["placements"].as_array().unwrap() {
                read_texts(placement, &mut texts);
            }
        }
        let mut at = 0;
        for text in texts.iter().map(|text| letters(text)) {
            let found = read[at..].find(&text).unwrap_or_else(|| {
                let rest: String = read[at..].chars().take(200).collect();
                panic!("{name}: {text:?} is not read in {rest:?}")
            });
            at += found + text.len();
            compared += 1;
        }
    }
    assert!(compared > if is_thorough() { 1000 } else { 200 }, "{compared} texts");
}

#[test]
fn equal_input_gives_equal_bytes() {
    let make = || everything("pdfa-3a,pdfua-1", |_| {}).unwrap();
    assert_eq!(make(), make());
    let other = everything("pdfa-3a,pdfua-1", |source| {
        source["template"]["schemas"][3]["alt"] = "Another picture".into();
    });
    // What is read aloud is part of the identifier of the document.
    let id = |pdf: &[u8]| {
        let pdf = lopdf::Document::load_mem(pdf).unwrap();
        pdf.trailer.get(b"ID").unwrap().clone()
    };
    assert_ne!(id(&make()), id(&other.unwrap()));
}

/// One breach for each family of rules: refused with its place, never fixed in silence.
#[test]
fn what_cannot_conform_is_refused_with_its_place() {
    type Change = fn(&mut serde_json::Value);
    let cases: [(&str, Change, &str); 11] = [
        (
            "pdfua-1",
            |source| drop(source["template"]["schemas"][3]["alt"].take()),
            "altTextMissing /template/schemas/3/alt",
        ),
        (
            "pdfua-1",
            |source| source["template"]["schemas"][1]["role"] = "h3".into(),
            "conformance /template/schemas/1/role",
        ),
        (
            "pdfua-1",
            |source| drop(source["template"]["pdf"]["language"].take()),
            "conformance /template/pdf/language",
        ),
        (
            "pdfa-3a",
            |source| source["template"]["pdf"]["language"] = "in German".into(),
            "conformance /template/pdf/language",
        ),
        (
            "pdfua-1",
            |source| source["template"]["pdf"]["tagged"] = false.into(),
            "conformanceConflict /template/pdf/tagged",
        ),
        (
            "pdfua-1",
            |source| {
                source["template"]["pdf"]["viewer"] = serde_json::json!({"displayDocTitle": false});
            },
            "conformance /template/pdf/viewer/displayDocTitle",
        ),
        (
            "pdfa-3b",
            |source| {
                source["template"]["pdf"]["encryption"] =
                    serde_json::json!({"userPassword": "correct horse"});
            },
            "conformanceConflict /template/pdf/encryption",
        ),
        ("pdfa-2b", |_| {}, "conformance /template/pdf/attachments"),
        (
            "pdfa-3b",
            |source| source["template"]["page"]["width"] = 6000.into(),
            "conformance /template/page",
        ),
        (
            "pdfa-3b",
            |source| source["template"]["pdf"]["conformance"] = serde_json::json!(["pdfa-2b"]),
            "conformanceConflict /template/pdf/conformance",
        ),
        (
            "",
            |source| {
                source["template"]["pdf"]["conformance"] =
                    serde_json::json!(["pdfa-2b", "pdfa-3b"]);
            },
            "at most one edition of PDF/A",
        ),
    ];
    for (names, change, expected) in cases {
        let refused = everything(names, change).expect_err(expected);
        assert!(refused.contains(expected), "{refused}");
    }
}

/// Fonts are embedded in the very widths that lines are measured with: no line moves.
#[test]
fn texts_stand_where_they_stand_without_a_standard() {
    if !tools::has("pdftotext") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let places = |names: &str| {
        let file = folder.path().join(format!("{names}x.pdf"));
        std::fs::write(&file, everything(names, |_| {}).unwrap()).unwrap();
        let fonts = String::from_utf8(tools::run("pdffonts", &[], &file).unwrap()).unwrap();
        let run = Command::new("pdftotext").arg("-bbox").arg(&file).arg("-").output().unwrap();
        let words = String::from_utf8(run.stdout).unwrap();
        let words = words.lines().filter(|line| line.contains("<word "));
        // Heights are those of the fonts; left and right edges are those of the lines.
        let edges = words.map(|line| {
            let value = |key: &str| line.split(key).nth(1)?.split('"').next()?.parse::<f64>().ok();
            (value("xMin=\"").unwrap(), value("xMax=\"").unwrap())
        });
        (fonts, edges.collect::<Vec<_>>())
    };
    let (plain, before) = places("");
    let (embedded, after) = places("pdfa-3b");
    assert!(plain.contains(" no  no") && !embedded.contains(" no  no"), "{plain}{embedded}");
    assert_eq!(before.len(), after.len());
    for (a, b) in before.iter().zip(&after) {
        assert!((a.0 - b.0).abs() < 0.01 && (a.1 - b.1).abs() < 0.02, "{a:?} {b:?}");
    }
}

#[test]
fn pictures_in_cmyk_are_refused() {
    let uri = format!("data:image/jpeg;base64,{}", include_str!("lawful/cmyk.jpg.base64").trim());
    let with_cmyk = |names: &str| {
        everything(names, |source| source["template"]["schemas"][3]["content"] = uri.clone().into())
    };
    let refused = with_cmyk("pdfa-3u,pdfua-1").expect_err("CMYK");
    assert!(
        refused.contains("conformance /template/schemas/3") && refused.contains("CMYK"),
        "{refused}"
    );
    // PDF/UA says nothing of colours.
    assert!(with_cmyk("pdfua-1").is_ok());
    let drawing = format!(
        "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\
         <image width='9' height='9' href='{uri}'/></svg>"
    );
    let refused = everything("pdfa-3u,pdfua-1", |source| {
        source["template"]["schemas"][3]["content"] = drawing.clone().into();
    });
    assert!(refused.is_err_and(|problem| problem.contains("CMYK")));
}

/// A picture in a cell is called as its column is on the page, also where that is an expression.
#[test]
fn pictures_in_cells_are_called_as_their_columns() {
    let made = everything("pdfua-1", |source| {
        let picture = source["template"]["schemas"][3]["content"].clone();
        let lines = &mut source["template"]["schemas"][7];
        lines["head"] = serde_json::json!(["", "Amount"]);
        lines["columnStyles"] =
            serde_json::json!([{"kind": "image", "title": "Photos {number}"}, {}]);
        lines["content"][0][0] = "{picture}".into();
        for line in source["data"]["lines"].as_array_mut().unwrap() {
            line["picture"] = picture.clone();
        }
    });
    let pdf = lopdf::Document::load_mem(&made.unwrap()).unwrap();
    let has_title = |object: &&lopdf::Object| {
        let alt = object.as_dict().and_then(|it| it.get(b"Alt"));
        let alt = alt.and_then(lopdf::decode_text_string);
        alt.is_ok_and(|alt| alt == "Photos 4711")
    };
    assert_eq!(pdf.objects.values().filter(has_title).count(), 30);
}

/// Columns for which others leave no room still show `…`, which belongs to cells of theirs.
#[test]
fn columns_without_room_have_cells() {
    if !tools::has("pdfinfo") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("columns.pdf");
    let count = |kind: &str, widths: [f64; 2], hides: bool| {
        let made = everything("pdfua-1", |source| {
            let lines = &mut source["template"]["schemas"][7];
            lines["columnWidths"] = serde_json::json!(widths);
            if hides {
                lines["columnStyles"][1]["visibleWhen"] = "1 > 2".into();
            }
        });
        std::fs::write(&file, made.unwrap()).unwrap();
        let read = tools::run("pdfinfo", &["-struct"], &file).unwrap();
        let read = String::from_utf8(read).unwrap();
        let is_of = |line: &&str| line.trim_start().split(' ').next() == Some(kind);
        read.lines().filter(is_of).count()
    };
    let cells = |widths, hides| count("TH", widths, hides) + count("TD", widths, hides);
    let both = cells([120.0, 50.0], false);
    assert_eq!(cells([170.0, 0.0], false), both);
    assert!(cells([170.0, 0.0], true) < both);
}

/// A document that carries an e-invoice is PDF/A-3, with tags where they are asked for.
#[test]
fn documents_with_an_e_invoice_are_accepted() {
    let Some(validators) = validators() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut template: serde_json::Value = serde_json::from_str(EVERYTHING).unwrap();
    template["template"]["pdf"]["einvoice"] =
        serde_json::json!({ "preset": "invoice", "map": {"BT-5": "EUR"} });
    let invoice = serde_json::json!({
        "number": "7", "issued": "2026-11-02", "due": "2026-12-02",
        "seller": {"name": "A", "vatId": "DE123456789", "country": "DE"},
        "customer": {"name": "B", "country": "DE"},
        "lines": [{"item": "X", "quantity": 2, "unit": "pcs", "price": 5, "amount": 10, "vatRate": 19}]
    });
    template["data"].as_object_mut().unwrap().extend(invoice.as_object().unwrap().clone());
    let part = |key: &str| Value::from(&template[key]);
    let prepared = prepare(&part("template"), &part("bindings")).unwrap();
    let host = reportctl::documents::Machine::new(None);
    for (names, flavours) in [("", "3b"), ("pdfa-3a,pdfua-1", "3a,ua1")] {
        let fonts = Fonts::standard();
        let options = Options { host: &host, ..options(&fonts, names) };
        let file = folder.path().join(format!("{}.pdf", flavours.replace(',', "-")));
        std::fs::write(&file, prepared.generate(&part("data"), &options).unwrap()).unwrap();
        assert_eq!(refused(&validators, flavours, &[file]), "", "{names}");
    }
}
