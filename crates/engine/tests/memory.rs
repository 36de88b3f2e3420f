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

use reportctl_engine::{Budget, Code, Fonts, Options, Value, prepare};

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
