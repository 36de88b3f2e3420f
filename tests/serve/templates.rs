//! `/api/templates`.

use serde_json::json;

use super::service::{TestService, document, template};

#[tokio::test]
async fn a_template_lives_from_post_to_delete() {
    let service = TestService::new();
    let created = service.post("/api/templates", &document("Invoice", "a")).await;
    assert_eq!(created.status, 201);
    assert_eq!(created.json(), json!({"id": "invoice", "name": "Invoice"}));
    assert_eq!(created.header("location"), "/api/templates/invoice");

    let loaded = service.get("/api/templates/invoice").await;
    assert_eq!(loaded.header("etag"), created.header("etag"));
    assert_eq!(loaded.json()["template"]["schemas"][0]["content"], "a");

    let updated = service.ask("PUT /api/templates/invoice", &[], &document("Bill", "b")).await;
    assert_eq!(
        (updated.status.as_u16(), updated.json()),
        (200, json!({"id": "invoice", "name": "Bill"}))
    );
    assert_ne!(updated.header("etag"), created.header("etag"));
    assert_eq!(
        service.get("/api/templates").await.json(),
        json!([{"id": "invoice", "name": "Bill"}])
    );

    let removed = service.ask("DELETE /api/templates/invoice", &[], "").await;
    assert_eq!((removed.status.as_u16(), removed.body.len()), (204, 0));
    for request in ["GET", "DELETE"] {
        let gone = service.ask(&format!("{request} /api/templates/invoice"), &[], "").await;
        assert_eq!(gone.refused(404, "templateNotFound")["error"], "Template not found");
    }
    service
        .ask("PUT /api/templates/invoice", &[], &document("A", "a"))
        .await
        .refused(404, "templateNotFound");
}

#[tokio::test]
async fn template_and_bindings_come_back_exactly_as_they_were_sent() {
    let service = TestService::new();
    let template = r#"{"page":{"width":210.50,"height":2.97e2},"schemas":[],"unknown":{"z":1,"a":"\u00e9\/"},"x":1,"x":2}"#;
    let bindings = r#"[ {"schemaName":"a","type":"text","path":"b","further":-0.0} ]"#;
    let body = format!(
        r#"{{"bindings":{bindings},"further":{{"kept":1.0}},"template":{template},"name":"N"}}"#
    );
    assert_eq!(service.post("/api/templates", &body).await.status, 201);
    let text = String::from_utf8(service.get("/api/templates/n").await.body).unwrap();
    let compact = |text: &str| text.replace(['\n', ' '], "");
    for part in [template, bindings, r#""further":{"kept":1.0}"#] {
        assert!(compact(&text).contains(&compact(part)), "{part} in {text}");
    }
    // What was loaded may be sent back as it is.
    let again = service.ask("PUT /api/templates/n", &[], &text).await;
    assert_eq!(again.status, 200);
    assert_eq!(String::from_utf8(service.get("/api/templates/n").await.body).unwrap(), text);
}

#[tokio::test]
async fn the_reference_for_editors_of_files_is_not_sent() {
    let service = TestService::new();
    std::fs::create_dir_all(service.path("templates")).unwrap();
    std::fs::write(service.path("template.schema.json"), "{}").unwrap();
    assert_eq!(service.post("/api/templates", &document("A", "1")).await.status, 201);
    let file = std::fs::read_to_string(service.path("templates/a.json")).unwrap();
    assert!(file.contains("\"$schema\": \"../template.schema.json\""), "{file}");
    let loaded = service.get("/api/templates/a").await;
    assert_eq!(loaded.json()["$schema"], json!(null));
    // Sent back, the file keeps it; a key of the author comes back.
    let text = String::from_utf8(loaded.body).unwrap();
    assert_eq!(service.ask("PUT /api/templates/a", &[], &text).await.status, 200);
    assert_eq!(std::fs::read_to_string(service.path("templates/a.json")).unwrap(), file);
    let own = text.replacen('{', r#"{"$schema": "https://example.org/s.json", "#, 1);
    assert_eq!(service.ask("PUT /api/templates/a", &[], &own).await.status, 200);
    let loaded = service.get("/api/templates/a").await.json();
    assert_eq!(loaded["$schema"], "https://example.org/s.json");
}

#[tokio::test]
async fn a_change_of_what_changed_meanwhile_is_refused() {
    let service = TestService::new();
    let created = service.post("/api/templates", &document("A", "1")).await;
    let first = format!("If-Match: {}", created.header("etag"));
    let second = service.ask("PUT /api/templates/a", &[&first], &document("A", "2")).await;
    assert_eq!(second.status, 200);
    for request in ["PUT /api/templates/a", "DELETE /api/templates/a"] {
        let body = if request.starts_with("PUT") { document("A", "3") } else { String::new() };
        service.ask(request, &[&first], &body).await.refused(412, "conflict");
        let weak = format!("If-Match: W/{}", second.header("etag"));
        service.ask(request, &[&weak], &body).await.refused(412, "conflict");
    }
    let any =
        service.ask("PUT /api/templates/a", &["If-Match: \"x\", *"], &document("A", "4")).await;
    assert_eq!(any.status, 200);
    let known = format!("If-None-Match: {}", any.header("etag"));
    let unchanged = service.ask("GET /api/templates/a", &[&known], "").await;
    assert_eq!((unchanged.status.as_u16(), unchanged.body.len()), (304, 0));
}

#[tokio::test]
async fn a_template_that_could_never_be_rendered_is_refused_with_all_its_problems() {
    let service = TestService::new();
    let broken = template("{SUM(}").replace("\"width\": 90", "\"width\": \"wide\"");
    let body = format!(r#"{{"name": "A", "template": {broken}, "bindings": []}}"#);
    let refused = service.post("/api/templates", &body).await;
    assert_eq!(refused.status, 422);
    let problems = refused.json()["problems"].as_array().unwrap().len();
    assert!(problems >= 1, "{}", refused.json());
    let mail = r#"{"name": "A", "mail": {"from": "boss@example.com"}, "template": "#.to_owned()
        + &template("a")
        + ", \"bindings\": []}";
    assert_eq!(
        service.post("/api/templates", &mail).await.refused(422, "invalidTemplate")["pointer"],
        "/mail"
    );
    assert_eq!(service.get("/api/templates").await.json(), json!([]));
    // A warning (a binding that nothing uses) does not refuse.
    let odd = format!(
        r#"{{"name": "A", "template": {}, "bindings": [{{"schemaName": "no", "type": "text", "path": "x"}}]}}"#,
        template("a")
    );
    assert_eq!(service.post("/api/templates", &odd).await.status, 201);
}

#[tokio::test]
async fn bodies_that_are_no_template_are_refused() {
    let service = TestService::with("serve: {templateBytes: 2000}");
    let create = "/api/templates";
    service.post(create, "{").await.refused(400, "malformedJson");
    service.post(create, "\"").await.refused(400, "malformedJson");
    service
        .post(create, &format!("{}{}", "[".repeat(500), "]".repeat(500)))
        .await
        .refused(400, "malformedJson");
    service.post(create, "[]").await.refused(422, "templateNotAnObject");
    service.post(create, r#"{"name": "A"}"#).await.refused(422, "templateNotAnObject");
    service.post(create, r#"{"template": {}}"#).await.refused(422, "invalidTemplate");
    let large = document("A", &"x".repeat(2000));
    service.post(create, &large).await.refused(413, "bodyTooLarge");
    for kind in ["text/plain", "application/json; charset=latin1", "multipart/form-data"] {
        let header = format!("Content-Type: {kind}");
        let request = axum::http::Request::post(create)
            .header("Host", "localhost")
            .header("Content-Type", header.split_once(": ").unwrap().1)
            .body(document("A", "a").into())
            .unwrap();
        service.send(request).await.refused(415, "unsupportedMediaType");
    }
    service
        .ask("POST /api/templates", &["Content-Encoding: gzip"], "{}")
        .await
        .refused(415, "unsupportedMediaType");
    service.ask("POST /api/templates", &[], "").await.refused(415, "unsupportedMediaType");
}

#[tokio::test]
async fn the_list_is_by_name_and_comes_in_pages() {
    let service = TestService::new();
    for name in ["Cherry", "apple", "Banana", "Apple pie"] {
        assert_eq!(service.post("/api/templates", &document(name, "a")).await.status, 201);
    }
    let names = |answer: serde_json::Value| {
        let all = answer.as_array().unwrap().clone();
        all.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let all = ["Apple pie", "Banana", "Cherry", "apple"];
    assert_eq!(names(service.get("/api/templates").await.json()), all);
    let first = service.get("/api/templates?limit=3").await;
    assert_eq!(names(first.json()), all[..3]);
    let next = first.header("link").split(['<', '>']).nth(1).unwrap().to_owned();
    assert_eq!(next, "/api/templates?limit=3&after=cherry");
    let last = service.get(&next).await;
    assert_eq!((names(last.json()), last.header("link")), (vec!["apple".to_owned()], ""));
    assert_eq!(names(service.get("/api/templates?q=APPLE").await.json()), ["Apple pie", "apple"]);
    for query in ["limit=0", "limit=x", "limit=-1", "limit=1001", "after=nothing"] {
        service.get(&format!("/api/templates?{query}")).await.refused(422, "invalidField");
    }
}

#[tokio::test]
async fn tricks_in_ids_reach_nothing() {
    let service = TestService::new();
    service.post("/api/templates", &document("A", "a")).await;
    std::fs::create_dir_all(service.path("templates/acme")).unwrap();
    std::fs::write(service.path("templates/acme/b.json"), document("B", "b")).unwrap();
    std::fs::write(service.path("secret.json"), document("S", "s")).unwrap();
    let long = "a".repeat(5000);
    let ids = [
        "..%2Fsecret",
        "%2e%2e%2fsecret",
        "..%5Csecret",
        "acme%2Fb",
        "a%00",
        "con",
        "nul.json",
        "a.json",
        "A",
        "%EF%BD%81",
        "%D0%B0",
        "file:%2Fetc%2Fpasswd",
        "%2Fetc%2Fpasswd",
        "assets",
        ".",
        "~",
        "a%20",
        "%FF",
        &long,
    ];
    for id in ids {
        for method in ["GET", "PUT", "DELETE"] {
            let body = if method == "PUT" { document("A", "x") } else { String::new() };
            let answer = service.ask(&format!("{method} /api/templates/{id}"), &[], &body).await;
            assert!([404, 400].contains(&answer.status.as_u16()), "{id}: {}", answer.status);
        }
    }
    assert_eq!(service.get("/api/templates").await.json(), json!([{"id": "a", "name": "A"}]));
}

#[tokio::test]
async fn a_template_changed_on_disk_is_seen_at_once() {
    let service = TestService::new();
    let first = service.post("/api/templates", &document("A", "1")).await;
    std::fs::write(service.path("templates/a.json"), document("A", "2")).unwrap();
    let second = service.get("/api/templates/a").await;
    assert_ne!(first.header("etag"), second.header("etag"));
    assert_eq!(second.json()["template"]["schemas"][0]["content"], "2");
    // A broken file is reported without its path.
    std::fs::write(service.path("templates/a.json"), "{").unwrap();
    let broken = service.get("/api/templates/a").await;
    let text = broken.refused(422, "templateUnreadable").to_string();
    assert!(!text.contains("templates/") && !text.contains(".json"), "{text}");
}

#[tokio::test]
async fn strict_is_true_false_or_left_to_the_settings() {
    let service = TestService::new();
    let with = |name: &str, strict: &str| {
        document(name, "{a}").replacen('{', &format!("{{\"strict\": {strict}, "), 1)
    };
    for strict in ["null", "false", "true"] {
        assert_eq!(service.post("/api/templates", &with(strict, strict)).await.status, 201);
        let path = format!("/api/templates/{strict}/render");
        let status = if strict == "true" { 422 } else { 200 };
        assert_eq!(service.post(&path, r#"{"data": {}}"#).await.status, status, "{strict}");
    }
    let refused = service.post("/api/templates", &with("x", "\"yes\"")).await;
    assert_eq!(refused.refused(422, "invalidTemplate")["pointer"], "/strict");
}

/// Reading the stored file would look for the picture beside it.
#[tokio::test]
async fn a_picture_that_is_not_beside_the_template_is_refused_before_it_is_stored() {
    let service = TestService::new();
    let template = |picture: &str| {
        let field = json!({"id": "p", "name": "logo", "type": "image", "x": 1, "y": 1, "width": 9,
                           "height": 9, "content": picture});
        let template = json!({"page": {"width": 100, "height": 100}, "schemas": [field]});
        json!({"name": "Badge", "bindings": [], "template": template}).to_string()
    };
    assert_eq!(service.post("/api/templates", &template("")).await.status, 201);
    let put = "PUT /api/templates/badge";
    for answer in [
        service.ask(put, &[], &template("logo.png")).await,
        service.post("/api/templates", &template("logo.png")).await,
    ] {
        let refused = answer.refused(422, "invalidTemplate");
        assert_eq!(refused["error"], "the picture `logo.png` is not there", "{refused}");
    }
    assert_eq!(service.get("/api/templates/badge").await.status, 200);
    std::fs::write(service.path("templates/logo.png"), "x").unwrap();
    assert_eq!(service.ask(put, &[], &template("logo.png")).await.status, 200);
}
