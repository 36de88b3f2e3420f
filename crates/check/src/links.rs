//! Links that lead nowhere, whatever the data (spec 20.10.2).

use std::collections::HashSet;

use reportctl_engine::expr::TextTemplate;
use reportctl_engine::format::field;
use reportctl_engine::link;
use reportctl_engine::problem::{Code, Problem};
use reportctl_engine::suggest::Suggestions;
use reportctl_engine::template::Template;

/// Reports links whose whole address stands in the template and leads nowhere.
pub(super) fn check(template: &Template, problems: &mut Vec<Problem>) {
    let ids: HashSet<&str> = template.fields().map(|field| field.id.as_str()).collect();
    let suggestions = Suggestions::default();
    for field in template.fields() {
        let link = field.placing.as_ref().and_then(|placing| placing.link.as_ref());
        let Some(address) = link.and_then(TextTemplate::as_literal).map(str::trim) else {
            continue;
        };
        if address.is_empty() || link::is_known(address) {
            continue;
        }
        let (message, advice) = match address.strip_prefix('#') {
            Some(id) if ids.contains(id) => continue,
            Some(id) => {
                // In the order of the template.
                let known = || template.fields().map(|field| field.id.as_str());
                let advice = suggestions.did_you_mean(id, known);
                (format!("the link leads to the field `{id}`, which does not exist"), advice)
            }
            None => (format!("`{address}` is not an address that links may lead to"), None),
        };
        let problem = Problem::warning(Code::LinkDropped, message)
            .field(&field.name)
            .pointer(format!("{}/{}", field.pointer, field::LINK.name));
        problems.push(match advice {
            Some(advice) => problem.advice(advice),
            None => problem.advice(Code::LinkDropped.fix()),
        });
    }
}
