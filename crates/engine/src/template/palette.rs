//! Chart palettes and table presets (spec 12.1, 12.2).

/// Colour of the item that stands for everything folded away.
pub const OTHERS: &str = "#94a3b8";

const CHART: &[(&str, [&str; 7])] = &[
    ("default", ["#2a78d6", "#eb6834", "#1baf7a", "#eda100", "#e87ba4", "#008300", "#4a3aa7"]),
    ("classic", ["#4472c4", "#ed7d31", "#a5a5a5", "#ffc000", "#5b9bd5", "#70ad47", "#264478"]),
    ("modern", ["#118dff", "#12239e", "#e66c37", "#6b007b", "#e044a7", "#744ec2", "#d9b300"]),
    ("vibrant", ["#e63946", "#f77f00", "#fcbf49", "#06d6a0", "#118ab2", "#073b4c", "#9d4edd"]),
    ("pastel", ["#a8d8ea", "#f7c8d8", "#c8e6c9", "#ffe0b2", "#d7bde2", "#b2ebf2", "#f5e6a8"]),
    ("grayscale", ["#1a1a1a", "#3d3d3d", "#5c5c5c", "#7a7a7a", "#999999", "#b8b8b8", "#d6d6d6"]),
];

/// The colours of a chart palette; an unknown name, and `custom` without colours, is `default`.
pub fn chart<'a>(name: Option<&str>, custom: &'a [String]) -> Vec<&'a str> {
    if name == Some("custom") && !custom.is_empty() {
        return custom.iter().map(String::as_str).collect();
    }
    let known = CHART.iter().find(|(known, _)| Some(*known) == name);
    known.unwrap_or(&CHART[0]).1.to_vec()
}

/// The chart palettes by name, in the order in which they are offered.
pub fn chart_presets() -> impl Iterator<Item = (&'static str, [&'static str; 7])> {
    CHART.iter().copied()
}

/// Colours that an editor copies into the fields of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TablePreset {
    /// `headBackgroundColor`.
    pub head_background: &'static str,
    /// `headTextColor`.
    pub head_text: &'static str,
    /// `bodyBandColor`.
    pub band: &'static str,
    /// `borderColor`.
    pub border: &'static str,
}

const TABLE: &[(&str, [&str; 4])] = &[
    ("default", ["#0284c7", "#ffffff", "#f1f5f9", "#94a3b8"]),
    ("blueLight", ["#ffffff", "#1d4ed8", "#eff6ff", "#93c5fd"]),
    ("blueMedium", ["#2563eb", "#ffffff", "#dbeafe", "#1d4ed8"]),
    ("blueDark", ["#1e3a8a", "#ffffff", "#bfdbfe", "#1e3a8a"]),
    ("greenLight", ["#ffffff", "#15803d", "#f0fdf4", "#86efac"]),
    ("greenMedium", ["#16a34a", "#ffffff", "#dcfce7", "#15803d"]),
    ("greenDark", ["#14532d", "#ffffff", "#bbf7d0", "#14532d"]),
    ("orangeLight", ["#ffffff", "#c2410c", "#fff7ed", "#fdba74"]),
    ("orangeMedium", ["#ea580c", "#ffffff", "#ffedd5", "#c2410c"]),
    ("orangeDark", ["#7c2d12", "#ffffff", "#fed7aa", "#7c2d12"]),
    ("grayLight", ["#ffffff", "#334155", "#f8fafc", "#cbd5e1"]),
    ("grayMedium", ["#64748b", "#ffffff", "#f1f5f9", "#475569"]),
    ("grayDark", ["#1e293b", "#ffffff", "#e2e8f0", "#1e293b"]),
    ("purpleLight", ["#ffffff", "#7e22ce", "#faf5ff", "#d8b4fe"]),
    ("purpleMedium", ["#9333ea", "#ffffff", "#f3e8ff", "#7e22ce"]),
];

/// The table presets by name, in the order in which they are offered.
pub fn table_presets() -> impl Iterator<Item = (&'static str, TablePreset)> {
    TABLE.iter().map(|&(name, [head_background, head_text, band, border])| {
        (name, TablePreset { head_background, head_text, band, border })
    })
}

/// The table preset of that name; `custom` and unknown names are none.
pub fn table_preset(name: &str) -> Option<TablePreset> {
    table_presets().find(|(known, _)| *known == name).map(|(_, preset)| preset)
}
