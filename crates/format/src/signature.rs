//! Fields for signatures (spec 20.10.9).

use super::choice::SignatureAppearance;
use super::color::Color;
use super::key::{
    Key, Scope, Type, Typed, choice, color, key, number, optional_color, optional_number,
};
use super::{edges, object};

object! {
    /// A field for a signature.
    SIGNATURE = "SignatureField", "20.10.9", "A field for a signature.";
    SIGNER: Key = key(
        "signer",
        "Name of the signer of the settings that signs the document here; absent, the field is empty, for others to sign.",
    ).extension();
    REASON: Key = key("reason", "Reason of the signature; absent, that of the signer.")
        .expressions(Scope::Own).extension();
    LOCATION: Key = key("location", "Place of the signature; absent, that of the signer.")
        .expressions(Scope::Own).extension();
    APPEARANCE: Typed<SignatureAppearance> = choice(
        SignatureAppearance::Text,
        SignatureAppearance::Text.name(),
        key("appearance", "Appearance of the signature on the page."),
    ).extension();
    CONTENT: Key = key(
        "content",
        "Text of the appearance; absent, `reason`, `location` and the date of the document where there is a `signer`.",
    ).expressions(Scope::Own).extension();
    PICTURE: Key = key("picture", "Picture of the appearance, as large as it fits: a data URI, or `lib:` and the name of a file.")
        .ty(Type::Picture).extension().only("appearance", &["image"]);
    FONT_SIZE: Typed<f64> = number(9.0, key("fontSize", "Size of the text.").points()).extension();
    FONT_COLOR: Typed<Color> = color(Color::BLACK, key("fontColor", "Colour of the text.")).extension();
    BACKGROUND_COLOR: Typed<Option<Color>> =
        optional_color(None, key("backgroundColor", "Fill of the box.")).extension();
    BORDER_COLOR: Typed<Option<Color>> =
        optional_color(None, key("borderColor", "Colour of the border.").only("borderWidth", &[])).extension();
    BORDER_WIDTH: Typed<Option<f64>> = optional_number(
        key("borderWidth", "Width of the border: one number, or one per side.").length().only("borderColor", &[]),
    ).either(const { &[Type::Number, Type::Object(&edges::BORDER_WIDTHS)] }).extension();
}
