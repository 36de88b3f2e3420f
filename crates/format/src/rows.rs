//! Further rows of tables (spec 20.2): their texts, groups, details, and what depends on conditions.

use super::choice::Order;
use super::key::{Key, Scope, Type, Typed, choice, flag, key, optional_number, whole};
use super::style::STYLE;
use super::{Default, object};

object! {
    /// A further row of a table.
    ROW = "TableRow", "20.2", "A further row of a table; its cells are named by the keys of the columns.";
    ROW_VISIBLE: Key = key("visibleWhen", "Bare expression; the row is left out where it does not hold.")
        .expressions(Scope::NamedCondition).extension();
    CELLS: Key = key("cells", "Texts with expressions, by column.")
        .ty(Type::Map(&Type::Printable)).expressions(Scope::Named).extension();
    SPANS: Key = key("spans", "Over how many columns a cell reaches, by its column.")
        .ty(Type::Map(&Type::Whole)).range(1.0, MOST).extension();
    ROW_STYLE: Key = key("style", "Style of the row.").ty(Type::Object(&STYLE)).extension();
    OWN_HEIGHT: Typed<Option<f64>> =
        optional_number(key("height", "Least height of the row.").length()).extension();
}

object! {
    /// A group of rows.
    GROUP = "TableGroup", "20.2", "Rows that follow each other and agree in something.";
    GROUP_BY: Key = key("by", "Bare expression over the item of a row; a group ends where its text changes.")
        .expressions(Scope::NamedCondition).required().extension();
    GROUP_HEADER: Key = row("header", "The row above each group.");
    GROUP_FOOTER: Key = row("footer", "The row below each group.");
    KEEP_WITH: Typed<u32> =
        whole(1, key("keepWith", "Minimum number of rows on a page with the header.").range(1.0, MOST));
    PAGE_BREAK: Typed<bool> =
        flag(false, key("pageBreak", "Each group but the first begins on a new page.")).extension();
    REPEAT_GROUP_HEADER: Typed<bool> = flag(
        false,
        key("repeatHeader", "Repeats the header on each page where the group continues."),
    ).extension();
    GROUP_ORDER: Typed<Order> = choice(
        Order::None,
        Order::None.name(),
        key("sort", "In which order groups stand; rows of one group keep that of the data."),
    ).extension();
}

object! {
    /// Rows after each row of the data.
    DETAIL = "TableDetail", "20.2", "Rows after each row of the data, one set per item of a list.";
    DETAIL_PATH: Key = key("path", "Path of the list, from the item of the row.").required().extension();
    DETAIL_ROWS: Key = key("rows", "The rows for each item.")
        .ty(Type::List(const { &Type::Object(&ROW) })).default(Default::Empty).extension();
    DETAIL_KEEP: Typed<bool> = flag(
        true,
        key("keep", "Whether they stay on the page of their row."),
    ).extension();
    DETAIL_VISIBLE: Key = key("visibleWhen", "Bare expression over the item; its rows are left out where it does not hold.")
        .expressions(Scope::NamedCondition).extension();
}

object! {
    /// A style under a condition.
    CONDITIONAL_STYLE = "ConditionalStyle", "20.2", "Style of rows or cells under a condition.";
    WHEN: Key = key("when", "Bare expression over the item of the row.")
        .expressions(Scope::NamedCondition).required().extension();
    STYLED_COLUMN: Key = key("column", "Key of the column; absent, the whole row.").extension();
    STYLED: Key = key("style", "Style that applies.").ty(Type::Object(&STYLE)).extension();
}

/// More rows and lines than a document has.
pub(super) const MOST: f64 = 1e6;

/// A key that holds a further row.
pub(super) const fn row(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).ty(Type::Object(&ROW)).extension()
}
