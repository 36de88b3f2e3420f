//! The texts of the template itself, outside of fields: metadata of the PDF, and what it requires.

use reportctl_engine::expr::{Condition, TextTemplate, lint};
use reportctl_engine::format::{Object, Scope, Type, page, pdf};
use reportctl_engine::problem::{Code, Problem};
use reportctl_engine::template::field::Image;
use reportctl_engine::template::read::Node;
use reportctl_engine::template::source::Source;

/// Reports what is wrong with the expressions of `require` and of the object `pdf`, and a password that programs
/// without extensions would leave out unnoticed.
pub(super) fn check(template: &Node<'_>, source: &Source<'_>, problems: &mut Vec<Problem>) {
    formulas(template, source, problems);
    if source.dialect.is_extended() {
        for node in template.list(page::REQUIRE.name) {
            texts(&node, &page::REQUIREMENT, source, problems);
        }
    }
    let Some(node) = template.get(page::PDF.name).filter(|_| source.dialect.is_extended()) else {
        return;
    };
    texts(&node, &pdf::PDF, source, problems);
    let is_guard = |content: &str| content == Image::GUARD;
    let guarded = source.fields().any(|field| is_guard(field.node.text("content")));
    if let Some(lock) = node.get(pdf::ENCRYPTION_KEY.name).filter(|_| !guarded) {
        let message = "programs that know no extensions print this document without its password";
        problems.push(Problem::warning(Code::GuardMissing, message).pointer(lock.pointer).advice(
            format!(
                "add an image of 1 x 1 mm with `\"content\": \"{}\"`, at which they stop",
                Image::GUARD
            ),
        ));
    }
}

/// Reports what is doubtful in the formulas that the template names, there and not where they are
/// used. What cannot be read is reported when the template is read.
fn formulas(template: &Node<'_>, source: &Source<'_>, problems: &mut Vec<Problem>) {
    let Some(node) = template.get(page::DEFS.name).filter(|_| source.dialect.is_extended()) else {
        return;
    };
    for name in node.value.as_object().into_iter().flat_map(|object| object.keys()) {
        let Some(formula) = node.get(name) else { continue };
        let Some(text) = formula.value.as_str() else { continue };
        let condition = Condition::compile_in(text, &source.dialect);
        if condition.error().is_none() {
            let found = lint::check_condition(&condition, &source.dialect).into_iter();
            problems.extend(found.map(|problem| problem.pointer(formula.pointer.clone())));
        }
    }
}

fn texts(node: &Node<'_>, object: &Object, source: &Source<'_>, problems: &mut Vec<Problem>) {
    for key in object.all_keys() {
        let Some(value) = node.get(key.name) else { continue };
        match (key.expressions, key.ty) {
            (Some(scope), _) => {
                let text = value.value.as_str().unwrap_or_default();
                let found = match scope {
                    Scope::Condition => lint::check_condition(
                        &Condition::compile_in(text, &source.dialect),
                        &source.dialect,
                    ),
                    _ => lint::check_text(
                        &TextTemplate::compile_in(text, &source.dialect),
                        &source.dialect,
                    ),
                };
                problems.extend(found.into_iter().map(|p| p.pointer(value.pointer.clone())));
            }
            (None, Type::Object(object)) => texts(&value, object, source, problems),
            (None, Type::List(Type::Object(object))) => {
                value
                    .elements()
                    .iter()
                    .for_each(|element| texts(element, object, source, problems));
            }
            _ => {}
        }
    }
}
