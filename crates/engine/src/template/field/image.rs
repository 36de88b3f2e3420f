//! Image fields (spec 4.3, 8.3, 20.6).

use std::sync::Arc;

use super::{Align, Bindings, VerticalAlign};
use crate::expr::TextTemplate;
use crate::format::{BoxFit, FieldScope, Key, Orientation, image, page, signature};
use crate::template::binding::{BindingKind, KeyPath};
use crate::template::edges::CornerRadii;
use crate::template::read::{Context, Node};

/// A picture in its box.
pub struct Image {
    /// Its own content: a data URI, or empty.
    pub content: ImageSource,
    /// Content from a binding; it replaces the own content unless it is blank.
    pub bound: Option<ImageContent>,
    /// `true` if its only purpose is to stop programs that do not know extensions (spec 20.0.6).
    pub guard: bool,
    /// Properties from extensions; `None` in templates without them.
    pub extended: Option<Box<Framing>>,
}

/// Properties of a picture that extensions add.
pub struct Framing {
    /// Scaling to the box.
    pub fit: BoxFit,
    /// Horizontal alignment in the box.
    pub alignment: Align,
    /// Vertical alignment in the box.
    pub vertical_alignment: VerticalAlign,
    /// Resolution of its own size in dots per inch, if its file has none.
    pub dpi: f64,
    /// `true` if it is rotated by the orientation in its file.
    pub upright: bool,
    /// Resolution in dots per inch below which it is noted.
    pub min_dpi: Option<f64>,
    /// Radii of its corners in millimetres.
    pub radii: CornerRadii,
    /// Behaviour if there is no picture.
    pub missing: Missing,
    /// `true` if its binding sees the item of its section.
    pub of_item: bool,
    /// `true` if its content is SVG text.
    pub svg: bool,
}

impl Framing {
    /// Returns `true` if layout depends on the size of the picture.
    pub fn measures(&self) -> bool {
        self.fit != BoxFit::Stretch || self.upright || self.min_dpi.is_some()
    }
}

/// Behaviour if there is no picture.
pub enum Missing {
    /// Nothing is drawn.
    Nothing,
    /// There is no document.
    Fail,
    /// Another picture is drawn.
    Instead(ImageSource),
}

/// A data URI of the template, shared by everything that draws it.
#[derive(Clone)]
pub struct ImageSource {
    /// The data URI as written.
    pub uri: Arc<str>,
    /// The key of the field that holds it.
    pub key: &'static str,
}

impl ImageSource {
    /// The source that a key holds.
    pub fn new(uri: String, key: &Key) -> Self {
        Self { uri: uri.into(), key: key.name }
    }
}

/// Content of a bound image (spec 5.2: the last binding counts).
pub enum ImageContent {
    /// The text at a path.
    Scalar(KeyPath),
    /// A rendered text.
    Template(TextTemplate),
    /// JSON text of rows, which is never a picture.
    Rows,
}

impl Image {
    /// The content of a guard.
    pub const GUARD: &str = "data:application/x-extensions,1";

    pub(super) fn read(node: &Node<'_>, bindings: Bindings<'_>, context: &mut Context) -> Self {
        let content = node.string(&image::CONTENT, context).unwrap_or_default();
        let guard = context.dialect.is_extended() && content == Self::GUARD;
        let content = if guard { "" } else { content };
        let extended = context.dialect.is_extended().then(|| {
            Box::new(Framing {
                fit: node.read(&image::FIT, context),
                alignment: node.read(&image::ALIGNMENT, context),
                vertical_alignment: node.read(&image::VERTICAL_ALIGNMENT, context),
                dpi: node.read(&image::DPI, context),
                upright: node.read(&image::ORIENTATION, context) == Orientation::Exif,
                min_dpi: node.read(&image::MIN_DPI, context).or(context.min_dpi),
                radii: CornerRadii::extension(node, &image::RADIUS, context),
                missing: if guard { Missing::Nothing } else { Missing::read(node, context) },
                of_item: node.read(&image::SCOPE, context) == FieldScope::Item,
                svg: false,
            })
        });
        Self {
            content: ImageSource::new(content.to_owned(), &image::CONTENT),
            bound: bound(bindings),
            guard,
            extended,
        }
    }

    /// The picture of a signature, as large as it fits; only in templates with extensions.
    pub(super) fn fitting(content: String) -> Self {
        let extended = Box::new(Framing {
            fit: BoxFit::Contain,
            alignment: image::ALIGNMENT.default,
            vertical_alignment: image::VERTICAL_ALIGNMENT.default,
            dpi: image::DPI.default,
            upright: false,
            min_dpi: None,
            radii: CornerRadii::default(),
            missing: Missing::Nothing,
            of_item: false,
            svg: false,
        });
        let content = ImageSource::new(content, &signature::PICTURE);
        Self { content, bound: None, guard: false, extended: Some(extended) }
    }

    /// A picture as SVG text; only in templates with extensions.
    pub(super) fn svg(node: &Node<'_>, bindings: Bindings<'_>, context: &mut Context) -> Self {
        let content = node.string(&image::SVG_CONTENT, context).unwrap_or_default();
        let extended = Box::new(Framing {
            fit: node.read(&image::SVG_FIT, context),
            alignment: node.read(&image::SVG_ALIGNMENT, context),
            vertical_alignment: node.read(&image::SVG_VERTICAL_ALIGNMENT, context),
            dpi: image::DPI.default,
            upright: false,
            min_dpi: None,
            radii: CornerRadii::extension(node, &image::SVG_RADIUS, context),
            missing: Missing::read(node, context),
            of_item: node.read(&image::SVG_SCOPE, context) == FieldScope::Item,
            svg: true,
        });
        let content = ImageSource::new(content.to_owned(), &image::SVG_CONTENT);
        Self { content, bound: bound(bindings), guard: false, extended: Some(extended) }
    }
}

fn bound(bindings: Bindings<'_>) -> Option<ImageContent> {
    bindings.iter().rev().find_map(|binding| match &binding.kind {
        BindingKind::Scalar(path) => Some(ImageContent::Scalar(path.clone())),
        BindingKind::Template(template) => Some(ImageContent::Template(template.clone())),
        BindingKind::KeyValue(_) | BindingKind::Array { .. } => Some(ImageContent::Rows),
        _ => None,
    })
}

impl Missing {
    fn read(node: &Node<'_>, context: &mut Context) -> Self {
        let Some(node) = node.extension(&image::MISSING, context) else { return Self::Nothing };
        match node.value.as_str().unwrap_or_default() {
            "nothing" => Self::Nothing,
            "fail" => Self::Fail,
            other if other.starts_with("data:") || other.starts_with("lib:") => {
                Self::Instead(ImageSource::new(other.to_owned(), &image::MISSING))
            }
            _ => {
                let expected = "`nothing`, `fail`, or a picture such as `lib:placeholder.png`";
                context.invalid(node.pointer, expected, node.value);
                Self::Nothing
            }
        }
    }
}

/// Resolution in dots per inch below which images without a limit of their own are noted.
pub(in crate::template) fn min_dpi(root: &Node<'_>, context: &mut Context) -> Option<f64> {
    root.read(&page::MIN_DPI, context)
}
