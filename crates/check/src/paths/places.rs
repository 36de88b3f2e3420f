//! Where the names that begin with `$` are known (spec 20.0.5).

use super::plan::TextPlan;
use crate::texts::{Part, Scope};
use reportctl_engine::expr::{Path, Reserved};
use reportctl_engine::format::table;
use reportctl_engine::problem::{Code, Problem, quoted};

/// What a text belongs to, as far as that decides which names it knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A band, or a field that stands on the page.
    Band,
    /// The rows of the data in a table, or details of them.
    Row,
    /// The totals of a table.
    Totals,
    /// Header or footer of a group.
    Group,
    /// Rows above the titles.
    Head,
    /// What is brought forward to a page.
    Brought,
    /// What is carried over from a page, or its totals.
    Carried,
    /// The body of a page.
    Body,
}

impl Place {
    /// That of a text; nothing where it is not known, or names make no difference. `in_band` says
    /// whether its field is in a band.
    pub(super) fn of(text: &TextPlan, in_band: bool) -> Option<Self> {
        let begins = |key: &str| text.property.starts_with(key);
        Some(match (text.scope, text.of) {
            (Scope::Rows, _)
            | (Scope::Named | Scope::NamedCondition, Part::Detail | Part::Rows) => Self::Row,
            (Scope::Totals, _) => Self::Totals,
            (Scope::Named | Scope::NamedCondition, Part::Group) => Self::Group,
            _ if text.is_of_pages() && begins(table::HEAD_ROWS.name) => Self::Head,
            _ if text.is_of_pages() && begins(table::BROUGHT_FORWARD.name) => Self::Brought,
            _ if text.is_of_pages() => Self::Carried,
            (Scope::Own | Scope::Document, _) if in_band => Self::Band,
            (Scope::Own, _) => Self::Body,
            _ => return None,
        })
    }

    /// That a name has a meaning, but none here.
    pub(super) fn lacks(self, path: &Path) -> Option<Problem> {
        let [first, part, ..] = path.segments() else { return None };
        let (places, advice): (&[Self], _) = match (first.reserved()?, part.lower()) {
            (Reserved::Page, "number" | "count") | (Reserved::Set, _) => (
                &[Self::Band, Self::Head, Self::Brought, Self::Carried],
                "in bands and in the rows that a table adds to its pages",
            ),
            (Reserved::Row | Reserved::Running, _) => (&[Self::Row], "in the rows of a table"),
            (Reserved::Group, _) => (&[Self::Group], "in headers and footers of groups"),
            (Reserved::Before, _) => {
                (&[Self::Brought, Self::Carried], "in the rows that a table adds to its pages")
            }
            (Reserved::Page | Reserved::SoFar, _) => {
                (&[Self::Carried], "in `carriedOver` and `pageTotals`")
            }
            (Reserved::Table, _) => (
                &[Self::Row, Self::Totals, Self::Group, Self::Head, Self::Brought, Self::Carried],
                "in tables",
            ),
            (Reserved::Root | Reserved::Parent | Reserved::Doc, _) => return None,
        };
        (!places.contains(&self)).then(|| {
            let name = format!("{}.{}", first.as_str(), part.as_str());
            Problem::warning(Code::MissingPath, format!("{} is not known here", quoted(&name)))
                .advice(format!("it is known {advice}"))
                .detail("path", path.to_string())
                .detail("missing", name)
        })
    }
}
