#![expect(clippy::unwrap_used, reason = "tests")]

use crate::data::codes;
use std::fs;

use serde_json::{Value as Json, json};
use tempfile::TempDir;

use super::*;

struct Read {
    rows: Vec<Result<Json>>,
    end: Result<()>,
}

fn open(name: &str, bytes: &[u8], path: Option<&str>) -> Result<Input> {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join(name);
    fs::write(&file, bytes).unwrap();
    Input::open(&file, None, path, None).map(|mut input| {
        input.name = name.to_owned();
        input
    })
}

fn all(input: &Input) -> Read {
    let mut rows = Vec::new();
    let end = input.rows(&mut |row| {
        assert_eq!(row.number, rows.len() as u64 + 1);
        rows.push(row.read(input.name()).map(|value| value.to_json()));
        ControlFlow::Continue(())
    });
    Read { rows, end }
}

/// The rows, all of them good.
fn rows(name: &str, text: &str, path: Option<&str>) -> Json {
    let input = open(name, text.as_bytes(), path).unwrap();
    let (first, again) = (all(&input), all(&input));
    assert_eq!(first.rows, again.rows, "a second pass gives the same");
    first.end.unwrap();
    first.rows.into_iter().collect::<Result<_>>().unwrap()
}

/// Number of good rows, and the problems of the others and of the end.
fn problems(name: &str, bytes: &[u8], path: Option<&str>) -> (usize, Vec<String>) {
    let input = match open(name, bytes, path) {
        Ok(input) => input,
        Err(problem) => return (0, vec![message(&problem, name)]),
    };
    let read = all(&input);
    let good = read.rows.iter().filter(|row| row.is_ok()).count();
    let bad = read.rows.into_iter().filter_map(Result::err).inspect(|problem| {
        assert_eq!(problem.code, codes::INVALID_ROW);
    });
    let end = read.end.err().inspect(|problem| assert_eq!(problem.code, codes::DATA_UNREADABLE));
    (good, bad.chain(end).map(|problem| message(&problem, name)).collect())
}

fn message(problem: &Problem, name: &str) -> String {
    // Before it is open, the input goes by its whole path.
    let reported = problem.message.split_once(&format!("{name}`: "));
    reported.map_or(&*problem.message, |(_, reported)| reported).to_owned()
}

#[test]
fn every_format_gives_the_same_rows() {
    let expected = json!([{"a": "x", "b": "1"}, {"a": "y", "b": "2"}]);
    let cases = [
        ("d.ndjson", "{\"a\": \"x\", \"b\": \"1\"}\n\n{\"a\": \"y\", \"b\": \"2\"}", None),
        ("d.jsonl", "\u{feff}{\"a\":\"x\",\"b\":\"1\"}\r\n{\"a\":\"y\",\"b\":\"2\"}\r\n", None),
        ("d.csv", "a,b\nx,1\n\ny,2\n", None),
        ("d.csv", "\u{feff}sep=;\r\na;b\r\nx;1\r\n\"y\";2\r\n", None),
        ("d.tsv", "a\tb\nx\t1\ny\t2", None),
        ("d.json", "[{\"a\": \"x\", \"b\": \"1\"}, {\"a\": \"y\", \"b\": \"2\"}]\n", None),
        (
            "d.json",
            "\u{feff}{\"n\": [1], \"Of\": [{}, {\"rows\": [{\"a\":\"x\",\"b\":\"1\"},{\"a\":\"y\",\"b\":\"2\"}], \"z\": 1}]}",
            Some("of.1.rows"),
        ),
        ("d.yaml", "- {a: x, b: '1'}\n- {a: y, b: '2'}\n", None),
        ("d.yaml", "of:\n  rows:\n  - {a: x, b: '1'}\n  - {a: y, b: '2'}\n", Some("of.rows")),
        ("d.yml", "a: x\nb: '1'\n---\na: y\nb: '2'\n---\n", None),
        ("unknown", "[{\"a\": \"x\", \"b\": \"1\"}, {\"a\": \"y\", \"b\": \"2\"}]\n", None),
        ("unknown", "{\"a\": \"x\", \"b\": \"1\"}\n{\"a\": \"y\", \"b\": \"2\"}\n", None),
        ("unknown", "- {a: x, b: '1'}\n- {a: y, b: '2'}\n", None),
    ];
    for (name, text, path) in cases {
        assert_eq!(rows(name, text, path), expected, "{name}: {text}");
    }
}

#[test]
fn there_may_be_no_rows() {
    for (name, text) in [("d.json", "[]"), ("d.ndjson", ""), ("d.csv", "a,b\n"), ("d.yaml", "[]")] {
        assert_eq!(rows(name, text, None), json!([]), "{name}");
    }
}

#[test]
fn a_bad_line_is_a_bad_row_and_the_others_go_on() {
    let text = b"{\"n\": 1}\n{\"n\": }\n5\n{\"n\": \"caf\xE9\"}\n{\"n\": 2}\n";
    let (good, bad) = problems("d.ndjson", text, None);
    assert_eq!(good, 2);
    assert_eq!(
        bad,
        [
            "unexpected `}`, line 2, column 7",
            "it is a number, not an object or a list, line 3, column 1",
            "byte 0xE9 is not UTF-8, line 4, column 11"
        ]
    );
    let (good, bad) = problems("d.csv", b"a,b\n1,\"x\ny\"\n\n1,2,3\n\n\xE9,2\n5,6\n", None);
    assert_eq!(good, 2);
    assert_eq!(
        bad,
        [
            "row 2 has 3 values, but the header has 2 columns, line 5, column 1",
            "a row is not UTF-8, line 7, column 1"
        ]
    );
}

#[test]
fn rows_before_the_place_where_an_array_breaks_are_given() {
    let cases: [(&[u8], usize, &str); 6] = [
        (b"[{\"n\": 1},\n {\"n\": 2},\n {\"n\" 3}]", 2, "expected `:`, line 3, column 7"),
        (b"[{\"n\": 1}, {\"n\": 2}", 2, "it ends too early, line 1, column 19"),
        (b"[{\"n\": 1},\n {\"n\": NaN}]", 1, "unexpected `NaN`, line 2, column 8"),
        (b"[{\"n\": 1}] 5", 1, "something follows after the end of the value, line 1, column 12"),
        (
            b"[{\"n\": \"\xC3\xA9\"},\n {\"n\": \"\xC3\xA9\xE9\"}]",
            1,
            "byte 24 (0xE9) is not UTF-8, line 2, column 10",
        ),
        (b"[{\"n\": 1}, {\"n\": \"\xC3", 1, "byte 18 (0xC3) is not UTF-8, line 1, column 19"),
    ];
    for (text, expected, problem) in cases {
        let (good, bad) = problems("d.json", text, None);
        assert_eq!((good, &bad[..]), (expected, &[problem.to_owned()][..]));
    }
}

#[test]
fn a_place_far_into_a_single_line_is_found() {
    let mut text = String::from("[");
    for number in 0..10_000 {
        text += &format!("{{\"name\": \"Zoë\", \"n\": {number}}}, ");
    }
    text += "{'n': 1}]";
    let (good, bad) = problems("d.json", text.as_bytes(), None);
    let column = text.chars().position(|c| c == '\'').unwrap() + 1;
    assert_eq!(good, 10_000);
    assert_eq!(bad, [format!("unexpected `'`, line 1, column {column}")]);
}

#[test]
fn what_is_no_list_says_what_it_is() {
    let cases = [
        ("d.json", "{\"a\": [1]}", None, "it is an object, not a list of rows"),
        ("d.json", "5", None, "it is a number, not a list of rows"),
        ("d.json", "{\"a\": {\"b\": true}}", Some("a.b"), "`a.b` is true, not a list of rows"),
        ("d.json", "{\"a\": {\"c\": []}}", Some("a.b"), "there is nothing at `a.b`"),
        ("d.yaml", "a: 1\n", None, "it is an object, not a list of rows"),
        ("d.yaml", "a: 1\n", Some("b"), "there is nothing at `b`"),
        ("d.csv", "a\n1\n", Some("b"), "only JSON and YAML have a path to their rows"),
        ("d.txt", "a,b\n1,2\n", None, "its format is not clear"),
        ("d.txt", " \n", None, "it is empty"),
        ("d.csv", "", None, "it is empty"),
    ];
    for (name, text, path, expected) in cases {
        assert_eq!(problems(name, text.as_bytes(), path), (0, vec![expected.to_owned()]), "{text}");
    }
    let input = open("d.json", b"{\"orders\": [], \"x\": 1}", Some("order")).unwrap();
    let problem = all(&input).end.unwrap_err();
    assert!(problem.advice.unwrap().ends_with("there is `orders`, `x`"));
}

#[test]
fn a_quote_never_closed_ends_a_table() {
    let (good, bad) = problems("d.csv", b"a,b\n1,2\n\n3,\"x\n4,5\n", None);
    assert_eq!(
        (good, &bad[..]),
        (1, &["a quote is never closed, line 4, column 3".to_owned()][..])
    );
    let (good, bad) = problems("d.csv", b"a,\"b\n1,2\n", None);
    assert_eq!(
        (good, &bad[..]),
        (0, &["a quote is never closed, line 1, column 3".to_owned()][..])
    );
    let long = [b"a,b\n1,2\n3,\"".to_vec(), vec![b'x'; LARGEST_ROW + (1 << 20)]].concat();
    let (good, bad) = problems("d.csv", &long, None);
    assert_eq!(
        (good, &bad[..]),
        (1, &["a row has more than 16 MB, line 3, column 1".to_owned()][..])
    );
}

#[test]
fn a_line_without_end_does_not_fill_the_memory() {
    let long = [&b"{\"a\": \""[..], &vec![b'x'; LARGEST_ROW], b"\"}\n{\"a\": 1}\n"].concat();
    let (good, bad) = problems("d.ndjson", &long, None);
    assert_eq!(
        (good, &bad[..]),
        (1, &["a row has more than 16 MB, line 1, column 1".to_owned()][..])
    );
}

#[test]
fn an_element_without_end_does_not_fill_the_memory() {
    let long = "x".repeat(LARGEST_ROW + (1 << 20));
    let text = format!("[{{\"n\": 1}}, {{\"n\": \"{long}\"}}, {{\"n\": 2}}]");
    let (good, bad) = problems("d.json", text.as_bytes(), None);
    assert_eq!((good, &bad[..]), (1, &["row 2 has more than 16 MB".to_owned()][..]));
    // Text outside of rows has no limit of length.
    let text = format!("{{\"before\": \"{long}\", \"of\": [{{\"n\": 1}}], \"after\": \"{long}\"}}");
    assert_eq!(problems("d.json", text.as_bytes(), Some("of")), (1, vec![]));
}

#[test]
fn the_reader_stops_when_no_more_rows_are_wanted() {
    for (name, text) in
        [("d.ndjson", "{}\n{}\n{}\n"), ("d.json", "[{},{},{}]"), ("d.csv", "a\n1\n2\n3\n")]
    {
        let input = open(name, text.as_bytes(), None).unwrap();
        let mut seen = 0;
        let end = input.rows(&mut |_| {
            seen += 1;
            if seen == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((seen, end), (2, Ok(())), "{name}");
    }
}
