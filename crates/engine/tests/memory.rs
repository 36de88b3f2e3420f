//! Memory: what data takes, and how a document ends that takes too much.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "tests"
)]

use std::process::Command;
use std::time::Instant;

use reportctl_engine::{Budget, Code, Fonts, Library, Options, Value, prepare, prepare_with};

/// A figure of this process in bytes, where the system reports it: `VmRSS` now, `VmHWM` at most.
fn resident(name: &str) -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_whitespace().nth(1)?.parse::<usize>().ok()? << 10)
}

fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    let items: Vec<String> = (0..count).map(item).collect();
    format!("[{}]", items.join(","))
}

/// How many bytes of memory each byte of a text becomes, measured in a process of its own: in this
/// one, memory that was given back would be used again.
fn weight(name: &str, text: &str) -> f64 {
    let path = std::env::temp_dir().join(format!("reportctl-memory-{}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let mut child = Command::new(std::env::current_exe().unwrap());
    let output = child
        .args(["--exact", "one_text_is_read", "--nocapture"])
        .env(TEXT, &path)
        .output()
        .unwrap();
    std::fs::remove_file(&path).unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let grown = output.split("grown by ").nth(1).unwrap().split(' ').next().unwrap();
    let weight = grown.parse::<f64>().unwrap() / text.len() as f64;
    println!("{name}: {weight:.1} bytes per byte");
    weight
}

/// Names the file that [`one_text_is_read`] reads.
const TEXT: &str = "REPORTCTL_TEST_MEMORY_TEXT";

#[test]
fn one_text_is_read() {
    let Some(path) = std::env::var_os(TEXT) else { return };
    let text = std::fs::read(path).unwrap();
    // The reader's own code is in memory before the measurement.
    drop(Value::from_json_slice(br#"{"a": [1, "b"]}"#).unwrap());
    let before = resident("VmRSS").unwrap_or_default();
    let value = Value::from_json_slice(&text).unwrap();
    let after = resident("VmRSS").unwrap_or_default();
    println!("grown by {} bytes", after - before);
    drop(value);
}

#[test]
fn data_is_compact_and_documents_stay_within_their_memory() {
    let keys = list(350_000, |i| format!(r#""key{i}":{}"#, i % 10));
    let keys = format!("{{{}}}", &keys[1..keys.len() - 1]);
    assert!(weight("one object of many keys", &keys) <= 8.0);
    let rows = list(60_000, |i| {
        format!(r#"{{"id":{i},"city":"Lisboa","note":"longer than what fits inline"}}"#)
    });
    assert!(weight("rows", &rows) <= 8.0);
    assert!(weight("texts", &list(500_000, |i| format!(r#""t{i}""#))) <= 8.0);
    // A digit and a comma: the least that a value can be written in.
    assert!(weight("digits", &list(1_000_000, |i| (i % 10).to_string())) <= 9.0);
    drop((keys, rows));

    // A section so low that all its repetitions are on one page.
    let members = (0..5000).map(|i| {
        format!(
            r#",{{"id":"m{i}","name":"m{i}","type":"text","x":1,"y":1,"width":9,"height":1,
                "sectionId":"s","content":"{{Line}}"}}"#
        )
    });
    let template = format!(
        r#"{{"page":{{"width":210,"height":297}},"schemas":[{{"id":"s","name":"s","type":"section",
            "x":0,"y":1,"width":9,"height":0.001}}{}]}}"#,
        members.collect::<String>()
    );
    let bindings = r#"[{"schemaName":"s","type":"section","path":"items"}]"#;
    let data = format!(r#"{{"items":{}}}"#, list(20_000, |_| "{}".to_owned()));
    let [template, bindings, data] =
        [&template, bindings, &data].map(|text| Value::from_json(text).unwrap());
    let prepared = prepare(&template, &bindings).unwrap();
    let fonts = Fonts::standard();
    let limit = 128 << 20;
    let mut options = Options::new(&fonts);
    options.budget = Budget { max_memory_bytes: limit, ..Budget::default() };
    let (before, start) = (resident("VmRSS").unwrap_or_default(), Instant::now());
    let problem = prepared.generate(&data, &options).unwrap_err();
    let peak = resident("VmHWM").unwrap_or_default().saturating_sub(before);
    println!("{problem} after {:?}, peak {} MB", start.elapsed(), peak >> 20);
    assert_eq!(problem.code, Code::MemoryLimit);
    assert!(problem.field.is_some());
    assert_eq!(problem.get("limitBytes"), Some(&limit.into()));
    assert!(peak < 2 * limit as usize, "{} MB", peak >> 20);
}

/// A PDF of one page with so many bytes of operators in two streams, which are compressed to almost
/// nothing; `number` makes it another file than others.
fn letterhead(number: usize, bytes: usize) -> Vec<u8> {
    use lopdf::{Dictionary, Document, Object, Stream, dictionary};
    let mut pdf = Document::with_version("1.7");
    let mut operators = Stream::new(Dictionary::new(), vec![b' '; bytes / 2]);
    operators.compress().unwrap();
    let operators = Object::Reference(pdf.add_object(operators));
    let pages = pdf.new_object_id();
    let page = pdf.add_object(dictionary! {
        "Type" => "Page", "Parent" => pages, "Contents" => vec![operators.clone(), operators],
        "MediaBox" => vec![0.into(), 0.into(), 595.into(), 842.into()],
    });
    let tree = dictionary! { "Type" => "Pages", "Kids" => vec![page.into()], "Count" => 1 };
    pdf.objects.insert(pages, Object::Dictionary(tree));
    let catalog = pdf.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
    pdf.trailer.set("Root", catalog);
    pdf.trailer.set("Number", number as i64);
    let mut file = Vec::new();
    pdf.save_to(&mut file).unwrap();
    file
}

/// Many page designs, each with a letterhead of its own.
fn with_letterheads(count: usize, bytes: usize) -> reportctl_engine::Prepared {
    let mut library = Library::default();
    for i in 0..count {
        library.insert(format!("{i}.pdf"), letterhead(i, bytes));
    }
    let designs = list(count, |i| {
        format!(
            r#"{{"page": {{"width": 210, "height": 297}}, "schemas": [],
                "backgroundPdf": "lib:{i}.pdf"}}"#
        )
    });
    let template = format!(r#"{{"extensions": 1, "pages": {designs}}}"#);
    let template = Value::from_json(&template).unwrap();
    prepare_with(&template, &Value::Null, library).unwrap()
}

#[test]
fn letterheads_count_in_the_memory_of_documents_and_of_templates() {
    let prepared = with_letterheads(40, 4_000_000);
    let small = prepared.memory();
    assert!(small < 2_000_000, "{small}");
    let fonts = Fonts::standard();
    let mut options = Options::new(&fonts);
    options.budget = Budget { max_memory_bytes: 64 << 20, ..Budget::default() };
    // The same each time, though some of them are decoded by then.
    for _ in 0..3 {
        let problem = prepared.generate(&Value::Null, &options).unwrap_err();
        assert_eq!(problem.code, Code::MemoryLimit, "{problem}");
    }
    let large = prepared.memory();
    assert!((48 << 20..80 << 20).contains(&large), "{large}");
    // Operators that become too long are refused, however short their file is.
    let problem = with_letterheads(1, 8_000_000).generate(&Value::Null, &options).unwrap_err();
    assert_eq!(problem.code, Code::BackgroundUnreadable, "{problem}");
}

/// Asks for [`one_template_is_compiled`] in a process of its own.
const TEMPLATE: &str = "REPORTCTL_TEST_MEMORY_TEMPLATE";

#[test]
fn one_template_is_compiled() {
    if std::env::var_os(TEMPLATE).is_none() {
        return;
    }
    let fields = list(20_000, |i| {
        format!(
            r#"{{"id": "f{i}", "name": "f{i}", "type": "text", "x": 1, "y": 1, "width": 9,
                "height": 1, "content": "{{Line{i}}} of {{rows.total}}"}}"#
        )
    });
    let json = format!(r#"{{"page": {{"width": 210, "height": 297}}, "schemas": {fields}}}"#);
    let template = Value::from_json(&json).unwrap();
    let before = resident("VmRSS").unwrap_or_default();
    let kept: Vec<_> = (0..4).map(|_| prepare(&template, &Value::Null).unwrap()).collect();
    let grown = resident("VmRSS").unwrap_or_default().saturating_sub(before);
    let said: usize = kept.iter().map(|prepared| prepared.memory()).sum();
    println!("{} MB, said to be {} MB", grown >> 20, said >> 20);
    assert!(said >= grown / 2, "{grown} bytes, said to be {said}");
    assert!(grown == 0 || said <= 3 * grown, "{grown} bytes, said to be {said}");
}

#[test]
fn templates_know_how_much_memory_they_take() {
    let mut child = Command::new(std::env::current_exe().unwrap());
    let child = child.args(["--exact", "one_template_is_compiled", "--nocapture"]);
    let output = child.env(TEMPLATE, "1").output().unwrap();
    println!("{}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success());
}
