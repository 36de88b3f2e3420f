//! Templates (spec 2 to 5): page designs with fields, joined with their bindings.
//!
//! [`Template::parse`] reads both JSON values once, reports every problem with its JSON pointer,
//! compiles every text, and gives each field the binding it will use, so that nothing is looked
//! up or parsed again while rendering. The keys, their types and their defaults stand
//! in the table of [`format`](crate::format).

mod binding;
mod edges;
pub mod einvoice;
pub mod extensions;
pub mod field;
pub mod filter;
pub(crate) mod fonts;
mod key;
mod letterhead;
mod locale;
mod named;
pub mod palette;
pub mod pdf;
pub mod read;
mod requirement;
pub mod scopes;
mod signatures;
pub mod source;
pub mod standards;
pub mod style;
mod theme;
pub mod version;
pub mod zone;

pub use crate::format::Aggregation;
pub use crate::format::color::{self, Color};
pub use binding::{Binding, BindingKind, KeyPath, ListPath, TableColumn};
pub use field::{Field, Kind};
pub use key::ItemKey;
pub use letterhead::Letterhead;
pub use locale::Localization;
pub use requirement::Requirement;

use std::sync::Arc;

use crate::expr::Dialect;
use crate::font::{FeatureSets, FontDefinition};
use crate::format::{Arithmetic, BlankPages, Key, LONGEST_SIDE, page};
use crate::library::{self, Purpose, Reference};
use crate::problem::{Code, Problem};
use crate::value::Value;
use field::BindingIndex;
use named::{FontNames, Styles, Theme};
use read::{Context, Node};
use source::TemplateSource;

/// A whole template: at least one page design.
pub struct Template {
    /// Page designs in the order they are printed.
    pub designs: Vec<Design>,
    /// Dialect of its expressions.
    pub dialect: Dialect,
    /// Its languages, currency and zone.
    pub localization: Localization,
    /// `true` if its expressions calculate with decimal numbers.
    pub exact: bool,
    /// Value of `$page.number` on the first page.
    pub page_number_start: i32,
    /// Conditions without which there is no document.
    pub requirements: Vec<Requirement>,
    /// Metadata of the PDF.
    pub pdf: Option<pdf::Pdf>,
    /// The fonts that it names.
    pub fonts: Vec<FontDefinition>,
    /// The OpenType features that it switches on.
    pub features: FeatureSets,
    /// The files of the library that it names.
    pub library: Vec<Reference>,
    /// Warnings about values that are not read as they are written, such as numbers in quotes.
    pub warnings: Vec<Problem>,
    /// Bytes of memory that it takes, roughly.
    pub memory: usize,
}

/// A template as far as it could be read, for those who look at its source as well.
pub struct Reading<'a> {
    /// The structure of the source.
    pub source: TemplateSource<'a>,
    /// The template, as far as it could be read; with its warnings.
    pub template: Template,
    /// Reasons for refusing it; empty if it is accepted.
    pub problems: Vec<Problem>,
}

impl<'a> Reading<'a> {
    /// Source and template.
    ///
    /// # Errors
    /// The reasons for refusing it.
    pub fn accepted(self) -> Result<(TemplateSource<'a>, Template), Vec<Problem>> {
        if self.problems.is_empty() { Ok((self.source, self.template)) } else { Err(self.problems) }
    }
}

/// Bytes of memory that what is read from a value takes, roughly.
fn memory(value: &Value) -> usize {
    /// A key of a field takes its part of the field, its pointer, and what its text is compiled to.
    const NODE: usize = 256;
    /// A text is kept as it is written, and its words once more in expressions.
    const COPIES: usize = 2;
    let mut memory = 0;
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        memory += NODE;
        match value {
            Value::Text(text) => memory += COPIES * text.len(),
            Value::Array(elements) => open.extend(elements.iter()),
            Value::Object(entries) => open.extend(entries.iter().map(|(_, value)| value)),
            _ => {}
        }
    }
    memory
}

/// One page design (spec 2.1, 2.2). Lengths in millimetres.
pub struct Design {
    /// Identity in messages; `single` for a flat template.
    pub id: String,
    /// Page width.
    pub width: f64,
    /// Page height; of pages that end below their content, the most that they have.
    pub height: f64,
    /// `autoHeight`: the last page ends below its content.
    pub auto_height: bool,
    /// Height of the repeating band at the top.
    pub header_height: f64,
    /// Height of the repeating band at the bottom.
    pub footer_height: f64,
    /// Width of the repeating band on the left.
    pub margin_left: f64,
    /// Width of the repeating band on the right.
    pub margin_right: f64,
    /// PNG data URI stretched over the page.
    pub background: Option<Background>,
    /// PDF file under everything.
    pub letterhead: Option<Letterhead>,
    /// All fields, in paint order of the bands.
    pub fields: Vec<Field>,
    /// `true` if some field has an order of drawing of its own.
    pub layered: bool,
    /// Differences on its first page.
    pub first_page: Option<Variant>,
    /// Differences on its last page.
    pub last_page: Option<Variant>,
    /// Content of its blank pages.
    pub blank_pages: BlankPages,
    /// `true` if it begins on a page with an odd number.
    pub duplex: bool,
    /// `true` if its pages are numbered from 1.
    pub restart_numbering: bool,
}

/// A picture stretched over pages.
pub struct Background {
    /// Its source as written.
    pub uri: Arc<str>,
    /// JSON pointer of the source.
    pub pointer: String,
}

/// Differences on the first or the last page of a design. Lengths in millimetres.
pub struct Variant {
    /// Height of the band at the top.
    pub header_height: Option<f64>,
    /// Height of the band at the bottom.
    pub footer_height: Option<f64>,
    /// PNG data URI stretched over the page.
    pub background: Option<Background>,
}

impl Template {
    /// Returns `true` if content outside of the bands refers to the number of pages.
    pub fn asks_for_page_count(&self) -> bool {
        self.fields().any(|field| match &field.kind {
            Kind::Table(table) => {
                table.extended.as_ref().is_some_and(|extended| extended.asks_for_page_count())
            }
            _ => false,
        })
    }

    /// Reads a template with its bindings.
    ///
    /// # Errors
    /// Every problem found, in the order of spec 2.3: version, page sizes, then fields and
    /// bindings.
    pub fn parse(template: &Value, bindings: &Value) -> Result<Self, Vec<Problem>> {
        Ok(Self::read(template, bindings)?.accepted()?.1)
    }

    /// Reads a template with its bindings and keeps the structure of its source.
    ///
    /// # Errors
    /// The problem of a template that is no object, or whose version or level of extensions is
    /// invalid or too new.
    pub fn read<'a>(template: &'a Value, bindings: &'a Value) -> Result<Reading<'a>, Vec<Problem>> {
        let template_value = template;
        version::check(template).map_err(|problem| vec![problem])?;
        let dialect = extensions::level(template).map_err(|problem| vec![problem])?;
        let mut context = Context { dialect, ..Context::default() };
        let root = Node::root(template, "/template");
        context.dialect = extensions::dialect(&root, &mut context);
        let localization = Localization::read(&root, &mut context);
        let exact = root.read(&page::ARITHMETIC, &mut context) == Arithmetic::Decimal;
        let source = TemplateSource::read(template, bindings, &mut context);
        context.theme = Theme::read(&root, &mut context);
        context.fonts = FontNames::read(&root, &mut context);
        context.styles = Styles::read(&Node::root(template, "/template"), &mut context);
        context.min_dpi = field::min_dpi(&root, &mut context);
        context.direction = root.read(&page::DIRECTION, &mut context);
        if !context.dialect.is_extended() {
            context.warnings.extend(extensions::without_opt_in(&source));
        }
        let library = library::references(template);
        let is_wrong = |place: &&Reference| {
            // Faces of fonts are reported where they are read.
            place.purpose != Purpose::Font && !library::is_name(&place.name)
        };
        for reference in library.iter().filter(is_wrong) {
            let received = Value::from(&serde_json::Value::from(reference.name.as_str()));
            context.invalid(reference.pointer.clone(), library::EXPECTED_NAME, &received);
        }
        let pdf = pdf::Pdf::read(&Node::root(template, "/template"), &mut context);
        let requirements = Requirement::read_all(&root, &mut context);
        let index = BindingIndex::new(
            source.bindings.iter().filter_map(|node| Binding::read(node, &mut context)).collect(),
        );
        let mut problems = Vec::new();
        let root = Node::root(template, "/template");
        let page_number_start = root.read(&page::PAGE_NUMBER_START, &mut context);
        let flat = std::ptr::eq(source.designs[0].node.value, template);
        let mut designs = Vec::with_capacity(source.designs.len());
        for (i, design) in source.designs.iter().enumerate() {
            let fallback = if flat { "single".to_owned() } else { format!("page {}", i + 1) };
            let root = &root;
            designs.extend(Design::read(
                design,
                root,
                fallback,
                &index,
                &mut problems,
                &mut context,
            ));
        }
        signatures::check(&designs, &mut context);
        problems.append(&mut context.problems);
        let (fonts, features) = context.fonts.into_parts();
        let template = Self {
            designs,
            dialect: source.dialect.clone(),
            localization,
            exact,
            page_number_start,
            requirements,
            pdf,
            fonts,
            features,
            library,
            warnings: context.warnings,
            memory: memory(template_value) + memory(bindings),
        };
        Ok(Reading { source, template, problems })
    }

    /// Every field of every design.
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.designs.iter().flat_map(|design| &design.fields)
    }
}

impl Design {
    fn read(
        source: &source::SourceDesign<'_>,
        root: &Node<'_>,
        fallback_id: String,
        bindings: &BindingIndex,
        sizes: &mut Vec<Problem>,
        context: &mut Context,
    ) -> Option<Self> {
        let node = &source.node;
        node.value.as_object()?;
        let id = match node.value.get(page::ID.name) {
            Some(Value::Text(_) | Value::Number(_)) => node.name(&page::ID, context).into_owned(),
            _ => fallback_id,
        };
        let (width, height) = page_size(node, &id, sizes);
        let size = node.get(page::SIZE_OF_PAGE.name);
        // A page without the key has that of the template (20.0.6).
        let of = |key: &Key| if node.get(key.name).is_some() { node } else { root };
        let fields = source.fields.iter();
        let fields = fields.filter_map(|field| Field::read(field, bindings, context));
        let fields: Vec<Field> = fields.collect();
        Some(Self {
            id,
            width,
            height,
            auto_height: size.is_some_and(|size| size.read(&page::AUTO_HEIGHT, context)),
            header_height: node.read(&page::HEADER_HEIGHT, context),
            footer_height: node.read(&page::FOOTER_HEIGHT, context),
            margin_left: node.read(&page::MARGIN_LEFT, context),
            margin_right: node.read(&page::MARGIN_RIGHT, context),
            background: node.string(&page::BACKGROUND_IMAGE, context).map(|uri| Background {
                uri: uri.into(),
                pointer: format!("{}/{}", node.pointer, page::BACKGROUND_IMAGE.name),
            }),
            letterhead: Letterhead::read(node, root, context),
            layered: fields.iter().any(|field| field.z_index() != 0 || field.rank() != 0),
            fields,
            first_page: Variant::read(of(&page::FIRST_PAGE), &page::FIRST_PAGE, context),
            last_page: Variant::read(of(&page::LAST_PAGE), &page::LAST_PAGE, context),
            blank_pages: of(&page::BLANK_PAGES).read(&page::BLANK_PAGES, context),
            duplex: of(&page::DUPLEX).read(&page::DUPLEX, context),
            restart_numbering: of(&page::RESTART_NUMBERING).read(&page::RESTART_NUMBERING, context),
        })
    }

    /// Bottom of the body: where the footer band begins (spec 9.2).
    pub fn body_bottom(&self) -> f64 {
        self.height - self.footer_height
    }
}

impl Variant {
    fn read(node: &Node<'_>, key: &Key, context: &mut Context) -> Option<Self> {
        let node = node.extension(key, context)?;
        let background = node.extension(&page::VARIANT_BACKGROUND, context);
        let background = background.and_then(|node| {
            let uri = node.value.as_str()?.into();
            Some(Background { uri, pointer: node.pointer })
        });
        Some(Self {
            header_height: node.read(&page::VARIANT_HEADER, context),
            footer_height: node.read(&page::VARIANT_FOOTER, context),
            background,
        })
    }
}

/// Width and height of a page; both finite and above zero (spec 2.1).
fn page_size(node: &Node<'_>, page_id: &str, problems: &mut Vec<Problem>) -> (f64, f64) {
    let page = node.value.get(page::SIZE_OF_PAGE.name).unwrap_or(&Value::Null);
    let side = |key: &Key| page.get(key.name).and_then(Value::as_f64);
    let valid = |side: Option<f64>| {
        side.filter(|mm| page::WIDTH.range.is_none_or(|range| range.contains(*mm)))
    };
    let (width, height) = (side(&page::WIDTH), side(&page::HEIGHT));
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
