//! Colours and icons of the format.

use reportctl_engine::format::icon;
use reportctl_engine::template::{palette, version};
use serde_json::{Map, Value as Json, json};
use wasm_bindgen::prelude::wasm_bindgen;

/// Version, palettes, table presets and icons.
#[wasm_bindgen]
pub fn constants() -> String {
    let charts: Map<String, Json> =
        palette::chart_presets().map(|(name, colors)| (name.to_owned(), json!(colors))).collect();
    let tables: Map<String, Json> = palette::table_presets()
        .map(|(name, preset)| {
            let colors = json!({"headBackgroundColor": preset.head_background,
                "headTextColor": preset.head_text, "bodyBandColor": preset.band,
                "borderColor": preset.border});
            (name.to_owned(), colors)
        })
        .collect();
    let icons: Map<String, Json> = icon::names()
        .filter_map(|name| Some((name.to_owned(), icon::outline(name)?.into())))
        .collect();
    json!({"templateVersion": version::SUPPORTED, "chartOther": palette::OTHERS, "charts": charts,
        "tables": tables, "iconGrid": icon::GRID, "icons": icons})
    .to_string()
}
