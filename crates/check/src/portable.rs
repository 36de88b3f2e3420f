//! Differences from the output of json-pdf-designer (chapter 14.2): for people whose templates are
//! also rendered, or only opened, by it.
//!
//! Everything here renders well in this program. The findings depend on the template alone;
//! differences that only some data causes (rows that end exactly with the page, a missing list of a
//! member table) cannot be seen here.

use reportctl_engine::budget::{Budget, Meter};
use reportctl_engine::expr::date::Pattern;
use reportctl_engine::expr::path::Segment;
use reportctl_engine::expr::value::text_of;
use reportctl_engine::expr::{Condition, Expr, Path, Reference, SyntaxError, TextTemplate};
use reportctl_engine::font::helvetica;
use reportctl_engine::problem::{Code, Problem, Result, quoted};
use reportctl_engine::template::Template;
use reportctl_engine::template::read::Node;
use reportctl_engine::template::source::{SourceBinding, SourceField};
use reportctl_engine::value::Value;

/// Returns the parts of a template and its bindings that json-pdf-designer 3.3 prints otherwise,
/// refuses or fails on, as warnings `notPortable` in reading order.
///
/// # Errors
/// `timeLimit` when the time of the budget is up.
pub fn portability(template: &Value, bindings: &Value, budget: Budget<'_>) -> Result<Vec<Problem>> {
    // An unreadable template is reported by `template`.
    let Ok(reading) = Template::read(template, bindings) else { return Ok(Vec::new()) };
    let meter = Meter::new(budget);
    let mut checker = PortabilityChecker { meter: &meter, field: None, problems: Vec::new() };
    for field in reading.source.fields() {
        meter.step()?;
        checker.field(field)?;
    }
    for binding in &reading.source.bindings {
        meter.step()?;
        checker.binding(binding)?;
    }
    Ok(checker.problems)
}

struct PortabilityChecker<'c, 's> {
    meter: &'c Meter<'c>,
    /// Name of the field at hand.
    field: Option<&'s str>,
    problems: Vec<Problem>,
}

impl<'s> PortabilityChecker<'_, 's> {
    fn field(&mut self, field: &'s SourceField<'_>) -> Result<()> {
        self.field = Some(&field.name);
        let node = &field.node;
        if let Some(condition) = node.get("visibleWhen")
            && let source = condition.value.as_str().unwrap_or_default()
            && !source.trim().is_empty()
        {
            if !field.section_id.is_empty() {
                self.warn(
                    &condition.pointer,
                    "a condition on a member of a section is ignored: the field always shows",
                    "show and hide its text instead: `{IF(condition, \"text\", \"\")}`",
                );
            }
            self.condition(source, &condition.pointer)?;
        }
        match field.kind {
            "text" => self.text_at(node, "content")?,
            "table" => self.table(node)?,
            "image" => self.image(node),
            "chart" => {
                if let Some(decimals) = node.get("decimals")
                    && let Some(number) = decimals.value.as_f64()
                {
                    self.range(number, &decimals.pointer);
                }
            }
            "kpi" => {
                for key in ["title", "value", "subtitle"] {
                    if is_null(node, key) {
                        self.warn(
                            &format!("{}/{key}", node.pointer),
                            "`null` as a text of a card ends in a crash",
                            "write an empty text, or leave the key out",
                        );
                    }
                    self.text_at(node, key)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn table(&mut self, table: &Node<'_>) -> Result<()> {
        if table.list("columnWidths").iter().any(|width| width.value.is_null()) {
            self.warn(
                &format!("{}/columnWidths", table.pointer),
                "a column whose width is `null` gets no width at all",
                "write the width of every column in millimetres",
            );
        }
        for title in table.list("head") {
            self.glyphs(title.value.as_str().unwrap_or_default(), &title.pointer);
        }
        let rows = table.list("content");
        for cell in rows.iter().flat_map(Node::elements).chain(table.list("footer")) {
            self.text(cell.value.as_str().unwrap_or_default(), &cell.pointer)?;
        }
        Ok(())
    }

    fn image(&mut self, image: &Node<'_>) {
        let Some(label) = image.text("content").strip_prefix("data:") else { return };
        let media_type = label.split([';', ',']).next().unwrap_or_default();
        if !matches!(media_type, "image/png" | "image/jpeg" | "image/jpg") {
            self.warn(
                &format!("{}/content", image.pointer),
                &format!("an image labelled {} is refused", quoted(media_type)),
                "label it `image/png` or `image/jpeg`",
            );
        }
    }

    fn binding(&mut self, binding: &'s SourceBinding<'_>) -> Result<()> {
        self.field = Some(&binding.schema_name);
        let node = &binding.node;
        let path = node.get("path").map(|path| (text_of(path.value), path.pointer));
        match (binding.kind, path) {
            ("template", _) => self.text_at(node, "template")?,
            ("keyvalue", _) => {
                for path in node.list("paths") {
                    self.path(&Path::compile(&text_of(path.value)), &path.pointer);
                }
            }
            ("scalar", Some((path, pointer))) => {
                self.expression(&format!("{{{path}}}"), &pointer)?;
            }
            (_, Some((path, pointer))) => self.path(&Path::compile(&path), &pointer),
            (_, None) => {}
        }
        for column in node.list("columns") {
            self.text_at(&column, "formula")?;
        }
        for condition in binding.conditions() {
            let Some(value) = condition.get("value") else { continue };
            if value.value.as_str().is_none() {
                self.warn(
                    &value.pointer,
                    "a filter value that is no text ends in a crash",
                    "write it in quotes; numbers in quotes are compared as numbers",
                );
            }
        }
        Ok(())
    }

    /// A text under a key that is drawn as it is, with its tokens filled in.
    fn text_at(&mut self, node: &Node<'_>, key: &str) -> Result<()> {
        self.text(node.text(key), &format!("{}/{key}", node.pointer))
    }

    fn text(&mut self, text: &str, pointer: &str) -> Result<()> {
        self.glyphs(text, pointer);
        self.expression(text, pointer)
    }

    fn expression(&mut self, text: &str, pointer: &str) -> Result<()> {
        if !text.contains('{') {
            return Ok(());
        }
        self.meter.read(text.len())?;
        let text = TextTemplate::compile(text);
        for token in text.tokens() {
            self.meter.step()?;
            match token.expr {
                Ok(expr) => self.calls(expr, pointer),
                Err(error) => self.error(error, pointer),
            }
        }
        text.paths().into_iter().for_each(|reference| self.reference(reference, pointer));
        Ok(())
    }

    fn condition(&mut self, source: &str, pointer: &str) -> Result<()> {
        self.meter.read(source.len())?;
        let condition = Condition::compile(source);
        match (condition.error(), condition.expr()) {
            (Some(error), _) => self.error(error, pointer),
            (None, Some(expr)) => self.calls(expr, pointer),
            (None, None) => {}
        }
        condition.paths().into_iter().for_each(|reference| self.reference(reference, pointer));
        Ok(())
    }

    /// Its tokenizer never gets past a `]` that closes nothing.
    fn error(&mut self, error: &SyntaxError, pointer: &str) {
        if error.code == Code::UnexpectedToken && error.detail.starts_with(']') {
            self.warn(
                pointer,
                "an expression with a `]` that closes nothing is never finished",
                "correct the expression",
            );
        }
    }

    fn reference(&mut self, reference: Reference<'_>, pointer: &str) {
        match reference {
            Reference::Value(path) => self.path(path, pointer),
            Reference::Array(array) => self.path(array.path(), pointer),
        }
    }

    fn path(&mut self, path: &Path, pointer: &str) {
        let segments = path.segments();
        if let Some(index) = segments.iter().skip(1).find(|segment| segment.index().is_some()) {
            let names: Vec<&str> = segments.iter().map(Segment::as_str).collect();
            self.warn(
                pointer,
                &format!(
                    "{} finds nothing where {} is a place in a list",
                    quoted(&names.join(".")),
                    quoted(index.as_str())
                ),
                "give the entry a key of its own in the data",
            );
        }
    }

    fn calls(&mut self, expr: &Expr, pointer: &str) {
        expr.visit(&mut |expr| {
            let Expr::Call(call) = expr else { return };
            let source = call.arg_sources.first().map_or("", |source| source);
            if call.function.array().is_some() && source.starts_with('[') {
                self.warn(
                    pointer,
                    &format!("{} of a path in brackets is 0", call.name),
                    "write the path with dots: `SUM(rows.total)`",
                );
            }
            let decimals = match &*call.name {
                "CURRENCY" => call.args.get(2),
                "NUMBER" => call.args.get(1),
                _ => None,
            };
            if let Some(Expr::Number { value, .. }) = decimals {
                self.range(*value, pointer);
            }
            if let ("DATE", Some(Expr::Text(pattern))) = (&*call.name, call.args.get(2))
                && Pattern::compile(pattern).has_touching_tokens()
            {
                self.warn(
                    pointer,
                    &format!("{} reads nonsense, because its parts touch", quoted(pattern)),
                    "put a separator between the parts of the date",
                );
            }
        });
    }

    fn range(&mut self, decimals: f64, pointer: &str) {
        if !(0.0..=100.0).contains(&decimals) {
            self.warn(
                pointer,
                &format!("{decimals} decimals end in a crash"),
                "ask for 0 to 100 decimals",
            );
        }
    }

    /// Without a font of its own a document is refused for a character that Helvetica lacks.
    fn glyphs(&mut self, text: &str, pointer: &str) {
        if let Some(missing) = text.chars().find(|c| helvetica::encode(*c).is_none()) {
            self.warn(
                pointer,
                &format!(
                    "the document is refused because of {}, unless a font that has it is given",
                    quoted(&missing.to_string())
                ),
                "use characters of Western Europe (Windows-1252), or give both programs a font",
            );
        }
    }

    fn warn(&mut self, pointer: &str, what: &str, advice: &str) {
        let message = format!("in json-pdf-designer: {what}");
        let mut problem =
            Problem::warning(Code::NotPortable, message).advice(advice.to_owned()).pointer(pointer);
        problem.field = self.field.map(str::to_owned);
        self.problems.push(problem);
    }
}

/// Returns `true` if a key is there and `null`, which [`Node::get`] takes for absent.
fn is_null(node: &Node<'_>, key: &str) -> bool {
    node.value.as_object().is_some_and(|object| object.get(key).is_some_and(Value::is_null))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(schemas: &str, bindings: &str) -> Vec<(String, String)> {
        let template =
            format!(r#"{{"page": {{"width": 210, "height": 297}}, "schemas": [{schemas}]}}"#);
        let template = Value::from_json(&template).expect("a template");
        let bindings = Value::from_json(bindings).expect("bindings");
        let problems = portability(&template, &bindings, Budget::default()).expect("in time");
        let parts = |problem: Problem| {
            let message = problem.message.replace("in json-pdf-designer: ", "");
            (problem.pointer.unwrap_or_default(), message)
        };
        problems.into_iter().map(parts).collect()
    }

    #[test]
    fn what_both_programs_draw_alike_gives_no_finding() {
        let fields = r#"
            {"type": "text", "name": "a", "content": "€ {SUM(rows.total)} {k.name} {2026}"},
            {"type": "text", "name": "b", "content": "x", "visibleWhen": "a > 1"},
            {"type": "table", "name": "t", "head": ["A"], "content": [["{[a]}"]],
             "columnWidths": [40, 20]},
            {"type": "kpi", "name": "k", "title": "", "value": "{NUMBER(a, 2)}"},
            {"type": "image", "name": "i", "content": "data:image/png;base64,AAAA"}"#;
        let bindings = r#"[{"schemaName": "t", "type": "array", "path": "rows",
            "columns": ["0", {"label": "A", "formula": "{[a]}"}],
            "filters": [[{"column": "a", "op": "eq", "value": "1"}]]}]"#;
        assert_eq!(found(fields, bindings), []);
    }

    #[test]
    fn each_difference_is_named_where_it_stands() {
        let cases = [
            (r#"{"type": "table", "head": [], "columnWidths": [40, null]}"#, "columnWidths"),
            (r#"{"type": "text", "sectionId": "s", "visibleWhen": "a"}"#, "visibleWhen"),
            (r#"{"type": "text", "content": "{SUM([rows].[total])}"}"#, "content"),
            (r#"{"type": "text", "content": "{recipient.0}"}"#, "content"),
            (r#"{"type": "text", "content": "{NUMBER(a, 101)}"}"#, "content"),
            (r#"{"type": "text", "content": "{DATE(a, \"DD\", \"YYYYMMDD\")}"}"#, "content"),
            (r#"{"type": "text", "content": "→"}"#, "content"),
            (r#"{"type": "text", "content": "{a]}"}"#, "content"),
            (r#"{"type": "kpi", "subtitle": null}"#, "subtitle"),
            (r#"{"type": "chart", "decimals": -1}"#, "decimals"),
            (r#"{"type": "image", "content": "data:image/PNG;base64,AAAA"}"#, "content"),
        ];
        for (field, key) in cases {
            let found = found(field, "[]");
            let [(pointer, _)] = found.as_slice() else { panic!("{field}: {found:?}") };
            assert_eq!(pointer, &format!("/template/schemas/0/{key}"), "{field}");
        }
    }

    #[test]
    fn bindings_are_looked_at_as_well() {
        let bindings = r#"[
            {"schemaName": "a", "type": "scalar", "path": "rows.0.name"},
            {"schemaName": "a", "type": "section", "path": "rows.1.items"},
            {"schemaName": "a", "type": "array", "path": "rows",
             "columns": [{"formula": "{tags.0}"}],
             "filters": [[{"column": "a", "op": "eq", "value": 1}]]},
            {"schemaName": "a", "type": "keyvalue", "paths": ["a", "b.2"]}]"#;
        let pointers: Vec<String> = found("", bindings).into_iter().map(|found| found.0).collect();
        assert_eq!(
            pointers,
            [
                "/bindings/0/path",
                "/bindings/1/path",
                "/bindings/2/columns/0/formula",
                "/bindings/2/filters/0/0/value",
                "/bindings/3/paths/1",
            ]
        );
    }
}
