//! The text of a value.

use std::fmt;
use std::ops::Deref;

/// A text that takes no allocation up to `INLINE` bytes.
#[derive(Clone)]
pub struct Text(Repr);

/// Bytes that fit beside the tags of a value of 16 bytes.
const INLINE: usize = 14;

#[derive(Clone)]
enum Repr {
    Short {
        len: u8,
        bytes: [u8; INLINE],
    },
    /// Boxed twice: a pointer to a text is two words, and one is all there is room for.
    Long(Box<Box<str>>),
}

impl Deref for Text {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        match &self.0 {
            // Always a whole text; looking again is cheaper than a pointer to follow.
            Repr::Short { len, bytes } => {
                let bytes = bytes.get(..usize::from(*len)).unwrap_or_default();
                std::str::from_utf8(bytes).unwrap_or_default()
            }
            Repr::Long(text) => text,
        }
    }
}

impl Text {
    /// Bytes that it takes beside itself.
    pub(super) fn heap_bytes(&self) -> usize {
        match &self.0 {
            Repr::Short { .. } => 0,
            Repr::Long(text) => 2 * size_of::<Box<str>>() + text.len(),
        }
    }

    fn short(text: &str) -> Option<Self> {
        let mut bytes = [0; INLINE];
        bytes.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Self(Repr::Short { len: u8::try_from(text.len()).ok()?, bytes }))
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::short(text).unwrap_or_else(|| Self(Repr::Long(Box::new(text.into()))))
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::short(&text).unwrap_or_else(|| Self(Repr::Long(Box::new(text.into_boxed_str()))))
    }
}

impl From<Box<str>> for Text {
    fn from(text: Box<str>) -> Self {
        Self::short(&text).unwrap_or_else(|| Self(Repr::Long(Box::new(text))))
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
