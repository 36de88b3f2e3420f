//! Data that bindings take.

use reportctl_engine::Value;
use reportctl_engine::budget::Meter;
use reportctl_engine::expr::value::text_of;
use reportctl_engine::expr::{Env, Path, TextTemplate};
use reportctl_engine::format::{Choose, SortBy};
use reportctl_engine::problem::{Code, Problem, Result};
use reportctl_engine::resolve::rows::TableRows;
use reportctl_engine::resolve::{self, Source};
use reportctl_engine::template::filter::Filters;
use reportctl_engine::template::{Kind, Template};
use reportctl_engine::value::number_to_json;
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{from_json, value};
use crate::problem::thrown;

/// Inputs of each binding of a value: texts, and rows as JSON texts (spec 5.2). Sections, charts
/// and cards give nothing; of several bindings of a name the last one counts.
#[wasm_bindgen(js_name = buildInputs)]
pub fn build_inputs(bindings: &str, data: &str, year: i32) -> Result<String, JsValue> {
    let bindings = from_json::<Vec<Json>>("bindings", bindings)?;
    let data = value("data", data)?;
    with_source(&data, year, |source| {
        let mut inputs = Map::new();
        for binding in &bindings {
            let name = binding["schemaName"].as_str().unwrap_or_default();
            if let Some(input) = input(binding, source)? {
                inputs.insert(name.to_owned(), input.into());
            }
        }
        Ok(Json::Object(inputs).to_string())
    })
}

fn input(binding: &Json, source: &Source<'_>) -> Result<Option<String>> {
    let text = |key: &str| binding[key].as_str().unwrap_or_default();
    Ok(match text("type") {
        "scalar" => Some(source.text_at(&Path::compile(text("path")))?),
        "template" => {
            let mut out = String::new();
            TextTemplate::compile(text("template")).render(&source.document(), &mut out)?;
            Some(out)
        }
        "keyvalue" => {
            let row = |path: &Json| {
                let path = engine_value(path)?;
                let path = text_of(&path);
                Ok(json!([path, source.text_at(&Path::compile(&path))?]))
            };
            let paths = binding["paths"].as_array().map(Vec::as_slice).unwrap_or_default();
            Some(Json::Array(paths.iter().map(row).collect::<Result<_>>()?).to_string())
        }
        "array" => Some(rows(binding, source)?.to_string()),
        _ => None,
    })
}

/// The rows that the columns of a binding make of a list.
#[wasm_bindgen(js_name = rowsOf)]
pub fn rows_of(list: &str, columns: &str, year: i32) -> Result<String, JsValue> {
    let binding =
        json!({"type": "array", "path": "", "columns": from_json::<Json>("columns", columns)?});
    let list = value("list", list)?;
    with_source(&list, year, |source| Ok(rows(&binding, source)?.to_string()))
}

/// The rows of an `array` binding, by its columns alone.
fn rows(binding: &Json, source: &Source<'_>) -> Result<Json> {
    let head = binding["columns"].as_array().map_or(0, Vec::len);
    let template = bound("table", &json!({"head": vec![""; head]}), binding)?;
    let Kind::Table(table) = &template.designs[0].fields[0].kind else { return Ok(json!([])) };
    let rows = TableRows::of_document(table, source)?;
    let cells = rows.cells(0..rows.len(), source)?;
    Ok((0..cells.len()).map(|row| cells.row(row).collect::<Vec<_>>()).map(Json::from).collect())
}

/// Label and value of the items that a chart binding lets through, in the order of the data.
#[wasm_bindgen(js_name = chartItems)]
pub fn chart_items(binding: &str, data: &str) -> Result<String, JsValue> {
    let binding = from_json::<Json>("binding", binding)?;
    let data = value("data", data)?;
    with_source(&data, 0, |source| {
        let template = bound("chart", &json!({}), &binding)?;
        let Kind::Chart(chart) = &template.designs[0].fields[0].kind else {
            return Ok("[]".to_owned());
        };
        let Some(items) = &chart.items else { return Ok("[]".to_owned()) };
        let items = resolve::chart::items(items, source)?.into_iter();
        let item = |(label, value)| json!({"label": label, "value": number_to_json(value)});
        Ok(items.map(item).collect::<Json>().to_string())
    })
}

#[derive(Deserialize)]
struct Aggregate {
    items: Vec<Item>,
    /// Number of items that keep their own place; 0 or less: all.
    top: f64,
    sort: String,
    colors: Vec<String>,
}

#[derive(Deserialize)]
struct Item {
    label: String,
    value: Option<f64>,
}

/// Items sorted, cut and coloured as charts draw them (spec 5.6).
#[wasm_bindgen(js_name = aggregateItems)]
pub fn aggregate_items(arguments: &str) -> Result<String, JsValue> {
    let Aggregate { items, top, sort, colors } = from_json("arguments", arguments)?;
    let items = items.into_iter().map(|item| (item.label, item.value.unwrap_or(0.0))).collect();
    let sort = SortBy::named(&sort).unwrap_or(SortBy::ValueDesc);
    let top = (top > 0.0).then_some(top as usize);
    let data = resolve::chart::arrange(items, sort, top, &colors, &Meter::default());
    let data = data.map_err(|problem| thrown(&problem))?;
    let item = |item: &resolve::chart::ChartItem| json!({"label": item.label, "value": number_to_json(item.value), "color": item.color});
    let items: Json = data.items.iter().map(item).collect();
    Ok(json!({"items": items, "total": number_to_json(data.total)}).to_string())
}

/// The figure of a card's binding.
#[wasm_bindgen(js_name = kpiValue)]
pub fn kpi_value(binding: &str, data: &str) -> Result<f64, JsValue> {
    let binding = from_json::<Json>("binding", binding)?;
    let data = value("data", data)?;
    with_source(&data, 0, |source| {
        let template = bound("kpi", &json!({}), &binding)?;
        let Kind::Kpi(kpi) = &template.designs[0].fields[0].kind else { return Ok(0.0) };
        let Some(figure) = &kpi.aggregate else { return Ok(0.0) };
        resolve::kpi::aggregate(figure, source).map(|figure| figure.to_number())
    })
}

/// The places, in the list of a binding, of the items that its filters let through; `null` where
/// the data has no such list.
#[wasm_bindgen(js_name = passingItems)]
pub fn passing_items(binding: &str, data: &str) -> Result<String, JsValue> {
    let binding = from_json::<Json>("binding", binding)?;
    let data = value("data", data)?;
    with_source(&data, 0, |source| {
        let path = Path::compile(binding["path"].as_str().unwrap_or_default());
        let Some(items) = path.lookup(source.data).and_then(Value::as_array) else {
            return Ok("null".to_owned());
        };
        let filters = filters(&binding["filters"])?;
        let mut passing = Vec::new();
        for (place, item) in items.iter().enumerate() {
            source.env.meter.step()?;
            if filters.pass(item, source.env.meter)? {
                passing.push(place);
            }
        }
        Ok(json!(passing).to_string())
    })
}

fn filters(filters: &Json) -> Result<Filters> {
    let binding = json!({"type": "array", "path": "", "columns": [], "filters": filters});
    let template = bound("table", &json!({"head": []}), &binding)?;
    Ok(match &template.designs[0].fields[0].kind {
        Kind::Table(table) => {
            table.rows.array.as_ref().map(|(_, filters)| filters.clone()).unwrap_or_default()
        }
        _ => Filters::default(),
    })
}

/// A template of one field with a binding.
fn bound(kind: &str, properties: &Json, binding: &Json) -> Result<Template> {
    let mut field = json!({"id": "field", "name": "field", "type": kind, "x": 0, "y": 0,
        "width": 1, "height": 1});
    for (key, value) in properties.as_object().into_iter().flatten() {
        field[key] = value.clone();
    }
    let mut binding = binding.clone();
    if binding.is_object() {
        binding["schemaName"] = "field".into();
    }
    let template = json!({"page": {"width": 1, "height": 1}, "schemas": [field]});
    let template = Template::parse(&engine_value(&template)?, &engine_value(&json!([binding]))?);
    template.map_err(|problems| problems.into_iter().next().unwrap_or_else(unreadable))
}

fn engine_value(json: &Json) -> Result<Value> {
    Value::from_json(&json.to_string()).map_err(|_| unreadable())
}

fn unreadable() -> Problem {
    Problem::new(Code::InvalidTemplate, "the binding cannot be read")
}

fn with_source<T>(
    data: &Value,
    year: i32,
    then: impl FnOnce(&Source<'_>) -> Result<T>,
) -> Result<T, JsValue> {
    let meter = Meter::default();
    let env = Env::new(&meter, year.into());
    then(&Source { data, env, executor: None }).map_err(|problem| thrown(&problem))
}
