//! Display lists in the words of the vectors.

use std::sync::Arc;

use reportctl::draw::{DisplayList, Item, Painter, Pictures, PieSlice, Radii, Segment};
use reportctl::layout::{Content, Layout};
use reportctl::resolve::chart::{ChartData, ChartItem};
use reportctl::{Fonts, Options, draw, units};
use serde_json::{Value as Json, json};

use super::document::{Document, value};
use crate::fixed_font;

fn number(value: &Json) -> f64 {
    value.as_f64().unwrap_or_default()
}

/// Draws a field alone on a page, after `change` was made to the page model.
fn draw(field: Json, height: f64, fonts: &Fonts, change: impl FnOnce(&mut Content<'_>)) -> Json {
    let page = json!({"page": {"width": 210, "height": units::pt_to_mm(height)},
        "schemas": [field]});
    let prepared = Document::new(page, json!([]), json!({})).prepare().unwrap();
    let data = value(&json!({}));
    let mut layout: Layout<'_> = prepared.layout(&data, &Options::new(fonts)).unwrap();
    change(&mut layout.pages[0].placements[0].content);
    let pictures = Default::default();
    let meter = Default::default();
    let mut painter = Painter::new(fonts, Pictures::new(&pictures), &meter);
    facts(painter.page(&layout.pages[0]).unwrap())
}

/// Content of a display list: counts, and places in points from the bottom left.
fn facts(list: &DisplayList) -> Json {
    let (mut rects, mut bordered, mut paths, mut texts) = (0, 0, Vec::new(), Vec::new());
    let mut border = Json::Null;
    let rgb = |c: reportctl::template::Color| json!({"r": c.r, "g": c.g, "b": c.b});
    for item in &list.items {
        match item {
            Item::Rect { stroke, .. } => {
                rects += 1;
                bordered += u32::from(stroke.is_some());
            }
            Item::Grid { edges, rows, stroke, .. } => {
                bordered += rows * (edges.end - edges.start - 1);
                border = rgb(stroke.color);
            }
            Item::Path { stroke, .. } => paths.push(json!({
                "hasBorder": stroke.is_some(),
                "borderWidth": stroke.map(|stroke| stroke.width)})),
            Item::Text { x, baseline, runs, .. } => texts.push(json!({
                "text": list.item_text(runs), "x": x, "y": list.height - baseline})),
            Item::Line { .. } | Item::Image { .. } | Item::Begin(_) | Item::End => {}
        }
    }
    json!({"rects": rects, "borderedRects": bordered, "borderColor": border,
        "paths": paths.len(), "path": paths, "texts": texts.len(), "text": texts})
}

/// Vectors of the area `drawing`. Where they want a font without width, left alignment does.
pub(super) fn run(op: &str, input: &Json) -> Json {
    let fonts = fixed_font::fonts();
    match op {
        "tableSlice" => {
            let mut table = input["table"].clone();
            table["width"] = json!(units::pt_to_mm(number(&input["width"])));
            draw(table, number(&input["topY"]), &fonts, |content| {
                if let Content::Table(slice) = content {
                    slice.last = input["isLastSlice"] != false;
                }
            })
        }
        "kpi" => draw(card(&input["kpi"], input), number(&input["heightPt"]), &fonts, |_| {}),
        _ => draw(card(&input["chart"], input), 842.0, &fonts, |content| {
            if let Content::Chart(_, data) = content {
                *data = Some(Arc::new(chart_data(&input["items"])));
            }
        }),
    }
}

/// A field in a box given in points.
fn card(field: &Json, input: &Json) -> Json {
    let mut field = field.clone();
    field["width"] = json!(units::pt_to_mm(number(&input["widthPt"])));
    field["height"] = json!(units::pt_to_mm(number(&input["heightPt"])));
    field
}

fn chart_data(items: &Json) -> ChartData {
    let text = |value: &Json| value.as_str().unwrap().to_owned();
    let items: Vec<ChartItem> = items
        .as_array()
        .unwrap()
        .iter()
        .map(|item| ChartItem {
            label: text(&item["label"]),
            value: number(&item["value"]),
            color: text(&item["color"]),
        })
        .collect();
    ChartData { total: items.iter().map(|item| item.value).sum(), items, locale: None }
}

/// A text field drawn in a font in which every character is half as wide as the size.
pub(super) fn text(input: &Json) -> Json {
    let mut field = input["schema"].clone();
    if let Some(text) = input["value"].as_str() {
        field["content"] = json!(text);
    }
    let drawn = draw(field, 842.0, &fixed_font::fonts(), |_| {});
    let texts = drawn["text"].as_array().unwrap();
    let strings: Vec<&Json> = texts.iter().map(|text| &text["text"]).collect();
    json!({"texts": strings, "rects": drawn["rects"], "textX": texts[0]["x"]})
}

/// The outline of a sector in the words of SVG path data.
pub(super) fn pie_slice(input: &Json) -> Json {
    let [x, y, outer, inner, start, sweep] =
        ["cx", "cy", "outerR", "innerR", "startDeg", "sweepDeg"].map(|name| number(&input[name]));
    let slice = PieSlice { center: (x, y), outer, inner, start, sweep };
    let mut reported = json!({"closed": false});
    let mut pen = (0.0, 0.0);
    let mut arcs: Vec<Json> = Vec::new();
    let mut in_arc = false;
    for segment in slice.outline() {
        let curve = matches!(segment, Segment::Curve(_));
        match segment {
            Segment::Move(x, y) => {
                reported["moveTo"] = json!([x, y]);
                pen = (x, y);
            }
            Segment::Line(x, y) => {
                reported["lineTo"] = json!([x, y]);
                pen = (x, y);
            }
            Segment::Curve([ax, ay, .., ex, ey]) => {
                if !in_arc {
                    let radius = (pen.0 - x).hypot(pen.1 - y);
                    let turn = (pen.0 - x) * (ay - pen.1) - (pen.1 - y) * (ax - pen.0);
                    arcs.push(json!({"r": (radius * 1e9).round() / 1e9,
                        "largeArc": u8::from(slice.drawn_sweep() > 180.0),
                        "sweep": u8::from(turn > 0.0)}));
                }
                if let Some(arc) = arcs.last_mut() {
                    arc["to"] = json!([ex, ey]);
                }
                pen = (ex, ey);
            }
            Segment::Close => reported["closed"] = json!(true),
        }
        in_arc = curve;
    }
    for (name, arc) in ["arc", "innerArc"].iter().zip(arcs) {
        reported[*name] = arc;
    }
    reported
}

/// A rounded rectangle as SVG path data: every corner an arc, also those of radius 0.
pub(super) fn rounded_rect(input: &Json) -> String {
    let radius = &input["radius"];
    let corner = |name: &str| radius.as_f64().unwrap_or_else(|| number(&radius[name]));
    let radii = Radii {
        top_left: corner("tl"),
        top_right: corner("tr"),
        bottom_left: corner("bl"),
        bottom_right: corner("br"),
    };
    let segments =
        draw::rounded_rect(0.0, 0.0, number(&input["width"]), number(&input["height"]), radii);
    let mut path = String::new();
    let mut sides = "HVHV".chars();
    let mut pen = (0.0, 0.0);
    for (i, segment) in segments.iter().enumerate() {
        match *segment {
            Segment::Move(x, y) => path = format!("M {x},{y}"),
            Segment::Line(x, y) => {
                let side = sides.next().unwrap();
                path += &format!(" {side} {}", if side == 'H' { x } else { y });
                if !matches!(segments.get(i + 1), Some(Segment::Curve(_))) {
                    path += &format!(" A 0,0 0 0 1 {x},{y}");
                }
                pen = (x, y);
            }
            Segment::Curve([.., x, y]) => {
                let radius = (x - pen.0).abs();
                path += &format!(" A {radius},{radius} 0 0 1 {x},{y}");
            }
            Segment::Close => path += " Z",
        }
    }
    path
}
