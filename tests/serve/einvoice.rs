//! Documents with e-invoices over HTTP: made in a child process, refused before anything is served or mailed.

use serde_json::{Value as Json, json};

use super::service::TestService;

/// A template that makes an e-invoice of data in the names of the shipped invoices.
fn template() -> Json {
    json!({ "extensions": 1, "currency": "EUR", "page": {"width": 100, "height": 50},
        "schemas": [{"id": "t", "name": "t", "type": "text", "x": 5, "y": 5, "width": 90, "height": 5,
            "content": "Rechnung {number}"}],
        "pdf": { "einvoice": { "preset": "invoice", "map": {"BT-112": "{gross}"} } } })
}

fn data(gross: f64) -> Json {
    json!({ "number": "7", "issued": "2026-11-02", "due": "2026-12-02", "gross": gross,
        "seller": {"name": "A", "vatId": "DE123456789", "country": "DE"},
        "customer": {"name": "B", "country": "DE"},
        "lines": [{"item": "X", "quantity": 2, "unit": "pcs", "price": 5, "amount": 10, "vatRate": 19}] })
}

#[tokio::test]
async fn findings_are_problems_of_previews_and_refuse_documents() {
    let service = TestService::new();
    let design = |gross: f64| {
        json!({ "template": template(), "bindings": [], "data": data(gross) }).to_string()
    };
    let right = service.post("/api/reports/preview", &design(11.9)).await;
    assert_eq!(right.status, 200);
    let found = en16931_formats::zugferd::extract(&right.body, &Default::default()).unwrap();
    assert_eq!(found.filename, "factur-x.xml");
    let none = service.post("/api/reports/preview?as=problems", &design(11.9)).await.json();
    assert_eq!(none, json!([]));
    let problems = service.post("/api/reports/preview?as=problems", &design(12.0)).await.json();
    let rules: Vec<&Json> = problems.as_array().unwrap().iter().map(|it| &it["rule"]).collect();
    assert!(rules.contains(&&json!("BR-CO-15")), "{problems}");
    let refused = service.post("/api/reports/preview", &design(12.0)).await;
    let refused = refused.refused(422, "einvoiceRule");
    assert_eq!((&refused["blame"], &refused["path"]), (&json!("data"), &json!("gross")));
}

#[tokio::test]
async fn nothing_wrong_is_rendered_or_mailed() {
    let service = TestService::new();
    let stored = json!({ "name": "Bill", "template": template(), "bindings": [] });
    assert_eq!(service.post("/api/templates", &stored.to_string()).await.status, 201);
    let render = |gross: f64| json!({ "data": data(gross) }).to_string();
    let made = service.post("/api/templates/bill/render", &render(11.9)).await;
    assert_eq!(made.status, 200);
    let found = en16931_formats::zugferd::extract(&made.body, &Default::default()).unwrap();
    assert!(String::from_utf8_lossy(&found.xml).contains("<ram:GrandTotalAmount>11.90<"));
    service.post("/api/templates/bill/render", &render(12.0)).await.refused(422, "einvoiceRule");
    let mail = json!({ "templateId": "bill", "email": "a@example.org", "data": data(12.0) });
    let refused = service.post("/api/reports/generate", &mail.to_string()).await;
    refused.refused(422, "einvoiceRule");
    assert_eq!(service.mails.count(), 0);
}

#[tokio::test]
async fn the_xml_of_a_design_is_shown_or_all_that_is_wrong_with_it() {
    let service = TestService::new();
    let path = "/api/reports/preview?as=einvoice";
    let design = |template: &Json, gross: f64| {
        json!({ "template": template, "bindings": [], "data": data(gross) }).to_string()
    };
    let answer = service.post(path, &design(&template(), 11.9)).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "application/xml"));
    assert_eq!(answer.header("x-reportctl-warnings"), "");
    // The same that the document carries.
    let document = service.post("/api/reports/preview", &design(&template(), 11.9)).await;
    let carried = en16931_formats::zugferd::extract(&document.body, &Default::default()).unwrap();
    assert_eq!(answer.body, carried.xml);

    let wrong = design(&template(), 12.0);
    let refused = service.post(path, &wrong).await.refused(422, "einvoiceRule");
    let problems = service.post("/api/reports/preview?as=problems", &wrong).await.json();
    let rules = |problems: &Json| -> Vec<Json> {
        problems.as_array().unwrap().iter().map(|problem| problem["rule"].clone()).collect()
    };
    assert_eq!(rules(&refused["problems"]), rules(&problems), "{refused}");
    assert!(rules(&problems).contains(&json!("BR-CO-15")));
    assert_eq!(refused["problems"][0]["advice"], problems[0]["help"], "{refused} {problems}");

    let mut plain = template();
    plain["pdf"].take();
    let refused = service.post(path, &design(&plain, 11.9)).await;
    let refused = refused.refused(422, "invalidField");
    assert_eq!(refused["pointer"], "/template/pdf/einvoice");
    let without = json!({ "template": template() }).to_string();
    service.post(path, &without).await.refused(422, "invalidField");
}

#[tokio::test]
async fn texts_without_a_translation_are_warnings_of_the_xml() {
    let service = TestService::new();
    let mut template = template();
    template["locale"] = "de".into();
    template["texts"] =
        json!({ "de": { "terms.one": "Zahlbar in %n Tag", "terms.other": "Zahlbar in %n Tagen" } });
    template["pdf"]["einvoice"]["map"]["BT-20"] = "{T(\"terms\", 1400)}".into();
    let design = json!({ "template": template, "bindings": [], "data": data(11.9) }).to_string();
    let answer = service.post("/api/reports/preview?as=einvoice", &design).await;
    let xml = String::from_utf8(answer.body.clone()).unwrap();
    assert!(xml.contains(">Zahlbar in 1.400 Tagen<"), "{xml}");
    assert_eq!(answer.header("x-reportctl-warnings"), "");
    let missing = design.replace("T(\\\"terms\\\"", "T(\\\"deadline\\\"");
    let answer = service.post("/api/reports/preview?as=einvoice", &missing).await;
    let warnings: Json = serde_json::from_str(answer.header("x-reportctl-warnings")).unwrap();
    assert_eq!(warnings[0]["code"], "textMissing", "{warnings}");
    assert!(warnings[0]["error"].as_str().unwrap().contains("`deadline`"), "{warnings}");
    let problems = service.post("/api/reports/preview?as=problems", &missing).await.json();
    let places: Vec<_> = problems.as_array().unwrap().iter().map(|it| &it["pointer"]).collect();
    assert_eq!(places, ["/template/pdf/einvoice/map/BT-20"], "{problems}");
}
