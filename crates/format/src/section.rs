//! Sections (spec 4.4, and 20.7.4 for the keys of extensions).

use super::choice::{Break, ColumnFill, Order, Repeat, RepeatBreak};
use super::key::{Key, Scope, Type, Typed, choice, flag, key, number, whole};
use super::{binding, object};

object! {
    /// A section.
    SECTION = "SectionField", "4.4", "A rectangle that repeats once per item of a bound array; it draws nothing itself.";
    REPEAT: Typed<Repeat> =
        choice(Repeat::Items, Repeat::Items.name(), key("repeat", "Number of repetitions.")).extension();
    EMPTY_REPEAT: Typed<bool> = flag(
        true,
        key("emptyRepeat", "Whether it is printed once, with blank values, if there is no item."),
    ).extension();
    REPEAT_BREAK: Typed<RepeatBreak> = choice(
        RepeatBreak::Auto,
        RepeatBreak::Auto.name(),
        key("repeatBreak", "Start of repetitions."),
    ).extension();
    RESTART_NUMBERING: Typed<bool> = flag(
        false,
        key("restartNumbering", "Numbers the pages of each repetition from 1, for `$set.number` and `$set.count`.")
            .only("repeatBreak", &["page"]),
    ).extension();
    BREAK_INSIDE: Typed<Break> = choice(
        Break::Avoid,
        Break::Avoid.name(),
        key("breakInside", "Whether a repetition may continue on the next page (20.7.4)."),
    ).extension();
    SECTION_COLUMNS: Key = key("columns", "Repetitions side by side.").ty(Type::Object(&COLUMNS)).extension();
    FILTERS: Key = key(
        "filters",
        "Selects the printed items: those that fulfil all conditions of one of the lists.",
    ).ty(Type::List(const { &Type::List(const { &Type::Object(&binding::CONDITION) }) })).extension();
    SORT: Key = key("sort", "In which order items are printed; absent, that of the data.")
        .ty(Type::List(const { &Type::Object(&SORT_KEY) })).extension();
}

object! {
    /// One of the orders in which items are printed.
    SORT_KEY = "SectionSort", "20.7.4", "Sort key of items; equal items keep their order, or follow the next entry.";
    BY: Key = key("by", "Bare expression over an item.").expressions(Scope::NamedCondition).required().extension();
    ORDER: Typed<Order> = choice(
        Order::Ascending,
        Order::Ascending.name(),
        key("order", "In which order."),
    ).extension();
}

object! {
    /// Columns of repetitions.
    COLUMNS = "SectionColumns", "20.7.4", "Repetitions of a section side by side, sharing its width.";
    COUNT: Typed<u32> = whole(1, key("count", "Number of columns.").range(1.0, 100.0));
    GAP: Typed<f64> = number(0.0, key("gap", "Room between columns.").length()).extension();
    FILL: Typed<ColumnFill> = choice(
        ColumnFill::Across,
        ColumnFill::Across.name(),
        key("fill", "The order in which columns are filled."),
    ).extension();
}
