//! Charts (spec 4.5).

use super::choice::{Choice, DisplayMode, LegendPosition, PieStyle, Shape, SortBy, ValueFormat};
use super::key::{Key, Type, Typed, choice, flag, key, number};
use super::{Default, object};

/// The names of the palettes (spec 12.2).
pub const PALETTES: &[Choice] = &[
    Choice::new("default", "Blue, orange, green, yellow, pink and more."),
    Choice::new("classic", "The colours of office programs."),
    Choice::new("modern", "Strong blues, orange and purple."),
    Choice::new("vibrant", "Bright colours."),
    Choice::new("pastel", "Light colours."),
    Choice::new("grayscale", "Shades of grey."),
    Choice::new("custom", "The colours of `customPaletteColors`."),
];

/// The symbol of amounts that have none of their own.
pub const DEFAULT_CURRENCY: &str = "R$";

const PIE: (&str, &[&str]) = ("chartType", &[Shape::Pie.name(), ""]);

object! {
    /// A chart.
    CHART = "ChartField", "4.5", "A bar, pie or donut chart of the items of a list.";
    CHART_TYPE: Typed<Shape> = choice(
        Shape::Pie,
        Shape::Pie.name(),
        key("chartType", "Anything but `bar` is a pie.").created("\"pie\"").unknown("is drawn as a pie"),
    );
    PIE_STYLE: Typed<PieStyle> = choice(
        PieStyle::Donut,
        PieStyle::Donut.name(),
        key("pieStyle", "Pie only. Any other value = full.").created("\"donut\"").only(PIE.0, PIE.1)
            .unknown("is drawn as a full pie"),
    );
    LEGEND_POSITION: Typed<LegendPosition> = choice(
        LegendPosition::Right,
        LegendPosition::Right.name(),
        key("legendPosition", "Pie only.").created("\"right\"").only(PIE.0, PIE.1),
    );
    DISPLAY_MODE: Typed<DisplayMode> = choice(
        DisplayMode::Both,
        DisplayMode::Both.name(),
        key("displayMode", "Content of the value text; **both** when absent or unknown [Q].").created("\"percent\""),
    );
    COLOR_PALETTE: Key = key("colorPalette", "The colours of the items (12.2).")
        .ty(Type::Choice(PALETTES)).ignored().default(Default::Text("default"));
    CUSTOM_PALETTE_COLORS: Key = key(
        "customPaletteColors",
        "Used only when `colorPalette` is `custom` and the list is non-empty.",
    ).ty(Type::List(&Type::Color)).ignored().only("colorPalette", &["custom"]);
    VALUE_FORMAT: Typed<ValueFormat> = choice(
        ValueFormat::Number,
        ValueFormat::Number.name(),
        key("valueFormat", "Raw value formatting."),
    );
    CURRENCY_SYMBOL: Key = key(
        "currencySymbol",
        "Only with `currency`. An empty string still yields a leading space.",
    ).ignored().default(Default::Text(DEFAULT_CURRENCY)).only("valueFormat", &[ValueFormat::Currency.name()]);
    DECIMALS: Typed<f64> = number(
        2.0,
        key("decimals", "Fixed places for currency, maximum places for number.").range(0.0, 100.0)
            .older("aborts the document outside 0 to 100 (B6)"),
    );
    THOUSANDS_SEPARATOR: Typed<bool> =
        flag(true, key("thousandsSeparator", "Grouping in the raw value."));
    LEGEND_FONT_SIZE: Typed<f64> =
        number(8.0, key("legendFontSize", "Pie legend only.").points().only(PIE.0, PIE.1));
    SORT_BY: Typed<SortBy> = choice(
        SortBy::ValueDesc,
        SortBy::ValueDesc.name(),
        key("sortBy", "Order of the items, before cutting at `topN`."),
    );
    TOP_N: Typed<f64> = number(
        7.0,
        key("topN", "Number of items with a place of their own; `<= 0`: no grouping.").created("7"),
    );
}
