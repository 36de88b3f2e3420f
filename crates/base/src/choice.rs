//! Names that keys of the format may hold, and what each is read as: the macro that declares them,
//! and the names that fonts, pictures and the format share. The others stand in `format`, or with the
//! codes that they name.

/// One of the names that a key may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The name as it is written.
    pub name: &'static str,
    pub meaning: &'static str,
    /// Known only in templates with `extensions`.
    pub extension: bool,
}

impl Choice {
    /// A name that every template knows.
    pub const fn new(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, extension: false }
    }
}

/// A set of names that is read as an enum.
pub trait Choose: Copy + 'static {
    /// The names, in the order of the reference.
    const CHOICES: &'static [Choice];

    /// The value of a name.
    fn named(name: &str) -> Option<Self>;
}

/// Declares an enum whose values have names in the format.
#[macro_export]
macro_rules! choices {
    ($(
        $(#[$doc:meta])*
        $choices:ident { $($variant:ident $name:literal $meaning:literal $($extension:ident)?,)* }
    )*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $choices { $(#[doc = $meaning] $variant,)* }

        impl $choices {
            /// The name in the format.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }
        }

        impl $crate::choice::Choose for $choices {
            const CHOICES: &'static [$crate::choice::Choice] =
                &[$($crate::choice::Choice {
                    name: $name,
                    meaning: $meaning,
                    extension: !stringify!($($extension)?).is_empty(),
                }),*];

            fn named(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }
        }
    )*};
}

choices! {
    /// Line ends.
    Cap {
        Butt "butt" "Cut off at the end.",
        Round "round" "A half circle around the end.",
        Square "square" "Half its width beyond the end.",
    }

    /// Inside of a path that crosses itself.
    FillRule {
        NonZero "nonzero" "What it winds around.",
        EvenOdd "evenodd" "What it winds around an odd number of times.",
    }

    /// The side that texts are read from.
    TextDirection {
        Ltr "ltr" "From the left." extension,
        Rtl "rtl" "From the right." extension,
        Auto "auto" "As the first letter of each paragraph says." extension,
    }

    /// Substitute for a face that a font lacks.
    FaceFallback {
        Plain "plain" "The nearest face that the font has.",
        Synthetic "synthetic" "That face, slanted by 12 degrees or with heavier outlines.",
        Error "error" "Nothing: the document is not made.",
    }
}

#[expect(clippy::derivable_impls, reason = "the enum comes from a macro")]
impl Default for FaceFallback {
    fn default() -> Self {
        Self::Plain
    }
}

#[expect(clippy::derivable_impls, reason = "the enum comes from a macro")]
impl Default for TextDirection {
    fn default() -> Self {
        Self::Auto
    }
}
