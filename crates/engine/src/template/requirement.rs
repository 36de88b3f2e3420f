//! Conditions without which there is no document (spec 20.9.6).

use super::read::{Context, Node};
use crate::expr::{Condition, TextTemplate};
use crate::format::page;

/// A condition without which there is no document.
pub struct Requirement {
    /// The condition, over the document.
    pub that: Condition,
    /// Message with the reason why there is no document.
    pub message: TextTemplate,
    /// JSON pointer of the condition in the template.
    pub pointer: String,
}

impl Requirement {
    /// The list `require` of a template.
    pub(super) fn read_all(template: &Node<'_>, context: &mut Context) -> Vec<Self> {
        let list = template.extension(&page::REQUIRE, context).map(|list| list.elements());
        let mut all = Vec::new();
        for node in list.iter().flatten() {
            let message = node.required(&page::MESSAGE, context);
            if let (Some(that), Some(message)) = (node.required(&page::THAT, context), message) {
                let pointer = format!("{}/{}", node.pointer, page::THAT.name);
                // One that cannot be read would hold never, or refuse nothing.
                let that = context.key_expression(&pointer, &that);
                let place = format!("{}/{}", node.pointer, page::MESSAGE.name);
                all.push(Self { that, message: context.compile(&message, &place), pointer });
            }
        }
        all
    }
}
