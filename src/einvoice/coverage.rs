//! Terms that a map has, and those that a profile still lacks.

use std::collections::BTreeSet;

use en16931::validation::profile::Restriction;
use engine::format::EinvoiceProfile;
use engine::format::einvoice::{TERMS, Term, term};

use super::make::{DERIVED, level, rules};

/// A term of a profile.
pub(crate) struct Coverage {
    pub(crate) term: &'static Term,
    pub(crate) is_mapped: bool,
    /// The rule that demands it; nothing for what may be absent.
    pub(crate) rule: Option<String>,
}

impl Coverage {
    /// Returns `true` if the profile demands a term that is not mapped.
    pub(crate) fn is_lacking(&self) -> bool {
        self.rule.is_some() && !self.is_mapped
    }
}

/// The terms of a profile, in the order of the standard. `mapped`: identifiers that a map has; `has_currency`: `true`
/// if the template sets the currency.
pub(crate) fn coverage(
    profile: EinvoiceProfile,
    mapped: &BTreeSet<&str>,
    has_currency: bool,
) -> Vec<Coverage> {
    let level = level(profile);
    let is_mapped = |term: &Term| mapped.contains(term.id);
    let is_used = |group: &Term| {
        let inner = |term: &&&str| {
            let outer = self::term(term).and_then(Term::parent);
            std::iter::successors(outer, |outer| outer.parent()).any(|outer| outer == group)
        };
        // Reasons of exemptions may stand without a breakdown, which is then derived.
        let is_reason =
            |id: &&&str| matches!(**id, "BT-120" | "BT-121") && !mapped.contains("BG-23");
        mapped.iter().filter(|id| !is_reason(id)).any(|id| inner(&id))
    };
    // A term is demanded where its groups have to be there, or are.
    let is_needed = |term: &Term| {
        let groups = std::iter::successors(term.parent(), |group| group.parent());
        groups.into_iter().all(|group| group.cardinality.starts_with('1') || is_used(group))
    };
    let has_breakdown = is_used(&TERMS[BREAKDOWN]);
    let is_derived = |term: &Term| {
        DERIVED.contains(&term.id)
            || (term.id == "BT-5" && has_currency)
            || (term.group == "BG-23" && !has_breakdown)
    };
    let terms = TERMS.iter().filter(|term| !term.is_group() && term.level <= level);
    let all = terms.map(|term| {
        let own = (!term.rule.is_empty() && is_needed(term)).then_some(term.rule);
        let rule = own.or_else(|| further_rule(profile, term)).filter(|_| !is_derived(term));
        Coverage { term, is_mapped: is_mapped(term), rule: rule.map(str::to_owned) }
    });
    all.collect()
}

/// The rule by which a profile demands a term that the standard alone does not.
pub(super) fn further_rule(profile: EinvoiceProfile, term: &Term) -> Option<&'static str> {
    rules(profile).restrictions.iter().find_map(|restriction| match restriction {
        Restriction::Mandatory { id, term: needed } => {
            let number = format!("BT-{}", needed.term.0);
            // Payment instructions as a whole stand for their first term.
            let is_it = number == term.id || (needed.term.0 == 0 && term.id == "BT-81");
            is_it.then_some(*id)
        }
        _ => None,
    })
}

/// The place of BG-23 among the terms.
const BREAKDOWN: usize = 22;

#[cfg(test)]
mod tests {
    use super::*;

    fn lacking(profile: EinvoiceProfile, mapped: &[&str]) -> Vec<&'static str> {
        let mapped = mapped.iter().copied().collect();
        let all = coverage(profile, &mapped, true);
        all.iter().filter(|it| it.is_lacking()).map(|it| it.term.id).collect()
    }

    #[test]
    fn an_empty_map_lacks_what_the_profile_demands() {
        assert_eq!(TERMS[BREAKDOWN].id, "BG-23");
        let minimum = lacking(EinvoiceProfile::Minimum, &[]);
        assert_eq!(minimum, ["BT-1", "BT-2", "BT-3", "BT-27", "BT-40", "BT-44"]);
        let core = lacking(EinvoiceProfile::En16931, &[]);
        assert!(core.contains(&"BT-131") && !core.contains(&"BT-10"), "{core:?}");
        let german = lacking(EinvoiceProfile::XRechnung, &[]);
        assert!(german.contains(&"BT-10") && german.contains(&"BT-81"), "{german:?}");
    }

    #[test]
    fn a_group_that_is_used_demands_its_terms() {
        let lacks = |mapped: &[&str]| lacking(EinvoiceProfile::En16931, mapped).contains(&"BT-69");
        assert!(!lacks(&[]));
        assert!(lacks(&["BT-62"]));
        let breakdown = lacking(EinvoiceProfile::En16931, &["BT-116"]);
        assert!(breakdown.contains(&"BT-117"), "{breakdown:?}");
        let reason = lacking(EinvoiceProfile::En16931, &["BT-120"]);
        assert!(!reason.contains(&"BT-117"), "{reason:?}");
    }
}
