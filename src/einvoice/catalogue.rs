//! The terms of EN 16931 for programs that show them, as `docs/einvoice-terms.json` has them.

use engine::format::einvoice::{INVOICE, LANGUAGES, TERMS, Term, names};
use engine::format::{Choose, EinvoiceProfile};
use serde_json::{Map, Value as Json, json};

use super::coverage::further_rule;
use super::make::{DERIVED, level};

/// Groups and terms with their names by language, and what each profile demands of them. Levels are numbers: a profile
/// has the terms of its own and of lower levels.
pub fn catalogue() -> Json {
    let profiles = EinvoiceProfile::CHOICES.iter().filter_map(|choice| {
        let profile = EinvoiceProfile::named(choice.name)?;
        Some((choice.name.to_owned(), of_profile(profile)))
    });
    let preset: Json = serde_json::from_str(INVOICE).unwrap_or_default();
    json!({
        "profiles": profiles.collect::<Map<_, _>>(),
        "derived": DERIVED,
        "presets": { "invoice": preset },
        "terms": TERMS.iter().map(of_term).collect::<Vec<_>>(),
    })
}

/// The level of a profile, and the rules by which it demands terms that the standard alone does not.
fn of_profile(profile: EinvoiceProfile) -> Json {
    let rules = TERMS.iter().filter(|term| !term.is_group()).filter_map(|term| {
        let rule = further_rule(profile, term)?;
        Some((term.id.to_owned(), Json::from(rule)))
    });
    json!({ "level": level(profile) as u8, "rules": rules.collect::<Map<_, _>>() })
}

fn of_term(term: &Term) -> Json {
    let mut all = Map::new();
    all.insert("en".to_owned(), term.name.into());
    for (language, name) in LANGUAGES.iter().zip(names(term.id).into_iter().flatten()) {
        all.insert((*language).to_owned(), (*name).into());
    }
    let mut json = json!({
        "id": term.id,
        "cardinality": term.cardinality,
        "level": term.level as u8,
        "names": all,
    });
    let optional = [
        ("group", term.group),
        ("type", term.kind.map_or("", |kind| kind.name())),
        ("rule", term.rule),
    ];
    for (key, value) in optional.into_iter().filter(|(_, value)| !value.is_empty()) {
        json[key] = value.into();
    }
    json
}
