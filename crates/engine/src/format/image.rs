//! Image fields (spec 4.3).

use super::key::{Key, Type, key};
use super::object;

object! {
    /// An image field.
    IMAGE = "ImageField", "4.3", "A picture stretched to its box.";
    CONTENT: Key = key("content", "Data URI, PNG or JPEG. Empty: nothing is drawn.")
        .ty(Type::Picture).expected();
}
