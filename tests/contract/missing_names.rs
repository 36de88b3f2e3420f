//! Names that neither the data nor the format has.

use reportctl::check::DataChecker;
use reportctl::{Code, Fonts, Options, Value};
use serde_json::{Value as Json, json};

use super::{extended, text};
use crate::processor_time::processor_time;

#[test]
fn as_many_missing_keys_as_keys_take_time_in_proportion() {
    let cost = |size: usize| {
        let fields: Vec<_> = (0..size)
            .map(|index| {
                json!({"id": format!("f{index}"), "name": format!("f{index}"), "type": "text", "x": 10,
                    "y": 10, "width": 50, "height": 5, "content": format!("{{missing{index}}}")})
            })
            .collect();
        let template = json!({"page": {"width": 210, "height": 297}, "schemas": fields});
        let data: serde_json::Map<_, _> =
            (0..size).map(|index| (format!("present{index}"), json!(index))).collect();
        let [template, bindings, data] = [template, json!([]), Json::Object(data)]
            .map(|part| Value::from_json(&part.to_string()).unwrap());
        let checker = DataChecker::new(&template, &bindings).unwrap();
        let fonts = Fonts::standard();
        let started = processor_time();
        let missing = checker.problems(&data, &Options::new(&fonts)).into_iter();
        assert_eq!(missing.filter(|found| found.code == Code::MissingPath).count(), size);
        processor_time() - started
    };
    // A busy machine may empty the caches of one of the two; a law that does not hold fails every time.
    let holds = (0..3).any(|_| cost(2000) < cost(1000).mul_f64(2.7));
    assert!(holds, "{:?} for 1000, {:?} for 2000", cost(1000), cost(2000));
}

/// Misspelt names print nothing, and amounts of nothing look like amounts.
#[test]
fn names_that_there_are_not_are_missed() {
    let found = |content: &str, data: &Json| {
        let more = json!({"defs": {"net": "a * 2"}});
        let (checker, _) = extended(&json!([text(content)]), &more, &json!([]));
        let fonts = Fonts::standard();
        let data = Value::from_json(&data.to_string()).unwrap();
        let found = checker.problems(&data, &Options::new(&fonts));
        found.iter().filter_map(|problem| problem.advice.clone()).collect::<Vec<_>>()
    };
    let data = json!({"a": 1});
    for (content, advice) in [
        ("{MONEY($nett)}", "did you mean `$net`?"),
        ("{$rot.a}", "did you mean `$root`?"),
        ("{$page.numbr}", "did you mean `$page.number`?"),
        ("{SUM($table.row.a)}", "did you mean `$table.rows`?"),
        ("{$other}", "names that begin with `$` are those of chapter 20.0.5 and of `defs`"),
        ("{$page.number}", "it is known in bands and in the rows that a table adds to its pages"),
    ] {
        assert_eq!(found(content, &data), [advice], "{content}");
    }
    for content in ["{$net}", "{$root.a} {$doc.date}", "{IF($other, 1, 2)}"] {
        assert_eq!(found(content, &data), Vec::<String>::new(), "{content}");
    }
    assert_eq!(found("{$other}", &json!({"a": 1, "$other": 2})), Vec::<String>::new());
}
