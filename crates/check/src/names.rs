//! Names, ids and sections that do not add up (spec 2.2, 3, 9.1, 9.7).

use std::collections::HashMap;

use reportctl_engine::format::Position;
use reportctl_engine::format::field::POSITION;
use reportctl_engine::problem::{Code, Problem, quoted};
use reportctl_engine::suggest::nearest;
use reportctl_engine::template::scopes::MOST_NESTED;
use reportctl_engine::template::source::{SourceDesign, SourceField, TemplateSource};
use reportctl_engine::template::zone::Zone;
use reportctl_engine::template::{self, Kind, Template};

/// Largest number of members, and of sections, that are compared: enough for what a person reads,
/// and no work that grows with the square of the template.
const MOST_SUGGESTIONS: usize = 100;

/// Reports fields that share a name or an id.
pub(super) fn check_duplicates(source: &TemplateSource<'_>, problems: &mut Vec<Problem>) {
    type Part = for<'f, 'a> fn(&'f SourceField<'a>) -> &'f str;
    let parts: [(&str, Part); 2] = [("name", |field| &field.name), ("id", |field| &field.id)];
    for (key, part) in parts {
        let mut first: HashMap<&str, &SourceField<'_>> = HashMap::new();
        for field in source.fields().filter(|field| !part(field).is_empty()) {
            let value = part(field);
            let Some(other) = first.get(value) else {
                first.insert(value, field);
                continue;
            };
            let message = format!("another field has the same {key}, {}", quoted(value));
            let advice = match key {
                "name" => "rename one of them; fields of one name share their bindings",
                _ => "give each field an id of its own; members find their section by it",
            };
            problems.push(
                Problem::warning(Code::DuplicateName, message)
                    .field(&*field.name)
                    .pointer(format!("{}/{key}", field.node.pointer))
                    .advice(advice)
                    .detail(key, value)
                    .detail("other", other.node.pointer.as_str()),
            );
        }
    }
}

/// Reports members without a section.
pub(super) fn check_sections(
    design: &SourceDesign<'_>,
    source: &TemplateSource<'_>,
    problems: &mut Vec<Problem>,
) {
    let is_section = |field: &&SourceField<'_>| field.kind == "section" && !field.id.is_empty();
    let mut ids: HashMap<&str, &SourceField<'_>> = HashMap::new();
    let mut names: HashMap<&str, &SourceField<'_>> = HashMap::new();
    for section in design.fields.iter().filter(is_section) {
        ids.entry(&section.id).or_insert(section);
        names.entry(&section.name).or_insert(section);
    }
    let mut suggestions = MOST_SUGGESTIONS;
    for field in design.fields.iter().filter(|field| !field.section_id.is_empty()) {
        if source.dialect.is_extended() && stands_on_page(field) {
            continue;
        }
        let id = &*field.section_id;
        if ids.contains_key(id) {
            continue;
        }
        let named = names.get(id);
        let elsewhere = source.field_with_id(id);
        suggestions = suggestions.saturating_sub(1);
        let near = || {
            let known = design.fields.iter().filter(is_section).map(|section| &*section.id);
            (suggestions > 0).then(|| nearest(id, known.take(MOST_SUGGESTIONS))).flatten()
        };
        let advice = match (named, elsewhere) {
            (Some(section), _) => {
                format!("`sectionId` takes the id of the section, which is `{}`", section.id)
            }
            (None, Some(other)) if other.kind == "section" => {
                format!("section `{}` is on another page design; both must be on one", other.name)
            }
            (None, Some(other)) => format!("{} has this id, but is no section", other.label()),
            (None, None) => match near() {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "give it the id of a section of its page, or remove `sectionId`".to_owned(),
            },
        };
        problems.push(
            Problem::warning(
                Code::UnknownSection,
                format!("there is no section {}, so the field is never drawn", quoted(id)),
            )
            .field(&*field.name)
            .pointer(format!("{}/sectionId", field.node.pointer))
            .advice(advice)
            .detail("value", id),
        );
    }
}

/// Returns `true` if a field stands on the page, and so is a member of no section.
pub(super) fn stands_on_page(field: &SourceField<'_>) -> bool {
    field.node.text(POSITION.name) == Position::Page.name()
}

/// Reports sections that draw nothing: nested ones, and those in repeating bands.
pub(super) fn check_silent_sections(template: &Template, problems: &mut Vec<Problem>) {
    for design in &template.designs {
        let nesting = Nesting::of(design);
        let sections = design.fields.iter().filter(|field| matches!(field.kind, Kind::Section(_)));
        for section in sections {
            let zone = Zone::of(section, design);
            let depth = nesting.depth(section);
            let (message, advice, pointer) = if depth.is_some_and(|depth| depth > 1) {
                match depth {
                    Some(depth) if depth > MOST_NESTED => (
                        format!("the section lies {depth} deep in others, and draws nothing"),
                        "nest at most 4 sections",
                        format!("{}/sectionId", section.pointer),
                    ),
                    _ => continue,
                }
            } else if section.section_id.is_some()
                && depth.is_none()
                && template.dialect.is_extended()
            {
                (
                    "a section inside a section that is kept whole draws nothing".to_owned(),
                    "give the outer section `breakInside`: `auto` and no `columns`",
                    format!("{}/sectionId", section.pointer),
                )
            } else if section.section_id.is_some() {
                (
                    "a section inside a section draws nothing".to_owned(),
                    "use a table for the inner list, or place the section on its own",
                    format!("{}/sectionId", section.pointer),
                )
            } else if zone.repeats() {
                (
                    format!("a section in the {} draws nothing", band_name(zone)),
                    "move the section, with its members, into the body",
                    section.pointer.clone(),
                )
            } else {
                continue;
            };
            problems.push(
                Problem::warning(Code::NeverDrawn, message)
                    .field(&section.name)
                    .pointer(pointer)
                    .advice(advice),
            );
        }
    }
}

/// The sections that lie in others whose repetitions may continue on the next page.
struct Nesting<'t> {
    sections: HashMap<&'t str, &'t template::Field>,
}

impl<'t> Nesting<'t> {
    fn of(design: &'t template::Design) -> Self {
        let sections = design.fields.iter().filter(|field| matches!(field.kind, Kind::Section(_)));
        let mut by_id = HashMap::new();
        for section in sections {
            by_id.entry(section.id.as_str()).or_insert(section);
        }
        Self { sections: by_id }
    }

    /// The level of a section, 1 in the body; nothing where it is not reached.
    fn depth(&self, section: &template::Field) -> Option<usize> {
        let mut depth = 1;
        let mut section = section;
        while let Some(id) = &section.section_id {
            section = self.sections.get(id.as_str())?;
            let Kind::Section(outer) = &section.kind else { return None };
            depth += 1;
            if !outer.breaks() || depth > self.sections.len() {
                return None;
            }
        }
        Some(depth)
    }
}

/// A repeating band as messages call it.
pub(super) fn band_name(zone: Zone) -> &'static str {
    match zone {
        Zone::Header => "header band",
        Zone::Footer => "footer band",
        Zone::MarginLeft => "left margin",
        Zone::MarginRight => "right margin",
        Zone::Page => "page",
        Zone::Body => "body",
    }
}
