//! Image fields (spec 4.3, 8.3).

use std::sync::Arc;

use super::Bindings;
use crate::expr::TextTemplate;
use crate::expr::path::Path;
use crate::format::image;
use crate::template::binding::BindingKind;
use crate::template::read::{Context, Node};

/// A picture stretched to its box.
pub struct Image {
    /// Its own content: a data URI, or empty.
    pub content: ImageSource,
    /// What a binding shows instead, where that is not blank.
    pub bound: Option<ImageContent>,
    /// Whether it stands there only to stop programs that do not know extensions (spec 20.0.6).
    pub guard: bool,
}

/// A data URI of the template, shared by everything that draws it.
#[derive(Clone)]
pub struct ImageSource {
    /// The data URI as written.
    pub uri: Arc<str>,
}

impl ImageSource {
    /// A source of this text.
    pub fn new(uri: String) -> Self {
        Self { uri: uri.into() }
    }
}

/// What a bound image shows (spec 5.2: the last binding counts).
pub enum ImageContent {
    /// The text at a path.
    Scalar(Path),
    /// A rendered text.
    Template(TextTemplate),
    /// JSON text of rows, which is never a picture.
    Rows,
}

impl Image {
    /// The content of a guard.
    pub const GUARD: &str = "data:application/x-extensions,1";

    pub(super) fn read(node: &Node<'_>, bindings: Bindings<'_>, context: &mut Context) -> Self {
        let bound = bindings.iter().rev().find_map(|binding| match &binding.kind {
            BindingKind::Scalar { path, .. } => Some(ImageContent::Scalar(path.clone())),
            BindingKind::Template(template) => Some(ImageContent::Template(template.clone())),
            BindingKind::KeyValue(_) | BindingKind::Array { .. } => Some(ImageContent::Rows),
            _ => None,
        });
        let content = node.string(&image::CONTENT, context).unwrap_or_default();
        let guard = context.extended && content == Self::GUARD;
        let content = if guard { "" } else { content };
        Self { content: ImageSource::new(content.to_owned()), bound, guard }
    }
}
