//! Codes of problems: templates and what belongs to them.

use engine::problem::Code;

pub use crate::data::codes::*;

engine::codes! {
    /// No such template.
    TEMPLATE_NOT_FOUND "templateNotFound" Template
        "List the templates, and use one of their ids or the path of a file.",
    /// A template file is not JSON or YAML.
    TEMPLATE_UNREADABLE "templateUnreadable" Template
        "Correct the file at the line and column of the message.",
    /// A template id that is not allowed.
    INVALID_ID "invalidId" Template
        "Use lower-case letters, digits and hyphens, at most 64.",
    /// A stored template changed since it was read.
    CONFLICT "conflict" Template
        "Read the template again, and repeat the change.",
    /// The data does not fit the schema beside the template.
    DATA_INVALID "dataInvalid" Data
        "Correct the data at the pointer of the message, or the schema beside the template.",
    /// The schema of the data is not a JSON Schema, or refers to another file.
    SCHEMA_INVALID "schemaInvalid" Template
        "Correct the schema beside the template; it must stand alone.",
    /// The templates are of a source that is only read.
    TEMPLATES_READ_ONLY "templatesReadOnly" Config
        "Change the templates in the source that `templateSource` names.",
    /// The source of the templates cannot be reached.
    TEMPLATE_SOURCE_UNAVAILABLE "templateSourceUnavailable" Package
        "Check `templateSource`, the network, and the rights of its token or key.",
    /// The newest version of the source has an error, or is not signed as it must be.
    TEMPLATE_SOURCE_REFUSED "templateSourceRefused" Template
        "Correct the templates in the source; the version before stays in use.",
    /// The commits of saves cannot be pushed.
    TEMPLATES_NOT_PUSHED "templatesNotPushed" Package
        "Check `designer.push`, the network, and the rights of its token or key; a branch that has other commits there must be merged first.",
    /// `template fmt --check` found files that are not canonical.
    NOT_CANONICAL "notCanonical" Template
        "Run `template fmt` without `--check`.",
    /// The library of a tenant has no room for a file.
    LIBRARY_FULL "libraryFull" Data
        "Delete files that no template names, make the file smaller, or raise the quota (`serve.libraryBytes`).",
    /// A template has no data of that name.
    DATA_SET_NOT_FOUND "dataSetNotFound" Data
        "List the data sets of the template, and use one of their names.",
    /// A template has no version of that name.
    VERSION_NOT_FOUND "versionNotFound" Data
        "List the versions of the template, and use the name of one of their commits.",
}

/// Every code of this room, of those before it and of the engine.
pub fn all() -> impl Iterator<Item = Code> {
    crate::data::codes::all().chain(OWN.iter().copied())
}
