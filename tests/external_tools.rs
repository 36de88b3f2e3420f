//! Other programs check our files: qpdf the structure, poppler texts, fonts and pictures.

use std::path::PathBuf;
use std::process::Command;

use reportctl::{Fonts, Value, prepare};

use crate::documents::{self, Document};
use crate::project::Project;
use crate::thorough::sampled;
use crate::{fixed_font, tools};

/// Pages of the largest documents make no further point.
const MOST_PAGES: usize = 20;

/// A folder with one PDF per document.
fn written(documents: &[Document], fonts: &Fonts) -> (tempfile::TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().unwrap();
    let paths = documents.iter().map(|document| {
        let path = folder.path().join(format!("{}.pdf", document.name));
        std::fs::write(&path, document.pdf(fonts).unwrap()).unwrap();
        path
    });
    let paths = paths.collect();
    (folder, paths)
}

fn all(fonts: &Fonts) -> Vec<Document> {
    let mut documents = sampled(documents::format_samples(), 3);
    let shipped = sampled(documents::shipped_files(), 8);
    documents.extend(shipped.iter().map(documents::Files::read));
    documents.retain(|document| document.page_count(fonts) <= MOST_PAGES);
    documents
}

#[test]
fn qpdf_finds_no_fault() {
    if !tools::has("qpdf") {
        return;
    }
    for fonts in [Fonts::standard(), documents::embedded_fonts()] {
        let (_folder, paths) = written(&all(&fonts), &fonts);
        for path in paths {
            let said = tools::run("qpdf", &["--check"], &path).unwrap();
            let said = String::from_utf8_lossy(&said);
            assert!(said.contains("No syntax or stream encoding errors"), "{said}");
        }
    }
}

/// One line of text on a page.
fn line(text: &str) -> Document {
    let template = serde_json::json!({"page": {"width": 300, "height": 40}, "schemas": [
        {"id": "t", "name": "t", "type": "text", "x": 10, "y": 10, "width": 280, "height": 10,
         "content": "{text}"}]});
    let template = Value::from_json(&template.to_string()).unwrap();
    let data = serde_json::json!({ "text": text });
    Document {
        name: "line".to_owned(),
        template: "line".to_owned(),
        prepared: prepare(&template, &Value::Null).unwrap(),
        source: Value::Null,
        data: Value::from_json(&data.to_string()).unwrap(),
    }
}

#[test]
fn pdftotext_gives_the_texts_back() {
    if !tools::has("pdftotext") {
        return;
    }
    let latin = [
        "Órgão público nº 42 — “R$ 1.234,56” · São João",
        "(a) \\ b ((c",
        "€ † ‰ ‹›",
        "fi ffi office",
    ];
    let beyond = ["Łódź, Škoda, Ørsted, Ağrı", "Привет, мир", "Ελληνικά → ≥ 5"];
    for fonts in [Fonts::standard(), documents::embedded_fonts()] {
        for text in latin.iter().chain(&beyond) {
            let (_folder, paths) = written(&[line(text)], &fonts);
            assert_eq!(tools::texts(&paths[0]).trim(), *text);
        }
    }
    // Composed and decomposed accents are one letter to a reader.
    let (_folder, paths) = written(&[line("Cafe\u{301}")], &Fonts::standard());
    assert_eq!(tools::texts(&paths[0]).trim(), "Café");
}

/// Poppler puts what it reads from right to left in order by itself, and takes a text beside the
/// glyphs for what stands on paper.
#[test]
fn text_that_is_read_from_the_right_comes_back_in_order_from_named_fonts() {
    if !tools::has("pdftotext") {
        return;
    }
    let project_in = |font: &str, content: &str| {
        let file = serde_json::json!({
            "name": "T",
            "template": {
                "extensions": 1, "page": {"width": 210, "height": 297},
                "fonts": {"default": {"regular": "lib:sans.ttf"}},
                "schemas": [{"id": "t", "name": "t", "type": "text", "x": 10, "y": 10, "width": 60,
                    "height": 5, "content": content, "fontSize": 10, "fontColor": "#000000",
                    "alignment": "start", "direction": "rtl", "wrap": "word", "overflow": "expand"}],
            },
            "bindings": [],
        });
        let font = std::fs::read(format!("tests/fonts/{font}.ttf")).unwrap();
        Project::new()
            .file("reportctl.yaml", "")
            .file("library/sans.ttf", font)
            .file("templates/t.json", file.to_string())
            .file("d.json", "{}")
    };
    let project = |content: &str| project_in("LiberationSans-Regular", content);
    let read = |project: Project| {
        project.run(["render", "t", "--data", "d.json", "-o", "t.pdf"]).succeeds();
        let output =
            Command::new("pdftotext").arg(project.path("t.pdf")).arg("-").output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        // Without the marks of direction that poppler adds.
        let plain = |c: &char| !matches!(c, '\u{202a}'..='\u{202e}' | '\u{200e}' | '\u{200f}');
        said.chars().filter(plain).collect::<String>().trim().to_owned()
    };
    for text in ["שלום עולם", "זה טקסט (עם) סוגריים", "חשבונית [א] ועוד"]
    {
        assert_eq!(read(project(text)), text);
    }
    let long = "שלום עולם זה טקסט ארוך שאינו נכנס בשורה";
    assert_eq!(read(project(long)).replace('\n', " "), long);
    // Lam and alef are one glyph.
    assert_eq!(read(project_in("FixtureSans", "سلام")), "سلام");

    let one = project("מחיר (לפני) 12");
    one.run(["render", "t", "--data", "d.json", "-o", "a.pdf"]).succeeds();
    let two = project("מחיר (אחרי) 12");
    two.run(["render", "t", "--data", "d.json", "-o", "b.pdf"]).succeeds();
    let one = one.file("b.pdf", two.read("b.pdf"));
    let differences = one.run(["diff", "a.pdf", "b.pdf"]);
    let said = format!("{}{}", String::from_utf8_lossy(&differences.stdout), differences.stderr);
    assert!(said.contains("לפני") && said.contains("אחרי"), "{said}");
}

#[test]
fn pdffonts_sees_subsets_embedded_and_helvetica_alone_not() {
    if !tools::has("pdffonts") {
        return;
    }
    let fonts_of = |text: &str, fonts: &Fonts| -> Vec<Vec<String>> {
        let (_folder, paths) = written(&[line(text)], fonts);
        let said = tools::run("pdffonts", &[], &paths[0]).unwrap();
        let said = String::from_utf8(said).unwrap();
        said.lines()
            .skip(2)
            .map(|row| row.split_whitespace().map(str::to_owned).collect())
            .collect()
    };
    // Columns at the end: emb, sub, uni, object, generation.
    let flags = |row: &[String]| row[row.len() - 5..row.len() - 2].join(" ");

    let plain = fonts_of("Helvetica", &Fonts::standard());
    assert_eq!(plain.len(), 1);
    assert_eq!(plain[0][0], "Helvetica");
    assert_eq!(flags(&plain[0]), "no no no");

    let mixed = fonts_of("Helvetica und Ω", &Fonts::standard());
    assert_eq!(mixed.len(), 2);
    assert!(mixed[1][0].contains("+Liberation"), "{}", mixed[1][0]);
    assert_eq!(flags(&mixed[1]), "yes yes yes");

    let own = fonts_of("Boxes", &fixed_font::fonts());
    assert_eq!(own.len(), 1);
    assert_eq!(flags(&own[0]), "yes yes yes");
}

#[test]
fn pdfimages_finds_each_picture_once() {
    if !tools::has("pdfimages") {
        return;
    }
    const DOT: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNQSFgAAAHEASFcollRAAAAAElFTkSuQmCC";
    let image = |i: usize| {
        serde_json::json!({"id": i.to_string(), "name": format!("i{i}"), "type": "image",
            "x": 10, "y": 10 * i, "width": 5, "height": 5, "content": DOT})
    };
    let template = serde_json::json!({"page": {"width": 100, "height": 100},
        "backgroundImage": DOT, "schemas": [image(1), image(2), image(3)]});
    let template = Value::from_json(&template.to_string()).unwrap();
    let document = Document {
        name: "pictures".to_owned(),
        template: "pictures".to_owned(),
        prepared: prepare(&template, &Value::Null).unwrap(),
        source: Value::Null,
        data: Value::Null,
    };
    let (_folder, paths) = written(&[document], &Fonts::standard());
    let said = String::from_utf8(tools::run("pdfimages", &["-list"], &paths[0]).unwrap()).unwrap();
    let objects: std::collections::HashSet<&str> =
        said.lines().skip(2).filter_map(|row| row.split_whitespace().nth(10)).collect();
    assert_eq!(said.lines().skip(2).count(), 4, "{said}");
    assert_eq!(objects.len(), 1, "{said}");
}
