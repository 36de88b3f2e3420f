//! Fills in what is too long to store (`README.md`, "`input.generate`").

use serde_json::{Value as Json, json};

/// Carries out the `generate` list of an input.
pub(super) fn fill(input: &mut Json) {
    let Some(Json::Array(steps)) = input.as_object_mut().and_then(|o| o.remove("generate")) else {
        return;
    };
    for step in steps {
        let made = match step["count"].as_u64() {
            Some(count) => Json::Array((0..count).map(|i| item(&step, i)).collect()),
            None => {
                let times = step["times"].as_u64().unwrap();
                let repeat = step["repeat"].as_str().unwrap().repeat(times.try_into().unwrap());
                json!(format!("{}{repeat}", step["text"].as_str().unwrap()))
            }
        };
        *place(input, step["into"].as_str().unwrap()) = made;
    }
}

/// The place that a dotted path such as `template.schemas[0].content` names; made where missing.
fn place<'a>(value: &'a mut Json, path: &str) -> &'a mut Json {
    path.split('.').fold(value, |value, part| {
        let (name, index) = part.split_once('[').unwrap_or((part, ""));
        let value = &mut value[name];
        match index.strip_suffix(']') {
            Some(index) => &mut value[index.parse::<usize>().unwrap()],
            None => value,
        }
    })
}

fn item(step: &Json, i: u64) -> Json {
    let numbers = step["numbers"].as_array().cloned().unwrap_or_default();
    let mut item = step["item"].clone();
    texts(&mut item, i);
    for name in numbers {
        let value = &mut item[name.as_str().unwrap()];
        *value = serde_json::from_str(value.as_str().unwrap()).unwrap();
    }
    item
}

fn texts(value: &mut Json, i: u64) {
    match value {
        Json::String(text) => *text = numbered(text, i),
        Json::Array(items) => items.iter_mut().for_each(|item| texts(item, i)),
        Json::Object(object) => object.values_mut().for_each(|item| texts(item, i)),
        _ => {}
    }
}

fn numbered(text: &str, i: u64) -> String {
    let fixed = |factor: f64| format!("{:.2}", i as f64 * factor);
    text.replace("${i}", &i.to_string())
        .replace("${i+1}", &(i + 1).to_string())
        .replace("${i%10}", &(i % 10).to_string())
        .replace("${fixed2(i*1.5)}", &fixed(1.5))
}

#[test]
fn items_are_numbered_and_placed() {
    let mut input = json!({"t": [{}], "generate": [
        {"into": "t[0].rows", "count": 12, "numbers": ["n"],
         "item": {"n": "${i}", "a": "${i+1}/${i%10} ${fixed2(i*1.5)}"}},
        {"into": "uri", "text": "x,", "repeat": "A", "times": 3}]});
    fill(&mut input);
    assert_eq!(input["t"][0]["rows"][11], json!({"n": 11, "a": "12/1 16.50"}));
    assert_eq!(input["uri"], "x,AAA");
    assert!(input.get("generate").is_none());
}
