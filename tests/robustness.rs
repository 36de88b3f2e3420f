//! Broken, hostile and enormous input: the right exit code, one clear error, quickly, and nothing
//! half-written.

use std::time::{Duration, Instant};

use reportctl::pointer::escaped;
use reportctl::{Budget, Code, Fonts, Options, Value, data, generate_pdf};
use serde_json::{Value as Json, json};

use crate::documents;
use crate::project::{Project, Run};
use crate::thorough::{is_thorough, sampled};

/// Far more than any of these runs needs, even on a busy machine with a debug build.
const QUICKLY: Duration = Duration::from_secs(60);

fn file(path: &str) -> String {
    std::fs::read_to_string(documents::root().join(path)).unwrap()
}

/// Renders `t.json` with `d.json` to `out.pdf`.
fn render(project: &Project, options: &[&str]) -> Run {
    let mut arguments = vec!["render", "t.json", "--data", "d.json", "--output", "out.pdf"];
    arguments.extend(["--error-format", "json"]);
    arguments.extend(options);
    let start = Instant::now();
    let run = project.run(arguments);
    assert!(start.elapsed() < QUICKLY, "took {:?}", start.elapsed());
    run
}

/// One error object, this exit code, and no output file or leftover.
fn refused(project: &Project, run: &Run, code: i32) -> Json {
    assert_eq!(run.code, Some(code), "{}", run.stderr);
    let mut names = project.names("");
    names.retain(|name| name.starts_with("out") || name.starts_with('.'));
    assert_eq!(names, Vec::<String>::new(), "left behind");
    let error: Json = serde_json::from_str(run.stderr.trim()).unwrap();
    assert!(error["error"].as_str().is_some_and(|message| !message.is_empty()), "{error}");
    assert!(error["code"].is_string() && error["blame"].is_string(), "{error}");
    error
}

fn page(fields: &Json) -> String {
    json!({"template": {"page": {"width": 210, "height": 297}, "schemas": fields}, "bindings": []})
        .to_string()
}

#[test]
fn cut_off_files_are_refused_wherever_they_end() {
    let template = file("templates/delivery-note.json");
    let data = file("samples/delivery-note.json");
    let cut = |text: &str, part: usize| {
        let mut end = text.trim_end().len() * part / 8;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text[..end].to_owned()
    };
    for part in 0..8 {
        let project = Project::new().file("t.json", cut(&template, part)).file("d.json", &data);
        refused(&project, &render(&project, &[]), 3);
        let project = Project::new().file("t.json", &template).file("d.json", cut(&data, part));
        refused(&project, &render(&project, &[]), 4);
    }
}

/// Every place of a JSON value, as the pointers to it.
fn places(value: &Json, pointer: &str, found: &mut Vec<String>) {
    found.push(pointer.to_owned());
    match value {
        Json::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                places(item, &format!("{pointer}/{i}"), found);
            }
        }
        Json::Object(object) => {
            for (key, item) in object {
                let key = escaped(key);
                places(item, &format!("{pointer}/{key}"), found);
            }
        }
        _ => {}
    }
}

const REPLACEMENTS: [&str; 8] = ["null", "true", "-1", "1e300", "\"\"", "\"{a\"", "[]", "{}"];

/// Everything of a template, of its bindings and its data replaced by something else, one place
/// at a time: a document, or a problem of the template or the data. Inside the process, as there
/// are thousands.
#[test]
fn anything_may_stand_anywhere() {
    let fonts = Fonts::standard();
    let mut options = Options::new(&fonts);
    options.budget = Budget { max_pages: 100, ..Budget::default() };
    for name in ["delivery-note", "payslip"] {
        let json = |path: &str| -> Json { serde_json::from_str(&file(path)).unwrap() };
        let mut project = json(&format!("templates/{name}.json"));
        project["data"] = json(&format!("samples/{name}-small.json"));
        let mut pointers = Vec::new();
        places(&project, "", &mut pointers);
        pointers.retain(|pointer| !pointer.is_empty());
        for pointer in &sampled(pointers, 13) {
            for replacement in REPLACEMENTS {
                let mut changed = project.clone();
                *changed.pointer_mut(pointer).unwrap() = serde_json::from_str(replacement).unwrap();
                let [template, bindings, data] = ["template", "bindings", "data"]
                    .map(|part| serde_json::from_value::<Value>(changed[part].take()).unwrap());
                if let Err(problem) = generate_pdf(&template, &data, &bindings, &options) {
                    let blame = problem.blame().as_str();
                    assert!(
                        matches!(blame, "template" | "data") && !problem.message.is_empty(),
                        "{name}{pointer} = {replacement}: {blame} {problem}"
                    );
                }
            }
        }
    }
}

/// The same through the program, for the places where whole parts hang on one value.
#[test]
fn a_part_of_the_wrong_shape_is_a_problem_of_the_template() {
    let project: Json = serde_json::from_str(&file("templates/sales-dashboard.json")).unwrap();
    let parts = [
        "/template",
        "/template/pages",
        "/template/pages/0",
        "/template/pages/0/page",
        "/template/pages/0/schemas",
        "/template/pages/0/schemas/0",
        "/bindings",
        "/bindings/0",
    ];
    for pointer in parts {
        for replacement in ["true", "1", "\"x\"", "[[]]", "{}"] {
            let mut changed = project.clone();
            *changed.pointer_mut(pointer).unwrap() = serde_json::from_str(replacement).unwrap();
            let project = Project::new().file("t.json", changed.to_string()).file("d.json", "{}");
            let run = render(&project, &[]);
            assert!(!run.stderr.contains("panicked"), "{pointer} = {replacement}: {}", run.stderr);
            if run.code != Some(0) {
                refused(&project, &run, 3);
            }
        }
    }
}

#[test]
fn nesting_without_end_is_refused() {
    let deep = |open: &str, close: &str| open.repeat(10_000) + "1" + &close.repeat(10_000);
    for nested in [deep("[", "]"), deep("{\"a\":", "}")] {
        let project = Project::new().file("t.json", page(&json!([]))).file("d.json", &nested);
        refused(&project, &render(&project, &[]), 4);
        let project = Project::new().file("t.json", &nested).file("d.json", "{}");
        refused(&project, &render(&project, &[]), 3);
    }
    let nested = format!("{{{}1{}}}", "(".repeat(10_000), ")".repeat(10_000));
    let run = Project::new().run(["eval", &nested, "--strict", "--error-format", "json"]);
    assert_eq!(run.error()["code"], "tooDeep");
    let minus = format!("{{0{}1}}", " - ".repeat(10_000));
    assert!(Project::new().run(["eval", &minus]).code == Some(0));
}

/// 50 MB of data of which the template uses little.
#[test]
fn much_data_is_read_quickly() {
    let row = r#"{"name": "Maria Fernandes Souza", "city": "Brasília", "amount": 1234.56},"#;
    let rows = 50_000_000 / row.len();
    let data = format!("{{\"rows\": [{}]}}", row.repeat(rows).trim_end_matches(','));
    let text = json!([{"id": "t", "name": "t", "type": "text", "x": 10, "y": 10, "width": 90,
        "height": 10, "content": "{COUNT(rows)} {CURRENCY(SUM(rows.amount), \"R$\")}"}]);
    let project = Project::new().file("t.json", page(&text)).file("d.json", data);
    assert_eq!(render(&project, &[]).code, Some(0));
    let table = json!([{"id": "t", "name": "t", "type": "table", "x": 10, "y": 10, "width": 90,
        "height": 10, "head": ["name"], "content": [["{name}"]]}]);
    let bound = json!({"template": {"page": {"width": 210, "height": 297}, "schemas": table},
        "bindings": [{"schemaName": "t", "type": "array", "path": "rows", "columns": []}]});
    let project = project.file("u.json", bound.to_string());
    let run = project.run(["render", "u.json", "--data", "d.json", "--error-format", "json"]);
    assert_eq!(run.code, Some(4), "{}", run.stderr);
    assert_eq!(run.error()["code"], "pageLimit");
}

/// A PNG of a few kilobytes that claims 50,000 by 50,000 pixels, and one that holds a gigabyte.
#[test]
fn pictures_that_explode_are_refused() {
    let image = |width: u32, height: u32, rows: usize| {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        let row = vec![0; 1 + width as usize / 8];
        for _ in 0..rows {
            std::io::Write::write_all(&mut encoder, &row).unwrap();
        }
        png_of(width, height, &encoder.finish().unwrap())
    };
    for (bomb, code) in
        [(image(50_000, 50_000, 20), "imageTooLarge"), (image(8_000, 8_000, 200_000), "")]
    {
        let field = json!([{"id": "i", "name": "i", "type": "image", "x": 0, "y": 0, "width": 10,
            "height": 10, "content": format!("data:image/png;base64,{}", base64(&bomb))}]);
        let project = Project::new().file("t.json", page(&field)).file("d.json", "{}");
        let run = render(&project, &[]);
        if code.is_empty() && run.code == Some(0) {
            // Surplus rows may be cut off as readers do, as long as they are not kept.
            assert!(project.read("out.pdf").len() < 1_000_000);
        } else {
            let error = refused(&project, &run, 3);
            assert!(code.is_empty() || error["code"] == code, "{error}");
        }
    }
}

/// A picture of one long row would take the memory of several.
#[test]
fn pictures_that_are_too_long_are_refused() {
    for (width, height) in [(200_000, 1), (1, 200_000)] {
        let bomb = format!("data:image/png;base64,{}", base64(&png_of(width, height, &[])));
        let field = json!([{"id": "i", "name": "i", "type": "image", "x": 0, "y": 0, "width": 10,
            "height": 10, "content": bomb}]);
        let project = Project::new().file("t.json", page(&field)).file("d.json", "{}");
        let error = refused(&project, &render(&project, &[]), 3);
        assert_eq!(error["code"], "imageTooLarge");
    }
}

/// Few turns of a loop can still be much work: long texts, wide tables, large pictures.
#[test]
fn the_time_limit_counts_long_values_too() {
    let table = json!({"id": "f", "name": "f", "type": "table", "x": 0, "y": 10, "width": 90,
        "height": 9, "head": ["a"], "content": [["x"]]});
    let text = |content: &str| {
        json!({"id": "f", "name": "f", "type": "text", "x": 0, "y": 10, "width": 90, "height": 9,
            "content": content})
    };
    let condition = |condition: &str| {
        let mut field = text("x");
        field["visibleWhen"] = condition.into();
        field
    };
    let of_type = |kind: &str| json!({"id": "f", "name": "f", "type": kind, "x": 0, "y": 10, "width": 90, "height": 90});
    let mut wide = table.clone();
    wide["head"] = vec!["a"; 2000].into();
    let mut picture = of_type("image");
    let mut idat = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut idat, &vec![0; 2000 * (1 + 2000 / 8)]).unwrap();
    let png = png_of(2000, 2000, &idat.finish().unwrap());
    picture["content"] = format!("data:image/png;base64,{}", base64(&png)).into();
    let bound = |more: Json| {
        let mut binding = json!({"schemaName": "f", "path": "rows"});
        binding.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!([binding])
    };
    let cases = [
        (text("{a}"), json!([])),
        (text("{IF(TRIM(a) == \"\", \"x\", \"y\")}"), json!([])),
        (condition("a != b"), json!([])),
        (condition("a < 5"), json!([])),
        (condition("SUM(rows.a) > 0"), json!([])),
        (of_type("kpi"), bound(json!({"type": "kpi", "aggregation": "sum", "valueColumn": "a"}))),
        (
            of_type("chart"),
            bound(json!({"type": "chart", "labelColumn": "no", "valueColumn": "a"})),
        ),
        (
            table.clone(),
            bound(json!({"type": "array", "columns": ["no"],
                "filters": [[{"column": "a", "op": "contains", "value": "z"}]]})),
        ),
        (table, json!([{"schemaName": "f", "type": "keyvalue", "paths": ["list"]}])),
        (wide, json!([])),
        (picture, json!([])),
    ];
    let long = "é".repeat(100_000);
    let data = json!({"a": long, "b": long.to_uppercase(), "rows": [{"a": long}],
        "list": vec![1; 2000]});
    let data = serde_json::from_value::<Value>(data).unwrap();
    let fonts = Fonts::standard();
    let expired = || true;
    let mut options = Options::new(&fonts);
    options.budget = Budget { expired: Some(&expired), ..Budget::default() };
    let page = |field| json!({"page": {"width": 210, "height": 297}, "schemas": [field]});
    let mut cases = cases.map(|(field, bindings)| (page(field), bindings)).to_vec();
    let design = json!({"id": "d", "page": {"width": 210, "height": 297}, "schemas": []});
    cases.push((json!({"pages": vec![design; 2000]}), json!([])));
    for (template, bindings) in cases {
        let [read, bound] =
            [&template, &bindings].map(|part| serde_json::from_value(part.clone()).unwrap());
        let code = generate_pdf(&read, &data, &bound, &options).map_err(|problem| problem.code);
        assert_eq!(code.err(), Some(Code::TimeLimit), "{template:.200} {bindings}");
    }
}

/// A black and white PNG file around compressed rows.
fn png_of(width: u32, height: u32, idat: &[u8]) -> Vec<u8> {
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    header.extend([1, 0, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in [(b"IHDR", header.as_slice()), (b"IDAT", idat), (b"IEND", &[])] {
        let mut crc = flate2::Crc::new();
        crc.update(name);
        crc.update(data);
        file.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        file.extend(name);
        file.extend(data);
        file.extend(crc.sum().to_be_bytes());
    }
    file
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

#[test]
fn a_font_that_is_none_is_refused() {
    let long = vec![b'x'; 100_000];
    let truncated = std::fs::read(documents::root().join("tests/fonts/FixtureSmall.ttf")).unwrap();
    let truncated = truncated[..truncated.len() / 2].to_vec();
    for (font, bytes) in [("a.ttf", b"".to_vec()), ("b.ttf", long), ("c.ttf", truncated)] {
        let project =
            Project::new().file("t.json", page(&json!([]))).file("d.json", "{}").file(font, bytes);
        let run = render(&project, &["--font", font]);
        refused(&project, &run, 2);
    }
    let project = Project::new().file("t.json", page(&json!([]))).file("d.json", "{}");
    refused(&project, &render(&project, &["--font", "missing.ttf"]), 2);
}

/// Fonts of templates: what cannot be read is said with font and face, at once.
#[test]
fn a_named_font_that_is_none_is_refused() {
    let fixture =
        |name: &str| std::fs::read(documents::root().join("tests/fonts").join(name)).unwrap();
    let kern = fixture("FixtureKern.ttf");
    let half = kern[..kern.len() / 2].to_vec();
    let woff = fixture("FixtureSmall.woff");
    let half_woff = woff[..woff.len() / 2].to_vec();
    let collection = [b"ttcf\0\x01\0\0\xff\xff\xff\xff".to_vec(), vec![0xff; 64]].concat();
    let mut template: serde_json::Value = serde_json::from_str(&page(&json!([
        {"id": "t", "name": "t", "type": "text", "x": 1, "y": 1, "width": 50, "height": 5,
         "content": "AV", "fontName": "house"}
    ])))
    .unwrap();
    template["template"]["extensions"] = json!(1);
    template["template"]["fonts"] = json!({"house": {"regular": "lib:f.ttf"}});
    let template = template.to_string();
    for bytes in [Vec::new(), vec![b'x'; 100_000], half, half_woff, collection] {
        let project = Project::new()
            .file("t.json", template.as_str())
            .file("d.json", "{}")
            .file("library/f.ttf", bytes);
        refused(&project, &render(&project, &["--error-format", "json"]), 2);
    }
    for whole in [kern, woff, fixture("FixtureSmall.woff2")] {
        let template = template.replace("AV", "fi");
        let project = Project::new()
            .file("t.json", template.as_str())
            .file("d.json", "{}")
            .file("library/f.ttf", whole);
        render(&project, &[]).succeeds();
    }
}

#[test]
fn an_output_that_cannot_be_written_leaves_nothing() {
    let project = Project::new().file("t.json", page(&json!([]))).file("d.json", "{}");
    let run = project.run([
        "render",
        "t.json",
        "--data",
        "d.json",
        "-o",
        "no/such/folder/x.pdf",
        "--error-format",
        "json",
    ]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert_eq!(run.error()["code"], "io");
    std::fs::create_dir(project.path("folder.pdf")).unwrap();
    let run = project.run([
        "render",
        "t.json",
        "--data",
        "d.json",
        "-o",
        "folder.pdf",
        "--error-format",
        "json",
    ]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert_eq!(project.names(""), ["d.json", "folder.pdf", "t.json"]);
    assert!(project.names("folder.pdf").is_empty());
}

/// Bytes that are no text at all, and texts of other encodings, are data that cannot be read or are
/// read as what they are; never a crash.
#[test]
fn bytes_of_any_kind_are_no_crash() {
    let mut state = 0x2545_f491_u32;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    for length in [0, 1, 2, 7, 64, 500] {
        for format in
            [None, Some(data::Format::Json), Some(data::Format::Yaml), Some(data::Format::Csv)]
        {
            for _ in 0..50 {
                let bytes = (0..length).map(|_| (random() >> 8) as u8).collect();
                let _ = data::parse(bytes, format, "noise");
            }
        }
    }
}

/// A text that shrinks has the largest size that fits, however long it is: with the next larger one
/// it is cut.
#[test]
fn a_text_shrinks_to_the_largest_size_that_fits() {
    let hebrew = "עברית ועוד ";
    let texts = [
        "word ".repeat(300),
        "a".repeat(1500),
        "soft\u{ad}hyphens\u{ad}in\u{ad}words ".repeat(60),
        hebrew.repeat(80),
        format!("{}\n{}\nend", "first paragraph ".repeat(50), "x ".repeat(400)),
        "short".to_owned(),
        "a".repeat(if is_thorough() { 1_000_000 } else { 100_000 }),
    ];
    let spacings = [json!({}), json!({"characterSpacing": 1})];
    for (text, spacing) in texts.iter().flat_map(|text| spacings.iter().map(move |one| (text, one)))
    {
        let shown = |size: f64, overflow: &str| {
            let mut field = json!({"id": "t", "name": "t", "type": "text", "x": 10, "y": 10,
                "width": 70, "height": 60, "content": "{t}", "fontSize": size, "wrap": "word",
                "overflow": overflow});
            field.as_object_mut().unwrap().extend(spacing.as_object().unwrap().clone());
            let template = json!({"extensions": 1, "page": {"width": 210, "height": 297},
                "schemas": [field]});
            let prepared = reportctl::prepare(&Value::from(&template), &Value::Null).unwrap();
            let data = Value::from(&json!({"t": text}));
            let layout = prepared.layout(&data, &Options::new(&Fonts::standard())).unwrap();
            let model = serde_json::to_value(&layout).unwrap();
            let notes = model["notes"].as_array().cloned().unwrap_or_default();
            let cut = notes.iter().any(|note| note["code"] == "textClipped");
            (model["pages"][0]["placements"][0].clone(), cut)
        };
        let (shrunk, cut) = shown(12.0, "shrink");
        let size = shrunk["fontSize"].as_f64().unwrap_or(12.0);
        let (same, same_cut) = shown(size, "ellipsis");
        assert_eq!((&shrunk["lines"], cut), (&same["lines"], same_cut), "{size}");
        assert!(!cut || size == 4.0, "{size}");
        assert!(size == 12.0 || shown(size + 0.25, "ellipsis").1, "{size}");
    }
}

/// Each of them ended the process: a reader that called itself for each part of a text, and one that took
/// as much memory as a number in a table said.
#[test]
fn files_that_ended_the_process_are_drawn_or_refused() {
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9' \
         fill='{}'/></svg>",
        "url()".repeat(100_000)
    );
    let field = json!([{"id": "i", "name": "i", "type": "image", "x": 0, "y": 0, "width": 10,
        "height": 10, "content": svg}]);
    let template = json!({"template": {"page": {"width": 210, "height": 297}, "extensions": 1,
        "schemas": field}, "bindings": []});
    let project = Project::new().file("t.json", template.to_string()).file("d.json", "{}");
    assert_eq!(render(&project, &[]).code, Some(0));
    let table = "<</Type/XRef/Size 1/W[1 9223372036854775807 1]/Root 1 0 R/Length 0>>";
    let pdf = format!("%PDF-1.5\n1 0 obj\n{table}stream\n\nendstream endobj\nstartxref\n9\n%%EOF");
    let project = project.file("a.pdf", &pdf).file("b.pdf", &pdf);
    let run = project.run(["diff", "a.pdf", "b.pdf"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("cannot be read as a PDF document"), "{}", run.stderr);
}
