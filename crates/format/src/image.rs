//! Image fields (spec 4.3, 20.6).

use super::choice::{Align, BoxFit, FieldScope, Orientation, VerticalAlign};
use super::key::{Key, Type, Typed, choice, key, number, optional_number};
use super::{edges, object};

object! {
    /// An image field.
    IMAGE = "ImageField", "4.3", "A picture in its box.";
    CONTENT: Key = key("content", "Data URI, PNG or JPEG. Empty: nothing is drawn.")
        .ty(Type::Picture).expected();
    FIT: Typed<BoxFit> = fit();
    ALIGNMENT: Typed<Align> = alignment();
    VERTICAL_ALIGNMENT: Typed<VerticalAlign> = vertical_alignment();
    DPI: Typed<f64> = number(
        96.0,
        key("dpi", "Dots per inch of its own size, where its file does not say.")
            .range(1.0, 10_000.0)
            .only("fit", &["none", "scale-down"]),
    ).extension();
    ORIENTATION: Typed<Orientation> = choice(
        Orientation::Ignore,
        Orientation::Ignore.name(),
        key("orientation", "Whether a photograph is rotated upright."),
    ).extension();
    MIN_DPI: Typed<Option<f64>> = optional_number(
        key("minDpi", "Dots per inch below which it is noted that it prints coarsely.")
            .range(1.0, 10_000.0),
    ).extension();
    RADIUS: Key = radius();
    MISSING: Key = missing();
    SCOPE: Typed<FieldScope> = scope();
}

object! {
    /// A picture as SVG text.
    SVG = "SvgField", "20.6", "A picture as SVG text, drawn as lines and areas.";
    SVG_CONTENT: Key = key("content", "The SVG text. Empty: nothing is drawn.").expected().extension();
    SVG_FIT: Typed<BoxFit> = fit();
    SVG_ALIGNMENT: Typed<Align> = alignment();
    SVG_VERTICAL_ALIGNMENT: Typed<VerticalAlign> = vertical_alignment();
    SVG_RADIUS: Key = radius();
    SVG_MISSING: Key = missing();
    SVG_SCOPE: Typed<FieldScope> = scope();
}

/// The fits with which a picture leaves room in its box.
const NOT_STRETCHED: &[&str] = &["contain", "cover", "none", "scale-down"];

const fn fit() -> Typed<BoxFit> {
    choice(BoxFit::Stretch, BoxFit::Stretch.name(), key("fit", "Scaling to the box.")).extension()
}

const fn alignment() -> Typed<Align> {
    choice(
        Align::Center,
        "center",
        key("alignment", "Horizontal position in the box.").only("fit", NOT_STRETCHED),
    )
    .extension()
}

const fn vertical_alignment() -> Typed<VerticalAlign> {
    choice(
        VerticalAlign::Middle,
        "middle",
        key("verticalAlignment", "Vertical position in the box.").only("fit", NOT_STRETCHED),
    )
    .extension()
}

const fn radius() -> Key {
    edges::radius(
        "Radius of the corners of what is seen of it: one number, or one per corner. At most half the shorter side.",
    )
}

const fn missing() -> Key {
    key(
        "missing",
        "Behaviour without a picture: `nothing`, `fail` for no document, or another picture to draw.",
    )
    .extension()
}

const fn scope() -> Typed<FieldScope> {
    choice(
        FieldScope::Document,
        "document",
        key("scope", "Scope of its binding on a member of a section; `document`: members show their own content."),
    )
    .extension()
}
