//! Findings of a template checker for one expression, one field or one binding.

use reportctl::expr::{self, TextTemplate};
use reportctl::problem::Severity;
use reportctl::{Budget, Code, Problem, check};
use serde_json::{Value as Json, json};

use super::document::value;
use super::operations::{field, text};

/// Result of an operation of `lint`.
pub(super) fn run(op: &str, input: &Json) -> Json {
    match op {
        "suspiciousOperator" => suspicious_operator(text(&input["expression"])),
        "templateSuspiciousOperators" => suspicious_tokens(text(&input["template"])),
        "schemaProblems" => {
            let problems = problems_of(&input["schema"], &input["binding"]);
            problems
                .iter()
                .filter(|problem| problem.get("property").is_some())
                .map(reported)
                .collect()
        }
        "fieldWarning" => {
            let problems = problems_of(&input["schema"], &input["binding"]);
            problems.first().map_or(Json::Null, reported)
        }
        "filterIncomplete" => json!(filter_incomplete(&input["binding"])),
        _ => panic!("no operation `{op}`"),
    }
}

fn suspicious_operator(expression: &str) -> Json {
    let found = expr::lint::suspicious_operators(expression);
    let first = found.first();
    json!({"suspicious": first.is_some(), "operator": first.map(|found| found.operator),
        "ident": first.map(|found| found.name)})
}

fn suspicious_tokens(template: &str) -> Json {
    let template = TextTemplate::compile(template);
    let suspicious =
        |token: &&str| !expr::lint::suspicious_operators(&token[1..token.len() - 1]).is_empty();
    let tokens: Vec<&str> = template.tokens().map(|t| t.token).filter(suspicious).collect();
    json!({"tokens": tokens})
}

/// Everything that is said of a field, alone on a page, with its binding.
fn problems_of(schema: &Json, binding: &Json) -> Vec<Problem> {
    let template = json!({"page": {"width": 210, "height": 297}, "schemas": [schema]});
    let bindings = match binding {
        Json::Null => json!([]),
        binding => json!([binding]),
    };
    check::template(&value(&template), &value(&bindings), Budget::default()).unwrap()
}

/// A problem in the words of the vectors, where every syntax error is of one kind.
fn reported(problem: &Problem) -> Json {
    let syntax = (Code::Incomplete..=Code::TooDeep).contains(&problem.code);
    let kind = if syntax { "expressionSyntax" } else { problem.code.as_str() };
    let severity = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    json!({"kind": kind, "severity": severity, "field": problem.get("property"),
        "expression": problem.get("expression")})
}

fn filter_incomplete(binding: &Json) -> bool {
    let kind = match text(&binding["type"]) {
        "chart" => "chart",
        "array" => "table",
        _ => "text",
    };
    let name = binding["schemaName"].as_str().unwrap_or("field");
    let problems = problems_of(&field(kind, name, &json!({})), binding);
    problems.iter().any(|problem| problem.code == Code::IncompleteFilter)
}
