//! Names of templates in requests.

use std::fmt;
use std::path::Path;

use crate::templates::store::{Id, TemplateId};

/// The name of a template as requests carry it: an id of the tenant's folder, or `file:` and an
/// absolute path, which only the command line makes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TemplateName(Box<str>);

const FILE: &str = "file:";

impl TemplateName {
    /// The name of a stored template.
    pub fn stored(id: &Id) -> Self {
        Self(id.as_str().into())
    }

    /// The name as a request carries it; [`super::TemplateSource::of_request`] checks it.
    pub fn new(text: &str) -> Self {
        Self(text.into())
    }

    /// The name of a template file.
    pub fn file(path: &Path) -> Self {
        Self(format!("{FILE}{}", path.display()).into())
    }

    /// The tenant (empty for the local owner) and the name of a stored template.
    pub(super) fn with_tenant(id: &TemplateId) -> (String, Self) {
        let tenant = id.tenant.as_ref().map_or("", Id::as_str).to_owned();
        (tenant, Self::stored(&id.id))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path, where it names a file.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.0.strip_prefix(FILE).map(Path::new)
    }
}

impl fmt::Display for TemplateName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
