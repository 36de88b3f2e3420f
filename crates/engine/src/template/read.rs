//! Reading JSON with its place: every value knows its pointer, problems are collected.
//!
//! The rule of tolerance (spec 2.4): `null` equals absent; a structural value of the wrong type
//! is a template error; an optional styling value of the wrong type counts as absent.

use std::fmt::Write;

use crate::problem::{Code, Problem};
use crate::value::Value;

/// What is collected while reading.
#[derive(Default)]
pub(super) struct Context {
    pub(super) problems: Vec<Problem>,
    /// Name of the field being read, for messages.
    pub(super) field: Option<String>,
}

impl Context {
    /// Notes a value of the wrong type.
    pub(super) fn wrong_type(&mut self, node: &Node<'_>, what: &str) {
        let received = node.value.type_name();
        let message = format!("{what}, not {}", node.value.type_phrase());
        let mut problem = Problem::new(Code::InvalidTemplate, message)
            .pointer(node.pointer.clone())
            .detail("receivedType", received);
        problem.field.clone_from(&self.field);
        self.problems.push(problem);
    }
}

/// A value and where it stands.
#[derive(Clone)]
pub(super) struct Node<'a> {
    pub(super) value: &'a Value,
    pub(super) pointer: String,
}

impl<'a> Node<'a> {
    pub(super) fn root(value: &'a Value, pointer: &str) -> Self {
        Self { value, pointer: pointer.to_owned() }
    }

    /// The value of a key; nothing when it is absent or `null`.
    pub(super) fn get(&self, key: &str) -> Option<Self> {
        let value = self.value.get(key)?;
        Some(Self { value, pointer: format!("{}/{key}", self.pointer) })
    }

    fn element(&self, index: usize, value: &'a Value) -> Self {
        let mut pointer = String::with_capacity(self.pointer.len() + 4);
        let _ = write!(pointer, "{}/{index}", self.pointer);
        Self { value, pointer }
    }

    /// The elements of an array; a problem when it is none.
    pub(super) fn array(&self, context: &mut Context) -> Option<Vec<Self>> {
        match self.value {
            Value::Array(items) => {
                Some(items.iter().enumerate().map(|(i, item)| self.element(i, item)).collect())
            }
            _ => {
                let key = self.pointer.rsplit('/').next().unwrap_or_default();
                context.wrong_type(self, &format!("`{key}` must be a list"));
                None
            }
        }
    }

    /// The elements of the array under a key; none when absent.
    pub(super) fn list(&self, key: &str, context: &mut Context) -> Vec<Self> {
        self.get(key).and_then(|node| node.array(context)).unwrap_or_default()
    }

    /// The text under a key; a problem when it is of another type.
    pub(super) fn text(&self, key: &str, context: &mut Context) -> Option<String> {
        let node = self.get(key)?;
        match node.value {
            Value::Text(text) => Some(text.to_string()),
            _ => {
                context.wrong_type(&node, &format!("`{key}` must be a text"));
                None
            }
        }
    }

    /// The text under a styling key; nothing when it is of another type.
    pub(super) fn style(&self, key: &str) -> Option<&'a str> {
        self.value.get(key).and_then(Value::as_str)
    }

    /// A length that every field has; a problem when it is missing or no number.
    pub(super) fn length(&self, key: &str, context: &mut Context) -> f64 {
        match self.value.get(key) {
            Some(Value::Number(number)) if number.is_finite() => *number,
            other => {
                let received = other.map_or("missing", Value::type_name);
                let found = other.map_or("missing", Value::type_phrase);
                let mut problem = Problem::new(
                    Code::InvalidTemplate,
                    format!("`{key}` must be a number of millimetres, but is {found}"),
                )
                .pointer(format!("{}/{key}", self.pointer))
                .detail("receivedType", received);
                problem.field.clone_from(&context.field);
                context.problems.push(problem);
                0.0
            }
        }
    }

    /// A finite number under a styling key.
    pub(super) fn number(&self, key: &str) -> Option<f64> {
        self.value.get(key).and_then(Value::as_f64).filter(|number| number.is_finite())
    }

    /// A finite number under a styling key, or the default.
    pub(super) fn number_or(&self, key: &str, default: f64) -> f64 {
        self.number(key).unwrap_or(default)
    }
}
