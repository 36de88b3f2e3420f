//! KPI cards (spec 4.6).

use super::choice::{NumberFormat, TextDirection};
use super::color::Color;
use super::key::{Key, Scope, Type, Typed, choice, color, key, number};
use super::{Default, object, style};

object! {
    /// A KPI card.
    KPI = "KpiField", "4.6", "A card with an icon, a title, a figure and a subtitle.";
    ICON: Key = key("icon", "Material Symbols name (12.3). `none` or unknown: no icon.")
        .ty(Type::Icon).ignored().created("\"bar_chart\"");
    TITLE: Key = text("title", "Template; printed in upper case.").created("\"Title\"");
    VALUE: Key = text("value", "Template; replaced by the aggregate when a `kpi` binding exists.")
        .created("\"{path}\"");
    SUBTITLE: Key = text("subtitle", "Template.").created("\"description\"");
    BACKGROUND_COLOR: Typed<Color> = color(
        Color::rgb(0.15, 0.39, 0.92),
        key("backgroundColor", "Fill of the card.").created("\"#2563eb\""),
    );
    TEXT_COLOR: Typed<Color> =
        color(Color::WHITE, key("textColor", "Text and icon.").created("\"#ffffff\""));
    TITLE_FONT_SIZE: Typed<f64> = size(8.0, "titleFontSize", "Size of the title.");
    VALUE_FONT_SIZE: Typed<f64> = size(20.0, "valueFontSize", "Size of the figure.");
    SUBTITLE_FONT_SIZE: Typed<f64> = size(8.0, "subtitleFontSize", "Size of the subtitle.");
    ICON_SIZE: Typed<f64> = size(14.0, "iconSize", "Side of the icon.");
    BORDER_RADIUS: Typed<f64> = number(
        16.0,
        key("borderRadius", "Corner radius in percent of half the shorter side; 100 = pill.").percent().since("1.5"),
    );
    NUMBER_FORMAT: Typed<NumberFormat> = choice(
        NumberFormat::None,
        NumberFormat::None.name(),
        key("numberFormat", "Format of the figure; see 10.12."),
    );
    ICON_OFFSET: Key = offset("iconOffset", "Custom top-left corner of the icon, relative to the card's top-left.");
    TITLE_OFFSET: Key = offset("titleOffset", "The same for the title.");
    VALUE_OFFSET: Key = offset("valueOffset", "The same for the figure.");
    SUBTITLE_OFFSET: Key = offset("subtitleOffset", "The same for the subtitle.");
    TITLE_STYLE: Key = style::reference("titleStyle", "Name of the style of the title.");
    VALUE_STYLE: Key = style::reference("valueStyle", "Name of the style of the figure.");
    SUBTITLE_STYLE: Key = style::reference("subtitleStyle", "Name of the style of the subtitle.");
    STYLE_WHEN: Key = style::rules();
    DIRECTION: Typed<Option<TextDirection>> =
        style::direction("The side that its texts are read from; absent, as the template says.");
    ICON_LOCKED: Key = locked("iconLocked");
    TITLE_LOCKED: Key = locked("titleLocked");
    VALUE_LOCKED: Key = locked("valueLocked");
    SUBTITLE_LOCKED: Key = locked("subtitleLocked");
}

const fn text(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).expressions(Scope::Document).older("crashes on `null` (B8)")
}

const fn size(default: f64, name: &'static str, meaning: &'static str) -> Typed<f64> {
    number(default, key(name, meaning).points().since("1.5"))
}

const fn offset(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).ty(Type::Object(&OFFSET)).ignored().since("1.5")
}

const fn locked(name: &'static str) -> Key {
    key(name, "Editor only.").ty(Type::Flag).editor().default(Default::Flag(true))
}

object! {
    /// A place inside a card.
    OFFSET = "Offset", "4.6", "A top-left corner relative to the card's.";
    X: Typed<f64> = number(0.0, key("x", "To the right.").millimetres());
    Y: Typed<f64> = number(0.0, key("y", "Downwards.").millimetres());
}
