//! `POST /api/reports/preview`.

use serde_json::json;

use super::service::{TestService, document, template};

fn body(text: &str, data: &str) -> String {
    format!(r#"{{"template": {}, "bindings": [], "data": {data}}}"#, template(text))
}

#[tokio::test]
async fn a_design_is_rendered_with_data() {
    let service = TestService::new();
    let answer =
        service.post("/api/reports/preview", &body("Hello {name}", r#"{"name": "A"}"#)).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "application/pdf"));
    assert!(answer.body.starts_with(b"%PDF-1.7"));
    assert!(!service.path("templates").exists(), "nothing is stored");
    let without = format!(r#"{{"template": {}, "data": {{}}}}"#, template("a"));
    assert_eq!(service.post("/api/reports/preview", &without).await.status, 200);
}

#[tokio::test]
async fn what_cannot_be_rendered_is_reported() {
    let service = TestService::new();
    let preview = "/api/reports/preview";
    service.post(preview, "nonsense").await.refused(400, "malformedJson");
    service.post(preview, "[]").await.refused(422, "invalidField");
    service.post(preview, r#"{"template": {}}"#).await.refused(422, "invalidField");
    service
        .post(preview, r#"{"template": {}, "data": {}, "x": 1}"#)
        .await
        .refused(422, "unknownField");
    let number = service.post(preview, &body("a", "7")).await.refused(422, "invalidField");
    assert_eq!(number["field"], "data");
    service
        .post(preview, r#"{"template": 5, "data": {}}"#)
        .await
        .refused(422, "templateNotAnObject");
    let deep = format!("{{\"a\": {}{}}}", "[".repeat(200), "]".repeat(200));
    service.post(preview, &body("a", &deep)).await.refused(400, "malformedJson");
    let template = format!(r#"{{"template": {deep}, "data": {{}}}}"#);
    service.post(preview, &template).await.refused(400, "malformedJson");
}

#[tokio::test]
async fn a_preview_has_a_budget_of_its_own() {
    let rows = format!(r#"{{"rows": [{}0]}}"#, "0,".repeat(5000));
    let table = r#"{"template": {"page": {"width": 100, "height": 100}, "schemas": [{"id": "r",
        "name": "rows", "type": "table", "x": 1, "y": 1, "width": 90, "height": 9, "head": ["a"],
        "content": [["{.}"]], "columnWidths": [90]}]}, "bindings": [{"schemaName": "rows",
        "type": "array", "path": "rows", "columns": []}], "data": "#
        .to_owned()
        + &rows
        + "}";
    let cases = [
        ("previewPages: 3", 422, "pageLimit"),
        ("previewPages: 1000, previewOutputBytes: 2000", 422, "outputLimit"),
        ("previewPages: 1000, previewSeconds: 0.000001", 504, "timeLimit"),
        ("dataBytes: 10, templateBytes: 10", 413, "bodyTooLarge"),
        ("bufferBytes: 5000", 429, "overloaded"),
    ];
    for (setting, status, code) in cases {
        let service = TestService::with(&format!("serve: {{{setting}}}"));
        let answer = service.post("/api/reports/preview", &table).await;
        answer.refused(status, code);
        assert_eq!(answer.header("retry-after").is_empty(), status != 429, "{setting}");
    }
    let service = TestService::with("serve: {previewPages: 1000}");
    assert_eq!(service.post("/api/reports/preview", &table).await.status, 200);
}

#[tokio::test]
async fn a_ledger_of_100_000_rows_is_no_preview() {
    let service = TestService::new();
    let row = r#"{"no": 1, "text": "x"},"#;
    let ledger = |rows: usize| {
        let table = r#"{"template": {"page": {"width": 210, "height": 297}, "schemas": [{"id": "r",
            "name": "rows", "type": "table", "x": 1, "y": 1, "width": 90, "height": 9,
            "head": ["No", "Text"], "content": [["{no}", "{text}"]], "columnWidths": [45, 45]}]},
            "bindings": [{"schemaName": "rows", "type": "array", "path": "rows", "columns": []}],
            "data": {"rows": ["#;
        format!("{table}{}{{}}]}}}}", row.repeat(rows))
    };
    let many = service.post("/api/reports/preview", &ledger(100_000)).await;
    assert_eq!(many.refused(422, "pageLimit")["maxPages"], 100);
    // The data alone is larger than data may be, the body is not.
    let large = service.post("/api/reports/preview", &ledger(250_000)).await;
    assert_eq!(large.refused(413, "bodyTooLarge")["limitBytes"], 5_000_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_heavy_render_holds_no_other_up() {
    let service =
        TestService::with("serve: {previewPages: 10000, previewSeconds: 300, requestSeconds: 300}");
    let service = std::sync::Arc::new(service);
    let rows = r#"{"no": 1, "text": "{x}"},"#.repeat(100_000);
    let heavy = format!(
        r#"{{"template": {{"page": {{"width": 210, "height": 297}}, "schemas": [{{"id": "r",
        "name": "rows", "type": "table", "x": 1, "y": 1, "width": 90, "height": 9,
        "head": ["No", "Text"], "content": [["{{no}}", "{{UPPER(text)}}"]],
        "columnWidths": [45, 45]}}]}}, "bindings": [{{"schemaName": "rows", "type": "array",
        "path": "rows", "columns": []}}], "data": {{"rows": [{rows}{{}}]}}}}"#
    );
    let renders: Vec<_> = (0..4)
        .map(|_| {
            let (service, heavy) = (std::sync::Arc::clone(&service), heavy.clone());
            tokio::spawn(async move { service.post("/api/reports/preview", &heavy).await.status })
        })
        .collect();
    // They are under way, and more of them than there are threads.
    loop {
        let figures = String::from_utf8(service.get("/metrics").await.body).unwrap();
        if !figures.contains("reportctl_renders_waiting 0\n") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    assert_eq!(service.get("/healthz").await.status, 200);
    assert_eq!(service.post("/api/reports/preview", &body("a", "{}")).await.status, 200);
    assert_eq!(service.post("/api/templates", &document("A", "a")).await.status, 201);
    assert_eq!(service.get("/api/templates/a").await.status, 200);
    assert!(renders.iter().any(|render| !render.is_finished()), "they were not heavy");
    for render in renders {
        assert_eq!(render.await.unwrap(), 200);
    }
}

#[tokio::test]
async fn what_a_template_requires_is_a_problem_of_its_preview() {
    let service = TestService::new();
    let design = |data: &str| {
        format!(
            r#"{{"template": {{"extensions": 1, "page": {{"width": 100, "height": 50}}, "schemas": [],
                "require": [{{"that": "total == SUM(lines.net)",
                "message": "The total {{total}} is not the sum of the lines."}}]}},
                "bindings": [], "data": {data}}}"#
        )
    };
    let wrong = design(r#"{"total": 5, "lines": [{"net": 4}]}"#);
    let refused = service.post("/api/reports/preview", &wrong).await;
    let refused = refused.refused(422, "requirementFailed");
    assert_eq!(refused["error"], "The total 5 is not the sum of the lines.");
    assert_eq!(
        (&refused["blame"], &refused["pointer"]),
        (&json!("data"), &json!("/template/require/0/that"))
    );
    let problems = service.post("/api/reports/preview?as=problems", &wrong).await.json();
    let codes: Vec<_> =
        problems.as_array().unwrap().iter().map(|problem| &problem["code"]).collect();
    assert_eq!(codes, ["requirementFailed"], "{problems}");
    assert_eq!(problems[0]["severity"], "error");
    let right = design(r#"{"total": 4, "lines": [{"net": 4}]}"#);
    assert_eq!(service.post("/api/reports/preview", &right).await.status, 200);
    assert_eq!(service.post("/api/reports/preview?as=problems", &right).await.json(), json!([]));
}

#[tokio::test]
async fn editors_get_drawings_page_models_and_problems() {
    let service = TestService::new();
    let design = r#"{"template": {"page": {"width": 100, "height": 50}, "schemas": [
        {"id": "a", "name": "greeting", "type": "text", "x": 10, "y": 10, "width": 80, "height": 6,
         "content": "Hello {name}"}]}, "bindings": [], "data": {"name": "Ana"}}"#;
    let document = service.post("/api/reports/preview", design).await;
    assert_eq!(document.header("x-reportctl-pages"), "1");
    let view = |view: &str| format!("/api/reports/preview?as={view}");

    let drawing = service.post(&view("drawing"), design).await;
    assert_eq!(drawing.header("content-type"), "application/json");
    let drawing = drawing.json();
    assert_eq!(drawing["pageCount"], 1);
    let placement = &drawing["pages"][0]["placements"][0];
    assert_eq!(placement["pointer"], "/template/schemas/0");
    assert_eq!((&placement["x"], &placement["width"]), (&json!(10), &json!(80)));
    assert!(placement["svg"].as_str().unwrap().contains("<use"), "{placement}");
    let none = service.post(&format!("{}&pages=2,3", view("drawing")), design).await.json();
    assert_eq!((&none["pageCount"], &none["pages"]), (&json!(1), &json!([])));
    service
        .post(&format!("{}&pages=0", view("drawing")), design)
        .await
        .refused(422, "invalidField");

    let layout = service.post(&view("layout"), design).await.json();
    let placement = &layout["pages"][0]["placements"][0];
    assert_eq!((&placement["id"], &placement["value"]), (&json!("a"), &json!("Hello Ana")));

    assert_eq!(service.post(&view("problems"), design).await.json(), json!([]));
    let wrong = design.replace("{name}", "{surname}");
    let problems = service.post(&view("problems"), &wrong).await.json();
    assert_eq!(problems[0]["code"], "missingPath", "{problems}");
    assert_eq!(problems[0]["pointer"], "/template/schemas/0/content");
    // Without data, the template alone is looked at; where it is broken, that is the finding.
    let alone = wrong.replace(r#", "data": {"name": "Ana"}"#, "");
    assert_eq!(service.post(&view("problems"), &alone).await.json(), json!([]));
    let broken = alone.replace(r#""width": 100"#, r#""width": 0"#);
    let problems = service.post(&view("problems"), &broken).await.json();
    assert_eq!(problems[0]["code"], "invalidPageSize", "{problems}");
    service.post("/api/reports/preview", &alone).await.refused(422, "invalidField");
    service.post(&view("picture"), design).await.refused(422, "invalidField");
}
