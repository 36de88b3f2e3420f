//! The language of a template's expressions: functions of extensions (spec 20.9.1), and formulas
//! that the template names (20.9.3).

use std::collections::HashMap;
use std::sync::Arc;

use super::ast::Definition;
use super::path::Path;

/// The language of a template's expressions.
#[derive(Debug, Clone, Default)]
pub struct Dialect {
    /// `true` if the template has `extensions`.
    pub(super) extended: bool,
    /// `true` if there is a locale, which has names of months and days for dates.
    pub localized: bool,
    pub(super) definitions: Option<Arc<HashMap<Box<str>, Arc<Definition>>>>,
}

impl Dialect {
    /// The language of templates without extensions.
    pub const BASE: Self = Self { extended: false, localized: false, definitions: None };

    /// The language of templates with extensions that name no formulas.
    pub const EXTENDED: Self = Self { extended: true, localized: false, definitions: None };

    /// Returns `true` if the template has `extensions`: further functions, and names that begin
    /// with `$`.
    pub fn is_extended(&self) -> bool {
        self.extended
    }

    /// The same with a locale or without one.
    #[must_use]
    pub fn with_locale(self, localized: bool) -> Self {
        Self { localized, ..self }
    }

    /// The formula that a path such as `$net` names.
    pub(super) fn definition(&self, path: &Path) -> Option<&Arc<Definition>> {
        let [name] = path.segments() else { return None };
        self.definitions.as_ref()?.get(name.lower().strip_prefix('$')?)
    }

    /// The formula that a path such as `$byRate` names, if it makes a list.
    pub(super) fn list(&self, path: &Path) -> Option<&Arc<Definition>> {
        self.definition(path).filter(|definition| definition.expr.list_call().is_some())
    }

    /// The names of all formulas, without `$`, in order.
    pub fn defined(&self) -> Vec<&str> {
        let definitions = self.definitions.iter().flat_map(|all| all.keys());
        let mut names: Vec<&str> = definitions.map(|name| &**name).collect();
        names.sort_unstable();
        names
    }
}
