//! The body of a page design as one vertical sequence (spec 9.3).

use std::collections::HashMap;

use crate::budget::Meter;
use crate::problem::Result;
use crate::template::scopes::MOST_NESTED;
use crate::template::zone::Zone;
use crate::template::{Design, Field, Kind};

/// Something that takes its place in the flow.
pub enum FlowItem<'a> {
    /// Fields of exactly one `y`, side by side.
    Row {
        /// Their common top.
        y: f64,
        /// The largest of their heights.
        height: f64,
        /// The first of the fields.
        first: &'a Field,
        /// The fields, in the order of `schemas`.
        fields: Vec<&'a Field>,
    },
    /// A table, alone.
    Table(&'a Field),
    /// A section, alone, with its members by authored `y`.
    Section {
        /// The section.
        field: &'a Field,
        members: Vec<&'a Field>,
        /// The same from top to bottom, where its repetitions may continue on the next page.
        flow: Vec<FlowItem<'a>>,
    },
}

impl<'a> FlowItem<'a> {
    /// Authored top.
    pub fn y(&self) -> f64 {
        match self {
            Self::Row { y, .. } => *y,
            Self::Table(field) | Self::Section { field, .. } => field.y,
        }
    }

    /// Its fields, those inside sections left out.
    pub fn fields(&self) -> &[&'a Field] {
        match self {
            Self::Row { fields, .. } => fields,
            Self::Table(field) | Self::Section { field, .. } => std::slice::from_ref(field),
        }
    }

    /// The first of its fields, which stands for it in messages.
    pub(super) fn first_field(&self) -> &'a Field {
        match self {
            Self::Row { first, .. } => first,
            Self::Table(field) | Self::Section { field, .. } => field,
        }
    }

    /// Returns `true` if a field asks for page breaks, or to stay with others.
    pub(super) fn has_rules(&self) -> bool {
        self.fields().iter().any(|field| field.placing.is_some())
    }

    /// Authored bottom.
    pub fn bottom(&self) -> f64 {
        match self {
            Self::Row { y, height, .. } => y + height,
            Self::Table(field) | Self::Section { field, .. } => field.y + field.height,
        }
    }
}

/// The body items of a design, from top to bottom.
///
/// # Errors
/// `memoryLimit` and `timeLimit` from the budget: sections that share an id have the same members.
pub fn collect<'a>(design: &'a Design, meter: &Meter<'_>) -> Result<Vec<FlowItem<'a>>> {
    let members = members(design);
    let mut body: Vec<&Field> = design
        .fields
        .iter()
        .filter(|field| field.section_id.is_none() && Zone::of(field, design) == Zone::Body)
        .collect();
    body.sort_by(|a, b| a.y.total_cmp(&b.y));
    items(&body, &members, &mut Vec::new(), meter)
}

/// Fields by `y` as a sequence. `around`: ids of the sections around them, of which there are at most
/// [`MOST_NESTED`].
fn items<'a>(
    fields: &[&'a Field],
    members: &HashMap<&str, Vec<&'a Field>>,
    around: &mut Vec<&'a str>,
    meter: &Meter<'_>,
) -> Result<Vec<FlowItem<'a>>> {
    meter.hold(size_of_val(fields) + fields.len() * size_of::<FlowItem<'_>>())?;
    let mut items: Vec<FlowItem<'_>> = Vec::new();
    for &field in fields {
        meter.step()?;
        match (&field.kind, items.last_mut()) {
            (Kind::Table(_), _) => items.push(FlowItem::Table(field)),
            (Kind::Section(_), _) if around.len() >= MOST_NESTED => {}
            // A section inside one of the same id would have itself as a member.
            (Kind::Section(_), _) if around.contains(&field.id.as_str()) => {
                items.push(FlowItem::Section { field, members: Vec::new(), flow: Vec::new() });
            }
            (Kind::Section(section), _) => {
                let own = members.get(field.id.as_str()).map_or(&[][..], Vec::as_slice);
                meter.hold(size_of_val(own))?;
                let flow = if section.breaks() {
                    around.push(&field.id);
                    let flow = self::items(own, members, around, meter)?;
                    around.pop();
                    flow
                } else {
                    Vec::new()
                };
                let own = own.to_vec();
                items.push(FlowItem::Section { field, members: own, flow });
            }
            #[expect(clippy::float_cmp, reason = "only exactly equal tops share a row")]
            (_, Some(FlowItem::Row { y, height, fields, .. })) if *y == field.y => {
                *height = height.max(field.height);
                fields.push(field);
            }
            _ => {
                let (y, height) = (field.y, field.height);
                items.push(FlowItem::Row { y, height, first: field, fields: vec![field] });
            }
        }
    }
    Ok(items)
}

/// Members of each section, by authored `y`.
fn members(design: &Design) -> HashMap<&str, Vec<&Field>> {
    let mut members: HashMap<&str, Vec<&Field>> = HashMap::new();
    for field in &design.fields {
        if let Some(id) = &field.section_id {
            members.entry(id).or_default().push(field);
        }
    }
    for fields in members.values_mut() {
        fields.sort_by(|a, b| a.y.total_cmp(&b.y));
    }
    members
}
