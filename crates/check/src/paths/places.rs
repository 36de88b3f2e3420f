//! Places at which the names that begin with `$` are known (spec 20.0.5).

use reportctl_engine::expr::path::Segment;
use reportctl_engine::expr::{Path, Reserved};
use reportctl_engine::problem::{Code, Problem, quoted};
use reportctl_engine::template::scopes::Standing;

/// Returns `true` for a list of rows of the table (spec 20.0.5).
pub(super) fn is_list_of_rows(path: &Path) -> bool {
    matches!(path.segments(), [name, rows] if is_rows(name, rows))
}

fn is_rows(name: &Segment, rows: &Segment) -> bool {
    let has_rows = |name: Reserved| name.parts().contains(&"rows");
    name.reserved().is_some_and(has_rows) && rows.lower() == "rows"
}

/// Warning about a name that has a meaning, but none at this place.
pub(super) fn lacks(standing: Standing, path: &Path) -> Option<Problem> {
    use Standing::{Band, Brought, Carried, Group, Head, Row, Totals};

    let [first, part, ..] = path.segments() else { return None };
    let (places, advice): (&[Standing], _) = match (first.reserved()?, part.lower()) {
        (Reserved::Page, "number" | "count") | (Reserved::Set, _) => (
            &[Band, Head, Brought, Carried],
            "in bands and in the rows that a table adds to its pages",
        ),
        (Reserved::Row | Reserved::Running, _) => (&[Row], "in the rows of a table"),
        (Reserved::Group, _) => (&[Group], "in headers and footers of groups"),
        (Reserved::Before, _) => {
            (&[Brought, Carried], "in the rows that a table adds to its pages")
        }
        (Reserved::Page | Reserved::SoFar, _) => (&[Carried], "in `carriedOver` and `pageTotals`"),
        (Reserved::Table, _) => (&[Row, Totals, Group, Head, Brought, Carried], "in tables"),
        (Reserved::Root | Reserved::Parent | Reserved::Doc, _) => return None,
    };
    if standing == Standing::Other {
        return None;
    }
    (!places.contains(&standing)).then(|| {
        let name = format!("{}.{}", first.as_str(), part.as_str());
        Problem::warning(Code::MissingPath, format!("{} is not known here", quoted(&name)))
            .advice(format!("it is known {advice}"))
            .detail("path", path.to_string())
            .detail("missing", name)
    })
}

/// Warning about the item around, where there is none.
pub(super) fn no_parent(path: &Path) -> Option<Problem> {
    let first = path.segments().first()?;
    (first.reserved()? == Reserved::Parent).then(|| {
        let name = first.as_str();
        Problem::warning(Code::MissingPath, format!("{} is not known here", quoted(name)))
            .advice(
                "it is known in rows of a section, in details of rows, and in expressions over items; \
                 the document is `$root`",
            )
            .detail("path", path.to_string())
            .detail("missing", name)
    })
}

/// Warning about a list of rows that is taken as a value; functions take a column of it.
pub(super) fn rows_as_value(path: &Path) -> Option<Problem> {
    let [name, rows, rest @ ..] = path.segments() else { return None };
    let column = rest.iter().rfind(|part| part.index().is_none()).map_or("column", Segment::as_str);
    is_rows(name, rows).then(|| {
        let list = format!("{}.{}", name.as_str(), rows.as_str());
        Problem::warning(Code::MissingPath, format!("{} is not a value", quoted(&path.to_string())))
            .advice(format!(
                "{} is a list: take a column of it with a function, such as `FIRST({list}.{column})`",
                quoted(&list)
            ))
            .detail("path", path.to_string())
            .detail("missing", list)
    })
}
