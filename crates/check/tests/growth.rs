//! Twice the input takes about twice the time: a sender of a larger template or larger data gets
//! no power over the machine that grows with its square.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "tests"
)]

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use reportctl_check::{self as check, DataChecker};
use reportctl_engine::{Budget, Code, Fonts, Library, Options, Value, prepare};

/// Doubling may cost this much; a square would cost 4.
const MOST: f64 = 2.5;

/// Processor time of this thread, so that other work on the machine does not count.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

/// The time of one run. The system counts processor time in ticks, so runs are repeated.
fn time(run: &dyn Fn()) -> Duration {
    const LONG_ENOUGH: Duration = Duration::from_millis(150);
    let (begin, clock) = (processor_time(), Instant::now());
    let mut runs = 0;
    loop {
        run();
        runs += 1;
        let taken = match (begin, processor_time()) {
            (Some(begin), Some(end)) => end - begin,
            _ => clock.elapsed(),
        };
        if taken >= LONG_ENOUGH && runs >= 2 {
            return taken / runs;
        }
    }
}

/// Compares sizes that are four times apart: two doublings tell a square from noise. What else runs on
/// the machine can only lengthen a run, so each size counts with the least of several measurements.
fn grows_linearly(what: &str, size: usize, job: impl Fn(usize) -> Box<dyn Fn()>) {
    const MEASUREMENTS: usize = 5;
    let jobs = [size, 4 * size].map(job);
    let mut least = [Duration::MAX; 2];
    let mut ratio = f64::INFINITY;
    for _ in 0..MEASUREMENTS {
        for (least, job) in least.iter_mut().zip(&jobs) {
            *least = time(&**job).min(*least);
        }
        ratio = least[1].as_secs_f64() / least[0].as_secs_f64();
        if ratio <= MOST * MOST {
            return;
        }
    }
    let [small, large] = least;
    panic!("{what}: {size} take {small:?}, four times as many {large:?} ({ratio:.1} x)");
}

fn read(json: &str) -> Value {
    Value::from_json(json).unwrap()
}

fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    let items: Vec<String> = (0..count).map(item).collect();
    format!("[{}]", items.join(","))
}

fn template(fields: &str) -> Value {
    read(&format!(r#"{{"page": {{"width": 210, "height": 297}}, "schemas": {fields}}}"#))
}

fn field(kind: &str, name: &str, more: &str) -> String {
    format!(
        r#"{{"id": "{name}", "name": "{name}", "type": "{kind}", "x": 10, "y": 30, "width": 90,
            "height": 20{more}}}"#
    )
}

fn check_job(fields: String, bindings: String) -> Box<dyn Fn()> {
    let (template, bindings) = (template(&fields), read(&bindings));
    Box::new(move || {
        black_box(check::template(&template, &bindings, Budget::default()).unwrap());
    })
}

#[test]
fn check_grows_with_fields_and_bindings() {
    let text = |name: &str| field("text", name, r#", "content": "{total}""#);
    let binding =
        |name: &str| format!(r#"{{"schemaName": "{name}", "type": "scalar", "path": "total"}}"#);
    grows_linearly("bindings with fields", 300, |n| {
        check_job(list(n, |i| text(&format!("f{i}"))), list(n, |i| binding(&format!("f{i}"))))
    });
    grows_linearly("bindings without fields", 300, |n| {
        check_job(list(n, |i| text(&format!("f{i}"))), list(n, |i| binding(&format!("g{i}"))))
    });
    grows_linearly("fields of one name", 300, |n| {
        check_job(list(n, |_| text("same")), list(n, |i| binding(&format!("g{i}"))))
    });
    grows_linearly("members without a section", 300, |n| {
        let member = |i| {
            field("text", &format!("m{i}"), &format!(r#", "content": "", "sectionId": "x{i}""#))
        };
        let section = |i| field("section", &format!("s{i}"), "");
        check_job(list(n, |i| if i % 2 == 0 { member(i) } else { section(i) }), "[]".to_owned())
    });
    grows_linearly("fields below moving ones", 300, |n| {
        check_job(
            list(n, |i| field("text", &format!("f{i}"), r#", "visibleWhen": "a""#)),
            "[]".into(),
        )
    });
}

#[test]
fn checking_data_grows_with_items() {
    let fields = list(40, |i| match i {
        0 => field("section", "s", ""),
        _ => field("text", &format!("m{i}"), r#", "sectionId": "s", "content": "{gone}""#),
    });
    let bindings = r#"[{"schemaName": "s", "type": "section", "path": "rows"}]"#;
    let checker = DataChecker::new(&template(&fields), &read(bindings)).unwrap();
    let checker = std::rc::Rc::new(checker);
    grows_linearly("items", 500, |n| {
        let data = read(&format!(r#"{{"rows": {}}}"#, list(n, |i| format!(r#"{{"a": {i}}}"#))));
        let checker = std::rc::Rc::clone(&checker);
        Box::new(move || {
            assert_eq!(checker.missing(&data, Budget::default()).unwrap().len(), 39);
        })
    });
}

#[test]
fn layout_and_drawing_grow_with_rows() {
    let fields = format!("[{}]", field("table", "t", r#", "head": ["a", "b"], "content": []"#));
    let bindings = r#"[{"schemaName": "t", "type": "array", "path": "", "columns": ["a", "b"]}]"#;
    let prepared = std::rc::Rc::new(prepare(&template(&fields), &read(bindings)).unwrap());
    grows_linearly("rows", 400, |n| {
        let data = read(&list(n, |i| format!(r#"{{"a": {i}, "b": "item {i}"}}"#)));
        let prepared = std::rc::Rc::clone(&prepared);
        Box::new(move || {
            let fonts = Fonts::standard();
            black_box(prepared.generate(&data, &Options::new(&fonts)).unwrap());
        })
    });
}

#[test]
fn breaking_lines_grows_with_the_text() {
    let field = field(
        "text",
        "t",
        r#", "content": "{text}", "wrap": "word", "overflow": "expand", "breakInside": "auto""#,
    );
    let template = read(&format!(
        r#"{{"page": {{"width": 210, "height": 297}}, "extensions": 1, "schemas": [{field}]}}"#
    ));
    let prepared = std::rc::Rc::new(prepare(&template, &Value::Null).unwrap());
    // Words, one word without an end, soft hyphens, characters that no standard font has, in words and
    // without an end, from the left and from the right.
    for part in ["aaaa ", "aaaaa", "a\u{ad}aaa", "ŁŁŁŁ ", "ЖЖЖЖЖ", "אאאאא"] {
        grows_linearly(part, 2000, |n| {
            let data = read(&format!(r#"{{"text": "{}"}}"#, part.repeat(n)));
            let prepared = std::rc::Rc::clone(&prepared);
            Box::new(move || {
                let fonts = Fonts::standard();
                black_box(prepared.layout(&data, &Options::new(&fonts)).unwrap().pages.len());
            })
        });
    }
}

#[test]
fn reading_grows_with_keys() {
    grows_linearly("keys of one object", 3000, |n| {
        let mut text = String::from("{");
        (0..n).for_each(|i| write!(text, r#""Key{i}":{i},"#).unwrap());
        text.push_str(r#""last":0}"#);
        Box::new(move || {
            black_box(read(&text));
        })
    });
}

#[test]
fn the_clock_ends_the_check_of_a_template_and_of_data() {
    let fields = list(2000, |i| field("text", &format!("f{i}"), r#", "content": "{total}""#));
    let template = template(&fields);
    let expired = || true;
    let budget = Budget { expired: Some(&expired), ..Budget::default() };
    let found = check::template(&template, &Value::Null, budget);
    assert_eq!(found.unwrap_err().code, Code::TimeLimit);
    let checker = DataChecker::new(&template, &Value::Null).unwrap();
    let found = checker.missing(&read("{}"), budget);
    assert_eq!(found.unwrap_err().code, Code::TimeLimit);
}

fn extended(parts: &str, fields: &str) -> Value {
    read(&format!(
        r#"{{"page": {{"width": 210, "height": 297}}, "extensions": 1, "schemas": {fields}{parts}}}"#
    ))
}

fn extended_job(parts: String, fields: String) -> Box<dyn Fn()> {
    let template = extended(&parts, &fields);
    Box::new(move || {
        black_box(check::template(&template, &Value::Null, Budget::default()).unwrap());
    })
}

/// Each of them was compared with all the others, letter by letter.
#[test]
fn names_that_there_are_not_are_reported_in_linear_time() {
    let object = |n: usize, member: &dyn Fn(usize) -> String| {
        let members: Vec<String> = (0..n).map(member).collect();
        format!("{{{}}}", members.join(","))
    };
    let text =
        |name: String, more: &str| field("text", &name, &format!(r#", "content": "a"{more}"#));
    grows_linearly("unknown styles", 1000, |n| {
        let styles = object(n, &|i| format!(r##""style{i}": {{"color": "#000000"}}"##));
        let of = |i| text(format!("f{i}"), &format!(r#", "style": "stile{i}""#));
        extended_job(format!(r#", "styles": {styles}"#), list(n, of))
    });
    grows_linearly("unknown fonts", 1000, |n| {
        let fonts = object(n, &|i| format!(r#""font{i}": {{"regular": "builtin:times"}}"#));
        let of = |i| text(format!("f{i}"), &format!(r#", "fontName": "fount{i}""#));
        extended_job(format!(r#", "fonts": {fonts}"#), list(n, of))
    });
    grows_linearly("links that lead nowhere", 1000, |n| {
        let of = |i| text(format!("field{i}"), &format!(r##", "link": "#feild{i}""##));
        extended_job(String::new(), list(n, of))
    });
    grows_linearly("formulas that cannot be read", 1000, |n| {
        let defs = object(n, &|i| format!(r#""formula{i}": "((""#));
        extended_job(format!(r#", "defs": {defs}"#), "[]".to_owned())
    });
    grows_linearly("unknown functions", 500, |n| {
        let of =
            |i| field("text", &format!("f{i}"), &format!(r#", "content": "{{MONNEY{i}(a)}}""#));
        extended_job(String::new(), list(n, of))
    });
    grows_linearly("files that there are not", 1000, |n| {
        let of =
            |i| field("image", &format!("f{i}"), &format!(r#", "content": "lib:logo{i}.png""#));
        let template = extended("", &list(n, of));
        let mut library = Library::default();
        library.propose((0..n).map(|i| format!("lgoo{i}.png")).collect::<Vec<_>>());
        Box::new(move || {
            let found = check::template_with(&template, &Value::Null, &library, Budget::default());
            assert!(found.unwrap().len() >= n);
        })
    });
    grows_linearly("columns by name", 250, |n| {
        let keys = list(n, |i| format!(r#"{{"key": "column{i}"}}"#));
        let cells = object(n, &|i| format!(r#""column{i}": "{i}""#));
        let head = list(n, |i| format!(r#""{i}""#));
        let table = field(
            "table",
            "t",
            &format!(
                r#", "head": {head}, "content": [], "columnStyles": {keys},
                    "footerRows": [{{"cells": {cells}}}]"#
            ),
        );
        extended_job(String::new(), format!("[{table}]"))
    });
}

#[test]
fn attachments_of_one_name_are_numbered_in_linear_time() {
    let one = r#"{"name": "a.txt", "source": "x", "mimeType": "text/plain"}"#;
    grows_linearly("attachments", 500, |n| {
        let pdf = format!(r#", "pdf": {{"attachments": {}}}"#, list(n, |_| one.to_owned()));
        let prepared = prepare(&extended(&pdf, "[]"), &Value::Null).unwrap();
        Box::new(move || {
            let fonts = Fonts::standard();
            let data = Value::Null;
            let layout = prepared.layout(&data, &Options::new(&fonts)).unwrap();
            assert_eq!(layout.document.attachments.len(), n);
        })
    });
}
