//! Problems made of findings: the message of each, and the ones that matter.

use std::collections::{HashMap, HashSet};

use super::catalog;
use super::dialect::Dialect;
use super::findings::{Finding, Lack, Lacking};
use super::value::number_of_text;
use reportctl_base::problem::{Code, Problem, Severity, quoted};
use reportctl_base::suggest::Suggestions;

/// The paths that evaluation followed in vain, by the text that takes them.
#[derive(Debug, Default)]
pub struct Misses {
    all: Vec<Finding>,
    /// Keys by the pointer of the text that takes them.
    placed: HashMap<Box<str>, HashSet<Box<str>>>,
    /// Keys without a place: keys of items, and of texts that are in no template.
    anywhere: HashSet<Box<str>>,
}

impl Misses {
    fn new(all: Vec<Finding>) -> Self {
        let mut misses = Self { all, ..Self::default() };
        for finding in &misses.all {
            let Lack::Path(miss) = &finding.lack else { continue };
            let keys = match &finding.place {
                Some(place) => misses.placed.entry(place.pointer.clone()).or_default(),
                None => &mut misses.anywhere,
            };
            keys.insert(miss.key.clone());
        }
        misses
    }

    /// Returns `true` if every path led to a value.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns `true` if a path led to no value: in the text at a pointer, or, without one, in a
    /// text without a place.
    pub fn contains(&self, pointer: Option<&str>, key: &str) -> bool {
        match pointer {
            Some(pointer) => self.placed.get(pointer).is_some_and(|keys| keys.contains(key)),
            None => self.anywhere.contains(key),
        }
    }

    /// Misses with a place, as warnings without advice; each with its pointer and key.
    pub fn placed(&self) -> impl Iterator<Item = (&str, &str, Problem)> {
        let suggestions = Suggestions::default();
        self.all.iter().filter_map(move |finding| {
            let (Lack::Path(miss), Some(place)) = (&finding.lack, &finding.place) else {
                return None;
            };
            Some((
                &*place.pointer,
                &*miss.key,
                finding.to_problem(&Dialect::EXTENDED, &suggestions),
            ))
        })
    }
}

/// Parts findings into paths that led nowhere and all others.
pub fn split(findings: Vec<Finding>) -> (Misses, Vec<Finding>) {
    let (misses, others) =
        findings.into_iter().partition(|finding| matches!(finding.lack, Lack::Path(_)));
    (Misses::new(misses), others)
}

/// The findings of a document as warnings, each value of the data once.
pub fn problems(findings: Vec<Finding>, dialect: &Dialect) -> Vec<Problem> {
    let mut said = HashSet::new();
    let suggestions = Suggestions::default();
    let mut problems = Vec::with_capacity(findings.len());
    for finding in findings {
        let problem = finding.to_problem(dialect, &suggestions);
        // A value is wrong in one place of the data, however many texts show it.
        let is_of_template = matches!(finding.lack, Lack::Function(_) | Lack::Syntax(_));
        if is_of_template || said.insert(problem.message.clone()) {
            problems.push(problem);
        }
    }
    problems
}

impl Finding {
    fn to_problem(&self, dialect: &Dialect, suggestions: &Suggestions) -> Problem {
        let problem = match &self.lack {
            Lack::Function(name) => {
                let problem = unknown_function(name, None);
                let known = catalog::find(name).is_some() || matches!(&**name, "NOT" | "AND" | "OR");
                let names = || catalog::names(dialect).iter().copied();
                match suggestions.did_you_mean(name, names) {
                    Some(question) if !known => problem.advice(question),
                    _ => problem,
                }
            }
            Lack::Syntax(error) => {
                Problem { severity: Severity::Warning, ..error.to_problem() }
            }
            Lack::Path(miss) => {
                let message = format!("the data has no {}", quoted(&miss.key));
                Problem::warning(Code::MissingPath, message)
                    .advice("give data that has it")
                    .detail("path", &*miss.key)
            }
            Lack::Number(lacking) => {
                // A plain number is no number for the locale in which it was read.
                let plain = plain_number(&lacking.shown).filter(|plain| **plain != *lacking.shown);
                let advice = match plain {
                    Some(plain) => {
                        format!("write it as {}, or as a number without quotes", quoted(&plain))
                    }
                    None => "give a number, or put a condition before the calculation".to_owned(),
                };
                lacking.problem(Code::NotANumber, "number").advice(advice)
            }
            Lack::Shape { at, what, advice } => {
                Problem::warning(Code::DataShape, format!("{} {what}", quoted(at)))
                    .advice(advice.to_string())
                    .detail("path", &**at)
            }
            Lack::Date(lacking) => lacking
                .problem(Code::NotADate, "date")
                .advice("write it as `YYYY-MM-DD`, or say with the third argument of DATE how it is written"),
        };
        let Some(place) = &self.place else { return problem };
        let problem =
            problem.pointer(place.pointer.to_string()).detail("property", property(&place.pointer));
        match &place.field {
            Some(field) => problem.field(&**field),
            None => problem,
        }
    }
}

impl Lacking {
    fn problem(&self, code: Code, what: &str) -> Problem {
        let Self { of, list, shown } = self;
        let of_value = match (of, list) {
            (Some(of), Some(list)) => format!("{} of an item of {}", quoted(of), quoted(list)),
            (None, Some(list)) => format!("an item of {}", quoted(list)),
            (Some(of), None) => quoted(of),
            (None, None) => "a value".to_owned(),
        };
        let message = format!("{of_value} is {}, which is not a {what}", quoted(shown));
        Problem::warning(code, message).detail("path", of.as_deref().unwrap_or_default())
    }
}

/// A call of a function that does not exist, with its place in the text in characters.
pub(super) fn unknown_function(name: &str, position: Option<usize>) -> Problem {
    let message = match position {
        Some(position) => format!("there is no function {} (position {position})", quoted(name)),
        None => format!("there is no function {}", quoted(name)),
    };
    let known = catalog::find(name);
    let advice = match name {
        "NOT" | "AND" | "OR" => format!("put a blank after `{name}`"),
        _ if known.is_some_and(|entry| entry.extended) => {
            "it is a function of the extensions: add `\"extensions\": 1` to the template".to_owned()
        }
        _ => {
            let names = catalog::names(&Dialect::BASE).join(", ");
            format!("use one of {names}; a key with parentheses is written [\"…\"]")
        }
    };
    let problem =
        Problem::warning(Code::UnknownFunction, message).advice(advice).detail("detail", name);
    match position {
        Some(position) => problem.detail("position", position),
        None => problem,
    }
}

/// The name of a text in its field, such as `columns[1].formula`, from its pointer.
pub fn property(pointer: &str) -> String {
    let mut property = String::new();
    let parts: Vec<&str> = pointer.split('/').skip(1).collect();
    let is_field = |part: &&str| matches!(*part, "schemas" | "bindings");
    let start = match parts.iter().position(is_field) {
        Some(at) => at + 2,
        None => usize::from(parts.first() == Some(&"template")),
    };
    for part in parts.get(start..).unwrap_or_default() {
        let part = part.replace("~1", "/").replace("~0", "~");
        if !property.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) {
            property.push_str(&format!("[{part}]"));
        } else {
            if !property.is_empty() {
                property.push('.');
            }
            property.push_str(&part);
        }
    }
    property
}

/// Probable meaning of a number with groups or a decimal comma, such as `1.234,50`: the last of the
/// two signs stands before the decimals, also a comma alone.
fn plain_number(text: &str) -> Option<String> {
    let text: String = text.chars().filter(|c| !c.is_whitespace() && *c != '\'').collect();
    let plain = match (text.rfind(','), text.rfind('.')) {
        (Some(comma), Some(point)) if point > comma => text.replace(',', ""),
        (Some(_), _) => text.replace('.', "").replace(',', "."),
        (None, _) => text,
    };
    (!number_of_text(&plain).is_nan()).then_some(plain)
}
