//! What a template is (spec 2 to 5): page designs with fields, joined with their bindings.
//!
//! [`Template::parse`] reads both JSON values once, reports every problem with its JSON pointer,
//! compiles every text, and gives each field the binding it will use, so that nothing is looked
//! up or parsed again while rendering.

mod binding;
pub mod color;
pub mod field;
pub mod filter;
pub mod icon;
pub mod palette;
mod read;
pub mod version;
pub mod zone;

pub use binding::{Aggregation, Binding, BindingKind, KeyPath, TableColumn};
pub use color::Color;
pub use field::{Field, Kind};

use crate::problem::{Code, Problem};
use crate::value::Value;
use read::{Context, Node};

/// A whole template: at least one page design.
pub struct Template {
    /// Page designs in the order they are printed.
    pub designs: Vec<Design>,
}

/// One page design (spec 2.1, 2.2). Lengths in millimetres.
pub struct Design {
    /// Identity in messages; `single` for a flat template.
    pub id: String,
    /// Page width.
    pub width: f64,
    /// Page height.
    pub height: f64,
    /// Height of the repeating band at the top.
    pub header_height: f64,
    /// Height of the repeating band at the bottom.
    pub footer_height: f64,
    /// Width of the repeating band on the left.
    pub margin_left: f64,
    /// Width of the repeating band on the right.
    pub margin_right: f64,
    /// PNG data URI stretched over the page.
    pub background: Option<field::ImageSource>,
    /// All fields, in paint order of the bands.
    pub fields: Vec<Field>,
}

impl Template {
    /// Reads a template with its bindings.
    ///
    /// # Errors
    /// Every problem found, in the order of spec 2.3: version, page sizes, then fields and
    /// bindings.
    pub fn parse(template: &Value, bindings: &Value) -> Result<Self, Vec<Problem>> {
        version::check(template).map_err(|problem| vec![problem])?;
        let mut context = Context::default();
        let bindings = field::BindingIndex::new(binding::parse_all(bindings, &mut context));
        let root = Node::root(template, "/template");
        let pages = root.get("pages").and_then(|node| node.array(&mut context));
        let mut sizes = Vec::new();
        let designs = match pages {
            Some(pages) if !pages.is_empty() => pages
                .iter()
                .enumerate()
                .filter_map(|(i, page)| {
                    let fallback = format!("page {}", i + 1);
                    Design::parse(page, &fallback, &bindings, &mut sizes, &mut context)
                })
                .collect(),
            _ => Design::parse(&root, "single", &bindings, &mut sizes, &mut context)
                .into_iter()
                .collect(),
        };
        sizes.append(&mut context.problems);
        if sizes.is_empty() { Ok(Self { designs }) } else { Err(sizes) }
    }

    /// Every field of every design.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.designs.iter().flat_map(|design| &design.fields)
    }
}

impl Design {
    fn parse(
        node: &Node<'_>,
        fallback_id: &str,
        bindings: &field::BindingIndex,
        sizes: &mut Vec<Problem>,
        context: &mut Context,
    ) -> Option<Self> {
        if node.value.as_object().is_none() {
            context.wrong_type(node, "a page design must be an object");
            return None;
        }
        let id = node.get("id").and_then(|id| id.value.as_str()).unwrap_or(fallback_id).to_owned();
        let (width, height) = page_size(node, &id, sizes);
        let schemas = match node.get("schemas") {
            Some(schemas) => schemas.array(context).unwrap_or_default(),
            None => {
                context.problems.push(
                    Problem::new(Code::InvalidTemplate, "`schemas` is missing")
                        .pointer(format!("{}/schemas", node.pointer))
                        .advice(
                            "a page design lists its fields in `schemas`; an empty page has `[]`",
                        ),
                );
                Vec::new()
            }
        };
        let fields =
            schemas.iter().filter_map(|schema| Field::parse(schema, bindings, context)).collect();
        Some(Self {
            id,
            width,
            height,
            header_height: node.number_or("headerHeight", 0.0),
            footer_height: node.number_or("footerHeight", 0.0),
            margin_left: node.number_or("marginLeft", 0.0),
            margin_right: node.number_or("marginRight", 0.0),
            background: node.text("backgroundImage", context).map(field::ImageSource::new),
            fields,
        })
    }

    /// Bottom of the body: where the footer band begins (spec 9.2).
    pub fn body_bottom(&self) -> f64 {
        self.height - self.footer_height
    }
}

/// Longest side of a page in millimetres: beyond anything printed, within what PDF numbers hold.
const LONGEST_SIDE: f64 = 100_000.0;

/// Width and height of a page; both finite and above zero (spec 2.1).
fn page_size(node: &Node<'_>, page_id: &str, problems: &mut Vec<Problem>) -> (f64, f64) {
    let page = node.value.get("page").unwrap_or(&Value::Null);
    let side = |name| page.get(name).and_then(Value::as_f64);
    let valid = |side: Option<f64>| side.filter(|mm| *mm > 0.0 && *mm <= LONGEST_SIDE);
    let (width, height) = (side("width"), side("height"));
    if let (Some(width), Some(height)) = (valid(width), valid(height)) {
        return (width, height);
    }
    let too_long = [width, height].iter().flatten().any(|side| *side > LONGEST_SIDE);
    let spelt = |name| page.get(name).map_or(serde_json::Value::Null, Value::to_json);
    let said = |name| match page.get(name) {
        Some(side) => format!("{name} `{}`", side.to_json()),
        None => format!("no {name}"),
    };
    let bad = if valid(width).is_none() { "/width" } else { "/height" };
    let place = if page.as_object().is_some() { bad } else { "" };
    problems.push(
        Problem::new(
            Code::InvalidPageSize,
            format!(
                "page `{page_id}` has {} and {}; both must be numbers above 0{}",
                said("width"),
                said("height"),
                if too_long { " and at most 100000" } else { "" }
            ),
        )
        .pointer(format!("{}/page{place}", node.pointer))
        .advice("write the size in millimetres, for example `{\"width\": 210, \"height\": 297}`")
        .detail("pageId", page_id)
        .detail("width", spelt("width"))
        .detail("height", spelt("height")),
    );
    (0.0, 0.0)
}
