//! The names that a key may hold, and what each is read as.

/// One of the names that a key may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The name as it is written.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// A set of names that is read as an enum.
pub trait Choose: Copy + 'static {
    /// The names, in the order of the reference.
    const CHOICES: &'static [Choice];

    /// The value of a name.
    fn named(name: &str) -> Option<Self>;
}

/// Declares an enum whose values have names in the format.
macro_rules! choices {
    ($(
        $(#[$doc:meta])*
        $choices:ident { $($variant:ident $name:literal $meaning:literal,)* }
    )*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $choices { $(#[doc = $meaning] $variant,)* }

        impl $choices {
            /// The name in the format.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }
        }

        impl Choose for $choices {
            const CHOICES: &'static [Choice] =
                &[$(Choice { name: $name, meaning: $meaning }),*];

            fn named(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }
        }
    )*};
}

choices! {
    /// The kinds of field (spec 3).
    FieldType {
        Text "text" "One line of text.",
        Table "table" "A table with rows from the data.",
        Image "image" "A picture.",
        Section "section" "A rectangle that repeats once per item of a list.",
        Chart "chart" "A bar, pie or donut chart.",
        Kpi "kpi" "A card with a figure.",
    }

    /// The kinds of binding (spec 5.1).
    BindingType {
        Scalar "scalar" "One value.",
        Template "template" "A text with expressions that replaces `content`.",
        Array "array" "One table row per item of a list.",
        KeyValue "keyvalue" "Table rows of path and value.",
        Section "section" "The list that a section repeats over.",
        Chart "chart" "The items of a chart.",
        Kpi "kpi" "The figure of a card, computed from a list.",
    }

    /// Horizontal alignment.
    Align {
        Left "left" "At the left edge.",
        Center "center" "In the middle.",
        Right "right" "At the right edge.",
    }

    /// Vertical alignment.
    VerticalAlign {
        Top "top" "At the top.",
        Middle "middle" "In the middle.",
        Bottom "bottom" "At the bottom.",
    }

    /// The shape of a chart.
    Shape {
        Pie "pie" "A pie or a ring.",
        Bar "bar" "Horizontal bars.",
    }

    /// The shape of a pie.
    PieStyle {
        Donut "donut" "A ring.",
        Full "full" "A full pie.",
    }

    /// Where a pie has its legend.
    LegendPosition {
        Right "right" "To the right of the pie.",
        Left "left" "To its left.",
        Top "top" "Above it.",
        Bottom "bottom" "Below it.",
        Slices "slices" "No legend: values on the slices.",
    }

    /// What a value text of a chart shows.
    DisplayMode {
        Number "number" "The value.",
        Percent "percent" "Its share of the total.",
        Both "both" "The value, and its share in parentheses.",
    }

    /// How the values of a chart are written.
    ValueFormat {
        Number "number" "A plain number.",
        Currency "currency" "An amount with its currency symbol.",
    }

    /// The order of chart items.
    SortBy {
        ValueDesc "value_desc" "Largest value first.",
        ValueAsc "value_asc" "Smallest value first.",
        LabelAsc "label_asc" "Labels from A to Z.",
        LabelDesc "label_desc" "Labels from Z to A.",
    }

    /// How the figure of a card is formatted (spec 7.7).
    NumberFormat {
        None "none" "As it is.",
        Plain "plain" "At most two decimals, with a comma.",
        Grouped "grouped" "The same, with dots between thousands.",
    }

    /// How a card condenses a list (spec 5.5).
    Aggregation {
        Sum "sum" "Sum of the numbers.",
        Count "count" "Number of items.",
        Avg "avg" "Mean of the numbers.",
        Min "min" "Smallest number.",
        Max "max" "Largest number.",
    }
}
