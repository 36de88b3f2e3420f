//! The functions of extensions by their names (spec 20.9.1).

/// Declares the functions of a group with their names.
macro_rules! functions {
    ($(#[$doc:meta])* $group:ident { $($(#[$of:meta])* $variant:ident $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $group { $($(#[$of])* $variant,)* }

        impl $group {
            pub(super) fn named(name: &str) -> Option<Self> {
                Some(match name {
                    $($name => Self::$variant,)*
                    _ => return None,
                })
            }

            pub(super) fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

functions! {
    /// Functions of numbers.
    NumberFunction {
        Round "ROUND",
        Floor "FLOOR",
        Ceil "CEIL",
        Truncate "TRUNC",
        Absolute "ABS",
        Sign "SIGN",
        Modulo "MOD",
        Least "LEAST",
        Greatest "GREATEST",
        From "NUMBERFROM",
    }
}

functions! {
    /// Functions over the column of a list.
    ListFunction {
        Least "MIN",
        Most "MAX",
        Join "JOIN",
        First "FIRST",
        Last "LAST",
        Lookup "LOOKUP",
    }
}

functions! {
    /// Functions over the items of a list, with expressions that are evaluated for each.
    ItemFunction {
        Sum "SUMOF",
        Average "AVGOF",
        Least "MINOF",
        Most "MAXOF",
        Count "COUNTOF",
    }
}

functions! {
    /// One of several values.
    Choice {
        Default "DEFAULT",
        Case "CASE",
    }
}

functions! {
    /// Functions of texts.
    TextFunction {
        Length "LEN",
        Left "LEFT",
        Right "RIGHT",
        Middle "MID",
        Replace "REPLACE",
        Split "SPLIT",
        PadLeft "PADLEFT",
        PadRight "PADRIGHT",
        Mask "MASK",
        Iban "IBAN",
        Markup "MARKUP",
    }
}

functions! {
    /// Functions of dates.
    DateFunction {
        Add "DATEADD",
        Difference "DATEDIFF",
        Weekday "WEEKDAY",
        Week "WEEKNUM",
    }
}

functions! {
    /// Numbers in words.
    WordsFunction {
        Number "WORDS",
        Amount "AMOUNTWORDS",
    }
}

functions! {
    /// Functions that write in the language of the document.
    LanguageFunction {
        Text "T",
        Money "MONEY",
        Decimal "DECIMAL",
        Percent "PERCENT",
    }
}

impl ListFunction {
    /// Returns `true` if the part after the last dot of its list is a column.
    pub(super) fn has_column(self) -> bool {
        self != Self::Lookup
    }
}
