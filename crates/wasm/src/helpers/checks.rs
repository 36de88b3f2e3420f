//! Problems of a field, and of the version of a template.

use reportctl_check as check;
use reportctl_engine::template::version;
use reportctl_engine::{Budget, editor};
use serde_json::Value as Json;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::value;
use crate::problem::thrown;

/// Every problem of a field that stands alone on a page, with its bindings.
#[wasm_bindgen(js_name = fieldProblems)]
pub fn field_problems(field: &str, bindings: &str) -> Result<String, JsValue> {
    let template = format!("{{\"page\":{{\"width\":210,\"height\":297}},\"schemas\":[{field}]}}");
    let template = value("field", &template)?;
    let bindings = value("bindings", bindings)?;
    let problems = check::template(&template, &bindings, Budget::default());
    Ok(editor::problems(&problems.map_err(|problem| thrown(&problem))?).to_string())
}

/// Reason why a template of this version cannot be read; `null` if it can.
#[wasm_bindgen(js_name = versionProblem)]
pub fn version_problem(template: &str) -> Result<String, JsValue> {
    let template = value("template", template)?;
    let problem = version::check(&template).err();
    Ok(problem.map_or(Json::Null, |problem| editor::problem(&problem)).to_string())
}
