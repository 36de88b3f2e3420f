//! The opt-in to the extensions (spec 20.0): the level that a template asks for, and the keys that
//! do nothing because it asks for none.

use super::read::{Context, Node, invalid};
use super::source::TemplateSource;
use crate::expr::{Dialect, Fault, Reserved};
use crate::format::{Key, Object, Type, field, page};
use crate::number::text::number_to_text;
use crate::problem::{Code, Problem, Result};
use crate::suggest::listed;
use crate::value::{Value, number_to_json};

/// The highest level that this program reads.
pub const SUPPORTED: u32 = 1;

/// The language of the level that a template asks for, before its formulas are known.
///
/// # Errors
/// `extensionsInvalid` and `extensionsTooNew`.
pub(super) fn level(template: &Value) -> Result<Dialect> {
    match template.get(page::EXTENSIONS.name) {
        None | Some(Value::Null) => Ok(Dialect::BASE),
        Some(Value::Number(level)) if level.fract() == 0.0 && *level >= 1.0 => {
            if *level > f64::from(SUPPORTED) {
                return Err(too_new(*level));
            }
            Ok(Dialect::EXTENDED)
        }
        Some(other) => {
            let problem = invalid("/template/extensions".to_owned(), "1", other);
            Err(Problem { code: Code::ExtensionsInvalid, ..problem })
        }
    }
}

fn too_new(found: f64) -> Problem {
    let shown = number_to_text(found);
    let message = format!(
        "the template uses level {shown} of the extensions, but this program knows level {SUPPORTED}"
    );
    Problem::new(Code::ExtensionsTooNew, message)
        .pointer("/template/extensions")
        .advice("use a newer reportctl")
        .detail("found", number_to_json(found))
        .detail("supported", SUPPORTED)
}

/// Dialect of the expressions of a template: with `extensions`, further functions and the
/// formulas that the template names.
pub(super) fn dialect(root: &Node<'_>, context: &mut Context) -> Dialect {
    if !context.dialect.is_extended() {
        return Dialect::BASE;
    }
    let localized = root.get("locale").is_some();
    let Some(node) = root.extension(&page::DEFS, context) else {
        return Dialect::EXTENDED.with_locale(localized);
    };
    let mut sources = Vec::new();
    for (name, value) in node.value.as_object().into_iter().flat_map(|object| object.iter()) {
        let Some(source) = value.as_str() else { continue };
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let is_name = name.starts_with(char::is_alphabetic) && name.chars().all(word);
        if !is_name || Reserved::named(&name.to_lowercase()).is_some() {
            let expected = "a name of letters, digits and `_` that is not one of chapter 20.0.5";
            let pointer = node.get(name).map(|node| node.pointer).unwrap_or_default();
            context.invalid(pointer, expected, &Value::from(&serde_json::Value::from(name)));
        } else {
            sources.push((name, source));
        }
    }
    let (dialect, faults) = Dialect::with_definitions(&sources, &node.pointer);
    for (name, fault) in faults {
        let pointer = node.get(&name).map(|node| node.pointer).unwrap_or_default();
        let problem = match fault {
            Fault::Syntax(error) => error.to_problem(),
            Fault::Cycle(round) => {
                let names = round.iter().chain(round.first()).map(|name| format!("`${name}`"));
                let names = names.collect::<Vec<_>>().join(" uses ");
                Problem::new(
                    Code::ExpressionCycle,
                    format!("the formula `{name}` uses itself: {names}"),
                )
                .advice("write one of the formulas without the others")
                .detail("names", round)
            }
        };
        context.problems.push(problem.pointer(pointer));
    }
    dialect.with_locale(localized)
}

/// Warns of keys that need `extensions` in a template without it.
pub(super) fn without_opt_in(source: &TemplateSource<'_>) -> Option<Problem> {
    let mut found = Found::default();
    for design in &source.designs {
        found.look(&design.node, &page::DESIGN, None);
        found.look(&design.node, &page::TEMPLATE, None);
    }
    for field in source.fields() {
        found.look(&field.node, field::FIELDS.common, Some(&field.name));
        if let Some(object) = field::FIELDS.of(field.kind) {
            found.look(&field.node, object, Some(&field.name));
        }
    }
    found.problem()
}

/// Keys of extensions that are written somewhere.
#[derive(Default)]
struct Found {
    first: Option<(String, Option<String>)>,
    names: Vec<&'static str>,
}

impl Found {
    fn look(&mut self, node: &Node<'_>, object: &'static Object, field: Option<&str>) {
        let Some(written) = node.value.as_object() else { return };
        for name in written.keys() {
            let Some(key) = object.own_keys().find(|key| key.name == name) else { continue };
            let value = || node.get(key.name);
            if key.extension {
                if let Some(node) = value() {
                    self.add(key, node.pointer, field);
                }
            } else if let Type::List(Type::Nullable(Type::Object(inner))) = key.ty
                && let Some(list) = value()
            {
                list.elements().iter().for_each(|element| self.look(element, inner, field));
            }
        }
    }

    fn add(&mut self, key: &'static Key, pointer: String, field: Option<&str>) {
        if self.first.is_none() {
            self.first = Some((pointer, field.map(str::to_owned)));
        }
        if !self.names.contains(&key.name) {
            self.names.push(key.name);
        }
    }

    fn problem(self) -> Option<Problem> {
        let (pointer, field) = self.first?;
        let keys = listed(self.names.iter().copied());
        let verb = if self.names.len() == 1 { "is" } else { "are" };
        let message = format!("{keys} {verb} ignored: the template does not ask for extensions");
        let mut problem = Problem::warning(Code::ExtensionsAbsent, message)
            .pointer(pointer)
            .advice("add `\"extensions\": 1` to the template, or remove what is ignored")
            .detail("keys", self.names.iter().copied().collect::<serde_json::Value>());
        problem.field = field;
        Some(problem)
    }
}
