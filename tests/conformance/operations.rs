//! Carries out the operation of a vector and gives the result in the words of `expect`.

use reportctl::budget::Meter;
use reportctl::expr::token::{Token, TokenKind};
use reportctl::expr::{self, Expr, TextTemplate};
use reportctl::font::Typesetter;
use reportctl::layout::{FlowItem, collect_flow, needs_new_page, slice_fit};
use reportctl::resolve::rows::Items;
use reportctl::resolve::section::Repeated;
use reportctl::resolve::{self, ItemScope, Source};
use reportctl::template::field::{Align, Chart, Kpi, NumberFormat, VerticalAlign};
use reportctl::template::zone::Zone;
use reportctl::template::{Color, Kind, palette, version};
use reportctl::value::number_to_json;
use reportctl::{Code, Fonts, Value, budget, draw, image, layout, units};
use serde_json::{Value as Json, json};

use super::document::{self, Document, value};
use super::{Vector, drawing, errors, lint};
use crate::fixed_font;

/// Result of an operation of a vector.
pub(super) fn run(vector: &Vector) -> Json {
    let input = &vector.input;
    match (vector.area.as_str(), vector.op()) {
        ("bindings", "inputs") => inputs(input),
        ("bindings", "rows") => {
            let data = json!({"rows": input["list"]});
            table_rows(&json!({"head": input["columns"]}), &input["columns"], &data)
        }
        ("bindings", "matchesFilters") => {
            json!(filtered(&json!([input["item"]]), "", input) != json!([]))
        }
        ("bindings", "filteredArray") => filtered(&input["data"], text(&input["path"]), input),
        ("bindings", "textValue") => text_value(input),
        ("charts", _) => chart(vector),
        ("conditions", _) => condition(input),
        ("constants", _) => constant(text(&input["name"])),
        ("drawing", op) => drawing::run(op, input),
        ("errors", op) if !op.is_empty() => errors::run(op, input),
        ("expression-ast", op) => expression(op, input),
        ("expression-errors", op) => expression_error(op, input),
        ("expressions", _) => rendered(text(&input["template"]), &input["data"]),
        ("images", "estimateBytes") => json!(image::estimated_bytes(text(&input["dataUri"]))),
        ("kpi", op) => kpi(op, input),
        ("lint", op) => lint::run(op, input),
        ("number-format", op) => number_format(op, input),
        ("page", op) => page(op, input),
        ("pagination", op) if !op.is_empty() => pagination(op, input),
        ("shapes", op) => shape(op, input),
        ("tables", op) => table(op, input),
        ("template-version", _) => template_version(&input["template"]),
        ("text", op) => text_operation(op, input),
        _ => Document::of(vector).facts(),
    }
}

pub(super) fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}

fn number(value: &Json) -> f64 {
    value.as_f64().unwrap()
}

/// Calls `then` with a scope over some data.
fn in_scope<T>(data: &Json, then: impl FnOnce(&Source<'_>) -> T) -> T {
    let data = value(data);
    let meter = budget::Meter::default();
    let env = expr::Env::new(&meter, 1970);
    then(&Source { data: &data, env, executor: None })
}

fn rendered(template: &str, data: &Json) -> Json {
    in_scope(data, |source| {
        let mut out = String::new();
        TextTemplate::compile(template).render(&source.document(), &mut out).unwrap();
        json!(out)
    })
}

/// A field with a box, and these properties.
pub(super) fn field(kind: &str, name: &str, properties: &Json) -> Json {
    let mut field = json!({"id": name, "name": name, "type": kind, "x": 10, "y": 10,
        "width": 100, "height": 20});
    for (key, value) in properties.as_object().into_iter().flatten() {
        field[key] = value.clone();
    }
    field
}

fn inputs(input: &Json) -> Json {
    let bindings = input["bindings"].as_array().unwrap();
    let fields = bindings.iter().filter_map(|binding| {
        let name = text(&binding["schemaName"]);
        match text(&binding["type"]) {
            "keyvalue" => Some(field("table", name, &json!({"head": ["", ""]}))),
            "scalar" | "template" => Some(field("text", name, &json!({}))),
            _ => None,
        }
    });
    let fields = Json::Array(fields.collect());
    let placed = Document::of_fields(fields, input["bindings"].clone(), input["data"].clone());
    let placed = placed.first_page();
    let shown = |item: &Json| item.get("cells").unwrap_or(&item["value"]).clone();
    placed.iter().map(|item| (text(&item["name"]).to_owned(), shown(item))).collect()
}

/// The cells of a table over `rows`, without a binding where there are no columns.
fn table_rows(table: &Json, columns: &Json, data: &Json) -> Json {
    let binding = json!({"schemaName": "t", "type": "array", "path": "rows", "columns": columns});
    bound_rows(table, &json!([binding]), data)
}

/// The cells of a table in the body, named as its bindings are.
fn bound_rows(table: &Json, bindings: &Json, data: &Json) -> Json {
    let name = text(&bindings[0]["schemaName"]);
    let mut table = field("table", name, table);
    table["name"] = json!(name);
    let document = Document::of_fields(json!([table]), bindings.clone(), data.clone());
    document.first_page()[0]["cells"].clone()
}

/// The cells of a table in a section that repeats over one item.
fn member_rows(table: &Json, bindings: &Json, item: &Json) -> Json {
    let mut member = field("table", "t", table);
    member["sectionId"] = json!("section");
    let section = field("section", "section", &json!({}));
    let mut bindings = bindings.as_array().cloned().unwrap_or_default();
    bindings.push(json!({"schemaName": "section", "type": "section", "path": "items"}));
    let data = json!({"items": [item]});
    let document = Document::of_fields(json!([section, member]), json!(bindings), data);
    document.first_page()[0]["members"][0]["cells"].clone()
}

fn filtered(data: &Json, path: &str, input: &Json) -> Json {
    let binding = json!([{"schemaName": "t", "type": "array", "path": path,
        "columns": [], "filters": input["filters"]}]);
    let fields = json!([field("table", "t", &json!({"head": []}))]);
    let prepared = Document::of_fields(fields, binding, json!({})).prepare().unwrap();
    let Kind::Table(table) = &prepared.template().designs[0].fields[0].kind else {
        panic!("not a table")
    };
    let (path, filters) = table.rows.array.as_ref().unwrap();
    in_scope(data, |source| {
        match source.list(path, &resolve::ItemScope::document(), false).unwrap() {
            Some(array) => {
                let items = Items::of(array, filters, source).unwrap();
                items.iter().map(Value::to_json).collect()
            }
            None => Json::Null,
        }
    })
}

fn text_value(input: &Json) -> Json {
    let name = input["binding"]["schemaName"].as_str().unwrap_or("t");
    let fields = json!([field("text", name, &json!({"content": input["content"]}))]);
    let bindings = match &input["binding"] {
        Json::Null => json!([]),
        binding => json!([binding]),
    };
    Document::of_fields(fields, bindings, input["data"].clone()).first_page()[0]["value"].clone()
}

/// Calls `then` with a chart that has these properties.
fn with_chart<T>(properties: &Json, bindings: Json, then: impl FnOnce(&Chart) -> T) -> T {
    let fields = json!([field("chart", "c", properties)]);
    let prepared = Document::of_fields(fields, bindings, json!({})).prepare().unwrap();
    match &prepared.template().designs[0].fields[0].kind {
        Kind::Chart(chart) => then(chart),
        _ => panic!("not a chart"),
    }
}

fn chart(vector: &Vector) -> Json {
    let input = &vector.input;
    match vector.op() {
        // The engine sorts as it reads; by label, the items of the vector keep their order.
        "items" => {
            let properties = json!({"sortBy": "label_asc"});
            with_chart(&properties, json!([input["binding"]]), |chart| {
                in_scope(&input["data"], |source| {
                    let data = resolve::chart::data(chart, source).unwrap().unwrap();
                    serde_json::to_value(&data.items).unwrap()
                })
            })
        }
        "aggregate" => {
            let properties = json!({"topN": input["topN"], "sortBy": input["sort"]});
            with_chart(&properties, json!([]), |chart| aggregate(chart, &input["items"]))
        }
        "palette" => {
            let properties = json!({"colorPalette": input["name"],
                "customPaletteColors": input["customColors"]});
            with_chart(&properties, json!([]), |chart| json!(chart.palette))
        }
        "pointOnCircle" => {
            let center = (number(&input["cx"]), number(&input["cy"]));
            let (x, y) = draw::point_on_circle(center, number(&input["r"]), number(&input["deg"]));
            json!({"x": x, "y": y})
        }
        _ => drawing::pie_slice(input),
    }
}

fn aggregate(chart: &Chart, items: &Json) -> Json {
    let item = |item: &Json| (text(&item["label"]).to_owned(), number(&item["value"]));
    let items = items.as_array().unwrap().iter().map(item).collect();
    let data = resolve::chart::arrange(
        items,
        chart.sort,
        chart.top,
        &chart.palette,
        &budget::Meter::default(),
    )
    .unwrap();
    let labels: Vec<&str> = data.items.iter().map(|item| item.label.as_str()).collect();
    json!({
        "labels": labels,
        "count": labels.len(),
        "hasOthers": labels.iter().any(|label| label.starts_with("Outros")),
        "item": serde_json::to_value(&data.items).unwrap(),
        "total": data.total,
    })
}

fn condition(input: &Json) -> Json {
    let properties = json!({"content": "", "visibleWhen": input["condition"]});
    let fields = json!([field("text", "t", &properties)]);
    let placed = Document::of_fields(fields, json!([]), input["data"].clone()).first_page();
    json!(placed.len() == 1)
}

fn constant(name: &str) -> Json {
    let codes = |first: Code, last: Code| {
        let mut names: Vec<&str> = Code::ALL
            .iter()
            .filter(|code| (first..=last).contains(*code))
            .map(|code| code.as_str())
            .collect();
        names.sort_unstable();
        json!(names)
    };
    match name {
        "expressionErrorCodes" => codes(Code::Incomplete, Code::TooDeep),
        "errorCodes" => codes(Code::PageLimit, Code::TemplateMigrationMissing),
        "maxImageBytes" => json!(image::MAX_BYTES),
        "chartOtherColor" => json!(palette::OTHERS),
        "kpiPaddingPt" => json!(draw::kpi::PADDING),
        "tableCellPaddingMm" => json!(layout::CELL_PADDING),
        "mmToPt" => json!(units::mm_to_pt(1.0)),
        _ => panic!("no constant `{name}`"),
    }
}

fn expression(op: &str, input: &Json) -> Json {
    let source = text(&input["source"]);
    match op {
        "tokenize" => tokens(source),
        "parse" => tree(&expr::parse(source).unwrap()),
        _ => in_scope(&input["data"], |document| {
            let parsed = expr::parse(source).unwrap();
            match parsed.evaluate(&document.document()).unwrap() {
                expr::Output::Number(value) => json!({"value": value, "type": "number"}),
                expr::Output::Text(value) => json!({"value": value, "type": "string"}),
                expr::Output::Exact(_) | expr::Output::NoNumber => {
                    panic!("the base has neither exact arithmetic nor results without a number")
                }
            }
        }),
    }
}

fn tokens(source: &str) -> Json {
    let token = |token: &Token<'_>| {
        json!({"kind": kind(&token.kind), "value": token.value(), "source": token.source,
            "start": token.start})
    };
    let tokens = expr::tokenize(source).unwrap();
    let kinds: Vec<&str> = tokens.iter().map(|token| kind(&token.kind)).collect();
    let tokens: Vec<Json> = tokens.iter().map(token).collect();
    json!({"tokens": tokens, "token": tokens, "kinds": kinds})
}

fn kind(kind: &TokenKind) -> &'static str {
    match kind {
        TokenKind::Name => "ident",
        TokenKind::Number => "number",
        TokenKind::Text => "string",
        TokenKind::Path(_) => "path",
        TokenKind::Open | TokenKind::Close | TokenKind::Comma => "punctuation",
        TokenKind::Logical(_) => "logical",
        TokenKind::Compare(_) => "compare",
        TokenKind::Arithmetic(_) => "operator",
    }
}

/// The tree of an expression; our flat chains as the nested pairs of the vectors.
fn tree(expr: &Expr) -> Json {
    match expr {
        Expr::Text(text) => json!({"kind": "text", "value": text}),
        Expr::Path(path) => {
            let segments: Vec<&str> = path.segments().iter().map(|part| part.as_str()).collect();
            json!({"kind": "path", "segments": segments})
        }
        Expr::Arithmetic { first, rest } => rest.iter().fold(tree(first), |left, (op, right)| {
            json!({"kind": "binary", "op": op.symbol(), "left": left, "right": tree(right)})
        }),
        Expr::Call(call) => {
            let args: Vec<Json> = call.args.iter().map(tree).collect();
            json!({"kind": "call", "name": call.name, "args": args, "argSources": call.arg_sources})
        }
        other => panic!("no vector has {other:?}"),
    }
}

fn expression_error(op: &str, input: &Json) -> Json {
    let template = text(&input["template"]);
    if op == "braces" {
        return expr::lint::loose_braces(template).first().map_or(
            Json::Null,
            |brace| json!({"code": brace.code.as_str(), "position": brace.position}),
        );
    }
    if input.get("template").is_some() {
        let template = TextTemplate::compile(template);
        let bad: Vec<&str> = template.bad_tokens().map(|bad| bad.token).collect();
        return json!({"badTokens": bad});
    }
    match expr::parse(text(&input["expression"])) {
        Ok(_) => Json::Null,
        Err(error) => json!({"code": error.code.as_str(), "position": error.position,
            "detail": error.detail, "message": error.to_string()}),
    }
}

/// Calls `then` with a card that has these properties.
fn with_kpi<T>(properties: &Json, bindings: Json, then: impl FnOnce(&Kpi) -> T) -> T {
    let fields = json!([field("kpi", "k", properties)]);
    let prepared = Document::of_fields(fields, bindings, json!({})).prepare().unwrap();
    match &prepared.template().designs[0].fields[0].kind {
        Kind::Kpi(kpi) => then(kpi),
        _ => panic!("not a card"),
    }
}

fn kpi(op: &str, input: &Json) -> Json {
    let element = text(&input["element"]);
    match op {
        "value" => with_kpi(&json!({}), json!([input["binding"]]), |kpi| {
            let binding = kpi.aggregate.as_ref().unwrap();
            let value = in_scope(&input["data"], |source| resolve::kpi::aggregate(binding, source));
            number_to_json(value.unwrap().to_number())
        }),
        "borderRadius" => {
            let [percent, width, height] =
                ["percent", "width", "height"].map(|name| number(&input[name]));
            json!(draw::kpi::corner_radius(percent, width, height))
        }
        "present" => with_kpi(&input["kpi"], json!([]), |kpi| match element {
            "icon" => json!(kpi.icon.is_some()),
            "title" => json!(kpi.title.is_some()),
            "value" => json!(kpi.value.is_some()),
            _ => json!(kpi.subtitle.is_some()),
        }),
        _ => with_kpi(&input["kpi"], json!([]), |kpi| {
            let offset = match element {
                "icon" => kpi.icon_offset,
                "title" => kpi.title_offset,
                "value" => kpi.value_offset,
                _ => kpi.subtitle_offset,
            };
            offset.map_or(Json::Null, |offset| json!({"x": offset.x, "y": offset.y}))
        }),
    }
}

fn number_format(op: &str, input: &Json) -> Json {
    if op == "ptBR" {
        let decimals = input["options"]["decimals"].as_u64().unwrap_or(2);
        let mut out = String::new();
        let decimals = decimals.try_into().unwrap();
        engine::number::digits::grouped(number(&input["value"]), decimals, true, true, &mut out);
        return json!(out);
    }
    let format = match text(&input["format"]) {
        "plain" => NumberFormat::Plain,
        "grouped" => NumberFormat::Grouped,
        _ => NumberFormat::None,
    };
    json!(resolve::kpi::format(text(&input["value"]).to_owned(), format, None, false))
}

fn page(op: &str, input: &Json) -> Json {
    match op {
        "classifyZone" => {
            let mut template = input["bands"].clone();
            template["page"] = input["page"].clone();
            template["schemas"] = json!([field("text", "t", &input["field"])]);
            let prepared = Document::new(template, json!([]), json!({})).prepare().unwrap();
            let design = &prepared.template().designs[0];
            json!(Zone::of(&design.fields[0], design).as_str())
        }
        "repeats" => {
            let zones =
                [Zone::Header, Zone::Footer, Zone::MarginLeft, Zone::MarginRight, Zone::Body];
            let zone = zones.iter().find(|zone| zone.as_str() == text(&input["zone"]));
            json!(zone.unwrap().repeats())
        }
        "mmToPt" => json!(units::mm_to_pt(number(&input["value"]))),
        _ => json!(units::pt_to_mm(units::mm_to_pt(number(&input["value"])))),
    }
}

fn pagination(op: &str, input: &Json) -> Json {
    match op {
        "needsNewPage" => {
            let [height, available, cursor, header] =
                ["itemHeight", "available", "cursorTop", "headerHeight"]
                    .map(|name| number(&input[name]));
            json!(needs_new_page(height, available, cursor, header))
        }
        "tableSlice" => {
            let footer = input["hasFooter"] == true;
            let left = input["remainingRows"].as_u64().unwrap().try_into().unwrap();
            let available = number(&input["available"]);
            let fit = slice_fit(left, available, input["includeHead"] == true, footer);
            json!({"rowsToTake": fit.take, "isLastSlice": fit.last,
                "consumesFooter": fit.last && footer, "height": fit.height})
        }
        "bodyItems" => flow(&input["schemas"], |items| items.iter().map(flow_item).collect()),
        "sectionMembers" => {
            let mut fields = input["schemas"].as_array().unwrap().clone();
            fields.push(input["section"].clone());
            flow(&json!(fields), |items| {
                let members = items.iter().find_map(|item| match item {
                    FlowItem::Section { field, members, .. }
                        if field.id == input["section"]["id"] =>
                    {
                        Some(members)
                    }
                    _ => None,
                });
                members.unwrap().iter().map(|member| member.id.as_str()).collect()
            })
        }
        "sectionHeight" => {
            let mut fields = input["members"].as_array().unwrap().clone();
            fields.push(input["section"].clone());
            let document = Document::of_fields(json!(fields), input["bindings"].clone(), json!({}));
            document.first_page()[0]["height"].clone()
        }
        _ => section_items(input),
    }
}

fn flow(fields: &Json, then: impl FnOnce(&[FlowItem<'_>]) -> Json) -> Json {
    let document = Document::of_fields(fields.clone(), json!([]), json!({}));
    let prepared = document.prepare().unwrap();
    let flow = collect_flow(&prepared.template().designs[0], &Meter::default());
    then(&flow.expect("within the budget"))
}

fn flow_item(item: &FlowItem<'_>) -> Json {
    match item {
        FlowItem::Row { y, fields, .. } => {
            let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
            json!({"kind": "row", "y": y, "names": names})
        }
        FlowItem::Table(field) => json!({"kind": "table", "name": field.name}),
        FlowItem::Section { field, .. } => json!({"kind": "section", "name": field.name}),
    }
}

fn section_items(input: &Json) -> Json {
    let fields = json!([input["section"]]);
    let prepared =
        Document::of_fields(fields, input["bindings"].clone(), json!({})).prepare().unwrap();
    let Kind::Section(section) = &prepared.template().designs[0].fields[0].kind else {
        panic!("not a section")
    };
    in_scope(&input["data"], |source| {
        match Repeated::of(section, &ItemScope::document(), source).unwrap() {
            Repeated::Items(items) => {
                let items: Vec<Json> = items.iter().map(Value::to_json).collect();
                json!({"count": items.len(), "preview": false, "items": items})
            }
            Repeated::Blank | Repeated::Document => json!({"count": 1, "preview": true}),
        }
    })
}

fn shape(op: &str, input: &Json) -> Json {
    let json_of = |color: Color| {
        let [r, g, b] =
            [color.r, color.g, color.b].map(|channel| f64::from(channel * 1e4).round() / 1e4);
        json!({"r": r, "g": g, "b": b})
    };
    match op {
        "parseHex" => Color::parse(text(&input["hex"])).map_or(Json::Null, json_of),
        "colorOrDefault" => {
            let [r, g, b] = ["r", "g", "b"].map(|name| number(&input["fallback"][name]) as f32);
            json_of(Color::or(input["hex"].as_str(), Color::rgb(r, g, b)))
        }
        _ => json!(drawing::rounded_rect(input)),
    }
}

fn table(op: &str, input: &Json) -> Json {
    let columns = |binding: &Json| match binding {
        Json::Null => json!([]),
        binding => binding["columns"].clone(),
    };
    match op {
        "topLevelRows" => bound_rows(&input["table"], &input["bindings"], &input["data"]),
        "memberRows" => member_rows(&input["table"], &input["bindings"], &input["item"]),
        "rowsFromInput" => {
            let binding = json!([{"schemaName": "t", "type": "scalar", "path": "rows"}]);
            bound_rows(&input["table"], &binding, &json!({"rows": input["value"]}))
        }
        "rowFromItem" if input["binding"].is_null() => {
            let rows = member_rows(&input["table"], &json!([]), &input["item"]);
            rows[0].clone()
        }
        "rowFromItem" => {
            let data = json!({"rows": [input["item"]]});
            table_rows(&input["table"], &columns(&input["binding"]), &data)[0].take()
        }
        "rowsFromArray" => {
            let data = json!({"rows": input["array"]});
            table_rows(&input["table"], &columns(&input["binding"]), &data)
        }
        "footer" => {
            let table = field("table", "t", &input["table"]);
            let document = Document::of_fields(json!([table]), json!([]), input["data"].clone());
            document.first_page()[0]["footerCells"].clone()
        }
        "tokenFor" => json!(expr::path::token_for(text(&input["key"]))),
        "tokenForRoundTrip" => {
            let token = expr::path::token_for(text(&input["key"])).unwrap();
            tree(&expr::parse(&token[1..token.len() - 1]).unwrap())
        }
        "segmentFor" => json!(expr::path::segment_for(text(&input["key"]))),
        _ => palette::table_preset(text(&input["name"])).map_or(Json::Null, |preset| {
            json!({"headBackgroundColor": preset.head_background,
                "headTextColor": preset.head_text, "bandColor": preset.band,
                "borderColor": preset.border})
        }),
    }
}

fn template_version(template: &Json) -> Json {
    match version::check(&value(template)) {
        Ok(version) => {
            let mut template = template.clone();
            template["version"] = json!(version);
            json!({"template": template})
        }
        Err(problem) => document::error(&serde_json::to_value(&problem).unwrap()),
    }
}

fn text_operation(op: &str, input: &Json) -> Json {
    let numbers = |names: [&str; 3]| names.map(|name| number(&input[name]));
    match op {
        "alignX" => {
            let [width, text_width, padding] = numbers(["boxWidth", "textWidth", "padding"]);
            let align = match text(&input["align"]) {
                "center" => Align::Center,
                "right" => Align::Right,
                _ => Align::Left,
            };
            json!(draw::align_x(align, width, text_width, padding))
        }
        "alignY" => {
            let [height, size, padding] = numbers(["boxHeight", "fontSize", "padding"]);
            let align = match text(&input["align"]) {
                "top" => VerticalAlign::Top,
                "bottom" => VerticalAlign::Bottom,
                _ => VerticalAlign::Middle,
            };
            json!(draw::align_y(align, height, size, padding))
        }
        "truncate" => {
            let fonts = fixed_font::fonts();
            let mut typesetter = Typesetter::new(&fonts);
            let size = number(&input["charWidth"]) * 2.0;
            let (text, max_width) = (text(&input["text"]), number(&input["maxWidth"]));
            json!(typesetter.set_truncated(text, size, max_width).unwrap().text)
        }
        "sanitize" => {
            let fonts = Fonts::standard();
            json!(Typesetter::new(&fonts).set(text(&input["text"])).unwrap().text)
        }
        _ => drawing::text(input),
    }
}
