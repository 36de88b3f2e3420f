//! Required terms: terms of cardinality 1 in the groups that are present.

use engine::format::einvoice::{TERMS, Term, TermLevel};
use engine::problem::Problem;
use engine::resolve::einvoice::MappedInvoice;

use super::terms::{Origins, Terms, place};
use crate::einvoice::codes::EINVOICE_RULE;

/// Terms that are derived where they are not mapped.
pub(in crate::einvoice) const DERIVED: [&str; 5] =
    ["BT-24", "BT-106", "BT-109", "BT-112", "BT-115"];

/// The terms that a profile needs and the data does not give.
pub(super) fn missing(mapped: &MappedInvoice, level: TermLevel, origins: &Origins) -> Vec<Problem> {
    let document = Terms::of(mapped, origins);
    let mut found = Vec::new();
    for term in TERMS.iter().filter(|term| !term.rule.is_empty() && term.level <= level) {
        for terms in occurrences(&document, term.list()) {
            let is_given = terms.text(term.id).is_some()
                || (DERIVED.contains(&term.id) && !terms.is_mapped(term.id))
                || (term.id == "BT-5" && mapped.currency.is_some());
            if is_given || !is_needed(term, &terms) {
                continue;
            }
            let at = place(&terms.place, term);
            let message = format!("{} at {at}: {} ({}) is missing", term.rule, term.name, term.id);
            let problem =
                Problem::new(EINVOICE_RULE, message).detail("rule", term.rule).detail("terms", at);
            found.push(origins.stand(problem, mapped));
        }
    }
    found
}

/// The groups that a list around a term has: the document itself where there is none.
fn occurrences<'a>(document: &Terms<'a>, list: Option<&'static Term>) -> Vec<Terms<'a>> {
    match list {
        None => vec![document.clone()],
        Some(list) => {
            let outer = occurrences(document, list.list());
            outer.iter().flat_map(|terms| terms.groups(list.id)).collect()
        }
    }
}

/// Returns `true` if the groups around a term, up to the next list, are present or have to be.
fn is_needed(term: &'static Term, terms: &Terms<'_>) -> bool {
    let groups = std::iter::successors(term.parent(), |group| group.parent());
    groups
        .take_while(|group| !group.is_list())
        .all(|group| group.cardinality.starts_with('1') || terms.has(group.id))
}
