//! E-invoices: the map of EN 16931 terms to the data (spec 20.10.8).

mod names;
mod preset;
mod terms;

pub use names::{LANGUAGES, names};
pub use preset::INVOICE;
pub use terms::{TERMS, Term, TermKind, TermLevel, term};

use super::choice::{EinvoicePreset, EinvoiceProfile, EinvoiceStandard};
use super::key::{Key, Type, Typed, choice, key, optional_choice};
use super::object;

/// Texts, or objects of a type.
macro_rules! nested {
    ($inner:expr) => {
        Type::Map(const { &Type::Either(const { &[Type::Text, $inner] }) })
    };
}

/// Terms, and groups within groups: attributes of items (BG-32) are the innermost.
const TERMS_OF_GROUP: Type = nested!(nested!(nested!(Type::Map(&Type::Text))));

object! {
    /// The e-invoice of a document.
    EINVOICE = "PdfEinvoice", "20.10.8", "The e-invoice that is made of the same data.";
    STANDARD: Typed<EinvoiceStandard> = choice(
        EinvoiceStandard::FacturX,
        EinvoiceStandard::FacturX.name(),
        key("standard", "Syntax of the XML, and its place."),
    ).extension();
    PROFILE: Typed<EinvoiceProfile> = choice(
        EinvoiceProfile::En16931,
        EinvoiceProfile::En16931.name(),
        key("profile", "Profile whose rules the invoice fulfils."),
    ).extension();
    PRESET: Typed<Option<EinvoicePreset>> = optional_choice(
        key("preset", "A map that is known by name; `map` adds to it."),
    );
    MAP: Key = key(
        "map",
        "Terms (`BT-1`) with texts, and groups (`BG-25`) with a map of their own; a blank text is an absent term.",
    ).ty(Type::Map(const { &Type::TextOr(&EINVOICE_GROUP) })).extension();
}

object! {
    /// A group of terms, or a term that occurs several times.
    EINVOICE_GROUP = "EinvoiceGroup", "20.10.8",
        "A group of terms: `each` and `map` for one that occurs several times, else its terms themselves.";
    EACH: Key = key("each", "Path of the list whose items the map sees.").extension();
    GROUP_MAP: Key = key("map", "The terms of an item.").ty(TERMS_OF_GROUP).extension();
}
