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

/// The terms of a profile, in the order of the standard. `mapped`: identifiers that a map has;
/// `has_currency`: whether the template says the currency.
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
        mapped.iter().any(|id| inner(&id))
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
    let restrictions = rules(profile).restrictions;
    let all = terms.map(|term| {
        let own = (!term.rule.is_empty() && is_needed(term)).then(|| term.rule.to_owned());
        let further = restrictions.iter().find_map(|restriction| match restriction {
            Restriction::Mandatory { id, term: needed } => {
                let number = format!("BT-{}", needed.term.0);
                // Payment instructions as a whole stand for their first term.
                let is_it = number == term.id || (needed.term.0 == 0 && term.id == "BT-81");
                is_it.then(|| (*id).to_owned())
            }
            _ => None,
        });
        let rule = own.or(further).filter(|_| !is_derived(term));
        Coverage { term, is_mapped: is_mapped(term), rule }
    });
    all.collect()
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
    }
}
