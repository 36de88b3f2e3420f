//! QR codes and bar codes (spec 20.5).

use super::choice::{CheckDigit, ErrorCorrection, OnError, Symbology};
use super::color::Color;
use super::key::{
    Key, Scope, Type, Typed, choice, color, flag, key, number, optional_color, optional_number,
    optional_whole,
};
use super::{object, payload};

object! {
    /// A QR code.
    QR_CODE = "QrCodeField", "20.5", "A QR code, drawn as large as its box allows.";
    CONTENT: Key = content();
    PAYLOAD: Key = key("payload", "A payment, verified by the rules of its standard (20.5.3); then `content` is not used.")
        .ty(Type::Kinds(&payload::PAYLOADS)).extension();
    ERROR_CORRECTION: Typed<ErrorCorrection> = choice(
        ErrorCorrection::M,
        ErrorCorrection::M.name(),
        key("errorCorrection", "Error correction level; raised if the version stays the same."),
    ).extension();
    VERSION: Typed<Option<u32>> = optional_whole(
        key("version", "A fixed size of 17 + 4 · `version` modules; absent, the smallest that fits.").range(1.0, 40.0),
    );
    BAR_COLOR: Typed<Color> = bar_color();
    BACKGROUND: Typed<Option<Color>> = background();
    QUIET_ZONE: Typed<Option<f64>> = quiet_zone();
    ON_ERROR: Typed<OnError> = on_error();
}

object! {
    /// A bar code.
    BARCODE = "BarcodeField", "20.5", "A bar code of one or two dimensions.";
    BARCODE_CONTENT: Key = content();
    SYMBOLOGY: Typed<Symbology> = choice(
        Symbology::Code128,
        Symbology::Code128.name(),
        key("symbology", "Its kind (20.5.2)."),
    ).extension();
    CHECK_DIGIT: Typed<CheckDigit> = choice(
        CheckDigit::Auto,
        CheckDigit::Auto.name(),
        key("checkDigit", "The check digit of EAN, UPC and ITF-14 (20.5.2).").only("symbology", CHECKED),
    ).extension();
    INCLUDE_TEXT: Typed<bool> = flag(
        false,
        key("includeText", "Prints the text below the bars, inside the box."),
    ).extension();
    TEXT_FONT_SIZE: Typed<f64> = number(
        8.0,
        key("textFontSize", "Size of that text.").points().only("includeText", &[]),
    ).extension();
    BARCODE_BAR_COLOR: Typed<Color> = bar_color();
    BARCODE_BACKGROUND: Typed<Option<Color>> = background();
    BARCODE_QUIET_ZONE: Typed<Option<f64>> = quiet_zone();
    BARCODE_ON_ERROR: Typed<OnError> = on_error();
}

const CHECKED: &[&str] = &["ean13", "ean8", "upca", "itf14"];

const fn content() -> Key {
    key(
        "content",
        "Content: text with expressions (chapter 7), used unless a `template`/`scalar` binding replaces it. \
         Blank: nothing is drawn.",
    ).created("\"12345\"").expressions(Scope::Own).extension()
}

const fn bar_color() -> Typed<Color> {
    color(
        Color::BLACK,
        key("barColor", "Colour of the dark modules; at least 3:1 against the background."),
    )
    .extension()
}

const fn background() -> Typed<Option<Color>> {
    optional_color(None, key("backgroundColor", "Fills the box.")).extension()
}

const fn quiet_zone() -> Typed<Option<f64>> {
    optional_number(
        key(
            "quietZone",
            "Light modules around it, inside the box; absent, what its standard asks for (20.5.2).",
        )
        .at_least(0.0),
    )
    .extension()
}

const fn on_error() -> Typed<OnError> {
    choice(
        OnError::Fail,
        OnError::Fail.name(),
        key("onError", "Behaviour for content that the code cannot hold. Payments always fail."),
    )
    .extension()
}
