//! A template text and a condition of any content, and data of any shape.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reportctl::budget::{Budget, Meter};
use reportctl::expr::{Condition, Dialect, Env, Scope, TextTemplate, lint};
use reportctl::{Value, expr};

fuzz_target!(|input: (&str, &str)| {
    let (source, data) = input;
    let data = Value::from_json(data).unwrap_or_default();
    let meter = Meter::new(Budget { max_output_bytes: 1 << 24, ..Budget::default() });
    let env = Env::new(&meter, 2026);
    let scope = Scope { value: &data, extra: &[("pageNumber", 1.0)], env: &env, names: None };
    let template = TextTemplate::compile(source);
    let _ = template.render(&scope, &mut String::new());
    let _ = lint::check_text(&template, &Dialect::BASE, &meter);
    let _ = lint::loose_braces(source);
    let condition = Condition::compile(source);
    let _ = condition.holds(&scope);
    let _ = lint::check_condition(&condition, &Dialect::BASE, &meter);
    if let Err(error) = expr::parse(source) {
        assert!(error.position.is_none_or(|at| at <= source.chars().count()));
        let _ = error.to_problem().to_string();
    }
});
