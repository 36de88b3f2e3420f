//! Problems of a template's expressions that do not depend on the data (spec 7.9).

use std::collections::HashSet;

use reportctl_engine::budget::Meter;
use reportctl_engine::expr::report::property;
use reportctl_engine::expr::{Condition, Dialect, TextTemplate, catalog, lint};
use reportctl_engine::format::{page, pdf, table};
use reportctl_engine::problem::{Code, Problem, Result, Severity};
use reportctl_engine::suggest::Suggestions;
use reportctl_engine::template::field::Image;
use reportctl_engine::template::read::Node;
use reportctl_engine::template::scopes::{Compiled, Sees};
use reportctl_engine::template::source::{SourceField, TemplateSource};
use reportctl_engine::template::{Kind, Reading};
use reportctl_engine::value::Value;

/// Reports what is wrong with the expressions of a template.
///
/// # Errors
/// `timeLimit` from the budget.
pub(super) fn check(
    reading: &Reading<'_>,
    meter: &Meter<'_>,
    problems: &mut Vec<Problem>,
) -> Result<()> {
    let dialect = &reading.source.dialect;
    let suggestions = Suggestions::default();
    // Skips texts already reported as errors of the template.
    let refusals = reading.problems.iter().filter(|it| it.code == Code::ExtensionInvalid);
    let refused: HashSet<&str> = refusals.filter_map(|it| it.pointer.as_deref()).collect();
    for part in reading.template.scopes().parts {
        let table = part.field.filter(|field| matches!(field.kind, Kind::Table(_)));
        let formulas = table.into_iter().flat_map(|field| &field.replaced);
        let formulas: HashSet<&str> = formulas.map(TextTemplate::source).collect();
        for text in part.texts {
            // Editors write each formula into its cell as well; once is enough.
            let is_shown = text.sees != Sees::Nothing;
            if matches!(text.code, Compiled::Text(it) if is_shown && formulas.contains(it.source().trim()))
            {
                continue;
            }
            let found = match text.code {
                Compiled::Text(text) => lint::check_text(text, dialect, meter)?,
                Compiled::Condition(it) | Compiled::Key(it) => {
                    lint::check_condition(it, dialect, meter)?
                }
            };
            let pointer = text.code.pointer();
            for problem in found {
                if problem.severity == Severity::Error && refused.contains(pointer) {
                    continue;
                }
                let problem = problem.pointer(pointer).detail("property", property(pointer));
                let problem = match part.field {
                    Some(field) => problem.field(&*field.name),
                    None => problem,
                };
                problems.push(with_suggestion(with_token(problem), dialect, &suggestions));
            }
        }
    }
    Ok(())
}

/// Names the token of a template text, braces included.
fn with_token(problem: Problem) -> Problem {
    let token = problem.get("expression").and_then(|e| e.as_str()).filter(|e| e.starts_with('{'));
    match token.map(str::to_owned) {
        Some(token) => problem.detail("token", token),
        None => problem,
    }
}

/// Asks whether a function of a similar name was meant.
fn with_suggestion(problem: Problem, dialect: &Dialect, suggestions: &Suggestions) -> Problem {
    if problem.code != Code::UnknownFunction {
        return problem;
    }
    let name = problem.get("detail").and_then(|name| name.as_str()).unwrap_or_default();
    // The name of a function of extensions is right, only `extensions` is missing.
    let known = catalog::find(name).is_some() || matches!(name, "NOT" | "AND" | "OR");
    match suggestions.did_you_mean(name, || catalog::names(dialect).iter().copied()) {
        Some(question) if !known => problem.advice(question),
        _ => problem,
    }
}

/// Reports doubtful formulas of a template at their definition, not at their uses, and a password
/// that programs without extensions would leave out unnoticed. Syntax errors are reported when the
/// template is read.
///
/// # Errors
/// `timeLimit` from the budget.
pub(super) fn check_template(
    source: &TemplateSource<'_>,
    meter: &Meter<'_>,
    problems: &mut Vec<Problem>,
) -> Result<()> {
    if !source.dialect.is_extended() {
        return Ok(());
    }
    let formulas = source.root.get(page::DEFS.name);
    let names = formulas.iter().filter_map(|node| node.value.as_object()).flat_map(|it| it.keys());
    for formula in names.filter_map(|name| formulas.as_ref()?.get(name)) {
        let Some(text) = formula.value.as_str() else { continue };
        let condition = Condition::compile_in(text, &source.dialect);
        if condition.error().is_none() {
            let found = lint::check_condition(&condition, &source.dialect, meter)?;
            problems
                .extend(found.into_iter().map(|problem| problem.pointer(formula.pointer.clone())));
        }
    }
    let lock = source.root.get(page::PDF.name).and_then(|pdf| pdf.get(pdf::ENCRYPTION_KEY.name));
    let is_guard = |field: &SourceField<'_>| field.node.text("content") == Image::GUARD;
    if let Some(lock) = lock.filter(|_| !source.fields().any(is_guard)) {
        let message = "programs that know no extensions print this document without its password";
        problems.push(Problem::warning(Code::GuardMissing, message).pointer(lock.pointer).advice(
            format!(
                "add an image of 1 x 1 mm with `\"content\": \"{}\"`, at which they stop",
                Image::GUARD
            ),
        ));
    }
    Ok(())
}

/// Returns `true` if a table would print its tokens as they are: rows bound to nothing (spec 8.4
/// step 3).
pub(super) fn prints_tokens(field: &SourceField<'_>) -> bool {
    let rows = field.node.list(table::CONTENT.name);
    let cells = rows.iter().flat_map(Node::elements);
    cells.into_iter().any(|cell| match cell.value {
        Value::Text(text) => TextTemplate::compile(text).has_tokens(),
        _ => false,
    })
}
