//! Expressions: evaluated, checked, taken apart, written.

use reportctl_engine::budget::Meter;
use reportctl_engine::expr::date::Timestamp;
use reportctl_engine::expr::token::TokenKind;
use reportctl_engine::expr::{
    self, Env, Expr, Globals, Scope, SyntaxError, TextTemplate, lint, path,
};
use serde_json::{Value as Json, json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::problem::thrown;

/// A text with `{expressions}` filled with data, which is JSON. `year` is the year of dates without
/// one. `extensions`: `true` if the text is of a template with extensions, which is the default.
#[wasm_bindgen(js_name = renderText)]
pub fn render_text(
    text: &str,
    data: &str,
    year: i32,
    extensions: Option<bool>,
) -> Result<String, JsValue> {
    let data = super::value("data", data)?;
    let meter = Meter::default();
    let dialect = crate::dialect(extensions);
    let globals = Globals::new(&data, Timestamp::EPOCH);
    let globals = dialect.is_extended().then_some(&globals);
    let env = Env { globals, ..Env::new(&meter, year.into()) };
    let scope = Scope { value: &data, extra: &[], env: &env, names: None };
    let mut out = String::new();
    let template = TextTemplate::compile_in(text, &dialect);
    template.render(&scope, &mut out).map_err(|problem| thrown(&problem))?;
    Ok(out)
}

/// Syntax error of an expression without braces; `null` if there is none.
#[wasm_bindgen(js_name = syntaxFault)]
pub fn syntax_fault(source: &str) -> String {
    expr::parse(source).map_or_else(|error| fault(&error), |_| Json::Null).to_string()
}

/// The tokens of a text that cannot be read, with their faults.
#[wasm_bindgen(js_name = badTokens)]
pub fn bad_tokens(text: &str) -> String {
    let template = TextTemplate::compile(text);
    let bad = template.bad_tokens().map(|bad| {
        let mut fault = fault(bad.error);
        fault["token"] = bad.token.into();
        fault
    });
    bad.collect::<Json>().to_string()
}

/// The operators of an expression that have a blank on one side only.
#[wasm_bindgen(js_name = suspiciousOperators)]
pub fn suspicious_operators(source: &str) -> String {
    suspicions(source).collect::<Json>().to_string()
}

/// The first such operator of each token of a text.
#[wasm_bindgen(js_name = suspiciousTokens)]
pub fn suspicious_tokens(text: &str) -> String {
    let template = TextTemplate::compile(text);
    let found = template.tokens().filter_map(|token| {
        let mut first = suspicions(&token.token[1..token.token.len() - 1]).next()?;
        first["token"] = token.token.into();
        Some(first)
    });
    found.collect::<Json>().to_string()
}

fn suspicions(source: &str) -> impl Iterator<Item = Json> {
    lint::suspicious_operators(source).into_iter().map(move |found| {
        json!({"operator": found.operator, "name": found.name,
            "position": utf16(source, found.position)})
    })
}

/// The braces of a text that have no partner.
#[wasm_bindgen(js_name = looseBraces)]
pub fn loose_braces(text: &str) -> String {
    let braces = lint::loose_braces(text).into_iter();
    let brace = |brace: lint::LooseBrace| json!({"code": brace.code.as_str(), "position": utf16(text, brace.position)});
    braces.map(brace).collect::<Json>().to_string()
}

/// The parts of an expression with their places, for colours; none where it cannot be cut.
#[wasm_bindgen(js_name = expressionTokens)]
pub fn expression_tokens(source: &str) -> String {
    let tokens = expr::tokenize(source).unwrap_or_default().into_iter();
    let token = |token: expr::token::Token<'_>| {
        json!({"kind": kind(&token.kind), "start": utf16(source, token.start),
            "end": utf16(source, token.end())})
    };
    tokens.map(token).collect::<Json>().to_string()
}

fn kind(kind: &TokenKind) -> &'static str {
    match kind {
        TokenKind::Name => "name",
        TokenKind::Number => "number",
        TokenKind::Text => "text",
        TokenKind::Path(_) => "path",
        TokenKind::Open | TokenKind::Close | TokenKind::Comma => "punctuation",
        TokenKind::Logical(_) => "logical",
        TokenKind::Compare(_) => "compare",
        TokenKind::Arithmetic(_) => "operator",
    }
}

/// A key as a part of a path; empty where no quote fits it.
#[wasm_bindgen(js_name = segmentFor)]
pub fn segment_for(key: &str) -> String {
    path::segment_for(key).unwrap_or_default()
}

/// A key as a token of a text; empty where none can name it.
#[wasm_bindgen(js_name = tokenFor)]
pub fn token_for(key: &str) -> String {
    path::token_for(key).unwrap_or_default()
}

/// A text that is one token around a path or a function, taken apart for forms.
#[wasm_bindgen(js_name = parseFormula)]
pub fn parse_formula(text: &str) -> String {
    formula(text.trim()).to_string()
}

fn formula(text: &str) -> Json {
    if text.is_empty() {
        return json!({"kind": "empty"});
    }
    let template = TextTemplate::compile(text);
    let whole = template.tokens().next().filter(|token| token.token == text);
    match whole.map(|token| token.expr) {
        Some(Ok(Expr::Path(_))) => {
            let expression = template.tokens().next().and_then(|token| token.expr.ok());
            expression.map_or(Json::Null, |path| argument(path, text[1..text.len() - 1].trim()))
        }
        Some(Ok(Expr::Call(call))) => {
            let args = call.args.iter().zip(&call.arg_sources);
            let args: Json = args.map(|(arg, source)| argument(arg, source)).collect();
            json!({"kind": "call", "name": &*call.name, "args": args})
        }
        _ => json!({"kind": "raw"}),
    }
}

/// An expression without functions, as far as forms can show it.
fn argument(expression: &Expr, source: &str) -> Json {
    match expression {
        Expr::Path(path) => {
            let segments: Vec<&str> = path.segments().iter().map(path::Segment::as_str).collect();
            json!({"kind": "path", "source": source, "segments": segments, "value": ""})
        }
        Expr::Text(text) => json!({"kind": "text", "source": source, "value": &**text}),
        Expr::Number { source: number, .. } => {
            json!({"kind": "number", "source": source, "value": &**number})
        }
        _ => json!({"kind": "other", "source": source, "value": ""}),
    }
}

fn fault(error: &SyntaxError) -> Json {
    let position = error.position.map(|position| utf16(&error.expression, position));
    json!({"code": error.code.as_str(), "position": position, "detail": error.detail,
        "expression": &*error.expression})
}

/// A place in characters as JavaScript counts it.
fn utf16(text: &str, position: usize) -> usize {
    text.chars().take(position).map(char::len_utf16).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_javascript_does() {
        let fault: Json = serde_json::from_str(&syntax_fault("\u{1f600} + ")).expect("JSON");
        assert_eq!(fault["code"], "incomplete");
        assert_eq!(utf16("\u{1f600}a", 1), 2);
    }

    #[test]
    fn texts_are_filled_in_the_language_of_their_template() {
        let render = |extensions| {
            render_text("{DEFAULT(x, \"none\")}", "{}", 2026, extensions).expect("a text")
        };
        assert_eq!([render(None), render(Some(true)), render(Some(false))], ["none", "none", ""]);
    }

    #[test]
    fn only_whole_tokens_are_formulas() {
        let kind = |text| formula(text)["kind"].clone();
        assert_eq!(kind(""), "empty");
        assert_eq!(kind("{a.b}"), "path");
        assert_eq!(kind("{UPPER(a)}"), "call");
        for raw in ["text", "x {a}", "{a}{b}", "{a + b}", "{UPPER(a}"] {
            assert_eq!(kind(raw), "raw", "{raw}");
        }
        assert_eq!(formula("{ [a.b] }")["segments"], json!(["a.b"]));
        assert_eq!(formula("{NUMBER(a, 2)}")["args"][1]["value"], "2");
    }
}
