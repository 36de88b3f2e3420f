//! The names that begin with `$` (spec 20.0.5).

/// A name that begins with `$` and has a meaning of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reserved {
    /// The whole data.
    Root,
    /// The item that something belongs to.
    Parent,
    /// The place of a row in its table.
    Row,
    /// The rows of a table up to this one.
    Running,
    /// All rows of a table.
    Table,
    /// The rows of a group.
    Group,
    /// The page, and the rows that begin on it.
    Page,
    /// The rows up to the end of a page.
    SoFar,
    /// The rows before a page.
    Before,
    /// The pages that are numbered together.
    Set,
    /// The document.
    Doc,
}

impl Reserved {
    pub const ALL: [Self; 11] = [
        Self::Root,
        Self::Parent,
        Self::Row,
        Self::Running,
        Self::Table,
        Self::Group,
        Self::Page,
        Self::SoFar,
        Self::Before,
        Self::Set,
        Self::Doc,
    ];

    /// The name without `$`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Root => "root",
            Self::Parent => "parent",
            Self::Row => "row",
            Self::Running => "running",
            Self::Table => "table",
            Self::Group => "group",
            Self::Page => "page",
            Self::SoFar => "sofar",
            Self::Before => "before",
            Self::Set => "set",
            Self::Doc => "doc",
        }
    }

    /// The reserved name for a name in lower case, without `$`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reserved| reserved.name() == name)
    }

    /// Names that may follow; empty if data follows.
    pub fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Root | Self::Parent => &[],
            Self::Row => &["index", "groupIndex"],
            Self::Running | Self::Table | Self::SoFar | Self::Before => &["rows"],
            Self::Group => &["key", "index", "rows", "continued"],
            Self::Page => &["number", "count", "rows"],
            Self::Set => &["number", "count"],
            Self::Doc => &["date", "locale", "language"],
        }
    }
}
